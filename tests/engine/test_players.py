"""The computer's players, whatever the game: who may sit where, and one seed is one game."""

from __future__ import annotations

from typing import Any

import pytest

from aces.games import GAMES, HANDS, players_for, rules_for
from aces.match import Match
from aces.players import Player, play_on, whole_game

SHORT = {"ace-trump": {"max-hands": "1"}}


@pytest.mark.parametrize("game", GAMES)
def test_every_seat_of_every_game_has_players_and_they_play_to_the_end(game: str) -> None:
    """The same players make the same game of a seed, move by move in a match or at a go."""
    rules = rules_for(game, SHORT.get(game, {}))
    makers = players_for(rules)
    assert list(makers) == list(rules.seats)
    for name in {name for names in makers.values() for name in names}:
        for seed in range(2 if name == "hard" else 8):
            players: dict[int, Player[Any, Any]] = {
                seat: made.get(name, next(iter(made.values())))(rules) for seat, made in makers.items()
            }
            match = Match(rules, seed=seed)
            plies = play_on(match, players)
            assert match.over
            assert whole_game(rules, players, seed) == (match.state, plies)


def test_strengths_go_from_the_weakest() -> None:
    for game in HANDS:
        rules = rules_for(game, {})
        for made in players_for(rules).values():
            assert list(made) == ["easy", "medium", "hard"]
            assert [made[name](rules).name for name in made] == list(made)
