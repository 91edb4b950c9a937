"""Harm and Growth worked through on a page, act by act, and who acts first and who wins in tables.

A ledger is a script of ``docs/records``: what happens, in a sentence, and the acts that the engine
is told. What comes of them, with every number and reason, is the engine's. A script that the engine
refuses, or that expects a refusal and gets none, is an error.
"""

from __future__ import annotations

import tomllib
from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple

from aces.cards import Card, read_cards
from aces.lite import growth
from aces.lite.character import BOXES, HP, PLOT_ARMOR, STATS, Character, example_party
from aces.lite.duel import settle
from aces.lite.growth import Cycle, Growth, TurningPoint
from aces.lite.harm import Harm, Track
from aces.lite.initiative import Initiative
from aces.rules import Refused
from generators.env import render
from generators.registry import Output
from generators.rulebooks import RULES
from generators.worked_example import RECORDS, Line, Told, once


class Step(NamedTuple):
    """A sentence of the script, what came of it, and where the character stands then.

    ``refused``: the engine said no. ``marked`` holds each Growth box with whether it is marked;
    ``items`` the items that are ready.
    """

    says: str
    lines: tuple[Told, ...]
    refused: bool
    track: Track | None = None
    items: tuple[Card, ...] = ()
    marked: tuple[tuple[str, bool], ...] = ()


class Change(NamedTuple):
    """Something on the Character Card before and after."""

    what: str
    before: str
    after: str


class Ledger(NamedTuple):
    """A script worked through: its steps, and at a Turning Point what changed on the card."""

    steps: tuple[Step, ...]
    changes: tuple[Change, ...] = ()


def read(name: str) -> Ledger:
    """A script of ``docs/records``, worked through. Raises ``ValueError`` where the engine disagrees."""
    script = tomllib.loads((RECORDS / f"{name}.toml").read_text(encoding="utf-8"))
    character = next(one for one in example_party() if one.name == script["who"])
    if script["rules"] == "harm":
        return Ledger(tuple(_harmed(script, character)))
    return _grown(script, character)


def _harmed(script: Mapping[str, Any], character: Character) -> Iterator[Step]:
    rules, track = Harm(), Track.of(character)
    for act in script["act"]:
        lines = []
        for text in act["do"]:
            try:
                change = rules.step(track, rules.read(text))
            except Refused as error:
                lines.append(_said_no(act, error))
                continue
            _check_allowed(act, text)
            track = change.track
            lines.append(Line(change.why, change.rule))
        ready = rules.ready_cards(track, character.affinity)
        yield Step(act["says"], tuple(lines), bool(act.get("refused")), track, ready)


def _grown(script: Mapping[str, Any], character: Character) -> Ledger:
    rules, cycle, steps = Growth(), Cycle.of(character), []
    changes: tuple[Change, ...] = ()
    for act in script["act"]:
        lines = []
        for text in act["do"]:
            wanted = rules.read(text)
            try:
                change = rules.step(cycle, wanted)
            except Refused as error:
                lines.append(_said_no(act, error))
                continue
            _check_allowed(act, text)
            if wanted == growth.TURN:
                after, _ = rules.turn(character, cycle, _turning_point(script["turn"]))
                changes = tuple(_changes(character, after))
            cycle = change.cycle
            lines.append(Line(change.why, change.rule))
        marked = tuple((box.title, box in cycle.marks) for box in BOXES)
        steps.append(Step(act["says"], tuple(lines), bool(act.get("refused")), marked=marked))
    return Ledger(tuple(steps), changes)


def _said_no(act: Mapping[str, Any], error: Refused) -> Line:
    if not act.get("refused"):
        raise ValueError(f"{act['says']} {error}") from error
    return Line(error.refusal.reason, error.refusal.rule)


def _check_allowed(act: Mapping[str, Any], text: str) -> None:
    if act.get("refused"):
        raise ValueError(f"{act['says']} The engine allows {text!r}")


def _turning_point(given: Mapping[str, str]) -> TurningPoint:
    stat = next(stat for stat in STATS if stat.key == given["stat"])
    return TurningPoint(stat, **{key: text for key, text in given.items() if key != "stat"})


def _changes(before: Character, after: Character) -> Iterator[Change]:
    for stat in STATS:
        if before.stat(stat) != after.stat(stat):
            yield Change(stat.title, str(before.stat(stat)), str(after.stat(stat)))
    for trait in ("adjective", "role", "goal", "flaw", "secret"):
        was, now = getattr(before, trait), getattr(after, trait)
        if was != now:
            yield Change(trait.capitalize(), was, now)


def ledger(name: str) -> str:
    """A script of ``docs/records`` as a fragment of a page."""
    made = read(name)
    told = once(step.lines for step in made.steps)
    steps = [step._replace(lines=lines) for step, lines in zip(made.steps, told, strict=True)]
    return render("ledger.html.j2", steps=steps, changes=made.changes, rules=RULES, hp=HP, armor=PLOT_ARMOR)


# Tables


CUTS = {"Ana": "KS", "Bo": "9C 2S", "Cy": "9C AH", "Dee": "9H"}
"""Who cut what, first to last: a second card is a second cut."""


def initiative() -> str:
    """Four people cut, two of them the same card: the order, with the reason for each place."""
    cuts = {name: read_cards(cards) for name, cards in CUTS.items()}
    return render("initiative.html.j2", order=Initiative().order(cuts), rules=RULES)


DUELS = (("KS QS", "KH 7H"), ("KS 2S", "KH QH 2H"), ("KS QS 2S", "KH QH 5H"), ("KS AS", "KH 5H 6H"))
"""Layouts of two, one pair for each way in which a duel can go."""


def duels() -> str:
    """Pairs of totals and who wins, with the engine's reason."""
    verdicts = [settle(read_cards(mine), read_cards(theirs)) for mine, theirs in DUELS]
    rows = [
        (verdict.a.total, verdict.b.total, verdict.winner.replace("tie", ""), verdict.decided_by.why)
        for verdict in verdicts
    ]
    return render("duels.html.j2", rows=rows)


_NEEDS = ("docs/records/*.toml",)

OUTPUTS = (
    Output("lite-harm-story", "fragment", lambda: ledger("a-night-on-the-roof"), _NEEDS),
    Output("lite-growth-story", "fragment", lambda: ledger("bashir-turns"), _NEEDS),
    Output("lite-growth-too-soon", "fragment", lambda: ledger("odalys-too-soon"), _NEEDS),
    Output("lite-initiative-example", "fragment", initiative),
    Output("lite-duel-examples", "fragment", duels),
)
