"""States, actions and events of Blokus Shuffle: immutable, comparable, faithful to their JSON."""

from __future__ import annotations

import copy
import dataclasses
import json
import pickle
from typing import Any

import pytest
from cornerwise.engine import Engine, State
from cornerwise.types import (
    CARDS,
    CardDiscarded,
    CardPlayed,
    CardsDrawn,
    ChooseCard,
    ChooseColor,
    ChoosePiece,
    Deck,
    DirectionReversed,
    PieceRecycled,
    PieceWarped,
    PlayCard,
    Rules,
    Turn,
    TurnSkipped,
    WarpTo,
)

from tests.helpers.drawing import draw, render_board
from tests.helpers.shuffle_states import FOUR_CORNERS, play_card_state, state_data
from tests.helpers.shuffle_strategies import sound_states
from tests.helpers.states import with_value

BOARD = draw("B\n.BB", top_right="..Y\nYY.")
PHASES: dict[str, dict[str, Any]] = {
    "opening": state_data([], "opening", others=""),
    "play_card": state_data(BOARD, hand="skip"),
    "choose_card": state_data(BOARD, "choose_card", turn={"drawn": ["wild", "skip"]}),
    "choose_color": state_data(BOARD, "choose_color"),
    "recycle": state_data(BOARD, "choose_piece", turn={"card": "recycle"}),
    "warp_to": state_data(BOARD, "warp_to", turn={"target": {"color": "yellow", "piece": "I2"}}),
    "place": state_data(BOARD, "place"),
    "skip": state_data(BOARD, "place", turn={"card": "skip"}),
    "wild": state_data(BOARD, "place", turn={"card": "wild", "as_color": "red"}),
    "second": state_data(BOARD, "place", turn={"card": "double_play", "first": "I2"}),
    "two seats": state_data(BOARD, "place", seats=2),
    "three seats": state_data(BOARD, "place", seats=3),
}


def some_states(engine: Engine[Any]) -> list[State]:
    """Return a state of every kind of turn."""
    return [engine.load_state(data) for data in PHASES.values()]


# ---- States -----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("name", "written"),
    [
        ("opening", {"color": "blue", "phase": "opening"}),
        ("play_card", {"color": "blue", "phase": "play_card"}),
        ("choose_card", {"color": "blue", "phase": "choose_card", "drawn": ["wild", "skip"]}),
        ("choose_color", {"color": "blue", "phase": "choose_color"}),
        ("recycle", {"color": "blue", "phase": "choose_piece", "card": "recycle"}),
        (
            "warp_to",
            {
                "color": "blue",
                "phase": "warp_to",
                "target": {"color": "yellow", "piece": "I2"},
            },
        ),
        ("place", {"color": "blue", "phase": "place"}),
        ("skip", {"color": "blue", "phase": "place", "card": "skip"}),
        ("wild", {"color": "blue", "phase": "place", "card": "wild", "as_color": "red"}),
        ("second", {"color": "blue", "phase": "place", "card": "double_play", "first": "I2"}),
    ],
)
def test_a_turn_is_written_with_what_its_phase_needs(
    engine: Engine[Any], name: str, written: dict[str, Any]
) -> None:
    turn = json.loads(engine.load_state(PHASES[name]).to_json())["turn"]
    assert turn == written
    assert list(turn) == list(written)


def test_the_turn_matches_the_properties(engine: Engine[Any]) -> None:
    states = dict(zip(PHASES, some_states(engine), strict=True))
    assert states["play_card"].turn == Turn("blue", "play_card")
    assert states["choose_card"].turn == Turn("blue", "choose_card", drawn=("wild", "skip"))
    assert states["choose_color"].turn == Turn("blue", "choose_color")
    assert states["recycle"].turn == Turn("blue", "choose_piece", card="recycle")
    assert states["warp_to"].turn == Turn("blue", "warp_to", target=("yellow", "I2"))
    assert states["wild"].turn == Turn("blue", "place", card="wild", as_color="red")
    assert states["second"].turn == Turn("blue", "place", card="double_play", first="I2")
    classic = engine.new_game({}, 0)
    assert (classic.turn, classic.direction, dict(classic.decks)) == (
        Turn("blue", "place"),
        "clockwise",
        {},
    )


def test_the_json_form_of_a_new_game(engine: Engine[Any]) -> None:
    state = engine.new_game({"game": "shuffle", "seats": 2, "deck": {"warp": 1, "skip": 0}}, 7)
    assert state.to_json() == (
        b'{"rules":{"game":"shuffle","seats":2,"teams":false,"shared_color":null,'
        b'"first_color":"blue","start_corners":"any","scoring":"basic",'
        b'"monomino_bonus":"independent","deck":{"skip":0,"reverse":0,"draw_two":0,"wild":0,'
        b'"edge_to_edge":0,"recycle":0,"warp":1,"double_play":0}},'
        b'"placements":[],"turn":{"color":"blue","phase":"opening"},"direction":"clockwise",'
        b'"decks":{"seat1":{"draw":["warp","warp"],"hand":[],"discard":[]},'
        b'"seat2":{"draw":["warp","warp"],"hand":[],"discard":[]}},'
        b'"last_placed":{"blue":null,"yellow":null,"red":null,"green":null},"shared_turns":0}'
    )


def test_dict_json_and_state_agree(engine: Engine[Any]) -> None:
    for state in some_states(engine):
        data = state.to_dict()
        assert state.to_json() == json.dumps(data, separators=(",", ":")).encode()
        assert list(data) == [
            "rules",
            "placements",
            "turn",
            "direction",
            "decks",
            "last_placed",
            "shared_turns",
        ]
        assert data["rules"] == state.rules.to_dict()
        assert data["decks"] == {name: deck.to_dict() for name, deck in state.decks.items()}
        assert data["direction"] == state.direction
        assert (data["turn"]["color"], data["turn"]["phase"]) == (state.color, state.phase)
        assert engine.load_state(data) == state
        assert str(state) == render_board(state.placements)


@pytest.mark.parametrize("name", ["turn", "direction", "decks", "rules", "phase"])
def test_a_state_cannot_be_changed(engine: Engine[Any], name: str) -> None:
    for state in some_states(engine):
        with pytest.raises((AttributeError, TypeError)):
            setattr(state, name, getattr(state, name))


def test_returned_values_do_not_alias_the_state(engine: Engine[Any]) -> None:
    for state in some_states(engine):
        before = state.to_json()
        data = state.to_dict()
        for deck in data["decks"].values():
            deck["draw"].clear()
        data["turn"].clear()
        for handed in (state.decks, state.rules.deck, state.last_placed):
            if isinstance(handed, dict):
                handed.clear()
        assert state.to_json() == before
        assert engine.load_state(json.loads(before)) == state


def test_states_differ_where_anything_differs(engine: Engine[Any]) -> None:
    base = state_data(FOUR_CORNERS, hand="skip wild", top="warp recycle")
    variants = [
        base,
        with_value(base, "/direction", "counterclockwise"),
        with_value(base, "/turn/color", "red"),
        with_value(base, "/last_placed", {"blue": None}),
        with_value(base, "/rules/monomino_bonus", "with_all_placed"),
        with_value(base, "/rules/scoring", "advanced"),
        with_value(base, "/decks/blue/hand", ["wild", "skip"]),
        with_value(base, "/placements", base["placements"][::-1]),
        state_data(FOUR_CORNERS, hand="skip wild", top="recycle warp"),
        state_data(FOUR_CORNERS, "place", hand="wild", turn={"card": "skip"}),
        state_data(FOUR_CORNERS, "place", hand="wild", played="skip"),
        state_data(FOUR_CORNERS, hand="skip wild", seats=3),
        state_data(FOUR_CORNERS, hand="skip wild", seats=3, shared_turns=2),
        state_data(FOUR_CORNERS, hand="skip wild", seats=2),
    ]
    states = [engine.load_state(data) for data in variants]
    for index, state in enumerate(states):
        assert [other == state for other in states] == [n == index for n in range(len(states))]
    assert len(set(states)) == len(states)


def test_equal_states_are_equal_and_hash_alike(engine: Engine[Any]) -> None:
    for state in some_states(engine):
        again = engine.load_state(state.to_dict())
        assert again == state
        assert hash(again) == hash(state)


def test_states_can_be_copied_and_pickled(engine: Engine[Any]) -> None:
    for state in some_states(engine):
        for again in (
            copy.copy(state),
            copy.deepcopy(state),
            pickle.loads(pickle.dumps(state)),  # noqa: S301 (our own pickle)
        ):
            assert type(again) is type(state)
            assert again == state
            assert again.to_json() == state.to_json()


def test_both_engines_return_the_same_types(rust: Engine[Any], python: Engine[Any]) -> None:
    """Down to the numbers and names inside, for states of every phase."""

    def deep_types(value: object) -> object:
        if dataclasses.is_dataclass(value):
            parts = [getattr(value, field.name) for field in dataclasses.fields(value)]
            return type(value), [deep_types(part) for part in parts]
        if isinstance(value, tuple | list):
            return type(value), [deep_types(part) for part in value]
        if isinstance(value, dict):
            return type(value), [(deep_types(k), deep_types(v)) for k, v in value.items()]
        return type(value)

    for ours in sound_states()[::6]:
        theirs = python.load_state(ours.to_dict())
        for ask in (
            lambda engine, state: engine.legal_actions(state),
            lambda engine, state: engine.view(state, 1),
            lambda engine, state: engine.score(state),
            lambda engine, state: engine.check(state, PlayCard("skip")),
            lambda engine, state: (
                engine.apply(state, engine.legal_actions(state)[:1] or [])[1]
                if state.color
                else None
            ),
            lambda _, state: (state.turn, state.direction, state.rules, state.seat),
            lambda _, state: dict(state.decks),
            lambda _, state: state.to_dict(),
        ):
            assert deep_types(ask(rust, ours)) == deep_types(ask(python, theirs))


def test_a_state_of_one_engine_is_read_by_the_other(rust: Engine[Any], python: Engine[Any]) -> None:
    for one, other in ((rust, python), (python, rust)):
        for state in some_states(one):
            there = other.load_state(json.loads(state.to_json()))
            assert there.to_json() == state.to_json()


def test_a_deck_in_the_written_rules_can_be_loaded(engine: Engine[Any]) -> None:
    state = engine.new_game({"game": "shuffle", "deck": {"wild": 3}}, 7)
    assert engine.new_game(state.rules.to_dict(), 7) == state
    assert state.rules == Rules(
        game="shuffle",
        monomino_bonus="independent",
        deck={card: 3 if card == "wild" else 0 for card in CARDS},
    )
    assert hash(state.rules) == hash(engine.new_game({"game": "shuffle"}, 7).rules)


def test_apply_does_not_change_the_state(engine: Engine[Any]) -> None:
    state = play_card_state(engine, BOARD, "recycle")
    before = state.to_json(), hash(state)
    engine.apply(state, [PlayCard("recycle"), ChoosePiece("blue", "I1")])
    assert (state.to_json(), hash(state)) == before


# ---- Values -----------------------------------------------------------------------------------

VALUES: list[tuple[Any, dict[str, Any] | None]] = [
    (PlayCard("wild"), {"type": "play_card", "card": "wild"}),
    (ChooseCard("skip"), {"type": "choose_card", "card": "skip"}),
    (ChooseColor("red"), {"type": "choose_color", "color": "red"}),
    (ChoosePiece("red", "V5"), {"type": "choose_piece", "color": "red", "piece": "V5"}),
    (WarpTo(1, 2, 3), {"type": "warp_to", "orientation": 1, "row": 2, "col": 3}),
    (
        CardPlayed("red", 3, "skip"),
        {"type": "card_played", "color": "red", "seat": 3, "card": "skip"},
    ),
    (
        CardDiscarded("red", 3, "warp", "no_piece", "S26"),
        {
            "type": "card_discarded",
            "color": "red",
            "seat": 3,
            "card": "warp",
            "reason": "no_piece",
            "rule": "S26",
        },
    ),
    (
        CardsDrawn("red", 3, 1, ("wild",)),
        {"type": "cards_drawn", "color": "red", "seat": 3, "count": 1, "cards": ["wild"]},
    ),
    (
        PieceRecycled("red", 3, "I1", 0, 1, 2),
        {
            "type": "piece_recycled",
            "color": "red",
            "seat": 3,
            "piece": "I1",
            "orientation": 0,
            "row": 1,
            "col": 2,
        },
    ),
    (
        PieceWarped("red", 2, "I2", (0, 1, 2), (1, 3, 4)),
        {
            "type": "piece_warped",
            "color": "red",
            "seat": 2,
            "piece": "I2",
            "from": {"orientation": 0, "row": 1, "col": 2},
            "to": {"orientation": 1, "row": 3, "col": 4},
        },
    ),
    (TurnSkipped("red", 3), {"type": "turn_skipped", "color": "red", "seat": 3}),
    (
        DirectionReversed("red", 3, "clockwise"),
        {"type": "direction_reversed", "color": "red", "seat": 3, "direction": "clockwise"},
    ),
    (
        Deck(("wild",), (), ("skip",)),
        {"draw": ["wild"], "hand": [], "discard": ["skip"]},
    ),
    (Turn("blue", "place", "wild", as_color="red"), None),
    (Rules(game="shuffle", monomino_bonus="independent", deck=dict.fromkeys(CARDS, 2)), None),
]


@pytest.mark.parametrize(("value", "written"), VALUES, ids=lambda value: type(value).__name__)
def test_values_are_frozen_comparable_and_written_in_json(
    value: Any,  # noqa: ANN401
    written: dict[str, Any] | None,
) -> None:
    for again in (copy.deepcopy(value), pickle.loads(pickle.dumps(value))):  # noqa: S301
        assert again == value
        assert hash(again) == hash(value)
    for field in dataclasses.fields(value):
        with pytest.raises(dataclasses.FrozenInstanceError):
            setattr(value, field.name, None)
    if written is not None:
        assert value.to_dict() == written
        assert list(value.to_dict()) == list(written)
