"""What can go wrong, said once for both engines.

Two things are kept apart: data that does not describe a game or an action at all
(:class:`InvalidStateError`, :class:`InvalidActionError`), and a well-formed action that the rules
forbid (:class:`IllegalActionError`). All of them carry :class:`Problem` objects with a stable
``code``; ``docs/errors.md`` lists every code.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from .json_value import JsonValue

__all__ = [
    "CODES",
    "CornerwiseError",
    "IllegalActionError",
    "InvalidActionError",
    "InvalidStateError",
    "Problem",
    "UnsupportedError",
]

CODES: dict[str, str] = {
    "wrong_type": "A value is not of the type it must have.",
    "missing_field": "A field that must be there is not.",
    "unknown_field": "A field that nobody knows.",
    "unknown_value": "A text that is not one of those allowed.",
    "unknown_color": "Not one of the four colours.",
    "unknown_piece": "Not the name of a piece.",
    "unknown_card": "Not one of the eight cards.",
    "out_of_range": "A number, or the length of a list, that is too small or too large.",
    "too_many_placements": "More placements than the 84 pieces there are.",
    "options_conflict": "Options that do not go together.",
    "wrong_shape": "Squares, or an orientation number, that are not the named piece.",
    "off_board": "A piece that does not lie wholly on the board.",
    "piece_twice": "The same piece of the same colour is on the board twice.",
    "overlap": "Squares that another piece covers already.",
    "side_contact": "A piece touches one of its own colour along a side.",
    "no_corner_contact": "A piece does not touch its own colour at a corner.",
    "corner_not_covered": "A first piece does not cover a corner square that it may start on.",
    "wrong_counts": "A colour has more or fewer pieces on the board than its turns allow.",
    "wrong_turn": "A colour is said to be to move that is not.",
    "wrong_phase": "The phase does not fit the position.",
    "wrong_last_placed": "Not the last piece that the colour placed.",
    "wrong_shared_turns": "Not the number of the shared colour's turns that are over.",
    "game_over": "The game is over: nothing can be done any more.",
    "must_place": "Passing while a placement is possible.",
    "not_in_supply": "The colour has placed this piece already.",
    "wrong_deck": "The cards of a deck do not add up, or a card is not where it must be.",
    "wrong_hand": "A hand has more or fewer cards than it can have.",
    "wrong_direction": "The direction of play cannot be this one.",
    "wrong_step": "An action that is not what is asked for at this step of the turn.",
    "not_in_hand": "The card is not in the hand.",
    "not_drawn": "The card is not one of the two that were drawn.",
    "wrong_owner": "A piece of a colour that the card does not reach.",
    "not_on_board": "The piece is not on the board.",
    "no_destination": "The piece has nowhere to be warped to.",
    "same_squares": "The piece lies on exactly these squares already.",
    "no_side_contact": "The piece does not touch an own one along a side.",
    "first_not_touched": "The second piece does not touch the first one at a corner.",
    "nothing_fits": "No piece could be placed that way.",
    "no_piece": "There is no piece that the card could be used on.",
    "pile_too_small": "Fewer cards are left in the pile than must be drawn.",
    "unknown_puzzle": "Not one of the six puzzles.",
    "wrong_piece": "A piece that does not belong to the puzzle.",
    "not_descending": "Pieces that no descending order of play can have brought there.",
    "unsupported": "The engine in use cannot do this; the Rust engine can.",
}
"""Every code that a problem can have, and what it means."""


@dataclass(frozen=True, slots=True)
class Problem(JsonValue):
    """One thing that is wrong.

    ``code`` is stable and made for programs, ``message`` is made for people and may change.
    ``pointer`` is a JSON pointer into the data that was given (``""`` is the whole of it), ``rule``
    the id of the rule that is broken (see ``docs/rules.md``), ``squares`` the squares concerned.
    """

    code: str
    message: str
    pointer: str = ""
    rule: str | None = None
    squares: tuple[tuple[int, int], ...] = ()


class CornerwiseError(ValueError):
    """Base of every error that cornerwise raises for its input."""

    def __init__(self, problems: Iterable[Problem]) -> None:
        self.problems: tuple[Problem, ...] = tuple(problems)
        super().__init__("; ".join(problem.message for problem in self.problems))

    def __reduce__(self) -> tuple[Any, ...]:
        """Be pickled and copied by what it is made of, and not by its text."""
        return type(self), (self.problems,)


class InvalidStateError(CornerwiseError):
    """The data does not describe a state, or one that no game can reach."""


class InvalidActionError(CornerwiseError):
    """The data does not describe an action (a field is missing, or of the wrong type)."""


class UnsupportedError(CornerwiseError):
    """The engine in use cannot do this; the Rust engine can."""


class IllegalActionError(CornerwiseError):
    """The action is well formed, but the rules forbid it here.

    ``index`` is its place in the list of actions that was to be applied.
    """

    def __init__(self, problems: Iterable[Problem], index: int = 0) -> None:
        super().__init__(problems)
        self.index = index

    def __reduce__(self) -> tuple[Any, ...]:
        """Be pickled and copied by what it is made of, and not by its text."""
        return type(self), (self.problems, self.index)
