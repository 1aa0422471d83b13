"""The speed of both engines from Python, in one run: `make bench`.

Every figure is the mean over many positions of random games, the best of several passes; only the
ratios are meaningful. If the package blokus-rl is installed, its legal moves of the same positions
are measured through its own Python API.
"""

from __future__ import annotations

import json
import random
import sys
import time
from collections.abc import Callable, Iterable, Sequence
from functools import partial
from typing import Any, NamedTuple, TypeAlias

from cornerwise import records
from cornerwise.engine import Engine, State
from cornerwise.selection import load_engine
from cornerwise.types import CARDS, COLORS, MoveFormat

try:  # optional
    import numpy as np
    from blokus_rl._blokus import PyBlokus
    from numpy.typing import NDArray
except ImportError:
    PyBlokus = None

PASSES = 5

BlokusRlGame: TypeAlias = Any  # blokus-rl has no types


class Row(NamedTuple):
    """One row of the table: microseconds of an operation on each engine."""

    name: str
    rust: float
    python: float = 0


def random_states(engine: Engine[Any], games: int, seed: int) -> Iterable[State]:
    """Yield all states of random games that are not over."""
    dice = random.Random(seed)
    for _ in range(games):
        state = engine.new_game({}, 0)
        while state.phase != "over":
            yield state
            state, _ = engine.apply(state, dice.choice(engine.legal_actions(state)))


def micros(operation: Callable[[Any], object], items: Sequence[object]) -> float:
    """Return the mean microseconds of an operation per item, the best of several passes."""
    best = float("inf")
    for _ in range(PASSES):
        begin = time.perf_counter()
        for item in items:
            operation(item)
        best = min(best, time.perf_counter() - begin)
    return best / len(items) * 1e6


def legal_actions_json(
    engine: Engine[Any], move_format: MoveFormat, state: State
) -> tuple[int, bytes]:
    """Call the engine with the arguments in the order that a partial needs."""
    return engine.legal_actions_json(state, move_format)


def rows(rust: Engine[Any], python: Engine[Any]) -> Iterable[Row]:
    """Measure both engines; the slower Python engine on fewer positions."""
    states = list(random_states(rust, games=200, seed=1))
    few = states[:: len(states) // 200]
    slow = [python.load_state(state.to_dict()) for state in few]
    late = [state.to_dict() for state in states if 56 <= len(state.placements) <= 64]
    operations: list[tuple[str, Callable[[Engine[Any]], Callable[[Any], object]]]] = [
        ("legal_actions, as objects", lambda engine: engine.legal_actions),
        ("legal_actions_json, objects", lambda engine: engine.legal_actions_json),
        ("legal_actions_json, cells", lambda engine: partial(legal_actions_json, engine, "cells")),
        (
            "legal_actions_json, groups",
            lambda engine: partial(legal_actions_json, engine, "groups"),
        ),
        ("count_actions", lambda engine: engine.count_actions),
        ("score", lambda engine: engine.score),
        ("State.to_dict", lambda _: lambda state: state.to_dict()),
        ("State.to_json", lambda _: lambda state: state.to_json()),
    ]
    print(f"{len(states)} positions ({len(few)} for the Python engine), {len(late)} late ones")
    for name, operation in operations:
        yield Row(name, micros(operation(rust), states), micros(operation(python), slow))
    moves = [(state, rust.legal_actions(state)[0]) for state in states]
    slow_moves = [(state, python.legal_actions(state)[0]) for state in slow]
    yield Row(
        "apply, one action",
        micros(lambda pair: rust.apply(*pair), moves),
        micros(lambda pair: python.apply(*pair), slow_moves),
    )
    yield Row(
        "load_state, about 60 placements",
        micros(rust.load_state, late),
        micros(python.load_state, late[:50]),
    )


ACTIONS = 200


def long_game(engine: Engine[Any]) -> tuple[dict[str, Any], list[State]]:
    """Return a record of a random game of Shuffle with 200 actions, and its states."""
    rules = {"game": "shuffle", "seats": 2, "deck": dict.fromkeys(CARDS, 7)}
    for seed in range(100):
        dice = random.Random(seed)
        states = [engine.new_game(rules, seed)]
        moves: list[dict[str, Any]] = []
        while len(moves) < ACTIONS and (actions := engine.legal_actions(states[-1])):
            action = dice.choice(actions)
            states.append(engine.apply(states[-1], action)[0])
            moves.append({"action": action.to_dict()})
        if len(moves) == ACTIONS:
            return {"start": {"rules": rules, "seed": seed}, "moves": moves}, states
    raise AssertionError("no game is that long")


def turn_json(engine: Engine[Any], body: bytes) -> bytes:
    """Play a turn: JSON in, JSON out, as a request does."""
    request: Any = engine.parse_json(body, 10**6, 50, ["state", "action"], 10**6)
    state, events = engine.apply(engine.load_state(request["state"]), request["action"])
    written: bytes = state.to_json() + json.dumps([event.to_dict() for event in events]).encode()
    return written


def replay_json(engine: Engine[Any], body: bytes) -> bytes:
    """Replay a record: JSON in, JSON out."""
    request: Any = engine.parse_json(body, 10**6, 50, ["record"], 10**6)
    replayed = records.replay_data(request["record"], engine=engine)
    if replayed.plies != ACTIONS:
        raise AssertionError(replayed.failure)
    return replayed.state.to_json()


def replay_rows(rust: Engine[Any], python: Engine[Any]) -> Iterable[Row]:
    """Compare a whole game in one call with a single turn."""
    record, states = long_game(rust)
    turns = [
        json.dumps({"state": state.to_dict(), "action": move["action"]}).encode()
        for state, move in zip(states, record["moves"], strict=False)
    ]
    texts = [{"text": rust.action_to_text(move["action"])} for move in record["moves"]]
    for name, operation, bodies in (
        ("a turn: JSON in, JSON out", turn_json, turns),
        ("a record of 200 actions", replay_json, [json.dumps({"record": record}).encode()] * 20),
        (
            "the same as move texts",
            replay_json,
            [json.dumps({"record": {**record, "moves": texts}}).encode()] * 20,
        ),
    ):
        yield Row(
            name,
            micros(partial(operation, rust), bodies),
            micros(partial(operation, python), bodies[::10]),
        )


def blokus_rl_games(count: int) -> Iterable[tuple[BlokusRlGame, State]]:
    """Yield positions of random games of blokus-rl, each with the same position as our state.

    A game ends here when a colour is blocked: from then on the turn orders differ.
    """
    rust = load_engine("rust")
    names = {cells: piece.name for piece in rust.pieces() for cells in piece.orientations}
    dice = random.Random(7)
    for _ in range(count):
        game = PyBlokus()
        game.reset()
        placements: list[dict[str, Any]] = []
        while len(moves := blokus_rl_moves(game)):
            rules = {"start_corners": "fixed"}
            yield game.copy(), rust.load_state({"rules": rules, "placements": placements})
            mover = game.agent_selection
            before = blokus_rl_board(game)[mover]
            game.step(int(dice.choice(moves)))
            new = np.argwhere(blokus_rl_board(game)[mover] & ~before).tolist()
            top, left = min(row for row, _ in new), min(col for _, col in new)
            piece = names[tuple(sorted((row - top, col - left) for row, col in new))]
            placements.append({"color": COLORS[mover], "piece": piece, "cells": new})


def blokus_rl_board(game: BlokusRlGame) -> NDArray[np.bool_]:
    """Return the squares of each colour in our orientation of the board."""
    return np.frombuffer(game.observe(0).observation, dtype=bool).reshape(4, 20, 20)


def blokus_rl_moves(game: BlokusRlGame) -> NDArray[np.intp]:
    """Return the indices of the legal moves."""
    mask = game.observe(game.agent_selection).action_mask
    return np.flatnonzero(np.frombuffer(mask, dtype=np.int8))


def blokus_rl_table() -> Iterable[str]:
    """Compare blokus-rl with our engine on the same positions of its games."""
    rust = load_engine("rust")
    pairs = list(blokus_rl_games(100))
    games = [game for game, _ in pairs]
    states = [state for _, state in pairs]
    differing = sum(
        len(blokus_rl_moves(game)) != rust.count_actions(state) for game, state in pairs
    )
    theirs = micros(blokus_rl_moves, games)
    yield f"\n{'blokus-rl on the same positions':<46}{len(pairs):>8}"
    yield f"{'positions with another number of moves':<46}{differing:>8}"
    yield f"{'its observe() and the indices of its mask':<46}{theirs:8.2f} us"
    for name, operation in (
        ("our legal_actions, as objects", rust.legal_actions),
        ("our legal_actions_json, objects", rust.legal_actions_json),
        ("our count_actions", rust.count_actions),
    ):
        ours = micros(operation, states)
        yield f"{name:<46}{ours:8.2f} us, {theirs / ours:6.1f} times as fast"


def main() -> None:
    """Print the tables."""
    rust, python = load_engine("rust"), load_engine("python")
    print(f"{'microseconds per call':<36}{'rust':>10}{'python':>12}{'ratio':>8}")
    for row in rows(rust, python):
        ratio = row.python / row.rust
        print(f"{row.name:<36}{row.rust:10.2f}{row.python:12.1f}{ratio:8.0f}", flush=True)
    turn, *replays = list(replay_rows(rust, python))
    print(f"{turn.name:<36}{turn.rust:10.2f}{turn.python:12.1f}")
    for row in replays:
        times = f"{row.rust / turn.rust:8.1f} times a turn"
        print(f"{row.name:<36}{row.rust:10.2f}{row.python:12.1f}{times}", flush=True)
    if PyBlokus is None:
        print("\nblokus-rl is not installed: no comparison", file=sys.stderr)
        return
    for line in blokus_rl_table():
        print(line, flush=True)


if __name__ == "__main__":
    main()
