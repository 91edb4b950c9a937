"""The Wild tables as a page to draw from, as a PDF, and as data for the page's script.

The words come from :func:`tables`: those of ``docs/wild.toml`` where somebody has put a file of
their own, else the bundled ones. The script holds no rule and no table: for every card it is
given what the engine says of it (:func:`draws`).
"""

from __future__ import annotations

import json
from functools import partial
from pathlib import Path
from typing import NamedTuple

from markupsafe import escape

from aces.cards import DECK, SUITS
from aces.faults import bundled
from aces.lite.wild import Wild, WildKind, WildTables, house_tables, read_wild
from aces.rules import AcesError
from generators import card_drawing as draw
from generators import design, fitting
from generators.env import render
from generators.imposition import PAPERS, Size, smallest_paper
from generators.registry import TOP, Output, Product

OWN_FILE = "docs/wild.toml"
"""Where a file of one's own replaces the bundled tables, on the page and in the PDF."""

PAGES = 2
"""The pages of the PDF."""

SETTINGS = ((9.6, True), (9.6, False), (8.6, False), (7.6, False), (6.8, False), (6.1, False))
"""How the PDF is set, roomiest first: size of the text in points, and whether examples have room."""


class Choice(NamedTuple):
    """Something to draw: its kind, its name on the page, how many cards it takes."""

    kind: WildKind
    title: str
    cards: int


EXAMPLE = 21
"""The seed of the draws that the PDF shows."""

CHOICES: tuple[Choice, ...] = (
    Choice("character", "Character", 2),
    Choice("locale", "Locale", 1),
    Choice("place", "Place", 1),
    Choice("adventure", "Adventure", 1),
    Choice("macguffin", "MacGuffin", 1),
)
"""What the page offers, in the order of the rules."""


class GlyphError(AcesError):
    """A text of the tables has a character that no face of ours can print; says which and where."""


def tables() -> WildTables:
    """The tables of ``docs/wild.toml`` if it is there, else the bundled ones.

    Raises :class:`~aces.faults.BadFile` naming every fault of a file of one's own.
    """
    own = TOP / OWN_FILE
    return read_wild(own.read_text("utf-8"), OWN_FILE) if own.is_file() else house_tables()


def is_own(wild: WildTables) -> bool:
    """Whether these are somebody's own tables, not the bundled ones."""
    return wild != house_tables()


def draws(wild: WildTables) -> dict[str, object]:
    """What each card gives, for the page's script: plain data, cards by their index in the deck.

    A Character takes two cards, so its halves stand apart: ``role`` by the first card,
    ``adjective`` by the second, ``form`` to put them together.
    """

    def each(look: object) -> list[dict[str, object]]:
        assert callable(look)
        return [_said(look(card)) for card in DECK]

    concepts = [wild.concept(card, card) for card in DECK]
    whys = [concept.why.split(". ", 1) for concept in concepts]
    return {
        "cards": [
            {"text": str(card), "suit": card.suit.letter, "rank": card.rank.text, "spoken": card.spoken}
            for card in DECK
        ],
        "choices": [choice._asdict() for choice in CHOICES],
        "character": {
            "form": wild.concept_form,
            "role": [{"text": concept.role, "why": f"{why[0]}."} for concept, why in zip(concepts, whys, strict=True)],
            "adjective": [
                {"text": concept.adjective, "other": concept.other, "why": why[1]}
                for concept, why in zip(concepts, whys, strict=True)
            ],
        },
        "locale": each(partial(wild.place, kind="locale")),
        "place": each(partial(wild.place, kind="place")),
        "adventure": each(wild.adventure),
        "macguffin": each(wild.macguffin),
    }


def _said(result: Wild) -> dict[str, object]:
    said: dict[str, object] = {"text": result.text, "why": result.why}
    if other := getattr(result, "other_text", ""):
        said["other"] = other
    if prompts := getattr(result, "prompts", ()):
        said["prompts"] = list(prompts)
    return said


def data_file() -> str:
    """What each card gives, as JSON."""
    return json.dumps(draws(tables()), ensure_ascii=False, separators=(",", ":"))


def page() -> str:
    """The web page, as Markdown with the rules of chapter 14."""
    wild = tables()
    return render(
        "wild.md.j2",
        plain=_plain,
        wild=wild,
        own=is_own(wild),
        own_file=OWN_FILE,
        choices=CHOICES,
        suits=SUITS,
        papers=PAPERS,
        smallest_paper=smallest_paper(),
    )


def _plain(text: str) -> str:
    """A text of the tables for the page: letters only, to Markdown, to HTML and to our own marks."""
    return str(escape(text)).replace("{", "&#123;").replace("}", "&#125;")


def sheet(paper: Size, wild: WildTables | None = None) -> bytes:
    """The tables as a PDF of at most two pages.

    Raises :class:`GlyphError` when a text cannot be printed, :class:`~generators.pdf.PrintError`
    when the texts need more room.
    """
    from generators import pdf

    wild = wild or tables()
    check_glyphs(wild)
    art = {"frame.svg": draw.svg(paper.width, paper.height, [draw.frame(paper, 8.5, 1.7)])}
    art |= {f"{suit.letter}.svg": draw.svg(6, 6, [draw.pip(suit, 3, 3, 5)]) for suit in SUITS}
    art["sun.svg"] = draw.svg(30, 15, [draw.sun(15, 0.1, 14.5)])
    about = pdf.Sheet(
        title=wild.title,
        description="Draw a card from any deck and read it here: people, places, adventures.",
        author=wild.credit or "A.C.E.S. reference",
        licence=wild.license,
        language=wild.language,
    )
    for size, roomy in SETTINGS:
        examples = [wild.draw(choice.kind, EXAMPLE) for choice in CHOICES] if roomy else []
        body = render("wild.html.j2", wild=wild, titles=CHOICES, examples=examples)
        css = render("wild.css.j2", paper=paper, mm=draw.mm, size=size)
        try:
            return pdf.render(body, about, css, art, pages=PAGES)
        except pdf.PagesError:
            if (size, roomy) == SETTINGS[-1]:
                raise
    raise AssertionError("there is a setting")


def check_glyphs(wild: WildTables) -> None:
    """Refuses a text with a character that no printed face has (:class:`GlyphError`)."""
    face = fitting.load("Aces Text")
    for name, value in wild._asdict().items():
        for text in _texts(value):
            if missing := face.missing(text):
                named = ", ".join(f"{char!r} (U+{ord(char):04X})" for char in missing)
                raise GlyphError(f"{wild.source}: {name}: {text!r}: no printed face has {named}")


def _texts(value: object) -> list[str]:
    if isinstance(value, str):
        return [value]
    if isinstance(value, tuple):
        return [text for part in value for text in _texts(part)]
    return []


def script() -> Product:
    """The page's script, as it stands."""
    return TOP / "playground" / "wild.js"


def sheets_css() -> str:
    """The style of the pages that are also sheets of paper."""
    return design.minified((Path(__file__).parent / "templates" / "sheets.css").read_text("utf-8"))


def sample() -> str:
    """The bundled tables as a file to copy and change."""
    return bundled("wild.toml")


OUTPUTS: tuple[Output, ...] = (
    Output("wild.md", "page", page, needs=(OWN_FILE,)),
    Output("assets/wild.json", "asset", data_file, needs=(OWN_FILE,)),
    Output("assets/wild.js", "asset", script, needs=("playground/wild.js",)),
    Output("assets/sheets.css", "asset", sheets_css),
    Output("files/wild.toml", "asset", sample),
    *(
        Output(
            f"files/wild-tables-{paper.name}.pdf",
            "asset",
            partial(sheet, paper),
            needs=(OWN_FILE,),
            libraries=("weasyprint",),
        )
        for paper in PAPERS.values()
    ),
)
