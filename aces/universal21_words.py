"""A scene of Universal 21 in plain sentences.

>>> from aces.match import Match
>>> from aces.universal21 import Universal21
>>> match = Match(Universal21(stat=2), seed=1)
>>> for text in ("hit", "add", "stand"):
...     _ = match.play(text)
>>> for line in narrate(match.rules, match.events):
...     print(line.text)
The House lays the Tell, A♣, and the Truth face down. You open with 7♠.
Hit 1 of 2.
You draw 8♣.
You Add 8♣: 15.
You Stand on 15, with a Hit to spare.
The Truth turns: 5♦.
You have 15, the House has 16: Failure.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import NamedTuple

from .lite.resolution import Event, Move, View
from .lite.words import OUTCOME_NAMES, rule_of, spare_text
from .lite.words import label as label_of
from .universal21 import Choice, SceneEvent, SceneVerdict, SceneView, Universal21, totals


class Line(NamedTuple):
    """One sentence of the story: the event, its words, the rule behind it, the table after it."""

    event: SceneEvent
    text: str
    rule: str
    view: SceneView


_RULES = {
    "passed": "u21-over-21",
    "barred": "u21-locked-door",
    "echo": "u21-echo",
    "accepted": "u21-echo",
    "revealed": "lite-reveal",
    "surge": "u21-surge",
}


def narrate(rules: Universal21, events: Iterable[SceneEvent]) -> Iterator[Line]:
    """The story of a scene, a sentence for each event, from the events alone."""
    view = rules.blank()
    for event in events:
        before, view = view, rules.watch(view, event)
        yield Line(event, _told(event, before, view), _rule(event), view)


def _rule(event: SceneEvent) -> str:
    if event.event is not None:
        return "u21-house" if event.event.kind == "drew" else rule_of(event.event)
    if event.verdict is not None:
        return event.verdict.decided_by.rule
    return _RULES[event.kind]


def _told(event: SceneEvent, before: SceneView, view: SceneView) -> str:
    if event.event is not None:
        return _at_the_table(event.event, before.table, view.table)
    match event.kind:
        case "passed":
            return f"That is {event.number}, past 21: the scene ends at once."
        case "barred":
            return "The House is over 21: a locked door."
        case "echo":
            return (
                f"ECHO, for 1 Plot Armor: the same Tell and Truth, attempt {event.number}. You open with {event.card}."
            )
        case "accepted":
            return "You accept the Catastrophe."
        case "revealed":
            return f"The Truth turns: {event.card}."
        case "surge":
            return "A Strange Surge: Strange rises by 1."
    assert event.verdict is not None
    return verdict_text(event.verdict)


def _at_the_table(event: Event, before: View, view: View) -> str:
    card, other = event.card, event.other
    total = total_text(view)
    match event.kind:
        case "dealt":
            return f"The House lays the Tell, {card}, and the Truth face down. You open with {other}."
        case "hit":
            return f"Hit {event.number} of {event.number + view.hits_left}."
        case "drew":
            return f"You draw {card}."
        case "added":
            return f"You Add {card}: {total}."
        case "swapped":
            return f"You Swap {card} in for {other}: {total}."
        case "used":
            return f"You use {card} from your Inventory for {other}, and Stand: {total}."
        case "claimed":
            return "You claim the early 21."
    return f"You Stand on {total}{spare_text(before.hits_left)}."


def total_text(view: View) -> str:
    """What the Layout may total under Universal 21, such as ``12``, or ``7 or 17``."""
    return " or ".join(map(str, totals(view.layout, view.sources)))


def verdict_text(verdict: SceneVerdict) -> str:
    """The outcome in a sentence, with both totals, and that a door was locked."""
    door = ", a locked door" if verdict.locked else ""
    name = OUTCOME_NAMES[verdict.outcome]
    return f"You have {verdict.player.total}, the House has {verdict.house.total}{door}: {name}."


def label(move: Move | Choice, view: SceneView) -> str:
    """What a button for a move says."""
    if isinstance(move, Choice):
        return "ECHO for 1 Plot Armor" if move.verb == "echo" else "Accept the Catastrophe"
    return label_of(move, view.table)


def who(event: SceneEvent) -> str:
    """Whose event it is, in a word."""
    if event.event is not None:
        return "House" if event.event.kind == "dealt" else "You"
    return "You" if event.kind in ("passed", "echo", "accepted", "surge") else "House"
