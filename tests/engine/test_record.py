"""Records: what they say, and how a damaged one is refused. The laws stand in test_conformance."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from aces.cards import Suit, read_cards
from aces.games import narrator_for
from aces.lite.duel import Duel
from aces.lite.group import GroupResolution
from aces.lite.resolution import Resolution
from aces.match import Match
from aces.record import LONGEST_TEXT, read_record, write_record
from aces.rules import BadRecord, BadText

HERE = Path(__file__).resolve().parent.parent
RECORDS = HERE.parent / "docs" / "records"

EXAMPLE = """\
A.C.E.S. record 1
game: aces-lite
affinity: clubs
stat: 1          # options come in any order
player deck: 4H 8D
dealer deck: 6S 9D QH

player hit
dealer tell
player add
player stand
result: failure 12 19
"""


def test_an_example_reads() -> None:
    match = read_record(EXAMPLE)
    assert match.result == "failure 12 19"
    assert match.rules == Resolution(1, Suit.CLUBS)
    assert read_record("\ufeff" + EXAMPLE.replace("\n", "\r\n")).state == match.state


@pytest.mark.parametrize("story", sorted(path.name for path in (HERE / "records").glob("*.story.txt")))
def test_published_records_tell_their_story(story: str) -> None:
    """Golden playthroughs, the Example of play among them: every sentence, every card."""
    name = story.removesuffix(".story.txt")
    match = read_record((RECORDS / f"{name}.txt").read_text(encoding="utf-8"))
    told = "".join(f"{line.text}\n" for line in narrator_for(match.rules.game)(match.rules, match.events))
    assert told == (HERE / "records" / story).read_text(encoding="utf-8")


def test_every_published_record_has_its_story() -> None:
    stories = {path.name.removesuffix(".story.txt") for path in (HERE / "records").glob("*.story.txt")}
    assert {path.stem for path in RECORDS.glob("*.txt")} == stories


def test_the_printed_example_of_play() -> None:
    """The story that the rules print: ranks, options, totals and outcome, card for card."""
    match = read_record((RECORDS / "example-of-play.txt").read_text(encoding="utf-8"))
    ranks = [
        (event.kind, event.card.rank.word if event.card else "", event.other.rank.word if event.other else "")
        for event in match.events
        if event.kind in ("dealt", "tell", "discard", "drew", "swapped", "revealed")
    ]
    assert ranks == [
        ("dealt", "six", "four"),
        ("tell", "queen", "six"),
        ("drew", "eight", ""),
        ("discard", "", "three"),
        ("drew", "king", ""),
        ("discard", "", "five"),
        ("drew", "two", ""),
        ("swapped", "two", "four"),
        ("revealed", "nine", ""),
    ]
    assert match.rules.header()["stat"] == "4"
    assert match.result == "success 20 19"


def replaced(old: str, new: str) -> str:
    assert old in EXAMPLE
    return EXAMPLE.replace(old, new, 1)


@pytest.mark.parametrize(
    ("text", "line", "reason"),
    [
        ("", 1, "a record begins with"),
        ("hello\n" + EXAMPLE, 1, "a record begins with"),
        (replaced("record 1", "record 2"), 1, "only version 1 is known"),
        (replaced("record 1", "record " + "9" * 5_000), 1, "only version 1 is known"),
        (replaced("record 1", "record ١"), 1, "a record begins with"),
        (replaced("game: aces-lite\n", ""), 1, "does not say which game"),
        (replaced("aces-lite", "aces-heavy"), 2, "is not a game"),
        (replaced("affinity: clubs", "affinity: cups"), 3, "is not a suit"),
        (replaced("stat: 1", "stat: none"), 4, "is not a Stat"),
        (replaced("stat: 1", "sttat: 1"), 4, "did you mean 'stat'"),
        (replaced("stat: 1", "stat: 1\nstat: 2"), 5, "stands twice, first on line 4"),
        (replaced("player deck: 4H 8D", "player deck: 4H 8X"), 5, "is not a card"),
        (replaced("player deck: 4H 8D", "player deck: 4H 7C"), 5, "is not in the player's deck"),
        (replaced("player deck: 4H 8D", "player deck: 4H 4H"), 5, "stands twice"),
        (replaced("player deck", "players deck"), 5, "is not a deck here"),
        (replaced("player deck: 4H 8D\ndealer deck: 6S 9D QH\n", ""), 1, "gives either"),
        (replaced("player deck: 4H 8D", "seed: 4"), 1, "gives either"),
        (replaced("player deck: 4H 8D\ndealer deck: 6S 9D QH", "seed: -4"), 5, "is not a seed"),
        (replaced("player deck: 4H 8D", "player deck: 4H"), 9, "lists 1 cards, but 2 have been drawn"),
        (replaced("dealer deck: 6S 9D QH\n", ""), 2, "lists 0 cards, but 2 have been drawn"),
        (replaced("dealer deck: 6S 9D QH", "dealer deck: 6S"), 6, "lists 1 cards, but 2 have been drawn"),
        (replaced("player hit", "dealer hit"), 8, "it is the player's move here"),
        (replaced("player hit", "playerhit"), 8, "it is the player's move here"),
        (replaced("player hit", "player claim"), 8, "needs the first Hit"),
        (replaced("player hit", "player jump"), 8, "is no move"),
        (replaced("player add\n", ""), 10, "cannot be refused"),
        (replaced("player stand\n", "player stand\nplayer stand\n"), 12, "comes after the end"),
        (replaced("failure 12 19", "success 12 19"), 12, "these moves give 'failure 12 19'"),
        (replaced("failure 12 19", "open"), 12, "these moves give"),
        (EXAMPLE + "player hit\n", 13, "nothing may follow"),
        (replaced("result: failure 12 19\n", ""), 11, "stops before its result line"),
        ("A.C.E.S. record 1\n", 1, "does not say which game"),
        ("x" * (LONGEST_TEXT + 1), 1, "at most 1,000,000 characters"),
    ],
)
def test_a_faulty_record_is_refused_with_line_and_reason(text: str, line: int, reason: str) -> None:
    with pytest.raises(BadRecord, match=reason) as caught:
        read_record(text)
    assert caught.value.line == line


LONG = "x" * 100_000


@pytest.mark.parametrize(
    "text",
    [
        LONG,
        *(replaced(word, LONG) for word in ("record 1", "aces-lite", "clubs", "stat: 1", "4H 8D", "player hit", "hit")),
        *(replaced(word, f"{word} {LONG}") for word in ("record", "player hit", "player", "failure 12")),
        replaced("stat: 1", f"{LONG}: 1\n{LONG}: 1"),
        replaced("stat: 1", f"{LONG}: 1"),
        replaced("4H 8D", "2" * 5_000 + "H"),
        EXAMPLE.replace("result", LONG),
        f"{EXAMPLE}{LONG}",
    ],
)
def test_a_record_of_endless_words_is_refused_in_a_short_line(text: str) -> None:
    """Somebody pasted another file; the page shows the reason, not the file."""
    with pytest.raises(BadRecord) as caught:
        read_record(text)
    assert len(str(caught.value)) < 300


def test_a_huge_number_is_refused_like_any_other() -> None:
    with pytest.raises(BadText, match=r"^a huge number is not a Stat"):
        Resolution(10**5_000)
    with pytest.raises(BadText, match=r"^a huge number is not a seed"):
        Match(Resolution(), seed=-(10**5_000))


def test_a_game_left_open_and_its_comment() -> None:
    match = Match(Resolution(2), tops={"player": read_cards("4H"), "dealer": read_cards("6S 9D")})
    text = write_record(match, "Left open.\n\nOn purpose.")
    assert text.splitlines()[1:4] == ["# Left open.", "#", "# On purpose."]
    assert read_record(text).state == match.state


@pytest.mark.parametrize("rules", [Resolution(2), Duel(), GroupResolution()])
def test_a_game_of_given_cards_lists_every_card_that_was_drawn(rules: Any) -> None:
    """Nobody said what lies below, and the record says it all the same, so that it can be read."""
    match = Match(rules, tops={next(iter(rules.decks(0))): read_cards("4H")})
    while not match.over:
        match.play(match.moves()[0])
    again = read_record(write_record(match))
    assert (again.state, again.result) == (match.state, match.result)
    assert write_record(again) == write_record(match)
