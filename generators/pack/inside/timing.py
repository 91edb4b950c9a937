"""Tasks that take the time of the engine inside the browser's own Python."""

from __future__ import annotations

import json
import time
from collections.abc import Mapping
from importlib import import_module
from pathlib import Path
from typing import Any

AGAIN = 3
"""The slowest decisions are made so many times more: another program can only make one slower."""

SLOWEST = 12


def decisions(games: Mapping[str, Mapping[str, str]], player: str, seeds: int, report: str) -> int:
    """Write down how long a computer player takes in every seat of games: all its choices, the worst and the median.

    ``games`` are names with their options. Forced moves do not count.
    """
    told = {game: _decisions(game, options, player, seeds) for game, options in games.items()}
    Path(report).write_text(json.dumps(told), "utf-8")
    return 0


def _decisions(game: str, options: Mapping[str, str], player: str, seeds: int) -> dict[str, float]:
    named, players = import_module("aces.games"), import_module("aces.players")
    rules = named.rules_for(game, options)
    chooser = named.players_for(rules)[0][player](rules)

    def timed(state: Any, seed: int, ply: int) -> tuple[float, Any]:
        begun = time.perf_counter()
        move = players.choice(rules, state, chooser, seed, ply)
        return 1000 * (time.perf_counter() - begun), move

    made = []
    for seed in range(seeds):
        state, ply = rules.deal(rules.decks(seed)).state, 0
        while rules.turn(state) is not None:
            took, move = timed(state, seed, ply)
            if len(rules.moves(state)) > 1:
                made.append((took, ply, seed, state))
            state = rules.step(state, move).state
            ply += 1
    made.sort(key=lambda one: one[0])
    worst = max(
        min(took, *(timed(state, seed, ply)[0] for _ in range(AGAIN))) for took, ply, seed, state in made[-SLOWEST:]
    )
    return {"choices": len(made), "worst": worst, "median": made[len(made) // 2][0]}
