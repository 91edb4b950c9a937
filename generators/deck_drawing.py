"""What all our playing cards are drawn from: the window in their middle, rays, rings, and what turns over.

A playing card reads the same both ways up: what stands in its upper half stands in its lower half again, turned
about the middle. Everything here is a path in millimetres (see :mod:`generators.card_drawing`). Standard
library only.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from itertools import accumulate, pairwise
from typing import NamedTuple

from generators.card_drawing import Drawing, Shape, mm, stroke, unit
from generators.imposition import Size
from generators.paths import placed

Point = tuple[float, float]


HALF = (20.3, 38.4)
"""Half the width and half the height of the window of a poker card: what the pictures are drawn for."""


class Field(NamedTuple):
    """A rectangle in millimetres, by its edges."""

    left: float
    top: float
    right: float
    bottom: float

    @property
    def width(self) -> float:
        return self.right - self.left

    @property
    def height(self) -> float:
        return self.bottom - self.top


class Window(NamedTuple):
    """The field in the middle of a card that its picture fills, in millimetres; ``u`` is 1 on a poker card."""

    x: float
    y: float
    width: float
    height: float
    u: float

    @property
    def scale(self) -> float:
        """How much larger than on a poker card a picture may be."""
        return min(self.width / 2 / HALF[0], self.height / 2 / HALF[1])

    @property
    def upper_field(self) -> Field:
        """The rectangle of the upper half within the steps of the corners."""
        step = self.notch
        return Field(self.x + step, self.y + step, self.x + self.width - step, self.middle[1])

    def spot(self, across: float, up: float) -> Point:
        """A point of a poker card's window, from its middle, on this one."""
        x, y = self.middle
        return x + across * self.width / 2 / HALF[0], y - up * self.height / 2 / HALF[1]

    @property
    def middle(self) -> Point:
        return self.x + self.width / 2, self.y + self.height / 2

    @property
    def notch(self) -> float:
        """How far its corners step in."""
        return 2.4 * self.u

    def rim(self, inset: float = 0.0) -> tuple[Point, ...]:
        """Its outline, from the middle of the left edge clockwise."""
        left, top = self.x + inset, self.y + inset
        right, bottom = self.x + self.width - inset, self.y + self.height - inset
        middle, step = self.middle[1], self.notch
        return (
            (left, middle),
            (left, top + step),
            (left + step, top + step),
            (left + step, top),
            (right - step, top),
            (right - step, top + step),
            (right, top + step),
            (right, middle),
            (right, bottom - step),
            (right - step, bottom - step),
            (right - step, bottom),
            (left + step, bottom),
            (left + step, bottom - step),
            (left, bottom - step),
        )

    def upper(self, inset: float = 0.0) -> tuple[Point, ...]:
        """The outline of its upper half, from left to right."""
        return self.rim(inset)[:8]


class Ray(NamedTuple):
    """A wedge from a hub to a rim: its outline, and where its middle meets the rim."""

    path: str
    tip: Point


def outline(points: Iterable[Point], *, closed: bool = True) -> str:
    """Straight lines from point to point."""
    return "M" + "L".join(f"{mm(x)} {mm(y)}" for x, y in points) + ("Z" if closed else "")


def disc(x: float, y: float, radius: float, *, hole: bool = False) -> str:
    """A circle; as a ``hole`` it runs the other way round."""
    left, right, arc = f"{mm(x - radius)} {mm(y)}", f"{mm(x + radius)} {mm(y)}", f"A{mm(radius)} {mm(radius)} 0 1"
    return f"M{left}{arc} {int(not hole)} {right}{arc} {int(not hole)} {left}Z"


def ring(x: float, y: float, outer: float, inner: float) -> str:
    """The band between two circles."""
    return disc(x, y, outer) + disc(x, y, inner, hole=True)


def lozenge(x: float, y: float, width: float, height: float) -> str:
    """A diamond about a point."""
    return outline(((x, y - height / 2), (x + width / 2, y), (x, y + height / 2), (x - width / 2, y)))


def half_turned(drawing: Drawing, about: Point) -> Drawing:
    """The same drawing upside down, turned about a point."""
    x, y = about
    return tuple(
        shape._replace(path=placed(placed(shape.path, -x, -y), x, y, 1, 180)) for shape in drawing if shape.path
    )


def both_ways(drawing: Drawing, about: Point) -> Drawing:
    """A drawing of the upper half, and the same for whoever sits opposite."""
    return (*drawing, *half_turned(drawing, about))


def rays(hub: Point, rim: Sequence[Point], count: int) -> tuple[Ray, ...]:
    """Wedges from a hub to an open or closed rim, each with as much of the rim as the others."""
    starts = [0.0, *accumulate(math.dist(one, two) for one, two in pairwise(rim))]
    share = starts[-1] / count

    def at(length: float) -> Point:
        place = max(index for index, start in enumerate(starts[:-1]) if start <= length + 1e-9)
        (x0, y0), (x1, y1) = rim[place], rim[place + 1]
        part = (length - starts[place]) / (starts[place + 1] - starts[place])
        return x0 + part * (x1 - x0), y0 + part * (y1 - y0)

    found = []
    for number in range(count):
        begin, end = number * share, (number + 1) * share
        between = [point for point, start in zip(rim, starts, strict=True) if begin + 1e-6 < start < end - 1e-6]
        found.append(Ray(outline((hub, at(begin), *between, at(end))), at((begin + end) / 2)))
    return tuple(found)


def towards(hub: Point, tip: Point, share: float) -> Point:
    """The point at a share of the way from one point to another."""
    return hub[0] + share * (tip[0] - hub[0]), hub[1] + share * (tip[1] - hub[1])


def filled(path: str, ink: str) -> Drawing:
    """A path filled; nothing for an empty path."""
    return (Shape(path, ink),) if path else ()


def clipped(points: Sequence[Point], field: Field) -> str:
    """The part of a convex polygon that lies in a rectangle, as a path; empty where none does.

    >>> clipped(((0, 0), (4, 0), (4, 4), (0, 4)), Field(1, 1, 9, 9))
    'M4 1L4 4L1 4L1 1Z'
    """
    limits = ((0, field.left, 1), (1, field.top, 1), (0, field.right, -1), (1, field.bottom, -1))
    for axis, limit, sign in limits:
        kept: list[Point] = []
        for one, two in zip(points, (*points[1:], *points[:1]), strict=True):
            inside, after = (sign * (point[axis] - limit) >= -1e-9 for point in (one, two))
            if inside:
                kept.append(one)
            if inside != after:
                kept.append(towards(one, two, (limit - one[axis]) / (two[axis] - one[axis])))
        points = kept
    corners = dict.fromkeys((round(x, 4), round(y, 4)) for x, y in points)
    return outline(corners) if len(corners) > 2 else ""


# What all our decks share


def window(size: Size, scale: float = 1.0) -> Window:
    """The window of a card; ``scale`` is how much larger than usual the indices beside it are."""
    u = unit(size)
    x, y = 11.2 * u * (1 + (scale - 1) * 0.7), 5.6 * u
    return Window(x, y, size.width - 2 * x, size.height - 2 * y, u)


def border(field: Window, *, plain: bool = False) -> Drawing:
    """The frame of a window: a stepped line, and a hairline around it."""
    if plain:
        return stroke(outline(field.rim()), "copper", 0.25 * field.u)
    outer = stroke(outline(field.rim(-0.9 * field.u)), "gold", 0.2 * field.u)
    return (*stroke(outline(field.rim()), "copper", 0.45 * field.u), *outer)


def belt(field: Window, *, plain: bool = False) -> Drawing:
    """What parts the halves of a window: a band with a lozenge."""
    x, y = field.middle
    u, level = field.u, f"M{mm(field.x)} {{}}H{mm(field.x + field.width)}"
    if plain:
        return stroke(level.format(mm(y)), "copper", 0.25 * u)
    lines = level.format(mm(y - 0.8 * u)) + level.format(mm(y + 0.8 * u))
    return (
        *stroke(level.format(mm(y)), "bare", 1.6 * u),
        *stroke(lines, "gold", 0.2 * u),
        *stroke(level.format(mm(y)), "copper", 0.4 * u),
        *filled(lozenge(x, y, 10.4 * u, 10.4 * u), "bare"),
        *stroke(lozenge(x, y, 10.4 * u, 10.4 * u), "gold", 0.2 * u),
        *stroke(lozenge(x, y, 9 * u, 9 * u), "copper", 0.45 * u),
        *filled(lozenge(x, y, 4.4 * u, 4.4 * u), "copper"),
    )


def medallion(field: Window, *, plain: bool = False) -> Drawing:
    """A round clearing in the middle of a window, for one large sign."""
    if plain:
        return ()
    (x, y), s, u = field.middle, field.scale, field.u
    return (
        *filled(disc(x, y, 17.7 * s), "bare"),
        *stroke(disc(x, y, 17.7 * s), "gold", 0.2 * u),
        *stroke(disc(x, y, 16.8 * s), "copper", 0.45 * u),
    )


CROWN = (
    "M-50 31L-50 -12L-26 6L0 -31L26 6L50 -12L50 31Z"
    "M-56 -17A6 6 0 1 1 -44 -17A6 6 0 1 1 -56 -17ZM-6 -37A6 6 0 1 1 6 -37A6 6 0 1 1 -6 -37Z"
    "M44 -17A6 6 0 1 1 56 -17A6 6 0 1 1 44 -17Z"
)
"""A crown, about 112 wide and 74 high."""

CAP_HORNS = (
    "M-28 19C-30 -3 -41 -11 -43 6C-48 -25 -22 -34 -8 2L-3 19Z"
    "M28 19L3 19L8 2C22 -34 48 -25 43 6C41 -11 30 -3 28 19Z"
    "M-29 22L29 22L29 32L-29 32Z"
)
CAP_PEAK = "M-12 -8C-11 -22 -6 -30 0 -39C6 -30 11 -22 12 -8L4 19L-4 19Z"
CAP_BELLS = (
    "M-48 13A5 5 0 1 1 -38 13A5 5 0 1 1 -48 13ZM-5 -42A5 5 0 1 1 5 -42A5 5 0 1 1 -5 -42Z"
    "M38 13A5 5 0 1 1 48 13A5 5 0 1 1 38 13Z"
)
"""A fool's cap, about 96 wide and 79 high, in three parts."""
