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
from multiprocessing import get_context
from typing import NamedTuple, TypeVar

from aces.faults import bundled, parse_toml
from aces.lite.character import Character, example_party
from aces.rules import BadText
from generators import card_pdf, card_sides, pdf
from generators.card_pdf import Painted
from generators.card_plans import Job, Sides, job_of, plans
from generators.card_sides import BLANK, PLAIN, CardError, Extras, Missing
from generators.imposition import CARDS, PAPERS, Flip, Size, sheets

__all__ = [
    "BLANK",
    "About",
    "CardError",
    "Entry",
    "Printed",
    "from_words",
    "print_cards",
    "sheet",
]

T = TypeVar("T")

MOST_CARDS = 250
"""More cards than this go into several files, unless one file is asked for."""

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
    job.check()
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
    pages: list[Painted] = []
    for number, spots in batch:
        composed = {
            spot.number: card_sides.compose(spot.entry.character, job.size, job.style, job.extras(spot.entry.extras))
            for spot in {spot.number: spot for spot in spots}.values()
        }
        cards = [composed[spot.number].cards[spot.place] for spot in spots]
        names = tuple(spot.number + spot.place for spot in spots)
        pages += [card_pdf.paint(plan) for plan in plans(job, cards, names, f"{title}. ", number, count)]
    return pages


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
