"""Loading states of Blokus Shuffle: complete decks, and a turn that fits the position."""

from __future__ import annotations

from typing import Any

import pytest
from cornerwise.engine import Engine
from cornerwise.types import COLORS, Color

from tests.helpers.drawing import CORNERS, draw
from tests.helpers.example_boards import PRINTED_EXAMPLE
from tests.helpers.games import order_from
from tests.helpers.problems import problem_locations, state_problems
from tests.helpers.shuffle_states import (
    FOUR_CORNERS,
    STANDARD_COPIES,
    card_list,
    deal,
    deck_copies,
    state_data,
)
from tests.helpers.states import placement, with_value, without_fields, without_pieces

PRINTED = draw(PRINTED_EXAMPLE).placements
STATE = state_data(FOUR_CORNERS, hand="skip wild")
TWO = state_data(FOUR_CORNERS, hand="skip wild", seats=2)

BLOCKED = draw(
    """
    B....
    .YY..
    """,
    top_right="Y",
    bottom_right="R",
    bottom_left="G",
)
"""Blue has one piece, and yellow covers the only square that touches it at a corner."""


# ---- The cards of a deck ----------------------------------------------------------------------


@pytest.mark.rule("S1")
def test_wrong_cards_are_reported_for_each_deck(engine: Engine[Any]) -> None:
    data = with_value(STATE, "/decks/yellow/draw/0", "skip")
    data["decks"]["blue"]["hand"] = ["skip"]
    assert state_problems(engine, data) == [
        ("wrong_deck", "/decks/blue", "S1", ()),
        ("wrong_deck", "/decks/yellow", "S1", ()),
    ]


@pytest.mark.rule("S1")
def test_an_empty_deck_lacks_every_card(engine: Engine[Any]) -> None:
    data = with_value(STATE, "/decks/red", {})
    assert state_problems(engine, data) == [("wrong_deck", "/decks/red", "S1", ())]


@pytest.mark.rule("S1", "S3")
def test_with_two_seats_a_deck_has_each_card_twice_as_often(engine: Engine[Any]) -> None:
    four = with_value(TWO, "/decks/seat2", {"draw": card_list(deck_copies(4))})
    assert problem_locations(engine, four) == [("wrong_deck", "/decks/seat2")]
    assert engine.load_state(TWO).decks["seat2"].hand == ("skip", "skip")


@pytest.mark.rule("S1")
def test_a_deck_must_be_the_one_of_the_options(engine: Engine[Any]) -> None:
    data = state_data(FOUR_CORNERS, hand="warp", deck={"warp": 3})
    assert engine.load_state(data).decks["blue"].draw == ("warp", "warp")
    data["rules"]["deck"] = {"warp": 2, "skip": 1}


@pytest.mark.rule("S22")
def test_the_drawn_cards_belong_to_the_deck_of_the_color_to_move(engine: Engine[Any]) -> None:
    data = state_data(FOUR_CORNERS, "choose_card", turn={"drawn": ["wild", "skip"]})
    assert engine.load_state(data).turn.drawn == ("wild", "skip")
    data["decks"]["blue"]["draw"] += ["wild", "skip"]


@pytest.mark.rule("S2")
@pytest.mark.parametrize("name", ["blue", "green"])
def test_a_hand_has_at_most_two_cards(engine: Engine[Any], name: str) -> None:
    three = deal(deck_copies(4), hand="skip reverse wild")
    data = with_value(STATE, f"/decks/{name}", three)
    assert state_problems(engine, data) == [("wrong_hand", f"/decks/{name}/hand", "S2", ())]


def test_the_turn_is_not_checked_if_cards_are_wrong(engine: Engine[Any]) -> None:
    data = with_value(STATE, "/decks/red", {"draw": ["skip"] * 12, "hand": ["skip"] * 3})
    data["turn"] = {"color": "blue", "phase": "over"}
    assert problem_locations(engine, data) == [
        ("wrong_deck", "/decks/red"),
        ("wrong_hand", "/decks/red/hand"),
    ]


# ---- The colour to move -----------------------------------------------------------------------


@pytest.mark.rule("S10")
def test_a_finished_game_has_no_color_to_move(engine: Engine[Any]) -> None:
    data = state_data(PRINTED, "over", color=None, others="")
    assert engine.load_state(data).color is None
    assert engine.load_state(without_fields(data, "/turn/color")).color is None
    data["turn"]["color"] = "yellow"
    assert state_problems(engine, data) == [("wrong_turn", "/turn/color", None, ())]


@pytest.mark.rule("S10")
@pytest.mark.parametrize("holder", ["yellow", "red", "green"])
def test_a_game_is_not_over_while_a_color_can_play(engine: Engine[Any], holder: Color) -> None:
    """Blue is finished, so its cards do not count; the others need one, or a place for a piece."""
    hands: dict[str, str] = {**dict.fromkeys(map(str, COLORS), ""), "blue": "skip wild"}
    hands[holder] = "warp"
    data = state_data(PRINTED, "over", color=None, others=hands)
    assert state_problems(engine, data) == [("wrong_phase", "/turn/phase", "S10", ())]
    before = without_pieces(PRINTED, ("blue", "I1"))
    data = state_data(before, "over", color=None, others="")
    assert state_problems(engine, data) == [("wrong_phase", "/turn/phase", "S10", ())]


@pytest.mark.rule("S10")
def test_the_first_color_that_can_play_is_named(engine: Engine[Any]) -> None:
    data = state_data(PRINTED, "over", color="red", others="skip")
    data["decks"]["red"] = deal(deck_copies(4), hand="skip")
    assert state_problems(engine, data) == [
        ("wrong_turn", "/turn/color", None, ()),
        ("wrong_phase", "/turn/phase", "S10", ()),
    ]


def test_an_unfinished_game_has_a_color_to_move(engine: Engine[Any]) -> None:
    data = with_value(STATE, "/turn/color", None)
    assert state_problems(engine, data) == [("missing_field", "/turn/color", None, ())]


@pytest.mark.rule("S8")
@pytest.mark.parametrize("phase", ["play_card", "place"])
def test_a_finished_color_is_not_to_move(engine: Engine[Any], phase: str) -> None:
    data = state_data(PRINTED, phase, color="blue", hand="skip")
    assert state_problems(engine, data) == [("wrong_turn", "/turn/color", "S8", ())]


# ---- The set-up round -------------------------------------------------------------------------


def opening(placed: str, color: str, first: Color = "blue", **rules: Any) -> dict[str, Any]:
    """Return a set-up round: initials of the colours that have placed I1, and the colour to move.

    A colour that has placed holds two cards.
    """
    names = {one[0]: one for one in COLORS}
    board = [
        placement(names[one], "I1", corner) for one, corner in zip(placed, CORNERS, strict=False)
    ]
    hands: dict[str, str] = {one: "skip reverse" if one[0] in placed else "" for one in COLORS}
    hand = hands.pop(color)
    data = state_data(
        board, "opening", color=color, hand=hand, others=hands, first_color=first, **rules
    )
    return {**data, "shared_turns": 0}


@pytest.mark.rule("S2")
@pytest.mark.parametrize("first", COLORS)
@pytest.mark.parametrize("placed", range(4))
def test_a_valid_set_up_round_is_accepted(engine: Engine[Any], placed: int, first: Color) -> None:
    order = order_from(first)
    data = opening("".join(one[0] for one in order[:placed]), order[placed], first)
    state = engine.load_state(data)
    assert (state.color, state.phase) == (order[placed], "opening")


@pytest.mark.rule("S2")
def test_four_pieces_end_the_set_up_round(engine: Engine[Any]) -> None:
    """Nothing else is reported then, although the direction was not reversed either."""
    data = {**opening("byrg", "blue"), "direction": "counterclockwise"}
    assert state_problems(engine, data) == [("wrong_phase", "/turn/phase", "S2", ())]


@pytest.mark.rule("S2")
def test_the_set_up_round_goes_in_turn_order(engine: Engine[Any]) -> None:
    data = opening("r", "yellow")
    assert state_problems(engine, data) == [
        ("wrong_counts", "/placements", "S2", ()),
        ("wrong_counts", "/placements", "S2", ()),
    ]
    data = opening("b", "red")
    assert state_problems(engine, data) == [("wrong_turn", "/turn/color", "S2", ())]


@pytest.mark.rule("S2", "C1")
@pytest.mark.parametrize(
    ("start_corners", "cell", "allowed"),
    [
        ("any", (5, 5), CORNERS),
        ("fixed", (5, 5), ((0, 0),)),
        ("fixed", (19, 19), ((0, 0),)),
        ("any", (19, 19), None),
    ],
)
def test_in_the_set_up_round_a_piece_covers_a_corner(
    engine: Engine[Any],
    start_corners: str,
    cell: tuple[int, int],
    allowed: Any,  # noqa: ANN401
) -> None:
    data = opening("b", "yellow", start_corners=start_corners)
    data["placements"] = [placement("blue", "I1", cell)]
    if allowed is None:
        assert engine.load_state(data).color == "yellow"
    else:
        assert state_problems(engine, data) == [
            ("corner_not_covered", "/placements/0", "C1", allowed)
        ]


@pytest.mark.rule("S2")
def test_in_the_set_up_round_no_card_has_been_played(engine: Engine[Any]) -> None:
    data = opening("b", "yellow")
    data["direction"] = "counterclockwise"
    data["decks"]["blue"] = deal(deck_copies(4), hand="skip wild", played="reverse")
    data["decks"]["red"] = deal(deck_copies(4), hand="skip")
    data["decks"]["green"] = deal(deck_copies(4), played="warp")
    assert state_problems(engine, data) == [
        ("wrong_direction", "/direction", "S2", ()),
        ("wrong_deck", "/decks/blue/discard", "S2", ()),
        ("wrong_hand", "/decks/red/hand", "S2", ()),
        ("wrong_deck", "/decks/green/discard", "S2", ()),
    ]


@pytest.mark.rule("S2")
@pytest.mark.parametrize(
    ("hand", "deck", "wanted"),
    [("", None, 2), ("skip", None, 2), ("skip", {"skip": 1}, None), ("", {"skip": 1}, 1)],
)
def test_in_the_set_up_round_a_color_that_has_placed_has_a_full_hand(
    engine: Engine[Any], hand: str, deck: dict[str, int] | None, wanted: int | None
) -> None:
    data = state_data(
        [placement("blue", "I1", (0, 0))],
        "opening",
        color="yellow",
        others="",
        deck=deck or STANDARD_COPIES,
    )
    data["decks"]["blue"] = deal(deck_copies(4, deck), hand=hand)
    if wanted is None:
        assert engine.load_state(data).decks["blue"].hand == ("skip",)
    else:
        assert state_problems(engine, data) == [("wrong_hand", "/decks/blue/hand", "S2", ())]


@pytest.mark.rule("S2", "S3")
def test_in_the_set_up_round_of_two_seats_either_color_has_drawn_the_hand(
    engine: Engine[Any],
) -> None:
    board = [placement("yellow", "I1", (0, 0))]
    rules: dict[str, Any] = {"seats": 2, "first_color": "yellow"}
    data = state_data(board, "opening", color="red", others="skip skip", **rules)
    assert engine.load_state(data).decks["seat2"].hand == ("skip", "skip")
    data = state_data(board, "opening", color="red", hand="skip skip", others="", **rules)
    assert problem_locations(engine, data) == [
        ("wrong_hand", "/decks/seat1/hand"),
        ("wrong_hand", "/decks/seat2/hand"),
    ]


# ---- The phases of a turn ---------------------------------------------------------------------


@pytest.mark.rule("S5")
def test_play_card_phase_requires_a_card_in_hand(engine: Engine[Any]) -> None:
    data = state_data(FOUR_CORNERS, "play_card", hand="")
    assert state_problems(engine, data) == [("wrong_phase", "/turn/phase", "S5", ())]


TURNS: dict[str, tuple[str, dict[str, Any]]] = {
    "draw_two": ("choose_card", {"drawn": ["wild", "skip"]}),
    "wild": ("choose_color", {}),
    "recycle": ("choose_piece", {"card": "recycle"}),
    "warp": ("warp_to", {"target": {"color": "yellow", "piece": "I2"}}),
    "double_play": ("place", {"card": "double_play"}),
    "skip": ("place", {"card": "skip"}),
}


@pytest.mark.rule("S5")
@pytest.mark.parametrize("card", TURNS)
def test_the_played_card_must_be_in_the_discard_pile(engine: Engine[Any], card: str) -> None:
    phase, turn = TURNS[card]
    data = state_data(BLOCKED, phase, turn=turn, hand="edge_to_edge")
    assert engine.load_state(data).phase == phase
    data = state_data(BLOCKED, phase, turn=turn, hand="edge_to_edge", played="")
    assert state_problems(engine, data) == [("wrong_deck", "/decks/blue/discard", "S5", ())]


@pytest.mark.rule("S5")
@pytest.mark.parametrize("card", [*TURNS, None])
def test_after_a_card_was_played_at_most_one_is_left_in_hand(
    engine: Engine[Any], card: str | None
) -> None:
    phase, turn = ("place", {}) if card is None else TURNS[card]
    data = state_data(BLOCKED, phase, turn=turn, hand="edge_to_edge edge_to_edge")
    assert state_problems(engine, data) == [("wrong_hand", "/decks/blue/hand", "S5", ())]


@pytest.mark.rule("S23")
def test_choose_color_phase_requires_a_possible_color(engine: Engine[Any]) -> None:
    data = state_data(PRINTED, "choose_color", color="yellow")
    assert state_problems(engine, data) == [("wrong_phase", "/turn/phase", "S23", ())]


@pytest.mark.rule("S25", "S26")
@pytest.mark.parametrize(("card", "rule"), [("recycle", "S25"), ("warp", "S26")])
def test_choose_piece_phase_requires_an_eligible_piece(
    engine: Engine[Any], card: str, rule: str
) -> None:
    board = draw(top_right="Y", bottom_right="R", bottom_left="G")
    data = state_data(board, "choose_piece", turn={"card": card})
    assert state_problems(engine, data) == [("wrong_phase", "/turn/phase", rule, ())]


@pytest.mark.rule("S26")
@pytest.mark.parametrize(
    ("color", "piece", "codes"),
    [
        ("blue", "I1", ["wrong_owner"]),
        ("blue", "V5", ["wrong_owner", "not_on_board"]),
        ("yellow", "V5", ["not_on_board"]),
        ("red", "I1", ["no_destination"]),
    ],
)
def test_the_target_of_a_warp_must_be_eligible(
    engine: Engine[Any], color: str, piece: str, codes: list[str]
) -> None:
    data = state_data(BLOCKED, "warp_to", turn={"target": {"color": color, "piece": piece}})
    assert state_problems(engine, data) == [(code, "/turn/target", "S26", ()) for code in codes]


@pytest.mark.rule("S23")
def test_a_declared_color_must_be_possible(engine: Engine[Any]) -> None:
    turn = {"card": "wild", "as_color": "blue"}
    data = state_data(BLOCKED, "place", turn=turn)
    assert state_problems(engine, data) == [("nothing_fits", "/turn/as_color", "S23", ())]
    turn["as_color"] = "red"
    assert engine.load_state(state_data(BLOCKED, "place", turn=turn)).turn.as_color == "red"


@pytest.mark.rule("S24")
def test_edge_to_edge_is_in_force_only_where_it_can_be_followed(engine: Engine[Any]) -> None:
    board = draw(
        """
        BYY
        G..
        G..
        """
    )
    data = state_data(board, "place", turn={"card": "edge_to_edge"})
    assert state_problems(engine, data) == [("wrong_phase", "/turn/card", "S24", ())]


@pytest.mark.rule("S27")
@pytest.mark.parametrize(
    ("board", "first"),
    [
        ("BB...\n..B..", "V5"),  # not on the board
        ("BB...\n..B..", "I2"),  # not the last one
        ("B....\n.YY..", "I1"),  # nothing can touch it
    ],
)
def test_second_piece_requires_a_first_piece_that_allows_it(
    engine: Engine[Any], board: str, first: str
) -> None:
    drawing = draw(board, top_right="Y", bottom_right="R", bottom_left="G")
    turn = {"card": "double_play", "first": first}
    data = state_data(drawing, "place", turn=turn)
    assert state_problems(engine, data) == [("wrong_phase", "/turn/first", "S27", ())]


# ---- Last pieces and shared turns -------------------------------------------------------------


@pytest.mark.rule("P7")
def test_last_placed_is_the_last_of_the_list_or_null(engine: Engine[Any]) -> None:
    """A Recycle may have cleared the record; another piece than the last is always wrong."""
    data = state_data(BLOCKED, hand="skip")
    assert dict(engine.load_state(data).last_placed) == {
        "blue": "I1",
        "yellow": "I2",
        "red": "I1",
        "green": "I1",
    }
    data["last_placed"] = dict.fromkeys(COLORS)
    assert set(engine.load_state(data).last_placed.values()) == {None}
    data["last_placed"] = {"yellow": "I1", "green": "V5", "blue": "I1"}
    assert state_problems(engine, data) == [
        ("wrong_last_placed", "/last_placed/yellow", "P7", ()),
        ("wrong_last_placed", "/last_placed/green", "P7", ()),
    ]


@pytest.mark.rule("P7")
def test_a_color_with_nothing_on_the_board_has_no_last_piece(engine: Engine[Any]) -> None:
    board = draw(top_right="Y", bottom_right="R", bottom_left="G")
    data = state_data(board, "place", turn={"card": "recycle"})
    assert engine.load_state({**data, "last_placed": {"blue": None}}).last_placed["blue"] is None
    assert problem_locations(engine, {**data, "last_placed": {"blue": "I1"}}) == [
        ("wrong_last_placed", "/last_placed/blue")
    ]


@pytest.mark.rule("P7")
def test_nothing_clears_the_record_in_the_set_up_round_or_inside_a_double_play(
    engine: Engine[Any],
) -> None:
    data = {**opening("b", "yellow"), "last_placed": {"blue": None, "red": None}}
    assert state_problems(engine, data) == [("wrong_last_placed", "/last_placed/blue", "P7", ())]
    drawing = draw("B\n.BB", top_right="Y")
    turn = {"card": "double_play", "first": "I2"}
    data = {
        **state_data(drawing, "place", turn=turn),
        "last_placed": {"blue": None, "yellow": None},
    }
    assert state_problems(engine, data) == [("wrong_last_placed", "/last_placed/blue", "P7", ())]


@pytest.mark.rule("C8")
def test_without_a_shared_color_there_are_no_shared_turns(engine: Engine[Any]) -> None:
    for data in (STATE, TWO, opening("b", "yellow")):
        assert state_problems(engine, {**data, "shared_turns": 1}) == [
            ("wrong_shared_turns", "/shared_turns", "C8", ())
        ]


@pytest.mark.rule("C8")
@pytest.mark.parametrize("shared", COLORS)
def test_the_shared_turns_of_the_set_up_round(engine: Engine[Any], shared: Color) -> None:
    for placed in range(4):
        turns = int(COLORS.index(shared) < placed)
        data = opening(
            "".join(one[0] for one in COLORS[:placed]),
            COLORS[placed],
            seats=3,
            shared_color=shared,
        )
        assert engine.load_state({**data, "shared_turns": turns}).shared_turns == turns
        for wrong in {0, 1, 2} - {turns}:
            assert problem_locations(engine, {**data, "shared_turns": wrong}) == [
                ("wrong_shared_turns", "/shared_turns")
            ]


@pytest.mark.rule("C8")
@pytest.mark.parametrize("turns", [1, 2, 17, 2**31 - 1])
def test_after_the_set_up_round_the_shared_color_has_had_a_turn(
    engine: Engine[Any], turns: int
) -> None:
    data = state_data(FOUR_CORNERS, hand="skip", color="green", seats=3, shared_turns=turns)
    assert engine.load_state(data).seat == turns % 3 + 1
    assert problem_locations(engine, {**data, "shared_turns": 0}) == [
        ("wrong_shared_turns", "/shared_turns")
    ]


def test_every_field_of_the_turn_is_checked(engine: Engine[Any]) -> None:
    data = state_data(FOUR_CORNERS, "play_card", hand="", seats=3, shared_turns=0)
    data["last_placed"] = {"red": "V5"}
    assert problem_locations(engine, data) == [
        ("wrong_phase", "/turn/phase"),
        ("wrong_last_placed", "/last_placed/red"),
        ("wrong_shared_turns", "/shared_turns"),
    ]
