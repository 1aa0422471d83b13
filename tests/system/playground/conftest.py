"""Fixtures of the browser tests: a server, Chromium, and a page that reports what goes wrong in it.

Chromium is Debian's package; playwright only drives it and never downloads a browser.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from loadtests.servers import Server
from tests.helpers.tools import find_program, missing_tools

pytestmark = pytest.mark.needs("chromium", "playwright")

if "playwright" in missing_tools():
    collect_ignore_glob = ["test_*.py"]
else:
    from playwright.sync_api import Browser, BrowserContext, sync_playwright

    from .playground import Playground

ARGUMENTS = (
    "--headless=new",
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
)

SCREENSHOTS = Path(__file__).parent / "screenshots"
"""The pictures that the tests take, to be looked at. They are not part of the repository."""

DESKTOP = {"width": 1440, "height": 900}

OpenPlayground = Callable[..., "Playground"]


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """Return a gunicorn with two workers, shared by all tests of the session."""
    with Server(tmp_path_factory.mktemp("server")) as running:
        yield running


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    """Return a running Chromium."""
    with sync_playwright() as playwright:
        launched = playwright.chromium.launch(
            executable_path=find_program("chromium"), headless=True, args=list(ARGUMENTS)
        )
        yield launched
        launched.close()


@pytest.fixture
def open_playground(browser: Browser, server: Server) -> Iterator[OpenPlayground]:
    """Return a function that opens the playground in a new, empty profile.

    At the end of the test nothing must have gone wrong in the pages, and they must have sent
    requests to the server only.
    """
    contexts: list[BrowserContext] = []
    opened: list[Playground] = []

    def open_new(address: str | None = None, path: str = "/", **options: Any) -> Playground:
        origin = address or f"http://127.0.0.1:{server.port}"
        # With reduced motion bots and solutions do not pause between moves.
        options = {"viewport": DESKTOP, "locale": "en", "reduced_motion": "reduce", **options}
        context = browser.new_context(**options)
        contexts.append(context)
        context.grant_permissions(["clipboard-read", "clipboard-write"], origin=origin)
        playground = Playground(context.new_page(), origin)
        opened.append(playground)
        if path is not None:
            playground.open(path)
        return playground

    yield open_new
    for context in contexts:
        context.close()
    for playground in opened:
        assert playground.failures == []


@pytest.fixture
def playground(open_playground: OpenPlayground) -> Playground:
    """Return the playground on a desktop screen."""
    return open_playground()
