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
from cornerwise.errors import CODES
from cornerwise.selection import load_engine
from marshmallow import Schema

from . import schemas
from .catalogue import LANGUAGES, pieces_json, variants_json
from .examples import MIDDLE_GAME, OPERATION_EXAMPLES, PROBLEM_EXAMPLES
from .fields import Checked, Items, Shape, Square, WholeNumber, choice
from .operations import JSON, OPERATIONS, Operation
from .problems import CODES as PROBLEMS
from .problems import MEDIA_TYPE

__all__ = ["document", "document_json", "document_yaml"]

_DESCRIPTION = """\
The rules of Blokus as a service: send a game state, get back what may be done, what comes of it,
and the score.

Nothing is kept between requests: every answer depends on its request alone, so any request may be
repeated. A game is a `state` that goes back and forth: start one with `/v1/games`, ask
`/v1/legal-moves`, play with `/v1/turns`.

Row 0, column 0 is the top-left square, row 19, column 19 the bottom-right one. A `state` that came
from here has all its fields; on the way in those with a default may be left out. Every error is a
problem document with a stable `code`, and where it applies a list of `errors`, each with a code of
its own.
"""


def _description() -> str:
    """Return what the description begins with: an introduction and the codes."""
    lines = [_DESCRIPTION, "| code | status | meaning |", "|---|---|---|"]
    lines += [f"| `{code}` | {status} | {text} |" for code, (status, text) in PROBLEMS.items()]
    lines += ["", "| code in `errors` | meaning |", "|---|---|"]
    lines += [f"| `{code}` | {text} |" for code, text in CODES.items()]
    return "\n".join(lines)


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


def _spec() -> APISpec:
    plugin = MarshmallowPlugin(schema_name_resolver=_component_name)
    spec = APISpec(
        title="Cornerwise",
        version=cornerwise.__version__,
        openapi_version="3.1.0",
        plugins=[plugin],
        info={
            "description": _description(),
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
    "batches": "WrongShape",
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
        content = {MEDIA_TYPE: {"schema": _ref("ProblemDocument"), "examples": examples}}
        spec.components.response(
            name, {"description": description, "headers": _HEADERS, "content": content}
        )


_HEADERS = {"X-Request-ID": {"$ref": "#/components/headers/RequestId"}}
_BODY_ERRORS = ("BadRequest", "Timeout", "TooLarge", "NotJson")


def _errors(*names: str) -> dict[str, Any]:
    return {
        _ERRORS[name][0]: {"$ref": f"#/components/responses/{name}"}
        for name in (*names, "OtherError")
    }


def _errors_of(operation: str) -> dict[str, Any]:
    return _errors(*_BODY_ERRORS, _UNPROCESSABLE.get(operation, "WrongState"))


def _answer(operation: Operation, example: object) -> dict[str, Any]:
    if operation.response is None:
        picture = {"type": "string"}
        drawn = operation.run(load_engine(cornerwise.ENGINE), {"state": MIDDLE_GAME}).body.decode()
        content = {
            "image/svg+xml": {"schema": picture, "example": drawn},
            "text/plain": {"schema": picture, "example": example},
        }
        return {"description": "The picture.", "headers": _HEADERS, "content": content}
    content_of_json = {"schema": operation.response, "example": example}
    description = (operation.response.__doc__ or "").splitlines()[0]
    content = {JSON: content_of_json}
    return {"description": description, "headers": _HEADERS, "content": content}


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
                        **_errors_of(operation.name),
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
                    **_errors_of("batches"),
                },
            }
        },
    )


def _get(path: str, tag: str, answer: dict[str, Any], **more: Any) -> dict[str, Any]:
    """Return the description of a GET route; its first line is what the answer is."""
    name = path.rpartition("/")[2].removesuffix("z")
    return {
        "get": {
            "operationId": name,
            "summary": answer["description"],
            "tags": [tag],
            "responses": {
                "200": {"headers": _HEADERS, **answer},
                **more.pop("answers", {}),
                **_errors("BadRequest"),
            },
            **more,
        }
    }


def _header(text: str) -> dict[str, Any]:
    return {"description": text, "schema": {"type": "string"}}


def _catalogue_paths(spec: APISpec) -> None:
    engine = load_engine(cornerwise.ENGINE)
    caching = {
        "ETag": _header("For If-None-Match."),
        "Cache-Control": _header("How long the answer may be kept."),
        "X-Request-ID": _HEADERS["X-Request-ID"],
    }
    etag = {"name": "If-None-Match", "in": "header", **_header("The ETag of an earlier answer.")}
    languages = f"The language of display names: {', '.join(LANGUAGES)}."
    language = {"name": "Accept-Language", "in": "header", **_header(languages), "example": "sv"}
    for path, description, schema, example, parameters in (
        (
            "/v1/variants",
            "The ways to play",
            schemas.VariantCatalogue,
            orjson.loads(variants_json(engine)),
            [etag],
        ),
        (
            "/v1/pieces",
            "The pieces and colours",
            schemas.PieceCatalogue,
            orjson.loads(pieces_json(engine, LANGUAGES[0])),
            [etag, language],
        ),
    ):
        answer = {
            "description": description,
            "headers": caching,
            "content": {JSON: {"schema": schema, "example": example}},
        }
        not_modified = {"description": "What If-None-Match names is still right."}
        operations = _get(
            path, "catalogue", answer, parameters=parameters, answers={"304": not_modified}
        )
        spec.path(path=path, operations=operations)


def _housekeeping_paths(spec: APISpec) -> None:
    ready = {"status": "ok", "engine": "rust", "version": cornerwise.__version__}
    counted = (
        "cornerwise_requests_total"
        '{engine="rust",method="POST",route="/v1/scores",status="200"} 7.0\n'
    )
    for path, description, media_type, schema, example in (
        ("/healthz", "The process is up", JSON, schemas.HealthAnswer, {"status": "ok"}),
        ("/readyz", "The engine and the version", JSON, schemas.ReadyAnswer, ready),
        ("/metrics", "The counters, for Prometheus", "text/plain", {"type": "string"}, counted),
    ):
        content = {media_type: {"schema": schema, "example": example}}
        answer = {"description": description, "content": content}
        spec.path(path=path, operations=_get(path, "operations", answer))


_SENT = {"State", "Rules", "PlacedPiece", "Turn", "LastPlaced", "PlaceAction", "PassAction"}
"""Parts of requests: what they do not know is refused."""


@cache
def document() -> dict[str, Any]:
    """Return the description as plain data."""
    spec = _spec()
    _components(spec)
    _operation_paths(spec)
    _batch_path(spec)
    _catalogue_paths(spec)
    _housekeeping_paths(spec)
    made: dict[str, Any] = json.loads(json.dumps(spec.to_dict()))
    parts = made["components"]["schemas"]
    for name, shape in parts.items():
        if "properties" in shape:
            # Answers may grow: a client must not stumble over a member that it does not know.
            if name.endswith(("Request", "Operation")) or name in _SENT:
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
    dumped = yaml.safe_dump(
        document(), sort_keys=False, allow_unicode=True, width=120, default_flow_style=None
    )
    return head + dumped


if __name__ == "__main__":
    (Path(__file__).parent.parent / "openapi.yaml").write_text(document_yaml(), encoding="utf-8")
