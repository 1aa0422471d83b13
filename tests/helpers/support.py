"""Boards drawn as text, and what else the tests share. Nothing here asks an engine about a rule.

In classic a side-connected group of squares of one colour is exactly one piece (C2). So a drawing
of the letters B, Y, R, G and dots says which pieces lie where, though not in which order they came.
In Blokus Shuffle pieces of one colour may lie side by side: the next letter of the alphabet, C, Z,
S, H, is the same colour once more, and tells the neighbour apart.

A drawing may also show a piece that somebody tries to place: its squares are ``x``; ``!`` where the
test expects the square to be named for touching its own colour along a side; and a small letter
where it lies on a square that is covered already.
"""

from __future__ import annotations

import copy
import random
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from typing import Any, TypeAlias

import pytest
from cornerwise.engine import Engine, State
from cornerwise.errors import IllegalActionError, InvalidActionError, InvalidStateError, Problem
from cornerwise.types import COLORS, Color, Place, PlacedPiece

Cell: TypeAlias = tuple[int, int]
Shape: TypeAlias = tuple[Cell, ...]
Reason: TypeAlias = tuple[str | None, str, tuple[Cell, ...]]

SIZE = 20
CORNERS: tuple[Cell, ...] = ((0, 0), (0, 19), (19, 0), (19, 19))

COLOR_OF: dict[str, Color] = dict(zip("BYRGCZSH", COLORS * 2, strict=True))
"""The colour of each letter of a drawing."""
TAKEN = "".join(COLOR_OF).lower()

PIECES: dict[str, str] = {
    "I1": "#",
    "I2": "##",
    "I3": "###",
    "V3": "##/#.",
    "I4": "####",
    "L4": "###/#..",
    "T4": "###/.#.",
    "O4": "##/##",
    "Z4": "##./.##",
    "F5": ".##/##./.#.",
    "I5": "#####",
    "L5": "####/#...",
    "N5": "###./..##",
    "P5": "###/##.",
    "T5": "###/.#./.#.",
    "U5": "###/#.#",
    "V5": "###/#../#..",
    "W5": "##./.##/..#",
    "X5": ".#./###/.#.",
    "Y5": "####/.#..",
    "Z5": "##./.#./.##",
}
"""One drawing of each piece, in the order of G4; lines are parted by a slash."""


def normalized(cells: Iterable[Cell]) -> Shape:
    """Return the cells moved to the top-left of their bounding box, sorted."""
    listed = list(cells)
    top, left = min(row for row, _ in listed), min(col for _, col in listed)
    return tuple(sorted((row - top, col - left) for row, col in listed))


def orientations(shape: Shape) -> tuple[Shape, ...]:
    """Return the distinct orientations of a shape by their numbers: the sorted order."""
    found = set()
    for _ in range(4):
        shape = normalized((col, -row) for row, col in shape)
        found |= {shape, normalized((row, -col) for row, col in shape)}
    return tuple(sorted(found))


def shape_of(drawing: str) -> Shape:
    """Return the squares of a piece drawn with x, its lines parted by slashes or line ends."""
    lines = drawing.replace("/", "\n").split()
    return normalized(
        (row, col) for row, line in enumerate(lines) for col, mark in enumerate(line) if mark == "#"
    )


ORIENTATIONS: dict[str, tuple[Shape, ...]] = {
    name: orientations(shape_of(drawing)) for name, drawing in PIECES.items()
}
NAME_OF: dict[Shape, str] = {
    shape: name for name, shapes in ORIENTATIONS.items() for shape in shapes
}


def cells_of(placed: Place | PlacedPiece | dict[str, Any]) -> Shape:
    """Return the squares that a placement covers, sorted, whichever way it says so."""
    data = placed if isinstance(placed, dict) else placed.to_dict()
    if "cells" in data:
        return tuple(sorted((row, col) for row, col in data["cells"]))
    shape = ORIENTATIONS[data["piece"]][data["orientation"]]
    return tuple((data["row"] + row, data["col"] + col) for row, col in shape)


def place(piece: str, cells: Iterable[Iterable[int]]) -> dict[str, Any]:
    """Return the action that places a piece on these squares."""
    return {"type": "place", "piece": piece, "cells": [list(cell) for cell in cells]}


def neighbors(cell: Cell) -> set[Cell]:
    """Return the four squares beside a square, on the board or not."""
    row, col = cell
    return {(row - 1, col), (row + 1, col), (row, col - 1), (row, col + 1)}


@dataclass(frozen=True)
class Drawing:
    """What a drawing shows: the pieces, in reading order, and the squares of the piece tried."""

    placements: list[dict[str, Any]]
    tried: Shape = ()
    beside: Shape = ()
    taken: Shape = ()

    def action(self, piece: str | None = None) -> dict[str, Any]:
        """Return the action that is tried; the piece is that of its squares unless named."""
        return place(piece or NAME_OF[normalized(self.tried)], self.tried)


def grid(
    top_left: str = "", *, top_right: str = "", bottom_left: str = "", bottom_right: str = ""
) -> str:
    """Return the whole board as text, the drawings in its corners and dots elsewhere."""
    lines = [["."] * SIZE for _ in range(SIZE)]
    corners = (top_left, False, False), (top_right, False, True)
    corners += (bottom_left, True, False), (bottom_right, True, True)
    for drawing, at_bottom, at_right in corners:
        drawn = drawing.split()
        top = SIZE - len(drawn) if at_bottom else 0
        for row, line in enumerate(drawn, start=top):
            left = SIZE - len(line) if at_right else 0
            for col, mark in enumerate(line, start=left):
                if mark != ".":
                    assert lines[row][col] == ".", f"two drawings meet at {row, col}"
                    lines[row][col] = mark
    return "\n".join("".join(line) for line in lines)


def draw(top_left: str = "", **corners: str) -> Drawing:
    """Read a drawing; it lies in the top-left corner unless it is given for another one."""
    lines = grid(top_left, **corners).splitlines()
    marks = {(row, col): lines[row][col] for row in range(SIZE) for col in range(SIZE)}
    unread = {cell: mark.upper() for cell, mark in marks.items() if mark.upper() in COLOR_OF}
    placements = []
    for cell, letter in list(unread.items()):
        if cell in unread:
            group = sorted(_group(unread, cell, letter))
            piece = NAME_OF[normalized(group)]
            cells = [*map(list, group)]
            placements.append({"color": COLOR_OF[letter], "piece": piece, "cells": cells})
    return Drawing(
        placements=placements,
        tried=tuple(cell for cell, mark in marks.items() if mark in f"x!{TAKEN}"),
        beside=tuple(cell for cell, mark in marks.items() if mark == "!"),
        taken=tuple(cell for cell, mark in marks.items() if mark in TAKEN),
    )


def _group(unread: dict[Cell, str], cell: Cell, letter: str) -> Iterator[Cell]:
    """Take a square and all that hang together with it by sides out of those not read yet."""
    if unread.get(cell) == letter:
        del unread[cell]
        yield cell
        for neighbor in sorted(neighbors(cell)):
            yield from _group(unread, neighbor, letter)


def write(placements: Iterable[PlacedPiece | dict[str, Any]]) -> str:
    """Draw the board on which these pieces lie."""
    lines = [["."] * SIZE for _ in range(SIZE)]
    for placed in placements:
        color = placed["color"] if isinstance(placed, dict) else placed.color
        for row, col in cells_of(placed):
            lines[row][col] = color[0].upper()
    return "\n".join("".join(line) for line in lines)


OTHERS: dict[int, dict[str, str]] = {
    0: {},
    1: {"top_right": "Y", "bottom_right": "R", "bottom_left": "G"},
    2: {
        "top_right": """
            ..Y
            YY.
            """,
        "bottom_right": """
            RR.
            ..R
            """,
        "bottom_left": """
            .GG
            G..
            """,
    },
    3: {
        "top_right": """
            .....Y
            ...YY.
            YYY...
            """,
        "bottom_right": """
            RRR...
            ...RR.
            .....R
            """,
        "bottom_left": """
            ...GGG
            .GG...
            G.....
            """,
    },
}
"""Small pieces of the three other colours, as many of each as blue has: so blue is to move."""


def blue_to_move(drawing: str) -> Drawing:
    """Read a drawing of blue pieces in the top-left corner, and give the others as many."""
    pieces = len(draw(drawing).placements)
    return draw(drawing, **OTHERS[pieces])


def load(engine: Engine[Any], drawing: Drawing | list[dict[str, Any]], **rules: object) -> State:
    """Return the state of a drawn board, or of a list of placements."""
    placements = drawing.placements if isinstance(drawing, Drawing) else drawing
    return engine.load_state({"rules": rules, "placements": placements})


def without(placements: list[dict[str, Any]], *gone: tuple[str, str]) -> list[dict[str, Any]]:
    """Return placements without some pieces, each named by colour and piece."""
    kept = [placed for placed in placements if (placed["color"], placed["piece"]) not in gone]
    assert len(kept) == len(placements) - len(gone)
    return kept


def played_last(placements: list[dict[str, Any]], *last: tuple[str, str]) -> list[dict[str, Any]]:
    """Return placements with some pieces, named by colour and piece, moved to the end in order."""

    def when(placed: dict[str, Any]) -> int:
        name = placed["color"], placed["piece"]
        return last.index(name) if name in last else -1

    return sorted(placements, key=when)


def the(placements: list[dict[str, Any]], color: str, piece: str) -> dict[str, Any]:
    """Return the action that would make one of these placements."""
    (found,) = (one for one in placements if (one["color"], one["piece"]) == (color, piece))
    return place(piece, found["cells"])


def reasons(problems: Iterable[Problem]) -> list[Reason]:
    """Return what problems say to a player: rule, code and squares."""
    return [(problem.rule, problem.code, problem.squares) for problem in problems]


def facts(problems: Iterable[Problem]) -> list[tuple[str, str, str | None, tuple[Cell, ...]]]:
    """Return all of the problems that is promised: everything but the messages."""
    return [(problem.code, problem.pointer, problem.rule, problem.squares) for problem in problems]


def refusal(engine: Engine[Any], state: State, action: object) -> list[Reason]:
    """Return why an action is refused, after seeing that check and apply say the same."""
    problems = engine.check(state, action)
    assert all(problem.pointer == "" and problem.message for problem in problems)
    if not problems:
        engine.apply(state, [action])
        return []
    with pytest.raises(IllegalActionError) as caught:
        engine.apply(state, [action])
    assert facts(caught.value.problems) == facts(problems)
    assert caught.value.index == 0
    return reasons(problems)


def is_legal(engine: Engine[Any], state: State, action: object) -> bool:
    """Return whether an action may be played, after seeing that check and apply agree."""
    return refusal(engine, state, action) == []


def problems_of(engine: Engine[Any], data: object) -> list[tuple[Any, ...]]:
    """Return what the door says of data that it refuses: code, pointer, rule, squares."""
    with pytest.raises(InvalidStateError) as caught:
        engine.load_state(data)
    assert all(problem.message for problem in caught.value.problems)
    return facts(caught.value.problems)


def where(engine: Engine[Any], data: object) -> list[tuple[str, str]]:
    """Return code and pointer alone."""
    return [(code, pointer) for code, pointer, _, _ in problems_of(engine, data)]


def messages(engine: Engine[Any], data: object) -> list[str]:
    """Return the messages of what the door says of data that it refuses."""
    with pytest.raises(InvalidStateError) as caught:
        engine.load_state(data)
    return [problem.message for problem in caught.value.problems]


def changed(data: dict[str, Any], pointer: str, value: object) -> dict[str, Any]:
    """Return a state with one value put in at a pointer, such as /turn/card."""
    again = copy.deepcopy(data)
    *path, name = pointer.split("/")[1:]
    target: Any = again
    for step in path:
        target = target[int(step)] if isinstance(target, list) else target.setdefault(step, {})
    if isinstance(target, list):
        target[int(name)] = value
    else:
        target[name] = value
    return again


def left_out(data: dict[str, Any], *pointers: str) -> dict[str, Any]:
    """Return a state without the values at some pointers."""
    again = copy.deepcopy(data)
    for pointer in pointers:
        *path, name = pointer.split("/")[1:]
        target: Any = again
        for step in path:
            target = target[step]
        del target[name]
    return again


def laid(color: str, piece: str, *cells: Cell) -> dict[str, Any]:
    """Return a placement told by its squares."""
    return {"color": color, "piece": piece, "cells": [list(cell) for cell in cells]}


def misread(ask: Callable[..., object], *arguments: object) -> list[tuple[str, str]]:
    """Return code and pointer of what keeps an action, or an argument, from being read."""
    with pytest.raises(InvalidActionError) as caught:
        ask(*arguments)
    assert all(problem.message for problem in caught.value.problems)
    return [(problem.code, problem.pointer) for problem in caught.value.problems]


def seeded(seed: int) -> random.Random:
    """Return a source of choices that are the same in every run."""
    return random.Random(seed)  # noqa: S311 (nothing here is secret)


def random_game(engine: Engine[Any], seed: int, **rules: object) -> Iterator[State]:
    """Yield every state of a game of random moves, the finished one too.

    Each game keeps to a taste of its own, for large pieces or for any, so that games differ in
    length and in what is left at their end.
    """
    rng = seeded(seed)
    prefers_large = rng.random() < 0.5
    state = engine.new_game(rules, 0)
    yield state
    while state.color is not None:
        actions = engine.legal_actions(state)
        if prefers_large:
            largest = max(int(action.piece[1]) for action in actions)
            actions = [action for action in actions if int(action.piece[1]) == largest]
        state, _ = engine.apply(state, rng.choice(actions))
        yield state


def middle_game(engine: Engine[Any], seed: int, ply: int, **rules: object) -> State:
    """Return the state of a random game after that many placements."""
    return next(
        state for state in random_game(engine, seed, **rules) if len(state.placements) == ply
    )
