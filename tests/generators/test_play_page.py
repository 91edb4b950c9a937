"""The page on which one plays: what it offers is the engine's, and its scripts hold no rule."""

from __future__ import annotations

import json
import re

import pytest

from aces.cards import SUITS
from aces.lite.character import STATS
from aces.lite.ids import RULES
from aces.lite.resolution import MOST_HITS, verdict_of
from aces.players.dealers import DEALERS
from generators import play_page, worked_example
from playground import bridge


@pytest.fixture(scope="module")
def page() -> str:
    made = play_page.table()
    assert isinstance(made, str)
    return made


def test_the_choices_are_the_engines(page: str) -> None:
    form = page[page.index("<form") : page.index("</form>")]
    assert re.findall(r'<option value="(\w+)"', form) == [*(stat.key for stat in STATS), *DEALERS]
    assert re.findall(r'name="affinity" value="(\w+)"', form) == [suit.word for suit in SUITS]
    assert f'min="1" max="{MOST_HITS}"' in form
    for policy in DEALERS.values():
        assert f'data-summary="{policy.summary}"' in form


def test_what_is_chosen_at_first_can_be_dealt(page: str) -> None:
    chosen = {
        "stat": re.findall(r'name="stat"[^>]* value="(\d+)"', page)[0],
        "name": re.findall(r'value="(\w+)" selected', page)[0],
        "affinity": re.findall(r'value="(\w+)" checked', page)[0],
        "dealer": re.findall(r'value="(\w+)"[^>]* selected', page)[1],
    }
    table = json.loads(bridge.call("deal", json.dumps(chosen)))
    assert {key: str(table["settings"][key]) for key in chosen} == chosen


def test_the_example_is_what_its_record_says(page: str) -> None:
    state = worked_example.read(play_page.EXAMPLE).state
    verdict = verdict_of(state)
    labels = re.findall(r'<span class="pc[^>]* aria-label="([^"]+)"', page)
    told = [(f"Layout {place}", card) for place, card in enumerate(state.layout, 1)]
    for where, card in [("Tell", state.tell), ("Truth", state.truth), *told]:
        assert any(label.startswith(f"{where}: {card.spoken}, worth ") for label in labels)
    assert f'data-outcome="{verdict.outcome}"' in page
    assert f'data-part="total">{verdict.player.total}<' in page


def test_every_rule_has_its_link(page: str) -> None:
    assert re.findall(r'href="rule:([\w-]+)" data-rule="([\w-]+)"', page) == [(rule, rule) for rule in RULES]


def test_cards_in_a_sentence_are_marked_up_and_the_rest_is_escaped() -> None:
    told = str(play_page.sentence("You <b> draw 10♥."))
    assert told.startswith("You &lt;b&gt; draw <span")
    assert 'aria-label="ten of hearts">10♥</span>.' in told


def test_what_a_script_imports_is_published_with_it() -> None:
    files = play_page.scripts()
    for name in play_page.SCRIPTS:
        for imported in re.findall(r'from "\./([\w.]+)"', files[name].decode()):
            assert imported in files


def test_no_rule_stands_in_the_scripts() -> None:
    """Rules have ids, and numbers such as 21; the scripts get both from the engine."""
    for name in ("table.js", "view.js"):
        text = play_page.scripts()[name].decode()
        assert "lite-" not in text
        assert re.findall(r"(?<![\w.#-])(?:1[01]|2[0-9]|5[02])(?![\w.%])", text) == []
