"""The door of the character maker: the engine enforces, the printer draws, links and files are read strictly."""

from __future__ import annotations

import base64
import json
import shlex
import zlib
from itertools import product
from pathlib import Path
from random import Random
from string import ascii_letters
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from aces.cards import DECK
from aces.lite.campaign import begin
from aces.lite.character import (
    LOWEST_STAT,
    LUCKY_POINTS,
    STATS,
    Box,
    Character,
    builds,
    example_party,
    points_spent,
    read_characters,
)
from aces.lite.wild import house_tables
from aces.universal21 import conversions, creator_builds
from generators import card_html, card_sources
from generators.card_plans import plans
from generators.card_sides import BLANK, Extras, compose
from generators.card_styles import STYLES
from generators.cli import main
from generators.imposition import CARDS, sheets
from generators.rulebooks import RULES
from playground import bridge, maker_bridge
from tests.generators.test_printing import CONTROL, PAYLOADS

ODALYS = example_party()[0]
KEYS = [stat.key for stat in STATS]


def ask(method: str, **params: object) -> dict[str, Any]:
    answer: dict[str, Any] = json.loads(bridge.call(f"maker.{method}", json.dumps(params)))
    return answer


def must(method: str, **params: object) -> dict[str, Any]:
    answer = ask(method, **params)
    assert "error" not in answer, answer
    return answer


def draft(character: Character = ODALYS, **more: object) -> dict[str, Any]:
    return {**character.plain(), **more}


def fresh() -> dict[str, Any]:
    return {"stats": dict.fromkeys(KEYS, LOWEST_STAT)}


def stats_of(values: tuple[int, ...]) -> dict[str, int]:
    return dict(zip(KEYS, values, strict=True))


def drawn(character: Character, size: str = "poker", style: str = "cabaret", **extras: object) -> list[list[Any]]:
    cards = compose(character, CARDS[size], STYLES[style], Extras(**extras)).cards  # type: ignore[arg-type]
    return [[card_html.plain(card_html.side_node(side, headings=False)) for side in card] for card in cards]


# Stats


def test_a_step_is_taken_exactly_when_a_build_can_still_be_reached() -> None:
    """From every way to spend some of the points, up and down: the engine's forty builds decide."""
    reachable = {below for build in builds() for below in product(*(range(LOWEST_STAT, value + 1) for value in build))}
    for values in reachable:
        for index, by in product(range(len(STATS)), (1, -1)):
            after = tuple(value + by * (place == index) for place, value in enumerate(values))
            told = ask("stat", draft={"stats": stats_of(values)}, stat=KEYS[index], by=by)
            if after in reachable:
                assert told == {"stats": stats_of(after), "left": LUCKY_POINTS - points_spent(after)}
            else:
                assert told["error"]["rule"] in RULES
                assert "Allowed: " in told["error"]["message"]


def test_growth_lifts_the_cap_and_the_number_of_points() -> None:
    grown = {"stats": stats_of((4, 3, 2, 2)), "grown": 1}
    assert must("stat", draft=grown, stat="athletics", by=1)["left"] == 0
    assert ask("stat", draft=grown | {"stats": stats_of((5, 2, 2, 2))}, stat="athletics", by=1)["error"]["rule"] == (
        "lite-turning-point"
    )
    assert ask("stat", draft={}, stat="luck", by=1)["error"]["message"].startswith("'luck' is not a Stat")


# What is shown


def test_a_fresh_character_lists_what_is_to_come_and_has_a_card() -> None:
    told = must("look", draft=fresh())
    assert (told["left"], told["ready"]) == (LUCKY_POINTS, False)
    assert [each["title"] for each in told["open"]] == ["Name", "Adjective", "Role", "Affinity"]
    assert [each["title"] for each in told["pencil"]][:2] == ["Item of the 7", "Item of the Jack"]
    assert told["refusals"][0]["rule"] == "lite-lucky-points"
    assert told["cards"] == drawn(BLANK._replace(stats=(1, 1, 1, 1)), undecided=True)
    assert "Circle your Affinity" in json.dumps(told["cards"])


@pytest.mark.parametrize("size", CARDS)
@pytest.mark.parametrize("style", STYLES)
def test_the_card_is_the_printers_card(size: str, style: str) -> None:
    """The same parts, lines, sizes and places as the sides that the command prints."""
    for character in example_party():
        told = must("look", draft=draft(character), job={"size": size, "style": style})
        assert told["ready"]
        assert told["cards"] == drawn(character, size, style)
        assert (told["more"], told["warnings"], told["faults"]) == (0, [], [])


def test_long_texts_go_on_on_a_card_that_is_shown() -> None:
    long = tidied(ODALYS._replace(goal="Win back the ship. " * 90))
    told = must("look", draft=draft(long))
    assert told["cards"] == drawn(long)[:2]
    assert told["more"] == len(drawn(long)) - 2
    many = must("look", draft=draft(long._replace(secret="Long ago. " * 900)))
    assert len(many["cards"]) == 2
    assert many["more"] > 3


def test_a_letter_no_face_has_is_named_with_its_field() -> None:
    told = must("look", draft=draft(ODALYS, name="Li 李", goal="🎩 off", item_seven="A ☃"))
    assert told["ready"], "it is printed as its number"
    assert len(told["warnings"]) == 3
    assert told["warnings"][0].startswith("Name: no printed face has '李' (U+674E")
    assert told["warnings"][1].startswith("Item of the seven: no printed face has '☃'")
    assert told["warnings"][2].startswith("Goal: no printed face has '🎩'")
    assert "[U+674E]" in json.dumps(told["cards"])


@pytest.mark.parametrize(
    ("wrong", "field", "says"),
    [
        ({"name": "bell\x07"}, "name", "control character U+0007"),
        ({"name": "n" * 121}, "name", "has 121 characters; at most 120"),
        ({"goal": "g" * 20_001}, "goal", "has 20001 characters; at most 20000"),
        ({"role": "two\nlines"}, "role", "contains a line break"),
        ({"hp": 9}, "hp", "must be from 0 to 3, not 9"),
        ({"marks": ["luck"]}, "marks", "'luck' is not known"),
        ({"affinity": "stars"}, "affinity", "'stars' is not known"),
        ({"stats": dict.fromkeys(KEYS, "4")}, "stats", "must be a whole number"),
    ],
)
def test_what_no_file_could_hold_is_said_and_still_shown(wrong: dict[str, Any], field: str, says: str) -> None:
    told = must("look", draft=draft(**wrong))
    assert not told["ready"]
    (fault,) = told["faults"]
    assert fault["field"] == field
    assert says in fault["message"]
    assert told["cards"]
    assert says in ask("file", drafts=[draft(**wrong)])["error"]["message"]


@given(
    st.recursive(
        st.none() | st.booleans() | st.integers(-(10**9), 10**9) | st.text(max_size=30),
        lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.sampled_from([*ODALYS.plain(), *KEYS]), inner),
        max_leaves=12,
    )
)
@settings(max_examples=60, deadline=None)
def test_whatever_a_page_kept_is_shown(kept: object) -> None:
    told = must("look", draft=kept)
    assert len(told["cards"][0]) == 2


def test_what_a_grown_character_has_been_through_is_kept() -> None:
    hurt = ODALYS._replace(hp=1, marks=(Box.GOAL,), grown=1, stats=(3, 2, 5, 2))
    told = must("look", draft=draft(hurt))
    assert told["been"] == "HP 1, Plot Armor 2, marked: Goal, grown by 1"
    assert told["ready"]
    assert must("look", draft=draft())["been"] == ""


# The Concept


def test_draws_give_what_the_tables_give_and_either_adjective() -> None:
    seen = set()
    for _ in range(200):
        told = must("draw", part="role", lying="7C")
        seen.add(told["card"]["code"])
    assert len(seen) > 30
    assert "7C" not in seen
    tables = house_tables()
    for card in DECK:
        concept = tables.concept(card, card)
        role, adjective = maker_bridge.drawn("role", card.code), maker_bridge.drawn("adjective", card.code)
        assert role["words"] == [{"text": concept.role, "says": ""}]
        assert [word["text"] for word in adjective["words"]] == [concept.adjective, concept.other]
        assert adjective["words"][0]["says"].startswith(card.suit.colour)
        whys = [part if isinstance(part, str) else part["text"] for half in (role, adjective) for part in half["why"]]
        assert "".join(whys).replace(".", ". ", 1) == concept.why
        assert role["rule"] in RULES
    assert "error" in ask("draw", part="luck")


# Files


def test_a_saved_file_is_what_the_command_reads(tmp_path: Path) -> None:
    """Whatever was typed: the file holds it, and ``aces cards`` prints it."""
    texts = [text for text in PAYLOADS if text.strip()]
    people = [tidied(typed(number, text)) for number, text in enumerate(texts)]
    people = [*example_party(), *people]
    told = must("file", drafts=[draft(each) for each in people])
    assert (told["name"], told["left_out"]) == ("characters.toml", [])
    assert card_sources.characters_of(told["text"], "saved.toml").characters == tuple(people)
    for each in (*example_party(), people[7]):
        one = must("file", drafts=[draft(each)])
        file = tmp_path / one["name"]
        file.write_text(one["text"], "utf-8")
        assert main(["cards", str(file), "-o", str(tmp_path / "out.pdf")]) == 0
        assert must("read", text=one["text"], name=file.name)["drafts"][0]["name"] == each.name


def typed(number: int, text: str) -> Character:
    """Somebody with a hostile text in many places, quotes and line breaks around it."""
    secret = f"{text}\n\n\"{text}'\\"
    return ODALYS._replace(name=f"Number {number}", goal=text, secret=secret, item_jack=text.strip()[:120])


def tidied(character: Character) -> Character:
    """The same as a reader takes it: no spaces at the ends of texts."""
    return read_characters({"format": "aces-party/1", "character": [character.plain()]}, "x")[0]


def test_who_is_not_ready_is_left_out_by_name_and_alone_refused() -> None:
    told = must("file", drafts=[draft(), fresh() | {"name": "Half"}])
    assert [each["name"] for each in told["left_out"]] == ["Half"]
    assert must("read", text=told["text"])["drafts"] == [maker_bridge._spare(ODALYS)]
    error = ask("file", drafts=[fresh()])["error"]
    assert {fault.partition(":")[0] for fault in error["faults"]} == {"Name", "Adjective", "Role", "Affinity", "Stats"}
    spent = ask("file", drafts=[draft(stats=stats_of((1, 1, 1, 1)))])["error"]
    assert "That takes 0 Lucky Points" in spent["message"]
    assert "error" in ask("file", drafts=[])


def test_a_party_and_a_campaign_are_read_in_toml_and_json() -> None:
    campaign = begin("Heron Street", example_party())
    for text in (json.dumps(campaign.plain()), json.dumps({"format": "aces-party/1", "character": [draft()] * 2})):
        names = [one["name"] for one in must("read", text=text, name="x.json")["drafts"]]
        assert names == ([one.name for one in example_party()] if "Street" in text else [ODALYS.name] * 2)
    error = ask("read", text='{"format": "aces-party/1", "character": [{"nmae": "x"}]}', name="x.json")["error"]
    assert error["source"] == "x.json"
    assert "character[1].nmae: unknown key; did you mean name?" in error["faults"]


def test_reading_a_draft_back_changes_nothing() -> None:
    for character in (*example_party(), ODALYS._replace(hp=0, plot_armor=0, marks=tuple(Box))):
        spare = maker_bridge._spare(character)
        assert maker_bridge.Draft.of(spare).whole() == character
        assert "hp" in spare or character.hp == BLANK.hp


# Links


def test_a_link_holds_the_whole_character() -> None:
    for character in (*example_party(), *(tidied(ODALYS._replace(goal=text, name="Ann")) for text in PAYLOADS)):
        fragment = must("link", draft=draft(character))["fragment"]
        assert len(fragment) <= maker_bridge.LINK_LIMIT
        assert must("unlink", fragment=fragment)["drafts"] == [maker_bridge._spare(character)]


def test_a_link_that_would_be_too_long_is_refused_with_the_numbers() -> None:
    chance = Random(1)
    noise = "".join(chance.choices(ascii_letters, k=6_000))
    why = ask("link", draft=draft(goal=noise, secret=noise[::-1]))["error"]["message"]
    assert why.startswith("A link for Odalys Boateng would have ")
    assert "none has more than 6,000. Allowed: save the file and send that" in why


def linked(data: bytes, version: str = "1") -> str:
    return f"{version}.{base64.urlsafe_b64encode(zlib.compress(data)).decode().rstrip('=')}"


@pytest.mark.parametrize(
    ("fragment", "says"),
    [
        ("", "is damaged"),
        ("1.", "is damaged"),
        ("1.AAAA", "is damaged"),
        ("<script>", "is damaged"),
        ("1.<img src=x onerror=alert(1)>", "is damaged"),
        (linked(b"{}")[:-3], "is damaged"),
        (linked(b"{}") + "AAAA", "is damaged"),
        (linked(b"[" * 100_000), "nested too deeply"),
        (linked(b" " * 10_000_000), "is damaged"),
        (linked(b"\xff"), "is damaged"),
        (linked(b"{}", "2"), "is of version 2, and this page reads 1"),
        (linked(b"[]"), "must be a table"),
        (linked(b"{}"), "character[1].name: missing"),
        (linked(json.dumps(draft(nmae="x")).encode()), "unknown key; did you mean name?"),
        (linked(json.dumps(draft(name="a\x1b[2J")).encode()), "control character U+001B"),
        (linked(json.dumps(draft(name=["x"])).encode()), "must be a text"),
        (linked(json.dumps(draft(stats=stats_of((9, 9, 9, 9)))).encode()), "No Stat goes above 4"),
        (linked(b'{"name": "a", "name": "b"}'), "stands twice"),
        ("1." + "A" * 6_000, "This link is damaged: it may have been cut off on its way"),
    ],
)
def test_a_hostile_link_is_one_clear_refusal(fragment: str, says: str) -> None:
    error = ask("unlink", fragment=fragment)["error"]
    assert error["message"].lower().startswith("this link")
    assert says in error["message"] or any(says in fault for fault in error.get("faults", ()))


# Universal 21


def test_every_character_of_the_other_game_comes_over_as_the_converter_says() -> None:
    for build in creator_builds():
        told = ask("moving", stats=build)
        if ways := conversions(build):
            assert [tuple(way["stats"][key] for key in KEYS) for way in told["ways"]] == list(ways)
            assert told["rule"] in RULES
        else:
            assert told["error"]["rule"] == "u21-convert"
    told = ask("moving", stats=[4, 4, 4])["error"]
    assert told == {"message": "They sum to 12. Allowed: a sum of 8.", "rule": "u21-points"}


# Printing


@pytest.mark.parametrize(
    "asked",
    [
        {},
        {"paper": "letter", "size": "bridge", "style": "plain", "save_ink": True},
        {"sides": "fold"},
        {"flip": "short", "right": 1.5, "down": -2, "marks": False, "size": "a6"},
        {"sides": "front", "style": "large", "size": "index", "paper": "pa4"},
    ],
)
def test_sheets_are_the_printers_sheets(asked: dict[str, Any]) -> None:
    """The same plans: papers, marks, notes, places; every side behind its own front."""
    people = [*example_party(), tidied(ODALYS._replace(goal="Win. " * 400))]
    told = must("pages", people=[{"draft": draft(one)} for one in people], job=asked, fill=True)
    words = {key: value for key, value in asked.items() if key not in ("right", "down")}
    job = maker_bridge.job_of(**words, offset=(asked.get("right", 0.0), asked.get("down", 0.0)))
    cards = [card for one in people for card in compose(one, job.size, job.style, job.extras(Extras())).cards]
    cards += [compose(BLANK, job.size, job.style, job.extras(Extras())).cards[0]] * (-len(cards) % job.layout.per_sheet)
    runs = sheets(len(cards), job.layout.per_sheet)
    expected = [
        plan
        for number, run in enumerate(runs, 1)
        for plan in plans(
            job, [cards[at] for at in run], tuple(at + 1 for at in run), maker_bridge.NOTE, number, len(runs)
        )
    ]
    assert len(told["pages"]) == len(expected)
    for page, plan in zip(told["pages"], expected, strict=True):
        assert page["paper"] == [plan.paper.width, plan.paper.height]
        assert page["besides"] == [card_html.plain(node) for node in card_html.page_nodes(plan)]
        assert [(style, told["sides"][number]) for style, number in page["cards"]] == [
            (card_html.place_style(place), card_html.plain(card_html.side_node(side))) for place, side in plan.cards
        ]


def test_one_card_alone_and_nobody_at_all() -> None:
    one = must("pages", people=[{"draft": draft()}])
    assert (one["cards"], len(one["pages"]), len(one["sides"])) == (1, 2, 2)
    nobody = must("pages", people=[])
    assert (nobody["cards"], len(nobody["pages"]), len(nobody["sides"])) == (9, 2, 2)
    portrait = must("pages", people=[{"draft": draft(), "portrait": "p1"}])
    assert '["img", {"data-portrait": "p1"' in json.dumps(portrait["sides"])


@pytest.mark.parametrize(
    ("job", "says"),
    [
        ({"size": "a7"}, "'a7' is not a size of cards"),
        ({"paper": "a3"}, "'a3' is not a paper"),
        ({"sides": "none"}, "'none' is not a choice of sides"),
        ({"right": 30}, "an offset of 30, 0 mm; at most 20 mm"),
        ({"size": "page", "sides": "fold"}, "does not fit on half"),
    ],
)
def test_what_cannot_be_printed_is_said(job: dict[str, Any], says: str) -> None:
    assert says in ask("pages", people=[{"draft": draft()}], job=job)["error"]["message"]


def test_a_print_is_bounded() -> None:
    many = ask("pages", people=[{"draft": draft()}] * 251)
    assert "the page prints 250 at once" in many["error"]["message"]


@pytest.mark.parametrize(
    "job",
    [
        {},
        {"size": "tarot", "paper": "letter", "style": "large", "save_ink": True},
        {"sides": "fold", "flip": "short", "marks": False},
        {"right": -1.5, "down": 2, "paper": "pa4", "sides": "front"},
    ],
)
def test_the_command_shown_prints_the_saved_file(job: dict[str, Any], tmp_path: Path) -> None:
    saved = must("file", drafts=[draft()])
    words = shlex.split(must("command", job=job, name=saved["name"].removesuffix(".toml"))["command"])
    assert words[0] == "aces"
    (tmp_path / saved["name"]).write_text(saved["text"], "utf-8")
    asked = [str(tmp_path / word) if word.endswith((".toml", ".pdf")) else word for word in words[1:]]
    assert main(asked) == 0
    assert (tmp_path / "odalys-boateng.pdf").read_bytes().startswith(b"%PDF")


@pytest.mark.parametrize(
    "name", ["me.png", "my face.png", "it's me; rm -rf *.png", "--strict.png", "$(id).png", "`id`\n.jpg"]
)
def test_whatever_a_picture_is_called_it_is_one_word_of_the_command(name: str) -> None:
    words = shlex.split(must("command", name="wren", portrait=name)["command"])
    assert words[-3:] == [f"--portrait={name}", "-o", "wren.pdf"]


# Hostile characters: printed as typed, or refused clearly


@pytest.mark.parametrize("text", [*PAYLOADS, *CONTROL])
def test_hostile_texts_are_texts_in_the_elements_of_the_page(text: str) -> None:
    """Each as a text of an element and nothing else: no tag, no attribute, no style comes from what was typed."""
    keys = ("name", "adjective", "role", "item_seven", "item_jack", "description", "goal", "flaw", "secret")
    told = must("look", draft=draft() | dict.fromkeys(keys, text))
    plain = {element_shape(side) for card in drawn(ODALYS) for side in card}
    tags = {tag for tag, _ in {pair for shape in plain for pair in shape}}
    for card in told["cards"]:
        for side in card:
            for tag, names in element_shape(side):
                assert tag in tags
                assert names <= {"class", "style", "role", "aria-label", "aria-hidden", "d", "fill", "stroke",
                                 "stroke-width", "stroke-linecap", "stroke-linejoin", "stroke-dasharray",
                                 "width", "height", "viewBox"}  # fmt: skip
            assert not [value for value in styles(side) if "<" in value or "url" in value]


def element_shape(node: list[Any]) -> frozenset[tuple[str, frozenset[str]]]:
    tag, attributes, *children = node
    inner = frozenset().union(*(element_shape(child) for child in children if isinstance(child, list)))
    return inner | {(tag, frozenset(attributes))}


def styles(node: list[Any]) -> list[str]:
    _, attributes, *children = node
    own = [value for name, value in attributes.items() if name == "style"]
    return own + [value for child in children if isinstance(child, list) for value in styles(child)]


def test_no_question_is_answered_with_a_fault_of_our_own() -> None:
    assert ask("nothing")["error"]["message"] == "'maker.nothing' is no method"
    assert maker_bridge.title_of("item_seven") == "Item of the 7"
