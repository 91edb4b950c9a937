"""The Quick Reference: one context from the engine, three ways to read it, no number typed."""

from __future__ import annotations

import ast
import re
from pathlib import Path

import pypdfium2
import pytest

from aces.lite import character, decks, harm, outcome
from aces.lite.ids import RULES
from generators import quick_reference
from generators.imposition import PAPERS, POINTS_PER_MM, Size
from generators.quick_reference import COLUMNS, reference

TEMPLATES = Path(quick_reference.__file__).parent / "templates"


def read_pdf(data: bytes) -> str:
    with pypdfium2.PdfDocument(data) as document:
        return " ".join(" ".join(page.get_textpage().get_text_range() for page in document).split())


def visible(page: str) -> str:
    """What the Markdown page shows, roughly: no tags, one space."""
    return " ".join(re.sub(r"<[^>]+>", " ", page).split())


def three() -> tuple[str, str, str]:
    lines = (re.sub(r"\s+\d+(\.\d+)?$", "", line) for line in quick_reference.plain_text().split("\n"))
    text = " ".join(" ".join(lines).split())
    return visible(quick_reference.page()), text, read_pdf(quick_reference.sheet(PAPERS["a4"]))


def test_every_line_names_rules_and_the_page_links_them() -> None:
    ref = reference()
    cited = {rule.id for line in ref.lines for rule in line.rules} | {check.rule.id for check in ref.checks}
    assert all(line.rules for line in ref.lines)
    assert cited <= set(RULES)
    page = quick_reference.page()
    links = re.findall(r'href="rule:([a-z0-9-]+)" aria-label="Rule ([0-9.]+): ([^"]+)">([0-9.]+)</a>', page)
    assert {link[0] for link in links} == cited | {"lite-stats"}
    for identity, number, title, shown in links:
        assert (number, title) == (RULES[identity].number, RULES[identity].title)
        assert shown == number
    assert len(links) == len(ref.lines) + len(ref.checks) + 1


def test_the_checks_are_the_engines_ladder() -> None:
    checks = reference().checks
    assert [(check.rule.id, check.outcome, check.question) for check in checks] == [
        (rung.rule, rung.outcome, rung.question) for rung in outcome.LADDER
    ]
    assert [check.place for check in checks] == list(range(1, len(outcome.LADDER) + 1))
    assert {check.name for check in checks if check.cost} == {"Failure", "Catastrophe"}


def test_the_three_say_the_same() -> None:
    ref = reference()
    page, text, sheet = three()
    for line in ref.lines:
        for shown in (page, text, sheet):
            assert line.head in shown
            assert line.text in shown
    for check in ref.checks:
        assert all(check.question in shown for shown in (page, sheet))
        assert check.question.split()[-2] in text


def test_a_changed_constant_changes_all_three(monkeypatch: pytest.MonkeyPatch) -> None:
    for module, name, value in (
        (character, "LOWEST_STAT", 2),
        (character, "LUCKY_POINTS", 9),
        (character, "CREATION_CAP", 6),
        (character, "HP", 5),
        (harm, "HP", 5),
        (character, "PLOT_ARMOR", 8),
        (decks, "TARGET", 31),
        (decks, "FACE_VALUE", 12),
        (decks, "ITEM_RANKS", decks.ITEM_RANKS[:1]),
        (decks, "DEALER_DECK", decks.DEALER_DECK[:40]),
        (outcome, "LADDER", outcome.LADDER[1:]),
    ):
        monkeypatch.setattr(module, name, value)
    for shown in three():
        assert "2 each, and 9 Lucky Points to spread; none above 6" in shown
        assert "5 HP and 8 Plot Armor" in shown
        assert "you 51 cards, the Dealer 40" in shown
        assert "Over 31" in shown
        assert "Early 31" in shown
        assert re.search(r"J Q K 12 each", shown)
        assert "HP 5, and both items ready" in shown
        assert "its 7 are your Inventory" in shown
        assert "Do opening card and first Hit" not in shown


def test_no_number_is_typed() -> None:
    for name in ("md", "txt", "html"):
        template = (TEMPLATES / f"quick-reference.{name}.j2").read_text("utf-8")
        words = re.sub(r"</?[a-z][a-z0-9]*|quick-reference-", "", template)
        assert not re.search(r"\d", words), f"{name}: {re.findall('.*[0-9].*', words)}"
    tree = ast.parse(Path(quick_reference.__file__).read_text("utf-8"))
    docs = {ast.get_docstring(node, clean=False) for node in ast.walk(tree) if isinstance(node, ast.FunctionDef)}
    for node in ast.walk(tree):
        if isinstance(node, ast.Constant) and isinstance(node.value, str):
            text = node.value
            if text in docs or text.startswith("lite-") or text.endswith(".j2"):
                continue
            assert not re.search(r"\d", text) or ">>>" in text, f"line {node.lineno}: {text!r}"


def test_the_text_fits_a_narrow_terminal() -> None:
    lines = quick_reference.plain_text().split("\n")
    assert max(map(len, lines)) <= COLUMNS
    assert not any(line != line.rstrip() for line in lines)
    assert "\n\n\n" not in "\n".join(lines)


@pytest.mark.parametrize("paper", PAPERS.values(), ids=list(PAPERS))
def test_the_sheet_is_one_page_and_nothing_lies_on_anything(paper: Size) -> None:
    with pypdfium2.PdfDocument(quick_reference.sheet(paper)) as document:
        assert len(document) == 1
        page = document[0]
        assert page.get_size() == pytest.approx((paper.width * POINTS_PER_MM, paper.height * POINTS_PER_MM), abs=0.01)
        text = page.get_textpage()
        boxes = [text.get_rect(index) for index in range(text.count_rects())]
    inset = 11 * POINTS_PER_MM
    for left, bottom, right, top in boxes:
        assert left > inset
        assert right < paper.width * POINTS_PER_MM - inset
        assert bottom > inset
        assert top < paper.height * POINTS_PER_MM - inset
    footer = min(boxes, key=lambda box: box[1])
    above = [box for box in boxes if box[1] > footer[3]]
    assert len(boxes) - len(above) == 1, "the last lines run into the footer"
