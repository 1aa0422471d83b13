"""The variants of the game, and the phases of a turn."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, get_args

import orjson
from cornerwise import COLORS, InvalidStateError
from cornerwise.engine import Engine, State
from cornerwise.types import Game, Phase

from .languages import translation

__all__ = ["variants_json"]

BOARD = {"rows": 20, "cols": 20}
"""The board of all variants (G1)."""


def variants_json(engine: Engine[Any], language: str) -> bytes:
    """Return the variants with all options written out, and the names of the phases."""
    texts = translation(language)
    variants = [
        {
            "id": name,
            **texts["variants"][name],
            "board": BOARD,
            "colors": list(COLORS),
            "rules": state.rules.to_dict(),
            "seats": _seats(engine, state),
        }
        for name, state in _new_games(engine)
    ]
    phases = [{"id": phase, **texts["phases"][phase]} for phase in get_args(Phase)]
    return orjson.dumps({"language": language, "variants": variants, "phases": phases})


def _new_games(engine: Engine[Any]) -> Iterator[tuple[str, State]]:
    """Yield the id and a new game of each variant: every combination that the engine accepts."""
    for game in get_args(Game):
        for seats in (4, 3, 2):
            for teams in (False, True):
                rules = {"game": game, "seats": seats, "teams": teams}
                try:
                    yield f"{game}-{'teams' if teams else seats}", engine.new_game(rules, 0)
                except InvalidStateError:
                    continue  # teams need four seats and a classic game


def _seats(engine: Engine[Any], state: State) -> list[dict[str, object]]:
    """Return the seats of a game and their colours."""
    # With teams only the teams have scores; their seats are those of the game without teams.
    without_teams = engine.new_game({**state.rules.to_dict(), "teams": False}, 0)
    scores = engine.score(without_teams).seats
    return [{"seat": score.seat, "colors": list(score.colors)} for score in scores]
