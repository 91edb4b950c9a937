"""Composed cards as HTML: the same sides, lines and millimetres as in the PDF, for a page and its printer.

A browser that runs :mod:`generators.card_sides` paints with this too. It needs the template engine and the
style sheet (:func:`style_sheet`), and nothing else.
"""

from __future__ import annotations

from functools import partial

from markupsafe import Markup

from generators import card_drawing as draw
from generators.card_sides import Area, Side, Text
from generators.card_styles import Face, drawn
from generators.env import render


def side_html(side: Side) -> Markup:
    """One side of a card, as an ``article`` of its true size.

    A form's fields are ``input`` and ``textarea`` elements with the names that the PDF has.
    """
    style = side.style

    def art(width: float, height: float, drawing: draw.Drawing) -> Markup:
        return Markup(draw.svg(width, height, [drawn(drawing, style)], style.ink))  # our own shapes, no text

    ground = draw.svg(
        side.size.width,
        side.size.height,
        [drawn(drawing, style) for drawing in (*side.drawing, draw.writing_lines(side.lines))],
        style.ink,
    )
    return Markup(
        render(
            "card_side.html.j2",
            side=side,
            ground=Markup(ground),
            art=art,
            at=_at,
            set_in=partial(_set_in, side),
            mm=draw.mm,
        )
    )


def style_sheet() -> str:
    """The rules of ``.card``: what does not differ from card to card."""
    return render("card_side.css.j2")


def _at(area: Area) -> str:
    parts = zip(("left", "top", "width", "height"), (area.x, area.y, area.width, area.height), strict=True)
    return ";".join(f"{name}:{draw.mm(value)}mm" for name, value in parts)


def _set_in(side: Side, text: Text) -> str:
    """The face, size, ink and alignment of a text, as declarations."""
    look = side.style.looks(text.look)
    face = Face(text.face, text.weight, text.style) if text.face else look.face
    rules = [
        f"font:{face.slant} {face.weight} {draw.mm(text.size)}pt/{draw.mm(text.leading)} 'Aces Suits','{face.family}'",
        f"color:{side.style.ink(look.ink)}",
    ]
    if look.align != "left":
        rules.append(f"text-align:{'center' if look.align == 'centre' else 'right'}")
    if look.spacing:
        rules.append(f"letter-spacing:{look.spacing}em")
    return ";".join(rules)
