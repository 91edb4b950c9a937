"""Ace Game: get rid of your cards; who smashes gives the round away, and the last one left loses.

>>> from aces.match import Match
>>> match = Match(AceGame(players=3), seed=1)
>>> while not match.over:
...     events = match.play(match.moves()[0])
>>> match.result
'player 2 loses in round 22'
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from random import Random
from typing import Literal, NamedTuple, cast

from ..cards import DECK, Card, Suit, complete, from_one_deck, shuffled, stream
from ..games import check_keys
from ..rules import BadText, Decks, Refusal, Refused, Seat, Step, read_whole, whole
from .shown import Shown, hidden, imagined, nothing_shown
from .table import (
    HAND,
    MOST_ROUNDS,
    SUIT_BITS,
    Event,
    Known,
    Laws,
    Play,
    Round,
    Table,
    bit,
    bits,
    card_of,
    card_problem,
    cards_of,
    playable,
)

LEAST_PLAYERS = 2
MOST_PLAYERS = len(DECK) // HAND
"""Five cards for each must be there (rule game-players)."""

Smash = Literal["stop", "full"]
NextLeader = Literal["literal", "family"]
SMASHES: tuple[Smash, ...] = ("stop", "full")
NEXT_LEADERS: tuple[NextLeader, ...] = ("literal", "family")
UNLIMITED = "unlimited"

OPTION_RULES: Mapping[str, str] = {
    "players": "game-players",
    "smash": "game-smash-ends",
    "next-leader": "game-after-complete",
    "max-superover": "game-superover-once",
    "start": "game-start",
}
"""Every option with the rule that it is about, in the order of records."""

START_CARDS: tuple[Card, ...] = tuple(reversed([card for card in DECK if card.suit is Suit.SPADES]))
"""Each seat draws one of the first of these, as many as there are players: who has the Ace starts."""

_ALL = bits(DECK)

Move = Card
"""A move is the card that is played; draws are forced and happen by themselves."""


class State(NamedTuple):
    """The whole world. ``hands`` are sets of cards as bits, ``deck`` and ``discard`` single cards so, in order.

    (See :mod:`aces.ace_game.table`.) ``out`` are the seats that completed, in order; ``last`` is the last
    finished round; ``seen`` the positions at each lead since the deck is out; ``chance`` the order that the
    superover goes by, of which ``turned`` cards are used up; ``start`` the cards drawn for the start.
    """

    turn: Seat | None
    hands: tuple[int, ...]
    deck: tuple[int, ...]
    discard: tuple[int, ...]
    playing: tuple[bool, ...]
    out: tuple[Seat, ...]
    leader: Seat
    plays: tuple[Play, ...]
    rounds: tuple[Round, ...]
    superovers: int
    loser: Seat | None
    seen: tuple[Known, ...]
    chance: tuple[int, ...]
    turned: int
    start: tuple[Card, ...]
    shown: Shown

    @property
    def stalemate(self) -> bool:
        """Whether it ended without a loser (rule game-stop)."""
        return self.turn is None and self.loser is None

    def hand(self, seat: Seat) -> tuple[Card, ...]:
        """The cards of a seat, in the order of the deck."""
        return cards_of(self.hands[seat])


class View(NamedTuple):
    """What a seat may see: its own hand, of the others only how many cards, and what everybody has seen.

    ``dealt`` is False before the deal; ``hand`` is empty for somebody who only watches. ``deck`` is how many
    cards are left to draw.
    """

    seat: Seat | None
    dealt: bool
    turn: Seat | None
    hand: tuple[Card, ...]
    counts: tuple[int, ...]
    deck: int
    playing: tuple[bool, ...]
    out: tuple[Seat, ...]
    leader: Seat
    plays: tuple[Play, ...]
    rounds: tuple[Round, ...]
    superovers: int
    loser: Seat | None
    start: tuple[Card, ...]
    shown: Shown

    @property
    def stalemate(self) -> bool:
        """Whether it ended without a loser (rule game-stop)."""
        return self.dealt and self.turn is None and self.loser is None

    @property
    def last(self) -> Round | None:
        """The last finished round."""
        return self.rounds[-1] if self.rounds else None

    @property
    def suit(self) -> Suit | None:
        """The suit that was led; None before a lead."""
        return self.plays[0].card.suit if self.plays else None

    @property
    def drew(self) -> int:
        """How many cards the seat to move has drawn just now."""
        return self.shown.drew

    @property
    def discard(self) -> tuple[Card, ...]:
        """The discarded cards that everybody knows, in order; ``buried`` ones lie below them."""
        return tuple(map(card_of, self.shown.discard))

    @property
    def buried(self) -> int:
        """How many cards of the discard pile nobody knows, since the superover."""
        return self.shown.buried

    def known(self, seat: Seat) -> tuple[Card, ...]:
        """The cards that everybody knows in somebody's hand: collected, and not yet played."""
        return cards_of(self.shown.hands[seat])

    def lacks(self, seat: Seat) -> tuple[Suit, ...]:
        """The suits that somebody has shown to hold none of, but for cards that everybody knows."""
        gaps = self.shown.lacks[seat]
        if self.shown.fresh[seat]:
            gaps &= self.shown.fresh_lacks[seat]
        return tuple(suit for suit, cards in SUIT_BITS.items() if gaps & cards)


class AceGame:
    """The rules of Ace Game with its options. Immutable.

    ``players`` from 2 to 10 (rule game-players). ``smash``: a smash ends the round at once ("stop"), or
    everybody still plays ("full"; rule game-smash-ends). ``next_leader``: when somebody has completed, the seat
    next to the last of them starts ("literal"), or the highest card as ever if its owner still plays, else the
    seat next to it ("family"; rule game-after-complete). ``max_superover``: how many there may be, None for any
    number (rule game-superover-once). ``start``: who starts; None draws for it (rule game-start). Raises
    :class:`~aces.rules.BadText`.
    """

    __slots__ = ("laws", "max_superover", "next_leader", "players", "seats", "smash", "start")

    game = "ace-game"
    options = tuple(OPTION_RULES)

    def __init__(
        self,
        players: int = 4,
        *,
        smash: Smash = "stop",
        next_leader: NextLeader = "literal",
        max_superover: int | None = 1,
        start: Seat | None = None,
    ) -> None:
        self.players = whole(players, "a number of players", LEAST_PLAYERS, MOST_PLAYERS)
        if smash not in SMASHES:
            raise BadText(smash, "does not say what a smash does to the round", SMASHES)
        self.smash: Smash = smash
        if next_leader not in NEXT_LEADERS:
            raise BadText(next_leader, "does not say who starts when somebody has completed", NEXT_LEADERS)
        self.next_leader: NextLeader = next_leader
        if max_superover is not None:
            whole(max_superover, "a number of superovers", 0, MOST_ROUNDS)
        self.max_superover = max_superover
        self.start = None if start is None else whole(start, "a seat that could start", 0, players - 1)
        self.seats: Mapping[Seat, str] = {seat: f"player {seat + 1}" for seat in range(players)}
        # There is a superover at most before each lead, so that any number is no more than this.
        most = MOST_ROUNDS if max_superover is None else max_superover
        self.laws = Laws(players, smash == "full", next_leader == "family", most)

    def __repr__(self) -> str:
        return (
            f"AceGame({self.players}, smash={self.smash!r}, next_leader={self.next_leader!r}, "
            f"max_superover={self.max_superover}, start={self.start})"
        )

    def __eq__(self, other: object) -> bool:
        return isinstance(other, AceGame) and self.header() == other.header()

    def __hash__(self) -> int:
        return hash(tuple(self.header().items()))

    @classmethod
    def from_header(cls, header: Mapping[str, str]) -> AceGame:
        """The rules with options as text, as :meth:`header` writes them; what is absent is usual."""
        check_keys(header, cls.options)
        players = read_whole(header.get("players", "4"), "a number of players", LEAST_PLAYERS, MOST_PLAYERS)
        superovers = header.get("max-superover", "1")
        start = header.get("start", "drawn")
        return cls(
            players,
            smash=cast(Smash, header.get("smash", "stop")),
            next_leader=cast(NextLeader, header.get("next-leader", "literal")),
            max_superover=None
            if superovers == UNLIMITED
            else read_whole(superovers, "a number of superovers", 0, MOST_ROUNDS, (UNLIMITED,)),
            start=None if start == "drawn" else _seat(start, players),
        )

    def header(self) -> dict[str, str]:
        """The options as text."""
        return {
            "players": str(self.players),
            "smash": self.smash,
            "next-leader": self.next_leader,
            "max-superover": UNLIMITED if self.max_superover is None else str(self.max_superover),
            "start": "drawn" if self.start is None else self.seats[self.start],
        }

    @property
    def longest(self) -> int:
        """A card from everybody in every round (rule game-stop)."""
        return MOST_ROUNDS * self.players

    # Dealing

    def decks(self, seed: int) -> Decks:
        """The deck, the cards that are drawn for the start, and a pack that gives the order of a superover."""
        return {name: shuffled(cards, stream(seed, at)) for at, (name, cards) in enumerate(self._packs().items())}

    def stack(self, tops: Decks) -> Decks:
        """Every deck with the given cards on top, the rest in fixed order."""
        packs = self._packs()
        for name in tops:
            if name not in packs:
                raise BadText(name, "is not a deck here", tuple(packs))
        return {name: complete(tops.get(name, ()), cards, f"the {name}") for name, cards in packs.items()}

    def _packs(self) -> dict[str, tuple[Card, ...]]:
        packs = {"table": DECK}
        if self.max_superover != 0:
            packs["superover"] = DECK
        if self.start is None:
            packs["start"] = START_CARDS[: self.players]
        return packs

    def deal(self, decks: Decks) -> Step[State, Event]:
        """Draws for the start unless it is settled, and deals five cards each (rules game-start, game-deal).

        For the draw each seat takes one of as many spades as there are players; who has the Ace starts.
        """
        deck = decks["table"]
        drawn: tuple[Card, ...] = ()
        events: tuple[Event, ...] = ()
        start = self.start
        if start is None:
            drawn = decks["start"]
            start = drawn.index(START_CARDS[0])
            events = (Event("start", start, cards=drawn),)
        table = Table(
            self.laws, map(bits, dealt(deck, self.players)), tuple(map(bit, deck[HAND * self.players :])), (), start
        )
        table.chance = tuple(map(bit, decks.get("superover", ())))
        table.seen = []
        table.log = [*events, Event("dealt", start, number=HAND)]
        table.begin()
        return self._frozen(table, nothing_shown(self.players), drawn, ())

    def position(
        self,
        hands: Sequence[Sequence[Card]],
        deck: Sequence[Card] = (),
        discard: Sequence[Card] = (),
        leader: Seat = 0,
        playing: Iterable[Seat] | None = None,
        superovers: int = 0,
    ) -> State:
        """A state in the middle of a game, for examples: before a lead, with these cards and no others.

        ``deck`` has its top first, ``playing`` are the seats that have not completed (None: all). A superover
        deals the discard pile in its order. Raises :class:`~aces.rules.BadText` when it cannot be.
        """
        table = self._position(hands, deck, discard, leader, playing, superovers)
        table.begin()
        return self._frozen(table, nothing_shown(self.players, tuple(map(bit, discard))), (), ()).state

    def problem(
        self,
        hands: Sequence[Sequence[Card]],
        deck: Sequence[Card] = (),
        playing: Iterable[Seat] | None = None,
        superovers: int = 0,
    ) -> bool:
        """Whether a superover is due before a lead (rules game-card-problem, game-superover-once)."""
        seats = self._playing(hands, playing, least=1)
        from_one_deck([card for cards in (*hands, deck) for card in cards], "the table")
        whole(superovers, "a number of superovers", 0, MOST_ROUNDS)
        return not deck and superovers < self.laws.superovers and card_problem(bits(hands[seat]) for seat in seats)

    def superover(
        self,
        hands: Sequence[Sequence[Card]],
        discard: Sequence[Card],
        leader: Seat = 0,
        playing: Iterable[Seat] | None = None,
    ) -> tuple[tuple[tuple[Card, ...], ...], tuple[Card, ...]]:
        """The hands after a superover that deals ``discard`` in its order, and the rest (rule game-superover)."""
        table = self._position(hands, (), discard, leader, playing, 0)
        table.superover()
        return tuple(map(cards_of, table.hands)), tuple(map(card_of, table.discard))

    def _playing(
        self, hands: Sequence[Sequence[Card]], playing: Iterable[Seat] | None, least: int = 2
    ) -> tuple[Seat, ...]:
        if len(hands) != self.players:
            raise BadText(len(hands), "is not the number of hands", (f"{self.players} hands",))
        seats = tuple(range(self.players)) if playing is None else tuple(sorted(playing))
        for seat in seats:
            whole(seat, "a seat at this table", 0, self.players - 1)
        if len(set(seats)) < max(least, len(seats)):
            raise BadText(
                " ".join(map(str, seats)), "are not the seats still playing", (f"{least} or more, each once",)
            )
        for seat, hand in enumerate(hands):
            if hand and seat not in seats:
                raise BadText(self.seats[seat], "has completed and holds no cards", ("an empty hand",))
        return seats

    def _position(
        self,
        hands: Sequence[Sequence[Card]],
        deck: Sequence[Card],
        discard: Sequence[Card],
        leader: Seat,
        playing: Iterable[Seat] | None,
        superovers: int,
    ) -> Table:
        seats = self._playing(hands, playing)
        from_one_deck([card for cards in (*hands, deck, discard) for card in cards], "the table")
        whole(superovers, "a number of superovers", 0, MOST_ROUNDS)
        if leader not in seats:
            raise BadText(leader, "does not play, so cannot lead", tuple(map(str, seats)))
        if not hands[leader] and not deck:
            raise BadText(self.seats[leader], "has nothing to lead", ("a card in hand, or a deck",))
        table = Table(
            self.laws,
            map(bits, hands),
            tuple(map(bit, deck)),
            tuple(map(bit, discard)),
            leader,
            [seat in seats for seat in range(self.players)],
        )
        table.out = [seat for seat in range(self.players) if seat not in seats]
        table.superovers = superovers
        table.chance = tuple(map(bit, complete(discard, DECK, "the superover")))
        table.seen = []
        table.log = []
        return table

    # States and tables

    def table(self, state: State) -> Table:
        """A table to play on from a state; the state stays as it is."""
        table = Table(self.laws, state.hands, state.deck, state.discard, state.leader, state.playing)
        table.lay((play.seat, 1 << play.card.index) for play in state.plays)
        table.turn = -1 if state.turn is None else state.turn
        table.out = list(state.out)
        table.rounds = len(state.rounds)
        table.superovers = state.superovers
        table.chance = state.chance
        table.turned = state.turned
        table.drew = state.shown.drew
        return table

    def _frozen(
        self, table: Table, shown: Shown, start: tuple[Card, ...], rounds: tuple[Round, ...]
    ) -> Step[State, Event]:
        assert table.log is not None
        for event in table.log:
            shown = shown.after(event)
            if event.round is not None:
                rounds += (event.round,)
        over = table.turn < 0
        state = State(
            turn=None if over else table.turn,
            hands=tuple(table.hands),
            deck=table.deck[table.at :],
            discard=table.discard,
            playing=tuple(table.playing),
            out=tuple(table.out),
            leader=table.leader,
            plays=tuple(map(Play, table.by, map(card_of, table.pile))),
            rounds=rounds,
            superovers=table.superovers,
            loser=table.loser if over and table.loser >= 0 else None,
            seen=tuple(table.seen or ()),
            chance=table.chance,
            turned=table.turned,
            start=start,
            shown=shown,
        )
        return Step(state, tuple(table.log))

    # Legality

    def turn(self, state: State) -> Seat | None:
        """Clockwise from who leads, past seats that have completed or have nothing to play or to draw."""
        return state.turn

    def moves(self, state: State) -> tuple[Move, ...]:
        """The cards that may be played; any draws are done."""
        return cards_of(_choices(state))

    def objection(self, state: State, move: Move) -> Refusal | None:
        """Why a move is not allowed, with the rule that forbids it."""
        allowed = _choices(state)
        if type(move) is Card and allowed & bit(move):
            return None
        rule, reason = self._reason(state, move)
        return Refusal(self.write(move), rule, reason, tuple(self.write(legal) for legal in cards_of(allowed)))

    def _reason(self, state: State, move: Move) -> tuple[str, str]:
        if state.turn is None:
            rule = "game-stop" if state.loser is None else "game-loser"
            return rule, "The game is over."
        hand = state.hands[state.turn]
        if not state.plays:
            if state.shown.drew:
                return "game-empty-lead", f"Your hand was empty, so you drew {card_of(hand)} and lead it."
            return "game-lead", "You lead a card of your own hand, and this is not in it."
        led = state.plays[0].card
        asked = f"{led} was led"
        mine = cards_of(hand & SUIT_BITS[led.suit])
        if state.shown.drew and mine:
            return "game-draw", f"{asked} and you drew {_count(state.shown.drew)} for it, so you play {mine[0]}."
        if mine:
            held = _listed(mine)
            return "game-follow", f"{asked}, so you play a card of {led.suit.word}: you hold {held}."
        return "game-red-day", f"{asked} and there is no card to draw, so you smash with any card of your own hand."

    # Playing

    def step(self, state: State, move: Move) -> Step[State, Event]:
        """Plays one move and whatever follows from it; an illegal one raises :class:`~aces.rules.Refused`."""
        if type(move) is not Card or not _choices(state) & bit(move):
            refusal = self.objection(state, move)
            assert refusal is not None
            raise Refused(refusal)
        table = self.table(state)
        table.seen = list(state.seen)
        table.log = []
        table.play(bit(move))
        return self._frozen(table, state.shown, state.start, state.rounds)

    # Seeing

    def view(self, state: State, seat: Seat | None) -> View:
        """What a seat sees: its own hand with what it drew, and what the whole table knows."""
        return View(
            seat=seat,
            dealt=True,
            turn=state.turn,
            hand=() if seat is None else cards_of(state.hands[seat]),
            counts=tuple([hand.bit_count() for hand in state.hands]),
            deck=len(state.deck),
            playing=state.playing,
            out=state.out,
            leader=state.leader,
            plays=state.plays,
            rounds=state.rounds,
            superovers=state.superovers,
            loser=state.loser,
            start=state.start,
            shown=state.shown,
        )

    def blank(self) -> View:
        """The table before the deal."""
        return View(
            seat=None,
            dealt=False,
            turn=None,
            hand=(),
            counts=(0,) * self.players,
            deck=len(DECK),
            playing=(True,) * self.players,
            out=(),
            leader=0,
            plays=(),
            rounds=(),
            superovers=0,
            loser=None,
            start=(),
            shown=nothing_shown(self.players),
        )

    def watch(self, view: View, event: Event) -> View:
        """The public view after one more event."""
        view = view._replace(shown=view.shown.after(event))
        kind, seat = event.kind, event.seat
        if kind == "played":
            assert event.card is not None
            plays = (*view.plays, Play(seat, event.card))
            counts = _changed(view.counts, seat, -1)
            return view._replace(plays=plays, counts=counts, turn=self._after(view, seat))
        if kind == "drew":
            counts = _changed(view.counts, seat, event.number)
            return view._replace(turn=seat, counts=counts, deck=view.deck - event.number)
        if kind == "skipped":
            return view._replace(turn=self._after(view, seat))
        if kind == "round":
            assert event.round is not None
            counts = _changed(view.counts, seat, len(view.plays)) if event.round.smashed else view.counts
            return view._replace(plays=(), counts=counts, rounds=(*view.rounds, event.round))
        if kind == "out":
            playing = (*view.playing[:seat], False, *view.playing[seat + 1 :])
            return view._replace(playing=playing, out=(*view.out, seat))
        if kind == "leads":
            return view._replace(turn=seat, leader=seat)
        if kind == "superover":
            counts = tuple([old + new for old, new in zip(view.counts, event.numbers, strict=True)])
            return view._replace(counts=counts, superovers=view.superovers + 1)
        if kind == "over":
            return view._replace(turn=None, loser=None if seat < 0 else seat)
        if kind == "start":
            return view._replace(start=event.cards)
        counts = (event.number,) * self.players
        left = view.deck - event.number * self.players
        return view._replace(dealt=True, turn=seat, leader=seat, counts=counts, deck=left)

    def _after(self, view: View, seat: Seat) -> Seat:
        """The next seat that plays."""
        count = self.players
        around = [(seat + step) % count for step in range(1, count)]
        return next((other for other in around if view.playing[other]), seat)

    def imagine(self, view: View, rng: Random) -> State:
        """A world that fits the view and what the whole table knows (see :mod:`aces.ace_game.shown`)."""
        own = bits(view.hand)
        table = bits(play.card for play in view.plays)
        secret = hidden(view.shown, own, view.seat, view.counts, view.deck, table, _ALL)
        on_turn = view.turn if view.plays and view.turn != view.seat else None
        world = imagined(secret, on_turn, view.shown, rng)
        if world is None:
            raise BadText(None, "No deal fits what this view shows", ("a view that a game gave",))
        hands = [
            own if seat == view.seat else held | known
            for seat, (held, known) in enumerate(zip(world.hands, view.shown.hands, strict=True))
        ]
        return State(
            turn=view.turn,
            hands=tuple(hands),
            deck=world.deck,
            discard=(*world.buried, *view.shown.discard),
            playing=view.playing,
            out=view.out,
            leader=view.leader,
            plays=view.plays,
            rounds=view.rounds,
            superovers=view.superovers,
            loser=view.loser,
            seen=(),
            chance=() if self.max_superover == 0 else tuple(map(bit, shuffled(DECK, rng))),
            turned=0,
            start=view.start,
            shown=view.shown,
        )

    def piles(self, state: State) -> Mapping[str, tuple[Card, ...]]:
        """Where every card is. ``table``, ``superover`` and ``start`` are the decks that are left."""
        piles = {"table": tuple(map(card_of, state.deck))}
        piles |= {name: state.hand(seat) for seat, name in self.seats.items()}
        piles["round"] = tuple(play.card for play in state.plays)
        piles["discard"] = tuple(map(card_of, state.discard))
        if self.max_superover != 0:
            order = tuple(map(card_of, state.chance))
            piles |= {"superover": order[state.turned :], "superover used": order[: state.turned]}
        if self.start is None:
            piles |= {"start": (), "drawn": state.start}
        return piles

    def result(self, state: State) -> str:
        """Who loses, such as ``player 2 loses in round 24``; all others win, unranked (rule game-winners)."""
        if state.turn is not None:
            return ""
        what = "stalemate" if state.loser is None else f"{self.seats[state.loser]} loses"
        return f"{what} in round {len(state.rounds)}"

    # Text

    def read(self, state: State, text: str) -> Move:
        """The card that a text names."""
        return Card.read(text)

    def write(self, move: Move) -> str:
        """The text of a move."""
        return move.code


def dealt(deck: Sequence[Card], players: int) -> tuple[tuple[Card, ...], ...]:
    """The hands by seat: five each, one card at a time from the top of the deck, from seat 0 (rule game-deal)."""
    return tuple(tuple(deck[seat : HAND * players : players]) for seat in range(players))


def winners(state: State) -> tuple[Seat, ...]:
    """Everybody but the loser, once there is one; nobody in a stalemate (rule game-winners)."""
    if state.loser is None:
        return ()
    return tuple(seat for seat in range(len(state.hands)) if seat != state.loser)


def _choices(state: State) -> int:
    if state.turn is None:
        return 0
    return playable(state.hands[state.turn], state.shown.suit)


def _changed(row: tuple[int, ...], at: int, by: int) -> tuple[int, ...]:
    return (*row[:at], row[at] + by, *row[at + 1 :])


def _count(number: int) -> str:
    return "one card" if number == 1 else f"{number} cards"


def _listed(cards: Sequence[Card]) -> str:
    return str(cards[0]) if len(cards) == 1 else f"{', '.join(map(str, cards[:-1]))} and {cards[-1]}"


def _seat(word: str, players: int) -> Seat:
    names = tuple(f"player {seat + 1}" for seat in range(players))
    if word not in names:
        raise BadText(word, "is nobody who could start", ("drawn", *names))
    return names.index(word)
