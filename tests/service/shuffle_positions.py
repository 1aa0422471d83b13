"""States of Blokus Shuffle for every kind of decision.

They come from random games with fixed seeds, as plain data that both engines can load.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from typing import Any

import cornerwise
from cornerwise.engine import Engine, State
from cornerwise.selection import load_engine
from cornerwise.types import CARDS, CardPlayed, CardsDrawn, Pass

from tests.helpers.games import seeded_rng

SEATS = (2, 3, 4)

DECISIONS = (
    "opening",
    "play_card",
    "choose_card",
    "choose_color",
    "choose_piece recycle",
    "choose_piece warp",
    "warp_to",
    "place",
    *(f"place {card}" for card in CARDS if card != "draw_two"),
    "place double_play second",
    "pass",
    "over",
)
"""Every kind of decision: its phase, and the card if it depends on one."""


def decision_of(engine: Engine[Any], state: State) -> str:
    """Return the pending decision of a state."""
    if state.phase == "place" and engine.legal_actions(state) == [Pass()]:
        return "pass"
    turn = state.to_dict()["turn"]
    about = [turn["phase"], turn.get("card") or "", "second" if "first" in turn else ""]
    return " ".join(filter(None, about))


def random_states(engine: Engine[Any], seed: int, **rules: object) -> Iterator[State]:
    """Yield every state of a random game, including the finished one."""
    rng = seeded_rng(seed)
    state = engine.new_game({"game": "shuffle", **rules}, seed)
    yield state
    while state.color is not None:
        state, _ = engine.apply(state, rng.choice(engine.legal_actions(state)))
        yield state


@cache
def states_by_decision(seats: int) -> dict[str, list[dict[str, Any]]]:
    """Return some states for each decision, taken from random games."""
    engine = load_engine(cornerwise.ENGINE)
    found: dict[str, list[dict[str, Any]]] = {decision: [] for decision in DECISIONS}
    for seed in range(30):
        for state in random_states(engine, seed, seats=seats):
            some = found[decision_of(engine, state)]
            if len(some) < 3 or (state.phase == "play_card" and len(some) < 40):
                some.append(state.to_dict())
        if all(found.values()):
            return found
    raise AssertionError([decision for decision in DECISIONS if not found[decision]])


def state_at(decision: str, seats: int) -> dict[str, Any]:
    """Return a state with that pending decision."""
    return states_by_decision(seats)[decision][0]


CARDS_DRAWN: dict[str, Any] = CardsDrawn("red", 3, 2, ("warp", "skip")).to_dict()
CARD_PLAYED: dict[str, Any] = CardPlayed("red", 3, "wild").to_dict()

EXAMPLE_EVENTS: tuple[dict[str, Any], ...] = (
    {
        "type": "piece_placed",
        "color": "blue",
        "seat": 1,
        "piece": "V5",
        "orientation": 0,
        "row": 0,
        "col": 0,
    },
    {"type": "passed", "color": "green", "seat": 4},
    {"type": "game_over"},
    CARD_PLAYED,
    {
        "type": "card_discarded",
        "color": "red",
        "seat": 3,
        "card": "warp",
        "reason": "no_piece",
        "rule": "S26",
    },
    CARDS_DRAWN,
    {
        "type": "piece_recycled",
        "color": "blue",
        "seat": 1,
        "piece": "V5",
        "orientation": 0,
        "row": 0,
        "col": 0,
    },
    {
        "type": "piece_warped",
        "color": "blue",
        "seat": 3,
        "piece": "I5",
        "from": {"orientation": 0, "row": 0, "col": 0},
        "to": {"orientation": 1, "row": 15, "col": 19},
    },
    {"type": "turn_skipped", "color": "green", "seat": 4},
    {"type": "direction_reversed", "color": "red", "seat": 3, "direction": "counterclockwise"},
)
"""One event of each type, in the order of the schemas."""
