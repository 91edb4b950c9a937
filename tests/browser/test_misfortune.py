"""What befalls a page: storage damaged, full or closed, scripts that come late, an engine that ends, a lost focus."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from typing import Any

import pytest

from tests.server import Server

pytestmark = [pytest.mark.browser]

READY = {"maker": ".mk[data-state=ready]", "table": ".at[data-state=ready]", "play": ".play[data-state=decide]"}
FULL = """
    const room = Storage.prototype.setItem;
    Storage.prototype.setItem = function (name, value) {
        if (this === localStorage) throw new DOMException("full", "QuotaExceededError");
        return room.call(this, name, value);
    };
"""
CLOSED = """
    for (const name of ["localStorage", "sessionStorage"])
        Object.defineProperty(window, name, { get() { throw new DOMException("closed", "SecurityError"); } });
"""


@pytest.fixture
def visit(chromium: Any, served: Server) -> Iterator[Callable[..., Any]]:
    """Opens a page on a desk: ``visit("maker", local={...}, script="...")``; no script may fail there."""
    opened = []
    failed: list[str] = []

    def go(
        name: str, local: dict[str, str] | None = None, session: dict[str, str] | None = None, script: str = "",
        late: str = "", wait: bool = True,
    ) -> Any:  # fmt: skip
        context = chromium.new_context(viewport={"width": 1000, "height": 900})
        opened.append(context)
        page = context.new_page()
        page.on("pageerror", lambda error: failed.append(str(error)))
        page.goto(served.url + "404.html")
        for area, kept in (("localStorage", local), ("sessionStorage", session)):
            page.evaluate(
                f"kept => Object.entries(kept).forEach(([key, text]) => {area}.setItem(key, text))", kept or {}
            )
        if script:
            page.add_init_script(script)
        if late:
            page.route(late, lambda route: (page.wait_for_timeout(900), route.continue_()))
        page.goto(f"{served.url}{name}/", wait_until="commit" if late else "load")
        if wait:
            page.locator(READY[name.partition("/")[0]]).wait_for(timeout=30_000)
        return page

    yield go
    for context in opened:
        context.close()
    assert failed == []


def holds_focus(page: Any) -> None:
    """Whatever became of it: within ten seconds, however busy the machine, something has the focus, and keeps it."""
    page.wait_for_timeout(250)
    page.locator(":focus").wait_for(state="attached", timeout=10_000)


# storage


@pytest.mark.parametrize(
    "view", [5, {}, [], "x", {"members": 5}, {"members": [None]}, {"members": [{}], "log": 5}], ids=str
)
def test_a_kept_view_of_another_shape_costs_nothing(visit: Callable[..., Any], view: object) -> None:
    """What the page shows of a party may change from one version to the next; the party itself stays."""
    page = visit("table")
    page.evaluate("document.querySelector('[data-tab=party]').click()")
    page.locator("[data-act=example]").first.click()
    page.locator(".at-member, [data-part=party-list] li").first.wait_for()
    kept = json.loads(page.evaluate("localStorage.getItem('aces.table')"))
    again = visit("table", {"aces.table": json.dumps({**kept, "view": view})})
    assert json.loads(again.evaluate("localStorage.getItem('aces.table')"))["campaign"] == kept["campaign"]
    again.evaluate("document.querySelector('[data-tab=party]').click()")
    assert kept["view"]["members"][0]["name"] in again.locator('[data-part="party"]').inner_text()


@pytest.mark.parametrize(
    "draft",
    [
        {
            "judge": {
                "tell": "",
                "truth": "",
                "layout": [1, None, {}],
                "item": "",
                "early": True,
                "aces": "",
                "active": "",
            }
        },
        {
            "judge": {
                "tell": "ZZ",
                "truth": "??",
                "layout": ["no card"],
                "item": "",
                "early": True,
                "aces": "",
                "active": "tell",
            }
        },
        {
            "judge": {
                "tell": "",
                "truth": "",
                "layout": ["2C"] * 5000,
                "item": "",
                "early": True,
                "aces": "",
                "active": "",
            }
        },
        {"duel": {"a": None, "b": None, "active": "a 1"}},
        {"duel": {"a": {}, "b": {}, "active": "a 1"}},
        {
            "duel": {
                "a": {"name": "A", "layout": "abc", "item": ""},
                "b": {"name": "B", "layout": [], "item": ""},
                "active": "a 1",
            }
        },
        {"group": {"extras": [5], "picked": {"A": 3}, "armor": []}},
        {"cuts": {"people": [None, 3], "active": "", "begun": True}},
        {"cuts": {"people": [{"name": "A", "cuts": [7]}], "active": "", "begun": True}},
        {"tab": 7},
        5,
    ],
    ids=lambda draft: json.dumps(draft)[:40],
)
def test_damaged_drafts_of_the_tab_are_let_go(visit: Callable[..., Any], draft: object) -> None:
    page = visit("table", session={"aces.table.draft": json.dumps(draft)})
    for tab in ("group", "duel", "initiative", "judge"):
        page.locator(f"[data-tab={tab}]").click()
        assert page.locator(f'[data-part="{tab}"]').is_visible()
    page.wait_for_timeout(200)
    assert page.locator(READY["table"]).count() == 1


@pytest.mark.parametrize("stats", ['{"constructor": 3}', '{"__proto__": 3}', '{"toString": 1, "athletics": 2}'])
def test_names_of_another_kind_are_no_stats(visit: Callable[..., Any], stats: str) -> None:
    kept = f'{{"v":1,"at":"p","people":[{{"id":"p","draft":{{"name":"Wren","stats":{stats}}}}}],"gone":[],"job":{{}}}}'
    page = visit("maker", {"aces.maker": kept})
    assert "It is set aside" in page.locator('[data-part="note"]').inner_text()
    assert [text for text in page.evaluate("Object.entries(localStorage)") if text[1] == kept]


def test_what_does_not_fit_beside_stays_where_it_is(visit: Callable[..., Any]) -> None:
    """With storage full to the last, what cannot be read is neither lost nor said to be elsewhere."""
    page = visit("maker", {"aces.maker": "{damaged"}, script=FULL)
    assert page.evaluate("localStorage.getItem('aces.maker')") == "{damaged"
    assert "it stays where it is, and nothing new is kept" in page.locator('[data-part="note"]').inner_text()
    page.locator('[data-part="roster"] summary').first.click()
    with page.expect_download() as saved:
        page.locator("[data-act=aside]").click()
    assert saved.value.path().read_text() == "{damaged"


@pytest.mark.parametrize(
    ("script", "says"), [(FULL, "no room left"), (CLOSED, "keeps nothing")], ids=["full", "closed"]
)
def test_what_is_not_kept_is_said_where_it_is_seen(visit: Callable[..., Any], script: str, says: str) -> None:
    page = visit("maker", script=script)
    page.locator('[data-field="adjective"]').fill("Wary")
    note = page.locator('[data-part="note"]')
    note.wait_for()
    assert says in note.inner_text()


@pytest.mark.parametrize(
    "kept", [[{"record": "x"}], [{"record": "x", "text": {}, "seed": 3}], [None, 5], {"a": 1}, "text"], ids=json.dumps
)
def test_damaged_games_of_before_are_not_offered(visit: Callable[..., Any], kept: object) -> None:
    page = visit("play", session={"aces.earlier": json.dumps(kept)})
    assert page.locator('[data-part="earlier"]').is_hidden()


# late scripts, and links


def test_what_is_written_before_the_script_is_there_stays(visit: Callable[..., Any]) -> None:
    page = visit("maker", late="**/maker.js*", wait=False)
    page.locator('[data-field="adjective"]').fill("Hasty")
    assert page.locator('[data-part="boot-line"]').inner_text() == "Fetching the page"
    page.locator(READY["maker"]).wait_for(timeout=30_000)
    assert page.locator('[data-field="adjective"]').input_value() == "Hasty"
    assert json.loads(page.evaluate("localStorage.getItem('aces.maker')"))["people"][0]["draft"]["adjective"] == "Hasty"


def test_a_changed_link_is_refused_in_words(visit: Callable[..., Any]) -> None:
    for fragment, says in (("1%2Eabc", "This link is damaged"), ("x" * 60, "This link holds nobody")):
        page = visit("maker")
        page.evaluate("fragment => { location.hash = fragment; }", fragment)
        note = page.locator('[data-part="note"]')
        note.wait_for()
        assert says in note.inner_text()


# an engine that ends


def test_an_engine_that_ended_while_nobody_asked_learns_the_game_anew(visit: Callable[..., Any]) -> None:
    spy = """
        const Before = Worker;
        window.workers = [];
        window.Worker = class extends Before { constructor(...all) { super(...all); window.workers.push(this); } };
    """
    page = visit("play", script=spy)
    page.keyboard.press("s")
    page.locator(".play[data-state=over]").wait_for()
    seed = page.locator('[data-part="link"]').input_value()
    page.keyboard.press("u")
    page.locator(READY["play"]).wait_for()
    page.evaluate("workers.at(-1).dispatchEvent(new ErrorEvent('error', { message: 'gone', cancelable: true }))")
    page.keyboard.press("s")
    page.locator(".play[data-state=over]").wait_for(timeout=30_000)
    assert page.locator('[data-part="link"]').input_value() == seed
    assert page.locator('[data-part="refusal"]').inner_text() == ""


# the focus


def test_the_makers_focus_is_never_lost(visit: Callable[..., Any]) -> None:
    page = visit("maker")
    page.locator('[data-part="roster"] summary').first.focus()
    page.keyboard.press("Enter")
    for act in ("example", "new", "undo", "hush"):
        at = page.locator(f"[data-act={act}]:visible").first
        if not at.count():
            continue
        at.focus()
        page.keyboard.press("Enter")
        page.locator(READY["maker"]).wait_for()
        holds_focus(page)


def test_the_tables_focus_is_never_lost(visit: Callable[..., Any]) -> None:
    page = visit("table")
    page.locator("[data-tab=group]").click()
    page.locator("#at-group-name").fill("Wren")
    page.keyboard.press("Enter")
    for tab, act in (("group", "group-remove"), ("party", "example"), ("party", "undo")):
        page.locator(f"[data-tab={tab}]").click()
        at = page.locator(f'[data-part="{tab}"] [data-act={act}]:visible, [data-act={act}]:visible').first
        at.focus()
        page.keyboard.press("Enter")
        page.wait_for_timeout(200)
        holds_focus(page)
