"""null means the same as an omitted field, in every request."""

from __future__ import annotations

import re
from typing import Any

import pytest
from cornerwise.engine import Engine
from flask.testing import FlaskClient

from service.openapi.examples import path_parameters
from service.operations.table import OPERATIONS
from tests.helpers.games import random_game
from tests.service.client import post_json
from tests.service.shuffle_positions import DECISIONS, SEATS, state_at

EXAMPLES = [
    pytest.param(
        operation.path.format(**path_parameters(operation)),
        request,
        id=f"{operation.operation_id} {name}",
    )
    for operation in OPERATIONS
    if operation.operation_id != "solvePuzzle"  # not every engine has a solver
    for name, request in operation.examples().items()
]


def without_nulls(value: Any) -> Any:  # noqa: ANN401 (JSON)
    """Return JSON data without the members that are null."""
    if isinstance(value, dict):
        return {name: without_nulls(inner) for name, inner in value.items() if inner is not None}
    return [without_nulls(item) for item in value] if isinstance(value, list) else value


def with_nulls(value: Any) -> Any:  # noqa: ANN401 (JSON)
    """Return JSON data in which every object has one more member, which is null."""
    if isinstance(value, dict):
        return {**{name: with_nulls(inner) for name, inner in value.items()}, "nothing": None}
    return [with_nulls(item) for item in value] if isinstance(value, list) else value


def without_time(answer: bytes) -> bytes:
    """Return an answer without the time that a search took."""
    return re.sub(rb'"milliseconds":[0-9.e-]+', b"", answer)


@pytest.mark.parametrize(("path", "request_body"), EXAMPLES)
def test_examples_with_and_without_nulls(
    client: FlaskClient, path: str, request_body: dict[str, Any]
) -> None:
    expected = client.post(path, json=request_body)
    assert expected.status_code == 200
    for changed in (without_nulls(request_body), with_nulls(request_body)):
        answer = client.post(path, json=changed)
        assert without_time(answer.data) == without_time(expected.data)


@pytest.mark.parametrize("name", ["pieces", "covering", "include"])
def test_empty_lists_in_legal_moves(client: FlaskClient, name: str) -> None:
    assert post_json(client, "legal-moves", {"state": {}, name: []}) == post_json(
        client, "legal-moves", {"state": {}}
    )


@pytest.mark.parametrize("rules", [{"seats": 3}, {"teams": True, "scoring": "advanced"}], ids=str)
def test_states_of_classic_games(
    client: FlaskClient, engine: Engine[Any], rules: dict[str, Any]
) -> None:
    for state in list(random_game(engine, 5, **rules))[::15]:
        compare(client, state.to_dict())


@pytest.mark.slow(keep=6)
@pytest.mark.parametrize("seats", SEATS)
@pytest.mark.parametrize("decision", DECISIONS)
def test_states_of_shuffle_games(client: FlaskClient, decision: str, seats: int) -> None:
    compare(client, state_at(decision, seats))


def compare(client: FlaskClient, state: dict[str, Any]) -> None:
    """Check that a state without its nulls has the same answers."""
    for operation in ("legal-moves", "scores"):
        expected = post_json(
            client,
            operation,
            {"state": state, "include": None} if operation == "legal-moves" else {"state": state},
        )
        for changed in (without_nulls(state), with_nulls(state)):
            assert post_json(client, operation, {"state": changed}) == expected
    view = post_json(client, "views", {"state": state, "seat": 1})["view"]
    expected = post_json(client, "scores", {"view": view})
    assert post_json(client, "scores", {"view": without_nulls(view)}) == expected
