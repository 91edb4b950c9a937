"""Text records of games: written by a match, read strictly, replayed move by move.

A record is plain text. ``#`` starts a comment, blank lines are free::

    A.C.E.S. record 1
    game: aces-lite
    stat: 4                      # the options of the game, each at most once
    affinity: clubs
    seed: 42                     # or the top cards of each deck: "player deck: 4H 8D KS"

    player hit                   # who moved, and the move
    dealer tell
    player add
    result: open                 # the end, or "open" while play goes on; the last line

Given cards must cover every card that was drawn. Whatever does not fit is refused with its line.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, TypeVar

from .cards import read_cards, read_seed, write_cards
from .games import AnyRules, rules_for
from .match import Match
from .rules import AcesError, BadRecord, Decks, quoted

T = TypeVar("T")

HEADING = "A.C.E.S. record"
VERSION = 1
OPEN = "open"
LONGEST_TEXT = 1_000_000
"""No record is longer than this many characters."""

AnyMatch = Match[Any, Any, Any, Any]


def write_record(match: AnyMatch, comment: str = "") -> str:
    """The record of a match, finished or not; ``comment`` stands at its top.

    >>> from aces.lite.resolution import Resolution
    >>> match = Match(Resolution(stat=1), seed=3)
    >>> _ = match.play("stand")
    >>> print(write_record(match))
    A.C.E.S. record 1
    game: aces-lite
    stat: 1
    affinity: spades
    items: 7S JS
    dealer-aces: best
    discards: all
    seed: 3
    <BLANKLINE>
    player stand
    result: critical 11 11
    <BLANKLINE>
    """
    rules = match.rules
    lines = [f"{HEADING} {VERSION}", *(f"# {line}".rstrip() for line in comment.splitlines())]
    lines.append(f"game: {rules.game}")
    lines += [f"{key}: {value}" for key, value in rules.header().items()]
    if match.seed is not None:
        lines.append(f"seed: {match.seed}")
    else:
        lines += [f"{name} deck: {write_cards(cards)}" for name, cards in _known(match).items() if cards]
    lines.append("")
    for seat, move, _ in match.steps():
        if move is not None and seat is not None:
            lines.append(f"{rules.seats[seat]} {rules.write(move)}")
    lines.append(f"result: {match.result or OPEN}")
    return "\n".join(lines) + "\n"


def read_record(text: str) -> AnyMatch:
    """The match that a record tells, replayed. Raises :class:`~aces.rules.BadRecord`."""
    if len(text) > LONGEST_TEXT:
        raise BadRecord(1, f"a record has at most {LONGEST_TEXT:,} characters; this has {len(text):,}")
    lines = [
        (number, words)
        for number, line in enumerate(text.lstrip("\ufeff").splitlines(), 1)
        if (words := line.partition("#")[0].strip())
    ]
    _read_heading(lines)
    header, first = _read_header(lines)
    match = _dealt(header, lines[0][0])
    last = lines[-1][0]
    ended = False
    for number, words in lines[first:]:
        if ended:
            raise BadRecord(number, "the result line is the last; nothing may follow it")
        if words.startswith("result:"):
            _check_result(match, number, words.partition(":")[2].strip())
            ended = True
        else:
            _play(match, number, words)
    if not ended:
        raise BadRecord(last, "the record stops before its result line")
    return match


_Lines = list[tuple[int, str]]
_Header = dict[str, tuple[int, str]]


def _read_heading(lines: _Lines) -> None:
    number, words = lines[0] if lines else (1, "")
    title, _, version = words.rpartition(" ")
    if title != HEADING or not (version.isascii() and version.isdecimal()):
        raise BadRecord(number, f"a record begins with '{HEADING} {VERSION}'")
    if version.lstrip("0") != str(VERSION):
        raise BadRecord(number, f"this is version {version[:9]} of the format; only version {VERSION} is known")


def _read_header(lines: _Lines) -> tuple[_Header, int]:
    header: _Header = {}
    for index, (number, words) in enumerate(lines[1:], 1):
        key, colon, value = words.partition(":")
        if not colon or key == "result":
            return header, index
        key = key.strip()
        if key in header:
            raise BadRecord(number, f"{quoted(key)} stands twice, first on line {header[key][0]}")
        header[key] = (number, value.strip())
    return header, len(lines)


def _dealt(header: _Header, start: int) -> AnyMatch:
    if "game" not in header:
        raise BadRecord(start, "the record does not say which game it is: 'game: NAME'")
    at, game = header.pop("game")
    seed = header.pop("seed", None)
    given = {key: header.pop(key) for key in list(header) if key.endswith(" deck")}
    if (seed is None) == (not given):
        raise BadRecord(start, "a record gives either 'seed: NUMBER' or the cards of its decks")
    rules = _built(header, at, lambda options: rules_for(game, options))
    if seed is not None:
        return _built({"seed": seed}, at, lambda told: Match(rules, seed=read_seed(told.get("seed", "0"))))
    match = _built(given, at, lambda told: Match(rules, tops=_tops(rules, told)))
    for name in match.deck_sizes:
        _check_drawn(match, given.get(f"{name} deck", (at, ""))[0], name)
    return match


def _tops(rules: AnyRules, told: Mapping[str, str]) -> Decks:
    read = getattr(rules, "read_cards", read_cards)  # a game with a deck of its own reads its own cards
    return {key.removesuffix(" deck"): read(cards) for key, cards in told.items()}


def _built(entries: _Header, at: int, build: Callable[[Mapping[str, str]], T]) -> T:
    """What ``build`` makes of the entries; what it refuses is told with the line that brought it."""
    try:
        return build({key: value for key, (_, value) in entries.items()})
    except AcesError as fault:
        told: dict[str, str] = {}
        for key, (number, value) in (("", (at, "")), *entries.items()):
            if key:
                told[key] = value
            try:
                build(told)
            except AcesError as error:
                raise BadRecord(number, str(error)) from error
        raise BadRecord(at, str(fault)) from fault


def _play(match: AnyMatch, number: int, words: str) -> None:
    seat = match.turn
    if seat is None:
        raise BadRecord(number, f"{quoted(words)} comes after the end of the game")
    name = match.rules.seats[seat]
    if not words.startswith(name + " "):
        raise BadRecord(number, f"it is the {name}'s move here: '{name} MOVE', not {quoted(words)}")
    try:
        match.play(words.removeprefix(name + " "))
    except AcesError as error:
        raise BadRecord(number, str(error)) from error
    for name in match.deck_sizes:
        _check_drawn(match, number, name)


def _known(match: AnyMatch) -> Decks:
    """The cards of each given deck that a record lists: those given, and those drawn beyond them."""
    assert match.tops is not None
    return {
        name: cards[: max(len(match.tops.get(name, ())), _drawn(match, name))]
        for name, cards in match.rules.stack(match.tops).items()
    }


def _drawn(match: AnyMatch, name: str) -> int:
    return match.deck_sizes[name] - len(match.rules.piles(match.state)[name])


def _check_drawn(match: AnyMatch, number: int, name: str) -> None:
    """Refuses a given deck of which more cards were drawn than the record lists."""
    if match.tops is None:
        return
    used, known = _drawn(match, name), len(match.tops.get(name, ()))
    if used > known:
        raise BadRecord(number, f"the {name} deck lists {known} cards, but {used} have been drawn")


def _check_result(match: AnyMatch, number: int, told: str) -> None:
    result = match.result or OPEN
    if told != result:
        raise BadRecord(number, f"the record says {quoted(told)}, but these moves give {result!r}")
