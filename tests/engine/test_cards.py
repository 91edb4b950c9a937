"""Cards, their text, and the shuffle. Rules lite-own-deck, lite-fresh-decks."""

from __future__ import annotations

import copy
import pickle
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from aces.cards import DECK, SEED_LIMIT, Card, Suit, complete, from_one_deck, read_cards, read_seed, shuffled, stream
from aces.rules import BadText

cards = st.sampled_from(DECK)


@given(card=cards)
def test_every_spelling_names_the_one_card(card: Card) -> None:
    rank, suit = card.rank.text, card.suit
    for text in (card.text, card.code, card.code.lower(), f" {card.code} ", card.text + "\ufe0f", repr(card)[11:-2]):
        assert Card.read(text) is card
    if rank == "10":
        assert Card.read("T" + suit.letter) is Card.read("t" + suit.glyph) is card
    assert Card(card.rank, suit) is card
    assert copy.deepcopy(card) is copy.copy(card) is card
    assert pickle.loads(pickle.dumps(card)) is card


@pytest.mark.parametrize(
    "text",
    ["", " ", "1♠", "11H", "0S", "10", "H", "S10", "TT", "10HH", "1 0H", "ZS", "10X", "joker", "🃏", "*", "10♡x"],
)
def test_other_texts_are_refused_and_say_what_is_allowed(text: str) -> None:
    with pytest.raises(BadText, match="Allowed: a rank") as caught:
        Card.read(text)
    assert repr(text) in str(caught.value)


@given(text=st.text(max_size=6))
def test_any_text_is_one_card_or_refused(text: str) -> None:
    try:
        card = Card.read(text)
    except BadText:
        return
    assert card in DECK


def test_jokers_stay_out() -> None:
    with pytest.raises(BadText, match="Jokers stay out"):
        Card.read("Joker")


def test_the_deck_is_52_in_fixed_order() -> None:
    assert len(set(DECK)) == 52
    assert [card.code for card in DECK[:3]] == ["2S", "3S", "4S"]
    assert [card.suit for card in DECK[::13]] == list(Suit)
    assert all(one < other for one, other in pairwise(DECK))


def test_one_deck_cannot_hold_a_card_twice_nor_53() -> None:
    with pytest.raises(BadText, match="'KS' stands twice among the cards of the player's deck"):
        from_one_deck(read_cards("KS 2H KS"), "the player's")
    with pytest.raises(BadText, match="53 cards of the player's deck"):
        from_one_deck((*DECK, DECK[0]), "the player's")


def test_a_deck_is_completed_in_fixed_order() -> None:
    assert complete(read_cards("KS 2H"), DECK, "the Dealer's")[:4] == read_cards("KS 2H 2S 3S")
    with pytest.raises(BadText, match="is not in the player's deck"):
        complete(read_cards("JC"), read_cards("2S 3S"), "the player's")


@given(seed=st.integers(0, SEED_LIMIT - 1))
def test_a_shuffle_keeps_the_cards_and_repeats(seed: int) -> None:
    order = shuffled(DECK, stream(seed))
    assert sorted(order) == list(DECK)
    assert shuffled(DECK, stream(seed)) == order
    assert shuffled(DECK, stream(seed, 1)) != order


def test_the_shuffle_is_fair() -> None:
    """Every order of four cards equally often: chi-square with 23 degrees of freedom, p = 0.001 at 49.7."""
    counts: dict[tuple[int, ...], int] = {}
    rng = stream(20260918)
    for _ in range(24_000):
        order = shuffled((0, 1, 2, 3), rng)
        counts[order] = counts.get(order, 0) + 1
    assert len(counts) == 24
    assert sum((count - 1000) ** 2 / 1000 for count in counts.values()) < 49.7


def test_the_order_of_a_seed_never_changes() -> None:
    """Records and links hold seeds, so this order is a promise (the browser's Python runs this too)."""
    assert " ".join(card.code for card in shuffled(DECK, stream(42, 1))[:10]) == "KC 6S 6C 2C 5D 9C 2D AD 4H KH"
    assert stream(SEED_LIMIT - 1, 7, 3).random() == 0.8455705193045746


@pytest.mark.parametrize("text", ["", "-1", "1.0", "٣", "1e3", str(SEED_LIMIT), "9" * 40, "x"])
def test_seeds_are_plain_whole_numbers(text: str) -> None:
    with pytest.raises(BadText, match="is not a seed"):
        read_seed(text)


def test_seeds_read() -> None:
    assert read_seed(" 0 ") == 0
    assert read_seed(str(SEED_LIMIT - 1)) == SEED_LIMIT - 1
