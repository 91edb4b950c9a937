"""Tricks and rounds told on a page from their records: who might play what, who played what, and what came of it.

What Ace Trump and Ace Game have in common here. Cards, sentences, reasons and rules are the engine's; a record of
``docs/records`` says what was played, and a page which part of it is told.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Any, Literal, NamedTuple

from markupsafe import Markup

from aces.record import AnyMatch
from generators.env import render
from generators.rulebooks import RULES
from generators.worked_example import RECORDS, Line, Told

Detail = Literal["open", "folded", "brief"]

NAMES = ("Ana", "Bo", "Cy", "Dee")
"""Who sits where, clockwise."""


class Play(NamedTuple):
    """One card played: the sentence about it, what might be played instead and what might not.

    ``before`` is told first (what was drawn for it). ``tried`` is somebody's attempt to play another card, ``no``
    what the engine says to it. ``after`` is what followed at once.
    """

    line: Told
    may: tuple[Markup, ...]
    rest: tuple[Markup, ...]
    before: tuple[Told, ...] = ()
    tried: str = ""
    no: Told | None = None
    after: tuple[Told, ...] = ()


class Laid(NamedTuple):
    """A card on the table at the end, whose it is, and whether it is the one that counts."""

    name: str
    card: Markup
    best: bool


class Ending(NamedTuple):
    """What came of it: a title, and the lines below. ``option`` names the reading, where several are told."""

    title: str
    lines: tuple[Told, ...]
    option: str = ""


class Move(NamedTuple):
    """A step of a match: who moved, the state before it, the move, and its events with their sentences."""

    seat: int
    state: Any
    move: Any
    lines: tuple[Any, ...]


def moves(match: AnyMatch, told: Iterator[Any]) -> tuple[tuple[Any, ...], tuple[Move, ...]]:
    """A match step by step: the sentences of the deal, then each move. ``told`` has a sentence for each event."""
    steps = match.steps()
    dealt, *lines = (tuple(next(told) for _ in events) for _, _, events in steps)
    made = [
        Move(seat, state, move, own)
        for (seat, move, _), state, own in zip(steps[1:], match.states[:-1], lines, strict=True)
        if seat is not None
    ]
    return dealt, tuple(made)


def hand(cards: Iterable[Any], drawn: Callable[[Any], Markup], now: Any) -> tuple[Markup, ...]:
    """Cards of a hand, each drawn; the one that is played ``now`` stands out."""
    return tuple(Markup("<b>{}</b>").format(drawn(card)) if card is now else drawn(card) for card in cards)


def refused(match: AnyMatch, step: Move, tried: Any) -> Line:
    """What the engine says to another card of the hand.

    Raises ``ValueError`` when the engine allows it, or the hand does not hold it.
    """
    refusal = match.rules.objection(step.state, tried)
    if refusal is None or tried not in match.rules.view(step.state, step.seat).hand:
        raise ValueError(f"{tried} is told as refused, but the engine allows it or the hand does not hold it")
    return Line(refusal.reason, refusal.rule)


def tell(
    plays: Sequence[Play],
    table: Sequence[Laid],
    endings: Sequence[Ending],
    opening: Sequence[Told],
    detail: Detail = "open",
) -> str:
    """A trick or a round as a fragment of a page, with each rule where it is met first and no more.

    ``detail``: the plays stand open; they are folded away below what came of them; or they are told in brief,
    without what might have been played.
    """
    return render(
        "worked-plays.html.j2",
        plays=plays,
        table=table,
        endings=endings,
        opening=opening,
        detail=detail,
        rules=RULES,
    )


def records(folder: str) -> dict[str, bytes]:
    """The records of a folder of ``docs/records`` as files to take along."""
    return {file.name: file.read_bytes() for file in sorted((RECORDS / folder).glob("*.txt"))}
