"""Dealer policies for A.C.E.S. Lite: how a house Dealer uses their options and their Aces.

Each policy says whether it peeks, that is, looks at a Truth that the deal laid face down. One
that does not peek still knows a Truth that it drew itself.
"""

from __future__ import annotations

from collections.abc import Mapping
from random import Random

from ..cards import below
from ..lite.decks import best_total
from ..lite.outcome import OUTCOMES, dealer_reading, decide
from ..lite.resolution import Move, View
from ..rules import BadText

SEAT = "dealer"
"""What records call the Dealer's seat."""


class Dealer:
    """A policy for the Dealer's seat. One that does not peek is not shown a Truth dealt face down."""

    name: str
    peeks = False
    summary: str

    def choose(self, view: View, moves: tuple[Move, ...], rng: Random) -> Move:
        """One of the moves, from what this Dealer looks at."""
        if view.phase == "dealer" and not self.peeks and not view.truth_drawn:
            view = view._replace(truth=None)
        return self.pick(view, moves, rng)

    def pick(self, view: View, moves: tuple[Move, ...], rng: Random) -> Move:
        """The policy itself."""
        raise NotImplementedError


def _reach(move: Move, view: View) -> int:
    """The Dealer's best total if the move is made; the Truth must be known."""
    assert view.tell is not None
    assert view.truth is not None
    if view.drawn is not None and move.verb == "tell":
        return best_total((view.drawn, view.truth))
    if view.drawn is not None and move.verb == "truth":
        return best_total((view.tell, view.drawn))
    return best_total((view.tell, view.truth))


def _highest_aces(moves: tuple[Move, ...], view: View) -> Move:
    assert view.tell is not None
    assert view.truth is not None
    best = best_total((view.tell, view.truth))
    return next(move for move in moves if dealer_reading(view.tell, view.truth, move.aces).total == best)


def _outcome_of(move: Move, view: View) -> int:
    """How bad the outcome is for the player if the Dealer reads their Aces so, from 0."""
    assert view.tell is not None
    assert view.truth is not None
    return OUTCOMES.index(decide(view.layout, view.sources, view.tell, view.truth, move.aces).outcome)


class Passive(Dealer):
    """Discards whatever they draw: Tell and Truth stay as dealt."""

    name = "passive"
    summary = "leaves the cards as they lie"

    def pick(self, view: View, moves: tuple[Move, ...], rng: Random) -> Move:
        """The discard; Aces at the highest total not over 21."""
        if view.phase == "aces":
            return _highest_aces(moves, view)
        return next(move for move in moves if move.verb == "discard")


class RandomDealer(Dealer):
    """Any of the options, and any values for their Aces."""

    name = "random"
    summary = "does anything, Aces included"

    def pick(self, view: View, moves: tuple[Move, ...], rng: Random) -> Move:
        """Any move, each equally likely."""
        return moves[below(rng, len(moves))]


class Greedy(Dealer):
    """Looks at the Truth and takes the highest total not over 21; on a tie, what keeps the cards."""

    name = "greedy"
    peeks = True
    summary = "knows the Truth and goes for the highest total"

    def pick(self, view: View, moves: tuple[Move, ...], rng: Random) -> Move:
        """The move with the highest total not over 21."""
        if view.phase == "aces":
            return _highest_aces(moves, view)
        keep = ("discard", "truth", "tell")
        return max(moves, key=lambda move: (_reach(move, view), -keep.index(move.verb)))


class Kind(Passive):
    """Leaves the cards as they lie and picks their Aces in the player's favor, over 21 if it helps."""

    name = "kind"
    summary = "leaves the cards, and picks their Aces in your favor"

    def pick(self, view: View, moves: tuple[Move, ...], rng: Random) -> Move:
        """The discard; of the Aces, the pick with the outcome wanted, and of those the highest."""
        if view.phase != "aces":
            return super().pick(view, moves, rng)
        return min(reversed(moves), key=lambda move: _outcome_of(move, view))


class Merciless(Greedy):
    """As greedy, and picks their Aces against the player once the Layout stands."""

    name = "merciless"
    summary = "goes for the highest total, and picks their Aces against you"

    def pick(self, view: View, moves: tuple[Move, ...], rng: Random) -> Move:
        """As greedy; of the Aces, the pick that serves the player worst."""
        if view.phase != "aces":
            return super().pick(view, moves, rng)
        return max(reversed(moves), key=lambda move: _outcome_of(move, view))


DEALERS: Mapping[str, Dealer] = {
    policy.name: policy for policy in (Passive(), RandomDealer(), Greedy(), Kind(), Merciless())
}
"""Every Dealer policy by name."""


def dealer(name: str) -> Dealer:
    """The policy of that name; :class:`~aces.rules.BadText` if there is none."""
    if name not in DEALERS:
        raise BadText(name, "is not a Dealer", tuple(DEALERS))
    return DEALERS[name]
