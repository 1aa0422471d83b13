"""Pictures of boards of any size; what else there is to a picture, the tests of the service say."""

from __future__ import annotations

from xml.etree import ElementTree as ET

import pytest
from cornerwise import render
from cornerwise.types import PlacedPiece

from tests.helpers.puzzle_layouts import PUZZLES
from tests.helpers.support import ORIENTATIONS

SHAPES: render.Shapes = dict(ORIENTATIONS)
SVG = "{http://www.w3.org/2000/svg}"
PIECES = [PlacedPiece("blue", "O4", 0, 0, 0), PlacedPiece("red", "I4", 0, 7, 6)]

TEXT = """\
   0123456789
 0 BB........
 1 BB........
 2 ..........
 3 ..........
 4 ..........
 5 ..........
 6 ..........
 7 ......RRRR
"""


def test_a_small_board_as_text() -> None:
    assert render.text(PIECES, SHAPES, rows=8, cols=10) == TEXT


@pytest.mark.parametrize("puzzle", PUZZLES)
def test_a_picture_is_as_large_as_the_board(puzzle: str) -> None:
    rules = PUZZLES[puzzle]
    drawn = render.svg(PIECES, SHAPES, rows=rules.rows, cols=rules.cols)
    root = ET.fromstring(drawn)  # noqa: S314 (it is our own)
    width, height = 52 + 24 * rules.cols, 52 + 24 * rules.rows
    assert root.attrib["viewBox"] == f"0 0 {width} {height}"
    assert (root.attrib["width"], root.attrib["height"]) == (str(width), str(height))
    labels = [text.text for text in root.iter(f"{SVG}text")]
    for number in range(20):
        assert labels.count(str(number)) == 2 * (number < rules.cols) + 2 * (number < rules.rows)
    lines = root.findall(f"{SVG}path")[0].attrib["d"]
    assert (lines.count("V"), lines.count("H")) == (rules.cols + 1, rules.rows + 1)


def test_without_a_size_the_board_is_that_of_the_game() -> None:
    assert render.svg(PIECES, SHAPES) == render.svg(PIECES, SHAPES, rows=20, cols=20)
    assert render.text(PIECES, SHAPES) == render.text(PIECES, SHAPES, rows=20, cols=20)


def test_the_last_piece_is_marked_only_where_there_is_one() -> None:
    marked = render.svg(PIECES, SHAPES)
    plain = render.svg(PIECES, SHAPES, mark_last=False)
    assert "<title>A Blokus board with 2 pieces, the last one red I4</title>" in marked
    assert "<title>A Blokus board with 2 pieces</title>" in plain
    assert marked.count("<circle") == 4
    assert "<circle" not in plain
