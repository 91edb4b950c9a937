"""The outcome, check by check. Rules lite-outcome-order to lite-outcome-limits, lite-aces, lite-dealer-aces."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from itertools import combinations, product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from aces.cards import DECK, Card, Rank, Suit, read_cards
from aces.lite.decks import (
    ACE_VALUES,
    TARGET,
    Reading,
    best_total,
    items,
    lowest,
    player_deck,
    rank_values,
    read_as,
    totals,
)
from aces.lite.outcome import LADDER, dealer_reading, decide, is_early_21, judge, player_reading, usual_sources
from aces.rules import BadText

layouts = st.lists(st.sampled_from(DECK), min_size=1, max_size=7, unique=True)
dealers = st.lists(st.sampled_from(DECK), min_size=2, max_size=2, unique=True)


def test_what_cards_are_worth() -> None:
    """Rule lite-card-values."""
    assert [rank_values(rank) for rank in Rank] == [*((n,) for n in range(2, 11)), (10,), (10,), (10,), (1, 11)]


def test_decks_and_items() -> None:
    """Rules lite-player-deck, lite-dealer-deck, lite-affinity."""
    for suit in Suit:
        assert [card.rank for card in items(suit)] == [Rank.SEVEN, Rank.JACK]
        assert sorted((*player_deck(suit), *items(suit))) == list(DECK)
        assert len(player_deck(suit)) == 50


@given(cards=layouts)
def test_totals_are_every_choice_of_aces(cards: list[Card]) -> None:
    """Rule lite-aces: each Ace is chosen by itself."""
    every = {sum(values) for values in product(*(rank_values(card.rank) for card in cards))}
    assert set(totals(cards)) == every
    assert list(totals(cards)) == sorted(every)
    assert lowest(cards) == min(every)
    assert best_total(cards) == max((t for t in every if t <= TARGET), default=min(every))
    for total in every:
        reading = read_as(cards, total)
        assert sum(reading.values) == reading.total == total
        assert all(value in rank_values(card.rank) for card, value in zip(cards, reading.values, strict=True))
    with pytest.raises(ValueError, match="no choice of Aces"):
        read_as(cards, max(every) + 1)


def slow(layout: list[Card], sources: tuple[str, ...], dealer_total: int) -> str:
    """The outcome straight from the words of the rules, over every choice of the player's Aces."""
    mine = [sum(values) for values in product(*(rank_values(card.rank) for card in layout))]
    if sources == ("open", "h1") and 21 in mine:
        return "critical"
    if dealer_total in mine:
        return "critical"
    if min(mine) > 21:
        return "catastrophe"
    best = max(total for total in mine if total <= 21)
    if dealer_total > 21 or best > dealer_total:
        return "success"
    return "failure"


@given(layout=layouts, dealer=dealers, data=st.data())
def test_the_ladder_says_what_the_words_say(layout: list[Card], dealer: list[Card], data: st.DataObject) -> None:
    """Rule lite-outcome-order, with the Dealer's Aces by default and as picked."""
    tell, truth = dealer
    aces = data.draw(
        st.none() | st.tuples(*(st.sampled_from(ACE_VALUES) for card in dealer if card.is_ace)),
        label="dealer_aces",
    )
    sources = usual_sources(len(layout))
    verdict = judge(layout, tell, truth, sources, aces)
    assert verdict.outcome == slow(layout, sources, verdict.dealer.total)
    assert verdict.dealer == dealer_reading(tell, truth, aces)
    # Every check up to the one that holds, in the order of the ladder, each with its reason.
    assert [check.rule for check in verdict.checks] == [rung.rule for rung in LADDER[: len(verdict.checks)]]
    assert [check.holds for check in verdict.checks] == [False] * (len(verdict.checks) - 1) + [True]
    assert verdict.decided_by.outcome == verdict.outcome
    assert all(check.why.endswith(".") and check.question.endswith("?") for check in verdict.checks)
    assert sum(verdict.player.values) == verdict.player.total in totals(layout)


@pytest.mark.parametrize(
    ("layout", "outcome", "rule"),
    [
        ("KS 8D 4H", "critical", "lite-outcome-critical"),
        ("KS 8D 5H", "catastrophe", "lite-outcome-catastrophe"),
        ("KS 5D 5H", "success", "lite-outcome-dealer-over"),
        ("AS AD", "critical", "lite-outcome-critical"),
    ],
)
def test_a_dealer_on_22(layout: str, outcome: str, rule: str) -> None:
    """Rules lite-outcome-printed and lite-outcome-dealer-over: only by the Dealer's own pick of 11 and 11."""
    tell, truth = read_cards("AC AH")
    verdict = judge(read_cards(layout), tell, truth, dealer_aces=(11, 11))
    assert (verdict.outcome, verdict.decided_by.rule, verdict.dealer.total) == (outcome, rule, 22)
    assert judge(read_cards(layout), tell, truth).dealer.total == 12


def test_higher_lower_and_their_reasons() -> None:
    """Rules lite-outcome-higher, lite-outcome-lower."""
    tell, truth = read_cards("9C 8H")
    assert judge(read_cards("KS 8D"), tell, truth).decided_by.why == "Your 18 is higher than the Dealer's 17."
    assert judge(read_cards("KS 6D"), tell, truth).decided_by.why == "Your 16 is lower than the Dealer's 17."


def test_two_cards_are_never_over_21() -> None:
    """Rule lite-outcome-limits: so Stat 1 never ends in Catastrophe, and a Dealer is over 21 only by choice."""
    assert max(best_total(pair) for pair in combinations(DECK, 2)) == 21
    over = [pair for pair in combinations(DECK, 2) if max(totals(pair)) > 21]
    assert all(card.is_ace for pair in over for card in pair)
    assert Fraction(len(over), len(list(combinations(DECK, 2)))) == Fraction(1, 221)


@pytest.mark.parametrize("suit", list(Suit))
def test_the_odds_of_an_early_21(suit: Suit) -> None:
    """Rules lite-early-21 and lite-early-21-cards: an Ace with a card worth ten, 12 times in 245."""
    deck = player_deck(suit)
    early = [pair for pair in combinations(deck, 2) if is_early_21(pair, ("open", "h1"))]
    assert Fraction(len(early), len(deck) * (len(deck) - 1) // 2) == Fraction(12, 245)
    assert Counter(sum(card.is_ace for card in pair) for pair in early) == {1: len(early)}


@pytest.mark.parametrize("sources", [("open", "h2"), ("h1", "open"), ("inv", "h1"), ("open", "inv"), ("h2", "h1")])
def test_other_two_card_21s_are_plain(sources: tuple[str, str]) -> None:
    """Rules lite-early-21-once, lite-early-21-items."""
    tell, truth = read_cards("10C 10H")
    verdict = judge(read_cards("JS AD" if sources[0] == "inv" else "AD JS"), tell, truth, sources)
    assert (verdict.outcome, verdict.player.total) == ("success", 21)


ACES = "Allowed: one value for each Ace, 1 or 11, Tell before Truth"
NOWHERE = "is not where a card comes from. Allowed: open, h1, h2, ..., inv"


@pytest.mark.parametrize(
    ("layout", "sources", "dealer", "aces", "message"),
    [
        ("", (), "QH 9D", None, "The Layout is empty. Allowed: the opening card and the cards of the Hits"),
        (
            "2C 2C",
            None,
            "QH 9D",
            None,
            "'2C' stands twice among the cards of the player's deck. Allowed: each card once",
        ),
        ("2C", None, "QH QH", None, "'QH' stands twice among the cards of the Dealer's deck. Allowed: each card once"),
        ("2C 3C", ("open",), "QH 9D", None, "'open' names 1 sources for 2 cards. Allowed: one for each card"),
        ("2C", ("h1", "h2"), "QH 9D", None, "'h1 h2' names 2 sources for 1 cards. Allowed: one for each card"),
        ("2C 3C", ("open", "open"), "QH 9D", None, "'open' stands twice among the sources. Allowed: each source once"),
        ("2C 3C", ("open", "h0"), "QH 9D", None, f"'h0' {NOWHERE}"),
        ("2C 3C", ("open", "h1x"), "QH 9D", None, f"'h1x' {NOWHERE}"),
        ("2C 3C", ("open", "x1"), "QH 9D", None, f"'x1' {NOWHERE}"),
        ("2C 3C", ("open", "h"), "QH 9D", None, f"'h' {NOWHERE}"),
        ("2C 3C", ("open", "h٣"), "QH 9D", None, f"'h٣' {NOWHERE}"),
        ("2C 3C", ("open", ""), "QH 9D", None, f"'' {NOWHERE}"),
        ("2C 3C", ("open", "inv"), "QH 9D", None, "'3C' is not an Inventory card. Allowed: a seven, a jack"),
        ("7C JC", ("open", "inv"), "QH 9D", None, "'7C' cannot be drawn: with JC it is out of the deck as an item"),
        ("7C 7D", ("inv", "inv"), "QH 9D", None, "'inv' stands twice among the sources. Allowed: each source once"),
        ("2C", None, "AH 9D", (), f"'' does not value the Dealer's 1 Ace. {ACES}"),
        ("2C", None, "AH AD", (11,), f"'11' does not value the Dealer's 2 Aces. {ACES}"),
        ("2C", None, "AH 9D", (10,), f"'10' does not value the Dealer's 1 Ace. {ACES}"),
        ("2C", None, "9D AH", (1, 11), f"'1 11' does not value the Dealer's 1 Ace. {ACES}"),
        ("2C", None, "QH 9D", (11,), f"'11' does not value the Dealer's 0 Aces. {ACES}"),
    ],
)
def test_tables_that_cannot_be_are_refused(
    layout: str, sources: tuple[str, ...] | None, dealer: str, aces: tuple[int, ...] | None, message: str
) -> None:
    """In full: what was given, why it cannot be, what is allowed."""
    tell, truth = read_cards(dealer)
    with pytest.raises(BadText) as caught:
        judge(read_cards(layout), tell, truth, sources, aces)
    assert str(caught.value) == message


def test_a_total_that_no_choice_of_aces_makes() -> None:
    with pytest.raises(ValueError) as caught:
        read_as(read_cards("AS 6D"), 18)
    assert str(caught.value) == "no choice of Aces makes 18 of A♠ 6♦"


@pytest.mark.parametrize(
    ("cards", "total", "values"),
    [("AS AD 9H", 11, (1, 1, 9)), ("AS AD 9H", 21, (11, 1, 9)), ("AS 9H AD", 31, (11, 9, 11)), ("9H", 9, (9,))],
)
def test_the_first_aces_count_more(cards: str, total: int, values: tuple[int, ...]) -> None:
    """Rule lite-aces: as many Aces at 11 as it takes, the first ones first."""
    assert read_as(read_cards(cards), total) == Reading(values, total)


EARLY = ("lite-early-21", "Do opening card and first Hit make exactly 21?")
MATCH = ("lite-outcome-critical", "Do you match the Dealer exactly?")
OVER = ("lite-outcome-catastrophe", "Are you over 21?")
DEALER_OVER = ("lite-outcome-dealer-over", "Is the Dealer over 21?")
HIGHER = ("lite-outcome-higher", "Are you higher than the Dealer?")
LOWER = ("lite-outcome-lower", "Are you lower than the Dealer?")
NOT_TWO = "The Layout is not just the opening card and the first Hit."


@pytest.mark.parametrize(
    ("layout", "dealer", "aces", "reasons"),
    [
        ("AS KD", "9C 8H", None, [(EARLY, True, "Opening card and first Hit make exactly 21.")]),
        (
            "9S 8D",
            "9C 8H",
            None,
            [
                (EARLY, False, "Opening card and first Hit make 17, not 21."),
                (MATCH, True, "Your 17 is exactly the Dealer's 17."),
            ],
        ),
        (
            "9S 8D 5C",
            "9C 8H",
            None,
            [
                (EARLY, False, NOT_TWO),
                (MATCH, False, "Your 22 is not the Dealer's 17."),
                (OVER, True, "Your 22 is over 21."),
            ],
        ),
        (
            "9S 8D 4C",
            "AC AH",
            (11, 11),
            [
                (EARLY, False, NOT_TWO),
                (MATCH, False, "Your 21 is not the Dealer's 22."),
                (OVER, False, "Your 21 is not over 21."),
                (DEALER_OVER, True, "The Dealer's 22 is over 21."),
            ],
        ),
        (
            "9S 8D 3C",
            "10C AH",
            None,
            [
                (EARLY, False, NOT_TWO),
                (MATCH, False, "Your 20 is not the Dealer's 21."),
                (OVER, False, "Your 20 is not over 21."),
                (DEALER_OVER, False, "The Dealer's 21 is not over 21."),
                (HIGHER, False, "Your 20 is not higher than the Dealer's 21."),
                (LOWER, True, "Your 20 is lower than the Dealer's 21."),
            ],
        ),
        (
            "9S 8D 4C",
            "10C 10H",
            None,
            [
                (EARLY, False, NOT_TWO),
                (MATCH, False, "Your 21 is not the Dealer's 20."),
                (OVER, False, "Your 21 is not over 21."),
                (DEALER_OVER, False, "The Dealer's 20 is not over 21."),
                (HIGHER, True, "Your 21 is higher than the Dealer's 20."),
            ],
        ),
    ],
)
def test_every_check_gives_its_reason(
    layout: str, dealer: str, aces: tuple[int, ...] | None, reasons: list[tuple[tuple[str, str], bool, str]]
) -> None:
    """Rule lite-outcome-order, each check in its words; and the same as plain data."""
    tell, truth = read_cards(dealer)
    verdict = judge(read_cards(layout), tell, truth, dealer_aces=aces)
    assert [((check.rule, check.question), check.holds, check.why) for check in verdict.checks] == reasons
    assert verdict.plain() == {
        "outcome": verdict.outcome,
        "player_total": verdict.player.total,
        "player_values": list(verdict.player.values),
        "dealer_total": verdict.dealer.total,
        "dealer_values": list(verdict.dealer.values),
        "checks": [
            {"rule": rule, "question": question, "holds": holds, "why": why, "outcome": check.outcome}
            for ((rule, question), holds, why), check in zip(reasons, verdict.checks, strict=True)
        ],
    }


def test_an_early_21_is_read_as_21_whatever_the_dealer_has() -> None:
    """Rule lite-early-21: the Aces do not go looking for a match; otherwise they do (rule lite-aces)."""
    layout = tuple(read_cards("AS KD"))
    assert player_reading(layout, 11, early=True).total == 21
    assert player_reading(layout, 11).total == 11
    early = decide(layout, ("open", "h1"), *read_cards("5C 6H"), None)
    assert (early.player.total, early.decided_by.rule) == (21, "lite-early-21")
