"""What the commands share: reading words and files, printing verdicts and JSON."""

from __future__ import annotations

import argparse
import json
from collections.abc import Sequence
from pathlib import Path

from aces.cards import Card
from aces.faults import SIZE_LIMIT
from aces.lite.outcome import Verdict
from aces.lite.words import OUTCOME_NAMES, reading_text
from aces.rules import BadText
from generators.files import Fault, read_text


def number(text: str) -> int:
    if not (text.isascii() and text.isdigit() and len(text) <= 6):
        raise argparse.ArgumentTypeError(f"{text!r} is not a whole number")
    return int(text)


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
    for check in verdict.checks:
        print(f"  {'yes' if check.holds else 'no '}  {check.why}  [{check.rule}]")
