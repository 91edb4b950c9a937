"""What `aces play` and `aces simulate` share: the games by name, their options as flags, who sits where."""

from __future__ import annotations

import argparse
from collections.abc import Mapping
from typing import Any, NamedTuple

from aces.games import HANDS, AnyRules, players_for, rules_for
from aces.players import Player
from aces.rules import BadText, Seat, nearest
from aces.sentences import YOU
from generators.files import Fault
from generators.game_options import options

GAMES: Mapping[str, str] = {
    "resolution": "aces-lite",
    "group": "aces-lite-group",
    "duel": "aces-lite-duel",
    "universal21": "universal21",
    "ace-trump": "ace-trump",
    "ace-game": "ace-game",
}
"""What the commands call the games, and what records call them."""

SUMMARIES: Mapping[str, str] = {
    "resolution": "a Resolution of A.C.E.S. Lite against the Dealer",
    "group": "a Group Resolution of A.C.E.S. Lite",
    "duel": "a duel of A.C.E.S. Lite",
    "universal21": "a scene of Universal 21",
    "ace-trump": "Ace Trump: tricks with the Decktet, to a target",
    "ace-game": "Ace Game: the last one with cards loses",
}

PERSON = "me"
"""The word for a seat that somebody at the screen plays."""

USUAL = "medium"
"""Who plays a seat of a card game that nobody else is named for."""

LONGEST_NAME = 20

_DEST = "option "


def add_options(parser: argparse.ArgumentParser, game: str) -> None:
    """A flag for each option of a game; what is not given stays as usual."""
    group = parser.add_argument_group("the game")
    for option in options(game):
        what = option.what.rstrip(".")
        what = what[0].lower() + what[1:]
        flag, dest = f"--{option.name}", _DEST + option.name
        if option.switch:
            group.add_argument(
                flag, dest=dest, action=argparse.BooleanOptionalAction, default=argparse.SUPPRESS,
                help=f"{what} ({option.usual})",
            )  # fmt: skip
        else:
            allowed = option.allowed.replace("`", "")
            group.add_argument(
                flag, dest=dest, default=argparse.SUPPRESS, metavar="N" if "whole number" in allowed else "WHICH",
                help=f"{what}; {allowed} ({option.usual})",
            )  # fmt: skip


def header(asked: argparse.Namespace) -> dict[str, str]:
    """The options that were given, as the rules read them."""
    words = {True: "yes", False: "no"}
    return {
        dest.removeprefix(_DEST): words[value] if isinstance(value, bool) else value
        for dest, value in vars(asked).items()
        if dest.startswith(_DEST)
    }


def seat_words(text: str) -> list[str]:
    """Who is named for each seat, in their order."""
    words = [word.strip() for word in text.split(",")]
    if not all(words):
        raise BadText(text, "does not name every seat", ("a word for each, with commas between them",))
    return words


def table_for(game: str, asked: argparse.Namespace, named: str | None) -> tuple[AnyRules, list[str]]:
    """The rules that were asked for, and who is named for each seat; empty where nobody is.

    How many play a card game follows from the seats, if it is not said.
    """
    given, words = header(asked), [] if named is None else seat_words(named)
    if words and game in HANDS:
        given.setdefault("players", str(len(words)))
    rules = rules_for(game, given)
    if words and len(words) != len(rules.seats):
        seats = ", ".join(rules.seats.values())
        raise Fault(f"--seats: {len(words)} are named, and the seats are {len(rules.seats)}: {seats}")
    return rules, words


def computer(rules: AnyRules, seat: Seat, word: str, more: tuple[str, ...] = ()) -> Player[Any, Any]:
    """The computer player of that name for a seat; :class:`BadText` names those that there are, and ``more``."""
    strengths = players_for(rules)[seat]
    if word not in strengths:
        meant = nearest(word, strengths)
        hint = f"; did you mean {meant!r}?" if meant else ""
        raise BadText(word, f"is nobody who could play the seat of {rules.seats[seat]}{hint}", (*strengths, *more))
    return strengths[word](rules)


class Seating(NamedTuple):
    """Who sits where at a card table: the names that the story uses, and the computer's players by seat."""

    names: tuple[str, ...]
    players: dict[Seat, Player[Any, Any]]

    @property
    def people(self) -> tuple[Seat, ...]:
        """The seats of those at the screen."""
        return tuple(seat for seat in range(len(self.names)) if seat not in self.players)

    def __str__(self) -> str:
        told = []
        for seat, name in enumerate(self.names):
            player = self.players.get(seat)
            kind = "" if player is None else f" ({player.name})"
            told.append(f"{name}{kind}")
        return ", ".join(told)


def seating(rules: AnyRules, words: list[str]) -> Seating:
    """Who sits where: a strength, ``me``, or the name of somebody, with a capital letter.

    A lone ``me`` is You in the story; others without a name of their own are called by their seat.
    """
    words = [PERSON if word == YOU else word for word in words] or [PERSON, *[USUAL] * (len(rules.seats) - 1)]
    people = [word for word in words if _is_person(word)]
    names: list[str] = []
    players: dict[Seat, Player[Any, Any]] = {}
    for seat, word in zip(rules.seats, words, strict=True):
        name = rules.seats[seat].capitalize()
        if not _is_person(word):
            players[seat] = computer(rules, seat, word, (PERSON, "a name with a capital letter"))
        elif word != PERSON:
            name = word
            if len(name) > LONGEST_NAME or not name.isprintable():
                raise BadText(name, "is no name for a seat", (f"up to {LONGEST_NAME} letters",))
        elif len(people) == 1:
            name = YOU
        if name.casefold() in (other.casefold() for other in names):
            raise BadText(name, "sits here twice", ("each name once",))
        names.append(name)
    return Seating(tuple(names), players)


def _is_person(word: str) -> bool:
    return word == PERSON or not word[0].islower()
