"""POST /v1/card-resolutions."""

from __future__ import annotations

from typing import Any, get_args

import orjson
from cornerwise import IllegalActionError, InvalidActionError, Problem, resolution
from cornerwise.engine import Engine, State
from cornerwise.types import MoveFormat

from .errors import OperationError, prefix_pointers
from .includes import included_json, listed_moves, move_format
from .locate import Game, load_game, state_of
from .operation import Answer, Context, Request, decision_json, events_json

__all__ = ["resolve_card"]

CHOICE_PHASES = frozenset(choice.type for choice in get_args(resolution.Choice))
"""The phases that ask for a choice of a card: each has the name of its action."""


def resolve_card(context: Context, request: Request) -> Answer:
    """Return what a card does, given the choices made so far, and the next choice."""
    engine, form = context.engine, move_format(request)
    game = load_game(context, request)
    try:
        resolved = resolution.resolve_card(
            engine, game, request["card"], request.get("choices", ())
        )
    except InvalidActionError as error:
        raise OperationError.from_problems("invalid_action", error.problems) from None
    except IllegalActionError as error:
        raise OperationError.from_problems(
            "illegal_action", error.problems, _pointer(error.index)
        ) from None
    state, view = resolved.state, resolved.view
    after: Game = view or state
    count, written = (
        engine.legal_actions_json(after, form) if state.phase in CHOICE_PHASES else (0, b"[]")
    )
    destinations = _destinations(engine, state, form) if request["destinations"] else b"null"
    card, *chain = (_card_data(one, index) for index, one in enumerate(resolved.cards))
    body = (
        b'%b,"chain":%b,%b,"choices":%b,"choice_groups":%b,"count":%d,"destinations":%b,'
        b'"state":%b,"view":%b,"events":%b,"next":%b,%b}'
    ) % (
        orjson.dumps(card)[:-1],
        orjson.dumps(chain),
        decision_json(state)[1:-1],
        *listed_moves(written, form),
        count,
        destinations,
        b"null" if view else state.to_json(),
        view.to_json() if view else b"null",
        events_json(resolved.events),
        decision_json(state),
        _included(context, after, request),
    )
    return Answer(body, state=None if view else state)


def _included(context: Context, game: Game, request: Request) -> bytes:
    """Return what the request includes; moves only if the card leads to placing."""
    include = request.get("include", ())
    if "moves" in include and state_of(game).phase != "place":
        request = {**request, "include": [name for name in include if name != "moves"]}
    return included_json(context, game, request, b"move_count")


def _pointer(index: int) -> str:
    """Return the pointer to an action in the request: the card, followed by the choices."""
    return f"/choices/{index - 1}" if index else "/card"


def _card_data(card: resolution.ResolvedCard, index: int) -> dict[str, Any]:
    """Return a card of the answer; one that was chosen points to its choice in the request."""
    reason: Problem | None = card.reason
    located = None if reason is None else prefix_pointers(_pointer(index), [reason])[0].to_dict()
    return {**card.to_dict(), "reason": located}


def _destinations(engine: Engine[Any], state: State, form: MoveFormat) -> bytes:
    """List the destinations of each piece that can be warped; null if none is to be chosen.

    Which pieces and squares these are does not depend on cards, hidden or not.
    """
    if state.phase != "choose_piece":
        return b"null"
    listed = []
    # Plain data: `apply` reads it faster than the package's actions.
    _, choices = engine.legal_actions_json(state, "objects")
    for choice in orjson.loads(choices):
        chosen, _ = engine.apply(state, choice)
        if chosen.phase != "warp_to":
            return b"null"
        count, written = engine.legal_actions_json(chosen, form)
        target = {"color": choice["color"], "piece": choice["piece"], "count": count}
        moves, groups = listed_moves(written, form)
        listed.append(b'%b,"moves":%b,"groups":%b}' % (orjson.dumps(target)[:-1], moves, groups))
    return b"[%b]" % b",".join(listed)
