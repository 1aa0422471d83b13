"""POST /v1/suggestions: requests, answers, and clients that disconnect."""

from __future__ import annotations

import json
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import AbstractContextManager, closing, nullcontext
from pathlib import Path
from threading import Event
from typing import Any

import cornerwise
import pytest
from cornerwise import Suggestions
from cornerwise.engine import Engine
from cornerwise.selection import load_engine
from flask.testing import FlaskClient
from werkzeug.test import TestResponse

from loadtests.servers import TIMEOUT, Server
from service.app import create_app
from service.operations import examples
from service.operations.long_work import LongWork, Ticket
from service.operations.seals import Sealer
from service.operations.table import OPERATIONS
from service.settings import Settings
from tests.helpers.shuffle_states import states_of_every_phase
from tests.service.client import (
    SHUFFLE,
    STATE,
    assert_problem,
    listed_errors,
    make_client,
    post_json,
    shared_client,
)
from tests.service.contract import assert_answer

PATH = "/v1/suggestions"
LEAST = {"budget": 1, "count": 1}


def suggest(client: FlaskClient, **request: object) -> dict[str, Any]:
    """Return the checked answer to a request."""
    answer: dict[str, Any] = post_json(client, "suggestions", {"state": STATE, **request})
    assert_answer(PATH, answer)
    return answer


def view_of(seat: int) -> Any:  # noqa: ANN401 (JSON)
    """Return the Shuffle game, in which seat 1 is to play a card, as one seat sees it."""
    return cornerwise.view(cornerwise.load_state(SHUFFLE), seat)


class Searcher:
    """An engine whose suggestions come from a function that gets the arguments."""

    def __init__(self, search: Callable[..., object] | None = None) -> None:
        self.engine = load_engine("rust")
        self.search = search
        self.calls: list[dict[str, Any]] = []

    def suggest(self, game: Any, **arguments: Any) -> object:  # noqa: ANN401 (any of the engine)
        self.calls.append(arguments)
        if self.search is not None:
            return self.search(game, **arguments)
        return self.engine.suggest(game, **arguments)

    def __getattr__(self, name: str) -> Any:  # noqa: ANN401 (any attribute of an engine)
        return getattr(self.engine, name)


def client_with(searcher: Searcher, **settings: Any) -> FlaskClient:
    engine: Any = searcher
    made = Settings(**{"log_requests": False, **settings})
    return create_app(made, engine).test_client()


# ---- Answers -------------------------------------------------------------------------------------


def test_answer_has_ranked_moves_and_what_they_cost(client: FlaskClient) -> None:
    answer = suggest(client, level=5, count=4)
    engine = "rust" if client is shared_client("rust") else "python"
    assert list(answer) == [
        *("color", "seat", "phase", "engine", "moves", "turn", "evaluation"),
        *("seed", "units", "playouts", "milliseconds", "stopped"),
    ]
    assert (answer["color"], answer["seat"], answer["phase"]) == ("yellow", 2, "place")
    assert (answer["engine"], answer["seed"]) == (engine, 0)
    assert len(answer["moves"]) == 4
    legal = post_json(client, "legal-moves", {"state": STATE})["moves"]
    for move in answer["moves"]:
        assert move["action"] in legal
        action = cornerwise.action_from_text(move["text"])
        assert action.to_dict() == move["action"]
        assert [(one["seat"], one["team"]) for one in move["estimates"]] == [(1, None), (2, None)]
        assert sum(one["win"] for one in move["estimates"]) == pytest.approx(1, abs=1e-3)
    assert answer["turn"] == [answer["moves"][0]["action"]]
    assert answer["evaluation"] == answer["moves"][0]["estimates"]
    if engine == "python":
        assert (answer["stopped"], answer["playouts"], answer["units"]) == ("no_search", 0, 0)
    else:
        assert (answer["stopped"], answer["playouts"] > 0) == ("budget", True)


def test_everything_but_the_game_is_optional() -> None:
    searcher = Searcher()
    answer = suggest(client_with(searcher))
    (call,) = searcher.calls
    del call["cancel"]
    assert call == {
        "level": None,
        "budget": None,
        "count": 3,
        "seed": 0,
        "until": "decision",
        "seconds": 1,
    }
    assert len(answer["moves"]) == 3


@pytest.mark.parametrize("work", [{"level": 2}, {"budget": 777}], ids=str)
def test_options_are_passed_on(work: dict[str, int]) -> None:
    searcher = Searcher()
    options = {**work, "count": 2, "seed": 5, "until": "turn", "seconds": 0.5}
    suggest(client_with(searcher), **options)
    (call,) = searcher.calls
    assert {name: call[name] for name in options} == options


def test_same_request_has_the_same_answer(client: FlaskClient) -> None:
    answers = [suggest(client, level=3, seed=seed) for seed in (1, 1, 2**53 - 1)]
    for answer in answers:
        del answer["milliseconds"]
    assert answers[0] == answers[1] != answers[2]


def test_teams_are_estimated_as_teams(client: FlaskClient) -> None:
    answer = suggest(client, state={"rules": {"teams": True}}, **LEAST)
    assert [(one["seat"], one["team"]) for one in answer["evaluation"]] == [
        (None, "A"),
        (None, "B"),
    ]


def test_cells_are_the_squares_of_each_action(client: FlaskClient) -> None:
    answer = suggest(client, cells=True, level=3)
    listed = post_json(client, "legal-moves", {"state": STATE, "cells": True})["moves"]
    assert all(move["action"] in listed for move in answer["moves"])
    assert all(action["cells"] for action in answer["turn"])
    for move in answer["moves"]:
        assert all(step["action"]["cells"] for step in move["line"])


def warping_state() -> cornerwise.State:
    """Return a state in which the piece to be warped is to be chosen."""
    state, number = cornerwise.new_game(game="shuffle", seats=2, seed=1), 0
    while not (state.phase == "choose_piece" and state.turn.card == "warp"):
        actions = cornerwise.legal_actions(state)
        number += 1
        state, _ = cornerwise.apply(state, actions[number * 7919 % len(actions)])
    return state


def test_cells_of_a_destination_are_those_of_the_chosen_piece(client: FlaskClient) -> None:
    state = warping_state()
    answer = suggest(client, state=state.to_dict(), until="turn", cells=True, **LEAST)
    choose, warp, *_ = answer["turn"]
    assert (choose["type"], warp["type"]) == ("choose_piece", "warp_to")
    state, _ = cornerwise.apply(state, choose)
    listed = post_json(client, "legal-moves", {"state": state.to_dict(), "cells": True})["moves"]
    assert warp in listed
    # The same where the piece has been chosen, and is part of the state.
    answer = suggest(client, state=state.to_dict(), cells=True, **LEAST)
    assert answer["moves"][0]["action"] in listed


def test_whole_turn_can_be_played(client: FlaskClient) -> None:
    answer = suggest(client, state=SHUFFLE, until="turn", level=3)
    assert answer["turn"][0]["type"] == "play_card"
    played = post_json(client, "turns", {"state": SHUFFLE, "actions": answer["turn"]})
    assert played["next"]["color"] != "blue" or played["next"]["phase"] == "choose_card"


def test_finished_game_has_no_moves_and_its_result(client: FlaskClient) -> None:
    state = cornerwise.new_game(seats=2)
    while moves := cornerwise.legal_actions(state):
        state, _ = cornerwise.apply(state, moves[-1])
    answer = suggest(client, state=state.to_dict())
    assert (answer["color"], answer["seat"], answer["phase"]) == (None, None, "over")
    assert (answer["moves"], answer["turn"], answer["stopped"]) == ([], [], "over")
    score = cornerwise.score(state)
    assert [one["score"] for one in answer["evaluation"]] == [one.score for one in score.seats]
    assert [one["win"] > 0 for one in answer["evaluation"]] == [
        one.seat in score.winners for one in score.seats
    ]


def test_time_limit_is_reported(rust_client: FlaskClient) -> None:
    answer = suggest(rust_client, budget=100_000_000, seconds=0.02)
    assert answer["stopped"] == "time"
    assert answer["moves"]


@pytest.mark.parametrize("name", examples.SUGGESTIONS)
def test_example_answers_are_possible(name: str) -> None:
    (operation,) = (one for one in OPERATIONS if one.path == PATH)
    request, answer = operation.examples()[name], examples.SUGGESTIONS[name]
    assert_answer(PATH, answer)
    client = shared_client("rust")
    game = {key: value for key, value in request.items() if key in {"state", "view"}}
    legal = post_json(client, "legal-moves", game)["moves"]
    assert all(move["action"] in legal for move in answer["moves"])
    state = request.get("state") or examples.shuffle_game()
    post_json(client, "turns", {"state": state, "actions": answer["turn"]})


# ---- Hidden cards --------------------------------------------------------------------------------


def test_view_gives_the_answer_of_the_state(client: FlaskClient) -> None:
    answers = [
        suggest(client, **{"state": None, **game}, level=3, until="turn")
        for game in ({"state": SHUFFLE}, {"view": view_of(1)})
    ]
    for answer in answers:
        del answer["milliseconds"]
    assert answers[0] == answers[1]


def test_view_of_another_seat_is_refused(client: FlaskClient) -> None:
    for seat in (2, 3, 4):
        response = client.post(PATH, json={"view": view_of(seat)})
        assert listed_errors(response, "hidden_information") == [
            ("hidden_information", "/view/decks/blue/hand")
        ]


def test_view_of_another_seat_is_refused_after_the_card_is_played(client: FlaskClient) -> None:
    state, _ = cornerwise.apply(
        cornerwise.load_state(SHUFFLE),
        [{"type": "play_card", "card": "wild"}, {"type": "choose_color", "color": "blue"}],
    )
    view = cornerwise.view(state, 2)
    assert post_json(client, "legal-moves", {"view": view})["moves"]  # no card decides these
    response = client.post(PATH, json={"view": view})
    assert listed_errors(response, "hidden_information") == [
        ("hidden_information", "/view/decks/blue/hand")
    ]


def test_sealed_state_is_used_as_the_view_of_the_seat(engine: Engine[Any]) -> None:
    key = bytes(range(32))
    client = make_client(engine.NAME, seal_keys=(key,))
    token = Sealer([key]).seal(engine.load_state(SHUFFLE).to_text()).token
    by_state = suggest(client, state=SHUFFLE, level=3)
    by_token = suggest(client, state=None, sealed=token, seat=1, level=3)
    del by_state["milliseconds"], by_token["milliseconds"]
    assert by_token == by_state
    response = client.post(PATH, json={"sealed": token, "seat": 2})
    assert listed_errors(response, "hidden_information") == [("hidden_information", "/sealed")]


@pytest.mark.slow
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_sealed_state_hides_what_the_seat_does_not_see(engine: Engine[Any], seats: int) -> None:
    key = bytes(range(32))
    client = make_client(engine.NAME, seal_keys=(key,))
    for given, other in states_of_every_phase(seats, each=1):
        state = engine.load_state(given.to_dict())
        view = engine.view(state, given.seat or 1)
        games: list[dict[str, Any]] = [{"state": given.to_dict()}, {"state": other}, {"view": view}]
        for one in (state, engine.load_state(other)):
            token = Sealer([key]).seal(one.to_text()).token
            games.append({"sealed": token, "seat": given.seat})
        answers = [
            suggest(client, **{"state": None, **game}, budget=300, until="turn", count=5)
            for game in games
        ]
        for answer in answers:
            del answer["milliseconds"]
        assert all(answer == answers[0] for answer in answers)


# ---- Invalid requests ----------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("field", "value", "code"),
    [
        ("level", 0, "out_of_range"),
        ("level", 10, "out_of_range"),
        ("level", 2.5, "wrong_type"),
        ("level", "5", "wrong_type"),
        ("level", True, "wrong_type"),
        ("budget", 0, "out_of_range"),
        ("budget", 100_000_001, "out_of_range"),
        ("budget", 2**70, "out_of_range"),
        ("count", 0, "out_of_range"),
        ("count", 21, "out_of_range"),
        ("seed", -1, "out_of_range"),
        ("seed", 2**53, "out_of_range"),
        ("until", "game", "unknown_value"),
        ("until", 1, "wrong_type"),
        ("seconds", 0, "out_of_range"),
        ("seconds", 10.01, "out_of_range"),
        ("seconds", "1", "wrong_type"),
        ("cells", 1, "wrong_type"),
        ("depth", 3, "unknown_field"),
        ("groups", True, "unknown_field"),
    ],
)
def test_invalid_request_starts_no_search(field: str, value: object, code: str) -> None:
    searcher = Searcher()
    for client in (client_with(searcher), shared_client("python")):
        response = client.post(PATH, json={"state": STATE, field: value})
        assert listed_errors(response, "invalid_request") == [(code, f"/{field}")]
    assert searcher.calls == []


def test_level_and_budget_exclude_each_other(client: FlaskClient) -> None:
    response = client.post(PATH, json={"state": STATE, "level": 5, "budget": 100})
    assert listed_errors(response, "invalid_request") == [("options_conflict", "/budget")]


def test_game_is_required_and_checked(client: FlaskClient) -> None:
    assert listed_errors(client.post(PATH, json={}), "invalid_request") == [("missing_field", "")]
    wrong = {**STATE, "placements": [{"color": "blue", "piece": "I1", "cells": [[5, 5]]}]}
    errors = listed_errors(client.post(PATH, json={"state": wrong}), "invalid_state")
    assert errors == [("corner_not_covered", "/state/placements/0")]


def test_batches_refuse_it(client: FlaskClient) -> None:
    batch = {"operations": [{"operation": "suggestions", "state": STATE}]}
    (result,) = post_json(client, "batches", batch)["results"]
    assert (result["status"], result["body"]["code"]) == (422, "invalid_request")


# ---- Long work -----------------------------------------------------------------------------------


@pytest.mark.slow
def test_searches_and_puzzles_share_their_slots() -> None:
    begun, end = Event(), Event()

    def search(game: Any, **arguments: Any) -> Suggestions:  # noqa: ANN401 (of the engine)
        begun.set()
        assert end.wait(TIMEOUT)
        answer: Suggestions = load_engine("rust").suggest(game, **arguments)
        return answer

    client = client_with(Searcher(search))
    other = client.application.test_client()
    with ThreadPoolExecutor() as pool:
        first = pool.submit(other.post, PATH, json={"state": STATE, **LEAST})
        assert begun.wait(TIMEOUT)
        for path in (PATH, "/v1/puzzles/rect4/solutions"):
            body = {"state": STATE, **LEAST} if path == PATH else {}
            response = client.post(path, json=body)
            assert_problem(response, "busy")
            assert response.headers["Retry-After"] == "1"
        end.set()
        assert first.result(TIMEOUT).status_code == 200
    assert client.post(PATH, json={"state": STATE, **LEAST}).status_code == 200


def test_only_large_searches_are_admitted_as_large(monkeypatch: pytest.MonkeyPatch) -> None:
    admitted: list[bool] = []

    def admit(_: LongWork, ticket: Ticket) -> AbstractContextManager[None]:
        admitted.append(ticket.is_large)
        return nullcontext()

    monkeypatch.setattr(LongWork, "admit", admit)
    for work in ({}, {"level": 5}, {"budget": 32_000}, {"level": 6}, {"budget": 32_001}):
        suggest(shared_client("rust"), **work)
    assert admitted == [False, False, False, True, True]


def test_failed_search_releases_its_slot() -> None:
    def search(*_: object, **__: object) -> object:
        raise RuntimeError("the secret reason")

    client = client_with(Searcher(search))
    for _ in range(3):
        response: TestResponse = client.post(PATH, json={"state": STATE})
        assert_problem(response, "internal_error")
        assert "secret" not in response.text


@pytest.mark.slow
def test_client_that_hangs_up_ends_its_search(tmp_path: Path) -> None:
    headers = {"Content-Type": "application/json"}
    hard = json.dumps({"state": STATE, "budget": 100_000_000, "seconds": 10}).encode()
    easy = json.dumps({"state": STATE, **LEAST}).encode()

    def ask_easy(server: Server) -> int:
        with closing(server.connect()) as connection:
            connection.request("POST", PATH, easy, headers)
            return connection.getresponse().status

    with Server(tmp_path, WEB_CONCURRENCY="1") as server:
        with closing(server.connect()) as connection:
            connection.request("POST", PATH, hard, headers)
            # A client has one place: while the search runs, the others wait a second and fail.
            assert 503 in (ask_easy(server) for _ in range(20))
        # Hardly more than a second has passed of ten. If it went on, each of these would fail.
        assert 200 in (ask_easy(server) for _ in range(5))
