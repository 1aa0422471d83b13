"""The playground as a person uses it: what is on the screen, and clicks, keys and touches."""

from __future__ import annotations

import re
from typing import Any, TypeAlias

import cornerwise
from playwright.sync_api import ConsoleMessage, Locator, Page, Request, expect

__all__ = ["Move", "Playground"]

Shape: TypeAlias = frozenset[tuple[int, int]]
Move: TypeAlias = dict[str, Any]

_SHAPES = {str(piece.name): piece.orientations for piece in cornerwise.pieces()}

SQUARE = 20
"""The size of a square in units of the drawing."""

WAIT = 20_000
"""Milliseconds after which an expected change counts as missing. Not a measure of speed."""


class Playground:
    """One page of the playground. ``failures`` collects what must not happen in it."""

    def __init__(self, page: Page, origin: str) -> None:
        self.page = page
        self.origin = origin
        self.failures: list[str] = []
        self.requests: list[tuple[str, Any]] = []
        page.set_default_timeout(WAIT)
        expect.set_options(timeout=WAIT)
        page.on("console", self._on_console)
        page.on("pageerror", lambda error: self.failures.append(f"error: {error}"))
        page.on("request", self._on_request)

    def _on_console(self, message: ConsoleMessage) -> None:
        if message.type in {"error", "warning"}:
            self.failures.append(f"console: {message.text}")

    def _on_request(self, request: Request) -> None:
        if not request.url.startswith((f"{self.origin}/", "blob:", "data:")):
            self.failures.append(f"request to elsewhere: {request.url}")
        path = request.url.removeprefix(self.origin)
        if path.startswith("/v1/") and request.method == "POST":
            self.requests.append((path, request.post_data_json))

    def expect_failures(self, pattern: str) -> None:
        """Remove the failures that a test causes on purpose; there must be some."""
        wanted = [one for one in self.failures if re.search(pattern, one)]
        assert wanted, self.failures
        self.failures = [one for one in self.failures if one not in wanted]

    # ---- What is on the screen ----

    def find(self, selector: str, **options: Any) -> Locator:
        """Return the elements of a selector."""
        return self.page.locator(selector, **options)

    @property
    def turn(self) -> str:
        """What the line above the board says."""
        return self.find(".turn").inner_text()

    @property
    def pieces(self) -> int:
        """The number of pieces on the board."""
        return self.find("#board .piece").count()

    @property
    def step(self) -> int:
        """The number of the step on the board."""
        return int(self.find(".controls .position").inner_text().split("/")[0])

    def is_over(self) -> bool:
        """Whether the result is shown."""
        return self.find(".turn.result").count() > 0

    def state(self) -> Any:  # noqa: ANN401 - JSON
        """Return what the page keeps for the next visit."""
        return self.page.evaluate("JSON.parse(localStorage.getItem('cornerwise'))")

    def screenshot(self, path: str) -> None:
        """Take a picture."""
        self.page.screenshot(path=path)

    # ---- Beginning ----

    def open(self, path: str = "/") -> None:
        """Open the page and wait until it can be used."""
        self.page.goto(self.origin + path)
        expect(self.find(".start, #board, .notice").first).to_be_visible()

    def start(self, choice: str, *players: str) -> None:
        """Begin a game or a puzzle; each player is `person` or the level of a bot."""
        if self.find(".start").count() == 0:
            self.find(".header .new").click()
        self.page.check(f"#play-{choice}", force=True)
        for seat, player in enumerate(players, start=1):
            self.page.select_option(f"#seat-{seat}", player)
        self.find(".start").click()
        expect(self.find("#board")).to_be_visible()

    # ---- Deciding ----

    def wait_for_decision(self) -> None:
        """Wait until a person can decide or the game is over."""
        ready = ".turn.result, .tray:not(.waiting), .cards .card:enabled, .choice, #ready"
        expect(self.find(ready).first).to_be_visible()

    def groups(self) -> list[Move]:
        """Return the placements that the service lists for the position on the board."""
        saved = self.state()["game"]
        answer = self.page.request.post(
            f"{self.origin}/v1/batches", data={"operations": _replay(saved)}
        )
        last = answer.json()["results"][-1]["body"]
        found: list[Move] = last["groups"]
        return found

    def shape(self, piece: str, orientation: int) -> Shape:
        """Return the squares of a piece."""
        return frozenset(_SHAPES[piece][orientation])

    def point(self, row: float, col: float) -> tuple[float, float]:
        """Return where a square of the board is on the screen."""
        field = self.find("#board .field").bounding_box()
        assert field is not None
        rows = self.find("#board .field").get_attribute("height")
        assert rows is not None
        size = field["height"] / (int(rows) / SQUARE)
        return field["x"] + (col + 0.5) * size, field["y"] + (row + 0.5) * size

    def target(self, move: Move) -> tuple[float, float]:
        """Return the point to which the middle of a piece must be moved for a placement."""
        shape = self.shape(move["piece"], move["orientation"])
        rows = 1 + max(row for row, _ in shape)
        cols = 1 + max(col for _, col in shape)
        return self.point(move["row"] + (rows - 1) // 2, move["col"] + (cols - 1) // 2)

    def turns_to(self, piece: str, start: int, goal: int) -> str:
        """Return the keys that bring a piece from one orientation to another."""
        wanted = self.shape(piece, goal)
        queue = [(self.shape(piece, start), "")]
        for shape, keys in queue:
            if shape == wanted:
                return keys
            if len(keys) < 5:
                queue.append((_moved((col, -row) for row, col in shape), f"{keys}r"))
                queue.append((_moved((row, -col) for row, col in shape), f"{keys}f"))
        raise AssertionError(f"{piece}: no way from {start} to {goal}")

    def item(self, move: Move) -> Locator:
        """Return the piece of a placement in the tray."""
        color = move["color"]
        return self.find(f'.tray .item[data-color="{color}"][data-piece="{move["piece"]}"]')

    def wait_for_step(self, step: int) -> None:
        """Wait until a step of the game or a later one is on the board."""
        self.page.wait_for_function(
            "step => Number(document.querySelector('.position').textContent.split('/')[0]) >= step",
            arg=step,
        )


def _moved(squares: Any) -> Shape:  # noqa: ANN401 - pairs of numbers
    """Return squares moved to the top left."""
    squares = list(squares)
    top, left = (min(square[axis] for square in squares) for axis in (0, 1))
    return frozenset((row - top, col - left) for row, col in squares)


def _replay(saved: Any) -> list[dict[str, Any]]:  # noqa: ANN401 - JSON
    """Return the operations of a batch that ends with the moves of a saved game."""
    actions = saved["actions"][: saved["at"]]
    if not actions:
        return [{"operation": "legal-moves", "state": saved["start"], "groups": True}]
    play = {"operation": "turns", "state": saved["start"], "actions": actions}
    return [play, {"operation": "legal-moves", "state_from": 0, "groups": True}]
