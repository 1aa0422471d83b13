"""Strength of the search against Pentobi: `make bench-strength PENTOBI=path/to/pentobi-gtp`.

A match is a number of games between our search (A) and Pentobi (B) over all assignments of seats in
turn, so that neither gains from where it sits. Colours start in fixed corners, scoring is advanced,
as in Pentobi. Every move is checked by the package `cornerwise`. CPU seconds of both processes are
measured: a comparison is fair when A uses no more than B.

The score of a game is the mean over all pairs (seat of A, seat of B) of 1, 1/2 or 0; equal strength
means 0.5 for every number of seats. Elo and its 95 % interval are computed from the mean score.

Without `--variant` all matches of `MATCHES` are played. `--jobs 2` plays two games at a time. With
`--results FILE` every game is added to the file when it ends, and games that the file has are not
played again: a match that was interrupted continues where it stopped.
"""

from __future__ import annotations

import argparse
import itertools
import json
import math
import sys
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor, as_completed
from dataclasses import asdict, dataclass, field
from pathlib import Path
from statistics import fmean, pvariance
from typing import Literal, NamedTuple

import cornerwise

from benchmarks.strength_players import Cells, Pentobi, Placed, Player, PlayerError, Search

SEATS: dict[str, Literal[2, 3, 4]] = {"classic": 4, "classic_2": 2, "classic_3": 3}
BOT = Path(__file__).parent.parent / "target/release/examples/bot"


class Match(NamedTuple):
    """Our budget against a level of Pentobi."""

    variant: str
    level: int
    units: int
    games: int


# Units that use about as much CPU as the level of Pentobi, or less.
MATCHES = [
    Match("classic_2", 5, 125_000, 200),
    Match("classic_2", 6, 600_000, 200),
    Match("classic_2", 7, 8_000_000, 100),
    Match("classic", 5, 125_000, 204),
    Match("classic", 6, 700_000, 204),
    Match("classic", 7, 4_000_000, 102),
    Match("classic_3", 5, 125_000, 204),
    Match("classic_3", 6, 700_000, 204),
    Match("classic_3", 7, 4_000_000, 102),
]


@dataclass
class Game:
    """A game in progress, and what its players have spent."""

    variant: str
    seed: int
    lineup: str
    state: cornerwise.State
    placements: Placed = field(default_factory=list)
    cpu: dict[str, float] = field(default_factory=lambda: {"A": 0.0, "B": 0.0})
    moves: dict[str, int] = field(default_factory=lambda: {"A": 0, "B": 0})

    def result(self, match: Match, number: int) -> Result:
        """Return what counts of a finished game."""
        scores = [seat.score for seat in cornerwise.score(self.state).seats]
        return Result(match._asdict(), number, self.seed, self.lineup, scores, self.cpu, self.moves)


@dataclass(frozen=True)
class Result:
    """A finished game, as a line of the file of results."""

    match: dict[str, str | int]
    number: int
    seed: int
    lineup: str
    all_scores: list[int]
    cpu: dict[str, float]
    moves: dict[str, int]

    def scores(self, side: str) -> list[int]:
        """Return the scores of a side's seats."""
        scores = zip(self.all_scores, self.lineup, strict=True)
        return [score for score, owner in scores if owner == side]

    @property
    def pair_score(self) -> float:
        """The mean over all pairs of a seat of A and a seat of B."""
        pairs = list(itertools.product(self.scores("A"), self.scores("B")))
        return fmean((a > b) + (a == b) / 2 for a, b in pairs)


def lineups(variant: str) -> list[str]:
    """Return the assignments of seats as words of A and B; seat 1 comes first.

    >>> lineups("classic_2")
    ['AB', 'BA']
    """
    seats = SEATS[variant]
    counts = [1, 2] if seats == 3 else [seats // 2]
    chosen = itertools.chain.from_iterable(
        itertools.combinations(range(seats), count) for count in counts
    )
    return ["".join("A" if seat in of_a else "B" for seat in range(seats)) for of_a in chosen]


def shape(cells: Cells) -> Cells:
    """Return squares moved to the top left."""
    top, left = min(row for row, _ in cells), min(col for _, col in cells)
    return tuple(sorted((row - top, col - left) for row, col in cells))


PIECES = {
    shape(tuple((row, col) for row, col in cells)): piece.name
    for piece in cornerwise.pieces()
    for cells in piece.orientations
}


def play(match: Match, number: int, options: argparse.Namespace) -> Result:
    """Play one game. All lineups of a round have the same seed: they differ in seats only."""
    words = lineups(match.variant)
    seed = options.seed + number // len(words)
    state = cornerwise.new_game(
        seats=SEATS[match.variant], start_corners="fixed", scoring="advanced"
    )
    game = Game(match.variant, seed, words[number % len(words)], state)
    players: dict[str, Player] = {}
    try:
        players["A"] = Search([str(options.bot), "--units", str(match.units)])
        players["B"] = Pentobi(options.pentobi, match.variant, match.level, seed)
        while game.state.color is not None and game.state.seat is not None:
            side = game.lineup[game.state.seat - 1]
            make_move(game, side, players[side])
    finally:
        for player in players.values():
            player.close()
    return game.result(match, number)


def make_move(game: Game, side: str, player: Player) -> None:
    """Ask a player for a move, check it and play it."""
    color = game.state.color
    before = player.cpu()
    cells = player.choose(game)
    game.cpu[side] += player.cpu() - before
    game.moves[side] += 1
    piece = PIECES.get(shape(cells))
    action = {"type": "place", "piece": piece, "cells": [list(cell) for cell in cells]}
    try:
        game.state, _ = cornerwise.apply(game.state, action)
    except cornerwise.CornerwiseError as error:
        raise PlayerError(f"{player.name}, {color}: {cells} is illegal: {error}") from error
    game.placements.append((str(color), cells))


def interval(scores: Sequence[float]) -> tuple[float, float]:
    """Return the 95 % interval of the mean of scores between 0 and 1.

    Wilson's, with as many trials as give the variance that was observed: a score of four pairs
    varies less than a coin.

    >>> [round(bound, 3) for bound in interval([1.0, 0.0] * 50)]
    [0.404, 0.596]
    """
    count, mean = len(scores), fmean(scores)
    variance = pvariance(scores)
    trials = count if variance == 0 or count < 6 else count * mean * (1 - mean) / variance
    z = 1.959964
    middle = (mean + z * z / (2 * trials)) / (1 + z * z / trials)
    reach = math.sqrt(mean * (1 - mean) / trials + z * z / (4 * trials**2))
    reach *= z / (1 + z * z / trials)
    return max(0.0, middle - reach), min(1.0, middle + reach)


def elo(score: float) -> str:
    """Return the difference in Elo that an expected score means."""
    if not 1e-6 < score < 1 - 1e-6:
        return "+∞" if score > 0.5 else "-∞"
    return f"{400 * math.log10(score / (1 - score)):+.0f}"


def row(match: Match, games: Sequence[Result]) -> str:
    """Return the figures of a match as a row of a Markdown table."""
    scores = [game.pair_score for game in games]
    low, high = interval(scores)
    cpu = [
        1000 * sum(game.cpu[side] for game in games) / sum(game.moves[side] for game in games)
        for side in "AB"
    ]
    points = fmean(fmean(game.scores("A")) - fmean(game.scores("B")) for game in games)
    results = [scores.count(1), len(scores) - scores.count(1) - scores.count(0), scores.count(0)]
    return (
        f"| {match.variant} | {match.units:,} units | Pentobi {match.level} | {len(games)} "
        f"| +{results[0]} ={results[1]} -{results[2]} | {fmean(scores):.3f} "
        f"| {elo(fmean(scores))} [{elo(low)}, {elo(high)}] | {points:+.1f} "
        f"| {cpu[0]:.0f} / {cpu[1]:.0f} ms |"
    )


HEAD = """\
| variant | search | opponent | games | won, mixed, lost | score | Elo (95 %) | points | CPU/move |
|---|---|---|---|---|---|---|---|---|"""


def parse(arguments: Sequence[str] | None = None) -> argparse.Namespace:
    """Return the options of the command line."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n", 1)[0] if __doc__ else None)
    parser.add_argument("--pentobi", required=True, help="the program pentobi-gtp")
    parser.add_argument("--bot", type=Path, default=BOT, help="our program (examples/bot.rs)")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--variant", choices=sorted(SEATS), help="play one match only")
    parser.add_argument("--level", type=int, default=5, help="Pentobi's level")
    parser.add_argument("--units", type=int, default=125_000, help="our budget for a move")
    parser.add_argument("--games", type=int, default=12)
    parser.add_argument("--jobs", type=int, default=1, help="games at a time")
    parser.add_argument("--results", type=Path, help="a file that keeps finished games")
    return parser.parse_args(arguments)


def known(match: Match, options: argparse.Namespace) -> list[Result]:
    """Return the games of a match that the file of results has."""
    path = options.results
    if path is None or not path.exists():
        return []
    results = [Result(**json.loads(line)) for line in path.read_text().splitlines()]
    same = {**match._asdict(), "games": None}
    return [
        result
        for result in results
        if {**result.match, "games": None} == same
        and result.number < match.games
        and result.seed == options.seed + result.number // len(lineups(match.variant))
    ]


def finished(match: Match, options: argparse.Namespace) -> Iterator[Result]:
    """Play the games of a match that are not known yet, and report faults."""
    results = known(match, options)
    yield from results
    numbers = sorted(set(range(match.games)) - {result.number for result in results})
    with ThreadPoolExecutor(options.jobs) as pool:
        games = {pool.submit(play, match, number, options): number for number in numbers}
        for game in as_completed(games):
            try:
                result = game.result()
            except PlayerError as error:
                print(f"game {games[game]} is not counted: {error}", file=sys.stderr)
                continue
            if options.results is not None:
                with options.results.open("a") as file:
                    file.write(json.dumps(asdict(result)) + "\n")
            yield result


def main() -> None:
    """Play the matches and print a table."""
    options = parse()
    matches = MATCHES
    if options.variant:
        matches = [Match(options.variant, options.level, options.units, options.games)]
    print(HEAD, flush=True)
    for match in matches:
        games = []
        for game in finished(match, options):
            games.append(game)
            if sys.stderr.isatty():
                print(f"\r{len(games)} of {match.games} games", end="", file=sys.stderr)
        if games:
            print(row(match, games), flush=True)


if __name__ == "__main__":
    main()
