"""One Resolution, rule by rule. What every game keeps stands in test_conformance."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from aces.cards import SEED_LIMIT, Card, Suit, read_cards, write_cards
from aces.lite.duel import Duel
from aces.lite.group import GroupResolution, Member
from aces.lite.ids import RULES
from aces.lite.resolution import DEALER, PLAYER, Move, Resolution, fits_fiction, ready_after, verdict_of
from aces.match import Match
from aces.players import RandomPlayer, play_on
from aces.players.dealers import DEALERS, Dealer
from aces.record import read_record, write_record
from aces.rules import BadText, Refusal, Refused, Seat
from aces.universal21 import Universal21

seeds = st.integers(0, SEED_LIMIT - 1)


def table(player: str, dealer: str, stat: int = 2, affinity: Suit = Suit.CLUBS, **options: object) -> Match:  # type: ignore[type-arg]
    """A Resolution over given cards."""
    rules = Resolution(stat, affinity, **options)  # type: ignore[arg-type]
    return Match(rules, tops={"player": read_cards(player), "dealer": read_cards(dealer)})


def played(match: Match, *moves: str) -> Match:  # type: ignore[type-arg]
    for move in moves:
        match.play(move)
    return match


def refused(match: Match, move: str) -> tuple[str, str]:  # type: ignore[type-arg]
    """The rule and the reason of a refusal; nothing may have changed."""
    before = match.state
    with pytest.raises(Refused) as caught:
        match.play(move)
    assert match.state is before
    assert caught.value.refusal.rule in RULES
    return caught.value.refusal.rule, caught.value.refusal.reason


def test_the_deal() -> None:
    """Rules lite-tell-truth, lite-opening-card, lite-hits-available: the opening card is not a Hit."""
    match = table("4H", "6S 9D", stat=3)
    view = match.view(None)
    assert (view.tell, view.truth, view.layout) == (Card.read("6S"), None, read_cards("4H"))
    assert (view.hits, view.hits_left, view.dealer_left, view.player_left) == (0, 3, 50, 49)


def test_the_dealer_goes_first() -> None:
    """Rule lite-hit-order: the Dealer draws and acts before the player's card is drawn."""
    match = played(table("4H 8D", "6S 9D QH"), "hit")
    assert match.turn == DEALER
    assert match.view(PLAYER).drawn is None
    assert match.view(DEALER).drawn == Card.read("QH")
    assert refused(match, "add")[0] == "lite-hit-order"
    played(match, "discard")
    assert match.view(PLAYER).drawn == Card.read("8D")
    assert refused(match, "hit")[0] == refused(match, "stand")[0] == "lite-add-swap"


@pytest.mark.parametrize(
    ("option", "tell", "truth", "discards"),
    [("tell", "QH", "9D", "6S"), ("truth", "6S", "QH", "9D"), ("discard", "6S", "9D", "QH")],
)
def test_the_three_options(option: str, tell: str, truth: str, discards: str) -> None:
    """Rule lite-dealer-options: Tell face up, Truth face down, or discard; what is replaced is discarded."""
    match = played(table("4H 8D", "6S 9D QH"), "hit", option)
    state = match.state
    assert (state.tell.code, state.truth.code) == (tell, truth)
    assert write_cards(card for card, _ in state.dealer_discards) == discards
    assert match.view(PLAYER).truth is None
    assert match.view(PLAYER).dealer_discards[0][0] == Card.read(discards)


@pytest.mark.parametrize(("shown", "seen"), [("all", "9D"), ("drawn", None), ("none", None)])
def test_whether_a_replaced_truth_shows(shown: str, seen: str | None) -> None:
    """Rule lite-dealer-options, option discards."""
    match = played(table("4H 8D", "6S 9D QH", discards=shown), "hit", "truth")
    assert match.view(PLAYER).dealer_discards == ((Card.read(seen) if seen else None, "truth"),)
    match = played(table("4H 8D", "6S 9D QH", discards=shown), "hit", "discard")
    assert match.view(None).dealer_discards[0][0] == (None if shown == "none" else Card.read("QH"))


def test_add_and_swap() -> None:
    """Rule lite-add-swap: the opening card can go too; the replaced card is discarded."""
    match = played(table("4H 8D KS", "6S 9D QH 3C"), "hit", "discard", "add")
    assert write_cards(match.state.layout) == "4H 8D"
    played(match, "hit", "discard", "swap 4H")
    assert write_cards(match.state.layout) == "KS 8D"
    assert match.state.sources == ("h2", "h1")
    assert match.state.player_discards == read_cards("4H")


def test_swapping_what_is_not_there() -> None:
    match = played(table("4H 8D", "6S 9D QH"), "hit", "discard")
    assert refused(match, "swap 2") == ("lite-add-swap", "The Layout has one card to Swap.")
    with pytest.raises(BadText, match="'KS' is not in the Layout"):
        match.play("swap KS")
    with pytest.raises(BadText, match="is not a place in the Layout"):
        match.play("swap 0")


def test_over_21_plays_on() -> None:
    """Rule lite-over-21: every option stays open while Hits remain."""
    match = played(table("KH QD 5S 2C", "6S 9D 3C 4C 5C", stat=3), "hit", "discard", "add", "hit", "discard", "add")
    assert {move.verb for move in match.moves()} == {"hit", "stand", "use"}
    played(match, "hit", "discard", "swap 1", "stand")
    assert verdict_of(match.state).player.total == 17


def test_no_hit_beyond_the_stat() -> None:
    """Rule lite-hit-limit."""
    match = played(table("4H 8D", "6S 9D QH", stat=1), "hit", "discard", "add")
    assert refused(match, "hit") == ("lite-hit-limit", "No Hits left: the Stat is 1, and 1 were taken.")
    played(match, "stand")
    assert refused(match, "hit") == ("lite-reveal", "The Resolution is over.")


def test_the_dealer_draws_at_no_other_time() -> None:
    """Rule lite-dealer-draws."""
    match = table("4H 8D", "6S 9D QH")
    assert refused(match, "tell")[0] == "lite-dealer-draws"
    played(match, "hit", "discard")
    assert refused(match, "discard")[0] == "lite-dealer-draws"
    played(match, "add")
    for ending in ("stand", "use 7C 1"):
        left = len(match.state.dealer_deck)
        played(match, ending)
        assert len(match.state.dealer_deck) == left
        match.undo()


def test_the_early_21() -> None:
    """Rules lite-early-21, lite-early-21-once: optional, at one decision only, a Critical at once."""
    match = table("KH AD 2S", "6S 9D QH 4S")
    assert refused(match, "claim") == ("lite-early-21", "The early 21 needs the first Hit.")
    played(match, "hit", "tell", "add")
    played(match, "claim")
    assert match.result == "critical 21 19"
    assert match.state.ending == "early"
    match.undo()
    played(match, "stand")
    assert match.result == "critical 21 19"
    match.undo()
    played(match, "hit", "discard", "add")
    assert refused(match, "claim")[0] == "lite-early-21-once"


def test_a_first_hit_swapped_in_makes_no_early_21() -> None:
    match = played(table("KH AD", "6S 9D QH"), "hit", "discard", "swap 1")
    assert refused(match, "claim") == (
        "lite-early-21",
        "The first Hit was Swapped in, so the Layout is one card.",
    )


def test_two_cards_that_miss_make_no_early_21() -> None:
    match = played(table("KH 9D", "6S 9D QH"), "hit", "discard", "add")
    assert refused(match, "claim") == ("lite-early-21", "Opening card and first Hit do not make exactly 21.")


def test_items_never_make_an_early_21() -> None:
    """Rules lite-early-21-items, lite-inventory-value: Jack and Ace are a plain 21."""
    match = played(table("9H AD", "QS 9D QH"), "hit", "discard", "add", "use JC 9H")
    assert match.result == "success 21 19"


def test_standing_before_any_hit() -> None:
    """Rules lite-stand, lite-reveal: the Truth turns only then."""
    match = table("KH", "6S 3D")
    played(match, "stand")
    assert match.view(None).truth == Card.read("3D")
    assert match.result == "success 10 9"


def test_using_an_item() -> None:
    """Rule lite-inventory: it replaces a card, which is discarded, and Stands."""
    match = played(table("KH QD 4S", "6S 9D QH 2D"), "hit", "discard", "add", "hit", "discard", "add", "use 7C KH")
    state = match.state
    assert (write_cards(state.layout), state.sources) == ("7C QD 4S", ("inv", "h1", "h2"))
    assert state.player_discards == read_cards("KH")
    assert match.result == "success 21 15"
    assert match.view(None).items == read_cards("JC")


def test_items_once_a_scene() -> None:
    """Rule lite-inventory-once: what is left goes into the next Resolution of the Scene."""
    first = played(table("KH", "6S 9D"), "use 7C 1")
    left = ready_after(first.rules, first.state)  # type: ignore[arg-type]
    assert left == read_cards("JC")
    second = table("KH", "6S 9D", ready=left)
    assert refused(second, "use 7C 1") == ("lite-inventory-once", "That item was used in this Scene.")
    played(second, "use JC 1")
    assert refused(second, "use 7C 1")[0] == "lite-reveal"


def test_items_of_others_are_refused() -> None:
    match = table("KH", "6S 9D")
    assert refused(match, "use 7H 1") == ("lite-inventory", "Not your Inventory: your items are 7♣ and J♣.")
    assert refused(match, "use 7C 2")[0] == "lite-inventory"
    with pytest.raises(BadText, match="is not an item of clubs"):
        Resolution(affinity=Suit.CLUBS, ready=read_cards("7H"))
    with pytest.raises(BadText, match="is not in the player's deck"):
        table("JC", "6S 9D")


def test_the_dealer_may_pick_their_aces() -> None:
    """Rule lite-dealer-aces: after the Layout stands, and only where the option says so."""
    match = played(table("KH QD 2S", "AC AH 3D 4D", dealer_aces="dealer"), "hit", "discard", "add")
    played(match, "hit", "discard", "add", "stand")
    assert match.turn == DEALER
    assert [move.text for move in match.moves()] == ["aces 1 1", "aces 1 11", "aces 11 1", "aces 11 11"]
    assert match.view(PLAYER).truth == Card.read("AH")
    assert refused(match, "aces 11")[0] == refused(match, "tell")[0] == refused(match, "stand")[0] == "lite-dealer-aces"
    played(match, "aces 11 11")
    assert match.result == "critical 22 22"


def test_without_an_ace_there_is_nothing_to_pick() -> None:
    assert played(table("KH", "6S 3D", dealer_aces="dealer"), "stand").over
    early = played(table("KH AD", "AS 9D 3C", dealer_aces="dealer"), "hit", "discard", "add", "claim")
    assert early.result == "critical 21 20"


def test_an_empty_dealer_deck_draws_nothing() -> None:
    """Rule lite-dealer-draws, for Dealer decks that a large group has used up."""
    rules = Resolution(2)
    state = rules.deal(rules.decks(1)).state._replace(dealer_deck=())
    step = rules.step(state, rules.read(state, "hit"))
    assert [event.kind for event in step.events] == ["hit", "no-draw", "drew"]
    assert rules.turn(step.state) == PLAYER


@given(seed=seeds)
def test_stat_1_never_ends_in_catastrophe(seed: int) -> None:
    """Rule lite-outcome-limits."""
    match = Match(Resolution(1), seed=seed)
    play_on(match, {DEALER: RandomPlayer(), PLAYER: RandomPlayer()})
    assert verdict_of(match.state).outcome != "catastrophe"


@pytest.mark.parametrize("stat", [0, -1, 50, True, 2.0, "2", None])
def test_a_stat_is_a_whole_number(stat: object) -> None:
    with pytest.raises(BadText, match="is not a Stat"):
        Resolution(stat)  # type: ignore[arg-type]


@pytest.mark.parametrize("text", ["", "hit me", "swap", "swap 1 2", "use 7C", "aces", "aces 12", "double", "SWAP -1"])
def test_texts_that_are_no_move(text: str) -> None:
    with pytest.raises(BadText):
        table("KH", "6S 9D").play(text)


@pytest.mark.parametrize("name", list(DEALERS))
def test_every_dealer_plays_every_phase(name: str) -> None:
    """A policy is asked only for what it may choose, and a seed repeats its choices."""
    for seed in range(40):
        games = []
        for _ in range(2):
            match = Match(Resolution(3, dealer_aces="dealer"), seed=seed)
            play_on(match, {DEALER: DEALERS[name], PLAYER: RandomPlayer()})
            games.append(match.history)
        assert games[0] == games[1]


def test_the_passive_dealer_leaves_the_cards() -> None:
    for seed in range(20):
        match = Match(Resolution(4), seed=seed)
        dealt = match.state
        play_on(match, {DEALER: DEALERS["passive"], PLAYER: RandomPlayer()})
        assert (match.state.tell, match.state.truth) == (dealt.tell, dealt.truth)


@pytest.mark.parametrize(
    ("dealer", "option"),
    [
        ("6S 9D QH", "tell"),
        ("QS 5D 9H", "truth"),
        ("QS 9D 3H", "discard"),
        ("QS 9D 9H", "discard"),
        ("AS 9D KH", "truth"),
    ],
)
def test_the_greedy_dealer_takes_the_highest_total(dealer: str, option: str) -> None:
    match = played(table("4H 8D", dealer), "hit")
    play_on(match, {DEALER: DEALERS["greedy"]}, seed=1)
    assert match.history[-1].text == option


def test_dealers_that_do_not_peek_see_no_dealt_truth() -> None:
    """Looking at the Truth is a property that each policy declares."""
    seen = []

    class Watcher(Dealer):
        name, peeks, summary = "watcher", False, ""

        def pick(self, view, moves, rng):  # type: ignore[no-untyped-def]
            seen.append((view.truth, view.truth_drawn))
            return next(move for move in moves if move.verb == "truth")

    play_on(played(table("4H 8D 9D", "6S 9D QH KH"), "hit"), {DEALER: Watcher()}, seed=1)
    match = played(table("4H 8D 9D", "6S 9D QH KH"), "hit", "truth", "add", "hit")
    play_on(match, {DEALER: Watcher()}, seed=1)
    assert seen == [(None, False), (Card.read("QH"), True)]


@pytest.mark.parametrize(
    ("name", "player", "picks"),
    [("kind", "KH 4D", "aces 11 11"), ("merciless", "KH 4D", "aces 11 1"), ("greedy", "KH 4D", "aces 1 11")],
)
def test_how_dealers_pick_their_aces(name: str, player: str, picks: str) -> None:
    match = played(table(player, "AC AH 3D", stat=1, dealer_aces="dealer"), "hit", "discard", "swap 1", "stand")
    play_on(match, {DEALER: DEALERS[name]}, seed=1)
    got = match.history[-1]
    want = match.rules.read(match.states[-2], picks)
    assert sum(got.aces) == sum(want.aces)


# What fits the fiction


def test_the_dealer_says_whether_an_item_fits() -> None:
    """Rule lite-inventory: asked once for each item; what is refused is no move, and nothing changes."""
    asked: list[tuple[Seat, str]] = []

    def answer(seat: Seat, item: Card) -> bool:
        asked.append((seat, item.code))
        return item.code == "JS"

    match = Match(Resolution(stat=2), seed=3, veto=fits_fiction(answer))
    assert [move.text for move in match.moves()] == ["hit", "stand", "use JS 1"]
    before = match.state
    with pytest.raises(Refused) as caught:
        match.play("use 7S 1")
    assert caught.value.refusal == Refusal(
        "use 7S 1",
        "lite-inventory",
        "The Dealer says that 7♠ does not fit the fiction.",
        ("hit", "stand", "use JS 1"),
    )
    assert match.state is before
    for move in ("hit", "discard", "add"):
        match.play(move)
    assert [move.text for move in match.moves()] == ["hit", "stand", "use JS 1", "use JS 2"]
    match.play("use JS 1")
    assert match.over and match.moves() == ()
    assert asked == [(1, "7S"), (1, "JS")]


def test_without_an_answer_every_item_fits_and_a_record_needs_none() -> None:
    """Rule lite-inventory: yes by default, and what was played replays without asking anybody."""
    match = Match(Resolution(), seed=3, veto=fits_fiction(lambda seat, item: True))
    assert match.moves() == Match(Resolution(), seed=3).moves()
    match.play("use 7S 1")
    assert read_record(write_record(match)).state == match.state


def test_a_rule_comes_before_the_dealer() -> None:
    """Rules lite-inventory-once, lite-hit-order: what is not legal anyway is not the Dealer's to judge."""
    match = Match(Resolution(ready=read_cards("JS")), seed=3, veto=fits_fiction(lambda seat, item: False))
    assert "[lite-inventory-once]" in str(match.objection("use 7S 1"))
    assert "[lite-inventory]" in str(match.objection("use JS 1"))
    match.play("hit")
    assert "[lite-hit-order]" in str(match.objection("use JS 1"))
    match.undo()
    assert [move.text for move in match.moves()] == ["hit", "stand"]


def test_in_a_group_and_a_duel_each_item_is_somebodys() -> None:
    """Rule lite-inventory: two people of one Affinity have two items that one card stands for."""
    spades = (Member(), Member())
    mine = fits_fiction(lambda seat, item: seat == 2)
    match: Match[Any, Any, Any, Any]
    for match in (Match(GroupResolution(spades), seed=3, veto=mine), Match(Duel(spades), seed=4, veto=mine)):
        seen = {}
        while not match.over:
            seen[match.turn] = [move.text for move in match.moves() if move.item]
            match.play("stand")
        assert seen == {1: [], 2: ["use 7S 1", "use JS 1"]}


def test_a_choice_that_is_no_item_fits_always() -> None:
    """Rule lite-inventory: in a scene of Universal 21 too, where a move may be to ECHO."""
    tops = {"player": read_cards("KS 9S"), "house": read_cards("6S 9D")}
    match = Match(Universal21(1), tops=tops, veto=fits_fiction(lambda seat, item: False))
    assert [move.text for move in match.moves()] == ["hit", "stand"]
    for move in ("hit", "add"):
        match.play(move)
    assert [move.text for move in match.moves()] == ["echo", "accept"]


# What is said, in full

OVER = "The Resolution is over. [lite-reveal]"
FIRST = "The Dealer has drawn and acts first. Allowed: tell, truth, discard. [lite-hit-order]"
DRAWN = "The card is drawn and cannot be refused: Add it, or Swap it in. Allowed: add, swap 1. [lite-add-swap]"
PICK = "Allowed: aces 1 1, aces 1 11, aces 11 1, aces 11 11. [lite-dealer-aces]"


@pytest.mark.parametrize(
    ("moves", "tried", "said"),
    [
        ("", "tell", "The Dealer acts only when the player has declared a Hit. {start} [lite-dealer-draws]"),
        ("", "aces 1", "The Dealer acts only when the player has declared a Hit. {start} [lite-dealer-draws]"),
        ("", "add", "No card is drawn: declare a Hit first. {start} [lite-hit-order]"),
        ("", "swap 1", "No card is drawn: declare a Hit first. {start} [lite-hit-order]"),
        ("", "claim", "The early 21 needs the first Hit. {start} [lite-early-21]"),
        ("", "use 7S 1", "Not your Inventory: your items are 7♣ and J♣. {start} [lite-inventory]"),
        ("", "use 9C 1", "Not your Inventory: your items are 7♣ and J♣. {start} [lite-inventory]"),
        ("", "use JC 1", "That item was used in this Scene. {start} [lite-inventory-once]"),
        ("", "use 7C 2", "The Layout has one card to give up. {start} [lite-inventory]"),
        ("hit", "hit", FIRST),
        ("hit", "stand", FIRST),
        ("hit", "add", FIRST),
        ("hit", "use 7C 1", FIRST),
        (
            "hit",
            "aces 11",
            "The Dealer has drawn and has three options. Allowed: tell, truth, discard. [lite-dealer-options]",
        ),
        ("hit tell", "hit", DRAWN),
        ("hit tell", "stand", DRAWN),
        ("hit tell", "claim", DRAWN),
        ("hit tell", "use 7C 1", DRAWN),
        ("hit tell", "swap 2", "The Layout has one card to Swap. Allowed: add, swap 1. [lite-add-swap]"),
        (
            "hit tell",
            "truth",
            "The Dealer acts only when the player has declared a Hit. Allowed: add, swap 1. [lite-dealer-draws]",
        ),
        (
            "hit tell add",
            "use 7C 3",
            "The Layout has 2 cards to give up. Allowed: hit, stand, use 7C 1, use 7C 2. [lite-inventory]",
        ),
        (
            "hit tell add",
            "claim",
            "Opening card and first Hit do not make exactly 21. "
            "Allowed: hit, stand, use 7C 1, use 7C 2. [lite-early-21]",
        ),
        (
            "hit tell swap:1",
            "claim",
            "The first Hit was Swapped in, so the Layout is one card. Allowed: hit, stand, use 7C 1. [lite-early-21]",
        ),
        (
            "hit tell add hit tell swap:1",
            "claim",
            "Too late: the early 21 can be claimed only after the first Hit. "
            "Allowed: stand, use 7C 1, use 7C 2. [lite-early-21-once]",
        ),
        (
            "hit tell add hit tell swap:1",
            "hit",
            "No Hits left: the Stat is 2, and 2 were taken. Allowed: stand, use 7C 1, use 7C 2. [lite-hit-limit]",
        ),
        ("stand", "aces 11", f"The Dealer gives each of their Aces 1 or 11, Tell before Truth. {PICK}"),
        ("stand", "tell", f"The Layout stands; what is left is the value of the Dealer's Aces. {PICK}"),
        ("stand", "stand", f"The Dealer picks the value of their Aces. {PICK}"),
        ("stand", "hit", f"The Dealer picks the value of their Aces. {PICK}"),
        ("stand aces:11:1", "aces 11 1", OVER),
        ("stand aces:11:1", "hit", OVER),
        ("stand aces:11:1", "tell", OVER),
        ("stand aces:11:1", "use 7C 1", OVER),
    ],
)
def test_every_refusal_in_full(moves: str, tried: str, said: str) -> None:
    """What was tried, why not, what is allowed, and the rule."""
    match = table("4H 8D 9D", "AS AD 3C 4C", ready=read_cards("7C"), dealer_aces="dealer")
    played(match, *(move.replace(":", " ") for move in moves.split()))
    start = "Allowed: hit, stand, use 7C 1."
    assert str(match.objection(tried)) == f"{tried}: {said.format(start=start)}"


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("", "'' is no move. Allowed: hit, stand, use 7C 1, use JC 1"),
        ("hit me", "'hit me' is no move. Allowed: hit, stand, use 7C 1, use JC 1"),
        ("swap", "'swap' is no move. Allowed: hit, stand, use 7C 1, use JC 1"),
        ("use 7C", "'use 7C' is no move. Allowed: hit, stand, use 7C 1, use JC 1"),
        ("aces 12", "'aces 12' is no move. Allowed: hit, stand, use 7C 1, use JC 1"),
        ("swap 0", "'0' is not a place in the Layout. Allowed: 1 to 1"),
        ("swap 2H", "'2H' is not in the Layout. Allowed: 4H"),
    ],
)
def test_every_text_that_is_no_move_in_full(text: str, said: str) -> None:
    with pytest.raises(BadText) as caught:
        table("4H", "6S 9D").play(text)
    assert str(caught.value) == said


@pytest.mark.parametrize(
    ("text", "move"),
    [
        (" HIT ", Move("hit")),
        ("Swap 4H", Move("swap", 0)),
        ("swap 7", Move("swap", 6)),
        ("swap 50", Move("swap", 49)),
        ("use jc 4h", Move("use", 0, Card.read("JC"))),
        ("use 7C 1", Move("use", 0, Card.read("7C"))),
        ("aces 1 11", Move("aces", aces=(1, 11))),
    ],
)
def test_moves_as_people_type_them(text: str, move: Move) -> None:
    match = table("4H", "6S 9D")
    assert match.rules.read(match.state, text) == move
    assert match.rules.read(match.state, match.rules.write(move)) == move


@pytest.mark.parametrize(
    ("options", "said"),
    [
        ({"stat": 0}, "0 is not a Stat. Allowed: a whole number from 1 to 49"),
        ({"ready": read_cards("7H")}, "'7H' is not an item of clubs. Allowed: 7C, JC"),
        ({"dealer_aces": "mine"}, "'mine' does not say who picks the Dealer's Aces. Allowed: best, dealer"),
        ({"discards": "some"}, "'some' does not say which discards show. Allowed: all, drawn, none"),
    ],
)
def test_options_that_cannot_be_in_full(options: dict[str, Any], said: str) -> None:
    with pytest.raises(BadText) as caught:
        Resolution(**{"affinity": Suit.CLUBS, **options})
    assert str(caught.value) == said


@pytest.mark.parametrize("stat", ["0", "50", "100", "x", "-1", "", "²"])
def test_a_stat_as_text(stat: str) -> None:
    with pytest.raises(BadText) as caught:
        Resolution.from_header({"stat": stat})
    shown = stat if stat in ("0", "50") else repr(stat)
    assert str(caught.value) == f"{shown} is not a Stat. Allowed: a whole number from 1 to 49"


def test_options_as_text() -> None:
    """What is absent is usual; what is written reads back; what it is made of is in its repr."""
    assert Resolution.from_header({}) == Resolution(2, Suit.SPADES, None, "best", "all")
    rules = Resolution(49, Suit.HEARTS, read_cards("JH"), "dealer", "drawn")
    assert rules.header() == {
        "stat": "49",
        "affinity": "hearts",
        "items": "JH",
        "dealer-aces": "dealer",
        "discards": "drawn",
    }
    assert Resolution.from_header(rules.header()) == rules
    assert Resolution.from_header({"items": "none"}).ready == ()
    assert Resolution(ready=read_cards("JS 7S")).ready == read_cards("7S JS")
    assert repr(rules) == (
        "Resolution(stat=49, affinity=Suit.HEARTS, ready=(Card.read('JH'),), dealer_aces='dealer', discards='drawn')"
    )
    assert rules.longest == 149


def test_a_deck_that_is_none_of_the_two() -> None:
    with pytest.raises(BadText) as caught:
        Resolution().stack({"dealers": ()})
    assert str(caught.value) == "'dealers' is not a deck here. Allowed: player, dealer"
    for name, cards, said in (
        ("player", "7S", "'7S' is not in the player's deck"),
        ("dealer", "2C 2C", "'2C' stands twice among the cards of the Dealer's deck"),
        ("player", "2C 2C", "'2C' stands twice among the cards of the player's deck"),
    ):
        with pytest.raises(BadText, match=said):
            Resolution().stack({name: read_cards(cards)})


def test_where_every_card_is() -> None:
    """Rule lite-cleanup: every pile by its name, an item that was used among the Layout."""
    match = played(table("4H 8D", "6S 9D QH", ready=read_cards("7C JC")), "hit", "tell")
    piles = match.rules.piles(match.state)
    assert {name: write_cards(cards) for name, cards in piles.items() if name not in ("player", "dealer")} == {
        "tell": "QH",
        "truth": "9D",
        "layout": "4H",
        "drawn": "8D",
        "player discards": "",
        "dealer discards": "6S",
        "items": "7C JC",
    }
    assert (len(piles["player"]), len(piles["dealer"])) == (48, 49)
    played(match, "swap 1", "use JC 1")
    piles = match.rules.piles(match.state)
    assert [write_cards(piles[name]) for name in ("layout", "drawn", "player discards", "items")] == [
        "JC",
        "",
        "4H 8D",
        "7C",
    ]


def test_what_somebody_sees_who_watches() -> None:
    """Event by event: whose turn it is, whether a card is drawn that they do not see, and who did it."""
    match = played(table("4H 8D 9D 2C", "6S 9D QH KH 3C", stat=3), "hit", "tell", "add", "hit", "truth", "swap 1")
    played(match, "hit", "discard", "add", "stand")
    view = match.rules.blank()
    assert (view.layout, view.sources, view.phase, view.hits_left) == ((), (), None, 3)
    seen = []
    for event in match.events:
        view = match.rules.watch(view, event)
        seen.append((event.kind, event.seat, view.phase, view.pending))
    act = [("drew", 1, "place", True)]
    assert seen == [
        ("dealt", 0, "decide", False),
        ("hit", 1, "dealer", True),
        ("tell", 0, "dealer", False),
        *act,
        ("added", 1, "decide", False),
        ("hit", 1, "dealer", True),
        ("truth", 0, "dealer", False),
        *act,
        ("swapped", 1, "decide", False),
        ("hit", 1, "dealer", True),
        ("discard", 0, "dealer", False),
        *act,
        ("added", 1, "decide", False),
        ("stood", 1, "decide", False),
        ("revealed", 0, "aces", False),
        ("outcome", 0, "over", False),
    ]
    used = played(table("KH", "6S 9D"), "use JC 1")
    assert [(event.kind, event.seat) for event in used.events[-3:]] == [("used", 1), ("revealed", 0), ("outcome", 0)]
    rules = Resolution(2)
    state = rules.deal(rules.decks(1)).state._replace(dealer_deck=())
    events = rules.step(state, Move("hit")).events
    assert [(event.kind, event.seat) for event in events] == [("hit", 1), ("no-draw", 0), ("drew", 1)]
    claimed = played(table("KH AD", "6S 9D QH"), "hit", "tell", "add", "claim")
    assert [(event.kind, event.seat) for event in claimed.events[-3:]] == [
        ("claimed", 1),
        ("revealed", 0),
        ("outcome", 0),
    ]


def test_whose_eyes_see_a_discard() -> None:
    """Rule lite-dealer-options, option discards: a replaced Tell lay open anyway, and the Dealer knows all of them."""
    match = played(table("4H 8D 9D", "6S 9D QH KH", discards="none"), "hit", "tell", "add", "hit", "truth")
    six, nine = read_cards("6S 9D")
    assert match.view(PLAYER).dealer_discards == ((six, "tell"), (None, "truth"))
    assert match.view(DEALER).dealer_discards == ((six, "tell"), (nine, "truth"))


def test_rules_refuse_by_themselves_too() -> None:
    """Not only a match: a step that is not legal names what was tried, and why not."""
    rules = Resolution()
    assert rules == Resolution(2)
    state = rules.deal(rules.decks(1)).state
    with pytest.raises(Refused) as caught:
        rules.step(state, Move("add"))
    assert caught.value.refusal == rules.objection(state, Move("add"))
    assert str(caught.value).startswith("add: No card is drawn: declare a Hit first.")


def test_a_place_has_at_most_two_figures() -> None:
    match = table("4H", "6S 9D")
    with pytest.raises(BadText, match="'100' is not a card"):
        match.rules.read(match.state, "swap 100")
