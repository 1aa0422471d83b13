"""Texts of positions and moves, and replays: both engines give the same results and problems."""

from __future__ import annotations

from collections import Counter
from functools import cache
from random import Random
from typing import Any

import pytest
from cornerwise.engine import Engine, Replayed, State
from cornerwise.errors import InvalidActionError
from cornerwise.types import (
    CardDiscarded,
    CardPlayed,
    CardsDrawn,
    DirectionReversed,
    GameOver,
    Passed,
    PiecePlaced,
    PieceRecycled,
    PieceWarped,
    TurnSkipped,
)
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.engine.test_position_text import ALPHABET, some_states, with_checksum
from tests.helpers.agreement import (
    EXAMPLES,
    PYTHON,
    RUST,
    assert_often,
    codes,
    compare,
)
from tests.helpers.examples import examples
from tests.helpers.games import random_game, seeded_rng
from tests.helpers.shuffle_states import random_shuffle_game
from tests.helpers.shuffle_strategies import any_action, damaged_states, damaged_views
from tests.helpers.strategies import action_like
from tests.package.test_move_text import actions

# ---- Positions ----------------------------------------------------------------------------------


@cache
def state_texts() -> list[str]:
    return [state.to_text() for state in some_states()]


@cache
def view_texts() -> list[str]:
    return [
        RUST.load_view(RUST.view(state, seat)).to_text()
        for state in some_states()[::2]
        for seat in range(1, state.rules.seats + 1)
    ]


@pytest.mark.slow(keep=1)
@pytest.mark.parametrize("seed", range(6))
def test_states_and_views_of_games_have_the_same_text(seed: int) -> None:
    game = [state for state, _, _ in random_shuffle_game(RUST, seed)]
    rules: dict[str, Any] = {"seats": 2 + seed % 3, "teams": seed % 3 == 2}
    for state in [*game, *random_game(RUST, seed, **rules)][:: 1 if seed == 5 else 7]:
        same = PYTHON.load_state(state.to_dict())
        text = RUST.state_to_text(state)
        assert PYTHON.state_to_text(same) == state.to_text() == text
        assert PYTHON.state_from_text(text) == same
        assert RUST.state_from_text(text) == state
        for seat in range(1, state.rules.seats + 1):
            data = RUST.view(state, seat)
            seen = RUST.load_view(data).to_text()
            assert PYTHON.load_view(data).to_text() == seen
            assert RUST.view_from_text(seen).to_dict() == data
            assert PYTHON.view_from_text(seen).to_dict() == data


def changed(rng: Random, text: str) -> str:
    """Return a text with up to three changes, and mostly with the checksum of what is there."""
    body = text[:-6]
    for _ in range(rng.randint(1, 3)):
        at = rng.randint(3, len(body))
        removed = rng.choice([0, 1, 1, 1, 3])
        size = rng.choice([0, removed, removed, removed, 1])
        body = body[:at] + "".join(rng.choices(ALPHABET, k=size)) + body[at + removed :]
    return with_checksum(body) if rng.random() < 0.9 else body + text[-6:]


@pytest.mark.slow
def test_damaged_texts_of_states_have_the_same_problems() -> None:
    rng, seen = seeded_rng(1), Counter[str]()
    for _ in range(examples(2000)):
        text = changed(rng, rng.choice(state_texts()))
        seen.update(codes(compare("state_from_text", text)))
        assert codes(compare("view_from_text", text))[0] != "accepted"
    assert_often(seen, "accepted invalid_text wrong_deck overlap off_board piece_twice wrong_phase")


@pytest.mark.slow
def test_damaged_texts_of_views_have_the_same_problems() -> None:
    rng, seen = seeded_rng(2), Counter[str]()
    for _ in range(examples(2000)):
        text = changed(rng, rng.choice(view_texts()))
        seen.update(codes(compare("view_from_text", text)))
        assert codes(compare("state_from_text", text))[0] != "accepted"
    assert_often(seen, "accepted invalid_text wrong_deck overlap off_board piece_twice")


@pytest.mark.slow
@settings(EXAMPLES, max_examples=examples(150))
@given(damaged_states(), damaged_views())
def test_what_is_accepted_as_json_has_the_same_text(state: Any, view: Any) -> None:  # noqa: ANN401
    for load, read, data in (
        ("load_state", "state_from_text", state),
        ("load_view", "view_from_text", view),
    ):
        if codes(compare(load, data)) == ["accepted"]:
            loaded = [getattr(engine, load)(data) for engine in (RUST, PYTHON)]
            texts = {one.to_text() for one in loaded}
            assert len(texts) == 1
            assert getattr(RUST, read)(*texts) == loaded[0]
            assert getattr(PYTHON, read)(*texts) == loaded[1]


@pytest.mark.parametrize(
    "text", ["", "c", "cw", "cw2", "cw1", "cw1s\ud800", "\ud800", None, 1, b""]
)
def test_other_values_have_the_same_problems(text: object) -> None:
    for function in ("state_from_text", "view_from_text", "action_from_text"):
        assert codes(compare(function, text)) in (["invalid_text"], ["wrong_type"])


# ---- Moves --------------------------------------------------------------------------------------


@settings(EXAMPLES)
@given(actions, st.data())
def test_changed_move_texts_have_the_same_result(action: Any, data: st.DataObject) -> None:  # noqa: ANN401
    assert compare("action_from_text", RUST.action_to_text(action)) == ("answer", action)
    text = RUST.action_to_text(action)
    at = data.draw(st.integers(0, len(text)))
    added = data.draw(st.text(alphabet="abluertV5I12/0789 _\u0661", max_size=2))
    compare("action_from_text", text[:at] + added + text[at + data.draw(st.integers(0, 2)) :])


@settings(EXAMPLES, max_examples=examples(300))
@given(st.one_of(actions, any_action, action_like))
def test_any_action_has_the_same_text_or_problems(action: object) -> None:
    compare("action_to_text", action)


SQUARES = [[4, 7], [4, 8], [5, 7]]


@pytest.mark.parametrize(
    ("action", "text"),
    [
        ({"type": "place", "piece": "V3", "cells": SQUARES}, "V3/0 h16"),
        ({"type": "warp_to", "cells": SQUARES}, "warp /0 h16"),
        ({"type": "place", "piece": "V3", "cells": SQUARES[:2]}, ["wrong_shape"]),
        ({"type": "warp_to", "cells": [[0, 0], [0, 2]]}, ["wrong_shape"]),
        ({"type": "warp_to", "cells": [[0, 0], [0, 0]]}, ["wrong_shape"]),
        ({"type": "warp_to", "cells": [[19, 0], [20, 0]]}, ["out_of_range"]),
        ({"type": "warp_to", "cells": [[-1, 0]]}, ["out_of_range"]),
        ({"type": "choose_piece", "color": "red", "piece": "I6"}, ["unknown_piece"]),
    ],
)
def test_squares_stand_for_the_orientation_that_covers_them(
    action: dict[str, Any], text: str | list[str]
) -> None:
    result = compare("action_to_text", action)
    assert (result[1] if isinstance(text, str) else codes(result)) == text


# ---- Events -------------------------------------------------------------------------------------


@pytest.mark.parametrize("seed", range(4))
def test_events_of_games_have_the_same_line(seed: int) -> None:
    kinds = set()
    for state, _, action in random_shuffle_game(RUST, seed):
        for event in RUST.apply(state, action)[1] if action else []:
            compare("event_to_text", event)
            kinds.add(event.type)
    assert len(kinds) >= 6


EVENTS = {
    "red V5/3 c20": PiecePlaced("red", 3, "V5", 3, 0, 2),
    "red passes": Passed("red", 3),
    "the game is over": GameOver(),
    "red plays wild": CardPlayed("red", 3, "wild"),
    "red discards warp: no_piece": CardDiscarded("red", 3, "warp", "no_piece", "S26"),
    "red draws 1 card: skip": CardsDrawn("red", 3, 1, ("skip",)),
    "red draws 2 cards": CardsDrawn("red", 3, 2, None),
    "red I1/0 a1 is recycled": PieceRecycled("red", 3, "I1", 0, 19, 0),
    "red I2/0 a1 is warped to /1 t2": PieceWarped("red", 3, "I2", (0, 19, 0), (1, 18, 19)),
    "red is skipped": TurnSkipped("red", 3),
    "red reverses the direction: clockwise": DirectionReversed("red", 3, "clockwise"),
}


@pytest.mark.parametrize(("line", "event"), EVENTS.items())
def test_lines_of_events(engine: Engine[Any], line: str, event: Any) -> None:  # noqa: ANN401
    assert engine.event_to_text(event) == line


@pytest.mark.parametrize(
    ("event", "code"),
    [
        (None, "wrong_type"),
        ("passed", "wrong_type"),
        (Passed(1, 1), "wrong_type"),  # type: ignore[arg-type]
        (Passed("pink", 1), "unknown_value"),  # type: ignore[arg-type]
        (CardsDrawn("red", 1, 1, ("joker",)), "unknown_value"),  # type: ignore[arg-type]
        (CardDiscarded("red", 3, "warp", "whim", "S26"), "unknown_value"),
        (PiecePlaced("red", 3, "V6", 3, 0, 2), "unknown_value"),  # type: ignore[arg-type]
        (PiecePlaced("red", 3, "V5", 4, 0, 2), "out_of_range"),
        (PiecePlaced("red", 3, "V5", 0, 18, 2), "out_of_range"),
        (PieceWarped("red", 3, "I2", (0, 19, 0), (0, 19, 19)), "out_of_range"),
    ],
)
def test_impossible_events_are_refused(event: object, code: str) -> None:
    assert codes(compare("event_to_text", event)) == [code]


# ---- Replays ------------------------------------------------------------------------------------


def comparable(replayed: Replayed) -> object:
    states = None if replayed.states is None else [state.to_text() for state in replayed.states]
    return replayed.state.to_text(), replayed.plies, replayed.problems, states, replayed.events


def replay_both(start: State, moves: list[Any], **wanted: bool) -> Replayed:
    """Replay on both engines, assert equal results, and return that of the Rust engine."""
    same = PYTHON.load_state(start.to_dict())
    replayed = RUST.replay(start, moves, **wanted)
    assert comparable(PYTHON.replay(same, moves, **wanted)) == comparable(replayed)
    return replayed


@pytest.mark.parametrize("seed", range(3))
def test_a_replayed_game_is_what_apply_leads_to(seed: int) -> None:
    game = list(random_shuffle_game(RUST, seed))
    moves = [action for _, _, action in game if action is not None]
    replayed = replay_both(game[0][0], moves, states=True, events=True)
    assert (replayed.plies, replayed.problems) == (len(moves), ())
    assert replayed.state == game[-1][0]
    assert replayed.states == tuple(state for state, _, _ in game)
    assert replayed.events is not None
    assert [tuple(RUST.apply(state, one)[1]) for state, _, one in game if one] == [*replayed.events]
    for form in (
        [RUST.action_to_text(action) for action in moves],
        [action.to_dict() for action in moves],
    ):
        assert RUST.replay(game[0][0], iter(form)) == Replayed(replayed.state, len(moves))


@pytest.mark.parametrize("seed", range(4))
def test_the_first_wrong_action_is_reported(seed: int) -> None:
    game = list(random_shuffle_game(RUST, seed))
    moves: list[Any] = [action for _, _, action in game if action is not None]
    at = 7 + 11 * seed
    for wrong in ("pass ", "I1/0 a1", {"type": "fly"}, {}, 5, None, moves[0], "choose blue I1"):
        replayed = replay_both(game[0][0], [*moves[:at], wrong, {"type": "fly"}], states=True)
        assert replayed.plies == at
        assert replayed.state == game[at][0]
        assert replayed.states is not None
        assert len(replayed.states) == at + 1
        assert replayed.problems
    after_the_end = replay_both(game[0][0], [*moves, "pass"])
    assert [problem.code for problem in after_the_end.problems] == ["game_over"]


MOVES = [
    {"action": {"type": "pass"}},
    {"text": "blue I1/0 a20"},
    {"text": "I1/0 a20", "parent": -1, "comment": "Here."},
    {"text": "I1/0 a20", "parent": -1.0, "seat": None},
    {"action": {"type": "place", "piece": "I1", "cells": [[0, 0]]}, "parent": None},
    {"action": {"type": "place", "piece": "I1"}},
    {"action": "pass"},
    {"action": {"type": "pass"}, "text": "pass"},
    {"text": "I1/0 a20", "parent": 0},
    {"text": "I1/0 a20", "parent": False},
    {"text": "I1/0 a20", "seat": 1},
    {"text": "I1/0 a20", "comment": 1},
    {"text": "a20"},
    {"text": 1},
    {"comment": "Only this."},
    {"action": {"type": "pass"}, 1: 1},
]


@pytest.mark.parametrize("move", MOVES)
def test_moves_of_records_are_replayed(move: dict[Any, Any]) -> None:
    replayed = replay_both(RUST.new_game({}, 0), [move])
    assert (replayed.plies == 1) == (move in MOVES[1:5])
    assert bool(replayed.problems) == (replayed.plies == 0)


def test_replays_of_empty_and_of_wrong_lists(engine: Engine[Any]) -> None:
    state = engine.new_game({}, 0)
    assert engine.replay(state, [], states=True, events=True) == Replayed(
        state, 0, (), (state,), ()
    )
    for wrong in (5, None, "pass", {"type": "pass"}):
        with pytest.raises(InvalidActionError) as caught:
            engine.replay(state, wrong)  # type: ignore[arg-type]
        assert [problem.code for problem in caught.value.problems] == ["wrong_type"]
    with pytest.raises(InvalidActionError) as caught:
        engine.replay(state, ["pass"] * 20_001)
    assert [problem.code for problem in caught.value.problems] == ["out_of_range"]


def test_a_list_of_a_body_is_replayed(engine: Engine[Any]) -> None:
    body = (
        b'{"actions": ["blue I1/0 a20", {"type": "place", "piece": "I1", "cells": [[0, 19]]}, 1]}'
    )
    moves = engine.parse_json(body, 100, 10, ["actions"], 100)["actions"]  # type: ignore[index]
    replayed = engine.replay(engine.new_game({}, 0), moves)
    assert (replayed.plies, [problem.code for problem in replayed.problems]) == (2, ["wrong_type"])
    other = engine.parse_json(b'{"actions": {"a": 1}}', 100, 10, ["actions"], 100)["actions"]  # type: ignore[index]
    with pytest.raises(InvalidActionError):
        engine.replay(engine.new_game({}, 0), other)
