"""The page beside real cards in Chromium: by key, by thumb, in the dark, without a connection, with damaged storage."""

from __future__ import annotations

import json
import os
import re
import shutil
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import expect

from aces.cards import read_cards
from aces.lite.campaign import Campaign, begin, read_campaign
from aces.lite.character import example_party
from aces.lite.duel import settle
from aces.lite.group import shared_outcome
from aces.lite.initiative import Initiative
from aces.lite.outcome import judge
from generators import campaign_file, offline
from tests.browser.test_play import typeset
from tests.server import Server
from tests.site.test_pages import AXE, LEVELS

pytestmark = [pytest.mark.browser]

PHONE = {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True}
DESK = {"viewport": {"width": 1280, "height": 800}}
ODALYS, BASHIR, DELPHINE, EMEKA, NOOR = (one.name for one in example_party())
SMALLEST_TARGET = 44
PAGE_LIMIT = 260_000
KEPT = "localStorage.getItem('aces.table')"


class Table:
    """The page with words for what one does at it; everything it asked the network is kept."""

    def __init__(self, context: Any, server: Server) -> None:
        self.page = context.new_page()
        self.server = server
        self.faults: list[str] = []
        self.asked: list[str] = []
        self.page.on("console", lambda m: m.type in ("error", "warning") and self.faults.append(m.text))
        self.page.on("pageerror", lambda error: self.faults.append(str(error)))
        self.page.on("request", lambda request: self.asked.append(request.url))

    def open(self, tab: str = "judge") -> Table:
        self.page.goto(f"{self.server.url}table/#{tab}")
        return self.ready()

    def ready(self) -> Table:
        self.page.locator(".at[data-state=ready]").wait_for()
        return self.settle()

    def settle(self) -> Table:
        """Waits until the engine has answered all that was asked."""
        self.page.locator(".at:not([data-busy])").wait_for()
        return self

    def fresh(self, tab: str = "judge") -> Table:
        """The same page as if for the first time: nothing kept, nothing tapped."""
        self.page.evaluate("() => { localStorage.clear(); sessionStorage.clear(); }")
        self.page.goto("about:blank")
        return self.open(tab)

    def part(self, name: str) -> Any:
        return self.page.locator(f'[data-part="{name}"]')

    def tap(self, target: Any) -> None:
        # Clear of what sticks to the foot of the page, as anybody would scroll it.
        target.evaluate(
            "at => at.closest('.at-foot, .at-tabs') || at.scrollIntoView({block: 'center', behavior: 'instant'})"
        )
        if self.page.evaluate("'ontouchstart' in window"):
            target.tap(force=True)  # what looks dim answers too
        else:
            target.click(force=True)
        self.settle()

    def act(self, name: str) -> None:
        self.tap(self.page.locator(f'[data-act="{name}"]:visible').first)

    def tab(self, name: str) -> None:
        self.tap(self.page.locator(f'[data-tab="{name}"]'))

    def cards(self, text: str) -> None:
        for card in read_cards(text):
            self.tap(self.page.locator(f'.at-pad [data-rank="{card.rank.text}"]'))
            self.tap(self.page.locator(f'.at-pad [data-suit="{card.suit.letter}"]'))

    def slot(self, name: str) -> None:
        self.tap(self.page.locator(f'[data-slot="{name}"]:visible'))

    def press(self, *keys: str) -> None:
        for key in keys:
            self.page.keyboard.press(key)
            self.settle()

    def do(self, who: str, key: str) -> None:
        """Presses a button of somebody's card, which is unfolded if need be."""
        row = self.page.locator(f'.at-member[data-name="{who}"]')
        if row.locator('[aria-expanded="false"]').count():
            self.tap(row.locator(".at-who"))
        self.tap(row.locator(f'[data-key="{key}"]'))

    def begin(self, *names: str) -> None:
        """A party of example characters sits down."""
        self.tab("party")
        if not names:
            self.tap(self.part("party-none").locator(".button"))
        if names:
            self.part("people").evaluate("fold => { fold.open = true }")
        for name in names:
            self.tap(self.page.locator(f'[data-act="example"][data-name="{name}"]'))

    def said(self) -> str:
        return str(self.part("note-text").inner_text())

    def verdict(self, panel: str = "judge") -> dict[str, Any]:
        place = self.part(f"{panel}-verdict")
        place.wait_for()
        checks = self.page.locator(f'[data-part="{panel}"] .verdict-checks > li')
        return {
            "name": place.locator(".verdict-title").inner_text(),
            "sums": place.locator(".verdict-sums").inner_text(),
            "checks": [each.inner_text() for each in checks.all()],
            "links": [each.get_attribute("href") for each in checks.locator("a").all()],
        }

    def campaign(self) -> Campaign:
        return read_campaign(json.loads(json.loads(self.page.evaluate(KEPT))["campaign"]), "kept")

    def member(self, name: str) -> Any:
        return self.campaign().member(name)

    def clean(self) -> None:
        """No error was logged, and nothing was asked of another host."""
        assert self.faults == []
        foreign = [url for url in self.asked if not url.startswith((self.server.origin, "data:", "blob:"))]
        assert foreign == []


@pytest.fixture
def seat(chromium: Any, served: Server) -> Iterator[Callable[..., Table]]:
    """Sits down with a device of one's own: ``seat(PHONE, color_scheme="dark")``."""
    contexts = []

    def sit(device: dict[str, Any] = DESK, script: str = "", server: Server = served, **options: Any) -> Table:
        context = chromium.new_context(**device, **options)
        context.set_default_timeout(30_000)
        if script:
            context.add_init_script(script)
        contexts.append(context)
        return Table(context, server)

    yield sit
    for context in contexts:
        context.close()


@pytest.fixture(scope="module")
def long_open(chromium: Any, served: Server) -> Iterator[Table]:
    context = chromium.new_context(**PHONE, reduced_motion="reduce")
    context.set_default_timeout(30_000)
    yield Table(context, served)
    context.close()


@pytest.fixture
def phone(long_open: Table) -> Iterator[Table]:
    """A phone that stays on from test to test, with nothing kept at the start; no test may leave an error."""
    if long_open.page.url == "about:blank":
        long_open.open()
    long_open.fresh()
    yield long_open
    long_open.clean()


# Judging


def test_the_whole_way_by_keyboard(seat: Callable[..., Table], site: Path) -> None:
    """A party sits down, a Resolution is judged and written down, a mark is given, a Scene begins: no mouse."""
    table = seat(DESK).open()
    table.page.locator("#at-tab-judge").focus()
    table.press("ArrowLeft")  # round to the last tab
    expect(table.page.locator("#at-tab-party")).to_be_focused()
    table.press("Tab", "Enter")
    expect(table.page.locator(".at-member")).to_have_count(5)
    table.page.locator("#at-tab-party").focus()
    table.press("Home")
    expect(table.page.locator("#at-tab-judge")).to_be_focused()

    table.press("Tab")  # to the Tell
    table.press(*"qh9d", *"2c", *"8d", "Backspace", *"8d", *"ks")
    assert table.part("judge-total").inner_text() == "20"
    pad = table.page.locator(".at-pad")
    pad.locator('[data-rank="J"]').focus()
    table.press("ArrowDown", "ArrowRight", "ArrowRight", "ArrowRight", "ArrowRight")
    expect(pad.locator("[data-act=go]")).to_be_focused()
    table.press("Enter")
    expect(table.part("judge-verdict").locator(".verdict-title")).to_be_focused()

    told = table.verdict()
    verdict = judge(read_cards("2C 8D KS"), *read_cards("QH 9D"))
    assert told["name"].lower() == verdict.outcome
    assert "= 20" in told["sums"] and "= 19" in told["sums"]
    assert len(told["checks"]) == len(verdict.checks)
    for line, check, link in zip(told["checks"], verdict.checks, told["links"], strict=True):
        assert check.question in line and typeset(check.why) in line
        page = site / urlsplit(link).path.removeprefix("/reference/") / "index.html"
        assert f'id="{check.rule}"' in page.read_text("utf-8")

    table.press("Tab", "Enter")  # the first of those it can be written down for
    assert table.member(ODALYS).earned == "success"
    table.page.locator('[data-act="way-mark"]').first.focus()
    table.press("Enter")
    assert [box.value for box in table.member(ODALYS).character.marks] == ["concept"]
    table.page.locator("#at-tab-judge").focus()
    table.press("End")
    table.page.locator('[data-act="scene"]').focus()
    table.press("Enter")
    assert table.campaign().scene == 2
    table.clean()


def test_one_thumb_on_a_phone(phone: Table) -> None:
    pad = phone.page.locator(".at-pad")
    box = pad.bounding_box()
    assert box["y"] + box["height"] <= 844 and box["y"] >= 844 / 2 - 60, "the pad lies where the thumb is"
    phone.cards("QH 9D 2C 8D KS")
    assert phone.part("judge-dealer").inner_text() == "The Dealer: 19"
    phone.act("go")
    assert phone.verdict()["name"] == "Success"
    phone.act("judge-next")
    assert phone.page.locator("#at-judge .at-slot .pc[data-rank]").count() == 0
    # A wrong card is tapped over, or erased.
    phone.cards("QH 9D 2C")
    phone.slot("tell")
    phone.cards("5S")
    phone.act("erase")
    labels = [card.get_attribute("aria-label") for card in phone.page.locator("#at-judge .at-slot .pc").all()]
    assert labels[:2] == ["Tell: five of spades, worth 5, face up", "Truth: nine of diamonds, worth 9, face up"]
    assert labels[2] == "Layout: the opening card, not there yet. The next card goes here"


def test_a_card_that_is_out_is_dim_and_says_why(phone: Table) -> None:
    phone.cards("6S 6C 4D")
    phone.tap(phone.page.locator('.at-pad [data-rank="4"]'))
    suit = phone.page.locator('.at-pad button[data-suit="D"]')
    assert suit.inner_text().split() == [
        "4",
        "D",
        "red",
        ",",
        "four",
        "of",
        "diamonds,",
        "on",
        "the",
        "table",
        "already",
    ]
    assert float(suit.evaluate("key => getComputedStyle(key).opacity")) < 0.5
    phone.tap(suit)
    remark = phone.part("judge-remark")
    assert "4♦ lies in place 1 of this Layout already" in remark.inner_text()
    assert remark.locator("a").get_attribute("data-rule") == "lite-own-deck"
    assert remark.get_attribute("role") == "alert"
    # The Dealer's deck is another one: the same card may lie there.
    phone.slot("truth")
    phone.cards("4D")
    assert phone.part("judge-remark").inner_text() == ""
    phone.act("go")
    assert phone.verdict()["name"] == "Failure"


def test_what_is_missing_is_asked_for(phone: Table) -> None:
    phone.cards("6S")
    phone.act("go")
    assert "The Layout is still empty." in phone.part("judge-remark").inner_text()
    phone.cards("KD")
    phone.act("go")
    assert "The Truth has not turned yet." in phone.part("judge-remark").inner_text()
    phone.cards("9C")  # goes where it is asked for
    phone.act("go")
    assert "= 15" in phone.verdict()["sums"]


def test_where_cards_came_from_and_what_the_dealer_picks(phone: Table) -> None:
    phone.cards("AC AD AS JH")
    assert phone.page.locator("[data-part=judge-aces-picks] button").all_inner_texts() == [
        "Best: 12", "1 and 1", "1 and 11", "11 and 1", "11 and 11",
    ]  # fmt: skip
    assert "make 21" in phone.part("judge-early").inner_text()
    phone.act("go")
    assert phone.verdict()["name"] == "Critical"
    phone.act("judge-back")
    phone.tap(phone.page.locator("[data-act=early][data-value=no]"))
    phone.act("go")
    assert phone.verdict()["name"] == "Success"
    phone.act("judge-back")
    phone.tap(phone.page.locator("[data-act=item]"))
    assert (
        phone.page.locator("#at-judge .at-slot .pc").nth(3).get_attribute("aria-label").startswith("Layout 2, item: ")
    )
    assert phone.part("judge-early").is_hidden()
    phone.tap(phone.page.locator("[data-act=aces]").last)
    phone.act("go")
    assert "= 22" in phone.verdict()["sums"]


def test_an_outcome_is_written_down_with_one_tap_and_taken_back(phone: Table) -> None:
    phone.begin()
    phone.tab("judge")
    phone.cards("KD 9C KS 7C 2D")
    phone.tap(phone.page.locator('[data-act=item][data-code="7C"]'))
    phone.act("go")
    ways = phone.page.locator("[data-act=way]")
    whose = {way.get_attribute("data-who") for way in ways.all() if way.get_attribute("aria-disabled") == "false"}
    assert whose == {one.name for one in example_party() if one.affinity.word == "clubs"}
    phone.tap(phone.page.locator(f'[data-act=way][data-who="{ODALYS}"]').first)
    assert "7♣ is not in this Inventory" in phone.part("judge-remark").inner_text()
    assert phone.campaign().log == ()
    phone.tap(phone.page.locator(f'[data-act=way][data-who="{DELPHINE}"]').first)
    one = phone.member(DELPHINE)
    assert ([rank.text for rank in one.used], phone.campaign().log[0].results[0].outcome) == (["7"], "critical")
    assert f"Written down for {DELPHINE}" in phone.part("judge-ways").inner_text()
    phone.tap(phone.part("note-acts").locator("[data-act=undo]"))
    assert phone.member(DELPHINE).used == ()
    assert phone.page.locator("[data-act=way]").count() == 5  # and it can be written down anew
    # A bad outcome, with Plot Armor.
    phone.act("judge-next")
    phone.cards("KD 9C 2S")
    phone.act("go")
    phone.tap(phone.page.locator(f'.at-way-armor[data-who="{BASHIR}"]'))
    assert (phone.member(BASHIR).character.hp, phone.member(BASHIR).character.plot_armor) == (3, 1)


# A group, a duel, Initiative


def test_a_group_is_tallied_and_written_down_at_once(phone: Table) -> None:
    phone.begin(ODALYS, BASHIR, DELPHINE)
    phone.tab("group")
    outcomes = {ODALYS: "critical", BASHIR: "catastrophe", DELPHINE: "failure"}
    for name, outcome in outcomes.items():
        phone.tap(phone.page.locator(f'[data-part=group-list] [data-name="{name}"] [data-outcome={outcome}]'))
    shared = shared_outcome(outcomes.values())  # type: ignore[arg-type]
    told = phone.verdict("group")
    assert told["name"].lower() == shared.outcome
    assert all(check.why in line for check, line in zip(shared.checks, told["checks"], strict=True))
    assert "1 Critical, 1 Failure, 1 Catastrophe" in phone.part("group-said").inner_text()
    phone.tap(phone.page.locator(f'[data-name="{BASHIR}"] [data-act=group-armor]'))
    phone.act("group-write")
    campaign = phone.campaign()
    assert [len(entry.results) for entry in campaign.log] == [3]
    assert [one.character.hp for one in campaign.members] == [3, 3, 2]
    phone.act("group-write")
    assert "It is written down" in phone.part("group-remark").inner_text()
    assert len(phone.campaign().log) == 1
    # Somebody who is not of the party counts all the same.
    phone.act("group-clear")
    phone.page.locator("#at-group-name").fill("The cat")
    phone.page.locator("#at-group-name").press("Enter")
    phone.tap(phone.page.locator('[data-name="The cat"] [data-outcome=success]'))
    assert phone.verdict("group")["name"] == "Success"


def test_a_duel_is_settled_and_counts_for_growth(phone: Table) -> None:
    phone.begin(ODALYS, BASHIR)
    phone.tab("duel")
    phone.page.locator("#at-duel-a").select_option(BASHIR)
    phone.cards("KS 7D")
    phone.slot("b 1")
    phone.cards("KS 9C 3D")  # each from their own deck
    phone.act("go")
    verdict = settle(read_cards("KS 7D"), read_cards("KS 9C 3D"))
    told = phone.verdict("duel")
    assert told["name"] == f"{BASHIR} wins"
    assert all(check.why in line for check, line in zip(verdict.checks, told["checks"], strict=True))
    phone.act("duel-write")
    assert (phone.member(BASHIR).earned, phone.member(BASHIR).character.hp) == ("success", 3)
    phone.act("duel-next")
    assert phone.page.locator("#at-duel-a").input_value() == BASHIR
    phone.act("go")
    assert "has no cards yet" in phone.part("duel-remark").inner_text()


def test_initiative_with_a_tie_that_is_cut_again(phone: Table) -> None:
    phone.begin(ODALYS, BASHIR, DELPHINE)
    phone.tab("initiative")
    people = phone.page.locator(".at-cuts .at-person > b").all_inner_texts()
    assert people == [ODALYS, BASHIR, DELPHINE, "The Dealer"]
    phone.cards("KS 9C 9C 4D")
    assert f"{BASHIR} and {DELPHINE} have to cut again" in phone.part("cuts-remark").inner_text()
    phone.cards("2S AH")
    cuts = {ODALYS: "KS", BASHIR: "9C 2S", DELPHINE: "9C AH", "The Dealer": "4D"}
    order = Initiative().order({name: read_cards(cards) for name, cards in cuts.items()})
    assert phone.page.locator(".at-cuts .at-person > b").all_inner_texts() == [place.name for place in order]
    whys = phone.page.locator(".at-cuts .at-why").all_inner_texts()
    assert all(place.why in why for place, why in zip(order, whys, strict=True))
    phone.act("cuts-next")
    assert phone.page.locator(".at-cuts .pc").count() == 0
    # Whoever is unconscious takes no part.
    phone.tab("party")
    for _ in range(3):
        phone.do(ODALYS, "failure false")
    phone.tab("initiative")
    assert phone.page.locator(".at-cuts .at-person > b").all_inner_texts() == [BASHIR, DELPHINE, "The Dealer"]


# The party


def test_what_may_happen_happens_and_what_may_not_says_why(phone: Table) -> None:
    phone.begin(ODALYS, BASHIR)
    phone.do(ODALYS, "box goal")
    assert "A mark comes after a Resolution." in phone.said()
    assert phone.part("note-text").locator("a").get_attribute("data-rule") == "lite-growth"
    assert phone.part("note-text").get_attribute("role") == "alert"
    phone.do(ODALYS, "failure true")
    phone.do(ODALYS, "regain")
    assert phone.member(ODALYS).character.plot_armor == 2
    phone.do(ODALYS, "item 7")
    phone.do(ODALYS, "item 7")
    assert phone.part("note-text").locator("a").get_attribute("data-rule") == "lite-inventory-once"
    mini = phone.page.locator(f'.at-member[data-name="{ODALYS}"] .at-mini .pc').first
    assert mini.get_attribute("aria-label") == "seven of diamonds, used in this Scene"
    for _ in range(3):
        phone.do(ODALYS, "catastrophe false")
    phone.do(ODALYS, "success false")
    assert "until helped" in phone.said()
    phone.page.locator('[data-key="helper"]').select_option(BASHIR)
    phone.do(ODALYS, "It did not")
    phone.do(ODALYS, "It worked")
    assert phone.member(ODALYS).character.hp == 1
    phone.act("scene")
    assert (phone.member(ODALYS).character.hp, phone.member(ODALYS).used) == (3, ())
    assert phone.said().startswith("Everyone: A new Scene")
    phone.act("episode")
    assert (phone.campaign().episode, phone.campaign().scene) == (2, 1)
    assert "Episode 2, Scene 1" in phone.part("party-when").inner_text()


def test_quick_taps_all_count(phone: Table) -> None:
    phone.begin(ODALYS)
    phone.page.evaluate("for (let tap = 0; tap < 3; tap++) document.querySelector('[data-act=scene]').click()")
    phone.settle()
    assert phone.campaign().scene == 4
    phone.page.evaluate("for (let tap = 0; tap < 2; tap++) document.querySelector('[data-part=undo]').click()")
    phone.settle()
    expect(phone.part("party-when")).to_have_text("Episode 1, Scene 2")
    assert phone.campaign().scene == 2


def test_undo_goes_back_to_the_very_beginning_even_after_a_reload(phone: Table) -> None:
    seen = []
    phone.begin(ODALYS, BASHIR)
    phone.do(ODALYS, "failure false")
    seen.append(phone.campaign())
    phone.act("scene")
    seen.append(phone.campaign())
    phone.do(ODALYS, "critical false")
    phone.do(ODALYS, "box concept")
    seen.append(phone.campaign())
    phone.page.reload()
    phone.ready()
    assert phone.campaign() == seen[2]
    for steps, at in ((2, 1), (1, 0)):
        for _ in range(steps):
            phone.act("undo")
        assert phone.campaign() == seen[at]
    for _ in range(3):
        phone.act("undo")
    assert phone.part("party-none").is_visible()
    assert json.loads(phone.page.evaluate(KEPT))["campaign"] == ""
    assert phone.part("undo").is_hidden()


def test_every_step_back_is_exact_and_short(phone: Table) -> None:
    """Many steps of every kind: each is taken back to the letter, and costs a few hundred bytes, not a campaign."""
    phone.begin()
    texts = []
    outcomes = ["success false", "failure true", "failure false", "critical false", "catastrophe false"]
    for turn in range(12):
        texts.append(json.loads(phone.page.evaluate(KEPT))["campaign"])
        phone.do((ODALYS, NOOR)[turn % 2], outcomes[turn % 5])
        if turn % 4 == 3:
            texts.append(json.loads(phone.page.evaluate(KEPT))["campaign"])
            phone.act("scene")
    kept = json.loads(phone.page.evaluate(KEPT))
    steps = [len(json.dumps(step)) for step in kept["undo"][1:]]
    assert max(steps) < len(texts[0]) / 2
    for text in reversed(texts):
        phone.act("undo")
        assert json.loads(phone.page.evaluate(KEPT))["campaign"] == text


def test_a_turning_point_in_its_four_steps(phone: Table) -> None:
    phone.begin(ODALYS)
    for outcome, box in (("success", "concept"), ("critical", "goal"), ("failure", "flaw"), ("catastrophe", "secret")):
        phone.do(ODALYS, f"{outcome} {str(outcome in ('failure', 'catastrophe')).lower()}")
        phone.do(ODALYS, f"box {box}")
    assert "Turning Point" in phone.page.locator(".at-badge").first.inner_text()
    phone.do(ODALYS, "turn do")
    assert "the Goal is not completed" in phone.said()
    phone.page.locator('[data-key="turn goal"]').fill("Fly her home.")
    phone.do(ODALYS, "turn do goal")
    phone.page.locator('[data-key="turn secret"]').fill("She likes the quiet.")
    phone.do(ODALYS, "turn do secret")
    assert phone.page.locator(".at-steps .at-badge").all_inner_texts() == ["done", "done"]
    phone.page.locator('[data-key="turn role"]').fill("Admiral")
    phone.page.locator('[data-key="turn eloquence"]').check(force=True)
    phone.do(ODALYS, "turn do")
    card = phone.member(ODALYS).character
    assert (card.stats, card.role, card.goal, card.marks, card.grown) == (
        (3, 2, 5, 2), "Admiral", "Fly her home.", (), 1,
    )  # fmt: skip


def test_people_are_written_renamed_and_removed(phone: Table) -> None:
    phone.tab("party")
    phone.page.locator("#at-name").fill("Wren")
    phone.tap(phone.part("write-form").locator("button[type=submit]"))
    assert "Allowed: exactly 7" in phone.part("write-error").inner_text()
    for stat, more in (("athletics", 3), ("cunning", 2), ("strange", 2)):
        for _ in range(more):
            phone.tap(phone.page.locator(f'[data-step="1"][data-for={stat}]'))
    assert "all spent" in phone.part("write-left").inner_text()
    phone.page.locator('[name=affinity][value="hearts"]').check(force=True)
    phone.tap(phone.part("write-form").locator("button[type=submit]"))
    card = phone.member("Wren").character
    assert (card.stats, card.affinity.word, card.concept) == ((4, 3, 1, 3), "hearts", "New Face")
    phone.tap(phone.page.locator(".at-who"))
    phone.tap(phone.page.locator(".at-words-fold summary"))
    phone.page.locator('[data-key="word name"]').fill(" The Wren ")
    phone.do("Wren", "word name Rename")
    phone.page.locator('[data-key="word goal"]').fill("Find the nest.")
    phone.do("The Wren", "word goal Change the Goal")
    assert phone.member("The Wren").character.goal == "Find the nest."
    phone.do("The Wren", "remove")
    assert phone.part("party-none").is_visible()
    phone.act("undo")
    assert phone.member("The Wren").character.goal == "Find the nest."


def test_the_campaign_file_goes_out_and_comes_back(phone: Table, tmp_path: Path) -> None:
    phone.begin()
    phone.do(DELPHINE, "failure false")
    phone.do(DELPHINE, "box flaw")
    phone.tap(phone.part("device").locator("summary"))
    phone.page.locator("#at-retitle").fill("Heron Street")
    phone.tap(phone.part("retitle-form").locator("button"))
    with phone.page.expect_download() as download:
        phone.tap(phone.page.locator("[data-act=export]"))
    assert download.value.suggested_filename == "heron-street.json"
    file = tmp_path / "heron.json"
    download.value.save_as(file)
    saved = campaign_file.load(file)
    assert saved.campaign == phone.campaign()
    campaign_file.save(saved, saved.campaign.new_scene().campaign)  # goes on in the terminal

    phone.tap(phone.page.locator("[data-act=clear]"))
    assert phone.part("party-none").is_visible()
    phone.part("open-file").set_input_files(file)
    expect(phone.part("party-when")).to_have_text("Episode 1, Scene 2")
    assert phone.campaign() == campaign_file.load(file).campaign
    for _ in range(2):
        phone.act("undo")
    assert phone.campaign() == saved.campaign

    # People of a file of characters, in TOML, join the party.
    phone.fresh("party")
    toml = campaign_file.written(begin("x", example_party()[:2]))
    crew = {"name": "crew.toml", "mimeType": "application/toml", "buffer": toml.encode()}
    phone.part("join-file").set_input_files(files=[crew])
    expect(phone.page.locator(".at-member")).to_have_count(2)


def test_a_bad_file_is_told_fault_by_fault_and_changes_nothing(phone: Table) -> None:
    phone.begin(ODALYS)
    before = phone.page.evaluate(KEPT)
    phone.tap(phone.part("device").locator("summary"))
    bad = {"format": "aces-campaign/1", "titel": "x", "character": [{"name": "Wren", "hp": 9}]}
    for text, told in (
        (json.dumps(bad), "titel: unknown key; did you mean title?"),
        ("{", "line 1, column 2"),
        ('{"format": "aces-campaign/7"}', "newer than this engine reads"),
    ):
        file = {"name": "bad.json", "mimeType": "application/json", "buffer": text.encode()}
        phone.part("open-file").set_input_files(files=[file])
        expect(phone.part("open-error")).to_contain_text(told)
        assert "bad.json cannot be used, and nothing has changed" in phone.part("open-error").inner_text()
    assert phone.page.evaluate(KEPT) == before
    phone.part("open-file").set_input_files(files=[{**file, "buffer": json.dumps(bad).encode()}])
    expect(phone.part("open-error").locator("li")).to_have_count(6)
    assert "character[1].hp: must be from 0 to 3, not 9" in phone.part("open-error").inner_text()


# What stays on the device


@pytest.mark.parametrize(
    ("damage", "told"),
    [
        (lambda text: text[: len(text) // 2], "it is damaged"),
        (lambda text: text.replace('\\"hp\\":3', '\\"hp\\":9', 1), "character[1].hp: must be from 0 to 3, not 9"),
        (lambda text: text.replace('"v":1', '"v":7', 1), "a newer version of this page has written it"),
        (lambda text: "[]", "it is not what this page writes"),
    ],
)
def test_damaged_storage_is_told_kept_and_set_aside(
    phone: Table, tmp_path: Path, damage: Callable[[str], str], told: str
) -> None:
    phone.begin(ODALYS)
    damaged = damage(phone.page.evaluate(KEPT))
    phone.page.evaluate("text => localStorage.setItem('aces.table', text)", damaged)
    phone.page.reload()
    phone.ready()
    trouble = phone.part("trouble")
    trouble.wait_for()
    assert told in trouble.inner_text()
    assert trouble.get_attribute("role") == "alert"
    assert phone.page.evaluate(KEPT) == damaged, "nothing is overwritten"
    with phone.page.expect_download() as download:
        phone.act("aside-load")
    download.value.save_as(tmp_path / "aside.txt")
    assert (tmp_path / "aside.txt").read_text("utf-8") == damaged
    phone.tab("judge")  # the cards need no party
    phone.cards("QH 9D KS")
    phone.tab("party")
    phone.act("aside-set")
    phone.begin(BASHIR)
    phone.page.reload()
    phone.ready()
    assert phone.member(BASHIR)
    phone.tap(phone.part("device").locator("summary"))
    with phone.page.expect_download() as download:
        phone.tap(phone.part("aside-list").locator("button").first)
    download.value.save_as(tmp_path / "later.txt")
    assert (tmp_path / "later.txt").read_text("utf-8") == damaged


def test_a_device_without_room_loses_old_steps_and_never_the_party(phone: Table) -> None:
    phone.begin(ODALYS)
    for _ in range(6):
        phone.act("scene")
    room = (
        "localStorage.setItem('filler', 'x'.repeat(5 * 1024 * 1024 - localStorage.getItem('aces.table').length - 40))"
    )
    phone.page.evaluate(room)
    for _ in range(3):
        phone.act("scene")
    assert phone.campaign().scene == 10
    phone.page.reload()
    phone.ready()
    assert phone.campaign().scene == 10
    phone.act("undo")
    assert phone.campaign().scene == 9


def test_a_browser_that_keeps_nothing_says_so(seat: Callable[..., Table]) -> None:
    shut = "Object.defineProperty(window, 'localStorage', {get() { throw new DOMException('no', 'SecurityError') }})"
    table = seat(PHONE, script=shut).open("party")
    table.begin(ODALYS)
    table.do(ODALYS, "failure false")
    table.act("undo")
    table.tap(table.part("device").locator("summary"))
    assert "keeps nothing for this page" in table.part("kept").inner_text()
    table.clean()


def test_two_pages_of_one_device_show_the_same_party(phone: Table) -> None:
    phone.begin(ODALYS)
    other = Table(phone.page.context, phone.server)
    other.open("party")
    other.do(ODALYS, "failure false")
    expect(phone.page.locator('[aria-label="HP 2 of 3"]')).to_be_visible()
    phone.do(ODALYS, "failure false")
    expect(other.page.locator('[aria-label="HP 1 of 3"]')).to_be_visible()
    other.clean()
    other.page.close()


def test_what_was_tapped_is_there_after_a_reload(phone: Table) -> None:
    phone.cards("QH 9D 2C")
    phone.tab("initiative")
    phone.cards("KS")
    phone.page.reload()
    phone.ready()
    assert phone.page.locator(".at-cuts .pc").count() == 1
    phone.tab("judge")
    assert phone.page.locator("#at-judge .at-slot .pc[data-rank]").count() == 3


# Loading


def test_the_party_can_be_read_before_python_has_come(seat: Callable[..., Table]) -> None:
    table = seat(PHONE, service_workers="block").open("party")
    table.begin(ODALYS)
    table.page.goto("about:blank")
    held: list[Any] = []
    table.page.route("**/*.wasm", lambda route: held.append(route))
    table.page.goto(f"{table.server.url}table/#party")
    expect(table.page.locator(".at-who-name")).to_have_text(ODALYS)
    expect(table.part("boot-line")).to_contain_text(re.compile(r"Fetching .*\d\.\d of \d\.\d MB"))
    assert table.part("boot-bar").is_visible()
    table.page.locator(".at-who").tap()
    table.page.locator('[data-key="failure false"]').tap(force=True)
    assert "can only be read" in table.said()
    # The pad takes cards already; the outcome comes when the rules are there.
    table.page.locator("[data-tab=judge]").tap()
    for card in read_cards("QH 9D KS"):
        table.page.locator(f'.at-pad [data-rank="{card.rank.text}"]').tap()
        table.page.locator(f'.at-pad [data-suit="{card.suit.letter}"]').tap()
    assert table.page.locator("#at-judge .at-slot .pc[data-rank]").count() == 3
    held.pop(0).continue_()
    table.page.unroute_all()
    table.ready()
    table.act("go")
    assert table.verdict()["name"] == "Failure"
    assert [fault for fault in table.faults if "blocked by Playwright" not in fault] == []


def test_an_engine_that_does_not_arrive_can_be_asked_for_again(seat: Callable[..., Table], served: Server) -> None:
    table = seat(PHONE)
    served.break_path("*/assets/runtime/*")
    try:
        table.page.goto(f"{served.url}table/")
        button = table.page.locator("[data-act=boot]:visible")
        button.wait_for()
        assert table.part("boot-line").inner_text()
    finally:
        served.mend()
    button.tap()
    table.ready().cards("QH 9D KS")
    table.act("go")
    assert table.verdict()["name"] == "Failure"


def test_a_browser_that_saves_data_is_asked_first(seat: Callable[..., Table]) -> None:
    saves = "Object.defineProperty(Navigator.prototype, 'connection', {get: () => ({saveData: true})})"
    table = seat(PHONE, script=saves)
    table.page.goto(table.server.url + "table/")
    button = table.page.locator("[data-act=boot]:visible")
    button.wait_for()
    assert re.search(r"\d\.\d MB, once", table.part("boot-line").inner_text())
    assert [url for url in table.asked if url.endswith((".wasm", ".gz"))] == []
    button.tap()
    table.ready()
    table.tab("party")
    table.page.wait_for_timeout(300)
    assert table.page.evaluate("navigator.serviceWorker.getRegistrations().then(all => all.length)") == 0
    table.clean()


def test_old_browsers_and_none_at_all_are_told(seat: Callable[..., Table], chromium: Any, served: Server) -> None:
    table = seat(PHONE, script="delete window.WebAssembly")
    table.page.goto(table.server.url + "table/")
    expect(table.part("boot-line")).to_contain_text("too old")
    context = chromium.new_context(java_script_enabled=False)
    page = context.new_page()
    page.goto(served.url + "table/")
    assert page.get_by_text("This page needs JavaScript").is_visible()
    assert page.locator(".at-pad:visible").count() == 0
    context.close()
    table.clean()


def test_what_the_page_weighs_beside_the_runtime(seat: Callable[..., Table], served: Server) -> None:
    served.forget()
    seat(PHONE).open()
    sent = {request.path: request.sent for request in served.log}
    page = sum(size for path, size in sent.items() if "/assets/runtime/" not in path)
    assert page <= PAGE_LIMIT, sorted(sent.items(), key=lambda item: -item[1])


# For everybody


def test_nothing_stands_in_the_way_of_assistive_technology(phone: Table) -> None:
    """Every panel in its states, in light and dark; tests/site looks at the page around it."""
    phone.page.evaluate(AXE.read_text("utf-8"))

    def check(when: str) -> None:
        for scheme, name in (("light", "default"), ("dark", "slate")):
            phone.page.emulate_media(color_scheme=scheme)
            phone.page.locator(f'body[data-md-color-scheme="{name}"]').wait_for()
            found = phone.page.evaluate("levels => axe.run('.at', {runOnly: levels})", LEVELS)["violations"]
            assert [(each["id"], each["nodes"][0]["html"][:200]) for each in found] == [], f"{when}, {scheme}"

    phone.tab("party")
    check("nobody here")
    phone.begin()
    for _ in range(3):
        phone.do(BASHIR, "failure false")
    phone.tap(phone.page.locator(f'[data-name="{BASHIR}"] .at-words-fold summary'))
    for outcome, box in (("success", "concept"), ("critical", "goal"), ("failure", "flaw"), ("catastrophe", "secret")):
        phone.do(ODALYS, f"{outcome} {str(outcome in ('failure', 'catastrophe')).lower()}")
        phone.do(ODALYS, f"box {box}")
    for fold in ("people", "device", "log"):
        phone.part(fold).evaluate("fold => { fold.open = true }")
    check("a party with somebody down and a Turning Point, everything open")
    phone.tab("judge")
    phone.cards("AC 9D AS JH")
    phone.tap(phone.page.locator('.at-pad [data-rank="A"]'))
    check("asked about the Aces, the item and the early 21, half a card tapped")
    phone.act("erase")
    phone.act("go")
    check("judged, to be written down")
    phone.tab("group")
    phone.tap(phone.page.locator(f'[data-name="{ODALYS}"] [data-outcome=failure]'))
    check("a group")
    phone.tab("duel")
    phone.cards("KS")
    phone.slot("b 1")
    phone.cards("QS")
    check("a duel")
    phone.act("go")
    check("a duel, settled")
    phone.tab("initiative")
    phone.cards("KS 9C 4D")
    check("cutting")
    phone.cards("5D 6D")
    check("in order")
    phone.page.emulate_media(color_scheme="light")


def test_every_target_is_large_and_nothing_scrolls_sideways(phone: Table) -> None:
    phone.begin()
    phone.do(ODALYS, "failure false")
    phone.tap(phone.page.locator(".at-words-fold summary").first)
    for fold in ("people", "device", "log"):
        phone.part(fold).evaluate("fold => { fold.open = true }")
    phone.tab("judge")
    phone.cards("AC 9D AS JH")
    small = """least => [...document.querySelectorAll('.at :is(button, summary, select, textarea, label.quiet, input)')]
        .filter(at => at.checkVisibility() && at.type !== 'file')
        .map(at => [at.innerText || at.name, at.getBoundingClientRect()])
        .filter(([, box]) => Math.min(box.width, box.height) < least)
        .map(([what, box]) => `${what}: ${box.width} x ${box.height}`)"""
    for width, height in ((390, 844), (320, 640), (640, 360)):  # the last is 1280 x 720 at 200 %
        phone.page.set_viewport_size({"width": width, "height": height})
        for tab in ("judge", "group", "duel", "initiative", "party"):
            phone.tab(tab)
            assert phone.page.evaluate("document.documentElement.scrollWidth") <= width, f"{tab} at {width}"
            assert phone.page.locator(".at-panel:visible button:visible").count() > 2
            assert phone.page.evaluate(small, SMALLEST_TARGET - 0.5) == [], f"{tab} at {width}"
    phone.page.set_viewport_size(PHONE["viewport"])


# Without a connection


def brief(folder: Path, policy: dict[str, str], port: int = 0) -> Server:
    """A server that keeps no connection open: once it is stopped, nothing of it answers any more."""
    return Server(folder, prefix="/reference/", headers={**policy, "Connection": "close"}, port=port).start()


def kept_offline(table: Table) -> None:
    """Uses the page until the site is kept."""
    table.tab("party")
    expect(table.part("offline")).to_have_text("The whole site works without a connection.", timeout=60_000)


def test_it_works_without_a_connection_once_it_was_used(
    seat: Callable[..., Table], site: Path, policy: dict[str, str]
) -> None:
    server = brief(site, policy)
    table = seat(PHONE, server=server)
    try:
        table.open()
        expect(table.part("offline")).to_have_text("")
        table.begin(ODALYS)
        kept_offline(table)
        table.clean()
    finally:
        server.stop()
    table.page.reload()
    table.ready()
    assert table.member(ODALYS)
    table.tab("judge")
    table.cards("QH 9D KS KD")
    table.act("go")
    assert table.verdict()["name"] == "Success"
    table.page.locator(".verdict-checks a").last.click()
    table.page.locator(".rule:target").wait_for()
    table.page.goto(f"{server.url}play/")
    table.page.locator(".play[data-state=decide]").wait_for()


def test_the_table_against_the_house_keeps_the_site_too(seat: Callable[..., Table], served: Server) -> None:
    table = seat(PHONE)
    scopes = "navigator.serviceWorker.getRegistrations().then(all => all.map(one => one.scope))"
    table.page.goto(f"{served.url}play/")
    table.page.locator(".play[data-state=decide]").wait_for()
    assert table.page.evaluate(scopes) == [], "not before anybody has touched it"
    table.page.locator('[data-act="stand"]').tap()
    table.page.locator(".play[data-state=over]").wait_for()
    for _ in range(40):
        if table.page.evaluate(scopes):
            break
        table.page.wait_for_timeout(100)
    assert table.page.evaluate(scopes) == [served.url]
    table.clean()


def test_after_a_deploy_nothing_old_is_served_and_then_the_new_is_kept(
    seat: Callable[..., Table], site: Path, policy: dict[str, str], tmp_path: Path
) -> None:
    old, new = tmp_path / "old", tmp_path / "new"
    shutil.copytree(site, old, copy_function=os.link)
    shutil.copytree(site, new, copy_function=os.link)
    page = new / "table/index.html"
    text = page.read_text("utf-8")
    page.unlink()
    page.write_text(text.replace("How this page works", "How the new page works"), "utf-8")
    (new / offline.NAME).unlink()
    offline.write(new)

    server = brief(old, policy)
    port = int(server.origin.rpartition(":")[2])
    table = seat(PHONE, server=server)
    try:
        table.open()
        kept_offline(table)
        names = "caches.keys().then(names => names.join())"
        first = table.page.evaluate(names)
    finally:
        server.stop()
    deployed = brief(new, policy, port)
    try:
        table.page.reload()
        expect(table.page.locator("h2#how-this-page-works")).to_have_text(re.compile("How the new page works"))
        for _ in range(240):
            if first not in table.page.evaluate(names):
                break
            table.page.wait_for_timeout(250)
        assert table.page.evaluate(names).count("aces-kept-") == 1, "the old one is thrown away"
    finally:
        deployed.stop()
    table.page.reload()
    expect(table.page.locator("h2#how-this-page-works")).to_have_text(re.compile("How the new page works"))
    table.ready()


def test_half_a_deploy_is_not_kept(
    seat: Callable[..., Table], site: Path, policy: dict[str, str], tmp_path: Path
) -> None:
    """A page that does not fit its sum: the worker keeps nothing, and the page works as before."""
    half = tmp_path / "half"
    shutil.copytree(site, half, copy_function=os.link)
    page = half / "rules/hits/index.html"
    page.unlink()
    page.write_text("another version", "utf-8")
    with Server(half, prefix="/reference/", headers=policy) as server:
        table = seat(PHONE, server=server).open()
        table.tab("party")
        expect(table.part("offline")).to_contain_text("could not be kept", timeout=60_000)
        assert table.page.evaluate("navigator.serviceWorker.controller") is None
        table.page.reload()
        table.ready()
