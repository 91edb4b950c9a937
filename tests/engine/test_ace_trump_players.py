"""The computer players of Ace Trump: they keep the rules, see only views, and replay by seed."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from aces.ace_trump.game import AceTrump, Bid, State
from aces.ace_trump.trick import TIES, power, winner
from aces.cards import stream
from aces.decktet import DECK, EXCUSE, FULL_DECK, SUITS, Card, Suit, read_cards
from aces.match import Match
from aces.players import play_on
from aces.players.ace_trump import PLAYERS, Hard, Medium, Position, Table, bits, player, table
from aces.rules import BadText
from tests.engine.games import TRUMP

TRUMPS: tuple[Suit | None, ...] = (*SUITS, None)
every_variant = pytest.mark.parametrize("rules", TRUMP.values(), ids=TRUMP.keys())


def positions(rules: AceTrump, seed: int) -> Iterator[State]:
    """The states of a random match in which a card is to be played."""
    rng = Random(seed)
    state = rules.deal(rules.decks(seed)).state
    while rules.turn(state) is not None:
        moves = rules.moves(state)
        if state.phase == "play":
            yield state
        state = rules.step(state, moves[rng.randrange(len(moves))]).state


@pytest.mark.parametrize("ties", TIES)
def test_the_table_is_the_rules_by_number(ties: Any) -> None:
    """Which card takes the trick from which, what follows, what trump becomes: made from the rules alone."""
    plain, sticky, fixed = Table(ties, False, None), Table(ties, True, None), Table(ties, False, Suit.SUNS)
    for led in DECK:
        for at, trump in enumerate(TRUMPS):
            row = plain.over(at, led.index)
            for best in DECK:
                if power(best, led, trump, ties):
                    takers = {
                        card for card in FULL_DECK if card not in (led, best) and row[best.index] >> card.index & 1
                    }
                    cards = (led,) if best is led else (led, best)
                    if cards[winner(cards, trump, ties)] is best:
                        expected = {
                            card
                            for card in FULL_DECK
                            if card not in cards and winner((*cards, card), trump, ties) == len(cards)
                        }
                        assert takers == expected
    for at, trump in enumerate(TRUMPS):
        for index in range(6):
            assert plain.next[at][index] == index
            assert sticky.next[at][index] == (index if trump is None else at)
            assert fixed.next[at][index] == 1
    assert sticky.changes == (*(0,) * 6, 63)


@every_variant
@given(seed=st.integers(0, 10**6))
def test_playing_a_world_out_is_playing_by_the_rules(rules: AceTrump, seed: int) -> None:
    """With every card left to chance, the quick way and the rules end in the same tricks from the same luck."""
    for at, state in enumerate(positions(rules, seed)):
        if at % 5:
            continue
        first = rules.moves(state)[-1]
        assert isinstance(first, Card)
        rng, number = Random(seed), state.sheet.number
        position = Position(
            [bits(hand) for hand in state.hands],
            rules.sides,
            state.leader,
            [card.index for card in state.trick],
            TRUMPS.index(state.trump),
            list(state.taken),
        )
        taken = position.play_out(table(rules), rng, 1.0, first.index)
        rng, after = Random(seed), rules.step(state, first).state
        while rules.turn(after) is not None and after.sheet.number == number:
            moves = rules.moves(after)
            choice = 0
            if len(moves) > 1:
                rng.random()
                choice = int(rng.random() * len(moves))
            after = rules.step(after, moves[choice]).state
        assert taken == list(after.sheet.past[number - 1].taken)


@every_variant
@pytest.mark.parametrize("name", PLAYERS)
def test_players_choose_legal_moves_and_replay(rules: AceTrump, name: str) -> None:
    """A whole match by one strength: legal throughout, and the same again from the same seed."""
    if name == "hard":
        seats = {seat: Hard(rules, worlds=2, played_out=1) for seat in rules.seats}
    else:
        seats = {seat: player(name, rules) for seat in rules.seats}
    first, again = Match(rules, seed=5), Match(rules, seed=5)
    play_on(first, seats)
    play_on(again, seats)
    assert first.over and first.history == again.history


@pytest.mark.parametrize("name", PLAYERS)
def test_a_player_knows_only_its_view(name: str) -> None:
    """In every world that looks the same it chooses the same."""
    rules = AceTrump(4, excuse=True, bidding=True, max_hands=1)
    chooser = Hard(rules, worlds=3, played_out=1) if name == "hard" else player(name, rules)
    rng = Random(8)
    for seed in range(3):
        for state in positions(rules, seed):
            seat = rules.turn(state)
            world = rules.imagine(rules.view(state, seat), rng)
            moves = rules.moves(state)
            mine = chooser.choose(rules.view(state, seat), moves, stream(seed, 1))
            assert mine == chooser.choose(rules.view(world, seat), rules.moves(world), stream(seed, 1))
            assert mine in moves


def chosen(hand: str, trick: str, players: int, trump: Suit | None, **options: Any) -> str:
    """What the medium player in the last seat plays from a hand to a trick; the others hold what is left."""
    rules = AceTrump(players, max_hands=1, **options)
    mine, on_table, last = read_cards(hand), read_cards(trick), players - 1
    left = [card for card in rules.deck if card not in mine and card not in on_table]
    leader, hands = last - len(on_table), []
    for seat in range(last):
        size = len(mine) - (seat >= leader)
        hands.append(left[:size])
        left = left[size:]
    state = rules.position([*hands, mine], leader, on_table, trump)
    return rules.write(Medium(rules).choose(rules.view(state, last), rules.moves(state), Random(1)))


@pytest.mark.parametrize(
    ("hand", "trick", "players", "trump", "options", "card"),
    [
        ("7SK XS 2MK", "9MS", 3, None, {}, "XS"),
        ("5SW XS 7SK", "4MS 2MK", 3, None, {}, "5SW"),
        ("2WL 8WL XK", "9MS 4MS", 3, Suit.WAVES, {}, "2WL"),
        ("6LK AW 8YK", "9MS 4MS", 3, None, {}, "AW"),
        ("6LK XL 8YK", "9MS 4MS", 3, None, {}, "6LK"),
        ("4YK E 8YK", "9MS 4MS", 3, None, {"excuse": True}, "4YK"),
        ("XS 3MW", "4MS 9MS 8MS", 4, None, {"partners": True}, "3MW"),
        ("XS 3MW", "4MS 8MS 9MS", 4, None, {"partners": True}, "XS"),
        ("9LK XL XW", "", 2, Suit.LEAVES, {}, "XL"),
        ("9LK 2WL XW", "", 2, Suit.LEAVES, {}, "XW"),
        ("AW 9WY 7WY 3MW", "", 2, None, {"sticky": True}, "AW"),
        ("AW 9WY 7WY 3MW", "", 2, None, {}, "9WY"),
        ("AW E", "", 2, None, {"excuse": True}, "AW"),
    ],
)
def test_rules_of_thumb(
    hand: str, trick: str, players: int, trump: Suit | None, options: dict[str, Any], card: str
) -> None:
    """The cheapest card that takes the trick; trumps low; an Ace that wins; low cards away; a partner's trick left;
    the highest trump led; with Sticky Aces the Ace of a long suit."""
    assert chosen(hand, trick, players, trump, **options) == card


def test_bids_fit_the_hand() -> None:
    """More high cards, higher bids; over many deals about the fair share."""
    rules = AceTrump(4, bidding=True, max_hands=1, dealer=0)
    medium, told = Medium(rules), []
    for seed in range(300):
        state = rules.deal(rules.decks(seed)).state
        bid = medium.choose(rules.view(state, 1), rules.moves(state), Random(1))
        assert isinstance(bid, Bid)
        told.append((sum(card.value for card in state.hands[1] if not card.is_ace), bid.tricks))
    told.sort()
    low, high = told[:100], told[-100:]
    assert sum(bid for _, bid in low) < sum(bid for _, bid in high)
    assert 1.5 < sum(bid for _, bid in told) / len(told) < 2.5


def test_an_unknown_player_is_refused() -> None:
    with pytest.raises(BadText, match=r"is not a computer player\. Allowed: easy, medium, hard"):
        player("grand", AceTrump())
    assert all(player(name, AceTrump()).name == name for name in PLAYERS)


def test_the_excuse_is_no_card_to_win_with() -> None:
    """The quick tables never let the Excuse take a trick."""
    for ties in TIES:
        plain = Table(ties, False, None)
        for led in DECK:
            for trump in range(7):
                row = plain.over(trump, led.index)
                assert not any(row[best.index] >> EXCUSE.index & 1 for best in DECK if row[best.index])
