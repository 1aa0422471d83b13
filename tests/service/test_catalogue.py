"""GET /v1/variants, /v1/pieces, /v1/cards, /v1/puzzles: constant and cacheable."""

from __future__ import annotations

import sys
from collections import Counter
from pathlib import Path
from typing import Any, get_args

import pytest
from cornerwise.types import COLORS, Phase
from flask.testing import FlaskClient

from service.catalogue import languages
from service.catalogue.languages import LANGUAGES, translation
from tests.helpers.drawing import ORIENTATIONS
from tests.service.client import PROBLEM, post_json
from tests.service.contract import assert_answer

NAMES = {
    "en": ["blue", "yellow", "red", "green"],
    "sv": ["blå", "gul", "röd", "grön"],
    "fi": ["sininen", "keltainen", "punainen", "vihreä"],
    "da": ["blå", "gul", "rød", "grøn"],
    "no": ["blå", "gul", "rød", "grønn"],
    "fr": ["bleu", "jaune", "rouge", "vert"],
    "de": ["blau", "gelb", "rot", "grün"],
    "it": ["blu", "giallo", "rosso", "verde"],
    "nl": ["blauw", "geel", "rood", "groen"],
}
CACHEABLE = ("/v1/variants", "/v1/pieces", "/v1/cards", "/v1/puzzles", "/openapi.json")


def names_of(catalogue: dict[str, Any]) -> list[str]:
    """Return the display names of the colours."""
    assert [color["id"] for color in catalogue["colors"]] == list(COLORS)
    return [color["name"] for color in catalogue["colors"]]


def test_seven_variants(client: FlaskClient) -> None:
    catalogue = client.get("/v1/variants").get_json()
    assert_answer("/v1/variants", catalogue)
    owned = {
        variant["id"]: [seat["colors"] for seat in variant["seats"]]
        for variant in catalogue["variants"]
    }
    assert owned == {
        "classic-4": [["blue"], ["yellow"], ["red"], ["green"]],
        "classic-teams": [["blue"], ["yellow"], ["red"], ["green"]],
        "classic-3": [["blue"], ["yellow"], ["red"]],
        "classic-2": [["blue", "red"], ["yellow", "green"]],
        "shuffle-4": [["blue"], ["yellow"], ["red"], ["green"]],
        "shuffle-3": [["blue"], ["yellow"], ["red"]],
        "shuffle-2": [["blue", "red"], ["yellow", "green"]],
    }
    for variant in catalogue["variants"]:
        assert [seat["seat"] for seat in variant["seats"]] == [*range(1, len(variant["seats"]) + 1)]
        assert variant["name"]
        assert variant["description"]


def test_rules_of_a_variant_start_its_game(client: FlaskClient) -> None:
    for variant in client.get("/v1/variants").get_json()["variants"]:
        assert (
            post_json(client, "games", {"rules": variant["rules"]})["state"]["rules"]
            == (variant["rules"])
        )
        assert len(variant["seats"]) == variant["rules"]["seats"]
        assert variant["rules"]["teams"] is (variant["id"] == "classic-teams")
        assert variant["id"].startswith(variant["rules"]["game"])


def test_pieces_have_all_their_orientations(client: FlaskClient) -> None:
    catalogue = client.get("/v1/pieces").get_json()
    assert_answer("/v1/pieces", catalogue)
    assert [piece["id"] for piece in catalogue["pieces"]] == list(ORIENTATIONS)
    for piece in catalogue["pieces"]:
        shapes = ORIENTATIONS[piece["id"]]
        assert piece["size"] == len(shapes[0])
        assert piece["orientations"] == [[list(cell) for cell in shape] for shape in shapes]


@pytest.mark.parametrize("language", NAMES)
def test_colors_have_names_in_every_language(client: FlaskClient, language: str) -> None:
    response = client.get("/v1/pieces", headers={"Accept-Language": language})
    assert response.headers["Content-Language"] == language
    assert response.get_json()["language"] == language
    assert names_of(response.get_json()) == NAMES[language]


@pytest.mark.parametrize(
    ("accepted", "language"),
    [
        (None, "en"),
        ("", "en"),
        ("*", "en"),
        ("xx", "en"),
        ("tlh, xx;q=0.5", "en"),
        ("xx, fi;q=0.3", "fi"),
        ("sv-SE", "sv"),
        ("SV-fi", "sv"),
        ("de-AT, de;q=0.9, en;q=0.8", "de"),
        ("en;q=0.1, it;q=0.9", "it"),
        ("da;q=0, nl;q=0.2", "nl"),
        ("fr;q=0.500, nl;q=0.501", "nl"),
        (";;,,q=,=", "en"),
        ("sv;q=nonsense", "en"),
        ("en-GB" + ", xx" * 2000, "en"),
    ],
    ids=lambda value: str(value)[:30],
)
def test_best_accepted_language_is_used(
    rust_client: FlaskClient, accepted: str | None, language: str
) -> None:
    headers = {} if accepted is None else {"Accept-Language": accepted}
    response = rust_client.get("/v1/pieces", headers=headers)
    assert response.status_code == 200
    assert response.headers["Content-Language"] == language
    assert names_of(response.get_json()) == NAMES[language]


@pytest.mark.parametrize("accepted", ["nb", "nb-NO", "nn-NO, nb;q=0.8"])
def test_bokmal_and_nynorsk_are_norwegian(rust_client: FlaskClient, accepted: str) -> None:
    response = rust_client.get("/v1/pieces", headers={"Accept-Language": accepted})
    assert names_of(response.get_json()) == NAMES["no"]


def test_answers_that_depend_on_the_language_vary_by_it(client: FlaskClient) -> None:
    for path in ("/v1/pieces", "/v1/variants", "/v1/cards", "/v1/puzzles"):
        assert "Accept-Language" in client.get(path).vary
    assert "Accept-Language" not in client.get("/openapi.json").vary


def test_each_language_has_a_file_of_translations() -> None:
    files = Path(languages.__file__).parent.glob("translations/*.json")
    assert {file.stem for file in files} == set(LANGUAGES) == set(NAMES)


@pytest.mark.parametrize("language", NAMES)
def test_variants_and_phases_have_names_in_every_language(
    client: FlaskClient, language: str
) -> None:
    response = client.get("/v1/variants", headers={"Accept-Language": language})
    assert response.headers["Content-Language"] == language
    catalogue = response.get_json()
    assert_answer("/v1/variants", catalogue)
    assert catalogue["language"] == language
    assert [phase["id"] for phase in catalogue["phases"]] == list(get_args(Phase))
    for entries in (catalogue["variants"], catalogue["phases"]):
        names = [entry["name"] for entry in entries]
        assert all(names)
        assert len(set(names)) == len(names)
    descriptions = {variant["description"] for variant in catalogue["variants"]}
    assert len(descriptions) == len(catalogue["variants"])
    assert all(description.endswith(".") for description in descriptions)


@pytest.mark.parametrize("language", NAMES)
@pytest.mark.parametrize(
    ("path", "entries"),
    [
        ("/v1/variants", ("variants", "phases")),
        ("/v1/pieces", ("pieces", "colors")),
        ("/v1/puzzles", ("puzzles",)),
        ("/v1/cards", ("cards",)),
    ],
)
def test_every_item_has_id_name_and_description(
    rust_client: FlaskClient, path: str, entries: tuple[str, ...], language: str
) -> None:
    response = rust_client.get(path, headers={"Accept-Language": language})
    catalogue = response.get_json()
    assert response.headers["Content-Language"] == catalogue["language"]
    assert catalogue["language"] in {language, "en"}
    assert catalogue["language"] == language or path == "/v1/cards"
    for name in entries:
        items = catalogue[name]
        assert len({item["id"] for item in items}) == len(items)
        assert all(item["name"] and item["description"] for item in items)


def test_board_and_colors_are_data_of_the_variant(client: FlaskClient) -> None:
    for variant in client.get("/v1/variants").get_json()["variants"]:
        assert variant["board"] == {"rows": 20, "cols": 20}
        assert variant["colors"] == list(COLORS)


@pytest.mark.parametrize("entries", ["colors", "squares", "variants", "phases", "puzzles", "cards"])
def test_no_translation_is_left_in_english(entries: str) -> None:
    english = str(translation("en")[entries])
    for language in LANGUAGES[1:]:
        texts = translation(language)
        if entries in texts:
            assert texts[entries].keys() == translation("en")[entries].keys()
            assert str(texts[entries]) != english


@pytest.mark.parametrize("path", CACHEABLE)
def test_catalogue_is_cacheable(client: FlaskClient, path: str) -> None:
    response = client.get(path)
    assert response.status_code == 200
    assert response.cache_control.public
    assert response.cache_control.max_age == 3600
    tag, weak = response.get_etag()
    assert tag
    assert not weak
    assert client.get(path).get_etag() == (tag, False)


def test_each_language_has_its_own_etag(client: FlaskClient) -> None:
    tags = {
        client.get("/v1/pieces", headers={"Accept-Language": language}).headers["ETag"]
        for language in NAMES
    }
    assert len(tags) == len(NAMES)


@pytest.mark.parametrize("path", CACHEABLE)
@pytest.mark.parametrize("form", ["{0}", 'W/{0}, "other"', '"other", {0}', "*"])
def test_matching_etag_returns_304(client: FlaskClient, path: str, form: str) -> None:
    known = client.get(path)
    again = client.get(path, headers={"If-None-Match": form.format(known.headers["ETag"])})
    assert again.status_code == 304
    assert again.data == b""
    for name in ("ETag", "Cache-Control", "Vary"):
        assert again.headers.get(name) == known.headers.get(name)


@pytest.mark.parametrize("path", CACHEABLE)
@pytest.mark.parametrize("tag", ['"other"', "nonsense", 'W/"', ""])
def test_other_etag_returns_the_whole_answer(client: FlaskClient, path: str, tag: str) -> None:
    whole = client.get(path)
    response = client.get(path, headers={"If-None-Match": tag})
    assert response.status_code == 200
    assert response.data == whole.data


def test_etag_of_one_language_does_not_match_another(client: FlaskClient) -> None:
    tag = client.get("/v1/pieces", headers={"Accept-Language": "sv"}).headers["ETag"]
    response = client.get("/v1/pieces", headers={"Accept-Language": "fi", "If-None-Match": tag})
    assert response.status_code == 200
    assert response.get_json()["language"] == "fi"


@pytest.mark.parametrize("path", CACHEABLE)
def test_unsupported_conditions_return_the_whole_answer(client: FlaskClient, path: str) -> None:
    whole = client.get(path)
    for headers in ({"Range": "bytes=0-1"}, {"If-Modified-Since": "yesterday"}):
        response = client.get(path, headers=headers)
        assert (response.status_code, response.data) == (200, whole.data)


@pytest.mark.parametrize("path", CACHEABLE)
def test_failing_if_match_is_ignored_or_a_problem(client: FlaskClient, path: str) -> None:
    response = client.get(path, headers={"If-Match": '"other"'})
    assert response.status_code == 200 or response.content_type == PROBLEM


@pytest.mark.parametrize("path", CACHEABLE)
def test_head_is_get_without_a_body(client: FlaskClient, path: str) -> None:
    whole, head = client.get(path), client.head(path)
    assert head.status_code == 200
    assert head.data == b""
    for name in ("ETag", "Content-Length", "Content-Type", "Cache-Control"):
        assert head.headers[name] == whole.headers[name]


def test_operations_are_not_cacheable(client: FlaskClient) -> None:
    assert client.post("/v1/games", json={}).headers["Cache-Control"] == "no-store"


def test_a_very_long_accept_language_is_ignored(rust_client: FlaskClient) -> None:
    unknown = [f"x{number};q=0.5" for number in range(60_000)]

    def calls(count: int) -> int:
        """Return how many functions are called for a header of so many languages."""
        header = ",".join(["de", *unknown[:count]])
        events: Counter[str] = Counter()
        sys.setprofile(lambda _frame, event, _argument: events.update([event]))
        try:
            response = rust_client.get("/v1/pieces", headers={"Accept-Language": header})
        finally:
            sys.setprofile(None)
        assert response.headers["Content-Language"] == ("en" if count else "de")
        return events["call"] + events["c_call"]

    calls(0)  # the first request of a language prepares its answer
    assert calls(60_000) < calls(0) + 5_000
