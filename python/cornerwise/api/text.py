"""Actions and events as text (docs/notation.md)."""

from __future__ import annotations

from typing import Any

from .. import selection
from ..types import Action, Event

__all__ = [
    "action_from_text",
    "action_to_text",
    "event_to_text",
]


def action_to_text(action: Action | dict[str, Any]) -> str:
    """Return the move text of an action (docs/notation.md).

    Raises InvalidActionError if it is malformed, or if the text has no form for a number or a name.

    >>> action_to_text(Place("V5", orientation=3, row=0, col=0, color="blue"))
    'blue V5/3 a20'
    """
    return selection.engine.action_to_text(action)


def action_from_text(text: str) -> Action:
    """Return the action that a move text describes; raise InvalidActionError if it is not exact.

    >>> action_from_text("choose red I2")
    ChoosePiece(color='red', piece='I2')
    """
    return selection.engine.action_from_text(text)


def event_to_text(event: Event) -> str:
    """Return an event as a line for people.

    >>> event_to_text(PiecePlaced("blue", 1, "V5", 3, 0, 0))
    'blue V5/3 a20'
    >>> event_to_text(CardsDrawn("red", 3, 1, None))
    'red draws 1 card'
    """
    return selection.engine.event_to_text(event)
