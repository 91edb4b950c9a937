"""Initiative: cutting, ties, cutting again, and who takes part."""

from __future__ import annotations

import doctest
from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

import aces.lite.initiative
from aces.cards import DECK, RANKS, SEED_LIMIT, SUITS, Card, Rank, Suit, read_cards, stream
from aces.lite.decks import DEALER_DECK, player_deck
from aces.lite.ids import RULES
from aces.lite.initiative import MOST_CUTS, Initiative, cut_card
from aces.rules import BadText, Refused

cards = st.sampled_from(DECK)
some_cuts = st.dictionaries(st.sampled_from("abcdef"), st.lists(cards, min_size=1, max_size=4), max_size=6)


def names(order: str, **cuts: str) -> None:
    """Who cut which cards, and the order that must come of it."""
    places = Initiative().order({name: read_cards(cut) for name, cut in cuts.items()})
    assert "".join(place.name for place in places) == order


def refusal(**cuts: str) -> str:
    with pytest.raises(Refused) as caught:
        Initiative().order({name: read_cards(cut) for name, cut in cuts.items()})
    return str(caught.value)


def test_doctests() -> None:
    assert doctest.testmod(aces.lite.initiative).failed == 0


def test_rank_decides_and_not_value() -> None:
    """Rule lite-initiative-order."""
    names("dcba", a="10S", b="JS", c="QS", d="KS")
    names("ba", a="KS", b="AH")


def test_the_ace_may_be_low() -> None:
    """Rule lite-initiative-order, option ace."""
    cuts = {"a": read_cards("AS"), "b": read_cards("2H"), "c": read_cards("KC")}
    assert [place.name for place in Initiative().order(cuts)] == ["a", "c", "b"]
    assert [place.name for place in Initiative("low").order(cuts)] == ["c", "b", "a"]
    assert Initiative("low").height(Card.read("AS")) < Initiative("low").height(Card.read("2H"))
    aces = {suit.letter: [Card(Rank.ACE, suit)] for suit in reversed(SUITS)}
    assert [place.name for place in Initiative("low").order(aces)] == ["S", "C", "D", "H"]
    with pytest.raises(BadText, match=r"'both' does not say where the Ace stands\. Allowed: high, low"):
        Initiative("both")  # type: ignore[arg-type]


def test_equal_ranks_go_by_suit() -> None:
    """Rule lite-initiative-order: spades over clubs over diamonds over hearts."""
    names("dcba", a="9H", b="9D", c="9C", d="9S")


def test_the_same_card_cuts_again_and_keeps_its_place() -> None:
    """Rule lite-initiative-recut: only the tied; a re-cut Ace climbs over nobody else."""
    names("acbd", a="KS", b="9C 2S", c="9C AS", d="9H")
    names("bacde", a="KS 3H", b="KS 4H", c="9C 5S", d="9C 5D 6H", e="9C 5D 2H")


def test_cards_beyond_the_last_tie_do_not_count() -> None:
    """Rule lite-initiative-recut."""
    names("ab", a="9S 2H", b="8S AS")
    places = Initiative().order({"a": read_cards("9S 2H"), "b": read_cards("8S AS")})
    assert [place.cuts for place in places] == [read_cards("9S"), read_cards("8S")]


def test_reasons() -> None:
    """Rules lite-initiative-order, lite-initiative-recut."""
    cuts = {"a": "9S 5H 3C", "b": "9S 5H 3D", "c": "9S 6H", "d": "9C"}
    places = Initiative().order({name: read_cards(cut) for name, cut in cuts.items()})
    assert [(place.name, place.rule, place.why) for place in places] == [
        ("c", "lite-initiative-order", "9♠ is the highest card, and 6♥ when cutting again."),
        ("a", "lite-initiative-recut", "The same 9♠; cutting again, 5♥ is lower than 6♥."),
        (
            "b",
            "lite-initiative-recut",
            "The same 9♠, then 5♥; cutting again, 3♦ is equal in rank to 3♣, and clubs go before diamonds.",
        ),
        ("d", "lite-initiative-order", "9♣ is equal in rank to 9♠, and spades go before clubs."),
    ]
    thrice = Initiative().order({"a": read_cards("9S 5H 3C"), "b": read_cards("9S 5H 2C")})
    assert thrice[0].why == "9♠ is the highest card, and 3♣ when cutting again."


def test_who_owes_a_cut() -> None:
    """Rules lite-initiative, lite-initiative-recut."""
    assert refusal(a="9S", b="") == "Initiative: b has to cut. Allowed: a cut by b. [lite-initiative]"
    assert refusal(a="9S", b="9S") == (
        "Initiative: A tie at the very same card: a and b have to cut again. "
        "Allowed: one more cut by a and b. [lite-initiative-recut]"
    )
    assert "card: a has to cut again." in refusal(a="9S 5H", b="9S 5H 2D", c="9S 6H")
    assert "b, c and d have to cut again." in refusal(a="4S", b="9S 5H", c="9S 5H", d="9S 5H")
    assert Initiative().owing({"a": (), "b": read_cards("9S")}) == ("a",)


def test_nobody_and_somebody_alone() -> None:
    assert Initiative().order({}) == ()
    names("a", a="2H")


def test_the_unconscious_take_no_part() -> None:
    """Rule lite-unconscious."""
    cuts = {"a": read_cards("9S"), "b": read_cards("8S")}
    objection = Initiative().objection(cuts, unconscious=["b"])
    assert objection is not None
    assert str(objection) == "Initiative: b is unconscious and takes no part. Allowed: a. [lite-unconscious]"
    with pytest.raises(Refused, match="b is unconscious"):
        Initiative().order(cuts, unconscious=["b"])
    decks = {"a": DEALER_DECK, "b": DEALER_DECK}
    with pytest.raises(Refused, match="b is unconscious"):
        Initiative().cut(decks, seed=1, unconscious={"b"})
    assert Initiative().cut(decks, seed=1, unconscious={"c"})


@given(cuts=some_cuts)
def test_everybody_has_one_place_or_somebody_owes_a_cut(cuts: dict[str, list[Card]]) -> None:
    initiative = Initiative()
    owing, objection = initiative.owing(cuts), initiative.objection(cuts)
    assert bool(owing) == (objection is not None)
    if objection is not None:
        assert objection.rule in RULES
        assert objection.reason.endswith(".")
        return
    places = initiative.order(cuts)
    assert sorted(place.name for place in places) == sorted(cuts)
    assert all(place.rule in RULES and place.why.endswith(".") for place in places)
    heights = [[initiative.height(card) for card in place.cuts] for place in places]
    assert heights == sorted(heights, reverse=True)
    assert len({place.cuts for place in places}) == len(places)


@given(cuts=some_cuts)
def test_the_order_does_not_depend_on_who_is_listed_first(cuts: dict[str, list[Card]]) -> None:
    initiative = Initiative()
    if not initiative.owing(cuts):
        turned = dict(reversed(cuts.items()))
        assert initiative.order(turned) == initiative.order(cuts)


@given(seed=st.integers(0, SEED_LIMIT - 1), count=st.integers(1, 8))
def test_cutting_by_seed(seed: int, count: int) -> None:
    """Rules lite-initiative, lite-initiative-recut: from one's own deck, once more for each tie and no oftener."""
    decks = {f"p{n}": player_deck(SUITS[n % 4]) for n in range(count)} | {"world": DEALER_DECK}
    places = Initiative().cut(decks, seed)
    assert places == Initiative().cut(decks, seed)
    for place in places:
        assert all(card in decks[place.name] for card in place.cuts)
        ties = [other for other in places if other is not place and other.cuts[:-1] == place.cuts[:-1]]
        assert len(place.cuts) == 1 or ties


def test_a_seed_cuts_the_same_cards_everywhere() -> None:
    """The cuts of a seed are part of its game: other seeds cut others, and every table sees the same."""
    decks = {"a": player_deck(Suit.SPADES), "b": player_deck(Suit.HEARTS)}

    def cut(seed: int) -> str:
        places = Initiative().cut(decks, seed)
        return ", ".join(f"{place.name} {place.cuts[0].code}" for place in places)

    assert [cut(seed) for seed in (0, 1, 2)] == ["a JC, b 3S", "b 5S, a 5C", "a KS, b KC"]
    assert len({cut(seed) for seed in range(50)}) > 45


def test_a_cut_can_show_every_card() -> None:
    """Rule lite-initiative: any card may be the bottom of what is lifted."""
    seen = Counter(cut_card(player_deck(Suit.CLUBS), stream(seed)) for seed in range(2500))
    assert set(seen) == set(player_deck(Suit.CLUBS))
    assert 20 < min(seen.values()) <= max(seen.values()) < 90


def test_every_place_can_be_lifted() -> None:
    """One card to all but one: with two cards the top one shows, with three never the last."""
    two, three = read_cards("2S 3S"), read_cards("2S 3S 4S")

    class Straight:
        """Chance that leaves a deck as it lies, then lifts as deep as told."""

        def __init__(self, deep: float, shuffles: int) -> None:
            self.left = [0.999] * shuffles + [deep]

        def random(self) -> float:
            return self.left.pop(0)

    assert cut_card(two, Straight(0.999, 1)) is two[0]
    assert cut_card(three, Straight(0.0, 2)) is three[0]
    assert cut_card(three, Straight(0.999, 2)) is three[1]


def test_a_deck_that_cannot_be_cut() -> None:
    with pytest.raises(BadText, match=r"'a' cannot cut a deck of 1\. Allowed: two cards or more"):
        Initiative().cut({"a": read_cards("2S")}, seed=1)
    assert Initiative().cut({"a": read_cards("2S 3S")}, seed=1)


def test_ties_without_end_are_refused() -> None:
    """Rule lite-initiative-recut: what the rules leave unbounded ends here."""
    turns: list[int] = []

    def same(name: str, turn: int) -> Card:
        turns.append(turn)
        return DECK[0]

    with pytest.raises(BadText, match=rf"'a' has cut {MOST_CUTS} times and is still tied\. Allowed: decks that differ"):
        Initiative().settled("ab", same)
    assert max(turns) == MOST_CUTS - 1


def test_options_read_and_compare() -> None:
    assert Initiative() == Initiative("high") != Initiative("low")
    assert len({Initiative(), Initiative("high"), Initiative("low")}) == 2
    assert hash(Initiative()) != hash(Initiative("low"))
    assert repr(Initiative("low")) == "Initiative(ace='low')"
    assert [Initiative().height(Card(rank, Suit.SPADES))[0] for rank in RANKS] == list(range(13))
