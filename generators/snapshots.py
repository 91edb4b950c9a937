"""Pictures of PDFs for the pages: part of a page as WebP, rendered by another library than wrote it."""

from __future__ import annotations

import io
from importlib import import_module
from typing import Any

from generators.imposition import POINTS_PER_MM, Place

LIBRARIES = ("pypdfium2", "pillow")
"""The libraries whose version shows in the bytes."""


def opened(data: bytes) -> Any:
    """A PDF to take pictures of; it is to be closed (``with``)."""
    pypdfium2: Any = import_module("pypdfium2")  # ships no types
    return pypdfium2.PdfDocument(data)


def webp(page: Any, place: Place, pixels: tuple[int, int]) -> bytes:
    """A place on a page, in millimetres from its top left corner, as a picture so many pixels wide and high."""
    scale = pixels[0] / (place.width * POINTS_PER_MM)
    wide, high = page.get_size()
    left, top = place.x * POINTS_PER_MM, place.y * POINTS_PER_MM
    rest = (max(wide - place.right * POINTS_PER_MM, 0.0), max(high - place.bottom * POINTS_PER_MM, 0.0))
    image = page.render(scale=scale, crop=(left, rest[1], rest[0], top)).to_pil().convert("RGB")
    file = io.BytesIO()
    image.resize(pixels).save(file, "WEBP", quality=82, method=6)
    return file.getvalue()
