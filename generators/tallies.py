"""What can be counted of a finished game: numbers, whether something happened, and how it ended.

Each game says it here once, for `aces simulate` and for the tests that play very many games.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, NamedTuple, get_args

from aces.ace_game.game import AceGame
from aces.ace_game.game import State as GameState
from aces.ace_trump.game import AceTrump
from aces.ace_trump.game import State as TrumpState
from aces.games import AnyRules
from aces.lite.duel import Duel
from aces.lite.group import GroupOutcome, GroupResolution
from aces.lite.outcome import OUTCOMES
from aces.lite.resolution import verdict_of
from aces.rules import Seat
from aces.universal21 import Universal21


class Word(NamedTuple):
    """One of the words that it can come to."""

    text: str
    among: tuple[str, ...]

    def __str__(self) -> str:
        return self.text


Value = bool | int | Word
"""Whether something happened, how much of it there was, or what it came to."""


class Tally(NamedTuple):
    """What is counted of a game as a whole, and for each seat."""

    whole: Mapping[str, Value]
    seats: Mapping[str, Mapping[Seat, Value]]


def tally(rules: AnyRules, state: Any) -> Tally:
    """What a finished game came to.

    >>> from aces.games import rules_for
    >>> from aces.players import RandomPlayer, whole_game
    >>> rules = rules_for("ace-game", {"players": "2"})
    >>> state, _ = whole_game(rules, dict.fromkeys(rules.seats, RandomPlayer()), seed=1)
    >>> told = tally(rules, state)
    >>> told.whole["rounds"], told.seats["loses"]
    (29, {0: True, 1: False})
    """
    return TALLIES[rules.game](rules, state)


def _resolution(rules: AnyRules, state: Any) -> Tally:
    verdict = verdict_of(state)
    whole: dict[str, Value] = {
        "outcome": Word(verdict.outcome, tuple(OUTCOMES)),
        "total": verdict.player.total,
        "dealer total": verdict.dealer.total,
        "early 21": verdict.early,
        "item used": state.used is not None,
    }
    return Tally(whole, {})


def _group(rules: GroupResolution, state: Any) -> Tally:
    outcome = Word(rules.shared(state).outcome, get_args(GroupOutcome))
    own = {seat: Word(one.outcome, tuple(OUTCOMES)) for seat, one in enumerate(rules.verdicts(state), 1)}
    return Tally({"outcome": outcome}, {"outcome": own})


def _duel(rules: Duel, state: Any) -> Tally:
    verdict = rules.verdict(state)
    wins = {seat: verdict.winner == name for seat, name in rules.seats.items()}
    totals = {1: verdict.a.total, 2: verdict.b.total}
    return Tally({"hands": len(state.hands), "tie": verdict.winner == "tie"}, {"wins": wins, "total": totals})


def _scene(rules: Universal21, state: Any) -> Tally:
    verdict = rules.verdict(state)
    whole: dict[str, Value] = {
        "outcome": Word(verdict.outcome, tuple(OUTCOMES)),
        "total": verdict.player.total,
        "house total": verdict.house.total,
        "locked door": verdict.locked,
        "surge": verdict.surge,
    }
    return Tally(whole, {})


def _trump(rules: AceTrump, state: TrumpState) -> Tally:
    won = rules.winners(state.sheet)
    points = {seat: state.sheet.totals[rules.side(seat)] for seat in rules.seats}
    return Tally(
        {"hands": len(state.sheet.past), "nobody wins": not won},
        {"wins": {seat: seat in won for seat in rules.seats}, "points": points},
    )


def _game(rules: AceGame, state: GameState) -> Tally:
    whole: dict[str, Value] = {
        "rounds": len(state.rounds),
        "smashes": sum(done.smashed for done in state.rounds),
        "superover": state.superovers > 0,
        "stalemate": state.stalemate,
    }
    return Tally(whole, {"loses": {seat: seat == state.loser for seat in rules.seats}})


TALLIES: Mapping[str, Callable[[Any, Any], Tally]] = {
    "aces-lite": _resolution,
    "aces-lite-group": _group,
    "aces-lite-duel": _duel,
    "universal21": _scene,
    "ace-trump": _trump,
    "ace-game": _game,
}
"""How each game is counted."""
