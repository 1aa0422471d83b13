"""Searches that take long: the page says so, can be used meanwhile, and cancels them."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import pytest
from playwright.sync_api import Route, expect

from .playground import Playground

pytestmark = pytest.mark.needs("chromium", "playwright")

SUGGESTIONS = "**/v1/suggestions"


class Searches:
    """Searches that do not end by themselves: the page waits until they are released."""

    def __init__(self, playground: Playground) -> None:
        self.page = playground.page
        self.held: list[Route] = []
        self.cancelled = 0
        self.page.route(SUGGESTIONS, self._hold)
        self.page.on("requestfailed", self._on_failure)

    def _hold(self, route: Route) -> None:
        self.held.append(route)

    def _on_failure(self, _: object) -> None:
        self.cancelled += 1

    def expect(self, *, sent: int, cancelled: int) -> None:
        """Wait for that many requests, and that many of them cancelled."""
        for _ in range(400):
            if (len(self.held), self.cancelled) == (sent, cancelled):
                return
            self.page.wait_for_timeout(50)
        assert (len(self.held), self.cancelled) == (sent, cancelled)

    def release(self) -> None:
        """Let the newest search end, and all later ones."""
        self.held[-1].continue_()
        self.page.unroute(SUGGESTIONS)


@pytest.fixture
def searches(playground: Playground) -> Iterator[Searches]:
    held = Searches(playground)
    yield held
    # A bot must not ask while the page is closed.
    playground.page.close()


def place_first(playground: Playground, number: int = 0) -> None:
    """Place one of the pieces where it fits."""
    step = playground.step
    playground.find(".item:not(.stuck)").nth(number).click()
    playground.find(".do-target").click()
    playground.find(".place").click()
    playground.wait_for_step(step + 1)


def test_bot_of_the_highest_level_may_take_ten_seconds(
    playground: Playground, searches: Searches
) -> None:
    playground.start("classic-2", "9", "person")
    searches.expect(sent=1, cancelled=0)
    _, body = playground.requests[-1]
    assert (body["level"], body["seconds"]) == (9, 10)
    expect(playground.find(".turn")).to_contain_text("thinking")
    searches.release()
    playground.wait_for_step(1)
    expect(playground.find(".turn")).not_to_contain_text("thinking")


def undo(playground: Playground) -> None:
    playground.find(".do-undo").click()


def undo_and_play_on(playground: Playground) -> None:
    undo(playground)
    place_first(playground, 1)


def leave(playground: Playground) -> None:
    playground.find(".header .new").click()


def leave_and_come_back(playground: Playground) -> None:
    leave(playground)
    playground.find(".resume-game").click()


def begin_another_game(playground: Playground) -> None:
    playground.start("classic-2", "person", "person")


def pause(playground: Playground) -> None:
    playground.find(".do-pause").click()


def pause_and_resume(playground: Playground) -> None:
    pause(playground)
    playground.find(".do-resume").click()


def take_the_seat(playground: Playground) -> None:
    playground.page.select_option("#player-2", "person")


def change_the_level(playground: Playground) -> None:
    playground.page.select_option("#player-2", "3")


@pytest.mark.parametrize(
    ("action", "sent"),
    [
        (undo, 1),
        (undo_and_play_on, 2),
        (leave, 1),
        (leave_and_come_back, 2),
        (begin_another_game, 1),
        (pause, 1),
        (pause_and_resume, 2),
        (take_the_seat, 1),
        (change_the_level, 2),
    ],
)
def test_search_of_a_bot_is_cancelled_when_its_move_is_not_wanted(
    playground: Playground, searches: Searches, action: Callable[[Playground], None], sent: int
) -> None:
    playground.start("classic-2", "person", "9")
    place_first(playground)
    searches.expect(sent=1, cancelled=0)
    action(playground)
    searches.expect(sent=sent, cancelled=1)
    # Nothing went wrong: it is not reported, and the page does not wait for the service.
    expect(playground.find(".notice")).to_have_count(0)
    thinking = playground.find(".turn", has_text="thinking")
    expect(thinking).to_have_count(sent - 1)
    if sent == 2:
        searches.release()
        playground.wait_for_step(2)


def test_undone_move_is_played_differently_during_a_search(
    playground: Playground, searches: Searches
) -> None:
    playground.start("classic-2", "person", "9")
    place_first(playground)
    searches.expect(sent=1, cancelled=0)
    undo(playground)
    expect(playground.find("#board .piece")).to_have_count(0)
    place_first(playground, 3)
    expect(playground.find(".controls .position")).to_have_text("1 / 1")
    expect(playground.find("#board .piece")).to_have_count(1)
    searches.expect(sent=2, cancelled=1)


def test_hint_is_cancelled_when_the_position_changes(
    playground: Playground, searches: Searches
) -> None:
    playground.start("classic-2", "person", "person")
    playground.find(".do-hint").click()
    searches.expect(sent=1, cancelled=0)
    assert playground.requests[-1][1]["seconds"] == 10
    expect(playground.find(".quiet", has_text="Looking for good moves")).to_be_visible()
    place_first(playground)
    searches.expect(sent=1, cancelled=1)
    expect(playground.find(".quiet", has_text="Looking for good moves")).to_have_count(0)
    playground.find(".do-hint").click()
    searches.expect(sent=2, cancelled=1)
    searches.release()
    expect(playground.find(".hints button").first).to_be_visible()


def test_search_continues_while_its_move_is_wanted(
    playground: Playground, searches: Searches
) -> None:
    playground.start("classic-2", "person", "9")
    place_first(playground)
    searches.expect(sent=1, cancelled=0)
    playground.page.check("#show-corners")
    playground.page.select_option("#language", "de")
    playground.find(".developer").click()
    expect(playground.find(".panel")).to_be_visible()
    expect(playground.find(".turn")).to_contain_text("überlegt")
    searches.expect(sent=1, cancelled=0)
