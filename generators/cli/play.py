"""``aces play``: a Resolution in the terminal."""

from __future__ import annotations

import argparse
import itertools
import sys
from pathlib import Path
from secrets import randbelow
from typing import Any

from aces.cards import SEED_LIMIT, read_seed
from aces.lite.resolution import DEALER, PLAYER, Resolution, verdict_of
from aces.lite.words import label, narrate
from aces.match import Match
from aces.players import play_on
from aces.players.dealers import DEALERS
from aces.record import AnyMatch, write_record
from aces.rules import AcesError
from generators.cli.shared import number, print_verdict
from generators.files import Fault, write_whole


def add(commands: Any) -> None:
    play = commands.add_parser(
        "play",
        help="play a Resolution here, against a house Dealer",
        description="Play one Resolution of A.C.E.S. Lite against a house Dealer. "
        "The same seed and moves give the same game as on the site.",
        epilog="Moves: hit, then add or swap PLACE; stand; claim (an early 21); use CARD PLACE (an item). "
        "Also: moves, undo, record, quit. A PLACE counts from 1, or is a card of your Layout.",
    )
    play.add_argument("--stat", type=number, default=2, metavar="N", help="your Stat: the Hits you have (2)")
    play.add_argument("--affinity", default="spades", metavar="SUIT", help="your Affinity Suit (spades)")
    play.add_argument("--items", metavar="CARDS", help="the items still unused, such as '7S JS', or none")
    play.add_argument("--dealer", choices=tuple(DEALERS), default="passive", help=_dealers())
    play.add_argument(
        "--dealer-aces",
        choices=("best", "dealer"),
        default="best",
        help="who reads the Dealer's Aces: the highest total not over 21, or the Dealer's own pick (best)",
    )
    play.add_argument("--seed", metavar="N", help="deal from this seed (a new one)")
    play.add_argument("--record", type=Path, metavar="FILE", help="write the record of the game here")
    play.set_defaults(run=_play)


def _dealers() -> str:
    return "the Dealer: " + "; ".join(f"{name} {policy.summary}" for name, policy in DEALERS.items())


def _play(asked: argparse.Namespace) -> int:
    options = {"stat": str(asked.stat), "affinity": asked.affinity, "dealer-aces": asked.dealer_aces}
    if asked.items is not None:
        options["items"] = asked.items
    rules = Resolution.from_header(options)
    seed = randbelow(SEED_LIMIT) if asked.seed is None else read_seed(asked.seed)
    match: AnyMatch = Match(rules, seed=seed)
    house = {DEALER: DEALERS[asked.dealer]}
    at_prompt = sys.stdin.isatty()
    print(f"Seed {seed}, Stat {rules.stat}, Affinity {rules.affinity.word}, the {asked.dealer} Dealer.")
    told = 0
    for line_number in itertools.count(1):
        play_on(match, house)
        told = _tell(match, told)
        if match.over:
            break
        line = _ask(match, at_prompt)
        if line in (None, "quit"):
            if line is None and at_prompt:
                print()
            break
        assert line is not None
        try:
            told = _obey(match, line, told)
        except (AcesError, IndexError) as error:
            if not at_prompt:
                raise Fault(f"line {line_number} of the input: {error}") from error
            print(f"  {error}")
    if match.over:
        print_verdict(verdict_of(match.state), match.state.layout, (match.state.tell, match.state.truth))
    if asked.record is not None:
        write_whole(asked.record, write_record(match))
        print(f"The record is in {asked.record}.")
    if not match.over:
        print("The Resolution is still open.", file=sys.stderr)
    return 0 if match.over else 1


def _ask(match: AnyMatch, at_prompt: bool) -> str | None:
    if at_prompt:
        print(f"  [{', '.join(_choices(match))}]")
        print("> ", end="", flush=True)
    line = sys.stdin.readline()
    return line.partition("#")[0].strip().lower() if line else None


def _choices(match: AnyMatch) -> list[str]:
    return [match.rules.write(move) for move in match.moves()]


def _obey(match: AnyMatch, line: str, told: int) -> int:
    if line == "":
        return told
    if line in ("moves", "help", "?"):
        view = match.view(PLAYER)
        for move in match.moves():
            print(f"  {match.rules.write(move):<12} {label(move, view)}")
        return told
    if line == "record":
        print(write_record(match), end="")
        return told
    if line == "undo":
        if not match.history:
            raise Fault("there is no move to take back")
        match.undo()
        while match.history and match.turn != PLAYER:
            match.undo()
        print("  Taken back.")
        return len(match.events)
    match.play(line)
    return told


def _tell(match: AnyMatch, told: int) -> int:
    lines = list(narrate(match.rules, match.events))  # type: ignore[arg-type]
    for line in lines[told:]:
        if line.event.kind != "outcome":
            print(line.text)
    return len(lines)
