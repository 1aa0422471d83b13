"""Drawings of boards of any size. The tests of the service check the details of the drawings."""

from __future__ import annotations

from typing import Any
from xml.etree import ElementTree as ET

import pytest
from cornerwise import render
from cornerwise.engine import Engine
from cornerwise.types import PlacedPiece

from tests.helpers.drawing import ORIENTATIONS
from tests.helpers.puzzle_layouts import PUZZLES

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


def test_text_of_a_small_board() -> None:
    assert render.text(PIECES, SHAPES, rows=8, cols=10) == TEXT


def test_coordinates_can_be_the_names_of_squares() -> None:
    drawn = render.text(PIECES, SHAPES, rows=8, cols=10, labels="squares")
    assert drawn.splitlines()[:2] == ["   abcdefghij", " 8 BB........"]
    assert drawn.splitlines()[-1] == " 1 ......RRRR"
    turned = render.text(PIECES, SHAPES, labels="squares", bottom="blue").splitlines()
    assert turned[:3] == [
        "   21111111111         ",
        "   09876543210987654321",
        " t ....................",
    ]
    assert turned[-1] == " a BB.................."
    picture = render.svg(PIECES, SHAPES, labels="squares")
    labels = [text.text for text in ET.fromstring(picture).iter(f"{SVG}text")]  # noqa: S314
    assert labels.count("t") == labels.count("a") == labels.count("20") == labels.count("1") == 2
    assert "0" not in labels


@pytest.mark.parametrize("puzzle", PUZZLES)
def test_svg_has_the_size_of_the_board(puzzle: str) -> None:
    rules = PUZZLES[puzzle]
    drawn = render.svg(PIECES, SHAPES, rows=rules.rows, cols=rules.cols)
    root = ET.fromstring(drawn)  # noqa: S314 (it is our own)
    width, height = 52 + 24 * rules.cols, 52 + 24 * rules.rows
    assert root.attrib["viewBox"] == f"0 0 {width} {height}"
    assert (root.attrib["width"], root.attrib["height"]) == (str(width), str(height))
    labels = [text.text for text in root.iter(f"{SVG}text")]
    for number in range(20):
        assert labels.count(str(number)) == 2 * (number < rules.cols) + 2 * (number < rules.rows)
    lines = next(root.iter(f"{SVG}path")).attrib["d"]
    assert (lines.count("V"), lines.count("H")) == (rules.cols + 1, rules.rows + 1)


def test_default_size_is_that_of_the_game() -> None:
    assert render.svg(PIECES, SHAPES) == render.svg(PIECES, SHAPES, rows=20, cols=20)
    assert render.text(PIECES, SHAPES) == render.text(PIECES, SHAPES, rows=20, cols=20)


def test_last_placement_is_marked_on_request() -> None:
    marked = render.svg(PIECES, SHAPES)
    plain = render.svg(PIECES, SHAPES, mark_last=False)
    assert "<title>A Blokus board with 2 pieces, the last one red I4/0 g13</title>" in marked
    assert "<title>A Blokus board with 2 pieces</title>" in plain
    assert marked.count("<circle") == 4
    assert "<circle" not in plain


def test_state_draws_itself(engine: Engine[Any]) -> None:
    state, _ = engine.apply(
        engine.new_game({}, None), {"type": "place", "piece": "I1", "cells": [[0, 0]]}
    )
    drawn = state.to_svg()
    assert drawn == state._repr_svg_() == render.svg(state.placements, SHAPES)
    assert "<title>A Blokus board with 1 piece, the last one blue I1/0 a20</title>" in drawn
