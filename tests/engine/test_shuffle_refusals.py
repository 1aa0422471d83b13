"""Blokus Shuffle: what is refused, in every phase, with the right rule (S4, S5, S10, S22-S27).

What is wrong with a placement under each card is in the tests of the cards; here is every kind of
action in every phase, and reading those that are no actions at all.
"""

from __future__ import annotations

from typing import Any

import pytest
from cornerwise.engine import Engine
from cornerwise.types import (
    ChooseCard,
    ChooseColor,
    ChoosePiece,
    Pass,
    Place,
    PlayCard,
    WarpTo,
)

from tests.helpers.drawing import draw
from tests.helpers.example_boards import PRINTED_EXAMPLE
from tests.helpers.problems import argument_problems, refusal
from tests.helpers.shuffle_states import state_data

BOARD = draw(
    """
    B..
    .BB
    """,
    top_right="""
    ..Y
    YY.
    """,
    bottom_right="R",
    bottom_left="G",
)

PHASES: dict[str, dict[str, Any]] = {
    "opening": state_data([], "opening", others="", pile=None),
    "play_card": state_data(BOARD, "play_card", hand="skip"),
    "choose_card": state_data(BOARD, "choose_card", turn={"drawn": ["wild", "skip"]}),
    "choose_color": state_data(BOARD, "choose_color"),
    "recycle": state_data(BOARD, "choose_piece", turn={"card": "recycle"}),
    "warp": state_data(BOARD, "choose_piece", turn={"card": "warp"}),
    "warp_to": state_data(BOARD, "warp_to", turn={"target": {"color": "yellow", "piece": "I2"}}),
    "place": state_data(BOARD, "place", turn={"card": "skip"}),
    "second": state_data(BOARD, "place", turn={"card": "double_play", "first": "I2"}),
    "over": state_data(draw(PRINTED_EXAMPLE), "over", color=None, others=""),
}
"""A state of every phase; choose_piece has two cards, place a first piece and a second."""

ACTIONS: dict[str, Any] = {
    "place": Place("V3", 0, 2, 3),
    "pass": Pass(),
    "play_card": PlayCard("skip"),
    "choose_card": ChooseCard("skip"),
    "choose_color": ChooseColor("yellow"),
    "choose_piece": ChoosePiece("yellow", "I1"),
    "warp_to": WarpTo(1, 1, 18),
}

ASKED = {
    "opening": {"place", "pass"},
    "play_card": {"play_card"},
    "choose_card": {"choose_card"},
    "choose_color": {"choose_color"},
    "recycle": {"choose_piece"},
    "warp": {"choose_piece"},
    "warp_to": {"warp_to"},
    "place": {"place", "pass"},
    "second": {"place", "pass"},
    "over": set(),
}
"""The types of action that a phase allows; whether passing is legal is decided by C6."""

RULE_OF = {
    "opening": "S4",
    "play_card": "S5",
    "choose_card": "S22",
    "choose_color": "S23",
    "recycle": "S25",
    "warp": "S26",
    "warp_to": "S26",
    "place": "S4",
    "second": "S4",
}


@pytest.mark.rule("S4", "S5", "S10", "S22", "S23", "S25", "S26")
@pytest.mark.parametrize("kind", ACTIONS)
@pytest.mark.parametrize("phase", PHASES)
def test_an_action_of_another_phase_is_refused_with_the_rule_of_the_phase(
    engine: Engine[Any], phase: str, kind: str
) -> None:
    state = engine.load_state(PHASES[phase])
    problems = refusal(engine, state, ACTIONS[kind])
    if phase == "over":
        assert problems == [("S10", "game_over", ())]
    elif kind not in ASKED[phase]:
        assert problems == [(RULE_OF[phase], "wrong_step", ())]
    else:
        assert "wrong_step" not in [code for _, code, _ in problems]
    as_data = engine.check(state, ACTIONS[kind].to_dict())
    assert as_data == engine.check(state, ACTIONS[kind])


@pytest.mark.rule("C6")
@pytest.mark.parametrize("phase", ["opening", "place", "second"])
def test_c6_passing_while_a_placement_exists_is_refused_in_every_phase_that_places(
    engine: Engine[Any], phase: str
) -> None:
    state = engine.load_state(PHASES[phase])
    assert refusal(engine, state, Pass()) == [("C6", "must_place", ())]


@pytest.mark.rule("S4")
@pytest.mark.parametrize("kind", ACTIONS)
def test_classic_has_only_placing(engine: Engine[Any], kind: str) -> None:
    state = engine.new_game({}, 0)
    expected = [] if kind in ("place", "pass") else [("S4", "wrong_step", ())]
    problems = refusal(engine, state, ACTIONS[kind])
    assert [one for one in problems if one[1] == "wrong_step"] == expected
    over = engine.load_state({"placements": draw(PRINTED_EXAMPLE).placements})
    assert refusal(engine, over, ACTIONS[kind]) == [("C7", "game_over", ())]


@pytest.mark.rule("C1")
def test_a_first_piece_in_the_set_up_round_is_judged_as_in_classic(engine: Engine[Any]) -> None:
    state = engine.load_state(PHASES["opening"])
    classic = engine.new_game({}, 0)
    for action in (
        Place("X5", 0, 5, 18),
        Place("I2", 7, 0, 0),
        Place("Q9", 0, 0, 0),  # type: ignore[arg-type]
        Place("I5", 0, 0, 16),
        Place("V3", 0, 0, 0),
    ):
        assert engine.check(state, action) == engine.check(classic, action)


# ---- Reading ----------------------------------------------------------------------------------

CARD_PROBLEMS: list[tuple[dict[Any, Any], list[tuple[str, str]]]] = [
    ({}, [("missing_field", "/card")]),
    ({"card": "Skip"}, [("unknown_card", "/card")]),
    ({"card": "joker"}, [("unknown_card", "/card")]),
    ({"card": None}, [("missing_field", "/card")]),
    ({"card": 1}, [("wrong_type", "/card")]),
    ({"card": "\ud800"}, [("wrong_type", "/card")]),
    ({"card": "skip", "piece": "I1"}, [("unknown_field", "/piece")]),
    ({"color": 1, "card": []}, [("unknown_field", "/color"), ("wrong_type", "/card")]),
]
MALFORMED: list[tuple[dict[Any, Any], list[tuple[str, str]]]] = [
    *(
        ({"type": kind, **fields}, problems)
        for kind in ("play_card", "choose_card")
        for fields, problems in CARD_PROBLEMS
    ),
    ({"type": "choose_color"}, [("missing_field", "/color")]),
    ({"type": "choose_color", "color": "pink"}, [("unknown_color", "/color")]),
    ({"type": "choose_color", "color": None}, [("missing_field", "/color")]),
    ({"type": "choose_color", "color": "red", "card": "wild"}, [("unknown_field", "/card")]),
    (
        {"type": "choose_piece"},
        [("missing_field", "/color"), ("missing_field", "/piece")],
    ),
    ({"type": "choose_piece", "color": "red"}, [("missing_field", "/piece")]),
    (
        {"type": "choose_piece", "piece": 1, "color": "pink", "row": 0},
        [("unknown_field", "/row"), ("unknown_color", "/color"), ("wrong_type", "/piece")],
    ),
    ({"type": "choose_piece", "color": "red", "piece": None}, [("missing_field", "/piece")]),
    ({"type": "warp_to"}, [("missing_field", "/cells")]),
    ({"type": "warp_to", "piece": "I1", "cells": []}, [("unknown_field", "/piece")]),
    ({"type": "warp_to", "row": 0}, [("missing_field", "/orientation"), ("missing_field", "/col")]),
    (
        {"type": "warp_to", "orientation": 0.5, "row": 2**31, "col": True, "cells": [0]},
        [
            ("wrong_type", "/orientation"),
            ("out_of_range", "/row"),
            ("wrong_type", "/col"),
            ("wrong_type", "/cells/0"),
        ],
    ),
    ({"type": "warp_to", "cells": [[0, 0]] * 401}, [("out_of_range", "/cells")]),
    ({"type": "Play_card", "card": "skip"}, [("unknown_value", "/type")]),
]
EVERY_MALFORMED = pytest.mark.parametrize(
    ("action", "expected"), MALFORMED, ids=lambda value: ascii(value)[:60]
)


@EVERY_MALFORMED
def test_malformed_actions_are_not_illegal_actions(
    engine: Engine[Any], action: dict[Any, Any], expected: list[tuple[str, str]]
) -> None:
    for phase in ("play_card", "choose_piece", "over"):
        state = engine.load_state(PHASES["warp" if phase == "choose_piece" else phase])
        assert argument_problems(engine.check, state, action) == expected
        assert argument_problems(engine.apply, state, [PlayCard("skip"), action]) == [
            (code, f"/1{pointer}") for code, pointer in expected
        ]
        assert argument_problems(engine.apply, state, action) == expected


@EVERY_MALFORMED
def test_classic_parses_actions_of_shuffle(
    engine: Engine[Any], action: dict[Any, Any], expected: list[tuple[str, str]]
) -> None:
    assert argument_problems(engine.check, engine.new_game({}, 0), action) == expected


def test_invalid_action_objects_are_reported(engine: Engine[Any]) -> None:
    state = engine.load_state(PHASES["play_card"])
    for action, expected in (
        (
            PlayCard("joker"),  # type: ignore[arg-type]
            [("unknown_card", "/card")],
        ),
        (
            ChooseCard(None),  # type: ignore[arg-type]
            [("missing_field", "/card")],
        ),
        (
            ChooseColor("pink"),  # type: ignore[arg-type]
            [("unknown_color", "/color")],
        ),
        (
            ChoosePiece("red", 5),  # type: ignore[arg-type]
            [("wrong_type", "/piece")],
        ),
        (WarpTo(0, 10**30, 0), [("out_of_range", "/row")]),
    ):
        assert argument_problems(engine.check, state, action) == expected
