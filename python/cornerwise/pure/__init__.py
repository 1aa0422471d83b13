"""The rules engine in plain Python: a readable reference to test the Rust engine against.

It implements :class:`cornerwise.engine.Engine`. The modules depend on each other in one direction:

- geometry: ``color``, ``cells``, ``piece``, ``placement``, ``board``
- placement rules: ``placement_rule``, ``movegen``
- the game: ``ruleset``, ``slot``, ``card``, ``shuffle``, ``deck``
- positions as text: ``position_text``
- untrusted data: ``reader``, ``location``, ``action``, ``options``, ``setup_turn``, ``setup``
- moves as text: ``move_text``
- a state and its legal actions: ``state``, ``placing``, ``effects``, ``check``
- playing: ``turn_end``, ``play``, ``turn``, ``replay``
- from data to a state: ``layout``, ``turn_order`` (classic), ``shuffle_state``, ``load``
- a state as one seat may see it: ``hidden``, ``view``
- other questions about a state: ``score``, ``double_play``, ``summary``, ``perft``, ``suggest``
- the solo puzzles: ``puzzle``
- JSON: ``moves_json``

Rule ids in comments (C2, P3 …) refer to docs/rules.md.
"""

from __future__ import annotations

from ..strict_json import parse_json
from .cancellation import Cancellation
from .double_play import double_play_outcome
from .load import (
    load_state,
    load_view,
    new_game,
    state_from_text,
    state_to_text,
    view_from_text,
)
from .move_text import action_from_text, action_to_text, event_to_text
from .moves_json import legal_actions_json
from .perft import perft, perft_split
from .piece import pieces
from .puzzle import check_layout, puzzles, solve_puzzle
from .replay import replay
from .score import score
from .state import State
from .suggest import suggest
from .summary import summary
from .turn import apply, check, count_actions, legal_actions, legal_placements
from .view import View, view

__all__ = [
    "NAME",
    "Cancellation",
    "State",
    "View",
    "action_from_text",
    "action_to_text",
    "apply",
    "check",
    "check_layout",
    "count_actions",
    "double_play_outcome",
    "event_to_text",
    "legal_actions",
    "legal_actions_json",
    "legal_placements",
    "load_state",
    "load_view",
    "new_game",
    "parse_json",
    "perft",
    "perft_split",
    "pieces",
    "puzzles",
    "replay",
    "score",
    "solve_puzzle",
    "state_from_text",
    "state_to_text",
    "suggest",
    "summary",
    "view",
    "view_from_text",
]

NAME = "python"
