"""The table of operations.

Routes, batches and the OpenAPI description are made from it: a new operation is one row here, two
schemas (``schemas/requests.py``, ``schemas/answers.py``) and one function.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from threading import BoundedSemaphore
from typing import Any

from cornerwise.engine import Engine

from ..schemas import answers, requests
from ..settings import Settings
from . import (
    batches,
    card_resolutions,
    checks,
    examples,
    games,
    legal_moves,
    puzzles,
    renderings,
    scores,
    turns,
    views,
)
from .errors import OperationError
from .operation import Context, Operation

__all__ = ["OPERATIONS", "make_context"]

OPERATIONS: tuple[Operation, ...] = (
    Operation(
        path="/v1/games",
        summary="Start a game",
        request=requests.GameRequest(),
        answer=answers.GameAnswer,
        errors=("invalid_request",),
        examples=lambda: {
            "classic": {"rules": {"seats": 2, "scoring": "advanced"}},
            "shuffle": {"rules": {"game": "shuffle", "seats": 2}, "seed": 1},
        },
        function=games.new_game,
    ),
    Operation(
        path="/v1/legal-moves",
        summary="List the legal moves",
        request=requests.LegalMovesRequest(),
        answer=answers.LegalMovesAnswer,
        errors=("invalid_state", "invalid_request"),
        examples=lambda: {
            "classic": {"state": examples.middle_game(), "pieces": ["I1", "I2"]},
            "groups": {"state": examples.middle_game(), "format": "groups", "pieces": ["I1", "I2"]},
            "shuffle": {"state": examples.shuffle_game()},
        },
        function=legal_moves.legal_moves,
    ),
    Operation(
        path="/v1/checks",
        summary="Check whether an action is legal, and why not",
        request=requests.CheckRequest(),
        answer=answers.CheckAnswer,
        errors=("invalid_action", "invalid_state", "invalid_request"),
        examples=lambda: {
            "classic": {"state": examples.middle_game(), "action": examples.ILLEGAL_PLACE}
        },
        function=checks.check,
    ),
    Operation(
        path="/v1/turns",
        summary="Play actions",
        request=requests.TurnRequest(),
        answer=answers.TurnAnswer,
        errors=("illegal_action", "invalid_action", "invalid_state", "invalid_request"),
        examples=lambda: {
            "classic": {"state": examples.middle_game(), "actions": [examples.LEGAL_PLACE]},
            "shuffle": {"state": examples.shuffle_game(), "actions": examples.SHUFFLE_TURN},
        },
        function=turns.turn,
    ),
    Operation(
        path="/v1/card-resolutions",
        summary="Look up what a card does",
        request=requests.CardResolutionRequest(),
        answer=answers.CardResolutionAnswer,
        errors=("illegal_action", "invalid_action", "invalid_state", "invalid_request"),
        examples=lambda: {
            "choice": {
                "state": examples.shuffle_game(),
                "card": "draw_two",
                "choices": examples.DRAW_TWO_CHOICES[:1],
            },
            "discarded": {"state": examples.shuffle_game(seed=4), "card": "warp"},
        },
        function=card_resolutions.resolve_card,
    ),
    Operation(
        path="/v1/scores",
        summary="Score a state",
        request=requests.ScoreRequest(),
        answer=answers.ScoreAnswer,
        errors=("invalid_state", "invalid_request"),
        examples=lambda: {"classic": {"state": examples.middle_game()}},
        function=scores.score,
    ),
    Operation(
        path="/v1/views",
        summary="View a state as one seat",
        request=requests.ViewRequest(),
        answer=answers.ViewAnswer,
        errors=("invalid_state", "invalid_request"),
        examples=lambda: {
            "classic": {"state": examples.middle_game(), "seat": 1},
            "shuffle": {**examples.turn_result(), "seat": 2},
        },
        function=views.view,
    ),
    Operation(
        path="/v1/renderings",
        summary="Draw the board",
        request=requests.RenderingRequest(),
        answer=None,
        errors=("invalid_state", "invalid_request"),
        examples=lambda: {
            "text": {"state": examples.middle_game(), "format": "text"},
            "svg": {"state": examples.middle_game()},
        },
        function=renderings.rendering,
    ),
    Operation(
        path="/v1/batches",
        summary="Run many operations in one request",
        request=requests.BatchRequest(),
        answer=answers.BatchAnswer,
        errors=("invalid_request",),
        examples=lambda: {
            "classic": {
                "operations": [
                    {"operation": "scores", "state": examples.middle_game()},
                    {
                        "operation": "checks",
                        "state": examples.middle_game(),
                        "action": examples.ILLEGAL_PLACE,
                    },
                ]
            }
        },
        function=batches.batch,
        batchable=False,
    ),
    Operation(
        path="/v1/puzzles/{puzzle}/checks",
        summary="Check a layout",
        request=requests.LayoutCheckRequest(),
        answer=answers.LayoutCheckAnswer,
        errors=("invalid_layout", "invalid_request"),
        examples=lambda: {
            "wrong": {"layout": examples.OVERLAPPING_FOURS},
            "solved": {"layout": {"placements": examples.FOURS}},
        },
        function=puzzles.check_layout,
        tag="puzzles",
        batchable=False,
    ),
    Operation(
        path="/v1/puzzles/{puzzle}/solutions",
        summary="Solve a puzzle, or complete a layout",
        request=requests.SolutionRequest(),
        answer=answers.SolutionAnswer,
        errors=("invalid_layout", "invalid_request", "unsupported", "busy"),
        examples=lambda: {
            "completed": {"layout": {"placements": examples.FOURS[:-3]}, "seed": 1},
        },
        sample_answers={"completed": examples.FOURS_SOLUTION},
        function=puzzles.solve_puzzle,
        tag="puzzles",
        batchable=False,
    ),
    Operation(
        path="/v1/puzzles/{puzzle}/renderings",
        summary="Draw a layout",
        request=requests.LayoutRenderingRequest(),
        answer=None,
        errors=("invalid_layout", "invalid_request"),
        examples=lambda: {
            "text": {"layout": {"placements": examples.FOURS}, "format": "text"},
            "svg": {"layout": examples.OVERLAPPING_FOURS},
        },
        function=puzzles.draw_layout,
        tag="puzzles",
        batchable=False,
    ),
)


def make_context(
    engine: Engine[Any],
    settings: Settings,
    write_error: Callable[[OperationError], tuple[int, bytes]],
) -> Context:
    """Return the context in which an application runs its operations."""
    batchable: Mapping[str, Operation] = {
        operation.name: operation for operation in OPERATIONS if operation.batchable
    }
    return Context(engine, settings, batchable, write_error, BoundedSemaphore(settings.max_solves))
