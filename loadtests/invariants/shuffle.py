"""Invariants of Blokus Shuffle: no card is lost, and hidden cards stay hidden."""

from __future__ import annotations

from collections import Counter
from typing import Any

from ..responses import require
from .games import COLORS, Data, check_included, check_next

__all__ = ["cards_in", "check_resolution", "check_shuffle_turn", "check_view", "own_deck"]

OUTCOMES = {"carried_out", "discarded", "depends"}
FIRST_EVENTS = {"place": "piece_placed", "play_card": "card_played", "pass": "passed"}
"""The first event of a turn, by the type of its first action."""

CHOICES = ("choose_card", "choose_color", "choose_piece", "warp_to")
"""Phases in which a card requires a choice; each has the name of its action."""


def cards_in(state: Data) -> Counter[str]:
    """Count the cards of a state in all decks, hands and piles."""
    cards = Counter[str]()
    for deck in state["decks"].values():
        cards.update([*deck["draw"], *deck["hand"], *deck["discard"]])
    cards.update(state["turn"].get("drawn", []))
    return cards


def check_shuffle_turn(body: Data, state: Data, next_turn: Data, actions: list[Data]) -> Data:
    """Check the first event, the number of pieces and the cards of a turn; return the body."""
    events = body["events"]
    first_event = events[0] if events else {}
    expected = FIRST_EVENTS.get(actions[0]["type"])
    if expected:
        actual = (first_event.get("type"), first_event.get("color"), first_event.get("seat"))
        right = (expected, next_turn["color"], next_turn["seat"])
        require(actual == right, f"the first event is {actual}, not {right}")
    types = Counter(event["type"] for event in events)
    before, after = len(state["placements"]), len(body["state"]["placements"])
    added = types["piece_placed"] - types["piece_recycled"]
    require(
        after == before + added,
        f"{before} pieces became {after} by {added:+}",
    )
    placed = sum(action["type"] == "place" for action in actions)
    require(
        types["piece_placed"] == placed,
        f"{placed} pieces were played, {types['piece_placed']} events say so",
    )
    require(cards_in(body["state"]) == cards_in(state), "cards were lost or added")
    require(body["state"]["rules"] == state["rules"], "the turn changed the rules")
    check_next(body)
    check_included(body)
    return body


def check_resolution(body: Data, state: Data, card: str, asked: list[Data]) -> Data:
    """Check the outcome, choices, events and cards of a resolution; return the body."""
    require(body["card"] == card, f"the card is {body['card']}, not {card}")
    for actual in (body, *body["chain"]):
        outcome, reason = actual["outcome"], actual["reason"]
        require(outcome in OUTCOMES, f"the outcome is {outcome}")
        require(
            (outcome == "discarded") is bool(reason),
            f"the outcome is {outcome} with the reason {reason}",
        )
    choices, phase = body["choices"], body["phase"]
    require(
        body["count"] == len(choices),
        f"count is {body['count']}, but there are {len(choices)} choices",
    )
    types = {choice["type"] for choice in choices}
    right = {phase} if phase in CHOICES else set()
    require(types == right, f"{phase} comes with choices of {sorted(types)}")
    next_turn = {name: body[name] for name in ("color", "seat", "phase")}
    require(next_turn == body["next"], f"{next_turn} has to choose, but next is {body['next']}")
    first_event = body["events"][0]
    require(
        first_event["type"] == "card_played" and first_event["card"] == card,
        f"the first event is {first_event}",
    )
    chosen = sum(choice["type"] == "choose_card" for choice in asked)
    require(len(body["chain"]) == chosen, f"{chosen} chosen: {body['chain']}")
    require(cards_in(body["state"]) == cards_in(state), "cards were lost or added")
    if body["destinations"] is not None:
        _check_destinations(body["destinations"], choices)
    return body


def _check_destinations(destinations: list[Data], choices: list[Data]) -> None:
    targets = [(one["color"], one["piece"]) for one in destinations]
    chosen = [(one["color"], one["piece"]) for one in choices]
    require(targets == chosen, f"destinations of {targets}, choices of {chosen}")
    for one in destinations:
        moves = one["moves"]
        require(
            one["count"] == len(moves) > 0,
            f"{len(moves)} destinations of {one['piece']}, count {one['count']}",
        )
        types = {move["type"] for move in moves}
        require(types == {"warp_to"}, f"destinations of the types {sorted(types)}")


def own_deck(rules: Data, seat: int) -> str:
    """Return the name of the deck that belongs to a seat."""
    if rules["seats"] == 2:
        return f"seat{seat}"
    return [color for color in COLORS if color != rules["shared_color"]][seat - 1]


def check_view(body: Data, state: Data, seat: int, acting: int | None) -> None:
    """Check that a view shows the seat's own hand, and only the number of other hidden cards."""
    require(body["seat"] == seat, f"the view of {body['seat']}, not of {seat}")
    seen: Any = body["view"]
    for name in ("placements", "rules", "last_placed"):
        require(seen[name] == state[name], f"a view changes {name}")
    own, mover = own_deck(state["rules"], seat), state["turn"]["color"]
    require(seen["decks"].keys() == state["decks"].keys(), "a view lacks decks")
    for name, deck in state["decks"].items():
        shown = seen["decks"][name]
        # The seat that plays the shared colour sees its hand during the turn.
        open_hand = name == own or (acting == seat and name == mover)
        right = {
            "draw_count": len(deck["draw"]),
            "hand_count": len(deck["hand"]),
            "hand": deck["hand"] if open_hand else None,
            "discard": deck["discard"],
        }
        require(shown == right, f"seat {seat} sees {shown} of the deck of {name}")
    if "drawn" in state["turn"] and acting != seat:
        drawn = seen["turn"].get("drawn")
        require(drawn is None, f"drawn cards are visible: {drawn}")
    for event in body.get("events", ()):
        hidden = event.get("cards") is None or event["seat"] == seat
        require(hidden, f"seat {seat} sees the cards of {event}")
