"""Games of Blokus Shuffle for the tests of the service: a state for everything that can be asked.

They come from random games with fixed seeds, and are plain data that either engine can load.
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

MOMENTS = (
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
"""Every decision that can be asked for, told by its phase and the card that it is about."""


def moment_of(engine: Engine[Any], state: State) -> str:
    """Return the decision that a state asks for."""
    if state.phase == "place" and engine.legal_actions(state) == [Pass()]:
        return "pass"
    turn = state.to_dict()["turn"]
    about = [turn["phase"], turn.get("card") or "", "second" if "first" in turn else ""]
    return " ".join(filter(None, about))


def random_shuffle(engine: Engine[Any], seed: int, **rules: object) -> Iterator[State]:
    """Yield every state of a game of random choices, the finished one too."""
    rng = seeded_rng(seed)
    state = engine.new_game({"game": "shuffle", **rules}, seed)
    yield state
    while state.color is not None:
        state, _ = engine.apply(state, rng.choice(engine.legal_actions(state)))
        yield state


@cache
def moments(seats: int) -> dict[str, list[dict[str, Any]]]:
    """Return some states for each moment, from random games until each has one."""
    engine = load_engine(cornerwise.ENGINE)
    found: dict[str, list[dict[str, Any]]] = {moment: [] for moment in MOMENTS}
    for seed in range(30):
        for state in random_shuffle(engine, seed, seats=seats):
            some = found[moment_of(engine, state)]
            if len(some) < 3 or (state.phase == "play_card" and len(some) < 40):
                some.append(state.to_dict())
        if all(found.values()):
            return found
    raise AssertionError([moment for moment in MOMENTS if not found[moment]])


def at(moment: str, seats: int) -> dict[str, Any]:
    """Return a state at a moment."""
    return moments(seats)[moment][0]


DRAWN: dict[str, Any] = CardsDrawn("red", 3, 2, ("warp", "skip")).to_dict()
PLAYED: dict[str, Any] = CardPlayed("red", 3, "wild").to_dict()

EVENTS_TOLD: tuple[dict[str, Any], ...] = (
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
    PLAYED,
    {
        "type": "card_discarded",
        "color": "red",
        "seat": 3,
        "card": "warp",
        "reason": "no_piece",
        "rule": "S26",
    },
    DRAWN,
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
"""One event of each type, in the order of the description."""
