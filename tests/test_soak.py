"""A little of ``make soak``: 200 random games of every variant. The soak can fail."""

from __future__ import annotations

from typing import Any

import pytest

from tests import soak
from tests.soak import SOAKS, Chunk, Expected, chunks, main, off, run


@pytest.mark.parametrize(
    ("game", "variant"), [(game, variant) for game in SOAKS for variant in soak.soak(game).variants]
)
def test_random_games_keep_every_law(game: str, variant: str) -> None:
    brought = soak.soak(game)
    found = run(Chunk(game, variant, 0, 200))
    assert [fault for one in brought.expected.get(variant, ()) if (fault := off(found, one))] == []


def test_pieces_cover_every_seed_once() -> None:
    for games in (1, 499, 500, 1234):
        pieces = chunks("ace-trump", "trump, 4", games)
        seeds = [seed for piece in pieces for seed in range(piece.first, piece.first + piece.games)]
        assert seeds == list(range(games))


def test_a_mean_that_is_off_is_seen() -> None:
    found = {"hands": [4.0, 5.0, 6.0, 5.0] * 100, "tricks": [9.0] * 400}
    assert off(found, Expected("hands", 5.0, 0.05, 4000)) == ""
    assert "hands: 5.0000, expected 6" in off(found, Expected("hands", 6.0, 0.05, 4000))
    assert off(found, Expected("hands", 5 / 9, 0.005, 4000, per="tricks")) == ""
    assert "hands / tricks" in off(found, Expected("hands", 0.6, 0.005, 4000, per="tricks"))


def test_what_did_not_happen_in_few_games_may_be_rare() -> None:
    rare = Expected("superover", 0.146, 0.0005, 20_000)
    assert off({"superover": [0.0] * 20}, rare) == ""
    assert "superover: 0.0000, expected 0.146" in off({"superover": [0.0] * 2000}, rare)


def test_a_broken_law_is_seen_with_its_seed(monkeypatch: pytest.MonkeyPatch) -> None:
    """The variant and the seed stand in the fault, so that it can be played again."""
    brought = soak.soak("ace-trump")

    def lossy(rules: Any, state: Any) -> Any:
        raise AssertionError("a card is lost")

    monkeypatch.setattr(soak, "soak", lambda game: brought._replace(tally=lossy))
    with pytest.raises(AssertionError, match="trump, 2, seed 7: a card is lost"):
        run(Chunk("ace-trump", "trump, 2", 7, 1))


def test_an_unknown_game_is_refused(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as caught:
        main(["whist"])
    assert caught.value.code == 2
    assert "is not a game here" in capsys.readouterr().err
