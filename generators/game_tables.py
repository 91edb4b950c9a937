"""Tables of Ace Game: the deal, and how often and for how long somebody has to draw.

What is dealt is the engine's; the chances are counted exactly from it.
"""

from __future__ import annotations

from fractions import Fraction
from math import comb
from typing import NamedTuple

from aces.ace_game.game import MOST_PLAYERS, AceGame
from aces.ace_game.table import HAND
from aces.cards import DECK, RANKS
from generators.env import in_words, percent, render
from generators.registry import Output

PLAYERS = range(2, MOST_PLAYERS + 1)
SUIT = len(RANKS) - 1
"""How many other cards have the suit of a card that was led."""


class Deal(NamedTuple):
    """The deal for a number of players: cards in hands, and cards left to draw."""

    players: int
    held: int
    left: int


def deals() -> tuple[Deal, ...]:
    """The deal for every number of players, as the engine makes it."""
    made = []
    for players in PLAYERS:
        rules = AceGame(players)
        state = rules.deal(rules.decks(0)).state
        held = sum(len(state.hand(seat)) for seat in rules.seats)
        made.append(Deal(players, held, len(state.deck)))
    return tuple(made)


def lacking(size: int) -> Fraction:
    """The chance that a hand of so many cards has none of the suit led, when only the lead is known.

    >>> lacking(1)
    Fraction(13, 17)
    """
    return Fraction(comb(len(DECK) - 1 - SUIT, size), comb(len(DECK) - 1, size))


def draws(left: int, unseen: int, suit: int = SUIT) -> tuple[Fraction, Fraction]:
    """What happens to somebody who lacks the suit: the cards drawn on the average, and the chance of a red day.

    ``left`` cards can be drawn, of ``unseen`` that may be anywhere, and ``suit`` of those would end it.

    >>> draws(2, 3, 1)
    (Fraction(5, 3), Fraction(1, 3))
    """
    none = [Fraction(comb(unseen - suit, count), comb(unseen, count)) for count in range(left + 1)]
    return sum(none[:left], Fraction(0)), none[left]


def deal_table() -> str:
    """The deal for every number of players."""
    rows = [(in_words(deal.players).capitalize(), deal.held, deal.left) for deal in deals()]
    return render("game-deal.html.j2", rows=rows)


def draws_table() -> str:
    """The cards drawn on average by the second player of the first round, and how often in vain."""
    rows = []
    for deal in deals():
        mean, vain = draws(deal.left, len(DECK) - 1 - HAND)
        rows.append((in_words(deal.players).capitalize(), f"{float(mean):.1f}", percent(vain)))
    return render("game-draws.html.j2", rows=rows, lacking=percent(lacking(HAND)), hand=in_words(HAND))


def lacking_table() -> str:
    """How often a hand of each size has none of the suit led."""
    return render("game-lacking.html.j2", rows=[(size, percent(lacking(size))) for size in (*range(1, 9), 10, 13)])


OUTPUTS = (
    Output("game-deal", "fragment", deal_table),
    Output("game-draws", "fragment", draws_table),
    Output("game-lacking", "fragment", lacking_table),
)
