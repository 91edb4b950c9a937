"""Every page in Chromium: accessible in light and dark, no side scroll, nothing from another host, no error."""

from __future__ import annotations

import json
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from tests.server import Server
from tests.site.pages import addresses

pytestmark = [pytest.mark.site, pytest.mark.browser]

AXE = Path(__file__).resolve().parents[2] / "node_modules" / "axe-core" / "axe.min.js"
LEVELS = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"]


def violations(page: Any) -> list[str]:
    """What axe finds on the page as it stands, one line a rule with the first elements."""
    page.evaluate(AXE.read_text("utf-8"))
    # Text laid over a gradient cannot be measured; tests/site/test_tokens.py measures those pairs.
    result = page.evaluate(f"axe.run(document, {{runOnly: {json.dumps(LEVELS)}}})")
    return [
        f"{found['id']}: {found['help']}: " + "; ".join(node["html"][:140] for node in found["nodes"][:3])
        for found in result["violations"]
    ]


@pytest.mark.parametrize("address", addresses(), ids=lambda address: address or "home")
def test_page(address: str, served: Server, chromium: Any) -> None:
    context = chromium.new_context(viewport={"width": 390, "height": 844}, has_touch=True, is_mobile=True)
    page = context.new_page()
    problems: list[str] = []
    page.on("console", lambda message: message.type == "error" and problems.append(message.text))
    page.on("pageerror", lambda error: problems.append(str(error)))
    page.on("request", lambda r: r.url.startswith((served.origin, "data:", "blob:")) or problems.append(r.url))
    try:
        page.goto(served.url + address, wait_until="networkidle")
        assert page.locator("body").get_attribute("data-md-color-scheme") == "default"
        assert violations(page) == [], "in light"
        page.emulate_media(color_scheme="dark", reduced_motion="reduce")
        page.locator('body[data-md-color-scheme="slate"]').wait_for()
        assert violations(page) == [], "in dark"
        for width, height in ((320, 640), (640, 360)):  # the second is 1280 x 720 at 200 %
            page.set_viewport_size({"width": width, "height": height})
            wide = page.evaluate("document.documentElement.scrollWidth")
            assert wide <= width, f"{wide - width} px too wide at {width}"
        assert problems == []
    finally:
        context.close()


def _kept(held: list[Any], route: Any) -> None:
    """Leaves a request without an answer until somebody gives one."""
    held.append(route)


@pytest.mark.parametrize("address", ["cards/", "decks/"])
def test_a_picture_has_its_place_before_it_comes(address: str, served: Server, chromium: Any) -> None:
    """Pictures are kept back; what is measured then must be what it is with them there."""
    places = "[...document.images].map(i => [i.src, i.offsetWidth, i.offsetHeight])"
    for width, height in ((390, 844), (1280, 900)):
        context = chromium.new_context(viewport={"width": width, "height": height})
        try:
            page = context.new_page()
            held: list[Any] = []
            page.route("**/*.webp", partial(_kept, held))
            page.goto(served.url + address, wait_until="domcontentloaded")
            page.evaluate("document.fonts.ready")
            before = page.evaluate(places)
            assert len(before) > 10
            for route in held:
                route.continue_()
            page.route("**/*.webp", lambda route: route.continue_())
            page.evaluate("for (const one of document.images) one.loading = 'eager'")
            page.evaluate("Promise.all([...document.images].map(one => one.decode()))")
            for (name, *room), (_, *needed) in zip(before, page.evaluate(places), strict=True):
                assert room == pytest.approx(needed, abs=1), f"{name} at {width}"
        finally:
            context.close()


def test_a_link_leads_to_what_it_names_past_pictures_yet_to_come(page: Any, served: Server) -> None:
    page.emulate_media(reduced_motion="reduce")
    page.goto(served.url + "cards/#calibration", wait_until="networkidle")
    top = page.locator("#calibration").bounding_box()["y"]
    assert 0 < top < 844


DOWNLOADS = "[...document.querySelectorAll('.prose :is(a.button, a[href$=\".pdf\"])')]"


@pytest.mark.parametrize("address", ["cards/", "decks/", "quick-reference/", "wild/"])
def test_a_download_can_be_hit_with_a_thumb(address: str, page: Any, served: Server) -> None:
    page.goto(served.url + address)
    for width in (390, 320):
        page.set_viewport_size({"width": width, "height": 844})
        small = page.evaluate(
            f"{DOWNLOADS}.map(one => [one.textContent, one.getBoundingClientRect()])"
            ".filter(([, box]) => box.height < 43.9 || box.width < 43.9).map(([text, box]) => `${text} ${box.height}`)"
        )
        assert small == [], f"at {width}"
    assert page.evaluate(f"{DOWNLOADS}.length") >= 3


def test_rules_come_before_what_can_be_downloaded(page: Any, served: Server) -> None:
    page.goto(served.url + "quick-reference/")
    first = page.locator(".ref-part").first.bounding_box()["y"]
    assert first < 500
    assert page.locator('a[href$=".pdf"]').first.bounding_box()["y"] > first
    heads = page.locator(".ref-lines dt").evaluate_all(
        "all => all.filter(one => one.getClientRects().length && one.offsetHeight > 34).map(one => one.textContent)"
    )
    assert heads == [], "each stands on one line"


def test_columns_of_a_table_do_not_touch(page: Any, served: Server) -> None:
    page.goto(served.url + "wild/")
    tables = page.locator(".wild-table").evaluate_all(
        "all => all.map(one => [getComputedStyle(one).fontSize,"
        " ...[...one.querySelectorAll('tr > :not(:last-child)')].map(cell => getComputedStyle(cell).paddingRight)])"
    )
    assert len({size for size, *_ in tables}) == 1
    assert {gutter for _, *gutters in tables for gutter in gutters} == {"12px"}


def test_three_or_six_leave_no_hole(chromium: Any, served: Server) -> None:
    """On a desk, rows of a gallery and of a shelf are full."""
    context = chromium.new_context(viewport={"width": 1280, "height": 900})
    try:
        page = context.new_page()
        lefts = set()
        for address in ("", "cards/", "decks/"):
            page.goto(served.url + address)
            rows = page.locator(".shelf, .card-shots, .deck-looks, .deck-sheets").evaluate_all(
                "all => all.map(one => [...one.children].map(child => Math.round(child.getBoundingClientRect().top)))"
            )
            assert rows
            for tops in rows:
                counts = {tops.count(top) for top in tops}
                assert len(counts) == 1, f"{address}: {tops}"
            if address:
                lefts.add(page.locator("h1").bounding_box()["x"])
        assert len(lefts) == 1, "sisters begin at the same place"
    finally:
        context.close()


def test_the_focus_of_the_chapters_is_not_cut_off(chromium: Any, served: Server) -> None:
    context = chromium.new_context(viewport={"width": 1280, "height": 900})
    try:
        page = context.new_page()
        page.goto(served.url + "rules/outcomes/")
        for nav in (".chapters", ".on-page"):
            page.locator(f"{nav} a").nth(1).focus()
            page.keyboard.press("Shift+Tab")
            room = page.evaluate(
                """nav => {
                const [box, one] = [document.querySelector(nav), document.activeElement];
                const [outer, inner] = [box.getBoundingClientRect(), one.getBoundingClientRect()];
                const look = getComputedStyle(one);
                const ring = parseFloat(look.outlineWidth) + parseFloat(look.outlineOffset);
                return [box.contains(one), ring, inner.left - outer.left - ring, outer.right - inner.right - ring];
            }""",
                nav,
            )
            assert room[0] and room[1] >= 0
            assert min(room[2:]) >= 0, f"{nav}: {room}"
    finally:
        context.close()


def test_a_command_too_long_for_a_phone_goes_on_below(page: Any, served: Server) -> None:
    for address in ("cards/", "decks/"):
        page.goto(served.url + address)
        wide = page.locator("pre").evaluate_all("all => all.filter(one => one.scrollWidth > one.clientWidth).length")
        assert wide == 0
    said = page.evaluate("getSelection().selectAllChildren(document.querySelector('pre')) ?? `${getSelection()}`")
    assert said.splitlines()[0] == "aces cards --deck decktet --size bridge --paper letter -o decktet.pdf"
    assert all(line.startswith("aces cards ") for line in said.strip().splitlines())


@pytest.fixture
def page(chromium: Any) -> Any:
    context = chromium.new_context(viewport={"width": 390, "height": 844}, has_touch=True, is_mobile=True)
    yield context.new_page()
    context.close()


def test_the_menu_works_by_keyboard(page: Any, served: Server) -> None:
    page.goto(served.url + "rules/hits/")
    page.locator(".tool-menu").focus()
    page.keyboard.press("Enter")
    menu = page.locator("#site-menu")
    menu.wait_for(state="visible")
    assert menu.locator('[aria-current="page"]').inner_text() == "Hit, Add, Swap, Stand"
    page.keyboard.press("Escape")
    menu.wait_for(state="hidden")
    assert page.locator(".tool-menu").evaluate("element => element === document.activeElement")


def test_the_menu_leads_into_a_section_within_a_section(page: Any, served: Server) -> None:
    page.goto(served.url + "ace-trump/rules/")
    page.locator(".tool-menu").tap()
    menu = page.locator("#site-menu")
    menu.wait_for(state="visible")
    assert menu.locator('[aria-current="page"]').inner_text() == "The rules"
    assert violations(page) == []
    menu.get_by_role("list", name="Ace Game").get_by_role("link", name="Rulings").tap()
    page.wait_for_url("**/ace-game/rulings/")


def test_the_chapters_beside_a_page_are_those_of_its_game(chromium: Any, served: Server) -> None:
    context = chromium.new_context(viewport={"width": 1280, "height": 800})
    page = context.new_page()
    page.goto(served.url + "ace-trump/deck/")
    chapters = page.get_by_role("navigation", name="Ace Trump")
    named = chapters.get_by_role("link").all_inner_texts()
    assert named == ["Ace Trump in five minutes", "The rules", "Variants", "The Decktet", "Rulings", "Two more games"]
    assert chapters.locator('[aria-current="page"]').inner_text() == "The Decktet"
    page.goto(served.url + "other-games/")
    named = page.get_by_role("navigation", name="More games").get_by_role("link").all_inner_texts()
    assert named == ["Two more games", "Ace Trump", "Ace Game"]
    context.close()


def test_what_is_folded_opens_by_keyboard(page: Any, served: Server) -> None:
    page.goto(served.url + "ace-trump/variants/")
    folded = page.locator("details.listing").nth(1)
    assert folded.locator(".plays").is_hidden()
    folded.locator("summary").focus()
    page.keyboard.press("Enter")
    assert folded.locator(".plays").is_visible()
    assert violations(page) == []


def test_the_search_opens_finds_and_closes(page: Any, served: Server) -> None:
    page.goto(served.url)
    page.keyboard.press("Control+k")
    query = page.locator(".md-search__input")
    query.wait_for(state="visible")
    query.fill("armour")  # as if pasted
    first = page.locator(".md-search-result__link").first
    first.wait_for()
    assert "rules/harm/" in (first.get_attribute("href") or "")
    assert violations(page) == []
    for typed, rule in (
        ("over 21", "rules/hits/#lite-over-21"),
        ("bust", "rules/hits/#lite-over-21"),
        ("catastrophe", "rules/outcomes/#lite-outcome-catastrophe"),
        ("ace", "rules/decks/#lite-aces"),
        ("superover", "ace-game/rules/#game-superover"),
    ):
        query.fill(typed)
        shown = page.locator(
            f'.md-search-result__link[href*="{rule.partition("#")[0]}"][href$="#{rule.partition("#")[2]}"]'
        )
        shown.first.wait_for(state="attached")
        links = page.locator(".md-search-result__link").evaluate_all("links => links.map(link => link.href)")
        assert any(link.endswith(rule.partition("#")[2]) for link in links[:9]), typed
    page.keyboard.press("Escape")
    query.wait_for(state="hidden")
    assert page.locator(".tool-search").evaluate("element => element === document.activeElement")


def test_single_letters_belong_to_the_page(page: Any, served: Server) -> None:
    page.goto(served.url + "rules/hits/")
    for key in "sfnp/":
        page.keyboard.press(key)
    assert page.locator(".md-search__input").is_hidden()
    assert page.url.endswith("rules/hits/")


def test_the_choice_of_light_or_dark_is_kept(page: Any, served: Server) -> None:
    page.goto(served.url)
    page.locator("[data-scheme-switch]").click()
    assert page.locator("[data-scheme-switch]").get_attribute("aria-pressed") == "true"
    page.goto(served.url + "rules/")
    assert page.locator("body").get_attribute("data-md-color-scheme") == "slate"


def test_a_link_to_a_rule_lights_it_up(page: Any, served: Server) -> None:
    page.goto(served.url + "rules/hits/")
    link = page.locator("#lite-add-swap .rule-link")
    assert link.get_attribute("aria-label") == "Link to this rule: Add or Swap"
    link.click()
    assert page.url.endswith("#lite-add-swap")
    ground = page.locator("#lite-add-swap").evaluate("element => getComputedStyle(element).backgroundColor")
    assert ground != page.locator("#lite-hit-order").evaluate("element => getComputedStyle(element).backgroundColor")


def test_without_scripts_there_is_a_page_to_read(chromium: Any, served: Server) -> None:
    context = chromium.new_context(java_script_enabled=False, color_scheme="dark")
    page = context.new_page()
    page.goto(served.url + "rules/hits/")
    assert page.locator("#lite-hit-order").is_visible()
    assert page.locator("[data-scheme-switch]").is_hidden()
    context.close()


@pytest.mark.parametrize("address", ["nowhere/", "rules/no/such/thing", "nope.html"])
def test_a_missing_address_leads_back_to_the_site(page: Any, served: Server, address: str) -> None:
    assert page.goto(served.url + address).status == 404
    link = page.locator(f'a[data-to=""][href="{served.url.removeprefix(served.origin)}"]')
    link.wait_for()
    link.click()
    assert page.url == served.url
    assert page.locator("h1").inner_text().startswith("A.C.E.S.")
