"""Untrusted data of Blokus Shuffle: both engines give the same result."""

from __future__ import annotations

from collections import Counter
from functools import cache
from typing import Any

import pytest
from cornerwise.engine import Engine, State
from cornerwise.types import CARDS
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
)
from tests.helpers.examples import examples
from tests.helpers.shuffle_states import FOUR_CORNERS, state_data
from tests.helpers.shuffle_strategies import (
    any_action,
    any_action_near,
    damaged_states,
    damaged_views,
    sound_states,
)
from tests.helpers.strategies import disguised, trees


@cache
def positions() -> list[tuple[State, State, list[dict[str, Any]]]]:
    """Return states of both engines, and with each some of its legal actions."""
    return [
        (
            state,
            PYTHON.load_state(state.to_dict()),
            [action.to_dict() for action in RUST.legal_actions(state)][:: 1 + index % 3],
        )
        for index, state in enumerate(sound_states())
    ]


def test_the_sound_states_have_every_phase_and_every_card_with_every_number_of_seats() -> None:
    seen = {(state.rules.seats, state.phase, state.turn.card) for state in sound_states()}
    for seats in (2, 3, 4):
        phases = {phase for one, phase, _ in seen if one == seats}
        assert phases >= {"opening", "play_card", "choose_card", "choose_color", "choose_piece"}
        assert phases >= {"warp_to", "place", "over"}
        cards = {card for one, phase, card in seen if (one, phase) == (seats, "place")}
        assert cards == {None, *CARDS} - {"draw_two"}


@settings(EXAMPLES, max_examples=examples(150))
@given(trees)
def test_engines_agree_on_arbitrary_data_in_shuffle_fields(tree: object) -> None:
    sound = state_data(FOUR_CORNERS, hand="skip")
    view = PYTHON.view(PYTHON.load_state(sound), 1)
    for data in (
        {**view, "seat": tree},
        {**view, "decks": {**view["decks"], "red": tree}},
        {**view, "decks": {**view["decks"], "blue": {"draw_count": tree, "hand": tree}}},
        {**view, "turn": {**view["turn"], "drawn": tree, "drawn_count": tree}},
    ):
        compare("load_view", data)
    for data in (
        {**sound, "turn": tree},
        {**sound, "decks": tree},
        {**sound, "direction": tree},
        {**sound, "decks": {**sound["decks"], "red": tree}},
        {**sound, "decks": {**sound["decks"], "red": {"draw": tree}}},
        {**sound, "turn": {**sound["turn"], "card": tree, "target": tree, "drawn": tree}},
        {**sound, "turn": {**sound["turn"], "as_color": tree, "first": tree, "color": tree}},
        {**sound, "rules": {**sound["rules"], "deck": tree, "monomino_bonus": tree}},
    ):
        compare("load_state", data)
    compare("new_game", {"game": "shuffle", "deck": tree}, 0)
    if tree is not None:  # without a seed every game differs
        compare("new_game", {"game": "shuffle"}, tree)


STAGES = {
    "A, shape": "wrong_type unknown_field",
    "B, options": "options_conflict",
    "B2, what goes with the game": "missing_field wrong_phase",
    "C, D, placements": "wrong_shape off_board piece_twice overlap",
    "F1, cards": "wrong_deck wrong_hand",
    "F2, F3, turn": "wrong_turn",
    "F3, what is to be warped": "wrong_owner not_on_board",
    "F4, records": "wrong_last_placed wrong_shared_turns",
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
    assert_often(seen, " ".join(STAGES.values()))


@pytest.mark.slow
def test_engines_agree_on_damaged_views() -> None:
    seen: Counter[str] = Counter()

    @settings(EXAMPLES, max_examples=examples(500))
    @given(damaged_views(), any_action)
    def both_say_the_same(data: dict[Any, Any], action: dict[str, Any]) -> None:
        loaded = compare("load_view", data)
        seen.update(set(codes(loaded)))
        if loaded[0] != "answer":
            return
        views: Any = (RUST.load_view(data), PYTHON.load_view(data), None)
        for name in ("legal_actions", "count_actions", "summary", "score"):
            seen.update(set(codes(compare_at(views, name))))
        compare_at(views, "legal_actions_json", "groups", None, [0, 0])
        seen.update(set(codes(compare_at(views, "check", action))))

    both_say_the_same()
    assert_often(seen, "accepted hidden_information wrong_deck wrong_hand missing_field")
    assert_often(seen, "out_of_range wrong_phase wrong_last_placed")


@pytest.mark.slow
def test_random_actions_reach_every_rule() -> None:
    seen: Counter[str] = Counter()

    @settings(EXAMPLES, max_examples=examples(1500))
    @given(st.data())
    def both_say_the_same(data: st.DataObject) -> None:
        position = data.draw(st.sampled_from(positions()))
        action = data.draw(any_action_near(position[2]))
        checked = compare_at(position, "check", action)
        applied = compare_at(position, "apply", [action])
        if checked[0] == "answer":
            assert (checked[1] == []) == (applied[0] == "answer")
        seen.update(set(codes(applied)))

    both_say_the_same()
    assert_often(seen, "accepted wrong_step game_over not_in_hand not_drawn wrong_owner")
    assert_often(seen, "not_on_board overlap off_board not_in_supply wrong_shape unknown_piece")
    assert_often(seen, "side_contact no_corner_contact corner_not_covered no_side_contact")
    assert_often(seen, "first_not_touched must_place wrong_type missing_field unknown_field")


@pytest.mark.parametrize("index", range(0, 120, 11))
def test_derived_types_are_read_as_plain_data(engine: Engine[Any], index: int) -> None:
    data = sound_states()[index].to_dict()
    assert engine.load_state(disguised(data)) == engine.load_state(data)


def test_a_refused_action_does_not_change_the_state(engine: Engine[Any]) -> None:
    for data in (state.to_dict() for state in sound_states()[::9]):
        state = engine.load_state(data)
        before = state.to_json()
        actions: list[Any] = [
            {"type": "play_card", "card": "joker"},
            {"type": "pass"},
            None,
            {1: 2},
        ]
        for action in actions:
            try:
                engine.apply(state, [action])
            except ValueError:
                assert state.to_json() == before
        engine.legal_actions(state)
        assert state.to_json() == before


@settings(EXAMPLES, max_examples=examples(60))
@given(trees)
def test_engines_agree_on_arbitrary_filters_and_seats(tree: object) -> None:
    for position in positions()[::17]:
        compare_at(position, "legal_actions", [tree])
        compare_at(position, "legal_actions", None, tree)
        compare_at(position, "legal_actions", None, [0, tree])
        compare_at(position, "view", tree)
        compare_at(position, "legal_placements", tree)
        compare_at(position, "perft", tree)
