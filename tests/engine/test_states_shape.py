"""The first two stages of loading: types and names, and conflicting options."""

from __future__ import annotations

from typing import Any

import pytest
from cornerwise.engine import Engine
from cornerwise.errors import InvalidStateError

from tests.helpers.problems import problem_fields, problem_locations, state_problems
from tests.helpers.states import placement

HUGE = 10**30


# ---- Shape ------------------------------------------------------------------------------------

SHAPES: list[tuple[object, list[tuple[str, str]]]] = [
    # The whole.
    (None, [("wrong_type", "")]),
    ([], [("wrong_type", "")]),
    ("{}", [("wrong_type", "")]),
    (True, [("wrong_type", "")]),
    # Names of fields.
    ({"Rules": {}}, [("unknown_field", "/Rules")]),
    ({"": 1}, [("unknown_field", "/")]),
    ({"a/b~c": 1}, [("unknown_field", "/a~1b~0c")]),
    ({"~1": 1}, [("unknown_field", "/~01")]),
    ({"x" * 41: 1}, [("unknown_field", "/" + "x" * 40)]),
    ({"/" * 41: 1}, [("unknown_field", "/" + "~1" * 40)]),
    ({"é" * 41: 1}, [("unknown_field", "/" + "é" * 40)]),
    ({1: 1}, [("wrong_type", "")]),
    ({b"rules": {}}, [("wrong_type", "")]),
    ({"\ud800": 1}, [("wrong_type", "")]),
    (
        {None: 1, "z": 1, ("a",): 1},
        [("wrong_type", ""), ("unknown_field", "/z"), ("wrong_type", "")],
    ),
    # Rules.
    ({"rules": []}, [("wrong_type", "/rules")]),
    ({"rules": {"colour": 1}}, [("unknown_field", "/rules/colour")]),
    ({"rules": {2: 1}}, [("wrong_type", "/rules")]),
    ({"rules": {"game": "puzzle"}}, [("unknown_value", "/rules/game")]),
    ({"rules": {"game": "Classic"}}, [("unknown_value", "/rules/game")]),
    ({"rules": {"game": "\ud800"}}, [("wrong_type", "/rules/game")]),
    ({"rules": {"seats": 1}}, [("out_of_range", "/rules/seats")]),
    ({"rules": {"seats": 5}}, [("out_of_range", "/rules/seats")]),
    ({"rules": {"seats": HUGE}}, [("out_of_range", "/rules/seats")]),
    ({"rules": {"seats": -HUGE}}, [("out_of_range", "/rules/seats")]),
    ({"rules": {"seats": 4.5}}, [("wrong_type", "/rules/seats")]),
    ({"rules": {"seats": "4"}}, [("wrong_type", "/rules/seats")]),
    ({"rules": {"seats": True}}, [("wrong_type", "/rules/seats")]),
    ({"rules": {"seats": 1e300}}, [("out_of_range", "/rules/seats")]),
    ({"rules": {"seats": float("nan")}}, [("wrong_type", "/rules/seats")]),
    ({"rules": {"seats": float("inf")}}, [("wrong_type", "/rules/seats")]),
    ({"rules": {"teams": 1}}, [("wrong_type", "/rules/teams")]),
    ({"rules": {"shared_color": "pink"}}, [("unknown_color", "/rules/shared_color")]),
    ({"rules": {"shared_color": 3}}, [("wrong_type", "/rules/shared_color")]),
    ({"rules": {"first_color": "Blue"}}, [("unknown_color", "/rules/first_color")]),
    ({"rules": {"start_corners": "free"}}, [("unknown_value", "/rules/start_corners")]),
    ({"rules": {"start_corners": []}}, [("wrong_type", "/rules/start_corners")]),
    ({"rules": {"scoring": "advanced "}}, [("unknown_value", "/rules/scoring")]),
    ({"rules": {"scoring": 0}}, [("wrong_type", "/rules/scoring")]),
    # Placements.
    ({"placements": {}}, [("wrong_type", "/placements")]),
    ({"placements": "BB"}, [("wrong_type", "/placements")]),
    (
        {"placements": [None, []]},
        [("wrong_type", "/placements/0"), ("wrong_type", "/placements/1")],
    ),
    ({"placements": [0] * 85}, [("too_many_placements", "/placements")]),
    (
        {"placements": [{}]},
        [
            ("missing_field", "/placements/0/color"),
            ("missing_field", "/placements/0/piece"),
            ("missing_field", "/placements/0/cells"),
        ],
    ),
    # Turn, last pieces, shared turns.
    ({"turn": []}, [("wrong_type", "/turn")]),
    ({"turn": {"seat": 1}}, [("unknown_field", "/turn/seat")]),
    ({"turn": {"color": "BLUE"}}, [("unknown_color", "/turn/color")]),
    ({"turn": {"color": 0}}, [("wrong_type", "/turn/color")]),
    ({"turn": {"phase": "card"}}, [("unknown_value", "/turn/phase")]),
    ({"last_placed": ["I1"]}, [("wrong_type", "/last_placed")]),
    ({"last_placed": {"pink": "I1"}}, [("unknown_field", "/last_placed/pink")]),
    ({"last_placed": {"blue": 1}}, [("wrong_type", "/last_placed/blue")]),
    ({"last_placed": {"green": "i1"}}, [("unknown_piece", "/last_placed/green")]),
    ({"shared_turns": False}, [("wrong_type", "/shared_turns")]),
    ({"shared_turns": 0.5}, [("wrong_type", "/shared_turns")]),
    ({"shared_turns": -1}, [("out_of_range", "/shared_turns")]),
    ({"shared_turns": 2**31}, [("out_of_range", "/shared_turns")]),
    ({"shared_turns": HUGE}, [("out_of_range", "/shared_turns")]),
]


@pytest.mark.parametrize(("data", "expected"), SHAPES, ids=lambda value: ascii(value)[:60])
def test_shape(engine: Engine[Any], data: object, expected: list[tuple[str, str]]) -> None:
    assert problem_locations(engine, data) == expected


PLACEMENT_SHAPES: list[tuple[dict[Any, Any], list[tuple[str, str]]]] = [
    ({"color": "pink"}, [("unknown_color", "/color")]),
    ({"color": None}, [("missing_field", "/color")]),
    ({"piece": "Q9"}, [("unknown_piece", "/piece")]),
    ({"piece": 1}, [("wrong_type", "/piece")]),
    ({"piece": "\udfff"}, [("wrong_type", "/piece")]),
    ({"type": "place"}, [("unknown_field", "/type")]),
    ({7: 7}, [("wrong_type", "")]),
    ({"row": 0}, [("missing_field", "/orientation"), ("missing_field", "/col")]),
    ({"orientation": 0}, [("missing_field", "/row"), ("missing_field", "/col")]),
    (
        {"orientation": True, "row": 0.5, "col": "0"},
        [("wrong_type", "/orientation"), ("wrong_type", "/row"), ("wrong_type", "/col")],
    ),
    (
        {"orientation": HUGE, "row": 2**31, "col": -(2**31) - 1},
        [("out_of_range", "/orientation"), ("out_of_range", "/row"), ("out_of_range", "/col")],
    ),
    (
        {"col": "0", "cells": 1},
        [
            ("missing_field", "/orientation"),
            ("missing_field", "/row"),
            ("wrong_type", "/col"),
            ("wrong_type", "/cells"),
        ],
    ),
    ({"cells": None}, [("missing_field", "/cells")]),
    ({"cells": {}}, [("wrong_type", "/cells")]),
    ({"cells": "00"}, [("wrong_type", "/cells")]),
    ({"cells": [[0, 0]] * 401}, [("out_of_range", "/cells")]),
    ({"cells": [None] * 401}, [("out_of_range", "/cells")]),
    ({"cells": [0, 0]}, [("wrong_type", "/cells/0"), ("wrong_type", "/cells/1")]),
    ({"cells": [[0]]}, [("wrong_type", "/cells/0")]),
    ({"cells": [[0, 0, 0]]}, [("wrong_type", "/cells/0")]),
    ({"cells": [[0, 0], {}]}, [("wrong_type", "/cells/1")]),
    ({"cells": [[0.5, 0]]}, [("wrong_type", "/cells/0")]),
    ({"cells": [[0, False]]}, [("wrong_type", "/cells/0")]),
    ({"cells": [[None, None]]}, [("wrong_type", "/cells/0")]),
    ({"cells": [["a", HUGE]]}, [("wrong_type", "/cells/0")]),
    ({"cells": [[0, 0], [2**31, 0]]}, [("out_of_range", "/cells/1/0")]),
    ({"cells": [[0, -HUGE]]}, [("out_of_range", "/cells/0/1")]),
    ({"cells": [[HUGE, 2**31]]}, [("out_of_range", "/cells/0/0"), ("out_of_range", "/cells/0/1")]),
]


@pytest.mark.parametrize(
    ("change", "expected"), PLACEMENT_SHAPES, ids=lambda value: ascii(value)[:60]
)
def test_shape_of_a_placement(
    engine: Engine[Any], change: dict[Any, Any], expected: list[tuple[str, str]]
) -> None:
    placements = [placement("blue", "I1", (0, 0)), {**placement("yellow", "I1", (0, 19)), **change}]
    assert problem_locations(engine, {"placements": placements}) == [
        (code, f"/placements/1{pointer}") for code, pointer in expected
    ]


def test_shape_the_codes_of_unknown_pieces_cite_their_rule(engine: Engine[Any]) -> None:
    data = {"placements": [placement("blue", "Q9", (0, 0))], "last_placed": {"red": "X6"}}
    assert state_problems(engine, data) == [
        ("unknown_piece", "/placements/0/piece", "G4", ()),
        ("unknown_piece", "/last_placed/red", "G4", ()),
    ]


def test_shape_problems_start_with_unknown_fields(engine: Engine[Any]) -> None:
    data = {
        "turn": {"phase": 1, "color": 1, "b": 1, "a": 1},
        "zzz": 1,
        "rules": {"scoring": 1, "seats": 9, "more": 1},
        3: 1,
        "shared_turns": "0",
        "placements": [{"cells": 1, "piece": 1, "color": 1, "orientation": 1, "size": 1}],
        "last_placed": {"green": 1, "blue": 1, "pink": 1},
        "aaa": 1,
    }
    assert problem_locations(engine, data) == [
        ("unknown_field", "/zzz"),
        ("wrong_type", ""),
        ("unknown_field", "/aaa"),
        ("unknown_field", "/rules/more"),
        ("out_of_range", "/rules/seats"),
        ("wrong_type", "/rules/scoring"),
        ("unknown_field", "/placements/0/size"),
        ("wrong_type", "/placements/0/color"),
        ("wrong_type", "/placements/0/piece"),
        ("missing_field", "/placements/0/row"),
        ("missing_field", "/placements/0/col"),
        ("wrong_type", "/placements/0/cells"),
        ("unknown_field", "/turn/b"),
        ("unknown_field", "/turn/a"),
        ("wrong_type", "/turn/color"),
        ("wrong_type", "/turn/phase"),
        ("unknown_field", "/last_placed/pink"),
        ("wrong_type", "/last_placed/blue"),
        ("wrong_type", "/last_placed/green"),
        ("wrong_type", "/shared_turns"),
    ]


@pytest.mark.parametrize(
    ("data", "expected"),
    [
        (
            {"placements": [0] * 84, "turn": 1},
            [("wrong_type", f"/placements/{index}") for index in range(20)],
        ),
        (
            {f"field{index}": 1 for index in range(30)},
            [("unknown_field", f"/field{index}") for index in range(20)],
        ),
        (
            {"placements": [placement("blue", "I1", *[(0, 2**31)] * 400)]},
            [("out_of_range", f"/placements/0/cells/{index}/1") for index in range(20)],
        ),
    ],
    ids=["placements", "fields", "cells"],
)
def test_shape_no_more_than_20_problems_are_reported(
    engine: Engine[Any], data: object, expected: list[tuple[str, str]]
) -> None:
    assert problem_locations(engine, data) == expected


# ---- Options ----------------------------------------------------------------------------------

CONFLICTS = pytest.mark.parametrize(
    ("rules", "expected"),
    [
        ({"teams": True, "seats": 2}, ["/teams"]),
        ({"teams": True, "seats": 3}, ["/teams"]),
        ({"teams": True, "seats": 3, "shared_color": "red"}, ["/teams"]),
        ({"shared_color": "green"}, ["/shared_color"]),
        ({"shared_color": "blue", "seats": 2}, ["/shared_color"]),
        ({"shared_color": "blue", "seats": 4, "teams": True}, ["/shared_color"]),
        ({"shared_color": "blue", "seats": 2, "teams": True}, ["/teams", "/shared_color"]),
    ],
    ids=str,
)


@CONFLICTS
def test_options_conflicts_are_reported(
    engine: Engine[Any], rules: dict[str, object], expected: list[str]
) -> None:
    assert state_problems(engine, {"rules": rules}) == [
        ("options_conflict", f"/rules{pointer}", None, ()) for pointer in expected
    ]


@CONFLICTS
def test_options_problems_of_a_new_game_have_no_prefix(
    engine: Engine[Any], rules: dict[str, object], expected: list[str]
) -> None:
    with pytest.raises(InvalidStateError) as caught:
        engine.new_game(rules, 0)
    assert problem_fields(caught.value.problems) == [
        ("options_conflict", pointer, None, ()) for pointer in expected
    ]


@pytest.mark.parametrize(
    ("rules", "expected"),
    [
        (None, [("wrong_type", "")]),
        ([], [("wrong_type", "")]),
        ({"rules": {}}, [("unknown_field", "/rules")]),
        ({1: 1}, [("wrong_type", "")]),
        ({"seats": 5, "x": 1}, [("unknown_field", "/x"), ("out_of_range", "/seats")]),
        ({"seats": 2, "teams": 1}, [("wrong_type", "/teams")]),
        ({"first_color": "pink"}, [("unknown_color", "/first_color")]),
    ],
    ids=str,
)
def test_new_game_and_load_state_parse_options_alike(
    engine: Engine[Any],
    rules: Any,  # noqa: ANN401 (untrusted)
    expected: list[tuple[str, str]],
) -> None:
    with pytest.raises(InvalidStateError) as caught:
        engine.new_game(rules, 0)
    assert [(one.code, one.pointer) for one in caught.value.problems] == expected
