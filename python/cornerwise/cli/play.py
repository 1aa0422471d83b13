"""The command play: a game in the terminal, between people and bots.

A person types move texts, or one of the commands in ``_HELP``. Only the cards of the person who
decides are shown. The end of the input ends the game.
"""

from __future__ import annotations

import contextlib
import os
import re
import sys
from argparse import Namespace
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field, fields
from functools import partial
from pathlib import Path
from typing import NoReturn

from .. import (
    PIECE_NAMES,
    action_from_text,
    action_to_text,
    apply,
    event_to_text,
    legal_actions,
    new_game,
    new_seed,
    records,
    score,
    suggest,
    view_events,
)
from ..engine import State
from ..errors import IllegalActionError, InvalidActionError
from ..types import Action, Event, PiecePlaced, PieceWarped, PlacedPiece, Rules
from .board import board_lines, piece_lines
from .input import parse_json
from .progress import run_with_progress
from .result import CommandError, Result, engine_errors, format_problem
from .suggest import score_unit, table

__all__ = ["run_play"]

_MAX_LINE = 1000
_MOST_LISTED = 60
_MOST_RECENT = 4
_HINT_LEVEL = 5
_HINT_SECONDS = 10.0

# To the top left, and delete the screen and the lines that have left it.
_CLEAR = "\x1b[H\x1b[2J\x1b[3J"

_HELP = """\
Type a move:
  V5/3 a20             place V5 in orientation 3, its top-left square at a20
  play wild            play a card
  choose wild          choose a card, a colour (choose red) or a piece (choose red I2)
  warp /2 f10          move the chosen piece
  pass                 if nothing fits
or a command:
  moves [PIECE]        list the legal moves, only those of a piece
  piece PIECE          draw the orientations of a piece with their numbers
  board, score         show the board, or the score
  hint [LEVEL]         suggest moves (level 1 to 9, default 5)
  undo                 take back your last move, and what followed
  save FILE            save the game as a record in JSON
  help, quit
"""


def run_play(options: Namespace) -> Result:
    """Play a game until it is over, or the input ends."""
    given = vars(options)
    rules = {one.name: given[one.name] for one in fields(Rules) if given[one.name] is not None}
    if options.deck is not None:
        rules["deck"] = parse_json(options.deck, "--deck")
    seed = new_seed() if options.seed is None else options.seed
    with engine_errors(source=""):
        state = new_game(rules, seed=seed)
    bots = _read_bots(options, state.rules.seats)
    if sys.stdin is None and len(bots) < state.rules.seats:
        raise CommandError(["standard input is closed: no moves can be typed"])
    with contextlib.suppress(_EndError):
        _Session(state, seed, bots).run()
    return Result(None, text="")


def _read_bots(options: Namespace, seats: int) -> dict[int, int]:
    """Return the level of each seat that a bot plays."""
    bots = dict.fromkeys(range(2, seats + 1), options.level)
    given = set()
    for text in options.bot:
        seat, level = _read_bot(text, seats)
        if seat in given:
            raise CommandError([f"--bot: seat {seat} is given twice"])
        given.add(seat)
        bots[seat] = level or options.level
    for seat in options.person:
        if not 1 <= seat <= seats:
            raise CommandError([f"--person: must be a seat from 1 to {seats}"])
        if seat in given:
            raise CommandError([f"--person: seat {seat} is also given to a bot"])
        bots.pop(seat, None)
    if not 1 <= options.level <= 9:
        raise CommandError(["--level: must be from 1 to 9"])
    return bots


def _read_bot(text: str, seats: int) -> tuple[int, int | None]:
    """Return the seat and the level, if there is one, of an option such as 2:5."""
    match = re.fullmatch("([1-9])(?::([1-9]))?", text)
    if match is None or int(match[1]) > seats:
        message = f"must be a seat from 1 to {seats}, or with a level from 1 to 9, such as 2:5"
        raise CommandError([f"--bot: {message}, not {text!r}"])
    return int(match[1]), int(match[2]) if match[2] else None


class _EndError(Exception):
    """The player quits, the input ends, or the output is closed."""


@dataclass
class _Session:
    """A game that is being played."""

    state: State
    seed: int
    bots: dict[int, int]
    """The levels of the bots, by seat."""

    played: list[tuple[State, Action]] = field(default_factory=list)
    """Each action, with the state before it."""

    recent: list[PlacedPiece] = field(default_factory=list)
    """The last pieces that were placed or moved since a person was asked."""

    shown: tuple[PlacedPiece, ...] | None = None
    """The board that was drawn last."""

    person: int | None = None
    """The seat of the person who was asked last."""

    news: list[str] = field(default_factory=list)
    """What has happened since then."""

    def run(self) -> None:
        self._print_introduction()
        while (seat := self.state.seat) is not None:
            if seat in self.bots:
                self._play(self._bot_action(seat))
            else:
                self._hand_over(seat)
                if self.state.placements != self.shown:
                    self._print_board()
                self._print_decision()
                self.recent.clear()
                while not self._handle(_read_line(self._prompt())):
                    pass
        self._print_board()
        self._print_result()

    # ---- Bots ------------------------------------------------------------------------------------

    def _bot_action(self, seat: int) -> Action:
        # Another seed for each decision: a bot must not depend on being asked twice.
        seed = (self.seed + len(self.played)) % 2**53
        level = self.bots[seat]
        work = partial(suggest, self.state, level, count=1, seed=seed)
        found = run_with_progress(work, f"{self.state.color} (seat {seat}, level {level}) thinks")
        return found.moves[0].action

    # ---- People ----------------------------------------------------------------------------------

    def _hand_over(self, seat: int) -> None:
        """Clear the terminal, which shows the cards of the last person, for the next one."""
        previous, self.person = self.person, seat
        news, self.news = self.news, []
        if previous in (None, seat) or self.state.rules.game != "shuffle" or not _is_terminal():
            return
        _print("\n".join([_CLEAR, *news]))
        _read_line(f"Seat {seat} is next. Press Enter when no other player sees the screen.")
        self.shown = None

    def _prompt(self) -> str:
        state = self.state
        what = state.phase.replace("_", " ")
        return f"{state.color} (seat {state.seat}), {what}> "

    def _handle(self, line: str) -> bool:
        """Carry out what a person typed; return whether the position has changed."""
        line = line.strip()
        words = line.split()
        if not words:
            return False
        name, *arguments = words
        command = self._commands().get(name.lower())
        if command is None:
            return self._try_move(line)
        most, function = command
        if len(arguments) > most:
            _print(f"{name}: too many words; help lists the commands")
            return False
        return bool(function(*arguments))

    def _commands(self) -> dict[str, tuple[int, Callable[..., bool | None]]]:
        """Return the commands: the number of arguments at most, and the function."""
        return {
            "help": (0, lambda: _print(_HELP.rstrip())),
            "?": (0, lambda: _print(_HELP.rstrip())),
            "moves": (1, self._list_moves),
            "piece": (1, self._draw_piece),
            "board": (0, self._print_board),
            "score": (0, self._print_score),
            "hint": (1, self._hint),
            "undo": (0, self._undo),
            "save": (1, self._save),
            "quit": (0, _quit),
            "exit": (0, _quit),
        }

    def _try_move(self, line: str) -> bool:
        try:
            action = action_from_text(_normalized(line))
        except InvalidActionError:
            _print(f"Not a move or a command: {line[:60]!r}. {self._example()}")
            return False
        try:
            self._play(action)
        except (IllegalActionError, InvalidActionError) as error:
            for problem in error.problems:
                _print(f"Illegal: {format_problem(problem)}")
            _print("'moves' lists what is legal.")
            return False
        return True

    def _example(self) -> str:
        example = action_to_text(legal_actions(self.state)[0])
        return f"A legal one is {example!r}; 'moves' lists all of them, 'help' the commands."

    def _list_moves(self, piece: str = "") -> None:
        name = piece.upper()
        if name and name not in PIECE_NAMES:
            _print(f"{piece!r} is not a piece; the pieces are {' '.join(PIECE_NAMES)}.")
            return
        texts = [
            action_to_text(action)
            for action in legal_actions(self.state)
            if not name or getattr(action, "piece", None) == name
        ]
        if not texts:
            _print(f"No legal move with {name}.")
        elif len(texts) <= _MOST_LISTED:
            _print("\n".join(f"  {text}" for text in texts))
        else:
            _print(f"{len(texts)} moves, by piece ('moves V5' lists those of V5):")
            _print("  " + "  ".join(f"{one} {number}" for one, number in self._by_piece().items()))

    def _by_piece(self) -> dict[str, int]:
        counts: dict[str, int] = {}
        for action in legal_actions(self.state):
            name = getattr(action, "piece", None) or action_to_text(action)
            counts[name] = counts.get(name, 0) + 1
        return counts

    def _draw_piece(self, name: str = "") -> None:
        if name.upper() not in PIECE_NAMES:
            _print(f"piece: one of {' '.join(PIECE_NAMES)}")
            return
        _print("\n".join(piece_lines(name.upper())))

    def _hint(self, level: str = str(_HINT_LEVEL)) -> None:
        if not re.fullmatch("[1-9]", level):
            _print("hint: a level is from 1 to 9")
            return
        work = partial(suggest, self.state, int(level), seed=self.seed, seconds=_HINT_SECONDS)
        found = run_with_progress(work, f"level {level} thinks")
        _print("\n".join(table(found, score_unit(self.state.rules.scoring))))

    def _undo(self) -> bool:
        """Go back to the last decision of a person before this one."""
        for index in range(len(self.played) - 1, -1, -1):
            state, action = self.played[index]
            if state.seat not in self.bots:
                self.state = state
                del self.played[index:]
                _print(f"Taken back: {action_to_text(action)}")
                return True
        _print("There is nothing to take back.")
        return False

    def _save(self, file: str = "") -> None:
        if not file:
            _print("save: the name of a file is missing")
            return
        try:
            Path(file).write_text(records.write_json(self._record(), indent=1) + "\n", "utf-8")
        except (OSError, ValueError) as error:
            reason = error.strerror if isinstance(error, OSError) else None
            _print(f"Cannot write {file}: {reason or error}")
        else:
            _print(f"Saved {len(self.played)} moves to {file}.")

    def _record(self) -> records.Record:
        rules = self.state.rules
        return records.Record(
            start=records.RecordStart(
                rules=rules, seed=self.seed if rules.game == "shuffle" else None
            ),
            moves=tuple(
                records.RecordMove(index - 1, action, seat=state.seat)
                for index, (state, action) in enumerate(self.played)
            ),
            players=tuple(self._player(seat) for seat in range(1, rules.seats + 1)),
        )

    def _player(self, seat: int) -> str:
        return f"level {self.bots[seat]}" if seat in self.bots else f"person {seat}"

    # ---- The game --------------------------------------------------------------------------------

    def _play(self, action: Action) -> None:
        before = self.state
        self.state, events = apply(before, action)
        self.played.append((before, action))
        self._remember(events)
        lines = [f"  {event_to_text(event)}" for event in view_events(events, self._viewer())]
        self.news += lines
        for line in lines:
            _print(line)

    def _viewer(self) -> int:
        """Return the seat whose cards may be shown: of several people at a terminal, none."""
        people = [seat for seat in range(1, self.state.rules.seats + 1) if seat not in self.bots]
        return people[0] if len(people) == 1 else 0

    def _remember(self, events: Iterable[Event]) -> None:
        for event in events:
            if isinstance(event, PiecePlaced | PieceWarped):
                self.recent += [
                    placed
                    for placed in self.state.placements
                    if (placed.color, placed.piece) == (event.color, event.piece)
                ]
        del self.recent[:-_MOST_RECENT]

    # ---- Output ----------------------------------------------------------------------------------

    def _print_introduction(self) -> None:
        rules = self.state.rules
        seats = ", ".join(
            f"seat {seat}: {self._player(seat)}" for seat in range(1, rules.seats + 1)
        )
        _print(f"{rules.game} for {rules.seats}, seed {self.seed}. {seats}. 'help' lists commands.")

    def _print_decision(self) -> None:
        state = self.state
        if state.color is not None:
            _print(f"{state.color} has left: {' '.join(state.supply(state.color)) or 'nothing'}")
        if state.turn.drawn is not None:
            _print(f"drawn: {', '.join(state.turn.drawn)}")
        if state.turn.card is not None:
            _print(f"card in force: {state.turn.card}")
        if state.phase == "play_card":
            _print(f"cards: {', '.join(one.to_dict()['card'] for one in legal_actions(state))}")

    def _print_board(self) -> None:
        self.shown = self.state.placements
        _print("\n".join(board_lines(self.state, self.recent, colored=_is_colored())))

    def _print_score(self) -> None:
        found = score(self.state)
        sides = [f"team {one.team}: {one.score}" for one in found.teams] or [
            f"seat {one.seat}: {one.score}" for one in found.seats
        ]
        _print(f"{', '.join(sides)} ({score_unit(found.scoring)})")

    def _print_result(self) -> None:
        self._print_score()
        winners = " and ".join(f"seat {seat}" for seat in score(self.state).winners)
        _print(f"The game is over. {winners} won.")


def _normalized(line: str) -> str:
    """Return a move as it is written exactly, whatever the case and the spaces."""
    text = " ".join(line.lower().split())
    text = re.sub(r"\b[a-z][1-5](?=/)", lambda found: found[0].upper(), text)
    return re.sub(
        r"(?<=^choose )(\w+) (\w+)$", lambda found: f"{found[1]} {found[2].upper()}", text
    )


def _quit() -> NoReturn:
    raise _EndError


def _read_line(prompt: str) -> str:
    """Return a line that was typed or piped; raise _EndError at the end of the input."""
    try:
        if sys.stdin.isatty():
            return input(prompt)
        _print(prompt, end="")
        line = sys.stdin.readline(_MAX_LINE)
        _print(line.rstrip("\n"))
    except UnicodeDecodeError:
        _print("This is not UTF-8.")
        return ""
    except EOFError:
        line = ""
    if not line:
        _print("")
        raise _EndError
    return line


def _print(text: str, end: str = "\n") -> None:
    """Write to standard output at once; raise _EndError if it is closed."""
    try:
        sys.stdout.write(text + end)
        sys.stdout.flush()
    except OSError:
        raise _EndError from None


def _is_colored() -> bool:
    return _is_screen() and not os.environ.get("NO_COLOR")


def _is_screen() -> bool:
    """Return whether standard output understands escape sequences."""
    return sys.stdout.isatty() and os.environ.get("TERM") != "dumb"


def _is_terminal() -> bool:
    """Return whether people share a terminal, which can be cleared."""
    return sys.stdin.isatty() and _is_screen()
