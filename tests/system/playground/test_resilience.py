"""Reloads, links, files, and a server that goes away and comes back."""

from __future__ import annotations

import json
from pathlib import Path

import cornerwise
import pytest
from playwright.sync_api import expect

from loadtests.servers import Nginx, Server

from .conftest import OpenPlayground
from .playground import Playground

pytestmark = pytest.mark.needs("chromium", "playwright")


def place_first(playground: Playground) -> None:
    """Place some piece where it fits."""
    step = playground.step
    playground.find(".item:not(.stuck)").first.click()
    playground.find(".do-target").click()
    playground.find(".place").click()
    playground.wait_for_step(step + 1)


def test_game_survives_a_reload(playground: Playground) -> None:
    playground.start("classic-2", "person", "1")
    for _ in range(2):
        playground.wait_for_decision()
        place_first(playground)
    playground.wait_for_decision()
    pieces, turn = playground.pieces, playground.turn
    playground.page.reload()
    playground.wait_for_decision()
    assert (playground.pieces, playground.turn) == (pieces, turn)
    place_first(playground)
    playground.find(".do-first").click()
    expect(playground.find("#board .piece")).to_have_count(0)


def test_puzzle_survives_a_reload(playground: Playground) -> None:
    playground.start("rect4")
    playground.find(".hint-piece").click()
    expect(playground.find("#board .piece")).to_have_count(1)
    playground.page.reload()
    expect(playground.find("#board .piece")).to_have_count(1)


def test_link_to_a_position(playground: Playground, open_playground: OpenPlayground) -> None:
    playground.start("classic-2", "person", "person")
    place_first(playground)
    playground.find(".menu summary").click()
    playground.find(".menu-item.link").click()
    link = playground.page.evaluate("navigator.clipboard.readText()")
    position = link.partition("#p=")[2]
    assert len(cornerwise.load_state(position).placements) == 1
    other = open_playground(path=f"/#p={position}")
    expect(other.find("#board .piece")).to_have_count(1)
    expect(other.find(".turn")).to_contain_text("yellow")
    place_first(other)
    # The fragment of an address is not sent to a server.
    assert all(position not in path for path, _ in other.requests)


def test_wrong_link_is_explained(open_playground: OpenPlayground) -> None:
    playground = open_playground(path="/#p=cw1sAAABIwADBqfPx")
    expect(playground.find(".notice")).to_contain_text("does not contain a valid position")
    expect(playground.find(".start")).to_be_visible()
    playground.expect_failures("status of 422")


def test_game_is_saved_and_loaded(playground: Playground, tmp_path: Path) -> None:
    playground.start("classic-2", "person", "person")
    for _ in range(3):
        place_first(playground)
    playground.find(".menu summary").click()
    with playground.page.expect_download() as download:
        playground.find(".menu-item.save").click()
    file = tmp_path / "game.json"
    download.value.save_as(file)
    assert len(json.loads(file.read_text("utf-8"))["moves"]) == 3
    playground.find(".do-first").click()
    place_first(playground)
    playground.page.set_input_files("#load", file)
    expect(playground.find(".controls .position")).to_have_text("3 / 3")


def test_file_of_pentobi_is_loaded_and_saved(playground: Playground, tmp_path: Path) -> None:
    file = tmp_path / "game.blksgf"
    file.write_text("(;GM[Blokus];1[a20,b20];2[t19,t20];3[s1,t1];4[a1,a2])", "utf-8")
    playground.start("classic-4", "person", "person", "person", "person")
    playground.find(".menu summary").click()
    playground.page.set_input_files("#load", file)
    expect(playground.find(".controls .position")).to_have_text("4 / 4")
    with playground.page.expect_download() as download:
        playground.find(".menu-item.sgf").click()
    saved = tmp_path / "saved.blksgf"
    download.value.save_as(saved)
    assert saved.read_text("utf-8").count(";") == 5


def test_file_that_is_no_game_is_explained(playground: Playground, tmp_path: Path) -> None:
    file = tmp_path / "game.json"
    file.write_text('{"moves": 3}', "utf-8")
    playground.start("classic-2", "person", "person")
    playground.find(".menu summary").click()
    playground.page.set_input_files("#load", file)
    expect(playground.find(".notice")).to_contain_text("not a game")
    playground.expect_failures("status of 422")


@pytest.mark.parametrize("kind", ["svg", "png"])
def test_board_is_copied_as_a_picture(playground: Playground, kind: str) -> None:
    playground.start("classic-2", "person", "person")
    playground.find(".menu summary").click()
    playground.find(f".menu-item.{kind}").click()
    expect(playground.find("#live")).to_have_text("Copied.")
    read = "navigator.clipboard.read().then(items => items[0].types[0])"
    assert playground.page.evaluate(read) == {"svg": "text/plain", "png": "image/png"}[kind]


def test_server_that_stops_and_returns(open_playground: OpenPlayground, tmp_path: Path) -> None:
    with Server(tmp_path) as server:
        playground = open_playground(f"http://127.0.0.1:{server.port}")
        playground.start("classic-2", "person", "1")
        place_first(playground)
        playground.wait_for_decision()
        pieces = playground.pieces
        server.stop()
        playground.find(".item:not(.stuck)").first.click()
        playground.find(".do-target").click()
        playground.find(".place").click()
        expect(playground.find(".notice")).to_contain_text("does not answer")
        assert playground.pieces == pieces
        expect(playground.find(".ghost.fits")).to_be_visible()
        server.run()
        expect(playground.find(".notice")).to_have_count(0)
        playground.find(".place").click()
        playground.wait_for_decision()
        assert playground.pieces >= pieces + 1
        playground.expect_failures("ERR_CONNECTION_REFUSED|ERR_EMPTY_RESPONSE|ERR_CONNECTION_RESET")


def test_bot_continues_when_the_service_is_no_longer_busy(playground: Playground) -> None:
    problem = {"code": "busy", "title": "Busy.", "detail": "Try again later.", "errors": []}
    playground.page.route(
        "**/v1/suggestions",
        lambda route: route.fulfill(
            status=503, content_type="application/problem+json", body=json.dumps(problem)
        ),
        times=1,
    )
    playground.start("classic-2", "1", "person")
    expect(playground.find(".notice")).to_contain_text("busy")
    playground.wait_for_step(1)
    expect(playground.find(".notice")).to_have_count(0)
    playground.expect_failures("status of 503")


@pytest.mark.needs("nginx")
def test_page_works_behind_the_proxy(
    server: Server, open_playground: OpenPlayground, tmp_path: Path
) -> None:
    proxy = Nginx(tmp_path, [server.port])
    proxy.run()
    try:
        playground = open_playground(f"http://127.0.0.1:{proxy.port}")
        playground.start("classic-2", "person", "1")
        place_first(playground)
        playground.wait_for_decision()
        assert playground.pieces == 2
    finally:
        proxy.stop()
