"""The generated parts of the page for the table with real cards: its frame before anything has loaded, its scripts.

The card pad, the Stats, the limits, the example party's names and the addresses of the rules come from the
engine and the docs; the browser's scripts (``playground/atable*.js``) fill in what happens.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterable, Mapping
from pathlib import Path

from aces.cards import RANKS, SUITS
from aces.lite.character import CREATION_CAP, LINE_LIMIT, LOWEST_STAT, LUCKY_POINTS, STATS, example_party
from aces.lite.ids import RULES
from aces.lite.outcome import OUTCOMES
from aces.lite.words import OUTCOME_NAMES
from generators.design import minified
from generators.env import render
from generators.registry import Output, Product

PLAYGROUND = Path(__file__).resolve().parent.parent / "playground"

FOLDER = "assets/table"

SCRIPTS = ("atable.js", "atable_judge.js", "atable_pad.js", "atable_party.js", "atable_store.js", "files.js", "keep.js")

SHARED = {"engine.js": "../play/engine.js", "view.js": "../play/view.js"}
"""What the scripts take from the other page's folder, and where that lies."""

_IMPORT = re.compile(r'(?<=from ")\./([\w.]+)(?=")')


def frame() -> Product:
    """The page as a fragment, before its scripts have filled it."""
    return render(
        "at_table.html.j2",
        ranks=RANKS,
        suits=SUITS,
        stats=STATS,
        low=LOWEST_STAT,
        cap=CREATION_CAP,
        points=LUCKY_POINTS,
        line=LINE_LIMIT,
        outcomes=[(outcome, OUTCOME_NAMES[outcome]) for outcome in OUTCOMES],
        people=example_party(),
        rules=RULES,
    )


def scripts() -> dict[str, bytes]:
    """What the browser loads of ``playground/`` for this page, its style sheet made small.

    Each import says what is in the file that it asks for, so that no browser puts an old one to a new page.
    """
    files = published(SCRIPTS, SHARED)
    files["atable.css"] = minified((PLAYGROUND / "atable.css").read_text("utf-8")).encode()
    return files


def published(scripts: Iterable[str], shared: Mapping[str, str]) -> dict[str, bytes]:
    """Scripts of ``playground/`` as a page's folder holds them; ``shared`` says where others lie, seen from there."""
    sources = {name: (PLAYGROUND / name).read_text("utf-8") for name in (*scripts, *shared)}
    return {name: linked(sources[name], sources, shared).encode() for name in scripts}


def linked(text: str, sources: Mapping[str, str], shared: Mapping[str, str] = SHARED) -> str:
    """A script with each of its imports naming what is in the file.

    >>> linked('import { el } from "./view.js";', {"view.js": ""})
    'import { el } from "../play/view.js?v=e3b0c442";'
    """

    def link(found: re.Match[str]) -> str:
        name = found[1]
        return f"{shared.get(name, f'./{name}')}?v={_digest(name, sources)}"

    return _IMPORT.sub(link, text)


def _digest(name: str, sources: Mapping[str, str]) -> str:
    """What stands for the content of a script and of all that it imports."""
    seen: dict[str, str] = {}
    waiting = [name]
    while waiting:
        one = waiting.pop()
        if one not in seen:
            seen[one] = sources[one]
            waiting += [other for other in _IMPORT.findall(sources[one]) if other in sources]
    return hashlib.sha256("".join(seen[one] for one in sorted(seen)).encode()).hexdigest()[:8]


OUTPUTS: tuple[Output, ...] = (
    Output("at-table", "fragment", frame),
    Output(FOLDER, "asset", scripts, needs=("playground/*.js", "playground/atable.css")),
)
