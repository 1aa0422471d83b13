"""States, and the values that go in and out: immutable, comparable, faithful to their JSON."""

from __future__ import annotations

import copy
import dataclasses
import json
import pickle
from functools import cache
from typing import Any

import pytest
from cornerwise.engine import Engine, State
from cornerwise.errors import (
    CornerwiseError,
    IllegalActionError,
    InvalidActionError,
    InvalidStateError,
    Problem,
)
from cornerwise.selection import load_engine
from cornerwise.types import (
    COLORS,
    GameOver,
    Pass,
    Passed,
    PiecePlaced,
    Place,
    PlacedPiece,
    Rules,
)

from tests.helpers.drawing import draw, grid, render_board
from tests.helpers.example_boards import PRINTED_EXAMPLE
from tests.helpers.games import middle_game
from tests.helpers.problems import argument_problems
from tests.helpers.states import load_board, without_pieces

THREE_SEATS = {
    "seats": 3,
    "shared_color": "red",
    "first_color": "green",
    "start_corners": "fixed",
    "scoring": "advanced",
}


def some_states(engine: Engine[Any]) -> list[State]:
    """Return a new game, two in the middle, and one that is over."""
    return _states(engine.NAME)


@cache
def _states(engine_name: str) -> list[State]:
    engine = load_engine(engine_name)
    return [
        engine.new_game({}, 0),
        middle_game(engine, 3, 9, **THREE_SEATS),
        middle_game(engine, 4, 31, seats=2),
        load_board(engine, draw(PRINTED_EXAMPLE), teams=True),
    ]


# ---- States -----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "name", ["rules", "placements", "color", "seat", "phase", "last_placed", "shared_turns"]
)
def test_a_state_cannot_be_changed(engine: Engine[Any], name: str) -> None:
    # A frozen dataclass with slots answers with a TypeError where the name is not that of a field.
    for state in some_states(engine):
        with pytest.raises((AttributeError, TypeError)):
            setattr(state, name, getattr(state, name))
        with pytest.raises((AttributeError, TypeError)):
            delattr(state, name)


def test_returned_values_do_not_alias_the_state(engine: Engine[Any]) -> None:
    for state in some_states(engine):
        before = state.to_json()
        data = state.to_dict()
        data["placements"].append(None)
        data["rules"]["seats"] = 17
        data["turn"].clear()
        data["last_placed"].clear()
        if isinstance(state.last_placed, dict):
            state.last_placed.clear()
        assert state.to_json() == before
        assert type(state.placements) is tuple
        assert type(state.supply("blue")) is tuple


def test_equal_states_are_equal_and_hash_alike(engine: Engine[Any]) -> None:
    for state in some_states(engine):
        again = engine.load_state(state.to_dict())
        assert again is not state
        assert again == state
        assert (again != state) is False
        assert hash(again) == hash(state)
        assert len({state, again}) == 1


def test_states_differ_where_anything_differs(engine: Engine[Any]) -> None:
    """The order of the list is part of a state, and so is every option."""
    placements = without_pieces(draw(PRINTED_EXAMPLE).placements, ("blue", "I1"))
    options: list[dict[str, object]] = [
        {},
        {"seats": 2},
        {"teams": True},
        {"seats": 3},
        {"seats": 3, "shared_color": "blue"},
        {"scoring": "advanced"},
        {"first_color": "green"},
    ]
    states = [load_board(engine, placements, **rules) for rules in options]
    states += [load_board(engine, placements[::-1]), engine.new_game({}, 0)]
    states += [engine.new_game({"start_corners": "fixed"}, 0)]
    for index, state in enumerate(states):
        assert [other == state for other in states] == [n == index for n in range(len(states))]
    assert len(set(states)) == len(states)


def test_a_state_is_equal_to_nothing_else(rust: Engine[Any], python: Engine[Any]) -> None:
    for one, other in zip(some_states(rust), some_states(python), strict=True):
        for thing in (None, 1, "blue", one.to_dict(), other):
            assert one != thing
        for thing in (None, 1, "blue", other.to_dict(), one):
            assert other != thing


def test_states_can_be_copied_and_pickled(engine: Engine[Any]) -> None:
    for state in some_states(engine):
        for again in (
            copy.copy(state),
            copy.deepcopy(state),
            *(
                pickle.loads(pickle.dumps(state, protocol))  # noqa: S301 (our own pickle)
                for protocol in range(2, pickle.HIGHEST_PROTOCOL + 1)
            ),
        ):
            assert type(again) is type(state)
            assert again == state
            assert again.to_json() == state.to_json()
            assert engine.legal_actions(again) == engine.legal_actions(state)


def test_the_json_form_of_a_new_game(engine: Engine[Any]) -> None:
    assert engine.new_game(THREE_SEATS, 0).to_json() == (
        b'{"rules":{"game":"classic","seats":3,"teams":false,"shared_color":"red",'
        b'"first_color":"green","start_corners":"fixed","scoring":"advanced",'
        b'"monomino_bonus":null,"deck":null},"placements":[],'
        b'"turn":{"color":"green","phase":"place"},"direction":"clockwise","decks":{},'
        b'"last_placed":{"blue":null,"yellow":null,"red":null,"green":null},"shared_turns":0}'
    )


def test_the_json_form_of_a_placement(engine: Engine[Any]) -> None:
    state, _ = engine.apply(engine.new_game({}, 0), [Place("L4", 5, 0, 0)])
    data = json.loads(state.to_json())
    assert data["placements"] == [
        {"color": "blue", "piece": "L4", "orientation": 5, "row": 0, "col": 0}
    ]
    assert list(data["placements"][0]) == ["color", "piece", "orientation", "row", "col"]
    assert data["turn"] == {"color": "yellow", "phase": "place"}
    assert data["last_placed"] == {"blue": "L4", "yellow": None, "red": None, "green": None}


def test_dict_and_json_agree_to_the_byte(engine: Engine[Any]) -> None:
    for state in some_states(engine):
        assert state.to_json() == json.dumps(state.to_dict(), separators=(",", ":")).encode()


def test_to_dict_matches_the_properties(engine: Engine[Any]) -> None:
    for state in some_states(engine):
        assert state.to_dict() == {
            "rules": state.rules.to_dict(),
            "placements": [placed.to_dict() for placed in state.placements],
            "turn": {"color": state.color, "phase": state.phase},
            "direction": "clockwise",
            "decks": {},
            "last_placed": dict(state.last_placed),
            "shared_turns": state.shared_turns,
        }


@pytest.mark.rule("P7")
def test_p7_the_last_piece_of_each_color(engine: Engine[Any]) -> None:
    for state in some_states(engine):
        assert dict(state.last_placed) == {
            color: next((p.piece for p in state.placements[::-1] if p.color == color), None)
            for color in COLORS
        }


def test_states_round_trip_through_either_engine(rust: Engine[Any], python: Engine[Any]) -> None:
    for one, other in ((rust, python), (python, rust)):
        for state in some_states(one):
            there = other.load_state(state.to_dict())
            assert there.to_json() == state.to_json()
            assert one.load_state(json.loads(there.to_json())) == state


def test_a_state_draws_its_board(engine: Engine[Any]) -> None:
    for state in some_states(engine):
        assert str(state) == render_board(state.placements)
    assert str(load_board(engine, draw(PRINTED_EXAMPLE))) == grid(PRINTED_EXAMPLE)


def test_supply_is_what_is_not_on_the_board(engine: Engine[Any]) -> None:
    for state in some_states(engine):
        for color in COLORS:
            placed = {one.piece for one in state.placements if one.color == color}
            names = [piece.name for piece in engine.pieces()]
            assert state.supply(color) == tuple(name for name in names if name not in placed)


def test_supply_refuses_unknown_colors(engine: Engine[Any]) -> None:
    state = engine.new_game({}, 0)
    assert argument_problems(state.supply, "pink") == [("unknown_color", "")]
    assert argument_problems(state.supply, 1) == [("wrong_type", "")]


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_in_classic_every_seat_sees_everything(engine: Engine[Any], seats: int) -> None:
    state = middle_game(engine, 4, 31, seats=seats)
    for seat in range(1, seats + 1):
        assert engine.view(state, seat) == {"seat": seat, **state.to_dict()}
    for seat in (0, -1, seats + 1, 10**30):
        assert argument_problems(engine.view, state, seat) == [("out_of_range", "")]
    for wrong in (True, 1.5, "1", None, "A"):
        assert argument_problems(engine.view, state, wrong) == [("wrong_type", "")]


# ---- Values -----------------------------------------------------------------------------------

VALUES = [
    Rules(seats=3, shared_color="green"),
    Place("I1", 0, 1, 2),
    Pass(),
    PlacedPiece("blue", "I1", 0, 1, 2),
    PiecePlaced("blue", 1, "I1", 0, 1, 2),
    Passed("red", 3),
    GameOver(),
    Problem("overlap", "taken", "/placements/1", "C4a", ((0, 0),)),
]


@pytest.mark.parametrize("value", VALUES, ids=lambda value: type(value).__name__)
def test_values_are_frozen_comparable_and_picklable(value: Any) -> None:  # noqa: ANN401
    for again in (copy.deepcopy(value), pickle.loads(pickle.dumps(value))):  # noqa: S301
        assert again == value
        assert hash(again) == hash(value)
        assert repr(again) == repr(value)
    for field in dataclasses.fields(value):
        with pytest.raises(dataclasses.FrozenInstanceError):
            setattr(value, field.name, None)


@pytest.mark.parametrize(
    ("value", "expected"),
    [
        (
            Place("I1", 0, 1, 2),
            {"type": "place", "piece": "I1", "orientation": 0, "row": 1, "col": 2},
        ),
        (Pass(), {"type": "pass"}),
        (
            PiecePlaced("blue", 1, "I1", 0, 1, 2),
            {
                "type": "piece_placed",
                "color": "blue",
                "seat": 1,
                "piece": "I1",
                "orientation": 0,
                "row": 1,
                "col": 2,
            },
        ),
        (Passed("red", 3), {"type": "passed", "color": "red", "seat": 3}),
        (GameOver(), {"type": "game_over"}),
        (
            Problem("overlap", "taken", "/placements/1", "C4a", ((0, 1),)),
            {
                "code": "overlap",
                "message": "taken",
                "pointer": "/placements/1",
                "rule": "C4a",
                "squares": [[0, 1]],
            },
        ),
    ],
    ids=lambda value: type(value).__name__,
)
def test_values_to_json(value: Any, expected: dict[str, Any]) -> None:  # noqa: ANN401
    assert value.to_dict() == expected
    assert list(value.to_dict()) == list(expected)
    assert json.loads(json.dumps(value.to_dict())) == expected


def test_piece_to_json(engine: Engine[Any]) -> None:
    assert engine.pieces()[1].to_dict() == {
        "name": "I2",
        "size": 2,
        "orientations": [[[0, 0], [0, 1]], [[0, 0], [1, 0]]],
    }


def test_both_engines_return_the_same_types(rust: Engine[Any], python: Engine[Any]) -> None:
    """Down to the numbers and names inside: an int is an int, not something that looks like one."""

    def deep_types(value: object) -> object:
        if dataclasses.is_dataclass(value):
            parts = [getattr(value, field.name) for field in dataclasses.fields(value)]
            return type(value), [deep_types(part) for part in parts]
        if isinstance(value, tuple | list):
            return type(value), [deep_types(part) for part in value]
        if isinstance(value, dict):
            return type(value), [(deep_types(k), deep_types(v)) for k, v in value.items()]
        return type(value)

    for one, other in zip(some_states(rust), some_states(python), strict=True):
        for engine_value in (
            lambda engine, state: engine.score(state),
            lambda engine, state: engine.legal_actions(state),
            lambda engine, state: engine.legal_actions_json(state),
            lambda engine, state: engine.count_actions(state),
            lambda engine, state: engine.check(state, Place("X5", 0, 18, 18)),
            lambda engine, state: engine.check(state, Pass()),
            lambda engine, state: engine.perft_split(state, 1),
            lambda engine, state: engine.perft(state, 1),
            lambda _, state: state.placements,
            lambda _, state: (state.rules, state.color, state.seat, state.phase),
            lambda _, state: (state.last_placed, state.shared_turns),
            lambda _, state: state.supply("red"),
            lambda _, state: state.to_dict(),
        ):
            ours, theirs = engine_value(rust, one), engine_value(python, other)
            assert deep_types(ours) == deep_types(theirs)
    actions = [Place("I1", 0, 0, 0)]
    ours, theirs = (engine.apply(engine.new_game({}, 0), actions) for engine in (rust, python))
    assert type(ours) is type(theirs) is tuple
    assert deep_types(ours[1]) == deep_types(theirs[1])


# ---- Errors -----------------------------------------------------------------------------------


@pytest.mark.parametrize("kind", [InvalidStateError, InvalidActionError, IllegalActionError])
def test_every_error_is_a_value_error_with_problems(kind: type[CornerwiseError]) -> None:
    problems = [Problem("overlap", "taken"), Problem("off_board", "outside")]
    error = kind(problems)
    assert isinstance(error, CornerwiseError)
    assert isinstance(error, ValueError)
    assert error.problems == tuple(problems)
    assert str(error) == "taken; outside"


def test_errors_of_the_engines_can_be_pickled(engine: Engine[Any]) -> None:
    with pytest.raises(IllegalActionError) as caught:
        engine.apply(engine.new_game({}, 0), [Place("I1", 0, 0, 0), Pass()])
    again = pickle.loads(pickle.dumps(caught.value))  # noqa: S301 (our own pickle)
    assert type(again) is IllegalActionError
    assert again.problems == caught.value.problems
    assert again.index == caught.value.index == 1
    assert str(again) == str(caught.value)
