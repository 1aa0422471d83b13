"""The named parts of the OpenAPI description: schemas, unions of them, and error responses."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

import cornerwise
from apispec import APISpec
from apispec.ext.marshmallow import MarshmallowPlugin
from apispec.ext.marshmallow.common import resolve_schema_cls
from apispec.ext.marshmallow.openapi import OpenAPIConverter
from cornerwise import CARDS
from marshmallow import Schema

from ..http.problems import CODES, MEDIA_TYPE
from ..operations.operation import Operation
from ..operations.table import OPERATIONS
from ..schemas.actions import ACTIONS, CHOICES, MoveGroup
from ..schemas.errors import ProblemDocument
from ..schemas.events import EVENTS
from ..schemas.fields import (
    BoundedList,
    EngineValidated,
    Square,
    StrictNumber,
    StrictSchema,
    one_of,
)
from ..schemas.layout import Layout
from ..schemas.state import Rules, State, ViewState
from .examples import problem_examples

__all__ = ["HEADERS", "add_components", "error_responses", "new_spec", "ref"]


def ref(name: str) -> dict[str, str]:
    """Return a reference to a schema."""
    return {"$ref": f"#/components/schemas/{name}"}


def component_name(schema: Schema | type[Schema] | str) -> str:
    """Return the name of a schema: that of its class."""
    schema_class: type[Schema] = resolve_schema_cls(schema)  # type: ignore[assignment]
    return schema_class.__name__


class _Converter(OpenAPIConverter):
    """apispec's converter, which also uses the docstrings of schemas."""

    def schema2jsonschema(self, schema: Any) -> dict[str, Any]:
        described: dict[str, Any] = super().schema2jsonschema(schema)  # type: ignore[no-untyped-call]
        described["description"] = " ".join((type(schema).__doc__ or "").split())
        for field in described.get("properties", {}).values():
            _describe_default(field)
        return described


def _describe_default(field: dict[str, Any]) -> None:
    """Move a default into the description: generators treat fields with a default as required."""
    if "default" in field:
        default = json.dumps(field.pop("default"))
        field["description"] = f"{field.get('description', '')} Default: {default}.".strip()


class _Plugin(MarshmallowPlugin):
    Converter = _Converter


def _own_fields(_converter: object, field: object, **_: object) -> dict[str, Any]:
    """Describe the fields that apispec does not know."""
    if isinstance(field, EngineValidated):
        return ref(field.component)
    if isinstance(field, Square):
        number = {"type": "integer", "minimum": field.minimum, "maximum": field.maximum}
        return {"type": "array", "items": number, "minItems": 2, "maxItems": 2}
    if isinstance(field, StrictNumber):
        return {"exclusiveMinimum": field.above, "maximum": field.maximum}
    if isinstance(field, BoundedList):
        limits = {"minItems": field.minimum or None, "maxItems": field.maximum}
        return {name: limit for name, limit in limits.items() if limit is not None}
    return {}


def new_spec(description: str) -> APISpec:
    """Return an empty description that knows our fields."""
    plugin = _Plugin(schema_name_resolver=component_name)
    spec = APISpec(
        title="Cornerwise",
        version=cornerwise.__version__,
        openapi_version="3.1.0",
        plugins=[plugin],
        info={
            "description": description,
            "license": {"name": "MIT", "identifier": "MIT"},
        },
        servers=[{"url": "/", "description": "The server of this document."}],
        tags=[
            {"name": "game", "description": "Pure functions of a game state."},
            {"name": "puzzles", "description": "The solo puzzles: layouts and solutions."},
            {"name": "catalogue", "description": "Constant data; cacheable."},
            {"name": "operations", "description": "For operators of the service."},
        ],
        security=[],
    )
    converter = plugin.converter
    if converter is None:  # pragma: no cover - apispec makes one when it is given the plugin
        raise TypeError
    for field in (EngineValidated, Square):
        converter.map_to_openapi_type(field, None, None)  # type: ignore[no-untyped-call]
    converter.add_attribute_function(_own_fields)  # type: ignore[no-untyped-call]
    return spec


def add_components(spec: APISpec) -> None:
    """Add all named schemas and the error responses."""
    schemas: list[type[StrictSchema]] = [Rules, State, ViewState, Layout, MoveGroup]
    schemas += [ProblemDocument, *ACTIONS.values(), *EVENTS.values()]
    batched = {one.name: _batch_schema(one) for one in OPERATIONS if one.batchable}
    for schema in [*schemas, *batched.values()]:
        spec.components.schema(component_name(schema), schema=schema)
    spec.components.schema("Action", _union(ACTIONS, "type"))
    spec.components.schema("Choice", _union(CHOICES, "type"))
    spec.components.schema("Event", _union(EVENTS, "type"))
    spec.components.schema("Operation", _union(batched, "operation"))
    spec.components.schema(
        "CardsOrCount",
        {
            "description": "Cards, or the number of cards if they are hidden.",
            "anyOf": [
                {"type": "array", "items": {"type": "string", "enum": list(CARDS)}},
                {"type": "integer", "minimum": 0, "maximum": 120},
            ],
        },
    )
    spec.components.schema(
        "Moves",
        {
            "description": "Actions; with the format `groups`, groups of placements.",
            "type": "array",
            "items": {"anyOf": [ref("Action"), ref("MoveGroup")]},
        },
    )
    spec.components.schema(
        "Winner",
        {
            "description": "The number of a seat, or the letter of a team.",
            "anyOf": [
                {"type": "integer", "minimum": 1, "maximum": 4},
                {"type": "string", "enum": ["A", "B"]},
            ],
        },
    )
    spec.components.schema(
        "Body",
        {"description": "The answer of the operation alone; a drawing is a string."},
    )
    _add_responses(spec)


def _batch_schema(operation: Operation) -> type[StrictSchema]:
    """Return the schema of an operation in a batch: its request and its name."""
    name = "".join(part.capitalize() for part in operation.name.split("-")) + "Operation"
    members = {
        "operation": one_of(operation.name, required=True),
        "__doc__": f"{operation.summary}, like {operation.path}.",
    }
    return type(name, (type(operation.request),), members)


def _union(types: Mapping[str, type[StrictSchema]], discriminator: str) -> dict[str, Any]:
    names = {key: component_name(schema) for key, schema in types.items()}
    return {
        "oneOf": [ref(name) for name in names.values()],
        "discriminator": {
            "propertyName": discriminator,
            "mapping": {key: ref(name)["$ref"] for key, name in names.items()},
        },
    }


# ---- Error responses -----------------------------------------------------------------------------

# Errors that any operation can answer with, by status.
_BODY_ERRORS: tuple[tuple[str, ...], ...] = (
    ("invalid_json", "bad_request"),
    ("request_timeout",),
    ("body_too_large",),
    ("unsupported_media_type",),
)
_OTHER_ERRORS = ("not_found", "method_not_allowed", "internal_error", "busy", "answer_too_large")

HEADERS = {"X-Request-ID": {"$ref": "#/components/headers/RequestId"}}
"""The headers of every answer."""

_RETRY_AFTER = {
    "Retry-After": {
        "description": "The number of seconds after which to retry.",
        "schema": {"type": "integer", "minimum": 1},
    }
}


def _by_status(codes: tuple[str, ...]) -> list[tuple[str, ...]]:
    """Return error codes grouped by their status."""
    groups: dict[int, list[str]] = {}
    for code in codes:
        groups.setdefault(CODES[code][0], []).append(code)
    return [tuple(group) for group in groups.values()]


def _response_name(codes: tuple[str, ...]) -> str:
    """Return the name of the response with these codes: that of the first, the most specific."""
    return "".join(part.capitalize() for part in codes[0].split("_"))


def _add_responses(spec: APISpec) -> None:
    spec.components.header(
        "RequestId",
        {
            "description": "The id of the request: the client's if it sent a valid one, else new.",
            "schema": {"type": "string"},
        },
    )
    groups = {codes for operation in OPERATIONS for codes in _by_status(operation.errors)}
    for codes in [*_BODY_ERRORS, *sorted(groups)]:
        description = " ".join(CODES[code][1] for code in codes)
        _add_response(spec, _response_name(codes), description, codes)
    _add_response(spec, "OtherError", "Any other error.", _OTHER_ERRORS)


def _add_response(spec: APISpec, name: str, description: str, codes: tuple[str, ...]) -> None:
    examples = {code: {"value": problem_examples()[code]} for code in codes}
    content = {MEDIA_TYPE: {"schema": ref("ProblemDocument"), "examples": examples}}
    headers = {**_RETRY_AFTER, **HEADERS} if codes[0] == "busy" else HEADERS
    spec.components.response(
        name, {"description": description, "headers": headers, "content": content}
    )


def error_responses(operation: Operation | None = None) -> dict[str, Any]:
    """Return references to the error responses of an operation, or of a GET route."""
    if operation is None:
        groups: list[tuple[str, ...]] = [_BODY_ERRORS[0]]
    else:
        groups = [*_BODY_ERRORS, *_by_status(operation.errors)]
    responses = {str(CODES[codes[0]][0]): _response_name(codes) for codes in groups}
    responses["default"] = "OtherError"
    return {
        status: {"$ref": f"#/components/responses/{name}"} for status, name in responses.items()
    }
