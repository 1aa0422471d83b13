"""The OpenAPI description, generated from the operations and their schemas.

``python -m service.openapi`` writes it to openapi.yaml, and its examples to docs/examples. Every
operation and every error has an example that was run.
"""

from __future__ import annotations

import json
from functools import cache
from typing import Any

import cornerwise
import orjson
from apispec import APISpec
from cornerwise.selection import load_engine
from cornerwise.types import MAX_POSITION_LENGTH

from ..catalogue.cards import cards_json
from ..catalogue.languages import CARD_LANGUAGES, LANGUAGES
from ..catalogue.pieces import pieces_json
from ..catalogue.puzzles import puzzles_json
from ..catalogue.variants import variants_json
from ..http.problems import CODES
from ..operations import boards, examples
from ..operations.operation import JSON, Operation
from ..operations.renderings import PNG
from ..operations.table import OPERATIONS
from ..schemas import catalogue
from ..schemas.fields import StrictSchema
from .components import (
    HEADERS,
    add_components,
    board_errors,
    error_responses,
    new_spec,
    ref,
)
from .enums import named_enums, with_named_enums
from .examples import example_context, example_value, operation_answers, path_parameters

__all__ = ["document", "document_json"]

_INTRODUCTION = """\
A stateless JSON API for Blokus and Blokus Shuffle: legal moves, card effects, resulting states and
scores. A game is a `state` that the client keeps and sends with every request.

- [Guide](/docs/guide): a game, step by step
- [Rules](/docs/rules) of the games, with the numbers that errors cite
- [Errors](/docs/errors): every code and its meaning
"""

_REPEATABLE = "Requests change nothing and can be repeated."


@cache
def document() -> dict[str, Any]:
    """Return the description as plain data."""
    spec = new_spec(_INTRODUCTION)
    add_components(spec)
    for operation in OPERATIONS:
        spec.path(path=operation.path, operations={"post": _post(operation)})
    _add_boards(spec)
    _add_catalogue(spec)
    _add_health(spec)
    made: dict[str, Any] = json.loads(json.dumps(spec.to_dict()))
    enums = named_enums()
    made = with_named_enums(made, enums)
    schemas = made["components"]["schemas"]
    for name, values in enums.items():
        schemas[name] = {"type": "string", "enum": values}
    schemas["ProblemCode"]["description"] = _problem_table()
    made["components"]["schemas"] = dict(sorted(schemas.items()))
    return made


def _problem_table() -> str:
    """Return the codes of problem documents as a table; /docs/errors says more."""
    rows = (f"| `{code}` | {status} | {title} |" for code, (status, title) in CODES.items())
    return "\n".join(("| code | status | meaning |", "|---|---|---|", *rows))


def document_json() -> bytes:
    """Return the description as JSON."""
    return orjson.dumps(document())


# ---- Operations ----------------------------------------------------------------------------------


def _post(operation: Operation) -> dict[str, Any]:
    """Return the description of an operation, with examples of its requests and answers."""
    examples = {name: {"value": request} for name, request in operation.examples().items()}
    documentation = " ".join((operation.function.__doc__ or "").split())
    answer_text = (operation.answer.__doc__ if operation.answer else None) or "The drawing."
    described = {
        "operationId": operation.operation_id,
        "summary": operation.summary,
        "description": f"{documentation} {_REPEATABLE}",
        "tags": [operation.tag],
        "requestBody": {
            "required": True,
            "content": {JSON: {"schema": type(operation.request), "examples": examples}},
        },
        "responses": {
            "200": {
                "description": answer_text.splitlines()[0],
                "headers": HEADERS,
                "content": {operation.media_type.partition(";")[0]: _answer_content(operation)},
            },
            **error_responses(operation),
        },
    }
    parameters = [_path_parameter(*parameter) for parameter in path_parameters(operation).items()]
    return {**described, "parameters": parameters} if parameters else described


def _answer_content(operation: Operation) -> dict[str, Any]:
    """Return the schema and the example answers of an operation."""
    schema: Any = operation.answer or {"type": "string"}
    if operation.media_type.startswith("image/"):
        # SVG is text, but several generators only support images that are binary.
        schema = {"type": "string", "format": "binary"}
    if operation.media_type == PNG:
        return {"schema": schema}
    answers = operation_answers(operation).items()
    examples = {name: {"value": example_value(answer)} for name, answer in answers}
    return {"schema": schema, "examples": examples}


def _path_parameter(name: str, example: str) -> dict[str, Any]:
    return {
        "name": name,
        "in": "path",
        "required": True,
        "description": "The puzzle, see /v1/puzzles.",
        "schema": ref("PuzzleName"),
        "example": example,
    }


# ---- GET routes ----------------------------------------------------------------------------------


def _get(
    operation_id: str, tag: str, answer: dict[str, Any], answers: dict[str, Any], **more: Any
) -> dict[str, Any]:
    """Return the description of a GET route; its summary is the description of the answer."""
    return {
        "get": {
            "operationId": operation_id,
            "summary": answer["description"],
            "tags": [tag],
            "responses": {"200": {"headers": HEADERS, **answer}, **answers, **error_responses()},
            **more,
        }
    }


def _header(text: str) -> dict[str, Any]:
    return {"description": text, "schema": {"type": "string"}}


def _language(languages: tuple[str, ...]) -> dict[str, Any]:
    text = f"The language of names and descriptions: {', '.join(languages)}."
    return {"name": "Accept-Language", "in": "header", **_header(text), "example": "sv"}


_CACHING = {
    "ETag": _header("For If-None-Match."),
    "Cache-Control": _header("How long the answer may be cached."),
    "X-Request-ID": HEADERS["X-Request-ID"],
}
_ETAG = {"name": "If-None-Match", "in": "header", **_header("The ETag of an earlier answer.")}
_NOT_MODIFIED = {"304": {"description": "The cached answer is still valid."}}


def _add_boards(spec: APISpec) -> None:
    text = cornerwise.load_state(examples.middle_game()).to_text()
    position = {
        "name": "position",
        "in": "path",
        "required": True,
        "description": "The position text of a state or of a view.",
        "schema": {"type": "string", "maxLength": MAX_POSITION_LENGTH},
        "example": text,
    }
    for form, (media_type, options) in boards.FORMS.items():
        name = {"txt": "text"}.get(form, form.upper())
        described = _properties(options)
        query = [
            {"name": option, "in": "query", "schema": _bare(shape), **_described(shape)}
            for option, shape in described.items()
        ]
        is_image = media_type.startswith("image/")
        schema = {"type": "string", **({"format": "binary"} if is_image else {})}
        answer = {
            "description": f"A board as {name}, for a page; cacheable without end",
            "headers": _CACHING,
            "content": {media_type.partition(";")[0]: {"schema": schema, **_drawn(form, text)}},
        }
        spec.path(
            path=f"/v1/boards/{{position}}.{form}",
            operations={
                "get": {
                    "operationId": f"getBoard{form.capitalize()}",
                    "summary": answer["description"],
                    "tags": ["drawings"],
                    "parameters": [position, *query, _ETAG],
                    "responses": {"200": answer, **_NOT_MODIFIED, **board_errors()},
                }
            },
        )


def _drawn(form: str, text: str) -> dict[str, Any]:
    """Return the example of a board, unless it is binary."""
    if form == "png":
        return {}
    context = example_context()
    options = boards.read_options(form, ())
    answer = boards.draw_board(context, boards.load_board(context, text), form, options)
    return {"examples": {"classic": {"value": example_value(answer)}}}


def _properties(options: StrictSchema) -> dict[str, Any]:
    """Return the description of the fields of options, which are no component themselves."""
    spec = new_spec("")
    spec.components.schema("Options", schema=options)
    fields: dict[str, Any] = spec.components.schemas["Options"]["properties"]
    return fields


def _bare(shape: dict[str, Any]) -> dict[str, Any]:
    return {name: value for name, value in shape.items() if name != "description"}


def _described(shape: dict[str, Any]) -> dict[str, Any]:
    return {name: value for name, value in shape.items() if name == "description"}


def _add_catalogue(spec: APISpec) -> None:
    engine = load_engine(cornerwise.ENGINE)
    for operation_id, path, description, schema, example, languages in (
        (
            "listVariants",
            "/v1/variants",
            "The variants of the game",
            catalogue.VariantCatalogue,
            variants_json(engine, LANGUAGES[0]),
            LANGUAGES,
        ),
        (
            "listPieces",
            "/v1/pieces",
            "The pieces and colours",
            catalogue.PieceCatalogue,
            pieces_json(engine, LANGUAGES[0]),
            LANGUAGES,
        ),
        (
            "listCards",
            "/v1/cards",
            "The cards of Blokus Shuffle",
            catalogue.CardCatalogue,
            cards_json(engine, CARD_LANGUAGES[0]),
            CARD_LANGUAGES,
        ),
        (
            "listPuzzles",
            "/v1/puzzles",
            "The solo puzzles",
            catalogue.PuzzleCatalogue,
            puzzles_json(engine, LANGUAGES[0]),
            LANGUAGES,
        ),
    ):
        examples = {"english": {"value": orjson.loads(example)}}
        answer = {
            "description": description,
            "headers": _CACHING,
            "content": {JSON: {"schema": schema, "examples": examples}},
        }
        parameters = [_ETAG, _language(languages)]
        operations = _get(operation_id, "catalogue", answer, _NOT_MODIFIED, parameters=parameters)
        spec.path(path=path, operations=operations)


def _add_health(spec: APISpec) -> None:
    ready = {"status": "ok", "engine": "rust", "version": cornerwise.__version__}
    metrics = (
        "cornerwise_requests_total"
        '{engine="rust",method="POST",route="/v1/scores",status="200"} 7.0\n'
    )
    anything = {"type": "object", "additionalProperties": True}
    text = {"type": "string"}
    for operation_id, path, description, media_type, schema, example in (
        ("getHealth", "/healthz", "Liveness", JSON, catalogue.HealthAnswer, {"status": "ok"}),
        (
            "getReadiness",
            "/readyz",
            "Readiness, the engine and the version",
            JSON,
            catalogue.ReadyAnswer,
            ready,
        ),
        ("getMetrics", "/metrics", "Metrics for Prometheus", "text/plain", text, metrics),
        ("getOpenapi", "/openapi.json", "This description", JSON, anything, None),
    ):
        content: dict[str, Any] = {"schema": schema}
        if example is not None:
            content["examples"] = {"example": {"value": example}}
        answer = {"description": description, "content": {media_type: content}}
        spec.path(path=path, operations=_get(operation_id, "service", answer, {}))
