"""``aces cards``: Character Cards as a PDF."""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import Any

from generators.cli.shared import read
from generators.files import write_whole


def add(commands: Any) -> None:
    command = commands.add_parser(
        "cards",
        help="print Character Cards as a PDF",
        description="Print Character Cards as a PDF: blank ones, the example party, or your own file.",
        epilog="Example: aces cards party.toml --size poker --paper a4 -o cards.pdf",
    )
    command.add_argument("files", nargs="*", type=Path, metavar="FILE", help="characters, in TOML or JSON")
    which = command.add_mutually_exclusive_group()
    which.add_argument("--blank", action="store_true", help="cards to fill in with a pencil")
    which.add_argument("--party", action="store_true", help="the five example characters")
    command.add_argument("--size", default="poker", help="the card: poker or a6 (poker)")
    command.add_argument("--paper", default="a4", help="the sheet: a4 or letter (a4)")
    command.add_argument("--sides", default="both", help="both, front or back (both)")
    command.add_argument("--flip", default="long", help="the edge your printer turns the sheet over: long or short")
    command.add_argument("-o", "--output", type=Path, required=True, metavar="OUT", help="the PDF to write")
    command.set_defaults(run=_cards)


def _cards(asked: argparse.Namespace) -> int:
    from generators import character_cards as printer

    pdf = printer.from_words(
        files={str(path): read(path) for path in asked.files},
        blank=asked.blank,
        party=asked.party,
        size=asked.size,
        paper=asked.paper,
        sides=asked.sides,
        flip=asked.flip,
    )
    write_whole(asked.output, pdf)
    print(f"Wrote {asked.output}.")
    return 0
