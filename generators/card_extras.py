"""What a card may have besides its texts: a portrait from a local file, a QR code for an address.

Both are bounded, and refused with the numbers when they are too large: a portrait in bytes and pixels, a
QR code in what a phone can still read off the card.
"""

from __future__ import annotations

import hashlib
import io
import re
from collections.abc import Sequence
from importlib import import_module
from pathlib import Path
from typing import Any, NamedTuple

from aces.rules import AcesError
from generators.card_sides import QR_MODULE, CharacterSide
from generators.imposition import Size

MOST_BYTES = 20_000_000
"""No portrait file is larger."""

MOST_PIXELS = 40_000_000
"""No portrait has more pixels."""

FORMATS = ("PNG", "JPEG", "WEBP")
SHAPE = (4, 5)
"""Width and height of a portrait on a card; what stands out is cut off evenly."""

PRINTED = (560, 700)
"""The most pixels of a portrait in the PDF: 600 to the inch on a poker card."""

QR_SHARE = 0.42
"""The most of the width of the text that a QR code takes."""

QR_QUIET = 4
"""Modules left white around a QR code."""


class ExtrasError(AcesError):
    """A portrait or an address cannot be printed; the message says why, in numbers."""


class Portrait(NamedTuple):
    """A picture on its way to the card: a name of its own, JPEG, pixels."""

    name: str
    jpeg: bytes
    width: int
    height: int


def portrait(path: Path) -> Portrait:
    """A portrait from a PNG, JPEG or WebP file on this machine. Raises :class:`ExtrasError`."""
    if re.match(r"[A-Za-z][A-Za-z0-9+.-]+:/", str(path)):
        raise ExtrasError(f"{path}: a portrait is a file on this machine, not an address")
    pillow: Any = import_module("PIL.Image")
    ops: Any = import_module("PIL.ImageOps")
    try:
        with path.open("rb") as file:
            data = file.read(MOST_BYTES + 1)
    except (OSError, ValueError) as error:
        raise ExtrasError(f"{path}: {getattr(error, 'strerror', None) or error}") from None
    if len(data) > MOST_BYTES:
        raise ExtrasError(f"{path}: is larger than {MOST_BYTES:,} bytes")
    try:
        with pillow.open(io.BytesIO(data), formats=FORMATS) as image:
            if image.width * image.height > MOST_PIXELS:
                size = f"{image.width:,} x {image.height:,}"
                raise ExtrasError(f"{path}: has {size} pixels; at most {MOST_PIXELS:,} in all")
            upright = ops.exif_transpose(image).convert("RGBA")
    except ExtrasError:
        raise
    except Exception as error:  # Pillow raises many kinds at damaged files
        if isinstance(error, (MemoryError, KeyboardInterrupt)):
            raise
        kinds = "PNG, JPEG or WebP"
        raise ExtrasError(f"{path}: is no {kinds} that can be read ({type(error).__name__})") from None
    ground = pillow.new("RGBA", upright.size, "white")
    ground.alpha_composite(upright)
    width, height = ground.size
    wide, high = (width, width * SHAPE[1] // SHAPE[0]) if width * SHAPE[1] <= height * SHAPE[0] else (
        height * SHAPE[0] // SHAPE[1],
        height,
    )  # fmt: skip
    left, top = (width - wide) // 2, (height - high) // 2
    cut = ground.convert("RGB").crop((left, top, left + max(wide, 1), top + max(high, 1)))
    cut.thumbnail(PRINTED, pillow.Resampling.LANCZOS)
    out = io.BytesIO()
    cut.save(out, "JPEG", quality=88, optimize=True)
    jpeg = out.getvalue()
    return Portrait(hashlib.sha256(jpeg).hexdigest()[:12], jpeg, cut.width, cut.height)


def qr(address: str, size: Size) -> tuple[tuple[bool, ...], ...]:
    """The modules of a QR code for an address, its quiet zone included, if the card has room for it.

    Raises :class:`ExtrasError` with the numbers when it would be too dense to be read.
    """
    if not re.fullmatch(r"https?://[!-~]+", address):
        raise ExtrasError(f"{address[:60]!r} is not an address such as https://example.org/wren, in plain letters")
    segno: Any = import_module("segno")
    room = QR_SHARE * CharacterSide(size).width
    most = int(room / QR_MODULE + 1e-9)
    try:
        code = segno.make(address, error="l", micro=False, boost_error=True)
        modules: Sequence[Sequence[int]] = tuple(code.matrix_iter(border=QR_QUIET))
    except segno.DataOverflowError:
        raise ExtrasError(f"an address of {len(address):,} letters is too long for any QR code") from None
    if len(modules) > most:
        raise ExtrasError(
            f"an address of {len(address)} letters needs {len(modules)} modules of {QR_MODULE:g} mm, "
            f"{len(modules) * QR_MODULE:.1f} mm; a {size.title} card has room for {room:.1f} mm"
        )
    return tuple(tuple(bool(module) for module in row) for row in modules)
