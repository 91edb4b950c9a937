"""The character maker in Chromium: by key and by thumb, kept, shared, printed true, and unmoved by hostile texts."""

from __future__ import annotations

import io
import json
import re
import zlib
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pypdfium2
import pytest
from PIL import Image, ImageChops, ImageFilter
from playwright.sync_api import expect

from aces.lite.campaign import begin
from aces.lite.character import CREATION_CAP, LUCKY_POINTS, STATS, Character, example_party, read_characters
from aces.lite.wild import house_tables
from generators import card_extras, card_sources
from generators.card_check import page_texts, squeezed
from generators.card_plans import Job, job_of
from generators.card_press import print_cards
from generators.card_sides import BLANK, Text, compose
from generators.card_styles import STYLES
from generators.character_cards import Entry
from generators.cli import main
from generators.design import contrast
from generators.imposition import CARDS, POINTS_PER_MM, Flip, Place
from tests.browser.test_table import DESK, PHONE, SMALLEST_TARGET, brief
from tests.generators.test_printing import CONTROL, PAYLOADS
from tests.playground.test_maker_bridge import linked, tidied
from tests.server import Server
from tests.site.test_pages import AXE, LEVELS

pytestmark = [pytest.mark.browser]

ODALYS, BASHIR = example_party()[:2]
PAGE_LIMIT = 230_000
"""Bytes of the page beside the engine, faces included."""
KEPT = "JSON.parse(localStorage.getItem('aces.maker'))"
TRUE = 0.2
"""Millimetres by which the browser's print may differ from the command's."""


class Maker:
    """The page with words for what one does at it; everything it asked the network is kept."""

    def __init__(self, context: Any, server: Server) -> None:
        self.context = context
        self.page = context.new_page()
        self.server = server
        self.faults: list[str] = []
        self.asked: list[str] = []
        self.dialogs: list[str] = []
        self.page.on("console", lambda m: m.type in ("error", "warning") and self.faults.append(m.text))
        self.page.on("pageerror", lambda error: self.faults.append(str(error)))
        self.page.on("request", lambda request: self.asked.append(request.url))
        self.page.on("dialog", lambda dialog: (self.dialogs.append(dialog.message), dialog.dismiss()))

    def open(self, fragment: str = "") -> Maker:
        self.page.goto(f"{self.server.url}maker/" + (f"#{fragment}" if fragment else ""))
        return self.ready()

    def ready(self) -> Maker:
        self.page.locator(".mk[data-state=ready]").wait_for()
        return self.settle()

    def settle(self) -> Maker:
        """Waits until the engine has answered all that was asked."""
        self.page.locator(".mk:not([data-busy])").wait_for()
        return self

    def fresh(self) -> Maker:
        """The same page as if for the first time."""
        self.page.evaluate("() => { localStorage.clear(); sessionStorage.clear(); }")
        self.page.goto("about:blank")
        return self.open()

    def part(self, name: str) -> Any:
        return self.page.locator(f'[data-part="{name}"]')

    def tab(self, name: str) -> None:
        self.page.locator(f'[data-tab="{name}"]').click()
        self.settle()

    def act(self, name: str, more: str = "") -> None:
        target = self.page.locator(f'[data-act="{name}"]{more}:visible').first
        target.evaluate("at => at.scrollIntoView({block: 'center', behavior: 'instant'})")
        target.click()
        self.settle()

    def roster(self) -> None:
        if not self.part("roster").evaluate("fold => fold.open"):
            self.page.locator(".mk-roster > summary").click()

    def fill(self, **fields: str) -> None:
        for key, text in fields.items():
            place = self.page.locator(f'[data-field="{key}"]').first
            self.tab(place.evaluate("at => at.closest('[role=tabpanel]').dataset.part"))
            if key == "affinity":
                self.page.locator(f'[data-field="affinity"][value="{text}"]').check(force=True)
            else:
                place.fill(text)
        self.settle()

    def load(self, character: Character) -> None:
        """Somebody is here as if they had come from a file."""
        self.roster()
        data = json.dumps({"format": "aces-party/1", "character": [character.plain()]}).encode()
        self.part("open-file").set_input_files({"name": "x.json", "mimeType": "application/json", "buffer": data})
        expect(self.page.locator(".mk-who")).to_have_text(character.name)
        self.settle()

    def kept(self) -> dict[str, Any]:
        found: dict[str, Any] = self.page.evaluate(KEPT)
        return found

    def draft(self) -> dict[str, Any]:
        kept = self.kept()
        found: dict[str, Any] = next(one["draft"] for one in kept["people"] if one["id"] == kept["at"])
        return found

    def said(self) -> str:
        return str(self.part("note-text").inner_text())

    def shown(self, side: int = 0) -> list[str]:
        """The lines of a side of the card, as the page has them."""
        found: list[str] = self.page.locator(f".mk-cards .mk-side:nth-child({side + 1}) bdi").all_text_contents()
        return found

    def saved(self, act: str = "save") -> tuple[str, str]:
        """What a button hands over as a file: its name and its text."""
        with self.page.expect_download() as waited:
            self.act(act)
        return waited.value.suggested_filename, Path(waited.value.path()).read_text("utf-8")

    def pdf(self) -> bytes:
        """What the browser prints, once the sheets lie ready."""
        self.page.locator(".mk[data-sheets]").wait_for()
        self.settle()
        data: bytes = self.page.pdf(prefer_css_page_size=True)
        return data

    def clean(self) -> None:
        """No error was logged, nothing was asked of another host, no script of anybody else's ran."""
        assert self.faults == []
        foreign = [url for url in self.asked if not url.startswith((self.server.origin, "data:", "blob:"))]
        assert foreign == []
        assert self.dialogs == []


@pytest.fixture
def seat(chromium: Any, served: Server) -> Iterator[Callable[..., Maker]]:
    """Sits down with a device of one's own: ``seat(PHONE, color_scheme="dark")``."""
    contexts = []

    def sit(device: dict[str, Any] = DESK, script: str = "", server: Server = served, **options: Any) -> Maker:
        context = chromium.new_context(**device, **options)
        context.set_default_timeout(30_000)
        if script:
            context.add_init_script(script)
        contexts.append(context)
        return Maker(context, server)

    yield sit
    for context in contexts:
        context.close()


@pytest.fixture(scope="module")
def long_open(chromium: Any, served: Server) -> Iterator[Maker]:
    context = chromium.new_context(**DESK, reduced_motion="reduce", permissions=["clipboard-read", "clipboard-write"])
    context.set_default_timeout(30_000)
    yield Maker(context, served)
    context.close()


@pytest.fixture
def maker(long_open: Maker) -> Iterator[Maker]:
    """A page that stays open from test to test, with nothing kept at the start; no test may leave an error."""
    if long_open.page.url == "about:blank":
        long_open.open()
    long_open.fresh()
    yield long_open
    long_open.clean()


def plain(side: Any) -> list[str]:
    return [line for part in side.parts if isinstance(part, Text) for line in part.lines]


# Making


def test_the_whole_way_by_keyboard(seat: Callable[..., Maker], site: Path, tmp_path: Path) -> None:
    """Concept drawn, points spent, Affinity, items, the person; shared, saved, and printed by the command: no mouse."""
    maker = seat(DESK).open()
    page = maker.page

    def press(*keys: str) -> None:
        for key in keys:
            page.keyboard.press(key)
            maker.settle()

    def walk(selector: str) -> None:
        """Tabs on until something has the focus, as anybody without a mouse would."""
        for _ in range(90):
            if page.evaluate("selector => document.activeElement?.matches(selector)", selector):
                return
            page.keyboard.press("Tab")
        raise AssertionError(f"no key leads to {selector}")

    walk("[data-tab=concept]")
    walk("[data-act=draw][data-half=role]")
    press("Enter")
    walk("[data-act=draw][data-half=adjective]")
    press("Enter")
    words = maker.part("adjective-words").locator("button").all_inner_texts()
    walk("[data-act=take]:last-child")
    press("Enter")
    adjective, role = maker.draft()["adjective"], maker.draft()["role"]
    assert words[1].startswith(adjective)
    tables = house_tables()
    assert role in {row.role for row in tables.characters}
    assert adjective in {word for row in tables.characters for word in (row.black, row.red)}

    walk("[data-act=next]")
    press("Enter")  # on to the Stats
    for stat, count in zip(STATS, (3, 2, 1, 1), strict=True):
        walk(f'[data-act=step][data-by="1"][data-stat={stat.key}]')
        press(*["Enter"] * count)
    press("Enter")
    assert "That takes 8 Lucky Points" in maker.part("stats-error").inner_text()
    assert maker.part("stats-error").get_attribute("role") == "alert"
    link = maker.part("stats-error").locator("a").get_attribute("href")
    page_of = site / str(link).removeprefix("/reference/").partition("#")[0].removeprefix(maker.server.url)
    assert f'id="{str(link).partition("#")[2]}"' in (page_of / "index.html").read_text("utf-8")
    walk("[data-act=next]")
    press("Enter")  # Affinity
    walk("[data-field=affinity]")
    press("ArrowRight", "ArrowRight", "ArrowLeft")
    walk("[data-field=item_seven]")
    page.keyboard.type("Waxed satchel")
    press("Tab")
    page.keyboard.type("Grapnel")
    walk("[data-act=next]")
    press("Enter")  # the person
    walk("[data-field=name]")
    page.keyboard.type("Wren O'Neill")
    for text in ("Tall, quiet.", "Find the letter.", "Talks too much.", "Wrote it herself."):
        press("Tab")
        page.keyboard.type(text)
    maker.settle()
    walk("[data-act=next]")
    press("Enter")
    expect(page.locator("#mk-step-card h2")).to_be_focused()
    expect(maker.part("state").locator(".mk-ready")).to_have_text("Ready to play.")

    kept = read_characters({"format": "aces-party/1", "character": [maker.draft()]}, "kept")[0]
    assert (kept.stats, kept.item_jack, kept.secret) == ((4, 3, 2, 2), "Grapnel", "Wrote it herself.")
    composed = compose(kept, CARDS["poker"], STYLES["cabaret"]).cards[0]
    assert [maker.shown(0), maker.shown(1)] == [plain(side) for side in composed]

    walk("[data-act=save]")
    with page.expect_download() as waited:
        page.keyboard.press("Enter")
    file = tmp_path / waited.value.suggested_filename
    file.write_bytes(Path(waited.value.path()).read_bytes())
    assert card_sources.load(file).characters == (kept,)
    told = maker.part("command").input_value().split()
    assert told[2] == file.name
    assert main([str(tmp_path / word) if word.endswith((".toml", ".pdf")) else word for word in told[1:]]) == 0

    page.locator("#mk-tab-card").focus()
    press("Home")
    expect(page.locator("#mk-tab-concept")).to_be_focused()
    press("ArrowLeft")
    expect(page.locator("#mk-tab-card")).to_be_focused()
    maker.clean()


def test_stats_are_held_to_the_rules(maker: Maker) -> None:
    """Up to the cap, no further; down to the least; each refusal with its rule; nothing is ever lost by it."""
    maker.tab("stats")
    up, down = ('[data-stat=cunning][data-by="1"]', '[data-stat=cunning][data-by="-1"]')
    maker.act("step", down)
    error = maker.part("stats-error")
    assert "Every Stat begins at 1." in error.inner_text()
    assert error.locator("a").get_attribute("data-rule") == "lite-stats"
    for _ in range(CREATION_CAP + 1):
        maker.act("step", up)
    assert f"No Stat goes above {CREATION_CAP} at creation." in error.inner_text()
    assert maker.draft()["stats"]["cunning"] == CREATION_CAP
    assert maker.part("left").inner_text() == str(LUCKY_POINTS - CREATION_CAP + 1)
    assert maker.part("foot-said").inner_text() == f"Cunning {CREATION_CAP}, 4 left."
    maker.act("step", down)
    assert error.inner_text() == ""
    # The row says it beside the button, and the card shows it.
    assert error.evaluate("at => at.closest('.mk-stat').dataset.stat") == "cunning"
    assert maker.page.locator(".mk-cards [aria-label='3 pips']").count() == 1


def test_quick_taps_all_count(maker: Maker) -> None:
    maker.tab("stats")
    up = maker.page.locator('[data-act=step][data-stat=strange][data-by="1"]')
    for _ in range(3):
        up.click(no_wait_after=True)
    maker.settle()
    assert maker.draft()["stats"]["strange"] == 4


def test_a_drawn_card_is_shown_and_gives_either_adjective(maker: Maker) -> None:
    assert maker.page.locator(".mk-felt .pc-back").count() == 2
    maker.act("draw", "[data-half=role]")
    maker.act("draw", "[data-half=adjective]")
    cards = maker.page.locator(".mk-felt .pc[data-rank]")
    labels = [card.get_attribute("aria-label") for card in cards.all()]
    assert labels[0].startswith("Role: ") and labels[1].startswith("Adjective: ")
    assert labels[0].partition(": ")[2] != labels[1].partition(": ")[2]
    first = maker.draft()["adjective"]
    words = maker.part("adjective-words").locator("button")
    assert [word.get_attribute("aria-pressed") for word in words.all()] == ["true", "false"]
    words.nth(1).click()
    maker.settle()
    assert maker.draft()["adjective"] != first
    assert [word.get_attribute("aria-pressed") for word in words.all()] == ["false", "true"]
    # Words of one's own stay, and a draw that takes their place can be taken back.
    maker.fill(role="Lamplighter")
    maker.tab("concept")
    maker.act("draw", "[data-half=role]")
    assert "takes the place of Lamplighter" in maker.said()
    maker.act("undo")
    assert maker.draft()["role"] == "Lamplighter"
    assert maker.page.locator("#mk-role").input_value() == "Lamplighter"


def test_a_card_turns_over_unless_motion_is_unwanted(seat: Callable[..., Maker], maker: Maker) -> None:
    moving = "at => getComputedStyle(at).animationName"
    lively = seat(DESK).open()
    lively.page.locator("[data-act=draw][data-half=role]").click()
    turned = lively.part("role-card").locator(".pc-turn")
    assert turned.evaluate(moving) == "pc-turn"
    maker.page.locator("[data-act=draw][data-half=role]").click()
    assert maker.part("role-card").locator(".pc-turn").evaluate(moving) == "none"
    maker.settle()


def test_what_is_left_leads_to_its_field(maker: Maker) -> None:
    state = maker.part("state")
    assert state.locator("button").all_inner_texts() == ["Name", "Adjective", "Role", "Affinity", "7 Lucky Points"]
    state.locator("button", has_text="Affinity").click()
    expect(maker.page.locator("[data-field=affinity]").first).to_be_focused()
    assert maker.page.url.endswith("#affinity")
    maker.fill(affinity="clubs", name="Wren", adjective="Quiet", role="Gumshoe")
    assert [mark.get_attribute("data-done") for mark in maker.page.locator("[data-done]:visible").all()] == [
        "concept", "affinity", "person",
    ]  # fmt: skip
    assert state.locator("button").all_inner_texts() == ["7 Lucky Points"]
    labels = [card.get_attribute("aria-label") for card in maker.page.locator(".mk-item .pc").all()]
    assert labels == ["Item: seven of clubs", "Item: jack of clubs"]


def test_what_a_file_could_not_hold_is_said_at_its_field_and_kept(maker: Maker) -> None:
    maker.fill(name="n" * 130)
    error = maker.page.locator('[data-error="name"]')
    assert error.inner_text() == "has 130 characters; at most 120"
    field = maker.page.locator("#mk-name")
    assert field.get_attribute("aria-invalid") == "true"
    assert error.get_attribute("id") in field.get_attribute("aria-describedby")
    assert maker.draft()["name"] == "n" * 130
    maker.tab("card")
    maker.act("save")
    assert "has 130 characters; at most 120" in maker.part("save-error").inner_text()
    maker.act("share")
    assert "is not ready for a file yet" in maker.part("share-error").inner_text()
    maker.fill(name="Wren")
    assert error.inner_text() == ""
    assert field.get_attribute("aria-invalid") is None


@pytest.mark.parametrize("style", STYLES)
@pytest.mark.parametrize("size", ["poker", "tarot", "page"])
def test_the_preview_is_the_printers_card(maker: Maker, size: str, style: str) -> None:
    """Every part of both sides where card_sides puts it, to a hundredth of a millimetre."""
    maker.load(BASHIR)
    maker.tab("card")
    maker.page.locator("#mk-size").select_option(size)
    maker.page.locator("#mk-style").select_option(style)
    maker.settle()
    # Where each line of text begins and how high it stands, measured on the page and divided by its scale.
    measured = maker.page.evaluate("""() => [...document.querySelectorAll('.mk-cards .card')].map(card => {
        const home = card.getBoundingClientRect(), scale = home.width / (parseFloat(card.style.width) * 96 / 25.4);
        return [...card.querySelectorAll(':scope > p')].map(line => {
          const box = line.getBoundingClientRect();
          return [box.left - home.left, box.top - home.top, box.width, box.height].map(px => px / scale / 96 * 25.4);
        });
      })""")
    for found, side in zip(measured, compose(BASHIR, CARDS[size], STYLES[style]).cards[0], strict=True):
        texts = [part for part in side.parts if isinstance(part, Text)]
        assert len(found) == len(texts)
        for box, text in zip(found, texts, strict=True):
            area = text.area
            assert box == pytest.approx((area.x, area.y, area.width, area.height), abs=0.02)


def test_long_texts_and_missing_letters_are_said(maker: Maker) -> None:
    maker.load(ODALYS)
    maker.fill(goal="Win back the ship. " * 90, flaw="Hums 李.")
    assert maker.page.locator(".mk-cards figcaption").all_inner_texts() == [
        "Front", "Back", "Front, continued", "Back, continued",
    ]  # fmt: skip
    assert "no printed face has '李' (U+674E" in maker.part("state").inner_text()
    assert "[U+674E]" in "".join(maker.shown(1))


# Kept


def test_reload_keeps_everything(maker: Maker) -> None:
    maker.act("draw", "[data-half=role]")
    maker.act("draw", "[data-half=adjective]")
    maker.fill(name="Wren", goal="Win.\n\nThen rest.", affinity="hearts", item_jack="Lamp")
    maker.tab("stats")
    maker.act("step", '[data-stat=eloquence][data-by="1"]')
    maker.tab("card")
    maker.page.locator("#mk-style").select_option("plain")
    maker.settle()
    maker.page.locator(".mk[data-sheets]").wait_for()
    before, front = maker.kept(), maker.shown()
    maker.page.reload()
    # The card is there before the engine is.
    assert maker.shown() == front
    assert maker.page.locator(".mk-who").inner_text() == "Wren"
    maker.ready()
    assert maker.kept() == before
    assert maker.page.locator("#mk-goal").input_value() == "Win.\n\nThen rest."
    assert maker.page.locator("#mk-style").input_value() == "plain"
    assert maker.page.locator(".mk-felt .pc[data-rank]").count() == 2
    assert maker.page.locator('[data-value="eloquence"]').inner_text() == "2"
    assert maker.shown() == front


def test_writing_before_the_engine_is_there_is_not_lost(seat: Callable[..., Maker], served: Server) -> None:
    maker = seat(DESK)
    served.throttle(1_500_000)
    try:
        maker.page.goto(f"{served.url}maker/")
        assert maker.page.locator(".mk-face").first.get_attribute("aria-label").startswith("An example: ")
        assert "Fetching" in maker.part("boot-line").inner_text()
        maker.page.locator("#mk-adjective").fill("Quiet")
        maker.page.locator('[data-tab="stats"]').click()
        maker.page.locator('[data-act=step][data-stat=cunning][data-by="1"]').click()
        assert "still on their way" in maker.said()
    finally:
        served.throttle(None)
    maker.ready()
    assert maker.draft()["adjective"] == "Quiet"
    assert maker.draft()["stats"]["cunning"] == 2
    maker.clean()


def test_the_roster_holds_everybody_and_deleting_can_be_undone(maker: Maker) -> None:
    for name in (ODALYS.name, BASHIR.name):
        maker.roster()
        maker.act("example", f'[data-name="{name}"]')
    assert maker.part("count").inner_text() == "roster of 2"  # whoever was untouched gave way
    maker.roster()
    maker.act("delete", f'[aria-label="Delete {BASHIR.name}"]')
    assert maker.page.locator(".mk-who").inner_text() == ODALYS.name
    expect(maker.part("note-acts").locator("[data-act=undo]")).to_be_focused()
    maker.act("undo")
    assert maker.page.locator(".mk-who").inner_text() == BASHIR.name
    maker.act("delete", f'[aria-label="Delete {BASHIR.name}"]')
    maker.page.reload()
    maker.ready()
    maker.roster()
    assert maker.part("bring").inner_text() == f"Bring back {BASHIR.name}"
    maker.act("bring")
    assert [one["draft"]["name"] for one in maker.kept()["people"]] == [ODALYS.name, BASHIR.name]
    # The last to go leaves somebody new.
    for name in (ODALYS.name, BASHIR.name):
        maker.roster()
        maker.act("delete", f'[aria-label="Delete {name}"]')
    assert maker.page.locator(".mk-who").inner_text() == "Somebody new"


def test_files_go_out_and_come_in(maker: Maker, tmp_path: Path) -> None:
    maker.load(ODALYS)
    maker.load(BASHIR)
    maker.roster()
    name, text = maker.saved("save-all")
    assert name == "characters.toml"
    assert card_sources.characters_of(text, name).characters == (ODALYS, BASHIR)
    # A campaign, as the table keeps it.
    campaign = begin("Heron Street", example_party())
    file = {"name": "party.json", "mimeType": "application/json", "buffer": json.dumps(campaign.plain()).encode()}
    maker.roster()
    maker.part("open-file").set_input_files(file)
    maker.settle()
    assert "5 characters from party.json join your roster." in maker.said()
    assert len(maker.kept()["people"]) == 7
    maker.act("undo")
    assert len(maker.kept()["people"]) == 2
    # What is wrong is said, fault by fault, and changes nothing.
    wrong = b'format = "aces-party/1"\n[[character]]\nnmae = "x"'
    bad = {"name": "bad.toml", "mimeType": "text/plain", "buffer": wrong}
    maker.roster()
    maker.part("open-file").set_input_files(bad)
    maker.settle()
    assert "bad.toml cannot be used, and nothing has changed" in maker.part("open-error").inner_text()
    assert "character[1].nmae: unknown key; did you mean name?" in maker.part("open-error").inner_text()
    assert len(maker.kept()["people"]) == 2


def test_two_pages_share_one_roster(seat: Callable[..., Maker], served: Server) -> None:
    one = seat(DESK).open()
    other = Maker(one.context, served).open()
    one.load(ODALYS)
    other.load(BASHIR)
    one.page.locator(".mk-count:has-text('roster of 2')").wait_for()
    assert one.page.locator(".mk-who").inner_text() == ODALYS.name, "who is being made here stays"
    assert one.page.locator("[data-act=undo]:visible").count() == 0, "it would take back the other page's too"
    one.fill(goal="Mine.")
    other.settle()
    assert {each["draft"]["name"] for each in one.kept()["people"]} == {ODALYS.name, BASHIR.name}
    one.clean()


def somebody(**odd: object) -> str:
    """What the page keeps of somebody, odd in one way."""
    person = {"id": "p", "draft": {"name": "Wren", **odd.pop("draft", {})}, **odd}  # type: ignore[dict-item]
    return json.dumps({"v": 1, "at": "p", "people": [person], "gone": [], "job": {}})


DAMAGED = [
    "{",
    "[]",
    '{"v": 9}',
    '{"v": 1, "people": [{}], "gone": []}',
    '{"v":1,"people":[]}',
    somebody(draft={"stats": {"luck": 3}}),
    somebody(draft={"stats": {'"]': 1}}),
    somebody(draft={"stats": "4321"}),
    somebody(draft={"name": {"a": 1}}),
    somebody(drawn={"role": {}}),
    somebody(drawn={"role": {"card": None, "why": [], "words": []}}),
    somebody(drawn={"role": {"card": {"spoken": "x"}, "why": "x", "words": [None]}}),
    somebody(picture={"a": 1}),
]


@pytest.mark.parametrize("kept", DAMAGED)
def test_damaged_storage_is_set_aside_and_can_be_saved(seat: Callable[..., Maker], kept: str) -> None:
    maker = seat(DESK, f"localStorage.getItem('aces.maker') ?? localStorage.setItem('aces.maker', {json.dumps(kept)})")
    maker.open()
    maker.roster()
    assert maker.page.locator(".mk-who").inner_text() == "Somebody new"
    with maker.page.expect_download() as waited:
        maker.act("aside")
    assert Path(waited.value.path()).read_text("utf-8") == kept
    maker.clean()


@pytest.mark.parametrize(
    "cards", [[None], [[[]]], [[["<x>", {}]]], [[["div", None]]], [[["div", {"1 2": "x"}]]], {"a": 1}]
)
def test_a_damaged_card_from_last_time_is_laid_out_anew(seat: Callable[..., Maker], cards: object) -> None:
    kept = {"aces.maker": somebody(), "aces.maker.card": json.dumps({"at": "p", "cards": cards})}
    maker = seat(DESK, f"Object.assign(localStorage, {json.dumps(kept)});")
    maker.open()
    assert "Wren" in "".join(maker.shown())
    maker.clean()


def test_two_taps_delete_one(maker: Maker) -> None:
    for one in example_party()[:3]:
        maker.load(one)
    maker.roster()
    maker.page.locator("[data-act=delete]").first.dblclick()
    maker.settle()
    assert len(maker.kept()["people"]) == 2
    maker.clean()


def test_a_page_that_comes_back_from_the_history_has_what_was_made_since(maker: Maker) -> None:
    """While it lies there it hears of nothing that others keep."""
    maker.load(ODALYS)
    since = maker.kept()
    since["people"][0]["draft"]["goal"] = "Win back the ship."
    since["people"].append({"id": "p", "draft": {"name": "Wren"}})
    maker.page.evaluate("kept => localStorage.setItem('aces.maker', JSON.stringify(kept))", since)
    maker.page.evaluate("dispatchEvent(new PageTransitionEvent('pageshow', {persisted: true}))")
    maker.fill(flaw="Late.")
    people = maker.kept()["people"]
    assert [each["draft"]["name"] for each in people] == [ODALYS.name, "Wren"]
    assert people[0]["draft"]["goal"] == "Win back the ship."
    maker.clean()


def test_without_storage_it_makes_and_says_so(seat: Callable[..., Maker]) -> None:
    shut = "get() { throw new DOMException('no', 'SecurityError'); }"
    maker = seat(DESK, f"Object.defineProperty(window, 'localStorage', {{ {shut} }});")
    maker.open()
    maker.page.locator("#mk-role").fill("Gumshoe")
    maker.settle()
    maker.roster()
    assert "keeps nothing for this page" in maker.part("kept").inner_text()
    assert "Gumshoe" in "".join(maker.shown())
    maker.clean()


def test_the_example_of_the_other_game_comes_over(maker: Maker) -> None:
    maker.roster()
    maker.page.locator(".mk-over > summary").click()
    for key, value in (("athletics", 5), ("cunning", 2), ("eloquence", 1)):
        maker.page.locator(f"#mk-over-{key}").fill(str(value))
    submit = maker.part("over-form").locator("button[type=submit]")
    submit.click()
    maker.settle()
    assert "no Stat of A.C.E.S. Lite is above 4 at creation" in maker.part("over-error").inner_text()
    assert maker.part("over-error").locator("a").get_attribute("data-rule") == "u21-convert"
    for key, value in (("athletics", 4), ("cunning", 3), ("eloquence", 1)):
        maker.page.locator(f"#mk-over-{key}").fill(str(value))
    submit.click()
    maker.settle()
    ways = maker.part("over-ways").locator("button")
    assert ways.count() == 5
    ways.filter(has_text="Athletics 4, Cunning 3, Eloquence 2, Strange 2").click()
    maker.settle()
    assert maker.draft()["stats"] == {"athletics": 4, "cunning": 3, "eloquence": 2, "strange": 2}
    assert "choose an Adjective and a Role" in maker.said() or maker.page.url.endswith("#concept")


def test_who_has_grown_stays_grown_or_begins_whole_again(maker: Maker) -> None:
    maker.load(ODALYS._replace(hp=1, grown=1, stats=(3, 2, 5, 2)))
    maker.tab("person")
    assert maker.part("been-says").inner_text() == "HP 1, Plot Armor 2, grown by 1"
    maker.act("fresh")
    assert "hp" not in maker.draft()
    assert "above 4" in maker.part("state").inner_text()
    maker.act("undo")
    assert maker.draft()["hp"] == 1


# Shared


def test_a_link_brings_the_whole_character_to_somebody_else(maker: Maker, seat: Callable[..., Maker]) -> None:
    wren = tidied(ODALYS._replace(name="Łucja O’Neill", goal="Win.\n“Quietly.”", secret="<b>Bold</b>"))
    maker.load(wren)
    maker.tab("card")
    maker.act("share")
    link = maker.part("link").input_value()
    assert maker.page.evaluate("navigator.clipboard.readText()") == link
    assert link.startswith(f"{maker.server.url}maker/#1.")
    other = seat(PHONE)
    other.page.goto(link)
    other.ready()
    assert f"{wren.name} came with the link" in other.said()
    assert other.draft() == maker.draft()
    assert other.page.url.endswith("#card"), "a reload does not add them again"
    other.page.goto("about:blank")
    other.page.goto(link)
    other.ready()
    assert "is in your roster already" in other.said()
    assert len(other.kept()["people"]) == 1
    other.clean()


HOSTILE = (
    "1.<script>alert(1)</script>",
    "1.%3Cimg%20src=x%20onerror=alert(1)%3E",
    "1.javascript:alert(1)",
    "1." + "A" * 9_000,
    "1.%",
    "9." + "A" * 40,
    linked(b"[" * 100_000),
    linked(b" " * 20_000_000),
    linked(json.dumps({"name": "<img src=x onerror=alert(1)>"}).encode()),
    linked(json.dumps({**ODALYS.plain(), "name": "a\x1b]0;pwned\x07"}).encode()),
    linked(json.dumps({**ODALYS.plain(), "__proto__": {"polluted": 1}}).encode()),
    linked(json.dumps({**ODALYS.plain(), "stats": {"athletics": 1e308}}).encode()),
)


def test_hostile_links_are_refused_in_words_and_harm_nothing(maker: Maker) -> None:
    maker.load(BASHIR)
    before = maker.kept()
    for fragment in HOSTILE:
        maker.page.evaluate("fragment => { location.hash = fragment }", fragment)
        maker.part("note").locator("text=this link").first.wait_for()
        maker.settle()
        assert maker.part("note-text").get_attribute("role") == "alert"
        assert len(maker.said()) < 1_500
        assert maker.kept() == before
        assert maker.page.evaluate("({}).polluted") is None
        maker.act("hush")
    assert maker.page.locator(".mk script:not([type='application/json']), .mk [onerror]").count() == 0


def test_a_link_with_markup_in_it_is_read_as_typed(seat: Callable[..., Maker]) -> None:
    evil = ODALYS._replace(name="<img src=x onerror=alert(1)>", goal="<script>alert(2)</script>{{ 7*7 }}")
    maker = seat(DESK)
    maker.open(linked(json.dumps(evil.plain()).encode()))
    assert maker.page.locator(".mk-who").inner_text() == evil.name
    assert "".join(maker.shown(1)).find("<script>alert(2)</script>{{ 7*7 }}") > 0
    maker.clean()


# Hostile characters


def everywhere(number: int, text: str) -> Character:
    keys = ("adjective", "role", "item_seven", "item_jack", "description", "goal", "flaw", "secret")
    limited = {key: text.strip()[: 120 if key in keys[:4] else 20_000] or "-" for key in keys}
    limited |= {key: on_a_line(limited[key]) for key in keys[:4]}
    return tidied(ODALYS._replace(name=f"{number:02} {on_a_line(text)}"[:120], **limited))


def on_a_line(text: str) -> str:
    """A text without what no line of a file can hold."""
    return re.sub(r"[\t\n]", " ", text)


def test_forty_hostile_characters_are_shown_and_printed_as_typed(maker: Maker) -> None:
    """Each text in every field: it is text on the page, in the browser's print and in the saved file; nothing runs."""
    texts = [*PAYLOADS, *(f"{text}\n{text}" for text in PAYLOADS[:10])]
    assert len(texts) == 40
    crew = [everywhere(number, text) for number, text in enumerate(texts)]
    maker.roster()
    data = json.dumps({"format": "aces-party/1", "character": [one.plain() for one in crew]}).encode()
    maker.part("open-file").set_input_files({"name": "x.json", "mimeType": "application/json", "buffer": data})
    maker.part("note").locator("text=40 characters from x.json").wait_for()
    maker.settle()
    allowed = {"article", "span", "svg", "path", "p", "bdi", "br"}
    for number, one in enumerate(crew):
        maker.page.locator("[data-act=open]").nth(number).evaluate("button => button.click()")
        maker.settle()
        shown = [line for side in range(maker.page.locator(".mk-cards .mk-side").count()) for line in maker.shown(side)]
        composed = compose(one, CARDS["poker"], STYLES["cabaret"])
        expected = [line for card in composed.cards[:2] for side in card for line in plain(side)]
        assert shown == expected, one.name
        tags = maker.page.evaluate("[...document.querySelectorAll('.mk-cards .card *')].map(at => at.localName)")
        assert set(tags) <= allowed
        warned = maker.part("state").inner_text()
        assert all(f"U+{ord(letter):04X}" in warned for miss in composed.missing for letter in miss.characters[:3])
        assert maker.page.locator("#mk-goal").input_value() == one.goal
    # All of them on paper: the browser prints what the command prints.
    maker.tab("card")
    maker.page.locator("input[name=mk-whom][value=all]").check()
    maker.settle()
    printed = maker.pdf()
    by_command = print_cards([Entry(one) for one in crew], processes=1)
    got, meant = (["".join(sorted(squeezed(text))) for text in page_texts(data)] for data in (printed, by_command.data))
    assert len(got) == len(meant)
    for number, (mine, theirs) in enumerate(zip(got, meant, strict=True)):
        lost = lacking(theirs, mine)
        assert set(lost) <= set("‐-‑fiﬁflﬂ"), f"page {number + 1} lacks {lost!r}"
    maker.roster()
    _, text = maker.saved("save-all")
    assert card_sources.characters_of(text, "x.toml").characters == tuple(crew)
    assert maker.page.evaluate("Object.keys(window).filter(name => name.startsWith('pwn'))") == []


def lacking(wanted: str, there: str) -> str:
    """The letters of one text that another does not have as often."""
    have = list(there)
    lost = []
    for letter in wanted:
        if letter in have:
            have.remove(letter)
        else:
            lost.append(letter)
    return "".join(lost)


@pytest.mark.parametrize("text", [text for text in CONTROL if "\ud800" not in text])
def test_control_characters_are_refused_in_words(maker: Maker, text: str) -> None:
    data = json.dumps({"format": "aces-party/1", "character": [{**ODALYS.plain(), "name": text}]}).encode()
    maker.roster()
    maker.part("open-file").set_input_files({"name": "x.json", "mimeType": "application/json", "buffer": data})
    maker.settle()
    assert "character[1].name: contains" in maker.part("open-error").inner_text()
    assert maker.page.evaluate("localStorage.getItem('aces.maker')") is None


# Printed

PRINTS: tuple[tuple[dict[str, Any], int], ...] = (
    ({}, 1),
    ({"size": "bridge", "paper": "letter", "style": "plain"}, 2),
    ({"size": "a6", "flip": "short", "style": "large"}, 5),
    ({"sides": "fold", "paper": "pa4"}, 5),
    ({"size": "page", "sides": "front", "paper": "letter"}, 1),
)


@pytest.mark.parametrize(("asked", "people"), PRINTS)
def test_the_browser_prints_what_the_command_prints(maker: Maker, asked: dict[str, Any], people: int) -> None:
    """Paper, trim, frames, marks and words of every page within a fifth of a millimetre of the command's PDF."""
    crew = example_party()[:people]
    for one in crew:
        maker.load(one)
    maker.tab("card")
    for key, value in asked.items():
        maker.page.locator(f"#mk-{key}").select_option(value)
    if people > 1:
        maker.page.locator("input[name=mk-whom][value=all]").check()
    maker.settle()
    printed = maker.pdf()
    job = job_of(**asked)
    count = -(-len(crew) // job.layout.per_sheet) * job.layout.per_sheet
    command = print_cards([*map(Entry, crew), *[Entry(BLANK)] * (count - len(crew))], job, processes=1).data
    with pypdfium2.PdfDocument(printed) as mine, pypdfium2.PdfDocument(command) as theirs:
        assert len(mine) == len(theirs)
        for one, other in zip(mine, theirs, strict=True):
            assert one.get_size() == pytest.approx(other.get_size(), abs=TRUE * POINTS_PER_MM)
    for page in range(pages_of(printed)):
        behind = page % 2 == 1 and job.sides == "both"
        layout: Any = job.layout
        places = layout.backs(job.flip, job.offset) if behind else layout.fronts()
        compare(printed, command, page, places)
        assert astray(printed, command, page) == []
        assert same_ink(printed, command, page) >= 0.98


def pages_of(data: bytes) -> int:
    with pypdfium2.PdfDocument(data) as document:
        return len(document)


def compare(printed: bytes, command: bytes, page: int, places: tuple[Place, ...]) -> None:
    """The frame of every card, measured on both: where it begins and how large it is."""
    for mine, theirs in zip(framed(printed, page, places), framed(command, page, places), strict=True):
        assert mine == pytest.approx(theirs, abs=TRUE)


def framed(data: bytes, page: int, places: tuple[Place, ...]) -> list[tuple[float, ...]]:
    """The box of all ink within each card, a millimetre from its edges, where only marks reach: left, top, size."""
    fine = 20
    with pypdfium2.PdfDocument(data) as document:
        image = document[page].render(scale=fine / POINTS_PER_MM).to_pil().convert("L").point([255] * 190 + [0] * 66)
    found = []
    for place in places:
        region = tuple(round(value * fine) for value in (place.x + 1, place.y + 1, place.right - 1, place.bottom - 1))
        box = image.crop(region).getbbox()
        assert box is not None
        left, top, right, bottom = (value / fine for value in box)
        found.append((region[0] / fine + left, region[1] / fine + top, right - left, bottom - top))
    return found


def letters(data: bytes, page: int) -> dict[str, list[tuple[float, float]]]:
    """Where each letter of a page lies: the middles of all boxes of it, in millimetres from the top left."""
    found: dict[str, list[tuple[float, float]]] = {}
    with pypdfium2.PdfDocument(data) as document:
        height, text = document[page].get_height(), document[page].get_textpage()
        for index in range(text.count_chars()):
            letter = chr(pypdfium2.raw.FPDFText_GetUnicode(text, index))
            if letter.isspace() or letter == "\ufffe":
                continue
            left, bottom, right, top = text.get_charbox(index)
            middle = ((left + right) / 2, height - (top + bottom) / 2)
            found.setdefault(letter, []).append((middle[0] / POINTS_PER_MM, middle[1] / POINTS_PER_MM))
    return found


def astray(printed: bytes, command: bytes, page: int) -> list[tuple[str, float, float]]:
    """The letters of the command's page that the browser's has not within a fifth of a millimetre."""
    mine = letters(printed, page)
    assert sum(map(len, mine.values())) > 60
    return [
        (letter, x, y)
        for letter, places in letters(command, page).items()
        for x, y in places
        if not any(abs(x - across) <= TRUE and abs(y - down) <= TRUE for across, down in mine.get(letter, ()))
    ]


def same_ink(printed: bytes, command: bytes, page: int) -> float:
    """How much of the ink of a page lies on both, where a fifth of a millimetre does not count: marks and all."""
    inked = []
    for data in (printed, command):
        with pypdfium2.PdfDocument(data) as document:
            grey = document[page].render(scale=5 / POINTS_PER_MM).to_pil().convert("L")
            inked.append(grey.point([255] * 200 + [0] * 56))
    size = tuple(min(pair) for pair in zip(inked[0].size, inked[1].size, strict=True))
    first, second = (image.crop((0, 0, *size)) for image in inked)
    on_both = ImageChops.multiply(first, second.filter(ImageFilter.MaxFilter(3))).histogram()[255]
    return on_both / max(first.histogram()[255], 1)


def test_an_offset_moves_the_backs(maker: Maker) -> None:
    maker.load(BASHIR)
    maker.tab("card")
    maker.page.locator(".mk-more > summary").click()
    maker.page.locator("#mk-right").fill("1.5")
    maker.page.locator("#mk-down").fill("-2")
    maker.page.locator("#mk-down").blur()
    maker.settle()
    job = Job(offset=(1.5, -2.0))
    layout: Any = job.layout
    command = print_cards([Entry(BASHIR), *[Entry(BLANK)] * 8], job, processes=1).data
    printed = maker.pdf()
    compare(printed, command, 1, layout.backs(Flip.LONG_EDGE, job.offset))
    assert astray(printed, command, 1) == []
    assert "--offset=1.5,-2" in maker.part("command").input_value()


def test_what_cannot_be_printed_is_said_and_the_page_prints_itself(maker: Maker) -> None:
    maker.load(BASHIR)
    maker.tab("card")
    maker.page.locator("#mk-size").select_option("page")
    maker.page.locator("#mk-sides").select_option("fold")
    maker.settle()
    maker.part("print-error").locator("text=does not fit on half of A4").wait_for()
    assert maker.page.locator(".mk-sheets").count() == 0
    maker.page.locator("#mk-sides").select_option("both")
    maker.page.locator(".mk[data-sheets='2']").wait_for()
    assert maker.part("print-error").inner_text() == ""
    maker.settle()


def test_the_button_prints_the_sheets(maker: Maker) -> None:
    maker.page.evaluate("() => { window.prints = 0; window.print = () => { window.prints += 1; }; }")
    maker.load(BASHIR)
    maker.tab("card")
    maker.act("print")
    maker.page.locator(".mk[data-sheets='2']").wait_for()
    assert maker.page.evaluate("window.prints") == 1
    assert maker.part("print-says").inner_text() == "9 cards on 2 pages."


def test_letters_beyond_latin_are_printed_in_our_faces(maker: Maker) -> None:
    maker.load(tidied(ODALYS._replace(goal="Найти письмо. Το γράμμα. Tìm bức thư.")))
    text = "".join(page_texts(maker.pdf()))
    assert squeezed("Найти письмо. Το γράμμα. Tìm bức thư.") in squeezed(text)
    fonts = "[...document.fonts].filter(face => face.status === 'loaded').map(face => face.unicodeRange)"
    loaded = maker.page.evaluate(fonts)
    assert any("U+400-45F" in reach or "U+0400-045F" in reach for reach in loaded)
    assert any(reach.upper().startswith("U+370") for reach in loaded)


# A portrait


def picture(width: int, height: int, kind: str = "PNG") -> bytes:
    out = io.BytesIO()
    Image.new("RGB", (width, height), (30, 120, 90)).save(out, kind)
    return out.getvalue()


def test_a_file_of_any_size_is_refused_by_its_size(maker: Maker, tmp_path: Path) -> None:
    file = tmp_path / "large.json"
    with file.open("wb") as made:
        made.truncate(400_000_000)
    maker.roster()
    maker.part("open-file").set_input_files(file)
    expect(maker.part("open-error")).to_have_text("large.json is larger than 20,000,000 bytes.")
    assert maker.kept() is None, "nobody came"


def test_a_jpeg_with_fill_bytes_before_a_marker_is_one(maker: Maker) -> None:
    maker.tab("person")
    plain = picture(120, 90, "JPEG")
    filled = plain[:2] + b"\xff\xff\xff" + plain[2:]
    maker.part("portrait-file").set_input_files({"name": "me.jpg", "mimeType": "image/jpeg", "buffer": filled})
    maker.page.locator(".mk-cards img").wait_for()
    assert maker.part("portrait-error").inner_text() == ""


def test_a_portrait_is_bounded_shown_printed_and_forgotten(maker: Maker) -> None:
    maker.load(BASHIR)
    maker.tab("person")
    for kind in ("PNG", "JPEG", "WEBP"):
        file = {"name": f"me.{kind.lower()}", "mimeType": f"image/{kind.lower()}", "buffer": picture(1_200, 900, kind)}
        maker.part("portrait-file").set_input_files(file)
        maker.page.locator(".mk-cards img").wait_for()
        maker.settle()
        assert maker.part("portrait-error").inner_text() == ""
    width, height = maker.page.locator(".mk-cards img").evaluate("at => [at.naturalWidth, at.naturalHeight]")
    assert (width, height) == card_extras.PRINTED
    assert maker.part("command").input_value().endswith("--portrait=me.webp -o bashir-wojcik.pdf")
    with pypdfium2.PdfDocument(maker.pdf()) as document:
        kinds = [one.type for one in document[0].get_objects(max_depth=5)]
    assert pypdfium2.raw.FPDF_PAGEOBJ_IMAGE in kinds
    maker.page.reload()
    maker.ready()
    assert maker.page.locator(".mk-cards img").count() == 1
    maker.tab("person")
    maker.act("unpicture")
    assert maker.page.locator(".mk-cards img").count() == 0
    assert maker.page.evaluate("Object.keys(localStorage).filter(name => name.includes('picture'))") == []


def bomb() -> bytes:
    """A PNG of a few bytes that says it has 30,000 x 30,000 pixels."""
    head = (30_000).to_bytes(4, "big") * 2 + b"\x08\x02\x00\x00\x00"
    chunk = b"IHDR" + head
    return b"\x89PNG\r\n\x1a\n" + (13).to_bytes(4, "big") + chunk + zlib.crc32(chunk).to_bytes(4, "big")


@pytest.mark.parametrize(
    ("data", "says"),
    [
        (bomb(), "has 30,000 × 30,000 pixels; at most 40,000,000 in all."),
        (b"GIF89a" + b"\0" * 40, "is no PNG, JPEG or WebP that can be read."),
        (picture(9, 9)[:40], "is no PNG, JPEG or WebP that can be read."),
        (b"<svg xmlns='http://www.w3.org/2000/svg' onload='alert(1)'/>", "is no PNG, JPEG or WebP"),
        (None, "is larger than 20,000,000 bytes."),
    ],
    ids=["bomb", "gif", "cut off", "svg", "large"],
)
def test_what_is_no_portrait_is_refused(maker: Maker, data: bytes | None, says: str, tmp_path: Path) -> None:
    maker.tab("person")
    file = tmp_path / "x.png"
    with file.open("wb") as made:
        made.write(data or b"")
        made.truncate(card_extras.MOST_BYTES + 1 if data is None else len(data))
    maker.part("portrait-file").set_input_files(file)
    error = maker.part("portrait-error")
    error.locator(f"text={says}").wait_for()
    assert maker.page.locator(".mk-cards img").count() == 0
    maker.settle()


# For everybody


def test_nothing_stands_in_the_way_of_assistive_technology(maker: Maker) -> None:
    """Every step in its states, in light and dark; tests/site looks at the page around it."""
    maker.page.evaluate(AXE.read_text("utf-8"))

    def check(when: str) -> None:
        for scheme, name in (("light", "default"), ("dark", "slate")):
            maker.page.emulate_media(color_scheme=scheme)
            maker.page.locator(f'body[data-md-color-scheme="{name}"]').wait_for()
            found = maker.page.evaluate("levels => axe.run('.mk', {runOnly: levels})", LEVELS)["violations"]
            assert [(each["id"], each["nodes"][0]["html"][:200]) for each in found] == [], f"{when}, {scheme}"

    check("nobody yet")
    maker.act("draw", "[data-half=role]")
    maker.act("draw", "[data-half=adjective]")
    check("a Concept drawn")
    maker.tab("stats")
    maker.act("step", '[data-stat=cunning][data-by="-1"]')
    check("a Stat refused")
    maker.fill(affinity="diamonds", name="n" * 130, goal="Win. " * 500)
    check("the person, a fault, a continuation card")
    maker.tab("affinity")
    check("the Affinity")
    maker.load(ODALYS._replace(hp=1))
    maker.roster()
    for fold in (".mk-over", ".mk-more"):
        maker.page.locator(fold).evaluate("fold => { fold.open = true }")
    maker.tab("card")
    check("somebody ready, everything open")
    maker.page.emulate_media(color_scheme="light")


def test_every_target_is_large_and_nothing_scrolls_sideways(seat: Callable[..., Maker]) -> None:
    phone = seat(PHONE, reduced_motion="reduce").open()
    phone.load(ODALYS._replace(hp=1, goal="Win. " * 500))
    phone.tab("concept")
    phone.act("draw", "[data-half=adjective]")
    phone.roster()
    for fold in (".mk-over", ".mk-more"):
        phone.page.locator(fold).evaluate("fold => { fold.open = true }")
    small = """least => [...document.querySelectorAll(
          '.mk :is(button, summary, select, textarea, label.mk-quiet, label.mk-check, input)')]
        .filter(at => at.checkVisibility() && !['file', 'checkbox'].includes(at.type) && !at.matches('.mk-check input'))
        .map(at => [at.innerText || at.name || at.id, at.getBoundingClientRect()])
        .filter(([, box]) => Math.min(box.width, box.height) < least)
        .map(([what, box]) => `${what}: ${box.width} x ${box.height}`)"""
    for width, height in ((390, 844), (320, 640), (640, 360)):  # the last is 1280 x 720 at 200 %
        phone.page.set_viewport_size({"width": width, "height": height})
        for tab in ("concept", "stats", "affinity", "person", "card"):
            phone.page.locator(f'[data-tab="{tab}"]').evaluate("tab => tab.click()")
            phone.settle()
            assert phone.page.evaluate("document.documentElement.scrollWidth") <= width, f"{tab} at {width}"
            assert phone.page.evaluate(small, SMALLEST_TARGET - 0.5) == [], f"{tab} at {width}"
    phone.clean()


def test_a_thumb_reaches_the_card_from_every_step(seat: Callable[..., Maker]) -> None:
    phone = seat(PHONE).open()
    assert phone.page.locator(".mk-stage").is_hidden()
    box = phone.page.locator(".mk-foot").bounding_box()
    assert box["y"] + box["height"] <= 844.5
    assert phone.page.locator(".mk-thumbs .card").count() == 2
    assert phone.part("foot-says").inner_text() == "5 to come"
    phone.page.locator("[data-tab=person]").tap()
    phone.page.evaluate("scrollTo({top: 250, behavior: 'instant'})")
    top = phone.page.evaluate("scrollY")
    phone.page.locator(".mk-thumbs button").tap()
    view = phone.page.get_by_role("dialog", name="Your card")
    sides = view.locator(".mk-face")
    assert [sides.nth(side).locator(".card").is_visible() for side in (0, 1)] == [True, True]
    assert sides.first.bounding_box()["width"] > 340, "as wide as the hand-held screen, to be read"
    assert view.locator(".mk-jump").all_inner_texts()[0] == "Name"
    assert phone.page.locator("[data-tab=person]").get_attribute("aria-selected") == "true"
    for close in (lambda: view.get_by_role("button", name="Close").tap(), lambda: phone.page.touchscreen.tap(200, 20)):
        close()
        expect(view).to_be_hidden()
        assert phone.page.evaluate("document.activeElement.dataset.act") == "see"
        assert phone.page.evaluate("scrollY") == top
        phone.page.locator(".mk-thumbs button").tap()
    view.locator(".mk-jump", has_text="Adjective").tap()
    expect(view).to_be_hidden()
    assert phone.page.evaluate("document.activeElement.dataset.field") == "adjective"
    assert phone.page.locator(".mk-cards .mk-face").count() == 2, "those of the last step alone"
    phone.page.locator("[data-tab=card]").tap()
    assert phone.page.locator(".mk-stage").is_visible()
    narrow = phone.page.locator(".mk-cards .mk-face").first.bounding_box()["width"]
    phone.page.locator("[data-act=larger]").tap()
    wide = phone.page.locator(".mk-cards .mk-face").first.bounding_box()["width"]
    assert wide > 1.9 * narrow
    assert phone.page.locator("[data-act=larger]").get_attribute("aria-pressed") == "true"
    phone.clean()


def test_a_side_that_changes_lights_up_in_small(seat: Callable[..., Maker]) -> None:
    lit = "[...document.querySelectorAll('.mk-thumbs .mk-face')].map((face) => face.getAnimations().length)"
    for motion, front in (("no-preference", 1), ("reduce", 0)):
        phone = seat(PHONE, reduced_motion=motion).open()
        assert phone.page.evaluate(lit) == [0, 0]
        watch = "observe(document.querySelector('.mk-thumbs'), {childList: true, subtree: true})"
        phone.page.evaluate(f"new MutationObserver(() => {{ window.lit = {lit}; }}).{watch}")
        phone.page.locator('[data-field="role"]').fill("Beekeeper")
        phone.settle()
        phone.page.wait_for_function("window.lit")
        assert phone.page.evaluate("window.lit") == [front, 0], "the back has not changed"
        phone.page.wait_for_timeout(400)
        assert phone.page.evaluate(lit) == [0, 0]


def test_each_step_begins_at_its_heading(seat: Callable[..., Maker]) -> None:
    """Just below the row of steps, from wherever one comes; the last one with the card."""
    phone = seat(PHONE).open()
    seen = """(what) => {
        const steps = document.querySelector('.mk-steps').getBoundingClientRect().bottom;
        const place = document.querySelector(what).getBoundingClientRect();
        return [place.top - steps, innerHeight - place.bottom];
    }"""
    for tab in ("stats", "affinity", "person", "card"):
        phone.page.evaluate("scrollTo({top: 99999, behavior: 'instant'})")
        phone.act("next")
        what = ".mk-cards" if tab == "card" else f"#mk-step-{tab} h2"
        above, below = phone.page.evaluate(seen, what)
        assert 0 <= above <= 60, tab
        assert below >= 0, tab
    for start in (0, 200, 700):
        phone.page.locator("[data-tab=person]").tap()
        phone.page.evaluate("top => scrollTo({top, behavior: 'instant'})", start)
        phone.page.locator("[data-tab=card]").tap()
        phone.page.wait_for_timeout(100)
        above, below = phone.page.evaluate(seen, ".mk-cards")
        assert above >= 0 and below >= 0, start


def test_one_button_of_a_step_is_filled(maker: Maker) -> None:
    """What leads on; the draws are on the felt, in outline. An empty place can be seen in the dark."""
    maker.fresh()
    grounds = "at => [getComputedStyle(at).backgroundColor, getComputedStyle(at).borderTopColor]"
    for draw in maker.page.locator(".mk-draw").all():
        ground, line = draw.evaluate(grounds)
        assert ground != line
    for scheme in ("light", "dark"):
        maker.page.emulate_media(color_scheme=scheme)
        slot = maker.page.locator(".mk-item .pc-slot").first
        line = slot.evaluate("at => getComputedStyle(at).borderTopColor")
        opaque = slot.evaluate("at => getComputedStyle(at).opacity")
        paper = maker.page.evaluate("getComputedStyle(document.body).backgroundColor")
        assert opaque == "1"
        assert contrast(in_hex(line), in_hex(paper)) >= 3, scheme
    maker.page.emulate_media(color_scheme="light")


def in_hex(colour: str) -> str:
    """``rgb(29, 26, 38)`` as the palette writes it."""
    return "#" + "".join(f"{int(part):02x}" for part in re.findall(r"\d+", colour)[:3])


def test_where_data_is_saved_the_engine_waits_to_be_asked(seat: Callable[..., Maker], served: Server) -> None:
    maker = seat(PHONE, "Object.defineProperty(navigator, 'connection', {value: {saveData: true}});")
    maker.page.goto(f"{served.url}maker/")
    maker.part("boot-line").locator(r"text=/need \d\.\d MB, once/").wait_for()
    assert not [url for url in maker.asked if ".wasm" in url]
    maker.page.locator("[data-act=boot]").tap()
    maker.ready()
    maker.clean()


def test_when_the_engine_does_not_come_it_is_said_and_can_be_tried_again(
    seat: Callable[..., Maker], site: Path, policy: dict[str, str]
) -> None:
    with Server(site, prefix="/reference/", headers=policy) as server:
        maker = seat(DESK, server=server)
        server.break_path("*aces_cards*", status=404)
        maker.page.goto(f"{server.url}maker/")
        maker.part("boot-go").wait_for()
        assert "is no longer there: the site has been renewed" in maker.part("boot-line").inner_text()
        maker.page.locator("#mk-role").fill("Gumshoe")
        server.mend()
        maker.act("boot")
        maker.ready()
        assert maker.draft()["role"] == "Gumshoe"


def test_it_works_without_a_connection_once_it_was_used(
    seat: Callable[..., Maker], site: Path, policy: dict[str, str]
) -> None:
    server = brief(site, policy)
    maker = seat(PHONE, server=server)
    try:
        maker.open()
        maker.load(ODALYS)
        expect(maker.part("offline")).to_have_text("The whole site works without a connection.", timeout=60_000)
        maker.clean()
    finally:
        server.stop()
    maker.page.reload()
    maker.ready()
    assert maker.page.locator(".mk-who").inner_text() == ODALYS.name
    maker.fill(goal="Win, offline.")
    assert "Win, offline." in "".join(maker.shown(1))
    assert len(list(page_texts(maker.pdf()))) == 2


def test_what_the_page_weighs_beside_the_engine(seat: Callable[..., Maker], served: Server) -> None:
    served.forget()
    seat(PHONE).open()
    sent = {request.path: request.sent for request in served.log}
    page = sum(size for path, size in sent.items() if "/assets/runtime/" not in path)
    assert page <= PAGE_LIMIT, sorted(sent.items(), key=lambda item: -item[1])
    cards = [size for path, size in sent.items() if "aces_cards" in path]
    assert len(cards) == 1


def test_who_only_plays_fetches_none_of_the_cards(seat: Callable[..., Maker], served: Server) -> None:
    maker = seat(PHONE)
    served.forget()
    maker.page.goto(f"{served.url}play/")
    maker.page.locator(".play[data-state=decide]").wait_for()
    assert not [request.path for request in served.log if "aces_cards" in request.path or "/maker/" in request.path]


def test_without_scripts_there_is_an_example_and_a_way_on(chromium: Any, served: Server) -> None:
    context = chromium.new_context(java_script_enabled=False)
    page = context.new_page()
    page.goto(f"{served.url}maker/")
    assert page.locator(".mk-off").is_visible()
    assert page.locator(".mk-cards .card").count() == 2
    assert page.locator("h2#how-this-page-works").is_visible()
    context.close()


def test_what_is_typed_is_seen_at_once(maker: Maker) -> None:
    """From a key to the card: a quarter of a second on this machine at most, the median of several."""
    maker.load(ODALYS)
    maker.tab("person")
    field = maker.page.locator("#mk-goal")
    times = []
    for number in range(7):
        times.append(
            field.evaluate(
                """(field, text) => new Promise(done => {
                  const begun = performance.now();
                  const seen = new MutationObserver(() => {
                    if (document.querySelector('.mk-cards')?.textContent.includes(text)) {
                      seen.disconnect();
                      done(performance.now() - begun);
                    }
                  });
                  seen.observe(document.querySelector('.mk-cards'), {childList: true, subtree: true});
                  field.value = text;
                  field.dispatchEvent(new Event('input', {bubbles: true}));
                })""",
                f"Win {number}.",
            )
        )
    maker.settle()
    assert sorted(times)[3] < 250, times


SLOW_SHEETS = """
const post = Worker.prototype.postMessage;
Worker.prototype.postMessage = function (message, ...more) {
  const late = message.method === "maker.pages" ? 400 : 0;
  setTimeout(() => post.call(this, message, ...more), late);
};
"""


def test_what_lies_ready_for_the_printer_is_never_somebody_else(seat: Callable[..., Maker]) -> None:
    """Sheets that were asked for before a change do not count when they come after it."""
    maker = seat(DESK, SLOW_SHEETS).open()
    maker.tab("person")
    maker.page.evaluate(
        """() => {
          const root = document.querySelector(".mk"), name = document.querySelector("#mk-name");
          window.right = [];
          new MutationObserver(() => root.dataset.sheets &&
            window.right.push(document.querySelector(".mk-sheets").textContent.includes(name.value)))
            .observe(root, {attributeFilter: ["data-sheets"]});
        }"""
    )
    field = maker.page.locator("#mk-name")
    for number in range(4):
        field.fill(f"Wren {number}")
        maker.page.wait_for_timeout(500)  # the sheets are asked for, and not there yet
    maker.page.locator(".mk[data-sheets]").wait_for()
    maker.settle()
    assert "Wren 3" in str(maker.page.locator(".mk-sheets").text_content())
    assert set(maker.page.evaluate("window.right")) == {True}
    maker.clean()
