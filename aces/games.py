"""The games by name: what a record or a command line calls them, and how their options are read."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import partial
from importlib import import_module
from typing import Any, Protocol

from .players import Player, RandomPlayer
from .rules import BadText, Rules, Seat, nearest

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
    "ace-trump": "aces.ace_trump.words",
    "ace-game": "aces.ace_game.words",
    "universal21": "aces.universal21_words",
}
"""The module that tells a game in sentences: its ``narrate(rules, events)`` gives lines."""

_PLAYERS = {
    "ace-trump": "aces.players.ace_trump",
    "ace-game": "aces.players.ace_game",
}
"""The module with a game's computer players: its ``PLAYERS`` are made for rules, by name from the weakest."""

GAMES: tuple[str, ...] = tuple(_WHERE)
"""The names of the games."""

HANDS: tuple[str, ...] = tuple(_PLAYERS)
"""The games in which every seat holds a hand that the others do not see."""


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


class HandWords(Protocol):
    """What is said to a seat that holds a hand, from its own view."""

    def task(self, view: Any) -> tuple[str, str]:
        """What is asked of the seat to move, and the rule behind it."""

    def table_text(self, rules: Any, view: Any, names: Sequence[str] = ()) -> tuple[str, ...]:
        """What lies open before the seat."""


def hand_words_for(game: str) -> HandWords:
    """The words of one of the games in :data:`HANDS`; errors as :func:`narrator_for`."""
    words: HandWords = _words(game if game in HANDS else "")
    return words


def players_for(rules: AnyRules) -> dict[Seat, Mapping[str, Callable[[AnyRules], Player[Any, Any]]]]:
    """Who can play each seat for the computer: by name, what makes the player for these rules.

    In Ace Trump and Ace Game from the weakest; else a Dealer's policies for the Dealer, and chance for the others.

    >>> {seat: list(names) for seat, names in players_for(rules_for("aces-lite", {})).items()}
    {0: ['passive', 'random', 'greedy', 'kind', 'merciless'], 1: ['random']}
    """
    if rules.game in HANDS:
        return dict.fromkeys(rules.seats, import_module(_PLAYERS[rules.game]).PLAYERS)
    dealers = import_module("aces.players.dealers")
    seated = import_module("aces.lite.group").Seated if rules.game == "aces-lite-group" else _same
    policies = {name: partial(_given, seated(policy)) for name, policy in dealers.DEALERS.items()}
    chance = {RandomPlayer.name: partial(_given, RandomPlayer())}
    return {seat: policies if name == dealers.SEAT else chance for seat, name in rules.seats.items()}


def _given(player: Player[Any, Any], rules: AnyRules) -> Player[Any, Any]:
    return player


def _same(player: Player[Any, Any]) -> Player[Any, Any]:
    return player


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
