"""Decks of playing cards to print: the Decktet and a deck of 52, each card a front and a back like any other.

What is in a card's window is drawn in :mod:`generators.decktet_cards` and :mod:`generators.french_cards`; here it
gets its indices, its frame and its back, and becomes something the press prints
(:class:`generators.card_press.Printable`).

>>> [deck.name for deck in DECKS.values()], len(DECKS["decktet"].cards), len(DECKS["52"].cards)
(['decktet', '52'], 37, 54)
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from itertools import cycle
from typing import NamedTuple

from aces import cards, decktet
from generators import card_drawing as draw
from generators import decktet_cards, decktet_glyphs, french_cards
from generators.card_drawing import Drawing, mm
from generators.card_plans import Job
from generators.card_press import About, Printable, Printed, print_cards
from generators.card_sides import Area, Composed, Picture, Side, Text
from generators.card_styles import Style
from generators.deck_drawing import (
    CROWN,
    Window,
    belt,
    border,
    both_ways,
    filled,
    medallion,
    window,
)
from generators.fitting import MM_PER_POINT
from generators.imposition import Size
from generators.paths import placed
from generators.reference_cards import ReferenceCard

JOKERS = ("red", "black")
"""The two Jokers of the deck of 52, by their ink. No game here uses them (rule lite-own-deck)."""

_POINTS = 23.0
"""The size of the rank in a corner of a poker card."""


class Corner(NamedTuple):
    """An index: a rank as text or as a drawing about a point, the suits below it, and the rank's ink."""

    rank: str
    sign: str
    suits: tuple[tuple[str, str], ...]
    ink: str


class Face(NamedTuple):
    """What a card shows: its picture, what lies behind it, what frames it, its corner, its words."""

    picture: Drawing
    grounds: tuple[Drawing, ...]
    frame: Drawing
    corner: Corner
    says: str


class PlayingCard(NamedTuple):
    """A card of a deck to print, by the names of both; ``four`` gives each suit of the 52 an ink of its own."""

    deck: str
    code: str
    four: bool = False

    def composed(self, job: Job) -> Composed:
        """The card and its back (see :class:`~generators.card_press.Printable`)."""
        return Composed(((self.front(job.size, job.style), back(self.deck, job.size, job.style, job.bleed)),), ())

    def front(self, size: Size, style: Style) -> Side:
        """Its front."""
        side = Side(size, style)
        field = window(size, style.scale)
        face = DECKS[self.deck].face(self.code, field, self.four, not style.ornate)
        side.drawing += [*(face.grounds if style.ornate else ()), face.frame]
        side.parts.append(Picture(Area(0, 0, size.width, size.height), face.picture, face.says))
        _index(side, face.corner, field)
        return side


class Deck(NamedTuple):
    """A deck: its cards by name, how a card's face is drawn, how its back is, and on what terms it may be used."""

    name: str
    title: str
    cards: tuple[str, ...]
    face: Callable[[str, Window, bool, bool], Face]
    back: Callable[[Window], Drawing]
    ground: str
    licence: str
    credit: str
    games: tuple[str, ...]
    """The games played with it: their reference cards take what places a sheet leaves free."""

    def entries(self, *, four: bool = False) -> tuple[PlayingCard, ...]:
        """Its cards to print, in their order."""
        return tuple(PlayingCard(self.name, code, four) for code in self.cards)

    def about(self) -> About:
        """What a file of it says about itself."""
        return About(
            self.title, "A.C.E.S. reference", self.credit or self.licence, kind=f"{self.title}, {len(self.cards)} cards"
        )


def _index(side: Side, corner: Corner, field: Window) -> None:
    """The corner index, and the same for whoever sits opposite."""
    size, style = side.size, side.style
    u = field.u * (1 + (style.scale - 1) * 1.2)
    x, y = field.x * 0.545, 8.6 * u
    signs: list[Drawing] = []
    if corner.sign:
        signs.append(filled(placed(corner.sign, x, y, 0.066 * u), "ink" if style.saving else corner.ink))
    for place, (path, ink) in enumerate(corner.suits):
        drop = placed(path, x, y + (7.9 + 7 * place) * u, 0.062 * u)
        signs.append(filled(drop, "ink" if style.saving else ink))
    marks = tuple(shape for drawing in signs for shape in drawing)
    side.drawing.append(both_ways(marks, (size.width / 2, size.height / 2)))
    if corner.rank:
        points, reach = _POINTS * u, field.x * 0.98
        high = points * MM_PER_POINT
        area = Area(x - reach / 2, y - high / 2, reach, high)
        side.write(area, corner.rank, points, f"index centre {corner.ink}")
        told = side.parts[-1]
        assert isinstance(told, Text)
        over = Area(size.width - area.x - reach, size.height - area.y - high, reach, high)
        side.parts.append(Text(over, told.lines, told.size, told.leading, f"{told.look} upended"))


def back(name: str, size: Size, style: Style, bleed: float = 0.0) -> Side:
    """The back of a deck's cards, the same both ways up.

    A white edge hides where a printer is off by a little; with bleed the ground runs past the cut instead.
    """
    deck, side = DECKS[name], Side(size, style)
    u = draw.unit(size)
    edge = -bleed if bleed else 3.4 * u
    side.drawing.append(filled(_box(edge, size), deck.ground))
    inner = 5.0 * u
    side.drawing.append(draw.stroke(_box(inner, size), "card-back-ink", 0.3 * u))
    rim = inner + 1.3 * u
    field = Window(rim, rim, size.width - 2 * rim, size.height - 2 * rim, u)
    picture = Picture(Area(0, 0, size.width, size.height), deck.back(field), f"The back of the {deck.title}")
    side.parts.append(picture)
    return side


def _box(inset: float, size: Size) -> str:
    across, down = size.width - 2 * inset, size.height - 2 * inset
    return f"M{mm(inset)} {mm(inset)}h{mm(across)}v{mm(down)}h{mm(-across)}z"


# The Decktet


def _decktet_face(code: str, field: Window, four: bool, plain: bool) -> Face:
    card = decktet.Card.read(code)
    rank = card.rank
    suits = tuple((decktet_glyphs.SUIT_PATHS[suit], decktet_glyphs.suit_ink(suit)) for suit in card.suits)
    alone = rank in (decktet.Rank.ACE, decktet.Rank.EXCUSE)
    frame = medallion(field, plain=plain) if alone else belt(field, plain=plain)
    sign = CROWN if rank is decktet.Rank.CROWN else ""
    words = " and ".join(suit.word for suit in card.suits)
    return Face(
        decktet_cards.picture(card, field),
        decktet_cards.grounds(card, field),
        (*frame, *border(field, plain=plain)),
        Corner("" if sign else rank.text, sign, suits, "ink"),
        f"{rank.word} of {words}" if words else f"the {rank.word}",
    )


# The 52


def _ink(suit: cards.Suit, four: bool) -> str:
    return f"four-{suit.word}" if four else f"card-{suit.colour}"


def _french_face(code: str, field: Window, four: bool, plain: bool) -> Face:
    if code in JOKERS:
        ink = f"card-{code}"
        frame = (*medallion(field, plain=plain), *border(field, plain=plain))
        picture = french_cards.joker(field, ink)
        return Face(
            picture, (french_cards.burst(field),), frame, Corner("", french_cards.STAR, (), ink), f"{code} Joker"
        )
    card = cards.Card.read(code)
    ink = _ink(card.suit, four)
    corner = Corner(card.rank.text, "", ((french_cards.SUIT_PATHS[card.suit], ink),), ink)
    picture = french_cards.picture(card, field, ink)
    if card.rank in french_cards.COURTS:
        frame = (*belt(field, plain=plain), *border(field, plain=plain))
        return Face(picture, (french_cards.court_ground(field),), frame, corner, card.spoken)
    if card.is_ace:
        frame = (*medallion(field, plain=plain), *border(field, plain=plain))
        return Face(picture, (french_cards.burst(field),), frame, corner, card.spoken)
    return Face(picture, (), (), corner, card.spoken)


DECKS: Mapping[str, Deck] = {
    deck.name: deck
    for deck in (
        Deck(
            "decktet",
            "Decktet",
            tuple(card.code for card in decktet.FULL_DECK),
            _decktet_face,
            decktet_cards.back,
            "card-night",
            decktet_glyphs.LICENCE,
            decktet_glyphs.CREDIT,
            ("ace-trump",),
        ),
        Deck(
            "52",
            "Deck of 52",
            (*(card.code for card in cards.DECK), *JOKERS),
            _french_face,
            french_cards.back,
            "card-back",
            "MIT",
            "",
            ("aces-lite", "ace-game"),
        ),
    )
}
"""The decks that can be printed, by name."""


def print_deck(deck: Deck, job: Job, *, four: bool = False) -> Printed:
    """A whole deck as a PDF, and reference cards where its last sheet has room for them.

    Raises as :func:`~generators.card_press.print_cards` does.
    """
    entries: list[Printable] = [*deck.entries(four=four)]
    free = -len(entries) % job.layout.per_sheet if job.paper else 0
    entries += [ReferenceCard(game) for game, _ in zip(cycle(deck.games), range(free), strict=False)]
    return print_cards(entries, job, deck.about())
