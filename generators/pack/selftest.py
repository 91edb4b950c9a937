"""``python -m generators.pack.selftest``: the engine's own tests inside the browser's Python, under Node.

First the page's trimmed library: every module of the engine is imported, the case files are played. Then the whole
library with pytest and Hypothesis from ``requirements-dev.lock``: ``tests/engine``, the bridge's tests and
the examples in the docstrings of both. The exit code is pytest's, or 2 if it could not be run.

Arguments go to pytest, and folders among them take the place of those:
``python -m generators.pack.selftest tests/engine --durations=10``.
"""

from __future__ import annotations

import json
import os
import sys
import time
from concurrent.futures import ThreadPoolExecutor

from generators import glyphs
from generators.pack import PackError
from generators.pack.packing import compiled_wheels, full_library
from generators.pack.toolbox import CACHE, TOP, inside
from generators.pack.trim import check

LOCK = TOP / "requirements-dev.lock"
TOOLS = ("hypothesis", "iniconfig", "packaging", "pluggy", "pygments", "pytest", "sortedcontainers")
SUITE = ("tests/engine", "tests/playground/test_bridge.py", "aces", "playground")


def suite(arguments: list[str], parts: int) -> int:
    """Run pytest inside, in ``parts`` processes at once; the first exit code that is not 0."""
    tools = compiled_wheels(LOCK, TOOLS, _say)
    library = full_library()
    folders = () if any((TOP / word.partition("::")[0]).exists() for word in arguments) else SUITE
    options = ["-q", "-o", "cache_dir=/tmp/pytest", "--color=no", *arguments, *folders]

    def run(part: int) -> int:
        told = CACHE / f"selftest-{part}.txt"
        code = inside(
            "checking.suite",
            {"folder": "/repo", "arguments": options, "part": part, "parts": parts, "letters": glyphs.as_json()},
            library=library,
            mounts={"/repo": TOP, "/cache": CACHE},
            env={"HYPOTHESIS_STORAGE_DIRECTORY": "/cache/hypothesis", "ACES_EXAMPLES": "8"},
            lock=json.loads((tools / "pyodide-lock.json").read_text("utf-8")),
            package_base=tools,
            packages=["pytest", "hypothesis"],
            show=told,
        )
        _say(told.read_text("utf-8").rstrip())
        return code

    with ThreadPoolExecutor(parts) as pool:
        codes = list(pool.map(run, range(parts)))
    return next(filter(None, codes), 0)


def _say(line: str) -> None:
    print(line, flush=True)


def main(arguments: list[str]) -> int:
    begun = time.perf_counter()
    try:
        _say("The page's trimmed library")
        if check():
            return 1
        parts = min(2, os.cpu_count() or 1)
        _say(f"The engine's tests in the browser's Python{', in two halves at once' if parts == 2 else ''}")
        code = suite(arguments, parts)
    except PackError as error:
        print(error, file=sys.stderr)
        return 2
    _say(f"ended with {code} after {time.perf_counter() - begun:.1f} s")
    return code


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))
