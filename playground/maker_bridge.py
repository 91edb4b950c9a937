"""The third door between a page and the engine: the character maker, ``call("maker.…", params)``.

It keeps nothing. A character on its way comes with each question as plain data, in the keys of a character file; what
it may be is said by the engine, what its card looks like by the modules that print it. What is refused comes back
under ``error``, with its rule or with each fault and its path.

>>> import json
>>> draft = {"name": "Wren", "stats": {"athletics": 4, "cunning": 3, "eloquence": 2, "strange": 1}}
>>> told = answer("maker.look", json.dumps({"draft": draft}))
>>> told["left"], [each["title"] for each in told["open"]], len(told["cards"])
(1, ['Adjective', 'Role', 'Affinity'], 1)
>>> answer("maker.stat", json.dumps({"draft": draft, "stat": "athletics", "by": 1}))["error"]["rule"]
'lite-lucky-points'
"""

from __future__ import annotations

import json
import re
import zlib
from base64 import urlsafe_b64decode, urlsafe_b64encode
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import lru_cache
from pkgutil import get_data
from random import SystemRandom
from typing import Any, NamedTuple

from aces.cards import DECK, Card, Suit
from aces.faults import BadFile, Checker, Fault, parse, parse_json
from aces.lite.character import (
    BOXES,
    CHARACTER_FIELDS,
    FORMAT,
    LOWEST_STAT,
    LUCKY_POINTS,
    STATS,
    VERSION,
    Character,
    Stats,
    check_build,
    example_party,
    points_spent,
    read_characters,
)
from aces.lite.wild import COLOURS, WildTables, house_tables, read_wild
from aces.rules import AcesError, BadText
from aces.shapes import Table, Text
from generators.card_html import Plain as Elements
from generators.card_html import page_nodes, place_style, plain, side_node
from generators.card_plans import Job, job_of, plans
from generators.card_sides import BLANK, LABELS, CardError, Extras, Side, compose
from generators.imposition import sheets
from generators.slugs import slug

from .bridge import _card, _parts
from .door import Plain, answered, explained, refused

LINK_VERSION = "1"

LINK_LIMIT = 6_000
"""No share link has a longer fragment: mail and messengers carry less than browsers do."""

LINK_CONTENT = 200_000
"""No link unpacks to more bytes than this."""

PRINT_LIMIT = 250
"""No print from the page has more cards than this; the command has no such limit."""

NOTE = "Character Cards. "
"""What the note in the margin begins with, as on the command's sheets."""

OWN_TABLES = "wild.toml"
"""The name under which tables of one's own are packed."""

SOURCE = "this character"


# A character on its way


class Draft(NamedTuple):
    """A character as far as it is made.

    ``character`` has stand-ins for what is not there or not allowed; ``given`` is what is there, by the keys of a
    file; ``faults`` are what a file could not hold, by key.
    """

    character: Character
    given: Mapping[str, object]
    faults: Mapping[str, str]
    undecided: bool

    @staticmethod
    def of(given: object) -> Draft:
        """Reads whatever a page kept: no draft is so odd that there is nothing to show."""
        given = given if isinstance(given, Mapping) else {}
        known = {key: given[key] for key in CHARACTER_FIELDS if key in given and given[key] not in ("", None)}
        check = Checker(SOURCE)
        read = Table(CHARACTER_FIELDS).read(check, known, "")
        faults: dict[str, str] = {}
        for fault in check.faults:
            key = re.split(r"[.\[]", fault.path, maxsplit=1)[0]
            if key in known:
                faults.setdefault(key, fault.problem)
        texts = {key: _shortened(key, read[key] or "") for key in _TEXTS}
        character = Character(
            **texts,
            stats=_stats(read["stats"]),
            affinity=Suit.read(read["affinity"]),
            hp=read["hp"],
            plot_armor=read["plot_armor"],
            marks=tuple(box for box in BOXES if box.value in read["marks"]),
            grown=read["grown"],
        )
        return Draft(character, known, faults, "affinity" not in known)

    @property
    def left(self) -> int:
        """How many Lucky Points are still to be spent."""
        return LUCKY_POINTS + self.character.grown - points_spent(self.character.stats)

    @property
    def open(self) -> Iterator[str]:
        """The keys that a character must have and this one has not yet."""
        for key, field in CHARACTER_FIELDS.items():
            if field.required and key not in self.given and key != "stats":
                yield key

    def extras(self, portrait: str = "") -> Extras:
        return Extras(portrait=portrait, undecided=self.undecided)

    def whole(self) -> Character:
        """The character that a file would hold; :class:`~aces.faults.BadFile` when there is none yet."""
        data = {"format": f"{FORMAT}/{VERSION}", "character": [dict(self.given)]}
        try:
            return read_characters(data, SOURCE)[0]
        except BadFile as error:
            name = str(self.given.get("name", "")) or SOURCE
            start = "character[1]."
            faults = [Fault(_titled(fault.path.removeprefix(start)), fault.problem) for fault in error.faults]
            raise BadFile(name[:80], faults) from None


_TEXTS = tuple(key for key, field in CHARACTER_FIELDS.items() if isinstance(field.shape, Text))


def _shortened(key: str, text: str) -> str:
    """A text as far as a file could hold it."""
    shape = CHARACTER_FIELDS[key].shape
    assert isinstance(shape, Text)
    return text[: shape.most]


def _stats(read: Mapping[str, int | None] | None) -> Stats:
    values = read or {}
    a, b, c, d = (max(LOWEST_STAT, values.get(stat.key) or LOWEST_STAT) for stat in STATS)
    return a, b, c, d


def _titled(path: str) -> str:
    """The path to a fault with the word that the card has for it."""
    key, dot, rest = path.partition(".")
    return f"{title_of(key)}{dot}{rest}"


def title_of(key: str) -> str:
    """How the page and the card call a key of a character file."""
    return LABELS.get(key, key.replace("_", " ").capitalize())


# Looking at it


def look(draft: object, job: Mapping[str, Any] | None = None, portrait: str = "") -> Plain:
    """What the page shows of a draft: what is left to do, what is wrong, and both sides of its card.

    ``cards``: the card, then the first continuation card; ``more``: how many come after that.
    """
    made = Draft.of(draft)
    character = made.character
    refusals = check_build(character.stats, character.grown)
    open_keys = list(made.open)
    told: Plain = {
        "left": made.left,
        "refusals": [refused(refusal) for refusal in refusals],
        "open": [{"field": key, "title": title_of(key)} for key in open_keys],
        "pencil": [{"field": key, "title": title_of(key)} for key in _TEXTS if key not in {*made.given, *open_keys}],
        "faults": [{"field": key, "title": title_of(key), "message": why} for key, why in made.faults.items()],
        "ready": not (refusals or made.faults or open_keys),
        "file": slug(character.name) if character.name else "character",
        "items": [] if made.undecided else [_shown(item.card, "Item") for item in character.items],
        "been": _been(character),
    }
    wanted = _job(job)
    try:
        composed = compose(character, wanted.size, wanted.style, wanted.extras(made.extras(portrait)))
    except CardError as error:
        return told | {"cards": [], "more": 0, "warnings": [str(error)]}
    shown = composed.cards[:2]
    return told | {
        "cards": [[plain(side_node(side, headings=False)) for side in card] for card in shown],
        "more": len(composed.cards) - len(shown),
        "warnings": [f"{missing.said}; printed as its number" for missing in composed.missing],
    }


def _been(character: Character) -> str:
    """What a character has been through already, in words; nothing for a new one."""
    fresh = character._replace(hp=BLANK.hp, plot_armor=BLANK.plot_armor, marks=(), grown=0)
    if character == fresh:
        return ""
    marks = ", ".join(box.title for box in character.marks)
    parts = [f"HP {character.hp}", f"Plot Armor {character.plot_armor}"]
    parts += [f"marked: {marks}"] if marks else []
    parts += [f"grown by {character.grown}"] if character.grown else []
    return ", ".join(parts)


def _job(asked: Mapping[str, Any] | None) -> Job:
    """The job of what was chosen on the page."""
    given = dict(asked or {})
    offset = (float(given.pop("right", 0) or 0), float(given.pop("down", 0) or 0))
    return job_of(**given, offset=offset)


def stat(draft: object, stat: str, by: int) -> Plain:
    """The Stats after one of them went up or down; what the rules have against it is refused."""
    made = Draft.of(draft)
    chosen = next((one for one in STATS if one.key == stat), None)
    if chosen is None:
        raise BadText(stat, "is not a Stat", tuple(one.key for one in STATS))
    stats = list(made.character.stats)
    stats[chosen.index] += by
    for refusal in check_build(stats, made.character.grown, unfinished=True):
        raise explained(refusal)
    left = LUCKY_POINTS + made.character.grown - points_spent(stats)
    return {"stats": {one.key: value for one, value in zip(STATS, stats, strict=True)}, "left": left}


# The Concept, drawn


@lru_cache
def tables() -> WildTables:
    """The tables of one's own, if any were packed, else those of the house."""
    try:
        own = get_data("generators", OWN_TABLES)
    except OSError:
        own = None
    return read_wild(own.decode(), OWN_TABLES) if own else house_tables()


def draw(part: str, lying: str = "") -> Plain:
    """A card from a shuffled deck for a half of the Concept, and what it gives; never the card that lies there."""
    if part not in ("role", "adjective"):
        raise BadText(part, "is not a half of the Concept", ("role", "adjective"))
    card = SystemRandom().choice([card for card in DECK if card.code != lying])
    return drawn(part, card.code)


def drawn(part: str, card: str) -> Plain:
    """What a card gives: a Role, or two Adjectives, the one of its colour first."""
    one = Card.read(card)
    concept = tables().concept(one, one)
    role_why, _, adjective_why = concept.why.partition(". ")
    told: Plain = {"part": part, "card": _shown(one, part.capitalize()), "rule": concept.rule}
    if part == "role":
        return told | {"why": _parts(f"{role_why}."), "words": [{"text": concept.role, "says": ""}]}
    mine = one.suit.colour
    other = next(colour for colour in COLOURS if colour != mine)
    words = [
        {"text": concept.adjective, "says": f"{mine}, like the card"},
        {"text": concept.other, "says": other},
    ]
    return told | {"why": _parts(adjective_why), "words": words}


def _shown(card: Card, place: str) -> Plain:
    """A card as the page draws it; what it is worth is of no matter here."""
    return _card(card, place, "") | {"label": f"{place}: {card.spoken}"}


# Files, links, the other game


def read(text: str, name: str = "") -> Plain:
    """The characters of a file: of a party, or of a campaign, in TOML or JSON."""
    source = name[:80] or "the file"
    data = parse(text, source)
    if isinstance(data, Mapping) and str(data.get("format", "")).startswith("aces-campaign/"):
        from aces.lite.campaign import read_campaign

        found = tuple(member.character for member in read_campaign(data, source).members)
    else:
        found = read_characters(data, source)
    return {"drafts": [_spare(character) for character in found]}


def _spare(character: Character) -> Plain:
    """A character as a draft: what is as usual is left out."""
    usual = {key: field.default for key, field in CHARACTER_FIELDS.items()}
    data = character.plain()
    return {key: value for key, value in data.items() if value not in ("", [], usual[key]) or key == "affinity"}


def example(name: str = "") -> Plain:
    """One of the example party as a draft."""
    found = next((one for one in example_party() if one.name == name), example_party()[0])
    return {"drafts": [_spare(found)]}


def file(drafts: Sequence[object]) -> Plain:
    """A character file in TOML of those that are ready, its name, and who is not ready yet, with the reason."""
    whole: list[Character] = []
    left_out: list[Plain] = []
    refused: AcesError | None = None
    for given in drafts:
        draft = Draft.of(given)
        try:
            whole.append(draft.whole())
        except BadFile as error:
            refused = error
            left_out.append({"name": draft.character.name, "message": str(error)})
    if not whole:
        raise refused or BadText(None, "There is nobody to save", ("a character",))
    name = slug(whole[0].name) if len(whole) == 1 else "characters"
    return {"text": toml(whole), "name": f"{name}.toml", "left_out": left_out}


def toml(characters: Sequence[Character]) -> str:
    """A character file."""
    lines = [f'format = "{FORMAT}/{VERSION}"']
    for character in characters:
        lines += ["", "[[character]]"]
        for key, value in _spare(character).items():
            lines.append(f"{key} = {_toml(value)}")
    return "\n".join(lines) + "\n"


def _toml(value: object) -> str:
    """A value in TOML. Its texts hold no control character but line breaks and tabs, and JSON escapes as TOML does."""
    if isinstance(value, Mapping):
        return "{ " + ", ".join(f"{key} = {_toml(each)}" for key, each in value.items()) + " }"
    if isinstance(value, str) and "\n" in value:
        return '"""\n' + json.dumps(value, ensure_ascii=False)[1:-1].replace("\\n", "\n") + '"""'
    return json.dumps(value, ensure_ascii=False)


def link(draft: object) -> Plain:
    """The fragment of a link that holds a character; refused with the numbers when it would be too long."""
    character = Draft.of(draft).whole()
    data = json.dumps(_spare(character), ensure_ascii=False, separators=(",", ":")).encode()
    packed = urlsafe_b64encode(zlib.compress(data, 9)).decode().rstrip("=")
    fragment = f"{LINK_VERSION}.{packed}"
    if len(fragment) > LINK_LIMIT:
        why = f"A link for {character.name} would have {len(fragment):,} letters, and none has more than {LINK_LIMIT:,}"
        raise BadText(None, why, ("save the file and send that",))
    return {"fragment": fragment}


def unlink(fragment: str) -> Plain:
    """The character of a link, read as strictly as a file."""
    return {"drafts": [_spare(read_characters(_unpacked(fragment), "this link")[0])]}


def _unpacked(fragment: str) -> Plain:
    broken = BadText(None, "This link is damaged: it may have been cut off on its way")
    version, dot, packed = fragment.partition(".")
    if dot and version.isascii() and version.isdigit() and version != LINK_VERSION:
        raise BadText(None, f"This link is of version {version[:9]}, and this page reads {LINK_VERSION}")
    if len(fragment) > LINK_LIMIT or version != LINK_VERSION or not re.fullmatch(r"[A-Za-z0-9_-]+", packed):
        raise broken
    try:
        reader = zlib.decompressobj()
        data = reader.decompress(urlsafe_b64decode(packed + "=" * (-len(packed) % 4)), LINK_CONTENT)
        text = data.decode() if reader.eof and not reader.unused_data else ""
    except (ValueError, zlib.error):
        raise broken from None
    if not text:
        raise broken
    return {"format": f"{FORMAT}/{VERSION}", "character": [parse_json(text, "this link")]}


def moving(stats: Sequence[int]) -> Plain:
    """Every way in which a character of Universal 21 can move over; refused when there is none."""
    from aces.universal21 import conversion_objection, conversions

    ways = conversions(stats)
    if not ways and (refusal := conversion_objection(stats, ())):
        raise explained(refusal)
    keys = [stat.key for stat in STATS]
    return {
        "ways": [
            {
                "stats": dict(zip(keys, way, strict=True)),
                "text": ", ".join(f"{stat.title} {value}" for stat, value in zip(STATS, way, strict=True)),
            }
            for way in ways
        ],
        "rule": "u21-convert",
    }


# Printing


def pages(people: Sequence[Mapping[str, Any]], job: Mapping[str, Any] | None = None, fill: bool = False) -> Plain:
    """The sheets of a print: where each side lies, and each side once.

    people: each a ``draft``, and a ``portrait`` by name if there is one. fill: blank cards on the places that the
    last sheet leaves free.
    """
    wanted = _job(job)
    wanted.check()
    cards: list[tuple[Side, Side]] = []
    warnings: list[str] = []
    for one in people:
        draft = Draft.of(one.get("draft"))
        extras = wanted.extras(draft.extras(str(one.get("portrait") or "")))
        composed = compose(draft.character, wanted.size, wanted.style, extras)
        cards += composed.cards
        warnings += map(str, composed.missing)
        if len(cards) > PRINT_LIMIT:
            many = f"{len(cards)} cards and more"
            raise CardError(f"{many}: the page prints {PRINT_LIMIT} at once, the command any number")
    per_sheet = wanted.layout.per_sheet
    if fill or not cards:
        cards += [compose(BLANK, wanted.size, wanted.style, wanted.extras(Extras())).cards[0]] * (
            -len(cards) % per_sheet or (0 if cards else per_sheet)
        )
    runs = sheets(len(cards), per_sheet)
    shown: list[Plain] = []
    drawn_sides: list[Elements | str] = []
    places: dict[int, int] = {}
    for number, run in enumerate(runs, 1):
        lying, names = [cards[index] for index in run], tuple(index + 1 for index in run)
        for plan in plans(wanted, lying, names, NOTE, number, len(runs)):
            laid = []
            for place, side in plan.cards:
                if id(side) not in places:
                    places[id(side)] = len(drawn_sides)
                    drawn_sides.append(plain(side_node(side)))
                laid.append([place_style(place), places[id(side)]])
            paper = [plan.paper.width, plan.paper.height]
            shown.append({"paper": paper, "besides": [plain(node) for node in page_nodes(plan)], "cards": laid})
    return {"pages": shown, "sides": drawn_sides, "cards": len(cards), "warnings": warnings}


def command(job: Mapping[str, Any] | None = None, name: str = "character", portrait: str = "") -> Plain:
    """The command that prints the file that was saved in the same way."""
    given = dict(job or {})
    _job(given)
    words = ["aces cards", f"{name}.toml", f"--size {given.get('size', 'poker')}"]
    words += [f"--paper {given.get('paper', 'a4')}"]
    for key in ("style", "sides", "flip"):
        if (value := given.get(key)) and value not in ("cabaret", "both", "long"):
            words.append(f"--{key} {value}")
    words += ["--save-ink"] if given.get("save_ink") else []
    words += ["--marks off"] if given.get("marks") is False else []
    right, down = (float(given.get(key) or 0) for key in ("right", "down"))
    words += [f"--offset={right:g},{down:g}"] if right or down else []
    words += [f"--portrait={_quoted(portrait)}"] if portrait else []
    return {"command": " ".join([*words, f"-o {name}.pdf"])}


def _quoted(word: str) -> str:
    """A word as a shell takes it for one word, whatever is in it."""
    if re.fullmatch(r"[A-Za-z0-9_.,+-]+", word):
        return word
    return "'" + word.replace("'", "'\\''") + "'"


# The door


_METHODS: dict[str, Callable[..., Plain]] = {
    "maker.look": look,
    "maker.stat": stat,
    "maker.draw": draw,
    "maker.read": read,
    "maker.example": example,
    "maker.file": file,
    "maker.link": link,
    "maker.unlink": unlink,
    "maker.moving": moving,
    "maker.pages": pages,
    "maker.command": command,
}


def answer(method: str, params_json: str) -> Plain:
    """What one of the methods says (see :func:`door.answered`)."""
    return answered(_METHODS, method, params_json)
