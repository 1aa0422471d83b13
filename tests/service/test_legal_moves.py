"""POST /v1/legal-moves: what the mover may do, in three formats."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from cornerwise.engine import Engine
from flask.testing import FlaskClient

from tests.helpers.example_boards import PRINTED_EXAMPLE
from tests.helpers.support import cells_of, draw, middle_game
from tests.service.client import STATE, ask, errors_of
from tests.service.contract import answers

SOME_PIECES = ["I1", "V3", "Z4", "W5"]
OVER = {"placements": draw(PRINTED_EXAMPLE).placements}


def unfolded(moves: dict[str, dict[str, list[int]]]) -> Iterator[dict[str, Any]]:
    """Yield the actions of a compact answer."""
    for piece, orientations in moves.items():
        for orientation, squares in orientations.items():
            for square in squares:
                row, col = divmod(square, 20)
                yield {
                    "type": "place",
                    "piece": piece,
                    "orientation": int(orientation),
                    "row": row,
                    "col": col,
                }


def test_a_small_answer_in_full(client: FlaskClient) -> None:
    assert ask(client, "legal-moves", {"state": STATE, "pieces": ["I1", "I2"]}) == {
        "color": "yellow",
        "seat": 2,
        "phase": "place",
        "count": 3,
        "moves": [
            {"type": "place", "piece": "I1", "orientation": 0, "row": 3, "col": 18},
            {"type": "place", "piece": "I2", "orientation": 0, "row": 3, "col": 17},
            {"type": "place", "piece": "I2", "orientation": 1, "row": 3, "col": 18},
        ],
    }


def test_the_same_with_squares(client: FlaskClient) -> None:
    answer = ask(client, "legal-moves", {"state": STATE, "pieces": ["I2"], "format": "cells"})
    assert [move["cells"] for move in answer["moves"]] == [[[3, 17], [3, 18]], [[3, 18], [4, 18]]]


def test_the_same_compact(client: FlaskClient) -> None:
    request = {"state": STATE, "pieces": ["I1", "I2"], "format": "compact"}
    answer = ask(client, "legal-moves", request)
    assert answer["moves"] == {"I1": {"0": [78]}, "I2": {"0": [77], "1": [78]}}
    assert answer["count"] == 3


@pytest.mark.parametrize("ply", [0, 5, 30])
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_every_format_tells_what_the_engine_lists(
    client: FlaskClient, engine: Engine[Any], seats: int, ply: int
) -> None:
    state = middle_game(engine, 7, ply, seats=seats)
    expected = [action.to_dict() for action in engine.legal_actions(state)]
    request = {"state": state.to_dict()}
    objects = ask(client, "legal-moves", request)
    assert objects["moves"] == expected
    cells = ask(client, "legal-moves", {**request, "format": "cells"})
    assert cells["moves"] == [
        {**move, "cells": [list(cell) for cell in cells_of(move)]} for move in expected
    ]
    compact = ask(client, "legal-moves", {**request, "format": "compact"})
    assert list(unfolded(compact["moves"])) == expected
    for answer in (objects, cells, compact):
        assert answer["count"] == len(expected) > 0
        assert (answer["color"], answer["seat"], answer["phase"]) == (
            state.color,
            state.seat,
            "place",
        )
        answers("/v1/legal-moves", answer)


@pytest.mark.parametrize("form", ["objects", "cells"])
def test_each_move_can_be_sent_back_as_it_is(
    client: FlaskClient, engine: Engine[Any], form: str
) -> None:
    state = middle_game(engine, 4, 21).to_dict()
    request = {"state": state, "format": form, "pieces": SOME_PIECES}
    moves = ask(client, "legal-moves", request)["moves"]
    assert len(moves) > 10
    for move in moves:
        answer = ask(client, "turns", {"state": state, "action": move})
        assert answer["state"]["placements"][:-1] == state["placements"]
        assert cells_of(answer["state"]["placements"][-1]) == cells_of(move)


def test_the_filter_takes_what_it_names_and_leaves_the_order(
    client: FlaskClient, engine: Engine[Any]
) -> None:
    state = middle_game(engine, 9, 12).to_dict()
    every = ask(client, "legal-moves", {"state": state})["moves"]
    some = ask(client, "legal-moves", {"state": state, "pieces": SOME_PIECES[::-1]})
    assert some["moves"] == [move for move in every if move["piece"] in SOME_PIECES]
    assert some["count"] == len(some["moves"]) < len(every)


def test_a_piece_that_is_named_twice_counts_once(client: FlaskClient) -> None:
    assert ask(client, "legal-moves", {"state": STATE, "pieces": ["I1", "I1"]})["count"] == 1


@pytest.mark.parametrize(("form", "nothing"), [("objects", []), ("cells", []), ("compact", {})])
@pytest.mark.parametrize("pieces", [[], ["I3"]], ids=["no piece", "a piece on the board"])
def test_no_moves_are_an_empty_answer(
    client: FlaskClient, form: str, nothing: object, pieces: list[str]
) -> None:
    answer = ask(client, "legal-moves", {"state": STATE, "format": form, "pieces": pieces})
    assert (answer["count"], answer["moves"]) == (0, nothing)
    assert (answer["color"], answer["phase"]) == ("yellow", "place")


@pytest.mark.parametrize(("form", "nothing"), [("objects", []), ("cells", []), ("compact", {})])
def test_nobody_moves_when_the_game_is_over(
    client: FlaskClient, form: str, nothing: object
) -> None:
    answer = ask(client, "legal-moves", {"state": OVER, "format": form})
    assert answer == {"color": None, "seat": None, "phase": "over", "count": 0, "moves": nothing}
    answers("/v1/legal-moves", answer)


@pytest.mark.parametrize(
    ("more", "errors"),
    [
        ({"format": "xml"}, [("unknown_value", "/format")]),
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
def test_a_wrong_request_is_pointed_at(
    client: FlaskClient, more: dict[str, Any], errors: list[tuple[str, str]]
) -> None:
    response = client.post("/v1/legal-moves", json={"state": STATE, **more})
    assert errors_of(response, "invalid_request") == errors
