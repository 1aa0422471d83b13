"""Schemathesis: requests generated from the description, valid and invalid ones.

The description has no links between operations, as every answer depends on its request alone: there
is no stateful run.
"""

from __future__ import annotations

import copy
from typing import Any

import schemathesis
from hypothesis import settings
from schemathesis import Case
from schemathesis.config import SchemathesisConfig
from schemathesis.specs.openapi.checks import negative_data_rejection
from schemathesis.specs.openapi.schemas import OpenApiSchema

from service.openapi.document import document
from service.openapi.files import description_files
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

    A request that matches its schema may still break a rule (422) or be too long; an unknown puzzle
    or position is not found, and the Python engine has no solver. One that does not match may be
    accepted: the schemas describe what the service writes, and it reads less.
    """
    accepted = ["2xx", "304", "404", "413", "422", "501"]
    wanted = {
        "seed": 1,
        "generation": {"deterministic": True},
        "phases": {"coverage": {"enabled": coverage}},
        "checks": {
            "positive_data_acceptance": {"expected-statuses": accepted},
            "not_a_server_error": {"expected-statuses": ["2xx", "3xx", "4xx", "501"]},
        },
    }
    return SchemathesisConfig.from_dict(wanted)


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


def check_response(case: Case[Any]) -> None:
    """Send a request and check the response: its status, headers and body are as described."""
    response = case.call()
    case.validate_response(response, excluded_checks=[negative_data_rejection])
    if response.status_code in {404, 501}:
        assert case.path.startswith(("/v1/puzzles/{puzzle}/", "/v1/boards/{position}."))
    if (case.method, case.path, response.status_code) == ("POST", "/v1/batches", 200):
        assert {result["status"] for result in response.json()["results"]} <= {200, 422}


@rust.parametrize()
@settings(max_examples=20)
def test_generated_requests_on_rust(case: Case[Any]) -> None:
    check_response(case)


@python.parametrize()
@settings(max_examples=6)
def test_generated_requests_on_python(case: Case[Any]) -> None:
    check_response(case)


def test_description_has_no_links() -> None:
    assert "links:" not in description_files()["openapi.yaml"]
