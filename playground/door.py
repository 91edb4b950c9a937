"""What the doors behind the first one share: how they answer, and how what is refused comes back."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from typing import Any

from aces.faults import BadFile
from aces.rules import AcesError, Refusal, Refused

Plain = dict[str, Any]

SHOWN_FAULTS = 8
"""So many faults of a file are told one by one."""


def answered(methods: Mapping[str, Callable[..., Plain]], method: str, params_json: str) -> Plain:
    """What one of the methods says, as plain data; ``error`` in it: what was refused, and its rule if any."""
    if method not in methods:
        return {"error": {"message": f"{method[:40]!r} is no method", "rule": None}}
    try:
        return methods[method](**json.loads(params_json))
    except AcesError as error:
        return {"error": objection(error)}


def objection(error: AcesError) -> Plain:
    """An error as the page shows it: one line, its rule if there is one, and every fault of a file with its path."""
    if isinstance(error, Refused):
        return refused(error.refusal)
    line: Plain = {"message": str(error), "rule": None}
    if isinstance(error, BadFile):
        line["faults"] = [str(fault) for fault in error.faults[:SHOWN_FAULTS]]
        line["more"] = max(0, len(error.faults) - SHOWN_FAULTS)
        line["source"] = error.source
    return line


def refused(refusal: Refusal) -> Plain:
    """A refusal as the page shows it."""
    return {"message": refusal.reason, "rule": refusal.rule}


def explained(refusal: Refusal) -> Refused:
    """A refusal that says what is allowed as well, to be raised."""
    return Refused(refusal._replace(reason=f"{refusal.reason} Allowed: {', '.join(refusal.allowed)}."))
