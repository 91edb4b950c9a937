"""A move of Ace Trump beside a move of the nearest game of the nearest library, in one run of one Python.

The peer is OpenSpiel's euchre, a trick-taking game written in C++ and driven from Python. It is installed only for
this measure, into ``build/cache/peer``. Both are played at random, each move asked for, chosen and played; dealing is
part of it. The two take turns, and the best round of each counts.
"""

from __future__ import annotations

import json
import subprocess
import sys
import time
from pathlib import Path
from random import Random
from typing import Any

ROOT = Path(__file__).resolve().parent.parent
PEER = "open-spiel==2.0.2"
WHERE = ROOT / "build" / "cache" / "peer"
ROUNDS = 40
FACTOR = 2.0
"""A move of ours may take this many times as long as one of the peer's."""


def euchre(game: Any, games: int, rng: Random) -> float:
    """Microseconds for each player's move of the peer."""
    moves, begun = 0, time.perf_counter()
    for _ in range(games):
        state = game.new_initial_state()
        while not state.is_terminal():
            moves += not state.is_chance_node()
            state.apply_action(rng.choice(state.legal_actions()))
    return 1e6 * (time.perf_counter() - begun) / moves


def trump(rules: Any, games: int, rng: Random) -> float:
    """Microseconds for each move of ours."""
    moves, begun = 0, time.perf_counter()
    for seed in range(games):
        state = rules.deal(rules.decks(seed)).state
        while rules.turn(state) is not None:
            state = rules.step(state, rng.choice(rules.moves(state))).state
            moves += 1
    return 1e6 * (time.perf_counter() - begun) / moves


def measure() -> dict[str, float]:
    """Both, taking turns. For the peer's Python."""
    import pyspiel

    from aces.ace_trump.game import AceTrump

    game, best = pyspiel.load_game("euchre"), {"peer": 1e9}
    ours = {count: AceTrump(count, max_hands=1, dealer=0) for count in (2, 3, 4, 5, 6)}
    for turn in range(ROUNDS):
        best["peer"] = min(best["peer"], euchre(game, 20, Random(turn)))
        for count, rules in ours.items():
            best[str(count)] = min(best.get(str(count), 1e9), trump(rules, 10, Random(turn)))
    return best


def installed() -> Path:
    """The Python that has the peer; installs it the first time."""
    python = WHERE / "bin" / "python"
    if not (WHERE / PEER).exists():
        subprocess.run([sys.executable, "-m", "venv", "--clear", str(WHERE)], check=True)
        command = [str(python), "-m", "pip", "install", "--quiet", "--only-binary", ":all:", PEER]
        subprocess.run(command, check=True, stderr=subprocess.DEVNULL)
        (WHERE / PEER).touch()
    return python


def measured() -> dict[str, float]:
    """Both, measured in the peer's Python."""
    command = [str(installed()), "-m", "tests.bench_peer"]
    told: dict[str, float] = json.loads(subprocess.run(command, cwd=ROOT, check=True, capture_output=True).stdout)
    return told


if __name__ == "__main__":
    print(json.dumps(measure()))
