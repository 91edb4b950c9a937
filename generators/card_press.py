"""Cards of any kind as PDF, several on a sheet, ready to cut.

What is printed says itself how it stands on cards (:class:`Printable`); where cards lie on the paper and which
back meets which front is decided in :mod:`generators.card_plans`, and :mod:`generators.card_pdf` writes it. Every
file is read back with another library before it leaves.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import NamedTuple, Protocol

from generators import card_pdf, pdf
from generators.card_pdf import Painted
from generators.card_plans import Job, plans
from generators.card_sides import CardError, Composed, Missing
from generators.imposition import Flip, sheets
from generators.parallel import cores, spread

ENOUGH = 240
"""From so many cards on, a second process is worth its start."""

SHEETS_AT_ONCE = 8
"""How many sheets a process paints at a time."""

Progress = Callable[[int, int], None]
"""Told how many cards are done, of how many."""


class Printable(Protocol):
    """Something that is printed as one or more cards. It can go from one process to another."""

    def composed(self, job: Job) -> Composed:
        """Its cards in the size and style of a job, each a front and a back."""


class About(NamedTuple):
    """What the file says about itself; ``kind`` is what its cards are, in a few words."""

    title: str = "Character Cards"
    author: str = ""
    licence: str = ""
    language: str = "en"
    kind: str = "Character Cards for A.C.E.S. Lite"


class Printed(NamedTuple):
    """A finished file: its bytes, the letters that stand on it as numbers, how many cards and pages."""

    data: bytes
    missing: tuple[Missing, ...]
    cards: int
    pages: int


class _Spot(NamedTuple):
    """A card of an entry, and the number of the entry's first card among all cards, from 1."""

    entry: Printable
    place: int
    number: int


AS_USUAL, UNTITLED = Job(), About()


def print_cards(
    entries: Sequence[Printable],
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
        raise CardError("there is no card to print")
    job.check()
    layout = job.layout
    spots: list[_Spot] = []
    missing: list[Missing] = []
    for entry in entries:
        made = entry.composed(job)
        number = len(spots) + 1
        spots += [_Spot(entry, place, number) for place in range(len(made.cards))]
        missing += made.missing
        if made.missing and job.strict:
            raise CardError(str(made.missing[0]))
    runs = sheets(len(spots), layout.per_sheet)
    duplex: pdf.Duplex = "DuplexFlipLongEdge" if job.flip is Flip.LONG_EDGE else "DuplexFlipShortEdge"
    paper = job.paper.title if job.paper else "a page each"
    form = ", to fill in on a screen" if job.form else ""
    told = pdf.Sheet(
        title=about.title,
        description=f"{about.kind}{form}: {len(spots)} in the size {job.size}, on {paper}.",
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
        processes = min(cores(), 8)
        processes = processes if len(spots) >= ENOUGH else 1
    batches = [
        _Batch(
            first + 1,
            [[spots[index] for index in run] for run in runs[first : first + SHEETS_AT_ONCE]],
            len(runs),
            job,
            title,
        )
        for first in range(0, len(runs), SHEETS_AT_ONCE)
    ]
    for pages in spread(_paint, batches, processes):
        yield from pages


class _Batch(NamedTuple):
    """Some sheets, from the ``first`` of ``total`` on: what a process is given to paint."""

    first: int
    sheets: Sequence[Sequence[_Spot]]
    total: int
    job: Job
    title: str


def _paint(batch: _Batch) -> list[Painted]:
    """The pages of some sheets."""
    pages: list[Painted] = []
    for number, spots in enumerate(batch.sheets, batch.first):
        composed = {
            spot.number: spot.entry.composed(batch.job) for spot in {spot.number: spot for spot in spots}.values()
        }
        cards = [composed[spot.number].cards[spot.place] for spot in spots]
        names = tuple(spot.number + spot.place for spot in spots)
        placed = plans(batch.job, cards, names, f"{batch.title}. ", number, batch.total)
        pages += [card_pdf.paint(plan) for plan in placed]
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
