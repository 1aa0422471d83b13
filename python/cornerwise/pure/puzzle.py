"""The solo puzzles (U1-U7): six tables to fill, and what is wrong with a layout, complete or not.

A layout is a set of pieces: how they came there does not matter, and what is still missing is not
held against it. The checks follow each other as they do for a state; each looks at everything, and
the first that finds problems ends them.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import islice
from typing import NoReturn

from ..errors import InvalidActionError, Problem, UnsupportedError
from ..puzzle import LayoutCheck, Puzzle
from ..types import COLORS, Color
from .action import read_number
from .cells import BOARD_SIZE, CORNERS
from .data import MAX_PROBLEMS, Reader, raise_if_any
from .layout import Laid, lay_piece, sharing_problems, side_contacts, starting_piece, unconnected
from .piece import PIECE_BY_NAME, PIECE_NAMES, PIECES
from .setup import SetupPlacement, read_placements
from .shuffle import MAX_SEED

__all__ = ["check_layout", "puzzles", "solve_puzzle"]

_MOST_SECONDS = 3600
_LARGEST = 5

_FOURS = tuple(piece.name for piece in PIECES if piece.size == 4)
_FIVES = tuple(piece.name for piece in PIECES if piece.size == _LARGEST)


def _board84(name: str, rule: str, *, descending: bool) -> Puzzle:
    return Puzzle(
        name,
        rule,
        BOARD_SIZE,
        BOARD_SIZE,
        PIECE_NAMES,
        apart=True,
        connected=True,
        descending=descending,
    )


def _rectangle(
    name: str, rule: str, size: tuple[int, int], pieces: tuple[str, ...], *, apart: bool
) -> Puzzle:
    return Puzzle(name, rule, *size, pieces, apart=apart, connected=False, descending=False)


_PUZZLES = (
    _board84("board84", "U1", descending=False),
    _board84("board84_descending", "U2", descending=True),
    _rectangle("rect4", "U3", (8, 10), _FOURS, apart=False),
    _rectangle("rect4_apart", "U4", (8, 10), _FOURS, apart=True),
    _rectangle("rect5", "U5", (15, 16), _FIVES, apart=False),
    _rectangle("rect5_apart", "U6", (15, 16), _FIVES, apart=True),
)
_PUZZLE_BY_NAME = {puzzle.name: puzzle for puzzle in _PUZZLES}


def puzzles() -> tuple[Puzzle, ...]:
    """Return the six puzzles, in the order of their rules."""
    return _PUZZLES


def check_layout(puzzle: object, layout: object) -> LayoutCheck:
    """Judge a layout; raise InvalidStateError if the data is none at all."""
    asked = _read_puzzle(puzzle)
    placements = _read_layout(layout)
    there = {(color, spot.piece) for color, spot in placements}
    laid, alone = _lay_each(asked, placements)
    problems = alone or _problems_together(asked, laid)
    return LayoutCheck(
        puzzle=asked.name,
        complete=there.issuperset((color, piece) for color in COLORS for piece in asked.pieces),
        problems=tuple(islice(problems, MAX_PROBLEMS)),
        placements=None if alone else tuple(entry.placed for entry in laid),
    )


def solve_puzzle(puzzle: object, layout: object, seed: object, seconds: object) -> NoReturn:
    """Say that this engine has no solver, if the request is well formed."""
    _read_puzzle(puzzle)
    _read_layout(layout)
    read_number(seed, 0, MAX_SEED, "/seed")
    _read_seconds(seconds)
    message = "the Python engine has no solver: use the Rust engine"
    raise UnsupportedError([Problem("unsupported", message)])


def _read_puzzle(name: object) -> Puzzle:
    reader = Reader()
    text = reader.text(name, "/puzzle")
    if not reader.problems and text not in _PUZZLE_BY_NAME:
        message = f"must be one of: {', '.join(_PUZZLE_BY_NAME)}"
        reader.note("unknown_puzzle", message, "/puzzle")
    if reader.problems:
        raise InvalidActionError(reader.problems)
    return _PUZZLE_BY_NAME[text]


def _read_layout(layout: object) -> tuple[SetupPlacement, ...]:
    reader = Reader()
    fields = reader.fields(layout, "", ("placements",))
    placements = read_placements(reader, fields.get("placements", []), "/placements")
    raise_if_any(reader.problems)
    return placements


def _read_seconds(seconds: object) -> None:
    reader = Reader()
    number = reader.number(seconds, "/seconds")
    if not reader.problems and not 0 < number <= _MOST_SECONDS:
        message = f"must be more than 0 and at most {_MOST_SECONDS}"
        reader.note("out_of_range", message, "/seconds")
    if reader.problems:
        raise InvalidActionError(reader.problems)


def _lay_each(
    puzzle: Puzzle, placements: Sequence[SetupPlacement]
) -> tuple[list[Laid], list[Problem]]:
    """Return the pieces that can lie where they do, and what is wrong with each of the others."""
    laid: list[Laid] = []
    problems: list[Problem] = []
    for index, placement in enumerate(placements):
        if placement.spot.piece not in puzzle.pieces:
            problems.append(_wrong_piece(puzzle, placement, index))
        entry = lay_piece(placement, index, puzzle.rows, puzzle.cols)
        if isinstance(entry, Laid):
            laid.append(entry)
        else:
            problems += entry
    return laid, problems


def _problems_together(puzzle: Puzzle, laid: Sequence[Laid]) -> Iterator[Problem]:
    """Yield the problems of the first stage that has any."""
    shared = list(sharing_problems(laid))
    yield from shared
    if puzzle.apart and not shared:
        for color in COLORS:
            own = [entry for entry in laid if entry.placed.color == color]
            yield from _color_problems(puzzle, color, own)


def _wrong_piece(puzzle: Puzzle, placement: SetupPlacement, index: int) -> Problem:
    message = f"{placement.spot.piece} is no piece of {puzzle.name}"
    return Problem("wrong_piece", message, f"/placements/{index}", puzzle.rule)


def _color_problems(puzzle: Puzzle, color: Color, own: Sequence[Laid]) -> list[Problem]:
    """Return what is wrong with how the pieces of a colour touch.

    Pieces that are still to come can connect what is apart, so that connection and the corner are
    judged when the colour is complete (U7).
    """
    contacts = list(side_contacts(own, "C2" if puzzle.connected else puzzle.rule))
    is_whole = len(own) == len(puzzle.pieces)
    if contacts or not puzzle.connected or not is_whole:
        return contacts
    problems = _connection_problems(color, own)
    if puzzle.descending and not problems:
        return list(_descent_problems(color, own))
    return problems


def _connection_problems(color: Color, own: Sequence[Laid]) -> list[Problem]:
    """Return what keeps the pieces of a colour from being placed one by one (C1, C2)."""
    start = starting_piece(own, CORNERS)
    if start is None:
        message = f"no {color} piece covers a corner square of the board"
        return [Problem("corner_not_covered", message, own[0].pointer, "C1", CORNERS)]
    message = f"this {color} piece is not connected to the others by corners"
    return [
        _of_piece("no_corner_contact", message, entry, "C2") for entry in unconnected(start, own)
    ]


def _descent_problems(color: Color, own: Sequence[Laid]) -> Iterator[Problem]:
    """Yield what keeps them from being placed with no piece before a larger one (U2).

    Each piece must reach the start over pieces of its own size or larger: those that lie already.
    """
    fives = [entry for entry in own if _size(entry) == _LARGEST]
    start = starting_piece(fives, CORNERS)
    if start is None:
        message = f"no {color} five covers a corner square of the board"
        yield Problem("not_descending", message, own[0].pointer, "U2", CORNERS)
        return
    message = f"this {color} piece is connected to the others only by smaller ones"
    for size in range(_LARGEST, 0, -1):
        large = [entry for entry in own if _size(entry) >= size]
        for entry in unconnected(start, large):
            if _size(entry) == size:
                yield _of_piece("not_descending", message, entry, "U2")


def _size(entry: Laid) -> int:
    return PIECE_BY_NAME[entry.placed.piece].size


def _of_piece(code: str, message: str, entry: Laid, rule: str) -> Problem:
    return Problem(code, message, entry.pointer, rule, tuple(sorted(entry.cells)))
