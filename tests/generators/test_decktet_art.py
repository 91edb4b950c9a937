"""Cards of the Decktet on a page: what they show, what is said of them, and how a page writes them."""

from __future__ import annotations

import re

import pytest

from aces.decktet import EXCUSE, FULL_DECK, SUITS, Card
from generators import decktet_art, markup

NONE = markup.Sources(fragment=str, facts={}, rule_page=str, rule_url=str)


@pytest.mark.parametrize("card", FULL_DECK, ids=lambda card: str(card))
def test_a_card_says_what_it_is_and_shows_its_suits_by_shape(card: Card) -> None:
    for made in (decktet_art.card_art(card), decktet_art.card_text(card)):
        assert f'role="img" aria-label="{card.spoken}"' in made
        shown = re.findall(r'<use href="#dk-(\w)"/>', made)
        crown = ["X"] if card.code.startswith("X") else []
        assert shown == [*crown, *(suit.letter for suit in card.suits)]
        written = re.sub(r"<[^>]+>", "", made)
        assert written == ("Excuse" if card is EXCUSE else "" if crown else card.rank.text)


def test_every_shape_that_a_card_uses_is_there_once() -> None:
    page = decktet_art.completed("".join(map(str, map(decktet_art.card_art, FULL_DECK))))
    there = re.findall(r'<symbol id="(dk-\w)"', page)
    assert sorted(there) == sorted(set(re.findall(r'href="#(dk-\w)"', page)))
    assert len(there) == len(SUITS) + 1
    assert decktet_art.completed("<p>No cards.</p>") == "<p>No cards.</p>"


def test_no_line_parts_a_card_from_its_full_stop() -> None:
    said = decktet_art.told("Ana leads 8MS. Bo follows with XK, and AM")
    assert re.sub(r"<svg.*?</svg>", "", said) == (
        'Ana leads <span class="nowrap"><span class="dt" role="img" aria-label="eight of Moons and Suns, the Diplomat">'
        '8</span>.</span> Bo follows with <span class="nowrap"><span class="dt" role="img" '
        'aria-label="Crown of Knots, the Windfall"></span>,</span> and '
        '<span class="dt" role="img" aria-label="Ace of Moons">A</span>'
    )


def test_only_cards_become_cards() -> None:
    for text in ("AMY", "the 8MSX", "E", "8MW and 2-AM", "lite-AM"):
        assert "<span" not in decktet_art.told(text), text


def test_a_page_writes_a_card_and_rows_of_them() -> None:
    text, faults = markup.expand(
        "Lead {{ 8MS }}, or {{E}}.\n\n<!-- cards: Led 8MS | Bo 5ML ? | You 4♣ -->\n", "x.md", NONE
    )
    assert not faults
    assert text.count('class="dt"') == 2
    assert '<span class="nowrap">' in text
    assert 'aria-label="Led: eight of Moons and Suns, the Diplomat"' in text
    assert 'aria-label="Bo, face down"' in text
    assert 'aria-label="You: four of clubs"' in text


def test_a_card_that_there_is_not_is_a_fault_with_its_line() -> None:
    _, faults = markup.expand("One.\n\nLead {{ 8MW }}.\n", "docs/x.md", NONE)
    assert faults == ("docs/x.md:3: '8MW' is not a card of the Decktet. Allowed: 8MS, 8WL, 8YK",)
