"""The look keeps its promises: every text can be read on its ground."""

from __future__ import annotations

from pathlib import Path

import pytest

from generators import card_art, design
from generators.design import Pair, TokensError, contrast, tokens

LOOK = tokens()
CASES = [(scheme, pair) for scheme in ("light", "dark") for pair in LOOK.pairs]


@pytest.mark.parametrize(("scheme", "pair"), CASES, ids=lambda value: str(getattr(value, "text", value)))
def test_contrast(scheme: str, pair: Pair) -> None:
    colours = getattr(LOOK, scheme)
    assert contrast(colours[pair.text], colours[pair.ground]) >= pair.least


def test_body_text_is_promised_seven_to_one() -> None:
    promised = {pair.ground: pair.least for pair in LOOK.pairs if pair.text == "ink"}
    assert promised["paper"] >= 7
    assert promised["raised"] >= 7


def test_contrast_is_the_measure_of_wcag() -> None:
    assert contrast("#ffffff", "#000000") == pytest.approx(21)
    assert contrast("#777777", "#ffffff") == pytest.approx(4.48, abs=0.01)
    assert contrast("#a4572a", "#a4572a") == 1


def test_style_sheets_name_only_tokens_that_exist() -> None:
    import re

    names = {*LOOK.light, *(f"face-{name}" for name in LOOK.faces), *(f"step-{name}" for name in LOOK.sizes)}
    names |= {*(f"space-{name}" for name in LOOK.spaces), *LOOK.shapes}
    for name in ("site.css", "cards.css", "hands.css", "print.css"):
        text = design.sheet(name)
        own = set(re.findall(r"--([a-z0-9-]+)\s*:", text)) | {"art-back", "art-court"}
        used = set(
            re.findall(r"var\(--([a-z0-9-]+)\)", text)
        )  # those with a value to fall back on are for pages to set
        assert used - names - own == set(), name


def test_style_sheets_type_no_colour() -> None:
    import re

    for name in ("site.css", "cards.css", "hands.css", "print.css"):
        text = re.sub(r"rgb\(0 0 0 / \d+%\)", "", design.sheet(name))  # shadows
        assert not re.findall(r"#[0-9a-fA-F]{3,8}\b|rgba?\(|hsla?\(", text), name


def test_both_schemes_and_print_have_every_colour() -> None:
    web, paper = design.css("web"), design.css("print")
    for name in LOOK.light:
        assert web.count(f"--{name}:") == 3, name  # light, dark by choice, dark without a script
        assert paper.count(f"--{name}:") == 1, name


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ('ink           = ["#1d1a26", "#f2e9da"]', 'ink = ["black", "#f2e9da"]', "colour.ink"),
        ("[space]", "[spice]", "spice"),
        ('text = ["on-felt"]', 'text = ["on-velvet"]', "on-velvet"),
    ],
)
def test_a_slip_in_the_tokens_is_named(tmp_path: Path, old: str, new: str, said: str) -> None:
    text = (design.HERE / design.TOKENS).read_text("utf-8")
    assert old in text
    slip = tmp_path / "tokens.toml"
    slip.write_text(text.replace(old, new), "utf-8")
    with pytest.raises(TokensError, match=said):
        tokens(slip)


def test_cards_of_all_suits_and_ranks_say_what_they_are() -> None:
    from aces.cards import DECK

    for card in DECK:
        drawn = card_art.card_art(card, place="Tell", worth=6, face_up=True)
        assert f'aria-label="Tell: {card.spoken}, worth 6, face up"' in drawn
        assert ("pc-court" in drawn) == (card.rank.text in "JQK")
    assert "spades" not in card_art.back_art("Truth")
