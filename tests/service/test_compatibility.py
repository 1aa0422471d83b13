"""openapi.yaml compared with the last released description: nothing that clients use is missing."""

from __future__ import annotations

import copy
from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path
from typing import Any

import pytest
import yaml

from service.openapi.document import document

RELEASED = max(
    (Path(__file__).parents[1] / "data").glob("openapi-*.yaml"),
    key=lambda file: [int(number) for number in file.stem.removeprefix("openapi-").split(".")],
)

Description = dict[str, Any]

LIMITS = {
    **dict.fromkeys(("minimum", "minLength", "minItems"), 1),
    **dict.fromkeys(("maximum", "maxLength", "maxItems"), -1),
}
"""The limits of a value, and the sign of a change that accepts less."""


def breaking_changes(old: Description, new: Description) -> Iterator[str]:
    """Yield what a client of the old description would miss in the new one."""
    for path, methods in old["paths"].items():
        for method, operation in methods.items():
            now = new["paths"].get(path, {}).get(method)
            if now is None:
                yield f"{method} {path} is missing"
            else:
                yield from _changed_operation(f"{method} {path}", operation, now)
    for name, shape in old["components"]["schemas"].items():
        now = new["components"]["schemas"].get(name)
        if now is None:
            yield f"the schema {name} is missing"
        else:
            yield from _changed_schema(name, shape, now)


def _changed_operation(name: str, old: Description, now: Description) -> Iterator[str]:
    if now["operationId"] != old["operationId"]:
        yield f"{name} has another operationId"
    for status, answer in old["responses"].items():
        kinds = now["responses"].get(status, {})
        if set(answer.get("content", ())) != set(kinds.get("content", ())):
            yield f"{name} has another media type for {status}"
    for part in ("requestBody", "responses"):
        if _references(old.get(part)) - _references(now.get(part)):
            yield f"{name} has another schema in its {part}"
    yield from _changed_parameters(name, old, now)


def _references(part: object) -> set[str]:
    """Return the schemas that a part of an operation refers to."""
    if isinstance(part, dict):
        here = {part["$ref"]} if isinstance(part.get("$ref"), str) else set()
        return here.union(*(_references(value) for value in part.values()))
    return set()


def _changed_parameters(name: str, old: Description, new: Description) -> Iterator[str]:
    before, now = (
        {one["name"]: one for one in operation.get("parameters", ())} for operation in (old, new)
    )
    for parameter, shape in before.items():
        if parameter not in now:
            yield f"{name} has no parameter {parameter}"
        elif _type(shape["schema"]) != _type(now[parameter]["schema"]):
            yield f"{name} has another type of {parameter}"
        else:
            yield from _narrowed(f"{name} {parameter}", shape["schema"], now[parameter]["schema"])
    for parameter in set(now) - set(before):
        if now[parameter].get("required"):
            yield f"{name} requires {parameter}"


def _narrowed(name: str, old: Description, new: Description) -> Iterator[str]:
    """Yield limits of a request's value that accept less than before."""
    for limit, sign in LIMITS.items():
        if limit in new and (limit not in old or sign * new[limit] > sign * old[limit]):
            yield f"{name} has another {limit}"
    if isinstance(old.get("items"), dict):
        yield from _narrowed(f"{name}[]", old["items"], new.get("items", {}))


def _changed_schema(name: str, old: Description, new: Description) -> Iterator[str]:
    if _type(old) != _type(new):
        yield f"{name} has another type"
    for value in set(old.get("enum", ())) - set(new.get("enum", ())):
        yield f"{name} has no value {value}"
    is_request = old.get("additionalProperties") is False
    required = set(new.get("required", ())), set(old.get("required", ()))
    if is_request and required[0] - required[1]:
        yield f"{name} requires {sorted(required[0] - required[1])}"
    if not is_request and required[1] - required[0]:
        yield f"{name} does not always have {sorted(required[1] - required[0])}"
    for field, shape in old.get("properties", {}).items():
        now = new.get("properties", {}).get(field)
        if now is None:
            yield f"{name}.{field} is missing"
        elif _type(shape) != _type(now):
            yield f"{name}.{field} has another type"
        elif is_request:
            yield from _narrowed(f"{name}.{field}", shape, now)


def _type(shape: Description) -> object:
    """Return what decides on the type that a generator makes of a schema."""
    kept = {"$ref", "type", "format", "items", "anyOf"}
    return {
        name: _type(value) if isinstance(value, dict) else value
        for name, value in shape.items()
        if name in kept
    }


@cache
def released() -> Description:
    """Return the description of the last release, which must not be changed."""
    loaded: Description = yaml.safe_load(RELEASED.read_text("utf-8"))
    return loaded


def test_nothing_that_clients_use_is_missing() -> None:
    assert list(breaking_changes(released(), document())) == []


def remove_path(new: Description) -> None:
    """Remove an operation."""
    del new["paths"]["/v1/scores"]


def remove_field(new: Description) -> None:
    """Remove a field of an answer."""
    del new["components"]["schemas"]["State"]["properties"]["decks"]


def remove_value(new: Description) -> None:
    """Remove a value of an enum."""
    new["components"]["schemas"]["Color"]["enum"].remove("red")


def require_field(new: Description) -> None:
    """Require a new field in a request."""
    new["components"]["schemas"]["TurnRequest"]["required"] = ["state"]


def change_type(new: Description) -> None:
    """Change the type of a field."""
    new["components"]["schemas"]["GameRequest"]["properties"]["seed"]["format"] = "int32"


def narrow_limit(new: Description) -> None:
    """Accept fewer actions in a request."""
    new["components"]["schemas"]["TurnRequest"]["properties"]["actions"]["maxItems"] = 10


def remove_parameter(new: Description) -> None:
    """Remove a query parameter."""
    operation = new["paths"]["/v1/boards/{position}.svg"]["get"]
    operation["parameters"] = [one for one in operation["parameters"] if one["name"] != "size"]


def change_answer(new: Description) -> None:
    """Answer an operation with another schema."""
    answer = new["paths"]["/v1/scores"]["post"]["responses"]["200"]["content"]["application/json"]
    answer["schema"] = {"$ref": "#/components/schemas/TurnAnswer"}


def change_kind(new: Description) -> None:
    """Make a number of an enum."""
    new["components"]["schemas"]["Color"]["type"] = "integer"


CHANGES = [
    remove_path,
    remove_field,
    remove_value,
    require_field,
    change_type,
    narrow_limit,
    remove_parameter,
    change_answer,
    change_kind,
]


@pytest.mark.parametrize("change", CHANGES)
def test_breaking_change_is_found(change: Callable[[Description], None]) -> None:
    new = copy.deepcopy(released())
    change(new)
    assert len(list(breaking_changes(released(), new))) == 1


def test_additions_are_not_breaking() -> None:
    new = copy.deepcopy(released())
    new["paths"]["/v1/new"] = {}
    new["components"]["schemas"]["State"]["properties"]["more"] = {"type": "string"}
    new["components"]["schemas"]["TurnRequest"]["properties"]["more"] = {"type": "string"}
    new["components"]["schemas"]["Color"]["enum"].append("purple")
    assert list(breaking_changes(released(), new)) == []
