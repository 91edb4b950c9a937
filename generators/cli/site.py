"""``aces site``: the whole site."""

from __future__ import annotations

import argparse
from typing import Any

from aces.rules import BadText


def add(commands: Any) -> None:
    command = commands.add_parser(
        "site", help="build the site", description="Build the whole site from this checkout, as `make site` does."
    )
    command.add_argument("--serve", metavar="HOST:PORT", help="serve it, and build again as you edit")
    command.set_defaults(run=_site)


def _site(asked: argparse.Namespace) -> int:
    from generators import site

    if asked.serve is None:
        return site.main([])
    host, colon, port = asked.serve.rpartition(":")
    if not (host and colon and port.isascii() and port.isdigit() and len(port) <= 5 and int(port) < 65536):
        raise BadText(asked.serve, "is not an address to serve at", ("HOST:PORT, such as 127.0.0.1:8000",))
    return site.main(["--serve", asked.serve])
