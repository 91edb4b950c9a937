"""The generated parts of the page that makes characters: its steps and an example of the card, its scripts.

Stats, limits, suits, words to draw, sizes and styles of cards come from the engine and from what prints the cards; the
browser's scripts (``playground/maker*.js``) fill in what happens.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from posixpath import normpath

from markupsafe import Markup

from aces.lite.character import (
    CREATION_CAP,
    LOWEST_STAT,
    LUCKY_POINTS,
    STATS,
    Stat,
    example_party,
)
from aces.lite.decks import ITEM_RANKS
from aces.universal21 import EXTRA_POINTS, POINTS
from generators import card_extras, card_html, design, fonts, wild_tables
from generators.card_plans import FARTHEST, FLIPS, SIDES
from generators.card_sides import compose
from generators.card_styles import CABARET, STYLES
from generators.env import in_words, render
from generators.imposition import CARDS, PAPERS, Size, grid
from generators.registry import Output, Product
from generators.rulebooks import RULES
from generators.table_page import PLAYGROUND, published

FOLDER = "assets/maker"

SCRIPTS = ("maker.js", "maker_card.js", "maker_picture.js", "maker_store.js")

SHARED = {
    "engine.js": "../play/engine.js",
    "view.js": "../play/view.js",
    "files.js": "../table/files.js",
    "keep.js": "../table/keep.js",
}
"""What the scripts take from the folders of other pages, and where that lies."""

STEPS = (
    ("concept", "Concept"),
    ("stats", "Stats"),
    ("affinity", "Affinity"),
    ("person", "Person"),
    ("card", "Card"),
)
"""The steps, in the order in which the page proposes them; each can be had at any time."""

GLOSS = {
    Stat.ATHLETICS: "what a body can do",
    Stat.CUNNING: "what a quick mind can do",
    Stat.ELOQUENCE: "what the right words can do",
    Stat.STRANGE: "what should not work at all",
}
"""Our gloss on the Stats, as on the page of the rules."""

SIDES_SAY = {
    "both": "Both, front and back of the paper",
    "front": "Fronts only",
    "back": "Backs only",
    "fold": "Both on one side, to fold",
}

SHOWN = 1
"""Which of the example characters stands there until somebody is made."""


def frame() -> Product:
    """The page as a fragment, before its scripts have filled it."""
    shown, size = example_party()[SHOWN], CARDS["poker"]
    (card,) = compose(shown, size, CABARET).cards
    sides = zip(("front", "back"), card, strict=True)
    return render(
        "maker.html.j2",
        preloads=preloads(),
        facts=Markup(json.dumps(facts(), separators=(",", ":")).replace("<", "\\u003c")),
        steps=STEPS,
        stats=STATS,
        gloss={stat.key: says for stat, says in GLOSS.items()},
        low=LOWEST_STAT,
        cap=CREATION_CAP,
        points=LUCKY_POINTS,
        extra=EXTRA_POINTS,
        points21=POINTS,
        ranks=ITEM_RANKS,
        items=tuple(zip(("item_seven", "item_jack"), ITEM_RANKS, strict=True)),
        item_hints=("A brass compass, say.", "Or a borrowed press pass."),
        wild=wild_tables.tables(),
        people=example_party(),
        rules=RULES,
        sizes=[(name, _size(one)) for name, one in CARDS.items()],
        styles=[(name, one.title) for name, one in STYLES.items()],
        papers=[(name, one.title) for name, one in PAPERS.items()],
        sides=[(name, SIDES_SAY[name]) for name in SIDES],
        flips=[(word, f"its {flip.value.replace('-', ' ')}") for word, flip in FLIPS.items()],
        farthest=f"{FARTHEST:g}",
        example=[(name, Markup(card_html.html(card_html.side_node(side, headings=False)))) for name, side in sides],
        shown=shown,
        size=size,
    )


def facts() -> dict[str, object]:
    """What the scripts are told before the engine is there: somebody new, and how large a portrait may be."""
    return {
        "fresh": {"stats": {stat.key: LOWEST_STAT for stat in STATS}},
        "picture": {
            "bytes": card_extras.MOST_BYTES,
            "pixels": card_extras.MOST_PIXELS,
            "shape": card_extras.SHAPE,
            "printed": card_extras.PRINTED,
        },
    }


def _size(size: Size) -> str:
    """A size with how many of it lie on a sheet of A4."""
    count = grid(size, PAPERS["a4"]).per_sheet
    many = "one to a sheet" if count == 1 else f"{in_words(count)} to a sheet"
    return f"{size.title}, {size.width:.4g} × {size.height:.4g} mm, {many}"


def preloads() -> tuple[str, ...]:
    """What the first script asks for, as the page addresses it: fetched beside that script, and not after it."""
    top = published(SCRIPTS, SHARED)["maker.js"].decode()
    asked = re.findall(r'(?<=from ")[^"]+(?=")', top)
    return tuple(f"../{normpath(f'{FOLDER}/{address}')}" for address in asked)


def assets() -> dict[str, bytes]:
    """What the browser loads for this page: its scripts, its style sheet, and faces for scripts beyond Latin."""
    return {
        **published(SCRIPTS, SHARED),
        "maker.css": style_sheet().encode(),
        **{file.name: file.read_bytes() for file in map(fonts.font_file, fonts.MORE_FACES)},
    }


def style_sheet() -> str:
    """The page's style with that of the cards, which needs the letters that the printed cards have."""
    own = (PLAYGROUND / "maker.css").read_text("utf-8")
    return design.minified("\n".join((*_more_faces(), design.sheet("card_side.css"), own)))


def _more_faces() -> Iterator[str]:
    for face in fonts.MORE_FACES:
        yield fonts.face_rule(face, f"{fonts.font_file(face).name}")


OUTPUTS: tuple[Output, ...] = (
    Output("maker", "fragment", frame, needs=("docs/wild.toml", "playground/*.js")),
    Output(FOLDER, "asset", assets, needs=("playground/*.js", "playground/maker.css"), libraries=("fonttools",)),
)
