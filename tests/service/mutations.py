"""JSON with one thing in it changed: what the description and the service are held against."""

from __future__ import annotations

import copy
from collections.abc import Iterator
from typing import Any

VALUES: tuple[Any, ...] = (
    *(None, True, False, 0, 1, 4, 5, 7, 8, 19, 20, 84, -1),
    *(2**31 - 1, 2**31, -(2**31), -(2**31) - 1, 2**53, 2**63, 2**64 - 1, 1.5),
    *("", "x", "blue", "I1", "place", "over", "any", "classic", "wild", "clockwise"),
    *([], {}, [0], [0, 0], [[0, 0]], [0, 0, 0], [{}], {"x": 1}),
    *(["wild"], ["wild", "warp"], ["wild"] * 120, ["wild"] * 121, {"color": "red", "piece": "I1"}),
    *([[0, 0]] * 6, [[0, 0]] * 400, [[0, 0]] * 401, [None] * 84, [None] * 85),
)
"""What is put in the place of everything. No 1.0: JSON Schema takes it for an integer."""

Path = tuple[str | int, ...]


def places(value: object, path: Path = ()) -> Iterator[Path]:
    """Yield the way to everything inside a value; of a list, to its first two items."""
    yield path
    if isinstance(value, dict):
        for name in value:
            yield from places(value[name], (*path, name))
    elif isinstance(value, list):
        for index in range(min(len(value), 2)):
            yield from places(value[index], (*path, index))


def inside(value: Any, path: Path) -> Any:  # noqa: ANN401 (JSON)
    """Return what stands at a place."""
    for step in path:
        value = value[step]
    return value


def changed(value: object, path: Path, new: object) -> object:
    """Return a copy with something else at a place."""
    if not path:
        return new
    made = copy.deepcopy(value)
    inside(made, path[:-1])[path[-1]] = new
    return made


def shortened(value: object, path: Path) -> object:
    """Return a copy without what stands at a place."""
    made = copy.deepcopy(value)
    del inside(made, path[:-1])[path[-1]]
    return made


def variations(value: object, *parts: Path) -> Iterator[tuple[str, object]]:
    """Yield what a value becomes when one thing in it, or in parts of it, is changed."""
    for path in places(value):
        if parts and not any(path[: len(part)] == part for part in parts):
            continue
        for new in VALUES:
            yield f"{path} is {str(new)[:30]}", changed(value, path, new)
        if path:
            yield f"{path} is left out", shortened(value, path)
        if isinstance(inside(value, path), dict):
            yield f"{path} has more", changed(value, (*path, "extra"), 1)
