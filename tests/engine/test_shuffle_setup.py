"""Blokus Shuffle: the decks, the set-up round, and whose cards are whose (S1-S3, S11)."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest
from cornerwise.engine import Engine, State
from cornerwise.errors import InvalidStateError
from cornerwise.types import (
    CARDS,
    COLORS,
    CardPlayed,
    CardsDrawn,
    Color,
    PiecePlaced,
    Place,
    PlayCard,
)

from tests.helpers.drawing import CORNERS, draw, place
from tests.helpers.games import order_from
from tests.helpers.problems import is_legal, problem_fields, refusal
from tests.helpers.shuffle_states import (
    FOUR_CORNERS,
    STANDARD_COPIES,
    deck_of,
    legal_cells,
    place_state,
    play_card_state,
)

SHUFFLE: dict[str, Any] = {"game": "shuffle"}
OWN_CORNER = {"blue": (0, 0), "yellow": (0, 19), "red": (19, 19), "green": (19, 0)}


def set_up(
    engine: Engine[Any], rules: dict[str, Any], seed: int = 7
) -> list[tuple[State, list[Any]]]:
    """Place I1 for each colour on a corner; return the states in between, and what happened."""
    steps = []
    state = engine.new_game({**SHUFFLE, **rules}, seed)
    for corner in CORNERS:
        action = Place("I1", 0, *corner)
        after, events = engine.apply(state, action)
        steps.append((after, events))
        state = after
    return steps


# ---- S1: the cards ----------------------------------------------------------------------------


@pytest.mark.rule("S1")
@pytest.mark.parametrize("seats", [3, 4])
def test_s1_every_color_has_the_same_14_cards_of_eight_kinds(
    engine: Engine[Any], seats: int
) -> None:
    state = engine.new_game({**SHUFFLE, "seats": seats}, 7)
    assert state.rules.deck == STANDARD_COPIES
    assert list(state.decks) == list(COLORS)
    for deck in state.decks.values():
        assert Counter(deck.draw) == {
            "skip": 1,
            "reverse": 1,
            "draw_two": 2,
            "wild": 2,
            "edge_to_edge": 2,
            "recycle": 2,
            "warp": 2,
            "double_play": 2,
        }
        assert (deck.hand, deck.discard) == ((), ())


@pytest.mark.rule("S1")
@pytest.mark.ruling("S1")
@pytest.mark.parametrize(
    "deck",
    [{"wild": 1}, {"skip": 60}, {"warp": 3, "recycle": 4, "skip": 0}, dict.fromkeys(CARDS, 7)],
    ids=str,
)
def test_s1_the_copies_can_be_chosen_when_a_game_is_made(
    engine: Engine[Any], deck: dict[str, int]
) -> None:
    """What is left out is not in the deck: nothing is filled up from the standard one."""
    for seats in (2, 3, 4):
        state = engine.new_game({**SHUFFLE, "seats": seats, "deck": deck}, 7)
        assert state.rules.deck == {card: deck.get(card, 0) for card in CARDS}
        times = 2 if seats == 2 else 1
        for dealt in state.decks.values():
            assert Counter(dealt.draw) == +Counter({c: n * times for c, n in deck.items()})


@pytest.mark.rule("S1")
@pytest.mark.parametrize(
    "deck", [{}, {"skip": 0}, {"skip": 60, "wild": 1}, dict.fromkeys(CARDS, 8)], ids=str
)
def test_s1_a_color_has_1_to_60_cards(engine: Engine[Any], deck: dict[str, int]) -> None:
    with pytest.raises(InvalidStateError) as caught:
        engine.new_game({**SHUFFLE, "deck": deck}, 7)
    assert problem_fields(caught.value.problems) == [("out_of_range", "/deck", None, ())]


# ---- S2: the set-up round ---------------------------------------------------------------------


@pytest.mark.rule("S2")
@pytest.mark.parametrize("first", COLORS)
def test_s2_every_color_places_a_first_piece_in_turn_and_no_card_is_played(
    engine: Engine[Any], first: Color
) -> None:
    state = engine.new_game({**SHUFFLE, "first_color": first}, 7)
    for color, corner in zip(order_from(first), CORNERS, strict=True):
        assert (state.color, state.phase) == (color, "opening")
        assert refusal(engine, state, place("I1", [(9, 9)]))[0][:2] == ("C1", "corner_not_covered")
        assert refusal(engine, state, PlayCard("wild")) == [("S4", "wrong_step", ())]
        state, _ = engine.apply(state, place("I1", [corner]))
    assert (state.color, state.phase, state.direction) == (first, "play_card", "clockwise")


@pytest.mark.rule("S2")
def test_s2_a_hand_of_two_is_drawn_right_after_the_first_piece(engine: Engine[Any]) -> None:
    piles = {name: deck.draw for name, deck in engine.new_game(SHUFFLE, 7).decks.items()}
    steps = set_up(engine, {})
    for seat, (color, corner, (state, events)) in enumerate(
        zip(COLORS, CORNERS, steps, strict=True), start=1
    ):
        assert events == [
            PiecePlaced(color, seat, "I1", 0, *corner),
            CardsDrawn(color, seat, 2, piles[color][:2]),
        ]
        deck = state.decks[color]
        assert (deck.hand, deck.draw) == (piles[color][:2], piles[color][2:])
    # The hands that were drawn first are still what they were: no other draw has taken place.
    assert [len(deck.hand) for deck in steps[-1][0].decks.values()] == [2, 2, 2, 2]


@pytest.mark.rule("S2")
def test_s2_a_hand_may_be_smaller_if_the_deck_is(engine: Engine[Any]) -> None:
    steps = set_up(engine, {"deck": {"warp": 1}})
    for _, (placed, drawn) in steps:
        assert drawn == CardsDrawn(placed.color, placed.seat, 1, ("warp",))
    state = steps[-1][0]
    assert {deck.hand for deck in state.decks.values()} == {("warp",)}
    assert {deck.draw for deck in state.decks.values()} == {()}


@pytest.mark.rule("S2", "S3")
@pytest.mark.parametrize("first", COLORS)
def test_s2_with_two_seats_the_second_piece_of_a_seat_draws_nothing(
    engine: Engine[Any], first: Color
) -> None:
    steps = set_up(engine, {"seats": 2, "first_color": first})
    drawn = [[event.seat for event in events if event.type == "cards_drawn"] for _, events in steps]
    seats = [1, 2] if first in ("blue", "red") else [2, 1]
    assert drawn == [[seats[0]], [seats[1]], [], []]
    state = steps[-1][0]
    assert [len(deck.hand) for deck in state.decks.values()] == [2, 2]
    assert [len(deck.draw) for deck in state.decks.values()] == [26, 26]


@pytest.mark.rule("S2", "S11")
@pytest.mark.parametrize("shared", COLORS)
def test_s2_the_shared_color_draws_a_hand_for_its_first_controller(
    engine: Engine[Any], shared: Color
) -> None:
    steps = set_up(engine, {"seats": 3, "shared_color": shared})
    own = [color for color in COLORS if color != shared]
    for color, (state, events) in zip(COLORS, steps, strict=True):
        placed, drawn = events
        assert placed.color == drawn.color == color
        assert placed.seat == drawn.seat == (1 if color == shared else own.index(color) + 1)
        assert state.decks[color].hand == drawn.cards
        assert len(drawn.cards) == 2
    assert steps[-1][0].shared_turns == 1


@pytest.mark.rule("S2", "C1")
@pytest.mark.parametrize("color", COLORS)
def test_s2_with_fixed_corners_each_color_starts_on_its_own(
    engine: Engine[Any], color: Color
) -> None:
    state = engine.new_game({**SHUFFLE, "start_corners": "fixed", "first_color": color}, 7)
    for corner in CORNERS:
        expected = [] if corner == OWN_CORNER[color] else [OWN_CORNER[color]]
        problems = refusal(engine, state, place("I1", [corner]))
        assert problems == [("C1", "corner_not_covered", (own,)) for own in expected]


@pytest.mark.rule("S2")
def test_s2_a_color_with_nothing_on_the_board_is_not_in_the_set_up_round(
    engine: Engine[Any],
) -> None:
    """Blue's only piece was recycled: it places a first one again, and draws one card, not two."""
    drawing = draw(
        """
        xx
        x.
        """,
        top_right="Y",
        bottom_right="R",
        bottom_left="G",
    )
    state = place_state(engine, drawing, "recycle", top="wild warp")
    assert refusal(engine, state, place("V3", [(5, 5), (5, 6), (6, 5)])) == [
        ("C1", "corner_not_covered", ((0, 0),))
    ]
    after, events = engine.apply(state, drawing.action())
    assert events[1:] == [CardsDrawn("blue", 1, 1, ("wild",))]
    assert after.color == "yellow"


@pytest.mark.rule("S2", "S10")
def test_s2_the_set_up_round_ends_only_with_the_fourth_piece(engine: Engine[Any]) -> None:
    """A hand is empty before the first piece, and that does not end the game."""
    for state, events in set_up(engine, {"deck": {"skip": 1}})[:3]:
        assert state.phase == "opening"
        assert "game_over" not in [event.type for event in events]


# ---- S3: whose cards --------------------------------------------------------------------------


@pytest.mark.rule("S3")
def test_s3_with_two_seats_both_colors_make_one_deck_of_28(engine: Engine[Any]) -> None:
    state = engine.new_game({**SHUFFLE, "seats": 2}, 7)
    assert list(state.decks) == ["seat1", "seat2"]
    for deck in state.decks.values():
        assert len(deck.draw) == 28
        assert Counter(deck.draw) == {card: 2 * count for card, count in STANDARD_COPIES.items()}


@pytest.mark.rule("S3")
@pytest.mark.parametrize("color", COLORS)
def test_s3_with_two_seats_one_hand_serves_both_colors_of_a_seat(
    engine: Engine[Any], color: Color
) -> None:
    state = play_card_state(engine, FOUR_CORNERS, "skip wild", color=color, top="warp", seats=2)
    mine, theirs = ("seat1", "seat2") if color in ("blue", "red") else ("seat2", "seat1")
    assert deck_of(color, 2) == mine
    before = state.decks[theirs]
    after, events = engine.apply(state, PlayCard("skip"))
    assert events == [CardPlayed(color, int(mine[-1]), "skip")]
    after, _ = engine.apply(after, engine.legal_actions(after)[0])
    assert after.decks[mine].hand == ("wild", "warp")
    assert after.decks[mine].discard == ("skip",)
    assert after.decks[theirs] == before


@pytest.mark.rule("S3")
@pytest.mark.parametrize("seats", [3, 4])
@pytest.mark.parametrize("color", COLORS)
def test_s3_with_more_seats_every_color_has_cards_of_its_own(
    engine: Engine[Any], seats: int, color: Color
) -> None:
    state = play_card_state(engine, FOUR_CORNERS, "skip wild", color=color, seats=seats)
    after, _ = engine.apply(state, PlayCard("wild"))
    changed = [name for name in COLORS if after.decks[name] != state.decks[name]]
    assert changed == [color]


# ---- S11: the shared colour's cards -----------------------------------------------------------


@pytest.mark.rule("S11")
@pytest.mark.parametrize("shared_turns", [1, 2, 3, 4])
def test_s11_the_shared_hand_is_played_by_the_seat_whose_turn_it_is(
    engine: Engine[Any], shared_turns: int
) -> None:
    state = play_card_state(
        engine, FOUR_CORNERS, "warp skip", color="green", seats=3, shared_turns=shared_turns
    )
    seat = shared_turns % 3 + 1
    assert state.seat == seat
    after, events = engine.apply(state, PlayCard("skip"))
    assert events == [CardPlayed("green", seat, "skip")]
    assert after.decks["green"].hand == ("warp",)
    for color in ("blue", "yellow", "red"):
        assert after.decks[color] == state.decks[color]


@pytest.mark.rule("S11")
@pytest.mark.ruling("S11")
def test_s11_the_hand_stays_with_the_color_when_the_next_seat_plays_it(
    engine: Engine[Any],
) -> None:
    """Seat 2 draws for green; on green's next turn seat 3 holds that card."""
    state = play_card_state(
        engine, FOUR_CORNERS, "warp skip", color="green", top="wild", others="", seats=3
    )
    assert state.seat == 2
    state, _ = engine.apply(state, [PlayCard("skip"), place("I2", [(18, 1), (18, 2)])])
    assert state.decks["green"].hand == ("warp", "wild")
    while state.color != "green":
        state, _ = engine.apply(state, engine.legal_actions(state)[0])
    assert (state.seat, state.decks["green"].hand) == (3, ("warp", "wild"))


@pytest.mark.rule("S2")
def test_s2_any_piece_that_covers_a_corner_is_legal(engine: Engine[Any]) -> None:
    """The choice is the one of classic: 232 ways for the first colour."""
    state = engine.new_game(SHUFFLE, 7)
    assert len(legal_cells(engine, state)) == 232
    assert is_legal(engine, state, Place("V5", 0, 0, 0))
