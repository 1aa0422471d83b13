"""POST /v1/renderings: the board as a picture and as text."""

from __future__ import annotations

import re
from typing import Any
from xml.etree import ElementTree as ET

import pytest
from cornerwise.engine import Engine
from flask.testing import FlaskClient

from tests.helpers.drawing import cells_of, neighbors
from tests.helpers.games import middle_game
from tests.service.client import STATE, listed_errors
from tests.service.shuffle_positions import states_by_decision

SVG = "{http://www.w3.org/2000/svg}"
CELL, MARGIN = 24, 26

TEXT = """\
             1111111111
   01234567890123456789
 0 BBB................Y
 1 B..B...............Y
 2 B.BBB..............Y
 3 ...B................
 4 ....................
 5 ....................
 6 ....................
 7 ....................
 8 ....................
 9 ....................
10 ....................
11 ....................
12 ....................
13 ....................
14 ....................
15 ....................
16 ....................
17 GG...............R..
18 G................RR.
19 G.................RR
"""


def picture(client: FlaskClient, state: dict[str, Any], **more: str) -> ET.Element:
    """Return the root of a drawn board, which must be well-formed XML."""
    response = client.post("/v1/renderings", json={"state": state, **more})
    assert response.status_code == 200
    assert response.content_type == "image/svg+xml"
    return ET.fromstring(response.text)  # noqa: S314 (it is our own)


def title(element: ET.Element) -> str:
    """Return the title of an element."""
    found = element.find(f"{SVG}title")
    assert found is not None
    assert found.text
    return found.text


def drawn_pieces(root: ET.Element) -> list[ET.Element]:
    """Return the groups that draw a piece: those with a title."""
    return [group for group in root.findall(f"{SVG}g") if group.find(f"{SVG}title") is not None]


def marked(root: ET.Element) -> set[tuple[int, int]]:
    """Return the squares that are marked with a circle."""
    return {
        (
            (int(circle.attrib["cy"]) - MARGIN) // CELL,
            (int(circle.attrib["cx"]) - MARGIN) // CELL,
        )
        for circle in root.iter(f"{SVG}circle")
    }


def test_text_drawing(client: FlaskClient) -> None:
    response = client.post("/v1/renderings", json={"state": STATE, "format": "text"})
    assert response.status_code == 200
    assert response.content_type == "text/plain; charset=utf-8"
    assert response.text == TEXT


@pytest.mark.parametrize("more", [{}, {"format": "svg"}], ids=["by default", "explicitly"])
def test_svg_has_a_title_and_a_size(client: FlaskClient, more: dict[str, str]) -> None:
    root = picture(client, STATE, **more)
    assert root.tag == f"{SVG}svg"
    assert root.attrib["role"] == "img"
    assert root.attrib["viewBox"] == "0 0 532 532"
    assert title(root) == "A Blokus board with 5 pieces, the last one blue X5"
    assert [title(piece) for piece in drawn_pieces(root)] == [
        "blue V5",
        "yellow I3",
        "red W5",
        "green L4",
        "blue X5",
    ]


def test_rows_and_columns_are_numbered_on_both_sides(client: FlaskClient) -> None:
    labels = [text.text for text in picture(client, STATE).iter(f"{SVG}text")]
    for number in range(20):
        assert labels.count(str(number)) == 4


def test_pieces_have_outline_and_letter(client: FlaskClient, engine: Engine[Any]) -> None:
    state = middle_game(engine, 5, 24).to_dict()
    pieces = drawn_pieces(picture(client, state))
    assert len(pieces) == 24
    for piece, placed in zip(pieces, state["placements"], strict=True):
        cells = set(cells_of(placed))
        border = sum(len(neighbors(cell) - cells) for cell in cells)
        squares, _, outline = piece.findall(f"{SVG}path")
        assert squares.attrib["d"].count("M") == len(cells)
        assert outline.attrib["d"].count("M") == border
        assert outline.attrib["stroke-width"] == "2"
        assert outline.attrib["fill"] == "none"
        (letter,) = piece.findall(f"{SVG}text")
        assert letter.text == placed["color"][0].upper()


def test_piece_is_drawn_on_its_squares(client: FlaskClient) -> None:
    *_, last = drawn_pieces(picture(client, STATE))
    path = last.findall(f"{SVG}path")[0].attrib["d"]
    corners = [part.split("h")[0].split() for part in path.split("M")[1:]]
    squares = [((int(y) - MARGIN) // CELL, (int(x) - MARGIN) // CELL) for x, y in corners]
    assert squares == [(1, 3), (2, 2), (2, 3), (2, 4), (3, 3)]


def test_four_colors_are_used(client: FlaskClient) -> None:
    fills = {
        title(piece).split()[0]: piece.findall(f"{SVG}path")[0].attrib["fill"]
        for piece in drawn_pieces(picture(client, STATE))
    }
    assert set(fills) == {"blue", "yellow", "red", "green"}
    assert len(set(fills.values())) == 4


def test_last_placement_is_marked(client: FlaskClient, engine: Engine[Any]) -> None:
    for ply in (1, 2, 13):
        state = middle_game(engine, 5, ply).to_dict()
        assert marked(picture(client, state)) == set(cells_of(state["placements"][-1]))


def test_empty_board_has_no_pieces_and_no_mark(client: FlaskClient) -> None:
    root = picture(client, {})
    assert title(root) == "An empty Blokus board"
    assert drawn_pieces(root) == []
    assert marked(root) == set()


def test_svg_contains_no_scripts_or_links(client: FlaskClient, engine: Engine[Any]) -> None:
    root = picture(client, middle_game(engine, 5, 30).to_dict())
    assert {element.tag.removeprefix(SVG) for element in root.iter()} == {
        "svg",
        "title",
        "rect",
        "g",
        "path",
        "text",
        "circle",
    }
    names = {name for element in root.iter() for name in element.attrib}
    assert not {name for name in names if "href" in name or name.startswith("on")}


def side_by_side() -> dict[str, Any]:
    """Return a state of Shuffle in which two pieces of one colour touch along a side."""
    for state in (state for some in states_by_decision(2).values() for state in some):
        for number, placed in enumerate(state["placements"]):
            beside = {near for cell in cells_of(placed) for near in neighbors(cell)}
            for other in state["placements"][:number]:
                if other["color"] == placed["color"] and beside & {*cells_of(other)}:
                    return state
    raise AssertionError("no such state")


def test_adjacent_pieces_of_one_color_are_drawn_apart(client: FlaskClient) -> None:
    state = side_by_side()
    pieces = drawn_pieces(picture(client, state))
    assert [title(piece) for piece in pieces] == [
        f"{placed['color']} {placed['piece']}" for placed in state["placements"]
    ]
    outlines = [outline_of(piece) for piece in pieces]
    for placed, outline in zip(state["placements"], outlines, strict=True):
        cells = set(cells_of(placed))
        edges = {frozenset({cell, near}) for cell in cells for near in neighbors(cell) - cells}
        assert outline == edges


def outline_of(piece: ET.Element) -> set[frozenset[tuple[int, int]]]:
    """Return the sides of squares that a piece's outline is drawn on, each by its two squares."""
    found = set()
    for part in piece.findall(f"{SVG}path")[2].attrib["d"].split("M")[1:]:
        position, across, _ = re.split("([hv])", part)
        x, y = position.split()
        row, col = (int(y) - MARGIN) // CELL, (int(x) - MARGIN) // CELL
        found.add(frozenset({(row, col), (row - 1, col) if across == "h" else (row, col - 1)}))
    return found


@pytest.mark.parametrize(
    ("form", "code"), [("png", "unknown_value"), (None, "wrong_type"), (1, "wrong_type")]
)
def test_unknown_format_is_refused(client: FlaskClient, form: object, code: str) -> None:
    response = client.post("/v1/renderings", json={"state": STATE, "format": form})
    assert listed_errors(response, "invalid_request") == [(code, "/format")]
