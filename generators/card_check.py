"""What a PDF really is: measured with another library than the one that wrote it.

``aces cards --check FILE`` prints a :class:`Report`: the boxes of its pages, its faces, its text, its fields,
and what is off. Every file of cards is read back this way before it leaves.
"""

from __future__ import annotations

import ctypes
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from functools import partial
from importlib import import_module
from typing import Any, NamedTuple

from aces.rules import AcesError
from generators.imposition import CARDS, PAPERS, POINTS_PER_MM

UNSEEN = "\ufe0f\u200b\u200c\u200d\u2060\ufeff\u00ad"

CLOSE = 0.1
"""Millimetres by which a measure may miss."""

Box = tuple[float, float, float, float]


class CheckError(AcesError):
    """A file is no PDF that can be read."""


class PageFacts(NamedTuple):
    """A page in millimetres: its width and height, its boxes (left, bottom, right, top); its letters, its pictures."""

    width: float
    height: float
    trim: Box
    bleed: Box
    letters: int
    figures: int = 0


class FieldFacts(NamedTuple):
    """A field of a form: where it is, its name, its label, its value, whether it is printed."""

    page: int
    name: str
    label: str
    value: str
    printed: bool
    choice: bool
    box: Box


@dataclass(slots=True)
class Report:
    """What was measured, and what is off."""

    pages: list[PageFacts] = field(default_factory=list)
    fonts: dict[str, bool] = field(default_factory=dict)
    fields: list[FieldFacts] = field(default_factory=list)
    title: str = ""
    licence: str = ""
    language: str = ""
    tagged: bool = False
    true_size: bool = False
    duplex: str = ""
    faults: list[str] = field(default_factory=list)

    @property
    def figures(self) -> int:
        """How many pictures have words that stand for them."""
        return sum(page.figures for page in self.pages)

    def lines(self) -> Iterator[str]:
        """The report as a person reads it."""
        yield f"title     {self.title or '(none)'}"
        if self.licence:
            yield f"licence   {self.licence}"
        language = self.language or "no language"
        yield f"tagged    {'yes' if self.tagged else 'no'}, {language}, {self.figures} pictures with words"
        yield f"printing  {'at true size' if self.true_size else 'scaled as the reader likes'}, {self.duplex}"
        for same, numbers in _runs(self.pages, lambda page: page[:4]):
            yield f"page {numbers}  {same.width:.1f} x {same.height:.1f} mm{_named(same)}"
            yield f"          cut to {_box(same.trim)} mm, with bleed {_box(same.bleed)} mm"
        yield f"letters   {sum(page.letters for page in self.pages):,}"
        for name, embedded in sorted(self.fonts.items()):
            yield f"face      {name}, {'embedded' if embedded else 'NOT embedded'}"
        if self.fields:
            yield f"fields    {len(self.fields)}, {len({one.name for one in self.fields})} names"
        for fault in self.faults:
            yield f"off       {fault}"
        if not self.faults:
            yield "nothing is off"


def page_texts(data: bytes) -> Iterator[str]:
    """The text of each page, as PDFium reads it."""
    with _opened(data) as document:
        for page in document:
            text = page.get_textpage()
            yield text.get_text_range()
            text.close()
            page.close()


def squeezed(text: str) -> str:
    """A text without space and without what is not seen: how a line was broken does not matter."""
    text = text.replace("\ufffe", "-")  # what PDFium makes of a hyphen at the end of a line
    return "".join(char for char in text if not char.isspace() and char not in UNSEEN)


def check(data: bytes) -> Report:
    """Measures a PDF. Raises :class:`CheckError` when it cannot be read at all."""
    raw: Any = import_module("pypdfium2.raw")
    report = Report()
    with _opened(data) as document:
        document.init_forms()
        told = document.get_metadata_dict()
        report.title = told.get("Title", "")
        report.licence = _wide(partial(raw.FPDF_GetMetaText, document.raw, b"License"))
        report.tagged = bool(raw.FPDFCatalog_IsTagged(document.raw))
        report.language = _wide(partial(raw.FPDFCatalog_GetLanguage, document.raw))
        report.true_size = not raw.FPDF_VIEWERREF_GetPrintScaling(document.raw)
        names = {0: "no word on sides", 1: "one side", 2: "over the short edge", 3: "over the long edge"}
        report.duplex = names.get(raw.FPDF_VIEWERREF_GetDuplex(document.raw), "")
        for number, page in enumerate(document, 1):
            _page(report, number, page, raw)
            _fields(report, number, page, document, raw)
            _structure(report, number, page, raw)
    _judge(report)
    return report


def _opened(data: bytes) -> Any:
    pypdfium2: Any = import_module("pypdfium2")  # ships no types
    try:
        return pypdfium2.PdfDocument(data)
    except pypdfium2.PdfiumError as error:
        raise CheckError(f"is no PDF that can be read ({error})") from None


def _page(report: Report, number: int, page: Any, raw: Any) -> None:
    width, height = (value / POINTS_PER_MM for value in page.get_size())
    text = page.get_textpage()
    words = text.get_text_range()
    report.pages.append(
        PageFacts(
            width,
            height,
            _mm(page.get_trimbox()),
            _mm(page.get_bleedbox()),
            len(squeezed(words)),
        )
    )
    if "\ufffd" in words or "\x00" in words:
        report.faults.append(f"page {number}: letters that cannot be read back")
    for item in page.get_objects(filter=[raw.FPDF_PAGEOBJ_TEXT]):
        face = raw.FPDFTextObj_GetFont(item.raw)
        name = _narrow(partial(raw.FPDFFont_GetBaseFontName, face))
        report.fonts[name] = raw.FPDFFont_GetIsEmbedded(face) == 1


def _fields(report: Report, number: int, page: Any, document: Any, raw: Any) -> None:
    form = document.formenv.raw if document.formenv else None
    for index in range(raw.FPDFPage_GetAnnotCount(page.raw)):
        one = raw.FPDFPage_GetAnnot(page.raw, index)
        try:
            if raw.FPDFAnnot_GetSubtype(one) != raw.FPDF_ANNOT_WIDGET or form is None:
                continue
            rect = raw.FS_RECTF()
            raw.FPDFAnnot_GetRect(one, rect)
            read = [
                _wide(partial(get, form, one))
                for get in (
                    raw.FPDFAnnot_GetFormFieldName,
                    raw.FPDFAnnot_GetFormFieldAlternateName,
                    raw.FPDFAnnot_GetFormFieldValue,
                )
            ]
            printed = bool(raw.FPDFAnnot_GetFlags(one) & 4)
            choice = raw.FPDFAnnot_GetFormFieldType(form, one) == raw.FPDF_FORMFIELD_RADIOBUTTON
            report.fields.append(
                FieldFacts(
                    number,
                    read[0],
                    read[1],
                    read[2],
                    printed,
                    choice,
                    _mm((rect.left, rect.bottom, rect.right, rect.top)),
                )
            )
        finally:
            raw.FPDFPage_CloseAnnot(one)


def _structure(report: Report, number: int, page: Any, raw: Any) -> None:
    """Walks the tags of a page: every picture needs words."""
    tree = raw.FPDF_StructTree_GetForPage(page.raw)
    if not tree:
        return
    try:
        waiting = [
            raw.FPDF_StructTree_GetChildAtIndex(tree, at) for at in range(raw.FPDF_StructTree_CountChildren(tree))
        ]
        while waiting:
            element = waiting.pop()
            if not element:
                continue
            kind = _wide(partial(raw.FPDF_StructElement_GetType, element))
            if kind == "Figure":
                alt = _wide(partial(raw.FPDF_StructElement_GetAltText, element))
                page_facts = report.pages[number - 1]
                report.pages[number - 1] = page_facts._replace(figures=page_facts.figures + bool(alt))
                if not alt:
                    report.faults.append(f"page {number}: a picture without words")
            count = raw.FPDF_StructElement_CountChildren(element)
            waiting += [raw.FPDF_StructElement_GetChildAtIndex(element, at) for at in range(count)]
    finally:
        raw.FPDF_StructTree_Close(tree)


def _judge(report: Report) -> None:
    """What is off, in plain sentences."""
    say = report.faults.append
    if not report.pages:
        say("there is no page")
    if not report.tagged:
        say("it is not tagged: a screen reader cannot follow it")
    if not report.title:
        say("it has no title")
    if not report.language:
        say("it does not say its language")
    if not report.true_size:
        say("it lets the printer scale it (PrintScaling is not None)")
    sizes = {(round(page.width, 1), round(page.height, 1)) for page in report.pages}
    if len(sizes) > 1:
        say("pages differ in size: " + ", ".join(f"{wide:g} x {high:g} mm" for wide, high in sorted(sizes)))
    for number, page in enumerate(report.pages, 1):
        media = (0.0, 0.0, page.width, page.height)
        if not (_within(page.trim, page.bleed) and _within(page.bleed, media)):
            say(f"page {number}: TrimBox, BleedBox and MediaBox do not lie within each other")
        if not page.letters and not page.figures:
            say(f"page {number}: there is no text on it, and no picture with words")
    for name, embedded in sorted(report.fonts.items()):
        if not embedded:
            say(f"the face {name} is not embedded")
    for name, count in Counter(one.name for one in report.fields if not one.choice).items():
        if count > 1:
            say(f"there are {count} fields of the name {name}: what is typed in one shows in all")
    for name in sorted({one.name for one in report.fields if not one.label}):
        say(f"the field {name} has no label")
    for one in report.fields:
        page = report.pages[one.page - 1]
        if not one.printed:
            say(f"the field {one.name} is not printed (/F 4)")
        if not _within(one.box, (0.0, 0.0, page.width, page.height)):
            say(f"the field {one.name} lies off its page")


def _within(inner: Box, outer: Box) -> bool:
    return (
        inner[0] >= outer[0] - CLOSE
        and inner[1] >= outer[1] - CLOSE
        and inner[2] <= outer[2] + CLOSE
        and inner[3] <= outer[3] + CLOSE
    )


def _named(page: PageFacts) -> str:
    """The paper or card whose size a page has."""
    for size in (*PAPERS.values(), *CARDS.values()):
        for width, height in ((size.width, size.height), (size.height, size.width)):
            if abs(page.width - width) < CLOSE and abs(page.height - height) < CLOSE:
                return f", {size.title}" + ("" if width <= height else " lying")
    return ""


def _runs(pages: list[PageFacts], key: Callable[[PageFacts], Any]) -> Iterator[tuple[PageFacts, str]]:
    """Neighbouring pages that are alike, with their numbers."""
    start = 0
    for place in range(1, len(pages) + 1):
        if place == len(pages) or key(pages[place]) != key(pages[start]):
            yield pages[start], f"{start + 1}" if place == start + 1 else f"{start + 1}-{place}"
            start = place


def _box(box: Box) -> str:
    return f"{box[2] - box[0]:.1f} x {box[3] - box[1]:.1f}"


def _mm(box: Any) -> Box:
    left, bottom, right, top = (value / POINTS_PER_MM for value in box)
    return left, bottom, right, top


def _wide(get: Callable[[Any, int], int]) -> str:
    """A text that PDFium gives as UTF-16 with a null at its end."""
    size = get(None, 0)
    if size <= 2:
        return ""
    buffer = (ctypes.c_ushort * (size // 2))()
    get(buffer, size)
    return bytes(buffer).decode("utf-16-le", "replace").rstrip("\0")


def _narrow(get: Callable[[Any, int], int]) -> str:
    size = get(None, 0)
    buffer = ctypes.create_string_buffer(size)
    get(buffer, size)
    return buffer.value.decode("utf-8", "replace")
