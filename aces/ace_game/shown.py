"""What everybody has seen, and hidden worlds that fit it.

Drawn cards are private until they are played. Cards that somebody collects are known to all until they are
played, and so is the discard pile until a superover. Who has drawn for a suit, or smashed, holds no more of
it among the cards that nobody has seen; so it stays until that seat draws again.

A superover deals cards that everybody saw lying in the discard pile: nobody knows which, but they are none
of those that a hand has hidden since before.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from ..cards import Chance, below, shuffled
from ..rules import Seat
from .table import SUIT_AROUND, Event, bit

_TRIES = 8
_EXCHANGES = 3


class Shown(NamedTuple):
    """What the whole table knows. Sets of cards are bits (see :mod:`aces.ace_game.table`); tuples are by seat.

    ``hands``: cards that are known to lie in a hand. ``lacks``: the suits that a hand has none of among the
    cards hidden in it. ``fresh``: how many cards hidden in a hand came with the superover; ``fresh_lacks``
    as before, for these. ``pool``: the cards shuffled for the superover and not seen since; ``buried``: how
    many of them were not dealt. ``discard``: the cards discarded since, in order. ``suit`` was led in this
    round; ``drew``: how many the seat to move has drawn.
    """

    hands: tuple[int, ...]
    lacks: tuple[int, ...]
    fresh: tuple[int, ...]
    fresh_lacks: tuple[int, ...]
    pool: int = 0
    buried: int = 0
    discard: tuple[int, ...] = ()
    suit: int = 0
    drew: int = 0

    def after(self, event: Event) -> Shown:
        """What everybody knows after one more event."""
        kind, seat = event.kind, event.seat
        if kind == "played":
            assert event.card is not None
            return self._played(seat, bit(event.card))
        if kind == "drew":
            return self._replace(drew=event.number, lacks=_put(self.lacks, seat, 0))
        if kind == "round":
            assert event.round is not None
            pile = [bit(play.card) for play in event.round.plays]
            if event.round.smashed:
                return self._replace(hands=_put(self.hands, seat, self.hands[seat] | sum(pile)), suit=0)
            return self._replace(discard=(*self.discard, *pile), suit=0)
        if kind == "superover":
            return self._replace(
                fresh=tuple([old + new for old, new in zip(self.fresh, event.numbers, strict=True)]),
                fresh_lacks=(0,) * len(self.fresh),
                pool=self.pool | sum(self.discard),
                buried=self.buried + len(self.discard) - sum(event.numbers),
                discard=(),
            )
        return self

    def _played(self, seat: Seat, card: int) -> Shown:
        hands, lacks, fresh, fresh_lacks, pool, buried, discard, suit, drew = self
        if hands[seat] & card:
            hands = _put(hands, seat, hands[seat] ^ card)
        elif pool & card:
            pool ^= card
            fresh = _put(fresh, seat, fresh[seat] - 1)
        if not suit:
            suit = SUIT_AROUND[card]
        elif drew or not card & suit:
            lacks = _put(lacks, seat, lacks[seat] | suit)
            fresh_lacks = _put(fresh_lacks, seat, fresh_lacks[seat] | suit)
        return Shown(hands, lacks, fresh, fresh_lacks, pool, buried, discard, suit, 0)


def nothing_shown(players: int, discard: tuple[int, ...] = ()) -> Shown:
    """What everybody knows at the deal."""
    none = (0,) * players
    return Shown(none, none, none, none, discard=discard)


class Hidden(NamedTuple):
    """The cards that one seat has not seen, and where they may lie.

    ``needs``: how many hidden cards of ``cards`` each seat holds, ``lacks``: the suits they cannot be; the
    next ``deck`` of them are the deck. ``fresh`` and so on are the same for the cards of a superover, of which
    ``buried`` lie in the discard pile.
    """

    cards: tuple[int, ...]
    needs: tuple[int, ...]
    lacks: tuple[int, ...]
    deck: int
    fresh: tuple[int, ...]
    fresh_needs: tuple[int, ...]
    fresh_lacks: tuple[int, ...]
    buried: int

    def share(self, rng: Chance) -> World | None:
        """A world that fits; None when there is none (see :func:`share`)."""
        dealt = share(self.cards, self.needs, self.lacks, rng)
        if dealt is None:
            return None
        hands, rest = dealt
        if not self.fresh:
            return World(tuple(hands), tuple(rest[: self.deck]), ())
        dealt = share(self.fresh, self.fresh_needs, self.fresh_lacks, rng)
        if dealt is None:
            return None
        more, left = dealt
        both = tuple([old | new for old, new in zip(hands, more, strict=True)])
        return World(both, tuple(rest[: self.deck]), tuple(left[: self.buried]))


class World(NamedTuple):
    """One way in which the hidden cards may lie: in each hand, in the deck, buried in the discard pile."""

    hands: tuple[int, ...]
    deck: tuple[int, ...]
    buried: tuple[int, ...]


def hidden(
    shown: Shown, own: int, seat: Seat | None, counts: Sequence[int], deck: int, on_table: int, pack: int
) -> Hidden:
    """What is hidden from a seat with the hand ``own`` (None: from somebody who only watches)."""
    known = own | on_table | sum(shown.discard)
    for other, hand in enumerate(shown.hands):
        if other != seat:
            known |= hand
    unseen = pack & ~known
    fresh_needs = [0 if other == seat else number for other, number in enumerate(shown.fresh)]
    needs = [
        0 if other == seat else count - shown.hands[other].bit_count() - shown.fresh[other]
        for other, count in enumerate(counts)
    ]
    return Hidden(
        cards=_each(unseen & ~shown.pool),
        needs=tuple(needs),
        lacks=shown.lacks,
        deck=deck,
        fresh=_each(unseen & shown.pool),
        fresh_needs=tuple(fresh_needs),
        fresh_lacks=shown.fresh_lacks,
        buried=shown.buried,
    )


def imagined(secret: Hidden, on_turn: Seat | None, shown: Shown, rng: Chance) -> World | None:
    """A world that fits; None when there is none.

    ``on_turn`` is another seat that is to follow: it holds what :func:`_owed` says.
    """
    if on_turn is None:
        return secret.share(rng)
    for rest, card in _owed(secret, on_turn, shown, rng):
        world = rest.share(rng)
        if world is not None:
            return world._replace(hands=_put(world.hands, on_turn, world.hands[on_turn] | card))
    return None


def _owed(view: Hidden, seat: Seat, shown: Shown, rng: Chance) -> Iterator[tuple[Hidden, int]]:
    """What the seat to move must hold while others look on: a card of the suit that it had, or drew for.

    While there is a deck it holds one, and if it drew, only one; if it drew the last card, one or none, of which
    one may not fit the rest. The card settled so, or 0, and what is still hidden then (rules game-follow,
    game-draw).
    """
    suit, need, drew = shown.suit, view.needs[seat], shown.drew
    wanted = [card for card in view.cards if card & suit]
    if not need or not wanted or (not drew and (not view.deck or shown.hands[seat] & suit)):
        yield view, 0
        return
    lacks = view.lacks[seat] | suit if drew else view.lacks[seat]
    card = wanted[below(rng, len(wanted))]
    found = view._replace(
        cards=tuple([other for other in view.cards if other != card]),
        needs=_put(view.needs, seat, need - 1),
        lacks=_put(view.lacks, seat, lacks),
    )
    if not drew or view.deck:
        yield found, card
        return
    either = [(found, card), (view._replace(lacks=_put(view.lacks, seat, lacks)), 0)]
    others = len(view.cards) - len(wanted) - need + 1
    if rng.random() * (len(wanted) + others) >= len(wanted):
        either.reverse()
    yield from either


def share(
    cards: Sequence[int], needs: Sequence[int], lacks: Sequence[int], rng: Chance
) -> tuple[list[int], list[int]] | None:
    """Cards dealt by chance so that each seat gets as many as it needs and none that it lacks: hands and rest.

    Up to one seat with gaps, every deal that fits is equally likely. With more, the gaps are met one seat after
    the other, and random exchanges even the rest out. None when no deal fits.
    """
    mixed = shuffled(cards, rng)
    every = sum(cards)
    narrow = [seat for seat, need in enumerate(needs) if need and lacks[seat] & every]
    if not narrow:
        hands = []
        at = 0
        for need in needs:
            hands.append(sum(mixed[at : at + need]))
            at += need
        return (hands, list(mixed[at:])) if at <= len(mixed) else None
    narrow.sort(key=lambda seat: (every & ~lacks[seat]).bit_count() - needs[seat])
    for _ in range(_TRIES):
        world = _filled(mixed, needs, lacks, narrow)
        if world is not None:
            break
        mixed = shuffled(cards, rng)
    else:
        world = _matched(mixed, needs, lacks)
        if world is None:
            return None
    if len(narrow) > 1:
        _exchange(world, lacks, rng)
    *held, rest = world
    return [sum(hand) for hand in held], rest


def _filled(
    cards: Sequence[int], needs: Sequence[int], lacks: Sequence[int], narrow: Sequence[Seat]
) -> list[list[int]] | None:
    world: list[list[int]] = [[] for _ in needs]
    rest = list(cards)
    for seat in narrow:
        gap, need = lacks[seat], needs[seat]
        mine = [card for card in rest if not card & gap][:need]
        if len(mine) < need:
            return None
        world[seat] = mine
        taken = sum(mine)
        rest = [card for card in rest if not card & taken]
    for seat, need in enumerate(needs):
        if need and seat not in narrow:
            world[seat], rest = rest[:need], rest[need:]
            if len(world[seat]) < need:
                return None
    world.append(rest)
    return world


def _matched(cards: Sequence[int], needs: Sequence[int], lacks: Sequence[int]) -> list[list[int]] | None:
    """A world by moving cards along until every need is met: it finds one whenever there is one."""
    world: list[list[int]] = [[] for _ in needs]
    holder: dict[int, int] = {}

    def fill(seat: Seat, tried: set[int]) -> bool:
        for card in cards:
            if card in tried or card & lacks[seat]:
                continue
            tried.add(card)
            if card not in holder or fill(holder[card], tried):
                if card in holder:
                    world[holder[card]].remove(card)
                holder[card] = seat
                world[seat].append(card)
                return True
        return False

    for seat, need in enumerate(needs):
        for _ in range(need):
            if not fill(seat, set()):
                return None
    world.append([card for card in cards if card not in holder])
    return world


def _exchange(world: list[list[int]], lacks: Sequence[int], rng: Chance) -> None:
    """Random exchanges of two cards between two holders, each made if both may hold what they get."""
    places = [(holder, at) for holder, cards in enumerate(world) for at in range(len(cards))]
    gaps = (*lacks, 0)
    for _ in range(_EXCHANGES * len(places)):
        one, at = places[below(rng, len(places))]
        two, there = places[below(rng, len(places))]
        mine, theirs = world[one][at], world[two][there]
        if one != two and not mine & gaps[two] and not theirs & gaps[one]:
            world[one][at], world[two][there] = theirs, mine


def _each(some: int) -> tuple[int, ...]:
    """The cards of a set, each as a set of its own."""
    found = []
    while some:
        found.append(some & -some)
        some &= some - 1
    return tuple(found)


def _put(row: tuple[int, ...], at: int, new: int) -> tuple[int, ...]:
    return (*row[:at], new, *row[at + 1 :])
