"""Answers to the cases of the other chapters: groups, duels, Initiative, harm, Growth, builds and Universal 21."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from aces.cards import Card, Rank, from_one_deck
from aces.lite.character import check_build
from aces.lite.duel import settle
from aces.lite.group import assign, shared_outcome, split
from aces.lite.growth import COMPLETE_GOAL, EXPOSE_SECRET, TURN, Cycle, Growth
from aces.lite.growth import Act as GrowthAct
from aces.lite.harm import EPISODE, HELPED, NOT_HELPED, SCENE, Act, Harm, Track, read_outcome
from aces.lite.initiative import Initiative
from aces.rules import BadText
from aces.universal21 import convert, judge

Case = dict[str, Any]


def cards(codes: Sequence[str]) -> tuple[Card, ...]:
    return tuple(map(Card.read, codes))


def kind_group(case: Case) -> str:
    """The shared outcome."""
    return shared_outcome(case["outcomes"]).outcome


def kind_split(case: Case) -> list[list[str]]:
    """The Dealer's Layouts in the order in which they come about."""
    draws = cards(case["draws"])
    from_one_deck(draws, "the Dealer's")
    return [[layout.tell.code, layout.truth.code] for layout in split(draws, case["n"])]


def kind_seats(case: Case) -> dict[str, Any]:
    """Each seat's Layout."""
    given = assign(case["seats"], case["participants"], case["initiator"], case["layouts"])
    return {str(seat): layout for seat, layout in given.items()}


def kind_pvp(case: Case) -> dict[str, Any]:
    """Who wins a duel, with both totals."""
    return settle(cards(case["a"]), cards(case["b"])).plain()


def kind_initiative(case: Case) -> list[str]:
    """Who acts, first to last."""
    cuts = {name: cards(cut) for name, cut in case["cuts"].items()}
    return [place.name for place in Initiative().order(cuts)]


def kind_campaign(case: Case) -> list[list[Any]]:
    """HP, Plot Armor and the items that are ready, after each event."""
    harm, track = Harm(), Track()
    lines: list[list[Any]] = []
    for event in case["events"]:
        track = harm.step(track, _harm_act(event)).track
        lines.append([track.hp, track.plot_armor, "".join(rank.text for rank in harm.ready(track))])
    return lines


def _harm_act(event: list[Any]) -> Act:
    match event:
        case ["outcome", outcome]:
            return Act("outcome", read_outcome(outcome))
        case ["outcome", outcome, "armor"]:
            return Act("outcome", read_outcome(outcome), armor=True)
        case ["use", item]:
            return Act("use", item=Rank.read(item))
        case ["help", bool(worked)]:
            return HELPED if worked else NOT_HELPED
        case ["scene"]:
            return SCENE
        case ["episode"]:
            return EPISODE
        case ["regain", int(amount)]:
            return Act("regain", amount=amount)
    raise BadText(event, "is nothing that happens to a character")


def kind_growth(case: Case) -> list[list[Any]]:
    """The marked boxes, by name, and the Lucky Points gained, after each event."""
    growth, cycle = Growth(), Cycle()
    lines: list[list[Any]] = []
    for event in case["events"]:
        cycle = growth.step(cycle, _growth_act(growth, event)).cycle
        lines.append([sorted(box.value for box in cycle.marks), cycle.grown])
    return lines


def _growth_act(growth: Growth, event: list[str]) -> GrowthAct:
    named = {"complete_goal": COMPLETE_GOAL, "secret_exposed": EXPOSE_SECRET, "turn": TURN}
    return named[event[0]] if event[0] in named and len(event) == 1 else growth.read(" ".join(event))


def kind_build(case: Case) -> bool:
    """Whether four Stats are a legal build at creation."""
    stats = case["stats"]
    return all(type(value) is int for value in stats) and not check_build(stats)


def kind_convert(case: Case) -> list[int]:
    """The four Stats in A.C.E.S. Lite."""
    return list(convert(case["stats3"], case["extra"]))


def kind_universal(case: Case) -> dict[str, Any]:
    """The outcome of a Layout against Tell and Truth under Universal 21."""
    for value in case.get("dealer_aces", ()):
        if value != 11:
            raise BadText(value, "is not what an Ace of the House counts", ("11",))
    return judge(
        [Card.read(card) for card, _ in case["layout"]],
        Card.read(case["tell"]),
        Card.read(case["truth"]),
        [source for _, source in case["layout"]],
        strange=case.get("stat_name") == "strange",
    ).plain()


KINDS = {
    "group": kind_group,
    "split": kind_split,
    "seats": kind_seats,
    "pvp": kind_pvp,
    "initiative": kind_initiative,
    "campaign": kind_campaign,
    "growth": kind_growth,
    "build": kind_build,
    "convert": kind_convert,
    "universal": kind_universal,
}
