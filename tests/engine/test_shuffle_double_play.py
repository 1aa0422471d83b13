"""Blokus Shuffle: Double Play (S27)."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest
from cornerwise.engine import Engine, State
from cornerwise.errors import InvalidActionError
from cornerwise.types import (
    CardDiscarded,
    CardPlayed,
    CardsDrawn,
    Pass,
    Passed,
    PiecePlaced,
    Place,
    PlayCard,
)

from tests.helpers.drawing import draw, place
from tests.helpers.example_boards import PRINTED_EXAMPLE
from tests.helpers.problems import is_legal, reasons, refusal
from tests.helpers.shuffle_states import (
    FOUR_CORNERS,
    legal_cells,
    place_state,
    play_card_state,
    random_shuffle_game,
)
from tests.helpers.states import load_board, placed_last, without_pieces

ELSEWHERE = {"top_right": "Y", "bottom_right": "R", "bottom_left": "G"}
NOT_TOUCHED = ("S27", "first_not_touched", ())
NO_CORNER = ("C2", "no_corner_contact", ())


def second(engine: Engine[Any], board: str) -> State:
    """Return the state after blue's I2, the first piece of a Double Play."""
    placements = placed_last(draw(board, **ELSEWHERE).placements, ("blue", "I2"))
    return place_state(engine, placements, "double_play", first="I2")


@pytest.mark.rule("S27")
def test_s27_after_the_piece_a_second_one_is_placed_that_touches_it(engine: Engine[Any]) -> None:
    state = play_card_state(engine, FOUR_CORNERS, "double_play", top="wild skip")
    state, events = engine.apply(state, PlayCard("double_play"))
    assert events == [CardPlayed("blue", 1, "double_play")]
    assert (state.phase, state.turn.card, state.turn.first) == ("place", "double_play", None)
    state, events = engine.apply(state, place("I2", [(1, 1), (1, 2)]))
    assert events == [PiecePlaced("blue", 1, "I2", 0, 1, 1)]
    assert (state.color, state.phase) == ("blue", "place")
    assert (state.turn.card, state.turn.first) == ("double_play", "I2")
    state, events = engine.apply(state, place("I3", [(2, 3), (2, 4), (2, 5)]))
    assert events == [
        PiecePlaced("blue", 1, "I3", 0, 2, 3),
        CardsDrawn("blue", 1, 1, ("wild",)),
    ]
    assert state.color == "yellow"


@pytest.mark.rule("S27")
def test_s27_touching_another_piece_of_the_color_is_not_enough(engine: Engine[Any]) -> None:
    """The first piece is I2: a second at the corner of I3 is refused, one at I2's is not."""
    state = second(
        engine,
        """
        B.......
        .BBB....
        ....BB..
        """,
    )
    assert refusal(engine, state, place("V3", [(2, 0), (3, 0), (3, 1)])) == [NOT_TOUCHED]
    assert is_legal(engine, state, place("V3", [(3, 6), (3, 7), (4, 6)]))


@pytest.mark.rule("S27", "C2")
def test_s27_c2_holds_and_all_reasons_are_given(engine: Engine[Any]) -> None:
    state = second(
        engine,
        """
        B...
        .BB.
        """,
    )
    # It touches the first at a corner, and along a side too.
    assert refusal(engine, state, place("V3", [(2, 2), (2, 3), (3, 2)])) == [
        ("C2", "side_contact", ((2, 2),))
    ]
    # It touches the first along a side only.
    assert refusal(engine, state, place("I3", [(1, 3), (1, 4), (1, 5)])) == [
        NOT_TOUCHED,
        NO_CORNER,
        ("C2", "side_contact", ((1, 3),)),
    ]
    # It touches nothing, is off the board, and is already placed.
    assert refusal(engine, state, place("I1", [(20, 5)])) == [
        NOT_TOUCHED,
        NO_CORNER,
        ("C4b", "off_board", ((20, 5),)),
        ("C4c", "not_in_supply", ()),
    ]


@pytest.mark.rule("S27", "C6")
def test_s27_it_is_compulsory_if_possible(engine: Engine[Any]) -> None:
    state = second(
        engine,
        """
        B...
        .BB.
        """,
    )
    assert refusal(engine, state, Pass()) == [("C6", "must_place", ())]
    around = {(0, 3), (2, 3), (2, 0)}
    ways = legal_cells(engine, state)
    assert ways
    assert all(around & set(cells) for cells in ways)


POCKET = draw(
    """
    BB.YY
    .....
    .R.G.
    .R.G.
    """,
    **ELSEWHERE,
)
"""A single blue square at (1, 2) would have no free corner."""


@pytest.mark.rule("S27")
def test_s27_a_first_piece_need_not_allow_a_second(engine: Engine[Any]) -> None:
    state = place_state(engine, POCKET, "double_play", top="wild")
    after, _ = engine.apply(state, place("I3", [(1, 2), (1, 3), (1, 4)]))
    assert after.turn.first == "I3"
    assert is_legal(engine, state, place("I1", [(1, 2)]))


@pytest.mark.rule("S27", "S7")
@pytest.mark.ruling("S27")
def test_s27_without_a_second_piece_the_card_is_discarded_and_one_card_drawn(
    engine: Engine[Any],
) -> None:
    """The card was in force until then; an event says that it has no effect."""
    state = place_state(engine, POCKET, "double_play", top="wild skip")
    state, events = engine.apply(state, place("I1", [(1, 2)]))
    assert events == [
        PiecePlaced("blue", 1, "I1", 0, 1, 2),
        CardDiscarded("blue", 1, "double_play", "nothing_fits", "S27"),
        CardsDrawn("blue", 1, 1, ("wild",)),
    ]
    assert state.color == "yellow"


@pytest.mark.rule("S27", "C1")
def test_s27_the_first_may_be_the_first_piece_of_its_color(engine: Engine[Any]) -> None:
    board = draw(top_right="Y", bottom_right="R", bottom_left="G")
    state = place_state(engine, board, "double_play", top="wild")
    state, events = engine.apply(state, place("I1", [(0, 0)]))
    assert state.turn.first == "I1"
    assert len(events) == 1
    assert is_legal(engine, state, place("I2", [(1, 1), (1, 2)]))


@pytest.mark.rule("S27")
def test_s27_it_is_judged_after_the_first_piece(engine: Engine[Any]) -> None:
    """The card is in force when it is played, whatever its outcome."""
    state = play_card_state(engine, FOUR_CORNERS, "double_play")
    state, events = engine.apply(state, PlayCard("double_play"))
    assert len(events) == 1
    assert legal_cells(engine, state) == legal_cells(engine, place_state(engine, FOUR_CORNERS))


@pytest.mark.rule("S27", "S6", "S7")
def test_s27_without_a_first_piece_the_turn_is_passed_and_the_card_discarded(
    engine: Engine[Any],
) -> None:
    board = draw(
        """
        B..
        .YY
        """,
        **ELSEWHERE,
    )
    state = place_state(engine, board, "double_play", top="wild")
    assert engine.legal_actions(state) == [Pass()]
    _, events = engine.apply(state, Pass())
    assert events == [
        CardDiscarded("blue", 1, "double_play", "nothing_fits", "S27"),
        Passed("blue", 1),
    ]


@pytest.mark.rule("S27", "P7")
def test_s27_the_second_piece_counts_as_the_last(engine: Engine[Any]) -> None:
    state = place_state(engine, FOUR_CORNERS, "double_play")
    state, _ = engine.apply(state, place("I2", [(1, 1), (1, 2)]))
    assert state.last_placed["blue"] == "I2"
    state, _ = engine.apply(state, place("I3", [(2, 3), (2, 4), (2, 5)]))
    assert state.last_placed["blue"] == "I3"


# ---- The outcome before the first piece -------------------------------------------------------

CORNERED = draw(
    """
    .Y..
    GY..
    GY..
    """,
    top_right="Y",
    bottom_right="R",
    bottom_left="G",
)
"""Blue has nothing on the board: only I1 fits in its corner, and (1, 1) is covered."""


@pytest.mark.rule("S27")
def test_s27_discarded_if_no_first_piece_leaves_room_for_a_second(engine: Engine[Any]) -> None:
    state = place_state(engine, CORNERED, "double_play")
    assert legal_cells(engine, state) == {((0, 0),)}
    assert engine.double_play_outcome(state) == "discarded"


@pytest.mark.rule("S27")
def test_s27_discarded_if_there_is_no_first_piece(engine: Engine[Any]) -> None:
    board = draw(
        """
        B..
        .YY
        """,
        **ELSEWHERE,
    )
    assert engine.double_play_outcome(place_state(engine, board, "double_play")) == "discarded"


@pytest.mark.rule("S27")
def test_s27_discarded_if_only_one_piece_is_left(engine: Engine[Any]) -> None:
    one_left = without_pieces(draw(PRINTED_EXAMPLE).placements, ("blue", "I1"))
    assert engine.double_play_outcome(place_state(engine, one_left, "double_play")) == "discarded"


@pytest.mark.rule("S27")
def test_s27_carried_out_if_every_first_piece_leaves_room_for_a_second(
    engine: Engine[Any],
) -> None:
    for board in (FOUR_CORNERS, draw(top_right="Y", bottom_right="R", bottom_left="G")):
        state = place_state(engine, board, "double_play")
        assert engine.double_play_outcome(state) == "carried_out"


@pytest.mark.rule("S27")
def test_s27_depends_if_some_first_pieces_leave_room_and_some_do_not(
    engine: Engine[Any],
) -> None:
    assert engine.double_play_outcome(place_state(engine, POCKET, "double_play")) == "depends"


def outcome_by_trial(engine: Engine[Any], state: State) -> str:
    """Return what Double Play will do by playing every first placement."""
    firsts = [one for one in engine.legal_actions(state) if isinstance(one, Place)]
    found = {engine.apply(state, one)[0].turn.first is not None for one in firsts}
    return "depends" if len(found) == 2 else "carried_out" if True in found else "discarded"


@pytest.mark.slow
@pytest.mark.rule("S27")
def test_s27_the_outcome_is_that_of_playing_every_first_placement(
    rust: Engine[Any], python: Engine[Any]
) -> None:
    """Over the positions of random games; those with most placements are tried in Rust only."""
    outcomes: Counter[str] = Counter()
    tried_in_python = 0
    for seed in range(60):
        for state, actions, _ in random_shuffle_game(rust, seed):
            if state.turn.card != "double_play" or state.turn.first is not None:
                continue
            outcome = rust.double_play_outcome(state)
            assert outcome == outcome_by_trial(rust, state)
            outcomes[outcome] += 1
            if len(actions) < 60 and tried_in_python < 60:
                other = python.load_state(state.to_dict())
                assert python.double_play_outcome(other) == outcome
                assert outcome_by_trial(python, other) == outcome
                tried_in_python += 1
    assert min(outcomes[name] for name in ("carried_out", "depends", "discarded")) >= 10
    assert tried_in_python == 60


@pytest.mark.rule("S27")
def test_s27_the_outcome_is_known_only_while_double_play_is_in_force(engine: Engine[Any]) -> None:
    second_piece = second(engine, "B...\n.BB.")
    for state in (
        second_piece,
        place_state(engine, FOUR_CORNERS, "skip"),
        play_card_state(engine, FOUR_CORNERS, "double_play"),
        engine.new_game({}, 0),
        load_board(engine, draw(PRINTED_EXAMPLE)),
    ):
        with pytest.raises(InvalidActionError) as caught:
            engine.double_play_outcome(state)
        assert reasons(caught.value.problems) == [("S27", "wrong_step", ())]
