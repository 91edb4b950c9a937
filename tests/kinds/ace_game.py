"""Answers to the cases of Ace Game: positions, moves played from them, and what may follow."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any

from aces.ace_game.game import AceGame, State, dealt
from aces.ace_game.table import HAND, cards_of
from aces.cards import DECK, SUITS, Card, Suit
from aces.games import check_keys

Case = dict[str, Any]


def rules_of(case: Case) -> AceGame:
    """The rules with the case's options; who starts is settled by the position."""
    options = case.get("options") or {}
    check_keys(options, ("smash", "next_leader", "max_superover"))
    return AceGame(case["players"] if "players" in case else len(case["hands"]), **options, start=0)


def cards(codes: Sequence[str]) -> tuple[Card, ...]:
    return tuple(map(Card.read, codes))


def codes(case: Case, some: Sequence[Card]) -> list[str]:
    """Cards as the case writes them: T for ten, unless it says 10."""
    ten = "10" if re.search(r"\b10[SCDH]\b", str(case["expect"])) else "T"
    return [card.code.replace("10", ten) for card in some]


def played(case: Case, superovers: int = 0) -> tuple[AceGame, State]:
    """The position of a case after its moves."""
    rules = rules_of(case)
    state = rules.position(
        [cards(hand) for hand in case["hands"]],
        cards(case.get("deck") or ()),
        cards(case.get("discard") or ()),
        case.get("leader", 0),
        case.get("active"),
        case.get("superovers", superovers),
    )
    for move in case.get("moves", ()):
        state = rules.step(state, rules.read(state, move)).state
    return rules, state


def unless_free(case: Case, answer: dict[str, Any], *fields: str) -> dict[str, Any]:
    """The answer without those of the fields that the case leaves unchecked by a null."""
    expect = case["expect"]
    free = [field for field in fields if isinstance(expect, dict) and expect.get(field, 0) is None]
    return answer | dict.fromkeys(free)


def kind_legal(case: Case) -> dict[str, Any]:
    """Whose turn it is, what they may play after any draws, and what is left of the deck."""
    rules, state = played(case)
    answer = {
        "player": rules.turn(state),
        "legal": codes(case, rules.moves(state)),
        "deck": codes(case, rules.piles(state)["table"]),
    }
    return unless_free(case, answer, "deck")


def kind_round(case: Case) -> dict[str, Any]:
    """The position after the moves."""
    rules, state = played(case)
    piles = rules.piles(state)
    answer = {
        "hands": [codes(case, cards_of(hand)) for hand in state.hands],
        "deck": codes(case, piles["table"]),
        "discard": codes(case, piles["discard"]),
        "leader": state.leader,
        "active": [seat for seat, playing in enumerate(state.playing) if playing],
        "loser": state.loser,
        "over": rules.turn(state) is None,
        "completed": list(state.out),
        "stalemate": state.stalemate,
    }
    return unless_free(case, answer, "leader", "active", "completed")


def kind_superover_due(case: Case) -> bool:
    """Whether a superover is due before the next lead."""
    return rules_of(case).problem(
        [cards(hand) for hand in case["hands"]],
        cards(case.get("deck") or ()),
        case.get("active"),
        case.get("superovers", 0),
    )


def kind_superover(case: Case) -> dict[str, Any]:
    """The hands after a superover that deals the discard pile in the given order."""
    leader = case.get("leader", 0)
    hands, discard = rules_of(case).superover(
        [cards(hand) for hand in case["hands"]], cards(case.get("discard") or ()), leader, case.get("active")
    )
    return {"hands": [codes(case, hand) for hand in hands], "discard": codes(case, discard), "leader": leader}


def kind_setup(case: Case) -> dict[str, int]:
    """How many cards each gets, and how many are left."""
    rules = rules_of(case)
    state = rules.deal(rules.decks(1)).state
    return {"hand": len(state.hand(0)), "deck": len(state.deck)}


def kind_setup_order(case: Case) -> list[list[str]]:
    """The hands dealt from a deck that nobody shuffled: clubs, diamonds, hearts, spades, from two to Ace."""
    order = sorted(SUITS, key=lambda suit: (suit is Suit.SPADES, suit.letter))
    deck = [card for suit in order for card in DECK if card.suit is suit]
    hands = dealt(deck, rules_of(case).players)
    assert all(len(hand) == HAND for hand in hands)
    return [codes(case, hand) for hand in hands]


def kind_error(case: Case) -> dict[str, Any]:
    """What the rules say to options, or to a position, that may not be."""
    rules = played(case)[0] if "hands" in case else rules_of(case)
    return rules.header()


def kind_illegal(case: Case) -> list[str]:
    """What follows a card that must be refused after the moves."""
    rules, state = played(case, superovers=1)
    after = rules.step(state, rules.read(state, case["bad"])).state
    return codes(case, rules.moves(after))


KINDS = {
    "legal": kind_legal,
    "round": kind_round,
    "superover_due": kind_superover_due,
    "superover": kind_superover,
    "setup": kind_setup,
    "setup_order": kind_setup_order,
    "error": kind_error,
    "illegal": kind_illegal,
}
