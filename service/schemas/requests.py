"""The request body of each operation.

In a request null means the same as an omitted field, and so does an empty list of an optional
field: generated clients send both.
"""

from __future__ import annotations

from typing import get_args

from cornerwise.records import MAX_MOVES
from cornerwise.types import LEVELS, MAX_BUDGET, MAX_POSITION_LENGTH, Until

from .fields import (
    INT32,
    SEEDS,
    BoundedList,
    EngineValidated,
    Integer,
    Square,
    StrictBoolean,
    StrictNumber,
    StrictSchema,
    String,
    Text,
    card_name,
    color_name,
    describe,
    one_of,
    piece_name,
)

__all__ = [
    "INCLUDES",
    "REPLAY_INCLUDES",
    "BatchRequest",
    "BoardOptions",
    "BoardTextOptions",
    "CardResolutionRequest",
    "CheckRequest",
    "GameRequest",
    "LayoutCheckRequest",
    "LayoutRenderingRequest",
    "LayoutTextRequest",
    "LegalMovesRequest",
    "RenderingRequest",
    "ReplayRequest",
    "ScoreRequest",
    "SolutionRequest",
    "SuggestionsRequest",
    "TextRenderingRequest",
    "TurnRequest",
    "ViewRequest",
]

INCLUDES = ("moves", "summary", "supply", "score", "position")
"""What an answer can include in addition, see the schema of an answer."""

REPLAY_INCLUDES = ("positions", "events", "record", "sgf")
"""What the answer to a replay can include in addition."""

MAX_TOKEN = 640
"""The longest token of a sealed state that is read. The longest possible one has 484 characters."""


def _state(ways: str) -> EngineValidated:
    text = f"The game. Exactly one of {ways} is required."
    return EngineValidated("State", metadata=describe(text))


def _position(of: str) -> Text:
    text = f"The game as a position text {of}, instead of `state`."
    return Text(MAX_POSITION_LENGTH, metadata=describe(text))


def _sealed() -> Text:
    text = (
        "The game as a token of this service, instead of `state`. The answer has only what `seat` "
        "may see."
    )
    return Text(MAX_TOKEN, metadata=describe(text))


def _seat(text: str = "The seat that asks. Required with `sealed`, and only then.") -> Integer:
    return Integer(1, 4, metadata=describe(text))


def _seal() -> StrictBoolean:
    return StrictBoolean(
        load_default=False,
        metadata=describe(
            "Return the resulting state as a token, `sealed`, that only the service can read, and "
            "no `state`."
        ),
    )


_SEAT_OF_VIEW = "The seat that asks, for its `view`. Only with `seal` or `sealed`."


class _State(StrictSchema):
    """The game, for operations that need all of it."""

    state = _state("`state`, `position` and `sealed`")
    position = _position("of a state")
    sealed = _sealed()


class _StateOrView(StrictSchema):
    """The game, for operations that need only a player's view."""

    state = _state("`state`, `view`, `position` and `sealed`")
    view = EngineValidated(
        "ViewState", metadata=describe("The game as one seat sees it, instead of `state`.")
    )
    position = _position("of a state or of a view")
    sealed = _sealed()
    seat = _seat()


def _groups() -> StrictBoolean:
    return StrictBoolean(
        load_default=False,
        metadata=describe(
            "List placements in `groups`, by colour, piece and orientation, and not in `moves`; "
            "about a tenth of the size."
        ),
    )


def _cells() -> StrictBoolean:
    return StrictBoolean(
        load_default=False,
        metadata=describe("Add the squares it covers to each move. Not together with `groups`."),
    )


def _include(text: str) -> BoundedList:
    return BoundedList(one_of(*INCLUDES), 0, 10, metadata=describe(text))


_INCLUDED = "What to include in the answer; a field that is not requested is null."


class GameRequest(StrictSchema):
    """The options of a new game; `{}` is a classic game for four."""

    rules = EngineValidated("GameOptions")
    seal = _seal()
    seat = _seat(_SEAT_OF_VIEW)
    seed = Integer(
        *SEEDS,
        metadata=describe(
            "The same seed gives the same decks. If omitted, the decks are shuffled with the "
            "operating system's randomness and the answer has no seed (S30). Classic has no decks."
        ),
    )
    include = _include(_INCLUDED)
    groups = _groups()
    cells = _cells()


class LegalMovesRequest(_StateOrView):
    """A game, and which of its legal moves to list in which form."""

    pieces = BoundedList(piece_name(), 0, 21, metadata=describe("Only list moves of these pieces."))
    covering = BoundedList(
        Integer(*INT32),
        0,
        2,
        metadata=describe("Only list placements that cover this square, [row, col]."),
    )
    include = _include(f"{_INCLUDED} `moves` is always included.")
    groups = _groups()
    cells = _cells()


class CheckRequest(_StateOrView):
    """A game and an action."""

    action = EngineValidated("Action", required=True)


class TurnRequest(_State):
    """A game and what is played: `actions` in order, or one `action`."""

    seat = _seat(_SEAT_OF_VIEW)
    seal = _seal()
    action = EngineValidated("Action")
    actions = BoundedList(EngineValidated("Action"), 0, 1000)
    include = _include(_INCLUDED)
    groups = _groups()
    cells = _cells()


class CardResolutionRequest(_StateOrView):
    """A game, a card, and the choices made for it so far."""

    card = card_name(
        required=True, metadata=describe("A card in the hand, or one of the two of a Draw 2.")
    )
    choices = BoundedList(
        EngineValidated("Action"),
        0,
        120,
        metadata=describe(
            "In the order they are asked for: `choose_card`, `choose_color`, `choose_piece`, "
            "`warp_to`."
        ),
    )
    destinations = StrictBoolean(
        load_default=False,
        metadata=describe("Whether to list the destinations of each piece that could be warped."),
    )
    include = _include(
        f"{_INCLUDED} `moves`: the placements, if the card and its choices lead to placing."
    )
    groups = _groups()
    cells = _cells()


class SuggestionsRequest(_StateOrView):
    """A game, and how much work to do for how many moves."""

    level = Integer(
        *LEVELS,
        metadata=describe("The strength. Not together with `budget`. Default: 5."),
    )
    budget = Integer(
        1,
        MAX_BUDGET,
        wide=True,
        metadata=describe(
            "The work to do, in units, instead of a level: 1 for each action of a playout, 2 for "
            "each step down the tree, 8 for each position that is evaluated, 10 for each node that "
            "is added, 6 for each position that is examined to solve an endgame."
        ),
    )
    count = Integer(
        1,
        20,
        load_default=3,
        metadata=describe(
            "The largest number of moves to return. With 1, the search ends as soon as its move is "
            "certain."
        ),
    )
    seed = Integer(
        *SEEDS,
        load_default=0,
        metadata=describe("Makes the random choices: the same request has the same answer."),
    )
    until = one_of(
        *get_args(Until),
        load_default=get_args(Until)[0],
        metadata=describe(
            "`turn`: `turn` has all actions up to the end of the turn, or to the next hidden card. "
            "The work is shared between the decisions."
        ),
    )
    seconds = StrictNumber(
        0,
        10,
        load_default=1,
        metadata=describe(
            "The longest time to search. If it ends the search, `stopped` is `time`."
        ),
    )
    cells = StrictBoolean(
        load_default=False,
        metadata=describe("Add the squares it covers to each action."),
    )


class ReplayRequest(StrictSchema):
    """A record of a game, and what to return besides its end."""

    record = EngineValidated(
        "Record", metadata=describe("The game. Exactly one of `record` and `sgf` is required.")
    )
    sgf = Text(
        2**20, metadata=describe("The game as a file of Pentobi (.blksgf), instead of `record`.")
    )
    ply = Integer(
        0,
        MAX_MOVES,
        metadata=describe(
            "Return the state after this number of plies in `at`, for example to draw it."
        ),
    )
    include = BoundedList(
        one_of(*REPLAY_INCLUDES),
        0,
        10,
        metadata=describe(
            "`positions`: the position text after every ply; `events`: the events of every ply; "
            "`record`: the record in its JSON form; `sgf`: the record as a file of Pentobi. A "
            "field that is not requested is null."
        ),
    )


class ScoreRequest(_StateOrView):
    """A game, finished or not."""


class ViewRequest(_State):
    """A game and the seat that views it."""

    seat = Integer(1, 4, required=True, metadata=describe("The seat that views the game."))
    events = BoundedList(
        EngineValidated("Event"),
        0,
        4000,
        metadata=describe("Events to return as the seat may see them."),
    )
    include = _include(f"{_INCLUDED} `position` is the text of the view.")
    groups = _groups()
    cells = _cells()


def _size() -> Integer:
    return Integer(
        64, 1024, metadata=describe("The width in pixels. Default: that of squares of 24 pixels.")
    )


def _bottom() -> String:
    return color_name(
        metadata=describe(
            "Turn the board so that the corner where this colour starts is at the bottom left. "
            "Default: row 0 is at the top."
        )
    )


def _coordinates() -> StrictBoolean:
    return StrictBoolean(load_default=True, metadata=describe("Whether to draw row numbers."))


def _highlights() -> BoundedList:
    return BoundedList(Square(), 0, 400, metadata=describe("Squares to highlight, [row, col]."))


def _last_move() -> StrictBoolean:
    return StrictBoolean(
        load_default=True, metadata=describe("Whether to mark the last piece placed.")
    )


def _theme() -> String:
    return one_of("light", "dark", load_default="light")


class RenderingRequest(_StateOrView):
    """A game, and how to draw it."""

    size = _size()
    bottom = _bottom()
    coordinates = _coordinates()
    last_move = _last_move()
    highlights = _highlights()
    ghost = EngineValidated(
        "Action",
        metadata=describe("A `place` action to draw as a ghost, legal or not."),
    )
    theme = _theme()


class BoardTextOptions(StrictSchema):
    """How to draw a board in lines of text: the parameters of an address."""

    bottom = _bottom()
    coordinates = _coordinates()


class BoardOptions(BoardTextOptions):
    """How to draw a board: the parameters of an address."""

    size = Integer(
        64, 1024, metadata=describe("The width in pixels. Default: that of squares of 24 pixels.")
    )
    last_move = _last_move()
    highlights = Text(
        2000,
        metadata=describe("Squares to highlight, separated by commas, from `a1` to `t20`."),
    )
    theme = _theme()


class TextRenderingRequest(_StateOrView):
    """A game, and how to draw it in lines of text."""

    bottom = _bottom()
    coordinates = _coordinates()


class BatchRequest(StrictSchema):
    """Operations, which run in order and independently of each other."""

    operations = BoundedList(EngineValidated("BatchOperation"), 1, None, required=True)


class LayoutCheckRequest(StrictSchema):
    """A layout, complete or not."""

    layout = EngineValidated("Layout", required=True)


class SolutionRequest(StrictSchema):
    """A layout to complete and a time limit; `{}` solves the puzzle from an empty board."""

    layout = EngineValidated("Layout")
    seed = Integer(
        *SEEDS,
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
    """A layout, and how to draw it."""

    layout = EngineValidated("Layout", required=True)
    size = _size()
    coordinates = _coordinates()
    highlights = _highlights()
    theme = _theme()


class LayoutTextRequest(StrictSchema):
    """A layout, and how to draw it in lines of text."""

    layout = EngineValidated("Layout", required=True)
    coordinates = _coordinates()
