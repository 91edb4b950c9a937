"""The one place where Ace Game is played: the table between two choices, on sets of cards as bits.

A set of cards is a whole number; card ``DECK[i]`` is its bit ``i``, so that within a suit the higher bit is
the higher card (rule game-rank). Such sets are quick to copy, to search and to compare, which lets players
try thousands of games through these very rules. Nothing here checks whether a move is legal.
"""

from __future__ import annotations

from collections.abc import Iterable
from random import Random
from typing import Literal, NamedTuple

from ..cards import DECK, RANKS, SUITS, Card, Chance, Suit, shuffled
from ..rules import Seat

HAND = 5
"""Cards in each hand at the deal, and again after a superover (rules game-deal, game-superover)."""

LARGEST_PROBLEM = 4
"""Nobody holds more than this many cards in a card problem (rule game-card-problem)."""

SMALLEST_PROBLEM = 3
"""There are at least this many cards in a card problem (rule game-card-problem)."""

MOST_ROUNDS = 1000
"""After this many rounds there is no loser (rule game-stop)."""

REPEATS = 3
"""The same position for this many times is a stalemate (rule game-stop)."""

SUIT_BITS: dict[Suit, int] = {suit: (1 << len(RANKS)) - 1 << len(RANKS) * at for at, suit in enumerate(SUITS)}
"""All cards of each suit."""

_FOUR = tuple(SUIT_BITS.values())
SUIT_AROUND: dict[int, int] = {1 << card.index: SUIT_BITS[card.suit] for card in DECK}
"""All cards of the suit of each card."""

Known = tuple[int, ...]


def bit(card: Card) -> int:
    """The set of one card."""
    return 1 << card.index


def bits(cards: Iterable[Card]) -> int:
    """The set of some cards."""
    whole = 0
    for card in cards:
        whole |= 1 << card.index
    return whole


def card_of(one: int) -> Card:
    """The card of a set of one."""
    return DECK[one.bit_length() - 1]


def cards_of(some: int) -> tuple[Card, ...]:
    """The cards of a set, in the order of the deck."""
    found = []
    while some:
        lowest = some & -some
        found.append(DECK[lowest.bit_length() - 1])
        some ^= lowest
    return tuple(found)


def suit_of(some: int) -> Suit | None:
    """The suit of the lowest card of a set; None for an empty one."""
    return DECK[(some & -some).bit_length() - 1].suit if some else None


def playable(hand: int, suit: int) -> int:
    """What may be played of a hand when ``suit`` was led, 0 for a lead, once any draws are done.

    A card of the suit, of any rank; without one any card, which is a smash
    (rules game-lead, game-follow, game-draw, game-red-day).
    """
    return hand & suit or hand


class Play(NamedTuple):
    """A card that somebody played."""

    seat: Seat
    card: Card


class Round(NamedTuple):
    """A finished round: its number from 1, who led, the cards in order, whose was the highest of the suit.

    ``smashed``: that seat took all the cards; otherwise they left the game.
    """

    number: int
    leader: Seat
    plays: tuple[Play, ...]
    highest: Seat
    smashed: bool

    @property
    def best(self) -> Card:
        """The highest card of the suit that was led."""
        return next(play.card for play in self.plays if play.seat == self.highest)


EventKind = Literal["start", "dealt", "superover", "drew", "played", "skipped", "round", "out", "leads", "over"]


class Event(NamedTuple):
    """What the table saw. Which fields are set depends on ``kind``:

    ``start`` cards were drawn by seat, and seat starts · ``dealt`` number to each, seat leads ·
    ``superover`` numbers by seat · ``drew`` number for suit, or one to lead · ``played`` card ·
    ``skipped`` seat has no card and nothing to draw · ``round`` round is over · ``out`` seat completed ·
    ``leads`` seat is next, because of rule · ``over`` seat loses because of rule; nobody (-1) in a stalemate.
    """

    kind: EventKind
    seat: Seat = -1
    card: Card | None = None
    number: int = 0
    suit: Suit | None = None
    cards: tuple[Card, ...] = ()
    numbers: tuple[int, ...] = ()
    round: Round | None = None
    rule: str = ""


class Laws(NamedTuple):
    """The options as the table needs them. ``superovers`` is the most there may be."""

    players: int
    full: bool = False
    family: bool = False
    superovers: int = 1


def card_problem(hands: Iterable[int]) -> bool:
    """Whether these hands of everybody still playing are a card problem, the deck being out.

    Nobody holds more than four cards, together they are at least three, and no two share a suit
    (rule game-card-problem).

    >>> card_problem([bits([Card.read("5S")]), bits(map(Card.read, ("3H", "4D")))])
    True
    """
    together = suits = seats = 0
    for hand in hands:
        if hand.bit_count() > LARGEST_PROBLEM:
            return False
        for suit in _FOUR:
            if hand & suit:
                if suits & suit:
                    return False
                suits |= suit
        together += hand.bit_count()
        seats += 1
    return seats > 1 and together >= SMALLEST_PROBLEM


class Table:
    """A game between two choices. It changes; :class:`~aces.ace_game.game.State` is its frozen form.

    ``turn`` is the seat that must choose, -1 once it is over; forced draws and skips are done by then.
    ``loser`` is -1 while there is none. ``chance`` orders the superovers, or else ``rng`` shuffles them.
    ``seen`` are the positions so far, None where nobody counts them. ``log`` gathers the events, if wanted.
    """

    __slots__ = (
        "at", "by", "chance", "deck", "discard", "drew", "hands", "laws", "leader", "log", "loser", "most",
        "out", "pile", "playing", "rng", "rounds", "seen", "smashed", "suit", "superovers", "top", "top_seat",
        "turn", "turned",
    )  # fmt: skip

    def __init__(
        self,
        laws: Laws,
        hands: Iterable[int],
        deck: tuple[int, ...],
        discard: tuple[int, ...] = (),
        leader: Seat = 0,
        playing: Iterable[bool] | None = None,
    ) -> None:
        self.laws = laws
        self.hands = list(hands)
        self.deck = deck
        self.at = 0
        self.discard = discard
        self.playing = [True] * laws.players if playing is None else list(playing)
        self.out: list[Seat] = []
        self.leader = self.turn = leader
        self.suit = self.top = 0
        self.top_seat = leader
        self.pile: list[int] = []
        self.by: list[Seat] = []
        self.smashed = False
        self.drew = 0
        self.rounds = self.superovers = self.turned = 0
        self.most = MOST_ROUNDS
        self.loser = -1
        self.chance: tuple[int, ...] = ()
        self.rng: Chance | None = None
        self.seen: list[Known] | None = None
        self.log: list[Event] | None = None

    def fork(self, rng: Chance) -> Table:
        """The same table once more, to try out what may come: superovers are shuffled by ``rng``, nothing is logged."""
        twin = Table(self.laws, self.hands, self.deck, self.discard, self.leader, self.playing)
        twin.at, twin.turn, twin.suit, twin.top, twin.top_seat = self.at, self.turn, self.suit, self.top, self.top_seat
        twin.pile, twin.by, twin.smashed, twin.drew = self.pile[:], self.by[:], self.smashed, self.drew
        twin.rounds, twin.superovers, twin.most, twin.loser = self.rounds, self.superovers, self.most, self.loser
        twin.rng = rng
        return twin

    def lay(self, plays: Iterable[tuple[Seat, int]]) -> None:
        """Puts the cards of an unfinished round on the table, as they were played."""
        for seat, card in plays:
            self._put(seat, card)

    def choices(self) -> int:
        """The cards that the seat to move may play."""
        return playable(self.hands[self.turn], self.suit)

    # A round

    def begin(self) -> None:
        """Brings the table to the next lead: superover, stop rule, a draw if there is nothing to lead.

        Rules game-card-problem, game-stop, game-empty-lead.
        """
        leader = self.leader
        if self.at == len(self.deck):
            if self.superovers < self.laws.superovers and card_problem(
                hand for hand, playing in zip(self.hands, self.playing, strict=True) if playing
            ):
                self.superover()
            if self.seen is not None:
                position = (*self.hands, leader)
                self.seen.append(position)
                if self.seen.count(position) == REPEATS:
                    self._end(-1, "game-stop")
                    return
        elif not self.hands[leader]:
            self.hands[leader] = self.deck[self.at]
            self.at += 1
            self.drew = 1
            if self.log is not None:
                self.log.append(Event("drew", leader, number=1))
        self.turn = leader

    def play(self, card: int) -> None:
        """Plays a card for the seat to move, and goes on to the next choice."""
        seat = self.turn
        self.hands[seat] ^= card
        self.drew = 0
        if self.log is not None:
            self.log.append(Event("played", seat, card_of(card)))
        self._put(seat, card)
        if self.smashed and not self.laws.full:
            self._resolve()
        else:
            self._advance()

    def _put(self, seat: Seat, card: int) -> None:
        """Rules game-lead, game-rank, game-red-day: the first card asks for its suit, the highest of it counts."""
        self.pile.append(card)
        self.by.append(seat)
        if not self.suit:
            self.suit = SUIT_AROUND[card]
            self.top = card
            self.top_seat = seat
        elif not card & self.suit:
            self.smashed = True
        elif card > self.top:
            self.top = card
            self.top_seat = seat

    def _advance(self) -> None:
        """The next seat that has a choice; the round is over when it is back at the leader.

        A seat without the suit draws until it comes or the deck is out; without a card it is skipped
        (rules game-draw, game-empty-follow).
        """
        seat, suit, hands, count = self.turn, self.suit, self.hands, self.laws.players
        while True:
            seat += 1
            if seat == count:
                seat = 0
            if seat == self.leader:
                self._resolve()
                return
            if not self.playing[seat]:
                continue
            hand = hands[seat]
            if hand & suit:
                break
            if self.at < len(self.deck):
                self._draw(seat)
                break
            if hand:
                break
            if self.log is not None:
                self.log.append(Event("skipped", seat))
        self.turn = seat

    def _draw(self, seat: Seat) -> None:
        deck, at, suit = self.deck, self.at, self.suit
        drawn = 0
        while at < len(deck):
            card = deck[at]
            at += 1
            drawn |= card
            if card & suit:
                break
        self.hands[seat] |= drawn
        self.drew = at - self.at
        self.at = at
        if self.log is not None:
            self.log.append(Event("drew", seat, number=self.drew, suit=suit_of(suit)))

    def _resolve(self) -> None:
        """Where the cards go, who has completed, who starts next or who has lost.

        Rules game-collect, game-clean-round, game-complete, game-complete-order, game-loser, game-last-round.
        """
        if self.smashed:
            self.hands[self.top_seat] |= sum(self.pile)
        else:
            self.discard += tuple(self.pile)
        self.rounds += 1
        if self.log is not None:
            plays = tuple(map(Play, self.by, map(card_of, self.pile)))
            done = Round(self.rounds, self.leader, plays, self.top_seat, self.smashed)
            self.log.append(Event("round", self.top_seat, round=done))
        self.pile = []
        self.by = []
        self.suit = 0
        self.smashed = False
        out = [] if self.at < len(self.deck) else self._completed()
        left = sum(self.playing) - len(out)
        if not left:
            out.remove(self.top_seat)
            self._leave(out)
            self._end(self.top_seat, "game-last-round")
            return
        if out:
            self._leave(out)
        if left == 1:
            self._end(self.playing.index(True), "game-loser")
            return
        if self.rounds == self.most:
            self._end(-1, "game-stop")
            return
        rule = self._next(out)
        if self.log is not None:
            self.log.append(Event("leads", self.leader, rule=rule))
        self.begin()

    def _completed(self) -> list[Seat]:
        """Who has no card left, in the order of the round."""
        count = self.laws.players
        around = (*range(self.leader, count), *range(self.leader))
        return [seat for seat in around if self.playing[seat] and not self.hands[seat]]

    def _leave(self, out: list[Seat]) -> None:
        for seat in out:
            self.playing[seat] = False
            if self.log is not None:
                self.log.append(Event("out", seat))
        self.out += out

    def _next(self, out: list[Seat]) -> str:
        """Sets who starts the next round, and names the rule (game-next-start, game-after-complete)."""
        start = self.top_seat
        if not out or (self.laws.family and self.playing[start]):
            self.leader = start
            return "game-next-start"
        if not self.laws.family:
            start = out[-1]
        while not self.playing[start]:
            start = (start + 1) % self.laws.players
        self.leader = start
        return "game-after-complete"

    def _end(self, loser: Seat, rule: str) -> None:
        self.turn = -1
        self.loser = loser
        if self.log is not None:
            self.log.append(Event("over", loser, rule=rule))

    # The superover

    def superover(self) -> None:
        """Deals the shuffled discard pile round from the start player until everybody playing holds five.

        Rule game-superover. Should the pile run out first, as it can only in a made-up position, that is all.
        """
        pile = self._shuffled()
        hands, count = self.hands, self.laws.players
        got = [0] * count
        around = [seat for seat in (*range(self.leader, count), *range(self.leader)) if self.playing[seat]]
        dealt = 0
        for _ in range(HAND):
            for seat in around:
                if hands[seat].bit_count() < HAND and dealt < len(pile):
                    hands[seat] |= pile[dealt]
                    got[seat] += 1
                    dealt += 1
        if self.rng is None and dealt:
            self.turned = len(DECK) if self.superovers else self.chance.index(pile[dealt - 1]) + 1
        self.discard = pile[dealt:]
        self.superovers += 1
        if self.log is not None:
            self.log.append(Event("superover", self.leader, numbers=tuple(got)))

    def _shuffled(self) -> tuple[int, ...]:
        """The discard pile in the order of a pack that was shuffled at the deal.

        A second superover and later ones go by that pack shuffled anew, by a stream that its whole order gives.
        """
        if self.rng is not None:
            return shuffled(self.discard, self.rng)
        order = self.chance
        if self.superovers:
            number = self.superovers
            for card in order:
                number = number * len(DECK) + card.bit_length() - 1
            order = shuffled(order, Random(number))
        return tuple(sorted(self.discard, key=order.index))
