"""Ace Trump: hands of tricks with a deck of two-suited cards, to a target over several hands.

>>> from aces.match import Match
>>> match = Match(AceTrump(players=3, max_hands=1), seed=1)
>>> while not match.over:
...     events = match.play(match.moves()[0])
>>> match.result
'player 2 wins 4 5 3'
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from operator import attrgetter
from random import Random
from typing import Literal, NamedTuple, cast

from ..cards import shuffled, stream
from ..decktet import ACES, DECK, FULL_DECK, Card, Suit, complete, read_cards, suit_words
from ..games import check_keys
from ..rules import BadText, Decks, Refusal, Refused, Seat, Step, read_whole, whole
from .trick import TIES, Ties, led_card, playable, tide, trump_after, winner
from .worlds import Hidden, gaps

LEAST_PLAYERS = 2
MOST_PLAYERS = 6
LONGEST_MATCH = 9999
"""No match has more hands than this."""

SIZES: Mapping[int, int] = {2: 9, 3: 12, 4: 9, 5: 7, 6: 6}
"""Cards in each hand by the number of players (rules trump-players, trump-five, trump-two)."""

WHOLE_DECK_SIZE = 18
"""Cards in each hand when two share the whole deck (rule trump-two)."""

LARGEST_TIDE = 9
"""No tide deals more cards than this to each (rule trump-tides)."""

BID_POINTS = 5
"""Points for each trick of a bid that is made (rule trump-bidding)."""

TARGET = 36
HIGHEST_TARGET = LONGEST_MATCH // 3

OPTION_RULES: Mapping[str, str] = {
    "players": "trump-players",
    "sticky": "trump-sticky",
    "ties": "trump-ties",
    "excuse": "trump-excuse",
    "partners": "trump-partners",
    "bidding": "trump-bidding",
    "tides": "trump-tides",
    "fixed-trump": "trump-fixed",
    "full-deck": "trump-two",
    "target": "trump-target",
    "max-hands": "trump-play-on",
    "dealer": "trump-rotate",
}
"""Every option with the rule that it is about, in the order of records."""

Phase = Literal["bid", "play", "over"]


class Bid(NamedTuple):
    """The number of tricks somebody says they will take."""

    tricks: int


Move = Card | Bid
"""A card is played, or a number of tricks is bid."""

_in_order = attrgetter("index")
_BIDS = tuple(tuple(Bid(number) for number in range(size + 1)) for size in range(WHOLE_DECK_SIZE + 1))


class Trick(NamedTuple):
    """A finished trick, in the order of play; ``trump`` is what it was at its end."""

    leader: Seat
    cards: tuple[Card, ...]
    trump: Suit | None
    winner: Seat


class Hand(NamedTuple):
    """A finished hand: everything in it that the table saw. Tuples are by seat, ``totals`` by side."""

    number: int
    dealer: Seat
    size: int
    bids: tuple[int | None, ...]
    tricks: tuple[Trick, ...]
    taken: tuple[int, ...]
    points: tuple[int, ...]
    totals: tuple[int, ...]


class Sheet(NamedTuple):
    """What stays the same through a hand: its number from 1, who dealt, how many cards each, how many lie
    aside; the Aces drawn for the first deal, by seat; the hands before it; the totals by side."""

    number: int
    dealer: Seat
    size: int
    aside: int
    drawn: tuple[Card, ...]
    past: tuple[Hand, ...]
    totals: tuple[int, ...]


EventKind = Literal["drawn", "dealt", "bid", "played", "trump", "took", "scored", "over"]


class Event(NamedTuple):
    """What the table saw. Which fields are set depends on ``kind``:

    ``drawn`` cards are the Aces by seat, seat is who deals first · ``dealt`` seat is the dealer, number how
    many cards each · ``bid`` number · ``played`` card · ``trump`` seat's Ace made suit trump ·
    ``took`` seat takes trick · ``scored`` hand · ``over`` seats are who won, nobody's when it stays equal.
    """

    kind: EventKind
    seat: Seat = -1
    card: Card | None = None
    number: int = 0
    suit: Suit | None = None
    trick: Trick | None = None
    hand: Hand | None = None
    cards: tuple[Card, ...] = ()
    seats: tuple[Seat, ...] = ()


_PLAYED: tuple[tuple[tuple[Event, ...], ...], ...] = tuple(
    tuple((Event("played", seat, card),) for card in FULL_DECK) for seat in range(MOST_PLAYERS)
)
_MADE_TRUMP: tuple[tuple[tuple[Event, ...], ...], ...] = tuple(
    tuple((*_PLAYED[seat][ace.index], Event("trump", seat, ace, suit=ace.suits[0])) for ace in ACES)
    for seat in range(MOST_PLAYERS)
)
"""The events of a card played, and of an Ace that makes trump, by seat and the card's index."""


class State(NamedTuple):
    """The whole world. ``trick`` is in the order of play from ``leader``; hands are in the deck's order.

    ``decks`` hold what is left of each hand's deck: of this hand and those before it the cards aside.
    ``trump`` stays from trick to trick (rule trump-ace-lasts). ``legal`` is what the rules allow now, worked
    out once for each position.
    """

    phase: Phase
    turn: Seat | None
    hands: tuple[tuple[Card, ...], ...]
    leader: Seat
    trick: tuple[Card, ...]
    trump: Suit | None
    taken: tuple[int, ...]
    bids: tuple[int | None, ...]
    tricks: tuple[Trick, ...]
    sheet: Sheet
    decks: tuple[tuple[Card, ...], ...]
    legal: tuple[Move, ...]


class View(NamedTuple):
    """What a seat may see: its own hand, the size of the others, and all that lies or lay on the table.

    ``phase`` is None before the deal; ``hand`` is empty for somebody who only watches.
    """

    seat: Seat | None
    phase: Phase | None
    turn: Seat | None
    hand: tuple[Card, ...]
    counts: tuple[int, ...]
    leader: Seat
    trick: tuple[Card, ...]
    trump: Suit | None
    taken: tuple[int, ...]
    bids: tuple[int | None, ...]
    tricks: tuple[Trick, ...]
    sheet: Sheet


class AceTrump:
    """The rules of Ace Trump with its options. Immutable.

    The deck is the Decktet (rule trump-deck).

    ``players``: from 2 to 6 (rule trump-players).
    ``sticky``: only the first Ace of a hand makes trump (rule trump-sticky).
    ``ties``: equal cards are parted by the order of the led card's suits ("led"), or the "early" or the "late"
    one is the higher (rule trump-ties).
    ``excuse``: the Excuse is in the deck (rule trump-excuse).
    ``partners``: opposite seats add up their points (rule trump-partners).
    ``bidding``: a round of bids before each hand (rule trump-bidding).
    ``tides``: the last card of a hand gives the size of the next (rule trump-tides).
    ``fixed_trump``: one suit for the whole match; Aces are low cards (rule trump-fixed).
    ``full_deck``: two players share all the cards (rule trump-two).
    ``target``: the points that end the match (rule trump-target).
    ``max_hands``: after so many hands it ends whatever the totals; usually three for each point of the target,
    at least 100.
    ``dealer``: who deals first; None draws Aces for it (rule trump-rotate).

    Raises :class:`~aces.rules.BadText` on options that do not go together.
    """

    __slots__ = (
        "bidding",
        "dealer",
        "deck",
        "excuse",
        "fixed_trump",
        "full_deck",
        "max_hands",
        "partners",
        "players",
        "seats",
        "sides",
        "sticky",
        "target",
        "tides",
        "ties",
    )

    game = "ace-trump"
    options = tuple(OPTION_RULES)

    def __init__(
        self,
        players: int = 4,
        *,
        sticky: bool = False,
        ties: Ties = "led",
        excuse: bool = False,
        partners: bool = False,
        bidding: bool = False,
        tides: bool = False,
        fixed_trump: Suit | None = None,
        full_deck: bool = False,
        target: int = TARGET,
        max_hands: int | None = None,
        dealer: Seat | None = None,
    ) -> None:
        self.players = whole(players, "a number of players", LEAST_PLAYERS, MOST_PLAYERS)
        self.sticky = _switch(sticky, "sticky")
        self.excuse = _switch(excuse, "excuse")
        self.partners = _switch(partners, "partners")
        self.bidding = _switch(bidding, "bidding")
        self.tides = _switch(tides, "tides")
        self.full_deck = _switch(full_deck, "full-deck")
        if ties not in TIES:
            raise BadText(ties, "does not say how equal cards are parted", TIES)
        self.ties: Ties = ties
        if fixed_trump is not None and not isinstance(fixed_trump, Suit):
            raise BadText(fixed_trump, "is not a suit of the Decktet", tuple(suit.word for suit in Suit))
        self.fixed_trump = fixed_trump
        self.target = whole(target, "a target", 1, HIGHEST_TARGET)
        if max_hands is None:
            max_hands = max(100, 3 * self.target)
        self.max_hands = whole(max_hands, "a number of hands", 1, LONGEST_MATCH)
        self.dealer = None if dealer is None else whole(dealer, "a dealer's seat", 0, players - 1)
        self._check()
        self.seats: Mapping[Seat, str] = {seat: f"player {seat + 1}" for seat in range(players)}
        self.sides = players // 2 if partners else players
        self.deck = FULL_DECK if excuse else DECK

    def _check(self) -> None:
        """Refuses options that do not go together, with the reason."""
        count = self.players
        if self.partners and count not in (4, 6):
            raise BadText(
                "partners", f"sit opposite each other, which {count} players cannot", ("4 players", "6 players")
            )
        if self.full_deck and count != 2:
            raise BadText("full-deck", f"is a way for two players, and here are {count}", ("2 players",))
        if self.tides and count > 4:
            raise BadText(
                "tides", f"may deal nine cards each, and the deck has no {9 * count} for {count} players",
                ("2 to 4 players",),
            )  # fmt: skip
        if self.tides and self.full_deck:
            raise BadText("tides", "deals as many cards as the last hand says, so not the whole deck", ("one of both",))
        if self.sticky and self.fixed_trump is not None:
            raise BadText("sticky", "lets an Ace make trump, which is fixed here", ("sticky or fixed-trump",))

    def __repr__(self) -> str:
        return (
            f"AceTrump({self.players}, sticky={self.sticky}, ties={self.ties!r}, excuse={self.excuse}, "
            f"partners={self.partners}, bidding={self.bidding}, tides={self.tides}, "
            f"fixed_trump={self.fixed_trump}, full_deck={self.full_deck}, target={self.target}, "
            f"max_hands={self.max_hands}, dealer={self.dealer})"
        )

    def __eq__(self, other: object) -> bool:
        return isinstance(other, AceTrump) and self.header() == other.header()

    def __hash__(self) -> int:
        return hash(tuple(self.header().items()))

    @classmethod
    def from_header(cls, header: Mapping[str, str]) -> AceTrump:
        """The rules with options as text, as :meth:`header` writes them; what is absent is usual."""
        check_keys(header, cls.options)
        players = read_whole(header.get("players", "4"), "a number of players", LEAST_PLAYERS, MOST_PLAYERS)
        fixed = header.get("fixed-trump", "none")
        dealer = header.get("dealer", "drawn")
        hands = header.get("max-hands")
        return cls(
            players,
            sticky=_yes(header, "sticky"),
            ties=cast(Ties, header.get("ties", "led")),
            excuse=_yes(header, "excuse"),
            partners=_yes(header, "partners"),
            bidding=_yes(header, "bidding"),
            tides=_yes(header, "tides"),
            fixed_trump=None if fixed == "none" else Suit.read(fixed),
            full_deck=_yes(header, "full-deck"),
            target=read_whole(header.get("target", str(TARGET)), "a target", 1, HIGHEST_TARGET),
            max_hands=None if hands is None else read_whole(hands, "a number of hands", 1, LONGEST_MATCH),
            dealer=None if dealer == "drawn" else _seat(dealer, players),
        )

    def header(self) -> dict[str, str]:
        """The options as text."""
        return {
            "players": str(self.players),
            "sticky": _word(self.sticky),
            "ties": self.ties,
            "excuse": _word(self.excuse),
            "partners": _word(self.partners),
            "bidding": _word(self.bidding),
            "tides": _word(self.tides),
            "fixed-trump": self.fixed_trump.word if self.fixed_trump else "none",
            "full-deck": _word(self.full_deck),
            "target": str(self.target),
            "max-hands": str(self.max_hands),
            "dealer": "drawn" if self.dealer is None else self.seats[self.dealer],
        }

    @property
    def longest(self) -> int:
        """Every card of every hand, and the bids."""
        size = LARGEST_TIDE if self.tides else self.hand_size()
        return self.max_hands * self.players * (size + self.bidding)

    # Hands and sides

    def hand_size(self, tide: int | None = None) -> int:
        """How many cards each is dealt; under Tides, ``tide`` is the last hand's word, None at first.

        Rules trump-players, trump-five, trump-two, trump-tides, trump-excuse.
        """
        if self.tides:
            return 1 if tide is None else whole(tide, "a tide", 1, LARGEST_TIDE)
        return WHOLE_DECK_SIZE if self.full_deck else SIZES[self.players]

    def side(self, seat: Seat) -> int:
        """The side of a seat: partners share one (rule trump-partners)."""
        return seat % self.sides

    def points(self, taken: Sequence[int], bids: Sequence[int | None] = ()) -> tuple[int, ...]:
        """The points of one hand by seat, from the tricks taken and the bids (rules trump-point, trump-bidding).

        >>> AceTrump(3, bidding=True).points([4, 3, 2], [3, 3, 3])
        (16, 15, 0)
        """
        most = LARGEST_TIDE if self.tides else self.hand_size()
        for tricks in taken:
            whole(tricks, "a number of tricks", 0, most)
        if len(taken) != self.players:
            raise BadText(taken, "are not the tricks of every player", (f"{self.players} numbers",))
        if self.bidding:
            if len(bids) != self.players:
                raise BadText(bids, "are not the bids of every player", (f"{self.players} numbers",))
            for bid in bids:
                whole(bid, "a bid", 0, most)
        return self._points(taken, bids)

    def _points(self, taken: Sequence[int], bids: Sequence[int | None]) -> tuple[int, ...]:
        if not self.bidding:
            return tuple(taken)
        return tuple([self.points_of(tricks, bid) for tricks, bid in zip(taken, bids, strict=True)])

    def points_of(self, tricks: int, bid: int | None = None) -> int:
        """The points of one seat for its tricks (rules trump-point, trump-bidding)."""
        if not self.bidding:
            return tricks
        told = bid or 0
        return BID_POINTS * told + tricks - told if tricks >= told else 0

    def by_side(self, points: Sequence[int]) -> tuple[int, ...]:
        """Points by seat added up by side (rule trump-partners)."""
        if not self.partners:
            return tuple(points)
        return tuple(sum(points[side :: self.sides]) for side in range(self.sides))

    def won_by(self, totals: Sequence[int]) -> int | None:
        """The side that has won with these totals; None: play on (rules trump-target, trump-play-on)."""
        top = max(totals)
        if top < self.target or totals.count(top) > 1:
            return None
        return totals.index(top)

    # Dealing

    def decks(self, seed: int) -> Decks:
        """A fresh shuffle for each hand, and the Aces that are drawn for the first deal."""
        decks = {}
        if self.dealer is None:
            decks["dealer"] = shuffled(ACES[: self.players], stream(seed, 0))
        for number in range(1, self.max_hands + 1):
            decks[f"hand {number}"] = shuffled(self.deck, stream(seed, number))
        return decks

    def stack(self, tops: Decks) -> Decks:
        """Every deck with the given cards on top, the rest in fixed order."""
        whole_decks: dict[str, tuple[Card, ...]] = {}
        if self.dealer is None:
            whole_decks["dealer"] = ACES[: self.players]
        for number in range(1, self.max_hands + 1):
            whole_decks[f"hand {number}"] = self.deck
        for name in tops:
            if name not in whole_decks:
                last = f"hand {self.max_hands}"
                known = ("hand 1" if last == "hand 1" else f"hand 1 to {last}",)
                raise BadText(name, "is not a deck here", known if self.dealer is not None else ("dealer", *known))
        return {name: complete(tops.get(name, ()), cards, name) for name, cards in whole_decks.items()}

    def read_cards(self, text: str) -> tuple[Card, ...]:
        """The cards that a text names."""
        return read_cards(text)

    def deal(self, decks: Decks) -> Step[State, Event]:
        """Draws for the first deal unless it is settled, and deals the first hand.

        For the draw each seat takes one of as many Aces as there are players; who has the Ace of Moons deals.
        """
        drawn: tuple[Card, ...] = ()
        events: tuple[Event, ...] = ()
        if self.dealer is None:
            drawn = decks["dealer"]
            dealer = drawn.index(ACES[0])
            events = (Event("drawn", dealer, cards=drawn),)
        else:
            dealer = self.dealer
        left = tuple(decks[f"hand {number}"] for number in range(1, self.max_hands + 1))
        sheet = Sheet(0, dealer - 1, 0, 0, drawn, (), (0,) * self.sides)
        return self._deal_hand(sheet, left, self.hand_size(), events)

    def _deal_hand(
        self, sheet: Sheet, decks: tuple[tuple[Card, ...], ...], size: int, events: tuple[Event, ...]
    ) -> Step[State, Event]:
        """Deals the next hand, its dealer one seat on (rules trump-rotate, trump-none-yet)."""
        count = self.players
        dealer = (sheet.dealer + 1) % count
        deck = decks[sheet.number]
        first = (dealer + 1) % count
        hands = tuple([tuple(sorted(hand, key=_in_order)) for hand in dealt(deck, count, dealer, size)])
        state = State(
            phase="bid" if self.bidding else "play",
            turn=first,
            hands=hands,
            leader=first,
            trick=(),
            trump=self.fixed_trump,
            taken=(0,) * count,
            bids=(None,) * count,
            tricks=(),
            sheet=self._next_sheet(sheet, dealer, size),
            decks=(*decks[: sheet.number], deck[size * count :], *decks[sheet.number + 1 :]),
            legal=_BIDS[size] if self.bidding else hands[first],
        )
        return Step(state, (*events, Event("dealt", dealer, number=size)))

    def position(
        self,
        hands: Sequence[Sequence[Card]],
        leader: Seat,
        trick: Sequence[Card] = (),
        trump: Suit | None = None,
        bids: Sequence[int] | None = None,
    ) -> State:
        """A state in the middle of a first hand, for examples: the hands by seat and what lies on the table.

        Raises :class:`~aces.rules.BadText` when the cards cannot lie so.
        """
        count = self.players
        if len(hands) != count:
            raise BadText(len(hands), "is not the number of hands", (f"{count} hands",))
        whole(leader, "a leader's seat", 0, count - 1)
        complete([card for cards in (*hands, trick) for card in cards], self.deck, "hand 1")
        size = len(hands[leader]) + bool(trick)
        for seat, hand in enumerate(hands):
            gone = (seat - leader) % count < len(trick)
            if len(hand) + gone != size or len(trick) >= count or not size:
                raise BadText(
                    " ".join(card.code for card in hand), f"is not the hand of {self.seats[seat]} here",
                    (f"{size - gone} cards",),
                )  # fmt: skip
        out = {card for cards in (*hands, trick) for card in cards}
        rest = tuple(card for card in self.deck if card not in out)
        later = tuple(self.deck for _ in range(self.max_hands - 1))
        turn = (leader + len(trick)) % count
        held = tuple(tuple(sorted(hand, key=_in_order)) for hand in hands)
        return State(
            phase="play",
            turn=turn,
            hands=held,
            leader=leader,
            trick=tuple(trick),
            trump=self.fixed_trump or trump,
            taken=(0,) * count,
            bids=tuple(bids or (None,) * count),
            tricks=(),
            sheet=Sheet(1, (leader - 1) % count, size, len(rest), (), (), (0,) * self.sides),
            decks=(rest, *later),
            legal=playable(held[turn], tuple(trick)),
        )

    # Legality

    def turn(self, state: State) -> Seat | None:
        """Clockwise from the dealer's left, then from who took the last trick (rules trump-first-lead,
        trump-clockwise, trump-next-lead)."""
        return state.turn

    def moves(self, state: State) -> tuple[Move, ...]:
        """Every legal move: any bid up to the hand's size, or the cards that may be played."""
        return state.legal

    def objection(self, state: State, move: Move) -> Refusal | None:
        """Why a move is not allowed, with the rule that forbids it."""
        allowed = self.moves(state)
        if move in allowed:
            return None
        rule, reason = self._reason(state, move)
        return Refusal(self.write(move), rule, reason, tuple(self.write(legal) for legal in allowed))

    def _reason(self, state: State, move: Move) -> tuple[str, str]:
        if state.phase == "over":
            return "trump-target", "The match is over."
        if state.phase == "bid":
            if isinstance(move, Bid):
                return "trump-bidding", f"A bid is from 0 to {state.sheet.size}, the cards of a hand."
            return "trump-bidding", "Everybody bids before the first card is played."
        if isinstance(move, Bid):
            if self.bidding:
                return "trump-bidding", "The bidding is over; it goes round once."
            return "trump-bidding", "This game is played without bidding."
        assert state.turn is not None
        hand, led = state.hands[state.turn], led_card(state.trick)
        if move not in hand:
            if move not in self.deck:
                return "trump-excuse", "This game is played without the Excuse."
            return "trump-clockwise", "You play a card of your own hand, and this is not in it."
        assert led is not None
        asked = suit_words(led.suits)
        holding = [card.code for card in hand if card.follows(led)]
        held = holding[0] if len(holding) == 1 else f"{', '.join(holding[:-1])} and {holding[-1]}"
        no_trump = ""
        if state.trump is not None and move.mask & state.trump.bit:
            no_trump = " A trump does not stand in for a suit that you have."
        return "trump-follow", f"{led} was led, so you follow with {asked}: you hold {held}.{no_trump}"

    # Playing

    def step(self, state: State, move: Move) -> Step[State, Event]:
        """Plays one move; an illegal one raises :class:`~aces.rules.Refused`."""
        phase, seat, hands, leader, trick, trump, taken, bids, tricks, sheet, decks, legal = state
        if move not in legal:
            refusal = self.objection(state, move)
            assert refusal is not None
            raise Refused(refusal)
        if isinstance(move, Bid):
            return self._bid(state, move)
        assert seat is not None
        after = list(hands)
        hand = after[seat]
        at = hand.index(move)
        after[seat] = hand[:at] + hand[at + 1 :]
        hands = tuple(after)
        trick += (move,)
        events = _PLAYED[seat][move.index]
        if move.is_ace:
            new = trump_after(trump, move, self.sticky, self.fixed_trump)
            if new is not trump:
                trump, events = new, _MADE_TRUMP[seat][move.index]
        if len(trick) < self.players:
            seat += 1
            if seat == self.players:
                seat = 0
            legal = playable(hands[seat], trick)
            state = _new(State, (phase, seat, hands, leader, trick, trump, taken, bids, tricks, sheet, decks, legal))
            return _new(Step, (state, events))
        seat = (leader + winner(trick, trump, self.ties)) % self.players
        done = _new(Trick, (leader, trick, trump, seat))
        taken = (*taken[:seat], taken[seat] + 1, *taken[seat + 1 :])
        events += (_new(Event, ("took", seat, None, 0, None, done, None, (), ())),)
        tricks += (done,)
        legal = hands[seat]
        state = _new(State, (phase, seat, hands, seat, (), trump, taken, bids, tricks, sheet, decks, legal))
        return _new(Step, (state, events)) if legal else self._score(state, events)

    def _bid(self, state: State, bid: Bid) -> Step[State, Event]:
        """One round of bids from the dealer's left (rule trump-bidding)."""
        seat = state.turn
        assert seat is not None
        bids = (*state.bids[:seat], bid.tricks, *state.bids[seat + 1 :])
        following = (seat + 1) % self.players
        state = state._replace(turn=following, bids=bids)
        if following == state.leader:
            state = state._replace(phase="play", legal=state.hands[following])
        return Step(state, (Event("bid", seat, number=bid.tricks),))

    def _score(self, state: State, events: tuple[Event, ...]) -> Step[State, Event]:
        """Counts a finished hand, and deals the next one or ends the match."""
        sheet, taken, count = state.sheet, state.taken, self.players
        points = self._points(taken, state.bids)
        totals = tuple([old + new for old, new in zip(sheet.totals, self.by_side(points), strict=True)])
        hand = Hand(sheet.number, sheet.dealer, sheet.size, state.bids, state.tricks, taken, points, totals)
        events += (Event("scored", hand=hand),)
        past = (*sheet.past, hand)
        sheet = Sheet(sheet.number, sheet.dealer, sheet.size, sheet.aside, sheet.drawn, past, totals)
        if self.won_by(totals) is None and sheet.number < self.max_hands:
            return self._deal_hand(sheet, state.decks, self.hand_size(tide(state.tricks[-1].cards)), events)
        none = (None,) * count
        over = State("over", None, state.hands, state.leader, (), None, (0,) * count, none, (), sheet, state.decks, ())
        return Step(over, (*events, Event("over", seats=self.winners(sheet))))

    def winners(self, sheet: Sheet) -> tuple[Seat, ...]:
        """The seats of the side with the highest total; none when the top is shared."""
        top = max(sheet.totals)
        if sheet.totals.count(top) > 1:
            return ()
        return tuple(seat for seat in self.seats if sheet.totals[self.side(seat)] == top)

    # Seeing

    def view(self, state: State, seat: Seat | None) -> View:
        """What a seat sees: its own hand, and of the others' only how many cards they hold."""
        return View(
            seat=seat,
            phase=state.phase,
            turn=state.turn,
            hand=() if seat is None else state.hands[seat],
            counts=tuple([len(hand) for hand in state.hands]),
            leader=state.leader,
            trick=state.trick,
            trump=state.trump,
            taken=state.taken,
            bids=state.bids,
            tricks=state.tricks,
            sheet=state.sheet,
        )

    def blank(self) -> View:
        """The table before the deal."""
        count = self.players
        return View(
            seat=None,
            phase=None,
            turn=None,
            hand=(),
            counts=(0,) * count,
            leader=0,
            trick=(),
            trump=None,
            taken=(0,) * count,
            bids=(None,) * count,
            tricks=(),
            sheet=Sheet(0, 0, 0, 0, (), (), (0,) * self.sides),
        )

    def watch(self, view: View, event: Event) -> View:
        """The public view after one more event."""
        kind, seat, count = event.kind, event.seat, self.players
        following = (seat + 1) % count
        if kind == "played":
            assert event.card is not None
            counts = (*view.counts[:seat], view.counts[seat] - 1, *view.counts[seat + 1 :])
            return view._replace(turn=following, counts=counts, trick=(*view.trick, event.card))
        if kind == "trump":
            return view._replace(trump=event.suit)
        if kind == "took":
            assert event.trick is not None
            taken = (*view.taken[:seat], view.taken[seat] + 1, *view.taken[seat + 1 :])
            tricks = (*view.tricks, event.trick)
            return view._replace(turn=seat, leader=seat, trick=(), taken=taken, tricks=tricks)
        if kind == "bid":
            bids = (*view.bids[:seat], event.number, *view.bids[seat + 1 :])
            return view._replace(phase="play" if following == view.leader else "bid", turn=following, bids=bids)
        if kind == "drawn":
            return view._replace(sheet=view.sheet._replace(drawn=event.cards))
        if kind == "dealt":
            size, sheet = event.number, view.sheet
            return self._cleared(view)._replace(
                phase="bid" if self.bidding else "play",
                turn=following,
                leader=following,
                counts=(size,) * count,
                trump=self.fixed_trump,
                sheet=self._next_sheet(sheet, seat, size),
            )
        if kind == "scored":
            assert event.hand is not None
            past = (*view.sheet.past, event.hand)
            return self._cleared(view)._replace(sheet=view.sheet._replace(past=past, totals=event.hand.totals))
        return view._replace(phase="over", turn=None)

    def _cleared(self, view: View) -> View:
        """The table after a hand."""
        none = (None,) * self.players
        return view._replace(trick=(), trump=None, taken=(0,) * self.players, bids=none, tricks=())

    def _next_sheet(self, sheet: Sheet, dealer: Seat, size: int) -> Sheet:
        aside = len(self.deck) - size * self.players
        return Sheet(sheet.number + 1, dealer, size, aside, sheet.drawn, sheet.past, sheet.totals)

    def hidden(self, view: View) -> Hidden:
        """What a view hides of this hand: the unseen cards, and what each seat has shown it lacks."""
        tricks = [(trick.leader, trick.cards) for trick in view.tricks]
        tricks.append((view.leader, view.trick))
        seen = {card for _, cards in tricks for card in cards}.union(view.hand)
        needs = tuple([0 if seat == view.seat else count for seat, count in enumerate(view.counts)])
        unseen = tuple([card for card in self.deck if card not in seen])
        return Hidden(unseen, needs, gaps(self.players, tricks))

    def imagine(self, view: View, rng: Random) -> State:
        """A world that fits the view and what the play has shown (see :mod:`aces.ace_trump.worlds`)."""
        phase, sheet = view.phase, view.sheet
        assert phase is not None
        decks = [tuple(shuffled(self._unplayed(hand.tricks), rng)) for hand in sheet.past]
        hands: tuple[tuple[Card, ...], ...] = ((),) * self.players
        if phase != "over":
            *held, aside = self.hidden(view).share(rng)
            hands = tuple(
                view.hand if seat == view.seat else tuple(sorted(cards, key=_in_order))
                for seat, cards in enumerate(held)
            )
            decks.append(tuple(aside))
        while len(decks) < self.max_hands:
            decks.append(shuffled(self.deck, rng))
        legal: tuple[Move, ...] = ()
        if view.turn is not None:
            legal = _BIDS[sheet.size] if phase == "bid" else playable(hands[view.turn], view.trick)
        return State(
            phase=phase,
            turn=view.turn,
            hands=hands,
            leader=view.leader,
            trick=view.trick,
            trump=view.trump,
            taken=view.taken,
            bids=view.bids,
            tricks=view.tricks,
            sheet=sheet,
            decks=tuple(decks),
            legal=legal,
        )

    def _unplayed(self, tricks: Sequence[Trick]) -> list[Card]:
        played = {card for trick in tricks for card in trick.cards}
        return [card for card in self.deck if card not in played]

    def piles(self, state: State) -> Mapping[str, tuple[Card, ...]]:
        """Where every card is. ``hand 1`` and so on are the decks that are left: to be dealt, or set aside."""
        piles = {f"hand {number}": deck for number, deck in enumerate(state.decks, 1)}
        if self.dealer is None:
            piles |= {"dealer": (), "drawn": state.sheet.drawn}
        piles |= {self.seats[seat]: hand for seat, hand in enumerate(state.hands)}
        piles["trick"] = state.trick
        piles["tricks"] = tuple(card for trick in state.tricks for card in trick.cards)
        piles["past"] = tuple(card for hand in state.sheet.past for trick in hand.tricks for card in trick.cards)
        return piles

    def result(self, state: State) -> str:
        """Who won and the totals by side, such as ``player 2 wins 30 36 33``."""
        if state.phase != "over":
            return ""
        seats = self.winners(state.sheet)
        who = " and ".join(self.seats[seat] for seat in seats) or "nobody"
        return " ".join((who, "win" if len(seats) > 1 else "wins", *map(str, state.sheet.totals)))

    # Text

    def read(self, state: State, text: str) -> Move:
        """The move that a text names: a card such as ``8MS``, or ``bid`` and a number."""
        words = text.strip().lower().split()
        if words[:1] == ["bid"]:
            if len(words) == 2 and words[1].isascii() and words[1].isdigit() and len(words[1]) <= 2:
                return Bid(int(words[1]))
            raise BadText(text, "is no bid", ("bid NUMBER",))
        if not words:
            raise BadText(text, "is no move", ("a card", "bid NUMBER"))
        return Card.read(text)

    def write(self, move: Move) -> str:
        """The text of a move."""
        return move.code if isinstance(move, Card) else f"bid {move.tricks}"


_new = tuple.__new__
"""Makes a named tuple from its fields in order, in a third of the time that calling its class takes."""


def dealt(deck: Sequence[Card], players: int, dealer: Seat, size: int) -> tuple[tuple[Card, ...], ...]:
    """The hands by seat: one card at a time from the dealer's left, from the top of the deck.

    Rules trump-clockwise, trump-players. Raises :class:`~aces.rules.BadText` when the deck is too small.
    """
    if len(deck) < players * size:
        raise BadText(len(deck), "cards are too few to deal", (f"at least {players * size}",))
    return tuple(tuple(deck[(seat - dealer - 1) % players : players * size : players]) for seat in range(players))


def _switch(value: object, name: str) -> bool:
    if not isinstance(value, bool):
        raise BadText(value, f"does not say whether {name} is on", ("yes", "no"))
    return value


def _yes(header: Mapping[str, str], key: str) -> bool:
    word = header.get(key, "no")
    if word not in ("yes", "no"):
        raise BadText(word, f"does not say whether {key} is on", ("yes", "no"))
    return word == "yes"


def _word(on: bool) -> str:
    return "yes" if on else "no"


def _seat(word: str, players: int) -> Seat:
    names = tuple(f"player {seat + 1}" for seat in range(players))
    if word not in names:
        raise BadText(word, "is nobody who could deal first", ("drawn", *names))
    return names.index(word)
