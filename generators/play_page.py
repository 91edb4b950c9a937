"""The generated parts of the page on which one plays: the table as it stands before it has loaded, and its scripts.

Choices, limits, the example and the addresses of the rules come from the engine and the docs; the
browser's scripts (``playground/``) fill in what happens at the table.
"""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

from markupsafe import Markup, escape

from aces.cards import SUITS, Card, Suit
from aces.lite.character import CREATION_CAP, STATS, Stat
from aces.lite.decks import ITEM_RANKS
from aces.lite.ids import RULES
from aces.lite.outcome import Verdict
from aces.lite.resolution import DEALER, MOST_HITS, Resolution, State, verdict_of
from aces.lite.words import OUTCOME_NAMES, narrate, outcome_text, reading_text
from aces.players.dealers import DEALERS
from generators import worked_example
from generators.card_art import card_text
from generators.design import minified
from generators.env import render
from generators.registry import Output, Product

PLAYGROUND = Path(__file__).resolve().parent.parent / "playground"

SCRIPTS = ("table.js", "view.js", "engine.js", "worker.js")

EXAMPLE = "worked-resolution"
"""The record of ``docs/records`` that lies on the table until the first hand is dealt."""

EXAMPLE_STAT = Stat.ELOQUENCE
"""The Stat that the example's story names; the record knows only its number."""

DEFAULT_STAT = 3
DEFAULT_NAME = Stat.CUNNING
DEFAULT_AFFINITY = Suit.CLUBS
DEFAULT_DEALER = "greedy"

_CARD = re.compile(r"(?:10|[2-9JQKA])[♠♣♦♥]")


def table() -> Product:
    """The table as a fragment of a page."""
    return render(
        "play_table.html.j2",
        sentence=sentence,
        stats=STATS,
        suits=SUITS,
        dealers=tuple(DEALERS.values()),
        most=MOST_HITS,
        cap=CREATION_CAP,
        item_ranks=" and ".join(_rank(rank.text, rank.word) for rank in ITEM_RANKS),
        rules=RULES,
        defaults={
            "stat": DEFAULT_STAT,
            "name": DEFAULT_NAME.key,
            "stat_title": DEFAULT_NAME.title,
            "affinity": DEFAULT_AFFINITY.word,
            "dealer": DEFAULT_DEALER,
        },
        dealer_summary=DEALERS[DEFAULT_DEALER].summary,
        example=example(),
    )


def example() -> dict[str, Any]:
    """The example's last position in the words and numbers of the engine."""
    match = worked_example.read(EXAMPLE)
    rules = match.rules
    assert isinstance(rules, Resolution)
    state: State = match.state
    verdict: Verdict = verdict_of(state)
    spoken = [line.text for line in narrate(rules, match.events) if line.event.seat == DEALER]
    view = match.view()
    return {
        "who": f"{EXAMPLE_STAT.title} {rules.stat}",
        "tell": state.tell,
        "tell_worth": verdict.dealer.values[0],
        "truth": state.truth,
        "truth_worth": verdict.dealer.values[1],
        "call": spoken[-2],
        "layout": tuple(zip(state.layout, verdict.player.values, strict=True)),
        "total": verdict.player.total,
        "hits": f"{view.hits} of {rules.stat} Hits taken",
        "outcome": verdict.outcome,
        "name": OUTCOME_NAMES[verdict.outcome],
        "sums": f"You: {reading_text(state.layout, verdict.player)}. "
        f"The Dealer: {reading_text((state.tell, state.truth), verdict.dealer)}.",
        "text": outcome_text(verdict),
    }


def sentence(text: str) -> Markup:
    """A sentence of the engine with its cards marked up, each spoken by its name."""
    parts = []
    end = 0
    for found in _CARD.finditer(text):
        parts += [escape(text[end : found.start()]), card_text(Card.read(found.group()))]
        end = found.end()
    return Markup("").join([*parts, escape(text[end:])])


def scripts() -> dict[str, bytes]:
    """What the browser loads of ``playground/``: its modules as they are, its style sheet made small."""
    files = {name: (PLAYGROUND / name).read_bytes() for name in SCRIPTS}
    files["play.css"] = minified((PLAYGROUND / "play.css").read_text("utf-8")).encode()
    return files


def _rank(text: str, word: str) -> str:
    return text if text.isdigit() else word.title()


OUTPUTS: tuple[Output, ...] = (
    Output("play-table", "fragment", table, needs=("docs/records/*.txt",)),
    Output("assets/play", "asset", scripts, needs=("playground/*.js", "playground/*.css")),
)
