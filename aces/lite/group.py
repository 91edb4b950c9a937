"""Chapter 11, the Group Resolution: one Tell and one Truth split for many, and one shared outcome.

>>> from aces.match import Match
>>> match = Match(GroupResolution((Member(stat=1), Member(stat=1)), starter=2), seed=3)
>>> [(table.tell.text, table.layout) for table in match.view(None).tables]
[('3♣', (Card.read('AC'),)), ('2♦', (Card.read('AH'),))]
>>> match.rules.seats[match.turn]
'player 2'
>>> for text in ("stand", "hit", "discard", "add", "stand"):
...     events = match.play(text)
>>> match.result
'success: success 18 12; success 11 10'
>>> print(shared_outcome(["critical", "catastrophe", "failure"]).decided_by.why)
1 Success and 1 Failure: a tie, which is not enough.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from random import Random
from typing import Any, Generic, Literal, NamedTuple, TypeVar, cast

from ..cards import Card, Suit, complete, read_cards, shuffled, stream, write_cards
from ..games import check_keys
from ..rules import BadText, Decks, Refusal, Seat, Step, whole
from .decks import DEALER_DECK
from .outcome import OUTCOMES, Check, Outcome, Verdict
from .resolution import DEALER, MOST_HITS, PLAYER, AcesBy, Event, Move, Resolution, Shown, View, seen, verdict_of
from .resolution import State as Table

T = TypeVar("T")

MOST_MEMBERS = len(DEALER_DECK) // 2
"""The Dealer's deck makes this many Layouts of two cards (rule lite-group-split)."""

GroupOutcome = Literal["critical", "success", "failure"]
Override = Literal["drops-out", "counts", "succeeds"]
OVERRIDES: tuple[Override, ...] = ("drops-out", "counts", "succeeds")

# The Dealer's Layouts


class Layout(NamedTuple, Generic[T]):
    """One Layout of the Dealer's: a Tell and a Truth."""

    tell: T
    truth: T


def split(draws: Sequence[T], count: int) -> tuple[Layout[T], ...]:
    """The Dealer's Layouts for ``count`` characters, in the order in which they come about.

    ``draws`` are the Dealer's cards in order: Tell and Truth, then for each split the new Truth of
    the old Tell and the new Tell of the original Truth. The last Layout holds the original Truth.
    Cards beyond the ``2 * count`` that it takes stay in the deck. Rule lite-group-split.
    Raises :class:`~aces.rules.BadText` on too few cards.

    >>> ["".join(layout) for layout in split("TUabcd", 3)]
    ['Ta', 'bc', 'dU']
    """
    whole(count, "a number of characters", 1, MOST_MEMBERS)
    if len(draws) < 2 * count:
        short = f"too few for {_count(count, 'Layout')}: each takes two cards"
        raise BadText(_count(len(draws), "card"), f"is {short}" if len(draws) == 1 else f"are {short}")
    tell, truth = draws[0], draws[1]
    made: list[Layout[T]] = []
    for at in range(2, 2 * count, 2):
        made.append(Layout(tell, draws[at]))
        tell = draws[at + 1]
    return (*made, Layout(tell, truth))


def assign(seats: int, members: Collection[int], starter: int, layouts: Sequence[T]) -> dict[int, T]:
    """Who takes which Layout: seat to Layout, in the order of play.

    ``seats`` is how many sit at the table, counted clockwise from 0; ``members`` are the seats that
    take part, ``starter`` the one who began, ``layouts`` in the order in which they came about. The
    starter takes the last, with the original Truth; the others go round from the starter's left,
    past seats that take no part. Rule lite-group-seats. Raises :class:`~aces.rules.BadText`.

    >>> assign(4, [0, 2, 3], 2, ["first", "second", "original Truth"])
    {2: 'original Truth', 3: 'first', 0: 'second'}
    """
    whole(seats, "a number of seats", 1, 1000)
    for seat in members:
        whole(seat, "a seat at this table", 0, seats - 1)
    if len(set(members)) < len(members):
        raise BadText(" ".join(map(str, members)), "names a seat twice", ("each seat once",))
    if starter not in members:
        raise BadText(starter, "started it and takes no part", tuple(map(str, members)))
    if len(layouts) != len(members):
        raise BadText(f"{len(layouts)} Layouts", f"do not go round {len(members)} characters", ("one each",))
    round_table = [(starter + step) % seats for step in range(seats)]
    order = [seat for seat in round_table if seat in members]
    return dict(zip(order, (layouts[-1], *layouts[:-1]), strict=True))


# The shared outcome


class Counts(NamedTuple):
    """How many of a group had which outcome."""

    critical: int
    success: int
    failure: int
    catastrophe: int


class Shared(NamedTuple):
    """A group's outcome with everything that led to it. The last check is the one that holds."""

    outcome: GroupOutcome
    counts: Counts
    checks: tuple[Check, ...]

    @property
    def decided_by(self) -> Check:
        """The check that gave the outcome."""
        return self.checks[-1]

    def plain(self) -> dict[str, object]:
        """The outcome as plain data, for JSON."""
        return {
            "outcome": self.outcome,
            "counts": self.counts._asdict(),
            "checks": [check._asdict() for check in self.checks],
        }


def shared_outcome(outcomes: Iterable[Outcome], override: Override = "drops-out") -> Shared:
    """What a group's outcomes make together, with every check made and why, whatever their order.

    ``override`` is what a Critical does to the Catastrophes beside it: each ``drops-out`` of the
    count, ``counts`` as a Failure, or the group ``succeeds`` at once. Rules lite-group-override,
    lite-group-count. Raises :class:`~aces.rules.BadText`.
    """
    members = tuple(outcomes)
    for outcome in members:
        if outcome not in OUTCOMES:
            raise BadText(outcome, "is not an outcome", OUTCOMES)
    if not members:
        raise BadText(None, "There is no outcome to count", ("one for each character",))
    counts = Counts(*(members.count(outcome) for outcome in OUTCOMES))
    checks: list[Check] = []
    for rule, question, holds, why, gives in _ladder(counts, check_override(override)):
        checks.append(Check(rule, question, holds, why, gives))
        if holds:
            break
    return Shared(cast(GroupOutcome, checks[-1].outcome), counts, tuple(checks))


_Rung = tuple[str, str, bool, str, GroupOutcome]


def _ladder(counts: Counts, override: Override) -> Iterable[_Rung]:
    """The checks of a group in their order: the first that holds gives the outcome."""
    criticals, catastrophes = counts.critical, counts.catastrophe
    both = bool(criticals and catastrophes)
    lost = bool(catastrophes and not criticals)
    if lost:
        why = f"{_count(catastrophes, 'Catastrophe')} and no Critical."
    elif both:
        why = f"{_count(criticals, 'Critical')} {'overrides' if criticals == 1 else 'override'} every Catastrophe."
    else:
        why = "Nobody had a Catastrophe."
    yield "lite-group-override", "Is there a Catastrophe and no Critical?", lost, why, "failure"
    why = f"{_count(criticals, 'Critical')}."
    yield "lite-group-count", "Are there two Criticals or more?", criticals >= 2, why, "critical"
    if override == "succeeds":
        why = "The Critical carries everyone." if both else "There are not both of them."
        yield "lite-group-override", "Does a Critical override a Catastrophe?", both, why, "success"
    won = counts.success + criticals
    lost_by = counts.failure + (catastrophes if override == "counts" else 0)
    score = f"{_count(won, 'Success', 'Successes')} and {_count(lost_by, 'Failure')}"
    notes = ["the Critical is a Success"] if criticals else []
    if both:
        notes.append("a Catastrophe is a Failure" if override == "counts" else "the Catastrophes drop out")
    why = f"{score} ({', '.join(notes)})." if notes else f"{score}."
    yield "lite-group-count", "Are there more Successes than Failures?", won > lost_by, why, "success"
    tie = "a tie, which is not enough" if won == lost_by else "too few"
    yield "lite-group-count", "Is it a tie or worse?", True, f"{score}: {tie}.", "failure"


def check_override(text: str) -> Override:
    """The option itself; :class:`~aces.rules.BadText` when it is none."""
    if text not in OVERRIDES:
        raise BadText(text, "does not say what a Critical does to a Catastrophe", OVERRIDES)
    return text


# The game


class Member(NamedTuple):
    """One character of a group: their own Stat, Affinity and the items still ready (None: both)."""

    stat: int = 2
    affinity: Suit = Suit.SPADES
    ready: tuple[Card, ...] | None = None


def checked(member: Member) -> Member:
    """The member with the items spelled out; :class:`~aces.rules.BadText` when they cannot be."""
    rules = Resolution(*member)
    return Member(rules.stat, rules.affinity, rules.ready)


EventKind = Literal["laid", "split", "table", "shared"]


class GroupEvent(NamedTuple):
    """What the table saw. Which fields are set depends on ``kind``:

    ``laid`` card is the first Tell · ``split`` number is the how manieth, other the Tell that got a
    new Truth, card the new Tell of the original Truth · ``table`` event happened at the Layout of
    ``seat`` · ``shared`` is the shared outcome.
    """

    kind: EventKind
    seat: Seat = DEALER
    card: Card | None = None
    other: Card | None = None
    number: int = 0
    event: Event | None = None
    shared: Shared | None = None


class State(NamedTuple):
    """The whole world of a Group Resolution: a Resolution for each seat from 1, and whose turn it is.

    The shared Dealer's deck lies with the active table; at the end with the last.
    """

    tables: tuple[Table, ...]
    active: Seat | None


class GroupView(NamedTuple):
    """What a seat may see: each table as that seat sees it, whose turn it is, and the shared outcome."""

    seat: Seat | None
    tables: tuple[View, ...]
    active: Seat | None
    dealer_left: int
    shared: Shared | None

    @property
    def now(self) -> View:
        """The table of the character whose turn it is; of the first seat when it is over."""
        return self.tables[(self.active or 1) - 1]


class GroupResolution:
    """The rules of a Group Resolution, with its options. Immutable.

    ``members`` sit clockwise, from seat 1; ``starter`` is the seat that began (rules
    lite-group-seats, lite-group-own). ``override`` is as for :func:`shared_outcome`; the other
    options are those of a :class:`~aces.lite.resolution.Resolution`. Raises :class:`BadText`.
    """

    __slots__ = ("dealer_aces", "discards", "members", "order", "override", "rules", "seats", "starter")

    game = "aces-lite-group"
    options = ("stats", "affinities", "items", "starter", "dealer-aces", "discards", "override")

    def __init__(
        self,
        members: Iterable[Member] = (Member(), Member()),
        starter: Seat = 1,
        dealer_aces: AcesBy = "best",
        discards: Shown = "all",
        override: Override = "drops-out",
    ) -> None:
        given = tuple(members)
        whole(len(given), "a number of characters", 1, MOST_MEMBERS)
        self.rules = tuple(Resolution(*member, dealer_aces, discards) for member in given)
        self.members = tuple(map(checked, given))
        self.starter = whole(starter, "the seat of a character", 1, len(given))
        self.dealer_aces = dealer_aces
        self.discards = discards
        self.override = check_override(override)
        count = len(given)
        self.order: tuple[Seat, ...] = tuple((starter - 1 + step) % count + 1 for step in range(count))
        self.seats: Mapping[Seat, str] = {DEALER: "dealer"} | {n: f"player {n}" for n in range(1, count + 1)}

    def __repr__(self) -> str:
        return (
            f"GroupResolution({self.members!r}, starter={self.starter}, dealer_aces={self.dealer_aces!r}, "
            f"discards={self.discards!r}, override={self.override!r})"
        )

    def __eq__(self, other: object) -> bool:
        return isinstance(other, GroupResolution) and self.header() == other.header()

    def __hash__(self) -> int:
        return hash(tuple(self.header().items()))

    @classmethod
    def from_header(cls, header: Mapping[str, str]) -> GroupResolution:
        """The rules with options as text, as :meth:`header` writes them; what is absent is usual."""
        check_keys(header, cls.options)
        members = read_members(header)
        return cls(
            members=members,
            starter=small(header.get("starter", "1"), "the seat of a character", max(len(members), 1)),
            dealer_aces=cast(AcesBy, header.get("dealer-aces", "best")),
            discards=cast(Shown, header.get("discards", "all")),
            override=cast(Override, header.get("override", "drops-out")),
        )

    def header(self) -> dict[str, str]:
        """The options as text."""
        return {
            **write_members(self.members),
            "starter": str(self.starter),
            "dealer-aces": self.dealer_aces,
            "discards": self.discards,
            "override": self.override,
        }

    @property
    def longest(self) -> int:
        """As long as all its Resolutions together."""
        return sum(rules.longest for rules in self.rules)

    # Dealing

    def decks(self, seed: int) -> Decks:
        """Every deck freshly shuffled, once for the whole group (rules lite-fresh-decks, lite-group-one)."""
        mine = {
            self.seats[seat]: shuffled(rules.own_deck, stream(seed, seat)) for seat, rules in enumerate(self.rules, 1)
        }
        return {**mine, "dealer": shuffled(DEALER_DECK, stream(seed, DEALER))}

    def stack(self, tops: Decks) -> Decks:
        """Every deck with the given cards on top, the rest in fixed order."""
        names = [self.seats[seat] for seat in self.seats if seat != DEALER]
        for name in tops:
            if name not in (*names, "dealer"):
                raise BadText(name, "is not a deck here", (*names, "dealer"))
        mine = {
            name: complete(tops.get(name, ()), rules.own_deck, f"{name}'s")
            for name, rules in zip(names, self.rules, strict=True)
        }
        return {**mine, "dealer": complete(tops.get("dealer", ()), DEALER_DECK, "the Dealer's")}

    def deal(self, decks: Decks) -> Step[State, GroupEvent]:
        """Tell and Truth, every split, then an opening card for each character, starter first.

        Rules lite-group, lite-group-split, lite-group-seats.
        """
        count = len(self.rules)
        draws = decks["dealer"][: 2 * count]
        layouts = split(draws, count)
        events = [GroupEvent("laid", card=draws[0])]
        for number, layout in enumerate(layouts[:-1], 1):
            events.append(GroupEvent("split", card=draws[2 * number + 1], other=layout.tell, number=number))
        tables: dict[Seat, Table] = {}
        for at, layout in assign(count, range(count), self.starter - 1, layouts).items():
            seat = at + 1
            rest = decks["dealer"][2 * count :] if seat == self.starter else ()
            dealt = self.rules[at].deal({"player": decks[self.seats[seat]], "dealer": (*layout, *rest)})
            tables[seat] = dealt.state
            events += [GroupEvent("table", seat, event=event) for event in dealt.events]
        return Step(State(tuple(tables[seat] for seat in sorted(tables)), self.starter), tuple(events))

    # Legality

    def turn(self, state: State) -> Seat | None:
        """The Dealer's turn for their option and their Aces, else the active character's."""
        if state.active is None:
            return None
        rules, table = self._now(state)
        return DEALER if rules.turn(table) == DEALER else state.active

    def moves(self, state: State) -> tuple[Move, ...]:
        """Every legal move of the one Resolution that is going on (rule lite-group-own)."""
        if state.active is None:
            return ()
        rules, table = self._now(state)
        return rules.moves(table)

    def objection(self, state: State, move: Move) -> Refusal | None:
        """Why a move is not allowed, with the rule that forbids it."""
        rules, table = self._now(state)
        return rules.objection(table, move)

    def _now(self, state: State) -> tuple[Resolution, Table]:
        seat = state.active or self.order[-1]
        return self.rules[seat - 1], state.tables[seat - 1]

    # Playing

    def step(self, state: State, move: Move) -> Step[State, GroupEvent]:
        """Plays one move; an illegal one raises :class:`~aces.rules.Refused`.

        When a character's Resolution ends, the next takes over the shared deck; after the last
        comes the shared outcome (rules lite-group-own, lite-group-one).
        """
        rules, table = self._now(state)
        seat = state.active or self.order[-1]
        after, told = rules.step(table, move)
        events = [GroupEvent("table", seat, event=event) for event in told]
        tables = list(state.tables)
        if rules.turn(after) is not None:
            tables[seat - 1] = after
            return Step(State(tuple(tables), seat), tuple(events))
        later = self.order[self.order.index(seat) + 1 :]
        if later:
            tables[seat - 1] = after._replace(dealer_deck=())
            tables[later[0] - 1] = tables[later[0] - 1]._replace(dealer_deck=after.dealer_deck)
            return Step(State(tuple(tables), later[0]), tuple(events))
        tables[seat - 1] = after
        over = State(tuple(tables), None)
        return Step(over, (*events, GroupEvent("shared", shared=self.shared(over))))

    def shared(self, state: State) -> Shared:
        """The shared outcome of a Group Resolution that is over (rule lite-group-count)."""
        return shared_outcome((verdict.outcome for verdict in self.verdicts(state)), self.override)

    def verdicts(self, state: State) -> tuple[Verdict, ...]:
        """Each character's own verdict, by seat, once all is over (rule lite-group-own)."""
        return tuple(verdict_of(table) for table in state.tables)

    # Seeing

    def view(self, state: State, seat: Seat | None) -> GroupView:
        """What a seat sees: the Dealer every Truth and what they drew; everybody the rest."""
        left = len(self._now(state)[1].dealer_deck)
        tables = tuple(
            rules.view(table, _inner(seat, at))._replace(dealer_left=left)
            for at, (rules, table) in enumerate(zip(self.rules, state.tables, strict=True), 1)
        )
        return GroupView(seat, tables, state.active, left, self.shared(state) if state.active is None else None)

    def blank(self) -> GroupView:
        """The table before the deal."""
        return GroupView(None, tuple(rules.blank() for rules in self.rules), None, len(DEALER_DECK), None)

    def watch(self, view: GroupView, event: GroupEvent) -> GroupView:
        """The public view after one more event."""
        if event.kind == "shared":
            return view._replace(active=None, shared=event.shared)
        if event.event is None:
            return self._with_deck(view._replace(dealer_left=view.dealer_left - 2))
        at = event.seat - 1
        before = view.tables[at]
        after = self.rules[at].watch(before, event.event)
        view = view._replace(tables=(*view.tables[:at], after, *view.tables[at + 1 :]))
        if event.event.kind == "dealt":
            return self._with_deck(view._replace(active=self.starter))
        if event.event.kind == "outcome" and event.seat != self.order[-1]:
            view = view._replace(active=self.order[self.order.index(event.seat) + 1])
        return self._with_deck(view._replace(dealer_left=after.dealer_left))

    def _with_deck(self, view: GroupView) -> GroupView:
        left = view.dealer_left
        return view._replace(tables=tuple(table._replace(dealer_left=left) for table in view.tables))

    def imagine(self, view: GroupView, rng: Random) -> State:
        """A world that fits the view: hidden cards of all tables are drawn evenly from those not shown."""
        shown = {card for table in view.tables for card in seen(table)}
        unseen = list(shuffled((card for card in DEALER_DECK if card not in shown), rng))
        tables = [rules.fill(table, unseen, rng) for rules, table in zip(self.rules, view.tables, strict=True)]
        holder = (view.active or self.order[-1]) - 1
        return State(
            tuple(table._replace(dealer_deck=tuple(unseen) if at == holder else ()) for at, table in enumerate(tables)),
            view.active,
        )

    def piles(self, state: State) -> Mapping[str, tuple[Card, ...]]:
        """Where every card is. ``dealer`` and ``player N`` are the decks that are left."""
        found: dict[str, tuple[Card, ...]] = {}
        gone: dict[Seat, tuple[Card, ...]] = {}
        for seat, (rules, table) in enumerate(zip(self.rules, state.tables, strict=True), 1):
            for name, cards in rules.piles(table).items():
                if name == "dealer":
                    if cards or seat == (state.active or self.order[-1]):
                        found["dealer"] = cards
                elif name == "dealer discards":
                    gone[seat] = cards
                else:
                    found[f"{name} {seat}"] = cards
        found["dealer discards"] = tuple(card for seat in self.order for card in gone[seat])
        return found

    def result(self, state: State) -> str:
        """The shared outcome, then each character's with both totals: ``success: critical 11 11; ...``."""
        if state.active is not None:
            return ""
        own = "; ".join(f"{v.outcome} {v.player.total} {v.dealer.total}" for v in self.verdicts(state))
        return f"{self.shared(state).outcome}: {own}"

    # Text

    def read(self, state: State, text: str) -> Move:
        """The move that a text names beside the active character's Layout."""
        rules, table = self._now(state)
        return rules.read(table, text)

    def write(self, move: Move) -> str:
        """The text of a move."""
        return move.text


class Seated:
    """A player of a single Resolution, a Dealer policy too, put in a seat of a group."""

    def __init__(self, player: Any) -> None:
        self.player = player
        self.name: str = player.name

    def choose(self, view: GroupView, moves: tuple[Move, ...], rng: Random) -> Move:
        """What the player chooses at the table that is being played."""
        move: Move = self.player.choose(view.now, moves, rng)
        return move


def _inner(seat: Seat | None, at: Seat) -> Seat | None:
    """How a seat of the group sits at one table: as the Dealer, as its player, or only watching."""
    if seat == DEALER:
        return DEALER
    return PLAYER if seat == at else None


def read_members(header: Mapping[str, str]) -> tuple[Member, ...]:
    """The characters that the options stats, affinities and items name; two of Stat 2 unless said."""
    stats = [small(word, "a Stat", MOST_HITS) for word in header.get("stats", "2 2").split()]
    count = len(stats)
    affinities = each(header.get("affinities", " ".join(["spades"] * count)).split(), count, "affinities")
    suits = [Suit.read(word) for word in affinities]
    ready: list[tuple[Card, ...] | None] = [None] * count
    if "items" in header:
        listed = each(header["items"].split(","), count, "items")
        ready = [() if part.strip() == "none" else read_cards(part) for part in listed]
    return tuple(Member(*one) for one in zip(stats, suits, ready, strict=True))


def write_members(members: Sequence[Member]) -> dict[str, str]:
    """The options that :func:`read_members` reads back."""
    return {
        "stats": " ".join(str(member.stat) for member in members),
        "affinities": " ".join(member.affinity.word for member in members),
        "items": ", ".join(write_cards(member.ready or ()) or "none" for member in members),
    }


def small(word: str, what: str, most: int) -> int:
    """The whole number from 1 to ``most`` that an option names; :class:`~aces.rules.BadText` otherwise."""
    if not (word.isascii() and word.isdigit() and len(word) <= 2):
        raise BadText(word, f"is not {what}", (f"a whole number from 1 to {most}",))
    return whole(int(word), what, 1, most)


def each(parts: list[str], count: int, what: str) -> list[str]:
    """The parts of an option, one for each character; :class:`~aces.rules.BadText` otherwise."""
    if len(parts) != count:
        raise BadText(", ".join(parts), f"gives {len(parts)} {what} for {count} characters", ("one each",))
    return parts


def _count(number: int, one: str, many: str = "") -> str:
    return f"{number} {one if number == 1 else many or one + 's'}"
