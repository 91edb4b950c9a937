"""What every game is: the Rules protocol, one step of play, and errors that say why.

A game is a frozen Rules object (its options are the variant). States are immutable and know the
whole world; players get views, which hold only what their seat may see. Moves are what players
chose, events are what the table saw.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING, Any, Generic, NamedTuple, Protocol, TypeVar

if TYPE_CHECKING:
    from random import Random

S = TypeVar("S")
M = TypeVar("M")
E = TypeVar("E")
V = TypeVar("V")

Seat = int
"""A place at the table. In A.C.E.S. seat 0 is the Dealer's."""


class AcesError(ValueError):
    """Every error that this library raises on purpose: one clear line."""

    def __reduce__(self) -> tuple[Any, ...]:
        return _raised_elsewhere, (type(self), str(self), vars(self))


def _raised_elsewhere(kind: type[AcesError], text: str, about: dict[str, Any]) -> AcesError:
    """The same error in another process: what it says, and what it is about."""
    error = kind.__new__(kind, text)
    error.__dict__.update(about)
    return error


class BadText(AcesError):
    """Something given does not mean anything here: what it is, why not, and what is allowed.

    ``given`` is None where something is missing.
    """

    def __init__(self, given: object, why: str, allowed: tuple[str, ...] = ()) -> None:
        stop = "" if why.endswith("?") else "."
        tail = f"{stop} Allowed: {', '.join(allowed)}" if allowed else ""
        super().__init__(f"{'' if given is None else quoted(given)} {why}{tail}".lstrip())
        self.given = given
        self.why = why
        self.allowed = allowed


def quoted(given: object) -> str:
    """Something given as an error shows it: quoted, and cut when it is long.

    >>> quoted("hit"), quoted("x" * 1000)[-6:], len(quoted("x" * 1000))
    ("'hit'", 'xxx...', 60)
    """
    if isinstance(given, int) and given.bit_length() > 200:
        return "a huge number"  # longer ones Python does not even show
    text = repr(given[:60] if isinstance(given, str) else given)
    return text if len(text) <= 60 else text[:57] + "..."


def whole(value: object, what: str, low: int, high: int) -> int:
    """The value, when it is a whole number from low to high; else :class:`BadText`."""
    if isinstance(value, bool) or not isinstance(value, int) or not low <= value <= high:
        raise BadText(value, f"is not {what}", (f"a whole number from {low} to {high}",))
    return value


def read_whole(text: str, what: str, low: int, high: int, more: tuple[str, ...] = ()) -> int:
    """The number that a text is, from low to high; else :class:`BadText`, which also allows ``more``."""
    if not (text.isascii() and text.isdigit() and len(text) <= 9 and low <= int(text) <= high):
        raise BadText(text, f"is not {what}", (f"a whole number from {low} to {high}", *more))
    return int(text)


def nearest(word: str, known: Iterable[str]) -> str | None:
    """The known word that somebody who wrote ``word`` most likely meant, if any is near.

    >>> nearest("Adjectivs", ("roles", "adjectives")), nearest("q", ("J", "Q", "K"))
    ('adjectives', 'Q')
    >>> nearest("zeppelin", ("roles", "adjectives")) is None
    True
    """
    from difflib import get_close_matches  # needed only once something is wrong

    folded = {key.casefold(): key for key in known}
    near = get_close_matches(word[:80].casefold(), folded, n=1, cutoff=0.6)
    return folded[near[0]] if near else None


class Refusal(NamedTuple):
    """Why a move is not allowed: what was tried, the rule, the reason, and what is allowed."""

    tried: str
    rule: str
    reason: str
    allowed: tuple[str, ...]

    def __str__(self) -> str:
        allowed = f" Allowed: {', '.join(self.allowed)}." if self.allowed else ""
        return f"{self.tried}: {self.reason}{allowed} [{self.rule}]"


class Refused(AcesError):
    """An illegal move was played; ``refusal`` says why. Nothing has changed."""

    def __init__(self, refusal: Refusal) -> None:
        super().__init__(str(refusal))
        self.refusal = refusal


class BadRecord(AcesError):
    """A record cannot be read or does not replay: the line (from 1) and the reason."""

    def __init__(self, line: int, reason: str) -> None:
        super().__init__(f"line {line}: {reason}")
        self.line = line
        self.reason = reason


class Step(NamedTuple, Generic[S, E]):
    """What one move makes: the new state and the events that the table saw, in order."""

    state: S
    events: tuple[E, ...]


Decks = Mapping[str, tuple[Any, ...]]
"""Named decks, the top card first. Cards are :class:`aces.cards.Card`, or the game's own kind."""


class Rules(Protocol[S, M, E, V]):
    """A game with its options. Everything here is pure: the same arguments, the same result."""

    @property
    def game(self) -> str:
        """The name of the game, as records write it."""

    @property
    def seats(self) -> Mapping[Seat, str]:
        """Every seat in order, with the name that records give it."""

    @property
    def longest(self) -> int:
        """No game takes more moves than this."""

    def header(self) -> dict[str, str]:
        """The options as text, in the order in which records write them."""

    def decks(self, seed: int) -> Decks:
        """The decks as a seed shuffles them."""

    def stack(self, tops: Decks) -> Decks:
        """Whole decks with the given cards on top; :class:`BadText` on a card that cannot be there."""

    def deal(self, decks: Decks) -> Step[S, E]:
        """The first state, and the events of dealing, from decks in a fixed order."""

    def turn(self, state: S) -> Seat | None:
        """Whose move it is; None when it is over."""

    def moves(self, state: S) -> tuple[M, ...]:
        """Every legal move: the one source of legality. Empty exactly when it is over."""

    def objection(self, state: S, move: M) -> Refusal | None:
        """Why a move is not allowed; None exactly when it is legal."""

    def step(self, state: S, move: M) -> Step[S, E]:
        """Plays a legal move; raises :class:`Refused` on any other."""

    def view(self, state: S, seat: Seat | None) -> V:
        """What a seat sees (None: somebody who only watches): an allow-list."""

    def blank(self) -> V:
        """What the table shows before anything is dealt."""

    def watch(self, view: V, event: E) -> V:
        """The public view after one more event: folding all events rebuilds ``view(state, None)``."""

    def imagine(self, view: V, rng: Random) -> S:
        """A whole world that fits a view; its hidden cards are drawn evenly from those not seen."""

    def piles(self, state: S) -> Decks:
        """Where every card is: together always the same cards."""

    def result(self, state: S) -> str:
        """The end in a few plain words that a record can check; empty while play goes on."""

    def read(self, state: S, text: str) -> M:
        """The move that a text names here; :class:`BadText` when it names none."""

    def write(self, move: M) -> str:
        """The text of a move, which ``read`` reads back."""
