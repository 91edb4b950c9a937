"""Zips and wheels whose bytes depend on nothing but what is in them: sorted names, one date, one mode."""

from __future__ import annotations

import base64
import hashlib
import zipfile
from collections.abc import Mapping
from pathlib import Path

DATE = (1980, 1, 1, 0, 0, 0)


def write(target: Path, files: Mapping[str, bytes]) -> None:
    """Write a zip that is not compressed.

    >>> from tempfile import TemporaryDirectory
    >>> with TemporaryDirectory() as folder:
    ...     one, two = Path(folder, "one.zip"), Path(folder, "two.zip")
    ...     write(one, {"b": b"2", "a": b"1"})
    ...     write(two, {"a": b"1", "b": b"2"})
    ...     one.read_bytes() == two.read_bytes()
    True
    """
    with zipfile.ZipFile(target, "w") as archive:
        for name in sorted(files):
            entry = zipfile.ZipInfo(name, DATE)
            entry.create_system = 3
            entry.external_attr = 0o644 << 16
            archive.writestr(entry, files[name])


def read(source: Path) -> dict[str, bytes]:
    """All files of a zip, without its folders."""
    with zipfile.ZipFile(source) as archive:
        return {name: archive.read(name) for name in archive.namelist() if not name.endswith("/")}


def wheel(folder: Path, name: str, version: str, files: Mapping[str, bytes]) -> Path:
    """Write a pure wheel of ``files`` into ``folder``."""
    about = f"{name}-{version}.dist-info"
    meta = {
        f"{about}/METADATA": f"Metadata-Version: 2.1\nName: {name}\nVersion: {version}\n".encode(),
        f"{about}/WHEEL": b"Wheel-Version: 1.0\nGenerator: generators.pack\nRoot-Is-Purelib: true\nTag: py3-none-any\n",
    }
    target = folder / f"{name}-{version}-py3-none-any.whl"
    write(target, recorded({**files, **meta, f"{about}/RECORD": b""}))
    return target


def recorded(files: Mapping[str, bytes]) -> dict[str, bytes]:
    """The files of a wheel with their RECORD written anew, if there is one."""
    record = next((name for name in files if name.endswith(".dist-info/RECORD")), None)
    if record is None:
        return dict(files)
    rows = []
    for name in sorted(files):
        if name != record:
            sha = base64.urlsafe_b64encode(hashlib.sha256(files[name]).digest()).rstrip(b"=").decode()
            rows.append(f"{name},sha256={sha},{len(files[name])}\n")
    return {**files, record: ("".join(rows) + f"{record},,\n").encode()}


def settle(source: Path) -> str:
    """Write a zip or wheel again with settled bytes; its sha256 in hex."""
    write(source, recorded(read(source)))
    return hashlib.sha256(source.read_bytes()).hexdigest()
