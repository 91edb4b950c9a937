"""A.C.E.S. Lite and Universal 21 for ``make soak``: the variants of the conformance suite, by very many seeds.

How random play goes is known from nowhere else, so no means are expected; every game must be counted, and keep
the laws of all games.
"""

from __future__ import annotations

from typing import Any

from aces.games import AnyRules
from generators.tallies import Word
from generators.tallies import tally as counted
from tests.engine.games import VARIANTS
from tests.soak import Numbers, Soak


def tally(rules: AnyRules, state: Any) -> Numbers:
    """The numbers of a finished game; asserts that it came to something that its words know."""
    told = counted(rules, state)
    for of in (told.whole, *({str(seat): value for seat, value in each.items()} for each in told.seats.values())):
        assert all(value.text in value.among for value in of.values() if isinstance(value, Word))
    return {name: float(value) for name, value in told.whole.items() if not isinstance(value, Word)}


def soak(game: str) -> Soak:
    """The variants of one game."""
    return Soak({name: rules for name, rules in VARIANTS.items() if rules.game == game}, tally)


SOAKS = {game: soak(game) for game in ("aces-lite", "aces-lite-group", "aces-lite-duel", "universal21")}
