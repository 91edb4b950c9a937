"""What the engine knows and the pages say in a sentence: ``{{ lucky-points }}`` in Markdown.

Each name has a number or a short text; ``:word`` and ``:Word`` after the name write a number as a word.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from functools import partial

from aces import decktet, faults, record, universal21
from aces.ace_game import game as ace_game
from aces.ace_game import table as ace_game_table
from aces.ace_trump import game as ace_trump
from aces.cards import RANKS, SEED_LIMIT, SUITS, Card, Rank
from aces.lite import character, decks, duel, growth, harm, outcome, wild
from aces.lite.character import Stat
from generators import moving_over, trump_tables
from generators.env import in_words, percent

Fact = int | str

_ACES = (Card(Rank.ACE, SUITS[0]), Card(Rank.ACE, SUITS[1]))
_WHOLE = harm.Track()

FACTS: dict[str, Callable[[], Fact]] = {
    "target": lambda: decks.TARGET,
    "over-target": lambda: decks.TARGET + 1,
    "player-deck-size": lambda: len(decks.DEALER_DECK) - len(decks.ITEM_RANKS),
    "dealer-deck-size": lambda: len(decks.DEALER_DECK),
    "item-count": lambda: len(decks.ITEM_RANKS),
    "face-value": lambda: decks.FACE_VALUE,
    "ace-low": lambda: decks.ACE_VALUES[0],
    "ace-high": lambda: decks.ACE_VALUES[1],
    "stat-count": lambda: len(Stat),
    "lowest-stat": lambda: character.LOWEST_STAT,
    "lucky-points": lambda: character.LUCKY_POINTS,
    "creation-cap": lambda: character.CREATION_CAP,
    "hp": lambda: character.HP,
    "plot-armor": lambda: character.PLOT_ARMOR,
    "growth-boxes": lambda: len(character.BOXES),
    "failure-cost": lambda: harm.cost("failure"),
    "catastrophe-cost": lambda: harm.cost("catastrophe"),
    "armor-cost": lambda: character.PLOT_ARMOR - _after("outcome failure armor").plot_armor,
    "helped-to": lambda: _after("help", harm.Track(hp=0)).hp,
    "two-aces": lambda: outcome.dealer_reading(*_ACES).total,
    "two-high-aces": lambda: outcome.dealer_reading(*_ACES, (decks.ACE_VALUES[1],) * 2).total,
    "marks-each": lambda: len(growth.EARNS["success"]),
    "rank-count": lambda: len(RANKS),
    "suit-count": lambda: len(SUITS),
    "wild-text-limit": lambda: wild.TEXT_LIMIT,
    "wild-prompts-limit": lambda: wild.PROMPTS_LIMIT,
    "file-size-limit": lambda: f"{faults.SIZE_LIMIT:,}",
    "record-limit": lambda: f"{record.LONGEST_TEXT:,}",
    "largest-seed": lambda: f"{SEED_LIMIT - 1:,}",
    "duel-players": lambda: len(duel.SIDES),
    "u21-points": lambda: universal21.POINTS,
    "u21-extra-points": lambda: universal21.EXTRA_POINTS,
    "u21-builds": lambda: len(universal21.creator_builds()),
    "u21-builds-over": lambda: sum(shape.builds for shape in moving_over.shapes() if shape.ways),
    "u21-builds-not": lambda: sum(shape.builds for shape in moving_over.shapes() if not shape.ways),
    "u21-jack": lambda: _u21_value(Rank.JACK),
    "u21-queen": lambda: _u21_value(Rank.QUEEN),
    "u21-king": lambda: _u21_value(Rank.KING),
    "u21-house-ace": lambda: universal21.card_values(_ACES[0], "house")[-1],
    "u21-open-ace": lambda: universal21.card_values(_ACES[0], outcome.OPENING)[-1],
    "u21-locked": lambda: moving_over.locked_door().numerator,
    "u21-deals": lambda: moving_over.locked_door().denominator,
    "u21-locked-percent": lambda: percent(moving_over.locked_door()),
    "trump-cards": lambda: len(decktet.DECK),
    "trump-suits": lambda: len(decktet.SUITS),
    "trump-suit-cards": lambda: sum(decktet.SUITS[0] in card.suits for card in decktet.DECK),
    "trump-numbers": lambda: sum(len(card.suits) > 1 for card in decktet.DECK),
    "trump-strangers": lambda: ", ".join(" and ".join(suit.word for suit in pair) for pair in trump_tables.strangers()),
    "trump-most-players": lambda: ace_trump.MOST_PLAYERS,
    **{f"trump-size-{players}": partial(ace_trump.SIZES.__getitem__, players) for players in ace_trump.SIZES},
    "trump-whole-size": lambda: ace_trump.WHOLE_DECK_SIZE,
    "trump-target": lambda: ace_trump.TARGET,
    "trump-bid": lambda: ace_trump.BID_POINTS,
    "trump-tide": lambda: ace_trump.LARGEST_TIDE,
    "trump-switches": lambda: len(trump_tables.SWITCHES),
    "trump-no-ace": lambda: percent(trump_tables.no_ace()),
    "game-most-players": lambda: ace_game.MOST_PLAYERS,
    "game-hand": lambda: ace_game_table.HAND,
    "game-problem-most": lambda: ace_game_table.LARGEST_PROBLEM,
    "game-problem-least": lambda: ace_game_table.SMALLEST_PROBLEM,
    "game-rounds": lambda: ace_game_table.MOST_ROUNDS,
    "game-repeats": lambda: ace_game_table.REPEATS,
}


def _after(act: str, track: harm.Track = _WHOLE) -> harm.Track:
    """A character's track after an act."""
    rules = harm.Harm()
    return rules.step(track, rules.read(act)).track


def _u21_value(rank: Rank) -> int:
    return universal21.card_values(Card(rank, SUITS[0]), "h1")[0]


class FactError(KeyError):
    """No fact has that name, or it cannot be written as a word."""

    def __str__(self) -> str:
        return str(self.args[0])


def sheet() -> str:
    """All facts as JSON, for the pages."""
    return json.dumps({name: read() for name, read in FACTS.items()}, indent=1, sort_keys=True) + "\n"


def say(facts: dict[str, Fact], name: str, form: str = "") -> str:
    """One fact as text; ``form`` is "", "word" or "Word". Raises :class:`FactError`.

    >>> say({"lucky-points": 7}, "lucky-points", "Word")
    'Seven'
    """
    if name not in facts:
        from difflib import get_close_matches

        near = get_close_matches(name, list(facts), n=3, cutoff=0.4)
        raise FactError(f"no fact {name!r}" + (f"; near: {', '.join(near)}" if near else ""))
    value = facts[name]
    if not form:
        return str(value)
    if not isinstance(value, int):
        raise FactError(f"the fact {name!r} is no number, so it has no :{form}")
    word = in_words(value)
    return word.capitalize() if form == "Word" else word
