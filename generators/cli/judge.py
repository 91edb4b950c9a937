"""``aces judge``: cards in, outcome and every check out."""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from typing import Any

from aces.cards import Card
from aces.lite.outcome import judge, usual_sources
from generators.cli.shared import card_of, number, print_json, print_verdict


def add(commands: Any) -> None:
    command = commands.add_parser(
        "judge",
        help="cards in, outcome and every check out",
        description="Judge a Layout against Tell and Truth.",
        epilog="Example: aces judge 2C 8D KS --tell QH --truth 9D. A card may say where it came from: "
        "JD:inv for an item, 8S:h2 for the second Hit. Without that, the first card is the opening card "
        "and the rest are Hits that were Added.",
    )
    command.add_argument("layout", nargs="*", metavar="CARD[:FROM]", help="the cards of the Layout, in order")
    command.add_argument("--tell", required=True, metavar="CARD", help="the Dealer's Tell")
    command.add_argument("--truth", required=True, metavar="CARD", help="the Dealer's Truth")
    command.add_argument(
        "--dealer-aces",
        nargs="+",
        type=number,
        metavar="N",
        help="what the Dealer picks for their Aces, Tell before Truth, such as 11 11",
    )
    command.add_argument("--json", action="store_true", help="print JSON")
    command.set_defaults(run=_judge)


def _judge(asked: argparse.Namespace) -> int:
    layout, sources = _layout(asked.layout)
    tell, truth = card_of(asked.tell, "--tell"), card_of(asked.truth, "--truth")
    verdict = judge(layout, tell, truth, sources, asked.dealer_aces)
    if asked.json:
        print_json(verdict.plain())
    else:
        print_verdict(verdict, layout, (tell, truth))
    return 0


def _layout(words: Sequence[str]) -> tuple[tuple[Card, ...], tuple[str, ...]]:
    tokens = " ".join(words).replace(",", " ").split()
    cards = []
    sources = list(usual_sources(len(tokens)))
    for index, token in enumerate(tokens):
        text, colon, source = token.partition(":")
        cards.append(Card.read(text))
        if colon:
            sources[index] = source
    return tuple(cards), tuple(sources)
