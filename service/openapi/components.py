"""The named parts of the OpenAPI description: schemas, enums, and error responses."""

from __future__ import annotations

import copy
import inspect
import json
from collections.abc import Mapping
from typing import Any

import cornerwise
from apispec import APISpec
from apispec.ext.marshmallow import MarshmallowPlugin
from apispec.ext.marshmallow.common import resolve_schema_cls
from apispec.ext.marshmallow.openapi import OpenAPIConverter
from marshmallow import Schema

from ..http.problems import CODES, MEDIA_TYPE
from ..operations.operation import Operation
from ..operations.table import OPERATIONS
from ..schemas.actions import ACTION_FIELDS, Action, MoveGroup
from ..schemas.errors import ProblemDocument
from ..schemas.events import EVENT_FIELDS, Event
from ..schemas.fields import (
    BoundedList,
    EngineValidated,
    Integer,
    Number,
    OpenSchema,
    Square,
    StrictNumber,
    StrictSchema,
    describe,
    one_of,
)
from ..schemas.layout import Layout
from ..schemas.record import Record
from ..schemas.state import GameOptions, State, ViewState
from .examples import problem_examples

__all__ = [
    "HEADERS",
    "add_components",
    "board_errors",
    "error_responses",
    "new_spec",
    "ref",
]


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
        described["description"] = _paragraphs(inspect.getdoc(type(schema)) or "")
        if isinstance(schema, OpenSchema):
            described.pop("additionalProperties")
        for field in described.get("properties", {}).values():
            _describe_default(field)
        return described


def _paragraphs(text: str) -> str:
    """Return a docstring with one line for each paragraph."""
    return "\n\n".join(" ".join(part.split()) for part in text.split("\n\n"))


def _describe_default(field: dict[str, Any]) -> None:
    """Move a default into the description: generators treat fields with a default as required."""
    if "default" in field:
        default = json.dumps(field.pop("default"))
        field["description"] = f"{field.get('description', '')} Default: {default}.".strip()


class _Plugin(MarshmallowPlugin):
    Converter = _Converter


def _integer(minimum: int, maximum: int) -> dict[str, Any]:
    kind = Integer(minimum, maximum).format
    return {"type": "integer", "format": kind, "minimum": minimum, "maximum": maximum}


def _own_fields(_converter: object, field: object, **_: object) -> dict[str, Any]:
    """Describe the fields that apispec does not know."""
    if isinstance(field, EngineValidated):
        reference = ref(field.component)
        return {"anyOf": [reference, {"type": "null"}]} if field.allow_none else {**reference}
    if isinstance(field, Square):
        number = _integer(field.minimum, field.maximum)
        return {"type": "array", "items": number, "minItems": 2, "maxItems": 2}
    if isinstance(field, Integer | Number):
        return {"format": field.format}
    if isinstance(field, StrictNumber):
        return {"exclusiveMinimum": field.above, "maximum": field.maximum, "format": "double"}
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
            {"name": "game", "description": "Play: pure functions of a game state."},
            {"name": "drawings", "description": "The board as SVG, PNG or text."},
            {"name": "puzzles", "description": "The solo puzzles: layouts and solutions."},
            {"name": "catalogue", "description": "Constant data; cacheable."},
            {"name": "service", "description": "For operators of the service."},
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
    schemas: list[type[OpenSchema | StrictSchema]] = [State, ViewState, Action, MoveGroup, Event]
    for schema in [*schemas, GameOptions, Layout, Record, ProblemDocument, _batch_schema()]:
        spec.components.schema(component_name(schema), schema=schema)
    described = spec.components.schemas
    _add_table(described["Action"], ACTION_FIELDS)
    _add_table(described["Event"], EVENT_FIELDS)
    spec.components.schema(
        "BatchBody",
        {
            "description": "The answer of the operation alone, or its problem document. A drawing "
            'is `{"drawing": "..."}`.',
            "type": "object",
            "additionalProperties": True,
        },
    )
    _add_responses(spec)


def _add_table(schema: dict[str, Any], types: Mapping[str, tuple[str, tuple[str, ...]]]) -> None:
    """Add the table of the fields of each type to a description."""
    rows = [
        f"| `{name}` | {text} | {', '.join(f'`{one}`' for one in fields)} |"
        for name, (text, fields) in types.items()
    ]
    table = "\n".join(["| type | meaning | fields |", "|---|---|---|", *rows])
    schema["description"] += f"\n\n{table}"


def _batch_schema() -> type[StrictSchema]:
    """Return the schema of an operation in a batch: its name, and the fields of all of them."""
    batched = [one for one in OPERATIONS if one.batchable]
    members: dict[str, Any] = {
        "operation": one_of(
            *(one.name for one in batched),
            required=True,
            metadata=describe("The operation: its path after /v1/."),
        ),
        "state_from": Integer(
            0,
            metadata=describe(
                "Instead of `state`: the index of an earlier operation of the batch, whose "
                "resulting state is used."
            ),
        ),
        "__doc__": "An operation of a batch: its name, and the fields of its request.",
    }
    for operation in batched:
        for name, field in operation.request.declared_fields.items():
            if name not in members:
                members[name] = copy.deepcopy(field)
                members[name].required = False
    made: type[StrictSchema] = type("BatchOperation", (StrictSchema,), members)
    return made


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
        "schema": {"type": "integer", "format": "int32", "minimum": 1},
    }
}


def _by_status(codes: tuple[str, ...]) -> list[tuple[str, ...]]:
    """Return error codes grouped by their status."""
    groups: dict[int, list[str]] = {}
    for code in codes:
        groups.setdefault(CODES[code][0], []).append(code)
    return [tuple(group) for group in groups.values()]


_SEALS = ("invalid_seal", "seal_not_configured")


def _response_name(codes: tuple[str, ...]) -> str:
    """Return the name of the response with these codes, without those that are common to many."""
    common = {"invalid_request", "invalid_seal", *(_SEALS if "invalid_seal" in codes else ())}
    special = [code for code in codes if code not in common] or codes
    return "Or".join(code.title().replace("_", "") for code in special)


def _add_responses(spec: APISpec) -> None:
    spec.components.header(
        "RequestId",
        {
            "description": "The id of the request: the client's if it sent a valid one, else new.",
            "schema": {"type": "string"},
        },
    )
    groups = {codes for operation in OPERATIONS for codes in _by_status(operation.errors)}
    groups |= {("not_found",), ("invalid_request",)}
    for codes in [*_BODY_ERRORS, *sorted(groups)]:
        description = " ".join(CODES[code][1] for code in codes)
        _add_response(spec, _response_name(codes), description, codes)
    _add_response(spec, "InternalError", CODES["internal_error"][1], ("internal_error",))
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
    if operation is not None and operation.media_type.startswith("image/"):
        # A default beside an image makes openapi-python-client read the image as a problem.
        responses["500"] = "InternalError"
    else:
        responses["default"] = "OtherError"
    return {
        status: {"$ref": f"#/components/responses/{name}"} for status, name in responses.items()
    }


def board_errors() -> dict[str, Any]:
    """Return references to the error responses of the address of a board."""
    names = {"404": "NotFound", "422": "InvalidRequest", "500": "InternalError"}
    return {status: {"$ref": f"#/components/responses/{name}"} for status, name in names.items()}
