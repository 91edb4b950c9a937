"""Chapter 1, the decks: who shuffles which cards, and what the cards are worth."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from ..cards import DECK, Card, Rank, Suit

TARGET = 21
"""The number that Layouts reach for. More than this is over."""

FACE_VALUE = 10
"""What a Jack, Queen or King is worth."""

ACE_VALUES = (1, 11)
"""What an Ace is worth: its owner picks (rules lite-card-values, lite-aces)."""

ITEM_RANKS = (Rank.SEVEN, Rank.JACK)
"""The ranks of the Affinity Suit that leave the deck as Inventory items (rule lite-affinity)."""


def rank_values(rank: Rank) -> tuple[int, ...]:
    """What a rank may be worth, lowest first (rule lite-card-values).

    >>> [rank_values(rank) for rank in (Rank.NINE, Rank.KING, Rank.ACE)]
    [(9,), (10,), (1, 11)]
    """
    if rank is Rank.ACE:
        return ACE_VALUES
    return (FACE_VALUE,) if rank in (Rank.JACK, Rank.QUEEN, Rank.KING) else (rank.index + 2,)


_LOW = tuple(rank_values(card.rank)[0] for card in DECK)
_RAISE = ACE_VALUES[1] - ACE_VALUES[0]


class Reading(NamedTuple):
    """Cards read at one value each: the values in the order of the cards, and their sum."""

    values: tuple[int, ...]
    total: int


def lowest(cards: Iterable[Card]) -> int:
    """The lowest total of the cards: every Ace at 1."""
    return sum(_LOW[card.index] for card in cards)


def totals(cards: Sequence[Card]) -> tuple[int, ...]:
    """Every total that the owner of the cards may pick, ascending (rule lite-aces).

    >>> totals([Card.read("AS"), Card.read("AD"), Card.read("9H")])
    (11, 21, 31)
    """
    low = lowest(cards)
    aces = sum(card.is_ace for card in cards)
    return tuple(range(low, low + _RAISE * aces + 1, _RAISE))


def best_total(cards: Sequence[Card]) -> int:
    """The highest total not over 21; the lowest total when all are over (rule lite-aces)."""
    low = lowest(cards)
    if low <= TARGET:
        for card in cards:
            if card.is_ace and low + _RAISE <= TARGET:
                low += _RAISE
    return low


def read_as(cards: Sequence[Card], total: int) -> Reading:
    """The cards read so that they sum to ``total``: as many Aces at 11, first ones first, as it takes.

    Raises ``ValueError`` when no choice of Aces gives the total.
    """
    raised = (total - lowest(cards)) // _RAISE
    if total not in totals(cards):
        raise ValueError(f"no choice of Aces makes {total} of {' '.join(map(str, cards))}")
    values = []
    for card in cards:
        value = _LOW[card.index]
        if card.is_ace and raised:
            value += _RAISE
            raised -= 1
        values.append(value)
    return Reading(tuple(values), total)


def items(affinity: Suit) -> tuple[Card, ...]:
    """The two Inventory cards of an Affinity Suit: its 7, then its Jack (rule lite-affinity)."""
    return tuple(Card(rank, affinity) for rank in ITEM_RANKS)


def player_deck(affinity: Suit) -> tuple[Card, ...]:
    """A player's 50 cards in fixed order: 52 less the two items (rule lite-player-deck).

    >>> len(player_deck(Suit.CLUBS))
    50
    """
    mine = items(affinity)
    return tuple(card for card in DECK if card not in mine)


DEALER_DECK = DECK
"""The Dealer's 52 cards in fixed order (rule lite-dealer-deck)."""
