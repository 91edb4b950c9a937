"""The page of Character Cards: what can be downloaded, and pictures of it from the very PDFs.

Every size in every style is there blank, for a pencil, on every paper; as a form to fill in on a screen;
and the example party in each size.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache, partial
from typing import NamedTuple

from aces.lite.character import example_party
from generators import card_sheets, snapshots
from generators.card_plans import Job
from generators.card_press import About, print_cards
from generators.card_sides import BLANK
from generators.card_styles import CABARET, STYLES, Style
from generators.character_cards import Entry, example_cards
from generators.env import in_words, render
from generators.imposition import CARDS, PAPERS, POINTS_PER_MM, Flip, Place, Size, grid
from generators.registry import Output, Product
from generators.snapshots import opened, webp

LIBRARIES = ("pydyf", "uharfbuzz")


class Download(NamedTuple):
    """A PDF that the site offers: what is on its cards, their size and style, the paper."""

    kind: str
    size: Size
    style: Style
    paper: Size

    @property
    def name(self) -> str:
        """The name of the file.

        >>> Download("blank", CARDS["a6"], CABARET, PAPERS["letter"]).name
        'blank-a6-letter.pdf'
        """
        style = "" if self.style == CABARET else f"-{self.style.name}"
        return f"{self.kind}-{self.size.name}{style}-{self.paper.name}.pdf"

    @property
    def per_sheet(self) -> int:
        return grid(self.size, self.paper).per_sheet

    @property
    def says(self) -> str:
        """What it is, in words: links are read out one by one."""
        what = {"blank": "blank cards", "form": "forms", "party": "the example party"}[self.kind]
        look = "" if self.kind != "blank" else f", {self.style.title.lower()}"
        return f"{self.size.title}{look}: {what} on {self.paper.title}, PDF"

    def make(self) -> bytes:
        """The PDF itself. Places that are free on the last sheet hold blank cards."""
        job = Job(self.size, self.paper, style=self.style, form=self.kind == "form")
        entries, about = example_cards() if self.kind == "party" else ([], About(licence=card_sheets.LICENCE))
        count = max(len(entries), 1)
        entries += [Entry(BLANK)] * (-(-count // self.per_sheet) * self.per_sheet - len(entries))
        return print_cards(entries, job, about).data


def downloads() -> tuple[Download, ...]:
    """Every PDF of cards that the site offers."""
    return tuple(_downloads())


def _downloads() -> Iterator[Download]:
    for size in CARDS.values():
        for paper in PAPERS.values():
            for style in STYLES.values():
                yield Download("blank", size, style, paper)
            yield Download("form", size, CABARET, paper)
            yield Download("party", size, CABARET, paper)


class Shot(NamedTuple):
    """A picture: its file, what it shows in words, the PDF and page it is of, the place there, pixels in a mm."""

    name: str
    alt: str
    of: Download
    page: int
    place: Place
    scale: float

    @property
    def pixels(self) -> tuple[int, int]:
        """Its width and height."""
        return round(self.place.width * self.scale), round(self.place.height * self.scale)


WIDEST = 125.0
"""Up to this width in millimetres cards are shown in proportion to each other."""

SHOWN = 1
"""Which of the example characters the pictures show."""


@cache
def shots() -> tuple[Shot, ...]:
    """All pictures: each style in both sides, each size in both sides, a form, a whole sheet."""
    return tuple(_shots())


def _shots() -> Iterator[Shot]:
    a4, poker = PAPERS["a4"], CARDS["poker"]
    shown = example_party()[SHOWN]
    for style in STYLES.values():
        of = Download("party", poker, style, a4)
        lattice = grid(poker, a4)
        look = f"in the style {style.title}"
        front, back = lattice.fronts()[SHOWN], lattice.backs(Flip.LONG_EDGE)[SHOWN]
        yield Shot(
            f"style-{style.name}-front", f"A filled card {look}: {shown.name}, {shown.concept}.", of, 0, front, 8.9
        )
        yield Shot(f"style-{style.name}-back", f"Its back {look}: Goal, Flaw, Secret and Growth.", of, 1, back, 8.9)
    for size in CARDS.values():
        of = Download("blank", size, CABARET, a4)
        lattice = grid(size, a4)
        says = f"A blank {size.title} card, {size.width:g} by {size.height:g} mm"
        scale = 4.0 if size.width < 150 else 2.6
        yield Shot(f"size-{size.name}-front", f"{says}: the front.", of, 0, lattice.fronts()[0], scale)
        yield Shot(f"size-{size.name}-back", f"{says}: the back.", of, 1, lattice.backs(Flip.LONG_EDGE)[0], scale)
    whole = Place(0, 0, a4.width, a4.height)
    count = len(example_party())
    spare = -count % grid(poker, a4).per_sheet
    says = f"{in_words(count)} filled cards, {in_words(spare)} blank ones, and marks to cut along"
    yield Shot(
        "party-sheet",
        f"A sheet as it leaves the printer: {says}.",
        Download("party", poker, CABARET, a4),
        0,
        whole,
        2.67,
    )


def pictures() -> Product:
    """The pictures as WebP, rendered from the very PDFs that the site offers."""
    made: dict[str, bytes] = {}
    for of in dict.fromkeys(shot.of for shot in shots()):
        with opened(of.make()) as document:
            for shot in shots():
                if shot.of == of:
                    made[f"{shot.name}.webp"] = webp(document[shot.page], shot.place, shot.pixels)
    for name in card_sheets.SHEETS:
        with opened(card_sheets.make(name, PAPERS["a4"])) as document:
            width, height = (value / POINTS_PER_MM for value in document[0].get_size())
            made[f"{name}.webp"] = webp(document[0], Place(0, 0, width, height), sheet_pixels(name))
    return made


def sheet_pixels(name: str) -> tuple[int, int]:
    """The width and height of the picture of a sheet."""
    paper = PAPERS["a4"].turned if name == "dealer-screen" else PAPERS["a4"]
    return round(paper.width * 2.6), round(paper.height * 2.6)


def to_a_sheet(size: Size) -> str:
    """How many cards of a size go on a sheet, in words; each paper only where they differ.

    >>> to_a_sheet(CARDS["poker"]), to_a_sheet(CARDS["a6"])
    ('Nine to a sheet', 'Four to a sheet of A4, two of Letter and PA4')
    """
    papers: dict[int, list[str]] = {}
    for paper in PAPERS.values():
        papers.setdefault(grid(size, paper).per_sheet, []).append(paper.title)
    (count, on), *others = papers.items()
    first = f"{in_words(count).capitalize()} to a sheet"
    if not others:
        return first
    rest = (f"{in_words(many)} of {' and '.join(titles)}" for many, titles in others)
    return ", ".join((f"{first} of {' and '.join(on)}", *rest))


def gallery() -> str:
    """The styles, each in both sides, as HTML."""
    every = {shot.name: shot for shot in shots()}
    rows = [(style, every[f"style-{style.name}-front"], every[f"style-{style.name}-back"]) for style in STYLES.values()]
    return render("card-gallery.html.j2", rows=rows)


def sizes() -> str:
    """The sizes beside each other, in proportion, with their downloads, as HTML."""
    every = {shot.name: shot for shot in shots()}
    offered = downloads()
    rows = [
        (
            size,
            every[f"size-{size.name}-front"],
            every[f"size-{size.name}-back"],
            [
                (title, [one for one in offered if one.size == size and one.kind == kind and one.style.name == style])
                for title, kind, style in (
                    *((style.title, "blank", style.name) for style in STYLES.values()),
                    ("Form", "form", CABARET.name),
                    ("Party", "party", CABARET.name),
                )
            ],
        )
        for size in CARDS.values()
    ]
    return render("card-sizes.html.j2", rows=rows, widest=WIDEST, to_a_sheet=to_a_sheet)


def whole_sheet() -> str:
    """The picture of a sheet for the page, as HTML."""
    shot = next(shot for shot in shots() if shot.name == "party-sheet")
    return render("card-sheet.html.j2", shot=shot)


def table_sheets() -> str:
    """The sheets for the table with their downloads, as HTML."""
    return render(
        "card-table-sheets.html.j2",
        sheets=card_sheets.SHEETS,
        papers=PAPERS,
        file_name=card_sheets.file_name,
        pixels=sheet_pixels,
    )


OUTPUTS: tuple[Output, ...] = (
    *(
        Output(f"files/cards/{one.name}", "asset", partial(Download.make, one), libraries=LIBRARIES)
        for one in downloads()
    ),
    Output("assets/cards", "asset", pictures, libraries=(*LIBRARIES, *snapshots.LIBRARIES)),
    Output("card-gallery", "fragment", gallery),
    Output("card-sizes", "fragment", sizes),
    Output("card-sheet", "fragment", whole_sheet),
    Output("card-table-sheets", "fragment", table_sheets),
)
