"""The errors of both engines.

Data that does not describe a state or an action raises :class:`InvalidStateError` or
:class:`InvalidActionError`; a well-formed action that the rules forbid raises
:class:`IllegalActionError`; a question about a view that hidden cards would decide raises
:class:`HiddenInformationError`. All of them carry :class:`Problem` objects with a stable ``code``;
``docs/errors.md`` lists the codes.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from .json_value import JsonValue

__all__ = [
    "CODES",
    "CornerwiseError",
    "HiddenInformationError",
    "IllegalActionError",
    "InvalidActionError",
    "InvalidStateError",
    "Problem",
    "UnsupportedError",
]

CODES: dict[str, str] = {
    "wrong_type": "A value has the wrong type.",
    "missing_field": "A required field is missing.",
    "unknown_field": "A field is not known.",
    "unknown_value": "A string is not one of the allowed values.",
    "unknown_color": "Not one of the four colours.",
    "unknown_piece": "Not the name of a piece.",
    "unknown_card": "Not one of the eight cards.",
    "out_of_range": "A number, or the length of a list, is too small or too large.",
    "too_many_placements": "There are more placements than the 84 pieces.",
    "options_conflict": "Two options exclude each other.",
    "wrong_shape": "The squares, or the orientation number, are not those of the piece.",
    "off_board": "A piece is not wholly on the board.",
    "piece_twice": "The same piece of the same colour is on the board twice.",
    "overlap": "Another piece already covers some of the squares.",
    "side_contact": "A piece touches another piece of its colour along a side.",
    "no_corner_contact": "A piece does not touch its colour at a corner.",
    "corner_not_covered": "A first piece does not cover a corner square that is allowed for it.",
    "wrong_counts": "A colour has more or fewer pieces on the board than its turns allow.",
    "wrong_turn": "It is not the turn of this colour.",
    "wrong_phase": "The phase does not fit the position.",
    "wrong_last_placed": "Not the last piece that the colour placed.",
    "wrong_shared_turns": "Not the number of completed turns of the shared colour.",
    "game_over": "The game is over.",
    "must_place": "Passing is illegal while a placement is possible.",
    "not_in_supply": "The colour has already placed this piece.",
    "wrong_deck": "The cards of a deck do not add up, or a card is in the wrong place.",
    "wrong_hand": "A hand has too many or too few cards.",
    "wrong_direction": "The direction of play is impossible in this position.",
    "wrong_step": "The action does not belong to this step of the turn.",
    "not_in_hand": "The card is not in the hand.",
    "not_drawn": "The card is not one of the two that were drawn.",
    "wrong_owner": "The card cannot be used on a piece of this colour.",
    "not_on_board": "The piece is not on the board.",
    "no_destination": "The piece cannot be warped anywhere.",
    "same_squares": "The piece already covers exactly these squares.",
    "no_side_contact": "The piece does not touch a piece of its player along a side.",
    "first_not_touched": "The second piece does not touch the first one at a corner.",
    "nothing_fits": "No piece can be placed that way.",
    "no_piece": "There is no piece that the card can be used on.",
    "pile_too_small": "The draw pile has fewer cards than must be drawn.",
    "unknown_puzzle": "Not one of the six puzzles.",
    "wrong_piece": "The piece does not belong to the puzzle.",
    "not_descending": "No order of play from large to small pieces leads to this layout.",
    "invalid_text": "A position text, a move text or a record is damaged or malformed.",
    "unsupported": "The engine in use does not support this; the Rust engine does.",
    "hidden_information": "The answer depends on cards that are hidden in this view.",
}
"""The codes of problems and their meaning."""


@dataclass(frozen=True, slots=True)
class Problem(JsonValue):
    """A reason why data is invalid or an action illegal.

    ``code`` is stable; ``message`` is for people and may change. ``pointer`` is a JSON pointer into
    the given data (``""`` for the whole of it), ``rule`` the id of the broken rule (see
    ``docs/rules.md``), and ``squares`` are the squares concerned.
    """

    code: str
    message: str
    pointer: str = ""
    rule: str | None = None
    squares: tuple[tuple[int, int], ...] = ()

    def __str__(self) -> str:
        """Return the message, and before it the pointer if there is one."""
        return f"{self.pointer}: {self.message}" if self.pointer else self.message


class CornerwiseError(ValueError):
    """Base class of the errors that cornerwise raises for invalid input."""

    def __init__(self, problems: Iterable[Problem]) -> None:
        self.problems: tuple[Problem, ...] = tuple(problems)
        super().__init__("; ".join(str(problem) for problem in self.problems))

    def __reduce__(self) -> tuple[Any, ...]:
        """Pickle and copy by the problems: the default would pass the text."""
        return type(self), (self.problems,)


class InvalidStateError(CornerwiseError):
    """The data does not describe a state that a game can reach."""


class InvalidActionError(CornerwiseError):
    """The data does not describe an action: a field is missing or has the wrong type."""


class HiddenInformationError(CornerwiseError):
    """The answer depends on cards that are hidden in this view; the message names them."""


class UnsupportedError(CornerwiseError):
    """The engine in use does not support this; the Rust engine does."""


class IllegalActionError(CornerwiseError):
    """The action is well formed, but illegal in this state.

    ``index`` is its index in the list of actions.
    """

    def __init__(self, problems: Iterable[Problem], index: int = 0) -> None:
        super().__init__(problems)
        self.index = index

    def __reduce__(self) -> tuple[Any, ...]:
        """Pickle and copy by the problems: the default would pass the text."""
        return type(self), (self.problems, self.index)
