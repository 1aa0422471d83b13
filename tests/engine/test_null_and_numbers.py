"""null is the same as an omitted field everywhere, and 2.0 is the integer 2."""

from __future__ import annotations

from typing import Any

import pytest
from cornerwise.engine import Engine
from cornerwise.event_data import read_events
from cornerwise.types import Action

from tests.helpers.agreement import result_of
from tests.helpers.games import random_game
from tests.helpers.messages import ACTIONS, CALLS, STATES
from tests.helpers.problems import argument_problems, problem_locations
from tests.helpers.shuffle_states import FOUR_CORNERS, random_shuffle_game, state_data

FIELDS: dict[str, tuple[str, ...]] = {
    "": ("rules", "placements", "turn", "direction", "decks", "last_placed", "shared_turns"),
    "turn": ("color", "phase", "card", "drawn", "as_color", "target", "recycled", "first"),
}
ACTION_FIELDS = ("color", "piece", "orientation", "row", "col", "cells", "card")
"""The fields of every type of action: generated clients send null for those of other types."""


def without_nulls(data: Any) -> Any:  # noqa: ANN401 (any JSON data)
    """Return data without the fields that are null; items of lists stay."""
    if isinstance(data, dict):
        return {name: without_nulls(item) for name, item in data.items() if item is not None}
    if isinstance(data, list | tuple):
        return [without_nulls(item) for item in data]
    return data


def with_nulls(data: dict[str, Any]) -> dict[str, Any]:
    """Return a state with null for every field that it lacks, and for an unknown one."""
    whole = {**dict.fromkeys((*FIELDS[""], "unknown")), **data}
    if data.get("turn") is not None:
        whole["turn"] = {**dict.fromkeys((*FIELDS["turn"], "unknown")), **data["turn"]}
    return whole


def flat(action: Action) -> dict[str, Any]:
    """Return an action as a client with one class for all actions sends it."""
    return {**dict.fromkeys(ACTION_FIELDS), "cells": [], **action.to_dict()}


def as_floats(data: Any) -> Any:  # noqa: ANN401 (any JSON data)
    """Return data with every integer as a float of the same value."""
    if isinstance(data, dict):
        return {name: as_floats(item) for name, item in data.items()}
    if isinstance(data, list | tuple):
        return [as_floats(item) for item in data]
    return float(data) if type(data) is int else data


# ---- null -------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", [name for name, data in STATES.items() if isinstance(data, dict)])
def test_examples_of_states_have_the_same_problems_without_nulls(
    engine: Engine[Any], name: str
) -> None:
    expected = result_of(engine.load_state, STATES[name])
    assert result_of(engine.load_state, without_nulls(STATES[name])) == expected
    assert result_of(engine.load_state, with_nulls(STATES[name])) == expected


@pytest.mark.parametrize("name", ACTIONS)
def test_examples_of_actions_have_the_same_problems_without_nulls(
    engine: Engine[Any], name: str
) -> None:
    data, action = ACTIONS[name]
    state = engine.load_state(without_nulls(data))
    assert state == engine.load_state(data)
    assert result_of(engine.apply, state, without_nulls(action)) == result_of(
        engine.apply, state, action
    )


@pytest.mark.parametrize("name", CALLS)
def test_examples_of_calls_have_the_same_problems_without_nulls(
    engine: Engine[Any], name: str
) -> None:
    function, arguments = CALLS[name]
    call = getattr(engine, function)
    assert result_of(call, *without_nulls(arguments)) == result_of(call, *arguments)


@pytest.mark.slow(keep=1)
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_classic_games_are_the_same_without_nulls(engine: Engine[Any], seats: int) -> None:
    for state in list(random_game(engine, seats, seats=seats))[::6]:
        data = state.to_dict()
        assert engine.load_state(without_nulls(data)) == state
        assert engine.load_state(with_nulls(data)) == state
        for action in engine.legal_actions(state)[::40]:
            assert engine.apply(state, flat(action)) == engine.apply(state, action)
        for seat in range(1, seats + 1):
            view = engine.view(state, seat)
            assert engine.load_view(without_nulls(view)).to_dict() == view


@pytest.mark.slow(keep=1)
@pytest.mark.parametrize("seed", [0, 1, 2])
def test_shuffle_games_are_the_same_without_nulls(engine: Engine[Any], seed: int) -> None:
    for number, (state, actions, _) in enumerate(random_shuffle_game(engine, seed)):
        if number % 6 and state.phase == "place":
            continue
        data = state.to_dict()
        assert engine.load_state(without_nulls(data)) == state
        assert engine.load_state(with_nulls(data)) == state
        for action in actions[:: max(1, len(actions) // 3)]:
            assert engine.apply(state, flat(action)) == engine.apply(state, action)
        for seat in range(1, state.rules.seats + 1):
            view = engine.view(state, seat)
            assert engine.load_view(without_nulls(view)).to_dict() == view


def test_options_may_be_null(engine: Engine[Any]) -> None:
    names = engine.new_game({}, 0).rules.to_dict()
    assert engine.new_game(dict.fromkeys(names), 0) == engine.new_game({}, 0)
    assert engine.load_state({"rules": dict.fromkeys(names)}) == engine.new_game({}, 0)


def test_a_required_field_that_is_null_is_missing(engine: Engine[Any]) -> None:
    placement = {"color": None, "piece": None, "cells": None}
    assert problem_locations(engine, {"placements": [placement]}) == [
        ("missing_field", f"/placements/0/{name}") for name in ("color", "piece", "cells")
    ]
    state = engine.new_game({}, 0)
    assert argument_problems(engine.check, state, {"type": None}) == [("missing_field", "/type")]


def test_an_item_of_a_list_may_not_be_null(engine: Engine[Any]) -> None:
    assert problem_locations(engine, {"placements": [None]}) == [("wrong_type", "/placements/0")]


def test_events_may_have_nulls_and_fields_without_value() -> None:
    passed = {"type": "passed", "color": "blue", "seat": 1}
    assert read_events([{**passed, "card": None, "cards": [], "unknown": None}]) == read_events(
        [passed]
    )
    drawn = {"type": "cards_drawn", "color": "blue", "seat": 1, "count": 2}
    assert read_events([drawn]) == read_events([{**drawn, "cards": None}])
    assert read_events([{**passed, "seat": 1.0}]) == read_events([passed])


# ---- Empty lists ------------------------------------------------------------------------------


def test_an_empty_list_of_cells_beside_an_orientation_is_not_given(engine: Engine[Any]) -> None:
    state = engine.new_game({}, 0)
    place = {"type": "place", "piece": "I1", "orientation": 0, "row": 0, "col": 0}
    assert engine.check(state, {**place, "cells": []}) == []
    placement = {"color": "blue", "piece": "I1", "orientation": 0, "row": 0, "col": 0, "cells": []}
    assert engine.load_state({"placements": [placement]}).placements[0].piece == "I1"
    assert engine.check(state, {"type": "place", "piece": "I1", "cells": []})[-1].code == (
        "wrong_shape"
    )


def test_an_empty_list_of_drawn_cards_is_not_given(engine: Engine[Any]) -> None:
    data = state_data(FOUR_CORNERS, hand="skip", turn={"drawn": []})
    assert engine.load_state(data) == engine.load_state(state_data(FOUR_CORNERS, hand="skip"))
    assert engine.load_state({"turn": {"drawn": []}}) == engine.new_game({}, 0)


# ---- Numbers ----------------------------------------------------------------------------------


def test_integers_may_be_written_as_floats(engine: Engine[Any]) -> None:
    for number, (state, actions, _) in enumerate(random_shuffle_game(engine, 1)):
        if number % 12 == 0:
            assert engine.load_state(as_floats(state.to_dict())) == state
            for action in actions[:: max(1, len(actions) // 3)]:
                assert engine.check(state, as_floats(action.to_dict())) == []
            view = engine.view(state, 1)
            assert engine.load_view(as_floats(view)).to_dict() == view


def test_whole_floats_are_integers_in_every_argument(engine: Engine[Any]) -> None:
    state = engine.new_game({"seats": 3.0, "game": "shuffle", "deck": {"wild": 2.0}}, 7)
    assert state == engine.new_game({"seats": 3.0, "game": "shuffle", "deck": {"wild": 2}}, 7.0)  # type: ignore[arg-type]
    assert (state.rules.seats, type(state.rules.seats)) == (3, int)
    assert engine.view(state, 2.0) == engine.view(state, 2)  # type: ignore[arg-type]
    cells = {"type": "place", "piece": "I2", "cells": [[0.0, -0.0], [0, 1.0]]}
    assert engine.check(state, cells) == []
    square: Any = [0.0, 19.0]
    assert engine.legal_actions(state, None, square) == engine.legal_actions(state, None, (0, 19))


@pytest.mark.parametrize(
    ("number", "code"),
    [
        (2.5, "wrong_type"),
        (float("nan"), "wrong_type"),
        (float("inf"), "wrong_type"),
        ("2", "wrong_type"),
        (True, "wrong_type"),
        (1e300, "out_of_range"),
    ],
)
def test_other_numbers_are_refused(engine: Engine[Any], number: object, code: str) -> None:
    assert problem_locations(engine, {"rules": {"seats": number}}) == [(code, "/rules/seats")]
    assert problem_locations(engine, {"shared_turns": number}) == [(code, "/shared_turns")]
    place = {"type": "place", "piece": "I1", "orientation": 0, "row": number, "col": 0}
    assert argument_problems(engine.check, engine.new_game({}, 0), place) == [(code, "/row")]
