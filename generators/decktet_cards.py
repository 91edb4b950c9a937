"""The cards of the Decktet as our own pictures: two suits that share a window, each on a ground of its own.

A number card shows as many of its first suit as its rank says, and as many of the second for whoever sits
opposite. Each suit has a ground as well as a shape: rays for Suns, halos for Moons, scallops for Waves, veins for
Leaves, scales for Wyrms, a weave for Knots. So a card is read by shape, by texture and by lightness before
color is asked.

The Decktet is © 2003-2008 P.D. Magnus, CC BY-NC-SA 3.0. Its published art is not used: these drawings are
ours, and under that same licence (not under the MIT licence of the code around them).
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from functools import cache

from aces.decktet import SUITS, Card, Rank, Suit
from generators.card_drawing import Drawing, mm, stroke
from generators.deck_drawing import (
    CAP_BELLS,
    CAP_HORNS,
    CAP_PEAK,
    CROWN,
    Field,
    Window,
    both_ways,
    clipped,
    disc,
    filled,
    half_turned,
    lozenge,
    outline,
    rays,
)
from generators.decktet_glyphs import suit_ink, suit_path
from generators.paths import placed

PALE, DEEP = 7, 17
"""The two tints of a ground, in hundredths of the suit's ink."""

ROWS: Mapping[int, tuple[tuple[int, float, float], ...]] = {
    2: ((2, 20, 19),),
    3: ((1, 13.6, 0), (2, 27, 19.6)),
    4: ((1, 13.2, 0), (3, 27.4, 12.8)),
    5: ((2, 15.5, 13.4), (3, 28.4, 12.8)),
    6: ((1, 11.8, 0), (2, 20.6, 12.6), (3, 30.4, 12.4)),
    7: ((3, 16, 12.4), (4, 28.8, 10)),
    8: ((1, 11.2, 0), (3, 19.8, 12.2), (4, 30.2, 10)),
    9: ((2, 11.8, 10), (3, 20.6, 12.2), (4, 30.3, 10)),
}
"""How a rank's suits fan out from the middle: how many in a row, how far up its arc is, how far apart they are."""

SIZES: Mapping[int, float] = {2: 16.5, 3: 13.2, 4: 11.4, 5: 10.8, 6: 10, 7: 9.2, 8: 8.7, 9: 8.6}
"""The edge in millimetres of a suit on a card of a rank."""


def picture(card: Card, field: Window) -> Drawing:
    """What a card shows in its window, without ground and frame: what tells it from the others."""
    x, y = field.middle
    if card.rank is Rank.EXCUSE:
        return _cap(x, y, 0.32 * field.scale)
    first, second = card.suits[0], card.suits[-1]
    if card.rank is Rank.ACE:
        return filled(suit_path(first, x, y, 25 * field.scale), suit_ink(first))
    if card.rank is Rank.CROWN:
        return both_ways(_crowned(first, field), (x, y))
    return (*_fan(first, card.value, field), *half_turned(_fan(second, card.value, field), (x, y)))


def grounds(card: Card, field: Window) -> tuple[Drawing, ...]:
    """What lies behind a card's picture, one drawing for each half."""
    if not card.suits:
        return (_harlequin(field),)
    return ground(card.suits[0], field), half_turned(ground(card.suits[-1], field), field.middle)


def _fan(suit: Suit, count: int, field: Window) -> Drawing:
    paths = []
    for many, up, apart in ROWS[count]:
        for number in range(many):
            across = (number - (many - 1) / 2) * apart
            x, y = field.spot(across, math.sqrt(up * up - 0.6 * across * across))
            paths.append(suit_path(suit, x, y, SIZES[count] * field.scale))
    return filled("".join(paths), suit_ink(suit))


def _crowned(suit: Suit, field: Window) -> Drawing:
    x, y = field.spot(0, 15.4)
    shown = suit_path(suit, x, y, 17.5 * field.scale)
    x, y = field.spot(0, 30.2)
    return filled(shown + placed(CROWN, x, y, 0.125 * field.scale), suit_ink(suit))


def _cap(x: float, y: float, scale: float) -> Drawing:
    return (
        *filled(placed(CAP_HORNS, x, y + 4 * scale, scale), "card-cap"),
        *filled(placed(CAP_PEAK + CAP_BELLS, x, y + 4 * scale, scale), "card-bells"),
    )


# Grounds


@cache
def ground(suit: Suit, field: Window) -> Drawing:
    """The ground of a suit in the upper half of a window."""
    ink = suit_ink(suit)
    pale, deep = f"{ink} {PALE}", f"{ink} {DEEP}"
    below = filled(outline(field.upper()), pale)
    if suit is Suit.WAVES:
        return (*below, *_scallops(field.upper_field, pale, deep))
    return (*below, *filled(_TEXTURES[suit](field), deep))


def _sunbeams(field: Window) -> str:
    left, top, right, bottom = field.upper_field
    rim = ((left, bottom), (left, top), (right, top), (right, bottom))
    return "".join(ray.path for ray in rays(field.middle, rim, 15)[::2])


def _halos(field: Window) -> str:
    """Rings about the middle, each where it lies within the field."""
    x, y = field.middle
    area = field.upper_field
    step = 3.1 * field.scale
    wide, high = area.width / 2, area.height
    radius, paths = 2.4 * step, []
    while math.hypot(wide, high) > radius:
        paths += _arcs(x, y, radius, radius + step / 2, wide, high)
        radius += step
    return "".join(paths)


def _arcs(x: float, y: float, inner: float, outer: float, wide: float, high: float) -> list[str]:
    """The parts of a ring about a point that lie above it and within so much to each side and up."""

    def spans(radius: float) -> list[tuple[float, float]]:
        low = math.acos(min(wide / radius, 1.0))
        top = math.asin(min(high / radius, 1.0))
        if low >= top:
            return []
        return [(low, math.pi - low)] if top == math.pi / 2 else [(low, top), (math.pi - top, math.pi - low)]

    near, far = spans(inner), spans(outer)
    if len(near) == 1 and len(far) == 2:  # the outer edge leaves by the top, the inner one does not
        near = [(near[0][0], math.pi / 2), (math.pi / 2, near[0][1])]
    paths = []
    for (a, b), (c, d) in zip(near, far, strict=False):
        points = [
            (x + r * math.cos(t), y - r * math.sin(t)) for r, t in ((inner, a), (inner, b), (outer, d), (outer, c))
        ]
        one, two, three, four = (f"{mm(px)} {mm(py)}" for px, py in points)
        r1, r2 = mm(inner), mm(outer)
        paths.append(f"M{one}A{r1} {r1} 0 0 0 {two}L{three}A{r2} {r2} 0 0 1 {four}Z")
    return paths


def _scallops(area: Field, pale: str, deep: str) -> Drawing:
    """Rows of half discs that overlap, as waves are drawn on cloth."""
    across = 5
    radius = area.width / across / 2
    rows = int((area.height - radius) / (radius / 2)) + 1
    made: list[tuple[str, str]] = []
    for row in range(rows):
        y = area.bottom - (rows - 1 - row) * radius / 2
        shifted = (rows - 1 - row) % 2
        for number in range(across + shifted):
            x = area.left + radius * (2 * number + 1 - shifted)
            for share, ink in ((1, deep), (0.78, pale), (0.5, deep), (0.26, pale)):
                made.append((_half_disc(x, y, radius * share, area), ink))
    return tuple(shape for path, ink in made for shape in filled(path, ink))


def _half_disc(x: float, y: float, radius: float, area: Field) -> str:
    """The upper half of a disc, or its quarter where the disc stands on an edge of the field."""
    from_left, to_right = x > area.left + 1e-6, x < area.right - 1e-6
    r = f"A{mm(radius)} {mm(radius)} 0 0 1"
    begin = f"M{mm(x - radius)} {mm(y)}" if from_left else f"M{mm(x)} {mm(y)}L{mm(x)} {mm(y - radius)}"
    end = f"{r} {mm(x + radius)} {mm(y)}Z" if to_right else f"{r} {mm(x)} {mm(y - radius)}L{mm(x)} {mm(y)}Z"
    return begin + end


def _veins(field: Window) -> str:
    """Bars that rise to both sides of a stem."""
    area = field.upper_field
    x, s = field.middle[0], field.scale
    reach, pitch, bar, rise = area.width / 2, 4.2 * s, 2.0 * s, 0.8
    paths = []
    y = area.bottom + rise * reach
    while y > area.top:
        for side in (-1, 1):
            near, far = x + side * 0.45 * s, x + side * reach
            paths.append(
                clipped(((near, y), (far, y - rise * reach), (far, y - rise * reach - bar), (near, y - bar)), area)
            )
        y -= pitch
    return "".join(paths)


def _scales(field: Window) -> str:
    """Lozenges in rows, each row shifted by a half."""
    area, across = field.upper_field, 6
    wide = area.width / across
    high = wide * 1.35
    paths = []
    for row in range(int(area.height / (high / 2)) + 2):
        y = area.bottom - row * high / 2
        for number in range(across + 1):
            x = area.left + (number + (0 if row % 2 else 0.5)) * wide
            a, b = 0.38 * wide, 0.38 * high
            paths.append(clipped(((x, y - b), (x + a, y), (x, y + b), (x - a, y)), area))
    return "".join(paths)


def _weave(field: Window) -> str:
    """Pairs of bars, level and upright by turns."""
    area, across = field.upper_field, 6
    wide = area.width / across
    down = round(area.height / wide)
    high = area.height / down
    paths = []
    for column in range(across):
        for row in range(down):
            x, y = area.left + column * wide, area.top + row * high
            for start in (0.14, 0.54):
                if (column + row) % 2:
                    bar = Field(x, y + start * high, x + wide, y + (start + 0.32) * high)
                else:
                    bar = Field(x + start * wide, y, x + (start + 0.32) * wide, y + high)
                left, top, right, bottom = bar
                paths.append(outline(((left, top), (right, top), (right, bottom), (left, bottom))))
    return "".join(paths)


_TEXTURES: Mapping[Suit, Callable[[Window], str]] = {
    Suit.SUNS: _sunbeams,
    Suit.MOONS: _halos,
    Suit.LEAVES: _veins,
    Suit.WYRMS: _scales,
    Suit.KNOTS: _weave,
}


@cache
def _harlequin(field: Window) -> Drawing:
    """The ground of the Excuse: a fool's coat."""
    step = field.notch
    area = Field(field.x + step, field.y + step, field.x + field.width - step, field.y + field.height - step)
    across, down = 4, 9
    wide, high = area.width / across, area.height / down * 2
    coats: dict[str, list[str]] = {"copper 30": [], "gold 22": []}
    for row in range(down + 1):
        y = area.top + row * high / 2
        for number in range(across + 1):
            x = area.left + (number + (0.5 if row % 2 else 0)) * wide
            diamond = ((x, y - high / 2), (x + wide / 2, y), (x, y + high / 2), (x - wide / 2, y))
            coats["gold 22" if row % 2 else "copper 30"].append(clipped(diamond, area))
    below = filled(outline(field.rim()), "gold 10")
    return (*below, *(shape for ink, paths in coats.items() for shape in filled("".join(paths), ink)))


# The back


def back(field: Window) -> Drawing:
    """What is drawn on the ground of the back: a wheel of the suits, the same both ways up."""
    x, y = field.middle
    s = 0.82 * field.scale
    left, top, right, foot = x - field.width / 2, y - field.height / 2, x + field.width / 2, y + field.height / 2
    rim = ((left, y), (left, top), (right, top), (right, foot), (left, foot), (left, y))
    beams = "".join(ray.path for ray in rays((x, y), rim, 48)[::2])
    made: list[Drawing] = [filled(beams, "card-beam")]
    for radius, width in ((24.5, 0.35), (23.2, 0.2), (11.4, 0.35)):
        made += [filled(disc(x, y, radius * s), "card-night"), stroke(disc(x, y, radius * s), "card-back-ink", width)]
    for place, suit in enumerate(SUITS):
        turn = 30 * place + 15
        angle = math.radians(turn - 90)
        at = (x + 17.3 * s * math.cos(angle), y + 17.3 * s * math.sin(angle))
        made.append(both_ways(filled(suit_path(suit, *at, 7.4 * s, turn), "card-back-ink"), (x, y)))
    star = lozenge(x, y, 6 * s, 18 * s), lozenge(x, y, 18 * s, 6 * s)
    made.append(filled("".join(star), "card-back-ink"))
    return tuple(shape for drawing in made for shape in drawing)
