"""A word of the glossary in Chromium: explained on hover, on focus and by a tap, put away by Escape."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from tests.server import Server
from tests.site.test_pages import violations

pytestmark = [pytest.mark.site, pytest.mark.browser]

ADDRESS = "rules/groups/"


def opened(chromium: Any, served: Server, **options: Any) -> Iterator[Any]:
    context = chromium.new_context(reduced_motion="reduce", **options)
    page = context.new_page()
    page.goto(served.url + ADDRESS, wait_until="networkidle")
    yield page
    context.close()


@pytest.fixture
def phone(chromium: Any, served: Server) -> Iterator[Any]:
    yield from opened(chromium, served, viewport={"width": 320, "height": 640}, has_touch=True, is_mobile=True)


@pytest.fixture
def desk(chromium: Any, served: Server) -> Iterator[Any]:
    yield from opened(chromium, served, viewport={"width": 1280, "height": 800})


def word(page: Any, text: str) -> Any:
    return page.locator("a.term", has_text=text).first


def test_a_tap_explains_and_another_puts_it_away(phone: Any) -> None:
    tell, card = word(phone, "Tell"), phone.locator(".term-card")
    height = phone.evaluate("document.documentElement.scrollHeight")
    tell.tap()
    assert card.inner_text().splitlines() == ["Tell", "The Dealer’s card that everyone can see.", "Tell and Truth"]
    assert phone.url.endswith(ADDRESS), "the tap does not leave the page"
    assert phone.evaluate("document.documentElement.scrollHeight") == height, "nothing moves"
    box, at = card.bounding_box(), tell.bounding_box()
    assert box["x"] >= 0
    assert box["x"] + box["width"] <= 320
    assert box["y"] >= at["y"] + at["height"] or box["y"] + box["height"] <= at["y"], "the word stays in sight"
    assert violations(phone) == []
    tell.tap()
    card.wait_for(state="detached")
    tell.tap()
    phone.locator("h1").tap()
    card.wait_for(state="detached")
    tell.tap()
    card.locator("a").tap()
    phone.wait_for_url("**/rules/resolving/#lite-tell-truth")


def test_the_pointer_may_rest_on_the_card(desk: Any) -> None:
    """WCAG 1.4.13: it can be pointed at, stays while it is, and goes with Escape without moving the pointer."""
    card = desk.locator(".term-card")
    word(desk, "Tell").hover()
    card.wait_for()
    box = card.bounding_box()
    desk.mouse.move(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2, steps=4)
    desk.wait_for_timeout(400)
    assert card.is_visible()
    desk.keyboard.press("Escape")
    card.wait_for(state="detached")
    word(desk, "Tell").hover()
    card.wait_for()
    desk.mouse.move(5, 5)
    card.wait_for(state="detached")
    word(desk, "Tell").click()
    desk.wait_for_url("**/glossary/#term-tell")


def test_the_keyboard_gets_the_same(desk: Any) -> None:
    tell, card = word(desk, "Tell"), desk.locator(".term-card")
    said = tell.get_attribute("aria-describedby")
    assert desk.locator(f"#{said}").text_content() == "The Dealer’s card that everyone can see."
    desk.locator("#lite-group").get_by_role("link").first.focus()
    while not tell.evaluate("word => word === document.activeElement"):
        desk.keyboard.press("Tab")
    card.wait_for()
    desk.keyboard.press("Tab")
    assert card.locator("a").evaluate("link => link === document.activeElement")
    desk.keyboard.press("Escape")
    card.wait_for(state="detached")
    assert tell.evaluate("word => word === document.activeElement")
    desk.keyboard.press("Tab")
    desk.keyboard.press("Enter")
    desk.wait_for_url("**/glossary/#term-truth")
