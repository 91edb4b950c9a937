"""Stories and ledgers: they come from records and scripts, and the prose around them says what they say."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from aces.cards import Suit
from aces.lite.character import Stat
from aces.lite.duel import Duel
from aces.lite.group import GroupResolution, Member
from aces.universal21 import Universal21
from generators import ledgers, worked_example, worked_games, worked_rounds, worked_tricks
from generators.worked_example import RECORDS

DOCS = RECORDS.parent


def words(html: str) -> str:
    return " ".join(re.sub(r"<[^>]+>", " ", html).split())


# records


TELLING = (worked_example, worked_games, ledgers, worked_tricks, worked_rounds)
"""The modules that tell records."""


def test_every_record_and_script_is_told_on_a_page() -> None:
    sources = [Path(module.__file__ or "").read_text("utf-8") for module in TELLING]
    named = [file.stem for file in RECORDS.rglob("*.t*") if file.is_file()]
    assert len(named) >= 20
    for name in named:
        assert any(f'"{name}"' in source for source in sources), name
    pages = "".join(file.read_text("utf-8") for file in DOCS.rglob("*.md"))
    for module in TELLING:
        for output in module.OUTPUTS:
            if output.kind == "fragment":
                assert f"<!-- generated: {output.name} -->" in pages, output.name


def test_the_group_is_what_its_page_says() -> None:
    """A Critical and a Catastrophe in a group of three that gets in (rules lite-group-override, lite-group-own)."""
    match = worked_example.read("into-the-observatory")
    assert isinstance(match.rules, GroupResolution)
    outcomes = [verdict.outcome for verdict in match.rules.verdicts(match.state)]
    assert dict(zip([name for name, _ in worked_games.OBSERVATORY], outcomes, strict=True)) == {
        "Delphine": "catastrophe",
        "Bashir": "critical",
        "Noor": "success",
    }
    assert match.rules.shared(match.state).outcome == "success"
    told = words(worked_games.group("into-the-observatory", worked_games.OBSERVATORY))
    assert "Clockwise: Delphine (Cunning 3), Bashir (Eloquence 2), Noor (Athletics 4). Bashir starts it." in told
    assert "Delphine has used 7♣ (Notebook in a private cipher) earlier in this Scene." in told
    assert "Delphine: A Catastrophe costs 1 HP: 2 of 3 are left." in told
    assert "Bashir and Noor: nothing." in told
    assert told.index("Bashir Hits") < told.index("Noor Hits") < told.index("Delphine Hits")


def test_the_duel_is_what_its_page_says() -> None:
    match = worked_example.read("the-bill")
    assert isinstance(match.rules, Duel)
    assert match.result == "a 21 18"
    told = words(worked_games.duel("the-bill", worked_games.BILL))
    assert told.startswith("Odalys (Cunning 2) against Delphine (Eloquence 3).")
    assert "Odalys uses J♦" in told[told.index("Third turn") : told.index("Fourth turn")]
    assert "Odalys wins. Odalys: 8♥ + J♦ + 3♦ = 21. Delphine: 9♦ + 4♥ + 5♠ = 18." in told


def test_the_scene_is_what_its_page_says() -> None:
    match = worked_example.read("the-stopped-clock")
    assert isinstance(match.rules, Universal21)
    assert (match.rules.approach, match.rules.stat) == (Stat.STRANGE, 2)
    assert match.result == "success 21 20 surge"
    told = words(worked_games.scene("the-stopped-clock"))
    assert told.count("First Hit") == 2
    assert told.index("past 21") < told.index("ECHO, for 1 Plot Armor") < told.index("A Strange Surge")


def test_nobody_has_a_stat_that_is_not_theirs() -> None:
    with pytest.raises(ValueError, match="the record gives Noor Castellane Athletics 3, spades"):
        worked_games.parts((("Noor", Stat.ATHLETICS),), [Member(3, Suit.SPADES)])


def test_a_long_story_names_a_rule_once() -> None:
    html = worked_games.group("into-the-observatory", worked_games.OBSERVATORY)
    beats = html[: html.index('class="verdict"')]
    named = re.findall(r'href="rule:([\w-]+)"', beats)
    assert len(named) == len(set(named)) >= 8


# ledgers


def test_the_night_on_the_roof() -> None:
    """Rules lite-harm, lite-plot-armor, lite-unconscious, lite-scene, lite-episode, as worked on the page."""
    steps = ledgers.read("a-night-on-the-roof").steps
    tracks = [step.track for step in steps if step.track is not None]
    assert [(track.hp, track.plot_armor) for track in tracks] == [
        (2, 2), (2, 1), (2, 1), (0, 1), (0, 1), (1, 1), (1, 2), (3, 2), (3, 2),
    ]  # fmt: skip
    assert [len(step.items) for step in steps] == [2, 2, 1, 1, 1, 1, 1, 2, 2]
    assert [step.refused for step in steps].index(True) == 4


def test_the_turning_point() -> None:
    """Rules lite-growth-marks, lite-growth-erase, lite-turning-point, as worked on the page."""
    made = ledgers.read("bashir-turns")
    assert [sum(on for _, on in step.marked) for step in made.steps] == [1, 2, 3, 4, 4, 4, 4, 4, 4, 0]
    assert made.changes[0] == ("Cunning", "4", "5")
    assert [change.what for change in made.changes] == ["Cunning", "Goal", "Flaw", "Secret"]
    soon = ledgers.read("odalys-too-soon")
    assert [title for title, on in soon.steps[-1].marked if on] == ["Flaw"]


def script(folder: Path, act: str) -> None:
    (folder / "x.toml").write_text(
        f'who = "Noor Castellane"\nrules = "growth"\n[[act]]\nsays = "So."\n{act}\n', "utf-8"
    )


@pytest.mark.parametrize(
    ("act", "says"),
    [
        ('do = ["mark goal"]', "So. mark goal: A mark comes after a Resolution."),
        ('do = ["resolution success"]\nrefused = true', "So. The engine allows 'resolution success'"),
    ],
)
def test_a_script_that_is_wrong_about_the_rules_stops_the_build(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, act: str, says: str
) -> None:
    monkeypatch.setattr(ledgers, "RECORDS", tmp_path)
    script(tmp_path, act)
    with pytest.raises(ValueError, match=re.escape(says)):
        ledgers.read("x")


# tables


def test_who_acts_first() -> None:
    """Rules lite-initiative-order, lite-initiative-recut."""
    assert re.findall(r"\d\. (\w+)", words(ledgers.initiative())) == ["Ana", "Cy", "Bo", "Dee"]


def test_every_way_a_duel_can_go() -> None:
    told = words(ledgers.duels())
    for line in ("20 17 You.", "12 22 You.", "22 25 You.", "21 21 Nobody: a rematch."):
        assert line in told
