"""POST /v1/legal-moves: the legal moves in three forms."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

import pytest
from cornerwise.engine import Engine
from flask.testing import FlaskClient

from tests.helpers.drawing import cells_of, draw
from tests.helpers.example_boards import PRINTED_EXAMPLE
from tests.helpers.examples import thinned
from tests.helpers.games import middle_game
from tests.service.client import STATE, listed_errors, post_json
from tests.service.contract import assert_answer

SOME_PIECES = ["I1", "V3", "Z4", "W5"]
YELLOW = {"type": "place", "color": "yellow"}
OVER = {"placements": draw(PRINTED_EXAMPLE).placements}


def as_json(value: object) -> object:
    """Return a value as JSON writes it, with lists for tuples."""
    return json.loads(json.dumps(value))


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
        "groups": None,
        "summary": None,
        "supply": None,
        "score": None,
        "position": None,
    }


def test_cells(client: FlaskClient) -> None:
    answer = post_json(client, "legal-moves", {"state": STATE, "pieces": ["I2"], "cells": True})
    assert [move["cells"] for move in answer["moves"]] == [[[3, 17], [3, 18]], [[3, 18], [4, 18]]]


def test_groups(client: FlaskClient) -> None:
    request = {"state": STATE, "pieces": ["I1", "I2"], "groups": True}
    answer = post_json(client, "legal-moves", request)
    assert answer["groups"] == [
        {**YELLOW, "piece": "I1", "orientation": 0, "positions": [78]},
        {**YELLOW, "piece": "I2", "orientation": 0, "positions": [77]},
        {**YELLOW, "piece": "I2", "orientation": 1, "positions": [78]},
    ]
    assert answer["moves"] == []
    assert answer["count"] == 3


@pytest.mark.parametrize("ply", [0, 5, 30])
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_every_form_agrees_with_the_engine(
    client: FlaskClient, engine: Engine[Any], seats: int, ply: int
) -> None:
    state = middle_game(engine, 7, ply, seats=seats)
    expected = [action.to_dict() for action in engine.legal_actions(state)]
    request = {"state": state.to_dict()}
    objects = post_json(client, "legal-moves", request)
    assert objects["moves"] == expected
    cells = post_json(client, "legal-moves", {**request, "cells": True})
    assert cells["moves"] == [
        {**move, "cells": [list(cell) for cell in cells_of(move)]} for move in expected
    ]
    groups = post_json(client, "legal-moves", {**request, "groups": True})
    assert list(expanded(groups["groups"])) == expected
    for answer in (objects, cells, groups):
        assert answer["count"] == len(expected) > 0
        assert (answer["color"], answer["seat"], answer["phase"]) == (
            state.color,
            state.seat,
            "place",
        )
        assert_answer("/v1/legal-moves", answer)


@pytest.mark.parametrize("cells", [False, True])
def test_listed_moves_can_be_played(
    client: FlaskClient, engine: Engine[Any], *, cells: bool
) -> None:
    state = middle_game(engine, 4, 21).to_dict()
    request = {"state": state, "cells": cells, "pieces": SOME_PIECES}
    moves = post_json(client, "legal-moves", request)["moves"]
    assert len(moves) > 10
    for move in thinned(moves):
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


FORMS: list[dict[str, bool]] = [{}, {"cells": True}, {"groups": True}]


@pytest.mark.parametrize("form", FORMS, ids=str)
def test_no_moves_are_an_empty_list(client: FlaskClient, form: dict[str, bool]) -> None:
    # The piece is on the board.
    answer = post_json(client, "legal-moves", {"state": STATE, "pieces": ["I3"], **form})
    assert (answer["count"], answer["moves"]) == (0, [])
    assert answer["groups"] == ([] if "groups" in form else None)
    assert (answer["color"], answer["phase"]) == ("yellow", "place")


@pytest.mark.parametrize("form", FORMS, ids=str)
def test_no_moves_when_the_game_is_over(client: FlaskClient, form: dict[str, bool]) -> None:
    answer = post_json(client, "legal-moves", {"state": OVER, **form})
    assert (answer["color"], answer["seat"], answer["phase"]) == (None, None, "over")
    assert (answer["count"], answer["moves"]) == (0, [])
    assert_answer("/v1/legal-moves", answer)


@pytest.mark.parametrize("empty", [[], None])
@pytest.mark.parametrize("name", ["pieces", "covering", "include", "groups", "cells"])
def test_empty_lists_and_null_mean_not_given(client: FlaskClient, name: str, empty: object) -> None:
    if name in {"groups", "cells"} and empty is not None:
        return
    every = post_json(client, "legal-moves", {"state": STATE})
    assert post_json(client, "legal-moves", {"state": STATE, name: empty}) == every


def test_moves_that_cover_a_square(client: FlaskClient) -> None:
    every = post_json(client, "legal-moves", {"state": STATE, "cells": True})["moves"]
    answer = post_json(client, "legal-moves", {"state": STATE, "cells": True, "covering": [3, 18]})
    assert answer["moves"] == [move for move in every if [3, 18] in move["cells"]]
    assert answer["count"] == len(answer["moves"]) > 0


def test_includes(client: FlaskClient, engine: Engine[Any]) -> None:
    state = engine.load_state(STATE)
    request = {"state": STATE, "include": ["summary", "supply", "score"]}
    answer = post_json(client, "legal-moves", request)
    assert answer["summary"] == as_json(engine.summary(state).to_dict())
    assert answer["supply"]["yellow"] == list(state.supply("yellow"))
    assert answer["score"] == as_json(engine.score(state).to_dict())
    assert_answer("/v1/legal-moves", answer)


@pytest.mark.parametrize(
    ("more", "errors"),
    [
        ({"format": "groups"}, [("unknown_field", "/format")]),
        ({"groups": 1}, [("wrong_type", "/groups")]),
        ({"cells": "yes"}, [("wrong_type", "/cells")]),
        ({"groups": True, "cells": True}, [("options_conflict", "/cells")]),
        ({"include": ["everything"]}, [("unknown_value", "/include/0")]),
        ({"covering": [3]}, [("wrong_type", "/covering")]),
        ({"covering": [3, 20]}, [("out_of_range", "/covering/1")]),
        ({"covering": 3}, [("wrong_type", "/covering")]),
        ({"pieces": "I1"}, [("wrong_type", "/pieces")]),
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
