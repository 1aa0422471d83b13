"""The OpenAPI description, made from the schemas; ``python -m service.openapi`` writes it down.

Every operation has an example that was really run through the engine, and so has every error.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from functools import cache, partial
from typing import Any

import cornerwise
import orjson
import yaml
from apispec import APISpec
from cornerwise import CARDS, COLORS
from cornerwise.errors import CODES
from cornerwise.selection import load_engine

from ..catalogue.cards import CARD_LANGUAGES, cards_json
from ..catalogue.names import LANGUAGES, pieces_json, variants_json
from ..http.problems import CODES as PROBLEMS
from ..operations.puzzles import PUZZLE_OPERATIONS, PuzzleOperation, puzzles_json
from ..operations.table import JSON, OPERATIONS, Answer, Operation
from ..schemas import requests as schemas
from ..schemas.fields import Shape
from ..schemas.state import PHASES
from .components import (
    DOCS,
    HEADERS,
    add_components,
    errors,
    errors_of,
    errors_of_puzzle,
    new_spec,
    ref,
)
from .examples import (
    MIDDLE_GAME,
    OPERATION_EXAMPLES,
    PUZZLE_EXAMPLES,
    SOLUTION,
    run_puzzle,
)

__all__ = ["document", "document_json", "document_yaml"]

_DESCRIPTION = """\
The rules of Blokus and Blokus Shuffle as a service: send a game state, get back what may be done,
what a card does, what comes of it, and the score.

Nothing is kept between requests: every answer depends on its request alone (and on chance, where a
game of Shuffle is started or a puzzle is solved without a seed), so any request may be repeated. A
game is a `state` that goes back and forth: start one with `/v1/games`, ask `/v1/legal-moves`, play
with `/v1/turns`. In Shuffle `/v1/card-resolutions` tells what a card would do, and `/v1/views` what
a seat may see. The solo puzzles are below `/v1/puzzles`.

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


_RETRY = "Nothing is changed by a request, so it may be sent again."


def _media_types(
    requests: Mapping[str, Any], run: Callable[[Any], Answer], shape: type[Shape] | None
) -> dict[str, Any]:
    """Return the answers to some requests by media type, each with its shape."""
    contents: dict[str, Any] = {}
    for name, request in requests.items():
        answer = run(request)
        value = orjson.loads(answer.body) if answer.media_type == JSON else answer.body.decode()
        media_type = answer.media_type.partition(";")[0]
        # A picture has no shape but its text.
        content = contents.setdefault(
            media_type, {"schema": shape or {"type": "string"}, "examples": {}}
        )
        content["examples"][name] = {"value": value}
    return contents


def _post(
    operation: Operation | PuzzleOperation,
    requests: Mapping[str, Any],
    contents: dict[str, Any],
    failures: dict[str, Any],
    **members: Any,
) -> dict[str, Any]:
    """Return the description of an operation with examples of its requests and its answers."""
    examples = {name: {"value": request} for name, request in requests.items()}
    doc = (operation.response.__doc__ if operation.response else None) or "The picture."
    answer = {"description": doc.splitlines()[0], "headers": HEADERS, "content": contents}
    return {
        "post": {
            "operationId": _camel_case(operation.work.__name__),
            "summary": operation.summary,
            "description": f"{(operation.work.__doc__ or '').strip()} {_RETRY}",
            **members,
            "requestBody": {
                "required": True,
                "content": {JSON: {"schema": type(operation.request), "examples": examples}},
            },
            "responses": {"200": answer, **failures},
        }
    }


def _operation_paths(spec: APISpec) -> None:
    engine = load_engine(cornerwise.ENGINE)
    for name, operation in OPERATIONS.items():
        requests = OPERATION_EXAMPLES[name]
        contents = _media_types(requests, partial(operation.run, engine), operation.response)
        described = _post(operation, requests, contents, errors_of(name), tags=["game"])
        spec.path(path=operation.path, operations=described)


def _puzzle_paths(spec: APISpec) -> None:
    parameter = {
        "name": "puzzle",
        "in": "path",
        "required": True,
        "description": "Which puzzle, see /v1/puzzles.",
        "schema": {"type": "string", "enum": _puzzle_names()},
        "example": SOLUTION["puzzle"],
    }
    solution = Answer(orjson.dumps(SOLUTION))
    for name, operation in PUZZLE_OPERATIONS.items():
        requests = PUZZLE_EXAMPLES[name]
        run = (lambda _: solution) if name == "solutions" else partial(run_puzzle, name)
        described = _post(
            operation,
            requests,
            _media_types(requests, run, operation.response),
            errors_of_puzzle(name),
            tags=["puzzles"],
            parameters=[parameter],
        )
        spec.path(path=operation.path("{puzzle}"), operations=described)


def _puzzle_names() -> list[str]:
    return [puzzle.name for puzzle in cornerwise.puzzles()]


def _batch_path(spec: APISpec) -> None:
    engine = load_engine(cornerwise.ENGINE)
    requests = {name: OPERATION_EXAMPLES[name]["classic"] for name in ("scores", "checks")}
    batch = {"operations": [{"operation": name, **one} for name, one in requests.items()]}
    results = [
        {"status": 200, "body": orjson.loads(OPERATIONS[name].run(engine, one).body)}
        for name, one in requests.items()
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
                    "content": {JSON: {"schema": schemas.BatchRequest, "example": batch}},
                },
                "responses": {
                    "200": {
                        "description": "The answers, in the order of the operations.",
                        "content": {
                            JSON: {"schema": schemas.BatchAnswer, "example": {"results": results}}
                        },
                    },
                    **errors_of("batches"),
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
                "200": {"headers": HEADERS, **answer},
                **more.pop("answers", {}),
                **errors("BadRequest"),
            },
            **more,
        }
    }


def _header(text: str) -> dict[str, Any]:
    return {"description": text, "schema": {"type": "string"}}


def _language(known: tuple[str, ...]) -> dict[str, Any]:
    text = f"The language of display names: {', '.join(known)}."
    return {"name": "Accept-Language", "in": "header", **_header(text), "example": "sv"}


def _catalogue_paths(spec: APISpec) -> None:
    engine = load_engine(cornerwise.ENGINE)
    caching = {
        "ETag": _header("For If-None-Match."),
        "Cache-Control": _header("How long the answer may be kept."),
        "X-Request-ID": HEADERS["X-Request-ID"],
    }
    etag = {"name": "If-None-Match", "in": "header", **_header("The ETag of an earlier answer.")}
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
            [etag, _language(LANGUAGES)],
        ),
        (
            "/v1/cards",
            "The cards of Blokus Shuffle",
            schemas.CardCatalogue,
            orjson.loads(cards_json(engine, CARD_LANGUAGES[0])),
            [etag, _language(CARD_LANGUAGES)],
        ),
        (
            "/v1/puzzles",
            "The solo puzzles",
            schemas.PuzzleCatalogue,
            orjson.loads(puzzles_json(engine)),
            [etag],
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


@cache
def document() -> dict[str, Any]:
    """Return the description as plain data."""
    spec = new_spec(_description())
    add_components(spec)
    _operation_paths(spec)
    _batch_path(spec)
    _puzzle_paths(spec)
    _catalogue_paths(spec)
    _housekeeping_paths(spec)
    made: dict[str, Any] = json.loads(json.dumps(spec.to_dict()))
    parts = made["components"]["schemas"]
    for name, shape in parts.items():
        if "properties" in shape:
            for part in shape["properties"].values():
                _tell_default(part)
            shape["description"] = DOCS[name]
    named: dict[str, list[str]] = {
        "Color": list(COLORS),
        "CardName": list(CARDS),
        "Phase": list(PHASES),
        "PieceName": [piece.name for piece in cornerwise.pieces()],
        "PuzzleName": _puzzle_names(),
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
            nullable = {"anyOf": [ref(name), {"type": "null"}]}
            return {**(ref(name) if value["enum"] == choices else nullable), **rest}
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
