"""Packs the browser's Python, a trimmed standard library and the engine into ``build/runtime``.

    manifest.json            what there is, how large, and the lock; the one file that a browser asks for anew
    python-314.0.7-<hash>/   pyodide.mjs, pyodide.asm.mjs, pyodide.asm.wasm, library.zip.gz
    engine-0.1.0-<hash>/     the wheel with aces/ and the doors of playground/, compiled, and its pyodide-lock.json
    cards-0.1.0-<hash>/      what only the page that makes characters loads besides: the layout of the printed cards

A folder's name says what is in it, so browsers and hosts may keep it for ever. Library and wheel are zips that are
not compressed, each inside one gzip: smaller than a zip that compresses file by file, whatever the host compresses,
and nothing is inflated when a module is imported.
"""

from __future__ import annotations

import gzip
import hashlib
import json
import os
import shutil
import time
import tomllib
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

from generators import glyphs
from generators.pack import archive
from generators.pack.toolbox import (
    CACHE,
    TOP,
    PackError,
    digest,
    empty_lock,
    inside,
    locked,
    machinery,
    pyodide_version,
    scratch,
    shipped,
    wheels,
)

RUNTIME = TOP / "build" / "runtime"
SITE_FOLDER = "assets/runtime"
ENGINE = "aces"
"""The name of the engine's package in the lock file."""

CARDS = "cards"
"""The archive that a page loads besides when it draws real cards."""

CARD_MODULES = (
    "generators",
    "generators.card_drawing",
    "generators.card_html",
    "generators.card_plans",
    "generators.card_sides",
    "generators.card_styles",
    "generators.design",
    "generators.fitting",
    "generators.glyphs",
    "generators.imposition",
    "generators.slugs",
    "playground.maker_bridge",
)
"""What is in it: the layout of the cards, the very modules that print them, and the door to them."""

CARD_DATA = ("generators/design/tokens.toml",)
OWN_TABLES = "docs/wild.toml"

PYTHON_FILES = ("pyodide.mjs", "pyodide.asm.mjs", "pyodide.asm.wasm")
LIBRARY = "library.zip"
MODULE_LIST = Path(__file__).resolve().parent / "stdlib.txt"
STAND_INS = Path(__file__).resolve().parent / "stand_ins"
"""Modules that the page gets in place of the library's own; each says why."""

LIBRARY_FLAGS = ("-OO", "-X", "no_debug_ranges")
"""Docstrings of the library and the columns of its lines help nobody in a page: a third of its weight."""

ENGINE_FLAGS = ("-X", "no_debug_ranges")

Progress = Callable[[str], None]


class Entry(NamedTuple):
    """Bytes of a packed file: on the disk, as sent with gzip, and what comes out in the page, with the sum of that."""

    size: int
    sent: int
    content: int
    sha256: str


class Packed(NamedTuple):
    """What was packed.

    ``sizes``: each file that every page with the engine fetches, by its path in ``folder``; ``more``: those that
    only some ask for.
    """

    folder: Path
    manifest: dict[str, Any]
    sizes: dict[str, Entry]
    more: dict[str, Entry]

    def file(self, name: str) -> Path:
        """A file by its name in the manifest: loader, script, wasm, stdlib, engine, cards."""
        files = self.manifest["files"] | self.manifest["more"]
        return self.folder / str(files[name]["path"])

    @property
    def sent(self) -> int:
        """Bytes on the wire for runtime and engine, from a server that gzips."""
        return sum(entry.sent for entry in self.sizes.values())


def quiet(_line: str) -> None:
    """No progress wanted."""


def pack(progress: Progress = quiet) -> Packed:
    """Pack what is stale and say where it lies. Safe to call from several processes at once."""
    with locked():
        library = _full_library(progress)
        python = _python_folder(library, progress)
        return _assemble(python, *_wheel_folders(library, progress), progress)


def full_library(progress: Progress = quiet) -> Path:
    """The whole standard library as byte code, for what needs more of it than the page does."""
    with locked():
        return _full_library(progress)


def own_wheels(progress: Progress = quiet) -> tuple[Path, ...]:
    """Our own packed code alone: the wheels of the engine and of the cards, each in a gzip."""
    with locked():
        folders = _wheel_folders(_full_library(progress), progress)
        return tuple(next(folder.glob("*.whl.gz")) for folder in folders)


def compiled_wheels(lock: Path, names: tuple[str, ...], progress: Progress = quiet) -> Path:
    """A folder of wheels from a lock as byte code, with a ``pyodide-lock.json`` of their own."""
    with locked():
        library = _full_library(progress)
        folder = CACHE / f"compiled-{digest(machinery(), lock, json.dumps(names))}"
        if not folder.is_dir():
            begun = time.perf_counter()
            with scratch(folder) as made:
                for file in wheels(lock, names):
                    shutil.copyfile(file, made / _by_system(file.name))
                _compile_wheels(made, library, ())
            progress(f"compiled {', '.join(names)} ({time.perf_counter() - begun:.1f} s)")
        return folder


def read_modules(source: Path = MODULE_LIST) -> tuple[str, ...]:
    """The modules of the trimmed library: one a line, ``#`` begins a remark."""
    lines = (line.partition("#")[0].strip() for line in source.read_text("utf-8").splitlines())
    return tuple(line for line in lines if line)


def trim(full: Path, target: Path, modules: tuple[str, ...]) -> None:
    """Write the named modules of a compiled library, stand-ins in their places, as a zip.

    Raises :class:`PackError` for a module that the library does not have.
    """
    files = as_page(full)
    kept = {}
    for module in modules:
        base = module.replace(".", "/")
        name = next((name for name in (f"{base}/__init__.pyc", f"{base}.pyc") if name in files), None)
        if name is None:
            raise PackError(f"{MODULE_LIST.name}: this Python has no {module}: python -m generators.pack.trim")
        kept[name] = files[name]
    archive.write(target, kept)


def as_page(full: Path) -> dict[str, bytes]:
    """The files of a compiled library, stand-ins in their places.

    Raises :class:`PackError` for a stand-in of a file that the library does not have.
    """
    front = f"{STAND_INS.name}/"
    files = archive.read(full)
    stand_ins = {name.removeprefix(front): files.pop(name) for name in list(files) if name.startswith(front)}
    if lone := sorted(stand_ins.keys() - files.keys()):
        raise PackError(f"{STAND_INS.name}: this Python has no {', '.join(lone)}")
    return files | stand_ins


def engine_sources() -> dict[str, Path]:
    """The files of the engine's wheel by their place in it: ``aces/`` and the page's doors to it."""
    found = {}
    for file in sorted((TOP / "aces").rglob("*")):
        if file.is_file() and "__pycache__" not in file.parts and file.suffix != ".pyc":
            found[file.relative_to(TOP).as_posix()] = file
    for file in sorted((TOP / "playground").glob("*.py")):
        if f"playground.{file.stem}" not in CARD_MODULES:
            found[file.relative_to(TOP).as_posix()] = file
    return found


def card_contents() -> dict[str, bytes]:
    """The files of the cards' archive by their place in it.

    What layout knows of the letters lies there as data, and so do Wild tables of one's own where there are any.
    """
    names = [_source_of(module) for module in CARD_MODULES]
    sources = {name: TOP / name for name in (*names, *CARD_DATA)}
    if (own := TOP / OWN_TABLES).is_file():
        sources[f"generators/{own.name}"] = own
    return _read(sources) | {f"generators/{glyphs.PACKED}": glyphs.as_json().encode()}


def _source_of(module: str) -> str:
    """Where the source of a module lies."""
    base = module.replace(".", "/")
    return f"{base}/__init__.py" if (TOP / base).is_dir() else f"{base}.py"


def _read(sources: dict[str, Path]) -> dict[str, bytes]:
    return {name: file.read_bytes() for name, file in sources.items()}


@cache
def engine_version() -> str:
    project = tomllib.loads((TOP / "pyproject.toml").read_text("utf-8"))["project"]
    version: str = project["version"]
    return version


def _full_library(progress: Progress) -> Path:
    sources = {file.relative_to(STAND_INS.parent).as_posix(): file for file in sorted(STAND_INS.rglob("*.py"))}
    stand_ins = _read(sources)
    target = CACHE / f"library-{digest(machinery(), *LIBRARY_FLAGS, repr(stand_ins))}.zip"
    if not target.is_file():
        begun = time.perf_counter()
        progress(f"compiling the standard library of Pyodide {pyodide_version()}, once")
        part = target.with_suffix(".part.zip")
        archive.write(part, archive.read(shipped("python_stdlib.zip")) | stand_ins)
        tools, mounts = _tools()
        inside(
            "compiling.stdlib",
            {"tools": tools, "file": f"/cache/{part.name}"},
            flags=LIBRARY_FLAGS,
            mounts={**mounts, "/cache": CACHE},
        )
        archive.settle(part)
        os.replace(part, target)
        progress(f"compiled the standard library ({time.perf_counter() - begun:.1f} s)")
    return target


def _python_folder(library: Path, progress: Progress) -> Path:
    key = digest(library.name, MODULE_LIST, *(shipped(name) for name in PYTHON_FILES), archive_key())
    folder = CACHE / f"python-{pyodide_version()}-{key[:10]}"
    if not folder.is_dir():
        begun = time.perf_counter()
        with scratch(folder) as made:
            for name in PYTHON_FILES:
                shutil.copyfile(shipped(name), made / name)
            modules = read_modules()
            trim(library, made / LIBRARY, modules)
            _write_sizes(made)
        progress(f"trimmed the library to {len(modules)} modules ({time.perf_counter() - begun:.1f} s)")
    return folder


def _wheel_folders(library: Path, progress: Progress) -> tuple[Path, Path]:
    """The engine's folder, and that of the cards."""
    engine = _wheel_folder(ENGINE, "engine", _read(engine_sources()), library, progress)
    return engine, _wheel_folder(f"{ENGINE}_{CARDS}", CARDS, card_contents(), library, progress)


def _wheel_folder(name: str, word: str, contents: dict[str, bytes], library: Path, progress: Progress) -> Path:
    """A folder with a wheel of ours as byte code; ``word`` begins its name."""
    key = digest(machinery(), archive_key(), engine_version(), *ENGINE_FLAGS, _sums(contents))
    folder = CACHE / f"{word}-{engine_version()}-{key[:10]}"
    if not folder.is_dir():
        begun = time.perf_counter()
        with scratch(folder) as made:
            archive.wheel(made, name, engine_version(), contents)
            _compile_wheels(made, library, ENGINE_FLAGS)
            _write_sizes(made)
        _forget(f"{word}-", keep=folder)
        progress(f"packed the {word}, {len(contents)} files ({time.perf_counter() - begun:.1f} s)")
    return folder


def _sums(contents: dict[str, bytes]) -> str:
    return json.dumps({name: hashlib.sha256(data).hexdigest() for name, data in sorted(contents.items())})


def archive_key() -> str:
    """A digest of the programs that lay out the bytes."""
    return digest(Path(archive.__file__), Path(__file__))


def _compile_wheels(folder: Path, library: Path, flags: tuple[str, ...]) -> None:
    tools, mounts = _tools()
    empty = folder / "empty.json"
    empty.write_text(json.dumps(empty_lock()), "utf-8")
    inside(
        "compiling.wheels",
        {"tools": tools, "folder": "/wheels", "empty": "/wheels/empty.json"},
        library=library,
        flags=flags,
        mounts={**mounts, "/wheels": folder},
    )
    empty.unlink()
    file = folder / "pyodide-lock.json"
    lock = json.loads(file.read_text("utf-8"))
    for package in lock["packages"].values():
        package["sha256"] = archive.settle(folder / package["file_name"])
    file.write_text(json.dumps(lock, indent=1, sort_keys=True) + "\n", "utf-8")
    known = {package["file_name"] for package in lock["packages"].values()} | {file.name}
    for left in folder.iterdir():
        if left.name not in known:
            left.unlink()


def _by_system(name: str) -> str:
    """A wheel's name with the platform as the lock calls it: ``add-wheels`` does not know the newer name for it."""
    info = empty_lock()["info"]
    return name.replace(f"pyemscripten_{info['abi_version']}_", f"{info['platform']}_")


def _tools() -> tuple[list[str], dict[str, Path]]:
    found = wheels(TOP / "requirements-pack.lock")
    return [f"/tools/{wheel.name}" for wheel in found], {"/tools": found[0].parent}


def _write_sizes(folder: Path) -> None:
    """Gzip the archives, and keep sizes and sums of everything beside it, counted once and not at every start."""
    sizes: dict[str, Entry] = {}
    for file in sorted(folder.iterdir()):
        data = file.read_bytes()
        if file.suffix in (".zip", ".whl"):
            packed = gzip.compress(data, 9, mtime=0)
            file.with_name(f"{file.name}.gz").write_bytes(packed)
            file.unlink()
            sizes[f"{file.name}.gz"] = Entry(len(packed), len(packed), len(data), hashlib.sha256(data).hexdigest())
        elif file.suffix != ".json":
            sizes[file.name] = Entry(len(data), len(gzip.compress(data, 6, mtime=0)), len(data), "")
    (folder / "sizes.json").write_text(json.dumps(sizes), "utf-8")


def _assemble(python: Path, engine: Path, cards: Path, progress: Progress) -> Packed:
    lock = json.loads((engine / "pyodide-lock.json").read_text("utf-8"))
    wheel = f"{lock['packages'][ENGINE]['file_name']}.gz"
    every: dict[str, Entry] = {}
    for folder in (python, engine, cards):
        for name, entry in json.loads((folder / "sizes.json").read_text("utf-8")).items():
            every[f"{folder.name}/{name}"] = Entry(*entry)
    more = {path: entry for path, entry in every.items() if path.startswith(f"{cards.name}/")}
    sizes = {path: entry for path, entry in every.items() if path not in more}

    def entry_of(folder: Path, name: str) -> dict[str, Any]:
        path = f"{folder.name}/{name}"
        found = every[path]
        told: dict[str, Any] = {"path": path, "sent": found.sent, "size": found.content}
        return told | {"sha256": found.sha256} if found.sha256 else told

    manifest = {
        "v": 1,
        "pyodide": pyodide_version(),
        "python": lock["info"]["python"],
        "engine": engine_version(),
        "python_folder": f"{python.name}/",
        "engine_folder": f"{engine.name}/",
        "files": {
            "loader": entry_of(python, "pyodide.mjs"),
            "script": entry_of(python, "pyodide.asm.mjs"),
            "wasm": entry_of(python, "pyodide.asm.wasm"),
            "stdlib": entry_of(python, f"{LIBRARY}.gz"),
            "engine": entry_of(engine, wheel),
        },
        "more": {CARDS: entry_of(cards, next(cards.glob("*.whl.gz")).name)},
        "module": "playground.bridge",
        "lock": lock,
    }
    text = json.dumps(manifest, sort_keys=True, separators=(",", ":")) + "\n"
    there = RUNTIME / "manifest.json"
    if not (there.is_file() and there.read_text("utf-8") == text and _complete(every)):
        with scratch(RUNTIME) as made:
            for folder in (python, engine, cards):
                (made / folder.name).mkdir()
                for file in folder.iterdir():
                    if file.name != "sizes.json":
                        _link(file, made / folder.name / file.name)
            (made / "manifest.json").write_text(text, "utf-8")
    packed = Packed(RUNTIME, manifest, sizes, more)
    progress(f"runtime and engine: {packed.sent / 1e6:.2f} MB sent with gzip")
    return packed


def _complete(sizes: dict[str, Entry]) -> bool:
    files = ((RUNTIME / name, entry) for name, entry in sizes.items())
    return all(file.is_file() and file.stat().st_size == entry.size for file, entry in files)


def _link(source: Path, target: Path) -> None:
    try:
        os.link(source, target)
    except OSError:
        shutil.copyfile(source, target)


def _forget(prefix: str, keep: Path, most: int = 8) -> None:
    """Drop all but the newest few folders of a kind: an engine that is being edited leaves many."""
    old = sorted(CACHE.glob(f"{prefix}*"), key=lambda path: path.stat().st_mtime, reverse=True)
    for path in old[most:]:
        if path != keep:
            shutil.rmtree(path, ignore_errors=True)
