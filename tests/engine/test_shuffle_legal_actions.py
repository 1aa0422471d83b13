"""Blokus Shuffle: the list of legal actions in every phase, its order, filters and forms."""

from __future__ import annotations

from typing import Any

import pytest
from cornerwise.engine import Engine
from cornerwise.errors import IllegalActionError, InvalidActionError
from cornerwise.types import (
    CARDS,
    COLORS,
    ChooseCard,
    ChooseColor,
    ChoosePiece,
    MoveFormat,
    Pass,
    Place,
    PlayCard,
    WarpTo,
)
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from tests.helpers.drawing import PIECES, cells_of, draw
from tests.helpers.example_boards import PRINTED_EXAMPLE
from tests.helpers.formats import compact_json, groups
from tests.helpers.games import place_actions
from tests.helpers.problems import argument_problems, problem_fields
from tests.helpers.shuffle_states import FOUR_CORNERS, place_state, play_card_state, state_data
from tests.helpers.shuffle_strategies import any_action, by_phase

NAMES = list(PIECES)
BOARD = draw(
    """
    B..
    .BB
    """,
    top_right="""
    .....Y
    ...YY.
    YYY...
    """,
    bottom_right="R",
    bottom_left="G",
)
WARP_TO = state_data(BOARD, "warp_to", turn={"target": {"color": "yellow", "piece": "I3"}})


# ---- Order ------------------------------------------------------------------------------------


def test_choices_come_in_the_order_of_cards_colors_and_pieces(engine: Engine[Any]) -> None:
    hand = play_card_state(engine, BOARD, "double_play skip")
    assert engine.legal_actions(hand) == [PlayCard("skip"), PlayCard("double_play")]
    drawn = engine.load_state(state_data(BOARD, "choose_card", turn={"drawn": ["warp", "reverse"]}))
    assert engine.legal_actions(drawn) == [ChooseCard("reverse"), ChooseCard("warp")]
    color = engine.load_state(state_data(BOARD, "choose_color"))
    assert engine.legal_actions(color) == [ChooseColor(color) for color in COLORS]
    piece = engine.load_state(state_data(BOARD, "choose_piece", turn={"card": "warp"}, seats=2))
    assert engine.legal_actions(piece) == [
        ChoosePiece("yellow", "I1"),
        ChoosePiece("yellow", "I2"),
        ChoosePiece("yellow", "I3"),
    ]
    recycle = engine.load_state(
        state_data(BOARD, "choose_piece", color="red", turn={"card": "recycle"}, seats=2)
    )
    assert engine.legal_actions(recycle) == [
        ChoosePiece("blue", "I1"),
        ChoosePiece("blue", "I2"),
        ChoosePiece("red", "I1"),
    ]


def test_destinations_are_sorted_by_orientation_row_and_col(engine: Engine[Any]) -> None:
    actions: list[Any] = engine.legal_actions(engine.load_state(WARP_TO))
    keys = [(action.orientation, action.row, action.col) for action in actions]
    assert keys == sorted(set(keys))
    assert len({orientation for orientation, _, _ in keys}) == 2
    assert all(isinstance(action, WarpTo) for action in actions)


@pytest.mark.parametrize("card", [None, "edge_to_edge", "wild"])
def test_placements_are_sorted_as_in_classic(engine: Engine[Any], card: str | None) -> None:
    state = place_state(engine, BOARD, card, as_color="yellow" if card == "wild" else None)
    actions = place_actions(engine, state)
    keys = [(NAMES.index(one.piece), one.orientation, one.row, one.col) for one in actions]
    assert keys == sorted(set(keys))
    assert len({cells_of(action) for action in actions}) == len(actions) > 100


# ---- Filters ----------------------------------------------------------------------------------


def test_a_filter_removes_actions_with_other_pieces(engine: Engine[Any]) -> None:
    state = place_state(engine, BOARD, "edge_to_edge")
    every = place_actions(engine, state)
    assert engine.legal_actions(state, ["V5", "I3"]) == [
        action for action in every if action.piece in ("I3", "V5")
    ]
    assert engine.legal_actions(state, ["I1"]) == []
    choosing = engine.load_state(state_data(BOARD, "choose_piece", turn={"card": "warp"}))
    assert engine.legal_actions(choosing, ["I3", "V5"]) == [ChoosePiece("yellow", "I3")]
    warping = engine.load_state(WARP_TO)
    assert engine.legal_actions(warping, ["I3"]) == engine.legal_actions(warping) != []
    assert engine.legal_actions(warping, ["V5"]) == []


def test_a_filter_keeps_actions_without_pieces(engine: Engine[Any]) -> None:
    for data in (
        state_data(BOARD, hand="skip wild"),
        state_data(BOARD, "choose_card", turn={"drawn": ["warp", "reverse"]}),
        state_data(BOARD, "choose_color"),
    ):
        state = engine.load_state(data)
        assert engine.legal_actions(state, ["I1"]) == engine.legal_actions(state) != []
        assert engine.legal_actions(state, []) == engine.legal_actions(state)


def test_a_pass_is_listed_only_where_nothing_fits_without_the_filter(engine: Engine[Any]) -> None:
    able = place_state(engine, FOUR_CORNERS)
    assert engine.legal_actions(able, ["I1"]) == []
    blocked = place_state(engine, draw(PRINTED_EXAMPLE), color="yellow")
    for pieces in ([], ["I1"], ["O4", "Z5"]):
        assert engine.legal_actions(blocked, pieces) == [Pass()]


def test_a_filter_is_checked_in_every_phase(engine: Engine[Any]) -> None:
    for data in (
        state_data(BOARD, hand="skip wild"),
        state_data(BOARD, "choose_color"),
        WARP_TO,
        state_data(draw(PRINTED_EXAMPLE), "over", color=None, others=""),
    ):
        state = engine.load_state(data)
        with pytest.raises(InvalidActionError) as caught:
            engine.legal_actions(state, ["I1", "Q9"])
        assert problem_fields(caught.value.problems) == [("unknown_piece", "/1", "G4", ())]
        assert argument_problems(engine.legal_actions_json, state, "groups", [7]) == [
            ("wrong_type", "/0")
        ]


# ---- JSON -------------------------------------------------------------------------------------


def test_actions_without_pieces_are_objects_in_every_format(engine: Engine[Any]) -> None:
    for data in (
        state_data(BOARD, hand="skip wild"),
        state_data(BOARD, "choose_card", turn={"drawn": ["warp", "reverse"]}),
        state_data(BOARD, "choose_color"),
        state_data(BOARD, "choose_piece", turn={"card": "warp"}),
        state_data(draw(PRINTED_EXAMPLE), "place", color="yellow"),
    ):
        state = engine.load_state(data)
        actions = [action.to_dict() for action in engine.legal_actions(state)]
        for form in ("objects", "cells", "groups"):
            expected = (len(actions), compact_json(actions))
            assert engine.legal_actions_json(state, form) == expected


def test_warp_destinations_in_every_format(engine: Engine[Any]) -> None:
    state = engine.load_state(WARP_TO)
    actions = engine.legal_actions(state)
    count = len(actions)
    assert count == 3
    objects = [action.to_dict() for action in actions]
    with_cells = [{**one, "cells": cells_of({**one, "piece": "I3"})} for one in objects]
    assert engine.legal_actions_json(state, "objects") == (count, compact_json(objects))
    assert engine.legal_actions_json(state, "cells") == (count, compact_json(with_cells))
    assert engine.legal_actions_json(state, "groups") == (
        count,
        compact_json(groups(actions, ("yellow", "I3"))),
    )


@pytest.mark.parametrize("card", ["edge_to_edge", "skip"])
def test_placements_are_written_as_in_classic(engine: Engine[Any], card: str) -> None:
    state = place_state(engine, BOARD, card)
    actions = engine.legal_actions(state, ["V5", "I5"])
    objects = [action.to_dict() for action in actions]
    with_cells = [{**one, "cells": cells_of(one)} for one in objects]
    grouped = groups(actions)
    formats: list[tuple[MoveFormat, object]] = [
        ("objects", objects),
        ("cells", with_cells),
        ("groups", grouped),
    ]
    for format_, data in formats:
        written = engine.legal_actions_json(state, format_, ["V5", "I5"])
        assert written == (len(actions), compact_json(data))


def test_a_filter_without_matches_gives_an_empty_list(engine: Engine[Any]) -> None:
    state = place_state(engine, FOUR_CORNERS)
    assert engine.legal_actions_json(state, "objects", ["I1"]) == (0, b"[]")
    assert engine.legal_actions_json(state, "groups", ["I1"]) == (0, b"[]")


# ---- What does not depend on the phase --------------------------------------------------------


def test_the_placements_of_a_color_are_ordinary_ones_whatever_is_in_force(
    engine: Engine[Any],
) -> None:
    usual = engine.legal_placements(place_state(engine, BOARD), "blue")
    assert usual == engine.legal_actions(place_state(engine, BOARD))
    for data in (
        state_data(BOARD, "place", turn={"card": "edge_to_edge"}),
        state_data(BOARD, "place", turn={"card": "wild", "as_color": "yellow"}),
        state_data(BOARD, "place", turn={"card": "double_play", "first": "I2"}),
        state_data(BOARD, "play_card", hand="skip", color="red"),
        WARP_TO,
    ):
        assert engine.legal_placements(engine.load_state(data), "blue") == usual


def test_perft_counts_classic_games_only(engine: Engine[Any]) -> None:
    state = place_state(engine, BOARD)
    for ask in (engine.perft, engine.perft_split):
        with pytest.raises(InvalidActionError) as caught:
            ask(state, 1)
        assert problem_fields(caught.value.problems) == [("options_conflict", "", None, ())]
        assert argument_problems(ask, state, "1") == [("wrong_type", "")]
        assert argument_problems(ask, state, 9) == [("out_of_range", "")]


# ---- Laws -------------------------------------------------------------------------------------


def is_applied(engine: Engine[Any], state: Any, action: Any) -> bool:  # noqa: ANN401
    try:
        engine.apply(state, [action])
    except IllegalActionError as error:
        return not error.problems
    return True


@pytest.mark.slow
def test_legal_actions_check_and_apply_agree_in_every_phase(engine: Engine[Any]) -> None:
    """Legal actions of states of every phase, their neighbours, and any others."""
    verdicts: set[tuple[str, bool]] = set()
    live = {phase: states for phase, states in by_phase().items() if phase != "over"}

    @settings(max_examples=250, suppress_health_check=list(HealthCheck))
    @given(st.data())
    def one_fact(data: st.DataObject) -> None:
        phase = data.draw(st.sampled_from(sorted(live)))
        state = engine.load_state(data.draw(st.sampled_from(live[phase])).to_dict())
        legal = [action.to_dict() for action in engine.legal_actions(state)]
        assert engine.count_actions(state) == len(legal)
        kind = data.draw(st.sampled_from(["legal", "near", "any"]))
        action = dict(data.draw(any_action if kind == "any" else st.sampled_from(legal)))
        if kind == "near" and "row" in action:
            action["row"] += data.draw(st.integers(-1, 1))
            action["col"] += data.draw(st.integers(-1, 1))
        if action["type"] == "place":
            action["color"] = action.get("color") or state.color
        is_listed = action in legal
        assert (engine.check(state, action) == []) == is_listed
        assert is_applied(engine, state, action) == is_listed
        verdicts.add((state.phase, is_listed))

    one_fact()
    assert verdicts == {(phase, verdict) for phase in live for verdict in (True, False)}


def test_every_card_can_be_played(engine: Engine[Any]) -> None:
    for card in CARDS:
        state = play_card_state(engine, BOARD, card)
        assert engine.legal_actions(state) == [PlayCard(card)]
        after, _ = engine.apply(state, PlayCard(card))
        assert engine.legal_actions(after)
        assert any(isinstance(one, Place) for one in engine.legal_actions(after)) == (
            after.phase == "place"
        )
