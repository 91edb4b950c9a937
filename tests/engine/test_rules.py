"""Errors and numbers that every game shares."""

from __future__ import annotations

import copy
import pickle

import pytest

from aces.faults import BadFile, parse_toml
from aces.match import Match
from aces.record import read_record
from aces.rules import AcesError, BadRecord, BadText, Refused, read_whole
from aces.universal21 import Universal21


def errors() -> dict[str, AcesError]:
    """One of each kind, as they are really raised."""
    made: dict[str, AcesError] = {}
    for work in (
        lambda: parse_toml("= 1", "mine.toml"),
        lambda: read_record("A.C.E.S. record 1\ngame: whist\nseed: 1\n"),
        lambda: Match(Universal21(stat=1), seed=1).play("add"),
        lambda: Match(Universal21(stat=1), seed=1).play("dance"),
    ):
        with pytest.raises(AcesError) as caught:
            work()
        made[type(caught.value).__name__] = caught.value
    return made


def test_an_error_is_the_same_in_another_process() -> None:
    """Games are played on several cores: what goes wrong in one must arrive whole."""
    found = errors()
    assert set(found) == {kind.__name__ for kind in (BadFile, BadRecord, Refused, BadText)}
    for error in found.values():
        for twin in (pickle.loads(pickle.dumps(error)), copy.copy(error)):
            assert (type(twin), str(twin), vars(twin)) == (type(error), str(error), vars(error))


def test_a_number_in_words() -> None:
    assert read_whole("12", "a number of games", 1, 12) == 12
    for text in ("0", "13", "-1", "1.5", "", "٣", "9" * 30):
        with pytest.raises(BadText, match=r"is not a number of games\. Allowed: a whole number from 1 to 12, none"):
            read_whole(text, "a number of games", 1, 12, ("none",))
