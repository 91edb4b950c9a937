"""The decks to print: suits that anybody can tell apart, cards that are whole, files that are as they should be."""

from __future__ import annotations

from functools import cache
from itertools import combinations, pairwise

import pypdfium2
import pytest
from PIL import Image, ImageChops

from aces import decktet
from generators import card_drawing, decktet_glyphs, design
from generators.card_drawing import Drawing, Shape
from generators.card_pdf import Plan, assemble, paint
from generators.imposition import POINTS_PER_MM, Place, Size
from generators.pdf import Sheet

INDEX = 4.0
"""About as many millimetres as a suit has in the corner of a card."""


def drawn(drawing: Drawing, width: float, height: float, scale: float) -> Image.Image:
    """A drawing as pixels, so many to a millimetre, by way of a PDF."""
    paper = Size("test", "test", width, height)
    data = assemble([paint(Plan(paper, Place(0, 0, width, height), 0.0, (drawing,)))], Sheet("test", "", "", ""))
    with pypdfium2.PdfDocument(data) as document:
        return document[0].render(scale=scale / POINTS_PER_MM).to_pil().convert("RGB")


@cache
def glyph(suit: decktet.Suit) -> Image.Image:
    """A suit at the size of an index, black on white, 200 pixels to the inch."""
    path = decktet_glyphs.suit_path(suit, INDEX / 2, INDEX / 2, INDEX)
    return drawn((Shape(path, "card-black"),), INDEX, INDEX, 8).convert("L").point(lambda level: 255 * (level < 128))


def share(image: Image.Image) -> float:
    return image.histogram()[255] / (image.width * image.height)


@pytest.mark.parametrize(("one", "other"), tuple(combinations(decktet.SUITS, 2)))
def test_suits_differ_in_shape_at_the_size_of_an_index(one: decktet.Suit, other: decktet.Suit) -> None:
    """Laid on each other they have less than half in common, wherever one puts them."""
    first, second = glyph(one), glyph(other)
    for dx, dy in ((x, y) for x in range(-4, 5) for y in range(-4, 5)):
        moved = ImageChops.offset(second, dx, dy)
        common = share(ImageChops.multiply(first, moved))
        either = share(ImageChops.lighter(first, moved))
        assert common / either < 0.5, (one, other, dx, dy)


@pytest.mark.parametrize("suit", decktet.SUITS)
def test_a_suit_fills_its_square_and_keeps_within_it(suit: decktet.Suit) -> None:
    """Each is about as large as the others, in the middle, and has an eighth of the square inked at least."""
    image = drawn((Shape(decktet_glyphs.suit_path(suit, 6, 6, 10), "card-black"),), 12, 12, 20).convert("L")
    box = ImageChops.invert(image).point(lambda level: 255 * (level > 128)).getbbox()
    assert box is not None
    left, top, right, bottom = (edge / 20 for edge in box)
    assert left >= 0.95
    assert right <= 11.05
    assert top >= 0.95
    assert bottom <= 11.05
    assert (left + right) / 2 == pytest.approx(6, abs=0.1)
    assert (top + bottom) / 2 == pytest.approx(6, abs=0.1)
    assert max(right - left, bottom - top) >= 9
    assert share(ImageChops.invert(image).point(lambda level: 255 * (level > 128))) > 0.125


def test_suits_differ_in_lightness_and_show_on_the_card() -> None:
    lightness = sorted(lightness_of(decktet_glyphs.suit_ink(suit)) for suit in decktet.SUITS)
    assert all(high - low > 5 for low, high in pairwise(lightness)), lightness
    for suit in decktet.SUITS:
        for scheme in (design.tokens().light, design.tokens().dark):
            assert design.contrast(scheme[decktet_glyphs.suit_ink(suit)], scheme["card-face"]) >= 3.3


def lightness_of(ink: str) -> float:
    """The lightness L* of a token, from 0 to 100."""
    luminance = 1.05 / design.contrast(card_drawing.colour(ink), "#ffffff") - 0.05
    return 116 * luminance ** (1 / 3) - 16


def test_a_suit_is_a_picture_for_a_page() -> None:
    for suit in decktet.SUITS:
        svg = decktet_glyphs.suit_svg(suit)
        assert svg.count("<path") == 1
        assert 'fill="currentColor"' in svg
