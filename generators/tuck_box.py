"""A tuck box around a deck: as large as the card, the number of cards and their thickness ask for.

Flat, in one piece: from left to right a flap to glue, the front, a side, the back, the other side; lids and dust
flaps above and below. Solid lines are cut, dashed ones folded, and both say so. All in millimetres.

>>> from generators.imposition import CARDS
>>> box = Box(CARDS["poker"], 54, 0.3)
>>> f"{box.width:.1f} x {box.depth:.1f} x {box.height:.1f}"
'64.2 x 17.4 x 89.2'
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import pairwise
from typing import NamedTuple

from generators import card_drawing as draw
from generators.card_drawing import Drawing, mm
from generators.card_plans import Plan
from generators.card_sides import Area, Picture, Side, Text
from generators.card_styles import Style
from generators.deck_drawing import Point, Window, filled, outline
from generators.decks import Deck
from generators.fitting import MM_PER_POINT
from generators.imposition import EDGE, DoesNotFitError, Place, Size

STOCK = 0.3
"""The thickness in millimetres of a usual card: two sheets of paper glued, or 250 g/m²."""

STOCKS = (0.1, 1.0)
"""The thinnest and the thickest card that a box is made for."""

AIR = 1.2
"""Millimetres by which the box is larger than the cards, in each direction."""

GLUE = 9.0
"""The width in millimetres of the flap that is glued."""

_FOLD = (2.0, 1.5)


class Walls(NamedTuple):
    """Where each wall begins on the flat box, from the left, and where the last one ends."""

    front: float
    side: float
    back: float
    other: float
    end: float


@dataclass(frozen=True, slots=True)
class Box:
    """A box for so many cards of a size, each ``stock`` millimetres thick."""

    card: Size
    count: int
    stock: float = STOCK

    @property
    def holds(self) -> str:
        """What goes into it, in words."""
        card = f"{self.card.width:g} x {self.card.height:g} mm"
        return f"{self.count} cards of {card}, {self.stock:g} mm thick each"

    @property
    def width(self) -> float:
        """Of the front and the back."""
        return self.card.width + AIR

    @property
    def height(self) -> float:
        """Of the four walls."""
        return self.card.height + AIR

    @property
    def depth(self) -> float:
        """Of the sides, the lid and the floor."""
        return self.count * self.stock + AIR

    @property
    def tuck(self) -> float:
        """The part of the lid that goes inside."""
        return min(max(11.0, self.depth * 0.6), self.height / 3)

    @property
    def dust(self) -> float:
        """The flaps beside the lid."""
        return min(max(8.0, self.depth * 0.85), self.width / 2 - 1)

    @property
    def walls(self) -> Walls:
        """The walls side by side, after the flap that is glued."""
        w, d = self.width, self.depth
        return Walls(GLUE, GLUE + w, GLUE + w + d, GLUE + 2 * w + d, GLUE + 2 * (w + d))

    @property
    def top(self) -> float:
        """From the upper edge of the flat box to its walls; as much is below them."""
        return max(self.tuck + self.depth, self.dust)

    @property
    def flat(self) -> tuple[float, float]:
        """The width and the height of the box before it is folded."""
        return self.walls.end, self.height + 2 * self.top

    def cut(self) -> tuple[Point, ...]:
        """The outline of the flat box, clockwise from the upper end of the glued flap."""
        above, slant, low = self._upper(), 3.0, self.top + self.height
        below = [(x, self.top + low - y) for x, y in reversed(above)]
        return ((0.0, self.top + slant), *above, *below, (0.0, low - slant))

    def _upper(self) -> list[Point]:
        """The upper outline, from the front's left corner to the far end: dust flap, lid, dust flap."""
        at, y, lean = self.walls, self.top, 1.2
        rise, lid = y - self.dust, y - self.depth
        tip, soft = lid - self.tuck, 4.0
        return [
            (at.front, y),
            (at.side, y),
            (at.side + lean, y - 2),
            (at.side + lean, rise + 2),
            (at.side + lean + 2, rise),
            (at.back - lean, rise),
            (at.back - 0.3, y),
            (at.back, y),
            (at.back, lid),
            (at.back + 0.4, lid - 1),
            (at.back + soft, tip),
            (at.other - soft, tip),
            (at.other - 0.4, lid - 1),
            (at.other, lid),
            (at.other, y),
            (at.other + 0.3, y),
            (at.other + lean, rise),
            (at.end - lean - 2, rise),
            (at.end - lean, rise + 2),
            (at.end - lean, y - 2),
            (at.end, y),
        ]

    def folds(self) -> tuple[tuple[Point, Point], ...]:
        """The lines to fold along."""
        at, top, low = self.walls, self.top, self.top + self.height
        upright = tuple(((x, top), (x, low)) for x in at[:4])
        level: list[tuple[Point, Point]] = []
        for wall, lid in ((top, top - self.depth), (low, low + self.depth)):
            level += [((one, wall), (two, wall)) for one, two in pairwise(at[1:])]
            level.append(((at.back, lid), (at.other, lid)))
        return (*upright, *level)


def plan(box: Box, deck: Deck, paper: Size, style: Style) -> Plan:
    """The box flat on a sheet, upright or lying, whichever holds it.

    Raises :class:`~generators.imposition.DoesNotFitError`, with the numbers, when neither does.
    """
    wide, high = box.flat
    for sheet in (paper, paper.turned):
        if wide <= sheet.width - 2 * EDGE and high <= sheet.height - 2 * EDGE:
            break
    else:
        raise DoesNotFitError(
            f"the box for {box.holds} is {wide:.0f} x {high:.0f} mm flat; {paper.title} has room for "
            f"{paper.width - 2 * EDGE:.0f} x {paper.height - 2 * EDGE:.0f} mm"
        )
    x, y = (sheet.width - wide) / 2, (sheet.height - high) / 2
    room = Size("box", "Tuck box", wide, high)
    side = Side(room, style)
    _pictures(side, box, deck)
    _lines(side, box)
    marks, texts = _legend(sheet, y + high, box, style)
    whole = Place(0, 0, sheet.width, sheet.height)
    return Plan(sheet, whole, 0.0, marks, texts, ((Place(x, y, wide, high), side),), style)


def _lines(side: Side, box: Box) -> None:
    """Cuts, folds, a notch for a thumb, and what each flap is for."""
    at = box.walls
    folds = "".join(f"M{mm(a)} {mm(b)}L{mm(c)} {mm(d)}" for (a, b), (c, d) in box.folds())
    reach = min(7.0, box.width / 5)
    middle = (at.front + at.side) / 2
    notch = f"M{mm(middle - reach)} {mm(box.top)}A{mm(reach)} {mm(reach)} 0 0 0 {mm(middle + reach)} {mm(box.top)}"
    side.drawing += [
        draw.stroke(folds, "ink-soft", 0.18, _FOLD),
        draw.stroke(outline(box.cut()), "ink", 0.25),
        filled(notch + "Z", "bare"),
        draw.stroke(notch, "ink", 0.25),
    ]
    low = box.top + box.height
    words = (
        (Area(2.0, low - 6.0, box.height - 12.0, GLUE - 4.0), "glue", "label centre turned"),
        *(
            (Area(x, y, width, 3.0), word, "label centre")
            for x, width in ((at.side, box.depth), (at.other, box.depth))
            for y, word in ((box.top - 4.6, "fold in"), (low + 1.6, "fold in"))
        ),
        *(
            (Area(at.back, y, box.width, 3.0), "tuck in", "label centre")
            for y in (box.top - box.depth - box.tuck / 2 - 1.5, low + box.depth + box.tuck / 2 - 1.5)
        ),
    )
    for area, word, look in words:
        side.write(area, word, min(7.0, box.depth * 1.6), look)


def _pictures(side: Side, box: Box, deck: Deck) -> None:
    """What is printed on the walls and on the lid."""
    at, top, high, inset = box.walls, box.top, box.height, 3.4
    for x, titled in ((at.front, True), (at.back, False)):
        panel = Area(x + inset, top + inset, box.width - 2 * inset, high - 2 * inset)
        _panel(side, panel, deck, titled)
    if box.depth >= 5.0:
        size = min(11.0, box.depth * 1.3)
        count = len(deck.cards)
        _along(side, Area(at.side, top, box.depth, high), f"{deck.title}, {count} cards", size, "display")
        credit = deck.credit or "A deck of our own drawing. Free to use and to change: MIT licence."
        _along(side, Area(at.other, top, box.depth, high), credit, min(6.5, size), "label")
        area = Area(at.back, top - box.depth, box.width, box.depth)
        side.write(area, deck.title, size, "display centre upended")  # read from the front, once it is closed


def _panel(side: Side, area: Area, deck: Deck, titled: bool) -> None:
    """A wall with the picture of the deck's back; the front has the title above it."""
    u = area.width / 56.2
    box = f"M{mm(area.x)} {mm(area.y)}h{mm(area.width)}v{mm(area.height)}h{mm(-area.width)}z"
    side.drawing.append(filled(box, deck.ground))
    line = 1.6 * u
    inner = (area.width - 2 * line, area.height - 2 * line)
    frame = f"M{mm(area.x + line)} {mm(area.y + line)}h{mm(inner[0])}v{mm(inner[1])}h{mm(-inner[0])}z"
    side.drawing.append(draw.stroke(frame, "card-back-ink", 0.3 * u))
    head = 20.0 * u if titled else 0.0
    rim = line + 1.3 * u
    field = Window(area.x + rim, area.y + rim + head, area.width - 2 * rim, area.height - 2 * rim - head, u)
    whole = Area(0, 0, side.size.width, side.size.height)
    picture: Drawing = deck.back(field)
    what = "The front" if titled else "The back"
    side.parts.append(Picture(whole, picture, f"{what} of the box: the picture of the cards’ backs"))
    if titled:
        words = Area(area.x + rim, area.y + 8.0 * u, area.width - 2 * rim, 9.0 * u)
        side.write(words, deck.title.upper(), 22 * u, "index centre card-back-ink", "h1")


def _along(side: Side, area: Area, words: str, size: float, look: str) -> None:
    """Words that run up a wall, in its middle."""
    face = side.style.looks(look).face.typeface
    size = min(size, size * (area.height - 8) / max(face.width(words, size), 1e-6))
    high = size * MM_PER_POINT * 1.2
    spot = Area(area.x + (area.width - high) / 2, area.y + area.height, area.height, high)
    side.parts.append(Text(spot, (words,), size, 1.2, f"{look} centre turned"))


def _legend(sheet: Size, below: float, box: Box, style: Style) -> tuple[tuple[Drawing, ...], tuple[Text, ...]]:
    """What the lines mean and what the box holds, in the free margin below or above it."""
    room = sheet.height - below
    y = below + room / 2 if room >= 14 else sheet.height - EDGE - 4
    x = 16.0
    thick = box.count * box.stock
    size = 7.5
    holds = f"Holds {box.holds}, {thick:.1f} mm in all. Print at 100 %, cut, score the folds, glue."
    marks = (
        draw.stroke(f"M{mm(x)} {mm(y)}h9", "ink", 0.25),
        draw.stroke(f"M{mm(x + 20)} {mm(y)}h9", "ink-soft", 0.18, _FOLD),
    )
    places = ((x + 10.2, 9.0, "cut"), (x + 30.2, 9.0, "fold"), (x + 41, sheet.width - x - 57, holds))
    texts = tuple(Text(Area(px, y - 1.7, wide, 3.4), (word,), size, 1.28, "note") for px, wide, word in places)
    return marks, texts
