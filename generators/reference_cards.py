"""A card to hold for each of the three games: how it goes on the front, what else there is on the back.

Every number is read from the engine and every line names the rules that it sums up; what A.C.E.S. Lite's card
says is the Quick Reference's own. In our words, fitted like any other text.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial
from typing import NamedTuple

from aces import cards, decktet
from aces.ace_game import game as ace_game
from aces.ace_game import table
from aces.ace_game.ids import RULES as GAME_RULES
from aces.ace_trump import game as ace_trump
from aces.ace_trump.ids import RULES as TRUMP_RULES
from aces.lite.ids import Rule
from generators import card_drawing as draw
from generators import decktet_glyphs, quick_reference
from generators.card_drawing import Drawing
from generators.card_plans import Job
from generators.card_press import About, Printed, print_cards
from generators.card_sides import Area, Composed, Picture, Side
from generators.card_styles import Style
from generators.card_text import Row, ladder, rows_of, set_columns
from generators.deck_drawing import filled
from generators.env import in_words
from generators.imposition import Size
from generators.quick_reference import Line, Section

MOST, LEAST = 8.5, 6.0
"""The largest and the smallest size in points of the text on a reference card."""


class Reference(NamedTuple):
    """What a game's card says: rows of its front and of its back; the suits' names at the foot of the back."""

    title: str
    licence: str
    front: Callable[[], list[Row]]
    back: Callable[[], list[Row]]
    legend: bool = False


class ReferenceCard(NamedTuple):
    """A game's card to print, by the game's name."""

    game: str

    def composed(self, job: Job) -> Composed:
        """The card, front and back (see :class:`~generators.card_press.Printable`)."""
        size = min(_side(self.game, place, job.size, job.style)[1] for place in (0, 1))
        front, back = (_side(self.game, place, job.size, job.style, size)[0] for place in (0, 1))
        return Composed(((front, back),), ())


def _section(rules: Mapping[str, Rule], title: str, *lines: tuple[str, str, str]) -> Section:
    """Lines under a title: each a head, a text, and the ids of the rules it sums up."""
    return Section(
        "", title, tuple(Line(head, text, tuple(rules[one] for one in ids.split())) for head, text, ids in lines)
    )


# A.C.E.S. Lite


def _lite_front() -> list[Row]:
    ref = quick_reference.reference()
    return rows_of(ref.section(key) for key in ("cards", "hit", "stop"))


def _lite_back() -> list[Row]:
    ref = quick_reference.reference()
    return [*ladder(ref), *rows_of([ref.section("harm")])]


# Ace Trump


def trump_sections() -> tuple[tuple[Section, ...], tuple[Section, ...]]:
    """What Ace Trump's card says, front and back."""
    section = partial(_section, TRUMP_RULES)
    game = ace_trump
    low, *numbers, high = decktet.RANKS
    trick = section(
        "A trick",
        ("Lead", "any card: first the dealer’s left, then who took the trick", "trump-first-lead trump-next-lead"),
        (
            "Follow",
            "with either suit of the card led, if you can; if not, play what you like",
            "trump-follow trump-two-suits trump-free",
        ),
        ("An Ace", "makes its suit trump, at once and until the next Ace", "trump-ace trump-ace-lasts trump-last-ace"),
        ("Trump", "the highest takes the trick; one of its suits is enough", "trump-trumps"),
        ("No trump", "the highest that follows takes it", "trump-highest"),
        ("Equal", "whose suit stands first on the card led is higher", "trump-ties"),
    )
    score = section(
        "The score",
        ("A trick", "is a point", "trump-point"),
        ("The end", f"at {game.TARGET}, after a whole hand; if equal, play on", "trump-target trump-play-on"),
    )
    variants = section(
        "If you like",
        ("Excuse", "play it any time; it takes nothing and asks for nothing", "trump-excuse trump-excuse-led"),
        ("Sticky", "only the first Ace of a hand makes trump", "trump-sticky"),
        ("Early Bird", "of equal cards the first is higher", "trump-ties"),
        ("Partners", "at four or six, opposite seats add up", "trump-partners"),
        ("Bidding", f"say your tricks. Made: {game.BID_POINTS} each, 1 for each above. Missed: 0", "trump-bidding"),
        (
            "Tides",
            f"1 card each, then as many as the last card says: Ace 1, {high.word} {game.LARGEST_TIDE}",
            "trump-tides",
        ),
        ("Fixed", "one suit is trump for the match; Aces are low cards", "trump-fixed"),
        ("For two", f"the whole deck, {game.WHOLE_DECK_SIZE} each", "trump-two"),
    )
    order = f"{low.word} low, then {numbers[0].text} to {numbers[-1].text}, {high.word} high"
    ranks = section(
        f"{in_words(len(decktet.SUITS)).capitalize()} suits, in their order", ("Ranks", order, "trump-rank")
    )
    deal = section(
        "The deal",
        ("Players", "\t".join(map(str, game.SIZES)), "trump-players"),
        ("Cards", "\t".join(map(str, game.SIZES.values())), "trump-players trump-five trump-two"),
    )
    return (deal, trick, score), (variants, ranks)


# Ace Game


def game_sections() -> tuple[tuple[Section, ...], tuple[Section, ...]]:
    """What Ace Game's card says, front and back."""
    section = partial(_section, GAME_RULES)
    hand, few, many = table.HAND, table.SMALLEST_PROBLEM, table.LARGEST_PROBLEM
    top = cards.RANKS[-1].word.capitalize()
    deal = section(
        "The deal",
        (
            "Cards",
            f"{hand} each, for 2 to {ace_game.MOST_PLAYERS} players; the rest is the deck",
            "game-deal game-players",
        ),
        ("Ranks", f"{top} high", "game-rank"),
        ("Start", "chance says who leads first", "game-start"),
    )
    turn = section(
        "A round",
        ("Lead", "any card: its suit is the suit to follow", "game-lead"),
        ("Follow", "with that suit, if you hold it", "game-follow"),
        ("Draw", "if not, card by card until it comes, and play it", "game-draw"),
        ("Red day", "the deck is out, and it has not come: smash with any card", "game-red-day"),
        ("Smash", "ends the round; the highest of the suit takes all the cards", "game-smash-ends game-collect"),
        ("Clean", "without a smash the cards leave the game", "game-clean-round"),
        ("Next", "the highest of the suit starts", "game-next-start"),
    )
    out = section(
        "Going out",
        ("Completed", "no card, and none to draw, when a round is over", "game-complete"),
        ("Then", "the seat after the last who completed starts", "game-after-complete game-complete-order"),
        (
            "Too early",
            "out of cards, and still a deck? Draw one to lead, or draw until you can follow",
            "game-empty-lead game-empty-follow",
        ),
    )
    problem = (
        f"the deck is out, nobody holds more than {many} cards, there are {few} or more in all, "
        "and no two hands share a suit"
    )
    end = section(
        "The end",
        ("Loser", "the last one with cards; everybody else wins", "game-loser game-winners"),
        ("Last round", "all complete at once: the highest card loses", "game-last-round"),
        ("Problem", problem, "game-card-problem"),
        (
            "Superover",
            f"ends the problem, once a game: shuffle the discards and deal everybody up to {hand}",
            "game-superover game-superover-once",
        ),
    )
    return (deal, turn), (out, end)


REFERENCES: Mapping[str, Reference] = {
    "aces-lite": Reference("A.C.E.S. Lite", "MIT", _lite_front, _lite_back),
    "ace-trump": Reference(
        "Ace Trump",
        f"{decktet_glyphs.LICENCE}. Ace Trump and the Decktet © 2003-2008 P.D. Magnus; in our own words.",
        lambda: rows_of(trump_sections()[0]),
        lambda: rows_of(trump_sections()[1]),
        legend=True,
    ),
    "ace-game": Reference("Ace Game", "MIT", lambda: rows_of(game_sections()[0]), lambda: rows_of(game_sections()[1])),
}
"""The games that have a card, by the names the engine knows them by."""


def _side(game: str, place: int, size: Size, style: Style, points: float | None = None) -> tuple[Side, float]:
    """One side of a game's card, its name and then its rows, and the size of its text: ``points``, or what fits."""
    reference = REFERENCES[game]
    side = Side(size, style)
    u = side.unit
    inset = 3.0 * u
    if style.ornate:
        side.drawing.append(draw.plain_frame(size, inset + 0.8 * u, 0.6 * u))
    side.drawing.append(draw.plain_frame(size, inset, u))
    x, y = inset + 2.7 * u, inset + 1.8 * u
    width = size.width - 2 * x
    side.write(Area(x, y, width, 5.2 * u), reference.title, 12.5 * u, "display centre", "h1")
    y += 5.8 * u
    side.drawing.append(draw.divider(x, y, width, u))
    y += 1.4 * u
    foot = size.height - inset - 2.0 * u
    legend = reference.legend and place == 1
    air = 0.0
    if legend:
        foot, air = foot - 9.4 * u, 0.8 * u
    rows = (reference.front, reference.back)[place]()
    most, least = (points, points) if points else (MOST * u * style.scale, LEAST)
    set_at = set_columns(side, [rows], [Area(x, y, width, foot - y - air)], most, least, spread=True)
    if legend:
        _legend(side, Area(x, foot, width, 9.4 * u))
    return side, set_at


def _legend(side: Side, area: Area) -> None:
    """The suits of the Decktet with their names."""
    share = area.width / len(decktet.SUITS)
    edge = min(5.6 * side.unit, share * 0.8)
    for place, suit in enumerate(decktet.SUITS):
        x = area.x + place * share
        ink = "ink" if side.style.saving else decktet_glyphs.suit_ink(suit)
        art: Drawing = filled(decktet_glyphs.suit_path(suit, edge / 2, edge / 2, edge), ink)
        spot = Area(x + (share - edge) / 2, area.y, edge, edge)
        side.parts.append(Picture(spot, art, f"the suit of {suit.word}"))
        side.write(Area(x, area.y + edge + 0.3, share, 2.8 * side.unit), suit.word, 5.8 * side.unit, "label centre")


def print_references(games: tuple[str, ...], job: Job, copies: int = 1) -> Printed:
    """Cards of some games as a PDF, so many of each; a licence for all where one of them needs it."""
    entries = [ReferenceCard(game) for game in games for _ in range(copies)]
    licences = dict.fromkeys(REFERENCES[game].licence for game in games)
    names = ", ".join(REFERENCES[game].title for game in games)
    about = About(f"Reference cards: {names}", "A.C.E.S. reference", " · ".join(licences), kind="Reference cards")
    return print_cards(entries, job, about)
