"""Errors that are no fault of the request: each is a problem document, a log entry and a count."""

from __future__ import annotations

import gc
import threading
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import cornerwise._core as rust
import pytest
from flask.testing import FlaskClient
from prometheus_client import REGISTRY
from werkzeug.test import TestResponse

from service.http import admission
from service.http.admission import Admission
from service.http.problems import RequestProblem
from tests.service.client import VALID_REQUESTS, assert_problem, make_client


class Engine:
    """The Rust engine, except that it fails while it loads a state."""

    def __init__(self, fail: Callable[[], object]) -> None:
        self.fail = fail

    def __getattr__(self, name: str) -> Any:  # noqa: ANN401 (any function of the engine)
        return getattr(rust, name)

    def load_state(self, data: object) -> object:
        """Fail."""
        self.fail()
        return rust.load_state(data)


def failing_client(fail: Callable[[], object], **settings: Any) -> FlaskClient:
    """Return a client of a service whose engine fails."""
    return make_client(Engine(fail), **settings)


def out_of_memory() -> None:
    """Fail like an allocation."""
    raise MemoryError


def endless() -> None:
    """Recurse until Python stops it."""
    endless()


def count(kind: str) -> float:
    """Return how many failures of a kind have been counted."""
    return REGISTRY.get_sample_value("cornerwise_failures_total", {"kind": kind}) or 0.0


def scores(client: FlaskClient) -> TestResponse:
    """Send a request that loads a state."""
    return client.post("/v1/scores", json=VALID_REQUESTS["scores"])


@pytest.mark.parametrize(
    ("fail", "kind", "code"),
    [
        (rust._panic, "panic", "internal_error"),
        (out_of_memory, "memory", "busy"),
        (endless, "recursion", "invalid_json"),
        (lambda: 1 / 0, "error", "internal_error"),
    ],
    ids=["panic", "memory", "recursion", "error"],
)
def test_failures_are_answered_logged_and_counted(
    caplog: pytest.LogCaptureFixture, fail: Callable[[], object], kind: str, code: str
) -> None:
    before = count(kind)
    response = scores(failing_client(fail))
    assert_problem(response, code)
    assert response.headers.get("Retry-After") == ("1" if code == "busy" else None)
    assert count(kind) == before + 1
    (record,) = caplog.records
    assert record.exc_info
    assert record.exc_info[0] is not None


def test_the_message_of_a_panic_is_in_the_log_but_not_in_the_answer(
    caplog: pytest.LogCaptureFixture,
) -> None:
    response = scores(failing_client(rust._panic))
    assert "a panic on purpose" in caplog.text
    assert "purpose" not in response.text


def test_a_panic_in_a_view_of_flask_is_answered() -> None:
    def view() -> str:
        rust._panic()
        return ""

    client = make_client()
    client.application.add_url_rule("/panic", view_func=view)
    assert_problem(client.get("/panic"), "internal_error")


def test_a_panic_in_a_batch_is_answered() -> None:
    client = failing_client(rust._panic)
    assert_problem(client.post("/v1/batches", json=VALID_REQUESTS["batches"]), "internal_error")


def test_an_interrupt_is_not_a_failure() -> None:
    def interrupt() -> None:
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        scores(failing_client(interrupt))


@pytest.mark.parametrize("depth", [65, 900, 1000, 1022, 1500, 30_000])
@pytest.mark.parametrize("engine", ["rust", "python"])
def test_a_repeated_name_with_a_deep_value_is_a_problem(engine: str, depth: int) -> None:
    body = b'{"a":' + b"[" * depth + b"]" * depth + b',"a":"\\n"}'
    response = make_client(engine).post("/v1/games", data=body, content_type="application/json")
    assert "nested" in assert_problem(response, "invalid_json")["detail"].lower()


def test_refused_request_is_not_kept_until_the_next_garbage_collection() -> None:
    client = make_client()
    gc.collect()
    gc.disable()
    try:
        response = client.post("/v1/games", data=b"{", content_type="application/json")
        kept = [one for one in gc.get_objects() if isinstance(one, RequestProblem)]
    finally:
        gc.enable()
    assert_problem(response, "invalid_json")
    assert not kept


# ---- Admission of large bodies -----------------------------------------------------------------


def test_one_large_body_waits_and_others_are_refused() -> None:
    gate = Admission(wait_seconds=30)
    with ThreadPoolExecutor() as pool:
        with gate.admit_large():
            entered = threading.Event()

            def run() -> None:
                with gate.admit_large():
                    entered.set()

            second = pool.submit(run)
            while not gate.waiting.locked():
                assert not second.done()
            with pytest.raises(RequestProblem) as refused, gate.admit_large():
                pass
            assert refused.value.headers == {"Retry-After": "1"}
            assert not entered.is_set()
        second.result(30)
        assert entered.is_set()


def test_wait_of_a_large_body_is_limited() -> None:
    gate = Admission(wait_seconds=0.01)
    with gate.admit_large(), pytest.raises(RequestProblem), gate.admit_large():
        pass
    with gate.admit_large():
        pass


def test_large_batches_are_admitted_one_at_a_time(monkeypatch: pytest.MonkeyPatch) -> None:
    begun, end = threading.Event(), threading.Event()

    def wait() -> None:
        begun.set()
        assert end.wait(30)

    monkeypatch.setattr(admission, "WAIT_SECONDS", 0.01)
    client = failing_client(wait)
    padding = {"x": "x" * admission.LARGE_BODY}
    with ThreadPoolExecutor() as pool:
        large = {**VALID_REQUESTS["batches"], **padding}
        body = {"operations": [*VALID_REQUESTS["batches"]["operations"], padding]}
        first = pool.submit(client.application.test_client().post, "/v1/batches", json=body)
        assert begun.wait(30)
        response = client.post("/v1/batches", json=large)
        assert_problem(response, "busy")
        assert response.headers["Retry-After"] == "1"
        assert client.post("/v1/games", json={}).status_code == 200
        end.set()
        assert first.result(30).status_code == 200
