"""Odds that follow from the rules, counted exactly through the engine: every order of small decks, every pair of cards.

Nothing here is drawn by chance. Rules lite-dealer-options, lite-hit-order, lite-early-21, lite-outcome-limits.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from fractions import Fraction
from itertools import permutations, product

import pytest

from aces.cards import DECK, Card, Suit, read_cards
from aces.lite.decks import TARGET, best_total, lowest, player_deck
from aces.lite.outcome import dealer_reading
from aces.lite.resolution import ADD, CLAIM, HIT, STAND, SWAPS, Move, Resolution, State, verdict_of

Odds = dict[str, Fraction]
Player = Callable[[State], Move]
Options = Callable[[Resolution, State], Sequence[str]]
"""What a Dealer may do when they have drawn, each as likely as the others."""


def cautious(state: State) -> Move:
    """Hits below 15 and Adds, whatever the Dealer shows."""
    if state.phase == "place":
        return ADD
    return HIT if best_total(state.layout) < 15 else STAND


def swapping(state: State) -> Move:
    """Always Hits; Swaps the highest card away when the new one would go over."""
    if state.phase == "place":
        assert state.drawn is not None
        if lowest((*state.layout, state.drawn)) <= TARGET:
            return ADD
        return SWAPS[max(range(len(state.layout)), key=lambda at: lowest(state.layout[at : at + 1]))]
    return HIT


def claiming(state: State) -> Move:
    """Hits once, and ends on an early 21."""
    if state.phase == "place":
        return ADD
    return HIT if state.hits == 0 else CLAIM


def passive(rules: Resolution, state: State) -> Sequence[str]:
    return ("discard",)


def at_random(rules: Resolution, state: State) -> Sequence[str]:
    return ("tell", "truth", "discard")


def always_truth(rules: Resolution, state: State) -> Sequence[str]:
    return ("truth",)


def tell_then_truth(rules: Resolution, state: State) -> Sequence[str]:
    return ("tell",) if state.hits == 1 else ("truth", "discard")


def greedy(rules: Resolution, state: State) -> Sequence[str]:
    """Looks at the cards, and so breaks the law: takes the best total."""
    assert state.drawn is not None
    hands = {
        "tell": (state.drawn, state.truth),
        "truth": (state.tell, state.drawn),
        "discard": (state.tell, state.truth),
    }
    return (max(hands, key=lambda option: dealer_reading(*hands[option]).total),)


def odds(rules: Resolution, mine: str, theirs: str, player: Player, options: Options) -> Odds:
    """What every order of two small decks comes to, with how likely it is."""
    found: Odds = {}

    def play(state: State, share: Fraction) -> None:
        turn = rules.turn(state)
        if turn is None:
            outcome = verdict_of(state).outcome
            found[outcome] = found.get(outcome, Fraction(0)) + share
        elif turn == 1:
            wanted = player(state)
            legal = rules.moves(state)
            play(rules.step(state, wanted if wanted in legal else STAND).state, share)
        else:
            chosen = options(rules, state)
            for option in chosen:
                play(rules.step(state, Move(option)).state, share / len(chosen))  # type: ignore[arg-type]

    orders = list(product(permutations(read_cards(mine)), permutations(read_cards(theirs))))
    for own, other in orders:
        play(rules.deal({"player": own, "dealer": other}).state, Fraction(1, len(orders)))
    assert sum(found.values()) == 1
    return found


@pytest.mark.parametrize("player", [cautious, swapping, claiming])
@pytest.mark.parametrize(
    ("stat", "mine", "theirs"),
    [
        (1, "AS 10H 9C", "AC KD 10D 6S"),
        (2, "5S QH 6C AH", "8C KD 7D AD"),
        (2, "AS KH 9C 4D", "10C QD 9D"),
        (3, "2S 9H 8C 3D", "AC AD 9S 5H"),
    ],
)
def test_who_ignores_the_dealer_meets_the_same_odds(player: Player, stat: int, mine: str, theirs: str) -> None:
    """A player who does not look at the Dealer's cards has the same odds, to the last fraction, against any
    Dealer who does not either; one of these decks is too small for the Hits, and it holds there too."""
    rules = Resolution(stat)
    plain = odds(rules, mine, theirs, player, passive)
    assert len(plain) > 1
    for dealer in (at_random, always_truth, tell_then_truth):
        assert odds(rules, mine, theirs, player, dealer) == plain


def test_a_dealer_who_looks_changes_the_odds() -> None:
    """The law above can fail: it does, as soon as the option depends on the cards."""
    rules, decks = Resolution(2), ("5S QH 6C AH", "8C KD 7D AD")
    assert odds(rules, *decks, cautious, greedy) != odds(rules, *decks, cautious, passive)


@pytest.mark.parametrize("suit", list(Suit))
def test_the_early_21_is_on_offer_12_times_in_245(suit: Suit) -> None:
    """Rules lite-early-21, lite-early-21-cards: counted over every opening card and first Hit, in the game itself."""
    rules, own = Resolution(1, suit), player_deck(suit)
    dealer = DECK[:3]
    offered: Counter[bool] = Counter()
    for pair in permutations(own, 2):
        state = rules.deal({"player": pair, "dealer": dealer}).state
        for move in (HIT, Move("discard"), ADD):
            state = rules.step(state, move).state
        offered[CLAIM in rules.moves(state)] += 1
    assert Fraction(offered[True], offered.total()) == Fraction(12, 245)


def test_the_dealer_holds_two_aces_once_in_221() -> None:
    """Rule lite-outcome-limits: over every Tell and Truth, in the game itself. By their own pick two Aces make 22."""
    rules, picking = Resolution(1), Resolution(1, dealer_aces="dealer")
    totals: Counter[int] = Counter()
    for pair in permutations(DECK, 2):
        state = rules.deal({"player": DECK[:1], "dealer": pair}).state
        totals[verdict_of(rules.step(state, STAND).state).dealer.total] += 1
        if all(card.is_ace for card in pair):
            picked = picking.step(picking.step(state, STAND).state, Move("aces", aces=(11, 11))).state
            assert verdict_of(picked).dealer.total == 22
            totals[22] += 1
    assert Fraction(totals[22], 52 * 51) == Fraction(1, 221)
    assert max(total for total in totals if total != 22) == TARGET


def test_stat_1_never_ends_in_catastrophe_whatever_is_drawn() -> None:
    """Rule lite-outcome-limits: every opening card and Hit, Added or Swapped, against a Dealer on anything."""
    rules = Resolution(1)

    def lasts(pair: Sequence[Card]) -> list[State]:
        state = rules.deal({"player": tuple(pair), "dealer": DECK[:3]}).state
        for move in (HIT, Move("discard")):
            state = rules.step(state, move).state
        return [rules.step(rules.step(state, move).state, STAND).state for move in (ADD, SWAPS[0])]

    outcomes = {verdict_of(last).outcome for pair in permutations(rules.own_deck, 2) for last in lasts(pair)}
    assert outcomes == {"critical", "success", "failure"}
