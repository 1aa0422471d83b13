"""Random games of every variant, played on both engines at once: they agree on everything."""

from __future__ import annotations

import json
from collections import Counter
from typing import Any

import pytest
from cornerwise.engine import Engine, State
from cornerwise.types import COLORS, MoveFormat

from tests.helpers.games import place_actions, seeded_rng

VARIANTS: list[dict[str, Any]] = [
    {},
    {"teams": True},
    *[{"seats": 3, "shared_color": color} for color in COLORS],
    {"seats": 2},
]
FORMATS: tuple[MoveFormat, ...] = ("objects", "cells", "groups")

GAMES = [
    {**variant, "first_color": first, "start_corners": corners, "scoring": scoring}
    for number, variant in enumerate(VARIANTS)
    for turn, first in enumerate(COLORS)
    for corners, scoring in (
        (("any", "basic"), ("fixed", "advanced"))
        if (number + turn) % 2
        else (("any", "advanced"), ("fixed", "basic"))
    )
]
"""Every variant with every first colour, twice, and with all four pairs of the other options."""


def name(game: dict[str, object]) -> str:
    """Return the options of a game as one string."""
    return "-".join(str(value) for value in game.values())


def assert_same(rust: Engine[Any], python: Engine[Any], ours: State, theirs: State) -> None:
    """Compare the answers of both engines; expensive questions take turns from ply to ply."""
    data = ours.to_dict()
    assert data == theirs.to_dict()
    assert ours.to_json() == theirs.to_json() == json.dumps(data, separators=(",", ":")).encode()
    assert str(ours) == str(theirs)
    for part in ("rules", "placements", "color", "seat", "phase", "last_placed", "shared_turns"):
        assert getattr(ours, part) == getattr(theirs, part)
    for color in COLORS:
        assert ours.supply(color) == theirs.supply(color)

    actions = rust.legal_actions(ours)
    assert actions == python.legal_actions(theirs)
    assert rust.count_actions(ours) == len(actions)
    assert rust.score(ours) == python.score(theirs)
    assert rust.load_state(data) == ours

    ply = len(data["placements"])
    match ply % 3:
        case 0:
            assert python.load_state(data) == theirs
            assert python.count_actions(theirs) == len(actions)
        case 1:
            color = COLORS[ply // 3 % 4]
            expected = rust.legal_placements(ours, color)
            assert expected == python.legal_placements(theirs, color)
        case 2:
            format_ = FORMATS[ply // 3 % 3]
            expected_json = rust.legal_actions_json(ours, format_)
            assert expected_json == python.legal_actions_json(theirs, format_)


@pytest.mark.slow(keep=2)
@pytest.mark.parametrize("number", range(len(GAMES)), ids=lambda number: name(GAMES[number]))
def test_both_engines_play_the_same_game(
    rust: Engine[Any], python: Engine[Any], number: int
) -> None:
    rng = seeded_rng(1000 + number)
    preference = rng.choice(["any", "large", "small"])
    ours, theirs = rust.new_game(GAMES[number], 0), python.new_game(GAMES[number], 0)
    assert_same(rust, python, ours, theirs)
    seen: Counter[str] = Counter()
    while ours.color is not None:
        actions = place_actions(rust, ours)
        if preference != "any":
            size = (max if preference == "large" else min)(int(one.piece[1]) for one in actions)
            actions = [one for one in actions if int(one.piece[1]) == size]
        action = rng.choice(actions)
        misplaced = {**rng.choice(actions).to_dict(), "row": action.row, "col": action.col}
        assert rust.check(ours, misplaced) == python.check(theirs, misplaced)
        ours, happened = rust.apply(ours, [action])
        theirs, events = python.apply(theirs, [action])
        assert happened == events
        assert_same(rust, python, ours, theirs)
        seen.update(event.type for event in events)
    assert seen["piece_placed"] == len(ours.placements) > 40
    assert seen["game_over"] == 1


def test_the_games_cover_every_combination_of_options() -> None:
    def together(*names: str) -> int:
        return len({tuple(game.get(name) for name in names) for game in GAMES})

    variant = ("seats", "teams", "shared_color")
    assert together(*variant) == 7
    assert together(*variant, "first_color") == 7 * 4
    assert together(*variant, "start_corners", "scoring") == 7 * 4
    assert together("first_color", "start_corners", "scoring") == 4 * 4
