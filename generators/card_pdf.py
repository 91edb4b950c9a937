"""Composed pages as PDF: painted by ourselves, since every millimetre is decided already.

A layout engine would decide it all again and takes a hundred times as long. What is left is to write
down paths and glyphs: HarfBuzz shapes the lines and cuts the faces down to what is used, pydyf writes the
objects. The file is tagged (PDF/UA-1), titled, carries its licence, and has true Trim- and BleedBoxes.
The same pages give the same bytes, whichever processes painted them.

:func:`paint` makes a :class:`Painted` page, which can cross from one process to another;
:func:`assemble` makes the file of them.
"""

from __future__ import annotations

import hashlib
import math
import re
import struct
import unicodedata
import zlib
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from functools import cache, lru_cache
from importlib import import_module
from typing import Any, NamedTuple
from xml.sax.saxutils import escape

from generators import fonts
from generators.card_drawing import Drawing
from generators.card_plans import Plan
from generators.card_sides import Area, Blank, Photo, Picture, Side, Text
from generators.card_styles import SUITS, Face, Style, drawn
from generators.fitting import MM_PER_POINT, Room, TooLongError, fit, is_unseen
from generators.imposition import POINTS_PER_MM, Place
from generators.pdf import CREATOR, PrintError, date_of_source
from generators.pdf import Sheet as About

pydyf: Any = import_module("pydyf")  # neither ships types
uharfbuzz: Any = import_module("uharfbuzz")

SHARED = 240
"""A drawing that takes more bytes than this is written once and shown by name wherever it recurs."""

PACKED = 400
"""How many small objects are packed into one stream."""

OPEN_KEY = 4
"""The flag of an annotation that is printed (/F 4)."""


class Item(NamedTuple):
    """A tagged thing: its tag, the words that stand for it, its box in points, its number on the page."""

    tag: str
    alt: str
    box: tuple[float, float, float, float] | None
    mcid: int


class Widget(NamedTuple):
    """A field of a form as it lies on a page: its rectangle in points, and what it is."""

    rect: tuple[float, float, float, float]
    name: str
    label: str
    value: str
    lines: bool
    centre: bool
    choice: str
    ticked: bool
    state: str
    on: bytes
    off: bytes
    size: float
    font: int


@dataclass(slots=True)
class Painted:
    """A page as bytes, with all that the file needs to know of it."""

    size: tuple[float, float]
    trim: tuple[float, float, float, float]
    bleed: tuple[float, float, float, float]
    content: bytes = b""
    groups: list[list[Item]] = field(default_factory=list)
    glyphs: dict[int, dict[int, str]] = field(default_factory=dict)
    shared: dict[str, bytes] = field(default_factory=dict)
    photos: set[str] = field(default_factory=set)
    widgets: list[tuple[int, Widget]] = field(default_factory=list)
    words: list[str] = field(default_factory=list)
    """The lines of text as they stand on the page, for whoever reads the file back."""


class _Font:
    """A face as HarfBuzz has it."""

    def __init__(self, index: int, face: Face, file: str) -> None:
        self.index, self.face = index, face
        self.path = fonts.print_file(file)
        blob = uharfbuzz.Blob.from_file_path(str(self.path))
        self.hb_face = uharfbuzz.Face(blob)
        self.font = uharfbuzz.Font(self.hb_face)
        self.scale = 1000 / self.hb_face.upem
        self.characters = frozenset(self.hb_face.unicodes)

    @property
    def name(self) -> str:
        return f"F{self.index}"

    def width(self, glyph: int) -> int:
        """The advance of a glyph in thousandths."""
        return int(self.font.get_glyph_h_advance(glyph) * self.scale + 0.5)


@cache
def _fonts() -> tuple[_Font, ...]:
    faces = [face for face in fonts.FACES if not face.file.endswith("-ext")]
    return tuple(
        _Font(index, Face(face.family, face.weight, face.style), face.file) for index, face in enumerate(faces)
    )


@cache
def _font(face: Face) -> _Font:
    return next(font for font in _fonts() if font.face == face)


class _Line(NamedTuple):
    """A shaped line: its operators without the size, its width and glyphs by font."""

    runs: tuple[tuple[int, bytes], ...]
    width: float
    glyphs: tuple[tuple[int, int, str], ...]


@lru_cache(maxsize=4096)
def _shape(face: Face, text: str, spacing: float) -> _Line:
    """A line as glyphs, each from the face or, where it has none, from the suits."""
    own, suits = _font(face), _font(SUITS)
    runs: list[tuple[_Font, str]] = []
    for char in text:
        if ord(char) in own.characters:
            font = own
        elif ord(char) in suits.characters:
            font = suits
        elif is_unseen(char) or char == "\t":
            continue
        else:
            raise PrintError(f"the face {face.family} has no {unicodedata.name(char, repr(char))}")
        if runs and runs[-1][0] is font:
            runs[-1] = (font, runs[-1][1] + char)
        else:
            runs.append((font, char))
    made: list[tuple[int, bytes]] = []
    glyphs: dict[tuple[int, int], str] = {}
    width = 0.0
    for font, words in runs:
        operators, advance = _run(font, words, spacing, glyphs)
        made.append((font.index, operators))
        width += advance
    return _Line(tuple(made), width, tuple((index, glyph, words) for (index, glyph), words in glyphs.items()))


def _run(font: _Font, text: str, spacing: float, glyphs: dict[tuple[int, int], str]) -> tuple[bytes, float]:
    buffer = uharfbuzz.Buffer()
    buffer.cluster_level = uharfbuzz.BufferClusterLevel.MONOTONE_CHARACTERS
    buffer.add_str(text)
    buffer.guess_segment_properties()
    buffer.direction = "ltr"
    uharfbuzz.shape(font.font, buffer, {"liga": False} if spacing else {"kern": True})
    infos, positions = buffer.glyph_infos, buffer.glyph_positions
    starts = [info.cluster for info in infos] + [len(text)]
    parts: list[str] = []
    hexes: list[str] = []
    total = 0.0
    for place, (info, position) in enumerate(zip(infos, positions, strict=True)):
        glyph, width = info.codepoint, font.width(info.codepoint)
        end = next((start for start in starts[place + 1 :] if start > info.cluster), len(text))
        words = text[info.cluster : end] if place == 0 or starts[place - 1] != info.cluster else ""
        glyphs.setdefault((font.index, glyph), words)
        before = -position.x_offset * font.scale
        extra = width - position.x_advance * font.scale - before
        if position.y_offset:
            if hexes:
                parts.append(f"<{''.join(hexes)}>")
                hexes = []
            rise = f"{position.y_offset * font.scale / 1000:.4g}"
            parts.append(f"{_n(before)}]TJ {rise} RISE[<{glyph:04x}>{_n(extra)}]TJ 0 Ts[")
        else:
            if abs(before) >= 0.5:
                parts.append(f"<{''.join(hexes)}>{_n(before)}" if hexes else _n(before))
                hexes = []
            hexes.append(f"{glyph:04x}")
            if abs(extra) >= 0.5:
                parts.append(f"<{''.join(hexes)}>{_n(extra)}")
                hexes = []
        total += position.x_advance * font.scale + spacing * 1000
    if hexes:
        parts.append(f"<{''.join(hexes)}>")
    return f"[{''.join(parts)}]TJ".replace("[]TJ ", "").encode(), total


def _n(value: float) -> str:
    """A number for a PDF: at most a thousandth, no needless zeros."""
    text = f"{value:.3f}".rstrip("0").rstrip(".")
    return "0" if text in ("-0", "") else text


@cache
def _rgb(colour: str) -> str:
    return " ".join(_n(int(colour[start : start + 2], 16) / 255) for start in (1, 3, 5))


# Paths


@lru_cache(maxsize=8192)
def _path(path: str) -> str:
    """SVG path data as PDF operators."""
    tokens = re.findall(r"[A-Za-z]|[-+]?(?:\d+\.?\d*|\.\d+)(?:[eE][-+]?\d+)?", path)
    out: list[str] = []
    x = y = start_x = start_y = 0.0
    command, place = "", 0

    def take(count: int) -> list[float]:
        nonlocal place
        values = [float(token) for token in tokens[place : place + count]]
        place += count
        return values

    while place < len(tokens):
        if tokens[place].isalpha():
            command = tokens[place]
            place += 1
        if command in "Zz":
            out.append("h")
            x, y = start_x, start_y
            continue
        by_x, by_y = (x, y) if command.islower() else (0.0, 0.0)
        kind = command.upper()
        if kind in "ML":
            x, y = (one + by for one, by in zip(take(2), (by_x, by_y), strict=True))
            out.append(f"{_n(x)} {_n(y)} {'m' if kind == 'M' else 'l'}")
            if kind == "M":
                start_x, start_y = x, y
                command = "l" if command == "m" else "L"
        elif kind in "HV":
            (value,) = take(1)
            x, y = (value + by_x, y) if kind == "H" else (x, value + by_y)
            out.append(f"{_n(x)} {_n(y)} l")
        elif kind == "C":
            values = [value + (by_y if place % 2 else by_x) for place, value in enumerate(take(6))]
            x, y = values[4:]
            out.append(" ".join(map(_n, values)) + " c")
        elif kind == "A":
            radius, _, _, large, sweep, to_x, to_y = take(7)
            to_x, to_y = to_x + by_x, to_y + by_y
            out += _arc(x, y, to_x, to_y, radius, bool(large), bool(sweep))
            x, y = to_x, to_y
        else:
            raise PrintError(f"a path with {command!r} cannot be printed")
    return " ".join(out)


def _arc(x0: float, y0: float, x1: float, y1: float, radius: float, large: bool, sweep: bool) -> Iterator[str]:
    """Part of a circle as cubic curves of a quarter at most."""
    half = math.hypot(x1 - x0, y1 - y0) / 2
    radius = max(radius, half)
    away = math.sqrt(max(radius * radius - half * half, 0.0)) * (1 if large != sweep else -1)
    middle_x = (x0 + x1) / 2 - away * (y1 - y0) / (2 * half)
    middle_y = (y0 + y1) / 2 + away * (x1 - x0) / (2 * half)
    begin = math.atan2(y0 - middle_y, x0 - middle_x)
    turn = math.atan2(y1 - middle_y, x1 - middle_x) - begin
    turn = turn % (2 * math.pi) if sweep else -(-turn % (2 * math.pi))
    count = max(1, math.ceil(abs(turn) / (math.pi / 2) - 1e-9))
    step = turn / count
    pull = 4 / 3 * math.tan(step / 4) * radius
    for number in range(count):
        one, two = begin + number * step, begin + (number + 1) * step
        ax, ay = middle_x + radius * math.cos(one), middle_y + radius * math.sin(one)
        bx, by = middle_x + radius * math.cos(two), middle_y + radius * math.sin(two)
        values = (
            ax - pull * math.sin(one),
            ay + pull * math.cos(one),
            bx + pull * math.sin(two),
            by - pull * math.cos(two),
            bx,
            by,
        )
        yield " ".join(map(_n, values)) + " c"


@lru_cache(maxsize=4096)
def _operators(drawing: Drawing, style: Style) -> bytes:
    """A drawing as PDF operators, in millimetres with y downwards."""
    parts: list[str] = []
    for shape in drawn(drawing, style):
        own = shape.dash is not None or shape.round
        if own:
            parts.append("q")
        if shape.fill:
            parts.append(f"{_rgb(style.ink(shape.fill))} rg")
        if shape.stroke:
            parts.append(f"{_rgb(style.ink(shape.stroke))} RG {_n(shape.width)} w")
            if shape.dash:
                parts.append(f"[{_n(shape.dash[0])} {_n(shape.dash[1])}]0 d")
            if shape.round:
                parts.append("1 J 1 j")
        parts.append(_path(shape.path))
        parts.append("B" if shape.fill and shape.stroke else "f" if shape.fill else "S")
        if own:
            parts.append("Q")
    return "\n".join(parts).encode()


# Pages


class _Brush:
    """Writes one page."""

    def __init__(self, plan: Plan) -> None:
        self.plan = plan
        width, height = plan.paper.width * POINTS_PER_MM, plan.paper.height * POINTS_PER_MM
        self.height = plan.paper.height
        trim = plan.trim
        bleed = Place(
            trim.x - plan.bleed, trim.y - plan.bleed, trim.width + 2 * plan.bleed, trim.height + 2 * plan.bleed
        )
        self.page = Painted((width, height), self._box(trim), self._box(bleed))
        self.parts: list[bytes] = []
        self.mcid = 0

    def _box(self, place: Place) -> tuple[float, float, float, float]:
        """A place in points from the bottom left corner of the page."""
        return (
            place.x * POINTS_PER_MM,
            (self.height - place.bottom) * POINTS_PER_MM,
            place.right * POINTS_PER_MM,
            (self.height - place.y) * POINTS_PER_MM,
        )

    def run(self) -> Painted:
        plan, scale = self.plan, f"{POINTS_PER_MM:.6f}"
        self.parts.append(f"{scale} 0 0 -{scale} 0 {self.page.size[1]:.4f} cm".encode())
        if plan.texts:
            self.page.groups.append([self._text(text, plan.style, Place(0, 0, 0, 0)) for text in plan.texts])
        numbers = plan.numbers or tuple(range(1, len(plan.cards) + 1))
        for number, (place, side) in zip(numbers, plan.cards, strict=True):
            self._card(place, side, number)
        self._artifact(plan.marks, plan.style)  # last, so that they show on art that bleeds
        self.page.content = zlib.compress(b"\n".join(self.parts), 6)
        return self.page

    def _artifact(self, drawings: Iterable[Drawing], style: Style) -> None:
        painted = [self._drawing(drawing, style) for drawing in drawings if drawing]
        if painted:
            self.parts += [b"/Artifact BMC", *painted, b"EMC"]

    def _drawing(self, drawing: Drawing, style: Style) -> bytes:
        operators = _operators(drawing, style)
        if len(operators) < SHARED:
            return operators
        name = "X" + hashlib.sha256(operators).hexdigest()[:12]
        self.page.shared[name] = operators
        return f"/{name} Do".encode()

    def _card(self, place: Place, side: Side, number: int) -> None:
        if place.rotation:
            self.parts.append(f"q -1 0 0 -1 {_n(place.right)} {_n(place.bottom)} cm".encode())
        else:
            self.parts.append(f"q 1 0 0 1 {_n(place.x)} {_n(place.y)} cm".encode())
        style = side.style
        self._artifact((*side.drawing, writing_lines(side)), style)
        group: list[Item] = []
        at = len(self.page.groups)
        for part in side.parts:
            if isinstance(part, Text):
                group.append(self._text(part, style, place))
            elif isinstance(part, Blank):
                self.page.widgets.append((at, self._widget(part, side, place, number)))
            else:
                group.append(self._figure(part, style, place))
        self.page.groups.append(group)
        self.parts.append(b"Q")

    def _on_page(self, area: Area, place: Place) -> tuple[float, float, float, float]:
        x, y = area.x, area.y
        if place.rotation:
            x, y = place.width - x - area.width, place.height - y - area.height
        return self._box(Place(place.x + x, place.y + y, area.width, area.height))

    def _figure(self, part: Picture | Photo, style: Style, place: Place) -> Item:
        area = part.area
        self.parts.append(f"/Figure <</MCID {self.mcid}>> BDC".encode())
        if isinstance(part, Photo):
            self.page.photos.add(part.name)
            matrix = f"{_n(area.width)} 0 0 {_n(-area.height)} {_n(area.x)} {_n(area.y + area.height)} cm"
            self.parts.append(f"q {matrix} /P{part.name} Do Q".encode())
        else:
            self.parts.append(f"q 1 0 0 1 {_n(area.x)} {_n(area.y)} cm".encode())
            self.parts += [self._drawing(part.art, style), b"Q"]
        self.parts.append(b"EMC")
        self.mcid += 1
        return Item("Figure", part.alt, self._on_page(area, place), self.mcid - 1)

    def _text(self, text: Text, style: Style, place: Place) -> Item:
        self.parts.append(f"/{text.tag.upper()} <</MCID {self.mcid}>> BDC".encode())
        area, look = text.area, text.look.split()
        turned = "turned" in look or "upended" in look
        if turned:
            matrix = "0 -1 1 0" if "turned" in look else "-1 0 0 -1"
            x, y = (area.x, area.y) if "turned" in look else (area.x + area.width, area.y + area.height)
            self.parts.append(f"q {matrix} {_n(x)} {_n(y)} cm".encode())
            text = replace(text, area=Area(0, 0, area.width, area.height))
        self.parts.append(text_operators(text, style, self.page.glyphs))
        self.parts += [b"Q", b"EMC"] if turned else [b"EMC"]
        self.page.words += text.lines
        self.mcid += 1
        return Item(text.tag.upper(), "", None, self.mcid - 1)

    def _widget(self, part: Blank, side: Side, place: Place, number: int) -> Widget:
        rect = self._on_page(part.area, place)
        prefix = f"c{number:02}"
        style = side.style
        turn = f"-1 0 0 -1 {_n(rect[2] - rect[0])} {_n(rect[3] - rect[1])} cm\n" if place.rotation else ""
        box = f"{turn}{POINTS_PER_MM:.6f} 0 0 -{POINTS_PER_MM:.6f} 0 {_n(rect[3] - rect[1])} cm\n".encode()
        name = f"{prefix}_{part.choice or part.key}"
        label = f"{part.label} (card {number})"
        if part.on or part.off:
            on, off = _operators(part.on, style), _operators(part.off, style)
            state = part.key if part.choice else "Yes"
            return Widget(
                rect, name, label, "", False, False, part.choice, part.ticked, state, box + on, box + off, 0, 0
            )
        face = _prose_face(style, part.value)
        value, shown = "", b""
        size = max(part.size, style.floor)
        if part.value:
            value, _ = side.readable(part.key, part.value, (face.typeface,))
            leading = 1.2
            room = Room(part.area.width - 0.8, part.area.height - 0.4 if part.lines else size * MM_PER_POINT, leading)
            try:
                fitted = fit(value, room, (face.typeface,), most=size, least=style.floor)
            except TooLongError:
                why = "does not fit into its field; without --form it goes on, on another card"
                raise side.error(part.key, why) from None
            size = fitted.size
            height = len(fitted.lines) * leading * size * MM_PER_POINT
            top = 0.2 if part.lines else (part.area.height - height) / 2
            area = Area(0.4, top, part.area.width - 0.8, height)
            look = "centre" if part.centre else ""
            lines = Text(area, fitted.lines, size, leading, look, "p", face.family, face.weight, face.slant)
            shown = text_operators(lines, style, self.page.glyphs)
        on = b"/Tx BMC\nq\n" + box + shown + b"\nQ\nEMC"
        font = _font(face).index
        return Widget(rect, name, label, value, part.lines, part.centre, "", False, "", on, b"", size, font)


def _prose_face(style: Style, text: str) -> Face:
    """The face of a form's field: the style's, or the reading face where that has more of the letters."""
    faces = (style.prose, Face("Aces Text"))
    return min(faces, key=lambda face: len(face.typeface.missing(text)))


def writing_lines(side: Side) -> Drawing:
    """The lines to write on of a side."""
    from generators import card_drawing

    return card_drawing.writing_lines(side.lines)


def text_operators(text: Text, style: Style, glyphs: dict[int, dict[int, str]]) -> bytes:
    """Lines of text as PDF operators; their glyphs are noted by font."""
    look = style.looks(text.look)
    face = Face(text.face, text.weight, text.style) if text.face else look.face
    size = text.size * MM_PER_POINT
    metrics = face.typeface
    pitch = text.leading * size
    down = (pitch - (metrics.ascent + metrics.descent) * size / 1000) / 2 + metrics.ascent * size / 1000
    parts = [f"BT {_rgb(style.ink(look.ink))} rg"]
    if look.spacing:
        parts.append(f"{_n(look.spacing * size)} Tc")
    current = -1
    for number, line in enumerate(text.lines):
        if not line:
            continue
        made = _shape(face, line, look.spacing)
        x = text.area.x
        if look.align != "left":
            bare = _shape(face, line.rstrip(), look.spacing).width if line[-1:] == " " else made.width
            spare = text.area.width - (bare - look.spacing * 1000) * size / 1000
            x += spare / 2 if look.align == "centre" else spare
        parts.append(f"1 0 0 -1 {_n(x)} {_n(text.area.y + number * pitch + down)} Tm")
        for index, operators in made.runs:
            if index != current:
                parts.append(f"/F{index} {_n(size)} Tf")
                current = index
            words = operators.decode()
            if "RISE" in words:
                words = re.sub(r"(\S+) RISE", lambda rise: f"{_n(float(rise[1]) * size)} Ts ", words)
            parts.append(words)
        for index, glyph, words in made.glyphs:
            glyphs.setdefault(index, {}).setdefault(glyph, words)
    if look.spacing:
        parts.append("0 Tc")
    parts.append("ET")
    return "\n".join(parts).encode()


def paint(plan: Plan) -> Painted:
    """One page, painted."""
    return _Brush(plan).run()


# The file


class _Raw(pydyf.Object):  # type: ignore[misc]
    """An object whose bytes are written already."""

    def __init__(self, content: bytes = b"") -> None:
        super().__init__()
        self.content = content

    @property
    def data(self) -> bytes:
        return self.content


def _string(text: str) -> bytes:
    data: bytes = pydyf.String(text).data
    return data


def assemble(
    pages: Iterable[Painted], about: About, photos: Mapping[str, tuple[bytes, int, int]] | None = None
) -> bytes:
    """The pages as a PDF. ``photos`` are JPEG files with their width and height in pixels, by name."""
    return _File(about, photos or {}).write(pages)


class _File:
    """A PDF on its way."""

    def __init__(self, about: About, photos: Mapping[str, tuple[bytes, int, int]]) -> None:
        self.about, self.photos = about, photos
        self.pdf: Any = pydyf.PDF()
        self.glyphs: dict[int, dict[int, str]] = {}
        self.shared: dict[str, bytes] = {}
        self.used_photos: set[str] = set()
        self.resources = self._add(_Raw())
        self.document, self.tree = self._add(_Raw()), self._add(_Raw())
        self.sections: list[bytes] = []
        self.parents: list[bytes] = []
        self.fields: list[bytes] = []
        self.choices: dict[str, tuple[_Raw, list[bytes], Widget]] = {}
        self.form_fonts: set[int] = set()

    def _add(self, one: Any) -> Any:
        self.pdf.add_object(one)
        return one

    def _stream(self, content: bytes, extra: Mapping[str, Any], *, packed: bool = False) -> Any:
        data = content if packed else zlib.compress(content, 6)
        return self._add(pydyf.Stream([data], {**extra, "Filter": "/FlateDecode"}))

    def write(self, pages: Iterable[Painted]) -> bytes:
        late: list[bytes] = []
        for number, page in enumerate(pages):
            self._page(number, page, late)
        for key, parent in enumerate(late, STRUCT_PARENTS):
            self.parents.append(b"%d %s" % (key, parent))
        self._finish()
        return self._bytes()

    def _bytes(self) -> bytes:
        """The file: streams as they are, all other objects packed by the hundreds, so that a reader finds one fast."""
        self._add(self.pdf.info)
        objects = self.pdf.objects
        out = bytearray(b"%PDF-1.7\n%\xf0\x9f\x96\xa4\n")
        places: dict[int, tuple[int, int, int]] = {0: (0, 0, 65535)}

        def put(number: int, data: bytes) -> None:
            places[number] = (1, len(out), 0)
            out.extend(b"%d 0 obj\n%s\nendobj\n" % (number, data))

        small = []
        for one in objects[1:]:
            if isinstance(one, pydyf.Stream):
                put(one.number, one.data)
            else:
                small.append(one)
        number = len(objects)
        for start in range(0, len(small), PACKED):
            pack = small[start : start + PACKED]
            datas = [one.data for one in pack]
            index, at = [], 0
            for place, (one, data) in enumerate(zip(pack, datas, strict=True)):
                places[one.number] = (2, number, place)
                index.append(b"%d %d" % (one.number, at))
                at += len(data) + 1
            head = b" ".join(index) + b"\n"
            extra = {"Type": "/ObjStm", "N": len(pack), "First": len(head), "Filter": "/FlateDecode"}
            put(number, pydyf.Stream([zlib.compress(head + b"\n".join(datas), 6)], extra).data)
            number += 1
        start = len(out)
        places[number] = (1, start, 0)
        rows = b"".join(
            kind.to_bytes(1) + one.to_bytes(5) + two.to_bytes(2)
            for kind, one, two in (places[at] for at in range(number + 1))
        )
        mark = pydyf.String(hashlib.md5(out, usedforsecurity=False).hexdigest()).data.decode()
        extra = {
            "Type": "/XRef",
            "W": "[1 5 2]",
            "Size": number + 1,
            "Root": self.pdf.catalog.reference,
            "Info": self.pdf.info.reference,
            "ID": f"[{mark} {mark}]",
            "Filter": "/FlateDecode",
        }
        put(number, pydyf.Stream([zlib.compress(rows, 6)], extra).data)
        out.extend(b"startxref\n%d\n%%%%EOF\n" % start)
        return bytes(out)

    def _page(self, number: int, page: Painted, late: list[bytes]) -> None:
        for index, glyphs in page.glyphs.items():
            mine = self.glyphs.setdefault(index, {})
            for glyph, words in glyphs.items():
                mine.setdefault(glyph, words)
        self.shared.update(page.shared)
        self.used_photos |= page.photos
        content = self._stream(page.content, {}, packed=True)
        sheet = _Raw()
        self.pdf.objects.append(sheet)
        sheet.number = len(self.pdf.objects) - 1
        self.pdf.pages["Count"] += 1
        self.pdf.pages["Kids"].extend([sheet.number, 0, "R"])
        section = self._add(_Raw())
        self.sections.append(section.reference)
        arts: list[bytes] = []
        refs: dict[int, bytes] = {}
        annotations: list[bytes] = []
        own: list[list[bytes]] = []
        for group in page.groups:
            art = self._add(_Raw())
            kids: list[bytes] = []
            for item in group:
                extra = b""
                if item.alt:
                    box = " ".join(map(_n, item.box or ()))
                    extra = b"/Alt " + _string(item.alt) + f"/A<</O/Layout/BBox[{box}]>>".encode()
                element = self._add(
                    _Raw(
                        b"<</Type/StructElem/S/%s/P %s/Pg %s/K %d%s>>"
                        % (item.tag.encode(), art.reference, sheet.reference, item.mcid, extra)
                    )
                )
                kids.append(element.reference)
                refs[item.mcid] = element.reference
            own.append(kids)
            arts.append(art.reference)
        holders = [self.pdf.objects[int(reference.split()[0])] for reference in arts]
        for at, widget in page.widgets:
            annotation, element = self._widget(widget, sheet, holders[at], len(late))
            late.append(element.reference)
            annotations.append(annotation.reference)
            own[at].append(element.reference)
        for art, kids in zip(holders, own, strict=True):
            art.content = b"<</Type/StructElem/S/Art/P %s/K[%s]>>" % (section.reference, b" ".join(kids))
        section.content = b"<</Type/StructElem/S/Sect/P %s/K[%s]>>" % (self.document.reference, b" ".join(arts))
        self.parents.append(b"%d [%s]" % (number, b" ".join(refs[mcid] for mcid in sorted(refs))))
        boxes = {"MediaBox": (0.0, 0.0, *page.size), "BleedBox": page.bleed, "TrimBox": page.trim}
        wide = b"".join(
            f"/{name}[{' '.join(f'{value:.4f}'.rstrip('0').rstrip('.') for value in box)}]".encode()
            for name, box in boxes.items()
        )
        marks = b"/Annots[%s]/Tabs/S" % b" ".join(annotations) if annotations else b"/Tabs/S"
        sheet.content = b"<</Type/Page/Parent %s%s/Contents %s/Resources %s/StructParents %d%s>>" % (
            self.pdf.pages.reference,
            wide,
            content.reference,
            self.resources.reference,
            number,
            marks,
        )

    def _widget(self, widget: Widget, sheet: Any, art: Any, key: int) -> tuple[Any, Any]:
        """A field with its appearances, and the element of the tree that holds it."""
        rect = widget.rect
        size = f"[0 0 {_n(rect[2] - rect[0])} {_n(rect[3] - rect[1])}]"
        form = {"Type": "/XObject", "Subtype": "/Form", "BBox": size, "Resources": self.resources.reference.decode()}
        annotation, element = self._add(_Raw()), self._add(_Raw())
        element.content = b"<</Type/StructElem/S/Form/P %s/Pg %s/Alt %s/K<</Type/OBJR/Obj %s/Pg %s>>>>" % (
            art.reference,
            sheet.reference,
            _string(widget.label),
            annotation.reference,
            sheet.reference,
        )
        on = self._stream(widget.on, form)
        base = (
            f"/Type/Annot/Subtype/Widget/F {OPEN_KEY}/Rect[{' '.join(f'{value:.3f}' for value in rect)}]"
            f"/Border[0 0 0]/StructParent {STRUCT_PARENTS + key}"
        ).encode() + b"/P %s" % sheet.reference
        name, label = _string(widget.name), _string(widget.label)
        if not widget.state:
            self.form_fonts.add(widget.font)
            flags = 1 << 12 if widget.lines else 0
            quad = b"/Q 1" if widget.centre else b""
            value = b"/V %s/DV %s" % (_string(widget.value), _string(widget.value)) if widget.value else b""
            appearance = f"/DA(/F{widget.font} 0 Tf 0.114 0.102 0.149 rg)/Ff {flags}/AP<</N ".encode()
            annotation.content = b"<<%s/FT/Tx/T %s/TU %s%s%s%s%s>>>>" % (
                base,
                name,
                label,
                value,
                quad,
                appearance,
                on.reference,
            )
            self.fields.append(annotation.reference)
            return annotation, element
        off = self._stream(widget.off, form)
        state = widget.state if widget.ticked else "Off"
        looks = f"/AS/{state}/AP<</N<</{widget.state} ".encode() + on.reference + b"/Off " + off.reference + b">>>>"
        if not widget.choice:
            annotation.content = b"<<%s/FT/Btn/T %s/TU %s/V/%s%s>>" % (base, name, label, state.encode(), looks)
            self.fields.append(annotation.reference)
            return annotation, element
        if widget.name not in self.choices:
            parent = self._add(_Raw())
            self.fields.append(parent.reference)
            self.choices[widget.name] = (parent, [], widget)
        parent, kids, _ = self.choices[widget.name]
        kids.append(annotation.reference)
        if widget.ticked:
            self.choices[widget.name] = (parent, kids, widget)
        annotation.content = b"<<%s/Parent %s/TU %s%s>>" % (base, parent.reference, label, looks)
        return annotation, element

    def _finish(self) -> None:
        for name, (parent, kids, widget) in self.choices.items():
            state = widget.state if widget.ticked else "Off"
            number = re.search(r"\d+", name)
            label = _string(f"{widget.choice.capitalize()} (card {int(number[0]) if number else 1})")
            parent.content = b"<</FT/Btn/Ff %d/T %s/TU %s/V/%s/Kids[%s]>>" % (
                1 << 15,
                _string(name),
                label,
                state.encode(),
                b" ".join(kids),
            )
        named = {f"F{index}": self._font(index).reference for index in sorted({*self.glyphs, *self.form_fonts})}
        shown = {name: self._form(operators) for name, operators in self.shared.items()}
        shown |= {f"P{name}": self._photo(name) for name in sorted(self.used_photos)}
        fonts_of = b"".join(b"/%s %s" % (name.encode(), reference) for name, reference in named.items())
        objects = b"".join(b"/%s %s" % (name.encode(), one.reference) for name, one in shown.items())
        self.resources.content = b"<</Font<<%s>>/XObject<<%s>>>>" % (fonts_of, objects)
        catalog, about = self.pdf.catalog, self.about
        self.document.content = b"<</Type/StructElem/S/Document/P %s/K[%s]>>" % (
            self.tree.reference,
            b" ".join(self.sections),
        )
        parents = self.parents
        self.tree.content = b"<</Type/StructTreeRoot/K[%s]/ParentTree<</Nums[%s]>>/ParentTreeNextKey %d>>" % (
            self.document.reference,
            b" ".join(parents),
            STRUCT_PARENTS + len(parents),
        )
        catalog["StructTreeRoot"] = self.tree.reference
        catalog["MarkInfo"] = "<</Marked true>>"
        catalog["Lang"] = pydyf.String(about.language)
        catalog["ViewerPreferences"] = (
            "<</DisplayDocTitle true/PrintScaling/None" + (f"/Duplex/{about.duplex}" if about.duplex else "") + ">>"
        )
        if self.fields:
            forms = b"".join(b"/F%d %s" % (index, named[f"F{index}"]) for index in sorted(self.form_fonts))
            catalog["AcroForm"] = b"<</Fields[%s]/DR<</Font<<%s>>>>/DA(/F%d 0 Tf 0 g)>>" % (
                b" ".join(self.fields),
                forms,
                min(self.form_fonts, default=0),
            )
        date = date_of_source()
        told = {"Title": about.title, "Subject": about.description, "Creator": CREATOR, "Author": about.author}
        told |= {"License": about.licence, "Producer": f"pydyf {pydyf.VERSION}"}
        for key, words in told.items():
            if words:
                self.pdf.info[key] = pydyf.String(words)
        if date:
            self.pdf.info["CreationDate"] = pydyf.String("D:" + re.sub(r"[-:T]", "", date))
        metadata = pydyf.Stream([_xmp(about, date)], {"Type": "/Metadata", "Subtype": "/XML"})
        catalog["Metadata"] = self._add(metadata).reference

    def _form(self, operators: bytes) -> Any:
        return self._stream(operators, {"Type": "/XObject", "Subtype": "/Form", "BBox": "[-500 -500 1500 1500]"})

    def _photo(self, name: str) -> Any:
        data, width, height = self.photos[name]
        extra = {"Type": "/XObject", "Subtype": "/Image", "Width": width, "Height": height}
        extra |= {"ColorSpace": "/DeviceRGB", "BitsPerComponent": 8, "Filter": "/DCTDecode"}
        return self._add(pydyf.Stream([data], extra))

    def _font(self, index: int) -> Any:
        """A face as a composite font: the glyphs that are used, or all of them for a form."""
        font = _fonts()[index]
        glyphs = dict(self.glyphs.get(index, {}))
        whole = index in self.form_fonts
        if whole:
            for point in sorted(font.characters):
                glyphs.setdefault(font.font.get_nominal_glyph(point) or 0, chr(point))
            data = font.path.read_bytes()
        else:
            data = _subset(font, glyphs)
        tag = "".join(chr(65 + byte % 26) for byte in hashlib.sha256(data).digest()[:6])
        base = f"{tag}+{font.face.family}-{font.face.weight}{'-Italic' if font.face.slant == 'italic' else ''}"
        base = base.replace(" ", "-")
        file = self._stream(data, {"Length1": len(data)})
        head = font.hb_face.reference_table("head").data
        box = [round(value * font.scale) for value in struct.unpack(">4h", bytes(head[36:44]))]
        extents = font.font.get_font_extents("ltr")
        ascent, descent = round(extents.ascender * font.scale), round(extents.descender * font.scale)
        slope = -12 if font.face.slant == "italic" else 0
        descriptor = self._add(
            _Raw(
                f"<</Type/FontDescriptor/FontName/{base}/Flags 4/FontBBox[{' '.join(map(str, box))}]"
                f"/ItalicAngle {slope}/Ascent {ascent}/Descent {descent}/CapHeight 700/StemV 80"
                f"/FontFile2 {file.reference.decode()}>>".encode()
            )
        )
        used = sorted(glyphs)
        widths = " ".join(f"{glyph}[{font.width(glyph)}]" for glyph in used)
        descendant = self._add(
            _Raw(
                f"<</Type/Font/Subtype/CIDFontType2/BaseFont/{base}/CIDToGIDMap/Identity"
                f"/CIDSystemInfo<</Registry(Adobe)/Ordering(Identity)/Supplement 0>>/DW 0/W[{widths}]"
                f"/FontDescriptor {descriptor.reference.decode()}>>".encode()
            )
        )
        unicodes = self._stream(_to_unicode(glyphs), {})
        return self._add(
            _Raw(
                f"<</Type/Font/Subtype/Type0/BaseFont/{base}/Encoding/Identity-H"
                f"/DescendantFonts[{descendant.reference.decode()}]/ToUnicode {unicodes.reference.decode()}>>".encode()
            )
        )


STRUCT_PARENTS = 1_000_000
"""Where the numbers of annotations in the parent tree begin: after those of all pages."""


def _subset(font: _Font, glyphs: Iterable[int]) -> bytes:
    """The face with these glyphs alone; they keep their numbers."""
    wanted = uharfbuzz.SubsetInput()
    wanted.glyph_set.update(glyphs)
    wanted.flags = (
        uharfbuzz.SubsetFlags.RETAIN_GIDS | uharfbuzz.SubsetFlags.NO_HINTING | uharfbuzz.SubsetFlags.NO_LAYOUT_CLOSURE
    )
    wanted.drop_table_tag_set.update(int.from_bytes(tag) for tag in (b"GSUB", b"GPOS", b"GDEF", b"DSIG", b"STAT"))
    made = uharfbuzz.subset(font.hb_face, wanted)
    return bytes(made.blob.data)


def _to_unicode(glyphs: Mapping[int, str]) -> bytes:
    """The map from glyphs back to what was typed."""
    rows = [f"<{glyph:04x}><{words.encode('utf-16-be').hex()}>" for glyph, words in sorted(glyphs.items()) if words]
    blocks = [
        f"{len(rows[start : start + 100])} beginbfchar\n" + "\n".join(rows[start : start + 100]) + "\nendbfchar"
        for start in range(0, len(rows), 100)
    ]
    return (
        "/CIDInit /ProcSet findresource begin\n12 dict begin\nbegincmap\n"
        "/CIDSystemInfo<</Registry(Adobe)/Ordering(UCS)/Supplement 0>>def\n/CMapName/Adobe-Identity-UCS def\n"
        "/CMapType 2 def\n1 begincodespacerange\n<0000><ffff>\nendcodespacerange\n"
        + "\n".join(blocks)
        + "\nendcmap\nCMapName currentdict/CMap defineresource pop\nend\nend"
    ).encode()


def _xmp(about: About, date: str | None) -> bytes:
    """What the file says about itself, in XMP."""

    def alternatives(tag: str, text: str) -> str:
        return f'<dc:{tag}><rdf:Alt><rdf:li xml:lang="x-default">{escape(text)}</rdf:li></rdf:Alt></dc:{tag}>'

    parts = [alternatives("title", about.title), alternatives("description", about.description)]
    if about.licence:
        parts.append(alternatives("rights", about.licence))
    if about.author:
        parts.append(f"<dc:creator><rdf:Seq><rdf:li>{escape(about.author)}</rdf:li></rdf:Seq></dc:creator>")
    parts.append(f"<dc:language><rdf:Bag><rdf:li>{escape(about.language)}</rdf:li></rdf:Bag></dc:language>")
    if date:
        parts.append(f"<xmp:CreateDate>{date}</xmp:CreateDate><xmp:ModifyDate>{date}</xmp:ModifyDate>")
    return (
        '<?xpacket begin="\ufeff" id="W5M0MpCehiHzreSzNTczkc9d"?>'
        '<x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">'
        '<rdf:Description rdf:about="" xmlns:dc="http://purl.org/dc/elements/1.1/" '
        'xmlns:xmp="http://ns.adobe.com/xap/1.0/" xmlns:pdf="http://ns.adobe.com/pdf/1.3/" '
        'xmlns:pdfuaid="http://www.aiim.org/pdfua/ns/id/">'
        "<pdfuaid:part>1</pdfuaid:part>"
        f"<xmp:CreatorTool>{escape(CREATOR)}</xmp:CreatorTool><pdf:Producer>pydyf {pydyf.VERSION}</pdf:Producer>"
        f"{''.join(parts)}</rdf:Description></rdf:RDF></x:xmpmeta>"
        '<?xpacket end="w"?>'
    ).encode()
