"""Resolutions told on a page, card by card, from their records; and the ladder of checks as a table.

Nothing here knows a rule: sentences, totals and checks are the engine's.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import NamedTuple, Protocol

from aces.cards import RANKS, Card
from aces.lite.decks import rank_values
from aces.lite.outcome import LADDER, Verdict
from aces.lite.resolution import Resolution, State, View, verdict_of
from aces.lite.words import OUTCOME_NAMES, narrate, reading_text, total_text
from aces.lite.words import Line as LineOfPlay
from aces.record import AnyMatch, read_record
from generators.env import in_words, render
from generators.registry import Output
from generators.rulebooks import RULES

RECORDS = Path(__file__).resolve().parent.parent / "docs" / "records"


class Told(Protocol):
    """A sentence of a story with the rule behind it."""

    @property
    def text(self) -> str: ...
    @property
    def rule(self) -> str: ...


class Line(NamedTuple):
    """A sentence about what the engine said, with its rule; no rule where it has been named before."""

    text: str
    rule: str


class Row(NamedTuple):
    """Cards that lie together: what they are, and each card with its place (no card: face down)."""

    label: str
    cards: tuple[tuple[Card | None, str], ...]


class Beat(NamedTuple):
    """A part of a story: what happened, with the table at its end."""

    title: str
    lines: tuple[Told, ...]
    rows: tuple[Row, ...]


class Ending(NamedTuple):
    """How a story ends: the outcome in a word or two, both sides' sums, and every check made.

    ``outcome`` gives the title its color; it is empty where there is none to give.
    """

    title: str
    outcome: str
    sums: tuple[str, ...]
    checks: Sequence[AnyCheck]


class AnyCheck(Protocol):
    """What the checks of every kind of outcome have in common."""

    @property
    def rule(self) -> str: ...
    @property
    def question(self) -> str: ...
    @property
    def holds(self) -> bool: ...
    @property
    def why(self) -> str: ...


def beats(match: AnyMatch) -> tuple[Beat, ...]:
    """A Resolution cut into the deal, its Hits, and its end."""
    rules = match.rules
    assert isinstance(rules, Resolution)
    parts: list[tuple[str, list[LineOfPlay]]] = []
    for line in narrate(rules, match.events):
        kind = line.event.kind
        if kind == "dealt":
            parts.append(("The deal", []))
        elif kind == "hit":
            parts.append((ordinal(line.event.number), []))
        elif kind in ("stood", "claimed", "used"):
            parts.append(("The end", []))
        parts[-1][1].append(line)
    return tuple(_beat(title, lines) for title, lines in parts)


def _beat(title: str, lines: list[LineOfPlay]) -> Beat:
    told = tuple(line for line in lines if line.event.kind != "hit")
    return Beat(title, told, table_rows(lines[-1].view, total_text(lines[-1].view.layout)))


def table_rows(view: View, total: str, dealer: str = "Dealer", player: str = "Layout") -> tuple[Row, ...]:
    """The table of a Resolution as everybody sees it."""
    layout = tuple((card, "Layout") for card in view.layout)
    return Row(dealer, ((view.tell, "Tell"), (view.truth, "Truth"))), Row(f"{player}: {total}", layout)


def ordinal(number: int, what: str = "Hit") -> str:
    """The head of the part in which a Hit is told, or a turn.

    >>> ordinal(3), ordinal(12, "turn")
    ('Third Hit', 'Turn 12')
    """
    return f"{_ORDINALS[number]} {what}" if number < len(_ORDINALS) else f"{what.capitalize()} {number}"


_ORDINALS = ("", "First", "Second", "Third", "Fourth", "Fifth", "Sixth", "Seventh", "Eighth")


def read(name: str) -> AnyMatch:
    """The match of a record of ``docs/records``."""
    return read_record((RECORDS / f"{name}.txt").read_text(encoding="utf-8"))


def story(name: str) -> str:
    """A record as a fragment of a page: each step with its rule, the table after it, every check."""
    match = read(name)
    verdict = verdict_of(match.state)
    mine, theirs = sums(verdict, match.state)
    ending = Ending(
        OUTCOME_NAMES[verdict.outcome], verdict.outcome, (f"You: {mine}.", f"The Dealer: {theirs}."), verdict.checks
    )
    return tell(beats(match), ending)


def tell(parts: Sequence[Beat], ending: Ending, opening: str = "") -> str:
    """A story as a fragment of a page; ``opening`` is a sentence before it, as Markup."""
    return render("story.html.j2", beats=parts, ending=ending, opening=opening, rules=RULES)


def once(parts: Iterable[Sequence[Told]]) -> Iterator[tuple[Told, ...]]:
    """The lines of a long story, part by part, with each rule where it is met first and no more.

    >>> [line.rule for part in once([[Line("Hit.", "a"), Line("Add.", "b")], [Line("Hit.", "a")]]) for line in part]
    ['a', 'b', '']
    """
    named: set[str] = set()
    for lines in parts:
        told: list[Told] = []
        for line in lines:
            told.append(Line(line.text, "") if line.rule in named else line)
            named.add(line.rule)
        yield tuple(told)


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
