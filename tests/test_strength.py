"""The computer players are as strong as said, on few hands; ``python -m tests.strength`` takes many."""

from __future__ import annotations

import pytest

from aces.ace_trump.game import AceTrump
from tests.strength import Result, main, points


@pytest.mark.slow
@pytest.mark.parametrize(
    ("one", "rest", "hands", "least"),
    [("medium", "easy", 300, 3.1), ("hard", "easy", 12, 2.6), ("hard", "medium", 20, 2.25)],
)
def test_one_among_three_weaker(one: str, rest: str, hands: int, least: float) -> None:
    """A fair share is 2.25 tricks a hand. The hands come from seeds, so the mean is always the same."""
    result = Result.of(points(AceTrump(4, max_hands=1, dealer=0), one, rest, range(hands)))
    assert result.mean > least, result


def test_a_mean_and_its_interval() -> None:
    assert str(Result.of([2, 4, 2, 4])) == "3.00 (1.87 to 4.13)"


def test_the_report_says_what_it_measured(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["--players", "2", "--hands", "2", "--one", "medium", "--jobs", "1"]) == 0
    out = capsys.readouterr().out
    assert out.startswith("2 players, medium with 1 easy: ")
    assert "fair 4.50; 20 hands; a decision" in out
