"""The Content-Security-Policy of the pages: nothing from another host, inline scripts by hash only."""

from __future__ import annotations

import base64
import hashlib
import re
from pathlib import Path

PLACE = "@@content-security-policy@@"
"""What the theme writes where the policy belongs."""

_SCRIPT = re.compile(r"<script(?P<attributes>[^>]*)>(?P<code>.*?)</script>", re.S | re.I)
_STYLE = re.compile(r"<style[^>]*>(?P<code>.*?)</style>", re.S | re.I)


def hashes(pages: list[str]) -> tuple[str, ...]:
    """The hashes of every inline script that a browser would run, sorted, once each.

    >>> hashes(['<script>let a = 1</script><script type="application/json">{}</script><script src="x.js"></script>'])
    ("'sha256-LAfYd7pbFUgwfQu8b4q135PeTG2z+/coPEUYCd74eCQ='",)
    """
    found: set[str] = set()
    for page in pages:
        for match in _SCRIPT.finditer(page):
            attributes = match["attributes"].lower()
            if "src=" in attributes or "json" in attributes:
                continue
            digest = hashlib.sha256(match["code"].encode()).digest()
            found.add(f"'sha256-{base64.b64encode(digest).decode()}'")
    return tuple(sorted(found))


def policy(scripts: tuple[str, ...], *, live: bool = False) -> str:
    """The policy as one line. ``live`` lets the reload script of ``mkdocs serve`` in, by no hash."""
    inline = ("'unsafe-inline'",) if live else scripts
    parts = {
        "default-src": ("'self'",),
        "script-src": ("'self'", "'wasm-unsafe-eval'", *inline),
        "style-src": ("'self'", "'unsafe-inline'"),
        "img-src": ("'self'", "data:"),
        "font-src": ("'self'",),
        "connect-src": ("'self'",),
        "worker-src": ("'self'",),
        "object-src": ("'none'",),
        "base-uri": ("'self'",),
        "form-action": ("'none'",),
    }
    return "; ".join(f"{name} {' '.join(values)}" for name, values in parts.items())


def write(site: Path, *, live: bool = False) -> int:
    """Write the policy, the same in all, into every page of a built site; returns how many pages.

    Raises ``ValueError`` for a page without a place for it.
    """
    pages = {file: file.read_text("utf-8") for file in sorted(site.rglob("*.html"))}
    line = policy(hashes(list(pages.values())), live=live)
    for file, text in pages.items():
        if PLACE not in text:
            raise ValueError(f"{file.relative_to(site)} has no place for the Content-Security-Policy")
        file.write_text(text.replace(PLACE, line).lstrip(), "utf-8")
    return len(pages)
