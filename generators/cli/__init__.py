"""The ``aces`` command. It holds no rule: it reads words, asks the engine, and prints what it says.

Each command is a module with ``add``, which says its words to the parser. Exit codes: 0 done; 1 a
game left open; 2 something given does not fit, with one line that says where, what, and what is
allowed.
"""

from __future__ import annotations

import argparse
import contextlib
import os
import re
import sys
from collections.abc import Callable, Sequence
from typing import Any, NoReturn

from aces import __version__
from aces.rules import AcesError, nearest, quoted
from generators.cli import campaign, cards, judge, play, replay, simulate, site, wild
from generators.files import Fault


class _Parser(argparse.ArgumentParser):
    """Says what does not fit in one line, and remembers which command was asked."""

    def __init__(self, *arguments: Any, **options: Any) -> None:
        super().__init__(*arguments, **options)
        self.set_defaults(parser=self)

    def error(self, message: str) -> NoReturn:
        raise Fault(f"{message}; {self._help}")

    def refuse(self, word: str) -> NoReturn:
        """Refuses a word that the command does not take, with the flag that may be meant."""
        flag, _, _ = word.partition("=")
        flags = [known[2:] for known in self._option_string_actions if known.startswith("--")]
        meant = nearest(flag[2:], flags) if flag.startswith("--") else None
        hint = f"; did you mean '--{meant}'? {self._help}" if meant else f"; {self._help}"
        raise Fault(f"{quoted(flag)} means nothing here{hint}")

    @property
    def _help(self) -> str:
        return f"`{self.prog} --help` shows what is allowed"


def main(arguments: Sequence[str] | None = None) -> int:
    """Runs one command and returns its exit code."""
    _open_streams()
    try:
        try:
            asked, rest = parser().parse_known_args(arguments)
            if rest:
                asked.parser.refuse(rest[0])
            run: Callable[[argparse.Namespace], int] = asked.run
            return run(asked)
        finally:
            sys.stdout.flush()
    except (Fault, AcesError) as error:
        return _refuse(str(error))
    except KeyboardInterrupt:
        print(file=sys.stderr)
        return 130
    except BrokenPipeError:
        _let_go()
        return 0
    except OSError as error:
        if error.filename is None:
            _let_go()
        return _refuse(f"{error.filename or 'the output'}: {error.strerror or error}")


def _open_streams() -> None:
    """UTF-8 for all three, whatever the locale; a closed one holds nothing and takes all."""
    for name, mode in (("stdin", "r"), ("stdout", "w"), ("stderr", "w")):
        stream = getattr(sys, name)
        if stream is None:
            setattr(sys, name, open(os.devnull, mode, encoding="utf-8"))  # noqa: SIM115
        elif hasattr(stream, "reconfigure"):
            stream.reconfigure(encoding="utf-8-sig" if name == "stdin" else "utf-8", errors="replace")


def _refuse(problem: str) -> int:
    """Says in one line what does not fit, whatever was given."""
    line = _UNPRINTABLE.sub("\ufffd", problem)
    if len(line) > _LONGEST_LINE:
        line = f"{line[: _LONGEST_LINE // 2]} … {line[-_LONGEST_LINE // 2 :]}"
    print(f"aces: {line}", file=sys.stderr)
    return 2


_LONGEST_LINE = 1200
_UNPRINTABLE = re.compile("[\x00-\x1f\x7f-\x9f\u2028\u2029\u202a-\u202e\u2066-\u2069\ud800-\udfff]")
"""What would break the line, turn it round, or speak to the terminal."""


def _let_go() -> None:
    """Nobody takes the output any more, so that what is left of it goes nowhere."""
    with contextlib.suppress(OSError, ValueError):
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def parser() -> argparse.ArgumentParser:
    """The grammar of the command line."""
    top = _Parser(prog="aces", description="Play, judge, draw and print: the A.C.E.S. games by their rules.")
    top.add_argument("--version", action="version", version=f"aces {__version__}")
    commands = top.add_subparsers(required=True, metavar="COMMAND", parser_class=_Parser)
    for command in (play, simulate, judge, replay, campaign, wild, cards, site):
        command.add(commands)
    return top
