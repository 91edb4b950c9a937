"""Runs case files: ``python -m tests.run_cases FILE...``.

A case gives an input and what must come of it; its kind says which part of the engine answers.
Fields that ``expect`` names must agree, others are free; an ``expect`` that begins with "error"
wants the input refused with the library's own error. The last line is ``N passed, N failed``;
the exit code is 1 if any failed and 2 if a file cannot be read.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from aces.rules import AcesError
from tests.kinds import KINDS, UNORDERED

Case = dict[str, Any]


def load(path: Path) -> tuple[str, list[Case]]:
    """The game and the cases of a file; ``ValueError`` with the reason when it is not a case file."""
    try:
        data = json.loads(path.read_text(encoding="utf-8"))
        return data["game"], data["cases"]
    except (OSError, UnicodeDecodeError, json.JSONDecodeError) as error:
        raise ValueError(f"{path}: {error}") from error
    except (KeyError, TypeError) as error:
        raise ValueError(f"{path}: not a case file: it needs 'game' and 'cases'") from error


def faults(game: str, case: Case) -> Iterator[str]:
    """What is wrong with the engine's answer to a case, a sentence each."""
    answer = KINDS.get(game, {}).get(case["kind"])
    if answer is None:
        yield f"not yet: nothing answers the kind {case['kind']!r} of {game}"
        return
    expect = case["expect"]
    wants_error = isinstance(expect, str) and expect.startswith("error")
    try:
        got = answer(case)
    except AcesError as error:
        if not wants_error:
            yield f"refused: {error}"
        return
    if wants_error:
        yield f"accepted, but should be refused ({expect}); it gave {got!r}"
    elif isinstance(expect, dict) and isinstance(got, dict):
        for key, value in expect.items():
            if key not in got:
                yield f"{key}: no such field in the answer"
            elif not agree(key, got[key], value):
                yield f"{key}: expected {value!r}, got {got[key]!r}"
    elif not agree("", got, expect):
        yield f"expected {expect!r}, got {got!r}"


def agree(key: str, got: Any, want: Any) -> bool:
    """Whether an answer agrees: cards in fields that are compared as sets, dictionaries by what they list."""
    if isinstance(want, dict) and isinstance(got, dict):
        return all(name in got and agree(name, got[name], value) for name, value in want.items())
    if isinstance(want, list) and isinstance(got, list):
        if len(want) != len(got):
            return False
        if key in UNORDERED and not any(isinstance(item, list) for item in want):
            want, got = sorted(want, key=repr), sorted(got, key=repr)
        return all(agree(key, mine, theirs) for mine, theirs in zip(got, want, strict=True))
    return bool(got == want) and isinstance(got, bool) == isinstance(want, bool)


def main(arguments: list[str]) -> int:
    """Runs the files named and prints what failed and how many passed."""
    if not arguments:
        print("usage: python -m tests.run_cases FILE...", file=sys.stderr)
        return 2
    passed = failed = 0
    for name in arguments:
        try:
            game, cases = load(Path(name))
        except ValueError as error:
            print(error, file=sys.stderr)
            return 2
        for case in cases:
            found = list(faults(game, case))
            for fault in found:
                print(f"{case['id']}: {fault} ({case.get('why', 'no reason given')})")
            passed += not found
            failed += bool(found)
    print(f"{passed} passed, {failed} failed")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
