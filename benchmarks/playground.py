"""How fast the playground is in Chromium: make bench-playground.

It prints the bytes and the time of the first view, and the time from a click on the board until the
new position is drawn, over a game of two people. The figures depend on the machine and its load;
nothing is asserted.
"""

from __future__ import annotations

import random
import statistics
import tempfile
from pathlib import Path

from playwright.sync_api import Page, sync_playwright

from loadtests.servers import Server
from tests.helpers.tools import find_program

MOVES = 40

# Taken in the page: from the click until the new piece is part of the drawing.
CLICK = """async () => {
  const before = document.querySelectorAll("#board .piece").length;
  const begin = performance.now();
  document.querySelector(".place").click();
  while (document.querySelectorAll("#board .piece").length === before) {
    await new Promise(resolve => setTimeout(resolve, 0));
  }
  return performance.now() - begin;
}"""

VIEW = """() => {
  const parts = performance.getEntriesByType("resource");
  const end = parts.findIndex(part => part.name.endsWith("/table.js"));
  const first = parts.slice(0, end < 0 ? parts.length : end);
  const page = performance.getEntriesByType("navigation")[0];
  return {
    bytes: page.decodedBodySize + first.reduce((sum, part) => sum + part.decodedBodySize, 0),
    requests: first.length + 1,
    milliseconds: Math.max(...first.map(part => part.responseEnd)),
  };
}"""


def main() -> None:
    """Measure and print."""
    with (
        tempfile.TemporaryDirectory() as folder,
        Server(Path(folder)) as server,
        sync_playwright() as playwright,
    ):
        browser = playwright.chromium.launch(
            executable_path=find_program("chromium"),
            headless=True,
            args=["--headless=new", "--no-sandbox", "--disable-gpu"],
        )
        page = browser.new_page(reduced_motion="reduce", locale="en")
        page.goto(server.address)
        page.wait_for_selector(".start")
        page.wait_for_load_state("networkidle")
        view = page.evaluate(VIEW)
        print(
            f"first view: {view['bytes'] / 1000:.0f} kB in {view['requests']} requests, "
            f"complete after {view['milliseconds']:.0f} ms"
        )
        times = play(page)
        browser.close()
    cuts = statistics.quantiles(times, n=20)
    print(
        f"moves: {len(times)}, median {statistics.median(times):.0f} ms, "
        f"95th percentile {cuts[-1]:.0f} ms, slowest {max(times):.0f} ms"
    )


def play(page: Page) -> list[float]:
    """Play moves and return how long each took, in milliseconds."""
    chance = random.Random(1)
    page.check("#play-classic-2", force=True)
    page.select_option("#seat-2", "person")
    page.click(".start")
    times = []
    for _ in range(MOVES):
        pieces = page.locator(".item:not(.stuck)")
        pieces.nth(chance.randrange(pieces.count())).click()
        page.click(".do-target")
        times.append(float(page.evaluate(CLICK)))
    return times


if __name__ == "__main__":
    main()
