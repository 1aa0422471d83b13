"""Untrusted data: both engines give the same result for any input, and never crash."""

from __future__ import annotations

from collections import Counter
from functools import cache
from typing import Any

import pytest
from cornerwise.engine import Engine, State
from cornerwise.errors import CornerwiseError
from cornerwise.types import Pass, Place
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.helpers.agreement import (
    EXAMPLES,
    PYTHON,
    RUST,
    assert_often,
    codes,
    compare,
    compare_at,
    result_of,
)
from tests.helpers.drawing import draw
from tests.helpers.example_boards import PRINTED_EXAMPLE
from tests.helpers.examples import examples
from tests.helpers.states import load_board
from tests.helpers.strategies import (
    Items,
    Object,
    Pair,
    Text,
    action_like,
    damaged_actions,
    damaged_states,
    disguised,
    rules_like,
    sound_states,
    state_like,
    trees,
)


@cache
def positions() -> list[tuple[State, State, list[dict[str, Any]]]]:
    """Return states of both engines, and with each some actions that are legal, or once were."""
    found = []
    for data in sound_states()[::3]:
        state = RUST.load_state(data)
        actions = RUST.legal_actions(state) or [
            Place(one.piece, one.orientation, one.row, one.col) for one in state.placements
        ]
        sound = [action.to_dict() for action in actions]
        found.append((state, PYTHON.load_state(data), sound))
    return found


# ---- Anything at all --------------------------------------------------------------------------


@settings(EXAMPLES, max_examples=examples(250))
@given(trees)
def test_engines_agree_on_arbitrary_data(tree: object) -> None:
    compare("load_state", tree)
    compare("new_game", tree, 0)
    compare("load_state", {"rules": tree})
    compare("load_state", {"placements": [tree]})
    compare("load_state", {"turn": tree})
    compare("load_state", {"last_placed": tree})
    for position in (positions()[1], positions()[-1]):
        compare_at(position, "check", tree)
        compare_at(position, "apply", [tree, tree])
        compare_at(position, "legal_placements", tree)
        compare_at(position, "view", tree)
        compare_at(position, "legal_actions", [tree])
        if type(tree) not in (Text, Items, Pair):  # whose own code runs when they are iterated over
            compare_at(position, "apply", tree)
        if type(tree) not in (Text, Items, Pair, Object):
            compare_at(position, "legal_actions", tree)


@settings(EXAMPLES, max_examples=examples(100))
@given(trees)
def test_engines_agree_on_arbitrary_perft_depths(tree: object) -> None:
    """In a finished game, where no depth takes long."""
    finished = next(one for one in positions() if one[0].phase == "over")
    compare_at(finished, "perft", tree)
    compare_at(finished, "perft_split", tree)


@pytest.mark.slow
def test_engines_agree_on_malformed_states() -> None:
    seen: Counter[str] = Counter()

    @settings(EXAMPLES, max_examples=examples(400))
    @given(state_like)
    def both_say_the_same(data: dict[Any, Any]) -> None:
        seen.update(set(codes(compare("load_state", data))))

    both_say_the_same()
    assert_often(seen, "wrong_type missing_field unknown_field unknown_value unknown_color")
    assert_often(seen, "unknown_piece out_of_range options_conflict accepted")


@settings(EXAMPLES, max_examples=examples(200))
@given(rules_like)
def test_engines_agree_on_malformed_rules(data: dict[Any, Any]) -> None:
    compare("new_game", data, 0)
    compare("load_state", {"rules": data})


@settings(EXAMPLES, max_examples=examples(200))
@given(st.lists(action_like, min_size=1, max_size=3))
def test_engines_agree_on_malformed_actions(actions: list[dict[Any, Any]]) -> None:
    for position in positions()[::5]:
        compare_at(position, "apply", actions)
        compare_at(position, "apply", actions[0])
        compare_at(position, "check", actions[0])


# ---- Damaged valid data -----------------------------------------------------------------------

STAGES = {
    "A, shape": "wrong_type unknown_field out_of_range",
    "B, options": "options_conflict",
    "C, each placement": "wrong_shape off_board",
    "D, placements together": "piece_twice overlap",
    "E, contact": "side_contact corner_not_covered no_corner_contact",
    "F, counts": "wrong_counts",
    "F, turn": "wrong_turn wrong_phase wrong_last_placed wrong_shared_turns",
    "let in": "accepted",
}


@pytest.mark.slow
def test_damaged_states_reach_every_stage_of_loading() -> None:
    seen: Counter[str] = Counter()

    @settings(EXAMPLES, max_examples=examples(1000))
    @given(damaged_states())
    def both_say_the_same(data: dict[Any, Any]) -> None:
        seen.update(set(codes(compare("load_state", data))))

    both_say_the_same()
    for stage in STAGES.values():
        assert_often(seen, stage)


@pytest.mark.slow
def test_damaged_actions_reach_every_rule() -> None:
    seen: Counter[str] = Counter()

    @settings(EXAMPLES, max_examples=examples(900))
    @given(st.data())
    def both_say_the_same(data: st.DataObject) -> None:
        position = data.draw(st.sampled_from(positions()))
        action = data.draw(damaged_actions(position[2]))
        checked = compare_at(position, "check", action)
        applied = compare_at(position, "apply", [action])
        if checked[0] == "answer":
            assert (checked[1] == []) == (applied[0] == "answer")
        seen.update(set(codes(applied)))

    both_say_the_same()
    assert_often(seen, "accepted must_place game_over not_in_supply overlap off_board wrong_shape")
    assert_often(seen, "side_contact no_corner_contact corner_not_covered unknown_piece")
    assert_often(seen, "wrong_type missing_field unknown_field")


# ---- No code of the data is run ---------------------------------------------------------------


@pytest.mark.parametrize("index", range(0, 90, 7))
def test_derived_types_are_read_as_plain_data(engine: Engine[Any], index: int) -> None:
    data = sound_states()[index]
    assert engine.load_state(disguised(data)) == engine.load_state(data)


def test_actions_of_derived_types_are_accepted(engine: Engine[Any]) -> None:
    state = engine.new_game({}, 0)
    action = {"type": "place", "piece": "V3", "cells": [[0, 0], [0, 1], [1, 0]]}
    assert engine.check(state, disguised(action)) == []
    assert engine.apply(state, [disguised(action)]) == engine.apply(state, [action])
    assert engine.new_game(disguised({"seats": 3}), 0) == engine.new_game({"seats": 3}, 0)


class Liar:
    """Claims to be a Place."""

    @property  # type: ignore[misc]
    def __class__(self) -> type[Place]:  # type: ignore[override]
        return Place


class Mute:
    """Fails if its class is asked for."""

    @property  # type: ignore[misc]
    def __class__(self) -> type[Place]:  # type: ignore[override]
        raise AssertionError("data was asked to do something")


@pytest.mark.parametrize("kind", [Liar, Mute])
def test_a_false_class_attribute_is_not_trusted(engine: Engine[Any], kind: type) -> None:
    state = engine.new_game({}, 0)
    for function in (
        lambda: engine.check(state, kind()),
        lambda: engine.apply(state, [kind()]),
        lambda: engine.apply(state, kind()),
        lambda: engine.load_state(kind()),
        lambda: engine.new_game(kind(), 0),
    ):
        assert codes(result_of(function)) == ["wrong_type"]


# ---- Size and shape ---------------------------------------------------------------------------


def test_deeply_nested_data_is_refused(engine: Engine[Any]) -> None:
    deep: list[Any] = []
    for _ in range(200_000):
        deep = [deep]
    for data in (deep, {"rules": deep}, {"placements": deep}, {"placements": [{"cells": deep}]}):
        assert "wrong_type" in codes(result_of(engine.load_state, data))
    while deep:  # taken apart by hand, so that nothing has to go down all the way again
        deep = deep.pop()


def test_cyclic_data_is_refused(engine: Engine[Any]) -> None:
    ring: list[Any] = []
    ring.append(ring)
    knot: dict[str, Any] = {}
    knot["rules"] = knot
    assert codes(result_of(engine.load_state, {"placements": ring})) == ["wrong_type"]
    assert codes(result_of(engine.load_state, knot)) == ["unknown_field"]
    assert codes(result_of(engine.check, engine.new_game({}, 0), ring)) == ["wrong_type"]


def test_error_size_is_bounded_for_large_data(engine: Engine[Any]) -> None:
    """Names of fields are cut and problems are counted, so no answer grows with the question."""
    long = {f"{number}{'x' * 10_000}": number for number in range(1000)}
    for function, data in (
        (engine.load_state, long),
        (lambda data: engine.new_game(data, 0), long),
        (engine.load_state, {"placements": [long] * 84}),
        (engine.load_state, {"rules": {"game": "x" * 1_000_000}}),
        (engine.load_state, {"placements": [{"color": "x" * 1_000_000}] * 1_000_000}),
    ):
        with pytest.raises(CornerwiseError) as caught:
            function(data)
        assert len(caught.value.problems) <= 20
        assert sum(len(str(problem.to_dict())) for problem in caught.value.problems) < 20_000


def test_a_refused_action_does_not_change_the_state(engine: Engine[Any]) -> None:
    state = load_board(engine, draw(PRINTED_EXAMPLE))
    before = state.to_json()
    for action in (Pass(), Place("I1", 0, 0, 0), {"type": "fly"}, None, {1: 2}):
        result_of(engine.apply, state, [action])
        result_of(engine.check, state, action)
    assert state.to_json() == before
