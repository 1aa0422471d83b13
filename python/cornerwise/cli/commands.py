"""The commands: each takes what was asked on the command line and returns an answer."""

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

from .. import (
    Puzzle,
    Rules,
    Solution,
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
)
from ..installation import missing_for_service
from .answer import Answer, Exit, Refusal, in_words, naming
from .files import name_of, parse, read_layout, read_state
from .waiting import wait_for

__all__ = [
    "answer_check",
    "answer_moves",
    "answer_new",
    "answer_perft",
    "answer_puzzles",
    "answer_score",
    "answer_solve",
    "serve",
]


def answer_new(options: Namespace) -> Answer:
    """Start a game."""
    given = vars(options)
    names = (field.name for field in fields(Rules))
    rules = {name: given[name] for name in names if given[name] is not None}
    if options.deck is not None:
        rules["deck"] = parse(options.deck, "--deck")
    seed = options.seed
    if seed is None and options.game == "shuffle":
        seed = new_seed()
    with naming(""):
        state = new_game(rules, seed=seed)
    return Answer({"seed": seed, "state": state.to_dict()})


def answer_moves(options: Namespace) -> Answer:
    """List what may be done."""
    state = read_state(options.file)
    count, moves = legal_actions_json(state, options.form, options.piece)
    document = {"color": state.color, "seat": state.seat, "phase": state.phase, "count": count}
    if not options.count:
        document["moves"] = json.loads(moves)
    return Answer(document)


def answer_score(options: Namespace) -> Answer:
    """Score a state."""
    return Answer(score(read_state(options.file)).to_dict())


def answer_perft(options: Namespace) -> Answer:
    """Count sequences of placements."""
    state, depth = read_state(options.file), options.depth
    saying = f"counting to depth {depth}"
    with naming(f"perft --depth {depth}"):
        if not options.split:
            return Answer({"depth": depth, "count": wait_for(partial(perft, state, depth), saying)})
        split = wait_for(partial(perft_split, state, depth), saying)
    return Answer({"depth": depth, "count": sum(split.values()), "split": split})


def answer_puzzles(_options: Namespace) -> Answer:
    """List the puzzles."""
    return Answer({"puzzles": [puzzle.to_dict() for puzzle in puzzles()]})


def answer_check(options: Namespace) -> Answer:
    """Say what is wrong with a layout."""
    puzzle = _puzzle(options.puzzle)
    name = name_of(options.file)
    layout = read_layout(options.file)
    with naming(name):
        checked = check_layout(puzzle.name, layout)
    return Answer(
        checked.to_dict(),
        Exit.FINE if checked.right else Exit.NO,
        [f"{name}: {in_words(problem)}" for problem in checked.problems],
    )


def answer_solve(options: Namespace) -> Answer:
    """Solve a puzzle, or complete a layout of it."""
    puzzle = _puzzle(options.puzzle)
    layout = None if options.file is None else read_layout(options.file)
    seed = new_seed() if options.seed is None else options.seed
    solve = partial(solve_puzzle, puzzle.name, layout, seed=seed, seconds=options.seconds)
    with naming(name_of(options.file or "")):
        solution = wait_for(solve, f"solving {puzzle.name}, at most {options.seconds:g} s")
    document = {"seed": seed, **solution.to_dict()}
    match solution.outcome:
        case "impossible":
            return Answer(document, Exit.NO, [f"{puzzle.name}: this cannot be completed"])
        case "unknown":
            advice = "more --seconds or another --seed may decide it"
            return Answer(document, Exit.UNDECIDED, [f"{puzzle.name}: undecided; {advice}"])
    if options.svg is None:
        return Answer(document)
    try:
        Path(options.svg).write_text(_picture(puzzle, solution), "utf-8")
    except (OSError, ValueError) as error:
        reason = error.strerror if isinstance(error, OSError) else None
        message = f"cannot write {options.svg}: {reason or error}"
        return Answer(document, Exit.BAD_INPUT, [message])
    return Answer(document)


def serve(options: Namespace) -> Answer:
    """Serve over HTTP until Ctrl-C; gunicorn ends the process."""
    missing = missing_for_service()
    if missing is not None:
        raise Refusal([missing], Exit.UNSUPPORTED)
    if not _is_importable("service.__main__"):
        advice = "run this in the top folder of the checkout"
        raise Refusal([f"the package service cannot be imported: {advice}"], Exit.UNSUPPORTED)
    host = f"[{options.host}]" if ":" in options.host else options.host
    port = os.environ.get("PORT") or 8000 if options.port is None else options.port
    sys.argv = ["service", "--bind", f"{host}:{port}"]
    runpy.run_module("service", run_name="__main__", alter_sys=True)
    return Answer(None)


def _is_importable(module: str) -> bool:
    try:
        return importlib.util.find_spec(module) is not None
    except ImportError:
        return False


def _puzzle(name: str) -> Puzzle:
    for puzzle in puzzles():
        if puzzle.name == name:
            return puzzle
    names = ", ".join(puzzle.name for puzzle in puzzles())
    raise Refusal([f"PUZZLE: must be one of: {names}"])


def _picture(puzzle: Puzzle, solution: Solution) -> str:
    shapes: render.Shapes = {piece.name: piece.orientations for piece in pieces()}
    placements = solution.placements or ()
    return render.svg(placements, shapes, rows=puzzle.rows, cols=puzzle.cols, mark_last=False)
