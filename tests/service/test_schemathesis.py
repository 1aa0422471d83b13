"""Schemathesis: requests made from the description, right and wrong ones, find nothing.

The description has no links between operations, as every answer depends on its request alone: there
is no stateful run.
"""

from __future__ import annotations

import re
from typing import Any

import schemathesis
from hypothesis import settings
from schemathesis import Case
from schemathesis.config import SchemathesisConfig
from schemathesis.core.transport import Response
from schemathesis.specs.openapi.checks import negative_data_rejection

from service.openapi.document import document_yaml
from tests.service.puzzles import hasty


# A request of the right shape may hold a state that no game reaches: 422 is a right answer to it,
# though not with every code; `judged_by_the_rules` sees to that. And it may be too long. A puzzle
# that does not exist is not found, and one engine has no solver. Every field wrong in every way
# (coverage) makes twenty thousand requests, enough for one engine: that the other one reads the
# same shapes is what test_service_agreement.py shows.
def config(*, coverage: bool) -> SchemathesisConfig:
    """Return what is asked and what is expected."""
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

rust, python = (
    schemathesis.openapi.from_wsgi(
        "/openapi.json", hasty(engine).application, config=config(coverage=coverage)
    )
    for engine, coverage in (("rust", True), ("python", False))
)


def errors_of(document: dict[str, Any]) -> list[tuple[str, str]]:
    """Return code and pointer of what a problem document lists."""
    return [(error["code"], error["pointer"]) for error in document.get("errors", [])]


def judged_by_the_rules(document: dict[str, Any]) -> bool:
    """Whether a request was refused for what it asks, and not for its shape.

    What JSON Schema is not told: that a piece needs its squares or its numbers (`missing_field`),
    that a turn needs an action (the same), how many seats a game has, how many cards there are in
    a deck and whose decks a game has.
    """
    untold = re.compile("/seat|(/state)?/rules/deck|/state/decks/[a-z0-9]+")
    return not any(
        code in SHAPE and not untold.fullmatch(pointer) for code, pointer in errors_of(document)
    )


def has_whole_float(value: object) -> bool:
    """Whether there is a number such as 1.0, which JSON Schema takes for an integer; we do not."""
    if isinstance(value, dict):
        return any(map(has_whole_float, value.values()))
    if isinstance(value, list):
        return any(map(has_whole_float, value))
    return isinstance(value, float) and value.is_integer()


def look(case: Case) -> None:
    """Send a request and judge the answer."""
    response = case.call()
    assert case.meta
    wrong = case.meta.generation.mode.is_negative
    if (case.method, case.path, response.status_code) == ("POST", "/v1/batches", 200):
        # Each operation of a batch has an answer of its own, and so has a wrong one.
        case.validate_response(response, excluded_checks=[negative_data_rejection])
        look_into_batch(case, response, wrong=wrong)
        return
    case.validate_response(response)
    if response.status_code in {404, 501}:
        assert case.path.startswith("/v1/puzzles/{puzzle}/")
    if response.status_code == 422 and not wrong and not has_whole_float(case.body):
        assert judged_by_the_rules(response.json()), response.text


def look_into_batch(case: Case, response: Response, *, wrong: bool) -> None:
    """Judge the answers to the operations of a batch."""
    results = response.json()["results"]
    assert {result["status"] for result in results} <= {200, 422}
    refused = [result["body"] for result in results if result["status"] == 422]
    if wrong:
        assert refused
    elif not has_whole_float(case.body):
        assert all(judged_by_the_rules(body) for body in refused)


@rust.parametrize()
@settings(max_examples=20)
def test_requests_from_the_description_find_nothing_on_rust(case: Case) -> None:
    look(case)


@python.parametrize()
@settings(max_examples=6)
def test_requests_from_the_description_find_nothing_on_python(case: Case) -> None:
    look(case)


def test_there_is_no_link_to_follow() -> None:
    assert "links:" not in document_yaml()
