"""The two sides of a Character Card: what stands where, in millimetres, for any card size.

The front says who you are, the back what drives you. A field without text gets lines to write
on, so that the blank card is the same card. Texts shrink until they fit; none is clipped. Pure
composition: no PDF is made here.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from aces.cards import Suit
from aces.lite.character import CREATION_CAP, HP, PLOT_ARMOR, STATS, Character, Stat
from aces.lite.decks import ITEM_RANKS
from aces.lite.growth import EARNS
from aces.rules import AcesError
from generators import card_drawing as draw
from generators import fitting
from generators.fitting import MM_PER_POINT, Fitted, MissingGlyphsError, Room, TooLongError, Typeface
from generators.imposition import CARDS, Size

GROWTH_ROOM = 2
"""Pips drawn beyond the cap of creation, for the Lucky Points of Turning Points."""

MOST_PIPS = 8
"""A Stat above this is written as a figure: a longer row of pips is no quicker to read."""

WRITING = 6.0
"""The least distance in millimetres of two lines to write on."""

MOST_LINES = 4
"""Lines to write on that a field without text gets beside fields that have theirs."""

SMALLEST = 6.0
"""The smallest size in points that a text of a character shrinks to."""

PROSE_LEADING = 1.28
"""The distance of two lines of prose, in sizes."""

BLANK = Character("", "", "", (0, 0, 0, 0), Suit.SPADES)
"""A card to fill in with a pencil: no text, no pip, no Affinity chosen."""


class CardError(AcesError):
    """A card cannot be printed as it stands: whose, which field, why."""


@dataclass(frozen=True, slots=True)
class Area:
    """A box on a card, in millimetres from the card's top left corner."""

    x: float
    y: float
    width: float
    height: float


@dataclass(frozen=True, slots=True)
class Text:
    """Lines of text in an area: their size in points, their distance in sizes.

    ``look`` names classes of the style sheet; ``face`` is set where the text chose it.
    """

    area: Area
    lines: tuple[str, ...]
    size: float
    leading: float
    look: str
    tag: str = "p"
    face: str = ""
    style: str = "normal"


@dataclass(frozen=True, slots=True)
class Picture:
    """A drawing with the words that stand for it."""

    area: Area
    art: str
    alt: str


@dataclass(slots=True)
class Side:
    """One side of one card: its drawing, and the parts that are read, in their order."""

    character: Character
    size: Size
    parts: list[Text | Picture] = field(default_factory=list)
    drawing: list[str] = field(default_factory=list)
    lines: list[tuple[float, float, float]] = field(default_factory=list)
    """Lines to write on: from x at y to another x."""

    @property
    def blank(self) -> bool:
        """Whether the card is to be filled in by hand."""
        return self.character == BLANK

    @property
    def unit(self) -> float:
        """How much larger than on a poker card type and small parts are; 1 on a poker card."""
        poker = CARDS["poker"]
        factor = min(self.size.width / poker.width, self.size.height / poker.height)
        return 1 + (factor - 1) * 0.62

    @property
    def inset(self) -> float:
        """From the edge of the card to its frame; on large cards more than printers leave blank."""
        return 0.057 * self.size.width

    @property
    def left(self) -> float:
        """Where text begins."""
        return self.inset + 2.9 * self.unit

    @property
    def width(self) -> float:
        """The width of text."""
        return self.size.width - 2 * self.left

    @property
    def bottom(self) -> float:
        """Where text ends, above the notches of the frame."""
        return self.size.height - self.inset - 5.2 * self.unit

    def write(self, area: Area, text: str, size: float, look: str, tag: str = "p") -> None:
        """One line in the middle of the height of an area."""
        self.parts.append(Text(area, (text,), size, area.height / (size * MM_PER_POINT), look, tag))

    def set(self, area: Area, fitted: Fitted, leading: float, look: str, tag: str = "p") -> None:
        """Fitted lines in the middle of the height of an area."""
        height = len(fitted.lines) * leading * fitted.size * MM_PER_POINT
        middle = Area(area.x, area.y + (area.height - height) / 2, area.width, height)
        self.parts.append(Text(middle, fitted.lines, fitted.size, leading, look, tag, fitted.face, fitted.style))

    def fit(self, key: str, text: str, room: Room, faces: Sequence[Typeface], most: float, least: float) -> Fitted:
        """A text in its room. Raises :class:`CardError` naming the character and the field."""
        try:
            return fitting.fit(text, room, faces, most=most, least=least)
        except (MissingGlyphsError, TooLongError) as error:
            raise self.error(key, str(error)) from None

    def error(self, key: str, why: str) -> CardError:
        """The error that says whose card and which field it is about."""
        field_name = FIELDS.get(key, key.capitalize())
        return CardError(f"{self.character.name or 'a character without a name'}: {field_name}: {why}")


FIELDS = {
    "item_seven": "the item of the seven (item_seven)",
    "item_jack": "the item of the Jack (item_jack)",
}
"""How errors name the fields whose key is not their word on the card."""


def front(character: Character, size: Size) -> Side:
    """The front of a card. Raises :class:`CardError` when a text does not fit."""
    side = Side(character, size)
    u = side.unit
    side.drawing.append(draw.frame(size, side.inset, u))
    side.drawing.append(draw.sun(size.width / 2, side.inset + 0.75 * u, 3.2 * u))
    y = _names(side, side.inset + 3.2 * u)
    side.drawing.append(draw.divider(side.left, y, side.width, u))
    y = _stats(side, y + 1.6 * u)
    side.drawing.append(draw.divider(side.left, y + 1.3 * u, side.width, u))
    y = _items(side, y + 2.8 * u)
    _prose(side, [("description", "Description", character.description)], y, side.bottom)
    return side


def back(character: Character, size: Size) -> Side:
    """The back of a card. Raises :class:`CardError` when a text does not fit."""
    side = Side(character, size)
    u = side.unit
    side.drawing.append(draw.frame(size, side.inset, u))
    title = Area(side.left, side.inset + 2.2 * u, side.width, 4.6 * u)
    if character.name:
        room = Room(title.width, title.height, 1.05)
        fitted = side.fit("name", character.name, room, _faces("Aces Display", "Aces Text"), 11 * u, SMALLEST)
        side.set(title, fitted, 1.05, "centre", "h1")
    else:
        side.write(title, "A.C.E.S.", 10 * u, "marquee", "h1")
    top = title.y + title.height + 0.8 * u
    side.drawing.append(draw.divider(side.left, top, side.width, u))
    growth = size.height - side.inset - 14.3 * u
    traits = [(key, key.capitalize(), getattr(character, key)) for key in ("goal", "flaw", "secret")]
    _prose(side, traits, top + 1.3 * u, growth - 2.2 * u)
    _growth(side, growth)
    return side


def _names(side: Side, y: float) -> float:
    """Name and Concept, centred, or lines for them. Gives where the next part begins."""
    u, character = side.unit, side.character
    if character.name:
        area = Area(side.left, y, side.width, 8.0 * u)
        faces = _faces("Aces Display", "Aces Text")
        fitted = side.fit("name", character.name, Room(area.width, area.height, 1.08), faces, 18 * u**0.8, SMALLEST)
        side.set(area, fitted, 1.08, "centre", "h1")
        y += area.height
    else:
        y += 6.4 * u
        _labelled_line(side, "Name", y)
    if character.concept:
        area = Area(side.left, y, side.width, 6.2 * u)
        room = Room(area.width, area.height, 1.08)
        fitted = side.fit("concept", character.concept, room, _faces("Aces Text italic"), 10.5 * u**0.8, SMALLEST)
        side.set(area, fitted, 1.08, "centre")
        y += area.height + 1.6 * u
    else:
        y += max(6.2 * u, WRITING)
        _labelled_line(side, "Concept", y)
        y += 2.3 * u
    return y


def _labelled_line(side: Side, label: str, y: float) -> None:
    """A line to write on, with its label at its start."""
    size = _label_size(side)
    height = size * MM_PER_POINT
    side.write(Area(side.left, y - height * 1.05, side.width, height), label, size, "label")
    start = side.left + fitting.load("Aces Sans", 500).width(label, size) + 1.2 * side.unit
    side.lines.append((start, y, side.left + side.width))


def _stats(side: Side, y: float) -> float:
    """The four Stats as a cast list, with HP and Plot Armor beside them."""
    u, character = side.unit, side.character
    row = (4.55 if side.blank else 4.75) * u
    aside = 15.2 * u
    width = side.width - aside - 1.6 * u
    size = 8.6 * u**0.9
    most = max(CREATION_CAP + GROWTH_ROOM, *(value for value in character.stats if value <= MOST_PIPS))
    pitch = min(3.25 * u, (width - 20.5 * u) / most)
    dot = min(2.5 * u, pitch * 0.8)
    leaders = []
    for stat in STATS:
        value = character.stat(stat)
        top = y + stat.index * row
        middle = top + row / 2
        side.drawing.append(draw.pip(stat.suit, side.left + 1.9 * u, middle, 2.5 * u))
        if stat.suit is character.affinity and not side.blank:
            side.drawing.append(draw.ring(side.left + 1.9 * u, middle, 2.15 * u, u))
        word = Area(side.left + 5 * u, top, _faces("Aces Display")[0].width(stat.title, size), row)
        side.write(word, stat.title, size, "display")
        start = word.x + word.width + 1.2 * u
        if value > MOST_PIPS:
            area = Area(side.left + width - 8 * u, top, 8 * u, row)
            side.write(area, str(value), size * 1.2, "display right")
            end = side.left + width - fitting.load("Aces Display").width(str(value), size * 1.2)
        else:
            area = Area(side.left + width - most * pitch, middle - dot / 2 - 0.2, most * pitch, dot + 0.4)
            side.parts.append(
                Picture(area, draw.pips(value, most, pitch, dot), _count(value, "pip") if value else "pips to fill in")
            )
            end = area.x
        leaders.append((start, middle + 0.95 * u, end - 0.6 * u))
    side.drawing.append(draw.leaders(leaders, u))
    height = row * len(STATS)
    x = side.left + width + 1.5 * u
    side.drawing.append(
        draw.stroke(f"M{draw.mm(x)} {draw.mm(y + 0.6 * u)}v{draw.mm(height - 1.2 * u)}", "gold", 0.2 * u)
    )
    x += 1.1 * u
    _track(side, "HP", character.hp, HP, draw.square, Area(x, y, side.left + side.width - x, height / 2))
    lower = Area(x, y + height / 2, side.left + side.width - x, height / 2)
    _track(side, "Plot Armor", character.plot_armor, PLOT_ARMOR, draw.shield, lower)
    return y + height


def _track(side: Side, title: str, value: int, whole: int, outline: draw.Outline, area: Area) -> None:
    """A row of boxes below its title; what is spent is crossed out."""
    u, size = side.unit, _label_size(side)
    label = Area(area.x, area.y + 0.5 * u, area.width, size * MM_PER_POINT * 1.1)
    side.write(label, title, size, "label centre")
    edge = min(4.1 * u, (area.width - 0.4) / (1 + (whole - 1) * 1.22))
    step = edge * 1.22
    span = edge + (whole - 1) * step + 0.4
    place = Area(area.x + (area.width - span) / 2, label.y + label.height + 0.7 * u, span, edge + 0.4)
    art = draw.boxes(outline, whole, range(value, whole), edge, step, u)
    side.parts.append(Picture(place, art, f"{value} of {whole} left"))


def _items(side: Side, y: float) -> float:
    """The Affinity Suit, then its 7 and its Jack with the names of the two items."""
    u, character = side.unit, side.character
    small = _label_size(side)
    if side.blank:
        words = "Circle your Affinity. Its " + " and ".join(rank.text for rank in ITEM_RANKS) + " are your items."
        row = 2.6 * u
        side.write(Area(side.left, y, side.width, row), words, small, "label")
    else:
        suit, size, row = character.affinity, 8.6 * u**0.9, 4.2 * u
        side.write(Area(side.left, y, 14 * u, row), "Affinity", small, "label")
        side.drawing.append(draw.pip(suit, side.left + 14 * u, y + row / 2, 2.5 * u))
        words = f"{suit.word.capitalize()}, {Stat.of(suit).title}"
        side.write(Area(side.left + 16.8 * u, y, side.width - 16.8 * u, row), words, size, "display")
    y += row + 0.3 * u
    faces, most = _faces("Aces Text"), 8.5 * u**0.8
    for rank, key in zip(ITEM_RANKS, ("item_seven", "item_jack"), strict=True):
        text = getattr(character, key)
        height = 5.6 * u if text else max(5.6 * u, WRITING)
        box = Area(side.left, y + height - 5.0 * u, 7.2 * u, 5.0 * u)
        area = Area(side.left + 8.6 * u, box.y, side.width - 8.6 * u, box.height)
        fitted = None
        if text:
            try:
                fitted = fitting.fit(text, Room(area.width, area.height, 1.12), faces, most=most, least=SMALLEST)
            except (TooLongError, MissingGlyphsError):
                area = Area(area.x, area.y, area.width, 7.4 * u)  # a third line, at the cost of what follows
                fitted = side.fit(key, text, Room(area.width, area.height, 1.12), faces, most, SMALLEST)
                height += area.height - box.height
        side.drawing.append(draw.index_box(box.x, box.y, box.width, box.height, u))
        size = 8.4 * u**0.9
        if side.blank:
            inner = Area(box.x + 1.2 * u, box.y, box.width - 1.2 * u, box.height)
            side.write(inner, rank.text, size, "display")
        else:
            suit = character.affinity
            side.write(box, f"{rank.text}{suit.glyph}", size, f"display centre {suit.colour}")
        if fitted:
            side.set(area, fitted, 1.12, "")
        else:
            side.lines.append((area.x, area.y + area.height, area.x + area.width))
        y += height + 0.5 * u
    return y + 0.7 * u


def _prose(side: Side, fields: Sequence[tuple[str, str, str]], top: float, bottom: float) -> None:
    """Texts below each other under their labels, all at one size: the largest that holds them all.

    A field without text gets lines to write on, the first beside its label.
    """
    u = side.unit
    several = len(fields) > 1
    head, gap = (3.6 * u if several else 2.9 * u), 1.0 * u
    small = 9.2 * u**0.8 if several else _label_size(side)
    look, tag = ("trait", "h2") if several else ("label", "p")
    face = _faces("Aces Display")[0] if several else fitting.load("Aces Sans", 500)
    written = [(key, text) for key, _, text in fields if text]
    empty = len(fields) - len(written)
    pitch = max(WRITING, 6.1 * u**0.4)
    room = bottom - top - (len(fields) - 1) * gap - len(written) * head
    blocks = _one_size(side, written, room - (2 * empty * pitch if written else 0))
    used = sum(map(_height, blocks.values()))
    shares: list[int] = []
    air = 0.0
    if empty:
        lines = max(empty, int((room - used) / pitch + 1e-9))
        if written:
            lines = min(lines, MOST_LINES * empty)
            air = (room - used - lines * pitch) / len(fields)
        else:
            pitch = room / lines
        shares = [lines // empty + (index < lines % empty) for index in range(empty)]
    elif several:
        air = (room - used) / len(fields)
    y, right = top, side.left + side.width
    for key, label, text in fields:
        if text:
            side.write(Area(side.left, y, side.width, head), label, small, look, tag)
            area = Area(side.left, y + head, side.width, _height(blocks[key]))
            side.set(area, blocks[key], PROSE_LEADING, "")
            y += head + area.height + gap + air
            continue
        height = small * MM_PER_POINT
        side.write(Area(side.left, y + pitch - height * 1.05, side.width, height), label, small, look, tag)
        start = side.left + face.width(label, small) + 1.2 * u
        for number in range(shares[0]):
            side.lines.append((side.left if number else start, y + (number + 1) * pitch, right))
        y += shares.pop(0) * pitch + gap + air
    if not empty and not several and int((bottom - y) / pitch + 1e-9) >= 2:
        _notes(side, y, bottom, pitch)


def _notes(side: Side, top: float, bottom: float, pitch: float) -> None:
    """What a short text leaves free, as lines for a pencil."""
    lines = int((bottom - top) / pitch + 1e-9)
    first = bottom - (lines - 1) * pitch
    _labelled_line(side, "Notes", first)
    for number in range(1, lines):
        side.lines.append((side.left, first + number * pitch, side.left + side.width))


def _height(block: Fitted) -> float:
    return len(block.lines) * PROSE_LEADING * block.size * MM_PER_POINT


def _one_size(side: Side, written: Sequence[tuple[str, str]], room: float) -> dict[str, Fitted]:
    """The texts at the largest size at which they fit into ``room`` millimetres of height together."""
    face = _faces("Aces Text")[0]
    texts = {key: fitting.tidy(text) for key, text in written}
    for key, text in texts.items():
        if missing := face.missing(text):
            raise side.error(key, str(MissingGlyphsError(missing)))

    def at(size: float) -> dict[str, Fitted]:
        return {
            key: Fitted(face.name, face.weight, face.style, size, fitting.wrap(text, side.width, face, size))
            for key, text in texts.items()
        }

    for size in fitting.sizes(8.75 * side.unit**0.75, SMALLEST):
        blocks = at(size)
        if sum(map(_height, blocks.values())) <= room + 1e-6:
            return blocks
    heights = {key: _height(block) for key, block in at(SMALLEST).items()}
    key = max(heights, key=lambda name: heights[name])
    spare = room - sum(heights.values()) + heights[key]
    lines = max(int(spare / (PROSE_LEADING * SMALLEST * MM_PER_POINT) + 1e-9), 0)
    fits = fitting.longest(texts[key], side.width, lines, face, SMALLEST)
    raise side.error(key, f"{TooLongError(len(texts[key]), fits, SMALLEST)} on a {side.size.title} card")


def _growth(side: Side, y: float) -> None:
    """The four Growth boxes, each under the outcome that may mark it."""
    u, small = side.unit, _label_size(side)
    word, head = 6.8 * u**0.8, 9.2 * u**0.8
    title = "Growth"
    opening = _faces("Aces Display")[0].width(title, head) + 3 * u
    side.drawing.append(draw.divider(side.left, y, side.width, u, opening))
    height = head * MM_PER_POINT
    side.write(Area(side.left, y - height / 2, side.width, height), title, head, "trait centre", "h2")
    half = side.width / len(EARNS)
    edge = 4.0 * u
    for index, (lesson, group) in enumerate(EARNS.items()):
        outcome = lesson.capitalize()
        x, column = side.left + index * half, half / len(group)
        label = Area(x, y + 1.7 * u, half, small * MM_PER_POINT * 1.15)
        side.write(label, outcome, small, "label centre")
        middle, clear = x + half / 2, fitting.load("Aces Sans", 500).width(outcome, small) / 2 + u
        ends = (x + column / 2 - edge / 2, x + half - column / 2 + edge / 2)
        level, foot = label.y + label.height / 2, label.y + label.height + 0.1 * u
        side.drawing.append(draw.bracket(*ends, level, foot, (middle - clear, middle + clear), u))
        for place, box in enumerate(group):
            centre, top = x + (place + 0.5) * column, label.y + label.height + 0.7 * u
            caption = Area(centre - column / 2, top + edge + 0.5 * u, column, word * MM_PER_POINT * 1.1)
            side.write(caption, box.title, word, "display centre")
            marked = side.character.marked(box)
            art = draw.boxes(draw.square, 1, range(0 if marked else 1, 1), edge, edge, u)
            area = Area(centre - edge / 2 - 0.2, top, edge + 0.4, edge + 0.4)
            side.parts.append(Picture(area, art, "marked" if marked else "not marked yet"))


def _count(number: int, what: str) -> str:
    return f"{number} {what}" + ("" if number == 1 else "s")


def _label_size(side: Side) -> float:
    return 5.4 * float(side.unit**0.6)


def _faces(*names: str) -> tuple[Typeface, ...]:
    """Faces by name; a name that ends in ``italic`` is the italic."""
    return tuple(
        fitting.load(name.removesuffix(" italic"), 400, "italic" if name.endswith(" italic") else "normal")
        for name in names
    )
