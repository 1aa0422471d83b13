"""The fuzzing loop of the Python targets; cases with a new outcome are mutated further.

A case is a chain of seeds: the first selects a document, and each of them changes it once. A
finding is identified by its chain, which ``python -m tests.fuzz --replay`` runs again.
"""

from __future__ import annotations

import os
import time
import traceback
from collections.abc import Callable
from dataclasses import dataclass, field, fields, is_dataclass
from pathlib import Path
from typing import Any, Protocol

from tests.helpers.games import seeded_rng

Chain = tuple[int, ...]
Outcome = tuple[Any, ...]

MAX_FINDS = 5
MAX_CHAIN = 6


class Target(Protocol):
    """A fuzz target."""

    NAME: str

    def make(self, chain: Chain) -> Any:  # noqa: ANN401 (each target has its own type)
        """Return the case for a chain; it is the same each time."""

    def run(self, case: Any) -> Outcome:  # noqa: ANN401
        """Run a case and return a summary of its outcome; raise an error for a finding."""


@dataclass
class Result:
    """The result of fuzzing a target."""

    runs: int = 0
    outcomes: dict[Outcome, int] = field(default_factory=dict)
    finds: dict[Chain, str] = field(default_factory=dict)


def format_chain(chain: Chain) -> str:
    """Return a chain as text."""
    return "-".join(map(str, chain))


def parse_chain(text: str) -> Chain:
    """Return the chain of a text."""
    return tuple(map(int, text.split("-")))


def describe_finding(target: Target, chain: Chain, error: BaseException) -> str:
    """Return the report of a finding: the case and the traceback."""
    lines = traceback.format_exception(error, limit=-6)
    return (
        f"{target.NAME} {format_chain(chain)}\n\n{describe(target.make(chain))}\n\n{''.join(lines)}"
    )


def describe(value: object, depth: int = 12) -> str:
    """Return a bounded text for a value without calling its methods."""
    if type(value) in (int, float, bool, type(None), str, bytes):
        text = repr(value)
        return text if len(text) <= 3000 else f"{text[:3000]}… ({len(text)} characters)"
    inner: list[str] = []
    kind = type(value).__name__
    if is_dataclass(value) and not isinstance(value, type):
        value = {one.name: getattr(value, one.name, None) for one in fields(value)}
    if depth == 0:
        return f"{kind}(…)"
    if issubclass(type(value), dict):
        mapping: dict[Any, Any] = value  # type: ignore[assignment] # the test above calls nothing
        pairs = list(dict.items(mapping))[:40]
        inner = [f"{describe(key, 1)}: {describe(one, depth - 1)}" for key, one in pairs]
    elif issubclass(type(value), list | tuple):
        base: Any = list if issubclass(type(value), list) else tuple
        inner = [describe(one, depth - 1) for one in list(base.__iter__(value))[:90]]
    return f"{kind}({', '.join(inner)})"


def fuzz(
    target: Target,
    seed: int,
    proceed: Callable[[int], bool],
    current: Path | None = None,
) -> Result:
    """Run cases while ``proceed`` returns True for the number of runs so far.

    The chain of the current case is kept in the file ``current``, in case the process crashes.
    """
    rng = seeded_rng(seed)
    result = Result()
    pool: list[Chain] = []
    write_current = _current_case_writer(current)
    while proceed(result.runs) and len(result.finds) < MAX_FINDS:
        chain: Chain = (rng.randrange(2**32),)
        if pool and rng.random() < 0.4:
            chain = rng.choice(pool) + chain
        write_current(chain)
        result.runs += 1
        try:
            outcome = target.run(target.make(chain))
        except KeyboardInterrupt:
            raise
        except BaseException as error:  # noqa: BLE001 (a Rust panic is not an Exception)
            result.finds[chain] = describe_finding(target, chain, error)
            continue
        if outcome not in result.outcomes and len(chain) < MAX_CHAIN:
            pool.append(chain)
        result.outcomes[outcome] = result.outcomes.get(outcome, 0) + 1
    return result


def _current_case_writer(path: Path | None) -> Callable[[Chain], None]:
    if path is None:
        return lambda _: None
    handle = os.open(path, os.O_CREAT | os.O_WRONLY | os.O_TRUNC, 0o644)
    return lambda chain: _write(handle, f"{format_chain(chain)}\n".ljust(100).encode())


def _write(handle: int, line: bytes) -> None:
    os.pwrite(handle, line, 0)


def until(seconds: float) -> Callable[[int], bool]:
    """Return a function that is True for some seconds."""
    end = time.monotonic() + seconds
    return lambda _: time.monotonic() < end


def times(count: int) -> Callable[[int], bool]:
    """Return a function that is True for a number of runs."""
    return lambda runs: runs < count
