"""Move text: one text for each action, and nothing else is accepted."""

from __future__ import annotations

import random

import cornerwise
import pytest
from cornerwise import (
    CARDS,
    COLORS,
    PIECE_NAMES,
    Action,
    ChooseCard,
    ChooseColor,
    ChoosePiece,
    InvalidActionError,
    Pass,
    Place,
    PlayCard,
    WarpTo,
    action_from_text,
    action_to_text,
    event_to_text,
)
from cornerwise.squares import square_from_text, square_text
from hypothesis import given
from hypothesis import strategies as st

colors = st.sampled_from(COLORS)
names = st.sampled_from(PIECE_NAMES)
cards = st.sampled_from(CARDS)
turns = st.integers(0, 7)
lines = st.integers(0, 19)
actions: st.SearchStrategy[Action] = st.one_of(
    st.builds(Place, names, turns, lines, lines, st.none() | colors),
    st.builds(WarpTo, turns, lines, lines),
    st.builds(PlayCard, cards),
    st.builds(ChooseCard, cards),
    st.builds(ChooseColor, colors),
    st.builds(ChoosePiece, colors, names),
    st.just(Pass()),
)

EXAMPLES: dict[str, Action] = {
    "blue V5/3 a20": Place("V5", 3, 0, 0, "blue"),
    "I1/0 t1": Place("I1", 0, 19, 19),
    "pass": Pass(),
    "play draw_two": PlayCard("draw_two"),
    "choose wild": ChooseCard("wild"),
    "choose red": ChooseColor("red"),
    "choose red V5": ChoosePiece("red", "V5"),
    "warp /3 c17": WarpTo(3, 3, 2),
}


@pytest.mark.parametrize(("text", "action"), EXAMPLES.items())
def test_examples_of_the_page(text: str, action: Action) -> None:
    assert action_to_text(action) == text
    assert action_from_text(text) == action


@given(actions, actions)
def test_actions_survive_text(one: Action, other: Action) -> None:
    assert action_from_text(action_to_text(one)) == one
    assert (action_to_text(one) == action_to_text(other)) == (one == other)


@given(actions, st.data())
def test_a_changed_text_is_another_action_or_refused(action: Action, data: st.DataObject) -> None:
    text = action_to_text(action)
    at = data.draw(st.integers(0, len(text)))
    changed = text[:at] + data.draw(st.text(max_size=2)) + text[at + data.draw(st.integers(0, 2)) :]
    try:
        read = action_from_text(changed)
    except InvalidActionError:
        return
    assert action_to_text(read) == changed


@pytest.mark.parametrize(
    "text",
    [
        "",
        "blue",
        "Blue V5/3 a20",
        "blue  V5/3 a20",
        "blue V5/3 a20 ",
        "blue V5/3 a20\n",
        "blue V5/8 a20",
        "blue V5 a20",
        "blue V6/0 a20",
        "blue V5/3 a21",
        "blue V5/3 a0",
        "blue V5/3 a01",
        "blue V5/3 u1",
        "blue V5/\u0663 a20",
        "play",
        "play joker",
        "choose blue wild",
        "warp 3 a20",
        "passes",
        "blue pass",
    ],
)
def test_other_texts_are_refused(text: str) -> None:
    with pytest.raises(InvalidActionError) as caught:
        action_from_text(text)
    assert [problem.code for problem in caught.value.problems] == ["invalid_text"]


@pytest.mark.parametrize(
    "action",
    [Place("I1", 0, 20, 0), Place("I1", 0, 0, -1), Place("I1", 8, 0, 0), WarpTo(-1, 0, 0)],
)
def test_actions_out_of_range_have_no_text(action: Action) -> None:
    with pytest.raises(InvalidActionError) as caught:
        action_to_text(action)
    assert [problem.code for problem in caught.value.problems] == ["out_of_range"]


@pytest.mark.parametrize(
    ("action", "code"),
    [
        (Place("Q9", 0, 0, 0), "unknown_piece"),  # type: ignore[arg-type]
        (PlayCard("joker"), "unknown_card"),  # type: ignore[arg-type]
        (ChooseColor("pink"), "unknown_color"),  # type: ignore[arg-type]
        (Place("I1", 0, 0, 0, "pink"), "unknown_color"),  # type: ignore[arg-type]
    ],
)
def test_actions_with_unknown_names_have_no_text(action: Action, code: str) -> None:
    with pytest.raises(InvalidActionError) as caught:
        action_to_text(action)
    assert [problem.code for problem in caught.value.problems] == [code]


def test_squares_are_named_from_the_bottom_left() -> None:
    names = {square_text(row, col) for row in range(20) for col in range(20)}
    assert len(names) == 400
    assert all(square_text(*square_from_text(name)) == name for name in names)
    assert (square_text(19, 0), square_text(19, 19), square_text(0, 19)) == ("a1", "t1", "t20")


def test_every_event_of_a_game_has_a_line() -> None:
    rng = random.Random(5)  # noqa: S311 (nothing here is secret)
    kinds = set()
    for seed in range(6):
        state = cornerwise.new_game(game="shuffle", seats=2 + seed % 3, seed=seed)  # type: ignore[arg-type]
        while state.color is not None:
            state, events = cornerwise.apply(state, rng.choice(cornerwise.legal_actions(state)))
            for event in events:
                line = event_to_text(event)
                assert "\n" not in line
                assert "None" not in line
                kinds.add(event.type)
    assert len(kinds) == 10
