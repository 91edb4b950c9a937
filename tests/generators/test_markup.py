"""What the site adds to Markdown, and that a slip is told with its file and line."""

from __future__ import annotations

import markdown
import pytest

from aces.rules import BadText
from generators import markup

FRAGMENTS = {"ladder": '<table class="ladder">\n<tr><td><a href="rule:lite-stand">Stand</a></td></tr>\n</table>\n'}


def _rule(identity: str) -> str:
    if identity != "lite-stand":
        raise KeyError(f"there is no rule {identity!r} on any page")
    return "../rules/hits.md#lite-stand"


SOURCES = markup.Sources(
    fragment=FRAGMENTS.__getitem__,
    facts={"lucky-points": 7, "studio": "Stray"},
    rule_page=_rule,
    rule_url=lambda identity: _rule(identity).replace(".md", "/"),
)


def expand(text: str, first_line: int = 1) -> tuple[str, tuple[str, ...]]:
    return markup.expand(text, "docs/x.md", SOURCES, first_line=first_line)


@pytest.mark.parametrize(
    ("source", "made"),
    [
        ("{{ lucky-points }} points", "7 points"),
        ("{{lucky-points:word}}, {{ lucky-points:Word }}", "seven, Seven"),
        ("[Stand](rule:lite-stand)", "[Stand](../rules/hits.md#lite-stand)"),
        ('<a href="rule:lite-stand">', '<a href="../rules/hits/#lite-stand">'),
        ("`{{ nothing }}` and ```{{ x }}```", "`{{ nothing }}` and ```{{ x }}```"),
        ("```\n<!-- generated: nope -->\n{{ nope }}\n```\n", "```\n<!-- generated: nope -->\n{{ nope }}\n```\n"),
        ("a { #lite-stand .rule }", "a { #lite-stand .rule }"),
    ],
)
def test_expand(source: str, made: str) -> None:
    assert expand(source) == (made, ())


def test_a_fragment_keeps_its_indentation_and_its_rule_links() -> None:
    text, faults = expand("- item\n\n    <!-- generated: ladder -->\n")
    assert faults == ()
    assert text.splitlines()[2:] == [
        '    <table class="ladder">',
        '    <tr><td><a href="../rules/hits/#lite-stand">Stand</a></td></tr>',
        "    </table>",
    ]


def test_every_slip_is_told_with_its_line() -> None:
    page = "\n".join(
        [
            "one",
            "{{ luck-points }}",
            "`{{ quiet }}`",
            "[x](rule:lite-stnad)",
            "<!-- cards: Tell 11♠ -->",
            "<!-- generated: laddre -->",
            "{{ Not A Name }}",
            "{{ studio:word }}",
            "<!-- generated: laddre -->",
        ]
    )
    _, faults = expand(page, first_line=10)
    lines = [int(fault.split(":")[1]) for fault in faults]
    assert sorted(lines) == [11, 13, 14, 15, 16, 17, 18]
    text = "\n".join(faults)
    assert "near: lucky-points" in text
    assert "11♠" in text
    assert "{{ Not A Name }}" in text
    assert "is no number" in text
    assert all(fault.startswith("docs/x.md:") for fault in faults)


def test_cards_lie_in_labelled_groups_and_a_hidden_card_stays_hidden() -> None:
    row = markup.card_row("Tell 6♠ | Truth ?9♣ | Your Layout 4♣ 10♥")
    assert row.count("<figure") == 3
    assert "Your Layout: ten of hearts" in row
    assert "Truth, face down" in row
    assert "nine" not in row
    assert "9" not in row.replace("♣", "")
    with pytest.raises(BadText, match="1♠"):
        markup.card_row("Tell 1♠")
    with pytest.raises(BadText):
        markup.card_row("Truth ?banana")


@pytest.mark.parametrize(
    ("source", "made"),
    [
        ('<p>It\'s "so"</p>', "<p>It’s “so”</p>"),
        ("<p>the <em>Dealer</em>'s</p>", "<p>the <em>Dealer</em>’s</p>"),
        ("<p>(\"a\" 'b')</p>", "<p>(“a” ‘b’)</p>"),
        ("<p>&quot;a&#39;s&#34;</p>", "<p>“a’s”</p>"),
        ("<p>a</p><p>'b'</p>", "<p>a</p><p>‘b’</p>"),
        ('<p><code>"x" 10♥</code>\'s</p>', '<p><code>"x" 10♥</code>’s</p>'),
        ('<pre>"K♠"</pre>', '<pre tabindex="0">"K♠"</pre>'),
        (
            '<pre><code class="language-sh">a "b"\n\nc\n</code></pre>',
            '<pre><code class="language-sh"><span class="line">a "b"\n</span>'
            '<span class="line">\n</span><span class="line">c\n</span></code></pre>',
        ),
        (
            '<pre><code class="language-sh">aces --size a6 --form -o a-b.pdf</code></pre>',
            '<pre><code class="language-sh"><span class="line">aces <span>--size a6</span> <span>--form</span> '
            "<span>-o a-b.pdf</span>\n</span></code></pre>",
        ),
        ("<pre><code>a  b-c</code></pre>", '<pre tabindex="0"><code>a  b-c</code></pre>'),
        ('<a title="\'">"</a>', '<a title="\'">“</a>'),
        ('<span role="img" aria-label="x">10♥<b>K♠</b></span>', '<span role="img" aria-label="x">10♥<b>K♠</b></span>'),
        ("<!-- '10♥' -->", "<!-- '10♥' -->"),
        ("<p>a < b 'c'</p>", "<p>a < b ‘c’</p>"),
    ],
)
def test_finish(source: str, made: str) -> None:
    assert markup.finish(source) == made


def test_cards_and_suits_get_a_colour_and_a_voice() -> None:
    html = markup.finish("<p>Swap 10♥ for K♠; ♣ Cunning.</p>")
    assert 'data-suit="H" role="img" aria-label="ten of hearts">10♥<' in html
    assert 'data-suit="S" role="img" aria-label="king of spades">K♠<' in html
    assert 'aria-label="clubs">♣</span>\u00a0Cunning' in html
    assert markup.finish("<p>♠♣♦♥</p>").count("<span") == 4
    assert markup.finish("<p>B10♥ x♠ ♥s</p>").count("<span") == 0


def test_hp_stays_with_its_number() -> None:
    assert markup.finish("<p>1 HP of 3 HP, HP 2, no HP, 3 HPs, 12.5 % of 2 kinds</p>") == (
        "<p>1\u00a0HP of 3\u00a0HP, HP\u00a02, no HP, 3 HPs, 12.5\u00a0% of 2 kinds</p>"
    )
    assert markup.finish("<p><code>1 HP</code></p>") == "<p><code>1 HP</code></p>"


def test_a_rule_paragraph_links_to_itself() -> None:
    html = markdown.markdown(
        "**Stand.** You may.\n{ #lite-stand .rule }\n\nNo rule.\n{ #other }",
        extensions=["attr_list", markup.Manners(lambda identity: "Stand & <stop>")],
    )
    assert html.count("rule-link") == 1
    assert (
        '<a aria-label="Link to this rule: Stand &amp; &lt;stop&gt;" class="rule-link" href="#lite-stand">§</a></p>'
        in html
    )
