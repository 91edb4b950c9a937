"""Rows of a head and a text in columns, all at one size: the largest at which everything is there.

What the Dealer's screen and the reference cards are set with. Nothing is left out: what does not fit at the
smallest size is an error of the build.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from generators import fitting
from generators.card_sides import Area, CardError, Side, Text
from generators.fitting import MM_PER_POINT, Typeface
from generators.quick_reference import Reference, Section

LEADING = 1.24
"""The distance of two lines, in sizes."""

AIR = 0.35
"""The most that is added between two rows where there is room to spare, in sizes."""


class Row(NamedTuple):
    """A head and its text; without a head the text is a title. ``verdict`` stands at the right of the line.

    A text with tabs is a row of a small table: its cells stand below those of the row before it.
    """

    head: str
    text: str
    verdict: str = ""

    @property
    def cells(self) -> tuple[str, ...]:
        r"""The cells of a row of a table; of any other row, none.

        >>> Row("Players", "2\t3\t4").cells, Row("Lead", "any card").cells
        (('2', '3', '4'), ())
        """
        return tuple(self.text.split("\t")) if "\t" in self.text else ()

    @property
    def counted(self) -> bool:
        """Whether its head is a number in a list, and no word.

        >>> Row("3.", "Are you over 21?").counted, Row("0 HP", "you are out").counted
        (True, False)
        """
        return self.head.endswith(".") and self.head[:-1].isdigit()


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
    side: Side,
    columns: Sequence[Sequence[Row]],
    areas: Sequence[Area],
    most: float,
    least: float,
    *,
    spread: bool = False,
) -> float:
    """Sets columns of rows into their areas, all at one size in points, and gives that size.

    With ``spread``, what is left of an area goes between its rows, and three times as much between its sections.
    Raises :class:`~generators.card_sides.CardError` when even the smallest size leaves something over.
    """
    for size in fitting.sizes(most, least):
        trial = Side(side.size, side.style)
        feet = [_set(trial, rows, area, size) for rows, area in zip(columns, areas, strict=True)]
        if all(foot <= area.y + area.height + 1e-6 for foot, area in zip(feet, areas, strict=True)):
            for rows, area, foot in zip(columns, areas, feet, strict=True):
                left = area.y + area.height - foot if spread else 0.0
                gaps = sum(1 if row.head else 3 for row in rows[1:])
                _set(side, rows, area, size, min(left / max(gaps, 1), AIR * size * MM_PER_POINT))
            return size
    over = max(foot - area.y - area.height for foot, area in zip(feet, areas, strict=True))
    title = next((row.text for rows in columns for row in rows if not row.head), "a text")
    raise CardError(f"{title}: {over:.1f} mm too long for {side.size}, even at {least:g} pt")


def _reach(rows: Sequence[Row], width: float, size: float, face: Typeface) -> float:
    """How far from the left the texts of some rows begin: behind the longest of their heads."""
    return min(max((face.width(row.head, size * 0.9) for row in rows), default=0.0) + 1.8, width * 0.3)


def _set(side: Side, rows: Sequence[Row], area: Area, size: float, air: float = 0.0) -> float:
    """Rows below each other, with some air between them. Gives where they end.

    All texts of a column begin below each other, whatever their section. Only those of a numbered list are
    nearer to their numbers.
    """
    style = side.style
    face, sans = style.prose.typeface, style.label.typeface
    pitch = LEADING * size * MM_PER_POINT
    x, y, width = area.x, area.y, area.width
    named = _reach([row for row in rows if not row.counted], width, size, sans)
    counted = _reach([row for row in rows if row.counted], width, size, sans)
    for place, row in enumerate(rows):
        if not row.head:
            y += 0.6 * pitch + 3 * air if place else 0.0
            side.write(Area(x, y, width, pitch * 1.25), row.text, size * 1.2, "trait", "h2")
            y += pitch * 1.3 - air
            continue
        y += air
        reach = counted if row.counted else named
        room = width - reach
        side.write(Area(x, y, reach - 1.0, pitch), row.head, size * 0.9, "label")
        if cells := row.cells:
            heads = place + 1 < len(rows) and bool(rows[place + 1].cells)
            heads = place + 1 < len(rows) and bool(rows[place + 1].cells)
            for number, cell in enumerate(cells):
                spot = Area(x + reach + number * room / len(cells), y, room / len(cells), pitch)
                if heads:
                    side.write(spot, cell, size * 0.9, "label")
                else:
                    side.parts.append(Text(spot, (cell,), size, LEADING, ""))
            y += pitch * 1.18
            continue
        end = sans.width(row.verdict, size * 0.9) + 1.0 if row.verdict else 0.0
        lines = fitting.balanced(row.text, room - end, face, size)
        side.parts.append(Text(Area(x + reach, y, room - end, pitch * len(lines)), lines, size, LEADING, ""))
        if row.verdict:
            side.write(Area(x + width - end, y, end, pitch), row.verdict, size * 0.9, "label right")
        y += pitch * len(lines) + 0.18 * pitch
    return y
