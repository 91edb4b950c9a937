"""The one registry of everything that is generated, made again only when its inputs changed.

A module that generates something names it in a tuple ``OUTPUTS`` and stands in :data:`MODULES`.
What an output depends on is found, not listed: all modules of ours that its module imports,
followed to the end, with the templates, tokens and fonts where it reaches those; ``needs`` adds
data files and the like. Made things lie in ``build/outputs`` under a digest of those inputs.
"""

from __future__ import annotations

import argparse
import ast
import fcntl
import hashlib
import importlib
import importlib.metadata
import json
import os
import shutil
import sys
import threading
import time
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from functools import cache
from pathlib import Path
from typing import Literal, NamedTuple

TOP = Path(__file__).resolve().parent.parent
STORE = TOP / "build" / "outputs"
BEAT = 10.0
"""Seconds after which something that is still being made says so, and again."""

MODULES: tuple[str, ...] = (
    "generators.assets",
    "generators.worked_example",
    "generators.worked_games",
    "generators.worked_tricks",
    "generators.worked_rounds",
    "generators.trump_tables",
    "generators.game_tables",
    "generators.ledgers",
    "generators.moving_over",
    "generators.diagrams",
    "generators.schemas",
    "generators.file_formats",
    "generators.command_line",
    "generators.quick_reference",
    "generators.wild_tables",
    "generators.card_gallery",
    "generators.card_sheets",
    "generators.deck_gallery",
    "generators.pack",
    "generators.play_page",
    "generators.table_page",
    "generators.maker_page",
    "generators.traceability",
)
"""The modules that generate, in the order in which their outputs are made."""

Kind = Literal["page", "asset", "fragment", "data"]
Product = bytes | str | Path | Mapping[str, bytes]


class Output(NamedTuple):
    """One generated thing.

    ``name`` is its path in the site ("files/wild-tables.pdf", "quick-reference.md"), or the name
    by which a page includes it (``fragment``); ``data`` is for other generators and stays out of
    the site. ``make`` returns bytes or text, a mapping of names to bytes (which becomes a folder), or
    the path of a file or folder that already lies on the disk. ``needs`` are globs below the top
    folder. ``libraries`` are the installed packages whose version shows in the bytes.
    """

    name: str
    kind: Kind
    make: Callable[[], Product]
    needs: tuple[str, ...] = ()
    libraries: tuple[str, ...] = ()


class Made(NamedTuple):
    """Where an output lies on the disk (a file, or a folder for an asset of many files)."""

    name: str
    kind: Kind
    path: Path
    fresh: bool


class NoOutputError(KeyError):
    """No output has that name; the message lists near ones."""

    def __str__(self) -> str:
        return str(self.args[0])


def outputs() -> tuple[Output, ...]:
    """Every output of every module. Raises ``ValueError`` when two share a name."""
    return tuple(output for output, _ in _declared().values())


def build(names: Iterable[str] | None = None, *, progress: Callable[[str], None] | None = None) -> tuple[Made, ...]:
    """Make what is stale, all or by name, and say where everything lies.

    ``progress`` gets one line for each output that had to be made, and one now and then while that
    takes long. Raises :class:`NoOutputError` for
    a name that no output has. Safe to call from several processes at once.
    """
    every = _declared()
    wanted = list(every) if names is None else list(dict.fromkeys(names))
    for name in wanted:
        if name not in every:
            raise NoOutputError(_unknown(name, every))
    STORE.mkdir(parents=True, exist_ok=True)
    made = []
    with _locked():
        ledger = _read_ledger()
        keys = _Keys()
        for name in wanted:
            output, module = every[name]
            key = keys.of(output, module)
            path = _path_of(ledger.get(name), key)
            fresh = path is None
            if path is None:
                begun = time.perf_counter()
                with _alive(name, progress):
                    path = _keep(output, output.make())
                ledger[name] = {"key": key, "path": os.path.relpath(path, TOP)}
                _write_ledger({name: entry for name, entry in ledger.items() if name in every})
                if progress is not None:
                    progress(f"made {name} ({size_of(path)}, {time.perf_counter() - begun:.1f} s)")
            made.append(Made(output.name, output.kind, path, fresh))
    return tuple(made)


@contextmanager
def _alive(name: str, progress: Callable[[str], None] | None) -> Iterator[None]:
    """Tell every :data:`BEAT` seconds that ``name`` is still being made."""
    if progress is None:
        yield
        return
    done = threading.Event()

    def tell() -> None:
        begun = time.perf_counter()
        while not done.wait(BEAT):
            progress(f"still making {name}, {time.perf_counter() - begun:.0f} s")

    beat = threading.Thread(target=tell, daemon=True)
    beat.start()
    try:
        yield
    finally:
        done.set()
        beat.join()


def size_of(path: Path) -> str:
    """The size of a file or of all files of a folder, in the unit that suits it."""
    files = [path] if path.is_file() else [file for file in path.rglob("*") if file.is_file()]
    size = sum(file.stat().st_size for file in files)
    return f"{size / 1e6:.1f} MB" if size >= 1e6 else f"{size / 1e3:.1f} kB"


class _Keys:
    """Digests of what outputs depend on; reads each file once."""

    def __init__(self) -> None:
        self._digests: dict[Path, bytes] = {}

    def of(self, output: Output, module: str) -> str:
        digest = hashlib.sha256(f"{output.name} {output.kind} {sys.version_info[:2]}".encode())
        files = sources_of(module)
        names = {file.stem for file in files}
        if {"env", "card_art"} & names:
            files |= _files("generators/templates/**/*")
        if "card_art" in names or any(file.parent.name == "design" for file in files):
            files |= _files("generators/design/tokens.toml") | _files("generators/design/cards.css")
        if "fonts" in names:
            files |= _files("package-lock.json")
        if any(file.parent.name == "lite" for file in files):
            files |= _files("aces/data/**/*")
        for pattern in output.needs:
            files |= _files(pattern)
        for file in sorted(files):
            if file not in self._digests:
                self._digests[file] = hashlib.sha256(file.read_bytes()).digest()
            digest.update(os.path.relpath(file, TOP).encode() + self._digests[file])
        for library in sorted(output.libraries):
            digest.update(f"{library} {importlib.metadata.version(library)}".encode())
        return digest.hexdigest()


def _declared() -> dict[str, tuple[Output, str]]:
    found: dict[str, tuple[Output, str]] = {}
    for module in MODULES:
        for output in importlib.import_module(module).OUTPUTS:
            if output.name in found:
                raise ValueError(f"{module}: the output {output.name!r} is there twice")
            found[output.name] = (output, module)
    return found


def sources_of(module: str) -> set[Path]:
    """The files of all modules of ours that ``module`` imports, directly or through others, and its own.

    >>> names = {file.name for file in sources_of("generators.card_art")}
    >>> {"card_art.py", "cards.py", "rules.py"} <= names, "registry.py" in names
    (True, False)
    """
    seen: set[str] = set()
    files: set[Path] = set()
    waiting = [module]
    while waiting:
        name = waiting.pop()
        if name in seen:
            continue
        seen.add(name)
        file = _file_of(name)
        if file is None:
            continue
        files.add(file)
        waiting += _imports(file, name, file.stat().st_mtime_ns)
        if "." in name:
            waiting.append(name.rpartition(".")[0])
    files.discard(Path(__file__).resolve())
    return files


@cache
def _imports(file: Path, module: str, _stamp: int) -> tuple[str, ...]:
    package = module if file.name == "__init__.py" else module.rpartition(".")[0]
    names: list[str] = []
    for node in ast.walk(ast.parse(file.read_text("utf-8"))):
        if isinstance(node, ast.Import):
            names += [alias.name for alias in node.names]
        elif isinstance(node, ast.ImportFrom):
            base = node.module or ""
            if node.level:
                above = package.split(".")[: len(package.split(".")) - node.level + 1]
                base = ".".join([*above, base] if base else above)
            names.append(base)
            names += [f"{base}.{alias.name}" for alias in node.names]
    return tuple(name for name in names if name.split(".")[0] in ("aces", "generators"))


def _file_of(module: str) -> Path | None:
    base = TOP.joinpath(*module.split("."))
    for file in (base.with_suffix(".py"), base / "__init__.py"):
        if file.is_file():
            return file
    return None


def _files(pattern: str) -> set[Path]:
    return {file for file in TOP.glob(pattern) if file.is_file() and "__pycache__" not in file.parts}


def _keep(output: Output, product: Product) -> Path:
    if isinstance(product, Path):
        if not product.exists():
            raise FileNotFoundError(f"{output.name}: {product} was said to be made, but is not there")
        return product.resolve()
    target = STORE / output.kind / output.name
    scratch = target.with_name(target.name + ".part")
    _remove(scratch)
    target.parent.mkdir(parents=True, exist_ok=True)
    if isinstance(product, Mapping):
        for name, data in product.items():
            file = scratch / name
            file.parent.mkdir(parents=True, exist_ok=True)
            file.write_bytes(data)
        _remove(target)
    else:
        scratch.write_bytes(product.encode() if isinstance(product, str) else product)
    os.replace(scratch, target)
    return target


def _remove(path: Path) -> None:
    if path.is_dir():
        shutil.rmtree(path)
    else:
        path.unlink(missing_ok=True)


def _path_of(entry: dict[str, str] | None, key: str) -> Path | None:
    if entry is None or entry.get("key") != key:
        return None
    path = TOP / entry["path"]
    return path if path.exists() else None


def _read_ledger() -> dict[str, dict[str, str]]:
    try:
        ledger = json.loads((STORE / "ledger.json").read_text("utf-8"))
    except (FileNotFoundError, ValueError):
        return {}
    return ledger if isinstance(ledger, dict) else {}


def _write_ledger(ledger: dict[str, dict[str, str]]) -> None:
    scratch = STORE / "ledger.json.part"
    scratch.write_text(json.dumps(ledger, indent=1, sort_keys=True) + "\n", "utf-8")
    os.replace(scratch, STORE / "ledger.json")


@contextmanager
def _locked() -> Iterator[None]:
    with (STORE / ".lock").open("w") as handle:
        fcntl.flock(handle, fcntl.LOCK_EX)
        yield


def _unknown(name: str, known: Iterable[str]) -> str:
    from difflib import get_close_matches

    near = get_close_matches(name, list(known), n=3, cutoff=0.4)
    hint = f"; near: {', '.join(near)}" if near else ""
    return f"there is no generated {name!r}{hint}"


def main(arguments: list[str] | None = None) -> int:
    """Make what is stale and say so; with a FOLDER, copy it there."""
    parser = argparse.ArgumentParser(prog="python -m generators.registry", description=main.__doc__)
    parser.add_argument("folder", nargs="?", type=Path, metavar="FOLDER", help="where to copy pages and assets to")
    parser.add_argument(
        "--only", action="append", metavar="NAME", help="an output, or what the names of its files begin with"
    )
    parser.add_argument("--json", action="store_true", help="print where everything lies, as JSON")
    parser.add_argument("--list", action="store_true", help="print the kinds and names, make nothing")
    options = parser.parse_args(arguments)
    if options.list:
        for output in outputs():
            print(f"{output.kind:9} {output.name}")
        return 0
    try:
        names = _chosen(options.only) if options.only else None
        made = build(names, progress=lambda line: print(line, file=sys.stderr, flush=True))
    except NoOutputError as error:
        print(error, file=sys.stderr)
        return 2
    if options.folder is not None:
        for one in made:
            if one.kind in ("page", "asset"):
                target = options.folder / Path(one.name).name
                target.parent.mkdir(parents=True, exist_ok=True)
                if one.path.is_dir():
                    shutil.copytree(one.path, target, dirs_exist_ok=True)
                else:
                    shutil.copyfile(one.path, target)
                print(f"{target} ({size_of(target)})")
    if options.json:
        print(json.dumps([[m.name, m.kind, str(m.path), m.fresh] for m in made]))
    return 0


def _chosen(words: Iterable[str]) -> list[str]:
    names = [output.name for output in outputs()]
    chosen = []
    for word in words:
        fit = [name for name in names if name == word or Path(name).name.startswith(word)]
        if not fit:
            raise NoOutputError(_unknown(word, names))
        chosen += fit
    return chosen


if __name__ == "__main__":
    # Run as a module this file is `__main__`, while the generators import it by its name: use that one.
    from generators import registry

    raise SystemExit(registry.main())
