"""Games of `benchmarks/strength.py`: the file that records them, and the figures of a match.

`benchmarks/strength_games.csv` records every game counted in docs/strength.md, so that its figures
can be checked, and so that an interrupted match can be continued.
"""

from __future__ import annotations

import csv
import itertools
import math
from collections import defaultdict
from collections.abc import Iterable, Sequence
from pathlib import Path
from statistics import fmean, pvariance
from typing import NamedTuple

RECORDED = Path(__file__).with_suffix(".csv")
VARIANTS = {"classic_2": 2, "classic_3": 3, "classic": 4}
"""The variants of the matches, and their seats."""


class Match(NamedTuple):
    """Our budget in one variant against one level of Pentobi."""

    variant: str
    level: int
    units: int


class Result(NamedTuple):
    """A finished game, a row of the file; CPU times are in seconds."""

    match: Match
    number: int
    seed: int
    lineup: str
    scores: tuple[int, ...]
    cpu_a: float
    cpu_b: float
    moves_a: int
    moves_b: int

    def scores_of(self, side: str) -> list[int]:
        """Return the scores of a side's seats."""
        scores = zip(self.scores, self.lineup, strict=True)
        return [score for score, owner in scores if owner == side]

    @property
    def pair_score(self) -> float:
        """The mean over all pairs of a seat of A and a seat of B."""
        pairs = list(itertools.product(self.scores_of("A"), self.scores_of("B")))
        return fmean((a > b) + (a == b) / 2 for a, b in pairs)


COLUMNS = (*Match._fields, *Result._fields[1:])


def load_games(path: Path) -> list[Result]:
    """Return the games in a file; none if it does not exist."""
    if not path.exists():
        return []
    with path.open(newline="", encoding="utf-8") as file:
        return [
            Result(
                Match(line["variant"], int(line["level"]), int(line["units"])),
                int(line["number"]),
                int(line["seed"]),
                line["lineup"],
                tuple(int(score) for score in line["scores"].split()),
                float(line["cpu_a"]),
                float(line["cpu_b"]),
                int(line["moves_a"]),
                int(line["moves_b"]),
            )
            for line in csv.DictReader(file)
        ]


def append_game(path: Path, game: Result) -> None:
    """Add a game to a file, which is created if it does not exist."""
    with path.open("a", newline="", encoding="utf-8") as file:
        writer = csv.writer(file, lineterminator="\n")
        if file.tell() == 0:
            writer.writerow(COLUMNS)
        scores = " ".join(str(score) for score in game.scores)
        cpu = (f"{game.cpu_a:.3f}", f"{game.cpu_b:.3f}")
        order = (game.number, game.seed, game.lineup, scores)
        writer.writerow((*game.match, *order, *cpu, game.moves_a, game.moves_b))


def by_match(games: Iterable[Result]) -> dict[Match, list[Result]]:
    """Return the games of each match, in the order of the table."""
    matches = defaultdict(list)
    for game in games:
        matches[game.match].append(game)
    variants = list(VARIANTS)
    order = sorted(matches, key=lambda match: (variants.index(match.variant), match))
    return {match: matches[match] for match in order}


def interval(scores: Sequence[float]) -> tuple[float, float]:
    """Return the 95 % interval of the mean of scores between 0 and 1.

    It is Wilson's interval with the number of trials that matches the observed variance: a score
    that is the mean of four pairs varies less than a coin toss.
    """
    count, mean = len(scores), fmean(scores)
    variance = pvariance(scores)
    trials = count if variance == 0 or count < 6 else count * mean * (1 - mean) / variance
    z = 1.959964
    middle = (mean + z * z / (2 * trials)) / (1 + z * z / trials)
    reach = math.sqrt(mean * (1 - mean) / trials + z * z / (4 * trials**2))
    reach *= z / (1 + z * z / trials)
    return max(0.0, middle - reach), min(1.0, middle + reach)


def elo(score: float) -> float:
    """Return the difference in Elo that corresponds to an expected score."""
    if not 0 < score < 1:
        return math.inf if score > 0.5 else -math.inf
    return 400 * math.log10(score / (1 - score))


def signed(difference: float) -> str:
    """Return a difference in Elo as text, with its sign and without decimals."""
    return f"{difference:+.0f}".replace("inf", "∞")


def milliseconds(games: Sequence[Result]) -> tuple[float, float]:
    """Return the mean CPU time per move of A and of B."""
    a = sum(game.cpu_a for game in games) / sum(game.moves_a for game in games)
    b = sum(game.cpu_b for game in games) / sum(game.moves_b for game in games)
    return 1000 * a, 1000 * b


HEAD = """\
| variant | search | opponent | games | won, mixed, lost | score | Elo (95 %) | points | CPU/move |
|---|---|---|---|---|---|---|---|---|"""


def row(match: Match, games: Sequence[Result]) -> str:
    """Return the figures of a match as a row of a Markdown table."""
    scores = [game.pair_score for game in games]
    middle, low, high = (signed(elo(it)) for it in (fmean(scores), *interval(scores)))
    points = fmean(fmean(game.scores_of("A")) - fmean(game.scores_of("B")) for game in games)
    won, lost = scores.count(1), scores.count(0)
    cpu_a, cpu_b = milliseconds(games)
    return (
        f"| {match.variant} | {match.units:,} units | Pentobi {match.level} | {len(games)} "
        f"| +{won} ={len(scores) - won - lost} -{lost} | {fmean(scores):.3f} "
        f"| {middle} [{low}, {high}] | {points:+.1f} "
        f"| {cpu_a:.0f} / {cpu_b:.0f} ms |"
    )


def table(games: Iterable[Result]) -> str:
    """Return the Markdown table of all matches."""
    rows = (row(match, played) for match, played in by_match(games).items())
    return "\n".join([HEAD, *rows, ""])
