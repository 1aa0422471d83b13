"""The engines and the description agree on what a state and an action look like.

The schemas do not validate states and actions, the engines do. What matches a schema is therefore
read by the engines, whatever the rules say about it, and what they read they write as described.
They also read less than the schemas require.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from cornerwise.engine import Engine, State
from cornerwise.errors import InvalidActionError, InvalidStateError

from service.openapi.document import document
from service.schemas.actions import ACTION_FIELDS
from service.schemas.events import EVENT_FIELDS
from tests.helpers.drawing import cells_of
from tests.helpers.examples import examples, thinned
from tests.helpers.games import middle_game, random_game
from tests.service.contract import assert_matches, schema_validator
from tests.service.mutations import Path, mutations, value_at, with_value
from tests.service.shuffle_positions import EXAMPLE_EVENTS, SEATS, random_states, state_at

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

    Which fields a turn has depends on its phase, a deck has 1 to 60 cards in all, and unknown
    fields are not forbidden in the schemas, so that answers can get new ones.
    """
    expressible = {one for one in problems if one[0] in SHAPE - {"missing_field", "unknown_field"}}
    return expressible - {("out_of_range", "/rules/deck"), ("out_of_range", "/deck")}


def check_agreement(engine: Engine[Any], name: str, data: object) -> None:
    """Check that the engine reads what matches the schema, and writes what it reads so."""
    schema = schema_validator("State")
    try:
        state = engine.load_state(data)
    except InvalidStateError as error:
        problems = {(problem.code, problem.pointer) for problem in error.problems}
        assert not schema.is_valid(data) or not expressed_in_schema(problems), name
    else:
        assert schema.is_valid(state.to_dict()), name


@pytest.mark.parametrize("form", [lambda state: state, with_cells], ids=["numbers", "cells"])
def test_state_is_read_as_described(
    engine: Engine[Any], form: Callable[[dict[str, Any]], dict[str, Any]]
) -> None:
    state = form(middle_game(engine, 3, 6, seats=3).to_dict())
    tried = 0
    for name, variation in thinned(mutations(state)):
        check_agreement(engine, name, variation)
        tried += 1
    assert tried > examples(1000)


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
def test_shuffle_state_is_read_as_described(
    engine: Engine[Any], decision: str, parts: tuple[Path, ...]
) -> None:
    for name, variation in thinned(mutations(state_at(decision, 4), *parts)):
        check_agreement(engine, name, variation)


OTHER_ACTIONS: tuple[dict[str, Any], ...] = (
    {"type": "pass"},
    {"type": "play_card", "card": "wild"},
    {"type": "choose_card", "card": "wild"},
    {"type": "choose_color", "color": "red"},
    {"type": "choose_piece", "color": "red", "piece": "I1"},
    {"type": "warp_to", "orientation": 0, "row": 4, "col": 4},
    {"type": "warp_to", "cells": [[4, 4]]},
)


def test_action_is_read_as_described(
    engine: Engine[Any],
) -> None:
    state = middle_game(engine, 3, 6, seats=3)
    action = engine.legal_actions(state)[0].to_dict()
    cells = [list(cell) for cell in cells_of(action)]
    squares = {"type": "place", "piece": action["piece"], "cells": cells}
    schema = schema_validator("Action")
    for one in (action, squares, {**action, "cells": cells}, *OTHER_ACTIONS):
        for name, variation in mutations(one):
            # Which fields belong to which type is in the description only.
            codes = codes_of_action(engine, state, variation) - {"missing_field", "unknown_field"}
            assert not codes or not schema.is_valid(variation), name


@pytest.mark.parametrize(
    "rules",
    [{"seats": 3}, {"teams": True}, {"scoring": "advanced"}, {"game": "shuffle", "seats": 2}],
    ids=str,
)
def test_rules_are_read_as_described(engine: Engine[Any], rules: dict[str, Any]) -> None:
    schemas = [schema_validator("Rules"), schema_validator("GameOptions")]
    for name, variation in mutations(engine.new_game(rules, 0).rules.to_dict()):
        try:
            state = engine.new_game(variation, 0)  # type: ignore[arg-type] # wrong on purpose
        except InvalidStateError as error:
            problems = {(problem.code, problem.pointer) for problem in error.problems}
            matches = any(schema.is_valid(variation) for schema in schemas)
            assert not matches or not expressed_in_schema(problems), name
        else:
            assert schemas[0].is_valid(state.rules.to_dict()), name


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
    "action",
    [
        {"type": "place", "piece": "I1", "cells": [[0, 0]]},
        *({"type": "pass"}, {"type": "play_card", "card": "wild"}),
        *({"type": "choose_card", "card": "wild"}, {"type": "choose_color", "color": "red"}),
        {"type": "choose_piece", "color": "red", "piece": "I1"},
        {"type": "warp_to", "cells": [[0, 0]]},
    ],
    ids=lambda action: action["type"],
)
def test_table_of_actions_has_every_field_of_the_engine(
    rust: Engine[Any], action: dict[str, Any]
) -> None:
    _, fields = ACTION_FIELDS[action["type"]]
    known = ": " + ", ".join(["type", *fields]) + "$"
    with pytest.raises(InvalidActionError, match=known):
        rust.check(rust.new_game({}, 0), {**action, "extra": 1})


def test_events_have_the_fields_of_their_table() -> None:
    seen = set()
    for event in EXAMPLE_EVENTS:
        _, fields = EVENT_FIELDS[event["type"]]
        assert set(event) == {"type", *fields}
        seen.add(event["type"])
    assert seen == set(EVENT_FIELDS)


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


@pytest.mark.slow(keep=1)
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
