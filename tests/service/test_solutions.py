"""POST /v1/puzzles/…/solutions: requests, concurrency and results of searches."""

from __future__ import annotations

from concurrent.futures import Future, ThreadPoolExecutor
from socket import socketpair
from threading import Event
from time import monotonic, sleep
from typing import Any

import pytest
from cornerwise import InvalidStateError, PlacedPiece, Solution, UnsupportedError
from cornerwise.engine import Cancellation
from flask.testing import FlaskClient
from werkzeug.test import TestResponse

from loadtests.servers import TIMEOUT
from service.operations.examples import FOURS
from service.operations.examples import FOURS_SOLUTION as SOLUTION
from tests.helpers.drawing import cells_of, neighbors
from tests.service.client import JSON, VALID_REQUESTS, assert_problem, listed_errors, shared_client
from tests.service.contract import assert_matches
from tests.service.puzzle_requests import (
    BLUE_I4,
    BLUE_O4,
    BOARDS,
    OFF_BOARD,
    OVERLAP,
    QUERIES,
    SOLVED,
    WRONG_PIECE,
    WRONG_SHAPE,
    RecordingSolver,
    assert_solution,
    check_layout,
    client_with_solver,
    layout_request,
    post_puzzle,
)

# ---- Solutions, with a solver of our own -------------------------------------------------------


def test_solution_has_seed_and_statistics() -> None:
    placed = (PlacedPiece("blue", "I4", 0, 0, 0),)
    recorder = RecordingSolver(outcome="solved", placements=placed, stopped_by=None)
    request = {**layout_request(BLUE_I4), "seed": 3, "seconds": 0.5}
    answer = assert_solution(
        post_puzzle(client_with_solver(recorder), "rect4_apart", "solutions", request)
    )
    (call,) = recorder.calls
    assert (call.puzzle, call.seed, call.seconds) == ("rect4_apart", 3, 0.5)
    assert call.layout_request.to_python() == request["layout"]  # type: ignore[attr-defined]
    assert list(answer) == ["puzzle", "seed", "outcome", "placements", "searched"]
    assert answer == {
        "puzzle": "rect4_apart",
        "seed": 3,
        "outcome": "solved",
        "placements": [placed[0].to_dict()],
        "searched": {"nodes": 5, "restarts": 1, "stopped_by": None},
    }


@pytest.mark.parametrize(
    ("outcome", "stopped_by"), [("impossible", None), ("unknown", "nodes"), ("unknown", "time")]
)
def test_unsolved_is_an_answer(outcome: str, stopped_by: str | None) -> None:
    recorder = RecordingSolver(outcome=outcome, stopped_by=stopped_by)
    answer = assert_solution(post_puzzle(client_with_solver(recorder), "rect5", "solutions", {}))
    assert (answer["outcome"], answer["placements"]) == (outcome, None)
    assert answer["searched"]["stopped_by"] == stopped_by


def test_every_field_is_optional() -> None:
    recorder = RecordingSolver()
    answer = assert_solution(post_puzzle(client_with_solver(recorder), "board84", "solutions", {}))
    assert recorder.calls == [("board84", {}, answer["seed"], 2)]


@pytest.mark.parametrize("given", [{}, {"seed": None}], ids=str)
def test_without_a_seed_a_random_one_is_used_and_returned(given: dict[str, Any]) -> None:
    recorder = RecordingSolver()
    client = client_with_solver(recorder)
    seeds = [
        assert_solution(post_puzzle(client, "rect4", "solutions", given))["seed"] for _ in range(8)
    ]
    assert seeds == [call.seed for call in recorder.calls]
    assert len(set(seeds)) == 8
    assert all(0 <= seed < 2**53 for seed in seeds)


@pytest.mark.parametrize("seed", [0, 1, 2**53 - 1])
def test_given_seed_is_used(seed: int) -> None:
    recorder = RecordingSolver()
    answer = assert_solution(
        post_puzzle(client_with_solver(recorder), "rect4", "solutions", {"seed": seed})
    )
    assert answer["seed"] == recorder.calls[0].seed == seed


@pytest.mark.parametrize("seconds", [1e-320, 0.001, 1, 2.0, 2.5, 19.999, 20, 20.0])
def test_seconds_may_be_fractional(seconds: float) -> None:
    recorder = RecordingSolver()
    assert_solution(
        post_puzzle(client_with_solver(recorder), "rect4", "solutions", {"seconds": seconds})
    )
    assert recorder.calls[0].seconds == seconds


@pytest.mark.parametrize(
    ("field", "value", "code"),
    [
        ("seconds", 0, "out_of_range"),
        ("seconds", 0.0, "out_of_range"),
        ("seconds", -0.0, "out_of_range"),
        ("seconds", -1, "out_of_range"),
        ("seconds", 20.000001, "out_of_range"),
        ("seconds", 21, "out_of_range"),
        ("seconds", 3600, "out_of_range"),
        ("seconds", 1e308, "out_of_range"),
        ("seconds", 2**64, "out_of_range"),
        ("seconds", True, "wrong_type"),
        ("seconds", "2", "wrong_type"),
        ("seconds", [2], "wrong_type"),
        ("seed", -1, "out_of_range"),
        ("seed", 2**53, "out_of_range"),
        ("seed", 1.5, "wrong_type"),
        ("seed", True, "wrong_type"),
        ("seed", "1", "wrong_type"),
    ],
)
def test_invalid_request_starts_no_search(field: str, value: object, code: str) -> None:
    recorder = RecordingSolver()
    for client in (client_with_solver(recorder), shared_client("python")):
        response = post_puzzle(client, "rect4", "solutions", {field: value})
        assert listed_errors(response, "invalid_request") == [(code, f"/{field}")]
    assert recorder.calls == []


@pytest.mark.parametrize("text", ["NaN", "Infinity", "-Infinity", "1e999", "1" + "0" * 400])
def test_nan_and_infinity_are_not_json(text: str) -> None:
    recorder = RecordingSolver()
    body = f'{{"seconds": {text}}}'
    for operation in ("solutions", "checks"):
        address = f"/v1/puzzles/rect4/{operation}"
        assert_problem(
            client_with_solver(recorder).post(address, data=body, content_type=JSON), "invalid_json"
        )
    assert recorder.calls == []


@pytest.mark.parametrize(
    ("placements", "code"),
    [
        (OVERLAP, "overlap"),
        (OFF_BOARD, "off_board"),
        (WRONG_PIECE, "wrong_piece"),
        (WRONG_SHAPE, "wrong_shape"),
        ([BLUE_I4, BLUE_O4], "side_contact"),
    ],
)
def test_layout_with_problems_is_not_completed(placements: list[dict[str, Any]], code: str) -> None:
    recorder = RecordingSolver()
    last = len(placements) - 1
    for client in (client_with_solver(recorder), shared_client("python")):
        response = post_puzzle(client, "rect4_apart", "solutions", layout_request(*placements))
        assert listed_errors(response, "invalid_layout") == [(code, f"/layout/placements/{last}")]
    assert recorder.calls == []


@pytest.mark.parametrize("puzzle", BOARDS)
def test_python_engine_has_no_solver(puzzle: str) -> None:
    response = post_puzzle(
        shared_client("python"), puzzle, "solutions", layout_request(*SOLVED[puzzle][:1])
    )
    document = assert_problem(response, "unsupported")
    assert "Rust" in document["detail"]
    assert [error["code"] for error in document["errors"]] == ["unsupported"]


# ---- How many at once --------------------------------------------------------------------------


class Slow:
    """A solver that runs until it is stopped."""

    def __init__(self) -> None:
        self.begun, self.end = Event(), Event()
        self.calls = 0

    def __call__(self, puzzle: str, *_: object, **__: object) -> Solution:
        self.calls += 1
        self.begun.set()
        assert self.end.wait(TIMEOUT)
        return Solution(puzzle, "unknown", None, 1, 0, "time")

    def occupy(self, pool: ThreadPoolExecutor, client: FlaskClient) -> Future[TestResponse]:
        """Start another search; return when it has begun."""
        self.begun.clear()
        under_way = pool.submit(post_puzzle, client, "rect5", "solutions", {"seconds": 20})
        assert self.begun.wait(TIMEOUT)
        return under_way


def fresh(client: FlaskClient, address: str = "127.0.0.1") -> FlaskClient:
    """Return another client of the same application: each thread needs its own."""
    made = client.application.test_client()
    made.environ_base["REMOTE_ADDR"] = address
    return made


def test_concurrent_search_is_refused_and_other_requests_are_answered() -> None:
    slow = Slow()
    client = client_with_solver(slow)
    with ThreadPoolExecutor() as pool:
        first = slow.occupy(pool, fresh(client))
        response = post_puzzle(client, "rect4", "solutions", {})
        document = assert_problem(response, "busy")
        assert response.headers["Retry-After"] == "1"
        assert "errors" not in document
        assert slow.calls == 1
        # Other requests are answered, and invalid ones are refused as such.
        assert post_puzzle(client, "rect4", "checks", {"layout": {}}).status_code == 200
        assert post_puzzle(client, "rect4", "renderings/svg", {"layout": {}}).status_code == 200
        assert client.post("/v1/legal-moves", json=VALID_REQUESTS["legal-moves"]).status_code == 200
        assert_problem(post_puzzle(client, "rect4", "solutions", {"seconds": 0}), "invalid_request")
        assert_problem(
            post_puzzle(client, "rect4", "solutions", layout_request(*OVERLAP)), "invalid_layout"
        )
        slow.end.set()
        assert assert_solution(first.result(TIMEOUT))["outcome"] == "unknown"
    assert_solution(post_puzzle(client, "rect4", "solutions", {}))


@pytest.mark.slow
def test_number_of_concurrent_searches_is_configurable() -> None:
    slow = Slow()
    client = client_with_solver(slow, max_solves=3)
    with ThreadPoolExecutor() as pool:
        addresses = [f"198.51.100.{number}" for number in range(3)]
        under_way = [slow.occupy(pool, fresh(client, one)) for one in addresses]
        for _ in range(2):
            assert_problem(post_puzzle(client, "rect5_apart", "solutions", {}), "busy")
        slow.end.set()
        assert [one.result(TIMEOUT).status_code for one in under_way] == [200] * 3
    assert slow.calls == 3


@pytest.mark.parametrize(
    ("error", "code"),
    [
        (RuntimeError("the secret reason"), "internal_error"),
        (UnsupportedError([]), "unsupported"),
        (InvalidStateError([]), "internal_error"),
        (MemoryError(), "busy"),
    ],
    ids=lambda value: type(value).__name__ if isinstance(value, Exception) else value,
)
def test_failed_search_releases_its_slot(error: Exception, code: str) -> None:
    def solve(*_: object, **__: object) -> object:
        raise error

    client = client_with_solver(solve)
    for _ in range(3):
        response = post_puzzle(client, "rect4", "solutions", {})
        assert_problem(response, code)
        assert "secret" not in response.text


def test_client_that_hangs_up_ends_its_search() -> None:
    begun = Event()

    def solve(puzzle: str, *_: object, cancel: Cancellation) -> Solution:
        begun.set()
        end = monotonic() + TIMEOUT
        while not cancel.cancelled:
            assert monotonic() < end, "the search continues without its client"
            sleep(0.01)
        return Solution(puzzle, "unknown", None, 1, 0, "cancelled")

    client = client_with_solver(solve)
    server_side, client_side = socketpair()
    with server_side, client_side, ThreadPoolExecutor() as pool:
        client.environ_base["gunicorn.socket"] = server_side  # type: ignore[assignment] # any value
        answer = pool.submit(post_puzzle, client, "rect5", "solutions", {"seconds": 20})
        assert begun.wait(TIMEOUT)
        assert not answer.done()
        client_side.close()
        stopped = assert_solution(answer.result(TIMEOUT))["searched"]["stopped_by"]
    assert stopped == "cancelled"


def test_refused_request_takes_no_slot() -> None:
    recorder = RecordingSolver()
    client = client_with_solver(recorder)
    for _ in range(3):
        post_puzzle(client, "rect4", "solutions", {"seconds": "x"})
        post_puzzle(client, "rect4", "solutions", layout_request(*OVERLAP))
        client.post("/v1/puzzles/rect4/solutions", data=b"{", content_type=JSON)
    assert_solution(post_puzzle(client, "rect4", "solutions", {}))


@pytest.mark.slow
def test_retry_after_is_exposed_to_other_origins() -> None:
    slow = Slow()
    origin = "https://play.example"
    client = client_with_solver(slow, cors_origins=(origin,))
    with ThreadPoolExecutor() as pool:
        slow.occupy(pool, fresh(client))
        address = "/v1/puzzles/rect4/solutions"
        response = client.post(address, json={}, headers={"Origin": origin})
        slow.end.set()
    assert_problem(response, "busy")
    assert "Retry-After" in response.headers["Access-Control-Expose-Headers"]


# ---- Solutions, with the real solver -----------------------------------------------------------


def placed(answer: dict[str, Any]) -> set[tuple[str, str, frozenset[tuple[int, int]]]]:
    """Return the pieces of a solution by colour, name and squares."""
    return {(one["color"], one["piece"], frozenset(cells_of(one))) for one in answer["placements"]}


@pytest.mark.parametrize("puzzle", BOARDS)
def test_same_seed_gives_the_same_solution(rust_client: FlaskClient, puzzle: str) -> None:
    request = {"seed": 1, "seconds": 20}
    answer = assert_solution(post_puzzle(rust_client, puzzle, "solutions", request))
    assert (answer["puzzle"], answer["seed"], answer["outcome"]) == (puzzle, 1, "solved")
    for client in (rust_client, shared_client("python")):
        assert check_layout(client, puzzle, *answer["placements"])["solved"]
    assert assert_solution(post_puzzle(rust_client, puzzle, "solutions", request)) == answer
    drawn = post_puzzle(
        rust_client, puzzle, "renderings/svg", layout_request(*answer["placements"])
    )
    assert drawn.status_code == 200


@pytest.mark.parametrize("puzzle", ["rect4", "board84"])
def test_other_seeds_give_other_solutions(rust_client: FlaskClient, puzzle: str) -> None:
    found = [
        placed(
            assert_solution(
                post_puzzle(rust_client, puzzle, "solutions", {"seed": seed, "seconds": 20})
            )
        )
        for seed in range(4)
    ]
    assert len({frozenset(one) for one in found}) > 1


@pytest.mark.parametrize("puzzle", ["board84", "board84_descending"])
def test_solution_is_in_a_legal_order(rust_client: FlaskClient, puzzle: str) -> None:
    request = {"seed": 2, "seconds": 20}
    answer = assert_solution(post_puzzle(rust_client, puzzle, "solutions", request))
    own: dict[str, set[tuple[int, int]]] = {}
    for one in answer["placements"]:
        cells, before = {*cells_of(one)}, own.setdefault(one["color"], set())
        diagonal = {
            (row + down, col + right) for row, col in cells for down in (-1, 1) for right in (-1, 1)
        }
        beside = {near for cell in cells for near in neighbors(cell)}
        assert diagonal & before if before else cells & {(0, 0), (0, 19), (19, 0), (19, 19)}
        assert not beside & before
        before |= cells
    sizes = [len(cells_of(one)) for one in answer["placements"]]
    assert puzzle == "board84" or sizes == sorted(sizes, reverse=True)


@pytest.mark.parametrize(
    "query", QUERIES, ids=lambda query: f"{query['puzzle']} {query['verdict']}"
)
def test_layout_is_completed_or_proven_impossible(
    rust_client: FlaskClient, query: dict[str, Any]
) -> None:
    request = {**layout_request(*query["fixed"]), "seed": 1, "seconds": 20}
    answer = assert_solution(post_puzzle(rust_client, query["puzzle"], "solutions", request))
    assert answer["outcome"] == query["verdict"]
    if answer["outcome"] == "solved":
        given = {
            (one["color"], one["piece"], frozenset(map(tuple, one["cells"])))
            for one in query["fixed"]
        }
        assert given <= placed(answer)
        assert check_layout(rust_client, query["puzzle"], *answer["placements"])["solved"]


@pytest.mark.parametrize("puzzle", BOARDS)
def test_complete_layout_is_its_own_solution(rust_client: FlaskClient, puzzle: str) -> None:
    request = {**layout_request(*SOLVED[puzzle]), "seed": 1}
    answer = assert_solution(post_puzzle(rust_client, puzzle, "solutions", request))
    assert answer["outcome"] == "solved"
    assert placed(answer) == {
        (one["color"], one["piece"], frozenset(map(tuple, one["cells"]))) for one in SOLVED[puzzle]
    }


def test_example_solution_is_found(rust_client: FlaskClient) -> None:
    request = {"layout": {"placements": FOURS[:-3]}, "seed": 1}
    answer = assert_solution(post_puzzle(rust_client, "rect4", "solutions", request))
    assert placed(answer) == placed(SOLUTION)
    for name in ("puzzle", "seed", "outcome"):
        assert answer[name] == SOLUTION[name]
    assert answer["searched"]["stopped_by"] is None


def test_very_short_time_is_not_an_error(rust_client: FlaskClient) -> None:
    request = {"seed": 1, "seconds": 1e-9}
    answer = assert_solution(post_puzzle(rust_client, "rect5_apart", "solutions", request))
    assert answer["outcome"] in {"solved", "unknown"}
    assert (answer["searched"]["stopped_by"] is None) is (answer["outcome"] == "solved")


def test_example_solution_is_valid(client: FlaskClient) -> None:
    assert check_layout(client, "rect4", *SOLUTION["placements"])["solved"]
    assert_matches("SolutionAnswer", SOLUTION)
