"""The request body of each operation."""

from __future__ import annotations

from .actions import move_format
from .fields import (
    BoundedList,
    EngineValidated,
    Integer,
    StrictBoolean,
    StrictNumber,
    StrictSchema,
    card_name,
    describe,
    one_of,
    piece_name,
)

__all__ = [
    "BatchRequest",
    "CardResolutionRequest",
    "CheckRequest",
    "GameRequest",
    "LayoutCheckRequest",
    "LayoutRenderingRequest",
    "LegalMovesRequest",
    "RenderingRequest",
    "ScoreRequest",
    "SolutionRequest",
    "TurnRequest",
    "ViewRequest",
]


class GameRequest(StrictSchema):
    """The options of a new game; `{}` is a classic game for four."""

    rules = EngineValidated("Rules")
    seed = Integer(
        0,
        2**53 - 1,
        allow_none=True,
        metadata=describe(
            "The same seed gives the same decks. If omitted, the decks are shuffled with the "
            "operating system's randomness and the answer has no seed (S30). Classic has no decks."
        ),
    )


class LegalMovesRequest(StrictSchema):
    """A state, and the format of its legal moves."""

    state = EngineValidated("State", required=True)
    format = move_format()
    pieces = BoundedList(piece_name(), 0, 21, metadata=describe("Only list moves of these pieces."))


class CheckRequest(StrictSchema):
    """A state and an action."""

    state = EngineValidated("State", required=True)
    action = EngineValidated("Action", required=True)


class TurnRequest(StrictSchema):
    """A state and what is played: `actions` in order, or one `action`."""

    state = EngineValidated("State", required=True)
    action = EngineValidated("Action")
    actions = BoundedList(EngineValidated("Action"), 1, 1000)


class CardResolutionRequest(StrictSchema):
    """A state, a card, and the choices made for it so far."""

    state = EngineValidated("State", required=True)
    card = card_name(
        required=True, metadata=describe("A card in the hand, or one of the two of a Draw 2.")
    )
    choices = BoundedList(
        EngineValidated("Choice"), 0, 120, metadata=describe("In the order they are asked for.")
    )
    format = move_format()
    destinations = StrictBoolean(
        load_default=False,
        metadata=describe("Whether to list the destinations of each piece that could be warped."),
    )


class ScoreRequest(StrictSchema):
    """A state, finished or not."""

    state = EngineValidated("State", required=True)


class ViewRequest(StrictSchema):
    """A state and the seat that views it."""

    state = EngineValidated("State", required=True)
    seat = Integer(1, 4, required=True)
    events = BoundedList(
        EngineValidated("Event"),
        0,
        4000,
        metadata=describe("Events to return as the seat may see them."),
    )


class RenderingRequest(StrictSchema):
    """A state, and the format of the drawing."""

    state = EngineValidated("State", required=True)
    format = one_of("svg", "text", load_default="svg")


class BatchRequest(StrictSchema):
    """Operations, which run in order and independently of each other."""

    operations = BoundedList(EngineValidated("Operation"), 1, None, required=True)


class LayoutCheckRequest(StrictSchema):
    """A layout, complete or not."""

    layout = EngineValidated("Layout", required=True)


class SolutionRequest(StrictSchema):
    """A layout to complete and a time limit; `{}` solves the puzzle from an empty board."""

    layout = EngineValidated("Layout")
    seed = Integer(
        0,
        2**53 - 1,
        allow_none=True,
        metadata=describe(
            "Another seed gives another solution. If omitted, a random seed is used and returned."
        ),
    )
    seconds = StrictNumber(
        0,
        20,
        load_default=2,
        metadata=describe(
            "The longest time to search, as a number of steps, so that answers are repeatable."
        ),
    )


class LayoutRenderingRequest(StrictSchema):
    """A layout, and the format of the drawing."""

    layout = EngineValidated("Layout", required=True)
    format = one_of("svg", "text", load_default="svg")
