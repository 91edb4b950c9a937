"""Text into boxes: no letter lost, no line too wide, and errors that name what is in the way."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from generators import fitting
from generators.fitting import MissingGlyphsError, Room, TooLongError, Typeface, fit, wrap

FACE = fitting.load("Aces Text")
DISPLAY = fitting.load("Aces Display")

letters = st.text(
    st.sampled_from(sorted(chr(point) for point in FACE.advances if chr(point) not in "\r\n\t")), max_size=200
)


@given(letters | st.text("ab -–/\n", max_size=120), st.floats(8, 120), st.floats(5, 20))
def test_nothing_is_lost_and_no_line_is_too_wide(text: str, width: float, size: float) -> None:
    lines = wrap(text, width, FACE, size)
    assert "".join(lines) == text.replace("\n", "")
    for line in lines:
        assert FACE.width(line.rstrip(), size) <= width or len(fitting._clusters(line.rstrip())) <= 1


@given(st.text("abc de", max_size=300), st.floats(20, 60), st.floats(4, 40))
def test_what_fits_lies_within_its_room(text: str, width: float, height: float) -> None:
    room = Room(width, height)
    fits = fitting.longest(text, width, room.lines(6), FACE, 6)
    if fits < len(text):
        with pytest.raises(TooLongError) as caught:
            fit(text, room, (FACE,), most=12, least=6)
        assert caught.value.fits == fits
        text = text[:fits]
    if not room.lines(6):
        return
    fitted = fit(text, room, (FACE,), most=12, least=6)
    assert 6 <= fitted.size <= 12
    taken = fitted.size * fitting.MM_PER_POINT * (1 + (len(fitted.lines) - 1) * room.leading)
    assert taken <= height + 1e-6


def test_lines_break_at_spaces_and_hyphens_before_they_break_words() -> None:
    mono = Typeface("Mono", 400, "normal", dict.fromkeys(range(32, 127), 500))
    ten = 10 / fitting.SLACK * 0.5 * 10 * fitting.MM_PER_POINT  # the width of ten letters at 10 pt
    assert wrap("one two three", ten, mono, 10) == ("one two ", "three")
    assert wrap("well-spoken people", ten, mono, 10) == ("well-", "spoken ", "people")
    assert wrap("-5 to -10 and 1/2", ten, mono, 10) == ("-5 to -10 ", "and 1/2")
    assert wrap("abcdefghijklmn op", ten, mono, 10) == ("abcdefghij", "klmn op")
    assert wrap("one\n\ntwo", ten, mono, 10) == ("one", "", "two")
    assert wrap("", ten, mono, 10) == ("",)
    assert wrap("a  b", ten, mono, 10) == ("a  b",)


def test_marks_stay_with_their_letters() -> None:
    mono = Typeface("Mono", 400, "normal", {ord("e"): 500, 0x301: 0})
    width = 3 / fitting.SLACK * 0.5 * 10 * fitting.MM_PER_POINT
    assert wrap("e\u0301" * 4, width, mono, 10) == ("e\u0301" * 3, "e\u0301")


def test_the_first_face_that_has_all_letters_is_taken() -> None:
    assert fitting.choose("O’Neill", (DISPLAY, FACE)) is DISPLAY
    assert fitting.choose("Łódź", (DISPLAY, FACE)) is FACE
    assert fitting.choose("10\u2665\ufe0f", (DISPLAY, FACE)) is DISPLAY


def test_missing_letters_are_named() -> None:
    with pytest.raises(MissingGlyphsError) as caught:
        fitting.choose("Łódź 李小龍 🎩 李", (DISPLAY, FACE))
    assert caught.value.characters == "李小龍🎩"
    assert "'李' (U+674E, cjk unified ideograph-674e)" in str(caught.value)
    assert str(caught.value).endswith("and 1 more")
    with pytest.raises(MissingGlyphsError, match=r"U\+0007, a control character"):
        fitting.choose("ding\x07", (FACE,))


def test_too_much_text_says_how_much_fits() -> None:
    with pytest.raises(
        TooLongError, match=r"^600 characters do not fit, even at the smallest size of 6 pt; the first \d+"
    ):
        fit("word " * 120, Room(20, 10), (FACE,), most=9, least=6)


def test_sizes_end_at_the_least() -> None:
    assert list(fitting.sizes(6, 6)) == [6]
    assert list(fitting.sizes(6.6, 6)) == [6.6, 6.35, 6.1, 6]


def test_an_unknown_face_is_an_error() -> None:
    with pytest.raises(LookupError, match="no face Comic"):
        fitting.load("Comic")
