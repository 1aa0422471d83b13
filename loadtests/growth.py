"""Does something grow? Told from samples that are noisy, and that rise at the beginning anyhow.

A process that has just started takes memory for a while: code is loaded, threads get their stacks
and heaps, the largest batch yet makes the heap as large as it will ever be, and all that again with
each step of the load. That is no leak, so the first half is left out. A leak goes on: it shows as a
slope over all the rest. The slope is the median of the slopes between all pairs of samples (Theil
and Sen), because a few samples that lie far off, taken while a large answer was being written, must
neither hide a leak nor look like one; a line by least squares bends towards them.

The slope is told as what it would add over the whole run, and must stay under a bound of MiB. Ten
minutes are about 100,000 requests for each of two workers, so with the bound of 4 MiB a leak of 42
bytes for each request is found. The bound is not smaller because memory still rises now and then by
a step and is level in between, with as many requests as ever: up to 2.3 MiB were seen.

Open files are not judged by a slope: they rise and fall with the connections. When the load is gone
they must be as many as before it, however long it was.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations
from statistics import median

__all__ = ["BOUND_MIB", "WARM_UP", "growth"]

WARM_UP = 0.5
"""The share of the run that is left out."""

BOUND_MIB = 4.0
"""What the memory of a worker may seem to grow by over a whole run."""

FEWEST = 10
"""With fewer samples nothing can be said."""


def growth(times: Sequence[float], values: Sequence[float]) -> float | None:
    """Return by how much the values grow over the whole time; None if that cannot be said."""
    if not times:
        return None
    seconds = times[-1] - times[0]
    begin = times[0] + WARM_UP * seconds
    kept = [point for point in zip(times, values, strict=True) if point[0] >= begin]
    if len(kept) < FEWEST:
        return None
    slopes = [(v - u) / (t - s) for (s, u), (t, v) in combinations(kept, 2) if t > s]
    return median(slopes) * seconds
