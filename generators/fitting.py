"""Text into boxes: which face has the letters, which size fits, and where the lines break.

The lines are decided here, from the advance widths of the faces that are embedded, and printed
as decided; nothing is left to be clipped. Standard library only: :mod:`generators.glyphs` has the
widths, from the font files or, in a browser, from data it was given.

>>> mono = Typeface("Mono", 400, "normal", {ord(letter): 500 for letter in "abcdefghij -"})
>>> fit("abc defg hij", Room(10, 12), (mono,), most=12, least=6)
Fitted(face='Mono', weight=400, style='normal', size=9.5, lines=('abc ', 'defg ', 'hij'))
"""

from __future__ import annotations

import unicodedata
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache, lru_cache
from typing import Literal, NamedTuple

from generators import glyphs

MM_PER_POINT = 25.4 / 72
"""Millimetres in a PDF point."""

STEP = 0.25
"""Sizes are tried in steps of this many points."""

SLACK = 0.985
"""How much of a box's width a line may take by its advances: kerning may widen it a little."""

Style = Literal["normal", "italic"]


@dataclass(frozen=True, slots=True, eq=False)
class Typeface:
    """A face with the widths of its characters.

    advances: code point to advance, in thousandths of the size.
    """

    name: str
    weight: int
    style: Style
    advances: Mapping[int, int] = field(repr=False)
    ascent: int = 800
    descent: int = 200

    def missing(self, text: str) -> str:
        """The characters of the text that this face does not have, once each, in order."""
        return "".join(
            char
            for char in dict.fromkeys(text)
            if ord(char) not in self.advances and not (char in "\n\t" or is_unseen(char))
        )

    def width(self, text: str, size: float) -> float:
        """Millimetres that a line takes at a size in points."""
        thousandths = sum(self.advances.get(ord(char), 0) for char in text)
        return thousandths * size * MM_PER_POINT / 1000


@dataclass(frozen=True, slots=True)
class Room:
    """A box for text, in millimetres, and the distance of its lines in sizes."""

    width: float
    height: float
    leading: float = 1.25

    def lines(self, size: float) -> int:
        """How many lines of a size (points) have room; one line needs its size only."""
        if self.height + 1e-9 < size * MM_PER_POINT:
            return 0
        return 1 + int((self.height - size * MM_PER_POINT) / (self.leading * size * MM_PER_POINT) + 1e-9)


@dataclass(frozen=True, slots=True)
class Fitted:
    """Text as it will be printed: its face, its size in points, its lines."""

    face: str
    weight: int
    style: Style
    size: float
    lines: tuple[str, ...]


class MissingGlyphsError(ValueError):
    """No face has some of the characters; ``characters`` holds them once each."""

    def __init__(self, characters: str) -> None:
        named = ", ".join(
            f"{char!r} (U+{ord(char):04X}, {unicodedata.name(char, 'a control character').lower()})"
            for char in characters[:3]
        )
        more = f" and {len(characters) - 3} more" if len(characters) > 3 else ""
        super().__init__(f"no printed face has {named}{more}")
        self.characters = characters


class TooLongError(ValueError):
    """Text does not fit at the smallest size; ``fits`` is how many of its characters do."""

    def __init__(self, length: int, fits: int, least: float) -> None:
        super().__init__(
            f"{length} characters do not fit, even at the smallest size of {least:g} pt; the first {fits} do"
        )
        self.fits = fits


def choose(text: str, faces: Sequence[Typeface]) -> Typeface:
    """The first face that has every character of the text.

    Raises :class:`MissingGlyphsError` naming what the last face has not.
    """
    for face in faces:
        if not face.missing(text):
            return face
    raise MissingGlyphsError(faces[-1].missing(text))


class _Word(NamedTuple):
    """A piece between two places where a line may break: its width with and without spaces at its end."""

    text: str
    whole: int
    bare: int


@lru_cache(maxsize=512)
def _measured(text: str, face: Typeface) -> tuple[tuple[_Word, ...], ...]:
    """The words of each paragraph with their widths in thousandths of the size."""
    advances = face.advances.get
    paragraphs = []
    for paragraph in text.split("\n"):
        words = []
        for word in _words(paragraph):
            whole = sum([advances(ord(char), 0) for char in word])
            bare = word.rstrip()
            spaces = sum([advances(ord(char), 0) for char in word[len(bare) :]])
            words.append(_Word(word, whole, whole - spaces))
        paragraphs.append(tuple(words))
    return tuple(paragraphs)


def wrap(text: str, width: float, face: Typeface, size: float) -> tuple[str, ...]:
    """The lines of a text at a size (points), none wider than ``width`` (mm) by its advances.

    Breaks at newlines, after spaces and hyphens and between ideographs, and inside a word only
    when the word alone is wider than a line. Spaces at the end of a line may stand out.
    """
    limit = width * SLACK * 1000 / (size * MM_PER_POINT)
    lines: list[str] = []
    for words in _measured(text, face):
        line, taken = "", 0
        for word in words:
            if line and taken + word.bare > limit:
                lines.append(line)
                line, taken = "", 0
            line += word.text
            taken += word.whole
            if line is word.text and word.bare > limit:
                *full, line = _broken(line, limit, face)
                lines += full
                taken = sum(face.advances.get(ord(char), 0) for char in line)
        lines.append(line)
    return tuple(lines)


def balanced(text: str, width: float, face: Typeface, size: float) -> tuple[str, ...]:
    """As :func:`wrap`, in as many lines, but with lines of about one length: no word alone on the last."""
    lines = wrap(text, width, face, size)
    low, high = width / max(len(lines), 1), width
    while len(lines) > 1 and high - low > 0.5:
        middle = (low + high) / 2
        if len(wrap(text, middle, face, size)) > len(lines):
            low = middle
        else:
            high = middle
    return wrap(text, high, face, size)


def _broken(word: str, limit: float, face: Typeface) -> list[str]:
    """A word wider than a line, in pieces that are not; each has one cluster at least."""
    pieces: list[str] = []
    piece, taken = "", 0
    for cluster in _clusters(word):
        width = sum(face.advances.get(ord(char), 0) for char in cluster)
        if piece and taken + width > limit and cluster.strip():
            pieces.append(piece)
            piece, taken = "", 0
        piece += cluster
        taken += width
    return [*pieces, piece]


def shortest(text: str, width: float, face: Typeface, size: float) -> int:
    """How many lines a text takes at least; :func:`wrap` never gives fewer."""
    limit = width * SLACK * 1000 / (size * MM_PER_POINT)
    count = 0
    for words in _measured(text, face):
        total = sum([word.bare for word in words])
        count += max(1, -int(-total // limit))
    return count


def fit(text: str, room: Room, faces: Sequence[Typeface], *, most: float, least: float) -> Fitted:
    """The text at the largest size from ``most`` down to ``least`` points at which it fits.

    Raises :class:`MissingGlyphsError`, or :class:`TooLongError` when even the smallest size
    leaves something over.
    """
    text = tidy(text)
    face = choose(text, faces)
    for size in sizes(most, least):
        space = room.lines(size)
        if shortest(text, room.width, face, size) > space:
            continue
        lines = wrap(text, room.width, face, size)
        if len(lines) <= space:
            return Fitted(face.name, face.weight, face.style, size, lines)
    raise TooLongError(len(text), longest(text, room.width, room.lines(least), face, least), least)


def sizes(most: float, least: float) -> Iterator[float]:
    """The sizes to try, in points: from ``most`` down to ``least``, both included.

    >>> list(sizes(6.6, 6))
    [6.6, 6.35, 6.1, 6]
    """
    number = 0
    while (size := most - number * STEP) > least:
        yield round(size, 3)
        number += 1
    yield least


def tidy(text: str) -> str:
    """The text with every line end as one newline and every tab as two spaces.

    >>> tidy("one\\r\\ntwo\\tthree")
    'one\\ntwo  three'
    """
    return text.replace("\r\n", "\n").replace("\r", "\n").replace("\t", "  ")


def longest(text: str, width: float, lines: int, face: Typeface, size: float) -> int:
    """How many characters from the start fit into so many lines at a size."""
    low, high = 0, len(text)
    while low < high:
        middle = (low + high + 1) // 2
        if len(wrap(text[:middle], width, face, size)) <= lines:
            low = middle
        else:
            high = middle - 1
    return low


def _words(paragraph: str) -> list[str]:
    """The pieces between which a line may break; each keeps the spaces that follow it."""
    pieces: list[str] = []
    piece = ""
    for index, char in enumerate(paragraph):
        after = paragraph[index + 1] if index + 1 < len(paragraph) else ""
        piece += char
        if not after or after == " ":
            continue
        breaks = char == " " or (char in "-–—/" and piece[:-1].strip() and after.isalnum())
        if breaks or char == "\u200b" or _is_ideograph(char) or _is_ideograph(after):
            pieces.append(piece)
            piece = ""
    return [*pieces, piece] if piece or not pieces else pieces


def _clusters(text: str) -> list[str]:
    """Characters with the marks that sit on them."""
    clusters: list[str] = []
    for char in text:
        if clusters and (unicodedata.combining(char) or is_unseen(char)):
            clusters[-1] += char
        else:
            clusters.append(char)
    return clusters


def _is_ideograph(char: str) -> bool:
    return "\u2e80" <= char <= "\u9fff" or "\uf900" <= char <= "\ufaff" or "\U00020000" <= char <= "\U0003ffff"


def is_unseen(char: str) -> bool:
    """Joiners, variation selectors and the like: no glyph is needed, nothing is shown."""
    return char in "\u200b\u200c\u200d\u2060\ufeff\u00ad" or "\ufe00" <= char <= "\ufe0f"


def after(text: str, lines: Sequence[str]) -> str:
    """What of a text comes after these first lines of it.

    >>> after("one two\\nthree", ("one ", "two"))
    'three'
    """
    place = 0
    for line in lines:
        place += len(line)
        if text[place : place + 1] == "\n":
            place += 1
    return text[place:]


def visible(text: str, missing: str) -> str:
    """The text with each of the ``missing`` characters as its number in brackets.

    >>> visible("Li 李", "李")
    'Li [U+674E]'
    """
    return text.translate({ord(char): f"[U+{ord(char):04X}]" for char in missing})


@cache
def load(family: str, weight: int = 400, style: Style = "normal") -> Typeface:
    """A face of ours with its widths, suits included.

    Raises ``LookupError`` when there is none of that family, weight and style.
    """
    own = glyphs.metrics(family, weight, style)
    suits = glyphs.metrics("Aces Suits", 400, "normal").advances
    return Typeface(family, weight, style, {**suits, **own.advances}, own.ascent, own.descent)
