"""Character Cards as PDF: blank, filled or to fill in on a screen, several on a sheet, ready to cut.

What stands on a card is decided in :mod:`generators.card_sides`, which size a text takes and
where its lines break in :mod:`generators.fitting`, where cards lie on the paper in
:mod:`generators.imposition`, how it looks in :mod:`generators.card_styles`. Here they become pages,
which :mod:`generators.card_pdf` writes.

Nothing that was typed is lost: a text shrinks to a size that can still be read, and what is longer than
that goes on, on a continuation card. Every file is read back with another library before it leaves.
"""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor
from itertools import chain
from multiprocessing import get_context
from typing import Literal, NamedTuple, TypeVar

from aces.faults import bundled, parse_toml
from aces.lite.character import Character, example_party
from aces.rules import BadText
from generators import card_drawing as draw
from generators import card_pdf, card_sides, fitting, pdf
from generators.card_drawing import Drawing
from generators.card_pdf import Painted, Plan
from generators.card_sides import BLANK, PLAIN, Area, CardError, Extras, Missing, Side, Text
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
    sheets,
)

__all__ = [
    "BLANK",
    "SIDES",
    "About",
    "CardError",
    "Entry",
    "Job",
    "Printed",
    "Sides",
    "from_words",
    "print_cards",
    "sheet",
]

T = TypeVar("T")

Sides = Literal["both", "front", "back", "fold"]
SIDES: tuple[Sides, ...] = ("both", "front", "back", "fold")
"""What to print: both sides (two passes), one of them, or both on one side of the paper, to be folded."""

FLIPS: dict[str, Flip] = {flip.value.removesuffix("-edge"): flip for flip in Flip}
"""The edges over which a printer may turn a sheet, in a word."""

MOST_CARDS = 250
"""More cards than this go into several files, unless one file is asked for."""

NOTE = 2.6
"""Millimetres of height of the note in the margin."""

RULER = 50
"""Millimetres of the printed ruler."""

FARTHEST = 20.0
"""No printer is off by more millimetres than this."""

ENOUGH = 240
"""From so many cards on, a second process is worth its start."""

SHEETS_AT_ONCE = 8
"""How many sheets a process paints at a time."""

Progress = Callable[[int, int], None]
"""Told how many cards are done, of how many."""


class Entry(NamedTuple):
    """A card to print: whose it is, and what it has besides."""

    character: Character
    extras: Extras = PLAIN


class About(NamedTuple):
    """What the file says about itself."""

    title: str = "Character Cards"
    author: str = ""
    licence: str = ""
    language: str = "en"


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

    def extras(self, extras: Extras) -> Extras:
        """What a card has besides, with what all cards of this job have."""
        return extras._replace(form=self.form, bleed=self.bleed)


class Printed(NamedTuple):
    """A finished file: its bytes, the characters that stand on it as numbers, how many cards and pages."""

    data: bytes
    missing: tuple[Missing, ...]
    cards: int
    pages: int


class _Spot(NamedTuple):
    """A card of an entry, and the number of the entry's first card among all cards, from 1."""

    entry: Entry
    place: int
    number: int


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

    :data:`BLANK` stands for a card to fill in. :func:`print_cards` can do more, and says more.
    """
    job = Job(size, paper, sides, flip, offset=offset)
    return print_cards([Entry(one) for one in characters], job, About(title, author, licence, language)).data


AS_USUAL, UNTITLED = Job(), About()


def print_cards(
    entries: Sequence[Entry],
    job: Job = AS_USUAL,
    about: About = UNTITLED,
    *,
    photos: Mapping[str, tuple[bytes, int, int]] | None = None,
    processes: int | None = None,
    progress: Progress | None = None,
) -> Printed:
    """The cards of all entries as one PDF: each sheet's backs right after its fronts.

    photos: JPEG files with their width and height in pixels, by the names that extras give.
    processes: how many to use; None: as many as there are processors, where that is worth it. The bytes
    are the same for any number.

    Raises :class:`CardError` when there is nothing to print or a character has no glyph and that is not
    allowed, :class:`~generators.imposition.DoesNotFitError` when a card is larger than the paper, and
    :class:`~generators.pdf.PrintError` when the finished file does not read as it should.
    """
    if not entries:
        raise CardError("there is no character to print")
    if job.sides not in SIDES:
        raise CardError(f"{job.sides!r} is not a choice of sides: {', '.join(SIDES)}")
    if max(map(abs, job.offset)) > FARTHEST:
        raise CardError(f"an offset of {job.offset[0]:g}, {job.offset[1]:g} mm; at most {FARTHEST:g} mm each way")
    layout = job.layout
    spots: list[_Spot] = []
    missing: list[Missing] = []
    for entry in entries:
        made = card_sides.compose(entry.character, job.size, job.style, job.extras(entry.extras))
        number = len(spots) + 1
        spots += [_Spot(entry, place, number) for place in range(len(made.cards))]
        missing += made.missing
        if made.missing and job.strict:
            raise CardError(str(made.missing[0]))
    runs = sheets(len(spots), layout.per_sheet)
    duplex: pdf.Duplex = "DuplexFlipLongEdge" if job.flip is Flip.LONG_EDGE else "DuplexFlipShortEdge"
    paper = job.paper.title if job.paper else "a page each"
    kind = "Forms" if job.form else "Character Cards"
    told = pdf.Sheet(
        title=about.title,
        description=f"{kind} for A.C.E.S. Lite: {len(spots)} in the size {job.size}, on {paper}.",
        author=about.author,
        licence=about.licence,
        language=about.language,
        duplex=duplex if job.sides == "both" else "Simplex",
    )
    words: list[list[str]] = []
    pages = 0

    def painted() -> Iterator[Painted]:
        nonlocal pages
        for number, page in enumerate(_painted(spots, runs, job, about.title, processes), 1):
            words.append(page.words)
            pages = number
            if progress is not None:
                share = 2 if job.sides == "both" else 1
                progress(min(number * layout.per_sheet // share, len(spots)), len(spots))
            yield page

    data = card_pdf.assemble(painted(), told, photos)
    _read_back(data, words, about.title)
    return Printed(data, tuple(missing), len(spots), pages)


def _painted(
    spots: Sequence[_Spot], runs: Sequence[range], job: Job, title: str, processes: int | None
) -> Iterator[Painted]:
    """The pages in their order, painted here or by several processes."""
    if processes is None:
        processes = min(len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1, 8)
        processes = processes if len(spots) >= ENOUGH else 1
    tasks = (
        (tuple((number, tuple(spots[index] for index in run)) for number, run in part), len(runs), job, title)
        for part in _parts(list(enumerate(runs, 1)))
    )
    if processes <= 1:
        for task in tasks:
            yield from _paint(*task)
        return
    with ProcessPoolExecutor(processes, mp_context=get_context("spawn")) as pool:
        waiting = []
        for task in tasks:
            waiting.append(pool.submit(_paint, *task))
            if len(waiting) > 2 * processes:
                yield from waiting.pop(0).result()
        for one in waiting:
            yield from one.result()


def _parts(items: Sequence[T]) -> Iterator[Sequence[T]]:
    for start in range(0, len(items), SHEETS_AT_ONCE):
        yield items[start : start + SHEETS_AT_ONCE]


def _paint(batch: Sequence[tuple[int, Sequence[_Spot]]], count: int, job: Job, title: str) -> list[Painted]:
    """The pages of some sheets: what a process is given to do."""
    layout = job.layout
    pages: list[Painted] = []
    for number, spots in batch:
        composed = {
            spot.number: card_sides.compose(spot.entry.character, job.size, job.style, job.extras(spot.entry.extras))
            for spot in {spot.number: spot for spot in spots}.values()
        }
        cards = [composed[spot.number].cards[spot.place] for spot in spots]
        names = tuple(spot.number + spot.place for spot in spots)
        pages += [card_pdf.paint(plan) for plan in _plans(layout, cards, names, job, f"{title}. ", number, count)]
    return pages


def _plans(
    layout: Grid | FoldOver,
    cards: Sequence[tuple[Side, Side]],
    names: tuple[int, ...],
    job: Job,
    title: str,
    number: int,
    count: int,
) -> Iterator[Plan]:
    """The pages of a sheet: its fronts, then its backs; or both on one page, to be folded."""
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


def _read_back(data: bytes, words: Sequence[Sequence[str]], title: str) -> None:
    """Reads a finished file with another library: each page must say what was set on it, all of it."""
    from generators.card_check import page_texts, squeezed

    for number, (found, lines) in enumerate(zip(page_texts(data), words, strict=True), 1):
        got, meant = squeezed(found), [squeezed(line) for line in lines]
        if got == "".join(meant):
            continue
        # Text that stands on its head is read in another order, but it is all there.
        lost = next((line for line in meant if line not in got), "")
        if lost or Counter(got) != Counter("".join(meant)):
            raise pdf.PrintError(f"{title}: page {number} does not read as it was set; {lost[:40]!r} is lost")


def from_words(
    *,
    files: Mapping[str, str] | None = None,
    blank: bool = False,
    party: bool = False,
    size: str = "poker",
    paper: str = "a4",
    sides: str = "both",
    flip: str = "long",
    style: str = "cabaret",
    fill: bool = False,
) -> bytes:
    """The PDF that words ask for, in one file.

    files: the texts of character files by their names (see :mod:`generators.card_sources`), which stand
    in errors. ``blank`` asks for a full sheet of cards to fill in, ``party`` for the
    five example characters. ``fill`` puts blank cards on the places that the last sheet leaves
    free. Raises :class:`~aces.rules.AcesError` with one clear line: the
    choices that there are, the faults of a file with their paths.
    """
    from generators import card_sources

    job = job_of(size=size, paper=paper, sides=sides, flip=flip, style=style)
    asked = [name for name, wanted in (("files", bool(files)), ("blank", blank), ("party", party)) if wanted]
    if len(asked) != 1:
        given = " and ".join(asked) or None
        why = "cannot be asked for together" if asked else "nothing to print"
        raise BadText(given, why, ("files of characters", "blank", "party"))
    if blank:
        cards = [Entry(BLANK)] * job.layout.per_sheet
        about = About()
    elif party:
        cards, about = example_cards()
    else:
        cards, about = [], About()
        for source, text in (files or {}).items():
            found = card_sources.characters_of(text, source)
            cards += [Entry(one) for one in found.characters]
            about = about_of(found.notes, about)
    if fill:
        cards += [Entry(BLANK)] * (-len(cards) % job.layout.per_sheet)
    if len(cards) > MOST_CARDS:
        raise CardError(f"{len(cards)} cards are too many for one file; {MOST_CARDS} are the most")
    return print_cards(cards, job, about).data


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


def example_cards() -> tuple[list[Entry], About]:
    """The five example characters, with what their file says of itself."""
    notes = parse_toml(bundled("party.toml"), "party.toml")
    return [Entry(one) for one in example_party()], about_of(notes, About())


def about_of(notes: Mapping[str, object], about: About) -> About:
    """What a file of characters says about itself, where it says it."""
    found = {key: str(notes[key]) for key in ("title", "license", "language") if notes.get(key)}
    return about._replace(
        title=found.get("title", about.title),
        licence=found.get("license", about.licence),
        language=found.get("language", about.language),
    )


def _one_of(word: str, known: Mapping[str, T], what: str, *more: str) -> T:
    if word not in known:
        raise BadText(word, f"is not {what}", (*known, *more))
    return known[word]
