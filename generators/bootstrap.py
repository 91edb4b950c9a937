"""Make this checkout ready to build: ``python3 generators/bootstrap.py site|test``.

Run by ``make`` with the machine's own Python, before anything is installed, so it uses the
standard library only and is run by path, never imported. Each step leaves a stamp that names what it
was made from; a step whose stamp still matches costs nothing. Exit code 2 means that the machine
lacks something that only its owner can install, and the last lines say what and how.

Steps:

==========  =========================================================================
python      ``.venv`` with the packages of ``requirements.lock`` (site) or
            ``requirements-dev.lock`` (test, a superset), checked by their hashes
node        ``node_modules`` from ``package-lock.json``; Node itself comes with ``python``
libraries   Pango and HarfBuzz, which WeasyPrint draws with: looked for by loading them
chromium    for the tests only: looked for by name, or given as ``CHROMIUM=/path``; with the
            library that Playwright's own Node wants
==========  =========================================================================
"""

from __future__ import annotations

import argparse
import ctypes
import hashlib
import os
import shutil
import subprocess
import sys
import time
from collections.abc import Mapping
from pathlib import Path
from typing import NoReturn

ROOT = Path(__file__).resolve().parent.parent
VENV = ROOT / ".venv"
STAMPS = VENV / "stamps"
LOGS = ROOT / "build" / "log"
BEAT = 10.0
"""Seconds after which a step that is still running says so again."""

# One row for each library: the names it goes by (Linux, macOS), the Debian package that brings it.
Library = tuple[tuple[str, ...], str]
DRAWING: tuple[Library, ...] = (
    (("libpango-1.0.so.0", "libpango-1.0.dylib"), "libpango-1.0-0"),
    (("libpangoft2-1.0.so.0", "libpangoft2-1.0.dylib"), "libpangoft2-1.0-0"),
    (("libharfbuzz-subset.so.0", "libharfbuzz-subset.0.dylib"), "libharfbuzz-subset0"),
)
# Playwright steers Chromium with a Node of its own, which on Linux wants this one.
STEERING: tuple[Library, ...] = ((("libatomic.so.1",), "libatomic1"),) if sys.platform == "linux" else ()
CHROMIUMS = ("chromium", "chromium-browser", "google-chrome-stable", "google-chrome", "chrome")
MAC_FOLDERS = ("/opt/homebrew/lib", "/usr/local/lib")
MAC_CHROME = "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome"


def say(text: str) -> None:
    print(text, flush=True)


def stop(text: str) -> NoReturn:
    """End with exit code 2 and ``text`` on the error stream."""
    print(text, file=sys.stderr, flush=True)
    raise SystemExit(2)


def run(what: str, command: list[str], env: Mapping[str, str] | None = None) -> bool:
    """Run ``command`` with one line of progress, and a beat while it lasts; False if it failed.

    Its output goes to a log below ``build/log``; only a failure shows the end of it.
    """
    LOGS.mkdir(parents=True, exist_ok=True)
    log = LOGS / (what.split(":", maxsplit=1)[0].replace(" ", "-") + ".log")
    say(f"  {what} ...")
    start = time.monotonic()
    with log.open("wb") as out:
        child = subprocess.Popen(
            command,
            cwd=ROOT,
            env={**os.environ, **(env or {})},
            stdin=subprocess.DEVNULL,
            stdout=out,
            stderr=subprocess.STDOUT,
        )
        while True:
            try:
                code = child.wait(timeout=BEAT)
                break
            except subprocess.TimeoutExpired:
                say(f"    still at it, {time.monotonic() - start:.0f} s")
            except KeyboardInterrupt:
                child.terminate()
                child.wait()
                raise
    took = time.monotonic() - start
    if code == 0:
        say(f"    done in {took:.1f} s")
        return True
    tail = log.read_text("utf-8", "replace").splitlines()[-25:]
    print("\n".join(f"    | {line}" for line in tail), file=sys.stderr)
    print(f"    failed after {took:.1f} s; the whole log: {log.relative_to(ROOT)}", file=sys.stderr, flush=True)
    return False


def digest(words: str, file: Path) -> str:
    return hashlib.sha256(words.encode() + b"\0" + file.read_bytes()).hexdigest()


def holds(stamp: Path, key: str) -> bool:
    return stamp.is_file() and stamp.read_text("utf-8") == key


def set_stamp(stamp: Path, key: str) -> None:
    stamp.parent.mkdir(parents=True, exist_ok=True)
    stamp.write_text(key, "utf-8")


# --- what only the machine's owner can install -------------------------------------------------


def loads(names: tuple[str, ...]) -> bool:
    for name in names:
        folders = MAC_FOLDERS if name.endswith(".dylib") else ()
        for path in (name, *(f"{folder}/{name}" for folder in folders)):
            try:
                ctypes.CDLL(path)
            except OSError:
                continue
            return True
    return False


def missing(libraries: tuple[Library, ...]) -> list[str]:
    """The Debian packages of the libraries that do not load here."""
    return [package for names, package in libraries if not loads(names)]


def chromium() -> str | None:
    given = os.environ.get("CHROMIUM")
    if given:
        return given if shutil.which(given) else None
    found = next((path for name in CHROMIUMS if (path := shutil.which(name))), None)
    return found or (MAC_CHROME if os.access(MAC_CHROME, os.X_OK) else None)


def root_prefix() -> list[str] | None:
    """What to put before a command so that it runs as root without asking; None if nothing does."""
    if os.geteuid() == 0:
        return []
    if shutil.which("sudo") and subprocess.run(["sudo", "-n", "true"], capture_output=True).returncode == 0:
        return ["sudo", "-n"]
    return None


def apt(what: str, packages: list[str], why: str) -> None:
    """Install Debian packages, or stop and say what the owner has to install."""
    by_hand = f"apt-get install --no-install-recommends {' '.join(packages)}"
    prefix = root_prefix()
    if shutil.which("apt-get") is None:
        stop(
            f"{why}\nInstall what your system calls these Debian packages, then run the command again:\n"
            f"  {' '.join(packages)}\n"
            "(Fedora: pango harfbuzz libatomic chromium; Arch: pango chromium; Homebrew: pango)"
        )
    if prefix is None:
        stop(f"{why}\nOnly root can install it here. Run this, then the command again:\n  sudo {by_hand}")
    quiet = {"DEBIAN_FRONTEND": "noninteractive"}
    keep = ["env", "DEBIAN_FRONTEND=noninteractive"] if prefix else []
    say(f"{why}")
    ready = run("package lists: apt-get update", [*prefix, "apt-get", "update", "-q"], quiet)
    install = [*prefix, *keep, "apt-get", "install", "-q", "-y", "--no-install-recommends", *packages]
    if not ready or not run(f"{what}: {by_hand}", install, quiet):
        stop(f"It could not be installed. Once this succeeds by hand, run the command again:\n  {by_hand}")


def need_libraries() -> None:
    """What WeasyPrint draws with, or exit code 2."""
    packages = missing(DRAWING)
    if not packages:
        return
    apt("drawing libraries", packages, f"WeasyPrint, which makes the PDFs, lacks {', '.join(packages)}.")
    if still := missing(DRAWING):
        stop(f"Installed, but these still do not load: {' '.join(still)}")


def need_chromium() -> None:
    """Chromium and what steers it, or exit code 2."""
    given = os.environ.get("CHROMIUM")
    if given and chromium() is None:
        stop(f"CHROMIUM={given}: no such program. Give the path of a Chromium or Chrome, or unset it.")
    packages = missing(STEERING) + ([] if chromium() else ["chromium"])
    if not packages:
        return
    apt("browser", packages, f"The tests open the site in Chromium, and this machine lacks {', '.join(packages)}.")
    if chromium() is None:
        stop("Installed, but no Chromium is on the PATH. Give its path: make test CHROMIUM=/path")
    if still := missing(STEERING):
        stop(f"Installed, but these still do not load: {' '.join(still)}")


# --- what goes into the checkout ---------------------------------------------------------------


def venv_python() -> Path:
    return VENV / "bin" / "python"


def make_venv() -> None:
    """A ``.venv`` of this Python, in place of one that does not run here."""
    if VENV.exists():
        say("  .venv does not run here (moved, of another Python, or half made): making it anew")
        shutil.rmtree(VENV)
    try:
        import ensurepip  # noqa: F401  (Debian packs it apart, and venv needs it)
    except ImportError:
        apt("venv", [f"python{sys.version_info[0]}.{sys.version_info[1]}-venv"], "This Python has no venv.")
    if not run("virtual environment: .venv", [sys.executable, "-m", "venv", str(VENV)]):
        stop("No virtual environment could be made with this Python; try another: make PYTHON=/path")


def usable_venv() -> bool:
    """Whether ``.venv`` runs, is new enough, and was made in this very folder."""
    pip = VENV / "bin" / "pip"
    ask = [str(venv_python()), "-c", "import pip, sys; sys.exit(sys.version_info < (3, 11))"]
    try:
        # A copied or moved .venv still runs, but its programs start the one it was copied from.
        return str(VENV).encode() in pip.read_bytes() and subprocess.run(ask, capture_output=True).returncode == 0
    except OSError:
        return False


def install(what: str, *arguments: str) -> None:
    pip = [str(venv_python()), "-m", "pip", "--disable-pip-version-check", "install", "--progress-bar=off"]
    if not run(what, [*pip, "--no-deps", *arguments]):
        stop("pip could not install that: is the network there? Run the command again.")


def install_node(dev: bool) -> None:
    npm = [str(VENV / "bin" / "npm"), "ci", "--ignore-scripts", "--no-fund", "--no-audit"]
    env = {"PATH": f"{VENV / 'bin'}{os.pathsep}{os.environ['PATH']}", "PUPPETEER_SKIP_DOWNLOAD": "1"}
    if not run("npm packages: package-lock.json", [*npm, *([] if dev else ["--omit=dev"])], env):
        stop("npm could not install that: is the network there? Run the command again.")


def ready(level: str) -> None:
    """Bring this checkout to ``level``: ``site``, or ``test``, which is all of ``site`` and more."""
    dev = level == "test"
    need_libraries()
    if dev:
        need_chromium()

    # What the stamps were made from. A checkout that is ready for the tests is ready for the site.
    folder = f"{ROOT} {sys.platform}"
    locks = {"site": ROOT / "requirements.lock", "test": ROOT / "requirements-dev.lock"}
    node_lock, project = ROOT / "package-lock.json", ROOT / "pyproject.toml"
    levels = ("test",) if dev else ("test", "site")

    def fresh(kind: str, lock: Mapping[str, Path]) -> bool:
        return any(holds(STAMPS / f"{kind}-{each}", digest(folder, lock[each])) for each in levels)

    python = fresh("python", locks) and venv_python().exists()
    if not python:
        if not usable_venv():
            make_venv()
        count = sum("==" in line for line in locks[level].read_text("utf-8").splitlines())
        install(f"Python packages: {count} by {locks[level].name}", "--require-hashes", "-r", str(locks[level]))
        set_stamp(STAMPS / f"python-{level}", digest(folder, locks[level]))
    if not holds(STAMPS / "project", digest(folder, project)):
        install("this project: the aces command", "--no-build-isolation", "--editable", str(ROOT))
        set_stamp(STAMPS / "project", digest(folder, project))

    node_locks = {"site": node_lock, "test": node_lock}
    if not (fresh("node", node_locks) and (ROOT / "node_modules").is_dir()):
        for each in locks:
            (STAMPS / f"node-{each}").unlink(missing_ok=True)
        install_node(dev)
        set_stamp(STAMPS / f"node-{level}", digest(folder, node_lock))


def main() -> None:
    if sys.version_info < (3, 11):  # noqa: UP036 (run by whatever Python the machine has)
        stop(f"This is Python {sys.version.split()[0]}; the project needs 3.11 or newer: make PYTHON=/path")
    parser = argparse.ArgumentParser(description="Make this checkout ready to build.")
    parser.add_argument("level", choices=("site", "test"), help="what it has to be ready for")
    start = time.monotonic()
    level = parser.parse_args().level
    ready(level)
    if time.monotonic() - start > 1:
        say(f"  ready for make {level}, set up in {time.monotonic() - start:.0f} s")


if __name__ == "__main__":
    try:
        main()
    except KeyboardInterrupt:
        raise SystemExit(130) from None
