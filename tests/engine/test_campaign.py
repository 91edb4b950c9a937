"""Campaigns: what happens to a party, and how a file of one is read. Rules lite-scene, lite-episode,
lite-harm, lite-plot-armor, lite-growth-marks, lite-turning-point, lite-duel."""

from __future__ import annotations

from typing import Any

import pytest

from aces.cards import Card, Rank, read_cards
from aces.faults import BadFile, Fault
from aces.lite.campaign import (
    FORMAT,
    LOG_LIMIT,
    VERSION,
    Campaign,
    Entry,
    Options,
    Result,
    begin,
    migrate,
    read_campaign,
)
from aces.lite.character import BOXES, Stat, example_party
from aces.lite.duel import Duel
from aces.lite.group import GroupResolution, Member
from aces.lite.growth import TurningPoint
from aces.lite.resolution import Resolution
from aces.match import Match
from aces.record import read_record, write_record
from aces.rules import AcesError, BadText, Refused

ODALYS, BASHIR, DELPHINE = "Odalys Boateng", "Bashir Wójcik", "Delphine Tso"


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


def test_a_record_of_a_group_tells_of_everybody(campaign: Campaign) -> None:
    """Rule lite-group-own: one entry, each with their own consequences, in the order of the seats."""
    people = [campaign.member(name).character for name in (ODALYS, BASHIR)]
    group = GroupResolution([Member(stat=2, affinity=one.affinity) for one in people])
    match = Match(group, tops={"player 1": read_cards("KS"), "player 2": read_cards("2S"), "dealer": read_cards("8S")})
    for move in ("stand", "use JH 1"):
        match.play(move)
    record = write_record(match)
    told = match.result.split()
    results = [Result(ODALYS, told[1]), Result(BASHIR, told[4], item=Rank.JACK)]  # type: ignore[arg-type]
    story = campaign.resolve(results, record)
    assert story.campaign.log[0].record == record
    assert story.campaign.member(BASHIR).used == (Rank.JACK,)
    assert "is the record's Affinity" in refused(
        campaign.resolve, [results[0]._replace(who=DELPHINE), results[1]], record
    )
    assert "'1 results' are not what the record tells. Allowed: 2, one for each seat" in refused(
        campaign.resolve, results[:1], record
    )
    assert "'J' is what the record uses" in refused(
        campaign.resolve, [results[0], results[1]._replace(item=None)], record
    )
    assert "'aces-lite-group' is another game. Allowed: aces-lite-duel" in refused(
        campaign.duel, [Result(ODALYS, "won")], record
    )


# Duels


def test_losing_a_duel_costs_no_hp(campaign: Campaign) -> None:
    """Rules lite-duel, lite-growth-marks, lite-inventory-once: both learn, the item stays used, nobody bleeds."""
    story = campaign.duel([Result("delphine tso", "won", item=Rank.JACK), Result(ODALYS, "lost")])
    winner, loser = story.campaign.member(DELPHINE), story.campaign.member(ODALYS)
    assert (winner.character.hp, loser.character.hp) == (3, 3)
    assert (winner.earned, loser.earned) == ("success", "failure")
    assert winner.used == (Rank.JACK,)
    assert [(note.who, note.text, note.rule) for note in story.notes] == [
        (DELPHINE, "The Jack is used for this Scene.", "lite-inventory-once"),
        (DELPHINE, "A Success: Concept or Goal may be marked.", "lite-growth-marks"),
        (ODALYS, "Losing a duel costs no HP.", "lite-duel"),
        (ODALYS, "A Failure: Flaw or Secret may be marked.", "lite-growth-marks"),
    ]
    assert story.campaign.log == (Entry(1, 1, (Result(DELPHINE, "won", item=Rank.JACK), Result(ODALYS, "lost")), ""),)
    assert read_campaign(story.campaign.plain(), "x") == story.campaign


def test_a_tied_duel_earns_nothing(campaign: Campaign) -> None:
    """Rule lite-growth-marks: a tie is neither, and takes back the mark that was still to be given."""
    tied = campaign.resolve([Result(ODALYS, "success")]).campaign.duel([Result(ODALYS, "tie")])
    assert [note.text for note in tied.notes] == ["A tie, which earns no mark."]
    assert "A mark comes after a Resolution" in refused(tied.campaign.mark, ODALYS, "goal")
    assert read_campaign(tied.campaign.plain(), "x") == tied.campaign


def test_a_campaign_where_losing_hurts() -> None:
    """Rules lite-duel, lite-harm, lite-plot-armor: the option makes the loser pay as for any Failure."""
    campaign = begin("Harder", example_party(), Options(loser_hp=1))
    hurt = campaign.duel([Result(ODALYS, "lost"), Result(BASHIR, "won")]).campaign
    assert (hurt.member(ODALYS).character.hp, hurt.member(BASHIR).character.hp) == (2, 3)
    spent = campaign.duel([Result(ODALYS, "lost", armor=True)])
    assert [note.rule for note in spent.notes] == ["lite-plot-armor", "lite-growth-marks"]
    assert (spent.campaign.member(ODALYS).character.hp, spent.campaign.member(ODALYS).character.plot_armor) == (3, 1)
    assert campaign.duel([Result(ODALYS, "tie")]).campaign.member(ODALYS).character.hp == 3
    assert read_campaign(hurt.plain(), "x").options == Options(loser_hp=1)


def test_what_is_no_duel(campaign: Campaign) -> None:
    assert "'success' is not what a duel comes to. Allowed: won, lost, tie" in refused(
        campaign.duel, [Result(ODALYS, "success")]
    )
    for word in ("won", "lost", "tie"):
        assert "is not an outcome of a Resolution" in refused(campaign.resolve, [Result(ODALYS, word)])  # type: ignore[arg-type]
    for ends in (("won", "won"), ("lost", "lost"), ("won", "tie"), ("tie", "lost"), ("won", "lost", "tie")):
        results = [Result(name, end) for name, end in zip((ODALYS, BASHIR, DELPHINE), ends, strict=False)]
        assert f"'{' and '.join(ends)}' do not go together" in refused(campaign.duel, results)
    assert "needs a result" in refused(campaign.duel, [])
    assert "'odalys boateng' stands twice" in refused(
        campaign.duel, [Result(ODALYS, "won"), Result("odalys boateng", "lost")]
    )
    for end in ("won", "lost", "tie"):
        said = refused(campaign.duel, [Result(ODALYS, end, armor=True)])  # type: ignore[arg-type]
        assert said.startswith(f"{ODALYS}, {end} armor: The duel costs no HP")
        assert said.endswith("[lite-plot-armor]")


def test_whoever_is_out_fights_no_duel(campaign: Campaign) -> None:
    """Rule lite-unconscious."""
    for _ in range(3):
        campaign = campaign.resolve([Result(BASHIR, "failure")]).campaign
    for end in ("won", "lost", "tie"):
        said = refused(campaign.duel, [Result(BASHIR, end)])  # type: ignore[arg-type]
        assert said.startswith(f"{BASHIR}, {end} a duel: At 0 HP") and said.endswith("[lite-unconscious]")


def fought(campaign: Campaign, *moves: str, tops: str = "KS 2S") -> str:
    """The record of a duel of Odalys, who is seat a, and Bashir."""
    sides = [Member(2, campaign.member(name).character.affinity) for name in (ODALYS, BASHIR)]
    a, b = tops.split()
    match = Match(Duel(sides), tops={"a": read_cards(a), "b": read_cards(b)})
    for move in moves:
        match.play(move)
    return write_record(match)


def test_a_record_of_a_duel_must_tell_who_won(campaign: Campaign) -> None:
    record = fought(campaign, "stand", "use JH 1", tops="KS 2S")
    assert read_record(record).over is False, "both on ten: a rematch"
    record = fought(campaign, "stand", "use 7H 1", tops="KS 2S")
    results = [Result(ODALYS, "won"), Result(BASHIR, "lost", item=Rank.SEVEN)]
    assert campaign.duel(results, record).campaign.log[0].record == record
    for alone in results:
        assert campaign.duel([alone], record).campaign.log[0].results == (alone,)
    assert "'lost' is not what the record tells. Allowed: won" in refused(
        campaign.duel, [Result(ODALYS, "lost"), Result(BASHIR, "won")], record
    )
    assert "is not what the record tells" in refused(campaign.duel, results[::-1], record)
    assert "is what the record uses" in refused(campaign.duel, [Result(BASHIR, "lost")], record)
    assert "'aces-lite-duel' is another game" in refused(campaign.resolve, [Result(ODALYS, "success")], record)
    assert "still open" in refused(campaign.duel, results, fought(campaign, "stand"))


def test_items_of_every_hand_are_used(campaign: Campaign) -> None:
    """Rule lite-inventory-once: the 7 went in the tied hand, the Jack in the rematch."""
    record = fought(campaign, "use 7D 1", "use 7H 1", "use JD 1", "stand", tops="KS KH")
    assert read_record(record).result.startswith("a ")
    story = campaign.duel([Result(ODALYS, "won", item=Rank.JACK), Result(BASHIR, "lost", item=Rank.SEVEN)], record)
    assert story.campaign.member(ODALYS).used == (Rank.SEVEN, Rank.JACK)
    assert story.campaign.member(BASHIR).used == (Rank.SEVEN,)
    assert "That item was used" in refused(
        campaign.use(ODALYS, Rank.SEVEN).campaign.duel, story.campaign.log[0].results, record
    )


def test_a_full_log_takes_no_more(campaign: Campaign) -> None:
    full = campaign._replace(log=(Entry(1, 1, (Result(ODALYS, "success"),)),) * LOG_LIMIT)
    for act, word in ((full.resolve, "success"), (full.duel, "won")):
        assert "The log is full. Allowed: at most 10000 Resolutions" in refused(act, [Result(ODALYS, word)])


def faults(campaign: Campaign, change: dict[str, Any]) -> list[str]:
    with pytest.raises(BadFile) as caught:
        read_campaign(campaign.plain() | change, "mine.toml")
    return [str(fault) for fault in caught.value.faults]


def member(**change: Any) -> dict[str, Any]:
    return {"character": [begin("x", example_party()[:1]).plain()["character"][0] | change]}


def logged(*results: tuple[str, str]) -> dict[str, Any]:
    told = [{"who": who, "outcome": outcome} for who, outcome in results]
    return {"resolution": [{"episode": 1, "scene": 1, "results": told}]}


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
        (member(stats={"athletics": 4, "cunning": 4, "eloquence": 2, "strange": 2}), "That takes 8 Lucky Points"),
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
        ({"options": {"loser_hp": 2}}, "options.loser_hp: must be from 0 to 1, not 2"),
        (
            logged((ODALYS, "won"), (BASHIR, "won")),
            "resolution[1].results: won and won do not go together; a duel is won and lost or tie and tie",
        ),
        (logged((ODALYS, "won"), (BASHIR, "failure")), "resolution[1].results: won and failure do not go together"),
        (
            logged((ODALYS, "success"), ("odalys  boateng", "success")),
            "resolution[1].results[2].who: 'Odalys Boateng' stands twice, first at resolution[1].results[1].who",
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


# What is said, in full


def test_what_a_campaign_refuses_in_full(campaign: Campaign) -> None:
    """What was given, why it cannot be, what is allowed."""
    names = "Allowed: Odalys Boateng, Bashir Wójcik, Delphine Tso, Emeka Thistlewood, Noor Castellane"
    for call, said in (
        (lambda: campaign.resolve([]), "A Resolution needs a result. Allowed: NAME and OUTCOME"),
        (
            lambda: campaign.resolve([Result(ODALYS, "won")]),
            "'won' is not an outcome of a Resolution. Allowed: critical, success, failure, catastrophe",
        ),
        (
            lambda: campaign.duel([Result(ODALYS, "won"), Result(BASHIR, "won")]),
            "'won and won' do not go together in a duel. Allowed: won and lost, tie and tie",
        ),
        (
            lambda: campaign.duel([Result(BASHIR, "won"), Result(ODALYS, "lost"), Result(BASHIR, "tie")]),
            "'won and lost and tie' do not go together in a duel. Allowed: won and lost, tie and tie",
        ),
        (
            lambda: campaign.resolve([Result(BASHIR, "success"), Result(ODALYS, "success"), Result(ODALYS, "failure")]),
            "'Odalys Boateng' stands twice in one Resolution. Allowed: each character once",
        ),
        (
            lambda: campaign.member("Odalis Boateng"),
            f"'Odalis Boateng' is not in this party; did you mean 'Odalys Boateng'? {names}",
        ),
        (lambda: campaign.member("Zed"), f"'Zed' is not in this party. {names}"),
        (
            lambda: campaign.rewrite(ODALYS, "concept", "x y"),
            "'concept' is two words. Allowed: adjective, role",
        ),
        (lambda: campaign.rewrite(ODALYS, "goal", " "), "goal: is empty"),
        (lambda: campaign.rewrite(ODALYS, "goal", "a\x00b"), "goal: contains the control character U+0000"),
        (
            lambda: campaign.resolve([Result(ODALYS, "success", armor=True)]),
            f"{ODALYS}, outcome success armor: A Success costs no HP, so there is nothing to spend Plot Armor on. "
            "Allowed: outcome success. [lite-plot-armor]",
        ),
        (
            lambda: campaign.mark(ODALYS, "goal"),
            f"{ODALYS}, mark goal: A mark comes after a Resolution. Allowed: resolution OUTCOME. [lite-growth]",
        ),
        (
            lambda: campaign.turn(ODALYS, TurningPoint(Stat.STRANGE, "x", "y")),
            f"{ODALYS}, turn: Not all four boxes are marked: Concept, Goal, Flaw, Secret are open. Allowed: "
            "mark concept, mark goal, mark flaw, mark secret. [lite-turning-point]",
        ),
        (
            lambda: campaign._replace(scene=9_999).new_scene(),
            "The campaign has as many as it can count. Allowed: at most 9999",
        ),
        (
            lambda: campaign._replace(episode=9_999).new_episode(),
            "The campaign has as many as it can count. Allowed: at most 9999",
        ),
    ):
        assert refused(call) == said


def test_as_many_scenes_and_episodes_as_it_can_count(campaign: Campaign) -> None:
    assert campaign._replace(scene=9_998).new_scene().campaign.scene == 9_999
    assert campaign._replace(episode=9_998, scene=9_999).new_episode().campaign.episode == 9_999


def test_help_is_told_and_may_fail(campaign: Campaign) -> None:
    """Rule lite-unconscious: whoever helps is up, and what does not work may be tried again."""
    for name in (ODALYS, BASHIR):
        for _ in range(3):
            campaign = campaign.resolve([Result(name, "failure")]).campaign
    failed = campaign.help(ODALYS, worked=False)
    assert failed.campaign.member(ODALYS).character.hp == 0
    assert [note.text for note in failed.notes] == ["The help does not work; it may be tried again."]
    assert refused(campaign.help, ODALYS, helper=BASHIR) == (
        f"{ODALYS}, help: An unconscious character helps nobody. [lite-unconscious]"
    )
    assert campaign.help(ODALYS).campaign.member(ODALYS).character.hp == 1
    assert campaign.help(ODALYS, helper=DELPHINE).notes[0].text == "Helped back to 1 HP."


def test_plot_armor_comes_back_as_much_as_is_said(campaign: Campaign) -> None:
    """Rule lite-plot-armor."""
    spent = campaign
    for _ in range(2):
        spent = spent.resolve([Result(ODALYS, "failure", armor=True)]).campaign
    assert spent.member(ODALYS).character.plot_armor == 0
    assert spent.regain(ODALYS).campaign.member(ODALYS).character.plot_armor == 1
    assert spent.regain(ODALYS, 2).campaign.member(ODALYS).character.plot_armor == 2


def test_what_happened_is_told_of_everybody(campaign: Campaign) -> None:
    """Every note says who, what and by which rule."""
    names = [member.character.name for member in campaign.members]
    for story, rule in ((campaign.new_scene(), "lite-scene"), (campaign.new_episode(), "lite-episode")):
        assert [(note.who, note.rule) for note in story.notes] == [(name, rule) for name in names]
        assert len({note.text for note in story.notes}) == 1
    ready = grown(campaign).complete_goal(ODALYS, "Sail.").campaign.expose_secret(ODALYS, "Cursed.").campaign
    turned = ready.turn(ODALYS, TurningPoint(Stat.STRANGE, "Sail.", "Cursed."))
    assert [tuple(note) for note in turned.notes] == [
        (
            ODALYS,
            "The Turning Point is complete: all marks are cleared, and 1 Lucky Point is added to a Stat.",
            "lite-turning-point",
        )
    ]


def test_a_name_that_is_none_in_a_file(campaign: Campaign) -> None:
    long = "Odalys Boateng" + "g" * 60
    for who, said in (
        ("Odalys Boatneg", "'Odalys Boatneg' is not in this party; did you mean Odalys Boateng?"),
        ("Zed", "'Zed' is not in this party"),
        (long, f"'{long[:40]}' is not in this party"),
    ):
        assert faults(campaign, logged((who, "success"))) == [f"resolution[1].results[1].who: {said}"]


def test_a_log_without_records_says_nothing_of_them(campaign: Campaign) -> None:
    plain = campaign.resolve([Result(ODALYS, "success")]).campaign.plain()
    assert plain["resolution"] == [{"episode": 1, "scene": 1, "results": [{"who": ODALYS, "outcome": "success"}]}]
    used = campaign.resolve([Result(ODALYS, "failure", armor=True, item=Rank.JACK)]).campaign.plain()
    assert used["resolution"][0]["results"] == [{"who": ODALYS, "outcome": "failure", "armor": True, "item": "J"}]


# A whole campaign, key by key


def test_everything_of_a_campaign_reads_back(campaign: Campaign) -> None:
    """Every key that a file has, at a value that is not the usual one."""
    ready = grown(campaign).complete_goal(ODALYS, "Sail.").campaign.expose_secret(ODALYS, "Cursed.").campaign
    ready = ready.rewrite(ODALYS, "role", "Admiral").campaign.use(ODALYS, Rank.JACK).campaign
    whole = ready._replace(
        title="Heron Street",
        episode=3,
        scene=4,
        options=Options("one", "apart", 1),
        notes=(("language", "en-US"), ("license", "free"), ("credit", "ours")),
    )
    plain = whole.plain()
    assert plain["character"][0] | plain["character"][0]["stats"] == {
        **plain["character"][0],
        "athletics": 3,
        "cunning": 2,
        "eloquence": 4,
        "strange": 2,
        "used": ["J"],
        "earned": "given",
        "goal_completed": True,
        "secret_exposed": True,
        "concept_changed": "role",
        "marks": ["concept", "goal", "flaw", "secret"],
    }
    assert {key: plain[key] for key in ("format", "title", "language", "license", "credit", "episode", "scene")} == {
        "format": "aces-campaign/1",
        "title": "Heron Street",
        "language": "en-US",
        "license": "free",
        "credit": "ours",
        "episode": 3,
        "scene": 4,
    }
    assert plain["options"] == {"scene_items": "one", "extremes": "apart", "loser_hp": 1}
    assert read_campaign(plain, "x") == whole


def test_the_half_of_the_concept_that_changed_is_remembered(campaign: Campaign) -> None:
    """Rule lite-turning-point: over sessions too, the Adjective or the Role and not both."""
    ready = grown(campaign).complete_goal(ODALYS, "Sail.").campaign.rewrite(ODALYS, "role", "Admiral").campaign
    assert ready.member(ODALYS).concept_changed == "role"
    assert "not both" in refused(ready.rewrite, ODALYS, "adjective", "Old")
    assert "not both" in refused(read_campaign(ready.plain(), "x").rewrite, ODALYS, "adjective", "Old")


def test_steps_of_a_turning_point_need_every_mark(campaign: Campaign) -> None:
    """All four marks, and the steps may be done; three, and they may not."""
    full = [box.value for box in BOXES]
    row = campaign.plain()["character"][0]
    for key, done in (("goal_completed", True), ("secret_exposed", True), ("concept_changed", "role")):
        read = read_campaign(campaign.plain() | {"character": [row | {"marks": full, key: done}]}, "x")
        assert getattr(read.members[0], key) == done
        assert faults(campaign, {"character": [row | {"marks": full[:3], key: done}]}) == [
            f"character[1].{key}: belongs to a Turning Point, which needs 4 marks"
        ]


def test_faults_name_the_file_and_the_path(campaign: Campaign) -> None:
    with pytest.raises(BadFile) as caught:
        read_campaign(campaign.plain() | {"scene": 0}, "mine.toml")
    assert str(caught.value) == "mine.toml: scene: must be from 1 to 9999, not 0"
    broken = member(stats={"athletics": 4, "cunning": 4, "eloquence": 2, "strange": 2})
    assert faults(campaign, broken) == [
        "character[1].stats: Stats 4 4 2 2: That takes 8 Lucky Points, and you have 7. "
        "Allowed: exactly 7. [lite-lucky-points]"
    ]
    people = example_party()
    with pytest.raises(BadFile) as caught:
        begin("Twins", [people[0], people[0]])
    assert str(caught.value) == (
        "the new campaign: character[2].name: 'Odalys Boateng' stands twice, first at character[1].name"
    )


def test_records_that_do_not_tell_it_in_full(campaign: Campaign) -> None:
    record = fought(campaign, "stand", "use 7H 1", tops="KS 2S")
    won = [Result(ODALYS, "won"), Result(BASHIR, "lost", item=Rank.SEVEN)]
    five = Match(Resolution(5, campaign.member(ODALYS).character.affinity), tops={"player": read_cards("KS")})
    five.play("stand")
    outcome = five.result.split()[0]
    for call, said in (
        (
            lambda: campaign.duel(won, fought(campaign, "stand")),
            "The record's game is still open. Allowed: a finished Resolution",
        ),
        (lambda: campaign.duel([Result(ODALYS, "tie")], record), "'tie' is not what the record tells. Allowed: won"),
        (
            lambda: campaign.resolve([Result(ODALYS, outcome)], write_record(five)),  # type: ignore[arg-type]
            "'5' is the record's Stat, and none of Odalys Boateng's",
        ),
        (
            lambda: campaign.duel([won[0], won[1]._replace(who=DELPHINE)], record),
            "'hearts' is the record's Affinity. Allowed: clubs",
        ),
        (
            lambda: campaign.duel([won[0]._replace(item=Rank.JACK), won[1]], record),
            "'no item' is what the record uses",
        ),
        (lambda: campaign.duel([won[0], won[1]._replace(item=None)], record), "'7' is what the record uses"),
    ):
        assert refused(call) == said
    with pytest.raises(BadText) as caught:
        campaign.duel([won[0], won[1]._replace(item=None)], record)
    assert caught.value.allowed == ()


def test_armor_on_a_duel_says_what_is_allowed(campaign: Campaign) -> None:
    """Rule lite-plot-armor."""
    assert refused(campaign.duel, [Result(ODALYS, "lost", armor=True)]) == (
        f"{ODALYS}, lost armor: The duel costs no HP, so there is nothing to spend Plot Armor on. "
        "Allowed: lost. [lite-plot-armor]"
    )


def test_names_of_many_words(campaign: Campaign) -> None:
    """However the spaces lie and whatever the case, a name is the same name."""
    assert campaign.member("  ODALYS \n boateng ").character.name == ODALYS
    with pytest.raises(BadText):
        campaign.member("OdalysBoateng")


def test_a_trait_that_cannot_be_written_is_a_fault_of_the_trait(campaign: Campaign) -> None:
    """The trait is the source of the fault; there is no path below it."""
    for text, problem in ((" ", "is empty"), ("x" * 20_001, "has 20001 characters; at most 20000")):
        with pytest.raises(BadFile) as caught:
            campaign.rewrite(ODALYS, "goal", text)
        assert (caught.value.source, caught.value.faults) == ("goal", (Fault("", problem),))


def test_no_other_stat_or_item_would_do(campaign: Campaign) -> None:
    """Where nothing is allowed instead, nothing is said to be."""
    five = Match(Resolution(5, campaign.member(ODALYS).character.affinity), tops={"player": read_cards("KS")})
    five.play("stand")
    four = Match(Resolution(4, campaign.member(ODALYS).character.affinity), tops={"player": read_cards("KS")})
    four.play("use 7D 1")
    for match in (five, four):
        with pytest.raises(BadText) as caught:
            campaign.resolve([Result(ODALYS, match.result.split()[0])], write_record(match))  # type: ignore[arg-type]
        assert caught.value.allowed == ()
