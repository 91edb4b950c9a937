"""Where cards lie on a sheet of paper: sizes, n-up, duplex mirroring and crop marks.

Pure geometry in millimetres. The origin is the top left corner of the sheet, x grows to
the right and y downwards, as on a page. Nothing here knows of PDF, HTML or characters.

A sheet is printed on both sides and turned over by the printer. A printer turns it either
over its long edge or over its short edge, and each needs the backs elsewhere:

>>> sheet = grid(CARDS["poker"], PAPERS["a4"])
>>> sheet.columns, sheet.rows
(3, 3)
>>> front, back = sheet.fronts()[0], sheet.backs(Flip.LONG_EDGE)[0]
>>> round(front.x, 1), round(back.x, 1), back.rotation
(10.5, 136.5, 0)
>>> sheet.backs(Flip.SHORT_EDGE)[0].rotation
180
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from enum import Enum

from aces.rules import AcesError

INCH = 25.4
"""Millimetres in an inch."""

BLEEDS = (0.0, 3.0)
"""Millimetres by which art may run past the cut: none, or what print shops ask for."""

POINTS_PER_MM = 72 / INCH
"""PDF points in a millimetre."""

EDGE = 5.0
"""Millimetres along the edge of a sheet that home printers may leave blank."""

ON_THE_EDGE = 1.0
"""A cut nearer than this (mm) to the edge of the sheet is the edge: nothing is cut there."""

MARK_GAP = 1.0
"""Millimetres between a card and the crop mark outside of it."""

MARK_LENGTH = 4.0
"""The longest crop mark outside of the cards, in millimetres."""

TICK = 2.0
"""Millimetres of each arm of a mark that lies on a cut line, where cards meet."""


class DoesNotFitError(AcesError):
    """Cards do not fit on the paper as asked; the message gives the numbers."""


class Flip(Enum):
    """The edge over which a printer turns the sheet before it prints the back."""

    LONG_EDGE = "long-edge"
    SHORT_EDGE = "short-edge"


@dataclass(frozen=True, slots=True)
class Size:
    """A card or a sheet of paper; millimetres."""

    name: str
    title: str
    width: float
    height: float

    @property
    def turned(self) -> Size:
        """The same, lying on its other side."""
        return replace(self, width=self.height, height=self.width)

    def __str__(self) -> str:
        return f"{self.title} ({self.width:g} x {self.height:g} mm)"


def _sizes(*sizes: Size) -> dict[str, Size]:
    return {size.name: size for size in sizes}


CARDS: dict[str, Size] = _sizes(
    Size("poker", "Poker", 63.0, 88.0),
    Size("poker-inch", "Poker, in inches", 2.5 * INCH, 3.5 * INCH),
    Size("bridge", "Bridge", 2.25 * INCH, 3.5 * INCH),
    Size("tarot", "Tarot", 70.0, 120.0),
    Size("index", "Index card", 3 * INCH, 5 * INCH),
    Size("a6", "A6", 105.0, 148.0),
    Size("page", "Full page", 190.0, 260.0),
)
"""The sizes a card is designed for, by name. A full page lies within the margins of every paper."""

PAPERS: dict[str, Size] = _sizes(
    Size("a4", "A4", 210.0, 297.0),
    Size("letter", "Letter", 8.5 * INCH, 11 * INCH),
    Size("pa4", "PA4", 210.0, 280.0),
)
"""The papers, by name. PA4 is as wide as A4 and as high as Letter: it prints whole on either."""


def smallest_paper() -> str:
    """What the paper is for that fits on every other.

    >>> smallest_paper()
    'PA4 prints whole on A4 and on Letter.'
    """
    one = min(PAPERS.values(), key=lambda paper: paper.width * paper.height)
    return f"{one.title} prints whole on {' and on '.join(paper.title for paper in PAPERS.values() if paper != one)}."


CARD_PAPER = "card"
"""The name of the paper that is as large as one card with its bleed and marks, for print shops."""


@dataclass(frozen=True, slots=True)
class Place:
    """One side of one card on one side of a sheet.

    x, y: the top left corner of the place on the paper, in millimetres.
    rotation: degrees clockwise, about the middle of the place; 0 or 180.
    """

    x: float
    y: float
    width: float
    height: float
    rotation: int = 0

    @property
    def right(self) -> float:
        return self.x + self.width

    @property
    def bottom(self) -> float:
        return self.y + self.height


@dataclass(frozen=True, slots=True)
class Mark:
    """A straight line to cut along, from one point to another, in millimetres."""

    x1: float
    y1: float
    x2: float
    y2: float


@dataclass(frozen=True, slots=True)
class Grid:
    """Cards of one size in columns and rows, in the middle of a sheet.

    gutter: millimetres between cards; 0 lets one cut part two cards.
    bleed: millimetres by which art runs past each card; the gutter is at least twice that.
    """

    card: Size
    paper: Size
    columns: int
    rows: int
    gutter: float = 0.0
    bleed: float = 0.0

    @property
    def block(self) -> Place:
        """All cards together: what is left when the outer cuts are made."""
        return Place(self.left, self.top, self.paper.width - 2 * self.left, self.paper.height - 2 * self.top)

    @property
    def per_sheet(self) -> int:
        """How many cards one sheet holds."""
        return self.columns * self.rows

    @property
    def left(self) -> float:
        """Millimetres of paper to the left of the cards, and to their right."""
        return (self.paper.width - _span(self.columns, self.card.width, self.gutter)) / 2

    @property
    def top(self) -> float:
        """Millimetres of paper above the cards, and below them."""
        return (self.paper.height - _span(self.rows, self.card.height, self.gutter)) / 2

    def fronts(self) -> tuple[Place, ...]:
        """The places of the fronts, in reading order."""
        width, height = self.card.width, self.card.height
        return tuple(
            Place(
                self.left + column * (width + self.gutter),
                self.top + row * (height + self.gutter),
                width,
                height,
            )
            for row in range(self.rows)
            for column in range(self.columns)
        )

    def backs(self, flip: Flip, offset: tuple[float, float] = (0.0, 0.0)) -> tuple[Place, ...]:
        """The places of the backs: the nth lies behind the nth front once the sheet is turned.

        offset: millimetres to the right and down by which to shift all backs, for a
        printer that feeds the second side askew.
        """
        return tuple(_shift(_behind(place, self.paper, flip), offset) for place in self.fronts())

    def marks(self) -> tuple[Mark, ...]:
        """The crop marks of the front.

        Outside the cards where the margin has room, and on the cut lines wherever cards
        meet, so that marks are left after the first cuts. None reaches into a card.
        """
        xs = _cuts(self.left, self.card.width, self.columns, self.gutter, self.paper.width)
        ys = _cuts(self.top, self.card.height, self.rows, self.gutter, self.paper.height)
        marks: list[Mark] = []
        for x in xs:
            for start, end in _margin_marks(self.top, self.paper.height, self.bleed):
                marks.append(Mark(x, start, x, end))
        for y in ys:
            for start, end in _margin_marks(self.left, self.paper.width, self.bleed):
                marks.append(Mark(start, y, end, y))
        marks.extend(self._ticks(xs, ys))
        return tuple(marks)

    def back_marks(self, flip: Flip, offset: tuple[float, float] = (0.0, 0.0)) -> tuple[Mark, ...]:
        """The crop marks of the back: those of the front as the turned sheet shows them."""
        dx, dy = offset
        width, height = self.paper.width, self.paper.height
        turned = []
        for mark in self.marks():
            if flip is Flip.LONG_EDGE:
                turned.append(Mark(width - mark.x1, mark.y1, width - mark.x2, mark.y2))
            else:
                turned.append(Mark(mark.x1, height - mark.y1, mark.x2, height - mark.y2))
        return tuple(Mark(mark.x1 + dx, mark.y1 + dy, mark.x2 + dx, mark.y2 + dy) for mark in turned)

    def _ticks(self, xs: tuple[float, ...], ys: tuple[float, ...]) -> list[Mark]:
        """Ticks on the cut lines at every corner of a card, and where a line runs off the sheet.

        Where cards stand apart, the ticks lie in the gutters and nowhere else.
        """
        if self.gutter:
            return self._gutter_ticks(xs, ys)
        left, right = self.left, self.paper.width - self.left
        top, bottom = self.top, self.paper.height - self.top
        across = {edge for place in self.fronts() for edge in (place.x, place.right)}
        down = {edge for place in self.fronts() for edge in (place.y, place.bottom)}
        ticks: list[Mark] = []
        for x in xs:
            spans = [(max(top, y - TICK), min(bottom, y + TICK)) for y in sorted(down)]
            if top < MARK_GAP + EDGE:
                spans += [(EDGE, EDGE + 2 * TICK), (bottom - EDGE - 2 * TICK, bottom - EDGE)]
            ticks += [Mark(x, start, x, end) for start, end in spans]
        for y in ys:
            spans = [(max(left, x - TICK), min(right, x + TICK)) for x in sorted(across)]
            if left < MARK_GAP + EDGE:
                spans += [(EDGE, EDGE + 2 * TICK), (right - EDGE - 2 * TICK, right - EDGE)]
            ticks += [Mark(start, y, end, y) for start, end in spans]
        return ticks

    def _gutter_ticks(self, xs: tuple[float, ...], ys: tuple[float, ...]) -> list[Mark]:
        tops = [self.top + row * (self.card.height + self.gutter) for row in range(1, self.rows)]
        lefts = [self.left + column * (self.card.width + self.gutter) for column in range(1, self.columns)]
        return [Mark(x, top - self.gutter, x, top) for x in xs for top in tops] + [
            Mark(left - self.gutter, y, left, y) for y in ys for left in lefts
        ]


@dataclass(frozen=True, slots=True)
class FoldOver:
    """Fronts on one half of a sheet and their backs on the other: fold, glue, cut. No second pass.

    half: the cards of one half. The fold is upright where ``flip`` is the long edge, else level;
    a back stands where the sheet, folded there, brings it behind its front.
    """

    paper: Size
    half: Grid
    flip: Flip

    @property
    def card(self) -> Size:
        return self.half.card

    @property
    def bleed(self) -> float:
        return self.half.bleed

    @property
    def per_sheet(self) -> int:
        """How many cards one sheet holds."""
        return self.half.per_sheet

    @property
    def fold(self) -> Mark:
        """The line to fold along."""
        if self.flip is Flip.LONG_EDGE:
            return Mark(self.paper.width / 2, 0, self.paper.width / 2, self.paper.height)
        return Mark(0, self.paper.height / 2, self.paper.width, self.paper.height / 2)

    @property
    def _shift(self) -> tuple[float, float]:
        return (self.paper.width / 2, 0.0) if self.flip is Flip.LONG_EDGE else (0.0, self.paper.height / 2)

    @property
    def block(self) -> Place:
        """All cards together, fronts and backs."""
        places = (*self.fronts(), *self.backs())
        x, y = min(place.x for place in places), min(place.y for place in places)
        return Place(x, y, max(place.right for place in places) - x, max(place.bottom for place in places) - y)

    def fronts(self) -> tuple[Place, ...]:
        """The places of the fronts, in reading order."""
        return tuple(_shift(place, self._shift) for place in self.half.fronts())

    def backs(self) -> tuple[Place, ...]:
        """The places of the backs: the nth comes to lie behind the nth front."""
        return tuple(_behind(place, self.paper, self.flip) for place in self.fronts())

    def marks(self) -> tuple[Mark, ...]:
        """The crop marks, beside the fronts: one cuts when the sheet is folded, fronts up."""
        dx, dy = self._shift
        return tuple(Mark(m.x1 + dx, m.y1 + dy, m.x2 + dx, m.y2 + dy) for m in self.half.marks())


def fold_over(card: Size, paper: Size, *, bleed: float = 0.0) -> FoldOver:
    """The sheet to fold that holds the most cards: upright or lying, its fold upright or level.

    >>> fold_over(CARDS["poker"], PAPERS["a4"]).per_sheet
    4
    """
    found: list[FoldOver] = []
    for sheet in (paper, paper.turned):
        for flip in Flip:
            wide = flip is Flip.LONG_EDGE
            title = f"half of {paper.title}"
            half = Size(paper.name, title, sheet.width / (2 if wide else 1), sheet.height / (1 if wide else 2))
            try:
                found.append(FoldOver(sheet, grid(card, half, bleed=bleed), flip))
            except DoesNotFitError:
                continue
    if not found:
        short, long = sorted((paper.width, paper.height))
        raise DoesNotFitError(
            f"a card of {card.width:g} x {card.height:g} mm does not fit on half of {paper.title}, "
            f"{long / 2:g} x {short:g} mm, to be folded"
        )
    return max(found, key=lambda one: one.per_sheet)


def card_paper(card: Size, bleed: float, marks: bool) -> Size:
    """The page of a single card with its bleed, and with room for marks if there are any."""
    margin = bleed + (MARK_GAP + MARK_LENGTH + EDGE / 2 if marks else 0)
    return Size(CARD_PAPER, "a page a card", card.width + 2 * margin, card.height + 2 * margin)


def grid(
    card: Size,
    paper: Size,
    *,
    columns: int | None = None,
    rows: int | None = None,
    gutter: float = 0.0,
    bleed: float = 0.0,
) -> Grid:
    """The sheet with the most cards, or with as many columns and rows as asked.

    Raises DoesNotFitError, with the numbers, when they do not fit side by side.

    >>> grid(CARDS["a6"], PAPERS["letter"]).per_sheet
    2
    >>> try:
    ...     grid(CARDS["poker"], PAPERS["a4"], columns=4)
    ... except DoesNotFitError as error:
    ...     print(error)
    4 cards of 63 mm in a line need 252 mm; A4 is 210 mm wide and takes 3
    """
    if gutter < 0:
        raise DoesNotFitError(f"the gutter is {gutter:g} mm; it may be 0 or more")
    if bleed < 0:
        raise DoesNotFitError(f"the bleed is {bleed:g} mm; it may be 0 or more")
    gutter = max(gutter, 2 * bleed)
    across = _fit(columns, card.width, paper.width, gutter, bleed, f"{paper.title} is {paper.width:g} mm wide")
    down = _fit(rows, card.height, paper.height, gutter, bleed, f"{paper.title} is {paper.height:g} mm high")
    return Grid(card, paper, across, down, gutter, bleed)


def sheets(count: int, per_sheet: int) -> tuple[range, ...]:
    """Which cards lie on which sheet: full sheets, then the rest. No sheet is empty.

    >>> sheets(10, 9)
    (range(0, 9), range(9, 10))
    """
    return tuple(range(start, min(start + per_sheet, count)) for start in range(0, count, per_sheet))


def _span(count: int, length: float, gutter: float) -> float:
    return count * length + (count - 1) * gutter


def _fit(wanted: int | None, length: float, room: float, gutter: float, bleed: float, paper: str) -> int:
    most = int((room - 2 * bleed + gutter + 1e-9) // (length + gutter))
    count = most if wanted is None else wanted
    if most < 1:
        with_bleed = f" with {bleed:g} mm of bleed" if bleed else ""
        raise DoesNotFitError(f"a card of {length:g} mm{with_bleed} does not fit: {paper}")
    if not 1 <= count <= most:
        need = _span(max(count, 0), length, gutter) + 2 * bleed
        raise DoesNotFitError(f"{count} cards of {length:g} mm in a line need {need:g} mm; {paper} and takes {most}")
    return count


def _behind(place: Place, paper: Size, flip: Flip) -> Place:
    if flip is Flip.LONG_EDGE:
        return replace(place, x=paper.width - place.x - place.width)
    return replace(place, y=paper.height - place.y - place.height, rotation=(180 - place.rotation) % 360)


def _shift(place: Place, offset: tuple[float, float]) -> Place:
    return replace(place, x=place.x + offset[0], y=place.y + offset[1])


def _cuts(start: float, length: float, count: int, gutter: float, room: float) -> tuple[float, ...]:
    """The cut lines across one direction, without those at the edge of the sheet."""
    lines: list[float] = []
    for index in range(count):
        near = start + index * (length + gutter)
        for line in (near, near + length):
            if ON_THE_EDGE <= line <= room - ON_THE_EDGE and not (lines and abs(line - lines[-1]) < 1e-6):
                lines.append(line)
    return tuple(lines)


def _margin_marks(margin: float, room: float, bleed: float) -> tuple[tuple[float, float], ...]:
    """Where a mark starts and ends in the two margins; none where a printer leaves no room."""
    if margin - bleed < MARK_GAP + EDGE:
        return ()
    near = margin - bleed - MARK_GAP
    far = max(near - MARK_LENGTH, EDGE / 2)
    return ((far, near), (room - near, room - far))
