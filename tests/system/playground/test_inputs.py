"""Games by keyboard alone, and by touch on a phone."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from .conftest import OpenPlayground
from .playground import Playground

pytestmark = pytest.mark.needs("chromium", "playwright")

PHONE = {"viewport": {"width": 360, "height": 740}, "has_touch": True, "is_mobile": True}


def press(playground: Playground, *keys: str) -> None:
    for key in keys:
        playground.page.keyboard.press(key)


def tab_to(playground: Playground, selector: str) -> None:
    """Press Tab until an element has the focus."""
    for _ in range(60):
        if playground.page.evaluate("s => document.activeElement?.matches(s) ?? false", selector):
            return
        press(playground, "Tab")
    raise AssertionError(f"Tab does not reach {selector}")


def tap(playground: Playground, row: int, col: int) -> None:
    """Touch a square of the board."""
    playground.find("#board").scroll_into_view_if_needed()
    playground.page.touchscreen.tap(*playground.point(row, col))


def test_whole_game_by_keyboard_alone(playground: Playground) -> None:
    # The last of the classic variants, with the arrow keys of a group of radio buttons.
    tab_to(playground, "#play-classic-4")
    press(playground, "ArrowDown", "ArrowDown", "ArrowDown")
    tab_to(playground, "#seat-2")
    press(playground, "Home", "ArrowDown")
    tab_to(playground, ".start")
    press(playground, "Enter")
    expect(playground.find("#board")).to_be_visible()
    live = playground.find("#live")
    moves = 0
    while not playground.is_over():
        step = playground.step
        if moves == 0:
            tab_to(playground, ".tray .item")
        else:
            press(playground, "Escape")
            expect(playground.find(".tray .item:focus")).to_be_visible()
        for _ in range(25):
            if playground.page.evaluate("!document.activeElement.matches('.stuck')"):
                break
            press(playground, "ArrowRight")
        press(playground, "Enter")
        expect(playground.find(".ghost.fits")).to_be_visible()
        expect(live).to_contain_text("fits")
        if moves == 0:
            press(playground, "r", "f", "ArrowRight", "ArrowDown")
            expect(live).to_contain_text("does not fit")
            press(playground, "n")
            expect(live).to_contain_text(": fits")
        press(playground, "Enter")
        playground.wait_for_step(step + 1)
        moves += 1
        playground.wait_for_decision()
    assert moves > 10


def test_escape_returns_to_the_tray_and_the_cursor_reads_squares(playground: Playground) -> None:
    playground.start("classic-2", "person", "person")
    playground.find('.item[data-piece="V5"]').focus()
    press(playground, "Enter", "Escape")
    assert playground.page.evaluate("document.activeElement.dataset.piece") == "V5"
    playground.find("#board").focus()
    press(playground, "ArrowRight", "ArrowDown")
    expect(playground.find("#live")).to_have_text("b19: free")
    press(playground, "ArrowUp", "ArrowLeft", "Enter")
    expect(playground.find("#live")).to_contain_text("a20 can be covered by")


def test_whole_game_by_touch_on_a_phone(open_playground: OpenPlayground) -> None:
    playground = open_playground(**PHONE)
    playground.page.tap("label:has(#play-classic-2)")
    playground.page.select_option("#seat-2", "1")
    playground.page.tap(".start")
    expect(playground.find("#board")).to_be_visible()
    moves = 0
    while not playground.is_over():
        step = playground.step
        playground.find(".item:not(.stuck)").first.tap()
        playground.find(".do-target").tap()
        expect(playground.find(".ghost.fits")).to_be_visible()
        if moves == 0:
            tap(playground, 9, 9)
            expect(playground.find(".ghost.wrong")).to_be_visible()
            before = playground.find(".ghost .fill").get_attribute("d")
            for name in ("left", "right", "flip", "flip"):
                playground.find(f".do-{name}").tap()
            expect(playground.find(".ghost .fill")).to_have_attribute("d", before or "")
            playground.find(".do-target").tap()
            expect(playground.find(".ghost.fits")).to_be_visible()
        playground.find(".place").tap()
        playground.wait_for_step(step + 1)
        moves += 1
        playground.wait_for_decision()
    assert moves > 10
    width = playground.page.evaluate("document.documentElement.scrollWidth")
    assert width == 360


def test_tap_on_the_piece_places_it(open_playground: OpenPlayground) -> None:
    playground = open_playground(**PHONE)
    playground.start("classic-2", "person", "person")
    move = {"color": "blue", "piece": "O4", "orientation": 0, "row": 0, "col": 0}
    playground.item(move).tap()
    tap(playground, 0, 0)
    expect(playground.find(".ghost.fits")).to_be_visible()
    assert playground.pieces == 0
    tap(playground, 0, 0)
    expect(playground.find("#board .piece")).to_have_count(1)
