"""POST /v1/suggestions: ranked moves, and what each seat can expect.

A search occupies a core for up to ``seconds``, so it is long work (:mod:`.long_work`). The engine
releases the GIL during the search, and stops when the client disconnects.
"""

from __future__ import annotations

from typing import Any

import cornerwise
import orjson
from cornerwise import PieceName, Place, Problem
from cornerwise.types import PieceRef

from .errors import OperationError
from .locate import load_game, state_of
from .operation import Answer, Context, Request, in_slot

__all__ = ["suggest_moves"]

SMALL_LEVEL = 5
SMALL_BUDGET = 32_000
"""Up to this level, and up to the budget of that level, a search is not large: the tree grows with
the budget (core_rs/engine/tests/search_memory.rs)."""


def suggest_moves(context: Context, request: Request) -> Answer:
    """Suggest moves for the seat that decides, from what it may know, the best first.

    Equal requests give equal answers, unless the time limit ends the search (`stopped` is `time`).
    The Python engine has no search and answers by rules of thumb (`no_search`).
    """
    if "level" in request and "budget" in request:
        problem = Problem(
            "options_conflict", "only one of level and budget can be given", "/budget"
        )
        raise OperationError.from_problems("invalid_request", [problem])
    game = load_game(context, request)
    engine = context.engine
    cancellation = engine.Cancellation()
    with in_slot(context, request, cancellation.cancel, is_large=_is_large(request)):
        found = engine.suggest(
            game,
            level=request.get("level"),
            budget=request.get("budget"),
            count=request["count"],
            seed=request["seed"],
            until=request["until"],
            seconds=request["seconds"],
            cancel=cancellation,
        )
    answer = found.to_dict()
    if request["cells"]:
        _add_cells(answer, state_of(game).turn.target)
    return Answer(orjson.dumps(answer))


def _is_large(request: Request) -> bool:
    """Return whether a search may need more memory than a small one."""
    level, budget = request.get("level", 0), request.get("budget", 0)
    return bool(level > SMALL_LEVEL or budget > SMALL_BUDGET)


def _add_cells(answer: dict[str, Any], target: PieceRef | None) -> None:
    """Add the squares that are covered to each action; ``target`` is a piece to be warped."""
    piece = None if target is None else target[1]
    _add_cells_in_order(answer["turn"], piece)
    for move in answer["moves"]:
        line = [step["action"] for step in move["line"]]
        _add_cells_in_order([move["action"], *line], piece)


def _add_cells_in_order(actions: list[dict[str, Any]], warped: PieceName | None) -> None:
    """Add squares to consecutive actions: a destination does not name its piece."""
    for action in actions:
        match action["type"]:
            case "choose_piece":
                warped = action["piece"]
            case "place":
                action["cells"] = _cells(action, action["piece"])
            case "warp_to" if warped is not None:
                action["cells"] = _cells(action, warped)


def _cells(action: dict[str, Any], piece: PieceName) -> tuple[tuple[int, int], ...]:
    return cornerwise.cells(Place(piece, action["orientation"], action["row"], action["col"]))
