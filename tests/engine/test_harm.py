"""HP, Plot Armor, items in a Scene, and help: what each act does and why others are refused."""

from __future__ import annotations

import doctest

import pytest
from hypothesis import given
from hypothesis import strategies as st

import aces.lite.harm
from aces.cards import Card, Rank, Suit
from aces.lite.character import example_party
from aces.lite.harm import EPISODE, SCENE, Act, Change, Harm, Track, checked, cost, may_act, ready_ranks
from aces.lite.ids import RULES
from aces.lite.outcome import OUTCOMES
from aces.rules import BadText, Refused

tracks = st.builds(
    Track,
    st.integers(0, 3),
    st.integers(0, 2),
    st.sampled_from([(), (Rank.SEVEN,), (Rank.JACK,), (Rank.SEVEN, Rank.JACK)]),
)
rules = st.builds(Harm, st.sampled_from(["each", "one"]))
acts = st.builds(
    Act,
    st.sampled_from(["outcome", "use", "help", "scene", "episode", "regain"]),
    st.sampled_from(OUTCOMES),
    st.booleans(),
    st.sampled_from([Rank.SEVEN, Rank.JACK, Rank.ACE]),
    st.booleans(),
    st.integers(0, 9),
)
ALL = Track(used=(Rank.SEVEN, Rank.JACK))


def after(track: Track, *texts: str, harm: Harm = Harm()) -> Track:  # noqa: B008
    for text in texts:
        track = harm.step(track, harm.read(text)).track
    return track


def refused(track: Track, text: str, harm: Harm = Harm(), **more: Track) -> tuple[str, str]:  # noqa: B008
    with pytest.raises(Refused) as caught:
        harm.step(track, harm.read(text), **more)
    return caught.value.refusal.rule, caught.value.refusal.reason


def test_doctests() -> None:
    assert doctest.testmod(aces.lite.harm).failed == 0


@pytest.mark.parametrize(
    ("outcome", "hp", "rule"),
    [
        ("critical", 3, "lite-harm"),
        ("success", 3, "lite-harm"),
        ("failure", 2, "lite-harm"),
        ("catastrophe", 2, "lite-harm"),
    ],
)
def test_what_an_outcome_costs(outcome: str, hp: int, rule: str) -> None:
    """Rule lite-harm: a Catastrophe costs 1 HP too, not 2."""
    change = Harm().step(Track(), Harm().read(f"outcome {outcome}"))
    assert (change.track, change.rule) == (Track(hp=hp), rule)
    assert cost(outcome) == 3 - hp  # type: ignore[arg-type]


def test_the_last_hp() -> None:
    """Rules lite-harm, lite-unconscious."""
    change = Harm().step(Track(hp=1), Act("outcome", "failure"))
    assert change == Change(
        Track(hp=0), "lite-unconscious", "A Failure costs 1 HP, the last: unconscious until helped."
    )
    assert change.track.unconscious


def test_plot_armor_instead_of_hp() -> None:
    """Rule lite-plot-armor: one for one, also on the last HP, and never into debt."""
    assert after(Track(), "outcome failure armor") == Track(3, 1)
    assert after(Track(hp=1), "outcome catastrophe armor", "outcome failure armor") == Track(1, 0)
    assert refused(Track(plot_armor=0), "outcome failure armor") == ("lite-plot-armor", "No Plot Armor is left.")
    assert refused(Track(), "outcome success armor")[0] == "lite-plot-armor"
    assert refused(Track(), "outcome critical armor")[1].startswith("A Critical costs no HP")


def test_out_at_0_hp() -> None:
    """Rule lite-unconscious: no Resolution, and nothing that is part of one."""
    out = Track(hp=0)
    for text in ("outcome success", "outcome failure", "outcome failure armor", "use 7"):
        assert refused(out, text)[0] == "lite-unconscious"
    refusal = may_act(out, "a duel")
    assert refusal is not None
    assert (refusal.tried, refusal.rule) == ("a duel", "lite-unconscious")
    assert may_act(Track(hp=1), "a duel") is None


def test_help() -> None:
    """Rule lite-unconscious: only at 0 HP, to 1 HP; what fails may be tried again."""
    out = Track(hp=0, plot_armor=1, used=(Rank.SEVEN,))
    assert after(out, "help") == after(out, "help failed", "help worked") == out._replace(hp=1)
    assert after(out, "help failed", "help failed") == out
    assert refused(Track(hp=1), "help")[1] == "Help is for a character at 0 HP."
    assert refused(Track(), "help failed")[0] == "lite-unconscious"
    harm, helper = Harm(), Track(hp=0)
    assert refused(out, "help", helper=helper) == ("lite-unconscious", "An unconscious character helps nobody.")
    assert harm.step(out, harm.read("help"), helper=Track(hp=1)).track.hp == 1


def test_a_new_scene() -> None:
    """Rules lite-scene, lite-inventory-once: 3 HP from 0 too, items back, Plot Armor as it was."""
    assert after(Track(0, 1, ALL.used), "scene") == Track(3, 1)


def test_a_new_episode() -> None:
    """Rule lite-episode: Plot Armor, and all that a new Scene brings."""
    assert after(Track(0, 0, ALL.used), "episode") == Track(3, 2)


def test_the_dealer_gives_plot_armor_back() -> None:
    """Rule lite-plot-armor: never above 2; an unconscious character too."""
    assert after(Track(plot_armor=0), "regain 1") == Track(plot_armor=1)
    assert after(Track(0, 0), "regain 99") == Track(0, 2)
    assert after(Track(), "regain 1") == Track()
    assert refused(Track(), "regain 0")[0] == "lite-plot-armor"


def test_items_in_a_scene() -> None:
    """Rule lite-inventory-once: each once, both in one Scene, in any order."""
    assert after(Track(), "use J", "use 7") == after(Track(), "use 7", "use J") == ALL
    assert refused(after(Track(), "use 7"), "use 7") == ("lite-inventory-once", "That item was used in this Scene.")
    assert after(ALL, "scene", "use 7") == Track(used=(Rank.SEVEN,))
    assert refused(Track(), "use A")[0] == "lite-inventory"


def test_one_item_a_scene() -> None:
    """Rule lite-inventory-once, option scene items."""
    harm = Harm("one")
    used = after(Track(), "use J", harm=harm)
    assert harm.ready(used) == () != harm.ready(Track())
    assert refused(used, "use 7", harm) == ("lite-inventory-once", "One item was used in this Scene, and one is all.")
    assert refused(used, "use J", harm)[1] == "That item was used in this Scene."
    assert harm.ready(after(used, "scene", harm=harm)) == (Rank.SEVEN, Rank.JACK)
    with pytest.raises(BadText, match=r"'both' does not say how many items a Scene allows\. Allowed: each, one"):
        Harm("both")  # type: ignore[arg-type]


def test_ready_cards_are_those_of_the_affinity() -> None:
    """Rules lite-affinity, lite-inventory-once."""
    assert Harm().ready_cards(Track(), Suit.HEARTS) == (Card.read("7H"), Card.read("JH"))
    assert Harm("one").ready_cards(Track(used=(Rank.JACK,)), Suit.HEARTS) == ()
    assert ready_ranks((Rank.JACK,), "each") == (Rank.SEVEN,)


def test_everyone() -> None:
    """Rules lite-scene, lite-episode: they begin for all at once."""
    party = {"a": Track(0, 1), "b": Track(2, 0, ALL.used)}
    changes = Harm().everyone(party, SCENE)
    assert {name: change.track for name, change in changes.items()} == {"a": Track(3, 1), "b": Track(3, 0)}
    assert all(change.track == Track() for change in Harm().everyone(party, EPISODE).values())
    with pytest.raises(BadText, match=r"'help' happens to one character\. Allowed: scene, episode"):
        Harm().everyone(party, Act("help"))


def test_from_a_card_and_back() -> None:
    character = example_party()[0]._replace(hp=1, plot_armor=0)
    assert Track.of(character, (Rank.JACK,)) == Track(1, 0, (Rank.JACK,))
    assert Track(2, 1).on(character) == character._replace(hp=2, plot_armor=1)


@pytest.mark.parametrize(
    ("track", "said"),
    [
        (Track(hp=4), "4 is not an HP. Allowed: a whole number from 0 to 3"),
        (Track(hp=-1), "-1 is not an HP. Allowed: a whole number from 0 to 3"),
        (Track(plot_armor=3), "3 is not a Plot Armor. Allowed: a whole number from 0 to 2"),
        (Track(used=(Rank.ACE,)), "'A' is no item that was used. Allowed: 7, J"),
        (Track(used=(Rank.SEVEN, Rank.SEVEN)), "'7' is no item that was used. Allowed: 7, J"),
    ],
)
def test_a_track_that_cannot_be(track: Track, said: str) -> None:
    """In full; and one that can be comes back as it is."""
    with pytest.raises(BadText) as caught:
        checked(track)
    assert str(caught.value) == said
    assert checked(ALL) is ALL


@pytest.mark.parametrize(
    "text", ["", "outcome", "outcome win", "outcome failure twice", "use", "use it", "help me", "regain", "regain -1",
             "regain 100", "scene 2", "nap"],
)  # fmt: skip
def test_a_text_that_names_nothing(text: str) -> None:
    with pytest.raises(BadText) as caught:
        Harm().read(text)
    if text in ("", "nap"):
        assert str(caught.value) == (
            f"{text!r} is nothing that happens to a character. Allowed: outcome OUTCOME, outcome OUTCOME armor, "
            "use 7 or J, help, help failed, scene, episode, regain N"
        )


def test_a_misspelt_outcome() -> None:
    with pytest.raises(BadText) as caught:
        Harm().read("outcome sucess")
    assert str(caught.value).startswith("'sucess' is not an outcome; did you mean 'success'?")


@given(harm=rules, track=tracks, act=acts)
def test_every_act_is_done_or_refused_with_a_rule(harm: Harm, track: Track, act: Act) -> None:
    objection = harm.objection(track, act)
    if objection is None:
        change = harm.step(track, act)
        assert checked(change.track) == change.track
        assert change.rule in RULES
        assert change.why.endswith(".")
    else:
        assert objection.rule in RULES
        assert objection.reason.endswith(".")
        with pytest.raises(Refused):
            harm.step(track, act)


@given(harm=rules, track=tracks)
def test_acts_are_what_is_allowed_and_read_back(harm: Harm, track: Track) -> None:
    for act in harm.acts(track):
        assert harm.objection(track, act) is None
        assert harm.read(act.text) == act
        back = harm.read(act.text)
        assert harm.step(track, back) == harm.step(track, act)
    assert SCENE in harm.acts(track)
    assert EPISODE in harm.acts(track)
    uses = {act.item for act in harm.acts(track) if act.verb == "use"}
    assert uses == (set() if track.unconscious else set(harm.ready(track)))


@given(harm=rules, track=tracks, data=st.data())
def test_harm_only_falls_and_scenes_only_lift(harm: Harm, track: Track, data: st.DataObject) -> None:
    """Rules lite-harm, lite-plot-armor, lite-scene: an outcome takes at most one of the two."""
    act = data.draw(st.sampled_from(harm.acts(track)))
    new = harm.step(track, act).track
    lost = (track.hp - new.hp) + (track.plot_armor - new.plot_armor)
    if act.verb == "outcome":
        assert lost == cost(act.outcome)
        assert new.used == track.used
    else:
        assert lost <= 0


def said(track: Track, text: str, harm: Harm = Harm(), helper: Track | None = None) -> str:  # noqa: B008
    """What an act does or why it is refused, as people read it."""
    act = harm.read(text)
    refusal = harm.objection(track, act, helper)
    if refusal is not None:
        return str(refusal)
    change = harm.step(track, act, helper)
    return f"{act.text}: {change.why} [{change.rule}]"


OUT = (
    "At 0 HP a character is unconscious and out of the action until helped. "
    "Allowed: help, scene, episode. [lite-unconscious]"
)


@pytest.mark.parametrize(
    ("track", "text", "told"),
    [
        (Track(), "outcome critical", "A Critical costs nothing. [lite-harm]"),
        (Track(), "outcome success", "A Success costs nothing. [lite-harm]"),
        (Track(), "outcome failure", "A Failure costs 1 HP: 2 of 3 are left. [lite-harm]"),
        (Track(hp=2), "outcome failure", "A Failure costs 1 HP: 1 of 3 is left. [lite-harm]"),
        (
            Track(),
            "outcome catastrophe armor",
            "A Catastrophe would cost 1 HP; 1 Plot Armor is spent instead: 1 of 2 is left. [lite-plot-armor]",
        ),
        (
            Track(plot_armor=1),
            "outcome failure armor",
            "A Failure would cost 1 HP; 1 Plot Armor is spent instead: 0 of 2 are left. [lite-plot-armor]",
        ),
        (
            Track(),
            "outcome success armor",
            "A Success costs no HP, so there is nothing to spend Plot Armor on. "
            "Allowed: outcome success. [lite-plot-armor]",
        ),
        (
            Track(plot_armor=0),
            "outcome failure armor",
            "No Plot Armor is left. Allowed: outcome failure. [lite-plot-armor]",
        ),
        (Track(), "use 7", "The 7 is used for this Scene. [lite-inventory-once]"),
        (Track(), "use J", "The Jack is used for this Scene. [lite-inventory-once]"),
        (
            Track(),
            "use 10",
            "The items are the 7 and the Jack of the Affinity Suit. Allowed: use 7, use J. [lite-inventory]",
        ),
        (
            Track(used=(Rank.JACK,)),
            "use J",
            "That item was used in this Scene. Allowed: use 7. [lite-inventory-once]",
        ),
        (Track(), "scene", "A new Scene: 3 HP, and both items are ready. [lite-scene]"),
        (
            Track(),
            "episode",
            "A new Episode: Plot Armor 2, and with its first Scene 3 HP and both items. [lite-episode]",
        ),
        (Track(plot_armor=0), "regain 1", "1 Plot Armor regained: 1 of 2. [lite-plot-armor]"),
        (Track(plot_armor=0), "regain 9", "2 Plot Armor regained: 2 of 2. [lite-plot-armor]"),
        (Track(plot_armor=1), "regain 2", "1 Plot Armor regained: 2 of 2. [lite-plot-armor]"),
        (Track(), "regain 1", "No Plot Armor regained: 2 of 2. [lite-plot-armor]"),
        (Track(), "regain 0", "Plot Armor comes back one at a time or more. Allowed: regain 1. [lite-plot-armor]"),
        (Track(), "help", "Help is for a character at 0 HP. [lite-unconscious]"),
        (Track(hp=0), "help", "Helped back to 1 HP. [lite-unconscious]"),
        (Track(hp=0), "help failed", "The help does not work; it may be tried again. [lite-unconscious]"),
        (Track(hp=0), "outcome success", OUT),
        (Track(hp=0), "outcome failure armor", OUT),
        (Track(hp=0), "use 7", OUT),
    ],
)
def test_every_sentence(track: Track, text: str, told: str) -> None:
    """Rules lite-harm, lite-plot-armor, lite-unconscious, lite-scene, lite-episode, lite-inventory-once."""
    assert said(track, text) == f"{text}: {told}"


def test_more_sentences() -> None:
    """Rules lite-inventory-once, lite-unconscious."""
    one_used = "One item was used in this Scene, and one is all."
    assert said(Track(used=(Rank.JACK,)), "use 7", Harm("one")) == f"use 7: {one_used} [lite-inventory-once]"
    assert said(Track(hp=0), "help", helper=Track(hp=0)) == (
        "help: An unconscious character helps nobody. [lite-unconscious]"
    )
    assert str(may_act(Track(hp=0), "a duel")) == "a duel: " + OUT.replace("scene, episode", "a new Scene")


def test_what_may_happen() -> None:
    """Acts in the order in which a page would offer them."""
    assert [act.text for act in Harm().acts(Track(2, 1, (Rank.JACK,)))] == [
        "outcome critical",
        "outcome success",
        "outcome failure",
        "outcome catastrophe",
        "outcome failure armor",
        "outcome catastrophe armor",
        "use 7",
        "scene",
        "episode",
        "regain 1",
        "regain 2",
    ]
    assert [act.text for act in Harm().acts(Track(hp=0))] == [
        "help",
        "help failed",
        "scene",
        "episode",
        "regain 1",
        "regain 2",
    ]


def test_options_compare() -> None:
    assert Harm() == Harm("each") != Harm("one")
    assert len({Harm(), Harm("each"), Harm("one")}) == 2
    assert hash(Harm()) != hash(Harm("one"))
    assert repr(Harm("one")) == "Harm(scene_items='one')"
