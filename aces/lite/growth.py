"""Chapter 13, Growth: four boxes, what earns a mark, what erases one, and the Turning Point.

A :class:`Cycle` is the back of the Character Card. It changes by :class:`Act`, and
:class:`Growth` says which acts are allowed, why others are not, and what they do.

>>> growth, cycle = Growth(), Cycle()
>>> for text in ("resolution critical", "mark goal", "change goal"):
...     change = growth.step(cycle, growth.read(text))
...     cycle = change.cycle
...     print(change.why)
A Critical, which is a Success here: Concept or Goal may be marked.
Goal is marked: 1 of 4.
The Goal is changed, and its mark erased.
>>> print(growth.objection(cycle, growth.read("mark flaw")))
mark flaw: The mark of this Resolution is given: one each. Allowed: after the next Resolution. [lite-growth]
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal, NamedTuple

from ..rules import BadText, Refusal, Refused
from .character import BOXES, STATS, Box, Character, Stat, Stats
from .harm import read_outcome, unknown
from .outcome import OUTCOMES, Outcome

Verb = Literal["resolution", "mark", "change", "complete goal", "expose secret", "turn"]
Trait = Literal["concept", "adjective", "role", "goal", "flaw", "secret"]
Extremes = Literal["count", "apart"]
Lesson = Literal["success", "failure"]
Earned = Literal["", "success", "failure", "critical", "catastrophe", "given"]

TRAITS: tuple[Trait, ...] = ("concept", "adjective", "role", "goal", "flaw", "secret")
"""What can change about a character; Adjective and Role are the two halves of the Concept."""

EARNS: dict[Lesson, tuple[Box, Box]] = {
    "success": (Box.CONCEPT, Box.GOAL),
    "failure": (Box.FLAW, Box.SECRET),
}
"""The boxes that a Success or a Failure may mark (rule lite-growth-marks)."""


class Cycle(NamedTuple):
    """Where a character stands in their Growth cycle. Immutable.

    ``earned`` is the outcome of the last Resolution while its mark may still be given, ``given``
    once it was. ``goal_completed`` and ``secret_exposed`` count only with four marks;
    ``concept_changed`` is the half of the Concept that this Turning Point changed. ``grown``
    counts the Lucky Points of all Turning Points.
    """

    marks: tuple[Box, ...] = ()
    earned: Earned = ""
    goal_completed: bool = False
    secret_exposed: bool = False
    concept_changed: str = ""
    grown: int = 0

    @property
    def paused(self) -> bool:
        """Whether all four boxes are marked, so that a Turning Point is due (rule lite-growth-erase)."""
        return len(self.marks) == len(BOXES)

    @property
    def turning(self) -> bool:
        """Whether a Turning Point is under way: due, and its Goal or its Secret done."""
        return self.paused and (self.goal_completed or self.secret_exposed)

    @staticmethod
    def of(character: Character) -> Cycle:
        """The cycle of a character as their card has it."""
        return Cycle(marks=character.marks, grown=character.grown)

    def on(self, character: Character) -> Character:
        """The character with these marks on the card."""
        return character._replace(marks=self.marks)


class Act(NamedTuple):
    """What happens in a cycle: a ``resolution`` with its ``outcome`` (None: a tied duel), a
    ``mark`` in a ``box``, a ``change`` of a ``trait``, the Goal completed, the Secret exposed
    (both with a new one in its place), or the ``turn`` that ends the Turning Point."""

    verb: Verb
    outcome: Outcome | None = None
    box: Box = Box.CONCEPT
    trait: Trait = "concept"

    @property
    def text(self) -> str:
        """The act as a campaign writes it, which :meth:`Growth.read` reads back."""
        match self.verb:
            case "resolution":
                return f"resolution {self.outcome or TIE}"
            case "mark":
                return f"mark {self.box.value}"
            case "change":
                return f"change {self.trait}"
        return self.verb


TIE = "tie"
"""What the text of an act says of a duel that nobody won: it earns no mark."""

COMPLETE_GOAL, EXPOSE_SECRET, TURN = Act("complete goal"), Act("expose secret"), Act("turn")

_ACTS: tuple[Act, ...] = (
    *(Act("resolution", outcome) for outcome in (*OUTCOMES, None)),
    *(Act("mark", box=box) for box in BOXES),
    *(Act("change", trait=trait) for trait in TRAITS),
    COMPLETE_GOAL,
    EXPOSE_SECRET,
    TURN,
)

_FORMS = ("resolution OUTCOME", "mark BOX", "change TRAIT", "complete goal", "expose secret", "turn")


class Change(NamedTuple):
    """What an act made: the new cycle, and what happened in a sentence, with its rule."""

    cycle: Cycle
    rule: str
    why: str


class TurnStep(NamedTuple):
    """One of the four steps of a Turning Point: its title, whether it is done, and what it asks."""

    number: int
    title: str
    done: bool
    optional: bool
    why: str


class TurningPoint(NamedTuple):
    """What a player writes at a Turning Point: the Stat that grows, the new Goal and Secret, and,
    if it fits, a new Flaw and a new Adjective or a new Role."""

    stat: Stat
    goal: str
    secret: str
    flaw: str = ""
    adjective: str = ""
    role: str = ""


_ONE_HALF = "A Turning Point changes the Adjective or the Role, not both."


class Growth:
    """The rules of Growth, with their option. Immutable.

    ``extremes``: a Critical and a Catastrophe ``count`` as a Success and a Failure, or stand
    ``apart`` and earn no mark (rule lite-growth-marks).
    """

    __slots__ = ("extremes",)

    def __init__(self, extremes: Extremes = "count") -> None:
        if extremes not in ("count", "apart"):
            raise BadText(extremes, "does not say what a Critical counts for", ("count", "apart"))
        self.extremes = extremes

    def __repr__(self) -> str:
        return f"Growth(extremes={self.extremes!r})"

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Growth) and self.extremes == other.extremes

    def __hash__(self) -> int:
        return hash(self.extremes)

    def lesson(self, outcome: Outcome | None) -> Lesson | None:
        """What an outcome counts for: a Success, a Failure, or neither (rule lite-growth-marks)."""
        if outcome == "success" or (outcome == "critical" and self.extremes == "count"):
            return "success"
        if outcome == "failure" or (outcome == "catastrophe" and self.extremes == "count"):
            return "failure"
        return None

    def acts(self, cycle: Cycle) -> tuple[Act, ...]:
        """What may happen now: every act that nothing objects to."""
        return tuple(act for act in _ACTS if self.objection(cycle, act) is None)

    def steps(self, cycle: Cycle) -> tuple[TurnStep, ...]:
        """The four steps of the Turning Point and how far they are (rule lite-turning-point)."""
        ready = cycle.paused
        return (
            TurnStep(1, "Complete your Goal", ready and cycle.goal_completed, False, "Then choose a new one."),
            TurnStep(
                2,
                "Your Flaw exposes your Secret",
                ready and cycle.secret_exposed,
                False,
                "The Secret is lost; give the Dealer a new one.",
            ),
            TurnStep(3, "Change, if it fits", False, True, "A new Flaw, and either a new Adjective or a new Role."),
            TurnStep(4, "Grow", False, False, "Clear all four marks and add 1 Lucky Point to a Stat."),
        )

    def objection(self, cycle: Cycle, act: Act) -> Refusal | None:
        """Why an act is not allowed, with the rule that forbids it; None when it is."""
        reason = self._reason(cycle, act)
        if reason is None:
            return None
        rule, why, allowed = reason
        return Refusal(act.text, rule, why, allowed)

    def _reason(self, cycle: Cycle, act: Act) -> tuple[str, str, tuple[str, ...]] | None:
        if act.verb == "mark":
            return self._no_mark(cycle, act.box)
        if act.verb == "turn":
            return _no_turn(cycle)
        half = act.verb == "change" and act.trait in ("adjective", "role")
        if half and cycle.turning and cycle.concept_changed not in ("", act.trait):
            return "lite-turning-point", _ONE_HALF, (f"change {cycle.concept_changed}",)
        return None

    def _no_mark(self, cycle: Cycle, box: Box) -> tuple[str, str, tuple[str, ...]] | None:
        if cycle.paused:
            return "lite-growth-erase", "All four boxes are marked: Growth pauses until the Turning Point.", ()
        if cycle.earned == "given":
            return "lite-growth", "The mark of this Resolution is given: one each.", ("after the next Resolution",)
        earned = cycle.earned
        lesson = self.lesson(earned or None)
        earns = EARNS[lesson] if lesson else ()
        allowed = tuple(f"mark {other.value}" for other in earns if other not in cycle.marks)
        if box in cycle.marks:
            return "lite-growth", f"{box.title} is marked already in this cycle.", allowed
        if not earned:
            return "lite-growth", "A mark comes after a Resolution.", ("resolution OUTCOME",)
        if lesson is None:
            return "lite-growth-marks", f"A {earned.capitalize()} is neither a Success nor a Failure here.", ()
        if box not in earns:
            return "lite-growth-marks", f"A {lesson.capitalize()} marks {_or(EARNS[lesson])}.", allowed
        return None

    def step(self, cycle: Cycle, act: Act) -> Change:
        """What an act does; :class:`~aces.rules.Refused` when :meth:`objection` has a reason."""
        refusal = self.objection(cycle, act)
        if refusal is not None:
            raise Refused(refusal)
        match act.verb:
            case "resolution":
                return self._resolution(cycle, act.outcome)
            case "mark":
                marks = _ordered((*cycle.marks, act.box))
                why = f"{act.box.title} is marked: {len(marks)} of {len(BOXES)}."
                if len(marks) == len(BOXES):
                    why = f"{act.box.title} is marked, the last of four: Growth pauses until the Turning Point."
                return Change(cycle._replace(marks=marks, earned="given"), "lite-growth", why)
            case "change":
                return _change(cycle, act.trait)
            case "complete goal":
                return _early_or_step(cycle, Box.GOAL)
            case "expose secret":
                return _early_or_step(cycle, Box.SECRET)
            case "turn":
                why = "The Turning Point is complete: all marks are cleared, and 1 Lucky Point is added to a Stat."
                return Change(Cycle(grown=cycle.grown + 1), "lite-turning-point", why)

    def _resolution(self, cycle: Cycle, outcome: Outcome | None) -> Change:
        after = cycle._replace(earned=outcome or "")
        name = f"A {outcome.capitalize()}" if outcome else "A tie"
        if cycle.paused:
            why = f"{name}, while Growth pauses until the Turning Point."
            return Change(after, "lite-growth-erase", why)
        lesson = self.lesson(outcome)
        if lesson is None:
            return Change(after, "lite-growth-marks", f"{name}, which earns no mark.")
        same = "" if lesson == outcome else f", which is a {lesson.capitalize()} here"
        free = [box for box in EARNS[lesson] if box not in cycle.marks]
        may = f"{_or(free)} may be marked" if free else "its two boxes are marked already"
        return Change(after, "lite-growth-marks", f"{name}{same}: {may}.")

    def turn(self, character: Character, cycle: Cycle, wanted: TurningPoint) -> tuple[Character, Cycle]:
        """The character after a Turning Point, and their next cycle (rule lite-turning-point).

        The Stat may pass the cap of creation. Raises :class:`~aces.rules.Refused` as
        :meth:`turn_objection` says.
        """
        refusal = self.turn_objection(cycle, wanted)
        if refusal is not None:
            raise Refused(refusal)
        after = self.step(cycle, TURN).cycle
        one, two, three, four = (
            value + (stat is wanted.stat) for stat, value in zip(STATS, character.stats, strict=True)
        )
        stats: Stats = (one, two, three, four)
        return character._replace(
            stats=stats,
            goal=wanted.goal,
            secret=wanted.secret,
            flaw=wanted.flaw or character.flaw,
            adjective=wanted.adjective or character.adjective,
            role=wanted.role or character.role,
            marks=(),
            grown=character.grown + 1,
        ), after

    def turn_objection(self, cycle: Cycle, wanted: TurningPoint) -> Refusal | None:
        """Why this Turning Point cannot be completed so; None when it can."""
        reason = _no_turn(cycle)
        if reason is None:
            if not wanted.goal.strip():
                reason = "lite-turning-point", "The Goal is complete: choose a new one.", ("a new Goal",)
            elif not wanted.secret.strip():
                reason = "lite-turning-point", "The Secret is lost: give the Dealer a new one.", ("a new Secret",)
            elif (wanted.adjective or cycle.concept_changed == "adjective") and (
                wanted.role or cycle.concept_changed == "role"
            ):
                reason = "lite-turning-point", _ONE_HALF, ("a new Adjective", "a new Role")
        return None if reason is None else Refusal(TURN.text, *reason)

    def read(self, text: str) -> Act:
        """The act that a text names; :class:`~aces.rules.BadText` when it names none."""
        words = text.strip().lower().split()
        match words:
            case ["resolution", word]:
                return Act("resolution", None if word == TIE else read_outcome(word))
            case ["mark", word]:
                return Act("mark", box=_box(word))
            case ["change", word]:
                return Act("change", trait=_trait(word))
            case ["complete", "goal"]:
                return COMPLETE_GOAL
            case ["expose", "secret"]:
                return EXPOSE_SECRET
            case ["turn"]:
                return TURN
        raise BadText(text, "is nothing that happens in a Growth cycle", _FORMS)


def _no_turn(cycle: Cycle) -> tuple[str, str, tuple[str, ...]] | None:
    if not cycle.paused:
        unmarked = [box.title for box in BOXES if box not in cycle.marks]
        why = f"Not all four boxes are marked: {', '.join(unmarked)} {'is' if len(unmarked) == 1 else 'are'} open."
        return "lite-turning-point", why, tuple(f"mark {title.lower()}" for title in unmarked)
    owed = []
    if not cycle.goal_completed:
        owed.append(COMPLETE_GOAL.text)
    if not cycle.secret_exposed:
        owed.append(EXPOSE_SECRET.text)
    if not owed:
        return None
    missing = {
        COMPLETE_GOAL.text: "the Goal is not completed",
        EXPOSE_SECRET.text: "the Secret is not exposed",
    }
    why = f"Since the fourth mark {' and '.join(missing[text] for text in owed)}."
    return "lite-turning-point", why, tuple(owed)


def _change(cycle: Cycle, trait: Trait) -> Change:
    box = Box.CONCEPT if trait in ("adjective", "role") else Box(trait)
    title = trait.capitalize()
    allowed = {
        Box.GOAL: cycle.goal_completed,
        Box.SECRET: cycle.secret_exposed,
        Box.FLAW: True,
        Box.CONCEPT: True,
    }
    if cycle.turning and allowed[box]:
        if box is Box.CONCEPT:
            cycle = cycle._replace(concept_changed=cycle.concept_changed or trait)
        return Change(cycle, "lite-turning-point", f"The {title} changes as part of the Turning Point.")
    whose = "its" if title == box.title else f"the {box.title}'s"
    return Change(_erased(cycle, box), "lite-growth-erase", f"The {title} is changed{_gone(cycle, box, whose)}.")


def _early_or_step(cycle: Cycle, box: Box) -> Change:
    done = "The Goal is completed and a new one chosen" if box is Box.GOAL else "The Secret is out and lost"
    if cycle.paused:
        after = cycle._replace(
            goal_completed=cycle.goal_completed or box is Box.GOAL,
            secret_exposed=cycle.secret_exposed or box is Box.SECRET,
        )
        return Change(after, "lite-turning-point", f"{done}: step {1 if box is Box.GOAL else 2} of the Turning Point.")
    why = f"{done}, too early for a Turning Point{_gone(cycle, box)}."
    return Change(_erased(cycle, box), "lite-growth-early", why)


def _erased(cycle: Cycle, box: Box) -> Cycle:
    """The cycle without a mark; a Turning Point that was under way is off."""
    if box not in cycle.marks:
        return cycle
    return cycle._replace(
        marks=tuple(other for other in cycle.marks if other is not box),
        goal_completed=False,
        secret_exposed=False,
        concept_changed="",
    )


def _gone(cycle: Cycle, box: Box, whose: str = "its") -> str:
    if box not in cycle.marks:
        return ""
    return f", and {whose} mark erased" + ("; Growth goes on" if cycle.paused else "")


def _or(boxes: Sequence[Box]) -> str:
    return " or ".join(box.title for box in boxes)


def _ordered(marks: tuple[Box, ...]) -> tuple[Box, ...]:
    return tuple(box for box in BOXES if box in marks)


def _box(word: str) -> Box:
    for box in BOXES:
        if word == box.value:
            return box
    raise unknown(word, "a Growth box", tuple(box.value for box in BOXES))


def _trait(word: str) -> Trait:
    for trait in TRAITS:
        if word == trait:
            return trait
    raise unknown(word, "a trait", TRAITS)
