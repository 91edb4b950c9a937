"""Names and verbs in the sentences that tell a game: one of the names may be You.

>>> does("You", "smash"), does("Ana", "smash"), does("Ana", "be")
('You smash', 'Ana smashes', 'Ana is')
"""

from __future__ import annotations

from collections.abc import Iterable

YOU = "You"
"""A name that takes its verbs in the second person."""

_THIRD = {"have": "has", "smash": "smashes", "be": "is"}


def does(name: str, what: str) -> str:
    """Somebody doing something."""
    return f"{name} {verb(name, what)}"


def verb(name: str, what: str) -> str:
    """The verb alone, for You (or you) or for a name."""
    if name in (YOU, inside(YOU)):
        return "are" if what == "be" else what
    return _THIRD.get(what, what + "s")


def inside(name: str) -> str:
    """A name in the middle of a sentence."""
    return name.lower() if name == YOU else name


def whose(name: str) -> str:
    """Somebody's, at the head of a sentence.

    >>> whose("You"), whose("Player 1")
    ('Your', "Player 1's")
    """
    return "Your" if name == YOU else f"{name}'s"


def listed(words: Iterable[str], last: str = "and") -> str:
    """Words in a row.

    >>> listed(["Ana", "Bo", "Cy"]), listed(["Ana"])
    ('Ana, Bo and Cy', 'Ana')
    """
    *most, end = words
    return f"{', '.join(most)} {last} {end}" if most else end
