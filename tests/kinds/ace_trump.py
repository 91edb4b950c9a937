"""Answers to the cases of Ace Trump: a hand's legal cards, a trick's winner, deals, scores, tides and traces."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from aces.ace_trump.game import AceTrump, State, dealt
from aces.ace_trump.trick import decide, playable, tide
from aces.decktet import Card, Suit
from aces.rules import BadText

Case = dict[str, Any]

_POSITION = ("trump",)
"""What stands among a case's options and belongs to its position."""


_TRICK = ("sticky", "ties", "fixed_trump")
"""The options that matter to one trick, whatever number of cards lies in it."""


class Cards(tuple[str, ...]):
    """Cards by their codes, compared as sets are."""

    def __eq__(self, other: object) -> bool:
        return isinstance(other, list | tuple) and sorted(self) == sorted(other)

    __hash__ = tuple.__hash__


def cards(codes: Iterable[str]) -> tuple[Card, ...]:
    """The cards of codes."""
    return tuple(Card.read(code) for code in codes)


def codes(found: Iterable[Card]) -> Cards:
    """The codes of cards."""
    return Cards(card.code for card in found)


def suit(letter: str | None) -> Suit | None:
    """The suit of a letter, if any."""
    return None if letter is None else Suit.read(letter)


def rules(case: Case, players: int, **more: Any) -> AceTrump:
    """The rules with the options of a case."""
    options = {key: value for key, value in case.get("options", {}).items() if key not in _POSITION}
    if "fixed_trump" in options:
        options["fixed_trump"] = suit(options["fixed_trump"])
    try:
        return AceTrump(players, **options, **more)
    except TypeError as error:
        raise BadText(tuple(options), f"are not options: {error}") from error


def legal(case: Case) -> Cards:
    """What may be played from a hand."""
    return codes(playable(cards(case["hand"]), cards(case["plays"])))


def winner(case: Case) -> dict[str, Any]:
    """Who takes a trick, and trump after it."""
    chosen = rules({"options": {key: case["options"][key] for key in _TRICK if key in case["options"]}}, 4)
    plays = cards(case["plays"])
    took = decide(plays, suit(case["trump_before"]), chosen.sticky, chosen.fixed_trump, chosen.ties)
    return {"winner_index": took.at, "trump_after": took.trump and took.trump.letter}


def deal(case: Case) -> dict[str, int]:
    """The size of a hand, and how many cards lie aside."""
    chosen = rules(case, case["players"])
    size = chosen.hand_size(case["tides_size"])
    return {"hand_size": size, "aside": len(chosen.deck) - size * chosen.players}


def deal_order(case: Case) -> list[Cards]:
    """Who gets which card."""
    return [codes(hand) for hand in dealt(cards(case["deck"]), case["players"], case["dealer"], case["size"])]


def score(case: Case) -> dict[str, Any]:
    """The points of a hand, by seat and by side."""
    chosen = rules(case, len(case["tricks"]))
    points = chosen.points(case["tricks"], case["bids"] or ())
    return {"points": list(points), "teams": list(chosen.by_side(points))}


def tides(case: Case) -> int:
    """The next hand's size."""
    return tide(cards(case["last_trick"]))


def match_end(case: Case) -> dict[str, Any]:
    """Whether totals end a match, and which side wins it."""
    totals = case["totals"]
    chosen = AceTrump(len(totals), target=case.get("target", 36))
    won = chosen.won_by(totals)
    return {"finished": won is not None, "winner": won}


def error(case: Case) -> str:
    """The options, if they are taken."""
    return repr(rules(case, case["players"]))


def trace(case: Case) -> dict[str, Any]:
    """A few cards played out from given hands."""
    hands = [cards(hand) for hand in case["hands"]]
    chosen = rules(case, len(hands), max_hands=1)
    state: State = chosen.position(hands, case["leader"], trump=suit(case.get("options", {}).get("trump")))
    trump, tricks = state.trump, state.tricks
    for code in case["moves"]:
        step = chosen.step(state, chosen.read(state, code))
        state = step.state
        tricks += tuple(event.trick for event in step.events if event.trick is not None)
        trump = tricks[-1].trump if chosen.turn(state) is None else state.trump
    return {
        "tricks": [sum(trick.winner == seat for trick in tricks) for seat in chosen.seats],
        "trump": trump and trump.letter,
        "next_tides_size": tide(tricks[-1].cards) if tricks else None,
    }


KINDS = {
    "legal": legal,
    "winner": winner,
    "deal": deal,
    "deal_order": deal_order,
    "score": score,
    "tides": tides,
    "match_end": match_end,
    "error": error,
    "trace": trace,
}
