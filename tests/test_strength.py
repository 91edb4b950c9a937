"""The computer players are as strong as said, on few hands; ``python -m tests.strength`` takes many."""

from __future__ import annotations

import pytest

from tests.strength import contest, main, measured


@pytest.mark.slow
@pytest.mark.parametrize(
    ("one", "rest", "hands", "least"),
    [("medium", "easy", 300, 3.1), ("hard", "easy", 12, 2.6), ("hard", "medium", 20, 2.25)],
)
def test_one_among_three_weaker(one: str, rest: str, hands: int, least: float) -> None:
    """A fair share is 2.25 tricks a hand. The hands come from seeds, so the mean is always the same."""
    points, _ = measured(contest("ace-trump", 4, one, rest), hands)
    assert points.mean > least, points


@pytest.mark.slow
@pytest.mark.parametrize(
    ("one", "rest", "games", "most"),
    [("medium", "easy", 300, 0.07), ("hard", "easy", 16, 0.13), ("hard", "medium", 60, 0.25)],
)
def test_one_among_three_weaker_loses_seldom(one: str, rest: str, games: int, most: float) -> None:
    """Ace Game: among equals a quarter of the games are lost. The games come from seeds."""
    lost, _ = measured(contest("ace-game", 4, one, rest), games)
    assert lost.mean < most, lost


def test_the_report_says_what_it_measured(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["--players", "2", "9", "--hands", "2", "--one", "medium", "--jobs", "1"]) == 0
    trump, game = capsys.readouterr().out.split("ace-game:\n")
    assert trump.startswith("ace-trump:\n  2 players, medium with 1 easy: ")
    assert "fair 4.50; 20 hands; a decision" in trump
    assert "9 players" not in trump
    assert "fair 0.500; 20 games; a decision" in game
    assert "fair 0.111; 20 games; a decision" in game


def test_a_game_without_players_is_refused(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as caught:
        main(["whist"])
    assert caught.value.code == 2
    assert "has no computer players" in capsys.readouterr().err
