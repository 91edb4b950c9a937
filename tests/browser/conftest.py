"""What the tests of the pages share: the site below a sub-path, under its own policy."""

from __future__ import annotations

import html
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.server import Server


@pytest.fixture(scope="module")
def policy(site: Path) -> dict[str, str]:
    """The policy of the pages as a header too, so that it binds both workers."""
    found = re.search(r'http-equiv="Content-Security-Policy" content="([^"]+)"', (site / "index.html").read_text())
    assert found
    policy = html.unescape(found[1])
    scripts = next(part for part in policy.split(";") if part.strip().startswith("script-src"))
    assert "'unsafe-eval'" not in scripts and "'unsafe-inline'" not in scripts
    return {"Content-Security-Policy": policy}


@pytest.fixture(scope="module")
def served(site: Path, policy: dict[str, str]) -> Iterator[Server]:
    with Server(site, prefix="/reference/", headers=policy) as server:
        yield server
