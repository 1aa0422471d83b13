"""Strength of the search against Pentobi: `make bench-strength PENTOBI=path/to/pentobi-gtp`.

A match is a number of games between our search (A) and Pentobi (B) that cycle through all seat
assignments, so that neither benefits from its seats. Colours start in fixed corners, scoring is
advanced, as in Pentobi. Every move is checked by the package `cornerwise`. CPU seconds of both
processes are measured: a comparison is fair when A uses no more than B.

The score of a game is the mean over all pairs (seat of A, seat of B) of 1, 1/2 or 0; equal strength
means 0.5 for every number of seats. Elo and its 95 % interval are computed from the mean score.

Without `--variant` all matches of `MATCHES` are played. `--jobs 2` plays two games at a time. With
`--results FILE` every game is added to the file when it ends, and games in the file are not
played again: an interrupted match continues where it stopped.
"""

from __future__ import annotations

import argparse
import itertools
import sys
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor, as_completed
from dataclasses import dataclass, field
from pathlib import Path
from typing import Literal, cast

import cornerwise

from benchmarks.strength_games import (
    HEAD,
    VARIANTS,
    Match,
    Result,
    append_game,
    load_games,
    row,
)
from benchmarks.strength_players import Cells, Pentobi, Placed, Player, PlayerError, Search

BOT = Path(__file__).parent.parent / "target/release/examples/bot"

# The matches and their number of games. The units use about as much CPU as the level of Pentobi, or
# less.
MATCHES = {
    Match("classic_2", 5, 125_000): 200,
    Match("classic_2", 6, 600_000): 200,
    Match("classic_2", 7, 10_000_000): 200,
    Match("classic_3", 5, 125_000): 204,
    Match("classic_3", 6, 700_000): 204,
    Match("classic_3", 7, 8_000_000): 102,
    Match("classic", 5, 125_000): 204,
    Match("classic", 6, 700_000): 204,
    Match("classic", 7, 8_000_000): 102,
}


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
        """Return the record of a finished game."""
        scores = tuple(seat.score for seat in cornerwise.score(self.state).seats)
        return Result(
            match,
            number,
            self.seed,
            self.lineup,
            scores,
            cpu_a=self.cpu["A"],
            cpu_b=self.cpu["B"],
            moves_a=self.moves["A"],
            moves_b=self.moves["B"],
        )


def lineups(variant: str) -> list[str]:
    """Return the assignments of seats as words of A and B; seat 1 comes first."""
    seats = VARIANTS[variant]
    counts = [1, 2] if seats == 3 else [seats // 2]
    chosen = itertools.chain.from_iterable(
        itertools.combinations(range(seats), count) for count in counts
    )
    return ["".join("A" if seat in of_a else "B" for seat in range(seats)) for of_a in chosen]


def seed_of(variant: str, number: int, first: int) -> int:
    """Return the seed of a game; all lineups of a round share it."""
    return first + number // len(lineups(variant))


def shape(cells: Cells) -> Cells:
    """Return squares shifted to the top left."""
    top, left = min(row for row, _ in cells), min(col for _, col in cells)
    return tuple(sorted((row - top, col - left) for row, col in cells))


PIECES = {
    shape(tuple((row, col) for row, col in cells)): piece.name
    for piece in cornerwise.pieces()
    for cells in piece.orientations
}


def play(match: Match, number: int, options: argparse.Namespace) -> Result:
    """Play one game."""
    words = lineups(match.variant)
    seed = seed_of(match.variant, number, options.seed)
    seats = cast("Literal[2, 3, 4]", VARIANTS[match.variant])
    state = cornerwise.new_game(seats=seats, start_corners="fixed", scoring="advanced")
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


def parse(arguments: Sequence[str] | None = None) -> argparse.Namespace:
    """Return the options of the command line."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n", 1)[0] if __doc__ else None)
    parser.add_argument("--pentobi", required=True, help="the program pentobi-gtp")
    parser.add_argument("--bot", type=Path, default=BOT, help="our program (examples/bot.rs)")
    parser.add_argument("--seed", type=int, default=1, help="of the first game")
    parser.add_argument("--variant", choices=VARIANTS, help="play one match only")
    parser.add_argument("--level", type=int, default=5, help="Pentobi's level")
    parser.add_argument("--units", type=int, default=125_000, help="our budget for a move")
    parser.add_argument("--games", type=int, default=12)
    parser.add_argument("--jobs", type=int, default=1, help="games at a time")
    parser.add_argument("--results", type=Path, help="a file that records finished games")
    return parser.parse_args(arguments)


def recorded(match: Match, games: int, options: argparse.Namespace) -> list[Result]:
    """Return the games of a match that are already in the results file."""
    return [
        game
        for game in (load_games(options.results) if options.results else [])
        if game.match == match
        and game.number < games
        and game.seed == seed_of(match.variant, game.number, options.seed)
    ]


def finished(match: Match, games: int, options: argparse.Namespace) -> Iterator[Result]:
    """Yield the games of a match: play those that are not recorded, and report failures."""
    results = recorded(match, games, options)
    yield from results
    numbers = sorted(set(range(games)) - {result.number for result in results})
    with ThreadPoolExecutor(options.jobs) as pool:
        playing = {pool.submit(play, match, number, options): number for number in numbers}
        for future in as_completed(playing):
            try:
                result = future.result()
            except PlayerError as error:
                print(f"game {playing[future]} is not counted: {error}", file=sys.stderr)
                continue
            if options.results is not None:
                append_game(options.results, result)
            yield result


def main() -> None:
    """Play the matches and print a table."""
    options = parse()
    matches = MATCHES
    if options.variant:
        matches = {Match(options.variant, options.level, options.units): options.games}
    print(HEAD, flush=True)
    for match, games in matches.items():
        results = []
        for result in finished(match, games, options):
            results.append(result)
            if sys.stderr.isatty():
                print(f"\r{len(results)} of {games} games", end="", file=sys.stderr)
        if results:
            print(row(match, results), flush=True)


if __name__ == "__main__":
    main()
