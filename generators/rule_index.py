"""Where each rule is written: from a rule's id to its page, its address and its title.

The Markdown of the site is the only source. A paragraph, list item, heading or term that carries
an id in an attribute list (``{ #lite-hit-order .rule }``) is an anchor; so is an element of a
generated page with that ``id``. Three kinds of id belong to the whole site, not to one page, and
stand in the index: rules (``lite-…``, ``u21-…``), rulings (``q1``, ``q2``, …; ``a1``, ``b1`` for the other games)
and glossary terms (``term-…``).

>>> anchors, _ = scan("**Stand.** You may Stand.\\n{ #lite-stand .rule }\\n", "rules/hits.md")
>>> anchors[0].url, anchors[0].title, anchors[0].line
('rules/hits/#lite-stand', 'Stand', 2)
>>> anchors[0].link_from("learn.md"), anchors[0].link_from("rules/decks.md")
('rules/hits.md#lite-stand', 'hits.md#lite-stand')
"""

from __future__ import annotations

import ast
import difflib
import posixpath
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from types import MappingProxyType

from aces.lite.ids import Rule
from generators.rulebooks import RULES

NO_PAGES: Mapping[str, str] = MappingProxyType({})

_ATTRIBUTES = re.compile(r"(?<!\{)\{(?!\{):?[ ]*([^{}\n]*?)[ ]*\}")
_ATTRIBUTE = re.compile(r"""[^ =}]+=".*?"|[^ =}]+='.*?'|[^ =}]+=[^ =}]+|[^ =}]+""")
_HTML_ID = re.compile(r"""<[A-Za-z][^<>]*?\sid=(?:"([^"]*)"|'([^']*)')""")
_FENCE = re.compile(r"[ ]*(?:[>*+-][ ]+)*(`{3,}|~{3,})")
_CODE_SPAN = re.compile(r"(`+)(?!`).*?(?<!`)\1(?!`)")
_COMMENT = re.compile(r"<!--.*?-->", re.DOTALL)
_FRONT_MATTER = re.compile(r"\A---\n.*?\n---[ ]*(?:\n|\Z)", re.DOTALL)
_RUN_IN = re.compile(r"(?:[*+-][ ]+|\d+\.[ ]+|:[ ]+)?\*\*(.+?)\.?\*\*")
_ITEM_OR_HEADING = re.compile(r"[ ]*(?:[*+-]|\d+\.|:)[ ]+|#")
_MARKUP = re.compile(r"\[([^\]]*)\]\([^)]*\)|[*`]+|^#+[ ]*|^:[ ]+|^\d+\.[ ]+")
_RULING = re.compile(r"[abq][1-9]\d*")
_CITED = re.compile(r"[a-z]+(?:-[a-z0-9]+)+")


class RuleIndexError(ValueError):
    """The pages and the rules disagree. ``faults`` has one line each, with file and line."""

    def __init__(self, faults: list[str]) -> None:
        super().__init__("\n".join(faults))
        self.faults = tuple(faults)


@dataclass(frozen=True)
class Anchor:
    """One place that can be linked to.

    ``page`` is the source path below the docs folder, ``url`` the address below the site's root,
    ``line`` the line of the source (from 1) that carries the id.
    """

    id: str
    page: str
    url: str
    title: str
    line: int

    @property
    def where(self) -> str:
        """The source as ``page:line``, for an error."""
        return f"{self.page}:{self.line}"

    def link_from(self, page: str) -> str:
        """The Markdown link target from another page of the docs, checked by the strict build."""
        return f"{posixpath.relpath(self.page, posixpath.dirname(page) or '.')}#{self.id}"


@dataclass(frozen=True)
class Citation:
    """A rule id that stands as a text in the engine's source."""

    id: str
    path: str
    line: int
    whole: bool = True
    """False where the id is glued together (an f-string), so that nobody can find it."""


def page_url(page: str) -> str:
    """The address of a page below the site's root (directory addresses).

    >>> page_url("rules/hits.md"), page_url("rules/index.md"), page_url("index.md")
    ('rules/hits/', 'rules/', '')
    """
    stem = page.removesuffix(".md")
    if posixpath.basename(stem) in ("index", "README"):
        folder = posixpath.dirname(stem)
        return f"{folder}/" if folder else ""
    return f"{stem}/"


def scan(text: str, page: str, rules: Mapping[str, Rule] = RULES) -> tuple[tuple[Anchor, ...], tuple[str, ...]]:
    """The anchors of one page that belong to the whole site, in order, and the page's faults.

    A fault is an id given twice on the page, or an id that looks like a rule and is none.
    """
    anchors: list[Anchor] = []
    faults: list[str] = []
    seen: dict[str, int] = {}
    families = {_family(rule) for rule in rules}
    for identity, is_rule, title, line in _ids(text):
        if identity in seen:
            faults.append(f"{page}:{line}: #{identity} stands here a second time (first on line {seen[identity]})")
            continue
        seen[identity] = line
        known = rules.get(identity)
        if known is None and (is_rule or _family(identity) in families):
            faults.append(f"{page}:{line}: #{identity} is no rule{_nearest(identity, rules)}")
        elif known is not None or _RULING.fullmatch(identity) or identity.startswith("term-"):
            anchors.append(
                Anchor(identity, page, f"{page_url(page)}#{identity}", known.title if known else title, line)
            )
    return tuple(anchors), tuple(faults)


def rule_index(
    docs: Path, generated: Mapping[str, str] = NO_PAGES, rules: Mapping[str, Rule] = RULES
) -> dict[str, Anchor]:
    """Every anchor of the whole site by its id, in the order of the pages' names.

    ``docs`` is the folder of the Markdown sources; ``generated`` maps the paths of pages that are
    made by the build (and replace a source of the same path) to their Markdown or HTML.
    Raises :class:`RuleIndexError` with every fault: an id written twice, an id of no rule.
    """
    index: dict[str, Anchor] = {}
    faults: list[str] = []
    for page, text in sorted(_pages(docs, generated)):
        anchors, wrong = scan(text, page, rules)
        faults.extend(wrong)
        for anchor in anchors:
            first = index.setdefault(anchor.id, anchor)
            if first is not anchor:
                faults.append(f"{anchor.where}: #{anchor.id} is already written in {first.where}")
    if faults:
        raise RuleIndexError(faults)
    return index


def citations(source: Path, rules: Mapping[str, Rule] = RULES) -> tuple[Citation, ...]:
    """Every rule id that stands as a text of its own in the Python files below ``source``.

    Text belongs to the family of a rule by its first word (``lite-``). A piece of an f-string that
    begins like a rule is reported with ``whole=False``.
    """
    families = tuple(sorted({_family(rule) + "-" for rule in rules}))
    found: list[Citation] = []
    for file in sorted(source.rglob("*.py")):
        path = file.relative_to(source.parent).as_posix()
        tree = ast.parse(file.read_text(encoding="utf-8"), str(file))
        glued = {id(part) for node in ast.walk(tree) if isinstance(node, ast.JoinedStr) for part in node.values}
        for node in ast.walk(tree):
            if not isinstance(node, ast.Constant) or not isinstance(node.value, str):
                continue
            if id(node) in glued:
                if node.value.endswith("-") and node.value.startswith(families):
                    found.append(Citation(node.value, path, node.lineno, whole=False))
            elif node.value.startswith(families) and _CITED.fullmatch(node.value):
                found.append(Citation(node.value, path, node.lineno))
    return tuple(sorted(found, key=lambda one: (one.path, one.line, one.id)))


def strict(
    docs: Path,
    engine: Path,
    generated: Mapping[str, str] = NO_PAGES,
    rules: Mapping[str, Rule] = RULES,
) -> dict[str, Anchor]:
    """The index, after making sure that pages and engine agree. For the strict build.

    Every rule is written exactly once, every id that the engine cites is a rule, and every id is
    written out whole. Raises :class:`RuleIndexError` with every fault.
    """
    index = rule_index(docs, generated, rules)
    faults: list[str] = []
    cited_at: dict[str, str] = {}
    for cited in citations(engine, rules):
        where = f"{cited.path}:{cited.line}"
        cited_at.setdefault(cited.id, where)
        if not cited.whole:
            faults.append(f"{where}: {cited.id}… is glued together; write the rule's id whole")
        elif cited.id not in rules:
            faults.append(f"{where}: {cited.id} is cited and is no rule{_nearest(cited.id, rules)}")
    for rule in rules.values():
        if rule.id not in index:
            cited_by = f"; it is cited in {cited_at[rule.id]}" if rule.id in cited_at else ""
            faults.append(f"{rule.id} ({rule.title}) is written on no page{cited_by}")
    if faults:
        raise RuleIndexError(faults)
    return index


def _family(identity: str) -> str:
    return identity.partition("-")[0] if "-" in identity else ""


def _nearest(identity: str, rules: Mapping[str, Rule]) -> str:
    near = difflib.get_close_matches(identity, rules, n=1)
    return f"; did you mean {near[0]}?" if near else ""


def _pages(docs: Path, generated: Mapping[str, str]) -> Iterator[tuple[str, str]]:
    for file in docs.rglob("*.md"):
        page = file.relative_to(docs).as_posix()
        if page not in generated:
            yield page, file.read_text(encoding="utf-8")
    yield from generated.items()


def _ids(text: str) -> Iterator[tuple[str, bool, str, int]]:
    """Each id with whether it claims to be a rule, its title and its line."""
    lines = _prose(text).split("\n")
    for number, line in enumerate(lines, 1):
        for match in _ATTRIBUTES.finditer(line):
            parts = _ATTRIBUTE.findall(match.group(1))
            for part in parts:
                if part.startswith("#") and len(part) > 1:
                    yield part[1:], ".rule" in parts, _title(lines, number - 1), number
        for match in _HTML_ID.finditer(line):
            yield match.group(1) or match.group(2) or "", False, _title(lines, number - 1), number


def _title(lines: list[str], at: int) -> str:
    """What the anchor's block calls itself: a run-in head in bold, or else its first line."""
    start = at
    while start and not _ITEM_OR_HEADING.match(lines[start]) and lines[start - 1].strip():
        start -= 1
    run_in = _RUN_IN.match(lines[start].lstrip())
    own = _ATTRIBUTES.sub("", lines[at]).strip()
    title = run_in.group(1) if run_in else own or lines[start].strip()
    return _MARKUP.sub(lambda match: match.group(1) or "", title).strip()


def _prose(text: str) -> str:
    """The text with front matter, comments, fenced code and code spans blanked out, line for line."""

    def blank(match: re.Match[str]) -> str:
        return "\n" * match.group(0).count("\n")

    text = _FRONT_MATTER.sub(blank, text.replace("\r\n", "\n"))
    kept: list[str] = []
    fence = ""
    for line in text.split("\n"):
        mark = _FENCE.match(line)
        if fence:
            if mark and mark.group(1).startswith(fence) and not line[mark.end() :].strip():
                fence = ""
            kept.append("")
        elif mark and "`" not in line[mark.end() :]:
            fence = mark.group(1)
            kept.append("")
        else:
            kept.append(_CODE_SPAN.sub("", line))
    return _COMMENT.sub(blank, "\n".join(kept))
