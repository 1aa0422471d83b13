"""The messages of problems, by example: tests/data/messages.txt lists what both engines say.

Only test_messages compares the wording with that file; every other test asserts codes, pointers,
rules and squares. After a message has changed in both engines, run ``python -m
tests.helpers.messages`` to rewrite the file, and review the difference.
"""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from typing import Any

from cornerwise.engine import Engine
from cornerwise.errors import CornerwiseError, Problem
from cornerwise.selection import load_engine
from cornerwise.types import PiecePlaced

from tests.helpers.drawing import draw, place
from tests.helpers.example_boards import PRINTED_EXAMPLE
from tests.helpers.shuffle_states import FOUR_CORNERS, deal, deck_copies, state_data
from tests.helpers.states import placement, with_value, without_fields

PYTHON = load_engine("python")

FILE = Path(__file__).parents[1] / "data" / "messages.txt"

BOARD = draw(
    """
    B..
    .BB
    """,
    top_right="""
    ..Y
    YY.
    """,
    bottom_right="R",
    bottom_left="G",
)
PRINTED = draw(PRINTED_EXAMPLE).placements
SHUFFLE = state_data(FOUR_CORNERS, hand="skip")
OPENING = state_data([placement("blue", "I1", (0, 0))], "opening", color="yellow", others="")
OPENING["decks"]["blue"] = deal(deck_copies(4), hand="skip reverse")
PLACE = state_data(BOARD, "place", turn={"card": "skip"})
RECYCLED = state_data(
    BOARD,
    "place",
    turn={"card": "recycle", "recycled": {"color": "red", "piece": "V5"}},
    seats=2,
)
CHOOSE_WARP = state_data(BOARD, "choose_piece", turn={"card": "warp"})
WARP_TO = state_data(BOARD, "warp_to", turn={"target": {"color": "yellow", "piece": "I2"}})
FAR = place("O4", [(9, 9), (9, 10), (10, 9), (10, 10)])


def turn(phase: str, color: str | None = "blue", **fields: Any) -> dict[str, Any]:
    """Return a turn in its JSON form."""
    return {"color": color, "phase": phase, **fields}


STATES: dict[str, Any] = {
    # Types, names and numbers
    "a state that is not an object": [],
    "keys that are not strings": {1: 1},
    "an unknown field": {"board": 1},
    "fields in the wrong place": {
        "seats": 2,
        "phase": "place",
        "piece": "I1",
        "hand": [],
        "rules": {"shared_turns": 0, "color": "blue"},
        "turn": {"seat": 1, "draw": []},
    },
    "a list that is not one": {"placements": {}},
    "a placement that is not an object": {"placements": [1]},
    "a placement without anything": {"placements": [{}]},
    "a cell that is not a pair": {"placements": [{**placement("blue", "I1"), "cells": [[0]]}]},
    "too many cells": {"placements": [placement("blue", "I1", *[(0, 0)] * 401)]},
    "too many placements": {"placements": [None] * 85},
    "an integer that is not one": {"shared_turns": "1"},
    "a boolean that is not one": {"rules": {"teams": 1}},
    "a string that is not one": {"rules": {"game": 1}},
    "an unknown game": {"rules": {"game": "go"}},
    "too many seats": {"rules": {"seats": 5}},
    "an unknown scoring": {"rules": {"scoring": ""}},
    "unknown start corners": {"rules": {"start_corners": ""}},
    "an unknown bonus": {"rules": {"monomino_bonus": ""}},
    "an empty deck in the rules": {"rules": {"game": "shuffle", "deck": {}}},
    "an unknown colour": {"turn": {"color": "pink"}},
    "an unknown piece": {"last_placed": {"red": "I6"}},
    "an unknown card": with_value(SHUFFLE, "/turn/card", "joker"),
    "an unknown phase": with_value(SHUFFLE, "/turn/phase", "card"),
    "an unknown direction": with_value(SHUFFLE, "/direction", ""),
    "not two drawn cards": with_value(SHUFFLE, "/turn/drawn", ["skip"]),
    "too many cards in a pile": with_value(SHUFFLE, "/decks/blue/draw", ["skip"] * 121),
    # Options that do not go together
    "teams in Shuffle": {"rules": {"game": "shuffle", "teams": True}},
    "teams with 2 seats": {"rules": {"seats": 2, "teams": True}},
    "a shared colour with 4 seats": {"rules": {"shared_color": "red"}},
    "options of Shuffle in classic": {
        "rules": {"deck": {"skip": 1}, "monomino_bonus": "independent"}
    },
    # Fields of the wrong game or phase
    "a phase of Shuffle in classic": {"turn": {"phase": "play_card"}},
    "fields of Shuffle in classic": {
        "direction": "counterclockwise",
        "decks": {"blue": {}},
        "turn": {"card": "skip", "first": "I1"},
    },
    "a deck of 2 seats with 4": with_value(SHUFFLE, "/decks/seat1", {}),
    "a field of another phase": with_value(SHUFFLE, "/turn/card", "skip"),
    "a card that does not lead to the phase": with_value(
        SHUFFLE, "/turn", turn("place", card="draw_two")
    ),
    "a declared colour without Wild": with_value(PLACE, "/turn/as_color", "red"),
    "a first piece without Double Play": with_value(PLACE, "/turn/first", "I1"),
    "a recycled piece without Recycle": with_value(
        PLACE, "/turn/recycled", {"color": "blue", "piece": "V5"}
    ),
    "a missing phase": without_fields(SHUFFLE, "/turn/phase"),
    # The board
    "a shape that is not the piece": {"placements": [placement("blue", "I2", (0, 0), (1, 1))]},
    "an orientation that the piece does not have": {
        "placements": [
            {"color": "blue", "piece": "V5", "orientation": 4, "row": 0, "col": 0},
            {"color": "red", "piece": "I1", "orientation": 1, "row": 0, "col": 0},
        ]
    },
    "squares of another orientation": {
        "placements": [
            {**placement("blue", "I2", (0, 0), (0, 1)), "orientation": 1, "row": 0, "col": 0}
        ]
    },
    "a piece off the board": {"placements": [placement("blue", "I1", (0, 20))]},
    "a piece twice": {
        "placements": [placement("blue", "I1", (0, 0)), placement("blue", "I1", (1, 1))]
    },
    "an overlap": {"placements": [placement("blue", "I1", (0, 0)), placement("red", "I1", (0, 0))]},
    "contact along a side": {
        "placements": [placement("blue", "I1", (0, 0)), placement("blue", "I2", (0, 1), (0, 2))]
    },
    "a first piece away from the corners": {"placements": [placement("blue", "I1", (1, 1))]},
    "a piece that is not connected": {
        "placements": [placement("blue", "I1", (0, 0)), placement("blue", "I2", (9, 9), (9, 8))]
    },
    "a colour ahead of the others": {
        "placements": [placement("blue", "I1", (0, 0)), placement("blue", "I2", (1, 1), (1, 2))]
    },
    # The turn in classic
    "the wrong colour to move": {"turn": {"color": "red"}},
    "a game that is not over": {"turn": {"phase": "over"}},
    "a game that is over": {"placements": PRINTED, "turn": {"color": None, "phase": "place"}},
    "another last piece": {"last_placed": {"blue": "I1"}},
    "last pieces without that of a colour": {
        "placements": [placement("blue", "I1", (0, 0))],
        "last_placed": {},
    },
    "a wrong number of shared turns": {"shared_turns": 1},
    # Cards
    "a deck with a wrong card": with_value(SHUFFLE, "/decks/blue/hand/0", "wild"),
    "a hand of three": with_value(
        SHUFFLE, "/decks/red", deal(deck_copies(4), hand="wild wild warp")
    ),
    "a hand of two after a card was played": with_value(
        PLACE, "/decks/blue", deal(deck_copies(4), hand="wild wild", played="skip")
    ),
    "a played card that is not in the discard pile": with_value(
        PLACE, "/decks/blue", deal(deck_copies(4))
    ),
    # The turn in Shuffle
    "a colour to move after the end": state_data(PRINTED, "over", others=""),
    "a Shuffle game that is not over": state_data(FOUR_CORNERS, "over", color=None),
    "no colour to move": with_value(SHUFFLE, "/turn/color", None),
    "a finished colour to move": state_data(PRINTED, hand="skip"),
    "no card to play": state_data(FOUR_CORNERS, hand=""),
    "a set-up round that is over": state_data(FOUR_CORNERS, "opening"),
    "a wrong number of pieces in the set-up round": with_value(
        OPENING, "/placements", [placement("red", "I1", (0, 0))]
    ),
    "too many pieces in the set-up round": with_value(
        OPENING,
        "/placements",
        [placement("red", "I1", (0, 0)), placement("red", "I2", (0, 18), (0, 19))],
    ),
    "the wrong colour in the set-up round": with_value(OPENING, "/turn/color", "red"),
    "a set-up piece away from the corners": with_value(
        OPENING, "/placements", [placement("blue", "I1", (1, 1))]
    ),
    "the other direction in the set-up round": with_value(
        OPENING, "/direction", "counterclockwise"
    ),
    "a card played in the set-up round": with_value(
        OPENING, "/decks/red", deal(deck_copies(4), played="skip")
    ),
    "a card drawn early in the set-up round": with_value(
        OPENING, "/decks/red", deal(deck_copies(4), hand="skip")
    ),
    "Wild without a colour to declare": state_data(PRINTED, "choose_color", color="yellow"),
    "Warp without a piece": state_data(FOUR_CORNERS, "choose_piece", turn={"card": "warp"}),
    "Edge to Edge without a placement": state_data(
        draw("", top_right="Y"), "place", turn={"card": "edge_to_edge"}
    ),
    "a declared colour that nothing fits": state_data(
        PRINTED, "place", color="yellow", turn={"card": "wild", "as_color": "blue"}
    ),
    "a piece to warp that is not an opponent's": with_value(
        WARP_TO, "/turn/target", {"color": "blue", "piece": "V5"}
    ),
    "a piece to warp without a destination": with_value(
        WARP_TO, "/turn/target", {"color": "red", "piece": "I1"}
    ),
    "a first piece that is not the last": state_data(
        BOARD, "place", turn={"card": "double_play", "first": "I1"}
    ),
    "a recycled piece of an opponent that is on the board": with_value(
        RECYCLED, "/turn/recycled", {"color": "yellow", "piece": "I1"}
    ),
}

ACTIONS: dict[str, tuple[dict[str, Any], Any]] = {
    # Not an action
    "an action that is not an object": ({}, 1),
    "an unknown type": ({}, {"type": "fly"}),
    "a missing piece": ({}, {"type": "place", "cells": []}),
    "no actions": ({}, []),
    # The wrong step
    "a card in classic": ({}, {"type": "play_card", "card": "skip"}),
    "an action after the end": ({"placements": PRINTED}, {"type": "pass"}),
    "a piece before the card": (SHUFFLE, {"type": "pass"}),
    "a piece before the drawn card": (
        state_data(BOARD, "choose_card", turn={"drawn": ["wild", "skip"]}),
        {"type": "pass"},
    ),
    "a piece before the declared colour": (state_data(BOARD, "choose_color"), {"type": "pass"}),
    "a piece before the chosen piece": (CHOOSE_WARP, {"type": "pass"}),
    "a piece before the destination": (WARP_TO, {"type": "pass"}),
    "passing instead of placing": ({}, {"type": "pass"}),
    "another colour": ({}, {**FAR, "color": "red"}),
    "another piece than the recycled one": (RECYCLED, {**FAR, "color": "red"}),
    # Choices
    "a card that is not in the hand": (SHUFFLE, {"type": "play_card", "card": "warp"}),
    "a card that was not drawn": (
        state_data(BOARD, "choose_card", turn={"drawn": ["wild", "skip"]}),
        {"type": "choose_card", "card": "warp"},
    ),
    "a colour that nothing fits": (
        state_data(draw("B", top_right="..Y\nGG."), "choose_color"),
        {"type": "choose_color", "color": "yellow"},
    ),
    "recycling a piece of an opponent": (
        state_data(BOARD, "choose_piece", turn={"card": "recycle"}),
        {"type": "choose_piece", "color": "yellow", "piece": "V5"},
    ),
    "warping an own piece": (
        CHOOSE_WARP,
        {"type": "choose_piece", "color": "blue", "piece": "I1"},
    ),
    "warping a piece without a destination": (
        CHOOSE_WARP,
        {"type": "choose_piece", "color": "red", "piece": "I1"},
    ),
    "choosing a piece that does not exist": (
        CHOOSE_WARP,
        {"type": "choose_piece", "color": "red", "piece": "I6"},
    ),
    # Where a piece is put
    "a first piece in the middle": ({}, FAR),
    "a piece that touches nothing": (PLACE, FAR),
    "a piece that touches its colour along a side": (PLACE, place("I3", [(1, 3), (1, 4), (1, 5)])),
    "a piece on covered squares off the board": (PLACE, place("V3", [(0, 0), (0, 1), (-1, 0)])),
    "a placed piece in a shape that it does not have": (PLACE, place("I1", [(2, 3), (2, 4)])),
    "a piece that does not exist": (PLACE, place("I6", [(2, 3)])),
    "an orientation number that is too large": (
        PLACE,
        {"type": "place", "piece": "I2", "orientation": 2, "row": 2, "col": 3},
    ),
    "an orientation and other squares": (
        PLACE,
        {**place("I2", [(2, 3), (2, 4)]), "orientation": 0, "row": 3, "col": 3},
    ),
    "Wild: contact with the declared colour": (
        state_data(BOARD, "place", turn={"card": "wild", "as_color": "yellow"}),
        place("I3", [(1, 14), (1, 15), (1, 16)]),
    ),
    "Edge to Edge: no contact": (
        state_data(BOARD, "place", turn={"card": "edge_to_edge"}),
        FAR,
    ),
    "Warp: no contact": (WARP_TO, {"type": "warp_to", "orientation": 0, "row": 9, "col": 9}),
    "Warp: contact along a side": (
        WARP_TO,
        {"type": "warp_to", "orientation": 1, "row": 0, "col": 18},
    ),
    "Warp: the same squares": (WARP_TO, {"type": "warp_to", "orientation": 0, "row": 1, "col": 17}),
    "Double Play: a second piece elsewhere": (
        state_data(BOARD, "place", turn={"card": "double_play", "first": "I2"}),
        FAR,
    ),
}

VIEW = PYTHON.view(PYTHON.load_state(state_data(BOARD, hand="skip wild")), 1)
DRAWN = state_data(BOARD, "choose_card", turn={"drawn": ["wild", "skip"]})
DRAWN_VIEW = PYTHON.view(PYTHON.load_state(DRAWN), 1)

VIEWS: dict[str, Any] = {
    "a state instead of a view": SHUFFLE,
    "a view of a seat that no game has": with_value(VIEW, "/seat", 5),
    "a view of a seat that the game does not have": {"seat": 3, "rules": {"seats": 2}},
    "a view without a seat": without_fields(VIEW, "/seat"),
    "a deck without numbers": with_value(VIEW, "/decks/red", {}),
    "a hand of another size": with_value(VIEW, "/decks/blue/hand_count", 1),
    "too many cards in a hidden hand": with_value(VIEW, "/decks/red/hand_count", 3),
    "too many visible cards of a kind": with_value(VIEW, "/decks/blue/discard", ["skip"]),
    "a deck of another size": with_value(VIEW, "/decks/red/draw_count", 11),
    "a wrong number of drawn cards": with_value(DRAWN_VIEW, "/turn/drawn_count", 3),
    "drawn cards in another phase": with_value(VIEW, "/turn/drawn_count", 2),
    "drawn cards in classic": {"seat": 1, "turn": {"drawn_count": 2}},
}

CALLS: dict[str, tuple[str, tuple[Any, ...]]] = {
    "an unknown puzzle": ("check_layout", ("rect6", {})),
    "a piece of another puzzle": (
        "check_layout",
        ("rect4", {"placements": [placement("red", "I1", (0, 0))]}),
    ),
    "a layout that is not an object": ("check_layout", ("rect4", [])),
    "a puzzle without a piece in a corner": (
        "check_layout",
        ("board84", {"placements": [placement("red", "I1", (20, 0))]}),
    ),
    "a seed that is too large": ("new_game", ({}, 2**53)),
    "seconds that are not a number": ("solve_puzzle", ("rect4", {}, 0, "1")),
    "no seconds": ("solve_puzzle", ("rect4", {}, 0, 0)),
    # Texts
    "a text that is not a position": ("state_from_text", ("fen",)),
    "a position text of another version": ("state_from_text", ("cw2s",)),
    "a damaged position text": ("state_from_text", ("cw1sAAABIwADBqfPm",)),
    "a position text that is not canonical": ("state_from_text", ("cw1sBAAADLIaCA",)),
    "a view's text for a state": ("state_from_text", ("cw1vBgAAEAAAQATgF8wGPQBNAUB6IAIAIAC-Cg3E",)),
    "a state's text for a view": ("view_from_text", ("cw1sAAAADZlA9u",)),
    "a view's text with a wrong seat": ("view_from_text", ("cw1vFAAAACb5wt4",)),
    "a text that is not a move": ("action_from_text", ("blue V5 a20",)),
    "an action with a piece that does not exist": (
        "action_to_text",
        ({"type": "choose_piece", "color": "red", "piece": "I6"},),
    ),
    "an action with an orientation that no piece has": (
        "action_to_text",
        ({"type": "warp_to", "orientation": 8, "row": 0, "col": 0},),
    ),
    "an action off the board": (
        "action_to_text",
        ({"type": "warp_to", "orientation": 0, "row": 20, "col": 0},),
    ),
    "an action with squares of another piece": (
        "action_to_text",
        ({"type": "place", "piece": "I3", "cells": [[0, 0]]},),
    ),
    "an action with squares of no piece": (
        "action_to_text",
        ({"type": "warp_to", "cells": [[0, 0], [0, 2]]},),
    ),
    "an event of a piece off the board": (
        "event_to_text",
        (PiecePlaced("red", 3, "V5", 0, 18, 2),),
    ),
    "a value that is not an event": ("event_to_text", (None,)),
}


def problems_of_case(engine: Engine[Any], name: str) -> list[Problem]:
    """Return the problems of an example."""
    try:
        if name in STATES:
            engine.load_state(STATES[name])
        elif name in VIEWS:
            engine.load_view(VIEWS[name])
        elif name in ACTIONS:
            data, action = ACTIONS[name]
            engine.apply(engine.load_state(data), action)
        else:
            function, arguments = CALLS[name]
            result = getattr(engine, function)(*arguments)
            return list(getattr(result, "problems", ()))
    except CornerwiseError as error:
        return list(error.problems)
    return []


def describe(engine: Engine[Any]) -> str:
    """Return the text of the file: for each example its problems, one on a line."""
    lines = []
    parts: dict[str, Iterable[str]] = {
        "States": STATES,
        "Views": VIEWS,
        "Actions": ACTIONS,
        "Other calls": CALLS,
    }
    for title, cases in parts.items():
        lines += [f"# {title}", ""]
        for name in cases:
            lines.append(name)
            for problem in problems_of_case(engine, name):
                at = f" at {problem.pointer}" if problem.pointer else ""
                lines.append(f"    {problem.code}{at}: {problem.message}")
        lines.append("")
    return "\n".join(lines)


if __name__ == "__main__":
    FILE.write_text(describe(PYTHON), "utf-8")
