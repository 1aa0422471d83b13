"""GET /v1/boards/{position}.svg, .png and .txt: pictures for a page, from a position text."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from cornerwise import InvalidActionError, InvalidStateError, Problem
from cornerwise.squares import square_from_text

from ..schemas.fields import Integer, StrictBoolean, StrictSchema
from ..schemas.requests import BoardOptions, BoardTextOptions
from .envelopes import MOST_ERRORS, load_request
from .errors import OperationError
from .locate import Game, load_position, state_of
from .operation import Answer, Context, Request
from .renderings import PNG, SVG, TEXT, draw_png, draw_svg, draw_text

__all__ = ["FORMS", "draw_board", "load_board", "read_options"]

FORMS: Mapping[str, tuple[str, StrictSchema]] = {
    "svg": (SVG, BoardOptions()),
    "png": (PNG, BoardOptions()),
    "txt": (TEXT, BoardTextOptions()),
}
"""The media type and the options of each form, by the ending of the address."""

_BOOLEANS = {"true": True, "false": False}
_MAX_SQUARES = 400


def load_board(context: Context, position: str) -> Game:
    """Return the game of a position text; the address of another text does not exist."""
    try:
        return load_position(context.engine, position)
    except InvalidStateError as error:
        raise OperationError("not_found", f"{error.problems[0].message}.") from None


def read_options(form: str, query: Iterable[tuple[str, str]]) -> Request:
    """Return the options that a query gives; an empty value means the same as none."""
    _, schema = FORMS[form]
    given: dict[str, object] = {}
    problems = []
    for name, text in query:
        if name in given:
            problems.append(Problem("options_conflict", f"{name[:40]!r} is given twice"))
        is_omitted = not text and name in schema.fields
        given[name] = None if is_omitted else _value(schema, name, text)
    try:
        options = load_request(schema, given)
        if "highlights" in options:
            options["highlights"] = _squares(options["highlights"])
    except OperationError as error:
        problems += [_without_pointer(problem, schema) for problem in error.errors]
    if problems:
        raise OperationError(
            "invalid_request", f"The query: {problems[0].message}.", problems[:MOST_ERRORS]
        )
    return options


def draw_board(context: Context, game: Game, form: str, options: Request) -> Answer:
    """Draw a board."""
    placements = state_of(game).placements
    if form == "txt":
        chosen = {"bottom": options.get("bottom"), "coordinates": options["coordinates"]}
        return draw_text(context.engine, placements, **chosen)
    drawn = draw_svg(
        context.engine,
        placements,
        options,
        bottom=options.get("bottom"),
        mark_last=options["last_move"],
    )
    return Answer(drawn.encode(), SVG) if form == "svg" else draw_png(drawn)


def _value(schema: StrictSchema, name: str, text: str) -> object:
    """Return a value of the type of its field, as far as the text is one."""
    field: Any = schema.fields.get(name)
    if isinstance(field, Integer) and text.isascii() and text.isdigit() and len(text) < 10:
        return int(text)
    if isinstance(field, StrictBoolean):
        return _BOOLEANS.get(text, text)
    return text


def _squares(text: str) -> list[tuple[int, int]]:
    names = text.split(",")
    try:
        return [square_from_text(name) for name in names[:_MAX_SQUARES]]
    except InvalidActionError as error:
        message = f"{error.problems[0].message}; several are separated by commas"
        problem = Problem("invalid_text", message, "/highlights")
        raise OperationError.from_problems("invalid_request", [problem]) from None


def _without_pointer(problem: Problem, schema: StrictSchema) -> Problem:
    """Return a problem that names its parameter: a pointer would be one into a body."""
    name = problem.pointer.removeprefix("/")
    if problem.code == "unknown_field":
        known = ", ".join(schema.fields)
        return Problem(problem.code, f"unknown query parameter {name!r}; known are {known}")
    return Problem(problem.code, f"{name} {problem.message}")
