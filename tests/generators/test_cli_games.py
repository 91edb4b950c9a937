"""Ace Trump and Ace Game in the terminal: seats, hands that stay hidden, refusals, a deal that can be checked."""

from __future__ import annotations

import hashlib
import io
import json
import re
import sys
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from aces import cards, decktet
from aces.fair import Secret
from aces.games import HANDS, rules_for
from aces.match import Match
from aces.players import RandomPlayer, choice, play_on
from aces.record import read_record
from generators import cli

CLEAR = "\x1b[H\x1b[2J\x1b[3J"
SHORT = {"ace-trump": ("--max-hands", "1"), "ace-game": ()}


class Keyboard(io.StringIO):
    """Somebody who types at a prompt."""

    def isatty(self) -> bool:
        return True


def run(capsys: pytest.CaptureFixture[str], *arguments: str) -> tuple[int, str, str]:
    code = cli.main(arguments)
    out, err = capsys.readouterr()
    return code, out, err


def typed(monkeypatch: pytest.MonkeyPatch, *lines: str, screen: bool = False) -> None:
    text = "".join(f"{line}\n" for line in lines)
    monkeypatch.setattr("sys.stdin", Keyboard(text) if screen else io.StringIO(text))
    if screen:
        monkeypatch.setattr(sys.stdout, "isatty", lambda: True)


def by_chance(game: str, seed: int, people: tuple[int, ...], bots: dict[int, Any], **options: str) -> list[str]:
    """What those people could type, so that the game goes to its end."""
    match = Match(rules_for(game, options), seed=seed)
    lines = []
    while True:
        play_on(match, bots)
        if match.turn is None:
            return lines
        assert match.turn in people
        move = choice(match.rules, match.state, RandomPlayer(), seed, len(match.history))
        lines.append(match.rules.write(move))
        match.play(move)


# --- whole games


@pytest.mark.parametrize(
    ("game", "seed", "seats", "options", "ends"),
    [
        (
            "ace-trump",
            4,
            "me,easy,easy,easy",
            {"players": "4", "max-hands": "1"},
            r"\w+( \d)? wins? with \d|Nobody wins",
        ),
        ("ace-trump", 9, "easy,me,easy", {"players": "3", "bidding": "yes", "max-hands": "1"}, r"took \d of \d bid"),
        ("ace-game", 7, "easy,easy,me", {"players": "3"}, r"the last one with cards and loses?; all others win\."),
    ],
)
def test_a_whole_game_by_a_script_is_kept_and_told_again(
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
    tmp_path: Path,
    game: str,
    seed: int,
    seats: str,
    options: dict[str, str],
    ends: str,
) -> None:
    """The same seed and moves, twice, give the same words; every trick and round says who took it and why."""
    mine = seats.split(",").index("me")
    bots = {seat: RandomPlayer() for seat in range(len(seats.split(","))) if seat != mine}
    lines = by_chance(game, seed, (mine,), bots, **options)
    flags = [f"--{name}" if value == "yes" else f"--{name}={value}" for name, value in options.items()]
    record, told = tmp_path / "game.txt", []
    for _ in range(2):
        typed(monkeypatch, *lines)
        arguments = ("play", game, *flags, "--seats", seats, "--seed", str(seed), "--record", str(record))
        code, out, err = run(capsys, *arguments)
        assert (code, err) == (0, "")
        told.append(out)
    assert told[0] == told[1]
    assert re.search(ends, told[0])
    match = read_record(record.read_text("utf-8"))
    assert match.over
    taken = {"ace-trump": r"takes? the trick: \w+ (is|was|and) ", "ace-game": r"(is|the) (the )?(highest|only one) of "}
    rounds = len(match.state.sheet.past[0].tricks) if game == "ace-trump" else len(match.state.rounds)
    assert len(re.findall(taken[game], told[0])) >= rounds
    code, again, _ = run(capsys, "replay", str(record))
    assert code == 0
    story = [line.rpartition("  [")[0] for line in again.splitlines()]
    assert len(story) == len(match.events)
    code, out, _ = run(capsys, "replay", str(record), "--json")
    plain = json.loads(out)
    assert (plain["game"], plain["result"], plain["moves"][0]) == (
        game,
        match.result,
        match.rules.write(match.history[0]),
    )


@pytest.mark.parametrize("game", HANDS)
def test_a_table_of_computers_plays_on_its_own(capsys: pytest.CaptureFixture[str], game: str) -> None:
    first = run(capsys, "play", game, "--seats", "easy,medium,easy", "--seed", "2", *SHORT[game])
    assert first == run(capsys, "play", game, "--seats", "easy,medium,easy", "--seed", "2", *SHORT[game])
    code, out, err = first
    assert (code, err) == (0, "")
    assert "Player 1 (easy), Player 2 (medium), Player 3 (easy)." in out
    assert "hand" not in out.partition("\n")[2].replace("Hand 1", "")


def test_every_option_of_a_game_is_a_flag(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    typed(monkeypatch)
    code, out, _ = run(
        capsys, "play", "ace-trump", "--players", "6", "--partners", "--bidding", "--excuse", "--ties", "early",
        "--target", "50", "--max-hands", "3", "--dealer", "player 2", "--sticky", "--no-sticky", "--seed", "1",
    )  # fmt: skip
    assert code == 1
    assert out.startswith(
        "Seed 1: players 6, sticky no, ties early, excuse yes, partners yes, bidding yes, tides no, "
        "fixed-trump none, full-deck no, target 50, max-hands 3, dealer player 2. You, Player 2 (medium),"
    )
    assert "Bid how many of the 6 tricks you will take.  [trump-bidding]" in out
    for game in HANDS:
        with pytest.raises(SystemExit):
            cli.main(["play", game, "--help"])
        shown = capsys.readouterr().out
        assert all(f"--{name}" in shown for name in rules_for(game, {}).header())


# --- what a turn shows


def test_a_turn_shows_the_table_the_task_and_the_hand(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    typed(monkeypatch, "moves", "help", "hand", "hint", "", "# a remark", "quit")
    code, out, err = run(capsys, "play", "ace-trump", "--seed", "3")
    assert (code, err) == (1, "The game is still open.\n")
    turn = (
        "  On the table: Player 4 XK. So far Player 4 takes it.\n"
        "  XK was led. Follow with Knots.  [trump-follow]\n"
        "  Your hand (* may be played): *AK *2MK *3SK  4MS  4WL  6MW  7ML  XM  XY\n"
    )
    assert out.count(turn) == 2
    assert out.count("  AK           Play AK\n") == 2
    assert "  Also: hand, hint, moves, undo, record, quit.\n" in out
    assert re.search(r"What the hard player would choose: (AK|2MK|3SK)\.", out)


def test_a_refused_card_is_explained(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    """In a script that is the end, with the line; at a prompt the next line is another try."""
    typed(monkeypatch, "hand", "xm")
    code, _, err = run(capsys, "play", "ace-trump", "--seed", "3")
    assert (code, err) == (
        2,
        "aces: line 2 of the input: XM: XK was led, so you follow with Knots: you hold AK, 2MK and 3SK. "
        "Allowed: AK, 2MK, 3SK. [trump-follow]\n",
    )
    typed(monkeypatch, "xm", "9lk", "zz", "as", "quit", screen=True)
    code, out, _ = run(capsys, "play", "ace-trump", "--seed", "3")
    assert code == 1
    assert (
        "  XM: XK was led, so you follow with Knots: you hold AK, 2MK and 3SK. Allowed: AK, 2MK, 3SK. [trump-fo" in out
    )
    assert (
        "  9LK: You play a card of your own hand, and this is not in it. Allowed: AK, 2MK, 3SK. [trump-clockwise]"
        in out
    )
    assert "'zz' is not a card of the Decktet" in out
    typed(monkeypatch, "2d")
    code, _, err = run(capsys, "play", "ace-game", "--seats", "me,easy,easy", "--seed", "11")
    assert code == 2
    assert "2D: Q♠ was led and you drew one card for it, so you play A♠. Allowed: AS. [game-draw]" in err


def test_a_move_is_taken_back(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    typed(monkeypatch, "2mk", "undo", "2mk", "quit")
    code, out, _ = run(capsys, "play", "ace-trump", "--seed", "3")
    assert code == 1
    first, _, second = out.partition("  Taken back.\n")
    assert first.count("You follow with 2MK.") == second.count("You follow with 2MK.") == 1
    typed(monkeypatch, "undo")
    code, _, err = run(capsys, "play", "ace-trump", "--seed", "3")
    assert (code, err) == (2, "aces: line 1 of the input: there is no move to take back\n")


# --- several at one screen


class Look(NamedTuple):
    """What one person may see until the screen is cleared: cards that lay open, and all they held."""

    seat: int
    hand: set[Any]
    allowed: set[Any]


def looks(match: Any, lines: list[str], bots: dict[int, Any]) -> tuple[list[Look], list[str]]:
    """The looks of a game for two, and what they type: Enter, ``hand``, and their moves."""
    found: list[Look] = []
    script: list[str] = []
    public: set[Any] = set()
    for line in lines:
        play_on(match, bots)
        seat, hand = match.turn, set(match.view(match.turn).hand)
        if not found or found[-1].seat != seat:
            found.append(Look(seat, hand, set()))
            script.append("")
        script += ["hand", line]
        match.play(line)
        play_on(match, bots)
        public |= {event.card for event in match.events if event.card} | {
            c for event in match.events for c in event.cards
        }
        found[-1].allowed.update(hand | public)
    return [*found, Look(-1, set(), public)], script


def named(text: str, game: str) -> set[Any]:
    """Every card that a text names."""
    pack: Any = decktet.FULL_DECK if game == "ace-trump" else cards.DECK
    words = set(re.findall(r"[\w♠♣♦♥]+", text))
    return {card for card in pack if {str(card), card.code} & words}


@pytest.mark.parametrize("game", HANDS)
@pytest.mark.parametrize("seed", [1, 2, 3])
def test_nobody_sees_another_hand_on_a_shared_screen(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, game: str, seed: int
) -> None:
    """Between two clearings a screen names only cards that lie open, and those of the one hand it is for."""
    options = {"players": "3"} | ({"max-hands": "1"} if game == "ace-trump" else {})
    bots = {2: RandomPlayer()}
    lines = by_chance(game, seed, (0, 1), bots, **options)
    wanted, script = looks(Match(rules_for(game, options), seed=seed), lines, bots)
    typed(monkeypatch, *script, screen=True)
    code, out, err = run(capsys, "play", game, "--seats", "Ana,Bo,easy", "--seed", str(seed), *SHORT[game])
    assert (code, err) == (0, "")
    screens = out.split(CLEAR)
    assert len(screens) == len(wanted) > 8
    for look, screen in zip(wanted, screens, strict=True):
        seen = named(screen, game)
        assert look.hand <= seen <= look.allowed, screen
        assert (f"The screen is for {('Ana', 'Bo')[look.seat]}." in screen) == (look.seat >= 0)
    assert screens[-1].count("\n") >= 2, "the end is told to all"


def test_without_a_screen_to_clear_a_hand_is_shown_when_it_is_asked_for(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    for script, shown in ((("6s",), 0), (("hand", "6s", "hand"), 2)):
        typed(monkeypatch, *script)
        code, out, _ = run(capsys, "play", "ace-game", "--seats", "Ana,Bo,easy", "--seed", "5")
        assert (code, out.count(" hand (* may be played): "), out.count(CLEAR)) == (1, shown, 0)
    assert "Ana's hand" in out and "Bo's hand" in out


def test_leaving_at_any_prompt(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """The end of input, and an interrupt: no traceback, and nothing is written but a whole record."""
    record = tmp_path / "game.txt"
    arguments = ("play", "ace-game", "--seats", "Ana,Bo,easy", "--record", str(record))
    for lines in ((), ("",), ("", "hand")):
        typed(monkeypatch, *lines, screen=True)
        code, _, err = run(capsys, *arguments)
        assert (code, err) == (1, "The game is still open.\n")
        assert read_record(record.read_text("utf-8")).result == ""
    record.unlink()

    class Interrupted(Keyboard):
        def readline(self, size: int | None = -1, /) -> str:
            raise KeyboardInterrupt

    monkeypatch.setattr("sys.stdin", Interrupted())
    code, _, err = run(capsys, *arguments)
    assert (code, err) == (130, "\n")
    assert list(tmp_path.iterdir()) == []


def test_taking_back_hands_the_screen_back(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    typed(monkeypatch, "", "6s", "", "undo", "", "quit", screen=True)
    code, out, _ = run(capsys, "play", "ace-game", "--seats", "Ana,Bo,easy", "--seed", "5")
    assert code == 1
    assert re.findall(r"The screen is for (\w+)", out) == ["Ana", "Bo", "Ana"]
    assert out.split(CLEAR)[2].count("Ana's hand") == 1
    assert "Bo's hand" not in out.split(CLEAR)[2]


# --- a deal that can be checked


def promised(out: str) -> tuple[str, str]:
    """The promise and the secret that a game has shown."""
    promise = re.search(r"^The deal is promised: ([0-9a-f]{64})$", out, re.MULTILINE)
    secret = re.search(r"The secret was (\d+:[0-9a-f]{32})\.", out)
    assert promise and secret and promise.start() < secret.start()
    return promise[1], secret[1]


@pytest.mark.parametrize("game", HANDS)
def test_a_deal_is_promised_before_and_its_secret_shown_after(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path, game: str
) -> None:
    """Rule game-start: what was promised fits the secret, and the secret the cards; nothing else does."""
    record = str(tmp_path / "game.txt")
    code, out, _ = run(capsys, "play", game, "--seats", "easy,easy,easy", "--record", record, *SHORT[game])
    assert code == 0
    promise, secret = promised(out)
    seed, _, salt = secret.partition(":")
    assert hashlib.sha256(secret.encode()).hexdigest() == promise == Secret(int(seed), salt).commitment
    text = Path(record).read_text("utf-8")
    assert f"# promise: {promise}\n# secret: {secret}\n" in text and f"\nseed: {seed}\n" in text
    assert f"Seed {seed}" not in out and out.count(seed) == 2, "not before the end"
    code, told, _ = run(capsys, "replay", record, "--promise", promise, "--secret", secret)
    assert (code, told.splitlines()[-1]) == (0, "It was dealt as promised.  [game-start]")
    for wrong, says in (
        (("--promise", "0" * 64, "--secret", secret), "is not the commitment to this secret"),
        (("--promise", promise, "--secret", secret, "--word", "moss"), "is not the seed that this secret and these"),
        (("--promise", promise), "both are needed"),
        (("--promise", promise, "--secret", "x:y"), "'x' is not a seed"),
    ):
        code, told, err = run(capsys, "replay", record, *wrong)
        assert (code, told, says in err) == (2, "", True)


def test_words_of_the_players_are_dealt_by(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    record = tmp_path / "game.txt"
    typed(monkeypatch, "", "moss", "lantern", "", "record", "quit", screen=True)
    arguments = ("play", "ace-game", "--seats", "Ana,Bo,easy", "--words", "--record", str(record))
    code, out, _ = run(capsys, *arguments)
    assert code == 1
    assert "'' is not a word to deal by" in out
    assert "the record holds the seed, which is secret until the end" in out
    promise, secret = promised(out)
    match = read_record(record.read_text("utf-8"))
    assert f"With the words moss and lantern, it deals from seed {match.seed}." in out
    assert "# word: moss\n# word: lantern\n" in record.read_text("utf-8")
    code, told, _ = run(
        capsys, "replay", str(record), "--promise", promise, "--secret", secret, "--word", "moss", "--word", "lantern"
    )
    assert code == 0
    assert told.endswith("It was dealt as promised.  [game-start]\n")
    typed(monkeypatch, "moss")
    code, _, err = run(capsys, *arguments)
    assert (code, err) == (1, "Nothing was dealt.\n"), "input ended before the last word"


# --- what does not fit


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        ("ace-trump --players 3 --partners", "'partners' sit opposite each other, which 3 players cannot. Allowed: 4"),
        ("ace-trump --full-deck", "'full-deck' is a way for two players, and here are 4. Allowed: 2 players"),
        ("ace-trump --players 5 --tides", "'tides' may deal nine cards each"),
        ("ace-trump --sticky --fixed-trump suns", "'sticky' lets an Ace make trump, which is fixed here"),
        ("ace-trump --fixed-trump hearts", "'hearts' is not a suit of the Decktet. Allowed: Moons"),
        ("ace-trump --ties never", "'never' does not say how equal cards are parted. Allowed: led, early, late"),
        ("ace-trump --players 7", "'7' is not a number of players. Allowed: a whole number from 2 to 6"),
        ("ace-game --players 11", "'11' is not a number of players. Allowed: a whole number from 2 to 10"),
        ("ace-game --max-superover few", "'few' is not a number of superovers. Allowed: a whole number from 0"),
        ("ace-game --smash soft", "'soft' does not say what a smash does to the round. Allowed: stop, full"),
        ("ace-game --bidding", "'--bidding' means nothing here; `aces play ace-game --help` shows what is allowed"),
        ("ace-game --next-leeder family", "'--next-leeder' means nothing here; did you mean '--next-leader'?"),
        ("ace-game --seats me,esay,easy", "'esay' is nobody who could play the seat of player 2; did you mean 'easy'?"),
        ("ace-game --seats me,,easy", "'me,,easy' does not name every seat"),
        ("ace-game --seats me", "'1' is not a number of players"),
        ("ace-game --players 4 --seats me,easy", "--seats: 2 are named, and the seats are 4: player 1, player 2"),
        ("ace-game --seats Ana,ANA", "'ANA' sits here twice. Allowed: each name once"),
        ("ace-game --seats Ana,Bo\x1b[2J", "is no name for a seat"),
        ("ace-game --seats A234567890123456789012,easy", "is no name for a seat. Allowed: up to 20 letters"),
        ("ace-game --seed -1", "'-1' is not a seed"),
        ("ace-game --seed 1 --words", "--words: a deal from --seed takes no words"),
        ("ace-game --record /nowhere/game.txt", "/nowhere/game.txt: No such file"),
        ("ace-game --dealer greedy", "'--dealer' means nothing here"),
    ],
)
def test_what_does_not_fit_is_one_clear_line(capsys: pytest.CaptureFixture[str], arguments: str, says: str) -> None:
    code, out, err = run(capsys, "play", *arguments.split(" "))
    assert (code, out, err.count("\n")) == (2, "", 1)
    assert says in err
