"""Chapter 8, the outcome: the checks in their order, and why each of them holds or does not.

>>> from aces.cards import read_cards, Card
>>> verdict = judge(read_cards("2C 8D KS"), tell=Card.read("QH"), truth=Card.read("9D"))
>>> verdict.outcome, verdict.player.total, verdict.dealer.total
('success', 20, 19)
>>> for check in verdict.checks:
...     print(check.rule, check.holds, "-", check.why)
lite-early-21 False - The Layout is not just the opening card and the first Hit.
lite-outcome-critical False - Your 20 is not the Dealer's 19.
lite-outcome-catastrophe False - Your 20 is not over 21.
lite-outcome-dealer-over False - The Dealer's 19 is not over 21.
lite-outcome-higher True - Your 20 is higher than the Dealer's 19.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Literal, NamedTuple

from ..cards import Card, from_one_deck
from ..rules import BadText
from .decks import ACE_VALUES, ITEM_RANKS, TARGET, Reading, best_total, items, lowest, read_as, totals

Outcome = Literal["critical", "success", "failure", "catastrophe"]
OUTCOMES: tuple[Outcome, ...] = ("critical", "success", "failure", "catastrophe")

OPENING = "open"
"""The source of the opening card; a Hit's source is ``h1``, ``h2`` and so on."""
FROM_INVENTORY = "inv"
"""The source of a card that Inventory swapped in."""


class Check(NamedTuple):
    """One check that was made: its rule, the question, whether it holds, why, and what it gives."""

    rule: str
    question: str
    holds: bool
    why: str
    outcome: Outcome


class Verdict(NamedTuple):
    """What a Layout came to against Tell and Truth: both readings, where the cards came from, and
    whether they are an early 21. Outcome and reasons follow from these and are made when asked for."""

    player: Reading
    dealer: Reading
    sources: tuple[str, ...]
    early: bool

    @property
    def checks(self) -> tuple[Check, ...]:
        """Every check made, in the order of :data:`LADDER`, with its reason. The last one holds."""
        made = []
        for rung in LADDER:
            holds, why = rung.test(self)
            made.append(Check(rung.rule, rung.question, holds, why, rung.outcome))
            if holds:
                break
        return tuple(made)

    @property
    def outcome(self) -> Outcome:
        """The outcome that the deciding check gives."""
        return self.decided_by.outcome

    @property
    def decided_by(self) -> Check:
        """The check that gave the outcome."""
        return self.checks[-1]

    def plain(self) -> dict[str, object]:
        """The verdict as plain data, for JSON."""
        return {
            "outcome": self.outcome,
            "player_total": self.player.total,
            "player_values": list(self.player.values),
            "dealer_total": self.dealer.total,
            "dealer_values": list(self.dealer.values),
            "checks": [check._asdict() for check in self.checks],
        }


class Rung(NamedTuple):
    """One line of the ladder of checks: its rule, the outcome it gives, its words, its test.

    ``test`` gives whether the check holds and the reason in words.
    """

    rule: str
    outcome: Outcome
    question: str
    test: Callable[[Verdict], tuple[bool, str]]


def _early(case: Verdict) -> tuple[bool, str]:
    if not is_first_two(case.sources):
        return False, "The Layout is not just the opening card and the first Hit."
    if not case.early:
        return False, f"Opening card and first Hit make {case.player.total}, not {TARGET}."
    return True, f"Opening card and first Hit make exactly {TARGET}."


def _match(case: Verdict) -> tuple[bool, str]:
    mine, theirs = case.player.total, case.dealer.total
    if mine == theirs:
        return True, f"Your {mine} is exactly the Dealer's {theirs}."
    return False, f"Your {mine} is not the Dealer's {theirs}."


def _over(case: Verdict) -> tuple[bool, str]:
    mine = case.player.total
    return mine > TARGET, f"Your {mine} is {'' if mine > TARGET else 'not '}over {TARGET}."


def _dealer_over(case: Verdict) -> tuple[bool, str]:
    theirs = case.dealer.total
    return theirs > TARGET, f"The Dealer's {theirs} is {'' if theirs > TARGET else 'not '}over {TARGET}."


def _higher(case: Verdict) -> tuple[bool, str]:
    mine, theirs = case.player.total, case.dealer.total
    return (
        mine > theirs,
        f"Your {mine} is {'' if mine > theirs else 'not '}higher than the Dealer's {theirs}.",
    )


def _lower(case: Verdict) -> tuple[bool, str]:
    return True, f"Your {case.player.total} is lower than the Dealer's {case.dealer.total}."


LADDER: tuple[Rung, ...] = (
    Rung("lite-early-21", "critical", f"Do opening card and first Hit make exactly {TARGET}?", _early),
    Rung("lite-outcome-critical", "critical", "Do you match the Dealer exactly?", _match),
    Rung("lite-outcome-catastrophe", "catastrophe", f"Are you over {TARGET}?", _over),
    Rung("lite-outcome-dealer-over", "success", f"Is the Dealer over {TARGET}?", _dealer_over),
    Rung("lite-outcome-higher", "success", "Are you higher than the Dealer?", _higher),
    Rung("lite-outcome-lower", "failure", "Are you lower than the Dealer?", _lower),
)
"""The checks in their order (rule lite-outcome-order): the first that holds gives the outcome."""


def is_first_two(sources: Sequence[str]) -> bool:
    """Whether a Layout is the opening card and the first Hit, both in it (rule lite-early-21)."""
    return tuple(sources) == (OPENING, "h1")


def is_early_21(layout: Sequence[Card], sources: Sequence[str]) -> bool:
    """Whether a Layout is the opening card and the first Hit at exactly 21.

    Rules lite-early-21, lite-early-21-cards; an item is neither (rule lite-early-21-items).
    """
    return is_first_two(sources) and TARGET in totals(layout)


def dealer_reading(tell: Card, truth: Card, aces: Sequence[int] | None = None) -> Reading:
    """The Dealer's two cards with their values (rules lite-tell-truth, lite-dealer-aces).

    ``aces`` is what the Dealer picks for their Aces, Tell before Truth, one value for each;
    without it the Aces make the highest total not over 21, so only a pick of 11 and 11 takes the
    Dealer over (rules lite-outcome-limits, lite-outcome-printed). Raises :class:`BadText`.
    """
    cards = (tell, truth)
    if aces is None:
        return read_as(cards, best_total(cards))
    held = tell.is_ace + truth.is_ace
    if len(aces) != held or any(value not in ACE_VALUES for value in aces):
        raise BadText(
            " ".join(map(str, aces)),
            f"does not value the Dealer's {held} Ace{'' if held == 1 else 's'}",
            (f"one value for each Ace, {ACE_VALUES[0]} or {ACE_VALUES[1]}, Tell before Truth",),
        )
    picked = iter(aces)
    values = tuple(next(picked) if card.is_ace else lowest((card,)) for card in cards)
    return Reading(values, sum(values))


def player_reading(layout: Sequence[Card], dealer_total: int, early: bool = False) -> Reading:
    """The Layout with the values that serve its owner best (rule lite-aces).

    An early 21 reads 21; else a total that matches the Dealer's; else the highest not over 21;
    else, being over, the lowest.
    """
    if early:
        return read_as(layout, TARGET)
    if dealer_total in totals(layout):
        return read_as(layout, dealer_total)
    return read_as(layout, best_total(layout))


def judge(
    layout: Sequence[Card],
    tell: Card,
    truth: Card,
    sources: Sequence[str] | None = None,
    dealer_aces: Sequence[int] | None = None,
) -> Verdict:
    """The outcome of a Layout against Tell and Truth, with every check made and why.

    ``sources`` says where each card of the Layout came from: ``open``, ``h1``, ``h2``, ... or
    ``inv``. Without it the first card is taken for the opening card and the rest for later Hits
    in order, so that two cards count as opening card and first Hit. Rule lite-outcome-order.
    Raises :class:`BadText` on cards or sources that cannot be.
    """
    where = tuple(sources) if sources is not None else usual_sources(len(layout))
    check_table(layout, where, tell, truth)
    return decide(tuple(layout), where, tell, truth, dealer_aces)


def decide(
    layout: tuple[Card, ...],
    sources: tuple[str, ...],
    tell: Card,
    truth: Card,
    dealer_aces: Sequence[int] | None,
) -> Verdict:
    """As :func:`judge`, for cards that a Resolution has dealt and that need no checking."""
    early = is_early_21(layout, sources)
    dealer = dealer_reading(tell, truth, dealer_aces)
    return Verdict(player_reading(layout, dealer.total, early), dealer, sources, early)


def usual_sources(count: int) -> tuple[str, ...]:
    """The sources of a Layout to which every Hit was Added: ``open``, ``h1``, ``h2``, ..."""
    return tuple(OPENING if index == 0 else f"h{index}" for index in range(count))


def check_table(layout: Sequence[Card], sources: Sequence[str], tell: Card, truth: Card) -> None:
    """Refuses cards on the table that no Resolution could have laid there (:class:`BadText`)."""
    if not layout:
        raise BadText(None, "The Layout is empty", ("the opening card and the cards of the Hits",))
    from_one_deck(layout, "the player's")
    from_one_deck((tell, truth), "the Dealer's")
    check_sources(layout, sources)


def check_sources(layout: Sequence[Card], sources: Sequence[str], fresh: bool = False) -> None:
    """Refuses sources that do not fit the cards of a Layout (:class:`BadText`).

    ``fresh``: every card is drawn from a whole deck, so that the items may be drawn as well.
    """
    if len(sources) != len(layout):
        raise BadText(
            " ".join(sources), f"names {len(sources)} sources for {len(layout)} cards", ("one for each card",)
        )
    for index, source in enumerate(sources):
        hit = source[1:] if source[:1] == "h" else ""
        if source not in (OPENING, FROM_INVENTORY) and not (hit.isascii() and hit.isdigit() and hit[0] != "0"):
            raise BadText(source, "is not where a card comes from", (OPENING, "h1, h2, ...", FROM_INVENTORY))
        if source in sources[:index]:
            raise BadText(source, "stands twice among the sources", ("each source once",))
        if source == FROM_INVENTORY:
            _check_item(layout[index], () if fresh else [card for card in layout if card is not layout[index]])


def _check_item(item: Card, drawn: Sequence[Card]) -> None:
    """Refuses an Inventory card that is none, or whose fellow was drawn (rule lite-player-deck)."""
    if item.rank not in ITEM_RANKS:
        raise BadText(item.code, "is not an Inventory card", tuple(f"a {rank.word}" for rank in ITEM_RANKS))
    for card in drawn:
        if card in items(item.suit):
            raise BadText(card.code, f"cannot be drawn: with {item.code} it is out of the deck as an item")
