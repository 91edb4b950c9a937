"""Tricks of Ace Trump told on a page from records, and how a hand of it scores.

See :mod:`generators.worked_plays`. What is made here shows cards of the Decktet and is under its licence,
CC BY-NC-SA 3.0, as are the pages that carry it.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import partial
from typing import Any, NamedTuple

from markupsafe import Markup

from aces.ace_trump.game import AceTrump, Bid
from aces.ace_trump.trick import playable
from aces.ace_trump.words import narrate
from aces.decktet import Card
from aces.match import Match
from aces.record import AnyMatch
from generators import decktet_art
from generators.env import render
from generators.registry import Output
from generators.worked_example import Line, Told, read
from generators.worked_plays import NAMES, Detail, Ending, Laid, Move, Play, hand, moves, records, refused, tell

FOLDER = "ace-trump"


class Played(NamedTuple):
    """A match of Ace Trump with its sentences: those of the deal, and its moves."""

    match: AnyMatch
    rules: AceTrump
    dealt: tuple[Any, ...]
    moves: tuple[Move, ...]

    @classmethod
    def of(cls, match: AnyMatch) -> Played:
        """A match, told with the names of :data:`NAMES`."""
        rules = match.rules
        assert isinstance(rules, AceTrump)
        lines = narrate(rules, match.events, NAMES[: rules.players])
        return cls(match, rules, *moves(match, (line._replace(text=decktet_art.told(line.text)) for line in lines)))

    def trick(self, number: int) -> tuple[Move, ...]:
        """The moves of a trick, counted from 1. Raises ``ValueError`` where it is not whole."""
        cards = [step for step in self.moves if isinstance(step.move, Card)]
        found = cards[(number - 1) * self.rules.players : number * self.rules.players]
        if len(found) < self.rules.players:
            raise ValueError(f"the record has no whole trick {number}")
        return tuple(found)


def trick(
    name: str,
    number: int = 1,
    tried: Mapping[int, str] | None = None,
    readings: Sequence[str] = (),
    detail: Detail = "open",
) -> str:
    """A trick of a record's first hand, as a fragment of a page.

    ``tried`` has plays that the engine refuses, by the seat that tries; ``readings`` are values of the option
    ``ties`` under which the same cards are played once more. Raises ``ValueError`` where the engine disagrees.
    """
    played = Played.of(read(f"{FOLDER}/{name}"))
    steps = played.trick(number)
    tries = dict(tried or {})
    plays = [_play(played, step, tries.pop(step.seat, "")) for step in steps]
    if tries:
        raise ValueError(f"{name}: seats {sorted(tries)} do not play to trick {number}")
    taken = next(line.event.trick for line in steps[-1].lines if line.event.trick is not None)
    table = [
        Laid(NAMES[step.seat], decktet_art.card_art(step.move, NAMES[step.seat]), step.seat == taken.winner)
        for step in steps
    ]
    endings = [_ending(steps[-1]), *(_under(played, steps[-1], ties) for ties in readings)]
    return tell(plays, table, endings, _opening(played, steps[0], number), detail)


def _opening(played: Played, first: Move, number: int) -> list[Told]:
    """The deal and the bids, and before a later trick what is trump."""
    said = [line.text for step in played.moves if isinstance(step.move, Bid) for line in step.lines]
    bids: list[Told] = [Line(Markup(" ").join(said), "trump-bidding")] if said else []
    if number == 1:
        return [*played.dealt, *bids]
    trump = first.state.trump
    return [*bids, Line(f"{trump.word} are trump." if trump else "Nothing is trump yet.", "")]


def _play(played: Played, step: Move, tried: str) -> Play:
    state, card, name = step.state, step.move, NAMES[step.seat]
    held = state.hands[step.seat]
    may = playable(held, state.trick)
    after = [line for line in step.lines if line.event.kind == "trump"]
    if card.is_ace and not after:
        rule = "trump-sticky" if played.rules.sticky else "trump-fixed"
        after.append(Line(f"{state.trump.word} stay trump.", rule))
    no, attempt = None, ""
    if tried:
        other = Card.read(tried)
        no = refused(played.match, step, other)
        no = Line(decktet_art.told(no.text), no.rule)
        attempt = Markup("{} tries {}.").format(name, decktet_art.card_text(other))
    return Play(
        next(line for line in step.lines if line.event.kind == "played"),
        hand(may, decktet_art.card_text, card),
        hand([one for one in held if one not in may], decktet_art.card_text, card),
        tried=attempt,
        no=no,
        after=tuple(after),
    )


def _ending(last: Move, option: str = "") -> Ending:
    """Who takes the trick and why, and what the table does next."""
    took, *more = (line for line in last.lines if line.event.kind not in ("played", "trump"))
    title, _, reason = took.text.partition(": ")
    return Ending(Markup(f"{title}."), (Line(Markup(reason), took.rule), *more), option)


def _under(played: Played, last: Move, ties: str) -> Ending:
    """The end of the same trick under another reading of equal cards."""
    match = played.match
    rules = AceTrump.from_header({**played.rules.header(), "ties": ties})
    again: AnyMatch = Match(rules, seed=match.seed, tops=match.tops)
    for step in played.moves:
        again.play(step.move)
        if step is last:
            break
    return _ending(Played.of(again).moves[-1], f"ties: {ties}")


def score(name: str) -> str:
    """How the first hand of a record scores: tricks, bids and points of each, and of each pair of partners."""
    played = Played.of(read(f"{FOLDER}/{name}"))
    rules = played.rules
    over = next(line.event.hand for step in played.moves for line in step.lines if line.event.hand is not None)
    rows = zip(NAMES, over.bids, over.taken, over.points, strict=True)
    sides = [
        (" and ".join(NAMES[: rules.players][side :: rules.sides]), over.totals[side])
        for side in range(rules.sides if rules.partners else 0)
    ]
    return render("trump-score.html.j2", rows=rows, sides=sides, bidding=rules.bidding)


_NEEDS = (f"docs/records/{FOLDER}/*.txt",)

_TRICKS = {
    "trump-in-short": partial(trick, "five-tricks", 2, detail="brief"),
    "trump-following": partial(trick, "five-tricks", 1, {1: "XY"}),
    "trump-an-ace": partial(trick, "five-tricks", 2, detail="folded"),
    "trump-a-trump-follows": partial(trick, "five-tricks", 3, {0: "6SY"}),
    "trump-two-aces": partial(trick, "five-tricks", 4, detail="folded"),
    "trump-an-ace-wins": partial(trick, "five-tricks", 5, detail="folded"),
    "trump-equal-cards": partial(trick, "equal-cards", readings=("early", "late"), detail="folded"),
    "trump-sticky-lead": partial(trick, "sticky-aces", 1, detail="folded"),
    "trump-sticky-later": partial(trick, "sticky-aces", 2, detail="folded"),
    "trump-the-excuse": partial(trick, "the-excuse", 1, {1: "8MS"}),
    "trump-the-excuse-leads": partial(trick, "the-excuse-leads", 1, {2: "XK"}, detail="folded"),
    "trump-fixed-trump": partial(trick, "fixed-trump", 1, {2: "AW"}, detail="folded"),
    "trump-whole-deck": partial(trick, "whole-deck", detail="folded"),
    "trump-partners-trick": partial(trick, "partners", 8, detail="folded"),
    "trump-bidding-trick": partial(trick, "bidding", 7, detail="folded"),
    "trump-tides-trick": partial(trick, "tides", detail="folded"),
    "trump-tides-excuse": partial(trick, "tides-and-the-excuse", detail="folded"),
}

OUTPUTS = (
    *(Output(name, "fragment", make, _NEEDS) for name, make in _TRICKS.items()),
    Output("trump-partners-score", "fragment", partial(score, "partners"), _NEEDS),
    Output("trump-bidding-score", "fragment", partial(score, "bidding"), _NEEDS),
    Output("ace-trump/records", "asset", partial(records, FOLDER), _NEEDS),
)
