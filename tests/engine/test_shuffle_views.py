"""What one seat may see of Blokus Shuffle: its own hand, numbers for the rest (S11)."""

from __future__ import annotations

from typing import Any

import cornerwise
import pytest
from cornerwise.engine import Engine, State
from cornerwise.types import COLORS, CardPlayed, CardsDrawn, GameOver, PlayCard

from tests.helpers.problems import argument_problems
from tests.helpers.shuffle_states import (
    FOUR_CORNERS,
    play_card_state,
    random_shuffle_game,
    state_data,
)


def hands(engine: Engine[Any], state: State, seat: int) -> dict[str, Any]:
    """Return what a seat sees of all hands: the cards, or their number."""
    decks = engine.view(state, seat)["decks"]
    for deck in decks.values():
        assert deck["hand"] is None or len(deck["hand"]) == deck["hand_count"]
    return {
        name: deck["hand_count"] if deck["hand"] is None else deck["hand"]
        for name, deck in decks.items()
    }


@pytest.mark.rule("S11")
def test_a_seat_sees_its_own_hand_and_how_many_cards_the_others_have(engine: Engine[Any]) -> None:
    state = play_card_state(engine, FOUR_CORNERS, "skip wild", others={"red": "warp", "green": ""})
    assert hands(engine, state, 1) == {"blue": ["skip", "wild"], "yellow": 2, "red": 1, "green": 0}
    assert hands(engine, state, 3) == {"blue": 2, "yellow": 2, "red": ["warp"], "green": 0}
    assert hands(engine, state, 4) == {"blue": 2, "yellow": 2, "red": 1, "green": []}


@pytest.mark.rule("S5", "S11")
@pytest.mark.ruling("S5")
def test_piles_are_numbers_for_everybody_and_discards_are_open(engine: Engine[Any]) -> None:
    state, _ = engine.apply(play_card_state(engine, FOUR_CORNERS, "skip wild"), PlayCard("skip"))
    for seat in (1, 2, 3, 4):
        decks = engine.view(state, seat)["decks"]
        assert [deck["draw_count"] for deck in decks.values()] == [12, 12, 12, 12]
        assert [deck["discard"] for deck in decks.values()] == [["skip"], [], [], []]


@pytest.mark.rule("S3")
def test_with_two_seats_a_seat_sees_its_one_hand_on_the_turns_of_both_its_colors(
    engine: Engine[Any],
) -> None:
    for color in ("blue", "red"):
        state = play_card_state(engine, FOUR_CORNERS, "warp skip", color=color, seats=2)
        assert hands(engine, state, 1) == {"seat1": ["warp", "skip"], "seat2": 2}
        assert hands(engine, state, 2) == {"seat1": 2, "seat2": ["skip", "skip"]}


@pytest.mark.rule("S11")
@pytest.mark.parametrize("shared_turns", [1, 2, 3])
def test_s11_the_shared_hand_is_seen_by_the_seat_that_controls_it_on_that_turn(
    engine: Engine[Any], shared_turns: int
) -> None:
    state = play_card_state(
        engine, FOUR_CORNERS, "warp skip", color="green", seats=3, shared_turns=shared_turns
    )
    controller = shared_turns % 3 + 1
    for seat in (1, 2, 3):
        seen = hands(engine, state, seat)
        assert seen["green"] == (["warp", "skip"] if seat == controller else 2)
        assert [type(seen[color]) is list for color in COLORS[:3]] == [
            number == seat for number in (1, 2, 3)
        ]


@pytest.mark.rule("S11")
@pytest.mark.parametrize("color", ["blue", "yellow", "red"])
def test_s11_on_other_turns_no_seat_sees_the_shared_hand(engine: Engine[Any], color: str) -> None:
    state = play_card_state(engine, FOUR_CORNERS, "warp skip", color=color, seats=3, others="wild")
    assert [hands(engine, state, seat)["green"] for seat in (1, 2, 3)] == [1, 1, 1]


@pytest.mark.rule("S22")
@pytest.mark.parametrize(
    ("color", "seats", "acting"), [("blue", 4, 1), ("red", 2, 1), ("green", 3, 2), ("green", 2, 2)]
)
def test_drawn_cards_are_visible_to_the_choosing_seat(
    engine: Engine[Any], color: str, seats: int, acting: int
) -> None:
    turn = {"drawn": ["wild", "skip"]}
    data = state_data(FOUR_CORNERS, "choose_card", color=color, seats=seats, turn=turn)
    state = engine.load_state(data)
    for seat in range(1, seats + 1):
        seen = engine.view(state, seat)["turn"]
        assert seen["drawn_count"] == 2
        assert seen.get("drawn") == (["wild", "skip"] if seat == acting else None)
        assert ("drawn" in seen) == (seat == acting)


def test_views_hide_only_piles_and_hands(engine: Engine[Any]) -> None:
    state = play_card_state(engine, FOUR_CORNERS, "skip wild")
    view, whole = engine.view(state, 2), state.to_dict()
    assert list(view) == ["seat", *whole]
    assert view["seat"] == 2
    for name in whole.keys() - {"decks"}:
        assert view[name] == whole[name]


def test_views_hide_hidden_cards_throughout_a_game(engine: Engine[Any]) -> None:
    """Cards of others appear nowhere, and putting the views together gives the state again."""
    for number, (state, _, _) in enumerate(random_shuffle_game(engine, 4)):
        if number % 10:
            continue
        whole = state.to_dict()
        for seat in range(1, state.rules.seats + 1):
            for name, deck in engine.view(state, seat)["decks"].items():
                true = whole["decks"][name]
                assert list(deck) == ["draw_count", "hand_count", "hand", "discard"]
                assert deck["draw_count"] == len(true["draw"])
                assert deck["hand_count"] == len(true["hand"])
                assert deck["hand"] in (true["hand"], None)
                assert deck["discard"] == true["discard"]


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_a_view_requires_a_seat_of_the_game(engine: Engine[Any], seats: int) -> None:
    state = play_card_state(engine, FOUR_CORNERS, "skip", seats=seats)
    for seat in (0, -1, seats + 1, 10**30):
        assert argument_problems(engine.view, state, seat) == [("out_of_range", "")]
    for wrong in (True, 1.5, "1", None):
        assert argument_problems(engine.view, state, wrong) == [("wrong_type", "")]


def test_events_hide_the_cards_that_another_seat_has_drawn() -> None:
    events: list[Any] = [
        CardPlayed("red", 3, "skip"),
        CardsDrawn("red", 3, 1, ("warp",)),
        CardsDrawn("green", 1, 2, ("wild", "wild")),
        GameOver(),
    ]
    assert cornerwise.view_events(events, seat=3) == [
        events[0],
        events[1],
        CardsDrawn("green", 1, 2, None),
        GameOver(),
    ]
    assert cornerwise.view_events(events, seat=1) == [
        events[0],
        CardsDrawn("red", 3, 1, None),
        events[2],
        GameOver(),
    ]
    assert cornerwise.view_events([], seat=1) == []
    assert events[1].cards == ("warp",)
    assert cornerwise.view_events(events, seat=2)[1].to_dict() == {
        "type": "cards_drawn",
        "color": "red",
        "seat": 3,
        "count": 1,
        "cards": None,
    }
