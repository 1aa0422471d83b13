"""The engines' door and the description agree on what a state and an action look like.

A state and an action go through the schemas unread, because the engine checks them; so nothing but
these tests holds the description of them against what is really taken.
"""

from __future__ import annotations

import copy
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from contract import conforms, validator
from cornerwise.errors import InvalidActionError, InvalidStateError
from cornerwise.seam import Engine, State
from support import cells_of, middle_game, random_game

from service.openapi import document

SHAPE = {
    "wrong_type",
    "missing_field",
    "unknown_field",
    "unknown_value",
    "unknown_color",
    "unknown_piece",
    "out_of_range",
    "too_many_placements",
}
"""What is wrong with data that does not even look like a state or an action."""

VALUES: tuple[Any, ...] = (
    *(None, True, False, 0, 1, 4, 5, 7, 8, 19, 20, 84, -1),
    *(2**31 - 1, 2**31, -(2**31), -(2**31) - 1, 2**53, 2**63, 2**64 - 1, 1.5),
    *("", "x", "blue", "I1", "place", "over", "any", "classic"),
    *([], {}, [0], [0, 0], [[0, 0]], [0, 0, 0], [{}], {"x": 1}),
    *([[0, 0]] * 6, [[0, 0]] * 400, [[0, 0]] * 401, [None] * 84, [None] * 85),
)
"""What is put in the place of everything. No 1.0: JSON Schema takes it for an integer."""

Path = tuple[str | int, ...]


def places(value: object, path: Path = ()) -> Iterator[Path]:
    """Yield the way to everything inside a value; of a list, to its first two items."""
    yield path
    if isinstance(value, dict):
        for name in value:
            yield from places(value[name], (*path, name))
    elif isinstance(value, list):
        for index in range(min(len(value), 2)):
            yield from places(value[index], (*path, index))


def inside(value: Any, path: Path) -> Any:  # noqa: ANN401 (JSON)
    """Return what stands at a place."""
    for step in path:
        value = value[step]
    return value


def changed(value: object, path: Path, new: object) -> object:
    """Return a copy with something else at a place."""
    if not path:
        return new
    made = copy.deepcopy(value)
    inside(made, path[:-1])[path[-1]] = new
    return made


def shortened(value: object, path: Path) -> object:
    """Return a copy without what stands at a place."""
    made = copy.deepcopy(value)
    del inside(made, path[:-1])[path[-1]]
    return made


def variations(value: object) -> Iterator[tuple[str, object]]:
    """Yield what a value becomes when one thing in it is replaced, left out or added."""
    for path in places(value):
        for new in VALUES:
            yield f"{path} is {str(new)[:30]}", changed(value, path, new)
        if path:
            yield f"{path} is left out", shortened(value, path)
        if isinstance(inside(value, path), dict):
            yield f"{path} has more", changed(value, (*path, "extra"), 1)


def with_cells(state: dict[str, Any]) -> dict[str, Any]:
    """Return a state whose placements tell their squares too."""
    placements = [
        {**placed, "cells": [list(cell) for cell in cells_of(placed)]}
        for placed in state["placements"]
    ]
    return {**state, "placements": placements}


def codes_of_state(engine: Engine[Any], data: object) -> set[str]:
    """Return the codes of what is wrong with a state."""
    try:
        engine.load_state(data)
    except InvalidStateError as error:
        return {problem.code for problem in error.problems}
    return set()


def codes_of_action(engine: Engine[Any], state: State, data: Any) -> set[str]:  # noqa: ANN401
    """Return the codes of what keeps an action from being read."""
    try:
        engine.check(state, data)
    except InvalidActionError as error:
        return {problem.code for problem in error.problems}
    return set()


@pytest.mark.parametrize("form", [lambda state: state, with_cells], ids=["numbers", "cells"])
def test_a_state_has_the_described_shape_exactly_when_the_engine_can_read_it(
    engine: Engine[Any], form: Callable[[dict[str, Any]], dict[str, Any]]
) -> None:
    state = form(middle_game(engine, 3, 6, seats=3).to_dict())
    judge = validator("State")
    tried = 0
    for name, variation in variations(state):
        codes = codes_of_state(engine, variation)
        if judge.is_valid(variation):
            # Either the squares or the numbers must be given: JSON Schema is not told which.
            unread = codes & SHAPE
            assert not unread or (unread == {"missing_field"} and "is left out" in name), name
        else:
            assert codes, name
        tried += 1
    assert tried > 1000


def test_an_action_has_the_described_shape_exactly_when_the_engine_can_read_it(
    engine: Engine[Any],
) -> None:
    state = middle_game(engine, 3, 6, seats=3)
    action = engine.legal_actions(state)[0].to_dict()
    cells = [list(cell) for cell in cells_of(action)]
    squares = {"type": "place", "piece": action["piece"], "cells": cells}
    judge = validator("Action")
    for one in (action, squares, {**action, "cells": cells}, {"type": "pass"}):
        for name, variation in variations(one):
            codes = codes_of_action(engine, state, variation)
            if judge.is_valid(variation):
                assert not codes or (codes == {"missing_field"} and "is left out" in name), name
            else:
                assert codes, name


@pytest.mark.parametrize("rules", [{"seats": 3}, {"teams": True}, {"scoring": "advanced"}], ids=str)
def test_rules_have_the_described_shape_exactly_when_the_engine_can_read_them(
    engine: Engine[Any], rules: dict[str, Any]
) -> None:
    judge = validator("Rules")
    for name, variation in variations(engine.new_game(rules).rules.to_dict()):
        if not isinstance(variation, dict):
            continue
        try:
            engine.new_game(variation)
            codes = set()
        except InvalidStateError as error:
            codes = {problem.code for problem in error.problems}
        assert bool(codes & SHAPE) is not judge.is_valid(variation), name


PARTS: tuple[tuple[str, Path], ...] = (
    ("State", ()),
    ("Rules", ("rules",)),
    ("PlacedPiece", ("placements", 0)),
    ("Turn", ("turn",)),
    ("LastPlaced", ("last_placed",)),
)


def described(component: str) -> list[str]:
    """Return the fields of an object that are described."""
    return list(document()["components"]["schemas"][component]["properties"])


@pytest.mark.parametrize(("component", "path"), PARTS)
def test_every_field_that_is_described_is_known_to_the_engine_and_no_other(
    engine: Engine[Any], component: str, path: Path
) -> None:
    state = with_cells(middle_game(engine, 3, 6, seats=3).to_dict())
    assert set(inside(state, path)) == set(described(component))
    assert codes_of_state(engine, state) == set()
    with pytest.raises(InvalidStateError) as caught:
        engine.load_state(changed(state, (*path, "extra"), 1))
    pointer = "".join(f"/{step}" for step in (*path, "extra"))
    assert [(one.code, one.pointer) for one in caught.value.problems] == [
        ("unknown_field", pointer)
    ]


@pytest.mark.parametrize(("component", "path"), PARTS)
def test_every_field_that_the_engine_knows_is_described(
    rust: Engine[Any], component: str, path: Path
) -> None:
    # This engine says which fields it knows when it is given another one.
    state = with_cells(middle_game(rust, 3, 6, seats=3).to_dict())
    with pytest.raises(
        InvalidStateError, match="known are: " + ", ".join(described(component)) + "$"
    ):
        rust.load_state(changed(state, (*path, "extra"), 1))


@pytest.mark.parametrize(
    ("component", "action"),
    [
        ("PlaceAction", {"type": "place", "piece": "I1", "cells": [[0, 0]]}),
        ("PassAction", {"type": "pass"}),
    ],
)
def test_every_field_of_an_action_that_the_engine_knows_is_described(
    rust: Engine[Any], component: str, action: dict[str, Any]
) -> None:
    known = "known are: " + ", ".join(described(component)) + "$"
    with pytest.raises(InvalidActionError, match=known):
        rust.check(rust.new_game({}), {**action, "extra": 1})


@pytest.mark.parametrize(
    "rules", [{}, {"teams": True}, {"seats": 3}, {"seats": 2, "scoring": "advanced"}], ids=str
)
def test_whatever_the_engine_says_of_a_game_is_described(
    engine: Engine[Any], rules: dict[str, Any]
) -> None:
    for state in list(random_game(engine, 17, **rules))[::6]:
        conforms("State", state.to_dict())
        for action in engine.legal_actions(state)[::40]:
            conforms("Action", action.to_dict())
            for event in engine.apply(state, [action])[1]:
                conforms("Event", event.to_dict())
