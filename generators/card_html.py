"""Composed cards and sheets as elements of a page: the same sides, lines and millimetres as in the PDF.

Here they are data (:class:`Node`): a page generated on this machine gets them as HTML (:func:`html`), a browser that
runs this module itself makes elements of them, and needs no template and no parser. Standard library only. What
does not differ from card to card says the style sheet (``generators/design/card_side.css``).
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, NamedTuple, TypeAlias

from generators import card_drawing as draw
from generators.card_drawing import Drawing
from generators.card_plans import Plan
from generators.card_sides import Area, Blank, Part, Photo, Picture, Side, Text
from generators.card_styles import Face, Style, drawn
from generators.imposition import Place

VOID = frozenset({"br", "img", "input"})
"""Elements that have no end tag."""


class Node(NamedTuple):
    """An element: its tag, its attributes, and what is in it, texts as they were typed."""

    tag: str
    attributes: Mapping[str, str]
    children: tuple[Node | str, ...] = ()


Plain: TypeAlias = list[Any]


def side_node(side: Side, *, headings: bool = True) -> Node:
    """One side of a card, as an ``article`` of its true size.

    A form's fields are ``input`` and ``textarea`` elements with the names that the PDF has. ``headings``: whether
    titles are headings, or plain lines on a page that has headings of its own.
    """
    size, style = side.size, side.style
    ground = _art(Area(0, 0, size.width, size.height), (*side.drawing, draw.writing_lines(side.lines)), style)
    parts = [_part(part, side, headings) for part in side.parts]
    box = {"class": "card", "style": f"width:{draw.mm(size.width)}mm;height:{draw.mm(size.height)}mm"}
    return Node("article", box, (Node("span", {"class": "card-ground", "aria-hidden": "true"}, (ground,)), *parts))


def page_nodes(plan: Plan) -> tuple[Node, ...]:
    """What a printed page has besides its cards: the notes in its margin, then marks and ruler."""
    paper = Area(0, 0, plan.paper.width, plan.paper.height)
    marks = Node("span", {"class": "card-marks", "aria-hidden": "true"}, (_art(paper, plan.marks, plan.style),))
    return (*(_text(text, plan.style, "p") for text in plan.texts), marks)


def place_style(place: Place) -> str:
    """Where a side lies on its page, as declarations; it turns about its own middle."""
    turned = f";transform:rotate({place.rotation}deg)" if place.rotation else ""
    return f"left:{draw.mm(place.x)}mm;top:{draw.mm(place.y)}mm{turned}"


def html(node: Node | str) -> str:
    """The markup of an element, or a text as the page shows it.

    >>> html(Node("p", {"title": 'a "b"'}, ("1 < 2", Node("br", {}))))
    '<p title="a &quot;b&quot;">1 &lt; 2<br></p>'
    """
    if isinstance(node, str):
        return _escaped(node)
    attributes = "".join(f' {name}="{_escaped(value)}"' for name, value in node.attributes.items())
    inner = "".join(map(html, node.children))
    return f"<{node.tag}{attributes}>" + ("" if node.tag in VOID else f"{inner}</{node.tag}>")


def plain(node: Node | str) -> Plain | str:
    """An element as plain data: its tag, its attributes, then its children.

    >>> plain(Node("p", {"class": "x"}, ("one", Node("br", {}))))
    ['p', {'class': 'x'}, 'one', ['br', {}]]
    """
    if isinstance(node, str):
        return node
    return [node.tag, dict(node.attributes), *map(plain, node.children)]


def _escaped(text: str) -> str:
    return text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;").replace('"', "&quot;")


def _part(part: Part, side: Side, headings: bool) -> Node:
    if isinstance(part, Text):
        return _text(part, side.style, part.tag if headings else "p")
    where = {"style": _at(part.area)}
    if isinstance(part, Picture):
        art = _art(part.area, (part.art,), side.style)
        return Node("span", {"class": "card-picture", "role": "img", "aria-label": part.alt, **where}, (art,))
    if isinstance(part, Photo):
        return Node("img", {"data-portrait": part.name, "alt": part.alt, **where})
    return _field(part, side.style)


def _field(part: Blank, style: Style) -> Node:
    if part.on or part.off:
        kind = "radio" if part.choice else "checkbox"
        box = {"type": kind, "name": part.choice or part.key, "value": part.key, "aria-label": part.label}
        looks = (("card-on", part.on), ("card-off", part.off))
        shown = (Node("span", {"class": name}, (_art(part.area, (art,), style),)) for name, art in looks)
        tick = Node("input", box | ({"checked": ""} if part.ticked else {}))
        return Node("label", {"class": "card-tick", "style": _at(part.area)}, (tick, *shown))
    says = {"name": part.key, "aria-label": part.label}
    if part.lines:
        look = f"{_at(part.area)};font-size:{draw.mm(part.size)}pt"
        return Node("textarea", {**says, "style": look}, (part.value,))
    look = _at(part.area) + f";font-size:{draw.mm(part.size)}pt" + (";text-align:center" if part.centre else "")
    return Node("input", {"type": "text", **says, "value": part.value, "style": look})


def _text(text: Text, style: Style, tag: str) -> Node:
    lines: list[Node | str] = []
    for line in text.lines:
        lines += [Node("br", {})] if lines else []
        lines.append(Node("bdi", {}, (line,)))
    ways = [f"card-{word}" for word in text.look.split() if word in ("turned", "upended")]
    box = {**({"class": ways[0]} if ways else {}), "style": f"{_at(text.area)};{_set_in(text, style)}"}
    return Node(tag, box, tuple(lines))


def _art(area: Area, drawings: Iterable[Drawing], style: Style) -> Node:
    """A drawing as a picture of the size of an area."""
    wide, high = draw.mm(area.width), draw.mm(area.height)
    paths = (Node("path", draw.attributes(shape, style.ink)) for drawing in drawings for shape in drawn(drawing, style))
    return Node("svg", {"width": f"{wide}mm", "height": f"{high}mm", "viewBox": f"0 0 {wide} {high}"}, tuple(paths))


def _at(area: Area) -> str:
    parts = zip(("left", "top", "width", "height"), (area.x, area.y, area.width, area.height), strict=True)
    return ";".join(f"{name}:{draw.mm(value)}mm" for name, value in parts)


def _set_in(text: Text, style: Style) -> str:
    """The face, size, ink and alignment of a text, as declarations."""
    look = style.looks(text.look)
    face = Face(text.face, text.weight, text.style) if text.face else look.face
    rules = [
        f"font:{face.slant} {face.weight} {draw.mm(text.size)}pt/{draw.mm(text.leading)} 'Aces Suits','{face.family}'",
        f"color:{style.ink(look.ink)}",
    ]
    if look.align != "left":
        rules.append(f"text-align:{'center' if look.align == 'centre' else 'right'}")
    if look.spacing:
        rules.append(f"letter-spacing:{look.spacing}em")
        rules += [f"text-indent:{look.spacing}em"] if look.align == "centre" else []  # for what comes after the last
    return ";".join(rules)
