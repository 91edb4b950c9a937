"""``python -m generators.pack.selftest``: the engine's own tests inside the browser's Python, under Node.

First the page's trimmed library: every module of the engine is imported, the case files are played. Then the whole
library with pytest and Hypothesis from ``requirements-dev.lock``: ``tests/engine``, ``tests/playground`` and the
examples in the docstrings of ``aces``. The exit code is pytest's, or 2 if it could not be run.

Arguments go to pytest, and folders among them take the place of those:
``python -m generators.pack.selftest tests/engine --durations=10``.
"""

from __future__ import annotations

import json
import sys
import time

from generators.pack import PackError
from generators.pack.packing import compiled_wheels, full_library
from generators.pack.toolbox import TOP, inside
from generators.pack.trim import check

LOCK = TOP / "requirements-dev.lock"
TOOLS = ("hypothesis", "iniconfig", "packaging", "pluggy", "pygments", "pytest", "sortedcontainers")
SUITE = ("tests/engine", "tests/playground", "aces", "playground")


def suite(arguments: list[str]) -> int:
    """Run pytest inside; its exit code."""
    tools = compiled_wheels(LOCK, TOOLS, _say)
    folders = () if any(not word.startswith("-") for word in arguments) else SUITE
    options = ["-q", "-o", "cache_dir=/tmp/pytest", "--color=no", *arguments, *folders]
    return inside(
        "tests",
        {"folder": "/repo", "arguments": options},
        library=full_library(),
        mounts={"/repo": TOP},
        env={"HYPOTHESIS_STORAGE_DIRECTORY": "/tmp/hypothesis", "ACES_EXAMPLES": "8"},
        lock=json.loads((tools / "pyodide-lock.json").read_text("utf-8")),
        package_base=tools,
        packages=["pytest", "hypothesis"],
        show=True,
    )


def _say(line: str) -> None:
    print(line, flush=True)


def main(arguments: list[str]) -> int:
    begun = time.perf_counter()
    try:
        _say("The page's trimmed library")
        if check():
            return 1
        _say("The engine's tests in the browser's Python")
        code = suite(arguments)
    except PackError as error:
        print(error, file=sys.stderr)
        return 2
    _say(f"ended with {code} after {time.perf_counter() - begun:.1f} s")
    return code


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))
