"""The rules of Universal 21 by name: the differences from A.C.E.S. Lite, and nothing else.

Where Universal 21 does as A.C.E.S. Lite does, the engine cites the rule of A.C.E.S. Lite.
"""

from __future__ import annotations

from .lite.ids import Rule

_TABLE = """
u21-points       15.1   Eight points
u21-card-values  15.2   What cards are worth
u21-house        15.3   The House never draws
u21-over-21      15.4   Past 21
u21-echo         15.5   Harm, and ECHO
u21-locked-door  15.6   The locked door
u21-fresh-cards  15.7   Every card fresh
u21-surge        15.8   The Strange Surge
u21-playthrough  15.9   One playthrough
u21-convert      15.10  Moving a character over
"""

RULES: dict[str, Rule] = {
    rule_id: Rule(rule_id, number, title)
    for rule_id, number, title in (line.split(None, 2) for line in _TABLE.strip().splitlines())
}
"""Every rule that Universal 21 has for itself, by id, in order."""
