"""What holds for all screens: accessibility, size, languages, themes, the list of requests."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Response, expect

from loadtests.servers import CHECKOUT

from .conftest import SCREENSHOTS, OpenPlayground
from .playground import Playground

pytestmark = pytest.mark.needs("chromium", "playwright")

AXE = CHECKOUT / "tools" / "node_modules" / "axe-core" / "axe.min.js"
FIRST_VIEW = 150_000
PHONE = {"viewport": {"width": 360, "height": 740}, "has_touch": True, "is_mobile": True}
# A game of two after 30 placements by random play, for pictures and checks of a full board.
MIDDLE = (Path(__file__).parent / "middle_game.json").read_text("utf-8")


def serious(playground: Playground) -> list[tuple[str, list[str]]]:
    """Return what axe-core finds serious or critical."""
    # The policy of the page allows no inline scripts; a script that is evaluated is none.
    playground.page.evaluate(f"() => {{ {AXE.read_text('utf-8')} }}")
    found: dict[str, Any] = playground.page.evaluate("axe.run()")
    return [
        (one["id"], [node["html"][:200] for node in one["nodes"]])
        for one in found["violations"]
        if one["impact"] in {"serious", "critical"}
    ]


def load_middle_game(playground: Playground, tmp_path: Path) -> None:
    """Show a board with many pieces."""
    file = tmp_path / "middle.json"
    file.write_text(MIDDLE, "utf-8")
    playground.start("classic-2", "person", "person")
    playground.find(".menu summary").click()
    playground.page.set_input_files("#load", file)
    expect(playground.find("#board .piece")).to_have_count(len(json.loads(MIDDLE)["moves"]))
    playground.find(".menu summary").click()


@pytest.mark.parametrize(
    ("screen", "theme"), [("desktop", "light"), ("desktop", "dark"), ("phone", "dark")]
)
def test_axe_finds_nothing_serious(
    open_playground: OpenPlayground, tmp_path: Path, screen: str, theme: str
) -> None:
    assert AXE.exists(), "make tools/node_modules/.done"
    SCREENSHOTS.mkdir(exist_ok=True)
    options = {**(PHONE if screen == "phone" else {}), "color_scheme": theme}
    playground = open_playground(**options)
    name = f"{SCREENSHOTS}/{screen}-{theme}"

    def look(what: str) -> None:
        playground.screenshot(f"{name}-{what}.png")
        assert serious(playground) == [], what

    look("home")
    load_middle_game(playground, tmp_path)
    playground.page.check("#show-coverable")
    playground.page.check("#show-corners")
    playground.find(".item:not(.stuck)").first.click()
    playground.find(".do-target").click()
    playground.page.evaluate("scrollTo(0, 0)")
    look("game")
    playground.find(".developer").click()
    playground.find(".exchange .line").first.click()
    look("requests")
    playground.find(".panel .tool").click()
    playground.start("shuffle-2", "person", "1")
    for _ in range(2):
        playground.wait_for_decision()
        playground.find(".item:not(.stuck)").first.click()
        playground.find(".do-target").click()
        playground.find(".place").click()
        playground.page.wait_for_timeout(50)
    expect(playground.find(".card:enabled").first).to_be_visible()
    playground.find(".card:enabled").first.click()
    expect(playground.find(".preview .outcome")).to_be_visible()
    playground.page.evaluate("scrollTo(0, 0)")
    look("shuffle")
    playground.start("rect4")
    playground.find(".hint-piece").click()
    expect(playground.find("#board .piece")).to_have_count(1)
    look("puzzle")


def test_first_view_is_small(open_playground: OpenPlayground) -> None:
    responses: list[Response] = []
    playground = open_playground(path=None)
    playground.page.on("response", lambda response: responses.append(response))  # noqa: PLW0108 (playwright sets attributes of it)
    with playground.page.expect_response("**/docs/board.svg"):
        playground.open("/")
    expect(playground.find(".start")).to_be_enabled()
    paths = [response.url.removeprefix(playground.origin) for response in responses]
    # The modules of the table are loaded when the first view is complete.
    end = paths.index("/playground/table.js") if "/playground/table.js" in paths else len(paths)
    # The picture may arrive after the first of them.
    first = {*range(end), paths.index("/docs/board.svg")}
    sizes = {paths[index]: len(responses[index].body()) for index in first}
    assert {"/", "/playground/home.js", "/v1/pieces"} <= set(sizes)
    assert sum(sizes.values()) < FIRST_VIEW, sizes


@pytest.mark.parametrize(
    ("locale", "start", "variant"),
    [
        ("de-CH", "Los", "Klassisch zu viert"),
        ("fr", "Commencer", "Classique à quatre"),
        ("sv", "Börja", "Klassiskt för fyra"),
        ("ja", "Start", "Classic for four"),
    ],
)
def test_language_of_the_browser(
    open_playground: OpenPlayground, locale: str, start: str, variant: str
) -> None:
    playground = open_playground(locale=locale)
    expect(playground.find(".start")).to_have_text(start)
    expect(playground.find(".tile-name").first).to_have_text(variant)


def test_language_is_switched_and_kept(playground: Playground) -> None:
    playground.page.select_option("#language", "sv")
    expect(playground.find(".start")).to_have_text("Börja")
    expect(playground.find("html")).to_have_attribute("lang", "sv")
    playground.page.reload()
    expect(playground.find(".start")).to_have_text("Börja")
    # A language of the catalogue for which the page has no words of its own.
    playground.page.select_option("#language", "fi")
    expect(playground.find(".start")).to_have_text("Start")


def test_theme_is_switched_and_kept(playground: Playground) -> None:
    playground.find(".theme").click()
    playground.find(".theme").click()
    expect(playground.find("html")).to_have_attribute("data-theme", "dark")
    playground.page.reload()
    expect(playground.find("html")).to_have_attribute("data-theme", "dark")


def test_panel_lists_requests_and_copies_them(playground: Playground) -> None:
    playground.start("classic-2", "person", "person")
    playground.find(".developer").click()
    line = playground.find(".exchange", has_text="/v1/games").first
    expect(line).to_contain_text("200")
    expect(line).to_contain_text("ms")
    line.locator("button").click()
    expect(line.locator("pre").first).to_contain_text('"classic"')
    line.locator(".curl").click()
    command = playground.page.evaluate("navigator.clipboard.readText()")
    assert command.startswith(f"curl -s {playground.origin}/v1/games ")
    expect(line.locator(".reference")).to_have_attribute("href", re.compile(r"^/docs#/.+/newGame$"))


def test_board_labels_for_screen_readers(playground: Playground) -> None:
    playground.start("classic-2", "person", "person")
    board = playground.page.get_by_role("application")
    expect(board).to_have_accessible_name("Board, 20 rows and 20 columns, 0 pieces")
    expect(board).to_have_accessible_description(re.compile("R turns, F flips"))
    item = playground.page.get_by_role("button", name="blue V5, 5 squares")
    expect(item).to_have_attribute("aria-pressed", "false")
    item.click()
    expect(item).to_have_attribute("aria-pressed", "true")
    playground.find(".do-target").click()
    playground.find(".place").click()
    expect(playground.page.get_by_role("status")).to_contain_text("blue places V5")
