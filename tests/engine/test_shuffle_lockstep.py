"""Random games of Blokus Shuffle, played on both engines at once: they agree on everything.

The Python engine takes its time, so few games are played here, and thousands on the Rust engine
alone in test_shuffle_laws. ``CORNERWISE_LOCKSTEP_GAMES`` in the environment asks for more.
"""

from __future__ import annotations

import json
import os
import random
from collections import Counter
from typing import Any

import pytest
from cornerwise.engine import Engine, State
from cornerwise.types import CARDS, COLORS, MoveFormat, Place, WarpTo

from tests.helpers.drawing import PIECES
from tests.helpers.games import seeded_rng
from tests.helpers.shuffle_states import (
    new_shuffle_game,
    random_shuffle_game,
    replays_of_other_color,
    shuffle_rules,
)

GAMES = int(os.environ.get("CORNERWISE_LOCKSTEP_GAMES") or 24)
FORMATS: tuple[MoveFormat, ...] = ("objects", "cells", "groups")


def assert_same(
    rust: Engine[Any], python: Engine[Any], ours: State, theirs: State, step: int
) -> None:
    """Ask both engines about a state; expensive questions are asked at some of the steps only."""
    text = ours.to_json()
    assert text == theirs.to_json()
    data = json.loads(text)
    assert ours.to_dict() == theirs.to_dict() == data
    parts = "color seat phase turn direction decks last_placed shared_turns rules placements"
    for part in parts.split():
        assert getattr(ours, part) == getattr(theirs, part), part
    assert rust.score(ours) == python.score(theirs)
    seat = step % ours.rules.seats + 1
    assert rust.view(ours, seat) == python.view(theirs, seat)

    actions = rust.legal_actions(ours)
    assert actions == python.legal_actions(theirs)
    assert rust.count_actions(ours) == len(actions)
    format_ = FORMATS[step % 3]
    assert rust.legal_actions_json(ours, format_) == python.legal_actions_json(theirs, format_)
    assert rust.load_state(data) == ours
    if ours.turn.card == "double_play" and ours.turn.first is None:
        assert rust.double_play_outcome(ours) == python.double_play_outcome(theirs)
    if step % 3 == 0:
        assert python.count_actions(theirs) == len(actions)
        assert python.load_state(data) == theirs
        color = COLORS[step // 3 % 4]
        assert ours.supply(color) == theirs.supply(color)
        assert rust.legal_placements(ours, color) == python.legal_placements(theirs, color)
        assert str(ours) == str(theirs)


def wrong_action(rng: random.Random, action: Any) -> dict[str, Any]:  # noqa: ANN401
    """Return an action that is probably wrong: a legal one moved, or any other."""
    if isinstance(action, Place | WarpTo) and rng.random() < 0.7:
        moved = action.to_dict()
        name = rng.choice(["row", "col", "orientation"])
        if "color" in moved and rng.random() < 0.1:
            return {**moved, "color": rng.choice(COLORS)}
        return {**moved, name: moved[name] + rng.choice([-1, 1, 2])}
    return rng.choice(
        [
            {"type": "pass"},
            {"type": "play_card", "card": rng.choice(CARDS)},
            {"type": "choose_card", "card": rng.choice(CARDS)},
            {"type": "choose_color", "color": rng.choice(COLORS)},
            {
                "type": "choose_piece",
                "color": rng.choice(COLORS),
                "piece": rng.choice(list(PIECES)),
            },
            {"type": "warp_to", "orientation": 0, "row": rng.randrange(20), "col": 3},
            {
                **Place("I1", 0, rng.randrange(20), 3).to_dict(),
                "piece": rng.choice(list(PIECES)),
                "color": rng.choice([*COLORS, None]),
            },
        ]
    )


@pytest.mark.slow(keep=1)
@pytest.mark.parametrize("seed", range(GAMES))
def test_both_engines_play_the_same_game(rust: Engine[Any], python: Engine[Any], seed: int) -> None:
    rng = seeded_rng(-seed)
    theirs = new_shuffle_game(python, seed)
    for step, (ours, _, action) in enumerate(random_shuffle_game(rust, seed)):
        assert_same(rust, python, ours, theirs, step)
        wrong = wrong_action(rng, action)
        assert rust.check(ours, wrong) == python.check(theirs, wrong)
        if action is not None:
            _, happened = rust.apply(ours, [action])
            theirs, events = python.apply(theirs, [action])
            assert happened == events
    assert theirs.phase == "over"


def test_the_default_games_replay_recycled_pieces_of_the_other_color(rust: Engine[Any]) -> None:
    """With 2 seats: how often such a piece could be placed again, and how often it was (S25)."""
    possible = played = 0
    for seed in range(GAMES):
        for state, actions, action in random_shuffle_game(rust, seed):
            possible += bool(replays_of_other_color(state, actions))
            played += isinstance(action, Place) and action.color != state.color
    assert possible >= 20
    assert played >= 10


@pytest.mark.slow
def test_the_games_cover_the_options_the_phases_and_the_cards(rust: Engine[Any]) -> None:
    """So that a run of 54 games or more means something; by default fewer are played."""
    options: dict[str, set[object]] = {}
    phases: Counter[tuple[int, str]] = Counter()
    cards: Counter[tuple[int, str | None]] = Counter()
    for seed in range(max(54, GAMES)):
        for name, value in shuffle_rules(seed).items():
            options.setdefault(name, set()).add(str(value))
        for state, _, _ in random_shuffle_game(rust, seed):
            phases[state.rules.seats, state.phase] += 1
            if state.phase == "place":
                cards[state.rules.seats, state.turn.card] += 1
    assert options["seats"] == {"2", "3", "4"}
    assert options["first_color"] == options["shared_color"] == set(COLORS)
    for name in ("start_corners", "scoring", "monomino_bonus"):
        assert len(options[name]) == 2
    assert len(options["deck"]) > 5
    assert len(phases) == 3 * 8
    assert len(cards) == 3 * 8
    assert min(cards.values()) > 30
