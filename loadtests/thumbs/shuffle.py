"""Rules of thumb for Blokus Shuffle: cards are never lost, and hands are never shown."""

from __future__ import annotations

from collections import Counter
from typing import Any

from ..answers import expect
from .games import COLORS, Data, check_next

__all__ = ["cards_in", "check_resolution", "check_shuffle_turn", "check_view", "own_deck"]

OUTCOMES = {"carried_out", "discarded", "depends"}
FIRST_EVENTS = {"place": "piece_placed", "play_card": "card_played", "pass": "passed"}
"""For an action that a turn can begin with the event that tells of it."""

CHOICES = ("choose_card", "choose_color", "choose_piece", "warp_to")
"""Phases that ask for a choice which a card brings; each is called as its action."""


def cards_in(state: Data) -> Counter[str]:
    """Count the cards of a state, wherever they are."""
    cards = Counter[str]()
    for deck in state["decks"].values():
        cards.update([*deck["draw"], *deck["hand"], *deck["discard"]])
    cards.update(state["turn"].get("drawn", []))
    return cards


def check_shuffle_turn(body: Data, state: Data, who: Data, actions: list[Data]) -> Data:
    """See that the first event tells of the first action, and that pieces and cards add up."""
    events = body["events"]
    begins = events[0] if events else {}
    expected = FIRST_EVENTS.get(actions[0]["type"])
    if expected:
        told = (begins.get("type"), begins.get("color"), begins.get("seat"))
        right = (expected, who["color"], who["seat"])
        expect(that=told == right, otherwise=f"the first event is {told} and not {right}")
    types = Counter(event["type"] for event in events)
    before, after = len(state["placements"]), len(body["state"]["placements"])
    added = types["piece_placed"] - types["piece_recycled"]
    expect(
        that=after == before + added,
        otherwise=f"{before} pieces became {after} by {added:+}",
    )
    placed = sum(action["type"] == "place" for action in actions)
    expect(
        that=types["piece_placed"] == placed,
        otherwise=f"{placed} pieces were played, {types['piece_placed']} events tell of it",
    )
    expect(that=cards_in(body["state"]) == cards_in(state), otherwise="cards were lost or made")
    expect(that=body["state"]["rules"] == state["rules"], otherwise="the turn changed the rules")
    check_next(body)
    return body


def check_resolution(body: Data, state: Data, card: str, asked: list[Data]) -> Data:
    """See that what a card asks for is of one type and as much as is said, and no card is lost."""
    expect(that=body["card"] == card, otherwise=f"the card is {body['card']} and not {card}")
    for told in (body, *body["chain"]):
        outcome, reason = told["outcome"], told["reason"]
        expect(that=outcome in OUTCOMES, otherwise=f"the outcome is {outcome}")
        expect(
            that=(outcome == "discarded") is bool(reason),
            otherwise=f"the outcome is {outcome} with the reason {reason}",
        )
    choices, phase = body["choices"], body["phase"]
    expect(
        that=body["count"] == len(choices),
        otherwise=f"count is {body['count']}, but {len(choices)} choices are listed",
    )
    types = {choice["type"] for choice in choices}
    right = {phase} if phase in CHOICES else set()
    expect(that=types == right, otherwise=f"{phase} comes with choices of {sorted(types)}")
    who = {name: body[name] for name in ("color", "seat", "phase")}
    expect(that=who == body["next"], otherwise=f"{who} is asked, but next is {body['next']}")
    begins = body["events"][0]
    expect(
        that=begins["type"] == "card_played" and begins["card"] == card,
        otherwise=f"the first event is {begins}",
    )
    chosen = sum(choice["type"] == "choose_card" for choice in asked)
    expect(that=len(body["chain"]) == chosen, otherwise=f"{chosen} chosen: {body['chain']}")
    expect(that=cards_in(body["state"]) == cards_in(state), otherwise="cards were lost or made")
    if body["destinations"] is not None:
        _check_destinations(body["destinations"], choices)
    return body


def _check_destinations(destinations: list[Data], choices: list[Data]) -> None:
    targets = [(one["color"], one["piece"]) for one in destinations]
    chosen = [(one["color"], one["piece"]) for one in choices]
    expect(that=targets == chosen, otherwise=f"destinations of {targets}, choices of {chosen}")
    for one in destinations:
        moves = one["moves"]
        expect(
            that=one["count"] == len(moves) > 0,
            otherwise=f"{len(moves)} destinations of {one['piece']}, count {one['count']}",
        )
        types = {move["type"] for move in moves}
        expect(that=types == {"warp_to"}, otherwise=f"destinations of the types {sorted(types)}")


def own_deck(rules: Data, seat: int) -> str:
    """Return the name of the deck that belongs to a seat."""
    if rules["seats"] == 2:
        return f"seat{seat}"
    return [color for color in COLORS if color != rules["shared_color"]][seat - 1]


def check_view(body: Data, state: Data, seat: int, acting: int | None) -> None:
    """See that a seat is shown its own hand, and of other hands and all piles the number."""
    expect(that=body["seat"] == seat, otherwise=f"the view of {body['seat']}, not of {seat}")
    seen: Any = body["state"]
    for name in ("placements", "rules", "last_placed"):
        expect(that=seen[name] == state[name], otherwise=f"a view changes {name}")
    own, mover = own_deck(state["rules"], seat), state["turn"]["color"]
    expect(that=seen["decks"].keys() == state["decks"].keys(), otherwise="a view lacks decks")
    for name, deck in state["decks"].items():
        shown = seen["decks"][name]
        # Who plays the shared colour sees its hand for as long.
        open_hand = name == own or (acting == seat and name == mover)
        right = {
            "draw": len(deck["draw"]),
            "hand": deck["hand"] if open_hand else len(deck["hand"]),
            "discard": deck["discard"],
        }
        expect(that=shown == right, otherwise=f"seat {seat} sees {shown} of the deck of {name}")
    if "drawn" in state["turn"] and acting != seat:
        drawn = seen["turn"]["drawn"]
        expect(that=drawn == len(state["turn"]["drawn"]), otherwise=f"all see the drawn {drawn}")
    for event in body.get("events", ()):
        hidden = event["type"] != "cards_drawn" or event["seat"] == seat or event["cards"] is None
        expect(that=hidden, otherwise=f"seat {seat} sees the cards of {event}")
