"""Character Cards as PDF: blank or filled, several on a sheet, both sides, ready to cut.

What stands on a card is decided in :mod:`generators.card_sides`, which size a text takes and
where its lines break in :mod:`generators.fitting`, where cards lie on the paper in
:mod:`generators.imposition`. Here they become pages.

Nothing that was typed is lost: a text shrinks to a size that can still be read, and when even
that is too much the card is refused, with the name of the character and of the field.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Literal, NamedTuple, TypeVar

from aces.faults import BadFile, Fault, bundled, parse_toml
from aces.lite.character import Character, example_party, read_characters
from aces.rules import BadText
from generators import card_drawing as draw
from generators import fitting
from generators.card_sides import BLANK, Area, CardError, Picture, Side, Text, back, front
from generators.env import in_words, render
from generators.fitting import MissingGlyphsError, Room, TooLongError
from generators.imposition import (
    CARDS,
    MARK_GAP,
    MARK_LENGTH,
    PAPERS,
    POINTS_PER_MM,
    Flip,
    Grid,
    Place,
    Size,
    grid,
    sheets,
)
from generators.registry import Output, Product

__all__ = ["BLANK", "SIDES", "CardError", "Sides", "from_words", "sheet"]

T = TypeVar("T")

Sides = Literal["both", "front", "back"]
SIDES: tuple[Sides, ...] = ("both", "front", "back")

FLIPS: dict[str, Flip] = {flip.value.removesuffix("-edge"): flip for flip in Flip}
"""The edges over which a printer may turn a sheet, in a word."""

MOST_CARDS = 250
"""More cards than this do not go into one file: print them in several runs."""

NOTE = 2.6
"""Millimetres of height of the note in the margin."""

RULER = 50
"""Millimetres of the printed ruler."""

COMPOSE: dict[str, Callable[[Character, Size], Side]] = {"front": front, "back": back}


@dataclass(frozen=True, slots=True)
class Piece:
    """A part of a side on its way to the template: words, or a drawing by name."""

    area: Area
    text: Text | None
    art: str
    alt: str


@dataclass(frozen=True, slots=True)
class Placed:
    """One side of a card on a page."""

    place: Place
    pieces: tuple[Piece, ...]
    art: str


@dataclass(frozen=True, slots=True)
class Note:
    """The line in the margin: a text, turned where it runs up the side of the sheet."""

    text: Text
    turned: bool


@dataclass(frozen=True, slots=True)
class Page:
    """One side of a sheet: its crop marks, its note where there is room, its cards."""

    art: str
    note: Note | None
    cards: tuple[Placed, ...]


def sheet(
    characters: Sequence[Character],
    size: Size = CARDS["poker"],
    paper: Size = PAPERS["a4"],
    sides: Sides = "both",
    *,
    flip: Flip = Flip.LONG_EDGE,
    offset: tuple[float, float] = (0.0, 0.0),
    title: str = "Character Cards",
    author: str = "",
    licence: str = "",
    language: str = "en",
) -> bytes:
    """The cards as a PDF: full sheets of cards, each sheet's backs right after its fronts.

    size, paper: values of :data:`~generators.imposition.CARDS` and
    :data:`~generators.imposition.PAPERS`.
    flip: the edge over which the printer turns the sheet; the backs are placed for it.
    offset: millimetres (right, down) by which to shift the backs, for a printer that is off.
    title, author, licence, language: what the file says about itself.

    :data:`BLANK` stands for a card to fill in. Raises :class:`CardError` when there is nothing
    to print, when a text does not fit, or when no printed face has one of its characters, and
    :class:`~generators.imposition.DoesNotFitError` when the card is larger than the paper.
    """
    from generators import pdf

    if not characters:
        raise CardError("there is no character to print")
    if sides not in SIDES:
        raise CardError(f"{sides!r} is not a choice of sides: {', '.join(SIDES)}")
    lattice = grid(size, paper)
    art: dict[str, str] = {}
    pages = list(_pages(characters, lattice, sides, flip, offset, title, art))
    duplex: pdf.Duplex = "DuplexFlipLongEdge" if flip is Flip.LONG_EDGE else "DuplexFlipShortEdge"
    about = pdf.Sheet(
        title=title,
        description=f"Character Cards for A.C.E.S. Lite: {len(characters)} in the size {size}, on {paper.title}.",
        author=author,
        licence=licence,
        language=language,
        duplex=duplex if sides == "both" else "Simplex",
    )
    css = render("character_cards.css.j2", paper=paper, mm=draw.mm)
    return pdf.render(render("character_cards.html.j2", pages=pages, mm=draw.mm), about, css, art)


def _pages(
    characters: Sequence[Character],
    lattice: Grid,
    sides: Sides,
    flip: Flip,
    offset: tuple[float, float],
    title: str,
    art: dict[str, str],
) -> Iterator[Page]:
    runs = sheets(len(characters), lattice.per_sheet)
    for number, run in enumerate(runs, 1):
        for name in ("front", "back"):
            if sides not in ("both", name):
                continue
            behind = name == "back" and sides == "both"
            places = lattice.backs(flip, offset) if behind else lattice.fronts()
            marks = draw.crop_marks(lattice.back_marks(flip, offset) if behind else lattice.marks())
            words = f"Sheet {number} of {len(runs)}, {name}s." if len(runs) > 1 else f"{name.capitalize()}s."
            how = f"Print at 100 %, both sides, turned over the {flip.value.replace('-', ' ')}."
            how = how if sides == "both" else "Print at 100 %."
            note, ruler = _note(lattice, (f"{title}. ", "", f"{how} {words}"))
            cards = tuple(
                _placed(place, COMPOSE[name](characters[index], lattice.card), art)
                for place, index in zip(places, run, strict=False)
            )
            yield Page(_store(art, draw.svg(lattice.paper.width, lattice.paper.height, [marks, ruler])), note, cards)


def _note(lattice: Grid, words: tuple[str, str, str]) -> tuple[Note | None, str]:
    """The note and the ruler in the upper or the left margin, whichever has room; or none."""
    clear = MARK_GAP + MARK_LENGTH + NOTE + 0.8
    for turned, margin, along, length in (
        (False, lattice.top, lattice.left, lattice.paper.width - 2 * lattice.left),
        (True, lattice.left, lattice.top, lattice.paper.height - 2 * lattice.top),
    ):
        if margin < clear + 4:
            continue
        across = margin - clear
        ruler = draw.ruler(along + length - RULER, across + NOTE - 0.4, RULER)
        if turned:
            ruler = f'<g transform="translate(0 {draw.mm(lattice.paper.height)}) rotate(-90)">{ruler}</g>'
        label = f"{RULER} mm"
        room = Room(length - RULER - 14, NOTE)
        face = (fitting.load("Aces Sans", 500),)
        fitted = None
        for text in (f"{words[0]}{words[2]}", words[2]):
            try:
                fitted = fitting.fit(text, room, face, most=6.5, least=5)
                break
            except (TooLongError, MissingGlyphsError):
                continue
        if fitted is None:
            continue
        area = Area(across, lattice.paper.height - along, length, NOTE) if turned else Area(along, across, length, NOTE)
        line = (*fitted.lines, label)
        return Note(Text(area, line, fitted.size, 1.2, "note turned" if turned else "note"), turned), ruler
    return None, ""


def _placed(place: Place, side: Side, art: dict[str, str]) -> Placed:
    pieces = tuple(
        Piece(part.area, None, _store(art, part.art), part.alt)
        if isinstance(part, Picture)
        else Piece(part.area, part, "", "")
        for part in side.parts
    )
    return Placed(
        place,
        pieces,
        _store(art, draw.svg(side.size.width, side.size.height, [*side.drawing, draw.writing_lines(side.lines)])),
    )


def _store(art: dict[str, str], drawing: str) -> str:
    """The name of a drawing; equal drawings share one."""
    name = f"{hashlib.sha256(drawing.encode()).hexdigest()[:16]}.svg"
    art[name] = drawing
    return name


def from_words(
    *,
    files: Mapping[str, str] | None = None,
    blank: bool = False,
    party: bool = False,
    size: str = "poker",
    paper: str = "a4",
    sides: str = "both",
    flip: str = "long",
    fill: bool = False,
) -> bytes:
    """The PDF that words ask for, as the command line has them.

    files: the texts of character files (TOML, or JSON where the name ends so), by their names,
    which stand in errors. ``blank`` asks for a full sheet of cards to fill in, ``party`` for the
    five example characters. ``fill`` puts blank cards on the places that the last sheet leaves
    free. Raises :class:`~aces.rules.AcesError` with one clear line: the
    choices that there are, the faults of a file with their paths, the text that does not fit.
    """
    card = _one_of(size, CARDS, "a size of cards")
    sheet_of = _one_of(paper, PAPERS, "a paper")
    edge = _one_of(flip, FLIPS, "an edge to turn the sheet over")
    side = _one_of(sides, {name: name for name in SIDES}, "a choice of sides")
    asked = [name for name, wanted in (("files", bool(files)), ("blank", blank), ("party", party)) if wanted]
    if len(asked) != 1:
        given = " and ".join(asked) or None
        why = "cannot be asked for together" if asked else "nothing to print"
        raise BadText(given, why, ("files of characters", "blank", "party"))
    about = {"title": "Character Cards", "license": "", "language": "en"}
    if blank:
        characters: list[Character] = [BLANK] * grid(card, sheet_of).per_sheet
    elif party:
        characters, about = list(example_party()), about | _notes_of(parse_toml(bundled("party.toml"), "party.toml"))
    else:
        characters = []
        for source, text in (files or {}).items():
            data = _data(text, source)
            characters += read_characters(data, source)
            about |= _notes_of(data)
    if fill:
        characters += [BLANK] * (-len(characters) % grid(card, sheet_of).per_sheet)
    if len(characters) > MOST_CARDS:
        raise CardError(f"{len(characters)} cards are too many for one file; {MOST_CARDS} are the most")
    return sheet(
        characters,
        card,
        sheet_of,
        side,
        flip=edge,
        title=about["title"],
        licence=about["license"],
        language=about["language"],
    )


def _notes_of(data: Mapping[str, object]) -> dict[str, str]:
    """What a file of characters says about itself, where it says it."""
    return {key: str(data[key]) for key in ("title", "license", "language") if data.get(key)}


def _one_of(word: str, known: Mapping[str, T], what: str) -> T:
    if word not in known:
        raise BadText(word, f"is not {what}", tuple(known))
    return known[word]


def _data(text: str, source: str) -> dict[str, object]:
    if not source.lower().endswith(".json"):
        return parse_toml(text, source)
    try:
        data = json.loads(text)
    except json.JSONDecodeError as error:
        raise BadFile(source, [Fault(f"line {error.lineno}, column {error.colno}", error.msg)]) from None
    except RecursionError:
        raise BadFile(source, [Fault("", "is nested too deeply")]) from None
    if not isinstance(data, dict):
        raise BadFile(source, [Fault("", "must be a JSON object with format and character")])
    return data


# For the site.

KINDS = {"blank": "Blank, for a pencil", "party": "The example party"}
"""What the site offers to download, and how it calls it."""

SHOT = 560
"""The width in pixels of the picture of a poker card."""


class Shot(NamedTuple):
    """A picture on the site: its file, what it shows in words, its page of the PDF, the place on it."""

    name: str
    alt: str
    page: int
    place: Place


def file_name(kind: str, size: Size, paper: Size) -> str:
    """The name of a PDF that the site offers.

    >>> file_name("blank", CARDS["a6"], PAPERS["letter"])
    'blank-a6-letter.pdf'
    """
    return f"{kind}-{size.name}-{paper.name}.pdf"


def download(kind: str, size: Size, paper: Size) -> bytes:
    """One of the PDFs that the site offers."""
    return from_words(blank=kind == "blank", party=kind == "party", size=size.name, paper=paper.name, fill=True)


def shots() -> tuple[Shot, ...]:
    """The pictures of the site: one card of each kind, front and back, and a whole sheet."""
    lattice = grid(CARDS["poker"], PAPERS["a4"])
    fronts, backs = lattice.fronts(), lattice.backs(Flip.LONG_EDGE)
    shown = example_party()[SHOWN]
    whole = Place(0, 0, lattice.paper.width, lattice.paper.height)
    count = len(example_party())
    filled, spare = f"{in_words(count)} filled cards", f"{in_words(-count % lattice.per_sheet)} blank ones"
    return (
        Shot("party-front", f"The front of a filled card: {shown.name}, {shown.concept}.", 0, fronts[SHOWN]),
        Shot("party-back", f"The back of the same card, with {shown.name}'s Goal, Flaw and Secret.", 1, backs[SHOWN]),
        Shot("blank-front", "The front of a blank card: lines for a name and a Concept, open pips.", 0, fronts[SHOWN]),
        Shot("blank-back", "The back of a blank card: lines to write on and the Growth boxes.", 1, backs[SHOWN]),
        Shot(
            "party-sheet",
            f"A sheet as it leaves the printer: {filled}, {spare}, and marks to cut along.",
            0,
            whole,
        ),
    )


SHOWN = 1
"""Which of the example characters the pictures show."""


def pictures() -> Product:
    """The pictures as WebP, rendered from the very PDFs that the site offers."""
    import io
    from importlib import import_module

    pypdfium2 = import_module("pypdfium2")  # ships no types
    made: dict[str, bytes] = {}
    for kind in KINDS:
        data = download(kind, CARDS["poker"], PAPERS["a4"])
        with pypdfium2.PdfDocument(data) as document:
            for shot in shots():
                if not shot.name.startswith(kind):
                    continue
                scale = SHOT / (CARDS["poker"].width * POINTS_PER_MM)
                width, height = shot_size(shot)
                if shot.place.width > CARDS["poker"].width:
                    scale = width / (shot.place.width * POINTS_PER_MM)
                image = document[shot.page].render(scale=scale).to_pil()
                left, top = (round(value * POINTS_PER_MM * scale) for value in (shot.place.x, shot.place.y))
                file = io.BytesIO()
                image.crop((left, top, left + width, top + height)).save(file, "WEBP", quality=82, method=6)
                made[f"{shot.name}.webp"] = file.getvalue()
    return made


def shot_size(shot: Shot) -> tuple[int, int]:
    """Width and height of a picture in pixels."""
    width = SHOT if shot.place.width <= CARDS["poker"].width else round(SHOT * 1.4)
    return width, round(width * shot.place.height / shot.place.width)


def gallery() -> str:
    """The pictures for the page, as HTML."""
    every = {shot.name: shot for shot in shots()}
    pairs = [[every[f"{kind}-front"], every[f"{kind}-back"]] for kind in ("party", "blank")]
    return render("card-gallery.html.j2", pairs=pairs, size_of=shot_size)


def whole_sheet() -> str:
    """The picture of a sheet for the page, as HTML."""
    shot = next(shot for shot in shots() if shot.name == "party-sheet")
    return render("card-sheet.html.j2", shot=shot, size=shot_size(shot))


def downloads() -> str:
    """The table of PDFs for the page, as HTML."""
    return render(
        "card-downloads.html.j2",
        kinds=KINDS,
        sizes=[
            (size, {name: grid(size, paper).per_sheet for name, paper in PAPERS.items()}) for size in CARDS.values()
        ],
        papers=PAPERS,
        file_name=file_name,
    )


OUTPUTS: tuple[Output, ...] = (
    *(
        Output(
            f"files/cards/{file_name(kind, size, paper)}",
            "asset",
            partial(download, kind, size, paper),
            libraries=("weasyprint",),
        )
        for kind in KINDS
        for size in CARDS.values()
        for paper in PAPERS.values()
    ),
    Output("assets/cards", "asset", pictures, libraries=("weasyprint", "pypdfium2", "pillow")),
    Output("card-gallery", "fragment", gallery),
    Output("card-sheet", "fragment", whole_sheet),
    Output("card-downloads", "fragment", downloads),
)
