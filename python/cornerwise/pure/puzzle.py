"""The solo puzzles (U1-U7): their definitions, and the check of a layout, complete or not.

A layout is a set of pieces: their order does not matter, and missing pieces are not a problem. The
checks run in stages as they do for a state: each stage examines the whole layout, and the first
that finds problems is the last.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import islice
from typing import NoReturn

from ..errors import InvalidActionError, Problem, UnsupportedError
from ..puzzle import LayoutCheck, Puzzle
from ..types import COLORS, Color
from .action import read_number
from .cancellation import check_cancellation
from .cells import BOARD_SIZE, CORNERS
from .layout import (
    LayoutPiece,
    check_piece,
    sharing_problems,
    side_contacts,
    starting_piece,
    unconnected,
)
from .piece import PIECE_BY_NAME, PIECE_NAMES, PIECES
from .reader import MAX_PROBLEMS, Reader, raise_if_any
from .setup import SetupPlacement, read_placements
from .shuffle import MAX_SEED

__all__ = ["check_layout", "puzzles", "solve_puzzle"]

_MAX_SECONDS = 3600
_MAX_SIZE = 5

_FOURS = tuple(piece.name for piece in PIECES if piece.size == 4)
_FIVES = tuple(piece.name for piece in PIECES if piece.size == _MAX_SIZE)


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
    """Check a layout; raise InvalidStateError if the data is malformed."""
    definition = _read_puzzle(puzzle)
    placements = _read_layout(layout)
    needed = {(color, piece) for color in COLORS for piece in definition.pieces}
    entries, alone = _check_each(definition, placements)
    problems = alone or _problems_together(definition, entries)
    return LayoutCheck(
        puzzle=definition.name,
        complete=needed <= {(color, location.piece) for color, location in placements},
        problems=tuple(islice(problems, MAX_PROBLEMS)),
        placements=None if alone else tuple(entry.placed for entry in entries),
    )


def solve_puzzle(
    puzzle: object,
    layout: object,
    seed: object,
    seconds: object,
    *,
    cancel: object = None,
) -> NoReturn:
    """Raise UnsupportedError if the arguments are valid: this engine has no solver."""
    check_cancellation(cancel)
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
        reader.report("unknown_puzzle", message, "/puzzle")
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
    if not reader.problems and not 0 < number <= _MAX_SECONDS:
        message = f"must be more than 0 and at most {_MAX_SECONDS}"
        reader.report("out_of_range", message, "/seconds")
    if reader.problems:
        raise InvalidActionError(reader.problems)


def _check_each(
    puzzle: Puzzle, placements: Sequence[SetupPlacement]
) -> tuple[list[LayoutPiece], list[Problem]]:
    """Return the pieces that are valid by themselves, and the problems of the others."""
    entries: list[LayoutPiece] = []
    problems: list[Problem] = []
    for index, placement in enumerate(placements):
        if placement.location.piece not in puzzle.pieces:
            problems.append(_wrong_piece(puzzle, placement, index))
        entry = check_piece(placement, index, puzzle.rows, puzzle.cols)
        if isinstance(entry, LayoutPiece):
            entries.append(entry)
        else:
            problems += entry
    return entries, problems


def _problems_together(puzzle: Puzzle, entries: Sequence[LayoutPiece]) -> Iterator[Problem]:
    """Yield the problems of the first stage that has any."""
    shared = list(sharing_problems(entries))
    yield from shared
    if puzzle.apart and not shared:
        for color in COLORS:
            own = [entry for entry in entries if entry.placed.color == color]
            yield from _color_problems(puzzle, color, own)


def _wrong_piece(puzzle: Puzzle, placement: SetupPlacement, index: int) -> Problem:
    message = f"{placement.location.piece} is not a piece of {puzzle.name}"
    return Problem("wrong_piece", message, f"/placements/{index}", puzzle.rule)


def _color_problems(puzzle: Puzzle, color: Color, own: Sequence[LayoutPiece]) -> list[Problem]:
    """Return what is wrong with the contacts of a colour.

    Missing pieces could connect separate groups, so connection and the corner are checked only when
    the colour is complete (U7).
    """
    contacts = list(side_contacts(own, "C2" if puzzle.connected else puzzle.rule))
    is_whole = len(own) == len(puzzle.pieces)
    if contacts or not puzzle.connected or not is_whole:
        return contacts
    problems = _connection_problems(color, own)
    if puzzle.descending and not problems:
        return list(_descent_problems(color, own))
    return problems


def _connection_problems(color: Color, own: Sequence[LayoutPiece]) -> list[Problem]:
    """Return why the pieces of a colour cannot be placed one by one (C1, C2)."""
    start = starting_piece(own, CORNERS)
    if start is None:
        message = f"no {color} piece covers a corner square of the board"
        return [Problem("corner_not_covered", message, own[0].pointer, "C1", CORNERS)]
    message = f"this {color} piece is not connected to the others by corners"
    return [
        _of_piece("no_corner_contact", message, entry, "C2") for entry in unconnected(start, own)
    ]


def _descent_problems(color: Color, own: Sequence[LayoutPiece]) -> Iterator[Problem]:
    """Yield why they cannot be placed in descending size (U2).

    Each piece must be connected to the start by pieces of its own size or larger.
    """
    fives = [entry for entry in own if _size(entry) == _MAX_SIZE]
    start = starting_piece(fives, CORNERS)
    if start is None:
        message = f"no {color} five covers a corner square of the board"
        yield Problem("not_descending", message, own[0].pointer, "U2", CORNERS)
        return
    message = f"this {color} piece is connected to the others only through smaller pieces"
    for size in range(_MAX_SIZE, 0, -1):
        large = [entry for entry in own if _size(entry) >= size]
        for entry in unconnected(start, large):
            if _size(entry) == size:
                yield _of_piece("not_descending", message, entry, "U2")


def _size(entry: LayoutPiece) -> int:
    return PIECE_BY_NAME[entry.placed.piece].size


def _of_piece(code: str, message: str, entry: LayoutPiece, rule: str) -> Problem:
    return Problem(code, message, entry.pointer, rule, tuple(sorted(entry.cells)))
