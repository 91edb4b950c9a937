"""The outcome, check by check. Rules lite-outcome-order to lite-outcome-limits, lite-aces, lite-dealer-aces."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from itertools import combinations, product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from aces.cards import DECK, Card, Rank, Suit, read_cards
from aces.lite.decks import ACE_VALUES, TARGET, best_total, items, lowest, player_deck, rank_values, read_as, totals
from aces.lite.outcome import LADDER, dealer_reading, is_early_21, judge, usual_sources
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


@pytest.mark.parametrize(
    ("layout", "sources", "dealer", "aces", "message"),
    [
        ("", (), "QH 9D", None, "The Layout is empty"),
        ("2C 2C", None, "QH 9D", None, "'2C' stands twice among the cards of the player's deck"),
        ("2C", None, "QH QH", None, "'QH' stands twice among the cards of the Dealer's deck"),
        ("2C 3C", ("open",), "QH 9D", None, "names 1 sources for 2 cards"),
        ("2C 3C", ("open", "open"), "QH 9D", None, "stands twice among the sources"),
        ("2C 3C", ("open", "h0"), "QH 9D", None, "is not where a card comes from"),
        ("2C 3C", ("open", "h1x"), "QH 9D", None, "is not where a card comes from"),
        ("2C 3C", ("open", ""), "QH 9D", None, "is not where a card comes from"),
        ("2C 3C", ("open", "inv"), "QH 9D", None, "is not an Inventory card"),
        ("7C JC", ("open", "inv"), "QH 9D", None, "'7C' cannot be drawn"),
        ("7C 7D", ("inv", "inv"), "QH 9D", None, "stands twice among the sources"),
        ("2C", None, "AH 9D", (), "does not value the Dealer's 1 Ace"),
        ("2C", None, "AH AD", (11,), "does not value the Dealer's 2 Aces"),
        ("2C", None, "AH 9D", (10,), "one value for each Ace, 1 or 11"),
        ("2C", None, "QH 9D", (11,), "does not value the Dealer's 0 Aces"),
    ],
)
def test_tables_that_cannot_be_are_refused(
    layout: str, sources: tuple[str, ...] | None, dealer: str, aces: tuple[int, ...] | None, message: str
) -> None:
    tell, truth = read_cards(dealer)
    with pytest.raises(BadText, match=message):
        judge(read_cards(layout), tell, truth, sources, aces)
