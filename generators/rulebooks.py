"""The rules that the pages of the site carry, book by book.

>>> [book.name for book in BOOKS][:2], len(RULES) == sum(len(book.rules) for book in BOOKS)
(['A.C.E.S. Lite', 'Universal 21'], True)
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import NamedTuple

from aces import universal21_ids
from aces.ace_game import ids as game_ids
from aces.ace_trump import ids as trump_ids
from aces.lite import ids as lite_ids
from aces.lite.ids import Rule


class Book(NamedTuple):
    """The rules of one game by id, in their order. All ids of a book begin with the same word.

    ``chapters`` names the chapters by what their rules' numbers begin with: a number, or a letter.
    """

    name: str
    rules: Mapping[str, Rule]
    chapters: Mapping[str, str]

    def chapter(self, rule: Rule) -> str:
        """The name of the chapter in which a rule stands.

        >>> BOOKS[0].chapter(BOOKS[0].rules["lite-aces"]), BOOKS[2].chapter(BOOKS[2].rules["trump-follow"])
        ('Decks and cards', 'Ace Trump')
        """
        return self.chapters[chapter_number(rule.number)]


def chapter_number(number: str) -> str:
    """What the number of a rule begins with.

    >>> chapter_number("12.3"), chapter_number("T8")
    ('12', 'T')
    """
    found = re.match(r"[A-Z]+|\d+", number)
    assert found is not None
    return found[0]


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
    Book("Ace Trump", trump_ids.RULES, {"T": "Ace Trump"}),
    Book("Ace Game", game_ids.RULES, {"G": "Ace Game"}),
)
"""A book stands here from the day its pages are written: then each of its rules has to be on one of them."""

RULES: dict[str, Rule] = {identity: rule for book in BOOKS for identity, rule in book.rules.items()}
"""Every rule that the pages carry, by id."""
