"""Universal 21 on its page: the checks of a scene, and which creator characters can move over.

All of it is asked of the engine: the ladder from a verdict, the builds from the converter.
"""

from __future__ import annotations

from fractions import Fraction
from typing import NamedTuple

from aces.cards import DECK, read_cards
from aces.lite.character import LOWEST_STAT, STATS, Stats
from aces.lite.decks import TARGET
from aces.lite.outcome import Check
from aces.lite.words import OUTCOME_NAMES
from aces.universal21 import (
    Creator,
    Hero,
    conversion_objection,
    conversions,
    creator_builds,
    house_reading,
    judge,
    move_over,
)
from generators.env import in_words, render
from generators.registry import Output


class Shape(NamedTuple):
    """Creator builds that differ only in the order of their Stats.

    ``ways`` is in how many ways each can move over; ``why`` the engine's reason where it is none.
    """

    stats: Creator
    builds: int
    ways: int
    why: str


def shapes() -> tuple[Shape, ...]:
    """Every creator build by its shape, those that can move over first.

    >>> [(shape.stats, shape.builds, shape.ways) for shape in shapes()]
    [((3, 3, 2), 3, 8), ((4, 2, 2), 3, 6), ((4, 3, 1), 6, 5), ((5, 2, 1), 6, 0), ((6, 1, 1), 3, 0)]
    """
    orders: dict[Creator, list[Creator]] = {}
    for build in creator_builds():
        high, middle, low = sorted(build, reverse=True)
        orders.setdefault((high, middle, low), []).append(build)
    made = []
    for stats, builds in orders.items():
        ways = {len(conversions(build)) for build in builds}
        assert len(ways) == 1, f"the order of {stats} makes a difference"
        refusal = conversion_objection(stats, ()) if not conversions(stats) else None
        made.append(Shape(stats, len(builds), ways.pop(), refusal.reason if refusal else ""))
    return tuple(sorted(made, key=lambda shape: (not shape.ways, shape.stats)))


def locked_door() -> Fraction:
    """How often the House's two cards are over 21, each from a whole deck.

    >>> locked_door()
    Fraction(22, 169)
    """
    over = sum(house_reading(tell, truth).total > TARGET for tell in DECK for truth in DECK)
    return Fraction(over, len(DECK) ** 2)


def moving_over() -> str:
    """The builds by shape as a table: how many there are, whether they come over, or why not."""
    return render("moving-over.html.j2", shapes=shapes(), words=in_words)


EXAMPLE = Hero("a character", (4, 3, 1))
EXTRA = (0, 0, 1, 1)
"""Where the example puts its points: Eloquence and Strange."""


def moved() -> str:
    """One character before and after, as a table."""
    after: Stats = move_over(EXAMPLE, EXTRA, "an Adjective", "a Role").stats
    rows = list(zip(STATS, (*EXAMPLE.stats, LOWEST_STAT), EXTRA, after, strict=True))
    return render("moved.html.j2", rows=rows)


def checks() -> str:
    """The checks of a scene in their order, as a table with their rules.

    A Layout that fails every check but the last has gone through all of them.
    """
    tell, truth = read_cards("9H 9D")
    every: tuple[Check, ...] = judge(read_cards("2S"), tell, truth).checks
    return render("ladder.html.j2", rungs=every, names=OUTCOME_NAMES)


OUTPUTS = (
    Output("u21-checks", "fragment", checks),
    Output("u21-moving-over", "fragment", moving_over),
    Output("u21-moved", "fragment", moved),
)
