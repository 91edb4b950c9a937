"""Which pages the site has, known before it is built."""

from __future__ import annotations

from pathlib import Path

from generators import registry
from generators.rule_index import page_url

DOCS = Path(__file__).resolve().parents[2] / "docs"


def addresses() -> list[str]:
    """The address of every page below the site's root, and of the page for a missing address."""
    sources = {file.relative_to(DOCS).as_posix() for file in DOCS.rglob("*.md")}
    sources |= {output.name for output in registry.outputs() if output.kind == "page"}
    return [*sorted(page_url(source) for source in sources), "404.html"]
