"""The last stage of loading: the colour to move, the last pieces, the shared colour's turns."""

from __future__ import annotations

from typing import Any

import pytest
from cornerwise.engine import Engine
from cornerwise.types import COLORS, Color

from tests.helpers.drawing import CORNERS, draw
from tests.helpers.example_boards import PRINTED_EXAMPLE
from tests.helpers.problems import problem_locations, state_problems
from tests.helpers.states import load_board, placed_last, placement, without_pieces

PRINTED = draw(PRINTED_EXAMPLE).placements
ONE_BEFORE = without_pieces(PRINTED, ("blue", "I1"))
TWO_BEFORE = without_pieces(PRINTED, ("blue", "I1"), ("blue", "I2"))
THREE_BEFORE = without_pieces(PRINTED, ("blue", "I1"), ("blue", "I2"), ("yellow", "I1"))


@pytest.mark.parametrize(
    ("pieces", "rules", "wrong"),
    [
        ("bb", {}, 1),
        ("y", {}, 1),
        ("g", {}, 1),
        ("br", {}, 1),
        ("brg", {}, 2),
        ("bby", {}, 1),
        ("bbrrg", {}, 3),
        ("byrgy", {}, 1),
        ("b", {"first_color": "yellow"}, 1),
        ("byg", {"first_color": "yellow"}, 2),
        ("yy", {"first_color": "yellow"}, 1),
    ],
)
def test_counts_must_fit_the_order_of_turns(
    engine: Engine[Any], pieces: str, rules: dict[str, object], wrong: int
) -> None:
    """There is one problem for each colour whose number of pieces is wrong; initials name them."""
    corners = {"b": (0, 0), "y": (0, 19), "r": (19, 19), "g": (19, 0)}
    beside = {"b": [(1, 1), (1, 2)], "y": [(1, 18), (1, 17)], "r": [(18, 18), (18, 17)]}
    placements = []
    for number, letter in enumerate(pieces):
        color = next(color for color in COLORS if color[0] == letter)
        is_first = letter not in pieces[:number]
        cells = [corners[letter]] if is_first else beside[letter]
        placements.append(placement(color, f"I{len(cells)}", *cells))
    assert (
        state_problems(engine, {"rules": rules, "placements": placements})
        == [("wrong_counts", "/placements", None, ())] * wrong
    )


def test_a_blocked_color_may_have_fewer_pieces_but_not_more(engine: Engine[Any]) -> None:
    assert load_board(engine, THREE_BEFORE).color == "yellow"
    without_one = without_pieces(PRINTED, ("yellow", "I1"))
    assert state_problems(engine, {"placements": without_one}) == [
        ("wrong_counts", "/placements", None, ())
    ]


@pytest.mark.parametrize("start_corners", ["any", "fixed"])
def test_a_color_cannot_be_blocked_before_its_first_piece(
    engine: Engine[Any], start_corners: str
) -> None:
    """Blue covers the corner left for yellow, but yellow would have covered it earlier."""
    drawing = draw(
        """
        BBBBB....BBBB.....BB
        .....BBBB...B..B.BB.
        .............BBBB...
        """,
        bottom_right="""
        RRRRR..........
        .....RRRR......
        .........RRR...
        ............RR.
        ..............R
        """,
        bottom_left="""
        ..........GGGGG
        ......GGGG.....
        ...GGG.........
        .GG............
        G..............
        """,
    )
    data = {"rules": {"start_corners": start_corners}, "placements": drawing.placements}
    assert problem_locations(engine, data) == [("wrong_counts", "/placements")] * 3


def test_the_turn_is_not_checked_if_counts_are_wrong(engine: Engine[Any]) -> None:
    data = {
        "placements": [placement("yellow", "I1", (0, 0))],
        "turn": {"color": None, "phase": "over"},
        "last_placed": {"yellow": None},
        "shared_turns": 7,
    }
    assert problem_locations(engine, data) == [("wrong_counts", "/placements")]


def test_every_field_of_the_turn_is_checked(engine: Engine[Any]) -> None:
    """If the colour is wrong, the turn is unknown and shared_turns is not checked."""
    data = {
        "placements": [placement("blue", "I1", (0, 0))],
        "turn": {"color": "red", "phase": "over"},
        "last_placed": {"green": "I1", "yellow": None, "blue": None},
        "shared_turns": 7,
    }
    assert state_problems(engine, data) == [
        ("wrong_turn", "/turn/color", None, ()),
        ("wrong_phase", "/turn/phase", None, ()),
        ("wrong_last_placed", "/last_placed/blue", "P7", ()),
        ("wrong_last_placed", "/last_placed/green", "P7", ()),
    ]
    data["turn"] = {"color": "yellow", "phase": "over"}
    assert problem_locations(engine, data)[-1] == ("wrong_shared_turns", "/shared_turns")


@pytest.mark.parametrize("color", ["yellow", "red", "green"])
def test_the_color_to_move_of_an_unfinished_game_is_checked(
    engine: Engine[Any], color: Color
) -> None:
    assert problem_locations(engine, {"turn": {"color": color}}) == [("wrong_turn", "/turn/color")]


@pytest.mark.parametrize(
    ("placements", "accepted"),
    [
        (ONE_BEFORE, COLORS),
        (TWO_BEFORE, ("blue", "red", "green")),
        (THREE_BEFORE, ("yellow",)),
    ],
    ids=["one before", "two before", "three before"],
)
def test_a_blocked_color_whose_slot_is_open_may_be_named(
    engine: Engine[Any], placements: list[dict[str, Any]], accepted: tuple[Color, ...]
) -> None:
    """Between the last piece and the mover are slots that can only be passed."""
    settled = load_board(engine, placements)
    for color in COLORS:
        data = {"placements": placements, "turn": {"color": color, "phase": "place"}}
        if color in accepted:
            assert engine.load_state(data) == settled
        else:
            assert problem_locations(engine, data) == [("wrong_turn", "/turn/color")]


@pytest.mark.parametrize(
    ("shared", "named", "turns"),
    [
        # Blue has had 19 turns, so have yellow, red and green when theirs of this round are over.
        ("red", "red", 18),
        ("red", "green", 19),
        ("red", "blue", 19),
        ("red", None, 19),
        ("green", "red", 18),
        ("green", "green", 18),
        ("green", "blue", 19),
        ("blue", "red", 19),
        ("blue", "blue", 19),
        ("yellow", "green", 19),
    ],
)
def test_shared_turns_fit_the_named_slot(
    engine: Engine[Any], shared: Color, named: Color | None, turns: int
) -> None:
    data: dict[str, Any] = {
        "rules": {"seats": 3, "shared_color": shared},
        "placements": TWO_BEFORE,
        "turn": None if named is None else {"color": named},
    }
    for said in (17, 18, 19, 20):
        data["shared_turns"] = said
        if said == turns:
            assert engine.load_state(data).shared_turns == 19
        else:
            assert state_problems(engine, data) == [
                ("wrong_shared_turns", "/shared_turns", "C8", ())
            ]


def test_without_a_shared_color_there_are_no_shared_turns(engine: Engine[Any]) -> None:
    for rules in ({}, {"seats": 2}, {"teams": True}):
        data = {"rules": rules, "placements": TWO_BEFORE}
        assert engine.load_state({**data, "shared_turns": 0}).shared_turns == 0
        assert problem_locations(engine, {**data, "shared_turns": 19}) == [
            ("wrong_shared_turns", "/shared_turns")
        ]


@pytest.mark.parametrize("first_color", COLORS)
@pytest.mark.parametrize("shared", COLORS)
def test_shared_turns_follow_the_order_of_play(
    engine: Engine[Any], shared: Color, first_color: Color
) -> None:
    """In the first round the shared colour has had its turn or not: 1 or 0."""
    start = COLORS.index(first_color)
    order = COLORS[start:] + COLORS[:start]
    corners = dict(zip(order, CORNERS, strict=True))
    rules = {"seats": 3, "shared_color": shared, "first_color": first_color}
    for placed in range(5):
        placements = [placement(color, "I1", corners[color]) for color in order[:placed]]
        turns = int(shared in order[:placed])
        data = {"rules": rules, "placements": placements}
        state = engine.load_state({**data, "shared_turns": turns})
        assert state.color == order[placed % 4]
        assert problem_locations(engine, {**data, "shared_turns": 1 - turns}) == [
            ("wrong_shared_turns", "/shared_turns")
        ]


@pytest.mark.parametrize(
    "turn",
    [
        None,
        {},
        {"color": None},
        {"phase": "over"},
        {"color": None, "phase": "over"},
        *({"color": color} for color in COLORS),
        *({"color": color, "phase": "over"} for color in COLORS),
        *({"color": color, "phase": "place"} for color in COLORS),
    ],
    ids=str,
)
def test_a_finished_game_may_name_a_blocked_color(
    engine: Engine[Any], turn: dict[str, Any] | None
) -> None:
    state = engine.load_state({"placements": PRINTED, "turn": turn})
    assert state == load_board(engine, PRINTED)
    assert (state.color, state.phase) == (None, "over")


@pytest.mark.parametrize("turn", [{"phase": "place"}, {"phase": "place", "color": None}], ids=str)
def test_a_finished_game_without_a_color_cannot_be_in_phase_place(
    engine: Engine[Any], turn: dict[str, Any]
) -> None:
    assert state_problems(engine, {"placements": PRINTED, "turn": turn}) == [
        ("wrong_phase", "/turn/phase", None, ())
    ]


@pytest.mark.parametrize(
    ("shared", "named", "accepted"),
    [
        # The last piece is blue's 21st: the settled slot is yellow's, in the same round.
        ("green", None, {20}),
        ("green", "yellow", {20}),
        ("green", "green", {20}),
        ("green", "blue", {20, 21}),
        ("yellow", "yellow", {20}),
        ("yellow", "red", {20, 21}),
        ("blue", None, {21}),
        ("blue", "green", {21}),
    ],
)
def test_shared_turns_of_a_finished_game(
    engine: Engine[Any], shared: Color, named: Color | None, accepted: set[int]
) -> None:
    data: dict[str, Any] = {
        "rules": {"seats": 3, "shared_color": shared},
        "placements": PRINTED,
        "turn": {"color": named},
    }
    settled = min(accepted)
    for said in range(19, 23):
        data["shared_turns"] = said
        if said in accepted:
            assert engine.load_state(data).shared_turns == settled
        else:
            assert problem_locations(engine, data) == [("wrong_shared_turns", "/shared_turns")]


def test_last_placed_is_the_last_of_the_list(engine: Engine[Any]) -> None:
    placements = placed_last(TWO_BEFORE, ("red", "I1"), ("blue", "X5"))
    last = dict(engine.load_state({"placements": placements}).last_placed)
    assert last.items() >= {"red": "I1", "blue": "X5"}.items()
    for given in (last, None):
        state = engine.load_state({"placements": placements, "last_placed": given})
        assert state.last_placed == last
    for color in COLORS:
        for wrong in (None, "Z5" if last[color] != "Z5" else "I5"):
            data = {"placements": placements, "last_placed": {**last, color: wrong}}
            assert state_problems(engine, data) == [
                ("wrong_last_placed", f"/last_placed/{color}", "P7", ())
            ]
