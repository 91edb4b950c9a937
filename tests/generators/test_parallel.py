"""Several processes at one task: what goes wrong in one is told, and whatever ends the first ends them all."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from generators.parallel import spread

TOP = Path(__file__).parents[2]
SCRIPT = "print('ready', flush=True); from generators.cli import main; raise SystemExit(main())"
SIMULATE = ["simulate", "ace-game", "--seats", "hard,hard,hard,hard", "--games", "5000", "--jobs", "2"]
CARDS = ["cards", *[str(TOP / "aces/data/party.toml")] * 150, "--one-file", "--processes", "2"]


def broken(number: int) -> int:
    """A piece of work that goes wrong, or whose process is ended."""
    if number == 3:
        raise ValueError("three")
    if number == 5:
        os._exit(1)
    return number


def test_what_goes_wrong_on_a_core_is_told() -> None:
    assert list(spread(broken, [1, 2], jobs=2)) == [1, 2]
    with pytest.raises(ValueError, match="three"):
        list(spread(broken, [1, 3], jobs=2))
    with pytest.raises(Exception, match="ended from outside"):
        list(spread(broken, [1, 5], jobs=2))


@pytest.mark.slow
@pytest.mark.skipif(os.name != "posix", reason="sends a signal to a group of processes")
@pytest.mark.parametrize(
    ("arguments", "told", "code", "everybody"),
    [
        (SIMULATE, signal.SIGINT, 130, True),
        (SIMULATE, signal.SIGINT, 130, False),
        (SIMULATE, signal.SIGTERM, -signal.SIGTERM, False),
        (CARDS, signal.SIGINT, 130, True),
        (CARDS, signal.SIGTERM, -signal.SIGTERM, False),
    ],
    ids=[
        "simulate, from the keyboard",
        "simulate, interrupted",
        "simulate, ended",
        "cards, from the keyboard",
        "cards, ended",
    ],
)
def test_what_ends_it_leaves_nothing(
    tmp_path: Path, arguments: list[str], told: signal.Signals, code: int, everybody: bool
) -> None:
    """No half file, no traceback, no process that goes on: the old file is as it was."""
    out = tmp_path / "out"
    out.write_text("old\n")
    running = subprocess.Popen(
        [sys.executable, "-c", SCRIPT, *arguments, "-o", str(out)], cwd=TOP, stdout=subprocess.PIPE,
        stderr=subprocess.PIPE, text=True, start_new_session=True,
    )  # fmt: skip
    assert running.stdout and running.stdout.readline() == "ready\n"
    before = children(running.pid)
    deadline = time.monotonic() + 60
    while len(before) < 2 and time.monotonic() < deadline:
        time.sleep(0.1)
        before = children(running.pid)
    assert len(before) == 2, "two processes work"
    (os.killpg if everybody else os.kill)(running.pid, told)
    said, problem = running.communicate(timeout=60)
    assert (running.returncode, said, problem.strip()) == (code, "", "")
    assert [file.read_text() for file in tmp_path.iterdir()] == ["old\n"]
    while any(map(alive, before)) and time.monotonic() < deadline:
        time.sleep(0.1)
    assert not any(map(alive, before))


def children(of: int) -> list[int]:
    """The processes that a process has started, and that run Python."""
    told = subprocess.run(
        ["ps", "-ww", "-o", "pid=,args=", "--ppid", str(of)], capture_output=True, text=True, check=False
    )
    return [int(line.split()[0]) for line in told.stdout.splitlines() if "spawn_main" in line]


def alive(process: int) -> bool:
    """Whether a process still runs."""
    try:
        os.kill(process, 0)
    except OSError:
        return False
    return True
