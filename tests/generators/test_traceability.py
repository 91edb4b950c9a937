"""From rule to code to test: the build stops where one is missing."""

from __future__ import annotations

import pytest

from aces.lite.ids import Rule
from generators import rulebooks
from generators.traceability import Untraced, chapters, check, traces

RULES = {rule.id: rule for rule in (Rule("lite-a", "1.1", "A"), Rule("lite-b", "1.2", "B"), Rule("lite-c", "1.3", "C"))}
ENGINE = {
    "aces/x.py": '"""lite-c in a module\'s own text counts for nothing."""\n'
    "class K:\n    def f(self):\n        '''Rule lite-a.'''\n"
    "B = 4\n'''Four (rule lite-b).'''\nRULES = 'lite-c'\n"
}
TESTS = {"tests/t.py": "def test_it():\n    '''Rules lite-a and lite-b.'''\ndef helper():\n    return 'lite-c'\n"}


def test_both_sides_are_found() -> None:
    found = traces(ENGINE, TESTS, RULES)
    assert [(trace.rule.id, trace.kept_by, trace.proved_by) for trace in found] == [
        ("lite-a", ("aces.x.K.f",), ("tests/t.py::test_it",)),
        ("lite-b", ("aces.x.B",), ("tests/t.py::test_it",)),
        ("lite-c", (), ()),
    ]


def test_what_is_missing_stops_the_build() -> None:
    with pytest.raises(Untraced, match=r"^lite-c \(1.3, C\): no code of the engine names it$"):
        check(traces(ENGINE, TESTS, RULES), frozenset())
    with pytest.raises(Untraced, match=r"^lite-b \(1.2, B\): no test names it$"):
        check(
            traces(ENGINE, {"tests/t.py": TESTS["tests/t.py"].replace(" and lite-b", "")}, RULES), frozenset({"lite-c"})
        )
    with pytest.raises(Untraced, match=r"lite-a is listed as a rule for people, but aces\.x\.K\.f keeps it"):
        check(traces(ENGINE, TESTS, RULES), frozenset({"lite-a", "lite-c"}))
    check(traces(ENGINE, TESTS, RULES), frozenset({"lite-c"}))


def test_chapters_hold_every_rule_of_every_book_once() -> None:
    found = chapters(traces({}, {}))
    assert [chapter.title for chapter in found] == [name for book in rulebooks.BOOKS for name in book.chapters.values()]
    assert [trace.rule for chapter in found for trace in chapter.traces] == list(rulebooks.RULES.values())
