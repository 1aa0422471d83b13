"""Random and damaged card resolutions and views: the same answers on both engines."""

from __future__ import annotations

import copy
import json
from typing import Any

from cornerwise.types import CARDS, COLORS
from hypothesis import given, settings
from hypothesis import strategies as st

from service.schemas.requests import INCLUDES
from tests.helpers.drawing import PIECES
from tests.helpers.examples import examples
from tests.service.client import post_bytes, shared_client
from tests.service.contract import assert_answer, assert_matches
from tests.service.shuffle_positions import DECISIONS, EXAMPLE_EVENTS, SEATS, states_by_decision

NUMBERS = st.one_of(st.integers(-2, 22), st.sampled_from([-(2**31) - 1, 2**31, 2**53, 10**30]))
WORDS = st.sampled_from(
    [
        *(*CARDS, *COLORS, *PIECES),
        *("play_card", "choose_card", "choose_color", "choose_piece", "warp_to", "place", "pass"),
        *("opening", "over", "seat1", "seat2", "classic", "shuffle", "counterclockwise", "", "\0"),
    ]
)
VALUES = st.recursive(
    st.one_of(st.none(), st.booleans(), NUMBERS, st.floats(-9, 9), WORDS, st.text(max_size=8)),
    lambda inner: st.one_of(st.lists(inner, max_size=3), st.dictionaries(WORDS, inner, max_size=3)),
    max_leaves=6,
)
CHOICES = st.one_of(
    st.builds(lambda card: {"type": "choose_card", "card": card}, st.sampled_from(CARDS)),
    st.builds(lambda color: {"type": "choose_color", "color": color}, st.sampled_from(COLORS)),
    st.builds(
        lambda color, piece: {"type": "choose_piece", "color": color, "piece": piece},
        st.sampled_from(COLORS),
        st.sampled_from([*PIECES, "Q9"]),
    ),
    st.builds(
        lambda orientation, row, col: {
            "type": "warp_to",
            "orientation": orientation,
            "row": row,
            "col": col,
        },
        st.integers(-1, 8),
        st.integers(-1, 20),
        st.integers(-1, 20),
    ),
)
STATES = st.builds(
    lambda decision, seats, number: states_by_decision(seats)[decision][
        number % len(states_by_decision(seats)[decision])
    ],
    st.sampled_from([*DECISIONS, *["play_card"] * 8]),
    st.sampled_from(SEATS),
    st.integers(0, 40),
)


def damaged(draw: st.DrawFn, value: object) -> object:
    """Return a value with an unexpected value somewhere in it."""
    if isinstance(value, dict) and value and draw(st.integers(0, 6)):
        name = draw(st.sampled_from(list(value)))
        if not draw(st.integers(0, 8)):
            return {key: inner for key, inner in value.items() if key != name}
        return {**value, name: damaged(draw, value[name])}
    if isinstance(value, list) and value and draw(st.integers(0, 4)):
        index = draw(st.integers(0, len(value) - 1))
        return [*value[:index], damaged(draw, value[index]), *value[index + 1 :]]
    return draw(VALUES)


@st.composite
def resolutions(draw: st.DrawFn) -> dict[str, Any]:
    """Return a well-formed request with any card and any choices."""
    return {
        "state": draw(STATES),
        "card": draw(st.sampled_from(CARDS)),
        "choices": draw(st.lists(CHOICES, max_size=3)),
        **draw(st.sampled_from([{}, {"cells": True}, {"groups": True}])),
        "include": draw(st.lists(st.sampled_from(INCLUDES), max_size=2)),
        "destinations": draw(st.booleans()),
    }


@st.composite
def damaged_requests(draw: st.DrawFn, requests: st.SearchStrategy[dict[str, Any]]) -> object:
    """Return a request with an error somewhere in it."""
    return damaged(draw, copy.deepcopy(draw(requests)))


def answer_of(operation: str, request: object) -> tuple[int, Any]:
    """Check that both engines answer alike and as described; return status and body."""
    text = json.dumps(request)
    rust, python = (post_bytes(shared_client(name), operation, text) for name in ("rust", "python"))
    assert rust.status_code == python.status_code, (rust.text, python.text)
    assert rust.get_json() == python.get_json()
    body = rust.get_json()
    if rust.status_code == 200:
        assert_answer(f"/v1/{operation}", body)
    else:
        assert rust.status_code in {400, 422}
        assert_matches("ProblemDocument", body)
    return rust.status_code, body


@given(resolutions())
@settings(max_examples=examples(150))
def test_any_card_and_choices_are_resolved_or_located(request: dict[str, Any]) -> None:
    status, body = answer_of("card-resolutions", request)
    if status == 200:
        assert body["card"] == request["card"]
        return
    assert body["code"] == "illegal_action"
    choices = [f"/choices/{index}" for index in range(len(request["choices"]))]
    (pointer,) = {error["pointer"] for error in body["errors"]}
    assert pointer in {"/card", *choices}


@given(damaged_requests(resolutions()))
@settings(max_examples=examples(150))
def test_damaged_resolution_is_a_problem_with_pointers(request: object) -> None:
    status, body = answer_of("card-resolutions", request)
    if status == 422:
        assert body["errors"]


@st.composite
def views(draw: st.DrawFn) -> dict[str, Any]:
    """Return a well-formed request."""
    events = draw(st.lists(st.sampled_from(EXAMPLE_EVENTS), max_size=4))
    return {"state": draw(STATES), "seat": draw(st.integers(1, 4)), "events": events}


@given(damaged_requests(views()))
@settings(max_examples=examples(150))
def test_damaged_view_is_a_problem_with_pointers(request: object) -> None:
    status, body = answer_of("views", request)
    if status == 422:
        assert body["errors"]
