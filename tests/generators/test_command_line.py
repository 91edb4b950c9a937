"""The page about the command: every command with its help, and examples that were really run."""

from __future__ import annotations

import re
import sys
from pathlib import Path

import pytest

from generators import command_line
from generators.command_line import EXAMPLES, Example, run

DOCS = Path(__file__).parents[2] / "docs"
PAGE = (DOCS / "command-line.md").read_text("utf-8")


def test_every_command_has_its_part_of_the_page() -> None:
    assert list(command_line.commands()) == list(EXAMPLES)
    shown = re.findall(r"<!-- generated: ([\w-]+) -->", PAGE)
    assert shown == ["cli-overview", *(f"cli-{name}" for name in EXAMPLES), "cli-wrong"]
    assert re.findall(r"^## .* \{ #([\w-]+) \}$", PAGE, flags=re.M) == list(EXAMPLES)


def test_help_is_as_wide_as_the_page_whatever_the_terminal(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "40")
    narrow = [command_line.help_of(parser) for parser in command_line.commands().values()]
    monkeypatch.setenv("COLUMNS", "200")
    assert [command_line.help_of(parser) for parser in command_line.commands().values()] == narrow
    lines = [line for text in narrow for line in text.splitlines()]
    long = [line for line in lines if len(line) > command_line.WIDTH]
    assert [line for line in long if not re.fullmatch(r" +\[[^\[\]]+\]", line)] == [], (
        "an option in brackets is one piece"
    )
    assert "\x1b" not in "".join(lines)


def test_each_act_of_a_campaign_has_its_help() -> None:
    html = command_line.command("campaign")
    for act in command_line.acts("campaign"):
        assert f"<summary><code>aces campaign {act}</code></summary>" in html
        assert f"usage: aces campaign {act}" in html


def test_examples_say_what_the_command_says() -> None:
    duel = list(run(EXAMPLES["judge"]))[-1]
    assert duel.line == "aces judge --duel 'KS 9D' 'QH 2S'"
    assert duel.said.startswith("A wins.\n  A  K♠ + 9♦ = 19\n")
    assert duel.said.endswith('higher than 12.  <a href="rule:lite-duel-winner">[lite-duel-winner]</a>')
    assert list(run(EXAMPLES["judge"]))[-1] == duel


def test_an_example_that_does_not_run_stops_the_build(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(command_line, "EXAMPLES", {**EXAMPLES, "judge": (Example("judge 1S"),)})
    with pytest.raises(ValueError, match="aces judge 1S: ended with 2: aces: judge"):
        command_line.command("judge")
    with pytest.raises(ValueError, match="aces judge 1S: ended with 2: aces: judge"):
        list(run([Example("judge 1S", shown=False)]))
    with pytest.raises(ValueError, match="aces wild --check: ended with 0"):
        list(run([Example("wild --check", code=2)]))


def test_an_example_that_warns_of_something_stops_the_build(monkeypatch: pytest.MonkeyPatch) -> None:
    def warns(arguments: object) -> int:
        print("this is odd", file=sys.stderr)
        return 0

    monkeypatch.setattr(command_line.cli, "main", warns)
    with pytest.raises(ValueError, match="aces wild --check: complains: this is odd"):
        list(run([Example("wild --check")]))


def test_running_leaves_nothing_behind(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    assert [one.code for one in run([Example("campaign new x.toml --party")])] == [0]
    assert list(tmp_path.iterdir()) == []
    assert Path.cwd() == tmp_path


def test_what_does_not_fit_is_told_in_one_line() -> None:
    for one in run(command_line.WRONG):
        assert (one.code, one.said.count("\n")) == (2, 0)
