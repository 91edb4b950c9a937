"""Packing for the browser: the same bytes each time, small enough, and clear about what is missing."""

from __future__ import annotations

import gzip
import hashlib
import json
import time
import zipfile
from pathlib import Path

import pytest

from generators import glyphs
from generators.pack import PackError, archive, files, pack, packing, toolbox
from generators.pack.packing import (
    ENGINE_FLAGS,
    LIBRARY,
    MODULE_LIST,
    STAND_INS,
    as_page,
    card_contents,
    engine_sources,
    full_library,
    read_modules,
    trim,
)
from generators.pack.trim import KEPT, LEFT_OUT, check, unpacked

BUDGET = 5_900_000
CARDS_BUDGET = 120_000
"""What the page that makes characters fetches besides."""


def test_runtime_and_engine_keep_their_budget() -> None:
    packed = pack()
    assert packed.sent <= BUDGET
    assert packed.sizes.keys() == {entry["path"] for entry in packed.manifest["files"].values()}
    assert packed.more.keys() == {entry["path"] for entry in packed.manifest["more"].values()}
    assert sum(entry.sent for entry in packed.more.values()) <= CARDS_BUDGET


def test_what_is_packed_lies_in_the_site_as_the_manifest_says() -> None:
    there = files()
    manifest = json.loads(there["assets/runtime/manifest.json"].read_text("utf-8"))
    for entry in (*manifest["files"].values(), *manifest["more"].values()):
        file = there[f"assets/runtime/{entry['path']}"]
        data = gzip.decompress(file.read_bytes()) if file.suffix == ".gz" else file.read_bytes()
        assert len(data) == entry["size"]
        if "sha256" in entry:
            assert hashlib.sha256(data).hexdigest() == entry["sha256"]
    (package,) = manifest["lock"]["packages"].values()
    assert manifest["files"]["engine"]["path"].endswith(f"/{package['file_name']}.gz")
    assert manifest["files"]["engine"]["sha256"] == package["sha256"]


def test_packing_again_costs_next_to_nothing() -> None:
    pack()
    begun = time.perf_counter()
    pack()
    assert time.perf_counter() - begun < 1


def test_the_engine_holds_the_rules_the_bridge_and_their_data_and_no_source() -> None:
    with zipfile.ZipFile(unpacked(pack().file("engine"))) as wheel:
        names = set(wheel.namelist())
        dates = {entry.date_time for entry in wheel.infolist()}
    wanted = {f"{name}c" if name.endswith(".py") else name for name in engine_sources()}
    assert wanted <= names
    assert not [name for name in names if name.endswith(".py")]
    assert dates == {(1980, 1, 1, 0, 0, 0)}


def test_the_cards_are_packed_apart_with_what_they_know_of_the_letters() -> None:
    """Who only plays fetches nothing of them; they need nothing but the engine."""
    with zipfile.ZipFile(unpacked(pack().file("cards"))) as wheel:
        names = {name for name in wheel.namelist() if ".dist-info/" not in name}
        assert wheel.read("generators/metrics.json").decode() == glyphs.as_json()
    assert names == {f"{name}c" if name.endswith(".py") else name for name in card_contents()}
    assert not names & {f"{name}c" for name in engine_sources()}


@pytest.mark.slow
def test_the_same_sources_give_the_same_bytes(tmp_path: Path) -> None:
    library = full_library()
    made = []
    for name in ("one", "two"):
        folder = tmp_path / name
        folder.mkdir()
        some = {"aces/__init__.py": b'"""Rules."""\n', "aces/cards.py": b"SUITS = {'S', 'C', 'D', 'H'}\n"}
        packing.archive.wheel(folder, "aces", "1.0", some)
        packing._compile_wheels(folder, library, ENGINE_FLAGS)
        made.append({file.name: file.read_bytes() for file in folder.iterdir()})
        time.sleep(0.01)
    assert made[0].keys() == {"aces-1.0-cp314-none-any.whl", "pyodide-lock.json"}
    assert made[0] == made[1]


def test_the_list_of_modules_is_in_order_and_in_the_library(tmp_path: Path) -> None:
    modules = read_modules()
    assert list(modules) == sorted(set(modules))
    assert modules
    assert not set(modules) & LEFT_OUT.keys()
    assert set(modules) >= KEPT.keys()
    with pytest.raises(PackError, match=r"no nonesuch: python -m generators\.pack\.trim"):
        trim(full_library(), tmp_path / LIBRARY, (*modules, "nonesuch"))


def test_a_remark_in_the_list_is_no_module(tmp_path: Path) -> None:
    file = tmp_path / "list.txt"
    file.write_text("# all of it\nrandom  # shuffles\n\njson\n", "utf-8")
    assert read_modules(file) == ("random", "json")


@pytest.mark.slow
def test_a_library_that_lacks_a_module_is_found_out(tmp_path: Path) -> None:
    short = tmp_path / MODULE_LIST.name
    short.write_text("\n".join(name for name in read_modules() if name != "random") + "\n", "utf-8")
    library = tmp_path / LIBRARY
    trim(full_library(), library, read_modules(short))
    with pytest.raises(PackError, match="No module named 'random'"):
        check(library=library, show=False)


def test_a_stand_in_takes_the_place_of_its_original(tmp_path: Path) -> None:
    full = tmp_path / "full.zip"
    files = {"logging/__init__.pyc": b"long", "re.pyc": b"re", "stand_ins/logging/__init__.pyc": b"short"}
    archive.write(full, files)
    assert as_page(full) == {"logging/__init__.pyc": b"short", "re.pyc": b"re"}
    archive.write(full, files | {"stand_ins/logging.pyc": b"nobody asks for it"})
    with pytest.raises(PackError, match=r"stand_ins: this Python has no logging\.pyc"):
        as_page(full)


def test_what_stands_in_says_why() -> None:
    sources = sorted(STAND_INS.rglob("*.py"))
    assert len(sources) > 5
    for file in sources:
        assert file.read_text("utf-8").startswith('"""Stands in for '), file


def test_a_lock_gives_the_rows_asked_for(tmp_path: Path) -> None:
    lock = tmp_path / "some.lock"
    lock.write_text(
        "one==1.0 \\\n    --hash=sha256:aa \\\n    --hash=sha256:bb\n"
        "two==2.0 ; python_version < '3.12' \\\n    --hash=sha256:cc\n",
        "utf-8",
    )
    rows = toolbox._rows(lock, ["two"])
    assert [row.split() for row in rows] == [["two==2.0", "--hash=sha256:cc"]]
    assert len(toolbox._rows(lock, None)) == 2
    with pytest.raises(PackError, match=r"some\.lock holds no three: run `make lock`"):
        toolbox._rows(lock, ["three"])


def test_a_missing_runtime_is_said(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(toolbox, "PYODIDE", tmp_path)
    with pytest.raises(PackError, match=r"pyodide/nothing\.mjs is not there: run `npm ci`"):
        toolbox.shipped("nothing.mjs")
