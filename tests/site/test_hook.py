"""A slip in a page ends the strict build, and the author is told the file and the line."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

TOP = Path(__file__).resolve().parents[2]

pytestmark = pytest.mark.site


@pytest.fixture
def copy(tmp_path: Path) -> Path:
    """The docs, copied to be spoilt, with a configuration that inherits ours."""
    shutil.copytree(TOP / "docs", tmp_path / "docs")
    (tmp_path / "mkdocs.yml").write_text(
        f"INHERIT: {TOP / 'mkdocs.yml'}\n"
        f"theme:\n  custom_dir: {TOP / 'generators' / 'theme'}\n"
        f"hooks:\n  - {TOP / 'generators' / 'hook.py'}\n",
        "utf-8",
    )
    return tmp_path


def build(folder: Path, *options: str) -> tuple[int, str]:
    run = subprocess.run(
        [sys.executable, "-m", "mkdocs", "build", *options],
        cwd=folder,
        env=os.environ | {"NO_MKDOCS_2_WARNING": "1"},
        capture_output=True,
        text=True,
        check=False,
    )
    return run.returncode, run.stdout + run.stderr


def test_slips_of_all_kinds_are_told_at_once(copy: Path) -> None:
    page = copy / "docs" / "about" / "index.md"
    text = page.read_text("utf-8")
    lines = text.count("\n")
    page.write_text(
        text + "\n<!-- generated: no-such-thing -->\n\n{{ lucky-point }}\n\n[x](rule:lite-stnad)\n", "utf-8"
    )
    code, said = build(copy)
    assert code != 0
    assert f"docs/about/index.md:{lines + 2}: there is no generated fragment 'no-such-thing'" in said
    assert f"docs/about/index.md:{lines + 4}: no fact 'lucky-point'; near: lucky-points" in said
    assert f"docs/about/index.md:{lines + 6}: there is no rule 'lite-stnad'" in said


def test_a_rule_that_is_no_longer_written_ends_the_build(copy: Path) -> None:
    page = copy / "docs" / "rules" / "hits.md"
    text = page.read_text("utf-8")
    assert "{ #lite-over-21 .rule }" in text
    page.write_text(text.replace("{ #lite-over-21 .rule }", "{ .rule }"), "utf-8")
    code, said = build(copy)
    assert code != 0
    assert "lite-over-21 (Going over 21) is written on no page" in said


def test_a_site_builds_anywhere_and_twice_the_same(copy: Path) -> None:
    code, said = build(copy, "--site-dir", str(copy / "one"))
    assert code == 0, said
    assert "WARNING" not in said
    build(copy, "--site-dir", str(copy / "two"))
    one = {file.relative_to(copy / "one"): file for file in (copy / "one").rglob("*") if file.is_file()}
    two = {file.relative_to(copy / "two"): file for file in (copy / "two").rglob("*") if file.is_file()}
    assert one.keys() == two.keys()
    different = [name for name in one if one[name].read_bytes() != two[name].read_bytes()]
    assert [str(name) for name in different if name.suffix != ".gz"] == []
