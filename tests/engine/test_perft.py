"""Counting sequences of placements."""

from __future__ import annotations

from typing import Any

import pytest
from cornerwise.engine import Engine, State

from tests.helpers.drawing import PIECES, draw
from tests.helpers.example_boards import PRINTED_EXAMPLE
from tests.helpers.games import middle_game
from tests.helpers.problems import argument_problems
from tests.helpers.states import load_board, without_pieces

HUGE = 10**30
NAMES = list(PIECES)
PRINTED = draw(PRINTED_EXAMPLE).placements
ONE_BEFORE = without_pieces(PRINTED, ("blue", "I1"))
THREE_BEFORE = without_pieces(PRINTED, ("blue", "I1"), ("blue", "I2"), ("yellow", "I1"))


def count_by_playing(engine: Engine[Any], state: State, depth: int) -> int:
    if depth == 0:
        return 1
    return sum(
        count_by_playing(engine, engine.apply(state, [action])[0], depth - 1)
        for action in engine.legal_actions(state)
    )


@pytest.mark.slow(keep=4)
@pytest.mark.parametrize(
    ("placements", "depth"),
    [(ONE_BEFORE, 1), (ONE_BEFORE, 2), (THREE_BEFORE, 2), (THREE_BEFORE, 3), (THREE_BEFORE, 4)],
)
def test_perft_counts_lines_of_exactly_that_length(
    engine: Engine[Any], placements: list[dict[str, Any]], depth: int
) -> None:
    """Blocked colours are skipped; a line in which the game ends before that counts for nothing."""
    state = load_board(engine, placements)
    expected = count_by_playing(engine, state, depth)
    assert engine.perft(state, depth) == expected
    assert (expected == 0) == ((len(placements), depth) in [(70, 2), (68, 4)])


def test_perft_of_depth_0_and_1(engine: Engine[Any]) -> None:
    state = middle_game(engine, 4, 16)
    assert engine.perft(state, 0) == 1
    assert engine.perft(state, 1) == engine.count_actions(state)


def test_perft_split_names_every_piece_in_order(engine: Engine[Any]) -> None:
    state = middle_game(engine, 6, 45)
    for depth in (1, 2):
        split = engine.perft_split(state, depth)
        assert list(split) == NAMES
        assert sum(split.values()) == engine.perft(state, depth)
    split = engine.perft_split(state, 1)
    assert split == {name: len(engine.legal_actions(state, [name])) for name in NAMES}
    assert 0 in split.values()


@pytest.mark.parametrize(
    ("depth", "code"),
    [
        (-1, "out_of_range"),
        (9, "out_of_range"),
        (HUGE, "out_of_range"),
        (-HUGE, "out_of_range"),
        (True, "wrong_type"),
        (1.5, "wrong_type"),
        ("1", "wrong_type"),
        (None, "wrong_type"),
    ],
)
def test_a_depth_is_from_0_to_8(
    engine: Engine[Any],
    depth: object,
    code: str,
) -> None:
    for count in (engine.perft, engine.perft_split):
        assert argument_problems(count, engine.new_game({}, 0), depth) == [(code, "")]


def test_a_whole_float_is_a_depth(engine: Engine[Any]) -> None:
    count: Any = engine.perft
    assert count(engine.new_game({}, 0), 1.0) == count(engine.new_game({}, 0), 1)


def test_the_depth_of_a_split_is_at_least_1(engine: Engine[Any]) -> None:
    assert argument_problems(engine.perft_split, engine.new_game({}, 0), 0) == [
        ("out_of_range", "")
    ]
    assert engine.perft_split(load_board(engine, PRINTED), 8) == dict.fromkeys(NAMES, 0)
