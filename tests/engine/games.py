"""The games and variants that the conformance suite plays, and how their views hide cards."""

from __future__ import annotations

from typing import Any

from aces.cards import Card, Suit
from aces.lite.group import GroupResolution, Member
from aces.lite.resolution import Resolution

VARIANTS: dict[str, Any] = {
    "lite, Stat 1": Resolution(stat=1),
    "lite, Stat 4": Resolution(stat=4, affinity=Suit.CLUBS),
    "lite, Stat 6, after Growth": Resolution(stat=6, affinity=Suit.HEARTS),
    "lite, one item left": Resolution(stat=2, affinity=Suit.DIAMONDS, ready=[Card.read("JD")]),
    "lite, no items": Resolution(stat=3, ready=()),
    "lite, the Dealer picks Aces": Resolution(stat=3, dealer_aces="dealer"),
    "lite, drawn discards show": Resolution(stat=3, discards="drawn"),
    "lite, no discards show": Resolution(stat=4, discards="none", dealer_aces="dealer"),
    "group of one": GroupResolution([Member(2, Suit.CLUBS)]),
    "group of three": GroupResolution([Member(2), Member(1, Suit.HEARTS, ()), Member(3, Suit.CLUBS)], starter=2),
    "group, hidden discards, Aces picked": GroupResolution(
        [Member(3), Member(2)], starter=2, dealer_aces="dealer", discards="none", override="counts"
    ),
}
"""Every game with every option that changes its play, by name."""
