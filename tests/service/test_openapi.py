"""The OpenAPI description: up to date, valid, complete, and in agreement with the service."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import cornerwise
import jsonschema_rs
import pytest
from flask.testing import FlaskClient
from openapi_spec_validator import validate

from service.http.problems import CODES
from service.openapi.document import document
from service.openapi.files import EXAMPLES, description_files
from tests.service.client import JSON, PROBLEM
from tests.service.contract import assert_answer, assert_matches
from tests.service.puzzle_requests import BOARDS

CHECKOUT = Path(__file__).parents[2]
NOT_DESCRIBED = {
    *("/", "/docs", "/docs/", "/docs/start.js", "/docs/style.css", "/docs/assets/<path:name>"),
    *("/docs/<name>", "/playground/<path:name>", "/playground/settings.json"),
}
METHODS = {"get", "post", "put", "patch", "delete", "head", "options", "trace"}


def operations() -> Iterator[tuple[str, str, dict[str, Any]]]:
    """Yield path, method and description of every operation."""
    for path, methods in document()["paths"].items():
        for method, operation in methods.items():
            assert method in METHODS
            yield path, method, operation


EVERY = [pytest.param(*one, id=f"{one[1]} {one[0]}") for one in operations()]
POSTS = [one for one in EVERY if one.values[1] == "post"]


def resolved(part: dict[str, Any]) -> dict[str, Any]:
    """Return the target of a reference."""
    if "$ref" not in part:
        return part
    found: Any = document()
    for name in part["$ref"].removeprefix("#/").split("/"):
        found = found[name]
    assert isinstance(found, dict)
    return found


def examples(content: dict[str, Any]) -> dict[str, Any]:
    """Return the examples of a media type by their names."""
    several = {name: example["value"] for name, example in content.get("examples", {}).items()}
    return several | ({"": content["example"]} if "example" in content else {})


def of_puzzle(path: str, puzzle: str = "rect4") -> str:
    """Return a path with the puzzle of the examples."""
    return path.replace("{puzzle}", puzzle)


def without_words(value: Any) -> Any:  # noqa: ANN401 (JSON)
    """Return JSON without messages, which differ between the engines."""
    if isinstance(value, list):
        return [without_words(item) for item in value]
    if isinstance(value, dict):
        kept = {name: inner for name, inner in value.items() if name not in {"message", "detail"}}
        return {name: without_words(inner) for name, inner in kept.items()}
    return value


def test_committed_description_and_examples_are_up_to_date() -> None:
    files = description_files()
    for name, text in files.items():
        assert (CHECKOUT / name).read_text("utf-8") == text, name
    committed = (CHECKOUT / EXAMPLES).rglob("*.*")
    assert {str(file.relative_to(CHECKOUT)) for file in committed} == set(files) - {"openapi.yaml"}


def test_description_can_be_used_alone() -> None:
    text = description_files()["openapi.yaml"]
    assert "examples:" not in text
    assert "externalValue" not in text
    assert set(re.findall(r"\$ref: '([^#]*)#", text)) == {""}


def test_description_is_the_same_on_both_engines() -> None:
    program = (
        "import sys; from service.openapi.document import document_json\n"
        "sys.stdout.buffer.write(document_json())"
    )
    made = subprocess.run(  # noqa: S603 (our own command)
        [sys.executable, "-c", program],
        cwd=CHECKOUT,
        env={**os.environ, "PYTHONPATH": "python", "CORNERWISE_ENGINE": "python"},
        capture_output=True,
        check=True,
    ).stdout
    assert cornerwise.ENGINE == "rust"
    assert without_words(json.loads(made)) == without_words(document())


def test_valid_openapi_3_1() -> None:
    assert document()["openapi"].startswith("3.1.")
    validate(document())


def test_version_is_that_of_the_package() -> None:
    assert document()["info"]["version"] == cornerwise.__version__


def test_every_route_is_described_with_its_methods(rust_client: FlaskClient) -> None:
    routes = {
        (rule.rule.replace("<position>", "{position}"), method.lower())
        for rule in rust_client.application.url_map.iter_rules()
        for method in (rule.methods or set()) - {"HEAD", "OPTIONS"}
        if rule.rule not in NOT_DESCRIBED
    }
    described = {
        (of_puzzle(path, puzzle), method) for path, method, _ in operations() for puzzle in BOARDS
    }
    assert described == routes


def test_operation_ids_are_unique() -> None:
    names = [operation["operationId"] for _, _, operation in operations()]
    assert len(names) == len(set(names))
    assert all(name.isidentifier() for name in names)


@pytest.mark.parametrize(("path", "method", "operation"), EVERY)
def test_every_operation_has_summary_tags_and_descriptions(
    path: str, method: str, operation: dict[str, Any]
) -> None:
    assert operation["summary"], (path, method)
    assert operation["tags"]
    assert all(resolved(answer)["description"] for answer in operation["responses"].values())


@pytest.mark.parametrize(("path", "method", "operation"), EVERY)
def test_every_operation_has_an_example_answer(
    path: str, method: str, operation: dict[str, Any]
) -> None:
    (kind,) = operation["responses"]["200"]["content"].items()
    if kind[0] != "image/png" and path != "/openapi.json":
        assert examples(kind[1]), (path, method)


@pytest.mark.parametrize(("path", "method", "operation"), POSTS)
def test_example_requests_lead_to_the_example_answers(
    client: FlaskClient, path: str, method: str, operation: dict[str, Any]
) -> None:
    content = operation["requestBody"]["content"][JSON]
    requests = examples(content)
    for name, request in requests.items():
        assert_matches(content["schema"]["$ref"].rsplit("/", 1)[1], request)
        if path.endswith("/solutions"):
            continue  # not every engine has a solver: its example is tested with the puzzles
        response = client.open(of_puzzle(path), method=method, json=request)
        assert response.status_code == 200
        if path == "/v1/suggestions":
            # The time, and what a search finds, differ: the example is tested with suggestions.
            assert_answer(path, response.get_json())
            continue
        (described,) = operation["responses"]["200"]["content"].values()
        assert response.mimetype in operation["responses"]["200"]["content"]
        if response.mimetype == "image/png":
            continue
        body = response.get_json() if response.is_json else response.text
        assert without_words(examples(described)[name]) == without_words(body)
        if response.is_json:
            assert_answer(path, body)
    assert requests


@pytest.mark.parametrize("path", ["games", "legal-moves", "turns", "card-resolutions", "views"])
def test_examples_cover_shuffle(path: str) -> None:
    content = document()["paths"][f"/v1/{path}"]["post"]["requestBody"]["content"][JSON]
    assert any("shuffle" in str(request) for request in examples(content).values())


@pytest.mark.parametrize(
    "path",
    ["/v1/variants", "/v1/pieces", "/v1/cards", "/v1/puzzles", "/healthz", "/readyz"],
)
def test_example_answers_of_get_routes(rust_client: FlaskClient, path: str) -> None:
    described = document()["paths"][path]["get"]["responses"]["200"]["content"][JSON]
    assert list(examples(described).values()) == [rust_client.get(path).get_json()]


@pytest.mark.parametrize(("path", "method", "operation"), EVERY)
def test_example_errors_have_their_status(
    path: str, method: str, operation: dict[str, Any]
) -> None:
    errors = {status: one for status, one in operation["responses"].items() if status >= "400"}
    assert method == "get" or set(errors) >= {"400", "413", "415", "422"}, path
    for status, answer in errors.items():
        (kind,) = resolved(answer)["content"].items()
        assert kind[0] == PROBLEM
        assert examples(kind[1])
        for example in examples(kind[1]).values():
            assert_matches("ProblemDocument", example)
            assert status == "default" or example["status"] == int(status)


def test_every_error_code_has_an_example() -> None:
    shown = {
        example["code"]
        for answer in document()["components"]["responses"].values()
        for kind in answer["content"].values()
        for example in examples(kind).values()
    }
    # What no described operation can lead to needs no example there.
    elsewhere = {"not_found", "method_not_allowed", "internal_error"}
    assert shown >= set(CODES) - elsewhere


def test_only_requests_are_closed_and_all_objects_are_described() -> None:
    for name, shape in document()["components"]["schemas"].items():
        if "properties" in shape:
            closed = name.endswith("Request") or name == "BatchOperation"
            assert shape.get("additionalProperties", True) is not closed, name
            assert shape["description"], name


def test_every_schema_is_valid_and_used() -> None:
    text = description_files()["openapi.yaml"]
    for name, shape in document()["components"]["schemas"].items():
        assert jsonschema_rs.meta.is_valid(shape), name
        assert f"#/components/schemas/{name}'" in text, name
