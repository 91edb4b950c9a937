"""Packs the engine and what of Python it needs for the browser: ``python -m generators.pack``.

Pyodide's own tools do it (``pyodide lockfile add-wheels``, ``pyodide py-compile``), run inside Pyodide itself under
Node, so that the byte code is always the one that the page can load. Everything is cached by content below
``build/cache/pack``: an edit of the engine packs the engine again and leaves the library alone.
"""

from __future__ import annotations

from pathlib import Path

from generators.pack.packing import SITE_FOLDER, Packed, pack
from generators.pack.toolbox import PackError
from generators.registry import Output, Product

__all__ = ["OUTPUTS", "PackError", "Packed", "files", "pack"]


def files() -> dict[str, Path]:
    """Every packed file by its path in the site, packed first if need be."""
    folder = pack().folder
    return {
        f"{SITE_FOLDER}/{file.relative_to(folder).as_posix()}": file
        for file in sorted(folder.rglob("*"))
        if file.is_file()
    }


def runtime() -> Product:
    """The packed folder as one output of the registry."""
    return pack().folder


OUTPUTS: tuple[Output, ...] = (
    Output(
        SITE_FOLDER,
        "asset",
        runtime,
        needs=(
            "aces/**/*",
            "playground/*.py",
            "generators/pack/**/*",
            "generators/card_*.py",
            "generators/imposition.py",
            "generators/slugs.py",
            "docs/wild.toml",
            "package-lock.json",
            "pyproject.toml",
            "requirements-pack.lock",
        ),
    ),
)
