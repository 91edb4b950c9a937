"""The index of the rules: what counts as an anchor, what is refused, and that the site agrees with the engine."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from aces.cards import Card, read_cards
from aces.games import GAMES, rules_for
from aces.lite.campaign import AS_RULED
from aces.lite.decks import best_total
from aces.lite.growth import Growth
from aces.lite.ids import Rule
from aces.lite.outcome import is_early_21, judge, usual_sources
from aces.lite.resolution import Resolution
from aces.rules import BadText
from generators.rule_index import Anchor, RuleIndexError, citations, page_url, rule_index, scan, strict
from generators.rulebooks import BOOKS, RULES, chapter_number
from generators.worked_example import read

TOP = Path(__file__).parents[2]
DOCS = TOP / "docs"
A_FEW = {name: Rule(name, "1", f"Title of {name}") for name in ("lite-stand", "lite-reveal")}


def write(folder: Path, **files: str) -> Path:
    for name, text in files.items():
        path = folder / name.replace("__", "/")
        path.parent.mkdir(parents=True, exist_ok=True)
        path.with_suffix(".md").write_text(text, encoding="utf-8")
    return folder


# what an anchor is


@pytest.mark.parametrize(
    ("text", "identity", "title", "line"),
    [
        ("**Stand.** You may.\n{ #lite-stand .rule }\n", "lite-stand", "Stand", 2),
        ("**Stand.** You may.\nAlways. { #lite-stand .rule }\n", "lite-stand", "Stand", 2),
        ("{#lite-stand}", "lite-stand", "Stand", 1),
        ("{: .rule #lite-stand data-n='1 2' }", "lite-stand", "Stand", 1),
        ('<li id="lite-stand" class="rule">Stand</li>', "lite-stand", "Stand", 1),
        ("<p class='rule' id='lite-stand'>", "lite-stand", "Stand", 1),
        ("## The *Truth*, again { #q11 }\n", "q11", "The Truth, again", 1),
        ("text\n\n## A [link](x.md) { #q2 }\n", "q2", "A link", 3),
        ("Tell { #term-tell }\n:   A card.\n", "term-tell", "Tell", 1),
        ("- **One.** x { #q1 }\n- **Two.** y { #q2 }\n", "q2", "Two", 2),
        ("---\ntitle: A\n---\n\n# H { #q7 }\n", "q7", "H", 5),
    ],
)
def test_anchor(text: str, identity: str, title: str, line: int) -> None:
    anchors, faults = scan(text, "rules/hits.md")
    assert not faults
    assert anchors[-1] == Anchor(identity, "rules/hits.md", f"rules/hits/#{identity}", title, line)


@pytest.mark.parametrize(
    "text",
    [
        "```\n{ #lite-stand .rule }\n```\n",
        "~~~ md\n```\n{ #lite-stand .rule }\n~~~\n",
        "Write `{ #lite-stand .rule }` below it.",
        "Write ``{ #lite-stand .rule } ` `` below it.",
        "<!-- { #lite-stand .rule } -->",
        "<!--\n{ #lite-stand .rule }\n-->",
        "---\ntitle: '{ #lite-stand }'\n---\n",
        "{{ #lite-stand }}",
        "{ .rule title='#lite-stand' }",
        "[the Truth](hits.md#lite-reveal) and {lite-stand} and #lite-stand",
        "## Only a heading { #of-its-own }",
    ],
)
def test_no_anchor(text: str) -> None:
    assert scan(text, "a.md") == ((), ())


def test_prose_after_a_fence_counts_again() -> None:
    anchors, _ = scan("```\n{ #q1 }\n```\n\n## H { #q2 }\n", "a.md")
    assert [anchor.id for anchor in anchors] == ["q2"]


@pytest.mark.parametrize(
    ("page", "url"),
    [
        ("index.md", ""),
        ("learn.md", "learn/"),
        ("rules/index.md", "rules/"),
        ("rules/hits.md", "rules/hits/"),
        ("rules/README.md", "rules/"),
    ],
)
def test_page_url(page: str, url: str) -> None:
    assert page_url(page) == url


@pytest.mark.parametrize(
    ("page", "link"),
    [
        ("rules/hits.md", "hits.md#q1"),
        ("learn.md", "rules/hits.md#q1"),
        ("play/index.md", "../rules/hits.md#q1"),
    ],
)
def test_link_from(page: str, link: str) -> None:
    assert Anchor("q1", "rules/hits.md", "rules/hits/#q1", "", 1).link_from(page) == link


# what is refused


def test_twice_on_a_page_is_a_fault() -> None:
    _, faults = scan("## A { #here }\n\n## B { #here }\n", "a.md")
    assert faults == ("a.md:3: #here stands here a second time (first on line 1)",)


@pytest.mark.parametrize("text", ["{ #lite-stant .rule }", "{ #lite-stant }", '<b id="lite-stant">'])
def test_unknown_rule_names_the_nearest(text: str) -> None:
    _, faults = scan(f"\n{text}\n", "a.md", A_FEW)
    assert faults == ("a.md:2: #lite-stant is no rule; did you mean lite-stand?",)


def test_a_rule_must_be_known_whatever_its_name() -> None:
    _, faults = scan("{ #zzz .rule }", "a.md")
    assert faults == ("a.md:1: #zzz is no rule",)


def test_twice_on_the_site_names_both_places(tmp_path: Path) -> None:
    docs = write(tmp_path, a="{ #lite-stand .rule }", rules__b="\n{ #lite-stand .rule }")
    with pytest.raises(RuleIndexError) as caught:
        rule_index(docs)
    assert caught.value.faults == ("rules/b.md:2: #lite-stand is already written in a.md:1",)


def test_the_same_heading_id_on_two_pages_is_fine(tmp_path: Path) -> None:
    assert rule_index(write(tmp_path, a="# A { #top }", b="# B { #top }")) == {}


def test_generated_pages_count_and_replace_their_source(tmp_path: Path) -> None:
    docs = write(tmp_path, wild="{ #lite-stand .rule }")
    index = rule_index(docs, {"wild.md": "\n{ #lite-reveal .rule }", "other.md": "{ #q1 }"})
    assert [(anchor.id, anchor.where) for anchor in index.values()] == [
        ("q1", "other.md:1"),
        ("lite-reveal", "wild.md:2"),
    ]


def test_all_faults_at_once(tmp_path: Path) -> None:
    with pytest.raises(RuleIndexError) as caught:
        rule_index(write(tmp_path, a="{ #lite-a }\n\n{ #lite-b }"))
    assert len(caught.value.faults) == 2
    assert str(caught.value) == "\n".join(caught.value.faults)


# pages against the engine


def engine(folder: Path, source: str) -> Path:
    (folder / "engine").mkdir()
    (folder / "engine" / "one.py").write_text(source, encoding="utf-8")
    return folder / "engine"


def test_citations_are_whole_texts(tmp_path: Path) -> None:
    found = citations(
        engine(
            tmp_path, '"""On lite-stand."""\nA = "lite-stand"\nB = ("x", ["lite-reveal"])\nC = "lite-"\nD = "lite"\n'
        ),
        A_FEW,
    )
    assert [(one.id, one.path, one.line, one.whole) for one in found] == [
        ("lite-stand", "engine/one.py", 2, True),
        ("lite-reveal", "engine/one.py", 3, True),
    ]


def strict_faults(tmp_path: Path, text: str, source: str) -> tuple[str, ...]:
    docs = write(tmp_path / "docs", a=text)
    with pytest.raises(RuleIndexError) as caught:
        strict(docs, engine(tmp_path, source), rules=A_FEW)
    return caught.value.faults


BOTH = "{ #lite-stand .rule }\n\n{ #lite-reveal .rule }"


def test_strict_gives_the_index(tmp_path: Path) -> None:
    index = strict(write(tmp_path / "docs", a=BOTH), engine(tmp_path, 'A = "lite-stand"'), rules=A_FEW)
    assert list(index) == ["lite-stand", "lite-reveal"]


def test_cited_and_no_rule(tmp_path: Path) -> None:
    assert strict_faults(tmp_path, BOTH, '\nA = "lite-stund"') == (
        "engine/one.py:2: lite-stund is cited and is no rule; did you mean lite-stand?",
    )


def test_cited_in_pieces(tmp_path: Path) -> None:
    assert strict_faults(tmp_path, BOTH, 'A = f"lite-{1}"') == (
        "engine/one.py:1: lite-… is glued together; write the rule's id whole",
    )


def test_cited_and_not_written(tmp_path: Path) -> None:
    assert strict_faults(tmp_path, "{ #lite-reveal .rule }", 'A = "lite-stand"') == (
        "lite-stand (Title of lite-stand) is written on no page; it is cited in engine/one.py:1",
    )


def test_a_rule_nobody_cites_is_written_all_the_same(tmp_path: Path) -> None:
    assert strict_faults(tmp_path, "{ #lite-stand .rule }", "") == (
        "lite-reveal (Title of lite-reveal) is written on no page",
    )


# our own pages


def hand_written() -> dict[str, str]:
    return {file.relative_to(DOCS).as_posix(): file.read_text(encoding="utf-8") for file in DOCS.rglob("*.md")}


def test_every_rule_but_those_of_the_wild_page_is_written_by_hand() -> None:
    written = [anchor for anchor in rule_index(DOCS).values() if anchor.id in RULES]
    assert {rule for rule in RULES if not rule.startswith("lite-wild-")} <= {anchor.id for anchor in written}


def test_every_rule_paragraph_begins_with_the_rules_own_title() -> None:
    wrong = []
    for page, text in hand_written().items():
        for block in re.split(r"\n\s*\n", text):
            match = re.search(r"\{ #([a-z0-9]+-[a-z0-9-]+) \.rule \}", block)
            if match and not block.startswith(f"**{RULES[match.group(1)].title}.** "):
                wrong.append(f"{page}: {block[:60]}")
    assert not wrong


def test_links_to_rulings_lead_somewhere() -> None:
    index = rule_index(DOCS)
    for page, text in hand_written().items():
        for target in re.findall(r"rulings\.md#([\w-]+)", text):
            assert target in index, f"{page}: #{target}"
        for target in re.findall(r"\(rule:([\w-]+)\)", text):
            assert target in RULES, f"{page}: rule:{target}"


# the worked lines: `{ .example data-layout="A♠ 6♣" ... }` must be what the engine says


def examples() -> Iterator[tuple[str, dict[str, str], str]]:
    for page, text in hand_written().items():
        for block in re.split(r"\n\s*\n", text):
            match = re.search(r"\{ \.example (data-[^}]*)\}", block)
            if match:
                data = dict(re.findall(r'data-([a-z-]+)="([^"]*)"', match.group(1)))
                yield page, data, block[: match.start()]


def truth_for(total: int) -> tuple[Card, Card]:
    """Two Dealer cards, no Aces, that make a total."""
    pairs = ((tell, total - tell) for tell in range(2, 11))
    return next((Card.read(f"{a}S"), Card.read(f"{b}H")) for a, b in pairs if 2 <= b <= 10)


@pytest.mark.parametrize(("page", "data", "prose"), list(examples()))
def test_example(page: str, data: dict[str, str], prose: str) -> None:
    claims = 0

    def claim(number: int) -> None:
        nonlocal claims
        claims += 1
        assert re.search(rf"\b{number}\b", prose), f"{page}: the prose never says {number}"

    layout, sources = [], []
    for index, word in enumerate(data["layout"].split()):
        card, _, source = word.partition("@")
        layout.append(Card.read(card))
        sources.append(source or usual_sources(index + 1)[-1])
        assert str(layout[-1]) in prose
    if "total" in data:
        assert best_total(layout) == int(data["total"])
        claim(best_total(layout))
    if "early" in data:
        assert is_early_21(layout, sources) is (data["early"] == "yes")
        claims += 1
    for case in data.get("against", "").split():
        total, _, outcome = case.partition(":")
        assert judge(layout, *truth_for(int(total)), sources).outcome == outcome
        claim(int(total))
        assert outcome.title() in prose
    for case in data.get("totals", "").split():
        drawn = Card.read(data["draw"])
        assert str(drawn) in prose
        way, _, total = case.partition(":")
        after = [*layout, drawn]
        if way != "add":
            after.remove(Card.read(way))
        assert best_total(after) == int(total)
        claim(int(total))
    if "outcome" in data:
        tell, truth = read_cards(f"{data['tell']} {data['truth']}")
        aces = [int(value) for value in data["dealer-aces"].split()] if "dealer-aces" in data else None
        verdict = judge(layout, tell, truth, sources, aces)
        assert verdict.outcome == data["outcome"]
        assert str(tell) in prose
        assert str(truth) in prose
        assert data["outcome"].title() in prose
        claim(verdict.player.total)
        claim(verdict.dealer.total)
    assert claims, f"{page}: the example claims nothing"


# the rulings: every question, and every option with its readings


QUESTIONS = {"Q": ("rulings.md", 58), "A": ("ace-trump/rulings.md", 27), "B": ("ace-game/rulings.md", 29)}
"""The pages of rulings by the letter of their questions, and how many there are."""


def rulings(letter: str) -> dict[str, str]:
    """The text below each question of a page, by its number."""
    page, _ = QUESTIONS[letter]
    question = rf"^### ({letter}\d+)\. [^\n]*\{{ #({letter.lower()}\d+) \}}$"
    parts = re.split(question, hand_written()[page], flags=re.M)
    assert [number.lower() for number in parts[1::3]] == parts[2::3], "a question is called otherwise than its anchor"
    return dict(zip(parts[1::3], parts[3::3], strict=True))


@pytest.mark.parametrize("letter", QUESTIONS)
def test_every_question_has_its_ruling(letter: str) -> None:
    found = rulings(letter)
    _, count = QUESTIONS[letter]
    assert sorted(found, key=lambda name: int(name[1:])) == [f"{letter}{number}" for number in range(1, count + 1)]
    for name, text in found.items():
        assert text.count("{ .answer }") in (1, 2), name


OPTIONS = {
    "Q1": ["dealer-aces"],
    "Q12": ["discards"],
    "Q17": ["scene-items"],
    "Q26": ["ace"],
    "Q34": ["override"],
    "Q39": ["inventory"],
    "Q40": ["loser-hp"],
    "Q43": ["extremes"],
    "Q53": ["door-open", "door-shut"],
    "Q55": ["surge"],
    "A1": ["ties"],
    "B6": ["smash"],
    "B10": ["next-leader"],
}
"""The readings that the engine plays beside ours, by question."""


def named_options() -> Iterator[tuple[str, str, list[str]]]:
    """Each option that the pages name: its question, its name, its values."""
    for letter in QUESTIONS:
        for number, text in rulings(letter).items():
            for name, sentence in re.findall(r"\*\*Option\*\* `([\w-]+)`: ([^\n.]*)", text):
                yield number, name, re.findall(r"`([\w-]+)`", sentence)


def test_the_pages_name_every_option_and_no_other() -> None:
    named: dict[str, list[str]] = {}
    for number, name, _ in named_options():
        named.setdefault(number, []).append(name)
    assert named == OPTIONS


@pytest.mark.parametrize(
    ("letter", "game", "values"),
    [
        ("A", "ace-trump", {"fixed-trump": "Suns", "dealer": "player 2"}),
        ("B", "ace-game", {"start": "player 2", "max-superover": "unlimited"}),
    ],
)
def test_an_option_without_a_list_of_values_is_named_too(letter: str, game: str, values: dict[str, str]) -> None:
    text = "".join(rulings(letter).values())
    for name, value in values.items():
        assert f"The option `{name}`" in text
        assert rules_for(game, {name: value}).header()[name] == value


def setting(name: str) -> tuple[str, Callable[[str], str]]:
    """What the engine takes an option for if nobody sets it, and what it makes of a value."""
    game = next((game for game in GAMES if name in rules_for(game, {}).options), None)
    if game is not None:
        return rules_for(game, {}).header()[name], lambda value: rules_for(game, {name: value}).header()[name]
    return getattr(AS_RULED, name), lambda value: getattr(Growth(**{name: value}), name)


@pytest.mark.parametrize(("number", "name", "values"), list(named_options()))
def test_an_option_has_the_values_that_the_page_gives_it(number: str, name: str, values: list[str]) -> None:
    usual, made = setting(name)
    assert values[0] == usual
    assert [made(value) for value in values] == values
    with pytest.raises(BadText) as caught:
        made("neither")
    assert set(caught.value.allowed) == set(values)


@pytest.mark.parametrize(
    ("page", "record", "sentence"),
    [
        ("learn.md", "worked-resolution", "it is Eloquence, and yours is {stat}. Your Affinity is {affinity}"),
        ("rules/example.md", "example-of-play", "The Dealer calls it Cunning; hers is {stat}"),
    ],
)
def test_the_words_around_a_story_fit_its_record(page: str, record: str, sentence: str) -> None:
    rules = read(record).rules
    assert isinstance(rules, Resolution)
    assert sentence.format(stat=rules.stat, affinity=rules.affinity.glyph) in hand_written()[page]


def test_the_books_are_whole() -> None:
    """No id stands in two books, each begins with the book's word, and every chapter has a name."""
    assert len(RULES) == sum(len(book.rules) for book in BOOKS)
    for book in BOOKS:
        assert len({identity.partition("-")[0] for identity in book.rules}) == 1
        assert {chapter_number(rule.number) for rule in book.rules.values()} == set(book.chapters)


def running_text() -> Iterator[tuple[str, str]]:
    """The sentences of the rules: no front matter, headings, run-in heads, tables, or examples with data."""
    for page, text in hand_written().items():
        if page.startswith("rules/") or page in ("learn.md", "for-the-dealer.md", "universal21.md", "glossary.md"):
            text = re.sub(r"\A---\n.*?\n---\n", "", text, flags=re.S)
            for block in re.split(r"\n\s*\n", text):
                if not re.match(r"#|\||<", block) and "{ .example data-" not in block:
                    yield page, re.sub(r"\*\*.*?\*\*|\{ [#.].*?\}|`[^`]*`|\]\([^)]*\)", "", block)


def test_numbers_that_the_engine_knows_are_not_typed() -> None:
    known = (
        r"(?:over|past|below|exactly) 21\b|\b21 or less|\b[1-9] HP\b|\b(?:7|seven) Lucky|\bfifty|\b5[02]\b|\bfour boxes"
    )
    found = [f"{page}: {match[0]}" for page, text in running_text() for match in re.finditer(known, text)]
    assert not found


def test_numbers_of_the_other_games_are_not_typed_either() -> None:
    known = r"\b(?:36|37|52|18|24)\b|\b(?:thirty-six|five|nine|twelve|seven) cards\b|\b1,?000\b|\bten players\b"
    found = []
    for page, text in hand_written().items():
        if page.startswith(("ace-trump/", "ace-game/")) and not page.endswith("rulings.md"):
            text = re.sub(r"\A---\n.*?\n---\n", "", text, flags=re.S)
            text = re.sub(r"\*\*.*?\*\*|\{\{.*?\}\}|`[^`]*`|<!--.*?-->|\]\([^)]*\)", "", text)
            found += [f"{page}: {match[0]}" for match in re.finditer(known, text)]
    assert not found


def test_a_dealer_on_22_as_the_page_has_it() -> None:
    """The printed checks (rule lite-outcome-printed)."""
    text = next(block for _, block in running_text() if "A Dealer on 22" not in block and "your 22 is" in block)
    told = re.findall(r"your (\d+) is a (\w+)", text)
    layouts = {"22": "10S 9S 3S", "23": "10S 9S 4S", "20": "10S 9S AS"}
    aces = read_cards("AS AH")
    assert len(told) == 3
    for total, outcome in told:
        assert judge(read_cards(layouts[total]), *aces, dealer_aces=(11, 11)).outcome == outcome.lower()
