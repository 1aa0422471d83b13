"""POST /v1/renderings/svg, /png and /text, and drawings of boards in these forms."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from typing import Any

from cornerwise import InvalidActionError, PlacedPiece, Problem, render
from cornerwise.engine import Engine, State
from cornerwise.selection import load_engine

from .errors import OperationError
from .locate import load_game, state_of
from .operation import Answer, Context, Request
from .png import png_from_svg

__all__ = ["PNG", "SVG", "TEXT", "draw_png", "draw_svg", "draw_text", "png", "svg", "text"]

SVG = "image/svg+xml"
PNG = "image/png"
TEXT = "text/plain; charset=utf-8"


def svg(context: Context, request: Request) -> Answer:
    """Draw the board of a game as SVG."""
    return Answer(_board_svg(context, request).encode(), SVG)


def png(context: Context, request: Request) -> Answer:
    """Draw the board of a game as PNG."""
    return draw_png(_board_svg(context, request))


def text(context: Context, request: Request) -> Answer:
    """Draw the board of a game as lines of text."""
    state = state_of(load_game(context, request))
    options = {"bottom": request.get("bottom"), "coordinates": request["coordinates"]}
    return draw_text(context.engine, state.placements, **options)


def _board_svg(context: Context, request: Request) -> str:
    game = load_game(context, request)
    state = state_of(game)
    options = {"bottom": request.get("bottom"), "mark_last": request["last_move"]}
    if "ghost" in request:
        options["ghost"] = _ghost(context, request["ghost"], state)
    return draw_svg(context.engine, state.placements, request, **options)


@cache
def _shapes(engine_name: str) -> render.Shapes:
    return {piece.name: piece.orientations for piece in load_engine(engine_name).pieces()}


def draw_svg(
    engine: Engine[Any],
    placements: Sequence[PlacedPiece],
    request: Request,
    **options: Any,
) -> str:
    """Draw a board as SVG, with the options that all drawings share taken from a request."""
    return render.svg(
        placements,
        _shapes(engine.NAME),
        size=request.get("size"),
        coordinates=request["coordinates"],
        highlights=request.get("highlights", ()),
        theme=request["theme"],
        **options,
    )


def draw_png(drawn: str) -> Answer:
    """Convert a drawing from SVG to PNG."""
    return Answer(png_from_svg(drawn), PNG)


def draw_text(
    engine: Engine[Any],
    placements: Sequence[PlacedPiece],
    **options: Any,
) -> Answer:
    """Draw a board as lines of text."""
    return Answer(render.text(placements, _shapes(engine.NAME), **options).encode(), TEXT)


def _ghost(context: Context, ghost: Any, state: State) -> PlacedPiece:  # noqa: ANN401 (JSON)
    """Return the piece of a ``place`` action, legal or not, if it is on the board."""
    data = ghost.to_python() if hasattr(ghost, "to_python") else ghost
    try:
        problems = context.engine.check(context.engine.load_state({}), data)
    except InvalidActionError as error:
        raise OperationError.from_problems("invalid_action", error.problems, "/ghost") from None
    if data["type"] != "place":
        problem = Problem("unknown_value", "must be: place", "/type")
        raise OperationError.from_problems("invalid_action", [problem], "/ghost")
    wrong = [one for one in problems if one.code in {"wrong_shape", "off_board"}]
    if wrong:
        raise OperationError.from_problems("invalid_action", wrong, "/ghost")
    color = data.get("color") or state.color or "blue"
    shapes = _shapes(context.engine.NAME)[data["piece"]]
    if data.get("cells"):
        cells = sorted((int(row), int(col)) for row, col in data["cells"])
        top, left = cells[0][0], min(col for _, col in cells)
        shape = tuple((row - top, col - left) for row, col in cells)
        orientation = [tuple(sorted(one)) for one in shapes].index(shape)
        return PlacedPiece(color, data["piece"], orientation, top, left)
    return PlacedPiece(
        color, data["piece"], int(data["orientation"]), int(data["row"]), int(data["col"])
    )
