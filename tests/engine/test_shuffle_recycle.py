"""Blokus Shuffle: Recycle (S25)."""

from __future__ import annotations

from typing import Any

import pytest
from cornerwise.engine import Engine
from cornerwise.types import (
    COLORS,
    CardDiscarded,
    CardPlayed,
    ChoosePiece,
    Color,
    Pass,
    Passed,
    PieceRecycled,
    PlayCard,
)

from tests.helpers.drawing import draw, grid, place
from tests.helpers.problems import is_legal, refusal
from tests.helpers.shuffle_states import (
    CONNECTED_BY_I2,
    FOUR_CORNERS,
    choosable_pieces,
    play_card_state,
    state_data,
)


@pytest.mark.rule("S25")
def test_s25_any_of_the_own_pieces_may_be_taken_off_the_board(engine: Engine[Any]) -> None:
    state = play_card_state(engine, CONNECTED_BY_I2, "recycle")
    state, events = engine.apply(state, PlayCard("recycle"))
    assert events == [CardPlayed("blue", 1, "recycle")]
    assert (state.phase, state.turn.card) == ("choose_piece", "recycle")
    assert choosable_pieces(engine, state) == ["blue I1", "blue I2", "blue I3"]
    state, events = engine.apply(state, ChoosePiece("blue", "I3"))
    assert events == [PieceRecycled("blue", 1, "I3", 0, 0, 0)]
    assert (state.phase, state.turn.card) == ("place", "recycle")
    assert "I3" in state.supply("blue")
    assert (
        str(state).splitlines()[:3]
        == grid(
            """
        .......
        ...BB..
        .....B.
        """,
            top_right="Y",
        ).splitlines()[:3]
    )


@pytest.mark.rule("S25")
def test_s25_pieces_may_be_left_unconnected(engine: Engine[Any]) -> None:
    """What is left are two groups, and blue can connect to either of them."""
    state = play_card_state(engine, CONNECTED_BY_I2, "recycle")
    state, _ = engine.apply(state, [PlayCard("recycle"), ChoosePiece("blue", "I2")])
    assert engine.load_state(state.to_dict()) == state
    assert is_legal(engine, state, place("I4", [(1, 3), (2, 3), (3, 3), (4, 3)]))
    assert is_legal(engine, state, place("I4", [(3, 6), (4, 6), (5, 6), (6, 6)]))


@pytest.mark.rule("S25")
def test_s25_it_may_be_placed_again_or_kept(engine: Engine[Any]) -> None:
    state = play_card_state(engine, CONNECTED_BY_I2, "recycle")
    state, _ = engine.apply(state, [PlayCard("recycle"), ChoosePiece("blue", "I1")])
    assert is_legal(engine, state, place("I1", [(2, 5)]))
    assert is_legal(engine, state, place("I1", [(1, 2)])) is False
    assert is_legal(engine, state, place("I4", [(2, 5), (2, 6), (2, 7), (2, 8)]))
    assert refusal(engine, state, Pass()) == [("C6", "must_place", ())]


@pytest.mark.rule("S25", "C1")
def test_s25_it_is_compulsory_even_for_the_only_piece_and_then_c1_applies_again(
    engine: Engine[Any],
) -> None:
    state = play_card_state(engine, FOUR_CORNERS, "recycle")
    state, _ = engine.apply(state, PlayCard("recycle"))
    assert engine.legal_actions(state) == [ChoosePiece("blue", "I1")]
    state, _ = engine.apply(state, ChoosePiece("blue", "I1"))
    assert refusal(engine, state, place("I2", [(1, 1), (1, 2)])) == [
        ("C1", "corner_not_covered", ((0, 0),))
    ]
    assert is_legal(engine, state, place("I2", [(0, 0), (0, 1)]))


@pytest.mark.rule("S25", "S5")
def test_s25_without_a_piece_on_the_board_the_card_is_discarded(engine: Engine[Any]) -> None:
    board = draw(top_right="Y", bottom_right="R", bottom_left="G")
    state = play_card_state(engine, board, "recycle")
    state, events = engine.apply(state, PlayCard("recycle"))
    assert events[1:] == [CardDiscarded("blue", 1, "recycle", "no_piece", "S25")]
    assert (state.phase, state.turn.card) == ("place", None)
    assert is_legal(engine, state, place("I2", [(0, 0), (0, 1)]))


@pytest.mark.rule("S25", "C6")
def test_s25_a_color_that_still_cannot_place_passes(engine: Engine[Any]) -> None:
    """Yellow blocks what is left of blue."""
    board = draw(
        """
        B.....
        .YY...
        ....BB
        """,
        top_right="Y",
        bottom_right="R",
        bottom_left="G",
    )
    state = play_card_state(engine, board, "recycle", top="wild")
    state, _ = engine.apply(state, [PlayCard("recycle"), ChoosePiece("blue", "I2")])
    assert engine.legal_actions(state) == [Pass()]
    _, events = engine.apply(state, Pass())
    assert events == [Passed("blue", 1)]


@pytest.mark.rule("S25")
@pytest.mark.ruling("S25")
def test_s25_with_two_seats_it_may_be_of_either_color_of_the_seat(engine: Engine[Any]) -> None:
    state = play_card_state(engine, CONNECTED_BY_I2, "recycle", color="red", seats=2)
    state, _ = engine.apply(state, PlayCard("recycle"))
    assert choosable_pieces(engine, state) == ["blue I1", "blue I2", "blue I3", "red I1"]
    state, events = engine.apply(state, ChoosePiece("blue", "I3"))
    assert events == [PieceRecycled("blue", 1, "I3", 0, 0, 0)]
    assert "I3" in state.supply("blue")
    # It goes back to blue; this turn's piece is red's.
    assert state.color == "red"
    assert is_legal(engine, state, place("I3", [(18, 18), (18, 17), (18, 16)]))


@pytest.mark.rule("S25")
@pytest.mark.parametrize("shared_turns", [1, 2, 3])
def test_s25_with_three_seats_it_is_of_the_slots_color_only(
    engine: Engine[Any], shared_turns: int
) -> None:
    """Whichever seat plays the shared green, its own colour is not eligible."""
    state = play_card_state(
        engine, CONNECTED_BY_I2, "recycle", color="green", seats=3, shared_turns=shared_turns
    )
    state, _ = engine.apply(state, PlayCard("recycle"))
    assert choosable_pieces(engine, state) == ["green I1"]
    for color in ("blue", "yellow", "red"):
        assert refusal(engine, state, ChoosePiece(color, "I1")) == [("S25", "wrong_owner", ())]


@pytest.mark.rule("S25")
@pytest.mark.parametrize("color", COLORS)
def test_s25_with_four_seats_it_is_of_the_slots_color_only(
    engine: Engine[Any], color: Color
) -> None:
    state = play_card_state(engine, FOUR_CORNERS, "recycle", color=color)
    state, _ = engine.apply(state, PlayCard("recycle"))
    assert choosable_pieces(engine, state) == [f"{color} I1"]


@pytest.mark.rule("S25")
def test_s25_only_pieces_on_the_board_can_be_recycled(engine: Engine[Any]) -> None:
    state = engine.load_state(state_data(CONNECTED_BY_I2, "choose_piece", turn={"card": "recycle"}))
    assert refusal(engine, state, ChoosePiece("blue", "V5")) == [("S25", "not_on_board", ())]
    assert refusal(engine, state, ChoosePiece("yellow", "V5")) == [
        ("S25", "wrong_owner", ()),
        ("S25", "not_on_board", ()),
    ]
    assert refusal(engine, state, ChoosePiece("blue", "I6")) == [("G4", "unknown_piece", ())]  # type: ignore[arg-type]
    assert refusal(engine, state, ChoosePiece("red", "I6")) == [  # type: ignore[arg-type]
        ("S25", "wrong_owner", ()),
        ("G4", "unknown_piece", ()),
    ]


@pytest.mark.rule("S25")
def test_s25_a_recycled_piece_leaves_its_place_in_the_list(engine: Engine[Any]) -> None:
    state = play_card_state(engine, CONNECTED_BY_I2, "recycle")
    kept = [one for one in state.placements if (one.color, one.piece) != ("blue", "I2")]
    state, _ = engine.apply(state, [PlayCard("recycle"), ChoosePiece("blue", "I2")])
    assert list(state.placements) == kept
