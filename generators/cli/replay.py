"""``aces replay``: a record, move by move."""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import Any

from aces.games import narrator_for
from aces.lite.resolution import verdict_of
from aces.record import read_record
from aces.rules import AcesError
from generators.cli.shared import print_json, print_verdict_of, read
from generators.files import Fault


def add(commands: Any) -> None:
    command = commands.add_parser(
        "replay",
        help="show a record move by move",
        description="Read a record strictly and tell it move by move.",
    )
    command.add_argument("file", type=Path, metavar="FILE", help="a record, as `aces play --record` writes it")
    command.add_argument("--json", action="store_true", help="print JSON")
    command.set_defaults(run=_replay)


def _replay(asked: argparse.Namespace) -> int:
    try:
        match = read_record(read(asked.file))
    except AcesError as error:
        raise Fault(f"{asked.file}: {error}") from error
    lines = list(narrator_for(match.rules.game)(match.rules, match.events))
    if asked.json:
        verdict = verdict_of(match.state) if match.over and match.rules.game == "aces-lite" else None
        print_json(
            {
                "game": match.rules.game,
                "options": match.rules.header(),
                "seed": match.seed,
                "moves": [match.rules.write(move) for move in match.history],
                "story": [{"text": line.text, "rule": line.rule} for line in lines],
                "result": match.result or None,
                "verdict": verdict.plain() if verdict else None,
            }
        )
        return 0
    for line in lines:
        print(f"{line.text}  [{line.rule}]")
    print_verdict_of(match)
    if not match.over:
        print("The game is still open.")
    return 0
