"""The command suggest: ranked moves for a position."""

from __future__ import annotations

from argparse import Namespace
from collections.abc import Iterable, Iterator
from functools import partial

from .. import action_to_text, new_cancellation, score, suggest
from ..types import Estimate, Scoring, Suggestions
from .input import display_name, read_position
from .progress import run_with_progress
from .result import ExitCode, Result, engine_errors

__all__ = ["run_suggest", "score_unit", "table"]


def run_suggest(options: Namespace) -> Result:
    """Suggest moves for the seat that decides."""
    position = read_position(options.file)
    cancel = new_cancellation()
    work = partial(
        suggest,
        position,
        options.level,
        budget=options.budget,
        count=options.count,
        seed=options.seed,
        until=options.until,
        seconds=options.seconds,
        cancel=cancel,
    )
    with engine_errors(display_name(options.file)):
        found = run_with_progress(work, f"thinking, at most {options.seconds:g} s", cancel)
    # After Ctrl-C the result so far is written, too.
    code = ExitCode.INTERRUPTED if cancel.cancelled else ExitCode.SUCCESS
    messages = ["interrupted"] if cancel.cancelled else []
    if options.table:
        unit = score_unit(score(position).scoring)
        return Result(None, code, messages, text="\n".join([*table(found, unit), ""]))
    return Result(found.to_dict(), code, messages)


def score_unit(scoring: Scoring) -> str:
    """Return what scores are counted in: of squares left, fewer are better."""
    return "squares left" if scoring == "basic" else "points"


def table(found: Suggestions, unit: str) -> Iterator[str]:
    """Yield suggestions as lines for people; ``unit`` is that of the scores."""
    if not found.moves:
        yield f"The game is over. {_expectations(found.evaluation)} (scores: {unit})"
        return
    texts = [move.text for move in found.moves]
    width = max(map(len, texts))
    for rank, (move, text) in enumerate(zip(found.moves, texts, strict=True), start=1):
        share = f"{move.visits:>8,} visits" if found.playouts else f"{move.prior:>8.1%} prior"
        yield f"{rank:>3}. {text:<{width}} {share}   {_expectations(move.estimates)}"
    if len(found.turn) > 1:
        yield f"turn: {', '.join(map(action_to_text, found.turn))}"
    yield (
        f"{found.color}, seat {found.seat}, {found.phase}: {found.playouts:,} playouts, "
        f"{found.units:,} units, {found.milliseconds:.0f} ms, stopped: {found.stopped} "
        f"(scores: {unit})"
    )


def _expectations(estimates: Iterable[Estimate]) -> str:
    """Return the expected score and the chance to win of each seat or team."""
    return "  ".join(
        f"{f'seat {one.seat}' if one.team is None else f'team {one.team}'}: "
        f"{one.score:.1f} ({one.win:.0%})"
        for one in estimates
    )
