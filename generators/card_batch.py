"""Many cards: read from several files, printed into one PDF, numbered PDFs, or one for each character.

Memory does not grow with the number of files, every file is written whole or not at all, and the same cards
give the same bytes.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import NamedTuple

from aces.lite.character import PARTY_LIMIT
from generators import card_sources
from generators.card_plans import Job
from generators.card_press import About, Progress, print_cards
from generators.card_sides import CardError, Missing
from generators.character_cards import MOST_CARDS, Entry, about_of
from generators.files import write_whole
from generators.slugs import slug

Photos = Mapping[str, tuple[bytes, int, int]]


class Written(NamedTuple):
    """A file that was written: where, how many cards and pages it has, how many bytes."""

    path: Path
    cards: int
    pages: int
    size: int


class Batch(NamedTuple):
    """What was asked for and what came of it."""

    written: tuple[Written, ...]
    missing: tuple[Missing, ...]


def gather(paths: Sequence[Path]) -> tuple[list[Entry], About]:
    """The cards of several files, in their order, and what the last of them says about itself.

    Raises :class:`~aces.faults.BadFile`, ``Fault`` for a file that cannot be read, and
    :class:`~generators.card_sides.CardError` above :data:`~aces.lite.character.PARTY_LIMIT` cards.
    """
    entries: list[Entry] = []
    about = About()
    for path in paths:
        found = card_sources.load(path)
        entries += [Entry(one) for one in found.characters]
        about = about_of(found.notes, about)
        if len(entries) > PARTY_LIMIT:
            raise CardError(f"{path}: {len(entries):,} cards so far; one run makes at most {PARTY_LIMIT:,}")
    return entries, about


def write(
    entries: Sequence[Entry],
    job: Job,
    about: About,
    target: Path,
    *,
    photos: Photos | None = None,
    one_file: bool = False,
    each: bool = False,
    processes: int | None = None,
    progress: Progress | None = None,
) -> Batch:
    """Prints the cards into ``target``: one PDF, or numbered ones above 250 cards, or a folder of them.

    each: ``target`` is a folder, with a PDF for each character, named after it.
    one_file: one PDF however many cards there are.
    """
    parts = list(_split(entries, job, target, one_file=one_file, each=each))
    if len(parts) > 1:
        for entry in entries:  # what is wrong with the last card is said before the first is written
            made = entry.composed(job)
            if job.strict and made.missing:
                raise CardError(str(made.missing[0]))
    written: list[Written] = []
    missing: list[Missing] = []
    done = 0
    for path, part in parts:
        made_part = print_cards(
            part, job, about, photos=photos, processes=processes, progress=_after(done, len(entries), progress)
        )
        if each:
            path.parent.mkdir(parents=True, exist_ok=True)
        write_whole(path, made_part.data)
        written.append(Written(path, made_part.cards, made_part.pages, len(made_part.data)))
        missing += made_part.missing
        done += len(part)
    return Batch(tuple(written), tuple(missing))


def _after(done: int, total: int, progress: Progress | None) -> Callable[[int, int], None] | None:
    if progress is None:
        return None
    return lambda now, _: progress(min(done + now, total), total)


def _split(
    entries: Sequence[Entry], job: Job, target: Path, *, one_file: bool, each: bool
) -> Iterator[tuple[Path, Sequence[Entry]]]:
    """The files to write, with their cards. Only the last sheet of all may be partly filled."""
    if each:
        for name, entry in zip(_names([entry.character.name for entry in entries]), entries, strict=True):
            yield target / f"{name}.pdf", [entry]
        return
    per_sheet = job.layout.per_sheet
    most = max(MOST_CARDS // per_sheet, 1) * per_sheet
    if one_file or len(entries) <= MOST_CARDS:
        yield target, entries
        return
    count = -(-len(entries) // most)
    digits = max(2, len(str(count)))
    for number in range(count):
        path = target.with_name(f"{target.stem}-{number + 1:0{digits}}{target.suffix or '.pdf'}")
        yield path, entries[number * most : (number + 1) * most]


def _names(people: Sequence[str]) -> Iterator[str]:
    """A file's name for each person, all different: who shares one gets the next free number.

    >>> list(_names(["Ann", "Ann 2", "Ann", "Bo"]))
    ['ann', 'ann-2', 'ann-3', 'bo']
    """
    used: set[str] = set()
    for person in people:
        first = name = slug(person)
        number = 1
        while name in used:
            number += 1
            name = f"{first}-{number}"
        used.add(name)
        yield name
