"""The six suits of the Decktet as our own drawings: a crescent, a sun, a breaker, a leaf, a wyrm, a knot.

Each is one shape about the middle of a square of 100, as SVG path data, to be filled by the nonzero rule.
They differ in outline, so that they are told apart in grey and by people who see colours otherwise.

>>> suit_path(Suit.MOONS, 5, 5, 10)[:11]
'M5.49 0.42A'

The Decktet is © 2003-2008 P.D. Magnus, CC BY-NC-SA 3.0. Its published art is not used: these drawings are
ours, and under that same licence (not under the MIT licence of the code around them).
"""

from __future__ import annotations

from collections.abc import Mapping

from aces.decktet import Suit
from generators.paths import placed

SQUARE = 100.0
"""The edge of the square that the drawings fill, its middle at the origin."""

LICENCE = "CC BY-NC-SA 3.0"
CREDIT = "The Decktet © 2003-2008 P.D. Magnus, CC BY-NC-SA 3.0; drawn anew, under the same licence."
"""What stands beside every drawing of these suits."""

SUIT_PATHS: Mapping[Suit, str] = {
    Suit.MOONS: ("M4.9 -45.8A46 46 0 1 0 45.2 11.8A36.4 36.4 0 1 1 4.9 -45.8Z"),
    Suit.SUNS: (
        "M23 0A23 23 0 1 1 -23 0A23 23 0 1 1 23 0ZM27.7 8.5L50 0L27.7 -8.5ZM25.6 -13.6L35.4 -35.4L13.6 -25.6Z"
        "M8.5 -27.7L0 -50L-8.5 -27.7ZM-13.6 -25.6L-35.4 -35.4L-25.6 -13.6ZM-27.7 -8.5L-50 0L-27.7 8.5ZM-25.6 13.6"
        "L-35.4 35.4L-13.6 25.6ZM-8.5 27.7L0 50L8.5 27.7ZM13.6 25.6L35.4 35.4L25.6 13.6Z"
    ),
    Suit.WAVES: (
        "M-48 20.9C-38.5 18.1 -35.6 2.9 -29.9 -11.4C-21.4 -32.3 -6.2 -46.6 13.8 -46.6C34.7 -46.6 48 -32.3 48 -15.2"
        "C48 -5.7 43.2 2.9 33.7 6.7C37.5 -2.9 34.7 -11.4 25.2 -14.3C14.7 -17.1 5.2 -9.5 5.2 1"
        "C5.2 11.4 13.8 17.1 25.2 17.1C33.7 17.1 41.3 14.3 48 9.5L48 21.9C35.6 29.5 20.4 29.5 7.1 26.6"
        "C-10 22.8 -30.9 23.8 -48 31.4ZM-21.4 7.6C-19 7.1 -16.6 6.7 -14.3 6.2C-12.4 -14.3 -4.3 -28.5 11.9 -36.1"
        "C-7.1 -34.2 -18.5 -17.1 -21.4 7.6ZM-48 37.1C-30.9 28.5 -10 28.5 7.1 32.3C20.4 35.2 35.6 35.2 48 27.6L48 39"
        "C35.6 45.6 18.5 45.6 3.3 41.8C-13.8 38 -30.9 39 -48 46.6Z"
    ),
    Suit.LEAVES: (
        "M39.7 -46.5C41.5 -33.8 40.8 -20.4 35.9 -8.8L20.4 -7.6L35.9 -2.5C31.9 9 26.7 17.5 20 23.3L3.2 15.2"
        "L14.8 27.8C5.6 34.6 -7.2 35.8 -20.7 30.8ZM35.2 -50C22.5 -48.7 9.6 -44.8 -0.5 -37.2L2.2 -21.9L-6.6 -35.7"
        "C-16.7 -29 -23.7 -21.8 -27.8 -13.9L-15.8 0.3L-30.8 -7.8C-35.2 2.8 -33.2 15.4 -25.2 27.3ZM-24.9 27.5"
        "L-21 30.5L-33.7 50L-40.6 44.6Z"
    ),
    Suit.WYRMS: (
        "M-7.9 -35.2L0 -50L-15.7 -41.2C-25.5 -41.2 -30.4 -39.2 -34.3 -35.3L-47 -25.5L-44.1 -19.6"
        "C-35.3 -22.6 -26.4 -21.6 -20.6 -19.6L-39.2 -11.8L-35.3 -5.9C-25.5 -5 -15.7 -8.9 -3.8 -19.7"
        "C0.1 -20.7 3.8 -23.1 7.8 -22.7C9.6 -22.5 11.2 -21.5 12.1 -19.9C12.7 -18.9 12.5 -17.6 11.9 -16.4"
        "C10.3 -13.7 6.7 -13.1 3.7 -11.6C-2.4 -8.7 -9.6 -8.2 -15.9 -5.3C-22.4 -2.2 -28.9 1.3 -33.1 7.2"
        "C-37.8 13.8 -39.8 22.1 -37.5 29.8C-35.3 37.8 -28.8 43.6 -21.3 47.4C-14.6 50.9 -6.7 50.2 0.9 49.2"
        "C7.3 48.5 12.9 44.5 18.6 41.3C23.5 38.4 26.8 33.5 30.7 29.2C33.4 26.2 33.9 21.7 35.9 18.2L21.5 11.7L45 -3"
        "L47 24.4L30.7 15C28.8 18.1 26.6 20.9 24.2 23.5C21.2 27 16.7 28.8 12.7 31.1C8.6 33.4 3.9 34.3 -0.9 34.9"
        "C-5.3 35.4 -9.9 34.8 -13.9 32.8C-17 31.2 -19.3 28.2 -20.3 24.9C-21 22.5 -19.3 20.2 -17.8 18.2"
        "C-15.5 14.8 -11.3 13.8 -7.6 12.1C-1.5 9.1 5.8 8.7 11.9 5.6C18.3 2.6 24.8 -1 28.2 -7.2"
        "C32.1 -14 31.9 -22.3 28 -29.1C24.3 -35.6 17.2 -39.3 9.8 -40.1C3.6 -40.9 -2 -36.9 -7.9 -35.2ZM-23 -31.4"
        "A2.9 2.9 0 1 1 -28.9 -31.4A2.9 2.9 0 1 1 -23 -31.4Z"
    ),
    Suit.KNOTS: (
        "M3 -40.7L1.5 -39.2A26.6 26.6 0 0 1 39.2 -1.5L12.5 25.2L3 15.8L29.7 -11A13.3 13.3 0 0 0 11 -29.7L12.5 -31.2"
        "ZM-3 40.7L-1.5 39.2A26.6 26.6 0 0 1 -39.2 1.5L-12.5 -25.2L-3 -15.8L-29.7 11A13.3 13.3 0 0 0 -11 29.7"
        "L-12.5 31.2ZM40.7 3L39.2 1.5A26.6 26.6 0 0 1 1.5 39.2L-25.2 12.5L-15.8 3L11 29.7A13.3 13.3 0 0 0 29.7 11"
        "L31.2 12.5ZM-40.7 -3L-39.2 -1.5A26.6 26.6 0 0 1 -1.5 -39.2L25.2 -12.5L15.8 -3L-11 -29.7"
        "A13.3 13.3 0 0 0 -29.7 -11L-31.2 -12.5Z"
    ),
}
"""The drawings, of absolute M, L, C, Z and A (parts of circles)."""


def suit_path(suit: Suit, x: float, y: float, size: float, turn: float = 0.0) -> str:
    """A suit in a square of edge ``size`` about a point, turned clockwise by ``turn`` degrees."""
    return placed(SUIT_PATHS[suit], x, y, size / SQUARE, turn)


def suit_ink(suit: Suit) -> str:
    """The design token of a suit on a card: six hues that also differ in lightness.

    >>> suit_ink(Suit.WYRMS)
    'card-wyrms'
    """
    return f"card-{suit.word.lower()}"


def suit_svg(suit: Suit, ink: str = "currentColor") -> str:
    """A suit as a picture of its own; without a size, a page gives it one."""
    half = SQUARE / 2
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="{-half:g} {-half:g} {SQUARE:g} {SQUARE:g}">'
        f'<path d="{SUIT_PATHS[suit]}" fill="{ink}"/></svg>'
    )
