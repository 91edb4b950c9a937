"""What the pages that play, judge, make and draw have in common: how they take a touch, load, and set their texts."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import pytest

from tests.browser.test_play import LINK, PHONE
from tests.server import Server

pytestmark = [pytest.mark.browser]

PAGES = {
    "play": f"play/{LINK}",
    "table": "table/",
    "maker": "maker/",
    "wild": "wild/",
}
READY = {
    "play": ".play[data-state=decide]",
    "table": ".at[data-state=ready]",
    "maker": ".mk[data-state=ready]",
    "wild": ".wild-draw form button:enabled",
}
LEAST_SHIFT = 0.03
"""How far a page may move while it loads, as browsers count it; what they call good ends at 0.1."""

STICKY = """() => {
    const PRESSED = "button, .button, summary, label";
    const found = [];
    const walk = (rules, over) => {
        for (const rule of rules) {
            const hovers = rule.media?.mediaText.includes("hover: hover");
            if (rule.cssRules?.length) walk(rule.cssRules, over || hovers);
            if (over || !rule.selectorText?.includes(":hover")) continue;
            if ([...rule.style].every((name) => name.startsWith("text-decoration"))) continue;
            const at = rule.selectorText.replaceAll(/(?<=^|[ ,(]):hover/g, "*").replaceAll(":hover", "");
            if ([...document.querySelectorAll(at)].some((one) => one.closest(PRESSED))) found.push(rule.selectorText);
        }
    };
    for (const sheet of document.styleSheets) walk(sheet.cssRules, false);
    return found;
}"""
"""Rules for a hovering pointer that would also bind after a tap, of what can be pressed."""

SHIFTS = """
    window.shifted = [];
    new PerformanceObserver((list) => {
        for (const entry of list.getEntries()) {
            const from = entry.sources.map(({ node }) => node?.className || node?.nodeName || "");
            if (!entry.hadRecentInput) window.shifted.push([entry.value, from]);
        }
    }).observe({ type: "layout-shift", buffered: true });
"""


@pytest.fixture
def visit(chromium: Any, served: Server) -> Iterator[Callable[..., Any]]:
    """Opens a page on a phone and waits until it is ready: ``visit("play")``."""
    contexts = []

    def go(name: str, script: str = "", late: str = "") -> Any:
        context = chromium.new_context(**PHONE)
        contexts.append(context)
        page = context.new_page()
        if script:
            page.add_init_script(script)
        if late:
            page.route(late, lambda route: (page.wait_for_timeout(500), route.continue_()))
        page.goto(served.url + PAGES[name])
        page.locator(READY[name]).wait_for(timeout=30_000)
        return page

    yield go
    for context in contexts:
        context.close()


@pytest.mark.parametrize("name", PAGES)
def test_a_tap_leaves_no_hover_behind(visit: Callable[..., Any], name: str) -> None:
    assert visit(name).evaluate(STICKY) == []


@pytest.mark.parametrize("name", PAGES)
def test_nothing_moves_while_a_page_loads(visit: Callable[..., Any], name: str) -> None:
    page = visit(name, SHIFTS, "**/wild.js*" if name == "wild" else "")
    page.wait_for_timeout(700)
    shifted = page.evaluate("window.shifted")
    assert sum(value for value, _ in shifted) <= LEAST_SHIFT, shifted


@pytest.mark.parametrize("name", ["play", "table"])
def test_a_device_without_keys_reads_nothing_of_them(visit: Callable[..., Any], name: str) -> None:
    page = visit(name)
    assert page.locator("#keys").count() == 1
    assert page.locator("#keys:visible, kbd:visible, [data-act=keys]:visible").count() == 0


def test_texts_of_the_engine_are_set_as_the_pages_are(visit: Callable[..., Any]) -> None:
    """With curly apostrophes, where they are read; the record stays as it is."""
    page = visit("play")
    page.keyboard.press("s")
    page.locator(".play[data-state=over]").wait_for()
    for name in ("verdict", "log", "earlier", "call", "settings"):
        text = str(page.locator(f'[data-part="{name}"]').evaluate("at => at.textContent"))
        assert "'" not in text, name
    assert "Dealer’s" in page.locator('[data-part="verdict"]').inner_text()
    curl = "async (text) => (await import(document.querySelector('link[href*=\"view.js\"]').href)).curly(text)"
    assert page.evaluate(curl, "the Dealer's 'As' KS' x='y' isn't") == "the Dealer’s 'As' KS' x='y' isn’t"
    assert "’" not in page.locator('[data-part="record-text"]').input_value()
