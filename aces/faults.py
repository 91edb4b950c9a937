"""Data files, checked whole: every fault with its path, raised together as one error.

A reader asks a :class:`Checker` for what it expects. A fault is noted and reading goes on with a
stand-in, so one pass finds everything; :meth:`Checker.done` raises if anything was noted.

>>> checker = Checker("mine.toml")
>>> data = checker.table({"titel": "Mine"}, "", ("title",))
>>> checker.done()
Traceback (most recent call last):
...
aces.faults.BadFile: mine.toml: titel: unknown key; did you mean title?
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, NamedTuple

from .rules import AcesError, nearest

SIZE_LIMIT = 5_000_000
"""No data file may have more characters than this."""

DEPTH_LIMIT = 100
"""No data file has more lists and tables within each other than this."""

FAULT_LIMIT = 100
"""Reading stops after this many faults: such a file is another kind of file."""


class Fault(NamedTuple):
    """One fault: the path to it (empty: the file as a whole) and what is wrong there.

    In a path, places in a list count from 1: ``character[2].stats.cunning``.
    """

    path: str
    problem: str

    def __str__(self) -> str:
        return f"{self.path}: {self.problem}" if self.path else self.problem


class BadFile(AcesError):
    """A data file is not what it must be. Its text is one line; ``faults`` holds every fault."""

    def __init__(self, source: str, faults: Sequence[Fault]) -> None:
        more = len(faults) - 1
        tail = f" (and {more} more {'fault' if more == 1 else 'faults'})" if more else ""
        super().__init__(f"{source}: {faults[0]}{tail}")
        self.source = source
        self.faults = tuple(faults)


def at(path: str, key: str | int) -> str:
    """The path one step further in: to a key, or to a place in a list (counted from 1).

    >>> at(at("character", 2), "name"), at("roles", "a key")
    ('character[2].name', 'roles."a key"')
    """
    if isinstance(key, int):
        return f"{path}[{key}]"
    if not key or not all(letter.isalnum() or letter in "-_" for letter in key):
        shown = key if len(key) <= 40 else key[:39] + "…"
        key = '"' + "".join(letter if letter.isprintable() else "�" for letter in shown) + '"'
    return f"{path}.{key}" if path else key


def kind(value: object) -> str:
    """What a value from a file is, in a word or two."""
    if value is None:
        return "nothing"
    if isinstance(value, bool):
        return "true or false"
    if isinstance(value, (int, float)):
        return "a number"
    if isinstance(value, str):
        return "a text"
    if isinstance(value, Mapping):
        return "a table"
    if isinstance(value, (list, tuple)):
        return "a list"
    return f"a {type(value).__name__}"


class Checker:
    """Checks the data of one file and notes each fault with its path."""

    def __init__(self, source: str) -> None:
        self.source = source
        self.faults: list[Fault] = []

    def fault(self, path: str, problem: str) -> None:
        """Notes a fault; raises :class:`BadFile` at the last one that is worth reading."""
        self.faults.append(Fault(path, problem))
        if len(self.faults) >= FAULT_LIMIT:
            self.done()

    def done(self) -> None:
        """Raises :class:`BadFile` if any fault was noted."""
        if self.faults:
            raise BadFile(self.source, self.faults)

    def table(
        self, value: object, path: str, required: Sequence[str], optional: Sequence[str] = ()
    ) -> dict[str, object]:
        """The known keys of a table. Missing and unknown keys are faults."""
        if not isinstance(value, Mapping):
            self.fault(path, f"must be a table, not {kind(value)}")
            return {}
        known = (*required, *optional)
        absent = [key for key in known if key not in value]
        for key in value:
            if key in known:
                continue
            if not isinstance(key, str):
                self.fault(path, f"a key must be a text, not {kind(key)} ({str(key)[:40]})")
                continue
            meant = nearest(key, absent) or nearest(key, known)
            hint = f"did you mean {meant}?" if meant else f"allowed: {', '.join(known)}"
            self.fault(at(path, key), f"unknown key; {hint}")
            if meant in absent:
                absent.remove(meant)  # one slip, one fault
        for key in absent:
            if key in required:
                self.fault(at(path, key), "missing")
        return {key: value[key] for key in known if key in value}

    def rows(self, value: object, path: str, least: int, most: int) -> list[object]:
        """A list of ``least`` to ``most`` values."""
        if not isinstance(value, (list, tuple)):
            self.fault(path, f"must be a list, not {kind(value)}")
            return []
        if not least <= len(value) <= most:
            span = f"{least}" if least == most else f"{least} to {most}"
            self.fault(path, f"must hold {span}, not {len(value)}")
        return list(value[:most])

    def text(self, value: object, path: str, most: int, *, lines: bool = False, empty: bool = False) -> str:
        """A text of at most ``most`` characters, without the spaces at its ends.

        ``lines`` allows line breaks and tabs; ``empty`` allows a text with nothing in it.
        """
        if not isinstance(value, str):
            self.fault(path, f"must be a text, not {kind(value)}")
            return ""
        text = value.replace("\r\n", "\n").strip()
        if not empty and not "".join(text.split()).strip(_UNSEEN):
            self.fault(path, "is empty" if not text else "holds nothing that can be seen")
        if len(text) > most:
            self.fault(path, f"has {len(text)} characters; at most {most}")
        strange = next((c for c in text if _is_control(c) and not (lines and c in "\n\t")), None)
        if strange is not None:
            what = "a line break" if strange in "\r\n" else f"the control character U+{ord(strange):04X}"
            self.fault(path, f"contains {what}")
        return text

    def whole(self, value: object, path: str, least: int, most: int) -> int:
        """A whole number from ``least`` to ``most``."""
        if isinstance(value, bool) or not isinstance(value, int):
            self.fault(path, f"must be a whole number, not {kind(value)}")
        elif not least <= value <= most:
            shown = str(value) if abs(value) < 10**9 else "that"
            self.fault(path, f"must be from {least} to {most}, not {shown}")
        else:
            return value
        return least

    def flag(self, value: object, path: str) -> bool:
        """True or false."""
        if not isinstance(value, bool):
            self.fault(path, f"must be true or false, not {kind(value)}")
        return value is True

    def choice(self, value: object, path: str, allowed: Sequence[str]) -> str:
        """One of the words allowed."""
        if not isinstance(value, str):
            self.fault(path, f"must be one of {', '.join(allowed)}, not {kind(value)}")
        elif value in allowed:
            return value
        else:
            meant = nearest(value, allowed)
            hint = f"did you mean {meant}?" if meant else f"allowed: {', '.join(allowed)}"
            self.fault(path, f"{value[:40]!r} is not known; {hint}")
        return allowed[0]

    def form(self, value: object, path: str, names: Sequence[str], most: int) -> str:
        """A form of words, with each name in braces exactly once and no other brace."""
        form = self.text(value, path, most)
        if not form:
            return ""
        rest = form
        for name in names:
            if form.count(f"{{{name}}}") != 1:
                self.fault(path, f"must contain {{{name}}} exactly once")
            rest = rest.replace(f"{{{name}}}", "")
        if "{" in rest or "}" in rest:
            braced = " and ".join(f"{{{name}}}" for name in names)
            self.fault(path, f"may contain no braces but {braced}")
        return form

    def format(self, data: object, name: str, version: int) -> None:
        """The ``format`` of a file: ``name/version``. Raises at once if this is not such a file."""
        wanted = f"{name}/{version}"
        if not isinstance(data, Mapping):
            self.fault("", f"must be a table, not {kind(data)}")
        elif "format" not in data and not any(nearest(key, ("format",)) for key in data if key.__class__ is str):
            self.fault("format", f'missing; this file must say format = "{wanted}"')
        elif "format" in data and data["format"] != wanted:
            given = data["format"]
            number = given.removeprefix(f"{name}/") if isinstance(given, str) else ""
            if number.isascii() and number.isdigit() and len(number) <= 9 and int(number) > version:
                self.fault("format", f"version {int(number)} is newer than this engine reads ({version})")
            else:
                shown = repr(given[:40]) if isinstance(given, str) else kind(given)
                self.fault("format", f'must be "{wanted}", not {shown}')
        else:
            return
        self.done()

    def distinct(self, texts: Iterable[tuple[str, str]]) -> None:
        """Faults for texts that stand twice, whatever their case; ``texts`` are (path, text)."""
        seen: dict[str, str] = {}
        for path, text in texts:
            key = " ".join(text.casefold().split())
            if key and key in seen:
                self.fault(path, f"{text[:40]!r} stands twice, first at {seen[key]}")
            elif key:
                seen[key] = path


_UNSEEN = "\u00ad\u180e\u200b\u200c\u200d\u200e\u200f\u2060\u2061\u2062\u2063\u2064\ufeff"
"""Letters that leave no mark: joiners, marks of direction, spaces of no width."""


def _is_control(letter: str) -> bool:
    code = ord(letter)
    return code < 32 or 127 <= code < 160 or 0xD800 <= code < 0xE000 or code in (0x2028, 0x2029)


def parse_toml(text: str, source: str) -> dict[str, object]:
    """The data of a TOML text; :class:`BadFile` with the line and column if it is not TOML."""
    if len(text) > SIZE_LIMIT:
        raise BadFile(source, [Fault("", f"has {len(text)} characters; at most {SIZE_LIMIT}")])
    from tomllib import loads

    try:
        return loads(text.removeprefix("\ufeff"))
    except ValueError as error:  # not TOML, or a number too long to read
        problem, _, place = str(error).rpartition(" (at ")
        if problem:
            place = place.removesuffix(")")
            if place == "end of document":
                place = f"line {text.count(chr(10)) + 1}"
            raise BadFile(source, [Fault(place, problem)]) from None
        raise BadFile(source, [Fault("", str(error))]) from None
    except RecursionError:
        raise BadFile(source, [Fault("", "is nested too deeply")]) from None


def parse_json(text: str, source: str) -> Any:
    """The data of a JSON text, no key twice; :class:`BadFile` with the line and column if it is not JSON.

    >>> parse_json('{"a": 1, "a": 2}', "mine.json")
    Traceback (most recent call last):
    ...
    aces.faults.BadFile: mine.json: the key 'a' stands twice
    """
    if len(text) > SIZE_LIMIT:
        raise BadFile(source, [Fault("", f"has {len(text)} characters; at most {SIZE_LIMIT}")])
    from json import JSONDecodeError, loads

    if _is_too_deep(text):  # a browser's Python would not come back from it
        raise BadFile(source, [Fault("", "is nested too deeply")])
    try:
        return loads(text.removeprefix("\ufeff"), object_pairs_hook=_once)
    except JSONDecodeError as error:
        raise BadFile(source, [Fault(f"line {error.lineno}, column {error.colno}", error.msg)]) from None
    except ValueError as error:  # a key twice, or a number too long to read
        raise BadFile(source, [Fault("", str(error))]) from None


_BRACKETS = re.compile(r'"[^"\\]*(?:\\.[^"\\]*)*"|[\[{]|[\]}]', re.S)


def _is_too_deep(text: str) -> bool:
    """Whether a JSON text has more within each other than :data:`DEPTH_LIMIT`; its strings do not count."""
    depth = 0
    for found in _BRACKETS.finditer(text):
        mark = found.group()
        if mark in ("[", "{"):
            depth += 1
            if depth > DEPTH_LIMIT:
                return True
        elif mark in ("]", "}"):
            depth -= 1
    return False


def _once(pairs: list[tuple[str, object]]) -> dict[str, object]:
    data: dict[str, object] = {}
    for key, value in pairs:
        if key in data:
            raise ValueError(f"the key {key[:40]!r} stands twice")
        data[key] = value
    return data


def is_json(text: str) -> bool:
    """Whether a text is JSON rather than TOML: it begins with a brace."""
    return text.removeprefix("\ufeff").lstrip()[:1] == "{"


def parse(text: str, source: str) -> Any:
    """The data of a text in JSON or TOML, whichever it is; errors as :func:`parse_json`, :func:`parse_toml`."""
    return parse_json(text, source) if is_json(text) else parse_toml(text, source)


def bundled(name: str) -> str:
    """The text of a data file of this package, wherever the package is: a folder, a wheel, a zip."""
    from pkgutil import get_data

    data = get_data(__package__, f"data/{name}")
    if data is None:  # a loader that cannot read data; none that we ship with
        raise FileNotFoundError(f"aces/data/{name}")
    return data.decode("utf-8")
