"""A game in the terminal: what people type, and what bots decide."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from typing import NoReturn

from .. import (
    COLORS,
    PIECE_NAMES,
    action_from_text,
    action_to_text,
    apply,
    event_to_text,
    new_cancellation,
    records,
    score,
    suggest,
    view_events,
)
from ..engine import State
from ..errors import IllegalActionError, InvalidActionError
from ..types import Action, Event, PiecePlaced, PieceWarped, PlacedPiece
from . import play_text
from .board import board_lines, piece_lines
from .progress import run_with_progress
from .result import format_problem
from .suggest import score_unit, table
from .terminal import (
    CLEAR,
    EndError,
    is_colored,
    is_interactive,
    is_narrow,
    is_shared,
    print_lines,
    print_text,
    read_line,
)

__all__ = ["Session"]

_MOST_RECENT = 4
_HINT_LEVEL = 5
_HINT_SECONDS = 10.0


@dataclass
class Session:
    """A game that is being played."""

    start: records.RecordStart
    state: State
    seed: int
    bots: dict[int, int] = field(default_factory=dict)
    """The levels of the bots, by seat."""

    played: list[tuple[State, Action]] = field(default_factory=list)
    """Each action since the start, with the state before it."""

    recent: list[PlacedPiece] = field(default_factory=list)
    """The latest pieces that were placed or moved since a person was asked."""

    shown: tuple[PlacedPiece, ...] | None = None
    """The board that was drawn last."""

    person: int | None = None
    """The seat of the person who was asked last."""

    news: list[str] = field(default_factory=list)
    """What has happened since then."""

    def run(self) -> None:
        """Play until a person quits, or the game and the input are over; raise EndError if so."""
        self._print_introduction()
        while True:
            while (seat := self.state.seat) is not None:
                if seat in self.bots:
                    self._play(self._bot_action(seat))
                else:
                    self._ask_for_move(seat)
            self._print_board()
            self._print_score()
            print_text(play_text.result_line(score(self.state)))
            if not self._people() and not is_interactive():
                return
            print_text("'save FILE' saves the game, 'undo' takes moves back, 'quit' ends.")
            self._ask("game over> ")

    def _ask_for_move(self, seat: int) -> None:
        self._hand_over(seat)
        if self.state.placements != self.shown:
            self._print_board()
        print_lines(play_text.decision_lines(self.state))
        self.recent.clear()
        what = self.state.phase.replace("_", " ")
        self._ask(f"{self.state.color} (seat {seat}), {what}> ")

    def _ask(self, prompt: str) -> None:
        """Carry out commands until the position has changed."""
        while not self._handle(read_line(prompt)):
            pass

    def _people(self) -> list[int]:
        """Return the seats that people play."""
        return [seat for seat in range(1, self.state.rules.seats + 1) if seat not in self.bots]

    # ---- Bots ------------------------------------------------------------------------------------

    def _bot_action(self, seat: int) -> Action:
        # Another seed for each decision: a bot must not depend on being asked twice.
        seed = (self.seed + len(self.played)) % 2**53
        level = self.bots[seat]
        # Ctrl-C makes a bot move at once; people who only watch end the game with it.
        cancel = new_cancellation() if self._people() else None
        work = partial(suggest, self.state, level, count=1, seed=seed, cancel=cancel)
        description = f"{self.state.color} (seat {seat}, level {level}) thinks"
        return run_with_progress(work, description, cancel).moves[0].action

    # ---- People ----------------------------------------------------------------------------------

    def _hand_over(self, seat: int) -> None:
        """Clear the terminal, which shows the cards of the last person, for the next one."""
        previous, self.person = self.person, seat
        news, self.news = self.news, []
        if previous in (None, seat) or self.state.rules.game != "shuffle" or not is_shared():
            return
        print_text("\n".join([CLEAR, *news]))
        read_line(f"Seat {seat} is next. Press Enter when no other player sees the screen.")
        self.shown = None

    def _handle(self, line: str) -> bool:
        """Carry out what a person typed; return whether the position has changed."""
        name, *rest = line.strip().split(maxsplit=1) or [""]
        if not name:
            return False
        if command := self._commands().get(name.lower()):
            return bool(command(*rest))
        if command := self._plain_commands().get(name.lower()):
            if not rest:
                return bool(command())
            print_text(f"{name}: too many words; help lists the commands")
            return False
        return self._try_move(line.strip())

    def _commands(self) -> dict[str, Callable[..., bool | None]]:
        """Return the commands that may have an argument: all that follows the name."""
        return {
            "moves": self._list_moves,
            "piece": self._draw_piece,
            "pieces": self._list_pieces,
            "hint": self._hint,
            "save": self._save,
            "save!": partial(self._save, replace=True),
        }

    def _plain_commands(self) -> dict[str, Callable[[], bool | None]]:
        """Return the commands without arguments."""
        return {
            "help": lambda: print_text(play_text.HELP),
            "?": lambda: print_text(play_text.HELP),
            "cards": lambda: print_lines(play_text.card_lines(self.state)),
            "board": self._print_board,
            "score": self._print_score,
            "undo": self._undo,
            "quit": _quit,
            "exit": _quit,
        }

    def _try_move(self, line: str) -> bool:
        try:
            action = action_from_text(play_text.normalized(line))
        except InvalidActionError:
            print_text(play_text.explain_unreadable(self.state, line))
            return False
        try:
            self._play(action)
        except (IllegalActionError, InvalidActionError) as error:
            print_lines(f"Illegal: {format_problem(problem)}" for problem in error.problems)
            print_text("'moves' lists what is legal.")
            return False
        return True

    def _list_moves(self, which: str = "") -> None:
        print_lines(play_text.move_lines(self.state, which))

    def _draw_piece(self, name: str = "") -> None:
        if name.upper() in PIECE_NAMES:
            print_lines(piece_lines(name.upper()))
        else:
            print_text(f"piece: one of {' '.join(PIECE_NAMES)}")

    def _list_pieces(self, color: str = "") -> None:
        colors = [one for one in COLORS if color.lower() in ("", one)]
        if colors:
            print_lines(play_text.supply_lines(self.state, colors))
        else:
            print_text(f"pieces: one of {' '.join(COLORS)}, or nothing for all of them")

    def _hint(self, level: str = str(_HINT_LEVEL)) -> None:
        if not re.fullmatch("[1-9]", level):
            print_text("hint: a level is from 1 to 9")
            return
        cancel = new_cancellation()
        work = partial(
            suggest, self.state, int(level), seed=self.seed, seconds=_HINT_SECONDS, cancel=cancel
        )
        found = run_with_progress(work, f"level {level} thinks", cancel)
        print_lines(table(found, score_unit(self.state.rules.scoring)))

    def _undo(self) -> bool:
        """Go back to the last decision of a person before this one."""
        for index in range(len(self.played) - 1, -1, -1):
            state, action = self.played[index]
            if state.seat not in self.bots:
                self.state = state
                del self.played[index:]
                print_text(f"Taken back: {action_to_text(action)}")
                return True
        print_text("There is nothing to take back.")
        return False

    def _save(self, file: str = "", *, replace: bool = False) -> None:
        if not file:
            print_text("save: the name of a file is missing")
            return
        text = records.write_json(self._record(), indent=1) + "\n"
        try:
            with Path(file).open("w" if replace else "x", encoding="utf-8") as opened:
                opened.write(text)
        except FileExistsError:
            print_text(f"{file} exists already; 'save! {file}' replaces it.")
        except (OSError, ValueError) as error:
            reason = error.strerror if isinstance(error, OSError) else None
            print_text(f"Cannot write {file}: {reason or error}")
        else:
            print_text(f"Saved {self._moves()} to {file}.")

    def _moves(self) -> str:
        return "1 move" if len(self.played) == 1 else f"{len(self.played)} moves"

    def _record(self) -> records.Record:
        seats = range(1, self.state.rules.seats + 1)
        return records.Record(
            start=self.start,
            moves=tuple(
                records.RecordMove(index - 1, action, seat=state.seat)
                for index, (state, action) in enumerate(self.played)
            ),
            players=tuple(
                f"level {self.bots[seat]}" if seat in self.bots else f"person {seat}"
                for seat in seats
            ),
        )

    # ---- The game --------------------------------------------------------------------------------

    def _play(self, action: Action) -> None:
        before = self.state
        self.state, events = apply(before, action)
        self.played.append((before, action))
        self._remember(events)
        lines = [f"  {event_to_text(event)}" for event in view_events(events, self._viewer())]
        self.news += lines
        print_lines(lines)

    def _viewer(self) -> int:
        """Return the seat whose cards may be shown: of several people at a terminal, none."""
        people = self._people()
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
        players = {
            seat: f"bot, level {self.bots[seat]}" if seat in self.bots else "person"
            for seat in range(1, rules.seats + 1)
        }
        print_text(f"{rules.game} for {rules.seats}, seed {self.seed}. 'help' lists the commands.")
        print_text(play_text.introduction(self.state, players))
        if self.played:
            print_text(f"After {self._moves()}; 'undo' takes moves back.")

    def _print_board(self) -> None:
        self.shown = self.state.placements
        colored, narrow = is_colored(), is_narrow()
        print_lines(board_lines(self.state, self.recent, colored=colored, narrow=narrow))

    def _print_score(self) -> None:
        print_text(play_text.score_line(score(self.state)))


def _quit() -> NoReturn:
    raise EndError
