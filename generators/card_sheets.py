"""Sheets for the table, from the same drawings, faces and data as the cards.

A Dealer's screen that folds to stand, a sheet for a Scene, and a calibration page that says how far off
a printer lays its second side. Every number and line of a rule comes from the engine, through the
quick reference.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial

from aces.lite.character import HP, PLOT_ARMOR, STATS
from aces.lite.decks import ITEM_RANKS
from aces.lite.outcome import OUTCOMES
from aces.lite.words import OUTCOME_NAMES
from generators import card_drawing as draw
from generators import card_pdf, pdf, quick_reference
from generators.card_drawing import Drawing
from generators.card_plans import Plan
from generators.card_sides import Area, Picture, Side, Text
from generators.card_styles import CABARET, Style
from generators.card_text import ladder, rows_of, set_columns
from generators.fitting import MM_PER_POINT
from generators.imposition import PAPERS, Flip, Mark, Place, Size
from generators.registry import Output

LICENCE = "MIT"

SHEETS = {
    "dealer-screen": "Dealer’s screen",
    "scene-sheet": "Scene sheet",
    "calibration": "Calibration page",
}
"""The sheets by the names of their files."""

SAYS = {
    "dealer-screen": "Folds along the dashed line to stand between the Dealer and the players.",
    "scene-sheet": "A Scene at a glance: who is in it, what is at stake, what the cards said.",
    "calibration": "Shows how far from its front a printer lays the back of a sheet.",
}
"""What each of them is for, in a sentence."""

SPAN = 10
"""Millimetres to each side that the calibration page can measure."""


MAKER_FIELDS = ("To the right, mm", "Down, mm")
"""What the two fields of the maker's page are called that take what the calibration page measures."""


def make(name: str, paper: Size, style: Style = CABARET, flip: Flip = Flip.LONG_EDGE) -> bytes:
    """One of :data:`SHEETS` on a paper, as a PDF."""
    plans: dict[str, Callable[[], Sequence[Plan]]] = {
        "dealer-screen": lambda: [screen(paper, style)],
        "scene-sheet": lambda: [scene(paper, style)],
        "calibration": lambda: calibration(paper, flip, style),
    }
    turned: pdf.Duplex = "DuplexFlipLongEdge" if flip is Flip.LONG_EDGE else "DuplexFlipShortEdge"
    duplex: pdf.Duplex = turned if name == "calibration" else "Simplex"
    title = f"A.C.E.S. Lite: {SHEETS[name]}"
    about = pdf.Sheet(title, SAYS[name], "A.C.E.S. reference", LICENCE, duplex=duplex)
    return card_pdf.assemble(map(card_pdf.paint, plans[name]()), about)


def _whole(paper: Size) -> Place:
    return Place(0, 0, paper.width, paper.height)


# The Dealer's screen


def screen(paper: Size, style: Style = CABARET) -> Plan:
    """The Dealer's screen: lying paper, the Dealer's side below the fold, the players' side above it."""
    sheet = paper.turned
    half = Size("screen", "Dealer’s screen", sheet.width, sheet.height / 2)
    below, above = Place(0, half.height, half.width, half.height), Place(0, 0, half.width, half.height, 180)
    fold = Mark(0, half.height, sheet.width, half.height)
    cards = ((below, _for_the_dealer(half, style)), (above, _for_the_players(half, style)))
    return Plan(sheet, _whole(sheet), 0.0, (draw.fold_line(fold),), (), cards, style)


def _for_the_dealer(half: Size, style: Style) -> Side:
    ref = quick_reference.reference()
    side = Side(half, style)
    margin, gutter = 10.0, 7.0
    width = (half.width - 2 * margin - 2 * gutter) / 3
    side.write(Area(margin, 6.5, width, 6.5), "Dealer", 15, "display", "h1")
    rows = {key: rows_of([ref.section(key)]) for key in ("cards", "setup", "hit", "stop", "harm", "growth")}
    columns = (
        [*rows["cards"], *rows["setup"], *rows["hit"]],
        [*ladder(ref), *rows["stop"]],
        [*rows["harm"], *rows["growth"]],
    )
    top, bottom = 14.5, half.height - 7.0
    areas = [Area(margin + place * (width + gutter), top, width, bottom - top) for place in range(len(columns))]
    set_columns(side, columns, areas, 10.5, 6.5)
    for area in areas[1:]:
        line = f"M{draw.mm(area.x - gutter / 2)} {draw.mm(top)}V{draw.mm(bottom)}"
        side.drawing.append(draw.stroke(line, "gold", 0.2))
    return side


def _for_the_players(half: Size, style: Style) -> Side:
    side = Side(half, style)
    inset = 7.0
    if style.ornate:
        side.drawing.append(draw.frame(half, inset, 1.7))
        side.drawing.append(draw.sun(half.width / 2, inset + 1.3, 9.0))
    else:
        side.drawing.append(draw.plain_frame(half, inset, 1.7))
    side.write(Area(20, 22, half.width - 40, 20), "A.C.E.S.", 46, "marquee centre", "h1")
    width = (half.width - 50) / len(STATS)
    for stat in STATS:
        x = 25 + stat.index * width
        side.drawing.append(draw.pip(stat.suit, x + width / 2, 57, 15))
        side.write(Area(x, 67, width, 10), stat.title, 19, "display centre", "h2")
    words = "Hit as often as your Stat allows. Add or Swap. Stand when you dare."
    side.write(Area(25, half.height - 23, half.width - 50, 7), words, 12.5, "centre")
    return side


# The Scene


def scene(paper: Size, style: Style = CABARET) -> Plan:
    """A sheet for one Scene: the stakes, the characters with their tracks, the Resolutions."""
    side = Side(paper, style)
    left, width = 16.0, paper.width - 32.0
    if style.ornate:
        side.drawing.append(draw.frame(paper, 8.5, 1.7))
    else:
        side.drawing.append(draw.plain_frame(paper, 8.5, 1.7))
    side.write(Area(left, 16, width * 0.5, 9), "Scene", 22, "display", "h1")
    x = left + width * 0.42
    for label, share in (("Episode", 0.2), ("Scene", 0.2), ("Place", 0.6)):
        span = width * 0.58 * share
        _line(side, label, x, 24, span - 3)
        x += span
    y = 33.0
    for label, lines in (("What is at stake", 2), ("Who or what stands in the way", 2)):
        side.write(Area(left, y, width, 5), label, 11.5, "trait", "h2")
        y += 5.5
        for _ in range(lines):
            y += 7.5
            side.lines.append((left, y, left + width))
        y += 3.5
    y = _characters(side, left, y, width)
    y = _resolutions(side, left, y + 3.5, width, paper.height - 49)
    side.write(Area(left, y + 3.0, width, 5), "What the world does next", 11.5, "trait", "h2")
    y += 8.5
    while y + 7.5 < paper.height - 16:
        y += 7.5
        side.lines.append((left, y, left + width))
    return Plan(paper, _whole(paper), 0.0, (), (), ((_whole(paper), side),), style)


def _line(side: Side, label: str, x: float, y: float, width: float) -> None:
    """A label with a line to write on."""
    size = 7.5
    reach = side.style.label.typeface.width(label, size) + 1.5
    side.write(Area(x, y - 3.0, reach, 3.0), label, size, "label")
    side.lines.append((x + reach, y, x + width))


def _characters(side: Side, left: float, y: float, width: float) -> float:
    """A row for each character: name, HP, Plot Armor, the two items of this Scene."""
    side.write(Area(left, y, width, 5), "Who is here", 11.5, "trait", "h2")
    heads = (
        ("HP", HP, draw.square),
        ("Plot Armor", PLOT_ARMOR, draw.shield),
        (" ".join(rank.text for rank in ITEM_RANKS), len(ITEM_RANKS), draw.square),
    )
    edge, step = 4.2, 5.6
    starts: list[float] = []
    x = left + width
    for _, count, _ in reversed(heads):
        x -= max(count * step, 14.0) + 4
        starts.insert(0, x)
    y += 5.5
    for start, (title, count, _) in zip(starts, heads, strict=True):
        side.write(Area(start, y - 4.5, max(count * step, 14.0), 3.4), title, 7.5, "label")
    for row in range(5):
        y += 8.0
        side.lines.append((left, y, starts[0] - 5))
        for start, (title, count, outline) in zip(starts, heads, strict=True):
            art = draw.boxes(outline, count, range(0), edge, step, 1.2)
            area = Area(start, y - edge - 1.0, (count - 1) * step + edge + 0.4, edge + 0.4)
            what = "Items" if outline is draw.square and count == len(ITEM_RANKS) else title
            side.parts.append(Picture(area, art, f"{what}, row {row + 1}: {count} boxes"))
    return y + 1.5


def _resolutions(side: Side, left: float, y: float, width: float, bottom: float) -> float:
    """A table of the Resolutions: who, the Stat, the Dealer's cards, the total, the outcome."""
    side.write(Area(left, y, width, 5), "Resolutions", 11.5, "trait", "h2")
    y += 6.0
    shares = {"Who": 0.24, "Stat": 0.12, "Tell": 0.1, "Truth": 0.1, "You": 0.1}
    letters = [OUTCOME_NAMES[outcome] for outcome in OUTCOMES]
    x, size = left, 7.5
    places: list[float] = []
    for title, share in shares.items():
        side.write(Area(x, y, width * share - 2, 3.4), title, size, "label")
        x += width * share
        places.append(x)
    span = (left + width - x) / len(letters)
    for number, title in enumerate(letters):
        side.write(Area(x + number * span, y, span, 3.4), title, size, "label centre")
    top, edge = y + 4.4, 3.8
    y = top
    rows = 0
    while y + 8.0 <= bottom:
        y += 8.0
        rows += 1
        side.lines.append((left, y, places[-1] - 2))
        for number, title in enumerate(letters):
            area = Area(x + (number + 0.5) * span - edge / 2 - 0.2, y - edge - 1.2, edge + 0.4, edge + 0.4)
            art = draw.boxes(draw.square, 1, range(0), edge, edge, 1.2)
            side.parts.append(Picture(area, art, f"{title}, row {rows}"))
    dividers = "".join(f"M{draw.mm(place - 2)} {draw.mm(top)}V{draw.mm(y)}" for place in places[:-1])
    side.drawing.append(draw.stroke(dividers, "line", 0.2))
    return y + 1.5


# Calibration


def calibration(paper: Size, flip: Flip = Flip.LONG_EDGE, style: Style = CABARET) -> tuple[Plan, Plan]:
    """Two pages to print on both sides and hold against the light.

    The front has a scale about its middle, labelled with what to give the maker, or the command as ``--offset``;
    the back has a cross in its middle. Where the cross shows is the offset that mends it.
    """
    x, y, edge_of = paper.width / 2, paper.height / 2, SPAN + 2.4
    sign_x, sign_y = (1, -1) if flip is Flip.LONG_EDGE else (-1, 1)
    front: list[Drawing] = [_scale(x, y)]
    texts: list[Text] = [_said(paper, 18, 26, ("Calibration",), "display centre", "h1", style)]
    edge = flip.value.replace("-", " ")
    steps = (
        f"1.  Print both pages on one sheet of paper, double-sided, at 100 %, turned over the {edge}.",
        "2.  Measure the rulers. If they are not as long as they say, the printer scales: turn that off.",
        "3.  Hold the sheet against the light, this side to you. Read where the cross of the back lies.",
        f"4.  Give what you read. In the maker: ACROSS is “{MAKER_FIELDS[0]}”, DOWN is “{MAKER_FIELDS[1]}”.",
        "     At the command line: --offset ACROSS,DOWN. For example: --offset 1.5,-2",
    )
    for number, step in enumerate(steps):
        texts.append(_said(paper, 36 + number * 7, 10.5, (step,), "", "p", style))
    for at in range(-SPAN, SPAN + 1, 5):
        if at:
            across, down = f"{sign_x * at:+d}".replace("-", "−"), f"{sign_y * at:+d}".replace("-", "−")
            texts.append(Text(Area(x + at - 6, y + edge_of, 12, 4), (across,), 7, 1.6, "label centre"))
            texts.append(Text(Area(x + edge_of + 0.6, y + at - 2, 12, 4), (down,), 7, 1.6, "label"))
    texts.append(
        Text(Area(x - 30, y + edge_of + 5, 60, 4), ("ACROSS: where the upright line crosses",), 8, 1.4, "label centre")
    )
    texts.append(Text(Area(x + edge_of + 9, y - 2, 60, 4), ("DOWN: where the level line crosses",), 8, 1.4, "label"))
    long, high = 150, 200
    front += [draw.ruler(x - long / 2, paper.height - 16, long), draw.ruler(17, y + high / 2, high, up=True)]
    texts.append(Text(Area(x - 20, paper.height - 14.5, 40, 4), (f"{long} mm",), 8, 1.4, "label centre"))
    texts.append(Text(Area(18.5, y + 20, 40, 4), (f"{high} mm",), 8, 1.4, "label turned"))
    back = (
        draw.stroke(f"M{draw.mm(x - 30)} {draw.mm(y)}h60M{draw.mm(x)} {draw.mm(y - 30)}v60", "ink", 0.4),
        draw.ring(x, y, 3, 1),
    )
    word = _said(paper, 26, 14, ("Back",), "display centre", "h1", style)
    whole = _whole(paper)
    return (
        Plan(paper, whole, 0.0, tuple(front), tuple(texts), (), style),
        Plan(paper, whole, 0.0, back, (word,), (), style),
    )


def _scale(x: float, y: float) -> Drawing:
    """A square with a tick each millimetre below it and on its right, and a line each five."""
    left, right, top, foot = x - SPAN, x + SPAN, y - SPAN, y + SPAN
    lines, ticks = [], []
    for at in range(-SPAN, SPAN + 1):
        if at % 5 == 0:
            lines.append(
                f"M{draw.mm(x + at)} {draw.mm(top)}V{draw.mm(foot)}M{draw.mm(left)} {draw.mm(y + at)}H{draw.mm(right)}"
            )
        reach = 2.2 if at % 5 == 0 else 1.2
        ticks.append(f"M{draw.mm(x + at)} {draw.mm(foot)}v{reach}M{draw.mm(right)} {draw.mm(y + at)}h{reach}")
    middle = f"M{draw.mm(left)} {draw.mm(y)}H{draw.mm(right)}M{draw.mm(x)} {draw.mm(top)}V{draw.mm(foot)}"
    return (
        *draw.stroke("".join(lines), "line", 0.1),
        *draw.stroke("".join(ticks), "ink-soft", 0.12),
        *draw.stroke(middle, "copper", 0.15),
    )


def _said(paper: Size, y: float, size: float, lines: tuple[str, ...], look: str, tag: str, style: Style) -> Text:
    area = Area(24, y, paper.width - 48, size * MM_PER_POINT * 1.3)
    return Text(area, lines, size, 1.3, look, tag)


def file_name(name: str, paper: Size) -> str:
    """The name of a sheet's PDF."""
    return f"{name}-{paper.name}.pdf"


OUTPUTS: tuple[Output, ...] = tuple(
    Output(f"files/{file_name(name, paper)}", "asset", partial(make, name, paper), libraries=("pydyf", "uharfbuzz"))
    for name in SHEETS
    for paper in PAPERS.values()
)
