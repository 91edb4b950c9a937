"""How long it takes from opening the page to a dealt hand, against a page that loads stock Pyodide.

Both on one server with gzip, in turns, each alone and in a browser context without a cache. The stock page is as
plain as can be: a module worker that loads Pyodide as npm ships it and evaluates one line. By itself:
``python -m tests.bench_boot``.
"""

from __future__ import annotations

import argparse
import os
import shutil
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

from generators.policy import policy
from tests.bench import ROOT, Row
from tests.conftest import CHROMIUM_FLAGS, CHROMIUM_NAMES
from tests.server import Server

RATIO = 0.45
ENGINE_BYTES = 5.9
PAGE_BYTES = 250
REST = 0.5

WATCH = """new PerformanceObserver((list) => {
  for (const entry of list.getEntries()) console.debug("mark", entry.name, entry.startTime);
}).observe({ type: "mark", buffered: true });"""
STOCK_PAGE = """<!doctype html><meta charset="utf-8"><title>stock</title><link rel="icon" href="data:,">
<script type="module" src="page.js"></script>"""
STOCK_SCRIPT = """const worker = new Worker(new URL("worker.js", import.meta.url), { type: "module" });
worker.onmessage = () => performance.mark("stock-answered");"""
STOCK_WORKER = """import { loadPyodide } from "./pyodide/pyodide.mjs";
const base = new URL("pyodide/", import.meta.url).href;
const pyodide = await loadPyodide({ indexURL: base, packageBaseUrl: base });
postMessage(pyodide.runPython("1 + 1"));"""


def rows(rounds: int = 7, site: Path | None = None) -> list[Row]:
    """Medians of ``rounds`` cold starts each, their ratio, a warm start, and what goes over the wire."""
    from playwright.sync_api import sync_playwright

    folder = site or _build()
    mine: list[float] = []
    stock: list[float] = []
    again: list[float] = []
    sent: dict[str, float] = {}
    with tempfile.TemporaryDirectory() as scratch, sync_playwright() as playwright:
        plain = Path(scratch)
        for name, text in (("index.html", STOCK_PAGE), ("page.js", STOCK_SCRIPT), ("worker.js", STOCK_WORKER)):
            (plain / name).write_text(text, "utf-8")
        mounts = {"stock/pyodide/": ROOT / "node_modules" / "pyodide", "stock/": plain}
        headers = {"Content-Security-Policy": policy((), live=True)}
        browser = playwright.chromium.launch(executable_path=_chromium(), args=list(CHROMIUM_FLAGS))
        with Server(folder, prefix="/reference/", mounts=mounts, headers=headers) as server:
            for _ in range(rounds):
                context = browser.new_context()
                stock.append(_until(context.new_page(), server.url + "stock/", "stock-answered"))
                _leave(context)
                server.forget()
                context = browser.new_context()
                mine.append(_until(context.new_page(), server.url + "play/", "aces-dealt"))
                sent = {"runtime": server.sent("/assets/runtime/"), "all": server.sent()}
                again.append(_until(context.new_page(), server.url + "play/", "aces-dealt"))
                _leave(context)
        browser.close()
    ratio = statistics.median(mine) / statistics.median(stock)
    return [
        Row("from opening the page to a dealt hand, cold", statistics.median(mine), "ms"),
        Row("the same, everything in the browser's cache", statistics.median(again), "ms"),
        Row("a page with stock Pyodide to its first result, cold", statistics.median(stock), "ms"),
        Row("a dealt hand, against stock", ratio, "x", RATIO),
        Row("runtime and engine over the wire", sent["runtime"] / 1e6, "MB", ENGINE_BYTES),
        Row("the page besides", (sent["all"] - sent["runtime"]) / 1e3, "kB", PAGE_BYTES),
    ]


def _until(page: Any, url: str, mark: str) -> float:
    """Milliseconds from navigation to a mark that the page sets. The page is left alone meanwhile."""
    page.add_init_script(WATCH)
    with page.expect_console_message(lambda said: said.text.startswith(f"mark {mark} "), timeout=60_000) as told:
        page.goto(url, wait_until="commit")
    return float(told.value.text.split()[-1])


def _leave(context: Any) -> None:
    """Close it, and let what it still compiled in the background come to its end: the next one is timed alone."""
    context.close()
    time.sleep(REST)


def _build() -> Path:
    folder = ROOT / "build" / "bench-site"
    command = [sys.executable, "-m", "generators.site", "--into", str(folder)]
    built = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    if built.returncode:
        raise RuntimeError(f"the site does not build:\n{built.stdout}\n{built.stderr}")
    return folder


def _chromium() -> str:
    found = os.environ.get("CHROMIUM") or next(filter(None, map(shutil.which, CHROMIUM_NAMES)), None)
    if not found:
        raise FileNotFoundError("this measure needs Chromium: apt-get install chromium, or CHROMIUM=/path")
    return found


def main(arguments: list[str] | None = None) -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.bench_boot", description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--rounds", type=int, default=7)
    parser.add_argument("--site", type=Path, help="a built site (default: build one into build/bench-site)")
    options = parser.parse_args(arguments)
    found = rows(options.rounds, options.site)
    print(*found, sep="\n")
    return 0 if all(row.kept for row in found) else 1


if __name__ == "__main__":
    raise SystemExit(main())
