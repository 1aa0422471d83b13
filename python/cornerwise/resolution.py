"""What a card does: whether it is carried out, and the state it leads to. Works with any engine."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import Any, Literal, TypeAlias

from .engine import Engine, State
from .errors import CODES, InvalidActionError, Problem
from .json_value import JsonValue
from .types import (
    Card,
    CardDiscarded,
    CardPlayed,
    ChooseCard,
    ChooseColor,
    ChoosePiece,
    Event,
    Pass,
    Place,
    PlayCard,
    WarpTo,
)

__all__ = ["Choice", "Outcome", "Resolution", "ResolvedCard", "resolve_card"]

Outcome: TypeAlias = Literal["carried_out", "discarded", "depends"]
Choice: TypeAlias = ChooseCard | ChooseColor | ChoosePiece | WarpTo

_CHOICES = (ChooseCard, ChooseColor, ChoosePiece, WarpTo)
_CHOICE_TYPES = tuple(choice.type for choice in _CHOICES)
_MOST_CHOICES = 120  # as many cards as a deck can have: a chain of Draw 2 plays one at a time


@dataclass(frozen=True, slots=True)
class ResolvedCard(JsonValue):
    """A card and its outcome.

    ``depends`` is for Double Play only: whether a second piece can be placed depends on the first
    (S27). ``reason`` says why a card is ``discarded`` without effect.
    """

    card: Card
    outcome: Outcome
    reason: Problem | None


@dataclass(frozen=True, slots=True)
class Resolution:
    """What comes of playing a card.

    ``cards`` begins with the one that was played; each Draw 2 adds the one that was chosen then.
    The ``state`` asks for the next choice that the card needs, or for this turn's piece.
    """

    cards: tuple[ResolvedCard, ...]
    state: State
    events: tuple[Event, ...]


def resolve_card(
    engine: Engine[Any], state: State, card: object, choices: Iterable[object] = ()
) -> Resolution:
    """Play a card from the hand, or one of the two of a Draw 2, and make the choices it asks for.

    An IllegalActionError has the index 0 if the card cannot be played, otherwise that of the
    choice, counted from 1.
    """
    play = "choose_card" if state.phase == "choose_card" else "play_card"
    actions: list[Any] = [{"type": play, "card": card}]
    for index, choice in enumerate(choices):
        if index == _MOST_CHOICES:
            message = f"no card asks for more than {_MOST_CHOICES} choices"
            raise InvalidActionError([Problem("out_of_range", message, "/choices")])
        _check_type(choice, index)
        actions.append(choice)
    try:
        after, events = engine.apply(state, actions)
    except InvalidActionError as error:
        raise InvalidActionError(map(_place, error.problems)) from None
    return Resolution(tuple(_resolved(engine, after, events)), after, tuple(events))


def _check_type(choice: object, index: int) -> None:
    """Refuse what is an action but no choice of a card: this turn's piece is not played here."""
    kind = choice.get("type") if isinstance(choice, dict) else None
    is_other = isinstance(choice, Place | Pass | PlayCard)
    if is_other or (isinstance(kind, str) and kind not in _CHOICE_TYPES):
        message = f"must be one of: {', '.join(_CHOICE_TYPES)}"
        raise InvalidActionError([Problem("unknown_value", message, f"/choices/{index}/type")])


def _place(problem: Problem) -> Problem:
    """Point to the card and the choices: the engine was given one list of actions."""
    _, index, *inside = problem.pointer.split("/")
    start = ["", "choices", str(int(index) - 1)] if int(index) else [""]
    return replace(problem, pointer="/".join([*start, *inside]))


def _resolved(engine: Engine[Any], state: State, events: Iterable[Event]) -> Iterable[ResolvedCard]:
    played: list[Card] = []
    reasons: dict[int, Problem] = {}
    for event in events:
        if isinstance(event, CardPlayed):
            played.append(event.card)
        elif isinstance(event, CardDiscarded):
            reasons[len(played) - 1] = Problem(event.reason, CODES[event.reason], rule=event.rule)
    for index, card in enumerate(played):
        reason = reasons.get(index)
        if card == "double_play":
            yield _double_play(engine, state)
        else:
            yield ResolvedCard(card, "discarded" if reason else "carried_out", reason)


def _double_play(engine: Engine[Any], state: State) -> ResolvedCard:
    """Tell what is known before the first piece: whether a second one is out of the question."""
    color = state.color
    assert color is not None  # noqa: S101 - Double Play has just been played, so a piece is due
    if len(state.supply(color)) < 2 or not engine.check(state, Pass()):
        reason = Problem("nothing_fits", CODES["nothing_fits"], rule="S27")
        return ResolvedCard("double_play", "discarded", reason)
    return ResolvedCard("double_play", "depends", None)
