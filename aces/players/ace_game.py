"""Computer players for Ace Game. They are given views; what they do not see they imagine.

``easy`` plays any legal card. ``medium`` follows a few rules of thumb. ``hard`` imagines worlds that fit what
was seen and shown, plays each of its cards out in every one of them, mostly by those rules of thumb and
sometimes by chance, and takes the card after which it lost least. It looks at a fixed number of worlds, so that
a seed replays a game.

Inside, a set of cards is a whole number (see :mod:`aces.ace_game.table`). The games that ``hard`` tries are
played by the table of the rules itself.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from random import Random

from ..ace_game.game import AceGame, Move, View
from ..ace_game.table import SUIT_BITS, Table, bit, bits, card_of
from ..cards import DECK, RANKS, Chance
from ..rules import BadText, Seat
from . import Player, RandomPlayer

WORLDS = 30
"""How many worlds the hard player imagines for a decision."""

CHANCE = 0.2
"""How often a card is played by chance when the hard player plays a world out."""

MOST_CANDIDATES = 8
"""How many cards the hard player looks at; of a longer list it takes the most different."""

AHEAD = 150
"""A world is given up, as a draw, after so many more rounds."""

_ALL = bits(DECK)
_S, _C, _D, _H = SUIT_BITS.values()
_WIDTH = len(RANKS)
_GAP = 3
"""A seat that lacks a suit weighs as much against leading it as so many cards speak for it."""

_RANK = _S & -_S | _C & -_C | _D & -_D | _H & -_H
"""The four twos; moved up by a rank, the four cards of it."""


def lead(hand: int, others: int, deck: int, gaps: Sequence[int] = ()) -> int:
    """A card to lead by rule of thumb: ``others`` are cards that the others may hold, ``deck`` how many are left.

    While there is a deck, the highest of the longest suit: it keeps the lead, and makes the others draw. Without
    one, the lowest of the suit that is likeliest to be followed: of which the others hold most, and which few
    are known to lack (``gaps``, the suits that each of them has none of).
    """
    mine = 0
    best = -999
    for suit in (_S, _C, _D, _H):
        held = hand & suit
        if held:
            worth = held.bit_count() if deck else (others & suit).bit_count()
            for gap in gaps:
                if gap & suit:
                    worth -= _GAP
            if worth > best:
                best, mine = worth, held
    return 1 << mine.bit_length() - 1 if deck else mine & -mine


def follow(legal: int, top: int, deck: int, last: bool) -> int:
    """A card to follow with by rule of thumb: the highest, but without a deck below the highest so far.

    If every card is above it, the lowest, in the hope of a higher one yet; the highest if nobody plays after.
    """
    if not deck:
        under = legal & top - 1
        if under:
            return 1 << under.bit_length() - 1
        if not last:
            return legal & -legal
    return 1 << legal.bit_length() - 1


def smash(hand: int) -> int:
    """A card to smash with: of the highest rank."""
    ranks = (hand | hand >> _WIDTH | hand >> 2 * _WIDTH | hand >> 3 * _WIDTH) & _S
    high = hand & _RANK << ranks.bit_length() - 1
    return high & -high


def thumb(table: Table) -> int:
    """The card that the rules of thumb play for the seat to move."""
    hands = table.hands
    hand = hands[table.turn]
    suit = table.suit
    deck = len(table.deck) - table.at
    if not suit:
        others = 0
        if not deck:
            for other in hands:
                others |= other
        return lead(hand, others & ~hand, deck)
    legal = hand & suit
    if not legal:
        return smash(hand)
    if not legal & legal - 1:
        return legal
    return follow(legal, table.top, deck, not deck and _last(table.turn, table.leader, table.playing))


def _last(seat: Seat, leader: Seat, playing: Sequence[bool]) -> bool:
    """Whether nobody plays after this seat in the round."""
    count = len(playing)
    while True:
        seat = (seat + 1) % count
        if seat == leader:
            return True
        if playing[seat]:
            return False


def play_out(table: Table, seat: int, rng: Chance, chance: float) -> float:
    """Plays a table on until a seat is out or the game is over: what the seat lost, 1, 0, or a half in a draw."""
    random = rng.random
    playing = table.playing
    play = table.play
    while table.turn >= 0 and playing[seat]:
        if random() < chance:
            legal = table.choices()
            if legal & legal - 1:
                for _ in range(int(random() * legal.bit_count())):
                    legal &= legal - 1
                legal &= -legal
            play(legal)
        else:
            play(thumb(table))
    if table.turn < 0 and table.loser < 0:
        return 0.5
    return float(table.loser == seat)


def candidates(legal: int, others: int, most: int = MOST_CANDIDATES) -> list[int]:
    """The cards worth looking at: of cards of a suit with none of another hand between them only the highest.

    Of more than ``most``, those at even steps through the list.
    """
    found = []
    for suit in (_S, _C, _D, _H):
        held = legal & suit
        while held:
            high = 1 << held.bit_length() - 1
            found.append(high)
            between = others & suit & high - 1
            held &= (1 << between.bit_length()) - 1
    if len(found) > most:
        found = [found[at * (len(found) - 1) // (most - 1)] for at in range(most)]
    return found


class Easy(RandomPlayer):
    """Any legal move."""

    name = "easy"
    summary = "plays any card that is allowed"


class Medium:
    """Rules of thumb: high cards while there is a deck, then low ones, and the highest to smash with."""

    name = "medium"
    summary = "plays high while there is a deck, then stays below, and smashes with the highest card"

    def __init__(self, rules: AceGame) -> None:
        self.rules = rules

    def choose(self, view: View, moves: tuple[Move, ...], rng: Random) -> Move:
        """The card that the rules of thumb give."""
        seat, shown, hand = view.seat, view.shown, bits(view.hand)
        assert seat is not None
        if not view.plays:
            others = [other for other, playing in enumerate(view.playing) if playing and other != seat]
            gaps = [] if view.deck else [self.gap(view, other) for other in others]
            return card_of(lead(hand, _ALL & ~(hand | sum(shown.discard)), view.deck, gaps))
        legal = hand & shown.suit
        if not legal:
            return card_of(smash(hand))
        top = max(bit(play.card) & shown.suit for play in view.plays)
        return card_of(follow(legal, top, view.deck, _last(seat, view.leader, view.playing)))

    def gap(self, view: View, seat: Seat) -> int:
        """The suits that a seat is known to hold no card of."""
        known = view.shown.hands[seat]
        return sum(SUIT_BITS[suit] for suit in view.lacks(seat) if not known & SUIT_BITS[suit])


class Hard:
    """Plays each card out in imagined worlds, and takes the one that lost least."""

    name = "hard"
    summary = "imagines the hidden cards many times over and plays every card out"

    def __init__(self, rules: AceGame, worlds: int = WORLDS, chance: float = CHANCE) -> None:
        self.rules = rules
        self.worlds = worlds
        self.chance = chance

    def choose(self, view: View, moves: tuple[Move, ...], rng: Random) -> Move:
        """The card after which this seat lost least over all worlds."""
        legal = bits(moves)
        others = _ALL & ~(bits(view.hand) | sum(view.shown.discard) | bits(play.card for play in view.plays))
        cards = candidates(legal, others)
        if len(cards) == 1:
            return card_of(cards[0])
        seat = view.seat
        assert seat is not None
        lost = [0.0] * len(cards)
        for _ in range(self.worlds):
            world = self.rules.table(self.rules.imagine(view, rng))
            world.most = len(view.rounds) + AHEAD
            for at, card in enumerate(cards):
                table = world.fork(rng)
                table.play(card)
                lost[at] += play_out(table, seat, rng, self.chance)
        return card_of(cards[lost.index(min(lost))])


PLAYERS: Mapping[str, Callable[[AceGame], Player[View, Move]]] = {
    "easy": lambda rules: Easy(),
    "medium": Medium,
    "hard": Hard,
}
"""Every strength by name, from the weakest."""


def player(name: str, rules: AceGame) -> Player[View, Move]:
    """The player of that strength; :class:`~aces.rules.BadText` if there is none."""
    if name not in PLAYERS:
        raise BadText(name, "is not a computer player", tuple(PLAYERS))
    return PLAYERS[name](rules)
