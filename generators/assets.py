"""What every page of the site loads: the style sheet with tokens, faces and cards; the fonts; their licences."""

from __future__ import annotations

from generators import card_art, design, facts, fonts
from generators.registry import Output, Product


def stylesheet() -> Product:
    """The site's own style sheet, whole: one request."""
    parts = (
        fonts.face_css("web"),
        design.css("web"),
        design.sheet("site.css"),
        card_art.css("web"),
        design.sheet("print.css"),
    )
    return design.minified("\n".join(parts))


def font_folder() -> Product:
    """Exactly the fonts that the style sheet names, each face's licence beside them."""
    files = {fonts.font_file(face).name: fonts.font_file(face).read_bytes() for face in fonts.FACES}
    licences = {credit.file: fonts.licence_file(credit).read_bytes() for credit in fonts.CREDITS}
    return files | licences


def facts_sheet() -> Product:
    """What the pages may say of the rules in a sentence, as JSON."""
    return facts.sheet()


OUTPUTS: tuple[Output, ...] = (
    Output("assets/aces.css", "asset", stylesheet),
    Output("facts", "data", facts_sheet),
    Output("assets/fonts", "asset", font_folder, libraries=("fonttools",)),
)
