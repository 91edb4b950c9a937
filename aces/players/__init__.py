"""Who chooses moves. A player is given a view and the legal moves, never the state."""

from __future__ import annotations

from collections.abc import Mapping
from random import Random
from typing import Any, Protocol, TypeVar

from ..cards import below, stream
from ..match import Match
from ..rules import E, M, Rules, S, Seat, V

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


def choice(rules: Rules[S, M, E, V], state: S, player: Player[Any, Any], seed: int, ply: int) -> M:
    """The move of the player whose turn it is, from what their seat sees.

    Each choice draws from its own stream, made of the seed and the number of moves before it: the same seed and
    moves give the same game, also after moves were taken back.
    """
    move: M = player.choose(rules.view(state, rules.turn(state)), rules.moves(state), stream(seed, _POLICY, ply))
    return move


def play_on(match: Match[S, M, E, V], players: Mapping[Seat, Player[Any, Any]], seed: int | None = None) -> int:
    """Plays for the seats that have a player until it is another seat's turn or the end.

    ``seed`` is where choices draw from (the match's, unless given; see :func:`choice`). Returns how many moves
    were played.
    """
    root = (match.seed if seed is None else seed) or 0
    played = 0
    while (seat := match.turn) is not None and seat in players:
        match.play(choice(match.rules, match.state, players[seat], root, len(match.history)))
        played += 1
    return played


def whole_game(rules: Rules[S, M, E, V], players: Mapping[Seat, Player[Any, Any]], seed: int) -> tuple[S, int]:
    """The last state of the game that players make of a seed, and how many moves it had: that of :func:`play_on`."""
    state = rules.deal(rules.decks(seed)).state
    ply = 0
    while (seat := rules.turn(state)) is not None:
        state = rules.step(state, choice(rules, state, players[seat], seed, ply)).state
        ply += 1
    return state, ply
