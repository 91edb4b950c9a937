"""A match: the one object that changes. It plays moves, refuses with a reason, and undoes."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Generic

from .rules import Decks, E, M, Refusal, Refused, Rules, S, Seat, Step, V

Veto = Callable[[Seat, Any], tuple[str, str] | None]
"""What somebody at the table may say against a move that the rules allow: the rule that gives them
the say, and a sentence; None lets it pass. It is asked with the seat that moves, and the move."""


class Match(Generic[S, M, E, V]):
    """One game being played: its rules, its deal, the moves so far and what the table saw.

    >>> from aces.lite.resolution import Resolution
    >>> match = Match(Resolution(stat=1), seed=3)
    >>> match.play("hit")[0].kind
    'hit'
    >>> match.play("stand")
    Traceback (most recent call last):
    ...
    aces.rules.Refused: stand: The Dealer has drawn and acts first. Allowed: tell, truth, discard. [lite-hit-order]
    >>> match.undo().text, match.moves()[0].text
    ('hit', 'hit')
    """

    def __init__(
        self,
        rules: Rules[S, M, E, V],
        seed: int | None = None,
        tops: Decks | None = None,
        veto: Veto | None = None,
    ) -> None:
        """Deals from a seed, or from decks with the given cards on top (``tops``), not both.

        ``veto`` has the last word on what the rules allow, such as
        :func:`~aces.lite.resolution.fits_fiction`. A record holds the moves that were played, so
        it replays without one. Raises :class:`~aces.rules.BadText` on a seed or a card that cannot be.
        """
        if (seed is None) == (tops is None):
            raise TypeError("a match is dealt from a seed or from given cards")
        self.rules = rules
        self.seed = seed
        self.tops = tops
        self.veto = veto
        self.deck_sizes: dict[str, int] = {}
        if seed is not None:
            decks = rules.decks(seed)
        else:
            assert tops is not None
            decks = rules.stack(tops)
        self.deck_sizes = {name: len(cards) for name, cards in decks.items()}
        self._steps: list[tuple[M | None, Step[S, E]]] = [(None, rules.deal(decks))]

    def __repr__(self) -> str:
        dealt = f"seed={self.seed}" if self.seed is not None else f"tops={self.tops!r}"
        return f"Match({self.rules!r}, {dealt})  # {len(self.history)} moves"

    @property
    def state(self) -> S:
        """The whole world now."""
        return self._steps[-1][1].state

    @property
    def history(self) -> tuple[M, ...]:
        """The moves so far."""
        return tuple(move for move, _ in self._steps if move is not None)

    @property
    def events(self) -> tuple[E, ...]:
        """What the table saw so far, the deal included."""
        return tuple(event for _, step in self._steps for event in step.events)

    @property
    def states(self) -> tuple[S, ...]:
        """The state after the deal and after each move."""
        return tuple(step.state for _, step in self._steps)

    def steps(self) -> tuple[tuple[Seat | None, M | None, tuple[E, ...]], ...]:
        """The deal and each move with whose it was and the events it made."""
        told = []
        mover: Seat | None = None
        for move, step in self._steps:
            told.append((mover, move, step.events))
            mover = self.rules.turn(step.state)
        return tuple(told)

    @property
    def turn(self) -> Seat | None:
        """Whose move it is; None when it is over."""
        return self.rules.turn(self.state)

    @property
    def over(self) -> bool:
        """Whether the game has ended."""
        return self.turn is None

    @property
    def result(self) -> str:
        """The end in a few plain words; empty while play goes on."""
        return self.rules.result(self.state)

    def moves(self) -> tuple[M, ...]:
        """Every legal move now."""
        legal = self.rules.moves(self.state)
        return legal if self.veto is None else tuple(move for move in legal if self._vetoed(move) is None)

    def view(self, seat: Seat | None = None) -> V:
        """What a seat sees now; None is somebody who only watches."""
        return self.rules.view(self.state, seat)

    def objection(self, move: M | str) -> Refusal | None:
        """Why a move is not allowed now; None when it is."""
        return self._objection(self._move(move))

    def _objection(self, move: M) -> Refusal | None:
        refusal = self.rules.objection(self.state, move)
        vetoed = self._vetoed(move) if refusal is None else None
        if vetoed is None:
            return refusal
        return Refusal(self.rules.write(move), *vetoed, tuple(map(self.rules.write, self.moves())))

    def _vetoed(self, move: M) -> tuple[str, str] | None:
        seat = self.turn
        return None if self.veto is None or seat is None else self.veto(seat, move)

    def play(self, move: M | str) -> tuple[E, ...]:
        """Plays a move, given as such or as text, and returns what the table saw.

        Raises :class:`~aces.rules.Refused` for an illegal move and
        :class:`~aces.rules.BadText` for a text that names none; nothing changes then.
        """
        chosen = self._move(move)
        refusal = self._objection(chosen)
        if refusal is not None:
            raise Refused(refusal)
        step = self.rules.step(self.state, chosen)
        self._steps.append((chosen, step))
        return step.events

    def undo(self) -> M:
        """Takes back the last move and returns it; ``IndexError`` when there is none."""
        if len(self._steps) == 1:
            raise IndexError("no move to take back")
        move, _ = self._steps.pop()
        assert move is not None
        return move

    def _move(self, move: M | str) -> M:
        return self.rules.read(self.state, move) if isinstance(move, str) else move
