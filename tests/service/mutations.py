"""JSON data with one value changed, to compare the schemas with the service."""

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
"""The replacement values. Without 1.0, which is an integer in JSON Schema."""

Path = tuple[str | int, ...]


def paths_in(value: object, path: Path = ()) -> Iterator[Path]:
    """Yield the paths to all values inside a value; of a list, only to its first two items."""
    yield path
    if isinstance(value, dict):
        for name in value:
            yield from paths_in(value[name], (*path, name))
    elif isinstance(value, list):
        for index in range(min(len(value), 2)):
            yield from paths_in(value[index], (*path, index))


def value_at(value: Any, path: Path) -> Any:  # noqa: ANN401 (JSON)
    """Return the value at a path."""
    for step in path:
        value = value[step]
    return value


def with_value(value: object, path: Path, new: object) -> object:
    """Return a copy with another value at a path."""
    if not path:
        return new
    made = copy.deepcopy(value)
    value_at(made, path[:-1])[path[-1]] = new
    return made


def without_value(value: object, path: Path) -> object:
    """Return a copy without the value at a path."""
    made = copy.deepcopy(value)
    del value_at(made, path[:-1])[path[-1]]
    return made


def mutations(value: object, *parts: Path) -> Iterator[tuple[str, object]]:
    """Yield a name and a copy for each change of one value, optionally only in some parts."""
    for path in paths_in(value):
        if parts and not any(path[: len(part)] == part for part in parts):
            continue
        for new in VALUES:
            yield f"{path} is {str(new)[:30]}", with_value(value, path, new)
        if path:
            yield f"{path} is left out", without_value(value, path)
        if isinstance(value_at(value, path), dict):
            yield f"{path} has more", with_value(value, (*path, "extra"), 1)
