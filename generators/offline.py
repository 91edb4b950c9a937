"""The service worker of a built site: what there is to keep for use without a connection, and under which version."""

from __future__ import annotations

import gzip
import hashlib
import json
from pathlib import Path

SCRIPT = Path(__file__).resolve().parent.parent / "playground" / "offline.js"
NAME = "offline.js"
"""It lies at the root of the site, as it works for all of it."""

KINDS = frozenset({".css", ".gz", ".html", ".js", ".json", ".mjs", ".svg", ".wasm", ".webp", ".whl", ".woff2", ".zip"})
LEFT_OUT = ("files/", "sitemap", NAME)
"""What stays out: PDFs and other downloads, what only robots read, the worker itself."""

SUM_LENGTH = 24


def write(site: Path) -> int:
    """Write the worker for everything that lies in a built site; returns how many bytes it keeps."""
    files = listing(site)
    version = hashlib.sha256(json.dumps(files).encode()).hexdigest()[:16]
    kept = json.dumps({"version": version, "files": files}, separators=(",", ":"), ensure_ascii=False)
    (site / NAME).write_text(f"self.KEPT = {kept};\n{SCRIPT.read_text('utf-8')}", "utf-8")
    return sum(path.stat().st_size for path in _files(site))


def listing(site: Path) -> list[list[str]]:
    """Each file to keep: its address below the site's root, and the sums that its content may have.

    A page has the address of its folder. A gzip has a second sum, as some hosts unpack it on its way.
    """
    found = []
    for file in _files(site):
        data = file.read_bytes()
        name = file.relative_to(site).as_posix()
        address = name.removesuffix("index.html") if file.name == "index.html" else name
        sums = [digest(data)] + ([digest(gzip.decompress(data))] if file.suffix == ".gz" else [])
        found.append([address, *sums])
    return found


def digest(data: bytes) -> str:
    """The sum by which the worker knows a file.

    >>> digest(b"")
    'e3b0c44298fc1c149afbf4c8'
    """
    return hashlib.sha256(data).hexdigest()[:SUM_LENGTH]


def _files(site: Path) -> list[Path]:
    return [
        file
        for file in sorted(site.rglob("*"))
        if file.is_file() and file.suffix in KINDS and not file.relative_to(site).as_posix().startswith(LEFT_OUT)
    ]
