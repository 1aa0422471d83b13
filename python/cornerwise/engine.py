"""The engine protocol: the functions that both engines, Rust and plain Python, provide.

Only plain data and the values of :mod:`cornerwise.types` cross it, so that the same test can drive
either engine and compare what comes back. A state belongs to the engine that made it; to hand it to
the other one, go through :meth:`State.to_dict`.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, Literal, Protocol, TypeAlias, TypeVar

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
    Place,
    PlacedPiece,
    Rules,
    Score,
    Turn,
)

__all__ = ["DoublePlayOutcome", "Engine", "State"]

DoublePlayOutcome: TypeAlias = Literal["carried_out", "discarded", "depends"]


class State(Protocol):
    """A checked, immutable position of a game. Equal states are equal and hash alike."""

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
        """The decision that is asked for."""

    @property
    def turn(self) -> Turn:
        """Everything about the decision that is asked for: the card in force, what it is about."""

    @property
    def direction(self) -> Direction | None:
        """Which way the turns go round; None in classic, where it never changes."""

    @property
    def decks(self) -> Mapping[str, Deck]:
        """The cards by owner: a colour, or with 2 seats ``seat1`` or ``seat2``; none in classic."""

    @property
    def last_placed(self) -> Mapping[Color, str | None]:
        """The last piece that each colour placed (P7)."""

    @property
    def shared_turns(self) -> int:
        """How many turns of the shared colour are over (C8)."""

    def supply(self, color: Color) -> tuple[str, ...]:
        """Return the names of the pieces that a colour has not placed, in the order of G4."""

    def to_dict(self) -> dict[str, Any]:
        """Return the JSON form; ``load_state`` takes it back."""

    def to_json(self) -> bytes:
        """Return the JSON form as compact UTF-8."""

    def to_svg(self) -> str:
        """Draw the board as an SVG picture, with the last placement marked."""

    def _repr_svg_(self) -> str:
        """Return the picture that notebooks show."""

    def __str__(self) -> str:
        """Draw the board: 20 lines of 20 characters, ``.`` or B, Y, R, G."""


S = TypeVar("S", bound=State)


class Engine(Protocol[S]):
    """The functions of an engine. Both engine modules satisfy this."""

    NAME: str

    def pieces(self) -> tuple[Piece, ...]:
        """Return the 21 pieces with their orientations, in the order of G4."""

    def new_game(self, rules: dict[str, Any], seed: int | None) -> S:
        """Start a game. Omitted options have their defaults.

        The seed shuffles the decks; with None the random numbers come from the operating system
        (S30).
        """

    def load_state(self, data: object) -> S:
        """Check untrusted data and make a state of it, or raise InvalidStateError."""

    def legal_actions(self, state: S, pieces: Iterable[str] | None = None) -> list[Action]:
        """Return what the mover may do, placements sorted by piece (G4), orientation, row, col.

        Other choices come in the order of ``CARDS`` and ``COLORS``. ``pieces`` leaves out what is
        done with other pieces.
        """

    def legal_placements(self, state: S, color: Color) -> list[Place]:
        """Return what a colour could place if it were its turn, in the same order."""

    def legal_actions_json(
        self,
        state: S,
        format: MoveFormat = "objects",  # noqa: A002 - the word that HTTP and the CLI use
        pieces: Iterable[str] | None = None,
    ) -> tuple[int, bytes]:
        """Return the number of legal actions, and the actions as compact JSON.

        ``objects`` is a list of actions, ``cells`` the same with the squares of each placement,
        ``groups`` a list of ``{"color", "piece", "orientation", "positions"}`` in the order of the
        actions, where a position is ``row * 20 + col``. Actions that place no piece are written as
        objects in every format.
        """

    def count_actions(self, state: S) -> int:
        """Return the number of legal actions without listing them."""

    def check(self, state: S, action: Action | dict[str, Any]) -> list[Problem]:
        """Return every reason why the action is illegal here; an empty list means legal."""

    def apply(
        self, state: S, actions: Action | dict[str, Any] | Iterable[Action | dict[str, Any]]
    ) -> tuple[S, list[Event]]:
        """Play an action, or several in order; return the state they lead to, and what happened."""

    def double_play_outcome(self, state: S) -> DoublePlayOutcome:
        """Return what Double Play will do, before the first piece is placed (S27).

        ``carried_out`` if every first placement leaves room for a second piece, ``discarded`` if
        none does or there is no first placement, ``depends`` otherwise. The state must be in phase
        ``place`` with Double Play in force and no first piece placed.
        """

    def score(self, state: S) -> Score:
        """Score a state, finished or not."""

    def view(self, state: S, seat: int) -> dict[str, Any]:
        """Return the JSON form of a state as one seat may see it."""

    def puzzles(self) -> tuple[Puzzle, ...]:
        """Return the six solo puzzles (U1-U6)."""

    def check_layout(self, puzzle: str, layout: object) -> LayoutCheck:
        """Judge a layout, complete or not; raise InvalidStateError if the data is none at all."""

    def solve_puzzle(self, puzzle: str, layout: object, seed: int, seconds: float) -> Solution:
        """Complete a layout that is right so far, or raise InvalidStateError for one that is not.

        The Python engine has no solver and raises UnsupportedError.
        """

    def perft(self, state: S, depth: int) -> int:
        """Count the sequences of exactly ``depth`` placements; in classic only."""

    def perft_split(self, state: S, depth: int) -> dict[str, int]:
        """Return ``perft`` split by the piece placed first, every piece named."""
