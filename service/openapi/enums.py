"""The named enums of the description, used wherever such a value stands."""

from __future__ import annotations

from typing import Any, get_args

import cornerwise
from cornerwise import CARDS, COLORS
from cornerwise.errors import CODES
from cornerwise.puzzle import SolveOutcome
from cornerwise.records import ANNOTATIONS
from cornerwise.resolution import Outcome
from cornerwise.types import PHASES, StopReason, Until

from ..http.problems import CODES as PROBLEM_CODES
from ..operations.table import OPERATIONS
from ..schemas.actions import ACTION_FIELDS
from ..schemas.events import EVENT_FIELDS
from ..schemas.requests import INCLUDES, REPLAY_INCLUDES
from ..schemas.state import DIRECTIONS
from .components import ref

__all__ = ["named_enums", "with_named_enums"]


def named_enums() -> dict[str, list[str]]:
    """Return the values of each enum."""
    return {
        "Color": list(COLORS),
        "PieceName": [piece.name for piece in cornerwise.pieces()],
        "CardName": list(CARDS),
        "PuzzleName": [puzzle.name for puzzle in cornerwise.puzzles()],
        "Phase": list(PHASES),
        "Direction": list(DIRECTIONS),
        "Game": ["classic", "shuffle"],
        "Scoring": ["basic", "advanced"],
        "StartCorners": ["any", "fixed"],
        "MonominoBonus": ["independent", "with_all_placed"],
        "TeamName": ["A", "B"],
        "ActionType": list(ACTION_FIELDS),
        "EventType": list(EVENT_FIELDS),
        "Include": list(INCLUDES),
        "ReplayInclude": list(REPLAY_INCLUDES),
        "Annotation": list(ANNOTATIONS),
        "Outcome": list(get_args(Outcome)),
        "SolveOutcome": list(get_args(SolveOutcome)),
        "SearchLimit": ["nodes", "time", "cancelled"],
        "Until": list(get_args(Until)),
        "StopReason": list(get_args(StopReason)),
        "Theme": ["light", "dark"],
        "OperationName": [one.name for one in OPERATIONS if one.batchable],
        "ErrorCode": list(CODES),
        "ProblemCode": list(PROBLEM_CODES),
        "Engine": ["rust", "python"],
        "HealthStatus": ["ok"],
    }


def with_named_enums(value: Any, enums: dict[str, list[str]]) -> Any:
    """Replace enums that have a name by references, everywhere in the description."""
    if isinstance(value, list):
        return [with_named_enums(item, enums) for item in value]
    if not isinstance(value, dict):
        return value
    for name, choices in enums.items():
        if value.get("enum") in (choices, [*choices, None]):
            rest = {key: inner for key, inner in value.items() if key not in {"enum", "type"}}
            nullable = {"anyOf": [ref(name), {"type": "null"}]}
            return {**(ref(name) if value["enum"] == choices else nullable), **rest}
    return {key: with_named_enums(inner, enums) for key, inner in value.items()}
