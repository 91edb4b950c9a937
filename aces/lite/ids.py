"""The rules of A.C.E.S. Lite by name.

Each rule has one stable id. The site carries it as an anchor, the engine cites it in every
reason and every check, and the tests that prove the rule name it. The number is the rule's
place in the numbered statement of the rules; the title is what a link to it says.
"""

from __future__ import annotations

from typing import NamedTuple


class Rule(NamedTuple):
    """One rule: its id (an anchor on the site), number and short title."""

    id: str
    number: str
    title: str


_TABLE = """
lite-own-deck             1.1   A deck for everyone
lite-player-deck          1.2   The player's fifty cards
lite-dealer-deck          1.3   The Dealer's fifty-two
lite-fresh-decks          1.4   Fresh decks every time
lite-cleanup              1.5   Cleaning up
lite-card-values          1.6   What cards are worth
lite-aces                 1.7   Aces
lite-dealer-aces          1.8   The Dealer's Aces
lite-stats                2.1   Four Stats
lite-lucky-points         2.2   Seven Lucky Points
lite-affinity             2.3   Affinity and the two items
lite-concept              2.4   Concept
lite-person               2.5   The person
lite-when                 3.1   When to resolve
lite-initiative           3.2   Initiative
lite-initiative-order     3.3   Who goes first
lite-initiative-recut     3.4   Cutting again
lite-tell-truth           4.1   Tell and Truth
lite-opening-card         4.2   The opening card
lite-hits-available       4.3   How many Hits
lite-hit-order            5.1   The Dealer goes first
lite-dealer-options       5.2   The Dealer's three options
lite-add-swap             5.3   Add or Swap
lite-over-21              5.4   Going over 21
lite-hit-limit            5.5   No more Hits
lite-dealer-draws         5.6   When the Dealer draws
lite-early-21             6.1   The early 21
lite-early-21-cards       6.2   What makes an early 21
lite-early-21-once        6.3   Once, or not at all
lite-early-21-items       6.4   Items never make one
lite-stand                7.1   Stand
lite-reveal               7.2   The Truth turns
lite-outcome-order        8     The checks, in order
lite-outcome-critical     8.1   Critical
lite-outcome-catastrophe  8.2   Over 21
lite-outcome-dealer-over  8.3   The Dealer is over 21
lite-outcome-higher       8.4   You are higher
lite-outcome-lower        8.5   You are lower
lite-outcome-printed      8.6   A Dealer on 22
lite-outcome-limits       8.7   What cannot happen
lite-inventory            9.1   Using an item
lite-inventory-value      9.2   What an item is worth
lite-inventory-once       9.3   Once a Scene, one at a time
lite-harm                 10.1  What a bad outcome costs
lite-plot-armor           10.2  Plot Armor
lite-unconscious          10.3  Out, and helped back
lite-scene                10.4  A new Scene
lite-episode              10.5  A new Episode
lite-group                11.1  When a group resolves
lite-group-split          11.2  Splitting the Layout
lite-group-seats          11.3  Who gets which Layout
lite-group-own            11.4  Each on their own
lite-group-override       11.5  Critical over Catastrophe
lite-group-count          11.6  Counting the rest
lite-group-one            11.7  One Resolution
lite-duel                 12.1  Player against player
lite-duel-turns           12.2  Taking turns
lite-duel-winner          12.3  Who wins
lite-growth               13.1  Four boxes
lite-growth-marks         13.2  What earns a mark
lite-growth-erase         13.3  Erasing, and pausing
lite-turning-point        13.4  The Turning Point
lite-growth-early         13.5  Too early
lite-wild-characters      14.1  Wild Characters
lite-wild-places          14.2  Wild Places
lite-wild-adventures      14.3  Wild Adventures and MacGuffins
lite-wild-deck            14.4  Any deck will do
"""

RULES: dict[str, Rule] = {
    rule_id: Rule(rule_id, number, title)
    for rule_id, number, title in (line.split(None, 2) for line in _TABLE.strip().splitlines())
}
"""Every rule of A.C.E.S. Lite, by id, in the order of the rules."""
