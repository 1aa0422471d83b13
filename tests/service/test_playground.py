"""The files of the playground over HTTP, and what its sources must not contain."""

from __future__ import annotations

import json
import re
from pathlib import Path

import cornerwise
import pytest
from cornerwise import CARDS, COLORS
from flask.testing import FlaskClient

from tests.service.client import assert_problem, make_client

FOLDER = Path(__file__).parents[2] / "service" / "playground"
FILES = sorted(file.relative_to(FOLDER).as_posix() for file in FOLDER.rglob("*.*"))
SERVED = [name for name in FILES if not name.endswith((".html", ".ts"))]
MODULES = [name for name in FILES if name.endswith(".js")]
LANGUAGES = [name for name in FILES if name.startswith("words/")]
BROWSER = {"Accept": "text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8"}
TYPES = {
    ".css": "text/css; charset=utf-8",
    ".js": "text/javascript; charset=utf-8",
    ".json": "application/json",
    ".svg": "image/svg+xml",
}


@pytest.fixture
def client() -> FlaskClient:
    """Return a client; the playground does not depend on the engine."""
    return make_client()


def test_browsers_get_the_playground(client: FlaskClient) -> None:
    page = client.get("/", headers=BROWSER)
    assert (page.status_code, page.content_type) == (200, "text/html; charset=utf-8")
    assert page.text == (FOLDER / "index.html").read_text("utf-8")
    assert "Accept" in page.vary
    links = re.findall(r'(?:src|href)="([^"]+)"', page.text)
    assert "/playground/app.js" in links
    for link in links:
        assert link.startswith("/")
        assert client.get(link).status_code == 200


def test_programs_get_json(client: FlaskClient) -> None:
    assert client.get("/").get_json()["name"] == "cornerwise"
    assert "Accept" in client.get("/").vary


@pytest.mark.parametrize("name", SERVED)
def test_files_have_types_and_are_checked_again(client: FlaskClient, name: str) -> None:
    file = client.get(f"/playground/{name}")
    assert (file.status_code, file.content_type) == (200, TYPES[Path(name).suffix])
    assert file.data == (FOLDER / name).read_bytes()
    assert file.headers["Cache-Control"] == "public, no-cache"
    again = client.get(f"/playground/{name}", headers={"If-None-Match": file.headers["ETag"]})
    assert (again.status_code, again.data) == (304, b"")


def test_page_is_checked_again(client: FlaskClient) -> None:
    page = client.get("/", headers=BROWSER)
    known = {**BROWSER, "If-None-Match": page.headers["ETag"]}
    again = client.get("/", headers=known)
    assert again.status_code == 304
    assert "Accept" in again.vary


@pytest.mark.parametrize("path", ["/", "/playground/app.js", "/playground/page.css"])
def test_policy_allows_this_host_only_and_nothing_inline(client: FlaskClient, path: str) -> None:
    headers = client.get(path, headers=BROWSER).headers
    parts = dict(
        part.strip().split(" ", 1) for part in headers["Content-Security-Policy"].split(";")
    )
    assert parts["default-src"] == "'none'"
    assert parts["script-src"] == parts["style-src"] == parts["connect-src"] == "'self'"
    sources = {source for part in parts.values() for source in part.split()}
    assert sources == {"'none'", "'self'", "data:", "blob:"}
    assert headers["X-Content-Type-Options"] == "nosniff"
    assert headers["Referrer-Policy"] == "no-referrer"


@pytest.mark.parametrize(
    "name",
    ["", "nothing.js", "types.d.ts", "index.html", "../app.py", "..%2fapp.py", "words", "words/"],
)
def test_nothing_else_is_served(client: FlaskClient, name: str) -> None:
    assert_problem(client.get(f"/playground/{name}"), "not_found")


@pytest.mark.parametrize("keys", [(), (bytes(32),)])
def test_settings_of_the_page_state_whether_games_can_be_sealed(keys: tuple[bytes, ...]) -> None:
    client = make_client(seal_keys=keys)
    assert client.get("/playground/settings.json").get_json() == {"seals": bool(keys)}
    off = make_client(seal_keys=keys, playground="off")
    assert_problem(off.get("/playground/settings.json"), "not_found")


def test_playground_can_be_switched_off() -> None:
    client = make_client(playground="off")
    assert "/playground/" not in client.get("/", headers=BROWSER).text
    assert_problem(client.get("/playground/app.js"), "not_found")


def test_files_are_those_of_a_page_without_inline_code() -> None:
    page = (FOLDER / "index.html").read_text("utf-8")
    assert not re.search(r"<style|style=|\son\w+=", page)
    assert re.findall(r"<script[^>]*>", page) == ['<script type="module" src="/playground/app.js">']


def test_modules_are_small_and_load_nothing_from_elsewhere() -> None:
    for name in MODULES:
        text = (FOLDER / name).read_text("utf-8")
        assert len(text.splitlines()) < 600, name
        imported = re.findall(r'(?:from|import\()\s*"([^"]+)"', text)
        assert all((FOLDER / one).exists() for one in imported if one != "./types"), name
        assert not re.search(r"https?://(?!www\.w3\.org/2000/svg)", text), name


def code(name: str) -> str:
    """Return a module without its comments."""
    text = (FOLDER / name).read_text("utf-8")
    return re.sub(r"/\*.*?\*/|^\s*//.*?$", "", text, flags=re.DOTALL | re.MULTILINE)


@pytest.mark.parametrize("name", MODULES)
def test_page_contains_no_shapes_and_no_rules(name: str) -> None:
    """Pieces, colours and cards come from the catalogue, and so do their shapes."""
    text = code(name)
    names = {piece.name for piece in cornerwise.pieces()} | set(COLORS) | set(CARDS)
    assert names.isdisjoint(re.findall(r"\b[A-Za-z_]\w*\b", text))
    # A shape would be a list of pairs of numbers, or a drawing in text.
    assert not re.search(r"\[\s*\[\s*\d+\s*,\s*\d+\s*\]\s*,\s*\[\s*\d+", text)
    assert not re.search(r"[#XO.]{3,}\\n", text)
    assert not re.search(r"0x[0-9a-fA-F]{3,}|0b[01]{3,}|\d+n\b", text)


def test_all_languages_have_the_same_words() -> None:
    words = {name: json.loads((FOLDER / name).read_text("utf-8")) for name in LANGUAGES}
    assert {"words/en.json", "words/de.json", "words/fr.json", "words/sv.json"} <= set(words)
    english = words["words/en.json"]
    for name, own in words.items():
        assert list(own) == list(english), name
        for key, text in own.items():
            assert text.strip()
            assert set(re.findall(r"\{\w+\}", text)) == set(re.findall(r"\{\w+\}", english[key])), (
                name,
                key,
            )


def test_every_word_that_is_used_exists_and_the_other_way_round() -> None:
    english = json.loads((FOLDER / "words" / "en.json").read_text("utf-8"))
    text = "\n".join(code(name) for name in MODULES)
    used = set(re.findall(r'"([a-z]\w*(?:\.\w+)*)"', text))
    patterns = re.findall(r"`((?:[a-z]\w*\.)+)\$\{[^}]*\}((?:\.\w+)*)`", text)
    formed = [re.compile(re.escape(begin) + r"\w+" + re.escape(end)) for begin, end in patterns]
    for key in english:
        assert key in used or any(one.fullmatch(key) for one in formed), key
    for key in re.findall(r'\bt\("([^"]+)"', text):
        assert key in english, key
