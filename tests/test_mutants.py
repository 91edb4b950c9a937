"""The tool that breaks the engine, without breaking it: its list, its comparisons, its table."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests import mutants
from tests.mutants import LISTED, MODULES, TOP, Kind, Mutant, Score, changed, compared, listed, rows

ONE = Mutant("growth", "Growth.step", "return 1", "return 2")
OTHER = Mutant("harm", "cost", "a < b", "a <= b")


def test_every_module_of_lite_is_measured() -> None:
    """But for the package itself and the table of ids, which hold no function worth breaking."""
    there = {path.stem for path in (TOP / "aces" / "lite").glob("*.py")} - {"__init__", "ids"}
    assert there == set(MODULES) - {"universal21"}
    assert all((TOP / path).is_file() for path in MODULES.values())


def test_the_list_is_of_what_is_written() -> None:
    """A listed line that stands no longer in its module is out of date, and no long run is needed to see it."""
    known, kinds = listed(LISTED.read_text("utf-8"))
    assert kinds
    for mutant in known:
        lines = (TOP / MODULES[mutant.module]).read_text("utf-8").splitlines()
        assert mutant.was in " ".join(line.strip() for line in lines), mutant


def test_new_and_stale_survivors_are_told_apart() -> None:
    assert compared([ONE, OTHER], list(MODULES), {ONE: 1, OTHER: 1}, []) == ([], [])
    assert compared([ONE, ONE], list(MODULES), {ONE: 1, OTHER: 1}, []) == ([ONE], [OTHER])
    assert compared([ONE], ["growth"], {ONE: 2, OTHER: 1}, []) == ([], [ONE])
    assert compared([OTHER], ["harm"], {}, [Kind("< *", ("<= ", ">"))]) == ([], [])


def test_a_kind_is_one_change_and_no_other() -> None:
    strict = Kind("strict=True", ("strict=False", ""))
    two = "zip(a, strict=True), zip(b, strict=True)"
    assert strict.holds(Mutant("m", "f", two, "zip(a, ), zip(b, strict=True)"))
    assert strict.holds(Mutant("m", "f", two, "zip(a, strict=True), zip(b, strict=False)"))
    assert not strict.holds(Mutant("m", "f", two, "zip(a, ), zip(b, )"))
    assert not strict.holds(Mutant("m", "f", two, "zip(None, strict=True), zip(b, strict=True)"))


@pytest.mark.parametrize(
    "text",
    [
        "".join(rows([ONE])),
        "".join(rows([ONE])).replace('why = ""', 'why = "so"') * 2,
        "".join(rows([ONE._replace(module="nothing")])).replace('why = ""', 'why = "so"'),
    ],
)
def test_a_list_that_cannot_be(text: str) -> None:
    with pytest.raises(SystemExit, match="stands twice, is of no module, or has no reason"):
        listed(text)


def test_what_is_told_can_be_listed() -> None:
    text = "".join(rows([OTHER, ONE, ONE])).replace('why = ""', 'why = "so"')
    assert listed(text)[0] == {ONE: 2, OTHER: 1}


def test_lines_of_a_diff() -> None:
    assert changed("--- a\n+++ b\n@@ -1,2 +1 @@\n def f():\n-    x,\n-    y\n+    None") == ("x, y", "None")


def test_the_table_and_the_exit_code(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    """Nine in ten of each module, nothing new and nothing stale, or it fails."""
    monkeypatch.setattr(mutants, "prepare", lambda modules, again: None)
    monkeypatch.setattr(mutants, "run", lambda jobs, names=(): None)
    monkeypatch.setattr(mutants, "LISTED", tmp_path / "mutants.toml")
    monkeypatch.setattr("os.nice", lambda level: 0)

    def ended(killed: int, alive: list[Mutant], known: str) -> tuple[int, str]:
        (tmp_path / "mutants.toml").write_text(known, "utf-8")
        monkeypatch.setattr(mutants, "results", lambda modules: ([Score("growth", 20, killed)], alive, []))
        return mutants.main(["growth"]), capsys.readouterr().out

    why = "".join(rows([ONE])).replace('why = ""', 'why = "so"')
    code, out = ended(19, [ONE], why)
    assert code == 0
    assert out.splitlines()[-2].split() == ["growth", "20", "19", "1", "95.0", "%"]
    assert out.splitlines()[-1].split() == ["together", "20", "19", "1", "95.0", "%"]
    assert ended(18, [ONE], why)[0] == 0
    assert ended(17, [ONE], why)[0] == 1
    code, out = ended(19, [ONE], "")
    assert code == 1 and "-- new, and not listed:" in out and 'was = "return 1"' in out
    code, out = ended(20, [], why)
    assert code == 1 and "-- listed, and killed by now:" in out


def test_a_module_that_is_none(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as caught:
        mutants.main(["grwoth"])
    assert caught.value.code == 2
    assert "'grwoth' is not a module" in capsys.readouterr().err
