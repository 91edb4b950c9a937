"""A group, a duel and a scene of Universal 21 told on a page, card by card, from their records.

As for a single Resolution (:mod:`generators.worked_example`), sentences, totals and checks are the
engine's. The people are of the example party, and a record that gives one of them another Stat or
Affinity than they have is an error.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from aces.lite import words_duel, words_group
from aces.lite.character import Character, Stat, example_party
from aces.lite.decks import items
from aces.lite.duel import SIDES, Duel, DuelView
from aces.lite.group import GroupResolution, GroupView, Member
from aces.lite.harm import HARMFUL, Act, Harm, Track
from aces.lite.outcome import Outcome
from aces.lite.words import OUTCOME_NAMES, reading_text, total_text
from aces.universal21 import Universal21
from aces.universal21_words import narrate as narrate_scene
from aces.universal21_words import total_text as scene_total
from generators.registry import Output
from generators.worked_example import Beat, Ending, Line, Row, Told, once, ordinal, read, table_rows, tell


class Part(NamedTuple):
    """Somebody of the example party and the Stat of their approach."""

    character: Character
    stat: Stat

    @property
    def name(self) -> str:
        """What the story calls them."""
        return self.character.name.split()[0]

    @property
    def shown(self) -> str:
        """Name, Stat and its value, such as ``Noor (Athletics 4)``."""
        return f"{self.name} ({self.stat.title} {self.character.stat(self.stat)})"


Cast = tuple[tuple[str, Stat], ...]
"""First names in the order of the seats, each with the Stat of the approach."""

OBSERVATORY: Cast = (("Delphine", Stat.CUNNING), ("Bashir", Stat.ELOQUENCE), ("Noor", Stat.ATHLETICS))
BILL: Cast = (("Odalys", Stat.CUNNING), ("Delphine", Stat.ELOQUENCE))


def parts(cast: Cast, members: Sequence[Member]) -> tuple[Part, ...]:
    """The cast of a record. Raises ``ValueError`` where it gives somebody what they do not have."""
    party = {character.name.split()[0]: character for character in example_party()}
    made = tuple(Part(party[name], stat) for name, stat in cast)
    for part, member in zip(made, members, strict=True):
        card = part.character
        if (member.stat, member.affinity) != (card.stat(part.stat), card.affinity):
            raise ValueError(f"the record gives {card.name} {part.stat.title} {member.stat}, {member.affinity.word}")
    return made


def used_before(people: Sequence[Part], members: Sequence[Member]) -> str:
    """Whose items were used earlier in the Scene, in sentences; empty if nobody's."""
    told = []
    for part, member in zip(people, members, strict=True):
        gone = [item for item in part.character.items if item.card not in (member.ready or items(member.affinity))]
        if gone:
            named = " and ".join(f"{item.card} ({item.name})" for item in gone)
            told.append(f" {part.name} has used {named} earlier in this Scene.")
    return "".join(told)


# A group


def group(name: str, cast: Cast) -> str:
    """A Group Resolution as a fragment of a page: the splits, each character, the costs, the count."""
    match = read(name)
    rules = match.rules
    assert isinstance(rules, GroupResolution)
    people = parts(cast, rules.members)
    names = {seat: part.name for seat, part in enumerate(people, 1)}
    told: dict[int, list[words_group.Line]] = {0: []}
    for line in list(words_group.narrate(rules, match.events, names))[:-1]:
        inner = line.event.event
        told.setdefault(0 if inner is None or inner.kind == "dealt" else line.event.seat, []).append(line)
    dealt = told.pop(0)
    rows = tuple(row for seat in rules.order for row in _at(dealt[-1].view, seat, names[seat]))
    beats = [Beat("The deal", tuple(dealt), rows)]
    for seat, lines in told.items():
        beats.append(Beat(people[seat - 1].shown, tuple(lines), _at(lines[-1].view, seat, names[seat])))
    verdicts = rules.verdicts(match.state)
    beats.append(Beat("What it costs", _costs({names[at]: v.outcome for at, v in enumerate(verdicts, 1)}), ()))
    shared = rules.shared(match.state)
    seated = ", ".join(part.shown for part in people)
    opening = f"Clockwise: {seated}. {names[rules.starter]} starts it.{used_before(people, rules.members)}"
    return tell(_once(beats), Ending(words_group.ENDINGS[shared.outcome], shared.outcome, (), shared.checks), opening)


def _once(beats: Sequence[Beat]) -> list[Beat]:
    """The parts of a long story with each rule where it is met first, and no table that has not changed."""
    told = once(beat.lines for beat in beats)
    rows = [() if at and beat.rows == beats[at - 1].rows else beat.rows for at, beat in enumerate(beats)]
    return [Beat(beat.title, lines, shown) for beat, lines, shown in zip(beats, told, rows, strict=True)]


def _at(view: GroupView, seat: int, name: str) -> tuple[Row, ...]:
    table = view.tables[seat - 1]
    return table_rows(table, total_text(table.layout), f"Dealer, for {name}", name)


def _costs(outcomes: Mapping[str, Outcome]) -> tuple[Told, ...]:
    """What each character's own outcome costs them, whatever the group's (rule lite-group-own)."""
    told: list[Told] = []
    for name, outcome in outcomes.items():
        change = Harm().step(Track(), Act("outcome", outcome))
        if outcome in HARMFUL:
            told.append(Line(f"{name}: {change.why}", change.rule))
    free = [name for name, outcome in outcomes.items() if outcome not in HARMFUL]
    if free:
        told.append(Line(f"{' and '.join(free)}: nothing.", "lite-group-own"))
    return tuple(told)


# A duel


def duel(name: str, cast: Cast) -> str:
    """A duel as a fragment of a page: the cuts, the turns of both side by side, who wins and why."""
    match = read(name)
    rules = match.rules
    assert isinstance(rules, Duel)
    people = parts(cast, rules.members)
    names = {seat: part.name for seat, part in enumerate(people, 1)}
    told: list[tuple[str, list[words_duel.Line]]] = []
    turns: dict[int, int] = {}
    for line in list(words_duel.narrate(rules, match.events, names))[:-1]:
        kind, seat = line.event.kind, line.event.seat
        if kind == "begins":
            told.append(("Initiative" if line.event.number == 1 else "A rematch", []))
            turns = dict.fromkeys(names, 0)
        elif kind in ("hit", "stood", "used"):
            turns[seat] += 1
            if turns[seat] > max(turns[other] for other in turns if other != seat):
                told.append((ordinal(turns[seat], "turn"), []))
        told[-1][1].append(line)
    beats = [Beat(title, tuple(lines), _both(lines[-1].view, names)) for title, lines in told]
    verdict = rules.verdict(match.state)
    sums = tuple(
        f"{part.name}: {reading_text(side.layout, reading)}."
        for part, side, reading in zip(people, match.state.hands[-1].sides, (verdict.a, verdict.b), strict=True)
    )
    title = "A tie." if verdict.winner == "tie" else f"{people[SIDES.index(verdict.winner)].name} wins."
    opening = f"{' against '.join(part.shown for part in people)}.{used_before(people, rules.members)}"
    return tell(_once(beats), Ending(title, "", sums, verdict.checks), opening)


def _both(view: DuelView, names: Mapping[int, str]) -> tuple[Row, ...]:
    return tuple(
        Row(f"{names[seat]}: {total_text(side.layout)}", tuple((card, f"{names[seat]}") for card in side.layout))
        for seat, side in enumerate(view.now.sides, 1)
    )


# A scene of Universal 21


def scene(name: str) -> str:
    """A scene of Universal 21 as a fragment of a page: each attempt, and every check of the last."""
    match = read(name)
    rules = match.rules
    assert isinstance(rules, Universal21)
    told: list[tuple[str, list[Told], tuple[Row, ...]]] = []
    for line in narrate_scene(rules, match.events):
        event = line.event.event
        kind = line.event.kind if event is None else event.kind
        if kind in _SCENE_PARTS:
            told.append((_SCENE_PARTS[kind], [], ()))
        elif event is not None and kind == "hit":
            told.append((ordinal(event.number), [], ()))
        title, lines, _ = told[-1]
        rows = table_rows(line.view.table, scene_total(line.view.table), "House")
        if kind != "hit":
            lines.append(line)
        told[-1] = (title, lines, rows)
    verdict = rules.verdict(match.state)
    table = match.state.table
    mine = reading_text(table.layout, verdict.player)
    theirs = reading_text((table.tell, table.truth), verdict.house)
    ending = Ending(
        OUTCOME_NAMES[verdict.outcome], verdict.outcome, (f"You: {mine}.", f"The House: {theirs}."), verdict.checks
    )
    opening = f"{rules.approach.title} {rules.stat}, and {rules.armor} Plot Armor left."
    return tell(_once([Beat(title, tuple(lines), rows) for title, lines, rows in told]), ending, opening)


_SCENE_PARTS = {"dealt": "The deal", "echo": "ECHO"} | dict.fromkeys(
    ("stood", "used", "claimed", "accepted"), "The end"
)
"""What begins a new part of a scene's story, beside a Hit."""


_NEEDS = ("docs/records/*.txt",)

OUTPUTS = (
    Output("lite-group-story", "fragment", lambda: group("into-the-observatory", OBSERVATORY), _NEEDS),
    Output("lite-duel-story", "fragment", lambda: duel("the-bill", BILL), _NEEDS),
    Output("u21-story", "fragment", lambda: scene("the-stopped-clock"), _NEEDS),
)
