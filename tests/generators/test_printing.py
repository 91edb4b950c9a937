"""What goes wrong with printed cards elsewhere, and must not here: one test for each kind of fault.

Everything is read back from the finished PDF with another library than the one that wrote it: boxes, text,
fields, faces; and, where front and back meet, pixels.
"""

from __future__ import annotations

import ctypes
import json
import re
import shutil
import subprocess
import sys
from collections.abc import Sequence
from functools import cache
from itertools import pairwise
from pathlib import Path

import pypdfium2
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from PIL import Image, ImageChops

from aces.cards import SUITS, Suit
from aces.faults import BadFile
from aces.lite.character import STATS, Character, example_party
from aces.rules import AcesError, BadText
from generators import card_batch, card_drawing, card_extras, card_sides, card_sources, card_styles
from generators.card_check import Report, check, page_texts, squeezed
from generators.card_plans import Job, job_of
from generators.card_press import Printed, print_cards
from generators.card_sides import BLANK, Blank, CardError, Photo, Picture, Text, compose
from generators.card_styles import CABARET, STYLES, drawn
from generators.character_cards import Entry
from generators.imposition import (
    CARDS,
    PAPERS,
    POINTS_PER_MM,
    DoesNotFitError,
    Flip,
    Mark,
    Place,
    Size,
    card_paper,
    fold_over,
    grid,
)

POKER, A6 = CARDS["poker"], CARDS["a6"]
A4, LETTER, PA4 = PAPERS["a4"], PAPERS["letter"], PAPERS["pa4"]
raw = pypdfium2.raw


def one(name: str = "Wren", **more: object) -> Character:
    base = Character(name, "Quiet", "Gumshoe", (3, 3, 3, 2), Suit.CLUBS)
    return base._replace(item_seven="Lamp", item_jack="Key", goal="Win.", flaw="Talks.", secret="Lost.")._replace(
        **more
    )


def crew(count: int) -> list[Entry]:
    return [Entry(one(f"Crew {number:03}")) for number in range(count)]


def texts(data: bytes) -> list[str]:
    return [squeezed(text) for text in page_texts(data)]


@cache
def form() -> Printed:
    return print_cards([Entry(BLANK), Entry(example_party()[1])], Job(form=True))


@cache
def form_report() -> Report:
    return check(form().data)


# Paper and geometry


def ink(data: bytes, page: int, scale: float) -> Image.Image:
    """What is printed on a page, dark on light."""
    with pypdfium2.PdfDocument(data) as document:
        return document[page].render(scale=scale / POINTS_PER_MM).to_pil().convert("L")


@pytest.mark.parametrize("flip", Flip)
def test_1_the_party_turned_over_has_every_back_behind_its_front(flip: Flip) -> None:
    """The frames of front and turned back, in pixels of a tenth of a millimetre: on each other within 0.2 mm."""
    data = print_cards([Entry(each) for each in example_party()], Job(flip=flip, marks=False)).data
    front, back = (ink(data, page, 10) for page in (0, 1))
    way = Image.Transpose.FLIP_LEFT_RIGHT if flip is Flip.LONG_EDGE else Image.Transpose.FLIP_TOP_BOTTOM
    back = back.transpose(way)
    names = [squeezed(each.name) for each in example_party()]
    for place, name in zip(grid(POKER, A4).fronts(), names, strict=False):
        region = tuple(round(10 * edge) for edge in (place.x, place.y, place.right, place.bottom))
        boxes = [ImageChops.invert(side.crop(region)).point([0] * 64 + [255] * 192).getbbox() for side in (front, back)]
        assert boxes[0] and boxes[1], name
        assert all(abs(a - b) <= 2 for a, b in zip(*boxes, strict=True)), (name, boxes)
    ahead, behind = texts(data)
    order = [name for name in names if name in ahead and name in behind]
    assert order == names


def test_1_folded_over_every_back_comes_behind_its_front() -> None:
    for size in CARDS.values():
        for paper in PAPERS.values():
            if size.name == "page":
                with pytest.raises(DoesNotFitError, match=r"190 x 260 mm does not fit on half of"):
                    fold_over(size, paper)
                continue
            layout = fold_over(size, paper)
            line = layout.fold
            for front, back in zip(layout.fronts(), layout.backs(), strict=True):
                if line.x1 == line.x2:
                    assert (back.x + back.right + front.x + front.right) / 4 == pytest.approx(line.x1)
                    assert (back.y, back.rotation) == (front.y, 0)
                else:
                    assert (back.y + back.bottom + front.y + front.bottom) / 4 == pytest.approx(line.y1)
                    assert (back.x, back.rotation) == (front.x, 180)
    data = print_cards(crew(5), Job(sides="fold")).data
    shown = texts(data)
    assert len(shown) == 2
    assert all(shown[number // 4].count(f"Crew00{number}") == 2 for number in range(5))


def test_2_places_stay_where_they_are_on_a_sheet_that_is_not_full() -> None:
    mixed = [Entry(one("Wren")), Entry(BLANK), Entry(one("Lark"))]
    with pypdfium2.PdfDocument(print_cards(mixed, Job()).data) as document:
        found = []
        for page in document:
            search = page.get_textpage().search("Lark", match_case=True)
            text, (start, count) = page.get_textpage(), search.get_next()
            found.append(text.get_charbox(start)[0] / POINTS_PER_MM)
            assert count == 4
    fronts, backs = grid(POKER, A4).fronts(), grid(POKER, A4).backs(Flip.LONG_EDGE)
    assert fronts[2].x < found[0] < fronts[2].right
    assert backs[2].x < found[1] < backs[2].right


def test_3_backs_move_by_the_offset_and_nothing_else_does() -> None:
    plain, moved = (print_cards(crew(2), Job(offset=offset)).data for offset in ((0.0, 0.0), (3.5, -2.0)))
    assert ImageChops.difference(ink(plain, 0, 4), ink(moved, 0, 4)).getbbox() is None
    shifted = ImageChops.offset(ink(plain, 1, 4), 14, -8)
    middle = (100, 80, 740, 600)
    assert ImageChops.difference(shifted.crop(middle), ink(moved, 1, 4).crop(middle)).getextrema()[1] < 90
    with pytest.raises(CardError, match=r"offset of 30, 0 mm; at most 20 mm"):
        print_cards(crew(1), Job(offset=(30.0, 0.0)))


@pytest.mark.parametrize(("paper", "points"), [(LETTER, (612, 792)), (A4, (595.28, 841.89)), (PA4, (595.28, 793.70))])
def test_4_every_media_box_is_the_paper_asked_for(paper: Size, points: tuple[float, float]) -> None:
    with pypdfium2.PdfDocument(print_cards(crew(10), Job(paper=paper)).data) as document:
        for page in document:
            assert page.get_mediabox()[2:] == pytest.approx(points, abs=0.01)
    assert PA4.width <= min(A4.width, LETTER.width)
    assert PA4.height <= min(A4.height, LETTER.height) + 1


def test_5_what_does_not_fit_is_refused_with_the_numbers() -> None:
    with pytest.raises(DoesNotFitError, match=r"A4 is 210 mm wide and takes 3"):
        grid(POKER, A4, columns=4)
    with pytest.raises(DoesNotFitError, match=r"card of 190 mm with 20 mm of bleed does not fit: A4 is 210 mm wide"):
        grid(CARDS["page"], A4, bleed=20)
    for size in CARDS.values():
        for paper in PAPERS.values():
            for bleed in (0.0, 3.0):
                try:
                    places = grid(size, paper, bleed=bleed).fronts()
                except DoesNotFitError:
                    continue
                for a, b in pairwise(places):
                    assert max(b.x - a.right, b.y - a.bottom) >= 2 * bleed - 1e-6
                assert min(place.x for place in places) >= bleed - 1e-6
                assert max(place.bottom for place in places) <= paper.height - bleed + 1e-6


def test_6_a_printed_ruler_is_true_and_the_printer_is_told_not_to_scale() -> None:
    data = print_cards(crew(1), Job()).data
    report = check(data)
    assert report.true_size
    assert report.duplex == "over the long edge"
    assert "50mm" in texts(data)[0]
    image = ink(data, 0, 20)
    strip = image.crop((20 * 149, 20 * 7, 20 * 200, 20 * 10))  # the line of the ruler and its ticks
    row = max(range(strip.height), key=lambda y: sum(strip.getpixel((x, y)) < 160 for x in range(strip.width)))
    dark = [x for x in range(strip.width) if strip.getpixel((x, row)) < 160]
    assert (max(dark) - min(dark)) / 20 == pytest.approx(50, abs=0.25)
    assert (CARDS["poker-inch"].width, CARDS["poker-inch"].height) == pytest.approx((63.5, 88.9))


@pytest.mark.parametrize(("count", "pages"), [(9, 2), (10, 4), (18, 4), (19, 6)])
def test_7_the_number_of_pages_is_exact(count: int, pages: int) -> None:
    shown = texts(print_cards(crew(count), Job()).data)
    assert len(shown) == pages
    assert all("Crew" in page for page in shown)


def test_8_a_page_a_card_has_the_size_of_the_card_on_every_page() -> None:
    for bleed, marks in ((0.0, False), (3.0, False), (3.0, True)):
        job = Job(CARDS["tarot"], None, bleed=bleed, marks=marks)
        report = check(print_cards(crew(3), job).data)
        assert len(report.pages) == 6
        assert not report.faults
        paper = card_paper(CARDS["tarot"], bleed, marks)
        for page in report.pages:
            assert (page.width, page.height) == pytest.approx((paper.width, paper.height), abs=0.02)
            trim, wide = page.trim, page.bleed
            assert (trim[2] - trim[0], trim[3] - trim[1]) == pytest.approx((70, 120), abs=0.02)
            assert [a - b for a, b in zip(trim, wide, strict=True)] == pytest.approx(
                [bleed, bleed, -bleed, -bleed], abs=0.02
            )


@pytest.mark.parametrize("count", [1, 2, 9, 10, 100])
def test_9_names_come_out_as_they_went_in(count: int) -> None:
    shown = texts(print_cards(crew(count), Job(sides="front"), processes=1).data)
    found = re.findall(r"Crew\d{3}", "".join(shown))
    assert found == [f"Crew{number:03}" for number in range(count)]


def test_10_marks_lie_outside_the_cards_and_show_on_dark_ones() -> None:
    for size in CARDS.values():
        for bleed in (0.0, 3.0):
            try:
                layout = grid(size, A4, bleed=bleed)
            except DoesNotFitError:
                continue
            for marks, places in (
                (layout.marks(), layout.fronts()),
                (layout.back_marks(Flip.LONG_EDGE), layout.backs(Flip.LONG_EDGE)),
            ):
                assert not [(mark, place) for mark in marks for place in places if inside(mark, place)]
                if layout.columns * layout.rows > 1:
                    inner = [mark for mark in marks if within(mark, layout.block)]
                    assert inner, "a mark is left after the first cut"
    light, dark = card_drawing.crop_marks([Mark(0, 0, 0, 5)])
    assert light.width > dark.width
    assert contrast(light.stroke, "card-back") > 3
    block = grid(POKER, A4, bleed=3).block
    page = check(print_cards(crew(1), Job(bleed=3.0)).data).pages[0]
    assert page.trim == pytest.approx((block.x, 297 - block.bottom, block.right, 297 - block.y), abs=0.02)
    assert page.bleed == pytest.approx((block.x - 3, 294 - block.bottom, block.right + 3, 300 - block.y), abs=0.02)


def inside(mark: Mark, place: Place) -> bool:
    x, y = (mark.x1 + mark.x2) / 2, (mark.y1 + mark.y2) / 2
    return place.x + 0.01 < x < place.right - 0.01 and place.y + 0.01 < y < place.bottom - 0.01


def within(mark: Mark, place: Place) -> bool:
    return (
        min(mark.x1, mark.x2) >= place.x - 0.01
        and max(mark.x1, mark.x2) <= place.right + 0.01
        and min(mark.y1, mark.y2) >= place.y - 0.01
        and max(mark.y1, mark.y2) <= place.bottom + 0.01
    )


def contrast(one_ink: str, other: str) -> float:
    from generators.design import contrast as ratio

    return ratio(card_drawing.colour(one_ink), card_drawing.colour(other))


def test_11_suits_differ_in_shape_and_saving_ink_saves_it() -> None:
    assert len({card_drawing.pip(suit, 5, 5, 4)[0].path for suit in SUITS}) == len(SUITS)
    usual, saving = (
        ink(print_cards([Entry(example_party()[1])], Job(style=style)).data, 0, 6)
        for style in (CABARET, CABARET._replace(saving=True))
    )
    dark = [sum(255 - level for level in image.tobytes()) for image in (usual, saving)]
    assert dark[1] < 0.9 * dark[0]
    for suit in SUITS:
        (shape,) = drawn(card_drawing.pip(suit, 5, 5, 4), CABARET._replace(saving=True))
        assert (shape.fill, shape.stroke) == ("", "ink")
    grey = CABARET._replace(saving=True).ink("copper")
    assert grey[1:3] == grey[3:5] == grey[5:7]


# Text

LONG = "Buy back the airship Marigold, the hull her mother built, before the auction. " * 12


@pytest.mark.parametrize("style", STYLES.values(), ids=list(STYLES))
def test_12_a_goal_too_long_shrinks_and_then_goes_on_and_is_all_there(style: card_styles.Style) -> None:
    made = print_cards([Entry(one(goal=LONG, flaw=LONG[:300]))], Job(style=style))
    assert made.cards > 1
    sides = [side for pair in compose(one(goal=LONG, flaw=LONG[:300]), POKER, style).cards for side in pair]
    lines = [
        line
        for side in sides
        for part in side.parts
        if isinstance(part, Text) and part.field == "goal"
        for line in part.lines
    ]
    assert "".join(lines) == LONG
    assert "".join(texts(made.data)).count("Marigold") == LONG.count("Marigold") + LONG[:300].count("Marigold")


def test_12_a_file_that_lost_text_does_not_leave(monkeypatch: pytest.MonkeyPatch) -> None:
    from generators import card_pdf
    from generators.pdf import PrintError

    real = card_pdf.text_operators
    monkeypatch.setattr(
        card_pdf,
        "text_operators",
        lambda text, style, glyphs: b"" if text.lines == ("Win.",) else real(text, style, glyphs),
    )
    with pytest.raises(PrintError, match=r"page 2 does not read as it was set; 'Win\.' is lost"):
        print_cards([Entry(one())], processes=1)


def test_13_a_word_without_a_break_stays_within_its_card() -> None:
    word = "Donaudampfschifffahrtselektrizitätenhauptbetriebswerkbauunterbeamtengesellschaft"
    for size in CARDS.values():
        for style in STYLES.values():
            character = one(word, item_seven=word, description=word, goal=word)
            for pair in compose(character, size, style).cards:
                for side in pair:
                    for part in side.parts:
                        if isinstance(part, Text) and part.face:
                            face = card_styles.Face(part.face, part.weight, part.style).typeface
                            assert all(
                                face.width(line.rstrip(), part.size) <= part.area.width + 0.01 for line in part.lines
                            )


@pytest.mark.parametrize("style", STYLES.values(), ids=list(STYLES))
@pytest.mark.parametrize("size", CARDS.values(), ids=list(CARDS))
def test_14_no_two_parts_intersect(size: Size, style: card_styles.Style) -> None:
    name = "Archduchess Wilhelmina Featherstonehaugh-Cholmondeley of the Upper Fens"
    for character, extras in (
        (one(name, description=LONG[:90], goal=LONG[:90]), card_sides.PLAIN),
        (one(name, description=LONG[:90]), card_sides.Extras(portrait="x", qr=((True,) * 29,) * 29)),
        (BLANK, card_sides.Extras(form=True)),
    ):
        for pair in compose(character, size, style, extras).cards:
            for side in pair:
                areas = [(part.area, part) for part in side.parts]
                for place, (a, first) in enumerate(areas):
                    assert a.x >= side.inset, first
                    assert a.y + a.height <= size.height - side.inset + 0.01, first
                    for b, second in areas[place + 1 :]:
                        wide = min(a.x + a.width, b.x + b.width) - max(a.x, b.x)
                        high = min(a.y + a.height, b.y + b.height) - max(a.y, b.y)
                        assert min(wide, high) < 0.45, (first, second)


@pytest.mark.parametrize(
    "text", ["Łódź", "O’Neill", "Žluťoučký kůň", "Жар-птица", "Ξανθίππη", "Nguyễn Thị Ánh", "10♥\ufe0f"]
)
def test_15_scripts_that_our_faces_have_are_printed(text: str) -> None:
    for style in STYLES.values():
        made = print_cards([Entry(one(text, description=text))], Job(style=style, strict=True))
        assert texts(made.data)[0].count(squeezed(text)) >= 2


@pytest.mark.parametrize("text", ["AB🎩CD", "李小龍", "שלום Wren", "مرحبا"])
def test_15_a_letter_no_face_has_is_its_number_and_a_warning(text: str) -> None:
    made = print_cards([Entry(one(f"Wren {text}"))])
    (missing,) = made.missing
    shown = texts(made.data)[0]
    assert missing.field == "name"
    assert missing.characters
    for letter in missing.characters:
        assert f"[U+{ord(letter):04X}]" in shown
    with pytest.raises(CardError, match=r"Wren.*: Name: no printed face has"):
        print_cards([Entry(one(f"Wren {text}"))], Job(strict=True))


AS_TYPED = [
    '"Fair" Trade',
    "Sasuke #4",
    "<b>Bold</b>",
    "{{ 7*7 }}",
    "{% raw %}",
    "&amp;",
    "one\ttwo\nthree",
    "$(x) `y` \\0 ../../etc",
]


@pytest.mark.parametrize("text", AS_TYPED)
def test_16_what_is_typed_is_printed_as_typed(text: str) -> None:
    made = print_cards(
        [Entry(one(text.replace("\n", " "), item_jack=text.replace("\n", " "), description=text, secret=text))]
    )
    assert squeezed(text) in texts(made.data)[0]
    assert squeezed(text) in texts(made.data)[1]


def test_17_nothing_left_is_empty_boxes_and_not_a_default() -> None:
    front = card_sides.front(one(hp=0, plot_armor=0), POKER)
    said = [part.alt for part in front.parts if isinstance(part, Picture)]
    assert said[-2:] == ["0 of 3 left", "0 of 2 left"]
    ticked = [
        (part.key, part.ticked)
        for part in card_sides.front(one(hp=0, plot_armor=0), POKER, CABARET, card_sides.Extras(form=True)).parts
        if isinstance(part, Blank) and part.key.startswith(("hp", "plot"))
    ]
    assert all(on for _, on in ticked)
    assert len(ticked) == 5


# Forms


def test_18_fields_are_unique_labelled_printed_and_lie_on_their_cards() -> None:
    report = form_report()
    assert not report.faults
    names = [field.name for field in report.fields if not field.choice]
    assert len(set(names)) == len(names)
    assert len([field for field in report.fields if field.choice]) == 2 * len(SUITS)
    places = {"c01": (grid(POKER, A4).fronts()[0], grid(POKER, A4).backs(Flip.LONG_EDGE)[0])}
    places["c02"] = (grid(POKER, A4).fronts()[1], grid(POKER, A4).backs(Flip.LONG_EDGE)[1])
    for field in report.fields:
        assert re.fullmatch(r"c0[12]_[a-z0-9_]+", field.name)
        assert field.printed
        place = places[field.name[:3]][field.page - 1]
        left, bottom, right, top = field.box
        assert place.x <= left < right <= place.right
        assert 297 - place.bottom <= bottom < top <= 297 - place.y
    values = {field.name: field.value for field in report.fields}
    assert values["c02_name"] == "Bashir Wójcik"
    assert values["c01_name"] == ""
    assert values["c02_affinity"] == "hearts"
    assert [values[f"c02_cunning_{place}"] for place in range(1, 7)] == ["Yes"] * 4 + ["Off"] * 2


def test_18_a_field_can_be_typed_into_saved_and_printed() -> None:
    """As a viewer does it, through PDFium: the face is whole, so that letters which were not there can be typed."""
    with pypdfium2.PdfDocument(form().data) as document:
        document.init_forms()
        page = document[0]
        field = next(field for field in form_report().fields if field.name == "c01_name")
        x, y = (field.box[0] + 3) * POINTS_PER_MM, (field.box[1] + field.box[3]) / 2 * POINTS_PER_MM
        env = document.formenv.raw
        raw.FORM_OnLButtonDown(env, page.raw, 0, x, y)
        raw.FORM_OnLButtonUp(env, page.raw, 0, x, y)
        typed = ctypes.create_string_buffer("Łódź Ж".encode("utf-16-le") + b"\0\0")
        raw.FORM_ReplaceSelection(env, page.raw, ctypes.cast(typed, ctypes.POINTER(ctypes.c_ushort)))
        raw.FORM_ForceToKillFocus(env)
        box = [field.box[0], 297 - field.box[3], field.box[2], 297 - field.box[1]]
        region = tuple(round(8 * value) for value in box)
        page.close()
        page = document[0]
        image = page.render(scale=8 / POINTS_PER_MM, may_draw_forms=True).to_pil().convert("L").crop(region)
        before = ink(form().data, 0, 8).crop(region)
        assert sum(level < 100 for level in image.tobytes()) > 5 * sum(level < 100 for level in before.tobytes()) + 100
        import io

        out = io.BytesIO()
        document.save(out)
    again = {field.name: field.value for field in check(out.getvalue()).fields}
    assert again["c01_name"] == "Łódź Ж"


def test_18_poppler_prints_what_is_filled_in(tmp_path: Path) -> None:
    """Checked boxes and values are drawn by their own appearances, in any program."""
    if shutil.which("pdftoppm") is None:
        assert form_report().fields  # PDFium has drawn them above; this machine has no second program
        return
    (tmp_path / "form.pdf").write_bytes(form().data)
    subprocess.run(["pdftoppm", "-r", "150", "-png", "-gray", "form.pdf", "page"], cwd=tmp_path, check=True)
    page = Image.open(next(tmp_path.glob("page-*1.png"))).convert("L")

    def darkness(name: str) -> int:
        field = next(field for field in form_report().fields if field.name == name)
        left, bottom, right, top = field.box
        region = tuple(round(150 / 25.4 * value) for value in (left, 297 - top, right, 297 - bottom))
        return sum(255 - level for level in page.crop(region).tobytes())

    assert darkness("c02_cunning_4") > 1.8 * darkness("c02_cunning_5")
    assert darkness("c02_name") > 5000 + darkness("c01_name")


# Input files

HEAD = "Name;Concept;Athletics;Cunning;Eloquence;Strange;Affinity;Goal;ID;Copies"
SHEET = "\r\n".join(
    (
        f"\ufeff{HEAD}",
        '"Wren";Quiet Gumshoe;3;3;3;2;♣;"Two\r\nlines; and ""more""";40;1',
        ";;;;;;;;;",
        "Lark;Old Sailor;3;3;3;2;hearts;;7;2\r\n",
    )
)


def test_19_a_spreadsheet_as_spreadsheets_write_it() -> None:
    found = card_sources.characters_of(SHEET, "crew.csv").characters
    assert [each.name for each in found] == ["Wren", "Lark", "Lark"]
    assert found[0].goal == 'Two\nlines; and "more"'
    assert (found[0].adjective, found[0].role, found[0].affinity) == ("Quiet", "Gumshoe", Suit.CLUBS)
    comma = SHEET.replace("; and", ", and").replace(";", ",").replace("lines,", '"lines,').replace('"lines,', "lines,")
    assert len(card_sources.characters_of(comma, "crew.csv").characters) == 3


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "crew.csv: is empty"),
        (HEAD, "crew.csv: has no rows"),
        ("Name;Golly\nWren;x", "crew.csv: column 2: 'Golly' is not known; did you mean goal?"),
        ("Name;Name\nWren;x", "crew.csv: column 2: 'Name': there is a column for name already"),
        (
            HEAD + "\nWren;Quiet Gumshoe;x;3;3;2;clubs;;1;1",
            "crew.csv: line 2, athletics: must be a whole number, not 'x'",
        ),
        (
            HEAD + "\nWren;Quiet Gumshoe;3;3;3;2;clubs;;1;101",
            "crew.csv: line 2, copies: must be from 0 to 100, not 101",
        ),
        (HEAD + '\n"Wren;', "crew.csv: line 2: "),
        (HEAD + "\nWren;Quiet Gumshoe;4;4;4;4;clubs;;1;1", "crew.csv: line 2, stats: "),
        (HEAD + "\nWren;Quiet Gumshoe;3;3;3;2;cups;;1;1", "crew.csv: line 2, affinity: 'cups' is not known"),
        (HEAD + "\n" + ";" * 20 + "x", "crew.csv: line 2: has 21 cells under 10 columns"),
    ],
)
def test_19_a_fault_of_a_spreadsheet_is_named_by_line_and_column(text: str, message: str) -> None:
    with pytest.raises(BadFile) as caught:
        card_sources.characters_of(text, "crew.csv")
    assert str(caught.value).startswith(message)


def test_19_one_run_has_a_cap(tmp_path: Path) -> None:
    rows = "\n".join(f"Crew;Quiet Gumshoe;3;3;3;2;clubs;;1;{copies}" for copies in [100] * 101)
    with pytest.raises(BadFile, match="asks for 10,100 cards; at most 10,000"):
        card_sources.characters_of(f"{HEAD}\n{rows}", "crew.csv")
    (tmp_path / "wide.csv").write_bytes(SHEET.encode("utf-16"))
    assert len(card_sources.load(tmp_path / "wide.csv").characters) == 3


PLAIN = {"format": "aces-party/1", "character": [one().plain()]}
YAML = """\
format: aces-party/1
character:
  - name: No
    adjective: on
    role: 2nd
    stats: {athletics: 3, cunning: 3, eloquence: 3, strange: 2}
    affinity: clubs
    goal: |
      Two
      lines
"""


def test_20_other_files_are_read_strictly_and_old_ones_say_so() -> None:
    (found,) = card_sources.characters_of(YAML, "crew.yaml").characters
    assert (found.name, found.adjective, found.role, found.goal) == ("No", "on", "2nd", "Two\nlines")
    for text, source, message in (
        (json.dumps(PLAIN | {"format": "aces-party/2"}), "x.json", "x.json: format: version 2 is newer"),
        (json.dumps(PLAIN | {"format": "card"}), "x.json", 'x.json: format: must be "aces-party/1"'),
        (YAML.replace("strange: 2", "strange: 9"), "x.yml", "x.yml: character[1].stats"),
        (YAML + "    goal: again\n", "x.yml", "x.yml: line "),
        ("a: &x [1]\nb: *x", "x.yml", "x.yml: line 2, column 4: an alias"),
        ("!!python/object/apply:os.system ['true']", "x.yml", "x.yml: line 1"),
        ("a: [1", "x.yml", "x.yml: line 1"),
        ("[" * 5000, "x.yml", "x.yml: "),
        ('{"a": 1, "a": 2}', "x.json", "x.json: the key 'a' stands twice"),
    ):
        with pytest.raises(BadFile) as caught:
            card_sources.characters_of(text, source)
        assert str(caught.value).startswith(message), caught.value


def test_20_a_campaign_is_a_source(tmp_path: Path) -> None:
    from aces.lite.campaign import begin
    from generators.campaign_file import written

    campaign = begin("Heron Street", example_party()[:2])
    (tmp_path / "heron.toml").write_text(written(campaign), "utf-8")
    entries, about = card_batch.gather([tmp_path / "heron.toml"])
    assert [entry.character.name for entry in entries] == [each.name for each in example_party()[:2]]
    assert about.title


def test_21_two_characters_of_one_name_are_two_files(tmp_path: Path) -> None:
    entries = [Entry(one("Wren")), Entry(one("wren")), Entry(one("../../Wren")), Entry(one("李"))]
    batch = card_batch.write(entries, Job(), card_batch.About(), tmp_path / "each", each=True)
    assert sorted(path.name for path in (tmp_path / "each").iterdir()) == [
        "card.pdf",
        "wren-2.pdf",
        "wren-3.pdf",
        "wren.pdf",
    ]
    assert {one_file.path.parent for one_file in batch.written} == {tmp_path / "each"}
    assert [path.name for path in tmp_path.iterdir()] == ["each"]


def test_22_an_unknown_key_suggests_the_nearest() -> None:
    wrong = {**PLAIN, "character": [{**one().plain(), "gaol": "x"}]}
    with pytest.raises(BadFile, match=r"character\[1\]\.gaol: unknown key; did you mean goal\?"):
        card_sources.characters_of(json.dumps(wrong), "x.json")


# Process


def test_23_many_cards_go_into_numbered_files(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(card_batch, "MOST_CARDS", 10)
    told: list[tuple[int, int]] = []
    batch = card_batch.write(
        crew(20),
        Job(),
        card_batch.About(),
        tmp_path / "all.pdf",
        progress=lambda done, total: told.append((done, total)),
    )
    assert [each.path.name for each in batch.written] == ["all-01.pdf", "all-02.pdf", "all-03.pdf"]
    assert [each.cards for each in batch.written] == [9, 9, 2]
    assert told == sorted(told)
    assert told[-1] == (20, 20)
    whole = card_batch.write(crew(20), Job(), card_batch.About(), tmp_path / "one.pdf", one_file=True)
    assert [(each.cards, each.pages) for each in whole.written] == [(20, 6)]
    assert check((tmp_path / "one.pdf").read_bytes()).tagged


def test_23_a_fault_in_the_last_card_writes_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(card_batch, "MOST_CARDS", 1)
    with pytest.raises(CardError, match="李"):
        card_batch.write([*crew(3), Entry(one("李"))], Job(strict=True), card_batch.About(), tmp_path / "all.pdf")
    assert not list(tmp_path.iterdir())


def test_24_the_same_cards_are_the_same_bytes_in_any_number_of_processes(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SOURCE_DATE_EPOCH", "1700000000")
    single, double = (print_cards(crew(20), Job(), processes=count).data for count in (1, 2))
    assert single == double
    monkeypatch.delenv("SOURCE_DATE_EPOCH")
    assert print_cards(crew(2)).data == print_cards(crew(2)).data


def test_25_a_card_costs_no_more_among_many() -> None:
    """Work counted, not time: twice the cards are twice the pages of about twice the bytes."""
    some, more = (print_cards(crew(count), processes=1) for count in (36, 72))
    assert (some.pages, more.pages) == (8, 16)
    assert len(more.data) < 2.1 * len(some.data)


def test_26_it_is_tagged_titled_and_in_reading_order() -> None:
    data = print_cards([Entry(example_party()[0])], Job()).data
    report = check(data)
    assert report.tagged
    assert report.language == "en"
    assert report.title == "Character Cards"
    assert not report.faults
    assert all(report.fonts.values())
    with pypdfium2.PdfDocument(data) as document:
        tags = [tags_of(page) for page in document]
    assert tags[0][:5] == ["Sect", "Art", "P", "P", "Art"]
    assert tags[0][5] == tags[1][5] == "H1"
    assert tags[0].count("Figure") == len(STATS) + 2
    assert [tag for tag in tags[1] if tag[0] == "H"] == ["H1", "H2", "H2", "H2", "H2"]
    order = [texts(data)[0].index(squeezed(word)) for word in ("Odalys", "Beloved", "Athletics", "Affinity", "Sixty")]
    assert order == sorted(order)


def tags_of(page: pypdfium2.PdfPage) -> list[str]:
    """The tags of a page, depth first."""
    tree = raw.FPDF_StructTree_GetForPage(page.raw)
    found: list[str] = []

    def walk(element: object) -> None:
        size = raw.FPDF_StructElement_GetType(element, None, 0)
        if size > 2:
            buffer = (ctypes.c_ushort * (size // 2))()
            raw.FPDF_StructElement_GetType(element, buffer, size)
            found.append(bytes(buffer).decode("utf-16-le").rstrip("\0"))
        for place in range(max(raw.FPDF_StructElement_CountChildren(element), 0)):
            if child := raw.FPDF_StructElement_GetChildAtIndex(element, place):
                walk(child)

    for place in range(raw.FPDF_StructTree_CountChildren(tree)):
        walk(raw.FPDF_StructTree_GetChildAtIndex(tree, place))
    raw.FPDF_StructTree_Close(tree)
    while found and found[0] == "Document":
        found.pop(0)
    return found


# Portraits and QR codes


def picture(path: Path, kind: str, size: tuple[int, int] = (90, 60)) -> Path:
    Image.new("RGBA" if kind != "JPEG" else "RGB", size, "teal").save(path, kind)
    return path


@pytest.mark.parametrize("kind", ["PNG", "JPEG", "WEBP"])
def test_a_portrait_from_a_file_of_this_machine(kind: str, tmp_path: Path) -> None:
    made = card_extras.portrait(picture(tmp_path / "x.bin", kind))
    assert made.width / made.height == pytest.approx(0.8, abs=0.02)
    entry = Entry(one("Wren"), card_sides.Extras(portrait=made.name))
    data = print_cards([entry], photos={made.name: (made.jpeg, made.width, made.height)}).data
    (photo,) = (part for part in card_sides.front(one(), POKER, CABARET, entry.extras).parts if isinstance(part, Photo))
    place = grid(POKER, A4).fronts()[0]
    middle = (place.x + photo.area.x + photo.area.width / 2, place.y + photo.area.y + photo.area.height / 2)
    with pypdfium2.PdfDocument(data) as document:
        pixel = (
            document[0]
            .render(scale=4 / POINTS_PER_MM)
            .to_pil()
            .convert("RGB")
            .getpixel(tuple(round(4 * v) for v in middle))
        )
    assert pixel == pytest.approx((0, 128, 128), abs=6)


def test_a_portrait_is_bounded(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "bad.png").write_bytes(b"\x89PNG\r\n\x1a\n" + b"x" * 50)
    (tmp_path / "x.svg").write_text("<svg xmlns='http://www.w3.org/2000/svg'/>")
    Image.new("P", (4, 4)).save(tmp_path / "x.gif")
    for name, message in (
        ("bad.png", "is no PNG, JPEG or WebP"),
        ("x.svg", "is no PNG, JPEG or WebP"),
        ("x.gif", "is no PNG, JPEG or WebP"),
        ("none.png", "No such file"),
        (".", "Is a directory"),
    ):
        with pytest.raises(card_extras.ExtrasError, match=message):
            card_extras.portrait(tmp_path / name)
    with pytest.raises(card_extras.ExtrasError, match="not an address"):
        card_extras.portrait(Path("https:/example.org/x.png"))
    monkeypatch.setattr(card_extras, "MOST_PIXELS", 5000)
    with pytest.raises(card_extras.ExtrasError, match=r"has 90 x 60 pixels; at most 5,000"):
        card_extras.portrait(picture(tmp_path / "big.png", "PNG"))
    monkeypatch.setattr(card_extras, "MOST_BYTES", 10)
    with pytest.raises(card_extras.ExtrasError, match="larger than 10 bytes"):
        card_extras.portrait(tmp_path / "big.png")


def test_a_qr_code_is_large_enough_to_be_read_or_refused_with_the_numbers() -> None:
    modules = card_extras.qr("https://example.org/wren", POKER)
    assert len(modules) * card_sides.QR_MODULE <= card_extras.QR_SHARE * card_sides.CharacterSide(POKER).width
    for edge in (modules[0], modules[-1], [row[0] for row in modules]):
        assert not any(edge[: len(edge)])
    data = print_cards([Entry(one(), card_sides.Extras(qr=modules, qr_says="https://example.org/wren"))]).data
    assert check(data).figures == 4 + 2 + 4 + 1
    with pytest.raises(
        card_extras.ExtrasError,
        match=r"an address of 200 letters needs \d+ modules of 0\.4 mm, [\d.]+ mm; a Poker card has room for",
    ):
        card_extras.qr("https://example.org/".ljust(200, "x"), POKER)
    for bad in ("javascript:alert(1)", "https://x y", "ftp://x", "https://ö.example", ""):
        with pytest.raises(card_extras.ExtrasError, match="is not an address"):
            card_extras.qr(bad, POKER)


# Choices


@pytest.mark.parametrize(
    ("asked", "message"),
    [
        ({"bleed": 2.0}, "'2' is not a bleed in millimetres. Allowed: 0, 3"),
        ({"sides": "fold", "paper": "card"}, "'fold' needs a sheet of paper to fold. Allowed: a4, letter, pa4"),
    ],
)
def test_choices_that_do_not_go_together(asked: dict[str, object], message: str) -> None:
    with pytest.raises(BadText) as caught:
        job_of(**asked)  # type: ignore[arg-type]
    assert str(caught.value) == message


def test_a_file_that_is_no_pdf_or_is_off_is_said_to_be() -> None:
    from generators import pdf
    from generators.card_check import CheckError

    with pytest.raises(CheckError, match="is no PDF"):
        check(b"nothing")
    blank = pypdfium2.PdfDocument.new()
    blank.new_page(100, 100)
    import io

    out = io.BytesIO()
    blank.save(out)
    blank.close()
    faults = " ".join(check(out.getvalue()).faults)
    for word in ("not tagged", "no title", "no text on it", "PrintScaling"):
        assert word in faults
    assert not check(pdf.render("<h1>Title</h1>", pdf.Sheet("T", "", "", "MIT"))).faults


# Hostile characters

PAYLOADS: Sequence[str] = (
    "<script>alert(1)</script>",
    "{{ config }}{% for x in y %}",
    "${7*7} #{x} <%= y %>",
    "../../../etc/passwd",
    "file:///etc/passwd",
    "http://203.0.113.1/x.png",
    "=HYPERLINK(1)",
    "\\u0000 %00 \\x1b[31m",
    ") Tj ET Q (",
    "endstream endobj",
    "<</S/JavaScript/JS(app.alert(1))>>",
    "&#x3C;b&#x3E;",
    "\u202eevil\u202c",
    "שלום עולם",
    "مرحبا بالعالم",
    "李小龍と友達",
    "👩‍👩‍👧‍👦 🎩",
    "e\u0301\u0301\u0301\u0301 z\u0353\u0353",
    "ﬁ ﬂ ½ ™ ⁂",
    "\u200b\u200d\ufeff\u00ad|",
    "a" * 400,
    "word " * 80,
    "--offset",
    "'; DROP TABLE cards; --",
    "C:\\CON\\NUL",
    "\t\ttabs",
    "¡¿«»„“",
    "Ω≈ç√∫",
    "\u00a0nbsp\u00a0",
    "‱⁄₿",
)
LARGE = ("x" * 10_000, "many words of text " * 530, "🎩" * 500, "Ш" * 5_000)
CONTROL = ("bell\x07", "null\x00", "esc\x1b[2J", "c1\x9b", "surrogate\ud800", "li\u2028ne")


@pytest.mark.parametrize("batch", range(3))
def test_hostile_characters_are_printed_as_typed(batch: int) -> None:
    """Each in every field: nothing runs, nothing is fetched, all that was typed comes out, or its number."""
    size, style = ((POKER, "cabaret"), (A6, "plain"), (CARDS["bridge"], "large"))[batch]
    chosen = PAYLOADS[batch * 10 : batch * 10 + 10]
    keys = ("item_seven", "item_jack", "description", "goal", "flaw", "secret")
    entries = [Entry(one(text, adjective=text, role="", **dict.fromkeys(keys, text))) for text in chosen]
    made = print_cards(entries, Job(size, style=STYLES[style]), processes=1)
    faults = check(made.data).faults
    assert not faults
    assert b"/JavaScript" not in made.data
    assert b"/URI" not in made.data
    for text in chosen:
        composed = compose(one(text, description=text), size, STYLES[style])
        lost = "".join({letter for each in composed.missing for letter in each.characters})
        sides = [side for pair in composed.cards for side in pair]
        for key in ("name", "description"):
            lines = [
                line
                for side in sides
                for part in side.parts
                if isinstance(part, Text) and part.field == key
                for line in part.lines
            ]
            meant = text.replace("\t", "  ").translate({ord(letter): f"[U+{ord(letter):04X}]" for letter in lost})
            assert "".join(lines) == meant


@pytest.mark.parametrize("text", LARGE)
def test_very_long_texts_go_on_to_their_end(text: str) -> None:
    made = print_cards([Entry(one(description=text))], processes=1)
    assert made.cards > 3
    shown = "".join(texts(made.data))
    letter = text[0]
    if made.missing:
        assert shown.count("[U+1F3A9]") >= len(text) - 2 * made.cards
    else:
        assert shown.count(letter) >= text.count(letter)


@pytest.mark.parametrize("text", CONTROL)
def test_control_characters_are_refused_at_the_door_and_shown_beyond_it(text: str) -> None:
    with pytest.raises(AcesError, match=r"character\[1\]\.name|line 1|is not"):
        card_sources.characters_of(json.dumps({**PLAIN, "character": [one(text).plain()]}), "x.json")
    if "\ud800" not in text:
        made = print_cards([Entry(one(text))])
        assert made.missing


@settings(max_examples=12, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(st.text(st.characters(exclude_categories=("Cs",)), min_size=1, max_size=60))
def test_any_text_at_all_comes_out(text: str) -> None:
    made = print_cards([Entry(one(description=text))], Job(sides="front"), processes=1)
    assert made.pages >= 1


# The command


def test_the_command_prints_checks_and_says_where(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    from generators.cli import main

    (tmp_path / "crew.csv").write_text(SHEET, "utf-8")
    out = tmp_path / "cards.pdf"
    asked = [
        "cards",
        str(tmp_path / "crew.csv"),
        "--size",
        "bridge",
        "--paper",
        "letter",
        "--style",
        "plain",
        "--save-ink",
    ]
    asked += ["--qr", "https://example.org", "--portrait", f"Wren={picture(tmp_path / 'x.png', 'PNG')}", "-o", str(out)]
    assert main(asked) == 0
    assert "Wrote" in (said := capsys.readouterr()).out
    assert "3 cards on 2 pages" in said.out
    assert main(["cards", "--check", str(out)]) == 0
    assert "279.4 mm, Letter" in (told := capsys.readouterr().out)
    assert "nothing is off" in told
    assert main(["cards", "--sheet", "calibration", "-o", str(tmp_path / "c.pdf")]) == 0
    assert main(["cards", "--blank", "--form", "--paper", "card", "-o", str(tmp_path / "f.pdf")]) == 0
    capsys.readouterr()


@pytest.mark.parametrize(
    ("asked", "message"),
    [
        (["--party"], "-o OUT: where to write to is missing"),
        (["-o", "OUT"], "what to print: FILE, --blank, --party, --deck or --sheet"),
        (["--party", "-o", "OUT", "--size", "a7"], "'a7' is not a size of cards"),
        (["--party", "-o", "OUT", "--portrait", "x.png"], "whose? Say NAME=FILE, there are 5 cards"),
        (["--party", "-o", "OUT", "--portrait", "Nobody=x.png"], "nobody is called 'Nobody'"),
        (["--party", "-o", "OUT", "--qr", "javascript:1"], "is not an address"),
        (["--party", "-o", "OUT", "--offset", "25,0"], "an offset of 25, 0 mm; at most 20 mm"),
        (["--sheet", "pad", "-o", "OUT"], "'pad' is not a sheet. Allowed: dealer-screen, scene-sheet, calibration"),
        (["--check", "none.pdf"], "none.pdf: No such file"),
        (["--deck", "tarot", "-o", "OUT"], "'tarot' is not a deck. Allowed: decktet, 52"),
        (["--deck", "52", "--party", "-o", "OUT"], "what to print: FILE, --blank, --party, --deck or --sheet, one of"),
        (["--deck", "52", "--form", "-o", "OUT"], "--form: it is for Character Cards, not for --deck"),
        (["--deck", "decktet", "--four-color", "-o", "OUT"], "--four-color: it is for --deck 52 alone"),
        (["--deck", "52", "--stock", "1", "-o", "OUT"], "--stock: it is for --sheet tuck-box alone"),
        (["--deck", "52", "--size", "page", "--sides", "fold", "-o", "OUT"], "does not fit on half of A4"),
        (["--sheet", "tuck-box", "--stock", "5", "-o", "OUT"], "'5' is not a thickness of cards in millimetres"),
        (["--sheet", "tuck-box", "--stock", "nan", "-o", "OUT"], "'nan' is not a thickness of cards in millimetres"),
        (["--sheet", "tuck-box", "--size", "page", "-o", "OUT"], "mm flat; A4 has room for 200 x 287 mm"),
        (["--sheet", "tuck-box", "--paper", "card", "-o", "OUT"], "this sheet needs a paper to stand on: a4, letter"),
        (["--sheet", "scene-sheet", "--deck", "52", "-o", "OUT"], "--deck: it is for --sheet tuck-box"),
        (["--sheet", "reference-cards", "--each", "-o", "OUT"], "--each: it is for Character Cards"),
    ],
)
def test_what_the_command_cannot_do_is_one_line(
    asked: list[str], message: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    from generators.cli import main

    assert main(["cards", *(str(tmp_path / "out.pdf") if word == "OUT" else word for word in asked)]) == 2
    said = capsys.readouterr().err
    assert message in said
    assert said.count("\n") == 1
    assert not list(tmp_path.iterdir())


def test_composition_needs_the_standard_library_only() -> None:
    """So that the browser can do it: no library of ours, no font file, only the metrics as data."""
    from generators import glyphs

    code = """
import sys
sys.path.insert(0, ".")
sys.meta_path.insert(0, type("Shut", (), {"find_spec": staticmethod(lambda name, *_: (_ for _ in ()).throw(
    ImportError(name)) if name.split(".")[0] in BARRED else None)}))
from generators import glyphs
glyphs.use(sys.stdin.read())
from aces.lite.character import example_party
from generators.card_sides import compose
from generators.imposition import CARDS, PAPERS, Flip, grid
for each in example_party():
    for size in CARDS.values():
        assert compose(each, size).cards
print(len(grid(CARDS["poker"], PAPERS["a4"]).backs(Flip.LONG_EDGE)))
"""
    barred = (
        "fontTools",
        "weasyprint",
        "uharfbuzz",
        "pydyf",
        "jinja2",
        "markupsafe",
        "PIL",
        "pypdfium2",
        "yaml",
        "segno",
    )
    run = subprocess.run(
        [sys.executable, "-I", "-c", code.replace("BARRED", repr(barred))],
        cwd=Path(__file__).resolve().parents[2],
        input=glyphs.as_json(),
        capture_output=True,
        text=True,
        check=False,
    )
    assert (run.stdout, run.stderr) == ("9\n", "")
