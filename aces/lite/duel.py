"""Chapter 12, player against player: two open Layouts, no Dealer, and the higher total at or below 21.

>>> from aces.match import Match
>>> match = Match(Duel((Member(stat=1), Member(stat=2))), seed=4)
>>> for text in ("hit", "add", "stand", "stand"):
...     events = match.play(text)
>>> match.result
'a 20 10'
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from random import Random
from typing import Literal, NamedTuple, TypeVar, cast

from ..cards import Card, complete, shuffled, stream
from ..games import check_keys
from ..rules import BadText, Decks, Refusal, Refused, Seat, Step, whole
from .decks import TARGET, Reading, best_total, items, player_deck, read_as
from .group import Member, checked, read_members, small, write_members
from .harm import SceneItems, check_scene_items, ready_ranks
from .initiative import AceIs, Initiative
from .outcome import FROM_INVENTORY, OPENING, Outcome
from .resolution import HIT, PLACES, STAND, Move, read_move, replaced

T = TypeVar("T")

SIDES = ("a", "b")
"""The names of the two seats, 1 and 2, as records write them."""

MOST_HANDS = 20
"""No duel is settled by more rematches than this."""

Winner = Literal["a", "b", "tie"]

Ended = Literal["won", "lost", "tie"]
ENDS: tuple[Ended, ...] = ("won", "lost", "tie")
"""What a duel comes to for one of the two."""

OTHER_END: dict[Ended, Ended] = {"won": "lost", "lost": "won", "tie": "tie"}
"""What it then comes to for the other."""

LESSONS: dict[Ended, Outcome | None] = {"won": "success", "lost": "failure", "tie": None}
"""What each counts for in Growth: whoever won had a Success, whoever lost a Failure (rule lite-growth-marks)."""


def cost(ended: str, loser_hp: int) -> int:
    """How much HP an end of a duel costs: nothing, unless ``loser_hp`` says that losing does.

    A loser pays as for any Failure (rules lite-duel, lite-harm).

    >>> [cost(ended, 0) for ended in ENDS], [cost(ended, 1) for ended in ENDS]
    ([0, 0, 0], [0, 1, 0])
    """
    return loser_hp if ended == "lost" else 0


# Who wins


class DuelCheck(NamedTuple):
    """One check that was made: its rule, the question, whether it holds, why, and who wins by it."""

    rule: str
    question: str
    holds: bool
    why: str
    winner: Winner


class DuelVerdict(NamedTuple):
    """Who won, with both totals and everything that led to it. The last check is the one that holds."""

    winner: Winner
    a: Reading
    b: Reading
    checks: tuple[DuelCheck, ...]

    @property
    def decided_by(self) -> DuelCheck:
        """The check that settled it."""
        return self.checks[-1]

    def plain(self) -> dict[str, object]:
        """The verdict as plain data, for JSON."""
        return {
            "winner": self.winner,
            "a_total": self.a.total,
            "a_values": list(self.a.values),
            "b_total": self.b.total,
            "b_values": list(self.b.values),
            "checks": [check._asdict() for check in self.checks],
        }

    def ended(self, side: Seat) -> Ended:
        """What the duel came to for one side (rule lite-duel-winner)."""
        if self.winner == "tie":
            return "tie"
        return "won" if SIDES[side - 1] == self.winner else "lost"


def settle(a: Sequence[Card], b: Sequence[Card]) -> DuelVerdict:
    """Who wins with these Layouts, and why. Rule lite-duel-winner.

    Aces make the highest total not over 21, else the lowest (rule lite-aces). Raises
    :class:`~aces.rules.BadText` on an empty Layout.

    >>> from aces.cards import read_cards
    >>> verdict = settle(read_cards("KS QS 2S"), read_cards("KH 2H"))
    >>> verdict.winner, verdict.decided_by.why
    ('b', '22 is over 21, and 12 is not.')
    """
    for name, layout in zip(SIDES, (a, b), strict=True):
        if not layout:
            raise BadText(name, "has an empty Layout", ("the opening card and the cards of the Hits",))
    mine, theirs = read_as(a, best_total(a)), read_as(b, best_total(b))
    checks: list[DuelCheck] = []
    for question, holds, why, winner in _ladder(mine.total, theirs.total):
        checks.append(DuelCheck("lite-duel-winner", question, holds, why, winner))
        if holds:
            break
    return DuelVerdict(checks[-1].winner, mine, theirs, tuple(checks))


def _ladder(a: int, b: int) -> Iterator[tuple[str, bool, str, Winner]]:
    """The checks of a duel in their order: the first that holds settles it."""
    yield "Are the totals equal?", a == b, f"Both have {a}." if a == b else f"{a} is not {b}.", "tie"
    high, low = max(a, b), min(a, b)
    higher: Winner = "a" if a > b else "b"
    lower: Winner = "b" if a > b else "a"
    both = low > TARGET
    why = f"{a} and {b} are {'both' if both else 'not both'} over {TARGET}"
    yield f"Are both over {TARGET}?", both, f"{why}, and {low} is closer." if both else f"{why}.", lower
    one = high > TARGET
    why = f"{high} is over {TARGET}, and {low} is not." if one else f"{high} is not over {TARGET}."
    yield f"Is one over {TARGET}?", one, why, lower
    yield "Who is higher?", True, f"{high} is higher than {low}.", higher


# The game


class Side(NamedTuple):
    """One player's half of a hand, all of it open: no card of a duel lies face down."""

    stat: int
    layout: tuple[Card, ...] = ()
    sources: tuple[str, ...] = ()
    hits: int = 0
    drawn: Card | None = None
    discards: tuple[Card, ...] = ()
    stood: bool = False
    used: Card | None = None

    @property
    def hits_left(self) -> int:
        """How many Hits are left (rule lite-hits-available)."""
        return self.stat - self.hits


Sides = tuple[Side, Side]
Cards2 = tuple[tuple[Card, ...], tuple[Card, ...]]
"""Cards of a and cards of b."""


class Hand(NamedTuple):
    """One hand: both sides, what is left of their decks, the cards cut for Initiative and those that
    would be cut next, who went first and whose turn it is."""

    sides: Sides
    decks: Cards2
    cuts: Cards2
    uncut: Cards2
    first: Seat
    active: Seat | None


class State(NamedTuple):
    """The whole world of a duel: its hands so far, the last one in play, and the decks of rematches,
    each time those to draw from and those to cut."""

    hands: tuple[Hand, ...]
    later: tuple[tuple[Cards2, Cards2], ...]


EventKind = Literal[
    "begins", "cut", "initiative", "opened", "hit", "drew", "added", "swapped", "stood", "used", "settled"
]


class DuelEvent(NamedTuple):
    """What the table saw. Which fields are set depends on ``kind``:

    ``begins`` number is the hand, from 1 · ``cut`` card is what was cut, number the how manieth
    time · ``initiative`` seat goes first · ``opened`` and ``drew`` card · ``hit`` number is the how
    manieth · ``added`` card · ``swapped`` and ``used`` card came in at place ``number`` for other ·
    ``settled`` verdict.
    """

    kind: EventKind
    seat: Seat = 0
    card: Card | None = None
    other: Card | None = None
    number: int = 0
    verdict: DuelVerdict | None = None


class HandView(NamedTuple):
    """One hand as everybody sees it: all but the order of the decks, of which ``left`` cards are left."""

    sides: Sides
    left: tuple[int, int]
    cuts: Cards2 = ((), ())
    first: Seat = 0
    active: Seat | None = None


class DuelView(NamedTuple):
    """What a seat may see: every hand so far, and the items that each side has left."""

    seat: Seat | None
    hands: tuple[HandView, ...]
    items: Cards2

    @property
    def now(self) -> HandView:
        """The hand in play, or the last one."""
        return self.hands[-1]


class Duel:
    """The rules of a duel, with its options. Immutable.

    ``members`` are the two players. ``inventory`` allows items instead of Standing (rule
    lite-inventory); ``loser_hp`` is how much HP the loser loses, 0 or 1 (rule lite-duel);
    ``scene_items`` is how many items the Scene allows, as a rematch is in the same Scene (rule
    lite-inventory-once); ``ace`` is as for :class:`~aces.lite.initiative.Initiative`; ``max_hands``
    is after how many hands a tie stays a tie. Raises :class:`BadText`.
    """

    __slots__ = ("ace", "inventory", "loser_hp", "max_hands", "members", "scene_items")

    game = "aces-lite-duel"
    options = ("stats", "affinities", "items", "inventory", "loser-hp", "scene-items", "ace", "max-hands")
    seats: Mapping[Seat, str] = {1: "a", 2: "b"}

    def __init__(
        self,
        members: Iterable[Member] = (Member(), Member()),
        inventory: bool = True,
        loser_hp: int = 0,
        scene_items: SceneItems = "each",
        ace: AceIs = "high",
        max_hands: int = 5,
    ) -> None:
        given = tuple(members)
        if len(given) != len(SIDES):
            raise BadText(f"{len(given)} players", "are no duel", ("two players",))
        self.members = tuple(map(checked, given))
        if not isinstance(inventory, bool):
            raise BadText(inventory, "does not say whether items are allowed", ("True", "False"))
        self.inventory = inventory
        self.loser_hp = whole(loser_hp, "what the loser loses", 0, 1)
        self.scene_items = check_scene_items(scene_items)
        self.ace = Initiative(ace).ace
        self.max_hands = whole(max_hands, "a number of hands", 1, MOST_HANDS)

    def __repr__(self) -> str:
        return (
            f"Duel({self.members!r}, inventory={self.inventory}, loser_hp={self.loser_hp}, "
            f"scene_items={self.scene_items!r}, ace={self.ace!r}, max_hands={self.max_hands})"
        )

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Duel) and self.header() == other.header()

    def __hash__(self) -> int:
        return hash(tuple(self.header().items()))

    @classmethod
    def from_header(cls, header: Mapping[str, str]) -> Duel:
        """The rules with options as text, as :meth:`header` writes them; what is absent is usual."""
        check_keys(header, cls.options)
        inventory, loser_hp = header.get("inventory", "yes"), header.get("loser-hp", "0")
        if inventory not in ("yes", "no"):
            raise BadText(inventory, "does not say whether items are allowed", ("yes", "no"))
        if loser_hp not in ("0", "1"):
            raise BadText(loser_hp, "is not what the loser loses", ("0", "1"))
        return cls(
            members=read_members(header),
            inventory=inventory == "yes",
            loser_hp=int(loser_hp),
            scene_items=check_scene_items(header.get("scene-items", "each")),
            ace=cast(AceIs, header.get("ace", "high")),
            max_hands=small(header.get("max-hands", "5"), "a number of hands", MOST_HANDS),
        )

    def header(self) -> dict[str, str]:
        """The options as text."""
        return {
            **write_members(self.members),
            "inventory": "yes" if self.inventory else "no",
            "loser-hp": str(self.loser_hp),
            "scene-items": self.scene_items,
            "ace": self.ace,
            "max-hands": str(self.max_hands),
        }

    @property
    def longest(self) -> int:
        """Two moves a Hit and one to Stand, for both sides, in each hand."""
        return self.max_hands * sum(2 * member.stat + 1 for member in self.members)

    # Dealing

    def _names(self) -> Iterator[tuple[str, str, str, str]]:
        """The names of the four decks of each hand."""
        for hand in range(1, self.max_hands + 1):
            mark = "" if hand == 1 else f" {hand}"
            yield f"a{mark}", f"b{mark}", f"a cut{mark}", f"b cut{mark}"

    def _own(self, seat: Seat) -> tuple[Card, ...]:
        return player_deck(self.members[seat - 1].affinity)

    def decks(self, seed: int) -> Decks:
        """The decks of each hand freshly shuffled, and for each hand the cards that will be cut.

        Rules lite-duel, lite-initiative. A deck to cut holds the first cut, then those to settle ties.
        """
        decks: dict[str, tuple[Card, ...]] = {}
        for hand, names in enumerate(self._names(), 1):
            for at, name in enumerate(names):
                decks[name] = shuffled(self._own(at % 2 + 1), stream(seed, at, hand))
        return decks

    def stack(self, tops: Decks) -> Decks:
        """Every deck with the given cards on top, the rest in fixed order.

        Where no cuts are given, a cuts from the highest card down and b from the lowest up.
        """
        names = tuple(name for hand in self._names() for name in hand)
        for name in tops:
            if name not in names:
                raise BadText(name, "is not a deck here", names)
        decks: dict[str, tuple[Card, ...]] = {}
        for at, name in enumerate(names):
            own = self._own(at % 2 + 1)
            decks[name] = complete(tops.get(name, ()), own[::-1] if at % 4 == 2 else own, f"{name}'s")
        return decks

    def deal(self, decks: Decks) -> Step[State, DuelEvent]:
        """Both cut for Initiative, shuffle, and draw an opening card (rules lite-initiative, lite-duel)."""
        hands = [[decks[name] for name in names] for names in self._names()]
        return self._open(State((), tuple(((a, b), (cut_a, cut_b)) for a, b, cut_a, cut_b in hands)))

    def _open(self, state: State) -> Step[State, DuelEvent]:
        """The next hand, from its own fresh decks."""
        (mine, theirs), (cut_a, cut_b) = state.later[0]
        places = Initiative(self.ace).order({"a": cut_a, "b": cut_b})
        depth = len(places[0].cuts)
        cuts = (cut_a[:depth], cut_b[:depth])
        first = SIDES.index(places[0].name) + 1
        events = [DuelEvent("begins", number=len(state.hands) + 1)]
        for turn in range(depth):
            events += [DuelEvent("cut", seat, cuts[seat - 1][turn], number=turn + 1) for seat in self.seats]
        events.append(DuelEvent("initiative", first))
        opened = (DuelEvent("opened", 1, mine[0]), DuelEvent("opened", 2, theirs[0]))
        events += opened if first == 1 else opened[::-1]
        sides = (happened(self._fresh(1), opened[0]), happened(self._fresh(2), opened[1]))
        hand = Hand(sides, (mine[1:], theirs[1:]), cuts, (cut_a[depth:], cut_b[depth:]), first, first)
        return Step(State((*state.hands, hand), state.later[1:]), tuple(events))

    def _fresh(self, seat: Seat) -> Side:
        return Side(self.members[seat - 1].stat)

    # Legality

    def turn(self, state: State) -> Seat | None:
        """Whoever is next in Initiative order and has not Stood (rule lite-duel-turns)."""
        return state.hands[-1].active

    def moves(self, state: State) -> tuple[Move, ...]:
        """Every legal move (rules lite-duel-turns, lite-add-swap, lite-hit-limit, lite-inventory)."""
        seat = state.hands[-1].active
        if seat is None:
            return ()
        side = state.hands[-1].sides[seat - 1]
        size = len(side.layout)
        if side.drawn is not None:
            return PLACES[size]
        first = (HIT, STAND) if side.hits_left else (STAND,)
        uses = tuple(Move("use", at, card) for card in self.ready(state, seat) for at in range(size))
        return first + uses

    def ready(self, state: State, seat: Seat) -> tuple[Card, ...]:
        """The items that a side can still use: a rematch brings none back (rule lite-inventory-once)."""
        return self._ready(seat, [hand.sides[seat - 1].used for hand in state.hands])

    def _ready(self, seat: Seat, used: Iterable[Card | None]) -> tuple[Card, ...]:
        spent = tuple(card.rank for card in used if card is not None)
        ranks = ready_ranks(spent, self.scene_items) if self.inventory else ()
        return tuple(card for card in self.members[seat - 1].ready or () if card.rank in ranks)

    def objection(self, state: State, move: Move) -> Refusal | None:
        """Why a move is not allowed, with the rule that forbids it."""
        allowed = self.moves(state)
        if move in allowed:
            return None
        rule, reason = self._reason(state, move)
        return Refusal(move.text, rule, reason, tuple(legal.text for legal in allowed))

    def _reason(self, state: State, move: Move) -> tuple[str, str]:
        verb, seat = move.verb, state.hands[-1].active
        if seat is None:
            return "lite-duel-winner", "The duel is over."
        side, member = state.hands[-1].sides[seat - 1], self.members[seat - 1]
        if verb in ("tell", "truth", "discard", "aces"):
            return "lite-duel", "There is no Dealer in a duel."
        if verb == "claim":
            return "lite-duel-winner", "There is no early 21 in a duel: 21 is a total like any other."
        size = len(side.layout)
        has = f"The Layout has {'one card' if size == 1 else f'{size} cards'}"
        if verb in ("add", "swap"):
            if side.drawn is None:
                return "lite-duel-turns", "No card is drawn: Hit first."
            return "lite-add-swap", f"{has} to Swap."
        if side.drawn is not None:
            return "lite-add-swap", "The card is drawn and cannot be refused: Add it, or Swap it in."
        if verb == "hit":
            return "lite-hit-limit", f"No Hits left: the Stat is {member.stat}, and {side.hits} were taken."
        if not self.inventory:
            return "lite-duel", "Items are not allowed in this duel."
        if move.item not in items(member.affinity):
            mine = " and ".join(card.text for card in items(member.affinity))
            return "lite-inventory", f"Not your Inventory: your items are {mine}."
        if move.item not in self.ready(state, seat):
            return "lite-inventory-once", "That item cannot be used any more in this Scene."
        return "lite-inventory", f"{has} to give up."

    # Playing

    def step(self, state: State, move: Move) -> Step[State, DuelEvent]:
        """Plays one move; an illegal one raises :class:`~aces.rules.Refused`."""
        refusal = self.objection(state, move)
        if refusal is not None:
            raise Refused(refusal)
        hand = state.hands[-1]
        seat = cast(Seat, hand.active)
        side, deck = hand.sides[seat - 1], hand.decks[seat - 1]
        events = tuple(_events(seat, side, deck, move))
        for event in events:
            side = happened(side, event)
        sides = pair(hand.sides, seat, side)
        after = hand._replace(sides=sides, active=next_turn(sides, seat))
        if move.verb == "hit":
            after = after._replace(decks=pair(hand.decks, seat, deck[1:]))
        return self._next(State((*state.hands[:-1], after), state.later), events)

    def _next(self, state: State, events: tuple[DuelEvent, ...]) -> Step[State, DuelEvent]:
        """What follows: a turn, or once both have Stood who won, or a rematch (rule lite-duel-winner)."""
        if state.hands[-1].active is not None:
            return Step(state, events)
        verdict = self.verdict(state)
        events = (*events, DuelEvent("settled", verdict=verdict))
        if verdict.winner != "tie" or not state.later:
            return Step(state, events)
        after, more = self._open(state)
        return Step(after, (*events, *more))

    def verdict(self, state: State) -> DuelVerdict:
        """Who wins the last hand as its Layouts lie (rule lite-duel-winner)."""
        mine, theirs = state.hands[-1].sides
        return settle(mine.layout, theirs.layout)

    def cost(self, verdict: DuelVerdict, seat: Seat) -> int:
        """How much HP the duel costs one side, as the option has it (rule lite-duel)."""
        return cost(verdict.ended(seat), self.loser_hp)

    # Seeing

    def view(self, state: State, seat: Seat | None) -> DuelView:
        """What a seat sees: everything but the order of the decks (rule lite-duel-turns)."""
        hands = tuple(
            HandView(hand.sides, (len(hand.decks[0]), len(hand.decks[1])), hand.cuts, hand.first, hand.active)
            for hand in state.hands
        )
        return DuelView(seat, hands, (self.ready(state, 1), self.ready(state, 2)))

    def blank(self) -> DuelView:
        """The table before the deal."""
        return DuelView(None, (), (self._ready(1, ()), self._ready(2, ())))

    def watch(self, view: DuelView, event: DuelEvent) -> DuelView:
        """The public view after one more event."""
        kind, seat, card = event.kind, event.seat, event.card
        if kind == "begins":
            left = (len(self._own(1)), len(self._own(2)))
            return view._replace(hands=(*view.hands, HandView((self._fresh(1), self._fresh(2)), left)))
        hand = view.now
        if kind == "initiative":
            hand = hand._replace(first=seat, active=seat)
        elif kind == "cut":
            assert card is not None
            hand = hand._replace(cuts=pair(hand.cuts, seat, (*hand.cuts[seat - 1], card)))
        elif kind != "settled":
            sides = pair(hand.sides, seat, happened(hand.sides[seat - 1], event))
            hand = hand._replace(sides=sides)
            if kind in ("opened", "drew"):
                hand = hand._replace(left=pair(hand.left, seat, hand.left[seat - 1] - 1))
            if kind != "opened":
                hand = hand._replace(active=next_turn(sides, seat))
        hands = (*view.hands[:-1], hand)
        used = [[each.sides[at].used for each in hands] for at in (0, 1)]
        return view._replace(hands=hands, items=(self._ready(1, used[0]), self._ready(2, used[1])))

    def imagine(self, view: DuelView, rng: Random) -> State:
        """A world that fits the view: decks hold the cards not shown, in an order drawn evenly."""

        def rest(seat: Seat, *shown: Iterable[Card | None]) -> tuple[Card, ...]:
            out = {card for some in shown for card in some}
            return shuffled((card for card in self._own(seat) if card not in out), rng)

        hands = []
        for hand in view.hands:
            one, two = hand.sides
            decks = (
                rest(1, one.layout, one.discards, (one.drawn,)),
                rest(2, two.layout, two.discards, (two.drawn,)),
            )
            uncut = (rest(1, hand.cuts[0]), rest(2, hand.cuts[1]))
            hands.append(Hand(hand.sides, decks, hand.cuts, uncut, hand.first, hand.active))
        later = [((rest(1), rest(2)), (rest(1), rest(2))) for _ in range(self.max_hands - len(hands))]
        return State(tuple(hands), tuple(later))

    def piles(self, state: State) -> Mapping[str, tuple[Card, ...]]:
        """Where every card is: for each hand the decks that are left and what lies on the table."""
        found: dict[str, tuple[Card, ...]] = {}
        for number, names in enumerate(self._names()):
            if number >= len(state.hands):
                decks, to_cut = state.later[number - len(state.hands)]
                found |= dict(zip(names, (*decks, *to_cut), strict=True))
                continue
            hand = state.hands[number]
            for at, side in enumerate(hand.sides):
                name, cut = names[at], names[at + 2]
                found[name], found[cut] = hand.decks[at], hand.uncut[at]
                found[f"{cut} shown"] = hand.cuts[at]
                found[f"{name} layout"] = side.layout
                found[f"{name} drawn"] = () if side.drawn is None else (side.drawn,)
                found[f"{name} discards"] = side.discards
        for seat, name in self.seats.items():
            used = [hand.sides[seat - 1].used for hand in state.hands]
            mine = items(self.members[seat - 1].affinity)
            found[f"{name} items"] = tuple(card for card in mine if card not in used)
        return found

    def result(self, state: State) -> str:
        """Who won and both totals, such as ``a 20 19``, or ``tie 17 17`` when no rematch is left."""
        if state.hands[-1].active is not None:
            return ""
        verdict = self.verdict(state)
        return f"{verdict.winner} {verdict.a.total} {verdict.b.total}"

    # Text

    def read(self, state: State, text: str) -> Move:
        """The move that a text names beside the Layout of whoever has the turn."""
        hand = state.hands[-1]
        layout = hand.sides[(hand.active or 1) - 1].layout
        return read_move(text, layout, self.moves(state))

    def write(self, move: Move) -> str:
        """The text of a move."""
        return move.text


def happened(side: Side, event: DuelEvent) -> Side:
    """One half of a hand after something happened to it: what play and who watches go by."""
    kind, card = event.kind, event.card
    if kind == "hit":
        return side._replace(hits=event.number)
    if kind == "drew":
        return side._replace(drawn=card)
    if kind == "stood":
        return side._replace(stood=True)
    assert card is not None
    if kind == "opened":
        return side._replace(layout=(card,), sources=(OPENING,))
    if kind == "added":
        sources = (*side.sources, f"h{side.hits}")
        return side._replace(drawn=None, layout=(*side.layout, card), sources=sources)
    at, source = event.number, FROM_INVENTORY if kind == "used" else f"h{side.hits}"
    side = side._replace(
        drawn=None,
        layout=replaced(side.layout, at, card),
        sources=replaced(side.sources, at, source),
        discards=(*side.discards, side.layout[at]),
    )
    return side._replace(stood=True, used=card) if kind == "used" else side


def _events(seat: Seat, side: Side, deck: tuple[Card, ...], move: Move) -> Iterator[DuelEvent]:
    """What a legal move makes happen to the side that plays it."""
    if move.verb == "hit":
        yield DuelEvent("hit", seat, number=side.hits + 1)
        yield DuelEvent("drew", seat, deck[0])
    elif move.verb == "stand":
        yield DuelEvent("stood", seat)
    elif move.verb == "add":
        yield DuelEvent("added", seat, side.drawn)
    elif move.verb == "swap":
        yield DuelEvent("swapped", seat, side.drawn, side.layout[move.at], move.at)
    else:
        yield DuelEvent("used", seat, move.item, side.layout[move.at], move.at)


def next_turn(sides: Sides, seat: Seat) -> Seat | None:
    """Whose turn is next: a drawn card is placed first, then the other side, unless it has Stood."""
    if sides[seat - 1].drawn is not None:
        return seat
    other = 3 - seat
    if not sides[other - 1].stood:
        return other
    return None if sides[seat - 1].stood else seat


def pair(both: tuple[T, T], seat: Seat, new: T) -> tuple[T, T]:
    """A pair with something new for one seat."""
    return (new, both[1]) if seat == 1 else (both[0], new)
