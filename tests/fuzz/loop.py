"""The loop of a target in Python: cases from seeds, those that show something new mutated further.

A case is a chain of numbers: the first chooses a document, each of them changes it once more. So a
find is named by its chain, and ``python -m tests.fuzz --replay`` makes it again.
"""

from __future__ import annotations

import os
import time
import traceback
from collections.abc import Callable, Hashable
from dataclasses import dataclass, field, fields, is_dataclass
from pathlib import Path
from typing import Any, Protocol

from tests.helpers.support import seeded

Chain = tuple[int, ...]

MOST_FINDS = 5
LONGEST_CHAIN = 6


class Target(Protocol):
    """What is fuzzed."""

    NAME: str

    def make(self, chain: Chain) -> Any:  # noqa: ANN401 (its own kind of case)
        """Return the case of a chain, the same each time."""

    def run(self, case: Any) -> Hashable:  # noqa: ANN401
        """Try a case and return what came of it in short; raise if something is wrong."""


@dataclass
class Result:
    """What a run of a target came to."""

    runs: int = 0
    outcomes: dict[Hashable, int] = field(default_factory=dict)
    finds: dict[Chain, str] = field(default_factory=dict)


def text_of(chain: Chain) -> str:
    """Return the name of a case."""
    return "-".join(map(str, chain))


def chain_of(text: str) -> Chain:
    """Return the case of a name."""
    return tuple(map(int, text.split("-")))


def told(target: Target, chain: Chain, error: BaseException) -> str:
    """Return a find in words: what was tried, and what came of it."""
    lines = traceback.format_exception(error, limit=-6)
    return f"{target.NAME} {text_of(chain)}\n\n{described(target.make(chain))}\n\n{''.join(lines)}"


def described(value: object, depth: int = 12) -> str:
    """Return a value as text without asking it anything, and without end."""
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
        pairs = list(dict.items(value))[:40]  # type: ignore[arg-type]
        inner = [f"{described(key, 1)}: {described(one, depth - 1)}" for key, one in pairs]
    elif issubclass(type(value), list | tuple):
        base: Any = list if issubclass(type(value), list) else tuple
        inner = [described(one, depth - 1) for one in list(base.__iter__(value))[:90]]
    return f"{kind}({', '.join(inner)})"


def fuzz(
    target: Target,
    seed: int,
    go_on: Callable[[int], bool],
    current: Path | None = None,
) -> Result:
    """Try cases while ``go_on`` says so; it is told how many there were.

    The name of the case at hand stands in the file ``current``, for those who find this process
    gone.
    """
    rng = seeded(seed)
    result = Result()
    pool: list[Chain] = []
    note = _notes(current)
    while go_on(result.runs) and len(result.finds) < MOST_FINDS:
        chain: Chain = (rng.randrange(2**32),)
        if pool and rng.random() < 0.4:
            chain = rng.choice(pool) + chain
        note(chain)
        result.runs += 1
        try:
            outcome = target.run(target.make(chain))
        except KeyboardInterrupt:
            raise
        except BaseException as error:  # noqa: BLE001 - a panic of Rust is none of Exception's
            result.finds[chain] = told(target, chain, error)
            continue
        if outcome not in result.outcomes and len(chain) < LONGEST_CHAIN:
            pool.append(chain)
        result.outcomes[outcome] = result.outcomes.get(outcome, 0) + 1
    return result


def _notes(path: Path | None) -> Callable[[Chain], None]:
    if path is None:
        return lambda _: None
    handle = os.open(path, os.O_CREAT | os.O_WRONLY | os.O_TRUNC, 0o644)
    return lambda chain: _write(handle, f"{text_of(chain)}\n".ljust(100).encode())


def _write(handle: int, line: bytes) -> None:
    os.pwrite(handle, line, 0)


def until(seconds: float) -> Callable[[int], bool]:
    """Go on for that long."""
    end = time.monotonic() + seconds
    return lambda _: time.monotonic() < end


def times(count: int) -> Callable[[int], bool]:
    """Go on that often."""
    return lambda runs: runs < count
