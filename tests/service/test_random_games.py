"""A random game over HTTP is the same game as in the engine, with any options."""

from __future__ import annotations

import random
from typing import Any

import pytest
from cornerwise.selection import load_engine
from cornerwise.types import CARDS, COLORS
from flask.testing import FlaskClient
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.helpers.games import seeded_rng
from tests.service.client import post_json, shared_client, with_texts

VARIANTS: dict[str, dict[str, Any]] = {
    variant["id"]: variant["rules"]
    for variant in shared_client("rust").get("/v1/variants").get_json()["variants"]
}

OPTIONS = st.fixed_dictionaries(
    {
        "first_color": st.sampled_from(COLORS),
        "start_corners": st.sampled_from(["any", "fixed"]),
        "scoring": st.sampled_from(["basic", "advanced"]),
    }
)
SEEDS = st.integers(0, 2**32)


def list_moves(rng: random.Random, client: FlaskClient, state: dict[str, Any]) -> dict[str, Any]:
    """Return the legal moves of a state, in one of the forms that can be played as they are."""
    request = {"state": state, "cells": rng.choice([True, False])}
    answer: dict[str, Any] = post_json(client, "legal-moves", request)
    return answer


def play(name: str, rules: dict[str, Any], seed: int) -> None:
    """Play a game over HTTP and in the engine in parallel, and compare all answers."""
    rng = seeded_rng(seed)
    client, engine = shared_client(name), load_engine(name)
    answer = post_json(client, "games", {"rules": rules, "seed": seed})
    state = engine.new_game(rules, seed)
    events: list[Any] = []
    while True:
        assert answer["state"] == state.to_dict()
        assert answer["events"] == with_texts(events)
        decision = {"color": state.color, "seat": state.seat, "phase": state.phase}
        assert answer["next"] == decision
        listed = list_moves(rng, client, answer["state"])
        assert listed["count"] == engine.count_actions(state)
        assert {key: listed[key] for key in decision} == decision
        if state.color is None:
            break
        actions = [rng.choice(listed["moves"])]
        check = post_json(client, "checks", {"state": answer["state"], "action": actions[0]})
        assert check == {"legal": True, "reasons": []}
        after = post_json(client, "turns", {"state": answer["state"], "action": actions[0]})
        if state.phase == "play_card":
            request = {"state": answer["state"], "card": actions[0]["card"]}
            resolved = post_json(client, "card-resolutions", request)
            assert resolved["state"] == after["state"]
        if rng.random() < 0.2 and after["next"]["color"] is not None:
            # Two actions in one request.
            actions.append(rng.choice(list_moves(rng, client, after["state"])["moves"]))
            after = post_json(client, "turns", {"state": answer["state"], "actions": actions})
        answer = after
        state, events = engine.apply(state, actions)
    assert events[-1].type == "game_over"
    score = post_json(client, "scores", {"state": answer["state"]})
    assert score == engine.score(state).to_dict()
    assert score["final"] is True


def test_variants_of_the_catalogue_are_played() -> None:
    assert set(VARIANTS) == {
        *("classic-4", "classic-teams", "classic-3", "classic-2"),
        *("shuffle-4", "shuffle-3", "shuffle-2"),
    }


@pytest.mark.slow(keep=2)
@pytest.mark.parametrize("variant", VARIANTS)
@settings(max_examples=3)
@given(options=OPTIONS, seed=SEEDS)
def test_random_game_agrees_with_the_rust_engine(
    variant: str, options: dict[str, Any], seed: int
) -> None:
    play("rust", {**VARIANTS[variant], **options}, seed)


# The HTTP layer is the same on both engines, so a few variants are enough here.
@pytest.mark.slow
@pytest.mark.parametrize("variant", ["classic-3", "shuffle-2", "shuffle-4"])
@settings(max_examples=1)
@given(options=OPTIONS, seed=SEEDS)
def test_random_game_agrees_with_the_python_engine(
    variant: str, options: dict[str, Any], seed: int
) -> None:
    play("python", {**VARIANTS[variant], **options}, seed)


@pytest.mark.slow
@given(shared=st.sampled_from(COLORS), options=OPTIONS, seed=SEEDS)
@settings(max_examples=4)
def test_any_color_can_be_shared(shared: str, options: dict[str, Any], seed: int) -> None:
    play("rust", {"seats": 3, "shared_color": shared, **options}, seed)


DECKS = st.dictionaries(st.sampled_from(CARDS), st.integers(0, 12), min_size=1, max_size=5).filter(
    lambda deck: 1 <= sum(deck.values()) <= 60
)


@pytest.mark.slow
@given(seats=st.sampled_from([2, 3, 4]), deck=DECKS, options=OPTIONS, seed=SEEDS)
@settings(max_examples=5)
def test_any_deck_can_be_played(
    seats: int, deck: dict[str, int], options: dict[str, Any], seed: int
) -> None:
    play("rust", {"game": "shuffle", "seats": seats, "deck": deck, **options}, seed)
