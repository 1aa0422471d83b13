"""Whole games of the classic variants, played with the mouse and by bots."""

from __future__ import annotations

import random
import re

import pytest
from playwright.sync_api import expect

from .playground import Move, Playground

pytestmark = pytest.mark.needs("chromium", "playwright")


def choose(groups: list[Move], chance: random.Random) -> Move:
    """Return a placement of one of the largest pieces."""
    size = max(int(group["piece"][-1]) for group in groups)
    group = chance.choice([one for one in groups if int(one["piece"][-1]) == size])
    row, col = divmod(chance.choice(group["positions"]), 20)
    return {**group, "row": row, "col": col}


def place_by_mouse(playground: Playground, move: Move, *, drag: bool = False) -> None:
    """Pick a piece, turn and flip it, and place it with a click or by dragging."""
    groups = playground.groups()
    picked = next(one for one in groups if one["piece"] == move["piece"])
    keys = playground.turns_to(move["piece"], picked["orientation"], move["orientation"])
    mouse = playground.page.mouse
    if drag and not keys:
        playground.item(move).hover()
        mouse.down()
        mouse.move(*playground.target(move), steps=3)
        mouse.up()
        return
    playground.item(move).click()
    for key in keys:
        playground.page.keyboard.press(key)
    mouse.move(*playground.target(move))
    expect(playground.find(".ghost.fits")).to_be_visible()
    mouse.click(*playground.target(move))


def test_whole_game_of_four_people_by_mouse(playground: Playground) -> None:
    playground.start("classic-4", "person", "person", "person", "person")
    chance = random.Random(17)  # noqa: S311 - a repeatable game
    step = 0
    while not playground.is_over():
        move = choose(playground.groups(), chance)
        place_by_mouse(playground, move, drag=step % 3 == 0)
        step += 1
        playground.wait_for_step(step)
    assert step > 50
    assert playground.pieces == step
    expect(playground.find(".badge.win").first).to_be_visible()
    expect(playground.find(".turn.result")).to_contain_text("Winner")
    playground.find(".again").click()
    expect(playground.find("#board .piece")).to_have_count(0)


def test_bots_in_all_seats_play_to_the_end(playground: Playground) -> None:
    playground.start("classic-4", "1", "1", "1", "1")
    expect(playground.find(".turn.result")).to_be_visible(timeout=60_000)
    assert all(playground.find(".seat .score").all_inner_texts())
    assert playground.pieces > 40
    expect(playground.find(".badge.win").first).to_be_visible()


@pytest.mark.parametrize("variant", ["classic-teams", "classic-3", "classic-2"])
def test_whole_game_of_a_person_against_bots(playground: Playground, variant: str) -> None:
    others = {"classic-teams": 3, "classic-3": 2, "classic-2": 1}[variant]
    playground.start(variant, "person", *["1"] * others)
    chance = random.Random(5)  # noqa: S311 - a repeatable game
    moves = 0
    playground.wait_for_decision()
    while not playground.is_over():
        step = playground.step
        place_by_mouse(playground, choose(playground.groups(), chance))
        playground.wait_for_step(step + 1)
        moves += 1
        playground.wait_for_decision()
    assert moves > 10
    assert playground.find(".badge.win").count() >= (2 if variant == "classic-teams" else 1)


def test_ghost_reasons_and_lights(playground: Playground) -> None:
    playground.start("classic-2", "person", "person")
    first = {"color": "blue", "piece": "V5", "orientation": 0, "row": 0, "col": 0}
    playground.item(first).click()
    playground.page.mouse.move(*playground.point(9, 9))
    expect(playground.find(".ghost.wrong")).to_be_visible()
    reasons = playground.find(".why .reasons")
    expect(reasons).to_contain_text("corner")
    expect(reasons.locator("a")).to_have_attribute("href", "/docs/rules#C1")
    expect(playground.find(".marks")).to_be_visible()
    playground.page.mouse.click(*playground.point(9, 9))
    assert playground.pieces == 0
    playground.page.mouse.move(*playground.target(first))
    expect(playground.find(".ghost.fits")).to_be_visible()
    before = playground.find(".ghost .fill").get_attribute("d")
    playground.page.mouse.wheel(0, 100)
    expect(playground.find(".ghost .fill")).not_to_have_attribute("d", before or "")
    playground.page.mouse.wheel(0, -100)
    playground.page.wait_for_timeout(150)
    playground.page.keyboard.press("Escape")
    expect(playground.find(".ghost")).to_have_count(0)
    playground.page.check("#show-coverable")
    playground.page.check("#show-corners")
    expect(playground.find(".corners circle")).to_have_count(4)
    expect(playground.find(".coverable")).to_be_visible()
    playground.page.mouse.click(*playground.point(0, 0))
    expect(playground.find(".item.asked").first).to_be_visible()
    assert ("/v1/legal-moves", [0, 0]) in [
        (path, body.get("covering")) for path, body in playground.requests
    ]


def test_undo_redo_and_stepping(playground: Playground) -> None:
    playground.start("classic-2", "person", "person")
    chance = random.Random(3)  # noqa: S311 - a repeatable game
    for step in range(1, 5):
        place_by_mouse(playground, choose(playground.groups(), chance))
        playground.wait_for_step(step)
    playground.find(".do-undo").click()
    expect(playground.find("#board .piece")).to_have_count(3)
    playground.find(".do-redo").click()
    expect(playground.find("#board .piece")).to_have_count(4)
    playground.find(".do-first").click()
    expect(playground.find("#board .piece")).to_have_count(0)
    playground.find(".do-next").click()
    expect(playground.find("#board .piece")).to_have_count(1)
    place_by_mouse(playground, choose(playground.groups(), chance))
    playground.wait_for_step(2)
    expect(playground.find(".controls .position")).to_have_text("2 / 2")


def test_hint_is_taken(playground: Playground) -> None:
    playground.start("classic-2", "person", "person")
    playground.find(".do-hint").click()
    expect(playground.find("#board .hint")).to_be_visible()
    playground.find(".hints button").first.click()
    expect(playground.find(".ghost.fits")).to_be_visible()
    playground.find(".place").click()
    expect(playground.find("#board .piece")).to_have_count(1)


def test_hints_of_teams_have_chances(playground: Playground) -> None:
    playground.start("classic-teams", "person", "person", "person", "person")
    playground.find(".do-hint").click()
    expect(playground.find(".hints .chance").first).to_have_text(re.compile(r"\d+ %"))


def test_bots_pause_and_go_on(playground: Playground) -> None:
    playground.start("classic-2", "person", "1")
    place_by_mouse(playground, choose(playground.groups(), random.Random(1)))  # noqa: S311
    playground.wait_for_decision()
    playground.find(".do-pause").click()
    place_by_mouse(playground, choose(playground.groups(), random.Random(2)))  # noqa: S311
    playground.wait_for_step(3)
    expect(playground.find(".turn")).to_contain_text("Bot")
    playground.page.wait_for_timeout(300)
    assert playground.step == 3
    playground.find(".do-resume").click()
    playground.wait_for_step(4)


def test_players_change_during_a_game(playground: Playground) -> None:
    playground.start("classic-2", "person", "person")
    playground.page.select_option("#player-1", "1")
    playground.wait_for_step(1)
    expect(playground.find(".turn")).to_contain_text("yellow")
    playground.page.select_option("#player-2", "1")
    playground.wait_for_step(4)
    playground.page.select_option("#player-1", "person")
    playground.wait_for_decision()
    place_by_mouse(playground, choose(playground.groups(), random.Random(1)))  # noqa: S311
