"""``aces wild``: draws on the Wild tables."""

from __future__ import annotations

import argparse
from pathlib import Path
from secrets import randbelow
from typing import Any

from aces.cards import SEED_LIMIT, Card, read_seed
from aces.lite.wild import WILD_KINDS, WildTables, house_tables, plain, read_wild
from generators.cli.shared import card_of, print_json, read
from generators.files import Fault


def add(commands: Any) -> None:
    command = commands.add_parser(
        "wild",
        help="draw on the Wild tables",
        description="Draw on the Wild tables: a character's Concept, a place, an adventure, a MacGuffin.",
        epilog="With --card the table is read for the cards you drew at home.",
    )
    command.add_argument("kind", nargs="?", choices=WILD_KINDS, metavar="KIND", help=", ".join(WILD_KINDS))
    command.add_argument(
        "--card",
        dest="cards",
        action="append",
        metavar="CARD",
        help="a card you drew (a character takes two: for the Role, then for the Adjective)",
    )
    command.add_argument("--seed", metavar="N", help="draw from this seed (a new one)")
    command.add_argument("--tables", type=Path, metavar="FILE", help="tables of your own, in TOML")
    command.add_argument("--check", action="store_true", help="only check the tables, and name every fault")
    command.add_argument("--json", action="store_true", help="print JSON")
    command.set_defaults(run=_wild)


def _wild(asked: argparse.Namespace) -> int:
    tables = house_tables() if asked.tables is None else read_wild(read(asked.tables), str(asked.tables))
    if asked.check:
        print(f"{tables.source}: {tables.title}: no fault found.")
        return 0
    if asked.kind is None:
        raise Fault(f"wild: say what to draw: {', '.join(WILD_KINDS)}")
    if asked.cards:
        if asked.seed is not None:
            raise Fault("wild: --card and --seed exclude each other")
        drawn = _looked_up(tables, asked.kind, [card_of(text, "--card") for text in asked.cards])
        seed = None
    else:
        seed = randbelow(SEED_LIMIT) if asked.seed is None else read_seed(asked.seed)
        drawn = tables.draw(asked.kind, seed)
    if asked.json:
        print_json(plain(drawn) | {"seed": seed})
        return 0
    print(drawn.text)
    print(f"  {drawn.why}  [{drawn.rule}]")
    for prompt in getattr(drawn, "prompts", ()):
        print(f"  - {prompt}")
    if seed is not None:
        print(f"  Seed {seed}.")
    return 0


def _looked_up(tables: WildTables, kind: str, cards: list[Card]) -> Any:
    wanted = 2 if kind == "character" else 1
    if len(cards) != wanted:
        raise Fault(f"wild: {kind} takes {wanted} --card, not {len(cards)}")
    match kind:
        case "character":
            return tables.concept(cards[0], cards[1])
        case "adventure":
            return tables.adventure(cards[0])
        case "macguffin":
            return tables.macguffin(cards[0])
    return tables.place(cards[0], kind)  # type: ignore[arg-type]
