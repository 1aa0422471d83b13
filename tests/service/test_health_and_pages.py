"""Health, readiness, the OpenAPI description and the reference page."""

from __future__ import annotations

import re
from html.parser import HTMLParser
from pathlib import Path
from typing import Any

import cornerwise
import pytest
from cornerwise.engine import Engine
from cornerwise.errors import CODES
from flask.testing import FlaskClient

from service.app import app, create_app
from service.http.problems import CODES as PROBLEM_CODES
from service.openapi.document import document
from service.pages.render import PAGES, page_files
from tests.service.client import JSON, assert_problem, make_client
from tests.service.contract import assert_answer

CHECKOUT = Path(__file__).parents[2]


class Links(HTMLParser):
    """Collects the links of a page."""

    def __init__(self) -> None:
        super().__init__()
        self.found: list[str] = []

    def handle_starttag(self, _tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Collect the links of an element."""
        self.found += [value or "" for name, value in attrs if name in {"src", "href", "action"}]


def test_health(client: FlaskClient) -> None:
    response = client.get("/healthz")
    assert (response.status_code, response.content_type) == (200, JSON)
    assert response.get_json() == {"status": "ok"}
    assert_answer("/healthz", response.get_json())


def test_readiness_returns_engine_and_version(client: FlaskClient, engine: Engine[Any]) -> None:
    response = client.get("/readyz")
    assert (response.status_code, response.content_type) == (200, JSON)
    assert response.get_json() == {
        "status": "ok",
        "engine": engine.NAME,
        "version": cornerwise.__version__,
    }
    assert_answer("/readyz", response.get_json())


def test_description_is_served(client: FlaskClient) -> None:
    response = client.get("/openapi.json")
    assert (response.status_code, response.content_type) == (200, JSON)
    assert response.get_json() == document()


def test_reference_page_loads_nothing_external(client: FlaskClient) -> None:
    page = client.get("/docs")
    assert (page.status_code, page.content_type) == (200, "text/html; charset=utf-8")
    links = Links()
    links.feed(page.text)
    assert {Path(link).suffix for link in links.found} == {".css", ".js", ".png"}
    texts = [page.text]
    for link in links.found:
        assert re.match(r"/[^/]", link), link
        part = client.get(link, buffered=True)
        assert part.status_code == 200
        assert part.data
        if not link.startswith("/docs/assets/"):
            texts.append(part.text)
    # The assets come from a package; what we wrote ourselves names no other host at all.
    for text in texts:
        assert "//" not in text.replace("<!doctype html>", "")


def test_reference_page_may_call_this_host_only(client: FlaskClient) -> None:
    policy = client.get("/docs").headers["Content-Security-Policy"]
    parts = dict(part.strip().split(" ", 1) for part in policy.split(";"))
    assert parts["default-src"] == "'none'"
    assert parts["script-src"] == "'self'"
    assert parts["connect-src"] == "'self'"
    sources = {source for part in parts.values() for source in part.split()}
    assert sources == {"'none'", "'self'", "'unsafe-inline'", "data:"}


def test_reference_page_shows_our_description_without_a_validator(client: FlaskClient) -> None:
    script = client.get("/docs/start.js")
    assert script.mimetype == "text/javascript"
    assert 'url: "/openapi.json"' in script.text
    assert "validatorUrl: null" in script.text
    assert "tryItOutEnabled: true" in script.text


@pytest.mark.parametrize(
    ("name", "kind"),
    [
        ("swagger-ui-bundle.js", "text/javascript"),
        ("swagger-ui.css", "text/css"),
        ("favicon-32x32.png", "image/png"),
    ],
)
def test_assets_have_a_type_and_are_cacheable(client: FlaskClient, name: str, kind: str) -> None:
    response = client.get(f"/docs/assets/{name}", buffered=True)
    assert (response.status_code, response.mimetype) == (200, kind)
    assert response.cache_control.max_age == 86_400
    known = {"If-None-Match": response.headers["ETag"]}
    again = client.get(f"/docs/assets/{name}", headers=known, buffered=True)
    assert again.status_code == 304


@pytest.mark.parametrize(
    "name",
    [
        "nothing.js",
        "",
        "../__init__.py",
        "..%2f__init__.py",
        "%2e%2e/__init__.py",
        "/etc/passwd",
        "%2fetc%2fpasswd",
        "..\\__init__.py",
        "a%00b",
    ],
)
def test_only_assets_are_served_below_docs(client: FlaskClient, name: str) -> None:
    response = client.get(f"/docs/assets/{name}", buffered=True)
    assert_problem(response, "not_found")


BROWSER = {"Accept": "text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8"}


def test_index_is_a_page_for_browsers_without_the_playground() -> None:
    client = make_client(playground="off")
    response = client.get("/", headers=BROWSER)
    assert response.content_type == "text/html; charset=utf-8"
    assert "Accept" in response.vary
    links = Links()
    links.feed(response.text)
    assert {"/docs", "/docs/guide", "/docs/rules", "/docs/errors"} <= set(links.found)
    for link in links.found:
        assert client.get(link, buffered=True).status_code == 200
    assert "curl http://localhost/v1/legal-moves" in response.text


def test_index_escapes_the_host() -> None:
    client = make_client(playground="off")
    response = client.get("/", headers=BROWSER, base_url="http://<b>example")
    assert "<b>" not in response.text


LONG = "text/html," + "a/b;q=0.5," * 50_000
"""A header that takes a third of a second to parse, so that it is not."""


@pytest.mark.parametrize(
    "accept",
    [None, "*/*", "application/json", "text/html;q=0.5, */*", LONG],
    ids=lambda one: str(one)[:30],
)
def test_index_is_json_for_everything_else(client: FlaskClient, accept: str | None) -> None:
    response = client.get("/", headers={} if accept is None else {"Accept": accept})
    assert response.content_type == JSON
    index = response.get_json()
    assert (index["name"], index["version"]) == ("cornerwise", cornerwise.__version__)
    for link in index["links"].values():
        assert client.get(link, buffered=True).status_code == 200


def test_reference_page_with_a_slash(client: FlaskClient) -> None:
    assert client.get("/docs/").data == client.get("/docs").data


@pytest.mark.parametrize("name", PAGES)
def test_pages_of_the_documentation(client: FlaskClient, name: str) -> None:
    page = client.get(f"/docs/{name}")
    assert (page.status_code, page.content_type) == (200, "text/html; charset=utf-8")
    links = Links()
    links.feed(page.text)
    for link in links.found:
        address, _, anchor = link.partition("#")
        if link.startswith("https://"):
            continue
        target = client.get(address or f"/docs/{name}", buffered=True)
        assert target.status_code == 200, link
        if anchor:
            assert f'id="{anchor}"' in target.text, link


def test_every_rule_and_code_has_an_anchor(client: FlaskClient) -> None:
    errors = client.get("/docs/errors").text
    for code in (*CODES, *PROBLEM_CODES):
        assert f'id="{code}"' in errors
    rules = client.get("/docs/rules").text
    for rule in ("G3", "C1", "C4a", "P7", "S23", "U1"):
        assert f'id="{rule}"' in rules


def test_type_of_a_problem_is_a_link_to_its_entry(client: FlaskClient) -> None:
    document = assert_problem(client.post("/v1/scores", json={}), "invalid_request")
    address, anchor = document["type"].split("#")
    assert f'id="{anchor}"' in client.get(address).text


def test_pages_are_up_to_date() -> None:
    folder = CHECKOUT / "service" / "pages" / "html"
    files = page_files(CHECKOUT / "docs")
    assert {file.name for file in folder.iterdir()} == set(files)
    for name, text in files.items():
        assert (folder / name).read_text("utf-8") == text, name


def test_unknown_page_is_not_found(client: FlaskClient) -> None:
    assert_problem(client.get("/docs/nothing"), "not_found")


@pytest.mark.parametrize("path", ["/v1/variants", "/healthz", "/openapi.json"])
def test_query_parameters_are_refused(client: FlaskClient, path: str) -> None:
    document = assert_problem(client.get(f"{path}?lang=sv&x=1"), "invalid_request")
    assert "'lang', 'x'" in document["detail"]
    response = client.post("/v1/games?seats=2", json={})
    assert "'seats'" in assert_problem(response, "invalid_request")["detail"]


def test_factory_makes_a_new_application() -> None:
    assert create_app() is not create_app()
    assert create_app() is not app


def test_metrics_can_be_switched_off() -> None:
    assert_problem(make_client(metrics=False).get("/metrics"), "not_found")
