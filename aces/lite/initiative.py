"""Chapter 3, Initiative: everyone cuts, the highest card acts first, and the same card cuts again.

>>> from aces.cards import read_cards
>>> cuts = {"Ana": "KS", "Bo": "9C 2S", "Cy": "9C AH", "Dee": "9H"}
>>> order = Initiative().order({name: read_cards(cards) for name, cards in cuts.items()})
>>> for place in order:
...     print(place.name, "-", place.why)
Ana - K♠ is the highest card.
Cy - 9♣ is lower than K♠.
Bo - The same 9♣; cutting again, 2♠ is lower than A♥.
Dee - 9♥ is equal in rank to 9♣, and clubs go before hearts.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from typing import Literal, NamedTuple

from ..cards import SUITS, Card, Chance, below, shuffled, stream
from ..rules import BadText, Refusal, Refused

AceIs = Literal["high", "low"]

MOST_CUTS = 100
"""Nobody cuts more often than this: two cards that stay the same so long are not chance."""

_STREAM = 3
"""The streams of a seed from which decks are cut: apart from every deck's and every player's."""


class Place(NamedTuple):
    """One place in the order: who, the cuts that counted, and why here, with the rule behind it."""

    name: str
    cuts: tuple[Card, ...]
    rule: str
    why: str


class Initiative:
    """How cut cards make an order, with its option. Immutable.

    ``ace`` is ``high`` or ``low``: above the King or below the 2 (rule lite-initiative-order).
    """

    __slots__ = ("ace",)

    def __init__(self, ace: AceIs = "high") -> None:
        if ace not in ("high", "low"):
            raise BadText(ace, "does not say where the Ace stands", ("high", "low"))
        self.ace = ace

    def __repr__(self) -> str:
        return f"Initiative(ace={self.ace!r})"

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Initiative) and self.ace == other.ace

    def __hash__(self) -> int:
        return hash(self.ace)

    def height(self, card: Card) -> tuple[int, int]:
        """How high a cut card is: its rank first, then its suit, spades above clubs, diamonds, hearts."""
        rank = -1 if card.is_ace and self.ace == "low" else card.rank.index
        return rank, -SUITS.index(card.suit)

    def order(self, cuts: Mapping[str, Sequence[Card]], unconscious: Collection[str] = ()) -> tuple[Place, ...]:
        """Everybody who cut, first to last, with the reasons.

        ``cuts`` gives each person's cards in the order in which they cut them; a further card is a
        cut to settle a tie, and cards beyond the last tie do not count. Raises
        :class:`~aces.rules.Refused` as :meth:`objection` says.
        """
        refusal = self.objection(cuts, unconscious)
        if refusal is not None:
            raise Refused(refusal)
        counted = {name: tuple(cuts[name][:depth]) for name, depth in _depths(cuts).items()}
        names = sorted(counted, key=lambda name: [self.height(card) for card in counted[name]], reverse=True)
        places: list[Place] = []
        for name in names:
            rule, why = self._why(places[-1].cuts if places else (), counted[name])
            places.append(Place(name, counted[name], rule, why))
        return tuple(places)

    def objection(self, cuts: Mapping[str, Sequence[Card]], unconscious: Collection[str] = ()) -> Refusal | None:
        """Why these cuts make no order: somebody may not take part, or has to cut (again)."""
        refusal = _asleep(tuple(cuts), unconscious)
        if refusal is not None:
            return refusal
        owing = self.owing(cuts)
        if not owing:
            return None
        who = _names(owing)
        has = "has" if len(owing) == 1 else "have"
        if any(not cuts[name] for name in owing):
            return Refusal("Initiative", "lite-initiative", f"{who} {has} to cut.", (f"a cut by {who}",))
        why = f"A tie at the very same card: {who} {has} to cut again."
        return Refusal("Initiative", "lite-initiative-recut", why, (f"one more cut by {who}",))

    def owing(self, cuts: Mapping[str, Sequence[Card]]) -> tuple[str, ...]:
        """Who has to cut now, for the first time or again (rule lite-initiative-recut)."""
        depths = _depths(cuts)
        return tuple(name for name, depth in depths.items() if depth > len(cuts[name]))

    def cut(
        self, decks: Mapping[str, Sequence[Card]], seed: int, unconscious: Collection[str] = ()
    ) -> tuple[Place, ...]:
        """The order when everybody cuts the deck given for them, freshly shuffled, by the seed.

        A deck has two cards or more; decks need not be equal. Raises :class:`~aces.rules.Refused`
        when somebody is unconscious, :class:`~aces.rules.BadText` on a deck that cannot be cut.
        """
        refusal = _asleep(tuple(decks), unconscious)
        if refusal is not None:
            raise Refused(refusal)
        for name, deck in decks.items():
            if len(deck) < 2:
                raise BadText(name, f"cannot cut a deck of {len(deck)}", ("two cards or more",))
        people = list(decks)

        def once(name: str, turn: int) -> Card:
            return cut_card(decks[name], stream(seed, _STREAM, people.index(name), turn))

        return self.order(self.settled(people, once))

    def settled(self, people: Iterable[str], cut: Callable[[str, int], Card]) -> dict[str, list[Card]]:
        """The cuts of all people, again and again where cards are the same, until none are.

        ``cut(name, turn)`` gives a person's card, ``turn`` counted from 0. Raises
        :class:`~aces.rules.BadText` when somebody would cut more than :data:`MOST_CUTS` times.
        """
        cuts: dict[str, list[Card]] = {name: [] for name in people}
        while owing := self.owing(cuts):
            for name in owing:
                if len(cuts[name]) == MOST_CUTS:
                    raise BadText(name, f"has cut {MOST_CUTS} times and is still tied", ("decks that differ",))
                cuts[name].append(cut(name, len(cuts[name])))
        return cuts

    def _why(self, above: Sequence[Card], mine: Sequence[Card]) -> tuple[str, str]:
        if not above:
            again = f", and {mine[-1]} when cutting again" if len(mine) > 1 else ""
            return "lite-initiative-order", f"{mine[0]} is the highest card{again}."
        same = 0
        while above[same] is mine[same]:
            same += 1
        high, low = above[same], mine[same]
        if high.rank is low.rank:
            why = f"{low} is equal in rank to {high}, and {high.suit.word} go before {low.suit.word}."
        else:
            why = f"{low} is lower than {high}."
        if not same:
            return "lite-initiative-order", why
        cut = ", then ".join(map(str, mine[:same]))
        return "lite-initiative-recut", f"The same {cut}; cutting again, {why}"


def cut_card(deck: Sequence[Card], rng: Chance) -> Card:
    """The bottom card of what is lifted off a freshly shuffled deck: one card to all but one.

    Rule lite-initiative. Every card of the deck is equally likely.
    """
    pile = shuffled(deck, rng)
    return pile[below(rng, len(pile) - 1)]


def _asleep(names: Sequence[str], unconscious: Collection[str]) -> Refusal | None:
    for name in names:
        if name in unconscious:
            why = f"{name} is unconscious and takes no part."
            awake = tuple(other for other in names if other not in unconscious)
            return Refusal("Initiative", "lite-unconscious", why, awake)
    return None


def _depths(cuts: Mapping[str, Sequence[Card]]) -> dict[str, int]:
    """How many cuts each person needs: one, and one more as long as somebody shows the same cards."""
    depths = dict.fromkeys(cuts, 1)
    for name, mine in cuts.items():
        for other, theirs in cuts.items():
            if other != name:
                same = _shared(mine, theirs)
                if same:
                    depths[name] = max(depths[name], same + 1)
    return depths


def _shared(mine: Sequence[Card], theirs: Sequence[Card]) -> int:
    """How many cuts from the first on are the same on both sides."""
    same = 0
    for one, other in zip(mine, theirs, strict=False):
        if one is not other:
            break
        same += 1
    return same


def _names(names: Sequence[str]) -> str:
    return names[0] if len(names) == 1 else f"{', '.join(names[:-1])} and {names[-1]}"
