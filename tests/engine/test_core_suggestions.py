"""Suggestions of the Rust engine: arguments, cancellation, and other threads meanwhile."""

from __future__ import annotations

import threading
import time
from typing import Any

import cornerwise
import pytest
from cornerwise import _core as core


def new_game(**rules: object) -> core.State:
    return core.new_game(rules, 7)


@pytest.mark.parametrize("game", ["classic", "shuffle"])
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_suggested_moves_are_legal(game: str, seats: int) -> None:
    state = new_game(game=game, seats=seats)
    answer = core.suggest(state, units=3000, count=3)
    legal = core.legal_actions(state)
    assert 1 <= len(answer["moves"]) <= 3
    assert all(move["action"] in legal for move in answer["moves"])
    assert answer["turn"] == [answer["moves"][0]["action"]]
    assert answer["stopped"] == "budget"
    for move in answer["moves"]:
        assert [one["seat"] for one in move["estimates"]] == list(range(1, seats + 1))
        assert sum(one["win"] for one in move["estimates"]) == pytest.approx(1)


def test_teams_are_estimated_as_teams() -> None:
    answer = core.suggest(new_game(teams=True), level=3)
    assert [one["team"] for one in answer["evaluation"]] == ["A", "B"]


def test_same_request_has_the_same_answer() -> None:
    def ask(seed: int) -> dict[str, Any]:
        answer: dict[str, Any] = core.suggest(new_game(), units=3000, count=9, seed=seed)
        del answer["seconds"]
        return answer

    assert ask(1) == ask(1) != ask(2)


@pytest.mark.parametrize(
    "budget",
    [{}, {"level": 3, "units": 5}, {"level": 0}, {"level": 10}, {"units": 0}, {"level": "5"}],
)
def test_budget_is_one_level_or_number_of_units(budget: dict[str, Any]) -> None:
    with pytest.raises(cornerwise.InvalidActionError):
        core.suggest(new_game(), **budget)


@pytest.mark.parametrize(
    "wrong", [{"count": 0}, {"count": 101}, {"seed": -1}, {"seconds": 0}, {"seconds": "1"}]
)
def test_other_arguments_are_checked(wrong: dict[str, Any]) -> None:
    with pytest.raises(cornerwise.InvalidActionError):
        core.suggest(new_game(), level=1, **wrong)


def test_time_limit_ends_the_search() -> None:
    answer = core.suggest(new_game(), units=100_000_000, seconds=0.05)
    assert answer["stopped"] == "time"
    assert answer["seconds"] < 5


def test_search_is_cancelled_by_another_thread() -> None:
    cancel = core.Cancellation()
    states = [cancel.cancelled]
    threading.Timer(0.05, cancel.cancel).start()
    begin = time.monotonic()
    answer = core.suggest(new_game(), units=100_000_000, cancel=cancel)
    states.append(cancel.cancelled)
    assert states == [False, True]
    assert answer["stopped"] == "cancelled"
    assert answer["moves"]
    assert time.monotonic() - begin < 10
