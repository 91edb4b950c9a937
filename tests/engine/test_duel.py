"""Player against player: Initiative, turns, items, who wins, and rematches."""

from __future__ import annotations

import doctest
from pathlib import Path
from random import Random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import aces.lite.duel
import aces.lite.words_duel
from aces.cards import DECK, SEED_LIMIT, Card, Suit, read_cards, write_cards
from aces.games import narrator_for
from aces.lite.decks import best_total, player_deck
from aces.lite.duel import LESSONS, Duel, settle
from aces.lite.group import Member
from aces.lite.growth import Growth
from aces.lite.ids import RULES
from aces.lite.resolution import Move
from aces.lite.words_duel import label, narrate, verdict_text, who
from aces.match import Match
from aces.players import RandomPlayer, play_on
from aces.record import read_record, write_record
from aces.rules import BadRecord, BadText, Refused

RECORDS = Path(__file__).resolve().parent.parent / "records"

seeds = st.integers(0, SEED_LIMIT - 1)
layouts = st.lists(st.sampled_from(DECK), min_size=1, max_size=6)

LEFT, RIGHT = Member(2, Suit.CLUBS), Member(2, Suit.HEARTS)


def duel(
    a: str, b: str, cuts: tuple[str, str] = ("KS", "QS"), stats: str = "22", **more: Any
) -> Match[Any, Any, Any, Any]:
    """A duel over given cards, a first unless the cuts say otherwise."""
    members = [Member(int(stats[0]), Suit.CLUBS), Member(int(stats[1]), Suit.HEARTS)]
    tops = {name: read_cards(more.pop(name.replace(" ", "_"))) for name in ("a 2", "b 2", "a cut 2", "b cut 2")
            if name.replace(" ", "_") in more}  # fmt: skip
    tops |= {"a": read_cards(a), "b": read_cards(b), "a cut": read_cards(cuts[0]), "b cut": read_cards(cuts[1])}
    return Match(Duel(members, **more), tops=tops)


def played(match: Match[Any, Any, Any, Any], *moves: str) -> Match[Any, Any, Any, Any]:
    for move in moves:
        match.play(move)
    return match


def refused(match: Match[Any, Any, Any, Any], move: str) -> tuple[str, str]:
    before = match.state
    with pytest.raises(Refused) as caught:
        match.play(move)
    assert match.state is before
    assert caught.value.refusal.rule in RULES
    return caught.value.refusal.rule, caught.value.refusal.reason


@pytest.mark.parametrize("module", [aces.lite.duel, aces.lite.words_duel])
def test_doctests(module: Any) -> None:
    assert doctest.testmod(module).failed == 0


# Who wins


@pytest.mark.parametrize(
    ("a", "b", "winner", "a_total", "b_total", "why"),
    [
        ("KS QS", "KH 7H", "a", 20, 17, "20 is higher than 17."),
        ("KS 7S", "KH QH", "b", 17, 20, "20 is higher than 17."),
        ("KS AS", "KH AH", "tie", 21, 21, "Both have 21."),
        ("KS QS 2S", "KH 2H", "b", 22, 12, "22 is over 21, and 12 is not."),
        ("2S", "KH QH 2H", "a", 2, 22, "22 is over 21, and 2 is not."),
        ("KS QS 2S", "KH QH 5H", "a", 22, 25, "22 and 25 are both over 21, and 22 is closer."),
        ("KS QS 5S", "KH QH 2H", "b", 25, 22, "25 and 22 are both over 21, and 22 is closer."),
        ("KS QS 5S", "JH QH 5H", "tie", 25, 25, "Both have 25."),
        ("AS 6S KS", "KH 7H", "tie", 17, 17, "Both have 17."),
        ("AS", "KH", "a", 11, 10, "11 is higher than 10."),
        ("KS QS AS AH", "KH QH 2H", "tie", 22, 22, "Both have 22."),
        ("KS QS AS", "KH QH", "a", 21, 20, "21 is higher than 20."),
    ],
)
def test_who_wins(a: str, b: str, winner: str, a_total: int, b_total: int, why: str) -> None:
    """Rules lite-duel-winner, lite-aces."""
    verdict = settle(read_cards(a), read_cards(b))
    assert (verdict.winner, verdict.a.total, verdict.b.total) == (winner, a_total, b_total)
    assert verdict.decided_by.why == why
    assert verdict.plain()["winner"] == winner


@given(a=layouts, b=layouts)
def test_the_verdict_is_reasoned_and_even_handed(a: list[Card], b: list[Card]) -> None:
    """Rule lite-duel-winner: the same from both sides; the last check holds and no other does."""
    verdict, other = settle(a, b), settle(b, a)
    assert [check.holds for check in verdict.checks] == [False] * (len(verdict.checks) - 1) + [True]
    assert other.winner == {"a": "b", "b": "a", "tie": "tie"}[verdict.winner]
    assert [check.rule for check in verdict.checks] == ["lite-duel-winner"] * len(verdict.checks)
    distance = {True: 0, False: 1000}
    closeness = [distance[best_total(cards) <= 21] + abs(21 - best_total(cards)) for cards in (a, b)]
    assert verdict.winner == ("tie" if closeness[0] == closeness[1] else "ab"[closeness[0] > closeness[1]])
    assert (sum(verdict.a.values), sum(verdict.b.values)) == (verdict.a.total, verdict.b.total)


LADDERS = {
    ("KS 9S", "QH 9H"): "yes Are the totals equal? Both have 19. (tie)\n",
    ("KS", "KH QH 2H"): """\
no  Are the totals equal? 10 is not 22. (tie)
no  Are both over 21? 10 and 22 are not both over 21. (a)
yes Is one over 21? 22 is over 21, and 10 is not. (a)
""",
    ("KS QS 5S", "KH QH 2H"): """\
no  Are the totals equal? 25 is not 22. (tie)
yes Are both over 21? 25 and 22 are both over 21, and 22 is closer. (b)
""",
    ("KS QS AS", "KH QH"): """\
no  Are the totals equal? 21 is not 20. (tie)
no  Are both over 21? 21 and 20 are not both over 21. (b)
no  Is one over 21? 21 is not over 21. (b)
yes Who is higher? 21 is higher than 20. (a)
""",
    ("KS QS 2H", "KH QH AH"): """\
no  Are the totals equal? 22 is not 21. (tie)
no  Are both over 21? 22 and 21 are not both over 21. (b)
yes Is one over 21? 22 is over 21, and 21 is not. (b)
""",
}


@pytest.mark.parametrize(("a", "b"), LADDERS)
def test_reasons_in_words(a: str, b: str) -> None:
    """Rule lite-duel-winner."""
    checks = settle(read_cards(a), read_cards(b)).checks
    lines = [f"{'yes' if c.holds else 'no '} {c.question} {c.why} ({c.winner})\n" for c in checks]
    assert "".join(lines) == LADDERS[a, b]


def test_plain_data() -> None:
    verdict = settle(read_cards("AS 6S"), read_cards("KH 8H"))
    assert verdict.plain() == {
        "winner": "b",
        "a_total": 17,
        "a_values": [11, 6],
        "b_total": 18,
        "b_values": [10, 8],
        "checks": [check._asdict() for check in verdict.checks],
    }


def test_an_empty_layout_settles_nothing() -> None:
    for a, b, name in (((), DECK[:1], "a"), (DECK[:1], (), "b")):
        with pytest.raises(BadText) as caught:
            settle(a, b)
        assert str(caught.value) == (
            f"'{name}' has an empty Layout. Allowed: the opening card and the cards of the Hits"
        )


def test_what_it_counts_for_in_growth() -> None:
    """Rule lite-growth-marks: the winner has had a Success, the loser a Failure, a tie neither."""
    won = settle(read_cards("KS"), read_cards("2H"))
    assert (won.ended(1), won.ended(2)) == ("won", "lost")
    assert (LESSONS["won"], LESSONS["lost"]) == ("success", "failure")
    tie = settle(read_cards("KS"), read_cards("QH"))
    assert (tie.ended(1), tie.ended(2)) == ("tie", "tie")
    assert Growth().lesson(LESSONS["tie"]) is None


def test_the_loser_loses_no_hp_unless_agreed() -> None:
    """Rules lite-duel, lite-harm, option loser hp."""
    won, tie = settle(read_cards("KS"), read_cards("2H")), settle(read_cards("KS"), read_cards("QH"))
    assert [Duel().cost(won, seat) for seat in (1, 2)] == [0, 0]
    assert [Duel(loser_hp=1).cost(won, seat) for seat in (1, 2)] == [0, 1]
    assert [Duel(loser_hp=1).cost(tie, seat) for seat in (1, 2)] == [0, 0]


# Turns


def test_the_deal() -> None:
    """Rules lite-duel, lite-initiative, lite-opening-card: cut, shuffle, one open card each."""
    match = duel("4H", "5S", cuts=("9S", "KD"))
    kinds = [(event.kind, event.seat, event.card.code if event.card else "") for event in match.events]
    assert kinds == [
        ("begins", 0, ""),
        ("cut", 1, "9S"),
        ("cut", 2, "KD"),
        ("initiative", 2, ""),
        ("opened", 2, "5S"),
        ("opened", 1, "4H"),
    ]
    assert match.turn == 2
    assert match.view(1)._replace(seat=None) == match.view(2)._replace(seat=None) == match.view(None)


def test_the_same_card_is_cut_again() -> None:
    """Rule lite-initiative-recut."""
    match = duel("4H", "5S", cuts=("9S 2D", "9S 3D"))
    assert match.turn == 2
    assert [event.number for event in match.events if event.kind == "cut"] == [1, 1, 2, 2]
    assert [write_cards(cut) for cut in match.view(None).now.cuts] == ["9S 2D", "9S 3D"]


def test_ace_low() -> None:
    """Rule lite-initiative-order, option ace."""
    assert duel("4H", "5S", cuts=("AS", "2S")).turn == 1
    assert duel("4H", "5S", cuts=("AS", "2S"), ace="low").turn == 2


def test_turns_alternate_until_somebody_stands() -> None:
    """Rule lite-duel-turns: one Hit or Stand each turn; who has Stood takes no more."""
    match = duel("2H 3H 4H", "5S 6S 7S", stats="23")
    turns = []
    for move in ("hit", "add", "hit", "add", "stand", "hit", "add", "hit", "swap 1", "stand"):
        turns.append(match.turn)
        match.play(move)
    assert turns == [1, 1, 2, 2, 1, 2, 2, 2, 2, 2]
    assert match.over


def test_out_of_hits_only_standing_is_left() -> None:
    """Rules lite-duel-turns, lite-hit-limit, lite-inventory."""
    match = played(duel("2H 3H", "5S", stats="11", inventory=False), "hit", "add", "stand")
    assert [move.text for move in match.moves()] == ["stand"]
    assert refused(match, "hit") == ("lite-hit-limit", "No Hits left: the Stat is 1, and 1 were taken.")
    assert refused(match, "use 7C 1") == ("lite-duel", "Items are not allowed in this duel.")


def test_over_21_goes_on() -> None:
    """Rule lite-over-21: a duel does not end there either."""
    match = played(duel("KH QS 5S 2S", "5S", stats="31"), "hit", "add", "stand", "hit", "add")
    assert "hit" in [move.text for move in match.moves()]
    match = played(match, "hit", "swap 1", "stand")
    assert match.result == "a 17 5"


def test_a_drawn_card_is_placed() -> None:
    """Rule lite-add-swap."""
    match = played(duel("4H 8D", "5S"), "hit")
    assert match.turn == 1
    assert [move.text for move in match.moves()] == ["add", "swap 1"]
    drawn = "The card is drawn and cannot be refused: Add it, or Swap it in."
    assert refused(match, "stand") == refused(match, "hit") == ("lite-add-swap", drawn)
    assert refused(match, "swap 2") == ("lite-add-swap", "The Layout has one card to Swap.")
    played(match, "swap 4H")
    side = match.view(2).now.sides[0]
    assert (write_cards(side.layout), write_cards(side.discards), side.sources) == ("8D", "4H", ("h1",))


def test_what_a_duel_does_not_have() -> None:
    """Rules lite-duel, lite-duel-winner: no Dealer, no early 21."""
    match = played(duel("AH KS", "5S"), "hit", "add", "stand")
    early = "There is no early 21 in a duel: 21 is a total like any other."
    assert refused(match, "claim") == ("lite-duel-winner", early)
    for move in ("tell", "truth", "discard", "aces 11"):
        assert refused(match, move) == ("lite-duel", "There is no Dealer in a duel.")
    assert refused(match, "add") == ("lite-duel-turns", "No card is drawn: Hit first.")


def test_items() -> None:
    """Rules lite-inventory, lite-inventory-once: instead of Standing, on one's own turn."""
    match = duel("4H 8D", "5S 6D")
    assert [move.text for move in match.moves()] == ["hit", "stand", "use 7C 1", "use JC 1"]
    assert refused(match, "use 7H 1") == ("lite-inventory", "Not your Inventory: your items are 7♣ and J♣.")
    assert refused(match, "use 7C 2") == ("lite-inventory", "The Layout has one card to give up.")
    with_two = played(duel("4H 8D", "5S 6D"), "hit", "add", "stand")
    assert refused(with_two, "use 7C 3") == ("lite-inventory", "The Layout has 2 cards to give up.")
    played(match, "use JC 1")
    side = match.view(None).now.sides[0]
    assert (side.stood, side.used, side.sources) == (True, Card.read("JC"), ("inv",))
    assert match.view(None).items == (read_cards("7C"), read_cards("7H JH"))
    played(match, "hit", "add", "use 7H 5S")
    assert match.result == "b 10 13"


# Rematches


def test_a_tie_is_settled_by_a_rematch() -> None:
    """Rules lite-duel-winner, lite-fresh-decks: the whole procedure again, Initiative and fresh decks included."""
    match = duel("KH", "QS", a_2="4H", b_2="9S", a_cut_2="2S", b_cut_2="3S")
    played(match, "stand", "stand")
    assert not match.over
    assert [event.kind for event in match.events][-7:] == [
        "settled", "begins", "cut", "cut", "initiative", "opened", "opened",
    ]  # fmt: skip
    assert match.turn == 2
    assert match.view(None).now.left == (49, 49)
    played(match, "stand", "stand")
    assert match.result == "b 4 9"
    assert len(match.view(None).hands) == 2


def test_items_stay_used_in_a_rematch() -> None:
    """Rule lite-inventory-once: the other item may still be used, unless one a Scene is all."""
    for scene_items, allowed in (("each", ["use 7C 1"]), ("one", [])):
        match = played(duel("4H", "KS", a_2="2H", b_2="3S", scene_items=scene_items), "use JC 1", "stand")
        assert match.rules.turn(match.state) == 1
        assert [move.text for move in match.moves() if move.verb == "use"] == allowed
        gone = "That item cannot be used any more in this Scene."
        assert refused(match, "use JC 1") == ("lite-inventory-once", gone)
        assert match.view(None).items[0] == tuple(match.rules.ready(match.state, 1))


def test_a_tie_stays_one_after_so_many_hands() -> None:
    """Rule lite-duel-winner, option max hands."""
    match = played(duel("KH", "QS", max_hands=1), "stand", "stand")
    assert match.result == "tie 10 10"
    assert refused(match, "stand") == ("lite-duel-winner", "The duel is over.")


@given(seed=seeds)
def test_every_hand_is_dealt_from_whole_decks(seed: int) -> None:
    """Rules lite-own-deck, lite-player-deck, lite-duel."""
    match = Match(Duel([LEFT, RIGHT]), seed=seed)
    play_on(match, {1: RandomPlayer(), 2: RandomPlayer()})
    for hand in match.state.hands:
        for side, deck, cut, uncut, member in zip(
            hand.sides, hand.decks, hand.cuts, hand.uncut, (LEFT, RIGHT), strict=True
        ):
            own = set(player_deck(member.affinity))
            assert {*side.layout, *side.discards, *deck} - {side.used} == own
            assert {*cut, *uncut} == own
    ties = [event.verdict.winner for event in match.events if event.verdict]
    assert all(winner == "tie" for winner in ties[:-1])
    assert len(ties) == len(match.state.hands)


def test_records() -> None:
    """A record tells the cuts too, and says when a card is missing."""
    text = write_record(played(duel("4H 8D", "5S", cuts=("9S 2D", "9S 3D")), "stand", "hit", "add"))
    with pytest.raises(BadRecord, match="the a deck lists 1 cards, but 2 have been drawn"):
        read_record(text.replace("a deck: 4H 8D", "a deck: 4H"))
    assert "a cut deck: 9S 2D" in text


def test_cuts_that_never_differ() -> None:
    """Rule lite-initiative-recut: decks that are cut alike all the way down make no order."""
    same = tuple(player_deck(Suit.CLUBS))
    with pytest.raises(Refused, match="a and b have to cut again"):
        Match(Duel([LEFT, LEFT]), tops={"a cut": same, "b cut": same})


def test_without_given_cuts_a_is_first() -> None:
    assert Match(Duel([LEFT, LEFT]), tops={}).turn == 1


# Options and words


def test_a_whole_game_from_its_record() -> None:
    """Every sentence of a game that a person can read, and its record written again."""
    record = (RECORDS / "duel-with-a-rematch.txt").read_text(encoding="utf-8")
    match = read_record(record)
    told = "".join(f"{line.text}\n" for line in narrator_for(match.rules.game)(match.rules, match.events))
    assert told == (RECORDS / "duel-with-a-rematch.told.txt").read_text(encoding="utf-8")
    assert write_record(match, record.splitlines()[1].removeprefix("# ")) == record


def test_options_read_back() -> None:
    rules = Duel([Member(4, Suit.HEARTS, ()), LEFT], False, 1, "one", "low", 3)
    assert rules.header() == {
        "stats": "4 2",
        "affinities": "hearts clubs",
        "items": "none, 7C JC",
        "inventory": "no",
        "loser-hp": "1",
        "scene-items": "one",
        "ace": "low",
        "max-hands": "3",
    }
    assert Duel.from_header(rules.header()) == rules != Duel.from_header({}) == Duel()
    assert hash(Duel.from_header(rules.header())) == hash(rules)
    assert "max_hands=3" in repr(rules)
    assert rules.longest == 3 * (9 + 5)


@pytest.mark.parametrize(
    ("header", "why"),
    [
        ({"stats": "2"}, "'1 players' are no duel. Allowed: two players"),
        ({"stats": "2 2 2"}, "'3 players' are no duel. Allowed: two players"),
        ({"stats": "2 50"}, "50 is not a Stat. Allowed: a whole number from 1 to 49"),
        ({"affinities": "clubs"}, "'clubs' gives 1 affinities for 2 characters. Allowed: one each"),
        ({"items": "7C, none"}, "'7C' is not an item of spades. Allowed: 7S, JS"),
        ({"inventory": "maybe"}, "'maybe' does not say whether items are allowed. Allowed: yes, no"),
        ({"loser-hp": "2"}, "'2' is not what the loser loses. Allowed: 0, 1"),
        ({"scene-items": "both"}, "'both' does not say how many items a Scene allows. Allowed: each, one"),
        ({"ace": "middle"}, "'middle' does not say where the Ace stands. Allowed: high, low"),
        ({"max-hands": "0"}, "0 is not a number of hands. Allowed: a whole number from 1 to 20"),
        ({"max-hands": "21"}, "21 is not a number of hands. Allowed: a whole number from 1 to 20"),
        ({"max-hands": "x"}, "'x' is not a number of hands. Allowed: a whole number from 1 to 20"),
    ],
)
def test_options_that_cannot_be(header: dict[str, str], why: str) -> None:
    with pytest.raises(BadText) as caught:
        Duel.from_header(header)
    assert str(caught.value) == why


@pytest.mark.parametrize(
    ("wrong", "why"),
    [
        ({"inventory": "no"}, "'no' does not say whether items are allowed. Allowed: True, False"),
        ({"loser_hp": True}, "True is not what the loser loses. Allowed: a whole number from 0 to 1"),
        ({"loser_hp": 2}, "2 is not what the loser loses. Allowed: a whole number from 0 to 1"),
        ({"max_hands": 0}, "0 is not a number of hands. Allowed: a whole number from 1 to 20"),
        ({"members": [LEFT]}, "'1 players' are no duel. Allowed: two players"),
    ],
)
def test_arguments_that_cannot_be(wrong: Any, why: str) -> None:
    with pytest.raises(BadText) as caught:
        Duel(**wrong)
    assert str(caught.value) == why


def test_decks_that_cannot_be() -> None:
    with pytest.raises(BadText) as caught:
        Match(Duel(max_hands=1), tops={"a 2": read_cards("2S")})
    assert str(caught.value) == "'a 2' is not a deck here. Allowed: a, b, a cut, b cut"
    with pytest.raises(BadText, match="'7H' is not in b cut's deck"):
        Match(Duel([LEFT, RIGHT]), tops={"b cut": read_cards("7H")})
    assert Duel([LEFT, RIGHT]).stack({"b": read_cards("7C")})["b"][:2] == read_cards("7C 2S")


def test_where_the_cards_are() -> None:
    """Rule lite-cleanup: of each hand, and of those to come."""
    match = played(duel("4H 8D", "5S 6D", max_hands=2), "hit", "swap 1", "use JH 1")
    piles = match.rules.piles(match.state)
    assert {name: write_cards(cards) for name, cards in piles.items() if len(cards) < 10} == {
        "a cut shown": "KS",
        "b cut shown": "QS",
        "a layout": "8D",
        "b layout": "JH",
        "a drawn": "",
        "b drawn": "",
        "a discards": "4H",
        "b discards": "5S",
        "a items": "7C JC",
        "b items": "7H",
    }
    assert {name: len(cards) for name, cards in piles.items() if len(cards) >= 10} == {
        "a": 48,
        "b": 49,
        "a cut": 49,
        "b cut": 49,
        "a 2": 50,
        "b 2": 50,
        "a cut 2": 50,
        "b cut 2": 50,
    }
    played(match, "hit")
    assert match.rules.piles(match.state)["a drawn"] == (match.view(None).now.sides[0].drawn,)


@given(seed=seeds, luck=st.integers(0, 2**32))
def test_an_imagined_duel_has_whole_decks(seed: int, luck: int) -> None:
    """Rules lite-player-deck, lite-duel-turns: each side's own cards, of each hand, and none twice."""
    match = Match(Duel([LEFT, RIGHT], max_hands=3), seed=seed)
    play_on(match, {1: RandomPlayer(), 2: RandomPlayer()})
    for state in match.states[::3]:
        world = match.rules.imagine(match.rules.view(state, 1), Random(luck))
        assert len(world.hands) + len(world.later) == 3
        for hand in world.hands:
            for at, member in enumerate((LEFT, RIGHT)):
                own, side = set(player_deck(member.affinity)), hand.sides[at]
                mine = [*side.layout, *side.discards, *hand.decks[at], *([side.drawn] if side.drawn else [])]
                assert len(mine) == len(set(mine)) == 50 + (side.used is not None)
                assert set(mine) - {side.used} == own
                assert {*hand.cuts[at], *hand.uncut[at]} == own
        for drawn, cut in world.later:
            for at, member in enumerate((LEFT, RIGHT)):
                assert sorted(drawn[at]) == sorted(cut[at]) == sorted(player_deck(member.affinity))


def test_words() -> None:
    match = duel("KH 2S 3D", "QS 5D", cuts=("9S 2D", "9S AD"))
    played(match, "hit", "swap 1", "hit", "add", "use JH 1", "use 7C 1")
    lines = list(narrate(match.rules, match.events))
    assert len(lines) == len(match.events)
    assert all(line.rule in RULES and line.text.endswith(".") for line in lines)
    assert lines[-1].view == match.view(None)
    assert [line.text for line in lines] == [
        "A against B.",
        "A cuts 9♠.",
        "B cuts 9♠.",
        "A cuts 2♦ this time.",
        "B cuts A♦ this time.",
        "B goes first.",
        "B opens with Q♠.",
        "A opens with K♥.",
        "B Hits: 1 of 2.",
        "B draws 5♦.",
        "B Swaps 5♦ in for Q♠: 5.",
        "A Hits: 1 of 2.",
        "A draws 2♠.",
        "A Adds 2♠: 12.",
        "B uses J♥ from their Inventory for 5♦, and Stands: 10.",
        "A uses 7♣ from their Inventory for K♥, and Stands: 9.",
        "A has 9, B has 10: B wins. 10 is higher than 9.",
    ]
    assert [line.rule for line in lines] == [
        "lite-duel",
        *["lite-initiative"] * 2,
        *["lite-initiative-recut"] * 2,
        "lite-initiative-order",
        *["lite-duel"] * 2,
        *["lite-duel-turns"] * 2,
        "lite-add-swap",
        *["lite-duel-turns"] * 2,
        "lite-add-swap",
        *["lite-inventory"] * 2,
        "lite-duel-winner",
    ]
    assert [who(line.event) for line in lines[:3]] == ["", "A", "B"]


def test_the_end_in_words() -> None:
    won = settle(read_cards("KS QS 2S"), read_cards("KH QH 5H"))
    called = {1: "Ana", 2: "Bo"}
    assert verdict_text(won, called) == (
        "Ana has 22, Bo has 25: Ana wins. 22 and 25 are both over 21, and 22 is closer."
    )
    assert verdict_text(settle(read_cards("KS"), read_cards("QH")), called) == "Ana has 10, Bo has 10: a tie."
    tied = played(duel("KH", "QS"), "stand", "stand")
    told = [line.text for line in narrate(tied.rules, tied.events)]
    assert told[-7:-5] == ["A has 10, B has 10: a tie.", "A rematch, from Initiative on: hand 2."]


def test_labels() -> None:
    match = duel("4H 8D", "5S")
    assert [label(move, match.view(1)) for move in match.moves()[:3]] == ["Hit", "Stand", "Use 7♣ for 4♥"]
    played(match, "hit")
    assert [label(move, match.view(1)) for move in match.moves()] == ["Add 8♦", "Swap for 4♥"]
    played(match, "add", "stand", "stand")
    assert label(Move("swap", 1), match.view(None)) == "Swap for 8♦"
    assert label(Move("add"), match.view(None)) == "Add"


def test_before_the_deal_each_side_has_its_own_items() -> None:
    view = Duel((LEFT, RIGHT)).blank()
    assert view == (None, (), (read_cards("7C JC"), read_cards("7H JH")))


def test_nobody_is_next_but_who_goes_first_until_both_have_opened() -> None:
    """Rule lite-duel-turns: what somebody sees who watches the table being laid."""
    match = duel("KH 2S 3D", "QS 5D", cuts=("9S", "AD"))
    view = match.rules.blank()
    seen = []
    for event in match.events:
        view = match.rules.watch(view, event)
        seen.append((event.kind, view.now.active, [len(side.layout) for side in view.now.sides], view.now.left))
    assert seen == [
        ("begins", None, [0, 0], (50, 50)),
        ("cut", None, [0, 0], (50, 50)),
        ("cut", None, [0, 0], (50, 50)),
        ("initiative", 2, [0, 0], (50, 50)),
        ("opened", 2, [0, 1], (50, 49)),
        ("opened", 2, [1, 1], (49, 49)),
    ]


def test_what_is_refused_says_what_was_tried() -> None:
    """In full, by the question and by the attempt; and who looks is written on what they see."""
    match = duel("KH 2S", "QS 5D")
    said = "claim: There is no early 21 in a duel: 21 is a total like any other. Allowed: hit, stand, "
    said += "use 7C 1, use JC 1. [lite-duel-winner]"
    assert str(match.objection("claim")) == said
    with pytest.raises(Refused) as caught:
        match.rules.step(match.state, Move("claim"))
    assert str(caught.value) == said
    assert [match.view(seat).seat for seat in (None, 1, 2)] == [None, 1, 2]
    played(match, "stand", "stand")
    assert match.rules.turn(match.state) is not None, "a tie: a rematch"
    won = played(duel("KH", "9S"), "stand", "stand")
    assert str(won.objection("swap KH")) == "swap 1: The duel is over. [lite-duel-winner]"


def test_where_the_cards_of_a_layout_came_from() -> None:
    """Rules lite-add-swap, lite-inventory: opening card, Hits in order, an item; and the place of a Swap."""
    match = played(duel("KH 2S 3D", "QS"), "hit", "add", "stand", "hit")
    assert match.state.hands[0].sides[0].sources == ("open", "h1")
    event = match.play("swap 2")[0]
    assert (event.kind, event.card, event.other, event.number) == (
        "swapped",
        Card.read("3D"),
        Card.read("2S"),
        1,
    )
    side = match.state.hands[0].sides[0]
    assert (write_cards(side.layout), side.sources, write_cards(side.discards)) == ("KH 3D", ("open", "h2"), "2S")
    played(match, "use 7C 1")
    assert match.state.hands[0].sides[0].sources == ("inv", "h2")
