"""The commands: each takes the parsed options and returns a result."""

from __future__ import annotations

import importlib.util
import json
import os
import runpy
import sys
from argparse import Namespace
from dataclasses import fields
from functools import partial
from pathlib import Path
from typing import Any

from .. import (
    Puzzle,
    Rules,
    Solution,
    action_to_text,
    check_layout,
    legal_actions_json,
    new_game,
    new_seed,
    perft,
    perft_split,
    pieces,
    puzzles,
    render,
    score,
    solve_puzzle,
    summary,
)
from ..engine import View
from ..installation import missing_for_service
from ..types import MoveFormat
from .input import display_name, parse_json, read_layout, read_position, read_state
from .progress import run_with_progress
from .result import CommandError, ExitCode, Result, engine_errors, format_problem

__all__ = [
    "run_check",
    "run_moves",
    "run_new",
    "run_perft",
    "run_puzzles",
    "run_score",
    "run_serve",
    "run_solve",
]


def run_new(options: Namespace) -> Result:
    """Start a game."""
    given = vars(options)
    names = (field.name for field in fields(Rules))
    rules = {name: given[name] for name in names if given[name] is not None}
    if options.deck is not None:
        rules["deck"] = parse_json(options.deck, "--deck")
    with engine_errors(source=""):
        state = new_game(rules, seed=options.seed)
    return Result({"seed": options.seed, "state": state.to_dict()})


def run_moves(options: Namespace) -> Result:
    """List the legal actions."""
    position = read_position(options.file)
    state = position.state if isinstance(position, View) else position
    format_: MoveFormat = "objects" if options.format == "text" else options.format
    with engine_errors(display_name(options.file)):
        count, text = legal_actions_json(position, format_, options.pieces, options.covering)
    document: dict[str, Any] = {
        "color": state.color,
        "seat": state.seat,
        "phase": state.phase,
        "count": count,
    }
    if not options.count:
        document |= _moves_and_groups(json.loads(text), options.format)
    if options.summary:
        document["summary"] = summary(position).to_dict()
    return Result(document)


def _moves_and_groups(listed: list[dict[str, Any]], format_: str) -> dict[str, Any]:
    """Return the fields ``moves`` and ``groups`` of the result."""
    if format_ == "text":
        return {"moves": [action_to_text(action) for action in listed], "groups": None}
    if format_ != "groups":
        return {"moves": listed, "groups": None}
    return {
        "moves": [one for one in listed if "positions" not in one],
        "groups": [one for one in listed if "positions" in one],
    }


def run_score(options: Namespace) -> Result:
    """Score a state."""
    return Result(score(read_position(options.file)).to_dict())


def run_perft(options: Namespace) -> Result:
    """Count sequences of placements."""
    state, depth = read_state(options.file), options.depth
    description = f"counting to depth {depth}"
    with engine_errors(f"perft --depth {depth}"):
        if not options.split:
            count = run_with_progress(partial(perft, state, depth), description)
            return Result({"depth": depth, "count": count})
        split = run_with_progress(partial(perft_split, state, depth), description)
    return Result({"depth": depth, "count": sum(split.values()), "split": split})


def run_puzzles(_options: Namespace) -> Result:
    """List the puzzles."""
    return Result({"puzzles": [puzzle.to_dict() for puzzle in puzzles()]})


def run_check(options: Namespace) -> Result:
    """Check a layout of a puzzle."""
    puzzle = _find_puzzle(options.puzzle)
    source = display_name(options.file)
    layout = read_layout(options.file)
    with engine_errors(source):
        checked = check_layout(puzzle.name, layout)
    return Result(
        checked.to_dict(),
        ExitCode.SUCCESS if checked.valid else ExitCode.NEGATIVE,
        [f"{source}: {format_problem(problem)}" for problem in checked.problems],
    )


def run_solve(options: Namespace) -> Result:
    """Solve a puzzle, or complete a layout of it."""
    puzzle = _find_puzzle(options.puzzle)
    layout = None if options.file is None else read_layout(options.file)
    seed = new_seed() if options.seed is None else options.seed
    solve = partial(solve_puzzle, puzzle.name, layout, seed=seed, seconds=options.seconds)
    with engine_errors(display_name(options.file or "")):
        solution = run_with_progress(solve, f"solving {puzzle.name}, at most {options.seconds:g} s")
    document = {"seed": seed, **solution.to_dict()}
    match solution.outcome:
        case "impossible":
            message = f"{puzzle.name}: this layout cannot be completed"
            return Result(document, ExitCode.NEGATIVE, [message])
        case "unknown":
            message = f"{puzzle.name}: undecided; try more --seconds or another --seed"
            return Result(document, ExitCode.UNDECIDED, [message])
    if options.svg is None:
        return Result(document)
    try:
        Path(options.svg).write_text(_draw(puzzle, solution), "utf-8")
    except (OSError, ValueError) as error:
        reason = error.strerror if isinstance(error, OSError) else None
        message = f"cannot write {options.svg}: {reason or error}"
        return Result(document, ExitCode.INPUT_ERROR, [message])
    return Result(document)


def run_serve(options: Namespace) -> Result:
    """Serve over HTTP until Ctrl-C; gunicorn ends the process."""
    missing = missing_for_service()
    if missing is not None:
        raise CommandError([missing], ExitCode.UNSUPPORTED)
    if not _is_importable("service.__main__"):
        message = "the module service was not found: run this in the top folder of the checkout"
        raise CommandError([message], ExitCode.UNSUPPORTED)
    host = f"[{options.host}]" if ":" in options.host else options.host
    port = os.environ.get("PORT") or 8000 if options.port is None else options.port
    sys.argv = ["service", "--bind", f"{host}:{port}"]
    runpy.run_module("service", run_name="__main__", alter_sys=True)
    return Result(None)


def _is_importable(module: str) -> bool:
    try:
        return importlib.util.find_spec(module) is not None
    except ImportError:
        return False


def _find_puzzle(name: str) -> Puzzle:
    for puzzle in puzzles():
        if puzzle.name == name:
            return puzzle
    names = ", ".join(puzzle.name for puzzle in puzzles())
    raise CommandError([f"PUZZLE: {name!r} is not one of: {names}"])


def _draw(puzzle: Puzzle, solution: Solution) -> str:
    shapes: render.Shapes = {piece.name: piece.orientations for piece in pieces()}
    placements = solution.placements or ()
    return render.svg(placements, shapes, rows=puzzle.rows, cols=puzzle.cols, mark_last=False)
