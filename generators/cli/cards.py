"""``aces cards``: Character Cards as PDFs, forms, sheets for the table, and a look at what a PDF really is."""

from __future__ import annotations

import argparse
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

from generators.files import Fault, write_whole

EXAMPLES = """\
examples:
  aces cards party.toml -o cards.pdf
  aces cards crew.csv --size tarot --paper letter --style large -o cards.pdf
  aces cards --blank --form --size a6 -o form.pdf
  aces cards --party --paper card --bleed 3 -o for-the-print-shop.pdf
  aces cards --check cards.pdf
"""


def add(commands: Any) -> None:
    command = commands.add_parser(
        "cards",
        help="print Character Cards as a PDF",
        description="Print Character Cards: blank ones, the example party, or your own from TOML, JSON, YAML, CSV "
        "or a campaign file. Texts shrink until they fit; what is too long goes on, on a continuation card.",
        epilog=EXAMPLES,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    command.add_argument(
        "files", nargs="*", type=Path, metavar="FILE", help="characters, a campaign, or a spreadsheet's CSV"
    )
    which = command.add_mutually_exclusive_group()
    which.add_argument(
        "--blank", action="store_true", help="a sheet of cards to fill in with a pencil, or on a screen with --form"
    )
    which.add_argument("--party", action="store_true", help="the five example characters")
    which.add_argument(
        "--sheet", metavar="NAME", help="a sheet for the table: dealer-screen, scene-sheet or calibration"
    )
    which.add_argument("--check", type=Path, metavar="PDF", help="measure a PDF, and say what is off")
    look = command.add_argument_group("the card")
    look.add_argument("--size", default="poker", help="poker, poker-inch, bridge, tarot, index, a6 or page (poker)")
    look.add_argument("--style", default="cabaret", help="cabaret, plain or large (cabaret)")
    look.add_argument("--save-ink", action="store_true", help="outlines instead of fills, and black alone")
    look.add_argument("--form", action="store_true", help="fields to fill in on a screen")
    look.add_argument("--qr", metavar="URL", help="a QR code on the back")
    look.add_argument(
        "--portrait", action="append", default=[], metavar="[NAME=]FILE", help="a PNG, JPEG or WebP; may be given again"
    )
    look.add_argument("--strict", action="store_true", help="a letter that no face has is an error")
    paper = command.add_argument_group("the paper")
    paper.add_argument("--paper", default="a4", help="a4, letter, pa4 (fits both), or card: a page a card (a4)")
    paper.add_argument(
        "--sides", default="both", help="both, front, back, or fold: both on one side, to be folded (both)"
    )
    paper.add_argument(
        "--flip", default="long", help="the edge your printer turns the sheet over: long or short (long)"
    )
    paper.add_argument(
        "--bleed", type=float, default=0.0, metavar="MM", help="how far art runs past the cut: 0 or 3 (0)"
    )
    paper.add_argument("--marks", choices=("on", "off"), default="on", help="marks to cut along (on)")
    paper.add_argument(
        "--offset",
        type=_offset,
        default=(0.0, 0.0),
        metavar="X,Y",
        help="shift the backs by mm; see --sheet calibration",
    )
    run = command.add_argument_group("the run")
    run.add_argument("-o", "--output", type=Path, metavar="OUT", help="the PDF to write")
    run.add_argument("--one-file", action="store_true", help="one PDF however many cards; else numbered ones above 250")
    run.add_argument("--each", action="store_true", help="OUT is a folder: a PDF for each character")
    run.add_argument("--processes", type=_count, metavar="N", help="how many to use (as many as there are processors)")
    command.set_defaults(run=_cards)


def _offset(text: str) -> tuple[float, float]:
    parts = text.split(",")
    try:
        across, down = (float(part) for part in parts)
        if abs(across) < 1000 and abs(down) < 1000:
            return across, down
    except ValueError:
        pass
    raise argparse.ArgumentTypeError(f"{text!r} is not two numbers of millimetres such as 1.5,-2")


def _count(text: str) -> int:
    if text.isascii() and text.isdigit() and len(text) <= 4 and 1 <= int(text) <= 64:
        return int(text)
    raise argparse.ArgumentTypeError(f"{text!r} is not a number from 1 to 64")


def _cards(asked: argparse.Namespace) -> int:
    if asked.check is not None:
        return _check(asked.check)
    if asked.output is None:
        raise Fault("-o OUT: where to write to is missing")
    if asked.sheet is not None:
        return _sheet(asked)
    from generators import card_batch
    from generators import character_cards as printer
    from generators.card_plans import job_of
    from generators.card_press import About
    from generators.card_sides import BLANK
    from generators.imposition import CARD_PAPER

    job = job_of(
        size=asked.size,
        paper=asked.paper,
        sides=asked.sides,
        flip=asked.flip,
        style=asked.style,
        save_ink=asked.save_ink,
        bleed=asked.bleed,
        marks=asked.marks == "on",
        offset=asked.offset,
        form=asked.form,
        strict=asked.strict,
    )
    chosen = [bool(asked.files), asked.blank, asked.party]
    if sum(chosen) != 1:
        raise Fault("what to print: FILE, --blank or --party, one of them")
    if asked.blank:
        count = 1 if asked.paper == CARD_PAPER else job.layout.per_sheet
        entries, about = [printer.Entry(BLANK)] * count, About()
    elif asked.party:
        entries, about = printer.example_cards()
    else:
        entries, about = card_batch.gather(asked.files)
    entries, photos = _with_extras(entries, asked.qr, asked.portrait, job)
    batch = card_batch.write(
        entries,
        job,
        about,
        asked.output,
        photos=photos,
        one_file=asked.one_file,
        each=asked.each,
        processes=asked.processes,
        progress=_bar() if len(entries) > 50 else None,
    )
    for missing in batch.missing:
        print(f"aces cards: warning: {missing}; printed as its number", file=sys.stderr)
    for one in batch.written:
        print(f"Wrote {one.path}: {_many(one.cards, 'card')} on {_many(one.pages, 'page')}, {one.size / 1000:,.0f} kB.")
    if asked.one_file and len(entries) > printer.MOST_CARDS:
        print("One file: every card is tagged as in several; only opening it takes longer.")
    return 0


def _many(count: int, what: str) -> str:
    return f"{count:,} {what}" + ("" if count == 1 else "s")


def _with_extras(
    entries: list[Any], address: str | None, portraits: list[str], job: Any
) -> tuple[list[Any], dict[str, Any]]:
    """The cards with their QR code and portraits."""
    from generators import card_extras

    photos: dict[str, Any] = {}
    if address is not None:
        modules = card_extras.qr(address, job.size)
        entries = [one._replace(extras=one.extras._replace(qr=modules, qr_says=address)) for one in entries]
    for asked in portraits:
        name, mark, file = asked.rpartition("=")
        if not mark and len(entries) != 1:
            raise Fault(f"--portrait {asked}: whose? Say NAME=FILE, there are {_many(len(entries), 'card')}")
        found = [one for one in entries if not mark or one.character.name.casefold() == name.casefold()]
        if not found:
            raise Fault(f"--portrait {asked}: nobody is called {name!r}")
        picture = card_extras.portrait(Path(file))
        photos[picture.name] = (picture.jpeg, picture.width, picture.height)
        entries = [
            one._replace(extras=one.extras._replace(portrait=picture.name)) if one in found else one for one in entries
        ]
    return entries, photos


def _bar() -> Callable[[int, int], None] | None:
    """A line that says how far it is, where a person looks at it."""
    if not sys.stderr.isatty():
        return None
    begun = time.monotonic()
    shown = -1

    def show(done: int, total: int) -> None:
        nonlocal shown
        tenths = 30 * done // max(total, 1)
        if tenths == shown and done != total:
            return
        shown = tenths
        left = (time.monotonic() - begun) * (total - done) / max(done, 1)
        line = f"\r{'#' * tenths}{'.' * (30 - tenths)} {done:,} of {total:,}, {left:.0f} s left "
        print(line, end="\n" if done == total else "", file=sys.stderr, flush=True)

    return show


def _sheet(asked: argparse.Namespace) -> int:
    from aces.rules import BadText
    from generators import card_sheets
    from generators.card_plans import job_of

    job = job_of(paper=asked.paper, style=asked.style, save_ink=asked.save_ink, flip=asked.flip)
    if asked.sheet not in card_sheets.SHEETS:
        raise BadText(asked.sheet, "is not a sheet", tuple(card_sheets.SHEETS))
    if job.paper is None:
        raise Fault("--paper card: a sheet for the table needs a4, letter or pa4")
    write_whole(asked.output, card_sheets.make(asked.sheet, job.paper, job.style, job.flip))
    print(f"Wrote {asked.output}.")
    return 0


def _check(path: Path) -> int:
    """Prints what a PDF is; 1 when something is off."""
    from generators import card_check

    most = 500_000_000
    try:
        with path.open("rb") as file:
            data = file.read(most + 1)
    except (OSError, ValueError) as error:
        raise Fault(f"{path}: {getattr(error, 'strerror', None) or error}") from error
    if len(data) > most:
        raise Fault(f"{path}: is larger than {most:,} bytes")
    try:
        report = card_check.check(data)
    except card_check.CheckError as error:
        raise Fault(f"{path}: {error}") from error
    print(*report.lines(), sep="\n")
    return 1 if report.faults else 0
