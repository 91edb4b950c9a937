"""What a PDF really is: measured with another library than the one that wrote it.

``aces cards --check FILE`` prints a :class:`Report`: the boxes of its pages, its faces, its text, its fields,
and what is off. Every file of cards is read back this way before it leaves.
"""

from __future__ import annotations

from collections.abc import Iterator
from importlib import import_module
from typing import Any

UNSEEN = "\ufe0f\u200b\u200c\u200d\u2060\ufeff\u00ad"


def page_texts(data: bytes) -> Iterator[str]:
    """The text of each page, as PDFium reads it."""
    pypdfium2: Any = import_module("pypdfium2")  # ships no types
    with pypdfium2.PdfDocument(data) as document:
        for page in document:
            text = page.get_textpage()
            yield text.get_text_range()
            text.close()
            page.close()


def squeezed(text: str) -> str:
    """A text without space and without what is not seen: how a line was broken does not matter."""
    text = text.replace("\ufffe", "-")  # what PDFium makes of a hyphen at the end of a line
    return "".join(char for char in text if not char.isspace() and char not in UNSEEN)
