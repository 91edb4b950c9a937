"""``python -m generators.site``: make everything, build the site strictly, and say what there is to see."""

from __future__ import annotations

import argparse
import os
import subprocess
import sys
import time
from collections.abc import Sequence
from pathlib import Path

from generators import registry

TOP = Path(__file__).resolve().parent.parent

# Material announces its own end of life at each build; mkdocs is pinned below 2 here.
QUIET = {"NO_MKDOCS_2_WARNING": "1"}


def build(folder: Path, *, strict: bool = True) -> None:
    """Make what is stale, then the pages, into ``folder``; each step says what it did.

    Raises ``subprocess.CalledProcessError`` when a generator or MkDocs refuses; it has said why.
    """
    begun = time.perf_counter()
    say("Generated pages, cards, tables and the packed engine")
    made = registry.build(progress=lambda line: say(f"  {line}"))
    fresh = sum(one.fresh for one in made)
    say(f"  {len(made)} there, {fresh} of them new ({time.perf_counter() - begun:.1f} s)")
    begun = time.perf_counter()
    say("Pages")
    command = [sys.executable, "-m", "mkdocs", "build", "--site-dir", str(folder)]
    _talk([*command, "--strict" if strict else "--no-strict"])
    pages = sum(1 for _ in folder.rglob("*.html"))
    say(f"  {pages} pages, {registry.size_of(folder)} in all ({time.perf_counter() - begun:.1f} s)")


def _talk(command: list[str]) -> None:
    """Run MkDocs and pass on what matters. (With ``--quiet`` it would not count warnings, strict or not.)"""
    with subprocess.Popen(
        command, cwd=TOP, env=os.environ | QUIET, stderr=subprocess.PIPE, text=True, errors="replace"
    ) as run:
        assert run.stderr is not None
        for line in run.stderr:
            if not line.startswith("INFO"):
                print(line, end="", file=sys.stderr, flush=True)
    if run.returncode:
        raise subprocess.CalledProcessError(run.returncode, command)


def serve(address: str) -> int:
    """The site with live reload, until it is interrupted."""
    command = [sys.executable, "-m", "mkdocs", "serve", "--dev-addr", address]
    try:
        return subprocess.run(command, cwd=TOP, env=os.environ | QUIET, check=False).returncode
    except KeyboardInterrupt:
        return 0


def say(line: str) -> None:
    print(line, flush=True)


def main(arguments: Sequence[str] | None = None) -> int:
    """Build the site, or serve it while it is being edited."""
    parser = argparse.ArgumentParser(prog="python -m generators.site", description=main.__doc__)
    parser.add_argument("--into", type=Path, default=TOP / "site", metavar="FOLDER", help="where to (site/)")
    parser.add_argument("--draft", action="store_true", help="build in spite of warnings")
    parser.add_argument("--serve", metavar="HOST:PORT", help="serve with live reload instead")
    options = parser.parse_args(arguments)
    if options.serve:
        return serve(options.serve)
    begun = time.perf_counter()
    try:
        build(options.into.resolve(), strict=not options.draft)
    except subprocess.CalledProcessError as error:
        print(f"The site was not built: {error.cmd[2]} ended with {error.returncode}, see above", file=sys.stderr)
        return 1
    say(f"The site is in {os.path.relpath(options.into)}/ ({time.perf_counter() - begun:.1f} s)")
    say("Look at it: make serve, or any web server on that folder, below any path")
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
