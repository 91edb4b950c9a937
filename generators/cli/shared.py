"""What the commands share: reading words and files, printing verdicts and JSON."""

from __future__ import annotations

import argparse
import json
import sys
import time
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from aces.cards import Card
from aces.faults import SIZE_LIMIT
from aces.lite.outcome import Verdict
from aces.lite.resolution import verdict_of
from aces.lite.words import OUTCOME_NAMES, reading_text
from aces.record import AnyMatch
from aces.rules import BadText
from generators.files import Fault, read_text

if TYPE_CHECKING:
    from generators.worked_example import AnyCheck


def number(text: str) -> int:
    if not (text.isascii() and text.isdigit() and len(text) <= 6):
        raise argparse.ArgumentTypeError(f"{text!r} is not a whole number")
    return int(text)


def process_count(text: str) -> int:
    """How many processes to use."""
    if text.isascii() and text.isdigit() and len(text) <= 4 and 1 <= int(text) <= 64:
        return int(text)
    raise argparse.ArgumentTypeError(f"{text!r} is not a number from 1 to 64")


def progress_bar() -> Callable[[int, int], None] | None:
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


def many(count: int, what: str) -> str:
    """A number of things in words: "1 card", "2 cards"."""
    return f"{count:,} {what}" + ("" if count == 1 else "s")


def read(path: Path) -> str:
    return read_text(path, SIZE_LIMIT)


def print_json(data: object) -> None:
    print(json.dumps(data, ensure_ascii=False, indent=2))


def card_of(text: str, where: str) -> Card:
    try:
        return Card.read(text)
    except BadText as error:
        raise Fault(f"{where}: {error}") from error


def print_verdict(verdict: Verdict, layout: Sequence[Card], dealer: Sequence[Card]) -> None:
    print(f"{OUTCOME_NAMES[verdict.outcome]}.")
    print(f"  You     {reading_text(layout, verdict.player)}")
    print(f"  Dealer  {reading_text(dealer, verdict.dealer)}")
    print_checks(verdict.checks)


def print_checks(checks: Iterable[AnyCheck], asked: bool = False) -> None:
    """Every check that was made: whether it holds, why, and its rule; ``asked``, with its question."""
    for check in checks:
        question = f"{check.question} " if asked else ""
        print(f"  {'yes' if check.holds else 'no '}  {question}{check.why}  [{check.rule}]")


def print_verdict_of(match: AnyMatch) -> None:
    """The checks of a single Resolution that is over; of other games the story has told all."""
    if match.over and match.rules.game == "aces-lite":
        state = match.state
        print_verdict(verdict_of(state), state.layout, (state.tell, state.truth))
