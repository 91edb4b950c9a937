"""Campaign files on the disk: comments kept, whole or not at all, one clear error."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from aces.faults import BadFile
from aces.lite.campaign import Campaign, Result, begin
from aces.lite.character import example_party
from aces.lite.duel import ENDS, OTHER_END
from aces.lite.outcome import OUTCOMES
from aces.rules import AcesError
from generators.campaign_file import Saved, load, parse, rewritten, save, written
from generators.files import Fault

NAMES = [character.name for character in example_party()]

acts = st.lists(
    st.one_of(
        st.tuples(st.just("resolve"), st.sampled_from(NAMES), st.sampled_from(OUTCOMES), st.booleans()),
        st.tuples(st.just("duel"), st.permutations(NAMES), st.sampled_from(ENDS)),
        st.tuples(st.just("mark"), st.sampled_from(NAMES), st.sampled_from(["concept", "goal", "flaw", "secret"])),
        st.tuples(st.just("rewrite"), st.sampled_from(NAMES), st.just("flaw"), st.text("ab\"'\\# é\n", min_size=1)),
        st.tuples(st.just("help"), st.sampled_from(NAMES)),
        st.tuples(st.just("new_scene")),
        st.tuples(st.just("new_episode")),
    ),
    max_size=12,
)


def acted(campaign: Campaign, act: tuple[object, ...]) -> Campaign:
    verb, *rest = act
    try:
        if verb == "resolve":
            name, outcome, armor = rest
            return campaign.resolve([Result(name, outcome, armor)]).campaign  # type: ignore[arg-type]
        if verb == "duel":
            (one, other, *_), end = rest
            return campaign.duel([Result(one, end), Result(other, OTHER_END[end])]).campaign  # type: ignore[index,has-type]
        return getattr(campaign, str(verb))(*rest).campaign  # type: ignore[no-any-return]
    except AcesError:
        return campaign


@settings(max_examples=40, deadline=None, derandomize=True)
@given(acts=acts)
def test_whatever_happens_the_file_reads_back(acts: list[tuple[object, ...]]) -> None:
    campaign = begin("Heron Street", example_party())
    text = written(campaign).replace("role =", "# of the trade\nrole =")
    for act in acts:
        campaign = acted(campaign, act)
        text = rewritten(text, campaign)
        assert parse(text, "x") == campaign
    assert text.count("# of the trade") == len(NAMES)
    assert parse(rewritten("{}", campaign), "x") == campaign


def test_comments_order_and_spacing_stay(tmp_path: Path) -> None:
    path = tmp_path / "campaign.toml"
    text = written(begin("Heron Street", example_party()))
    text = text.replace('title = "Heron Street"', "title   =   'Heron Street'   # the house by the river")
    path.write_text(text, encoding="utf-8")
    saved = load(path)
    after = saved.campaign.resolve([Result(NAMES[0], "failure")]).campaign.new_scene().campaign
    save(saved, after)
    lines = path.read_text(encoding="utf-8").splitlines()
    gone = [line for line in text.splitlines() if line not in lines]
    new = [line for line in lines if line not in text.splitlines()]
    assert gone == []
    assert new[:-1] == ["scene = 2", 'earned = "failure"', "[[resolution]]", "episode = 1", "scene = 1"]
    assert new[-1].startswith("results = ")
    assert load(path).campaign == after
    more = after.duel([Result(NAMES[0], "won")]).campaign
    save(load(path), more)
    assert path.read_text(encoding="utf-8").split("[[resolution]]")[1].endswith("]\n\n")
    assert load(path).campaign == more
    assert list(tmp_path.iterdir()) == [path]


@pytest.mark.parametrize("name", ["campaign.toml", "campaign.json"])
def test_lines_end_as_they_did(tmp_path: Path, name: str) -> None:
    """A file from a system with other line ends comes back with those, through and through."""
    path = tmp_path / name
    campaign = begin("Heron Street", example_party())
    text = written(campaign) if name.endswith("toml") else rewritten("{}", campaign)
    path.write_bytes(text.replace("\n", "\r\n").encode())
    changed = campaign.rewrite(NAMES[0], "flaw", "Cannot let a toast go\nunanswered.").campaign
    changed = changed.resolve([Result(NAMES[0], "success")]).campaign
    save(load(path), changed)
    data = path.read_bytes()
    assert data.count(b"\r\n") == data.count(b"\n") > text.count("\n")
    assert load(path).campaign == changed
    path.write_bytes(data.replace(b"\r\n", b"\n", 1).replace(b"\r\n", b"\n"))
    save(load(path), changed.new_scene().campaign)
    assert b"\r" not in path.read_bytes()


def test_a_party_file_becomes_a_campaign_with_its_comments(tmp_path: Path) -> None:
    from aces.faults import bundled

    path = tmp_path / "party.toml"
    path.write_text(bundled("party.toml"), encoding="utf-8")
    saved = load(path)
    save(saved, saved.campaign.new_scene().campaign)
    text = path.read_text(encoding="utf-8")
    assert text.startswith("# Five example characters")
    assert 'format = "aces-campaign/1"' in text
    assert load(path).campaign.scene == 2


def test_json_in_and_out(tmp_path: Path) -> None:
    path = tmp_path / "campaign.json"
    path.write_text(json.dumps(begin("Heron Street", example_party()).plain()), encoding="utf-8")
    saved = load(path)
    save(saved, saved.campaign.new_scene().campaign)
    assert json.loads(path.read_text(encoding="utf-8"))["scene"] == 2


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("", "format: missing"),
        ("title =", "line 1"),
        ("{", "line 1, column 2"),
        ('{"format": "aces-campaign/1", "title": "a", "title": "b"}', "the key 'title' stands twice"),
        ("x = " + "[" * 100_000, "nested too deeply"),
        ('{"a":' * 100_000, "nested too deeply"),
        ('format = "aces-campaign/2"', "version 2 is newer"),
        ('format = "aces-campaign/1"\n' + "x.y" + ".z" * 400 + " = 1", "unknown key"),
    ],
)
def test_faulty_texts_are_one_clear_error(text: str, said: str) -> None:
    with pytest.raises(BadFile) as caught:
        parse(text, "mine.toml")
    assert str(caught.value).startswith("mine.toml: ")
    assert "\n" not in str(caught.value)
    assert said in str(caught.value)


def test_a_file_too_large_is_not_read(tmp_path: Path) -> None:
    path = tmp_path / "large.toml"
    path.write_bytes(b"#" * 10_000_000)
    with pytest.raises(Fault, match="is larger than 5,000,000 bytes"):
        load(path)


def test_a_save_that_fails_leaves_the_old_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "campaign.toml"
    campaign = begin("Heron Street", example_party())
    save(Saved(path, "", campaign), campaign)
    before = path.read_bytes()

    def broken(*_: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("os.replace", broken)
    with pytest.raises(Fault, match="No space left"):
        save(load(path), campaign.new_scene().campaign)
    assert path.read_bytes() == before
    assert list(tmp_path.iterdir()) == [path]
