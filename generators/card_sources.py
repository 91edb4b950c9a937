"""Characters from any file that people keep them in: TOML, JSON, YAML, a campaign, a spreadsheet's CSV.

Whatever the syntax, the data goes through the one strict reader of :mod:`aces.lite.character`, so that
every fault is named with its place, and an unknown key with the key that was probably meant.

>>> found = characters_of("Name;Concept;♠;♣;♦;♥;Affinity\\nWren;Quiet Gumshoe;3;3;3;2;clubs\\n", "crew.csv")
>>> [(one.name, one.role, one.stats) for one in found.characters]
[('Wren', 'Gumshoe', (3, 3, 3, 2))]
"""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Iterator, Mapping
from importlib import import_module
from pathlib import Path
from typing import Any, ClassVar, NamedTuple

from aces.cards import SUITS
from aces.faults import SIZE_LIMIT, BadFile, Fault, parse, parse_json
from aces.lite.campaign import FORMAT as CAMPAIGN_FORMAT
from aces.lite.campaign import read_campaign
from aces.lite.character import CHARACTER_FIELDS, FORMAT, PARTY_LIMIT, STATS, VERSION, Character, read_characters
from aces.rules import nearest
from generators import files

COPIES_LIMIT = 100
"""No row of a spreadsheet asks for more copies than this."""

COLUMNS: dict[str, str] = {
    **{key: key for key in CHARACTER_FIELDS if key != "stats"},
    **{stat.key: stat.key for stat in STATS},
    **{stat.suit.glyph: stat.key for stat in STATS},
    **{stat.suit.word: stat.key for stat in STATS},
    "concept": "concept",
    "suit": "affinity",
    "affinity_suit": "affinity",
    "7": "item_seven",
    "seven": "item_seven",
    "item_7": "item_seven",
    "j": "item_jack",
    "jack": "item_jack",
    "item_j": "item_jack",
    "plot_armour": "plot_armor",
    "growth": "marks",
    "copies": "copies",
    "id": "",
    "no": "",
    "nr": "",
    "#": "",
}
"""The columns of a spreadsheet, as people head them, and the keys they stand for; an id stands for none."""

_WHOLE = {*(stat.key for stat in STATS), "hp", "plot_armor", "grown", "copies"}


class Found(NamedTuple):
    """The characters of a file, and what it says about itself (title, license, language)."""

    characters: tuple[Character, ...]
    notes: Mapping[str, object]


def load(path: Path) -> Found:
    """The characters of a file. Raises :class:`~aces.faults.BadFile`, or ``Fault`` if it cannot be read."""
    return characters_of(read(path), str(path))


def read(path: Path) -> str:
    """The text of a file in UTF-8, or in UTF-16 with the mark that spreadsheets put before it."""
    try:
        with path.open("rb") as file:
            start = file.read(2)
            if start in (b"\xff\xfe", b"\xfe\xff"):
                data = start + file.read(2 * SIZE_LIMIT + 1)
                if len(data) > 2 * SIZE_LIMIT:
                    raise files.Fault(f"{path}: is larger than {2 * SIZE_LIMIT:,} bytes")
                return data.decode("utf-16")
    except UnicodeDecodeError as error:
        raise files.Fault(f"{path}: begins as UTF-16 and is not (byte {error.start})") from error
    except (OSError, ValueError) as error:
        raise files.Fault(f"{path}: {getattr(error, 'strerror', None) or error}") from error
    try:
        return files.read_text(path, SIZE_LIMIT)
    except files.Fault as error:
        hint = "; save it as CSV UTF-8" if path.suffix.lower() == ".csv" and "UTF-8" in str(error) else ""
        raise files.Fault(f"{error}{hint}") from error


def characters_of(text: str, source: str) -> Found:
    """The characters of a text; the end of its name, else its beginning, says which syntax it is in.

    Raises :class:`~aces.faults.BadFile` with every fault and its place.
    """
    text = text.removeprefix("\ufeff")
    if len(text) > SIZE_LIMIT:
        raise BadFile(source, [Fault("", f"has {len(text)} characters; at most {SIZE_LIMIT}")])
    end = Path(source).suffix.lower()
    if end in (".csv", ".tsv"):
        return Found(_spreadsheet(text, source), {})
    if end in (".yaml", ".yml"):
        data = _yaml(text, source)
    elif end == ".json":
        data = parse_json(text, source)
    else:
        data = parse(text, source)
    if not isinstance(data, dict):
        kind = "a JSON object" if end == ".json" else "a table"
        raise BadFile(source, [Fault("", f"must be {kind} with format and character")])
    if str(data.get("format", "")).startswith(f"{CAMPAIGN_FORMAT}/"):
        campaign = read_campaign(data, source)
        return Found(tuple(member.character for member in campaign.members), data)
    return Found(read_characters(data, source), data)


def _yaml(text: str, source: str) -> Any:
    """The data of a YAML text: words stay words (``No`` is a name), numbers are whole, nothing is an alias."""
    yaml: Any = import_module("yaml")

    class Loader(yaml.SafeLoader):  # type: ignore[misc]
        yaml_implicit_resolvers: ClassVar[dict[str, Any]] = {}

        def compose_node(self, parent: Any, index: Any) -> Any:
            if self.check_event(yaml.AliasEvent):
                event = self.peek_event()
                raise yaml.composer.ComposerError(None, None, "an alias; write it out", event.start_mark)
            return super().compose_node(parent, index)

        def construct_mapping(self, node: Any, deep: bool = False) -> Any:
            seen: set[str] = set()
            for key, _ in node.value:
                if key.value in seen if isinstance(key.value, str) else True:
                    problem = f"the key {str(key.value)[:40]!r} stands twice or is no text"
                    raise yaml.constructor.ConstructorError(None, None, problem, key.start_mark)
                seen.add(key.value)
            return super().construct_mapping(node, deep)

    Loader.add_implicit_resolver("tag:yaml.org,2002:int", re.compile(r"-?(?:0|[1-9][0-9]{0,8})$"), list("-0123456789"))
    Loader.add_implicit_resolver("tag:yaml.org,2002:null", re.compile(r"(?:~|null|)$"), ["~", "n", ""])
    try:
        return yaml.load(text, Loader)
    except yaml.YAMLError as error:
        mark = getattr(error, "problem_mark", None)
        place = f"line {mark.line + 1}, column {mark.column + 1}" if mark else ""
        why = getattr(error, "problem", None) or str(error).splitlines()[0]
        raise BadFile(source, [Fault(place, why)]) from None
    except RecursionError:
        raise BadFile(source, [Fault("", "is nested too deeply")]) from None
    except ValueError as error:
        raise BadFile(source, [Fault("", str(error))]) from None


# Spreadsheets


def _spreadsheet(text: str, source: str) -> tuple[Character, ...]:
    """The characters of a CSV as spreadsheets write it: with commas, semicolons or tabs, quoted newlines, CRLF."""
    rows = _rows(text, source)
    first = next(rows, None)
    if first is None:
        raise BadFile(source, [Fault("", "is empty; the first row names the columns")])
    keys = _keys(first[1], source)
    data: list[dict[str, object]] = []
    lines: list[int] = []
    copies: list[int] = []
    faults: list[Fault] = []
    for line, cells in rows:
        if len(cells) > len(keys) and any(cell.strip() for cell in cells[len(keys) :]):
            faults.append(Fault(f"line {line}", f"has {len(cells)} cells under {len(keys)} columns"))
            continue
        row = {key: cell for key, cell in zip(keys, cells, strict=False) if key}
        data.append(_row(row, line, faults, copies))
        lines.append(line)
        if len(data) > PARTY_LIMIT:
            raise BadFile(source, [Fault("", f"has more than {PARTY_LIMIT:,} rows")])
    if faults:
        raise BadFile(source, faults)
    if not data:
        raise BadFile(source, [Fault("", "has no rows below the names of the columns")])
    try:
        found = read_characters({"format": f"{FORMAT}/{VERSION}", "character": data}, source)
    except BadFile as error:
        raise BadFile(source, [_placed(fault, lines) for fault in error.faults]) from None
    many = tuple(one for one, count in zip(found, copies, strict=True) for _ in range(count))
    if len(many) > PARTY_LIMIT:
        raise BadFile(source, [Fault("", f"asks for {len(many):,} cards; at most {PARTY_LIMIT:,}")])
    return many


def _rows(text: str, source: str) -> Iterator[tuple[int, list[str]]]:
    """The rows that hold something, each with the line on which it begins."""
    header = text.split("\n", 1)[0]
    mark = max(",;\t", key=header.count)
    lines = io.StringIO(text.replace("\r\n", "\n").replace("\r", "\n"), newline="")
    reader = csv.reader(lines, delimiter=mark, strict=True)
    line = 1
    while True:
        try:
            row = next(reader)
        except StopIteration:
            return
        except csv.Error as error:
            raise BadFile(source, [Fault(f"line {line}", str(error))]) from None
        if any(cell.strip() for cell in row):
            yield line, row
        line = reader.line_num + 1


def _keys(header: list[str], source: str) -> list[str]:
    """The key of each column; an empty one is left out."""
    keys: list[str] = []
    faults: list[Fault] = []
    for place, title in enumerate(header, 1):
        word = re.sub(r"[\s\-.]+", "_", title.strip().strip("\ufe0f").casefold()).strip("_")
        if not word:
            keys.append("")
        elif word in COLUMNS:
            key = COLUMNS[word]
            if key and key in keys:
                faults.append(Fault(f"column {place}", f"{title.strip()!r}: there is a column for {key} already"))
            keys.append(key)
        else:
            meant = nearest(word, tuple(COLUMNS))
            hint = f"did you mean {meant}?" if meant else f"allowed: {', '.join(sorted({*COLUMNS.values()} - {''}))}"
            faults.append(Fault(f"column {place}", f"{title.strip()[:40]!r} is not known; {hint}"))
    if faults:
        raise BadFile(source, faults)
    return keys


def _row(cells: Mapping[str, str], line: int, faults: list[Fault], copies: list[int]) -> dict[str, object]:
    """A row as a character of plain data; an empty cell says nothing."""
    row: dict[str, object] = {}
    stats: dict[str, object] = {}
    count = 1
    for key, cell in cells.items():
        words = cell.strip()
        if not words:
            continue
        if key in _WHOLE:
            if not re.fullmatch(r"-?\d{1,9}", words):
                faults.append(Fault(f"line {line}, {key}", f"must be a whole number, not {words[:40]!r}"))
                continue
            number = int(words)
            if key == "copies":
                if not 0 <= number <= COPIES_LIMIT:
                    faults.append(Fault(f"line {line}, copies", f"must be from 0 to {COPIES_LIMIT}, not {number}"))
                count = max(0, min(number, COPIES_LIMIT))
            else:
                (stats if key in {stat.key for stat in STATS} else row)[key] = number
        elif key == "concept":
            row["adjective"], _, row["role"] = words.rpartition(" ")
        elif key == "affinity":
            row[key] = _suit(words)
        elif key == "marks":
            row[key] = [word for word in re.split(r"[\s,;/]+", words.casefold()) if word]
        else:
            row[key] = words
    row["stats"] = stats
    copies.append(count)
    return row


def _suit(words: str) -> str:
    """The word of a suit, however it was written: ♠, S, spade, Athletics."""
    plain = words.strip("\ufe0f").casefold()
    for suit, stat in zip(SUITS, STATS, strict=True):
        if plain in (suit.word, suit.word[:-1], suit.letter.casefold(), suit.glyph, stat.key):
            return suit.word
    return words


def _placed(fault: Fault, lines: list[int]) -> Fault:
    """A fault of the plain data, as its place in the spreadsheet."""
    found = re.fullmatch(r"character\[(\d+)\](?:\.(?:stats\.)?(.*))?", fault.path)
    if not found:
        return fault
    return Fault(f"line {lines[int(found[1]) - 1]}" + (f", {found[2]}" if found[2] else ""), fault.problem)
