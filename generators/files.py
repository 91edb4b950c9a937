"""Files as the commands read and write them: bounded, UTF-8, whole or not at all, one clear error."""

from __future__ import annotations

import os
import tempfile
from pathlib import Path


class Fault(Exception):
    """Something given does not fit; its text is the one line that says so."""


def read_text(path: Path, largest: int) -> str:
    """The text of a file of at most ``largest`` bytes; :class:`Fault` names what is wrong with it."""
    try:
        with path.open("rb") as file:
            data = file.read(largest + 1)
    except (OSError, ValueError) as error:
        raise Fault(f"{path}: {getattr(error, 'strerror', None) or error}") from error
    if len(data) > largest:
        raise Fault(f"{path}: is larger than {largest:,} bytes")
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise Fault(f"{path}: is not UTF-8 text (byte {error.start})") from error


def check_place(path: Path) -> None:
    """Refuses a place where no file can be written, before any work is done for it (:class:`Fault`)."""
    try:
        if path.is_dir():
            raise Fault(f"{path}: is a folder; give the name of a file")
        if not path.exists() and not path.parent.is_dir():
            raise Fault(f"{path}: No such file or folder as {path.parent}")
    except (OSError, ValueError) as error:
        raise Fault(f"{path}: {getattr(error, 'strerror', None) or error}") from error


def write_whole(path: Path, data: str | bytes) -> None:
    """Writes a file at once: a reader sees the old one or the new one; :class:`Fault` if it cannot be.

    A link stays a link, and the file that it leads to is written. What is no plain file (a pipe, a
    device such as ``/dev/stdout``) is written into, never replaced.
    """
    content = data.encode("utf-8") if isinstance(data, str) else data
    check_place(path)
    try:
        if path.exists() and not path.is_file():
            path.write_bytes(content)
            return
        path = Path(os.path.realpath(path))
        mode = path.stat().st_mode & 0o777 if path.exists() else 0o644
        with tempfile.NamedTemporaryFile(dir=path.parent, prefix=f".{path.name}.", delete=False) as file:
            try:
                file.write(content)
                file.flush()
                os.fsync(file.fileno())
                os.chmod(file.name, mode)
                os.replace(file.name, path)
            except BaseException:
                os.unlink(file.name)
                raise
    except (OSError, ValueError) as error:
        raise Fault(f"{path}: {getattr(error, 'strerror', None) or error}") from error
