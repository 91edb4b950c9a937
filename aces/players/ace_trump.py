"""Computer players for Ace Trump. They are given views; what they do not see they imagine.

``easy`` plays any legal card. ``medium`` follows a few rules of thumb. ``hard`` imagines worlds that fit what
was seen and shown, plays each of its cards out in every one of them, mostly by those rules of thumb and
sometimes by chance, and takes the card that earned most. It looks at a fixed number of worlds, so that a seed
replays a game.

Inside, a set of cards is a whole number with one bit for each card, the card's index: cards are in order of
rank, so the lowest bit is the lowest card. All that is known of the rules comes from :mod:`aces.ace_trump`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import lru_cache
from random import Random

from ..ace_trump.game import AceTrump, Bid, Move, View
from ..ace_trump.trick import Ties, led_card, powers, trump_after
from ..cards import Chance
from ..decktet import ACES, EXCUSE, FULL_DECK, SUITS, Card, Suit
from ..rules import BadText, Seat
from . import Player, RandomPlayer

WORLDS = 30
"""How many worlds the hard player imagines for a decision."""

PLAYED_OUT = 30
"""How often it plays each world out, shared among the cards it could play: each at least once, at most
:data:`MOST_EACH` times."""

MOST_EACH = 6

CHANCE = 0.2
"""How often a card is played by chance when the hard player plays a world out."""

_NONE = len(SUITS)
"""The place of "no trump" in tables by trump."""

_E = EXCUSE.index
_EXCUSE = 1 << _E
_ACES = sum(1 << ace.index for ace in ACES)
_TRUMPS: tuple[Suit | None, ...] = (*SUITS, None)
_OF = tuple(sum(1 << card.index for card in FULL_DECK if suit and card.mask & suit.bit) for suit in _TRUMPS)
"""The cards of each suit; of no suit, none."""

_JOINS = tuple(sum(1 << card.index for card in FULL_DECK if card.follows(led)) for led in FULL_DECK)
"""The cards that follow each led card."""


def _lowest(cards: int) -> int:
    return (cards & -cards).bit_length() - 1


class Table:
    """What the rules say of cards in a trick, by number: made once for each set of options that matter here."""

    def __init__(self, ties: Ties, sticky: bool, fixed: Suit | None) -> None:
        self.ties = ties
        self.sticky = sticky
        self.next = tuple(
            tuple(_TRUMPS.index(trump_after(trump, ace, sticky, fixed)) for ace in ACES) for trump in _TRUMPS
        )
        self.changes = tuple(
            sum(1 << ace.index for ace in ACES if after[ace.index] != trump) for trump, after in enumerate(self.next)
        )
        """For each trump, the Aces that would change it."""
        self._over: list[tuple[int, ...] | None] = [None] * (len(_TRUMPS) * len(FULL_DECK))

    def over(self, trump: int, led: int) -> tuple[int, ...]:
        """For each card that is the best of a trick so far, the cards that would take the trick from it."""
        at = trump * len(FULL_DECK) + led
        row = self._over[at]
        if row is None:
            power = powers(FULL_DECK[led], _TRUMPS[trump], self.ties)
            least = 0 if self.ties == "late" else 1
            row = tuple(
                sum(1 << card for card, mine in enumerate(power) if mine >= best + least and mine) for best in power
            )
            self._over[at] = row
        return row

    def led(self, trick: Sequence[int]) -> int:
        """The card that is to be followed; -1 while there is none."""
        card = led_card([FULL_DECK[card] for card in trick])
        return -1 if card is None else card.index

    def best(self, trick: Sequence[int], trump: int, led: int) -> int:
        """The place of the card that takes the trick so far, in which ``led`` was led."""
        row, at = self.over(trump, led), trick.index(led)
        for place in range(at + 1, len(trick)):
            if row[trick[at]] >> trick[place] & 1:
                at = place
        return at

    def takers(self, aces: int, trick: Sequence[int], led: int, trump: int) -> int:
        """Those of the Aces that would take the trick by making their suit trump."""
        found = 0
        while aces:
            ace = _lowest(aces)
            aces &= aces - 1
            if self.best([*trick, ace], self.next[trump][ace], led) == len(trick):
                found |= 1 << ace
        return found


@lru_cache(maxsize=64)
def _table(ties: Ties, sticky: bool, fixed: Suit | None) -> Table:
    return Table(ties, sticky, fixed)


def table(rules: AceTrump) -> Table:
    """The table for these rules."""
    return _table(rules.ties, rules.sticky, rules.fixed_trump)


def bits(cards: Iterable[Card]) -> int:
    """Cards as a whole number."""
    return sum(1 << card.index for card in cards)


class Position:
    """One moment of a hand as numbers: the hands of a world, and what lies on the table."""

    __slots__ = ("hands", "leader", "sides", "taken", "trick", "trump")

    def __init__(self, hands: list[int], sides: int, leader: Seat, trick: list[int], trump: int, taken: list[int]):
        self.hands = hands
        self.sides = sides
        self.leader = leader
        self.trick = trick
        self.trump = trump
        self.taken = taken

    def play_out(self, table: Table, rng: Chance, chance: float, first: int = -1) -> list[int]:
        """Plays the hand to its end and returns the tricks taken by seat; ``first`` is the next card, if set."""
        hands, sides, trick = self.hands[:], self.sides, self.trick[:]
        leader, trump, taken = self.leader, self.trump, self.taken[:]
        count, random = len(hands), rng.random
        alive = 0
        for hand in hands:
            alive |= hand
        while True:
            led, at, over = -1, -1, _NOTHING
            if trick:
                led = table.led(trick)
                if led >= 0:
                    at, over = table.best(trick, trump, led), table.over(trump, led)
            seat = (leader + len(trick)) % count
            for place in range(len(trick), count):
                hand = hands[seat]
                legal = hand
                if led >= 0:
                    legal = hand & _JOINS[led]
                    legal = legal | hand & _EXCUSE if legal else hand
                if first >= 0:
                    card, first = first, -1
                elif not legal & (legal - 1):
                    card = legal.bit_length() - 1
                elif chance and random() < chance:
                    for _ in range(int(random() * legal.bit_count())):
                        legal &= legal - 1
                    card = _lowest(legal)
                elif led < 0:
                    card = lead(table, hand, alive & ~hand, trump)
                else:
                    mate = (place - at) % sides == 0
                    others, after = alive & ~hand, count - 1 - place
                    card = follow(table, hand, legal, others, over[trick[at]], trick, led, trump, after, mate)
                bit = 1 << card
                hands[seat] = hand ^ bit
                alive ^= bit
                trick.append(card)
                if led < 0:
                    if card != _E:
                        led, at = card, place
                        if bit & _ACES:
                            trump = table.next[trump][card]
                        over = table.over(trump, led)
                elif bit & _ACES and table.next[trump][card] != trump:
                    trump = table.next[trump][card]
                    at, over = table.best(trick, trump, led), table.over(trump, led)
                elif over[trick[at]] & bit:
                    at = place
                seat = seat + 1 if seat + 1 < count else 0
            leader = (leader + at) % count
            taken[leader] += 1
            trick = []
            if not hands[leader]:
                return taken


_NOTHING: tuple[int, ...] = ()


def lead(table: Table, hand: int, others: int, trump: int) -> int:
    """A card to lead by rule of thumb; ``others`` are the cards that others may hold.

    The highest trump if it is the highest of all; with Sticky Aces, the Ace of a suit that the hand is long in;
    else the highest card that is no trump.
    """
    trumps, changes = _OF[trump], table.changes[trump]
    mine, theirs = hand & trumps, others & trumps
    if theirs and mine > theirs:
        return mine.bit_length() - 1
    if table.sticky and hand & changes:
        ace = _best_ace(table, hand, hand & changes, others, trump)
        if ace >= 0:
            return ace
    plain = hand & ~(trumps | changes | _EXCUSE)
    rest = plain or hand & ~(changes | _EXCUSE) or hand & ~_EXCUSE or hand
    return rest.bit_length() - 1


def follow(
    table: Table,
    hand: int,
    legal: int,
    others: int,
    over: int,
    trick: Sequence[int],
    led: int,
    trump: int,
    after: int,
    mate: bool,
) -> int:
    """A card to play by rule of thumb to a trick in which a card was led.

    ``over`` are the cards that would take the trick as trump is now, ``after`` how many play later; ``mate``
    says that one's own side has the trick so far. Takes the trick with the cheapest card if last, else with the
    highest that is no trump, else with the lowest trump; else with an Ace if that can take it; else makes
    trump if that helps; else gives away the lowest card.
    """
    trumps, changes = _OF[trump], table.changes[trump]
    winners = legal & over & ~changes
    if winners and (after or not mate):
        plain = winners & ~trumps
        if plain and after:
            return plain.bit_length() - 1
        return _lowest(plain or winners)
    aces = legal & changes
    if aces:
        if after <= _BOLD and not mate:
            free = table.takers(aces, trick, led, trump)
            if free:
                return _lowest(free)
        ace = _best_ace(table, hand, aces, others, trump)
        if ace >= 0:
            return ace
    return _lowest(legal & ~(trumps | changes | _EXCUSE) or legal & _EXCUSE or legal & ~changes or legal)


_BOLD = 2
"""An Ace that would take the trick is played if no more than so many play after it."""

_WORTH_IT = 2.0


def _best_ace(table: Table, hand: int, aces: int, others: int, trump: int) -> int:
    """The Ace whose suit would serve the hand better as trump than what is trump now, if clearly so; else -1.

    A suit is worth two for each card of it in the hand, less a half for each that others may hold.
    """
    now = hand & _OF[trump], others & _OF[trump]
    most = 2.0 * now[0].bit_count() - 0.5 * now[1].bit_count() + _WORTH_IT
    best = -1
    while aces:
        ace = _lowest(aces)
        aces &= aces - 1
        suit = _OF[table.next[trump][ace]]
        worth = 2.0 * (hand & suit & ~(1 << ace)).bit_count() - 0.5 * (others & suit).bit_count()
        if worth > most:
            best, most = ace, worth
    return best


class Medium:
    """Rules of thumb: see :func:`lead` and :func:`follow`."""

    name = "medium"
    summary = "leads high, takes tricks cheaply, gives away low cards"

    def __init__(self, rules: AceTrump) -> None:
        self.rules = rules
        self.table = table(rules)

    def choose(self, view: View, moves: tuple[Move, ...], rng: Random) -> Move:
        """The card or bid that the rules of thumb give."""
        if view.phase == "bid":
            return moves[min(self.bid(view), len(moves) - 1)]
        hand, trump = bits(view.hand), _TRUMPS.index(view.trump)
        seen = bits(view.trick) | bits(card for trick in view.tricks for card in trick.cards)
        others = bits(self.rules.deck) & ~(seen | hand)
        trick = [card.index for card in view.trick]
        led = self.table.led(trick)
        if led < 0:
            return FULL_DECK[lead(self.table, hand, others, trump)]
        legal = bits(move for move in moves if isinstance(move, Card))
        at = self.table.best(trick, trump, led)
        over = self.table.over(trump, led)[trick[at]]
        mate = (len(trick) - at) % self.rules.sides == 0
        after = self.rules.players - 1 - len(trick)
        return FULL_DECK[follow(self.table, hand, legal, others, over, trick, led, trump, after, mate)]

    def bid(self, view: View) -> int:
        """The tricks that the hand should take, a little rounded up.

        Cards take tricks about as the square of their rank, an Ace as often as a five.
        """
        whole = sum(map(_weight, self.rules.deck))
        mine = sum(map(_weight, view.hand))
        return int(mine * len(self.rules.deck) / (whole * self.rules.players) + _ROUND_UP)


_ROUND_UP = 0.25


def _weight(card: Card) -> int:
    return 25 if card.is_ace else card.value**2


class Hard:
    """Plays each card out in imagined worlds, and takes the one that earned most."""

    name = "hard"
    summary = "imagines the hidden cards many times over and plays every card out"

    def __init__(
        self, rules: AceTrump, worlds: int = WORLDS, played_out: int = PLAYED_OUT, chance: float = CHANCE
    ) -> None:
        self.rules = rules
        self.table = table(rules)
        self.worlds = worlds
        self.chance = chance
        self.played_out = played_out

    def choose(self, view: View, moves: tuple[Move, ...], rng: Random) -> Move:
        """The move with the most points for this seat's side over all worlds."""
        if len(moves) == 1:
            return moves[0]
        seat = view.seat
        assert seat is not None
        hidden, mine = self.rules.hidden(view), bits(view.hand)
        trick, trump = [card.index for card in view.trick], _TRUMPS.index(view.trump)
        sums = [0] * len(moves)
        bidding = view.phase == "bid"  # one world played out says what every bid would earn
        rounds = MOST_EACH if bidding else min(max(self.played_out // len(moves), 1), MOST_EACH)
        for _ in range(self.worlds):
            *held, _ = hidden.share(rng)
            hands = [bits(cards) for cards in held]
            hands[seat] = mine
            position = Position(hands, self.rules.sides, view.leader, trick, trump, list(view.taken))
            for _ in range(rounds):
                if bidding:
                    tricks = position.play_out(self.table, rng, self.chance)[seat]
                for at, move in enumerate(moves):
                    if isinstance(move, Bid):
                        sums[at] += self.rules.points_of(tricks, move.tricks)
                    else:
                        taken = position.play_out(self.table, rng, self.chance, move.index)
                        sums[at] += self._worth(taken, view, seat)
        return moves[sums.index(max(sums))]

    def _worth(self, taken: Sequence[int], view: View, seat: Seat) -> int:
        """The points of a seat's side from a finished hand."""
        rules = self.rules
        if not rules.bidding and not rules.partners:
            return taken[seat]
        return sum(
            rules.points_of(taken[mate], view.bids[mate])
            for mate in range(seat % rules.sides, rules.players, rules.sides)
        )


class Easy(RandomPlayer):
    """Any legal move."""

    name = "easy"
    summary = "plays any card that is allowed"


PLAYERS: Mapping[str, Callable[[AceTrump], Player[View, Move]]] = {
    "easy": lambda rules: Easy(),
    "medium": Medium,
    "hard": Hard,
}
"""Every strength by name, from the weakest."""


def player(name: str, rules: AceTrump) -> Player[View, Move]:
    """The player of that strength; :class:`~aces.rules.BadText` if there is none."""
    if name not in PLAYERS:
        raise BadText(name, "is not a computer player", tuple(PLAYERS))
    return PLAYERS[name](rules)
