"""Tables of Ace Trump: the cards, the hands, the chance to follow, and which variants go together.

Counts, chances and refusals are asked of the engine and its deck. What shows the cards of the Decktet is under
its licence, CC BY-NC-SA 3.0.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from fractions import Fraction
from itertools import chain, combinations
from math import comb
from typing import Any, NamedTuple

from aces.ace_trump.game import MOST_PLAYERS, AceTrump
from aces.decktet import ACES, DECK, EXCUSE, RANKS, SUITS, Card, Suit
from aces.rules import BadText
from generators import decktet_art, decktet_glyphs
from generators.env import in_words, percent, render
from generators.registry import Output

PLAYERS = range(2, MOST_PLAYERS + 1)


# The cards


def cards() -> str:
    """Every card with its name, a row for each rank."""
    rows = [
        (
            rank.word.capitalize(),
            [(decktet_art.card_text(card, named=False), card.name) for card in DECK if card.rank is rank],
        )
        for rank in RANKS
    ]
    return render("trump-cards.html.j2", rows=rows, excuse=decktet_art.card_text(EXCUSE))


def legend() -> str:
    """The suits by shape and name, in the order that settles equal cards."""
    return render("trump-legend.html.j2", suits=[(suit.word, decktet_art.suit_text(suit)) for suit in SUITS])


def suits() -> str:
    """Each suit: how many cards carry it, which numbers, and how many of them carry each other suit."""
    rows = []
    for suit in SUITS:
        own = [card for card in DECK if suit in card.suits]
        numbers = " ".join(card.rank.text for card in own if len(card.suits) > 1)
        shared = [None if other is suit else sum(other in card.suits for card in own) for other in SUITS]
        rows.append((suit, decktet_art.suit_text(suit), numbers, len(own), shared))
    return render("trump-suits.html.j2", rows=rows, head=[decktet_art.suit_text(suit) for suit in SUITS])


def strangers() -> tuple[tuple[Suit, Suit], ...]:
    """The pairs of suits that no card carries together."""
    pairs = Counter(card.suits for card in DECK)
    return tuple(pair for pair in combinations(SUITS, 2) if not pairs[pair])


# The hands


class Deal(NamedTuple):
    """How a number of players share the cards; ``aside`` without and with the Excuse in the deck."""

    players: int
    whole: bool
    size: int
    aside: tuple[int, int]

    @property
    def who(self) -> str:
        """The players in words, with what is unusual about it."""
        return f"{in_words(self.players).capitalize()}{', whole deck' if self.whole else ''}"


def deals() -> tuple[Deal, ...]:
    """Every way to deal, as the engine does it."""
    made = []
    for players in PLAYERS:
        for whole in (False, True):
            if whole and players not in tables_for(WHOLE_DECK):
                continue
            sheets = [
                rules.deal(rules.decks(0)).state.sheet
                for rules in (AceTrump(players, full_deck=whole, excuse=excuse) for excuse in (False, True))
            ]
            made.append(Deal(players, whole, sheets[0].size, (sheets[0].aside, sheets[1].aside)))
    return tuple(made)


def hands() -> str:
    """Cards for each and cards aside by the number of players."""
    return render("trump-hands.html.j2", deals=deals())


# The chance to follow


def followers(led: Card) -> int:
    """How many other cards of the deck follow a card.

    >>> followers(Card.read("AM")), followers(Card.read("8MS"))
    (9, 16)
    """
    return sum(card.follows(led) for card in DECK) - 1


def can_follow(follow: int, size: int, others: int = len(DECK) - 1) -> Fraction:
    """The chance that a hand holds one of ``follow`` cards among ``others`` that it is dealt from.

    >>> can_follow(1, 2, 4)
    Fraction(1, 2)
    """
    return 1 - Fraction(comb(others - follow, size), comb(others, size))


def all_follow(follow: int, size: int, hands: int, others: int = len(DECK) - 1) -> Fraction:
    """The chance that each of several hands holds one of ``follow`` cards.

    >>> all_follow(2, 1, 2, 3)
    Fraction(1, 3)
    """
    return sum(
        (
            (-1) ** void * comb(hands, void) * Fraction(comb(others - follow, void * size), comb(others, void * size))
            for void in range(hands + 1)
        ),
        Fraction(0),
    )


def nobody_follows(follow: int, size: int, hands: int, others: int = len(DECK) - 1) -> Fraction:
    """The chance that none of several hands holds one of ``follow`` cards."""
    return 1 - can_follow(follow, size * hands, others)


def _kinds() -> tuple[int, int]:
    """How many cards follow one of one suit, and how many at least one of two."""
    alone = {followers(card) for card in DECK if len(card.suits) == 1}
    (one,) = alone
    return one, min(followers(card) for card in DECK if len(card.suits) == 2)


def odds() -> str:
    """The chance that a hand can follow, by its size."""
    kinds = _kinds()
    sizes = sorted({*range(1, 13), *(deal.size for deal in deals())})
    rows = [(size, [percent(can_follow(kind, size)) for kind in kinds]) for size in sizes]
    return render("trump-odds.html.j2", rows=rows, kinds=kinds, others=len(DECK) - 1)


def table_odds() -> str:
    """The chance that all others can follow the first lead, and that an Ace led to it wins, by the players."""
    one, two = _kinds()
    rows = [
        (
            deal.who,
            [percent(all_follow(kind, deal.size, deal.players - 1)) for kind in (one, two)],
            _rare(nobody_follows(one, deal.size, deal.players - 1)),
        )
        for deal in deals()
    ]
    return render("trump-table-odds.html.j2", rows=rows)


def _rare(chance: Fraction) -> str:
    """A chance that may be tiny."""
    if chance and chance < Fraction(1, 1000):
        return f"1 in {round(1 / chance):,}"
    return percent(chance)


def no_ace() -> Fraction:
    """The chance that two players with a part of the deck are dealt no Ace at all."""
    deal = deals()[0]
    return nobody_follows(len(ACES), deal.size, deal.players, len(DECK))


# The variants


class Switch(NamedTuple):
    """A variant: what it is called, where it is told, and the options that turn it on."""

    name: str
    rule: str
    options: Mapping[str, Any]

    @property
    def keys(self) -> frozenset[str]:
        """The options that it sets, of which each can only be set once."""
        return frozenset(self.options)


WHOLE_DECK = Switch("Whole deck for two", "trump-two", {"full_deck": True})

SWITCHES: tuple[Switch, ...] = (
    Switch("Sticky Aces", "trump-sticky", {"sticky": True}),
    Switch("Early Bird", "trump-ties", {"ties": "early"}),
    Switch("The later card wins ties", "trump-ties", {"ties": "late"}),
    Switch("The Excuse", "trump-excuse", {"excuse": True}),
    Switch("Partners", "trump-partners", {"partners": True}),
    Switch("Bidding", "trump-bidding", {"bidding": True}),
    Switch("Tides of fortune", "trump-tides", {"tides": True}),
    Switch("Fixed trump", "trump-fixed", {"fixed_trump": Suit.MOONS}),
    WHOLE_DECK,
)


class Clash(NamedTuple):
    """Two variants that do not go together, and what the engine says to the attempt."""

    one: Switch
    other: Switch
    why: str


def objection(players: int, switches: Iterable[Switch]) -> str:
    """What the engine says against variants; nothing when it takes them."""
    try:
        AceTrump(players, **{key: value for switch in switches for key, value in switch.options.items()})
    except BadText as error:
        return str(error)
    return ""


def tables_for(switch: Switch) -> tuple[int, ...]:
    """The numbers of players for which the engine takes a variant."""
    return tuple(players for players in PLAYERS if not objection(players, [switch]))


def clashes() -> tuple[Clash, ...]:
    """Every two variants that the engine refuses together, though it takes each alone with as many players."""
    return tuple(
        Clash(one, other, objection(both[0], (one, other)))
        for one, other in combinations(SWITCHES, 2)
        if one.keys.isdisjoint(other.keys)
        and (both := [players for players in tables_for(one) if players in tables_for(other)])
        and all(objection(players, (one, other)) for players in both)
    )


def ways() -> Counter[int]:
    """In how many ways the variants combine, by the number of players, none at all among them.

    Every set of variants is put to the engine. Raises ``ValueError`` if it says anything to a whole set that does
    not follow from its players and its clashes: then there would be more to tell than the page tells.
    """
    apart = {frozenset((clash.one.name, clash.other.name)) for clash in clashes()}
    found: Counter[int] = Counter()
    for some in chain.from_iterable(combinations(SWITCHES, count) for count in range(len(SWITCHES) + 1)):
        if any(not one.keys.isdisjoint(other.keys) for one, other in combinations(some, 2)):
            continue  # one option cannot be set to two things
        together = not any(frozenset((one.name, other.name)) in apart for one, other in combinations(some, 2))
        for players in PLAYERS:
            taken = not objection(players, some)
            if taken != (together and all(players in tables_for(switch) for switch in some)):
                names = ", ".join(switch.name for switch in some)
                raise ValueError(f"{names} with {players} players: the engine's answer is not told by the table")
            found[players] += taken
    return found


def switches() -> str:
    """Which variants go with how many players, which do not go together, and in how many ways they combine."""
    rows = [(switch, [players in tables_for(switch) for players in PLAYERS]) for switch in SWITCHES]
    return render("trump-switches.html.j2", rows=rows, players=PLAYERS, clashes=clashes(), ways=ways())


class Fault(NamedTuple):
    """A choice that the engine refuses, and what it says."""

    what: str
    says: str


def refusals() -> str:
    """What the engine says to each variant at a table that it is not for, and to variants that clash."""
    wrong = [
        (switch, players)
        for switch in SWITCHES
        if (players := next((count for count in PLAYERS if count not in tables_for(switch)), None))
    ]
    faults = [
        *(
            Fault(f"{switch.name}, {in_words(players)} players", objection(players, [switch]))
            for switch, players in wrong
        ),
        *(Fault(f"{clash.one.name} and {clash.other.name}", clash.why) for clash in clashes()),
    ]
    return render("faults.html.j2", faults=faults)


# The licence


def licence() -> str:
    """The note at the foot of every page that is derived from the Decktet."""
    return render("decktet-licence.html.j2", credit=decktet_glyphs.CREDIT)


OUTPUTS = (
    Output("trump-cards", "fragment", cards),
    Output("trump-suits", "fragment", suits),
    Output("trump-legend", "fragment", legend),
    Output("trump-hands", "fragment", hands),
    Output("trump-odds", "fragment", odds),
    Output("trump-table-odds", "fragment", table_odds),
    Output("trump-switches", "fragment", switches),
    Output("trump-refusals", "fragment", refusals),
    Output("decktet-licence", "fragment", licence),
)
