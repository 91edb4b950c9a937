"""Ace Game for ``make soak``: every number of players and option, and what random play of them should give.

The expected means come from a slow implementation of the same rules written apart from this one, 20,000 games a
row. A game without a loser is lawful, but so rare that none is expected.
"""

from __future__ import annotations

from itertools import groupby

from aces.ace_game.game import START_CARDS, AceGame, State
from aces.ace_game.table import MOST_ROUNDS
from generators.tallies import Word
from generators.tallies import tally as counted
from tests.soak import Expected, Numbers, Soak

PLAYERS = range(2, 11)
VARIANTS: dict[str, AceGame] = {
    **{f"game, {players}": AceGame(players) for players in PLAYERS},
    **{f"game, {players}, full smash": AceGame(players, smash="full") for players in PLAYERS},
    **{f"game, {players}, family": AceGame(players, next_leader="family") for players in PLAYERS},
    **{f"game, {players}, no superover": AceGame(players, max_superover=0) for players in PLAYERS},
    **{f"game, {players}, any superovers": AceGame(players, max_superover=None) for players in PLAYERS},
    "game, 3, full smash, family, any superovers": AceGame(
        3, smash="full", next_leader="family", max_superover=None
    ),
    "game, 7, full smash, family, no superover": AceGame(7, smash="full", next_leader="family", max_superover=0),
}  # fmt: skip


def tally(rules: AceGame, state: State) -> Numbers:
    """The numbers of a finished game; asserts what every game keeps."""
    start = state.start.index(START_CARDS[0])
    rounds = state.rounds
    most = MOST_ROUNDS if rules.max_superover is None else rules.max_superover
    assert 0 < len(rounds) <= MOST_ROUNDS
    assert state.superovers <= most
    assert rounds[0].leader == start
    if state.stalemate:
        assert len(state.out) < rules.players - 1
    else:
        assert state.loser is not None and not state.deck, "somebody lost before the deck was out"
        assert sorted((*state.out, state.loser)) == list(rules.seats)
        assert not any(state.hands[seat] for seat in state.out)
    for number, done in enumerate(rounds, 1):
        assert done.number == number
        same = [play for play in done.plays if play.card.suit is done.plays[0].card.suit]
        assert done.highest == max(same, key=lambda play: play.card.index).seat
        assert done.smashed == (len(same) < len(done.plays))
        assert len({play.seat for play in done.plays}) == len(done.plays)
    whole = {name: float(value) for name, value in counted(rules, state).whole.items() if not isinstance(value, Word)}
    return whole | {
        "plays": sum(len(done.plays) for done in rounds),
        "in a row": max(len(list(run)) if smashed else 0 for smashed, run in groupby(done.smashed for done in rounds)),
        "start loses": state.loser == start,
    }


def row(rounds: float, plays: float, smashes: float, superover: float) -> tuple[Expected, ...]:
    """One row of the table of random games; what it gives in per cent stands in per cent here."""
    sample = 20_000
    return (
        Expected("rounds", rounds, 0.05, sample),
        Expected("plays", plays, 0.5, sample),
        Expected("smashes", smashes / 100, 0.005, sample, per="rounds"),
        Expected("superover", superover / 100, 0.0005, sample),
    )


def start(loses: float) -> Expected:
    """How often the start player loses."""
    return Expected("start loses", loses, 0.0005, 20_000)


def rounds(mean: float) -> tuple[Expected, ...]:
    """The mean length of a game."""
    return (Expected("rounds", mean, 0.05, 20_000),)


EXPECTED = {
    "game, 2": row(26.6, 53, 19, 24.1),
    "game, 3": row(23.3, 60, 34, 15.9),
    "game, 4": (*row(23.6, 67, 44, 16.7), start(0.240)),
    "game, 5": row(25.2, 74, 53, 13.0),
    "game, 6": (*row(27.5, 82, 59, 14.6), start(0.147)),
    "game, 8": (*row(35.8, 106, 69, 11.4), start(0.104)),
    "game, 10": (*row(50.7, 144, 76, 8.2), start(0.122)),
    "game, 4, no superover": rounds(23.2),
    "game, 4, any superovers": rounds(23.8),
    "game, 4, full smash": rounds(21.0),
    "game, 4, family": rounds(23.3),
}

SOAKS = {"ace-game": Soak(VARIANTS, tally, EXPECTED)}
