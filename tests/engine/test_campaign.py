"""Campaigns: what happens to a party, and how a file of one is read. Rules lite-scene, lite-episode,
lite-harm, lite-plot-armor, lite-growth-marks, lite-turning-point."""

from __future__ import annotations

from typing import Any

import pytest

from aces.cards import Card, Rank, read_cards
from aces.faults import BadFile
from aces.lite.campaign import FORMAT, VERSION, Campaign, Options, Result, begin, migrate, read_campaign
from aces.lite.character import Stat, example_party
from aces.lite.growth import TurningPoint
from aces.lite.resolution import Resolution
from aces.match import Match
from aces.record import write_record
from aces.rules import AcesError, BadText, Refused

ODALYS, BASHIR = "Odalys Boateng", "Bashir Wójcik"


@pytest.fixture
def campaign() -> Campaign:
    return begin("Heron Street", example_party())


def refused(call: Any, *arguments: Any, **options: Any) -> str:
    with pytest.raises(AcesError) as caught:
        call(*arguments, **options)
    return str(caught.value)


def test_a_failure_costs_and_teaches(campaign: Campaign) -> None:
    """Rules lite-harm, lite-growth-marks: HP is lost, a mark may be given, the log remembers."""
    story = campaign.resolve([Result("odalys  boateng", "failure", item=Rank.SEVEN)])
    after = story.campaign.member(ODALYS)
    assert (after.character.hp, after.used, after.earned) == (2, (Rank.SEVEN,), "failure")
    assert [note.rule for note in story.notes] == ["lite-inventory-once", "lite-harm", "lite-growth-marks"]
    assert story.campaign.log[0].results[0].who == ODALYS
    marked = story.campaign.mark(ODALYS, "flaw").campaign
    assert [box.value for box in marked.member(ODALYS).character.marks] == ["flaw"]
    assert campaign.member(ODALYS).character.hp == 3


def test_plot_armor_instead(campaign: Campaign) -> None:
    """Rule lite-plot-armor."""
    after = campaign.resolve([Result(ODALYS, "catastrophe", armor=True)]).campaign.member(ODALYS).character
    assert (after.hp, after.plot_armor) == (3, 1)


def test_a_group_resolves_at_once_or_not_at_all(campaign: Campaign) -> None:
    """One refusal, and nothing has happened to anybody."""
    down = campaign
    for _ in range(3):
        down = down.resolve([Result(BASHIR, "failure")]).campaign
    said = refused(down.resolve, [Result(ODALYS, "success"), Result(BASHIR, "success")])
    assert said.startswith("Bashir Wójcik, outcome success: At 0 HP a character is unconscious")
    assert "[lite-unconscious]" in said
    assert "stands twice in one Resolution" in refused(down.resolve, [Result(ODALYS, "success")] * 2)
    assert "needs a result" in refused(down.resolve, [])
    helped = down.help(BASHIR, helper=ODALYS).campaign
    assert helped.member(BASHIR).character.hp == 1
    assert "not in this party; did you mean 'Odalys Boateng'?" in refused(down.help, "Odalis Boateng")


def test_scenes_and_episodes(campaign: Campaign) -> None:
    """Rules lite-scene, lite-episode."""
    hurt = campaign.resolve([Result(ODALYS, "failure", armor=True, item=Rank.JACK), Result(BASHIR, "failure")]).campaign
    scene = hurt.new_scene()
    assert (scene.campaign.episode, scene.campaign.scene) == (1, 2)
    assert len(scene.notes) == 5
    odalys, bashir = scene.campaign.member(ODALYS), scene.campaign.member(BASHIR)
    assert (odalys.character.plot_armor, odalys.used, bashir.character.hp) == (1, (), 3)
    episode = scene.campaign.new_episode().campaign
    assert (episode.episode, episode.scene, episode.member(ODALYS).character.plot_armor) == (2, 1, 2)
    assert hurt.regain(ODALYS).campaign.member(ODALYS).character.plot_armor == 2
    assert hurt.use(BASHIR, Rank.SEVEN).campaign.member(BASHIR).used == (Rank.SEVEN,)


def grown(campaign: Campaign) -> Campaign:
    """The campaign with all four of Odalys's boxes marked."""
    for outcome, box in (("success", "concept"), ("critical", "goal"), ("failure", "flaw"), ("success", "")):
        campaign = campaign.resolve([Result(ODALYS, outcome)]).campaign  # type: ignore[arg-type]
        campaign = campaign.mark(ODALYS, box).campaign if box else campaign
    campaign = campaign.resolve([Result(ODALYS, "failure", armor=True)]).campaign
    return campaign.mark(ODALYS, "secret").campaign


def test_a_turning_point(campaign: Campaign) -> None:
    """Rule lite-turning-point, in its four steps; and lite-growth-early before it."""
    early = campaign.complete_goal(ODALYS, "Find another ship.")
    assert early.notes[0].rule == "lite-growth-early"
    ready = grown(campaign)
    wanted = TurningPoint(Stat.ELOQUENCE, "Sail her home.", "The ship is cursed.", adjective="Haunted")
    assert "[lite-turning-point]" in refused(ready.turn, ODALYS, wanted)
    ready = ready.complete_goal(ODALYS, "Sail her home.").campaign
    ready = ready.expose_secret(ODALYS, "The ship is cursed.").campaign
    after = ready.turn(ODALYS, wanted).campaign.member(ODALYS).character
    before = campaign.member(ODALYS).character
    assert sum(after.stats) == sum(before.stats) + 1
    assert (after.stat(Stat.ELOQUENCE), after.grown, after.marks) == (5, 1, ())
    assert (after.goal, after.secret, after.concept) == ("Sail her home.", "The ship is cursed.", "Haunted Corsair")
    assert read_campaign(ready.turn(ODALYS, wanted).campaign.plain(), "x") == ready.turn(ODALYS, wanted).campaign


@pytest.mark.parametrize("field", ["goal", "secret", "flaw", "adjective", "role"])
def test_a_turning_point_writes_nothing_that_its_file_refuses(campaign: Campaign, field: str) -> None:
    ready = grown(campaign).complete_goal(ODALYS, "Sail.").campaign.expose_secret(ODALYS, "Cursed.").campaign
    wanted = TurningPoint(Stat.STRANGE, "Sail.", "Cursed.")._replace(**{field: "x" * 20_001})  # type: ignore[arg-type]
    said = refused(ready.turn, ODALYS, wanted)
    assert said.startswith(f"the campaign: character[1].{field}: has 20001 characters; at most ")


def test_rewriting_a_trait(campaign: Campaign) -> None:
    """Rule lite-growth-erase."""
    marked = campaign.resolve([Result(ODALYS, "failure")]).campaign.mark(ODALYS, "flaw").campaign
    after = marked.rewrite(ODALYS, "flaw", "  Trusts the wrong maps. ")
    assert after.campaign.member(ODALYS).character.flaw == "Trusts the wrong maps."
    assert after.campaign.member(ODALYS).character.marks == ()
    assert "'concept' is two words" in refused(marked.rewrite, ODALYS, "concept", "Bold Pilot")
    assert refused(marked.rewrite, ODALYS, "flaw", " ") == "flaw: is empty"
    assert "at most 120" in refused(marked.rewrite, ODALYS, "role", "x" * 121)


def test_options(campaign: Campaign) -> None:
    """Rules lite-inventory-once, lite-growth-marks in their other readings."""
    other = begin("Other", example_party(), Options("one", "apart"))
    used = other.resolve([Result(ODALYS, "critical", item=Rank.SEVEN)]).campaign
    assert "one is all" in refused(used.use, ODALYS, Rank.JACK)
    assert "neither a Success nor a Failure" in refused(used.mark, ODALYS, "goal")
    assert read_campaign(other.plain(), "x").options == Options("one", "apart")


def test_a_record_must_tell_the_result(campaign: Campaign) -> None:
    affinity = campaign.member(ODALYS).character.affinity
    match = Match(Resolution(4, affinity), tops={"player": read_cards("KS"), "dealer": read_cards("6S 3D")})
    match.play("stand")
    record = write_record(match)
    kept = campaign.resolve([Result(ODALYS, "success")], record).campaign
    assert kept.log[0].record == record
    assert read_campaign(kept.plain(), "x").log[0].record.splitlines() == record.strip().splitlines()
    assert "is not what the record tells. Allowed: success" in refused(
        campaign.resolve, [Result(ODALYS, "critical")], record
    )
    assert "is what the record uses" in refused(campaign.resolve, [Result(ODALYS, "success", item=Rank.SEVEN)], record)
    assert "Affinity" in refused(campaign.resolve, [Result(BASHIR, "success")], record)
    open_game = write_record(Match(Resolution(4, affinity), seed=1))
    assert "still open" in refused(campaign.resolve, [Result(ODALYS, "success")], open_game)
    stat_five = Match(Resolution(5, affinity), tops={"player": read_cards("KS"), "dealer": read_cards("6S 3D")})
    stat_five.play("stand")
    assert "none of Odalys Boateng's" in refused(campaign.resolve, [Result(ODALYS, "success")], write_record(stat_five))
    item = Card.read("7D")
    used = Match(Resolution(4, affinity), tops={"player": read_cards("KS"), "dealer": read_cards("6S 3D")})
    used.play(f"use {item.code} 1")
    assert campaign.resolve([Result(ODALYS, "failure", item=Rank.SEVEN)], write_record(used)).campaign.log


def faults(campaign: Campaign, change: dict[str, Any]) -> list[str]:
    with pytest.raises(BadFile) as caught:
        read_campaign(campaign.plain() | change, "mine.toml")
    return [str(fault) for fault in caught.value.faults]


def member(**change: Any) -> dict[str, Any]:
    return {"character": [begin("x", example_party()[:1]).plain()["character"][0] | change]}


@pytest.mark.parametrize(
    ("change", "said"),
    [
        ({"scene": "two"}, "scene: must be a whole number, not a text"),
        ({"scene": 0}, "scene: must be from 1 to 9999, not 0"),
        ({"titel": "x"}, "titel: unknown key; did you mean title?"),
        ({"format": f"{FORMAT}/{VERSION + 1}"}, "format: version 2 is newer than this engine reads (1)"),
        ({"format": "something/1"}, "format: must be \"aces-campaign/1\", not 'something/1'"),
        ({"options": {"extremes": "both"}}, "options.extremes: 'both' is not known; allowed: count, apart"),
        (
            member(stats={"athletics": 5, "cunning": 2, "eloquence": 2, "strange": 2}),
            "No Stat goes above 4 at creation",
        ),
        (member(stats={"athletics": 4, "cunning": 4, "eloquence": 2, "strange": 2}), "There are 8 Lucky Points"),
        (member(hp=4), "character[1].hp: must be from 0 to 3, not 4"),
        (member(used=["7", "7"]), "character[1].used[2]: 7 stands twice"),
        (member(used=["8"]), "character[1].used[1]: '8' is not known"),
        (member(goal_completed=True), "character[1].goal_completed: belongs to a Turning Point, which needs 4 marks"),
        (member(goal_completed=1), "character[1].goal_completed: must be true or false, not a number"),
        ({"character": member()["character"] * 2}, "character[2].name: 'Odalys Boateng' stands twice"),
        ({"character": {}}, "character: must be a list: write [[character]] above each"),
        (
            {"resolution": [{"episode": 1, "scene": 1, "results": [{"who": "Bashir", "outcome": "success"}]}]},
            "resolution[1].results[1].who: 'Bashir' is not in this party",
        ),
        (
            {"resolution": [{"episode": 1, "scene": 1, "results": [{"who": ODALYS, "outcome": "sucess"}]}]},
            "resolution[1].results[1].outcome: 'sucess' is not known; did you mean success?",
        ),
        (
            {
                "resolution": [
                    {"episode": 1, "scene": 1, "results": [{"who": ODALYS, "outcome": "tie"}], "record": "no"}
                ]
            },
            "resolution[1].record: line 1: a record begins with",
        ),
    ],
)
def test_faulty_files_name_the_path(campaign: Campaign, change: dict[str, Any], said: str) -> None:
    assert any(said in fault for fault in faults(campaign, change))


def test_what_is_no_campaign_at_all() -> None:
    for data in (None, [], "x", 3, {}, {"format": 1}):
        with pytest.raises(BadFile):
            read_campaign(data, "mine.toml")


def test_a_party_is_the_campaign_it_begins() -> None:
    """The older format migrates."""
    plain = {"format": "aces-party/1", "character": [one.plain() for one in example_party()]}
    campaign = read_campaign(plain, "party.toml")
    assert campaign.title == "A new campaign"
    assert tuple(one.character for one in campaign.members) == example_party()
    assert read_campaign(plain | {"title": "Five"}, "party.toml").title == "Five"


def test_migrations_follow_one_another_to_the_newest() -> None:
    steps = {
        f"old/{n}": (lambda data, n=n: {**data, "format": f"old/{n + 1}", "path": [*data["path"], n]}) for n in (1, 2)
    }
    assert migrate({"format": "old/1", "path": []}, steps) == {"format": "old/3", "path": [1, 2]}
    assert migrate({"format": "old/9"}, steps) == {"format": "old/9"}
    circle = {"a": lambda data: {"format": "b"}, "b": lambda data: {"format": "a"}}
    assert migrate({"format": "a"}, circle) == {"format": "a"}


def test_wrong_words(campaign: Campaign) -> None:
    with pytest.raises(BadText, match="is not a Growth box"):
        campaign.mark(ODALYS, "role")
    with pytest.raises(Refused, match="A mark comes after a Resolution"):
        campaign.mark(ODALYS, "goal")
    with pytest.raises(BadFile, match="character: must hold 1 to"):
        begin("Empty", [])
