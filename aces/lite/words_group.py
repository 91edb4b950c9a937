"""A Group Resolution in plain sentences, in the third person.

>>> from aces.match import Match
>>> from aces.lite.group import GroupResolution, Member
>>> match = Match(GroupResolution((Member(stat=1), Member(stat=1)), starter=2), seed=3)
>>> for text in ("stand", "hit", "tell", "add", "stand"):
...     _ = match.play(text)
>>> for line in narrate(match.rules, match.events, {1: "Ana", 2: "Bo"}):
...     print(line.text)
The Dealer lays the Tell, 3♣, and the Truth face down.
Split 1: 3♣ gets a new Truth, face down, and the original Truth a new Tell, 2♦.
Bo takes the Tell 2♦ and the original Truth, and opens with A♥.
Ana takes the Tell 3♣, and opens with A♣.
Bo Stands on 1 or 11, with a Hit to spare.
The Truth turns: 8♥.
Bo has 11, the Dealer has 10: Success.
Ana Hits: 1 of 1.
The Dealer draws Q♥ and replaces the Tell, 3♣, with it.
Ana draws 7♥.
Ana Adds 7♥: 8 or 18.
Ana Stands on 8 or 18.
The Truth turns: 9♣.
Ana has 18, the Dealer has 19: Failure.
1 Success and 1 Failure: a tie, which is not enough. The group fails.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import NamedTuple

from ..rules import Seat
from .group import GroupEvent, GroupOutcome, GroupResolution, GroupView, Shared
from .resolution import DEALER, Move
from .words import Voice, rule_of, sentence
from .words import label as label_at

ENDINGS: dict[GroupOutcome, str] = {
    "critical": "The group's outcome is a Critical.",
    "success": "The group succeeds.",
    "failure": "The group fails.",
}


class Line(NamedTuple):
    """One sentence of the story: the event, its words, the rule behind it, the table after it."""

    event: GroupEvent
    text: str
    rule: str
    view: GroupView


def narrate(
    rules: GroupResolution, events: Iterable[GroupEvent], names: Mapping[Seat, str] | None = None
) -> Iterator[Line]:
    """The story of a Group Resolution, a sentence for each event, from the events alone.

    ``names`` calls the seats by other names than ``Player 1``.
    """
    called = {seat: name.capitalize() for seat, name in rules.seats.items()} | dict(names or {})
    view = rules.blank()
    for event in events:
        before, view = view, rules.watch(view, event)
        text, rule = _told(rules, event, before, view, called)
        yield Line(event, text, rule, view)


def _told(
    rules: GroupResolution, event: GroupEvent, before: GroupView, view: GroupView, called: Mapping[Seat, str]
) -> tuple[str, str]:
    if event.kind == "laid":
        return f"The Dealer lays the Tell, {event.card}, and the Truth face down.", "lite-group"
    if event.kind == "split":
        return (
            f"Split {event.number}: {event.other} gets a new Truth, face down, "
            f"and the original Truth a new Tell, {event.card}.",
            "lite-group-split",
        )
    if event.event is None:
        assert event.shared is not None
        return shared_text(event.shared), event.shared.decided_by.rule
    name, inner = called[event.seat], event.event
    if inner.kind == "dealt":
        original = " and the original Truth" if event.seat == rules.starter else ""
        return f"{name} takes the Tell {inner.card}{original}, and opens with {inner.other}.", "lite-group-seats"
    at = event.seat - 1
    return sentence(inner, before.tables[at], view.tables[at], Voice(name)), rule_of(inner)


def shared_text(shared: Shared) -> str:
    """The shared outcome in a sentence or two, with the reason that decided it."""
    return f"{shared.decided_by.why} {ENDINGS[shared.outcome]}"


def label(move: Move, view: GroupView) -> str:
    """What a button for a move says."""
    return label_at(move, view.now)


def who(event: GroupEvent) -> str:
    """Whose event it is, in a word or two."""
    inner = event.event
    if inner is None or inner.seat == DEALER:
        return "Dealer"
    return f"Player {event.seat}"
