"""What answers can include besides what was asked for: moves, supplies, scores, texts."""

from __future__ import annotations

from contextlib import suppress

import orjson
from cornerwise import COLORS, HiddenInformationError, Problem
from cornerwise.types import MoveFormat

from .errors import OperationError
from .locate import Game, state_of
from .operation import Context, Request

__all__ = ["details_json", "included_json", "listed_moves", "move_format", "moves_json"]

_NO_DETAILS = b'"summary":null,"supply":null,"score":null,"position":null'
_NOTHING = b'"moves":null,"groups":null,"%b":null,' + _NO_DETAILS
_NO_MOVES = b'"moves":null,"groups":null,"%b":null'


def move_format(request: Request) -> MoveFormat:
    """Return the form of the moves that a request asks for."""
    if request["groups"]:
        if request["cells"]:
            problem = Problem("options_conflict", "groups have no cells", "/cells")
            raise OperationError.from_problems("invalid_request", [problem])
        return "groups"
    return "cells" if request["cells"] else "objects"


def listed_moves(written: bytes, form: MoveFormat) -> tuple[bytes, bytes]:
    """Return the JSON of ``moves`` and of ``groups`` for a list that the engine has written.

    The engine writes actions that place no piece as objects in every form.
    """
    if form != "groups":
        return written, b"null"
    return (b"[]", written) if b'"positions":' in written[:200] else (written, b"[]")


def moves_json(
    context: Context, game: Game, form: MoveFormat, count_name: bytes = b"count"
) -> bytes:
    """Return the members of an answer that list all legal moves."""
    count, written = context.engine.legal_actions_json(game, form)
    return b'"moves":%b,"groups":%b,"%b":%d' % (*listed_moves(written, form), count_name, count)


def included_json(
    context: Context, game: Game, request: Request, count_name: bytes = b"count"
) -> bytes:
    """Return the members of an answer with everything that can be included; null if it is not.

    Moves are null, too, if they are hidden from the seat whose view it is.
    """
    state = state_of(game)
    over = state.phase == "over"
    include = request.get("include", ())
    form = move_format(request)
    if not include and not over:
        return _NOTHING % count_name
    moves = _NO_MOVES % count_name
    if "moves" in include:
        with suppress(HiddenInformationError):
            moves = moves_json(context, game, form, count_name)
    return b"%b,%b" % (moves, details_json(context, game, request, score=over))


def details_json(context: Context, game: Game, request: Request, *, score: bool = False) -> bytes:
    """Return the members summary, supply, score and position; null if not included."""
    include = request.get("include", ())
    if not include and not score:
        return _NO_DETAILS
    engine = context.engine
    supply = state_of(game).supply
    summary = None
    if "summary" in include:
        with suppress(HiddenInformationError):
            summary = engine.summary(game).to_dict()
    supplies = {color: supply(color) for color in COLORS} if "supply" in include else None
    scored = engine.score(game).to_dict() if score or "score" in include else None
    position = game.to_text() if "position" in include else None
    return b'"summary":%b,"supply":%b,"score":%b,"position":%b' % (
        orjson.dumps(summary),
        orjson.dumps(supplies),
        orjson.dumps(scored),
        orjson.dumps(position),
    )
