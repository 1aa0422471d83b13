"""`make bench-worst` measures every operation, and what it sends is not refused early."""

from __future__ import annotations

import pytest

from benchmarks import worst_requests
from service.app import create_app
from service.operations.boards import FORMS
from service.operations.table import OPERATIONS

REFUSED = {"state of many names", "state of many squares", "batch: many lists", "layouts: checks"}
"""Requests that are expensive to refuse."""


@pytest.fixture(scope="module")
def rows() -> list[worst_requests.Request]:
    return list(worst_requests.requests())


def test_every_operation_is_measured(rows: list[worst_requests.Request]) -> None:
    measured = {row.path for row in rows}
    names = {operation.name.replace("{puzzle}", "board84") for operation in OPERATIONS}
    assert names <= measured
    assert {f"boards: {form}" for form in FORMS} <= {row.name for row in rows}


@pytest.mark.slow
def test_requests_are_answered(rows: list[worst_requests.Request]) -> None:
    client = create_app(worst_requests.SETTINGS).test_client()
    for row in rows:
        if "second" in row.name:  # a search
            continue
        for body in list(row.bodies)[-1:]:
            if row.path:
                path = f"/v1/{row.path}"
                response = client.post(path, data=body, content_type="application/json")
            else:
                response = client.get(body.decode(), headers=worst_requests.LONG_HEADERS)
            allowed = {404} if body == b"/nowhere" else {422, 413} if row.name in REFUSED else {200}
            assert response.status_code in allowed, (row.name, response.data[:300])
