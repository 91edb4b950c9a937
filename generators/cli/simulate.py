"""``aces simulate``: very many games played by the computer, and what they came to."""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from aces.cards import SEED_LIMIT, read_seed
from aces.games import HANDS, AnyRules, players_for
from aces.rules import BadText, read_whole
from generators.cli.choices import GAMES, SUMMARIES, USUAL, add_options, computer, table_for
from generators.cli.shared import process_count, progress_bar
from generators.files import Fault, check_place, write_whole

_GAMES = 1000


def add(commands: Any) -> None:
    """The words of ``aces simulate``."""
    top = commands.add_parser(
        "simulate",
        help="let the computer play very many games, and count",
        description="Let the computer play very many games, and count what they came to: means with 95 % confidence "
        "intervals, or every game on a line. The same seeds give the same bytes on any number of cores.",
        epilog="Example: aces simulate ace-game --seats hard,easy,easy,easy --rotate --games 400 -o hard.csv",
    )
    games = top.add_subparsers(required=True, metavar="GAME", parser_class=type(top))
    for name, summary_ in SUMMARIES.items():
        game = games.add_parser(
            name,
            help=summary_,
            description=f"Let the computer play {summary_}.",
            allow_abbrev=False,
        )
        game.set_defaults(run=_simulate, game=name)
        add_options(game, GAMES[name])
        _add_run(game, GAMES[name] in HANDS)


def _add_run(parser: argparse.ArgumentParser, hands: bool) -> None:
    run = parser.add_argument_group("the run")
    if hands:
        who = f"who plays each seat: easy, medium or hard ({USUAL})"
    else:
        who = "who plays each seat, the Dealer first if there is one, by a policy (passive); everybody else random"
    run.add_argument("--seats", metavar="WHO,WHO,...", help=who)
    if hands:
        run.add_argument("--rotate", action="store_true", help="everybody moves one seat on from game to game")
    run.add_argument("--games", metavar="N", help=f"how many games ({_GAMES})")
    run.add_argument("--seed", metavar="N", help="the seed of the first game; the next ones count up from it (0)")
    run.add_argument("--seeds", metavar="A..B", help="instead of both: the seeds from A to B")
    run.add_argument("--jobs", type=process_count, metavar="N", help="how many cores to use (all)")
    out = parser.add_argument_group("what comes out")
    out.add_argument("--rows", action="store_true", help="every game on a line, instead of means")
    kind = out.add_mutually_exclusive_group()
    kind.add_argument("--csv", dest="kind", action="store_const", const="csv", help="as CSV")
    kind.add_argument("--json", dest="kind", action="store_const", const="json", help="as JSON")
    out.add_argument(
        "-o", "--output", type=Path, metavar="FILE", help="write it here; .csv and .json say what is written"
    )


def _simulate(asked: argparse.Namespace) -> int:
    from generators.simulation import MOST_GAMES, Plan, simulate  # only this command needs them
    from generators.simulation_report import written

    game = GAMES[asked.game]
    rules, words = table_for(game, asked, asked.seats)
    plan = Plan(game, rules.header(), _seats(rules, words), getattr(asked, "rotate", False))
    seeds = _seeds(asked, MOST_GAMES)
    kind = _kind(asked)
    if asked.output is not None:
        check_place(asked.output)  # not after the games are played
    rows = list(simulate(plan, seeds, asked.jobs, progress_bar()))
    told = written(plan, rows, kind, asked.rows)
    if asked.output is None:
        print(told, end="")
    else:
        write_whole(asked.output, told)
        print(f"Wrote {asked.output}: {len(rows):,} games.")
    return 0


_KINDS = {"": "text", ".txt": "text", ".csv": "csv", ".json": "json"}


def _kind(asked: argparse.Namespace) -> str:
    """What is written: as asked, else by the file's ending. Raises ``BadText`` for an ending that says nothing."""
    if asked.kind or asked.output is None:
        return asked.kind or "text"
    ending = asked.output.suffix.lower()
    if ending not in _KINDS:
        raise BadText(asked.output.name, "has an ending that says nothing", (*filter(None, _KINDS), "--csv or --json"))
    return _KINDS[ending]


def _seats(rules: AnyRules, words: Sequence[str]) -> tuple[str, ...]:
    if not words:
        return tuple(
            USUAL if USUAL in strengths else next(iter(strengths)) for strengths in players_for(rules).values()
        )
    for seat, word in zip(rules.seats, words, strict=True):
        computer(rules, seat, word)
    return tuple(words)


def _seeds(asked: argparse.Namespace, most: int) -> range:
    if asked.seeds is None:
        first = 0 if asked.seed is None else read_seed(asked.seed)
        games = _GAMES if asked.games is None else read_whole(asked.games, "a number of games", 1, most)
        seeds = range(first, first + games)
    else:
        if asked.seed is not None or asked.games is not None:
            raise Fault("--seeds says which games to play; --games and --seed say it in another way")
        first_seed, dots, last_seed = asked.seeds.partition("..")
        if not dots:
            raise BadText(asked.seeds, "is not a row of seeds", ("A..B, such as 0..999",))
        seeds = range(read_seed(first_seed), read_seed(last_seed) + 1)
        if not 0 < len(seeds) <= most:
            raise BadText(asked.seeds, "is not a row of seeds", (f"from 1 to {most:,} of them, upwards",))
    if seeds[-1] >= SEED_LIMIT:
        raise BadText(seeds[-1], "is not a seed", (f"a whole number from 0 to {SEED_LIMIT - 1}",))
    return seeds
