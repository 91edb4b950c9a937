"""What answers each kind of case: for each game, a function from the case to the fields of its answer."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from tests.kinds import ace_game, ace_trump, aces_lite, aces_lite_more

KINDS: dict[str, dict[str, Callable[[dict[str, Any]], Any]]] = {
    "ace-game": ace_game.KINDS,
    "ace-trump": ace_trump.KINDS,
    "aces-lite": aces_lite.KINDS | aces_lite_more.KINDS,
}

UNORDERED = frozenset({"marked", "hands", "discard", "legal", "active", "completed"})
"""Fields whose lists are compared as sets; a list of lists keeps its order, and only those in it are sets."""
