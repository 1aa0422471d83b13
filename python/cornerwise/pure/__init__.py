"""The rules engine in plain Python: made to be read, and to check the fast engine against.

It offers what :class:`cornerwise.engine.Engine` describes. The modules build on each other in one
direction:

- geometry: ``color``, ``cells``, ``piece``, ``placement``, ``board``
- placement rules: ``placement_rule``, ``movegen``
- the game: ``ruleset``, ``slot``, ``card``, ``shuffle``, ``deck``
- untrusted data: ``data``, ``spot``, ``action``, ``options``, ``setup_turn``, ``setup``
- a state and what can be done in it: ``state``, ``placing``, ``effects``, ``check``
- playing: ``settlement``, ``play``, ``turn``
- from data to a state: ``layout``, ``turn_order`` (classic), ``table`` (Shuffle), ``door``
- what else is asked of a state: ``score``, ``double_play``, ``perft``, ``view``
- the solo puzzles: ``puzzle``
- JSON: ``wire``

Rule ids in the doc comments (C2, P3 …) are those of the project's rules page.
"""

from __future__ import annotations

from .door import load_state, new_game
from .double_play import double_play_outcome
from .perft import perft, perft_split
from .piece import pieces
from .puzzle import check_layout, puzzles, solve_puzzle
from .score import score
from .state import State
from .turn import apply, check, count_actions, legal_actions, legal_placements
from .view import view
from .wire import legal_actions_json

__all__ = [
    "NAME",
    "State",
    "apply",
    "check",
    "check_layout",
    "count_actions",
    "double_play_outcome",
    "legal_actions",
    "legal_actions_json",
    "legal_placements",
    "load_state",
    "new_game",
    "perft",
    "perft_split",
    "pieces",
    "puzzles",
    "score",
    "solve_puzzle",
    "view",
]

NAME = "python"
