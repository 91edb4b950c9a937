"""Chapter 2, characters: four Stats, Lucky Points, an Affinity, a Concept and a person.

>>> crew = example_party()
>>> crew[2].name, crew[2].concept, crew[2].stat(Stat.CUNNING)
('Delphine Tso', 'Underpaid Gumshoe', 3)
>>> [str(reason) for reason in check_build((5, 2, 2, 2))]
['Athletics 5: No Stat goes above 4 at creation. Allowed: 1 to 4. [lite-lucky-points]']
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from enum import Enum
from functools import cache
from itertools import product
from typing import Any, NamedTuple

from ..cards import SUITS, Card, Suit
from ..faults import Checker, at, bundled, parse_toml
from ..rules import Refusal
from ..shapes import Choice, Field, Rows, Table, Text, Whole
from .decks import items

LOWEST_STAT = 1
"""Where every Stat begins, and the least it can be (rule lite-stats)."""

LUCKY_POINTS = 7
"""How many Lucky Points a new character spreads over the Stats (rule lite-lucky-points)."""

CREATION_CAP = 4
"""No Stat is above this at creation; Growth may pass it later (rule lite-lucky-points)."""

HP = 3
"""A character's HP when whole (rule lite-person)."""

PLOT_ARMOR = 2
"""A character's Plot Armor when whole (rule lite-person)."""

FORMAT, VERSION = "aces-party", 1
"""The ``format`` that a file of characters states, as ``aces-party/1``."""

LINE_LIMIT = 120
"""No name, word of a Concept or item has more characters than this."""

PROSE_LIMIT = 20_000
"""No description, Goal, Flaw or Secret has more characters than this."""

NOTE_LIMIT = 240
"""No note about a file (its title, licence, credit) has more characters than this."""

GROWN_LIMIT = 1_000
"""No character file claims more Turning Points than this."""

PARTY_LIMIT = 10_000
"""No file holds more characters than this."""


class Stat(Enum):
    """The approach a character takes, in the order of the suits (rule lite-stats).

    ``title`` is its name, ``key`` the name in files, ``suit`` its suit, ``index`` its place.
    """

    ATHLETICS = (0, "Athletics", Suit.SPADES)
    CUNNING = (1, "Cunning", Suit.CLUBS)
    ELOQUENCE = (2, "Eloquence", Suit.DIAMONDS)
    STRANGE = (3, "Strange", Suit.HEARTS)

    def __init__(self, index: int, title: str, suit: Suit) -> None:
        self.index = index
        self.title = title
        self.suit = suit
        self.key = title.lower()

    @staticmethod
    def of(suit: Suit) -> Stat:
        """The Stat of a suit.

        >>> Stat.of(Suit.HEARTS).title
        'Strange'
        """
        return STATS[SUITS.index(suit)]


STATS: tuple[Stat, ...] = tuple(Stat)


class Box(Enum):
    """A Growth box on the back of the Character Card (rule lite-growth)."""

    CONCEPT = "concept"
    GOAL = "goal"
    FLAW = "flaw"
    SECRET = "secret"

    @property
    def title(self) -> str:
        """The word printed beside the box."""
        return self.value.capitalize()


BOXES: tuple[Box, ...] = tuple(Box)

Stats = tuple[int, int, int, int]
"""Athletics, Cunning, Eloquence, Strange."""


class Item(NamedTuple):
    """An Inventory item: the card that stands for it, and what it is in the story."""

    card: Card
    name: str


class Character(NamedTuple):
    """A character, as the card beside the player says. Immutable: ``_replace`` makes a changed one.

    ``stats`` are in the order of :data:`STATS`; ``marks`` are the marked Growth boxes in the order
    of :data:`BOXES`; ``grown`` counts the Lucky Points that Turning Points have added. Texts may
    be empty: a card can be filled in by pencil.
    """

    name: str
    adjective: str
    role: str
    stats: Stats
    affinity: Suit
    item_seven: str = ""
    item_jack: str = ""
    description: str = ""
    goal: str = ""
    flaw: str = ""
    secret: str = ""
    hp: int = HP
    plot_armor: int = PLOT_ARMOR
    marks: tuple[Box, ...] = ()
    grown: int = 0

    @property
    def concept(self) -> str:
        """Adjective and Role together (rule lite-concept)."""
        return f"{self.adjective} {self.role}".strip()

    @property
    def items(self) -> tuple[Item, ...]:
        """The two items: the 7, then the Jack of the Affinity Suit (rule lite-affinity).

        >>> [f"{item.card} {item.name}" for item in example_party()[4].items]
        ['7♠ Waxed satchel, double lock', 'J♠ Grapnel on a silk line']
        """
        seven, jack = items(self.affinity)
        return Item(seven, self.item_seven), Item(jack, self.item_jack)

    def stat(self, stat: Stat) -> int:
        """The value of one Stat: how many Hits it gives (rule lite-hits-available)."""
        return self.stats[stat.index]

    def marked(self, box: Box) -> bool:
        """Whether a Growth box is marked."""
        return box in self.marks

    def plain(self) -> dict[str, object]:
        """The character as plain data: what a file of characters holds, and reads back."""
        return {
            "name": self.name,
            "adjective": self.adjective,
            "role": self.role,
            "stats": {stat.key: self.stat(stat) for stat in STATS},
            "affinity": self.affinity.word,
            **{key: getattr(self, key) for key in (*_LINES, *_PROSE)},
            "hp": self.hp,
            "plot_armor": self.plot_armor,
            "marks": [box.value for box in self.marks],
            "grown": self.grown,
        }


_LINES = ("item_seven", "item_jack")
_PROSE = ("description", "goal", "flaw", "secret")


def points_spent(stats: Sequence[int]) -> int:
    """How many Lucky Points the Stats hold.

    >>> points_spent((4, 3, 2, 2))
    7
    """
    return sum(stats) - LOWEST_STAT * len(stats)


def check_build(stats: Sequence[int], grown: int = 0, *, unfinished: bool = False) -> tuple[Refusal, ...]:
    """Why these Stats are not a legal build; empty exactly when they are.

    ``grown`` counts the Lucky Points added by Turning Points since creation: each may lift one
    Stat above the cap (rules lite-stats, lite-lucky-points, lite-turning-point). With ``unfinished``
    some may be left to spend: what remains are the reasons why these Stats never become a build.

    >>> check_build((4, 3, 2, 2)), check_build((5, 3, 2, 2), grown=1)
    ((), ())
    >>> check_build((4, 4, 2, 2))[0].reason
    'That takes 8 Lucky Points, and you have 7.'
    >>> check_build((4, 1, 1, 1), unfinished=True), len(check_build((4, 1, 1, 1)))
    ((), 1)
    """
    return tuple(reason for _, reason in _objections(stats, grown, unfinished))


def _objections(stats: Sequence[int], grown: int, unfinished: bool = False) -> Iterator[tuple[Stat | None, Refusal]]:
    """Each reason against a build, with the Stat that it is about (None: all of them together)."""
    if len(stats) != len(STATS):
        names = tuple(stat.title for stat in STATS)
        yield None, Refusal(f"{len(stats)} Stats", "lite-stats", f"There are {len(STATS)} Stats.", names)
        return
    for stat, value in zip(STATS, stats, strict=True):
        if value < LOWEST_STAT:
            span = f"{LOWEST_STAT} to {CREATION_CAP}" if not grown else f"{LOWEST_STAT} or more"
            why = f"Every Stat begins at {LOWEST_STAT}."
            yield stat, Refusal(f"{stat.title} {value}", "lite-stats", why, (span,))
        elif value > CREATION_CAP and not grown:
            why = f"No Stat goes above {CREATION_CAP} at creation."
            span = f"{LOWEST_STAT} to {CREATION_CAP}"
            yield stat, Refusal(f"{stat.title} {value}", "lite-lucky-points", why, (span,))
    shown = " ".join(map(str, stats))
    above = sum(max(0, value - CREATION_CAP) for value in stats)
    if grown and above > grown:
        why = f"{_points(above)} above {CREATION_CAP}, but Growth has given {grown}."
        allowed = (f"{CREATION_CAP}, and 1 more for each Turning Point",)
        yield None, Refusal(f"Stats {shown}", "lite-turning-point", why, allowed)
    spent, whole = points_spent(stats), LUCKY_POINTS + grown
    if spent > whole or (spent < whole and not unfinished):
        allowed = (f"exactly {LUCKY_POINTS}" + (f" and {grown} from Growth" if grown else ""),)
        why = f"That takes {_points(spent)}, and you have {whole}."
        yield None, Refusal(f"Stats {shown}", "lite-lucky-points", why, allowed)


def _points(number: int) -> str:
    return f"{number} Lucky Point" + ("" if number == 1 else "s")


def builds() -> tuple[Stats, ...]:
    """Every legal build at creation, highest Athletics first (rule lite-lucky-points).

    >>> len(builds()), builds()[0]
    (40, (4, 4, 2, 1))
    """
    span = range(CREATION_CAP, LOWEST_STAT - 1, -1)
    return tuple((a, b, c, d) for a, b, c, d in product(span, repeat=4) if not check_build((a, b, c, d)))


@cache
def example_party() -> tuple[Character, ...]:
    """The five bundled example characters: ours."""
    return read_characters(parse_toml(bundled("party.toml"), "party.toml"), "party.toml")


def read_characters(data: Mapping[str, object], source: str) -> tuple[Character, ...]:
    """The characters of plain data, as TOML or JSON gives it. ``source`` names it in errors.

    The data holds ``format = "aces-party/1"`` and a list ``character``. Raises
    :class:`~aces.faults.BadFile` with every fault and its path.

    >>> read_characters({"format": "aces-party/1", "character": [{"nmae": "Wren"}]}, "crew.json")
    Traceback (most recent call last):
    ...
    aces.faults.BadFile: crew.json: character[1].nmae: unknown key; did you mean name? (and 4 more faults)
    """
    check = Checker(source)
    check.format(data, FORMAT, VERSION)
    top = PARTY.read(check, data, "")
    characters = [character_of(check, row, at("character", place)) for place, row in enumerate(top["character"], 1)]
    check.done()
    return tuple(characters)


_STATS = Table(
    {
        stat.key: Field(Whole(-GROWN_LIMIT, LUCKY_POINTS + GROWN_LIMIT), required=True, note=f"{stat.title}.")
        for stat in STATS
    }
)


CHARACTER_FIELDS: dict[str, Field] = {
    "name": Field(Text(LINE_LIMIT), "", required=True, note="The name."),
    "adjective": Field(Text(LINE_LIMIT), "", required=True, note="The first word of the Concept."),
    "role": Field(Text(LINE_LIMIT), "", required=True, note="The second word of the Concept."),
    "stats": Field(_STATS, required=True, note="The four Stats, each with its value."),
    "affinity": Field(
        Choice(tuple(suit.word for suit in SUITS)), SUITS[0].word, required=True, note="The Affinity Suit."
    ),
    **{
        key: Field(Text(LINE_LIMIT, empty=True), "", note=note)
        for key, note in (
            ("item_seven", "What the 7 of the Affinity Suit is called."),
            ("item_jack", "What its Jack is called."),
        )
    },
    **{
        key: Field(Text(PROSE_LIMIT, lines=True, empty=True), "", note=note)
        for key, note in (
            ("description", "The Physical Description."),
            ("goal", "The Goal."),
            ("flaw", "The Flaw."),
            ("secret", "The Secret."),
        )
    },
    "hp": Field(Whole(0, HP), HP, note="The HP left."),
    "plot_armor": Field(Whole(0, PLOT_ARMOR), PLOT_ARMOR, note="The Plot Armor left."),
    "marks": Field(
        Rows(Choice(tuple(box.value for box in BOXES)), 0, len(BOXES), once=True),
        (),
        note="The Growth boxes that are marked.",
    ),
    "grown": Field(Whole(0, GROWN_LIMIT), 0, note="How many Lucky Points came from Turning Points."),
}
"""What a file says of a character, key by key."""

NOTE_FIELDS: dict[str, Field] = {
    key: Field(Text(NOTE_LIMIT, empty=True), "", note=note)
    for key, note in (
        ("title", "What the file is called."),
        ("language", "The language it is written in, such as en-US."),
        ("license", "On what terms others may use it."),
        ("credit", "Whose it is."),
    )
}
"""What a file may say of itself."""

FORMAT_NOTE = "What kind of file this is, and which version."

PARTY = Table(
    {
        "format": Field(Choice((f"{FORMAT}/{VERSION}",)), required=True, note=FORMAT_NOTE),
        "character": Field(
            Rows(Table(CHARACTER_FIELDS), 1, PARTY_LIMIT), (), required=True, note="The characters, one table for each."
        ),
        **NOTE_FIELDS,
    }
)
"""A file of characters."""


def character_of(check: Checker, given: Mapping[str, Any], path: str) -> Character:
    """A character from what :data:`CHARACTER_FIELDS` read; an illegal build goes to ``check``."""
    return Character(
        **{key: given[key] for key in ("name", "adjective", "role", *_LINES, *_PROSE, "hp", "plot_armor", "grown")},
        stats=_stats(check, given["stats"], at(path, "stats"), given["grown"]),
        affinity=Suit.read(given["affinity"]),
        marks=tuple(box for box in BOXES if box.value in given["marks"]),
    )


def _stats(check: Checker, given: Mapping[str, int] | None, path: str, grown: int) -> Stats:
    if given is None or any(fault.path == path or fault.path.startswith(f"{path}.") for fault in check.faults):
        return (1, 1, 1, 1)
    one, two, three, four = (given[stat.key] for stat in STATS)
    for stat, reason in _objections((one, two, three, four), grown):
        check.fault(at(path, stat.key) if stat else path, str(reason))
    return (one, two, three, four)
