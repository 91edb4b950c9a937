"""``aces judge``: cards in, outcome and every check out."""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from typing import Any

from aces.cards import Card, from_one_deck, read_cards
from aces.lite.duel import settle
from aces.lite.group import shared_outcome
from aces.lite.harm import read_outcome
from aces.lite.outcome import judge, usual_sources
from aces.lite.words import reading_text
from aces.lite.words_group import ENDINGS
from generators.cli.shared import card_of, number, print_checks, print_json, print_verdict
from generators.files import Fault


def add(commands: Any) -> None:
    """The words of ``aces judge``."""
    command = commands.add_parser(
        "judge",
        help="cards in, outcome and every check out",
        description="Judge a Layout against Tell and Truth; or count a group; or settle a duel.",
        epilog="Examples: aces judge 2C 8D KS --tell QH --truth 9D; aces judge --group critical failure; "
        "aces judge --duel 'KS 9D' 'QH 2S'. A card may say where it came from: JD:inv for an item, 8S:h2 "
        "for the second Hit. Without that, the first card is the opening card and the rest are Hits that "
        "were Added.",
    )
    command.add_argument("layout", nargs="*", metavar="CARD[:FROM]", help="the cards of the Layout, in order")
    command.add_argument("--tell", metavar="CARD", help="the Dealer's Tell")
    command.add_argument("--truth", metavar="CARD", help="the Dealer's Truth")
    command.add_argument(
        "--dealer-aces",
        nargs="+",
        type=number,
        metavar="N",
        help="what the Dealer picks for their Aces, Tell before Truth, such as 11 11",
    )
    other = command.add_mutually_exclusive_group()
    other.add_argument("--group", nargs="+", metavar="OUTCOME", help="each character's outcome: the group's")
    other.add_argument("--duel", nargs=2, metavar=("A", "B"), help="both Layouts of a duel: who wins")
    command.add_argument("--json", action="store_true", help="print JSON")
    command.set_defaults(run=_judge)


def _judge(asked: argparse.Namespace) -> int:
    alone = (asked.layout, asked.tell, asked.truth, asked.dealer_aces)
    if asked.group is not None or asked.duel is not None:
        if any(alone):
            raise Fault("judge: --group and --duel take no Layout, Tell or Truth")
        return _print_group(asked) if asked.group is not None else _print_duel(asked)
    if asked.tell is None or asked.truth is None:
        raise Fault("judge: a Layout is judged against --tell CARD and --truth CARD")
    layout, sources = _layout(asked.layout)
    tell, truth = card_of(asked.tell, "--tell"), card_of(asked.truth, "--truth")
    verdict = judge(layout, tell, truth, sources, asked.dealer_aces)
    if asked.json:
        print_json(verdict.plain())
    else:
        print_verdict(verdict, layout, (tell, truth))
    return 0


def _print_group(asked: argparse.Namespace) -> int:
    shared = shared_outcome(read_outcome(word.lower()) for word in asked.group)
    if asked.json:
        print_json(shared.plain())
    else:
        print(ENDINGS[shared.outcome])
        print_checks(shared.checks, asked=True)
    return 0


def _print_duel(asked: argparse.Namespace) -> int:
    a, b = (read_cards(text) for text in asked.duel)
    for name, layout in (("A", a), ("B", b)):
        from_one_deck(layout, f"{name}'s")
    verdict = settle(a, b)
    if asked.json:
        print_json(verdict.plain())
    else:
        print("A tie: play again." if verdict.winner == "tie" else f"{verdict.winner.upper()} wins.")
        print(f"  A  {reading_text(a, verdict.a)}")
        print(f"  B  {reading_text(b, verdict.b)}")
        print_checks(verdict.checks, asked=True)
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
