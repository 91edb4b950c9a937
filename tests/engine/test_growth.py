"""Growth: what earns a mark, what erases one, and the four steps of the Turning Point."""

from __future__ import annotations

import doctest

import pytest
from hypothesis import given
from hypothesis import strategies as st

import aces.lite.growth
from aces.lite.character import BOXES, Box, Stat, check_build, example_party
from aces.lite.growth import TIE, TRAITS, Act, Cycle, Growth, TurningPoint
from aces.lite.ids import RULES
from aces.lite.outcome import OUTCOMES
from aces.rules import BadText, Refused

ALL = BOXES
FULL = Cycle(marks=ALL, earned="given")
READY = FULL._replace(goal_completed=True, secret_exposed=True)

acts = st.builds(
    Act,
    st.sampled_from(["resolution", "mark", "change", "complete goal", "expose secret", "turn"]),
    st.sampled_from([*OUTCOMES, None]),
    st.sampled_from(BOXES),
    st.sampled_from(TRAITS),
)


ONE_HALF = "A Turning Point changes the Adjective or the Role, not both. Allowed: a new Adjective, a new Role."


def after(cycle: Cycle, *texts: str, growth: Growth = Growth()) -> Cycle:  # noqa: B008
    for text in texts:
        cycle = growth.step(cycle, growth.read(text)).cycle
    return cycle


def marked(cycle: Cycle, *texts: str) -> str:
    return " ".join(box.value for box in after(cycle, *texts).marks)


def refused(cycle: Cycle, text: str, growth: Growth = Growth()) -> tuple[str, str]:  # noqa: B008
    with pytest.raises(Refused) as caught:
        growth.step(cycle, growth.read(text))
    return caught.value.refusal.rule, caught.value.refusal.reason


def test_doctests() -> None:
    assert doctest.testmod(aces.lite.growth).failed == 0


@pytest.mark.parametrize("outcome", [*OUTCOMES, TIE])
@pytest.mark.parametrize("box", BOXES)
def test_what_earns_a_mark(outcome: str, box: Box) -> None:
    """Rule lite-growth-marks, duels included: a tie earns nothing, a Critical and a Catastrophe count."""
    success, failure = (Box.CONCEPT, Box.GOAL), (Box.FLAW, Box.SECRET)
    earns = {"critical": success, "success": success, "failure": failure, "catastrophe": failure, TIE: ()}
    cycle = after(Cycle(), f"resolution {outcome}")
    if box in earns[outcome]:
        assert after(cycle, f"mark {box.value}").marks == (box,)
    else:
        assert refused(cycle, f"mark {box.value}")[0] == ("lite-growth" if outcome == TIE else "lite-growth-marks")


@pytest.mark.parametrize(("outcome", "box"), [("critical", "goal"), ("catastrophe", "flaw")])
def test_extremes_may_stand_apart(outcome: str, box: str) -> None:
    """Rule lite-growth-marks, option extremes."""
    apart = Growth("apart")
    cycle = after(Cycle(), f"resolution {outcome}", growth=apart)
    rule, why = refused(cycle, f"mark {box}", apart)
    assert (rule, why) == ("lite-growth-marks", f"A {outcome.capitalize()} is neither a Success nor a Failure here.")
    assert after(Cycle(), "resolution success", "mark goal", growth=apart).marks == (Box.GOAL,)
    assert after(Cycle(), "resolution failure", "mark flaw", growth=apart).marks == (Box.FLAW,)
    with pytest.raises(BadText) as caught:
        Growth("never")  # type: ignore[arg-type]
    assert str(caught.value) == "'never' does not say what a Critical counts for. Allowed: count, apart"


def test_a_mark_comes_after_a_resolution_and_one_each() -> None:
    """Rule lite-growth."""
    assert refused(Cycle(), "mark goal") == ("lite-growth", "A mark comes after a Resolution.")
    once = after(Cycle(), "resolution success", "mark goal")
    assert refused(once, "mark concept")[1] == "The mark of this Resolution is given: one each."
    assert marked(once, "resolution success", "mark concept") == "concept goal"


def test_the_last_resolution_counts() -> None:
    """Rule lite-growth-marks: a Success that earned no mark is gone with the next Resolution."""
    cycle = after(Cycle(), "resolution success", "resolution failure")
    assert refused(cycle, "mark goal")[0] == "lite-growth-marks"
    assert marked(cycle, "mark flaw") == "flaw"


def test_each_box_once_in_a_cycle() -> None:
    """Rule lite-growth."""
    cycle = after(Cycle(), "resolution success", "mark goal", "resolution success")
    assert refused(cycle, "mark goal") == ("lite-growth", "Goal is marked already in this cycle.")


@pytest.mark.parametrize("trait", TRAITS)
def test_changing_a_trait_erases_its_mark(trait: str) -> None:
    """Rule lite-growth-erase: Adjective and Role are the Concept; an unmarked trait changes freely."""
    box = Box.CONCEPT if trait in ("adjective", "role") else Box(trait)
    assert after(Cycle(), f"change {trait}") == Cycle()
    assert after(Cycle(marks=(box,)), f"change {trait}").marks == ()
    assert box not in after(FULL, f"change {trait}").marks
    assert len(after(FULL, f"change {trait}").marks) == 3


def test_an_erased_box_may_be_marked_again() -> None:
    """Rule lite-growth-erase, at four marks too, where it lets Growth go on."""
    assert (
        marked(Cycle(), "resolution success", "mark goal", "change goal", "resolution success", "mark goal") == "goal"
    )
    open_again = after(FULL, "change flaw")
    assert not open_again.paused
    assert after(open_again, "resolution failure", "mark flaw").paused
    assert Growth().step(FULL, Growth().read("change flaw")).why.endswith("its mark erased; Growth goes on.")


def test_a_change_does_not_give_back_the_mark_of_a_resolution() -> None:
    """Rule lite-growth: one mark a Resolution, whatever was erased since."""
    cycle = after(Cycle(), "resolution success", "mark goal", "change goal")
    assert refused(cycle, "mark goal")[1] == "The mark of this Resolution is given: one each."


def test_growth_pauses_at_four() -> None:
    """Rule lite-growth-erase."""
    assert FULL.paused
    rule, why = refused(after(FULL, "resolution success"), "mark goal")
    assert (rule, why) == ("lite-growth-erase", "All four boxes are marked: Growth pauses until the Turning Point.")
    assert "pauses" in Growth().step(FULL, Growth().read("resolution success")).why


def test_too_early_does_not_count() -> None:
    """Rule lite-growth-early: the trait is replaced, and its mark erased."""
    assert after(Cycle(marks=(Box.GOAL, Box.FLAW)), "complete goal").marks == (Box.FLAW,)
    assert after(Cycle(marks=(Box.CONCEPT, Box.SECRET)), "expose secret").marks == (Box.CONCEPT,)
    three = Cycle(marks=(Box.CONCEPT, Box.GOAL, Box.SECRET))
    cycle = after(three, "complete goal", "resolution success", "mark goal", "resolution failure", "mark flaw")
    assert cycle.paused
    assert not cycle.goal_completed
    assert refused(after(cycle, "expose secret"), "turn")[1].startswith("Since the fourth mark the Goal is not")


def test_the_turning_point_needs_its_steps() -> None:
    """Rule lite-turning-point: four marks, the Goal and the Secret, in either order."""
    assert refused(Cycle(), "turn") == (
        "lite-turning-point",
        "Not all four boxes are marked: Concept, Goal, Flaw, Secret are open.",
    )
    assert refused(Cycle(marks=BOXES[:3]), "turn")[1] == "Not all four boxes are marked: Secret is open."
    assert refused(FULL, "turn")[1] == (
        "Since the fourth mark the Goal is not completed and the Secret is not exposed."
    )
    assert "the Secret is not exposed" in refused(after(FULL, "complete goal"), "turn")[1]
    assert "the Goal is not completed" in refused(after(FULL, "expose secret"), "turn")[1]
    one = after(FULL, "complete goal", "expose secret", "turn")
    other = after(FULL, "expose secret", "resolution failure", "complete goal", "turn")
    assert one == other == Cycle(grown=1)
    assert marked(FULL, "complete goal", "complete goal", "expose secret") == "concept goal flaw secret"


def test_the_next_cycle_begins_anew() -> None:
    """Rules lite-turning-point, lite-growth-early: nothing of the old cycle counts in the new one."""
    cycle = after(FULL, "complete goal", "expose secret", "resolution success", "turn")
    assert refused(cycle, "mark goal")[1] == "A mark comes after a Resolution."
    marks = ("resolution success", "mark goal", "resolution success", "mark concept")
    more = ("resolution failure", "mark flaw", "resolution failure", "mark secret")
    again = after(cycle, *marks, *more)
    assert refused(again, "turn")[0] == "lite-turning-point"
    assert after(again, "complete goal", "expose secret", "turn").grown == 2


def test_changes_inside_the_turning_point_erase_nothing() -> None:
    """Rules lite-turning-point, lite-growth-erase: a new Goal and Secret, Flaw, and one half of the Concept."""
    assert after(READY, "change goal", "change secret", "change flaw", "change role", "turn") == Cycle(grown=1)
    half = after(FULL, "complete goal")
    assert half.turning
    assert after(half, "change goal", "change flaw", "change adjective").paused
    rule, why = refused(after(READY, "change adjective"), "change role")
    assert (rule, why) == ("lite-turning-point", "A Turning Point changes the Adjective or the Role, not both.")
    assert after(READY, "change adjective", "change adjective").paused
    assert after(READY, "change adjective", "change goal", "change flaw", "change secret").paused
    assert after(READY, "turn", "change adjective", "change role") == Cycle(grown=1)


def test_a_change_outside_its_steps_breaks_it_off() -> None:
    """Rule lite-growth-erase: a Secret swapped before it was exposed leaves three marks, and the Goal to do again."""
    broken = after(FULL, "complete goal", "change role", "change secret")
    assert broken == FULL._replace(marks=(Box.CONCEPT, Box.GOAL, Box.FLAW))
    left = (Box.CONCEPT, Box.FLAW, Box.SECRET)
    assert after(FULL, "expose secret", "change role", "change goal") == FULL._replace(marks=left)
    again = after(broken, "resolution failure", "mark secret", "expose secret")
    assert "the Goal is not completed" in refused(again, "turn")[1]


def test_the_four_steps_are_told() -> None:
    """Rule lite-turning-point."""
    steps = Growth().steps(after(FULL, "expose secret"))
    assert [tuple(step) for step in steps] == [
        (1, "Complete your Goal", False, False, "Then choose a new one."),
        (2, "Your Flaw exposes your Secret", True, False, "The Secret is lost; give the Dealer a new one."),
        (3, "Change, if it fits", False, True, "A new Flaw, and either a new Adjective or a new Role."),
        (4, "Grow", False, False, "Clear all four marks and add 1 Lucky Point to a Stat."),
    ]
    assert Growth().steps(after(FULL, "complete goal"))[0].done
    assert not any(step.done for step in Growth().steps(Cycle(goal_completed=True, secret_exposed=True)))


def test_a_character_turns() -> None:
    """Rules lite-turning-point, lite-lucky-points: 1 Lucky Point for good, above 4 too."""
    before = example_party()[0]._replace(marks=ALL, stats=(4, 4, 2, 1))
    wanted = TurningPoint(Stat.CUNNING, goal="Get home", secret="It was you", role="Diver")
    now, cycle = Growth().turn(before, READY, wanted)
    assert now.stats == (4, 5, 2, 1)
    assert check_build(now.stats, now.grown) == ()
    assert (now.goal, now.secret, now.flaw) == ("Get home", "It was you", before.flaw)
    assert (now.adjective, now.role, now.marks, now.grown) == (before.adjective, "Diver", (), 1)
    assert cycle == Cycle(grown=1)
    changed, _ = Growth().turn(before, READY, wanted._replace(role="", adjective="Wet", flaw="Proud"))
    assert (changed.adjective, changed.role, changed.flaw) == ("Wet", before.role, "Proud")


@pytest.mark.parametrize(
    ("cycle", "wanted", "why"),
    [
        (
            FULL,
            TurningPoint(Stat.STRANGE, "", ""),
            "Since the fourth mark the Goal is not completed and the Secret is not exposed. "
            "Allowed: complete goal, expose secret.",
        ),
        (
            READY,
            TurningPoint(Stat.STRANGE, " ", "b"),
            "The Goal is complete: choose a new one. Allowed: a new Goal.",
        ),
        (
            READY,
            TurningPoint(Stat.STRANGE, "a", ""),
            "The Secret is lost: give the Dealer a new one. Allowed: a new Secret.",
        ),
        (READY, TurningPoint(Stat.STRANGE, "a", "b", adjective="x", role="y"), ONE_HALF),
        (READY._replace(concept_changed="adjective"), TurningPoint(Stat.STRANGE, "a", "b", role="y"), ONE_HALF),
        (READY._replace(concept_changed="role"), TurningPoint(Stat.STRANGE, "a", "b", adjective="x"), ONE_HALF),
    ],
)
def test_a_character_does_not_turn(cycle: Cycle, wanted: TurningPoint, why: str) -> None:
    """Rule lite-turning-point."""
    with pytest.raises(Refused) as caught:
        Growth().turn(example_party()[0], cycle, wanted)
    assert str(caught.value) == f"turn: {why} [lite-turning-point]"


@pytest.mark.parametrize(
    ("changed", "wanted"),
    [
        ("", TurningPoint(Stat.STRANGE, "a", "b")),
        ("", TurningPoint(Stat.STRANGE, "a", "b", adjective="x")),
        ("", TurningPoint(Stat.STRANGE, "a", "b", role="y")),
        ("adjective", TurningPoint(Stat.STRANGE, "a", "b", adjective="x")),
        ("role", TurningPoint(Stat.STRANGE, "a", "b", role="y")),
    ],
)
def test_one_half_of_the_concept_may_change(changed: str, wanted: TurningPoint) -> None:
    """Rule lite-turning-point."""
    assert Growth().turn_objection(READY._replace(concept_changed=changed), wanted) is None


def test_from_a_card_and_back() -> None:
    character = example_party()[0]._replace(marks=(Box.FLAW,), grown=2)
    cycle = Cycle.of(character)
    assert (cycle.marks, cycle.grown) == ((Box.FLAW,), 2)
    assert Cycle(marks=(Box.GOAL,)).on(character).marks == (Box.GOAL,)


@pytest.mark.parametrize(
    "text", ["", "mark", "mark hope", "resolution", "resolution win", "change name", "complete secret", "turn 2", "nap"]
)
def test_a_text_that_names_nothing(text: str) -> None:
    with pytest.raises(BadText) as caught:
        Growth().read(text)
    if text in ("", "nap"):
        assert str(caught.value) == (
            f"{text!r} is nothing that happens in a Growth cycle. Allowed: resolution OUTCOME, mark BOX, "
            "change TRAIT, complete goal, expose secret, turn"
        )
    if text == "mark hope":
        misspelt = "'gaol' is not a Growth box; did you mean 'goal'? Allowed: concept, goal, flaw, secret"
        with pytest.raises(BadText) as near:
            Growth().read("mark gaol")
        assert str(near.value) == misspelt
        assert str(caught.value) == "'hope' is not a Growth box. Allowed: concept, goal, flaw, secret"
    if text == "change name":
        assert str(caught.value).startswith("'name' is not a trait. Allowed: concept, adjective, role, goal")


@given(told=st.lists(acts, max_size=40), extremes=st.sampled_from(["count", "apart"]))
def test_any_history_keeps_the_laws(told: list[Act], extremes: str) -> None:
    """Rules lite-growth, lite-growth-erase, lite-turning-point: each act is done or refused with its rule."""
    growth, cycle = Growth(extremes), Cycle()  # type: ignore[arg-type]
    for act in (growth.read(act.text) for act in told):
        objection, new = growth.objection(cycle, act), cycle
        assert (act in growth.acts(cycle)) == (objection is None)
        if objection is None:
            change = growth.step(cycle, act)
            new = change.cycle
            assert change.rule in RULES
            assert change.why.endswith(".")
        else:
            assert objection.rule in RULES
            assert objection.reason.endswith(".")
        assert list(new.marks) == [box for box in BOXES if box in new.marks]
        assert len(new.marks) - len(cycle.marks) in {"mark": (0, 1), "turn": (0, -4)}.get(act.verb, (0, -1))
        assert new.grown - cycle.grown == (act.verb == "turn" and objection is None)
        assert new.paused or not (new.goal_completed or new.secret_exposed or new.concept_changed)
        cycle = new


@given(told=st.lists(acts, max_size=12))
def test_acts_are_what_is_allowed_and_read_back(told: list[Act]) -> None:
    growth, cycle = Growth(), Cycle()
    for act in told:
        if growth.objection(cycle, act) is None:
            cycle = growth.step(cycle, act).cycle
    allowed = growth.acts(cycle)
    assert all(growth.objection(cycle, act) is None for act in allowed)
    assert [growth.read(act.text).text for act in allowed] == [act.text for act in allowed]
    assert [growth.step(cycle, growth.read(act.text)) for act in allowed] == [growth.step(cycle, a) for a in allowed]


CYCLES = {
    "fresh": Cycle(),
    "one": Cycle((Box.CONCEPT,), "success"),
    "two": Cycle((Box.CONCEPT, Box.GOAL), "success"),
    "three": Cycle(BOXES[:3], "failure"),
    "given": Cycle((Box.GOAL,), "given"),
    "full": FULL,
    "ready": READY,
    "role changed": READY._replace(concept_changed="role"),
}

SENTENCES = """\
fresh | resolution critical: A Critical, which is a Success here: Concept or Goal may be marked. [lite-growth-marks]
fresh | resolution success: A Success: Concept or Goal may be marked. [lite-growth-marks]
fresh | resolution failure: A Failure: Flaw or Secret may be marked. [lite-growth-marks]
fresh | resolution catastrophe: A Catastrophe, which is a Failure here: Flaw or Secret may be marked. [lite-growth-marks]
fresh | resolution tie: A tie, which earns no mark. [lite-growth-marks]
fresh | mark goal: A mark comes after a Resolution. Allowed: resolution OUTCOME. [lite-growth]
fresh | change goal: The Goal is changed. [lite-growth-erase]
fresh | change adjective: The Adjective is changed. [lite-growth-erase]
fresh | complete goal: The Goal is completed and a new one chosen, too early for a Turning Point. [lite-growth-early]
fresh | expose secret: The Secret is out and lost, too early for a Turning Point. [lite-growth-early]
fresh | turn: Not all four boxes are marked: Concept, Goal, Flaw, Secret are open. Allowed: mark concept, mark goal, mark flaw, mark secret. [lite-turning-point]
two | mark goal: Goal is marked already in this cycle. [lite-growth]
two | mark flaw: A Success marks Concept or Goal. [lite-growth-marks]
two | resolution success: A Success: its two boxes are marked already. [lite-growth-marks]
two | change goal: The Goal is changed, and its mark erased. [lite-growth-erase]
two | change role: The Role is changed, and the Concept's mark erased. [lite-growth-erase]
two | complete goal: The Goal is completed and a new one chosen, too early for a Turning Point, and its mark erased. [lite-growth-early]
one | resolution success: A Success: Goal may be marked. [lite-growth-marks]
one | resolution critical: A Critical, which is a Success here: Goal may be marked. [lite-growth-marks]
one | mark goal: Goal is marked: 2 of 4. [lite-growth]
one | mark flaw: A Success marks Concept or Goal. Allowed: mark goal. [lite-growth-marks]
three | mark secret: Secret is marked, the last of four: Growth pauses until the Turning Point. [lite-growth]
three | mark flaw: Flaw is marked already in this cycle. Allowed: mark secret. [lite-growth]
three | mark concept: Concept is marked already in this cycle. Allowed: mark secret. [lite-growth]
three | turn: Not all four boxes are marked: Secret is open. Allowed: mark secret. [lite-turning-point]
three | expose secret: The Secret is out and lost, too early for a Turning Point. [lite-growth-early]
given | mark concept: The mark of this Resolution is given: one each. Allowed: after the next Resolution. [lite-growth]
full | mark goal: All four boxes are marked: Growth pauses until the Turning Point. [lite-growth-erase]
full | resolution success: A Success, while Growth pauses until the Turning Point. [lite-growth-erase]
full | resolution tie: A tie, while Growth pauses until the Turning Point. [lite-growth-erase]
full | change flaw: The Flaw is changed, and its mark erased; Growth goes on. [lite-growth-erase]
full | complete goal: The Goal is completed and a new one chosen: step 1 of the Turning Point. [lite-turning-point]
full | expose secret: The Secret is out and lost: step 2 of the Turning Point. [lite-turning-point]
full | turn: Since the fourth mark the Goal is not completed and the Secret is not exposed. Allowed: complete goal, expose secret. [lite-turning-point]
ready | change flaw: The Flaw changes as part of the Turning Point. [lite-turning-point]
ready | change adjective: The Adjective changes as part of the Turning Point. [lite-turning-point]
ready | turn: The Turning Point is complete: all marks are cleared, and 1 Lucky Point is added to a Stat. [lite-turning-point]
role changed | change adjective: A Turning Point changes the Adjective or the Role, not both. Allowed: change role. [lite-turning-point]
role changed | change role: The Role changes as part of the Turning Point. [lite-turning-point]
"""  # noqa: E501


@pytest.mark.parametrize("line", SENTENCES.splitlines())
def test_every_sentence(line: str) -> None:
    """Rules lite-growth, lite-growth-marks, lite-growth-erase, lite-growth-early, lite-turning-point."""
    name, told = line.split(" | ")
    growth, cycle, act = Growth(), CYCLES[name], Growth().read(told.split(": ")[0])
    refusal = growth.objection(cycle, act)
    if refusal is not None:
        assert str(refusal) == told
    else:
        change = growth.step(cycle, act)
        assert f"{act.text}: {change.why} [{change.rule}]" == told


def test_sentences_of_the_option() -> None:
    """Rule lite-growth-marks, option extremes."""
    apart = Growth("apart")
    change = apart.step(Cycle(), apart.read("resolution critical"))
    assert (change.rule, change.why) == ("lite-growth-marks", "A Critical, which earns no mark.")


def test_what_may_happen() -> None:
    """Acts in the order in which a page would offer them."""
    always = [
        "resolution critical",
        "resolution success",
        "resolution failure",
        "resolution catastrophe",
        "resolution tie",
    ]
    change = [f"change {trait}" for trait in TRAITS]
    both = ["complete goal", "expose secret"]
    assert [act.text for act in Growth().acts(Cycle())] == [*always, *change, *both]
    assert [act.text for act in Growth().acts(CYCLES["one"])] == [*always, "mark goal", *change, *both]
    assert [act.text for act in Growth().acts(READY)] == [*always, *change, *both, "turn"]


def test_options_compare() -> None:
    assert Growth() == Growth("count") != Growth("apart")
    assert len({Growth(), Growth("count"), Growth("apart")}) == 2
    assert hash(Growth()) != hash(Growth("apart"))
    assert repr(Growth("apart")) == "Growth(extremes='apart')"
