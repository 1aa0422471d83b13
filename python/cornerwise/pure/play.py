"""Playing a legal action: one short function for each type of action."""

from __future__ import annotations

from dataclasses import replace

from ..types import (
    Action,
    CardName,
    CardPlayed,
    ChooseCard,
    ChooseColor,
    ChoosePiece,
    Deck,
    Pass,
    Passed,
    PieceName,
    PiecePlaced,
    PieceRecycled,
    PieceWarped,
    Place,
    PlacedPiece,
    PlayCard,
    WarpTo,
)
from .deck import discard, play_from_hand, put_under_pile, without_card
from .effects import (
    Step,
    discard_event,
    resolve,
    second_piece_state,
    with_card,
    with_declared,
    with_recycled,
    with_target,
)
from .state import State, pose_of
from .turn_end import draw_and_end_turn, end_opening_turn, end_turn

__all__ = ["play"]


def play(state: State, action: Action) -> Step:  # noqa: PLR0911 - one arm for each kind of action
    """Play a legal action and settle everything that is forced after it."""
    match action:
        case Place():
            return _place(state, action)
        case Pass():
            return _pass(state)
        case PlayCard():
            deck = play_from_hand(state.deck_of(state.mover), action.card)
            return _played(state, action.card, deck)
        case ChooseCard():
            return _choose_card(state, action.card)
        case ChooseColor():
            return with_declared(state, action.color), []
        case ChoosePiece():
            return _choose_piece(state, action)
        case WarpTo():
            return _warp_to(state, action)


def _place(state: State, action: Place) -> Step:
    color, piece = action.color or state.mover, action.piece
    pose = (action.orientation, action.row, action.col)
    placements = (*state.placements, PlacedPiece(color, piece, *pose))
    after = replace(state, placements=placements).with_last_placed(color, piece)
    if state.phase == "opening":
        settled, events = end_opening_turn(after)
    elif state.turn.card == "double_play" and state.turn.first is None:
        settled, events = _ask_for_second(after, piece)
    else:
        settled, events = draw_and_end_turn(after)
    return settled, [PiecePlaced(color, state.seat_of(state.mover), piece, *pose), *events]


def _ask_for_second(state: State, first: PieceName) -> Step:
    """Continue with the second piece of a Double Play, or end the turn if none fits (S27)."""
    second = second_piece_state(state, first)
    if second is not None:
        return second, []
    settled, events = draw_and_end_turn(state)
    return settled, [discard_event(state, "double_play", "nothing_fits"), *events]


def _pass(state: State) -> Step:
    """End the turn without drawing (S7); a Double Play in force has no effect."""
    settled, events = end_turn(state)
    passed = Passed(state.mover, state.seat_of(state.mover))
    if state.turn.card == "double_play":
        return settled, [discard_event(state, "double_play", "nothing_fits"), passed, *events]
    return settled, [passed, *events]


def _choose_card(state: State, card: CardName) -> Step:
    """Play one of the two drawn cards; first put the other under the draw pile (S22)."""
    deck = state.deck_of(state.mover)
    for other in without_card(state.turn.drawn or (), card):
        deck = put_under_pile(deck, other)
    return _played(state, card, discard(deck, card))


def _played(state: State, card: CardName, deck: Deck) -> Step:
    """Carry out a card that was just played; ``deck`` is the mover's deck after playing it."""
    color = state.mover
    settled, events = resolve(state.with_deck(color, deck), card)
    return settled, [CardPlayed(color, state.seat_of(color), card), *events]


def _choose_piece(state: State, action: ChoosePiece) -> Step:
    if state.turn.card == "warp":
        return with_target(state, action.color, action.piece), []
    return _recycle(state, action)


def _recycle(state: State, action: ChoosePiece) -> Step:
    """Take a piece off the board; clear the record if it was its colour's last piece (S25, P7)."""
    color, piece = action.color, action.piece
    taken = state.placed(color, piece)
    placements = tuple(placed for placed in state.placements if placed != taken)
    after = replace(state, placements=placements)
    if state.last_placed[color] == piece:
        after = after.with_last_placed(color, None)
    seat = state.seat_of(state.mover)
    return with_recycled(after, color, piece), [PieceRecycled(color, seat, piece, *pose_of(taken))]


def _warp_to(state: State, action: WarpTo) -> Step:
    """Move a piece; its index in the list and the records of last pieces do not change (S26)."""
    color, piece = state.warp_target
    old = state.placed(color, piece)
    new = PlacedPiece(color, piece, action.orientation, action.row, action.col)
    placements = tuple(new if placed == old else placed for placed in state.placements)
    warped = PieceWarped(color, state.seat_of(state.mover), piece, pose_of(old), pose_of(new))
    return with_card(replace(state, placements=placements), "warp"), [warped]
