"""The legal actions of a state, and playing them.

A turn is a small state machine: the phase is the decision to be made, and everything that is forced
is settled as part of the decision before it. Classic has one decision, to place a piece.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from ..engine import View as AnyView
from ..errors import IllegalActionError, Problem
from ..types import (
    CARDS,
    Action,
    ChooseCard,
    ChooseColor,
    Color,
    Event,
    Pass,
    Place,
    PlayCard,
    Turn,
    WarpTo,
)
from .action import read_action, read_actions, read_color, read_covering, read_piece_filter
from .check import check_action
from .effects import choosable_pieces, declarable_colors
from .placing import (
    ColoredPlacement,
    current_placements,
    has_current_placement,
    ordinary_placements,
)
from .play import play
from .state import State
from .view import check_known, state_of

__all__ = ["apply", "check", "count_actions", "legal_actions", "legal_placements"]


def legal_actions(  # noqa: PLR0911 - one arm for each phase
    where: State | AnyView,
    pieces: Iterable[str] | None = None,
    covering: Iterable[int] | None = None,
) -> list[Action]:
    """Return the legal actions, only those with these pieces if given.

    Placements are sorted by piece (G4), orientation, row, col; cards and colours as in ``CARDS``
    and ``COLORS``. With ``covering``, placements that do not cover that square are left out.
    """
    wanted, square = read_piece_filter(pieces), read_covering(covering)
    state = state_of(where)
    check_known(where)
    match state.turn:
        case Turn(phase="over"):
            return []
        case Turn(phase="play_card"):
            hand = state.deck_of(state.mover).hand
            return [PlayCard(card) for card in CARDS if card in hand]
        case Turn(phase="choose_card", drawn=(one, other)):
            return [ChooseCard(card) for card in CARDS if card in (one, other)]
        case Turn(phase="choose_color"):
            return [ChooseColor(color) for color in declarable_colors(state)]
        case Turn(phase="choose_piece", card=str(card)):
            return [choice for choice in choosable_pieces(state, card) if choice.piece in wanted]
        case Turn(phase="warp_to"):
            return [
                WarpTo(*one.placement.pose) for one in current_placements(state, wanted, square)
            ]
    placements = list(map(_as_place, current_placements(state, wanted, square)))
    if not placements and not has_current_placement(state):
        return [Pass()]
    return [*placements]


def legal_placements(state: State, color: Color) -> list[Place]:
    """Return the placements of a colour if it were its turn, in the same order."""
    placements = ordinary_placements(state, read_color(color))
    return [_as_place(ColoredPlacement(color, placement)) for placement in placements]


def count_actions(state: State | AnyView) -> int:
    """Return the number of legal actions."""
    return len(legal_actions(state))


def check(where: State | AnyView, action: Action | dict[str, Any]) -> list[Problem]:
    """Return every reason why the action is illegal here; an empty list means legal."""
    request, state = read_action(action), state_of(where)
    if request.type == state.phase:
        check_known(where)
    result = check_action(state, request)
    return result if isinstance(result, list) else []


def apply(
    state: State, actions: Action | dict[str, Any] | Iterable[Action | dict[str, Any]]
) -> tuple[State, list[Event]]:
    """Play actions in order; return the resulting state and the events.

    A single action is accepted instead of a list. All are parsed before the first is played.
    """
    events: list[Event] = []
    for index, request in enumerate(read_actions(actions)):
        result = check_action(state, request)
        if isinstance(result, list):
            raise IllegalActionError(result, index)
        state, happened = play(state, result)
        events += happened
    return state, events


def _as_place(colored: ColoredPlacement) -> Place:
    return Place(colored.placement.piece, *colored.placement.pose, colored.color)
