"""The playground in Chromium, as a player meets it: below a sub-path, under the site's own policy, on any device."""

from __future__ import annotations

import html
import re
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any
from urllib.parse import unquote, urlsplit

import pytest
from playwright.sync_api import expect

from aces.lite.resolution import DEALER, PLAYER, Resolution
from aces.lite.words import narrate
from aces.match import Match
from aces.players import play_on
from aces.players.dealers import DEALERS
from aces.record import read_record, write_record
from playground.bridge import read_fragment
from tests.server import Server
from tests.site.test_pages import AXE, LEVELS

pytestmark = [pytest.mark.browser]

LINK = "#v=1&stat=4&name=cunning&affinity=clubs&dealer=greedy&aces=best&seed=42"
PHONE = {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True}
DESK = {"viewport": {"width": 1280, "height": 800}}
PAGE_LIMIT = 250_000
SMALLEST_TARGET = 44


class Table:
    """The page with words for what a player does and sees; everything it asked the network is kept."""

    def __init__(self, context: Any, server: Server) -> None:
        self.page = context.new_page()
        self.server = server
        self.faults: list[str] = []
        self.asked: list[str] = []
        self.page.on("console", lambda m: m.type in ("error", "warning") and self.faults.append(m.text))
        self.page.on("pageerror", lambda error: self.faults.append(str(error)))
        self.page.on("request", lambda request: self.asked.append(request.url))

    def open(self, fragment: str) -> Table:
        """Goes to the page, or to another game on it, and waits for the cards."""
        self.page.goto(f"{self.server.url}play/{fragment}")
        self.ready()
        if fragment.startswith(LINK[:4]):
            settings, match = read_fragment(fragment)
            told = write_record(match, comment=f"The Dealer: {settings.dealer}")
            expect(self.part("record-text")).to_have_value(told)
        return self

    def unfold(self, block: str) -> None:
        self.page.locator(f".{block}").evaluate("details => { details.open = true }")

    def ready(self) -> None:
        self.page.locator(".play[data-state=decide], .play[data-state=place], .play[data-state=over]").wait_for()

    def part(self, name: str) -> Any:
        return self.page.locator(f'[data-part="{name}"]')

    def act(self, name: str) -> Any:
        return self.page.locator(f'[data-act="{name}"]:visible')

    def press(self, *keys: str) -> None:
        """Presses keys, each after the page has answered the one before."""
        for key in keys:
            self.page.keyboard.press(key)
            self.settle()

    def settle(self) -> None:
        """Waits until the engine has answered all that was asked."""
        self.page.locator(".play:not([data-busy])").wait_for()

    def pause(self) -> None:
        """Waits as long as a hand does between two presses: a quicker one is taken for a slip."""
        self.page.wait_for_timeout(360)

    def tap(self, target: Any) -> None:
        self.pause()
        target.tap()
        self.settle()

    def state(self) -> str:
        return str(self.page.locator(".play").get_attribute("data-state"))

    def until(self, state: str) -> None:
        self.page.locator(f".play[data-state={state}]").wait_for()

    def cards(self, part: str) -> list[str]:
        return [card.get_attribute("aria-label") for card in self.part(part).locator(".pc").all()]

    def story(self) -> list[str]:
        return [text.strip() for text in self.part("log").locator(".log-text").all_inner_texts()]

    def record(self) -> str:
        return str(self.part("record-text").input_value())

    def fragment(self) -> str:
        return unquote(urlsplit(self.page.url).fragment)

    def clean(self) -> None:
        """No error was logged, and nothing was asked of another host."""
        assert self.faults == []
        foreign = [url for url in self.asked if not url.startswith((self.server.origin, "data:", "blob:"))]
        assert foreign == []


@pytest.fixture(scope="module")
def served(site: Path) -> Iterator[Server]:
    """The site below a sub-path. The policy of its pages goes out as a header too, so that it binds the worker."""
    found = re.search(r'http-equiv="Content-Security-Policy" content="([^"]+)"', (site / "play/index.html").read_text())
    assert found
    policy = html.unescape(found[1])
    scripts = next(part for part in policy.split(";") if part.strip().startswith("script-src"))
    assert "'wasm-unsafe-eval'" in scripts
    assert "'unsafe-eval'" not in scripts
    assert "'unsafe-inline'" not in scripts
    with Server(site, prefix="/reference/", headers={"Content-Security-Policy": policy}) as server:
        yield server


@pytest.fixture
def seat(chromium: Any, served: Server) -> Iterator[Callable[..., Table]]:
    """Sits down at a table: ``seat(PHONE, reduced_motion="reduce")``."""
    contexts = []
    tables = []

    def sit(device: dict[str, Any] = DESK, script: str = "", **options: Any) -> Table:
        context = chromium.new_context(**device, **options)
        context.set_default_timeout(30_000)
        if script:
            context.add_init_script(script)
        contexts.append(context)
        tables.append(Table(context, served))
        return tables[-1]

    yield sit
    for context in contexts:
        context.close()


@pytest.fixture(scope="module")
def open_table(chromium: Any, served: Server) -> Iterator[Table]:
    context = chromium.new_context(**DESK, permissions=["clipboard-read", "clipboard-write"])
    context.set_default_timeout(30_000)
    yield Table(context, served)
    context.close()


@pytest.fixture
def desk(open_table: Table) -> Iterator[Table]:
    """A table that stays open from test to test, each with a game of its own; no test may leave an error."""
    yield open_table
    open_table.clean()


def engine_match(fragment: str) -> Any:
    """The match of a link as the engine has it without any browser."""
    return read_fragment(fragment)[1]


def engine_story(match: Any) -> list[str]:
    return [typeset(line.text) for line in narrate(match.rules, match.events)]


def typeset(text: str) -> str:
    """A text of the engine as the pages set it."""
    return re.sub(r"(?<=[^\W\d_])'(?=[^\W\d_])", "’", text)


def test_a_whole_resolution_by_keyboard(desk: Table, site: Path) -> None:
    table = desk.open(LINK)
    assert table.state() == "decide"
    assert table.cards("truth") == ["Truth: face down"]
    table.press("h")
    table.until("place")
    assert table.cards("drawn")[0].startswith("You drew: ")
    table.press("a", "h")
    table.until("place")
    table.press("ArrowRight", "ArrowRight", "Enter")  # to the second card of the Layout, and Swap
    table.until("decide")
    table.press("s")
    table.until("over")

    match: Any = Match(Resolution.from_header({"stat": "4", "affinity": "clubs"}), seed=42)
    for move in ("hit", "add", "hit", "swap 2", "stand"):
        match.play(move)
        play_on(match, {DEALER: DEALERS["greedy"]})
    assert table.story() == engine_story(match)
    assert table.fragment() == LINK[1:] + "&moves=" + ".".join(m.text.replace(" ", "-") for m in match.history)
    assert table.cards("truth")[0].endswith(", face up")

    # The outcome with its reasons, each with a link to a rule that is there.
    verdict = match.events[-1].verdict
    title = table.part("verdict").locator(".verdict-title")
    assert title.inner_text().lower() == verdict.outcome
    assert title.evaluate("element => element === document.activeElement")
    checks = table.part("verdict").locator(".verdict-checks > li")
    assert checks.count() == len(verdict.checks)
    for told, check in zip(checks.all(), verdict.checks, strict=True):
        assert check.question in told.inner_text()
        assert ("Yes." if check.holds else "No.") in told.inner_text()
        assert typeset(check.why) in told.inner_text()
        link = told.locator("a").get_attribute("href")
        assert link.startswith(table.server.url)
        assert (
            f'id="{check.rule}"' in (site / urlsplit(link).path.removeprefix("/reference/") / "index.html").read_text()
        )


def test_a_whole_resolution_by_touch_on_a_phone(seat: Callable[..., Table]) -> None:
    table = seat(PHONE).open(LINK)
    main = table.act("main")
    assert main.bounding_box()["y"] + main.bounding_box()["height"] <= 844
    assert main.bounding_box()["y"] >= 844 / 2, "the action is where the thumb is"
    table.tap(main)
    table.until("place")
    table.tap(table.part("layout").locator("button").first)  # Swap
    table.until("decide")
    table.tap(main)
    table.until("place")
    table.tap(main)  # Add
    table.until("decide")
    for button in table.page.locator(".play button:visible, .play summary:visible, .play select:visible").all():
        box = button.bounding_box()
        assert box["height"] >= SMALLEST_TARGET, button.inner_text()
        assert box["width"] >= SMALLEST_TARGET, button.inner_text()
    table.tap(table.act("stand"))
    table.until("over")
    match = engine_match(table.fragment())
    assert [move.text for seat, move, _ in match.steps() if seat == PLAYER and move] == [
        "hit", "swap 1", "hit", "add", "stand",
    ]  # fmt: skip
    assert table.story() == engine_story(match)
    assert table.part("verdict").locator(".verdict-title").is_visible()
    for width, height in ((320, 640), (640, 400)):
        table.page.set_viewport_size({"width": width, "height": height})
        assert table.page.evaluate("document.documentElement.scrollWidth") <= width
    table.clean()


def test_the_same_seed_and_moves_are_the_same_game_everywhere(seat: Callable[..., Table], tmp_path: Path) -> None:
    table = seat().open(LINK)
    dealt = table.cards("tell"), table.cards("layout")
    table.press("h", "1")
    table.until("decide")
    played, record = (table.cards("layout"), table.story()), table.record()
    table.page.reload()
    table.ready()
    assert (table.cards("layout"), table.story()) == played
    table.press("s")
    table.until("over")

    again = seat().open(LINK)
    assert (again.cards("tell"), again.cards("layout")) == dealt
    again.page.goto(table.page.url)  # a link pasted into the address of an open table
    again.until("over")
    assert again.record() == table.record()

    out = tmp_path / "record.txt"
    command = [sys.executable, "-m", "generators.cli", "play", "--stat", "4", "--affinity", "clubs"]
    options = ["--dealer", "greedy", "--seed", "42", "--record", str(out)]
    subprocess.run([*command, *options], input="hit\nswap 1\nstand\n", text=True, capture_output=True, check=True)
    told = [line for line in table.record().splitlines() if not line.startswith("#")]
    assert out.read_text("utf-8").splitlines() == told
    assert read_record(record).history == read_record(table.record()).history[: len(read_record(record).history)]
    table.clean()
    again.clean()


def test_what_is_refused_says_why_and_where_that_stands(desk: Table) -> None:
    table = desk.open(LINK)
    refusal = table.part("refusal")
    table.press("a")
    assert "No card is drawn: declare a Hit first." in refusal.inner_text()
    assert "You can Hit, Stand or use an item." in refusal.inner_text()
    assert refusal.locator("a").get_attribute("href").endswith("rules/hits/#lite-hit-order")
    table.press("c")
    assert refusal.locator("a").get_attribute("data-rule") == "lite-early-21"
    table.press("h")
    assert refusal.inner_text() == ""
    stand = table.act("stand")
    assert stand.get_attribute("aria-disabled") == "true"
    table.pause()
    stand.click(force=True)  # dim, not dead
    table.settle()
    assert refusal.locator("a").get_attribute("data-rule") == "lite-add-swap"
    assert refusal.get_attribute("role") == "alert"
    table.press("9")
    assert "The Layout has one card to Swap." in refusal.inner_text()
    assert table.state() == "place"


def test_nothing_stands_in_the_way_of_assistive_technology(seat: Callable[..., Table]) -> None:
    """The table in each state; tests/site looks at the page around it."""
    table = seat(PHONE, reduced_motion="reduce").open(LINK)
    table.page.evaluate(AXE.read_text("utf-8"))

    def check(when: str) -> None:
        for scheme, name in (("light", "default"), ("dark", "slate")):
            table.page.emulate_media(color_scheme=scheme, reduced_motion="reduce")
            table.page.locator(f'body[data-md-color-scheme="{name}"]').wait_for()
            found = table.page.evaluate("levels => axe.run('.play', {runOnly: levels})", LEVELS)["violations"]
            assert [(each["id"], each["nodes"][0]["html"][:200]) for each in found] == [], f"{when}, {scheme}"

    table.press("h", "s")
    check("a card drawn, and Stand refused")
    table.press("a", "i")
    check("choosing an item")
    table.press("Escape", "s")
    table.until("over")
    table.unfold("play-settings")
    table.unfold("play-record")
    check("over, with everything open")
    table.act("replay").click()
    table.settle()
    check("stepping through")


def test_cards_speak_and_empty_places_too(desk: Table) -> None:
    table = desk.open(LINK)
    match = engine_match(LINK[1:])
    tell = match.state.tell
    assert table.cards("tell") == [f"Tell: {tell.spoken}, worth {tell.rank.text}, face up"]
    assert table.cards("drawn") == ["No card drawn"]
    assert table.part("log").get_attribute("aria-live") == "polite"
    table.press("h")
    drawn = table.cards("drawn")[0]
    swap = table.cards("layout")[0]
    assert swap.startswith("Layout 1, opening card: ")
    assert swap.endswith(f"Swap in the {drawn.removeprefix('You drew: ').split(',')[0]} here")
    button = table.part("layout").locator("button")
    assert button.evaluate("button => button.getAttribute('aria-label')") is None  # its name is the card's
    table.act("four-colour").click()
    assert table.page.locator("html.four-colour").count() == 1
    table.page.reload()
    table.ready()
    assert table.page.locator("html.four-colour").count() == 1


def test_an_item_is_chosen_then_placed_and_used_once_in_a_scene(desk: Table) -> None:
    table = desk.open(LINK)
    table.press("i", "Escape", "i", "2", "1")
    table.until("over")
    assert table.cards("layout") == ["Layout 1, from Inventory: jack of clubs, worth 10, face up"]
    table.press("n")
    table.until("decide")
    table.press("i", "1")  # one is left, so it is chosen already
    table.until("over")
    table.press("n")
    table.until("decide")
    table.press("i")
    assert table.part("refusal").locator("a").get_attribute("data-rule") == "lite-inventory-once"
    table.act("scene").click()
    table.settle()
    assert "both items are ready again" in table.part("notice").inner_text()
    table.press("i")
    assert [label.split(",")[0] for label in table.cards("item-choice")] == [
        "Item 1: seven of clubs",
        "Item 2: jack of clubs",
    ]


def test_the_early_21_is_claimed_while_it_is_on_offer(desk: Table) -> None:
    seed = next(seed for seed in range(500) if "claim" in after_first_hit(seed))
    table = desk.open(LINK.replace("42", str(seed)))
    assert table.act("claim").count() == 0
    table.press("h", "a")
    table.until("decide")
    table.pause()
    table.act("claim").click()
    table.until("over")
    assert table.part("verdict").get_attribute("data-outcome") == "critical"
    assert table.part("verdict").locator(".verdict-checks > li").count() == 1


def after_first_hit(seed: int) -> list[str]:
    match = engine_match(LINK[1:].replace("42", str(seed)) + "&moves=hit.add")
    return [move.text for move in match.moves()]


def test_the_dealer_may_pick_their_aces_over_21(desk: Table) -> None:
    settings = LINK[1:].replace("dealer=greedy&aces=best", "dealer=kind&aces=dealer")
    seed = next(seed for seed in range(2000) if dealer_is_over(settings.replace("42", str(seed))))
    table = desk.open("#" + settings.replace("42", str(seed)))
    table.press("s")
    table.until("over")
    assert table.part("verdict").get_attribute("data-outcome") == "success"
    last = table.part("verdict").locator(".verdict-checks > li").last
    assert "The Dealer’s 22 is over 21." in last.inner_text()
    assert any("reads their Aces as 11 and 11" in line for line in table.story())
    assert table.page.locator("input[name=aces]").is_checked()


def dealer_is_over(fragment: str) -> bool:
    state = engine_match(fragment).state
    if not (state.tell.is_ace and state.truth.is_ace):
        return False
    return bool(
        engine_match(fragment + "&moves=stand").events[-1].verdict.decided_by.rule == "lite-outcome-dealer-over"
    )


AT_ONCE = """() => new Promise((done) => {
  const play = document.querySelector(".play"), stand = document.querySelector('[data-act="stand"]');
  new MutationObserver((_, watch) => {
    if (play.dataset.state !== "over") return;
    watch.disconnect();
    stand.click();
    done();
  }).observe(play, { attributes: true });
  stand.click();
})"""
"""Stands, and presses the same place again the moment the verdict is there."""


def test_a_double_tap_is_one_tap(desk: Table) -> None:
    """What comes under the finger is not pressed by the second tap: the verdict stays, and nobody Stands by mistake."""
    desk.open(LINK)
    desk.pause()
    desk.page.evaluate(AT_ONCE)
    desk.settle()
    assert (desk.state(), desk.fragment().endswith("seed=42&moves=stand")) == ("over", True)
    presses = "acts => { for (const act of acts) document.querySelector(`[data-act='${act}']`).click(); }"
    for before, after in (("items", "main"), ("replay", "leave")):
        desk.open(f"{LINK}&moves=hit.truth.add")
        desk.pause()
        desk.act(before).click()
        desk.settle()
        desk.pause()
        desk.page.evaluate(presses, [after, "stand"])
        desk.settle()
        assert (desk.state(), desk.fragment().endswith("hit.truth.add")) == ("decide", True), after


def test_a_damaged_memory_of_the_tab_is_left_aside(seat: Callable[..., Table]) -> None:
    """Another release of the site, or an extension, may have left anything there."""
    table = seat(script="sessionStorage.setItem('aces.earlier', '[null, 5, {\"text\": 1}]')").open(LINK)
    table.press("s")
    table.until("over")
    assert table.part("earlier-list").locator("li").count() == 1
    table.clean()


def test_settings_are_chosen_and_a_wrong_one_is_named(desk: Table) -> None:
    table = desk.open(LINK)
    table.unfold("play-settings")
    form = table.part("form")
    form.locator("[name=name]").select_option("strange")
    form.locator('[data-step="1"]').click()
    form.locator("label", has_text="hearts").click()
    form.locator("[name=dealer]").select_option("passive")
    assert DEALERS["passive"].summary in table.part("dealer-hint").inner_text()
    form.locator("[name=seed]").fill("seven")
    form.locator("[type=submit]").click()
    table.settle()
    assert "'seven' is not a seed" in table.part("form-error").inner_text()
    form.locator("[name=seed]").fill("7")
    form.locator("[type=submit]").click()
    table.page.locator('[data-part="seed"] b', has_text="7").wait_for()
    assert table.fragment() == "v=1&stat=5&name=strange&affinity=hearts&dealer=passive&aces=best&seed=7"
    assert table.part("summary").inner_text() == "Strange 5, hearts, passive Dealer"
    table.press("n")
    assert re.fullmatch(r"v=1&stat=5&name=strange&affinity=hearts&dealer=passive&aces=best&seed=\d+", table.fragment())


@pytest.mark.parametrize(
    "fragment",
    ["#v=1&stat=99&seed=1", "#v=9&x=1", LINK + "&moves=hit.stand", "#v=<script>alert(1)</script>", "#=&=" + "%" * 9000],
)
def test_a_damaged_link_gives_one_message_and_a_table(seat: Callable[..., Table], fragment: str) -> None:
    table = seat()
    table.page.goto(table.server.url + "play/" + fragment)
    table.ready()
    assert table.part("notice").inner_text().startswith("This link cannot be read: ")
    assert len(table.part("notice").inner_text()) < 400
    assert table.state() == "decide"
    table.press("h")
    table.until("place")
    table.clean()


def test_undo_step_through_and_play_on_from_there(desk: Table) -> None:
    table = desk.open(LINK)
    dealt = table.cards("layout")
    table.press("h", "a", "u")
    table.until("place")
    table.press("u")
    table.until("decide")
    assert table.cards("layout") == dealt
    assert table.part("notice").inner_text() == "Taken back."
    table.press("h", "a", "h", "a", "s")
    table.until("over")
    whole = table.story()
    table.act("replay").click()
    table.settle()
    assert table.cards("layout") == dealt
    assert table.cards("truth") == ["Truth: face down"]
    assert table.part("log").locator("li.later").count() > 0
    slider = table.page.get_by_role("slider")
    assert slider.evaluate("element => element === document.activeElement")
    table.press("ArrowRight", "ArrowRight", "ArrowRight")
    assert slider.get_attribute("aria-valuetext").startswith("Step 3 of 7: ")
    table.act("branch").click()
    table.settle()
    assert table.state() == "decide"
    assert table.story() == whole[: len(table.story())]
    assert table.fragment().count("hit") == 1
    table.press("s")
    table.until("over")
    # Both endings are kept, and the first one comes back.
    earlier = table.part("earlier-list").locator("button")
    assert earlier.count() >= 2
    earlier.nth(1).click()
    table.settle()
    assert table.story() == whole


def test_records_and_links_are_copied_and_records_opened(desk: Table) -> None:
    table = desk.open(LINK)
    table.press("h", "a", "s")
    table.until("over")
    table.unfold("play-record")
    table.act("copy-record").click()
    table.page.get_by_text("The record is copied.").wait_for()
    copied = table.page.evaluate("navigator.clipboard.readText()")
    assert read_record(copied).over
    table.act("share").first.click()
    table.page.get_by_text("The link is copied.").wait_for()
    assert table.page.evaluate("navigator.clipboard.readText()") == table.page.url
    story = table.story()
    table.press("n")
    table.until("decide")
    table.part("read-text").fill("A.C.E.S. record 1\ngame: chess\n")
    table.page.get_by_role("button", name="Open", exact=True).click()
    table.settle()
    assert "line " in table.part("read-error").inner_text()
    table.part("read-text").fill(copied)
    table.page.get_by_role("button", name="Open", exact=True).click()
    table.until("over")
    assert table.story() == story
    given = "A.C.E.S. record 1\ngame: aces-lite\nstat: 1\nplayer deck: 4H\ndealer deck: 6S 9D\n\nresult: open\n"
    table.part("read-text").fill(given)
    table.page.get_by_role("button", name="Open", exact=True).click()
    table.until("decide")
    assert table.cards("layout") == ["Layout 1, opening card: four of hearts, worth 4, face up"]
    assert table.fragment() == ""
    assert "has no seed" in table.part("link-hint").inner_text()


def test_a_stuck_engine_is_ended_and_the_game_comes_back(seat: Callable[..., Table]) -> None:
    """The first worker never comes back from a "play"; ending it and starting another one must help."""
    # What keeps the site for later answers for itself, past the route that spoils the first worker.
    table = seat(service_workers="block")
    served = 0

    def spin(route: Any) -> None:
        nonlocal served
        served += 1
        body = route.fetch().text()
        if served == 1:
            body = (
                "addEventListener('message', e => {"
                " if (e.data?.method === 'play' || JSON.stringify(e.data ?? '').includes('\"stand\"')) for (;;); });\n"
            ) + body
        route.fulfill(body=body, content_type="text/javascript")

    table.page.route("**/worker.js*", spin)
    table.open(LINK + "&moves=hit.add")
    story = table.story()
    table.page.keyboard.press("s")
    button = table.act("boot")
    button.wait_for()
    assert "has not answered" in table.part("boot-line").inner_text()
    button.click()
    table.until("decide")
    assert table.story() == story
    table.press("s")
    table.until("over")
    assert served == 2


def test_an_engine_that_does_not_arrive_can_be_asked_for_again(seat: Callable[..., Table], served: Server) -> None:
    table = seat()
    served.break_path("*/assets/runtime/*")
    try:
        table.page.goto(f"{served.url}play/{LINK}")
        button = table.act("boot")
        button.wait_for()
        assert table.part("boot-line").inner_text()
        assert table.page.locator(".example-outcome").is_visible(), "the example stays"
    finally:
        served.mend()
    button.click()
    table.until("decide")


def test_what_the_head_of_the_page_began_in_vain_is_begun_again(seat: Callable[..., Table], served: Server) -> None:
    served.break_path("*/assets/play/worker.js", times=1)
    served.break_path("*/assets/runtime/manifest.json", times=1)
    try:
        table = seat()
        table.page.goto(table.server.url + "play/" + LINK)
        table.until("decide")
    finally:
        served.mend()


@pytest.mark.parametrize("part", ["table.js", "engine.js"])
def test_a_script_that_does_not_arrive_is_missed_aloud(seat: Callable[..., Table], served: Server, part: str) -> None:
    served.break_path(f"*/assets/play/{part}*")
    try:
        table = seat(service_workers="block")
        table.page.goto(table.server.url + "play/" + LINK)
        expect(table.part("boot-line")).to_have_text("A part of this page did not arrive. Load the page again.")
        expect(table.part("boot-line")).to_be_visible()
        assert table.page.locator(".example-outcome").is_visible(), "the example stays"
    finally:
        served.mend()


def test_the_head_of_the_page_begins_and_the_table_joins_in(seat: Callable[..., Table]) -> None:
    table = seat()
    table.page.goto(table.server.url + "play/" + LINK)
    table.until("decide")
    told = table.page.evaluate("({ thrifty: window.aces.thrifty, start: window.aces.start })")
    assert told == {"thrifty": False, "start": None}, "nobody else may join the same worker"
    assert len([url for url in table.asked if url.endswith("/worker.js")]) == 1
    table.clean()


def test_a_browser_that_saves_data_is_asked_first(seat: Callable[..., Table]) -> None:
    saves = "Object.defineProperty(Navigator.prototype, 'connection', {get: () => ({saveData: true})})"
    table = seat(PHONE, script=saves)
    table.page.goto(table.server.url + "play/" + LINK)
    button = table.act("boot")
    button.wait_for()
    assert re.search(r"\d\.\d MB, once", table.part("boot-line").inner_text())
    heavy = [url for url in table.asked if url.endswith((".wasm", ".zip", ".gz", ".whl"))]
    assert heavy == []
    assert table.page.locator(".example-outcome").is_visible()
    button.tap()
    table.until("decide")
    table.clean()


def test_a_browser_without_webassembly_keeps_the_example(seat: Callable[..., Table]) -> None:
    table = seat(script="delete window.WebAssembly")
    table.page.goto(table.server.url + "play/")
    table.page.locator('[data-state="loading"] [data-part="boot-line"]').wait_for()
    assert "too old" in table.part("boot-line").inner_text()
    assert table.page.locator(".example-outcome").is_visible()
    assert table.act("boot").count() == 0
    table.clean()


def test_without_scripts_the_page_says_so_and_tells_its_example(chromium: Any, served: Server) -> None:
    context = chromium.new_context(java_script_enabled=False)
    page = context.new_page()
    page.goto(served.url + "play/")
    assert page.get_by_text("The table needs JavaScript").is_visible()
    assert page.locator(".felt .pc").count() >= 4
    assert page.locator(".beat").count() > 2
    context.close()


MOVEMENTS = """window.begun = [];
addEventListener("animationstart", ({ target, animationName, pseudoElement }) => {
  if (!target.closest(".felt")) return;
  const { animationName: names, animationDuration } = getComputedStyle(target, pseudoElement || null);
  const at = names.split(", ").indexOf(animationName);
  window.begun.push([animationName, Math.round(1000 * parseFloat(animationDuration.split(", ")[at]))]);
}, true);"""
"""Writes down each movement of the table when it begins, and how many ms it takes."""

FRAMES = "() => new Promise((seen) => requestAnimationFrame(() => requestAnimationFrame(() => seen(window.begun))))"


def test_cards_move_for_a_moment_or_not_at_all(seat: Callable[..., Table]) -> None:
    moving = seat(script=MOVEMENTS).open(LINK)
    moving.page.keyboard.press("s")
    moving.until("over")
    begun = dict(moving.page.evaluate(FRAMES))
    assert "pc-turn" in begun
    assert all(150 <= length <= 250 for length in begun.values()), begun
    still = seat(script=MOVEMENTS, reduced_motion="reduce").open(LINK)
    still.page.keyboard.press("s")
    still.until("over")
    assert still.page.evaluate(FRAMES) == []


def test_enter_and_enter_again_hits_and_adds(desk: Table) -> None:
    """Whoever plays by Tab and Enter stays at the main button, whatever it has come to say; nothing scrolls by that."""
    focused = "document.activeElement.dataset.act ?? document.activeElement.tagName"
    table = desk.open(LINK)
    table.act("main").focus()
    for state in ("place", "decide", "place"):
        table.pause()
        table.press("Enter")
        assert table.state() == state
        assert table.page.evaluate(focused) == "main"
    table.press("Escape", "u", "u", "u")
    table.act("replay").focus()
    table.press("h", "a")
    table.act("replay").focus()
    table.press("Enter")
    table.act("step-back").focus()
    table.press("Escape")  # the steps go, and the focus was among them
    assert table.page.evaluate(focused) == "main"
    table.act("items").focus()
    table.page.locator("h1").click()
    top = table.page.evaluate("scrollY")
    table.press("u")
    assert table.page.evaluate(focused) != "main", "nobody was at the buttons"
    assert table.page.evaluate("scrollY") == top


def test_a_device_without_keys_reads_nothing_of_them(desk: Table, seat: Callable[..., Table]) -> None:
    assert desk.open(LINK).act("keys").is_visible()
    assert desk.page.locator("#keys").is_visible()
    phone = seat(PHONE).open(LINK)
    for what in ("[data-act=keys]", "#keys", ".play kbd", ".prose kbd"):
        assert phone.page.locator(f"{what}:visible").count() == 0, what
    assert phone.page.get_by_text("letter keys", exact=False).locator("visible=true").count() == 0


def test_the_letter_keys_can_be_turned_off(desk: Table) -> None:
    table = desk.open(LINK)
    table.act("keys").click()
    assert table.act("keys").get_attribute("aria-pressed") == "false"
    table.page.locator("h1").click()
    table.press("h", "s", "1")
    assert table.state() == "decide"
    table.act("keys").click()
    table.press("h")
    table.until("place")
    # Keys of the browser and letters in a field are left alone.
    table.unfold("play-record")
    table.part("read-text").focus()
    table.press("a", "Control+a")
    assert table.state() == "place"


def test_the_game_is_there_on_the_way_back(seat: Callable[..., Table]) -> None:
    table = seat().open(LINK)
    table.press("h", "a")
    table.until("decide")
    story = table.story()
    table.part("log").locator("a").first.click()
    table.page.locator(".rule:target").wait_for()
    table.page.go_back()
    table.ready()
    assert table.story() == story
    table.clean()


def test_what_the_page_weighs_beside_the_runtime(chromium: Any, served: Server) -> None:
    context = chromium.new_context(viewport={"width": 390, "height": 844})
    table = Table(context, served)
    served.forget()
    table.open(LINK)
    assert table.page.evaluate("performance.getEntriesByName('aces-dealt').length") == 1
    sent = {request.path: request.sent for request in served.log}
    context.close()
    page = sum(size for path, size in sent.items() if "/assets/runtime/" not in path)
    assert page <= PAGE_LIMIT, sorted(sent.items(), key=lambda item: -item[1])
