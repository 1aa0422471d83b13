"""The engine protocol: the functions that both engines, Rust and plain Python, provide.

Arguments and results are plain data and the values of :mod:`cornerwise.types`, so that tests can
run on either engine and compare the results. A state belongs to the engine that made it; convert it
with :meth:`State.to_dict` and ``load_state`` to use it with the other one.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Literal, Protocol, TypeAlias, TypeVar, runtime_checkable

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

__all__ = ["Cancellation", "DoublePlayOutcome", "Engine", "Replayed", "State", "View"]

DoublePlayOutcome: TypeAlias = Literal["carried_out", "discarded", "depends"]


class State(Protocol):
    """A valid, immutable state of a game. Equal states compare equal and have the same hash."""

    @property
    def rules(self) -> Rules:
        """The options of the game."""

    @property
    def placements(self) -> tuple[PlacedPiece, ...]:
        """The pieces on the board, oldest first."""

    @property
    def color(self) -> Color | None:
        """The colour to move; None when the game is over."""

    @property
    def seat(self) -> int | None:
        """The seat that decides for it; None when the game is over."""

    @property
    def phase(self) -> Phase:
        """The kind of decision to be made."""

    @property
    def turn(self) -> Turn:
        """The decision to be made, with the card in force and its choices so far."""

    @property
    def direction(self) -> Direction:
        """The direction of play; always clockwise in classic."""

    @property
    def decks(self) -> Mapping[str, Deck]:
        """The cards by owner: a colour, or with 2 seats ``seat1`` or ``seat2``; none in classic."""

    @property
    def last_placed(self) -> Mapping[Color, str | None]:
        """The last piece that each colour placed (P7)."""

    @property
    def shared_turns(self) -> int:
        """The number of completed turns of the shared colour (C8)."""

    def supply(self, color: Color) -> tuple[str, ...]:
        """Return the names of the pieces that a colour has not placed, in the order of G4."""

    def to_dict(self) -> dict[str, Any]:
        """Return the JSON form, which ``load_state`` reads."""

    def to_json(self) -> bytes:
        """Return the JSON form as UTF-8 without spaces."""

    def to_text(self) -> str:
        """Return the position text (docs/notation.md), which ``state_from_text`` reads."""

    def to_svg(self) -> str:
        """Draw the board as an SVG picture, with the last placement marked."""

    def _repr_svg_(self) -> str:
        """Return the picture that notebooks show."""

    def __str__(self) -> str:
        """Draw the board: 20 lines of 20 characters, ``.`` or B, Y, R, G."""


@runtime_checkable
class View(Protocol):
    """A valid, immutable view: a state as one seat may see it.

    The questions that a state answers can be asked of a view too; if hidden cards would decide the
    answer, HiddenInformationError is raised.
    """

    @property
    def seat(self) -> int:
        """The seat whose view it is."""

    @property
    def state(self) -> State:
        """The state, with arbitrary cards in place of the hidden ones: for internal use."""

    def to_dict(self) -> dict[str, Any]:
        """Return the JSON form, which ``load_view`` reads."""

    def to_json(self) -> bytes:
        """Return the JSON form as UTF-8 without spaces."""

    def to_text(self) -> str:
        """Return the position text (docs/notation.md), which ``view_from_text`` reads."""


@dataclass(frozen=True, slots=True)
class Replayed:
    """The result of replaying actions.

    ``plies`` is how many were applied, and thus the index of the first wrong one; ``problems`` says
    what is wrong with it, and is empty if all were applied. ``state`` is the last state reached.
    ``states`` has the start and the state after each ply, ``events`` the events of each ply; both
    are None unless asked for.
    """

    state: State
    plies: int
    problems: tuple[Problem, ...] = ()
    states: tuple[State, ...] | None = None
    events: tuple[tuple[Event, ...], ...] | None = None


class Cancellation(Protocol):
    """Ends searches early: pass it to a search, and call ``cancel`` in another thread."""

    def cancel(self) -> None:
        """End the search that this was passed to, and those it will be passed to."""

    @property
    def cancelled(self) -> bool:
        """Whether ``cancel`` was called."""


S = TypeVar("S", bound=State)


class Engine(Protocol[S]):
    """The functions of an engine module."""

    NAME: str

    def parse_json(
        self,
        data: bytes,
        max_values: int,
        max_depth: int,
        opaque_keys: Sequence[str],
        max_plain: int,
    ) -> object:
        """Parse strict JSON with limits, or raise :class:`cornerwise.strict_json.InvalidJsonError`.

        Objects and lists that are the value of one of ``opaque_keys``, in the root object or in the
        objects of its lists, may be returned as handles: objects with a method ``to_python``, which
        ``new_game``, ``load_state``, ``check``, ``apply``, ``replay`` and ``check_layout`` accept.
        ``to_python`` takes the names of fields that stay handles. ``max_plain`` limits the number
        of values and names outside of them.
        """

    def pieces(self) -> tuple[Piece, ...]:
        """Return the 21 pieces with their orientations, in the order of G4."""

    def new_game(self, rules: dict[str, Any], seed: int | None) -> S:
        """Start a game. Omitted options have their defaults.

        The seed shuffles the decks; with None the random numbers come from the operating system
        (S30).
        """

    def load_state(self, data: object) -> S:
        """Validate untrusted data and return the state, or raise InvalidStateError."""

    def state_to_text(self, state: S) -> str:
        """Return the position text of a state: one line, the same for equal states."""

    def state_from_text(self, text: object) -> S:
        """Validate an untrusted position text and return its state, or raise InvalidStateError.

        A text that is damaged, not canonical or that of a view has one problem, ``invalid_text``.
        The problems of an impossible position are those of ``load_state`` with empty pointers.
        """

    def load_view(self, data: object) -> View:
        """Validate an untrusted view and return it, or raise InvalidStateError.

        Hands, and the two cards of a Draw 2, are hidden if they are not given.
        """

    def view_from_text(self, text: object) -> View:
        """Validate an untrusted position text of a view, as ``state_from_text`` does for states."""

    def action_to_text(self, action: Action | dict[str, Any]) -> str:
        """Return the move text of an action (docs/notation.md), or raise InvalidActionError."""

    def action_from_text(self, text: object) -> Action:
        """Return the action of a move text; raise InvalidActionError for anything else."""

    def event_to_text(self, event: Event) -> str:
        """Return an event as a line for people."""

    def legal_actions(
        self,
        state: S | View,
        pieces: Iterable[str] | None = None,
        covering: Iterable[int] | None = None,
    ) -> list[Action]:
        """Return the legal actions.

        Placements of the colour to move come first, then those of a recycled piece of its seat's
        other colour (S25), each sorted by piece (G4), orientation, row and column. Other actions
        are in the order of ``CARDS`` and ``COLORS``. With ``pieces``, actions with other pieces are
        left out; with ``covering``, a row and a column, placements and destinations of Warp that do
        not cover that square. An empty list is the same as None.
        """

    def legal_placements(self, state: S, color: Color) -> list[Place]:
        """Return the placements that would be legal for a colour if it were its turn, sorted."""

    def legal_actions_json(
        self,
        state: S | View,
        format: MoveFormat = "objects",  # noqa: A002 - the word that HTTP and the CLI use
        pieces: Iterable[str] | None = None,
        covering: Iterable[int] | None = None,
    ) -> tuple[int, bytes]:
        """Return the number of legal actions, and the actions as compact JSON.

        ``objects`` is a list of actions, ``cells`` the same with the squares of each placement,
        ``groups`` a list of ``{"type", "color", "piece", "orientation", "positions"}`` in the order
        of the actions, where a position is ``row * 20 + col``. Actions that place no piece are
        written as objects in every format.
        """

    def count_actions(self, state: S | View) -> int:
        """Return the number of legal actions without listing them."""

    def summary(self, state: S | View) -> Summary:
        """Return the legal placements by piece, and the squares that they cover."""

    def check(self, state: S | View, action: Action | dict[str, Any]) -> list[Problem]:
        """Return every reason why an action is illegal; an empty list if it is legal."""

    def apply(
        self, state: S, actions: Action | dict[str, Any] | Iterable[Action | dict[str, Any]]
    ) -> tuple[S, list[Event]]:
        """Apply an action, or several in order; return the new state and the events."""

    def replay(
        self,
        state: S,
        actions: Iterable[Action | dict[str, Any] | str],
        *,
        states: bool = False,
        events: bool = False,
    ) -> Replayed:
        """Apply a list of at most 20,000 actions until one is wrong.

        An item is an action, a move text, or a move of a record in its JSON form, if that has no
        more than ``action`` or ``text``, ``comment`` and the move before it as its ``parent``. An
        item is read only when it is reached, so a malformed action is reported like an illegal one.
        Pointers of problems point into the item.
        """

    def double_play_outcome(self, state: S) -> DoublePlayOutcome:
        """Return what Double Play will do, before the first piece is placed (S27).

        ``carried_out`` if every first placement leaves room for a second piece, ``discarded`` if
        none does or there is no first placement, ``depends`` otherwise. The state must be in phase
        ``place`` with Double Play in force and no first piece placed.
        """

    def score(self, state: S | View) -> Score:
        """Score a state, finished or not."""

    def view(self, state: S, seat: int) -> dict[str, Any]:
        """Return the JSON form of a state as one seat may see it; ``load_view`` reads it."""

    def puzzles(self) -> tuple[Puzzle, ...]:
        """Return the six solo puzzles (U1-U6)."""

    def check_layout(self, puzzle: str, layout: object) -> LayoutCheck:
        """Check a layout, complete or not; raise InvalidStateError if the data is no layout."""

    def solve_puzzle(
        self,
        puzzle: str,
        layout: object,
        seed: int,
        seconds: float,
        *,
        cancel: Any = None,  # noqa: ANN401 - a Cancellation of the same engine
    ) -> Solution:
        """Complete a layout, or raise InvalidStateError if it is already wrong.

        ``cancel`` ends the search early. The Python engine has no solver and raises
        UnsupportedError.
        """

    def Cancellation(self) -> Cancellation:  # noqa: N802 - a class of the engine
        """Return a new cancellation for ``suggest`` and ``solve_puzzle``."""

    def suggest(  # noqa: PLR0913 - one keyword for each option
        self,
        state: S | View,
        *,
        level: int | None = None,
        budget: int | None = None,
        count: int | None = None,
        seed: int | None = None,
        until: Until | None = None,
        seconds: float | None = None,
        cancel: Any = None,  # noqa: ANN401 - a Cancellation of the same engine
    ) -> Suggestions:
        """Return the best actions for the seat that decides, from what it knows alone.

        At most one of ``level`` (1 to 9) and ``budget`` (a number of work units) is given; without
        both the level is 5. ``count`` is the number of actions, by default 3. ``until`` is
        ``decision`` (the default) or ``turn``. ``seconds`` and ``cancel`` end the search early.
        Raises HiddenInformationError if a view hides cards that the seat that decides knows, and
        InvalidActionError if an argument is invalid.
        """

    def perft(self, state: S, depth: int) -> int:
        """Count the sequences of exactly ``depth`` placements; in classic only."""

    def perft_split(self, state: S, depth: int) -> dict[PieceName, int]:
        """Return ``perft`` split by the piece placed first, with every piece as a key."""
