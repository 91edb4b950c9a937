"""The computer players of Ace Game: they keep the rules, see only views, and replay by seed."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from aces.ace_game.game import AceGame
from aces.ace_game.table import bit, bits, card_of
from aces.cards import DECK, read_cards, stream
from aces.match import Match
from aces.players import RandomPlayer, play_on
from aces.players.ace_game import PLAYERS, Hard, Medium, candidates, follow, lead, play_out, player, smash
from aces.rules import BadText
from tests.engine.games import GAME

every_variant = pytest.mark.parametrize("rules", GAME.values(), ids=GAME.keys())


def cards(text: str) -> int:
    return bits(read_cards(text))


def played(rules: AceGame, seed: int, names: list[str]) -> Match[Any, Any, Any, Any]:
    match = Match(rules, seed=seed)
    play_on(match, {seat: player(names[seat % len(names)], rules) for seat in rules.seats})
    return match


@every_variant
def test_players_finish_games_and_replay_them(rules: AceGame) -> None:
    for names in (["easy"], ["medium"], ["medium", "easy"]):
        first = played(rules, 11, names)
        assert first.over
        assert played(rules, 11, names).history == first.history
        assert played(rules, 12, names).history != first.history


def test_the_hard_player_finishes_a_game_and_replays_it() -> None:
    rules = AceGame(3)
    first, again = Match(rules, seed=5), Match(rules, seed=5)
    for match in (first, again):
        table: dict[int, Any] = dict.fromkeys(rules.seats, Medium(rules))
        play_on(match, table | {0: Hard(rules, worlds=4)})
    assert first.over and first.history == again.history


@pytest.mark.parametrize("name", PLAYERS)
def test_a_player_is_not_swayed_by_what_it_cannot_see(name: str) -> None:
    """Two worlds with one view get one answer."""
    rules = AceGame(4)
    match = Match(rules, seed=3)
    play_on(match, dict.fromkeys(rules.seats, RandomPlayer()))
    chosen = Hard(rules, worlds=3) if name == "hard" else player(name, rules)
    for ply, state in enumerate(match.states[:-1]):
        if ply % 6:
            continue
        seat = rules.turn(state)
        world = rules.imagine(rules.view(state, seat), Random(ply))
        answers = [chosen.choose(rules.view(each, seat), rules.moves(each), stream(3, ply)) for each in (state, world)]
        assert answers[0] == answers[1]
        assert answers[0] in rules.moves(state)


def test_who_is_not_a_player() -> None:
    with pytest.raises(BadText, match="is not a computer player"):
        player("perfect", AceGame())


def test_rules_of_thumb() -> None:
    others = bits(DECK)
    assert card_of(lead(cards("2S 9S AH"), others, deck=3)).code == "9S"
    assert card_of(lead(cards("2S 9S AH"), cards("3H 4H 5S"), deck=0)).code == "AH"
    assert card_of(lead(cards("4S 9S AH"), cards("3H 4H 5S"), 0, [cards("2H 3H")])).code == "4S"
    assert card_of(follow(cards("2S 9S KS"), bit(read_cards("JS")[0]), 0, False)).code == "9S"
    assert card_of(follow(cards("QS KS"), bit(read_cards("JS")[0]), 0, False)).code == "QS"
    assert card_of(follow(cards("QS KS"), bit(read_cards("JS")[0]), 0, True)).code == "KS"
    assert card_of(follow(cards("2S 9S KS"), bit(read_cards("JS")[0]), 4, False)).code == "KS"
    assert card_of(smash(cards("2S QD 9C JH"))).code == "QD"
    assert card_of(smash(cards("AS AD 2C"))).code == "AS"


def test_cards_with_nothing_between_them_are_one_candidate() -> None:
    hand, others = cards("2S 3S 5S 9H KD"), cards("4S 6S 10H QD AD")
    assert [card_of(card).code for card in candidates(hand, others)] == ["5S", "3S", "KD", "9H"]
    long = bits(DECK[::2])
    found = candidates(long, bits(DECK[1::2]), most=6)
    assert len(found) == len(set(found)) == 6
    assert not sum(found) & ~long


@given(seed=st.integers(0, 10**6), players=st.integers(2, 6))
def test_playing_a_world_out_is_playing_by_the_rules(seed: int, players: int) -> None:
    """The table that tries a game and the one that judges it end alike when the same cards are played."""
    rules = AceGame(players, max_superover=0)
    match = Match(rules, seed=seed)
    tried = rules.table(match.state).fork(Random(seed))
    play_on(match, dict.fromkeys(rules.seats, RandomPlayer()))
    for move, state in zip(match.history, match.states[1:], strict=True):
        tried.play(bit(move))
        assert tried.turn == (-1 if state.turn is None else state.turn)
        assert tuple(tried.hands) == state.hands
        assert tried.discard == state.discard
    assert tried.loser == (-1 if match.state.loser is None else match.state.loser)


def test_a_world_is_played_until_a_seat_is_out_or_the_game_is_over() -> None:
    rules = AceGame(3)
    lost = [
        play_out(rules.table(rules.deal(rules.decks(seed)).state).fork(Random(seed)), 1, Random(seed), 0.2)
        for seed in range(60)
    ]
    assert set(lost) == {0.0, 1.0}
    loop = rules.position([read_cards("2S 2H 3H"), read_cards("3S"), read_cards("2D 3D")])
    table = rules.table(loop)
    table.most = 2
    assert play_out(table.fork(Random(1)), 1, Random(1), 0.0) in (0.0, 0.5)


def test_the_hard_player_sees_a_sure_win() -> None:
    """A low spade is followed, then the last heart smashes; the heart led first would come back with a pile."""
    rules = AceGame(2, max_superover=0)
    state = rules.position([read_cards("2S 3H"), read_cards("3S 4D 5D")], discard=[
        card for card in DECK if card not in read_cards("2S 3H 3S 4D 5D")
    ])  # fmt: skip
    view = rules.view(state, 0)
    for luck in range(5):
        assert Hard(rules).choose(view, rules.moves(state), Random(luck)).code == "2S"
