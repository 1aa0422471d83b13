"""The board and the pieces (G1-G4), and the numbers of their orientations."""

from __future__ import annotations

from collections import Counter
from typing import Any

import cornerwise
import pytest
from cornerwise.engine import Engine
from cornerwise.errors import InvalidActionError
from cornerwise.types import COLORS, PiecePlaced, Place, PlacedPiece

from tests.helpers.drawing import (
    BOARD_SIZE,
    ORIENTATIONS,
    PIECES,
    Shape,
    neighbors,
    normalized,
    orientations,
    shape_of,
)
from tests.helpers.problems import reasons


def free_polyominoes(size: int) -> set[Shape]:
    """Grow every shape of that many squares, and keep one orientation of each."""
    if size == 1:
        return {((0, 0),)}
    return {
        orientations(normalized((*shape, cell)))[0]
        for shape in free_polyominoes(size - 1)
        for cell in set().union(*map(neighbors, shape)) - set(shape)
    }


@pytest.mark.rule("G1")
def test_g1_the_board_has_400_squares(engine: Engine[Any]) -> None:
    lines = str(engine.new_game({}, 0)).split("\n")
    assert lines == ["." * BOARD_SIZE] * BOARD_SIZE


@pytest.mark.rule("G2")
def test_g2_the_pieces_are_all_free_polyominoes_of_one_to_five_squares(
    engine: Engine[Any],
) -> None:
    grown = [shape for size in range(1, 6) for shape in free_polyominoes(size)]
    assert sorted(piece.orientations[0] for piece in engine.pieces()) == sorted(grown)


@pytest.mark.rule("G2")
def test_g2_there_are_21_pieces_of_89_squares(engine: Engine[Any]) -> None:
    sizes = [piece.size for piece in engine.pieces()]
    assert Counter(sizes) == {1: 1, 2: 1, 3: 2, 4: 5, 5: 12}
    assert sum(sizes) == 89


@pytest.mark.rule("G2")
def test_g2_every_color_begins_with_every_piece(engine: Engine[Any]) -> None:
    state = engine.new_game({}, 0)
    for color in COLORS:
        assert state.supply(color) == tuple(piece.name for piece in engine.pieces())


@pytest.mark.rule("G3")
def test_g3_there_are_91_orientations_and_30433_placements(engine: Engine[Any]) -> None:
    shapes = [shape for piece in engine.pieces() for shape in piece.orientations]
    assert len(shapes) == len(set(shapes)) == 91
    boxes = [[1 + max(axis) for axis in zip(*shape, strict=True)] for shape in shapes]
    assert (
        sum((BOARD_SIZE + 1 - height) * (BOARD_SIZE + 1 - width) for height, width in boxes)
        == 30_433
    )


@pytest.mark.rule("G4")
def test_g4_the_names_are_in_order_and_end_in_the_number_of_squares(engine: Engine[Any]) -> None:
    names = "I1 I2 I3 V3 I4 L4 T4 O4 Z4 F5 I5 L5 N5 P5 T5 U5 V5 W5 X5 Y5 Z5"
    assert " ".join(piece.name for piece in engine.pieces()) == names
    assert all(piece.name[1:] == str(piece.size) for piece in engine.pieces())


@pytest.mark.rule("G4")
@pytest.mark.parametrize("name", PIECES)
def test_g4_each_name_has_its_shape(engine: Engine[Any], name: str) -> None:
    (piece,) = (piece for piece in engine.pieces() if piece.name == name)
    assert shape_of(PIECES[name]) in piece.orientations


def test_orientation_numbers_are_the_sorted_order_of_the_normalized_shapes(
    engine: Engine[Any],
) -> None:
    assert {piece.name: piece.orientations for piece in engine.pieces()} == ORIENTATIONS


def test_orientation_numbers_of_a_piece_without_symmetry(engine: Engine[Any]) -> None:
    """Drawn one by one, as clients store the numbers: they may never change."""
    (piece,) = (piece for piece in engine.pieces() if piece.name == "F5")
    drawn = [
        "##. / .## / .#.",
        "#.. / ### / .#.",
        ".## / ##. / .#.",
        ".#. / ### / #..",
        ".#. / ### / ..#",
        ".#. / ##. / .##",
        ".#. / .## / ##.",
        "..# / ### / .#.",
    ]
    assert sorted(piece.orientations) == list(piece.orientations)
    assert piece.orientations == tuple(shape_of(drawing) for drawing in drawn)


def test_both_engines_have_the_same_catalogue(rust: Engine[Any], python: Engine[Any]) -> None:
    assert rust.pieces() == python.pieces()


@pytest.mark.parametrize(
    "placed",
    [
        Place("L4", 0, 4, 7),
        PlacedPiece("red", "L4", 0, 4, 7),
        PiecePlaced("red", 3, "L4", 0, 4, 7),
    ],
)
def test_cells_gives_the_squares_of_placements(
    placed: Place | PlacedPiece | PiecePlaced,
) -> None:
    assert cornerwise.cells(placed) == ((4, 7), (4, 8), (4, 9), (5, 7))


@pytest.mark.rule("G3")
@pytest.mark.parametrize(
    "placed",
    [Place("L4", 8, 0, 0), Place("L4", -1, 0, 0), Place("Q9", 0, 0, 0)],  # type: ignore[arg-type]
)
def test_g3_cells_refuses_unknown_orientations(placed: Place) -> None:
    with pytest.raises(InvalidActionError) as caught:
        cornerwise.cells(placed)
    assert reasons(caught.value.problems) == [("G3", "wrong_shape", ())]
