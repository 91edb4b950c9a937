"""The second door between a page and the engine: the table with real cards, ``call("table.…", params)``.

It keeps nothing. What was dealt, and the campaign as the text of its file, come with each question; the
answer holds the changed text, what the page shows of it, and sentences with the ids of their rules. What is
refused comes back under ``error``. No rule is decided here: the engine judges, counts, settles and keeps.

>>> import json
>>> asked = {"tell": "QH", "truth": "9D", "layout": ["2C", "8D", "KS"]}
>>> answer("table.judge", json.dumps(asked))["verdict"]["text"]
'You have 20, the Dealer has 19: Success.'
>>> told = answer("table.example", json.dumps({"names": ["Odalys Boateng"]}))
>>> happened = {"act": "resolve", "results": [{"who": "Odalys Boateng", "outcome": "failure"}]}
>>> answer("table.act", json.dumps({"campaign": told["campaign"], **happened}))["notes"][0]["text"]
'A Failure costs 1 HP: 2 of 3 are left.'
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import lru_cache
from itertools import product
from typing import Any, NamedTuple, cast

from aces.cards import Card, Rank, from_one_deck
from aces.faults import parse, parse_json
from aces.lite import growth, harm
from aces.lite.campaign import Campaign, Entry, Member, Note, Result, Story, read_campaign
from aces.lite.character import (
    BOXES,
    CREATION_CAP,
    HP,
    LOWEST_STAT,
    LUCKY_POINTS,
    PLOT_ARMOR,
    STATS,
    Stat,
    check_build,
    example_party,
    points_spent,
)
from aces.lite.decks import ACE_VALUES, ITEM_RANKS, TARGET, best_total, items
from aces.lite.duel import SIDES, settle
from aces.lite.group import shared_outcome
from aces.lite.initiative import Initiative, Place
from aces.lite.outcome import (
    FROM_INVENTORY,
    OUTCOMES,
    Outcome,
    Verdict,
    dealer_reading,
    is_early_21,
    is_first_two,
    judge,
    usual_sources,
)
from aces.lite.words import OUTCOME_NAMES, outcome_text, reading_text, spoken, total_text, worth_text
from aces.lite.words_duel import END_NAMES, verdict_text
from aces.lite.words_group import ENDINGS
from aces.rules import AcesError, BadText, Refusal, Refused

from .bridge import _card, _parts
from .door import Plain, answered, explained, objection, refused

NEW_TITLE = "A new campaign"
"""What a campaign is called until somebody names it."""

SHOWN_ENTRIES = 30
"""So many Resolutions of the log are told."""


# The campaign as text


@lru_cache(maxsize=8)
def _campaign(text: str) -> Campaign:
    """The campaign of a text that the page keeps, read as strictly as any file."""
    return read_campaign(parse_json(text, "the party"), "the party")


def _text(campaign: Campaign) -> str:
    return json.dumps(campaign.plain(), ensure_ascii=False, separators=(",", ":"))


def _file(text: str, name: str) -> Campaign:
    """The campaign, or the party as a campaign that begins, of a file in JSON or TOML."""
    source = name[:80] or "the file"
    return read_campaign(parse(text, source), source)


def _checked(campaign: Campaign, source: str = "the party") -> Campaign:
    """The campaign, its people read again as from a file; the log was read when it came in."""
    people = read_campaign(campaign._replace(log=()).plain(), source)
    return people._replace(log=campaign.log)


def _joined(campaign: Campaign | None, members: Sequence[Member]) -> Campaign:
    """A campaign with more people in it."""
    if campaign is None:
        campaign = Campaign(NEW_TITLE, ())
    return _checked(campaign._replace(members=(*campaign.members, *members)))


# Judging


class Draft(NamedTuple):
    """What lies on the table so far. ``item`` is the card of the Layout that came from Inventory, ``early``
    whether two cards that make the early 21 are the opening card and the first Hit, ``aces`` the Dealer's pick."""

    tell: Card | None
    truth: Card | None
    layout: tuple[Card, ...]
    item: Card | None
    early: bool
    aces: tuple[int, ...] | None

    @staticmethod
    def of(
        tell: str = "",
        truth: str = "",
        layout: Sequence[str] = (),
        item: str = "",
        early: bool = True,
        aces: str = "",
    ) -> Draft:
        cards = tuple(Card.read(code) for code in layout)
        taken = Card.read(item) if item else None
        return Draft(
            Card.read(tell) if tell else None,
            Card.read(truth) if truth else None,
            cards,
            taken if taken in cards else None,
            early,
            tuple(int(value) for value in aces.split() if value.isdigit()) if aces else None,
        )

    @property
    def sources(self) -> tuple[str, ...]:
        """Where each card of the Layout came from: opening card and Hits in order, but for the item."""
        usual = usual_sources(len(self.layout))
        if self.item is None and not self.early and is_first_two(usual):
            usual = (usual[0], "h2")
        return tuple(
            FROM_INVENTORY if card is self.item else source for card, source in zip(self.layout, usual, strict=True)
        )

    @property
    def drawn(self) -> tuple[Card, ...]:
        """The cards of the Layout that came out of the player's deck."""
        return tuple(card for card in self.layout if card is not self.item)


def look(active: str = "", **draft: Any) -> Plain:
    """What the page shows of the cards so far: their names, sums, where they came from, which are out.

    ``active`` is the place that the next card goes to (tell, truth, or a place of the Layout from 1); the card
    that lies there now is not in its own way.
    """
    table = Draft.of(**draft)
    tell, truth = table.tell, table.truth
    held = tuple(card for card in (tell, truth) if card is not None)
    dealer = dealer_reading(tell, truth, _pick(table)) if tell and truth else None
    asks = table.item is None and is_early_21(table.layout, usual_sources(len(table.layout)))
    return {
        "tell": None if tell is None else _named(tell, "Tell"),
        "truth": None if truth is None else _named(truth, "Truth"),
        "layout": _laid(table.layout, table.sources, "Layout"),
        "total": total_text(table.layout) if table.layout else "",
        "over": bool(table.layout) and best_total(table.layout) > TARGET,
        "dealer_total": str(dealer.total) if dealer else total_text(held) if held else "",
        "used": {
            "dealer": _used([("Tell", tell), ("Truth", truth)], active),
            "player": _used_by(table, active),
        },
        "early": {"question": _EARLY, "rule": "lite-early-21", "holds": table.early} if asks else None,
        "aces": _aces(table),
        "missing": _missing(table),
    }


_EARLY = f"Together they make {TARGET}. Are they the opening card and the first Hit?"


def verdict_of(campaign: str = "", **draft: Any) -> Plain:
    """The outcome with both sums and every check, and how it can be written down for each of the party."""
    table = Draft.of(**draft)
    missing = _missing(table)
    if missing:
        return {"error": missing}
    assert table.tell is not None
    assert table.truth is not None
    verdict = judge(table.layout, table.tell, table.truth, table.sources, _pick(table))
    return {
        "verdict": _verdict(verdict, table),
        "ways": _ways(_campaign(campaign), verdict.outcome, table.drawn, table.item) if campaign else [],
    }


def _verdict(verdict: Verdict, table: Draft) -> Plain:
    dealer = cast("tuple[Card, Card]", (table.tell, table.truth))
    return {
        "outcome": verdict.outcome,
        "name": OUTCOME_NAMES[verdict.outcome],
        "text": outcome_text(verdict),
        "player": _parts(reading_text(table.layout, verdict.player)),
        "dealer": _parts(reading_text(dealer, verdict.dealer)),
        "player_total": verdict.player.total,
        "dealer_total": verdict.dealer.total,
        "checks": _checks(verdict.checks),
    }


def _checks(checks: Iterable[Any]) -> list[Plain]:
    return [
        {"rule": check.rule, "question": check.question, "holds": check.holds, "why": check.why} for check in checks
    ]


def _missing(table: Draft) -> Plain | None:
    """What is still to be laid before anything can be judged, the place for it, and the rule that asks for it."""
    if table.tell is None:
        return {"message": "The Tell is still to come.", "rule": "lite-tell-truth", "place": "tell"}
    if not table.layout:
        return {"message": "The Layout is still empty.", "rule": "lite-opening-card", "place": "layout"}
    if table.truth is None:
        return {"message": "The Truth has not turned yet.", "rule": "lite-reveal", "place": "truth"}
    return _clash(table)


def _clash(table: Draft) -> Plain | None:
    """A card that was drawn although it is out of the deck: the other item of the one that was used."""
    fellow = next((card for card in _fellow(table) if card in table.drawn), None)
    return None if fellow is None else _out(table, fellow) | {"place": str(table.layout.index(fellow) + 1)}


def _picks(table: Draft) -> list[tuple[int, ...]]:
    """What the Dealer may pick for their Aces, Tell before Truth: one empty pick where they hold none."""
    held = sum(card is not None and card.is_ace for card in (table.tell, table.truth))
    return list(product(ACE_VALUES, repeat=held))


def _pick(table: Draft) -> tuple[int, ...] | None:
    """The Dealer's pick, while it fits the cards that lie there; else none."""
    return table.aces if table.aces in _picks(table) else None


def _aces(table: Draft) -> list[Plain] | None:
    """The picks to choose from, once both of the Dealer's cards lie there and one of them is an Ace."""
    picks = _picks(table)
    if table.tell is None or table.truth is None or len(picks) == 1:
        return None
    pick, best = _pick(table), dealer_reading(table.tell, table.truth).total
    told = [{"value": "", "label": f"Best: {best}", "picked": pick is None}]
    for values in picks:
        value = " ".join(map(str, values))
        told.append({"value": value, "label": " and ".join(map(str, values)), "picked": pick == values})
    return told


def _named(card: Card, place: str) -> Plain:
    return _card(card, place, worth_text(card)) | {"label": spoken(card, place)}


def _laid(cards: Sequence[Card], sources: Sequence[str], where: str) -> list[Plain]:
    return [
        {
            **_named(card, f"{where} {place}, {_source(source)}"),
            "place": place,
            "source": source,
            "short": _source(source),
            "item": "yes" if source == FROM_INVENTORY else "may" if card.rank in ITEM_RANKS else "",
        }
        for place, (card, source) in enumerate(zip(cards, sources, strict=True), 1)
    ]


def _source(source: str) -> str:
    if source == FROM_INVENTORY:
        return "item"
    return f"Hit {source[1:]}" if source.startswith("h") else "opening"


def _places(layout: Sequence[Card]) -> list[tuple[str, Card | None]]:
    return [(str(place), card) for place, card in enumerate(layout, 1)]


def _used(lying: Iterable[tuple[str, Card | None]], active: str) -> dict[str, Plain]:
    """The cards of a deck that lie on the table already, each with where it lies, by their codes."""
    there = [(place, card) for place, card in lying if card is not None and place.lower() != active]
    cards = tuple(card for _, card in there)
    used: dict[str, Plain] = {}
    for place, card in there:
        try:
            from_one_deck((*cards, card), "this")
        except BadText:
            where = f"lies in place {place} of this Layout" if place.isdigit() else f"is the {place}"
            used[card.code] = {
                "message": f"{card} {where} already, and a deck has one of each.",
                "rule": "lite-own-deck",
            }
    return used


def _fellow(table: Draft) -> tuple[Card, ...]:
    """The other item of the one that was used, which is out of the deck as well."""
    return () if table.item is None else tuple(card for card in items(table.item.suit) if card is not table.item)


def _out(table: Draft, card: Card) -> Plain:
    return {
        "message": f"{card} is never drawn where {table.item} is an item: both are out of the deck.",
        "rule": "lite-player-deck",
    }


def _used_by(table: Draft, active: str) -> dict[str, Plain]:
    """The cards that cannot come to a player's Layout any more, by their codes, each with the reason."""
    used = _used(_places(table.layout), active)
    replaced = table.item is not None and active == str(table.layout.index(table.item) + 1)
    return used | ({} if replaced else {card.code: _out(table, card) for card in _fellow(table)})


# Writing an outcome down


def _ways(campaign: Campaign, outcome: Outcome, drawn: Sequence[Card], item: Card | None) -> list[Plain]:
    """How an outcome can be written down for each of the party: plainly, or with Plot Armor where that helps."""
    return [
        {
            "who": member.character.name,
            "ways": [
                _way(campaign, member, outcome, armor, drawn, item)
                for armor in ((False, True) if harm.cost(outcome) else (False,))
            ],
        }
        for member in campaign.members
    ]


def _way(
    campaign: Campaign, member: Member, outcome: Outcome, armor: bool, drawn: Sequence[Card], item: Card | None
) -> Plain:
    name = member.character.name
    told: Plain = {"armor": armor, "gives": "", "refusal": None}
    try:
        _whose(member, drawn, item)
        story = campaign.resolve([Result(name, outcome, armor, item.rank if item else None)])
    except AcesError as error:
        return told | {"refusal": objection(error)}
    return told | {"gives": _gives(member, story.campaign.member(name))}


def _gives(before: Member, after: Member) -> str:
    """What became of HP and Plot Armor, such as ``HP 3 to 2``; empty when nothing did."""
    was, now = before.track, after.track
    changes = []
    if now.hp != was.hp:
        changes.append(f"HP {was.hp} to {now.hp}")
    if now.plot_armor != was.plot_armor:
        changes.append(f"Plot Armor {was.plot_armor} to {now.plot_armor}")
    return ", ".join(changes)


def _whose(member: Member, drawn: Sequence[Card], item: Card | None) -> None:
    """Refuses cards that this character cannot have laid: an item of another suit, an own item that was drawn."""
    character = member.character
    mine = items(character.affinity)
    told = " and ".join(map(str, mine))
    if item is not None and item not in mine:
        why = f"{item} is not in this Inventory: the items are {told}."
        raise Refused(Refusal(str(item), "lite-inventory", why, tuple(map(str, mine))))
    for card in drawn:
        if card in mine:
            why = f"{card} is an item here and never drawn: if it was used, mark it as the item."
            raise Refused(Refusal(str(card), "lite-player-deck", why, ()))


# A group, a duel, Initiative


def group(outcomes: Sequence[str]) -> Plain:
    """What a group's outcomes make together, with the reasons."""
    shared = shared_outcome(harm.read_outcome(outcome) for outcome in outcomes)
    counts = [
        f"{number} {OUTCOME_NAMES[outcome]}" for outcome, number in zip(OUTCOMES, shared.counts, strict=True) if number
    ]
    return {
        "verdict": {
            "outcome": shared.outcome,
            "name": OUTCOME_NAMES[shared.outcome],
            "text": ENDINGS[shared.outcome],
            "counts": ", ".join(counts),
            "checks": _checks(shared.checks),
        }
    }


def duel(
    a: Mapping[str, Any],
    b: Mapping[str, Any],
    active: str = "",
    campaign: str = "",
) -> Plain:
    """Both Layouts of a duel as the page shows them and, once both are there, who wins and why."""
    sides = [_side(side) for side in (a, b)]
    told: Plain = {}
    for name, side in zip(SIDES, sides, strict=True):
        mine = active.removeprefix(f"{name} ") if active.startswith(f"{name} ") else ""
        told[name] = {
            "layout": _laid(side.layout, side.sources, side.name),
            "total": total_text(side.layout) if side.layout else "",
            "over": bool(side.layout) and best_total(side.layout) > TARGET,
            "used": _used_by(side.draft, mine),
        }
    empty = next((side for side in sides if not side.layout), None)
    if empty is not None:
        missing = {"message": f"{empty.name} has no cards yet.", "rule": "lite-duel"}
        return told | {"missing": missing, "verdict": None, "lessons": []}
    clash = next(filter(None, (_clash(side.draft) for side in sides)), None)
    if clash is not None:
        return told | {"missing": clash, "verdict": None, "lessons": []}
    verdict = settle(sides[0].layout, sides[1].layout)
    party = _campaign(campaign) if campaign else None
    return told | {
        "missing": None,
        "verdict": {
            "winner": verdict.winner,
            "outcome": "tie" if verdict.winner == "tie" else "success",
            "name": "A tie" if verdict.winner == "tie" else f"{sides[SIDES.index(verdict.winner)].name} wins",
            "text": verdict_text(verdict, {1: sides[0].name, 2: sides[1].name}),
            "sums": [
                {"who": side.name, "parts": _parts(reading_text(side.layout, reading))}
                for side, reading in zip(sides, (verdict.a, verdict.b), strict=True)
            ],
            "checks": _checks(verdict.checks),
        },
        "lessons": [] if party is None else [who.name for who in sides if _is_of(party, who.name)],
    }


class Side(NamedTuple):
    """One side of a duel: who, and their cards."""

    name: str
    draft: Draft

    @property
    def layout(self) -> tuple[Card, ...]:
        return self.draft.layout

    @property
    def sources(self) -> tuple[str, ...]:
        return self.draft.sources


def _side(given: Mapping[str, Any]) -> Side:
    side = Side(str(given["name"]), Draft.of(layout=given.get("layout", ()), item=given.get("item", "")))
    from_one_deck(side.layout, f"{side.name}'s")
    return side


def cuts(people: Sequence[Mapping[str, Any]], campaign: str = "") -> Plain:
    """The order of those who cut, with the reasons; or who has to cut now, for the first time or again."""
    cut: dict[str, tuple[Card, ...]] = {}
    for person in people:
        if person["name"] in cut:
            raise BadText(person["name"], "stands twice", ("each name once",))
        cut[person["name"]] = tuple(Card.read(code) for code in person["cuts"])
    asleep = _asleep(_campaign(campaign)) if campaign else ()
    initiative = Initiative()
    refusal = initiative.objection(cut, asleep)
    owing = initiative.owing(cut)
    return {
        "cards": {name: [_cut(card, name) for card in cards] for name, cards in cut.items()},
        "asleep": [name for name in cut if name in asleep],
        "owing": list(owing),
        "refusal": None if refusal is None else refused(refusal),
        "order": [] if refusal else [_place(place) for place in initiative.order(cut, asleep)],
    }


def _cut(card: Card, name: str) -> Plain:
    return _card(card, name, "") | {"label": f"{name} cut the {card.spoken}"}


def _place(place: Place) -> Plain:
    return {"who": place.name, "parts": _parts(place.why), "rule": place.rule}


def _asleep(campaign: Campaign) -> tuple[str, ...]:
    return tuple(member.character.name for member in campaign.members if member.track.unconscious)


def _is_of(campaign: Campaign, name: str) -> bool:
    return any(member.character.name == name for member in campaign.members)


# Keeping a party


def open_kept(campaign: str) -> Plain:
    """What the page kept, read again."""
    return _told(_campaign(campaign), ())


def read(text: str, name: str = "", into: str = "") -> Plain:
    """Opens a file: a campaign, or a party with which one begins. With ``into`` its people join that campaign."""
    found = _file(text, name)
    if into:
        found = _joined(_campaign(into), found.members)
    return _told(found, ())


def example(names: Sequence[str] = (), into: str = "") -> Plain:
    """The example characters, all or those named, with a campaign begun for them, or into one."""
    chosen = [Member(one) for one in example_party() if not names or one.name in names]
    return _told(_joined(_campaign(into) if into else None, chosen), ())


def write(character: Mapping[str, Any], into: str = "") -> Plain:
    """A character written by hand, into a campaign or as the first of one."""
    stats = [character["stats"].get(stat.key) for stat in STATS] if isinstance(character.get("stats"), Mapping) else []
    if all(isinstance(value, int) for value in stats):
        for refusal in check_build(stats):
            raise explained(refusal)
    begun = {"format": "aces-party/1", "character": [dict(character)]}
    return _told(_joined(_campaign(into) if into else None, read_campaign(begun, "this character").members), ())


def build(stats: Sequence[int]) -> Plain:
    """Whether four Stats are a legal build, how many Lucky Points are left, and the reasons against it."""
    left = LUCKY_POINTS - points_spent(stats)
    return {
        "left": left,
        "refusals": [refused(refusal) for refusal in check_build(stats)],
        "low": LOWEST_STAT,
        "high": CREATION_CAP,
    }


def act(campaign: str, act: str, **details: Any) -> Plain:
    """Lets something happen: the campaign after it, what the page shows, and what happened in sentences."""
    before = _campaign(campaign)
    if act not in _ACTS:
        raise BadText(act, "is nothing that happens at the table", tuple(_ACTS))
    story = _ACTS[act](before, **details)
    return _told(story.campaign, story.notes)


def _resolve(campaign: Campaign, results: Sequence[Mapping[str, Any]], layout: Sequence[str] = ()) -> Story:
    read = []
    for given in results:
        item = Card.read(given["item"]) if given.get("item") else None
        drawn = [Card.read(code) for code in layout if item is None or code != item.code]
        _whose(campaign.member(given["who"]), drawn, item)
        read.append(
            Result(given["who"], given["outcome"], bool(given.get("armor", False)), item.rank if item else None)
        )
    return campaign.resolve(read)


def _settle(campaign: Campaign, a: Mapping[str, Any], b: Mapping[str, Any]) -> Story:
    """A duel written down: an item that was used, what it counts for in Growth, and what it costs, if it does."""
    sides = [_side(side) for side in (a, b)]
    verdict = settle(sides[0].layout, sides[1].layout)
    results = []
    for seat, side in enumerate(sides, 1):
        if _is_of(campaign, side.name):
            item = side.draft.item
            _whose(campaign.member(side.name), side.draft.drawn, item)
            results.append(Result(side.name, verdict.ended(seat), item=item.rank if item else None))
    if not results:
        raise BadText(None, "Nobody in this duel is of the party", tuple(m.character.name for m in campaign.members))
    return campaign.duel(results)


def _turn(campaign: Campaign, who: str, stat: str, flaw: str = "", adjective: str = "", role: str = "") -> Story:
    chosen = next((one for one in STATS if one.key == stat), None)
    if chosen is None:
        raise BadText(stat, "is not a Stat", tuple(one.key for one in STATS))
    card = campaign.member(who).character
    wanted = growth.TurningPoint(chosen, card.goal, card.secret, flaw.strip(), adjective.strip(), role.strip())
    story = campaign.turn(who, wanted)
    return story._replace(campaign=_checked(story.campaign))


def _rename(campaign: Campaign, who: str, name: str) -> Story:
    """Another name, in the party and in its log."""
    old = campaign.member(who)
    new = old._replace(character=old.character._replace(name=name))
    members = tuple(new if one is old else one for one in campaign.members)
    renamed = _checked(campaign._replace(members=members, log=()))
    called = next(now.character.name for now, was in zip(renamed.members, campaign.members, strict=True) if was is old)
    log = tuple(
        entry._replace(
            results=tuple(
                result._replace(who=called) if result.who == old.character.name else result for result in entry.results
            )
        )
        for entry in campaign.log
    )
    return Story(renamed._replace(log=log), (Note(called, f"Was {old.character.name} until now.", ""),))


def _remove(campaign: Campaign, who: str) -> Story:
    """Somebody leaves, and the log with them. The last to leave ends the campaign."""
    old = campaign.member(who)
    members = tuple(one for one in campaign.members if one is not old)
    log = []
    for entry in campaign.log:
        results = tuple(result for result in entry.results if result.who != old.character.name)
        if results:
            log.append(entry._replace(results=results))
    return Story(
        campaign._replace(members=members, log=tuple(log)), (Note(old.character.name, "Has left the party.", ""),)
    )


def _retitle(campaign: Campaign, title: str) -> Story:
    return Story(_checked(campaign._replace(title=title)), ())


_ACTS: dict[str, Callable[..., Story]] = {
    "resolve": _resolve,
    "duel": _settle,
    "scene": lambda campaign: campaign.new_scene(),
    "episode": lambda campaign: campaign.new_episode(),
    "help": lambda campaign, who, worked=True, helper="": campaign.help(who, worked, helper),
    "regain": lambda campaign, who: campaign.regain(who),
    "use": lambda campaign, who, item: campaign.use(who, Rank.read(item)),
    "mark": lambda campaign, who, box: campaign.mark(who, box),
    "change": lambda campaign, who, trait, text: campaign.rewrite(who, trait, text),
    "goal": lambda campaign, who, text: campaign.complete_goal(who, text),
    "secret": lambda campaign, who, text: campaign.expose_secret(who, text),
    "turn": _turn,
    "rename": _rename,
    "remove": _remove,
    "retitle": _retitle,
}


# What the page is told of a party


def _told(campaign: Campaign, notes: Sequence[Note]) -> Plain:
    """The answer to whatever changes a party. Without anybody in it there is none."""
    told = _together(notes, len(campaign.members))
    if not campaign.members:
        return {"campaign": "", "view": None, "notes": told}
    text = _text(campaign)
    _campaign(text)  # it is asked for next
    return {"campaign": text, "view": _view(campaign), "notes": told}


def _together(notes: Sequence[Note], party: int) -> list[Plain]:
    """What happened, said once where it happened to several."""
    said: dict[tuple[str, str], list[str]] = {}
    for note in notes:
        said.setdefault((note.text, note.rule), []).append(note.who)
    return [
        {
            "who": "Everyone" if len(names) == party > 1 else ", ".join(dict.fromkeys(names)),
            "text": text,
            "parts": _parts(text),
            "rule": rule,
        }
        for (text, rule), names in said.items()
    ]


def _view(campaign: Campaign) -> Plain:
    return {
        "title": campaign.title,
        "episode": campaign.episode,
        "scene": campaign.scene,
        "members": [_member(campaign, member) for member in campaign.members],
        "log": [_entry(entry) for entry in campaign.log[-SHOWN_ENTRIES:][::-1]],
        "resolutions": len(campaign.log),
    }


def _entry(entry: Entry) -> Plain:
    told, names = [], {**OUTCOME_NAMES, **END_NAMES}
    for result in entry.results:
        name = names[result.outcome]
        with_ = [f"the {result.item.word}"] if result.item else []
        with_ += ["Plot Armor"] if result.armor else []
        told.append(f"{result.who}: {name}" + (f", with {' and '.join(with_)}" if with_ else ""))
    return {"when": f"Episode {entry.episode}, Scene {entry.scene}", "text": "; ".join(told)}


def _member(campaign: Campaign, member: Member) -> Plain:
    card, track, cycle = member.character, member.track, member.cycle
    harm_rules, growth_rules = campaign.harm_rules, campaign.growth_rules
    ready = harm_rules.ready(track)

    def may(each: harm.Act) -> bool:
        return harm_rules.objection(track, each) is None

    def may_grow(each: growth.Act) -> bool:
        return growth_rules.objection(cycle, each) is None

    return {
        "name": card.name,
        "concept": card.concept,
        "affinity": card.affinity.word,
        "stats": [_stat(stat, card.stat(stat)) for stat in STATS],
        "hp": track.hp,
        "hp_full": HP,
        "armor": track.plot_armor,
        "armor_full": PLOT_ARMOR,
        "unconscious": refused(out) if (out := harm.may_act(track, "anything")) else None,
        "items": [
            {
                "rank": item.card.rank.text,
                "card": _card(item.card, "Item", worth_text(item.card)),
                "name": item.name,
                "ready": item.card.rank in ready,
                "may": may(harm.Act("use", item=item.card.rank)),
            }
            for item in card.items
        ],
        "boxes": [
            {
                "box": box.value,
                "title": box.title,
                "marked": card.marked(box),
                "may": may_grow(growth.Act("mark", box=box)),
            }
            for box in BOXES
        ],
        "outcomes": [
            {
                "outcome": outcome,
                "armor": armor,
                "name": OUTCOME_NAMES[outcome],
                "may": may(harm.Act("outcome", outcome, armor=armor)),
            }
            for outcome in OUTCOMES
            for armor in ((False, True) if harm.cost(outcome) else (False,))
        ],
        "may_help": may(harm.HELPED),
        "may_regain": track.plot_armor < PLOT_ARMOR,
        "traits": [
            {"trait": trait, "title": trait.capitalize(), "text": getattr(card, trait)}
            for trait in growth.TRAITS
            if trait != "concept"
        ],
        "description": card.description,
        "due": cycle.paused,
        "steps": [step._asdict() for step in growth_rules.steps(cycle)] if cycle.paused else [],
        "may_turn": may_grow(growth.TURN),
    }


def _stat(stat: Stat, value: int) -> Plain:
    return {
        "key": stat.key,
        "title": stat.title,
        "value": value,
        "suit": stat.suit.letter,
        "glyph": stat.suit.glyph,
        "spoken": stat.suit.word,
    }


# The door


_METHODS: dict[str, Callable[..., Plain]] = {
    "table.look": look,
    "table.judge": verdict_of,
    "table.group": group,
    "table.duel": duel,
    "table.cuts": cuts,
    "table.open": open_kept,
    "table.read": read,
    "table.example": example,
    "table.write": write,
    "table.build": build,
    "table.act": act,
}


def answer(method: str, params_json: str) -> Plain:
    """What one of the methods says (see :func:`door.answered`)."""
    return answered(_METHODS, method, params_json)
