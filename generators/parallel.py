"""Work on several cores: what comes out is in the order of what went in, however many there are."""

from __future__ import annotations

import contextlib
import os
import signal
import threading
from collections.abc import Callable, Iterator, Sequence
from multiprocessing import get_context, parent_process
from multiprocessing.connection import Connection, wait
from typing import Any, TypeVar

from generators.files import Fault

P = TypeVar("P")
R = TypeVar("R")


def cores() -> int:
    """How many cores this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def spread(work: Callable[[P], R], pieces: Sequence[P], jobs: int) -> Iterator[R]:
    """What ``work`` makes of each piece, in their order, in up to ``jobs`` processes; here, when that is one.

    ``work`` is a function of a module. What it raises is raised here. An interrupt is for the caller alone, and
    whatever ends this also ends the processes at once. One that is ended by somebody else is a
    :class:`~generators.files.Fault`.

    >>> list(spread(len, ["a", "bcd"], jobs=1))
    [1, 3]
    """
    jobs = min(jobs, len(pieces))
    if jobs <= 1:
        yield from map(work, pieces)
        return
    workers = []
    try:
        with _uninterrupted():
            workers = [_started(work) for _ in range(jobs)]
        yield from _gathered(pieces, [pipe for _, pipe in workers])
    finally:
        for process, _ in workers:
            process.terminate()
        for process, pipe in workers:
            process.join()
            pipe.close()


def _started(work: Callable[[Any], Any]) -> tuple[Any, Connection]:
    context = get_context("spawn")
    mine, theirs = context.Pipe()
    process = context.Process(target=_serve, args=(work, theirs), daemon=True)
    process.start()
    theirs.close()
    return process, mine


def _serve(work: Callable[[Any], Any], pipe: Connection) -> None:
    """Works on what comes through the pipe, until it is closed, or whoever would read the answers is gone."""
    if (starter := parent_process()) is not None:
        threading.Thread(target=_outlived, args=(starter,), daemon=True).start()
    with contextlib.suppress(EOFError, BrokenPipeError):
        while True:
            piece = pipe.recv()
            try:
                answer = (True, work(piece))
            except Exception as error:
                answer = (False, error)
            pipe.send(answer)


def _outlived(starter: Any) -> None:
    """Ends this process, in the middle of its work, when the one that started it is ended without a word."""
    starter.join()
    os._exit(1)


def _gathered(pieces: Sequence[P], pipes: Sequence[Connection]) -> Iterator[Any]:
    """Gives each free process the next piece, and what is made of them in order."""
    busy: dict[Connection, int] = {}
    made: dict[int, Any] = {}
    given = told = 0
    while told < len(pieces):
        for pipe in pipes:
            if pipe not in busy and given < len(pieces):
                with _living():
                    pipe.send(pieces[given])
                busy[pipe] = given
                given += 1
        ready = wait(list(busy))
        for pipe in [one for one in busy if one in ready]:
            with _living():
                well, answer = pipe.recv()
            if not well:
                raise answer
            made[busy.pop(pipe)] = answer
        while told in made:
            yield made.pop(told)
            told += 1


@contextlib.contextmanager
def _living() -> Iterator[None]:
    """A process at the other end of a pipe that is gone is a fault."""
    try:
        yield
    except (EOFError, OSError) as error:
        raise Fault("a process of this run was ended from outside, so nothing is written") from error


@contextlib.contextmanager
def _uninterrupted() -> Iterator[None]:
    """Whatever process is started here ignores interrupts for good."""
    if threading.current_thread() is not threading.main_thread():
        yield  # signals are the main thread's
        return
    before = signal.signal(signal.SIGINT, signal.SIG_IGN)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)
