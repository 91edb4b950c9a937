"""How long the hard players take for a move in the browser's own Python, under Node and with the page's library.

Four of them play whole hands and games; of every choice they have, the worst counts. By itself:
``python -m tests.bench --only players``.
"""

from __future__ import annotations

import json
from typing import Any

from generators.pack.packing import pack
from generators.pack.toolbox import CACHE, inside
from generators.pack.trim import unpacked
from tests.bench import Row

MOST = 300.0
"""No move may take longer than this many milliseconds: somebody waits for it."""

GAMES = {"ace-trump": {"players": "4", "max-hands": "1"}, "ace-game": {"players": "4"}}
SEEDS = 12


def rows(seeds: int = SEEDS) -> list[Row]:
    """The worst move and the median one of each game."""
    packed = pack()
    report = CACHE / "decisions.json"
    inside(
        "timing.decisions",
        {"games": GAMES, "player": "hard", "seeds": seeds, "report": f"/cache/{report.name}"},
        library=unpacked(packed.file("stdlib")),
        mounts={"/cache": CACHE},
        archives=[unpacked(packed.file("engine"))],
    )
    told: dict[str, dict[str, Any]] = json.loads(report.read_text("utf-8"))
    made = []
    for game, took in told.items():
        who = f"hard player, {game}, 4 players"
        made.append(Row(f"{who}: worst of {took['choices']:,} moves", took["worst"], "ms", MOST))
        made.append(Row(f"{who}: median move", took["median"], "ms"))
    return made
