"""The second door: it judges, counts, settles and keeps exactly as the engine does, and holds nothing between calls."""

from __future__ import annotations

import json
import subprocess
import sys
from itertools import permutations
from pathlib import Path
from random import Random
from typing import Any

import pytest

from aces.cards import Card, read_cards, shuffled, stream
from aces.lite.campaign import Campaign, Result, begin, read_campaign
from aces.lite.character import BOXES, LUCKY_POINTS, STATS, builds, check_build, example_party
from aces.lite.decks import DEALER_DECK, items, player_deck
from aces.lite.duel import settle
from aces.lite.group import shared_outcome
from aces.lite.ids import RULES
from aces.lite.outcome import OUTCOMES, judge
from generators import campaign_file
from playground import bridge

TOP = Path(__file__).resolve().parents[2]
ODALYS, BASHIR, DELPHINE = (one.name for one in example_party()[:3])


def ask(method: str, **params: object) -> dict[str, Any]:
    answer: dict[str, Any] = json.loads(bridge.call(f"table.{method}", json.dumps(params)))
    return answer


def party(*names: str) -> str:
    told: str = ask("example", names=names)["campaign"]
    return told


def act(campaign: str, act: str, **details: object) -> dict[str, Any]:
    return ask("act", campaign=campaign, act=act, **details)


def must(campaign: str, name: str, **details: object) -> str:
    told = act(campaign, name, **details)
    assert "error" not in told, told
    changed: str = told["campaign"]
    return changed


def resolved(campaign: str, who: str, outcome: str, **details: object) -> str:
    return must(campaign, "resolve", results=[{"who": who, "outcome": outcome, **details}])


def of(campaign: str) -> Campaign:
    return read_campaign(json.loads(campaign), "test")


def member(campaign: str, name: str = ODALYS) -> dict[str, Any]:
    found: dict[str, Any] = next(
        each for each in ask("open", campaign=campaign)["view"]["members"] if each["name"] == name
    )
    return found


# Judging


@pytest.mark.parametrize("seed", range(40))
def test_a_table_is_judged_as_the_engine_judges_it(seed: int) -> None:
    rng = stream(seed, 7)
    size = 1 + seed % 5
    layout, (tell, truth) = shuffled(DEALER_DECK, rng)[:size], shuffled(DEALER_DECK, rng)[:2]
    told = ask("judge", tell=tell.code, truth=truth.code, layout=[card.code for card in layout])
    verdict = judge(layout, tell, truth)
    assert told["verdict"]["outcome"] == verdict.outcome
    assert (told["verdict"]["player_total"], told["verdict"]["dealer_total"]) == (
        verdict.player.total,
        verdict.dealer.total,
    )
    assert [check["why"] for check in told["verdict"]["checks"]] == [check.why for check in verdict.checks]
    assert {check["rule"] for check in told["verdict"]["checks"]} <= RULES.keys()
    assert told["ways"] == []


def test_two_cards_that_make_the_early_21_ask_where_they_came_from() -> None:
    cards = {"tell": "2C", "truth": "3D", "layout": ["AS", "KH"]}
    assert ask("look", **cards)["early"]["holds"]
    assert ask("judge", **cards)["verdict"]["checks"][-1]["rule"] == "lite-early-21"
    assert ask("judge", **cards, early=False)["verdict"]["outcome"] == "success"
    assert ask("look", **cards, early=False)["layout"][1]["short"] == "Hit 2"
    assert ask("look", **cards | {"layout": ["AS", "KH", "2D"]})["early"] is None
    assert ask("look", **cards | {"layout": ["AS", "QS"]}, item="")["early"] is not None


def test_an_item_is_marked_where_it_may_be_one() -> None:
    cards = {"tell": "2C", "truth": "3D", "layout": ["AS", "JH", "9C"]}
    assert [card["item"] for card in ask("look", **cards)["layout"]] == ["", "may", ""]
    looked = ask("look", **cards, item="JH")
    assert [card["short"] for card in looked["layout"]] == ["opening", "item", "Hit 2"]
    assert looked["used"]["player"]["7H"]["rule"] == "lite-player-deck"
    # An item never makes an early 21 (rule lite-early-21-items), and two cards with one do not ask for it.
    two = {**cards, "layout": ["AS", "JH"]}
    assert ask("look", **two)["early"]
    assert ask("look", **two, item="JH")["early"] is None
    assert ask("judge", **two, item="JH")["verdict"]["outcome"] == "success"
    # Its fellow cannot have been drawn.
    both = ask("judge", **{**cards, "layout": ["7H", "JH"]}, item="JH")["error"]
    assert both["rule"] == "lite-player-deck" and both["place"] == "1"
    # What is no longer in the Layout is no item.
    assert ask("judge", **cards, item="7D")["verdict"]["outcome"] == "success"


def test_the_dealer_may_pick_their_aces() -> None:
    cards = {"tell": "AC", "truth": "AD", "layout": ["KS", "9H", "3C"]}
    picks = ask("look", **cards)["aces"]
    assert [pick["value"] for pick in picks] == ["", "1 1", "1 11", "11 1", "11 11"]
    assert picks[0] == {"value": "", "label": "Best: 12", "picked": True}
    assert ask("judge", **cards)["verdict"]["dealer_total"] == 12
    over = ask("judge", **cards, aces="11 11")["verdict"]
    assert (over["dealer_total"], over["outcome"]) == (22, "critical")
    assert ask("look", **cards, aces="11 11")["aces"][-1]["picked"]
    # A pick for cards that are no longer there falls back to the best.
    assert ask("judge", tell="AC", truth="9D", layout=["KS"], aces="11 11")["verdict"]["dealer_total"] == 20
    assert ask("look", tell="QC", truth="9D", layout=["KS"])["aces"] is None
    assert ask("look", tell="AC", layout=["KS"])["aces"] is None


def test_a_card_that_lies_on_the_table_is_out_of_its_deck_only() -> None:
    cards = {"tell": "6S", "truth": "6C", "layout": ["6S", "4D"]}
    used = ask("look", **cards)["used"]
    assert set(used["dealer"]) == {"6S", "6C"}
    assert set(used["player"]) == {"6S", "4D"}
    assert "the Tell" in used["dealer"]["6S"]["message"]
    assert "place 2" in used["player"]["4D"]["message"]
    assert used["dealer"]["6S"]["rule"] == "lite-own-deck"
    # The card that is being replaced does not stand in its own way.
    assert set(ask("look", **cards, active="tell")["used"]["dealer"]) == {"6C"}
    assert set(ask("look", **cards, active="2")["used"]["player"]) == {"6S"}


@pytest.mark.parametrize(
    ("cards", "place", "rule"),
    [
        ({}, "tell", "lite-tell-truth"),
        ({"tell": "6S"}, "layout", "lite-opening-card"),
        ({"tell": "6S", "layout": ["4D"]}, "truth", "lite-reveal"),
    ],
)
def test_what_is_missing_is_said(cards: dict[str, Any], place: str, rule: str) -> None:
    error = ask("judge", **cards)["error"]
    assert (error["place"], error["rule"]) == (place, rule)
    assert ask("look", **cards)["missing"] == error


def test_cards_are_named_in_full() -> None:
    looked = ask("look", tell="QH", truth="AD", layout=["10S", "7C"], item="7C")
    assert looked["tell"]["label"] == "Tell: queen of hearts, worth 10, face up"
    assert looked["truth"]["label"] == "Truth: ace of diamonds, worth 1 or 11, face up"
    assert looked["layout"][0]["label"] == "Layout 1, opening: ten of spades, worth 10, face up"
    assert looked["layout"][1]["label"] == "Layout 2, item: seven of clubs, worth 7, face up"
    assert (looked["total"], looked["dealer_total"], looked["over"]) == ("17", "21", False)
    assert ask("look", layout=["KS", "QS", "5D"])["over"]


@pytest.mark.parametrize("code", ["1S", "joker", "", "KX"])
def test_what_is_no_card_is_refused(code: str) -> None:
    assert "is not a card" in ask("look", layout=[code])["error"]["message"]


# Writing down


@pytest.mark.parametrize("outcome", OUTCOMES)
def test_each_way_of_writing_down_does_what_it_says(outcome: str) -> None:
    layouts = {"critical": "KS 9D", "success": "KS QH", "failure": "KS 5D", "catastrophe": "KS QH 5D"}
    cards = {"tell": "KD", "truth": "9C", "layout": [card.code for card in read_cards(layouts[outcome])]}
    campaign = party()
    told = ask("judge", **cards, campaign=campaign)
    assert told["verdict"]["outcome"] == outcome
    assert [each["who"] for each in told["ways"]] == [one.name for one in example_party()]
    for each in told["ways"]:
        for way in each["ways"]:
            result = {"who": each["who"], "outcome": outcome, "armor": way["armor"]}
            after = member(must(campaign, "resolve", results=[result]), each["who"])
            gives = [f"HP 3 to {after['hp']}"] if after["hp"] < 3 else []
            gives += [f"Plot Armor 2 to {after['armor']}"] if after["armor"] < 2 else []
            assert way["gives"] == ", ".join(gives)
    assert [len(each["ways"]) for each in told["ways"]] == [2 if outcome in ("failure", "catastrophe") else 1] * 5


def test_an_item_is_written_down_for_whom_it_belongs_to() -> None:
    campaign = party()
    cards = {"tell": "KD", "truth": "9C", "layout": ["KS", "7C"], "item": "7C"}
    ways = {each["who"]: each["ways"][0]["refusal"] for each in ask("judge", **cards, campaign=campaign)["ways"]}
    mine = [one.name for one in example_party() if one.affinity.word == "clubs"]
    assert [name for name, refusal in ways.items() if refusal is None] == mine
    assert {refusal["rule"] for refusal in ways.values() if refusal} == {"lite-inventory"}
    result = {"who": DELPHINE, "outcome": "failure", "item": "7C"}
    after = must(campaign, "resolve", results=[result], layout=cards["layout"])
    assert [item["ready"] for item in member(after, DELPHINE)["items"]] == [False, True]
    assert act(after, "resolve", results=[result])["error"]["rule"] == "lite-inventory-once"
    # A card that is somebody's item was never drawn by them.
    drawn = {"tell": "KD", "truth": "9C", "layout": ["KS", "7C"]}
    refused = {each["who"]: each["ways"][0]["refusal"] for each in ask("judge", **drawn, campaign=campaign)["ways"]}
    assert [name for name, refusal in refused.items() if refusal] == mine
    assert refused[mine[0]]["rule"] == "lite-player-deck"
    assert act(campaign, "resolve", results=[{"who": DELPHINE, "outcome": "failure"}], layout=["7C"])["error"]


def test_what_is_refused_changes_nothing_and_names_its_rule() -> None:
    campaign = party()
    for _ in range(2):
        campaign = resolved(campaign, ODALYS, "failure", armor=True)
    tries: list[tuple[str, dict[str, Any], str]] = [
        ("resolve", {"results": [{"who": ODALYS, "outcome": "failure", "armor": True}]}, "lite-plot-armor"),
        ("resolve", {"results": [{"who": BASHIR, "outcome": "success", "armor": True}]}, "lite-plot-armor"),
        ("help", {"who": ODALYS}, "lite-unconscious"),
        ("mark", {"who": BASHIR, "box": "goal"}, "lite-growth"),
        ("mark", {"who": ODALYS, "box": "goal"}, "lite-growth-marks"),
        ("turn", {"who": ODALYS, "stat": "cunning"}, "lite-turning-point"),
    ]
    for name, details, rule in tries:
        assert act(campaign, name, **details)["error"]["rule"] == rule, name
    for name, details, word in [
        ("resolve", {"results": []}, "needs a result"),
        ("mark", {"who": "Nobody", "box": "goal"}, "is not in this party"),
        ("fly", {}, "is nothing that happens"),
    ]:
        assert word in act(campaign, name, **details)["error"]["message"]
    assert member(campaign) == member(campaign)


# A group, a duel, Initiative


@pytest.mark.parametrize(
    "outcomes",
    [
        ["critical", "catastrophe", "success"],
        ["critical", "critical", "catastrophe", "failure"],
        ["success", "failure"],
        ["catastrophe", "success", "success"],
    ],
)
def test_a_group_counts_the_same_whatever_the_order(outcomes: list[Any]) -> None:
    told = {json.dumps(ask("group", outcomes=order)) for order in permutations(outcomes)}
    assert len(told) == 1
    verdict = json.loads(told.pop())["verdict"]
    shared = shared_outcome(outcomes)
    assert verdict["outcome"] == shared.outcome
    assert [check["why"] for check in verdict["checks"]] == [check.why for check in shared.checks]
    assert {check["rule"] for check in verdict["checks"]} <= RULES.keys()


def test_a_group_is_written_down_as_one_resolution() -> None:
    results = [
        {"who": ODALYS, "outcome": "critical"},
        {"who": BASHIR, "outcome": "catastrophe", "armor": True},
        {"who": DELPHINE, "outcome": "failure"},
    ]
    told = act(party(), "resolve", results=results)
    campaign = of(told["campaign"])
    assert [len(entry.results) for entry in campaign.log] == [3]
    assert [one.character.hp for one in campaign.members] == [3, 3, 2, 3, 3]
    assert told["view"]["log"] == [
        {
            "when": "Episode 1, Scene 1",
            "text": f"{ODALYS}: Critical; {BASHIR}: Catastrophe, with Plot Armor; {DELPHINE}: Failure",
        }
    ]
    assert "error" in ask("group", outcomes=[])
    assert "error" in ask("group", outcomes=["fine"])


@pytest.mark.parametrize("seed", range(20))
def test_a_duel_is_settled_as_the_engine_settles_it(seed: int) -> None:
    rng = stream(seed, 9)
    a, b = shuffled(DEALER_DECK, rng)[: 1 + seed % 4], shuffled(DEALER_DECK, rng)[: 1 + seed % 3]
    told = ask(
        "duel", a={"name": "Ana", "layout": [c.code for c in a]}, b={"name": "Bo", "layout": [c.code for c in b]}
    )
    verdict = settle(a, b)
    assert told["verdict"]["winner"] == verdict.winner
    assert [check["why"] for check in told["verdict"]["checks"]] == [check.why for check in verdict.checks]
    name = {"a": "Ana wins", "b": "Bo wins", "tie": "A tie"}[verdict.winner]
    assert told["verdict"]["name"] == name
    assert told["lessons"] == []


def test_a_duel_counts_for_growth_and_costs_no_hp() -> None:
    campaign = party()
    a = {"name": DELPHINE, "layout": ["KS", "JC"], "item": "JC"}
    b = {"name": BASHIR, "layout": ["KH"]}
    assert ask("duel", a=a, b=b, campaign=campaign)["lessons"] == [DELPHINE, BASHIR]
    told = act(campaign, "duel", a=a, b=b)
    after = of(told["campaign"])
    assert [after.member(name).earned for name in (DELPHINE, BASHIR)] == ["success", "failure"]
    assert [after.member(name).character.hp for name in (DELPHINE, BASHIR)] == [3, 3]
    assert [rank.text for rank in after.member(DELPHINE).used] == ["J"]
    assert after.log[-1].results == (
        Result(DELPHINE, "won", False, items(after.member(DELPHINE).character.affinity)[1].rank),
        Result(BASHIR, "lost"),
    )
    assert told["view"]["log"][0]["text"] == f"{DELPHINE}: Won a duel, with the jack; {BASHIR}: Lost a duel"
    assert ["Losing a duel costs no HP.", "lite-duel"] in [[note["text"], note["rule"]] for note in told["notes"]]
    tie = act(campaign, "duel", a={"name": DELPHINE, "layout": ["KS"]}, b={"name": "A stranger", "layout": ["QS"]})
    assert of(tie["campaign"]).log[-1].results == (Result(DELPHINE, "tie"),)
    assert (
        "Nobody in this duel" in act(campaign, "duel", a={**a, "name": "x"}, b={**b, "name": "y"})["error"]["message"]
    )
    wrong = act(campaign, "duel", a={**a, "layout": ["KS", "JD"], "item": "JD"}, b=b)
    assert wrong["error"]["rule"] == "lite-inventory"
    for _ in range(3):
        campaign = resolved(campaign, BASHIR, "failure")
    assert act(campaign, "duel", a=a, b=b)["error"]["rule"] == "lite-unconscious"


def test_a_duel_shows_both_sides_before_it_is_settled() -> None:
    told = ask("duel", a={"name": "Ana", "layout": ["KS", "7D"]}, b={"name": "Bo", "layout": []}, active="a 1")
    assert told["missing"]["message"] == "Bo has no cards yet."
    assert told["a"]["total"] == "17" and told["verdict"] is None
    assert set(told["a"]["used"]) == {"7D"}
    assert told["b"]["used"] == {}
    clash = ask("duel", a={"name": "Ana", "layout": ["7D", "JD"], "item": "7D"}, b={"name": "Bo", "layout": ["2C"]})
    assert clash["missing"]["rule"] == "lite-player-deck"
    assert "stands twice" in ask("duel", a={"name": "A", "layout": ["7D", "7D"]}, b={"name": "B"})["error"]["message"]


def test_initiative_asks_for_cuts_until_nobody_is_tied() -> None:
    def cuts(**given: str) -> dict[str, Any]:
        people = [{"name": name, "cuts": [card.code for card in read_cards(cards)]} for name, cards in given.items()]
        return ask("cuts", people=people)

    first = cuts(Ana="KS", Bo="")
    assert first["owing"] == ["Bo"] and first["order"] == []
    assert first["refusal"]["rule"] == "lite-initiative"
    tied = cuts(Ana="KS", Bo="9C", Cy="9C")
    assert tied["owing"] == ["Bo", "Cy"]
    assert tied["refusal"]["rule"] == "lite-initiative-recut"
    done = cuts(Ana="KS", Bo="9C 2S", Cy="9C AH")
    assert [place["who"] for place in done["order"]] == ["Ana", "Cy", "Bo"]
    assert done["order"][2]["rule"] == "lite-initiative-recut"
    assert done["cards"]["Cy"][1]["label"] == "Cy cut the ace of hearts"
    twice = ask("cuts", people=[{"name": "Ana", "cuts": []}, {"name": "Ana", "cuts": []}])
    assert "stands twice" in twice["error"]["message"]


def test_whoever_is_unconscious_does_not_cut() -> None:
    campaign = party(ODALYS, BASHIR)
    for _ in range(3):
        campaign = resolved(campaign, ODALYS, "failure")
    people = [{"name": name, "cuts": []} for name in (ODALYS, BASHIR)]
    told = ask("cuts", people=people, campaign=campaign)
    assert told["asleep"] == [ODALYS]
    assert told["refusal"]["rule"] == "lite-unconscious"
    assert ask("cuts", people=people[1:], campaign=campaign)["owing"] == [BASHIR]


# A party and its file


def test_scene_and_episode_give_back_what_the_engine_says() -> None:
    campaign = resolved(party(), ODALYS, "failure")
    campaign = resolved(campaign, ODALYS, "catastrophe", armor=True)
    campaign = must(campaign, "use", who=ODALYS, item="7")
    told = act(campaign, "scene")
    assert told["notes"] == [{**told["notes"][0], "who": "Everyone", "rule": "lite-scene"}]
    assert (told["view"]["scene"], told["view"]["members"][0]["hp"], told["view"]["members"][0]["armor"]) == (2, 3, 1)
    assert all(item["ready"] for item in told["view"]["members"][0]["items"])
    told = act(told["campaign"], "episode")
    assert (told["view"]["episode"], told["view"]["scene"], told["view"]["members"][0]["armor"]) == (2, 1, 2)


def test_help_and_regain() -> None:
    campaign = party()
    for _ in range(3):
        campaign = resolved(campaign, ODALYS, "failure")
    assert member(campaign)["unconscious"] and member(campaign)["may_help"]
    assert not any(each["may"] for each in member(campaign)["outcomes"])
    assert member(must(campaign, "help", who=ODALYS, worked=False))["hp"] == 0
    assert act(campaign, "help", who=BASHIR, helper=ODALYS)["error"]["rule"] == "lite-unconscious"
    assert member(must(campaign, "help", who=ODALYS, helper=BASHIR))["hp"] == 1
    spent = resolved(campaign, BASHIR, "failure", armor=True)
    assert member(spent, BASHIR)["may_regain"] and not member(campaign, BASHIR)["may_regain"]
    assert member(must(spent, "regain", who=BASHIR), BASHIR)["armor"] == 2


def test_a_turning_point_in_its_four_steps() -> None:
    campaign = party()
    for outcome, box in {"success": "concept", "critical": "goal", "failure": "flaw", "catastrophe": "secret"}.items():
        campaign = resolved(campaign, ODALYS, outcome, armor=outcome in ("failure", "catastrophe"))
        assert box in [each["box"] for each in member(campaign)["boxes"] if each["may"]]
        campaign = must(campaign, "mark", who=ODALYS, box=box)
    assert member(campaign)["due"] and len(member(campaign)["steps"]) == 4
    assert act(campaign, "turn", who=ODALYS, stat="cunning")["error"]["rule"] == "lite-turning-point"
    campaign = must(campaign, "goal", who=ODALYS, text="Fly her home.")
    assert [step["done"] for step in member(campaign)["steps"]] == [True, False, False, False]
    campaign = must(campaign, "secret", who=ODALYS, text="She likes the quiet.")
    assert member(campaign)["may_turn"]
    both = act(campaign, "turn", who=ODALYS, stat="cunning", adjective="Retired", role="Admiral")
    assert both["error"]["rule"] == "lite-turning-point"
    assert "is not a Stat" in act(campaign, "turn", who=ODALYS, stat="luck")["error"]["message"]
    long = act(campaign, "turn", who=ODALYS, stat="cunning", role="x" * 500)["error"]
    assert long["faults"] == ["character[1].role: has 500 characters; at most 120"]
    before = {stat["key"]: stat["value"] for stat in member(campaign)["stats"]}
    campaign = must(campaign, "turn", who=ODALYS, stat="eloquence", flaw="Too proud.", role="Admiral")
    card = of(campaign).member(ODALYS).character
    assert {stat.key: card.stat(stat) for stat in STATS} == {**before, "eloquence": before["eloquence"] + 1}
    assert (card.goal, card.flaw, card.role, card.marks) == ("Fly her home.", "Too proud.", "Admiral", ())
    assert not member(campaign)["due"]


def test_a_trait_that_changes_loses_its_mark() -> None:
    campaign = must(resolved(party(), ODALYS, "success"), "mark", who=ODALYS, box="goal")
    changed = must(campaign, "change", who=ODALYS, trait="goal", text="Something else.")
    assert [box["marked"] for box in member(changed)["boxes"]] == [False] * 4
    early = act(campaign, "goal", who=ODALYS, text="Another one.")
    assert early["notes"][0]["rule"] == "lite-growth-early"
    assert "is empty" in act(campaign, "change", who=ODALYS, trait="goal", text=" ")["error"]["message"]


def test_people_come_are_renamed_and_go() -> None:
    alone = party(ODALYS)
    both = ask("example", names=[BASHIR], into=alone)["campaign"]
    assert [one.character.name for one in of(both).members] == [ODALYS, BASHIR]
    assert "stands twice" in ask("example", names=[BASHIR], into=both)["error"]["message"]
    both = resolved(both, ODALYS, "success")
    both = must(both, "resolve", results=[{"who": n, "outcome": "failure"} for n in (ODALYS, BASHIR)])
    renamed = act(both, "rename", who=ODALYS, name="  Captain Boateng ")
    assert [r.who for entry in of(renamed["campaign"]).log for r in entry.results] == [
        "Captain Boateng", "Captain Boateng", BASHIR,
    ]  # fmt: skip
    assert "stands twice" in act(both, "rename", who=ODALYS, name=BASHIR.upper())["error"]["message"]
    assert "is empty" in act(both, "rename", who=ODALYS, name=" ")["error"]["message"]
    gone = must(both, "remove", who=ODALYS)
    assert [r.who for entry in of(gone).log for r in entry.results] == [BASHIR]
    last = act(gone, "remove", who=BASHIR)
    assert (last["campaign"], last["view"]) == ("", None)
    assert act(both, "retitle", title="Heron Street")["view"]["title"] == "Heron Street"


def test_a_character_is_written_by_name_and_stats() -> None:
    wren = {
        "name": "Wren", "adjective": "New", "role": "Face", "affinity": "hearts",
        "stats": {"athletics": 4, "cunning": 3, "eloquence": 2, "strange": 2},
    }  # fmt: skip
    told = ask("write", character=wren)
    assert told["view"]["members"][0]["concept"] == "New Face"
    assert told["view"]["title"] == "A new campaign"
    more = ask("write", character={**wren, "name": "Rook"}, into=told["campaign"])
    assert [each["name"] for each in more["view"]["members"]] == ["Wren", "Rook"]
    heavy = {**wren, "stats": {**wren["stats"], "strange": 3}}  # type: ignore[dict-item]
    error = ask("write", character=heavy)["error"]
    assert error == {
        "message": "That takes 8 Lucky Points, and you have 7. Allowed: exactly 7.",
        "rule": "lite-lucky-points",
    }
    nobody = ask("write", character={**wren, "name": " "})["error"]
    assert nobody["faults"] == ["character[1].name: is empty"]
    assert "did you mean name" in ask("write", character={**wren, "nmae": "x"})["error"]["message"]


def test_a_build_says_what_is_left_and_what_is_wrong() -> None:
    for stats in builds()[:5]:
        assert ask("build", stats=stats) == {"left": 0, "refusals": [], "low": 1, "high": 4}
    rng = Random(4)
    for _ in range(30):
        stats = tuple(rng.randrange(0, 7) for _ in range(4))  # type: ignore[assignment]
        told = ask("build", stats=stats)
        assert told["left"] == LUCKY_POINTS - (sum(stats) - 4)
        assert [each["rule"] for each in told["refusals"]] == [each.rule for each in check_build(stats)]


def test_what_the_page_exports_is_a_campaign_file(tmp_path: Path) -> None:
    """As the page writes it: the text that it keeps, laid out by the browser's JSON."""
    campaign = resolved(party(), DELPHINE, "failure", item="7C")
    campaign = must(must(campaign, "mark", who=DELPHINE, box="flaw"), "scene")
    file = tmp_path / "table.json"
    file.write_text(json.dumps(json.loads(campaign), ensure_ascii=False, indent=2), "utf-8")
    assert campaign_file.load(file).campaign == of(campaign)
    command = [sys.executable, "-m", "generators.cli", "campaign"]
    shown = subprocess.run([*command, "show", str(file)], cwd=TOP, capture_output=True, text=True, check=True)
    assert DELPHINE in shown.stdout and "Episode 1, Scene 2" in shown.stdout
    subprocess.run([*command, "resolve", str(file), DELPHINE, "success"], cwd=TOP, check=True, capture_output=True)
    again = ask("read", text=file.read_text("utf-8"), name=file.name)
    assert len(of(again["campaign"]).log) == 2


def test_files_of_either_kind_can_be_opened_or_joined() -> None:
    toml = campaign_file.written(begin("Heron Street", example_party()[:2]))
    opened = ask("read", text=toml, name="heron.toml")
    assert opened["view"]["title"] == "Heron Street"
    people = (TOP / "aces" / "data" / "party.toml").read_text("utf-8")
    assert len(ask("read", text=people, name="party.toml")["view"]["members"]) == 5
    joined = ask("read", text=campaign_file.written(begin("x", example_party()[2:])), into=opened["campaign"])
    assert (joined["view"]["title"], len(joined["view"]["members"])) == ("Heron Street", 5)
    assert "stands twice" in ask("read", text=people, name="party.toml", into=opened["campaign"])["error"]["message"]


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("{", "heron.json: line 1, column 2"),
        ('{"format": "aces-campaign/2"}', "newer than this engine reads"),
        ('{"format": "aces-campaign/1", "format": "aces-campaign/1"}', "'format' stands twice"),
        ('{"format": "aces-campaign/1", "titel": "x", "character": []}', "did you mean title?"),
        ('{"a": ' * 5_000, "nested"),
        ("format = ", "line 1"),
        ('format = "aces-party/1"\n[[character]]\nnmae = "Wren"', "did you mean name?"),
        ("", "format: missing"),
        (" " * 5_000_001, "characters; at most"),
        ('{"a": 1' + "0" * 5_000 + "}", "heron.json"),
    ],
)
def test_a_file_that_cannot_be_read_is_refused_with_its_path(text: str, told: str) -> None:
    error = ask("read", text=text, name="heron.json")["error"]
    assert told in error["message"]
    assert "\n" not in error["message"]
    assert error["source"] == "heron.json" and error["faults"]


def test_every_fault_of_a_file_is_told_up_to_a_few() -> None:
    data = json.loads(party())
    for row in data["character"]:
        row["hp"] = 9
        row["nonsense"] = 1
    error = ask("read", text=json.dumps(data), name="x.json")["error"]
    assert (
        error["faults"][0] == "character[1].nonsense: unknown key; allowed: " + error["faults"][0].split("allowed: ")[1]
    )
    assert (len(error["faults"]), error["more"]) == (8, 2)


def test_what_was_kept_is_read_as_strictly_as_a_file() -> None:
    kept = party()
    assert ask("open", campaign=kept)["campaign"] == kept
    broken = kept.replace('"hp":3', '"hp":7', 1)
    error = ask("open", campaign=broken)["error"]
    assert error["faults"] == ["character[1].hp: must be from 0 to 3, not 7"]
    assert "error" in act(broken, "scene")


def test_the_door_keeps_nothing_between_calls() -> None:
    one, other = party(ODALYS), party(BASHIR)
    first = act(one, "resolve", results=[{"who": ODALYS, "outcome": "failure"}])
    assert act(other, "scene")["view"]["members"][0]["name"] == BASHIR
    assert act(one, "resolve", results=[{"who": ODALYS, "outcome": "failure"}]) == first


def test_a_page_that_only_plays_does_not_pay_for_it() -> None:
    code = (
        "import sys; from playground import bridge; bridge.call('deal', '{}'); before = set(sys.modules);"
        "assert 'playground.table_bridge' not in before and 'aces.lite.campaign' not in before;"
        "bridge.call('table.look', '{}'); assert 'playground.table_bridge' in sys.modules"
    )
    subprocess.run([sys.executable, "-c", code], cwd=TOP, check=True)


def test_what_is_no_method_is_said() -> None:
    assert ask("fly")["error"]["message"] == "'table.fly' is no method"


def test_every_rule_that_a_party_can_meet_is_a_rule() -> None:
    rng = Random(1)
    campaign = party()
    names = [one.name for one in example_party()]
    cited: set[str] = set()
    for _ in range(150):
        who = rng.choice(names)
        tries: list[tuple[str, dict[str, Any]]] = [
            ("resolve", {"results": [{"who": who, "outcome": rng.choice(OUTCOMES), "armor": rng.random() < 0.4}]}),
            ("mark", {"who": who, "box": rng.choice(BOXES).value}),
            ("use", {"who": who, "item": rng.choice("7J")}),
            ("help", {"who": who, "worked": rng.random() < 0.7}),
            ("regain", {"who": who}),
            ("goal", {"who": who, "text": "Another Goal"}),
            ("secret", {"who": who, "text": "Another Secret"}),
            ("turn", {"who": who, "stat": rng.choice(STATS).key}),
            (rng.choice(["scene", "scene", "episode"]), {}),
        ]
        name, details = rng.choice(tries)
        told = act(campaign, name, **details)
        if "error" in told:
            cited.add(told["error"]["rule"])
        else:
            campaign = told["campaign"]
            cited |= {note["rule"] for note in told["notes"]}
            assert ask("open", campaign=campaign)["view"] == told["view"]
    assert cited <= RULES.keys() and len(cited) > 8


def test_a_deck_of_a_character_holds_no_item_of_theirs() -> None:
    for one in example_party():
        for card in (*player_deck(one.affinity)[:3], *items(one.affinity)):
            told = ask("judge", tell="2C", truth="3D", layout=[card.code], campaign=party(one.name))
            refusal = told["ways"][0]["ways"][0]["refusal"]
            assert (refusal is not None) == (card in items(one.affinity))
            assert Card.read(card.code) is card
