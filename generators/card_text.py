"""Rows of a head and a text in columns, all at one size: the largest at which everything is there.

What the Dealer's screen and the reference cards are set with. Nothing is left out: what does not fit at the
smallest size is an error of the build.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from generators import fitting
from generators.card_sides import Area, CardError, Side, Text
from generators.fitting import MM_PER_POINT
from generators.quick_reference import Reference, Section

LEADING = 1.24
"""The distance of two lines, in sizes."""


class Row(NamedTuple):
    """A head and its text; without a head the text is a title. ``verdict`` stands at the right of the line."""

    head: str
    text: str
    verdict: str = ""


def rows_of(sections: Iterable[Section]) -> list[Row]:
    """Sections as rows, each under its title."""
    rows: list[Row] = []
    for section in sections:
        rows += [Row("", section.title), *(Row(line.head, line.text) for line in section.lines)]
    return rows


def ladder(ref: Reference) -> list[Row]:
    """The checks on the outcome, in their order, as rows with what each of them gives."""
    checks = (
        Row(f"{check.place}.", check.question, f"{check.name}{f', {check.cost}' if check.cost else ''}")
        for check in ref.checks
    )
    return [Row("", ref.checks_title), *checks]


def set_columns(
    side: Side, columns: Sequence[Sequence[Row]], areas: Sequence[Area], most: float, least: float
) -> float:
    """Sets columns of rows into their areas, all at one size in points, and gives that size.

    Raises :class:`~generators.card_sides.CardError` when even the smallest size leaves something over.
    """
    for size in fitting.sizes(most, least):
        trial = Side(side.size, side.style)
        feet = [_set(trial, rows, area, size) for rows, area in zip(columns, areas, strict=True)]
        if all(foot <= area.y + area.height + 1e-6 for foot, area in zip(feet, areas, strict=True)):
            side.parts += trial.parts
            return size
    over = max(foot - area.y - area.height for foot, area in zip(feet, areas, strict=True))
    title = next((row.text for rows in columns for row in rows if not row.head), "a text")
    raise CardError(f"{title}: {over:.1f} mm too long for {side.size}, even at {least:g} pt")


def _set(side: Side, rows: Sequence[Row], area: Area, size: float) -> float:
    """Rows below each other. Gives where they end."""
    style = side.style
    face, sans = style.prose.typeface, style.label.typeface
    pitch = LEADING * size * MM_PER_POINT
    x, y, width = area.x, area.y, area.width
    reach = 0.0
    for place, row in enumerate(rows):
        if not row.head:
            mine = [one.head for one in rows[place + 1 :]]
            mine = mine[: mine.index("")] if "" in mine else mine
            reach = min(max((sans.width(one, size * 0.9) for one in mine), default=0.0) + 1.8, width * 0.3)
            y += 0.6 * pitch if place else 0.0
            side.write(Area(x, y, width, pitch * 1.25), row.text, size * 1.2, "trait", "h2")
            y += pitch * 1.3
            continue
        room = width - reach
        side.write(Area(x, y, reach - 1.0, pitch), row.head, size * 0.9, "label")
        end = sans.width(row.verdict, size * 0.9) + 1.0 if row.verdict else 0.0
        lines = fitting.balanced(row.text, room - end, face, size)
        side.parts.append(Text(Area(x + reach, y, room - end, pitch * len(lines)), lines, size, LEADING, ""))
        if row.verdict:
            side.write(Area(x + width - end, y, end, pitch), row.verdict, size * 0.9, "label right")
        y += pitch * len(lines) + 0.18 * pitch
    return y
