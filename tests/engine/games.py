"""The games and variants that the conformance suite plays, and how their views hide cards."""

from __future__ import annotations

from typing import Any

from aces import decktet
from aces.ace_game.game import AceGame
from aces.ace_trump.game import AceTrump
from aces.cards import Card, Suit
from aces.lite.character import Stat
from aces.lite.duel import Duel
from aces.lite.group import GroupResolution, Member
from aces.lite.resolution import Resolution
from aces.universal21 import Universal21

TRUMP: dict[str, AceTrump] = {
    "trump, two": AceTrump(2, max_hands=1, dealer=1),
    "trump, two, whole deck, late ties, Excuse": AceTrump(2, full_deck=True, ties="late", excuse=True, max_hands=1),
    "trump, three, Excuse, Bidding": AceTrump(3, excuse=True, bidding=True, max_hands=1, dealer=2),
    "trump, four": AceTrump(4, max_hands=1),
    "trump, four, Partners, Sticky, Early Bird": AceTrump(
        4, partners=True, sticky=True, ties="early", target=7, max_hands=1
    ),
    "trump, five, fixed": AceTrump(5, fixed_trump=decktet.Suit.LEAVES, bidding=True, max_hands=1),
    "trump, six in pairs, Bidding": AceTrump(6, partners=True, bidding=True, excuse=True, max_hands=1),
    "trump, Tides": AceTrump(3, tides=True, target=6, max_hands=3),
    "trump, Tides, Excuse, Bidding": AceTrump(2, tides=True, excuse=True, bidding=True, target=20, max_hands=3),
}
"""Ace Trump with every option at least once, in short matches."""

GAME: dict[str, AceGame] = {
    "ace game": AceGame(),
    "ace game, two, full smash": AceGame(2, start=1, smash="full", max_superover=0),
    "ace game, three, any superovers": AceGame(3, max_superover=None, next_leader="family"),
}

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
    "duel": Duel([Member(3), Member(2, Suit.CLUBS)]),
    "duel, one hand without items": Duel([Member(4), Member(1, Suit.CLUBS)], inventory=False, ace="low", max_hands=1),
    "duel, one item a Scene": Duel([Member(1), Member(1)], scene_items="one", loser_hp=1, max_hands=3),
    "universal": Universal21(stat=3),
    "universal, a Catastrophe at the locked door": Universal21(
        2, Stat.STRANGE, Suit.HEARTS, door_open="success", door_shut="catastrophe", surge="success"
    ),
    "universal, no ECHO left": Universal21(stat=5, ready=(), armor=0),
    **TRUMP,
    **GAME,
}
"""Every game with every option that changes its play, by name."""

FRESH_DRAWS = frozenset({"universal21"})
"""Games that draw each card from a whole deck, so that only the number of hidden cards is known."""
