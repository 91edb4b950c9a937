"""What layout knows of the letters, as plain data: widths, heights, outlines of the suits.

Read from the font files once and kept in ``build/fonts`` as JSON; a browser finds the same JSON
packed beside this module, so that both break the same lines at the same sizes. Standard library
only, unless the data has to be made.
"""

from __future__ import annotations

import json
import re
from functools import cache
from pkgutil import get_data
from typing import Any, NamedTuple

from aces.cards import SUITS, Suit

PACKED = "metrics.json"
"""The name of the data beside this module, where it was packed for a browser."""


class Metrics(NamedTuple):
    """One face: advances in thousandths of the size by code point; ascent and descent likewise."""

    advances: dict[int, int]
    ascent: int
    descent: int


_given: dict[str, Any] | None = None


def use(data: str) -> None:
    """Take the metrics from this JSON from now on (what :func:`as_json` wrote)."""
    global _given
    _given = json.loads(data)
    for cached in (metrics, outline):
        cached.cache_clear()


@cache
def metrics(family: str, weight: int, style: str) -> Metrics:
    """The metrics of a face. Raises ``LookupError`` when there is none of that name."""
    faces = _data()["faces"]
    if (key := f"{family} {weight} {style}") not in faces:
        raise LookupError(f"there is no face {family} {weight} {style}")
    face = faces[key]
    advances: dict[int, int] = {}
    for start, widths in face["advances"]:
        advances.update(enumerate(widths, start))
    return Metrics(advances, face["ascent"], face["descent"])


@cache
def outline(suit: Suit, x: float, y: float, height: float) -> str:
    """The outline of a suit about a point, as SVG path data: absolute M, L, C and Z."""
    glyph = _data()["suits"][suit.letter]
    scale = height / glyph["height"]
    across, up = glyph["middle"]
    parts = []
    for command, *points in glyph["path"]:
        moved = [
            value
            for px, py in zip(points[::2], points[1::2], strict=True)
            for value in (x + (px - across) * scale, y - (py - up) * scale)
        ]
        parts.append(command + " ".join(_short(value) for value in moved))
    return "".join(parts)


def _short(value: float) -> str:
    return f"{value:.3f}".rstrip("0").rstrip(".")


def as_json() -> str:
    """The metrics of all faces as compact JSON."""
    return json.dumps(_data(), separators=(",", ":"), sort_keys=True)


def _data() -> dict[str, Any]:
    return _given if _given is not None else _read()


@cache
def _read() -> dict[str, Any]:
    try:
        return dict(json.loads(get_data("generators", PACKED) or b""))
    except OSError:
        pass  # nothing is packed here: from the font files, then
    from generators import fonts

    faces = [face for face in fonts.FACES if not face.file.endswith("-ext")]
    files = {face.file: fonts.print_file(face.file) for face in faces}
    digest = re.sub(r"[^0-9a-f]", "", "".join(file.name.split(".")[1] for file in files.values()))
    from hashlib import sha256

    target = fonts.BUILD / f"metrics.{sha256(digest.encode()).hexdigest()[:10]}.json"
    if target.is_file():
        found: dict[str, Any] = json.loads(target.read_text("utf-8"))
        return found
    made = _measured(faces, files)
    fonts.write(target, json.dumps(made, separators=(",", ":"), sort_keys=True).encode())
    return made


def _measured(faces: Any, files: Any) -> dict[str, Any]:
    from fontTools.ttLib import TTFont

    made: dict[str, Any] = {"faces": {}, "suits": {}}
    font: Any
    for face in faces:
        with TTFont(files[face.file], lazy=True) as font:
            scale = 1000 / font["head"].unitsPerEm
            widths = font["hmtx"].metrics
            known = {point: round(widths[glyph][0] * scale) for point, glyph in font.getBestCmap().items()}
            runs: list[tuple[int, list[int]]] = []
            for point in sorted(known):
                if runs and runs[-1][0] + len(runs[-1][1]) == point:
                    runs[-1][1].append(known[point])
                else:
                    runs.append((point, [known[point]]))
            head = font["hhea"]
            made["faces"][f"{face.family} {face.weight} {face.style}"] = {
                "advances": runs,
                "ascent": round(head.ascent * scale),
                "descent": round(-head.descent * scale),
            }
            if face.file == "suits":
                made["suits"] = {suit.letter: _outline_of(font, suit) for suit in SUITS}
    return made


def _outline_of(font: Any, suit: Suit) -> dict[str, Any]:
    from importlib import import_module

    pens: Any = import_module("fontTools.pens.basePen")  # untyped
    bounds_pens: Any = import_module("fontTools.pens.boundsPen")

    class Commands(pens.BasePen):  # type: ignore[misc]
        """Notes a glyph as M, L, C and Z; quadratic curves become cubic ones."""

        def __init__(self, glyphs: Any) -> None:
            super().__init__(glyphs)
            self.path: list[list[Any]] = []

        def _moveTo(self, point: Any) -> None:  # noqa: N802
            self.path.append(["M", *point])

        def _lineTo(self, point: Any) -> None:  # noqa: N802
            self.path.append(["L", *point])

        def _curveToOne(self, *points: Any) -> None:  # noqa: N802
            self.path.append(["C", *(round(value, 2) for point in points for value in point)])

        def _closePath(self) -> None:  # noqa: N802
            self.path.append(["Z"])

    glyphs = font.getGlyphSet()
    glyph = glyphs[font.getBestCmap()[ord(suit.glyph)]]
    bounds = bounds_pens.BoundsPen(glyphs)
    commands = Commands(glyphs)
    glyph.draw(bounds)
    glyph.draw(commands)
    left, bottom, right, top = bounds.bounds
    return {
        "middle": [round((left + right) / 2, 2), round((bottom + top) / 2, 2)],
        "height": round(top - bottom, 2),
        "path": commands.path,
    }
