"""Blokus Shuffle: Skip, Reverse, the shared colour, one effect a turn (S20, S21, S28, C8)."""

from __future__ import annotations

from typing import Any

import pytest
from cornerwise.engine import Engine
from cornerwise.types import (
    COLORS,
    Action,
    CardPlayed,
    ChooseCard,
    Color,
    DirectionReversed,
    Pass,
    Passed,
    PlayCard,
    TurnSkipped,
)

from tests.helpers.drawing import draw, place
from tests.helpers.example_boards import BOTH_FINISHED, PRINTED_EXAMPLE
from tests.helpers.games import order_from
from tests.helpers.shuffle_states import FOUR_CORNERS, place_state, play_card_state

PRINTED = draw(PRINTED_EXAMPLE).placements
"""Blue is finished, the others are blocked."""
FINISHED = draw(BOTH_FINISHED).placements
"""Blue and yellow are finished, red and green are blocked."""

SECOND = {
    "blue": place("I2", [(1, 1), (1, 2)]),
    "yellow": place("I2", [(1, 18), (1, 17)]),
    "red": place("I2", [(18, 18), (18, 17)]),
    "green": place("I2", [(18, 1), (18, 2)]),
}
"""A second piece for each colour that has placed I1 on its corner."""


def after_turn(
    engine: Engine[Any],
    card: Any,  # noqa: ANN401 (a card's name)
    color: Color,
    **rest: Any,
) -> tuple[Any, list[Any]]:
    """Play a card and place a second piece, on the board with a piece in each corner."""
    state = play_card_state(engine, FOUR_CORNERS, card, color=color, pile="", **rest)
    return engine.apply(state, [PlayCard(card), SECOND[color]])


# ---- S20: Skip --------------------------------------------------------------------------------


@pytest.mark.rule("S20")
@pytest.mark.parametrize(
    ("color", "direction", "skipped", "following"),
    [
        ("blue", "clockwise", "yellow", "red"),
        ("red", "clockwise", "green", "blue"),
        ("green", "clockwise", "blue", "yellow"),
        ("blue", "counterclockwise", "green", "red"),
        ("yellow", "counterclockwise", "blue", "green"),
    ],
)
def test_s20_the_next_slot_in_the_direction_of_play_loses_its_turn(
    engine: Engine[Any], color: Color, direction: str, skipped: Color, following: Color
) -> None:
    state, events = after_turn(engine, "skip", color, direction=direction)
    assert [event.type for event in events] == ["card_played", "piece_placed", "turn_skipped"]
    assert events[-1] == TurnSkipped(skipped, COLORS.index(skipped) + 1)
    assert (state.color, state.direction) == (following, direction)


@pytest.mark.rule("S20")
def test_s20_the_whole_turn_is_lost_card_piece_and_draw(engine: Engine[Any]) -> None:
    before = play_card_state(engine, FOUR_CORNERS, "skip")
    state, _ = after_turn(engine, "skip", "blue")
    assert state.decks["yellow"] == before.decks["yellow"]
    assert [one.piece for one in state.placements if one.color == "yellow"] == ["I1"]


@pytest.mark.rule("S20")
def test_s20_it_is_settled_at_the_end_of_the_turn(engine: Engine[Any]) -> None:
    state = play_card_state(engine, FOUR_CORNERS, "skip")
    state, events = engine.apply(state, PlayCard("skip"))
    assert events == [CardPlayed("blue", 1, "skip")]
    assert (state.color, state.phase, state.turn.card) == ("blue", "place", "skip")


@pytest.mark.rule("S20")
def test_s20_also_when_no_piece_was_placed(engine: Engine[Any]) -> None:
    state = play_card_state(engine, PRINTED, "skip", color="yellow")
    state, events = engine.apply(state, [PlayCard("skip"), Pass()])
    assert events[1:] == [Passed("yellow", 2), TurnSkipped("red", 3)]
    assert state.color == "green"


@pytest.mark.rule("S20")
def test_s20_a_color_that_could_only_have_passed_is_skipped_all_the_same(
    engine: Engine[Any],
) -> None:
    """Red is blocked and has no cards: its slot takes the Skip, not green's after it."""
    state = play_card_state(engine, PRINTED, "skip", color="yellow", others={"red": ""})
    state, events = engine.apply(state, [PlayCard("skip"), Pass()])
    assert events[-1] == TurnSkipped("red", 3)
    assert state.color == "green"


@pytest.mark.rule("S20", "S8")
@pytest.mark.ruling("S20")
def test_s20_the_slot_of_a_finished_color_absorbs_it(engine: Engine[Any]) -> None:
    state = play_card_state(engine, PRINTED, "skip", color="green")
    state, events = engine.apply(state, [PlayCard("skip"), Pass()])
    assert events[1:] == [Passed("green", 4), TurnSkipped("blue", 1)]
    assert state.color == "yellow"


@pytest.mark.rule("S20", "S8")
def test_s20_after_the_skipped_slot_finished_colors_pass(engine: Engine[Any]) -> None:
    state = play_card_state(engine, FINISHED, "skip", color="green")
    state, events = engine.apply(state, [PlayCard("skip"), Pass()])
    assert events[2:] == [TurnSkipped("blue", 1), Passed("yellow", 2)]
    assert state.color == "red"


@pytest.mark.rule("S20")
@pytest.mark.parametrize("direction", ["clockwise", "counterclockwise"])
@pytest.mark.parametrize("color", COLORS)
def test_s20_with_two_seats_the_opponent_is_always_skipped(
    engine: Engine[Any], color: Color, direction: str
) -> None:
    state, events = after_turn(engine, "skip", color, seats=2, direction=direction)
    mine = 1 if color in ("blue", "red") else 2
    assert events[-1].seat == 3 - mine
    assert state.seat == mine
    assert state.color not in (color, events[-1].color)


@pytest.mark.rule("S20")
def test_s20_a_skip_can_reach_the_color_that_played_it(engine: Engine[Any]) -> None:
    """Blue and yellow are finished: red skips green and plays again."""
    state = play_card_state(engine, FINISHED, "skip wild", color="red")
    state, events = engine.apply(state, [PlayCard("skip"), Pass()])
    assert events[2:] == [TurnSkipped("green", 4), Passed("blue", 1), Passed("yellow", 2)]
    assert (state.color, state.phase) == ("red", "play_card")


# ---- S21: Reverse -----------------------------------------------------------------------------


@pytest.mark.rule("S21")
@pytest.mark.parametrize("seats", [2, 3, 4])
@pytest.mark.parametrize(
    ("color", "direction", "turned", "following"),
    [
        ("blue", "clockwise", "counterclockwise", "green"),
        ("red", "clockwise", "counterclockwise", "yellow"),
        ("blue", "counterclockwise", "clockwise", "yellow"),
        ("green", "counterclockwise", "clockwise", "blue"),
    ],
)
def test_s21_the_direction_of_play_is_reversed(  # noqa: PLR0913, PLR0917 (one row of a table)
    engine: Engine[Any],
    seats: int,
    color: Color,
    direction: str,
    turned: str,
    following: Color,
) -> None:
    """With two seats as well: it is not a Skip there, after blue comes green."""
    state, events = after_turn(engine, "reverse", color, seats=seats, direction=direction)
    assert [event.type for event in events] == ["card_played", "direction_reversed", "piece_placed"]
    assert (state.color, state.direction) == (following, turned)


@pytest.mark.rule("S21")
def test_s21_the_direction_changes_at_once(engine: Engine[Any]) -> None:
    state = play_card_state(engine, FOUR_CORNERS, "reverse")
    state, events = engine.apply(state, PlayCard("reverse"))
    assert events[1:] == [DirectionReversed("blue", 1, "counterclockwise")]
    assert (state.color, state.direction) == ("blue", "counterclockwise")


@pytest.mark.rule("S21")
def test_s21_two_reverses_cancel_each_other(engine: Engine[Any]) -> None:
    state, _ = after_turn(engine, "reverse", "blue", others="reverse", other_piles="")
    assert state.color == "green"
    state, events = engine.apply(state, [PlayCard("reverse"), SECOND["green"]])
    assert events[1] == DirectionReversed("green", 4, "clockwise")
    assert state.color == "blue"


@pytest.mark.rule("S21", "C8")
def test_s21_the_rotation_of_the_shared_color_does_not_reverse(engine: Engine[Any]) -> None:
    """Seat 2 plays green and reverses; the next to play it is seat 3 all the same."""
    state, _ = after_turn(engine, "reverse", "green", seats=3, others="", other_piles="")
    seen = []
    while len(state.placements) < 9:
        seen.append((state.color, state.seat))
        state, _ = engine.apply(state, engine.legal_actions(state)[0])
    assert seen == [("red", 3), ("yellow", 2), ("blue", 1), ("green", 3)]


# ---- C8: the shared colour's turns in Blokus Shuffle ------------------------------------------


@pytest.mark.rule("C8")
@pytest.mark.ruling("C8")
@pytest.mark.parametrize("first", COLORS)
@pytest.mark.parametrize("shared", COLORS)
def test_c8_the_rotation_starts_with_the_seat_that_begins(
    engine: Engine[Any], shared: Color, first: Color
) -> None:
    """Seats are numbered in colour order, but rotate in turn order from the first colour."""
    own = [color for color in COLORS if color != shared]
    order = [own.index(color) + 1 for color in order_from(first) if color != shared]
    rules: dict[str, Any] = {"seats": 3, "shared_color": shared, "first_color": first}
    for turns in range(1, 8):
        state = place_state(engine, FOUR_CORNERS, color=shared, shared_turns=turns, **rules)
        assert state.seat == order[turns % 3]
    # In the set-up round the shared colour's first turn is that of the seat that begins.
    state = engine.new_game({"game": "shuffle", **rules}, 1)
    seats = {}
    while state.phase == "opening":
        seats[state.color] = state.seat
        state, _ = engine.apply(state, engine.legal_actions(state)[0])
    assert seats[shared] == order[0]
    assert seats == {shared: order[0], **{color: own.index(color) + 1 for color in own}}


@pytest.mark.rule("C8")
@pytest.mark.ruling("C8")
@pytest.mark.parametrize("shared", COLORS)
def test_c8_a_skipped_slot_of_the_shared_color_counts(engine: Engine[Any], shared: Color) -> None:
    before = COLORS[COLORS.index(shared) - 1]
    state, events = after_turn(
        engine, "skip", before, seats=3, shared_color=shared, shared_turns=2, others=""
    )
    assert events[-1] == TurnSkipped(shared, 3)
    assert state.shared_turns == 3
    while state.color != shared:
        state, _ = engine.apply(state, engine.legal_actions(state)[0])
    assert state.seat == 1


@pytest.mark.rule("C8", "S8")
@pytest.mark.ruling("C8")
def test_c8_the_slots_of_a_finished_shared_color_count(engine: Engine[Any]) -> None:
    """Blue is shared and finished; each of its slots is the go of another seat."""
    state = place_state(engine, PRINTED, color="green", hand="skip", seats=3, shared_color="blue")
    assert (state.seat, state.shared_turns) == (3, 1)
    state, events = engine.apply(state, Pass())
    assert events == [Passed("green", 3), Passed("blue", 2)]
    assert state.shared_turns == 2


@pytest.mark.rule("C8")
@pytest.mark.ruling("C8")
def test_c8_a_passed_turn_of_the_shared_color_counts(engine: Engine[Any]) -> None:
    state = place_state(
        engine, PRINTED, color="yellow", hand="skip", seats=3, shared_color="yellow", shared_turns=5
    )
    assert state.seat == 3
    state, events = engine.apply(state, Pass())
    assert events == [Passed("yellow", 3)]
    assert state.shared_turns == 6


@pytest.mark.rule("C8")
def test_c8_a_seat_whose_own_color_is_finished_still_plays_the_shared_one(
    engine: Engine[Any],
) -> None:
    """Seat 1's own blue is finished; green is shared, and it is seat 1's go."""
    state = place_state(engine, PRINTED, color="red", hand="skip", seats=3, shared_turns=3)
    state, _ = engine.apply(state, Pass())
    assert (state.color, state.seat) == ("green", 1)


# ---- S28: one effect a turn -------------------------------------------------------------------


@pytest.mark.rule("S28")
def test_s28_only_the_last_card_of_a_chain_is_in_force(engine: Engine[Any]) -> None:
    """Draw 2, Draw 2, Skip: yellow is skipped once, and the piece is an ordinary one."""
    state = play_card_state(engine, FOUR_CORNERS, "draw_two", top="draw_two warp skip reverse")
    chain: list[Action] = [PlayCard("draw_two"), ChooseCard("draw_two"), ChooseCard("skip")]
    state, events = engine.apply(state, chain)
    assert [event.type for event in events if event.type != "cards_drawn"] == ["card_played"] * 3
    assert (state.phase, state.turn.card) == ("place", "skip")
    state, events = engine.apply(state, SECOND["blue"])
    assert [event for event in events if event.type == "turn_skipped"] == [TurnSkipped("yellow", 2)]
    assert (state.color, state.direction) == ("red", "clockwise")


@pytest.mark.rule("S28")
@pytest.mark.parametrize("card", ["skip", "reverse", "double_play"])
def test_s28_nothing_carries_over_to_the_next_turn(engine: Engine[Any], card: str) -> None:
    """Neither to the next colour's turn, which has no cards, nor to blue's own next one."""
    state = place_state(engine, FOUR_CORNERS, card, pile="", others="", other_piles="")
    seen = []
    while len(state.placements) < 12:
        before = state.color
        state, _ = engine.apply(state, engine.legal_actions(state)[0])
        if state.color != before:
            assert (state.phase, state.turn.card, state.turn.first) == ("place", None, None)
            seen.append(state.color)
    assert "blue" in seen


@pytest.mark.rule("S28", "S23")
def test_s28_a_declared_color_is_forgotten_after_the_piece(engine: Engine[Any]) -> None:
    state = place_state(engine, FOUR_CORNERS, "wild", as_color="red", pile="", others="")
    state, _ = engine.apply(state, place("I2", [(18, 18), (18, 17)]))
    assert state.turn.as_color is None
    assert state.turn.card is None
    usual = engine.legal_placements(state, "yellow")
    assert engine.legal_actions(state) == usual


def test_the_largest_shared_turns_continues_with_the_next_seat(
    engine: Engine[Any],
) -> None:
    largest = 2**31 - 1
    state = place_state(engine, FOUR_CORNERS, color="green", seats=3, shared_turns=largest)
    after, _ = engine.apply(state, SECOND["green"])
    assert engine.load_state(after.to_dict()) == after
    assert after.shared_turns % 3 == (largest + 1) % 3
