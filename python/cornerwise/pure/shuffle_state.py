"""Checking that the cards, the turn and the phase of a Blokus Shuffle state fit the board.

Pieces may have been moved and recycled, and turns skipped, so the history of a state cannot be
reconstructed. The check is whether play can continue from it: no card is missing, and the decision
to be made is possible. In the set-up round, where no card has been played, the pieces and the hands
must be exactly right (S2).
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from ..errors import Problem
from ..types import COLORS, CardName, Color, Phase, Turn
from .card import CARD_RULE
from .check import choice_problems, declaration_problems
from .color import turn_order
from .deck import HAND_SIZE, card_counts
from .effects import choosable_pieces, declarable_colors, eligible_colors, second_piece_state
from .hidden import wrong_cards_of_view
from .layout import no_corner_covered
from .placement_rule import start_corners
from .placing import has_current_placement
from .reader import number, raise_if_any
from .ruleset import variant_of
from .setup import Setup
from .state import State, last_pieces, placed_cells
from .turn_end import can_continue
from .turn_order import wrong_last_placed, wrong_shared_turns

__all__ = ["check_shuffle_state"]

_CARD_OF: dict[Phase, CardName] = {
    "choose_card": "draw_two",
    "choose_color": "wild",
    "warp_to": "warp",
}
"""The card that leads to a phase, for phases with only one."""


def check_shuffle_state(setup: Setup, state: State) -> None:
    """Raise InvalidStateError unless play can continue from the state."""
    raise_if_any(_deck_problems(setup, state))
    raise_if_any(_turn_problems(state))
    raise_if_any(
        [
            *_phase_problems(state),
            *_last_placed_problems(setup, state),
            *_shared_turns_problems(setup, state),
        ]
    )


def _deck_problems(setup: Setup, state: State) -> Iterator[Problem]:
    """Yield a problem for each deck with wrong cards, and each hand that is too large (S1)."""
    for name, deck in state.deck_items:
        wrong = (
            _wrong_cards(state, name) if setup.seat is None else wrong_cards_of_view(setup, name)
        )
        if wrong:
            message = f"wrong number of cards: {', '.join(wrong)}"
            yield Problem("wrong_deck", message, f"/decks/{name}", "S1")
        if len(deck.hand) > HAND_SIZE:
            message = "a hand has at most two cards"
            yield Problem("wrong_hand", message, f"/decks/{name}/hand", "S2")


def _wrong_cards(state: State, name: str) -> list[str]:
    """Return the kinds of cards of which a deck has not the right number."""
    deck = state.decks[name]
    cards = [*deck.draw, *deck.hand, *deck.discard]
    if state.color in variant_of(state.rules).deck_owners[name]:
        cards += state.turn.drawn or ()
    return [
        f"{card} {cards.count(card)} of {copies}"
        for card, copies in card_counts(state.rules, name).items()
        if cards.count(card) != copies
    ]


def _turn_problems(state: State) -> Iterator[Problem]:
    """Yield a problem if the colour to move does not fit the phase."""
    color = state.color
    if state.phase == "over":
        if color is not None:
            yield Problem("wrong_turn", "the game is over: color must be null", "/turn/color")
        alive = next((color for color in COLORS if can_continue(state, color)), None)
        if alive is not None:
            yield Problem(
                "wrong_phase", f"the game is not over: {alive} can still play", "/turn/phase", "S10"
            )
    elif not state.supply(state.mover):
        yield Problem("wrong_turn", f"{color} has no pieces left", "/turn/color", "S8")


def _phase_problems(state: State) -> Iterator[Problem]:
    if state.phase == "opening":
        yield from _opening_problems(state)
    elif state.phase == "play_card":
        if not state.deck_of(state.mover).hand:
            yield Problem(
                "wrong_phase", "the hand is empty: there is no card to play", "/turn/phase", "S5"
            )
    elif state.phase != "over":
        yield from _played_card_problems(state)
        yield from _choice_problems(state)
        yield from _active_card_problems(state)


def _opening_problems(state: State) -> Iterator[Problem]:
    order = turn_order(state.rules.first_color)
    number_placed = len(state.placements)
    if number_placed >= len(order):
        yield Problem("wrong_phase", "the set-up round is over", "/turn/phase", "S2")
        return
    for color in COLORS:
        have = sum(placed.color == color for placed in state.placements)
        want = 1 if order.index(color) < number_placed else 0
        if have != want:
            pieces = number(have, "piece")
            message = f"{color} has {pieces} on the board in the set-up round, expected {want}"
            yield Problem("wrong_counts", message, "/placements", "S2")
    if state.color != order[number_placed]:
        message = f"it is {order[number_placed]}'s turn"
        yield Problem("wrong_turn", message, "/turn/color", "S2")
    yield from _start_problems(state)
    if state.direction == "counterclockwise":
        message = "must be clockwise in the set-up round"
        yield Problem("wrong_direction", message, "/direction", "S2")
    yield from _first_hand_problems(state)


def _start_problems(state: State) -> Iterator[Problem]:
    """Yield a problem for each piece that does not cover a start corner of its colour (C1)."""
    for index, placed in enumerate(state.placements):
        corners = start_corners(state.rules, placed.color)
        if set(corners).isdisjoint(placed_cells(placed)):
            yield no_corner_covered(placed.color, corners, f"/placements/{index}")


def _first_hand_problems(state: State) -> Iterator[Problem]:
    """Yield problems of decks that cannot occur before the first card is played (S2)."""
    on_board = {placed.color for placed in state.placements}
    for name, colors in variant_of(state.rules).deck_owners.items():
        deck = state.decks[name]
        if deck.discard:
            message = "must be empty in the set-up round"
            yield Problem("wrong_deck", message, f"/decks/{name}/discard", "S2")
        copies = sum(card_counts(state.rules, name).values())
        due = min(HAND_SIZE, copies) if on_board.intersection(colors) else 0
        if len(deck.hand) != due:
            message = f"must have {number(due, 'card')}"
            yield Problem("wrong_hand", message, f"/decks/{name}/hand", "S2")


def _played_card_problems(state: State) -> Iterator[Problem]:
    """Yield a problem if this turn's card cannot have been played."""
    name = variant_of(state.rules).deck_name(state.mover)
    deck = state.decks[name]
    if len(deck.hand) >= HAND_SIZE:
        message = "must have at most one card after a card was played"
        yield Problem("wrong_hand", message, f"/decks/{name}/hand", "S5")
    card = _CARD_OF.get(state.phase, state.turn.card)
    if card is not None and card not in deck.discard:
        message = f"must contain {card}, which was played this turn"
        yield Problem("wrong_deck", message, f"/decks/{name}/discard", "S5")


def _choice_problems(state: State) -> Iterator[Problem]:
    """Yield a problem if there is nothing to choose, or the piece to be warped is not eligible."""
    match state.turn:
        case Turn(phase="choose_color"):
            if not any(declarable_colors(state)):
                yield _card_without_effect("wild", "/turn/phase")
        case Turn(phase="choose_piece", card=str(card)):
            if not any(choosable_pieces(state, card)):
                yield _card_without_effect(card, "/turn/phase")
        case Turn(phase="warp_to", target=(color, piece)):
            for problem in choice_problems(state, "warp", color, piece):
                yield replace(problem, pointer="/turn/target")


def _active_card_problems(state: State) -> Iterator[Problem]:
    """Yield a problem if the card in force cannot be carried out."""
    match state.turn:
        case Turn(phase="place", as_color=str(as_color)):
            for problem in declaration_problems(state, as_color):
                yield replace(problem, pointer="/turn/as_color")
        case Turn(phase="place", card="edge_to_edge"):
            if not has_current_placement(state):
                yield _card_without_effect("edge_to_edge", "/turn/card")
        case Turn(phase="place", recycled=(color, piece)):
            yield from _recycled_problems(state, color, piece)
        case Turn(phase="place", first=str(first)):
            last = last_pieces(state.placements)[state.mover]
            if last != first or second_piece_state(state, first) is None:
                message = f"{first} cannot be the first piece of a Double Play here"
                yield Problem("wrong_phase", message, "/turn/first", "S27")


def _recycled_problems(state: State, color: Color, piece: str) -> Iterator[Problem]:
    """Yield a problem if Recycle cannot have taken that piece off the board this turn (S25)."""
    if color not in eligible_colors(state, "recycle"):
        message = "recycle requires a piece of your own"
        yield Problem("wrong_owner", message, "/turn/recycled", "S25")
    if state.has_placed(color, piece):
        message = f"{color} {piece} is on the board"
        yield Problem("not_in_supply", message, "/turn/recycled", "S25")


def _card_without_effect(card: CardName, pointer: str) -> Problem:
    return Problem("wrong_phase", f"{card} cannot be carried out", pointer, CARD_RULE[card])


def _last_placed_problems(setup: Setup, state: State) -> Iterator[Problem]:
    """Yield a problem for each wrong record of a last piece.

    A record may be empty because the piece was recycled; but not in the set-up round, nor for a
    colour that has just placed the first piece of a Double Play (P7).
    """
    last = last_pieces(state.placements)
    for color, piece in (setup.last_placed or {}).items():
        if piece is not None:
            is_wrong = piece != last[color]
        elif state.phase == "opening":
            is_wrong = last[color] is not None
        else:
            is_wrong = state.turn.first is not None and color == state.color
        if is_wrong:
            yield wrong_last_placed(color, last[color])


def _shared_turns_problems(setup: Setup, state: State) -> Iterator[Problem]:
    """Yield a problem if the number of the shared colour's turns is impossible (C8)."""
    given, shared_color = setup.shared_turns, state.rules.shared_color
    if given is None:
        return
    order = turn_order(state.rules.first_color)
    number_placed = len(state.placements)
    if shared_color is None:
        is_right = given == 0
    elif state.phase != "opening":
        is_right = given >= 1
    elif number_placed >= len(order):
        is_right = True  # the phase is wrong, so it implies nothing
    else:
        is_right = given == (1 if order.index(shared_color) < number_placed else 0)
    if not is_right:
        yield wrong_shared_turns()
