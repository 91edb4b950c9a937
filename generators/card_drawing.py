"""The drawings on a Character Card, as SVG in millimetres: frame, suits, pips, boxes, lines.

Each function gives a piece of SVG for :func:`svg` to wrap. ``u`` is the unit of the card: 1 on a
poker card, more on larger ones. Colours come from the design tokens; suits and boxes differ in
shape, so that a grey print tells as much.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable
from functools import cache
from typing import Any

from aces.cards import SUITS, Suit
from aces.lite.character import CREATION_CAP
from generators import design, fonts
from generators.imposition import Mark, Size

Outline = Callable[[float, float, float], str]
"""A path about a square: from its top left corner and its edge."""


def colour(name: str) -> str:
    """A colour of the design tokens, as print has it."""
    return design.tokens().light[name]


def mm(value: float) -> str:
    """A measure for SVG or CSS: at most a thousandth of a millimetre, no needless zeros."""
    return f"{value:.3f}".rstrip("0").rstrip(".")


def svg(width: float, height: float, shapes: Iterable[str]) -> str:
    """A drawing of a size in millimetres."""
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{mm(width)}mm" height="{mm(height)}mm" '
        f'viewBox="0 0 {mm(width)} {mm(height)}">{"".join(shapes)}</svg>'
    )


def stroke(path: str, ink: str, width: float, extra: str = "") -> str:
    """A path drawn as a line."""
    return f'<path d="{path}" fill="none" stroke="{colour(ink)}" stroke-width="{mm(width)}"{extra}/>'


def frame(size: Size, inset: float, u: float) -> str:
    """A frame with notched corners, a hairline within, and a suit in each notch."""
    width, height = size.width, size.height
    notch, gap = 3.3 * u, 0.75 * u
    pieces = [
        stroke(_notched(inset, width, height, notch), "copper", 0.42 * u),
        stroke(_notched(inset + gap, width, height, notch), "gold", 0.18 * u),
    ]
    near = inset + notch / 2 - 0.3 * u
    corners = ((near, near), (width - near, near), (near, height - near), (width - near, height - near))
    pieces += [pip(suit, x, y, 2.2 * u) for suit, (x, y) in zip(SUITS, corners, strict=True)]
    return "".join(pieces)


def _notched(inset: float, width: float, height: float, notch: float) -> str:
    near, far, low = inset + notch, width - inset - notch, height - inset - notch
    return (
        f"M{mm(inset)} {mm(near)}h{mm(notch)}v{mm(-notch)}H{mm(far)}v{mm(notch)}h{mm(notch)}"
        f"V{mm(low)}h{mm(-notch)}v{mm(notch)}H{mm(near)}v{mm(-notch)}h{mm(-notch)}z"
    )


def pip(suit: Suit, x: float, y: float, height: float) -> str:
    """A suit about a point, from the same face as in running text."""
    path, across, up, tall = _glyph(suit)
    scale = height / tall
    return (
        f'<path d="{path}" fill="{colour(f"card-{suit.colour}")}" transform="translate({mm(x)} {mm(y)}) '
        f'scale({scale:.6f} {-scale:.6f}) translate({mm(-across)} {mm(-up)})"/>'
    )


@cache
def _glyph(suit: Suit) -> tuple[str, float, float, float]:
    """A suit's outline in the units of its font: the path, the middle of its box, its height."""
    from fontTools.pens.boundsPen import BoundsPen
    from fontTools.pens.svgPathPen import SVGPathPen
    from fontTools.ttLib import TTFont

    face = next(face for face in fonts.FACES if face.file == "suits")
    bounds: Any
    path: Any
    font: Any
    with TTFont(fonts.font_file(face), lazy=True) as font:
        glyphs = font.getGlyphSet()
        glyph = glyphs[font.getBestCmap()[ord(suit.glyph)]]
        bounds, path = BoundsPen(glyphs), SVGPathPen(glyphs)  # type: ignore[no-untyped-call]
        glyph.draw(bounds)
        glyph.draw(path)
    left, bottom, right, top = bounds.bounds
    return path.getCommands(), (left + right) / 2, (bottom + top) / 2, top - bottom


def ring(x: float, y: float, radius: float, u: float) -> str:
    """A circle about something chosen."""
    return (
        f'<circle cx="{mm(x)}" cy="{mm(y)}" r="{mm(radius)}" fill="none" stroke="{colour("copper")}" '
        f'stroke-width="{mm(0.35 * u)}"/>'
    )


def sun(x: float, y: float, reach: float) -> str:
    """Half a sun that hangs from a line at ``y``."""
    count = 9
    rays = []
    for number in range(0, count, 2):
        low, high = (math.pi * edge / count for edge in (number, number + 1))
        points = ((reach * 0.45, low), (reach, low), (reach, high), (reach * 0.45, high))
        rays.append("M" + "L".join(f"{mm(x + r * math.cos(a))} {mm(y + r * math.sin(a))}" for r, a in points) + "z")
    core = reach * 0.3
    disc = f"M{mm(x - core)} {mm(y)}a{mm(core)} {mm(core)} 0 0 0 {mm(core * 2)} 0z"
    return f'<path d="{"".join(rays)}{disc}" fill="{colour("copper")}"/>'


def divider(x: float, y: float, width: float, u: float, opening: float = 0.0) -> str:
    """A thin rule with a lozenge in its middle, or with an opening (mm) for a word."""
    middle, half = x + width / 2, 0.75 * u
    clear = opening / 2 if opening else 2 * u
    rules = stroke(
        f"M{mm(x)} {mm(y)}H{mm(middle - clear)}M{mm(middle + clear)} {mm(y)}H{mm(x + width)}", "gold", 0.2 * u
    )
    if opening:
        return rules
    corner = f"l{mm(half)} {mm(half)}l{mm(-half)} {mm(half)}l{mm(-half)} {mm(-half)}z"
    return rules + f'<path d="M{mm(middle)} {mm(y - half)}{corner}" fill="{colour("copper")}"/>'


def writing_line(x0: float, y: float, x1: float) -> str:
    """A line to write on."""
    return stroke(f"M{mm(x0)} {mm(y)}H{mm(x1)}", "line-strong", 0.18)


def bracket(x0: float, x1: float, y: float, foot: float, opening: tuple[float, float], u: float) -> str:
    """A line over several boxes, bent down at its ends, open for a word."""
    path = f"M{mm(x0)} {mm(foot)}V{mm(y)}H{mm(opening[0])}M{mm(opening[1])} {mm(y)}H{mm(x1)}V{mm(foot)}"
    return stroke(path, "line-strong", 0.18 * u)


def leader(x0: float, x1: float, y: float, u: float) -> str:
    """Dots from a name to what it has, as on a playbill."""
    pitch = 1.1 * u
    return "".join(
        f'<circle cx="{mm(x1 - number * pitch)}" cy="{mm(y)}" r="{mm(0.14 * u)}" fill="{colour("line-strong")}"/>'
        for number in range(int((x1 - x0) / pitch) + 1)
        if x1 - x0 >= u
    )


def pips(value: int, count: int, pitch: float, dot: float) -> str:
    """Dots in a row: filled, open up to the cap of creation, and dashed beyond it, for Growth."""
    y = dot / 2 + 0.2
    shapes = []
    for number in range(count):
        x = number * pitch + pitch / 2
        if number < value:
            shapes.append(f'<circle cx="{mm(x)}" cy="{mm(y)}" r="{mm(dot / 2)}" fill="{colour("ink")}"/>')
            continue
        later = number >= CREATION_CAP
        radius = dot / 2 - (0.28 if later else 0.1)
        dashes = f' stroke-dasharray="{mm(radius * 0.52)} {mm(radius * 0.52)}"' if later else ""
        shapes.append(
            f'<circle cx="{mm(x)}" cy="{mm(y)}" r="{mm(radius)}" fill="none" stroke="{colour("ink")}" '
            f'stroke-width="0.2"{dashes}/>'
        )
    return svg(count * pitch, dot + 0.4, shapes)


def square(x: float, y: float, edge: float) -> str:
    """The outline of a box."""
    return f"M{mm(x)} {mm(y)}h{mm(edge)}v{mm(edge)}h{mm(-edge)}z"


def shield(x: float, y: float, edge: float) -> str:
    """The outline of a shield."""
    return (
        f"M{mm(x)} {mm(y)}h{mm(edge)}v{mm(edge * 0.5)}"
        f"c0 {mm(edge * 0.28)} {mm(-edge * 0.22)} {mm(edge * 0.4)} {mm(-edge * 0.5)} {mm(edge * 0.5)}"
        f"c{mm(-edge * 0.28)} {mm(-edge * 0.1)} {mm(-edge * 0.5)} {mm(-edge * 0.22)} "
        f"{mm(-edge * 0.5)} {mm(-edge * 0.5)}z"
    )


def boxes(outline: Outline, whole: int, crossed: range, edge: float, step: float, u: float) -> str:
    """A row of boxes to tick; those of ``crossed`` carry a cross. The row starts 0.2 mm in."""
    shapes = []
    pad = edge * 0.22
    arm = edge - 2 * pad
    for number in range(whole):
        x = 0.2 + number * step
        shapes.append(stroke(outline(x, 0.2, edge), "ink", 0.28 * u, ' stroke-linejoin="round"'))
        if number in crossed:
            cross = f"M{mm(x + pad)} {mm(0.2 + pad)}l{mm(arm)} {mm(arm)}m0 {mm(-arm)}l{mm(-arm)} {mm(arm)}"
            shapes.append(stroke(cross, "ink", 0.4 * u, ' stroke-linecap="round"'))
    return svg(0.4 + (whole - 1) * step + edge, edge + 0.4, shapes)


def index_box(x: float, y: float, width: float, height: float, u: float) -> str:
    """A small card that holds the index of an item."""
    return (
        f'<rect x="{mm(x)}" y="{mm(y)}" width="{mm(width)}" height="{mm(height)}" rx="{mm(0.8 * u)}" fill="none" '
        f'stroke="{colour("line-strong")}" stroke-width="{mm(0.2 * u)}"/>'
    )


def crop_marks(marks: Iterable[Mark]) -> str:
    """Hairlines to cut along."""
    path = "".join(f"M{mm(mark.x1)} {mm(mark.y1)}L{mm(mark.x2)} {mm(mark.y2)}" for mark in marks)
    return stroke(path, "ink-soft", 0.1)


def ruler(x: float, y: float, length: int) -> str:
    """A scale of so many millimetres, with a tick every ten: to see that a print is true."""
    ticks = "".join(f"M{mm(x + at)} {mm(y)}v{'-1.6' if at % length else '-2.4'}" for at in range(0, length + 1, 10))
    return stroke(f"M{mm(x)} {mm(y)}h{length}{ticks}", "ink-soft", 0.15)
