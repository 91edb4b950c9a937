"""The look as data: reads ``tokens.toml`` and writes CSS custom properties.

The site, the playground, the cards and the PDFs all take their colours, faces, sizes and
spaces from here. The site gets a light and a dark scheme and fluid sizes, print gets the light
scheme and fixed points.
"""

from __future__ import annotations

import re
import tomllib
from functools import cache
from pathlib import Path
from pkgutil import get_data
from typing import Any, Literal, NamedTuple

HERE = Path(__file__).parent
TOKENS = "tokens.toml"

ROOT_PX = 16.0
"""One ``rem`` of the site in px, at the size that browsers start with."""

NARROW_PX, WIDE_PX = 360.0, 1280.0
"""The widths between which sizes grow."""

Medium = Literal["web", "print"]


class Pair(NamedTuple):
    """A text colour on a ground, and the least contrast it may have."""

    text: str
    ground: str
    least: float


class Tokens(NamedTuple):
    """Every decision of ``tokens.toml``, read and checked."""

    light: dict[str, str]
    dark: dict[str, str]
    pairs: tuple[Pair, ...]
    faces: dict[str, tuple[str, ...]]
    sizes: dict[str, tuple[float, float]]
    print_sizes: dict[str, float]
    spaces: dict[str, float]
    shapes: dict[str, str]


class TokensError(ValueError):
    """The tokens file holds something that is no token; the message says where and what."""


@cache
def tokens(path: Path | None = None) -> Tokens:
    """The design tokens, or those of a file.

    Raises :class:`TokensError` on an unknown name or a value of the wrong form.
    """
    # A browser has this package in a zip: it is asked for its data, not the disk.
    text = path.read_bytes() if path else get_data(__name__, TOKENS)
    data = tomllib.loads((text or b"").decode())
    file = path.name if path else TOKENS
    known = {"colour", "pair", "face", "type", "type_print", "space", "shape"}
    if wrong := sorted(set(data) ^ known):
        raise TokensError(f"{file}: {', '.join(wrong)}: expected exactly {', '.join(sorted(known))}")
    for name, value in data["colour"].items():
        if not (isinstance(value, list) and len(value) == 2 and all(map(_is_colour, value))):
            raise TokensError(f"{file}: colour.{name}: {value!r} is not [light, dark] as #rrggbb")
    pairs = tuple(
        Pair(text, ground, float(pair["least"]))
        for pair in data["pair"]
        for text in pair["text"]
        for ground in pair["on"]
    )
    for pair in pairs:
        for name in (pair.text, pair.ground):
            if name not in data["colour"]:
                raise TokensError(f"{file}: pair: there is no colour {name!r}")
    return Tokens(
        light={name: value[0] for name, value in data["colour"].items()},
        dark={name: value[1] for name, value in data["colour"].items()},
        pairs=pairs,
        faces={name: tuple(value) for name, value in data["face"].items()},
        sizes={name: (float(low), float(high)) for name, (low, high) in data["type"].items()},
        print_sizes={name: float(value) for name, value in data["type_print"].items()},
        spaces={name: float(value) for name, value in data["space"].items()},
        shapes={name: str(value) for name, value in data["shape"].items()},
    )


def contrast(one: str, other: str) -> float:
    """The WCAG contrast ratio of two ``#rrggbb`` colours, from 1 to 21.

    >>> round(contrast("#000000", "#ffffff"))
    21
    """
    dark, light = sorted((_luminance(one), _luminance(other)))
    return (light + 0.05) / (dark + 0.05)


def mixed(one: str, other: str, share: float) -> str:
    """A share of one ``#rrggbb`` colour in another, as opaque ink.

    >>> mixed("#000000", "#ffffff", 0.25)
    '#bfbfbf'
    """
    pairs = ((int(one[at : at + 2], 16), int(other[at : at + 2], 16)) for at in (1, 3, 5))
    return "#" + "".join(f"{round(share * a + (1 - share) * b):02x}" for a, b in pairs)


def css(medium: Medium = "web") -> str:
    """The tokens as custom properties.

    ``web`` writes the light scheme on ``:root`` and the dark one on
    ``[data-md-color-scheme="slate"]``, the attribute that the theme's switch sets; ``print``
    writes the light scheme and fixed sizes in pt. Without scripts the system's wish decides. A page
    that is printed is always light.
    """
    look = tokens()
    root = [f"--{name}:{value}" for name, value in look.light.items()]
    root += [f"--face-{name}:{_stack(faces)}" for name, faces in look.faces.items()]
    if medium == "web":
        root += [f"--step-{name}:{_fluid(low, high)}" for name, (low, high) in look.sizes.items()]
        root += [f"--space-{name}:{_number(value / ROOT_PX)}rem" for name, value in look.spaces.items()]
    else:
        root += [f"--step-{name}:{_number(value)}pt" for name, value in look.print_sizes.items()]
        root += [f"--space-{name}:{_number(value * 0.5)}pt" for name, value in look.spaces.items()]
    root += [f"--{name}:{value}" for name, value in look.shapes.items()]
    rules = [":root{" + ";".join(root) + "}"]
    if medium == "web":
        dark = [f"--{name}:{value}" for name, value in look.dark.items()]
        rules.append('@media screen{[data-md-color-scheme="slate"]{' + ";".join(dark) + ";color-scheme:dark}}")
        rules.append("@media screen and (prefers-color-scheme:dark){.no-js body{" + ";".join(dark) + "}}")
    return "\n".join(rules) + "\n"


def sheet(name: str) -> str:
    """One of the style sheets beside the tokens (``cards.css``), as it stands."""
    return (HERE / name).read_text("utf-8")


def minified(css_text: str) -> str:
    """The same rules without comments and needless space. Strings and ``calc`` are left alone.

    >>> minified("a { color : red; } /* no */\\n b > i { width: calc(1px + 2px) }")
    'a{color :red}b > i{width:calc(1px + 2px)}'
    """
    text = re.sub(r"/\*.*?\*/", "", css_text, flags=re.S)
    text = re.sub(r"\s+", " ", text)
    text = re.sub(r"\s*([{};])\s*", r"\1", text)
    text = re.sub(r"(?<=[\w-])(\s?):\s+(?=[^{}]*[;}])", r"\1:", text)
    return re.sub(r";}", "}", text).strip()


def _is_colour(value: Any) -> bool:
    return isinstance(value, str) and re.fullmatch(r"#[0-9a-f]{6}", value) is not None


def _luminance(colour: str) -> float:
    channels = (int(colour[start : start + 2], 16) / 255 for start in (1, 3, 5))
    red, green, blue = (c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in channels)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def _stack(faces: tuple[str, ...]) -> str:
    return ",".join(f'"{face}"' if " " in face else face for face in faces)


def _fluid(low: float, high: float) -> str:
    """A size that grows in a straight line between the two widths, and zooms with the reader's size."""
    slope = (high - low) / (WIDE_PX - NARROW_PX)
    base = (low - slope * NARROW_PX) / ROOT_PX
    narrow, wide = _number(low / ROOT_PX), _number(high / ROOT_PX)
    return f"clamp({narrow}rem,{_number(base)}rem + {_number(slope * 100)}vw,{wide}rem)"


def _number(value: float) -> str:
    return f"{value:.4f}".rstrip("0").rstrip(".")
