"""What the engine knows and the pages say in a sentence: ``{{ lucky-points }}`` in Markdown.

Each name has a number or a short text; ``:word`` and ``:Word`` after the name write a number as a word.
"""

from __future__ import annotations

import json
from collections.abc import Callable

from aces.lite import character, decks
from aces.lite.character import Stat
from generators.env import in_words

Fact = int | str

FACTS: dict[str, Callable[[], Fact]] = {
    "target": lambda: decks.TARGET,
    "over-target": lambda: decks.TARGET + 1,
    "player-deck-size": lambda: len(decks.DEALER_DECK) - len(decks.ITEM_RANKS),
    "dealer-deck-size": lambda: len(decks.DEALER_DECK),
    "item-count": lambda: len(decks.ITEM_RANKS),
    "face-value": lambda: decks.FACE_VALUE,
    "ace-low": lambda: decks.ACE_VALUES[0],
    "ace-high": lambda: decks.ACE_VALUES[1],
    "stat-count": lambda: len(Stat),
    "lowest-stat": lambda: character.LOWEST_STAT,
    "lucky-points": lambda: character.LUCKY_POINTS,
    "creation-cap": lambda: character.CREATION_CAP,
    "hp": lambda: character.HP,
    "plot-armor": lambda: character.PLOT_ARMOR,
    "growth-boxes": lambda: len(character.BOXES),
}


class FactError(KeyError):
    """No fact has that name, or it cannot be written as a word."""

    def __str__(self) -> str:
        return str(self.args[0])


def sheet() -> str:
    """All facts as JSON, for the pages."""
    return json.dumps({name: read() for name, read in FACTS.items()}, indent=1, sort_keys=True) + "\n"


def say(facts: dict[str, Fact], name: str, form: str = "") -> str:
    """One fact as text; ``form`` is "", "word" or "Word". Raises :class:`FactError`.

    >>> say({"lucky-points": 7}, "lucky-points", "Word")
    'Seven'
    """
    if name not in facts:
        from difflib import get_close_matches

        near = get_close_matches(name, list(facts), n=3, cutoff=0.4)
        raise FactError(f"no fact {name!r}" + (f"; near: {', '.join(near)}" if near else ""))
    value = facts[name]
    if not form:
        return str(value)
    if not isinstance(value, int):
        raise FactError(f"the fact {name!r} is no number, so it has no :{form}")
    word = in_words(value)
    return word.capitalize() if form == "Word" else word
