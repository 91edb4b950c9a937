"""Ace Trump in plain sentences, from the events alone: who played what, who took the trick and why.

>>> from aces.decktet import read_cards
>>> rules = AceTrump(2, max_hands=1, dealer=1)
>>> state = rules.position([read_cards("2MK XL"), read_cards("AS 9LK")], leader=0)
>>> events = []
>>> for text in ("2mk", "9lk", "as", "xl"):
...     step = rules.step(state, rules.read(state, text))
...     state, events = step.state, events + list(step.events)
>>> for line in narrate(rules, events):
...     print(line.text)
Player 1 leads 2MK.
Player 2 follows with 9LK.
Player 2 takes the trick: 9LK is the highest of Moons or Knots, above 2MK.
Player 2 leads AS.
Suns are trump until the next Ace.
Player 1 has no Suns and plays XL.
Player 2 takes the trick: AS is the only card of Suns in the trick, and Suns are trump.
Player 1 has 0, Player 2 has 2.
Player 2 wins with 2.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

from ..decktet import EXCUSE, suit_words
from ..rules import Seat
from ..sentences import does, inside, verb
from .game import AceTrump, Bid, Event, Hand, Move, Trick, View
from .trick import Ties, Why, led_card, reason


class Line(NamedTuple):
    """One sentence of the story: the event, its words, the rule behind it, the table after it."""

    event: Event
    text: str
    rule: str
    view: View


def narrate(rules: AceTrump, events: Iterable[Event], names: Sequence[str] = ()) -> Iterator[Line]:
    """The story of a match, a sentence for each event; ``names`` of the seats instead of Player 1 and so on."""
    who = tuple(names) or tuple(name.capitalize() for name in rules.seats.values())
    view = rules.blank()
    for event in events:
        before, view = view, rules.watch(view, event)
        text, rule = _tell(rules, event, before, view, who)
        yield Line(event, text, rule, view)


def _tell(rules: AceTrump, event: Event, before: View, view: View, who: Sequence[str]) -> tuple[str, str]:
    name = who[event.seat] if event.seat >= 0 else ""
    match event.kind:
        case "drawn":
            drawn = _list(f"{inside(who[seat])} {card}" for seat, card in enumerate(event.cards))
            first = f"{does(name, 'have')} the Ace of Moons and {verb(name, 'deal')} first"
            return f"Each draws an Ace: {drawn}. {first}.", "trump-rotate"
        case "dealt":
            return _dealt(rules, event, view, who)
        case "bid":
            return f"{does(name, 'bid')} {event.number}.", "trump-bidding"
        case "played":
            return _played(event, before, name)
        case "trump":
            return _made_trump(rules, before, view)
        case "took":
            assert event.trick is not None
            return took_text(event.trick, rules.ties, who), why(event.trick, rules.ties).rule
        case "scored":
            assert event.hand is not None
            return _scored(rules, event.hand, who), "trump-bidding" if rules.bidding else "trump-point"
        case "over":
            if not event.seats:
                return "Nobody wins: the highest totals are equal.", "trump-play-on"
            won = _list(who[seat] if seat == event.seats[0] else inside(who[seat]) for seat in event.seats)
            wins = verb(won, "win") if len(event.seats) == 1 else "win"
            return f"{won} {wins} with {max(view.sheet.totals)}.", "trump-target"


def _dealt(rules: AceTrump, event: Event, view: View, who: Sequence[str]) -> tuple[str, str]:
    sheet = view.sheet
    many = "a card" if sheet.size == 1 else f"{sheet.size} cards"
    parts = [f"Hand {sheet.number}: {does(inside(who[event.seat]), 'deal')} {many} each"]
    if sheet.aside:
        parts.append("a card lies aside" if sheet.aside == 1 else f"{sheet.aside} cards lie aside")
    fixed = f" {rules.fixed_trump.word} are trump." if rules.fixed_trump else ""
    return ", ".join(parts) + "." + fixed, "trump-tides" if rules.tides else "trump-players"


def _played(event: Event, before: View, name: str) -> tuple[str, str]:
    card, led = event.card, led_card(before.trick)
    if card is EXCUSE:
        return f"{does(name, 'play' if before.trick else 'lead')} the Excuse.", "trump-excuse"
    assert card is not None
    if led is None:
        if before.trick:
            return f"{does(name, 'play')} {card}, which is to be followed.", "trump-excuse-led"
        return f"{does(name, 'lead')} {card}.", "trump-next-lead" if before.tricks else "trump-first-lead"
    if card.follows(led):
        return f"{does(name, 'follow')} with {card}.", "trump-follow"
    return f"{does(name, 'have')} no {suit_words(led.suits)} and {verb(name, 'play')} {card}.", "trump-free"


def _made_trump(rules: AceTrump, before: View, view: View) -> tuple[str, str]:
    assert view.trump is not None
    if rules.sticky:
        return f"{view.trump.word} are trump for the rest of the hand.", "trump-sticky"
    instead = f" instead of {before.trump.word}" if before.trump else ""
    rule = "trump-last-ace" if any(card.is_ace for card in view.trick[:-1]) else "trump-ace"
    return f"{view.trump.word} are trump{instead} until the next Ace.", rule


def why(trick: Trick, ties: Ties = "led") -> Why:
    """Why the winner of a finished trick took it."""
    return reason(trick.cards, trick.trump, ties)


def took_text(trick: Trick, ties: Ties, who: Sequence[str]) -> str:
    """Who took a trick, with which card and why."""
    found = why(trick, ties)
    return f"{does(who[trick.winner], 'take')} the trick: {found.card} {why_text(found, ties)}."


def why_text(found: Why, ties: Ties = "led") -> str:
    """Why a card took its trick, as the rest of a sentence that begins with the card."""
    trump, over = found.trump, found.over
    match found.kind:
        case "ace":
            assert trump is not None
            return f"is the only card of {trump.word} in the trick, and {trump.word} are trump"
        case "only-trump":
            assert trump is not None
            return f"is the only trump, of {trump.word}"
        case "highest-trump":
            assert trump is not None
            return f"is the highest trump, of {trump.word}, above {over}"
        case "unfollowed":
            return "was led and nobody followed"
        case "highest":
            return f"is the highest of {suit_words(found.led.suits)}, above {over}"
        case "tie":
            if ties == "led":
                return f"and {over} are equal, and on {found.led}, which was led, {found.led.suits[0].word} come first"
            return f"and {over} are equal, and it was played {'first' if ties == 'early' else 'last'}"


def _scored(rules: AceTrump, hand: Hand, who: Sequence[str]) -> str:
    names = [who[0], *map(inside, who[1:])]
    points = _list(f"{does(name, 'have')} {number}" for name, number in zip(names, hand.points, strict=True))
    if rules.bidding:
        bids = zip(names, hand.taken, hand.bids, hand.points, strict=True)
        points = _list(f"{name} took {taken} of {bid} bid for {number}" for name, taken, bid, number in bids)
    if hand.number == 1 and not rules.partners:
        return f"{points}."
    sides = (_list(map(inside, who[side :: rules.sides])) for side in range(rules.sides))
    totals = _list(f"{side} {total}" for side, total in zip(sides, hand.totals, strict=True))
    return f"{points}. In all: {totals}."


def task(view: View) -> tuple[str, str]:
    """What is asked of the seat to move, for whose own view this is, with the rule behind it."""
    if view.phase == "bid":
        size = view.sheet.size
        if size == 1:
            return "Bid whether you will take the one trick: 0 or 1.", "trump-bidding"
        return f"Bid how many of the {size} tricks you will take.", "trump-bidding"
    led = led_card(view.trick)
    if led is None:
        if view.trick:
            return "The Excuse was led. Play any card: the others follow yours.", "trump-excuse-led"
        return "Lead any card.", "trump-next-lead" if view.tricks else "trump-first-lead"
    suits = suit_words(led.suits)
    if any(card.follows(led) for card in view.hand):
        excuse = ", or play the Excuse" if EXCUSE in view.hand else ""
        return f"{led} was led. Follow with {suits}{excuse}.", "trump-follow"
    return f"{led} was led and you have no {suits}: play any card.", "trump-free"


def table_text(rules: AceTrump, view: View, names: Sequence[str] = ()) -> tuple[str, ...]:
    """What lies open before the seat whose view this is: bids, tricks taken, trump, the trick so far."""
    who = tuple(names) or tuple(name.capitalize() for name in rules.seats.values())
    names = [inside(name) for name in who]
    if view.phase == "bid":
        bids = [f"{name} {bid}" for name, bid in zip(names, view.bids, strict=True) if bid is not None]
        return (f"Bids: {_list(bids) or 'none yet'}.",)
    counts = [f"{name} {number}" for name, number in zip(names, view.taken, strict=True)]
    if rules.bidding:
        counts = [f"{count} of {bid}" for count, bid in zip(counts, view.bids, strict=True)]
    trump = f"{view.trump.word} are trump" if view.trump else "Nothing is trump yet"
    lines = [f"Tricks: {_list(counts)}. {trump}."]
    if view.trick:
        played = _list(
            f"{names[(view.leader + place) % rules.players]} {card}" for place, card in enumerate(view.trick)
        )
        best = standing(view, rules.ties)
        so_far = "" if best is None else f" So far {does(names[best[0]], 'take')} it."
        lines.append(f"On the table: {played}.{so_far}")
    return tuple(lines)


def label(move: Move, view: View | None = None) -> str:
    """What a button for a move says, whatever the view."""
    return f"Bid {move.tricks}" if isinstance(move, Bid) else f"Play {move}"


def spoken(move: Move) -> str:
    """What a screen reader says of a move.

    >>> spoken(Bid(3)), spoken(EXCUSE)
    ('Bid 3', 'Play the Excuse')
    """
    return label(move) if isinstance(move, Bid) else f"Play {move.spoken}"


def standing(view: View, ties: Ties = "led") -> tuple[Seat, Why] | None:
    """Who would take the trick on the table as it lies, and why; None while nothing could win it."""
    if led_card(view.trick) is None:
        return None
    found = reason(view.trick, view.trump, ties)
    return (view.leader + view.trick.index(found.card)) % len(view.counts), found


def _list(words: Iterable[str]) -> str:
    return ", ".join(words)
