"""Data files checked whole: paths, suggestions, one line for the first fault."""

from __future__ import annotations

import doctest
import sys
import zipfile
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

import aces.faults
from aces.faults import (
    DEPTH_LIMIT,
    FAULT_LIMIT,
    SIZE_LIMIT,
    BadFile,
    Checker,
    Fault,
    at,
    kind,
    nearest,
    parse_json,
    parse_toml,
)
from aces.rules import AcesError


def test_doctests() -> None:
    assert doctest.testmod(aces.faults).failed == 0


@pytest.mark.parametrize(
    ("faults", "line"),
    [
        ([Fault("a.b", "missing")], "f.toml: a.b: missing"),
        ([Fault("", "is nested too deeply")], "f.toml: is nested too deeply"),
        ([Fault("a", "missing"), Fault("b", "missing")], "f.toml: a: missing (and 1 more fault)"),
        ([Fault("a", "missing")] * 3, "f.toml: a: missing (and 2 more faults)"),
    ],
)
def test_the_first_fault_is_the_line_and_all_are_kept(faults: list[Fault], line: str) -> None:
    error = BadFile("f.toml", faults)
    assert str(error) == line
    assert error.faults == tuple(faults)
    assert isinstance(error, AcesError)


@given(st.text(), st.text())
def test_a_path_is_one_line_whatever_the_key(path: str, key: str) -> None:
    step = at("here", key)
    assert step.startswith("here.")
    assert "\n" not in step
    assert len(step) <= len("here.") + max(42, len(key))


@pytest.mark.parametrize(
    ("word", "known", "meant"),
    [
        ("rolse", ("roles", "adjectives"), "roles"),
        ("Roles", ("roles", "adjectives"), "roles"),
        ("q", ("J", "Q", "K"), "Q"),
        ("colour", ("color", "suit"), "color"),
        ("", ("J", "Q"), None),
        ("11", ("J", "Q"), None),
    ],
)
def test_nearest(word: str, known: tuple[str, ...], meant: str | None) -> None:
    assert nearest(word, known) == meant


@pytest.mark.parametrize(
    ("value", "word"),
    [
        (None, "nothing"),
        (True, "true or false"),
        (4, "a number"),
        (4.5, "a number"),
        ("x", "a text"),
        ({}, "a table"),
        ([], "a list"),
        (object(), "a object"),
    ],
)
def test_kind(value: object, word: str) -> None:
    assert kind(value) == word


def faults_of(check: Checker) -> list[str]:
    return [str(fault) for fault in check.faults]


def test_one_slip_is_one_fault() -> None:
    check = Checker("f")
    check.table({"titel": "x"}, "book", ("title", "author"))
    assert faults_of(check) == ["book.titel: unknown key; did you mean title?", "book.author: missing"]


def test_a_key_that_is_there_twice_over_is_only_unknown() -> None:
    check = Checker("f")
    found = check.table({"title": 1, "titel": 2, "zzz": 3}, "", ("title",), ("note",))
    assert found == {"title": 1}
    assert faults_of(check) == [
        "titel: unknown key; did you mean title?",
        "zzz: unknown key; allowed: title, note",
    ]


def test_keys_must_be_texts() -> None:
    check = Checker("f")
    check.table({2: "x"}, "roles", ())
    assert faults_of(check) == ["roles: a key must be a text, not a number (2)"]


def test_a_file_that_is_all_faults_is_given_up() -> None:
    check = Checker("f")
    with pytest.raises(BadFile) as caught:
        check.table({f"key {number}": 1 for number in range(100_000)}, "", ("title",))
    assert len(caught.value.faults) == FAULT_LIMIT


@pytest.mark.parametrize("value", [None, 3, "x", [1]])
def test_a_table_must_be_a_table(value: object) -> None:
    check = Checker("f")
    assert check.table(value, "t", ("a",)) == {}
    assert faults_of(check) == [f"t: must be a table, not {kind(value)}"]


@pytest.mark.parametrize(
    ("value", "problem"),
    [
        (3, "must be a text, not a number"),
        ("", "is empty"),
        (" \t ", "is empty"),
        ("\ufeff", "holds nothing that can be seen"),
        ("\u200b\u3000\u200d", "holds nothing that can be seen"),
        ("x" * 11, "has 11 characters; at most 10"),
        ("a\nb", "contains a line break"),
        ("a\tb", "contains the control character U+0009"),
        ("a\x00b", "contains the control character U+0000"),
        ("a\x9fb", "contains the control character U+009F"),
        ("a\ud800b", "contains the control character U+D800"),
        ("a\u2028b", "contains the control character U+2028"),
    ],
)
def test_a_line_of_text(value: object, problem: str) -> None:
    check = Checker("f")
    check.text(value, "t", 10)
    assert faults_of(check) == [f"t: {problem}"]


def test_text_that_is_fine() -> None:
    check = Checker("f")
    assert check.text("  Łódź ♠ 李\n", "t", 10) == "Łódź ♠ 李"
    assert check.text("a\r\nb\tc", "t", 10, lines=True) == "a\nb\tc"
    assert check.text("", "t", 10, empty=True) == ""
    assert not check.faults


@pytest.mark.parametrize(
    ("value", "problem"),
    [
        (True, "must be a whole number, not true or false"),
        (2.0, "must be a whole number, not a number"),
        ("2", "must be a whole number, not a text"),
        (-1, "must be from 0 to 3, not -1"),
        (4, "must be from 0 to 3, not 4"),
        (10**20, "must be from 0 to 3, not that"),
    ],
)
def test_a_whole_number(value: object, problem: str) -> None:
    check = Checker("f")
    check.whole(value, "n", 0, 3)
    assert faults_of(check) == [f"n: {problem}"]


@pytest.mark.parametrize(
    ("value", "problem"),
    [
        ("spads", "'spads' is not known; did you mean spades?"),
        ("moon", "'moon' is not known; allowed: spades, hearts"),
        (1, "must be one of spades, hearts, not a number"),
    ],
)
def test_a_choice(value: object, problem: str) -> None:
    check = Checker("f")
    check.choice(value, "suit", ("spades", "hearts"))
    assert faults_of(check) == [f"suit: {problem}"]


@pytest.mark.parametrize(
    ("value", "problems"),
    [
        ("{a}", ["must contain {b} exactly once"]),
        ("{a}{b}{b}", ["must contain {b} exactly once"]),
        ("{a} {b} {c}", ["may contain no braces but {a} and {b}"]),
        ("{a} {b} {{", ["may contain no braces but {a} and {b}"]),
        (
            "{a.__class__} {b!r}",
            [
                "must contain {a} exactly once",
                "must contain {b} exactly once",
                "may contain no braces but {a} and {b}",
            ],
        ),
        ("", ["is empty"]),
    ],
)
def test_a_form(value: str, problems: list[str]) -> None:
    check = Checker("f")
    check.form(value, "t", ("a", "b"), 40)
    assert faults_of(check) == [f"t: {problem}" for problem in problems]


@pytest.mark.parametrize(
    ("data", "problem"),
    [
        ([], "must be a table, not a list"),
        ({}, 'format: missing; this file must say format = "x/1"'),
        ({"format": "x/2"}, "format: version 2 is newer than this engine reads (1)"),
        ({"format": "x/0"}, "format: must be \"x/1\", not 'x/0'"),
        ({"format": "y/1"}, "format: must be \"x/1\", not 'y/1'"),
        ({"format": 1}, 'format: must be "x/1", not a number'),
    ],
)
def test_a_file_of_another_format_is_refused_before_anything_else(data: object, problem: str) -> None:
    check = Checker("f")
    with pytest.raises(BadFile) as caught:
        check.format(data, "x", 1)
    assert str(caught.value) == f"f: {problem}"


def test_distinct_ignores_case_and_spacing() -> None:
    check = Checker("f")
    check.distinct([("a", "Glass Eye"), ("b", ""), ("c", "glass  eye"), ("d", "")])
    assert faults_of(check) == ["c: 'glass  eye' stands twice, first at a"]


@pytest.mark.parametrize(
    ("text", "path", "problem"),
    [
        ("a = 1\nb = ", "line 2", "Invalid value"),
        ("a = 1\na = 2", "line 2", "Cannot overwrite a value"),
        ("a = 1\nb = maybe\nc = 3", "line 2, column 5", "Invalid value"),
        ("a = " + "[" * 5000, "", "is nested too deeply"),
        ("a = " + "9" * 5000, "", "Exceeds the limit"),
        ("#" + "x" * SIZE_LIMIT, "", f"has {SIZE_LIMIT + 1} characters; at most {SIZE_LIMIT}"),
    ],
)
def test_toml_faults_say_where(text: str, path: str, problem: str) -> None:
    with pytest.raises(BadFile) as caught:
        parse_toml(text, "f.toml")
    (fault,) = caught.value.faults
    assert fault.path == path
    assert fault.problem.startswith(problem)
    assert "\n" not in str(caught.value)


def test_toml_with_a_byte_order_mark() -> None:
    assert parse_toml("\ufeffa = 1", "f.toml") == {"a": 1}


def test_bundled_files_are_found_inside_a_zip(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """As the browser may hold the engine: a zip on the path, nothing unpacked."""
    package = Path(aces.faults.__file__).parent
    archive = tmp_path / "engine.zip"
    with zipfile.ZipFile(archive, "w") as out:
        for file in sorted(package.rglob("*")):
            if file.suffix in (".py", ".pyc", ".toml") and file.parent.name != "__pycache__":
                out.write(file, Path("aces_in_a_zip") / file.relative_to(package))
    monkeypatch.syspath_prepend(str(archive))
    from importlib import import_module

    try:
        wild = import_module("aces_in_a_zip.lite.wild")
        assert wild.house_tables().title == "House Wild Tables"
        character = import_module("aces_in_a_zip.lite.character")
        assert len(character.example_party()) == 5
    finally:
        for name in [name for name in sys.modules if name.startswith("aces_in_a_zip")]:
            del sys.modules[name]


def test_a_data_file_that_is_not_there() -> None:
    with pytest.raises(FileNotFoundError):
        aces.faults.bundled("no-such-file.toml")


@pytest.mark.parametrize(
    ("text", "deep"),
    [
        ("[" * DEPTH_LIMIT + "]" * DEPTH_LIMIT, False),
        ("[" * (DEPTH_LIMIT + 1), True),
        ('{"a":' * 100_000, True),
        ("[" + '"[[{{", ' * 1000 + "0]", False),
        (r'["\"[[[[", "\\"]' + " ", False),
        ("[" + "[[]]," * 1000 + "0]", False),
    ],
)
def test_json_is_as_deep_as_a_browsers_python_can_bear(text: str, deep: bool) -> None:
    """What stands in strings does not count. Deeper, the stack of a page would end before Python's own limit."""
    if deep:
        with pytest.raises(BadFile, match=r"x\.json: is nested too deeply"):
            parse_json(text, "x.json")
    else:
        assert parse_json(text, "x.json") is not None
