"""POST /v1/legal-moves: the legal moves in three formats."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from cornerwise.engine import Engine
from flask.testing import FlaskClient

from tests.helpers.drawing import cells_of, draw
from tests.helpers.example_boards import PRINTED_EXAMPLE
from tests.helpers.games import middle_game
from tests.service.client import STATE, listed_errors, post_json
from tests.service.contract import assert_answer

SOME_PIECES = ["I1", "V3", "Z4", "W5"]
YELLOW = {"type": "place", "color": "yellow"}
OVER = {"placements": draw(PRINTED_EXAMPLE).placements}


def expanded(groups: list[dict[str, Any]]) -> Iterator[dict[str, Any]]:
    """Yield the actions of groups."""
    for group in groups:
        for position in group["positions"]:
            row, col = divmod(position, 20)
            action = {name: group[name] for name in ("color", "piece", "orientation")}
            yield {"type": "place", **action, "row": row, "col": col}


def test_complete_answer(client: FlaskClient) -> None:
    assert post_json(client, "legal-moves", {"state": STATE, "pieces": ["I1", "I2"]}) == {
        "color": "yellow",
        "seat": 2,
        "phase": "place",
        "count": 3,
        "moves": [
            {**YELLOW, "piece": "I1", "orientation": 0, "row": 3, "col": 18},
            {**YELLOW, "piece": "I2", "orientation": 0, "row": 3, "col": 17},
            {**YELLOW, "piece": "I2", "orientation": 1, "row": 3, "col": 18},
        ],
    }


def test_format_cells(client: FlaskClient) -> None:
    answer = post_json(client, "legal-moves", {"state": STATE, "pieces": ["I2"], "format": "cells"})
    assert [move["cells"] for move in answer["moves"]] == [[[3, 17], [3, 18]], [[3, 18], [4, 18]]]


def test_format_groups(client: FlaskClient) -> None:
    request = {"state": STATE, "pieces": ["I1", "I2"], "format": "groups"}
    answer = post_json(client, "legal-moves", request)
    assert answer["moves"] == [
        {"color": "yellow", "piece": "I1", "orientation": 0, "positions": [78]},
        {"color": "yellow", "piece": "I2", "orientation": 0, "positions": [77]},
        {"color": "yellow", "piece": "I2", "orientation": 1, "positions": [78]},
    ]
    assert answer["count"] == 3


@pytest.mark.parametrize("ply", [0, 5, 30])
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_every_format_agrees_with_the_engine(
    client: FlaskClient, engine: Engine[Any], seats: int, ply: int
) -> None:
    state = middle_game(engine, 7, ply, seats=seats)
    expected = [action.to_dict() for action in engine.legal_actions(state)]
    request = {"state": state.to_dict()}
    objects = post_json(client, "legal-moves", request)
    assert objects["moves"] == expected
    cells = post_json(client, "legal-moves", {**request, "format": "cells"})
    assert cells["moves"] == [
        {**move, "cells": [list(cell) for cell in cells_of(move)]} for move in expected
    ]
    groups = post_json(client, "legal-moves", {**request, "format": "groups"})
    assert list(expanded(groups["moves"])) == expected
    for answer in (objects, cells, groups):
        assert answer["count"] == len(expected) > 0
        assert (answer["color"], answer["seat"], answer["phase"]) == (
            state.color,
            state.seat,
            "place",
        )
        assert_answer("/v1/legal-moves", answer)


@pytest.mark.parametrize("form", ["objects", "cells"])
def test_listed_moves_can_be_played(client: FlaskClient, engine: Engine[Any], form: str) -> None:
    state = middle_game(engine, 4, 21).to_dict()
    request = {"state": state, "format": form, "pieces": SOME_PIECES}
    moves = post_json(client, "legal-moves", request)["moves"]
    assert len(moves) > 10
    for move in moves:
        answer = post_json(client, "turns", {"state": state, "action": move})
        assert answer["state"]["placements"][:-1] == state["placements"]
        assert cells_of(answer["state"]["placements"][-1]) == cells_of(move)


def test_filter_by_pieces_keeps_the_order(client: FlaskClient, engine: Engine[Any]) -> None:
    state = middle_game(engine, 9, 12).to_dict()
    every = post_json(client, "legal-moves", {"state": state})["moves"]
    some = post_json(client, "legal-moves", {"state": state, "pieces": SOME_PIECES[::-1]})
    assert some["moves"] == [move for move in every if move["piece"] in SOME_PIECES]
    assert some["count"] == len(some["moves"]) < len(every)


def test_duplicate_piece_in_the_filter_counts_once(client: FlaskClient) -> None:
    assert post_json(client, "legal-moves", {"state": STATE, "pieces": ["I1", "I1"]})["count"] == 1


@pytest.mark.parametrize("form", ["objects", "cells", "groups"])
@pytest.mark.parametrize("pieces", [[], ["I3"]], ids=["no piece", "a piece on the board"])
def test_no_moves_are_an_empty_list(client: FlaskClient, form: str, pieces: list[str]) -> None:
    answer = post_json(client, "legal-moves", {"state": STATE, "format": form, "pieces": pieces})
    assert (answer["count"], answer["moves"]) == (0, [])
    assert (answer["color"], answer["phase"]) == ("yellow", "place")


@pytest.mark.parametrize("form", ["objects", "cells", "groups"])
def test_no_moves_when_the_game_is_over(client: FlaskClient, form: str) -> None:
    answer = post_json(client, "legal-moves", {"state": OVER, "format": form})
    assert answer == {"color": None, "seat": None, "phase": "over", "count": 0, "moves": []}
    assert_answer("/v1/legal-moves", answer)


@pytest.mark.parametrize(
    ("more", "errors"),
    [
        ({"format": "xml"}, [("unknown_value", "/format")]),
        ({"format": "compact"}, [("unknown_value", "/format")]),
        ({"format": None}, [("wrong_type", "/format")]),
        ({"format": ["cells"]}, [("wrong_type", "/format")]),
        ({"pieces": "I1"}, [("wrong_type", "/pieces")]),
        ({"pieces": None}, [("wrong_type", "/pieces")]),
        ({"pieces": ["I1"] * 22}, [("out_of_range", "/pieces")]),
        (
            {"pieces": ["I1", "Q9", 5]},
            [("unknown_piece", "/pieces/1"), ("wrong_type", "/pieces/2")],
        ),
        ({"piece": "I1"}, [("unknown_field", "/piece")]),
    ],
    ids=str,
)
def test_errors_in_the_request_are_located(
    client: FlaskClient, more: dict[str, Any], errors: list[tuple[str, str]]
) -> None:
    response = client.post("/v1/legal-moves", json={"state": STATE, **more})
    assert listed_errors(response, "invalid_request") == errors
