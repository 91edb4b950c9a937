"""The Decktet: 36 cards of one or two suits, and the Excuse.

Rank first, then the suits as the card prints them: ``AM``, ``8MS``, ``XW`` (a Crown), ``E`` (the Excuse).

>>> Card.read("8ms") is Card.read("8MS")
True
>>> Card.read("8MS").spoken, Card.read("XW").spoken
('eight of Moons and Suns, the Diplomat', 'Crown of Waves, the Sea')

Which card has which rank, suits, name and marks is taken from the Decktet, © 2003-2008 P.D. Magnus, offered
under the Creative Commons Attribution-NonCommercial-ShareAlike 3.0 licence. The table below is under that
licence and stays apart from the code around it.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from enum import Enum

from .rules import BadText


class Suit(Enum):
    """A suit, in the order in which cards print them; ``bit`` has one bit set for each."""

    MOONS = (0, "M", "Moons", "Moon")
    SUNS = (1, "S", "Suns", "Sun")
    WAVES = (2, "W", "Waves", "Wave")
    LEAVES = (3, "L", "Leaves", "Leaf")
    WYRMS = (4, "Y", "Wyrms", "Wyrm")
    KNOTS = (5, "K", "Knots", "Knot")

    def __init__(self, index: int, letter: str, word: str, one: str) -> None:
        self.index = index
        self.bit = 1 << index
        self.letter = letter
        self.word = word
        self.one = one

    @staticmethod
    def read(text: str) -> Suit:
        """The suit that a letter or a word names; :class:`~aces.rules.BadText` otherwise.

        >>> Suit.read("y") is Suit.read("Wyrms") is Suit.read("wyrm") is Suit.WYRMS
        True
        """
        key = str(text).strip().lower()
        for suit in SUITS:
            if key in (suit.letter.lower(), suit.word.lower(), suit.one.lower()):
                return suit
        raise BadText(text, "is not a suit of the Decktet", tuple(suit.word for suit in SUITS))


class Rank(Enum):
    """A rank with its value: an Ace is 1, a Crown 10; the Excuse has none, written 0."""

    EXCUSE = (0, "E", "Excuse")
    ACE = (1, "A", "Ace")
    TWO = (2, "2", "two")
    THREE = (3, "3", "three")
    FOUR = (4, "4", "four")
    FIVE = (5, "5", "five")
    SIX = (6, "6", "six")
    SEVEN = (7, "7", "seven")
    EIGHT = (8, "8", "eight")
    NINE = (9, "9", "nine")
    CROWN = (10, "X", "Crown")

    def __init__(self, number: int, text: str, word: str) -> None:
        self.number = number
        self.text = text
        self.word = word


SUITS: tuple[Suit, ...] = tuple(Suit)
RANKS: tuple[Rank, ...] = tuple(rank for rank in Rank if rank is not Rank.EXCUSE)
"""The ranks from the Ace up to the Crown."""

_TABLE = """
AM  Ace of Moons
AS  Ace of Suns
AW  Ace of Waves
AL  Ace of Leaves
AY  Ace of Wyrms
AK  Ace of Knots
2MK the Author          personality
2SY the Desert          location
2WL the Origin          location event
3MW the Journey         event
3SK the Painter         personality
3LY the Savage          personality
4MS the Mountain        location
4WL the Sailor          personality
4YK the Battle          event
5ML the Forest          location
5SW the Discovery       event
5YK the Soldier         personality
6MW the Lunatic         personality
6SY the Penitent        personality
6LK the Market          location event
7ML the Chance Meeting  event
7SK the Castle          location
7WY the Cave            location
8MS the Diplomat        personality
8WL the Mill            location
8YK the Betrayal        event
9MS the Pact            event
9WY the Darkness        location
9LK the Merchant        personality
XM  the Huntress        personality
XS  the Bard            personality
XW  the Sea             location
XL  the End             location event
XY  the Calamity        event
XK  the Windfall        event
E   the Excuse
"""


class Card:
    """One of the 37 cards. There is one object for each, so cards compare by identity.

    ``index`` runs from 0 (Ace of Moons) by rank to 35 (Crown of Knots); the Excuse has 36. ``value`` runs from
    1 (Ace) to 10 (Crown); the Excuse has 0. ``mask`` is the sum of the suits' bits, 0 for the Excuse.
    """

    __slots__ = ("code", "index", "is_ace", "marks", "mask", "name", "rank", "spoken", "suits", "text", "value")

    index: int
    rank: Rank
    suits: tuple[Suit, ...]
    value: int
    mask: int
    is_ace: bool
    code: str
    text: str
    name: str
    marks: tuple[str, ...]
    spoken: str

    def __new__(cls, code: str) -> Card:
        return cls.read(code)

    @staticmethod
    def read(text: str) -> Card:
        """The card that a text names: its rank and suits, in either case of letters, or its name.

        Raises :class:`~aces.rules.BadText`.

        >>> Card.read("the Diplomat"), Card.read("e")
        (Card.read('8MS'), Card.read('E'))
        >>> Card.read("8MW")
        Traceback (most recent call last):
        ...
        aces.rules.BadText: '8MW' is not a card of the Decktet. Allowed: 8MS, 8WL, 8YK
        """
        card = _BY_TEXT.get(text)
        if card is not None:
            return card
        if not isinstance(text, str):
            raise BadText(text, "is not a card", (_FORM,))
        token = " ".join(text.upper().split())
        card = _BY_TEXT.get(token) or _BY_TEXT.get(token.removeprefix("THE "))
        if card is not None:
            return card
        same_rank = tuple(card.code for card in FULL_DECK if token[:1] == card.rank.text and card.mask)
        raise BadText(text, "is not a card of the Decktet", same_rank or (_FORM,))

    def follows(self, led: Card) -> bool:
        """Whether the card shares a suit with the card led."""
        return self.mask & led.mask != 0

    def __repr__(self) -> str:
        return f"Card.read({self.code!r})"

    def __str__(self) -> str:
        return self.code

    def __reduce__(self) -> tuple[object, tuple[str]]:
        return Card.read, (self.code,)

    def __copy__(self) -> Card:
        return self

    def __deepcopy__(self, memo: object) -> Card:
        return self


_FORM = "a rank (A 2 3 4 5 6 7 8 9 X), then its suits as printed (M S W L Y K), such as 8MS; or E, the Excuse"


def _make(index: int, line: str) -> Card:
    code, _, rest = line.partition(" ")
    name, *marks = rest.strip().split("  ")
    card = object.__new__(Card)
    card.index = index
    card.rank = rank = next(rank for rank in Rank if rank.text == code[0])
    card.suits = suits = tuple(suit for letter in code[1:] for suit in SUITS if suit.letter == letter)
    card.value = rank.number
    card.mask = sum(suit.bit for suit in suits)
    card.is_ace = rank is Rank.ACE
    card.code = card.text = code
    card.name = name
    card.marks = tuple(" ".join(marks).split())
    words = f"{rank.word} of {' and '.join(suit.word for suit in suits)}"
    card.spoken = f"{words}, {name}" if suits and name != words else name
    return card


FULL_DECK: tuple[Card, ...] = tuple(_make(index, line) for index, line in enumerate(_TABLE.strip().splitlines()))
"""The 37 cards: :data:`DECK` and the Excuse."""

DECK: tuple[Card, ...] = FULL_DECK[:36]
"""The 36 cards in their fixed order: by rank from Ace to Crown, then as the table has them."""

EXCUSE: Card = FULL_DECK[36]
ACES: tuple[Card, ...] = DECK[:6]
"""The six Aces, in the order of the suits."""

_BY_TEXT = {text: card for card in FULL_DECK for text in (card.code, card.name.upper().removeprefix("THE "))}


def read_cards(text: str) -> tuple[Card, ...]:
    """The cards of a text, separated by spaces or commas.

    >>> " ".join(map(str, read_cards("AM, 2mk XW E")))
    'AM 2MK XW E'
    """
    return tuple(Card.read(token) for token in text.replace(",", " ").split())


def complete(top: Sequence[Card], cards: Sequence[Card], name: str) -> tuple[Card, ...]:
    """A deck with ``top`` on top, in that order, then what is left of ``cards`` in its order.

    Raises :class:`~aces.rules.BadText` when a card of ``top`` is not among ``cards`` or stands twice.
    """
    seen: set[Card] = set()
    for card in top:
        if card not in cards:
            raise BadText(card.code, f"is not in the {name} deck")
        if card in seen:
            raise BadText(card.code, f"stands twice in the {name} deck", ("each card once",))
        seen.add(card)
    return (*top, *(card for card in cards if card not in seen))


def suit_words(suits: Iterable[Suit]) -> str:
    """Suits in words, such as ``Moons or Suns``."""
    return " or ".join(suit.word for suit in suits)
