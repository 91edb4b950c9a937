"""What a simulation came to, for people, for a spreadsheet, and for a program."""

from __future__ import annotations

import csv
import io
import json
import math
from collections.abc import Sequence
from typing import Any

from generators.simulation import Mean, Plan, Row, summary
from generators.tallies import Word


def written(plan: Plan, rows: Sequence[Row], kind: str, each: bool) -> str:
    """The games as ``text``, ``csv`` or ``json``: the means, or each game on a line (then text is CSV as well)."""
    if kind == "json":
        return json.dumps(_plain(plan, rows, each), ensure_ascii=False, indent=2) + "\n"
    if each:
        return _table(_cells(rows))
    if kind == "csv":
        means = summary(rows).items()
        return _table([["what", *Mean._fields], *([name, *map(_cell, _told(mean).values())] for name, mean in means)])
    return _text(plan, rows)


def _plain(plan: Plan, rows: Sequence[Row], each: bool) -> dict[str, Any]:
    told: dict[str, Any] = {
        "game": plan.game,
        "options": plan.options,
        "seats": plan.seats,
        "rotate": plan.rotate,
        "seeds": [rows[0].seed, rows[-1].seed],
        "games": len(rows),
    }
    if not each:
        return told | {"summary": {name: _told(mean) for name, mean in summary(rows).items()}}
    return told | {
        "rows": [
            {"seed": row.seed, "moves": row.moves, "result": row.result}
            | {name: str(value) if isinstance(value, Word) else value for name, value in row.values.items()}
            for row in rows
        ]
    }


def _told(mean: Mean) -> dict[str, Any]:
    """A mean by its fields; what a single game does not tell is None, an empty cell."""
    return {
        key: None if isinstance(value, float) and math.isnan(value) else value for key, value in mean._asdict().items()
    }


def _cells(rows: Sequence[Row]) -> list[list[object]]:
    """Every game on a line, under the names of the columns; what is so is 1, what is not 0."""
    return [
        ["seed", "moves", "result", *rows[0].values],
        *([row.seed, row.moves, row.result, *map(_cell, row.values.values())] for row in rows),
    ]


def _cell(value: object) -> object:
    return int(value) if isinstance(value, bool) else str(value) if isinstance(value, Word) else value


def _table(lines: Sequence[Sequence[object]]) -> str:
    made = io.StringIO()
    csv.writer(made, lineterminator="\n").writerows(lines)
    return made.getvalue()


def _text(plan: Plan, rows: Sequence[Row]) -> str:
    means = summary(rows)
    wide = max(map(len, means))
    played = (
        f"1 game, seed {rows[0].seed}"
        if len(rows) == 1
        else f"{len(rows):,} games, seeds {rows[0].seed} to {rows[-1].seed}"
    )
    turns = "; everybody moves one seat on from game to game" if plan.rotate else ""
    options = ", ".join(f"{key} {value}" for key, value in plan.options.items())
    seats = ", ".join(f"{place} {name}" for place, name in enumerate(plan.seats, 1))
    return "\n".join(
        (
            f"{plan.game}: {played}.",
            f"{options[0].upper()}{options[1:]}.",
            f"Seats: {seats}{turns}.",
            "",
            f"{'':<{wide}}  mean (95 % confidence interval)",
            *(f"{name:<{wide}}  {mean}" for name, mean in means.items()),
            "",
        )
    )
