"""Words of the glossary in running text: what is marked, where, and what is left alone."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from generators.terms import NoTermError, Term, mark, read

GLOSSARY = Path(__file__).parents[2] / "docs" / "glossary.md"
TERMS = (
    Term("term-resolution", "Resolution", ("Resolution", "Resolutions"), "", "", "rule:lite-when"),
    Term("term-group-resolution", "Group Resolution", ("Group Resolution",), "", "", "rule:lite-group"),
    Term("term-hit", "Hit", ("Hit", "Hits"), "", "", "rule:lite-hit-order"),
    Term("term-cut", "Cut", ("Cut", "cuts"), "", "", "rule:lite-initiative"),
)


def marked(html: str) -> list[str]:
    made, used = mark(html, TERMS, "g#{}".format)
    words = re.findall(r'<a class="term" href="g#([\w-]+)" aria-describedby="about-[\w-]+">([^<]+)</a>', made)
    assert {identity for identity, _ in words} == {term.id for term in used}
    assert re.sub(r'<a class="term"[^>]*>([^<]+)</a>', r"\1", made) == html, "nothing else changes"
    return [word for _, word in words]


@pytest.mark.parametrize(
    ("html", "words"),
    [
        ("<p>A Hit and another Hit.</p>", ["Hit"]),
        ("<h2>One</h2><p>A Hit.</p><h2>Two</h2><p>A Hit.</p>", ["Hit", "Hit"]),
        ("<ul><li>Your <em>Hits</em>, and the Hit’s</li></ul>", ["Hits"]),
        ("<dl><dt>Hit</dt><dd>A Hit</dd></dl>", ["Hit"]),
        ("<p>A Group Resolution is one Resolution.</p>", ["Group Resolution", "Resolution"]),
        ("<p>She cuts. Hitting, a Hit-list, Uncut.</p>", ["cuts"]),
        ("<p>hit</p>", []),
        ("Hit <div>Hit</div>", []),
    ],
)
def test_where_a_term_is_marked(html: str, words: list[str]) -> None:
    assert marked(html) == words


@pytest.mark.parametrize(
    "quiet",
    [
        '<p><a href="x">a Hit</a></p>',
        "<p><strong>A Hit.</strong></p>",
        "<p><code>Hit</code> <kbd>Hit</kbd></p>",
        "<table><tr><th>Hit</th><td>Hit <p>Hit</p></td></tr></table>",
        "<h3>Hit</h3>",
        '<ol class="story"><li><p>Hit</p></li></ol>',
        '<div class="verdict"><p>Hit</p></div>',
        '<p><span role="img" aria-label="Hit">Hit</span></p>',
        "<!-- <p>Hit</p> -->",
        "<figure><p>Hit</p></figure>",
    ],
)
def test_what_is_left_alone(quiet: str) -> None:
    assert marked(quiet) == []
    assert marked(quiet + "<p>x<br>Hit <img alt='Hit'></p>") == ["Hit"]


def test_a_page_does_not_explain_what_it_is_about() -> None:
    """Nor is a shorter word marked inside a longer one that is left alone."""
    assert marked('<p id="lite-group">A Group Resolution. Hit.</p><h2>B</h2><p>A Group Resolution.</p>') == ["Hit"]


def test_a_term_that_is_a_link_already_needs_no_other() -> None:
    assert marked('<p><a href="x">Hits</a>, then a Hit.</p><h2>B</h2><p>Hit</p>') == ["Hit"]


def test_the_glossary_reads() -> None:
    terms = read(GLOSSARY.read_text("utf-8"))
    assert len(terms) > 35
    names = [term.name.casefold() for term in terms]
    assert names == sorted(names)
    forms = [form for term in terms for form in term.forms]
    assert len(forms) == len(set(forms))
    assert next(term for term in terms if term.id == "term-success").forms == ("Success", "Successes")


@pytest.mark.parametrize("text", ["A {#term-a}\n:   B. [C](d.md).", "A { #term-a }\n:   B.", "A { #term-a }"])
def test_an_entry_that_cannot_be_read_is_told_with_its_line(text: str) -> None:
    with pytest.raises(NoTermError, match=r"^docs/glossary.md:2: an entry of the glossary is"):
        read("\n" + text)
