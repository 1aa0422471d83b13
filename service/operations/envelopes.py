"""Validation of a request's envelope: its fields, but not the state or the actions in it.

The engine's ``parse_json`` keeps the long parts of a body (states, actions, layouts) as handles
that it reads itself; ``OPAQUE_KEYS`` are their names. The envelope is what remains. It is validated
field by field, for the fields that are given only: most requests have two or three.

Null means the same as an omitted field, and so does an empty list of an optional field or an empty
position text, because generated clients send them.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from functools import cache
from itertools import islice
from typing import Any

from cornerwise import Problem
from marshmallow import ValidationError
from marshmallow.fields import Field

from ..schemas import requests
from ..schemas.actions import Action
from ..schemas.fields import (
    BoundedList,
    EngineValidated,
    OpenSchema,
    StrictSchema,
    Text,
    problems_in,
)
from ..schemas.layout import Layout
from ..schemas.record import Record, RecordStart
from ..schemas.state import GameOptions, Rules, State
from .errors import OperationError

__all__ = ["MOST_ERRORS", "OPAQUE_KEYS", "load_request"]


def _opaque_keys(schemas: Iterable[type[StrictSchema]]) -> tuple[str, ...]:
    fields = (item for schema in schemas for item in schema().fields.items())
    is_opaque = {
        name
        for name, field in fields
        if isinstance(getattr(field, "inner", field), EngineValidated)
    }
    return tuple(sorted(is_opaque))


OPAQUE_KEYS = _opaque_keys(
    getattr(requests, name)
    for name in requests.__all__
    if name.endswith("Request") and name != "BatchRequest"
)
"""The fields of requests that are passed on to the engine."""

MOST_ERRORS = 20
"""The number of errors that are listed for one request."""


def load_request(schema: StrictSchema, data: object) -> dict[str, Any]:
    """Return a validated request, or raise OperationError with up to 20 errors."""
    if not isinstance(data, dict):
        problem = Problem("wrong_type", "must be an object")
        raise OperationError.from_problems("invalid_request", [problem])
    defaults, required = _defaults(schema)
    fields = schema.fields
    loaded = defaults.copy()
    problems: list[Iterable[Problem]] = []
    unknown: list[str] = []
    for name, value in data.items():
        if value is None:
            continue
        field = fields.get(name)
        if field is None:
            unknown.append(name)
        elif type(field) is EngineValidated:
            loaded[name] = value
        else:
            if hasattr(value, "to_python"):
                # A list of the engine's: the number of its items is validated here.
                value = value.to_python()  # noqa: PLW2901
            if not value and _is_omitted(field, value):
                continue
            try:
                loaded[name] = field.deserialize(value)
            except ValidationError as error:
                problems.append(problems_in({name: error.messages}))
    missing = [name for name in required if data.get(name) is None]
    if not (problems or unknown or missing):
        return loaded
    found = [
        *(one for part in problems for one in part),
        *(Problem("missing_field", "this field is required", f"/{name}") for name in missing),
        *_unknown_fields(schema, unknown),
    ]
    raise OperationError.from_problems("invalid_request", found[:MOST_ERRORS])


def _is_omitted(field: Field[Any], value: object) -> bool:
    """Return whether an empty value of a field means the same as an omitted one."""
    if isinstance(field, BoundedList):
        return value == [] and not field.required
    return isinstance(field, Text) and value == ""


@cache
def _defaults(schema: StrictSchema) -> tuple[dict[str, Any], tuple[str, ...]]:
    """Return the values of omitted fields, and the names of those that cannot be omitted."""
    fields: dict[str, Field[Any]] = schema.load_fields
    optional = {
        name: field.load_default
        for name, field in fields.items()
        if isinstance(field.load_default, bool | int | str)
    }
    return optional, tuple(name for name, field in fields.items() if field.required)


def _unknown_fields(schema: StrictSchema, names: Iterable[str]) -> Iterator[Problem]:
    """Yield an error for each unknown field, with the known ones and where the field belongs."""
    known = ", ".join(schema.fields)
    for name in islice(names, MOST_ERRORS):
        home = _home(schema, name)
        belongs = f"belongs in {home}; " if home else ""
        pointer = "/" + str(name)[:40].replace("~", "~0").replace("/", "~1")
        yield Problem("unknown_field", f"unknown field; {belongs}known fields: {known}", pointer)


@cache
def _fields_of(schema: type[OpenSchema]) -> frozenset[str]:
    return frozenset(schema().fields)


_PARTS: Mapping[str, Mapping[str, type[OpenSchema]]] = {
    "GameOptions": {"": GameOptions},
    "State": {"": State, ".rules": Rules},
    "Action": {"": Action},
    "Layout": {"": Layout},
    "Record": {"": Record, ".start": RecordStart, ".start.rules": GameOptions},
}
"""The parts of what the engine validates, by the name of its schema and the path of the part."""


def _home(schema: StrictSchema, name: str) -> str | None:
    """Return where a field of that name belongs in a request of this kind."""
    for field, given in schema.fields.items():
        for path, part in _PARTS.get(getattr(given, "component", ""), {}).items():
            if name in _fields_of(part):
                return field + path
    return None
