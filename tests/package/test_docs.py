"""Sessions in the documentation are executed, and its pictures are redrawn and compared."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest
from cornerwise import render
from cornerwise.types import PlacedPiece

from tests.helpers.drawing import ORIENTATIONS, cells_of, normalized
from tests.helpers.puzzle_layouts import PUZZLES, SOLUTIONS
from tests.package.test_doctests import HOME, RUN_SESSION
from tests.package.test_doctests import run as run_doctests

DOCS = Path(__file__).parents[2] / "docs"
SHAPES: render.Shapes = dict(ORIENTATIONS)


# ---- Sessions of the command line -------------------------------------------------------------

SESSIONS = re.findall(
    r"^## (.*?)\n(?:(?!^## ).)*?^```console\n(.*?)^```$",
    (DOCS / "cli.md").read_text("utf-8"),
    re.MULTILINE | re.DOTALL,
)
BETWEEN = "-- the next command --"


@pytest.mark.slow
@pytest.mark.parametrize(
    ("title", "session"), SESSIONS, ids=[title.lower() for title, _ in SESSIONS]
)
def test_session_of_the_command_line_prints_what_the_page_shows(
    tmp_path: Path, title: str, session: str
) -> None:
    """Run all commands of a session in one shell; ``…`` matches the rest of a line."""
    python = tmp_path / "bin" / "python"
    python.parent.mkdir()
    python.write_text(f'#!/bin/sh\nexec "{sys.executable}" "$@"\n', "utf-8")
    python.chmod(0o755)
    steps = [part.partition("\n") for part in session.split("$ ")[1:] if part]
    # Keep $? of each command for the next one.
    script = "\n".join(
        f"{command}\nended=$?; echo '{BETWEEN}'; (exit $ended)" for command, _, _ in steps
    )
    ended = subprocess.run(  # noqa: S603 (the commands of our own page)
        ["/bin/sh", "-c", f"exec 2>&1\n{script}"],
        env={
            **os.environ,
            "PATH": f"{python.parent}:{os.environ['PATH']}",
            "PYTHONPATH": str(HOME),
            "CORNERWISE_ENGINE": "rust",
        },
        cwd=tmp_path,
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        check=False,
        timeout=120,
    )
    shown = ended.stdout.split(f"{BETWEEN}\n")[:-1]
    assert len(steps) > 4, title
    for (command, _, expected), output in zip(steps, shown, strict=True):
        pattern = ".*".join(map(re.escape, expected.split("…")))
        assert re.fullmatch(pattern, output), f"{command}\n{output}"


def test_page_of_the_command_line_has_its_sessions() -> None:
    assert [title for title, _ in SESSIONS] == [
        *("A game", "Suggestions and play", "A record", "A puzzle"),
    ]


# ---- The page of the puzzles ------------------------------------------------------------------


def test_session_of_the_puzzles_page() -> None:
    name, results, report = run_doctests(RUN_SESSION, "rust", str(DOCS / "puzzles.md"))
    attempted, failed = results["README.md"]
    assert name == "rust"
    assert failed == 0, report
    assert attempted > 5


def placed_pieces(puzzle: str) -> list[PlacedPiece]:
    """Return a known solution as placed pieces."""
    placements = []
    for one in SOLUTIONS[puzzle]:
        cells = cells_of(one)
        orientation = ORIENTATIONS[one["piece"]].index(normalized(cells))
        row, col = min(row for row, _ in cells), min(col for _, col in cells)
        placements.append(PlacedPiece(one["color"], one["piece"], orientation, row, col))
    return placements


@pytest.mark.parametrize("puzzle", ["rect4_apart", "board84"])
def test_picture_of_a_puzzle_is_up_to_date(puzzle: str) -> None:
    rules = PUZZLES[puzzle]
    drawn = render.svg(
        placed_pieces(puzzle), SHAPES, rows=rules.rows, cols=rules.cols, mark_last=False
    )
    assert (DOCS / f"{puzzle}.svg").read_text("utf-8") == drawn


def test_table_of_the_puzzles_matches_the_engine() -> None:
    rows = re.findall(
        r"^\| `(\w+)` \| (U\d) \| (\d+) x (\d+) \| \D*(\d+)",
        (DOCS / "puzzles.md").read_text("utf-8"),
        re.MULTILINE,
    )
    assert rows == [
        (name, rules.rule, str(rules.rows), str(rules.cols), str(4 * len(rules.pieces)))
        for name, rules in PUZZLES.items()
    ]


# ---- The page of advice -----------------------------------------------------------------------


def test_marked_squares_of_the_advice_are_open_corners_of_blue() -> None:
    """In each drawing blue may continue from every square marked ``b``."""
    text = (DOCS / "strategy.md").read_text("utf-8")
    marked = 0
    for block in re.findall(r"^```\n(.*?)^```$", text, re.MULTILINE | re.DOTALL):
        rows = [row for row in block.splitlines() if re.match(r"[BRb.]{8,}", row)]
        boards = zip(*(re.findall(r"[BRb.]{8,}", row) for row in rows), strict=True)
        for board in boards:
            squares = {
                (r, c): square for r, row in enumerate(board) for c, square in enumerate(row)
            }
            blue = {place for place, square in squares.items() if square == "B"}
            for (r, c), square in squares.items():
                if square == "b":
                    marked += 1
                    assert blue & {(r - 1, c - 1), (r - 1, c + 1), (r + 1, c - 1), (r + 1, c + 1)}
                    assert not blue & {(r - 1, c), (r + 1, c), (r, c - 1), (r, c + 1)}
    assert marked > 15


# ---- Programs ---------------------------------------------------------------------------------


def test_guide_shows_the_program_of_a_client_and_links_all_of_them() -> None:
    guide = (DOCS / "http.md").read_text("utf-8")
    clients = DOCS.parent / "clients"
    (shown,) = re.findall(r"^```ts\n(.*?)^```$", guide, re.MULTILINE | re.DOTALL)
    assert shown in (clients / "typescript" / "play.ts").read_text("utf-8")
    linked = set(re.findall(r"\]\(\.\./clients/([^/)]+)/", guide))
    assert linked == {script.parent.name for script in clients.glob("*/play.sh")}
