"""Universal 21, the older online build, as its differences from A.C.E.S. Lite.

A scene is one Resolution against a House that never draws. What it shares with A.C.E.S. Lite it
asks of the Resolution; what is here is what differs, and the converter to A.C.E.S. Lite.

>>> from aces.match import Match
>>> match = Match(Universal21(stat=2), seed=1)
>>> for text in ("hit", "add", "stand"):
...     events = match.play(text)
>>> match.result
'failure 15 16'
>>> convert((3, 3, 2), (1, 0, 1, 0))
(4, 3, 3, 1)
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import product
from random import Random
from typing import Literal, NamedTuple, cast

from .cards import DECK, Card, Suit, below, read_cards, stream, write_cards
from .games import check_keys
from .lite.character import (
    CREATION_CAP,
    HP,
    LOWEST_STAT,
    LUCKY_POINTS,
    PLOT_ARMOR,
    STATS,
    Character,
    Stat,
    Stats,
    check_build,
)
from .lite.decks import ACE_VALUES, TARGET, Reading, items
from .lite.harm import UNCONSCIOUS
from .lite.outcome import OPENING, Check, Outcome, check_sources, is_first_two, usual_sources
from .lite.resolution import MOST_HITS, PLAYER, Ending, Event, Move, Resolution, View, read_move
from .lite.resolution import State as Table
from .rules import BadText, Decks, Refusal, Refused, Seat, Step, whole

DoorOpen = Literal["critical", "success"]
DoorShut = Literal["failure", "catastrophe"]
SurgeOn = Literal["total", "success"]

# What cards are worth


def card_values(card: Card, source: str) -> tuple[int, ...]:
    """What a card of the player's may be worth, lowest first (rule u21-card-values).

    Numbers as printed, Jack 11, Queen 12, King 13; an Ace you open with is 1, any other 1 or 11.

    >>> [card_values(Card.read(card), source) for card, source in (("KS", "h1"), ("AS", "open"), ("AS", "h1"))]
    [(13,), (1,), (1, 11)]
    """
    if not card.is_ace:
        return (card.rank.index + 2,)
    return ACE_VALUES[:1] if source == OPENING else ACE_VALUES


def totals(layout: Sequence[Card], sources: Sequence[str]) -> tuple[int, ...]:
    """Every total that a Layout may have, ascending (rule u21-card-values).

    >>> totals([Card.read("6S"), Card.read("AD")], ["open", "h1"])
    (7, 17)
    """
    values = [card_values(card, source) for card, source in zip(layout, sources, strict=True)]
    low, high = sum(value[0] for value in values), sum(value[-1] for value in values)
    return tuple(range(low, high + 1, ACE_VALUES[1] - ACE_VALUES[0]))


def house_reading(tell: Card, truth: Card) -> Reading:
    """The House's two cards with their values: an Ace is always 11 (rule u21-card-values).

    >>> house_reading(Card.read("AS"), Card.read("KD"))
    Reading(values=(11, 13), total=24)
    """
    values = tuple(card_values(card, "house")[-1] for card in (tell, truth))
    return Reading(values, sum(values))


# The outcome


class SceneVerdict(NamedTuple):
    """How a scene ended, with everything that led to it. The last check is the one that holds.

    ``locked`` says that the House is over 21, ``surge`` that Strange rises by 1.
    """

    outcome: Outcome
    player: Reading
    house: Reading
    locked: bool
    surge: bool
    checks: tuple[Check, ...]

    @property
    def decided_by(self) -> Check:
        """The check that gave the outcome."""
        return self.checks[-1]

    @property
    def harm(self) -> int:
        """How much HP it costs: only a Catastrophe costs any (rule u21-echo)."""
        return int(self.outcome == "catastrophe")

    def plain(self) -> dict[str, object]:
        """The verdict as plain data, for JSON."""
        return {
            "outcome": self.outcome,
            "player_total": self.player.total,
            "player_values": list(self.player.values),
            "house": self.house.total,
            "house_values": list(self.house.values),
            "locked": self.locked,
            "surge": self.surge,
            "harm": self.harm,
            "checks": [check._asdict() for check in self.checks],
        }


def is_early_21(layout: Sequence[Card], sources: Sequence[str]) -> bool:
    """Whether a Layout is the opening card and the first Hit at exactly 21 (rule lite-early-21)."""
    return is_first_two(sources) and TARGET in totals(layout, sources)


def judge(
    layout: Sequence[Card],
    tell: Card,
    truth: Card,
    sources: Sequence[str] | None = None,
    strange: bool = False,
    door_open: DoorOpen = "critical",
    door_shut: DoorShut = "failure",
    surge: SurgeOn = "total",
) -> SceneVerdict:
    """How a scene ends with this Layout, with every check made and why.

    ``sources`` are as for A.C.E.S. Lite; ``strange`` says that the scene is resolved with Strange;
    the options are those of :class:`Universal21`. The same card may lie there more than once (rule
    u21-fresh-cards). Raises :class:`~aces.rules.BadText`.
    """
    if not layout:
        raise BadText(None, "The Layout is empty", ("the opening card and the cards of the Hits",))
    where = tuple(sources) if sources is not None else usual_sources(len(layout))
    check_sources(layout, where, fresh=True)
    house = house_reading(tell, truth)
    early = is_early_21(layout, where)
    total = _best(totals(layout, where), house.total, early)
    player = _read_as(layout, where, total)
    checks: list[Check] = []
    for rule, question, holds, why, gives in _ladder(player.total, house.total, early, door_open, door_shut):
        checks.append(Check(rule, question, holds, why, gives))
        if holds:
            break
    outcome = checks[-1].outcome
    surges = strange and total == TARGET and (surge == "total" or outcome in ("critical", "success"))
    return SceneVerdict(outcome, player, house, house.total > TARGET, surges, tuple(checks))


def _best(possible: tuple[int, ...], house: int, early: bool) -> int:
    """The total that serves best: an early 21, a match, else the highest not over 21, else the lowest."""
    if early:
        return TARGET
    within = [total for total in possible if total <= TARGET]
    if house in within:
        return house
    return within[-1] if within else possible[0]


def _read_as(layout: Sequence[Card], sources: Sequence[str], total: int) -> Reading:
    """The cards read so that they sum to ``total``: as many Aces at 11, first ones first, as it takes."""
    values = [card_values(card, source) for card, source in zip(layout, sources, strict=True)]
    missing = total - sum(value[0] for value in values)
    read = []
    for value in values:
        rise = value[-1] - value[0] if missing > 0 else 0
        missing -= rise
        read.append(value[0] + rise)
    return Reading(tuple(read), sum(read))


def _ladder(
    mine: int, house: int, early: bool, door_open: DoorOpen, door_shut: DoorShut
) -> Iterator[tuple[str, str, bool, str, Outcome]]:
    """The checks of a scene in their order: the first that holds gives the outcome."""
    locked, over = house > TARGET, mine > TARGET
    yield "u21-over-21", f"Are you over {TARGET}?", over, _is(over, f"Your {mine} is", f"over {TARGET}"), "catastrophe"
    question = f"Do opening card and first Hit make exactly {TARGET}?"
    if locked and early:
        why = f"The House is locked at {house}, and your two cards open it."
        yield "u21-locked-door", question, True, why, door_open
    why = f"Opening card and first Hit {'make' if early else 'do not make'} exactly {TARGET}."
    yield "lite-early-21", question, early, why, "critical"
    why = _is(locked, f"The House's {house} is", f"over {TARGET}")
    yield "u21-locked-door", f"Is the House over {TARGET}?", locked, why, door_shut
    same, higher = mine == house, mine > house
    why = f"Your {mine} is {'exactly' if same else 'not'} the House's {house}."
    yield "lite-outcome-critical", "Do you match the House exactly?", same, why, "critical"
    why = _is(higher, f"Your {mine} is", f"higher than the House's {house}")
    yield "lite-outcome-higher", "Are you higher than the House?", higher, why, "success"
    why = f"Your {mine} is lower than the House's {house}."
    yield "lite-outcome-lower", "Are you lower than the House?", True, why, "failure"


def _is(holds: bool, start: str, end: str) -> str:
    return f"{start} {'' if holds else 'not '}{end}."


# The game


class Choice(NamedTuple):
    """What a player does about a Catastrophe: ``echo`` it for 1 Plot Armor, or ``accept`` it."""

    verb: Literal["echo", "accept"]

    @property
    def text(self) -> str:
        """The choice as records write it."""
        return self.verb


ECHO, ACCEPT = Choice("echo"), Choice("accept")

EventKind = Literal["table", "passed", "barred", "echo", "accepted", "revealed", "outcome", "surge"]


class SceneEvent(NamedTuple):
    """What the table saw. Which fields are set depends on ``kind``:

    ``table`` event is what happens in any Resolution · ``passed`` number is the lowest total, over
    21 · ``barred`` the door is locked, where that is a Catastrophe · ``echo`` number is the how
    manieth attempt begins, card its opening card · ``accepted`` · ``revealed`` card is the Truth ·
    ``outcome`` verdict · ``surge`` Strange rises.
    """

    kind: EventKind
    event: Event | None = None
    card: Card | None = None
    number: int = 0
    verdict: SceneVerdict | None = None


Phase = Literal["play", "echo", "over"]


class State(NamedTuple):
    """The whole world of a scene: the Resolution of this attempt, and what went before.

    ``gone`` are the cards of earlier attempts, ``spent`` the items used in them; ``shown`` says that
    the Truth has been turned.
    """

    phase: Phase
    table: Table
    armor: int
    attempt: int = 1
    gone: tuple[Card, ...] = ()
    spent: tuple[Card, ...] = ()
    shown: bool = False


class SceneView(NamedTuple):
    """What the player, or anybody who watches, may see. ``table`` is the Resolution of this attempt."""

    seat: Seat | None
    phase: Phase | None
    table: View
    armor: int
    attempt: int = 1
    gone: tuple[Card, ...] = ()
    verdict: SceneVerdict | None = None


class _Attempt(Resolution):
    """One attempt at a scene: a Resolution with these values and nobody to draw for the House."""

    __slots__ = ()

    def _early(self, state: Table) -> bool:
        return is_early_21(state.layout, state.sources)

    def _end(self, state: Table, ending: Ending, event: Event) -> Step[Table, Event]:
        return Step(state._replace(phase="over", ending=ending), (event,))


class Universal21:
    """The rules of one scene of Universal 21, with its options. Immutable.

    ``stat`` is the number of Hits, ``approach`` the Stat that is used; ``affinity`` and ``ready`` are
    the items as in A.C.E.S. Lite, which last for the playthrough; ``armor`` is the Plot Armor left
    (rules u21-playthrough, u21-echo). What the text leaves open: ``door_open`` is what a two-card 21
    gives at a locked door, ``door_shut`` what everything else gives there (rule u21-locked-door);
    ``surge`` looks at the ``total`` alone or asks for a ``success`` too (rule u21-surge). Raises
    :class:`~aces.rules.BadText`.
    """

    __slots__ = (
        "_attempts",
        "affinity",
        "approach",
        "armor",
        "door_open",
        "door_shut",
        "ready",
        "stat",
        "surge",
    )

    game = "universal21"
    options = ("stat", "approach", "affinity", "items", "plot-armor", "door-open", "door-shut", "surge")
    seats: Mapping[Seat, str] = {PLAYER: "player"}

    def __init__(
        self,
        stat: int = 2,
        approach: Stat = Stat.ATHLETICS,
        affinity: Suit = Suit.SPADES,
        ready: Iterable[Card] | None = None,
        armor: int = PLOT_ARMOR,
        door_open: DoorOpen = "critical",
        door_shut: DoorShut = "failure",
        surge: SurgeOn = "total",
    ) -> None:
        first = _Attempt(stat, affinity, ready)
        self.stat = first.stat
        self.approach = approach
        self.affinity = affinity
        self.ready = first.ready
        self.armor = whole(armor, "a Plot Armor", 0, PLOT_ARMOR)
        self.door_open = cast(DoorOpen, _one_of(door_open, "what opening a locked door gives", ("critical", "success")))
        self.door_shut = cast(DoorShut, _one_of(door_shut, "what a locked door gives", ("failure", "catastrophe")))
        self.surge = cast(SurgeOn, _one_of(surge, "what a Surge looks at", ("total", "success")))
        self._attempts: dict[tuple[Card, ...], _Attempt] = {(): first}

    def __repr__(self) -> str:
        return (
            f"Universal21(stat={self.stat}, approach={self.approach}, affinity={self.affinity}, ready={self.ready!r}, "
            f"armor={self.armor}, door_open={self.door_open!r}, door_shut={self.door_shut!r}, surge={self.surge!r})"
        )

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Universal21) and self.header() == other.header()

    def __hash__(self) -> int:
        return hash(tuple(self.header().items()))

    @classmethod
    def from_header(cls, header: Mapping[str, str]) -> Universal21:
        """The rules with options as text, as :meth:`header` writes them; what is absent is usual."""
        check_keys(header, cls.options)
        ready = header.get("items")
        return cls(
            stat=_number(header.get("stat", "2"), "a Stat", 1, MOST_HITS),
            approach=_approach(header.get("approach", Stat.ATHLETICS.key)),
            affinity=Suit.read(header.get("affinity", Suit.SPADES.word)),
            ready=None if ready is None else () if ready == "none" else read_cards(ready),
            armor=_number(header.get("plot-armor", str(PLOT_ARMOR)), "a Plot Armor", 0, PLOT_ARMOR),
            door_open=cast(DoorOpen, header.get("door-open", "critical")),
            door_shut=cast(DoorShut, header.get("door-shut", "failure")),
            surge=cast(SurgeOn, header.get("surge", "total")),
        )

    def header(self) -> dict[str, str]:
        """The options as text."""
        return {
            "stat": str(self.stat),
            "approach": self.approach.key,
            "affinity": self.affinity.word,
            "items": write_cards(self.ready) or "none",
            "plot-armor": str(self.armor),
            "door-open": self.door_open,
            "door-shut": self.door_shut,
            "surge": self.surge,
        }

    @property
    def longest(self) -> int:
        """Two moves a Hit, one to Stand and one choice about the Catastrophe, in each attempt."""
        return (1 + self.armor) * (2 * self.stat + 2)

    def _attempt(self, state: State | None = None) -> _Attempt:
        """The Resolution of an attempt: items used in earlier ones are gone."""
        spent = () if state is None else state.spent
        found = self._attempts.get(spent)
        if found is None:
            ready = tuple(card for card in self.ready if card not in spent)
            found = self._attempts[spent] = _Attempt(self.stat, self.affinity, ready)
        return found

    # Dealing

    def _sizes(self) -> dict[str, int]:
        return {"player": (1 + self.armor) * (1 + self.stat), "house": 2}

    def decks(self, seed: int) -> Decks:
        """Every card that may be drawn, each from a fresh shuffle of 52 (rule u21-fresh-cards)."""
        return {name: _fresh(stream(seed, at), size) for at, (name, size) in enumerate(reversed(self._sizes().items()))}

    def stack(self, tops: Decks) -> Decks:
        """The draws with the given cards first, the rest in fixed order; cards may repeat."""
        decks: dict[str, tuple[Card, ...]] = {}
        sizes = self._sizes()
        for name, cards in tops.items():
            if name not in sizes:
                raise BadText(name, "is not a deck here", tuple(sizes))
            if len(cards) > sizes[name]:
                raise BadText(f"{len(cards)} cards", f"are more than {name} draws", (f"{sizes[name]} cards",))
        for name, size in sizes.items():
            given = tuple(tops.get(name, ()))
            decks[name] = (*given, *(DECK[at % len(DECK)] for at in range(size - len(given))))
        return decks

    def deal(self, decks: Decks) -> Step[State, SceneEvent]:
        """Tell face up, Truth face down, one opening card (rules lite-tell-truth, lite-opening-card)."""
        dealt = self._attempt().deal({"player": decks["player"], "dealer": decks["house"]})
        return Step(State("play", dealt.state, self.armor), _told(dealt.events))

    # Legality

    def turn(self, state: State) -> Seat | None:
        """The player's, until the scene is over: the House never acts (rule u21-house)."""
        return None if state.phase == "over" else PLAYER

    def moves(self, state: State) -> tuple[Move | Choice, ...]:
        """Every legal move: those of a Resolution, or what to do about a Catastrophe (rule u21-echo)."""
        if state.phase == "echo":
            return (ECHO, ACCEPT)
        return self._attempt(state).moves(state.table) if state.phase == "play" else ()

    def objection(self, state: State, move: Move | Choice) -> Refusal | None:
        """Why a move is not allowed, with the rule that forbids it."""
        allowed = self.moves(state)
        if move in allowed:
            return None
        rule, reason = self._reason(state, move)
        return Refusal(move.text, rule, reason, tuple(legal.text for legal in allowed))

    def _reason(self, state: State, move: Move | Choice) -> tuple[str, str]:
        if state.phase == "over":
            return "lite-reveal", "The scene is over."
        if state.phase == "echo":
            return "u21-echo", "The scene has ended in a Catastrophe: ECHO it for 1 Plot Armor, or accept it."
        if isinstance(move, Choice):
            return "u21-echo", "There is no Catastrophe to do anything about."
        if move.verb in ("tell", "truth", "discard", "aces"):
            return "u21-house", "The House never draws: Tell and Truth stay, and its Aces are 11."
        if move.verb == "use" and move.item in state.spent:
            return "u21-playthrough", "That item was used in an earlier attempt."
        refusal = self._attempt(state).objection(state.table, move)
        assert refusal is not None
        return refusal.rule, refusal.reason

    # Playing

    def step(self, state: State, move: Move | Choice) -> Step[State, SceneEvent]:
        """Plays one move; an illegal one raises :class:`~aces.rules.Refused`."""
        refusal = self.objection(state, move)
        if refusal is not None:
            raise Refused(refusal)
        if isinstance(move, Choice):
            return self._echo(state) if move.verb == "echo" else self._finish(state, (SceneEvent("accepted"),))
        table, events = self._attempt(state).step(state.table, move)
        after, told = state._replace(table=table), _told(events)
        lowest = totals(table.layout, table.sources)[0]
        if table.drawn is None and lowest > TARGET:
            return self._caught(after, (*told, SceneEvent("passed", number=lowest)))
        if table.phase != "over":
            return Step(after, told)
        if self.verdict(after).outcome == "catastrophe":
            after, told = after._replace(shown=True), (*told, SceneEvent("revealed", card=table.truth))
            return self._caught(after, (*told, SceneEvent("barred")))
        return self._finish(after, told)

    def _caught(self, state: State, told: tuple[SceneEvent, ...]) -> Step[State, SceneEvent]:
        """A Catastrophe: with Plot Armor left there is a choice (rules u21-over-21, u21-echo)."""
        if state.armor:
            return Step(state._replace(phase="echo"), told)
        return self._finish(state, told)

    def _echo(self, state: State) -> Step[State, SceneEvent]:
        """Another attempt against the same Tell and Truth, with a fresh opening card and all Hits."""
        table = state.table
        deck = table.player_deck
        fresh = table._replace(
            phase="decide",
            layout=deck[:1],
            sources=(OPENING,),
            hits=0,
            player_deck=deck[1:],
            player_discards=(),
            ending="",
            used=None,
        )
        after = state._replace(
            phase="play",
            table=fresh,
            armor=state.armor - 1,
            attempt=state.attempt + 1,
            gone=(*state.gone, *table.layout, *table.player_discards),
            spent=state.spent if table.used is None else (*state.spent, table.used),
        )
        return Step(after, (SceneEvent("echo", card=deck[0], number=after.attempt),))

    def _finish(self, state: State, told: tuple[SceneEvent, ...]) -> Step[State, SceneEvent]:
        if not state.shown:
            told = (*told, SceneEvent("revealed", card=state.table.truth))
        verdict = self.verdict(state)
        told = (*told, SceneEvent("outcome", verdict=verdict))
        if verdict.surge:
            told = (*told, SceneEvent("surge"))
        return Step(state._replace(phase="over", shown=True), told)

    def verdict(self, state: State) -> SceneVerdict:
        """How the scene ends with the Layout as it lies."""
        table = state.table
        return judge(
            table.layout,
            table.tell,
            table.truth,
            table.sources,
            self.approach is Stat.STRANGE,
            self.door_open,
            self.door_shut,
            self.surge,
        )

    # Seeing

    def view(self, state: State, seat: Seat | None) -> SceneView:
        """What the player and everybody who watches see: all but the Truth, until it turns."""
        table = self._attempt(state).view(state.table, None)
        table = table._replace(truth=state.table.truth if state.shown else None)
        if state.phase != "play":
            table = table._replace(phase="over")
        verdict = self.verdict(state) if state.phase == "over" else None
        return SceneView(seat, state.phase, table, state.armor, state.attempt, state.gone, verdict)

    def blank(self) -> SceneView:
        """The table before the deal."""
        sizes = self._sizes()
        table = self._attempt().blank()._replace(player_left=sizes["player"], dealer_left=sizes["house"])
        return SceneView(None, None, table, self.armor)

    def watch(self, view: SceneView, event: SceneEvent) -> SceneView:
        """The public view after one more event."""
        kind, table = event.kind, view.table
        if event.event is not None:
            return view._replace(phase="play", table=self._attempt().watch(table, event.event))
        if kind in ("passed", "barred"):
            phase: Phase | None = "echo" if view.armor else view.phase
            return view._replace(phase=phase, table=table._replace(phase="over"))
        if kind == "revealed":
            return view._replace(table=table._replace(phase="over", truth=event.card))
        if kind == "outcome":
            return view._replace(phase="over", verdict=event.verdict)
        if kind != "echo":
            return view
        assert event.card is not None
        fresh = table._replace(
            phase="decide",
            layout=(event.card,),
            sources=(OPENING,),
            hits=0,
            hits_left=self.stat,
            player_left=table.player_left - 1,
            player_discards=(),
            ending="",
            used=None,
        )
        gone = (*view.gone, *table.layout, *table.player_discards)
        return view._replace(phase="play", table=fresh, armor=view.armor - 1, attempt=event.number, gone=gone)

    def imagine(self, view: SceneView, rng: Random) -> State:
        """A world that fits the view: every hidden card is a fresh draw of its own (rule u21-fresh-cards)."""
        table = view.table
        assert view.phase is not None
        assert table.tell is not None
        assert table.phase is not None
        return State(
            phase=view.phase,
            table=Table(
                phase=table.phase,
                tell=table.tell,
                truth=table.truth or _fresh(rng, 1)[0],
                truth_drawn=False,
                layout=table.layout,
                sources=table.sources,
                hits=table.hits,
                drawn=table.drawn,
                player_deck=_fresh(rng, table.player_left),
                dealer_deck=(),
                player_discards=table.player_discards,
                dealer_discards=(),
                ending=table.ending,
                used=table.used,
            ),
            armor=view.armor,
            attempt=view.attempt,
            gone=view.gone,
            spent=tuple(card for card in self.ready if card not in table.items and card is not table.used),
            shown=table.truth is not None,
        )

    def piles(self, state: State) -> Mapping[str, tuple[Card, ...]]:
        """Where every card is. ``player`` are the draws to come; the House has none."""
        table = state.table
        spent = (*state.spent, table.used)
        return {
            "player": table.player_deck,
            "house": (),
            "tell": (table.tell,),
            "truth": (table.truth,),
            "layout": table.layout,
            "drawn": () if table.drawn is None else (table.drawn,),
            "discards": table.player_discards,
            "earlier attempts": state.gone,
            "items": tuple(card for card in items(self.affinity) if card not in spent),
        }

    def result(self, state: State) -> str:
        """The outcome and both totals, such as ``success 20 19``, with ``surge`` when Strange rises."""
        if state.phase != "over":
            return ""
        verdict = self.verdict(state)
        surge = " surge" if verdict.surge else ""
        return f"{verdict.outcome} {verdict.player.total} {verdict.house.total}{surge}"

    # Text

    def read(self, state: State, text: str) -> Move | Choice:
        """The move that a text names: ``echo``, ``accept``, or as in a Resolution."""
        for choice in (ECHO, ACCEPT):
            if text.strip().lower() == choice.text:
                return choice
        return read_move(text, state.table.layout, self.moves(state))

    def write(self, move: Move | Choice) -> str:
        """The text of a move."""
        return move.text


def _told(events: Iterable[Event]) -> tuple[SceneEvent, ...]:
    """What happens in a Resolution, as a scene tells it: that the House draws nothing goes without saying."""
    return tuple(SceneEvent("table", event) for event in events if event.kind != "no-draw")


def _fresh(rng: Random, count: int) -> tuple[Card, ...]:
    """Cards drawn each from a whole deck."""
    return tuple(DECK[below(rng, len(DECK))] for _ in range(count))


def _one_of(text: str, what: str, allowed: tuple[str, ...]) -> str:
    if text not in allowed:
        raise BadText(text, f"does not say {what}", allowed)
    return text


def _number(text: str, what: str, least: int, most: int) -> int:
    if not (text.isascii() and text.isdigit() and len(text) <= 2):
        raise BadText(text, f"is not {what}", (f"a whole number from {least} to {most}",))
    return whole(int(text), what, least, most)


def _approach(text: str) -> Stat:
    for stat in STATS:
        if text == stat.key:
            return stat
    raise BadText(text, "is not the name of a Stat", tuple(stat.key for stat in STATS))


# One playthrough


class Playthrough(NamedTuple):
    """A character in one playthrough: nothing comes back by Scene or Episode (rule u21-playthrough).

    ``stats`` are Athletics, Cunning, Eloquence and Strange.
    """

    stats: Stats
    affinity: Suit = Suit.SPADES
    hp: int = HP
    plot_armor: int = PLOT_ARMOR
    used: tuple[Card, ...] = ()

    def scene(
        self,
        approach: Stat,
        door_open: DoorOpen = "critical",
        door_shut: DoorShut = "failure",
        surge: SurgeOn = "total",
    ) -> Universal21:
        """The rules of the next scene. Raises :class:`~aces.rules.Refused` at 0 HP (rule lite-unconscious)."""
        if not self.hp:
            raise Refused(Refusal("a scene", "lite-unconscious", UNCONSCIOUS, ("help",)))
        ready = tuple(card for card in items(self.affinity) if card not in self.used)
        stat = self.stats[approach.index]
        return Universal21(stat, approach, self.affinity, ready, self.plot_armor, door_open, door_shut, surge)

    def after(self, rules: Universal21, state: State) -> Playthrough:
        """The character after a scene: harm, Plot Armor, items, and a Surge (rules u21-echo, u21-surge)."""
        if state.phase != "over":
            raise BadText(None, "The scene is not over")
        verdict = rules.verdict(state)
        used = (*self.used, *state.spent, *(() if state.table.used is None else (state.table.used,)))
        return self._replace(
            stats=(*self.stats[:3], self.stats[3] + verdict.surge),
            hp=self.hp - verdict.harm,
            plot_armor=state.armor,
            used=used,
        )

    def helped(self) -> Playthrough:
        """The character after help that worked: 1 HP, and only from 0 (rule lite-unconscious)."""
        if self.hp:
            raise Refused(Refusal("help", "lite-unconscious", "Help is for a character at 0 HP.", ()))
        return self._replace(hp=1)


# Characters, and moving them over

POINTS = 8
"""What Athletics, Cunning and Eloquence sum to in the creator (rule u21-points)."""

EXTRA_POINTS = LUCKY_POINTS + LOWEST_STAT * len(STATS) - POINTS - LOWEST_STAT
"""How many Lucky Points a character who moves over still has to spend (rule u21-convert)."""

Creator = tuple[int, int, int]
"""Athletics, Cunning, Eloquence of a creator character; Strange begins at 1."""


def check_creator(stats: Sequence[int]) -> Refusal | None:
    """Why these three Stats are no creator build; None when they are (rule u21-points).

    >>> check_creator((6, 1, 1)) is None, check_creator((4, 4, 4)).reason
    (True, 'They sum to 12.')
    """
    shown = f"Stats {' '.join(map(str, stats))}"
    names = tuple(stat.title for stat in STATS[:3])
    if len(stats) != len(names):
        return Refusal(shown, "u21-points", f"There are {len(stats)} Stats, and the creator has three.", names)
    for name, value in zip(names, stats, strict=True):
        whole(value, f"a value of {name}", 0, 99)
        if value < LOWEST_STAT:
            return Refusal(shown, "u21-points", f"{name} is below {LOWEST_STAT}.", (f"{LOWEST_STAT} or more",))
    if sum(stats) != POINTS:
        return Refusal(shown, "u21-points", f"They sum to {sum(stats)}.", (f"a sum of {POINTS}",))
    return None


def creator_builds() -> tuple[Creator, ...]:
    """Every creator build, highest Athletics first (rule u21-points).

    >>> len(creator_builds()), sum(max(build) <= CREATION_CAP for build in creator_builds())
    (21, 12)
    """
    span = range(POINTS, 0, -1)
    return tuple((a, b, c) for a, b, c in product(span, repeat=3) if check_creator((a, b, c)) is None)


def conversion_objection(stats: Sequence[int], extra: Sequence[int]) -> Refusal | None:
    """Why a creator build does not move over with these extra points; None when it does.

    ``extra`` says how many points go to Athletics, Cunning, Eloquence and Strange (rule u21-convert).
    """
    refusal = check_creator(stats)
    if refusal is not None:
        return refusal
    shown = f"Stats {' '.join(map(str, stats))} and {' '.join(map(str, extra))}"
    for stat, value in zip(STATS, stats, strict=False):
        if value > CREATION_CAP:
            why = f"{stat.title} is {value}, and no Stat of A.C.E.S. Lite is above {CREATION_CAP} at creation."
            return Refusal(shown, "u21-convert", why, ("a build with no Stat above 4",))
    exactly = (f"{EXTRA_POINTS} points in all, over the four Stats",)
    if len(extra) != len(STATS):
        return Refusal(shown, "u21-convert", "The points go to four Stats.", exactly)
    for stat, value in zip(STATS, extra, strict=True):
        whole(value, f"points for {stat.title}", -99, 99)
        if value < 0:
            return Refusal(shown, "u21-convert", f"{stat.title} loses points: they are only added.", exactly)
    if sum(extra) != EXTRA_POINTS:
        return Refusal(shown, "u21-convert", f"{sum(extra)} given, of {EXTRA_POINTS} to spend.", exactly)
    for stat, value in zip(STATS, _moved(stats, extra), strict=True):
        if value > CREATION_CAP:
            return Refusal(shown, "u21-convert", f"{stat.title} would be {value}.", (f"at most {CREATION_CAP}",))
    return None


def convert(stats: Sequence[int], extra: Sequence[int]) -> Stats:
    """The four Stats of a creator character in A.C.E.S. Lite (rule u21-convert).

    Strange begins at 1 again, whatever Surges it had. Raises :class:`~aces.rules.Refused` as
    :func:`conversion_objection` says.
    """
    refusal = conversion_objection(stats, extra)
    if refusal is not None:
        raise Refused(refusal)
    moved = _moved(stats, extra)
    assert not check_build(moved)
    return moved


def conversions(stats: Sequence[int]) -> tuple[Stats, ...]:
    """Every way in which a creator build can move over; empty when it cannot.

    >>> len(conversions((3, 3, 2))), conversions((5, 2, 1))
    (8, ())
    """
    ways = product(range(EXTRA_POINTS, -1, -1), repeat=len(STATS))
    return tuple(_moved(stats, extra) for extra in ways if conversion_objection(stats, extra) is None)


class Hero(NamedTuple):
    """A character of the online creator. ``concept`` is free text; the rest is as in A.C.E.S. Lite."""

    name: str
    stats: Creator
    strange: int = LOWEST_STAT
    concept: str = ""
    affinity: Suit = Suit.SPADES
    item_seven: str = ""
    item_jack: str = ""
    description: str = ""
    goal: str = ""
    flaw: str = ""
    secret: str = ""


def move_over(hero: Hero, extra: Sequence[int], adjective: str, role: str) -> Character:
    """A creator character as a character of A.C.E.S. Lite, fresh and whole (rule u21-convert).

    Adjective and Role are chosen anew, since a free Concept has neither. Raises
    :class:`~aces.rules.Refused`.
    """
    stats = convert(hero.stats, extra)
    if not adjective.strip() or not role.strip():
        why = "A Concept has an Adjective and a Role."
        raise Refused(Refusal(hero.name, "u21-convert", why, ("from the Wild Characters table",)))
    return Character(
        name=hero.name,
        adjective=adjective,
        role=role,
        stats=stats,
        affinity=hero.affinity,
        item_seven=hero.item_seven,
        item_jack=hero.item_jack,
        description=hero.description,
        goal=hero.goal,
        flaw=hero.flaw,
        secret=hero.secret,
    )


def _moved(stats: Sequence[int], extra: Sequence[int]) -> Stats:
    a, b, c, d = (value + more for value, more in zip((*stats, LOWEST_STAT), extra, strict=True))
    return a, b, c, d
