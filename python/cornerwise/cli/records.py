"""The commands that work with records: replay, convert and show."""

from __future__ import annotations

from argparse import Namespace
from pathlib import Path
from typing import Any

from .. import action_to_text, event_to_text, pieces, records, render, score
from ..engine import State
from ..records import Failure, Record, RecordMove, Replay
from .input import display_name, read_record
from .result import CommandError, ExitCode, Result, engine_errors, format_problem

__all__ = ["failure_messages", "main_plies", "run_convert", "run_replay", "run_show"]


def run_replay(options: Namespace) -> Result:
    """Check every move of a record."""
    source = display_name(options.file)
    record = read_record(options.file)
    with engine_errors(source):
        replayed = records.replay(record, positions=options.positions, events=options.events)
        failures = [replayed.failure] if replayed.failure else []
        if options.variations:
            failures = [step.failure for step in records.walk(record) if step.failure]
    document: dict[str, Any] = {
        "valid": not failures,
        "plies": replayed.plies,
        "failures": [failure.to_dict() for failure in failures],
        "position": replayed.state.to_text(),
        "state": replayed.state.to_dict(),
        "score": replayed.score.to_dict(),
    }
    if replayed.positions is not None:
        document["positions"] = [state.to_text() for state in replayed.positions]
    if replayed.events is not None:
        document["events"] = [
            [{**event.to_dict(), "text": event_to_text(event)} for event in events]
            for events in replayed.events
        ]
    messages = [f"{source}: {one}" for failure in failures for one in failure_messages(failure)]
    return Result(document, ExitCode.NEGATIVE if failures else ExitCode.SUCCESS, messages)


def run_convert(options: Namespace) -> Result:
    """Write a record in another form."""
    source = display_name(options.file)
    record = read_record(options.file)
    with engine_errors(source):
        match options.to:
            case "blksgf":
                return Result(None, text=records.write_blksgf(record))
            case "text":
                return Result(None, text=records.write_text(record))
    return Result(record.to_dict())


def run_show(options: Namespace) -> Result:
    """Show the position after a ply."""
    record = read_record(options.file)
    with engine_errors(display_name(options.file)):
        replayed = records.replay(record, positions=True)
    state = _state_at(replayed, options.ply)
    ply = replayed.plies if options.ply is None else options.ply
    document = {
        "ply": ply,
        "plies": replayed.plies,
        "move": _move_before(record, ply),
        "color": state.color,
        "seat": state.seat,
        "phase": state.phase,
        "position": state.to_text(),
        "board": str(state).splitlines(),
        "score": score(state).to_dict(),
    }
    if options.svg is None:
        return Result(document)
    try:
        Path(options.svg).write_text(_draw(state), "utf-8")
    except (OSError, ValueError) as error:
        reason = error.strerror if isinstance(error, OSError) else None
        message = f"cannot write {options.svg}: {reason or error}"
        return Result(document, ExitCode.INPUT_ERROR, [message])
    return Result(document)


def _draw(state: State) -> str:
    """Draw the board with the names of squares, which moves are written with."""
    shapes: render.Shapes = {piece.name: piece.orientations for piece in pieces()}
    return render.svg(state.placements, shapes, labels="squares")


def _move_before(record: Record, ply: int) -> str | None:
    """Return the text of the move that leads to a ply; None for the start and for a setup."""
    action = main_plies(record)[ply - 1].action if ply else None
    return None if action is None else action_to_text(action)


def main_plies(record: Record) -> list[RecordMove]:
    """Return the moves of the main line without mere comments."""
    moves = [record.moves[index] for index in record.main_line()]
    return [move for move in moves if move.action is not None or move.setup is not None]


def failure_messages(failure: Failure) -> list[str]:
    """Return the reasons why a move is wrong, as messages."""
    where = f"ply {failure.ply}, {failure.text}"
    return [f"{where}: {format_problem(problem)}" for problem in failure.problems]


def _state_at(replayed: Replay, ply: int | None) -> State:
    """Return the state after a ply, by default the last one."""
    failure = replayed.failure
    if failure is not None and (ply is None or ply >= failure.ply):
        raise CommandError(failure_messages(failure))
    states = replayed.positions or ()
    if ply is None:
        return states[-1]
    if not 0 <= ply < len(states):
        raise CommandError([f"--ply: must be from 0 to {len(states) - 1}"])
    return states[ply]
