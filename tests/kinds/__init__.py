"""What answers each kind of case: for each game, a function from the case to the fields of its answer."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from tests.kinds import ace_trump, aces_lite, aces_lite_more

KINDS: dict[str, dict[str, Callable[[dict[str, Any]], Any]]] = {
    "ace-trump": ace_trump.KINDS,
    "aces-lite": aces_lite.KINDS | aces_lite_more.KINDS,
}

UNORDERED = frozenset({"marked"})
"""Fields whose lists are compared as sets."""
