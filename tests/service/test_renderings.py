"""POST /v1/renderings/svg, /png and /text: the board as a picture and as text."""

from __future__ import annotations

import re
import struct
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


def picture(client: FlaskClient, state: dict[str, Any], **more: object) -> ET.Element:
    """Return the root of a drawn board, which must be well-formed XML."""
    response = client.post("/v1/renderings/svg", json={"state": state, **more})
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
    found = set()
    for group in root.findall(f"{SVG}g"):
        top, left = offset(group)
        for circle in group.iter(f"{SVG}circle"):
            y, x = int(circle.attrib["cy"]), int(circle.attrib["cx"])
            found.add((top + y // CELL, left + x // CELL))
    return found


def offset(group: ET.Element) -> tuple[int, int]:
    """Return the row and the column to which a group is moved."""
    x, y = re.findall(r"\d+", group.attrib.get("transform", f"translate({MARGIN} {MARGIN})"))
    return (int(y) - MARGIN) // CELL, (int(x) - MARGIN) // CELL


def test_text_drawing(client: FlaskClient) -> None:
    response = client.post("/v1/renderings/text", json={"state": STATE})
    assert response.status_code == 200
    assert response.content_type == "text/plain; charset=utf-8"
    assert response.text == TEXT


def test_svg_has_a_title_and_a_size(client: FlaskClient) -> None:
    root = picture(client, STATE)
    assert root.tag == f"{SVG}svg"
    assert root.attrib["role"] == "img"
    assert root.attrib["viewBox"] == "0 0 532 532"
    assert title(root) == "A Blokus board with 5 pieces, the last one blue X5/0 c19"
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
    top, left = offset(last)
    squares = [(top + int(y) // CELL, left + int(x) // CELL) for x, y in corners]
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
    top, left = offset(piece)
    for part in piece.findall(f"{SVG}path")[2].attrib["d"].split("M")[1:]:
        position, across, _ = re.split("([hv])", part)
        x, y = position.split()
        row, col = top + int(y) // CELL, left + int(x) // CELL
        found.add(frozenset({(row, col), (row - 1, col) if across == "h" else (row, col - 1)}))
    return found


# ---- Options -----------------------------------------------------------------------------------


def test_size_is_the_width_in_pixels(client: FlaskClient) -> None:
    root = picture(client, STATE, size=200)
    assert (root.attrib["width"], root.attrib["height"]) == ("200", "200")
    assert root.attrib["viewBox"] == "0 0 532 532"


def test_board_without_coordinates(client: FlaskClient) -> None:
    labels = [text.text for text in picture(client, STATE, coordinates=False).iter(f"{SVG}text")]
    assert set(labels) == {"B", "G", "R", "Y"}


def test_last_move_is_not_marked_on_request(client: FlaskClient) -> None:
    assert marked(picture(client, STATE, last_move=False)) == set()


@pytest.mark.parametrize(
    ("bottom", "corner"), [("blue", "B"), ("yellow", "Y"), ("red", "R"), ("green", "G")]
)
def test_color_at_the_bottom_left(client: FlaskClient, bottom: str, corner: str) -> None:
    request = {"state": STATE, "bottom": bottom, "coordinates": False}
    lines = client.post("/v1/renderings/text", json=request).text.splitlines()
    assert lines[-1][0] == corner
    assert len(lines) == len(lines[0]) == 20


def test_green_is_at_the_bottom_left_by_default(client: FlaskClient) -> None:
    request = {"state": STATE, "bottom": "green"}
    assert client.post("/v1/renderings/text", json=request).text == TEXT


def test_labels_follow_the_turned_board(client: FlaskClient) -> None:
    request = {"state": STATE, "bottom": "yellow"}
    text = client.post("/v1/renderings/text", json=request).text.splitlines()
    assert text[1] == "   98765432109876543210"
    assert text[2].startswith("19 ")
    assert text[-1] == " 0 Y................BBB"


def test_themes_differ_in_the_background(client: FlaskClient) -> None:
    fills = {
        theme: picture(client, STATE, theme=theme).findall(f"{SVG}rect")[0].attrib["fill"]
        for theme in ("light", "dark")
    }
    assert fills["light"] != fills["dark"]


def test_highlighted_squares(client: FlaskClient) -> None:
    (path,) = picture(client, STATE, highlights=[[3, 18], [0, 5]]).findall(f"{SVG}path")
    assert path.attrib["d"].count("M") == 2
    assert picture(client, STATE, highlights=[]).findall(f"{SVG}path") == []


@pytest.mark.parametrize(
    "ghost",
    [
        {"type": "place", "piece": "I2", "orientation": 1, "row": 3, "col": 18},
        {"type": "place", "piece": "I2", "cells": [[4, 18], [3, 18]], "color": None},
        {"type": "place", "piece": "I2", "orientation": 1, "row": 3.0, "col": 18, "cells": []},
    ],
    ids=["numbers", "cells", "as generated code sends it"],
)
def test_ghost_of_a_move(client: FlaskClient, ghost: dict[str, Any]) -> None:
    *pieces, last = drawn_pieces(picture(client, STATE, ghost=ghost))
    assert len(pieces) == 5
    assert title(last) == "yellow I2"
    assert (offset(last), last.attrib["opacity"]) == ((3, 18), ".5")


@pytest.mark.parametrize(
    ("ghost", "error"),
    [
        ({"type": "pass"}, ("unknown_value", "/ghost/type")),
        ({"type": "place", "piece": "I2"}, ("missing_field", "/ghost/cells")),
        (
            {"type": "place", "piece": "I2", "orientation": 7, "row": 0, "col": 0},
            ("wrong_shape", "/ghost"),
        ),
        (
            {"type": "place", "piece": "I2", "orientation": 0, "row": 0, "col": 19},
            ("off_board", "/ghost"),
        ),
    ],
    ids=["another action", "no position", "no such orientation", "off the board"],
)
def test_ghost_that_cannot_be_drawn(
    client: FlaskClient, ghost: dict[str, Any], error: tuple[str, str]
) -> None:
    response = client.post("/v1/renderings/svg", json={"state": STATE, "ghost": ghost})
    assert error in listed_errors(response, "invalid_action")


def test_png(client: FlaskClient) -> None:
    response = client.post("/v1/renderings/png", json={"state": STATE, "size": 300})
    assert (response.status_code, response.content_type) == (200, "image/png")
    assert response.data[:8] == b"\x89PNG\r\n\x1a\n"
    assert struct.unpack(">II", response.data[16:24]) == (300, 300)


@pytest.mark.parametrize(
    ("more", "error"),
    [
        ({"format": "svg"}, ("unknown_field", "/format")),
        ({"size": 5}, ("out_of_range", "/size")),
        ({"bottom": "pink"}, ("unknown_color", "/bottom")),
        ({"theme": "blue"}, ("unknown_value", "/theme")),
        ({"coordinates": 1}, ("wrong_type", "/coordinates")),
        ({"highlights": [[0]]}, ("wrong_type", "/highlights/0")),
        ({"highlights": [[0, 20]]}, ("out_of_range", "/highlights/0")),
    ],
    ids=str,
)
def test_unknown_options_are_refused(
    client: FlaskClient, more: dict[str, Any], error: tuple[str, str]
) -> None:
    response = client.post("/v1/renderings/svg", json={"state": STATE, **more})
    assert listed_errors(response, "invalid_request") == [error]
