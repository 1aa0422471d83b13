"""Envelopes of requests: which of their fields only the engine reads, and their validation.

The engine's ``parse_json`` keeps the long parts of a body (states, actions, layouts) as handles
that it reads itself. What remains, the envelope, is validated by marshmallow. That takes longer
than the engine takes for a state, so results are remembered: most requests differ only in their
state.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, cast

from ..schemas import requests
from ..schemas.fields import EngineValidated, StrictSchema

__all__ = ["OPAQUE_KEYS", "RememberedRequests", "expand_lists"]

_MAX_REMEMBERED = 500
_MAX_TEXT = 40


def _opaque_keys(schemas: Iterable[type[StrictSchema]]) -> tuple[str, ...]:
    fields = (item for schema in schemas for item in schema().fields.items())
    return tuple(
        sorted(
            {
                name
                for name, field in fields
                if isinstance(getattr(field, "inner", field), EngineValidated)
            }
        )
    )


OPAQUE_KEYS = _opaque_keys(
    getattr(requests, name) for name in requests.__all__ if name != "BatchRequest"
)
"""The fields of requests that are passed on to the engine."""


def expand_lists(schema: StrictSchema, data: object) -> object:
    """Return a request in which only those values are handles that are passed on as a whole.

    The number of items of a list is validated here, so it must be a list.
    """
    if not isinstance(data, dict):
        return data
    for name, value in data.items():
        field = schema.fields.get(name)
        # A field that the schema does not know is refused whatever it contains.
        if field is None or isinstance(field, EngineValidated):
            continue
        if hasattr(value, "to_python"):
            data[name] = value.to_python()
    return data


class RememberedRequests:
    """The validated requests of one schema, by everything in them that the schema examines."""

    def __init__(self, schema: StrictSchema) -> None:
        self.passed_on = frozenset(
            name for name, field in schema.fields.items() if isinstance(field, EngineValidated)
        )
        self.known: dict[tuple[Any, ...], dict[str, Any]] = {}

    def key(self, data: object) -> tuple[Any, ...] | None:
        """Return the key of a request; None if it is not one to remember."""
        if not isinstance(data, dict):
            return None
        key: list[object] = []
        for name, value in cast("dict[str, object]", data).items():
            kind = type(value)
            if name in self.passed_on and value is not None:
                key.append(name)
            elif kind is str and len(cast("str", value)) <= _MAX_TEXT:
                key += (name, value)
            elif value is None or kind is bool or kind is int:
                # True equals 1, but is not an integer.
                key += (name, kind, value)
            else:
                return None
        return tuple(key)

    def find(self, key: tuple[Any, ...], data: dict[str, Any]) -> dict[str, Any] | None:
        """Return the validated request if one with this key has been validated before."""
        found = self.known.get(key)
        if found is None:
            return None
        loaded = found.copy()
        for name in self.passed_on:
            if name in loaded:
                loaded[name] = data[name]
        return loaded

    def remember(self, key: tuple[Any, ...], loaded: dict[str, Any]) -> None:
        """Remember a validated request without what is passed on."""
        if len(self.known) >= _MAX_REMEMBERED:
            self.known.clear()
        self.known[key] = {
            name: None if name in self.passed_on else value for name, value in loaded.items()
        }
