"""The faces: subset from the npm packages, renamed, and written as ``@font-face`` rules.

The site serves WOFF2 from its own host; WeasyPrint reads the same subsets from disk. Some of
the faces reserve their name for the unmodified font, so every subset gets a name of ours
("Aces Text"), with copyright and licence kept in the file and shipped beside it.
"""

from __future__ import annotations

import hashlib
import importlib
import io
import os
import re
from collections.abc import Collection, Iterator
from functools import cache
from pathlib import Path
from typing import Any, Literal, NamedTuple

TOP = Path(__file__).resolve().parent.parent
PACKAGES = TOP / "node_modules" / "@fontsource"
BUILD = TOP / "build" / "fonts"

SUITS_RANGE = "U+2660-2667"
LATIN = (
    "U+0000-00FF,U+0131,U+0152-0153,U+02BB-02BC,U+02C6,U+02DA,U+02DC,U+0304,U+0308,U+0329,"
    "U+2000-206F,U+20AC,U+2122,U+2212,U+2215,U+FEFF,U+FFFD"
)
LATIN_EXT = (
    "U+0100-02BA,U+02BD-02C5,U+02C7-02CC,U+02CE-02D7,U+02DD-02FF,U+1D00-1DBF,U+1E00-1E9F,"
    "U+1EF2-1EFF,U+2020,U+20A0-20AB,U+20AD-20C0,U+2113,U+2C60-2C7F,U+A720-A7FF"
)
MARQUEE = "".join(map(chr, range(0x20, 0x5B)))
"""What the marquee face is for: capitals, figures and a few signs."""


class Face(NamedTuple):
    """One font file: which part of which package becomes which weight of which family."""

    file: str
    family: str
    package: str
    part: str
    weight: int
    style: Literal["normal", "italic"]
    unicode_range: str
    text: str | None = None


class Credit(NamedTuple):
    """Whose work a face is, for the page that says so."""

    name: str
    family: str
    holder: str
    licence: str
    file: str


def _faces() -> Iterator[Face]:
    yield Face("suits", "Aces Suits", "noto-sans-symbols-2", "symbols", 400, "normal", SUITS_RANGE, " \u00a0♠♡♢♣♤♥♦♧")
    yield Face("display", "Aces Display", "federo", "latin", 400, "normal", LATIN)
    yield Face("marquee", "Aces Marquee", "limelight", "latin", 400, "normal", "U+0020-005A", MARQUEE)
    for part, reach in (("latin", LATIN), ("latin-ext", LATIN_EXT)):
        end = "" if part == "latin" else "-ext"
        yield Face(f"text{end}", "Aces Text", "literata", part, 400, "normal", reach)
        yield Face(f"text-italic{end}", "Aces Text", "literata", part, 400, "italic", reach)
        yield Face(f"text-bold{end}", "Aces Text", "literata", part, 700, "normal", reach)
        yield Face(f"sans{end}", "Aces Sans", "jost", part, 500, "normal", reach)
        yield Face(f"sans-bold{end}", "Aces Sans", "jost", part, 700, "normal", reach)


FACES: tuple[Face, ...] = tuple(_faces())

SCRIPTS = {
    "cyrillic": "U+0400-045F,U+0490-0491,U+04B0-04B1",
    "cyrillic-ext": "U+0460-048F,U+0492-04AF,U+04B2-052F,U+1C80-1C88,U+20B4,U+2DE0-2DFF,U+A640-A69F",
    "greek": "U+0370-03FF",
    "greek-ext": "U+1F00-1FFF",
    "vietnamese": "U+0102-0103,U+0110-0111,U+0128-0129,U+0168-0169,U+01A0-01A1,U+01AF-01B0,U+1EA0-1EF9,U+20AB",
}
"""The scripts beyond Latin that the reading face has; PDFs carry them, the pages do not need them."""

MORE_FACES: tuple[Face, ...] = tuple(
    face._replace(file=f"{face.file}-{part}", part=part, unicode_range=reach)
    for part, reach in SCRIPTS.items()
    for face in FACES
    if face.family == "Aces Text" and face.part == "latin"
)


def _parts_of(file: str) -> tuple[str, ...]:
    return (file, f"{file}-ext", *(f"{file}-{part}" for part in SCRIPTS))


CREDITS: tuple[Credit, ...] = (
    Credit("Federo", "Aces Display", "Olexa M. Volochay, Cyreal", "SIL Open Font License 1.1", "federo.txt"),
    Credit("Limelight", "Aces Marquee", "Sorkin Type Co", "SIL Open Font License 1.1", "limelight.txt"),
    Credit("Literata", "Aces Text", "The Literata Project Authors", "SIL Open Font License 1.1", "literata.txt"),
    Credit("Jost", "Aces Sans", "The Jost Project Authors", "SIL Open Font License 1.1", "jost.txt"),
    Credit(
        "Noto Sans Symbols 2",
        "Aces Suits",
        "The Noto Project Authors",
        "SIL Open Font License 1.1",
        "noto-sans-symbols-2.txt",
    ),
)


class FontsError(RuntimeError):
    """The npm packages that hold the faces are not installed; the message says what to run."""


def font_file(face: Face) -> Path:
    """The subset of one face as WOFF2 in ``build/fonts``, made when it is not there yet.

    The name carries a digest of the source and of what is done to it, so that a browser may
    keep it for ever. Raises :class:`FontsError` when the package is missing.
    """
    source = PACKAGES / face.package / "files" / f"{face.package}-{face.part}-{face.weight}-{face.style}.woff2"
    if not source.is_file():
        raise FontsError(f"{source.relative_to(TOP)} is missing: `make site` installs it (or `npm ci`)")
    digest = hashlib.sha256(source.read_bytes() + repr(face).encode() + _recipe()).hexdigest()[:10]
    target = BUILD / f"{face.file}.{digest}.woff2"
    if not target.is_file():
        write(target, _subset(source, face))
    return target


def print_file(file: str) -> Path:
    """One face whole, with all the scripts it has, in one TrueType file for PDFs.

    Pango picks a font by its family and cannot tell two files of one family apart, so that what
    a browser joins by ``unicode-range`` must be joined here.
    """
    parts = [font_file(face) for face in (*FACES, *MORE_FACES) if face.file in _parts_of(file)]
    digest = hashlib.sha256("".join(part.name for part in parts).encode()).hexdigest()[:10]
    target = BUILD / f"print-{file}.{digest}.ttf"
    if not target.is_file():
        write(target, _merged(parts, next(face for face in FACES if face.file == file)))
    return target


def licence_file(credit: Credit) -> Path:
    """The licence that came with a face."""
    return PACKAGES / credit.file.removesuffix(".txt") / "LICENSE"


def face_css(medium: Literal["web", "print"], *, base: str = "fonts/") -> str:
    """The ``@font-face`` rules. ``web`` addresses are relative to the style sheet, ``print`` ones are files."""
    rules = []
    for face in FACES:
        if medium == "print" and face.part == "latin-ext":
            continue
        file = font_file(face) if medium == "web" else print_file(face.file)
        url = base + file.name if medium == "web" else file.as_uri()
        rules.append(face_rule(face, url, partly=medium == "web" or face.family == "Aces Suits"))
    return "\n".join(rules) + "\n"


def face_rule(face: Face, url: str, *, partly: bool = True) -> str:
    """The ``@font-face`` rule of one file; ``partly``: it is asked for its own range of letters alone."""
    form = "woff2" if url.endswith(".woff2") else "truetype"
    reach = f";unicode-range:{face.unicode_range}" if partly else ""
    return (
        f'@font-face{{font-family:"{face.family}";font-style:{face.style};font-weight:{face.weight};'
        f'font-display:swap;src:url("{url}") format("{form}"){reach}}}'
    )


def preloads(more: Collection[str] = ()) -> tuple[str, ...]:
    """The files that a first screen needs at once, by name: titles, reading text, and ``more`` faces by their files.

    The lead of a page is in italics: where another face stands in for them, its lines may break otherwise, and all
    below it moves.
    """
    return tuple(font_file(face).name for face in FACES if face.file in {"display", "text", "text-italic", *more})


def covers(text: str) -> str:
    """The characters of ``text`` that no face of ours has, once each, in order.

    >>> covers("O’Neill meets Łódź at 10♥")
    ''
    """
    have = _coverage()
    return "".join(dict.fromkeys(char for char in text if ord(char) not in have and not char.isspace()))


@cache
def _coverage() -> frozenset[int]:
    from fontTools.ttLib import TTFont

    points: set[int] = set()
    for face in (*FACES, *MORE_FACES):
        with TTFont(font_file(face)) as font:
            points.update(_characters(font))
    return frozenset(points)


def _characters(font: Any) -> set[int]:
    return set(font.getBestCmap() or {})


def _recipe() -> bytes:
    import fontTools

    return f"5 {fontTools.version}".encode()


def _subset(source: Path, face: Face) -> bytes:
    from fontTools.ttLib import TTFont

    subset: Any = importlib.import_module("fontTools.subset")  # untyped
    options = subset.Options()
    options.flavor = "woff2"
    options.hinting = False
    options.desubroutinize = True
    options.layout_features = ["*"]
    options.name_IDs = [0, 1, 2, 3, 4, 5, 6, 13, 14]
    options.notdef_outline = True
    font = TTFont(source, recalcTimestamp=False)
    worker = subset.Subsetter(options)
    if face.text is not None:
        worker.populate(text=face.text)
    else:
        worker.populate(unicodes=_points(face.unicode_range) & _characters(font))
    worker.subset(font)
    _rename(font, face)
    out = io.BytesIO()
    subset.save_font(font, out, options)
    return out.getvalue()


def _merged(parts: list[Path], face: Face) -> bytes:
    from fontTools.ttLib import TTFont

    merge: Any = importlib.import_module("fontTools.merge")  # untyped

    scratch = []
    for part in parts:
        font = TTFont(part, recalcTimestamp=False)
        font.flavor = None
        for table in ("GSUB", "GPOS", "GDEF"):
            # The extended part repeats the features of the first; keep those of the first alone.
            if part != parts[0] and table in font:
                del font[table]
        plain = io.BytesIO()
        font.save(plain)
        plain.seek(0)
        scratch.append(plain)
    # It warns of letters that two parts have, and draws them as the first does: that is what we want.
    merge.log.disabled = True
    try:
        whole = merge.Merger().merge(scratch) if len(scratch) > 1 else TTFont(scratch[0], recalcTimestamp=False)
    finally:
        merge.log.disabled = False
    _rename(whole, face)
    out = io.BytesIO()
    whole.save(out)
    return out.getvalue()


def write(target: Path, data: bytes) -> None:
    """Write a file at once, so that no other process sees half of it."""
    target.parent.mkdir(parents=True, exist_ok=True)
    scratch = target.with_name(f"{target.name}.{os.getpid()}")
    scratch.write_bytes(data)
    os.replace(scratch, target)


def _points(reach: str) -> set[int]:
    points: set[int] = set()
    for low, high in re.findall(r"U\+([0-9A-F]+)(?:-([0-9A-F]+))?", reach):
        points.update(range(int(low, 16), int(high or low, 16) + 1))
    return points


def _rename(font: Any, face: Face) -> None:
    """Names of ours in the file; the copyright stays, and so do the licence's words."""
    style = {(400, "normal"): "Regular", (400, "italic"): "Italic", (700, "normal"): "Bold"}.get(
        (face.weight, face.style), "Medium"
    )
    names = font["name"]
    full = f"{face.family} {style}"
    for number, text in ((1, face.family), (2, style), (3, full), (4, full), (6, full.replace(" ", ""))):
        names.setName(text, number, 3, 1, 0x409)
    names.names = [entry for entry in names.names if entry.platformID == 3]
