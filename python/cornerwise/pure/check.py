"""Whether an action is legal in a state, and every reason why it is not."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from ..errors import Problem
from ..types import (
    Action,
    CardName,
    ChooseCard,
    ChooseColor,
    ChoosePiece,
    Color,
    Pass,
    Phase,
    PieceName,
    Place,
    PlayCard,
    Turn,
    WarpTo,
)
from .action import ActionSetup, PlaceRequest
from .card import CARD_RULE
from .effects import eligible_colors, has_destination, with_declared
from .location import Location, location_cells, shape_message, valid_pose
from .piece import PIECE_BY_NAME
from .placement_rule import contact_problems
from .placing import PlacementOption, has_current_placement, placement_options
from .ruleset import SEATS_WITH_ONE_DECK_EACH
from .state import State

__all__ = ["check_action", "choice_problems", "declaration_problems"]

_REQUIRED_FIRST: dict[Phase, tuple[str, str]] = {
    "play_card": ("S5", "a card must be played first"),
    "choose_card": ("S22", "one of the two drawn cards must be chosen first"),
    "choose_color": ("S23", "a colour must be declared first"),
    "warp_to": ("S26", "the chosen piece must be placed first"),
}
"""The rule and the message for an action that comes before a required choice."""


def check_action(state: State, request: ActionSetup) -> Action | list[Problem]:
    """Return the action to be played, or every reason why it is illegal."""
    if state.phase == "over":
        rule = "C7" if state.rules.game == "classic" else "S10"
        return [Problem("game_over", "the game is over", rule=rule)]
    if request.type not in _allowed_types(state.phase):
        return [_wrong_step(state, request.type)]
    if isinstance(request, PlaceRequest):
        return (_check_place if request.type == "place" else _check_warp)(state, request)
    return list(_problems(state, request)) or request


def _allowed_types(phase: Phase) -> tuple[str, ...]:
    """Return the types of action that a phase allows; a choice has the name of its phase."""
    return ("place", "pass") if phase in ("opening", "place") else (phase,)


def _wrong_step(state: State, given: str) -> Problem:
    if state.rules.game == "classic":
        message = "classic has no cards: the actions are place and pass"
        return Problem("wrong_step", message, rule="S4")
    match state.turn:
        case Turn(phase="choose_piece", card=str(card)):
            rule, message = CARD_RULE[card], "a piece must be chosen first"
        case Turn(phase=phase) if phase in _REQUIRED_FIRST:
            rule, message = _REQUIRED_FIRST[phase]
        case _:
            rule, message = "S4", f"{given} is not allowed in the phase {state.phase}"
    return Problem("wrong_step", message, rule=rule)


def _problems(
    state: State, action: Pass | PlayCard | ChooseCard | ChooseColor | ChoosePiece
) -> Iterator[Problem]:
    match action:
        case Pass():
            if has_current_placement(state):
                message = f"{state.color} can place a piece, so it must not pass"
                yield Problem("must_place", message, rule="C6")
        case PlayCard(card):
            if card not in state.deck_of(state.mover).hand:
                yield Problem("not_in_hand", f"{card} is not in the hand", rule="S5")
        case ChooseCard(card):
            if card not in (state.turn.drawn or ()):
                yield Problem("not_drawn", f"{card} was not drawn", rule="S22")
        case ChooseColor(color):
            yield from declaration_problems(state, color)
        case ChoosePiece(color, piece) if state.turn.card is not None:
            yield from choice_problems(state, state.turn.card, color, piece)


def declaration_problems(state: State, as_color: Color) -> Iterator[Problem]:
    """Yield a problem if no piece could be placed as a declared colour (S23)."""
    if not has_current_placement(with_declared(state, as_color)):
        yield Problem("nothing_fits", f"no piece can be placed as {as_color}", rule="S23")


def choice_problems(
    state: State, card: CardName, color: Color, piece: PieceName
) -> Iterator[Problem]:
    """Yield every reason why Recycle or Warp cannot be used on a piece (S25, S26)."""
    rule = CARD_RULE[card]
    is_eligible = color in eligible_colors(state, card)
    is_on_board = state.has_placed(color, piece)
    if not is_eligible:
        required = "a piece of your own" if card == "recycle" else "an opponent's piece"
        yield Problem("wrong_owner", f"{card} requires {required}", rule=rule)
    if piece not in PIECE_BY_NAME:
        yield _unknown_piece()
    elif not is_on_board:
        yield Problem("not_on_board", f"{color} {piece} is not on the board", rule=rule)
    elif card == "warp" and is_eligible and not has_destination(state, color, piece):
        yield Problem(
            "no_destination", f"{color} {piece} cannot be moved to any other squares", rule=rule
        )


def _check_place(state: State, request: PlaceRequest) -> Place | list[Problem]:
    location, color = request.location, request.color or state.mover
    option = _option_for(state, color, location.piece)
    if option is None:
        return [_wrong_color(state, color)]
    problems = _contact_problems(option, location)
    if location.piece not in PIECE_BY_NAME:
        return [*problems, _unknown_piece()]
    if location.piece not in option.pieces:
        message = f"{color} has already placed {location.piece}"
        problems.append(Problem("not_in_supply", message, rule="C4c"))
    pose = valid_pose(location)
    if pose is None:
        return [*problems, _wrong_shape(location)]
    return problems or Place(PIECE_BY_NAME[location.piece].name, *pose, color)


def _option_for(state: State, color: Color, piece: str) -> PlacementOption | None:
    """Return the option that a piece of a colour is judged by; None if it cannot be placed now.

    Of a colour other than the mover's, only the recycled piece itself can be placed (S25).
    """
    for option in placement_options(state):
        if option.color == color and (color == state.mover or piece in option.pieces):
            return option
    return None


def _wrong_color(state: State, color: Color) -> Problem:
    rule, message = "S4", f"it is {state.mover}'s turn"
    if state.turn.recycled is not None and state.rules.seats == SEATS_WITH_ONE_DECK_EACH:
        rule = "S25"
        recycled_color, piece = state.turn.recycled
        if recycled_color == color:
            message = f"of {color} only the recycled {piece} can be placed"
    return Problem("wrong_turn", message, rule=rule)


def _check_warp(state: State, request: PlaceRequest) -> WarpTo | list[Problem]:
    (option,) = placement_options(state)
    (piece,) = option.pieces
    named = replace(request.location, piece=piece)
    problems = _contact_problems(option, named)
    pose = valid_pose(named)
    if pose is None:
        return [*problems, _wrong_shape(named)]
    return problems or WarpTo(*pose)


def _contact_problems(option: PlacementOption, location: Location) -> list[Problem]:
    """Return what is wrong with the squares of a piece; nothing if they are unknown."""
    cells = location_cells(location)
    return [] if cells is None else contact_problems(option.rule, cells)


def _unknown_piece() -> Problem:
    return Problem("unknown_piece", f"must be one of: {', '.join(PIECE_BY_NAME)}", rule="G4")


def _wrong_shape(location: Location) -> Problem:
    return Problem("wrong_shape", shape_message(location) or "", rule="G3")
