"""Chapter 14, the Wild tables: words to draw when nobody knows where to start.

The tables are data. The ones bundled here are ours, not the author's; :func:`read_wild` reads a
file of one's own and names every fault in it.

>>> from aces.cards import Card
>>> tables = house_tables()
>>> concept = tables.concept(Card.read("JS"), Card.read("JH"))
>>> concept.text, concept.other_text
('Velvet Smuggler', 'Gunpowder Smuggler')
>>> concept.why
'J♠ gives the Role Smuggler. J♥ is red, so the Adjective is Velvet; Gunpowder may be taken instead.'
>>> tables.adventure(Card.read("3C")).text
'The Missing Choir, under a borrowed name'
>>> tables.draw("macguffin", seed=7) == tables.draw("macguffin", seed=7)
True
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cache
from typing import Literal, NamedTuple, TypeVar

from ..cards import DECK, RANKS, SUITS, Card, Rank, Suit, shuffled, stream
from ..faults import Checker, at, bundled, parse_toml
from ..rules import BadText

R = TypeVar("R")

Colour = Literal["black", "red"]
COLOURS: tuple[Colour, ...] = ("black", "red")

WildKind = Literal["character", "locale", "place", "adventure", "macguffin"]
WILD_KINDS: tuple[WildKind, ...] = ("character", "locale", "place", "adventure", "macguffin")
"""What can be drawn: a Concept takes two cards, everything else takes one."""

FORMAT, VERSION = "aces-wild", 1
"""The ``format`` that a file of Wild tables states, as ``aces-wild/1``."""

TEXT_LIMIT = 60
"""No text in a table has more characters than this, so that printed columns hold it."""

FORM_LIMIT = 40
"""No form (how two texts combine) has more characters than this."""

NOTE_LIMIT = 240
"""No note about a file (its title, licence, credit) has more characters than this."""

PROMPTS_LIMIT = 6
"""No suit has more prompts than this."""


class CharacterRow(NamedTuple):
    """Wild Characters at one rank: a Role, and an Adjective for each colour."""

    rank: Rank
    role: str
    black: str
    red: str


class PlaceRow(NamedTuple):
    """Wild Places at one rank: a Locale for an Episode, a Place for a Scene."""

    rank: Rank
    locale: str
    place: str


class RankText(NamedTuple):
    """One text at a rank: a Subject, or the object of a MacGuffin."""

    rank: Rank
    text: str


class SuitText(NamedTuple):
    """One text for a suit: a State."""

    suit: Suit
    text: str


class SuitTexts(NamedTuple):
    """Several texts for a suit: prompts, or the two words of a MacGuffin."""

    suit: Suit
    texts: tuple[str, ...]


class WildConcept(NamedTuple):
    """A drawn Concept. ``other`` is the Adjective of the same rank that was not taken."""

    text: str
    role: str
    adjective: str
    other: str
    other_text: str
    cards: tuple[Card, ...]
    why: str
    kind: WildKind = "character"
    rule: str = "lite-wild-characters"


class WildPlace(NamedTuple):
    """A drawn Locale or Place, with the suit's prompts, to use or not."""

    text: str
    prompts: tuple[str, ...]
    cards: tuple[Card, ...]
    why: str
    kind: WildKind
    rule: str = "lite-wild-places"


class WildAdventure(NamedTuple):
    """A drawn premise: the rank's Subject with the suit's State."""

    text: str
    subject: str
    state: str
    cards: tuple[Card, ...]
    why: str
    kind: WildKind = "adventure"
    rule: str = "lite-wild-adventures"


class WildMacGuffin(NamedTuple):
    """A drawn MacGuffin. ``other`` is the word of the same suit that was not taken."""

    text: str
    thing: str
    word: str
    other: str
    other_text: str
    cards: tuple[Card, ...]
    why: str
    kind: WildKind = "macguffin"
    rule: str = "lite-wild-adventures"


Wild = WildConcept | WildPlace | WildAdventure | WildMacGuffin


def plain(wild: Wild) -> dict[str, object]:
    """What was drawn as plain data, for JSON: its kind first, cards as their codes.

    >>> plain(house_tables().macguffin(Card.read("AC")))["cards"]
    ['AC']
    """
    data: dict[str, object] = {"kind": wild.kind}
    for key, value in wild._asdict().items():
        if key == "cards":
            data[key] = [card.code for card in wild.cards]
        else:
            data[key] = list(value) if isinstance(value, tuple) else value
    return data


class WildTables(NamedTuple):
    """A whole set of Wild tables. Ranks run from 2 to Ace, suits from spades to hearts."""

    title: str
    language: str
    license: str
    credit: str
    source: str
    characters: tuple[CharacterRow, ...]
    places: tuple[PlaceRow, ...]
    prompts: tuple[SuitTexts, ...]
    subjects: tuple[RankText, ...]
    states: tuple[SuitText, ...]
    objects: tuple[RankText, ...]
    words: tuple[SuitTexts, ...]
    concept_form: str
    adventure_form: str
    macguffin_form: str

    def concept(self, role_card: Card, adjective_card: Card, colour: Colour | None = None) -> WildConcept:
        """The Concept of two cards: the first gives the Role, the second the Adjective.

        ``colour`` takes the adjective of that colour; without it the second card's colour
        decides (rules lite-concept, lite-wild-characters). :class:`BadText` on another colour.

        >>> two = Card.read("9C"), Card.read("QS")
        >>> [house_tables().concept(*two, colour=colour).text for colour in (None, "red")]
        ['Haunted Navigator', 'Charmed Navigator']
        """
        if colour is not None and colour not in COLOURS:
            raise BadText(colour, "is not a color of cards", COLOURS)
        role = self.characters[role_card.rank.index].role
        row = self.characters[adjective_card.rank.index]
        by_card = adjective_card.suit.colour
        taken = colour or by_card
        adjective, other = (row.black, row.red) if taken == "black" else (row.red, row.black)
        if taken == by_card:
            choice = f"is {by_card}, so the Adjective is {adjective}; {other} may be taken instead"
        else:
            choice = f"offers {other} and {adjective}; you took the {taken} one, {adjective}"
        return WildConcept(
            text=self.concept_form.format(adjective=adjective, role=role),
            role=role,
            adjective=adjective,
            other=other,
            other_text=self.concept_form.format(adjective=other, role=role),
            cards=(role_card, adjective_card),
            why=f"{role_card} gives the Role {role}. {adjective_card} {choice}.",
        )

    def place(self, card: Card, kind: Literal["locale", "place"] = "place") -> WildPlace:
        """The Locale or Place of a card's rank, with its suit's prompts (rule lite-wild-places)."""
        if kind not in ("locale", "place"):
            raise BadText(kind, "is not a column of Wild Places", ("locale", "place"))
        row = self.places[card.rank.index]
        return WildPlace(
            text=row.locale if kind == "locale" else row.place,
            prompts=self.prompts[SUITS.index(card.suit)].texts,
            cards=(card,),
            why=f"The {card.rank.word} gives the {kind.capitalize()}; {card.suit.word} give the prompts.",
            kind=kind,
        )

    def adventure(self, card: Card) -> WildAdventure:
        """The premise of a card: its rank's Subject, its suit's State (rule lite-wild-adventures)."""
        subject = self.subjects[card.rank.index].text
        state = self.states[SUITS.index(card.suit)].text
        return WildAdventure(
            text=self.adventure_form.format(subject=subject, state=state),
            subject=subject,
            state=state,
            cards=(card,),
            why=f"The {card.rank.word} gives the Subject; {card.suit.word} give the State.",
        )

    def macguffin(self, card: Card, word: Literal[1, 2] = 1) -> WildMacGuffin:
        """The MacGuffin of a card: its rank's object with its suit's first or second word.

        Rule lite-wild-adventures: either word may be taken. :class:`BadText` on a third.

        >>> [house_tables().macguffin(Card.read("KC"), word).text for word in (1, 2)]
        ['The Ticking Reliquary', 'The Counterfeit Reliquary']
        """
        if word not in (1, 2):
            raise BadText(word, "is not one of a suit's words", ("1", "2"))
        thing = self.objects[card.rank.index].text
        words = self.words[SUITS.index(card.suit)].texts
        taken, other = words if word == 1 else words[::-1]
        return WildMacGuffin(
            text=self.macguffin_form.format(word=taken, object=thing),
            thing=thing,
            word=taken,
            other=other,
            other_text=self.macguffin_form.format(word=other, object=thing),
            cards=(card,),
            why=(
                f"The {card.rank.word} gives the object; {card.suit.word} give {words[0]} "
                f"or {words[1]}: you took {taken}."
            ),
        )

    def draw(self, kind: WildKind, seed: int) -> Wild:
        """What a seed draws from one freshly shuffled deck of 52 (rule lite-wild-deck).

        A Concept takes the two top cards, Role first, and the second card's colour decides. A
        MacGuffin's word is a toss-up. ``seed`` is a whole number from 0 to 2**53 - 1.

        >>> house_tables().draw("place", seed=1).text
        'A catwalk inside the gasbag'
        """
        if kind not in WILD_KINDS:
            raise BadText(kind, "cannot be drawn", WILD_KINDS)
        chance = stream(seed, 14, WILD_KINDS.index(kind))
        first, second = shuffled(DECK, chance)[:2]
        if kind == "character":
            return self.concept(first, second)
        if kind == "adventure":
            return self.adventure(first)
        if kind == "macguffin":
            return self.macguffin(first, 1 if chance.random() < 0.5 else 2)
        return self.place(first, kind)


@cache
def house_tables() -> WildTables:
    """The bundled Wild tables: ours, not the author's."""
    return read_wild(bundled("wild.toml"), "wild.toml")


def read_wild(text: str, source: str) -> WildTables:
    """The Wild tables of a TOML text. ``source`` names it in errors, a file name for example.

    Raises :class:`~aces.faults.BadFile` with every fault and its path.

    >>> read_wild('format = "aces-wild/2"', "mine.toml")
    Traceback (most recent call last):
    ...
    aces.faults.BadFile: mine.toml: format: version 2 is newer than this engine reads (1)
    """
    return check_wild(parse_toml(text, source), source)


def check_wild(data: Mapping[str, object], source: str) -> WildTables:
    """The Wild tables of plain data, as TOML or JSON gives it; errors as :func:`read_wild`."""
    check = Checker(source)
    check.format(data, FORMAT, VERSION)
    top = check.table(
        data,
        "",
        ("format", "title", "language", "characters", "places", "adventures", "macguffins"),
        ("license", "credit"),
    )
    notes = {
        key: check.text(top[key], key, NOTE_LIMIT, empty=key in ("license", "credit")) if key in top else ""
        for key in ("title", "language", "license", "credit")
    }
    _check_language(check, notes["language"])

    def part(key: str, *names: str) -> dict[str, object]:
        return check.table(top[key], key, names) if key in top else {}

    characters = part("characters", "template", "roles", "adjectives")
    concept_form = _form(check, characters, "characters", ("adjective", "role"))
    roles = _ranked(check, characters, "characters", "roles", _text)
    adjectives = _ranked(check, characters, "characters", "adjectives", _pair)
    check.distinct((path, text) for path, text in roles.values())
    check.distinct(
        (at(path, colour), text)
        for path, pair in adjectives.values()
        for colour, text in zip(COLOURS, pair, strict=True)
    )

    places = part("places", "locales", "places", "prompts")
    locales = _ranked(check, places, "places", "locales", _text)
    spots = _ranked(check, places, "places", "places", _text)
    prompts = _suited(check, places, "places", "prompts", _prompts)
    check.distinct((path, text) for path, text in locales.values())
    check.distinct((path, text) for path, text in spots.values())
    _distinct_lists(check, prompts)

    adventures = part("adventures", "template", "subjects", "states")
    adventure_form = _form(check, adventures, "adventures", ("subject", "state"))
    subjects = _ranked(check, adventures, "adventures", "subjects", _text)
    states = _suited(check, adventures, "adventures", "states", _text)
    check.distinct((path, text) for path, text in subjects.values())
    check.distinct((path, text) for path, text in states.values())

    macguffins = part("macguffins", "template", "objects", "words")
    macguffin_form = _form(check, macguffins, "macguffins", ("word", "object"))
    objects = _ranked(check, macguffins, "macguffins", "objects", _text)
    words = _suited(check, macguffins, "macguffins", "words", _words)
    check.distinct((path, text) for path, text in objects.values())
    _distinct_lists(check, words)

    check.done()
    return WildTables(
        title=notes["title"],
        language=notes["language"],
        license=notes["license"],
        credit=notes["credit"],
        source=source,
        characters=tuple(CharacterRow(rank, roles[rank][1], *adjectives[rank][1]) for rank in RANKS),
        places=tuple(PlaceRow(rank, locales[rank][1], spots[rank][1]) for rank in RANKS),
        prompts=tuple(SuitTexts(suit, prompts[suit][1]) for suit in SUITS),
        subjects=tuple(RankText(rank, subjects[rank][1]) for rank in RANKS),
        states=tuple(SuitText(suit, states[suit][1]) for suit in SUITS),
        objects=tuple(RankText(rank, objects[rank][1]) for rank in RANKS),
        words=tuple(SuitTexts(suit, words[suit][1]) for suit in SUITS),
        concept_form=concept_form,
        adventure_form=adventure_form,
        macguffin_form=macguffin_form,
    )


_Read = Callable[[Checker, object, str], R]


def _text(check: Checker, value: object, path: str) -> str:
    return check.text(value, path, TEXT_LIMIT)


def _pair(check: Checker, value: object, path: str) -> tuple[str, str]:
    pair = check.table(value, path, COLOURS)
    black, red = (_text(check, pair[key], at(path, key)) if key in pair else "" for key in COLOURS)
    return black, red


def _texts(check: Checker, value: object, path: str, least: int, most: int) -> tuple[str, ...]:
    rows = check.rows(value, path, least, most)
    return tuple(_text(check, row, at(path, place)) for place, row in enumerate(rows, 1))


def _prompts(check: Checker, value: object, path: str) -> tuple[str, ...]:
    return _texts(check, value, path, 1, PROMPTS_LIMIT)


def _words(check: Checker, value: object, path: str) -> tuple[str, ...]:
    return _texts(check, value, path, 2, 2)


def _form(check: Checker, table: dict[str, object], path: str, names: tuple[str, ...]) -> str:
    where = at(path, "template")
    return check.form(table["template"], where, names, FORM_LIMIT) if "template" in table else ""


def _ranked(check: Checker, table: dict[str, object], path: str, key: str, read: _Read[R]) -> dict[Rank, tuple[str, R]]:
    """The column ``key`` by rank: the path to each text, and what was read there."""
    if key not in table:
        return {}
    where = at(path, key)
    column = check.table(table[key], where, [rank.text for rank in RANKS])
    return {
        rank: (at(where, rank.text), read(check, column[rank.text], at(where, rank.text)))
        for rank in RANKS
        if rank.text in column
    }


def _suited(check: Checker, table: dict[str, object], path: str, key: str, read: _Read[R]) -> dict[Suit, tuple[str, R]]:
    """The column ``key`` by suit: the path to each text, and what was read there."""
    if key not in table:
        return {}
    where = at(path, key)
    column = check.table(table[key], where, [suit.word for suit in SUITS])
    return {
        suit: (at(where, suit.word), read(check, column[suit.word], at(where, suit.word)))
        for suit in SUITS
        if suit.word in column
    }


def _distinct_lists(check: Checker, column: Mapping[Suit, tuple[str, tuple[str, ...]]]) -> None:
    check.distinct((at(path, place), text) for path, texts in column.values() for place, text in enumerate(texts, 1))


def _check_language(check: Checker, language: str) -> None:
    parts = language.split("-")
    if language and not all(part.isascii() and part.isalnum() and len(part) <= 8 for part in parts):
        check.fault("language", f"{language[:40]!r} is not a language tag such as en-US")
