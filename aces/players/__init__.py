"""Who chooses moves. A player is given a view and the legal moves, never the state."""

from __future__ import annotations

from collections.abc import Mapping
from random import Random
from typing import Any, Protocol, TypeVar

from ..cards import below, stream
from ..match import Match
from ..rules import E, M, S, Seat, V

M_ = TypeVar("M_")
V_contra = TypeVar("V_contra", contravariant=True)


class Player(Protocol[V_contra, M_]):
    """Chooses one of the legal moves from what its seat sees; ``rng`` is its only source of chance."""

    name: str

    def choose(self, view: V_contra, moves: tuple[M_, ...], rng: Random) -> M_: ...


class RandomPlayer:
    """Any legal move, each equally likely."""

    name = "random"

    def choose(self, view: object, moves: tuple[M_, ...], rng: Random) -> M_:
        """One of the moves."""
        return moves[below(rng, len(moves))]


_POLICY = 7
"""The stream of a seed from which players draw: apart from every deck's."""


def play_on(match: Match[S, M, E, V], players: Mapping[Seat, Player[Any, Any]], seed: int | None = None) -> int:
    """Plays for the seats that have a player until it is another seat's turn or the end.

    Each choice draws from its own stream, made of the seed (the match's, unless given) and the
    number of moves before it, so that the same seed and moves give the same game, also after
    moves were taken back. Returns how many moves were played.
    """
    root = match.seed if seed is None else seed
    played = 0
    while (seat := match.turn) is not None and seat in players:
        rng = stream(root or 0, _POLICY, len(match.history))
        match.play(players[seat].choose(match.view(seat), match.moves(), rng))
        played += 1
    return played
