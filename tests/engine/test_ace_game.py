"""Ace Game, rule by rule, and against a second, slow telling of the same rules."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from pathlib import Path
from random import Random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from aces.ace_game.game import MOST_PLAYERS, OPTION_RULES, START_CARDS, AceGame, State, dealt, winners
from aces.ace_game.ids import RULES
from aces.ace_game.shown import Hidden, hidden, share
from aces.ace_game.table import MOST_ROUNDS, Event, bit, bits, card_of, card_problem, cards_of
from aces.ace_game.words import known_text, label, narrate, spoken, standing, task, tell
from aces.cards import DECK, Card, Suit, read_cards, shuffled
from aces.games import narrator_for
from aces.match import Match
from aces.players import RandomPlayer, play_on
from aces.record import read_record, write_record
from aces.rules import BadText, Refused

RECORDS = Path(__file__).resolve().parent.parent / "records" / "ace-game"

SEEDS = st.integers(0, 10**9)


def at(*hands: str, deck: str = "", discard: str = "", rules: AceGame | None = None, **more: Any) -> Position:
    """A position before a lead, from hands as text."""
    rules = rules or AceGame(len(hands))
    state = rules.position(list(map(read_cards, hands)), read_cards(deck), read_cards(discard), **more)
    return Position(rules, state)


class Position:
    """A state that plays on and keeps what the table saw."""

    def __init__(self, rules: AceGame, state: State) -> None:
        self.rules, self.state = rules, state
        self.first = rules.view(state, None)
        self.events: list[Event] = []

    def play(self, text: str) -> Position:
        for word in text.split():
            step = self.rules.step(self.state, self.rules.read(self.state, word))
            self.state = step.state
            self.events += step.events
        return self

    def refused(self, text: str) -> Any:
        with pytest.raises(Refused) as caught:
            self.play(text)
        return caught.value.refusal

    @property
    def legal(self) -> str:
        return " ".join(card.code for card in self.rules.moves(self.state))

    @property
    def kinds(self) -> list[str]:
        return [event.kind for event in self.events]

    def told(self, names: Sequence[str] = ()) -> list[str]:
        return [line.text for line in tell(self.rules, self.events, self.first, names)]

    def hand(self, seat: int) -> str:
        return " ".join(card.code for card in self.state.hand(seat))


# The rules


def test_two_to_ten_players_get_five_cards_each() -> None:
    """Rules game-players, game-deal."""
    assert MOST_PLAYERS == 10
    for players in range(2, 11):
        rules = AceGame(players)
        state = rules.deal(rules.decks(3)).state
        assert all(hand.bit_count() == 5 for hand in state.hands)
        assert len(state.deck) == 52 - 5 * players
    for wrong in (0, 1, 11, -4, True, "4", 4.0, None):
        with pytest.raises(BadText, match="is not a number of players"):
            AceGame(wrong)  # type: ignore[arg-type]
    assert dealt(DECK, 10)[3] == tuple(DECK[3:50:10])


@pytest.mark.parametrize(
    "options",
    [
        {"smash": "half"},
        {"smash": None},
        {"next_leader": "left"},
        {"max_superover": -1},
        {"max_superover": True},
        {"max_superover": 1.0},
        {"max_superover": 1001},
        {"start": 4},
        {"start": "drawn"},
    ],
)
def test_options_that_may_not_be_are_refused(options: dict[str, Any]) -> None:
    with pytest.raises(BadText):
        AceGame(4, **options)


def test_options_read_back_and_compare() -> None:
    rules = AceGame(7, smash="full", next_leader="family", max_superover=None, start=6)
    assert AceGame.from_header(rules.header()) == rules == eval(repr(rules), {"AceGame": AceGame})
    assert len({rules, AceGame.from_header(rules.header()), AceGame()}) == 2
    assert AceGame.from_header({}) == AceGame(4)
    for key, value in (("start", "player 5"), ("max-superover", "many"), ("players", "12"), ("players", "four")):
        with pytest.raises(BadText):
            AceGame.from_header({key: value})


def test_the_ace_is_high() -> None:
    """Rule game-rank: A K Q J 10 9 ... 2."""
    ranks = ["A", "K", "Q", "J", "10", "9", "8", "7", "6", "5", "4", "3", "2"]
    for high, low in pairwise(ranks):
        for one, other in ((high, low), (low, high)):
            table = at(f"{one}H 2S", f"{other}H 3S", deck="4S").play(f"{one}H {other}H")
            assert table.state.leader == (one != high)


def test_the_start_is_drawn_and_each_seat_equally_likely() -> None:
    """Rule game-start: everybody draws a spade, the Ace starts; other cards do not depend on it."""
    rules = AceGame(5)
    assert [card.code for card in START_CARDS[:5]] == ["AS", "KS", "QS", "JS", "10S"]
    starts = [0] * 5
    for seed in range(2000):
        decks = rules.decks(seed)
        assert sorted(decks["start"]) == sorted(START_CARDS[:5])
        starts[decks["start"].index(START_CARDS[0])] += 1
    assert all(330 < count < 470 for count in starts)
    match = Match(rules, seed=1)
    assert match.events[0].kind == "start"
    assert match.turn == match.state.leader == match.state.start.index(START_CARDS[0])
    assert Match(AceGame(5, start=3), seed=1).turn == 3


def test_the_lead_asks_for_its_suit_and_any_rank_of_it_may_follow() -> None:
    """Rules game-lead, game-follow."""
    table = at("5S 9H", "2S AS KD", "3S", deck="2C")
    assert table.legal == "5S 9H"
    assert table.play("5S").legal == "2S AS"
    refusal = table.refused("KD")
    assert refusal.rule == "game-follow"
    assert refusal.allowed == ("2S", "AS")
    assert str(refusal) == (
        "KD: 5♠ was led, so you play a card of spades: you hold 2♠ and A♠. Allowed: 2S, AS. [game-follow]"
    )
    assert "not in it" in str(at("5S", "2S", deck="2C").refused("9H"))


def test_cards_are_drawn_until_the_suit_comes_and_it_must_be_played() -> None:
    """Rule game-draw: the other drawn cards stay in hand; who holds the suit never draws."""
    table = at("5S 2C", "2H", deck="3D 4C 7S 8S").play("5S")
    assert table.legal == "7S"
    assert table.hand(1) == "7S 4C 3D 2H"
    assert [card_of(one).code for one in table.state.deck] == ["8S"]
    refusal = table.refused("2H")
    assert (refusal.rule, refusal.allowed) == ("game-draw", ("7S",))
    assert "you drew 3 cards for it, so you play 7♠" in refusal.reason
    assert table.play("7S").hand(1) == "4C 3D 2H"
    assert "drew" not in at("5S 2C", "2S 2H", deck="3D").play("5S 2S").kinds


def test_a_red_day_is_when_the_deck_is_out_and_the_suit_did_not_come() -> None:
    """Rule game-red-day: then any card, and no card may be kept back with the suit in hand."""
    table = at("5S 2C", "2H", deck="3D 4C").play("5S")
    assert table.legal == "4C 3D 2H"
    assert table.refused("9S").rule == "game-red-day"
    table.play("3D")
    assert table.told()[1:3] == [
        "Player 2 has no spades and draws the last 2 cards of the deck.",
        "Red day: the deck is out and no spade came. Player 2 smashes with 3♦.",
    ]
    later = at("5S 2C", "2H 3D", rules=AceGame(2, max_superover=0)).play("5S")
    assert later.legal == "3D 2H"
    assert later.refused("9C").allowed == ("3D", "2H")


def test_an_empty_hand_draws_to_lead() -> None:
    """Rule game-empty-lead: one card, which is led."""
    table = at("", "7S", deck="2H 9H")
    assert table.legal == "2H"
    refusal = table.refused("7S")
    assert (refusal.rule, refusal.allowed) == ("game-empty-lead", ("2H",))
    assert table.play("2H").legal == "9H"
    assert not table.state.deck


def test_an_empty_hand_draws_to_follow_or_is_skipped() -> None:
    """Rule game-empty-follow."""
    assert at("5S 2C", "", deck="2H 9S 4S").play("5S").legal == "9S"
    table = at("5S 2C", "2H", "", deck="3S").play("5S 3S")
    assert table.kinds == ["played", "drew", "played", "skipped", "round", "out", "leads"]
    assert table.state.out == (2,)
    assert "Player 3 has no card, and there is none to draw." in table.told()


def test_the_highest_of_the_suit_takes_the_cards_of_a_smash_at_once() -> None:
    """Rules game-collect, game-smash-ends: later seats keep their cards; a higher card of another suit is nothing."""
    table = at("5S 2C", "9S 3D", "AH 7C", "KS 8D").play("5S 9S AH")
    assert table.hand(1) == "5S 9S 3D AH"
    assert table.hand(3) == "KS 8D"
    assert not table.state.discard
    assert table.state.turn == 1
    done = table.state.rounds[-1]
    assert (done.highest, done.best.code, done.smashed) == (1, "9S", True)
    assert "Player 2 takes these 3 cards: 9♠ is the highest of spades." in table.told()


def test_with_the_full_smash_everybody_still_plays() -> None:
    """Rule game-smash-ends, the other reading: the highest of the suit may come after the smash."""
    rules = AceGame(4, smash="full")
    table = at("5S 2C", "9S 3D", "4H 7C", "KS 8D", rules=rules).play("5S 9S 4H")
    assert table.legal == "KS"
    assert table.play("KS").hand(3) == "5S 9S KS 8D 4H"
    twice = at("5S 2C", "4H 3D", "KD 8D", rules=AceGame(3, smash="full")).play("5S 4H KD")
    assert twice.hand(0) == "5S 2C KD 4H"


def test_a_clean_round_leaves_the_game_and_the_highest_starts() -> None:
    """Rules game-clean-round, game-next-start."""
    table = at("5S 2C", "9S 3D", "8S 7C", deck="2D").play("5S 9S 8S")
    assert [card_of(one).code for one in table.state.discard] == ["5S", "9S", "8S"]
    assert table.state.turn == 1
    assert table.told()[-2:] == [
        "A clean round: these 3 cards leave the game. Player 2's 9♠ is the highest of spades.",
        "Player 2 starts the next round.",
    ]


def test_completing_needs_an_empty_hand_and_an_empty_deck_after_the_round() -> None:
    """Rule game-complete: an empty hand with a deck is not enough; a collector has not completed."""
    early = at("5S", "7S 2D", deck="KC 2C").play("5S 7S")
    assert early.state.out == ()
    table = at("5S 2D", "9S", "4H", "KS 3D").play("5S 9S 4H")
    assert table.state.out == (2,)
    assert table.hand(1) == "5S 9S 4H"


def test_several_complete_in_the_order_of_the_round() -> None:
    """Rules game-complete-order, game-after-complete."""
    table = at("7S", "KS 3D", "8S", "5S 2D", leader=2).play("8S 5S 7S KS")
    assert table.state.out == (2, 0)
    assert table.state.turn == 1
    assert table.told()[-1] == "Player 2 starts the next round, sitting next to Player 1."
    far = at("5S 2D", "7S", "8S", "KS 3D", leader=1).play("7S 8S KS 5S")
    assert far.state.out == (1, 2)
    assert far.state.turn == 3
    gap = at("7S 2H", "8S", "", "KS 3D 3H", playing=[0, 1, 3]).play("7S 8S KS")
    assert gap.state.turn == 3
    assert gap.told()[-1].endswith("sitting next to Player 2 of those still playing.")


def test_who_starts_after_somebody_completed_by_the_family_rule() -> None:
    """Rule game-after-complete, the other reading: the highest card, or the seat next to it if it is out."""
    rules = AceGame(4, next_leader="family")
    kept = at("5S", "7S 2D", "KS 3D", "6S 4D", rules=rules).play("5S 7S KS 6S")
    assert (kept.state.out, kept.state.turn) == ((0,), 2)
    gone = at("5S", "KS", "7S 3D", "6S 4D", rules=rules).play("5S KS 7S 6S")
    assert (gone.state.out, gone.state.turn) == ((0, 1), 2)
    assert gone.told()[-1] == "Player 2 had the highest card and completed, so Player 3 starts next."
    last = at("5S 3H", "KS", "7S 3D", "6S", rules=rules).play("5S KS 7S 6S")
    assert (last.state.out, last.state.turn) == ((1, 3), 2)
    assert at("5S 3H", "KS", "7S 3D", "6S").play("5S KS 7S 6S").state.turn == 0


def test_after_a_smash_that_completes_the_next_in_sequence_starts_not_the_collector() -> None:
    """Rule game-after-complete."""
    table = at("5S 2D", "4H", "KS 3D").play("5S 4H")
    assert (table.state.out, table.state.turn) == ((1,), 2)
    assert table.hand(0) == "5S 2D 4H"


@pytest.mark.parametrize(
    ("hands", "due"),
    [
        (["5S", "3H 4D"], True),
        (["5S", "3S 4D"], False),
        (["5S", "3H"], False),
        (["5S 6S", "3H"], True),
        (["5S", "3H 4H 5H 6H"], True),
        (["5S", "3H 4H 5H 6H 7H"], False),
        (["5S 6C", "3H 4D"], True),
        (["5S", "3H", "4D"], True),
        (["5S", "3H", "4H"], False),
        (["5S", "3H", "4D", "5C"], True),
        (["5S 5H 5D 5C"], False),
    ],
)
def test_a_card_problem(hands: list[str], due: bool) -> None:
    """Rule game-card-problem: nobody can follow anybody, at most four cards each, three or more together."""
    assert card_problem([bits(read_cards(hand)) for hand in hands]) is due
    if len(hands) > 1:
        rules = AceGame(len(hands))
        assert rules.problem(list(map(read_cards, hands))) is due
        assert not rules.problem(list(map(read_cards, hands)), read_cards("KC"))
        assert not rules.problem(list(map(read_cards, hands)), superovers=1)
        assert AceGame(len(hands), max_superover=None).problem(list(map(read_cards, hands)), superovers=9) is due
        assert not AceGame(len(hands), max_superover=0).problem(list(map(read_cards, hands)))
    assert not AceGame(2).problem([read_cards("5S 3H 4D"), ()], playing=[0])


def test_a_superover_deals_the_discard_pile_until_everybody_holds_five() -> None:
    """Rules game-superover, game-superover-once: in rotation from the start player, who stays."""
    table = at("3H 4D", "", "5S", discard="2C 3C 4C 5C 6C 7C 8C 9C", leader=2, playing=[0, 2])
    assert table.hand(2) == "5S 2C 4C 6C 8C"
    assert table.hand(0) == "3C 5C 7C 4D 3H"
    assert table.state.turn == 2
    assert table.state.superovers == 1
    assert [card_of(one).code for one in table.state.discard] == ["9C"]
    again = at("3H 4D", "5S", discard="2C 3C 4C 5C 6C 7C 8C 9C", superovers=1)
    assert again.hand(1) == "5S"


def test_a_superover_comes_before_the_lead_of_a_real_game() -> None:
    """Rule game-superover: the shuffled pile follows the pack that was fixed at the deal; who holds what is hidden."""
    rules = AceGame(2)
    seen = 0
    for seed in range(40):
        match = Match(rules, seed=seed)
        play_on(match, dict.fromkeys(rules.seats, RandomPlayer()))
        for before, step, state in zip(match.states, match.steps()[1:], match.states[1:], strict=False):
            event = next((event for event in step[2] if event.kind == "superover"), None)
            if event is None:
                continue
            seen += 1
            order = [card for card in rules.decks(seed)["superover"] if bit(card) & sum(state.discard)]
            assert list(map(card_of, state.discard)) == order
            assert all(hand.bit_count() == 5 for hand in state.hands)
            assert sum(event.numbers) == state.shown.pool.bit_count() - state.shown.buried
            assert state.shown.discard == ()
            public = rules.view(state, None)
            assert public.discard == () and public.buried == len(state.discard)
            assert before.superovers == 0 and state.superovers == 1
            assert state.turned == 1 + max(
                rules.decks(seed)["superover"].index(card_of(one))
                for one in map(bit, DECK)
                if one & state.shown.pool & ~sum(state.discard)
            )
    assert seen > 4


def test_many_superovers_are_all_fixed_at_the_deal() -> None:
    """Rule game-superover-once: without a limit a game still replays, from a record with given cards too."""
    rules = AceGame(3, max_superover=None)
    counts = []
    for seed in (1, 34, 101):
        match = Match(rules, seed=seed)
        play_on(match, dict.fromkeys(rules.seats, RandomPlayer()))
        counts.append(match.state.superovers)
        assert read_record(write_record(match)).states == match.states
        given = Match(rules, tops=rules.decks(seed))
        for move in match.history:
            given.play(move)
        assert given.states == match.states
        assert read_record(write_record(given)).states == match.states
        assert (len(rules.piles(match.state)["superover used"]) == 52) == (match.state.superovers > 1)
    assert max(counts) >= 3


def test_the_last_one_with_cards_loses_and_all_others_win() -> None:
    """Rules game-loser, game-winners."""
    table = at("5S 2D", "4H", rules=AceGame(2, max_superover=0)).play("5S 4H")
    assert table.rules.result(table.state) == "player 1 loses in round 1"
    assert winners(table.state) == (1,)
    assert table.rules.moves(table.state) == ()
    assert table.told()[-1] == "Player 1 is the last one with cards and loses; all others win."
    refusal = table.refused("2D")
    assert (refusal.rule, refusal.reason, refusal.allowed) == ("game-loser", "The game is over.", ())


def test_when_everybody_plays_their_last_card_the_highest_loses() -> None:
    """Rule game-last-round, also with somebody who had nothing to play."""
    table = at("5S", "KS", "9S").play("5S KS 9S")
    assert table.state.loser == 1
    assert table.state.out == (0, 2)
    assert winners(table.state) == (0, 2)
    assert table.told()[-1] == "Everybody played their last card. K♠ is the highest, so Player 2 loses; all others win."
    skipped = at("5S", "", "9S", deck="3S").play("5S 3S 9S")
    assert skipped.state.loser == 2
    alone = at("5S", "2H", "", deck="3S").play("5S 3S")
    assert (alone.state.loser, alone.state.out) == (1, (0, 2))


LOOP = "2S 3S 2D 2D 3D 2H 2H 3H 2S "


def test_a_position_for_the_third_time_ends_without_a_loser() -> None:
    """Rule game-stop."""
    table = at("2S 2H 3H", "3S", "2D 3D")
    first = table.state
    table.play(LOOP)
    assert (table.state.hands, table.state.turn) == (first.hands, 0)
    table.play(LOOP)
    assert table.state.stalemate and table.state.loser is None
    assert table.rules.result(table.state) == "stalemate in round 6"
    assert winners(table.state) == ()
    assert table.refused("2S").rule == "game-stop"
    assert table.told()[-1].startswith("The same hands with the same start player")


def test_a_thousand_rounds_end_without_a_loser() -> None:
    """Rule game-stop: no game is longer."""
    table = at("2S 2H 3H", "3S", "2D 3D")
    tired = table.state._replace(rounds=(None,) * (MOST_ROUNDS - 1))  # type: ignore[arg-type]
    table.state = tired
    table.play("2S 3S 2D")
    assert table.state.stalemate
    assert len(table.state.rounds) == MOST_ROUNDS
    line = list(tell(table.rules, table.events, table.rules.view(tired, None)))[-1]
    assert line.text == "After 1000 rounds it ends without a loser."
    assert line.view == table.rules.view(table.state, None)


def test_a_position_that_cannot_be_is_refused() -> None:
    rules = AceGame(3)
    two, six = read_cards("2S 3H"), read_cards("6S")
    for why, wrong in (
        ("hands", lambda: rules.position([two, six])),
        ("twice", lambda: rules.position([two, six, read_cards("2S")])),
        ("cannot lead", lambda: rules.position([two, six, ()], leader=2, playing=[0, 1])),
        ("nothing to lead", lambda: rules.position([(), six, two])),
        ("completed", lambda: rules.position([two, six, six], playing=[0, 1])),
        ("still playing", lambda: rules.position([two, (), ()], playing=[0])),
        ("seat", lambda: rules.position([two, six, ()], playing=[0, 3])),
        ("superovers", lambda: rules.position([two, six, ()], superovers=-1)),
    ):
        with pytest.raises(BadText, match=why):
            wrong()


# A second telling of the rules, with sets of words and no cleverness


class Slow:
    """Ace Game once more, straight from the text: for comparison only."""

    RANKS = ("2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "A")

    def __init__(self, rules: AceGame, decks: Any, start: int) -> None:
        self.rules, self.n = rules, rules.players
        cards = [card.code for card in decks["table"]]
        self.order = [card.code for card in decks.get("superover", ())]
        self.hands: list[set[str]] = [set() for _ in range(self.n)]
        for number in range(5 * self.n):
            self.hands[number % self.n].add(cards[number])
        self.deck = cards[5 * self.n :]
        self.discard: list[str] = []
        self.playing = set(range(self.n))
        self.leader, self.loser, self.superovers, self.over = start, None, 0, False
        self.new_round()

    def new_round(self) -> None:
        self.pile: list[tuple[int, str]] = []
        players = [(self.leader + step) % self.n for step in range(self.n)]
        self.waiting = [seat for seat in players if seat in self.playing]
        limit = self.rules.max_superover
        if not self.deck and (limit is None or self.superovers < limit) and self.problem():
            self.superovers += 1
            self.discard.sort(key=self.order.index)
            while any(len(self.hands[seat]) < 5 for seat in self.playing):
                for seat in self.waiting:
                    if len(self.hands[seat]) < 5:
                        self.hands[seat].add(self.discard.pop(0))
        if not self.hands[self.leader]:
            self.hands[self.leader].add(self.deck.pop(0))

    def problem(self) -> bool:
        held = [self.hands[seat] for seat in sorted(self.playing)]
        suits = [letter for hand in held for letter in {card[-1] for card in hand}]
        return (
            all(len(hand) <= 4 for hand in held)
            and sum(map(len, held)) >= 3
            and len(suits) == len(set(suits))
        )  # fmt: skip

    def legal(self) -> set[str]:
        hand = self.hands[self.waiting[0]]
        if not self.pile:
            return hand
        return {card for card in hand if card[-1] == self.pile[0][1][-1]} or hand

    def play(self, card: str) -> None:
        seat = self.waiting.pop(0)
        self.hands[seat].remove(card)
        self.pile.append((seat, card))
        suit = self.pile[0][1][-1]
        if card[-1] != suit and self.rules.smash == "stop":
            self.waiting = []
        while self.waiting:
            hand = self.hands[self.waiting[0]]
            while self.deck and not any(other[-1] == suit for other in hand):
                hand.add(self.deck.pop(0))
            if hand:
                return
            self.waiting.pop(0)
        self.finish(suit)

    def finish(self, suit: str) -> None:
        same = [(self.RANKS.index(card[:-1]), seat) for seat, card in self.pile if card[-1] == suit]
        best = max(same)[1]
        if len(same) < len(self.pile):
            self.hands[best] |= {card for _, card in self.pile}
        else:
            self.discard += [card for _, card in self.pile]
        players = [(self.leader + step) % self.n for step in range(self.n)]
        out = [seat for seat in players if seat in self.playing and not self.hands[seat] and not self.deck]
        self.playing -= set(out)
        if len(self.playing) < 2:
            self.over = True
            self.loser = next(iter(self.playing), best)
            self.playing = {self.loser}
            return
        start = best
        if out and (self.rules.next_leader == "literal" or best in out):
            start = out[-1] if self.rules.next_leader == "literal" else best
            while start not in self.playing:
                start = (start + 1) % self.n
        self.leader = start
        self.new_round()


def code_set(some: int) -> set[str]:
    return {card.code for card in cards_of(some)}


@given(
    seed=SEEDS,
    players=st.integers(2, 10),
    smash=st.sampled_from(["stop", "full"]),
    leads=st.sampled_from(["literal", "family"]),
    superovers=st.integers(0, 1),
)
def test_it_agrees_with_a_second_telling_of_the_rules(
    seed: int, players: int, smash: Any, leads: Any, superovers: int
) -> None:
    """Turn, legal cards, hands, deck, discard pile, start player and loser, after every move of a random game."""
    rules = AceGame(players, smash=smash, next_leader=leads, max_superover=superovers)
    match = Match(rules, seed=seed)
    slow = Slow(rules, rules.decks(seed), match.state.leader)
    rng = Random(seed)
    while not match.over:
        state = match.state
        assert not slow.over
        assert state.turn == slow.waiting[0]
        assert {card.code for card in match.moves()} == slow.legal()
        assert [code_set(hand) for hand in state.hands] == slow.hands
        assert [card_of(one).code for one in state.deck] == slow.deck
        assert [card_of(one).code for one in state.discard] == slow.discard
        assert {seat for seat, playing in enumerate(state.playing) if playing} == slow.playing
        assert (state.leader, state.superovers) == (slow.leader, slow.superovers)
        move = rng.choice(match.moves())
        match.play(move)
        slow.play(move.code)
    if not match.state.stalemate:
        assert slow.over
        assert match.state.loser == slow.loser


# What is seen


def test_drawn_cards_are_private_and_collected_ones_public() -> None:
    table = at("5S 2C 3C", "9S 3D", "2H 7C", deck="4H KD").play("5S 9S")
    mine, theirs = table.rules.view(table.state, 2), table.rules.view(table.state, 0)
    assert [card.code for card in mine.hand] == ["7C", "KD", "2H", "4H"]
    assert theirs.counts == (2, 1, 4) and theirs.drew == 2 and theirs.deck == 0
    assert not any(theirs.known(seat) for seat in range(3))
    assert theirs.lacks(2) == ()  # it may have found a spade
    table.play("4H")
    view = table.rules.view(table.state, 0)
    assert [card.code for card in view.known(1)] == ["5S", "9S", "4H"]
    assert view.lacks(2) == (Suit.SPADES,)
    assert known_text(view, 1, "Bo") == "Bo holds 5♠, 9♠ and 4♥."
    assert known_text(view, 2, "Cy") == "Cy has no spades."
    assert known_text(view, 0, "You") == ""
    table.play("9S")
    assert [card.code for card in table.rules.view(table.state, None).known(1)] == ["5S", "4H"]


def test_a_void_lasts_until_the_next_draw() -> None:
    """Who drew for spades has none left; new cards may be spades; a collected one is known."""
    table = at("9S KD 6C 7C", "2C 4H", deck="3D 7S KH 8S 3C TD").play("9S 7S")
    assert table.rules.view(table.state, 0).lacks(1) == (Suit.SPADES,)
    table.play("6C 2C")
    assert table.rules.view(table.state, 0).lacks(1) == (Suit.SPADES,)
    table.play("7C 3C")
    assert table.rules.view(table.state, 0).lacks(1) == (Suit.CLUBS,)
    assert table.hand(1) == "8S 3D 4H KH"


@given(seed=SEEDS, players=st.integers(2, 8), full=st.booleans(), limit=st.sampled_from([0, 1, None]))
def test_what_is_shown_is_true(seed: int, players: int, full: bool, limit: Any) -> None:
    """No claim about a hidden hand is wrong, at any moment of a random game, and all of it adds up."""
    rules = AceGame(players, smash="full" if full else "stop", max_superover=limit)
    match = Match(rules, seed=seed)
    play_on(match, dict.fromkeys(rules.seats, RandomPlayer()))
    for state in match.states:
        shown = state.shown
        for seat, hand in enumerate(state.hands):
            assert not shown.hands[seat] & ~hand
            rest = hand & ~shown.hands[seat]
            fresh = rest & shown.pool
            assert fresh.bit_count() == shown.fresh[seat]
            assert not fresh & shown.fresh_lacks[seat]
            assert not (rest ^ fresh) & shown.lacks[seat]
        assert shown.pool & sum(state.discard) == sum(state.discard[: shown.buried])
        assert state.discard[shown.buried :] == shown.discard
        assert shown.buried == 0 or state.superovers


def test_another_seats_turn_is_imagined_with_what_it_must_hold() -> None:
    """While there is a deck, who is to follow holds a card of the suit; who drew for it holds just one."""
    drew = at("5S 2C 3C", "2H 9H", "4H 7C", deck="3D 7S 8S 9D").play("5S")
    had = at("5S 2C 3C", "2S 9H", "4H 7C", deck="3D 7S 8S 9D").play("5S")
    spades = bits(card for card in DECK if card.suit is Suit.SPADES)
    for luck in range(60):
        world = drew.rules.imagine(drew.rules.view(drew.state, 2), Random(luck))
        assert (world.hands[1] & spades).bit_count() == 1
        world = had.rules.imagine(had.rules.view(had.state, None), Random(luck))
        assert world.hands[1] & spades
    last = at("5S 2C 3C", "2H 9H", "4H 7C", deck="3D 9D").play("5S")
    found = [
        (last.rules.imagine(last.rules.view(last.state, 2), Random(luck)).hands[1] & spades).bit_count()
        for luck in range(100)
    ]
    assert set(found) == {0, 1}


def test_worlds_are_dealt_evenly_and_never_against_what_is_known() -> None:
    cards = [bit(card) for card in read_cards("2S 3S 4S 5H 6H 7D")]
    spades, hearts = bits(read_cards("2S 3S 4S")), bits(read_cards("5H 6H"))
    rng, count = Random(1), dict.fromkeys(cards, 0)
    for _ in range(3000):
        dealt = share(cards, [2, 2], [spades, 0], rng)
        assert dealt is not None
        hands, rest = dealt
        assert not hands[0] & spades
        assert hands[0].bit_count() == hands[1].bit_count() == len(rest) == 2
        assert sorted([*cards_of(hands[0] | hands[1]), *map(card_of, rest)]) == sorted(map(card_of, cards))
        for card in cards:
            count[card] += bool(hands[0] & card)
    assert all(1850 < number < 2150 for card, number in count.items() if not card & spades)
    tight = share(cards, [3, 3], [spades, hearts | cards[-1]], rng)
    assert tight is not None and tight[0] == [hearts | cards[-1], spades]
    assert share(cards, [4, 0], [spades, 0], rng) is None
    assert share(cards, [7, 0], [0, 0], rng) is None
    chain = share(cards, [1, 2, 3], [hearts | spades, spades, hearts], rng)
    assert chain is not None and [hand.bit_count() for hand in chain[0]] == [1, 2, 3]


def test_a_view_that_no_game_gives_is_refused() -> None:
    rules = AceGame(2)
    view = rules.view(rules.deal(rules.decks(1)).state, 0)
    with pytest.raises(BadText, match="No deal fits"):
        rules.imagine(view._replace(counts=(5, 60)), Random(1))
    assert isinstance(hidden(view.shown, bits(view.hand), 0, view.counts, view.deck, 0, bits(DECK)), Hidden)


# Words


def test_every_event_is_told_with_a_rule_that_exists() -> None:
    seen = set()
    for players, seed in ((2, 3), (3, 5), (10, 7)):
        rules = AceGame(players, max_superover=None)
        match = Match(rules, seed=seed)
        play_on(match, dict.fromkeys(rules.seats, RandomPlayer()))
        for line in narrate(rules, match.events, ["You", *"BCDEFGHIJ"][:players]):
            assert line.rule in RULES
            assert line.text.endswith(".") and "  " not in line.text
            assert not any(word in line.text for word in ("You has", "You is", "You leads", "You's"))
            seen.add(line.event.kind)
    assert seen >= {"start", "dealt", "drew", "played", "round", "out", "leads", "over"}
    assert next(narrator_for("ace-game")(rules, match.events)).rule == "game-start"


def test_the_superover_and_other_rare_events_are_told() -> None:
    rules = AceGame(2, max_superover=1)
    for seed in range(40):
        match = Match(rules, seed=seed)
        play_on(match, dict.fromkeys(rules.seats, RandomPlayer()))
        lines = [line.text for line in narrate(rules, match.events) if line.event.kind == "superover"]
        if lines:
            assert lines[0].startswith("Card problem: no two hands share a suit. Superover: ")
            break
    else:
        pytest.fail("no superover in forty games")
    empty = at("5S", "7S", "3S", deck="2H 9H 4D").play("5S 7S 3S 2H 9H 4D")
    told = empty.told(["You", "Bo", "Cy"])
    assert "Bo has no card, draws one and must lead it." in told
    assert "Cy has no card and draws a card." in told
    assert "You have no card and draw the last card of the deck." in told


@pytest.mark.parametrize(
    ("table", "text", "rule"),
    [
        (at("5S 2C", "2S KD", deck="9C"), "Lead any card. Its suit is the one to follow.", "game-lead"),
        (at("5S 2C", "2S KD", deck="9C").play("5S"), "5♠ was led. Follow with any of your spades.", "game-follow"),
        (at("5S 2C", "KD", deck="9C 7S").play("5S"), "5♠ was led. You drew 2 cards, and 7♠ must be", "game-draw"),
        (at("5S 2C", "KD", deck="9C").play("5S"), "5♠ was led. Red day: the deck is out", "game-red-day"),
        (at("5S 2C", "KD 2D 3S").play("2C"), "2♣ was led and you have no clubs: smash", "game-red-day"),
        (at("", "KD", deck="9C 2C"), "Your hand was empty: you drew 9♣ and lead it.", "game-empty-lead"),
    ],
)
def test_what_is_asked_of_a_seat(table: Position, text: str, rule: str) -> None:
    said, why = task(table.rules.view(table.state, table.state.turn))
    assert said.startswith(text)
    assert why == rule


def test_moves_are_named_and_the_highest_card_so_far_is_known() -> None:
    table = at("5S 2C", "9S KD", "4H 2H", deck="3C")
    assert standing(table.rules.view(table.state, None)) is None
    table.play("5S 9S")
    assert standing(table.rules.view(table.state, None)) == (1, Card.read("9S"))
    assert (label(Card.read("9S")), spoken(Card.read("9S"))) == ("Play 9♠", "Play nine of spades")


def test_the_rules_are_numbered_in_order() -> None:
    assert [rule.number for rule in RULES.values()] == [f"G{number}" for number in range(1, 25)]
    assert set(OPTION_RULES.values()) <= RULES.keys()
    assert tuple(OPTION_RULES) == tuple(AceGame().header())


def test_given_cards_make_a_game_and_too_few_of_them_are_refused() -> None:
    rules = AceGame(2, start=0)
    match = Match(rules, tops={"table": shuffled(DECK, Random(4))[:12]})
    record = write_record(match)
    assert "table deck: " in record
    assert read_record(record).state == match.state
    with pytest.raises(BadText, match="is not a deck here"):
        rules.stack({"start": ()})
    with pytest.raises(BadText, match="stands twice"):
        rules.stack({"table": read_cards("2S 2S")})


@pytest.mark.parametrize("name", sorted(path.stem for path in RECORDS.glob("*.txt") if ".story" not in path.name))
def test_golden_records_tell_their_story(name: str) -> None:
    """Golden playthroughs: every sentence, every card, with given cards and from seeds."""
    match = read_record((RECORDS / f"{name}.txt").read_text(encoding="utf-8"))
    told = "".join(f"{line.text}\n" for line in narrate(match.rules, match.events))  # type: ignore[arg-type]
    assert told == (RECORDS / f"{name}.story.txt").read_text(encoding="utf-8")
    assert match.over


def test_there_are_golden_records() -> None:
    stories = {path.name.removesuffix(".story.txt") for path in RECORDS.glob("*.story.txt")}
    assert stories == {path.stem for path in RECORDS.glob("*.txt") if ".story" not in path.name}
    assert len(stories) == 3
