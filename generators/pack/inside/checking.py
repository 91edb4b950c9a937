"""Tasks that try the engine inside the browser's own Python."""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Iterable
from importlib import import_module
from pathlib import Path


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
    stats = {"athletics": 3, "cunning": 3, "eloquence": 3, "strange": 2}
    wren: dict[str, object] = {"name": "Wren", "adjective": "Quiet", "role": "Gumshoe", "affinity": "clubs"}
    wren |= {"stats": stats, "goal": "Win.\n" * 60}
    made = {
        method: json.loads(bridge.call(f"maker.{method}", json.dumps(params)))
        for method, params in {
            "look": {"draft": wren, "job": {"size": "tarot", "style": "large"}},
            "draw": {"part": "role"},
            "file": {"drafts": [wren]},
            "link": {"draft": wren},
            "moving": {"stats": [3, 3, 2]},
            "pages": {"people": [{"draft": wren}], "fill": True},
        }.items()
    }
    again = json.loads(bridge.call("maker.unlink", json.dumps(made["link"])))
    if any("error" in told for told in (*made.values(), again)) or again["drafts"][0]["name"] != "Wren":
        print(f"nobody is made: {made}")
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


class _Part:
    """A plugin of pytest that keeps every so-manyth test."""

    def __init__(self, part: int, parts: int) -> None:
        self.part = part
        self.parts = parts

    def pytest_collection_modifyitems(self, items: list[object]) -> None:
        items[:] = items[self.part :: self.parts]


def suite(folder: str, arguments: list[str], part: int, parts: int, letters: str) -> int:
    """Run pytest in a folder, or one of several even parts of what it finds there.

    ``letters`` is what layout knows of them: here are no font files to read it from.
    """
    os.chdir(folder)
    sys.path.insert(0, folder)
    sys.dont_write_bytecode = True
    import_module("generators.glyphs").use(letters)
    return int(import_module("pytest").main(arguments, plugins=[_Part(part, parts)]))
