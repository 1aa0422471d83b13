"""The named parts of the OpenAPI description: shapes, unions of them, and error answers."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import cornerwise
from apispec import APISpec
from apispec.ext.marshmallow import MarshmallowPlugin
from apispec.ext.marshmallow.common import resolve_schema_cls
from cornerwise import CARDS
from marshmallow import Schema

from ..http.problems import MEDIA_TYPE
from ..operations.table import OPERATIONS, Operation
from ..schemas import state as parts
from ..schemas.fields import Checked, Items, Number, Shape, Square, WholeNumber, choice
from ..schemas.requests import ProblemDocument
from .examples import PROBLEM_EXAMPLES

__all__ = [
    "DOCS",
    "HEADERS",
    "add_components",
    "component_name",
    "errors",
    "errors_of",
    "errors_of_puzzle",
    "new_spec",
    "ref",
]


def component_name(schema: Schema | type[Schema] | str) -> str:
    """Return what a shape is called, and remember what it is."""
    shape: type[Schema] = resolve_schema_cls(schema)  # type: ignore[assignment]
    DOCS[shape.__name__] = " ".join((shape.__doc__ or "").split())
    return shape.__name__


DOCS: dict[str, str] = {}
"""What each shape is, from its docstring."""


def ref(name: str) -> dict[str, str]:
    """Return a reference to a component."""
    return {"$ref": f"#/components/schemas/{name}"}


def _own_fields(_converter: object, field: object, **_: object) -> dict[str, Any]:
    """Describe our own fields, which apispec knows nothing of."""
    if isinstance(field, Checked):
        return ref(field.component)
    if isinstance(field, Square):
        number = {"type": "integer", "minimum": field.low, "maximum": field.high}
        return {"type": "array", "items": number, "minItems": 2, "maxItems": 2}
    if isinstance(field, WholeNumber):
        limits = {"minimum": field.least, "maximum": field.most}
        return {name: limit for name, limit in limits.items() if limit is not None}
    if isinstance(field, Number):
        return {"exclusiveMinimum": field.above, "maximum": field.most}
    if isinstance(field, Items):
        limits = {"minItems": field.least or None, "maxItems": field.most}
        return {name: limit for name, limit in limits.items() if limit is not None}
    return {}


def _union(types: Mapping[str, type[Shape]], discriminator: str) -> dict[str, Any]:
    names = {key: component_name(schema) for key, schema in types.items()}
    return {
        "oneOf": [ref(name) for name in names.values()],
        "discriminator": {
            "propertyName": discriminator,
            "mapping": {key: ref(name)["$ref"] for key, name in names.items()},
        },
    }


def new_spec(description: str) -> APISpec:
    """Return a description without content that knows our fields."""
    plugin = MarshmallowPlugin(schema_name_resolver=component_name)
    spec = APISpec(
        title="Cornerwise",
        version=cornerwise.__version__,
        openapi_version="3.1.0",
        plugins=[plugin],
        info={
            "description": description,
            "license": {"name": "MIT", "identifier": "MIT"},
        },
        servers=[{"url": "/", "description": "Where this document came from."}],
        tags=[
            {"name": "game", "description": "Pure functions of a game state."},
            {"name": "puzzles", "description": "The solo puzzles: layouts of them, and solutions."},
            {"name": "catalogue", "description": "What never changes; cacheable."},
            {"name": "operations", "description": "For those who run the service."},
        ],
        security=[],
    )
    converter = plugin.converter
    if converter is None:  # pragma: no cover - apispec has made one when it is given the plugin
        raise TypeError
    for field in (Checked, Square):
        converter.map_to_openapi_type(field, None, None)  # type: ignore[no-untyped-call]
    converter.add_attribute_function(_own_fields)  # type: ignore[no-untyped-call]
    return spec


def _batch_operation(operation: Operation) -> type[Shape]:
    """Return the shape of an operation inside a batch: its request and its name."""
    name = "".join(part.capitalize() for part in operation.name.split("-")) + "Operation"
    base = type(operation.request)
    members = {
        "operation": choice(operation.name, required=True),
        "__doc__": f"{operation.summary}, as /v1/{operation.name} does.",
    }
    return type(name, (base,), members)


def add_components(spec: APISpec) -> None:
    """Add everything that has a name: the shapes, and the answers to wrong requests."""
    shapes: list[type[Shape]] = [parts.Rules, parts.State, parts.ViewState, parts.Layout]
    shapes += [ProblemDocument]
    shapes += [*parts.ACTIONS.values(), *parts.EVENTS.values()]
    operations = {name: _batch_operation(operation) for name, operation in OPERATIONS.items()}
    for shape in [*shapes, *operations.values()]:
        spec.components.schema(component_name(shape), schema=shape)
    spec.components.schema("Action", _union(parts.ACTIONS, "type"))
    spec.components.schema("Choice", _union(parts.CHOICES, "type"))
    spec.components.schema("Event", _union(parts.EVENTS, "type"))
    spec.components.schema("Operation", _union(operations, "operation"))
    squares = {"type": "array", "items": {"type": "integer", "minimum": 0, "maximum": 399}}
    spec.components.schema(
        "CardsOrCount",
        {
            "description": "Cards; or how many there are, where they are hidden.",
            "anyOf": [
                {"type": "array", "items": {"type": "string", "enum": list(CARDS)}},
                {"type": "integer", "minimum": 0, "maximum": 120},
            ],
        },
    )
    spec.components.schema(
        "CompactMoves",
        {
            "type": "object",
            "description": "Piece, then orientation number, then squares as row * 20 + col.",
            "additionalProperties": {"type": "object", "additionalProperties": squares},
        },
    )
    spec.components.schema(
        "Moves",
        {
            "description": "A list of actions; with the format `compact` a map, where pieces are "
            "put down.",
            "anyOf": [{"type": "array", "items": ref("Action")}, ref("CompactMoves")],
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
        {"description": "What the operation alone would have answered; a picture is a text."},
    )
    _responses(spec)


# The error answers of the operations: a name, when it comes, and which codes it can have.
_ERRORS: dict[str, tuple[str, str, tuple[str, ...]]] = {
    "BadRequest": ("400", "The request or its body is malformed.", ("invalid_json", "bad_request")),
    "Timeout": ("408", "The body did not come in time.", ("request_timeout",)),
    "TooLarge": ("413", "The body is too large.", ("body_too_large",)),
    "NotJson": ("415", "The body is not application/json.", ("unsupported_media_type",)),
    "WrongShape": ("422", "The request has the wrong shape.", ("invalid_request",)),
    "WrongState": (
        "422",
        "The request has the wrong shape, or the state is impossible.",
        ("invalid_state", "invalid_request"),
    ),
    "WrongAction": (
        "422",
        "The request has the wrong shape, the state is impossible, or the action is malformed.",
        ("invalid_action", "invalid_state", "invalid_request"),
    ),
    "IllegalAction": (
        "422",
        "An action is illegal or malformed, the state is impossible, or the shape is wrong.",
        ("illegal_action", "invalid_action", "invalid_state", "invalid_request"),
    ),
    "WrongLayout": (
        "422",
        "The request has the wrong shape, or the layout has.",
        ("invalid_layout", "invalid_request"),
    ),
    "Unsupported": ("501", "The engine in use has no solver.", ("unsupported",)),
    "Busy": ("503", "As many puzzles as can be solved at once are being solved.", ("busy",)),
    "OtherError": (
        "default",
        "Any other error, of the request or of the service.",
        ("not_found", "method_not_allowed", "internal_error", "busy", "answer_too_large"),
    ),
}

_UNPROCESSABLE = {
    "games": "WrongShape",
    "checks": "WrongAction",
    "turns": "IllegalAction",
    "card-resolutions": "IllegalAction",
    "batches": "WrongShape",
}

_RETRY_AFTER = {
    "Retry-After": {
        "description": "In how many seconds it is worth while to ask again.",
        "schema": {"type": "integer", "minimum": 1},
    }
}


def _responses(spec: APISpec) -> None:
    spec.components.header(
        "RequestId",
        {
            "description": "The id of the request: its own if it sent one that will do, else new.",
            "schema": {"type": "string"},
        },
    )
    for name, (_, description, codes) in _ERRORS.items():
        examples = {code: {"value": PROBLEM_EXAMPLES[code]} for code in codes}
        content = {MEDIA_TYPE: {"schema": ref("ProblemDocument"), "examples": examples}}
        headers = {**_RETRY_AFTER, **HEADERS} if name == "Busy" else HEADERS
        spec.components.response(
            name, {"description": description, "headers": headers, "content": content}
        )


HEADERS = {"X-Request-ID": {"$ref": "#/components/headers/RequestId"}}
"""The headers of every answer."""

_BODY_ERRORS = ("BadRequest", "Timeout", "TooLarge", "NotJson")


def errors(*names: str) -> dict[str, Any]:
    """Return the error answers of these names, and the one for whatever else can happen."""
    return {
        _ERRORS[name][0]: {"$ref": f"#/components/responses/{name}"}
        for name in (*names, "OtherError")
    }


def errors_of(operation: str) -> dict[str, Any]:
    """Return the error answers of an operation."""
    return errors(*_BODY_ERRORS, _UNPROCESSABLE.get(operation, "WrongState"))


def errors_of_puzzle(operation: str) -> dict[str, Any]:
    """Return the error answers of an operation on a puzzle."""
    searching = ("Unsupported", "Busy") if operation == "solutions" else ()
    return errors(*_BODY_ERRORS, "WrongLayout", *searching)
