"""Loading states of Blokus Shuffle: types and names, and conflicting options.

What goes with the game is in test_shuffle_states_game, the stages that look at the board and the
cards are in test_shuffle_states_turn.
"""

from __future__ import annotations

from typing import Any

import pytest
from cornerwise.engine import Engine
from cornerwise.errors import InvalidStateError
from cornerwise.types import CARDS

from tests.helpers.problems import problem_fields, problem_locations
from tests.helpers.shuffle_states import FOUR_CORNERS, state_data
from tests.helpers.states import with_value

HUGE = 10**30
STATE = state_data(FOUR_CORNERS, hand="skip wild")


# ---- A: shape ---------------------------------------------------------------------------------

SHAPES: list[tuple[str, object, list[tuple[str, str]]]] = [
    ("/rules/game", "puzzle", [("unknown_value", "/rules/game")]),
    ("/rules/monomino_bonus", "always", [("unknown_value", "/rules/monomino_bonus")]),
    ("/rules/monomino_bonus", True, [("wrong_type", "/rules/monomino_bonus")]),
    ("/rules/deck", [], [("wrong_type", "/rules/deck")]),
    ("/rules/deck", "standard", [("wrong_type", "/rules/deck")]),
    ("/rules/deck", {"joker": 1}, [("unknown_field", "/rules/deck/joker")]),
    ("/rules/deck", {"skip": 1.5}, [("wrong_type", "/rules/deck/skip")]),
    ("/rules/deck", {"skip": True}, [("wrong_type", "/rules/deck/skip")]),
    ("/rules/deck", {"skip": None}, [("out_of_range", "/rules/deck")]),
    ("/rules/deck", {"skip": -1}, [("out_of_range", "/rules/deck/skip")]),
    ("/rules/deck", {"skip": 61}, [("out_of_range", "/rules/deck/skip")]),
    ("/rules/deck", {"skip": HUGE}, [("out_of_range", "/rules/deck/skip")]),
    (
        "/rules/deck",
        {"wild": 61, "joker": 1, "skip": "1"},
        [
            ("unknown_field", "/rules/deck/joker"),
            ("wrong_type", "/rules/deck/skip"),
            ("out_of_range", "/rules/deck/wild"),
        ],
    ),
    ("/rules/deck", {}, [("out_of_range", "/rules/deck")]),
    ("/rules/deck", dict.fromkeys(CARDS, 0), [("out_of_range", "/rules/deck")]),
    ("/rules/deck", {"skip": 30, "wild": 31}, [("out_of_range", "/rules/deck")]),
    ("/turn/hand", [], [("unknown_field", "/turn/hand")]),
    ("/turn/phase", "draw", [("unknown_value", "/turn/phase")]),
    ("/turn/card", "Wild", [("unknown_card", "/turn/card")]),
    ("/turn/card", 1, [("wrong_type", "/turn/card")]),
    ("/turn/drawn", "wild", [("wrong_type", "/turn/drawn")]),
    ("/turn/drawn", ["wild"], [("out_of_range", "/turn/drawn")]),
    ("/turn/drawn", [1, 2, 3], [("out_of_range", "/turn/drawn")]),
    (
        "/turn/drawn",
        ["joker", None],
        [("unknown_card", "/turn/drawn/0"), ("wrong_type", "/turn/drawn/1")],
    ),
    ("/turn/as_color", "pink", [("unknown_color", "/turn/as_color")]),
    ("/turn/as_color", 4, [("wrong_type", "/turn/as_color")]),
    ("/turn/target", "I1", [("wrong_type", "/turn/target")]),
    (
        "/turn/target",
        {},
        [("missing_field", "/turn/target/color"), ("missing_field", "/turn/target/piece")],
    ),
    (
        "/turn/target",
        {"piece": "Q9", "color": None, "row": 1},
        [
            ("unknown_field", "/turn/target/row"),
            ("missing_field", "/turn/target/color"),
            ("unknown_piece", "/turn/target/piece"),
        ],
    ),
    ("/turn/first", "Q9", [("unknown_piece", "/turn/first")]),
    ("/turn/first", ["I1"], [("wrong_type", "/turn/first")]),
    ("/direction", "left", [("unknown_value", "/direction")]),
    ("/direction", 1, [("wrong_type", "/direction")]),
    ("/decks", [], [("wrong_type", "/decks")]),
    ("/decks/pink", {}, [("unknown_field", "/decks/pink")]),
    ("/decks/seat3", {}, [("unknown_field", "/decks/seat3")]),
    ("/decks/blue", [], [("wrong_type", "/decks/blue")]),
    ("/decks/blue", None, [("missing_field", "/decks/blue")]),
    ("/decks/blue/pile", [], [("unknown_field", "/decks/blue/pile")]),
    ("/decks/red/hand", "skip", [("wrong_type", "/decks/red/hand")]),
    ("/decks/red/hand", ["skip", "s"], [("unknown_card", "/decks/red/hand/1")]),
    ("/decks/green/draw", [1], [("wrong_type", "/decks/green/draw/0")]),
    ("/decks/green/discard", ["x"], [("unknown_card", "/decks/green/discard/0")]),
    ("/decks/green/discard", ["skip"] * 121, [("out_of_range", "/decks/green/discard")]),
    ("/decks/green/draw", [None] * 121, [("out_of_range", "/decks/green/draw")]),
]


@pytest.mark.parametrize(
    ("pointer", "value", "expected"), SHAPES, ids=lambda value: ascii(value)[:50]
)
def test_shape(
    engine: Engine[Any], pointer: str, value: object, expected: list[tuple[str, str]]
) -> None:
    assert problem_locations(engine, with_value(STATE, pointer, value)) == expected


def test_shape_problems_are_reported_in_order(engine: Engine[Any]) -> None:
    data = {
        "shared_turns": -1,
        "last_placed": 1,
        "decks": {"seat2": 1, "blue": {"discard": 1, "hand": 1, "draw": 1}, "x": 1},
        "direction": 1,
        "turn": {"first": 1, "target": 1, "as_color": 1, "drawn": 1, "card": 1, "phase": 1},
        "placements": 1,
        "rules": {"deck": 1, "monomino_bonus": 1, "scoring": 1, "game": 1},
    }
    assert [pointer for _, pointer in problem_locations(engine, data)] == [
        "/rules/game",
        "/rules/scoring",
        "/rules/monomino_bonus",
        "/rules/deck",
        "/placements",
        "/turn/phase",
        "/turn/card",
        "/turn/drawn",
        "/turn/as_color",
        "/turn/target",
        "/turn/first",
        "/direction",
        "/decks/x",
        "/decks/blue/draw",
        "/decks/blue/hand",
        "/decks/blue/discard",
        "/decks/seat2",
        "/last_placed",
        "/shared_turns",
    ]


# ---- B: options -------------------------------------------------------------------------------

CONFLICTS = pytest.mark.parametrize(
    ("rules", "expected"),
    [
        (
            {"game": "shuffle", "teams": True},
            ["/teams"],
        ),
        (
            {"game": "shuffle", "teams": True, "seats": 2},
            ["/teams"],
        ),
        (
            {"monomino_bonus": "independent"},
            ["/monomino_bonus"],
        ),
        ({"deck": {"skip": 1}}, ["/deck"]),
        (
            {"game": "classic", "deck": {"skip": 1}, "monomino_bonus": "with_all_placed"},
            ["/monomino_bonus", "/deck"],
        ),
    ],
    ids=str,
)


@CONFLICTS
def test_options_conflicts_of_shuffle_are_reported(
    engine: Engine[Any], rules: dict[str, Any], expected: list[str]
) -> None:
    with pytest.raises(InvalidStateError) as caught:
        engine.new_game(rules, 0)
    assert problem_fields(caught.value.problems) == [
        ("options_conflict", pointer, None, ()) for pointer in expected
    ]
    assert problem_locations(engine, {**STATE, "rules": rules}) == [
        ("options_conflict", f"/rules{pointer}") for pointer in expected
    ]


def test_options_shared_color_is_checked_as_in_classic(engine: Engine[Any]) -> None:
    rules = {"game": "shuffle", "teams": True, "shared_color": "red"}
    assert problem_locations(engine, {"rules": rules}) == [
        ("options_conflict", "/rules/teams"),
        ("options_conflict", "/rules/shared_color"),
    ]
    assert engine.new_game({"game": "shuffle", "seats": 3}, 0).rules.shared_color == "green"


def test_options_null_is_the_default(engine: Engine[Any]) -> None:
    rules = {"monomino_bonus": None, "deck": None}
    state = engine.new_game({"game": "shuffle", **rules}, 7)
    assert state == engine.new_game({"game": "shuffle"}, 7)
    assert engine.new_game(rules, 7) == engine.new_game({}, 7)
    written = state.rules.to_dict()
    assert list(written)[-2:] == ["monomino_bonus", "deck"]
    assert list(written["deck"]) == list(CARDS)
    classic = engine.new_game({}, 7).rules.to_dict()
    assert (classic["monomino_bonus"], classic["deck"]) == (None, None)


@pytest.mark.parametrize(
    ("seed", "code"),
    [
        (1.5, "wrong_type"),
        ([], "wrong_type"),
        (True, "wrong_type"),
        ("7", "wrong_type"),
        (-1, "out_of_range"),
        (2**53, "out_of_range"),
        (HUGE, "out_of_range"),
    ],
)
@pytest.mark.parametrize("rules", [{}, {"game": "shuffle"}, {"game": 1}, None], ids=str)
def test_a_seed_is_validated_before_the_options_in_classic_too(
    engine: Engine[Any],
    rules: Any,  # noqa: ANN401 (untrusted)
    seed: Any,  # noqa: ANN401 (untrusted)
    code: str,
) -> None:
    with pytest.raises(InvalidStateError) as caught:
        engine.new_game(rules, seed)
    assert problem_fields(caught.value.problems) == [(code, "/seed", None, ())]
