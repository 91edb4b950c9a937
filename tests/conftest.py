"""What every room of the tests shares: the built site, once, and Chromium."""

from __future__ import annotations

import fcntl
import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

TOP = Path(__file__).resolve().parent.parent
CHROMIUM_NAMES = ("chromium", "chromium-browser", "google-chrome-stable", "google-chrome")
CHROMIUM_FLAGS = (
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
)


@pytest.fixture(scope="session")
def site(request: pytest.FixtureRequest) -> Path:
    """The site, strictly built into ``build/test-site`` once for all workers of a run.

    ``ACES_SITE`` names a folder that holds a built site to be tested instead.
    """
    if given := os.environ.get("ACES_SITE"):
        folder = Path(given).resolve()
        assert (folder / "index.html").is_file(), f"ACES_SITE: {given} holds no built site"
        return folder
    folder = TOP / "build" / "test-site"
    run = os.environ.get("PYTEST_XDIST_TESTRUNUID", str(os.getpid()))
    folder.parent.mkdir(exist_ok=True)
    with (folder.parent / "test-site.lock").open("a+") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        lock.seek(0)
        if lock.read() != run:
            command = [sys.executable, "-m", "generators.site", "--into", str(folder)]
            built = subprocess.run(command, cwd=TOP, capture_output=True, text=True, check=False)
            if built.returncode:
                pytest.fail(f"the site does not build:\n{built.stdout}\n{built.stderr}", pytrace=False)
            lock.seek(0)
            lock.truncate()
            lock.write(run)
    return folder


@pytest.fixture(scope="session")
def chromium_path() -> str:
    """Where Chromium is: ``CHROMIUM``, or the first of the usual names."""
    found = os.environ.get("CHROMIUM") or next(filter(None, map(shutil.which, CHROMIUM_NAMES)), None)
    assert found, "these tests need Chromium: apt-get install chromium, or CHROMIUM=/path"
    return found


@pytest.fixture(scope="session")
def chromium(chromium_path: str) -> Iterator[object]:
    """One headless Chromium of this worker (a Playwright ``Browser``); tests open contexts of their own."""
    from playwright.sync_api import sync_playwright

    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium_path, args=list(CHROMIUM_FLAGS))
        yield browser
        browser.close()
