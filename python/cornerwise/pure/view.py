"""The view of a state for one seat: hidden cards are given as numbers of cards.

Draw piles are hidden from every seat. A hand and the two cards of a Draw 2 are visible only to the
seat that may play them. Discard piles are visible. In classic nothing is hidden.
"""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import Any

from ..engine import View as AnyView
from ..errors import HiddenInformationError, Problem
from ..types import Deck
from .action import read_number
from .position_text import view_text
from .ruleset import variant_of
from .state import State

__all__ = ["View", "check_decision_known", "check_known", "state_of", "view"]


@dataclass(frozen=True, slots=True)
class View:
    """A view that was loaded: the state with arbitrary cards in place of the hidden ones.

    ``hidden_hands`` has the names of the decks whose hands are hidden. ``hides_drawn`` says whether
    the two cards of a Draw 2 are hidden, if the phase is ``choose_card``.
    """

    seat: int
    state: State
    hidden_hands: frozenset[str]
    hides_drawn: bool

    def to_dict(self) -> dict[str, Any]:
        """Return the JSON form, which ``load_view`` accepts."""
        return _view_dict(self)

    def to_json(self) -> bytes:
        """Return the JSON form as compact UTF-8."""
        return json.dumps(self.to_dict(), separators=(",", ":")).encode()

    def to_text(self) -> str:
        """Return the position text, which ``view_from_text`` reads."""
        return view_text(self.to_dict())


def view(state: State, seat: int) -> dict[str, Any]:
    """Return the JSON form of a state as a seat sees it."""
    seat = read_number(seat, 1, state.rules.seats)
    hidden = (name for name, _ in state.deck_items if not _may_see_hand(state, seat, name))
    return View(seat, state, frozenset(hidden), hides_drawn=seat != state.seat).to_dict()


def state_of(where: State | AnyView) -> State:
    """Return a state itself, or the state of a view."""
    return where.state if isinstance(where, View) else _as_state(where)


def check_known(where: State | AnyView) -> None:
    """Raise HiddenInformationError if cards of the current decision are hidden in a view."""
    if not isinstance(where, View) or where.state.color is None:
        return
    state, color = where.state, where.state.color
    name = variant_of(state.rules).deck_name(color)
    if state.phase == "play_card" and name in where.hidden_hands:
        raise _hidden_hand(name)
    if state.phase == "choose_card" and where.hides_drawn:
        raise _hidden(f"the cards drawn by {_owner(name)}", "/turn/drawn")


def check_decision_known(where: State | AnyView) -> None:
    """Raise HiddenInformationError if a view hides cards that the seat that decides knows."""
    check_known(where)
    if not isinstance(where, View) or where.state.seat is None:
        return
    for name, deck in where.state.deck_items:
        is_known = _may_see_hand(where.state, where.state.seat, name)
        if deck.hand and is_known and name in where.hidden_hands:
            raise _hidden_hand(name)


def _as_state(where: object) -> State:
    if not isinstance(where, State):
        message = f"must be a state or a view of this engine, not {type(where).__name__}"
        raise TypeError(message)
    return where


def _hidden_hand(name: str) -> HiddenInformationError:
    return _hidden(f"the hand of {_owner(name)}", f"/decks/{name}/hand")


def _owner(deck_name: str) -> str:
    """Return the owner of a deck, for people."""
    return deck_name.replace("seat", "seat ")


def _hidden(what: str, pointer: str) -> HiddenInformationError:
    message = f"hidden from this view: {what}"
    return HiddenInformationError([Problem("hidden_information", message, pointer)])


def _view_dict(view: View) -> dict[str, Any]:
    state = view.state
    data = {"seat": view.seat, **state.to_dict()}
    data["decks"] = {
        name: _deck_view(deck, is_hidden=name in view.hidden_hands)
        for name, deck in state.deck_items
    }
    if state.turn.drawn is not None:
        data["turn"]["drawn_count"] = len(state.turn.drawn)
        if view.hides_drawn:
            del data["turn"]["drawn"]
    return data


def _deck_view(deck: Deck, *, is_hidden: bool) -> dict[str, Any]:
    return {
        "draw_count": len(deck.draw),
        "hand_count": len(deck.hand),
        "hand": None if is_hidden else list(deck.hand),
        "discard": list(deck.discard),
    }


def _may_see_hand(state: State, seat: int, deck_name: str) -> bool:
    """Return whether a hand is the seat's own, or the shared colour's while it plays it (S11)."""
    variant = variant_of(state.rules)
    colors = variant.deck_owners[deck_name]
    if variant.shared_color in colors:
        return state.color == variant.shared_color and state.seat == seat
    return set(colors) <= set(variant.seat_colors[seat - 1])
