"""Ace Trump for ``make soak``: its variants, and what random play of them should give.

The expected means come from a slow implementation of the same rules written apart from this one: hands from
20,000 deals a row, matches from 20,000 (three and four players) or 4,000. Matches with bids have none: they
depend on how one bids, and here anything is bid.
"""

from __future__ import annotations

from typing import Any

from aces.ace_trump.game import AceTrump, State
from aces.ace_trump.trick import reason
from aces.decktet import Suit
from tests.soak import Expected, Numbers, Soak


def hand(players: int, **options: Any) -> AceTrump:
    """One hand."""
    return AceTrump(players, max_hands=1, **options)


HANDS: dict[str, AceTrump] = {
    **{f"trump, {players}": hand(players) for players in range(2, 7)},
    **{f"trump, {players}, Sticky": hand(players, sticky=True) for players in range(2, 7)},
    **{f"trump, {players}, Early Bird": hand(players, ties="early") for players in range(3, 7)},
    **{f"trump, {players}, late ties": hand(players, ties="late") for players in range(3, 7)},
    **{f"trump, {players}, Excuse": hand(players, excuse=True) for players in range(2, 7)},
    **{f"trump, {players}, Bidding": hand(players, bidding=True) for players in range(2, 7)},
    **{f"trump, {players}, fixed trump": hand(players, fixed_trump=Suit.WYRMS) for players in range(2, 7)},
    **{f"trump, {players}, Partners": hand(players, partners=True) for players in (4, 6)},
    "trump, 2, whole deck": hand(2, full_deck=True),
    "trump, 2, whole deck, Excuse, Sticky": hand(2, full_deck=True, excuse=True, sticky=True),
    "trump, 4, Partners, Bidding, Excuse, Early Bird": hand(4, partners=True, bidding=True, excuse=True, ties="early"),
    "trump, 6, Partners, Sticky, Excuse, late ties": hand(6, partners=True, sticky=True, excuse=True, ties="late"),
}
MATCHES: dict[str, AceTrump] = {
    **{f"trump, {players}, to 36": AceTrump(players) for players in range(2, 7)},
    **{f"trump, {players}, Partners, to 36": AceTrump(players, partners=True) for players in (4, 6)},
    "trump, 4, Bidding, to 36": AceTrump(4, bidding=True),
    **{f"trump, {players}, Tides, to 36": AceTrump(players, tides=True) for players in (2, 3, 4)},
    "trump, 3, Tides, Excuse, Sticky, Bidding, to 36": AceTrump(3, tides=True, excuse=True, sticky=True, bidding=True),
}


def tally(rules: AceTrump, state: State) -> Numbers:
    """The numbers of a finished match, mostly of its first hand; asserts what every match keeps."""
    past = state.sheet.past
    for one in past:
        assert sum(one.taken) == one.size == len(one.tricks)
        assert all(0 <= points <= 5 * one.size for points in one.points)
    assert len(past) == rules.max_hands or rules.won_by(past[-1].totals) is not None
    first = past[0]
    numbers: Numbers = {"hands": len(past)}
    if rules.tides:
        return numbers
    lead = (first.dealer + 1) % rules.players
    numbers |= {f"seat {turn}": first.taken[(lead + turn) % rules.players] for turn in range(rules.players)}
    numbers |= dict.fromkeys(("ties", "changes", "trumped", "aces won"), 0)
    before = rules.fixed_trump
    for trick in first.tricks:
        why = reason(trick.cards, trick.trump, rules.ties)
        assert trick.winner == (trick.leader + trick.cards.index(why.card)) % rules.players
        numbers["ties"] += why.kind == "tie"
        numbers["aces won"] += why.card.is_ace
        numbers["changes"] += trick.trump is not before
        numbers["trumped"] += trick.trump is not None and any(card.mask & trick.trump.bit for card in trick.cards)
        before = trick.trump
    numbers["tricks"] = first.size
    numbers["aces"] = sum(card.is_ace for trick in first.tricks for card in trick.cards)
    numbers["tied hand"] = numbers["ties"] > 0
    return numbers


def row(
    seats: list[float], ties: float, hands: float, changes: float, trumped: float, aces: float
) -> tuple[Expected, ...]:
    """One row of the table of random hands; what it gives in per cent stands in per cent here."""
    sample = 20_000
    return (
        *(Expected(f"seat {turn}", tricks, 0.005, sample) for turn, tricks in enumerate(seats)),
        Expected("ties", ties / 100, 0.00005, sample, per="tricks"),
        Expected("tied hand", hands / 100, 0.0005, sample),
        Expected("changes", changes, 0.05, sample),
        Expected("trumped", trumped / 100, 0.005, sample, per="tricks"),
        Expected("aces won", aces / 100, 0.005, sample, per="aces"),
    )


def match(hands: float, sample: int) -> tuple[Expected, ...]:
    """The mean length of a match."""
    return (Expected("hands", hands, 0.05, sample),)


EXPECTED = {
    "trump, 2": row([4.52, 4.48], 0, 0, 2.9, 50, 30),
    "trump, 3": row([4.05, 3.98, 3.97], 0.93, 10.6, 5.5, 68, 15),
    "trump, 4": row([2.36, 2.21, 2.21, 2.22], 1.54, 13.1, 5.1, 77, 12),
    "trump, 5": row([1.50, 1.38, 1.37, 1.37, 1.39], 1.74, 11.7, 4.6, 82, 10),
    "trump, 6": row([1.11, 0.98, 0.98, 0.98, 0.98, 0.98], 1.80, 10.4, 4.4, 87, 7),
    "trump, 3, Sticky": row([4.18, 3.91, 3.91], 0.91, 10.4, 1, 43, 4),
    "trump, 6, Sticky": row([1.25, 0.95], 3.24, 18.1, 1, 64, 1),
    "trump, 2, to 36": match(7.7, 4_000),
    "trump, 3, to 36": match(8.2, 20_000),
    "trump, 4, to 36": match(13.7, 20_000),
    "trump, 5, to 36": match(21.2, 4_000),
    "trump, 6, to 36": match(29.1, 4_000),
    "trump, 4, Partners, to 36": match(7.7, 4_000),
    "trump, 6, Partners, to 36": match(15.9, 4_000),
    "trump, 2, Tides, to 36": match(13.7, 4_000),
    "trump, 3, Tides, to 36": match(18.9, 20_000),
    "trump, 4, Tides, to 36": match(23.9, 20_000),
}

SOAKS = {"ace-trump": Soak({**HANDS, **MATCHES}, tally, EXPECTED)}
