"""The door between page and engine: the same game as without it, no hidden card, no rule of its own."""

from __future__ import annotations

import json
from collections.abc import Iterator
from random import Random
from typing import Any

import pytest

from aces.cards import SEED_LIMIT
from aces.games import rules_for
from aces.lite.ids import RULES
from aces.lite.resolution import DEALER, MOST_HITS, PLAYER
from aces.match import Match
from aces.players import play_on
from aces.players.dealers import DEALERS
from aces.record import read_record, write_record
from playground import bridge

LINK = "v=1&stat=4&affinity=clubs&dealer=greedy&aces=best&seed=42"


@pytest.fixture(autouse=True)
def empty_table() -> Iterator[None]:
    yield
    bridge.SESSION.__init__()  # type: ignore[misc]


def ask(method: str, **params: object) -> dict[str, Any]:
    answer: dict[str, Any] = json.loads(bridge.call(method, json.dumps(params)))
    return answer


def deal(**params: object) -> dict[str, Any]:
    return ask("deal", **{"stat": "4", "affinity": "clubs", "dealer": "greedy", "aces": "best", "seed": "42", **params})


def play_out(table: dict[str, Any], seed: int) -> list[dict[str, Any]]:
    """Every table of a game whose moves are drawn from the legal ones."""
    rng = Random(seed)
    tables = [table]
    while tables[-1]["moves"]:
        tables.append(ask("play", move=rng.choice(tables[-1]["moves"])["text"]))
    return tables


@pytest.mark.parametrize("name", DEALERS)
@pytest.mark.parametrize("aces", ["best", "dealer"])
@pytest.mark.parametrize("seed", [3, 42, SEED_LIMIT - 1])
def test_a_seed_and_moves_give_the_game_that_they_give_without_the_page(name: str, aces: str, seed: int) -> None:
    tables = play_out(deal(dealer=name, aces=aces, seed=str(seed)), seed)
    match: Any = Match(rules_for("aces-lite", {"stat": "4", "affinity": "clubs", "dealer-aces": aces}), seed=seed)
    mine = [move for seat, move, _ in read_record(tables[-1]["record"]).steps() if seat == PLAYER and move]
    for move in mine:
        match.play(move)
        play_on(match, {DEALER: DEALERS[name]})
    assert tables[-1]["record"] == write_record(match, comment=f"The Dealer: {name}")
    assert tables[-1]["verdict"]["outcome"] == match.result.split()[0]


@pytest.mark.parametrize("seed", range(6))
def test_what_the_page_is_told_depends_on_nothing_that_is_face_down(seed: int) -> None:
    table = deal(seed=str(seed))
    rng = Random(seed)
    while table["moves"]:
        match: Any = bridge.SESSION.match
        told = json.dumps(bridge.SESSION.table())
        last = match._steps[-1]
        for world in range(3):
            other = match.rules.imagine(match.view(PLAYER), Random(world))
            match._steps[-1] = (last[0], last[1]._replace(state=other))
            assert json.dumps(bridge.SESSION.table()) == told
        match._steps[-1] = last
        table = ask("play", move=rng.choice(table["moves"])["text"])


def test_cards_say_what_and_where_they_are() -> None:
    view = deal(seed="1", affinity="spades")["view"]
    assert view["truth"] == {"down": True, "label": "Truth: face down"}
    assert view["tell"]["label"].startswith("Tell: ")
    assert view["layout"][0]["label"].startswith("Layout 1, opening card: ")
    assert view["layout"][0]["label"].endswith(", face up")
    assert [item["state"] for item in view["items"]] == ["ready", "ready"]


@pytest.mark.parametrize(
    ("played", "tried", "rule"),
    [
        ([], "add", "lite-hit-order"),
        ([], "swap 1", "lite-hit-order"),
        ([], "claim", "lite-early-21"),
        ([], "use 7H 1", "lite-inventory"),
        (["hit"], "stand", "lite-add-swap"),
        (["hit"], "swap 2", "lite-add-swap"),
        (["hit", "add"] * 4, "hit", "lite-hit-limit"),
        (["stand"], "hit", "lite-reveal"),
    ],
)
def test_a_refusal_says_why_and_changes_nothing(played: list[str], tried: str, rule: str) -> None:
    deal()
    for move in played:
        assert "error" not in ask("play", move=move)
    before = bridge.SESSION.table()
    assert ask("objection", move=tried)["refusal"]["rule"] == rule
    error = ask("play", move=tried)["error"]
    assert error["rule"] == rule
    assert error["message"].endswith(".")
    assert bool(error["instead"]) == bool(before["moves"])
    assert bridge.SESSION.table() == before


def test_what_is_legal_has_no_objection() -> None:
    for move in deal()["moves"]:
        assert ask("objection", move=move["text"]) == {"refusal": None}


@pytest.mark.parametrize("move", ["", "fly", "swap x", "use 7C", "hit " * 40])
def test_what_is_no_move_is_an_error(move: str) -> None:
    deal()
    assert ask("play", move=move)["error"]["message"]


def test_every_sentence_and_check_names_a_rule() -> None:
    for seed in range(8):
        table = play_out(deal(seed=str(seed), stat="3"), seed)[-1]
        cited = [line["rule"] for line in table["history"]] + [check["rule"] for check in table["verdict"]["checks"]]
        assert set(cited) <= RULES.keys()
        assert table["verdict"]["checks"][-1]["holds"]
        assert table["summary"] == table["verdict"]["text"]


def test_undo_goes_back_past_the_dealers_answer() -> None:
    dealt = deal()
    hit = ask("play", move="hit")
    added = ask("play", move="add")
    assert ask("undo") == hit
    assert ask("play", move="add") == added
    ask("undo")
    assert ask("undo") == dealt
    assert ask("undo")["error"]["message"].startswith("'undo' has no move")


def test_undo_after_the_dealer_picked_their_aces() -> None:
    for seed in range(200):
        table = deal(stat="1", dealer="kind", aces="dealer", seed=str(seed))
        over = ask("play", move="stand")
        if any(line["kind"] == "aces" for line in over["history"]):
            assert ask("undo") == table
            return
    pytest.fail("no Dealer's Ace among the seeds")


def test_the_dealer_can_be_over_21_when_they_pick_their_aces() -> None:
    rules = {
        ask("play", move="stand")["verdict"]["checks"][-1]["rule"]
        for seed in range(700)
        if deal(stat="1", dealer="kind", aces="dealer", seed=str(seed))
    }
    assert "lite-outcome-dealer-over" in rules


def test_steps_can_be_looked_at_and_played_on_from() -> None:
    tables = play_out(deal(), 5)
    last = tables[-1]
    early = ask("at", ply=0)
    assert early["view"] == tables[0]["view"]
    assert early["moves"] == []
    assert (early["ply"], early["plies"]) == (0, last["plies"])
    assert ask("at", ply=last["plies"])["view"] == last["view"]
    branched = ask("branch", ply=1)  # in the middle of a Hit: the Dealer acts as before
    assert branched == tables[1]
    for wrong in (-1, 99, True, "1"):
        assert "is no step" in ask("at", ply=wrong)["error"]["message"]


def test_an_item_is_used_once_in_a_scene() -> None:
    deal()
    used = ask("play", move="use 7c 1")
    assert [item["state"] for item in used["view"]["items"]] == ["now", "ready"]
    assert used["scene"]["spent"]
    again = ask("deal")
    assert [item["state"] for item in again["view"]["items"]] == ["spent", "ready"]
    assert ask("play", move="use 7c 1")["error"]["rule"] == "lite-inventory-once"
    fresh = ask("scene")  # nothing was played yet: the same cards, with both items
    assert [item["state"] for item in fresh["view"]["items"]] == ["ready", "ready"]
    assert fresh["seed"] == again["seed"]
    ask("play", move="use 7c 1")
    later = ask("scene")
    assert later["scene"] == {"spent": True, "fresh": True}
    assert not ask("deal")["scene"]["spent"]


def test_an_item_that_was_taken_back_is_not_used() -> None:
    deal()
    ask("play", move="use 7c 1")
    ask("undo")
    assert not ask("deal")["scene"]["spent"]


def test_another_affinity_is_another_character() -> None:
    deal()
    ask("play", move="use 7c 1")
    assert [item["code"] for item in ask("deal", affinity="hearts")["view"]["items"]] == ["7H", "JH"]


def test_a_fresh_deal_keeps_the_settings_and_takes_a_short_seed() -> None:
    deal(name="cunning")
    table = ask("deal")
    assert table["settings"] == {**table["settings"], "stat": 4, "name": "cunning", "dealer": "greedy"}
    assert 0 <= int(table["seed"]) < 1_000_000


@pytest.mark.parametrize(
    "params",
    [
        {"stat": "0"},
        {"stat": str(MOST_HITS + 1)},
        {"stat": "four"},
        {"affinity": "stars"},
        {"dealer": "nobody"},
        {"aces": "mine"},
        {"seed": "-1"},
        {"seed": str(SEED_LIMIT)},
        {"seed": "abc"},
        {"name": "luck"},
    ],
)
def test_a_setting_that_is_none_is_refused_and_the_table_stays(params: dict[str, str]) -> None:
    before = deal()
    assert "Allowed" in deal(**params)["error"]["message"]
    assert bridge.SESSION.table() == before


# Share links


@pytest.mark.parametrize("seed", range(5))
def test_a_link_tells_its_game(seed: int) -> None:
    for table in play_out(deal(seed=str(seed), name="cunning", dealer="random", aces="dealer"), seed):
        if table["view"]["phase"] in ("decide", "place", "over"):
            shared, kept = table["fragment"], bridge.SESSION.match
            ask("deal")
            assert ask("open", fragment="#" + shared)["fragment"] == shared
            bridge.SESSION.match = kept


def test_the_longest_link_can_be_read() -> None:
    table = deal(stat=str(MOST_HITS), seed=str(SEED_LIMIT - 1), dealer="random")
    while table["view"]["hits_left"]:
        ask("play", move="hit")
        table = ask("play", move="add")
    table = ask("play", move="use 7c 10")
    assert len(table["fragment"]) < bridge.FRAGMENT_LIMIT
    assert ask("open", fragment=table["fragment"])["view"] == table["view"]


def test_a_link_may_leave_the_dealers_moves_out() -> None:
    deal()
    ask("play", move="hit")
    table = ask("play", move="add")
    assert ask("open", fragment=LINK + "&moves=hit.add") == {**table}


def test_a_link_keeps_the_items_of_the_scene() -> None:
    deal()
    ask("play", move="use 7c 1")
    table = ask("deal", seed="7")
    assert "items=JC" in table["fragment"]
    assert ask("open", fragment=table["fragment"])["view"] == table["view"]


@pytest.mark.parametrize(
    ("fragment", "said"),
    [
        ("v=2&" + LINK[4:], "not a version"),
        ("v=1", "'stat' is missing"),
        ("hello", "'hello' is damaged"),
        (LINK + "&stat=3", "'stat' stands twice"),
        (LINK + "&colour=red", "is no part of a link"),
        (LINK.replace("42", "x"), "is not a seed"),
        (LINK.replace("42", ""), "is damaged"),
        (LINK.replace("42", "<b>"), "is damaged"),
        (LINK.replace("clubs", "stars"), "is not a suit"),
        (LINK.replace("greedy", "nobody"), "is not a Dealer"),
        (LINK.replace("best", "mine"), "who picks the Dealer's Aces"),
        (LINK.replace("stat=4", "stat=400"), "is not a Stat"),
        (LINK + "&items=7H", "is not an item"),
        (LINK + "&moves=fly", "move 1"),
        (LINK + "&moves=add", "Hit first"),
        (LINK + "&moves=hit.add.stand.hit", "is over"),
        (LINK + "&moves=" + ".".join(["hit", "add"] * 9), "are too many"),
        (LINK + "&moves=hit..add", "move 2"),
        (LINK + "&moves=" + "hit." * 2_000, "too long"),
    ],
)
def test_a_damaged_link_is_named_and_a_hand_is_dealt(fragment: str, said: str) -> None:
    table = ask("open", fragment=fragment)
    assert said in table["notice"]["message"]
    assert table["notice"]["message"].startswith("This link cannot be read: ")
    assert table["moves"]


def test_a_link_with_an_illegal_move_names_the_rule() -> None:
    assert ask("open", fragment=LINK + "&moves=hit.stand")["notice"]["rule"] == "lite-add-swap"


# Records


def test_a_record_opens_as_it_was() -> None:
    table = play_out(deal(), 9)[-1]
    ask("deal")
    opened = ask("read", text=table["record"], dealer="greedy")
    assert opened == table


def test_an_open_record_plays_on() -> None:
    deal()
    table = ask("play", move="hit")
    stopped = table["record"].split("dealer ")[0] + "result: open\n"  # before the Dealer has acted
    assert ask("read", text=stopped, dealer="greedy")["view"] == table["view"]


def test_a_record_of_given_cards_plays_on_past_them_and_can_be_written_again() -> None:
    text = "A.C.E.S. record 1\ngame: aces-lite\nstat: 3\nplayer deck: 4H\ndealer deck: 6S 9D\n\nresult: open\n"
    table = ask("read", text=text)
    assert table["fragment"] is None
    ask("play", move="hit")
    table = ask("play", move="add")
    assert ask("read", text=table["record"])["view"] == table["view"]
    ask("play", move="stand")
    assert [item["text"] for item in (ask("at", ply=0)["view"]["tell"], ask("at", ply=0)["view"]["layout"][0])] == [
        "6♠",
        "4♥",
    ]


@pytest.mark.parametrize("text", ["", "hello", "A.C.E.S. record 1\ngame: chess\nseed: 1\n\nresult: open\n"])
def test_a_bad_record_is_refused_with_its_line(text: str) -> None:
    before = deal()
    assert ask("read", text=text)["error"]["message"].startswith("line ")
    assert bridge.SESSION.table() == before


def test_an_unknown_method_and_an_empty_table_are_errors() -> None:
    assert ask("shuffle")["error"]["message"] == "'shuffle' is no method"
    assert "deal first" in ask("play", move="hit")["error"]["message"]
