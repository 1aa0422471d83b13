"""Schemathesis: requests generated from the description, valid and invalid ones.

The description has no links between operations, as every answer depends on its request alone: there
is no stateful run.
"""

from __future__ import annotations

import copy
import re
from typing import Any

import schemathesis
from hypothesis import settings
from schemathesis import Case
from schemathesis.config import SchemathesisConfig
from schemathesis.core.transport import Response
from schemathesis.specs.openapi.checks import negative_data_rejection
from schemathesis.specs.openapi.schemas import OpenApiSchema

from service.openapi.document import document, document_yaml
from tests.service.client import LEGAL_ACTION, SHUFFLE, STATE
from tests.service.puzzle_requests import SOLVED, quick_solver_client

# The coverage phase tries every field with every kind of invalid value. Long values that several
# requests contain are covered in one of them, TurnRequest or LayoutCheckRequest, and are examples
# in the others: all requests pass them to the same function of the engine. Without this, the
# coverage of a state would be repeated for each of eight operations and again in batches.
FULL = {"TurnRequest", "LayoutCheckRequest", "ViewRequest", "CardResolutionRequest"}
EXAMPLES: dict[str, list[Any]] = {
    "state": [STATE, SHUFFLE],
    "layout": [{}, {"placements": SOLVED["rect4"][:2]}],
    "action": [LEGAL_ACTION, {"type": "pass"}],
    "actions": [[LEGAL_ACTION]],
    "choices": [[]],
    "events": [[{"type": "game_over"}]],
}
ALWAYS_EXAMPLES = {"ViewRequest": {"state"}, "CardResolutionRequest": {"state"}}


def narrowed(description: dict[str, Any]) -> dict[str, Any]:
    """Return the description with examples in place of long values that are covered elsewhere."""
    description = copy.deepcopy(description)
    for name, schema in description["components"]["schemas"].items():
        if name.endswith(("Request", "Operation")) and "properties" in schema:
            fields = ALWAYS_EXAMPLES.get(name, set()) if name in FULL else EXAMPLES.keys()
            for field in fields & schema["properties"].keys():
                schema["properties"][field] = {"enum": EXAMPLES[field]}
    return description


def config(*, coverage: bool) -> SchemathesisConfig:
    """Return the configuration: what is generated, and which statuses are expected.

    A valid request may contain an unreachable state, for which 422 is right, though not with every
    code: see ``is_refused_by_the_rules``. It may also be too long. An unknown puzzle is not found,
    and the Python engine has no solver.
    """
    wanted = {
        "seed": 1,
        "generation": {"deterministic": True},
        "phases": {"coverage": {"enabled": coverage}},
        "checks": {
            "positive_data_acceptance": {"expected-statuses": ["2xx", "304", "413", "422", "501"]},
            "negative_data_rejection": {
                "expected-statuses": ["400", "404", "405", "413", "415", "422"]
            },
            "not_a_server_error": {"expected-statuses": ["2xx", "3xx", "4xx", "501"]},
        },
    }
    return SchemathesisConfig.from_dict(wanted)


SHAPE = {
    "wrong_type",
    "unknown_field",
    "unknown_value",
    "unknown_color",
    "unknown_piece",
    "unknown_card",
    "out_of_range",
    "too_many_placements",
}


def load_schema(engine: str, *, coverage: bool) -> OpenApiSchema:
    """Return the tests that Schemathesis makes for an engine."""
    loaded = schemathesis.openapi.from_dict(
        narrowed(document()) if coverage else document(), config=config(coverage=coverage)
    )
    loaded.app = quick_solver_client(engine).application
    loaded.location = "/openapi.json"
    return loaded


rust = load_schema("rust", coverage=True)
# One engine is enough for the coverage phase: test_schema_agreement.py compares them.
python = load_schema("python", coverage=False)


def errors_of(document: dict[str, Any]) -> list[tuple[str, str]]:
    """Return code and pointer of each error of a problem document."""
    return [(error["code"], error["pointer"]) for error in document.get("errors", [])]


def is_refused_by_the_rules(document: dict[str, Any]) -> bool:
    """Whether a request was refused by the rules, and not because it does not match its schema.

    The schemas do not express that a piece needs its squares or its numbers (`missing_field`), that
    a turn needs an action (the same), how many seats a game has, how many cards a deck has and
    which decks a game has.
    """
    not_in_schema = re.compile("/seat|(/state)?/rules/deck|/state/decks/[a-z0-9]+")
    return not any(
        code in SHAPE and not not_in_schema.fullmatch(pointer)
        for code, pointer in errors_of(document)
    )


def has_whole_float(value: object) -> bool:
    """Whether there is a number such as 1.0, an integer in JSON Schema but not here."""
    if isinstance(value, dict):
        return any(map(has_whole_float, value.values()))
    if isinstance(value, list):
        return any(map(has_whole_float, value))
    return isinstance(value, float) and value.is_integer()


def check_response(case: Case[Any]) -> None:
    """Send a request and check the response."""
    response = case.call()
    assert case.meta
    wrong = case.meta.generation.mode.is_negative
    if (case.method, case.path, response.status_code) == ("POST", "/v1/batches", 200):
        # A batch with an invalid operation succeeds; its result is the error.
        case.validate_response(response, excluded_checks=[negative_data_rejection])
        check_batch_results(case, response, wrong=wrong)
        return
    case.validate_response(response)
    if response.status_code in {404, 501}:
        assert case.path.startswith("/v1/puzzles/{puzzle}/")
    if response.status_code == 422 and not wrong and not has_whole_float(case.body):
        assert is_refused_by_the_rules(response.json()), response.text


def check_batch_results(case: Case[Any], response: Response, *, wrong: bool) -> None:
    """Check the results of a batch."""
    results = response.json()["results"]
    assert {result["status"] for result in results} <= {200, 422}
    refused = [result["body"] for result in results if result["status"] == 422]
    if wrong:
        assert refused
    elif not has_whole_float(case.body):
        assert all(is_refused_by_the_rules(body) for body in refused)


@rust.parametrize()
@settings(max_examples=20)
def test_generated_requests_on_rust(case: Case[Any]) -> None:
    check_response(case)


@python.parametrize()
@settings(max_examples=6)
def test_generated_requests_on_python(case: Case[Any]) -> None:
    check_response(case)


def test_description_has_no_links() -> None:
    assert "links:" not in document_yaml()
