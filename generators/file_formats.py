"""The files that people and the programs write, as the pages describe them: keys, options, examples, faults.

Keys, what they are for and what they may be come from the shapes that read the files, options from the
games that take them, and every refusal is what the engine says to a file that is really wrong.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import Any, NamedTuple

from markupsafe import Markup, escape

from aces import games, record
from aces.cards import Rank
from aces.faults import BadFile, bundled, parse_toml
from aces.lite import campaign, character
from aces.lite.campaign import Campaign, Result, begin, read_campaign
from aces.lite.character import example_party, read_characters
from aces.match import Match
from aces.players import RandomPlayer, play_on
from aces.record import read_record, write_record
from aces.rules import BadRecord
from aces.sentences import listed
from aces.shapes import Choice, Field, Flag, Rows, Shape, Table, Text, Whole
from generators import campaign_file, game_options
from generators.env import render
from generators.registry import Output
from generators.worked_example import RECORDS


class Key(NamedTuple):
    """One line of a table: a key or an option, what it is, what it may be, and what it is if absent."""

    name: str
    what: str
    allowed: str
    usual: str


# Keys of files


def tables() -> dict[str, Table]:
    """Every table of a party or campaign file by the name of its fragment."""
    top = campaign.CAMPAIGN.fields
    entry = _table_of(top["resolution"].shape)
    member = _table_of(top["character"].shape)
    own = {key: field for key, field in member.fields.items() if key not in character.CHARACTER_FIELDS}
    return {
        "keys-party": character.PARTY,
        "keys-character": Table(character.CHARACTER_FIELDS),
        "keys-campaign": campaign.CAMPAIGN,
        "keys-member": Table(own),
        "keys-options": _table_of(top["options"].shape),
        "keys-resolution": entry,
        "keys-result": _table_of(entry.fields["results"].shape),
    }


def _table_of(shape: Shape) -> Table:
    table = shape.of if isinstance(shape, Rows) else shape
    assert isinstance(table, Table)
    return table


def keys(name: str) -> tuple[Key, ...]:
    """The keys of one table."""
    fields = tables()[name].fields
    return tuple(Key(key, field.note, allowed(field.shape), usual(field)) for key, field in fields.items())


def allowed(shape: Shape) -> str:
    """What a value may be, in words; words to be written as they are stand between backquotes.

    >>> allowed(Whole(0, 3)), allowed(Choice(("", "7", "J"))), allowed(Rows(Choice(("7", "J")), 0, 2, once=True))
    ('a whole number from 0 to 3', '`7` or `J`', 'a list of `7` or `J`, each once')
    """
    if isinstance(shape, Text):
        lines = ", in lines if you like" if shape.lines else ""
        return f"a text of at most {shape.most:,} characters{lines}"
    if isinstance(shape, Whole):
        return f"a whole number from {shape.least} to {shape.most:,}"
    if isinstance(shape, Choice):
        return listed((f"`{word}`" for word in shape.allowed if word), "or")
    if isinstance(shape, Flag):
        return "true or false"
    if isinstance(shape, Rows):
        if isinstance(shape.of, Table):
            return f"{shape.least} to {shape.most:,} tables"
        return f"a list of {allowed(shape.of)}{', each once' if shape.once else ''}"
    assert isinstance(shape, Table)
    return f"a table of {listed(f'`{key}`' for key in shape.fields)}"


def usual(field: Field) -> str:
    """What a key is taken for if it is absent, in words."""
    value = field.default
    if field.required:
        return "must be there"
    if isinstance(value, dict):
        return "as ruled"
    if value in ("", ()):
        return "none" if value == () else "nothing"
    return f"`{str(value).lower()}`"


def marked_up(text: str) -> Markup:
    """A text with what stands between backquotes as code.

    >>> marked_up("`7` or <J>")
    Markup('<code>7</code> or &lt;J&gt;')
    """
    parts = text.split("`")
    return Markup().join(
        Markup("<code>{}</code>").format(part) if at % 2 else escape(part) for at, part in enumerate(parts)
    )


# Options of games


def options(game: str) -> tuple[Key, ...]:
    """The options of a game, with what they may be."""
    return tuple(Key(one.name, one.what, one.allowed, f"`{one.usual}`") for one in game_options.options(game))


# Records

EXAMPLES = {
    "aces-lite": "worked-resolution",
    "aces-lite-group": "into-the-observatory",
    "aces-lite-duel": "the-bill",
    "universal21": "the-stopped-clock",
}
"""The record of ``docs/records`` that shows each game; the other games show one that chance has played."""

BY_CHANCE = {
    "ace-trump": ({"players": "3", "target": "5", "max-hands": "1"}, 8),
    "ace-game": ({"players": "3"}, 8),
}
"""Options and seed for a game whose every seat is played by chance."""


def example(game: str) -> str:
    """A real record of a game."""
    if game in EXAMPLES:
        return (RECORDS / f"{EXAMPLES[game]}.txt").read_text(encoding="utf-8")
    header, seed = BY_CHANCE[game]
    match = Match(games.rules_for(game, header), seed=seed)
    play_on(match, dict.fromkeys(match.rules.seats, RandomPlayer()))
    return write_record(match, "Every card of this was played by chance.")


def seats(game: str) -> tuple[str, ...]:
    """What the seats of a game are called where its example is played."""
    return tuple(read_record(example(game)).rules.seats.values())


def decks(game: str) -> tuple[str, ...]:
    """The decks of a game where its example is played, those of later hands left out."""
    names = read_record(example(game)).deck_sizes
    return tuple(name for name in names if not (name[-1].isdigit() and f"{name.rpartition(' ')[0]}" in names))


def game(name: str) -> str:
    """A game as the page describes its record: options, seats, decks, and one record in full."""
    return render(
        "game-record.html.j2",
        game=name,
        keys=rows(options(name)),
        seats=seats(name),
        decks=decks(name),
        example=example(name).rstrip(),
        published=EXAMPLES.get(name),
    )


def first_record() -> str:
    """The record with which the page begins."""
    return render("listing.html.j2", text=example("aces-lite").rstrip())


def records() -> dict[str, bytes]:
    """The records of the pages as files to download."""
    return {file.name: file.read_bytes() for file in sorted(RECORDS.glob("*.txt"))}


# A campaign, and what is wrong with some


def heron_street() -> Campaign:
    """A small campaign: one character, a Resolution with an item, and a mark."""
    noor = next(one for one in example_party() if one.name == "Noor Castellane")
    started = begin("Heron Street", [noor]).new_scene().campaign
    resolved = started.resolve([Result(noor.name, "failure", item=Rank.SEVEN)]).campaign
    return resolved.mark(noor.name, "flaw").campaign


def campaign_example() -> str:
    """A campaign file as the command line writes it."""
    return render("listing.html.j2", text=campaign_file.written(heron_street()).rstrip())


class Fault(NamedTuple):
    """Something that is wrong with a file, and the line that says so."""

    what: str
    says: str


def _refused(make: Callable[[], object]) -> str:
    try:
        make()
    except (BadFile, BadRecord) as error:
        return str(error)
    raise ValueError("a file that should be refused was not")


def faults() -> tuple[Fault, ...]:
    """Campaign files with one thing wrong each, and what the engine says to them."""
    name = "heron.toml"
    good = heron_street().plain()
    person: dict[str, Any] = good["character"][0]

    def broken(**changes: object) -> Callable[[], object]:
        return partial(read_campaign, good | {"character": [{**person, **changes}]}, name)

    four = {"athletics": 4, "cunning": 3, "eloquence": 1, "strange": 3}
    return (
        Fault("A key nobody knows", _refused(broken(flwa="Hurries."))),
        Fault("A text where a number belongs", _refused(broken(hp="3"))),
        Fault("A Stat of 5 at creation", _refused(broken(stats={**four, "athletics": 5, "cunning": 2}))),
        Fault("A Lucky Point too many", _refused(broken(stats={**four, "eloquence": 2}))),
        Fault("Two people of one name", _refused(partial(read_campaign, good | {"character": [person, person]}, name))),
        Fault("A file from a later version", _refused(partial(read_campaign, newer(good), name))),
    )


def newer(data: Mapping[str, Any]) -> dict[str, Any]:
    """The same data, said to be of the next version of its format."""
    kind, _, version = str(data["format"]).partition("/")
    return {**data, "format": f"{kind}/{int(version) + 1}"}


def fault_list() -> str:
    """What is wrong with some campaign files."""
    return render("faults.html.j2", faults=faults())


def record_faults() -> str:
    """What is wrong with some records: each is the example of a Resolution, spoilt."""
    good = example("aces-lite")
    heading = f"{record.HEADING} {record.VERSION}"
    spoilt = (
        ("A move that is not allowed", good.replace("player add", "player stand", 1)),
        ("An option misspelled", good.replace("affinity:", "afinity:", 1)),
        ("A card that was never there", good.replace("player deck: 5C", "player deck: 7D", 1)),
        ("A result that does not follow", good.replace("result: success", "result: critical", 1)),
        ("A record from a later version", good.replace(heading, f"{record.HEADING} {record.VERSION + 1}", 1)),
    )
    assert all(text != good for _, text in spoilt)
    told = [Fault(what, _refused(partial(read_record, text))) for what, text in spoilt]
    return render("faults.html.j2", faults=told)


def rows(described: Sequence[Key]) -> list[tuple[Markup, str, Markup, Markup]]:
    """Keys as a table shows them: long names may break behind an underscore or a hyphen."""
    return [
        (
            Markup(re.sub(r"([_-])", r"\1<wbr>", str(escape(key.name)))),
            key.what,
            marked_up(key.allowed),
            marked_up(key.usual),
        )
        for key in described
    ]


def key_table(name: str) -> str:
    """A table of keys as a fragment."""
    return render("keys.html.j2", keys=rows(keys(name)), head="Key")


def party_file() -> bytes:
    """The example party as a file to copy."""
    text = bundled("party.toml")
    assert read_characters(parse_toml(text, "party.toml"), "party.toml") == example_party()
    return text.encode()


OUTPUTS = (
    *(Output(name, "fragment", partial(key_table, name)) for name in tables()),
    *(Output(f"record-{name}", "fragment", partial(game, name), ("docs/records/*.txt",)) for name in games.GAMES),
    Output("record-example", "fragment", first_record, ("docs/records/*.txt",)),
    Output("campaign-example", "fragment", campaign_example),
    Output("campaign-faults", "fragment", fault_list),
    Output("record-faults", "fragment", record_faults, ("docs/records/*.txt",)),
    Output("files/records", "asset", records, ("docs/records/*.txt",)),
    Output("files/party.toml", "asset", party_file),
)
