"""Pictures of boards at addresses: GET /v1/boards/{position}.svg, .png and .txt."""

from __future__ import annotations

from typing import Any
from urllib.parse import quote

import pytest
from cornerwise.engine import Engine
from cornerwise.types import MAX_POSITION_LENGTH
from flask.testing import FlaskClient

from tests.service.client import SHUFFLE, STATE, assert_problem, make_client

PNG_MARK = b"\x89PNG\r\n\x1a\n"
FORMS = {"svg": "image/svg+xml", "png": "image/png", "txt": "text/plain; charset=utf-8"}


@pytest.fixture
def text(engine: Engine[Any]) -> str:
    """Return the position text of the classic game."""
    text: str = engine.load_state(STATE).to_text()
    return text


@pytest.mark.parametrize("form", FORMS)
def test_picture_is_that_of_the_rendering(client: FlaskClient, text: str, form: str) -> None:
    picture = client.get(f"/v1/boards/{text}.{form}")
    assert (picture.status_code, picture.content_type) == (200, FORMS[form])
    operation = {"txt": "text"}.get(form, form)
    drawn = client.post(f"/v1/renderings/{operation}", json={"state": STATE})
    assert picture.data == drawn.data


@pytest.mark.parametrize("form", ["svg", "png"])
def test_options(client: FlaskClient, text: str, form: str) -> None:
    query = (
        "size=300&bottom=red&coordinates=false&last_move=false&theme=dark&highlights=a20,b1%2Ct20"
    )
    picture = client.get(f"/v1/boards/{text}.{form}?{query}")
    assert picture.status_code == 200, picture.text
    body = {
        "size": 300,
        "bottom": "red",
        "coordinates": False,
        "last_move": False,
        "theme": "dark",
        "highlights": [[0, 0], [19, 1], [0, 19]],
    }
    drawn = client.post(f"/v1/renderings/{form}", json={"state": STATE, **body})
    assert picture.data == drawn.data


def test_options_of_a_text(client: FlaskClient, text: str) -> None:
    picture = client.get(f"/v1/boards/{text}.txt?bottom=green&coordinates=true")
    body = {"state": STATE, "bottom": "green"}
    assert picture.data == client.post("/v1/renderings/text", json=body).data


def test_view_has_a_picture(client: FlaskClient, engine: Engine[Any]) -> None:
    view = engine.load_view(engine.view(engine.load_state(SHUFFLE), 2))
    picture = client.get(f"/v1/boards/{view.to_text()}.txt")
    assert picture.data == client.post("/v1/renderings/text", json={"state": SHUFFLE}).data


@pytest.mark.parametrize("form", FORMS)
def test_caching(client: FlaskClient, text: str, form: str) -> None:
    address = f"/v1/boards/{text}.{form}?theme={'' if form == 'txt' else 'dark'}"
    address = address if form != "txt" else f"/v1/boards/{text}.txt"
    picture = client.get(address)
    assert picture.headers["Cache-Control"] == "public, max-age=31536000, immutable"
    assert picture.headers["Cross-Origin-Resource-Policy"] == "cross-origin"
    etag = picture.headers["ETag"]
    again = client.get(address, headers={"If-None-Match": etag})
    assert (again.status_code, again.data) == (304, b"")
    assert "Content-Type" not in again.headers
    assert again.headers["ETag"] == etag
    assert client.get(address, headers={"If-None-Match": '"other"'}).status_code == 200
    others = [client.get(f"/v1/boards/{text}.{one}").headers["ETag"] for one in FORMS]
    others.append(client.get(f"/v1/boards/{text}.svg?bottom=red").headers["ETag"])
    assert len({*others}) == 4


@pytest.mark.parametrize("form", FORMS)
def test_head(client: FlaskClient, text: str, form: str) -> None:
    head, full = (one(f"/v1/boards/{text}.{form}") for one in (client.head, client.get))
    assert head.status_code == 200
    assert head.data == b""
    for name in ("Content-Length", "Content-Type", "ETag", "Cache-Control"):
        assert head.headers[name] == full.headers[name]


def test_wrong_texts_do_not_exist(client: FlaskClient, text: str) -> None:
    wrong = ["", "x", "cw1s", "cw1v", text[:-1], text + "A", text.replace("cw1", "cw2"), "é", "%00"]
    wrong += ["c" * MAX_POSITION_LENGTH, "c" * (MAX_POSITION_LENGTH + 1), "c" * 3000, f"{text}.svg"]
    for one in wrong:
        address = f"/v1/boards/{quote(one)}.svg"
        document = assert_problem(client.get(address), "not_found")
        assert len(document["detail"]) < 200
        assert client.get(address).headers["Cache-Control"] == "no-store"
    reason = assert_problem(client.get("/v1/boards/cw1sx.svg"), "not_found")["detail"]
    assert "position text" in reason


def test_impossible_position_does_not_exist(client: FlaskClient, engine: Engine[Any]) -> None:
    # The codec applies no rule: this text is undamaged, but blue does not start in a corner.
    from cornerwise.pure.position_text import state_text  # noqa: PLC0415 - only here

    state = engine.load_state({}).to_dict()
    placed = {"color": "blue", "piece": "I1", "orientation": 0, "row": 5, "col": 5}
    text = state_text({**state, "placements": [placed]})
    assert_problem(client.get(f"/v1/boards/{text}.svg"), "not_found")


@pytest.mark.parametrize("ending", ["", ".", ".gif", ".SVG", ".svg.", "svg", ".svg/"])
def test_other_endings_do_not_exist(client: FlaskClient, text: str, ending: str) -> None:
    assert_problem(client.get(f"/v1/boards/{text}{ending}"), "not_found")


@pytest.mark.parametrize(
    ("form", "query", "code"),
    [
        ("svg", "sise=100", "unknown_field"),
        ("svg", "x", "unknown_field"),
        ("txt", "size=100", "unknown_field"),
        ("txt", "theme=dark", "unknown_field"),
        ("svg", "ghost=x", "unknown_field"),
        ("svg", "size=63", "out_of_range"),
        ("png", "size=1025", "out_of_range"),
        ("png", "size=99999999999", "wrong_type"),
        ("svg", "size=1e3", "wrong_type"),
        ("svg", "size=-64", "wrong_type"),
        ("svg", "size=64&size=65", "options_conflict"),
        ("svg", "coordinates=1", "wrong_type"),
        ("svg", "last_move=no", "wrong_type"),
        ("svg", "bottom=pink", "unknown_color"),
        ("svg", "theme=blue", "unknown_value"),
        ("svg", "highlights=a21", "invalid_text"),
        ("svg", "highlights=a1,,b1", "invalid_text"),
        ("svg", "highlights=u1", "invalid_text"),
        ("svg", "highlights=" + "a1," * 700, "out_of_range"),
    ],
)
def test_wrong_parameters(client: FlaskClient, text: str, form: str, query: str, code: str) -> None:
    refused = client.get(f"/v1/boards/{text}.{form}?{query}")
    (error,) = assert_problem(refused, "invalid_request")["errors"]
    assert (error["code"], error["pointer"]) == (code, "")
    assert query.partition("=")[0] in error["message"]


def test_many_parameters(client: FlaskClient, text: str) -> None:
    query = "&".join(f"x{number}=1" for number in range(100))
    assert_problem(client.get(f"/v1/boards/{text}.svg?{query}"), "invalid_request")


def test_empty_values_mean_nothing(client: FlaskClient, text: str) -> None:
    query = "size=&bottom=&coordinates=&last_move=&highlights=&theme="
    picture = client.get(f"/v1/boards/{text}.svg?{query}")
    assert picture.data == client.get(f"/v1/boards/{text}.svg").data


def test_other_methods(client: FlaskClient, text: str) -> None:
    refused = client.post(f"/v1/boards/{text}.svg", json={})
    assert_problem(refused, "method_not_allowed")
    assert set(refused.headers["Allow"].split(", ")) == {"GET", "HEAD", "OPTIONS"}


def test_positions_are_not_in_metrics(text: str) -> None:
    client = make_client()
    client.get(f"/v1/boards/{text}.svg")
    metrics = client.get("/metrics").text
    assert 'route="/v1/boards/{position}"' in metrics
    assert text not in metrics
