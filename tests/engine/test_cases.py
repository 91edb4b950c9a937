"""The case files through the engine: every case of a kind that something answers."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from tests.kinds import KINDS
from tests.run_cases import faults, load, main

CASES = sorted((Path(__file__).resolve().parent.parent / "cases").glob("*.json"))
FILES = [path for path in CASES if "cases" in json.loads(path.read_text(encoding="utf-8"))]


def answered() -> list[Any]:
    return [
        pytest.param(game, case, id=f"{path.stem}-{case['id']}")
        for path in FILES
        for game, cases in [load(path)]
        for case in cases
        if case["kind"] in KINDS.get(game, {})
    ]


@pytest.mark.parametrize(("game", "case"), answered())
def test_case(game: str, case: dict[str, Any]) -> None:
    assert not list(faults(game, case))


def run(tmp_path: Path, *cases: dict[str, Any]) -> int:
    file = tmp_path / "cases.json"
    file.write_text(json.dumps({"game": "aces-lite", "cases": cases}), encoding="utf-8")
    return main([str(file)])


GOOD = {
    "id": "good",
    "kind": "score",
    "layout": [["KS", "open"]],
    "tell": "2C",
    "truth": "3H",
    "expect": {"outcome": "success", "player_total": 10},
    "why": "ten beats five",
}


def test_the_runner_counts(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """The runner itself can fail: a wrong answer, a missing field, a wrong error, an unknown kind."""
    wrong = GOOD | {"expect": {"outcome": "failure"}}
    missing = GOOD | {"expect": {"outcom": "success"}}
    accepted = GOOD | {"expect": "error: it should not be"}
    refused = GOOD | {"layout": []}
    unknown = GOOD | {"kind": "sing"}
    assert run(tmp_path, GOOD) == 0
    assert capsys.readouterr().out == "1 passed, 0 failed\n"
    assert run(tmp_path, GOOD, wrong, missing, accepted, refused, unknown) == 1
    out = capsys.readouterr().out
    assert out.endswith("\n1 passed, 5 failed\n")
    for words in ("expected 'failure'", "no such field", "accepted, but", "refused: The Layout", "not yet"):
        assert words in out


@pytest.mark.parametrize("text", ["", "[]", "{}", '{"game": "x"}', "{"])
def test_the_runner_refuses_other_files(tmp_path: Path, text: str) -> None:
    file = tmp_path / "other.json"
    file.write_text(text, encoding="utf-8")
    assert main([str(file)]) == main([]) == main([str(tmp_path / "absent.json")]) == 2
