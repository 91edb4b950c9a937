"""Chapters 4 to 7 and 9, the Resolution: one player's Layout against the Dealer's Tell and Truth.

>>> from aces.match import Match
>>> match = Match(Resolution(stat=1), seed=3)
>>> for text in ("hit", "discard", "add", "stand"):
...     events = match.play(text)
>>> match.result
'success 18 11'
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import cache
from random import Random
from typing import Literal, NamedTuple, Protocol, TypeVar, cast

from ..cards import Card, Suit, complete, read_cards, shuffled, stream, write_cards
from ..games import check_keys
from ..match import Veto
from ..rules import BadText, Decks, Refusal, Refused, Seat, Step, whole
from .decks import ACE_VALUES, DEALER_DECK, items, player_deck
from .outcome import (
    FROM_INVENTORY,
    OPENING,
    Verdict,
    decide,
    is_early_21,
)

T = TypeVar("T")

DEALER: Seat = 0
PLAYER: Seat = 1

MOST_HITS = 49
"""A deck of fifty holds an opening card and this many Hits, so no Stat can be higher."""

Phase = Literal["decide", "dealer", "place", "aces", "over"]
Ending = Literal["", "stand", "early", "inventory"]
Verb = Literal["hit", "stand", "claim", "add", "swap", "use", "tell", "truth", "discard", "aces"]
AcesBy = Literal["best", "dealer"]
Shown = Literal["all", "drawn", "none"]
Left = Literal["tell", "truth", "drawn"]


class Move(NamedTuple):
    """What somebody chose. ``at`` is a place in the Layout from 0, ``item`` an Inventory card,
    ``aces`` the values that the Dealer picks for their Aces."""

    verb: Verb
    at: int = -1
    item: Card | None = None
    aces: tuple[int, ...] = ()

    @property
    def text(self) -> str:
        """The move as records write it: places count from 1."""
        if self.verb == "swap":
            return f"swap {self.at + 1}"
        if self.verb == "use" and self.item is not None:
            return f"use {self.item.code} {self.at + 1}"
        if self.verb == "aces":
            return "aces " + " ".join(map(str, self.aces))
        return self.verb


HIT = Move("hit")
STAND = Move("stand")
CLAIM = Move("claim")
ADD = Move("add")
SWAPS = tuple(Move("swap", at) for at in range(MOST_HITS + 1))
DEALER_OPTIONS = (Move("tell"), Move("truth"), Move("discard"))
"""The Dealer's three options (rule lite-dealer-options)."""
PLACES = tuple((ADD, *SWAPS[:size]) for size in range(MOST_HITS + 2))
"""What may be done with a drawn card beside a Layout of so many cards (rule lite-add-swap)."""

EventKind = Literal[
    "dealt",
    "hit",
    "no-draw",
    "tell",
    "truth",
    "discard",
    "drew",
    "added",
    "swapped",
    "stood",
    "claimed",
    "used",
    "aces",
    "revealed",
    "outcome",
]


class Event(NamedTuple):
    """What the table saw. Which fields are set depends on ``kind``:

    ``dealt`` card is the Tell, other the opening card · ``hit`` number is the how manieth ·
    ``no-draw`` the Dealer's deck is empty · ``tell`` card is the new Tell, other the old one ·
    ``truth`` other is the old Truth (None where discards are hidden) · ``discard`` other is the
    card · ``drew`` card is what the player drew · ``added`` card · ``swapped`` and ``used`` card
    came in at place ``number`` for other · ``aces`` values is the Dealer's pick · ``revealed``
    card is the Truth · ``outcome`` verdict.
    """

    kind: EventKind
    seat: Seat
    card: Card | None = None
    other: Card | None = None
    number: int = 0
    values: tuple[int, ...] = ()
    verdict: Verdict | None = None


class State(NamedTuple):
    """The whole world of a Resolution. Decks hold what is left, the top card first."""

    phase: Phase
    tell: Card
    truth: Card
    truth_drawn: bool
    layout: tuple[Card, ...]
    sources: tuple[str, ...]
    hits: int
    drawn: Card | None
    player_deck: tuple[Card, ...]
    dealer_deck: tuple[Card, ...]
    player_discards: tuple[Card, ...]
    dealer_discards: tuple[tuple[Card, Left], ...]
    ending: Ending = ""
    used: Card | None = None
    dealer_aces: tuple[int, ...] | None = None


class View(NamedTuple):
    """What a seat may see. None stands for a card that is there, face down.

    ``pending`` says that whoever has the turn holds a drawn card; ``drawn`` is that card where
    the seat sees it. ``truth_drawn``: the Truth came from a Dealer's draw, so that the Dealer
    knows it without peeking.
    """

    seat: Seat | None
    phase: Phase | None
    tell: Card | None
    truth: Card | None
    truth_drawn: bool
    layout: tuple[Card, ...]
    sources: tuple[str, ...]
    hits: int
    hits_left: int
    pending: bool
    drawn: Card | None
    player_left: int
    dealer_left: int
    player_discards: tuple[Card, ...]
    dealer_discards: tuple[tuple[Card | None, Left], ...]
    items: tuple[Card, ...]
    ending: Ending
    used: Card | None
    dealer_aces: tuple[int, ...] | None


class Resolution:
    """The rules of one Resolution, with its options. Immutable.

    ``stat`` is the number of Hits, from 1 (rule lite-hits-available). ``ready`` are the items
    still face down this Scene (both, unless said; rule lite-inventory-once). ``dealer_aces``:
    ``best`` reads the Dealer's Aces as the highest total not over 21, ``dealer`` lets the Dealer
    pick after the Layout stands (rule lite-dealer-aces). ``discards`` says which of the Dealer's
    discards lie face up: ``all``, only the ``drawn`` ones, or ``none``. Raises :class:`BadText`.
    """

    __slots__ = ("_uses", "affinity", "dealer_aces", "discards", "ready", "stat")

    game = "aces-lite"
    options = ("stat", "affinity", "items", "dealer-aces", "discards")
    seats: Mapping[Seat, str] = {DEALER: "dealer", PLAYER: "player"}

    def __init__(
        self,
        stat: int = 2,
        affinity: Suit = Suit.SPADES,
        ready: Iterable[Card] | None = None,
        dealer_aces: AcesBy = "best",
        discards: Shown = "all",
    ) -> None:
        self.stat = whole(stat, "a Stat", 1, MOST_HITS)
        mine = items(affinity)
        chosen = mine if ready is None else tuple(ready)
        for card in chosen:
            if card not in mine:
                raise BadText(card.code, f"is not an item of {affinity.word}", tuple(c.code for c in mine))
        if dealer_aces not in ("best", "dealer"):
            raise BadText(dealer_aces, "does not say who picks the Dealer's Aces", ("best", "dealer"))
        if discards not in ("all", "drawn", "none"):
            raise BadText(discards, "does not say which discards show", ("all", "drawn", "none"))
        self.affinity = affinity
        self.ready = tuple(card for card in mine if card in chosen)
        self.dealer_aces = dealer_aces
        self.discards = discards
        self._uses: dict[int, tuple[Move, ...]] = {}

    def __repr__(self) -> str:
        return (
            f"Resolution(stat={self.stat}, affinity={self.affinity}, ready={self.ready!r}, "
            f"dealer_aces={self.dealer_aces!r}, discards={self.discards!r})"
        )

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Resolution) and self.header() == other.header()

    def __hash__(self) -> int:
        return hash(tuple(self.header().items()))

    @classmethod
    def from_header(cls, header: Mapping[str, str]) -> Resolution:
        """The rules with options as text, as :meth:`header` writes them; what is absent is usual."""
        check_keys(header, cls.options)
        affinity = Suit.read(header.get("affinity", Suit.SPADES.word))
        ready = header.get("items")
        stat = header.get("stat", "2")
        if not (stat.isascii() and stat.isdigit() and len(stat) <= 2):
            raise BadText(stat, "is not a Stat", (f"a whole number from 1 to {MOST_HITS}",))
        return cls(
            stat=int(stat),
            affinity=affinity,
            ready=None if ready is None else () if ready == "none" else read_cards(ready),
            dealer_aces=cast(AcesBy, header.get("dealer-aces", "best")),
            discards=cast(Shown, header.get("discards", "all")),
        )

    @property
    def longest(self) -> int:
        """Three moves a Hit, the last decision, and the Dealer's pick of Aces."""
        return 3 * self.stat + 2

    def header(self) -> dict[str, str]:
        """The options as text."""
        return {
            "stat": str(self.stat),
            "affinity": self.affinity.word,
            "items": write_cards(self.ready) or "none",
            "dealer-aces": self.dealer_aces,
            "discards": self.discards,
        }

    # Dealing

    @property
    def own_deck(self) -> tuple[Card, ...]:
        """The player's cards in fixed order (rule lite-player-deck)."""
        return player_deck(self.affinity)

    def decks(self, seed: int) -> Decks:
        """Both decks freshly shuffled (rule lite-fresh-decks)."""
        return {
            "player": shuffled(player_deck(self.affinity), stream(seed, PLAYER)),
            "dealer": shuffled(DEALER_DECK, stream(seed, DEALER)),
        }

    def stack(self, tops: Decks) -> Decks:
        """Both decks with the given cards on top, the rest in fixed order."""
        for name in tops:
            if name not in ("player", "dealer"):
                raise BadText(name, "is not a deck here", ("player", "dealer"))
        return {
            "player": complete(tops.get("player", ()), player_deck(self.affinity), "the player's"),
            "dealer": complete(tops.get("dealer", ()), DEALER_DECK, "the Dealer's"),
        }

    def deal(self, decks: Decks) -> Step[State, Event]:
        """Tell face up, Truth face down, one opening card (rules lite-tell-truth, lite-opening-card)."""
        mine, theirs = decks["player"], decks["dealer"]
        state = State(
            phase="decide",
            tell=theirs[0],
            truth=theirs[1],
            truth_drawn=False,
            layout=mine[:1],
            sources=(OPENING,),
            hits=0,
            drawn=None,
            player_deck=mine[1:],
            dealer_deck=theirs[2:],
            player_discards=(),
            dealer_discards=(),
        )
        return Step(state, (Event("dealt", DEALER, state.tell, mine[0]),))

    # Legality

    def turn(self, state: State) -> Seat | None:
        """The Dealer's turn for their option and their Aces, else the player's."""
        phase = state.phase
        if phase == "over":
            return None
        return DEALER if phase in ("dealer", "aces") else PLAYER

    def moves(self, state: State) -> tuple[Move, ...]:
        """Every legal move (rules lite-hit-order, lite-dealer-options, lite-add-swap, lite-hit-limit,
        lite-early-21-once, lite-stand, lite-inventory). Being over 21 takes none away (lite-over-21)."""
        phase = state.phase
        if phase == "place":
            return PLACES[len(state.layout)]
        if phase == "dealer":
            return DEALER_OPTIONS
        if phase == "decide":
            uses = self._item_moves(len(state.layout))
            if state.hits >= self.stat:
                first: tuple[Move, ...] = (STAND,)
            else:
                first = (HIT, STAND)
            if state.hits == 1 and self._early(state):
                first = (*first, CLAIM)
            return first + uses
        if phase == "aces":
            return tuple(Move("aces", aces=values) for values in _ace_picks(state.tell.is_ace + state.truth.is_ace))
        return ()

    def _item_moves(self, size: int) -> tuple[Move, ...]:
        found = self._uses.get(size)
        if found is None:
            found = tuple(Move("use", at, card) for card in self.ready for at in range(size))
            self._uses[size] = found
        return found

    def _early(self, state: State) -> bool:
        return is_early_21(state.layout, state.sources)

    def objection(self, state: State, move: Move) -> Refusal | None:
        """Why a move is not allowed, with the rule that forbids it."""
        allowed = self.moves(state)
        if move in allowed:
            return None
        rule, reason = self._reason(state, move)
        return Refusal(move.text, rule, reason, tuple(legal.text for legal in allowed))

    def _reason(self, state: State, move: Move) -> tuple[str, str]:
        verb, phase = move.verb, state.phase
        if phase == "over":
            return "lite-reveal", "The Resolution is over."
        if verb in ("tell", "truth", "discard", "aces"):
            if phase in ("decide", "place"):
                return "lite-dealer-draws", "The Dealer acts only when the player has declared a Hit."
            if verb == "aces" and phase == "aces":
                return "lite-dealer-aces", "The Dealer gives each of their Aces 1 or 11, Tell before Truth."
            if phase == "aces":
                return (
                    "lite-dealer-aces",
                    "The Layout stands; what is left is the value of the Dealer's Aces.",
                )
            return "lite-dealer-options", "The Dealer has drawn and has three options."
        if phase == "dealer":
            return "lite-hit-order", "The Dealer has drawn and acts first."
        if phase == "aces":
            return "lite-dealer-aces", "The Dealer picks the value of their Aces."
        if verb in ("add", "swap"):
            if phase == "decide":
                return "lite-hit-order", "No card is drawn: declare a Hit first."
            return "lite-add-swap", f"The Layout has {_cards(len(state.layout))} to Swap."
        if phase == "place":
            return "lite-add-swap", "The card is drawn and cannot be refused: Add it, or Swap it in."
        if verb == "hit":
            return "lite-hit-limit", f"No Hits left: the Stat is {self.stat}, and {state.hits} were taken."
        if verb == "claim":
            return self._no_claim(state)
        if move.item not in items(self.affinity):
            mine = " and ".join(card.text for card in items(self.affinity))
            return "lite-inventory", f"Not your Inventory: your items are {mine}."
        if move.item not in self.ready:
            return "lite-inventory-once", "That item was used in this Scene."
        return "lite-inventory", f"The Layout has {_cards(len(state.layout))} to give up."

    def _no_claim(self, state: State) -> tuple[str, str]:
        if state.hits == 0:
            return "lite-early-21", "The early 21 needs the first Hit."
        if state.hits > 1:
            return "lite-early-21-once", "Too late: the early 21 can be claimed only after the first Hit."
        if len(state.layout) == 1:
            return "lite-early-21", "The first Hit was Swapped in, so the Layout is one card."
        return "lite-early-21", "Opening card and first Hit do not make exactly 21."

    # Playing

    def step(self, state: State, move: Move) -> Step[State, Event]:
        """Plays one move; an illegal one raises :class:`~aces.rules.Refused`."""
        if move not in self.moves(state):
            refusal = self.objection(state, move)
            assert refusal is not None
            raise Refused(refusal)
        return _PLAY[move.verb](self, state, move)

    def _hit(self, state: State, move: Move) -> Step[State, Event]:
        declared = Event("hit", PLAYER, number=state.hits + 1)
        deck = state.dealer_deck
        if deck:
            return Step(
                state._replace(phase="dealer", hits=state.hits + 1, drawn=deck[0], dealer_deck=deck[1:]),
                (declared,),
            )
        return self._player_draws(state._replace(hits=state.hits + 1), (declared, Event("no-draw", DEALER)))

    def _player_draws(self, state: State, events: tuple[Event, ...]) -> Step[State, Event]:
        deck = state.player_deck
        return Step(
            state._replace(phase="place", drawn=deck[0], player_deck=deck[1:]),
            (*events, Event("drew", PLAYER, deck[0])),
        )

    def _dealer_acts(self, state: State, move: Move) -> Step[State, Event]:
        new = state.drawn
        assert new is not None
        left: tuple[Card, Left]
        if move.verb == "tell":
            state, left = state._replace(tell=new), (state.tell, "tell")
            event = Event("tell", DEALER, new, self._shown(left))
        elif move.verb == "truth":
            state, left = state._replace(truth=new, truth_drawn=True), (state.truth, "truth")
            event = Event("truth", DEALER, None, self._shown(left))
        else:
            left = (new, "drawn")
            event = Event("discard", DEALER, None, self._shown(left))
        return self._player_draws(state._replace(dealer_discards=(*state.dealer_discards, left)), (event,))

    def _shown(self, left: tuple[Card, Left]) -> Card | None:
        card, place = left
        if place == "tell" or self.discards == "all" or (self.discards == "drawn" and place == "drawn"):
            return card
        return None

    def _add(self, state: State, move: Move) -> Step[State, Event]:
        card = state.drawn
        assert card is not None
        after = state._replace(
            phase="decide",
            drawn=None,
            layout=(*state.layout, card),
            sources=(*state.sources, f"h{state.hits}"),
        )
        return Step(after, (Event("added", PLAYER, card),))

    def _swap(self, state: State, move: Move) -> Step[State, Event]:
        card = state.drawn
        assert card is not None
        old = state.layout[move.at]
        after = _put(state, move.at, card, f"h{state.hits}")._replace(phase="decide", drawn=None)
        return Step(after, (Event("swapped", PLAYER, card, old, move.at),))

    def _use(self, state: State, move: Move) -> Step[State, Event]:
        """An item comes in at its own value and ends it (rules lite-inventory, lite-inventory-value)."""
        assert move.item is not None
        old = state.layout[move.at]
        after = _put(state, move.at, move.item, FROM_INVENTORY)._replace(used=move.item)
        return self._end(after, "inventory", Event("used", PLAYER, move.item, old, move.at))

    def _stand(self, state: State, move: Move) -> Step[State, Event]:
        return self._end(state, "stand", Event("stood", PLAYER))

    def _claim(self, state: State, move: Move) -> Step[State, Event]:
        return self._end(state, "early", Event("claimed", PLAYER))

    def _end(self, state: State, ending: Ending, event: Event) -> Step[State, Event]:
        state = state._replace(ending=ending)
        if ending != "early" and self.dealer_aces == "dealer" and (state.tell.is_ace or state.truth.is_ace):
            return Step(state._replace(phase="aces"), (event, Event("revealed", DEALER, state.truth)))
        after = state._replace(phase="over")
        return Step(
            after,
            (
                event,
                Event("revealed", DEALER, state.truth),
                Event("outcome", DEALER, verdict=verdict_of(after)),
            ),
        )

    def _pick_aces(self, state: State, move: Move) -> Step[State, Event]:
        after = state._replace(phase="over", dealer_aces=move.aces)
        return Step(
            after,
            (Event("aces", DEALER, values=move.aces), Event("outcome", DEALER, verdict=verdict_of(after))),
        )

    # Seeing

    def view(self, state: State, seat: Seat | None) -> View:
        """What a seat sees: the Dealer their Truth and what they drew; everybody the rest."""
        dealer = seat == DEALER
        revealed = state.phase in ("aces", "over")
        return View(
            seat=seat,
            phase=state.phase,
            tell=state.tell,
            truth=state.truth if dealer or revealed else None,
            truth_drawn=state.truth_drawn,
            layout=state.layout,
            sources=state.sources,
            hits=state.hits,
            hits_left=self.stat - state.hits,
            pending=state.drawn is not None,
            drawn=state.drawn if dealer or state.phase == "place" else None,
            player_left=len(state.player_deck),
            dealer_left=len(state.dealer_deck),
            player_discards=state.player_discards,
            dealer_discards=tuple(left if dealer else (self._shown(left), left[1]) for left in state.dealer_discards),
            items=tuple(card for card in self.ready if card is not state.used),
            ending=state.ending,
            used=state.used,
            dealer_aces=state.dealer_aces,
        )

    def blank(self) -> View:
        """The table before the deal."""
        return View(
            seat=None,
            phase=None,
            tell=None,
            truth=None,
            truth_drawn=False,
            layout=(),
            sources=(),
            hits=0,
            hits_left=self.stat,
            pending=False,
            drawn=None,
            player_left=len(player_deck(self.affinity)),
            dealer_left=len(DEALER_DECK),
            player_discards=(),
            dealer_discards=(),
            items=self.ready,
            ending="",
            used=None,
            dealer_aces=None,
        )

    def watch(self, view: View, event: Event) -> View:
        """The public view after one more event."""
        kind, card, other = event.kind, event.card, event.other
        if kind == "dealt":
            assert card is not None and other is not None
            return view._replace(
                phase="decide",
                tell=card,
                layout=(other,),
                sources=(OPENING,),
                player_left=view.player_left - 1,
                dealer_left=view.dealer_left - 2,
            )
        if kind == "hit":
            view = view._replace(hits=event.number, hits_left=self.stat - event.number)
            if view.dealer_left == 0:
                return view
            return view._replace(phase="dealer", pending=True, dealer_left=view.dealer_left - 1)
        if kind == "tell":
            return view._replace(tell=card, pending=False, dealer_discards=(*view.dealer_discards, (other, "tell")))
        if kind == "truth":
            return view._replace(
                truth_drawn=True, pending=False, dealer_discards=(*view.dealer_discards, (other, "truth"))
            )
        if kind == "discard":
            return view._replace(pending=False, dealer_discards=(*view.dealer_discards, (other, "drawn")))
        if kind == "drew":
            return view._replace(phase="place", pending=True, drawn=card, player_left=view.player_left - 1)
        if kind == "added":
            assert card is not None
            return view._replace(
                phase="decide",
                pending=False,
                drawn=None,
                layout=(*view.layout, card),
                sources=(*view.sources, f"h{view.hits}"),
            )
        if kind in ("swapped", "used"):
            assert card is not None and other is not None
            source = FROM_INVENTORY if kind == "used" else f"h{view.hits}"
            view = view._replace(
                phase="decide",
                pending=False,
                drawn=None,
                layout=replaced(view.layout, event.number, card),
                sources=replaced(view.sources, event.number, source),
                player_discards=(*view.player_discards, other),
            )
            if kind == "used":
                left = tuple(item for item in view.items if item is not card)
                return view._replace(ending="inventory", used=card, items=left)
            return view
        if kind == "stood":
            return view._replace(ending="stand")
        if kind == "claimed":
            return view._replace(ending="early")
        if kind == "revealed":
            return view._replace(phase="aces", truth=card)
        if kind == "aces":
            return view._replace(dealer_aces=event.values)
        if kind == "outcome":
            return view._replace(phase="over")
        return view

    def imagine(self, view: View, rng: Random) -> State:
        """A world that fits the view: what it hides is drawn evenly from the cards it does not show."""
        return self.fill(view, list(shuffled((card for card in DEALER_DECK if card not in seen(view)), rng)), rng)

    def fill(self, view: View, unseen: list[Card], rng: Random) -> State:
        """A world that fits the view, with the Dealer's hidden cards from the end of ``unseen``.

        They are taken off it; what is left of it is the Dealer's deck.
        """
        truth = view.truth or unseen.pop()
        discards = tuple((card or unseen.pop(), place) for card, place in view.dealer_discards)
        drawn = view.drawn
        if view.phase == "dealer" and drawn is None:
            drawn = unseen.pop()
        mine = {*view.layout, *view.player_discards, view.drawn if view.phase == "place" else None}
        deck = shuffled((card for card in player_deck(self.affinity) if card not in mine), rng)
        assert view.tell is not None and view.phase is not None
        return State(
            phase=view.phase,
            tell=view.tell,
            truth=truth,
            truth_drawn=view.truth_drawn,
            layout=view.layout,
            sources=view.sources,
            hits=view.hits,
            drawn=drawn,
            player_deck=deck,
            dealer_deck=tuple(unseen),
            player_discards=view.player_discards,
            dealer_discards=discards,
            ending=view.ending,
            used=view.used,
            dealer_aces=view.dealer_aces,
        )

    def piles(self, state: State) -> Mapping[str, tuple[Card, ...]]:
        """Where every card is, for cleaning up (rule lite-cleanup).

        ``player`` and ``dealer`` are the decks that are left.
        """
        drawn = () if state.drawn is None else (state.drawn,)
        return {
            "player": state.player_deck,
            "dealer": state.dealer_deck,
            "tell": (state.tell,),
            "truth": (state.truth,),
            "layout": state.layout,
            "drawn": drawn,
            "player discards": state.player_discards,
            "dealer discards": tuple(card for card, _ in state.dealer_discards),
            "items": tuple(card for card in items(self.affinity) if card is not state.used),
        }

    def result(self, state: State) -> str:
        """The outcome and both totals, such as ``success 20 19``."""
        if state.phase != "over":
            return ""
        verdict = verdict_of(state)
        return f"{verdict.outcome} {verdict.player.total} {verdict.dealer.total}"

    # Text

    def read(self, state: State, text: str) -> Move:
        """The move that a text names. ``swap`` and ``use`` take a place from 1 or a card of the Layout."""
        return read_move(text, state.layout, self.moves(state))

    def write(self, move: Move) -> str:
        """The text of a move."""
        return move.text


_PLAIN: dict[str, Move] = {move.verb: move for move in (HIT, STAND, CLAIM, ADD, *DEALER_OPTIONS)}
_ACE_WORDS = tuple(map(str, ACE_VALUES))


class Written(Protocol):
    """A move of any kind: it has a text."""

    @property
    def text(self) -> str: ...


def read_move(text: str, layout: Sequence[Card], legal: Iterable[Written]) -> Move:
    """The move that a text names beside a Layout; :class:`BadText`, with what is legal, when none."""
    words = text.strip().lower().split()
    verb, rest = (words or [""])[0], words[1:]
    if verb in _PLAIN and not rest:
        return _PLAIN[verb]
    if verb == "swap" and len(rest) == 1:
        return Move("swap", _place(layout, rest[0]))
    if verb == "use" and len(rest) == 2:
        return Move("use", _place(layout, rest[1]), Card.read(rest[0]))
    if verb == "aces" and rest and all(word in _ACE_WORDS for word in rest):
        return Move("aces", aces=tuple(map(int, rest)))
    raise BadText(text, "is no move", tuple(move.text for move in legal))


def seen(view: View) -> set[Card | None]:
    """The Dealer's cards that a view shows."""
    shown = {view.tell, view.truth, *(card for card, _ in view.dealer_discards)}
    return shown | {view.drawn} if view.phase == "dealer" else shown


_PLAY = {
    "hit": Resolution._hit,
    "stand": Resolution._stand,
    "claim": Resolution._claim,
    "add": Resolution._add,
    "swap": Resolution._swap,
    "use": Resolution._use,
    "tell": Resolution._dealer_acts,
    "truth": Resolution._dealer_acts,
    "discard": Resolution._dealer_acts,
    "aces": Resolution._pick_aces,
}


def verdict_of(state: State) -> Verdict:
    """The verdict of a Resolution that is over (rule lite-outcome-order)."""
    return decide(state.layout, state.sources, state.tell, state.truth, state.dealer_aces)


def fits_fiction(answer: Callable[[Seat, Card], bool]) -> Veto:
    """The Dealer's yes or no to an item, for a :class:`~aces.match.Match` of any game that has items.

    ``answer`` is asked once for each item that could be used, with the seat whose item it is; without
    it everything fits (rule lite-inventory).

    >>> from aces.match import Match
    >>> match = Match(Resolution(), seed=3, veto=fits_fiction(lambda seat, item: item.code != "JS"))
    >>> [move.text for move in match.moves()]
    ['hit', 'stand', 'use 7S 1']
    >>> print(match.objection("use JS 1"))
    use JS 1: The Dealer says that J♠ does not fit the fiction. Allowed: hit, stand, use 7S 1. [lite-inventory]
    """
    asked = cache(answer)

    def veto(seat: Seat, move: object) -> tuple[str, str] | None:
        item: Card | None = getattr(move, "item", None)
        if item is None or asked(seat, item):
            return None
        return "lite-inventory", f"The Dealer says that {item} does not fit the fiction."

    return veto


def ready_after(rules: Resolution, state: State) -> tuple[Card, ...]:
    """The items that are left for the rest of the Scene (rule lite-inventory-once)."""
    return tuple(card for card in rules.ready if card is not state.used)


def _put(state: State, at: int, card: Card, source: str) -> State:
    return state._replace(
        layout=replaced(state.layout, at, card),
        sources=replaced(state.sources, at, source),
        player_discards=(*state.player_discards, state.layout[at]),
    )


def replaced(row: tuple[T, ...], at: int, new: T) -> tuple[T, ...]:
    """A row with something new in one place."""
    return (*row[:at], new, *row[at + 1 :])


def _ace_picks(count: int) -> tuple[tuple[int, ...], ...]:
    picks: tuple[tuple[int, ...], ...] = ((),)
    for _ in range(count):
        picks = tuple((*pick, value) for pick in picks for value in ACE_VALUES)
    return picks


def _place(layout: Sequence[Card], word: str) -> int:
    if word.isascii() and word.isdigit() and len(word) <= 2:
        if int(word) >= 1:
            return int(word) - 1
        raise BadText(word, "is not a place in the Layout", (f"1 to {len(layout)}",))
    card = Card.read(word)
    if card not in layout:
        raise BadText(card.code, "is not in the Layout", tuple(other.code for other in layout))
    return layout.index(card)


def _cards(count: int) -> str:
    return "one card" if count == 1 else f"{count} cards"
