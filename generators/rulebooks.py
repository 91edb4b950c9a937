"""The rules that the pages of the site carry, book by book.

>>> [book.name for book in BOOKS][:2], len(RULES) == sum(len(book.rules) for book in BOOKS)
(['A.C.E.S. Lite', 'Universal 21'], True)
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from aces import universal21_ids
from aces.lite import ids as lite_ids
from aces.lite.ids import Rule


class Book(NamedTuple):
    """The rules of one game by id, in their order. All ids of a book begin with the same word.

    ``chapters`` names the chapters by their number, the part of a rule's number before the point.
    """

    name: str
    rules: Mapping[str, Rule]
    chapters: Mapping[str, str]


BOOKS: tuple[Book, ...] = (
    Book(
        "A.C.E.S. Lite",
        lite_ids.RULES,
        {
            "1": "Decks and cards",
            "2": "Characters",
            "3": "When to resolve, and Initiative",
            "4": "Setting up",
            "5": "Hit, Add, Swap",
            "6": "The early 21",
            "7": "Stand",
            "8": "Outcomes",
            "9": "Inventory",
            "10": "HP and Plot Armor",
            "11": "Group Resolution",
            "12": "Player against player",
            "13": "Growth",
            "14": "Wild tables",
        },
    ),
    Book("Universal 21", universal21_ids.RULES, {"15": "Universal 21"}),
)
"""A book stands here from the day its pages are written: then each of its rules has to be on one of them."""

RULES: dict[str, Rule] = {identity: rule for book in BOOKS for identity, rule in book.rules.items()}
"""Every rule that the pages carry, by id."""
