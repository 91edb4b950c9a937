"""The decks to print: suits that anybody can tell apart, cards that are whole, files that are as they should be."""

from __future__ import annotations

import io
import re
from collections.abc import Iterator, Sequence
from functools import cache
from itertools import combinations, pairwise
from pathlib import Path

import pypdfium2
import pytest
from hypothesis import given
from hypothesis import strategies as st
from PIL import Image, ImageChops

from aces import cards, decktet
from aces.ace_game import game as ace_game
from aces.ace_game import table as ace_table
from aces.ace_game.ids import RULES as GAME_RULES
from aces.ace_trump import game as ace_trump
from aces.ace_trump.ids import RULES as TRUMP_RULES
from generators import (
    deck_gallery,
    decktet_cards,
    decktet_glyphs,
    design,
    french_cards,
    table_sheets,
    tuck_box,
)
from generators.card_check import check, page_texts, squeezed
from generators.card_drawing import Drawing, Shape
from generators.card_pdf import assemble, paint
from generators.card_plans import Job, Plan
from generators.card_press import print_cards
from generators.card_sides import Area, CardError, Picture, Side, Text
from generators.card_styles import CABARET, STYLES, Style
from generators.card_text import Row, set_columns
from generators.deck_drawing import CROWN, window
from generators.decks import DECKS, JOKERS, PlayingCard, print_deck
from generators.imposition import CARDS, PAPERS, POINTS_PER_MM, DoesNotFitError, Flip, Place, Size, fold_over, grid
from generators.pdf import Sheet
from generators.reference_cards import REFERENCES, ReferenceCard, game_sections, print_references, trump_sections
from generators.score_pads import PADS, SLIP, print_pad
from generators.table_sheets import Order
from generators.tuck_box import Box

POKER, BRIDGE, A4 = CARDS["poker"], CARDS["bridge"], PAPERS["a4"]

INDEX = 4.0
"""About as many millimetres as a suit has in the corner of a card."""


def drawn(drawing: Drawing, width: float, height: float, scale: float) -> Image.Image:
    """A drawing as pixels, so many to a millimetre, by way of a PDF."""
    paper = Size("test", "test", width, height)
    data = assemble([paint(Plan(paper, Place(0, 0, width, height), 0.0, (drawing,)))], Sheet("test", "", "", ""))
    with pypdfium2.PdfDocument(data) as document:
        return document[0].render(scale=scale / POINTS_PER_MM).to_pil().convert("RGB")


def ink(data: bytes, page: int, scale: float) -> Image.Image:
    """What is printed on a page, dark on light."""
    with pypdfium2.PdfDocument(data) as document:
        return document[page].render(scale=scale / POINTS_PER_MM).to_pil().convert("L")


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


def test_a_suit_is_a_picture_for_a_page() -> None:
    for suit in decktet.SUITS:
        svg = decktet_glyphs.suit_svg(suit)
        assert svg.count("<path") == 1
        assert 'fill="currentColor"' in svg


# Seen in grey, and by people who see colours otherwise

EYES: dict[str, tuple[tuple[float, float, float], ...]] = {
    "as it is": ((1, 0, 0), (0, 1, 0), (0, 0, 1)),
    "grey": ((0.2126, 0.7152, 0.0722),) * 3,
    "protanopia": ((0.152286, 1.052583, -0.204868), (0.114503, 0.786281, 0.099216), (-0.003882, -0.048116, 1.051998)),
    "deuteranopia": ((0.367322, 0.860646, -0.227968), (0.280085, 0.672501, 0.047413), (-0.011820, 0.042940, 0.968881)),
    "tritanopia": ((1.255528, -0.076749, -0.178779), (-0.078411, 0.930809, 0.147602), (0.004733, 0.691367, 0.303900)),
}
"""What becomes of linear red, green and blue: Machado, Oliveira and Fernandes (2009), whole loss of a cone."""


@cache
def seen(pixel: tuple[int, int, int], eyes: str) -> float:
    """The luminance of a pixel to somebody, from 0 to 1."""
    linear = [c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in (level / 255 for level in pixel)]
    cones = [sum(a * b for a, b in zip(row, linear, strict=True)) for row in EYES[eyes]]
    red, green, blue = (min(max(level, 0.0), 1.0) for level in cones)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def levels(image: Image.Image, eyes: str) -> list[float]:
    data = image.tobytes()
    return [seen(pixel, eyes) for pixel in zip(data[::3], data[1::3], data[2::3], strict=True)]


def fronts(deck: str, style: Style, scale: float) -> Iterator[tuple[str, Image.Image]]:
    """Every card of a deck, cut out of the printed sheets: so many pixels to a millimetre."""
    lattice = grid(POKER, A4)
    with pypdfium2.PdfDocument(printed(deck, style)) as document:
        pages = [
            document[page].render(scale=scale / POINTS_PER_MM).to_pil().convert("RGB") for page in fronts_of(document)
        ]
    for number, code in enumerate(DECKS[deck].cards):
        sheet, at = divmod(number, lattice.per_sheet)
        place = lattice.fronts()[at]
        yield (
            code,
            pages[sheet].crop(tuple(round(scale * edge) for edge in (place.x, place.y, place.right, place.bottom))),
        )


def fronts_of(document: pypdfium2.PdfDocument) -> range:
    return range(0, len(document), 2)


@cache
def printed(deck: str, style: Style = CABARET, size: Size = POKER, paper: Size = A4) -> bytes:
    return print_deck(DECKS[deck], Job(size, paper, style=style)).data


SAVING = CABARET._replace(saving=True)


@cache
def templates(edge: int) -> dict[decktet.Suit, Image.Image]:
    """Each suit as it would fill a square of so many pixels."""
    return {
        suit: drawn((Shape(decktet_glyphs.suit_path(suit, 3, 3, 6), "card-black"),), 6, 6, edge / 6).convert("L")
        for suit in decktet.SUITS
    }


def recognised(crop: Image.Image, eyes: str) -> tuple[list[decktet.Suit], float]:
    """The suits by how well their shape fits what is dark there, the best first, and the contrast with the paper."""
    found = levels(crop, eyes)
    dark, light = min(found), max(found)
    middle = (dark + light) / 2
    ink = Image.new("L", crop.size)
    ink.putdata([255 if level < middle else 0 for level in found])
    box = ink.getbbox()
    assert box is not None
    fit: dict[decktet.Suit, float] = {}
    for suit, template in templates(crop.width).items():
        shape = ImageChops.invert(template).point(lambda level: 255 * (level > 128))
        shape = shape.crop(shape.getbbox()).resize((box[2] - box[0], box[3] - box[1]), Image.Resampling.NEAREST)
        mine = ink.crop(box)
        fit[suit] = share(ImageChops.multiply(mine, shape)) / share(ImageChops.lighter(mine, shape))
    return sorted(fit, key=lambda suit: -fit[suit]), (light + 0.05) / (dark + 0.05)


@pytest.mark.parametrize("eyes", EYES)
@pytest.mark.parametrize("style", [CABARET, SAVING, STYLES["large"]], ids=["color", "saving ink", "large"])
def test_every_card_tells_its_suits_apart_to_anybody(style: Style, eyes: str) -> None:
    """From the printed page: each suit of each corner, both ways up, is known by its shape alone, and stands out."""
    scale = 5.0
    for code, image in fronts("decktet", style, scale):
        card = decktet.Card.read(code)
        upended = image.transpose(Image.Transpose.ROTATE_180)
        for way in (image, upended):
            for place, suit in enumerate(card.suits):
                left, top, right, bottom = (round(scale * edge) for edge in corner_of(place, style))
                order, contrast = recognised(way.crop((left, top, right, bottom)), eyes)
                assert order[0] is suit, (code, place, order[:2])
                assert contrast >= 3, (code, suit, contrast)


def corner_of(place: int, style: Style) -> tuple[float, float, float, float]:
    """The square in which the suit of an index stands, in millimetres."""
    u = 1 + (style.scale - 1) * 1.2
    x, y, half = window(POKER, style.scale).x * 0.545, 8.6 * u + (7.9 + 7 * place) * u, 3.25 * u
    return x - half, y - half, x + half, y + half


@pytest.mark.parametrize("eyes", EYES)
@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_suits_differ_in_lightness_to_anybody(scheme: str, eyes: str) -> None:
    """Besides their shape: no two suits are equally light, whoever looks, and all stand out from the card."""
    inks = getattr(design.tokens(), scheme)
    ground = seen(rgb(inks["card-face"]), eyes)
    lights = sorted(seen(rgb(inks[decktet_glyphs.suit_ink(suit)]), eyes) for suit in decktet.SUITS)
    assert all((high + 0.05) / (low + 0.05) > 1.14 for low, high in pairwise([*lights, ground])), lights
    assert (ground + 0.05) / (lights[-1] + 0.05) > 3


def rgb(ink: str) -> tuple[int, int, int]:
    return int(ink[1:3], 16), int(ink[3:5], 16), int(ink[5:7], 16)


# The cards


def test_the_decktet_has_every_card_once_with_as_many_suits_as_its_rank_says() -> None:
    assert DECKS["decktet"].cards == tuple(card.code for card in decktet.FULL_DECK)
    field = window(POKER)
    for card in decktet.DECK:
        shapes = decktet_cards.picture(card, field)
        for suit in card.suits:
            path = "".join(shape.path for shape in shapes if shape.fill == decktet_glyphs.suit_ink(suit))
            rank = card.rank
            crowns = 2 * CROWN.count("M") if rank is decktet.Rank.CROWN else 0
            count = {decktet.Rank.CROWN: 2}.get(rank, card.value)
            assert path.count("M") == count * decktet_glyphs.SUIT_PATHS[suit].count("M") + crowns, card
    assert decktet_cards.picture(decktet.EXCUSE, field)


def test_every_number_of_the_52_has_as_many_pips() -> None:
    field = window(POKER)
    assert len(DECKS["52"].cards) == 52 + len(JOKERS)
    for card in cards.DECK:
        (shape, *_) = french_cards.picture(card, field, "ink")
        if card.rank.text.isdigit():
            assert shape.path.count("M") == int(card.rank.text)
            assert len(french_cards.picture(card, field, "ink")) == 1
    pictures = [french_cards.picture(card, field, "ink") for card in cards.DECK]
    assert len(set(pictures)) == 52


@pytest.mark.parametrize("size", [POKER, BRIDGE, CARDS["tarot"], CARDS["a6"]], ids=lambda size: size.name)
@pytest.mark.parametrize("deck", DECKS)
def test_pictures_stay_on_their_cards_and_corners_off_the_window(deck: str, size: Size) -> None:
    for style in STYLES.values():
        field = window(size, style.scale)
        for code in DECKS[deck].cards:
            side = PlayingCard(deck, code).front(size, style)
            for path in (shape.path for part in side.parts if isinstance(part, Picture) for shape in part.art):
                xs, ys = points_of(path)
                assert min(xs) >= field.x - 0.01, (code, style.name)
                assert max(xs) <= field.x + field.width + 0.01, (code, style.name)
                assert min(ys) >= field.y - 0.01
                assert max(ys) <= field.y + field.height + 0.01
            for part in side.parts:
                if isinstance(part, Text):
                    width = style.marquee.typeface.width(part.lines[0], part.size)
                    assert width <= part.area.width + 0.01
                    assert part.area.width <= field.x


def points_of(path: str) -> tuple[list[float], list[float]]:
    """The ends of the steps of a path; curves do not stray far from them here."""
    found: tuple[list[float], list[float]] = ([], [])
    for _, rest in re.findall(r"([MLCA])([^MLCAZ]*)", path):
        values = [float(one) for one in re.findall(r"-?[\d.]+", rest)]
        found[0].append(values[-2])
        found[1].append(values[-1])
    return found


@pytest.mark.parametrize("deck", DECKS)
@pytest.mark.parametrize("style", [CABARET, SAVING], ids=["color", "saving ink"])
def test_a_back_is_the_same_both_ways_up(deck: str, style: Style) -> None:
    lattice = grid(POKER, A4)
    place = lattice.backs(Flip.LONG_EDGE)[0]
    with pypdfium2.PdfDocument(printed(deck, style)) as document:
        page = document[1].render(scale=6 / POINTS_PER_MM).to_pil().convert("L")
    inset = 2.6  # the marks to cut along are not the back's
    box = (place.x + inset, place.y + inset, place.right - inset, place.bottom - inset)
    back = page.crop(tuple(round(6 * edge) for edge in box))
    turned = ImageChops.difference(back, back.transpose(Image.Transpose.ROTATE_180))
    assert share(turned.point(lambda level: 255 * (level > 140))) < 0.004


@pytest.mark.parametrize("deck", DECKS)
def test_a_corner_reads_the_same_from_the_other_side(deck: str) -> None:
    for code, image in fronts(deck, CABARET, 12.0):
        corner = (24, 48, 124, 380)
        turned = image.transpose(Image.Transpose.ROTATE_180)
        one, other = (way.crop(corner).convert("L").point(lambda level: 255 * (level < 128)) for way in (image, turned))
        assert one.getbbox() == pytest.approx(other.getbbox(), abs=3), code
        assert share(ImageChops.difference(one, other)) < 0.25 * share(one), code


@pytest.mark.parametrize("deck", DECKS)
def test_saving_ink_saves_most_of_it(deck: str) -> None:
    spent = []
    for style in (CABARET, SAVING):
        with pypdfium2.PdfDocument(printed(deck, style)) as document:
            pages = [page.render(scale=1).to_pil().convert("L") for page in document]
        spent.append(sum(255 - level for page in pages for level in page.tobytes()))
    assert spent[1] < 0.4 * spent[0]


# The files


@pytest.mark.parametrize("paper", [A4, PAPERS["letter"]], ids=["a4", "letter"])
@pytest.mark.parametrize("size", [POKER, BRIDGE], ids=["poker", "bridge"])
@pytest.mark.parametrize("deck", DECKS)
def test_a_deck_is_whole_tagged_titled_and_says_its_licence(deck: str, size: Size, paper: Size) -> None:
    data = printed(deck, CABARET, size, paper)
    report = check(data)
    assert not report.faults
    per_sheet = grid(size, paper).per_sheet
    assert len(report.pages) == 2 * -(-len(DECKS[deck].cards) // per_sheet)
    assert all(report.fonts.values())
    assert (report.title, report.language, report.tagged, report.true_size) == (DECKS[deck].title, "en", True, True)
    assert report.duplex == "over the long edge"
    assert report.licence == (decktet_glyphs.CREDIT if deck == "decktet" else "MIT")
    assert b"<dc:rights>" in data
    block = grid(size, paper).block
    for page in report.pages:
        assert (page.width, page.height) == pytest.approx((paper.width, paper.height), abs=0.02)
        trim = (block.x, paper.height - block.bottom, block.right, paper.height - block.y)
        assert page.trim == page.bleed == pytest.approx(trim, abs=0.02)
        assert page.figures >= 1
    said = "".join(squeezed(text) for text in page_texts(data))
    for rank in decktet.RANKS if deck == "decktet" else cards.RANKS:
        if rank is not decktet.Rank.CROWN:
            assert said.count(rank.text) >= (6 if deck == "decktet" else 8)


def test_a_page_a_card_has_true_boxes_for_a_print_shop() -> None:
    made = print_deck(DECKS["decktet"], Job(BRIDGE, None, bleed=3.0))
    report = check(made.data)
    assert not report.faults
    assert (made.cards, made.pages) == (37, 74)
    for page in report.pages:
        trim, wide = page.trim, page.bleed
        assert (trim[2] - trim[0], trim[3] - trim[1]) == pytest.approx((57.15, 88.9), abs=0.02)
        assert [a - b for a, b in zip(trim, wide, strict=True)] == pytest.approx([3, 3, -3, -3], abs=0.02)
    image = ink(made.data, 1, 4)
    trim = [round(4 * edge) for edge in report.pages[1].bleed]
    assert image.getpixel((trim[0] + 3, image.height // 2)) < 100, "the ground of the back runs past the cut"


@pytest.mark.parametrize("flip", Flip)
@pytest.mark.parametrize("deck", DECKS)
def test_turned_over_every_back_lies_behind_its_front(deck: str, flip: Flip) -> None:
    """What is printed of a card is the same both ways up, so its middle is the card's: on each other within 0.2 mm."""
    data = print_deck(DECKS[deck], Job(flip=flip, marks=False)).data
    front, back = (ink(data, page, 10) for page in (0, 1))
    way = Image.Transpose.FLIP_LEFT_RIGHT if flip is Flip.LONG_EDGE else Image.Transpose.FLIP_TOP_BOTTOM
    back = back.transpose(way)
    for place in grid(POKER, A4).fronts():
        region = tuple(round(10 * edge) for edge in (place.x, place.y, place.right, place.bottom))
        middles = []
        for side in (front, back):
            box = side.crop(region).point(lambda level: 255 * (level < 200)).getbbox()
            assert box is not None
            middles.append(((box[0] + box[2]) / 20, (box[1] + box[3]) / 20))
        assert middles[0] == pytest.approx(middles[1], abs=0.2)
        assert middles[1] == pytest.approx((31.5, 44), abs=0.2)


def test_the_places_left_free_hold_reference_cards_with_their_own_backs() -> None:
    with pypdfium2.PdfDocument(printed("decktet")) as document:
        spots = []
        for page in (8, 9):
            text = document[page].get_textpage()
            search, found = text.search("If you like" if page == 9 else "The deal", match_case=True), []
            while (hit := search.get_next()) is not None:
                found.append([value / POINTS_PER_MM for value in text.get_charbox(hit[0])[:2]])
            spots.append(found)
    assert len(spots[0]) == len(spots[1]) == 8
    for places, found in zip((grid(POKER, A4).fronts(), grid(POKER, A4).backs(Flip.LONG_EDGE)), spots, strict=True):
        for x, y in found:
            assert sum(place.x < x < place.right and place.y < 297 - y < place.bottom for place in places[1:]) == 1


def test_folded_over_and_shifted_as_character_cards_are() -> None:
    folded = print_deck(DECKS["52"], Job(sides="fold"))
    assert folded.pages == -(-54 // fold_over(POKER, A4).per_sheet)
    plain, moved = (print_deck(DECKS["52"], Job(offset=by)).data for by in ((0.0, 0.0), (2.0, -1.0)))
    assert ImageChops.difference(ink(plain, 0, 4), ink(moved, 0, 4)).getbbox() is None
    middle = (100, 120, 740, 1000)
    before, after = (ink(data, 1, 4) for data in (plain, moved))
    off = []
    for back in (before, ImageChops.offset(before, 8, -4)):
        difference = ImageChops.difference(back.crop(middle), after.crop(middle))
        off.append(share(difference.point(lambda level: 255 * (level > 90))))
    assert off[1] < 0.005 < 0.05 < off[0]


@pytest.mark.parametrize("deck", DECKS)
def test_the_same_deck_is_the_same_bytes(deck: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SOURCE_DATE_EPOCH", "1700000000")
    one = print_deck(DECKS[deck], Job())
    assert one.data == print_deck(DECKS[deck], Job()).data
    entries = DECKS[deck].entries()
    single, double = (print_cards(entries, Job(), DECKS[deck].about(), processes=count).data for count in (1, 2))
    assert single == double


def test_four_colors_give_each_suit_its_own() -> None:
    inks = {
        part.look.split()[-1]
        for code in ("AS", "AH", "AD", "AC")
        for part in PlayingCard("52", code, True).front(POKER, CABARET).parts
        if isinstance(part, Text) and "upended" not in part.look
    }
    assert inks == {f"four-{suit.word}" for suit in cards.SUITS}


# The box


@pytest.mark.parametrize("paper", [A4, PAPERS["letter"]], ids=["a4", "letter"])
@pytest.mark.parametrize("size", [POKER, BRIDGE], ids=["poker", "bridge"])
@pytest.mark.parametrize("deck", DECKS)
def test_the_box_fits_the_deck_and_the_paper(deck: str, size: Size, paper: Size) -> None:
    box = Box(size, len(DECKS[deck].cards), 0.3)
    thick = box.count * 0.3
    for inside, holds in ((box.width, size.width), (box.height, size.height), (box.depth, thick)):
        assert 0.5 <= inside - holds <= 2
    order = Order(Job(size, paper), DECKS[deck])
    data = table_sheets.SHEETS["tuck-box"].make(order)
    report = check(data)
    assert not report.faults
    assert all(report.fonts.values())
    assert ("Magnus" in report.licence) == (deck == "decktet")
    (said,) = page_texts(data)
    for word in ("cut", "fold", "glue", "tuck in", DECKS[deck].title, f"{box.count} cards", f"{thick:.1f} mm"):
        assert word in said.replace("\r\n", " "), word


def test_the_box_on_paper_is_as_large_as_it_says() -> None:
    box = Box(POKER, 54, 0.3)
    plan = tuck_box.plan(box, DECKS["52"], A4, SAVING)
    place, _ = plan.cards[0]
    assert (place.width, place.height) == pytest.approx(box.flat)
    data = assemble([paint(plan)], Sheet("box", "", "", ""))
    image = ink(data, 0, 10).point(lambda level: 255 * (level < 140))
    left, top, right, bottom = (round(10 * edge) for edge in (place.x, place.y, place.right, place.bottom))
    found = image.crop((left - 20, top - 20, right + 20, bottom + 20)).getbbox()
    assert found == pytest.approx((20, 20, right - left + 20, bottom - top + 20), abs=3)
    # the four walls, measured along a line through them: edges and folds where they should be
    walls = [round(10 * (place.x + x)) for x in box.walls]
    for y in (box.top + 25, box.top + box.height - 25):
        for x in (walls[0], walls[1], walls[3], walls[4]):
            strip = image.crop((x - 3, round(10 * (place.y + y)) - 30, x + 4, round(10 * (place.y + y)) + 30))
            assert strip.getbbox() is not None, x


@given(
    st.sampled_from(list(CARDS.values())),
    st.integers(1, 120),
    st.floats(*tuck_box.STOCKS),
)
def test_a_box_of_any_size_can_be_cut_and_folded(card: Size, count: int, stock: float) -> None:
    box = Box(card, count, stock)
    wide, high = box.flat
    outline = box.cut()
    assert min(x for x, _ in outline) == pytest.approx(0)
    assert max(x for x, _ in outline) == pytest.approx(wide)
    assert min(y for _, y in outline) >= -1e-6
    assert max(y for _, y in outline) <= high + 1e-6
    assert area_of(outline) > 2 * box.height * (box.width + box.depth), "the walls and something more"
    at = box.walls
    assert at.side - at.front == pytest.approx(at.other - at.back) == pytest.approx(box.width)
    assert at.back - at.side == pytest.approx(at.end - at.other) == pytest.approx(box.depth)
    for (x1, y1), (x2, y2) in box.folds():
        assert x1 == x2 or y1 == y2
        assert -1e-6 <= min(x1, x2) <= max(x1, x2) <= wide + 1e-6
        assert 0 < min(y1, y2) <= max(y1, y2) < high
    assert box.dust <= box.width / 2, "dust flaps do not meet below the lid"


def area_of(points: Sequence[tuple[float, float]]) -> float:
    """The area of a polygon that runs clockwise."""
    return sum(x1 * y2 - x2 * y1 for (x1, y1), (x2, y2) in pairwise((*points, points[0]))) / 2


def test_a_box_that_does_not_fit_is_refused_with_the_numbers() -> None:
    with pytest.raises(DoesNotFitError, match=r"54 cards of 63 x 88 mm, 1 mm thick each is 248 x 259 mm flat; A4 has"):
        tuck_box.plan(Box(POKER, 54, 1.0), DECKS["52"], A4, CABARET)


# Reference cards and score pads


@pytest.mark.parametrize("size", [POKER, BRIDGE, CARDS["tarot"]], ids=lambda size: size.name)
@pytest.mark.parametrize("style", [*STYLES.values(), SAVING], ids=[*STYLES, "saving ink"])
def test_reference_cards_are_whole_and_can_be_read(size: Size, style: Style) -> None:
    games = tuple(REFERENCES)
    made = print_references(games, Job(size, style=style))
    report = check(made.data)
    assert not report.faults
    assert (made.cards, made.pages) == (3, 2)
    front, back = (squeezed(text) for text in page_texts(made.data))
    for game in games:
        assert squeezed(REFERENCES[game].title) in front
        assert squeezed(REFERENCES[game].title) in back
        for rows, said in ((REFERENCES[game].front(), front), (REFERENCES[game].back(), back)):
            for row in rows:
                assert all(squeezed(word) in said for word in (row.head, row.verdict) if word)
                assert squeezed(row.text) in said
    for game in games:
        for side in ReferenceCard(game).composed(Job(size, style=style)).cards[0]:
            assert min(part.size for part in side.parts if isinstance(part, Text) and not part.look) >= 6
    for suit in decktet.SUITS:
        assert suit.word in back


@pytest.mark.parametrize("size", [POKER, BRIDGE, CARDS["tarot"]], ids=lambda size: size.name)
@pytest.mark.parametrize("game", REFERENCES)
def test_a_reference_card_has_one_edge_and_one_size(game: str, size: Size) -> None:
    """The texts of a side begin below each other, those of a numbered list too; both sides are of one size."""
    sides = ReferenceCard(game).composed(Job(size)).cards[0]
    heights = set()
    for side, rows in zip(sides, (REFERENCES[game].front(), REFERENCES[game].back()), strict=True):
        edges: dict[bool, set[float]] = {True: set(), False: set()}
        for row in rows:
            if not row.head or row.cells:
                continue
            for part in side.parts:
                if isinstance(part, Text) and not part.look and squeezed("".join(part.lines)) == squeezed(row.text):
                    edges[row.counted].add(round(part.area.x, 3))
        assert len(edges[False]) == 1
        assert len(edges[True]) <= 1
        heights |= {part.size for part in side.parts if isinstance(part, Text) and not part.look}
        foot = max(part.area.y + part.area.height for part in side.parts)
        assert size.height - foot < 0.14 * size.height, "the foot is empty"
    assert len(heights) == 1


def test_how_many_cards_there_are_for_how_many_players_stands_in_columns() -> None:
    side = ReferenceCard("ace-trump").composed(Job(POKER)).cards[0][0]
    texts = {part.lines[0]: part.area for part in side.parts if isinstance(part, Text) and len(part.lines) == 1}
    head, below_it = texts["Players"], texts["the highest that follows takes it"]
    for players, count in ace_trump.SIZES.items():
        above = next(part.area for part in side.parts if isinstance(part, Text) and part.lines == (str(players),))
        below = [part.area for part in side.parts if isinstance(part, Text) and part.lines == (str(count),)]
        assert above.y == head.y
        assert any(area.x == above.x and area.y > above.y for area in below)
        assert above.x >= below_it.x


def test_the_numbers_on_reference_cards_are_the_engines(monkeypatch: pytest.MonkeyPatch) -> None:
    def said(game: str) -> str:
        return " ".join(row.text for rows in (REFERENCES[game].front(), REFERENCES[game].back()) for row in rows)

    changes = (
        ("ace-trump", ace_trump, "TARGET", 77),
        ("ace-trump", ace_trump, "BID_POINTS", 78),
        ("ace-trump", ace_trump, "LARGEST_TIDE", 79),
        ("ace-trump", ace_trump, "WHOLE_DECK_SIZE", 80),
        ("ace-game", ace_table, "HAND", 81),
        ("ace-game", ace_table, "LARGEST_PROBLEM", 82),
        ("ace-game", ace_table, "SMALLEST_PROBLEM", 83),
        ("ace-game", ace_game, "MOST_PLAYERS", 84),
    )
    for game, module, name, value in changes:
        assert str(value) not in said(game)
        monkeypatch.setattr(module, name, value)
        assert str(value) in said(game), name
    monkeypatch.setattr(ace_trump, "SIZES", {2: 85})
    assert "85" in said("ace-trump")


def test_reference_cards_sum_up_rules_that_there_are() -> None:
    """Every line names its rules, and no rule that a player needs in a hand is left out."""
    for sections, rules, left in (
        (
            trump_sections(),
            TRUMP_RULES,
            {"trump-deck", "trump-clockwise", "trump-none-yet", "trump-ace-wins", "trump-rotate", "trump-tides-excuse"},
        ),
        (game_sections(), GAME_RULES, {"game-stop"}),
    ):
        cited = {rule.id for side in sections for section in side for line in section.lines for rule in line.rules}
        assert cited <= set(rules)
        assert set(rules) - cited == left


def test_a_text_too_long_for_its_card_is_an_error_and_no_overflow() -> None:
    side = Side(POKER)
    with pytest.raises(CardError, match=r"Title: \d+\.\d mm too long for Poker \(63 x 88 mm\), even at 6 pt"):
        set_columns(side, [[Row("", "Title"), *[Row("Head", "word " * 30)] * 9]], [Area(5, 5, 53, 78)], 8, 6)
    assert not side.parts


@pytest.mark.parametrize("paper", PAPERS.values(), ids=list(PAPERS))
@pytest.mark.parametrize("game", PADS)
def test_a_score_pad_has_a_column_for_each_player(game: str, paper: Size) -> None:
    data = print_pad(game, paper, CABARET)
    report = check(data)
    assert not report.faults
    assert (len(report.pages), report.duplex) == (1, "one side")
    (said,) = page_texts(data)
    assert squeezed(said).count(squeezed(REFERENCES[game].title) + "Date") == 4
    most = {"ace-trump": ace_trump.MOST_PLAYERS, "ace-game": ace_game.MOST_PLAYERS}[game]
    place = grid(SLIP, paper).fronts()[0]
    image = ink(data, 0, 10)
    y = round(10 * (place.y + 60.5))
    row = [image.getpixel((x, y)) < 225 for x in range(round(10 * place.x) + 30, round(10 * place.right) - 30)]
    lines = sum(here and not before for before, here in pairwise(row))
    corners = most if game == "ace-trump" else 0
    assert lines in range(most + 2, most + 3 + corners + 2)
    if game == "ace-trump":
        assert f"reaches {ace_trump.TARGET}" in said
        assert f"6: {ace_trump.SIZES[6]}" in said


# What the site offers


def test_the_page_offers_what_there_is_and_keeps_the_decktet_apart() -> None:
    made = {output.name for output in deck_gallery.OUTPUTS}
    fragments = "".join(output.make() for output in deck_gallery.OUTPUTS if output.kind == "fragment")
    links = re.findall(r'href="\.\./([^"]+)"', fragments)
    assert len(links) == len(set(links)) == len(list(deck_gallery.downloads()))
    assert set(links) == {name for name in made if name.endswith(".pdf")}
    for file, make in deck_gallery.downloads():
        if "bridge" in file.name:
            continue  # the same in another size
        report = check(make())
        assert not report.faults, file
        assert ("CC BY-NC-SA" in report.licence) == (file.folder == "files/decktet"), file
    shown = re.findall(r'src="\.\./([^"]+)" width="(\d+)" height="(\d+)" alt="([^"]+)"', fragments)
    for folder in deck_gallery.PICTURES.values():
        pictures = deck_gallery.pictures(folder)
        assert ("LICENCE.txt" in pictures) == (folder == "assets/decktet")
        for path, width, height, _ in shown:
            if path.startswith(folder + "/"):
                with Image.open(io.BytesIO(pictures[path.removeprefix(folder + "/")])) as image:
                    assert image.size == (int(width), int(height))
        asked = {path.removeprefix(folder + "/") for path, *_ in shown if path.startswith(folder + "/")}
        assert asked == set(pictures) - {"LICENCE.txt"}


def test_the_command_prints_them(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    from generators.cli import main
    from generators.cli.__init__ import parser

    for number, words in enumerate(
        (
            "--deck decktet --size bridge --paper letter --save-ink",
            "--deck 52 --four-color --paper card --bleed 3 --marks off",
            "--sheet tuck-box --deck 52 --stock 0.25 --size bridge",
            "--sheet reference-cards --paper letter --sides fold",
            "--sheet reference-ace-game --style large",
            "--sheet score-ace-trump --paper pa4",
        )
    ):
        target = str(tmp_path / f"{number}.pdf")
        assert main(["cards", *words.split(), "-o", target]) == 0, words
        assert main(["cards", "--check", target]) == 0, words
    said = capsys.readouterr().out
    assert "37 cards and 8 reference cards on the places left free, 10 pages" in said
    assert "54 cards, 108 pages" in said
    text = next(iter(parser()._subparsers._group_actions)).choices["cards"].format_help()  # type: ignore[union-attr]
    names = " ".join(text.split()).replace("(or reference-aces-lite, -ace-trump, -ace-game)", "")
    for name in table_sheets.SHEETS:
        assert name in names or name.startswith("reference-"), name
    for name in DECKS:
        assert name in names
