"""Blokus Shuffle: what is refused, in every phase, with the right rule (S4, S5, S10, S22-S27).

What is wrong with a placement under each card is in the tests of the cards; here is every kind of
action in every phase, and reading those that are no actions at all.
"""

from __future__ import annotations

from typing import Any

import pytest
from cornerwise.engine import Engine
from cornerwise.errors import InvalidActionError
from cornerwise.types import (
    CARDS,
    ChooseCard,
    ChooseColor,
    ChoosePiece,
    Pass,
    Place,
    PlayCard,
    WarpTo,
)

from tests.helpers.example_boards import PRINTED_EXAMPLE
from tests.helpers.shuffle_states import table
from tests.helpers.support import draw, misread, refusal

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
    "opening": table([], "opening", others="", pile=None),
    "play_card": table(BOARD, "play_card", hand="skip"),
    "choose_card": table(BOARD, "choose_card", turn={"drawn": ["wild", "skip"]}),
    "choose_color": table(BOARD, "choose_color"),
    "recycle": table(BOARD, "choose_piece", turn={"card": "recycle"}),
    "warp": table(BOARD, "choose_piece", turn={"card": "warp"}),
    "warp_to": table(BOARD, "warp_to", turn={"target": {"color": "yellow", "piece": "I2"}}),
    "place": table(BOARD, "place", turn={"card": "skip"}),
    "second": table(BOARD, "place", turn={"card": "double_play", "first": "I2"}),
    "over": table(draw(PRINTED_EXAMPLE), "over", color=None, others=""),
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
"""What kinds of action a phase takes; that a turn is passed is judged by C6, not by the step."""

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
def test_an_action_that_the_step_does_not_ask_for_is_refused_with_its_rule(
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
def test_the_message_of_a_wrong_step_says_what_is_asked_for(engine: Engine[Any]) -> None:
    messages = {
        phase: engine.check(engine.load_state(data), ACTIONS["warp_to"])[0].message
        for phase, data in PHASES.items()
        if phase not in ("warp_to", "over")
    }
    assert messages == {
        "opening": "warp_to is not what this step asks for",
        "play_card": "a card must be played first",
        "choose_card": "one of the two drawn cards must be chosen first",
        "choose_color": "a colour must be declared first",
        "recycle": "a piece must be chosen first",
        "warp": "a piece must be chosen first",
        "place": "warp_to is not what this step asks for",
        "second": "warp_to is not what this step asks for",
    }
    problem = engine.check(engine.load_state(PHASES["warp_to"]), ACTIONS["place"])[0]
    assert problem.message == "the chosen piece must be put down first"


FAR = Place("O4", 0, 9, 9)
SAID: list[tuple[dict[str, Any], Any, list[str]]] = [
    (PHASES["play_card"], PlayCard("warp"), ["warp is not in the hand"]),
    (PHASES["choose_card"], ChooseCard("warp"), ["warp was not drawn"]),
    (PHASES["recycle"], ChoosePiece("yellow", "I1"), ["recycle takes a piece of your own"]),
    (
        PHASES["warp"],
        ChoosePiece("blue", "V5"),
        ["warp takes a piece of an opponent", "blue V5 is not on the board"],
    ),
    (PHASES["warp"], ChoosePiece("red", "I1"), ["red I1 has nowhere else to go"]),
    (PHASES["warp_to"], WarpTo(0, 9, 9), ["the piece must touch another yellow piece at a corner"]),
    (PHASES["warp_to"], WarpTo(1, 0, 18), ["the piece must not touch yellow along a side"]),
    (PHASES["warp_to"], WarpTo(0, 1, 17), ["the piece lies there already"]),
    (
        table(BOARD, "place", turn={"card": "wild", "as_color": "yellow"}),
        Place("I3", 0, 1, 14),
        [
            "the piece must touch yellow at a corner",
            "the piece must not touch yellow along a side",
        ],
    ),
    (
        table(draw("B"), "place", turn={"card": "wild", "as_color": "red"}),
        FAR,
        ["the first piece of a colour must cover a free corner square"],
    ),
    (
        table(BOARD, "place", turn={"card": "edge_to_edge"}),
        FAR,
        ["the piece must touch one of your pieces along a side"],
    ),
]


@pytest.mark.parametrize(("data", "action", "expected"), SAID, ids=lambda value: str(value)[:40])
def test_the_messages_say_what_is_wrong(
    engine: Engine[Any], data: dict[str, Any], action: object, expected: list[str]
) -> None:
    problems = engine.check(engine.load_state(data), action)
    assert [problem.message for problem in problems] == expected


def test_the_second_piece_is_told_which_one_it_must_touch(engine: Engine[Any]) -> None:
    problems = engine.check(engine.load_state(PHASES["second"]), FAR)
    assert problems[0].message == "the piece must touch I2 at a corner"
    assert [problem.rule for problem in problems] == ["S27", "C2"]


@pytest.mark.rule("S4")
@pytest.mark.parametrize("kind", ACTIONS)
def test_classic_has_no_other_steps_than_placing(engine: Engine[Any], kind: str) -> None:
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
        Place("Q9", 0, 0, 0),
        Place("I5", 0, 0, 16),
        Place("V3", 0, 0, 0),
    ):
        assert engine.check(state, action) == engine.check(classic, action)


# ---- Reading ----------------------------------------------------------------------------------

CARD_PROBLEMS: list[tuple[dict[Any, Any], list[tuple[str, str]]]] = [
    ({}, [("missing_field", "/card")]),
    ({"card": "Skip"}, [("unknown_card", "/card")]),
    ({"card": "joker"}, [("unknown_card", "/card")]),
    ({"card": None}, [("wrong_type", "/card")]),
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
    ({"type": "choose_color", "color": None}, [("wrong_type", "/color")]),
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
    ({"type": "choose_piece", "color": "red", "piece": None}, [("wrong_type", "/piece")]),
    ({"type": "warp_to"}, [("missing_field", "/cells")]),
    ({"type": "warp_to", "piece": "I1", "cells": []}, [("unknown_field", "/piece")]),
    ({"type": "warp_to", "row": 0}, [("missing_field", "/orientation"), ("missing_field", "/col")]),
    (
        {"type": "warp_to", "orientation": 0.0, "row": 2**31, "col": True, "cells": [0]},
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
def test_what_is_no_action_is_told_apart_from_an_illegal_one(
    engine: Engine[Any], action: dict[Any, Any], expected: list[tuple[str, str]]
) -> None:
    for phase in ("play_card", "choose_piece", "over"):
        state = engine.load_state(PHASES["warp" if phase == "choose_piece" else phase])
        assert misread(engine.check, state, action) == expected
        assert misread(engine.apply, state, [PlayCard("skip"), action]) == [
            (code, f"/1{pointer}") for code, pointer in expected
        ]
        assert misread(engine.apply, state, action) == expected


@EVERY_MALFORMED
def test_classic_reads_the_actions_of_shuffle_too(
    engine: Engine[Any], action: dict[Any, Any], expected: list[tuple[str, str]]
) -> None:
    assert misread(engine.check, engine.new_game({}, 0), action) == expected


def test_values_are_read_as_what_they_write(engine: Engine[Any]) -> None:
    state = engine.load_state(PHASES["play_card"])
    for action, expected in (
        (PlayCard("joker"), [("unknown_card", "/card")]),
        (ChooseCard(None), [("wrong_type", "/card")]),
        (ChooseColor("pink"), [("unknown_color", "/color")]),
        (ChoosePiece("red", 5), [("wrong_type", "/piece")]),
        (WarpTo(0, 10**30, 0), [("out_of_range", "/row")]),
    ):
        assert misread(engine.check, state, action) == expected


def test_the_names_are_listed_where_one_is_unknown(engine: Engine[Any]) -> None:
    state = engine.load_state(PHASES["play_card"])
    for action, names in (({"type": "fly"}, ACTIONS), ({"type": "play_card", "card": "6"}, CARDS)):
        with pytest.raises(InvalidActionError) as caught:
            engine.check(state, action)
        (problem,) = caught.value.problems
        assert problem.message == f"must be one of: {', '.join(names)}"
