"""The JSON Schemas of the files that people write, made from the shapes that read them."""

from __future__ import annotations

import json

from aces.lite import campaign, character
from aces.shapes import Schema
from generators.registry import Output

DIALECT = "https://json-schema.org/draft/2020-12/schema"


def party() -> Schema:
    """The schema of a file of characters."""
    about = {"title": f"{character.FORMAT}/{character.VERSION}", "description": "Characters of A.C.E.S. Lite."}
    return about | character.PARTY.schema()


def of_campaign() -> Schema:
    """The schema of a campaign file."""
    about = {
        "title": f"{campaign.FORMAT}/{campaign.VERSION}",
        "description": "An A.C.E.S. Lite campaign: a party, its items, harm, growth and Resolutions.",
    }
    return about | campaign.CAMPAIGN.schema()


def _text(schema: Schema) -> str:
    return json.dumps({"$schema": DIALECT} | schema, ensure_ascii=False, indent=2) + "\n"


OUTPUTS = (
    Output("files/schemas/aces-party.schema.json", "asset", lambda: _text(party())),
    Output("files/schemas/aces-campaign.schema.json", "asset", lambda: _text(of_campaign())),
)
