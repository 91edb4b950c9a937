"""The hook through which MkDocs gets what the generators make. It only carries; they do the work.

Generated things are made in a process of their own, only where inputs changed, so that
``mkdocs serve`` never shows the work of a module that has been edited since it started.
"""

from __future__ import annotations

import hashlib
import json
import logging
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any, NamedTuple

TOP = Path(__file__).resolve().parent.parent
if str(TOP) not in sys.path:
    sys.path.insert(0, str(TOP))

from mkdocs.config.defaults import MkDocsConfig  # noqa: E402
from mkdocs.exceptions import PluginError  # noqa: E402
from mkdocs.structure.files import File, Files  # noqa: E402
from mkdocs.structure.pages import Page  # noqa: E402
from mkdocs.utils import get_relative_url  # noqa: E402

from aces.cards import Card  # noqa: E402
from generators import (  # noqa: E402
    card_art,
    decktet_art,
    design,
    fonts,
    markup,
    offline,
    policy,
    rule_index,
    search,
    terms,
)

log = logging.getLogger("mkdocs.plugins.aces")


class Made(NamedTuple):
    """One generated thing, as the registry tells it."""

    name: str
    kind: str
    path: Path


_UNUSED = ("assets/stylesheets/", "assets/javascripts/lunr/", "assets/images/")
"""The theme's own look, its search in languages that nothing here is written in, its icon."""


class State:
    """What one build knows. MkDocs calls the functions below in their order; this is between them."""

    serving = False
    made: dict[str, Made]
    facts: dict[str, int | str]
    anchors: dict[str, rule_index.Anchor]
    terms: tuple[terms.Term, ...]


STATE = State()


def on_startup(command: str, dirty: bool) -> None:
    """Remember whether this is ``mkdocs serve``."""
    STATE.serving = command == "serve"


def on_config(config: MkDocsConfig) -> MkDocsConfig:
    """Make what is stale, index the rules, and add our manners to Markdown."""
    STATE.made = {made.name: made for made in _make()}
    STATE.facts = json.loads(STATE.made["facts"].path.read_text("utf-8"))
    pages = {name: made.path.read_text("utf-8") for name, made in STATE.made.items() if made.kind == "page"}
    docs = Path(config.docs_dir)
    try:
        STATE.anchors = rule_index.rule_index(docs, pages)
        if config.strict:
            rule_index.strict(docs, TOP / "aces", pages)
        STATE.terms = terms.read((docs / "glossary.md").read_text("utf-8"))
    except (rule_index.RuleIndexError, terms.NoTermError) as error:
        raise PluginError(str(error)) from None
    extensions: list[Any] = config.markdown_extensions
    extensions.append(markup.Manners(_title))
    return config


def on_files(files: Files, config: MkDocsConfig) -> Files:
    """Add the generated pages and assets to the site, and leave out what of the theme no page asks for."""
    for theirs in list(files):
        if theirs.src_uri.startswith(_UNUSED) or theirs.src_uri.endswith(".map"):
            files.remove(theirs)
    for made in STATE.made.values():
        if made.kind == "page":
            files.append(File.generated(config, made.name, content=made.path.read_text("utf-8")))
        elif made.kind == "asset" and made.path.is_dir():
            for file in sorted(made.path.rglob("*")):
                if file.is_file():
                    name = f"{made.name}/{file.relative_to(made.path).as_posix()}"
                    files.append(File.generated(config, name, abs_src_path=str(file)))
        elif made.kind == "asset":
            files.append(File.generated(config, made.name, abs_src_path=str(made.path)))
    return files


def on_page_markdown(markdown: str, page: Page, config: MkDocsConfig, files: Files) -> str:
    """Set generated fragments, cards, facts and links to rules into a page."""
    name = page.file.src_uri
    whole = page.file.content_string
    sources = markup.Sources(
        fragment=_fragment,
        facts=STATE.facts,
        rule_page=lambda identity: _anchor(identity).link_from(name),
        rule_url=lambda identity: _relative(_anchor(identity).url, page),
    )
    body = markdown.lstrip("\n")
    first_line = whole.count("\n", 0, max(whole.replace("\r\n", "\n").rfind(body), 0)) + 1
    text, faults = markup.expand(body, f"docs/{name}", sources, first_line=first_line)
    for fault in faults:
        log.warning(fault)  # which ends a strict build
    return text


def on_page_content(html: str, page: Page, config: MkDocsConfig, files: Files) -> str:
    """Give cards in sentences their colour and voice, curl the quotes, explain the glossary's words, add shapes."""
    html = markup.finish(html)
    if page.file.src_uri.startswith(terms.PAGES):
        html, used = terms.mark(html, STATE.terms, lambda identity: _relative(_anchor(identity).url, page))
        if used:
            page.meta["terms"] = [_explained(term, page) for term in used]
            page.meta["scripts"] = [*page.meta.get("scripts", ()), terms.SCRIPT]
    return decktet_art.completed(html)


def on_env(env: Any, config: MkDocsConfig, files: Files) -> Any:
    """The theme's templates may draw cards, know which fonts come first, and begin to fetch the engine."""
    lost = card_art.card_art(Card.read("A♠")) + card_art.back_art() + card_art.card_art(Card.read("2♥"))
    look = design.minified(design.css() + card_art.css() + design.sheet("lost.css"))
    early = (TOP / "playground" / "early.js").read_text("utf-8")
    env.globals.update(version=_version, first_fonts=fonts.preloads, lost_cards=lost, lost_css=look, early=early)
    return env


def on_post_build(config: MkDocsConfig) -> None:
    """Write the Content-Security-Policy into every page, and the spoken names into the search index."""
    site = Path(config.site_dir)
    policy.write(site, live=STATE.serving)
    search.write(site)
    offline.write(site)


def on_serve(server: Any, config: MkDocsConfig, builder: Callable[..., Any]) -> Any:
    """Build again when what the generators read has changed."""
    for folder in ("aces", "generators", "playground"):
        if (TOP / folder).is_dir():
            server.watch(str(TOP / folder), builder)
    return server


def _make() -> list[Made]:
    command = [sys.executable, "-m", "generators.registry", "--json"]
    run = subprocess.run(command, cwd=TOP, stdout=subprocess.PIPE, text=True, check=False)
    if run.returncode:
        raise PluginError("the generators failed, see above (again: python -m generators.registry)")
    return [Made(name, kind, Path(path)) for name, kind, path, _ in json.loads(run.stdout)]


def _fragment(name: str) -> str:
    made = STATE.made.get(name)
    if made is None or made.kind != "fragment":
        known = ", ".join(sorted(one.name for one in STATE.made.values() if one.kind == "fragment"))
        raise KeyError(f"there is no generated fragment {name!r}; there are: {known}")
    return made.path.read_text("utf-8")


def _anchor(identity: str) -> rule_index.Anchor:
    anchor = STATE.anchors.get(identity)
    if anchor is None:
        raise KeyError(f"there is no rule {identity!r} on any page")
    return anchor


def _explained(term: terms.Term, page: Page) -> dict[str, str]:
    """A term as the theme's template writes its definition into a page."""
    rule = term.target.removeprefix("rule:")
    url = _anchor(rule).url if rule != term.target else rule_index.page_url(term.target)
    text, faults = markup.expand(term.says, "docs/glossary.md", markup.Sources(_fragment, STATE.facts, str, str))
    for fault in faults:
        log.warning(fault)
    return {
        "about": term.about,
        "name": term.name,
        "says": markup.finish(text),
        "more": term.more,
        "url": _relative(url, page) if "#" in url else get_relative_url(url, page.url),
    }


def _version(name: str) -> str:
    """A file of ours with the digest of what is in it, so that no browser shows a new page in an old dress."""
    folders = (
        STATE.made[str(above)].path / Path(name).relative_to(above)
        for above in Path(name).parents
        if str(above) in STATE.made
    )
    own = (STATE.made[name].path,) if name in STATE.made else ()
    for file in (*own, *folders, TOP / "generators" / "theme" / name):
        if file.is_file():
            return f"{name}?v={hashlib.sha256(file.read_bytes()).hexdigest()[:8]}"
    log.warning("a page asks for %s, which nothing makes", name)
    return name


def _title(identity: str) -> str:
    return STATE.anchors[identity].title if identity in STATE.anchors else identity


def _relative(url: str, page: Page) -> str:
    path, _, fragment = url.partition("#")
    return f"{get_relative_url(path, page.url)}#{fragment}"
