"""Words of the glossary, explained where they are read: on hover, on focus and by a tap.

The glossary (``docs/glossary.md``) is the one source. On the pages that are to be read, a term is
marked where a section first uses it as a link to its entry, described by the definition; a script
shows the definition beside it. Without scripts it is a link like any other.

>>> terms = read("Hit { #term-hit }\\n:   You draw. [A Hit](rule:lite-hit-order).\\n")
>>> terms[0].name, terms[0].says, terms[0].more, terms[0].target
('Hit', 'You draw.', 'A Hit', 'rule:lite-hit-order')
>>> html, used = mark("<p>Take two Hits, or a Hit.</p>", terms, "../glossary/#{}".format)
>>> html
'<p>Take two <a class="term" href="../glossary/#term-hit" aria-describedby="about-hit">Hits</a>, or a Hit.</p>'
>>> [term.name for term in used]
['Hit']
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import NamedTuple

PAGES = ("rules/", "learn.md", "for-the-dealer.md", "universal21.md", "rulings.md")
"""What the paths of the pages begin with on which terms are explained."""

SCRIPT = "assets/terms.js"
"""The script that shows a definition beside its term; a page without terms does without it."""


class Term(NamedTuple):
    """An entry of the glossary.

    ``forms`` are the words that stand for it, the name first; ``says`` is the definition as Markdown
    without its last link, of which ``more`` are the words and ``target`` is where it leads: a page, or
    a rule (``rule:…``), whose own page needs no explanation of the term.
    """

    id: str
    name: str
    forms: tuple[str, ...]
    says: str
    more: str
    target: str

    @property
    def about(self) -> str:
        """The id of the definition on a page."""
        return self.id.replace("term-", "about-", 1)


class NoTermError(ValueError):
    """An entry of the glossary that cannot be read; the message has its line."""


_ENTRY = re.compile(r"^(?P<name>\S[^{\n]*?) \{ #(?P<id>term-[\w-]+)(?: data-forms=\"(?P<forms>[^\"]*)\")? \}$")
_SAYS = re.compile(r"^:   (?P<says>.+?) \[(?P<more>[^\]]+)\]\((?P<target>[^)]+)\)\.$")


def read(text: str) -> tuple[Term, ...]:
    """The terms of the glossary's Markdown, in order. Raises :class:`NoTermError`."""
    lines = text.splitlines()
    terms = []
    for number, line in enumerate(lines, 1):
        if "#term-" not in line:
            continue
        entry = _ENTRY.match(line)
        says = _SAYS.match(lines[number]) if number < len(lines) else None
        if entry is None or says is None:
            wanted = "'Name { #term-name }' and below it ':   Text. [More](target).'"
            raise NoTermError(f"docs/glossary.md:{number}: an entry of the glossary is {wanted}")
        name = entry["name"]
        many = f"{name}es" if name.endswith("s") else f"{name}s"
        forms = (name, many, *filter(None, (entry["forms"] or "").split("|")))
        terms.append(Term(entry["id"], name, forms, says["says"], says["more"], says["target"]))
    return tuple(terms)


def mark(html: str, terms: Sequence[Term], url: Callable[[str], str]) -> tuple[str, tuple[Term, ...]]:
    """A page's HTML with its terms marked, and the terms that are, in the glossary's order.

    ``url`` gives the address of an entry by its id. In each section, from one ``h2`` to the next, a
    term is marked once, in running text, and not at all where it is a link already or on the page that
    has its own rule.
    """
    words = {form: None if _explains(html, term) else term for term in terms for form in term.forms}
    used: set[str] = set()
    marked = "".join(_section(section, words, url, used) for section in re.split(r"(?=<h2[ >])", html))
    return marked, tuple(term for term in terms if term.id in used)


def _explains(html: str, term: Term) -> bool:
    """Whether a page is the one that explains the term."""
    return f'id="{term.target.removeprefix("rule:")}"' in html


def _section(html: str, words: Mapping[str, Term | None], url: Callable[[str], str], used: set[str]) -> str:
    pattern = re.compile(rf"(?<![\w-])(?:{'|'.join(sorted(map(re.escape, words), key=len, reverse=True))})(?![\w-])")
    done = {term.id for text in _LINKED.findall(html) if (term := words.get(text)) is not None}

    def link(match: re.Match[str]) -> str:
        term = words[match[0]]
        if term is None or term.id in done:
            return match[0]
        done.add(term.id)
        used.add(term.id)
        return f'<a class="term" href="{url(term.id)}" aria-describedby="{term.about}">{match[0]}</a>'

    return "".join(pattern.sub(link, text) if running else text for text, running in _pieces(html))


_LINKED = re.compile(r"<a [^<>]*>([^<>]+)</a>")
"""What a link is called: a term that the section links to its rule needs no other link."""

_TOKEN = re.compile(r"<!--.*?-->|<[^<>]+>|[^<]+|<", re.S)
_TAG = re.compile(r"<(/?)([A-Za-z][A-Za-z0-9-]*)")
_VOID = frozenset({"area", "br", "col", "hr", "img", "input", "link", "meta", "source", "wbr"})
_RUNNING = frozenset({"p", "li", "dd"})
# fmt: off
_QUIET = frozenset({
    "a", "button", "code", "dt", "figure", "form", "h1", "h2", "h3", "h4", "h5", "h6", "kbd", "label", "pre",
    "script", "select", "strong", "style", "summary", "svg", "table", "template", "textarea",
})
# fmt: on
_QUIET_CLASS = re.compile(r'class="[^"]*\b(?:story|verdict|ct|pc)\b|role="img"')


def _pieces(html: str) -> Iterator[tuple[str, bool]]:
    """The HTML in pieces, each with whether it is running text in which a term may be marked."""
    inside: list[tuple[str, bool]] = []
    for token in _TOKEN.findall(html):
        tag = _TAG.match(token)
        if tag is None:
            running = any(name in _RUNNING for name, _ in inside) and not any(quiet for _, quiet in inside)
            yield token, running and not token.startswith("<")
            continue
        name = tag[2].lower()
        if tag[1]:
            while inside and inside.pop()[0] != name:
                pass
        elif name not in _VOID and not token.endswith("/>"):
            inside.append((name, name in _QUIET or bool(_QUIET_CLASS.search(token))))
        yield token, False
