"""Tasks that make byte code, with Pyodide's own tools, inside the browser's own Python."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable
from importlib import import_module
from pathlib import Path
from typing import Any


def stdlib(tools: Iterable[str], file: str) -> int:
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


def _command(module: str) -> Callable[[list[str]], Any]:
    """A command of one of Pyodide's own tools (a click command), without its exit."""
    command = import_module(module).main
    return lambda arguments: command.main(arguments, standalone_mode=False)
