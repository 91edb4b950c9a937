"""How strong the computer players are: ``python -m tests.strength``.

One player sits with others of another strength, in every seat in turn, and plays hands of Ace Trump. Printed
are the mean points of a hand with a 95 % confidence interval, beside the fair share, and how long a decision
takes. Everything comes from seeds: the same command gives the same means.
"""

from __future__ import annotations

import argparse
import math
import os
import sys
import time
from collections.abc import Iterable, Sequence
from itertools import chain
from typing import NamedTuple

from aces.ace_trump.game import AceTrump
from aces.cards import stream
from aces.players.ace_trump import PLAYERS, player
from aces.rules import Seat

PAIRS = (("medium", "easy"), ("hard", "easy"), ("hard", "medium"))
_LUCK = 8


class Result(NamedTuple):
    """A mean with its standard error."""

    mean: float
    error: float

    @staticmethod
    def of(values: Iterable[float]) -> Result:
        """The mean of some values."""
        told = list(values)
        middle = math.fsum(told) / len(told)
        spread = math.fsum((value - middle) ** 2 for value in told) / (len(told) - 1)
        return Result(middle, math.sqrt(spread / len(told)))

    def __str__(self) -> str:
        return f"{self.mean:.2f} ({self.mean - 1.96 * self.error:.2f} to {self.mean + 1.96 * self.error:.2f})"


def hand(rules: AceTrump, one: str, rest: str, seed: int) -> tuple[int, list[float]]:
    """The points of one hand for the one player, and the seconds of each of its decisions."""
    seat: Seat = seed % rules.players
    players = {each: player(one if each == seat else rest, rules) for each in rules.seats}
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
    return state.sheet.past[0].points[seat], took


def points(rules: AceTrump, one: str, rest: str, seeds: Iterable[int]) -> list[int]:
    """The points of one player against others of another strength, a hand for each seed."""
    return [hand(rules, one, rest, seed)[0] for seed in seeds]


def _run(task: tuple[AceTrump, str, str, int]) -> tuple[int, list[float]]:
    return hand(*task)


def main(arguments: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.strength", description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--players", type=int, nargs="*", default=[2, 3, 4], choices=range(2, 7), metavar="N")
    parser.add_argument("--hands", type=int, default=400, metavar="N", help="hands of each pair (400)")
    parser.add_argument("--one", choices=PLAYERS, help="only this strength")
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1, metavar="N", help="how many at once")
    for option in ("sticky", "bidding", "excuse"):
        parser.add_argument(f"--{option}", action="store_true")
    asked = parser.parse_args(arguments)
    from multiprocessing import Pool  # not wherever Python runs

    with Pool(asked.jobs) as pool:
        for count in asked.players:
            rules = AceTrump(
                count, max_hands=1, dealer=0, sticky=asked.sticky, bidding=asked.bidding, excuse=asked.excuse
            )
            for one, rest in PAIRS:
                if asked.one in (None, one):
                    hands = asked.hands * (10 if one == "medium" else 1)
                    told = pool.map(_run, [(rules, one, rest, seed) for seed in range(hands)], chunksize=10)
                    result = Result.of(got for got, _ in told)
                    took = sorted(chain.from_iterable(times for _, times in told))
                    fair = "" if rules.bidding else f", fair {rules.hand_size() / count:.2f}"
                    print(
                        f"{count} players, {one} with {count - 1} {rest}: {result}{fair}; {hands:,} hands; "
                        f"a decision {1000 * took[len(took) // 2]:.1f} ms, at most {1000 * took[-1]:.0f} ms",
                        flush=True,
                    )
    return 0


if __name__ == "__main__":
    sys.exit(main())
