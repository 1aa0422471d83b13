"""Pentobi's SGF dialect (``.blksgf``) for the games with 84 pieces on a board of 20 x 20.

Its games are ours with fixed start corners and advanced scoring. The colours 1 to 4 are blue,
yellow, red and green; a piece is the list of its squares.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from typing import Final, Literal, NoReturn, cast

from .. import load_state
from ..errors import Problem
from ..pure.piece import PIECES, cells_at, find_pose
from ..pure.position_text import state_data
from ..squares import square_from_text, square_text
from ..types import COLORS, Color, PieceName, Place, PlacedPiece, Rules
from .model import (
    START,
    Annotation,
    InvalidRecordError,
    PiecePose,
    Record,
    RecordMove,
    RecordProperty,
    RecordSetup,
    RecordStart,
)
from .sgf import SgfNode, read_sgf, write_sgf

__all__ = ["read_blksgf", "write_blksgf"]

_SEATS: Final[dict[str, Literal[2, 3, 4]]] = {
    "Blokus": 4,
    "Blokus Two-Player": 2,
    "Blokus Three-Player": 3,
}
"""The supported games and their seats."""

_GAMES = {game.lower(): game for game in _SEATS}

_COLOR_OF: dict[str, Color] = {
    **dict(zip("1234", COLORS, strict=True)),
    **{color.upper(): color for color in COLORS},  # written by early versions of Pentobi
}
"""The move properties that name a colour."""

_SEAT_OF = {"B": 1, "W": 2}
"""The move properties that name a player."""

_SETUP_OF: dict[str, Color] = {
    **{f"A{number}": color for number, color in enumerate(COLORS, start=1)},
    "AB": "blue",
    "AW": "yellow",
}
"""The setup properties that add pieces."""

_PLAYER_OF: dict[str, Color] = {**_COLOR_OF, "B": "blue", "W": "yellow"}
"""The values of PL."""

_PASSES = ("", "pass", "null")
"""The values of a move property that place nothing."""

_ANNOTATION_OF: dict[tuple[str, str], Annotation] = {
    ("TE", "1"): "good",
    ("TE", "2"): "very_good",
    ("BM", "1"): "bad",
    ("BM", "2"): "very_bad",
    ("DO", ""): "doubtful",
    ("IT", ""): "interesting",
}
_PROPERTY_OF = {annotation: pair for pair, annotation in _ANNOTATION_OF.items()}

_KNOWN = frozenset((*_COLOR_OF, *_SEAT_OF, *_SETUP_OF, *(name for name, _ in _ANNOTATION_OF))) | {
    "GM",
    "CA",
    "C",
    "AE",
    "PL",
    "DT",
    "RE",
    "PB",
    "PW",
    "P1",
    "P2",
    "P3",
    "P4",
}
"""The properties with a meaning."""

_POINT = re.compile(r"([a-t])0*([1-9]|1[0-9]|20)")
_MAX_SIZE = 5  # squares of a piece
_MAX_SHOWN = 40  # characters of a value in a message


# ---- Reading ------------------------------------------------------------------------------------


def read_blksgf(text: str | bytes) -> Record:
    """Return the record in a file; raise InvalidRecordError if it is not one of these games.

    Moves are not checked against the rules, but each must be a piece on the board.
    """
    root, *others = (
        replace(node, properties=_with_usual_names(node.properties)) for node in read_sgf(text)
    )
    rules = _read_game(root)
    properties = dict(root.properties)
    del properties["GM"]
    properties.pop("CA", None)
    names = [_take_text(properties, name) for name in _name_properties(rules)]
    date, result = _take_text(properties, "DT"), _take_text(properties, "RE")
    # A root with a move is split: the move becomes the first one of the record.
    first = _read_node(replace(root, parent=START, properties=properties))
    has_move = first.action is not None
    shift = 0 if has_move else -1
    moves = [_read_node(replace(node, parent=node.parent + shift)) for node in others]
    if has_move:
        moves.insert(0, replace(first, setup=None, comment="", properties=()))
    return Record(
        start=RecordStart(rules=rules, setup=first.setup),
        moves=tuple(moves),
        players=tuple(names) if any(names) else (),
        date=date,
        result=result,
        comment=first.comment,
        properties=(
            *(() if has_move else _annotation_properties(first.annotations)),
            *first.properties,
        ),
    )


def _with_usual_names(properties: dict[str, list[str]]) -> dict[str, list[str]]:
    """Return the properties with the usual spelling of those that have a meaning.

    Before version 4 of SGF, lower-case letters of a name had no meaning: ``GaMe`` is ``GM``.
    """
    if all(name in _KNOWN or name == name.upper() for name in properties):
        return properties
    renamed = {}
    for name, values in properties.items():
        capitals = "".join(letter for letter in name if letter == letter.upper())
        usual = next((one for one in (name, name.upper(), capitals) if one in _KNOWN), name)
        is_free = usual not in properties and usual not in renamed
        renamed[usual if is_free else name] = values
    return renamed


def _read_game(root: SgfNode) -> Rules:
    if "GM" not in root.properties:
        _refuse("the property GM is missing: which game is it?", root.line)
    (given, *_) = root.properties["GM"]
    game = _GAMES.get(given.strip().lower())
    if game is None:
        message = f"GM[{given[:_MAX_SHOWN]}] is not supported, only {', '.join(_SEATS)}"
        _refuse(message, root.line)
    return _rules(_SEATS[game])


def _rules(seats: int) -> Rules:
    """Return the rules of Pentobi's games."""
    return Rules(
        seats=seats,
        shared_color="green" if seats == _SEATS["Blokus Three-Player"] else None,
        start_corners="fixed",
        scoring="advanced",
    )


def _name_properties(rules: Rules) -> tuple[str, ...]:
    """Return the properties with the names of the players, by seat."""
    return ("PB", "PW") if rules.seats == len(_SEAT_OF) else ("P1", "P2", "P3", "P4")[: rules.seats]


def _take_text(properties: dict[str, list[str]], name: str) -> str:
    """Remove a property with one value and return it; leave one that is empty or has several."""
    match properties.get(name):
        case [str(value)] if value:
            del properties[name]
            return value
    return ""


def _read_node(node: SgfNode) -> RecordMove:
    properties = dict(node.properties)
    move = _take_move(properties, node.line)
    setup = _take_setup(properties, node.line, has_move=move is not None)
    comment = _take_text(properties, "C")
    annotations: list[Annotation] = []
    for name in ("TE", "BM", "DO", "IT"):
        values = properties.get(name, [])
        found = _ANNOTATION_OF.get((name, values[0])) if len(values) == 1 else None
        if found is not None:
            annotations.append(found)
            del properties[name]
    return RecordMove(
        parent=node.parent,
        action=None if move is None else move.place,
        setup=setup,
        seat=None if move is None else move.seat,
        comment=comment,
        annotations=tuple(annotations),
        properties=tuple(
            RecordProperty(name, tuple(values)) for name, values in properties.items()
        ),
    )


@dataclass(frozen=True, slots=True)
class _Move:
    place: Place
    seat: int | None


def _take_move(properties: dict[str, list[str]], line: int) -> _Move | None:
    names = [
        name
        for name, values in properties.items()
        if (name in _COLOR_OF or name in _SEAT_OF) and not _is_pass(values)
    ]
    if not names:
        return None
    if len(names) > 1:
        _refuse("a node with more than one move", line)
    (name,) = names
    # Early versions of Pentobi wrote every square as a value of its own.
    pose = _read_piece(",".join(properties.pop(name)), name, line)
    place = Place(
        cast("PieceName", pose.piece), pose.orientation, pose.row, pose.col, _COLOR_OF.get(name)
    )
    return _Move(place, _SEAT_OF.get(name))


def _is_pass(values: list[str]) -> bool:
    """Return whether a move places nothing.

    Passes need no move, because a colour that cannot place is skipped. The property is kept.
    """
    return len(values) == 1 and values[0].strip().lower() in _PASSES


def _take_setup(
    properties: dict[str, list[str]], line: int, *, has_move: bool
) -> RecordSetup | None:
    """Remove the setup properties and return them as a setup.

    PL beside a move is no setup: it stays a property without a meaning.
    """
    add = [
        PlacedPiece(color, cast("PieceName", pose.piece), pose.orientation, pose.row, pose.col)
        for name, color in _SETUP_OF.items()
        for pose in _take_pieces(properties, name, line)
    ]
    remove = list(_take_pieces(properties, "AE", line))
    player = properties.get("PL", [])
    color = _PLAYER_OF.get(player[0].strip().upper()) if len(player) == 1 else None
    if has_move and not add and not remove:
        color = None
    if color is not None:
        del properties["PL"]
    if not add and not remove and color is None:
        return None
    return RecordSetup(tuple(add), tuple(remove), color)


def _take_pieces(properties: dict[str, list[str]], name: str, line: int) -> Iterator[PiecePose]:
    for value in properties.pop(name, ()):
        yield _read_piece(value, name, line)


def _read_piece(value: str, name: str, line: int) -> PiecePose:
    """Return the piece that covers the squares of a value, in any order."""
    points = [_POINT.fullmatch(point.strip().lower()) for point in value.split(",")]
    found = [square_from_text(point[1] + point[2]) for point in points if point is not None]
    if len(points) > _MAX_SIZE or len(found) < len(points):
        _refuse(f"{name}[{value[:_MAX_SHOWN]}] is not a list of squares of the board", line)
    pose = _find_piece(found)
    if pose is None:
        _refuse(f"{name}[{value[:_MAX_SHOWN]}] is not a piece", line)
    return pose


def _find_piece(cells: list[tuple[int, int]]) -> PiecePose | None:
    if len(set(cells)) < len(cells):
        return None
    for piece in PIECES:
        if piece.size == len(cells) and (pose := find_pose(piece, cells)) is not None:
            return PiecePose(piece.name, *pose)
    return None


def _refuse(message: str, line: int | None = None) -> NoReturn:
    where = "" if line is None else f"line {line}: "
    raise InvalidRecordError([Problem("invalid_text", f"{where}{message}")]) from None


# ---- Writing ------------------------------------------------------------------------------------


def write_blksgf(record: Record) -> str:
    """Return a record as a file for Pentobi.

    Raises InvalidRecordError unless it is a record of one of Pentobi's games: classic with fixed
    start corners and advanced scoring, without teams.
    """
    rules, setup = _start(record.start)
    game = next((game for game, seats in _SEATS.items() if seats == rules.seats), "")
    if replace(rules, first_color="blue") != _rules(rules.seats):
        message = (
            "Pentobi's games are classic, with fixed start corners and advanced scoring, without "
            "teams, and with green as the shared colour of 3 seats"
        )
        raise InvalidRecordError([Problem("options_conflict", message, "/start")])
    root: dict[str, list[str]] = {"GM": [game], "CA": ["UTF-8"]}
    for name, text in (
        *zip(_name_properties(rules), record.players, strict=False),
        ("DT", record.date),
        ("RE", record.result),
    ):
        if text:
            root[name] = [text]
    first = RecordMove(START, setup=setup, comment=record.comment, properties=record.properties)
    _add_node(root, first, "")
    nodes = [SgfNode(START, root)]
    for index, move in enumerate(record.moves):
        properties: dict[str, list[str]] = {}
        _add_node(properties, move, f"/moves/{index}")
        nodes.append(SgfNode(move.parent + 1, properties))
    return write_sgf(nodes)


def _start(start: RecordStart) -> tuple[Rules, RecordSetup | None]:
    """Return the rules and the setup with which a record starts."""
    rules, setup = start.rules, start.setup
    if rules is not None and rules.game == "shuffle":
        return rules, None
    if start.position is not None:
        data = state_data(start.position)
        rules = Rules(**data["rules"])
        pieces = tuple(PlacedPiece(**placed) for placed in data["placements"])
        color = load_state(start.position).color
        setup = RecordSetup(add=pieces, color=color) if pieces else None
    if rules is None:
        raise InvalidRecordError([Problem("missing_field", "this field is required", "/start")])
    if rules.first_color != "blue" and (setup is None or setup.color is None):
        setup = replace(setup or RecordSetup(), color=rules.first_color)
    return rules, setup


def _add_node(properties: dict[str, list[str]], move: RecordMove, pointer: str) -> None:
    """Add the properties of a move to those of a node."""
    new: list[tuple[str, list[str]]] = []
    if move.action is not None:
        new.append(_move_property(move, pointer))
    if move.setup is not None:
        new += _setup_properties(move.setup)
    if move.comment:
        new.append(("C", [move.comment]))
    new += [(one.name, list(one.values)) for one in _annotation_properties(move.annotations)]
    new += [(one.name, list(one.values)) for one in move.properties]
    for name, values in new:
        if name in properties:
            message = f"the property {name} is written twice"
            raise InvalidRecordError([Problem("options_conflict", message, pointer)])
        properties[name] = values


def _move_property(move: RecordMove, pointer: str) -> tuple[str, list[str]]:
    place = move.action
    if not isinstance(place, Place):
        message = "only placements can be written"
        raise InvalidRecordError([Problem("invalid_text", message, f"{pointer}/action")])
    if place.color is not None:
        name = str(COLORS.index(place.color) + 1)
    else:
        name = next((name for name, seat in _SEAT_OF.items() if seat == move.seat), "")
    if not name:
        message = "a placement without a colour cannot be written"
        raise InvalidRecordError([Problem("missing_field", message, f"{pointer}/action/color")])
    return name, [_piece_value(place)]


def _setup_properties(setup: RecordSetup) -> Iterator[tuple[str, list[str]]]:
    for number, color in enumerate(COLORS, start=1):
        if pieces := [_piece_value(placed) for placed in setup.add if placed.color == color]:
            yield f"A{number}", pieces
    if setup.remove:
        yield "AE", [_piece_value(placed) for placed in setup.remove]
    if setup.color is not None:
        yield "PL", [str(COLORS.index(setup.color) + 1)]


def _piece_value(placed: Place | PlacedPiece | PiecePose) -> str:
    """Return the squares of a piece from the bottom row up, each row from the left."""
    piece = next((piece for piece in PIECES if piece.name == placed.piece), None)
    if piece is None or not 0 <= placed.orientation < len(piece.orientations):
        message = f"{placed.piece} has no orientation {placed.orientation}"
        raise InvalidRecordError([Problem("wrong_shape", message, rule="G3")])
    cells = cells_at(piece, (placed.orientation, placed.row, placed.col))
    return ",".join(square_text(row, col) for row, col in sorted(cells, key=_bottom_up))


def _bottom_up(cell: tuple[int, int]) -> tuple[int, int]:
    row, col = cell
    return -row, col


def _annotation_properties(annotations: Iterable[Annotation]) -> list[RecordProperty]:
    return [
        RecordProperty(name, (value,))
        for name, value in (_PROPERTY_OF[annotation] for annotation in annotations)
    ]
