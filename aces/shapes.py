"""Shapes of plain data: one description reads a file strictly and writes its JSON Schema.

>>> from aces.faults import Checker
>>> shape = Table({"name": Field(Text(20), required=True), "hp": Field(Whole(0, 3), 3)})
>>> shape.read(Checker("mine.toml"), {"name": "Wren"}, "")
{'name': 'Wren', 'hp': 3}
>>> shape.schema()["properties"]["hp"]
{'type': 'integer', 'minimum': 0, 'maximum': 3, 'default': 3}
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple, Protocol

from .faults import Checker, at

Schema = dict[str, Any]


class Shape(Protocol):
    """What a value must be."""

    def read(self, check: Checker, value: object, path: str) -> Any:
        """The value as the engine wants it. Faults go to ``check``; then a stand-in comes back."""

    def schema(self) -> Schema:
        """The shape in the words of JSON Schema."""


class Text(NamedTuple):
    """A text of at most ``most`` characters; ``lines`` allows line breaks, ``empty`` nothing at all."""

    most: int
    lines: bool = False
    empty: bool = False

    def read(self, check: Checker, value: object, path: str) -> str:
        """The text without the spaces at its ends."""
        return check.text(value, path, self.most, lines=self.lines, empty=self.empty)

    def schema(self) -> Schema:
        """A string with its bounds."""
        return {"type": "string", **({} if self.empty else {"minLength": 1}), "maxLength": self.most}


class Whole(NamedTuple):
    """A whole number from ``least`` to ``most``."""

    least: int
    most: int

    def read(self, check: Checker, value: object, path: str) -> int:
        """The number."""
        return check.whole(value, path, self.least, self.most)

    def schema(self) -> Schema:
        """An integer with its bounds."""
        return {"type": "integer", "minimum": self.least, "maximum": self.most}


class Choice(NamedTuple):
    """One of the words allowed."""

    allowed: tuple[str, ...]

    def read(self, check: Checker, value: object, path: str) -> str:
        """The word."""
        return check.choice(value, path, self.allowed)

    def schema(self) -> Schema:
        """The words as an enumeration."""
        return {"type": "string", "enum": list(self.allowed)}


class Flag(NamedTuple):
    """True or false."""

    def read(self, check: Checker, value: object, path: str) -> bool:
        """The flag."""
        return check.flag(value, path)

    def schema(self) -> Schema:
        """A boolean."""
        return {"type": "boolean"}


class Rows(NamedTuple):
    """A list of ``least`` to ``most`` values of one shape; ``once``: each value at most once."""

    of: Shape
    least: int
    most: int
    once: bool = False

    def read(self, check: Checker, value: object, path: str) -> tuple[Any, ...]:
        """The values."""
        if isinstance(value, Mapping) and isinstance(self.of, Table):
            check.fault(path, f"must be a list: write [[{path}]] above each")
            return ()
        rows = [
            self.of.read(check, row, at(path, place))
            for place, row in enumerate(check.rows(value, path, self.least, self.most), 1)
        ]
        if self.once:
            for place, row in enumerate(rows, 1):
                if row in rows[: place - 1]:
                    check.fault(at(path, place), f"{row} stands twice")
        return tuple(dict.fromkeys(rows)) if self.once else tuple(rows)

    def schema(self) -> Schema:
        """An array of the shape."""
        bounds: Schema = {"minItems": self.least, "maxItems": self.most}
        return {"type": "array", "items": self.of.schema(), **bounds, **({"uniqueItems": True} if self.once else {})}


class Field(NamedTuple):
    """One key of a table: its shape, what stands in when it is absent, and a note for people."""

    shape: Shape
    default: Any = None
    required: bool = False
    note: str = ""


class Table:
    """A table with known keys. A missing key that is not required gets its default."""

    __slots__ = ("fields",)

    def __init__(self, fields: Mapping[str, Field]) -> None:
        self.fields = dict(fields)

    def read(self, check: Checker, value: object, path: str) -> dict[str, Any]:
        """Every key with its value. Where a required one is missing, its default stands in."""
        required = [key for key, field in self.fields.items() if field.required]
        given = check.table(value, path, required, [key for key in self.fields if key not in required])
        return {
            key: field.shape.read(check, given[key], at(path, key)) if key in given else field.default
            for key, field in self.fields.items()
        }

    def schema(self) -> Schema:
        """An object that has no other keys."""
        properties = {}
        for key, field in self.fields.items():
            part = field.shape.schema()
            if field.note:
                part["description"] = field.note
            if not field.required and field.default is not None:
                part["default"] = list(field.default) if isinstance(field.default, tuple) else field.default
            properties[key] = part
        return {
            "type": "object",
            "properties": properties,
            "required": [key for key, field in self.fields.items() if field.required],
            "additionalProperties": False,
        }
