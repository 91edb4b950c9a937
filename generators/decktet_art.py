"""Cards of the Decktet on a page: drawn, within a sentence, and what a screen reader says of them.

A drawn card keeps the markup contract of :mod:`generators.card_art`, with one or two suits in place of the pip::

    <span class="pc dk" role="img" aria-label="eight of Moons and Suns, the Diplomat"><b>8</b>
    <svg class="dk-M"><use href="#dk-M"/></svg><svg class="dk-S"><use href="#dk-S"/></svg></span>

In running text it is a ``dt``, a small card on the line. The shapes stand once on a page (:func:`shapes`); suits
are told by their shape and their word, colour only helps. The style sheet is ``generators/design/hands.css``.

Which card has which rank, suits and name is the Decktet's, © 2003-2008 P.D. Magnus, CC BY-NC-SA 3.0; the
suits are our own drawings, under that same licence (see :mod:`generators.decktet_glyphs`).
"""

from __future__ import annotations

import re

from markupsafe import Markup, escape

from aces.decktet import EXCUSE, FULL_DECK, SUITS, Card, Rank, Suit
from generators.decktet_glyphs import SQUARE, SUIT_PATHS

CODE = re.compile(rf"(?<![\w-])(?:{'|'.join(card.code for card in FULL_DECK if card is not EXCUSE)})(?![\w-])")
"""A card as records and the engine's sentences write it; the Excuse is a word there."""

_TOLD = re.compile(rf"({CODE.pattern})([.,;:?]*)")

_CROWN = "M-38 32L-46 -24L-19 0L0 -38L19 0L46 -24L38 32Z"
_USE = re.compile(r'href="#dk-')


def label(card: Card, place: str = "") -> str:
    """What a screen reader says of a card.

    >>> label(Card.read("8MS"), "Bo")
    'Bo: eight of Moons and Suns, the Diplomat'
    """
    return f"{place}: {card.spoken}" if place else card.spoken


def card_art(card: Card, place: str = "") -> Markup:
    """A card lying face up, drawn."""
    return Markup('<span class="pc dk" role="img" aria-label="{}"><b>{}</b>{}</span>').format(
        label(card, place), _rank(card), _suits(card)
    )


def card_text(card: Card, after: str = "", *, named: bool = True) -> Markup:
    """A card within a sentence; no line parts it from what stands ``after`` it. ``named``: its name is spoken too.

    >>> card_text(Card.read("XW"))[:55]
    Markup('<span class="dt" role="img" aria-label="Crown of Waves,')
    >>> card_text(Card.read("E"), ".")
    Markup('<span class="nowrap"><span class="dt" role="img" aria-label="the Excuse">Excuse</span>.</span>')
    """
    said = card.spoken if named else card.spoken.partition(",")[0]
    made = Markup('<span class="dt" role="img" aria-label="{}">{}{}</span>').format(said, _rank(card), _suits(card))
    return Markup('<span class="nowrap">{}{}</span>').format(made, after) if after else made


def suit_text(suit: Suit) -> Markup:
    """A suit's shape within a sentence, spoken as its word."""
    return Markup('<span class="dt-suit" role="img" aria-label="{}">{}</span>').format(suit.word, _shape(suit.letter))


def told(text: str) -> Markup:
    """A sentence of the engine with its cards set as such.

    >>> "the Diplomat" in told("Ana leads 8MS."), told("Anna & AMY")
    (True, Markup('Anna &amp; AMY'))
    """
    return Markup(_TOLD.sub(lambda match: str(card_text(Card.read(match[1]), match[2])), str(escape(text))))


def shapes() -> Markup:
    """The shapes of the suits and the crown, once for a page, out of sight."""
    half = SQUARE / 2
    symbol = Markup('<symbol id="dk-{}" viewBox="{} {} {} {}"><path d="{}"/></symbol>')
    paths = {**{suit.letter: SUIT_PATHS[suit] for suit in SUITS}, Rank.CROWN.text: _CROWN}
    made = (symbol.format(name, -half, -half, SQUARE, SQUARE, path) for name, path in paths.items())
    return Markup('<svg aria-hidden="true" hidden>{}</svg>').format(Markup().join(made))


def completed(html: str) -> str:
    """A page's HTML with the shapes that its cards refer to; as it is where there are none."""
    return f"{html}\n{shapes()}\n" if _USE.search(html) else html


def _rank(card: Card) -> Markup | str:
    if card is EXCUSE:
        return "Excuse"
    return _shape(card.rank.text) if card.rank is Rank.CROWN else card.rank.text


def _suits(card: Card) -> Markup:
    return Markup().join(_shape(suit.letter) for suit in card.suits)


def _shape(name: str) -> Markup:
    return Markup('<svg class="dk-{0}"><use href="#dk-{0}"/></svg>').format(name)
