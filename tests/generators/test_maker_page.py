"""The page that makes characters: what it offers is the engine's and the printer's, its scripts hold no rule."""

from __future__ import annotations

import json
import re

import pytest

from aces.cards import SUITS
from aces.lite.character import CREATION_CAP, LOWEST_STAT, LUCKY_POINTS, STATS, example_party
from aces.lite.wild import house_tables
from generators import card_extras, card_html, fonts, maker_page, play_page, table_page
from generators.card_plans import FLIPS, SIDES
from generators.card_sides import compose
from generators.card_styles import CABARET, STYLES
from generators.env import in_words
from generators.imposition import CARDS, PAPERS
from generators.rulebooks import RULES


@pytest.fixture(scope="module")
def page() -> str:
    made = maker_page.frame()
    assert isinstance(made, str)
    return made


@pytest.fixture(scope="module")
def files() -> dict[str, bytes]:
    return maker_page.assets()


def options(page: str, name: str) -> list[str]:
    """The values of a choice."""
    found = re.search(rf'data-job="{name}">(.*?)</select>', page, re.S)
    assert found
    return re.findall(r'value="([^"]+)"', found[1])


def test_what_it_offers_is_what_the_printer_takes(page: str) -> None:
    assert options(page, "size") == list(CARDS)
    assert options(page, "style") == list(STYLES)
    assert options(page, "paper") == list(PAPERS)
    assert options(page, "sides") == list(SIDES)
    assert options(page, "flip") == list(FLIPS)
    assert "Poker, 63 × 88 mm, nine to a sheet" in page


def test_stats_suits_words_and_people_are_the_engines(page: str) -> None:
    assert re.findall(r'class="mk-stat" data-stat="(\w+)"', page) == [stat.key for stat in STATS]
    assert re.findall(r'value="(\w+)" data-field="affinity"', page) == [suit.word for suit in SUITS]
    assert f"<h2>{in_words(LUCKY_POINTS).capitalize()} Lucky Points</h2>" in page
    assert page.count('class="mk-on"') == LOWEST_STAT * len(STATS)
    pips = re.findall(r'data-pips="\w+" aria-hidden="true">(.*?)</span>', page)
    assert [row.count("<i") for row in pips] == [CREATION_CAP] * len(STATS)
    assert re.findall(r'data-act="example" data-name="([^"]+)"', page) == [one.name for one in example_party()]
    words = re.findall(r'<option value="([^"]+)"></option>', page)
    tables = house_tables()
    assert words == [word for row in tables.characters for word in (row.black, row.red)] + [
        row.role for row in tables.characters
    ]


def test_the_example_is_a_real_card(page: str) -> None:
    (card,) = compose(example_party()[maker_page.SHOWN], CARDS["poker"], CABARET).cards
    for side in card:
        assert card_html.html(card_html.side_node(side, headings=False)) in page


def test_every_rule_has_its_link(page: str) -> None:
    assert re.findall(r'href="rule:([\w-]+)" data-rule="([\w-]+)"', page) == [(rule, rule) for rule in RULES]


def test_the_scripts_are_told_what_holds_before_the_engine_is_there(page: str) -> None:
    found = re.search(r'<script type="application/json" data-part="facts">(.*?)</script>', page)
    assert found
    told = json.loads(found[1])
    assert told["fresh"] == {"stats": {stat.key: LOWEST_STAT for stat in STATS}}
    assert told["picture"]["bytes"] == card_extras.MOST_BYTES
    assert told["picture"]["printed"] == list(card_extras.PRINTED)


def test_what_a_script_asks_for_is_published_under_what_is_in_it(page: str, files: dict[str, bytes]) -> None:
    there = {
        ".": files,
        "../play": play_page.scripts(),
        "../table": table_page.scripts(),
    }
    asked = {name: re.findall(r'from "([^"]+)"', files[name].decode()) for name in maker_page.SCRIPTS}
    assert len(asked["maker.js"]) == 7
    for addresses in asked.values():
        for address in addresses:
            path, _, digest = address.partition("?v=")
            folder, _, name = path.rpartition("/")
            assert name in there[folder]
            assert len(digest) == 8
    # They are on their way before the first script is read.
    named = {re.sub(r"^\.", "../assets/maker", address) for address in asked["maker.js"] if address[1] == "/"}
    named |= {address.replace("..", "../assets", 1) for address in asked["maker.js"] if address[1] == "."}
    assert set(re.findall(r'rel="modulepreload" href="([^"]+)"', page)) == named
    # What two pages share has one address on both.
    mine = re.findall(r'from "(\.\./play/view\.js[^"]*)"', files["maker.js"].decode())
    theirs = re.findall(r'from "(\.\./play/view\.js[^"]*)"', there["../table"]["files.js"].decode())
    assert mine == theirs


def test_the_letters_of_the_printed_cards_are_there(files: dict[str, bytes]) -> None:
    sheet = files["maker.css"].decode()
    named = set(re.findall(r'url\("([\w.-]+)"\)', sheet))
    assert (
        named
        == {fonts.font_file(face).name for face in fonts.MORE_FACES}
        == {name for name in files if name.endswith(".woff2")}
    )
    assert sheet.count("unicode-range:") == len(named)


def test_no_rule_stands_in_the_scripts(files: dict[str, bytes]) -> None:
    """Rules have ids, and numbers; the scripts get both from the engine."""
    for name in maker_page.SCRIPTS:
        text = re.sub(r"//.*|/\*.*?\*/", "", files[name].decode(), flags=re.S)
        assert "lite-" not in text
        assert "u21-" not in text
        if name != "maker_picture.js":
            assert not re.findall(r"(?<![\w.#-])(?:7|11|21)(?![\w.%])", text)
