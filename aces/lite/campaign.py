"""A campaign: a party over Scenes and Episodes, with what happened to each, as plain data.

Everything here is immutable and pure: an act makes a new campaign and notes that say what happened
and by which rule. Reading and writing files is somebody else's work.

>>> from aces.lite.character import example_party
>>> campaign = begin("Heron Street", example_party()[:1])
>>> told = campaign.resolve([Result("Odalys Boateng", "failure")])
>>> told.campaign.member("odalys boateng").character.hp, told.notes[0].text
(2, 'A Failure costs 1 HP: 2 of 3 are left.')
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, NamedTuple

from ..cards import Rank, Suit
from ..faults import Checker, Fault, at
from ..record import LONGEST_TEXT, read_record
from ..rules import BadRecord, BadText, Refusal, Refused, nearest
from ..shapes import Choice, Field, Flag, Rows, Table, Text, Whole
from . import duel, growth, harm
from .character import (
    BOXES,
    CHARACTER_FIELDS,
    FORMAT_NOTE,
    LINE_LIMIT,
    NOTE_FIELDS,
    Character,
    character_of,
)
from .decks import ITEM_RANKS
from .duel import Duel, Ended
from .group import GroupResolution
from .growth import Cycle, Growth, TurningPoint
from .harm import Harm, Track
from .outcome import OUTCOMES, Outcome
from .resolution import Resolution, State, verdict_of

FORMAT, VERSION = "aces-campaign", 1
"""The ``format`` that a campaign file states, as ``aces-campaign/1``."""

COUNT_LIMIT = 9_999
"""No campaign has more Scenes in an Episode, or more Episodes, than this."""

MEMBER_LIMIT = 100
"""No party is larger than this."""

LOG_LIMIT = 10_000
"""No campaign keeps more Resolutions than this."""

Said = Outcome | Ended
"""What a Resolution or a duel came to for one character."""


class Member(NamedTuple):
    """A character in a campaign: the card, the items used in this Scene, the Growth cycle."""

    character: Character
    used: tuple[Rank, ...] = ()
    earned: growth.Earned = ""
    goal_completed: bool = False
    secret_exposed: bool = False
    concept_changed: str = ""

    @property
    def track(self) -> Track:
        """HP, Plot Armor and items as :mod:`~aces.lite.harm` knows them."""
        return Track.of(self.character, self.used)

    @property
    def cycle(self) -> Cycle:
        """The Growth cycle as :mod:`~aces.lite.growth` knows it."""
        return Cycle(
            marks=self.character.marks,
            earned=self.earned,
            goal_completed=self.goal_completed,
            secret_exposed=self.secret_exposed,
            concept_changed=self.concept_changed,
            grown=self.character.grown,
        )

    def with_track(self, track: Track) -> Member:
        """The member with this HP, Plot Armor and these items."""
        return self._replace(character=track.on(self.character), used=track.used)

    def with_cycle(self, cycle: Cycle) -> Member:
        """The member with this Growth cycle."""
        return self._replace(
            character=cycle.on(self.character),
            earned=cycle.earned,
            goal_completed=cycle.goal_completed,
            secret_exposed=cycle.secret_exposed,
            concept_changed=cycle.concept_changed,
        )


class Result(NamedTuple):
    """What a Resolution came to for one character: the outcome (in a duel ``won``, ``lost`` or ``tie``),
    whether Plot Armor is spent for it, and the rank of the item used in it, if any."""

    who: str
    outcome: Said
    armor: bool = False
    item: Rank | None = None


class Entry(NamedTuple):
    """One Resolution of the campaign's log; ``record`` is its text record, if one was kept."""

    episode: int
    scene: int
    results: tuple[Result, ...]
    record: str = ""


class Note(NamedTuple):
    """What happened to whom, in a sentence, with its rule."""

    who: str
    text: str
    rule: str


class Options(NamedTuple):
    """The readings of the rules that a campaign may choose (see :class:`Harm`, :class:`Growth`,
    :class:`~aces.lite.duel.Duel`)."""

    scene_items: harm.SceneItems = "each"
    extremes: growth.Extremes = "count"
    loser_hp: int = 0


AS_RULED = Options()
"""Every reading as ruled."""

Migration = Callable[[Mapping[str, object]], dict[str, object]]


class Campaign(NamedTuple):
    """A party over Scenes and Episodes."""

    title: str
    members: tuple[Member, ...]
    episode: int = 1
    scene: int = 1
    log: tuple[Entry, ...] = ()
    options: Options = AS_RULED
    notes: tuple[tuple[str, str], ...] = ()

    @property
    def harm_rules(self) -> Harm:
        """The rules of HP, Plot Armor and items, as this campaign reads them."""
        return Harm(self.options.scene_items)

    @property
    def growth_rules(self) -> Growth:
        """The rules of Growth, as this campaign reads them."""
        return Growth(self.options.extremes)

    def member(self, name: str) -> Member:
        """The member of that name, whatever its case; :class:`BadText` if there is none."""
        return self.members[self._place(name)]

    def _place(self, name: str) -> int:
        for place, member in enumerate(self.members):
            if _key(member.character.name) == _key(name):
                return place
        known = tuple(member.character.name for member in self.members)
        meant = nearest(name, known)
        raise BadText(name, "is not in this party" + (f"; did you mean {meant!r}?" if meant else ""), known)

    def _with(self, name: str, member: Member) -> Campaign:
        place = self._place(name)
        return self._replace(members=(*self.members[:place], member, *self.members[place + 1 :]))

    # What happens

    def resolve(self, results: Sequence[Result], record: str = "") -> Story:
        """A Resolution's consequences for everybody in it (rules lite-harm, lite-plot-armor,
        lite-inventory-once, lite-growth-marks), and its entry in the log.

        ``record`` is its text record; it must tell of these results, in the order of its seats.
        Raises :class:`~aces.rules.Refused` and :class:`BadText`; then nothing has changed.
        """
        for result in results:
            if result.outcome not in OUTCOMES:
                raise BadText(result.outcome, "is not an outcome of a Resolution", OUTCOMES)
        return self._logged(results, record, _RESOLUTIONS)

    def duel(self, results: Sequence[Result], record: str = "") -> Story:
        """A duel's consequences for one or both of the two, and its entry in the log.

        Losing one costs no HP, unless this campaign's ``loser_hp`` says so (rule lite-duel). It counts
        for Growth like a Failure, and winning like a Success (rule lite-growth-marks); items stay used
        (rule lite-inventory-once). Whoever is not of the party has no result here. ``record`` and
        errors are as for :meth:`resolve`.
        """
        for result in results:
            if result.outcome not in duel.ENDS:
                raise BadText(result.outcome, "is not what a duel comes to", duel.ENDS)
        ends = [result.outcome for result in results]
        if not _one_duel(ends):
            raise BadText(" and ".join(ends), "do not go together in a duel", _DUELS)
        return self._logged(results, record, _DUEL)

    def _logged(self, results: Sequence[Result], record: str, games: Sequence[str]) -> Story:
        """What the results do, one character after the other, and the entry in the log."""
        if not results:
            raise BadText(None, "A Resolution needs a result", ("NAME and OUTCOME",))
        names = [_key(result.who) for result in results]
        if len(set(names)) < len(names):
            twice = next(result.who for at, result in enumerate(results) if names.index(names[at]) < at)
            raise BadText(twice, "stands twice in one Resolution", ("each character once",))
        if len(self.log) >= LOG_LIMIT:
            raise BadText(None, "The log is full", (f"at most {LOG_LIMIT} Resolutions",))
        used: list[tuple[Rank, ...]] = [() if result.item is None else (result.item,) for result in results]
        if record:
            used = _used(self, results, record, games)
        campaign, notes = self, []
        for result, items in zip(results, used, strict=True):
            campaign, more = campaign._resulted(result, items)
            notes += more
        named = tuple(result._replace(who=self.member(result.who).character.name) for result in results)
        entry = Entry(self.episode, self.scene, named, record)
        return Story(campaign._replace(log=(*campaign.log, entry)), tuple(notes))

    def _resulted(self, result: Result, used: Sequence[Rank]) -> tuple[Campaign, list[Note]]:
        """What one result does to its character."""
        lesson = _LESSONS[result.outcome]
        hurts = lesson if lesson == result.outcome or duel.cost(result.outcome, self.options.loser_hp) else None
        acts: list[harm.Act | growth.Act] = [harm.Act("use", item=item) for item in used]
        if hurts:
            acts.append(harm.Act("outcome", hurts, armor=result.armor))
        spared = [] if hurts else self._spared(result)
        campaign, notes = self, []
        for act in (*acts, growth.Act("resolution", lesson)):
            campaign, note = (
                campaign._harmed(result.who, act) if isinstance(act, harm.Act) else campaign._grown(result.who, act)
            )
            notes.append(note)
        return campaign, [*notes[:-1], *spared, notes[-1]]

    def _spared(self, result: Result) -> list[Note]:
        """What there is to say of a duel that costs no HP (rule lite-duel)."""
        member = self.member(result.who)
        refusal = harm.may_act(member.track, f"{result.outcome} a duel")
        if refusal is None and result.armor:
            why = "The duel costs no HP, so there is nothing to spend Plot Armor on."
            refusal = Refusal(f"{result.outcome} armor", "lite-plot-armor", why, (result.outcome,))
        if refusal is not None:
            raise _named(Refused(refusal), member)
        return [Note(member.character.name, "Losing a duel costs no HP.", "lite-duel")] * (result.outcome == "lost")

    def help(self, name: str, worked: bool = True, helper: str = "") -> Story:
        """Help for a character at 0 HP (rule lite-unconscious)."""
        by = self.member(helper).track if helper else None
        return _one(self._harmed(name, harm.HELPED if worked else harm.NOT_HELPED, by))

    def regain(self, name: str, amount: int = 1) -> Story:
        """Plot Armor that the Dealer returns (rule lite-plot-armor)."""
        return _one(self._harmed(name, harm.Act("regain", amount=amount)))

    def use(self, name: str, item: Rank) -> Story:
        """An item used outside the log (rule lite-inventory-once)."""
        return _one(self._harmed(name, harm.Act("use", item=item)))

    def mark(self, name: str, box: str) -> Story:
        """A Growth mark after a Resolution (rules lite-growth, lite-growth-marks)."""
        return _one(self._grown(name, self.growth_rules.read(f"mark {box}")))

    def rewrite(self, name: str, trait: str, text: str) -> Story:
        """A trait changed, with the mark it erases (rule lite-growth-erase)."""
        act = self.growth_rules.read(f"change {trait}")
        if act.trait == "concept":
            raise BadText(trait, "is two words", ("adjective", "role"))
        campaign, note = self._grown(name, act)
        return _one((campaign._written(name, act.trait, text), note))

    def complete_goal(self, name: str, goal: str) -> Story:
        """The Goal completed and a new one chosen (rules lite-turning-point, lite-growth-early)."""
        campaign, note = self._grown(name, growth.COMPLETE_GOAL)
        return _one((campaign._written(name, "goal", goal), note))

    def expose_secret(self, name: str, secret: str) -> Story:
        """The Secret exposed and a new one given (rules lite-turning-point, lite-growth-early)."""
        campaign, note = self._grown(name, growth.EXPOSE_SECRET)
        return _one((campaign._written(name, "secret", secret), note))

    def turn(self, name: str, wanted: TurningPoint) -> Story:
        """The Turning Point completed (rule lite-turning-point)."""
        member = self.member(name)
        wanted = _checked_texts(wanted, self._place(name) + 1)
        try:
            change = self.growth_rules.step(member.cycle, growth.TURN)
            character, cycle = self.growth_rules.turn(member.character, member.cycle, wanted)
        except Refused as error:
            raise _named(error, member) from None
        after = member._replace(character=character).with_cycle(cycle)
        return _one((self._with(name, after), Note(character.name, change.why, change.rule)))

    def new_scene(self) -> Story:
        """A new Scene for everybody (rule lite-scene)."""
        return self._everyone(harm.SCENE, self._replace(scene=self.scene + 1))

    def new_episode(self) -> Story:
        """A new Episode, with its first Scene, for everybody (rule lite-episode)."""
        return self._everyone(harm.EPISODE, self._replace(episode=self.episode + 1, scene=1))

    def _everyone(self, act: harm.Act, campaign: Campaign) -> Story:
        if campaign.scene > COUNT_LIMIT or campaign.episode > COUNT_LIMIT:
            raise BadText(None, "The campaign has as many as it can count", (f"at most {COUNT_LIMIT}",))
        notes = []
        for member in campaign.members:
            campaign, note = campaign._harmed(member.character.name, act)
            notes.append(note)
        return Story(campaign, tuple(notes))

    def _harmed(self, name: str, act: harm.Act, helper: Track | None = None) -> tuple[Campaign, Note]:
        member = self.member(name)
        try:
            change = self.harm_rules.step(member.track, act, helper)
        except Refused as error:
            raise _named(error, member) from None
        return self._with(name, member.with_track(change.track)), Note(member.character.name, change.why, change.rule)

    def _grown(self, name: str, act: growth.Act) -> tuple[Campaign, Note]:
        member = self.member(name)
        try:
            change = self.growth_rules.step(member.cycle, act)
        except Refused as error:
            raise _named(error, member) from None
        return self._with(name, member.with_cycle(change.cycle)), Note(member.character.name, change.why, change.rule)

    def _written(self, name: str, trait: str, text: str) -> Campaign:
        member = self.member(name)
        written = _checked_text(trait, text)
        return self._with(name, member._replace(character=_with_text(member.character, trait, written)))

    # Plain data

    def plain(self) -> dict[str, Any]:
        """The campaign as plain data, which :func:`read_campaign` reads back."""
        data: dict[str, Any] = {"format": f"{FORMAT}/{VERSION}", "title": self.title, **dict(self.notes)}
        data |= {"episode": self.episode, "scene": self.scene, "options": self.options._asdict()}
        data["character"] = [_plain_member(member) for member in self.members]
        data["resolution"] = [_plain_entry(entry) for entry in self.log]
        return data


class Story(NamedTuple):
    """A campaign after something happened, and what happened."""

    campaign: Campaign
    notes: tuple[Note, ...]


def begin(title: str, characters: Sequence[Character], options: Options = AS_RULED) -> Campaign:
    """A new campaign for a party; :class:`~aces.faults.BadFile` if two share a name."""
    campaign = Campaign(title, tuple(Member(character) for character in characters), options=options)
    return read_campaign(campaign.plain(), "the new campaign")


# Reading

_MEMBER = Table(
    CHARACTER_FIELDS
    | {
        "used": Field(
            Rows(Choice(tuple(rank.text for rank in ITEM_RANKS)), 0, len(ITEM_RANKS), once=True),
            (),
            note="The items used in this Scene.",
        ),
        "earned": Field(
            Choice(("", *OUTCOMES, "given")), "", note="The last outcome, while a mark may still be given for it."
        ),
        "goal_completed": Field(Flag(), False, note="Whether step 1 of the Turning Point is done."),
        "secret_exposed": Field(Flag(), False, note="Whether step 2 of it is done."),
        "concept_changed": Field(
            Choice(("", "adjective", "role")), "", note="Which half of the Concept it has changed."
        ),
    }
)

RESULT = Table(
    {
        "who": Field(Text(LINE_LIMIT), "", required=True, note="The character, by name."),
        "outcome": Field(
            Choice((*OUTCOMES, *duel.ENDS)),
            "",
            required=True,
            note="Their outcome; the last three are those of a duel.",
        ),
        "armor": Field(Flag(), False, note="Whether Plot Armor was spent for it."),
        "item": Field(Choice(("", *(rank.text for rank in ITEM_RANKS))), "", note="The item used in it."),
    }
)
"""What a Resolution came to for one character."""

_ENTRY = Table(
    {
        "episode": Field(Whole(1, COUNT_LIMIT), 1, required=True, note="The Episode it happened in."),
        "scene": Field(Whole(1, COUNT_LIMIT), 1, required=True, note="The Scene of it."),
        "results": Field(
            Rows(RESULT, 1, MEMBER_LIMIT), (), required=True, note="What it came to, one table for each character."
        ),
        "record": Field(Text(LONGEST_TEXT, lines=True, empty=True), "", note="The text record of it, if one was kept."),
    }
)

CAMPAIGN = Table(
    {
        "format": Field(Choice((f"{FORMAT}/{VERSION}",)), required=True, note=FORMAT_NOTE),
        **NOTE_FIELDS,
        "title": Field(Text(LINE_LIMIT), "", required=True, note="What the campaign is called."),
        "episode": Field(Whole(1, COUNT_LIMIT), 1, note="The Episode that is being played."),
        "scene": Field(Whole(1, COUNT_LIMIT), 1, note="The Scene of it."),
        "options": Field(
            Table(
                {
                    "scene_items": Field(
                        Choice(("each", "one")), "each", note="How many of the two items a Scene allows."
                    ),
                    "extremes": Field(
                        Choice(("count", "apart")),
                        "count",
                        note="Whether a Critical and a Catastrophe count as a Success and a Failure for Growth.",
                    ),
                    "loser_hp": Field(Whole(0, 1), 0, note="How much HP losing a duel costs."),
                }
            ),
            AS_RULED._asdict(),
            note="The readings of the rules that this campaign has chosen.",
        ),
        "character": Field(Rows(_MEMBER, 1, MEMBER_LIMIT), (), required=True, note="The party, one table for each."),
        "resolution": Field(
            Rows(_ENTRY, 0, LOG_LIMIT), (), note="What has happened, one table for each Resolution or duel."
        ),
    }
)
"""A campaign file."""


def _from_party(data: Mapping[str, object]) -> dict[str, object]:
    """A file of characters as the campaign it begins."""
    return {"title": "A new campaign", **data, "format": f"{FORMAT}/1"}


MIGRATIONS: dict[str, Migration] = {
    "aces-party/1": _from_party,
}
"""Older formats and the step from each to the next; reading follows them to the newest."""


def migrate(data: object, steps: Mapping[str, Migration] = MIGRATIONS) -> object:
    """Plain data of an older format, brought to the newest; other data as it is."""
    seen = set()
    while isinstance(data, Mapping) and isinstance(data.get("format"), str) and data["format"] in steps:
        if data["format"] in seen:
            break
        seen.add(data["format"])
        data = steps[data["format"]](data)
    return data


def read_campaign(data: object, source: str) -> Campaign:
    """The campaign of plain data, as TOML or JSON gives it. ``source`` names it in errors.

    Older formats are brought up to date; a newer one is refused. Raises
    :class:`~aces.faults.BadFile` with every fault and its path.
    """
    data = migrate(data)
    check = Checker(source)
    check.format(data, FORMAT, VERSION)
    given = CAMPAIGN.read(check, data, "")
    members = tuple(_member(check, row, at("character", place)) for place, row in enumerate(given["character"], 1))
    check.distinct(
        (at(at("character", place), "name"), member.character.name) for place, member in enumerate(members, 1)
    )
    log = tuple(
        _entry(check, row, at("resolution", place), members) for place, row in enumerate(given["resolution"], 1)
    )
    check.done()
    return Campaign(
        title=given["title"],
        members=members,
        episode=given["episode"],
        scene=given["scene"],
        log=log,
        options=Options(**given["options"]),
        notes=tuple((key, given[key]) for key in NOTE_FIELDS if key != "title" and given[key]),
    )


def _member(check: Checker, given: Mapping[str, Any], path: str) -> Member:
    member = Member(
        character=character_of(check, given, path),
        used=tuple(rank for rank in ITEM_RANKS if rank.text in given["used"]),
        **{key: given[key] for key in ("earned", "goal_completed", "secret_exposed", "concept_changed")},
    )
    if len(member.character.marks) < len(BOXES):
        for key in ("goal_completed", "secret_exposed", "concept_changed"):
            if given[key]:
                check.fault(at(path, key), f"belongs to a Turning Point, which needs {len(BOXES)} marks")
    return member


def _entry(check: Checker, given: Mapping[str, Any], path: str, members: Sequence[Member]) -> Entry:
    results = []
    known = {_key(member.character.name): member.character.name for member in members}
    for place, row in enumerate(given["results"], 1):
        where = at(at(path, "results"), place)
        who = known.get(_key(row["who"]), "")
        if not who and row["who"]:
            meant = nearest(row["who"], list(known.values()))
            hint = f"; did you mean {meant}?" if meant else ""
            check.fault(at(where, "who"), f"{row['who'][:40]!r} is not in this party{hint}")
        item = Rank.read(row["item"]) if row["item"] else None
        results.append(Result(who, row["outcome"], row["armor"], item))
    check.distinct((at(at(at(path, "results"), n), "who"), result.who) for n, result in enumerate(results, 1))
    outcomes = [result.outcome for result in results]
    if any(outcome in duel.ENDS for outcome in outcomes) and not _one_duel(outcomes):
        check.fault(
            at(path, "results"), f"{' and '.join(outcomes)} do not go together; a duel is {' or '.join(_DUELS)}"
        )
    if given["record"]:
        try:
            read_record(given["record"])
        except BadRecord as error:
            check.fault(at(path, "record"), str(error))
    return Entry(given["episode"], given["scene"], tuple(results), given["record"])


# Details


_LESSONS: Mapping[Said, Outcome | None] = dict((*zip(OUTCOMES, OUTCOMES, strict=True), *duel.LESSONS.items()))
"""What every result counts for in Growth."""

_RESOLUTIONS, _DUEL = (Resolution.game, GroupResolution.game), (Duel.game,)
"""The games whose records tell of a Resolution, and of a duel."""

_DUELS = ("won and lost", "tie and tie")


def _one_duel(ends: Sequence[Said]) -> bool:
    """Whether these can be what one duel comes to, for one or both of the two."""
    return len(ends) < 2 or list(ends) in [list(both) for both in duel.OTHER_END.items()]


class _Seat(NamedTuple):
    """What a record tells of one seat."""

    outcome: Said
    stat: int
    affinity: Suit
    used: tuple[Rank, ...]


def _seats(text: str, games: Sequence[str]) -> list[_Seat]:
    """What the record of a game that is over tells of each of its players, in the order of the seats."""
    match = read_record(text)
    rules, state = match.rules, match.state
    if rules.game not in games:
        raise BadText(rules.game, "is another game", tuple(games))
    if not match.over:
        raise BadText(None, "The record's game is still open", ("a finished Resolution",))
    if isinstance(rules, Resolution):
        return [_seat(rules, state)]
    if isinstance(rules, GroupResolution):
        return [_seat(own, table) for own, table in zip(rules.rules, state.tables, strict=True)]
    assert isinstance(rules, Duel)
    verdict = rules.verdict(state)
    return [
        _Seat(
            verdict.ended(seat),
            member.stat,
            member.affinity,
            tuple(used.rank for hand in state.hands if (used := hand.sides[seat - 1].used)),
        )
        for seat, member in enumerate(rules.members, 1)
    ]


def _seat(rules: Resolution, state: State) -> _Seat:
    used = () if state.used is None else (state.used.rank,)
    return _Seat(verdict_of(state).outcome, rules.stat, rules.affinity, used)


def _used(campaign: Campaign, results: Sequence[Result], text: str, games: Sequence[str]) -> list[tuple[Rank, ...]]:
    """The items that a record of these results uses, for each of them. Refuses one that tells of others."""
    seats = _seats(text, games)
    whose: Sequence[Sequence[_Seat]] = [seats]
    if len(results) == 1 and games == _DUEL:  # the other of the two is not of this party
        whose = [[seat] for seat in seats if seat.outcome == results[0].outcome] or [seats[:1]]
    faults = []
    for told in whose:
        fault = _untold(campaign, results, told)
        if fault is None:
            return [seat.used for seat in told]
        faults.append(fault)
    raise faults[0]


def _untold(campaign: Campaign, results: Sequence[Result], seats: Sequence[_Seat]) -> BadText | None:
    """What is said of these results that the record does not tell; None when it tells all of it."""
    if len(results) != len(seats):
        return BadText(
            f"{len(results)} results", "are not what the record tells", (f"{len(seats)}, one for each seat",)
        )
    for result, seat in zip(results, seats, strict=True):
        character = campaign.member(result.who).character
        if result.outcome != seat.outcome:
            return BadText(result.outcome, "is not what the record tells", (seat.outcome,))
        if seat.stat not in character.stats:
            return BadText(str(seat.stat), f"is the record's Stat, and none of {character.name}'s")
        if seat.affinity is not character.affinity:
            return BadText(seat.affinity.word, "is the record's Affinity", (character.affinity.word,))
        last = seat.used[-1] if seat.used else None
        if last is not result.item:
            return BadText(last.text if last else "no item", "is what the record uses")
    return None


def _with_text(character: Character, trait: str, text: str) -> Character:
    changed: dict[str, Any] = {trait: text}
    return character._replace(**changed)


def _checked_text(trait: str, text: str) -> str:
    """A text as the file of a character allows it for a trait."""
    check = Checker(trait)
    read: str = CHARACTER_FIELDS[trait].shape.read(check, text, "")
    if not read:
        check.faults = [Fault("", "is empty")]
    check.done()
    return read


def _checked_texts(wanted: TurningPoint, place: int) -> TurningPoint:
    """What is written at a Turning Point, as the campaign's file allows it; empty texts stay empty."""
    check = Checker("the campaign")
    texts = {key: getattr(wanted, key) for key in ("goal", "secret", "flaw", "adjective", "role")}
    checked: dict[str, Any] = {
        key: CHARACTER_FIELDS[key].shape.read(check, text, at(at("character", place), key))
        for key, text in texts.items()
        if text.strip()
    }
    check.done()
    return wanted._replace(**checked)


def _named(error: Refused, member: Member) -> Refused:
    refusal: Refusal = error.refusal
    return Refused(refusal._replace(tried=f"{member.character.name}, {refusal.tried}"))


def _one(made: tuple[Campaign, Note]) -> Story:
    return Story(made[0], (made[1],))


def _key(name: str) -> str:
    return " ".join(name.casefold().split())


def _plain_member(member: Member) -> dict[str, Any]:
    extra = {
        "used": [rank.text for rank in member.used],
        "earned": member.earned,
        "goal_completed": member.goal_completed,
        "secret_exposed": member.secret_exposed,
        "concept_changed": member.concept_changed,
    }
    return member.character.plain() | {key: value for key, value in extra.items() if value}


def _plain_entry(entry: Entry) -> dict[str, Any]:
    results = [
        {"who": result.who, "outcome": result.outcome}
        | ({"armor": True} if result.armor else {})
        | ({"item": result.item.text} if result.item else {})
        for result in entry.results
    ]
    data: dict[str, Any] = {"episode": entry.episode, "scene": entry.scene, "results": results}
    return data | ({"record": entry.record} if entry.record else {})
