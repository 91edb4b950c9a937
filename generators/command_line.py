"""The ``aces`` command on its page: every help text from the parser itself, every example really run."""

from __future__ import annotations

import argparse
import io
import re
import shlex
import sys
import tempfile
from collections.abc import Iterator, Mapping, Sequence
from contextlib import chdir, contextmanager, redirect_stderr, redirect_stdout
from functools import partial
from typing import NamedTuple

from markupsafe import Markup, escape

from generators import cli
from generators.env import render
from generators.registry import Output
from generators.rulebooks import RULES

WIDTH = 62
"""No line of a help text is longer than this if it can be broken: then a desk need not scroll for it."""


class Example(NamedTuple):
    """One command to run: its words, what is typed at its prompt, whether it shows, what it must end with."""

    words: str
    typed: str = ""
    shown: bool = True
    code: int = 0


class Run(NamedTuple):
    """A command that was run: how one types it, what it said, and its exit code."""

    line: str
    said: Markup
    code: int


NOOR = "'Noor Castellane'"

EXAMPLES: Mapping[str, tuple[Example, ...]] = {
    "play": (
        Example("play --stat 2 --seed 3 --dealer greedy --record hand.txt", "hit\nadd\nstand\n"),
        Example("play duel --stats '2 2' --bot b --seed 5", "hit\nadd\nstand\n"),
        Example("play ace-trump --seats me,easy,medium,hard --seed 3", "hint\n4wl\nxm\n", code=2),
        Example("play ace-game --seats me,easy,easy --seed 11", "as\nquit\n", code=1),
    ),
    "simulate": (
        Example("simulate ace-game --seats medium,easy,easy,easy --rotate --games 200"),
        Example("simulate ace-trump --players 3 --max-hands 1 --seeds 7..9 --rows"),
    ),
    "judge": (
        Example("judge 2C 8D KS --tell QH --truth 9D"),
        Example("judge 5S JD:inv --tell KH --truth 5D"),
        Example("judge --group critical catastrophe success"),
        Example("judge --duel 'KS 9D' 'QH 2S'"),
    ),
    "replay": (
        Example("play --stat 2 --seed 3 --dealer greedy --record hand.txt", "hit\nadd\nstand\n", shown=False),
        Example("replay hand.txt"),
    ),
    "campaign": (
        Example("campaign new heron.toml --party --title 'Heron Street'"),
        Example(f"campaign resolve heron.toml {NOOR} failure --item 7"),
        Example(f"campaign mark heron.toml {NOOR} flaw"),
        Example(f"campaign mark heron.toml {NOOR} goal", code=2),
        Example(f"campaign duel heron.toml {NOOR} lost --against 'Delphine Tso'"),
        Example(f"campaign show heron.toml {NOOR}"),
        Example("campaign scene heron.toml"),
    ),
    "wild": (
        Example("wild character --seed 5"),
        Example("wild place --card 10H"),
        Example("wild --check"),
    ),
    "cards": (
        Example("cards --party --size poker --paper a4 -o party.pdf"),
        Example("cards --check party.pdf"),
        Example("cards --deck decktet --size bridge --paper letter -o decktet.pdf"),
        Example("cards --sheet tuck-box --deck 52 --stock 0.25 -o box.pdf"),
    ),
    "site": (),
}
"""What is run for each command, in a folder of its own, one after the other."""

WRONG = (
    Example("judge 1S --tell QH --truth 9D", code=2),
    Example("play --stat 0", code=2),
    Example("play ace-trump --players 3 --partners", code=2),
    Example("replay nowhere.txt", code=2),
)
"""Commands that do not fit."""


def commands() -> dict[str, argparse.ArgumentParser]:
    """Every command's own parser, by name, in the order of the help."""
    return _below(cli.parser())


def acts(command: str) -> dict[str, argparse.ArgumentParser]:
    """The parsers below a command, such as those of ``aces campaign``."""
    return _below(commands()[command])


def _below(parser: argparse.ArgumentParser) -> dict[str, argparse.ArgumentParser]:
    for action in parser._actions:
        if isinstance(action, argparse._SubParsersAction):
            return dict(action.choices)
    return {}


def help_of(parser: argparse.ArgumentParser) -> str:
    """A help text, of one width everywhere and without color."""
    parser.formatter_class = partial(argparse.HelpFormatter, width=WIDTH)
    if hasattr(parser, "color"):
        parser.color = False
    return parser.format_help().rstrip()


def run(examples: Sequence[Example]) -> Iterator[Run]:
    """Runs commands one after the other in a folder of their own; ``ValueError`` if one does not end as it must.

    One that fails says so in one line, and no other complains of anything.
    """
    with tempfile.TemporaryDirectory() as folder, chdir(folder):
        for example in examples:
            code, said, problem = _ran(shlex.split(example.words), example.typed)
            if code != example.code:
                raise ValueError(f"aces {example.words}: ended with {code}: {said}{problem}")
            if len(problem.splitlines()) != bool(code):
                raise ValueError(f"aces {example.words}: complains: {problem}")
            if example.shown:
                yield Run(_line(example), linked(f"{said}{problem}".rstrip("\n")), code)


def _ran(arguments: Sequence[str], typed: str) -> tuple[int, str, str]:
    said, problem = io.StringIO(), io.StringIO()
    with redirect_stdout(said), redirect_stderr(problem), _typing(typed):
        code = cli.main(arguments)
    return code, said.getvalue(), problem.getvalue()


@contextmanager
def _typing(text: str) -> Iterator[None]:
    before, sys.stdin = sys.stdin, io.StringIO(text)
    try:
        yield
    finally:
        sys.stdin = before


def linked(said: str) -> Markup:
    """What a command said, with each rule in brackets as a link to it.

    >>> linked("Yes. [lite-stand] [x]")
    Markup('Yes. <a href="rule:lite-stand">[lite-stand]</a> [x]')
    """
    parts = _RULE.split(said)
    for at in range(1, len(parts), 2):
        known = parts[at] in RULES
        parts[at] = Markup('<a href="rule:{0}">[{0}]</a>').format(parts[at]) if known else escape(f"[{parts[at]}]")
    return Markup().join(parts)


_RULE = re.compile(r"\[([a-z0-9-]+)\]")


def _line(example: Example) -> str:
    if not example.typed:
        return f"aces {example.words}"
    moves = example.typed.replace("\n", "\\n")
    return f"printf '{moves}' | aces {example.words}"


def command(name: str) -> str:
    """A command as a fragment of the page: its help, its examples, the help of what is below it."""
    ran = tuple(run(EXAMPLES[name]))
    below = {f"{name} {act}": help_of(parser) for act, parser in acts(name).items()}
    return render("command.html.j2", help=help_of(commands()[name]), runs=ran, below=below)


def overview() -> str:
    """What there is, as ``aces --help`` says it."""
    return render("command.html.j2", help=help_of(cli.parser()), runs=(), below={})


def wrong() -> str:
    """Commands that do not fit, and the line that each gets."""
    return render("command.html.j2", help="", runs=tuple(run(WRONG)), below={})


_NEEDS = ("generators/cli/*.py",)

OUTPUTS = (
    Output("cli-overview", "fragment", overview, _NEEDS),
    *(Output(f"cli-{name}", "fragment", partial(command, name), _NEEDS) for name in EXAMPLES),
    Output("cli-wrong", "fragment", wrong, _NEEDS),
)
