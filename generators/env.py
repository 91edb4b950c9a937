"""The one Jinja environment: every template of the project is rendered here.

Names that end in ``.html``, ``.svg`` or ``.xml`` (before ``.j2``) are escaped, an undefined name is
an error, and the filters know suits and cards.
"""

from __future__ import annotations

from fractions import Fraction
from functools import cache
from pathlib import Path

from jinja2 import Environment, FileSystemLoader, StrictUndefined
from markupsafe import Markup

from generators import card_art

TEMPLATES = Path(__file__).parent / "templates"

_ESCAPED = (".html", ".htm", ".svg", ".xml", ".xhtml")


@cache
def environment() -> Environment:
    """The environment, made once. Templates lie in ``generators/templates``.

    Filters: ``card_text`` and ``glyph`` (running text), ``card_art`` and ``back_art`` (drawn
    cards), ``pips`` (a number as filled and empty dots), ``words`` (a number as a word).
    """
    made = Environment(
        loader=FileSystemLoader(TEMPLATES),
        autoescape=_escaped,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        keep_trailing_newline=True,
        auto_reload=False,
    )
    made.filters.update(
        card_text=card_art.card_text,
        card_art=card_art.card_art,
        glyph=card_art.glyph,
        pips=pips,
        words=in_words,
    )
    made.globals.update(back_art=card_art.back_art)
    return made


def render(template: str, /, **values: object) -> str:
    """One template of ``generators/templates``, rendered with ``values``."""
    return environment().get_template(template).render(**values)


def pips(value: int, out_of: int, what: str = "") -> Markup:
    """``value`` filled dots of ``out_of``, which a screen reader hears as "3 of 5".

    >>> pips(1, 2, "Cunning")
    Markup('<span class="pips" role="img" aria-label="Cunning 1 of 2"><i class="on"></i><i></i></span>')
    """
    if not 0 <= value <= out_of:
        raise ValueError(f"{value} of {out_of} pips: expected 0 to {out_of}")
    label = f"{what} {value} of {out_of}".strip()
    dots = Markup('<i class="on"></i>') * value + Markup("<i></i>") * (out_of - value)
    return Markup('<span class="pips" role="img" aria-label="{}">{}</span>').format(label, dots)


# fmt: off
_WORDS = (
    "zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve",
    "thirteen", "fourteen", "fifteen", "sixteen", "seventeen", "eighteen", "nineteen",
)
_TENS = ("", "", "twenty", "thirty", "forty", "fifty", "sixty", "seventy", "eighty", "ninety")
# fmt: on


def in_words(number: int) -> str:
    """A whole number below a hundred as a word; larger ones as figures.

    >>> in_words(7), in_words(52), in_words(100)
    ('seven', 'fifty-two', '100')
    """
    if not 0 <= number < 100:
        return str(number)
    if number < 20:
        return _WORDS[number]
    tens, ones = divmod(number, 10)
    return _TENS[tens] + (f"-{_WORDS[ones]}" if ones else "")


def percent(chance: Fraction) -> str:
    """A chance as a percentage that does not say never or always where it is not so.

    >>> percent(Fraction(1, 8)), percent(Fraction(0)), percent(Fraction(1, 10**9)), percent(1 - Fraction(1, 10**9))
    ('12.5 %', 'never', '< 0.1 %', '> 99.9 %')
    """
    if chance in (0, 1):
        return "always" if chance else "never"
    text = f"{float(chance):.1%}".replace("%", " %")
    return {"0.0 %": "< 0.1 %", "100.0 %": "> 99.9 %"}.get(text, text)


def _escaped(name: str | None) -> bool:
    return name is None or name.removesuffix(".j2").endswith(_ESCAPED)
