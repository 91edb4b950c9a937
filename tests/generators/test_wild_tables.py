"""The Wild tables: page, PDF, and a script that knows only what the engine told it."""

from __future__ import annotations

import json
import re
import shutil
import subprocess
import tomllib
from html import unescape
from pathlib import Path

import pypdfium2
import pytest

from aces.cards import DECK, RANKS, SUITS
from aces.faults import BadFile, bundled
from aces.lite.wild import TEXT_LIMIT, WILD_KINDS, WildTables, check_wild, house_tables
from generators import wild_tables
from generators.imposition import PAPERS, Size
from generators.wild_tables import CHOICES, GlyphError, draws

TOP = Path(__file__).parent.parent.parent
NODE = next((str(path) for path in (TOP / ".venv/bin/node",) if path.exists()), None) or shutil.which("node")
RULES = ("lite-wild-characters", "lite-wild-places", "lite-wild-adventures", "lite-wild-deck")


def texts(wild: WildTables) -> list[str]:
    """Every word of the tables that a reader draws."""
    columns = (
        *(part for row in wild.characters for part in (row.role, row.black, row.red)),
        *(part for row in wild.places for part in (row.locale, row.place)),
        *(text for row in (*wild.prompts, *wild.words) for text in row.texts),
        *(row.text for row in (*wild.subjects, *wild.states, *wild.objects)),
    )
    return list(columns)


def longest(length: int = TEXT_LIMIT, prompts: int = 6) -> WildTables:
    """Tables whose every text is as long as a text may be."""
    count = 0

    def text() -> str:
        nonlocal count
        count += 1
        return (f"Number {count} of very many words that somebody wrote down one evening"[:length]).ljust(length, "n")

    data = tomllib.loads(bundled("wild.toml"))
    ranks, suits = [rank.text for rank in RANKS], [suit.word for suit in SUITS]
    data["characters"]["roles"] = {rank: text() for rank in ranks}
    data["characters"]["adjectives"] = {rank: {"black": text(), "red": text()} for rank in ranks}
    data["places"]["locales"] = {rank: text() for rank in ranks}
    data["places"]["places"] = {rank: text() for rank in ranks}
    data["places"]["prompts"] = {suit: [text() for _ in range(prompts)] for suit in suits}
    data["adventures"]["subjects"] = {rank: text() for rank in ranks}
    data["adventures"]["states"] = {suit: text() for suit in suits}
    data["macguffins"]["objects"] = {rank: text() for rank in ranks}
    data["macguffins"]["words"] = {suit: [text(), text()] for suit in suits}
    return check_wild(data, "longest.toml")


def printed(data: bytes) -> list[str]:
    """The words of each page, without any space."""
    with pypdfium2.PdfDocument(data) as document:
        return ["".join(page.get_textpage().get_text_range().split()) for page in document]


def test_the_page_has_the_rules_and_every_word() -> None:
    page = wild_tables.page()
    for rule in RULES:
        assert len(re.findall(rf"\{{ #{rule} \.rule \}}", page)) == 1
    shown = unescape(page)
    for text in texts(house_tables()):
        assert text in shown
    assert "Ours." in page
    assert "aces wild --tables" in page
    assert [choice.kind for choice in CHOICES] == list(WILD_KINDS)


@pytest.mark.parametrize("paper", PAPERS.values(), ids=list(PAPERS))
def test_the_pdf_has_every_word_on_two_pages(paper: Size) -> None:
    pages = printed(wild_tables.sheet(paper))
    assert len(pages) == 2
    whole = "".join(pages)
    for text in texts(house_tables()):
        assert "".join(text.split()) in whole
    assert "Forexample" in whole


def test_the_longest_tables_fit_too() -> None:
    """On the shorter paper."""
    wild = longest()
    pages = printed(wild_tables.sheet(min(PAPERS.values(), key=lambda paper: paper.height), wild))
    assert len(pages) == 2
    for text in texts(wild):
        assert any("".join(text.split()) in page for page in pages)


def test_a_glyph_that_cannot_be_printed_is_named() -> None:
    wild = house_tables()
    row = wild.places[3]._replace(place="A bar called 李")
    with pytest.raises(
        GlyphError, match=r"wild\.toml: places: 'A bar called 李': no printed face has '李' \(U\+674E\)"
    ):
        wild_tables.check_glyphs(wild._replace(places=(*wild.places[:3], row, *wild.places[4:])))


def own(folder: Path, text: str, monkeypatch: pytest.MonkeyPatch) -> None:
    file = folder / wild_tables.OWN_FILE
    file.parent.mkdir(parents=True)
    file.write_text(text, "utf-8")
    monkeypatch.setattr(wild_tables, "TOP", folder)


def test_a_file_of_ones_own_replaces_the_words(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    text = bundled("wild.toml").replace('"Stowaway"', '"Stilt-Walker"').replace('"House Wild Tables"', '"Fen Tables"')
    own(tmp_path, text, monkeypatch)
    page = wild_tables.page()
    assert "Stilt-Walker" in page
    assert "Stowaway" not in page
    assert "tables of Fen Tables" in page
    assert "Ours." not in page
    assert "Stilt-Walker" in wild_tables.data_file()
    assert any(output.needs == (wild_tables.OWN_FILE,) for output in wild_tables.OUTPUTS if output.name == "wild.md")


def test_a_faulty_file_of_ones_own_stops_the_build(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    own(tmp_path, re.sub(r"^Q = .*\n", "", bundled("wild.toml"), count=1, flags=re.M), monkeypatch)
    with pytest.raises(BadFile, match=r"docs/wild\.toml: characters\.roles\.Q: missing"):
        wild_tables.page()


def test_markup_in_words_stays_words(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    rude = "<b>x</b> {{ 7*7 }} &amp; [a](rule:x)"
    text = (
        bundled("wild.toml")
        .replace('"Stowaway"', f'"{rude}"')
        .replace('title = "House Wild Tables"', f'title = "{rude}"')
    )
    own(tmp_path, text, monkeypatch)
    page = wild_tables.page()
    assert "<b>x</b>" not in page
    assert "{{" not in page
    assert page.count("&lt;b&gt;x&lt;/b&gt; &#123;&#123; 7*7 &#125;&#125; &amp;amp; [a](rule:x)") == 2
    assert "".join(rude.split()) in "".join(printed(wild_tables.sheet(PAPERS["a4"])))


def test_what_the_script_is_told_is_what_the_engine_says() -> None:
    wild = house_tables()
    told = json.loads(wild_tables.data_file())
    assert [card["text"] for card in told["cards"]] == [str(card) for card in DECK]
    for index, card in enumerate(DECK):
        for kind in ("locale", "place"):
            place = wild.place(card, kind)  # type: ignore[arg-type]
            assert told[kind][index] == {"text": place.text, "why": place.why, "prompts": list(place.prompts)}
        adventure, thing = wild.adventure(card), wild.macguffin(card)
        assert told["adventure"][index] == {"text": adventure.text, "why": adventure.why}
        assert told["macguffin"][index] == {"text": thing.text, "why": thing.why, "other": thing.other_text}


@pytest.mark.skipif(NODE is None, reason="there is no Node.js")
def test_the_script_reads_two_cards_as_the_engine_does(tmp_path: Path) -> None:
    """Every pair of cards, in the script and in the engine."""
    (tmp_path / "wild.json").write_text(json.dumps(draws(house_tables())), "utf-8")
    module = (TOP / "playground/wild.js").as_uri()
    (tmp_path / "run.mjs").write_text(
        f"""
        import {{ readFileSync }} from "node:fs";
        import {{ asText, pick, read }} from "{module}";
        const draws = JSON.parse(readFileSync(process.argv[2], "utf8"));
        const out = [];
        for (let a = 0; a < 52; a += 1) for (let b = 0; b < 52; b += 1) if (a !== b) {{
          const {{ said, cards }} = read(draws, draws.choices[0], [a, b]);
          out.push([cards.map((card) => card.text).join(" "), said.text, said.other, said.why]);
        }}
        const counts = new Array(52).fill(0);
        for (let n = 0; n < 10400; n += 1) counts[pick(1, 52)[0]] += 1;
        const pairs = Array.from({{ length: 500 }}, () => pick(2, 52));
        const lines = asText(read(draws, draws.choices[1], [0]));
        console.log(JSON.stringify({{ out, counts, pairs, lines }}));
        """,
        "utf-8",
    )
    assert NODE is not None
    run = subprocess.run(
        [NODE, tmp_path / "run.mjs", tmp_path / "wild.json"], capture_output=True, text=True, check=True, timeout=60
    )
    said = json.loads(run.stdout)
    wild = house_tables()
    expected = []
    for first in DECK:
        for second in DECK:
            if first is not second:
                concept = wild.concept(first, second)
                expected.append([f"{first} {second}", concept.text, concept.other_text, concept.why])
    assert said["out"] == expected
    assert min(said["counts"]) > 100
    assert max(said["counts"]) < 320
    assert all(a != b and min(a, b) >= 0 and max(a, b) < 52 for a, b in said["pairs"])
    place = wild.place(DECK[0], "locale")
    assert said["lines"] == "\n".join(
        [f"Locale: {place.text} ({DECK[0]})", *(f"- {prompt}" for prompt in place.prompts)]
    )
