"""What stands where on each page of a print of cards: sides of cards, marks, notes in the margin.

A job says how cards are to be printed, its plans say what that comes to, page by page, in millimetres.
Standard library only: the PDF and the page in the browser both paint these plans.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import chain
from typing import Literal, NamedTuple, TypeVar

from aces.rules import BadText
from generators import card_drawing as draw
from generators import fitting
from generators.card_drawing import Drawing
from generators.card_sides import Area, CardError, Extras, Side, Text
from generators.card_styles import CABARET, STYLES, Style
from generators.fitting import Room, TooLongError
from generators.imposition import (
    BLEEDS,
    CARD_PAPER,
    CARDS,
    MARK_GAP,
    MARK_LENGTH,
    PAPERS,
    Flip,
    FoldOver,
    Grid,
    Place,
    Size,
    card_paper,
    fold_over,
    grid,
)

T = TypeVar("T")

Sides = Literal["both", "front", "back", "fold"]
SIDES: tuple[Sides, ...] = ("both", "front", "back", "fold")
"""What to print: both sides (two passes), one of them, or both on one side of the paper, to be folded."""

FLIPS: dict[str, Flip] = {flip.value.removesuffix("-edge"): flip for flip in Flip}
"""The edges over which a printer may turn a sheet, in a word."""

NOTE = 2.6
"""Millimetres of height of the note in the margin."""

RULER = 50
"""Millimetres of the printed ruler."""

FARTHEST = 20.0
"""No printer is off by more millimetres than this."""


class Job(NamedTuple):
    """How cards are to be printed.

    paper None: a page for each card, of its size. bleed: millimetres past the cut. offset: millimetres
    (right, down) by which to shift the backs, for a printer that is off. strict: a character without a
    glyph is an error.
    """

    size: Size = CARDS["poker"]
    paper: Size | None = PAPERS["a4"]
    sides: Sides = "both"
    flip: Flip = Flip.LONG_EDGE
    style: Style = CABARET
    bleed: float = 0.0
    marks: bool = True
    offset: tuple[float, float] = (0.0, 0.0)
    form: bool = False
    strict: bool = False

    @property
    def layout(self) -> Grid | FoldOver:
        """Where the cards lie. Raises :class:`~generators.imposition.DoesNotFitError`."""
        if self.paper is None:
            return grid(self.size, card_paper(self.size, self.bleed, self.marks), bleed=self.bleed)
        if self.sides == "fold":
            return fold_over(self.size, self.paper, bleed=self.bleed)
        return grid(self.size, self.paper, bleed=self.bleed)

    def check(self) -> None:
        """Raises :class:`~generators.card_sides.CardError` for a choice of sides or an offset that there is not."""
        if self.sides not in SIDES:
            raise CardError(f"{self.sides!r} is not a choice of sides: {', '.join(SIDES)}")
        if max(map(abs, self.offset)) > FARTHEST:
            raise CardError(f"an offset of {self.offset[0]:g}, {self.offset[1]:g} mm; at most {FARTHEST:g} mm each way")

    def extras(self, extras: Extras) -> Extras:
        """What a card has besides, with what all cards of this job have."""
        return extras._replace(form=self.form, bleed=self.bleed)


@dataclass(frozen=True, slots=True)
class Plan:
    """A page to paint, in millimetres.

    trim: what is left when all outer cuts are made; bleed: the same with what art runs past them.
    marks: drawings that are no content. texts: what stands on the page beside the cards, with the look
    of ``style``. cards: sides and where they lie.
    """

    paper: Size
    trim: Place
    bleed: float
    marks: tuple[Drawing, ...] = ()
    texts: tuple[Text, ...] = ()
    cards: tuple[tuple[Place, Side], ...] = ()
    style: Style = CABARET
    numbers: tuple[int, ...] = ()
    """The number of each card in the file, for the names of fields."""


def plans(
    job: Job, cards: Sequence[tuple[Side, Side]], names: tuple[int, ...], title: str, number: int, count: int
) -> Iterator[Plan]:
    """The pages of a sheet: its fronts, then its backs; or both on one page, to be folded.

    cards: front and back of those that lie on it; names: their numbers among all cards. title: what the note in
    the margin begins with; number, count: which sheet this is, of how many.
    """
    layout = job.layout
    of = f"Sheet {number} of {count}" if count > 1 else ""
    if isinstance(layout, FoldOver):
        texts, ruler = _note(layout, title, f"Print at 100 %, fold along the dashed line, glue, cut. {of}".strip(), job)
        marks: tuple[Drawing, ...] = (draw.crop_marks(layout.marks()) if job.marks else (), ruler)
        marks += (draw.fold_line(layout.fold),)
        lying = tuple(
            pair
            for place, behind, (front, back) in zip(layout.fronts(), layout.backs(), cards, strict=False)
            for pair in ((place, front), (behind, back))
        )
        numbers = tuple(chain.from_iterable((name, name) for name in names))
        yield Plan(layout.paper, layout.block, layout.bleed, marks, texts, lying, job.style, numbers)
        return
    for side, name in enumerate(("front", "back")):
        if job.sides not in ("both", name):
            continue
        behind = side == 1 and job.sides == "both"
        places = layout.backs(job.flip, job.offset) if behind else layout.fronts()
        crop = layout.back_marks(job.flip, job.offset) if behind else layout.marks()
        how = f"Print at 100 %, both sides, turned over the {job.flip.value.replace('-', ' ')}."
        how = how if job.sides == "both" else "Print at 100 %."
        words = f"{of}, {name}s." if of else f"{name.capitalize()}s."
        texts, ruler = _note(layout, title, f"{how} {words}", job)
        marks = (draw.crop_marks(crop) if job.marks else (), ruler)
        dx, dy = job.offset if behind else (0.0, 0.0)
        block = layout.block
        trim = Place(block.x + dx, block.y + dy, block.width, block.height)
        lying = tuple((place, pair[side]) for place, pair in zip(places, cards, strict=False))
        yield Plan(layout.paper, trim, layout.bleed, marks, texts, lying, job.style, names)


def _note(layout: Grid | FoldOver, title: str, words: str, job: Job) -> tuple[tuple[Text, ...], Drawing]:
    """The note and the ruler in the upper or the left margin, whichever has room; or none."""
    if job.paper is None:
        return (), ()
    block, paper = layout.block, layout.paper
    clear = MARK_GAP + MARK_LENGTH + NOTE + 0.8 + layout.bleed
    sides = ((False, block.y, block.x, block.width), (True, block.x, block.y, block.height))
    for turned, margin, along, length in sides:
        if margin < clear + 4:
            continue
        across = margin - clear
        face = job.style.label.typeface
        for text in (title + words, words):
            if face.missing(text):
                continue
            try:
                fitted = fitting.fit(text, Room(length - RULER - 14, NOTE), (face,), most=6.5, least=5)
            except TooLongError:
                continue
            look = "note turned" if turned else "note"
            x, y = (across, paper.height - along) if turned else (along, across)
            room = length - RULER - 1.5
            note = Text(Area(x, y, room, NOTE), fitted.lines, fitted.size, 1.2, look)
            scale = Text(Area(x, y, room, NOTE), (f"{RULER} mm",), fitted.size, 1.2, f"{look} right")
            foot = across + NOTE - 0.4
            if turned:
                ruler = draw.ruler(foot, paper.height - along - length + RULER, RULER, up=True)
            else:
                ruler = draw.ruler(along + length - RULER, foot, RULER)
            return (note, scale), ruler
    return (), ()


def job_of(
    *,
    size: str = "poker",
    paper: str = "a4",
    sides: str = "both",
    flip: str = "long",
    style: str = "cabaret",
    save_ink: bool = False,
    bleed: float = 0.0,
    marks: bool = True,
    offset: tuple[float, float] = (0.0, 0.0),
    form: bool = False,
    strict: bool = False,
) -> Job:
    """A job as words say it. Raises :class:`~aces.rules.BadText` with the choices that there are."""
    sheet_of = None if paper == CARD_PAPER else _one_of(paper, PAPERS, "a paper", CARD_PAPER)
    if bleed not in BLEEDS:
        raise BadText(f"{bleed:g}", "is not a bleed in millimetres", tuple(f"{one:g}" for one in BLEEDS))
    job = Job(
        _one_of(size, CARDS, "a size of cards"),
        sheet_of,
        _one_of(sides, {name: name for name in SIDES}, "a choice of sides"),
        _one_of(flip, FLIPS, "an edge to turn the sheet over"),
        _one_of(style, STYLES, "a style")._replace(saving=save_ink),
        bleed,
        marks,
        offset,
        form,
        strict,
    )
    if sheet_of is None and job.sides == "fold":
        raise BadText("fold", "needs a sheet of paper to fold", tuple(PAPERS))
    return job


def _one_of(word: str, known: Mapping[str, T], what: str, *more: str) -> T:
    if word not in known:
        raise BadText(word, f"is not {what}", (*known, *more))
    return known[word]
