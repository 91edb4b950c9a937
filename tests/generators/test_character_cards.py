"""Character Cards, read back from the PDF: nothing lost, nothing clipped, everything in its place."""

from __future__ import annotations

import json
import re
from collections.abc import Sequence
from functools import cache
from itertools import pairwise
from typing import Any

import pypdfium2
import pytest
from PIL import Image, ImageChops

from aces.cards import SUITS, Suit
from aces.lite.character import BOXES, HP, PLOT_ARMOR, STATS, Box, Character, example_party
from aces.rules import AcesError
from generators import (
    card_drawing,
    card_gallery,
    card_html,
    card_sheets,
    card_sides,
    character_cards,
    fitting,
    glyphs,
    quick_reference,
)
from generators.card_check import check, squeezed
from generators.card_plans import Job
from generators.card_press import print_cards
from generators.card_sides import BLANK, WRITING, CardError, Picture, Text, back, compose, front
from generators.card_styles import STYLES, Style
from generators.character_cards import Entry, from_words, sheet
from generators.imposition import CARDS, PAPERS, POINTS_PER_MM, Flip, Place, Size, grid

POKER, A6 = CARDS["poker"], CARDS["a6"]
A4, LETTER, PA4 = PAPERS["a4"], PAPERS["letter"], PAPERS["pa4"]

Box4 = tuple[float, float, float, float]


@cache
def party(size: Size = POKER, paper: Size = A4) -> bytes:
    return sheet(example_party(), size, paper, title="The Heron Street Five")


def pages(data: bytes) -> list[str]:
    with pypdfium2.PdfDocument(data) as document:
        return [squeezed(page.get_textpage().get_text_range()) for page in document]


def fields(character: Character) -> tuple[list[str], list[str]]:
    """What was typed, by side."""
    return (
        [character.name, character.concept, character.item_seven, character.item_jack, character.description],
        [character.name, character.goal, character.flaw, character.secret],
    )


def lines(data: bytes, page: int) -> list[tuple[str, Box4]]:
    """The runs of text on a page with their boxes in millimetres from the top left corner."""
    with pypdfium2.PdfDocument(data) as document:
        sheet_page = document[page]
        height = sheet_page.get_size()[1]
        text = sheet_page.get_textpage()
        found = []
        for index in range(text.count_rects()):
            left, bottom, right, top = text.get_rect(index)
            words = text.get_text_bounded(left, bottom, right, top)
            box = (left, height - top, right, height - bottom)
            found.append((words.strip(), tuple(value / POINTS_PER_MM for value in box)))
    return found


def plain(**more: object) -> Character:
    """A character with one word in each text."""
    base = Character("Wren", "Quiet", "Gumshoe", (3, 3, 3, 2), Suit.CLUBS)
    return base._replace(
        item_seven="Lamp", item_jack="Key", description="Tall.", goal="Win.", flaw="Talks.", secret="Lost."
    )._replace(**more)


# Paper


ON_PAPER = [(size, paper) for size in CARDS.values() for paper in PAPERS.values()]


@pytest.mark.parametrize(("size", "paper"), ON_PAPER, ids=[f"{size.name}-{paper.name}" for size, paper in ON_PAPER])
def test_the_party_on_every_paper_in_every_size(size: Size, paper: Size) -> None:
    data = party(size, paper)
    per_sheet = grid(size, paper).per_sheet
    shown = pages(data)
    assert len(shown) == 2 * -(-len(example_party()) // per_sheet)
    with pypdfium2.PdfDocument(data) as document:
        for page in document:
            expected = (paper.width * POINTS_PER_MM, paper.height * POINTS_PER_MM)
            assert page.get_mediabox() == pytest.approx((0, 0, *expected), abs=0.01)
    for index, character in enumerate(example_party()):
        on_sheet = 2 * (index // per_sheet)
        for side, typed in enumerate(fields(character)):
            for text in typed:
                assert squeezed(text) in shown[on_sheet + side], text


def test_letter_is_612_by_792() -> None:
    with pypdfium2.PdfDocument(party(A6, LETTER)) as document:
        assert {tuple(round(value, 2) for value in page.get_size()) for page in document} == {(612, 792)}


@pytest.mark.parametrize(("count", "expected"), [(1, 2), (2, 2), (3, 4)])
def test_the_number_of_pages_is_exact(count: int, expected: int) -> None:
    """Two to a sheet: a card less, just full, a card more."""
    crew = [plain(name=f"Crew {number:02}") for number in range(count)]
    shown = pages(sheet(crew, A6, LETTER))
    assert len(shown) == expected
    names = [f"Crew{number:02}" for number in range(count)]
    fronts = "".join(shown[::2])
    assert [name for name in names if fronts.count(name) == 1] == names
    assert sorted(names, key=fronts.index) == names
    assert all(name in "".join(shown[1::2]) for name in names)


def test_one_side_alone() -> None:
    crew = example_party()[:2]
    assert len(pages(sheet(crew, sides="front"))) == 1
    (only,) = pages(sheet(crew, sides="back"))
    assert squeezed(crew[0].goal) in only
    assert squeezed(crew[0].description) not in only


def frames(data: bytes, page: int, places: Sequence[Place]) -> list[Place | None]:
    """Where the copper frame of each place really is, measured on the rendered page."""
    with pypdfium2.PdfDocument(data) as document:
        image = document[page].render(scale=FINE / POINTS_PER_MM).to_pil().convert("RGB")
    copper = Image.new("RGB", image.size, card_drawing.colour("copper"))
    inked = ImageChops.difference(image, copper).convert("L").point([255] * 25 + [0] * 231)
    found: list[Place | None] = []
    for place in places:
        corners = (place.x + 1, place.y + 1, place.right - 1, place.bottom - 1)  # without the crop marks
        region = tuple(round(value * FINE) for value in corners)
        box = inked.crop(region).getbbox()
        if box is None:
            found.append(None)
            continue
        left, top, right, bottom = (value / FINE for value in box)
        x, y = region[0] / FINE, region[1] / FINE
        found.append(Place(x + left, y + top, right - left, bottom - top))
    return found


FINE = 10
"""Pixels in a millimetre."""


@pytest.mark.parametrize(
    ("size", "paper", "flip"), [(POKER, A4, Flip.LONG_EDGE), (A6, A4, Flip.SHORT_EDGE), (A6, LETTER, Flip.SHORT_EDGE)]
)
def test_backs_lie_behind_their_own_fronts(size: Size, paper: Size, flip: Flip) -> None:
    """The sheet turned over: frame on frame, within a fifth of a millimetre, and name on name."""
    count = grid(size, paper).per_sheet - 1
    crew = [plain(name=f"Number {number}") for number in range(count)]
    data = sheet(crew, size, paper, flip=flip)
    places = (grid(size, paper).fronts(), grid(size, paper).backs(flip))
    ahead, behind = (frames(data, page, places[page]) for page in (0, 1))
    assert [place is None for place in ahead] == [place is None for place in behind] == [False] * count + [True]
    for front_place, place in zip(ahead[:-1], behind[:-1], strict=True):
        assert front_place is not None
        assert place is not None
        if flip is Flip.LONG_EDGE:
            seen = (paper.width - place.right, place.y)
        else:
            seen = (place.x, paper.height - place.bottom)
        assert (front_place.x, front_place.y) == pytest.approx(seen, abs=0.2)
    names = [{words: box for words, box in lines(data, page) if words.startswith("Number")} for page in (0, 1)]
    for index, character in enumerate(crew):
        for page in (0, 1):
            left, top, right, bottom = names[page][character.name]
            place = places[page][index]
            assert place.x < left < right < place.right
            assert place.y < top < bottom < place.bottom
            upper = place.y + 0.2 * size.height > bottom
            assert upper != (page == 1 and flip is Flip.SHORT_EDGE), "the name stands at the head of the card"


@pytest.mark.parametrize(("size", "paper"), [(POKER, LETTER), (A6, A4)])
def test_a_card_is_its_size_within_a_tenth_of_a_millimetre(size: Size, paper: Size) -> None:
    """Neighbouring frames are one card apart, as close as a pixel can tell."""
    lattice = grid(size, paper)
    places = lattice.fronts()
    boxes = frames(sheet([BLANK] * lattice.per_sheet, size, paper), 0, places)
    inset = card_sides.CharacterSide(size).inset
    for place, box in zip(places, boxes, strict=True):
        assert box is not None
        ink = 0.21 * card_sides.CharacterSide(size).unit  # half the width of the line
        expected = (place.x + inset - ink, place.y + inset - ink)
        assert (box.x, box.y) == pytest.approx(expected, abs=1.5 / FINE)
        drawn = (size.width - 2 * inset + 2 * ink, size.height - 2 * inset + 2 * ink)
        assert (box.width, box.height) == pytest.approx(drawn, abs=2 / FINE)
    spread = (boxes[-1].x - boxes[0].x, boxes[-1].y - boxes[0].y) if boxes[0] and boxes[-1] else (0, 0)
    across, down = lattice.columns - 1, lattice.rows - 1
    assert (spread[0] / across, spread[1] / down) == pytest.approx((size.width, size.height), abs=1.01 / FINE)


@pytest.mark.parametrize("offset", [(0.0, 0.0), (1.5, -2.0)])
def test_backs_can_be_shifted(offset: tuple[float, float]) -> None:
    data = sheet([BLANK], offset=offset)
    wanted = grid(POKER, A4).backs(Flip.LONG_EDGE, offset)[0]
    (box,) = frames(data, 1, [wanted])
    edge = card_sides.CharacterSide(POKER).inset - 0.21
    assert box is not None
    assert (box.x - wanted.x, box.y - wanted.y) == pytest.approx((edge, edge), abs=0.15)


# What stands on a card


def test_a_blank_card_is_for_a_pencil() -> None:
    data = sheet([BLANK])
    ahead, behind = pages(data)
    for word in ("Name", "Concept", "Description", "HP", "PlotArmor", *(stat.title for stat in STATS)):
        assert word in ahead
    for word in ("A.C.E.S.", "Goal", "Flaw", "Secret", "Growth", "Success", "Failure", *(box.title for box in BOXES)):
        assert word in behind


@pytest.mark.parametrize("size", CARDS.values(), ids=list(CARDS))
@pytest.mark.parametrize("compose", [front, back])
def test_lines_to_write_on_are_far_enough_apart(size: Size, compose: object) -> None:
    assert callable(compose)
    side = compose(BLANK, size)
    heights = sorted(y for _, y, _ in side.lines)
    assert len(heights) >= 7
    gaps = [b - a for a, b in pairwise(heights)]
    assert min(gaps) >= WRITING - 1e-6
    assert heights[-1] < size.height - side.inset


def pictures(side: card_sides.Side) -> list[str]:
    return [part.alt for part in side.parts if isinstance(part, Picture)]


def test_pips_and_boxes_say_what_they_show() -> None:
    character = plain(stats=(4, 1, 2, 4), hp=1, plot_armor=0, marks=(Box.GOAL,))
    left_over = [f"1 of {HP} left", f"0 of {PLOT_ARMOR} left"]
    assert pictures(front(character, POKER)) == ["4 pips", "1 pip", "2 pips", "4 pips", *left_over]
    assert pictures(back(character, POKER)) == ["not marked yet", "marked", "not marked yet", "not marked yet"]
    shown = front(character, POKER).parts
    arts = [card_drawing.svg(9, 9, [part.art]) for part in shown if isinstance(part, Picture)]
    assert [art.count("m0 -") for art in arts] == [0, 0, 0, 0, HP - 1, PLOT_ARMOR]


def test_a_stat_beyond_any_row_of_pips_is_a_figure() -> None:
    ahead = front(plain(stats=(8, 1, 2, 137), grown=137), POKER)
    assert pictures(ahead)[:3] == ["8 pips", "1 pip", "2 pips"]
    assert any(isinstance(part, Text) and part.lines == ("137",) for part in ahead.parts)


@pytest.mark.parametrize("suit", SUITS)
def test_the_affinity_is_said_in_words_and_on_the_items(suit: Suit) -> None:
    shown = [part.lines[0] for part in front(plain(affinity=suit), POKER).parts if isinstance(part, Text)]
    assert f"{suit.word.capitalize()}, {STATS[SUITS.index(suit)].title}" in shown
    assert f"7{suit.glyph}" in shown
    assert f"J{suit.glyph}" in shown


def boxes_of(parts: Sequence[object]) -> list[tuple[Box4, str]]:
    found = []
    for part in parts:
        assert isinstance(part, (Text, Picture))
        area = part.area
        box = (area.x, area.y, area.x + area.width, area.y + area.height)
        found.append((box, part.lines[0] if isinstance(part, Text) else part.alt))
    return found


LONG = plain(
    name="Archduchess Wilhelmina Featherstonehaugh-Cholmondeley of the Upper Fens",
    adjective="Silver-Tongued",
    role="Clairvoyant of the Third Mezzanine",
    item_seven="A letter of marque, expired, with the seal of a port that is no longer there",
    item_jack="Brass speaking trumpet, dented on the side that fell on the Minister of Weather",
    description="Sixty, broad as a cabin door, gray braids, one gold button left on her coat. Laughs before she lies.",
    goal="Buy back the airship Marigold, the hull her mother built, before the auction. " * 2,
    flaw="Cannot let a toast, a dare or a debt go unanswered, least of all her own. " * 3,
    secret="She sold the Marigold herself, and spent the money well, and would again. " * 2,
)


@pytest.mark.parametrize("size", CARDS.values(), ids=list(CARDS))
@pytest.mark.parametrize("character", [BLANK, LONG, *example_party()[:2]], ids=["blank", "long", "one", "two"])
def test_parts_lie_on_the_card_and_not_on_each_other(size: Size, character: Character) -> None:
    for side_of in (front, back):
        side = side_of(character, size)
        parts = boxes_of(side.parts)
        for index, (box, name) in enumerate(parts):
            assert box[0] >= side.inset, name
            assert box[1] >= side.inset, name
            assert box[2] <= size.width - side.inset + 1e-6, name
            assert box[3] <= size.height - side.inset, name
            for other, other_name in parts[index + 1 :]:
                wide = min(box[2], other[2]) - max(box[0], other[0])
                high = min(box[3], other[3]) - max(box[1], other[1])
                assert min(wide, high) < 0.35, (name, other_name)


def test_long_texts_shrink_and_stay_within_the_frame() -> None:
    data = sheet([LONG] * 2)
    shown = pages(data)
    for side, typed in enumerate(fields(LONG)):
        for text in typed:
            assert shown[side].count(squeezed(text)) >= 2, text
    for page in (0, 1):
        places = (grid(POKER, A4).fronts() if page == 0 else grid(POKER, A4).backs(Flip.LONG_EDGE))[:2]
        for words, box in lines(data, page):
            if "Print at" in words or words == "50 mm":
                continue
            assert any(
                place.x + 2.6 < box[0]
                and box[2] < place.right - 2.6
                and place.y + 2.6 < box[1]
                and box[3] < place.bottom
                for place in places
            ), words


EVERYWHERE = ("item_seven", "item_jack", "description", "flaw", "secret")
TYPED = [
    "<b>Bold</b> & <script>x()</script>",
    "{{ 7*7 }} {% raw %}",
    "&amp; &lt;",
    '"Fair" Trade',
    "Sasuke #4",
    "O’Neill, Łódź, Dvořák, Ångström",
    "10\u2665\ufe0f for 2♠",
    "one\ttab",
    "Donaudampfschifffahrtselektrizitätenhauptbetriebswerkbauunter" * 1,
    "../../etc/passwd",
    "fi ffi fl “curly” – dash — em…",
]


@pytest.mark.parametrize("batch", [TYPED[:4], TYPED[4:8], TYPED[8:]])
def test_what_is_typed_is_printed_as_typed(batch: list[str]) -> None:
    crew = [
        plain(name=text, adjective=text, role="", goal=f"one\ntwo {text}", **dict.fromkeys(EVERYWHERE, text))
        for text in batch
    ]
    ahead, behind = pages(sheet(crew, A6, A4))
    for text in batch:
        assert ahead.count(squeezed(text)) >= 5, text
        assert behind.count(squeezed(text)) >= 4, text


@pytest.mark.parametrize("key", ["name", "role", "item_seven", "description", "goal"])
@pytest.mark.parametrize("text", ["李小龍", "שָׁלוֹם", "🎩", "ding\x07", "\u202egnirts"])
def test_a_letter_no_face_has_is_named_with_its_field(key: str, text: str) -> None:
    """It is printed as its number; the warning names it and the field; asked strictly it is an error."""
    character = plain(**{key: f"Wren {text}"})
    words = {"role": "Concept", "item_seven": "the item of the seven", "name": "Name"}.get(key, key.capitalize())
    made = print_cards([Entry(character)])
    (missing,) = made.missing
    assert re.match(rf"Wren.*: {words}.*: no printed face has .*\(U\+", str(missing))
    sides = [side for pair in compose(character, POKER).cards for side in pair]
    field = "concept" if key == "role" else key
    printed = "".join(
        line
        for side in sides
        for part in side.parts
        if isinstance(part, Text) and part.field == field
        for line in part.lines
    )
    for letter in missing.characters:
        assert f"[U+{ord(letter):04X}]" in printed
    with pytest.raises(CardError, match=rf"^Wren.*: {words}.*: no printed face has .*\(U\+"):
        print_cards([Entry(character)], Job(strict=True))


@pytest.mark.parametrize(
    "text", ["a" + "\u0301" * 19_000, "س" * 10_000, "x\n" * 2_000], ids=["marks", "arabic", "lines"]
)
def test_a_text_that_goes_on_for_very_long_is_broken_into_lines_once(
    text: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Not anew for each continuation card: in a browser a hostile link would keep the page busy for minutes."""
    wrap, broken = fitting.wrap, []

    def counted(text: str, *rest: Any) -> tuple[str, ...]:
        broken.append(len(text))
        return wrap(text, *rest)

    monkeypatch.setattr(fitting, "wrap", counted)
    cards = compose(example_party()[0]._replace(secret=text), CARDS["poker"]).cards
    assert len(cards) > 20
    assert sum(broken) < 6 * max(broken)


@pytest.mark.parametrize("key", ["name", "adjective", "item_jack", "description", "flaw"])
@pytest.mark.parametrize("style", STYLES.values(), ids=list(STYLES))
def test_what_does_not_fit_goes_on_on_another_card(key: str, style: Style) -> None:
    text = " ".join(f"word{number}" for number in range(300))
    character = plain(**{key: text})
    composed = compose(character, POKER, style)
    assert len(composed.cards) > 1
    sides = [side for pair in composed.cards for side in pair]
    parts = [part for side in sides for part in side.parts if isinstance(part, Text)]
    field = "concept" if key == "adjective" else key
    typed = getattr(character, field)
    assert "".join(line for part in parts if part.field == field for line in part.lines) == typed
    assert min(part.size for part in parts if part.field) >= style.floor
    assert (
        pictures(sides[0]).count("goes on, on the next card") + pictures(sides[1]).count("goes on, on the next card")
        == 1
    )
    made = print_cards([Entry(character)], Job(style=style))
    assert made.cards == len(composed.cards)
    assert made.pages == 2 * -(-made.cards // 9)


def test_a_form_cannot_go_on_elsewhere() -> None:
    with pytest.raises(CardError, match=r"Wren: .*escription.*: .*without --form it goes on, on another card"):
        print_cards([Entry(plain(description="far too long " * 200))], Job(form=True))


def test_nothing_to_print_and_no_such_sides() -> None:
    with pytest.raises(CardError, match="no card"):
        sheet([])
    with pytest.raises(CardError, match="both, front, back"):
        sheet([BLANK], sides="neither")  # type: ignore[arg-type]


def test_the_same_cards_give_the_same_bytes(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SOURCE_DATE_EPOCH", "1700000000")
    assert sheet(example_party()[:2]) == sheet(example_party()[:2])


# In words, for the command line

CREW = json.dumps({"format": "aces-party/1", "title": "Ours", "character": [plain().plain()]})


def test_words_ask_for_cards() -> None:
    ahead, _ = pages(from_words(files={"crew.json": CREW}, paper="letter", flip="short"))
    assert "Wren" in ahead
    assert "Ours.Printat100%" in ahead


@pytest.mark.parametrize(
    ("asked", "message"),
    [
        ({}, "nothing to print. Allowed: files of characters, blank, party"),
        ({"blank": True, "party": True}, "'blank and party' cannot be asked for together"),
        (
            {"blank": True, "size": "a7"},
            "'a7' is not a size of cards. Allowed: poker, poker-inch, bridge, tarot, index",
        ),
        ({"blank": True, "paper": "a3"}, "'a3' is not a paper. Allowed: a4, letter, pa4, card"),
        ({"blank": True, "sides": "top"}, "'top' is not a choice of sides. Allowed: both, front, back, fold"),
        ({"blank": True, "style": "fancy"}, "'fancy' is not a style. Allowed: cabaret, plain, large"),
        ({"blank": True, "flip": "none"}, "'none' is not an edge to turn the sheet over. Allowed: long, short"),
        ({"files": {"x.toml": 'format = "aces-party/1"'}}, "x.toml: character: missing"),
        ({"files": {"x.toml": "format ="}}, "x.toml: line 1"),
        ({"files": {"x.json": "{,"}}, "x.json: line 1, column 2"),
        ({"files": {"x.json": "[1]"}}, "x.json: must be a JSON object"),
        ({"files": {"x.json": "[" * 100_000}}, "x.json: is nested too deeply"),
    ],
)
def test_words_that_do_not_fit_are_one_clear_line(asked: dict[str, object], message: str) -> None:
    with pytest.raises(AcesError) as caught:
        from_words(**asked)  # type: ignore[arg-type]
    assert message in str(caught.value)
    assert "\n" not in str(caught.value)


def test_blank_cards_fill_the_sheet_that_is_not_full() -> None:
    ahead, behind = pages(from_words(files={"x.json": CREW}, size="a6", paper="letter", fill=True))
    assert ahead.count("Athletics") == 2
    assert behind.count("A.C.E.S.") == 1


def test_too_many_cards_are_refused_with_the_number(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(character_cards, "MOST_CARDS", 4)
    with pytest.raises(CardError, match="5 cards are too many for one file; 4 are the most"):
        from_words(party=True)


# For the site


def test_the_page_offers_every_pdf_there_is() -> None:
    shown = card_gallery.sizes() + card_gallery.table_sheets()
    made = {output.name for output in (*card_gallery.OUTPUTS, *card_sheets.OUTPUTS) if output.name.endswith(".pdf")}
    assert len(made) == len(PAPERS) * (len(CARDS) * (len(STYLES) + 2) + len(card_sheets.SHEETS))
    for name in made:
        assert shown.count(f'href="../{name}"') == 1
    assert len(set(re.findall('aria-label="([^"]+)"', shown))) == len(made)
    pictures = shown + card_gallery.gallery() + card_gallery.whole_sheet()
    for shot in card_gallery.shots():
        assert pictures.count(f"{shot.name}.webp") == 1


@pytest.mark.parametrize("kind", ["blank", "form", "party"])
def test_a_download_is_a_full_sheet(kind: str) -> None:
    one = card_gallery.Download(kind, CARDS["tarot"], STYLES["cabaret"], LETTER)
    assert one.name == f"{kind}-tarot-letter.pdf"
    report = check(one.make())
    assert not report.faults
    assert len(report.pages) == 2
    assert sum(page.count("PlotArmor") for page in pages(one.make())) == one.per_sheet == 6


@pytest.mark.parametrize("name", card_sheets.SHEETS)
@pytest.mark.parametrize("paper", PAPERS.values(), ids=list(PAPERS))
def test_a_sheet_for_the_table_says_what_the_engine_says(name: str, paper: Size) -> None:
    data = card_sheets.make(name, paper)
    report = check(data)
    assert not report.faults
    assert len(report.pages) == (2 if name == "calibration" else 1)
    words = "".join(pages(data))
    if name == "dealer-screen":
        assert report.pages[0].width == pytest.approx(paper.height)
        ref = quick_reference.reference()
        for key in ("cards", "setup", "hit", "stop", "harm", "growth"):
            assert all(squeezed(line.text) in words for line in ref.section(key).lines)
        for each in quick_reference.reference().checks:
            assert all(squeezed(word) in words for word in (*each.question.split(), each.name))
    if name == "scene-sheet":
        assert report.figures == 5 * 3 + 4 * ((report.figures - 15) // 4)
        assert all(title in words for title in ("Critical", "Success", "Failure", "Catastrophe", "PlotArmor"))


def test_the_cards_in_a_page_are_the_cards_in_the_pdf() -> None:
    """One composition, two painters: the same lines, the same places, escaped."""
    character = LONG._replace(name="<b>O’Neill</b>")
    for style in STYLES.values():
        for side in compose(character, POKER, style).cards[0]:
            html = card_html.html(card_html.side_node(side))
            assert "<b>" not in html
            assert html.count("<bdi>") == sum(len(part.lines) for part in side.parts if isinstance(part, Text))
            for part in side.parts:
                assert f"left:{card_drawing.mm(part.area.x)}mm;top:{card_drawing.mm(part.area.y)}mm" in html
    fields = card_html.html(card_html.side_node(front(character, POKER, STYLES["plain"], card_sides.Extras(form=True))))
    assert fields.count("<input") + fields.count("<textarea") == 2 + 2 + 1 + 4 * 6 + 4 + 5
    assert 'value="&lt;b&gt;O’Neill&lt;/b&gt;"' in fields


def test_what_layout_knows_of_the_letters_is_data(monkeypatch: pytest.MonkeyPatch) -> None:
    """A browser is given it as JSON, and breaks the same lines."""
    before = compose(LONG, POKER).cards[0][1].parts
    data = glyphs.as_json()
    assert len(data) < 80_000
    monkeypatch.setattr(glyphs, "_given", None)
    glyphs.use(data)
    try:
        assert compose(LONG, POKER).cards[0][1].parts == before
    finally:
        monkeypatch.undo()
        glyphs.metrics.cache_clear()
        glyphs.outline.cache_clear()
