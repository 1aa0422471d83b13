"""How many examples of a property, and cases of a long list, are tried."""

from __future__ import annotations

import os
from collections.abc import Iterable
from itertools import islice
from typing import TypeVar

__all__ = ["FACTOR_VARIABLE", "examples", "thinned"]

T = TypeVar("T")

FACTOR_VARIABLE = "CORNERWISE_EXAMPLES_FACTOR"
"""A number: 10 tries ten times as many examples; `make check` (--quick) tries a tenth."""


def examples(count: int) -> int:
    """Return the number of examples to try where ``count`` are the default."""
    return max(1, round(count * _factor()))


def thinned(cases: Iterable[T], *, every: int = 5) -> Iterable[T]:
    """Return all cases; where fewer examples are tried, as by `make check`, one of ``every``."""
    return islice(cases, 0, None, every if _factor() < 1 else 1)


def _factor() -> float:
    return float(os.environ.get(FACTOR_VARIABLE) or 1)
