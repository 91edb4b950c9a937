"""From each rule to the engine that keeps it and the tests that prove it.

Both are found in the sources: a function, class or constant of ``aces`` keeps a rule if it names
the rule's id in its docstring or in a text of its own; a test proves it if it does the same. A
rule that speaks to people only (whether to resolve at all) has nothing to compute; those are
listed in :data:`FOR_PEOPLE` and must not be kept by any code.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from pathlib import Path
from typing import NamedTuple

from aces.lite.ids import Rule
from generators.env import render
from generators.registry import Output
from generators.rulebooks import BOOKS, RULES

TOP = Path(__file__).resolve().parent.parent

FOR_PEOPLE: frozenset[str] = frozenset({"lite-when"})
"""Rules that a table judges and an engine cannot."""

_TABLES = ("RULES", "_TABLE")
"""Where the ids themselves are listed: not a use of a rule."""


class Trace(NamedTuple):
    """One rule: what keeps it and what proves it, as dotted names and as ``path::test``."""

    rule: Rule
    kept_by: tuple[str, ...]
    proved_by: tuple[str, ...]


class Untraced(ValueError):
    """A rule that no code keeps or no test proves; one line each."""


def traces(engine: Mapping[str, str], tests: Mapping[str, str], rules: Mapping[str, Rule] = RULES) -> tuple[Trace, ...]:
    """Every rule with what keeps and proves it. Both mappings go from a path to its source."""
    kept = _uses(engine, rules, _symbol)
    proved = _uses(tests, rules, _test)
    return tuple(Trace(rule, kept.get(rule.id, ()), proved.get(rule.id, ())) for rule in rules.values())


def check(found: Iterable[Trace], for_people: frozenset[str] = FOR_PEOPLE) -> None:
    """Raises :class:`Untraced` unless every rule is kept and proved, or speaks to people only."""
    faults = []
    for rule, kept_by, proved_by in found:
        if rule.id in for_people:
            if kept_by:
                faults.append(f"{rule.id} is listed as a rule for people, but {kept_by[0]} keeps it")
        elif not kept_by:
            faults.append(f"{rule.id} ({rule.number}, {rule.title}): no code of the engine names it")
        elif not proved_by:
            faults.append(f"{rule.id} ({rule.number}, {rule.title}): no test names it")
    if faults:
        raise Untraced("\n".join(faults))


def _uses(
    sources: Mapping[str, str], rules: Mapping[str, Rule], name: Callable[[str, tuple[str, ...]], str | None]
) -> dict[str, tuple[str, ...]]:
    found: dict[str, dict[str, None]] = {}
    for path, source in sorted(sources.items()):
        for scope, text in _texts(ast.parse(source, path)):
            owner = name(path, scope)
            if owner is None:
                continue
            for identity in _ID.findall(text):
                if identity in rules:
                    found.setdefault(identity, {})[owner] = None
    return {identity: tuple(owners) for identity, owners in found.items()}


_ID = re.compile(r"[a-z0-9]+(?:-[a-z0-9]+)+")


def _symbol(path: str, scope: tuple[str, ...]) -> str | None:
    if not scope or scope[-1] in _TABLES:
        return None
    return ".".join((*Path(path).with_suffix("").parts, *scope)).replace(".__init__", "")


def _test(path: str, scope: tuple[str, ...]) -> str | None:
    tests = [name for name in scope if name.startswith("test_")]
    return f"{path}::{tests[0]}" if tests else None


def _texts(module: ast.Module) -> Iterator[tuple[tuple[str, ...], str]]:
    """Every text of a module with the scope it stands in: names from the outside in."""

    def walk(node: ast.AST, scope: tuple[str, ...]) -> Iterator[tuple[tuple[str, ...], str]]:
        if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)):
            scope = (*scope, node.name)
        elif isinstance(node, ast.Constant) and isinstance(node.value, str):
            yield scope, node.value
        for child in ast.iter_child_nodes(node):
            yield from walk(child, scope)

    last: tuple[str, ...] = ()
    for node in module.body:
        if isinstance(node, (ast.Assign, ast.AnnAssign)):
            target = node.targets[0] if isinstance(node, ast.Assign) else node.target
            last = (target.id,) if isinstance(target, ast.Name) else ()
            yield from walk(node, last)
        elif isinstance(node, ast.Expr):  # a text below a constant describes it
            yield from walk(node, last)
        else:
            last = ()
            yield from walk(node, ())


def read(folder: str) -> dict[str, str]:
    """The Python sources below a folder of the project, by path."""
    return {
        path.relative_to(TOP).as_posix(): path.read_text(encoding="utf-8")
        for path in sorted((TOP / folder).rglob("*.py"))
    }


class Chapter(NamedTuple):
    """A heading of the page with the rules below it."""

    title: str
    traces: tuple[Trace, ...]


def chapters(found: Iterable[Trace]) -> tuple[Chapter, ...]:
    """The traces by chapter, in the order of the books."""
    by_id = {trace.rule.id: trace for trace in found}
    made: dict[str, tuple[Trace, ...]] = {}
    for book in BOOKS:
        for identity, rule in book.rules.items():
            title = book.chapter(rule)
            made[title] = (*made.get(title, ()), by_id[identity])
    return tuple(Chapter(title, traces_of) for title, traces_of in made.items())


def page() -> str:
    """The page that lists every rule with its paragraph, what keeps it and what proves it."""
    found = traces(read("aces"), read("tests"))
    check(found)
    return render("traceability.md.j2", chapters=chapters(found), count=len(found), for_people=FOR_PEOPLE)


OUTPUTS = (Output("rules/traceability.md", "page", page, ("aces/**/*.py", "tests/**/*.py")),)
