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
)
"""What a text says, and what readers may type for it."""


def aliases(text: str) -> str:
    """The other words for what ``text`` says, once each.

    >>> aliases("Plot Armor in A.C.E.S. Lite")
    'aces armour'
    """
    found = [words for pattern, words in ALIASES if re.search(pattern, text)]
    return " ".join(dict.fromkeys(" ".join(found).split()))


def write(site: Path) -> None:
    """Add the aliases to the titles' section of the built search index, where there is one.

    A word is added to a section only if the section's title or, for a whole page, its text calls for it;
    it stands in an element that the results do not show.
    """
    file = site / "search" / "search_index.json"
    if not file.is_file():
        return
    index = json.loads(file.read_text("utf-8"))
    for entry in index["docs"]:
        whole_page = "#" not in entry["location"]
        extra = aliases(entry["title"] if not whole_page else f"{entry['title']} {entry['text'][:400]}")
        if extra:
            entry["tags"] = sorted({*entry.get("tags", []), *extra.split()})
    file.write_text(json.dumps(index, ensure_ascii=False, separators=(",", ":")), "utf-8")
