"""``aces cards``: Character Cards, decks and sheets for the table as PDFs, and a look at what a PDF really is."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

from aces.rules import BadText
from generators.cli.shared import many, process_count, progress_bar
from generators.files import Fault, write_whole

if TYPE_CHECKING:
    from generators.card_plans import Job
    from generators.decks import Deck

EXAMPLES = """\
examples:
  aces cards party.toml -o cards.pdf
  aces cards crew.csv --size tarot --paper letter --style large -o cards.pdf
  aces cards --blank --form --size a6 -o form.pdf
  aces cards --party --paper card --bleed 3 -o for-the-print-shop.pdf
  aces cards --deck decktet --size bridge --paper letter -o decktet.pdf
  aces cards --sheet tuck-box --deck 52 --stock 0.25 -o box.pdf
  aces cards --check cards.pdf
"""


def add(commands: Any) -> None:
    command = commands.add_parser(
        "cards",
        help="print Character Cards or a deck as a PDF",
        description="Print Character Cards: blank ones, the example party, or your own from TOML, JSON, YAML, CSV "
        "or a campaign file. Texts shrink until they fit; what is too long goes on, on a continuation card. "
        "Or print a deck of playing cards, a box for it, or a sheet for the table.",
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
        "--sheet",
        metavar="NAME",
        help="a sheet for the table: dealer-screen, scene-sheet, calibration, score-ace-trump, score-ace-game, "
        "reference-cards (or reference-aces-lite, -ace-trump, -ace-game) or tuck-box",
    )
    which.add_argument("--check", type=Path, metavar="PDF", help="measure a PDF, and say what is off")
    command.add_argument(
        "--deck", metavar="NAME", help="a deck of playing cards, or the one a box is for: decktet or 52"
    )
    look = command.add_argument_group("the card")
    look.add_argument("--size", default="poker", help="poker, poker-inch, bridge, tarot, index, a6 or page (poker)")
    look.add_argument("--style", default="cabaret", help="cabaret, plain or large (cabaret)")
    look.add_argument("--save-ink", action="store_true", help="outlines instead of fills, and black alone")
    look.add_argument("--four-color", action="store_true", help="each suit of the deck of 52 in a color of its own")
    look.add_argument(
        "--stock", type=float, metavar="MM", help="how thick a card is, for the box around the deck (0.3)"
    )
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
    run.add_argument(
        "--processes", type=process_count, metavar="N", help="how many to use (as many as there are processors)"
    )
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


def _cards(asked: argparse.Namespace) -> int:
    for flag, given in (("--sheet", asked.sheet), ("--check", asked.check)):
        if asked.files and given is not None:
            raise Fault(f"{asked.files[0]}: {flag} takes no FILE of characters")
    if asked.check is not None:
        if asked.deck is not None:
            raise Fault("--deck: it is to print, not for --check")
        return _check(asked.check)
    if asked.output is None:
        raise Fault("-o OUT: where to write to is missing")
    if asked.sheet is not None:
        return _sheet(asked)
    if asked.stock is not None:
        raise Fault("--stock: it is for --sheet tuck-box alone")
    chosen = [bool(asked.files), asked.blank, asked.party, asked.deck is not None]
    if sum(chosen) != 1:
        raise Fault("what to print: FILE, --blank, --party, --deck or --sheet, one of them")
    if asked.deck is not None:
        return _deck(asked)
    if asked.four_color:
        raise Fault("--four-color: it is for --deck 52 alone")
    from generators import card_batch
    from generators import character_cards as printer
    from generators.card_press import About
    from generators.card_sides import BLANK
    from generators.imposition import CARD_PAPER

    job = _job(asked)
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
        progress=progress_bar() if len(entries) > 50 else None,
    )
    for missing in batch.missing:
        print(f"aces cards: warning: {missing}; printed as its number", file=sys.stderr)
    for one in batch.written:
        print(f"Wrote {one.path}: {many(one.cards, 'card')} on {many(one.pages, 'page')}, {one.size / 1000:,.0f} kB.")
    if asked.one_file and len(entries) > printer.MOST_CARDS:
        print("One file: every card is tagged as in several; only opening it takes longer.")
    return 0


def _job(asked: argparse.Namespace) -> Job:
    """How it is to be printed."""
    from generators.card_plans import job_of

    return job_of(
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


def _deck_of(asked: argparse.Namespace) -> Deck:
    """The deck that is meant: the Decktet where none is named."""
    from generators.decks import DECKS

    name = next(iter(DECKS)) if asked.deck is None else asked.deck
    if name not in DECKS:
        raise BadText(name, "is not a deck", tuple(DECKS))
    return DECKS[name]


def _not_for(asked: argparse.Namespace, what: str) -> None:
    """Refuses what only Character Cards have."""
    given = {
        "--form": asked.form,
        "--qr": asked.qr is not None,
        "--portrait": bool(asked.portrait),
        "--strict": asked.strict,
        "--one-file": asked.one_file,
        "--each": asked.each,
    }
    for flag, there in given.items():
        if there:
            raise Fault(f"{flag}: it is for Character Cards, not for {what}")


def _deck(asked: argparse.Namespace) -> int:
    """Prints a deck of playing cards."""
    from generators.decks import print_deck

    deck = _deck_of(asked)
    _not_for(asked, "--deck")
    if asked.four_color and deck.name != "52":
        raise Fault("--four-color: it is for --deck 52 alone")
    made = print_deck(deck, _job(asked), four=asked.four_color)
    write_whole(asked.output, made.data)
    more = made.cards - len(deck.cards)
    extra = f" and {many(more, 'reference card')} on the places left free" if more else ""
    size = f"{len(made.data) / 1000:,.0f} kB"
    print(f"Wrote {asked.output}: {many(len(deck.cards), 'card')}{extra}, {many(made.pages, 'page')}, {size}.")
    return 0


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
            raise Fault(f"--portrait {asked}: whose? Say NAME=FILE, there are {many(len(entries), 'card')}")
        found = [one for one in entries if not mark or one.character.name.casefold() == name.casefold()]
        if not found:
            raise Fault(f"--portrait {asked}: nobody is called {name!r}")
        picture = card_extras.portrait(Path(file))
        photos[picture.name] = (picture.jpeg, picture.width, picture.height)
        entries = [
            one._replace(extras=one.extras._replace(portrait=picture.name)) if one in found else one for one in entries
        ]
    return entries, photos


def _sheet(asked: argparse.Namespace) -> int:
    from generators import table_sheets, tuck_box

    if asked.sheet not in table_sheets.SHEETS:
        raise BadText(asked.sheet, "is not a sheet", tuple(table_sheets.SHEETS))
    _not_for(asked, f"--sheet {asked.sheet}")
    if asked.four_color:
        raise Fault("--four-color: it is for --deck 52 alone")
    for flag, given in (("--deck", asked.deck), ("--stock", asked.stock)):
        if given is not None and asked.sheet != "tuck-box":
            raise Fault(f"{flag}: it is for --sheet tuck-box, not for --sheet {asked.sheet}")
    stock = tuck_box.STOCK if asked.stock is None else asked.stock
    thin, thick = tuck_box.STOCKS
    if not thin <= stock <= thick:
        raise BadText(f"{stock:g}", "is not a thickness of cards in millimetres", (f"{thin:g} to {thick:g}",))
    order = table_sheets.Order(_job(asked), _deck_of(asked), stock)
    write_whole(asked.output, table_sheets.SHEETS[asked.sheet].make(order))
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
