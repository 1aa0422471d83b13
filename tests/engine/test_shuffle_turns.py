"""Blokus Shuffle: the three steps of a turn, finished and blocked colours, the end (S4-S10)."""

from __future__ import annotations

from typing import Any

import pytest
from cornerwise.engine import Engine
from cornerwise.errors import IllegalActionError
from cornerwise.types import (
    COLORS,
    Action,
    CardDiscarded,
    CardPlayed,
    CardsDrawn,
    ChoosePiece,
    GameOver,
    Pass,
    Passed,
    PiecePlaced,
    Place,
    PlayCard,
    TurnSkipped,
    WarpTo,
)

from tests.helpers.drawing import draw, place
from tests.helpers.example_boards import BOTH_FINISHED, PRINTED_EXAMPLE
from tests.helpers.problems import is_legal, reasons, refusal
from tests.helpers.shuffle_states import (
    FOUR_CORNERS,
    choosable_pieces,
    place_state,
    play_card_state,
    state_data,
)
from tests.helpers.states import action_for, without_pieces

PRINTED = draw(PRINTED_EXAMPLE).placements
"""Blue is finished, the others are blocked; red has 15 pieces on the board, green 16."""
FINISHED = draw(BOTH_FINISHED).placements
"""Blue and yellow are finished, red and green are blocked."""

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

GREEN_I2 = place("I2", [(18, 1), (18, 2)])


# ---- S4: the steps ----------------------------------------------------------------------------


@pytest.mark.rule("S4", "S5", "S6", "S7")
def test_s4_a_turn_is_a_card_then_a_piece_then_a_draw(engine: Engine[Any]) -> None:
    drawing = draw(
        """
        B...
        .xxx
        """,
        top_right="Y",
        bottom_right="R",
        bottom_left="G",
    )
    state = play_card_state(engine, drawing, "wild reverse", top="warp recycle")
    state, events = engine.apply(state, PlayCard("reverse"))
    assert (state.color, state.phase, state.turn.card) == ("blue", "place", "reverse")
    assert events[0] == CardPlayed("blue", 1, "reverse")
    assert state.decks["blue"].hand == ("wild",)
    assert state.decks["blue"].discard == ("reverse",)
    state, events = engine.apply(state, drawing.action())
    assert events == [
        PiecePlaced("blue", 1, "I3", 0, 1, 1),
        CardsDrawn("blue", 1, 1, ("warp",)),
    ]
    assert state.decks["blue"].hand == ("wild", "warp")
    assert state.decks["blue"].draw[0] == "recycle"
    assert (state.color, state.phase, state.turn.card) == ("green", "play_card", None)


@pytest.mark.rule("S4")
def test_s4_no_second_card_is_played_in_a_turn(engine: Engine[Any]) -> None:
    state, _ = engine.apply(play_card_state(engine, FOUR_CORNERS, "skip reverse"), PlayCard("skip"))
    assert refusal(engine, state, PlayCard("reverse")) == [("S4", "wrong_step", ())]


@pytest.mark.rule("S4")
def test_s4_a_turn_belongs_to_a_color_slot_and_the_slots_go_round(engine: Engine[Any]) -> None:
    """With two seats too it is colours that take turns, not seats."""
    for seats in (2, 3, 4):
        state = place_state(engine, FOUR_CORNERS, pile="", others="", other_piles="", seats=seats)
        seen = []
        for _ in range(5):
            assert state.color is not None
            seen.append(state.color)
            while state.color == seen[-1]:
                state, _ = engine.apply(state, engine.legal_actions(state)[0])
        assert seen == [*COLORS, "blue"]


# ---- S5: a card must be played ----------------------------------------------------------------


@pytest.mark.rule("S5")
def test_s5_with_cards_in_hand_one_must_be_played_first(engine: Engine[Any]) -> None:
    state = play_card_state(engine, FOUR_CORNERS, "skip")
    assert engine.legal_actions(state) == [PlayCard("skip")]
    assert refusal(engine, state, place("I2", [(1, 1), (1, 2)])) == [("S5", "wrong_step", ())]
    assert refusal(engine, state, Pass()) == [("S5", "wrong_step", ())]


@pytest.mark.rule("S5")
def test_s5_the_choice_is_free_among_the_cards_in_hand(engine: Engine[Any]) -> None:
    state = play_card_state(engine, FOUR_CORNERS, "warp skip")
    assert engine.legal_actions(state) == [PlayCard("skip"), PlayCard("warp")]
    assert refusal(engine, state, PlayCard("wild")) == [("S5", "not_in_hand", ())]


@pytest.mark.rule("S5")
def test_s5_equal_cards_are_one_choice(engine: Engine[Any]) -> None:
    state = play_card_state(engine, FOUR_CORNERS, "wild wild")
    assert engine.legal_actions(state) == [PlayCard("wild")]
    after, _ = engine.apply(state, PlayCard("wild"))
    assert after.decks["blue"].hand == ("wild",)


@pytest.mark.rule("S5")
def test_s5_without_cards_the_step_is_skipped(engine: Engine[Any]) -> None:
    state = place_state(engine, FOUR_CORNERS, color="green", others={"blue": ""})
    state, _ = engine.apply(state, GREEN_I2)
    assert (state.color, state.phase, state.turn.card) == ("blue", "place", None)
    assert is_legal(engine, state, place("I2", [(1, 1), (1, 2)]))


@pytest.mark.rule("S5")
def test_s5_a_card_that_cannot_be_carried_out_is_discarded_without_effect(
    engine: Engine[Any],
) -> None:
    """No colour has two pieces on the board, so there is nothing to warp; blue places as usual."""
    state = play_card_state(engine, FOUR_CORNERS, "warp skip")
    after, events = engine.apply(state, PlayCard("warp"))
    assert events == [
        CardPlayed("blue", 1, "warp"),
        CardDiscarded("blue", 1, "warp", "no_piece", "S26"),
    ]
    assert (after.phase, after.turn.card) == ("place", None)
    assert after.decks["blue"].discard == ("warp",)
    assert after.decks["blue"].hand == ("skip",)
    usual = place_state(engine, FOUR_CORNERS)
    assert engine.legal_actions(after) == engine.legal_actions(usual)


@pytest.mark.rule("S5", "S25")
def test_s5_a_card_that_can_be_carried_out_must_be(engine: Engine[Any]) -> None:
    """Blue would rather keep its only piece where it is."""
    state, _ = engine.apply(play_card_state(engine, FOUR_CORNERS, "recycle"), PlayCard("recycle"))
    assert engine.legal_actions(state) == [ChoosePiece("blue", "I1")]
    for action in (Pass(), place("I2", [(1, 1), (1, 2)])):
        assert refusal(engine, state, action) == [("S25", "wrong_step", ())]


@pytest.mark.rule("S5")
def test_s5_discards_are_never_shuffled_again(engine: Engine[Any]) -> None:
    state = place_state(engine, FOUR_CORNERS, "skip", hand="wild", pile="")
    assert len(state.decks["blue"].discard) == 13
    after, events = engine.apply(state, place("I2", [(1, 1), (1, 2)]))
    assert [event.type for event in events] == ["piece_placed", "turn_skipped"]
    assert after.decks["blue"] == state.decks["blue"]


# ---- S6, C6: the piece ------------------------------------------------------------------------


@pytest.mark.rule("S6")
def test_s6_one_piece_of_the_slots_color_is_placed(engine: Engine[Any]) -> None:
    """With two seats red is blue's seat, but it is not red's turn."""
    drawing = draw(
        """
        B...
        .xx.
        """,
        top_right="Y",
        bottom_right="R",
        bottom_left="G",
    )
    state = place_state(engine, drawing, "skip", seats=2)
    assert refusal(engine, state, place("I2", [(18, 18), (18, 17)])) == [
        ("C2", "no_corner_contact", ())
    ]
    after, events = engine.apply(state, drawing.action())
    assert events[0] == PiecePlaced("blue", 1, "I2", 0, 1, 1)
    assert after.placements[-1].color == "blue"


@pytest.mark.rule("S6", "C6")
def test_c6_a_color_that_cannot_place_has_one_legal_action(engine: Engine[Any]) -> None:
    state = place_state(engine, BLOCKED, "skip")
    assert engine.legal_actions(state) == [Pass()]
    assert engine.count_actions(state) == 1
    assert refusal(engine, state, place("I2", [(1, 3), (2, 3)])) == [
        ("C2", "no_corner_contact", ())
    ]
    after, events = engine.apply(state, Pass())
    assert events == [Passed("blue", 1), TurnSkipped("yellow", 2)]
    assert after.color == "red"


@pytest.mark.rule("C6")
@pytest.mark.parametrize("card", [None, "skip", "recycle", "double_play"])
def test_c6_a_color_that_can_place_must_place(engine: Engine[Any], card: str | None) -> None:
    state = place_state(engine, FOUR_CORNERS, card)
    assert refusal(engine, state, Pass()) == [("C6", "must_place", ())]
    assert Pass() not in engine.legal_actions(state)


@pytest.mark.rule("C6")
@pytest.mark.ruling("C6")
def test_c6_a_choice_with_one_option_is_still_a_decision(engine: Engine[Any]) -> None:
    """One card, one piece to recycle, one placement: red still makes three decisions."""
    board = draw(
        """
        RBB
        G..
        G..
        """,
        top_right="Y",
        bottom_right="B",
        bottom_left="G",
    )
    state = play_card_state(engine, board, "recycle", color="red")
    for only in (PlayCard("recycle"), ChoosePiece("red", "I1"), Place("I1", 0, 0, 0, "red")):
        assert engine.legal_actions(state) == [only]
        state, _ = engine.apply(state, only)
    assert state.color == "green"


# ---- S7: the draw -----------------------------------------------------------------------------


@pytest.mark.rule("S7")
def test_s7_a_placed_piece_draws_the_top_card(engine: Engine[Any]) -> None:
    state = place_state(engine, FOUR_CORNERS, "skip", hand="warp", top="wild recycle")
    after, events = engine.apply(state, place("I2", [(1, 1), (1, 2)]))
    assert events[1] == CardsDrawn("blue", 1, 1, ("wild",))
    assert after.decks["blue"].hand == ("warp", "wild")
    assert after.decks["blue"].draw[0] == "recycle"


@pytest.mark.rule("S7")
def test_s7_an_empty_pile_gives_nothing(engine: Engine[Any]) -> None:
    state = place_state(engine, FOUR_CORNERS, pile="")
    after, events = engine.apply(state, place("I2", [(1, 1), (1, 2)]))
    assert [event.type for event in events] == ["piece_placed"]
    assert after.decks["blue"].hand == ()


@pytest.mark.rule("S7")
@pytest.mark.ruling("S7")
def test_s7_a_passed_turn_ends_without_drawing(engine: Engine[Any]) -> None:
    state = place_state(engine, BLOCKED, "reverse", hand="warp", top="wild", direction="clockwise")
    after, events = engine.apply(state, Pass())
    assert events == [Passed("blue", 1)]
    assert after.decks["blue"] == state.decks["blue"]


@pytest.mark.rule("S7", "S8")
def test_s7_the_last_piece_of_a_color_draws_too(engine: Engine[Any]) -> None:
    state = place_state(engine, without_pieces(PRINTED, ("blue", "I1")), hand="skip", top="wild")
    after, events = engine.apply(state, action_for(PRINTED, "blue", "I1"))
    assert events[1:] == [CardsDrawn("blue", 1, 1, ("wild",))]
    assert after.decks["blue"].hand == ("skip", "wild")
    assert after.supply("blue") == ()


# ---- S8: finished colours ---------------------------------------------------------------------


@pytest.mark.rule("S8")
@pytest.mark.ruling("S8")
def test_s8_the_slot_of_a_finished_color_passes_by_itself(engine: Engine[Any]) -> None:
    """Blue is finished and has two cards, which stay unused."""
    state = place_state(engine, PRINTED, color="green", hand="skip")
    after, events = engine.apply(state, Pass())
    assert events == [Passed("green", 4), Passed("blue", 1)]
    assert (after.color, after.phase) == ("yellow", "play_card")
    assert after.decks["blue"] == state.decks["blue"]


@pytest.mark.rule("S8")
def test_s8_several_finished_colors_pass_one_by_one(engine: Engine[Any]) -> None:
    state = place_state(engine, FINISHED, color="green", hand="skip")
    after, events = engine.apply(state, Pass())
    assert events == [Passed("green", 4), Passed("blue", 1), Passed("yellow", 2)]
    assert after.color == "red"
    state = place_state(engine, FINISHED, color="red", hand="skip", direction="counterclockwise")
    after, events = engine.apply(state, Pass())
    assert events == [Passed("red", 3), Passed("yellow", 2), Passed("blue", 1)]
    assert after.color == "green"


@pytest.mark.rule("S8", "S26")
def test_s8_the_pieces_of_a_finished_color_can_still_be_warped(engine: Engine[Any]) -> None:
    state = play_card_state(engine, PRINTED, "warp", color="yellow")
    state, _ = engine.apply(state, PlayCard("warp"))
    assert "blue I1" in choosable_pieces(engine, state)


@pytest.mark.rule("S8", "S25")
@pytest.mark.ruling("S8")
def test_s8_with_two_seats_a_finished_color_comes_back_when_its_owner_recycles(
    engine: Engine[Any],
) -> None:
    state = play_card_state(engine, PRINTED, "recycle", color="red", seats=2, others="")
    state, _ = engine.apply(state, [PlayCard("recycle"), ChoosePiece("blue", "V5")])
    assert state.supply("blue") == ("V5",)
    while state.color in ("red", "green"):
        state, events = engine.apply(state, engine.legal_actions(state)[0])
        assert Passed("blue", 1) not in events
    assert state.color == "blue"


# ---- S9: blocked colours ----------------------------------------------------------------------


@pytest.mark.rule("S9")
def test_s9_a_blocked_color_still_takes_its_turns(engine: Engine[Any]) -> None:
    state = place_state(engine, BLOCKED, color="green", others={"blue": "skip wild"})
    assert engine.legal_placements(state, "blue") == []
    state, events = engine.apply(state, GREEN_I2)
    assert Passed("blue", 1) not in events
    assert (state.color, state.phase) == ("blue", "play_card")
    # Without cards too: it has its turn, though all it can do is pass.
    state = place_state(engine, BLOCKED, color="green", others={"blue": ""})
    state, _ = engine.apply(state, GREEN_I2)
    assert (state.color, state.phase) == ("blue", "place")
    assert engine.legal_actions(state) == [Pass()]


@pytest.mark.rule("S9", "S26")
def test_s9_a_card_may_unblock_a_color(engine: Engine[Any]) -> None:
    """Blue warps the yellow piece away that blocks it."""
    state = play_card_state(engine, BLOCKED, "warp", others="")
    assert engine.legal_placements(state, "blue") == []
    away: list[Action] = [PlayCard("warp"), ChoosePiece("yellow", "I2"), WarpTo(0, 1, 17)]
    state, _ = engine.apply(state, away)
    assert is_legal(engine, state, place("I2", [(1, 1), (1, 2)]))


@pytest.mark.rule("S9")
def test_s9_a_color_that_passed_has_its_next_turn(engine: Engine[Any]) -> None:
    state = place_state(engine, BLOCKED, others="", pile="", other_piles="")
    for _ in range(2):
        assert state.color == "blue"
        state, _ = engine.apply(state, Pass())
        while state.color != "blue":
            state, _ = engine.apply(state, engine.legal_actions(state)[0])


# ---- S10: the end -----------------------------------------------------------------------------


@pytest.mark.rule("S10")
def test_s10_the_game_ends_when_no_color_can_place_and_no_hand_has_a_card(
    engine: Engine[Any],
) -> None:
    before = without_pieces(PRINTED, ("yellow", "I1"))
    state = place_state(engine, before, color="yellow", pile="", others="", other_piles="")
    after, events = engine.apply(state, action_for(PRINTED, "yellow", "I1"))
    assert events[1:] == [GameOver()]
    assert (after.color, after.seat, after.phase) == (None, None, "over")
    assert after.to_dict()["turn"] == {"color": None, "phase": "over"}
    assert engine.legal_actions(after) == []


@pytest.mark.rule("S10")
def test_s10_it_is_judged_after_the_draw(engine: Engine[Any]) -> None:
    """As above, but yellow's pile has a card: yellow draws it, and the game continues."""
    before = without_pieces(PRINTED, ("yellow", "I1"))
    state = place_state(engine, before, color="yellow", pile="wild", others="", other_piles="")
    after, events = engine.apply(state, action_for(PRINTED, "yellow", "I1"))
    assert events[1:] == [CardsDrawn("yellow", 2, 1, ("wild",))]
    assert (after.color, after.phase) == ("red", "place")
    assert engine.legal_actions(after) == [Pass()]


@pytest.mark.rule("S10")
@pytest.mark.ruling("S10")
def test_s10_what_is_left_in_a_pile_does_not_matter(engine: Engine[Any]) -> None:
    state = place_state(engine, PRINTED, color="yellow", others="")
    assert all(len(deck.draw) == 14 for deck in state.decks.values())
    after, events = engine.apply(state, Pass())
    assert events == [Passed("yellow", 2), GameOver()]
    assert after.phase == "over"


@pytest.mark.rule("S10")
@pytest.mark.parametrize("holder", ["yellow", "red", "green"])
def test_s10_a_blocked_color_with_a_card_keeps_the_game_alive(
    engine: Engine[Any], holder: str
) -> None:
    hands: dict[str, str] = {**dict.fromkeys(map(str, COLORS), ""), holder: "skip"}
    mine = hands.pop("red")
    state = place_state(engine, PRINTED, color="red", hand=mine, others=hands)
    after, events = engine.apply(state, Pass())
    assert GameOver() not in events
    assert after.phase in ("place", "play_card")


@pytest.mark.rule("S10", "S8")
def test_s10_the_cards_of_a_finished_color_do_not_keep_it_alive(engine: Engine[Any]) -> None:
    """Blue is finished: its two cards stay unused."""
    hands = {**dict.fromkeys(COLORS, ""), "blue": "skip wild"}
    state = place_state(engine, PRINTED, color="red", others=hands)
    _, events = engine.apply(state, Pass())
    assert events == [Passed("red", 3), GameOver()]


@pytest.mark.rule("S8", "S10")
def test_s10_with_two_seats_a_hand_keeps_both_colors_alive(engine: Engine[Any]) -> None:
    """Blue is finished, but red can play seat 1's card: the game continues."""
    state = place_state(engine, PRINTED, color="yellow", others="skip", seats=2)
    after, events = engine.apply(state, Pass())
    assert GameOver() not in events
    assert (after.color, after.phase) == ("red", "play_card")


@pytest.mark.rule("S10", "S20")
def test_s10_the_end_is_never_judged_inside_a_turn(engine: Engine[Any]) -> None:
    """Yellow plays the last card of all: its turn is completed first, and no turn is skipped."""
    state = play_card_state(engine, PRINTED, "skip", color="yellow", others="")
    state, events = engine.apply(state, PlayCard("skip"))
    assert events == [CardPlayed("yellow", 2, "skip")]
    assert (state.color, state.phase) == ("yellow", "place")
    state, events = engine.apply(state, Pass())
    assert events == [Passed("yellow", 2), GameOver()]


@pytest.mark.rule("S10")
def test_s10_the_game_continues_while_any_color_can_place(engine: Engine[Any]) -> None:
    before = without_pieces(PRINTED, ("blue", "I1"), ("blue", "I2"))
    state = place_state(engine, before, pile="", others="", other_piles="")
    state, events = engine.apply(state, action_for(PRINTED, "blue", "I2"))
    assert [event.type for event in events] == ["piece_placed"]
    for color in ("yellow", "red", "green"):
        assert state.color == color
        state, _ = engine.apply(state, Pass())
    state, events = engine.apply(state, action_for(PRINTED, "blue", "I1"))
    assert events[1:] == [GameOver()]


@pytest.mark.rule("S10")
@pytest.mark.parametrize(
    "action",
    [Pass(), Place("I1", 0, 0, 0), PlayCard("skip"), ChoosePiece("blue", "I1"), WarpTo(0, 0, 0)],
    ids=lambda action: action.type,
)
def test_s10_no_action_is_legal_when_the_game_is_over(engine: Engine[Any], action: object) -> None:
    state = engine.load_state(state_data(PRINTED, "over", color=None, others=""))
    assert refusal(engine, state, action) == [("S10", "game_over", ())]
    assert engine.legal_actions_json(state, "groups") == (0, b"[]")


@pytest.mark.rule("S10")
def test_s10_playing_on_after_the_end_is_refused_where_it_happens(engine: Engine[Any]) -> None:
    state = place_state(engine, PRINTED, color="yellow", others="")
    with pytest.raises(IllegalActionError) as caught:
        engine.apply(state, [Pass(), Pass()])
    assert caught.value.index == 1
    assert reasons(caught.value.problems) == [("S10", "game_over", ())]
