"""Loading states of Blokus Shuffle: the fields of the game and of each phase."""

from __future__ import annotations

from typing import Any, get_args

import pytest
from cornerwise.engine import Engine
from cornerwise.types import CARDS, COLORS, Phase

from tests.helpers.problems import problem_locations, state_problems
from tests.helpers.shuffle_states import FOUR_CORNERS, state_data
from tests.helpers.states import with_value, without_fields

STATE = state_data(FOUR_CORNERS, hand="skip wild")


@pytest.mark.parametrize(
    "phase", ["opening", "play_card", "choose_card", "choose_color", "choose_piece", "warp_to"]
)
def test_classic_has_no_such_phase(engine: Engine[Any], phase: str) -> None:
    data = {"turn": {"color": "blue", "phase": phase}}
    assert state_problems(engine, data) == [("wrong_phase", "/turn/phase", None, ())]


def test_classic_refuses_fields_of_shuffle(engine: Engine[Any]) -> None:
    data = {
        "turn": {
            "phase": "opening",
            "first": "I1",
            "target": {"color": "blue", "piece": "I1"},
            "as_color": "red",
            "drawn": ["wild", "skip"],
            "card": "wild",
        },
        "decks": {"blue": {}},
        "direction": "counterclockwise",
    }
    assert state_problems(engine, data) == [
        ("wrong_phase", "/turn/phase", None, ()),
        ("options_conflict", "/turn/card", None, ()),
        ("options_conflict", "/turn/drawn", None, ()),
        ("options_conflict", "/turn/as_color", None, ()),
        ("options_conflict", "/turn/target", None, ()),
        ("options_conflict", "/turn/first", None, ()),
        ("options_conflict", "/direction", None, ()),
        ("options_conflict", "/decks", None, ()),
    ]


def test_classic_accepts_null_for_fields_of_shuffle(engine: Engine[Any]) -> None:
    turn = dict.fromkeys(["card", "drawn", "as_color", "target", "first"])
    data = {"turn": {"color": "blue", **turn}, "direction": None, "decks": None}
    assert engine.load_state(data) == engine.new_game({}, 0)


def test_classic_is_clockwise_and_has_no_decks(engine: Engine[Any]) -> None:
    data = engine.load_state({"direction": "clockwise", "decks": {}}).to_dict()
    assert (data["direction"], data["decks"]) == ("clockwise", {})
    assert engine.load_state({"decks": {"blue": None}}) == engine.new_game({}, 0)


@pytest.mark.parametrize(
    ("pointers", "expected"),
    [
        (["/turn"], ["/turn"]),
        (["/turn/color"], ["/turn/color"]),
        (["/turn/phase"], ["/turn/phase"]),
        (["/turn/color", "/turn/phase"], ["/turn/color", "/turn/phase"]),
        (["/decks"], ["/decks"]),
        (["/decks/red"], ["/decks/red"]),
        (["/decks/green", "/decks/blue"], ["/decks/blue", "/decks/green"]),
        (["/turn", "/decks"], ["/turn", "/decks"]),
    ],
    ids=str,
)
def test_a_shuffle_state_requires_turn_and_decks(
    engine: Engine[Any], pointers: list[str], expected: list[str]
) -> None:
    assert state_problems(engine, without_fields(STATE, *pointers)) == [
        ("missing_field", pointer, None, ()) for pointer in expected
    ]


def test_null_means_omitted(engine: Engine[Any]) -> None:
    data = {**STATE, "turn": None, "decks": None}
    assert problem_locations(engine, data) == [
        ("missing_field", "/turn"),
        ("missing_field", "/decks"),
    ]


def test_with_three_seats_shared_turns_is_required(engine: Engine[Any]) -> None:
    data = state_data(FOUR_CORNERS, hand="skip", seats=3)
    assert state_problems(engine, without_fields(data, "/shared_turns")) == [
        ("missing_field", "/shared_turns", None, ())
    ]
    assert engine.load_state(without_fields(STATE, "/shared_turns")).shared_turns == 0


@pytest.mark.parametrize(
    ("seats", "names"), [(2, COLORS), (3, ("seat1", "seat2")), (4, ("seat1", "seat2"))]
)
def test_a_game_has_the_decks_of_its_owners_and_no_others(
    engine: Engine[Any], seats: int, names: tuple[str, ...]
) -> None:
    data = state_data(FOUR_CORNERS, hand="skip", seats=seats)
    for name in names:
        more = with_value(data, f"/decks/{name}", {})
        assert state_problems(engine, more) == [("unknown_field", f"/decks/{name}", None, ())]


BELONGS = {
    "card": ("choose_card", "choose_color", "choose_piece", "warp_to", "place"),
    "drawn": ("choose_card",),
    "as_color": ("place",),
    "target": ("warp_to",),
    "recycled": ("place",),
    "first": ("place",),
}
GIVEN: dict[str, Any] = {
    "card": "skip",
    "drawn": ["wild", "skip"],
    "as_color": "red",
    "target": {"color": "red", "piece": "I1"},
    "recycled": {"color": "blue", "piece": "V5"},
    "first": "I1",
}
NEEDED = {"choose_card": ["drawn"], "choose_piece": ["card"], "warp_to": ["target"]}


@pytest.mark.parametrize(
    ("phase", "field"),
    [(phase, field) for field in GIVEN for phase in get_args(Phase) if phase not in BELONGS[field]],
)
def test_a_field_of_the_turn_that_does_not_belong_to_the_phase(
    engine: Engine[Any], phase: str, field: str
) -> None:
    turn = {"color": "blue", "phase": phase, field: GIVEN[field]}
    for needed in NEEDED.get(phase, []):
        turn[needed] = {**GIVEN, "card": "warp"}[needed]
    data = {**STATE, "turn": turn}
    assert state_problems(engine, data) == [("wrong_phase", f"/turn/{field}", None, ())]


@pytest.mark.parametrize("card", CARDS)
@pytest.mark.parametrize(
    ("phase", "right"),
    [
        ("choose_card", {"draw_two"}),
        ("choose_color", {"wild"}),
        ("choose_piece", {"recycle", "warp"}),
        ("warp_to", {"warp"}),
        ("place", set(CARDS) - {"draw_two"}),
    ],
)
def test_the_card_must_lead_to_the_phase(
    engine: Engine[Any], phase: str, right: set[str], card: str
) -> None:
    turn = {"color": "blue", "phase": phase}
    turn.update({name: GIVEN[name] for name in NEEDED.get(phase, [])})
    turn["card"] = card
    if phase == "place" and card == "wild":
        turn["as_color"] = "red"
    data = {**STATE, "turn": turn}
    if card in right:
        assert "/turn/card" not in [pointer for _, pointer in problem_locations(engine, data)]
    else:
        assert state_problems(engine, data) == [("wrong_phase", "/turn/card", None, ())]


@pytest.mark.parametrize(
    ("turn", "expected"),
    [
        ({"phase": "choose_card"}, [("missing_field", "drawn")]),
        ({"phase": "choose_piece"}, [("missing_field", "card")]),
        ({"phase": "warp_to"}, [("missing_field", "target")]),
        ({"phase": "place", "card": "wild"}, [("missing_field", "as_color")]),
        ({"phase": "place", "as_color": "red"}, [("wrong_phase", "as_color")]),
        ({"phase": "place", "card": "skip", "as_color": "red"}, [("wrong_phase", "as_color")]),
        ({"phase": "place", "first": "I1"}, [("wrong_phase", "first")]),
        (
            {"phase": "place", "card": "wild", "first": "I1", "as_color": "red"},
            [("wrong_phase", "first")],
        ),
        (
            {"phase": "choose_card", "card": "skip", "first": "I1"},
            [("wrong_phase", "card"), ("missing_field", "drawn"), ("wrong_phase", "first")],
        ),
        (
            {"phase": "warp_to", "card": "wild", "drawn": ["skip", "skip"]},
            [("wrong_phase", "card"), ("wrong_phase", "drawn"), ("missing_field", "target")],
        ),
    ],
    ids=str,
)
def test_required_and_forbidden_fields_of_each_phase(
    engine: Engine[Any], turn: dict[str, Any], expected: list[tuple[str, str]]
) -> None:
    data = {**STATE, "turn": {"color": "blue", **turn}}
    assert state_problems(engine, data) == [
        (code, f"/turn/{field}", None, ()) for code, field in expected
    ]


def test_a_finished_game_need_not_name_a_color(engine: Engine[Any]) -> None:
    """But a colour can still play here, which is the next problem."""
    data = {**STATE, "turn": {"phase": "over"}}
    assert problem_locations(engine, data) == [("wrong_phase", "/turn/phase")]
    assert problem_locations(engine, {**STATE, "turn": {}}) == [
        ("missing_field", "/turn/color"),
        ("missing_field", "/turn/phase"),
    ]
