"""The table of operations, in the order of a game.

Routes, batches and the OpenAPI description are made from it: a new operation is one row here, two
schemas (``schemas/requests.py``, ``schemas/answers.py``) and one function.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, TypeAlias

from cornerwise.engine import Engine

from ..schemas import answers, requests
from ..schemas.fields import StrictSchema
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
    replays,
    scores,
    suggestions,
    turns,
    views,
)
from .errors import OperationError
from .long_work import LongWork
from .operation import Answer, Context, Operation, Request
from .seals import Sealer

__all__ = ["OPERATIONS", "make_context"]

_Function: TypeAlias = Callable[[Context, Request], Answer]

_LOCATING = ("invalid_state", "invalid_seal", "seal_not_configured", "invalid_request")
"""The errors of every request that contains a game."""


def _board_drawing(
    form: str,
    request: StrictSchema,
    function: _Function,
    media_type: str,
    **options: object,
) -> Operation:
    """Return the operation that draws a board in one form; its example has the given options."""
    errors = _LOCATING
    return Operation(
        path=f"/v1/renderings/{form}",
        operation_id=f"renderBoard{form.capitalize()}",
        summary=f"Draw the board as {form if form == 'text' else form.upper()}",
        request=request,
        answer=None,
        errors=("invalid_action", *errors) if "ghost" in request.fields else errors,
        examples=lambda: {"classic": {"state": examples.middle_game(), **options}},
        function=function,
        tag="drawings",
        media_type=media_type,
        batchable=media_type != renderings.PNG,
    )


def _layout_drawing(
    form: str, request: StrictSchema, function: _Function, media_type: str
) -> Operation:
    """Return the operation that draws a layout in one form."""
    return Operation(
        path=f"/v1/puzzles/{{puzzle}}/renderings/{form}",
        operation_id=f"renderLayout{form.capitalize()}",
        summary=f"Draw a layout as {form if form == 'text' else form.upper()}",
        request=request,
        answer=None,
        errors=("not_found", "invalid_layout", "invalid_request"),
        examples=lambda: {"wrong": {"layout": examples.OVERLAPPING_FOURS}},
        function=function,
        tag="puzzles",
        media_type=media_type,
        batchable=False,
    )


_DRAWING: dict[str, object] = {
    "theme": "dark",
    "bottom": "yellow",
    "ghost": examples.LEGAL_PLACE,
}

OPERATIONS: tuple[Operation, ...] = (
    Operation(
        path="/v1/games",
        operation_id="newGame",
        summary="Start a game",
        request=requests.GameRequest(),
        answer=answers.GameAnswer,
        errors=("seal_not_configured", "invalid_request"),
        examples=lambda: {
            "classic": {"rules": {"seats": 2, "scoring": "advanced"}},
            "shuffle": {
                "rules": {"game": "shuffle", "seats": 2},
                "seed": 1,
                "include": ["moves"],
                "groups": True,
            },
        },
        function=games.new_game,
    ),
    Operation(
        path="/v1/legal-moves",
        operation_id="listLegalMoves",
        summary="List the legal moves",
        request=requests.LegalMovesRequest(),
        answer=answers.LegalMovesAnswer,
        errors=("hidden_information", *_LOCATING),
        examples=lambda: {
            "classic": {"state": examples.middle_game(), "pieces": ["I1", "I2"]},
            "covering": {"state": examples.middle_game(), "covering": [3, 18], "cells": True},
            "groups": {
                "state": examples.middle_game(),
                "groups": True,
                "include": ["summary", "supply"],
            },
            "shuffle": {"state": examples.shuffle_game()},
            "view": {"view": examples.shuffle_view(1)},
        },
        function=legal_moves.legal_moves,
    ),
    Operation(
        path="/v1/checks",
        operation_id="checkAction",
        summary="Check whether an action is legal, and why not",
        request=requests.CheckRequest(),
        answer=answers.CheckAnswer,
        errors=("hidden_information", "invalid_action", *_LOCATING),
        examples=lambda: {
            "classic": {"state": examples.middle_game(), "action": examples.ILLEGAL_PLACE}
        },
        function=checks.check,
    ),
    Operation(
        path="/v1/turns",
        operation_id="playTurn",
        summary="Play actions",
        request=requests.TurnRequest(),
        answer=answers.TurnAnswer,
        errors=("hidden_information", "illegal_action", "invalid_action", *_LOCATING),
        examples=lambda: {
            "classic": {
                "state": examples.middle_game(),
                "action": examples.LEGAL_PLACE,
                "include": ["moves", "supply", "score"],
                "groups": True,
            },
            "shuffle": {"state": examples.shuffle_game(), "actions": examples.SHUFFLE_TURN},
        },
        function=turns.turn,
    ),
    Operation(
        path="/v1/card-resolutions",
        operation_id="resolveCard",
        summary="Look up what a card does",
        request=requests.CardResolutionRequest(),
        answer=answers.CardResolutionAnswer,
        errors=("hidden_information", "illegal_action", "invalid_action", *_LOCATING),
        examples=lambda: {
            "choice": {
                "state": examples.shuffle_game(),
                "card": "draw_two",
                "choices": examples.DRAW_TWO_CHOICES[:1],
            },
            "placing": {
                "state": examples.shuffle_game(),
                "card": "draw_two",
                "choices": examples.DRAW_TWO_CHOICES,
                "include": ["moves"],
                "groups": True,
            },
            "discarded": {"state": examples.shuffle_game(seed=4), "card": "warp"},
        },
        function=card_resolutions.resolve_card,
    ),
    Operation(
        path="/v1/suggestions",
        operation_id="suggestMoves",
        summary="Suggest moves and evaluate the position",
        request=requests.SuggestionsRequest(),
        answer=answers.SuggestionsAnswer,
        errors=("hidden_information", *_LOCATING, "busy"),
        examples=lambda: {
            "classic": {"state": examples.middle_game(), "level": 4, "count": 2},
            "shuffle": {"view": examples.shuffle_view(1), "budget": 20000, "until": "turn"},
        },
        sample_answers=examples.SUGGESTIONS,
        function=suggestions.suggest_moves,
        batchable=False,
        is_long=True,
    ),
    Operation(
        path="/v1/scores",
        operation_id="scoreState",
        summary="Score a state",
        request=requests.ScoreRequest(),
        answer=answers.Score,
        errors=_LOCATING,
        examples=lambda: {"classic": {"state": examples.middle_game()}},
        function=scores.score,
    ),
    Operation(
        path="/v1/views",
        operation_id="viewState",
        summary="View a state as one seat",
        request=requests.ViewRequest(),
        answer=answers.ViewAnswer,
        errors=_LOCATING,
        examples=lambda: {
            "classic": {"state": examples.middle_game(), "seat": 1},
            "shuffle": {**examples.turn_result(), "seat": 2},
        },
        function=views.view,
    ),
    Operation(
        path="/v1/replays",
        operation_id="replayGame",
        summary="Replay a recorded game",
        request=requests.ReplayRequest(),
        answer=answers.ReplayAnswer,
        errors=("illegal_action", "invalid_record", "invalid_request"),
        examples=lambda: {
            "shuffle": {"record": examples.SHUFFLE_RECORD, "ply": 5, "include": ["positions"]},
            "pentobi": {"sgf": examples.SGF, "include": ["events", "record"]},
        },
        function=replays.replay_game,
        batchable=False,
    ),
    Operation(
        path="/v1/batches",
        operation_id="runBatch",
        summary="Run many operations in one request",
        request=requests.BatchRequest(),
        answer=answers.BatchAnswer,
        errors=("invalid_request",),
        examples=lambda: {
            "classic": {
                "operations": [
                    {
                        "operation": "turns",
                        "state": examples.middle_game(),
                        "action": examples.LEGAL_PLACE,
                    },
                    {"operation": "scores", "state_from": 0},
                    {
                        "operation": "checks",
                        "state_from": 0,
                        "action": examples.ILLEGAL_PLACE,
                    },
                ]
            }
        },
        function=batches.batch,
        batchable=False,
    ),
    _board_drawing("svg", requests.RenderingRequest(), renderings.svg, renderings.SVG, **_DRAWING),
    _board_drawing("text", requests.TextRenderingRequest(), renderings.text, renderings.TEXT),
    _board_drawing("png", requests.RenderingRequest(), renderings.png, renderings.PNG, **_DRAWING),
    Operation(
        path="/v1/puzzles/{puzzle}/checks",
        operation_id="checkLayout",
        summary="Check a layout",
        request=requests.LayoutCheckRequest(),
        answer=answers.LayoutCheckAnswer,
        errors=("not_found", "invalid_layout", "invalid_request"),
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
        operation_id="solvePuzzle",
        summary="Solve a puzzle, or complete a layout",
        request=requests.SolutionRequest(),
        answer=answers.SolutionAnswer,
        errors=("not_found", "invalid_layout", "invalid_request", "unsupported", "busy"),
        examples=lambda: {
            "completed": {"layout": {"placements": examples.FOURS[:-3]}, "seed": 1},
        },
        sample_answers={"completed": examples.FOURS_SOLUTION},
        function=puzzles.solve_puzzle,
        tag="puzzles",
        batchable=False,
        is_long=True,
    ),
    _layout_drawing("svg", requests.LayoutRenderingRequest(), puzzles.layout_svg, renderings.SVG),
    _layout_drawing("text", requests.LayoutTextRequest(), puzzles.layout_text, renderings.TEXT),
    _layout_drawing("png", requests.LayoutRenderingRequest(), puzzles.layout_png, renderings.PNG),
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
    sealer = Sealer(settings.seal_keys) if settings.seal_keys else None
    return Context(engine, settings, batchable, write_error, LongWork(settings.max_solves), sealer)
