"""``aces play``: a game in the terminal, against the house or around one screen."""

from __future__ import annotations

import argparse
import itertools
import sys
from collections.abc import Mapping
from pathlib import Path
from secrets import randbelow
from typing import Any

from aces.cards import SEED_LIMIT, read_seed
from aces.games import labeler_for, narrator_for, rules_for
from aces.lite.resolution import DEALER
from aces.match import Match
from aces.players import Player, RandomPlayer, play_on
from aces.players.dealers import DEALERS
from aces.record import AnyMatch, write_record
from aces.rules import AcesError, BadText, Seat
from generators.cli.shared import print_verdict_of
from generators.files import Fault, check_place, write_whole

GAMES = {
    "resolution": "aces-lite",
    "group": "aces-lite-group",
    "duel": "aces-lite-duel",
    "universal21": "universal21",
}
"""What this command calls the games."""

HOUSE = {"aces-lite", "aces-lite-group"}
"""The games in which a house Dealer has a seat."""


def add(commands: Any) -> None:
    """The words of ``aces play``."""
    play = commands.add_parser(
        "play",
        help="play a Resolution, a group, a duel or a Universal 21 scene",
        description="Play in the terminal. The same seed and moves give the same game as on the site.",
        epilog="Moves: hit, then add or swap PLACE; stand; claim (an early 21); use CARD PLACE (an item). "
        "Also: moves, undo, record, quit. A PLACE counts from 1, or is a card of your Layout. "
        "Example: aces play group --set stats='3 2' --set affinities='clubs hearts' --dealer greedy",
    )
    play.add_argument(
        "game", nargs="?", choices=tuple(GAMES), default="resolution", metavar="GAME", help=", ".join(GAMES)
    )
    play.add_argument("--stat", metavar="N", help="your Stat: the Hits you have (2)")
    play.add_argument("--affinity", metavar="SUIT", help="your Affinity Suit (spades)")
    play.add_argument("--items", metavar="CARDS", help="the items still unused, such as '7S JS', or none")
    play.add_argument(
        "--dealer-aces",
        metavar="WHO",
        help="who reads the Dealer's Aces: best, the highest total not over 21, or dealer, their own pick (best)",
    )
    play.add_argument(
        "--set", dest="options", action="append", default=[], metavar="OPTION=VALUE", help="any option of the game"
    )
    play.add_argument("--dealer", choices=tuple(DEALERS), help=_dealers())
    play.add_argument("--bot", action="append", default=[], metavar="SEAT", help="let chance play this seat")
    play.add_argument("--seed", metavar="N", help="deal from this seed (a new one)")
    play.add_argument("--record", type=Path, metavar="FILE", help="write the record of the game here")
    play.set_defaults(run=_play)


def _dealers() -> str:
    return "the Dealer (passive): " + "; ".join(f"{name} {policy.summary}" for name, policy in DEALERS.items())


def _header(asked: argparse.Namespace) -> dict[str, str]:
    given = {"stat": asked.stat, "affinity": asked.affinity, "items": asked.items, "dealer-aces": asked.dealer_aces}
    header = {key: value for key, value in given.items() if value is not None}
    for pair in asked.options:
        key, equals, value = pair.partition("=")
        if not equals:
            raise BadText(pair, "does not set an option", ("OPTION=VALUE",))
        if key in header:
            raise BadText(key, "is set twice", ("each option once",))
        header[key] = value
    return header


def _players(asked: argparse.Namespace, game: str, seats: Mapping[Seat, str]) -> dict[Seat, Player[Any, Any]]:
    if asked.dealer is not None and game not in HOUSE:
        raise BadText(asked.dealer, "has no seat here", ("--dealer with a resolution or a group",))
    players: dict[Seat, Player[Any, Any]] = {DEALER: DEALERS[asked.dealer or "passive"]} if game in HOUSE else {}
    open_seats = {name: seat for seat, name in seats.items() if seat not in players}
    for name in asked.bot:
        if name not in open_seats:
            raise BadText(name, "is not a seat that chance can play", tuple(open_seats))
        players[open_seats[name]] = RandomPlayer()
    return players


def _play(asked: argparse.Namespace) -> int:
    game = GAMES[asked.game]
    rules = rules_for(game, _header(asked))
    players = _players(asked, game, rules.seats)
    seed = randbelow(SEED_LIMIT) if asked.seed is None else read_seed(asked.seed)
    match: AnyMatch = Match(rules, seed=seed)
    if asked.record is not None:
        check_place(asked.record)  # not after the game is played
    at_prompt = sys.stdin.isatty()
    house = [f"the {asked.dealer or 'passive'} Dealer"] if game in HOUSE else []
    print(f"Seed {seed}: {', '.join([*(f'{key} {value}' for key, value in rules.header().items()), *house])}.")
    told = 0
    for line_number in itertools.count(1):
        play_on(match, players)
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
            told = _obey(match, line, told, players)
        except (AcesError, Fault) as error:
            if not at_prompt:
                raise Fault(f"line {line_number} of the input: {error}") from error
            print(f"  {error}")
    print_verdict_of(match)
    if asked.record is not None:
        write_whole(asked.record, write_record(match))
        print(f"The record is in {asked.record}.")
    if not match.over:
        print("The game is still open.", file=sys.stderr)
    return 0 if match.over else 1


def _ask(match: AnyMatch, at_prompt: bool) -> str | None:
    if at_prompt:
        seat = match.turn
        who = match.rules.seats[seat] if seat is not None else ""
        print(f"  [{', '.join(match.rules.write(move) for move in match.moves())}]")
        print(f"{who}> ", end="", flush=True)
    line = sys.stdin.readline()
    return line.partition("#")[0].strip().lower() if line else None


def _obey(match: AnyMatch, line: str, told: int, players: Mapping[Seat, Player[Any, Any]]) -> int:
    if line == "":
        return told
    if line in ("moves", "help", "?"):
        view, label = match.view(match.turn), labeler_for(match.rules.game)
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
        while match.history and match.turn in players:
            match.undo()
        print("  Taken back.")
        return len(match.events)
    match.play(line)
    return told


def _tell(match: AnyMatch, told: int) -> int:
    lines = list(narrator_for(match.rules.game)(match.rules, match.events))
    for line in lines[told:]:
        print(line.text)
    return len(lines)
