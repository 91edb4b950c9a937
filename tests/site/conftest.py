"""The built site behind a server, below a sub-path as on most hosts."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.server import Server


@pytest.fixture(scope="session")
def served(site: Path) -> Iterator[Server]:
    with Server(site, prefix="/reference/") as server:
        yield server
