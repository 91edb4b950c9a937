"""The page about files: it describes every key and every option, and its examples are real."""

from __future__ import annotations

import re
from pathlib import Path
from typing import get_args, get_type_hints

import pytest

from aces.faults import BadFile, parse_toml
from aces.games import GAMES, rules_for
from aces.lite.campaign import read_campaign
from aces.lite.character import example_party, read_characters
from aces.lite.resolution import Verb
from aces.record import read_record
from aces.rules import BadText
from aces.shapes import Schema
from aces.universal21 import Choice
from generators import campaign_file, file_formats, game_options
from generators.registry import outputs
from generators.schemas import of_campaign, party

DOCS = Path(__file__).parents[2] / "docs"
PAGE = (DOCS / "files.md").read_text("utf-8")


def test_every_key_of_every_table_is_described() -> None:
    """The page tells every key that the schemas have, in the same words, and none that they do not have."""
    top = of_campaign()
    row, entry = top["properties"]["character"]["items"], top["properties"]["resolution"]["items"]
    described = {
        "keys-campaign": top,
        "keys-options": top["properties"]["options"],
        "keys-resolution": entry,
        "keys-result": entry["properties"]["results"]["items"],
        "keys-party": party(),
    }
    own = {name: {key.name: key.what for key in file_formats.keys(name)} for name in file_formats.tables()}
    for name, schema in described.items():
        assert own[name] == words(schema)
    assert own["keys-character"] | own["keys-member"] == words(row)


def words(schema: Schema) -> dict[str, str]:
    return {key: part["description"] for key, part in schema["properties"].items()}


def test_every_option_of_every_game_is_described() -> None:
    assert {name for game in GAMES for name in rules_for(game, {}).header()} == set(game_options.WHAT)


@pytest.mark.parametrize("game", GAMES)
def test_what_an_option_may_be_is_what_the_game_takes(game: str) -> None:
    """Each word that the page allows is taken as it stands, or refused only because of the other options."""
    for key in file_formats.options(game):
        if key.name in ("items", "affinities"):
            continue
        for word in re.findall(r"`([^`]+)`", key.allowed):
            try:
                made = rules_for(game, {key.name: word}).header()[key.name]
            except BadText as error:
                made = word if f"'{word}'" not in str(error) else f"refused: {error}"
            assert made == word, key.name


@pytest.mark.parametrize("game", GAMES)
def test_the_record_of_each_game_is_real(game: str) -> None:
    match = read_record(file_formats.example(game))
    assert match.rules.game == game
    assert match.over
    html = file_formats.game(game)
    for line in file_formats.example(game).splitlines():
        assert line.replace('"', "&#34;").replace("'", "&#39;") in html


def test_the_campaign_on_the_page_reads_back() -> None:
    campaign = file_formats.heron_street()
    assert campaign_file.parse(campaign_file.written(campaign), "heron.toml") == campaign


def test_what_is_offered_to_copy_reads() -> None:
    text = file_formats.party_file().decode()
    assert read_characters(parse_toml(text, "party.toml"), "party.toml") == example_party()
    for name, data in file_formats.records().items():
        assert read_record(data.decode()).over, name


def test_the_faults_are_one_each() -> None:
    told = {fault.what: fault.says for fault in file_formats.faults()}
    assert told["A Stat of 5 at creation"].endswith("Allowed: 1 to 4. [lite-lucky-points]")
    assert "did you mean flaw?" in told["A key nobody knows"]
    assert "newer than this engine reads" in told["A file from a later version"]
    assert not [says for says in told.values() if "more fault" in says or "\n" in says]


def test_an_older_format_is_read_and_a_newer_one_refused() -> None:
    people = {"format": "aces-party/1", "character": [one.plain() for one in example_party()]}
    assert read_campaign(people, "party.toml").title == "A new campaign"
    with pytest.raises(BadFile, match="newer"):
        read_campaign(file_formats.newer(file_formats.heron_street().plain()), "heron.toml")


def test_the_page_names_every_move() -> None:
    moves = PAGE[PAGE.index("### The moves") : PAGE.index("### A Resolution")]
    named = {word.split()[0] for word in re.findall(r"`([^`]+)`", moves)}
    assert named == {*get_args(Verb), *get_args(get_type_hints(Choice)["verb"])}


def test_the_page_shows_every_table_game_and_schema() -> None:
    shown = set(re.findall(r"<!-- generated: ([\w-]+) -->", PAGE))
    assert {output.name for output in file_formats.OUTPUTS if output.kind == "fragment"} == shown
    published = {output.name for output in outputs() if output.name.startswith("files/schemas/")}
    assert published <= set(re.findall(r"\((files/schemas/[^)]+)\)", PAGE))
