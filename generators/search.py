"""What the search knows beyond the words of the pages.

Each rule is found by its own name and leads to itself, not to the section it stands in. What people call things is
put into the index, so that "aces" finds A.C.E.S. and "armour" Armor. Rules come before what is said of them.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping
from html import escape, unescape
from pathlib import Path
from typing import Any, NamedTuple

Entry = dict[str, Any]

ALIASES: tuple[tuple[str, str], ...] = (
    (r"A\.C\.E\.S\.", "aces"),
    (r"\bArmor\b", "armour"),
    (r"\bHP\b", "hit points health"),
    (r"\bTurning Point\b", "level up advancement"),
    (r"\bover 21\b", "bust busted"),
    (r"^Over 21$", "catastrophe"),
    (r"\bAces\b", "ace"),
    (r"\bPlayer against player\b", "pvp versus duel"),
    (r"\bGroup Resolution\b", "teamwork together"),
    (r"\bLucky Points\b", "build points"),
    (r"\bDealer\b", "gm game master"),
    (r"\bMacGuffins?\b", "mcguffin"),
    (r"\bcolours?\b", "color"),
    (r"\bEarly 21|early 21\b", "blackjack natural"),
    (r"\bAce Trump\b", "trick-taking tricks trumps"),
    (r"\bDecktet\b", "decktets deck suits"),
    (r"\bExcuse\b", "fool joker"),
    (r"\bAce Game\b", "donkey getaway shedding kazhutha"),
    (r"\bsmash\b", "cut"),
)
"""What a text says, and what readers may type for it."""

PAGES: dict[str, str] = {"rules/": "aces rulebook"}
"""What a page is also looked for by, whatever it says."""

WEIGHTS: dict[str, float] = {
    "": 1,
    "rules/": 4,
    "quick-reference/": 2,
    "learn/": 2,
    "ace-trump/rules/": 2,
    "ace-game/rules/": 2,
    "rulings/": 0.5,
    "rules/traceability/": 0.25,
    "ace-trump/rulings/": 0.5,
    "ace-game/rulings/": 0.5,
    "universal21/": 0.5,
    "files/": 0.25,
    "command-line/": 0.25,
    "about/": 0.25,
}
"""How much a page counts among those that say the same, by how its address begins; the longest that fits holds."""


def aliases(text: str) -> str:
    """The other words for what ``text`` says, once each.

    >>> aliases("Plot Armor in A.C.E.S. Lite")
    'aces armour'
    """
    found = [words for pattern, words in ALIASES if re.search(pattern, text)]
    return " ".join(dict.fromkeys(" ".join(found).split()))


def write(site: Path) -> None:
    """Complete the built search index, where there is one.

    Every rule becomes an entry of its own. Aliases stand in a field that the results do not show: a section and a
    rule get the words for their title, a page also those for how it begins.
    """
    file = site / "search" / "search_index.json"
    if not file.is_file():
        return
    index = json.loads(file.read_text("utf-8"))
    rules = {page: list(_rules(site / page / "index.html")) for page in {_page(entry) for entry in index["docs"]}}
    index["docs"] = [part for entry in index["docs"] for part in split(entry, rules[_page(entry)])]
    begins: dict[str, str] = {}
    for entry in index["docs"]:
        page = _page(entry)
        begins[page] = f"{begins.get(page, '')} {entry['title']} {entry['text']}"[:400]
    for entry in index["docs"]:
        text = entry["title"] if "#" in entry["location"] else begins[entry["location"]]
        if extra := f"{aliases(text)} {PAGES.get(entry['location'], '')}".strip():
            entry["tags"] = sorted({*entry.get("tags", []), *extra.split()})
        if (weight := WEIGHTS[max(filter(_page(entry).startswith, WEIGHTS), key=len)]) != 1:
            entry["boost"] = weight
    file.write_text(json.dumps(index, ensure_ascii=False, separators=(",", ":")), "utf-8")


class Named(NamedTuple):
    """A rule as it stands on a page: its anchor, and the name that its sentence begins with."""

    anchor: str
    name: str


def split(entry: Entry, rules: list[Named]) -> Iterator[Entry]:
    """An entry of the index up to its first rule, then each rule with what belongs to it.

    >>> section = {"location": "p/#s", "title": "S", "text": "<p>Before.</p> <p>Going over. It is fine.§</p>"}
    >>> [(part["location"], part["title"], part["text"]) for part in split(section, [Named("r", "Going over.")])]
    [('p/#s', 'S', '<p>Before.</p>'), ('p/#r', 'Going over', '<p>It is fine.</p>')]
    """
    text = entry["text"].replace("§</p>", "</p>")
    starts = sorted((at, rule) for rule in rules if (at := text.find(f"<p>{escape(rule.name, quote=False)} ")) >= 0)
    ends = [*(at for at, _ in starts), len(text)]
    yield entry | {"text": text[: ends[0]].strip()}
    for (at, rule), end in zip(starts, ends[1:], strict=True):
        said = text[at + len(f"<p>{escape(rule.name, quote=False)} ") : end].strip()
        yield {"location": f"{_page(entry)}#{rule.anchor}", "title": rule.name.rstrip("."), "text": f"<p>{said}"}


def _rules(page: Path) -> Iterator[Named]:
    if page.is_file():
        for anchor, name in _RULE.findall(page.read_text("utf-8")):
            yield Named(anchor, unescape(re.sub(r"<[^>]+>", "", name)))


_RULE = re.compile(r'<p class="rule" id="([^"]+)"><strong>(.*?)</strong>')


def _page(entry: Mapping[str, Any]) -> str:
    location: str = entry["location"]
    return location.partition("#")[0]
