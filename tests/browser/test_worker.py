"""The worker and its client in Chromium: below a sub-path, under the site's policy, with nothing from another host."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import pytest

from generators.pack import Packed, pack
from generators.policy import policy
from playground import bridge
from tests.server import Server

pytestmark = pytest.mark.browser

TOP = Path(__file__).resolve().parent.parent.parent
PREFIX = "/some/where/"
PAGE = '<!doctype html><meta charset="utf-8"><title>engine</title><link rel="icon" href="data:,">'
PAGE += '<script type="module" src="page.js"></script><p id="ready"></p>'
SCRIPT = """
import { Engine } from "./assets/play/engine.js";
const engine = new Engine();
const lines = [];
Object.assign(window, {
  Engine, engine, lines,
  async attempt(method, params, options) {
    try {
      if (!method) return { started: await engine.start((progress) => lines.push(progress)) ?? true };
      return { answer: await engine.call(method, params, options) };
    } catch (error) {
      return { kind: error.kind, message: error.message };
    }
  },
});
document.getElementById("ready").textContent = "ready";
"""

Opener = Callable[..., "Opened"]


class Opened:
    """A page that holds an engine, and what its browser complained of."""

    def __init__(self, page: Any, server: Server) -> None:
        self.page = page
        self.server = server
        self.complaints: list[str] = []
        self.requests: list[str] = []
        page.on(
            "console", lambda said: self.complaints.append(said.text) if said.type in ("error", "warning") else None
        )
        page.on("pageerror", lambda error: self.complaints.append(str(error)))
        page.context.on("request", lambda request: self.requests.append(request.url))
        page.goto(server.url)
        page.locator("#ready:has-text('ready')").wait_for()

    def start(self) -> dict[str, Any]:
        return self.run("attempt()")

    def call(self, method: str, params: dict[str, Any] | None = None, **options: int) -> dict[str, Any]:
        return self.run(f"attempt({json.dumps(method)}, {json.dumps(params or {})}, {json.dumps(options)})")

    def run(self, code: str) -> Any:
        return self.page.evaluate(code)


@pytest.fixture(scope="module")
def packed() -> Packed:
    return pack()


@pytest.fixture
def open_page(tmp_path: Path, packed: Packed, chromium: Any) -> Iterator[Opener]:
    (tmp_path / "index.html").write_text(PAGE, "utf-8")
    (tmp_path / "page.js").write_text(SCRIPT, "utf-8")
    with ExitStack() as stack:

        def opener(mounts: dict[str, Path] | None = None, allowed: str = policy(())) -> Opened:
            every = dict(mounts or {})  # the first that fits is served
            every.setdefault("assets/play/", TOP / "playground")
            every.setdefault("assets/runtime/", packed.folder)
            server = Server(tmp_path, prefix=PREFIX, mounts=every, headers={"Content-Security-Policy": allowed})
            stack.enter_context(server)
            context = chromium.new_context()
            stack.callback(context.close)
            return Opened(context.new_page(), server)

        yield opener


def test_it_starts_below_a_sub_path_and_deals_the_hand_that_python_deals(open_page: Opener, packed: Packed) -> None:
    opened = open_page()
    assert opened.run("Engine.unsupported()") is None
    assert re.fullmatch(r"\d\.\d MB", opened.run("Engine.size()"))
    assert opened.start() == {"started": True}
    params = {"stat": "4", "affinity": "clubs", "dealer": "greedy", "aces": "best", "seed": "42"}
    answer = opened.call("deal", params)["answer"]
    assert answer == json.loads(bridge.call("deal", json.dumps(params)))
    assert opened.call("no such method")["answer"]["error"]["message"]

    lines = opened.run("lines")
    assert {step["name"] for step in lines[0]["steps"]} == {"python", "stdlib", "engine"}
    assert lines[0]["text"].startswith("Fetching Python, its library and the rules: 0.0 of ")
    assert lines[-1]["text"] == "Starting Python"
    assert [line["done"] for line in lines] == sorted(line["done"] for line in lines)
    assert sum(step["loaded"] for step in lines[-1]["steps"]) == packed.sent

    assert opened.complaints == []
    assert {url for url in opened.requests if not url.startswith((opened.server.url, "data:"))} == set()
    asked = [request.path for request in opened.server.log if "/assets/runtime/" in request.path]
    assert len(asked) == len(set(asked)) + 1, "nothing but the manifest is fetched twice"
    assert opened.server.sent("/assets/runtime/python") + opened.server.sent("/assets/runtime/engine") == packed.sent


def test_a_call_that_hangs_is_ended_and_the_engine_starts_again(
    open_page: Opener, tmp_path: Path, packed: Packed
) -> None:
    folder = tmp_path / "hanging"
    folder.mkdir()
    source = (TOP / "playground" / "worker.js").read_text("utf-8")
    hanging = source.replace("  try {\n    if (!call)", '  if (method === "hang") for (;;);\n  try {\n    if (!call)')
    assert hanging != source
    (folder / "worker.js").write_text(hanging, "utf-8")
    (folder / "engine.js").write_bytes((TOP / "playground" / "engine.js").read_bytes())
    opened = open_page({"assets/play/": folder})
    opened.start()
    both = opened.run(
        "Promise.all([attempt('hang', {}, {timeout: 300}), attempt('deal', {seed: '7'}, {timeout: 5000})])"
    )
    assert [each["kind"] for each in both] == ["stuck", "stuck"], "what waited behind it is told as well"
    assert "did not answer" in both[0]["message"]
    assert opened.call("deal", {"seed": "7"})["answer"]["moves"]
    assert opened.complaints == []


def test_a_stopped_engine_starts_again(open_page: Opener) -> None:
    opened = open_page()
    both = opened.run(
        "(async () => { const first = attempt(); engine.stop(); return [await first, await attempt()]; })()"
    )
    assert both[0]["kind"] == "stopped"
    assert both[1] == {"started": True}
    assert opened.run("engine.running") is True


def test_a_line_that_breaks_once_is_tried_again(open_page: Opener) -> None:
    opened = open_page()
    opened.server.break_path("*/pyodide.asm.wasm", times=1)
    opened.server.break_path("*/library.zip.gz", times=1)
    assert opened.start() == {"started": True}
    assert "The connection broke off. Trying again" in [line["text"] for line in opened.run("lines")]


@pytest.mark.parametrize(
    ("file", "status", "kind", "says"),
    [
        ("pyodide.asm.wasm", 503, "network", "pyodide.asm.wasm could not be fetched: the server answered 503."),
        ("pyodide.asm.mjs", 503, "network", "pyodide.asm.mjs did not arrive whole."),
        ("*.whl.gz", 404, "stale", "is no longer there: the site has been renewed. Load the page again."),
        ("worker.js", 503, "network", "The engine's script could not be fetched."),
        ("manifest.json", 404, "stale", "manifest.json is no longer there"),
    ],
)
def test_what_cannot_be_fetched_is_said(open_page: Opener, file: str, status: int, kind: str, says: str) -> None:
    opened = open_page()
    opened.server.break_path(f"*/{file}", status=status)
    told = opened.start()
    assert told["kind"] == kind
    assert says in told["message"]
    opened.server.mend()
    assert opened.start() == {"started": True}


def test_a_start_that_stands_still_is_given_up(open_page: Opener) -> None:
    opened = open_page()
    opened.server.throttle(1)
    told = opened.run("new Engine({ silence: 700 }).start().catch((error) => ({ ...error, message: error.message }))")
    assert told["kind"] == "stalled"
    assert told["message"].startswith("Nothing has come for 700 ms.")
    opened.server.throttle(None)
    assert opened.start() == {"started": True}


def test_an_altered_engine_is_refused(open_page: Opener, tmp_path: Path, packed: Packed) -> None:
    entry = packed.manifest["files"]["engine"]["path"]
    data = bytearray((packed.folder / entry).read_bytes())
    data[len(data) // 2] ^= 1
    copy = tmp_path / "altered" / Path(entry).name
    copy.parent.mkdir()
    copy.write_bytes(data)
    opened = open_page({f"assets/runtime/{Path(entry).parent}/": copy.parent})
    told = opened.start()
    assert told["kind"] == "altered"
    assert "a proxy or security software may have changed it" in told["message"]


def test_an_altered_python_is_refused_at_once(open_page: Opener) -> None:
    opened = open_page()
    opened.page.route("**/*.wasm", lambda route: route.fulfill(body=b"a page to sign in on", content_type="text/html"))
    told = opened.start()
    assert told["kind"] == "altered"
    assert "pyodide.asm.wasm arrived altered" in told["message"]
    opened.page.unroute("**/*.wasm")
    assert opened.start() == {"started": True}


def test_a_server_that_does_not_know_webassembly_will_do(open_page: Opener, packed: Packed) -> None:
    opened = open_page()
    python = packed.file("wasm").read_bytes()
    opened.page.route("**/*.wasm", lambda route: route.fulfill(body=python, content_type="application/octet-stream"))
    assert opened.start() == {"started": True}
    assert opened.call("deal", {"seed": "7"})["answer"]["moves"]


def test_a_policy_without_webassembly_is_said_at_once(open_page: Opener) -> None:
    opened = open_page(allowed=policy(()).replace(" 'wasm-unsafe-eval'", ""))
    told = opened.start()
    assert told["kind"] == "unsupported"
    assert "WebAssembly" in told["message"]
