"""Games, actions and layouts that the examples of the operations use.

The games are played when the OpenAPI description is first requested, and not at import.
"""

from __future__ import annotations

from functools import cache
from typing import Any

import cornerwise
from cornerwise import (
    ChoosePiece,
    Estimate,
    Place,
    PlacedPiece,
    PlayCard,
    Step,
    Suggestion,
    Suggestions,
)

__all__ = [
    "DRAW_TWO_CHOICES",
    "FOURS",
    "FOURS_SOLUTION",
    "ILLEGAL_PLACE",
    "LEGAL_PLACE",
    "OVERLAPPING_FOURS",
    "PUZZLE",
    "SGF",
    "SHUFFLE_RECORD",
    "SHUFFLE_TURN",
    "SUGGESTIONS",
    "middle_game",
    "shuffle_game",
    "shuffle_view",
    "turn_result",
]

_OPENING: list[dict[str, Any]] = [
    {"type": "place", "piece": "V5", "cells": [[0, 0], [0, 1], [0, 2], [1, 0], [2, 0]]},
    {"type": "place", "piece": "I3", "cells": [[0, 19], [1, 19], [2, 19]]},
    {"type": "place", "piece": "W5", "cells": [[18, 17], [18, 18], [19, 18], [19, 19], [17, 17]]},
    {"type": "place", "piece": "L4", "cells": [[19, 0], [18, 0], [17, 0], [17, 1]]},
]
_FIFTH = {"type": "place", "piece": "X5", "cells": [[1, 3], [2, 2], [2, 3], [2, 4], [3, 3]]}

LEGAL_PLACE: dict[str, Any] = {
    "type": "place",
    "piece": "I2",
    "orientation": 1,
    "row": 3,
    "col": 18,
}
ILLEGAL_PLACE: dict[str, Any] = {
    "type": "place",
    "piece": "O4",
    "orientation": 0,
    "row": 2,
    "col": 18,
}
"""Actions for the middle game."""


@cache
def middle_game() -> dict[str, Any]:
    """Return a classic game for two after five placements; yellow is to move."""
    return cornerwise.apply(cornerwise.new_game(seats=2), [*_OPENING, _FIFTH])[0].to_dict()


@cache
def shuffle_game(seed: int = 1) -> dict[str, Any]:
    """Return a game of Blokus Shuffle for two after the set-up round; blue is to play a card."""
    game = cornerwise.new_game(game="shuffle", seats=2, seed=seed)
    return cornerwise.apply(game, _OPENING)[0].to_dict()


@cache
def shuffle_view(seat: int) -> dict[str, Any]:
    """Return the Shuffle game as one seat sees it."""
    return dict(cornerwise.view(cornerwise.load_state(shuffle_game()), seat))


DRAW_TWO_CHOICES: list[dict[str, Any]] = [
    {"type": "choose_card", "card": "wild"},
    {"type": "choose_color", "color": "yellow"},
]
"""The choices for blue's Draw 2: it draws a Wild, which lets it connect to yellow's piece."""

SHUFFLE_TURN: list[dict[str, Any]] = [
    {"type": "play_card", "card": "draw_two"},
    *DRAW_TWO_CHOICES,
    LEGAL_PLACE,
]


SHUFFLE_RECORD: dict[str, Any] = {
    "start": {"rules": {"game": "shuffle", "seats": 2}, "seed": 1},
    "players": ["Ann", "Bo"],
    "date": "2024-02-29",
    "moves": [
        *({"action": action} for action in [*_OPENING, *SHUFFLE_TURN[:-1]]),
        {"action": LEGAL_PLACE, "comment": "Next to nothing."},
    ],
}
"""The same turn as a record."""

SGF = "(;GM[Blokus]P1[Ann];1[a20,b20];2[t19,t20]C[Modest.];3[s1,t1];4[a1,a2])"


@cache
def turn_result() -> dict[str, Any]:
    """Return the state and the events after a whole turn of the Shuffle game."""
    state, events = cornerwise.apply(cornerwise.load_state(shuffle_game()), SHUFFLE_TURN)
    return {"state": state.to_dict(), "events": [event.to_dict() for event in events]}


PUZZLE = "rect4"
"""The puzzle of the examples."""

FOURS: list[dict[str, Any]] = [
    PlacedPiece("blue", "I4", 0, 0, 6).to_dict(),
    PlacedPiece("blue", "L4", 0, 2, 5).to_dict(),
    PlacedPiece("blue", "T4", 1, 5, 0).to_dict(),
    PlacedPiece("blue", "O4", 0, 3, 6).to_dict(),
    PlacedPiece("blue", "Z4", 0, 6, 7).to_dict(),
    PlacedPiece("yellow", "I4", 0, 5, 4).to_dict(),
    PlacedPiece("yellow", "L4", 0, 4, 3).to_dict(),
    PlacedPiece("yellow", "T4", 2, 6, 1).to_dict(),
    PlacedPiece("yellow", "O4", 0, 2, 3).to_dict(),
    PlacedPiece("yellow", "Z4", 0, 6, 5).to_dict(),
    PlacedPiece("red", "I4", 0, 1, 3).to_dict(),
    PlacedPiece("red", "T4", 3, 2, 8).to_dict(),
    PlacedPiece("red", "O4", 0, 4, 1).to_dict(),
    PlacedPiece("red", "Z4", 0, 6, 3).to_dict(),
    PlacedPiece("green", "L4", 6, 1, 1).to_dict(),
    PlacedPiece("green", "T4", 0, 1, 7).to_dict(),
    PlacedPiece("green", "Z4", 1, 4, 8).to_dict(),
    PlacedPiece("red", "L4", 2, 2, 0).to_dict(),
    PlacedPiece("green", "I4", 0, 0, 2).to_dict(),
    PlacedPiece("green", "O4", 0, 0, 0).to_dict(),
]
"""A solution of the puzzle. Without the last three pieces it can be completed in one way only."""

OVERLAPPING_FOURS: dict[str, Any] = {"placements": [*FOURS[:2], {**FOURS[2], "row": 1, "col": 4}]}

FOURS_SOLUTION: dict[str, Any] = {
    "puzzle": PUZZLE,
    "seed": 1,
    "outcome": "solved",
    "placements": FOURS,
    "searched": {"nodes": 3, "restarts": 0, "stopped_by": None},
}
"""The answer to the example request for a solution; not every engine can solve it."""


def _two_seats(first: tuple[float, float], second: tuple[float, float]) -> tuple[Estimate, ...]:
    return (Estimate(1, None, *first), Estimate(2, None, *second))


_YELLOW_W5 = Place("W5", 0, 2, 16, "yellow")
_RECYCLE = PlayCard("recycle")

SUGGESTIONS: dict[str, dict[str, Any]] = {
    "classic": Suggestions(
        color="yellow",
        seat=2,
        phase="place",
        engine="rust",
        moves=(
            Suggestion(
                action=_YELLOW_W5,
                visits=53,
                prior=0.0199,
                estimates=_two_seats((39.11, 0.5472), (41.36, 0.4528)),
                line=(
                    Step("red", Place("V5", 3, 14, 14, "red")),
                    Step("green", Place("X5", 0, 17, 2, "green")),
                ),
            ),
            Suggestion(
                action=Place("Y5", 7, 3, 16, "yellow"),
                visits=11,
                prior=0.015,
                estimates=_two_seats((40.55, 0.5909), (42.64, 0.4091)),
                line=(Step("red", Place("Z5", 0, 17, 14, "red")),),
            ),
        ),
        turn=(_YELLOW_W5,),
        evaluation=_two_seats((39.11, 0.5472), (41.36, 0.4528)),
        seed=0,
        units=9994,
        playouts=160,
        milliseconds=1.84,
        stopped="budget",
    ).to_dict(),
    "shuffle": Suggestions(
        color="blue",
        seat=1,
        phase="play_card",
        engine="rust",
        moves=(
            Suggestion(
                action=_RECYCLE,
                visits=25,
                prior=0.5,
                estimates=_two_seats((21.72, 0.66), (22.6, 0.34)),
                line=(Step("blue", ChoosePiece("red", "W5")),),
            ),
            Suggestion(
                action=PlayCard("draw_two"),
                visits=7,
                prior=0.5,
                estimates=_two_seats((23.0, 0.2857), (21.86, 0.7143)),
                line=(),
            ),
        ),
        turn=(_RECYCLE, ChoosePiece("red", "W5"), Place("N5", 5, 2, 1, "blue")),
        evaluation=_two_seats((21.72, 0.66), (22.6, 0.34)),
        seed=0,
        units=16185,
        playouts=96,
        milliseconds=13.964,
        stopped="budget",
    ).to_dict(),
}
"""Answers to the example requests for suggestions; they differ between engines and versions."""
