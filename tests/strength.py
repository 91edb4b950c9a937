"""How strong the computer players are: ``python -m tests.strength [GAME...]``.

One player sits with others of another strength, in every seat in turn, and plays hands of Ace Trump or games of
Ace Game. Printed are the mean points of a hand, or how often a game was lost, with a 95 % confidence interval,
beside the fair share, and how long a decision takes. Everything comes from seeds: the same command gives the
same means, those of ``aces simulate --rotate``.
"""

from __future__ import annotations

import argparse
import sys
import time
from collections.abc import Callable, Mapping, Sequence
from itertools import chain
from random import Random
from typing import Any, NamedTuple

from aces.games import HANDS, rules_for
from aces.players import Player
from aces.players.ace_trump import PLAYERS
from generators.parallel import cores, spread
from generators.simulation import Games, Mean, Plan

PAIRS = (("medium", "easy"), ("hard", "easy"), ("hard", "medium"))


class Contest(NamedTuple):
    """What is played and counted: the options of the game, what a seat gets, and what it gets among equals."""

    options: Mapping[str, str]
    counted: str
    what: str
    fair: Callable[[Any], float | None]
    mean: Callable[[Sequence[Any]], Mean]
    most: int


CONTESTS: dict[str, Contest] = {
    "ace-trump": Contest(
        {"max-hands": "1", "dealer": "player 1"},
        "points",
        "hands",
        lambda rules: None if rules.bidding else rules.hand_size() / rules.players,
        Mean.of,
        6,
    ),
    "ace-game": Contest({}, "loses", "games", lambda rules: 1 / rules.players, Mean.often, 10),
}


class Timed:
    """A player by the clock: the seconds of each decision are in ``took``."""

    def __init__(self, player: Player[Any, Any]) -> None:
        self.player = player
        self.name = player.name
        self.took: list[float] = []

    def choose(self, view: Any, moves: tuple[Any, ...], rng: Random) -> Any:
        """What the player chooses."""
        begun = time.process_time()
        move = self.player.choose(view, moves, rng)
        self.took.append(time.process_time() - begun)
        return move


class Task(NamedTuple):
    """Some hands or games of one player among others."""

    plan: Plan
    seeds: range


def contest(game: str, players: int, one: str, rest: str, options: Mapping[str, str] | None = None) -> Plan:
    """One player among others of another strength, who all move on from seed to seed."""
    told = {**CONTESTS[game].options, "players": str(players), **(options or {})}
    return Plan(game, told, (one, *[rest] * (players - 1)), rotate=True)


def run(task: Task) -> tuple[list[Any], list[float]]:
    """What the one player got in each hand or game, and the seconds of its decisions."""
    games = Games(task.plan)
    timed = games.players[0] = Timed(games.players[0])
    column = f"1 {task.plan.seats[0]} {CONTESTS[task.plan.game].counted}"
    return [games.play(seed).values[column] for seed in task.seeds], timed.took


def measured(plan: Plan, hands: int, jobs: int = 1) -> tuple[Mean, list[float]]:
    """What the one player gets in the mean, and the seconds of its decisions from the shortest."""
    tasks = [Task(plan, range(hands)[at : at + 10]) for at in range(0, hands, 10)]
    told = list(spread(run, tasks, jobs))
    mean = CONTESTS[plan.game].mean([got for each, _ in told for got in each])
    return mean, sorted(chain.from_iterable(took for _, took in told))


def main(arguments: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.strength", description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("game", nargs="*", default=[], help=f"which games ({', '.join(HANDS)})")
    parser.add_argument("--players", type=int, nargs="*", default=[2, 3, 4], choices=range(2, 11), metavar="N")
    parser.add_argument("--hands", type=int, default=400, metavar="N", help="hands or games of each pair (400)")
    parser.add_argument("--one", choices=PLAYERS, help="only this strength")
    parser.add_argument("--jobs", type=int, default=cores(), metavar="N", help="how many at once")
    for option in ("sticky", "bidding", "excuse"):
        parser.add_argument(f"--{option}", action="store_const", const="yes", help="an option of Ace Trump")
    asked = parser.parse_args(arguments)
    for name in asked.game:
        if name not in CONTESTS:
            parser.error(f"{name!r} has no computer players. Allowed: {', '.join(CONTESTS)}")
    given = {"sticky": asked.sticky, "bidding": asked.bidding, "excuse": asked.excuse}
    for name in asked.game or CONTESTS:
        about = CONTESTS[name]
        options = {key: word for key, word in given.items() if word and name == "ace-trump"}
        print(f"{name}:", flush=True)
        for count in asked.players:
            if count > about.most:
                continue
            for one, rest in PAIRS:
                if asked.one in (None, one):
                    hands = asked.hands * (10 if one == "medium" else 1)
                    plan = contest(name, count, one, rest, options)
                    mean, took = measured(plan, hands, asked.jobs)
                    share = about.fair(rules_for(name, plan.options))
                    fair = "" if share is None else f", fair {share:.{3 if mean.share else 2}f}"
                    print(
                        f"  {count} players, {one} with {count - 1} {rest}: {mean}{fair}; {hands:,} {about.what}; "
                        f"a decision {1000 * took[len(took) // 2]:.1f} ms, at most {1000 * took[-1]:.0f} ms",
                        flush=True,
                    )
    return 0


if __name__ == "__main__":
    sys.exit(main())
