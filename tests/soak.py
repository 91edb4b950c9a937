"""Plays very many random games of every variant and holds each to the laws of all games: ``make soak``.

``python -m tests.soak [GAME...] [--games N] [--jobs N]``. Where the numbers of random play are known from
elsewhere, the means found here must agree within sampling error. The result does not depend on the number of
jobs. The exit code is 1 when a law is broken or a number is off.

A game joins by a :class:`Soak` in :data:`SOAKS`.
"""

from __future__ import annotations

import argparse
import math
import sys
import time
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from importlib import import_module
from itertools import groupby
from random import Random
from typing import Any, NamedTuple

from aces.cards import stream
from aces.games import AnyRules, rules_for
from aces.match import Match
from aces.record import read_record, write_record
from generators.parallel import cores, spread
from generators.simulation import Mean
from tests.engine.games import FRESH_DRAWS

Numbers = dict[str, float]

SIGMAS = 4.5
"""How many standard errors a mean may be off: with some hundreds of means, one in a thousand runs fails."""

_CHUNK = 500
_LOOK = 33
"""A moment in so many is looked at; of moments that come later than that, one in as many as have passed.

A look goes over all that has happened, so in a long match looks would cost far more than the play.
"""
_LUCK = 9


class Expected(NamedTuple):
    """A mean known from elsewhere: of ``number`` a game, or for each of ``per``, found in ``sample`` games.

    ``digits`` says how it was rounded, as a half of the last digit shown.
    """

    number: str
    value: float
    digits: float
    sample: int
    per: str = ""


class Soak(NamedTuple):
    """What a game brings: its variants by name, the numbers of one game from its end, and what they should be.

    ``tally`` may assert laws of its own game.
    """

    variants: Mapping[str, AnyRules]
    tally: Callable[[AnyRules, Any], Numbers]
    expected: Mapping[str, Sequence[Expected]] = {}


SOAKS: dict[str, str] = {
    "ace-game": "tests.soak_ace_game",
    "ace-trump": "tests.soak_ace_trump",
    **dict.fromkeys(("aces-lite", "aces-lite-group", "aces-lite-duel", "universal21"), "tests.soak_lite"),
}
"""Each game's module, whose ``SOAKS`` hold what it brings."""


def soak(game: str) -> Soak:
    """What a game brings."""
    found: Soak = import_module(SOAKS[game]).SOAKS[game]
    return found


def play(rules: AnyRules, seed: int) -> Any:
    """One random game, held to the laws of every game; returns its last state."""
    rng = stream(seed, _LUCK)
    step = rules.deal(rules.decks(seed))
    state = step.state
    whole = cards_of(rules, state)
    view = rules.blank()
    plies = 0
    while rules.turn(state) is not None:
        moves = rules.moves(state)
        assert moves, "no moves before the end"
        assert rules.result(state) == "", "a result before the end"
        for event in step.events:
            view = rules.watch(view, event)
        if rng.random() * max(plies, _LOOK) < 1:
            look(rules, state, view, rng, whole)
        move = moves[int(rng.random() * len(moves))]
        step = rules.step(state, move)
        state = step.state
        plies += 1
    assert plies <= rules.longest, f"{plies} moves, at most {rules.longest} were promised"
    assert rules.moves(state) == () and rules.result(state), "moves after the end, or no result"
    assert cards_of(rules, state) == whole, "cards were lost or doubled"
    return state


def look(rules: AnyRules, state: Any, public: Any, rng: Random, whole: Counter[Any]) -> None:
    """The laws of one moment: cards are conserved, views fit, worlds are imagined that look the same."""
    assert cards_of(rules, state) == whole, "cards were lost or doubled"
    assert public == rules.view(state, None), "the events do not rebuild the public view"
    seat = rules.turn(state)
    view = rules.view(state, seat)
    world = rules.imagine(view, rng)
    assert rules.view(world, seat) == view, "an imagined world looks different"
    there = cards_of(rules, world)
    fresh = rules.game in FRESH_DRAWS
    assert there.total() == whole.total() if fresh else there == whole, "an imagined world has other cards"
    assert rules.moves(world) == rules.moves(state), "an imagined world allows other moves"
    for move in rules.moves(state):
        assert rules.read(state, rules.write(move)) == move
        assert rules.objection(state, move) is None


def cards_of(rules: AnyRules, state: Any) -> Counter[Any]:
    """How often each card lies anywhere."""
    return Counter(card for pile in rules.piles(state).values() for card in pile)


def recorded(rules: AnyRules, seed: int) -> None:
    """A random match survives being written down and read back."""
    match: Match[Any, Any, Any, Any] = Match(rules, seed=seed)
    rng = stream(seed, _LUCK)
    while not match.over:
        moves = match.moves()
        match.play(moves[int(rng.random() * len(moves))])
    assert read_record(write_record(match)).state == match.state, "a record does not read back"
    assert rules_for(rules.game, rules.header()) == rules, "the options do not read back"


class Chunk(NamedTuple):
    """Some games of one variant: seeds from ``first``, ``games`` of them."""

    game: str
    variant: str
    first: int
    games: int


def run(chunk: Chunk) -> dict[str, list[float]]:
    """The numbers of each game of a chunk. A broken law is raised with the variant and the seed."""
    brought = soak(chunk.game)
    rules = brought.variants[chunk.variant]
    found: dict[str, list[float]] = {}
    for seed in range(chunk.first, chunk.first + chunk.games):
        try:
            if seed % 100 == 0:
                recorded(rules, seed)
            numbers = brought.tally(rules, play(rules, seed))
        except Exception as error:
            raise AssertionError(f"{chunk.variant}, seed {seed}: {error or type(error).__name__}") from error
        for key, value in numbers.items():
            found.setdefault(key, []).append(value)
    return found


def tried(chunk: Chunk) -> dict[str, list[float]] | str:
    """The numbers of a chunk, or which law it broke."""
    try:
        return run(chunk)
    except AssertionError as error:
        return str(error)


def measured(found: Mapping[str, Sequence[float]], expected: Expected) -> tuple[float, float]:
    """The mean that corresponds to what is expected, and its spread for one game."""
    values = found[expected.number]
    if not expected.per:
        plain = Mean.of(values)
        return plain.mean, plain.spread
    each = found[expected.per]
    per = math.fsum(each) / len(each)
    ratio = math.fsum(values) / math.fsum(each)
    rest = Mean.of(value - ratio * base for value, base in zip(values, each, strict=True))
    return ratio, rest.spread / per


def off(found: Mapping[str, Sequence[float]], expected: Expected) -> str:
    """What is wrong with a mean; empty when it agrees within sampling error."""
    games = len(found[expected.number])
    value, spread = measured(found, expected)
    # A number that never varied in few games tells nothing of its spread: then as of rare things that come by chance.
    error = (spread if spread > 0 else math.sqrt(expected.value)) * math.sqrt(1 / games + 1 / expected.sample)
    if abs(value - expected.value) <= expected.digits + SIGMAS * error:
        return ""
    per = f" / {expected.per}" if expected.per else ""
    return f"{expected.number}{per}: {value:.4f}, expected {expected.value:g} (standard error {error:.4f})"


def chunks(game: str, variant: str, games: int) -> list[Chunk]:
    """The games of one variant in pieces, the same however many jobs there are."""
    return [Chunk(game, variant, first, min(_CHUNK, games - first)) for first in range(0, games, _CHUNK)]


def together(parts: Iterable[Mapping[str, Sequence[float]]]) -> dict[str, list[float]]:
    """The numbers of several chunks, in their order."""
    found: dict[str, list[float]] = {}
    for part in parts:
        for key, values in part.items():
            found.setdefault(key, []).extend(values)
    return found


def main(arguments: list[str] | None = None) -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.soak", description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("game", nargs="*", default=[], help=f"which games ({', '.join(SOAKS)})")
    parser.add_argument("--games", type=int, default=20_000, metavar="N", help="games of each variant (20000)")
    parser.add_argument("--jobs", type=int, default=cores(), metavar="N", help="how many at once")
    asked = parser.parse_args(arguments)
    for name in asked.game:
        if name not in SOAKS:
            parser.error(f"{name!r} is not a game here. Allowed: {', '.join(SOAKS)}")
    pieces = [
        piece
        for game in asked.game or SOAKS
        for variant in soak(game).variants
        for piece in chunks(game, variant, asked.games)
    ]
    wrong, begun = 0, time.perf_counter()
    done = zip(pieces, spread(tried, pieces, asked.jobs), strict=True)
    for (game, variant), told in groupby(done, lambda each: (each[0].game, each[0].variant)):
        played = list(told)
        broken = [made for _, made in played if isinstance(made, str)]
        for fault in broken:
            print(f"  BROKEN {fault}", flush=True)
        wrong += len(broken)
        if broken:
            continue
        found = together(made for _, made in played if not isinstance(made, str))
        count = sum(piece.games for piece, _ in played)
        expected = soak(game).expected.get(variant, ())
        faults = [fault for one in expected if (fault := off(found, one))]
        agreed = f", {len(expected) - len(faults)} of {len(expected)} means agree" if expected else ""
        took, begun = time.perf_counter() - begun, time.perf_counter()
        print(f"  {variant:<44} {count:>7,} games{agreed} ({took:.0f} s)", flush=True)
        for fault in faults:
            print(f"    OFF {fault}", flush=True)
        wrong += len(faults)
    print(f"{wrong} wrong" if wrong else "every law holds")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
