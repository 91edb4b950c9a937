"""The drawings on a Character Card, in millimetres: frame, suits, pips, boxes, lines.

Each function gives a :data:`Drawing`: shapes with a path as SVG writes it and the names of design
tokens for colours. :func:`svg` makes a picture of them for a page; the PDF takes the same paths.
``u`` is the unit of the card: 1 on a poker card, more on larger ones. Suits and boxes differ in shape,
so that a grey print tells as much.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable
from functools import cache
from typing import NamedTuple

from aces.cards import SUITS, Suit
from aces.lite.character import CREATION_CAP
from generators import design
from generators.glyphs import outline
from generators.imposition import CARDS, Mark, Size


class Shape(NamedTuple):
    """One path, filled or stroked or both.

    path: SVG path data in millimetres, of M, L, H, V, h, v, l, m, c, a (parts of circles), Z and z.
    fill, stroke: names of design tokens or of tints (see :func:`colour`), or nothing.
    width: of the stroke, in millimetres. dash: the lengths of a dash and a gap, or nothing.
    """

    path: str
    fill: str = ""
    stroke: str = ""
    width: float = 0.0
    dash: tuple[float, float] | None = None
    round: bool = False


Drawing = tuple[Shape, ...]

Outline = Callable[[float, float, float], str]
"""A path about a square: from its top left corner and its edge."""


@cache
def colour(name: str) -> str:
    """A colour of the design tokens, as print has it; ``gold 20`` is a tint: a fifth gold, the rest the card.

    >>> colour("card-red"), colour("card-red 20")
    ('#a01b2d', '#ecd0cf')
    """
    token, _, share = name.partition(" ")
    inks = design.tokens().light
    if not share:
        return inks[token]
    return design.mixed(inks[token], inks["card-face"], int(share) / 100)


def unit(size: Size) -> float:
    """How much larger than on a poker card type and small parts are; 1 on a poker card."""
    poker = CARDS["poker"]
    factor = min(size.width / poker.width, size.height / poker.height)
    return 1 + (factor - 1) * 0.62


def mm(value: float) -> str:
    """A measure for SVG or CSS: at most a thousandth of a millimetre, no needless zeros."""
    return f"{value:.3f}".rstrip("0").rstrip(".")


def attributes(shape: Shape, inks: Callable[[str], str] = colour) -> dict[str, str]:
    """A shape as the attributes of an SVG path."""
    told = {"d": shape.path, "fill": inks(shape.fill) if shape.fill else "none"}
    if shape.stroke:
        told |= {"stroke": inks(shape.stroke), "stroke-width": mm(shape.width)}
        if shape.dash:
            told["stroke-dasharray"] = f"{mm(shape.dash[0])} {mm(shape.dash[1])}"
        if shape.round:
            told |= {"stroke-linecap": "round", "stroke-linejoin": "round"}
    return told


def markup(shape: Shape, inks: Callable[[str], str] = colour) -> str:
    """A shape as an SVG element."""
    return "<path " + " ".join(f'{name}="{value}"' for name, value in attributes(shape, inks).items()) + "/>"


def svg(width: float, height: float, drawings: Iterable[Drawing], inks: Callable[[str], str] = colour) -> str:
    """A picture of a size in millimetres."""
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{mm(width)}mm" height="{mm(height)}mm" '
        f'viewBox="0 0 {mm(width)} {mm(height)}">'
        f"{''.join(markup(shape, inks) for drawing in drawings for shape in drawing)}</svg>"
    )


def stroke(
    path: str, ink: str, width: float, dash: tuple[float, float] | None = None, *, soft: bool = False
) -> Drawing:
    """A path drawn as a line; ``soft`` rounds its ends and corners. Nothing for an empty path."""
    return (Shape(path, "", ink, width, dash, soft),) if path else ()


@cache
def frame(size: Size, inset: float, u: float, *, dark: bool = False) -> Drawing:
    """A frame with notched corners, a hairline within, and a suit in each notch; light ones on dark ground."""
    width, height = size.width, size.height
    notch, gap = 3.3 * u, 0.75 * u
    near = inset + notch / 2 - 0.3 * u
    corners = ((near, near), (width - near, near), (near, height - near), (width - near, height - near))
    pips = {suit: outline(suit, x, y, 2.2 * u) for suit, (x, y) in zip(SUITS, corners, strict=True)}
    inks = {suit.colour: "".join(pips[one] for one in SUITS if one.colour == suit.colour) for suit in SUITS}
    return (
        *stroke(_notched(inset, width, height, notch), "copper", 0.42 * u),
        *stroke(_notched(inset + gap, width, height, notch), "gold", 0.18 * u),
        *(Shape(path, "card-back-ink" if dark else f"card-{ink}") for ink, path in inks.items()),
    )


@cache
def plain_frame(size: Size, inset: float, u: float) -> Drawing:
    """One thin line around a card."""
    width, height = size.width - 2 * inset, size.height - 2 * inset
    return stroke(f"M{mm(inset)} {mm(inset)}h{mm(width)}v{mm(height)}h{mm(-width)}z", "copper", 0.3 * u)


@cache
def surround(size: Size, inset: float, u: float, bleed: float) -> Drawing:
    """The ground outside of the frame, out to the end of the bleed."""
    wide, high = size.width + 2 * bleed, size.height + 2 * bleed
    outer = f"M{mm(-bleed)} {mm(-bleed)}v{mm(high)}h{mm(wide)}v{mm(-high)}z"
    return (Shape(outer + _notched(inset, size.width, size.height, 3.3 * u), "card-back"),)


def _notched(inset: float, width: float, height: float, notch: float) -> str:
    near, far, low = inset + notch, width - inset - notch, height - inset - notch
    return (
        f"M{mm(inset)} {mm(near)}h{mm(notch)}v{mm(-notch)}H{mm(far)}v{mm(notch)}h{mm(notch)}"
        f"V{mm(low)}h{mm(-notch)}v{mm(notch)}H{mm(near)}v{mm(-notch)}h{mm(-notch)}z"
    )


@cache
def pip(suit: Suit, x: float, y: float, height: float) -> Drawing:
    """A suit about a point, from the same face as in running text."""
    return (Shape(outline(suit, x, y, height), f"card-{suit.colour}"),)


def ring(x: float, y: float, radius: float, u: float) -> Drawing:
    """A circle about something chosen."""
    return stroke(_circle(x, y, radius), "copper", 0.35 * u)


@cache
def sun(x: float, y: float, reach: float) -> Drawing:
    """Half a sun that hangs from a line at ``y``."""
    count = 9
    rays = []
    for number in range(0, count, 2):
        low, high = (math.pi * edge / count for edge in (number, number + 1))
        points = ((reach * 0.45, low), (reach, low), (reach, high), (reach * 0.45, high))
        rays.append("M" + "L".join(f"{mm(x + r * math.cos(a))} {mm(y + r * math.sin(a))}" for r, a in points) + "z")
    core = reach * 0.3
    disc = f"M{mm(x - core)} {mm(y)}a{mm(core)} {mm(core)} 0 0 0 {mm(core * 2)} 0z"
    return (Shape("".join(rays) + disc, "copper"),)


def divider(x: float, y: float, width: float, u: float, opening: float = 0.0) -> Drawing:
    """A thin rule with a lozenge in its middle, or with an opening (mm) for a word."""
    middle, half = x + width / 2, 0.75 * u
    clear = opening / 2 if opening else 2 * u
    rules = stroke(
        f"M{mm(x)} {mm(y)}H{mm(middle - clear)}M{mm(middle + clear)} {mm(y)}H{mm(x + width)}", "gold", 0.2 * u
    )
    if opening:
        return rules
    corner = f"l{mm(half)} {mm(half)}l{mm(-half)} {mm(half)}l{mm(-half)} {mm(-half)}z"
    return (*rules, Shape(f"M{mm(middle)} {mm(y - half)}{corner}", "copper"))


def writing_lines(lines: Iterable[tuple[float, float, float]]) -> Drawing:
    """Lines to write on, each from x at y to another x."""
    path = "".join(f"M{mm(x0)} {mm(y)}H{mm(x1)}" for x0, y, x1 in lines)
    return stroke(path, "line-strong", 0.18)


def bracket(x0: float, x1: float, y: float, foot: float, opening: tuple[float, float], u: float) -> Drawing:
    """A line over several boxes, bent down at its ends, open for a word."""
    path = f"M{mm(x0)} {mm(foot)}V{mm(y)}H{mm(opening[0])}M{mm(opening[1])} {mm(y)}H{mm(x1)}V{mm(foot)}"
    return stroke(path, "line-strong", 0.18 * u)


def leaders(rows: Iterable[tuple[float, float, float]], u: float) -> Drawing:
    """Dots from names to what they have, as on a playbill: each row from x at y to another x."""
    pitch = 1.1 * u
    path = "".join(
        f"M{mm(x1)} {mm(y)}h{mm(-int((x1 - x0) / pitch) * pitch - 0.01)}" for x0, y, x1 in rows if x1 - x0 >= u
    )
    return stroke(path, "line-strong", 0.28 * u, (0.0, pitch), soft=True)


def _circle(x: float, y: float, radius: float) -> str:
    r = mm(radius)
    return f"M{mm(x - radius)} {mm(y)}a{r} {r} 0 1 0 {mm(2 * radius)} 0a{r} {r} 0 1 0 {mm(-2 * radius)} 0z"


@cache
def pips(value: int, count: int, pitch: float, dot: float) -> Drawing:
    """Dots in a row: filled, open up to the cap of creation, and dashed beyond it, for Growth."""
    y = dot / 2 + 0.2
    middles = [(number + 0.5) * pitch for number in range(count)]
    filled = "".join(_circle(x, y, dot / 2) for x in middles[:value])
    vacant = "".join(_circle(x, y, dot / 2 - 0.1) for x in middles[value:CREATION_CAP])
    small = dot / 2 - 0.28
    later = "".join(_circle(x, y, small) for x in middles[max(value, CREATION_CAP) :])
    return (
        *((Shape(filled, "ink"),) if filled else ()),
        *stroke(vacant, "ink", 0.2),
        *stroke(later, "ink", 0.2, (small * 0.52, small * 0.52)),
    )


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


@cache
def boxes(outline: Outline, whole: int, crossed: range, edge: float, step: float, u: float) -> Drawing:
    """A row of boxes to tick; those of ``crossed`` carry a cross. The row starts 0.2 mm in."""
    pad = edge * 0.22
    arm = mm(edge - 2 * pad)
    path = "".join(outline(0.2 + number * step, 0.2, edge) for number in range(whole))
    crosses = "".join(
        f"M{mm(0.2 + number * step + pad)} {mm(0.2 + pad)}l{arm} {arm}m0 -{arm}l-{arm} {arm}" for number in crossed
    )
    return (*stroke(path, "ink", 0.28 * u), *stroke(crosses, "ink", 0.4 * u, soft=True))


def index_box(x: float, y: float, width: float, height: float, u: float) -> Drawing:
    """A small card that holds the index of an item."""
    r = 0.8 * u
    across, down, arc = mm(width - 2 * r), mm(height - 2 * r), f"{mm(r)} {mm(r)} 0 0 1"
    path = (
        f"M{mm(x + r)} {mm(y)}h{across}a{arc} {mm(r)} {mm(r)}v{down}a{arc} {mm(-r)} {mm(r)}h-{across}"
        f"a{arc} {mm(-r)} {mm(-r)}v-{down}a{arc} {mm(r)} {mm(-r)}z"
    )
    return stroke(path, "line-strong", 0.2 * u)


@cache
def qr(modules: tuple[tuple[bool, ...], ...], module: float) -> Drawing:
    """A QR code, its quiet zone included: the dark runs of each row."""
    runs = []
    for row, line in enumerate(modules):
        start = None
        for column, dark in enumerate((*line, False)):
            if dark and start is None:
                start = column
            elif not dark and start is not None:
                width = mm((column - start) * module)
                runs.append(f"M{mm(start * module)} {mm(row * module)}h{width}v{mm(module)}h-{width}z")
                start = None
    return (Shape("".join(runs), "ink"),)


def onward(x: float, y: float, u: float) -> Drawing:
    """A small arrowhead: there is more on the next card. Its tip is at a point."""
    return (Shape(f"M{mm(x)} {mm(y)}l{mm(-1.5 * u)} {mm(-0.9 * u)}v{mm(1.8 * u)}z", "ink"),)


def crop_marks(marks: Iterable[Mark]) -> Drawing:
    """Hairlines to cut along, with a light edge, so that they show on a dark ground."""
    path = "".join(f"M{mm(mark.x1)} {mm(mark.y1)}L{mm(mark.x2)} {mm(mark.y2)}" for mark in marks)
    return (*stroke(path, "card-face", 0.3), *stroke(path, "ink-soft", 0.1))


def fold_line(mark: Mark) -> Drawing:
    """A dashed line to fold along."""
    return stroke(f"M{mm(mark.x1)} {mm(mark.y1)}L{mm(mark.x2)} {mm(mark.y2)}", "ink-soft", 0.15, (2.0, 1.5))


def ruler(x: float, y: float, length: int, *, up: bool = False) -> Drawing:
    """A scale of so many millimetres, with a tick every ten: to see that a print is true.

    It begins at a point and runs to the right with its ticks above, or upwards with its ticks on the left.
    """
    ticks = [(at, 1.6 if at % length else 2.4) for at in range(0, length + 1, 10)]
    if up:
        path = f"M{mm(x)} {mm(y)}v{-length}" + "".join(f"M{mm(x)} {mm(y - at)}h{mm(-tick)}" for at, tick in ticks)
    else:
        path = f"M{mm(x)} {mm(y)}h{length}" + "".join(f"M{mm(x + at)} {mm(y)}v{mm(-tick)}" for at, tick in ticks)
    return stroke(path, "ink-soft", 0.15)
