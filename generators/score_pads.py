"""Score pads for Ace Trump and Ace Game: slips to cut from a sheet, as many columns as there may be players.

A slip is printed like a card (:class:`generators.card_press.Printable`), so several stand on a sheet with marks to
cut along. How many may play and what there is to reach is the engine's.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import NamedTuple

from aces.ace_game import game as ace_game
from aces.ace_trump import game as ace_trump
from generators import card_drawing as draw
from generators.card_drawing import mm
from generators.card_plans import Job
from generators.card_press import About, print_cards
from generators.card_sides import Area, Composed, Side
from generators.card_styles import Style
from generators.imposition import Size
from generators.reference_cards import REFERENCES

SLIP = Size("slip", "Score slip", 95.0, 130.0)
"""The size of a slip: four go on a sheet of A4, Letter or PA4."""

_LEFT, _TOP, _FOOT = 6.5, 20.5, 9.5


class ScoreSlip(NamedTuple):
    """A slip for the scores of a game, by the game's name."""

    game: str

    def composed(self, job: Job) -> Composed:
        """The slip; nothing is on its back (see :class:`~generators.card_press.Printable`)."""
        side = Side(job.size, job.style)
        PADS[self.game](side)
        return Composed(((side, Side(job.size, job.style)),), ())


def _title(side: Side, game: str, says: str) -> None:
    width = side.size.width - 2 * _LEFT
    side.write(Area(_LEFT, 6.0, width * 0.6, 7.0), REFERENCES[game].title, 17, "display", "h1")
    size = 7.0
    reach = side.style.label.typeface.width("Date", size) + 1.5
    start = _LEFT + width * 0.68
    side.write(Area(start, 9.0, reach, 3.0), "Date", size, "label")
    side.lines.append((start + reach, 12.0, _LEFT + width))
    side.write(Area(_LEFT, 14.2, width, 3.4), says, 7.2, "label")


class _Table(NamedTuple):
    """A ruled table: the places of its upright lines, its first and last level line, how far apart they are."""

    uprights: Sequence[float]
    top: float
    first: float
    pitch: float
    rows: int

    @property
    def foot(self) -> float:
        return self.first + self.pitch * self.rows

    def rule(self, side: Side) -> None:
        """Draws it, its head and its last row set apart."""
        left, right = self.uprights[0], self.uprights[-1]
        levels = [self.first + row * self.pitch for row in range(1, self.rows - 1)]
        thin = "".join(f"M{mm(left)} {mm(y)}H{mm(right)}" for y in levels)
        thin += "".join(f"M{mm(x)} {mm(self.top)}V{mm(self.foot)}" for x in self.uprights[1:-1])
        strong = "".join(f"M{mm(left)} {mm(y)}H{mm(right)}" for y in (self.first, self.foot - self.pitch))
        box = f"M{mm(left)} {mm(self.top)}H{mm(right)}V{mm(self.foot)}H{mm(left)}z"
        side.drawing += [
            draw.stroke(thin, "line-strong", 0.15),
            draw.stroke(strong, "ink", 0.25),
            draw.stroke(box, "copper", 0.4),
        ]

    def number(self, side: Side) -> None:
        """Numbers its rows in the first column, but for the last."""
        x, width = self.uprights[0], self.uprights[1] - self.uprights[0]
        for row in range(self.rows - 1):
            area = Area(x, self.first + row * self.pitch, width, self.pitch)
            side.write(area, str(row + 1), 7.0, "label centre")


def _trump(side: Side) -> None:
    """A row for each hand, a column for each player: a corner for the bid, room for the total."""
    says = f"Write down the running total. The hand in which somebody reaches {ace_trump.TARGET} is the last."
    _title(side, "ace-trump", says)
    left, right, number = _LEFT, side.size.width - _LEFT, 8.0
    share = (right - left - number) / ace_trump.MOST_PLAYERS
    uprights = [left, *(left + number + share * place for place in range(ace_trump.MOST_PLAYERS + 1))]
    pitch, first = 5.6, _TOP + 8.0
    rows = int((side.size.height - _FOOT - first) / pitch)
    table = _Table(uprights, _TOP, first, pitch, rows)
    table.rule(side)
    table.number(side)
    side.write(Area(left, first - 3.6, number, 3.0), "Hand", 6.2, "label centre")
    corner, size = 3.4, 5.2
    bids = []
    for x in uprights[1:-1]:
        side.write(Area(x + 0.6, first - 2.7, share, 2.2), "bid", size, "label")
        side.write(Area(x, first - 2.7, share - 0.8, 2.2), "total", size, "label right")
        for row in range(rows - 1):
            bids.append(f"M{mm(x + corner)} {mm(first + row * pitch)}v{mm(corner * 0.8)}h{mm(-corner)}")
    side.drawing.append(draw.stroke("".join(bids), "line-strong", 0.1))
    side.write(Area(left, table.foot - pitch, number, pitch), "End", 6.6, "label centre")
    sizes = ", ".join(f"{players}: {size}" for players, size in ace_trump.SIZES.items())
    side.write(Area(left, table.foot + 1.0, right - left, 3.2), f"Cards each, by players: {sizes}", 6.4, "label")


def _game(side: Side) -> None:
    """A row for each game, a column for each player, tall enough for a name that is written upwards."""
    _title(side, "ace-game", "Cross who is left with cards. Everybody else has won, and nobody more than another.")
    left, right, number = _LEFT, side.size.width - _LEFT, 8.0
    share = (right - left - number) / ace_game.MOST_PLAYERS
    uprights = [left, *(left + number + share * place for place in range(ace_game.MOST_PLAYERS + 1))]
    pitch, first = 5.6, _TOP + 22.0
    rows = int((side.size.height - _FOOT + 3.5 - first) / pitch)
    table = _Table(uprights, _TOP, first, pitch, rows)
    table.rule(side)
    table.number(side)
    side.write(Area(left, first - 3.6, number, 3.0), "Game", 6.2, "label centre")
    side.write(Area(left, table.foot - pitch, number, pitch), "Lost", 6.6, "label centre")


PADS: Mapping[str, Callable[[Side], None]] = {"ace-trump": _trump, "ace-game": _game}
"""The games that have a pad, by the names the engine knows them by."""


def print_pad(game: str, paper: Size, style: Style) -> bytes:
    """A sheet full of slips of a game, printed on one side."""
    job = Job(SLIP, paper, "front", style=style)
    title = REFERENCES[game].title
    about = About(f"{title}: score pad", "A.C.E.S. reference", "MIT", kind=f"Score slips for {title}")
    return print_cards([ScoreSlip(game)] * job.layout.per_sheet, job, about).data
