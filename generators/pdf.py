"""The one door to WeasyPrint: HTML in, a finished PDF out.

Every PDF of ours leaves through :func:`render`, so that all of them are tagged (PDF/UA-1),
have a title, a language and a licence, embed only our own faces, are printed at their true
size unless a person says otherwise, and are the same bytes for the same input. The fetcher is
closed: a document can read the font files of ``build/fonts`` and nothing else, neither a file
nor the network.

WeasyPrint is imported when the first PDF is made, not before: it needs libraries that a reader
of the rules does not.
"""

from __future__ import annotations

import logging
import os
import re
import tempfile
import time
import warnings
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from functools import cache
from html import escape
from pathlib import Path
from types import MappingProxyType
from typing import Any, Literal
from urllib.parse import urlsplit
from urllib.request import url2pathname
from xml.sax.saxutils import escape as xml_escape

from aces.rules import AcesError
from generators import design, fonts

CREATOR = "A.C.E.S. reference"
"""What the PDFs name as the program that made them."""

NO_ART: Mapping[str, str] = MappingProxyType({})

Duplex = Literal["DuplexFlipLongEdge", "DuplexFlipShortEdge", "Simplex"]


class PrintError(AcesError):
    """A PDF could not be made as its source asks; the message says what WeasyPrint said."""


class PagesError(PrintError):
    """The text needs another number of pages than it may have."""


@dataclass(frozen=True, slots=True)
class Sheet:
    """What a PDF says about itself.

    title: shown by viewers and read out first.
    description: one sentence on what it holds.
    author, licence: whose words they are and on what terms they may be used.
    language: a BCP 47 tag.
    duplex: how the print dialogue is preset; None leaves that to the reader.
    """

    title: str
    description: str
    author: str
    licence: str
    language: str = "en"
    duplex: Duplex | None = None


def render(
    body: str, about: Sheet, css: str = "", art: Mapping[str, str] = NO_ART, *, pages: int | None = None
) -> bytes:
    """The PDF of the HTML inside ``<body>``, set with our tokens, our faces and ``css``.

    art: SVG drawings by name; a document shows them as ``aces:///name``.
    pages: how many there must be, where that is known.

    The same input gives the same bytes. With SOURCE_DATE_EPOCH in the environment the document
    carries that date, else none. Raises :class:`PrintError` when WeasyPrint ignores or misses
    anything: a PDF that is not as written is not written.
    """
    with _complaints() as said, warnings.catch_warnings():
        warnings.simplefilter("ignore")
        weasyprint = _weasyprint()
        faces = _faces()
        fetcher = _closed_fetcher(art)
        try:
            html = weasyprint.HTML(string=_page(body, about), url_fetcher=fetcher, base_url="aces:///")
            sheet = weasyprint.CSS(string=_base() + css, url_fetcher=fetcher, font_config=faces, base_url="aces:///")
            document = html.render(font_config=faces, stylesheets=[sheet], pdf_variant="pdf/ua-1")
            if pages not in (None, len(document.pages)):
                raise PagesError(f"{about.title}: {len(document.pages)} pages came out, not {pages}")
            data = document.write_pdf(
                pdf_variant="pdf/ua-1", pdf_identifier=True, finisher=lambda _, pdf: _finish(pdf, about)
            )
        except weasyprint.urls.FatalURLFetchingError as error:
            raise PrintError(str(error)) from None
    if said:
        raise PrintError(f"{about.title}: {'; '.join(said)}")
    assert isinstance(data, bytes)
    return data


def _page(body: str, about: Sheet) -> str:
    """The whole HTML document. Everything but the body is escaped here."""
    if not re.fullmatch(r"[A-Za-z]{1,8}(-[A-Za-z0-9]{1,8})*", about.language):
        raise PrintError(f"{about.language!r} is not a language tag such as en-US")
    meta = {
        "author": about.author,
        "description": about.description,
        "generator": CREATOR,
    }
    if date := date_of_source():
        meta |= {"dcterms.created": date, "dcterms.modified": date}
    head = "".join(f'<meta name="{name}" content="{escape(value)}">' for name, value in meta.items() if value)
    return (
        f'<!doctype html><html lang="{about.language}"><head><meta charset="utf-8">'
        f"<title>{escape(about.title)}</title>{head}</head><body>{body}</body></html>"
    )


def date_of_source() -> str | None:
    """SOURCE_DATE_EPOCH as a W3C date, or None when it is not set."""
    epoch = os.environ.get("SOURCE_DATE_EPOCH")
    if epoch is None:
        return None
    if not re.fullmatch(r"\d{1,11}", epoch):
        raise PrintError(f"SOURCE_DATE_EPOCH is {epoch!r}; it must be whole seconds since 1970")
    return time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime(int(epoch)))


def _base() -> str:
    """Tokens and faces, as every printed page needs them."""
    return (
        design.css("print")
        + fonts.face_css("print")
        + "html{color:var(--ink);font-family:var(--face-text);font-size:var(--step-0)}body{margin:0}"
    )


def _finish(pdf: Any, about: Sheet) -> None:
    """What WeasyPrint has no option for: how to print, and the licence."""
    pydyf = _weasyprint().pdf.pydyf
    preferences = {"DisplayDocTitle": "true", "PrintScaling": "/None"}
    if about.duplex is not None:
        preferences["Duplex"] = f"/{about.duplex}"
    pdf.catalog["ViewerPreferences"] = pydyf.Dictionary(preferences)
    if not about.licence:
        return
    pdf.info["License"] = pydyf.String(about.licence)
    rights = (
        '<rdf:Description xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#" '
        'xmlns:dc="http://purl.org/dc/elements/1.1/" rdf:about=""><dc:rights><rdf:Alt>'
        f'<rdf:li xml:lang="x-default">{xml_escape(about.licence)}</rdf:li>'
        "</rdf:Alt></dc:rights></rdf:Description></rdf:RDF>"
    ).encode()
    number = int(pdf.catalog["Metadata"].split()[0])
    stream = pdf.objects[number].stream
    stream[0] = stream[0].replace(b"</rdf:RDF>", rights, 1)


def _weasyprint() -> Any:
    """The library, imported late; it ships no types. Raises :class:`PrintError` without Pango."""
    try:
        import weasyprint
        import weasyprint.pdf
        import weasyprint.text.fonts
        import weasyprint.urls
    except OSError as error:
        why = str(error).splitlines()[0]
        raise PrintError(f"PDFs need the Pango libraries ({why}); `make setup` says what to install") from None
    return weasyprint


@cache
def _faces() -> Any:
    """One font configuration for all PDFs of this process, without any face of the machine.

    The machine's faces would slip in for a missing character, and differ from one machine to
    the next.
    """
    with tempfile.TemporaryDirectory(prefix="aces-fonts-") as folder:
        config = Path(folder) / "fonts.conf"
        config.write_text('<?xml version="1.0"?><!DOCTYPE fontconfig SYSTEM "fonts.dtd"><fontconfig/>')
        before = os.environ.get("FONTCONFIG_FILE")
        os.environ["FONTCONFIG_FILE"] = str(config)
        try:
            return _weasyprint().text.fonts.FontConfiguration()
        finally:
            if before is None:
                del os.environ["FONTCONFIG_FILE"]
            else:
                os.environ["FONTCONFIG_FILE"] = before


def _closed_fetcher(art: Mapping[str, str]) -> Any:
    """A fetcher that opens the files of ``build/fonts`` and ``art``, and refuses all else."""
    urls = _weasyprint().urls

    class OurFaces(urls.URLFetcher):  # type: ignore[misc, name-defined]
        def fetch(self, url: str, headers: dict[str, str] | None = None) -> Any:
            parts = urlsplit(url)
            if parts.scheme == "aces" and parts.path[1:] in art:
                return urls.URLFetcherResponse(url, art[parts.path[1:]], {"Content-Type": "image/svg+xml"})
            if parts.scheme == "file" and not parts.netloc:
                path = Path(url2pathname(parts.path)).resolve()
                if path.is_relative_to(fonts.BUILD.resolve()) and path.is_file():
                    return urls.URLFetcherResponse(url, path.read_bytes(), {"Content-Type": "font/woff2"})
            raise urls.FatalURLFetchingError(f"a PDF may read nothing but our own faces and drawings, not {url}")

    return OurFaces()


@contextmanager
def _complaints() -> Iterator[list[str]]:
    """Collects the warnings of WeasyPrint and fontTools instead of printing them."""
    said: list[str] = []

    class Keep(logging.Handler):
        def emit(self, record: logging.LogRecord) -> None:
            said.append(record.getMessage())

    loggers = [logging.getLogger(name) for name in ("weasyprint", "fontTools")]
    keep = Keep(logging.WARNING)
    before = [(logger.handlers[:], logger.propagate) for logger in loggers]
    for logger in loggers:
        logger.handlers[:] = [keep]
        logger.propagate = False
    try:
        yield said
    finally:
        for logger, (handlers, propagate) in zip(loggers, before, strict=True):
            logger.handlers[:] = handlers
            logger.propagate = propagate
