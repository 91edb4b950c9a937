"""The rules of Ace Game by name: as for A.C.E.S. Lite, each has one stable id, a number and a title."""

from __future__ import annotations

from ..lite.ids import Rule

_TABLE = """
game-players         G1   Two to ten players
game-deal            G2   Five cards each
game-rank            G3   Ace high
game-start           G4   Who starts
game-lead            G5   The lead
game-follow          G6   Following
game-draw            G7   Drawing for the suit
game-red-day         G8   Red day and the smash
game-empty-lead      G9   Nothing to lead
game-empty-follow    G10  Nothing to follow with
game-collect         G11  Who takes the cards
game-smash-ends      G12  A smash ends the round
game-clean-round     G13  A clean round
game-complete        G14  Completing
game-complete-order  G15  Several complete at once
game-next-start      G16  Who starts next
game-after-complete  G17  After somebody completed
game-card-problem    G18  The card problem
game-superover       G19  The superover
game-superover-once  G20  How often
game-loser           G21  The loser
game-last-round      G22  The special last round
game-winners         G23  Everybody else wins
game-stop            G24  The stop rule
"""

RULES: dict[str, Rule] = {
    rule_id: Rule(rule_id, number, title)
    for rule_id, number, title in (line.split(None, 2) for line in _TABLE.strip().splitlines())
}
"""Every rule of Ace Game, by id, in the order of the rules."""
