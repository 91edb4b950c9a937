"""``aces replay``: a record, move by move."""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import Any

from aces.cards import read_seed
from aces.fair import Secret, verify
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
    fair = command.add_argument_group("a deal that was promised")
    fair.add_argument("--promise", metavar="HEX", help="what was shown before the deal")
    fair.add_argument("--secret", metavar="SEED:SALT", help="what was shown after the game")
    fair.add_argument("--word", action="append", default=[], metavar="WORD", help="a word it was dealt by, in order")
    command.set_defaults(run=_replay)


def _replay(asked: argparse.Namespace) -> int:
    try:
        match = read_record(read(asked.file))
    except AcesError as error:
        raise Fault(f"{asked.file}: {error}") from error
    if asked.promise is not None or asked.secret is not None or asked.word:
        _check_deal(asked, match.seed)
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
    if asked.promise is not None:
        print("It was dealt as promised.  [game-start]")
    return 0


def _check_deal(asked: argparse.Namespace, seed: int | None) -> None:
    """Refuses a game that was not dealt from the secret that was promised."""
    if asked.promise is None or asked.secret is None:
        raise Fault("--promise HEX and --secret SEED:SALT: both are needed to check a deal")
    if seed is None:
        raise Fault(f"{asked.file}: was not dealt from a seed, so nothing was promised")
    number, _, salt = asked.secret.partition(":")
    verify(asked.promise, Secret(read_seed(number), salt), seed, asked.word)
