"""GET /v1/cards: the eight cards, with names in five languages."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from cornerwise.types import CARDS
from flask.testing import FlaskClient

from tests.service.contract import assert_answer

NAMES = {
    "en": ["Skip", "Reverse", "Draw 2", "Wild", "Edge to Edge", "Recycle", "Warp", "Double Play"],
    "sv": [
        *("Hoppa över", "Bakåt", "Dra 2", "Joker"),
        *("Kant mot kant", "Återvinn", "Snurra till det", "Dubbelomgång"),
    ],
    "fi": [
        *("Ohitus", "Suunnanvaihto", "Nosta 2", "Jokeri"),
        *("Reunat vastakkain", "Kierrätys", "Poikkeama", "Pelaa kaksi"),
    ],
    "da": [
        *("Spring over", "Skift retning", "Træk 2", "Joker"),
        *("Kant mod kant", "Genbrug", "Flyt", "Dobbelttur"),
    ],
    "no": [
        *("Stå over", "Snu", "Trekk 2", "Jokerkort"),
        *("Kant i kant", "Gjenbruk", "Flytting", "Dobbeltspill"),
    ],
}
RULES = Path(__file__).parents[2] / "docs" / "rules.md"


def test_eight_cards_in_order(client: FlaskClient) -> None:
    catalogue = client.get("/v1/cards").get_json()
    assert_answer("/v1/cards", catalogue)
    cards = catalogue["cards"]
    assert [card["id"] for card in cards] == list(CARDS)
    assert [card["count"] for card in cards] == [1, 1, 2, 2, 2, 2, 2, 2]
    assert [card["rule"] for card in cards] == [f"S2{number}" for number in range(8)]
    assert all(card["description"].endswith(".") for card in cards)
    assert len({card["description"] for card in cards}) == 8


def test_counts_are_those_of_a_new_game(client: FlaskClient) -> None:
    game = client.post("/v1/games", json={"rules": {"game": "shuffle"}}).get_json()
    cards = client.get("/v1/cards").get_json()["cards"]
    assert game["state"]["rules"]["deck"] == {card["id"]: card["count"] for card in cards}


@pytest.mark.parametrize("language", NAMES)
def test_cards_have_names_and_descriptions_in_five_languages(
    client: FlaskClient, language: str
) -> None:
    response = client.get("/v1/cards", headers={"Accept-Language": language})
    assert response.headers["Content-Language"] == response.get_json()["language"] == language
    cards = response.get_json()["cards"]
    assert [card["name"] for card in cards] == NAMES[language]
    assert all(card["description"].endswith(".") for card in cards)
    english = client.get("/v1/cards").get_json()["cards"]
    for card, other in zip(cards, english, strict=True):
        assert language == "en" or card["description"] != other["description"]


@pytest.mark.parametrize(
    ("accepted", "language"),
    [
        ("de", "en"),
        ("fr, it;q=0.9", "en"),
        ("nl, fi;q=0.1", "fi"),
        ("nb-NO, nn;q=0.9", "no"),
        ("de-AT, en;q=0.5, da;q=0.7", "da"),
        ("xx", "en"),
        ("", "en"),
    ],
)
def test_content_language_is_that_of_the_names(
    rust_client: FlaskClient, accepted: str, language: str
) -> None:
    response = rust_client.get("/v1/cards", headers={"Accept-Language": accepted})
    assert response.get_json()["language"] == language
    assert [card["name"] for card in response.get_json()["cards"]] == NAMES[language]


def test_each_language_has_its_own_etag(client: FlaskClient) -> None:
    tags = {
        client.get("/v1/cards", headers={"Accept-Language": language}).headers["ETag"]
        for language in NAMES
    }
    assert len(tags) == len(NAMES)


def test_rule_of_every_card_is_documented(client: FlaskClient) -> None:
    text = RULES.read_text("utf-8")
    for card in client.get("/v1/cards").get_json()["cards"]:
        assert re.search(rf"\b{card['rule']}\b", text)
