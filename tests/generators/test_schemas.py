"""The published schemas say what the readers do."""

from __future__ import annotations

from aces.lite.campaign import begin
from aces.lite.character import CHARACTER_FIELDS, STATS, example_party
from aces.shapes import Schema
from generators.schemas import of_campaign, party


def fits(schema: Schema, value: object) -> bool:
    """Whether a value fits the part of JSON Schema that our schemas use."""
    kind = schema["type"]
    if kind == "object":
        assert isinstance(value, dict)
        known = schema["properties"]
        return (
            set(schema["required"]) <= set(value)
            and set(value) <= set(known)
            and all(fits(known[key], part) for key, part in value.items())
        )
    if kind == "array":
        assert isinstance(value, list)
        return schema["minItems"] <= len(value) <= schema["maxItems"] and all(
            fits(schema["items"], part) for part in value
        )
    if kind == "string":
        in_bounds = schema.get("minLength", 0) <= len(str(value)) <= schema.get("maxLength", 10**9)
        return isinstance(value, str) and in_bounds and value in schema.get("enum", [value])
    if kind == "boolean":
        return isinstance(value, bool)
    return isinstance(value, int) and schema["minimum"] <= value <= schema["maximum"]


def test_what_we_write_fits_the_schema() -> None:
    campaign = begin("Heron Street", example_party()).new_scene().campaign.plain()
    assert fits(of_campaign(), campaign)
    assert not fits(of_campaign(), campaign | {"scene": 0})
    assert not fits(of_campaign(), campaign | {"sceen": 1})
    plain = {"format": "aces-party/1", "character": [one.plain() for one in example_party()]}
    assert fits(party(), plain)
    assert not fits(party(), plain | {"format": "aces-party/2"})


def test_the_schema_is_made_from_the_shapes() -> None:
    row = of_campaign()["properties"]["character"]["items"]
    assert row["additionalProperties"] is False
    assert set(row["required"]) == {key for key, field in CHARACTER_FIELDS.items() if field.required}
    assert row["properties"]["stats"]["required"] == [stat.key for stat in STATS]
    bounds = {"type": "integer", "minimum": 0, "maximum": 3, "default": 3}
    assert row["properties"]["hp"] == bounds | {"description": CHARACTER_FIELDS["hp"].note}


def test_every_key_is_described() -> None:
    """An editor that knows the schema says what each key is for, however deep it lies."""

    def undescribed(schema: Schema, path: str) -> list[str]:
        found = []
        for key, part in schema.get("properties", {}).items():
            found += [] if part.get("description", "").endswith(".") else [f"{path}.{key}"]
            found += undescribed(part, f"{path}.{key}")
        return found + (undescribed(schema["items"], f"{path}[]") if "items" in schema else [])

    assert undescribed(of_campaign(), "campaign") == undescribed(party(), "party") == []
