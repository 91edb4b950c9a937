"""The laws that every game and variant keeps, over random games.

Moves are drawn evenly from the legal ones; ``seeds`` are Hypothesis's, so a broken law comes
with the smallest seed that breaks it.
"""

from __future__ import annotations

from collections import Counter
from random import Random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from aces.cards import SEED_LIMIT, shuffled
from aces.games import GAMES, rules_for
from aces.lite.campaign import AS_RULED
from aces.lite.growth import Growth
from aces.lite.harm import Harm
from aces.lite.initiative import Initiative
from aces.match import Match
from aces.players import RandomPlayer, play_on
from aces.record import read_record, write_record
from aces.rules import BadRecord, BadText, Refused
from tests.engine.games import FRESH_DRAWS, VARIANTS

seeds = st.integers(0, SEED_LIMIT - 1)
every_game = pytest.mark.parametrize("rules", VARIANTS.values(), ids=VARIANTS.keys())


def played(rules: Any, seed: int) -> Match[Any, Any, Any, Any]:
    """A game played to its end by chance."""
    match = Match(rules, seed=seed)
    play_on(match, dict.fromkeys(rules.seats, RandomPlayer()))
    return match


@every_game
@given(seed=seeds)
def test_cards_are_conserved(rules: Any, seed: int) -> None:
    """No card appears, disappears or is doubled: rules lite-own-deck, lite-fresh-decks, lite-cleanup."""
    match = played(rules, seed)
    counts = [Counter(card for pile in rules.piles(state).values() for card in pile) for state in match.states]
    assert all(count == counts[0] for count in counts)


@every_game
@given(seed=seeds)
def test_it_ends_and_only_then_are_there_no_moves(rules: Any, seed: int) -> None:
    match = played(rules, seed)
    assert len(match.history) <= rules.longest
    for state in match.states:
        over = rules.turn(state) is None
        assert over == (not rules.moves(state)) == bool(rules.result(state))


@every_game
@given(seed=seeds)
def test_a_move_is_legal_exactly_when_there_is_no_objection(rules: Any, seed: int) -> None:
    match = played(rules, seed)
    candidates = {move for state in match.states for move in rules.moves(state)}
    for state in match.states:
        legal = rules.moves(state)
        assert len(set(legal)) == len(legal)
        for move in candidates | set(legal):
            refusal = rules.objection(state, move)
            assert (refusal is None) == (move in legal)
            if refusal is not None:
                assert refusal.rule
                assert refusal.reason.endswith(".")
                assert refusal.allowed == tuple(rules.write(other) for other in legal)
                with pytest.raises(Refused):
                    rules.step(state, move)


@every_game
@given(seed=seeds, luck=st.integers(0, 2**32))
def test_an_imagined_world_shows_the_same_view(rules: Any, seed: int, luck: int) -> None:
    match = played(rules, seed)
    whole = Counter(card for pile in rules.piles(match.states[0]).values() for card in pile)
    for state in match.states:
        for seat in (*rules.seats, None):
            view = rules.view(state, seat)
            world = rules.imagine(view, Random(luck))
            assert rules.view(world, seat) == view
            assert rules.turn(world) == rules.turn(state)
            held = Counter(card for pile in rules.piles(world).values() for card in pile)
            assert held == whole or (rules.game in FRESH_DRAWS and held.total() == whole.total())
            if rules.turn(state) == seat:
                assert rules.moves(world) == rules.moves(state)


@every_game
@given(seed=seeds, luck=st.integers(0, 2**32))
def test_what_is_still_in_the_decks_shows_in_no_view(rules: Any, seed: int, luck: int) -> None:
    """Two deals that differ only below the cards drawn so far look alike to every seat."""
    match = played(rules, seed)
    for ply in range(0, len(match.states), 3):
        left = {name: len(rules.piles(match.states[ply])[name]) for name in match.deck_sizes}
        tops = {name: cards[: len(cards) - left[name]] for name, cards in rules.decks(seed).items()}
        rest = {name: cards[len(cards) - left[name] :] for name, cards in rules.decks(seed).items()}
        other = {name: tops[name] + shuffled(rest[name], Random(luck)) for name in tops}
        state = rules.deal(other).state
        for move in match.history[:ply]:
            state = rules.step(state, move).state
        for seat in (*rules.seats, None):
            assert rules.view(state, seat) == rules.view(match.states[ply], seat)


@every_game
@given(seed=seeds)
def test_moves_and_records_read_back(rules: Any, seed: int) -> None:
    match = played(rules, seed)
    for state in match.states:
        for move in rules.moves(state):
            assert rules.read(state, rules.write(move)) == move
    assert rules_for(rules.game, rules.header()) == rules
    again = read_record(write_record(match))
    assert again.states == match.states
    assert again.events == match.events
    half = Match(rules, seed=seed)
    for move in match.history[: len(match.history) // 2]:
        half.play(move)
    assert read_record(write_record(half)).state == half.state


@every_game
@given(seed=seeds, data=st.data())
def test_a_damaged_record_is_refused_with_its_line(rules: Any, seed: int, data: st.DataObject) -> None:
    """A line of moves lost, doubled or garbled never gives the same end unnoticed."""
    match = played(rules, seed)
    lines = write_record(match).splitlines()
    first = lines.index("") + 1
    at = data.draw(st.integers(first, len(lines) - 1))
    how = data.draw(st.sampled_from(["lost", "garbled", "cut"]))
    damaged = {
        "lost": lines[:at] + lines[at + 1 :],
        "garbled": [*lines[:at], lines[at] + " x", *lines[at + 1 :]],
        "cut": lines[:at],
    }[how]
    with pytest.raises(BadRecord) as caught:
        read_record("\n".join(damaged))
    assert 1 <= caught.value.line <= len(lines)


@every_game
@given(seed=seeds)
def test_folding_the_events_rebuilds_the_public_view(rules: Any, seed: int) -> None:
    match = Match(rules, seed=seed)
    players = dict.fromkeys(rules.seats, RandomPlayer())
    play_on(match, players)
    steps = match.steps()
    view = rules.blank()
    for (_, _, events), state in zip(steps, match.states, strict=True):
        for event in events:
            view = rules.watch(view, event)
        assert view == rules.view(state, None)


@every_game
@given(seed=seeds, text=st.text(max_size=20))
def test_any_text_is_a_move_or_is_refused(rules: Any, seed: int, text: str) -> None:
    match = Match(rules, seed=seed)
    before = match.state
    try:
        match.play(text)
    except (BadText, Refused):
        assert match.state is before
    else:
        assert match.history[0] in rules.moves(before)


@every_game
@given(seed=seeds)
def test_undo_goes_back_and_forth(rules: Any, seed: int) -> None:
    match = played(rules, seed)
    end, states, history = match.state, match.states, match.history
    for state in reversed(states[:-1]):
        match.undo()
        assert match.state == state
    for move in history:
        match.play(move)
    assert match.state == end


def test_header_options_are_strict() -> None:
    for rules in VARIANTS.values():
        with pytest.raises(BadText, match="is not an option"):
            rules_for(rules.game, {"stta": "4"})
        for key in rules.header():
            with pytest.raises(BadText):
                rules_for(rules.game, {key: "\u2603"})


def test_rules_are_values() -> None:
    """The same options are the same rules; each of these variants is another, and they hash apart."""
    for rules in VARIANTS.values():
        again = rules_for(rules.game, rules.header())
        assert again is not rules
        assert (again, hash(again)) == (rules, hash(rules))
        assert rules != rules.game
    assert len(set(VARIANTS.values())) == len({hash(rules) for rules in VARIANTS.values()}) == len(VARIANTS)


READINGS = {
    "dealer-aces": "best",  # Q1
    "discards": "all",  # Q12
    "scene-items": "each",  # Q17
    "ace": "high",  # Q26
    "override": "drops-out",  # Q34
    "inventory": "yes",  # Q39
    "loser-hp": "0",  # Q40
    "extremes": "count",  # Q43
    "door-open": "critical",  # Q53
    "door-shut": "failure",  # Q53
    "surge": "total",  # Q55
}
"""The ten questions that are options, and the ruling of each."""

PLAYED = {"stat", "stats", "affinity", "affinities", "items", "starter", "approach", "plot-armor", "max-hands"}
"""Who plays with what and how long: no reading of the rules."""


def test_ten_questions_are_options_and_no_others() -> None:
    """The ruling is the default of each; HP, Growth, Initiative and a campaign take theirs from the same ten."""
    lite = [rules for rules in GAMES if rules.startswith(("aces-lite", "universal21"))]
    found = [(key, value) for game in lite for key, value in rules_for(game, {}).header().items()]
    alone = [("scene-items", Harm().scene_items), ("extremes", Growth().extremes), ("ace", Initiative().ace)]
    kept = [(key.replace("_", "-"), str(value)) for key, value in AS_RULED._asdict().items()]
    assert dict((*found, *alone, *kept)).keys() - PLAYED == READINGS.keys()
    assert all(READINGS[key] == value for key, value in (*found, *alone, *kept) if key not in PLAYED)
