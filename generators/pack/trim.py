"""``python -m generators.pack.trim``: write ``stdlib.txt`` anew, the modules that the page's Python really loads.

The engine is loaded as the page loads it, on the whole library; every module of it is imported, the case files are
played, an error is told. What Python then holds is the list. :data:`LEFT_OUT` is taken from it, :data:`KEPT` added.
``--check`` does the same on the trimmed library and changes nothing.
"""

from __future__ import annotations

import argparse
import gzip
import json
import sys

from generators.pack import PackError, archive
from generators.pack.packing import (
    ENGINE,
    LIBRARY,
    MODULE_LIST,
    engine_folder,
    full_library,
    pack,
    read_modules,
)
from generators.pack.toolbox import CACHE, TOP, inside

LEFT_OUT = {
    "ssl": "asyncio does without it, and a page has no sockets",
    "_ssl": "only ssl asks for it",
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
    library = full_library()
    report = CACHE / "modules.json"
    engine = engine_folder()
    failed = inside(
        "modules",
        {"cases": cases(), "report": f"/cache/{report.name}"},
        library=library,
        mounts={"/repo": TOP, "/cache": CACHE},
        lock=json.loads((engine / "pyodide-lock.json").read_text("utf-8")),
        package_base=engine,
        packages=[ENGINE],
        show=True,
    )
    if failed:
        raise PackError("the engine does not run in the browser's Python, see above")
    names = set(archive.read(library))
    modules = [
        name
        for name in json.loads(report.read_text("utf-8"))
        if {f"{name.replace('.', '/')}.pyc", f"{name.replace('.', '/')}/__init__.pyc"} & names
    ]
    return sorted({*modules, *KEPT} - LEFT_OUT.keys())


def check(progress: bool = True) -> int:
    """Import every module of the engine and play the case files on the trimmed library; 1 if that fails."""
    packed = pack()
    manifest = packed.manifest
    library = CACHE / "checked-library.zip"
    library.write_bytes(gzip.decompress((packed.folder / manifest["python_folder"] / LIBRARY).read_bytes()))
    code = inside(
        "everything",
        {"cases": cases()},
        library=library,
        mounts={"/repo": TOP},
        lock=manifest["lock"],
        package_base=packed.folder / manifest["engine_folder"],
        packages=[ENGINE],
        show=progress,
    )
    if code:
        print(HELP, file=sys.stderr)
    return code


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
