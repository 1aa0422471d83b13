"""The request log: one line of JSON per request, without text that a client could inject."""

from __future__ import annotations

import json
import logging
import os
import re
import select
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest
from cornerwise.engine import Engine
from flask.testing import FlaskClient

from tests.service.client import POSTS, VALID_REQUESTS, make_client, post_bytes

Line = dict[str, Any]


@pytest.fixture
def talking(engine: Engine[Any]) -> FlaskClient:
    """Return a client of an application that logs requests, as it does by default."""
    return make_client(engine.NAME, log_requests=True)


def lines(capfd: pytest.CaptureFixture[str]) -> list[Line]:
    """Return the complete lines of JSON written to standard error since the last call."""
    out, err = capfd.readouterr()
    assert out == ""
    assert err == "" or err.endswith("\n")
    return [json.loads(line) for line in err.splitlines()]


@pytest.mark.parametrize("path", POSTS)
def test_request_is_one_line(
    talking: FlaskClient, capfd: pytest.CaptureFixture[str], path: str
) -> None:
    text = json.dumps(VALID_REQUESTS[path.removeprefix("/v1/")]).encode()
    response = talking.post(
        path, data=text, content_type="application/json", headers={"X-Request-ID": "case-17"}
    )
    (line,) = lines(capfd)
    assert line.pop("time") > 1_700_000_000
    assert line.pop("ms") >= 0
    assert line == {
        "id": "case-17",
        "method": "POST",
        "route": path,
        "status": 200,
        "bytes_in": len(text),
        "bytes_out": len(response.data),
    }


def test_every_status_is_logged(talking: FlaskClient, capfd: pytest.CaptureFixture[str]) -> None:
    known = talking.get("/v1/pieces").headers["ETag"]
    responses = [
        talking.get("/v1/pieces", headers={"If-None-Match": known}),
        talking.get("/nothing"),
        talking.get("/v1/games"),
        post_bytes(talking, "games", b"{"),
        post_bytes(talking, "games", b"[]"),
        post_bytes(talking, "games", b"{}", "text/plain"),
        post_bytes(talking, "games", b" " * 70_000),
    ]
    _, *logged = lines(capfd)
    assert [line["status"] for line in logged] == [304, 404, 405, 400, 422, 415, 413]
    assert [line["id"] for line in logged] == [
        response.headers["X-Request-ID"] for response in responses
    ]
    assert [line["bytes_out"] for line in logged] == [len(response.data) for response in responses]


@pytest.mark.parametrize(
    "path", ["/nothing", "/v1/games/7", "/%0a%7b%22id%22:1%7d", "/x" * 2000], ids=lambda x: x[:20]
)
def test_unknown_path_is_not_logged(
    talking: FlaskClient, capfd: pytest.CaptureFixture[str], path: str
) -> None:
    talking.get(path + "?secret=1")
    (line,) = lines(capfd)
    assert line["route"] == "other"
    assert len(json.dumps(line)) < 250


def test_unknown_method_is_not_logged(
    talking: FlaskClient, capfd: pytest.CaptureFixture[str]
) -> None:
    talking.open("/v1/games", method="BREW")
    (line,) = lines(capfd)
    assert (line["method"], line["status"]) == ("other", 405)


def test_invalid_request_id_is_not_logged(
    talking: FlaskClient, capfd: pytest.CaptureFixture[str]
) -> None:
    response = talking.get("/healthz", headers={"X-Request-ID": '","status":500,"x":"'})
    (line,) = lines(capfd)
    assert line["id"] == response.headers["X-Request-ID"]
    assert line["status"] == 200


@pytest.mark.parametrize("length", ["", "nonsense", "-5", "9" * 19, "9" * 20, "9" * 5000])
def test_invalid_content_length_is_logged_as_a_number(
    talking: FlaskClient, capfd: pytest.CaptureFixture[str], length: str
) -> None:
    talking.post("/healthz", environ_overrides={"CONTENT_LENGTH": length})
    (line,) = lines(capfd)
    assert isinstance(line["bytes_in"], int)
    assert line["status"] == 405


def test_line_has_the_documented_fields(
    talking: FlaskClient, capfd: pytest.CaptureFixture[str]
) -> None:
    guide = (Path(__file__).parents[2] / "docs" / "configuration.md").read_text("utf-8")
    documented = re.search(r"^```json\n(.+)\n```$", guide, re.MULTILINE)
    assert documented
    talking.get("/healthz")
    (line,) = lines(capfd)
    assert list(line) == list(json.loads(documented[1]))


def test_blocked_log_does_not_delay_answers(talking: FlaskClient) -> None:
    before = lost(talking)
    reader, writer = os.pipe()
    stderr = os.dup(2)
    try:
        os.dup2(writer, 2)
        os.set_blocking(writer, False)
        with suppress(BlockingIOError):
            while True:
                os.write(writer, bytes(4096))
        os.set_blocking(writer, True)
        for _ in range(3):
            assert talking.get("/healthz").status_code == 200
        while select.select([reader], [], [], 0)[0]:  # the log is read again
            os.read(reader, 65_536)
        assert talking.get("/readyz").status_code == 200
        assert json.loads(os.read(reader, 65_536))["route"] == "/readyz"
    finally:
        os.dup2(stderr, 2)
        for one in (reader, writer, stderr):
            os.close(one)
    assert lost(talking) == before + 3


def test_closed_log_does_not_affect_answers(talking: FlaskClient) -> None:
    before = lost(talking)
    stderr = os.dup(2)
    try:
        os.close(2)
        assert talking.get("/healthz").status_code == 200
    finally:
        os.dup2(stderr, 2)
        os.close(stderr)
    assert lost(talking) == before + 1


def lost(client: FlaskClient) -> float:
    """Return the number of lost log lines."""
    (found,) = re.findall(r"\ncornerwise_log_lines_lost_total (.*)\n", client.get("/metrics").text)
    return float(found)


def test_log_can_be_switched_off(capfd: pytest.CaptureFixture[str]) -> None:
    make_client(log_requests=False).get("/healthz")
    assert lines(capfd) == []


def test_bodies_are_not_logged(
    talking: FlaskClient, capfd: pytest.CaptureFixture[str], caplog: pytest.LogCaptureFixture
) -> None:
    with caplog.at_level(logging.DEBUG):
        post_bytes(talking, "games", b'{"confidential": 1}')
    (line,) = lines(capfd)
    assert "confidential" not in json.dumps(line)
    assert "confidential" not in caplog.text
