"""The command line as a person meets it: what it prints, and one clear line on bad input."""

from __future__ import annotations

import io
import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from aces.cards import DECK, write_cards
from aces.lite.campaign import Options, begin
from aces.lite.character import example_party
from generators import campaign_file
from generators.campaign_file import Saved
from generators.cli import main

RECORD = Path(__file__).resolve().parent.parent.parent / "docs" / "records" / "example-of-play.txt"


def run(capsys: pytest.CaptureFixture[str], *arguments: str) -> tuple[int, str, str]:
    code = main(arguments)
    out, err = capsys.readouterr()
    return code, out, err


def refusal(capsys: pytest.CaptureFixture[str], *arguments: str) -> str:
    """The one line with which the arguments are refused."""
    code, out, err = run(capsys, *arguments)
    assert (code, out) == (2, "")
    assert err.count("\n") == 1
    assert err.startswith("aces: ")
    return err


def typed(monkeypatch: pytest.MonkeyPatch, text: str) -> None:
    monkeypatch.setattr("sys.stdin", io.StringIO(text))


@pytest.mark.parametrize(
    ("words", "says"),
    [
        ("mine.toml --sheet calibration -o x.pdf", "mine.toml: --sheet takes no FILE of characters"),
        ("mine.toml --check x.pdf", "mine.toml: --check takes no FILE of characters"),
        ("--check x.pdf --deck 52", "--deck: it is to print, not for --check"),
        ("--sheet tuck-box --deck 52 --four-color -o x.pdf", "--four-color: it is for --deck 52 alone"),
        ("--deck= -o x.pdf", "'' is not a deck. Allowed: decktet, 52"),
    ],
)
def test_what_cards_would_not_heed_is_refused(
    words: str, says: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    assert says in refusal(capsys, "cards", *words.split())
    assert list(tmp_path.iterdir()) == []


def test_judge(capsys: pytest.CaptureFixture[str]) -> None:
    code, out, err = run(capsys, "judge", "2C", "8D", "KS", "--tell", "QH", "--truth", "9D")
    assert (code, err) == (0, "")
    assert out.startswith("Success.\n  You     2♣ + 8♦ + K♠ = 20\n  Dealer  Q♥ + 9♦ = 19\n")
    assert "yes  Your 20 is higher than the Dealer's 19.  [lite-outcome-higher]" in out


def test_judge_as_json(capsys: pytest.CaptureFixture[str]) -> None:
    arguments = ("judge", "9♥", "A♦", "J♣:inv", "--tell", "A♣", "--truth", "A♥", "--dealer-aces", "11", "11", "--json")
    code, out, _ = run(capsys, *arguments)
    verdict = json.loads(out)
    assert code == 0
    assert (verdict["outcome"], verdict["player_total"], verdict["dealer_total"]) == ("success", 20, 22)
    assert verdict["checks"][-1]["rule"] == "lite-outcome-dealer-over"


def test_judging_a_group_and_a_duel(capsys: pytest.CaptureFixture[str]) -> None:
    """Rules lite-group-override, lite-group-count, lite-duel-winner."""
    code, out, _ = run(capsys, "judge", "--group", "Critical", "catastrophe", "success")
    assert (code, out.splitlines()[0]) == (0, "The group succeeds.")
    assert "the Catastrophes drop out" in out
    code, out, _ = run(capsys, "judge", "--duel", "KS QS 2S", "KH 2H")
    assert (code, out.splitlines()[0]) == (0, "B wins.")
    assert "yes  Is one over 21? 22 is over 21, and 12 is not.  [lite-duel-winner]" in out
    code, out, _ = run(capsys, "judge", "--duel", "KS", "KH", "--json")
    assert json.loads(out)["winner"] == "tie"


TABLE = ("--tell", "QH", "--truth", "9D")


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (("judge", "2C", "8D", "2C", *TABLE), "'2C' stands twice among the cards of the player's deck"),
        (("judge", "2C", "--tell", "QH", "--truth", "QH"), "'QH' stands twice among the cards of the Dealer's deck"),
        (
            ("judge", *write_cards((*DECK, DECK[0])).split(), *TABLE),
            "53 cards of the player's deck. Allowed: at most 52",
        ),
        (("judge", "joker", *TABLE), "Jokers stay out of it"),
        (("judge", "1♠", *TABLE), "there is no rank '1'. Allowed: a rank (2 3"),
        (("judge", *TABLE), "The Layout is empty. Allowed: the opening card"),
        (("judge", "2C"), "is judged against --tell CARD and --truth CARD"),
        (("judge", "2C", "--group", "success"), "take no Layout, Tell or Truth"),
        (("judge", "--group", "victory"), "'victory' is not an outcome"),
        (("judge", "--duel", "KS", ""), "'b' has an empty Layout"),
        (("judge", "--duel", "KS KS", "2C"), "'KS' stands twice among the cards of A's deck"),
        (("judge", "--duel", "KS", "2C", "--tell", "QH"), "take no Layout, Tell or Truth"),
        (("judge", "--duel", "KS", "2C", "--group", "success"), "not allowed with"),
        (("judge", "2C", "--tell", "Q", "--truth", "9D"), "--tell: 'Q' is not a card"),
        (("judge", "2C:h9x", *TABLE), "'h9x' is not where a card comes from"),
        (("judge", "2C", *TABLE, "--dealer-aces", "x"), "'x' is not a whole number"),
        (("play", "--stat", "0"), "0 is not a Stat. Allowed: a whole number from 1 to 49"),
        (("play", "chess"), "invalid choice: 'chess'"),
        (
            ("play", "duel", "--stat", "3"),
            "'--stat' means nothing here; did you mean '--stats'? `aces play duel --help`",
        ),
        (("play", "--stat", "3", "duel"), "'stat' is not an option here; did you mean 'stats'?"),
        (("play", "duel", "--dealer", "greedy"), "'--dealer' means nothing here; `aces play duel --help` shows"),
        (("play", "group", "--stats"), "argument --stats: expected one argument"),
        (("wild", "place", "here"), "'here' means nothing here"),
        (("play", "--bot", "dealer"), "'dealer' is not a seat that chance can play. Allowed: player"),
        (("play", "--affinity", "cups"), "'cups' is not a suit. Allowed: spades"),
        (("play", "--seed", "-1"), "'-1' is not a seed. Allowed: a whole number from 0"),
        (("play", "--dealer", "nice"), "invalid choice: 'nice'"),
        (("play", "--items", "7H"), "is not an item of spades"),
        (("wild",), "say what to draw: character"),
        (("wild", "dragon"), "invalid choice: 'dragon'"),
        (("wild", "character", "--card", "2C"), "character takes 2 --card, not 1"),
        (("wild", "place", "--card", "2X"), "2X"),
        (("wild", "locale", "--card", "2C", "--seed", "1"), "exclude each other"),
        (("wild", "locale", "--tables", "/nowhere.toml"), "/nowhere.toml: No such file"),
        (("replay", "/nowhere.txt"), "/nowhere.txt: No such file"),
        (("replay", "/"), "Is a directory"),
        (("site", "--serve", "nonsense"), "'nonsense' is not an address to serve at. Allowed: HOST:PORT"),
        (("cards", "--party", "--processes", "0001999999", "-o", "x.pdf"), "is not a number from 1 to 64"),
        (("dance",), "invalid choice: 'dance'"),
        ((), "COMMAND"),
    ],
)
def test_bad_input_is_one_clear_line(capsys: pytest.CaptureFixture[str], arguments: tuple[str, ...], says: str) -> None:
    assert says in refusal(capsys, *arguments)


def test_a_wild_table_with_a_missing_rank(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    from aces.faults import bundled

    lines = bundled("wild.toml").splitlines(keepends=True)
    at = next(index for index, line in enumerate(lines) if line.lstrip().startswith(("Q ", "Q=", '"Q"')))
    mine = tmp_path / "mine.toml"
    mine.write_text("".join(lines[:at] + lines[at + 1 :]), encoding="utf-8")
    said = refusal(capsys, "wild", "character", "--tables", str(mine))
    assert str(mine) in said
    assert "Q: missing" in said


def test_files_that_are_no_text(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    binary, large = tmp_path / "binary", tmp_path / "large"
    binary.write_bytes(b"A.C.E.S.\xff\xfe")
    large.write_bytes(b"#" * 5_000_001)
    assert "is not UTF-8 text (byte 8)" in refusal(capsys, "replay", str(binary))
    assert "is larger than 5,000,000 bytes" in refusal(capsys, "replay", str(large))


def test_a_damaged_record_names_file_and_line(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    damaged = tmp_path / "damaged.txt"
    damaged.write_text(RECORD.read_text(encoding="utf-8").replace("player hit", "player leap", 1), encoding="utf-8")
    said = refusal(capsys, "replay", str(damaged))
    assert f"{damaged}: line 13: 'leap' is no move. Allowed: hit, stand, use 7C 1" in said


def test_replay(capsys: pytest.CaptureFixture[str]) -> None:
    code, out, _ = run(capsys, "replay", str(RECORD))
    assert code == 0
    assert "You Swap 2♣ in for 4♥: 20.  [lite-add-swap]\n" in out
    code, out, _ = run(capsys, "replay", str(RECORD), "--json")
    told = json.loads(out)
    assert told["verdict"]["outcome"] == "success"
    assert told["moves"][0] == "hit"
    assert told["story"][0]["rule"] == "lite-tell-truth"


def test_playing_a_seed(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """The same seed and moves, twice; what the record says replays to the same end."""
    record = tmp_path / "game.txt"
    told = []
    for _ in range(2):
        typed(monkeypatch, "hit\nadd\nundo\nmoves\nswap 1\nrecord\n\nstand\n")
        code, out, err = run(
            capsys, "play", "--stat", "1", "--seed", "3", "--dealer", "greedy", "--record", str(record)
        )
        assert (code, err) == (0, "")
        told.append(out)
    assert told[0] == told[1]
    assert told[0].startswith(
        "Seed 3: stat 1, affinity spades, items 7S JS, dealer-aces best, discards all, the greedy Dealer.\n"
    )
    assert "You Swap" in told[0]
    code, out, _ = run(capsys, "replay", str(record))
    assert code == 0
    assert list(tmp_path.iterdir()) == [record]


@pytest.mark.parametrize(
    ("game", "moves", "ends"),
    [
        (("group", "--dealer", "greedy"), "stand\nhit\nadd\nstand\n", "The group fails."),
        (("duel", "--bot", "b"), "stand\n" * 5, "wins."),
        (("universal21", "--stat", "1"), "stand\n", "the House has"),
    ],
)
def test_other_games_play_and_replay(
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
    tmp_path: Path,
    game: tuple[str, ...],
    moves: str,
    ends: str,
) -> None:
    typed(monkeypatch, moves)
    record = str(tmp_path / "game.txt")
    code, out, err = run(capsys, "play", *game, "--seed", "4", "--record", record)
    assert (code, err) == (0, "")
    assert ends in out
    code, again, _ = run(capsys, "replay", record)
    assert code == 0
    told = [line.rpartition("  [")[0] for line in again.splitlines()]
    assert told == out.splitlines()[1 : 1 + len(told)]


def test_a_game_left_open(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    typed(monkeypatch, "hit\n")
    code, out, err = run(capsys, "play", "--seed", "3")
    assert (code, err) == (1, "The game is still open.\n")
    assert "You draw" in out


def test_a_move_refused_in_a_script(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    typed(monkeypatch, "hit\nstand\n")
    code, _, err = run(capsys, "play", "--seed", "3")
    assert code == 2
    assert err == (
        "aces: line 2 of the input: stand: The card is drawn and cannot be refused: Add it, or Swap it in. "
        "Allowed: add, swap 1. [lite-add-swap]\n"
    )


@pytest.mark.parametrize(("place", "says"), [("/nowhere/game.txt", "/nowhere/game.txt: No such file"), ("/", "folder")])
def test_a_record_that_cannot_be_written_is_refused_before_the_game(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, place: str, says: str
) -> None:
    typed(monkeypatch, "stand\n")
    assert says in refusal(capsys, "play", "--seed", "3", "--record", place)


@pytest.mark.parametrize("name", ["x" * 10_000, "two\nlines", "\x1b[31mred", "\u202eback"])
def test_a_strange_name_is_refused_in_one_short_line(capsys: pytest.CaptureFixture[str], name: str) -> None:
    for arguments in (
        ("replay", name),
        ("wild", name),
        ("campaign", "show", name),
        ("campaign", "new", f"{name}/{name}"),
    ):
        said = refusal(capsys, *arguments, *(["--party"] if "new" in arguments else []))
        assert len(said) < 1500
        assert said.rstrip("\n").isprintable()


SCENES = {
    "closed input": ("play --seed 3 <&-", 1, ""),
    "closed output": ("play --seed 3 </dev/null >&-", 1, "The game is still open."),
    "closed everything": ("judge 2C --tell QH --truth 9D <&- >&- 2>&-", 0, ""),
    "bytes that are no text": ("play --seed 3 < bytes", 2, "aces: line 1 of the input: '"),
    "a byte order mark": ("play --seed 3 < mark", 0, ""),
    "a pipe that nobody reads": ("judge 2C --tell QH --truth 9D | true; exit ${PIPESTATUS[0]}", 0, ""),
    "a full disk": ("judge 2C --tell QH --truth 9D > /dev/full", 2, "aces: the output: No space left on device"),
    "a full disk, and help": ("--help > /dev/full", 2, "aces: the output: No space left on device"),
    "a pipe as the record": ("play --seed 3 --record /dev/stdout < mark | grep -c '^A.C.E.S. record 1'", 0, ""),
}


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="needs a system with /dev/full")
@pytest.mark.parametrize("scene", SCENES)
def test_streams_that_are_closed_full_or_no_text(tmp_path: Path, scene: str) -> None:
    """Nobody is ever shown a traceback, whatever the shell connects."""
    (tmp_path / "bytes").write_bytes(b"\xff\n")
    (tmp_path / "mark").write_bytes(b"\xef\xbb\xbfstand\n")
    command, code, says = SCENES[scene]
    top = Path(__file__).resolve().parent.parent.parent
    told = subprocess.run(
        ["bash", "-c", f'"{sys.executable}" -m generators.cli {command}'],
        cwd=tmp_path,
        env={**os.environ, "PYTHONPATH": str(top), "PYTHONUNBUFFERED": "", "PYTHONIOENCODING": "utf-8:strict"},
        capture_output=True,
        text=True,
        check=False,
    )
    assert told.returncode == code, told.stderr
    assert told.stderr.startswith(says)
    assert "Traceback" not in told.stderr
    assert told.stderr.count("\n") <= 1


def test_wild(capsys: pytest.CaptureFixture[str]) -> None:
    first = run(capsys, "wild", "adventure", "--seed", "5")
    assert first == run(capsys, "wild", "adventure", "--seed", "5")
    assert first[1].endswith("Seed 5.\n")
    code, out, _ = run(capsys, "wild", "character", "--card", "3S", "--card", "QH", "--json")
    assert code == 0
    assert json.loads(out)["kind"] == "character"
    code, out, _ = run(capsys, "wild", "--check")
    assert (code, out.endswith("no fault found.\n")) == (0, True)


def test_a_campaign_from_beginning_to_turning_point(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    """What a table does in a file, act by act; a refused act changes nothing."""
    file = str(tmp_path / "heron.toml")
    noor = "noor castellane"

    def act(*arguments: str) -> str:
        code, out, err = run(capsys, "campaign", arguments[0], file, *arguments[1:])
        assert (code, err) == (0, "")
        return out

    act("new", "--party", "--title", "Heron Street")
    act("resolve", noor, "failure", "--item", "7")
    for outcome, box in (("failure", "flaw"), ("success", "concept"), ("critical", "goal"), ("failure", "secret")):
        act("resolve", noor, outcome, *(("--armor",) if outcome == "failure" else ()))
        act("mark", noor, box)
    shown = act("show", noor)
    assert "HP 2/3  Plot Armor 0/2" in shown
    assert "7♠ Waxed satchel, double lock (used)" in shown
    assert "a Turning Point is due" in shown
    before = Path(file).read_bytes()
    said = refusal(capsys, "campaign", "turning-point", file, noor, "strange")
    assert said.startswith("aces: Noor Castellane, turn: Since the fourth mark the Goal is not completed")
    assert "did you mean 'Noor Castellane'" in refusal(capsys, "campaign", "mark", file, "Nor Castellane", "goal")
    assert Path(file).read_bytes() == before
    act("complete-goal", noor, "Find the sender.")
    act("expose-secret", noor, "The letter was a forgery. Theirs.")
    act("turning-point", noor, "cunning", "--adjective", "Wiser")
    told = json.loads(act("show", "--json"))
    grown = next(one for one in told["character"] if one["name"] == "Noor Castellane")
    assert (grown["goal"], grown["adjective"], grown["grown"]) == ("Find the sender.", "Wiser", 1)
    assert act("scene").count("A new Scene: 3 HP") == len(told["character"])
    assert "Plot Armor 2" in act("episode")
    for _ in range(3):
        act("resolve", noor, "failure")
    act("help", noor, "--by", "bashir wójcik")
    act("change", noor, "flaw", "Forgets to be afraid.")
    assert "Plot Armor regained" in act("regain", noor)
    assert "is there already" in refusal(capsys, "campaign", "new", file, "--party")
    alone = tmp_path / "alone.toml"
    alone.write_text(
        'format = "aces-party/1"\n[[character]]\nname = "Li"\nadjective = "Quiet"\nrole = "Pilot"\n'
        'stats = {athletics = 4, cunning = 4, eloquence = 2, strange = 1}\naffinity = "hearts"\n',
        encoding="utf-8",
    )
    code, out, _ = run(capsys, "campaign", "new", str(tmp_path / "few.toml"), "--from", str(alone))
    assert (code, out) == (0, f"Wrote {tmp_path / 'few.toml'}: 1 character, Episode 1, Scene 1.\n")


def test_a_duel_of_a_campaign(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    """Rule lite-duel: recorded for one or both, without HP; what does not fit changes nothing."""
    file = tmp_path / "heron.toml"
    campaign_file.save(Saved(file, "", begin("Heron Street", example_party())), begin("Heron Street", example_party()))
    code, out, err = run(
        capsys,
        "campaign",
        "duel",
        str(file),
        "noor castellane",
        "lost",
        "--against",
        "Delphine Tso",
        "--their-item",
        "J",
    )
    assert (code, err) == (0, "")
    assert "Noor Castellane: Losing a duel costs no HP.  [lite-duel]" in out
    assert "Delphine Tso: The Jack is used for this Scene.  [lite-inventory-once]" in out
    campaign = campaign_file.load(file).campaign
    assert [result.outcome for result in campaign.log[-1].results] == ["lost", "won"]
    assert campaign.member("noor castellane").character.hp == 3
    before = file.read_bytes()
    for arguments, said in (
        (("noor castellane", "wun"), "'wun' is not an end of a duel; did you mean 'won'? Allowed: won, lost, tie"),
        (("noor castellane", "won", "--their-item", "7"), "--their-item: needs --against NAME"),
        (("noor castellane", "lost", "--armor"), "The duel costs no HP, so there is nothing to spend Plot Armor on."),
        (("noor castellane", "tie", "--against", "Noor Castellane"), "stands twice in one Resolution"),
        (("noor castellane", "won", "--item", "8"), "The items are the 7 and the Jack of the Affinity Suit."),
    ):
        assert said in refusal(capsys, "campaign", "duel", str(file), *arguments)
    assert "'tie' is not an outcome" in refusal(capsys, "campaign", "resolve", str(file), "noor castellane", "tie")
    assert file.read_bytes() == before
    harder = begin("Harder", example_party(), Options(loser_hp=1))
    campaign_file.save(Saved(file, "", harder), harder)
    code, _, _ = run(
        capsys, "campaign", "duel", str(file), "noor castellane", "won", "--against", "delphine tso", "--armor"
    )
    loser = campaign_file.load(file).campaign.member("delphine tso").character
    assert (code, loser.hp, loser.plot_armor) == (0, 3, 1)


@pytest.mark.parametrize("command", ["", "play", "campaign", "judge", "replay", "wild", "cards", "site"])
def test_help(capsys: pytest.CaptureFixture[str], command: str) -> None:
    with pytest.raises(SystemExit) as caught:
        main([*command.split(), "--help"])
    assert caught.value.code == 0
    assert "usage: aces" in capsys.readouterr().out
