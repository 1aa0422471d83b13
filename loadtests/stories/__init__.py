"""Clients as stories, in plain Python: what they ask, in what order, and what must come of it."""

from __future__ import annotations

from .analyst import Analyst
from .classic import ClassicPlayer
from .hostile import Hostile
from .shuffle import ShufflePlayer
from .solver import Solver
from .story import Story
from .visitor import Visitor

__all__ = ["STORIES", "Story"]

STORIES: dict[str, type[Story]] = {
    story.name: story for story in (Visitor, ClassicPlayer, ShufflePlayer, Analyst, Solver, Hostile)
}
"""All stories by name."""
