"""``aces site``: the whole site."""

from __future__ import annotations

import argparse
from typing import Any


def add(commands: Any) -> None:
    command = commands.add_parser(
        "site", help="build the site", description="Build the whole site from this checkout, as `make site` does."
    )
    command.add_argument("--serve", metavar="HOST:PORT", help="serve it, and build again as you edit")
    command.set_defaults(run=_site)


def _site(asked: argparse.Namespace) -> int:
    from generators import site

    return site.main([] if asked.serve is None else ["--serve", asked.serve])
