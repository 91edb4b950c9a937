"""What people call things, put into the search index, so that "aces" finds A.C.E.S. and "armour" Armor."""

from __future__ import annotations

import json
import re
from pathlib import Path

ALIASES: tuple[tuple[str, str], ...] = (
    (r"A\.C\.E\.S\.", "aces"),
    (r"\bArmor\b", "armour"),
    (r"\bHP\b", "hit points health"),
    (r"\bTurning Point\b", "level up advancement"),
    (r"\bover 21\b", "bust busted"),
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


def aliases(text: str) -> str:
    """The other words for what ``text`` says, once each.

    >>> aliases("Plot Armor in A.C.E.S. Lite")
    'aces armour'
    """
    found = [words for pattern, words in ALIASES if re.search(pattern, text)]
    return " ".join(dict.fromkeys(" ".join(found).split()))


def write(site: Path) -> None:
    """Add the aliases to the built search index, where there is one.

    They stand in a field that the results do not show. A section gets the words for its title, a page
    also those for how it begins.
    """
    file = site / "search" / "search_index.json"
    if not file.is_file():
        return
    index = json.loads(file.read_text("utf-8"))
    begins: dict[str, str] = {}
    for entry in index["docs"]:
        page = entry["location"].partition("#")[0]
        begins[page] = f"{begins.get(page, '')} {entry['title']} {entry['text']}"[:400]
    for entry in index["docs"]:
        text = entry["title"] if "#" in entry["location"] else begins[entry["location"]]
        if extra := f"{aliases(text)} {PAGES.get(entry['location'], '')}".strip():
            entry["tags"] = sorted({*entry.get("tags", []), *extra.split()})
    file.write_text(json.dumps(index, ensure_ascii=False, separators=(",", ":")), "utf-8")
