"""The catalogue of error codes: each has an example, on both engines."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any, NamedTuple

import pytest
from cornerwise.engine import Engine
from cornerwise.errors import CODES, InvalidStateError
from cornerwise.types import CardDiscarded

from tests.helpers.drawing import CORNERS, Cell, draw
from tests.helpers.example_boards import PRINTED_EXAMPLE
from tests.helpers.problems import problem_fields
from tests.helpers.shuffle_states import deal, deck_copies, state_data
from tests.helpers.states import placement, with_value


class Example(NamedTuple):
    """Data with one error, and what the problem contains besides the code.

    The data is a state, or an action in a given state if there is one. Some codes are no problems,
    but the reason why a card comes to nothing: ``is_reason``.
    """

    data: dict[str, Any]
    pointer: str
    rule: str | None = None
    squares: tuple[Cell, ...] = ()
    state: dict[str, Any] | None = None
    is_reason: bool = False


STAIRS = draw(
    """
    B...
    .BB.
    """,
    top_right="""
    ..Y
    YY.
    """,
)
"""A board of Blokus Shuffle, on which blue can do anything."""
CHOOSE_PIECE = state_data(STAIRS, "choose_piece", turn={"card": "warp"})
WARP_TO = state_data(STAIRS, "warp_to", turn={"target": {"color": "yellow", "piece": "I2"}})


def blue(piece: str, *cells: Cell) -> dict[str, Any]:
    return {"color": "blue", "piece": piece, "cells": cells}


EXAMPLES: dict[str, Example] = {
    "wrong_type": Example({"rules": []}, "/rules"),
    "missing_field": Example(
        {"placements": [{"color": "blue", "cells": []}]}, "/placements/0/piece"
    ),
    "unknown_field": Example({"board": {}}, "/board"),
    "unknown_value": Example({"rules": {"game": "chess"}}, "/rules/game"),
    "unknown_color": Example({"turn": {"color": "pink"}}, "/turn/color"),
    "unknown_piece": Example({"last_placed": {"red": "Q9"}}, "/last_placed/red", "G4"),
    "unknown_card": Example({"turn": {"card": "joker"}}, "/turn/card"),
    "out_of_range": Example({"rules": {"seats": 5}}, "/rules/seats"),
    "too_many_placements": Example({"placements": [None] * 85}, "/placements"),
    "options_conflict": Example({"rules": {"seats": 2, "teams": True}}, "/rules/teams"),
    "wrong_shape": Example({"placements": [blue("I2", (0, 0), (1, 1))]}, "/placements/0", "G3"),
    "off_board": Example(
        {"placements": [blue("I2", (0, 0), (-1, 0))]}, "/placements/0", "C4b", ((-1, 0),)
    ),
    "piece_twice": Example(
        {"placements": [blue("I1", (0, 0)), blue("I1", (1, 1))]}, "/placements/1", "C4c"
    ),
    "overlap": Example(
        {"placements": [blue("I1", (0, 0)), blue("I2", (0, 0), (0, 1))]},
        "/placements/1",
        "C4a",
        ((0, 0),),
    ),
    "side_contact": Example(
        {"placements": [blue("I1", (0, 0)), blue("I2", (0, 1), (0, 2))]},
        "/placements/1",
        "C2",
        ((0, 1),),
    ),
    "no_corner_contact": Example(
        {"placements": [blue("I1", (0, 0)), blue("I2", (1, 2), (1, 3))]}, "/placements/1", "C2"
    ),
    "corner_not_covered": Example(
        {"placements": [blue("I1", (1, 1))]}, "/placements/0", "C1", CORNERS
    ),
    "wrong_counts": Example(
        {"placements": [blue("I1", (0, 0)), blue("I2", (1, 1), (1, 2))]}, "/placements"
    ),
    "wrong_turn": Example({"turn": {"color": "red"}}, "/turn/color"),
    "wrong_phase": Example({"turn": {"phase": "over"}}, "/turn/phase"),
    "wrong_last_placed": Example({"last_placed": {"blue": "I1"}}, "/last_placed/blue", "P7"),
    "wrong_shared_turns": Example({"shared_turns": 1}, "/shared_turns", "C8"),
    "game_over": Example(
        {"type": "pass"}, "", "C7", state={"placements": draw(PRINTED_EXAMPLE).placements}
    ),
    "must_place": Example({"type": "pass"}, "", "C6", state={}),
    "not_in_supply": Example(
        {"type": "place", "piece": "I1", "cells": [[1, 1]]},
        "",
        "C4c",
        state={
            "placements": draw("B", top_right="Y", bottom_left="G", bottom_right="R").placements
        },
    ),
    "wrong_deck": Example(
        with_value(state_data(STAIRS, hand="skip"), "/decks/blue/hand/0", "wild"),
        "/decks/blue",
        "S1",
    ),
    "wrong_hand": Example(
        with_value(
            state_data(STAIRS, hand="skip"),
            "/decks/red",
            deal(deck_copies(4), hand="wild wild warp"),
        ),
        "/decks/red/hand",
        "S2",
    ),
    "wrong_direction": Example(
        state_data([], "opening", others="", direction="counterclockwise"), "/direction", "S2"
    ),
    "wrong_step": Example({"type": "pass"}, "", "S5", state=state_data(STAIRS, hand="skip")),
    "not_in_hand": Example(
        {"type": "play_card", "card": "warp"}, "", "S5", state=state_data(STAIRS, hand="skip")
    ),
    "not_drawn": Example(
        {"type": "choose_card", "card": "warp"},
        "",
        "S22",
        state=state_data(STAIRS, "choose_card", turn={"drawn": ["wild", "skip"]}),
    ),
    "wrong_owner": Example(
        {"type": "choose_piece", "color": "blue", "piece": "I1"}, "", "S26", state=CHOOSE_PIECE
    ),
    "not_on_board": Example(
        {"type": "choose_piece", "color": "yellow", "piece": "V5"}, "", "S26", state=CHOOSE_PIECE
    ),
    "no_destination": Example(
        {"type": "choose_piece", "color": "red", "piece": "I1"},
        "",
        "S26",
        state=with_value(
            CHOOSE_PIECE, "/placements", [*STAIRS.placements, placement("red", "I1", (9, 9))]
        ),
    ),
    "same_squares": Example(
        {"type": "warp_to", "cells": [[1, 17], [1, 18]]}, "", "S26", state=WARP_TO
    ),
    "no_side_contact": Example(
        {"type": "place", "piece": "O4", "cells": [[5, 5], [5, 6], [6, 5], [6, 6]]},
        "",
        "S24",
        state=state_data(STAIRS, "place", turn={"card": "edge_to_edge"}),
    ),
    "first_not_touched": Example(
        {"type": "place", "piece": "I3", "cells": [[10, 13], [10, 14], [10, 15]]},
        "",
        "S27",
        state=with_value(
            state_data(STAIRS, "place", turn={"card": "double_play", "first": "V3"}),
            "/placements",
            [
                *STAIRS.placements,
                placement("blue", "I4", (9, 9), (9, 10), (9, 11), (9, 12)),
                placement("blue", "V3", (2, 3), (2, 4), (3, 3)),
            ],
        ),
    ),
    "nothing_fits": Example(
        {"type": "choose_color", "color": "yellow"},
        "",
        "S23",
        state=state_data(
            draw(
                "B",
                top_right="""
                ..Y
                GG.
                """,
            ),
            "choose_color",
        ),
    ),
    "no_piece": Example(
        {"type": "play_card", "card": "warp"},
        "",
        "S26",
        state=state_data(draw("B", top_right="Y"), hand="warp"),
        is_reason=True,
    ),
    "pile_too_small": Example(
        {"type": "play_card", "card": "draw_two"},
        "",
        "S22",
        state=state_data(STAIRS, hand="draw_two", pile=""),
        is_reason=True,
    ),
}


ELSEWHERE = {
    "hidden_information": "test_view_input",
    "unknown_puzzle": "test_puzzles_reading",
    "wrong_piece": "test_puzzles",
    "not_descending": "test_puzzles_contact",
    "unsupported": "test_solving",
    "invalid_text": "test_position_text",
}
"""Codes of puzzles, texts and views, which have examples of their own, and where."""


def test_every_code_has_an_example() -> None:
    assert set(EXAMPLES) | set(ELSEWHERE) == set(CODES)
    for code, module in ELSEWHERE.items():
        text = (Path(__file__).parent / f"{module}.py").read_text(encoding="utf-8")
        assert f'"{code}"' in text


def test_both_engines_know_the_same_codes(rust: Any) -> None:  # noqa: ANN401 (no part of the engine API)
    assert len(rust.CODES) == len(set(rust.CODES))
    assert set(rust.CODES) == set(CODES)


@pytest.mark.parametrize("code", EXAMPLES)
def test_the_example_of_a_code_has_that_problem_and_no_other(
    engine: Engine[Any], code: str
) -> None:
    example = EXAMPLES[code]
    if example.is_reason:
        _, (_, event) = engine.apply(engine.load_state(example.state), example.data)
        assert isinstance(event, CardDiscarded)
        assert (event.reason, event.rule) == (code, example.rule)
        return
    if example.state is None:
        with pytest.raises(InvalidStateError) as caught:
            engine.load_state(example.data)
        problems = list(caught.value.problems)
    else:
        problems = engine.check(engine.load_state(example.state), example.data)
    assert problem_fields(problems) == [(code, example.pointer, example.rule, example.squares)]
    assert problems[0].message


RECYCLED = state_data(
    STAIRS,
    "place",
    seats=2,
    turn={"card": "recycle", "recycled": {"color": "red", "piece": "V5"}},
)
"""Blue's turn, in which red V5 was taken off the board."""


def documented_rules() -> dict[str, set[str]]:
    """Return the rules of each code in the table of docs/errors.md."""
    text = (Path(__file__).parents[2] / "docs" / "errors.md").read_text(encoding="utf-8")
    table: dict[str, set[str]] = {}
    for code, rules in re.findall(r"^\| `(\w+)` \| ([^|]*) \| ", text, re.MULTILINE):
        spans = re.findall(r"([A-Z])(\d+[a-c]?)(?: to [A-Z](\d+))?", rules)
        table[code] = {
            f"{letter}{number}"
            for letter, first, last in spans
            for number in (range(int(first), int(last) + 1) if last else [first])
        }
    return table


def test_rules_of_codes_are_documented(engine: Engine[Any]) -> None:
    cited = {(code, example.rule) for code, example in EXAMPLES.items() if example.rule}
    place = {"type": "place", "piece": "I1", "orientation": 0, "row": 9, "col": 9}
    for state in (RECYCLED, state_data(STAIRS, "place")):
        problems = engine.check(engine.load_state(state), {**place, "color": "red"})
        cited |= {(problem.code, problem.rule or "") for problem in problems}
    on_board = with_value(RECYCLED, "/turn/recycled", {"color": "blue", "piece": "I2"})
    with pytest.raises(InvalidStateError) as caught:
        engine.load_state(on_board)
    cited |= {(problem.code, problem.rule or "") for problem in caught.value.problems}
    assert {("wrong_turn", "S4"), ("wrong_turn", "S25"), ("not_in_supply", "S25")} <= cited
    table = documented_rules()
    assert [(code, rule) for code, rule in sorted(cited) if rule not in table[code]] == []
