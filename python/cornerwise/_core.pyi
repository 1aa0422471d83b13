# The Rust engine. cornerwise.engine.Engine documents the functions.

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, final

from .engine import DoublePlayOutcome, Replayed
from .engine import View as AnyView
from .errors import Problem
from .puzzle import LayoutCheck, Puzzle, Solution
from .types import (
    Action,
    Color,
    Deck,
    Direction,
    Event,
    MoveFormat,
    Phase,
    Piece,
    PieceName,
    Place,
    PlacedPiece,
    Rules,
    Score,
    Suggestions,
    Summary,
    Turn,
    Until,
)

__all__ = [
    "CODES",
    "NAME",
    "Cancellation",
    "JsonValue",
    "State",
    "View",
    "_panic",
    "action_from_text",
    "action_to_text",
    "apply",
    "check",
    "check_layout",
    "count_actions",
    "double_play_outcome",
    "event_to_text",
    "legal_actions",
    "legal_actions_json",
    "legal_placements",
    "load_state",
    "load_view",
    "new_game",
    "parse_json",
    "perft",
    "perft_split",
    "pieces",
    "puzzles",
    "replay",
    "score",
    "solve_puzzle",
    "state_from_text",
    "state_to_text",
    "suggest",
    "summary",
    "view",
    "view_from_text",
]

NAME: str
CODES: list[str]

@final
class Cancellation:
    def __new__(cls) -> Cancellation: ...
    def cancel(self) -> None: ...
    @property
    def cancelled(self) -> bool: ...

@final
class State:
    @property
    def rules(self) -> Rules: ...
    @property
    def placements(self) -> tuple[PlacedPiece, ...]: ...
    @property
    def color(self) -> Color | None: ...
    @property
    def seat(self) -> int | None: ...
    @property
    def phase(self) -> Phase: ...
    @property
    def turn(self) -> Turn: ...
    @property
    def direction(self) -> Direction: ...
    @property
    def decks(self) -> Mapping[str, Deck]: ...
    @property
    def last_placed(self) -> Mapping[Color, str | None]: ...
    @property
    def shared_turns(self) -> int: ...
    def supply(self, color: Color) -> tuple[str, ...]: ...
    def to_dict(self) -> dict[str, Any]: ...
    def to_json(self) -> bytes: ...
    def to_text(self) -> str: ...
    def to_svg(self) -> str: ...
    def _repr_svg_(self) -> str: ...
    def __eq__(self, other: object, /) -> bool: ...
    def __hash__(self) -> int: ...
    def __reduce__(self) -> tuple[Any, tuple[dict[str, Any]]]: ...

@final
class View:
    @property
    def seat(self) -> int: ...
    @property
    def state(self) -> State: ...
    def to_dict(self) -> dict[str, Any]: ...
    def to_json(self) -> bytes: ...
    def to_text(self) -> str: ...

@final
class JsonValue:
    def to_python(self, opaque_keys: Sequence[str] = ...) -> object: ...

def parse_json(
    data: bytes,
    max_values: int,
    max_depth: int,
    opaque_keys: Sequence[str],
    max_plain: int,
) -> object: ...
def _panic() -> None: ...
def pieces() -> tuple[Piece, ...]: ...
def new_game(rules: dict[str, Any], seed: int | None) -> State: ...
def load_state(data: object) -> State: ...
def state_to_text(state: State) -> str: ...
def state_from_text(text: object) -> State: ...
def view_from_text(text: object) -> View: ...
def load_view(data: object) -> View: ...
def action_to_text(action: Action | dict[str, Any]) -> str: ...
def action_from_text(text: object) -> Action: ...
def event_to_text(event: Event) -> str: ...
def legal_actions(
    state: State | AnyView,
    pieces: Iterable[str] | None = None,
    covering: Iterable[int] | None = None,
) -> list[Action]: ...
def legal_placements(state: State, color: Color) -> list[Place]: ...
def legal_actions_json(
    state: State | AnyView,
    format: MoveFormat = "objects",  # noqa: A002 - the word that HTTP and the CLI use
    pieces: Iterable[str] | None = None,
    covering: Iterable[int] | None = None,
) -> tuple[int, bytes]: ...
def count_actions(state: State | AnyView) -> int: ...
def summary(state: State | AnyView) -> Summary: ...
def check(state: State | AnyView, action: Action | dict[str, Any]) -> list[Problem]: ...
def apply(
    state: State, actions: Action | dict[str, Any] | Iterable[Action | dict[str, Any]]
) -> tuple[State, list[Event]]: ...
def replay(
    state: State,
    actions: Iterable[Action | dict[str, Any] | str],
    *,
    states: bool = False,
    events: bool = False,
) -> Replayed: ...
def double_play_outcome(state: State) -> DoublePlayOutcome: ...
def score(state: State | AnyView) -> Score: ...
def view(state: State, seat: int) -> dict[str, Any]: ...
def puzzles() -> tuple[Puzzle, ...]: ...
def check_layout(puzzle: str, layout: object) -> LayoutCheck: ...
def solve_puzzle(
    puzzle: str,
    layout: object,
    seed: int,
    seconds: float,
    *,
    cancel: Cancellation | None = None,
) -> Solution: ...
def suggest(
    state: State | AnyView,
    *,
    level: int | None = None,
    budget: int | None = None,
    count: int | None = None,
    seed: int | None = None,
    until: Until | None = None,
    seconds: float | None = None,
    cancel: Cancellation | None = None,
) -> Suggestions: ...
def perft(state: State, depth: int) -> int: ...
def perft_split(state: State, depth: int) -> dict[PieceName, int]: ...
