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


@cache
def frame(size: Size, inset: float, u: float) -> str:
    """A frame with notched corners, a hairline within, and a suit in each notch."""
    width, height = size.width, size.height
    notch, gap = 3.3 * u, 0.75 * u
    near = inset + notch / 2 - 0.3 * u
    corners = ((near, near), (width - near, near), (near, height - near), (width - near, height - near))
    pips = {suit: _outline(suit, x, y, 2.2 * u) for suit, (x, y) in zip(SUITS, corners, strict=True)}
    inks = {suit.colour: "".join(pips[one] for one in SUITS if one.colour == suit.colour) for suit in SUITS}
    return "".join(
        (
            stroke(_notched(inset, width, height, notch), "copper", 0.42 * u),
            stroke(_notched(inset + gap, width, height, notch), "gold", 0.18 * u),
            *(f'<path d="{path}" fill="{colour(f"card-{ink}")}"/>' for ink, path in inks.items()),
        )
    )


def _notched(inset: float, width: float, height: float, notch: float) -> str:
    near, far, low = inset + notch, width - inset - notch, height - inset - notch
    return (
        f"M{mm(inset)} {mm(near)}h{mm(notch)}v{mm(-notch)}H{mm(far)}v{mm(notch)}h{mm(notch)}"
        f"V{mm(low)}h{mm(-notch)}v{mm(notch)}H{mm(near)}v{mm(-notch)}h{mm(-notch)}z"
    )


def pip(suit: Suit, x: float, y: float, height: float) -> str:
    """A suit about a point, from the same face as in running text."""
    return f'<path d="{_outline(suit, x, y, height)}" fill="{colour(f"card-{suit.colour}")}"/>'


def _outline(suit: Suit, x: float, y: float, height: float) -> str:
    """The outline of a suit about a point, as a path."""
    from fontTools.pens.svgPathPen import SVGPathPen
    from fontTools.pens.transformPen import TransformPen

    record, across, up, tall = _glyph(suit)
    scale = height / tall
    path: Any = SVGPathPen(None, ntos=mm)
    moved: Any = TransformPen(path, (scale, 0, 0, -scale, x - across * scale, y + up * scale))  # type: ignore[no-untyped-call]
    record.replay(moved)
    return str(path.getCommands())


@cache
def _glyph(suit: Suit) -> tuple[Any, float, float, float]:
    """A suit in the units of its font: its outline, the middle of its box, its height."""
    from fontTools.pens.boundsPen import BoundsPen
    from fontTools.pens.recordingPen import RecordingPen
    from fontTools.ttLib import TTFont

    face = next(face for face in fonts.FACES if face.file == "suits")
    bounds: Any
    record: Any
    font: Any
    with TTFont(fonts.font_file(face), lazy=True) as font:
        glyphs = font.getGlyphSet()
        glyph = glyphs[font.getBestCmap()[ord(suit.glyph)]]
        bounds, record = BoundsPen(glyphs), RecordingPen()  # type: ignore[no-untyped-call]
        glyph.draw(bounds)
        glyph.draw(record)
    left, bottom, right, top = bounds.bounds
    return record, (left + right) / 2, (bottom + top) / 2, top - bottom


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


def writing_lines(lines: Iterable[tuple[float, float, float]]) -> str:
    """Lines to write on, each from x at y to another x."""
    path = "".join(f"M{mm(x0)} {mm(y)}H{mm(x1)}" for x0, y, x1 in lines)
    return stroke(path, "line-strong", 0.18) if path else ""


def bracket(x0: float, x1: float, y: float, foot: float, opening: tuple[float, float], u: float) -> str:
    """A line over several boxes, bent down at its ends, open for a word."""
    path = f"M{mm(x0)} {mm(foot)}V{mm(y)}H{mm(opening[0])}M{mm(opening[1])} {mm(y)}H{mm(x1)}V{mm(foot)}"
    return stroke(path, "line-strong", 0.18 * u)


def leaders(rows: Iterable[tuple[float, float, float]], u: float) -> str:
    """Dots from names to what they have, as on a playbill: each row from x at y to another x."""
    pitch = 1.1 * u
    path = "".join(
        f"M{mm(x1)} {mm(y)}h{mm(-int((x1 - x0) / pitch) * pitch - 0.01)}" for x0, y, x1 in rows if x1 - x0 >= u
    )
    dots = f' stroke-linecap="round" stroke-dasharray="0 {mm(pitch)}"'
    return stroke(path, "line-strong", 0.28 * u, dots) if path else ""


def _circle(x: float, y: float, radius: float) -> str:
    r = mm(radius)
    return f"M{mm(x - radius)} {mm(y)}a{r} {r} 0 1 0 {mm(2 * radius)} 0a{r} {r} 0 1 0 {mm(-2 * radius)} 0z"


def pips(value: int, count: int, pitch: float, dot: float) -> str:
    """Dots in a row: filled, open up to the cap of creation, and dashed beyond it, for Growth."""
    y = dot / 2 + 0.2
    middles = [(number + 0.5) * pitch for number in range(count)]
    filled = "".join(_circle(x, y, dot / 2) for x in middles[:value])
    vacant = "".join(_circle(x, y, dot / 2 - 0.1) for x in middles[value:CREATION_CAP])
    small = dot / 2 - 0.28
    later = "".join(_circle(x, y, small) for x in middles[max(value, CREATION_CAP) :])
    shapes = [f'<path d="{filled}" fill="{colour("ink")}"/>'] if filled else []
    shapes += [stroke(vacant, "ink", 0.2)] if vacant else []
    shapes += [stroke(later, "ink", 0.2, f' stroke-dasharray="{mm(small * 0.52)}"')] if later else []
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
    pad = edge * 0.22
    arm = mm(edge - 2 * pad)
    path = "".join(outline(0.2 + number * step, 0.2, edge) for number in range(whole))
    shapes = [stroke(path, "ink", 0.28 * u, ' stroke-linejoin="round"')]
    crosses = "".join(
        f"M{mm(0.2 + number * step + pad)} {mm(0.2 + pad)}l{arm} {arm}m0 -{arm}l-{arm} {arm}" for number in crossed
    )
    if crosses:
        shapes.append(stroke(crosses, "ink", 0.4 * u, ' stroke-linecap="round"'))
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
