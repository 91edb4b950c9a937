"""Answers to the cases of a single Resolution: ``score`` and ``replay``."""

from __future__ import annotations

from typing import Any

from aces.cards import Card, Suit, read_cards
from aces.lite.decks import totals
from aces.lite.outcome import judge
from aces.lite.resolution import Move, Resolution, State, verdict_of
from aces.match import Match
from aces.rules import BadText

Case = dict[str, Any]


def score(case: Case) -> dict[str, Any]:
    """The outcome of a Layout against Tell and Truth."""
    verdict = judge(
        [Card.read(card) for card, _ in case["layout"]],
        Card.read(case["tell"]),
        Card.read(case["truth"]),
        [source for _, source in case["layout"]],
        case.get("dealer_aces"),
    )
    return verdict.plain()


def replay(case: Case) -> dict[str, Any]:
    """A script played over cards in draw order, and how it ends."""
    rules = Resolution(case["stat"], Suit.read(case["affinity"]))
    tops = {name: read_cards(" ".join(case[f"{name}_cards"])) for name in ("player", "dealer")}
    if not tops["player"] or len(tops["dealer"]) < 2:
        raise BadText("", "is too few cards to deal", ("an opening card, a Tell and a Truth",))
    match = Match(rules, tops=tops)
    log: list[dict[str, Any]] = [{"step": "setup", "tell": match.state.tell.code, "layout": codes(match.state)}]
    for entry in case["script"]:
        for move in moves_of(entry):
            match.play(move)
        for name, size in match.deck_sizes.items():
            if size - len(rules.piles(match.state)[name]) > len(tops[name]):
                raise BadText(name, "deck runs out before the script ends")
        if entry[0] == "hit":
            log.append(logged(entry, match))
    if not match.over:
        raise BadText(str(case["script"]), "is not finished: the Resolution is still open")
    return ended(match) | {"log": log}


def moves_of(entry: list[Any]) -> list[Move | str]:
    """The moves of one entry of a script."""
    match entry:
        case ["hit", str(option), place]:
            if option not in ("tell", "truth", "discard"):
                raise BadText(option, "is not an option of the Dealer", ("tell", "truth", "discard"))
            return ["hit", option, "add" if place == "add" else Move("swap", place)]
        case ["early"]:
            return ["claim"]
        case ["stand"]:
            return ["stand"]
        case ["inventory", str(card), int(place)]:
            return [Move("use", place, Card.read(card))]
    raise BadText(str(entry), "is not an entry of a script")


def codes(state: State) -> list[str]:
    """The cards of the Layout."""
    return [card.code for card in state.layout]


def logged(entry: list[Any], match: Match[Any, Any, Any, Any]) -> dict[str, Any]:
    """One Hit as the logs of the cases write it."""
    drawn = {event.kind: event for event in match.events[-6:]}
    state: State = match.state
    before: State = match.states[-3]
    line = {
        "step": f"hit{state.hits}",
        "dealer_drew": before.drawn.code if before.drawn else None,
        "dealer": entry[1],
        "drew": drawn["drew"].card.code,
        "tell": state.tell.code,
        "layout": codes(state),
        "totals": list(totals(state.layout)),
    }
    if entry[2] != "add":
        line["player"] = entry[2]
    return line


def ended(match: Match[Any, Any, Any, Any]) -> dict[str, Any]:
    """How a Resolution ended, as the cases write it."""
    state: State = match.state
    verdict = verdict_of(state)
    return {
        "outcome": verdict.outcome,
        "player_total": verdict.player.total,
        "dealer_total": verdict.dealer.total,
        "hits_used": state.hits,
        "layout": codes(state),
        "tell": state.tell.code,
        "truth": state.truth.code,
        "player_discards": [card.code for card in state.player_discards],
        "dealer_discards": [card.code for card, _ in state.dealer_discards],
        "end": state.ending,
        "inventory_used": state.used.code if state.used else None,
    }


KINDS = {"score": score, "replay": replay}
