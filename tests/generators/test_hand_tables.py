"""Tables of Ace Trump and Ace Game: counted once more by looking at every hand, or at what the engine does."""

from __future__ import annotations

import re
from collections import Counter
from fractions import Fraction
from itertools import combinations, permutations, product
from math import comb
from random import Random

import pytest

from aces.ace_game.game import AceGame
from aces.ace_trump.game import AceTrump
from aces.ace_trump.trick import playable
from aces.cards import DECK as DECK_52
from aces.cards import Card as Card52
from aces.decktet import DECK, SUITS, Card
from generators import game_tables, trump_tables
from generators.trump_tables import Switch, all_follow, can_follow, followers, nobody_follows


def text(html: str) -> str:
    spoken = re.sub(r'<span[^>]*aria-label="([^"]*)"[^>]*>.*?</span>', r"\1", html)
    return " ".join(re.sub(r"<[^>]+>", " ", spoken).split())


# the deck


def test_every_card_stands_in_the_table_once() -> None:
    """Rule trump-deck."""
    said = re.findall(r'<span class="dt" role="img" aria-label="([^"]+)"', trump_tables.cards())
    assert sorted(said) == sorted([*(card.spoken.partition(",")[0] for card in DECK), "the Excuse"])
    for card in DECK:
        assert f"</span> {card.name}</li>" in trump_tables.cards()


def test_the_suits_and_what_they_share() -> None:
    rows = re.findall(r'<tr><th scope="row">.*?</th>(.*?)</tr>', trump_tables.suits())
    assert len(rows) == 6
    shared = [[int(number) for number in re.findall(r"<td>(\d+)</td>", row)] for row in rows]
    for suit, (*others, count) in zip(SUITS, shared, strict=True):
        assert count == sum(suit in card.suits for card in DECK)
        assert sum(others) == count - 2  # but for the Ace and the Crown, each has another suit
    for one, other in trump_tables.strangers():
        assert not [card for card in DECK if {one, other} <= set(card.suits)]
    assert len(trump_tables.strangers()) == 3


# the hands


@pytest.mark.parametrize("deal", trump_tables.deals(), ids=lambda deal: deal.who)
def test_the_hands_are_those_of_the_deal(deal: trump_tables.Deal) -> None:
    """Rules trump-players, trump-five, trump-two, trump-excuse: every card is in a hand or aside."""
    for excuse, aside in zip((False, True), deal.aside, strict=True):
        rules = AceTrump(deal.players, full_deck=deal.whole, excuse=excuse)
        state = rules.deal(rules.decks(1)).state
        assert {len(hand) for hand in state.hands} == {deal.size}
        assert len(state.decks[0]) == aside
        assert deal.players * deal.size + aside == len(rules.deck)


def test_the_whole_deck_has_a_line_of_its_own() -> None:
    assert [deal.who for deal in trump_tables.deals()] == ["Two", "Two, whole deck", "Three", "Four", "Five", "Six"]


# the chance to follow, against every hand of a small deck and against many of the real one


def small() -> tuple[Card, list[Card]]:
    led = Card.read("8MS")
    return led, [Card.read(code) for code in ("AM", "2MK", "5SW", "XL", "7WY", "4WL", "3LY")]


@pytest.mark.parametrize("size", [1, 2, 3])
def test_chances_are_counted_as_every_hand_counts_them(size: int) -> None:
    led, others = small()
    follow = sum(card.follows(led) for card in others)
    hands = list(combinations(others, size))
    can = sum(any(card.follows(led) for card in hand) for hand in hands)
    assert can_follow(follow, size, len(others)) == Fraction(can, len(hands))
    pairs = [(one, two) for one, two in product(hands, hands) if not set(one) & set(two)]
    both = sum(all(any(card.follows(led) for card in hand) for hand in pair) for pair in pairs)
    none = sum(not any(card.follows(led) for hand in pair for card in hand) for pair in pairs)
    assert all_follow(follow, size, 2, len(others)) == Fraction(both, len(pairs))
    assert nobody_follows(follow, size, 2, len(others)) == Fraction(none, len(pairs))


def test_who_follows_is_what_the_engine_lets_play() -> None:
    for led in DECK:
        others = tuple(card for card in DECK if card is not led)
        assert followers(led) == len(playable(others, (led,)))


def test_the_chance_agrees_with_deals_of_the_engine() -> None:
    """Four players, an Ace or a Crown led by the first: everybody can follow in about 86.8 % of deals."""
    rules = AceTrump(4, dealer=3)
    rng, hits, tried = Random(5), 0, 4000
    for _ in range(tried):
        deck = list(DECK)
        rng.shuffle(deck)
        state = rules.deal({f"hand {n}": tuple(deck) for n in range(1, rules.max_hands + 1)}).state
        led = next((card for card in state.hands[0] if len(card.suits) == 1), None)
        if led is None:
            tried -= 1
            continue
        hits += all(any(card.follows(led) for card in hand) for hand in state.hands[1:])
    chance = float(all_follow(9, 9, 3))
    assert abs(hits / tried - chance) < 4 * (chance * (1 - chance) / tried) ** 0.5


def test_the_chances_that_were_computed_elsewhere() -> None:
    """How an Ace that is led takes the first trick, and hands without an Ace, as an independent study has them."""
    assert nobody_follows(9, 9, 1) == Fraction(comb(26, 9), comb(35, 9))
    assert nobody_follows(9, 12, 2) == Fraction(comb(26, 2), comb(35, 11))
    assert [nobody_follows(9, size, players - 1) for players, size in ((4, 9), (5, 7), (6, 6))] == [0, 0, 0]
    assert round(float(trump_tables.no_ace()), 3) == 0.01
    assert "Four 86.8 % 99.6 % never" in text(trump_tables.table_odds())
    assert "1 in 1,283,772" in text(trump_tables.table_odds())


# the variants


def test_the_table_of_switches_is_the_engines() -> None:
    """Rules trump-partners, trump-tides, trump-two, trump-fixed."""
    said = text(trump_tables.switches())
    assert "Partners no no yes no yes" in said
    assert "Tides of fortune yes yes yes no no" in said
    assert "Whole deck for two yes no no no no" in said
    pairs = {frozenset((clash.one.name, clash.other.name)) for clash in trump_tables.clashes()}
    assert pairs == {
        frozenset(("Sticky Aces", "Fixed trump")),
        frozenset(("Tides of fortune", "Whole deck for two")),
    }


def test_every_option_of_the_engine_is_a_switch_or_a_number() -> None:
    keys = {key.replace("_", "-") for switch in trump_tables.SWITCHES for key in switch.keys}
    assert keys | {"players", "target", "max-hands", "dealer"} == set(AceTrump.options)


def test_all_combinations_are_counted() -> None:
    """By the options: three readings of ties, and on or off for the others that go with so many players."""
    assert trump_tables.ways() == Counter({2: 108, 3: 72, 4: 144, 5: 36, 6: 72})


def test_a_refusal_that_the_table_does_not_tell_stops_the_build(monkeypatch: pytest.MonkeyPatch) -> None:
    whole = trump_tables.objection

    def stricter(players: int, switches: tuple[Switch, ...]) -> str:
        names = {switch.name for switch in switches}
        return whole(players, switches) or ("no" if {"Bidding", "Partners", "The Excuse"} <= names else "")

    monkeypatch.setattr(trump_tables, "objection", stricter)
    with pytest.raises(ValueError, match="the engine's answer is not told by the table"):
        trump_tables.ways()


def test_the_refusals_are_what_the_engine_says() -> None:
    said = text(trump_tables.refusals())
    assert "which 2 players cannot. Allowed: 4 players, 6 players" in said
    assert "lets an Ace make trump, which is fixed here" in said


# Ace Game


def test_the_deal_of_ace_game() -> None:
    """Rules game-players, game-deal."""
    assert [(deal.players, deal.held, deal.left) for deal in game_tables.deals()] == [
        (players, 5 * players, 52 - 5 * players) for players in range(2, 11)
    ]


@pytest.mark.parametrize(("left", "unseen", "suit"), [(0, 4, 2), (2, 4, 1), (3, 5, 2), (4, 4, 1), (3, 6, 4)])
def test_draws_are_counted_as_every_order_counts_them(left: int, unseen: int, suit: int) -> None:
    orders = list(permutations([True] * suit + [False] * (unseen - suit)))
    drawn = vain = 0
    for order in orders:
        deck = order[:left]
        drawn += deck.index(True) + 1 if True in deck else left
        vain += True not in deck
    assert game_tables.draws(left, unseen, suit) == (Fraction(drawn, len(orders)), Fraction(vain, len(orders)))


def test_draws_agree_with_the_engine() -> None:
    """Nine players: the second of the first round draws 3.3 cards on the average, and one time in ten in vain."""
    rules = AceGame(9, start=0)
    counts, vain = [], 0
    for seed in range(6000):
        state = rules.deal(rules.decks(seed)).state
        led = state.hand(0)[0]
        if any(card.suit is led.suit for card in state.hand(1)):
            continue
        step = rules.step(state, led)
        (drew,) = (event.number for event in step.events if event.kind == "drew")
        counts.append(drew)
        vain += not any(card.suit is led.suit for card in step.state.hand(1))
    mean, chance = game_tables.draws(7, 46)
    assert sum(counts) / len(counts) == pytest.approx(float(mean), abs=0.25)
    assert vain / len(counts) == pytest.approx(float(chance), abs=0.03)


def test_lacking_a_suit_is_counted_as_every_hand_counts_it() -> None:
    led = Card52.read("5S")
    hands = list(combinations([card for card in DECK_52 if card is not led], 2))
    without = sum(all(card.suit is not led.suit for card in hand) for hand in hands)
    assert game_tables.lacking(2) == Fraction(without, len(hands))
