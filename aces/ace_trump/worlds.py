"""Hidden worlds: who may hold the cards that a seat has not seen.

A seat that did not follow has shown that it holds neither suit of the led card; one that played the Excuse
has shown nothing (rules trump-follow, trump-excuse). No card is ever gained during a hand, so what was shown
holds to its end.

Up to one seat with such gaps, every world that fits is equally likely. With more, the gaps are met one seat
after the other and random exchanges between hands even the rest out.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from ..cards import Chance, below, shuffled
from ..decktet import Card
from ..rules import BadText, Seat
from .trick import led_card

_TRIES = 8
_EXCHANGES = 3


def gaps(players: int, tricks: Iterable[tuple[Seat, Sequence[Card]]]) -> tuple[int, ...]:
    """The suits that each seat has shown not to hold, as a sum of their bits.

    ``tricks`` are the tricks of one hand so far, the unfinished one too: who led, and the cards in order.
    """
    lacks = [0] * players
    for leader, cards in tricks:
        led = led_card(cards)
        if led is not None:
            for place, card in enumerate(cards):
                if card.mask and not card.mask & led.mask:
                    lacks[(leader + place) % players] |= led.mask
    return tuple(lacks)


class Hidden(NamedTuple):
    """What is hidden: the cards, how many of them each seat holds, and the suits each seat lacks.

    The cards left over lie aside. A seat whose own hand is known needs 0.
    """

    cards: tuple[Card, ...]
    needs: tuple[int, ...]
    lacks: tuple[int, ...]

    def share(self, rng: Chance) -> list[list[Card]]:
        """One world that fits: the cards of each seat, and last the cards aside, in random order.

        Raises :class:`~aces.rules.BadText` when none fits.
        """
        narrow = [
            seat
            for seat, need in enumerate(self.needs)
            if need and self.lacks[seat] and any(card.mask & self.lacks[seat] for card in self.cards)
        ]
        allowed = {seat: sum(not card.mask & self.lacks[seat] for card in self.cards) for seat in narrow}
        narrow.sort(key=lambda seat: allowed[seat] - self.needs[seat])
        for _ in range(_TRIES):
            world = self._filled(rng, narrow)
            if world is not None:
                break
        else:
            world = self._matched(shuffled(self.cards, rng))
        if len(narrow) > 1:
            self._exchange(world, rng)
        return world

    def _filled(self, rng: Chance, narrow: Sequence[Seat]) -> list[list[Card]] | None:
        world: list[list[Card]] = [[] for _ in self.needs]
        rest = list(shuffled(self.cards, rng))
        for seat in narrow:
            lacks, need = self.lacks[seat], self.needs[seat]
            mine = [card for card in rest if not card.mask & lacks][:need]
            if len(mine) < need:
                return None
            world[seat] = mine
            rest = list(shuffled([card for card in rest if card not in mine], rng))
        for seat, need in enumerate(self.needs):
            if need and seat not in narrow:
                world[seat], rest = rest[:need], rest[need:]
        world.append(rest)
        return world

    def _matched(self, cards: Sequence[Card]) -> list[list[Card]]:
        """A world by moving cards along until each has a place: it finds one whenever there is one."""
        room = (*self.needs, len(cards) - sum(self.needs))
        world: list[list[Card]] = [[] for _ in room]

        def place(card: Card, tried: set[int]) -> bool:
            for holder, most in enumerate(room):
                lacks = self.lacks[holder] if holder < len(self.lacks) else 0
                if holder in tried or card.mask & lacks:
                    continue
                tried.add(holder)
                if len(world[holder]) < most:
                    world[holder].append(card)
                    return True
                for at, other in enumerate(world[holder]):
                    if place(other, tried):
                        world[holder][at] = card
                        return True
            return False

        for card in cards:
            if not place(card, set()):
                raise BadText(None, "no deal fits what this view shows", ("a view that a game gave",))
        return world

    def _exchange(self, world: list[list[Card]], rng: Chance) -> None:
        """Random exchanges of two cards between two holders, each made if both may hold what they get."""
        places = [(holder, at) for holder, cards in enumerate(world) for at in range(len(cards))]
        lacks = (*self.lacks, 0)
        for _ in range(_EXCHANGES * len(places)):
            one, at = places[below(rng, len(places))]
            two, there = places[below(rng, len(places))]
            mine, theirs = world[one][at], world[two][there]
            if one != two and not mine.mask & lacks[two] and not theirs.mask & lacks[one]:
                world[one][at], world[two][there] = theirs, mine
