"""What a card does: whether it is carried out, and the state it leads to. Works with any engine."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import Any, TypeAlias

from .engine import DoublePlayOutcome, Engine, State, View
from .errors import (
    CODES,
    HiddenInformationError,
    IllegalActionError,
    InvalidActionError,
    Problem,
)
from .json_value import JsonValue
from .types import (
    CardDiscarded,
    CardName,
    CardPlayed,
    CardsDrawn,
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

Outcome: TypeAlias = DoublePlayOutcome
Choice: TypeAlias = ChooseCard | ChooseColor | ChoosePiece | WarpTo

_CHOICES = (ChooseCard, ChooseColor, ChoosePiece, WarpTo)
_CHOICE_TYPES = tuple(choice.type for choice in _CHOICES)
_SEATS_WITH_ONE_DECK = 2  # then the two colours of a seat share a deck (S3)
_MAX_CHOICES = 120  # the cards of the largest deck: each link of a Draw 2 chain is one choice


@dataclass(frozen=True, slots=True)
class ResolvedCard(JsonValue):
    """A card and its outcome.

    ``depends`` is for Double Play only: whether a second piece can be placed depends on the first
    (S27). ``reason`` says why a card is ``discarded`` without effect.
    """

    card: CardName
    outcome: Outcome
    reason: Problem | None


@dataclass(frozen=True, slots=True)
class Resolution:
    """The result of playing a card.

    ``cards`` starts with the card that was played; each Draw 2 adds the card chosen from it. The
    ``state`` asks for the next choice that the card needs, or for this turn's piece. If a view was
    given, ``view`` is that state as the same seat may see it, and the hidden cards in ``state`` are
    arbitrary.
    """

    cards: tuple[ResolvedCard, ...]
    state: State
    events: tuple[Event, ...]
    view: View | None = None


def resolve_card(
    engine: Engine[Any], where: State | View, card: object, choices: Iterable[object] = ()
) -> Resolution:
    """Play a card from the hand, or one of the two of a Draw 2, and make the given choices.

    The index of an IllegalActionError is 0 for the card and 1 for the first choice. For a view,
    raise HiddenInformationError if the hand or the cards to choose from are hidden, or if a Draw 2
    is carried out.
    """
    state, view = _state_and_view(where)
    play = "choose_card" if state.phase == "choose_card" else "play_card"
    actions: list[Any] = [{"type": play, "card": card}]
    for index, choice in enumerate(choices):
        if index == _MAX_CHOICES:
            message = f"must be at most {_MAX_CHOICES} choices"
            raise InvalidActionError([Problem("out_of_range", message, "/choices")])
        _check_type(choice, index)
        actions.append(choice)
    try:
        after, events = engine.apply(state, actions)
    except InvalidActionError as error:
        raise InvalidActionError(map(_move_pointer, error.problems)) from None
    except IllegalActionError as error:
        legal = actions[: error.index]
        if view is not None:
            _check_known(engine, view, actions[0], engine.apply(state, legal)[1] if legal else [])
        raise
    after_view = None
    if view is not None:
        _check_known(engine, view, actions[0], events)
        after_view = engine.load_view(engine.view(after, view.seat))
    return Resolution(tuple(_resolved(engine, after, events)), after, tuple(events), after_view)


def _state_and_view(where: State | View) -> tuple[State, View | None]:
    # Not isinstance: for a protocol it takes longer than playing the card, up to Python 3.11.
    found: Any = where
    return (found.state, found) if hasattr(found, "state") else (found, None)


def _check_known(
    engine: Engine[Any], view: View, play: dict[str, Any], events: Iterable[Event]
) -> None:
    """Raise HiddenInformationError if hidden cards decided what happened in a view."""
    engine.check(view, play)  # raises if the hand or the two drawn cards are hidden
    for event in events:
        if isinstance(event, CardsDrawn):
            has_own = view.state.rules.seats > _SEATS_WITH_ONE_DECK
            owner = event.color if has_own else f"seat{event.seat}"
            name = owner.replace("seat", "seat ")
            message = f"hidden from this view: the draw pile of {name}"
            pointer = f"/decks/{owner}/draw_count"
            raise HiddenInformationError([Problem("hidden_information", message, pointer)])


def _check_type(choice: object, index: int) -> None:
    """Reject actions that are not choices of a card, such as this turn's placement."""
    kind = choice.get("type") if isinstance(choice, dict) else None
    is_other = isinstance(choice, Place | Pass | PlayCard)
    if is_other or (isinstance(kind, str) and kind not in _CHOICE_TYPES):
        message = f"must be one of: {', '.join(_CHOICE_TYPES)}"
        raise InvalidActionError([Problem("unknown_value", message, f"/choices/{index}/type")])


def _move_pointer(problem: Problem) -> Problem:
    """Translate a pointer into the list of actions to one into the card or the choices."""
    _, index, *inside = problem.pointer.split("/")
    start = ["", "choices", str(int(index) - 1)] if int(index) else [""]
    return replace(problem, pointer="/".join([*start, *inside]))


def _resolved(engine: Engine[Any], state: State, events: Iterable[Event]) -> Iterable[ResolvedCard]:
    played: list[CardName] = []
    reasons: dict[int, Problem] = {}
    for event in events:
        if isinstance(event, CardPlayed):
            played.append(event.card)
        elif isinstance(event, CardDiscarded):
            reasons[len(played) - 1] = _reason(event.reason, event.rule)
    for index, card in enumerate(played):
        if card == "double_play":
            outcome = engine.double_play_outcome(state)
            reason = _reason("nothing_fits", "S27") if outcome == "discarded" else None
        else:
            reason = reasons.get(index)
            outcome = "discarded" if reason else "carried_out"
        yield ResolvedCard(card, outcome, reason)


def _reason(code: str, rule: str) -> Problem:
    return Problem(code, CODES[code], rule=rule)
