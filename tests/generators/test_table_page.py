"""The page beside real cards: what it offers is the engine's, its scripts hold no rule, and it is kept whole or not."""

from __future__ import annotations

import gzip
import json
import re
from pathlib import Path

import pytest

from aces.cards import RANKS, SUITS
from aces.lite.character import CREATION_CAP, LOWEST_STAT, STATS, example_party
from aces.lite.ids import RULES
from aces.lite.outcome import OUTCOMES
from generators import offline, play_page, table_page


@pytest.fixture(scope="module")
def page() -> str:
    made = table_page.frame()
    assert isinstance(made, str)
    return made


def test_the_pad_has_every_rank_and_suit_with_letter_and_colour(page: str) -> None:
    ranks = re.findall(r'data-rank="(\w+)" data-word="(\w+)"', page)
    assert sorted(ranks) == sorted((rank.text, rank.word) for rank in RANKS)
    assert ranks[0][0] == "A"
    suits = re.findall(r'data-suit="(\w)" data-glyph="(.)" data-word="(\w+)"', page)
    assert suits == [(suit.letter, suit.glyph, suit.word) for suit in SUITS]
    for suit in SUITS:
        assert f"<small>{suit.letter} {suit.colour}</small>" in page


def test_the_choices_are_the_engines(page: str) -> None:
    assert re.findall(r'class="at-pick" data-outcome="(\w+)"', page) == list(OUTCOMES)
    assert re.findall(r'name="affinity" value="(\w+)"', page) == [suit.word for suit in SUITS]
    form = page[page.index("write-form") : page.index("join-file")]
    for stat in STATS:
        assert f'name="{stat.key}" type="number" inputmode="numeric" min="{LOWEST_STAT}" max="{CREATION_CAP}"' in form
    assert re.findall(r'data-act="example" data-name="([^"]+)"', page) == [one.name for one in example_party()]


def test_every_rule_has_its_link(page: str) -> None:
    assert re.findall(r'href="rule:([\w-]+)" data-rule="([\w-]+)"', page) == [(rule, rule) for rule in RULES]


def test_what_a_script_asks_for_is_published_under_what_is_in_it() -> None:
    files = table_page.scripts()
    shared = play_page.scripts()
    asked = {name: re.findall(r'from "([^"]+)"', files[name].decode()) for name in table_page.SCRIPTS}
    assert asked["atable.js"]
    for addresses in asked.values():
        for address in addresses:
            path, _, digest = address.partition("?v=")
            folder, _, name = path.rpartition("/")
            assert name in (files if folder == "." else shared)
            assert folder in (".", "../play") and len(digest) == 8


def test_a_change_deep_down_changes_the_address_of_all_above_it() -> None:
    sources = {"a.js": 'import { b } from "./b.js";', "b.js": "export const b = 1;", "view.js": ""}
    top = 'import { a } from "./a.js";'
    before = table_page.linked(top, sources)
    assert before != table_page.linked(top, {**sources, "b.js": "export const b = 2;"})
    assert before == table_page.linked(top, {**sources, "view.js": "changed"})


def test_no_rule_stands_in_the_scripts() -> None:
    """Rules have ids, and numbers such as 21; the scripts get both from the engine."""
    files = table_page.scripts()
    for name in ("atable.js", "atable_judge.js", "atable_pad.js", "atable_party.js", "atable_store.js"):
        text = files[name].decode()
        assert "lite-" not in text
        assert re.findall(r"(?<![\w.#-])(?:1[01]|2[0-9]|5[02])(?![\w.%])", text) == []


@pytest.fixture
def site(tmp_path: Path) -> Path:
    for name, data in {
        "index.html": b"home",
        "rules/index.html": b"rules",
        "404.html": b"lost",
        "assets/a.js": b"a",
        "assets/runtime/library.zip.gz": gzip.compress(b"zip", mtime=0),
        "files/sheet.pdf": b"%PDF",
        "files/schemas/x.json": b"{}",
        "sitemap.xml.gz": b"",
    }.items():
        file = tmp_path / name
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_bytes(data)
    return tmp_path


def kept(site: Path) -> dict[str, object]:
    line = (site / offline.NAME).read_text("utf-8").splitlines()[0]
    found: dict[str, object] = json.loads(line.removeprefix("self.KEPT = ").removesuffix(";"))
    return found


def test_the_worker_keeps_pages_scripts_and_runtime_under_their_sums(site: Path) -> None:
    offline.write(site)
    listed = {path: sums for path, *sums in kept(site)["files"]}  # type: ignore[attr-defined]
    assert set(listed) == {"", "rules/", "404.html", "assets/a.js", "assets/runtime/library.zip.gz"}
    assert listed["rules/"] == [offline.digest(b"rules")]
    assert listed["assets/runtime/library.zip.gz"][1] == offline.digest(b"zip")
    assert offline.SCRIPT.read_text("utf-8") in (site / offline.NAME).read_text("utf-8")


def test_its_version_is_that_of_what_it_keeps(site: Path) -> None:
    offline.write(site)
    before = kept(site)["version"]
    offline.write(site)
    assert kept(site)["version"] == before, "nothing has changed, the worker's own presence included"
    (site / "files/sheet.pdf").write_bytes(b"%PDF 2")
    offline.write(site)
    assert kept(site)["version"] == before, "a download is not kept"
    (site / "rules/index.html").write_bytes(b"other rules")
    offline.write(site)
    assert kept(site)["version"] != before
