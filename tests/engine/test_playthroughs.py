"""The playthroughs of tests/data/playthroughs come out on both engines as they are written."""

from __future__ import annotations

import re
from typing import Any

import pytest
from cornerwise.engine import Engine
from cornerwise.types import CARDS

from tests.helpers.playthroughs import HOME, READERS, action_text, replay

FILES = {path.stem: path.read_text("utf-8") for path in sorted(HOME.glob("*.txt"))}
EVERY = pytest.mark.parametrize("name", FILES)


@EVERY
def test_a_playthrough_replays_to_its_text(engine: Engine[Any], name: str) -> None:
    written, state = replay(engine, FILES[name])
    assert written.splitlines() == FILES[name].splitlines()
    assert state.phase == "over"


def test_every_variant_of_shuffle_has_one() -> None:
    assert set(FILES) == {"shuffle-2-seats", "shuffle-3-seats", "shuffle-4-seats"}


@EVERY
def test_every_card_is_played_and_has_an_effect(name: str) -> None:
    text = FILES[name]
    assert all(f" plays {card}\n" in text for card in CARDS)
    for sign in (
        r"is skipped",
        r"turns play counterclockwise",
        r"choose_card: choose draw_two\n.* plays draw_two\n.* draws",  # a chain
        r"choose_color: declare",
        r"choose_piece: take .*\n.* takes back",
        r"warp_to: warp .*\n.* warps",
        r"places \w+\n(\w+/\d) place: place .*\n    \1 places",  # the second of a Double Play
    ):
        assert re.search(sign, text), sign


def test_playthroughs_together_show_rare_events() -> None:
    """A finished colour's slot passes and is skipped, a pass, cards that come to nothing."""
    together = "\n".join(FILES.values())
    for sign in (
        "gets nothing from draw_two: pile_too_small",
        "gets nothing from double_play: nothing_fits",
        "gets nothing from warp: no_piece",
        r"place: pass\n",
        "the game is over\n",
        "# .*finished.*skipped",
        "# .*finished.*comes back",
    ):
        assert re.search(sign, together), sign


@EVERY
def test_a_playthrough_ends_with_the_board_and_the_scores(name: str) -> None:
    end = FILES[name].split("    the game is over\n")[1]
    assert re.findall(r"^\w+$", end, re.MULTILINE) == ["board", "hands", "scores"]
    assert "final, winners: " in end


def test_actions_are_parsed_as_they_are_written() -> None:
    for text in (
        "place V5 0 1 2",
        "pass",
        "play wild",
        "choose skip",
        "declare red",
        "take blue I1",
        "warp 0 1 2",
    ):
        kind, *words = text.split()
        assert action_text(READERS[kind](*words)) == text
