"""The engines accept exactly the states and actions that the schemas describe.

The schemas do not validate states and actions at run time, because the engine does; only these
tests compare the two.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from cornerwise.engine import Engine, State
from cornerwise.errors import InvalidActionError, InvalidStateError

from service.openapi.document import document
from tests.helpers.drawing import cells_of
from tests.helpers.games import middle_game, random_game
from tests.service.contract import assert_matches, schema_validator
from tests.service.mutations import Path, mutations, value_at, with_value
from tests.service.shuffle_positions import SEATS, random_states, state_at

SHAPE = {
    "wrong_type",
    "missing_field",
    "unknown_field",
    "unknown_value",
    "unknown_color",
    "unknown_piece",
    "unknown_card",
    "out_of_range",
    "too_many_placements",
}
"""The codes of data that is not a state or an action at all."""


def with_cells(state: dict[str, Any]) -> dict[str, Any]:
    """Return a state whose placements also list their squares."""
    placements = [
        {**placed, "cells": [list(cell) for cell in cells_of(placed)]}
        for placed in state["placements"]
    ]
    return {**state, "placements": placements}


def problems_of_state(engine: Engine[Any], data: object) -> set[tuple[str, str]]:
    """Return code and pointer of each problem of a state."""
    try:
        engine.load_state(data)
    except InvalidStateError as error:
        return {(problem.code, problem.pointer) for problem in error.problems}
    return set()


def codes_of_action(engine: Engine[Any], state: State, data: Any) -> set[str]:  # noqa: ANN401
    """Return the codes of an action that is malformed."""
    try:
        engine.check(state, data)
    except InvalidActionError as error:
        return {problem.code for problem in error.problems}
    return set()


def expressed_in_schema(problems: set[tuple[str, str]]) -> set[tuple[str, str]]:
    """Return the problems without those that the schemas do not express.

    Either the squares or the numbers of a piece must be given, and what a state of Shuffle must
    have depends on its phase; and a deck has 1 to 60 cards in all.
    """
    expressible = {one for one in problems if one[0] in SHAPE - {"missing_field"}}
    return expressible - {("out_of_range", "/rules/deck"), ("out_of_range", "/deck")}


@pytest.mark.parametrize("form", [lambda state: state, with_cells], ids=["numbers", "cells"])
def test_state_matches_its_schema_exactly_if_the_engine_reads_it(
    engine: Engine[Any], form: Callable[[dict[str, Any]], dict[str, Any]]
) -> None:
    state = form(middle_game(engine, 3, 6, seats=3).to_dict())
    schema = schema_validator("State")
    tried = 0
    for name, variation in mutations(state):
        problems = problems_of_state(engine, variation)
        if schema.is_valid(variation):
            assert not expressed_in_schema(problems), name
        else:
            assert problems, name
        tried += 1
    assert tried > 1000


TURN: tuple[Path, ...] = (("turn",),)
CARDS: tuple[Path, ...] = (
    *(("rules", "monomino_bonus"), ("rules", "deck")),
    *(("direction",), ("decks", "blue")),
)


@pytest.mark.parametrize(
    ("decision", "parts"),
    [
        ("play_card", CARDS),
        ("choose_card", TURN),
        ("choose_piece warp", TURN),
        ("warp_to", TURN),
        ("place wild", TURN),
        ("place double_play second", TURN),
    ],
)
def test_shuffle_state_matches_its_schema_exactly_if_the_engine_reads_it(
    engine: Engine[Any], decision: str, parts: tuple[Path, ...]
) -> None:
    state = state_at(decision, 4)
    schema = schema_validator("State")
    for name, variation in mutations(state, *parts):
        problems = problems_of_state(engine, variation)
        if schema.is_valid(variation):
            assert not expressed_in_schema(problems), name
        else:
            assert problems, name


OTHER_ACTIONS: tuple[dict[str, Any], ...] = (
    {"type": "pass"},
    {"type": "play_card", "card": "wild"},
    {"type": "choose_card", "card": "wild"},
    {"type": "choose_color", "color": "red"},
    {"type": "choose_piece", "color": "red", "piece": "I1"},
    {"type": "warp_to", "orientation": 0, "row": 4, "col": 4},
    {"type": "warp_to", "cells": [[4, 4]]},
)


def test_action_matches_its_schema_exactly_if_the_engine_reads_it(
    engine: Engine[Any],
) -> None:
    state = middle_game(engine, 3, 6, seats=3)
    action = engine.legal_actions(state)[0].to_dict()
    cells = [list(cell) for cell in cells_of(action)]
    squares = {"type": "place", "piece": action["piece"], "cells": cells}
    schema = schema_validator("Action")
    for one in (action, squares, {**action, "cells": cells}, *OTHER_ACTIONS):
        for name, variation in mutations(one):
            codes = codes_of_action(engine, state, variation)
            if schema.is_valid(variation):
                incomplete = "is left out" in name or name == "('type',) is place"
                assert not codes or (codes == {"missing_field"} and incomplete), name
            else:
                assert codes, name


@pytest.mark.parametrize(
    "rules",
    [{"seats": 3}, {"teams": True}, {"scoring": "advanced"}, {"game": "shuffle", "seats": 2}],
    ids=str,
)
def test_rules_match_their_schema_exactly_if_the_engine_reads_them(
    engine: Engine[Any], rules: dict[str, Any]
) -> None:
    schema = schema_validator("Rules")
    for name, variation in mutations(engine.new_game(rules, 0).rules.to_dict()):
        if not isinstance(variation, dict):
            continue
        try:
            engine.new_game(variation, 0)
            problems = set()
        except InvalidStateError as error:
            problems = {(problem.code, problem.pointer) for problem in error.problems}
        assert bool(expressed_in_schema(problems)) is not schema.is_valid(variation), name


PARTS: tuple[tuple[str, Path], ...] = (
    ("State", ()),
    ("Rules", ("rules",)),
    ("CardCounts", ("rules", "deck")),
    ("PlacedPiece", ("placements", 0)),
    ("Turn", ("turn",)),
    ("PieceReference", ("turn", "target")),
    ("Decks", ("decks",)),
    ("Deck", ("decks", "red")),
    ("LastPlaced", ("last_placed",)),
)


def described(component: str) -> list[str]:
    """Return the fields of a schema."""
    return list(document()["components"]["schemas"][component]["properties"])


@pytest.mark.parametrize(("component", "path"), PARTS)
def test_engine_accepts_exactly_the_fields_of_the_schema(
    engine: Engine[Any], component: str, path: Path
) -> None:
    state = with_cells(state_at("warp_to", 4))
    assert set(value_at(state, path)) <= set(described(component))
    assert problems_of_state(engine, state) == set()
    at_part = "".join(f"/{step}" for step in path)
    for name in described(component):
        problems = problems_of_state(engine, with_value(state, (*path, name), ()))
        assert ("unknown_field", f"{at_part}/{name}") not in problems
    problems = problems_of_state(engine, with_value(state, (*path, "extra"), 1))
    assert problems == {("unknown_field", f"{at_part}/extra")}


@pytest.mark.parametrize(("component", "path"), PARTS)
def test_schema_has_every_field_of_the_engine(
    rust: Engine[Any], component: str, path: Path
) -> None:
    # The Rust engine lists the known fields in the error for an unknown one.
    state = with_cells(state_at("warp_to", 4))
    with pytest.raises(InvalidStateError, match=": " + ", ".join(described(component)) + "$"):
        rust.load_state(with_value(state, (*path, "extra"), 1))


@pytest.mark.parametrize(
    ("component", "action"),
    [
        ("PlaceAction", {"type": "place", "piece": "I1", "cells": [[0, 0]]}),
        ("PassAction", {"type": "pass"}),
        ("PlayCardAction", {"type": "play_card", "card": "wild"}),
        ("ChooseCardAction", {"type": "choose_card", "card": "wild"}),
        ("ChooseColorAction", {"type": "choose_color", "color": "red"}),
        ("ChoosePieceAction", {"type": "choose_piece", "color": "red", "piece": "I1"}),
        ("WarpToAction", {"type": "warp_to", "cells": [[0, 0]]}),
    ],
)
def test_action_schema_has_every_field_of_the_engine(
    rust: Engine[Any], component: str, action: dict[str, Any]
) -> None:
    known = ": " + ", ".join(described(component)) + "$"
    with pytest.raises(InvalidActionError, match=known):
        rust.check(rust.new_game({}, 0), {**action, "extra": 1})


@pytest.mark.parametrize(
    "rules", [{}, {"teams": True}, {"seats": 3}, {"seats": 2, "scoring": "advanced"}], ids=str
)
def test_output_of_a_classic_game_matches_the_schemas(
    engine: Engine[Any], rules: dict[str, Any]
) -> None:
    for state in list(random_game(engine, 17, **rules))[::6]:
        assert_matches("State", state.to_dict())
        for action in engine.legal_actions(state)[::40]:
            assert_matches("Action", action.to_dict())
            for event in engine.apply(state, [action])[1]:
                assert_matches("Event", event.to_dict())


@pytest.mark.parametrize("seats", SEATS)
def test_output_of_a_shuffle_game_matches_the_schemas(engine: Engine[Any], seats: int) -> None:
    some = 7 if engine.NAME == "rust" else 40
    for state in list(random_states(engine, 17, seats=seats))[::some]:
        assert_matches("State", state.to_dict())
        for seat in range(1, seats + 1):
            assert_matches("ViewState", engine.view(state, seat))
        for action in engine.legal_actions(state)[::40]:
            assert_matches("Action", action.to_dict())
            for event in engine.apply(state, [action])[1]:
                assert_matches("Event", event.to_dict())
