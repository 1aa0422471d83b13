"""Players of `benchmarks/strength.py`: our search, and Pentobi's GTP engine.

Each player is a separate process, so that its CPU seconds can be measured. Pentobi is run as a
separate program, never linked; no Pentobi code is in this repository.
"""

from __future__ import annotations

import contextlib
import json
import os
import subprocess
import time
from abc import ABC, abstractmethod
from pathlib import Path
from typing import TYPE_CHECKING, Protocol

import cornerwise

if TYPE_CHECKING:
    from collections.abc import Sequence

Cells = tuple[tuple[int, int], ...]
Placed = list[tuple[str, Cells]]

SIDE = 20
PENTOBI_COLORS: dict[str, str] = dict(zip(cornerwise.COLORS, "1234", strict=True))


class Game(Protocol):
    """What a player sees of a game."""

    variant: str
    seed: int
    state: cornerwise.State
    placements: Placed


class PlayerError(Exception):
    """A player exited, made an illegal move or disagrees about the rules."""


class Player(ABC):
    """A process that chooses moves for one side of one game."""

    def __init__(self, command: Sequence[str]) -> None:
        self.name = command[0]
        self.process = subprocess.Popen(  # noqa: S603 - the programs to compare
            command,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            text=True,
            bufsize=1,
        )

    @abstractmethod
    def choose(self, game: Game) -> Cells:
        """Return the squares of the move for the colour to move."""

    def write(self, line: str) -> None:
        """Send one line."""
        pipe = self.process.stdin
        if pipe is None:
            raise PlayerError(f"{self.name} has no input")
        try:
            pipe.write(line + "\n")
            pipe.flush()
        except OSError as error:
            raise PlayerError(f"{self.name} ended") from error

    def read(self) -> str:
        """Return the next line."""
        pipe = self.process.stdout
        line = pipe.readline() if pipe else ""
        if not line:
            raise PlayerError(f"{self.name} ended")
        return line.rstrip("\n")

    def cpu(self) -> float:
        """Return the CPU seconds of the process so far."""
        try:
            # The CPU clock of another process, see clock_getcpuclockid(3).
            return time.clock_gettime((~self.process.pid << 3) | 2)
        except OSError:
            stat = Path(f"/proc/{self.process.pid}/stat").read_text().rsplit(")", 1)[1].split()
            return (int(stat[11]) + int(stat[12])) / os.sysconf("SC_CLK_TCK")

    def close(self) -> None:
        """End the process."""
        if self.process.stdin:
            with contextlib.suppress(OSError):
                self.process.stdin.close()
        try:
            self.process.wait(timeout=5)
        except subprocess.TimeoutExpired:
            self.process.kill()
            self.process.wait()
        if self.process.stdout:
            self.process.stdout.close()


class Search(Player):
    """Our search: `core_rs/engine/examples/bot.rs`."""

    def choose(self, game: Game) -> Cells:
        """Return the squares of the move for the colour to move."""
        request = {"variant": game.variant, "seed": game.seed, "placements": game.placements}
        self.write(json.dumps(request, separators=(",", ":")))
        return tuple(sorted((row, col) for row, col in json.loads(self.read())["cells"]))


class Pentobi(Player):
    """Pentobi's GTP engine with one thread, without its opening book."""

    def __init__(self, program: str, variant: str, level: int, seed: int) -> None:
        options = ["--game", variant, "--level", str(level), "--seed", str(seed), "--threads", "1"]
        super().__init__([program, *options, "--nobook", "--noresign", "--quiet"])
        self.known = 0
        self.ask("name")  # wait for the start, which does not count as thinking

    def ask(self, command: str) -> str:
        """Send a GTP command and return the answer."""
        self.write(command)
        lines = [self.read()]
        while lines[-1]:
            lines.append(self.read())
        text = "\n".join(lines[:-1])
        if not text.startswith("="):
            raise PlayerError(f"Pentobi refuses {command!r}: {text[1:].strip()}")
        return text[1:].strip()

    def choose(self, game: Game) -> Cells:
        """Return the squares of the move for the colour to move."""
        for owner, cells in game.placements[self.known :]:
            self.ask(f"play {PENTOBI_COLORS[owner]} {to_gtp(cells)}")
        color = game.state.color
        if color is None:
            raise PlayerError("the game is over")
        answer = self.ask(f"genmove {PENTOBI_COLORS[color]}")
        if answer in {"pass", "resign"}:
            raise PlayerError(f"Pentobi answers {answer!r} for {color}, which has a move")
        self.known = len(game.placements) + 1
        return from_gtp(answer)


def to_gtp(cells: Cells) -> str:
    """Return squares as Pentobi writes them: columns are letters, rows count from the bottom."""
    return ",".join(f"{chr(ord('a') + col)}{SIDE - row}" for row, col in cells)


def from_gtp(move: str) -> Cells:
    """Return the squares of a move that Pentobi wrote."""
    points = move.split(",")
    return tuple(sorted((SIDE - int(one[1:]), ord(one[0].lower()) - ord("a")) for one in points))
