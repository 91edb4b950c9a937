"""The 52 cards and two Jokers as our own pictures: pips where they always are, courts of paper and gold.

A court is two halves that mirror each other about the middle. It is drawn for the window of a poker card, in
millimetres from its middle, and made as large as the window is.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import cache

from aces.cards import Card, Rank, Suit
from generators.card_drawing import Drawing, mm, stroke
from generators.deck_drawing import (
    CAP_BELLS,
    CAP_HORNS,
    CAP_PEAK,
    Field,
    Point,
    Window,
    both_ways,
    clipped,
    disc,
    filled,
    lozenge,
    outline,
    rays,
)
from generators.paths import placed

SUIT_PATHS: Mapping[Suit, str] = {
    Suit.SPADES: (
        "M0 -50C6 -32 45 -9 45 16C45 30 35 37 25 37C15 37 8 32 4 24C4.5 36 8 44 16 50L-16 50"
        "C-8 44 -4.5 36 -4 24C-8 32 -15 37 -25 37C-35 37 -45 30 -45 16C-45 -9 -6 -32 0 -50Z"
    ),
    Suit.CLUBS: (
        "M-4 24A21 21 0 1 1 -9 -9A21 21 0 1 1 9 -9A21 21 0 1 1 4 24C4.5 36 8 44 16 50L-16 50C-8 44 -4.5 36 -4 24Z"
    ),
    Suit.DIAMONDS: "M0 -50C10 -30 23 -12 38 0C23 12 10 30 0 50C-10 30 -23 12 -38 0C-23 -12 -10 -30 0 -50Z",
    Suit.HEARTS: (
        "M0 48C-8 30 -46 8 -46 -19C-46 -37 -34 -46 -22 -46C-11 -46 -3 -39 0 -29"
        "C3 -39 11 -46 22 -46C34 -46 46 -37 46 -19C46 8 8 30 0 48Z"
    ),
}
"""The suits about the middle of a square of 100."""

STAR = "M0 -50L11 -15L48 -15L18 7L29 41L0 20L-29 41L-18 7L-48 -15L-11 -15Z"
"""The index of a Joker."""

COURTS = (Rank.JACK, Rank.QUEEN, Rank.KING)

_PAIR, _LONE = (-1.0, 1.0), (0.0,)
PIPS: Mapping[int, tuple[tuple[float, Sequence[float]], ...]] = {
    2: ((3, _LONE), (-3, _LONE)),
    3: ((3, _LONE), (0, _LONE), (-3, _LONE)),
    4: ((3, _PAIR), (-3, _PAIR)),
    5: ((3, _PAIR), (0, _LONE), (-3, _PAIR)),
    6: ((3, _PAIR), (0, _PAIR), (-3, _PAIR)),
    7: ((3, _PAIR), (1.5, _LONE), (0, _PAIR), (-3, _PAIR)),
    8: ((3, _PAIR), (1.5, _LONE), (0, _PAIR), (-1.5, _LONE), (-3, _PAIR)),
    9: ((3, _PAIR), (1, _PAIR), (0, _LONE), (-1, _PAIR), (-3, _PAIR)),
    10: ((3, _PAIR), (2, _LONE), (1, _PAIR), (-1, _PAIR), (-2, _LONE), (-3, _PAIR)),
}
"""Where the pips of a number stand: rows, in thirds up from the middle, and their columns."""


def suit_path(suit: Suit, x: float, y: float, size: float, turn: float = 0.0) -> str:
    """A suit in a square of edge ``size`` about a point, turned clockwise by ``turn`` degrees."""
    return placed(SUIT_PATHS[suit], x, y, size / 100, turn)


def picture(card: Card, field: Window, ink: str) -> Drawing:
    """What a card shows in its window, without ground and frame; ``ink`` is its suit's."""
    x, y = field.middle
    if card.rank in COURTS:
        return both_ways(_court(card, field, ink), (x, y))
    if card.is_ace:
        return filled(suit_path(card.suit, x, y, 24 * field.scale), ink)
    places = [(across, up) for up, columns in PIPS[int(card.rank.text)] for across in columns]
    spots = ((*field.spot(across * 11.6, up * 9.6), 180 if up < 0 else 0) for across, up in places)
    return filled("".join(suit_path(card.suit, px, py, 11.2 * field.scale, turn) for px, py, turn in spots), ink)


def joker(field: Window, ink: str) -> Drawing:
    """What a Joker shows: a fool's cap."""
    x, y = field.middle
    s = 0.32 * field.scale
    peak = filled(placed(CAP_PEAK + CAP_BELLS, x, y + 4 * s, s), "card-bells")
    return (*filled(placed(CAP_HORNS, x, y + 4 * s, s), ink), *peak)


# Grounds


@cache
def court_ground(field: Window) -> Drawing:
    """Rays about a court's head, in both halves."""
    area, (x, y) = field.upper_field, field.middle
    left, top, right, bottom = field.x, field.y, field.x + field.width, y
    head = field.spot(0, 21)
    rim = ((left, bottom), (left, top), (right, top), (right, bottom))
    beams = "".join(clipped(_corners(ray.path), area) for ray in rays(head, rim, 17)[1::2])
    return both_ways((*filled(outline(field.upper()), "gold 8"), *filled(beams, "gold 24")), (x, y))


@cache
def burst(field: Window) -> Drawing:
    """Rays all around the middle of a window."""
    rim = field.rim(field.notch)
    return filled("".join(ray.path for ray in rays(field.middle, (*rim, rim[0]), 36)[1::2]), "gold 22")


def _corners(path: str) -> tuple[Point, ...]:
    """The points of a path of straight lines."""
    points = (pair.split() for pair in path.strip("MZ").split("L"))
    return tuple((float(x), float(y)) for x, y in points)


# Courts


class _Pen:
    """Draws a half of a court: in millimetres of a poker card from the middle of the window, y downwards."""

    def __init__(self, field: Window) -> None:
        self.x, self.y = field.middle
        self.s = field.scale
        self.made: list[Drawing] = []

    def fill(self, ink: str, *paths: str) -> None:
        self.made.append(filled(self._at("".join(paths)), ink))

    def line(self, ink: str, width: float, *paths: str) -> None:
        self.made.append(stroke(self._at("".join(paths)), ink, width * self.s, soft=True))

    def both(self, path: str, fill: str, ink: str, width: float = 0.3) -> None:
        self.fill(fill, path)
        self.line(ink, width, path)

    def _at(self, path: str) -> str:
        return placed(path, self.x, self.y, self.s)


def _court(card: Card, field: Window, ink: str) -> Drawing:
    pen = _Pen(field)
    _HAIR[card.rank](pen, ink)
    _robe(pen, card.rank, ink)
    _face(pen, ink)
    _HEADS[card.rank](pen, card.suit, ink)
    pen.fill(ink, placed(SUIT_PATHS[card.suit], -13.6, -30.2, 0.082))
    return tuple(shape for drawing in pen.made for shape in drawing)


def _jacks_hair(pen: _Pen, ink: str) -> None:
    pen.fill(
        ink,
        "M-8 -16.4L-8 -24C-8 -29 -4.5 -31 0 -31C4.5 -31 8 -29 8 -24L8 -16.4C6.5 -15.4 5.4 -15.4 4 -16.4"
        "L-4 -16.4C-5.4 -15.4 -6.5 -15.4 -8 -16.4Z",
    )


def _queens_hair(pen: _Pen, ink: str) -> None:
    pen.fill(
        ink,
        "M-9.2 -12C-11 -22 -9 -30.5 0 -30.5C9 -30.5 11 -22 9.2 -12C7 -11 4.5 -11.6 3 -13L-3 -13"
        "C-4.5 -11.6 -7 -11 -9.2 -12Z",
    )


def _kings_hair(pen: _Pen, ink: str) -> None:
    pen.fill(ink, "M-7.6 -19L-7.6 -26L7.6 -26L7.6 -19C6.8 -17 5.5 -16.5 4.5 -16L-4.5 -16C-5.5 -16.5 -6.8 -17 -7.6 -19Z")


_ROBE = "M-17.9 0L-17.9 -4C-17 -10 -10 -12.5 -4.5 -14.5L4.5 -14.5C10 -12.5 17 -10 17.9 -4L17.9 0Z"


def _robe(pen: _Pen, rank: Rank, ink: str) -> None:
    """Shoulders and a pleated robe, and what each wears over it; then the neck."""
    pen.fill(ink, _ROBE)
    pleats = rays((0, -19), ((-17.4, -1), (17.4, -1)), 13)[1::2]
    chest = Field(-17.4, -10.6, 17.4, -1)
    pen.fill("gold" if rank is not Rank.JACK else "bare", *(clipped(_corners(one.path), chest) for one in pleats))
    if rank is Rank.KING:
        pen.fill(
            ink,
            "M-17.9 -3.4C-17 -10 -10 -12.5 -4.5 -14.5L0 -8.5L4.5 -14.5C10 -12.5 17 -10 17.9 -3.4"
            "C12 -8 5 -7 0 -3.2C-5 -7 -12 -8 -17.9 -3.4Z",
        )
        pen.line("gold", 0.5, "M-17.4 -4C-12 -8.6 -5 -7.6 0 -3.8C5 -7.6 12 -8.6 17.4 -4")
    elif rank is Rank.QUEEN:
        pen.fill(
            "bare",
            "M-12.5 -9.9C-9 -12 -7 -13.3 -4 -14.4L4 -14.4C7 -13.3 9 -12 12.5 -9.9"
            "C8 -6.2 4 -5 0 -5C-4 -5 -8 -6.2 -12.5 -9.9Z",
        )
        pen.line(ink, 0.35, "M-11 -9.4C-7.5 -6.8 -4 -6.2 0 -6.2C4 -6.2 7.5 -6.8 11 -9.4")
    else:
        pen.fill("bare", "M-6.5 -13.8L0 -5.5L6.5 -13.8L4.5 -14.5L-4.5 -14.5Z")
        pen.fill("gold", lozenge(0, -10, 4, 5))
    pen.fill("bare", "M-2.4 -18L2.4 -18L2.9 -12.8C1 -11 -1 -11 -2.9 -12.8Z")
    pen.line(ink, 0.25, "M-2.4 -17L-2.9 -12.8C-1 -11 1 -11 2.9 -12.8L2.4 -17")


def _face(pen: _Pen, ink: str) -> None:
    """A face in light and shade, its eyes closed."""
    whole = "M-5.2 -27L5.2 -27C5.6 -22 5 -18.6 2.4 -16.2C1 -15 -1 -15 -2.4 -16.2C-5 -18.6 -5.6 -22 -5.2 -27Z"
    pen.fill("bare", whole)
    pen.fill("gold 40", "M0 -27L5.2 -27C5.6 -22 5 -18.6 2.4 -16.2C1.6 -15.5 0.8 -15.3 0 -15.3Z")
    pen.line(ink, 0.28, whole)
    pen.line(ink, 0.32, "M-3.9 -23.2C-3 -24 -1.6 -24 -0.7 -23.4L-0.9 -19.8L0.5 -19.6M3.9 -23.2C3 -24 1.8 -24 1 -23.5")
    pen.line(ink, 0.3, "M-3.5 -21.9C-2.9 -21.4 -2 -21.4 -1.5 -21.9M1.5 -21.9C2 -21.4 2.9 -21.4 3.5 -21.9")
    pen.fill(
        "card-red",
        "M-1.5 -17.9C-0.8 -18.4 -0.3 -18.3 0 -18.1C0.3 -18.3 0.8 -18.4 1.5 -17.9C0.7 -17.1 -0.7 -17.1 -1.5 -17.9Z",
    )


def _jack(pen: _Pen, suit: Suit, ink: str) -> None:
    """A cap with a feather."""
    pen.both("M-8.8 -26L-8.2 -29.5C-6 -32.5 4 -33 8.4 -30.4L8.8 -26Z", "gold", ink)
    pen.fill(
        ink,
        "M-9.2 -27.2L9.2 -27.2L9.2 -25.4L-9.2 -25.4Z",
        "M5.5 -28.5C7 -34 11.5 -36.8 16.4 -35.8C16.2 -31.5 12.5 -28.6 7 -28Z",
    )
    pen.line("bare", 0.3, "M5.2 -27.8C8 -31.5 11 -33.5 14.6 -34.8")


def _queen(pen: _Pen, suit: Suit, ink: str) -> None:
    """A fan of a tiara, pearls, and a flower of her suit."""
    rim = ((-8.7, -28.5), (-6.5, -32.5), (-2.9, -35.2), (0.0, -36.4), (2.9, -35.2), (6.5, -32.5), (8.7, -28.5))
    for place, ray in enumerate(rays((0, -23.5), rim, 7)):
        pen.both(ray.path, "bare" if place % 2 else "gold", ink, 0.22)
    pen.fill(ink, "M-5.3 -27C-3 -29 3 -29 5.3 -27L5.3 -24.9C3 -27 -3 -27 -5.3 -24.9Z")
    pearls = ((-3.6, -11.5), (-2.0, -10.4), (0.0, -9.9), (2.0, -10.4), (3.6, -11.5))
    pen.fill("gold", disc(-6.2, -17.6, 0.8), disc(6.2, -17.6, 0.8), *(disc(x, y, 0.6) for x, y in pearls))
    pen.line(ink, 0.5, "M15 -25C15.5 -18 14.5 -12 13 -7.6")
    leaves = "M15 -19C17.5 -20.5 18 -18 15.2 -15.6ZM14.8 -15C12 -17 11.5 -14.5 14.3 -12Z"
    pen.fill(ink, placed(SUIT_PATHS[suit], 15, -29.3, 0.075), leaves)


def _king(pen: _Pen, suit: Suit, ink: str) -> None:
    """A crown, a beard and a sword."""
    pen.fill(
        ink,
        "M-5.3 -20.2C-4.2 -18.9 -3 -18.8 -1.6 -19C-0.6 -19.2 0.6 -19.2 1.6 -19C3 -18.8 4.2 -18.9 5.3 -20.2"
        "C5.4 -16 4 -11.5 0 -8.6C-4 -11.5 -5.4 -16 -5.3 -20.2Z",
    )
    pen.fill("bare", "M-1.6 -17.9C-0.8 -18.3 0.8 -18.3 1.6 -17.9C0.8 -17.1 -0.8 -17.1 -1.6 -17.9Z")
    pen.line("gold", 0.3, "M0 -16.3L0 -10M-2 -16C-2.2 -14 -1.8 -12.5 -1.2 -11.3M2 -16C2.2 -14 1.8 -12.5 1.2 -11.3")
    pen.both("M-7.4 -26L-8.6 -34.2L-4.2 -30.4L0 -36.4L4.2 -30.4L8.6 -34.2L7.4 -26Z", "gold", ink)
    pen.fill(ink, "M-7.4 -28.2L7.4 -28.2L7.2 -26L-7.2 -26Z", disc(-8.6, -34.6, 0.75), disc(8.6, -34.6, 0.75))
    pen.fill("bare", *(lozenge(x, -27.1, 1.8, 1.8) for x in (-4, 0, 4)))
    pen.both("M14.2 -33.5L15.2 -36L16.2 -33.5L16.2 -12L14.2 -12Z", "bare", ink, 0.28)
    pen.line(ink, 0.2, "M15.2 -33L15.2 -14")
    pen.both("M12 -12.6L18.4 -12.6L18.4 -11.2L12 -11.2Z", "gold", ink, 0.2)


_HAIR: Mapping[Rank, Callable[[_Pen, str], None]] = {
    Rank.JACK: _jacks_hair,
    Rank.QUEEN: _queens_hair,
    Rank.KING: _kings_hair,
}
_HEADS: Mapping[Rank, Callable[[_Pen, Suit, str], None]] = {Rank.JACK: _jack, Rank.QUEEN: _queen, Rank.KING: _king}


# The back


def back(field: Window) -> Drawing:
    """What is drawn on the ground of the back: two suns that face each other across a lozenge."""
    x, y = field.middle
    s, wide, high = field.scale, field.width / 2, field.height / 2
    hub = (x, y - high)
    below = y + 0.05  # no seam where the halves meet
    rim = ((x - wide, y - high), (x - wide, below), (x + wide, below), (x + wide, y - high))
    sun = [filled("".join(ray.path for ray in rays(hub, rim, 21)[1::2]), "card-back-ink")]
    for radius, ink in ((11.0, "card-back"), (9.2, "card-back-ink"), (5.6, "card-back"), (3.8, "card-back-ink")):
        r = mm(radius * s)
        half = f"M{mm(x - radius * s)} {mm(y - high)}A{r} {r} 0 0 0 {mm(x + radius * s)} {mm(y - high)}Z"
        sun.append(filled(half, ink))
    upper = tuple(shape for drawing in sun for shape in drawing)
    lozenges = (stroke(lozenge(x, y, w * s, h * s), "card-back-ink", 0.5 * s) for w, h in ((33, 34), (26.2, 27)))
    star = "".join(suit_path(Suit.DIAMONDS, x, y, 13 * s, turn) for turn in (0, 90))
    middle = (filled(lozenge(x, y, 33 * s, 34 * s), "card-back"), *lozenges, filled(star, "card-back-ink"))
    return (*both_ways(upper, (x, y)), *(shape for drawing in middle for shape in drawing))
