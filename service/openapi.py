"""The OpenAPI description, made from the schemas; ``python -m service.openapi`` writes it down.

Every operation has an example that was really run through the engine, and so has every error.
"""

from __future__ import annotations

import json
from functools import cache
from pathlib import Path
from typing import Any

import cornerwise
import orjson
import yaml
from apispec import APISpec
from apispec.ext.marshmallow import MarshmallowPlugin
from apispec.ext.marshmallow.common import resolve_schema_cls
from cornerwise import COLORS
from cornerwise.selection import load_engine
from marshmallow import Schema

from . import schemas
from .examples import MIDDLE_GAME, OPERATION_EXAMPLES, PROBLEM_EXAMPLES
from .fields import Checked, Items, Shape, Square, WholeNumber, choice
from .operations import JSON, OPERATIONS, Operation
from .problems import MEDIA_TYPE

__all__ = ["document", "document_json", "document_yaml"]

_DESCRIPTION = """\
The rules of Blokus as a service: send a game state, get back what may be done, what comes of it,
and the score.

Nothing is kept between requests: every answer depends on its request alone, so any request may be
repeated. A game is a `state` that goes back and forth: start one with `/v1/games`, ask
`/v1/legal-moves`, play with `/v1/turns`.

Row 0, column 0 is the top-left square. Rule ids such as C2 are explained in docs/rules.md, codes in
docs/errors.md.
"""

_ACTION_TYPES = {"place": schemas.PlaceAction, "pass": schemas.PassAction}
_EVENT_TYPES = {
    "piece_placed": schemas.PiecePlacedEvent,
    "passed": schemas.PassedEvent,
    "game_over": schemas.GameOverEvent,
}

_RETRY = "Nothing is changed by a request, so it may be sent again."


def _component_name(schema: Schema | type[Schema] | str) -> str:
    shape: type[Schema] = resolve_schema_cls(schema)  # type: ignore[assignment]
    _DOCS[shape.__name__] = " ".join((shape.__doc__ or "").split())
    return shape.__name__


_DOCS: dict[str, str] = {}
"""What each shape is, from its docstring."""


def _ref(name: str) -> dict[str, str]:
    return {"$ref": f"#/components/schemas/{name}"}


def _own_fields(_converter: object, field: object, **_: object) -> dict[str, Any]:
    """Describe our own fields, which apispec knows nothing of."""
    if isinstance(field, Checked):
        return _ref(field.component)
    if isinstance(field, Square):
        number = {"type": "integer", "minimum": field.low, "maximum": field.high}
        return {"type": "array", "items": number, "minItems": 2, "maxItems": 2}
    if isinstance(field, WholeNumber):
        limits = {"minimum": field.least, "maximum": field.most}
        return {name: limit for name, limit in limits.items() if limit is not None}
    if isinstance(field, Items):
        limits = {"minItems": field.least or None, "maxItems": field.most}
        return {name: limit for name, limit in limits.items() if limit is not None}
    return {}


def _union(types: dict[str, type[Shape]], discriminator: str) -> dict[str, Any]:
    names = {key: _component_name(schema) for key, schema in types.items()}
    return {
        "oneOf": [_ref(name) for name in names.values()],
        "discriminator": {
            "propertyName": discriminator,
            "mapping": {key: _ref(name)["$ref"] for key, name in names.items()},
        },
    }


def _spec() -> tuple[APISpec, MarshmallowPlugin]:
    plugin = MarshmallowPlugin(schema_name_resolver=_component_name)
    spec = APISpec(
        title="Cornerwise",
        version=cornerwise.__version__,
        openapi_version="3.1.0",
        plugins=[plugin],
        info={
            "description": _DESCRIPTION,
            "license": {"name": "MIT", "identifier": "MIT"},
        },
        servers=[{"url": "/", "description": "Where this document came from."}],
        tags=[
            {"name": "game", "description": "Pure functions of a game state."},
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
    return spec, plugin


def _batch_operation(operation: Operation) -> type[Shape]:
    """Return the shape of an operation inside a batch: its request and its name."""
    name = "".join(part.capitalize() for part in operation.name.split("-")) + "Operation"
    base = type(operation.request)
    members = {
        "operation": choice(operation.name, required=True),
        "__doc__": f"{operation.summary}, as /v1/{operation.name} does.",
    }
    return type(name, (base,), members)


def _components(spec: APISpec) -> None:
    shapes: list[type[Shape]] = [schemas.Rules, schemas.State, schemas.ProblemDocument]
    shapes += [*_ACTION_TYPES.values(), *_EVENT_TYPES.values()]
    operations = {name: _batch_operation(operation) for name, operation in OPERATIONS.items()}
    for shape in [*shapes, *operations.values()]:
        spec.components.schema(_component_name(shape), schema=shape)
    spec.components.schema("Action", _union(_ACTION_TYPES, "type"))
    spec.components.schema("Event", _union(_EVENT_TYPES, "type"))
    spec.components.schema("Operation", _union(operations, "operation"))
    squares = {"type": "array", "items": {"type": "integer", "minimum": 0, "maximum": 399}}
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
            "description": "A list of actions; with the format `compact` a map.",
            "anyOf": [{"type": "array", "items": _ref("Action")}, _ref("CompactMoves")],
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


def _responses(spec: APISpec) -> None:
    for code, (status, description, example) in PROBLEM_EXAMPLES.items():
        spec.components.response(
            code,
            {
                "description": description,
                "content": {
                    MEDIA_TYPE: {
                        "schema": _ref("ProblemDocument"),
                        "examples": {code: {"summary": str(status), "value": example}},
                    }
                },
            },
        )


def _responses_ref(*codes: str) -> dict[str, Any]:
    return {
        str(PROBLEM_EXAMPLES[code][0]): {"$ref": f"#/components/responses/{code}"} for code in codes
    }


_BODY_PROBLEMS = ("invalid_json", "body_too_large", "unsupported_media_type", "unprocessable")


def _answer(operation: Operation, example: object) -> dict[str, Any]:
    if operation.response is None:
        picture = {"type": "string"}
        content = {
            "image/svg+xml": {"schema": picture},
            "text/plain": {"schema": picture, "example": example},
        }
        return {"description": "The picture.", "content": content}
    content_of_json = {"schema": operation.response, "example": example}
    description = (operation.response.__doc__ or "").splitlines()[0]
    return {"description": description, "content": {JSON: content_of_json}}


def _operation_paths(spec: APISpec) -> None:
    engine = load_engine(cornerwise.ENGINE)
    for operation in OPERATIONS.values():
        request = OPERATION_EXAMPLES[operation.name]
        answer = operation.run(engine, request)
        example = orjson.loads(answer.body) if answer.media_type == JSON else answer.body.decode()
        doc = operation.work.__doc__ or ""
        spec.path(
            path=operation.path,
            operations={
                "post": {
                    "operationId": _camel_case(operation.work.__name__),
                    "summary": operation.summary,
                    "description": f"{doc.strip()} {_RETRY}",
                    "tags": ["game"],
                    "requestBody": {
                        "required": True,
                        "content": {JSON: {"schema": type(operation.request), "example": request}},
                    },
                    "responses": {
                        "200": _answer(operation, example),
                        **_responses_ref(*_BODY_PROBLEMS),
                    },
                }
            },
        )


def _batch_path(spec: APISpec) -> None:
    engine = load_engine(cornerwise.ENGINE)
    names = ("scores", "checks")
    request = {"operations": [{"operation": name, **OPERATION_EXAMPLES[name]} for name in names]}
    results = [
        {
            "status": 200,
            "body": orjson.loads(OPERATIONS[name].run(engine, OPERATION_EXAMPLES[name]).body),
        }
        for name in names
    ]
    spec.path(
        path="/v1/batches",
        operations={
            "post": {
                "operationId": "batch",
                "summary": "Do many operations in one request",
                "description": "Each operation is done on its own: one that fails does not touch "
                f"the others. At most 1,000, and 4 MiB in all. {_RETRY}",
                "tags": ["game"],
                "requestBody": {
                    "required": True,
                    "content": {JSON: {"schema": schemas.BatchRequest, "example": request}},
                },
                "responses": {
                    "200": {
                        "description": "The answers, in the order of the operations.",
                        "content": {
                            JSON: {"schema": schemas.BatchAnswer, "example": {"results": results}}
                        },
                    },
                    **_responses_ref(*_BODY_PROBLEMS),
                },
            }
        },
    )


def _get(
    summary: str, tag: str, operation_id: str, content: dict[str, Any], **more: Any
) -> dict[str, Any]:
    return {
        "get": {
            "operationId": operation_id,
            "summary": summary,
            "tags": [tag],
            "responses": {
                "200": {"description": summary + ".", "content": content},
                **more.pop("answers", {}),
                **_responses_ref("bad_request"),
            },
            **more,
        }
    }


def _catalogue_paths(spec: APISpec) -> None:
    not_modified = {"304": {"description": "What If-None-Match names is still right."}}
    etag = {
        "name": "If-None-Match",
        "in": "header",
        "description": "The ETag of an earlier answer.",
        "schema": {"type": "string"},
    }
    language = {
        "name": "Accept-Language",
        "in": "header",
        "description": "The language of display names: en, sv, fi, da, no, fr, de, it or nl.",
        "schema": {"type": "string"},
        "example": "sv",
    }
    for path, summary, name, schema, parameters in (
        ("/v1/variants", "List the ways to play", "variants", schemas.VariantCatalogue, [etag]),
        (
            "/v1/pieces",
            "List the pieces and colours",
            "pieces",
            schemas.PieceCatalogue,
            [etag, language],
        ),
    ):
        content = {JSON: {"schema": schema}}
        spec.path(
            path=path,
            operations=_get(
                summary, "catalogue", name, content, parameters=parameters, answers=not_modified
            ),
        )


def _housekeeping_paths(spec: APISpec) -> None:
    text = {"schema": {"type": "string"}}
    for path, summary, name, content in (
        (
            "/healthz",
            "Say that the process is up",
            "health",
            {JSON: {"schema": schemas.HealthAnswer}},
        ),
        (
            "/readyz",
            "Name the engine and the version",
            "ready",
            {JSON: {"schema": schemas.ReadyAnswer}},
        ),
        ("/metrics", "Show the counters, for Prometheus", "metrics", {"text/plain": text}),
    ):
        spec.path(path=path, operations=_get(summary, "operations", name, content))


@cache
def document() -> dict[str, Any]:
    """Return the description as plain data."""
    spec, _ = _spec()
    _components(spec)
    _operation_paths(spec)
    _batch_path(spec)
    _catalogue_paths(spec)
    _housekeeping_paths(spec)
    made: dict[str, Any] = json.loads(json.dumps(spec.to_dict()))
    parts = made["components"]["schemas"]
    for name, shape in parts.items():
        if "properties" in shape:
            shape["additionalProperties"] = False
            for part in shape["properties"].values():
                _tell_default(part)
            shape["description"] = _DOCS[name]
    named: dict[str, list[str]] = {
        "Color": list(COLORS),
        "PieceName": [piece.name for piece in cornerwise.pieces()],
    }
    made = _with_names(made, named)
    for name, values in named.items():
        made["components"]["schemas"][name] = {"type": "string", "enum": values}
    made["components"]["schemas"]["State"]["example"] = MIDDLE_GAME
    return made


def _tell_default(part: dict[str, Any]) -> None:
    """Put a default into words: generators take a field that has one for a field that is there."""
    if "default" in part:
        default = json.dumps(part.pop("default"))
        part["description"] = f"{part.get('description', '')} Default: {default}.".strip()


def _camel_case(name: str) -> str:
    first, *rest = name.split("_")
    return first + "".join(part.capitalize() for part in rest)


def _with_names(value: Any, named: dict[str, list[str]]) -> Any:
    """Replace lists of choices that have a name by a reference to it, wherever they stand."""
    if isinstance(value, list):
        return [_with_names(item, named) for item in value]
    if not isinstance(value, dict):
        return value
    for name, choices in named.items():
        if value.get("enum") in (choices, [*choices, None]):
            rest = {key: inner for key, inner in value.items() if key not in {"enum", "type"}}
            nullable = {"anyOf": [_ref(name), {"type": "null"}]}
            return {**(_ref(name) if value["enum"] == choices else nullable), **rest}
    return {key: _with_names(inner, named) for key, inner in value.items()}


def document_json() -> bytes:
    """Return the description as JSON."""
    return orjson.dumps(document())


def document_yaml() -> str:
    """Return the description as YAML, in the order it was made."""
    head = "# Made by `make openapi` from the schemas in service/: change those, not this.\n"
    return head + yaml.safe_dump(document(), sort_keys=False, allow_unicode=True, width=120)


if __name__ == "__main__":
    (Path(__file__).parent.parent / "openapi.yaml").write_text(document_yaml(), encoding="utf-8")
