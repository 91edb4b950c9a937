"""Chapter 2: characters, their build, and files that hold them."""

from __future__ import annotations

import doctest
import json
from collections.abc import Mapping
from itertools import product
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import aces.lite.character
from aces.cards import SUITS, Rank, Suit
from aces.faults import BadFile
from aces.lite.character import (
    BOXES,
    CREATION_CAP,
    HP,
    LOWEST_STAT,
    LUCKY_POINTS,
    PLOT_ARMOR,
    STATS,
    Box,
    Character,
    Stat,
    Stats,
    builds,
    check_build,
    example_party,
    points_spent,
    read_characters,
)
from aces.lite.decks import player_deck
from aces.lite.ids import RULES
from aces.lite.wild import house_tables


def test_doctests() -> None:
    assert doctest.testmod(aces.lite.character).failed == 0


# Stats


def test_four_stats_one_for_each_suit() -> None:
    """Rule lite-stats."""
    assert [(stat.title, stat.suit.word) for stat in STATS] == [
        ("Athletics", "spades"),
        ("Cunning", "clubs"),
        ("Eloquence", "diamonds"),
        ("Strange", "hearts"),
    ]
    assert [Stat.of(suit) for suit in SUITS] == list(STATS)
    assert [stat.key for stat in STATS] == ["athletics", "cunning", "eloquence", "strange"]
    assert [stat.index for stat in STATS] == [0, 1, 2, 3]


def test_four_boxes() -> None:
    """Rule lite-growth."""
    assert [box.title for box in BOXES] == ["Concept", "Goal", "Flaw", "Secret"]


def test_there_are_forty_builds() -> None:
    """Rule lite-lucky-points: 7 points over four Stats from 1, none above 4."""
    brute = [
        stats for stats in product(range(-1, 9), repeat=4) if min(stats) >= 1 and max(stats) <= 4 and sum(stats) == 11
    ]
    assert len(brute) == 40
    assert sorted(builds()) == brute
    assert builds() == tuple(sorted(brute, reverse=True))


@given(st.tuples(*[st.integers(-3, 12)] * 4))
def test_a_build_has_reasons_exactly_when_it_is_not_legal(stats: tuple[int, int, int, int]) -> None:
    reasons = check_build(stats)
    assert (not reasons) == (stats in builds())
    assert all(reason.rule in RULES for reason in reasons)
    assert all(reason.allowed for reason in reasons)
    assert len({str(reason) for reason in reasons}) == len(reasons)


@pytest.mark.parametrize(
    ("stats", "grown", "reasons"),
    [
        ((4, 3, 2, 2), 0, []),
        ((5, 2, 2, 2), 0, ["Athletics 5: No Stat goes above 4 at creation. Allowed: 1 to 4. [lite-lucky-points]"]),
        ((0, 4, 4, 3), 0, ["Athletics 0: Every Stat begins at 1. Allowed: 1 to 4. [lite-stats]"]),
        (
            (4, 4, 2, 2),
            0,
            ["Stats 4 4 2 2: That takes 8 Lucky Points, and you have 7. Allowed: exactly 7. [lite-lucky-points]"],
        ),
        (
            (2, 1, 1, 1),
            0,
            ["Stats 2 1 1 1: That takes 1 Lucky Point, and you have 7. Allowed: exactly 7. [lite-lucky-points]"],
        ),
        (
            (1, 1, 6, 6),
            0,
            [
                "Eloquence 6: No Stat goes above 4 at creation. Allowed: 1 to 4. [lite-lucky-points]",
                "Strange 6: No Stat goes above 4 at creation. Allowed: 1 to 4. [lite-lucky-points]",
                "Stats 1 1 6 6: That takes 10 Lucky Points, and you have 7. Allowed: exactly 7. [lite-lucky-points]",
            ],
        ),
        (
            (4, 4, 3),
            0,
            ["3 Stats: There are 4 Stats. Allowed: Athletics, Cunning, Eloquence, Strange. [lite-stats]"],
        ),
        ((5, 3, 2, 2), 1, []),
        ((4, 4, 2, 2), 1, []),
        ((7, 2, 2, 3), 3, []),
        (
            (6, 2, 2, 2),
            1,
            [
                "Stats 6 2 2 2: 2 Lucky Points above 4, but Growth has given 1. "
                "Allowed: 4, and 1 more for each Turning Point. [lite-turning-point]"
            ],
        ),
        (
            (4, 3, 2, 2),
            1,
            [
                "Stats 4 3 2 2: That takes 7 Lucky Points, and you have 8. "
                "Allowed: exactly 7 and 1 from Growth. [lite-lucky-points]"
            ],
        ),
        ((0, 4, 4, 4), 1, ["Athletics 0: Every Stat begins at 1. Allowed: 1 or more. [lite-stats]"]),
    ],
)
def test_reasons_name_the_rule(stats: tuple[int, ...], grown: int, reasons: list[str]) -> None:
    assert [str(reason) for reason in check_build(stats, grown)] == reasons


@given(st.sampled_from(builds()), st.lists(st.sampled_from(STATS), max_size=6))
def test_growth_from_any_build_is_legal(stats: Stats, grown: list[Stat]) -> None:
    """Rule lite-turning-point: each adds 1 to any Stat for good, above 4 too."""
    values = list(stats)
    for stat in grown:
        values[stat.index] += 1
    assert check_build(values, len(grown)) == ()
    assert points_spent(values) == LUCKY_POINTS + len(grown)
    if grown:
        assert check_build(values) != ()


@given(st.tuples(*[st.integers(0, 8)] * 4), st.integers(0, 4))
def test_every_legal_grown_build_grew_from_a_legal_one(stats: Stats, grown: int) -> None:
    reachable = set(builds())
    for _ in range(grown):
        reachable = {
            grew
            for a, b, c, d in reachable
            for grew in ((a + 1, b, c, d), (a, b + 1, c, d), (a, b, c + 1, d), (a, b, c, d + 1))
        }
    assert (check_build(stats, grown) == ()) == (stats in reachable)


# The character


def test_a_new_character_is_whole() -> None:
    """Rule lite-person."""
    wren = Character("Wren", "Honest", "Corsair", (4, 3, 2, 2), Suit.CLUBS)
    assert (wren.hp, wren.plot_armor, wren.marks, wren.grown) == (HP, PLOT_ARMOR, (), 0) == (3, 2, (), 0)
    assert (LOWEST_STAT, LUCKY_POINTS, CREATION_CAP) == (1, 7, 4)
    assert wren.concept == "Honest Corsair"
    assert [wren.stat(stat) for stat in STATS] == [4, 3, 2, 2]
    assert not any(wren.marked(box) for box in BOXES)
    assert wren._replace(marks=(Box.GOAL,)).marked(Box.GOAL)


@pytest.mark.parametrize("suit", SUITS)
def test_the_items_are_the_cards_that_left_the_deck(suit: Suit) -> None:
    """Rule lite-affinity."""
    wren = Character("Wren", "Honest", "Corsair", (4, 3, 2, 2), suit, "A rope", "A lamp")
    seven, jack = wren.items
    assert (seven.card.rank, seven.card.suit, seven.name) == (Rank.SEVEN, suit, "A rope")
    assert (jack.card.rank, jack.card.suit, jack.name) == (Rank.JACK, suit, "A lamp")
    assert not {seven.card, jack.card} & set(player_deck(suit))


# Files

line = st.text(st.characters(exclude_categories=("Cc", "Cs", "Zl", "Zp")), max_size=40).map(str.strip)
prose = line | st.sampled_from(["two\nlines", "a\ttab", "“quoted” \\ {{ 7*7 }} <b>", "李小龍", "x" * 10_000])


@st.composite
def characters(draw: st.DrawFn) -> Character:
    values = list(draw(st.sampled_from(builds())))
    grown = draw(st.lists(st.integers(0, 3), max_size=3))
    for place in grown:
        values[place] += 1
    marks = draw(st.sets(st.sampled_from(BOXES)))
    return Character(
        name=draw(line.filter(bool)),
        adjective=draw(line.filter(bool)),
        role=draw(line.filter(bool)),
        stats=(values[0], values[1], values[2], values[3]),
        affinity=draw(st.sampled_from(SUITS)),
        item_seven=draw(line),
        item_jack=draw(line),
        description=draw(prose),
        goal=draw(prose),
        flaw=draw(prose),
        secret=draw(prose),
        hp=draw(st.integers(0, HP)),
        plot_armor=draw(st.integers(0, PLOT_ARMOR)),
        marks=tuple(box for box in BOXES if box in marks),
        grown=len(grown),
    )


def party(*rows: object, **more: object) -> dict[str, object]:
    return {"format": "aces-party/1", "character": list(rows), **more}


@given(st.lists(characters(), min_size=1, max_size=3))
def test_what_is_written_reads_back(crew: list[Character]) -> None:
    data = json.loads(json.dumps(party(*(character.plain() for character in crew))))
    assert read_characters(data, "crew.json") == tuple(crew)


WREN: dict[str, object] = {
    "name": "Wren",
    "adjective": "Honest",
    "role": "Corsair",
    "stats": {"athletics": 4, "cunning": 3, "eloquence": 2, "strange": 2},
    "affinity": "clubs",
}


def test_little_is_required() -> None:
    assert read_characters(party(WREN, title="Mine"), "crew.toml") == (
        Character("Wren", "Honest", "Corsair", (4, 3, 2, 2), Suit.CLUBS),
    )


def faults(data: object) -> list[str]:
    with pytest.raises(BadFile) as caught:
        read_characters(data, "crew.toml")  # type: ignore[arg-type]
    assert "\n" not in str(caught.value)
    return [str(fault) for fault in caught.value.faults]


STAT_KEYS = {"athletics": 4, "cunning": 3, "eloquence": 2, "strange": 2}


@pytest.mark.parametrize(
    ("change", "fault"),
    [
        ({"name": ""}, "name: is empty"),
        ({"name": 7}, "name: must be a text, not a number"),
        ({"name": "x" * 121}, "name: has 121 characters; at most 120"),
        ({"name": "Wren\nVane"}, "name: contains a line break"),
        ({"goal": "x" * 20_001}, "goal: has 20001 characters; at most 20000"),
        ({"goal": "a\x07b"}, "goal: contains the control character U+0007"),
        ({"goal": None}, "goal: must be a text, not nothing"),
        ({"affinity": "spade"}, "affinity: 'spade' is not known; did you mean spades?"),
        ({"affinity": "moon"}, "affinity: 'moon' is not known; allowed: spades, clubs, diamonds, hearts"),
        ({"hp": 4}, "hp: must be from 0 to 3, not 4"),
        ({"hp": True}, "hp: must be a whole number, not true or false"),
        ({"plot_armor": -1}, "plot_armor: must be from 0 to 2, not -1"),
        ({"plot_armour": 1}, "plot_armour: unknown key; did you mean plot_armor?"),
        ({"grown": "1"}, "grown: must be a whole number, not a text"),
        ({"marks": "goal"}, "marks: must be a list, not a text"),
        ({"marks": ["gaol"]}, "marks[1]: 'gaol' is not known; did you mean goal?"),
        ({"marks": ["goal", "goal"]}, "marks[2]: goal stands twice"),
        ({"marks": ["goal"] * 5}, "marks: must hold 0 to 4, not 5"),
        ({"stats": [4, 3, 2, 2]}, "stats: must be a table, not a list"),
        ({"stats": {"athletics": 4, "cunning": 3, "eloquence": 2}}, "stats.strange: missing"),
        ({"stats": {**STAT_KEYS, "strange": 2.0}}, "stats.strange: must be a whole number, not a number"),
        (
            {"stats": {**STAT_KEYS, "luck": 2}},
            "stats.luck: unknown key; allowed: athletics, cunning, eloquence, strange",
        ),
        (
            {"stats": {**STAT_KEYS, "athletics": 5, "cunning": 2}},
            "stats.athletics: Athletics 5: No Stat goes above 4 at creation. Allowed: 1 to 4. [lite-lucky-points]",
        ),
        (
            {"stats": {**STAT_KEYS, "strange": 1}},
            "stats: Stats 4 3 2 1: That takes 6 Lucky Points, and you have 7. Allowed: exactly 7. [lite-lucky-points]",
        ),
        (
            {"stats": {**STAT_KEYS, "strange": 3}},
            "stats: Stats 4 3 2 3: That takes 8 Lucky Points, and you have 7. Allowed: exactly 7. [lite-lucky-points]",
        ),
    ],
)
def test_one_fault_one_path(change: Mapping[str, object], fault: str) -> None:
    found = faults(party(WREN, {**WREN, **change}))
    assert found[0] == f"character[2].{fault}"
    assert len(found) == (1 if change.get("marks") != ["goal"] * 5 else 4)


@pytest.mark.parametrize("key", WREN)
def test_a_missing_key(key: str) -> None:
    assert faults(party({name: value for name, value in WREN.items() if name != key})) == [
        f"character[1].{key}: missing"
    ]


@pytest.mark.parametrize(
    ("data", "found"),
    [
        ([], ["must be a table, not a list"]),
        ({}, ['format: missing; this file must say format = "aces-party/1"']),
        ({"format": "aces-party/2", "character": 1}, ["format: version 2 is newer than this engine reads (1)"]),
        ({"format": "aces-party/1"}, ["character: missing"]),
        (party(), ["character: must hold 1 to 10000, not 0"]),
        (
            {"format": "aces-party/1", "character": WREN},
            ["character: must be a list: write [[character]] above each"],
        ),
        (party("Wren"), ["character[1]: must be a table, not a text"]),
        ({"format": "aces-party/1", "characters": [WREN]}, ["characters: unknown key; did you mean character?"]),
        (party(WREN, title=3), ["title: must be a text, not a number"]),
    ],
)
def test_a_file_of_another_shape(data: object, found: list[str]) -> None:
    assert faults(data) == found


anything = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(),
    lambda inner: (
        st.lists(inner, max_size=3) | st.dictionaries(st.text() | st.sampled_from(["stats"]), inner, max_size=3)
    ),
    max_leaves=8,
)


def read_or_refuse(data: dict[str, object]) -> tuple[Character, ...] | BadFile:
    try:
        return read_characters(data, "crew.toml")
    except BadFile as error:
        return error


@given(st.dictionaries(st.sampled_from([*example_party()[0].plain(), "x"]), anything, max_size=5))
def test_whatever_is_in_the_file_it_is_read_or_refused_in_one_line(change: dict[str, Any]) -> None:
    found = read_or_refuse(party({**WREN, **change}))
    if isinstance(found, BadFile):
        assert "\n" not in str(found)
    else:
        assert check_build(found[0].stats, found[0].grown) == ()


# Our five


def test_the_five_are_legal_new_characters() -> None:
    for character in example_party():
        assert check_build(character.stats) == ()
        assert (character.hp, character.plot_armor, character.marks, character.grown) == (HP, PLOT_ARMOR, (), 0)


def test_the_five_differ() -> None:
    crew = example_party()
    assert len(crew) == len({character.name for character in crew}) == 5
    assert {character.affinity for character in crew} == set(SUITS)
    assert len({character.stats for character in crew}) == 5
    assert {tuple(sorted(character.stats)) for character in crew} == {tuple(sorted(stats)) for stats in builds()}, (
        "every shape of Stats there is"
    )
    for stat in STATS:
        assert any(character.stat(stat) == CREATION_CAP for character in crew), f"{stat.title} is somebody's 4"


def test_the_five_took_their_concepts_from_our_tables() -> None:
    rows = house_tables().characters
    roles = {row.role for row in rows}
    adjectives = {word for row in rows for word in (row.black, row.red)}
    assert {character.role for character in example_party()} <= roles
    assert {character.adjective for character in example_party()} <= adjectives


@pytest.mark.parametrize("character", example_party(), ids=lambda character: character.name)
def test_the_five_fit_a_poker_card(character: Character) -> None:
    assert 0 < len(character.description) <= 140
    for text in (character.goal, character.flaw, character.secret):
        assert 0 < len(text) <= 90
        assert text.endswith(".")
    for item in character.items:
        assert 0 < len(item.name) <= 28
    assert len(character.name) <= 24
    for text in (
        character.description,
        character.goal,
        character.flaw,
        character.secret,
        *dict(character.items).values(),
    ):
        assert "'" not in text, "a typewriter apostrophe"
        assert "!" not in text
