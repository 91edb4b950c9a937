"""The rules of Ace Trump by name: as for A.C.E.S. Lite, each has one stable id, a number and a title."""

from __future__ import annotations

from ..lite.ids import Rule

_TABLE = """
trump-deck            T1   The thirty-six cards
trump-rank            T2   Ace low, Crown high
trump-players         T3   Players and hands
trump-five            T4   Five players
trump-two             T5   Two players
trump-first-lead      T6   Who leads first
trump-clockwise       T7   One card each
trump-follow          T8   Following
trump-two-suits       T9   Two suits led
trump-free            T10  When you cannot follow
trump-highest         T11  The highest card that follows
trump-trumps          T12  The highest trump
trump-none-yet        T13  No trump at first
trump-ace             T14  An Ace makes trump
trump-ace-lasts       T15  How long trump lasts
trump-last-ace        T16  Two Aces in one trick
trump-ace-wins        T17  When an Ace can win
trump-ties            T18  Equal cards
trump-sticky          T19  Sticky Aces
trump-point           T20  A point a trick
trump-target          T21  The target
trump-play-on         T22  Equal at the top
trump-excuse          T23  The Excuse
trump-excuse-led      T24  The Excuse is led
trump-partners        T25  Partners
trump-bidding         T26  Bidding
trump-tides           T27  Tides of fortune
trump-tides-excuse    T28  The Excuse ends a hand
trump-fixed           T29  Fixed trump
trump-rotate          T30  The deal passes on
trump-next-lead       T31  Who leads next
"""

RULES: dict[str, Rule] = {
    rule_id: Rule(rule_id, number, title)
    for rule_id, number, title in (line.split(None, 2) for line in _TABLE.strip().splitlines())
}
"""Every rule of Ace Trump, by id, in the order of the rules."""
