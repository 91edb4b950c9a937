"""Ace Game in plain sentences, from the events alone: who played what, who took the cards and why.

>>> from aces.cards import read_cards
>>> rules = AceGame(3)
>>> hands = [read_cards("5S 2C 7C"), read_cards("9S 3D"), read_cards("4H 8C")]
>>> state = rules.position(hands, deck=read_cards("KD"))
>>> events = []
>>> for text in ("5s", "9s", "4h"):
...     step = rules.step(state, rules.read(state, text))
...     state, events = step.state, events + list(step.events)
>>> for line in tell(rules, events, rules.view(rules.position(hands, deck=read_cards("KD")), None)):
...     print(line.text)
Player 1 leads 5♠.
Player 2 follows with 9♠.
Player 3 has no spades and draws the last card of the deck.
Red day: the deck is out and no spade came. Player 3 smashes with 4♥.
Player 2 takes these 3 cards: 9♠ is the highest of spades.
Player 2 starts the next round.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

from ..cards import Card
from ..rules import Seat
from ..sentences import does, inside, listed, verb, whose
from .game import AceGame, Move, View
from .table import HAND, MOST_ROUNDS, Event, Round


class Line(NamedTuple):
    """One sentence of the story: the event, its words, the rule behind it, the table after it."""

    event: Event
    text: str
    rule: str
    view: View


def narrate(rules: AceGame, events: Iterable[Event], names: Sequence[str] = ()) -> Iterator[Line]:
    """The story of a game, a sentence or two for each event.

    ``names`` of the seats stand instead of Player 1 and so on; one of them may be You.
    """
    return tell(rules, events, rules.blank(), names)


def tell(rules: AceGame, events: Iterable[Event], view: View, names: Sequence[str] = ()) -> Iterator[Line]:
    """As :func:`narrate`, from a public view in the middle of a game on."""
    who = tuple(names) or tuple(name.capitalize() for name in rules.seats.values())
    for event in events:
        before, view = view, rules.watch(view, event)
        text, rule = _tell(rules, event, before, view, who)
        yield Line(event, text, rule, view)


def _tell(rules: AceGame, event: Event, before: View, view: View, who: Sequence[str]) -> tuple[str, str]:
    name = who[event.seat] if event.seat >= 0 else ""
    match event.kind:
        case "start":
            drawn = listed(f"{inside(who[seat])} {card}" for seat, card in enumerate(event.cards))
            return f"Everybody draws for the start: {drawn}. {does(name, 'have')} the Ace.", "game-start"
        case "dealt":
            left = "no card is" if not view.deck else "one card is" if view.deck == 1 else f"{view.deck} are"
            return f"{event.number} cards each, {left} left to draw. {does(name, 'start')}.", "game-deal"
        case "superover":
            return _superover(event, who), "game-superover"
        case "drew":
            return _drew(event, before, view, name)
        case "played":
            return _played(event, before, name)
        case "skipped":
            return f"{does(name, 'have')} no card, and there is none to draw.", "game-empty-follow"
        case "round":
            assert event.round is not None
            rule = "game-collect" if event.round.smashed else "game-clean-round"
            return round_text(event.round, who), rule
        case "out":
            return f"{does(name, 'have')} completed.", "game-complete"
        case "leads":
            return _leads(rules, event, before, who), event.rule
        case "over":
            return _over(event, view, name), event.rule


def _superover(event: Event, who: Sequence[str]) -> str:
    got = [(seat, number) for seat, number in enumerate(event.numbers) if number]
    parts = (
        f"{number}{'' if at else ' card' if number == 1 else ' cards'} for {inside(who[seat])}"
        for at, (seat, number) in enumerate(got)
    )
    dealt = f"{listed(parts)} from the shuffled discard pile, so that everybody holds {HAND}"
    return f"Card problem: no two hands share a suit. Superover: {dealt}."


def _drew(event: Event, before: View, view: View, name: str) -> tuple[str, str]:
    if event.suit is None:
        return f"{does(name, 'have')} no card, {verb(name, 'draw')} one and must lead it.", "game-empty-lead"
    many = "a card" if event.number == 1 else f"{event.number} cards"
    if not view.deck:
        many = "the last card of the deck" if event.number == 1 else f"the last {event.number} cards of the deck"
    if not before.counts[event.seat]:
        return f"{does(name, 'have')} no card and {verb(name, 'draw')} {many}.", "game-empty-follow"
    return f"{does(name, 'have')} no {event.suit.word} and {verb(name, 'draw')} {many}.", "game-draw"


def _played(event: Event, before: View, name: str) -> tuple[str, str]:
    card, suit = event.card, before.suit
    assert card is not None
    if suit is None:
        return f"{does(name, 'lead')} {card}.", "game-empty-lead" if before.drew else "game-lead"
    if card.suit is suit:
        return f"{does(name, 'follow')} with {card}.", "game-draw" if before.drew else "game-follow"
    if before.drew:
        one = suit.word.removesuffix("s")
        return f"Red day: the deck is out and no {one} came. {does(name, 'smash')} with {card}.", "game-red-day"
    return f"{does(name, 'have')} no {suit.word} and {verb(name, 'smash')} with {card}.", "game-red-day"


def round_text(done: Round, who: Sequence[str]) -> str:
    """Where the cards of a finished round go, and why."""
    suit = done.best.suit
    others = [play.card for play in done.plays if play.card.suit is suit]
    why = f"the only one of {suit.word}" if len(others) == 1 else f"the highest of {suit.word}"
    count = len(done.plays)
    if done.smashed:
        return f"{does(who[done.highest], 'take')} these {count} cards: {done.best} is {why}."
    many = "this one card leaves" if count == 1 else f"these {count} cards leave"
    return f"A clean round: {many} the game. {whose(who[done.highest])} {done.best} is {why}."


def _leads(rules: AceGame, event: Event, before: View, who: Sequence[str]) -> str:
    name = who[event.seat]
    if event.rule == "game-next-start":
        return f"{does(name, 'start')} the next round."
    assert before.last is not None
    if rules.next_leader == "family":
        return f"{who[before.last.highest]} had the highest card and completed, so {does(name, 'start')} next."
    last = before.out[-1]
    between = "" if _next_to(last, event.seat, len(who)) else " of those still playing"
    return f"{does(name, 'start')} the next round, sitting next to {inside(who[last])}{between}."


def _next_to(seat: Seat, other: Seat, count: int) -> bool:
    return (seat + 1) % count == other


def _over(event: Event, view: View, name: str) -> str:
    if event.rule == "game-stop":
        if len(view.rounds) == MOST_ROUNDS:
            return f"After {MOST_ROUNDS} rounds it ends without a loser."
        return "The same hands with the same start player for the third time: it ends without a loser."
    if event.rule == "game-last-round":
        assert view.last is not None
        best = f"{view.last.best} is the highest"
        return f"Everybody played their last card. {best}, so {does(name, 'lose')}; all others win."
    return f"{does(name, 'be')} the last one with cards and {verb(name, 'lose')}; all others win."


def task(view: View) -> tuple[str, str]:
    """What is asked of the seat to move, for whose own view this is, with the rule behind it."""
    suit = view.suit
    if suit is None:
        if view.drew:
            return f"Your hand was empty: you drew {view.hand[0]} and lead it.", "game-empty-lead"
        return "Lead any card. Its suit is the one to follow.", "game-lead"
    led = view.plays[0].card
    mine = [card for card in view.hand if card.suit is suit]
    if mine and view.drew:
        many = "a card" if view.drew == 1 else f"{view.drew} cards"
        return f"{led} was led. You drew {many}, and {mine[0]} must be played.", "game-draw"
    if mine:
        return f"{led} was led. Follow with any of your {suit.word}.", "game-follow"
    if view.drew:
        return f"{led} was led. Red day: the deck is out, so smash with any card.", "game-red-day"
    return f"{led} was led and you have no {suit.word}: smash with any card.", "game-red-day"


def standing(view: View) -> tuple[Seat, Card] | None:
    """Whose card is the highest of the suit so far, and which it is; None before a lead."""
    if not view.plays:
        return None
    suit = view.plays[0].card.suit
    best = max((play for play in view.plays if play.card.suit is suit), key=lambda play: play.card.index)
    return best.seat, best.card


def table_text(rules: AceGame, view: View, names: Sequence[str] = ()) -> tuple[str, ...]:
    """What lies open before the seat whose view this is: the deck, the round so far, what is known of hands."""
    who = tuple(names) or tuple(name.capitalize() for name in rules.seats.values())
    others = [seat for seat, playing in enumerate(view.playing) if playing and seat != view.seat]
    held = listed(f"{inside(who[seat])} {view.counts[seat]}" for seat in others)
    left = "The deck is out" if not view.deck else f"{view.deck} left to draw"
    lines = [f"{left}. Cards in hand: {held}."]
    lines += [text for seat in others if (text := known_text(view, seat, who[seat]))]
    best = standing(view)
    if best is not None:
        played = listed(f"{inside(who[play.seat])} {play.card}" for play in view.plays)
        lines.append(f"On the table: {played}. So far {inside(who[best[0]])} {verb(who[best[0]], 'have')} the highest.")
    return tuple(lines)


def known_text(view: View, seat: Seat, name: str) -> str:
    """What everybody knows of somebody's hand; empty when it is nothing."""
    cards, gaps = view.known(seat), view.lacks(seat)
    parts = []
    if cards:
        parts.append(f"{does(name, 'hold')} {listed(map(str, cards))}")
    if gaps:
        more = "no other" if cards and any(card.suit in gaps for card in cards) else "no"
        parts.append(f"{does(name, 'have')} {more} {listed((suit.word for suit in gaps), 'or')}")
    return "; ".join(parts) + "." if parts else ""


def label(move: Move, view: View | None = None) -> str:
    """What a button for a move says, whatever the view."""
    return f"Play {move}"


def spoken(move: Move) -> str:
    """What a screen reader says of a move.

    >>> spoken(Card.read("2S"))
    'Play two of spades'
    """
    return f"Play {move.spoken}"
