"""The table and the chart of matches in docs/strength.md, from benchmarks/strength_games.csv.

`python -m benchmarks.strength_chart` writes both. The chart has a point for each match with its
95 % interval, in Elo. Points right of 0 favour our search.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from pathlib import Path
from statistics import fmean
from typing import NamedTuple

from benchmarks.strength_games import (
    HEAD,
    RECORDED,
    VARIANTS,
    Result,
    by_match,
    elo,
    interval,
    load_games,
    table,
)

DOCS = Path(__file__).parent.parent / "docs"
TABLE = re.compile(re.escape(HEAD) + r"\n(\|.*\n)*")

LEFT, TOP, LINE, WIDTH = 130, 46, 26, 640
LOWEST, HIGHEST = -100, 500


class Row(NamedTuple):
    """A match: its label, and the difference in Elo with its interval."""

    label: str
    elo: float
    low: float
    high: float


def measured(games: Iterable[Result]) -> list[Row]:
    """Return the rows of the chart, in the order of the table."""
    rows = []
    for match, played in by_match(games).items():
        scores = [game.pair_score for game in played]
        label = f"{VARIANTS[match.variant]} seats, level {match.level}"
        rows.append(Row(label, *(elo(it) for it in (fmean(scores), *interval(scores)))))
    return rows


def place(elo: float) -> float:
    """Return the x coordinate of a difference."""
    share = (min(max(elo, LOWEST), HIGHEST) - LOWEST) / (HIGHEST - LOWEST)
    return round(LEFT + share * (WIDTH - LEFT - 30), 1)


def line(path: str, color: str, width: int) -> str:
    """Return an SVG line."""
    return f'<path d="{path}" stroke="{color}" stroke-width="{width}"/>'


def text(x: float, y: int, anchor: str, words: str) -> str:
    """Return an SVG text."""
    return f'<text x="{x}" y="{y}" text-anchor="{anchor}" fill="#333333">{words}</text>'


def draw(rows: list[Row]) -> str:
    """Return the chart of the matches as SVG."""
    bottom = TOP + LINE * len(rows)
    style = 'font-family="sans-serif" font-size="13" role="img"'
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {bottom + 34}" {style}>',
        "<title>Difference in Elo to Pentobi, with 95 % intervals</title>",
        '<rect width="100%" height="100%" fill="#ffffff"/>',
        text(LEFT, 20, "start", "Elo above Pentobi, with 95 % intervals"),
    ]
    for tick in range(LOWEST, HIGHEST + 1, 100):
        color, width = ("#333333", 2) if tick == 0 else ("#dddddd", 1)
        parts.append(line(f"M{place(tick)} {TOP - 10}V{bottom}", color, width))
        parts.append(text(place(tick), bottom + 20, "middle", f"{tick:+}" if tick else "0"))
    for index, row in enumerate(rows):
        y = TOP + LINE * index + 8
        parts.append(text(LEFT - 14, y + 4, "end", row.label))
        parts.append(line(f"M{place(row.low)} {y}H{place(row.high)}", "#1f6fb4", 3))
        parts.append(f'<circle cx="{place(row.elo)}" cy="{y}" r="5.5" fill="#1f6fb4"/>')
    return "\n".join([*parts, "</svg>", ""])


def main() -> None:
    """Write the table and the chart."""
    games = load_games(RECORDED)
    page = DOCS / "strength.md"
    text = page.read_text(encoding="utf-8")
    page.write_text(TABLE.sub(lambda _: table(games), text, count=1), encoding="utf-8")
    (DOCS / "strength.svg").write_text(draw(measured(games)), encoding="utf-8")


if __name__ == "__main__":
    main()
