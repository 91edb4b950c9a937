"""The door to WeasyPrint: closed to the world, reproducible, tagged, titled, honest about trouble."""

from __future__ import annotations

import contextlib
import os
import re
import zlib

import pypdfium2
import pytest

from generators import pdf

ABOUT = pdf.Sheet("A trial <of> sorts", "Says what it holds.", "The authors", "MIT", language="en-GB")


def words(data: bytes) -> str:
    with pypdfium2.PdfDocument(data) as document:
        return " ".join(page.get_textpage().get_text_range() for page in document)


def inside(data: bytes) -> bytes:
    """The file with all its compressed streams opened."""
    parts = [data]
    for stream in re.findall(rb"stream\r?\n(.*?)\r?\nendstream", data, re.S):
        with contextlib.suppress(zlib.error):
            parts.append(zlib.decompress(stream))
    return b"\n".join(parts)


def test_what_a_pdf_says_about_itself() -> None:
    data = pdf.render("<h1>Title</h1><p>Text.</p>", ABOUT)
    with pypdfium2.PdfDocument(data) as document:
        told = document.get_metadata_dict()
    assert told["Title"] == "A trial <of> sorts"
    assert told["Author"] == "The authors"
    assert told["Subject"] == "Says what it holds."
    assert told["Creator"] == pdf.CREATOR
    whole = inside(data)
    assert b"/Lang (en-GB)" in whole
    assert b"/License (MIT)" in whole
    assert b'pdfuaid:part="1"' in whole
    assert re.search(rb"<dc:rights>.*MIT.*</dc:rights>", whole)


def test_it_is_tagged_and_asks_to_be_printed_at_its_size() -> None:
    about = pdf.Sheet("T", "", "", "", duplex="DuplexFlipShortEdge")
    data = inside(pdf.render("<h1>Title</h1><p>Text.</p>", about))
    for sign in (b"/MarkInfo", b"/StructTreeRoot", b"/PrintScaling /None", b"/DisplayDocTitle true"):
        assert sign in data, sign
    assert b"/Duplex /DuplexFlipShortEdge" in data
    assert b"/License" not in data
    assert b"/S /H1" in data


def test_the_same_input_gives_the_same_bytes(monkeypatch: pytest.MonkeyPatch) -> None:
    body = "<h1>Łódź ♠ ♥</h1><p>O’Neill, <i>fi</i>.</p>"
    monkeypatch.delenv("SOURCE_DATE_EPOCH", raising=False)
    undated = pdf.render(body, ABOUT)
    assert undated == pdf.render(body, ABOUT)
    assert b"/CreationDate" not in inside(undated)
    monkeypatch.setenv("SOURCE_DATE_EPOCH", "1700000000")
    dated = pdf.render(body, ABOUT)
    assert dated == pdf.render(body, ABOUT)
    assert b"/CreationDate (D:20231114221320Z)" in inside(dated)


@pytest.mark.parametrize("epoch", ["yesterday", "-1", "", "1e9"])
def test_a_date_that_is_none_is_refused(epoch: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SOURCE_DATE_EPOCH", epoch)
    with pytest.raises(pdf.PrintError, match="whole seconds since 1970"):
        pdf.render("<p>Text.</p>", ABOUT)


@pytest.mark.parametrize(
    "body",
    [
        '<img src="http://203.0.113.1/pixel.png" alt="">',
        '<img src="file:///etc/passwd" alt="">',
        '<img src="../../pyproject.toml" alt="">',
        '<img src="data:image/png;base64,AAAA" alt="">',
        '<img src="aces:///nowhere.svg" alt="">',
        '<p style="background:url(//203.0.113.1/x)">Text.</p>',
        '<style>@import url("file:///etc/hostname");</style>',
        '<link rel="stylesheet" href="https://203.0.113.1/x.css">',
        '<style>@font-face{font-family:X;src:url(file:///usr/share/fonts/x.ttf)}</style><p style="font-family:X">x</p>',
        '<object data="file:///etc/passwd"></object>',
    ],
)
def test_the_fetcher_is_closed(body: str) -> None:
    with pytest.raises(pdf.PrintError, match="may read nothing but our own faces and drawings"):
        pdf.render(body, ABOUT)


def test_a_way_out_of_the_fonts_folder_is_closed() -> None:
    from generators import fonts

    address = fonts.BUILD.as_uri() + "/../../pyproject.toml"
    with pytest.raises(pdf.PrintError, match="may read nothing"):
        pdf.render(f'<img src="{address}" alt="">', ABOUT)


def test_only_our_faces_are_used_and_all_are_embedded() -> None:
    data = pdf.render('<h1>Ł 10♥</h1><p style="font-family:Arial,monospace">plain <b>bold</b> <i>it</i></p>', ABOUT)
    named = set(re.findall(rb"/BaseFont /([^\s/>]+)", inside(data)))
    assert named
    assert all(re.fullmatch(rb"[A-Z]{6}\+Aces-\w+(-\w+)*", name) for name in named), named
    with pypdfium2.PdfDocument(data) as document:
        for item in document[0].get_objects(filter=[pypdfium2.raw.FPDF_PAGEOBJ_TEXT]):
            font = pypdfium2.raw.FPDFTextObj_GetFont(item.raw)
            assert pypdfium2.raw.FPDFFont_GetIsEmbedded(font) == 1


def test_art_is_drawn_by_name() -> None:
    art = {"dot.svg": '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><circle r="4"/></svg>'}
    data = pdf.render('<p>Text <img src="aces:///dot.svg" alt="a dot"></p>', ABOUT, art=art)
    assert b"/Alt (a dot)" in inside(data)


def test_what_weasyprint_would_ignore_is_an_error() -> None:
    with pytest.raises(pdf.PrintError, match=r"A trial <of> sorts: .*colour"):
        pdf.render("<p>Text.</p>", ABOUT, "p { colour: red }")


def test_the_number_of_pages_is_held() -> None:
    body = '<p style="break-after:page">One.</p><p>Two.</p>'
    assert pdf.render(body, ABOUT, pages=2)
    with pytest.raises(pdf.PagesError, match="2 pages came out, not 1"):
        pdf.render(body, ABOUT, pages=1)


def test_what_it_says_cannot_break_out() -> None:
    about = pdf.Sheet('</title><script>x</script>"', '"><b>', "&amp;", "<&>")
    data = pdf.render("<p>Text.</p>", about)
    assert words(data).strip() == "Text."
    with pypdfium2.PdfDocument(data) as document:
        assert document.get_metadata_dict()["Title"] == about.title
    assert b"&lt;&amp;&gt;" in inside(data)
    with pytest.raises(pdf.PrintError, match="not a language tag"):
        pdf.render("<p>Text.</p>", pdf.Sheet("T", "", "", "", language='en"><p>x'))


def test_the_environment_is_left_as_it_was(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("FONTCONFIG_FILE", "/elsewhere/fonts.conf")
    pdf._faces.cache_clear()
    pdf.render("<p>Text.</p>", ABOUT)
    assert os.environ["FONTCONFIG_FILE"] == "/elsewhere/fonts.conf"
    monkeypatch.delenv("FONTCONFIG_FILE")
    pdf._faces.cache_clear()
    pdf.render("<p>Text.</p>", ABOUT)
    assert "FONTCONFIG_FILE" not in os.environ


def test_a_machine_without_pango_is_told_what_to_do(monkeypatch: pytest.MonkeyPatch) -> None:
    real = __import__

    def fake(name: str, *rest: object, **more: object) -> object:
        if name.split(".")[0] == "weasyprint":
            raise OSError("cannot load library 'libgobject-2.0-0': not found.\nMore.")
        return real(name, *rest, **more)  # type: ignore[arg-type]

    monkeypatch.setattr("builtins.__import__", fake)
    with pytest.raises(pdf.PrintError, match=r"Pango libraries \(cannot load.*not found\.\); `make setup`"):
        pdf._weasyprint()
