"""The ``aces`` command. It holds no rule: it reads words, asks the engine, and prints what it says.

Each command is a module with ``add``, which says its words to the parser. Exit codes: 0 done; 1 a
game left open; 2 something given does not fit, with one line that says where, what, and what is
allowed.
"""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Callable, Sequence
from typing import NoReturn

from aces import __version__
from aces.rules import AcesError
from generators.cli import campaign, cards, judge, play, replay, site, wild
from generators.files import Fault


class _Parser(argparse.ArgumentParser):
    def error(self, message: str) -> NoReturn:
        raise Fault(f"{message}; `{self.prog} --help` shows what is allowed")


def main(arguments: Sequence[str] | None = None) -> int:
    """Runs one command and returns its exit code."""
    for stream in (sys.stdout, sys.stderr):
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(encoding="utf-8", errors="replace")
    try:
        asked = parser().parse_args(arguments)
        run: Callable[[argparse.Namespace], int] = asked.run
        return run(asked)
    except (Fault, AcesError) as error:
        print(f"aces: {error}", file=sys.stderr)
        return 2
    except KeyboardInterrupt:
        print(file=sys.stderr)
        return 130
    except BrokenPipeError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 0


def parser() -> argparse.ArgumentParser:
    """The grammar of the command line."""
    top = _Parser(prog="aces", description="Play, judge, draw and print: the A.C.E.S. games by their rules.")
    top.add_argument("--version", action="version", version=f"aces {__version__}")
    commands = top.add_subparsers(required=True, metavar="COMMAND", parser_class=_Parser)
    for command in (play, judge, replay, campaign, wild, cards, site):
        command.add(commands)
    return top
