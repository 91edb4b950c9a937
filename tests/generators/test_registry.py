"""Outputs are made once, again when an input changed, and never by halves."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from types import ModuleType

import pytest

from generators import registry
from generators.registry import NoOutputError, Output


@pytest.fixture
def house(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> ModuleType:
    """A little project with one generating module, which counts its makings."""
    (tmp_path / "generators").mkdir()
    (tmp_path / "aces").mkdir()
    (tmp_path / "data.txt").write_text("one")
    (tmp_path / "generators" / "toy.py").write_text("from aces import deep\n")
    (tmp_path / "aces" / "deep.py").write_text("from . import deeper\n")
    (tmp_path / "aces" / "deeper.py").write_text("X = 1\n")
    module = ModuleType("generators.toy")
    module.made = []  # type: ignore[attr-defined]

    def make(name: str, product: registry.Product) -> registry.Product:
        module.made.append(name)  # type: ignore[attr-defined]
        return product

    module.OUTPUTS = (  # type: ignore[attr-defined]
        Output("a.txt", "asset", lambda: make("a.txt", (tmp_path / "data.txt").read_text()), ("data.txt",)),
        Output("files", "asset", lambda: make("files", {"x/y.bin": b"\0", "z": b"zz"})),
        Output("piece", "fragment", lambda: make("piece", "<p>piece</p>")),
    )
    monkeypatch.setitem(sys.modules, "generators.toy", module)
    monkeypatch.setattr(registry, "MODULES", ("generators.toy",))
    monkeypatch.setattr(registry, "TOP", tmp_path)
    monkeypatch.setattr(registry, "STORE", tmp_path / "build" / "outputs")
    return module


def made_now(house: ModuleType) -> list[str]:
    house.made.clear()
    registry.build()
    return list(house.made)


def test_nothing_is_made_twice(house: ModuleType) -> None:
    lines: list[str] = []
    first = registry.build(progress=lines.append)
    assert [one.fresh for one in first] == [True] * 3
    assert [line.split()[:2] for line in lines] == [["made", "a.txt"], ["made", "files"], ["made", "piece"]]
    again = registry.build(progress=lines.append)
    assert [one.fresh for one in again] == [False] * 3
    assert len(lines) == 3
    assert (again[1].path / "x" / "y.bin").read_bytes() == b"\0"


def test_a_data_file_makes_only_what_needs_it(house: ModuleType, tmp_path: Path) -> None:
    registry.build()
    (tmp_path / "data.txt").write_text("two")
    assert made_now(house) == ["a.txt"]
    assert registry.build(["a.txt"])[0].path.read_text() == "two"


def test_an_import_of_an_import_counts(house: ModuleType, tmp_path: Path) -> None:
    registry.build()
    (tmp_path / "aces" / "deeper.py").write_text("X = 2\n")
    assert made_now(house) == ["a.txt", "files", "piece"]
    (tmp_path / "aces" / "unrelated.py").write_text("Y = 1\n")
    assert made_now(house) == []


def test_what_was_deleted_comes_back(house: ModuleType) -> None:
    path = registry.build(["piece"])[0].path
    path.unlink()
    assert registry.build(["piece"])[0].path.read_text() == "<p>piece</p>"


def test_a_folder_loses_what_is_no_longer_made(house: ModuleType, tmp_path: Path) -> None:
    folder = registry.build(["files"])[0].path
    house.OUTPUTS = (*house.OUTPUTS[:1], Output("files", "asset", lambda: {"z": b"new"}), house.OUTPUTS[2])
    (tmp_path / "generators" / "toy.py").write_text("from aces import deep  # changed\n")
    registry.build(["files"])
    assert sorted(file.name for file in folder.rglob("*") if file.is_file()) == ["z"]


def test_a_maker_that_fails_leaves_what_was_there(house: ModuleType, tmp_path: Path) -> None:
    path = registry.build(["a.txt"])[0].path

    def broken() -> str:
        raise RuntimeError("no ink")

    house.OUTPUTS = (Output("a.txt", "asset", broken, ("data.txt",)), *house.OUTPUTS[1:])
    (tmp_path / "data.txt").write_text("two")
    with pytest.raises(RuntimeError, match="no ink"):
        registry.build(["a.txt"])
    assert path.read_text() == "one"
    with pytest.raises(RuntimeError, match="no ink"):
        registry.build(["a.txt"])


def test_a_path_that_was_promised_must_be_there(house: ModuleType, tmp_path: Path) -> None:
    house.OUTPUTS = (Output("packed", "asset", lambda: tmp_path / "build" / "nothing"),)
    with pytest.raises(FileNotFoundError, match="packed"):
        registry.build()


def test_a_damaged_ledger_only_costs_time(house: ModuleType) -> None:
    registry.build()
    (registry.STORE / "ledger.json").write_text("{ not json")
    assert made_now(house) == ["a.txt", "files", "piece"]
    assert set(json.loads((registry.STORE / "ledger.json").read_text())) == {"a.txt", "files", "piece"}


def test_an_unknown_name_names_near_ones(house: ModuleType) -> None:
    with pytest.raises(NoOutputError, match=r"'a\.text'; near: a\.txt"):
        registry.build(["a.text"])


def test_a_name_twice_is_refused(house: ModuleType) -> None:
    house.OUTPUTS = (*house.OUTPUTS, house.OUTPUTS[0])
    with pytest.raises(ValueError, match=r"a\.txt' is there twice"):
        registry.outputs()


def test_the_command_copies_what_is_asked_for(
    house: ModuleType, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert registry.main(["--only", "a", str(tmp_path / "out")]) == 0
    assert [file.name for file in (tmp_path / "out").iterdir()] == ["a.txt"]
    assert registry.main(["--only", "zzz"]) == 2
    assert "there is no generated 'zzz'" in capsys.readouterr().err
    assert registry.main(["--list"]) == 0
    assert "fragment  piece" in capsys.readouterr().out
