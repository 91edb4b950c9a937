"""What is done inside the browser's own Python, under Node. ``run.mjs`` calls :func:`run`.

Libraries that exist only in there are imported by name when a task needs them, so that this file can be
read, checked and tested anywhere.
"""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Callable, Iterable
from importlib import import_module
from pathlib import Path
from typing import Any


def run(task: str, params: str) -> int:
    """Call a task with JSON parameters; its exit code."""
    code = TASKS[task](**json.loads(params))
    sys.stdout.flush()
    sys.stderr.flush()
    return code


def library(tools: Iterable[str], file: str) -> int:
    """``pyodide py-compile`` of a zip of modules, in place."""
    sys.path.extend(tools)
    _command("pyodide_build.cli.py_compile")([file, "--silent", "--compression-level", "0"])
    return 0


def wheels(tools: Iterable[str], folder: str, empty: str) -> int:
    """``pyodide lockfile add-wheels`` for all wheels of a folder, then ``pyodide py-compile`` of the folder.

    In this order: compiling renames the wheels and mends their names and checksums in the lock.
    """
    sys.path.extend(tools)
    lock = Path(folder, "pyodide-lock.json")
    names = sorted(str(wheel) for wheel in Path(folder).glob("*.whl"))
    add = ["add-wheels", *names, "--input", empty, "--output", str(lock), "--base-path", folder]
    _command("pyodide_lock.cli")(add)
    _command("pyodide_build.cli.py_compile")([folder, "--silent", "--compression-level", "0"])
    return 0


def modules(names: Iterable[str], cases: Iterable[str], report: str) -> int:
    """Import and play everything, then write down which modules came from the zip of the standard library."""
    bad = everything(names, cases)
    origins = {name: str(getattr(module.__spec__, "origin", "")) for name, module in sys.modules.items()}
    loaded = sorted(name for name, origin in origins.items() if origin.startswith("/lib/python"))
    Path(report).write_text(json.dumps(loaded), "utf-8")
    return bad


def everything(names: Iterable[str], cases: Iterable[str]) -> int:
    """Import the engine's modules and play the case files; 1 if anything failed."""
    imported = [import_module(name) for name in names]
    bridge = import_module("playground.bridge")
    dealt = json.loads(bridge.call("deal", '{"seed": "42"}'))
    if not dealt.get("moves"):
        print(f"the bridge deals no hand: {dealt}")
        return 1
    refused = json.loads(bridge.call("play", '{"move": "no such move"}'))
    if "error" not in refused:
        print("the bridge takes any move")
        return 1
    party = json.loads(bridge.call("table.example"))
    if not party.get("view"):
        print(f"nobody comes to the table: {party}")
        return 1
    try:
        bridge.call("deal", "[")
    except ValueError as error:  # what went wrong is also told: that asks for modules of its own
        "".join(import_module("traceback").format_exception(error))
    sys.path.append("/repo")
    runner = import_module("tests.run_cases")
    played = failed = 0
    for file in cases:
        game, listed = runner.load(Path(file))
        for case in listed:
            faults = list(runner.faults(game, case))
            if any(fault.startswith("not yet") for fault in faults):
                continue
            played += 1
            failed += bool(faults)
            for fault in faults:
                print(f"{case['id']}: {fault}")
    print(f"{len(imported)} modules imported, {played} cases played, {failed} failed")
    return 1 if failed or not played else 0


def tests(folder: str, arguments: list[str], part: int = 0, parts: int = 1) -> int:
    """Run pytest in a folder, or one of several even parts of what it finds there."""
    os.chdir(folder)
    sys.path.insert(0, folder)
    sys.dont_write_bytecode = True
    return int(import_module("pytest").main(arguments, plugins=[_Part(part, parts)]))


class _Part:
    """A plugin of pytest that keeps every so-manyth test."""

    def __init__(self, part: int, parts: int) -> None:
        self.part = part
        self.parts = parts

    def pytest_collection_modifyitems(self, items: list[object]) -> None:
        items[:] = items[self.part :: self.parts]


def _command(module: str) -> Callable[[list[str]], Any]:
    """A command of one of Pyodide's own tools (a click command), without its exit."""
    command = import_module(module).main
    return lambda arguments: command.main(arguments, standalone_mode=False)


TASKS: dict[str, Callable[..., int]] = {
    "library": library,
    "wheels": wheels,
    "modules": modules,
    "everything": everything,
    "tests": tests,
}
