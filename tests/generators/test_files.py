"""Files are written whole, and only where a plain file stands or can stand."""

from __future__ import annotations

import os
import stat
import threading
from pathlib import Path

import pytest

from generators.files import Fault, check_place, write_whole


def test_a_link_stays_a_link(tmp_path: Path) -> None:
    real, link = tmp_path / "real.toml", tmp_path / "link.toml"
    real.write_text("old")
    real.chmod(0o600)
    link.symlink_to(real.name)
    write_whole(link, "new")
    assert link.is_symlink()
    assert real.read_text() == "new"
    assert stat.S_IMODE(real.stat().st_mode) == 0o600
    assert sorted(os.listdir(tmp_path)) == ["link.toml", "real.toml"]


def test_what_is_no_plain_file_is_written_into_and_never_replaced(tmp_path: Path) -> None:
    """As root, a file renamed to /dev/null would take its place for everybody."""
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    heard: list[bytes] = []
    reader = threading.Thread(target=lambda: heard.append(pipe.read_bytes()), daemon=True)
    reader.start()
    write_whole(pipe, "a record")
    reader.join(10)
    assert heard == [b"a record"]
    assert stat.S_ISFIFO(pipe.stat().st_mode)


@pytest.mark.parametrize("name", [".", "", "no/such", "x" * 300, "file/below"])
def test_a_place_where_no_file_can_be(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str) -> None:
    monkeypatch.chdir(tmp_path)
    Path("file").write_text("")
    for act in (check_place, lambda path: write_whole(path, "x")):
        with pytest.raises(Fault):
            act(Path(name))
    with pytest.raises(Fault):
        write_whole(Path("nul\0"), "x")
    assert os.listdir(tmp_path) == ["file"]
