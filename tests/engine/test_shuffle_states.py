"""States of Blokus Shuffle that load_state accepts: it is no stricter than the rules."""

from __future__ import annotations

import json
from typing import Any

import pytest
from cornerwise.engine import Engine
from cornerwise.types import COLORS, Turn

from tests.helpers.drawing import draw
from tests.helpers.example_boards import PRINTED_EXAMPLE
from tests.helpers.problems import problem_locations
from tests.helpers.shuffle_states import FOUR_CORNERS, card_list, deal, deck_copies, state_data
from tests.helpers.states import placement, without_fields

PRINTED = draw(PRINTED_EXAMPLE).placements


# ---- What a Shuffle board may look like, and a classic one may not ----------------------------

ODD_BOARDS = {
    "side contacts of one colour": draw(
        """
        BBCC
        BBCB
        """,
        top_right="Y",
    ),
    "groups that are not connected": draw(
        """
        B.....
        ......
        ...BB.
        ......
        .BBB..
        """,
        top_right="Y",
    ),
    "a colour with nothing on the board": draw(top_right="Y", bottom_right="R"),
    "nothing on the board at all": draw(),
    "no piece on a corner of the board": draw(
        """
        .....
        .BB..
        .....
        """
    ),
    "more pieces of one colour than turns would allow": draw(
        """
        BB....
        ..BBB.
        .B....
        """
    ),
    "a first piece on the corner of another": draw(bottom_right="B", top_right="G"),
}


@pytest.mark.rule("S23", "S24", "S25", "S26")
@pytest.mark.parametrize("name", ODD_BOARDS)
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_boards_that_only_cards_can_produce_are_accepted(
    engine: Engine[Any], seats: int, name: str
) -> None:
    data = state_data(ODD_BOARDS[name], hand="skip", seats=seats, start_corners="fixed")
    state = engine.load_state(data)
    assert len(state.placements) == len(ODD_BOARDS[name].placements)
    assert engine.load_state(json.loads(state.to_json())) == state


@pytest.mark.parametrize("phase", ["play_card", "place"])
@pytest.mark.parametrize("color", COLORS)
@pytest.mark.parametrize("direction", ["clockwise", "counterclockwise"])
def test_the_turn_is_independent_of_piece_counts_and_direction(
    engine: Engine[Any], phase: str, color: str, direction: str
) -> None:
    """Skips, passes and recycled pieces leave no trace; Reverse cards are not counted."""
    board = draw("BBB", top_right="YY")
    data = state_data(board, phase, color=color, hand="skip", direction=direction)
    state = engine.load_state(data)
    assert (state.color, state.direction) == (color, direction)


def test_loading_a_shuffle_state_settles_nothing(engine: Engine[Any]) -> None:
    """Blue is blocked and has no cards: it still has its turn, which is not passed for it."""
    board = draw(
        """
        B..
        .YY
        """
    )
    data = state_data(board, "place", pile="", others="")
    state = engine.load_state(data)
    assert (state.color, state.phase) == ("blue", "place")
    # Nor is the end: no colour can do anything, but yellow's turn is not over.
    data = state_data(PRINTED, "place", color="yellow", others="")
    assert engine.load_state(data).phase == "place"


def test_omitted_fields_have_defaults(engine: Engine[Any]) -> None:
    full = state_data(FOUR_CORNERS, "place", hand="", pile="")
    data = without_fields(
        full, "/direction", "/shared_turns", "/decks/blue/hand", "/decks/blue/draw"
    )
    state = engine.load_state(data)
    assert (state.direction, state.shared_turns) == ("clockwise", 0)
    deck = state.decks["blue"]
    assert (deck.draw, deck.hand) == ((), ())
    assert list(deck.discard) == card_list(deck_copies(4))
    assert state.turn == Turn("blue", "place")


def test_null_means_omitted_in_classic(engine: Engine[Any]) -> None:
    data = state_data(FOUR_CORNERS, hand="skip")
    again = {
        **data,
        "rules": {**data["rules"], "deck": None, "monomino_bonus": None, "shared_color": None},
        "turn": {**data["turn"], **dict.fromkeys(["card", "drawn", "as_color", "target", "first"])},
        "direction": None,
    }
    assert engine.load_state(again) == engine.load_state(data)


@pytest.mark.parametrize(
    ("phase", "turn", "card"),
    [
        ("choose_card", {"drawn": ["wild", "skip"]}, "draw_two"),
        ("choose_color", {}, "wild"),
        ("warp_to", {"target": {"color": "yellow", "piece": "I2"}}, "warp"),
    ],
)
def test_a_card_that_the_phase_implies_need_not_be_named(
    engine: Engine[Any], phase: str, turn: dict[str, Any], card: str
) -> None:
    board = draw("B", top_right="..Y\nYY.")
    state = engine.load_state(state_data(board, phase, turn=turn))
    again = engine.load_state(state_data(board, phase, turn={**turn, "card": card}))
    assert again == state
    assert "card" not in state.to_dict()["turn"]


@pytest.mark.rule("S1")
def test_the_largest_deck_has_120_cards(engine: Engine[Any]) -> None:
    state = engine.new_game({"game": "shuffle", "seats": 2, "deck": {"skip": 60}}, 0)
    assert len(state.decks["seat1"].draw) == 120
    assert engine.load_state(state.to_dict()) == state


def test_the_order_of_the_list_is_kept(engine: Engine[Any]) -> None:
    data = state_data(FOUR_CORNERS, hand="skip")
    backwards = {**data, "placements": data["placements"][::-1]}
    ours, theirs = engine.load_state(data), engine.load_state(backwards)
    assert ours != theirs
    assert ours.placements == theirs.placements[::-1]


def test_tuples_are_accepted_as_lists(engine: Engine[Any]) -> None:
    data = state_data(FOUR_CORNERS, "choose_card", turn={"drawn": ("wild", "skip")})
    data["decks"]["red"] = {name: tuple(cards) for name, cards in data["decks"]["red"].items()}
    assert engine.load_state(data).turn.drawn == ("wild", "skip")


def test_load_state_does_not_change_the_data(engine: Engine[Any]) -> None:
    data = state_data(FOUR_CORNERS, hand="skip")
    kept = repr(data)
    engine.load_state(data)
    assert repr(data) == kept


# ---- Stages -----------------------------------------------------------------------------------


def test_later_stages_do_not_run_after_problems(engine: Engine[Any]) -> None:
    """Everything is wrong at once; then it is put right, stage by stage."""
    data = state_data(FOUR_CORNERS, "over", hand="skip wild warp")
    data["more"] = 1
    data["rules"]["teams"] = True
    data["turn"]["first"] = "I1"
    data["placements"] = [placement("blue", "I1", (20, 0)), placement("blue", "I1", (0, 0))]
    assert problem_locations(engine, data) == [("unknown_field", "/more")]
    del data["more"]
    assert problem_locations(engine, data) == [("options_conflict", "/rules/teams")]
    data["rules"]["teams"] = False
    assert problem_locations(engine, data) == [("wrong_phase", "/turn/first")]
    del data["turn"]["first"]
    assert problem_locations(engine, data) == [("off_board", "/placements/0")]
    data["placements"][0] = placement("blue", "I1", (0, 1))
    assert problem_locations(engine, data) == [("piece_twice", "/placements/1")]
    del data["placements"][1]
    assert problem_locations(engine, data) == [("wrong_hand", "/decks/blue/hand")]
    data["decks"]["blue"] = deal(deck_copies(4), hand="skip")
    assert problem_locations(engine, data) == [
        ("wrong_turn", "/turn/color"),
        ("wrong_phase", "/turn/phase"),
    ]
    data["turn"] = {"color": "blue", "phase": "choose_color"}
    assert problem_locations(engine, data) == [("wrong_deck", "/decks/blue/discard")]
    data["turn"]["phase"] = "play_card"
    assert engine.load_state(data).color == "blue"


def test_pieces_are_judged_one_by_one_and_together_as_in_classic(engine: Engine[Any]) -> None:
    data = state_data(FOUR_CORNERS, hand="skip")
    data["placements"] = [
        placement("blue", "I2", (0, 0), (1, 1)),
        placement("red", "I2", (0, 19), (0, 20)),
    ]
    assert problem_locations(engine, data) == [
        ("wrong_shape", "/placements/0"),
        ("off_board", "/placements/1"),
    ]
    data["placements"] = [
        placement("blue", "I2", (0, 0), (0, 1)),
        placement("red", "I2", (0, 1), (0, 2)),
    ]
    assert problem_locations(engine, data) == [("overlap", "/placements/1")]


def test_no_more_than_20_problems_are_reported(engine: Engine[Any]) -> None:
    data = state_data(FOUR_CORNERS, hand="skip")
    data["decks"]["blue"]["draw"] = ["joker"] * 50
    assert problem_locations(engine, data) == [
        ("unknown_card", f"/decks/blue/draw/{index}") for index in range(20)
    ]
