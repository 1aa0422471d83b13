"""Memory growth of a process, estimated from noisy samples.

A process that has just started needs more memory for a while: code is loaded, threads allocate
stacks and heaps, and the largest batch so far sets the size of the heap, again with each step of
the load. That is no leak, so the first half is left out. A leak continues: it is a slope over the
rest. The slope is the median of the slopes between all pairs of samples (Theil and Sen), because
a few outliers, sampled while a large response was being written, must neither hide a leak nor look
like one; a least-squares line would follow them.

The slope is reported as the growth over the whole run, which must stay below a limit in MiB. Ten
minutes are about 100,000 requests for each of two workers, so the limit of 4 MiB detects a leak of
42 bytes per request. A lower limit would give false alarms: memory still rises occasionally in
single steps of up to 2.3 MiB.

Open files are not judged by a slope, as they follow the number of connections. After the load
there must be no more of them than before it.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations
from statistics import median

__all__ = ["MAX_GROWTH_MIB", "WARM_UP", "growth"]

WARM_UP = 0.5
"""The share of the run that is left out."""

MAX_GROWTH_MIB = 4.0
"""The estimated growth of a worker over a whole run that is still accepted."""

MIN_SAMPLES = 10


def growth(times: Sequence[float], values: Sequence[float]) -> float | None:
    """Return the estimated growth over the whole time; None if there are too few samples."""
    if not times:
        return None
    seconds = times[-1] - times[0]
    begin = times[0] + WARM_UP * seconds
    kept = [point for point in zip(times, values, strict=True) if point[0] >= begin]
    if len(kept) < MIN_SAMPLES:
        return None
    slopes = [(v - u) / (t - s) for (s, u), (t, v) in combinations(kept, 2) if t > s]
    return median(slopes) * seconds
