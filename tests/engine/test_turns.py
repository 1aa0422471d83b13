"""Whose turn it is, what is forced, and when the game is over (C5-C8)."""

from __future__ import annotations

from itertools import islice, pairwise
from typing import Any

import pytest
from cornerwise.engine import Engine, State
from cornerwise.errors import IllegalActionError, InvalidActionError
from cornerwise.types import (
    COLORS,
    Color,
    Event,
    GameOver,
    Pass,
    PiecePlaced,
    Place,
    Rules,
)

from tests.helpers.drawing import cells_of, draw, grid
from tests.helpers.example_boards import BOTH_FINISHED, PRINTED_EXAMPLE
from tests.helpers.games import order_from, random_game, seat_of
from tests.helpers.problems import reasons, refusal
from tests.helpers.states import action_for, load_board, without_pieces

VARIANTS: list[dict[str, Any]] = [
    {},
    {"teams": True},
    {"seats": 2},
    *[{"seats": 3, "shared_color": color} for color in COLORS],
]
EVERY_VARIANT = pytest.mark.parametrize("rules", VARIANTS, ids=str)

PRINTED = draw(PRINTED_EXAMPLE).placements
FINISHED = draw(BOTH_FINISHED).placements

ONE_BEFORE = without_pieces(PRINTED, ("blue", "I1"))
TWO_BEFORE = without_pieces(PRINTED, ("blue", "I1"), ("blue", "I2"))
THREE_BEFORE = without_pieces(PRINTED, ("blue", "I1"), ("blue", "I2"), ("yellow", "I1"))
LAST_THREE = [
    action_for(PRINTED, "yellow", "I1"),
    action_for(PRINTED, "blue", "I2"),
    action_for(PRINTED, "blue", "I1"),
]


def first_moves(engine: Engine[Any], count: int, **rules: object) -> list[State]:
    """Return the states in which the first pieces of a game are placed."""
    return list(islice(random_game(engine, 7, **rules), count))


def names(events: list[Event]) -> list[tuple[object, ...]]:
    """Return type, colour and seat of each event."""
    return [
        (event.type,) if isinstance(event, GameOver) else (event.type, event.color, event.seat)
        for event in events
    ]


# ---- The order of turns, and the seats --------------------------------------------------------


@EVERY_VARIANT
@pytest.mark.parametrize("first_color", COLORS)
def test_turn_order_starts_with_the_first_color(
    engine: Engine[Any], rules: dict[str, object], first_color: Color
) -> None:
    states = first_moves(engine, 9, first_color=first_color, **rules)
    start = COLORS.index(first_color)
    order = COLORS[start:] + COLORS[:start]
    assert [state.color for state in states] == [*order, *order, first_color]


@pytest.mark.parametrize("first_color", COLORS)
@pytest.mark.parametrize(
    ("rules", "seats"),
    [
        ({}, {"blue": 1, "yellow": 2, "red": 3, "green": 4}),
        ({"teams": True}, {"blue": 1, "yellow": 2, "red": 3, "green": 4}),
        ({"seats": 2}, {"blue": 1, "yellow": 2, "red": 1, "green": 2}),
    ],
    ids=str,
)
def test_seats_are_numbered_in_the_order_of_colors_whoever_starts(
    engine: Engine[Any], rules: dict[str, object], seats: dict[Color, int], first_color: Color
) -> None:
    for state in first_moves(engine, 8, first_color=first_color, **rules):
        assert state.color is not None
        assert state.seat == seats[state.color]


@pytest.mark.rule("C8")
@pytest.mark.ruling("C8")
@pytest.mark.parametrize("first_color", COLORS)
@pytest.mark.parametrize("shared_color", COLORS)
def test_c8_the_shared_color_is_played_by_the_seats_in_turn_order(
    engine: Engine[Any], shared_color: Color, first_color: Color
) -> None:
    """The rotation starts with the seat that begins the game."""
    rules = {"seats": 3, "shared_color": shared_color, "first_color": first_color}
    states = first_moves(engine, 20, **rules)
    own = [color for color in COLORS if color != shared_color]
    for state in states:
        if state.color is not None and state.color != shared_color:
            assert state.seat == own.index(state.color) + 1
    order = [own.index(color) + 1 for color in order_from(first_color) if color != shared_color]
    seats = [state.seat for state in states if state.color == shared_color]
    assert seats == [*order, *order[:2]]
    turns = [state.shared_turns for state in states if state.color == shared_color]
    assert turns == [0, 1, 2, 3, 4]


@pytest.mark.rule("C8")
def test_c8_green_is_shared_unless_another_color_is_named(engine: Engine[Any]) -> None:
    assert engine.new_game({"seats": 3}, 0).rules.shared_color == "green"
    assert engine.new_game({"seats": 3, "shared_color": None}, 0).rules.shared_color == "green"
    assert engine.new_game({}, 0).rules.shared_color is None


def test_a_new_game_has_the_defaults_of_the_rules(engine: Engine[Any]) -> None:
    state = engine.new_game({}, 0)
    assert state.rules == Rules()
    assert (state.color, state.seat, state.phase, state.placements) == ("blue", 1, "place", ())


# ---- Placing ----------------------------------------------------------------------------------


def test_a_placement_gives_an_event_and_changes_the_board(engine: Engine[Any]) -> None:
    state, events = engine.apply(engine.new_game({}, 0), [Place("L4", 0, 0, 0)])
    assert events == [PiecePlaced("blue", 1, "L4", 0, 0, 0)]
    assert str(state) == grid("""
        BBB
        B..
        """)
    assert "L4" not in state.supply("blue")
    assert all("L4" in state.supply(color) for color in ("yellow", "red", "green"))


def test_a_placement_named_by_its_squares_is_reported_by_its_numbers(engine: Engine[Any]) -> None:
    drawing = draw(
        top_right="""
        .xx
        xx.
        """
    )
    _, events = engine.apply(engine.new_game({}, 0), [drawing.action()])
    (event,) = events
    assert isinstance(event, PiecePlaced)
    assert event.piece == "Z4"
    assert cells_of(Place(event.piece, event.orientation, event.row, event.col)) == drawing.tried


@pytest.mark.rule("C5")
def test_c5_a_placed_piece_never_moves(engine: Engine[Any]) -> None:
    states = list(random_game(engine, 11))
    for before, after in pairwise(states):
        assert after.placements[:-1] == before.placements


def test_apply_does_not_change_the_state(engine: Engine[Any]) -> None:
    state = load_board(engine, THREE_BEFORE)
    before = state.to_json(), hash(state)
    engine.apply(state, LAST_THREE)
    with pytest.raises(IllegalActionError):
        engine.apply(state, [LAST_THREE[0], LAST_THREE[0]])
    assert (state.to_json(), hash(state)) == before


# ---- Forced passes ----------------------------------------------------------------------------


@pytest.mark.rule("C6")
@pytest.mark.ruling("C6")
def test_c6_passing_is_never_a_choice(engine: Engine[Any]) -> None:
    for state in (engine.new_game({}, 0), load_board(engine, ONE_BEFORE)):
        assert refusal(engine, state, Pass()) == [("C6", "must_place", ())]
        assert refusal(engine, state, {"type": "pass"}) == [("C6", "must_place", ())]
        assert Pass() not in engine.legal_actions(state)


@pytest.mark.rule("C6")
def test_c6_blocked_colors_are_passed_one_by_one(engine: Engine[Any]) -> None:
    state, events = engine.apply(load_board(engine, THREE_BEFORE), LAST_THREE[:1])
    assert names(events) == [
        ("piece_placed", "yellow", 2),
        ("passed", "red", 3),
        ("passed", "green", 4),
    ]
    assert state.color == "blue"


@pytest.mark.rule("C6")
def test_c6_a_color_plays_again_when_all_others_are_blocked(engine: Engine[Any]) -> None:
    state, events = engine.apply(load_board(engine, TWO_BEFORE), LAST_THREE[1:2])
    assert names(events) == [
        ("piece_placed", "blue", 1),
        ("passed", "yellow", 2),
        ("passed", "red", 3),
        ("passed", "green", 4),
    ]
    assert (state.color, state.seat, state.phase) == ("blue", 1, "place")


@pytest.mark.rule("C6")
def test_c6_passed_events_have_the_seat_of_the_color(engine: Engine[Any]) -> None:
    _, events = engine.apply(load_board(engine, TWO_BEFORE, seats=2), LAST_THREE[1:2])
    assert names(events) == [
        ("piece_placed", "blue", 1),
        ("passed", "yellow", 2),
        ("passed", "red", 1),
        ("passed", "green", 2),
    ]


@pytest.mark.rule("C8")
@pytest.mark.ruling("C8")
def test_c8_a_pass_of_the_shared_color_counts_and_has_its_controller(
    engine: Engine[Any],
) -> None:
    state = load_board(engine, THREE_BEFORE, seats=3, shared_color="red")
    turns = [state.shared_turns]
    happened = []
    for action in LAST_THREE:
        state, events = engine.apply(state, [action])
        turns.append(state.shared_turns)
        happened.append(names(events))
    assert happened == [
        [("piece_placed", "yellow", 2), ("passed", "red", 1), ("passed", "green", 3)],
        [
            ("piece_placed", "blue", 1),
            ("passed", "yellow", 2),
            ("passed", "red", 2),
            ("passed", "green", 3),
        ],
        [("piece_placed", "blue", 1), ("game_over",)],
    ]
    # 18 rounds are over, then two passes of red; what is left of the last round never comes.
    assert turns == [18, 19, 20, 20]


@pytest.mark.rule("C8")
def test_c8_a_seat_whose_own_color_is_blocked_still_plays_the_shared_one(
    engine: Engine[Any],
) -> None:
    """Blue is shared and has had 19 turns: the next is seat 2's, whose own red is blocked."""
    state = load_board(engine, TWO_BEFORE, seats=3, shared_color="blue")
    assert (state.color, state.seat) == ("blue", 2)
    assert engine.legal_placements(state, "red") == []
    state, events = engine.apply(state, LAST_THREE[1:2])
    assert names(events) == [
        ("piece_placed", "blue", 2),
        ("passed", "yellow", 1),
        ("passed", "red", 2),
        ("passed", "green", 3),
    ]
    assert (state.color, state.seat, state.shared_turns) == ("blue", 3, 20)
    state, events = engine.apply(state, LAST_THREE[2:])
    assert names(events) == [("piece_placed", "blue", 3), ("game_over",)]
    assert state.shared_turns == 21


# ---- The end ----------------------------------------------------------------------------------


@pytest.mark.rule("C7")
@pytest.mark.ruling("C8")
def test_c7_the_game_ends_with_the_last_placement_and_no_passes(engine: Engine[Any]) -> None:
    state, events = engine.apply(load_board(engine, ONE_BEFORE), LAST_THREE[2:])
    assert names(events) == [("piece_placed", "blue", 1), ("game_over",)]
    assert (state.color, state.seat, state.phase) == (None, None, "over")
    assert state.to_dict()["turn"] == {"color": None, "phase": "over"}
    assert str(state) == grid(PRINTED_EXAMPLE)


@pytest.mark.rule("C7")
def test_c7_a_color_without_pieces_cannot_place(engine: Engine[Any]) -> None:
    """Blue places its last piece, then yellow; colours without pieces have no turn."""
    before = without_pieces(FINISHED, ("blue", "Z4"), ("yellow", "I1"))
    state, events = engine.apply(load_board(engine, before), [action_for(FINISHED, "blue", "Z4")])
    assert names(events) == [("piece_placed", "blue", 1)]
    assert state.color == "yellow"
    assert state.supply("blue") == ()
    assert engine.legal_placements(state, "blue") == []
    state, events = engine.apply(state, [action_for(FINISHED, "yellow", "I1")])
    assert names(events) == [("piece_placed", "yellow", 2), ("game_over",)]
    assert state.supply("yellow") == ()


@pytest.mark.rule("C7")
def test_c7_no_action_is_legal_when_the_game_is_over(engine: Engine[Any]) -> None:
    state = load_board(engine, PRINTED)
    assert engine.legal_actions(state) == []
    assert engine.count_actions(state) == 0
    assert [engine.legal_placements(state, color) for color in COLORS] == [[], [], [], []]
    assert engine.legal_actions_json(state, "objects") == (0, b"[]")
    assert engine.legal_actions_json(state, "cells") == (0, b"[]")
    assert engine.legal_actions_json(state, "groups") == (0, b"[]")
    assert engine.perft(state, 0) == 1
    assert engine.perft(state, 1) == 0
    assert set(engine.perft_split(state, 2).values()) == {0}


@pytest.mark.rule("C7")
@pytest.mark.parametrize(
    "action",
    [
        Pass(),
        Place("O4", 0, 3, 3),
        {**Place("I1", 99, -1, 400).to_dict(), "piece": "Q9"},
        LAST_THREE[2],
    ],
    ids=str,
)
def test_c7_after_the_end_game_over_is_the_only_reason(engine: Engine[Any], action: object) -> None:
    assert refusal(engine, load_board(engine, PRINTED), action) == [("C7", "game_over", ())]


@pytest.mark.rule("C7")
def test_c7_the_first_action_after_the_end_is_refused(
    engine: Engine[Any],
) -> None:
    state = load_board(engine, ONE_BEFORE)
    with pytest.raises(IllegalActionError) as caught:
        engine.apply(state, [LAST_THREE[2], Pass()])
    assert caught.value.index == 1
    assert reasons(caught.value.problems) == [("C7", "game_over", ())]


# ---- Several actions at once ------------------------------------------------------------------


def test_several_actions_equal_single_ones_in_order(engine: Engine[Any]) -> None:
    state = load_board(engine, THREE_BEFORE)
    at_once, events = engine.apply(state, LAST_THREE)
    happened: list[Event] = []
    for action in LAST_THREE:
        state, step = engine.apply(state, [action])
        happened += step
    assert at_once == state
    assert events == happened
    assert len(events) == 3 + 2 + 3 + 1


def test_one_action_may_be_given_without_a_list(engine: Engine[Any]) -> None:
    state = engine.new_game({}, 0)
    action = Place("I1", 0, 0, 0)
    expected = engine.apply(state, [action])
    assert engine.apply(state, action) == expected
    assert engine.apply(state, action.to_dict()) == expected
    assert engine.apply(state, iter([action])) == expected
    with pytest.raises(IllegalActionError) as caught:
        engine.apply(state, Pass())
    assert caught.value.index == 0


def test_an_illegal_action_is_reported_by_its_index(engine: Engine[Any]) -> None:
    """It is checked in its own position: yellow's corner is the one that blue has just covered."""
    state = engine.new_game({}, 0)
    with pytest.raises(IllegalActionError) as caught:
        engine.apply(state, [Place("I1", 0, 0, 0), Place("I1", 0, 0, 0), Pass()])
    assert caught.value.index == 1
    assert reasons(caught.value.problems) == [
        ("C1", "corner_not_covered", ((0, 19), (19, 0), (19, 19))),
        ("C4a", "overlap", ((0, 0),)),
    ]
    assert state == engine.new_game({}, 0)


def test_all_actions_are_parsed_before_the_first_is_played(engine: Engine[Any]) -> None:
    """The first action is illegal, but the last is no action at all: that comes first."""
    with pytest.raises(InvalidActionError) as caught:
        engine.apply(engine.new_game({}, 0), [Pass(), {"type": "place", "piece": "I1"}])
    assert [(one.code, one.pointer) for one in caught.value.problems] == [
        ("missing_field", "/1/cells")
    ]


# ---- Whole games against the rules ------------------------------------------------------------


@pytest.mark.slow(keep=1)
@EVERY_VARIANT
def test_whole_games_follow_the_rules_of_turns(
    engine: Engine[Any], rules: dict[str, object]
) -> None:
    index = VARIANTS.index(rules)
    first_color = COLORS[index % 4]
    states = random_game(engine, 100 + index, first_color=first_color, **rules)
    before = next(states)
    blocked: set[Color] = set()
    shared_turns = 0
    for after in states:
        able = {color for color in COLORS if engine.legal_placements(after, color)}
        assert not able & blocked, "C7: a blocked colour stays blocked"
        blocked = set(COLORS) - able

        color, placed = before.color, after.placements[-1]
        assert placed.color == color
        expected: list[tuple[object, ...]] = [
            ("piece_placed", color, seat_of(after.rules, color, shared_turns))
        ]
        shared_turns += color == after.rules.shared_color
        start = COLORS.index(color) + 1
        following = COLORS[start:] + COLORS[:start]
        passed = following[: next((i for i, one in enumerate(following) if one in able), 0)]
        for one in passed:
            expected.append(("passed", one, seat_of(after.rules, one, shared_turns)))
            shared_turns += one == after.rules.shared_color
        mover = following[len(passed)] if able else None
        if mover is None:
            expected.append(("game_over",))

        action = Place(placed.piece, placed.orientation, placed.row, placed.col)
        again, events = engine.apply(before, [action])
        assert again == after
        assert names(events) == expected
        assert after.color == mover
        assert after.seat == (None if mover is None else seat_of(after.rules, mover, shared_turns))
        assert after.shared_turns == shared_turns
        before = after
    assert before.phase == "over"
