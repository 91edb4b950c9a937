"""Very many games played by the computer, and what they came to: on every number of cores the same."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from aces.games import AnyRules, players_for, rules_for
from aces.players import Player, whole_game
from aces.rules import Seat
from generators.parallel import cores, spread
from generators.tallies import Value, Word, tally

MOST_GAMES = 1_000_000
"""One simulation has no more games."""

_Z = 1.959963984540054
"""So many standard errors on either side hold 95 of 100 means."""


class Plan(NamedTuple):
    """What is played: a game with its options, and who has which seat, in the order of the rules' seats.

    ``rotate``: from one seed to the next everybody moves one seat on.
    """

    game: str
    options: Mapping[str, str]
    seats: tuple[str, ...]
    rotate: bool = False

    @property
    def rules(self) -> AnyRules:
        """The rules with the options."""
        return rules_for(self.game, self.options)

    def seated(self, seats: Sequence[Seat], seed: int) -> list[Seat]:
        """The seat of each of :attr:`seats` in the game of a seed.

        >>> Plan("ace-game", {}, ("hard", "easy", "easy"), rotate=True).seated([0, 1, 2], seed=4)
        [1, 2, 0]
        """
        turn = seed % len(seats) if self.rotate else 0
        return [seats[(place + turn) % len(seats)] for place in range(len(seats))]


class Row(NamedTuple):
    """One game: its seed, how many moves it had, how it ended, and what was counted of it, by name."""

    seed: int
    moves: int
    result: str
    values: Mapping[str, Value]


class Games:
    """The games of a plan, one for each seed; players are made once."""

    def __init__(self, plan: Plan) -> None:
        self.plan = plan
        self.rules = plan.rules
        self.seats = list(self.rules.seats)
        makers = players_for(self.rules)
        # Whoever moves on takes their player along: every seat of a game that rotates takes the same ones.
        self.players: list[Player[Any, Any]] = [
            makers[seat][name](self.rules) for seat, name in zip(self.seats, plan.seats, strict=True)
        ]

    def play(self, seed: int) -> Row:
        """The game of a seed."""
        seated = self.plan.seated(self.seats, seed)
        state, moves = whole_game(self.rules, dict(zip(seated, self.players, strict=True)), seed)
        counted = tally(self.rules, state)
        values = dict(counted.whole)
        for what, of in counted.seats.items():
            for place, (name, seat) in enumerate(zip(self.plan.seats, seated, strict=True), 1):
                if seat in of:
                    values[f"{place} {name} {what}"] = of[seat]
        return Row(seed, moves, self.rules.result(state), values)


class _Piece(NamedTuple):
    plan: Plan
    seeds: range


def _played(piece: _Piece) -> list[Row]:
    games = Games(piece.plan)
    return [games.play(seed) for seed in piece.seeds]


def simulate(
    plan: Plan, seeds: range, jobs: int | None = None, progress: Callable[[int, int], None] | None = None
) -> Iterator[Row]:
    """The games of all seeds, in their order, on so many cores at once (None: on all of them)."""
    jobs = jobs or cores()
    size = max(1, min(100, len(seeds) // (8 * jobs)))
    pieces = [_Piece(plan, seeds[at : at + size]) for at in range(0, len(seeds), size)]
    done = 0
    for rows in spread(_played, pieces, jobs):
        yield from rows
        done += len(rows)
        if progress is not None:
            progress(done, len(seeds))


class Mean(NamedTuple):
    """The mean of something over many games, with a 95 % confidence interval and the spread of single games.

    ``share``: it is how often something happened; then the interval is Wilson's, which also tells something when
    it never happened. A single number that is no such share has no interval and no spread: they are NaN.
    """

    games: int
    mean: float
    low: float
    high: float
    spread: float
    share: bool = False

    @staticmethod
    def of(values: Iterable[float]) -> Mean:
        """The mean of some numbers.

        >>> print(Mean.of([2, 4, 2, 4]))
        3.00 (1.87 to 4.13)
        """
        told = list(values)
        middle = math.fsum(told) / len(told)
        if len(told) == 1:
            return Mean(1, middle, math.nan, math.nan, math.nan)
        spread = math.sqrt(math.fsum((value - middle) ** 2 for value in told) / (len(told) - 1))
        reach = _Z * spread / math.sqrt(len(told))
        return Mean(len(told), middle, middle - reach, middle + reach, spread)

    @staticmethod
    def often(values: Iterable[bool]) -> Mean:
        """How often something was so.

        >>> print(Mean.often([False] * 20))
        0.000 (0.000 to 0.161)
        """
        told = list(values)
        games, share = len(told), sum(told) / len(told)
        room = _Z * _Z / games
        middle = (share + room / 2) / (1 + room)
        reach = _Z / (1 + room) * math.sqrt(share * (1 - share) / games + room / (4 * games))
        low, high = middle - reach if share > 0 else 0.0, middle + reach if share < 1 else 1.0
        return Mean(games, share, low, high, math.sqrt(share * (1 - share)), share=True)

    def __str__(self) -> str:
        mean, low, high = (f"{value:.{3 if self.share else 2}f}" for value in (self.mean, self.low, self.high))
        return mean if math.isnan(self.low) else f"{mean} ({low} to {high})"


def summary(rows: Sequence[Row]) -> dict[str, Mean]:
    """The mean of everything that was counted, by name; of what has words, how often each was so."""
    means = {"moves": Mean.of(row.moves for row in rows)}
    for name, first in rows[0].values.items():
        column = [row.values[name] for row in rows]
        if isinstance(first, Word):
            for word in first.among:
                means[f"{name} {word}"] = Mean.often(str(value) == word for value in column)
        elif isinstance(first, bool):
            means[name] = Mean.often(map(bool, column))
        else:
            means[name] = Mean.of(float(value) for value in column if not isinstance(value, Word))
    return means
