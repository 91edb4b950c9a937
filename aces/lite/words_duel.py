"""A duel in plain sentences, in the third person.

>>> from aces.match import Match
>>> from aces.lite.duel import Duel
>>> from aces.lite.group import Member
>>> match = Match(Duel((Member(stat=1), Member(stat=2))), seed=4)
>>> for text in ("hit", "add", "stand", "stand"):
...     _ = match.play(text)
>>> for line in narrate(match.rules, match.events, {1: "Ana", 2: "Bo"}):
...     print(line.text)
Ana against Bo.
Ana cuts 5♣.
Bo cuts 3♥.
Ana goes first.
Ana opens with K♦.
Bo opens with K♣.
Ana Hits: 1 of 1.
Ana draws J♦.
Ana Adds J♦: 20.
Bo Stands on 10, with 2 Hits to spare.
Ana Stands on 20.
Ana has 20, Bo has 10: Ana wins. 20 is higher than 10.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import NamedTuple

from ..rules import Seat
from .duel import SIDES, Duel, DuelEvent, DuelVerdict, DuelView, Ended
from .resolution import Move
from .words import Voice, spare_text, total_text


class Line(NamedTuple):
    """One sentence of the story: the event, its words, the rule behind it, the table after it."""

    event: DuelEvent
    text: str
    rule: str
    view: DuelView


_RULES = {
    "begins": "lite-duel",
    "cut": "lite-initiative",
    "initiative": "lite-initiative-order",
    "opened": "lite-duel",
    "hit": "lite-duel-turns",
    "drew": "lite-duel-turns",
    "added": "lite-add-swap",
    "swapped": "lite-add-swap",
    "stood": "lite-duel-turns",
    "used": "lite-inventory",
    "settled": "lite-duel-winner",
}


END_NAMES: dict[Ended, str] = {"won": "Won a duel", "lost": "Lost a duel", "tie": "A tied duel"}
"""What an end of a duel is called in a list of what happened."""


def narrate(rules: Duel, events: Iterable[DuelEvent], names: Mapping[Seat, str] | None = None) -> Iterator[Line]:
    """The story of a duel, a sentence for each event, from the events alone.

    ``names`` calls the two seats by other names than A and B.
    """
    called = {seat: name.upper() for seat, name in rules.seats.items()} | dict(names or {})
    view = rules.blank()
    for event in events:
        before, view = view, rules.watch(view, event)
        rule = "lite-initiative-recut" if event.kind == "cut" and event.number > 1 else _RULES[event.kind]
        yield Line(event, _told(event, before, view, called), rule, view)


def _told(event: DuelEvent, before: DuelView, view: DuelView, called: Mapping[Seat, str]) -> str:
    kind, card = event.kind, event.card
    if kind == "begins":
        if event.number == 1:
            return f"{called[1]} against {called[2]}."
        return f"A rematch, from Initiative on: hand {event.number}."
    if kind == "settled":
        assert event.verdict is not None
        return verdict_text(event.verdict, called)
    player = Voice(called[event.seat])
    if kind == "cut":
        return f"{player.does('cut')} {card}{' this time' if event.number > 1 else ''}."
    if kind == "initiative":
        return f"{player.name} goes first."
    if kind == "opened":
        return f"{player.does('open')} with {card}."
    side = view.now.sides[event.seat - 1]
    if kind == "hit":
        return f"{player.does('Hit')}: {event.number} of {side.stat}."
    if kind == "drew":
        return f"{player.does('draw')} {card}."
    total = total_text(side.layout)
    if kind == "added":
        return f"{player.does('Add')} {card}: {total}."
    if kind == "swapped":
        return f"{player.does('Swap')} {card} in for {event.other}: {total}."
    if kind == "used":
        return f"{player.does('use')} {card} from their Inventory for {event.other}, and Stands: {total}."
    return f"{player.does('Stand')} on {total}{spare_text(before.now.sides[event.seat - 1].hits_left)}."


def verdict_text(verdict: DuelVerdict, called: Mapping[Seat, str]) -> str:
    """Who won, in a sentence, with both totals and the reason."""
    totals = f"{called[1]} has {verdict.a.total}, {called[2]} has {verdict.b.total}"
    if verdict.winner == "tie":
        return f"{totals}: a tie."
    winner = called[SIDES.index(verdict.winner) + 1]
    return f"{totals}: {winner} wins. {verdict.decided_by.why}"


def label(move: Move, view: DuelView) -> str:
    """What a button for a move says."""
    side = view.now.sides[(view.now.active or 1) - 1]
    match move.verb:
        case "add":
            return f"Add {side.drawn}" if side.drawn else "Add"
        case "swap":
            return f"Swap for {side.layout[move.at]}"
        case "use":
            return f"Use {move.item} for {side.layout[move.at]}"
    return move.verb.capitalize()


def who(event: DuelEvent) -> str:
    """Whose event it is, in a word; empty where it is nobody's."""
    return SIDES[event.seat - 1].upper() if event.seat else ""
