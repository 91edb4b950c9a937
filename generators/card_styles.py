"""The looks of a card: one structure, three styles, and each of them with little ink.

A style says which faces and colours stand for the names that the composition uses, how small a text
may become, and whether there are ornaments. Standard library only, so that a browser can ask too.
"""

from __future__ import annotations

from functools import cache, lru_cache
from typing import NamedTuple

from generators import design, fitting
from generators.card_drawing import Drawing, Shape, colour
from generators.fitting import Style as Slant
from generators.fitting import Typeface

ORNAMENT = ("copper", "gold", "card-beam")
"""Fills that mean nothing: they go when ink is to be saved, and so do all tints."""

GROUNDS = ("card-back", "card-night")
"""Fills that are a ground for others: bare paper when ink is to be saved."""

THIN = 0.16
"""The width in millimetres of the outline of a suit that is not filled."""


class Face(NamedTuple):
    """The name of a face."""

    family: str
    weight: int = 400
    slant: Slant = "normal"

    @property
    def typeface(self) -> Typeface:
        """The face with its widths."""
        return fitting.load(self.family, self.weight, self.slant)


TEXT, SUITS = Face("Aces Text"), Face("Aces Suits")


class Style(NamedTuple):
    """A look of the cards.

    display, prose, italic, label, marquee: the faces by what they are for.
    scale: how much larger than usual type is; floor: the least size (points) of a text.
    ornate: with a drawn frame. figures: Stats as numbers, not as pips. saving: with little ink.
    """

    name: str
    title: str
    display: Face
    prose: Face
    italic: Face
    label: Face
    marquee: Face
    scale: float = 1.0
    floor: float = 6.0
    ornate: bool = False
    figures: bool = False
    saving: bool = False

    def ink(self, token: str) -> str:
        """The colour of a design token or a tint of it in this style, as #rrggbb."""
        name, space, share = token.partition(" ")
        if self.saving:
            return _grey(colour(("ink" if name in _SOLID else name) + space + share))
        if not self.ornate and name in ("copper", "copper-deep", "gold"):
            name = "ink" if name != "gold" else "line-strong"
        return colour(name + space + share)

    def looks(self, words: str) -> Look:
        """What the names of looks in a :class:`~generators.card_sides.Text` stand for."""
        return _looks(self, words)


@cache
def _grey(ink: str) -> str:
    """An ink as the grey that is as light."""
    red, green, blue = (int(ink[start : start + 2], 16) for start in (1, 3, 5))
    level = round(0.3 * red + 0.59 * green + 0.11 * blue)
    return f"#{level:02x}{level:02x}{level:02x}"


class Look(NamedTuple):
    """A face with its ink, where its lines begin, and the space between letters in sizes.

    A design token among the words of a look is its ink.
    """

    face: Face
    ink: str
    align: str
    spacing: float


_SOLID = frozenset(
    name
    for name in design.tokens().light
    if name.startswith(("card-", "four-")) and name not in ("card-face", "card-line")
) | {"copper-deep"}
"""Inks that are black when ink is saved: what they are for is told by shape."""


@lru_cache(maxsize=256)
def _looks(style: Style, words: str) -> Look:
    face, ink, align, spacing = style.prose, "ink", "left", 0.0
    for word in words.split():
        if word in ("display", "trait"):
            face, ink = style.display, "copper-deep" if word == "trait" else ink
        elif word == "marquee":
            face, ink, spacing = style.marquee, "copper-deep", 0.12
        elif word in ("label", "note"):
            face, ink = style.label, "ink-soft"
        elif word == "index":
            face = style.marquee
        elif word in ("red", "black"):
            ink = f"card-{word}"
        elif word in design.tokens().light:
            ink = word
        elif word in ("centre", "right"):
            align = word
    return Look(face, ink, align, spacing)


@lru_cache(maxsize=4096)
def drawn(drawing: Drawing, style: Style) -> Drawing:
    """A drawing as a style has it: when ink is saved, suits are outlines and ornaments are gone."""
    if not style.saving:
        return drawing
    kept: list[Shape] = []
    for shape in drawing:
        if (shape.fill in ORNAMENT or " " in shape.fill) and not shape.stroke:
            continue
        if shape.fill in GROUNDS:
            shape = shape._replace(fill="bare")
        if shape.stroke in ORNAMENT:
            shape = shape._replace(width=min(shape.width, THIN), stroke="line-strong")
        if shape.fill in _SOLID and not shape.stroke:
            shape = shape._replace(fill="", stroke="ink", width=THIN)
        kept.append(shape)
    return tuple(kept)


_SANS, _BOLD = Face("Aces Sans", 500), Face("Aces Sans", 700)

STYLES: dict[str, Style] = {
    style.name: style
    for style in (
        Style(
            "cabaret",
            "Cabaret",
            Face("Aces Display"),
            TEXT,
            Face("Aces Text", 400, "italic"),
            _SANS,
            Face("Aces Marquee"),
            ornate=True,
        ),
        Style("plain", "Plain", Face("Aces Text", 700), TEXT, Face("Aces Text", 400, "italic"), _SANS, _BOLD),
        Style("large", "Large print", _BOLD, _SANS, _SANS, _SANS, _BOLD, scale=1.3, floor=9.0, figures=True),
    )
}
"""The styles by name."""

CABARET = STYLES["cabaret"]
