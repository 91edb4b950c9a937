"""The options of every game: what each is for, what it may be, what it usually is.

Which options there are and what they may be is what the games themselves say, the latter when they are given
something else. Only what an option is *for* is said here, once for each.
"""

from __future__ import annotations

from typing import NamedTuple

from aces import games
from aces.rules import BadText
from aces.sentences import listed

WHAT = {
    "stat": "The Stat: how many Hits there are.",
    "stats": "The Stats, one for each, in the order of the seats.",
    "affinity": "The Affinity Suit.",
    "affinities": "The Affinity Suits, one for each.",
    "items": "The items that are ready.",
    "dealer-aces": "Who reads the Dealer's Aces.",
    "discards": "Which of the Dealer's discards lie face up.",
    "starter": "The seat that began it.",
    "override": "What a Critical does to a Catastrophe.",
    "inventory": "Whether items are allowed.",
    "loser-hp": "How much HP the loser loses.",
    "scene-items": "How many items a Scene allows.",
    "ace": "Where the Ace stands when you cut.",
    "max-hands": "After how many hands it ends, whatever the totals.",
    "approach": "The Stat that is used.",
    "plot-armor": "The Plot Armor that is left.",
    "door-open": "What a two-card 21 comes to at a locked door.",
    "door-shut": "What anything else comes to there.",
    "surge": "What a Strange Surge looks at.",
    "players": "How many play.",
    "sticky": "Whether only the first Ace of a hand makes trump.",
    "ties": "How equal cards are parted.",
    "excuse": "Whether the Excuse is in the deck.",
    "partners": "Whether those who sit opposite play together.",
    "bidding": "Whether there is bidding.",
    "tides": "Whether the last card gives the size of the next hand.",
    "fixed-trump": "One trump suit for the whole match.",
    "full-deck": "Whether two players share all the cards.",
    "target": "The points that end the match.",
    "dealer": "Who deals first.",
    "smash": "Whether a smash ends the round at once.",
    "next-leader": "Who starts when somebody has completed.",
    "max-superover": "How many superovers there may be.",
    "start": "Who starts.",
}
"""What each option of each game is for."""


class Option(NamedTuple):
    """An option of a game. In ``allowed``, words to be written as they are stand between backquotes.

    ``switch``: it is yes or no.
    """

    name: str
    what: str
    allowed: str
    usual: str
    switch: bool


def options(game: str) -> tuple[Option, ...]:
    """The options of a game, in the order of its records.

    >>> options("ace-game")[1]
    Option(name='smash', what='Whether a smash ends the round at once.', allowed='`stop` or `full`', \
usual='stop', switch=False)
    """
    header = games.rules_for(game, {}).header()
    made = []
    for name, usual in header.items():
        allowed = _allowed(game, name, header)
        made.append(Option(name, WHAT[name], allowed, usual, allowed == "`yes` or `no`"))
    return tuple(made)


def _allowed(game: str, name: str, header: dict[str, str]) -> str:
    if name == "items":
        return "two, one or `none`" + (" for each, with a comma between people" if "stats" in header else "")
    for wrong in ("?", "? ?"):
        try:
            games.rules_for(game, {name: wrong})
        except BadText as error:
            if error.allowed != ("one each",):
                words = (word if word.startswith("a ") else f"`{word}`" for word in error.allowed)
                return listed(words, "or") + (" each" if name in _FOR_EACH else "")
    raise ValueError(f"{game} does not say what {name} may be")


_FOR_EACH = ("stats", "affinities")
