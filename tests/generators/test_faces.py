"""The faces: ours by name, theirs by right, and with every letter that is promised."""

from __future__ import annotations

from pathlib import Path

import pytest
from fontTools.ttLib import TTFont

from generators import fonts


@pytest.mark.parametrize("face", fonts.FACES, ids=lambda face: face.file)
def test_a_subset_has_a_name_of_ours_and_its_copyright(face: fonts.Face) -> None:
    with TTFont(fonts.font_file(face)) as font:
        names = font["name"]
        assert names.getDebugName(1) == face.family
        assert names.getDebugName(0), "the copyright is kept"
        assert "fpgm" not in font, "no hinting"


@pytest.mark.parametrize("text", ["O’Neill", "Łódź", "10♥ J♠ ♣ ♦", "“Fair” – trade…", "Ærø, Þór, ß, ñ", "4 × 10 − 2"])
def test_letters_that_names_need(text: str) -> None:
    assert fonts.covers(text) == ""


def test_what_no_face_has_is_named_once() -> None:
    assert fonts.covers("李小龍 and 李") == "李小龍"


def test_print_gets_one_file_for_a_face_with_all_its_letters() -> None:
    for face in fonts.FACES:
        if face.part == "latin" and face.family in ("Aces Text", "Aces Sans"):
            with TTFont(fonts.print_file(face.file)) as font:
                points = set(font.getBestCmap())
                assert {ord(letter) for letter in "aéŁź—’"} <= points


def test_making_the_faces_says_nothing(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    """Whatever is made on the way, from nothing too, a command has only its own words."""
    monkeypatch.setattr(fonts, "BUILD", tmp_path)
    fonts.print_file("text")
    assert caplog.records == []


def test_style_rules_say_where_each_file_is() -> None:
    web, paper = fonts.face_css("web"), fonts.face_css("print")
    assert web.count("@font-face") == len(fonts.FACES)
    assert web.count("font-display:swap") == len(fonts.FACES)
    assert "file:" not in web
    assert "http" not in web
    assert paper.count("file:") == paper.count("@font-face")


def test_licences_are_those_of_the_packages() -> None:
    packages = {face.package for face in fonts.FACES}
    assert {credit.file.removesuffix(".txt") for credit in fonts.CREDITS} == packages
    for credit in fonts.CREDITS:
        assert "SIL OPEN FONT LICENSE" in fonts.licence_file(credit).read_text("utf-8").upper()


def test_a_missing_package_says_what_to_run(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(fonts, "PACKAGES", fonts.TOP / "node_modules" / "@nowhere")
    with pytest.raises(fonts.FontsError, match="make"):
        fonts.font_file(fonts.FACES[0])
