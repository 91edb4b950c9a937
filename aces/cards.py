"""The 52 cards: suits, ranks, a strict text notation and a shuffle of our own.

>>> Card.read("10♥") is Card.read("TH") is Card.read("10h")
True
>>> str(Card.read("TH")), Card.read("TH").code, Card.read("TH").spoken
('10♥', '10H', 'ten of hearts')
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from enum import Enum
from random import Random
from typing import Protocol, TypeVar

from .rules import BadText, quoted, whole

T = TypeVar("T")

SEED_LIMIT = 2**53
"""Seeds are whole numbers from 0 up to, not including, this: exact in Python and in a browser."""


class Suit(Enum):
    """A suit, in the order in which ties break: spades, clubs, diamonds, hearts."""

    SPADES = ("S", "♠", "black", "spades")
    CLUBS = ("C", "♣", "black", "clubs")
    DIAMONDS = ("D", "♦", "red", "diamonds")
    HEARTS = ("H", "♥", "red", "hearts")

    def __init__(self, letter: str, glyph: str, colour: str, word: str) -> None:
        self.letter = letter
        self.glyph = glyph
        self.colour = colour
        self.word = word

    @staticmethod
    def read(text: str) -> Suit:
        """The suit that a letter, a glyph or a word names; :class:`BadText` otherwise.

        >>> Suit.read("c") is Suit.read("♣") is Suit.read("Clubs") is Suit.CLUBS
        True
        """
        key = text.strip().lower()
        for suit in SUITS:
            if key in (suit.letter.lower(), suit.glyph, suit.word):
                return suit
        raise BadText(text, "is not a suit", tuple(suit.word for suit in SUITS))


class Rank(Enum):
    """A rank, from two up to Ace; ``index`` runs from 0 to 12."""

    TWO = (0, "2", "two")
    THREE = (1, "3", "three")
    FOUR = (2, "4", "four")
    FIVE = (3, "5", "five")
    SIX = (4, "6", "six")
    SEVEN = (5, "7", "seven")
    EIGHT = (6, "8", "eight")
    NINE = (7, "9", "nine")
    TEN = (8, "10", "ten")
    JACK = (9, "J", "jack")
    QUEEN = (10, "Q", "queen")
    KING = (11, "K", "king")
    ACE = (12, "A", "ace")

    def __init__(self, index: int, text: str, word: str) -> None:
        self.index = index
        self.text = text
        self.word = word

    @staticmethod
    def read(text: str) -> Rank:
        """The rank that a text names (``T`` is 10); :class:`BadText` otherwise."""
        key = text.strip().upper()
        for rank in RANKS:
            if key == rank.text or (key == "T" and rank is Rank.TEN):
                return rank
        raise BadText(text, "is not a rank", tuple(rank.text for rank in RANKS))


SUITS: tuple[Suit, ...] = tuple(Suit)
RANKS: tuple[Rank, ...] = tuple(Rank)


class Card:
    """One of the 52 cards. There is one object for each, so cards compare by identity.

    ``index`` runs from 0 (two of spades) to 51 (ace of hearts), suit by suit.
    """

    __slots__ = ("code", "index", "is_ace", "rank", "spoken", "suit", "text")

    rank: Rank
    suit: Suit
    index: int
    is_ace: bool
    text: str
    code: str
    spoken: str

    def __new__(cls, rank: Rank, suit: Suit) -> Card:
        return DECK[SUITS.index(suit) * len(RANKS) + rank.index]

    @staticmethod
    def read(text: str) -> Card:
        """The card that a text names: rank, then suit as a letter or glyph.

        Rule lite-own-deck (Jokers are never in a deck). Raises :class:`BadText`.

        >>> Card.read("1♠")  # doctest: +ELLIPSIS
        Traceback (most recent call last):
        ...
        aces.rules.BadText: '1♠' is not a card: there is no rank '1'. Allowed: a rank ...
        """
        card = _BY_TEXT.get(text)
        if card is not None:
            return card
        if not isinstance(text, str):
            raise BadText(text, "is not a card", (_FORM,))
        token = text.strip().rstrip("\ufe0e\ufe0f").upper()
        card = _BY_TEXT.get(token)
        if card is not None:
            return card
        if "JOKER" in token or token in ("*", "🃏"):
            raise BadText(text, "is not a card of the deck: Jokers stay out of it", (_FORM,))
        rank, suit = token[:-1], token[-1:]
        if suit not in _SUIT_MARKS:
            why = f"there is no suit {quoted(suit)}" if token else "it is empty"
        else:
            why = f"there is no rank {quoted(rank)}" if rank else "it has no rank"
        raise BadText(text, f"is not a card: {why}", (_FORM,))

    def __repr__(self) -> str:
        return f"Card.read({self.code!r})"

    def __str__(self) -> str:
        return self.text

    def __reduce__(self) -> tuple[object, tuple[str]]:
        return Card.read, (self.code,)

    def __copy__(self) -> Card:
        return self

    def __deepcopy__(self, memo: object) -> Card:
        return self

    def __lt__(self, other: Card) -> bool:
        return self.index < other.index


_FORM = (
    f"a rank ({' '.join(rank.text for rank in RANKS)}; T is 10), "
    f"then a suit ({' '.join(s.letter for s in SUITS)} or {' '.join(s.glyph for s in SUITS)}), such as 10H"
)
_SUIT_MARKS = {mark for suit in SUITS for mark in (suit.letter, suit.glyph)}


def _make(index: int) -> Card:
    card = object.__new__(Card)
    card.index = index
    card.rank = rank = RANKS[index % len(RANKS)]
    card.suit = suit = SUITS[index // len(RANKS)]
    card.is_ace = rank is Rank.ACE
    card.text = rank.text + suit.glyph
    card.code = rank.text + suit.letter
    card.spoken = f"{rank.word} of {suit.word}"
    return card


DECK: tuple[Card, ...] = tuple(_make(index) for index in range(len(SUITS) * len(RANKS)))
"""The 52 cards in their fixed order: spades, clubs, diamonds, hearts, each from two to Ace."""

_BY_TEXT = {
    rank + mark: card
    for card in DECK
    for rank in {card.rank.text, card.rank.text.replace("10", "T")}
    for mark in (card.suit.letter, card.suit.glyph)
}


def read_cards(text: str) -> tuple[Card, ...]:
    """The cards of a text, separated by spaces or commas.

    >>> " ".join(map(str, read_cards("4H, 8d KS")))
    '4♥ 8♦ K♠'
    """
    return tuple(Card.read(token) for token in text.replace(",", " ").split())


def write_cards(cards: Iterable[Card]) -> str:
    """The plain text of cards, which :func:`read_cards` reads back."""
    return " ".join(card.code for card in cards)


def from_one_deck(cards: Sequence[Card], whose: str) -> None:
    """Refuses cards that cannot lie in one deck of 52 at once (rule lite-own-deck)."""
    if len(cards) > len(DECK):
        raise BadText(
            write_cards(cards[:3]) + " …",
            f"are {len(cards)} cards of {whose} deck",
            (f"at most {len(DECK)} cards, each once",),
        )
    seen: set[int] = set()
    for card in cards:
        if card.index in seen:
            raise BadText(card.code, f"stands twice among the cards of {whose} deck", ("each card once",))
        seen.add(card.index)


def complete(top: Sequence[Card], cards: Sequence[Card], whose: str) -> tuple[Card, ...]:
    """A deck with ``top`` on top, in that order, then what is left of ``cards`` in its order.

    Raises :class:`BadText` when a card of ``top`` is not among ``cards`` or stands twice.
    """
    from_one_deck(top, whose)
    for card in top:
        if card not in cards:
            raise BadText(card.code, f"is not in {whose} deck")
    return (*top, *(card for card in cards if card not in top))


class Chance(Protocol):
    """A source of chance: ``random()`` gives a float from 0 up to, not including, 1."""

    def random(self) -> float: ...


def below(rng: Chance, n: int) -> int:
    """A whole number from 0 to n - 1, each equally likely (to within one part in 2**53 / n)."""
    return int(rng.random() * n)


def shuffled(cards: Iterable[T], rng: Chance) -> tuple[T, ...]:
    """The cards in an order drawn from ``rng``: Fisher and Yates, from the last card down.

    It uses nothing but ``rng.random()``, so one seed gives one order wherever Python runs.

    >>> " ".join(map(str, shuffled(DECK, stream(1))[:5]))
    'Q♦ K♠ 6♥ 3♦ 5♣'
    """
    pile = list(cards)
    for last in range(len(pile) - 1, 0, -1):
        other = int(rng.random() * (last + 1))
        pile[last], pile[other] = pile[other], pile[last]
    return tuple(pile)


def stream(seed: int, *path: int) -> Random:
    """A stream of chance for one purpose of a game: streams of one seed do not touch each other.

    ``path`` names the purpose, such as (whose deck) or (policy, ply); each part from 0 to 9999.
    """
    number = check_seed(seed)
    for part in (*path, len(path)):
        number = number * 10_000 + part
    return Random(number)


def check_seed(seed: object) -> int:
    """The seed itself; :class:`BadText` unless it is a whole number from 0 to 2**53 - 1."""
    return whole(seed, "a seed", 0, SEED_LIMIT - 1)


def read_seed(text: str) -> int:
    """The seed that a text names: digits only."""
    token = text.strip()
    if not (token.isascii() and token.isdigit() and len(token) <= 16):
        raise BadText(text, "is not a seed", (f"a whole number from 0 to {SEED_LIMIT - 1}",))
    return check_seed(int(token))
