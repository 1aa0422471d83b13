"""Parsing actions: malformed actions are not illegal actions."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from cornerwise.engine import Engine
from cornerwise.errors import IllegalActionError
from cornerwise.types import Pass, Place

from tests.helpers.drawing import draw
from tests.helpers.example_boards import PRINTED_EXAMPLE
from tests.helpers.problems import argument_problems
from tests.helpers.states import load_board

HUGE = 10**30

MALFORMED: list[tuple[object, list[tuple[str, str]]]] = [
    (None, [("wrong_type", "")]),
    (7, [("wrong_type", "")]),
    ("pass", [("wrong_type", "")]),
    (["pass"], [("wrong_type", "")]),
    ({}, [("missing_field", "/type")]),
    ({"piece": 1, "more": 1, 2: 2}, [("missing_field", "/type")]),
    ({"type": "fly", "more": 1}, [("unknown_value", "/type")]),
    ({"type": "Pass"}, [("unknown_value", "/type")]),
    ({"type": None, "more": 1}, [("missing_field", "/type")]),
    ({"type": "\ud800"}, [("wrong_type", "/type")]),
    ({"type": "pass", "piece": "I1"}, [("unknown_field", "/piece")]),
    ({"type": "pass", 1: 1}, [("wrong_type", "")]),
    ({"type": "place"}, [("missing_field", "/piece"), ("missing_field", "/cells")]),
    ({"type": "place", "piece": None, "cells": []}, [("missing_field", "/piece")]),
    ({"type": "place", "piece": 5, "cells": []}, [("wrong_type", "/piece")]),
    ({"type": "place", "piece": "\ud800", "cells": []}, [("wrong_type", "/piece")]),
    ({"type": "place", "piece": "I1"}, [("missing_field", "/cells")]),
    (
        {"type": "place", "color": "pink", "piece": "I1", "cells": []},
        [("unknown_color", "/color")],
    ),
    ({"type": "warp_to", "color": "blue", "cells": []}, [("unknown_field", "/color")]),
    (
        {"type": "place", "piece": "I1", "orientation": 0},
        [("missing_field", "/row"), ("missing_field", "/col")],
    ),
    (
        {"type": "place", "piece": "I1", "col": 0, "cells": 0},
        [("missing_field", "/orientation"), ("missing_field", "/row"), ("wrong_type", "/cells")],
    ),
    (
        {"type": "place", "piece": "I1", "cells": [0, [0], [0, None], [0, HUGE]]},
        [
            ("wrong_type", "/cells/0"),
            ("wrong_type", "/cells/1"),
            ("wrong_type", "/cells/2"),
            ("out_of_range", "/cells/3/1"),
        ],
    ),
    ({"type": "place", "piece": "I1", "cells": [[0, 0]] * 401}, [("out_of_range", "/cells")]),
    (
        {"cells": 1, "b": 1, "piece": 1, "color": 1, "type": "place"},
        [
            ("unknown_field", "/b"),
            ("wrong_type", "/color"),
            ("wrong_type", "/piece"),
            ("wrong_type", "/cells"),
        ],
    ),
    (
        Place(1, "0", None, 2.5),  # type: ignore[arg-type]
        [
            ("wrong_type", "/piece"),
            ("wrong_type", "/orientation"),
            ("missing_field", "/row"),
            ("wrong_type", "/col"),
        ],
    ),
    (
        Place("I1", orientation=True, row=HUGE, col=-(2**31) - 1),
        [("wrong_type", "/orientation"), ("out_of_range", "/row"), ("out_of_range", "/col")],
    ),
]
EVERY_MALFORMED = pytest.mark.parametrize(
    ("action", "expected"), MALFORMED, ids=lambda value: ascii(value)[:60]
)


@EVERY_MALFORMED
def test_malformed_actions_are_not_illegal_actions(
    engine: Engine[Any],
    action: object,
    expected: list[tuple[str, str]],
) -> None:
    assert argument_problems(engine.check, engine.new_game({}, 0), action) == expected


@EVERY_MALFORMED
def test_in_a_list_pointers_start_with_the_index(
    engine: Engine[Any],
    action: object,
    expected: list[tuple[str, str]],
) -> None:
    actions = [Place("I1", 0, 0, 0), action, {"type": "pass"}]
    assert argument_problems(engine.apply, engine.new_game({}, 0), actions) == [
        (code, f"/1{pointer}") for code, pointer in expected
    ]


@pytest.mark.parametrize(
    ("action", "expected"),
    [one for one in MALFORMED if isinstance(one[0], dict | Place)],
    ids=lambda value: ascii(value)[:60],
)
def test_pointers_of_a_single_action_have_no_index(
    engine: Engine[Any], action: object, expected: list[tuple[str, str]]
) -> None:
    assert argument_problems(engine.apply, engine.new_game({}, 0), action) == expected


def test_malformed_actions_are_reported_after_the_end_too(engine: Engine[Any]) -> None:
    over = load_board(engine, draw(PRINTED_EXAMPLE))
    assert argument_problems(engine.check, over, {"type": "fly"}) == [("unknown_value", "/type")]


@pytest.mark.parametrize(
    ("actions", "expected"),
    [
        ([], [("out_of_range", "")]),
        ((), [("out_of_range", "")]),
        ([Pass()] * 1001, [("out_of_range", "")]),
        (7, [("wrong_type", "")]),
        (None, [("wrong_type", "")]),
        ("ab", [("wrong_type", "/0"), ("wrong_type", "/1")]),
        ([{}] * 1000, [("missing_field", f"/{index}/type") for index in range(20)]),
    ],
    ids=lambda value: ascii(value)[:40],
)
def test_a_list_has_1_to_1000_actions(
    engine: Engine[Any],
    actions: object,
    expected: list[tuple[str, str]],
) -> None:
    assert argument_problems(engine.apply, engine.new_game({}, 0), actions) == expected


def test_a_list_of_1000_actions_is_read(engine: Engine[Any]) -> None:
    with pytest.raises(IllegalActionError):
        engine.apply(engine.new_game({}, 0), [Pass()] * 1000)


def test_an_infinite_iterable_is_read_only_up_to_the_limit(engine: Engine[Any]) -> None:
    read = 0

    def endless() -> Iterator[Pass]:
        nonlocal read
        while True:
            read += 1
            yield Pass()

    assert argument_problems(engine.apply, engine.new_game({}, 0), endless()) == [
        ("out_of_range", "")
    ]
    assert read == 1001


def test_no_more_than_20_problems_are_reported(engine: Engine[Any]) -> None:
    action = {"type": "place", "piece": "I1", "cells": [None] * 30}
    assert argument_problems(engine.check, engine.new_game({}, 0), action) == [
        ("wrong_type", f"/cells/{index}") for index in range(20)
    ]
