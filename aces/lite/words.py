"""A Resolution in plain sentences: for the terminal, the browser and the printed examples alike.

>>> from aces.match import Match
>>> from aces.lite.resolution import Resolution
>>> match = Match(Resolution(stat=1), seed=3)
>>> for text in ("hit", "discard", "add", "stand"):
...     _ = match.play(text)
>>> for line in narrate(match.rules, match.events):
...     print(line.text)
The Dealer lays the Tell, 3♣, and the Truth face down. You open with A♣.
Hit 1 of 1.
The Dealer draws 9♣ and discards it.
You draw 7♥.
You Add 7♥: 8 or 18.
You Stand on 8 or 18.
The Truth turns: 8♥.
You have 18, the Dealer has 11: Success.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

from ..cards import Card
from .decks import Reading, rank_values, totals
from .outcome import Outcome, Verdict
from .resolution import DEALER, Event, Move, Resolution, View

OUTCOME_NAMES: dict[Outcome, str] = {
    "critical": "Critical",
    "success": "Success",
    "failure": "Failure",
    "catastrophe": "Catastrophe",
}
"""The outcomes as the rules write them."""


class Line(NamedTuple):
    """One sentence of the story: the event, its words, the rule behind it, the table after it."""

    event: Event
    text: str
    rule: str
    view: View


_RULES = {
    "dealt": "lite-tell-truth",
    "hit": "lite-hits-available",
    "no-draw": "lite-dealer-draws",
    "tell": "lite-dealer-options",
    "truth": "lite-dealer-options",
    "discard": "lite-dealer-options",
    "drew": "lite-hit-order",
    "added": "lite-add-swap",
    "swapped": "lite-add-swap",
    "stood": "lite-stand",
    "claimed": "lite-early-21",
    "used": "lite-inventory",
    "aces": "lite-dealer-aces",
    "revealed": "lite-reveal",
    "outcome": "lite-outcome-order",
}


class Voice(NamedTuple):
    """How a player is spoken of: as You, or by a name in the third person.

    >>> YOU.does("Stand"), Voice("Ana").does("Stand"), Voice("Ana").has
    ('You Stand', 'Ana Stands', 'Ana has')
    """

    name: str = ""

    def does(self, verb: str, third: str = "") -> str:
        """The player doing something, such as ``You draw`` or ``Ana draws``."""
        return f"{self.name} {third or verb + 's'}" if self.name else f"You {verb}"

    @property
    def has(self) -> str:
        """The player having something."""
        return f"{self.name} has" if self.name else "You have"


YOU = Voice()


def narrate(rules: Resolution, events: Iterable[Event]) -> Iterator[Line]:
    """The story of a Resolution, a sentence for each event, from the events alone."""
    view = rules.blank()
    for event in events:
        before, view = view, rules.watch(view, event)
        yield Line(event, sentence(event, before, view), rule_of(event), view)


def rule_of(event: Event) -> str:
    """The rule behind an event."""
    if event.verdict is not None:
        return event.verdict.decided_by.rule
    return _RULES[event.kind]


def sentence(event: Event, before: View, view: View, player: Voice = YOU) -> str:
    """An event in a sentence, from the table before and after it."""
    card, other = event.card, event.other
    match event.kind:
        case "dealt":
            opens = f"{player.does('open')} with {other}."
            return f"The Dealer lays the Tell, {card}, and the Truth face down. {opens}"
        case "hit":
            count = f"{event.number} of {event.number + view.hits_left}."
            return f"{player.does('Hit')}: {count}" if player.name else f"Hit {count}"
        case "no-draw":
            return "The Dealer's deck is empty, so the Dealer does not draw."
        case "tell":
            return f"The Dealer draws {card} and replaces the Tell, {other}, with it."
        case "truth":
            gone = f"; {other} is discarded" if other else ""
            return f"The Dealer draws and replaces the Truth, face down{gone}."
        case "discard":
            return f"The Dealer draws {other} and discards it." if other else "The Dealer draws and discards."
        case "drew":
            return f"{player.does('draw')} {card}."
        case "added":
            return f"{player.does('Add')} {card}: {total_text(view.layout)}."
        case "swapped":
            return f"{player.does('Swap')} {card} in for {other}: {total_text(view.layout)}."
        case "stood":
            return f"{player.does('Stand')} on {total_text(view.layout)}{spare_text(before.hits_left)}."
        case "claimed":
            return f"{player.does('claim')} the early 21."
        case "used":
            whose, stand = ("their", "Stands") if player.name else ("your", "Stand")
            total = total_text(view.layout)
            return f"{player.does('use')} {card} from {whose} Inventory for {other}, and {stand}: {total}."
        case "aces":
            return f"The Dealer reads their Aces as {' and '.join(map(str, event.values))}."
        case "revealed":
            if view.ending == "early":
                return f"The Truth need not turn; it was {card}."
            return f"The Truth turns: {card}."
        case "outcome":
            assert event.verdict is not None
            return outcome_text(event.verdict, player)


def spare_text(hits_left: int) -> str:
    """What somebody who Stands leaves unused, to put behind a total; empty when nothing is left."""
    if not hits_left:
        return ""
    return f", with {'a Hit' if hits_left == 1 else f'{hits_left} Hits'} to spare"


def outcome_text(verdict: Verdict, player: Voice = YOU) -> str:
    """The outcome in a sentence, with both totals and the Aces that were chosen."""
    name = OUTCOME_NAMES[verdict.outcome]
    return f"{player.has} {verdict.player.total}, the Dealer has {verdict.dealer.total}: {name}."


def total_text(cards: Sequence[Card]) -> str:
    """What cards may total, such as ``12``, or ``7 or 17`` while an Ace is open.

    >>> total_text([Card.read("AS"), Card.read("6D")])
    '7 or 17'
    """
    return " or ".join(map(str, totals(cards)))


def worth_text(card: Card) -> str:
    """What one card may be worth, such as ``10`` or ``1 or 11``."""
    return " or ".join(map(str, rank_values(card.rank)))


def reading_text(cards: Sequence[Card], reading: Reading) -> str:
    """A total spelled out card by card, such as ``A♠ as 11 + 6♦ = 17``."""
    parts = [
        f"{card} as {value}" if card.is_ace else str(card) for card, value in zip(cards, reading.values, strict=True)
    ]
    return f"{' + '.join(parts)} = {reading.total}"


def label(move: Move, view: View) -> str:
    """What a button for a move says."""
    match move.verb:
        case "hit":
            return "Hit"
        case "stand":
            return "Stand"
        case "claim":
            return "Claim the early 21"
        case "add":
            return f"Add {view.drawn}" if view.drawn else "Add"
        case "swap":
            return f"Swap for {view.layout[move.at]}"
        case "use":
            return f"Use {move.item} for {view.layout[move.at]}"
        case "tell":
            return "Replace the Tell"
        case "truth":
            return "Replace the Truth"
        case "discard":
            return "Discard"
        case "aces":
            return f"Aces as {' and '.join(map(str, move.aces))}"


def spoken(card: Card | None, place: str) -> str:
    """What a screen reader says of a card on the table.

    >>> spoken(Card.read("6S"), "Tell"), spoken(None, "Truth")
    ('Tell: six of spades, worth 6, face up', 'Truth: face down')
    """
    if card is None:
        return f"{place}: face down"
    return f"{place}: {card.spoken}, worth {worth_text(card)}, face up"


def who(event: Event) -> str:
    """Whose event it is, in a word."""
    return "Dealer" if event.seat == DEALER else "You"
