"""What things cost, against their budgets: ``make bench``.

Everything is measured now, on this machine: nothing is remembered. Start-up is the difference of two medians; what
only computes is the best of several rounds, since another program can only make it slower. The exit code is 1
when a budget is broken.
"""

from __future__ import annotations

import argparse
import statistics
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import NamedTuple

from aces.lite.resolution import Resolution
from aces.match import Match

ROOT = Path(__file__).resolve().parent.parent
SITE = ROOT / "site"


class Row(NamedTuple):
    """One measured thing; ``budget`` is the most it may be, None where there is none."""

    what: str
    value: float
    unit: str
    budget: float | None = None

    @property
    def kept(self) -> bool:
        return self.budget is None or self.value <= self.budget

    def __str__(self) -> str:
        budget = "" if self.budget is None else f"at most {self.budget:g} {self.unit}"
        mark = "" if self.budget is None else "ok" if self.kept else "OVER"
        return f"  {self.what:<58} {self.value:9.2f} {self.unit:<8} {budget:<20} {mark}".rstrip()


def start_up(code: str, rounds: int = 15) -> float:
    """Median milliseconds of a fresh Python that runs ``code``."""
    took = []
    for _ in range(rounds):
        begun = time.perf_counter()
        subprocess.run([sys.executable, "-c", code], cwd=ROOT, check=True)
        took.append(1000 * (time.perf_counter() - begun))
    return statistics.median(took)


def imports() -> list[Row]:
    start_up("import aces.lite.resolution, aces.match", 1)  # the byte code is written once
    bare = start_up("")
    return [
        Row("import aces, over bare Python", start_up("import aces") - bare, "ms", 40),
        Row(
            "the same with everything a Resolution needs",
            start_up("import aces.lite.resolution, aces.match, aces.players.dealers") - bare,
            "ms",
            40,
        ),
    ]


def moves(games: int = 300, rounds: int = 9) -> list[Row]:
    """One move through ``step`` and through a checked match, over random games at Stat 4."""
    rules = Resolution(stat=4)
    pairs = []
    for seed in range(games):
        match, rng = Match(rules, seed=seed), Random(seed)
        while not match.over:
            options = match.moves()
            move = options[rng.randrange(len(options))]
            pairs.append((match.state, move))
            match.play(move)

    def by_step() -> None:
        step = rules.step
        for state, move in pairs:
            step(state, move)

    def whole_games() -> None:
        for seed in range(games):
            match, rng = Match(rules, seed=seed), Random(seed)
            while not match.over:
                options = match.moves()
                match.play(options[rng.randrange(len(options))])

    return [
        Row("one move of a Resolution through step", 1e6 * timed(by_step, rounds) / len(pairs), "µs", 10),
        Row("a whole Resolution, dealt, checked and recorded", 1e3 * timed(whole_games, rounds) / games, "ms"),
    ]


def timed(work: Callable[[], None], rounds: int) -> float:
    """Best seconds of ``work``."""
    took = []
    for _ in range(rounds):
        begun = time.perf_counter()
        work()
        took.append(time.perf_counter() - begun)
    return min(took)


def printed(rows: list[Row]) -> bool:
    """Print the rows; whether every budget was kept."""
    print(*rows, sep="\n", flush=True)
    return all(row.kept for row in rows)


def engine() -> bool:
    """Start-up and moves of the engine."""
    return printed(imports()) & printed(moves())


def peer() -> bool:
    """A move of Ace Trump beside OpenSpiel's euchre."""
    from tests.bench_peer import FACTOR, PEER, measured

    best = measured()
    other = Row(f"one move of euchre, {PEER}, driven from Python", best.pop("peer"), "µs")
    ours = [
        Row(
            f"one move of Ace Trump, {count} players",
            value,
            "µs",
            round(FACTOR * other.value, 2) if count == "4" else None,
        )
        for count, value in best.items()
    ]
    return printed([other, *ours])


def players() -> bool:
    """A move of the hard players in the browser's Python."""
    from tests.bench_players import rows

    return printed(rows())


def start() -> bool:
    """From opening the table to a dealt hand, in Chromium."""
    from tests.bench_boot import rows

    return printed(rows(site=SITE))


def pages() -> bool:
    """Lighthouse on the built pages."""
    from tests.bench_pages import main

    return main(["--site", str(SITE)]) == 0


def cards() -> bool:
    """A printed card, among few and among many."""
    from tests.bench_cards import rows

    return printed(rows())


GROUPS: dict[str, Callable[[], bool]] = {
    "engine": engine,
    "peer": peer,
    "players": players,
    "start": start,
    "cards": cards,
    "pages": pages,
}


def main(arguments: list[str] | None = None) -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.bench", description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--only", choices=GROUPS, help="one group of measures")
    only = parser.parse_args(arguments).only
    over = []
    for name in [only] if only else GROUPS:
        print(f"{name}: {GROUPS[name].__doc__}", flush=True)
        if not GROUPS[name]():
            over.append(name)
    print(f"over budget: {', '.join(over)}" if over else "all within budget")
    return 1 if over else 0


if __name__ == "__main__":
    raise SystemExit(main())
