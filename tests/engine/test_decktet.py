"""The Decktet against its verified facts, and its text notation."""

from __future__ import annotations

import copy
import json
import pickle
from collections import Counter
from itertools import combinations, pairwise
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from aces.decktet import ACES, DECK, EXCUSE, FULL_DECK, RANKS, SUITS, Card, Suit, complete, read_cards
from aces.rules import BadText

FACTS: dict[str, Any] = json.loads(
    (Path(__file__).resolve().parent.parent / "cases" / "decktet.json").read_text(encoding="utf-8")
)
KNOWN = {fact["code"]: fact for fact in FACTS["cards"] if fact["deck"] != "extended"}


def test_the_cards_are_those_of_the_decktet() -> None:
    """Thirty-six cards and the Excuse, card for card: rules trump-deck, trump-rank."""
    assert [card.code for card in FULL_DECK] == list(KNOWN)
    for card in FULL_DECK:
        fact = KNOWN[card.code]
        assert [suit.letter for suit in card.suits] == fact["suits"]
        assert card.value == (fact["value"] or 0)
        assert card.name == fact["name"]
        assert list(card.marks) == fact["marks"]
        assert card.rank.text == {"Ace": "A", "Crown": "X", "Excuse": "E"}.get(fact["rank"], fact["rank"])


def test_the_suits_stand_in_printed_order() -> None:
    told = [(suit.letter, suit.word, suit.one) for suit in SUITS]
    assert told == [(fact["letter"], fact["name"], fact["singular"]) for fact in FACTS["suit_order"]]
    for card in DECK:
        assert list(card.suits) == sorted(card.suits, key=SUITS.index)


def test_what_the_deck_is_made_of() -> None:
    """Six Aces, six Crowns, three cards of each number, every suit once a rank: rule trump-deck."""
    assert Counter(card.rank.text for card in DECK) == {"A": 6, "X": 6} | dict.fromkeys("23456789", 3)
    for rank in RANKS:
        suits = [suit for card in DECK if card.rank is rank for suit in card.suits]
        assert sorted(suits, key=SUITS.index) == list(SUITS)
    pairs = {a.letter + b.letter: [] for a, b in combinations(SUITS, 2)}
    for card in DECK:
        if len(card.suits) == 2:
            pairs[card.code[1:]].append(card.value)
    assert pairs == FACTS["checks"]["pairs_basic"]
    assert Counter(mark for card in DECK for mark in card.marks) == FACTS["checks"]["marks_basic"]


def test_how_many_cards_follow_each() -> None:
    """Rule trump-follow: a shared suit is enough."""
    for card in DECK:
        others = [other for other in DECK if other is not card and other.follows(card)]
        assert len(others) == KNOWN[card.code]["can_be_followed_by"]
    assert not any(card.follows(EXCUSE) or EXCUSE.follows(card) for card in FULL_DECK)


def test_index_mask_and_order() -> None:
    assert [card.index for card in FULL_DECK] == list(range(37))
    assert all(a.value <= b.value for a, b in pairwise(DECK))
    assert [ace.suits[0] for ace in ACES] == list(SUITS)
    assert all(card.is_ace == (card in ACES) for card in FULL_DECK)
    assert EXCUSE.mask == 0 and not EXCUSE.suits


@pytest.mark.parametrize("card", FULL_DECK)
def test_a_card_reads_back(card: Card) -> None:
    """By its code in either case of letters, by its name with and without the article; one object each."""
    for text in (card.code, card.code.lower(), f" {card.code} ", card.name, card.name.removeprefix("the ").upper()):
        assert Card.read(text) is card
    assert Card(card.code) is copy.deepcopy(card) is copy.copy(card) is pickle.loads(pickle.dumps(card)) is card
    assert eval(repr(card)) is card
    assert str(card) == card.text == card.code


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("8SM", "Allowed: 8MS, 8WL, 8YK"),
        ("8", "Allowed: 8MS, 8WL, 8YK"),
        ("AMS", "Allowed: AM, AS, AW, AL, AY, AK"),
        ("10M", "a rank"),
        ("KM", "a rank"),
        ("", "a rank"),
        ("the", "a rank"),
        ("☃", "a rank"),
        (7, "a rank"),
        (None, "a rank"),
    ],
)
def test_what_is_no_card_is_refused(text: Any, reason: str) -> None:
    with pytest.raises(BadText, match=reason):
        Card.read(text)


@given(st.text(max_size=12))
def test_any_text_is_a_card_or_is_refused(text: str) -> None:
    try:
        card = Card.read(text)
    except BadText:
        return
    assert card in FULL_DECK


def test_suits_read_by_letter_and_word() -> None:
    for suit in SUITS:
        for text in (suit.letter, suit.word.lower(), suit.one.upper(), f" {suit.letter.lower()} "):
            assert Suit.read(text) is suit
    for other in ("", "Q", "hearts", None, 3):
        with pytest.raises(BadText, match="Moons, Suns, Waves"):
            Suit.read(other)  # type: ignore[arg-type]


def test_a_deck_is_completed() -> None:
    """Given cards on top, the rest in order; a stranger or a double is refused."""
    top = read_cards("XK, 2MK AS")
    deck = complete(top, DECK, "hand 1")
    assert deck[:3] == top
    assert sorted(deck, key=DECK.index) == list(DECK)
    assert deck[3:] == tuple(card for card in DECK if card not in top)
    with pytest.raises(BadText, match="stands twice in the hand 1 deck"):
        complete(read_cards("XK XK"), DECK, "hand 1")
    with pytest.raises(BadText, match="'E' is not in the hand 1 deck"):
        complete([EXCUSE], DECK, "hand 1")
    with pytest.raises(BadText, match="is not in"):
        complete(DECK * 40, ACES, "dealer")
