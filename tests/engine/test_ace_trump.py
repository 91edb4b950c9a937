"""Ace Trump rule by rule. What every game keeps stands in test_conformance; single positions in the case files."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import combinations, pairwise
from pathlib import Path
from random import Random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from aces.ace_trump import game
from aces.ace_trump.game import AceTrump, Bid, Event, State, dealt
from aces.ace_trump.ids import RULES
from aces.ace_trump.trick import TIES, decide, led_card, playable, power, powers, reason, tide, winner
from aces.ace_trump.words import label, narrate, spoken, standing, task, took_text, why
from aces.ace_trump.worlds import Hidden, gaps
from aces.decktet import ACES, DECK, EXCUSE, FULL_DECK, SUITS, Card, Suit, read_cards
from aces.match import Match
from aces.players import RandomPlayer, play_on
from aces.record import read_record, write_record
from aces.rules import BadRecord, BadText, Refused
from tests.engine.games import TRUMP

RECORDS = Path(__file__).resolve().parent.parent / "records" / "ace-trump"

tricks = st.lists(st.sampled_from(FULL_DECK), min_size=2, max_size=6, unique=True)
suits = st.sampled_from([None, *SUITS])
hands = st.lists(st.sampled_from(FULL_DECK), min_size=1, max_size=12, unique=True).map(tuple)


def played(rules: AceTrump, seed: int) -> Match[Any, Any, Any, Any]:
    """A match played to its end by chance."""
    match = Match(rules, seed=seed)
    play_on(match, dict.fromkeys(rules.seats, RandomPlayer()))
    return match


def events_of(match: Match[Any, Any, Any, Any], kind: str) -> Iterator[Event]:
    return (event for event in match.events if event.kind == kind)


# --- the rules by name


def test_the_rules_are_numbered_one_to_thirty_one() -> None:
    assert [rule.number for rule in RULES.values()] == [f"T{number}" for number in range(1, 32)]
    assert all(rule.id.startswith("trump-") and rule.title for rule in RULES.values())
    assert set(game.OPTION_RULES.values()) <= RULES.keys()
    assert tuple(game.OPTION_RULES) == tuple(AceTrump().header())


# --- one trick, against an oracle that knows cards as text


def oracle_legal(hand: Sequence[str], table: Sequence[str]) -> set[str]:
    led = next((card for card in table if card != "E"), None)
    if led is None:
        return set(hand)
    follow = {card for card in hand if set(card[1:]) & set(led[1:])}
    return follow | ({"E"} & set(hand)) if follow else set(hand)


def oracle_winner(
    table: Sequence[str], trump: str | None, sticky: bool, fixed: str | None, ties: str
) -> tuple[int, str | None]:
    order = "A23456789X"
    if fixed:
        trump = fixed
    else:
        aces = [card[1] for card in table if card[0] == "A"]
        if aces and not (sticky and trump):
            trump = aces[0] if sticky else aces[-1]
    led = next(card for card in table if card != "E")
    running = [place for place, card in enumerate(table) if trump and trump in card[1:]]
    running = running or [place for place, card in enumerate(table) if set(card[1:]) & set(led[1:])]
    top = max(order.index(table[place][0]) for place in running)
    best = [place for place in running if order.index(table[place][0]) == top]
    if len(best) > 1:
        if ties == "led":
            best = [place for place in best if led[1] in table[place][1:]]
        else:
            best = best[:1] if ties == "early" else best[-1:]
    return best[0], trump


@given(hands, tricks)
def test_legality_agrees_with_the_oracle(hand: tuple[Card, ...], table: list[Card]) -> None:
    """Rules trump-follow, trump-two-suits, trump-free, trump-excuse, trump-excuse-led, trump-first-lead."""
    for lying in range(len(table)):
        found = playable(hand, table[:lying])
        assert {card.code for card in found} == oracle_legal([c.code for c in hand], [c.code for c in table[:lying]])
        assert found == tuple(card for card in hand if card in found)


@given(tricks, suits, st.booleans(), suits, st.sampled_from(TIES))
def test_the_winner_agrees_with_the_oracle(
    table: list[Card], before: Suit | None, sticky: bool, fixed: Suit | None, ties: Any
) -> None:
    """Rules trump-highest, trump-trumps, trump-rank, trump-ace, trump-last-ace, trump-ace-lasts, trump-sticky,
    trump-fixed, trump-ties, trump-excuse, trump-excuse-led."""
    took = decide(table, before, sticky, fixed, ties)
    told = oracle_winner([card.code for card in table], before and before.letter, sticky, fixed and fixed.letter, ties)
    assert (took.at, took.trump and took.trump.letter) == told
    assert table[took.at] is not EXCUSE


@given(tricks, suits, st.sampled_from(TIES))
def test_the_reason_names_the_winner(table: list[Card], trump: Suit | None, ties: Any) -> None:
    """A reason fits the trick: rules trump-highest, trump-trumps, trump-ace-wins, trump-ties."""
    found, led = reason(table, trump, ties), led_card(table)
    assert led is not None
    assert found.card is table[winner(table, trump, ties)]
    assert found.rule in RULES
    trumps = [card for card in table if trump and trump in card.suits]
    following = [card for card in table if card.follows(led)]
    equal = [card for card in table if card is not found.card and card.value == found.card.value]
    match found.kind:
        case "ace":
            assert trumps == [found.card] and found.card.is_ace
        case "only-trump":
            assert trumps == [found.card] and not found.card.is_ace
        case "highest-trump":
            assert len(trumps) > 1 and found.over in trumps and found.over is not found.card
        case "unfollowed":
            assert not trumps and following == [found.card] == [led]
        case "highest":
            assert not trumps and len(following) > 1 and found.over in following
            assert found.over.value < found.card.value
        case "tie":
            assert not trumps and found.over in equal and found.over in following
            assert led not in (found.card, found.over) and len(led.suits) == 2


def test_when_cards_can_tie() -> None:
    """Only two followers of a two-suited lead, never the led card, never trumps: rule trump-ties."""
    for led in DECK:
        for trump in (None, *SUITS):
            for ties in ("early", "late"):
                row = powers(led, trump, ties)
                equal = [pair for pair in combinations(DECK, 2) if row[pair[0].index] == row[pair[1].index] > 0]
                for one, two in equal:
                    assert len(led.suits) == 2 and led not in (one, two)
                    assert trump is None or not (one.mask | two.mask) & trump.bit
                    assert {led.mask & one.mask, led.mask & two.mask} == {suit.bit for suit in led.suits}
            row = powers(led, trump, "led")
            assert all(n == 1 for mine, n in Counter(row).items() if mine)
            assert row == tuple(power(card, led, trump) for card in FULL_DECK)


def test_an_ace_that_follows_never_wins() -> None:
    """It makes trump, and the led card then is a higher trump: rule trump-ace-wins."""
    for ace in ACES:
        for led in DECK:
            if led is not ace and led.follows(ace):
                assert decide([led, ace]).at == 0
            elif led is not ace:
                assert decide([led, ace]).at == 1


def test_a_tide_comes_from_the_last_card_in_time() -> None:
    """Rules trump-tides, trump-tides-excuse."""
    for card in DECK:
        size = {"A": 1, "X": 9}.get(card.rank.text) or int(card.rank.text)
        assert tide([DECK[-1], card]) == tide([card, EXCUSE]) == size
    for nothing in ([], [EXCUSE]):
        with pytest.raises(BadText, match="is no trick"):
            tide(nothing)
        with pytest.raises(BadText, match="is no trick yet"):
            winner(nothing, None)


# --- options


@pytest.mark.parametrize(
    ("options", "reason"),
    [
        ({"players": 1}, "is not a number of players. Allowed: a whole number from 2 to 6"),
        ({"players": 7}, "is not a number of players"),
        ({"players": True}, "is not a number of players"),
        ({"players": 4.0}, "is not a number of players"),
        ({"players": 2, "partners": True}, "'partners' sit opposite each other, which 2 players cannot"),
        ({"players": 3, "partners": True}, "Allowed: 4 players, 6 players"),
        ({"players": 5, "partners": True}, "which 5 players cannot"),
        ({"players": 3, "full_deck": True}, "'full-deck' is a way for two players, and here are 3"),
        ({"players": 5, "tides": True}, "may deal nine cards each, and the deck has no 45 for 5 players"),
        ({"players": 6, "tides": True}, "Allowed: 2 to 4 players"),
        ({"players": 2, "tides": True, "full_deck": True}, "so not the whole deck"),
        ({"sticky": True, "fixed_trump": Suit.MOONS}, "'sticky' lets an Ace make trump, which is fixed here"),
        ({"ties": "first"}, "does not say how equal cards are parted. Allowed: led, early, late"),
        ({"fixed_trump": "M"}, "is not a suit of the Decktet"),
        ({"sticky": 1}, "does not say whether sticky is on"),
        ({"full_deck": None}, "does not say whether full-deck is on"),
        ({"target": 0}, "is not a target"),
        ({"target": "36"}, "is not a target"),
        ({"max_hands": 0}, "is not a number of hands"),
        ({"max_hands": 10_000}, "is not a number of hands"),
        ({"players": 3, "dealer": 3}, "is not a dealer's seat. Allowed: a whole number from 0 to 2"),
    ],
)
def test_options_that_do_not_fit_are_refused(options: dict[str, Any], reason: str) -> None:
    """Rules trump-players, trump-partners, trump-two, trump-tides, trump-sticky, trump-fixed, trump-target."""
    with pytest.raises(BadText, match=reason):
        AceTrump(**options)


def test_every_other_combination_is_taken() -> None:
    """The variant matrix: whatever is not refused by a rule goes together."""
    taken = 0
    for players in range(2, 7):
        for flags in range(64):
            names = ("sticky", "excuse", "partners", "bidding", "tides", "full_deck")
            on = {name for bit, name in enumerate(names) if flags >> bit & 1}
            for fixed in (None, Suit.KNOTS):
                wrong = (
                    ("partners" in on and players not in (4, 6))
                    or ("full_deck" in on and (players != 2 or "tides" in on))
                    or ("tides" in on and players > 4)
                    or ("sticky" in on and fixed is not None)
                )
                options: dict[str, Any] = dict.fromkeys(on, True)
                if wrong:
                    with pytest.raises(BadText):
                        AceTrump(players, fixed_trump=fixed, **options)
                    continue
                rules = AceTrump(players, fixed_trump=fixed, max_hands=1, **options)
                assert AceTrump.from_header(rules.header()) == rules
                assert rules.deal(rules.decks(taken)).state.sheet.size == rules.hand_size()
                taken += 1
    assert taken == 144


@pytest.mark.parametrize(
    ("header", "reason"),
    [
        ({"players": "four"}, "is not a number of players"),
        ({"players": "٤"}, "is not a number of players"),
        ({"sticky": "maybe"}, "does not say whether sticky is on. Allowed: yes, no"),
        ({"fixed-trump": "Cups"}, "is not a suit of the Decktet"),
        ({"target": "-3"}, "is not a target"),
        ({"max-hands": ""}, "is not a number of hands"),
        ({"dealer": "player 5"}, "is nobody who could deal first. Allowed: drawn, player 1"),
        ({"stickY": "yes"}, "did you mean 'sticky'"),
    ],
)
def test_options_as_text_are_strict(header: dict[str, str], reason: str) -> None:
    with pytest.raises(BadText, match=reason):
        AceTrump.from_header(header)


def test_what_is_usual() -> None:
    """Target 36, four players, no variant: rule trump-target."""
    rules = AceTrump.from_header({})
    assert rules == AceTrump() != AceTrump(3)
    assert hash(rules) == hash(AceTrump())
    assert (rules.players, rules.target, rules.max_hands) == (4, 36, 108)
    assert AceTrump(target=5).max_hands == 100
    assert "target=36" in repr(rules)


# --- dealing


@pytest.mark.parametrize(
    ("rules", "size", "aside"),
    [
        (AceTrump(2), 9, 18),
        (AceTrump(3), 12, 0),
        (AceTrump(4), 9, 0),
        (AceTrump(5), 7, 1),
        (AceTrump(6), 6, 0),
        (AceTrump(2, full_deck=True), 18, 0),
        (AceTrump(5, excuse=True), 7, 2),
        (AceTrump(2, excuse=True), 9, 19),
        (AceTrump(2, tides=True), 1, 34),
    ],
)
def test_how_many_cards_each_gets(rules: AceTrump, size: int, aside: int) -> None:
    """Rules trump-players, trump-five, trump-two, trump-excuse, trump-tides."""
    state = rules.deal(rules.decks(1)).state
    assert {len(hand) for hand in state.hands} == {size}
    assert len(state.decks[0]) == state.sheet.aside == aside


def test_cards_are_dealt_one_at_a_time_from_the_dealers_left() -> None:
    """Rule trump-clockwise."""
    deck = read_cards("AM AS AW AL AY AK")
    assert dealt(deck, 3, 0, 2) == (read_cards("AW AK"), read_cards("AM AL"), read_cards("AS AY"))
    assert dealt(deck, 2, 1, 2) == (read_cards("AM AW"), read_cards("AS AL"))
    with pytest.raises(BadText, match="too few to deal"):
        dealt(deck, 4, 0, 2)


def test_each_hand_has_a_shuffle_of_its_own() -> None:
    decks = AceTrump(3, max_hands=3).decks(5)
    assert list(decks) == ["dealer", "hand 1", "hand 2", "hand 3"]
    assert len(set(decks.values())) == 4
    assert AceTrump(3, max_hands=9).decks(5)["hand 2"] == decks["hand 2"]
    assert all(sorted(deck, key=DECK.index) == list(DECK) for name, deck in decks.items() if name != "dealer")


def test_the_first_dealer_is_drawn_fairly() -> None:
    """Who draws the Ace of Moons deals first, and everybody sees the draw."""
    rules = AceTrump(5, max_hands=1)
    firsts: Counter[int] = Counter()
    for seed in range(2000):
        step = rules.deal(rules.decks(seed))
        drawn, deal = step.events
        assert sorted(drawn.cards, key=DECK.index) == list(ACES[:5])
        assert drawn.cards[drawn.seat].code == "AM"
        assert deal.seat == drawn.seat == step.state.sheet.dealer
        assert step.state.turn == step.state.leader == (drawn.seat + 1) % 5
        firsts[drawn.seat] += 1
    assert all(abs(firsts[seat] - 400) < 4 * (2000 * 0.2 * 0.8) ** 0.5 for seat in range(5))
    chosen = AceTrump(5, dealer=3)
    assert chosen.deal(chosen.decks(1)).state.leader == 4
    assert "dealer" not in chosen.decks(1)


def test_given_cards_are_dealt() -> None:
    rules = AceTrump(2, max_hands=2)
    top = read_cards("XM XS XW XL")
    decks = rules.stack({"hand 2": top, "dealer": read_cards("AS")})
    assert decks["hand 2"][:4] == top and decks["hand 1"] == DECK
    assert decks["dealer"] == read_cards("AS AM")
    with pytest.raises(BadText, match=r"'hand 3' is not a deck here. Allowed: dealer, hand 1 to hand 2"):
        rules.stack({"hand 3": top})
    with pytest.raises(BadText, match=r"Allowed: hand 1$"):
        AceTrump(2, max_hands=1, dealer=0).stack({"dealer": ACES})
    with pytest.raises(BadText, match="'AW' is not in the dealer deck"):
        rules.stack({"dealer": read_cards("AW")})


# --- refusals


def position(
    hands: Sequence[str], trick: str = "", trump: Suit | None = None, **options: Any
) -> tuple[AceTrump, State]:
    """The rules and a state in which the last seat of ``hands`` is to play."""
    rules = AceTrump(len(hands), max_hands=1, **options)
    on_table = read_cards(trick)
    leader = (len(hands) - 1 - len(on_table)) % len(hands)
    return rules, rules.position([read_cards(hand) for hand in hands], leader, on_table, trump)


@pytest.mark.parametrize(
    ("at", "tried", "rule", "reason", "allowed"),
    [
        (
            position(["XM 2WL", "XK", "5YK 6SY"], "5SW", trump=Suit.KNOTS),
            "5YK",
            "trump-follow",
            "5SW was led, so you follow with Suns or Waves: you hold 6SY. A trump does not stand in for a suit that "
            "you have.",
            ("6SY",),
        ),
        (
            position(["XM 2WL 3MW", "XK 9LK", "AK 5YK 7ML"], "6LK"),
            "XS",
            "trump-clockwise",
            "You play a card of your own hand, and this is not in it.",
            ("AK", "5YK", "7ML"),
        ),
        (
            position(["AK", "8WL 5YK"], "XL", excuse=True),
            "5yk",
            "trump-follow",
            "XL was led, so you follow with Leaves: you hold 8WL.",
            ("8WL",),
        ),
        (position(["AK", "8WL"]), "E", "trump-excuse", "This game is played without the Excuse.", ("8WL",)),
        (position(["AK", "8WL"]), "bid 1", "trump-bidding", "This game is played without bidding.", ("8WL",)),
        (
            position(["AK", "8WL"], bidding=True),
            "bid 1",
            "trump-bidding",
            "The bidding is over; it goes round once.",
            ("8WL",),
        ),
        (
            position(["2WL 4WL 9WY 9MS", "XM AM XS", "XW XL 3LY 8YK"], "2SY"),
            "XW",
            "trump-follow",
            "2SY was led, so you follow with Suns or Wyrms: you hold 3LY and 8YK.",
            ("3LY", "8YK"),
        ),
    ],
)
def test_a_refusal_says_what_was_possible_and_why(
    at: tuple[AceTrump, State], tried: str, rule: str, reason: str, allowed: tuple[str, ...]
) -> None:
    rules, state = at
    move = rules.read(state, tried)
    refusal = rules.objection(state, move)
    assert refusal is not None
    assert refusal == (rules.write(move), rule, reason, allowed)
    assert refusal.rule in RULES
    with pytest.raises(Refused, match=rule):
        rules.step(state, move)


def test_bids_are_refused_with_the_reason() -> None:
    """Rule trump-bidding: once round from the dealer's left, 0 to the size of the hand, any total."""
    rules = AceTrump(3, bidding=True, max_hands=1, dealer=0)
    match = Match(rules, seed=1)
    assert match.moves() == tuple(Bid(number) for number in range(13))
    for tried, words in (("bid 13", "from 0 to 12"), (match.state.hands[1][0].code, "Everybody bids before")):
        refusal = match.objection(tried)
        assert refusal is not None and words in refusal.reason and refusal.rule == "trump-bidding"
    for seat in (1, 2, 0):
        assert match.turn == seat
        match.play("bid 12")
    assert match.state.phase == "play" and match.turn == 1
    assert match.view(0).bids == (12, 12, 12)
    play_on(match, dict.fromkeys(rules.seats, RandomPlayer()), seed=1)
    assert match.over and not match.moves()
    refusal = match.objection("8MS")
    assert refusal is not None and refusal.rule == "trump-target"


def test_one_trick_is_asked_for_as_one() -> None:
    """Rule trump-bidding: with Tides the first hand has a single trick."""
    for rules, asked in (
        (AceTrump(3, bidding=True, dealer=0), "Bid how many of the 12 tricks you will take."),
        (AceTrump(3, bidding=True, tides=True, dealer=0), "Bid whether you will take the one trick: 0 or 1."),
    ):
        assert task(Match(rules, seed=1).view(1)) == (asked, "trump-bidding")


@pytest.mark.parametrize("text", ["", "  ", "bid", "bid x", "bid ٣", "bid 1 2", "bid -1", "bid 100", "8", "play 8MS"])
def test_text_that_names_no_move(text: str) -> None:
    rules = AceTrump()
    with pytest.raises(BadText):
        rules.read(rules.deal(rules.decks(1)).state, text)


# --- points, totals and the end


def test_points_with_bids() -> None:
    """Five a trick bid and one each above it; short of the bid nothing; zero is a bid: rule trump-bidding."""
    rules = AceTrump(4, bidding=True)
    assert rules.points([4, 3, 2, 0], [3, 3, 3, 0]) == (16, 15, 0, 0)
    assert rules.points([0, 9, 0, 0], [0, 9, 0, 1]) == (0, 45, 0, 0)
    assert rules.points([2, 7, 0, 0], [0, 0, 0, 0]) == (2, 7, 0, 0)
    for bids in ([3, 3, 3], [], [10, 0, 0, 0], [-1, 0, 0, 0], [None, 0, 0, 0], [1.0, 0, 0, 0]):
        with pytest.raises(BadText, match="bid"):
            rules.points([4, 3, 2, 0], bids)  # type: ignore[arg-type]
    with pytest.raises(BadText, match="are not the tricks of every player"):
        rules.points([9], [0, 0, 0, 0])
    assert AceTrump(3).points([5, 4, 3]) == (5, 4, 3)


def test_partners_share_a_side() -> None:
    """Opposite seats, also three pairs of six; bids stay each player's own: rule trump-partners."""
    four, six = AceTrump(4, partners=True, bidding=True), AceTrump(6, partners=True)
    assert four.by_side(four.points([4, 3, 1, 1], [3, 3, 2, 1])) == (16, 20)
    assert six.by_side([1, 2, 0, 3, 0, 0]) == (4, 2, 0)
    assert [six.side(seat) for seat in six.seats] == [0, 1, 2, 0, 1, 2]


def test_when_a_match_is_won() -> None:
    """At or above the target and alone at the top: rules trump-target, trump-play-on."""
    rules = AceTrump(3)
    for totals, side in (((36, 30, 30), 0), ((36, 36, 10), None), ((35, 30, 30), None), ((36, 36, 37), 2)):
        assert rules.won_by(totals) == side


@given(st.integers(0, 10**6))
def test_a_match_plays_on_until_somebody_is_alone_above_the_target(seed: int) -> None:
    """Totals count up hand by hand; the deal goes to the left; a fresh hand has no trump: rules trump-target,
    trump-play-on, trump-rotate, trump-none-yet, trump-point, trump-first-lead."""
    rules = AceTrump(3, target=14)
    match = played(rules, seed)
    past = match.state.sheet.past
    totals = (0, 0, 0)
    for at, hand in enumerate(past):
        assert hand.number == at + 1
        assert hand.dealer == (past[0].dealer + at) % 3
        assert hand.tricks[0].leader == (hand.dealer + 1) % 3
        assert sum(hand.taken) == hand.size == 12 == len(hand.tricks)
        assert hand.points == hand.taken
        totals = tuple(a + b for a, b in zip(totals, hand.points, strict=True))  # type: ignore[assignment]
        assert hand.totals == totals
        assert (rules.won_by(totals) is None) == (hand is not past[-1])
    top = max(totals)
    seat = totals.index(top)
    assert match.result == f"player {seat + 1} wins {' '.join(map(str, totals))}"
    assert [event.seats for event in events_of(match, "over")] == [(seat,)]


def test_the_bound_on_hands_ends_a_match() -> None:
    """Short of the target the highest total wins; equal at the top nobody does."""
    results = {played(AceTrump(4, max_hands=1), seed).result for seed in range(60)}
    assert any(result.startswith("nobody wins") for result in results)
    assert any(result.startswith("player 2 wins") for result in results)
    pairs = {played(AceTrump(4, partners=True, max_hands=1), seed).result.partition(" win ")[0] for seed in range(20)}
    assert pairs == {"player 1 and player 3", "player 2 and player 4"}


@given(st.integers(0, 10**6))
def test_the_tides_set_the_next_hand(seed: int) -> None:
    """One card first, then what the last card in time says: rules trump-tides, trump-tides-excuse."""
    match = played(AceTrump(4, tides=True, excuse=True, target=12), seed)
    past = match.state.sheet.past
    assert past[0].size == 1
    for before, after in pairwise(past):
        assert after.size == tide(before.tricks[-1].cards)
        assert len(after.tricks) == after.size


@given(st.integers(0, 10**6), st.sampled_from([name for name in TRUMP if "six" not in name]))
def test_play_goes_round_and_the_taker_leads(seed: int, name: str) -> None:
    """Clockwise, a card each; who took the last trick leads; every trick has one taker: rules trump-clockwise,
    trump-next-lead, trump-first-lead, trump-point."""
    rules = TRUMP[name]
    match = played(rules, seed)
    leader = turn = -1
    for event in match.events:
        if event.kind == "dealt":
            leader = turn = (event.seat + 1) % rules.players
        elif event.kind in ("bid", "played"):
            assert event.seat == turn
            turn = (turn + 1) % rules.players
        elif event.kind == "took":
            assert event.trick is not None and event.trick.leader == leader
            assert event.trick.winner == event.seat
            leader = turn = event.seat


@given(st.integers(0, 10**6))
def test_trump_is_the_last_ace_across_tricks(seed: int) -> None:
    """None until an Ace, then its suit until another: rules trump-none-yet, trump-ace, trump-ace-lasts."""
    for rules in (AceTrump(4, max_hands=2), AceTrump(4, sticky=True, max_hands=2)):
        for hand in played(rules, seed).state.sheet.past:
            trump = None
            for trick in hand.tricks:
                for card in trick.cards:
                    if card.is_ace and not (rules.sticky and trump):
                        trump = card.suits[0]
                assert trick.trump is trump
                assert trick.winner == (trick.leader + winner(trick.cards, trump)) % 4


def test_a_led_sticky_ace_loses_to_any_other_card_of_its_suit() -> None:
    """It wins only if no other card of its suit is played: rules trump-sticky, trump-ace-wins."""
    for ace in ACES:
        for other in DECK:
            if other is not ace and not other.is_ace:
                assert decide([ace, other], sticky=True).at == int(other.follows(ace))


def test_fixed_trump_stays() -> None:
    """Aces are low cards and change nothing: rule trump-fixed."""
    match = played(AceTrump(4, fixed_trump=Suit.WAVES, max_hands=2), 3)
    assert not list(events_of(match, "trump"))
    for hand in match.state.sheet.past:
        assert {trick.trump for trick in hand.tricks} == {Suit.WAVES}


# --- positions


@pytest.mark.parametrize(
    ("hands", "leader", "trick", "reason"),
    [
        (["AM", "AS"], 0, "", "is not the number of hands"),
        (["AM", "AS", "AS"], 0, "", "stands twice"),
        (["AM", "AS", "E"], 0, "", "'E' is not in the hand 1 deck"),
        (["AM", "AS", "AW XM"], 0, "", "is not the hand of player 3 here. Allowed: 1 cards"),
        (["AM", "AS", "AW"], 0, "XM", "is not the hand of player 2 here. Allowed: 2 cards"),
        (["", "", ""], 0, "", "is not the hand of"),
        (["AM", "AS", "AW"], 3, "", "is not a leader's seat"),
        (["AM", "AS", "AW"], 0, "XM XS XW", "is not the hand of"),
    ],
)
def test_a_position_that_cannot_be_is_refused(hands: list[str], leader: int, trick: str, reason: str) -> None:
    with pytest.raises(BadText, match=reason):
        AceTrump(3).position([read_cards(hand) for hand in hands], leader, read_cards(trick))


# --- views and hidden worlds


def test_a_view_shows_no_hidden_card() -> None:
    """Other hands and cards aside appear nowhere in what a seat sees."""
    rules = AceTrump(5, excuse=True, max_hands=2)
    match = played(rules, 8)
    for state in match.states:
        for seat in (*rules.seats, None):
            others = [card for other, hand in enumerate(state.hands) if other != seat for card in hand]
            unseen = {*others, *state.decks[state.sheet.number - 1]}
            view = rules.view(state, seat)
            shown = {*view.hand, *view.trick, *(card for trick in view.tricks for card in trick.cards)}
            if state.turn is not None:
                assert not shown & unseen
                assert shown | unseen == set(FULL_DECK)
            assert view.counts == tuple(map(len, state.hands))


def test_what_a_trick_shows() -> None:
    """Who does not follow lacks both suits of the led card; the Excuse proves nothing: rule trump-excuse."""
    table = [(1, read_cards("8MS AW E 2MK")), (0, read_cards("E 4WL XY"))]
    lacks = gaps(4, table)
    moons_suns, waves_leaves = 1 + 2, 4 + 8
    assert lacks == (0, 0, moons_suns | waves_leaves, 0)
    assert gaps(3, [(2, read_cards("XM XS"))]) == (Suit.MOONS.bit, 0, 0)
    assert gaps(2, [(0, read_cards("E")), (0, ())]) == (0, 0)


@pytest.mark.parametrize("players", range(2, 7))
def test_imagined_worlds_keep_what_was_shown(players: int) -> None:
    """No imagined hand holds a suit that its seat has shown to lack: rules trump-follow, trump-excuse."""
    rules = AceTrump(players, excuse=True, max_hands=1)
    for seed in range(6):
        for state in played(rules, seed).states[:-1]:
            view = rules.view(state, state.turn)
            lacks = rules.hidden(view).lacks
            world = rules.imagine(view, Random(seed))
            for seat, hand in enumerate(world.hands):
                assert not any(card.mask & state_lacks for card in state.hands[seat] for state_lacks in [lacks[seat]])
                if seat != state.turn:
                    assert not any(card.mask & lacks[seat] for card in hand)


def every_world(hidden: Hidden) -> Counter[tuple[frozenset[Card], ...]]:
    """Every way to share the hidden cards out that fits, by trying them all."""
    found: Counter[tuple[frozenset[Card], ...]] = Counter()

    def fill(seat: int, rest: frozenset[Card], held: tuple[frozenset[Card], ...]) -> None:
        if seat == len(hidden.needs):
            found[held] += 1
            return
        may = [card for card in rest if not card.mask & hidden.lacks[seat]]
        for hand in combinations(sorted(may, key=DECK.index), hidden.needs[seat]):
            fill(seat + 1, rest - set(hand), (*held, frozenset(hand)))

    fill(0, frozenset(hidden.cards), ())
    return found


@pytest.mark.parametrize(
    ("cards", "needs", "lacks", "most"),
    [
        ("8MS 2WL 9LK XY AW 5YK", (0, 2, 2), (0, 0, 0), 0.05),
        ("8MS 2WL 9LK XY AW 5YK", (0, 2, 2), (0, 3, 0), 0.05),
        ("8MS 2WL 9LK XY AW 5YK 6LK", (0, 2, 2, 2), (0, 3, 12, 0), 0.08),
        ("8MS 2WL 9LK XY AW 5YK 7ML XK", (0, 2, 2, 2), (0, 3, 12, 48), 0.08),
    ],
)
def test_worlds_are_even(cards: str, needs: tuple[int, ...], lacks: tuple[int, ...], most: float) -> None:
    """Each world that fits comes up, about as often as every other (distance in variation below ``most``)."""
    hidden = Hidden(read_cards(cards), needs, lacks)
    worlds, rng, rounds = every_world(hidden), Random(4), 12_000
    seen: Counter[tuple[frozenset[Card], ...]] = Counter()
    for _ in range(rounds):
        *held, _ = hidden.share(rng)
        seen[tuple(map(frozenset, held))] += 1
    assert seen.keys() == worlds.keys()
    assert sum(abs(seen[world] / rounds - 1 / len(worlds)) for world in worlds) / 2 < most


def test_a_tight_world_is_found_and_an_impossible_one_refused() -> None:
    """Where only one world fits it is found, whatever the luck of the shuffle."""
    every = sum(suit.bit for suit in SUITS)
    only = Hidden(read_cards("XM XS XW XL XY XK"), (1, 1, 1, 1, 1, 1), tuple(every - suit.bit for suit in SUITS))
    for seed in range(20):
        assert only.share(Random(seed)) == [[card] for card in only.cards] + [[]]
    chain = Hidden(read_cards("2MK 8MS 9LK XW"), (1, 1, 1, 1), (0, 4, 4 + 2, 4 + 2 + 8 + 32))
    with pytest.raises(BadText, match="no deal fits"):
        chain.share(Random(1))


# --- words


def test_every_event_is_told_with_a_rule() -> None:
    """Each event becomes one sentence with the id of a rule, in every variant."""
    kinds, rules_told = set(), set()
    for rules in TRUMP.values():
        for seed in range(12):
            match = played(rules, seed)
            lines = list(narrate(rules, match.events))
            assert [line.event for line in lines] == list(match.events)
            for line in lines:
                assert line.text.endswith(".") and line.rule in RULES
                kinds.add(line.event.kind)
                rules_told.add(line.rule)
            assert lines[-1].view == rules.view(match.state, None)
    assert kinds == {"drawn", "dealt", "bid", "played", "trump", "took", "scored", "over"}
    assert {"trump-ties", "trump-ace-wins", "trump-excuse-led", "trump-sticky", "trump-free"} <= rules_told


@pytest.mark.parametrize(
    ("cards", "trump", "ties", "text"),
    [
        ("8MS 9MS XS", None, "led", "Cy takes the trick: XS is the highest of Moons or Suns, above 9MS."),
        ("4YK XW XL", None, "led", "Ann takes the trick: 4YK was led and nobody followed."),
        ("8MS 2WL XM", Suit.WAVES, "led", "Bo takes the trick: 2WL is the only trump, of Waves."),
        ("8MS 3MW AM", Suit.MOONS, "led", "Ann takes the trick: 8MS is the highest trump, of Moons, above 3MW."),
        (
            "2MK AS 9LK",
            Suit.SUNS,
            "led",
            "Bo takes the trick: AS is the only card of Suns in the trick, and Suns are trump.",
        ),
        (
            "9MS XS XM",
            None,
            "led",
            "Cy takes the trick: XM and XS are equal, and on 9MS, which was led, Moons come first.",
        ),
        ("9MS XS XM", None, "early", "Bo takes the trick: XS and XM are equal, and it was played first."),
        ("9MS XS XM", None, "late", "Cy takes the trick: XM and XS are equal, and it was played last."),
        ("E 7WY XM", None, "led", "Bo takes the trick: 7WY was led and nobody followed."),
    ],
)
def test_who_took_the_trick_and_why(cards: str, trump: Suit | None, ties: Any, text: str) -> None:
    """Rules trump-highest, trump-trumps, trump-ace-wins, trump-ties, trump-excuse-led."""
    table = read_cards(cards)
    trick = game.Trick(0, table, trump, winner(table, trump, ties))
    assert took_text(trick, ties, ("Ann", "Bo", "Cy")) == text
    assert why(trick, ties).rule in RULES


def test_who_would_take_the_trick_as_it_lies() -> None:
    rules, state = position(["3LY 2SY", "2WL", "2MK 8YK"], "5SW", excuse=True)
    found = standing(rules.view(state, None))
    assert found is not None and found[0] == 1 and found[1].kind == "unfollowed"
    assert standing(rules.blank()) is None
    assert (label(Bid(2)), label(DECK[0]), spoken(DECK[24])) == (
        "Bid 2", "Play AM", "Play eight of Moons and Suns, the Diplomat"
    )  # fmt: skip


# --- records


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
    assert len(stories) >= 3


def test_a_record_with_given_cards() -> None:
    """Given cards of each hand are read as cards of the Decktet, and must cover what was dealt."""
    rules = AceTrump(2, tides=True, target=1, max_hands=1)
    match = Match(rules, tops={"dealer": read_cards("AS AM"), "hand 1": read_cards("8MS XK")})
    play_on(match, dict.fromkeys(rules.seats, RandomPlayer()), seed=1)
    text = write_record(match)
    assert "hand 1 deck: 8MS XK\n" in text and "player 1 8MS\n" in text
    assert read_record(text).state == match.state
    with pytest.raises(BadRecord, match="the hand 1 deck lists 1 cards, but 2 have been drawn"):
        read_record(text.replace("8MS XK", "8MS"))
    with pytest.raises(BadRecord, match="'8MK' is not a card of the Decktet"):
        read_record(text.replace("8MS XK", "8MK XK"))
