"""A Resolution in sentences: every event, every button, every card, word by word."""

from __future__ import annotations

import pytest

from aces.cards import Card, read_cards
from aces.lite.decks import Reading
from aces.lite.outcome import judge
from aces.lite.resolution import Event, Move, Resolution
from aces.lite.words import (
    OUTCOME_NAMES,
    Voice,
    label,
    narrate,
    outcome_text,
    reading_text,
    sentence,
    spare_text,
    spoken,
    total_text,
    who,
    worth_text,
)
from aces.match import Match


def told(match: Match) -> list[tuple[str, str, str]]:  # type: ignore[type-arg]
    """Who did what, in a sentence, by which rule; each line with its event and the table after it."""
    lines = list(narrate(match.rules, match.events))
    view = match.rules.blank()
    for line, event in zip(lines, match.events, strict=True):
        view = match.rules.watch(view, event)
        assert (line.event, line.view) == (event, view)
    return [(who(line.event), line.text, line.rule) for line in lines]


def played(player: str, dealer: str, *moves: str, **options: object) -> Match:  # type: ignore[type-arg]
    tops = {"player": read_cards(player), "dealer": read_cards(dealer)}
    match = Match(Resolution(3, **options), tops=tops)  # type: ignore[arg-type]
    for move in moves:
        match.play(move)
    return match


def test_a_resolution_in_words() -> None:
    match = played("9C AH 2D 5S", "6S 8D KH QC JD", "hit", "tell", "add", "hit", "truth", "swap 1", "hit", "discard")
    match.play("add")
    match.play("stand")
    assert told(match) == [
        (
            "Dealer",
            "The Dealer lays the Tell, 6♠, and the Truth face down. You open with 9♣.",
            "lite-tell-truth",
        ),
        ("You", "Hit 1 of 3.", "lite-hits-available"),
        ("Dealer", "The Dealer draws K♥ and replaces the Tell, 6♠, with it.", "lite-dealer-options"),
        ("You", "You draw A♥.", "lite-hit-order"),
        ("You", "You Add A♥: 10 or 20.", "lite-add-swap"),
        ("You", "Hit 2 of 3.", "lite-hits-available"),
        ("Dealer", "The Dealer draws and replaces the Truth, face down; 8♦ is discarded.", "lite-dealer-options"),
        ("You", "You draw 2♦.", "lite-hit-order"),
        ("You", "You Swap 2♦ in for 9♣: 3 or 13.", "lite-add-swap"),
        ("You", "Hit 3 of 3.", "lite-hits-available"),
        ("Dealer", "The Dealer draws J♦ and discards it.", "lite-dealer-options"),
        ("You", "You draw 5♠.", "lite-hit-order"),
        ("You", "You Add 5♠: 8 or 18.", "lite-add-swap"),
        ("You", "You Stand on 8 or 18.", "lite-stand"),
        ("Dealer", "The Truth turns: Q♣.", "lite-reveal"),
        ("Dealer", "You have 18, the Dealer has 20: Failure.", "lite-outcome-lower"),
    ]


def test_hidden_discards_are_not_told() -> None:
    match = played("9C 2H 2D", "6S 8D KH QC", "hit", "truth", "add", "hit", "discard", discards="none")
    lines = [text for _, text, _ in told(match)]
    assert lines[2] == "The Dealer draws and replaces the Truth, face down."
    assert lines[6] == "The Dealer draws and discards."


def test_the_other_ends_in_words() -> None:
    early = played("AS KC", "6S 8D", "hit", "discard", "add", "claim")
    assert told(early)[-3:] == [
        ("You", "You claim the early 21.", "lite-early-21"),
        ("Dealer", "The Truth need not turn; it was 8♦.", "lite-reveal"),
        ("Dealer", "You have 21, the Dealer has 14: Critical.", "lite-early-21"),
    ]
    item = played("9C", "6S 8D", "use JS 1")
    assert told(item)[-3:] == [
        ("You", "You use J♠ from your Inventory for 9♣, and Stand: 10.", "lite-inventory"),
        ("Dealer", "The Truth turns: 8♦.", "lite-reveal"),
        ("Dealer", "You have 10, the Dealer has 14: Failure.", "lite-outcome-lower"),
    ]
    aces = played("9C", "AS AD", "stand", "aces 11 1", dealer_aces="dealer")
    assert told(aces)[-4:] == [
        ("You", "You Stand on 9, with 3 Hits to spare.", "lite-stand"),
        ("Dealer", "The Truth turns: A♦.", "lite-reveal"),
        ("Dealer", "The Dealer reads their Aces as 11 and 1.", "lite-dealer-aces"),
        ("Dealer", "You have 9, the Dealer has 12: Failure.", "lite-outcome-lower"),
    ]


def test_a_player_by_name() -> None:
    """The third person, as groups and duels tell it."""
    match = played("9C 2H", "6S 8D KH", "hit", "discard", "add")
    match.play("use 7S 2")
    view, ana = match.rules.blank(), Voice("Ana")
    lines = []
    for event in match.events:
        before, view = view, match.rules.watch(view, event)
        lines.append(sentence(event, before, view, ana))
    assert lines == [
        "The Dealer lays the Tell, 6♠, and the Truth face down. Ana opens with 9♣.",
        "Ana Hits: 1 of 3.",
        "The Dealer draws K♥ and discards it.",
        "Ana draws 2♥.",
        "Ana Adds 2♥: 11.",
        "Ana uses 7♠ from their Inventory for 2♥, and Stands: 16.",
        "The Truth turns: 8♦.",
        "Ana has 16, the Dealer has 14: Success.",
    ]
    assert (ana.does("go", "goes"), Voice().does("go", "goes"), Voice().has) == ("Ana goes", "You go", "You have")


def test_a_dealer_without_cards_in_words() -> None:
    view = Resolution().blank()
    assert sentence(Event("no-draw", 0), view, view) == "The Dealer's deck is empty, so the Dealer does not draw."


@pytest.mark.parametrize(
    ("moves", "buttons"),
    [
        ("", ["Hit", "Stand", "Use 7♠ for A♣", "Use J♠ for A♣"]),
        ("hit", ["Replace the Tell", "Replace the Truth", "Discard"]),
        ("hit discard", ["Add K♦", "Swap for A♣"]),
        (
            "hit discard add",
            ["Hit", "Stand", "Claim the early 21"]
            + [f"Use {item} for {card}" for item in ("7♠", "J♠") for card in ("A♣", "K♦")],
        ),
        ("stand", [f"Aces as {one} and {two}" for one in (1, 11) for two in (1, 11)]),
    ],
)
def test_every_move_has_a_button(moves: str, buttons: list[str]) -> None:
    match = played("AC KD", "AS AD", *moves.split(), dealer_aces="dealer")
    view = match.view(match.turn)
    assert [label(move, view) for move in match.moves()] == buttons


def test_a_card_that_is_not_seen_is_only_added() -> None:
    match = played("AC KD", "AS AD", "hit")
    assert label(Move("add"), match.view(1)) == "Add"


def test_the_outcome_in_words() -> None:
    tell, truth = read_cards("KS QD")
    for cards, text in (
        ("KC QC", "You have 20, the Dealer has 20: Critical."),
        ("AC QC", "You have 21, the Dealer has 20: Success."),
        ("9C QC", "You have 19, the Dealer has 20: Failure."),
        ("9C QC 5H", "You have 24, the Dealer has 20: Catastrophe."),
    ):
        verdict = judge(read_cards(cards), tell, truth, sources=("open", "h2", "h3")[: len(cards.split())])
        assert outcome_text(verdict) == text
        assert text.endswith(f"{OUTCOME_NAMES[verdict.outcome]}.")
        assert outcome_text(verdict, Voice("Bo")) == text.replace("You have", "Bo has")


def test_cards_in_words() -> None:
    ace, six = read_cards("AS 6D")
    assert (worth_text(ace), worth_text(six), total_text((ace, six))) == ("1 or 11", "6", "7 or 17")
    assert reading_text((ace, six), Reading((11, 6), 17)) == "A♠ as 11 + 6♦ = 17"
    assert reading_text((six,), Reading((6,), 6)) == "6♦ = 6"
    assert spoken(six, "Tell") == "Tell: six of diamonds, worth 6, face up"
    assert spoken(ace, "Place 1") == "Place 1: ace of spades, worth 1 or 11, face up"
    assert spoken(None, "Truth") == "Truth: face down"
    with pytest.raises(ValueError, match="shorter"):
        reading_text((ace, six), Reading((11,), 11))


def test_what_is_spared() -> None:
    assert [spare_text(left) for left in (0, 1, 2)] == ["", ", with a Hit to spare", ", with 2 Hits to spare"]


def test_a_button_for_a_card_by_its_place() -> None:
    view = Resolution().blank()._replace(layout=tuple(read_cards("9C 2H")))
    assert label(Move("swap", 1), view) == "Swap for 2♥"
    assert label(Move("use", 0, Card.read("7S")), view) == "Use 7♠ for 9♣"
