"""The Group Resolution: splitting, seats, turns, the shared deck and the shared outcome."""

from __future__ import annotations

import doctest
from collections import Counter
from itertools import combinations_with_replacement, permutations
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import aces.lite.group
import aces.lite.words_group
from aces.cards import DECK, SEED_LIMIT, Card, Suit, read_cards, stream, write_cards
from aces.games import narrator_for
from aces.lite.group import (
    MOST_MEMBERS,
    OVERRIDES,
    GroupResolution,
    Member,
    Seated,
    assign,
    shared_outcome,
    split,
)
from aces.lite.ids import RULES
from aces.lite.outcome import OUTCOMES, Outcome
from aces.lite.resolution import DEALER, PLAYER, Resolution
from aces.lite.words_group import label, narrate, who
from aces.match import Match
from aces.players import RandomPlayer, play_on
from aces.players.dealers import DEALERS
from aces.record import read_record, write_record
from aces.rules import BadText, Refused

RECORDS = Path(__file__).resolve().parent.parent / "records"

seeds = st.integers(0, SEED_LIMIT - 1)
C, S, F, K = OUTCOMES


def outcomes(letters: str) -> list[Outcome]:
    return [{"C": C, "S": S, "F": F, "K": K}[letter] for letter in letters]


def table(dealer: str, *players: str, stats: str = "", starter: int = 1, **options: Any) -> Match[Any, Any, Any, Any]:
    """A group over given cards; ``stats`` is a digit for each character."""
    members = [Member(int(stat), Suit.CLUBS) for stat in stats or "2" * len(players)]
    tops = {f"player {seat}": read_cards(cards) for seat, cards in enumerate(players, 1)}
    return Match(GroupResolution(members, starter, **options), tops={"dealer": read_cards(dealer), **tops})


def played(match: Match[Any, Any, Any, Any], *moves: str) -> Match[Any, Any, Any, Any]:
    for move in moves:
        match.play(move)
    return match


@pytest.mark.parametrize("module", [aces.lite.group, aces.lite.words_group])
def test_doctests(module: Any) -> None:
    assert doctest.testmod(module).failed == 0


# Layouts and seats


def test_splitting() -> None:
    """Rule lite-group-split: each new Truth for the old Tell, each new Tell for the original Truth."""
    assert ["".join(layout) for layout in split("TU", 1)] == ["TU"]
    assert ["".join(layout) for layout in split("TUab", 2)] == ["Ta", "bU"]
    assert ["".join(layout) for layout in split("TUabcdefxyz", 4)] == ["Ta", "bc", "de", "fU"]


@pytest.mark.parametrize(
    ("draws", "count", "why"),
    [
        ("TUa", 2, "'3 cards' are too few for 2 Layouts: each takes two cards"),
        ("T", 1, "'1 card' is too few for 1 Layout: each takes two cards"),
        ("TU", 0, "0 is not a number of characters. Allowed: a whole number from 1 to 26"),
        (DECK, 27, "27 is not a number of characters. Allowed: a whole number from 1 to 26"),
    ],
)
def test_what_cannot_be_split(draws: Any, count: int, why: str) -> None:
    """Rule lite-group-split."""
    with pytest.raises(BadText) as caught:
        split(draws, count)
    assert str(caught.value) == why


@given(count=st.integers(1, MOST_MEMBERS))
def test_a_split_uses_each_card_once(count: int) -> None:
    """Rule lite-group-split: n Layouts, 2n cards, the original Truth in the last."""
    layouts = split(DECK, count)
    assert Counter(card for layout in layouts for card in layout) == Counter(DECK[: 2 * count])
    assert layouts[-1].truth is DECK[1]
    assert layouts[0].tell is DECK[0]


def test_seats() -> None:
    """Rule lite-group-seats: starter the original Truth, then clockwise in the order made, past the others."""
    assert assign(3, [0, 1, 2], 1, "abc") == {1: "c", 2: "a", 0: "b"}
    assert assign(6, [5, 1, 3], 3, "abc") == {3: "c", 5: "a", 1: "b"}
    assert list(assign(6, [5, 1, 3], 3, "abc")) == [3, 5, 1]
    assert assign(1, [0], 0, "a") == {0: "a"}


@pytest.mark.parametrize(
    ("seats", "members", "starter", "layouts", "why"),
    [
        (3, [0, 1], 2, "ab", "2 started it and takes no part. Allowed: 0, 1"),
        (3, [0, 1], 0, "abc", "'3 Layouts' do not go round 2 characters. Allowed: one each"),
        (3, [0, 1, 2], 0, "ab", "'2 Layouts' do not go round 3 characters. Allowed: one each"),
        (3, [0, 3], 0, "ab", "3 is not a seat at this table. Allowed: a whole number from 0 to 2"),
        (3, [0, 0], 0, "ab", "'0 0' names a seat twice. Allowed: each seat once"),
        (3, [], 0, "", "0 started it and takes no part"),
        (0, [0], 0, "a", "0 is not a number of seats. Allowed: a whole number from 1 to 1000"),
    ],
)
def test_seats_that_cannot_be(seats: int, members: list[int], starter: int, layouts: str, why: str) -> None:
    """Rule lite-group-seats."""
    with pytest.raises(BadText) as caught:
        assign(seats, members, starter, layouts)
    assert str(caught.value) == why


# The shared outcome


@pytest.mark.parametrize(
    ("told", "drops_out", "counts", "succeeds"),
    [
        ("S", "success", "success", "success"),
        ("F", "failure", "failure", "failure"),
        ("C", "success", "success", "success"),
        ("K", "failure", "failure", "failure"),
        ("SF", "failure", "failure", "failure"),
        ("CF", "failure", "failure", "failure"),
        ("SSF", "success", "success", "success"),
        ("SSSSK", "failure", "failure", "failure"),
        ("KK", "failure", "failure", "failure"),
        ("CC", "critical", "critical", "critical"),
        ("CCFFF", "critical", "critical", "critical"),
        ("CCKKK", "critical", "critical", "critical"),
        ("CK", "success", "failure", "success"),
        ("CKKK", "success", "failure", "success"),
        ("CKF", "failure", "failure", "success"),
        ("CKFF", "failure", "failure", "success"),
        ("CSKF", "success", "failure", "success"),
        ("CSK", "success", "success", "success"),
    ],
)
def test_the_shared_outcome(told: str, drops_out: str, counts: str, succeeds: str) -> None:
    """Rules lite-group-override, lite-group-count, option override."""
    assert tuple(shared_outcome(outcomes(told), way).outcome for way in OVERRIDES) == (drops_out, counts, succeeds)


@pytest.mark.parametrize("override", OVERRIDES)
def test_the_order_of_a_group_does_not_matter(override: Any) -> None:
    """Rule lite-group-count: every order of up to four characters gives the same outcome and reasons."""
    for size in range(1, 5):
        for told in combinations_with_replacement(OUTCOMES, size):
            assert len({shared_outcome(order, override) for order in permutations(told)}) == 1


@given(told=st.lists(st.sampled_from(OUTCOMES), min_size=1, max_size=30), way=st.sampled_from(OVERRIDES))
def test_the_shared_outcome_is_reasoned(told: list[Outcome], way: Any) -> None:
    """Rules lite-group-override, lite-group-count: the last check holds, no other does; never a Catastrophe."""
    shared = shared_outcome(told, way)
    assert [check.holds for check in shared.checks] == [False] * (len(shared.checks) - 1) + [True]
    assert shared.decided_by.outcome == shared.outcome != "catastrophe"
    assert all(check.rule in RULES and check.why.endswith(".") for check in shared.checks)
    assert shared.counts == tuple(told.count(outcome) for outcome in OUTCOMES)
    assert shared == shared_outcome(sorted(told), way)
    if K in told and C not in told:
        assert (shared.outcome, shared.decided_by.rule) == ("failure", "lite-group-override")


@given(told=st.lists(st.sampled_from(OUTCOMES), min_size=1, max_size=12), way=st.sampled_from(OVERRIDES))
def test_a_better_outcome_never_hurts_the_group(told: list[Outcome], way: Any) -> None:
    """Rule lite-group-count: one character's Failure turned into a Success makes nothing worse."""
    if F in told:
        better = list(told)
        better[told.index(F)] = S
        rank = ("failure", "success", "critical").index
        assert rank(shared_outcome(better, way).outcome) >= rank(shared_outcome(told, way).outcome)


LADDERS = {
    ("S", "drops-out"): """\
no  [lite-group-override] Is there a Catastrophe and no Critical? Nobody had a Catastrophe. (failure)
no  [lite-group-count] Are there two Criticals or more? 0 Criticals. (critical)
yes [lite-group-count] Are there more Successes than Failures? 1 Success and 0 Failures. (success)
""",
    ("CKF", "drops-out"): """\
no  [lite-group-override] Is there a Catastrophe and no Critical? 1 Critical overrides every Catastrophe. (failure)
no  [lite-group-count] Are there two Criticals or more? 1 Critical. (critical)
no  [lite-group-count] Are there more Successes than Failures? 1 Success and 1 Failure \
(the Critical is a Success, the Catastrophes drop out). (success)
yes [lite-group-count] Is it a tie or worse? 1 Success and 1 Failure: a tie, which is not enough. (failure)
""",
    ("CSKK", "counts"): """\
no  [lite-group-override] Is there a Catastrophe and no Critical? 1 Critical overrides every Catastrophe. (failure)
no  [lite-group-count] Are there two Criticals or more? 1 Critical. (critical)
no  [lite-group-count] Are there more Successes than Failures? 2 Successes and 2 Failures \
(the Critical is a Success, a Catastrophe is a Failure). (success)
yes [lite-group-count] Is it a tie or worse? 2 Successes and 2 Failures: a tie, which is not enough. (failure)
""",
    ("CK", "succeeds"): """\
no  [lite-group-override] Is there a Catastrophe and no Critical? 1 Critical overrides every Catastrophe. (failure)
no  [lite-group-count] Are there two Criticals or more? 1 Critical. (critical)
yes [lite-group-override] Does a Critical override a Catastrophe? The Critical carries everyone. (success)
""",
    ("CF", "succeeds"): """\
no  [lite-group-override] Is there a Catastrophe and no Critical? Nobody had a Catastrophe. (failure)
no  [lite-group-count] Are there two Criticals or more? 1 Critical. (critical)
no  [lite-group-override] Does a Critical override a Catastrophe? There are not both of them. (success)
no  [lite-group-count] Are there more Successes than Failures? 1 Success and 1 Failure \
(the Critical is a Success). (success)
yes [lite-group-count] Is it a tie or worse? 1 Success and 1 Failure: a tie, which is not enough. (failure)
""",
    ("FF", "drops-out"): """\
no  [lite-group-override] Is there a Catastrophe and no Critical? Nobody had a Catastrophe. (failure)
no  [lite-group-count] Are there two Criticals or more? 0 Criticals. (critical)
no  [lite-group-count] Are there more Successes than Failures? 0 Successes and 2 Failures. (success)
yes [lite-group-count] Is it a tie or worse? 0 Successes and 2 Failures: too few. (failure)
""",
    ("KKS", "drops-out"): """\
yes [lite-group-override] Is there a Catastrophe and no Critical? 2 Catastrophes and no Critical. (failure)
""",
    ("CCK", "drops-out"): """\
no  [lite-group-override] Is there a Catastrophe and no Critical? 2 Criticals override every Catastrophe. (failure)
yes [lite-group-count] Are there two Criticals or more? 2 Criticals. (critical)
""",
}


@pytest.mark.parametrize(("told", "override"), LADDERS)
def test_reasons_in_words(told: str, override: Any) -> None:
    """Rules lite-group-override, lite-group-count."""
    checks = shared_outcome(outcomes(told), override).checks
    lines = [f"{'yes' if c.holds else 'no '} [{c.rule}] {c.question} {c.why} ({c.outcome})\n" for c in checks]
    assert "".join(lines) == LADDERS[told, override]


def test_plain_data() -> None:
    shared = shared_outcome(outcomes("CC"))
    assert shared.plain() == {
        "outcome": "critical",
        "counts": {"critical": 2, "success": 0, "failure": 0, "catastrophe": 0},
        "checks": [check._asdict() for check in shared.checks],
    }


@pytest.mark.parametrize(
    ("told", "override", "why"),
    [
        (["win"], "drops-out", "'win' is not an outcome. Allowed: critical, success, failure, catastrophe"),
        ([], "drops-out", "There is no outcome to count. Allowed: one for each character"),
        (
            [C],
            "wins",
            "'wins' does not say what a Critical does to a Catastrophe. Allowed: drops-out, counts, succeeds",
        ),
    ],
)
def test_what_is_no_outcome(told: Any, override: Any, why: str) -> None:
    with pytest.raises(BadText) as caught:
        shared_outcome(told, override)
    assert str(caught.value) == why


# The game


def test_the_deal() -> None:
    """Rules lite-group, lite-group-split, lite-group-seats: all splits before any opening card."""
    match = table("6S 9D 2H QH 3H 4S", "5C", "8D", "KS", starter=2)
    view = match.view(DEALER)
    shown = [(write_cards([t.tell, t.truth]), write_cards(t.layout)) for t in view.tables]
    assert shown == [("QH 3H", "5C"), ("4S 9D", "8D"), ("6S 2H", "KS")]
    assert [event.kind for event in match.events] == ["laid", "split", "split", "table", "table", "table"]
    assert [event.seat for event in match.events[3:]] == [2, 3, 1]
    assert view.dealer_left == 46
    assert all(t.truth is None for t in match.view(2).tables)


def test_in_turn_starter_first() -> None:
    """Rules lite-group-own, lite-reveal: one after the other, each Truth at its own Stand."""
    match = table("6S 9D 2H QH 3H 4S", "5C", "8D", "KS", starter=2)
    assert match.turn == 2
    played(match, "stand")
    assert match.turn == 3
    assert [t.truth for t in match.view(1).tables] == [None, Card.read("9D"), None]
    played(match, "stand")
    assert match.turn == 1
    assert match.result == ""
    played(match, "stand")
    assert match.result == "failure: failure 5 13; failure 8 13; success 10 8"
    assert match.over


def test_own_stat_and_own_items() -> None:
    """Rules lite-group-own, lite-hits-available, lite-inventory."""
    members = [Member(1, Suit.CLUBS), Member(3, Suit.HEARTS, ready=[Card.read("JH")])]  # type: ignore[arg-type]
    match = Match(GroupResolution(members), seed=1)
    assert [move.text for move in match.moves()] == ["hit", "stand", "use 7C 1", "use JC 1"]
    played(match, "stand")
    assert [move.text for move in match.moves()] == ["hit", "stand", "use JH 1"]
    with pytest.raises(Refused) as caught:
        match.play("use 7C 1")
    assert caught.value.refusal.rule == "lite-inventory"


def test_the_dealer_touches_only_the_layout_in_play() -> None:
    """Rules lite-group-own, lite-dealer-options: deck and discards are shared, Layouts are not."""
    match = table("6S 9D 2H QH KD 4S 5S", "5C 2D", "8D 3D 4D")
    played(match, "hit", "tell")
    view = match.view(DEALER)
    assert write_cards([t.tell for t in view.tables]) == "KD 6S"
    played(match, "add", "stand", "hit", "discard", "add", "hit", "truth", "swap 1")
    piles = match.rules.piles(match.state)
    assert write_cards(piles["dealer discards"]) == "QH 4S 2H"
    assert write_cards(card for t in match.view(DEALER).tables for card in (t.tell, t.truth)) == "KD 9D 6S 5S"


def test_nothing_is_reshuffled() -> None:
    """Rule lite-group-one: no card of the Dealer's comes twice in one Group Resolution."""
    match = Match(GroupResolution([Member(4)] * 4, starter=3), seed=11)
    while not match.over:
        moves = [move.text for move in match.moves()]
        match.play("hit" if "hit" in moves else moves[-1] if moves[-1] in ("add", "discard") else moves[0])
    piles = match.rules.piles(match.state)
    assert len(piles["dealer"]) == 52 - 8 - 16
    dealt = [card for name, pile in piles.items() if name.startswith(("dealer", "tell", "truth")) for card in pile]
    assert sorted(dealt) == sorted(DECK)


def test_an_empty_dealer_deck_draws_nothing() -> None:
    """Rules lite-group-one, lite-dealer-draws: 2n + Hits > 52, and the Hit goes on without the Dealer."""
    match = Match(GroupResolution([Member(1)] * MOST_MEMBERS), seed=5)
    played(match, "hit")
    assert match.turn == 1
    assert [event.event.kind for event in match.events[-3:] if event.event] == ["hit", "no-draw", "drew"]
    played(match, "add", "stand")
    rules = GroupResolution([Member(4)] * 10)
    match = Match(rules, seed=5)
    draws = 0
    while not match.over:
        moves = [move.text for move in match.moves()]
        draws += moves[0] == "tell"
        match.play(moves[0] if moves[0] in ("hit", "tell", "add") else "stand")
    assert draws == 52 - 20
    assert sum(event.event is not None and event.event.kind == "no-draw" for event in match.events) == 8
    view = rules.blank()
    for event in match.events:
        view = rules.watch(view, event)
    assert view == match.view(None)
    assert read_record(write_record(match)).state == match.state


def test_the_dealer_picks_aces_at_each_table() -> None:
    """Rule lite-dealer-aces, option, at the Stand and before the next character's turn."""
    match = table("AS AD 2H AH", "KC", "KD", dealer_aces="dealer")
    played(match, "stand")
    assert match.turn == DEALER
    played(match, "aces 11 11")
    assert match.turn == 2
    played(match, "stand", "aces 1")
    assert match.result == "success: success 10 22; success 10 3"


def test_own_consequences() -> None:
    """Rule lite-group-own: a Failure stays one though the group succeeds."""
    match = played(table("2S 3D 4H 2H 9H 3C", "KC", "KD", "2D"), "stand", "stand", "stand")
    assert match.result == "success: success 10 6; success 10 6; failure 2 11"
    assert [verdict.outcome for verdict in match.rules.verdicts(match.state)] == [S, S, F]
    shared = match.view(None).shared
    assert shared is not None
    assert shared == match.rules.shared(match.state)
    assert match.events[-1].shared == shared


@given(seed=seeds)
def test_a_group_of_one_is_a_resolution(seed: int) -> None:
    """Rule lite-group: with one character every card and move is as in a single Resolution, its outcome but
    for a lone Critical or Catastrophe (rule lite-group-count)."""
    alone = Match(Resolution(3, Suit.HEARTS), seed=seed)
    group = Match(GroupResolution([Member(3, Suit.HEARTS)]), seed=seed)
    chance = RandomPlayer()
    play_on(alone, {DEALER: chance, PLAYER: chance})
    play_on(group, {DEALER: chance, 1: chance})
    assert group.history == alone.history
    assert group.state.tables == (alone.state,)
    own = alone.result.split()[0]
    assert group.result == f"{({C: S, K: F}).get(own, own)}: {alone.result}"  # type: ignore[call-overload]


@given(seed=seeds)
def test_each_table_is_a_resolution(seed: int) -> None:
    """Rule lite-group-own: what a character sees and may do is what a single Resolution says."""
    rules = GroupResolution([Member(2), Member(3, Suit.CLUBS), Member(1, Suit.HEARTS, ())], starter=2)
    match = Match(rules, seed=seed)
    play_on(match, dict.fromkeys(rules.seats, RandomPlayer()))
    for state in match.states:
        if state.active is not None:
            own = rules.rules[state.active - 1]
            assert rules.moves(state) == own.moves(state.tables[state.active - 1])
        holders = [seat for seat, one in enumerate(state.tables, 1) if one.dealer_deck]
        assert holders in ([state.active or rules.order[-1]], [])


@given(seed=seeds, policy=st.sampled_from(sorted(DEALERS)))
def test_house_dealers_play_groups(seed: int, policy: str) -> None:
    rules = GroupResolution([Member(2)] * 3, dealer_aces="dealer")
    match = Match(rules, seed=seed)
    players = {DEALER: Seated(DEALERS[policy])} | {seat: RandomPlayer() for seat in (1, 2, 3)}
    play_on(match, players)
    assert match.over
    assert Seated(DEALERS[policy]).name == policy


# Options and words


def test_a_whole_game_from_its_record() -> None:
    """Every sentence of a game that a person can read, and its record written again."""
    record = (RECORDS / "group-of-three.txt").read_text(encoding="utf-8")
    match = read_record(record)
    told = "".join(f"{line.text}\n" for line in narrator_for(match.rules.game)(match.rules, match.events))
    assert told == (RECORDS / "group-of-three.told.txt").read_text(encoding="utf-8")
    assert write_record(match, record.splitlines()[1].removeprefix("# ")) == record


def test_options_read_back() -> None:
    rules = GroupResolution(
        [Member(4, Suit.HEARTS, ()), Member(1, Suit.CLUBS), Member(2, ready=(Card.read("JS"),))],
        starter=3,
        dealer_aces="dealer",
        discards="none",
        override="counts",
    )
    assert rules.header() == {
        "stats": "4 1 2",
        "affinities": "hearts clubs spades",
        "items": "none, 7C JC, JS",
        "starter": "3",
        "dealer-aces": "dealer",
        "discards": "none",
        "override": "counts",
    }
    assert GroupResolution.from_header(rules.header()) == rules
    assert hash(GroupResolution.from_header(rules.header())) == hash(rules)
    assert GroupResolution.from_header({}) == GroupResolution() != rules
    assert "starter=3" in repr(rules)
    assert rules.seats == {0: "dealer", 1: "player 1", 2: "player 2", 3: "player 3"}


@pytest.mark.parametrize(
    ("header", "why"),
    [
        ({"stats": ""}, "0 is not a number of characters. Allowed: a whole number from 1 to 26"),
        ({"stats": "2 " * 27}, "27 is not a number of characters. Allowed: a whole number from 1 to 26"),
        ({"stats": "0"}, "0 is not a Stat. Allowed: a whole number from 1 to 49"),
        ({"stats": "50"}, "50 is not a Stat. Allowed: a whole number from 1 to 49"),
        ({"stats": "two"}, "'two' is not a Stat. Allowed: a whole number from 1 to 49"),
        ({"stats": "002"}, "'002' is not a Stat. Allowed: a whole number from 1 to 49"),
        ({"stats": "2 2", "affinities": "clubs"}, "'clubs' gives 1 affinities for 2 characters. Allowed: one each"),
        ({"stats": "2 2", "items": "none"}, "'none' gives 1 items for 2 characters. Allowed: one each"),
        ({"affinities": "a, b c"}, "'a,, b, c' gives 3 affinities for 2 characters. Allowed: one each"),
        ({"stats": "2", "items": "7C"}, "'7C' is not an item of spades. Allowed: 7S, JS"),
        ({"stats": "2 2", "starter": "3"}, "3 is not the seat of a character. Allowed: a whole number from 1 to 2"),
        ({"starter": "0"}, "0 is not the seat of a character. Allowed: a whole number from 1 to 2"),
        ({"starter": "x"}, "'x' is not the seat of a character. Allowed: a whole number from 1 to 2"),
        (
            {"override": "wins"},
            "'wins' does not say what a Critical does to a Catastrophe. Allowed: drops-out, counts, succeeds",
        ),
        ({"dealer-aces": "player"}, "'player' does not say who picks the Dealer's Aces. Allowed: best, dealer"),
        ({"discards": "some"}, "'some' does not say which discards show. Allowed: all, drawn, none"),
    ],
)
def test_options_that_cannot_be(header: dict[str, str], why: str) -> None:
    with pytest.raises(BadText) as caught:
        GroupResolution.from_header(header)
    assert str(caught.value) == why


def test_the_seat_of_the_starter_is_checked_by_the_class_too() -> None:
    with pytest.raises(BadText, match="3 is not the seat of a character"):
        GroupResolution(starter=3)


def test_a_deck_that_is_none() -> None:
    with pytest.raises(BadText) as caught:
        Match(GroupResolution(), tops={"player 3": read_cards("2S")})
    assert str(caught.value) == "'player 3' is not a deck here. Allowed: player 1, player 2, dealer"
    with pytest.raises(BadText, match="'7S' is not in player 1's deck"):
        Match(GroupResolution(), tops={"player 1": read_cards("7S")})
    with pytest.raises(BadText, match="among the cards of the Dealer's deck"):
        Match(GroupResolution(), tops={"dealer": read_cards("2S 2S")})


def test_who_sees_what() -> None:
    """Rules lite-group-own, lite-tell-truth: each player sits at their own table, the Dealer at all."""
    match = table("6S 9D 2H QH KD", "5C 2D", "8D")
    assert [one.seat for one in match.view(DEALER).tables] == [DEALER, DEALER]
    assert [one.seat for one in match.view(2).tables] == [None, PLAYER]
    assert [one.seat for one in match.view(None).tables] == [None, None]
    played(match, "hit")
    assert match.view(DEALER).now.drawn == Card.read("KD")
    assert match.view(1).now.drawn is None
    assert match.view(1).now.layout == read_cards("5C")
    played(match, "discard", "add", "stand")
    assert match.view(1).now.layout == read_cards("8D")
    assert match.view(1).active == 2


def test_where_the_cards_are() -> None:
    """Rule lite-cleanup."""
    match = played(table("6S 9D 2H QH KD", "5C 2D", "8D"), "hit", "discard")
    piles = match.rules.piles(match.state)
    assert {name: write_cards(cards) for name, cards in piles.items() if len(cards) < 10} == {
        "tell 1": "QH",
        "truth 1": "9D",
        "layout 1": "5C",
        "drawn 1": "2D",
        "player discards 1": "",
        "items 1": "7C JC",
        "tell 2": "6S",
        "truth 2": "2H",
        "layout 2": "8D",
        "drawn 2": "",
        "player discards 2": "",
        "items 2": "7C JC",
        "dealer discards": "KD",
    }
    assert {name: len(cards) for name, cards in piles.items() if len(cards) >= 10} == {
        "player 1": 48,
        "player 2": 49,
        "dealer": 47,
    }


def test_a_finished_group_says_so() -> None:
    match = played(table("2S 3D 4H 2H", "9C", "8D"), "stand", "stand")
    assert match.moves() == ()
    with pytest.raises(Refused, match="The Resolution is over"):
        match.play("stand")
    assert match.rules.longest == 16
    assert match.rules.view(match.state, None).shared == match.rules.shared(match.state)
    assert table("2S 3D 4H 2H", "9C", "8D").view(None).shared is None


def test_words() -> None:
    match = played(table("6S 9D 2H QH KD 4S 5S", "5C 2D", "8D 3D 4D"), "hit", "tell", "add", "use JC 1", "stand")
    lines = list(narrate(match.rules, match.events))
    assert len(lines) == len(match.events)
    assert all(line.rule in RULES and line.text.endswith(".") for line in lines)
    assert lines[-1].view == match.view(None)
    assert [line.text for line in lines][-9:] == [
        "Player 1 draws 2♦.",
        "Player 1 Adds 2♦: 7.",
        "Player 1 uses J♣ from their Inventory for 5♣, and Stands: 12.",
        "The Truth turns: 9♦.",
        "Player 1 has 12, the Dealer has 19: Failure.",
        "Player 2 Stands on 8, with 2 Hits to spare.",
        "The Truth turns: 2♥.",
        "Player 2 has 8, the Dealer has 8: Critical.",
        "1 Success and 1 Failure: a tie, which is not enough. The group fails.",
    ]
    assert [who(line.event) for line in lines[:3]] == ["Dealer", "Dealer", "Dealer"]
    assert who(lines[-4].event) == "Player 2"
    fresh = table("6S 9D 2H QH KD", "5C 2D", "8D")
    assert [label(move, fresh.view(1)) for move in fresh.moves()[:3]] == ["Hit", "Stand", "Use 7♣ for 5♣"]


def test_the_winning_end_in_words() -> None:
    """Rule lite-group-count."""
    match = played(table("2S 3D 4H 2H", "9C", "8D"), "stand", "stand")
    assert [*narrate(match.rules, match.events, {1: "Ana"})][
        -1
    ].text == "2 Successes and 0 Failures. The group succeeds."


@pytest.mark.parametrize("seed", range(12))
def test_in_an_imagined_world_too_only_one_table_has_the_deck(seed: int) -> None:
    """Rule lite-group-one: the shared deck lies with whoever is playing, and at the end with the last."""
    rules = GroupResolution([Member(1), Member(2), Member(1)], starter=2)
    match = Match(rules, seed=seed)
    while True:
        world = rules.imagine(match.view(None), stream(seed))
        holder = match.state.active or rules.order[-1]
        decks = [len(table.dealer_deck) for table in world.tables]
        assert decks == [len(table.dealer_deck) for table in match.state.tables]
        assert [seat for seat, left in enumerate(decks, 1) if left] == [holder]
        if match.over:
            break
        match.play(match.moves()[seed % len(match.moves())])


def test_every_event_is_of_a_table_or_of_all() -> None:
    match = played(Match(GroupResolution([Member(1), Member(1)]), seed=3), "hit", "tell", "add", "stand", "stand")
    kinds = [event.kind for event in match.events]
    assert kinds == ["laid", "split", "table", "table", *["table"] * 7, *["table"] * 3, "shared"]
    assert all((event.kind == "table") == (event.event is not None) for event in match.events)
    assert [match.view(seat).seat for seat in (None, 0, 2)] == [None, 0, 2]


def test_the_reading_of_a_critical_beside_a_catastrophe_is_the_game_s() -> None:
    """Rule lite-group-override, option override: a Critical and a Catastrophe succeed, or tie, or succeed at once."""
    tops = {"player 1": "10S", "player 2": "10H KH QH", "dealer": "2D 8D 4D 2C"}
    for override, outcome in (("drops-out", "success"), ("counts", "failure"), ("succeeds", "success")):
        rules = GroupResolution([Member(1), Member(2)], override=override)  # type: ignore[arg-type]
        match = Match(rules, tops={name: read_cards(cards) for name, cards in tops.items()})
        for move in ("stand", "hit", "discard", "add", "hit", "discard", "add", "stand"):
            match.play(move)
        assert match.result.startswith(f"{outcome}: critical 10 10; catastrophe 30 "), override


def test_piles_are_called_as_records_call_the_decks() -> None:
    """Rule lite-cleanup: each player's deck by their seat, the Dealer's even when it is empty."""
    match = played(Match(GroupResolution([Member(1), Member(1, Suit.CLUBS)]), seed=3), "hit", "tell", "add")
    piles = match.rules.piles(match.state)
    assert set(piles) == {
        "dealer",
        "dealer discards",
        *(
            f"{name} {seat}"
            for name in ("player", "tell", "truth", "layout", "drawn", "player discards", "items")
            for seat in (1, 2)
        ),
    }
    assert (len(piles["player 1"]), len(piles["player 2"]), len(piles["dealer"])) == (48, 49, 47)
    assert piles["items 2"] == read_cards("7C JC")
    full = Match(GroupResolution([Member(1)] * 26), seed=1)
    assert full.rules.piles(full.state)["dealer"] == ()
