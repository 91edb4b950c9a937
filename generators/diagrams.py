"""Diagrams where people would rather look than read: the table, the ladder of checks, the split.

Inline SVG in the site's colours, drawn one to one at the width of a phone, with a title and a
description for those who do not see it. What they show is the engine's: its cards, its checks, its
Layouts.
"""

from __future__ import annotations

from collections.abc import Sequence
from textwrap import wrap
from typing import NamedTuple

from markupsafe import Markup

from aces.cards import Card, Suit, read_cards
from aces.lite.decks import items, player_deck
from aces.lite.group import Layout, shared_outcome, split
from aces.lite.outcome import LADDER, OUTCOMES, Outcome
from aces.lite.words import OUTCOME_NAMES
from aces.lite.words_group import ENDINGS
from generators import card_art, design
from generators.env import in_words, render
from generators.registry import Output
from generators.slugs import slug

WIDTH = 344
"""Units wide: a phone's page at 390 pixels, so that a unit is a pixel there."""

CARD = (46, 64)


class Spot(NamedTuple):
    """A card on the diagram: where its upper left corner is; no card is one face down."""

    x: float
    y: float
    card: Card | None
    fresh: bool = False


class Label(NamedTuple):
    """Words on the diagram; ``anchor`` is start, middle or end, ``look`` a class of the style sheet."""

    x: float
    y: float
    text: str
    anchor: str = "start"
    look: str = "note"


def _row(x: float, y: float, cards: Sequence[Card | None], gap: float = 8) -> list[Spot]:
    return [Spot(x + at * (CARD[0] + gap), y, card) for at, card in enumerate(cards)]


def table() -> str:
    """The table of one Resolution: the Dealer's two cards, the player's Layout, decks, discards, items."""
    affinity = Suit.CLUBS
    deck = len(player_deck(affinity))
    layout = read_cards("4H 8D KS")
    spots = [
        *_row(16, 34, (*read_cards("QH"), None)),
        *_row(16, 186, layout),
        Spot(230, 34, None),
        Spot(286, 34, Card.read("6S")),
        Spot(230, 186, None),
        Spot(286, 186, Card.read("2D")),
        Spot(16, 310, None),
        Spot(70, 310, None),
    ]
    labels = [
        Label(12, 20, "The Dealer", look="head"),
        Label(39, 114, "Tell", "middle"),
        Label(93, 114, "Truth", "middle"),
        Label(253, 114, "Deck", "middle"),
        Label(309, 114, "Discards", "middle"),
        Label(12, 172, "You", look="head"),
        Label(39, 266, "Opening", "middle"),
        Label(93, 266, "Hit 1", "middle"),
        Label(147, 266, "Hit 2", "middle"),
        Label(253, 266, "Deck", "middle"),
        Label(309, 266, "Discards", "middle"),
        Label(12, 392, " and ".join(card.text for card in items(affinity)) + ", your items"),
        Label(132, 336, "Beside your Character"),
        Label(132, 354, "Card, face down, until"),
        Label(132, 372, "you use one."),
    ]
    said = (
        "Above, the Dealer's side: the Tell face up, the Truth face down beside it, the Dealer's deck and discards. "
        f"Below, your side: your Layout, face up, with the opening card first and then a card for each Hit you Added; "
        f"your deck of {deck} and your discards; and, beside your Character Card, your two items face down."
    )
    return _svg("The table in a Resolution", said, 400, spots, labels, felt=((4, 26, 336, 100), (4, 178, 336, 100)))


def ladder() -> str:
    """The checks in their order, as a ladder to climb down."""
    height = 66
    rungs = [
        (
            at * height,
            wrap(rung.question, 28),
            OUTCOME_NAMES[rung.outcome],
            rung.outcome,
            rung.rule,
        )
        for at, rung in enumerate(LADDER)
    ]
    said = " ".join(
        f"{number}. {rung.question} If yes, {OUTCOME_NAMES[rung.outcome]}; if no, go on."
        for number, rung in enumerate(LADDER[:-1], 1)
    )
    said += f" {len(LADDER)}. What is left: {LADDER[-1].question} {OUTCOME_NAMES[LADDER[-1].outcome]}."
    return render(
        "diagram-ladder.svg.j2",
        title="The checks, from top to bottom",
        said=said,
        rungs=rungs,
        width=WIDTH,
        step=height,
    )


def splitting(count: int = 3) -> str:
    """A Layout split for one character after another, step by step, by the engine's own split."""
    draws = read_cards("6S 9D 2C QH 4D 8S")[: 2 * count]
    original = draws[1]
    spots: list[Spot] = []
    labels: list[Label] = []
    told: list[str] = []
    y = 0.0
    shown = {draws[0]}
    for made in range(1, count + 1):
        layouts: tuple[Layout[Card], ...] = split(draws, made)
        labels.append(Label(12, y + 18, f"{in_words(made).title()} character{'' if made == 1 else 's'}", look="head"))
        for at, layout in enumerate(layouts):
            x = 12 + at * 112
            fresh = layout.tell not in shown
            spots.append(Spot(x, y + 30, layout.tell, fresh))
            spots.append(Spot(x + 50, y + 30, None, layout.truth in draws[2 * made - 2 :] and made > 1))
            labels.append(Label(x + 23, y + 110, layout.tell.text, "middle"))
            labels.append(Label(x + 73, y + 110, "original" if layout.truth is original else "new", "middle"))
            shown.add(layout.tell)
        pairs = [
            f"{layout.tell.spoken} with {'the original Truth' if layout.truth is original else 'a new Truth'}"
            for layout in layouts
        ]
        told.append(f"{made}: {'; '.join(pairs)}.")
        y += 134
    said = "Each step splits the Layout that holds the original Truth. Layouts after each step, " + " ".join(told)
    return _svg("Splitting the Dealer's Layout", said, y - 12, spots, labels)


def group_examples() -> str:
    """Groups of outcomes and what they make together, with the engine's reason."""
    groups: tuple[tuple[Outcome, ...], ...] = (
        ("critical", "catastrophe"),
        ("critical", "catastrophe", "failure"),
        ("success", "success", "catastrophe"),
        ("success", "failure"),
        ("critical", "critical", "failure", "failure", "failure"),
    )
    rows = []
    for group in groups:
        shared = shared_outcome(group)
        named = ", ".join(OUTCOME_NAMES[outcome] for outcome in sorted(group, key=OUTCOMES.index))
        rows.append((named, shared.decided_by.why, ENDINGS[shared.outcome], shared.outcome))
    return render("group-examples.html.j2", rows=rows)


def _svg(
    title: str,
    said: str,
    height: float,
    spots: Sequence[Spot],
    labels: Sequence[Label],
    felt: Sequence[tuple[float, float, float, float]] = (),
) -> str:
    return render(
        "diagram.svg.j2",
        title=title,
        said=said,
        width=WIDTH,
        height=height,
        scale=CARD[0] / 63,
        mark=slug(title),
        back=Markup(card_art.back_shapes(_INKS, f"{slug(title)}-sun")),
        court=Markup(card_art.court_shapes(_INKS)),
        courts=card_art.COURT,
        spots=spots,
        labels=labels,
        felt=felt,
    )


_INKS = {name: f"var(--{name})" for name in design.tokens().light}
"""The colours of the scheme that is on."""


OUTPUTS = (
    Output("diagram-table", "fragment", table),
    Output("diagram-ladder", "fragment", ladder),
    Output("lite-group-split", "fragment", splitting),
    Output("lite-group-examples", "fragment", group_examples),
)
