"""How strong the computer players are: ``python -m tests.strength [GAME...]``.

One player sits with others of another strength, in every seat in turn, and plays hands of Ace Trump or games of
Ace Game. Printed are the mean points of a hand, or how often a game was lost, with a 95 % confidence interval,
beside the fair share, and how long a decision takes. Everything comes from seeds: the same command gives the
same means.
"""

from __future__ import annotations

import argparse
import math
import os
import sys
import time
from collections.abc import Callable, Iterable, Mapping, Sequence
from itertools import chain
from typing import Any, NamedTuple

from aces.ace_game.game import AceGame
from aces.ace_trump.game import AceTrump
from aces.cards import stream
from aces.games import AnyRules
from aces.players import Player, ace_game, ace_trump
from aces.rules import Seat

PAIRS = (("medium", "easy"), ("hard", "easy"), ("hard", "medium"))
_LUCK = 8


class Contest(NamedTuple):
    """What a game brings: its players, what a seat got in a finished one, and what it gets among equals.

    ``digits`` is how many to print. ``rules`` makes them for a number of players, with any options asked for.
    """

    player: Callable[[str, Any], Player[Any, Any]]
    got: Callable[[Any, Seat], float]
    fair: Callable[[Any], float | None]
    what: str
    digits: int
    most: int
    rules: Callable[[int, Mapping[str, bool]], AnyRules]


CONTESTS: dict[str, Contest] = {
    "ace-trump": Contest(
        ace_trump.player,
        lambda state, seat: state.sheet.past[0].points[seat],
        lambda rules: None if rules.bidding else rules.hand_size() / rules.players,
        "hands",
        2,
        6,
        lambda count, options: AceTrump(count, max_hands=1, dealer=0, **options),
    ),
    "ace-game": Contest(
        ace_game.player,
        lambda state, seat: state.loser == seat,
        lambda rules: 1 / rules.players,
        "games",
        3,
        10,
        lambda count, options: AceGame(count),
    ),
}


class Result(NamedTuple):
    """A mean with its standard error, and the digits to print."""

    mean: float
    error: float
    digits: int = 2

    @staticmethod
    def of(values: Iterable[float], digits: int = 2) -> Result:
        """The mean of some values."""
        told = list(values)
        middle = math.fsum(told) / len(told)
        spread = math.fsum((value - middle) ** 2 for value in told) / (len(told) - 1)
        return Result(middle, math.sqrt(spread / len(told)), digits)

    @property
    def low(self) -> float:
        """The lower end of the 95 % confidence interval."""
        return self.mean - 1.96 * self.error

    @property
    def high(self) -> float:
        """Its upper end."""
        return self.mean + 1.96 * self.error

    def __str__(self) -> str:
        mean, low, high = (f"{value:.{self.digits}f}" for value in (self.mean, self.low, self.high))
        return f"{mean} ({low} to {high})"


def hand(rules: AnyRules, one: str, rest: str, seed: int) -> tuple[float, list[float]]:
    """What the one player got in one hand or game, and the seconds of each of its decisions."""
    contest = CONTESTS[rules.game]
    seat: Seat = seed % len(rules.seats)
    players = {each: contest.player(one if each == seat else rest, rules) for each in rules.seats}
    state, took = rules.deal(rules.decks(seed)).state, []
    ply = 0
    while (turn := rules.turn(state)) is not None:
        rng = stream(seed, _LUCK, ply)
        begun = time.process_time()
        move = players[turn].choose(rules.view(state, turn), rules.moves(state), rng)
        if turn == seat:
            took.append(time.process_time() - begun)
        state = rules.step(state, move).state
        ply += 1
    return contest.got(state, seat), took


def points(rules: AnyRules, one: str, rest: str, seeds: Iterable[int]) -> list[float]:
    """What one player got against others of another strength, a hand or a game for each seed."""
    return [hand(rules, one, rest, seed)[0] for seed in seeds]


def _run(task: tuple[AnyRules, str, str, int]) -> tuple[float, list[float]]:
    return hand(*task)


def main(arguments: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.strength", description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("game", nargs="*", default=[], help=f"which games ({', '.join(CONTESTS)})")
    parser.add_argument("--players", type=int, nargs="*", default=[2, 3, 4], choices=range(2, 11), metavar="N")
    parser.add_argument("--hands", type=int, default=400, metavar="N", help="hands or games of each pair (400)")
    parser.add_argument("--one", choices=ace_trump.PLAYERS, help="only this strength")
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1, metavar="N", help="how many at once")
    for option in ("sticky", "bidding", "excuse"):
        parser.add_argument(f"--{option}", action="store_true", help="an option of Ace Trump")
    asked = parser.parse_args(arguments)
    for name in asked.game:
        if name not in CONTESTS:
            parser.error(f"{name!r} has no computer players. Allowed: {', '.join(CONTESTS)}")
    from multiprocessing import Pool  # not wherever Python runs

    options = {"sticky": asked.sticky, "bidding": asked.bidding, "excuse": asked.excuse}
    with Pool(asked.jobs) as pool:
        for name in asked.game or CONTESTS:
            contest = CONTESTS[name]
            print(f"{name}:", flush=True)
            for count in asked.players:
                if count > contest.most:
                    continue
                rules = contest.rules(count, options)
                for one, rest in PAIRS:
                    if asked.one in (None, one):
                        hands = asked.hands * (10 if one == "medium" else 1)
                        told = pool.map(_run, [(rules, one, rest, seed) for seed in range(hands)], chunksize=10)
                        result = Result.of((got for got, _ in told), contest.digits)
                        took = sorted(chain.from_iterable(times for _, times in told))
                        share = contest.fair(rules)
                        fair = "" if share is None else f", fair {share:.{contest.digits}f}"
                        print(
                            f"  {count} players, {one} with {count - 1} {rest}: {result}{fair}; "
                            f"{hands:,} {contest.what}; "
                            f"a decision {1000 * took[len(took) // 2]:.1f} ms, at most {1000 * took[-1]:.0f} ms",
                            flush=True,
                        )
    return 0


if __name__ == "__main__":
    sys.exit(main())
