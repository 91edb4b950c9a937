"""What the site adds to Markdown, so that pages stay plain text that people like to write.

Before Markdown reads a page (:func:`expand`):

- ``<!-- generated: NAME -->`` on a line of its own becomes a generated fragment,
- ``<!-- cards: Tell 6♠ | Truth ? | You 4♣ 8♦ -->`` becomes cards, drawn (``?`` lies face down),
- ``{{ lucky-points }}`` becomes what the engine says, ``{{ lucky-points:word }}`` the same as a word,
- ``{{ 8MS }}`` becomes a card of the Decktet, and such cards may lie in a row of cards too,
- ``rule:lite-hit-order`` as the target of a link becomes the address of that rule.

While it is made into HTML (:class:`Manners`), a paragraph that is a rule gets its marker, a link to
itself. After that (:func:`finish`), cards and suits in a sentence get their colour and a spoken name,
quotes and apostrophes become curly, and HP and % stay with their number.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from typing import NamedTuple
from xml.etree import ElementTree

from markdown import Markdown
from markdown.extensions import Extension
from markdown.treeprocessors import Treeprocessor
from markdown.util import AtomicString
from markupsafe import Markup, escape

from aces import decktet
from aces.cards import Card, Suit
from aces.rules import BadText
from generators import card_art, decktet_art, facts

_GENERATED = re.compile(r"^([ \t]*)<!--\s*generated:\s*(\S+)\s*-->[ \t]*$", re.M)
_CARDS = re.compile(r"^([ \t]*)<!--\s*cards:\s*(.*?)\s*-->[ \t]*$", re.M)
_FACT = re.compile(r"\{\{\s*([a-z][a-z0-9-]*)(?::(word|Word))?\s*\}\}")
_DECKTET = re.compile(r"\{\{\s*([A2-9X][A-Z]{1,2}|E)\s*\}\}([.,;:?)]*)")
_ANY_FACT = re.compile(r"\{\{.*?\}\}")
_RULE_LINK = re.compile(r"\]\(rule:([A-Za-z0-9_-]+)\)")
_RULE_HREF = re.compile(r'href="rule:([A-Za-z0-9_-]+)"')
_CODE = re.compile(r"^([ \t]*)(`{3,}|~{3,}).*?^\1\2[ \t]*$|(`+)(?!`).*?(?<!`)\3(?!`)", re.M | re.S)
_CARD = re.compile(r"(?<!\w)(10|[2-9JQKA])?([♠♣♦♥])(?!\w)")


_NUMBER = re.compile(r"(?<=\d) (?=HP\b|%)|(?<=\bHP) (?=\d)")
"""HP or a percent sign and its number, which no line may part."""

_LONE_SUIT = re.compile(r"(?<!\w)([♠♣♦♥]) (?=\w)")
"""A suit before its Stat, "♠ Athletics", which no line may break in two."""


class Place(NamedTuple):
    """Where something stands: a page below ``docs`` and its line, from 1."""

    page: str
    line: int

    def __str__(self) -> str:
        return f"{self.page}:{self.line}"


class Sources(NamedTuple):
    """Where a page's generated parts come from. Each raises ``KeyError`` for an unknown name."""

    fragment: Callable[[str], str]
    facts: Mapping[str, facts.Fact]
    rule_page: Callable[[str], str]
    """The Markdown target that leads from the page to a rule."""
    rule_url: Callable[[str], str]
    """The same as an address relative to the page's own."""


def expand(text: str, page: str, sources: Sources, *, first_line: int = 1) -> tuple[str, tuple[str, ...]]:
    """A page with all generated parts set in, and its faults, one line each with file and line.

    ``first_line`` is the line on which ``text`` begins. A part that is not there is left out.
    """
    faults: list[str] = []

    def attempt(line: int, make: Callable[[], str]) -> str:
        try:
            return make()
        except (KeyError, BadText, facts.FactError) as error:
            why = error.args[0] if isinstance(error, KeyError) and error.args else error
            faults.append(f"{Place(page, line)}: {why}")
            return ""

    def piece(line: int, part: str) -> str:
        def swap(pattern: re.Pattern[str], make: Callable[[re.Match[str]], str], source: str) -> str:
            return pattern.sub(
                lambda match: attempt(line + source.count("\n", 0, match.start()), lambda: make(match)), source
            )

        # What adds lines comes last, so that the lines of what comes before are true.
        part = swap(_RULE_LINK, lambda m: f"]({sources.rule_page(m[1])})", part)
        part = swap(_RULE_HREF, lambda m: f'href="{escape(sources.rule_url(m[1]))}"', part)
        part = swap(_DECKTET, lambda m: decktet_art.card_text(decktet.Card.read(m[1]), m[2]), part)
        part = swap(_FACT, lambda m: facts.say(dict(sources.facts), m[1], m[2] or ""), part)
        part = swap(_ANY_FACT, lambda m: _refuse(f"{m[0]} is no name of a fact"), part)
        part = swap(_CARDS, lambda m: m[1] + card_row(m[2]), part)
        return swap(_GENERATED, lambda m: _indented(_fragment(m[2], sources), m[1]), part)

    result = "".join(part if is_code else piece(first_line + line, part) for line, part, is_code in _split_code(text))
    return result, tuple(dict.fromkeys(faults))


def card_row(text: str) -> Markup:
    """``Tell 6♠ | Truth ? | You 4♣ 8♦`` as drawn cards in labelled groups.

    ``?`` is a card that lies face down; a card behind it (``?9♣``) is for whoever reads the source.
    Raises :class:`~aces.rules.BadText` for a text that is no card.
    """
    groups = []
    for group in text.split("|"):
        words = group.split()
        start = next((i for i, word in enumerate(words) if _is_card(word)), len(words))
        name = " ".join(words[:start])
        cards = []
        for word in words[start:]:
            if word.startswith("?"):
                if word[1:]:
                    Card.read(word[1:])
                cards.append(card_art.back_art(name))
            elif decktet_art.CODE.fullmatch(word):
                cards.append(decktet_art.card_art(decktet.Card.read(word), name))
            else:
                cards.append(card_art.card_art(Card.read(word), place=name))
        caption = Markup("<figcaption>{}</figcaption>").format(name) if name else Markup()
        groups.append(
            Markup('<figure class="hand">{}<div class="pcs">{}</div></figure>').format(caption, Markup().join(cards))
        )
    return Markup('<div class="table-top">{}</div>').format(Markup().join(groups))


def _is_card(word: str) -> bool:
    return word.startswith("?") or word[-1] in "♠♣♦♥" or decktet_art.CODE.fullmatch(word) is not None


class Manners(Extension):
    """The Markdown extension of the site (see the module)."""

    def __init__(self, rule_title: Callable[[str], str]) -> None:
        super().__init__()
        self._rule_title = rule_title

    def extendMarkdown(self, md: Markdown) -> None:  # noqa: N802 - the library's name
        # After the inline patterns (20) and the attribute lists (8), before the contents (5).
        md.treeprocessors.register(_Manners(md, self._rule_title), "aces", 6)


class _Manners(Treeprocessor):
    def __init__(self, md: Markdown, rule_title: Callable[[str], str]) -> None:
        super().__init__(md)
        self._rule_title = rule_title

    def run(self, root: ElementTree.Element) -> None:
        for block in list(root.iter()):
            if "rule" in (block.get("class") or "").split() and (identity := block.get("id")):
                link = ElementTree.SubElement(block, "a")
                link.set("class", "rule-link")
                link.set("href", f"#{identity}")
                link.set("aria-label", f"Link to this rule: {self._rule_title(identity)}")
                link.text = AtomicString("§")


def finish(html: str) -> str:
    """The page's HTML with curly quotes, and with each card and suit of its text coloured and spoken.

    Code, and whatever already says what it shows (``role="img"``), is left alone, but for the lines of commands.

    >>> finish('<p>Swap <b>it</b> for "10♥"</p>')
    '<p>Swap <b>it</b> for “<span class="ct" data-suit="H" role="img" aria-label="ten of hearts">10♥</span>”</p>'
    """
    out: list[str] = []
    before, quiet, depth = " ", False, 0
    for token in _TOKEN.findall(html):
        if token.startswith("<"):
            out.append('<pre tabindex="0">' if token == "<pre>" else token)  # it may scroll, so keys must reach it
            tag = _TAG.match(token)
            if tag is None:
                continue
            closes, name = tag[1] == "/", tag[2].lower()
            if quiet:
                if name not in _VOID:
                    depth += -1 if closes else 0 if token.endswith("/>") else 1
                    quiet = depth > 0
                continue
            if not closes and name not in _VOID and (name in _QUIET or 'role="img"' in token):
                quiet, depth, before = True, 1, "x"
            elif name not in _INLINE:
                before = " "
            continue
        if quiet:
            out.append(token)
            continue
        text = token.replace("&quot;", '"').replace("&#34;", '"').replace("&#39;", "'")
        text, before = _curl(text, before)
        text = _NUMBER.sub("\u00a0", _LONE_SUIT.sub("\\1\u00a0", text))
        out.append(_CARD.sub(_spoken, text))
    return _COMMANDS.sub(_line_by_line, "".join(out))


def _line_by_line(listing: re.Match[str]) -> str:
    """Commands with each line in an element: one too long for a phone goes on with a hanging indent.

    An option stays with its value, and nothing breaks at a hyphen. Any other listing scrolls, since its columns count.
    """
    lines = _WHOLE.sub(r"<span>\g<0></span>", listing["text"].removesuffix("\n")).split("\n")
    marked = "".join(f'<span class="line">{line}\n</span>' for line in lines)
    return f"<pre>{listing['code']}{marked}</code></pre>"


_WHOLE = re.compile(r"(?<!\S)(?:--?\w[\w-]*(?: (?!-)\S+)?|\S*\w-\w\S*)")
_COMMANDS = re.compile(r"""<pre tabindex="0">(?P<code><code class="language-sh">)(?P<text>[^<]*)</code></pre>""")
_TOKEN = re.compile(r"<!--.*?-->|<[^<>]+>|[^<]+|<", re.S)
_TAG = re.compile(r"<(/?)([A-Za-z][A-Za-z0-9-]*)")
_QUIET = frozenset({"code", "pre", "script", "style", "kbd", "samp", "textarea", "title"})
_VOID = frozenset({"area", "br", "col", "hr", "img", "input", "link", "meta", "source", "wbr"})
_INLINE = frozenset({"a", "abbr", "b", "cite", "code", "em", "i", "kbd", "mark", "q", "s", "small", "span", "strong"})


def _curl(text: str, before: str) -> tuple[str, str]:
    out = []
    for char in text:
        if char in "\"'":
            opens = before.isspace() or before in "([{–—-/“‘"
            char = ("“" if opens else "”") if char == '"' else ("‘" if opens else "’")
        out.append(char)
        before = char
    return "".join(out), before


def _spoken(match: re.Match[str]) -> str:
    return str(card_art.card_text(Card.read(match[0])) if match[1] else card_art.glyph(Suit.read(match[2])))


def _fragment(name: str, sources: Sources) -> str:
    text = sources.fragment(name)
    text = _RULE_LINK.sub(lambda m: f"]({sources.rule_page(m[1])})", text)
    text = _RULE_HREF.sub(lambda m: f'href="{escape(sources.rule_url(m[1]))}"', text)
    return text.strip()


def _indented(text: str, indent: str) -> str:
    return "\n".join(indent + line for line in text.split("\n")) if indent else text


def _refuse(why: str) -> str:
    raise KeyError(why)


def _split_code(text: str) -> Iterator[tuple[int, str, bool]]:
    """The text in pieces: the line (from 0) on which each starts, the piece, whether it is code."""
    end = 0
    for match in _CODE.finditer(text):
        yield text.count("\n", 0, end), text[end : match.start()], False
        yield text.count("\n", 0, match.start()), match.group(), True
        end = match.end()
    yield text.count("\n", 0, end), text[end:], False
