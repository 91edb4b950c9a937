"""Our own playing cards: the markup, the labels and the drawing, for pages, playground and print.

**The markup contract.** A card is one element of any kind (``span``, ``button``, ``li``)::

    <span class="pc" data-suit="H" data-rank="10" role="img" aria-label="ten of hearts"><b>10</b><i>♥</i></span>
    <span class="pc pc-court" data-suit="S" data-rank="K" role="img" aria-label="king of spades"><b>K</b><i>♠</i></span>
    <span class="pc pc-back" role="img" aria-label="Truth, face down"></span>
    <span class="pc pc-slot"></span>                                   an empty place

- ``data-suit`` is S, C, D or H; ``data-rank`` is 2 to 10, J, Q, K or A; J, Q and K carry ``pc-court``.
  ``<b>`` and ``<i>`` are the corner index, and what is left of the card without a style sheet. The big pip
  or monogram is drawn by the style sheet from the two attributes.
- A card that can be chosen is a ``<button class="pc">`` without ``role``; its ``aria-label`` says everything:
  "Tell: six of spades, worth 6, face up" (:func:`label`). ``aria-pressed="true"`` lifts it.
- ``--pc-w`` on the card or any ancestor is its width (5rem unless said); all else follows. Legible from 44 px.
- ``four-colour`` on any ancestor gives each suit its own colour.
- ``pc-deal`` slides a card in, ``pc-turn`` turns it over, 200 ms; neither moves where motion is unwanted.
- ``.pcs`` is a row of cards that wraps; ``.pcs-fan`` lets them overlap.

In running text a card is ``<span class="ct" data-suit="H" role="img" aria-label="ten of hearts">10♥</span>``.
"""

from __future__ import annotations

from collections.abc import Mapping
from urllib.parse import quote

from markupsafe import Markup

from aces.cards import Card, Suit
from generators import design

COURT = frozenset("JQK")


def label(card: Card, *, place: str = "", worth: int | None = None, face_up: bool | None = None) -> str:
    """What a screen reader says of a card.

    >>> label(Card.read("6♠"), place="Tell", worth=6, face_up=True)
    'Tell: six of spades, worth 6, face up'
    """
    parts = [card.spoken]
    if worth is not None:
        parts.append(f"worth {worth}")
    if face_up is not None:
        parts.append("face up" if face_up else "face down")
    said = ", ".join(parts)
    return f"{place}: {said}" if place else said


def card_art(card: Card, *, place: str = "", worth: int | None = None, face_up: bool | None = None) -> Markup:
    """A card lying face up, drawn (see the markup contract above)."""
    court = " pc-court" if card.rank.text in COURT else ""
    return Markup(
        '<span class="pc{}" data-suit="{}" data-rank="{}" role="img" aria-label="{}"><b>{}</b><i>{}</i></span>'
    ).format(
        court,
        card.suit.letter,
        card.rank.text,
        label(card, place=place, worth=worth, face_up=face_up),
        card.rank.text,
        card.suit.glyph,
    )


def back_art(place: str = "") -> Markup:
    """A card lying face down; which one it is stays out of the page."""
    said = f"{place}, face down" if place else "a card, face down"
    return Markup('<span class="pc pc-back" role="img" aria-label="{}"></span>').format(said)


def card_text(card: Card) -> Markup:
    """A card within a sentence: unbroken, coloured, and spoken as "ten of hearts"."""
    return Markup('<span class="ct" data-suit="{}" role="img" aria-label="{}">{}</span>').format(
        card.suit.letter, card.spoken, str(card)
    )


def glyph(suit: Suit) -> Markup:
    """A suit within a sentence, spoken as "spades"."""
    return Markup('<span class="ct" data-suit="{}" role="img" aria-label="{}">{}</span>').format(
        suit.letter, suit.word, suit.glyph
    )


def css(medium: design.Medium = "web") -> str:
    """The style sheet of the cards, with the drawings of back and court set in from the tokens."""
    look = design.tokens()
    rules = [f":root{{{_art(look.light)}}}"]
    if medium == "web":
        rules.append(f'@media screen{{[data-md-color-scheme="slate"]{{{_art(look.dark)}}}}}')
    return "\n".join(rules) + "\n" + design.sheet("cards.css")


def _art(colours: dict[str, str]) -> str:
    return f"--art-back:{_data(back_svg(colours))};--art-court:{_data(court_svg(colours))}"


BOX = "0 0 63 88"
"""The box of what is drawn on a card: a millimetre is a unit."""


def back_svg(colours: dict[str, str]) -> str:
    """The back, as an image."""
    return f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="{BOX}">{back_shapes(colours, "s")}</svg>'


def back_shapes(colours: Mapping[str, str], mark: str) -> str:
    """The back: two suns facing each other across a lozenge, the same both ways up. ``mark`` is an id to use."""
    ground, ink, paper = colours["card-back"], colours["card-back-ink"], colours["card-face"]
    return (
        f'<rect width="63" height="88" fill="{paper}"/>'
        f'<rect x="3" y="3" width="57" height="82" rx="2" fill="{ground}"/>'
        f'<g fill="{ink}"><g id="{mark}"><path d="{_rays(31.5, 82.5, 38.5, 17)}" opacity=".9"/>'
        f'<path d="M22.5 82.5a9 9 0 0 1 18 0z" fill="{ground}"/><path d="M24.5 82.5a7 7 0 0 1 14 0z"/>'
        f'<path d="M27.5 82.5a4 4 0 0 1 8 0z" fill="{ground}"/></g>'
        f'<use href="#{mark}" transform="rotate(180 31.5 44)"/>'
        f'<path d="M31.5 27L48 44 31.5 61 15 44z" fill="{ground}" stroke="{ink}" stroke-width=".7"/>'
        f'<path d="M31.5 30.5L44.6 44 31.5 57.5 18.4 44z" fill="none" stroke="{ink}" stroke-width=".7"/>'
        f'<path d="{_SPADE}"/></g>'
        f'<rect x="5" y="5" width="53" height="78" rx="1" fill="none" stroke="{ink}" stroke-width=".8"/>'
    )


def icon_svg(colours: dict[str, str]) -> str:
    """The mark of the site: the spade of the back on its lozenge."""
    return (
        '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 34 34">'
        f'<path d="M17 0L34 17 17 34 0 17z" fill="{colours["card-back"]}"/>'
        f'<path d="M17 3.4L30.6 17 17 30.6 3.4 17z" fill="none" stroke="{colours["card-back-ink"]}"/>'
        f'<path transform="translate(-20.8 -36.4) scale(1.2)" d="{_SPADE}" fill="{colours["card-back-ink"]}"/></svg>'
    )


def court_svg(colours: dict[str, str]) -> str:
    """What stands behind a monogram, as an image."""
    return f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="{BOX}">{court_shapes(colours)}</svg>'


def court_shapes(colours: Mapping[str, str]) -> str:
    """What stands behind the monogram of a Jack, Queen or King: a pale burst in a stepped frame."""
    ink = colours["gold"]
    return (
        f'<path d="{_burst(38.5, 58, 18.5, 28)}" fill="{ink}" opacity=".17"/>'
        f'<path d="M27 4.5H58.5V83.5H4.5V50" fill="none" stroke="{ink}" stroke-width=".6" opacity=".8"/>'
        f'<path d="M29 6.5H56.5V81.5H6.5V52" fill="none" stroke="{ink}" stroke-width=".4" opacity=".8"/>'
    )


_SPADE = (
    "M31.5 35.5c3.2 4.600 7 6.600 7 10.400 0 3.800-4.600 5.200-6.400 2.300.2 2 .9 3.300 2.100 4.300h-5.400"
    "c1.200-1 1.900-2.300 2.100-4.300-1.800 2.900-6.400 1.500-6.400-2.300 0-3.800 3.800-5.800 7-10.400z"
)


def _rays(x: float, y: float, reach: float, count: int) -> str:
    """Wedges over the upper half plane about a point, cut off at ``reach`` above it."""
    from math import cos, pi, sin, tan

    wedges = []
    half = 26.0
    for number in range(count):
        if number % 2:
            continue
        points = []
        for edge in (number, number + 1):
            angle = pi * edge / count
            along = half / abs(cos(angle)) if abs(tan(angle)) * half < reach else reach / sin(angle)
            points.append((x + along * cos(angle), y - along * sin(angle)))
        wedges.append(f"M{_n(x)} {_n(y)}L" + "L".join(f"{_n(px)} {_n(py)}" for px, py in points) + "z")
    return "".join(wedges)


def _burst(x: float, y: float, reach: float, count: int) -> str:
    """Wedges all around a point."""
    from math import cos, pi, sin

    wedges = []
    for number in range(0, count, 2):
        low, high = (2 * pi * edge / count for edge in (number, number + 1))
        ends = (f"{_n(x + reach * cos(a))} {_n(y - reach * sin(a))}" for a in (low, high))
        wedges.append(f"M{_n(x)} {_n(y)}L" + "L".join(ends) + "z")
    return "".join(wedges)


def _n(value: float) -> str:
    return f"{value:.1f}".removesuffix(".0")


def _data(svg: str) -> str:
    return 'url("data:image/svg+xml,' + quote(svg, safe=" =:/'()<>,.;-+\"").replace('"', "'") + '")'
