"""How many examples of a property are tried."""

from __future__ import annotations

import os

__all__ = ["FACTOR_VARIABLE", "examples"]

FACTOR_VARIABLE = "CORNERWISE_EXAMPLES_FACTOR"
"""A number: 10 tries ten times as many examples; `make check` (--quick) tries a tenth."""


def examples(count: int) -> int:
    """Return the number of examples to try where ``count`` are the default."""
    return max(1, round(count * float(os.environ.get(FACTOR_VARIABLE) or 1)))
