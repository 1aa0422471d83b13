"""GET /v1/puzzles and POST /v1/puzzles/…: the six puzzles, checks and drawings of layouts."""

from __future__ import annotations

import re
from typing import Any
from xml.etree import ElementTree as ET

import pytest
from cornerwise import InvalidStateError
from cornerwise.engine import Engine
from flask.testing import FlaskClient

from tests.service.client import JSON, assert_problem, listed_errors, make_client, post_json
from tests.service.contract import assert_answer, assert_matches, schema_validator
from tests.service.mutations import mutations
from tests.service.puzzle_requests import (
    BLUE_I4,
    BLUE_O4,
    BOARDS,
    MOVED_I4,
    OFF_BOARD,
    OPERATIONS,
    OVERLAP,
    SOLVED,
    WRONG_PIECE,
    WRONG_SHAPE,
    RecordingSolver,
    check_layout,
    client_with_solver,
    layout_request,
    post_puzzle,
)
from tests.service.test_metrics import counted

SVG = "{http://www.w3.org/2000/svg}"

MALFORMED: list[tuple[object, tuple[str, str]]] = [
    (5, ("wrong_type", "/layout")),
    ([], ("wrong_type", "/layout")),
    ("rect4", ("wrong_type", "/layout")),
    ({"board": []}, ("unknown_field", "/layout/board")),
    ({"rules": {}}, ("unknown_field", "/layout/rules")),
    ({"placements": [BLUE_I4] * 85}, ("too_many_placements", "/layout/placements")),
    ({"placements": [7]}, ("wrong_type", "/layout/placements/0")),
    ({"placements": [{**BLUE_I4, "x": 1}]}, ("unknown_field", "/layout/placements/0/x")),
    (
        {"placements": [BLUE_O4, {**BLUE_I4, "color": "pink"}]},
        ("unknown_color", "/layout/placements/1/color"),
    ),
    ({"placements": [{**BLUE_I4, "piece": "I9"}]}, ("unknown_piece", "/layout/placements/0/piece")),
    (
        {"placements": [{"color": "blue", "piece": "I4"}]},
        ("missing_field", "/layout/placements/0/cells"),
    ),
    (
        {"placements": [{**BLUE_I4, "cells": [[0, 0]] * 401}]},
        ("out_of_range", "/layout/placements/0/cells"),
    ),
]
"""Malformed layouts and their errors."""


# ---- The catalogue -----------------------------------------------------------------------------


def test_six_puzzles(client: FlaskClient, engine: Engine[Any]) -> None:
    catalogue = client.get("/v1/puzzles").get_json()
    assert_answer("/v1/puzzles", catalogue)
    assert {
        one["id"]: (one["board"]["rows"], one["board"]["cols"]) for one in catalogue["puzzles"]
    } == BOARDS
    for listed, puzzle in zip(catalogue["puzzles"], engine.puzzles(), strict=True):
        assert listed.pop("name")
        assert listed.pop("description")
        assert {**listed, **listed.pop("board"), "board": None} == {
            **puzzle.to_dict(),
            "board": None,
        }


def test_names_and_descriptions_are_unique(client: FlaskClient) -> None:
    puzzles = client.get("/v1/puzzles").get_json()["puzzles"]
    for name in ("name", "description"):
        assert len({puzzle[name] for puzzle in puzzles}) == len(BOARDS)


# ---- Checks ------------------------------------------------------------------------------------


@pytest.mark.parametrize("puzzle", BOARDS)
def test_solution_is_right_and_complete(client: FlaskClient, puzzle: str) -> None:
    assert check_layout(client, puzzle, *SOLVED[puzzle]) == {
        "puzzle": puzzle,
        "solved": True,
        "complete": True,
        "valid": True,
        "problems": [],
    }


@pytest.mark.parametrize("puzzle", BOARDS)
@pytest.mark.parametrize("count", [0, 1, -1])
def test_part_of_a_solution_is_right_so_far(client: FlaskClient, puzzle: str, count: int) -> None:
    answer = check_layout(client, puzzle, *SOLVED[puzzle][:count])
    assert (answer["solved"], answer["complete"], answer["valid"]) == (False, False, True)


def test_layout_without_placements_is_empty(client: FlaskClient) -> None:
    assert post_json(client, "puzzles/rect5/checks", {"layout": {}}) == check_layout(
        client, "rect5"
    )


@pytest.mark.parametrize(
    ("puzzle", "placements", "problem"),
    [
        ("rect4", OVERLAP, ("overlap", "/layout/placements/1", "C4a", [[0, 3]])),
        ("rect4", [BLUE_I4, MOVED_I4], ("piece_twice", "/layout/placements/1", "C4c", [])),
        ("rect4", WRONG_SHAPE, ("wrong_shape", "/layout/placements/0", "G3", [])),
        (
            "rect4",
            OFF_BOARD,
            ("off_board", "/layout/placements/0", "C4b", [[8, 7], [8, 8], [8, 9], [8, 10]]),
        ),
        ("rect4", WRONG_PIECE, ("wrong_piece", "/layout/placements/0", "U3", [])),
        ("rect5_apart", [BLUE_I4], ("wrong_piece", "/layout/placements/0", "U6", [])),
        (
            "rect4_apart",
            [BLUE_I4, BLUE_O4],
            ("side_contact", "/layout/placements/1", "U4", [[1, 3]]),
        ),
        ("board84", [BLUE_I4, BLUE_O4], ("side_contact", "/layout/placements/1", "C2", [[1, 3]])),
    ],
    ids=lambda value: value[0] if isinstance(value, tuple) else None,
)
def test_problems_of_a_layout_are_located(
    client: FlaskClient,
    puzzle: str,
    placements: list[dict[str, Any]],
    problem: tuple[str, str, str, list[list[int]]],
) -> None:
    answer = check_layout(client, puzzle, *placements)
    assert (answer["solved"], answer["valid"]) == (False, False)
    (listed,) = answer["problems"]
    assert (listed["code"], listed["pointer"], listed["rule"], listed["squares"]) == problem


def test_contact_rules_differ_between_puzzles(
    client: FlaskClient,
) -> None:
    assert check_layout(client, "rect4", BLUE_I4, BLUE_O4)["valid"]
    assert not check_layout(client, "rect4_apart", BLUE_I4, BLUE_O4)["valid"]


@pytest.mark.parametrize("puzzle", BOARDS)
def test_moved_piece_spoils_a_solution(client: FlaskClient, puzzle: str) -> None:
    first, *rest = SOLVED[puzzle]
    # It comes to lie elsewhere on the board, where there is no room for it or it touches wrongly.
    rows, cols = BOARDS[puzzle]
    moved = [[row + (1 if row < rows // 2 else -1), col] for row, col in first["cells"]]
    assert all(0 <= row < rows and 0 <= col < cols for row, col in moved)
    answer = check_layout(client, puzzle, {**first, "cells": moved}, *rest)
    assert (answer["complete"], answer["solved"]) == (True, False)
    assert answer["problems"]


def test_layout_check_agrees_with_the_engine(client: FlaskClient, engine: Engine[Any]) -> None:
    placements = [BLUE_I4, BLUE_O4, *OVERLAP, *OFF_BOARD]
    answer = check_layout(client, "board84", *placements)
    checked = engine.check_layout("board84", {"placements": placements}).to_dict()
    for problem in checked["problems"]:
        problem["pointer"] = f"/layout{problem['pointer']}"
    assert answer == checked


def test_number_of_listed_problems_is_limited(client: FlaskClient) -> None:
    answer = check_layout(client, "rect4", *[OFF_BOARD[0]] * 84)
    assert len(answer["problems"]) == 20


@pytest.mark.parametrize("operation", OPERATIONS)
@pytest.mark.parametrize(("given", "error"), MALFORMED, ids=lambda value: str(value)[:40])
def test_malformed_layout_is_refused(
    client: FlaskClient, operation: str, given: object, error: tuple[str, str]
) -> None:
    response = post_puzzle(client, "rect4", operation, {"layout": given})
    assert listed_errors(response, "invalid_layout") == [error]


@pytest.mark.parametrize("operation", ["checks", "renderings/svg"])
def test_layout_is_required(client: FlaskClient, operation: str) -> None:
    response = post_puzzle(client, "rect4", operation, {})
    assert listed_errors(response, "invalid_request") == [("missing_field", "/layout")]
    response = post_puzzle(client, "rect4", operation, {"layout": None})
    assert listed_errors(response, "invalid_request") == [("missing_field", "/layout")]


@pytest.mark.parametrize("operation", OPERATIONS)
def test_unknown_field_is_refused(client: FlaskClient, operation: str) -> None:
    response = post_puzzle(client, "rect4", operation, {"layout": {}, "puzzle": "rect4"})
    assert listed_errors(response, "invalid_request") == [("unknown_field", "/puzzle")]


def test_layout_is_read_as_described(engine: Engine[Any]) -> None:
    schema = schema_validator("Layout")
    piece = {"color": "blue", "piece": "I4", "orientation": 0, "row": 0, "col": 0}
    tried = 0
    for name, variation in mutations({"placements": [piece, BLUE_O4, {**piece, **BLUE_I4}]}):
        try:
            engine.check_layout("rect4", variation)
        except InvalidStateError as error:
            problems = {problem.code for problem in error.problems}
            if schema.is_valid(variation):
                assert problems <= {"missing_field", "unknown_field"}, name
        tried += 1
    assert tried > 500


# ---- Renderings --------------------------------------------------------------------------------


@pytest.mark.parametrize("puzzle", BOARDS)
def test_text_drawing_has_the_size_of_the_board(client: FlaskClient, puzzle: str) -> None:
    response = post_puzzle(client, puzzle, "renderings/text", layout_request(*SOLVED[puzzle]))
    assert (response.status_code, response.content_type) == (200, "text/plain; charset=utf-8")
    rows, cols = BOARDS[puzzle]
    lines = [
        re.fullmatch(r"[ \d]\d ([.BYRG]+)", line) for line in response.text.splitlines()[-rows:]
    ]
    letters = [line[1] for line in lines if line]
    assert [len(line) for line in letters] == [cols] * rows
    squares = sum(len(one["cells"]) for one in SOLVED[puzzle])
    assert sum(cols - line.count(".") for line in letters) == squares


@pytest.mark.parametrize("puzzle", BOARDS)
def test_svg_has_the_size_of_the_board_and_no_mark(client: FlaskClient, puzzle: str) -> None:
    response = post_puzzle(client, puzzle, "renderings/svg", layout_request(*SOLVED[puzzle]))
    assert (response.status_code, response.content_type) == (200, "image/svg+xml")
    root = ET.fromstring(response.text)  # noqa: S314 (it is our own)
    rows, cols = BOARDS[puzzle]
    assert root.attrib["viewBox"] == f"0 0 {52 + 24 * cols} {52 + 24 * rows}"
    titles = [one.text for one in root.iter(f"{SVG}title")]
    assert titles[1:] == [f"{one['color']} {one['piece']}" for one in SOLVED[puzzle]]
    assert "last" not in str(titles[0])
    assert not [*root.iter(f"{SVG}circle")]


def test_empty_layout_is_drawn(client: FlaskClient) -> None:
    response = post_puzzle(client, "rect4", "renderings/text", {"layout": {}})
    assert response.text.count(".") == 80


@pytest.mark.parametrize("placements", [OVERLAP, [BLUE_I4, BLUE_O4], [BLUE_I4, BLUE_I4]])
@pytest.mark.parametrize("form", ["svg", "text"])
def test_layout_with_problems_is_drawn(
    client: FlaskClient, placements: list[dict[str, Any]], form: str
) -> None:
    request = layout_request(*placements)
    response = post_puzzle(client, "rect4_apart", f"renderings/{form}", request)
    assert response.status_code == 200
    assert "B" in response.text


@pytest.mark.parametrize(
    ("placements", "code"),
    [(OFF_BOARD, "off_board"), (WRONG_PIECE, "wrong_piece"), (WRONG_SHAPE, "wrong_shape")],
)
def test_layout_with_unknown_squares_is_not_drawn(
    client: FlaskClient, placements: list[dict[str, Any]], code: str
) -> None:
    response = post_puzzle(client, "rect4", "renderings/svg", layout_request(BLUE_O4, *placements))
    assert listed_errors(response, "invalid_layout") == [(code, "/layout/placements/1")]


def test_png_of_a_layout(client: FlaskClient) -> None:
    response = post_puzzle(client, "rect4", "renderings/png", layout_request(BLUE_O4))
    assert (response.status_code, response.content_type) == (200, "image/png")
    assert response.data.startswith(b"\x89PNG")


def test_format_is_part_of_the_address(client: FlaskClient) -> None:
    request = {"layout": {}, "format": "svg"}
    response = post_puzzle(client, "rect4", "renderings/svg", request)
    assert listed_errors(response, "invalid_request") == [("unknown_field", "/format")]


# ---- Addresses ---------------------------------------------------------------------------------


UNKNOWN_PATHS = [
    "rect6/checks",
    "rect4/check",
    "rect4/",
    "rect4",
    "RECT4/checks",
    "rect4 /checks",
    "rect4/checks/",
    "/checks",
    "<script>/solutions",
    "%00/solutions",
    "rect4/checks/1",
    "x" * 2000 + "/checks",
]


@pytest.mark.parametrize("path", UNKNOWN_PATHS, ids=lambda path: path[:20])
@pytest.mark.parametrize("method", ["GET", "POST", "PUT", "OPTIONS"])
def test_error_for_an_unknown_puzzle_lists_the_puzzles(
    rust_client: FlaskClient, method: str, path: str
) -> None:
    response = rust_client.open(f"/v1/puzzles/{path}", method=method, json={"layout": {}})
    document = assert_problem(response, "not_found")
    assert all(name in document["detail"] for name in (*BOARDS, *OPERATIONS))
    assert len(response.data) < 1000
    assert b"script" not in response.data


def test_unknown_addresses_have_one_label_in_metrics(rust_client: FlaskClient) -> None:
    before = counted(rust_client)
    for path in UNKNOWN_PATHS:
        rust_client.post(f"/v1/puzzles/{path}", json={"layout": {}})
    routes = {key[0] for key in counted(rust_client)} - {key[0] for key in before}
    assert routes <= {"other", "/metrics"}


@pytest.mark.parametrize("puzzle", BOARDS)
@pytest.mark.parametrize("operation", OPERATIONS)
def test_puzzle_operations_accept_post_only(
    rust_client: FlaskClient, puzzle: str, operation: str
) -> None:
    response = rust_client.get(f"/v1/puzzles/{puzzle}/{operation}")
    assert response.allow.as_set() == {"post", "options"}
    assert_problem(response, "method_not_allowed")


def test_metrics_count_requests_by_puzzle(client: FlaskClient, engine: Engine[Any]) -> None:
    key = ("/v1/puzzles/rect5_apart/checks", "POST", "200", engine.NAME)
    before = counted(client).get(key, 0)
    check_layout(client, "rect5_apart")
    assert counted(client)[key] == before + 1


@pytest.mark.parametrize("name", ["puzzles", "puzzles/rect4/checks", "solutions"])
def test_batches_contain_no_puzzle_operations(client: FlaskClient, name: str) -> None:
    batch = {"operations": [{"operation": name, "layout": {}}]}
    (result,) = post_json(client, "batches", batch)["results"]
    assert result["status"] == 422
    assert [error["pointer"] for error in result["body"]["errors"]] == ["/operation"]


# ---- Hostile requests --------------------------------------------------------------------------


@pytest.mark.slow(keep=1)
@pytest.mark.parametrize("operation", OPERATIONS)
@pytest.mark.parametrize("engine_name", ["rust", "python"])
def test_any_mutated_request_gets_an_answer(engine_name: str, operation: str) -> None:
    client = client_with_solver(RecordingSolver(), engine_name)
    good = {
        "checks": layout_request(BLUE_I4, {**BLUE_O4, "orientation": 0, "row": 1, "col": 3}),
        "solutions": {**layout_request(BLUE_I4), "seed": 1, "seconds": 1},
    }.get(operation, layout_request(BLUE_I4))
    path = "/v1/puzzles/{puzzle}/" + operation
    for name, body in mutations(good):
        response = post_puzzle(client, "rect4", operation, body)
        assert response.status_code in {200, 422}, name
        if response.status_code == 422:
            assert response.get_json()["code"] in {"invalid_request", "invalid_layout"}, name
            assert_matches("ProblemDocument", response.get_json())
        elif response.is_json:
            assert_answer(path, response.get_json())


@pytest.mark.parametrize("operation", OPERATIONS)
@pytest.mark.parametrize(
    "body",
    [
        b"",
        b"{",
        b'{"layout": {}, "layout": {}}',
        b'{"layout": {"placements": [], "placements": []}}',
        b'{"layout": ' + b"[" * 20_000,
        b'{"layout": {"placements": [{"color": "\xff"}]}}',
    ],
    ids=lambda body: str(body[:30]),
)
def test_malformed_json_is_refused(rust_client: FlaskClient, operation: str, body: bytes) -> None:
    address = f"/v1/puzzles/rect4/{operation}"
    assert_problem(rust_client.post(address, data=body, content_type=JSON), "invalid_json")


@pytest.mark.parametrize("operation", OPERATIONS)
def test_body_size_is_limited(operation: str) -> None:
    client = make_client(max_body=2000)
    body = b'{"layout": {}' + b" " * 2000 + b"}"
    address = f"/v1/puzzles/rect4/{operation}"
    assert_problem(client.post(address, data=body, content_type=JSON), "body_too_large")
    assert_problem(
        client.post(address, data=b"{}", content_type="text/plain"), "unsupported_media_type"
    )


@pytest.mark.parametrize("operation", OPERATIONS)
def test_long_text_in_a_layout_is_truncated(client: FlaskClient, operation: str) -> None:
    for given in (
        {"x" * 50_000: 1},
        {"placements": [{**BLUE_I4, "piece": "x" * 50_000}]},
        {"placements": [{**BLUE_I4, "x" * 50_000: 1}]},
    ):
        response = post_puzzle(client, "rect4", operation, {"layout": given})
        assert_problem(response, "invalid_layout")
        assert len(response.data) < 4000
