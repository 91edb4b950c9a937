"""The two sides of a Character Card: what stands where, in millimetres, for any card size.

The front says who you are, the back what drives you. A field without text gets lines to write
on, so that the blank card is the same card. Texts shrink until they fit; what does not fit at the
smallest size goes on, on a continuation card, and none is clipped. Pure composition, standard library
only: the PDF and the page in the browser paint what is decided here.

What any printed side is made of is here as well (:class:`Side` and its parts): decks, screens and sheets use it.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import NamedTuple

from aces.cards import Suit
from aces.lite.character import CREATION_CAP, HP, PLOT_ARMOR, STATS, Character, Stat
from aces.lite.decks import ITEM_RANKS
from aces.lite.growth import EARNS
from aces.rules import AcesError
from generators import card_drawing as draw
from generators import fitting
from generators.card_drawing import Drawing
from generators.card_styles import CABARET, Style
from generators.fitting import MM_PER_POINT, Fitted, MissingGlyphsError, Room, Typeface
from generators.imposition import Size

GROWTH_ROOM = 2
"""Pips drawn beyond the cap of creation, for the Lucky Points of Turning Points."""

MOST_PIPS = 8
"""A Stat above this is written as a figure: a longer row of pips is no quicker to read."""

WRITING = 6.0
"""The least distance in millimetres of two lines to write on."""

MOST_LINES = 4
"""Lines to write on that a field without text gets beside fields that have theirs."""

PROSE_LEADING = 1.28
"""The distance of two lines of prose, in sizes."""

BLANK = Character("", "", "", (0, 0, 0, 0), Suit.SPADES)
"""A card to fill in with a pencil: no text, no pip, no Affinity chosen."""


MOST_CONTINUATIONS = 200
"""No character's texts run over more continuation cards than this."""


NAMELESS = "a character without a name"


class CardError(AcesError):
    """A card cannot be printed as it stands: whose, which field, why."""


class Missing(NamedTuple):
    """Characters that no printed face has: whose, in which field, and which."""

    who: str
    field: str
    characters: str

    def __str__(self) -> str:
        field = _in_a_file(self.field) if self.field in FIELDS else self.field.capitalize()
        return f"{self.who or NAMELESS}: {field}: {MissingGlyphsError(self.characters)}"

    @property
    def said(self) -> str:
        """The same to somebody who has that one card before them, and no file."""
        field = FIELDS.get(self.field, self.field)
        return f"{field[:1].upper()}{field[1:]}: {MissingGlyphsError(self.characters)}"


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

    ``look`` names what a style has faces and inks for; ``face`` is set where the text chose it.
    ``field`` is the key of what was typed, where these are its lines.
    """

    area: Area
    lines: tuple[str, ...]
    size: float
    leading: float
    look: str
    tag: str = "p"
    face: str = ""
    weight: int = 400
    style: fitting.Style = "normal"
    field: str = ""


@dataclass(frozen=True, slots=True)
class Picture:
    """A drawing with the words that stand for it."""

    area: Area
    art: Drawing
    alt: str


@dataclass(frozen=True, slots=True)
class Photo:
    """A place for a picture that is given with the cards, by name, with the words that stand for it."""

    area: Area
    name: str
    alt: str


@dataclass(frozen=True, slots=True)
class Blank:
    """A field of a form: what is typed or ticked there.

    key: unique on the card. label: what a screen reader says. lines: several lines.
    on, off: the drawings of a box to tick; without them it is a field for text. choice: the group of
    which one at most can be ticked.
    """

    area: Area
    key: str
    label: str
    value: str = ""
    size: float = 0.0
    lines: bool = False
    centre: bool = False
    on: Drawing = ()
    off: Drawing = ()
    ticked: bool = False
    choice: str = ""


Part = Text | Picture | Photo | Blank


@dataclass(slots=True)
class Side:
    """One side of one card or sheet: its drawing, and the parts that are read, in their order."""

    size: Size
    style: Style = CABARET
    parts: list[Part] = field(default_factory=list)
    drawing: list[Drawing] = field(default_factory=list)
    lines: list[tuple[float, float, float]] = field(default_factory=list)
    """Lines to write on: from x at y to another x."""
    missing: list[Missing] = field(default_factory=list)

    @property
    def who(self) -> str:
        """Whose side it is, if anybody's, for what is said about it."""
        return ""

    @property
    def unit(self) -> float:
        """How much larger than on a poker card type and small parts are; 1 on a poker card."""
        return draw.unit(self.size)

    def write(self, area: Area, text: str, size: float, look: str, tag: str = "p") -> None:
        """One line in the middle of the height of an area, smaller where it would be too wide."""
        face = self.style.looks(look)
        width = face.face.typeface.width(text, size) + face.spacing * size * MM_PER_POINT * len(text)
        if width > area.width:
            size *= area.width / width
        self.parts.append(Text(area, (text,), size, area.height / (size * MM_PER_POINT), look, tag))

    def error(self, key: str, why: str) -> CardError:
        """The error that says whose card and which field it is about."""
        return CardError(f"{self.who or NAMELESS}: {_in_a_file(key)}: {why}")

    def readable(self, key: str, text: str, faces: Sequence[Typeface]) -> tuple[str, Typeface]:
        """The text with every character that can be printed, the others as their numbers, and its face."""
        text = fitting.tidy(text)
        missing, face = min(((face.missing(text), face) for face in faces), key=lambda found: len(found[0]))
        if missing:
            self.missing.append(Missing(self.who, key, missing))
            text = fitting.visible(text, missing)
        return text, face


class Extras(NamedTuple):
    """What a card may have besides: a form's fields, a portrait's name, the modules of a QR code.

    undecided: whether the Affinity is still to be chosen, on a card that is filled in otherwise.
    """

    form: bool = False
    portrait: str = ""
    qr: tuple[tuple[bool, ...], ...] = ()
    qr_says: str = ""
    bleed: float = 0.0
    undecided: bool = False


FIELDS = {
    "item_seven": "item of the seven",
    "item_jack": "item of the Jack",
}
"""How errors name the fields whose key is not their word on the card."""


def _in_a_file(key: str) -> str:
    return f"the {FIELDS[key]} ({key})" if key in FIELDS else key


PLAIN = Extras()


@dataclass(slots=True)
class CharacterSide(Side):
    """One side of a Character Card or of a continuation of it."""

    character: Character = BLANK
    extras: Extras = PLAIN
    rest: dict[str, str] = field(default_factory=dict)
    """What did not fit, by field: it goes on a continuation card."""
    margin: float = 0.0
    """Millimetres on the right that a picture takes from the prose."""

    @property
    def who(self) -> str:
        """The character's name."""
        return self.character.name

    @property
    def blank(self) -> bool:
        """Whether the card is to be filled in by hand."""
        return self.character == BLANK

    @property
    def form(self) -> bool:
        """Whether the card is a form to fill in on a screen."""
        return self.extras.form

    @property
    def chooses(self) -> bool:
        """Whether the Affinity is still to be chosen, by pencil or on a screen."""
        return self.blank or self.form or self.extras.undecided

    @property
    def inset(self) -> float:
        """From the edge of the card to its frame; on large cards more than printers leave blank."""
        share = 0.057 * self.size.width
        return share if self.size.width < 66 else min(max(share, 5.2), 8.0)

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
        """Where text ends, above the notches of the frame if it has any."""
        return self.size.height - self.inset - (5.2 if self.style.ornate else 1.2) * self.unit

    @property
    def floor(self) -> float:
        """The smallest size in points that a text of a character shrinks to."""
        return self.style.floor

    def set(self, area: Area, fitted: Fitted, leading: float, look: str, tag: str = "p", key: str = "") -> None:
        """Fitted lines in the middle of the height of an area."""
        height = len(fitted.lines) * leading * fitted.size * MM_PER_POINT
        middle = Area(area.x, area.y + (area.height - height) / 2, area.width, height)
        face, weight, slant = fitted.face, fitted.weight, fitted.style
        self.parts.append(Text(middle, fitted.lines, fitted.size, leading, look, tag, face, weight, slant, key))
        if key in self.rest:
            self.onward(middle)

    def field(
        self, key: str, label: str, area: Area, value: str, size: float, *, lines: bool = False, centre: bool = False
    ) -> None:
        """A field of a form for text, with the line or the box it is seen by."""
        if lines:
            wide, high = draw.mm(area.width), draw.mm(area.height)
            box = f"M{draw.mm(area.x)} {draw.mm(area.y)}h{wide}v{high}h-{wide}z"
            self.drawing.append(draw.stroke(box, "line", 0.15))
        else:
            foot = area.y + area.height
            self.drawing.append(draw.stroke(f"M{draw.mm(area.x)} {draw.mm(foot)}h{draw.mm(area.width)}", "line", 0.15))
        self.parts.append(Blank(area, key, label, value, size, lines=lines, centre=centre))

    def onward(self, area: Area) -> None:
        """The sign at the end of a text that goes on elsewhere."""
        u = self.unit
        tip = (area.x + area.width + 2.3 * u, area.y + area.height - 1.2 * u)
        place = Area(tip[0] - 1.5 * u, tip[1] - 0.9 * u, 1.5 * u, 1.8 * u)
        self.parts.append(Picture(place, draw.onward(1.5 * u, 0.9 * u, u), "goes on, on the next card"))

    def fit(self, key: str, text: str, room: Room, faces: Sequence[Typeface], most: float) -> Fitted:
        """A text in its room; what is too long for it is kept in ``rest``, what has no glyph in ``missing``."""
        text, face = self.readable(key, text, faces)
        for size in fitting.sizes(max(most, self.floor), self.floor):
            space = room.lines(size)
            if fitting.shortest(text, room.width, face, size) > space:
                continue
            lines = fitting.wrap(text, room.width, face, size)
            if len(lines) <= space:
                return Fitted(face.name, face.weight, face.style, size, lines)
        lines = fitting.wrap(text, room.width, face, self.floor)[: max(room.lines(self.floor), 1)]
        self.rest[key] = fitting.after(text, lines)
        return Fitted(face.name, face.weight, face.style, self.floor, lines)


LABELS = {"name": "Name", "concept": "Concept", "item_seven": "Item of the 7", "item_jack": "Item of the Jack"}
"""How a continuation card calls a field, where not by its key."""


class Composed(NamedTuple):
    """A character on cards: the card, then its continuation cards, each a front and a back."""

    cards: tuple[tuple[Side, Side], ...]
    missing: tuple[Missing, ...]


def compose(character: Character, size: Size, style: Style = CABARET, extras: Extras = PLAIN) -> Composed:
    """All cards of a character. Raises :class:`CardError` when its texts would never end."""
    sides = (front(character, size, style, extras), back(character, size, style, extras))
    cards: list[tuple[Side, Side]] = [sides]
    rest = {**sides[0].rest, **{key: text for key, text in sides[1].rest.items() if key != "name"}}
    if rest and extras.form:
        key = next(iter(rest))
        raise sides[0].error(key, "does not fit into the field of a form; without --form it goes on, on another card")
    cards += _continued(character, size, style, rest, extras.bleed)
    found = {(one.field, one.characters): one for side in sides for one in side.missing}
    return Composed(tuple(cards), tuple(found.values()))


def _continued(
    character: Character, size: Size, style: Style, rest: dict[str, str], bleed: float
) -> Iterator[tuple[Side, Side]]:
    """The continuation cards: what is left of each field, one after the other, on both sides."""
    side = CharacterSide(size, style, character=character)
    over = {key: _running(side, text) for key, text in rest.items()}
    number = 1
    while over:
        if number > MOST_CONTINUATIONS:
            raise side.error(next(iter(over)), f"needs more than {MOST_CONTINUATIONS} continuation cards")
        sides = []
        for _ in range(2):
            side = CharacterSide(size, style, character=character, extras=Extras(bleed=bleed))
            over = _more(side, over, number)
            sides.append(side)
        yield sides[0], sides[1]
        number += 1


def _running(side: CharacterSide, text: str) -> Fitted:
    """A text in the lines that it has on continuation cards, all of them at once: the next card breaks none anew."""
    face = min(_prose_faces(side), key=lambda face: len(face.missing(text)))
    size = side.floor + 0.5
    return Fitted(face.name, face.weight, face.style, size, fitting.wrap(text, side.width, face, size))


def _more(side: CharacterSide, rest: Mapping[str, Fitted], number: int) -> dict[str, Fitted]:
    """One side of a continuation card; gives what is left for the next."""
    u, style = side.unit, side.style
    _frame(side)
    title = Area(side.left, side.inset + 2.2 * u, side.width, 4.6 * u)
    _short_title(side, title, "h1")
    small = Area(side.left, title.y + title.height - 0.4 * u, side.width, 2.6 * u)
    side.write(small, f"continued, card {number + 1}", _label_size(side), "label centre")
    y = small.y + small.height + 0.6 * u
    side.drawing.append(_divider(side, y))
    y += 1.3 * u
    if not rest:
        _notes(side, y + 4 * u, side.bottom, max(WRITING, 6.1 * u**0.4))
        return {}
    head, gap = 3.6 * u * style.scale**0.5, 1.0 * u
    left = dict(rest)
    for key, text in rest.items():
        pitch = PROSE_LEADING * text.size * MM_PER_POINT
        count = int((side.bottom - y - head) / pitch + 1e-9)
        if count < 1:
            break
        label = Area(side.left, y, side.width, head)
        side.write(label, LABELS.get(key, key.capitalize()), 9.2 * u**0.8 * style.scale, "trait", "h2")
        shown, over = text.lines[:count], text.lines[count:]
        area = Area(side.left, y + head, side.width, len(shown) * pitch)
        side.rest = {key: "".join(over)} if over else {}
        side.set(area, replace(text, lines=shown), PROSE_LEADING, "", key=key)
        y += head + area.height + gap
        if over:
            left[key] = replace(text, lines=over)
            break
        del left[key]
    side.rest = {}
    return left


def _frame(side: CharacterSide) -> None:
    """The frame of a side, and its ground where art runs past the cut."""
    u = side.unit
    if not side.style.ornate:
        side.drawing.append(draw.plain_frame(side.size, side.inset, u))
        return
    dark = side.extras.bleed > 0 and not side.style.saving
    if dark:
        side.drawing.append(draw.surround(side.size, side.inset, u, side.extras.bleed))
    side.drawing.append(draw.frame(side.size, side.inset, u, dark=dark))


def _divider(side: CharacterSide, y: float, opening: float = 0.0) -> Drawing:
    if side.style.ornate:
        return draw.divider(side.left, y, side.width, side.unit, opening)
    if not opening:
        return draw.stroke(f"M{draw.mm(side.left)} {draw.mm(y)}h{draw.mm(side.width)}", "gold", 0.2 * side.unit)
    return draw.divider(side.left, y, side.width, side.unit, opening)


def front(character: Character, size: Size, style: Style = CABARET, extras: Extras = PLAIN) -> CharacterSide:
    """The front of a card."""
    side = CharacterSide(size, style, character=character, extras=extras)
    u = side.unit
    _frame(side)
    if style.ornate:
        side.drawing.append(draw.sun(size.width / 2, side.inset + 0.75 * u, 3.2 * u))
    y = _names(side, side.inset + 3.2 * u)
    side.drawing.append(_divider(side, y))
    y = _stats(side, y + 1.6 * u)
    side.drawing.append(_divider(side, y + 1.3 * u))
    y = _items(side, y + 2.8 * u)
    if extras.portrait:
        height = side.bottom - y - 0.5 * u
        width = min(side.width * 0.36, height * 0.8)
        height = min(height, width / 0.8)
        place = Area(side.left + side.width - width, y + 0.5 * u, width, height)
        side.parts.append(Photo(place, extras.portrait, f"Portrait of {character.name or 'the character'}"))
        side.margin = width + 3.0 * u
    _prose(side, [("description", "Description", character.description)], y, side.bottom)
    return side


def back(character: Character, size: Size, style: Style = CABARET, extras: Extras = PLAIN) -> CharacterSide:
    """The back of a card."""
    side = CharacterSide(size, style, character=character, extras=extras)
    u = side.unit
    _frame(side)
    title = Area(side.left, side.inset + 2.2 * u, side.width, 4.6 * u)
    if character.name and not side.form:
        _short_title(side, title, "h1")
    else:
        side.write(title, "A.C.E.S.", 10 * u, "marquee centre", "h1")
    top = title.y + title.height + 0.8 * u
    side.drawing.append(_divider(side, top))
    growth = size.height - side.inset - 14.3 * u
    if extras.qr:
        edge = QR_MODULE * len(extras.qr)
        place = Area(side.left + side.width - edge, growth - 2.2 * u - edge, edge, edge)
        side.parts.append(Picture(place, draw.qr(extras.qr, QR_MODULE), f"QR code: {extras.qr_says}"))
        side.margin = edge + 3.0 * u
    traits = [(key, key.capitalize(), getattr(character, key)) for key in ("goal", "flaw", "secret")]
    _prose(side, traits, top + 1.3 * u, growth - 2.2 * u)
    _growth(side, growth)
    return side


QR_MODULE = 0.4
"""Millimetres of a module of a QR code: the least that a phone reads off a home print."""


def _short_title(side: CharacterSide, area: Area, tag: str) -> None:
    """The name again, on one or two lines; what is too long ends in an ellipsis, for it is not the only place."""
    faces = (side.style.display.typeface, side.style.prose.typeface, *_prose_faces(side))
    text, face = fitting.tidy(side.character.name or "A.C.E.S."), faces[0]
    missing, face = min(((one.missing(text + "…"), one) for one in faces), key=lambda found: len(found[0]))
    text = fitting.visible(text, missing)
    room = Room(area.width, area.height, 1.05)
    for size in fitting.sizes(11 * side.unit * side.style.scale, side.floor):
        lines = fitting.wrap(text, room.width, face, size)
        if len(lines) <= room.lines(size):
            break
    else:
        space = max(room.lines(side.floor), 1)
        lines = lines[:space]
        lines = (*lines[:-1], lines[-1].rstrip()[:-2] + "…")
    side.set(area, Fitted(face.name, face.weight, face.style, size, lines), 1.05, "centre", tag, "again")


def _prose_faces(side: CharacterSide) -> tuple[Typeface, ...]:
    return (side.style.prose.typeface, *_faces("Aces Text"))


def _names(side: CharacterSide, y: float) -> float:
    """Name and Concept, centred, or lines for them. Gives where the next part begins."""
    u, character, style = side.unit, side.character, side.style
    big, middling = 18 * u**0.8 * style.scale**0.5, 10.5 * u**0.8 * style.scale
    if side.form:
        for key, label, value, size, height in (
            ("name", "Name", character.name, big * 0.8, 7.0 * u),
            ("concept", "Concept", character.concept, middling, 5.6 * u),
        ):
            small, tall = _label_size(side), _label_size(side) * MM_PER_POINT
            width = style.label.typeface.width(label, small) + 1.2 * u
            side.write(Area(side.left, y + height - tall * 1.05, width, tall), label, small, "label")
            side.field(key, label, Area(side.left + width, y, side.width - width, height), value, size)
            y += height + 0.7 * u
        return y + 1.4 * u
    if character.name:
        area = Area(side.left, y, side.width, 8.0 * u)
        faces = (style.display.typeface, *_prose_faces(side))
        fitted = side.fit("name", character.name, Room(area.width, area.height, 1.08), faces, big)
        side.set(area, fitted, 1.08, "centre", "h1", "name")
        y += area.height
    else:
        y += 6.4 * u
        _labelled_line(side, "Name", y)
    if character.concept:
        area = Area(side.left, y, side.width, 6.2 * u)
        room = Room(area.width, area.height, 1.08)
        faces = (style.italic.typeface, *_faces("Aces Text italic"))
        fitted = side.fit("concept", character.concept, room, faces, middling)
        side.set(area, fitted, 1.08, "centre", key="concept")
        y += area.height + 1.6 * u
    else:
        y += max(6.2 * u, WRITING)
        _labelled_line(side, "Concept", y)
        y += 2.3 * u
    return y


def _labelled_line(side: CharacterSide, label: str, y: float) -> None:
    """A line to write on, with its label at its start."""
    size = _label_size(side)
    height = size * MM_PER_POINT
    side.write(Area(side.left, y - height * 1.05, side.width, height), label, size, "label")
    start = side.left + side.style.label.typeface.width(label, size) + 1.2 * side.unit
    side.lines.append((start, y, side.left + side.width))


def _stats(side: CharacterSide, y: float) -> float:
    """The four Stats as a cast list, with HP and Plot Armor beside them."""
    u, character, style = side.unit, side.character, side.style
    row = (4.55 if side.blank else 4.75) * u
    aside = 15.2 * u
    width = side.width - aside - 1.6 * u
    size = 8.6 * u**0.9 * style.scale
    display = style.display.typeface
    most = max(CREATION_CAP + GROWTH_ROOM, *(value for value in character.stats if value <= MOST_PIPS))
    pitch = min(3.25 * u, (width - 20.5 * u) / most)
    dot = min(2.5 * u, pitch * 0.8)
    room = width - 5 * u - (5 * u if style.figures else most * pitch) - 1.2 * u
    size *= min(1.0, room / max(display.width(stat.title, size) for stat in STATS))
    leaders = []
    for stat in STATS:
        value = character.stat(stat)
        top = y + stat.index * row
        middle = top + row / 2
        side.drawing.append(draw.pip(stat.suit, side.left + 1.9 * u, middle, 2.5 * u))
        if stat.suit is character.affinity and not side.chooses:
            side.drawing.append(draw.ring(side.left + 1.9 * u, middle, 2.15 * u, u))
        if side.form:
            reach = 2.15 * u
            spot = Area(side.left + 1.9 * u - reach, middle - reach, 2 * reach, 2 * reach)
            chosen = draw.ring(reach, reach, reach - 0.2 * u, u)
            says = f"Affinity: {stat.suit.word}, {stat.title}"
            ticked = stat.suit is character.affinity and not side.blank
            side.parts.append(Blank(spot, stat.suit.word, says, on=chosen, off=(), ticked=ticked, choice="affinity"))
        word_width = min(display.width(stat.title, size) + 0.01, room + 0.01)
        word = Area(side.left + 5 * u, top, word_width, row)
        side.write(word, stat.title, size, "display")
        start = word.x + word.width + 1.2 * u
        if side.form and not style.figures:
            for place in range(most):
                spot = Area(side.left + width - (most - place) * pitch, middle - dot / 2 - 0.2, pitch, dot + 0.4)
                on, off = draw.pips(1, 1, pitch, dot), draw.pips(0, 1, pitch, dot)
                key, label = f"{stat.key}_{place + 1}", f"{stat.title}, point {place + 1}"
                side.parts.append(Blank(spot, key, label, on=on, off=off, ticked=place < value))
            end = side.left + width - most * pitch
        elif side.form or (style.figures and not value):
            edge = min(4.4 * u, row - 0.4 * u)
            spot = Area(side.left + width - edge, middle - edge / 2, edge, edge)
            side.drawing.append(draw.stroke(draw.square(spot.x, spot.y, edge), "line-strong", 0.2 * u))
            if side.form:
                shown = str(value) if value else ""
                side.parts.append(Blank(spot, stat.key, stat.title, shown, size, centre=True))
            end = spot.x
        elif value > MOST_PIPS or style.figures:
            reach = max(4.4 * u, display.width(str(value), size * 1.2))
            area = Area(side.left + width - reach, top, reach, row)
            side.write(area, str(value), size * 1.2, "display right")
            end = side.left + width - display.width(str(value), size * 1.2)
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


def _track(side: CharacterSide, title: str, value: int, whole: int, outline: draw.Outline, area: Area) -> None:
    """A row of boxes below its title; what is spent is crossed out."""
    u, size = side.unit, _label_size(side)
    label = Area(area.x, area.y + 0.5 * u, area.width, min(size * MM_PER_POINT * 1.1, 2.5 * u))
    side.write(label, title, size, "label centre")
    edge = min(4.1 * u, (area.width - 0.4) / (1 + (whole - 1) * 1.22))
    step = edge * 1.22
    span = edge + (whole - 1) * step + 0.4
    place = Area(area.x + (area.width - span) / 2, label.y + label.height + 0.7 * u, span, edge + 0.4)
    if side.form:
        for number in range(whole):
            spot = Area(place.x + number * step, place.y, edge + 0.4, edge + 0.4)
            off = draw.boxes(outline, 1, range(0), edge, edge, u)
            on = draw.boxes(outline, 1, range(1), edge, edge, u)
            key = f"{title.lower().replace(' ', '_')}_{number + 1}"
            lost = number >= value
            side.parts.append(Blank(spot, key, f"{title}, {number + 1}: lost", on=on, off=off, ticked=lost))
        return
    art = draw.boxes(outline, whole, range(value, whole), edge, step, u)
    side.parts.append(Picture(place, art, f"{value} of {whole} left"))


def _items(side: CharacterSide, y: float) -> float:
    """The Affinity Suit, then its 7 and its Jack with the names of the two items."""
    u, character = side.unit, side.character
    small = _label_size(side)
    if side.chooses:
        verb = "Tick" if side.form else "Circle"
        words = f"{verb} your Affinity. Its " + " and ".join(rank.text for rank in ITEM_RANKS) + " are your items."
        row = 2.6 * u
        side.write(Area(side.left, y, side.width, row), words, small, "label")
    else:
        suit, size, row = character.affinity, 8.6 * u**0.9 * side.style.scale, 4.2 * u
        label = min(side.style.label.typeface.width("Affinity", small) + 0.01, 11.5 * u)
        side.write(Area(side.left, y, label, row), "Affinity", small, "label")
        x = side.left + label + 2.6 * u
        side.drawing.append(draw.pip(suit, x, y + row / 2, 2.5 * u))
        words = f"{suit.word.capitalize()}, {Stat.of(suit).title}"
        x += 2.6 * u
        side.write(Area(x, y, side.left + side.width - x, row), words, size, "display")
    y += row + 0.3 * u
    faces, most = _prose_faces(side), 8.5 * u**0.8 * side.style.scale
    for rank, key in zip(ITEM_RANKS, ("item_seven", "item_jack"), strict=True):
        text = "" if side.form else getattr(character, key)
        height = 5.6 * u if text or side.form else max(5.6 * u, WRITING)
        box = Area(side.left, y + height - 5.0 * u, 7.2 * u, 5.0 * u)
        area = Area(side.left + 8.6 * u, box.y, side.width - 8.6 * u, box.height)
        fitted = None
        if text:
            fitted = side.fit(key, text, Room(area.width, area.height, 1.12), faces, most)
            if side.rest.pop(key, ""):
                area = Area(area.x, area.y, area.width, 7.4 * u)  # a third line, at the cost of what follows
                fitted = side.fit(key, text, Room(area.width, area.height, 1.12), faces, most)
                height += area.height - box.height
        side.drawing.append(draw.index_box(box.x, box.y, box.width, box.height, u))
        index = 8.4 * u**0.9
        if side.chooses:
            inner = Area(box.x + 1.2 * u, box.y, box.width - 1.2 * u, box.height)
            side.write(inner, rank.text, index, "display")
        else:
            suit = character.affinity
            side.write(box, f"{rank.text}{suit.glyph}", index, f"display centre {suit.colour}")
        if fitted:
            side.set(area, fitted, 1.12, "", key=key)
        elif side.form:
            says = f"What the {rank.text} of your Affinity is"
            side.field(key, says, area, getattr(character, key), most)
        else:
            side.lines.append((area.x, area.y + area.height, area.x + area.width))
        y += height + 0.5 * u
    return y + 0.7 * u


def _prose(side: CharacterSide, fields: Sequence[tuple[str, str, str]], top: float, bottom: float) -> None:
    """Texts below each other under their labels, all at one size: the largest that holds them all.

    A field without text gets lines to write on, the first beside its label.
    """
    u = side.unit
    several = len(fields) > 1
    style, width = side.style, side.width - side.margin
    head, gap = (3.6 * u if several else 2.9 * u) * style.scale**0.5, 1.0 * u
    small = 9.2 * u**0.8 * style.scale if several else _label_size(side)
    look, tag = ("trait", "h2") if several else ("label", "p")
    face = (style.display if several else style.label).typeface
    if side.form:
        share = (bottom - top + gap) / len(fields)
        for place, (key, label, text) in enumerate(fields):
            y = top + place * share
            side.write(Area(side.left, y, width, head), label, small, look, tag)
            area = Area(side.left, y + head, width, share - head - gap)
            side.field(key, label, area, text, 8.5 * u**0.75 * style.scale, lines=True)
        return
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
    y, right = top, side.left + width
    for key, label, text in fields:
        if text:
            side.write(Area(side.left, y, width, head), label, small, look, tag)
            area = Area(side.left, y + head, width, _height(blocks[key]))
            side.set(area, blocks[key], PROSE_LEADING, "", key=key)
            y += head + area.height + gap + air
            continue
        height = small * MM_PER_POINT
        side.write(Area(side.left, y + pitch - height * 1.05, width, height), label, small, look, tag)
        start = side.left + face.width(label, small) + 1.2 * u
        for number in range(shares[0]):
            side.lines.append((side.left if number else start, y + (number + 1) * pitch, right))
        y += shares.pop(0) * pitch + gap + air
    if not empty and not several and not side.margin and int((bottom - y) / pitch + 1e-9) >= 2:
        _notes(side, y, bottom, pitch)


def _notes(side: CharacterSide, top: float, bottom: float, pitch: float) -> None:
    """What a short text leaves free, as lines for a pencil."""
    lines = int((bottom - top) / pitch + 1e-9)
    first = bottom - (lines - 1) * pitch
    _labelled_line(side, "Notes", first)
    for number in range(1, lines):
        side.lines.append((side.left, first + number * pitch, side.left + side.width))


def _height(block: Fitted) -> float:
    return len(block.lines) * PROSE_LEADING * block.size * MM_PER_POINT


def _one_size(side: CharacterSide, written: Sequence[tuple[str, str]], room: float) -> dict[str, Fitted]:
    """The texts at the largest size at which they fit into ``room`` millimetres of height together.

    At the smallest size each gets its share of the lines; what is longer goes on elsewhere.
    """
    width = side.width - side.margin
    texts: dict[str, tuple[str, Typeface]] = {}
    for key, text in written:
        texts[key] = side.readable(key, text, _prose_faces(side))

    def at(size: float) -> dict[str, Fitted]:
        return {
            key: Fitted(face.name, face.weight, face.style, size, fitting.wrap(text, width, face, size))
            for key, (text, face) in texts.items()
        }

    for size in fitting.sizes(max(8.75 * side.unit**0.75 * side.style.scale, side.floor), side.floor):
        pitch = PROSE_LEADING * size * MM_PER_POINT
        if pitch * sum(fitting.shortest(text, width, face, size) for text, face in texts.values()) > room + 1e-6:
            continue
        blocks = at(size)
        if sum(map(_height, blocks.values())) <= room + 1e-6:
            return blocks
    blocks = at(side.floor)
    space = max(int(room / (PROSE_LEADING * side.floor * MM_PER_POINT) + 1e-9), len(blocks))
    for key, lines in _shares({key: len(block.lines) for key, block in blocks.items()}, space).items():
        block = blocks[key]
        if lines < len(block.lines):
            shown = block.lines[:lines]
            side.rest[key] = fitting.after(texts[key][0], shown)
            blocks[key] = Fitted(block.face, block.weight, block.style, block.size, shown)
    return blocks


def _shares(wanted: Mapping[str, int], space: int) -> dict[str, int]:
    """Lines for each: what it wants, or an equal part of what is left when that is less.

    >>> _shares({"goal": 2, "flaw": 30, "secret": 9}, 20)
    {'goal': 2, 'flaw': 9, 'secret': 9}
    """
    shares: dict[str, int] = {}
    for place, key in enumerate(sorted(wanted, key=lambda one: wanted[one])):
        shares[key] = min(wanted[key], max(1, space // (len(wanted) - place)))
        space -= shares[key]
    return {key: shares[key] for key in wanted}


def _growth(side: CharacterSide, y: float) -> None:
    """The four Growth boxes, each under the outcome that may mark it."""
    u, small, style = side.unit, _label_size(side), side.style
    word, head = 6.8 * u**0.8 * style.scale, 9.2 * u**0.8 * style.scale
    title = "Growth"
    opening = style.display.typeface.width(title, head) + 3 * u
    side.drawing.append(_divider(side, y, opening))
    height = head * MM_PER_POINT
    side.write(Area(side.left, y - height / 2, side.width, height), title, head, "trait centre", "h2")
    half = side.width / len(EARNS)
    edge = 4.0 * u
    for index, (lesson, group) in enumerate(EARNS.items()):
        outcome = lesson.capitalize()
        x, column = side.left + index * half, half / len(group)
        label = Area(x, y + 1.7 * u, half, small * MM_PER_POINT * 1.15)
        side.write(label, outcome, small, "label centre")
        middle, clear = x + half / 2, style.label.typeface.width(outcome, small) / 2 + u
        ends = (x + column / 2 - edge / 2, x + half - column / 2 + edge / 2)
        level, foot = label.y + label.height / 2, label.y + label.height + 0.1 * u
        side.drawing.append(draw.bracket(*ends, level, foot, (middle - clear, middle + clear), u))
        for place, box in enumerate(group):
            centre, top = x + (place + 0.5) * column, label.y + label.height + 0.7 * u
            tall = min(word * MM_PER_POINT * 1.1, 3.2 * u)
            caption = Area(centre - column / 2, top + edge + 0.5 * u, column, tall)
            side.write(caption, box.title, word, "display centre")
            marked = side.character.marked(box)
            art = draw.boxes(draw.square, 1, range(0 if marked else 1, 1), edge, edge, u)
            area = Area(centre - edge / 2 - 0.2, top, edge + 0.4, edge + 0.4)
            if side.form:
                off = draw.boxes(draw.square, 1, range(0), edge, edge, u)
                on = draw.boxes(draw.square, 1, range(1), edge, edge, u)
                says = f"Growth: {box.title}"
                side.parts.append(Blank(area, f"growth_{box.value}", says, on=on, off=off, ticked=marked))
            else:
                side.parts.append(Picture(area, art, "marked" if marked else "not marked yet"))


def _count(number: int, what: str) -> str:
    return f"{number} {what}" + ("" if number == 1 else "s")


def _label_size(side: CharacterSide) -> float:
    return 5.4 * float(side.unit**0.6) * side.style.scale


def _faces(*names: str) -> tuple[Typeface, ...]:
    """Faces by name; a name that ends in ``italic`` is the italic."""
    return tuple(
        fitting.load(name.removesuffix(" italic"), 400, "italic" if name.endswith(" italic") else "normal")
        for name in names
    )
