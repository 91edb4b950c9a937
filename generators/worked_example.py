"""Resolutions told on a page, card by card, from their records; and the ladder of checks as a table.

Nothing here knows a rule: sentences, totals and checks are the engine's.
"""

from __future__ import annotations

from pathlib import Path
from typing import NamedTuple

from aces.cards import RANKS, Card
from aces.lite.decks import rank_values
from aces.lite.ids import RULES
from aces.lite.outcome import LADDER, Verdict
from aces.lite.resolution import Resolution, State, verdict_of
from aces.lite.words import OUTCOME_NAMES, Line, narrate, reading_text, total_text
from aces.record import AnyMatch, read_record
from generators.env import in_words, render
from generators.registry import Output

RECORDS = Path(__file__).resolve().parent.parent / "docs" / "records"


class Beat(NamedTuple):
    """A part of the story: what happened, with the table at its end. ``truth`` is None face down."""

    title: str
    lines: tuple[Line, ...]
    tell: Card
    truth: Card | None
    layout: tuple[Card, ...]
    total: str


def beats(match: AnyMatch) -> tuple[Beat, ...]:
    """A Resolution cut into the deal, its Hits, and its end."""
    rules = match.rules
    assert isinstance(rules, Resolution)
    parts: list[tuple[str, list[Line]]] = []
    for line in narrate(rules, match.events):
        kind = line.event.kind
        if kind == "dealt":
            parts.append(("The deal", []))
        elif kind == "hit":
            parts.append((f"{_ORDINALS[line.event.number]} Hit", []))
        elif kind in ("stood", "claimed", "used"):
            parts.append(("The end", []))
        parts[-1][1].append(line)
    return tuple(_beat(title, lines) for title, lines in parts)


def _beat(title: str, lines: list[Line]) -> Beat:
    view = lines[-1].view
    assert view.tell is not None
    told = tuple(line for line in lines if line.event.kind != "hit")
    return Beat(title, told, view.tell, view.truth, view.layout, total_text(view.layout))


_ORDINALS = ("", "First", "Second", "Third", "Fourth", "Fifth", "Sixth", "Seventh", "Eighth")


def read(name: str) -> AnyMatch:
    """The match of a record of ``docs/records``."""
    return read_record((RECORDS / f"{name}.txt").read_text(encoding="utf-8"))


def story(name: str) -> str:
    """A record as a fragment of a page: each step with its rule, the table after it, every check."""
    match = read(name)
    verdict = verdict_of(match.state)
    return render(
        "story.html.j2",
        beats=beats(match),
        rules=RULES,
        verdict=verdict,
        outcome=OUTCOME_NAMES[verdict.outcome],
        sums=sums(verdict, match.state),
        record=f"records/{name}.txt",
    )


def sums(verdict: Verdict, state: State) -> tuple[str, str]:
    """Both totals spelled out card by card, the player's first."""
    return (
        reading_text(state.layout, verdict.player),
        reading_text((state.tell, state.truth), verdict.dealer),
    )


def ladder() -> str:
    """The checks in their order, as a table with their rules."""
    return render("ladder.html.j2", rungs=LADDER, names=OUTCOME_NAMES, words=in_words)


def card_values() -> str:
    """What every rank is worth, as a table; ranks of one worth share a row."""
    rows: dict[tuple[int, ...], list[str]] = {}
    printed = [rank for rank in RANKS if rank_values(rank) == (rank.index + 2,) and rank.text.isdigit()]
    for rank in RANKS:
        if rank not in printed:
            rows.setdefault(rank_values(rank), []).append(rank.word.title())
    return render(
        "card-values.html.j2",
        lowest=printed[0].text,
        highest=printed[-1].text,
        rows=[(", ".join(names), " or ".join(map(str, worth))) for worth, names in rows.items()],
    )


_NEEDS = ("docs/records/*.txt",)

OUTPUTS = (
    Output("lite-example-of-play", "fragment", lambda: story("example-of-play"), _NEEDS),
    Output("lite-worked-resolution", "fragment", lambda: story("worked-resolution"), _NEEDS),
    Output("lite-outcome-checks", "fragment", ladder),
    Output("lite-card-values", "fragment", card_values),
)
