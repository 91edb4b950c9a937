"""Very many games at the command line: the same bytes on any number of cores, whole files or none."""

from __future__ import annotations

import csv
import io
import json
from pathlib import Path

import pytest

from aces.games import GAMES as NAMES
from aces.match import Match
from aces.players import play_on
from generators import cli
from generators.cli.choices import GAMES
from generators.simulation import MOST_GAMES, Games, Mean, Plan, Row, simulate, summary
from generators.tallies import TALLIES, Word

TOP = Path(__file__).parents[2]
SHORT = {"ace-trump": ("--max-hands", "1")}


def run(capsys: pytest.CaptureFixture[str], *arguments: str) -> str:
    code = cli.main(["simulate", *arguments])
    out, err = capsys.readouterr()
    assert (code, err) == (0, "")
    return out


# --- what comes out


@pytest.mark.parametrize("game", GAMES)
def test_every_game_is_played_and_counted(capsys: pytest.CaptureFixture[str], game: str) -> None:
    """Means and rows, for people, for a spreadsheet and for a program, and all of them say the same."""
    arguments = (game, *SHORT.get(game, ()), "--games", "12", "--seed", "30", "--jobs", "1")
    text = run(capsys, *arguments)
    assert text.startswith(f"{GAMES[game]}: 12 games, seeds 30 to 41.\n")
    told = json.loads(run(capsys, *arguments, "--json"))
    assert (told["game"], told["games"], told["seeds"]) == (GAMES[game], 12, [30, 41])
    table = {row["what"]: row for row in csv.DictReader(io.StringIO(run(capsys, *arguments, "--csv")))}
    assert list(table) == list(told["summary"])
    for name, mean in told["summary"].items():
        assert float(table[name]["mean"]) == mean["mean"]
        assert mean["low"] <= mean["mean"] <= mean["high"]
        assert f"\n{name} " in text
    rows = list(csv.DictReader(io.StringIO(run(capsys, *arguments, "--rows"))))
    each = json.loads(run(capsys, *arguments, "--rows", "--json"))["rows"]
    assert [int(row["seed"]) for row in rows] == list(range(30, 42)) == [row["seed"] for row in each]
    assert sum(int(row["moves"]) for row in rows) == pytest.approx(12 * told["summary"]["moves"]["mean"])
    for row, plain in zip(rows, each, strict=True):
        assert {name: str(int(value) if isinstance(value, bool) else value) for name, value in plain.items()} == row


def test_there_is_a_count_for_every_game() -> None:
    assert set(TALLIES) == set(NAMES) == set(GAMES.values())


def test_a_simulated_game_is_the_one_that_is_played() -> None:
    """The same seed and seats: aces play and aces simulate make one game, and rotating moves everybody on."""
    plan = Plan("ace-game", {"players": "3"}, ("medium", "easy", "easy"), rotate=True)
    games = Games(plan)
    for seed in (3, 4, 5):
        row = games.play(seed)
        match = Match(plan.rules, seed=seed)
        players = [games.players[(seat - seed) % 3] for seat in range(3)]
        assert [player.name for player in players].index("medium") == seed % 3
        play_on(match, dict(enumerate(players)))
        assert (row.result, row.moves) == (match.result, len(match.history))
        assert row.values["1 medium loses"] == (match.state.loser == seed % 3)


def test_who_plays_is_counted_by_place(capsys: pytest.CaptureFixture[str]) -> None:
    out = run(
        capsys, "ace-game", "--seats", "medium,easy,easy", "--rotate", "--seeds", "0..299", "--json", "--jobs", "1"
    )
    told = json.loads(out)["summary"]
    assert told["1 medium loses"]["high"] < told["2 easy loses"]["low"]
    assert sum(told[name]["mean"] for name in told if name.endswith("loses")) + told["stalemate"]["mean"] == 1


# --- cores


def test_the_bytes_are_the_same_on_one_core_and_on_two(tmp_path: Path) -> None:
    for number, kind in enumerate((("--rows",), ("--csv",), ("--json",), ())):
        made = []
        for jobs in ("1", "2"):
            out = tmp_path / f"{number}-{jobs}.txt"
            arguments = ["simulate", "ace-game", "--seats", "medium,easy,easy", "--rotate", "--games", "40"]
            assert cli.main([*arguments, "--jobs", jobs, *kind, "-o", str(out)]) == 0
            made.append(out.read_bytes())
        assert made[0] == made[1] and len(made[0]) > 200


@pytest.mark.slow
def test_players_that_imagine_worlds_play_the_same_on_every_core() -> None:
    plan = Plan("ace-trump", {"players": "3", "max-hands": "1"}, ("hard", "medium", "easy"), rotate=True)
    assert list(simulate(plan, range(6), 1)) == list(simulate(plan, range(6), 2))


# --- means


def test_means_and_their_intervals() -> None:
    assert str(Mean.of([2, 4, 2, 4])) == "3.00 (1.87 to 4.13)"
    assert str(Mean.of([7, 7])) == "7.00 (7.00 to 7.00)"
    half = Mean.often([True, False] * 50)
    assert (half.mean, round(half.low, 4), round(half.high, 4)) == (0.5, 0.4038, 0.5962)
    assert Mean.often([False] * 10).low == 0 and Mean.often([True] * 10).high == 1
    rows = [Row(0, 3, "", {"outcome": Word("a", ("a", "b"))}), Row(1, 5, "", {"outcome": Word("a", ("a", "b"))})]
    assert {name: mean.mean for name, mean in summary(rows).items()} == {"moves": 4, "outcome a": 1, "outcome b": 0}


def test_a_single_game_has_no_interval(capsys: pytest.CaptureFixture[str]) -> None:
    """One value says nothing of how far others lie from it, and an interval of no width would say it does."""
    one = ("resolution", "--games", "1")
    assert str(Mean.of([7])) == "7.00"
    head, *lines = run(capsys, *one).splitlines()
    assert head == "aces-lite: 1 game, seed 0."
    moves = next(line for line in lines if line.startswith("moves")).split()
    assert len(moves) == 2
    told = json.loads(run(capsys, *one, "--json"), parse_constant=pytest.fail)["summary"]["moves"]
    assert (told["mean"], told["low"], told["high"], told["spread"]) == (float(moves[1]), None, None, None)
    (row,) = (row for row in csv.DictReader(io.StringIO(run(capsys, *one, "--csv"))) if row["what"] == "moves")
    assert (row["games"], row["low"], row["high"], row["spread"]) == ("1", "", "", "")


def test_progress_goes_up_to_the_end() -> None:
    told: list[tuple[int, int]] = []
    rows = list(simulate(Plan("aces-lite", {}, ("passive", "random")), range(50), 1, lambda *now: told.append(now)))
    assert [row.seed for row in rows] == list(range(50))
    assert told[-1] == (50, 50) and sorted(told) == told and len(told) > 4


# --- what does not fit


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        ("", "the following arguments are required: GAME; `aces simulate --help`"),
        ("whist", "invalid choice: 'whist'"),
        (
            "ace-game --seats easy,easy,esay",
            "'esay' is nobody who could play the seat of player 3; did you mean 'easy'?",
        ),
        ("ace-game --seats me,easy", "'me' is nobody who could play the seat of player 1. Allowed: easy, medium, hard"),
        ("ace-game --players 3 --seats easy,easy", "--seats: 2 are named, and the seats are 3"),
        ("duel --seats random", "--seats: 1 are named, and the seats are 2: a, b"),
        ("resolution --seats hard,random", "'hard' is nobody who could play the seat of dealer. Allowed: passive"),
        ("resolution --rotate", "'--rotate' means nothing here"),
        ("ace-trump --players 3 --partners", "'partners' sit opposite each other, which 3 players cannot"),
        ("duel --games 0", "'0' is not a number of games. Allowed: a whole number from 1 to 1000000"),
        ("duel --games many", "'many' is not a number of games"),
        ("duel --seed x", "'x' is not a seed"),
        ("duel --seeds 7", "'7' is not a row of seeds. Allowed: A..B, such as 0..999"),
        ("duel --seeds 7..x", "'x' is not a seed"),
        ("duel --seeds 7..6", "'7..6' is not a row of seeds. Allowed: from 1 to 1,000,000 of them, upwards"),
        (f"duel --seeds 0..{MOST_GAMES}", "is not a row of seeds"),
        ("duel --seed 9007199254740991 --games 2", "9007199254740992 is not a seed"),
        ("duel --seeds 1..2 --games 2", "--seeds says which games to play"),
        ("duel --jobs 0", "'0' is not a number from 1 to 64"),
        ("duel --csv --json", "not allowed with argument"),
        ("duel -o /nowhere/out.csv", "/nowhere/out.csv: No such file"),
        ("duel -o /", "/: is a folder"),
        ("duel -o out.xlsx", "'out.xlsx' has an ending that says nothing. Allowed: .txt, .csv, .json, --csv or --json"),
    ],
)
def test_what_does_not_fit_is_one_clear_line(capsys: pytest.CaptureFixture[str], arguments: str, says: str) -> None:
    assert cli.main(["simulate", *arguments.split()]) == 2
    out, err = capsys.readouterr()
    assert (out, err.count("\n")) == ("", 1)
    assert says in err
