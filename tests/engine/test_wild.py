"""Chapter 14: the Wild tables, ours and a file of one's own."""

from __future__ import annotations

import copy
import doctest
import json
import re
from collections import Counter
from collections.abc import Callable, Iterator
from typing import Any, get_args

import pytest
from hypothesis import given
from hypothesis import strategies as st

import aces.lite.wild
from aces.cards import DECK, RANKS, SUITS, Card, Rank, Suit
from aces.faults import BadFile, bundled, parse_toml
from aces.lite.ids import RULES
from aces.lite.wild import (
    TEXT_LIMIT,
    WILD_KINDS,
    WildKind,
    WildTables,
    check_wild,
    house_tables,
    plain,
    read_wild,
)
from aces.rules import BadText

SOURCE = bundled("wild.toml")
HOUSE = parse_toml(SOURCE, "wild.toml")
WIDEST = 60
"""Printed tables and cards hold this many characters in a line of their own."""

cards = st.sampled_from(DECK)
seeds = st.integers(min_value=0, max_value=2**53 - 1)


@pytest.fixture
def data() -> dict[str, Any]:
    """The bundled file as plain data, to damage."""
    return parse_toml(SOURCE, "wild.toml")


def faults(data: object) -> list[str]:
    with pytest.raises(BadFile) as caught:
        check_wild(data, "mine.toml")  # type: ignore[arg-type]
    assert str(caught.value).startswith(f"mine.toml: {caught.value.faults[0]}")
    return [str(fault) for fault in caught.value.faults]


def test_doctests() -> None:
    assert doctest.testmod(aces.lite.wild).failed == 0


# The words


def cells(tables: WildTables) -> Iterator[tuple[str, str]]:
    """Every text of the tables, with the name of its column."""
    for row in tables.characters:
        yield "roles", row.role
        yield "adjectives", row.black
        yield "adjectives", row.red
    for place in tables.places:
        yield "locales", place.locale
        yield "places", place.place
    for prompts in tables.prompts:
        yield from (("prompts", text) for text in prompts.texts)
    yield from (("subjects", row.text) for row in tables.subjects)
    yield from (("states", state.text) for state in tables.states)
    yield from (("objects", row.text) for row in tables.objects)
    for words in tables.words:
        yield from (("words", text) for text in words.texts)


def test_the_tables_are_whole() -> None:
    """Rules lite-wild-characters, lite-wild-places, lite-wild-adventures."""
    tables = house_tables()
    for rows in (tables.characters, tables.places, tables.subjects, tables.objects):
        assert tuple(row.rank for row in rows) == RANKS
    for suited in (tables.prompts, tables.states, tables.words):
        assert tuple(row.suit for row in suited) == SUITS
    assert all(len(row.texts) == 2 for row in tables.words)
    assert Counter(column for column, _ in cells(tables)) == {
        "roles": 13,
        "adjectives": 26,
        "locales": 13,
        "places": 13,
        "prompts": 16,
        "subjects": 13,
        "states": 4,
        "objects": 13,
        "words": 8,
    }


def test_no_text_stands_in_two_tables() -> None:
    counts = Counter(text.casefold() for _, text in cells(house_tables()))
    assert [text for text, count in counts.items() if count > 1] == []


def test_no_word_that_carries_weight_comes_twice() -> None:
    """A picture that comes up twice in one evening is spent; small words may repeat."""
    small = re.findall(
        r"\w+", "a an and at behind but by every from here in inside its not of on one that the two under up who with"
    )
    where: dict[str, list[str]] = {}
    for _, text in cells(house_tables()):
        for word in set(re.findall(r"[a-z’]+", text.casefold())) - set(small):
            where.setdefault(word, []).append(text)
    assert {word: texts for word, texts in where.items() if len(texts) > 1} == {}


def test_texts_are_set_as_print_wants_them() -> None:
    for _, text in cells(house_tables()):
        assert text == text.strip()
        assert "'" not in text, "a typewriter apostrophe"
        assert '"' not in text
        assert "  " not in text
        assert not text.endswith((".", ",", "!"))
        assert not re.search(r"(?i)\b\w*(colour|armour|grey|theatre|harbour)\w*\b", text), "American spelling"


def test_ours_says_that_it_is_ours() -> None:
    tables = house_tables()
    assert tables.license == "MIT"
    assert tables.language == "en-US"
    assert "ours, not the author’s" in tables.credit


def every_wild(tables: WildTables) -> Iterator[str]:
    """Every text that any draw can give."""
    for first in DECK[:13]:
        for second in DECK:
            concept = tables.concept(first, second)
            yield from (concept.text, concept.other_text)
    for card in DECK:
        yield tables.place(card, "locale").text
        yield tables.place(card, "place").text
        yield from tables.place(card).prompts
        yield tables.adventure(card).text
        thing = tables.macguffin(card)
        yield from (thing.text, thing.other_text)


def test_every_combination_fits_a_printed_line() -> None:
    texts = set(every_wild(house_tables()))
    assert len(texts) == 13 * 26 + 13 + 13 + 16 + 13 * 4 + 13 * 8
    assert [text for text in texts if not 0 < len(text) <= WIDEST] == []
    concepts = {house_tables().concept(a, b).text for a in DECK for b in DECK}
    assert max(map(len, concepts)) <= 28, "a Concept stands on one line of a poker card"


# Looking up


@given(cards, cards)
def test_a_concept(role_card: Card, adjective_card: Card) -> None:
    """Rules lite-concept, lite-wild-characters: Role first, then Adjective; the colour decides, or either."""
    tables = house_tables()
    role = tables.characters[role_card.rank.index].role
    row = tables.characters[adjective_card.rank.index]
    black = tables.concept(role_card, adjective_card, "black")
    red = tables.concept(role_card, adjective_card, "red")
    assert (black.text, black.adjective, black.other) == (f"{row.black} {role}", row.black, row.red)
    assert (red.text, red.adjective, red.other) == (f"{row.red} {role}", row.red, row.black)
    assert (black.other_text, red.other_text) == (red.text, black.text)
    decided = tables.concept(role_card, adjective_card)
    is_black = adjective_card.suit in (Suit.SPADES, Suit.CLUBS)
    assert decided == (black if is_black else red)
    assert decided.cards == (role_card, adjective_card)
    assert decided.why.startswith(
        f"{role_card} gives the Role {role}. {adjective_card} is {'black' if is_black else 'red'}"
    )
    against = red if is_black else black
    assert "you took the" in against.why


@given(cards)
def test_a_place(card: Card) -> None:
    """Rule lite-wild-places: the rank gives the location, the suit the prompts."""
    tables = house_tables()
    row = tables.places[card.rank.index]
    prompts = {prompts.suit: prompts.texts for prompts in tables.prompts}[card.suit]
    place, locale = tables.place(card), tables.place(card, "locale")
    assert (place.text, place.prompts, place.kind) == (row.place, prompts, "place")
    assert (locale.text, locale.prompts, locale.kind) == (row.locale, prompts, "locale")


@given(cards)
def test_an_adventure(card: Card) -> None:
    """Rule lite-wild-adventures: the rank's Subject with the suit's State."""
    tables = house_tables()
    drawn = tables.adventure(card)
    assert drawn.subject == {row.rank: row.text for row in tables.subjects}[card.rank]
    assert drawn.state == {row.suit: row.text for row in tables.states}[card.suit]
    assert drawn.text == f"{drawn.subject}, {drawn.state}"


@given(cards)
def test_a_macguffin(card: Card) -> None:
    """Rule lite-wild-adventures: the rank's object with either word of the suit."""
    tables = house_tables()
    first, second = tables.macguffin(card), tables.macguffin(card, 2)
    assert first.thing == second.thing == {row.rank: row.text for row in tables.objects}[card.rank]
    assert (first.word, first.other) == {row.suit: row.texts for row in tables.words}[card.suit]
    assert (second.word, second.other) == (first.other, first.word)
    assert first.text == f"The {first.word} {first.thing}"
    assert first.other_text == second.text
    assert first.why.endswith(f"you took {first.word}.")


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (lambda t: t.concept(DECK[0], DECK[1], "green"), "'green' is not a color of cards. Allowed: black, red"),
        (lambda t: t.place(DECK[0], "planet"), "'planet' is not a column of Wild Places. Allowed: locale, place"),
        (lambda t: t.macguffin(DECK[0], 3), "3 is not one of a suit's words. Allowed: 1, 2"),
        (
            lambda t: t.draw("monster", 1),
            "'monster' cannot be drawn. Allowed: character, locale, place, adventure, macguffin",
        ),
        (lambda t: t.draw("place", -1), "-1 is not a seed. Allowed: a whole number from 0 to 9007199254740991"),
    ],
)
def test_what_cannot_be_looked_up(call: Callable[[WildTables], object], message: str) -> None:
    with pytest.raises(BadText) as caught:
        call(house_tables())
    assert str(caught.value) == message


# Drawing


@given(st.sampled_from(WILD_KINDS), seeds)
def test_a_seed_draws_the_same_again(kind: WildKind, seed: int) -> None:
    """Rule lite-wild-deck: any deck will do; a seed shuffles one of 52."""
    drawn = house_tables().draw(kind, seed)
    assert drawn == house_tables().draw(kind, seed)
    assert drawn.kind == kind
    assert len(drawn.cards) == (2 if kind == "character" else 1)
    assert len(set(drawn.cards)) == len(drawn.cards)
    assert drawn.rule in RULES
    assert drawn.text in set(every_wild_of(kind))


def every_wild_of(kind: WildKind) -> set[str]:
    tables = house_tables()
    if kind == "character":
        return {tables.concept(a, b).text for a in DECK[:13] for b in DECK}
    if kind == "adventure":
        return {tables.adventure(card).text for card in DECK}
    if kind == "macguffin":
        return {tables.macguffin(card, word).text for card in DECK for word in (1, 2)}
    return {tables.place(card, kind).text for card in DECK}


def test_draws_that_must_never_change() -> None:
    """What people wrote down as a seed, on any machine and in the browser."""
    tables = house_tables()
    cards = {kind: " ".join(card.code for card in tables.draw(kind, 21).cards) for kind in WILD_KINDS}
    assert cards == {
        "character": "JS 4H",
        "locale": "9H",
        "place": "10S",
        "adventure": "KH",
        "macguffin": "9S",
    }
    draws = [tables.draw("macguffin", seed) for seed in range(8)]
    words = [1 if draw == tables.macguffin(draw.cards[0]) else 2 for draw in draws]
    assert words == [1, 2, 1, 2, 2, 2, 1, 1]


def test_both_words_of_a_macguffin_come_up() -> None:
    tables = house_tables()
    draws = [tables.draw("macguffin", seed) for seed in range(400)]
    first = sum(draw == tables.macguffin(draw.cards[0], 1) for draw in draws)
    assert 150 < first < 250


def test_draws_cover_the_deck() -> None:
    drawn = {house_tables().draw("place", seed).cards[0] for seed in range(600)}
    assert drawn == set(DECK)


@given(st.sampled_from(WILD_KINDS), seeds)
def test_plain_data_is_json(kind: WildKind, seed: int) -> None:
    drawn = house_tables().draw(kind, seed)
    data = json.loads(json.dumps(plain(drawn)))
    assert data["kind"] == kind
    assert next(iter(data)) == "kind"
    assert [Card.read(code) for code in data["cards"]] == list(drawn.cards)
    assert data["text"] == drawn.text
    assert set(data) == set(drawn._fields)


def test_every_kind_has_a_draw() -> None:
    assert get_args(WildKind) == WILD_KINDS


# A file of one's own


def test_a_file_of_ones_own(data: dict[str, Any]) -> None:
    data["characters"]["template"] = "{role}, {adjective}"
    data["characters"]["roles"]["2"] = "  Passagère clandestine "
    data["adventures"]["states"]["spades"] = "{subject} {{ 7*7 }} {state}"
    data["adventures"]["subjects"]["2"] = "{state}"
    del data["license"]
    tables = check_wild(data, "mine.toml")
    assert tables.concept(Card.read("2S"), Card.read("JH")).text == "Passagère clandestine, Velvet"
    assert tables.adventure(Card.read("2S")).text == "{state}, {subject} {{ 7*7 }} {state}", "printed as typed"
    assert (tables.license, tables.source) == ("", "mine.toml")


def test_reading_text_and_data_is_the_same(data: dict[str, Any]) -> None:
    assert read_wild(SOURCE, "wild.toml") == check_wild(data, "wild.toml") == house_tables()
    assert check_wild(json.loads(json.dumps(data)), "wild.toml") == house_tables()


RANKED = ["characters.roles", "characters.adjectives", "places.locales", "places.places",
          "adventures.subjects", "macguffins.objects"]  # fmt: skip
SUITED = ["places.prompts", "adventures.states", "macguffins.words"]


def column(data: dict[str, Any], path: str) -> dict[str, Any]:
    for key in path.split("."):
        data = data[key]
    return data


@pytest.mark.parametrize("path", RANKED)
@pytest.mark.parametrize("rank", RANKS)
def test_a_missing_rank(data: dict[str, Any], path: str, rank: Rank) -> None:
    del column(data, path)[rank.text]
    assert faults(data) == [f"{path}.{rank.text}: missing"]


@pytest.mark.parametrize("path", SUITED)
@pytest.mark.parametrize("suit", SUITS)
def test_a_missing_suit(data: dict[str, Any], path: str, suit: Suit) -> None:
    del column(data, path)[suit.word]
    assert faults(data) == [f"{path}.{suit.word}: missing"]


@pytest.mark.parametrize("path", RANKED)
def test_an_unknown_rank(data: dict[str, Any], path: str) -> None:
    column(data, path)["11"] = "Nobody"
    assert faults(data) == [f"{path}.11: unknown key; allowed: 2, 3, 4, 5, 6, 7, 8, 9, 10, J, Q, K, A"]


def test_a_rank_in_lower_case_is_one_fault(data: dict[str, Any]) -> None:
    roles = data["characters"]["roles"]
    roles["q"] = roles.pop("Q")
    assert faults(data) == ["characters.roles.q: unknown key; did you mean Q?"]


@pytest.mark.parametrize("path", SUITED)
def test_an_unknown_suit(data: dict[str, Any], path: str) -> None:
    texts = column(data, path)
    texts["spade"] = texts["spades"]
    texts["moon"] = texts["spades"]
    assert faults(data) == [
        f"{path}.spade: unknown key; did you mean spades?",
        f"{path}.moon: unknown key; allowed: spades, clubs, diamonds, hearts",
    ]


@pytest.mark.parametrize("key", ["title", "language", "characters", "places", "adventures", "macguffins"])
def test_a_missing_part(data: dict[str, Any], key: str) -> None:
    del data[key]
    assert faults(data) == [f"{key}: missing"]


@pytest.mark.parametrize(
    "path",
    ["characters.template", "adventures.template", "macguffins.template", *RANKED, *SUITED],
)
def test_a_missing_column(data: dict[str, Any], path: str) -> None:
    part, key = path.split(".")
    del data[part][key]
    assert faults(data) == [f"{path}: missing"]


def test_an_unknown_key_names_the_nearest(data: dict[str, Any]) -> None:
    data["licence"] = data.pop("license")
    data["places"]["promts"] = data["places"].pop("prompts")
    data["characters"]["adjectives"]["5"]["rouge"] = "Rosy"
    assert faults(data) == [
        "licence: unknown key; did you mean license?",
        "characters.adjectives.5.rouge: unknown key; allowed: black, red",
        "places.promts: unknown key; did you mean prompts?",
    ]


@pytest.mark.parametrize("value", [7, True, None, ["Spy"], {"text": "Spy"}])
def test_a_role_that_is_no_text(data: dict[str, Any], value: object) -> None:
    data["characters"]["roles"]["K"] = value
    (fault,) = faults(data)
    assert fault.startswith("characters.roles.K: must be a text, not ")


@pytest.mark.parametrize(
    ("path", "key", "value", "fault"),
    [
        ("characters.roles", "7", "", "characters.roles.7: is empty"),
        ("characters.roles", "7", "   ", "characters.roles.7: is empty"),
        ("characters.roles", "7", "x" * 61, "characters.roles.7: has 61 characters; at most 60"),
        ("characters.roles", "7", "Spy\nmaster", "characters.roles.7: contains a line break"),
        ("characters.roles", "7", "Courier", "characters.roles.7: 'Courier' stands twice, first at characters.roles.3"),
        ("characters.roles", "7", "COURIER", "characters.roles.7: 'COURIER' stands twice, first at characters.roles.3"),
        ("characters.adjectives", "7", "Wet", "characters.adjectives.7: must be a table, not a text"),
        ("characters.adjectives", "7", {"black": "Wet"}, "characters.adjectives.7.red: missing"),
        ("characters.adjectives", "7", {"black": "Wet", "red": 1},
         "characters.adjectives.7.red: must be a text, not a number"),
        ("characters.adjectives", "7", {"black": "Wet", "red": "wet"},
         "characters.adjectives.7.red: 'wet' stands twice, first at characters.adjectives.7.black"),
        ("characters.adjectives", "7", {"black": "Wet", "red": "Velvet"},
         "characters.adjectives.J.red: 'Velvet' stands twice, first at characters.adjectives.7.red"),
        ("places.prompts", "clubs", [], "places.prompts.clubs: must hold 1 to 6, not 0"),
        ("places.prompts", "clubs", list("abcdefg"), "places.prompts.clubs: must hold 1 to 6, not 7"),
        ("places.prompts", "clubs", "A lock", "places.prompts.clubs: must be a list, not a text"),
        ("places.prompts", "clubs", ["A lock", ""], "places.prompts.clubs[2]: is empty"),
        ("places.prompts", "clubs", ["A lock", "a lock"],
         "places.prompts.clubs[2]: 'a lock' stands twice, first at places.prompts.clubs[1]"),
        ("adventures.states", "hearts", "claimed by both sides",
         "adventures.states.hearts: 'claimed by both sides' stands twice, first at adventures.states.diamonds"),
        ("macguffins.words", "hearts", ["Odd"], "macguffins.words.hearts: must hold 2, not 1"),
        ("macguffins.words", "hearts", ["Odd", "Even", "Prime"], "macguffins.words.hearts: must hold 2, not 3"),
        ("macguffins.words", "hearts", ["Odd", "Ticking"],
         "macguffins.words.hearts[2]: 'Ticking' stands twice, first at macguffins.words.clubs[1]"),
        ("macguffins", "template", "The {word}", "macguffins.template: must contain {object} exactly once"),
        ("characters", "template", "{role.__class__}{role}{adjective}",
         "characters.template: may contain no braces but {adjective} and {role}"),
    ],
)  # fmt: skip
def test_one_fault_one_path(data: dict[str, Any], path: str, key: str, value: object, fault: str) -> None:
    column(data, path)[key] = value
    assert faults(data) == [fault]


@pytest.mark.parametrize("tag", ["en US", "über-alles", "en--US", "x" * 9])
def test_a_language_that_is_no_tag(data: dict[str, Any], tag: str) -> None:
    data["language"] = tag
    assert faults(data) == [f"language: {tag!r} is not a language tag such as en-US"]


def test_all_faults_come_at_once(data: dict[str, Any]) -> None:
    del data["characters"]["roles"]["Q"]
    data["macguffins"]["objects"]["A"] = 1
    data["places"]["locales"]["2"] = ""
    with pytest.raises(BadFile) as caught:
        check_wild(data, "mine.toml")
    assert str(caught.value) == "mine.toml: characters.roles.Q: missing (and 2 more faults)"
    assert [fault.path for fault in caught.value.faults] == [
        "characters.roles.Q",
        "places.locales.2",
        "macguffins.objects.A",
    ]


def test_text_that_is_no_toml() -> None:
    with pytest.raises(BadFile) as caught:
        read_wild('format = "aces-wild/1"\ntitle = Mine', "mine.toml")
    assert str(caught.value).startswith("mine.toml: line 2, column 9: ")


@pytest.mark.parametrize("value", [None, [], "x", 3, {}])
def test_data_of_another_shape(value: object) -> None:
    assert len(faults(value)) == 1


def leaves(data: Any, path: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    """The path to everything in the data, tables included."""
    entries = data.items() if isinstance(data, dict) else enumerate(data) if isinstance(data, list) else ()
    for key, value in entries:
        yield (*path, key)
        yield from leaves(value, (*path, key))


PATHS = tuple(leaves(HOUSE))
anything = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(), inner, max_size=3),
    max_leaves=8,
)


def read_or_refuse(data: dict[str, Any]) -> WildTables | BadFile:
    try:
        return check_wild(data, "mine.toml")
    except BadFile as error:
        return error


@given(st.lists(st.tuples(st.sampled_from(PATHS), anything), min_size=1, max_size=4))
def test_whatever_is_in_the_file_it_is_read_or_refused_in_one_line(damage: list[tuple[tuple[Any, ...], Any]]) -> None:
    data = copy.deepcopy(HOUSE)
    for path, value in damage:
        here: Any = data
        for key in path[:-1]:
            here = here[key] if isinstance(here, dict) and key in here else {}
        if isinstance(here, dict):
            here[path[-1]] = value
    found = read_or_refuse(data)
    if isinstance(found, BadFile):
        assert "\n" not in str(found)
        assert all(fault.problem for fault in found.faults)
    else:
        assert all(0 < len(text) <= TEXT_LIMIT for _, text in cells(found))


# Word by word


def test_what_a_draw_says_for_itself() -> None:
    """Rules lite-wild-places, lite-wild-adventures: which part of the card gave what."""
    tables = house_tables()
    card = Card.read("QD")
    assert tables.place(card).why == "The queen gives the Place; diamonds give the prompts."
    assert tables.place(card, "locale").why == "The queen gives the Locale; diamonds give the prompts."
    assert tables.adventure(card).why == "The queen gives the Subject; diamonds give the State."
    first, second = {row.suit: row.texts for row in tables.words}[Suit.DIAMONDS]
    for word, taken in ((1, first), (2, second)):
        assert tables.macguffin(card, word).why == (  # type: ignore[arg-type]
            f"The queen gives the object; diamonds give {first} or {second}: you took {taken}."
        )


def test_every_part_of_a_draw() -> None:
    """Rules lite-concept, lite-wild-deck; and as plain data, where cards and lists are lists."""
    tables = house_tables()
    concept = tables.concept(Card.read("9C"), Card.read("QS"))
    assert concept.role == tables.characters[Card.read("9C").rank.index].role
    assert plain(concept)["cards"] == ["9C", "QS"]
    place = tables.place(Card.read("QD"))
    assert isinstance(place.prompts, tuple)
    assert plain(place)["prompts"] == list(place.prompts)
    assert type(plain(place)["prompts"]) is list


@pytest.mark.parametrize("key", ["title", "language", "license", "credit"])
def test_a_note_is_one_line_of_text(data: dict[str, Any], key: str) -> None:
    data[key] = 7
    assert faults(data) == [f"{key}: must be a text, not a number"]
    data[key] = "x" * 241
    assert f"{key}: has 241 characters; at most 240" in faults(data)
    data[key] = ""
    if key in ("license", "credit"):
        assert getattr(check_wild(data, "mine.toml"), key) == ""
    else:
        assert faults(data) == [f"{key}: is empty"]


@pytest.mark.parametrize("part", ["characters", "adventures", "macguffins"])
def test_a_form_that_is_none(data: dict[str, Any], part: str) -> None:
    data[part]["template"] = 7
    assert f"{part}.template: must be a text, not a number" in faults(data)


def test_language_tags_as_they_are_written(data: dict[str, Any]) -> None:
    for tag in ("en", "en-US", "sl-rozaj-biske", "de-12345678"):
        assert check_wild({**data, "language": tag}, "mine.toml").language == tag
    long = "x" * 60
    assert faults({**data, "language": long}) == [f"language: {long[:40]!r} is not a language tag such as en-US"]
