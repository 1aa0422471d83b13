"""Scenarios: sequences of requests of typical clients, with checks of the responses."""

from __future__ import annotations

from .analyst import Analyst
from .bot import Bot
from .classic import ClassicPlayer
from .hostile import Hostile
from .scenario import Scenario
from .sealed import SealedPlayer
from .shuffle import ShufflePlayer
from .solver import Solver
from .visitor import Visitor

__all__ = ["SCENARIOS", "Scenario"]

SCENARIOS: dict[str, type[Scenario]] = {
    scenario.name: scenario
    for scenario in (
        *(Visitor, ClassicPlayer, ShufflePlayer, SealedPlayer),
        *(Analyst, Bot, Solver, Hostile),
    )
}
"""All scenarios by name."""
