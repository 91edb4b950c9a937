"""The page of the decks: what can be downloaded, and pictures of it from the very PDFs.

Everything of the Decktet lies in a folder of its own, with its licence beside it; so does nothing else.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import partial
from typing import Any, NamedTuple

from generators import decktet_glyphs, reference_cards, score_pads, snapshots, table_sheets, tuck_box
from generators.card_plans import Job
from generators.card_sides import Picture
from generators.card_styles import CABARET, STYLES, Style
from generators.decks import DECKS, Deck, PlayingCard, print_deck
from generators.env import in_words, render
from generators.imposition import CARDS, PAPERS, Flip, Place, Size, grid
from generators.registry import Output, Product
from generators.snapshots import opened, webp

LIBRARIES = ("pydyf", "uharfbuzz")

SIZES = (CARDS["poker"], CARDS["bridge"])
SHEETS = (PAPERS["a4"], PAPERS["letter"])
"""The sizes and papers that the site offers; the command line has them all."""


class Look(NamedTuple):
    """A way to print a deck: its name in the names of files, its title, its style, whether each suit has its ink."""

    name: str
    title: str
    style: Style
    four: bool = False


LOOKS: Mapping[str, tuple[Look, ...]] = {
    "decktet": (
        Look("", "In color", CABARET),
        Look("large", STYLES["large"].title, STYLES["large"]),
        Look("ink", "Saving ink", CABARET._replace(saving=True)),
    ),
    "52": (
        Look("", "In color", CABARET),
        Look("four", "Four colors", CABARET, four=True),
        Look("large", STYLES["large"].title, STYLES["large"]),
        Look("ink", "Saving ink", CABARET._replace(saving=True)),
    ),
}
"""The looks that the site offers of each deck."""

FOLDERS = {"decktet": "files/decktet", "52": "files/decks"}
"""Where the files of each deck lie: what is derived from the Decktet stands apart."""

PICTURES = {"decktet": "assets/decktet", "52": "assets/decks"}
"""Where the pictures of each deck lie."""


def _deck_of(game: str) -> str:
    """The deck that a game is played with, by name."""
    return next(deck.name for deck in DECKS.values() if game in deck.games)


class Download(NamedTuple):
    """A PDF that the site offers: its folder and name, what it is in words, its paper, how it is made."""

    folder: str
    name: str
    says: str
    paper: Size

    @property
    def path(self) -> str:
        """Its path in the site."""
        return f"{self.folder}/{self.name}"


def _file(*parts: str) -> str:
    return "-".join(part for part in parts if part) + ".pdf"


def deck_file(deck: Deck, look: Look, size: Size, paper: Size) -> Download:
    """A whole deck in a look and a size on a paper.

    >>> deck_file(DECKS["52"], LOOKS["52"][1], CARDS["bridge"], PAPERS["letter"]).path
    'files/decks/deck-of-52-four-bridge-letter.pdf'
    """
    name = _file(deck.title.lower().replace(" ", "-"), look.name, size.name, paper.name)
    says = f"{deck.title}, {look.title.lower()}, {size.title} size on {paper.title}, PDF"
    return Download(FOLDERS[deck.name], name, says, paper)


def box_file(deck: Deck, size: Size, paper: Size) -> Download:
    """The box around a deck."""
    name = _file(deck.title.lower().replace(" ", "-"), "box", size.name, paper.name)
    return Download(FOLDERS[deck.name], name, f"Tuck box: {deck.title}, {size.title} size on {paper.title}, PDF", paper)


def reference_file(game: str, size: Size, paper: Size) -> Download:
    """A sheet full of a game's reference card."""
    title = reference_cards.REFERENCES[game].title
    says = f"Reference cards: {title}, {size.title} size on {paper.title}, PDF"
    return Download(FOLDERS[_deck_of(game)], _file("reference", game, size.name, paper.name), says, paper)


def pad_file(game: str, paper: Size) -> Download:
    """A sheet full of score slips."""
    title = reference_cards.REFERENCES[game].title
    return Download("files", _file("score", game, paper.name), f"Score pad: {title} on {paper.title}, PDF", paper)


def _deck(deck: Deck, look: Look, size: Size, paper: Size) -> bytes:
    return print_deck(deck, Job(size, paper, style=look.style), four=look.four).data


def _sheet(name: str, deck: Deck, size: Size, paper: Size) -> bytes:
    return table_sheets.SHEETS[name].make(table_sheets.Order(Job(size, paper), deck))


def downloads() -> Iterator[tuple[Download, partial[bytes]]]:
    """Every PDF of this page, with how it is made."""
    some = DECKS["decktet"]
    for paper in SHEETS:
        for size in SIZES:
            for deck in DECKS.values():
                for look in LOOKS[deck.name]:
                    yield deck_file(deck, look, size, paper), partial(_deck, deck, look, size, paper)
                yield box_file(deck, size, paper), partial(_sheet, "tuck-box", deck, size, paper)
            for game in reference_cards.REFERENCES:
                yield reference_file(game, size, paper), partial(_sheet, f"reference-{game}", some, size, paper)
        for game in score_pads.PADS:
            yield pad_file(game, paper), partial(_sheet, f"score-{game}", some, SIZES[0], paper)


# Pictures

SHOWN: Mapping[str, tuple[str, ...]] = {
    "decktet": ("AM", "2SY", "3LY", "4YK", "5SW", "6LK", "7WY", "8MS", "9WY", "XS", "E"),
    "52": ("AS", "JH", "QC", "KS", "7D", "10H", "JS", "QH", "KD", "9C", "red"),
}
"""The cards that the page shows; the back comes after them."""

COMPARED: Mapping[str, str] = {"decktet": "6SY", "52": "QC"}
"""The card of which every look is shown."""

PIXELS = 5.2
"""Pixels to a millimetre in the picture of a card."""


class Shot(NamedTuple):
    """A picture: its folder and file, what it shows in words, its width and height in pixels."""

    folder: str
    name: str
    alt: str
    width: int
    height: int

    @property
    def path(self) -> str:
        """Its path in the site."""
        return f"{self.folder}/{self.name}.webp"

    @property
    def pixels(self) -> tuple[int, int]:
        """Its width and height."""
        return self.width, self.height


_LATTICE = grid(SIZES[0], SHEETS[0])
_SLIPS = grid(score_pads.SLIP, SHEETS[0])


def _shot(deck: str, name: str, alt: str, place: Place, scale: float) -> Shot:
    return Shot(PICTURES[deck], name, alt, round(place.width * scale), round(place.height * scale))


def _card(deck: Deck, name: str, alt: str) -> Shot:
    return _shot(deck.name, f"{deck.name}-{name}", alt, _LATTICE.fronts()[0], PIXELS)


def _says(deck: Deck, code: str) -> str:
    """What a card is, in words."""
    parts = PlayingCard(deck.name, code).front(SIZES[0], CABARET).parts
    return next(part.alt for part in parts if isinstance(part, Picture))


def cards_of(deck: Deck) -> tuple[Shot, ...]:
    """The pictures of a deck's cards, then of its back."""
    shots = (_card(deck, code.lower(), _says(deck, code)) for code in SHOWN[deck.name])
    return (*shots, _card(deck, "back", f"The back of the {deck.title}"))


def looks_of(deck: Deck) -> tuple[tuple[Look, Shot], ...]:
    """The picture of one card in every look of a deck."""
    says = _says(deck, COMPARED[deck.name])
    return tuple(
        (look, _card(deck, f"look-{look.name or 'color'}", f"{says}, {look.title.lower()}"))
        for look in LOOKS[deck.name]
    )


def box_of(deck: Deck) -> tuple[Shot, Place]:
    """The picture of a box, and where it lies on its sheet."""
    box = tuck_box.Box(SIZES[0], len(deck.cards))
    place, _ = tuck_box.plan(box, deck, SHEETS[0], CABARET).cards[0]
    around = Place(place.x - 3, place.y - 3, place.width + 6, place.height + 6)
    return _shot(deck.name, f"{deck.name}-box", f"The box for the {deck.title}, flat", around, 4.4), around


def sides_of(game: str) -> tuple[Shot, Shot]:
    """The pictures of a game's card, front and back."""
    title = reference_cards.REFERENCES[game].title
    front, back = (
        _shot(_deck_of(game), f"reference-{game}-{side}", f"{title}: the {side}", _LATTICE.fronts()[0], 8.0)
        for side in ("front", "back")
    )
    return front, back


def pad_of(game: str) -> Shot:
    """The picture of a sheet of score slips."""
    title = reference_cards.REFERENCES[game].title
    return _shot("52", f"score-{game}", f"A score slip for {title}", _SLIPS.fronts()[0], 6.0)


def pictures(folder: str) -> Product:
    """The pictures of a folder, from the very PDFs that the site offers; the Decktet's licence with its own."""
    made: dict[str, bytes] = {}
    size, paper = SIZES[0], SHEETS[0]
    fronts, backs = _LATTICE.fronts(), _LATTICE.backs(Flip.LONG_EDGE)

    def take(shot: Shot, page: Any, place: Place) -> None:
        made[f"{shot.name}.webp"] = webp(page, place, shot.pixels)

    for deck in DECKS.values():
        if PICTURES[deck.name] != folder:
            continue
        for look, shot in looks_of(deck):
            wanted = [(shot, COMPARED[deck.name])]
            if look.style == CABARET and not look.four:
                wanted += zip(cards_of(deck), SHOWN[deck.name], strict=False)
            with opened(_deck(deck, look, size, paper)) as document:
                for each, code in wanted:
                    sheet, at = divmod(deck.cards.index(code), _LATTICE.per_sheet)
                    take(each, document[2 * sheet], fronts[at])
                if len(wanted) > 1:
                    take(cards_of(deck)[-1], document[1], backs[0])
        with opened(_sheet("tuck-box", deck, size, paper)) as document:
            shot, place = box_of(deck)
            take(shot, document[0], place)
    for game in reference_cards.REFERENCES:
        if PICTURES[_deck_of(game)] == folder:
            with opened(_sheet(f"reference-{game}", DECKS["52"], size, paper)) as document:
                for page, (shot, place) in enumerate(zip(sides_of(game), (fronts[0], backs[0]), strict=True)):
                    take(shot, document[page], place)
    for game in score_pads.PADS:
        if pad_of(game).folder == folder:
            with opened(_sheet(f"score-{game}", DECKS["52"], size, paper)) as document:
                take(pad_of(game), document[0], _SLIPS.fronts()[0])
    if folder == PICTURES["decktet"]:
        made["LICENCE.txt"] = licence().encode()
    return made


# The page


def shown(deck: Deck) -> str:
    """A deck: its cards, and one of them in every look with what can be downloaded, as HTML."""
    rows = [
        (look, shot, [(size, [deck_file(deck, look, size, paper) for paper in SHEETS]) for size in SIZES])
        for look, shot in looks_of(deck)
    ]
    return render("deck.html.j2", shots=cards_of(deck), rows=rows)


Offers = list[tuple[str, list[Download]]]


def _sheets(rows: Iterable[tuple[str, Sequence[Shot], Offers]], lead: str = "") -> str:
    return render("deck-sheets.html.j2", rows=list(rows), lead=lead)


def _by_size(file: Callable[[Size, Size], Download]) -> Offers:
    return [(size.title, [file(size, paper) for paper in SHEETS]) for size in SIZES]


def boxes() -> str:
    """The boxes, as HTML."""
    lead = f"These are for cards of {tuck_box.STOCK:g} mm: two sheets of paper glued together, or about 250 g/m²."
    rows = ((deck.title, [box_of(deck)[0]], _by_size(partial(box_file, deck))) for deck in DECKS.values())
    return _sheets(rows, lead)


def references() -> str:
    """The reference cards, as HTML."""
    every = reference_cards.REFERENCES
    return _sheets((every[game].title, sides_of(game), _by_size(partial(reference_file, game))) for game in every)


def pads() -> str:
    """The score pads, as HTML."""
    slips = f"{in_words(_SLIPS.per_sheet)} slips".capitalize()
    return _sheets(
        (reference_cards.REFERENCES[game].title, [pad_of(game)], [(slips, [pad_file(game, paper) for paper in SHEETS])])
        for game in score_pads.PADS
    )


def licence() -> str:
    """What lies beside the files of the Decktet."""
    return render("decktet-files.txt.j2", credit=decktet_glyphs.CREDIT)


OUTPUTS: tuple[Output, ...] = (
    *(Output(one.path, "asset", make, libraries=LIBRARIES) for one, make in downloads()),
    Output("files/decktet/LICENCE.txt", "asset", licence),
    *(
        Output(folder, "asset", partial(pictures, folder), libraries=(*LIBRARIES, *snapshots.LIBRARIES))
        for folder in PICTURES.values()
    ),
    *(Output(f"deck-{deck.name}", "fragment", partial(shown, deck)) for deck in DECKS.values()),
    Output("deck-boxes", "fragment", boxes),
    Output("deck-references", "fragment", references),
    Output("deck-pads", "fragment", pads),
)
