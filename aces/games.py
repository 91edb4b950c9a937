"""The games by name: what a record or a command line calls them, and how their options are read."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from importlib import import_module
from typing import Any, Protocol

from .rules import BadText, Rules, nearest

AnyRules = Rules[Any, Any, Any, Any]

_WHERE = {
    "aces-lite": ("aces.lite.resolution", "Resolution"),
    "ace-trump": ("aces.ace_trump.game", "AceTrump"),
    "ace-game": ("aces.ace_game.game", "AceGame"),
    "aces-lite-group": ("aces.lite.group", "GroupResolution"),
    "aces-lite-duel": ("aces.lite.duel", "Duel"),
    "universal21": ("aces.universal21", "Universal21"),
}
"""Each game's module and class, imported only when the game is asked for."""

_WORDS = {
    "aces-lite": "aces.lite.words",
    "aces-lite-group": "aces.lite.words_group",
    "aces-lite-duel": "aces.lite.words_duel",
    "ace-game": "aces.ace_game.words",
    "universal21": "aces.universal21_words",
}
"""The module that tells a game in sentences: its ``narrate(rules, events)`` gives lines."""

GAMES: tuple[str, ...] = tuple(_WHERE)
"""The names of the games."""


def rules_for(game: str, header: Mapping[str, str]) -> AnyRules:
    """The rules of a game with options as text; :class:`BadText` on a name or option that is none.

    >>> rules_for("aces-lite", {"stat": "4", "affinity": "clubs"}).header()["items"]
    '7C JC'
    """
    if game not in _WHERE:
        raise BadText(game, "is not a game", GAMES)
    module, name = _WHERE[game]
    build: Callable[[Mapping[str, str]], AnyRules] = getattr(import_module(module), name).from_header
    return build(header)


class Told(Protocol):
    """A sentence of a game's story, with the rule behind it."""

    @property
    def text(self) -> str: ...

    @property
    def rule(self) -> str: ...


def narrator_for(game: str) -> Callable[[AnyRules, Iterable[Any]], Iterator[Told]]:
    """What tells a game of that name in sentences, one for each event; :class:`BadText` if nothing does.

    >>> from aces.match import Match
    >>> match = Match(rules_for("aces-lite-duel", {"stats": "1 1"}), seed=4)
    >>> next(narrator_for("aces-lite-duel")(match.rules, match.events)).text
    'A against B.'
    """
    told: Callable[[AnyRules, Iterable[Any]], Iterator[Told]] = _words(game).narrate
    return told


def labeler_for(game: str) -> Callable[[Any, Any], str]:
    """What says a move of that game in words: ``label(move, view)``; errors as :func:`narrator_for`."""
    label: Callable[[Any, Any], str] = _words(game).label
    return label


def _words(game: str) -> Any:
    if game not in _WORDS:
        raise BadText(game, "is not a game that is told in sentences", tuple(_WORDS))
    return import_module(_WORDS[game])


def check_keys(header: Mapping[str, str], known: tuple[str, ...]) -> None:
    """Refuses the first option that is not known, with the nearest one that is."""
    for key in header:
        if key not in known:
            meant = nearest(key, known)
            hint = f"; did you mean {meant!r}?" if meant else ""
            raise BadText(key, f"is not an option here{hint}", known)
