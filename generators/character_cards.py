"""Character Cards as PDF: blank or filled, several on a sheet, both sides, ready to cut.

What stands on a card is decided in :mod:`generators.card_sides`, which size a text takes and
where its lines break in :mod:`generators.fitting`, where cards lie on the paper in
:mod:`generators.imposition`. Here they become pages.

Nothing that was typed is lost: a text shrinks to a size that can still be read, and when even
that is too much the card is refused, with the name of the character and of the field.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Literal

from aces.lite.character import Character
from generators import card_drawing as draw
from generators import fitting
from generators.card_sides import BLANK, Area, CardError, Picture, Side, Text, back, front
from generators.env import render
from generators.fitting import MissingGlyphsError, Room, TooLongError
from generators.imposition import CARDS, MARK_GAP, MARK_LENGTH, PAPERS, Flip, Grid, Place, Size, grid, sheets

__all__ = ["BLANK", "SIDES", "CardError", "Sides", "sheet"]

Sides = Literal["both", "front", "back"]
SIDES: tuple[Sides, ...] = ("both", "front", "back")

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
    return Placed(place, pieces, _store(art, draw.svg(side.size.width, side.size.height, side.drawing)))


def _store(art: dict[str, str], drawing: str) -> str:
    """The name of a drawing; equal drawings share one."""
    name = f"{hashlib.sha256(drawing.encode()).hexdigest()[:16]}.svg"
    art[name] = drawing
    return name
