"""Blokus Shuffle in the browser: cards, choices, hidden hands."""

from __future__ import annotations

from pathlib import Path

import cornerwise
import pytest
from cornerwise import CARDS, records
from playwright.sync_api import expect

from loadtests.servers import Server

from .conftest import OpenPlayground
from .playground import Playground

pytestmark = pytest.mark.needs("chromium", "playwright")


def decide(playground: Playground, played: set[str]) -> None:
    """Make the decision that is asked for, by mouse; a new kind of card is preferred."""
    step = playground.step
    cards = playground.find(".cards .card:enabled")
    choices = playground.find(".choices .choice")
    if choices.count():
        choices.last.click()
    elif cards.count():
        kinds = [card.get_attribute("data-card") or "" for card in cards.all()]
        kind = next((kind for kind in kinds if kind not in played), kinds[0])
        cards.nth(kinds.index(kind)).click()
        expect(playground.find(".preview .outcome")).to_be_visible()
        playground.find(".play-card").click()
        played.add(kind)
    else:
        if playground.find(".ghost").count() == 0:
            playground.find(".item:not(.stuck)").first.click()
        playground.find(".do-target").click()
        expect(playground.find(".ghost.fits")).to_be_visible()
        playground.find(".place").click()
    playground.wait_for_step(step + 1)


def late_game() -> str:
    """Return the text of a game of two seats with half of the pieces on the board.

    Each seat has one card of each kind for each of its colours, and no card was played yet.
    """
    record = records.read((Path(__file__).parent / "middle_game.json").read_text("utf-8"))
    replayed = records.replay(record)
    data = replayed.state.to_dict()
    kinds = list(CARDS)
    data["rules"] |= {"game": "shuffle", "deck": dict.fromkeys(kinds, 1)}
    data["rules"]["monomino_bonus"] = "independent"
    data["turn"]["phase"] = "play_card"
    deck = {"hand": kinds[:2], "draw": [*kinds[2:], *kinds], "discard": []}
    data["decks"] = {"seat1": deck, "seat2": deck}
    return cornerwise.load_state(data).to_text()


def test_whole_game_with_every_card(open_playground: OpenPlayground) -> None:
    playground = open_playground(path=f"/#p={late_game()}")
    played: set[str] = set()
    playground.wait_for_decision()
    while not playground.is_over():
        if playground.find("#ready").count():
            playground.find("#ready").click()
        else:
            decide(playground, played)
        playground.wait_for_decision()
    assert played == set(CARDS)
    expect(playground.find(".badge.win").first).to_be_visible()
    # What cards would do is asked with what the seat may know.
    batches = [body for path, body in playground.requests if path == "/v1/batches"]
    previews = [one for body in batches for one in body["operations"]]
    assert previews
    for one in previews:
        seat = one["view"]["seat"]
        assert one["view"]["decks"][f"seat{3 - seat}"]["hand"] is None


def test_hints_are_taken_for_every_decision(open_playground: OpenPlayground) -> None:
    playground = open_playground(path=f"/#p={late_game()}")
    playground.wait_for_decision()
    while not playground.is_over():
        if playground.find("#ready").count():
            playground.find("#ready").click()
            playground.wait_for_decision()
        step = playground.step
        playground.find(".do-hint").click()
        playground.find(".hints button").first.click()
        expect(playground.find(".hints")).to_have_count(0)
        if playground.find(".preview").count():
            playground.find(".play-card").click()
        elif playground.find(".ghost.fits").count():
            playground.find(".place").click()
        playground.wait_for_step(step + 1)
        playground.wait_for_decision()
    turns = [body for path, body in playground.requests if path == "/v1/turns"]
    kinds = {turn["action"]["type"] for turn in turns}
    assert kinds >= {"play_card", "choose_card", "choose_color", "choose_piece", "warp_to", "place"}


def test_bots_play_shuffle_to_the_end(playground: Playground) -> None:
    playground.start("shuffle-3", "1", "1", "1")
    expect(playground.find(".turn.result")).to_be_visible(timeout=120_000)
    # Only bots play: no hand is ever shown.
    assert playground.find(".cards .card").count() == 0
    # A bot is asked with what its seat may know.
    suggestions = [body for path, body in playground.requests if path == "/v1/suggestions"]
    assert len(suggestions) > 50
    for body in suggestions:
        assert body["sealed"]
        assert body["seat"] in {1, 2, 3}
        assert not {"state", "view", "position"} & set(body)
    # Otherwise bots would play the same game again and again.
    assert len({body["seed"] for body in suggestions}) == len(suggestions)


def test_service_without_keys_is_asked_with_views(
    open_playground: OpenPlayground, tmp_path: Path
) -> None:
    with Server(tmp_path, CORNERWISE_SEAL_KEYS="") as server:
        playground = open_playground(server.address)
        playground.start("shuffle-3", "1", "1", "1")
        playground.wait_for_step(12)
        suggestions = [body for path, body in playground.requests if path == "/v1/suggestions"]
        assert len(suggestions) > 9
        for body in suggestions:
            assert "state" not in body
            hands = [deck["hand"] for deck in body["view"]["decks"].values()]
            assert sum(hand is not None for hand in hands) in {1, 2}
        playground.find(".do-pause").click()
    # The server is gone.
    playground.failures = [one for one in playground.failures if "Failed to load" not in one]


def check_saved(playground: Playground, seat: int) -> None:
    """Check that the page keeps nothing that a seat may not know."""
    saved = playground.state()["game"]
    assert not {"start", "actions"} & set(saved)
    for step in saved["sealed"]:
        assert set(step) == {"action", "sealed", "next", "events"}
        for event in step["events"]:
            assert event.get("cards") is None or event["seat"] == seat


def test_sealed_game_of_a_person_and_a_bot(playground: Playground) -> None:
    playground.start("shuffle-2", "person", "1")
    played: set[str] = set()
    for _ in range(6):
        playground.wait_for_decision()
        decide(playground, played)
    playground.wait_for_decision()
    for path, body in playground.requests:
        assert not {"state", "position"} & set(body), path
        operations = body["operations"] if path == "/v1/batches" else [body]
        for one in operations:
            if "view" in one:
                assert (one["view"]["seat"], one["view"]["decks"]["seat2"]["hand"]) == (1, None)
    check_saved(playground, 1)
    step, pieces, log = (
        playground.step,
        playground.pieces,
        playground.find(".log-list").inner_text(),
    )
    cards = playground.find(".cards .card").all_inner_texts()

    playground.page.reload()
    expect(playground.find("#board")).to_be_visible()
    playground.wait_for_decision()
    assert (playground.step, playground.pieces) == (step, pieces)
    assert playground.find(".log-list").inner_text() == log
    expect(playground.find(".cards .card")).to_have_count(len(cards))
    playground.find(".do-undo").click()
    expect(playground.find(".continue")).to_be_visible()
    playground.find(".continue").click()
    playground.wait_for_decision()
    decide(playground, played)
    check_saved(playground, 1)


def test_sealed_game_as_a_link_and_as_a_file(
    open_playground: OpenPlayground, tmp_path: Path
) -> None:
    playground = open_playground()
    playground.start("shuffle-2", "person", "person")
    for _ in range(3):
        playground.wait_for_decision()
        if playground.find("#ready").count():
            playground.find("#ready").click()
            playground.wait_for_decision()
        decide(playground, set())
    playground.find(".menu summary").click()
    playground.find(".menu-item.link").click()
    playground.page.wait_for_function("location.hash.startsWith('#s=')")
    link = playground.page.evaluate("location.hash")
    other = open_playground(path=f"/{link}")
    expect(other.find("#board .piece")).to_have_count(playground.pieces)
    assert other.turn == playground.turn
    with playground.page.expect_download() as download:
        playground.find(".menu-item.save").click()
    file = tmp_path / "game.json"
    download.value.save_as(file)
    third = open_playground()
    third.page.set_input_files("#load", file)
    expect(third.find("#board .piece")).to_have_count(playground.pieces)
    assert third.step == playground.step

    wrong = open_playground(path=f"/{link[:-1]}")
    expect(wrong.find(".notice")).to_be_visible()
    wrong.expect_failures("422")


def test_hands_are_hidden_until_the_next_person_is_ready(playground: Playground) -> None:
    playground.start("shuffle-2", "person", "person")
    played: set[str] = set()
    seen: set[str] = set()
    for _ in range(6):
        playground.wait_for_decision()
        ready = playground.find("#ready")
        if ready.count():
            seen.add(playground.find(".curtain p").inner_text())
            assert playground.find(".card").count() == 0
            assert playground.find(".tray:not(.waiting)").count() == 0
            ready.click()
            playground.wait_for_decision()
        decide(playground, played)
    assert {text.split(",")[0] for text in seen} == {"Player 1", "Player 2"}


def test_pieces_are_chosen_on_the_board(open_playground: OpenPlayground) -> None:
    playground = open_playground()
    playground.page.check("#play-shuffle-2", force=True)
    playground.find(".options summary").click()
    # With this seed the first hand has a card that takes a piece back.
    playground.page.fill("#option-seed", "1")
    playground.start("shuffle-2", "person", "1")
    for _ in range(2):
        playground.wait_for_decision()
        decide(playground, set())
    playground.wait_for_decision()
    playground.find('.card[data-card="recycle"]').click()
    expect(playground.find(".preview .outcome")).to_contain_text("Choose a piece")
    playground.find(".play-card").click()
    expect(playground.find("#board .choosable")).to_have_count(2)
    playground.find("#board .choosable .fill").first.click()
    expect(playground.find("#board .piece")).to_have_count(3)
    expect(playground.find(".log-list")).to_contain_text("takes")
