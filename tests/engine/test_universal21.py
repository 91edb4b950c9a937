"""Universal 21: each difference from A.C.E.S. Lite, one playthrough, and the converter."""

from __future__ import annotations

import doctest
from collections import Counter
from itertools import product
from pathlib import Path
from random import Random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import aces.universal21
import aces.universal21_words
from aces.cards import DECK, RANKS, SEED_LIMIT, Card, Suit, read_cards, write_cards
from aces.games import narrator_for
from aces.lite.character import STATS, Character, Stat, check_build
from aces.lite.ids import RULES as LITE_RULES
from aces.lite.outcome import usual_sources
from aces.lite.resolution import PLAYER
from aces.match import Match
from aces.players import RandomPlayer, play_on
from aces.record import read_record, write_record
from aces.rules import BadText, Refusal, Refused
from aces.universal21 import (
    EXTRA_POINTS,
    POINTS,
    Hero,
    Playthrough,
    Universal21,
    card_values,
    check_creator,
    conversion_objection,
    conversions,
    convert,
    creator_builds,
    house_reading,
    judge,
    move_over,
    totals,
)
from aces.universal21_ids import RULES
from aces.universal21_words import label, narrate, who

RECORDS = Path(__file__).resolve().parent.parent / "records"

seeds = st.integers(0, SEED_LIMIT - 1)
cards = st.sampled_from(DECK)
ALL_RULES = LITE_RULES | RULES


def verdict(layout: str, house: str, sources: str = "", **more: Any) -> Any:
    tell, truth = read_cards(house)
    laid = read_cards(layout)
    return judge(laid, tell, truth, sources.split() or usual_sources(len(laid)), **more)


def scene(player: str, house: str = "6S 9D", stat: int = 2, **options: Any) -> Match[Any, Any, Any, Any]:
    rules = Universal21(stat, **options)
    return Match(rules, tops={"player": read_cards(player), "house": read_cards(house)})


def played(match: Match[Any, Any, Any, Any], *moves: str) -> Match[Any, Any, Any, Any]:
    for move in moves:
        match.play(move)
    return match


def refused(match: Match[Any, Any, Any, Any], move: str) -> tuple[str, str]:
    before = match.state
    with pytest.raises(Refused) as caught:
        match.play(move)
    assert match.state is before
    assert caught.value.refusal.rule in ALL_RULES
    return caught.value.refusal.rule, caught.value.refusal.reason


@pytest.mark.parametrize("module", [aces.universal21, aces.universal21_words])
def test_doctests(module: Any) -> None:
    assert doctest.testmod(module).failed == 0


def test_every_rule_has_its_number() -> None:
    assert [rule.number for rule in RULES.values()] == [f"15.{number}" for number in range(1, 11)]
    assert all(rule.id.startswith("u21-") for rule in RULES.values())


# What cards are worth


def test_card_values() -> None:
    """Rule u21-card-values."""
    worth = [card_values(Card(rank, Suit.SPADES), "h1") for rank in RANKS]
    assert worth == [*((n,) for n in range(2, 14)), (1, 11)]
    assert card_values(Card.read("AS"), "open") == (1,)
    assert card_values(Card.read("AS"), "h2") == (1, 11)
    assert card_values(Card.read("JS"), "inv") == (11,)
    assert totals(read_cards("AS AD AH"), ("open", "h1", "h2")) == (3, 13, 23)
    assert house_reading(*read_cards("AS AH")).total == 22
    assert house_reading(*read_cards("KS 2H")).values == (13, 2)


def test_how_often_a_door_is_locked() -> None:
    """Rule u21-locked-door: 22 of 169 deals."""
    locked = sum(house_reading(tell, truth).total > 21 for tell, truth in product(DECK, DECK))
    assert (locked, len(DECK) ** 2) == (22 * 16, 169 * 16)


# The outcome


@pytest.mark.parametrize(
    ("layout", "sources", "house", "outcome", "total", "decided"),
    [
        ("9S 8D", "", "9C 8H", "critical", 17, "lite-outcome-critical"),
        ("9S 4D", "", "5C 10H", "failure", 13, "lite-outcome-lower"),
        ("9S 7D", "", "5C 10H", "success", 16, "lite-outcome-higher"),
        ("KS 8D", "", "5C 10H", "critical", 21, "lite-early-21"),
        ("QS 9D", "", "5C 10H", "critical", 21, "lite-early-21"),
        ("JS 10D", "", "5C 10H", "critical", 21, "lite-early-21"),
        ("10S AD", "", "5C 10H", "critical", 21, "lite-early-21"),
        ("10S AD", "", "5C 6H", "critical", 21, "lite-early-21"),
        ("AS 10D", "", "5C 10H", "failure", 11, "lite-outcome-lower"),
        ("AS KD 7H", "", "10C JH", "critical", 21, "lite-outcome-critical"),
        ("KS 8D", "open h2", "5C 10H", "success", 21, "lite-outcome-higher"),
        ("KS 8D", "h1 h2", "5C 10H", "success", 21, "lite-outcome-higher"),
        ("JS 10D", "inv h1", "5C 10H", "success", 21, "lite-outcome-higher"),
        ("6S AD", "", "3C 4H", "critical", 7, "lite-outcome-critical"),
        ("6S AD", "", "8C 9H", "critical", 17, "lite-outcome-critical"),
        ("6S AD", "", "8C 10H", "failure", 17, "lite-outcome-lower"),
        ("7S 7D 8H", "", "KC QH", "catastrophe", 22, "u21-over-21"),
        ("7S 7D 8H", "", "2C 3H", "catastrophe", 22, "u21-over-21"),
        ("KS KD", "", "KC KH", "catastrophe", 26, "u21-over-21"),
        ("7S 7D 7H", "", "KC 8D", "critical", 21, "lite-outcome-critical"),
        ("9S 8D", "", "AC AH", "failure", 17, "u21-locked-door"),
        ("7S 7D 7H", "", "KC QH", "failure", 21, "u21-locked-door"),
        ("KS 8D", "", "AC AH", "critical", 21, "u21-locked-door"),
        ("KS 8D", "open h2", "AC AH", "failure", 21, "u21-locked-door"),
        ("QS AD", "", "KC 10H", "failure", 13, "u21-locked-door"),
        ("5S 5S", "", "5S 5S", "critical", 10, "lite-outcome-critical"),
    ],
)
def test_outcomes(layout: str, sources: str, house: str, outcome: str, total: int, decided: str) -> None:
    """Rules u21-over-21, u21-locked-door, u21-fresh-cards, u21-card-values."""
    found = verdict(layout, house, sources)
    assert (found.outcome, found.player.total, found.decided_by.rule) == (outcome, total, decided)
    assert found.locked == (sum(house_reading(*read_cards(house)).values) > 21)
    assert found.harm == (outcome == "catastrophe")
    assert not found.surge


LADDERS = {
    ("KS 9S", "5C 6H"): """\
yes [u21-over-21] Are you over 21? Your 22 is over 21. (catastrophe)
""",
    ("KS 8S", "AC AH"): """\
no  [u21-over-21] Are you over 21? Your 21 is not over 21. (catastrophe)
yes [u21-locked-door] Do opening card and first Hit make exactly 21? \
The House is locked at 22, and your two cards open it. (critical)
""",
    ("KS 8S", "5C 6H"): """\
no  [u21-over-21] Are you over 21? Your 21 is not over 21. (catastrophe)
yes [lite-early-21] Do opening card and first Hit make exactly 21? \
Opening card and first Hit make exactly 21. (critical)
""",
    ("KS 7S", "AC AH"): """\
no  [u21-over-21] Are you over 21? Your 20 is not over 21. (catastrophe)
no  [lite-early-21] Do opening card and first Hit make exactly 21? \
Opening card and first Hit do not make exactly 21. (critical)
yes [u21-locked-door] Is the House over 21? The House's 22 is over 21. (failure)
""",
    ("7S 4D", "5C 7H"): """\
no  [u21-over-21] Are you over 21? Your 11 is not over 21. (catastrophe)
no  [lite-early-21] Do opening card and first Hit make exactly 21? \
Opening card and first Hit do not make exactly 21. (critical)
no  [u21-locked-door] Is the House over 21? The House's 12 is not over 21. (failure)
no  [lite-outcome-critical] Do you match the House exactly? Your 11 is not the House's 12. (critical)
no  [lite-outcome-higher] Are you higher than the House? Your 11 is not higher than the House's 12. (success)
yes [lite-outcome-lower] Are you lower than the House? Your 11 is lower than the House's 12. (failure)
""",
    ("7S 4D", "5C 6H"): """\
no  [u21-over-21] Are you over 21? Your 11 is not over 21. (catastrophe)
no  [lite-early-21] Do opening card and first Hit make exactly 21? \
Opening card and first Hit do not make exactly 21. (critical)
no  [u21-locked-door] Is the House over 21? The House's 11 is not over 21. (failure)
yes [lite-outcome-critical] Do you match the House exactly? Your 11 is exactly the House's 11. (critical)
""",
    ("7S 5D", "5C 6H"): """\
no  [u21-over-21] Are you over 21? Your 12 is not over 21. (catastrophe)
no  [lite-early-21] Do opening card and first Hit make exactly 21? \
Opening card and first Hit do not make exactly 21. (critical)
no  [u21-locked-door] Is the House over 21? The House's 11 is not over 21. (failure)
no  [lite-outcome-critical] Do you match the House exactly? Your 12 is not the House's 11. (critical)
yes [lite-outcome-higher] Are you higher than the House? Your 12 is higher than the House's 11. (success)
""",
}


@pytest.mark.parametrize(("layout", "house"), LADDERS)
def test_reasons_in_words(layout: str, house: str) -> None:
    """Rules u21-over-21, u21-locked-door."""
    lines = [
        f"{'yes' if c.holds else 'no '} [{c.rule}] {c.question} {c.why} ({c.outcome})\n"
        for c in verdict(layout, house).checks
    ]
    assert "".join(lines) == LADDERS[layout, house]


def test_plain_data() -> None:
    found = verdict("AS 6D AH", "2C AH", strange=True)
    assert found.plain() == {
        "outcome": "success",
        "player_total": 18,
        "player_values": [1, 6, 11],
        "house": 13,
        "house_values": [2, 11],
        "locked": False,
        "surge": False,
        "harm": 0,
        "checks": [check._asdict() for check in found.checks],
    }


@pytest.mark.parametrize(
    ("layout", "house", "strange", "on_total", "on_success"),
    [
        ("7S 7D 7H", "KC 7D", True, True, True),
        ("7S 7D 7H", "KC 8D", True, True, True),
        ("7S 7D 7H", "KC QH", True, True, False),
        ("KS 8D", "5C 10H", True, True, True),
        ("KS 8D", "5C 10H", False, False, False),
        ("7S 7D 6H", "5C 10H", True, False, False),
        ("7S 7D 8H", "5C 10H", True, False, False),
        ("5S 5D AH", "5C 6H", True, False, False),
        ("5S 5D AH", "5C 7H", True, True, True),
    ],
)
def test_surge(layout: str, house: str, strange: bool, on_total: bool, on_success: bool) -> None:
    """Rule u21-surge, option surge."""
    assert verdict(layout, house, strange=strange).surge is on_total
    assert verdict(layout, house, strange=strange, surge="success").surge is on_success


def test_what_a_locked_door_gives() -> None:
    """Rule u21-locked-door, options door open and door shut."""
    assert verdict("KS 8D", "AC AH", door_open="success").outcome == "success"
    shut = verdict("9S 8D", "AC AH", door_shut="catastrophe")
    assert (shut.outcome, shut.harm) == ("catastrophe", 1)
    assert verdict("9S 8D", "AC AH").harm == 0
    assert verdict("KS 8D", "5C 10H", door_open="success").outcome == "critical"


@given(
    layout=st.lists(cards, min_size=1, max_size=6),
    house=st.tuples(cards, cards),
    shut=st.sampled_from(["failure", "catastrophe"]),
)
def test_the_verdict_is_reasoned(layout: list[Card], house: tuple[Card, Card], shut: Any) -> None:
    """Rules u21-over-21, u21-locked-door: the last check holds and no other; the totals are what the cards make."""
    found = judge(layout, *house, strange=True, door_shut=shut)
    assert [check.holds for check in found.checks] == [False] * (len(found.checks) - 1) + [True]
    assert all(check.rule in ALL_RULES and check.why.endswith(".") for check in found.checks)
    assert sum(found.player.values) == found.player.total
    assert found.player.total in totals(layout, usual_sources(len(layout)))
    for card, source, value in zip(layout, usual_sources(len(layout)), found.player.values, strict=True):
        assert value in card_values(card, source)
    assert (found.player.total > 21) == (min(totals(layout, usual_sources(len(layout)))) > 21)
    assert found.plain()["house"] == found.house.total


def test_what_no_scene_could_lay() -> None:
    tell, truth = read_cards("2S 3S")
    for layout, sources in (("", ""), ("2S", "h0"), ("2S 3S", "open"), ("2S 3S", "h1 h1"), ("8S", "inv")):
        with pytest.raises(BadText):
            judge(read_cards(layout), tell, truth, sources.split())


# The scene


def test_the_house_never_draws() -> None:
    """Rules u21-house, lite-hits-available."""
    match = played(scene("2S 3S 4S", stat=2), "hit")
    assert match.turn == PLAYER
    assert [move.text for move in match.moves()] == ["add", "swap 1"]
    house = ("u21-house", "The House never draws: Tell and Truth stay, and its Aces are 11.")
    assert all(refused(match, move) == house for move in ("tell", "truth", "discard", "aces 11"))
    played(match, "add", "hit", "swap 1")
    assert refused(match, "hit")[0] == "lite-hit-limit"
    assert refused(match, "aces 11")[0] == "u21-house"
    played(match, "stand")
    assert match.result == "failure 7 15"
    assert refused(match, "stand") == ("lite-reveal", "The scene is over.")


def test_the_early_21() -> None:
    """Rules lite-early-21, u21-card-values, u21-locked-door."""
    match = played(scene("KS 8S", house="AS AH"), "hit", "add")
    assert "claim" in [move.text for move in match.moves()]
    assert played(match, "claim").result == "critical 21 22"
    assert played(scene("KS 8S", house="AS AH"), "hit", "add", "stand").result == "critical 21 22"
    assert "claim" not in [move.text for move in played(scene("AS KS"), "hit", "add").moves()]
    assert refused(scene("AS KS"), "claim")[0] == "lite-early-21"


def test_passing_21_ends_the_scene() -> None:
    """Rule u21-over-21: after Add, after Swap, and with an item; not before the card is placed."""
    match = played(scene("KS 9S", armor=0), "hit", "add")
    assert match.result == "catastrophe 22 15"
    assert [event.kind for event in match.events][-3:] == ["passed", "revealed", "outcome"]
    assert played(scene("KS 9S", armor=0), "hit", "swap 1", "stand").result == "failure 9 15"
    over = played(scene("5S 9D KS", armor=0, stat=3), "hit", "add", "hit", "swap 1")
    assert over.result == "catastrophe 22 15"
    used = played(scene("5S 9D 4S", armor=0, affinity=Suit.CLUBS), "hit", "add", "hit", "add", "use JC 3")
    assert used.result == "catastrophe 25 15"
    assert not played(scene("KS 7D AS", armor=0), "hit", "add", "hit", "add").over


def test_echo() -> None:
    """Rule u21-echo: the same Tell and Truth, still hidden; fresh opening card and Hits; 1 Plot Armor each."""
    match = played(scene("KS 9S 2D 3D 4D", stat=2), "hit", "add")
    assert [move.text for move in match.moves()] == ["echo", "accept"]
    assert match.view(PLAYER).table.truth is None
    assert match.result == ""
    choose = "The scene has ended in a Catastrophe: ECHO it for 1 Plot Armor, or accept it."
    assert refused(match, "hit") == ("u21-echo", choose)
    played(match, "echo")
    view = match.view(PLAYER)
    assert (view.attempt, view.armor, view.table.hits_left) == (2, 1, 2)
    assert (view.table.layout, view.table.tell, view.table.truth) == (read_cards("2D"), Card.read("6S"), None)
    assert view.gone == read_cards("KS 9S")
    assert refused(match, "echo") == ("u21-echo", "There is no Catastrophe to do anything about.")
    assert played(match, "hit", "add", "hit", "add", "stand").result == "failure 9 15"


def test_echo_again_while_plot_armor_lasts() -> None:
    """Rule u21-echo."""
    match = played(scene("KS 9S KD 9D KC 9C"), "hit", "add", "echo", "hit", "add", "echo", "hit", "add")
    assert match.result == "catastrophe 22 15"
    assert match.state.armor == 0
    accepted = played(scene("KS 9S"), "hit", "add", "accept")
    assert accepted.result == "catastrophe 22 15"
    assert accepted.state.armor == 2


def test_an_item_stays_used_after_echo() -> None:
    """Rules u21-echo, u21-playthrough."""
    match = scene("KS 9S 2D", affinity=Suit.CLUBS)
    played(match, "hit", "swap 1", "use JC 1")
    assert match.result == "failure 11 15"
    match = played(scene("5S 9D 4S 2D", affinity=Suit.CLUBS), "hit", "add", "hit", "add", "use JC 3", "echo")
    assert [move.text for move in match.moves()] == ["hit", "stand", "use 7C 1"]
    assert refused(match, "use JC 1") == ("u21-playthrough", "That item was used in an earlier attempt.")
    assert refused(match, "use 7H 1")[0] == "lite-inventory"
    assert match.view(None).table.items == read_cards("7C")


def test_an_item_is_used_although_its_fellow_was_drawn() -> None:
    """Rule u21-fresh-cards: the deck has your own 7 and Jack too, so a Layout may show both."""
    match = scene("JS 8C", stat=1)
    for move in ("hit", "add", "use 7S 2"):
        match.play(move)
    assert verdict("JS 7S", "6S 9D", "open inv").player.total == 18
    assert match.state.table.layout == read_cards("JS 7S")
    assert match.result == "success 18 15"


def test_a_catastrophe_at_a_locked_door() -> None:
    """Rules u21-locked-door, u21-echo: it may be echoed too, with the Truth turned by then."""
    match = played(scene("9S", house="AS AH", door_shut="catastrophe"), "stand")
    assert [event.kind for event in match.events][-2:] == ["revealed", "barred"]
    assert [move.text for move in match.moves()] == ["echo", "accept"]
    echoed = played(scene("9S KS 8S", house="AS AH", door_shut="catastrophe"), "stand", "echo")
    assert echoed.view(PLAYER).table.truth == Card.read("AH")
    assert played(echoed, "hit", "add", "claim").result == "critical 21 22"
    assert [event.kind for event in echoed.events].count("revealed") == 1
    assert played(match, "accept").result == "catastrophe 9 22"


def test_the_surge_looks_at_the_final_attempt() -> None:
    """Rule u21-surge."""
    match = scene("KS 9S KD 8D", approach=Stat.STRANGE)
    played(match, "hit", "add", "echo", "hit", "add", "claim")
    assert match.result == "critical 21 15 surge"
    assert match.events[-1].kind == "surge"
    gone = played(scene("7S 7D 8H", approach=Stat.STRANGE), "hit", "add", "hit", "add", "accept")
    assert gone.result == "catastrophe 22 15"


@given(seed=seeds)
def test_draws_are_independent(seed: int) -> None:
    """Rule u21-fresh-cards: seeds fix the draws; each is one of 52, and repeats happen."""
    rules = Universal21(stat=4)
    decks = rules.decks(seed)
    assert decks == rules.decks(seed)
    assert {name: len(drawn) for name, drawn in decks.items()} == {"player": 15, "house": 2}


def test_the_same_card_may_come_twice() -> None:
    """Rule u21-fresh-cards."""
    rules = Universal21(stat=10)
    drawn = Counter(card for seed in range(200) for card in rules.decks(seed)["player"])
    assert len(drawn) == 52
    assert any(len(set(rules.decks(seed)["player"])) < 33 for seed in range(20))
    pairs = sum(tell is truth for tell, truth in (rules.decks(seed)["house"] for seed in range(4000)))
    assert 45 < pairs < 115
    match = played(scene("5S 5S 5S", house="5S 5S"), "hit", "add", "hit", "add")
    assert read_record(write_record(match)).state == match.state


@given(seed=seeds)
def test_only_a_catastrophe_costs_harm(seed: int) -> None:
    """Rules u21-echo, u21-playthrough: HP, Plot Armor and items only ever fall, and Strange only rises by a Surge."""
    me = Playthrough((2, 3, 3, 2), Suit.HEARTS)
    number = 0
    while me.hp and number < 12:
        rules = me.scene(STATS[(seed + number) % 4])
        match = Match(rules, seed=(seed + number) % SEED_LIMIT)
        play_on(match, {PLAYER: RandomPlayer()})
        after = me.after(rules, match.state)
        found = rules.verdict(match.state)
        assert me.hp - after.hp == (found.outcome == "catastrophe")
        assert me.plot_armor - after.plot_armor == match.state.attempt - 1 >= 0
        assert set(me.used) <= set(after.used)
        assert len(set(after.used)) == len(after.used)
        assert after.stats[:3] == me.stats[:3]
        assert after.stats[3] - me.stats[3] == found.surge
        me, number = after, number + 1
    if not me.hp:
        with pytest.raises(Refused, match="unconscious"):
            me.scene(Stat.ATHLETICS)
        assert me.helped().hp == 1


def test_one_playthrough() -> None:
    """Rule u21-playthrough."""
    me = Playthrough((4, 3, 1, 1), Suit.CLUBS, hp=1, plot_armor=0, used=read_cards("7C"))
    rules = me.scene(Stat.CUNNING)
    assert (rules.stat, rules.ready, rules.armor) == (3, read_cards("JC"), 0)
    with pytest.raises(Refused) as refusal:
        me.helped()
    assert refusal.value.refusal == Refusal("help", "lite-unconscious", "Help is for a character at 0 HP.", ())
    with pytest.raises(Refused) as refusal:
        me._replace(hp=0).scene(Stat.CUNNING)
    assert str(refusal.value) == (
        "a scene: At 0 HP a character is unconscious and out of the action until helped. "
        "Allowed: help. [lite-unconscious]"
    )
    assert me._replace(hp=0).helped() == me
    kept = me.scene(Stat.STRANGE, "success", "catastrophe", "success")
    assert (kept.door_open, kept.door_shut, kept.surge) == ("success", "catastrophe", "success")
    match = Match(rules, seed=1)
    with pytest.raises(BadText) as error:
        me.after(rules, match.state)
    assert str(error.value) == "The scene is not over"


# Options and words


def test_a_whole_game_from_its_record() -> None:
    """Every sentence of a game that a person can read, and its record written again."""
    record = (RECORDS / "universal-echo.txt").read_text(encoding="utf-8")
    match = read_record(record)
    told = "".join(f"{line.text}\n" for line in narrator_for(match.rules.game)(match.rules, match.events))
    assert told == (RECORDS / "universal-echo.told.txt").read_text(encoding="utf-8")
    assert write_record(match, record.splitlines()[1].removeprefix("# ")) == record


def test_options_read_back() -> None:
    rules = Universal21(4, Stat.STRANGE, Suit.HEARTS, read_cards("JH"), 1, "success", "catastrophe", "success")
    assert rules.header() == {
        "stat": "4",
        "approach": "strange",
        "affinity": "hearts",
        "items": "JH",
        "plot-armor": "1",
        "door-open": "success",
        "door-shut": "catastrophe",
        "surge": "success",
    }
    assert Universal21.from_header(rules.header()) == rules != Universal21.from_header({}) == Universal21()
    assert hash(Universal21.from_header(rules.header())) == hash(rules)
    assert "door_shut='catastrophe'" in repr(rules)
    assert Universal21.from_header({"items": "none"}).ready == ()


@pytest.mark.parametrize(
    ("header", "why"),
    [
        ({"stat": "0"}, "0 is not a Stat. Allowed: a whole number from 1 to 49"),
        ({"stat": "50"}, "50 is not a Stat. Allowed: a whole number from 1 to 49"),
        ({"stat": "x"}, "'x' is not a Stat. Allowed: a whole number from 1 to 49"),
        ({"stat": "010"}, "'010' is not a Stat. Allowed: a whole number from 1 to 49"),
        (
            {"approach": "strength"},
            "'strength' is not the name of a Stat. Allowed: athletics, cunning, eloquence, strange",
        ),
        ({"affinity": "cups"}, "'cups' is not a suit. Allowed: spades, clubs, diamonds, hearts"),
        ({"items": "7C"}, "'7C' is not an item of spades. Allowed: 7S, JS"),
        ({"plot-armor": "3"}, "3 is not a Plot Armor. Allowed: a whole number from 0 to 2"),
        ({"plot-armor": "-1"}, "'-1' is not a Plot Armor. Allowed: a whole number from 0 to 2"),
        (
            {"door-open": "failure"},
            "'failure' does not say what opening a locked door gives. Allowed: critical, success",
        ),
        ({"door-shut": "success"}, "'success' does not say what a locked door gives. Allowed: failure, catastrophe"),
        ({"surge": "always"}, "'always' does not say what a Surge looks at. Allowed: total, success"),
    ],
)
def test_options_that_cannot_be(header: dict[str, str], why: str) -> None:
    with pytest.raises(BadText) as caught:
        Universal21.from_header(header)
    assert str(caught.value) == why


def test_decks_that_cannot_be() -> None:
    with pytest.raises(BadText) as caught:
        Match(Universal21(), tops={"dealer": read_cards("2S")})
    assert str(caught.value) == "'dealer' is not a deck here. Allowed: player, house"
    with pytest.raises(BadText) as caught:
        Match(Universal21(), tops={"house": read_cards("2S 3S 4S")})
    assert str(caught.value) == "'3 cards' are more than house draws. Allowed: 2 cards"
    with pytest.raises(BadText, match="is no move"):
        Match(Universal21(), seed=1).play("ehco")
    assert Universal21(stat=40).stack({})["player"][50:54] == read_cards("KH AH 2S 3S")
    assert Universal21(stat=3, armor=1).longest == 16


def test_where_the_cards_are() -> None:
    """Rules lite-cleanup, u21-fresh-cards."""
    match = scene("KS 9S 2D 3D 4S", armor=1, stat=2, affinity=Suit.CLUBS)
    played(match, "hit", "add", "echo", "hit", "swap 1", "use 7C 1")
    assert {name: write_cards(cards) for name, cards in match.rules.piles(match.state).items()} == {
        "player": "4S 2S",
        "house": "",
        "tell": "6S",
        "truth": "9D",
        "layout": "7C",
        "drawn": "",
        "discards": "2D 3D",
        "earlier attempts": "KS 9S",
        "items": "JC",
    }
    drawn = played(scene("KS 9S"), "hit")
    assert drawn.rules.piles(drawn.state)["drawn"] == read_cards("9S")


def test_words() -> None:
    match = scene("KS 9S 2D 3D 5S", approach=Stat.STRANGE, affinity=Suit.CLUBS)
    played(match, "hit", "add", "echo", "hit", "add", "hit", "swap 1", "use JC 1")
    lines = list(narrate(match.rules, match.events))
    assert len(lines) == len(match.events)
    assert all(line.rule in ALL_RULES and line.text.endswith(".") for line in lines)
    assert lines[-1].view == match.view(None)
    assert [line.text for line in lines] == [
        "The House lays the Tell, 6♠, and the Truth face down. You open with K♠.",
        "Hit 1 of 2.",
        "You draw 9♠.",
        "You Add 9♠: 22.",
        "That is 22, past 21: the scene ends at once.",
        "ECHO, for 1 Plot Armor: the same Tell and Truth, attempt 2. You open with 2♦.",
        "Hit 1 of 2.",
        "You draw 3♦.",
        "You Add 3♦: 5.",
        "Hit 2 of 2.",
        "You draw 5♠.",
        "You Swap 5♠ in for 2♦: 8.",
        "You use J♣ from your Inventory for 5♠, and Stand: 14.",
        "The Truth turns: 9♦.",
        "You have 14, the House has 15: Failure.",
    ]
    assert [who(line.event) for line in lines[:3]] == ["House", "You", "You"]
    assert [who(line.event) for line in lines[-2:]] == ["House", "House"]


def test_the_rest_of_the_words() -> None:
    early = played(scene("KS 8S", house="AS AH", approach=Stat.STRANGE), "hit", "add", "claim")
    assert [line.text for line in narrate(early.rules, early.events)][-4:] == [
        "You claim the early 21.",
        "The Truth turns: A♥.",
        "You have 21, the House has 22, a locked door: Critical.",
        "A Strange Surge: Strange rises by 1.",
    ]
    barred = played(scene("9S", house="AS AH", door_shut="catastrophe"), "stand", "accept")
    assert [line.text for line in narrate(barred.rules, barred.events)][-5:] == [
        "You Stand on 9, with 2 Hits to spare.",
        "The Truth turns: A♥.",
        "The House is over 21: a locked door.",
        "You accept the Catastrophe.",
        "You have 9, the House has 22, a locked door: Catastrophe.",
    ]
    over = played(scene("KS 9S"), "hit", "add")
    assert [label(move, over.view(None)) for move in over.moves()] == [
        "ECHO for 1 Plot Armor",
        "Accept the Catastrophe",
    ]
    fresh = scene("KS 9S")
    assert [label(move, fresh.view(None)) for move in fresh.moves()[:2]] == ["Hit", "Stand"]


# Characters


def test_creator_builds() -> None:
    """Rule u21-points: 21 builds of 8, 12 of them with no Stat above 4."""
    assert (POINTS, EXTRA_POINTS) == (8, 2)
    assert len(creator_builds()) == 21
    assert all(sum(build) == 8 and min(build) >= 1 for build in creator_builds())
    for stats, told in (
        ((4, 4, 4), "Stats 4 4 4: They sum to 12. Allowed: a sum of 8. [u21-points]"),
        ((5, 3, 0), "Stats 5 3 0: Eloquence is below 1. Allowed: 1 or more. [u21-points]"),
        ((4, 4), "Stats 4 4: There are 2 Stats, and the creator has three. "
         "Allowed: Athletics, Cunning, Eloquence. [u21-points]"),
    ):  # fmt: skip
        assert str(check_creator(stats)) == told


def test_moving_over() -> None:
    """Rule u21-convert: 12 of the 21 builds move over, and every way is a legal build."""
    movable = [build for build in creator_builds() if conversions(build)]
    assert len(movable) == 12
    assert all(max(build) <= 4 for build in movable)
    for build in movable:
        ways = conversions(build)
        assert len(set(ways)) == len(ways)
        for stats in ways:
            assert not check_build(stats)
            assert convert(build, [new - old for new, old in zip(stats, (*build, 1), strict=True)]) == stats


TWO = "2 points in all, over the four Stats"


@pytest.mark.parametrize(
    ("stats", "extra", "told"),
    [
        (
            (5, 2, 1),
            (0, 0, 0, 2),
            "Stats 5 2 1 and 0 0 0 2: Athletics is 5, and no Stat of A.C.E.S. Lite is above 4 at creation. "
            "Allowed: a build with no Stat above 4. [u21-convert]",
        ),
        (
            (1, 1, 6),
            (0, 0, 0, 2),
            "Stats 1 1 6 and 0 0 0 2: Eloquence is 6, and no Stat of A.C.E.S. Lite is above 4 at creation. "
            "Allowed: a build with no Stat above 4. [u21-convert]",
        ),
        (
            (4, 2, 2),
            (1, 0, 0, 1),
            "Stats 4 2 2 and 1 0 0 1: Athletics would be 5. Allowed: at most 4. [u21-convert]",
        ),
        (
            (4, 3, 1),
            (0, 0, 0, 1),
            f"Stats 4 3 1 and 0 0 0 1: 1 given, of 2 to spend. Allowed: {TWO}. [u21-convert]",
        ),
        (
            (4, 3, 1),
            (0, 0, 0, 3),
            f"Stats 4 3 1 and 0 0 0 3: 3 given, of 2 to spend. Allowed: {TWO}. [u21-convert]",
        ),
        (
            (4, 3, 1),
            (-1, 0, 1, 2),
            f"Stats 4 3 1 and -1 0 1 2: Athletics loses points: they are only added. Allowed: {TWO}. [u21-convert]",
        ),
        (
            (4, 3, 1),
            (0, 0, 2),
            f"Stats 4 3 1 and 0 0 2: The points go to four Stats. Allowed: {TWO}. [u21-convert]",
        ),
        ((4, 4, 4), (0, 0, 0, 2), "Stats 4 4 4: They sum to 12. Allowed: a sum of 8. [u21-points]"),
    ],
)
def test_what_does_not_move_over(stats: Any, extra: Any, told: str) -> None:
    """Rules u21-convert, u21-points."""
    assert str(conversion_objection(stats, extra)) == told
    with pytest.raises(Refused) as caught:
        convert(stats, extra)
    assert str(caught.value) == told


def test_stats_are_whole_numbers() -> None:
    with pytest.raises(BadText):
        convert((3.0, 3, 2), (0, 0, 0, 2))  # type: ignore[arg-type]
    with pytest.raises(BadText):
        convert((3, 3, 2), (0, 0, True, 1))


def test_a_hero_moves_over() -> None:
    """Rule u21-convert: Strange begins at 1 again, and the free Concept gives way to Adjective and Role."""
    hero = Hero("Wren", (3, 3, 2), strange=4, concept="A tired locksmith", affinity=Suit.HEARTS, flaw="Pride")
    moved = move_over(hero, (0, 0, 1, 1), "Tired", "Locksmith")
    assert (moved.stats, moved.concept, moved.affinity, moved.flaw) == (
        (3, 3, 3, 2),
        "Tired Locksmith",
        Suit.HEARTS,
        "Pride",
    )
    assert (moved.hp, moved.plot_armor, moved.grown) == (3, 2, 0)
    for adjective, role in ((" ", "Locksmith"), ("Tired", "")):
        with pytest.raises(Refused) as caught:
            move_over(hero, (0, 0, 1, 1), adjective, role)
        assert str(caught.value) == (
            "Wren: A Concept has an Adjective and a Role. Allowed: from the Wild Characters table. [u21-convert]"
        )


def test_all_of_a_hero_moves_over() -> None:
    """Rule u21-convert: name, items, description, Goal, Flaw and Secret come along; HP and Plot Armor are fresh."""
    hero = Hero(
        "Wren",
        (3, 3, 2),
        affinity=Suit.CLUBS,
        item_seven="A rope",
        item_jack="A lamp",
        description="Small.",
        goal="Home.",
        flaw="Pride.",
        secret="Owes money.",
    )
    assert move_over(hero, (1, 0, 0, 1), "Tired", "Locksmith") == Character(
        "Wren",
        "Tired",
        "Locksmith",
        (4, 3, 2, 2),
        Suit.CLUBS,
        "A rope",
        "A lamp",
        "Small.",
        "Home.",
        "Pride.",
        "Owes money.",
    )


# What went unnoticed before


def test_a_world_that_fits_after_an_echo() -> None:
    """Rules u21-echo, u21-playthrough: attempts, cards that are gone and items spent are seen, and stay."""
    match = played(scene("5S 9D 4S 2D", affinity=Suit.CLUBS), "hit", "add", "hit", "add", "use JC 3", "echo")
    for move in ("use 7C 1", ""):
        view = match.view(PLAYER)
        world = match.rules.imagine(view, Random(5))
        assert match.rules.view(world, PLAYER) == view
        assert (world.attempt, world.spent, world.gone) == (2, read_cards("JC"), match.state.gone)
        assert (world.armor, world.shown) == (1, match.state.shown)
        assert len(world.table.player_deck) == len(match.state.table.player_deck)
        if move:
            match.play(move)
    assert match.over
    assert [match.view(seat).seat for seat in (None, PLAYER)] == [None, PLAYER]


def test_where_a_card_came_from_counts() -> None:
    """Rules u21-card-values, u21-surge: an Ace is 1 only as the opening card, and a Surge asks what its option says."""
    assert played(scene("9S AS", stat=1), "hit", "swap 1", "stand").result == "failure 11 15"
    assert played(scene("AS 9S", stat=1), "hit", "add", "stand").result == "failure 10 15"
    for surge, result in (("total", "failure 21 22 surge"), ("success", "failure 21 22")):
        locked = scene("KS 5S 3S", house="AS AH", approach=Stat.STRANGE, surge=surge)
        assert played(locked, "hit", "add", "hit", "add", "stand").result == result


def test_every_event_of_a_scene_says_its_kind() -> None:
    match = played(scene("KS 9S KD 8D"), "hit", "add", "echo", "stand")
    assert [event.kind for event in match.events] == [
        "table",
        "table",
        "table",
        "table",
        "passed",
        "echo",
        "table",
        "revealed",
        "outcome",
    ]
    assert all((event.kind == "table") == (event.event is not None) for event in match.events)


def test_without_plot_armor_a_catastrophe_is_the_end() -> None:
    """Rule u21-echo: who watches sees no choice where there is none."""
    match = played(scene("KS 9S", armor=0), "hit", "add")
    view = match.rules.blank()
    phases = []
    for event in match.events:
        view = match.rules.watch(view, event)
        phases.append((event.kind, view.phase))
    assert phases[-3:] == [("passed", "play"), ("revealed", "play"), ("outcome", "over")]


def test_what_is_refused_says_what_was_tried() -> None:
    match = scene("KS 9S")
    said = "echo: There is no Catastrophe to do anything about. Allowed: hit, stand, use 7S 1, use JS 1. [u21-echo]"
    assert str(match.objection("echo")) == said
    with pytest.raises(Refused) as caught:
        match.rules.step(match.state, match.rules.read(match.state, "echo"))
    assert str(caught.value) == said
    assert match.rules.read(match.state, "use 7S KS") == match.rules.read(match.state, "use 7S 1")
    with pytest.raises(BadText) as error:
        judge((), *read_cards("2S 3S"))
    assert str(error.value) == "The Layout is empty. Allowed: the opening card and the cards of the Hits"
    for armor in (3, -1, True):
        with pytest.raises(BadText) as error:
            Universal21(armor=armor)
        assert str(error.value) == f"{armor} is not a Plot Armor. Allowed: a whole number from 0 to 2"


def test_all_that_a_scene_changes() -> None:
    """Rules u21-playthrough, u21-surge: Strange rises by one, the item is gone, the rest stands."""
    me = Playthrough((2, 3, 3, 2), Suit.HEARTS, hp=2)
    rules = me.scene(Stat.STRANGE)
    assert (rules.stat, rules.approach, rules.affinity) == (2, Stat.STRANGE, Suit.HEARTS)
    match = Match(rules, tops={"player": read_cards("KS 9S"), "house": read_cards("6S 9D")})
    played(match, "hit", "swap 1", "use JH 1")
    assert me.after(rules, match.state) == me._replace(used=read_cards("JH"))
    match = Match(rules, tops={"player": read_cards("KS 8S"), "house": read_cards("6S 9D")})
    assert me.after(rules, played(match, "hit", "add", "claim").state) == me._replace(stats=(2, 3, 3, 3))
    match = Match(rules, tops={"player": read_cards("KS QS 5S 4S"), "house": read_cards("6S 9D")})
    played(match, "hit", "add", "echo", "use 7H 1")
    after = me._replace(used=read_cards("7H"))
    assert me.after(rules, match.state) == after._replace(plot_armor=1)
    twice = after.scene(Stat.CUNNING)
    match = Match(twice, tops={"player": read_cards("KS"), "house": read_cards("6S 9D")})
    assert after.after(twice, played(match, "use JH 1").state).used == read_cards("7H JH")
    with pytest.raises(BadText) as error:
        me.after(rules, Match(rules, seed=1).state)
    assert error.value.allowed == ()


@pytest.mark.parametrize(
    ("call", "said"),
    [
        (lambda: check_creator((True, 3, 4)), "True is not a value of Athletics. Allowed: a whole number from 0 to 99"),
        (lambda: check_creator((1, 100, 1)), "100 is not a value of Cunning. Allowed: a whole number from 0 to 99"),
        (
            lambda: conversion_objection((3, 3, 2), (0, 0, 0, 100)),
            "100 is not points for Strange. Allowed: a whole number from -99 to 99",
        ),
        (
            lambda: conversion_objection((3, 3, 2), (-100, 0, 0, 2)),
            "-100 is not points for Athletics. Allowed: a whole number from -99 to 99",
        ),
    ],
)
def test_numbers_that_are_none_in_full(call: Any, said: str) -> None:
    with pytest.raises(BadText) as caught:
        call()
    assert str(caught.value) == said
