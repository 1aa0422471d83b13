"""A solo puzzle: laying pieces, mistakes, hints, and watching it being solved."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from .playground import Playground

pytestmark = pytest.mark.needs("chromium", "playwright")


def lay(playground: Playground, color: str, piece: str, row: int, col: int) -> None:
    playground.find(f'.item[data-color="{color}"][data-piece="{piece}"]').click()
    playground.page.mouse.move(*playground.point(row, col))
    playground.page.mouse.click(*playground.point(row, col))


def test_puzzle_is_laid_checked_and_solved(playground: Playground) -> None:
    playground.start("rect4")
    lay(playground, "blue", "O4", 0, 0)
    expect(playground.find("#board .piece")).to_have_count(1)
    lay(playground, "red", "O4", 1, 1)
    expect(playground.find(".column.left .reasons")).to_contain_text("already covered")
    expect(playground.find(".marks")).to_be_visible()
    expect(playground.find(".solve")).to_be_disabled()
    # A click takes the piece up again; Escape puts it back into the tray.
    playground.page.mouse.click(*playground.point(2, 2))
    expect(playground.find(".ghost")).to_be_visible()
    playground.page.keyboard.press("Escape")
    expect(playground.find("#board .piece")).to_have_count(1)
    playground.find(".hint-piece").click()
    expect(playground.find("#board .piece")).to_have_count(2)
    playground.find(".do-undo").click()
    expect(playground.find("#board .piece")).to_have_count(1)
    playground.find(".do-redo").click()
    expect(playground.find("#board .piece")).to_have_count(2)
    playground.find(".solve").click()
    expect(playground.find("#board .piece")).to_have_count(20)
    expect(playground.find(".turn.result")).to_contain_text("Solved!")


def test_ghost_of_a_puzzle_shows_whether_it_fits(playground: Playground) -> None:
    playground.start("rect4")
    lay(playground, "blue", "O4", 0, 0)
    playground.find('.item[data-color="red"][data-piece="O4"]').click()
    playground.page.mouse.move(*playground.point(1, 1))
    expect(playground.find(".ghost.wrong")).to_be_visible()
    playground.page.mouse.move(*playground.point(4, 4))
    expect(playground.find(".ghost.fits")).to_be_visible()
