"""What may be done in a state, and what comes of it.

A classic turn is one decision: the mover places a piece. Everything that is forced (passes of
blocked colours, the end of the game) is settled as part of the placement before it.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from ..errors import IllegalActionError, Problem
from ..types import Action, Color, Event, GameOver, Pass, Passed, PiecePlaced, Place, PlacedPiece
from .action import ActionSetup, read_action, read_actions, read_color, read_piece_filter
from .color import turn_order
from .movegen import count_placements, list_placements
from .piece import PIECE_BY_NAME
from .placement import Placement
from .placement_rule import color_rule, contact_problems
from .ruleset import variant_of
from .spot import Spot, spot_cells, true_pose
from .state import State, board_of, can_place

__all__ = [
    "apply",
    "as_place",
    "check",
    "count_actions",
    "legal_actions",
    "legal_placements",
    "mover_placements",
    "play",
]


def legal_actions(state: State, pieces: Iterable[str] | None = None) -> list[Action]:
    """Return what the mover may do, sorted by piece (G4), orientation, row, col.

    In classic that is always to place: a state whose mover could only pass does not exist (C6).
    """
    return [as_place(placement) for placement in mover_placements(state, pieces)]


def legal_placements(state: State, color: Color) -> list[Place]:
    """Return what a colour could place if it were its turn, in the same order."""
    color = read_color(color)
    rule = color_rule(state.rules, board_of(state.placements), color)
    return [as_place(placement) for placement in list_placements(rule, state.supply(color))]


def count_actions(state: State) -> int:
    """Return the number of legal actions without listing them."""
    if state.color is None:
        return 0
    rule = color_rule(state.rules, board_of(state.placements), state.color)
    return count_placements(rule, state.supply(state.color))


def mover_placements(state: State, pieces: Iterable[str] | None = None) -> list[Placement]:
    """Return the placements open to the mover, of these pieces or of all; sorted as above."""
    wanted = read_piece_filter(pieces)
    if state.color is None:
        return []
    rule = color_rule(state.rules, board_of(state.placements), state.color)
    return list_placements(rule, wanted.intersection(state.supply(state.color)))


def check(state: State, action: Action | dict[str, Any]) -> list[Problem]:
    """Return every reason why the action is illegal here; an empty list means legal."""
    judged = _judge(state, read_action(action))
    return judged if isinstance(judged, list) else []


def apply(
    state: State, actions: Action | dict[str, Any] | Iterable[Action | dict[str, Any]]
) -> tuple[State, list[Event]]:
    """Play actions in order and return the state they lead to, and what happened.

    One action may be given in place of a list of one. All are read before the first is played.
    """
    events: list[Event] = []
    for index, request in enumerate(read_actions(actions)):
        judged = _judge(state, request)
        if isinstance(judged, list):
            raise IllegalActionError(judged, index)
        state, happened = play(state, judged)
        events += happened
    return state, events


def play(state: State, placed: PlacedPiece) -> tuple[State, list[Event]]:
    """Put down a piece of the mover that is known to be legal, and settle what is forced."""
    rules, color = state.rules, placed.color
    seat = variant_of(rules).seat_of(color, state.shared_turns)
    shared_turns = state.shared_turns + (1 if color == rules.shared_color else 0)
    after = State(rules, (*state.placements, placed), color, shared_turns)
    settled, forced = _settle(after, color)
    done = PiecePlaced(color, seat, placed.piece, placed.orientation, placed.row, placed.col)
    return settled, [done, *forced]


def _settle(state: State, last_color: Color) -> tuple[State, list[Event]]:
    """Pass the turns after ``last_color`` until one can place (C6), or end the game (C7).

    The colour of the given state is not looked at. The turns that nobody can use any more are not
    passed one by one: they are no part of the game.
    """
    rules, placements = state.rules, state.placements
    board, variant = board_of(placements), variant_of(rules)
    order = turn_order(rules.first_color)
    start = order.index(last_color) + 1
    shared_turns = state.shared_turns
    passes: list[Event] = []
    for color in order[start:] + order[:start]:
        if can_place(rules, placements, board, color):
            return State(rules, placements, color, shared_turns), passes
        passes.append(Passed(color, variant.seat_of(color, shared_turns)))
        if color == rules.shared_color:
            shared_turns += 1
    return State(rules, placements, None, state.shared_turns), [GameOver()]


def _judge(state: State, request: ActionSetup) -> PlacedPiece | list[Problem]:
    """Return the piece that the action puts down, or every reason why it may not."""
    if state.color is None:
        return [Problem("game_over", "the game is over", rule="C7")]
    if isinstance(request, Pass):
        message = f"{state.color} can place, so it must"
        return [Problem("must_place", message, rule="C6")]
    return _judge_place(state, state.color, request)


def _judge_place(state: State, color: Color, spot: Spot) -> PlacedPiece | list[Problem]:
    problems: list[Problem] = []
    cells = spot_cells(spot)
    if cells is not None:
        rule = color_rule(state.rules, board_of(state.placements), color)
        problems += contact_problems(rule, cells)
    if spot.piece not in PIECE_BY_NAME:
        unknown = Problem("unknown_piece", "there is no piece of that name", rule="G4")
        return [*problems, unknown]
    if spot.piece not in state.supply(color):
        message = f"{color} has placed {spot.piece} already"
        problems.append(Problem("not_in_supply", message, rule="C4c"))
    pose = true_pose(spot)
    if pose is None:
        message = f"this is no orientation of {spot.piece}"
        return [*problems, Problem("wrong_shape", message, rule="G3")]
    return problems or PlacedPiece(color, spot.piece, *pose)


def as_place(placement: Placement) -> Place:
    """Return a placement as the action that makes it."""
    return Place(placement.piece, placement.orientation, placement.row, placement.col)
