"""Names of people as names of files, on any system. Standard library only, so that a browser names them the same."""

from __future__ import annotations

import re
import unicodedata


def slug(name: str) -> str:
    """A name as the name of a file: small letters and figures, nothing that a system could take for a path.

    >>> slug("Łódź / ../O’Neill"), slug("李小龍"), slug("CON")
    ('lodz-oneill', 'card', 'card-con')
    """
    plain = unicodedata.normalize("NFKD", name.translate({0x141: "L", 0x142: "l", 0xF8: "o", 0xD8: "O", 0xDF: "ss"}))
    words = re.findall(r"[a-z0-9]+", plain.encode("ascii", "ignore").decode().lower())
    joined = "-".join(words)[:60].strip("-")
    if not joined:
        return "card"
    return f"card-{joined}" if re.fullmatch(r"con|prn|aux|nul|com\d|lpt\d", joined) else joined
