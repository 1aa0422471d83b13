"""Requests for the description to show, and the problems that wrong ones lead to.

They are run, not typed in: what the description shows is what the service answers. A solution of a
puzzle is the exception.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import cornerwise
import orjson
from cornerwise import PlacedPiece
from cornerwise.selection import load_engine

from ..http.body import parse_json
from ..http.problems import CODES, RequestProblem
from ..operations.answers import Answer
from ..operations.puzzles import PUZZLE_OPERATIONS, Puzzles
from ..operations.table import OPERATIONS

__all__ = [
    "MIDDLE_GAME",
    "OPERATION_EXAMPLES",
    "PROBLEM_EXAMPLES",
    "PUZZLE_EXAMPLES",
    "SOLUTION",
    "run_puzzle",
]

_OPENING: list[dict[str, Any]] = [
    {"type": "place", "piece": "V5", "cells": [[0, 0], [0, 1], [0, 2], [1, 0], [2, 0]]},
    {"type": "place", "piece": "I3", "cells": [[0, 19], [1, 19], [2, 19]]},
    {"type": "place", "piece": "W5", "cells": [[18, 17], [18, 18], [19, 18], [19, 19], [17, 17]]},
    {"type": "place", "piece": "L4", "cells": [[19, 0], [18, 0], [17, 0], [17, 1]]},
]
_FIFTH = {"type": "place", "piece": "X5", "cells": [[1, 3], [2, 2], [2, 3], [2, 4], [3, 3]]}

MIDDLE_GAME: dict[str, Any] = cornerwise.apply(cornerwise.new_game(seats=2), [*_OPENING, _FIFTH])[
    0
].to_dict()
"""A game for two after five placements; yellow is to move."""

_LEGAL = {"type": "place", "piece": "I2", "orientation": 1, "row": 3, "col": 18}
_ILLEGAL = {"type": "place", "piece": "O4", "orientation": 0, "row": 2, "col": 18}


def _shuffled(seed: int) -> dict[str, Any]:
    """Return a game of Blokus Shuffle for two after its set-up round; blue is to play a card."""
    game = cornerwise.new_game(game="shuffle", seats=2, seed=seed)
    return cornerwise.apply(game, _OPENING)[0].to_dict()


_SHUFFLE_GAME = _shuffled(1)
# Draw 2 turns up a Wild, with which blue goes on from yellow's piece.
_CHOICES = [{"type": "choose_card", "card": "wild"}, {"type": "choose_color", "color": "yellow"}]
_TURN: list[dict[str, Any]] = [{"type": "play_card", "card": "draw_two"}, *_CHOICES, _LEGAL]
_AFTER, _EVENTS = cornerwise.apply(cornerwise.load_state(_SHUFFLE_GAME), _TURN)

OPERATION_EXAMPLES: dict[str, dict[str, dict[str, Any]]] = {
    "games": {
        "classic": {"rules": {"seats": 2, "scoring": "advanced"}},
        "shuffle": {"rules": {"game": "shuffle", "seats": 2}, "seed": 1},
    },
    "legal-moves": {
        "classic": {"state": MIDDLE_GAME, "format": "objects", "pieces": ["I1", "I2"]},
        "shuffle": {"state": _SHUFFLE_GAME},
    },
    "checks": {"classic": {"state": MIDDLE_GAME, "action": _ILLEGAL}},
    "turns": {
        "classic": {"state": MIDDLE_GAME, "actions": [_LEGAL]},
        "shuffle": {"state": _SHUFFLE_GAME, "actions": _TURN},
    },
    "card-resolutions": {
        "choice": {"state": _SHUFFLE_GAME, "card": "draw_two", "choices": _CHOICES[:1]},
        "discarded": {"state": _shuffled(4), "card": "warp"},
    },
    "scores": {"classic": {"state": MIDDLE_GAME}},
    "views": {
        "classic": {"state": MIDDLE_GAME, "seat": 1},
        "shuffle": {
            "state": _AFTER.to_dict(),
            "seat": 2,
            "events": [event.to_dict() for event in _EVENTS],
        },
    },
    "renderings": {
        "text": {"state": MIDDLE_GAME, "format": "text"},
        "svg": {"state": MIDDLE_GAME},
    },
}
"""Requests for every operation, each with a name."""


# The fours, solved. Without the last three pieces there is one way to go on.
_FOURS: list[dict[str, Any]] = [
    PlacedPiece("blue", "I4", 0, 0, 6).to_dict(),
    PlacedPiece("blue", "L4", 0, 2, 5).to_dict(),
    PlacedPiece("blue", "T4", 1, 5, 0).to_dict(),
    PlacedPiece("blue", "O4", 0, 3, 6).to_dict(),
    PlacedPiece("blue", "Z4", 0, 6, 7).to_dict(),
    PlacedPiece("yellow", "I4", 0, 5, 4).to_dict(),
    PlacedPiece("yellow", "L4", 0, 4, 3).to_dict(),
    PlacedPiece("yellow", "T4", 2, 6, 1).to_dict(),
    PlacedPiece("yellow", "O4", 0, 2, 3).to_dict(),
    PlacedPiece("yellow", "Z4", 0, 6, 5).to_dict(),
    PlacedPiece("red", "I4", 0, 1, 3).to_dict(),
    PlacedPiece("red", "T4", 3, 2, 8).to_dict(),
    PlacedPiece("red", "O4", 0, 4, 1).to_dict(),
    PlacedPiece("red", "Z4", 0, 6, 3).to_dict(),
    PlacedPiece("green", "L4", 6, 1, 1).to_dict(),
    PlacedPiece("green", "T4", 0, 1, 7).to_dict(),
    PlacedPiece("green", "Z4", 1, 4, 8).to_dict(),
    PlacedPiece("red", "L4", 2, 2, 0).to_dict(),
    PlacedPiece("green", "I4", 0, 0, 2).to_dict(),
    PlacedPiece("green", "O4", 0, 0, 0).to_dict(),
]
_OVERLAP = {"placements": [*_FOURS[:2], {**_FOURS[2], "row": 1, "col": 4}]}

PUZZLE_EXAMPLES: dict[str, dict[str, dict[str, Any]]] = {
    "checks": {
        "wrong": {"layout": _OVERLAP},
        "solved": {"layout": {"placements": _FOURS}},
    },
    "solutions": {"completed": {"layout": {"placements": _FOURS[:-3]}, "seed": 1}},
    "renderings": {
        "text": {"layout": {"placements": _FOURS}, "format": "text"},
        "svg": {"layout": _OVERLAP},
    },
}
"""Requests for every operation on a puzzle, each with a name; the puzzle is rect4."""

SOLUTION: dict[str, Any] = {
    "puzzle": "rect4",
    "seed": 1,
    "outcome": "solved",
    "placements": _FOURS,
    "searched": {"nodes": 3, "restarts": 0, "stopped_by": None},
}
"""The answer to the request for a solution. It alone is not run: not every engine has a solver."""


def run_puzzle(operation: str, request: object, puzzles: Puzzles | None = None) -> Answer:
    """Do an operation on the puzzle of the examples."""
    puzzles = puzzles or Puzzles(load_engine(cornerwise.ENGINE), 1)
    (rect4,) = (puzzle for puzzle in puzzles.engine.puzzles() if puzzle.name == "rect4")
    return PUZZLE_OPERATIONS[operation].run(puzzles, rect4, request)


def _problem(operation: str, body: bytes) -> dict[str, Any]:
    """Send a wrong request through the service's own code and return the problem document."""
    engine = load_engine(cornerwise.ENGINE)
    return _refusal(lambda: OPERATIONS[operation].run(engine, parse_json(body)))


def _refusal(run: Callable[[], Answer]) -> dict[str, Any]:
    """Return the problem document that something wrong leads to."""
    try:
        run()
    except RequestProblem as problem:
        document: dict[str, Any] = orjson.loads(problem.to_json())
        return document
    raise AssertionError


def _unsupported() -> Answer:
    return run_puzzle("solutions", {}, Puzzles(load_engine("python"), 1))


def _busy() -> Answer:
    puzzles = Puzzles(load_engine(cornerwise.ENGINE), 1)
    puzzles.slots.acquire()
    return run_puzzle("solutions", {}, puzzles)


def _plain(code: str, detail: str) -> dict[str, Any]:
    document: dict[str, Any] = orjson.loads(RequestProblem(code, detail).to_json())
    return document


_IMPOSSIBLE = {"placements": [{"color": "blue", "piece": "I2", "cells": [[5, 5], [5, 6]]}]}

PROBLEM_EXAMPLES: dict[str, dict[str, Any]] = {
    "invalid_request": _problem("legal-moves", b'{"state": {}, "piece": ["F5"]}'),
    "invalid_state": _problem("scores", orjson.dumps({"state": _IMPOSSIBLE})),
    "invalid_action": _problem("checks", b'{"state": {}, "action": {"type": "place", "row": 0}}'),
    "illegal_action": _problem(
        "turns", orjson.dumps({"state": MIDDLE_GAME, "actions": [_LEGAL, _ILLEGAL]})
    ),
    "invalid_json": _problem("games", b'{"rules": NaN}'),
    "invalid_layout": _refusal(lambda: run_puzzle("solutions", {"layout": _OVERLAP})),
    "unsupported": _refusal(_unsupported),
    "busy": _refusal(_busy),
    **{
        code: _plain(code, detail)
        for code, detail in {
            "bad_request": "Bad Request",
            "not_found": CODES["not_found"][1],
            "method_not_allowed": CODES["method_not_allowed"][1],
            "request_timeout": "A body may take 10 seconds.",
            "body_too_large": "At most 65536 bytes are taken.",
            "answer_too_large": "Ask for fewer, or more compactly.",
            "unsupported_media_type": "The Content-Type is 'text/plain'.",
            "internal_error": "Please report it with the request's id.",
        }.items()
    },
}
"""A problem document for every code."""
