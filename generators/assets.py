"""What every page of the site loads: the style sheet with tokens, faces and cards; the fonts; their licences."""

from __future__ import annotations

from markupsafe import Markup

from generators import card_art, design, facts, fonts
from generators.registry import TOP, Output, Product


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


def hands_sheet() -> Product:
    """What the pages of the games with hands add: cards of the Decktet, and plays told card by card."""
    return design.minified(design.sheet("hands.css"))


def font_folder() -> Product:
    """Exactly the fonts that the style sheet names, each face's licence beside them."""
    files = {fonts.font_file(face).name: fonts.font_file(face).read_bytes() for face in fonts.FACES}
    licences = {credit.file: fonts.licence_file(credit).read_bytes() for credit in fonts.CREDITS}
    return files | licences


def facts_sheet() -> Product:
    """What the pages may say of the rules in a sentence, as JSON."""
    return facts.sheet()


def font_credits() -> Product:
    """The faces, whose they are, and where their licences lie."""
    rows = Markup().join(
        Markup('<tr><th scope="row">{}</th><td>{}</td><td><a href="../assets/fonts/{}">{}</a></td></tr>').format(
            credit.name, credit.holder, credit.file, credit.licence
        )
        for credit in fonts.CREDITS
    )
    head = '<thead><tr><th scope="col">Face</th><th scope="col">By</th><th scope="col">Licence</th></tr></thead>'
    return f'<table class="credits">{head}<tbody>{rows}</tbody></table>'


def licence() -> Product:
    """The licence of the code."""
    return TOP / "LICENSE"


def favicon() -> Product:
    """The spade of the cards' back, for the browser's tab."""
    return card_art.icon_svg(design.tokens().light)


OUTPUTS: tuple[Output, ...] = (
    Output("assets/aces.css", "asset", stylesheet, needs=("generators/design/*.css",)),
    Output("assets/hands.css", "asset", hands_sheet, needs=("generators/design/*.css",)),
    Output("assets/favicon.svg", "asset", favicon),
    Output("about/licence.txt", "asset", licence, needs=("LICENSE",)),
    Output("font-credits", "fragment", font_credits),
    Output("facts", "data", facts_sheet),
    Output("assets/fonts", "asset", font_folder, libraries=("fonttools",)),
)
