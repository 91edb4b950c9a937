"""Mutation testing of the engine: small faults, put in one at a time, and whether a test notices.

``python -m tests.mutants [MODULE ...]`` (``make mutants``, ``make mutants MODULE=growth``) lets mutmut
break each function of ``aces/lite`` (and ``universal21``) in every way it knows, runs the engine's tests
that reach it, and ends with a table. It works in a copy of the engine and its tests below ``build/``,
and takes an hour or so for everything, a few minutes for one module.

Every mutant that lives is listed in ``tests/mutants.toml`` with the reason: what was written, what stood
there instead, and why no test can or need tell; or it is of a kind that is listed there once for all. A
survivor that is neither is new, a listed one that is killed by now is stale, and both are told. Exit code
1 if there are any, or if fewer than nine in ten mutants of a module are killed; 2 if it cannot be run.

mutmut leaves alone what runs only when a module is loaded (tables, defaults, the members of an ``Enum``),
properties and the words of f-strings. ``--again`` runs only what lived the last time, after an edit of
the tests.
"""

from __future__ import annotations

import argparse
import json
import os
import re
import shutil
import subprocess
import sys
import time
import tomllib
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import NamedTuple

TOP = Path(__file__).resolve().parent.parent
WORK = TOP / "build" / "mutants"
LISTED = Path(__file__).with_suffix(".toml")

MODULES = {
    name: f"aces/lite/{name}.py"
    for name in (
        "campaign",
        "character",
        "decks",
        "duel",
        "group",
        "growth",
        "harm",
        "initiative",
        "outcome",
        "resolution",
        "wild",
        "words",
        "words_duel",
        "words_group",
    )
} | {"universal21": "aces/universal21.py"}
"""What is measured, by the name that ``MODULE=`` takes."""

OTHER_GAMES = ("test_ace_game*", "test_ace_trump*", "test_decktet*")
"""Tests of the engine that never come near ``aces/lite``."""

LEAST = 90.0
"""So many of a hundred mutants of each module must be killed."""

KILLED = ("killed", "timeout")
"""How a mutant ends that the tests noticed: a test failed, or never came to its end."""

EXAMPLES = "8"
"""How many games a law is tried on: fewer than otherwise, since every mutant tries them anew."""

BEAT = 15.0
"""Seconds between two lines of progress where no terminal is watching."""


class Mutant(NamedTuple):
    """One way in which a function was broken: the lines that went and those that came."""

    module: str
    function: str
    was: str
    now: str


class Score(NamedTuple):
    """How a module fared."""

    module: str
    mutants: int
    killed: int

    @property
    def percent(self) -> float:
        """How many of a hundred were killed; all of none."""
        return 100 * self.killed / self.mutants if self.mutants else 100.0


def prepare(modules: Sequence[str], again: bool) -> None:
    """Lays the copy out: the engine, its tests, and what tells mutmut what to do."""
    if not again:
        shutil.rmtree(WORK, ignore_errors=True)
    WORK.mkdir(parents=True, exist_ok=True)
    (WORK / "mutants" / "mutmut-stats.json").unlink(missing_ok=True)
    skipped = shutil.ignore_patterns("__pycache__", *OTHER_GAMES)
    for part in ("aces", "tests/engine", "tests/kinds", "tests/cases", "tests/records", "docs/records"):
        shutil.rmtree(WORK / part, ignore_errors=True)
        shutil.copytree(TOP / part, WORK / part, ignore=skipped)
    for part in ("pyproject.toml", "tests/__init__.py", "tests/run_cases.py"):
        shutil.copy2(TOP / part, WORK / part)
    settings = {
        "source_paths": ["aces"],
        "only_mutate": [MODULES[module] for module in modules],
        "also_copy": ["docs"],
        "pytest_add_cli_args": ["-p", "no:xdist"],
        "pytest_add_cli_args_test_selection": ["tests/engine", "aces/lite", "aces/universal21.py"],
    }
    lines = [f"{key} =\n" + "".join(f"    {value}\n" for value in values) for key, values in settings.items()]
    (WORK / "setup.cfg").write_text("[mutmut]\n" + "".join(lines), "utf-8")


def run(jobs: int, names: Sequence[str] = ()) -> None:
    """Runs mutmut in the copy, with its progress on one line; raises ``SystemExit`` if it fails."""
    command = [sys.executable, "-c", "from mutmut.__main__ import cli; cli()", "run", "--max-children", str(jobs)]
    env = {**os.environ, "PYTHONDONTWRITEBYTECODE": "1", "PYTHONHASHSEED": "0", "ACES_EXAMPLES": EXAMPLES}
    with subprocess.Popen(
        [*command, *names],
        cwd=WORK,
        env=env,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        start_new_session=True,
    ) as child:
        assert child.stdout is not None
        said = _shown(iter(lambda: child.stdout.read1(4096), b""))  # type: ignore[union-attr]
    if child.returncode:
        print(said, file=sys.stderr)
        raise SystemExit(2)


def _shown(chunks: Iterable[bytes]) -> str:
    """Shows how far it is; gives back the end of what was said."""
    said, last = "", 0.0
    live = sys.stdout.isatty()
    for chunk in chunks:
        said = (said + chunk.decode("utf-8", "replace"))[-20_000:]
        frames = re.findall(r"(\d+)/(\d+)\s+🎉 (\d+).*?⏰ (\d+).*?🙁 (\d+)", said)
        if frames and (time.monotonic() - last > (0.2 if live else BEAT)):
            done, total, killed, slow, alive = map(int, frames[-1])
            line = f"  {done} of {total}: {killed + slow} killed, {alive} alive"
            print(f"\r{line}" if live else line, end="" if live else "\n", flush=True)
            last = time.monotonic()
    if live:
        print()
    return said


def results(modules: Sequence[str]) -> tuple[list[Score], list[Mutant], list[str]]:
    """What came of it: a score for each module, those alive, and their names for mutmut."""
    os.chdir(WORK)  # mutmut looks for its settings here as soon as it is imported
    from mutmut.mutation.data import SourceFileMutationData
    from mutmut.mutation.diff_apply import get_diff_for_mutant
    from mutmut.stats import status_by_exit_code
    from mutmut.utils.format_utils import orig_function_and_class_names_from_key

    scores, alive, names = [], [], []
    for module in modules:
        path = Path(MODULES[module])
        data = SourceFileMutationData(path=path)
        data.load()
        living = [name for name, code in data.exit_code_by_key.items() if status_by_exit_code[code] not in KILLED]
        scores.append(Score(module, len(data.exit_code_by_key), len(data.exit_code_by_key) - len(living)))
        for name in living:
            function, owner = orig_function_and_class_names_from_key(name)
            was, now = changed(get_diff_for_mutant(name, path=path))
            alive.append(Mutant(module, f"{owner}.{function}" if owner else function, was, now))
        names += living
    os.chdir(TOP)
    return scores, alive, names


def changed(diff: str) -> tuple[str, str]:
    """The lines that a diff takes away and those that it brings, each on one line.

    >>> changed("--- a\\n+++ a\\n@@ -1 +1 @@\\n if x:\\n-    return 1\\n+    return 2")
    ('return 1', 'return 2')
    """
    body = [line for line in diff.splitlines() if not line.startswith(("---", "+++", "@@"))]
    gone, came = ([line[1:].strip() for line in body if line[:1] == sign] for sign in "-+")
    return " ".join(gone), " ".join(came)


class Kind(NamedTuple):
    """Survivors that live for one reason wherever they are: what went (as a pattern), and what came for it."""

    was: str
    now: tuple[str, ...]

    def holds(self, mutant: Mutant) -> bool:
        """Whether a mutant differs in just that.

        >>> Kind("strict=True", ("strict=False", "")).holds(Mutant("m", "f", "zip(a, b, strict=True)", "zip(a, b, )"))
        True
        """
        return any(
            mutant.now == mutant.was[: found.start()] + now + mutant.was[found.end() :]
            for found in re.finditer(self.was, mutant.was)
            for now in self.now
        )


def listed(text: str) -> tuple[dict[Mutant, int], list[Kind]]:
    """The survivors that are known: how many there are of each, and the kinds of others."""
    known: dict[Mutant, int] = {}
    told = tomllib.loads(text)
    for row in told.get("survivor", []):
        mutant = Mutant(row["module"], row["function"], row["was"], row["now"])
        if mutant in known or mutant.module not in MODULES or not row["why"].strip():
            raise SystemExit(f"{LISTED.name}: {mutant}: stands twice, is of no module, or has no reason")
        known[mutant] = row.get("times", 1)
    kinds = [Kind(row["was"], tuple(row["now"])) for row in told.get("kind", []) if row["why"].strip()]
    return known, kinds


def compared(
    alive: Sequence[Mutant], modules: Sequence[str], known: dict[Mutant, int], kinds: Sequence[Kind]
) -> tuple[list[Mutant], list[Mutant]]:
    """The survivors that are not known, and the listed ones that did not survive."""
    found = Counter(mutant for mutant in alive if not any(kind.holds(mutant) for kind in kinds))
    expected = Counter({mutant: times for mutant, times in known.items() if mutant.module in modules})
    return sorted((found - expected).elements()), sorted((expected - found).elements())


def rows(mutants: Iterable[Mutant]) -> Iterator[str]:
    """Survivors as the list has them, with an empty place for the reason."""
    for mutant, times in sorted(Counter(mutants).items()):
        fields = mutant._asdict() | ({"times": times} if times > 1 else {}) | {"why": ""}
        yield "[[survivor]]\n" + "".join(
            f"{key} = {json.dumps(value, ensure_ascii=False)}\n" for key, value in fields.items()
        )


def main(arguments: Sequence[str] | None = None) -> int:
    """The program; see the module."""
    parser = argparse.ArgumentParser(prog="python -m tests.mutants", description=__doc__.partition("\n")[0])
    parser.add_argument("modules", nargs="*", metavar="MODULE", help=", ".join(MODULES))
    parser.add_argument("--jobs", type=int, default=1, help="how many mutants are tried at a time")
    parser.add_argument("--again", action="store_true", help="only those that lived the last time")
    asked = parser.parse_args(arguments)
    unknown = [name for name in asked.modules if name not in MODULES]
    if unknown:
        parser.error(f"{unknown[0]!r} is not a module; there are {', '.join(MODULES)}")
    modules = asked.modules or list(MODULES)
    os.nice(19)
    print(f"== mutants of {', '.join(modules)}", flush=True)
    prepare(modules, asked.again)
    names = results(modules)[2] if asked.again else []
    if names or not asked.again:
        run(asked.jobs, names)
    scores, alive, _ = results(modules)
    new, stale = compared(alive, modules, *listed(LISTED.read_text("utf-8")))
    for head, mutants in (("new, and not listed", new), ("listed, and killed by now", stale)):
        if mutants:
            print(f"-- {head}:")
            print("\n".join(rows(mutants)))
    print(f"{'module':12} {'mutants':>8} {'killed':>8} {'alive':>6} {'percent':>8}")
    for score in (*scores, Score("together", sum(s.mutants for s in scores), sum(s.killed for s in scores))):
        alive_count = score.mutants - score.killed
        print(f"{score.module:12} {score.mutants:8} {score.killed:8} {alive_count:6} {score.percent:7.1f} %")
    return int(bool(new or stale) or any(score.percent < LEAST for score in scores))


if __name__ == "__main__":
    sys.exit(main())
