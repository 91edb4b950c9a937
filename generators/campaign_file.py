"""Campaign files: read strictly, saved whole or not at all, comments kept.

The types, checks and migrations live in :mod:`aces.lite.campaign`; here are only the file, its
syntax (TOML, or JSON as the browser writes it) and what a person wrote between the lines.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, MutableMapping
from pathlib import Path
from typing import Any, NamedTuple

import tomlkit
from tomlkit.items import AoT

from aces import faults
from aces.faults import SIZE_LIMIT
from aces.lite.campaign import CAMPAIGN, RESULT, Campaign, read_campaign
from aces.shapes import Choice, Rows, Shape, Table, Whole
from generators.files import read_text, write_whole


class Saved(NamedTuple):
    """A campaign with the file it stands in: its text as it was read, to keep what people wrote."""

    path: Path
    text: str
    campaign: Campaign


def load(path: Path) -> Saved:
    """The campaign of a file. Raises :class:`~aces.faults.BadFile`, or ``Fault`` if it cannot be read."""
    text = read_text(path, SIZE_LIMIT)
    return Saved(path, text, parse(text, str(path)))


def parse(text: str, source: str) -> Campaign:
    """The campaign of a text in TOML or JSON."""
    return read_campaign(faults.parse(text, source), source)


def save(saved: Saved, campaign: Campaign) -> Saved:
    """Writes a changed campaign into its file, at once and whole; comments and order stay."""
    text = rewritten(saved.text, campaign) if saved.text else written(campaign)
    write_whole(saved.path, text)
    return Saved(saved.path, text, campaign)


def written(campaign: Campaign) -> str:
    """A campaign as a new TOML text."""
    document = tomlkit.document()
    document.add(tomlkit.comment("An A.C.E.S. Lite campaign. Comments like this one are kept."))
    document.add(tomlkit.nl())
    _set_all(document, campaign.plain())
    return tomlkit.dumps(document)


def rewritten(text: str, campaign: Campaign) -> str:
    """A text of a campaign with what has changed set anew, and everything else as it stood.

    A text of an older format takes the newest; so does its ``format`` line. Lines end as most of
    them did.
    """
    ends = "\r\n" if 2 * text.count("\r\n") > text.count("\n") else "\n"
    plain = text.replace("\r\n", "\n")
    if faults.is_json(plain):
        changed = json.dumps(campaign.plain(), ensure_ascii=False, indent=2) + "\n"
    else:
        document = tomlkit.parse(plain)
        _set_all(document, campaign.plain())
        changed = tomlkit.dumps(document)
    return changed.replace("\n", ends)


def _set_all(table: MutableMapping[str, Any], data: Mapping[str, Any], shape: Table = CAMPAIGN) -> None:
    """Sets what differs and takes out what is gone; a key that would only say the default stays out."""
    for key in [key for key in table if key not in data]:
        del table[key]
    for key, value in data.items():
        field = shape.fields[key]
        if key not in table:
            if field.required or not _same(value, field.default):
                table[key] = _item(value, field.shape)
        elif isinstance(value, Mapping) and isinstance(field.shape, Table):
            _set_all(table[key], value, field.shape)
        elif isinstance(field.shape, Rows) and isinstance(field.shape.of, Table):
            _set_rows(table, key, value, field.shape.of)
        elif not _same(value, _plain(table[key])):
            table[key] = _item(value, field.shape)


def _set_rows(table: MutableMapping[str, Any], key: str, rows: list[Any], shape: Table) -> None:
    old = table[key]
    if not rows:
        del table[key]
        return
    while len(old) > len(rows):
        del old[-1]
    for place, row in enumerate(rows):
        if place < len(old):
            _set_all(old[place], row, shape)
        elif isinstance(old, AoT):
            new = _table(row, shape)
            new.trivia.indent = "\n"  # a line between it and the one before
            old.append(new)
        else:
            old.append(_inline(row, shape))


def _item(value: Any, shape: Shape) -> Any:
    if isinstance(shape, Table):
        return _table(value, shape)
    if isinstance(shape, Rows) and isinstance(shape.of, Table):
        if shape.of is RESULT:
            array = tomlkit.array()
            for row in value:
                array.append(_inline(row, shape.of))
            return array
        rows = tomlkit.aot()
        for row in value:
            rows.append(_table(row, shape.of))
        return rows
    if isinstance(value, str) and "\n" in value:
        return tomlkit.string(value, multiline=True)
    return tomlkit.item(value)


def _table(data: Mapping[str, Any], shape: Table) -> Any:
    table = tomlkit.inline_table() if _is_short(shape) else tomlkit.table()
    _set_all(table, data, shape)
    return table


def _inline(data: Mapping[str, Any], shape: Table) -> Any:
    table = tomlkit.inline_table()
    _set_all(table, data, shape)
    return table


def _is_short(shape: Table) -> bool:
    """Whether a table fits on a line: a few numbers or words."""
    return all(isinstance(field.shape, (Whole, Choice)) for field in shape.fields.values())


def _plain(item: Any) -> Any:
    return item.unwrap() if hasattr(item, "unwrap") else item


def _same(one: Any, other: Any) -> bool:
    if isinstance(one, (list, tuple)) and isinstance(other, (list, tuple)):
        return list(one) == list(other)
    return bool(one == other) and isinstance(one, bool) == isinstance(other, bool)
