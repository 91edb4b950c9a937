"""``python -m generators.pack.trim``: write ``stdlib.txt`` anew, the modules that the page's Python really loads.

The engine is loaded as the page loads it, on the whole library with the page's stand-ins; every module of it is
imported, the case files are played, an error is told. What Python then holds is the list, with :data:`KEPT`.
:data:`LEFT_OUT` is not there to be had.
``--check`` does the same on the trimmed library and changes nothing.
"""

from __future__ import annotations

import argparse
import gzip
import json
import sys
from pathlib import Path

from generators.pack import PackError, archive, pack
from generators.pack.packing import (
    CARD_MODULES,
    MODULE_LIST,
    as_page,
    engine_sources,
    full_library,
    own_wheels,
    read_modules,
)
from generators.pack.toolbox import CACHE, TOP, inside

LEFT_OUT = {
    "ssl": "asyncio does without it, and a page has no sockets",
    "_ssl": "only ssl asks for it",
    "bz2": "shutil does without it, and the page unpacks nothing of that kind",
    "lzma": "the same",
    "compression.zstd": "the same",
}
KEPT = {
    "encodings.latin_1": "asked for by name where bytes are read as text",
    "encodings.ascii": "asked for by name where bytes are read as text",
}
HEAD = """\
# The modules of the standard library that go into the page: what Pyodide loads when it starts and
# what the engine imports. Written by `python -m generators.pack.trim`; checked by
# `python -m generators.pack.selftest` and by the tests in Chromium.
"""
HELP = "a module is missing from the page's Python: python -m generators.pack.trim writes the list anew"


def loaded() -> list[str]:
    """The modules of the library that starting, importing the engine and playing every case loads."""
    library = CACHE / "page-library.zip"
    left_out = tuple(f"{name.replace('.', '/')}{end}" for name in LEFT_OUT for end in (".pyc", "/"))
    there = {name: data for name, data in as_page(full_library()).items() if not name.startswith(left_out)}
    archive.write(library, there)
    report = CACHE / "modules.json"
    failed = inside(
        "checking.modules",
        {"names": names(), "cases": cases(), "report": f"/cache/{report.name}"},
        library=library,
        mounts={"/repo": TOP, "/cache": CACHE},
        archives=map(unpacked, own_wheels()),
        show=True,
    )
    if failed:
        raise PackError("the engine does not run in the browser's Python, see above")
    modules = [
        name
        for name in json.loads(report.read_text("utf-8"))
        if {f"{name.replace('.', '/')}.pyc", f"{name.replace('.', '/')}/__init__.pyc"} & there.keys()
    ]
    return sorted({*modules, *KEPT})


def check(*, library: Path | None = None, show: bool = True) -> int:
    """Import every module of the engine and play the case files on the trimmed library; 1 if that fails."""
    code = inside(
        "checking.everything",
        {"names": names(), "cases": cases()},
        library=library or unpacked(pack().file("stdlib")),
        mounts={"/repo": TOP},
        archives=map(unpacked, own_wheels()),
        show=show,
    )
    if code:
        print(HELP, file=sys.stderr)
    return code


def unpacked(file: Path) -> Path:
    """What a page makes of a packed archive: the zip inside it."""
    target = CACHE / "unpacked" / file.with_suffix("").name
    target.parent.mkdir(exist_ok=True)
    target.write_bytes(gzip.decompress(file.read_bytes()))
    return target


def names() -> list[str]:
    """Every module of the engine's wheel and of the cards' archive."""
    files = (Path(name) for name in engine_sources() if name.endswith(".py"))
    parts = (file.with_suffix("").parts for file in files if file.stem != "__main__")
    return [*(".".join(part[:-1] if part[-1] == "__init__" else part) for part in parts), *CARD_MODULES]


def cases() -> list[str]:
    """The case files, by where Python inside sees them."""
    files = sorted((TOP / "tests" / "cases").glob("*.json"))
    return [
        f"/repo/{file.relative_to(TOP).as_posix()}" for file in files if "cases" in json.loads(file.read_text("utf-8"))
    ]


def main(arguments: list[str] | None = None) -> int:
    parser = argparse.ArgumentParser(prog="python -m generators.pack.trim", description=(__doc__ or "").split("\n")[0])
    parser.add_argument("--check", action="store_true", help="only see whether the list is enough")
    options = parser.parse_args(arguments)
    try:
        if options.check:
            return check()
        before = set(read_modules())
        after = loaded()
        MODULE_LIST.write_text(HEAD + "\n".join(after) + "\n", "utf-8")
        for name in sorted(set(after) - before):
            print(f"+ {name}")
        for name in sorted(before - set(after)):
            print(f"- {name}")
        print(f"{len(after)} modules in {MODULE_LIST.relative_to(TOP)}")
        return check()
    except PackError as error:
        print(error, file=sys.stderr)
        return 2


if __name__ == "__main__":
    raise SystemExit(main())
