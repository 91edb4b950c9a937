"""Rounds of Ace Game told on a page from records: who had to draw, who smashed, who completed and who lost.

See :mod:`generators.worked_plays`.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial

from markupsafe import Markup

from aces.ace_game.game import AceGame
from aces.ace_game.table import bit, bits, card_of, cards_of, playable
from aces.ace_game.words import narrate
from aces.cards import Card
from aces.record import AnyMatch
from aces.sentences import listed
from generators import card_art
from generators.env import render
from generators.registry import Output
from generators.worked_example import Line, Told, read
from generators.worked_plays import NAMES, Detail, Ending, Laid, Move, Play, hand, moves, records, refused, tell

FOLDER = "ace-game"


def played(name: str) -> tuple[AnyMatch, tuple[Move, ...]]:
    """The match of a record, and its moves told with the names of :data:`NAMES`."""
    match = read(f"{FOLDER}/{name}")
    rules = match.rules
    assert isinstance(rules, AceGame)
    return match, moves(match, narrate(rules, match.events, NAMES[: rules.players]))[1]


def play_round(name: str, number: int, tried: Mapping[int, str] | None = None, detail: Detail = "open") -> str:
    """A round of a record, as a fragment of a page.

    ``tried`` has plays that the engine refuses, by the seat that tries. Raises ``ValueError`` where the engine
    disagrees.
    """
    match, made = played(name)
    places = [at for at, step in enumerate(made) if len(step.state.rounds) == number - 1]
    if not places or len(match.state.rounds) < number:
        raise ValueError(f"{name}: the record has no whole round {number}")
    tries = dict(tried or {})
    plays = [_play(match, made[at], made[at - 1] if at else None, tries.pop(made[at].seat, "")) for at in places]
    if tries:
        raise ValueError(f"{name}: seats {sorted(tries)} do not play in round {number}")
    done = match.state.rounds[number - 1]
    table = [
        Laid(NAMES[play.seat], card_art.card_art(play.card, place=NAMES[play.seat]), play.seat == done.highest)
        for play in done.plays
    ]
    return tell(plays, table, [_ending(made[places[-1]])], [_opening(made[places[0]], number)], detail)


def _opening(first: Move, number: int) -> Line:
    left = len(first.state.deck) + first.state.shown.drew
    many = "One card is left to draw" if left == 1 else f"{left} cards are left to draw" if left else "The deck is out"
    return Line(f"Round {number}. {many}.", "")


def _play(match: AnyMatch, step: Move, earlier: Move | None, tried: str) -> Play:
    held = step.state.hands[step.seat]
    may = playable(held, step.state.shown.suit)
    return Play(
        next(line for line in step.lines if line.event.kind == "played"),
        hand(cards_of(may), card_art.card_text, step.move),
        hand(cards_of(held & ~may), card_art.card_text, step.move),
        before=_before(earlier),
        tried=f"{NAMES[step.seat]} tries {Card.read(tried)}." if tried else "",
        no=refused(match, step, Card.read(tried)) if tried else None,
    )


def _before(earlier: Move | None) -> tuple[Told, ...]:
    """What the last move led to before the next card: who was skipped, and who drew which cards."""
    told: list[Told] = []
    for line in earlier.lines if earlier else ():
        if line.event.kind == "drew":
            assert earlier is not None
            cards = map(card_of, earlier.state.deck[: line.event.number])
            told.append(Line(f"{line.text.removesuffix('.')}: {listed(map(str, cards))}.", line.rule))
        elif line.event.kind == "skipped":
            told.append(line)
        elif line.event.kind == "round":
            told.clear()
    return tuple(told)


def _ending(last: Move) -> Ending:
    """Where the cards go and why, and what the table does next."""
    lines = [line for line in last.lines if line.event.kind not in ("played", "drew")]
    done = next(line for line in lines if line.event.kind == "round")
    title, _, reason = done.text.partition(": ")
    lines[lines.index(done)] = Line(reason[:1].upper() + reason[1:], done.rule)
    return Ending(f"{title}.", tuple(lines))


def superover(name: str) -> str:
    """What everybody held before the superover of a record, and what they were dealt, as a table."""
    _, made = played(name)
    at = next(at for at, step in enumerate(made) if any(line.event.kind == "superover" for line in step.lines))
    before, after = made[at], made[at + 1].state
    pile = sum(before.state.discard) | bits(play.card for play in before.state.plays) | bit(before.move)
    rows = [
        (
            NAMES[seat],
            *(Markup(" ").join(map(card_art.card_text, cards_of(some))) for some in (held & ~pile, held & pile)),
        )
        for seat, held in enumerate(after.hands)
        if after.playing[seat]
    ]
    return render("game-superover.html.j2", rows=rows)


_NEEDS = (f"docs/records/{FOLDER}/*.txt",)

_ROUNDS = {
    "game-in-short": partial(play_round, "the-first-smash", 9, detail="brief"),
    "game-forced-draw": partial(play_round, "a-game-of-four", 3, {1: "5H"}),
    "game-red-day": partial(play_round, "nine-rounds", 8),
    "game-smash": partial(play_round, "a-game-of-four", 13, detail="folded"),
    "game-completing": partial(play_round, "a-game-of-four", 14, {3: "KS"}, detail="folded"),
    "game-last-round": partial(play_round, "a-game-of-four", 19, detail="folded"),
    "game-the-loser": partial(play_round, "nine-rounds", 9, detail="folded"),
}

OUTPUTS = (
    *(Output(name, "fragment", make, _NEEDS) for name, make in _ROUNDS.items()),
    Output("game-superover", "fragment", partial(superover, "a-game-of-four"), _NEEDS),
    Output("ace-game/records", "asset", partial(records, FOLDER), _NEEDS),
)
