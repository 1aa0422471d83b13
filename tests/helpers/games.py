"""Random games of classic, and the rules about seats that tests compute on their own."""

from __future__ import annotations

import random
from collections.abc import Iterator
from functools import cache
from typing import Any

from cornerwise.engine import Engine, State
from cornerwise.selection import load_engine
from cornerwise.types import COLORS, Action, Color, Place, Rules


def seeded_rng(seed: int) -> random.Random:
    """Return a random generator that makes the same choices in every run."""
    return random.Random(seed)  # noqa: S311 (nothing here is secret)


def order_from(first: Color) -> tuple[Color, ...]:
    """Return the colours in the order of play, clockwise from one of them."""
    start = COLORS.index(first)
    return COLORS[start:] + COLORS[:start]


def seat_of(rules: Rules, color: Color, shared_turns: int) -> int:
    """Return the seat that decides for a colour, by the table of variants and C8."""
    if rules.seats == 2:
        return COLORS.index(color) % 2 + 1
    owners = [one for one in COLORS if one != rules.shared_color]
    if color != rules.shared_color:
        return owners.index(color) + 1
    order = [one for one in order_from(rules.first_color) if one != color]
    return owners.index(order[shared_turns % 3]) + 1


def place_actions(
    engine: Engine[Any], state: State, pieces: list[str] | None = None
) -> list[Place]:
    """Return the legal actions of a state in which a piece can be placed."""
    actions = engine.legal_actions(state, pieces)
    placements = [action for action in actions if isinstance(action, Place)]
    assert len(placements) == len(actions)
    return placements


def largest_placements(actions: list[Action]) -> list[Action]:
    """Return those of some placements whose pieces are the largest."""
    placements = [action for action in actions if isinstance(action, Place)]
    largest = max(int(action.piece[1]) for action in placements)
    return [action for action in placements if int(action.piece[1]) == largest]


def random_game(engine: Engine[Any], seed: int, **rules: object) -> Iterator[State]:
    """Yield every state of a game of random moves, including the finished one.

    Each game prefers large pieces or has no preference, so that games differ in length and in what
    is left at the end.
    """
    rng = seeded_rng(seed)
    prefers_large = rng.random() < 0.5
    state = engine.new_game(rules, 0)
    yield state
    while state.color is not None:
        actions = engine.legal_actions(state)
        state, _ = engine.apply(
            state, rng.choice(largest_placements(actions) if prefers_large else actions)
        )
        yield state


def middle_game(engine: Engine[Any], seed: int, ply: int, **rules: object) -> State:
    """Return the state of a random game after that many placements."""
    return _middle_game(engine.NAME, seed, ply, tuple(rules.items()))


@cache
def _middle_game(
    engine_name: str, seed: int, ply: int, rules: tuple[tuple[str, object], ...]
) -> State:
    states = random_game(load_engine(engine_name), seed, **dict(rules))
    return next(state for state in states if len(state.placements) == ply)
