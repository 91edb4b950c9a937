"""One trick: what may be played to it, what trump becomes, who takes it and why.

>>> from aces.decktet import Suit, read_cards
>>> cards = read_cards("8MS 3MW AM")
>>> took = decide(cards, before=Suit.WAVES)
>>> took.at, took.trump
(0, <Suit.MOONS: (0, 'M', 'Moons', 'Moon')>)
>>> why = reason(cards, took.trump)
>>> why.kind, why.card, why.over, why.rule
('highest-trump', Card.read('8MS'), Card.read('3MW'), 'trump-trumps')
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Literal, NamedTuple

from ..decktet import DECK, EXCUSE, FULL_DECK, Card, Suit
from ..rules import BadText

Ties = Literal["led", "early", "late"]
TIES: tuple[Ties, ...] = ("led", "early", "late")
"""How equal cards are parted: by the order of the led card's suits, the earlier first, or the later first."""

_TRUMP = 100


def led_card(cards: Sequence[Card]) -> Card | None:
    """The card that must be followed: the first that is not the Excuse (rule trump-excuse-led)."""
    if not cards:
        return None
    if cards[0].mask:
        return cards[0]
    return cards[1] if len(cards) > 1 else None


def playable(hand: tuple[Card, ...], cards: Sequence[Card]) -> tuple[Card, ...]:
    """What may be played from a hand to the cards on the table, in the order of the hand.

    The one source of legality: rules trump-first-lead, trump-follow, trump-two-suits, trump-free,
    trump-excuse, trump-excuse-led.

    >>> from aces.decktet import read_cards
    >>> playable(read_cards("AK 5YK 7ML XS"), read_cards("6LK"))
    (Card.read('AK'), Card.read('5YK'), Card.read('7ML'))
    """
    if not cards:
        return hand
    led = cards[0] if cards[0].mask else led_card(cards)
    if led is None:
        return hand
    may = tuple(filter(_JOINS[led.index], hand))
    return may if len(may) > 1 or (may and may[0] is not EXCUSE) else hand


_JOINS = tuple(frozenset((EXCUSE, *filter(led.follows, DECK))).__contains__ for led in DECK)
"""For each led card, whether a card may join it whatever else the hand holds: it follows, or is the Excuse."""


def trump_after(trump: Suit | None, card: Card, sticky: bool = False, fixed: Suit | None = None) -> Suit | None:
    """Trump once a card is played (rules trump-ace, trump-last-ace, trump-sticky, trump-fixed)."""
    if fixed is not None:
        return fixed
    if card.is_ace and not (sticky and trump is not None):
        return card.suits[0]
    return trump


def power(card: Card, led: Card, trump: Suit | None, ties: Ties = "led") -> int:
    """How strong a card is in a trick: 0 never wins, else the highest does.

    Any trump is above every other card (rule trump-trumps), then come the cards that share a suit with the led
    card (rule trump-highest), each by rank (rule trump-rank). With ``ties`` "led", of two equal cards the one
    with the first printed suit of the led card is the higher (rule trump-ties); the Excuse has no power.
    """
    if trump is not None and card.mask & trump.bit:
        return _TRUMP + 2 * card.value
    if not card.mask & led.mask:
        return 0
    return 2 * card.value + (ties == "led" and card.mask & led.suits[0].bit != 0)


class Took(NamedTuple):
    """Who takes a trick: the place of the card in the order of play, from 0, and trump after it."""

    at: int
    trump: Suit | None


def winner(cards: Sequence[Card], trump: Suit | None, ties: Ties = "led") -> int:
    """The place of the winning card among the cards played so far, given trump as it is now.

    Cards that lie there already count by the new trump (rule trump-ace). :class:`~aces.rules.BadText` when
    there is no card that could win.
    """
    led = cards[0] if cards and cards[0].mask else led_card(cards)
    if led is None:
        raise BadText(" ".join(card.code for card in cards), "is no trick yet", ("a card that is not the Excuse",))
    row = _POWERS[ties][7 * led.index + (6 if trump is None else trump.index)] or powers(led, trump, ties)
    mine = [row[card.index] for card in cards]
    most = max(mine)
    if ties == "late":
        return len(mine) - 1 - mine[::-1].index(most)
    return mine.index(most)


_POWERS: dict[Ties, list[tuple[int, ...] | None]] = {ties: [None] * (len(FULL_DECK) * 7) for ties in TIES}


def powers(led: Card, trump: Suit | None, ties: Ties = "led") -> tuple[int, ...]:
    """The power of every card in a trick, by its index; kept, since there are only few such tables."""
    at = 7 * led.index + (6 if trump is None else trump.index)
    row = _POWERS[ties][at]
    if row is None:
        row = _POWERS[ties][at] = tuple(power(card, led, trump, ties) for card in FULL_DECK)
    return row


def decide(
    cards: Iterable[Card],
    before: Suit | None = None,
    sticky: bool = False,
    fixed: Suit | None = None,
    ties: Ties = "led",
) -> Took:
    """Who takes a whole trick that began with trump as ``before`` says, and trump after it."""
    played = tuple(cards)
    trump = before if fixed is None else fixed
    for card in played:
        trump = trump_after(trump, card, sticky, fixed)
    return Took(winner(played, trump, ties), trump)


Kind = Literal["ace", "only-trump", "highest-trump", "unfollowed", "highest", "tie"]


class Why(NamedTuple):
    """Why a card takes its trick, with the rule that says so; ``over`` is the next best card, if any had power."""

    rule: str
    kind: Kind
    card: Card
    led: Card
    over: Card | None
    trump: Suit | None


def reason(cards: Sequence[Card], trump: Suit | None, ties: Ties = "led") -> Why:
    """Why the winner of a trick takes it; ``trump`` is what it was when the last card lay there."""
    at = winner(cards, trump, ties)
    card, led = cards[at], led_card(cards)
    assert led is not None
    rest = [other for place, other in enumerate(cards) if place != at and power(other, led, trump, ties)]
    over = max(rest, key=lambda other: power(other, led, trump, ties), default=None)
    if trump is not None and card.mask & trump.bit:
        if over is not None and over.mask & trump.bit:
            return Why("trump-trumps", "highest-trump", card, led, over, trump)
        if card.is_ace:
            return Why("trump-ace-wins", "ace", card, led, over, trump)
        return Why("trump-trumps", "only-trump", card, led, over, trump)
    if over is None:
        return Why("trump-highest", "unfollowed", card, led, None, trump)
    if over.value == card.value:
        return Why("trump-ties", "tie", card, led, over, trump)
    return Why("trump-highest", "highest", card, led, over, trump)


def tide(cards: Sequence[Card]) -> int:
    """The next hand's size under Tides of fortune, from the last trick in the order of play.

    An Ace gives 1, a number itself, a Crown 9; behind the Excuse the card before it counts (rules trump-tides,
    trump-tides-excuse).

    >>> from aces.decktet import read_cards
    >>> tide(read_cards("8MS E")), tide(read_cards("2MK XK"))
    (8, 9)
    """
    for card in reversed(cards):
        if card.mask:
            return min(card.value, 9)
    raise BadText(" ".join(card.code for card in cards), "is no trick", ("a card that is not the Excuse",))
