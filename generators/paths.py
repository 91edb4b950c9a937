"""SVG path data as material: moved, turned, made larger or smaller.

Standard library only, so that a browser can use it too.
"""

from __future__ import annotations

import math
import re
from functools import lru_cache

_STEPS = re.compile(r"([MLCAZ])([^MLCAZ]*)")
_NUMBERS = re.compile(r"-?\d*\.?\d+")


@lru_cache(maxsize=8192)
def placed(path: str, x: float, y: float, scale: float = 1.0, turn: float = 0.0) -> str:
    """A path drawn about the origin, brought to a point: enlarged, and turned clockwise by ``turn`` degrees.

    The path has absolute M, L, C, Z, and A with parts of circles. So has what comes out.

    >>> placed("M-1 0L1 0A1 1 0 0 1 -1 0Z", 10, 20, 2, 90)
    'M10 18L10 22A2 2 0 0 1 10 18Z'
    """
    cos, sin = math.cos(math.radians(turn)) * scale, math.sin(math.radians(turn)) * scale

    def moved(values: list[float]) -> str:
        points = zip(values[::2], values[1::2], strict=True)
        return " ".join(f"{short(x + a * cos - b * sin)} {short(y + a * sin + b * cos)}" for a, b in points)

    parts: list[str] = []
    for command, rest in _STEPS.findall(path):
        values = [float(number) for number in _NUMBERS.findall(rest)]
        if command == "A":
            radius, _, _, large, sweep = values[:5]
            reach = short(radius * scale)
            parts.append(f"A{reach} {reach} 0 {large:g} {sweep:g} {moved(values[5:])}")
        else:
            parts.append(command + moved(values))
    return "".join(parts)


def short(value: float) -> str:
    """A number with at most three decimals and no needless zeros.

    >>> short(2.50), short(-0.0001)
    ('2.5', '0')
    """
    text = f"{value:.3f}".rstrip("0").rstrip(".")
    return "0" if text == "-0" else text
