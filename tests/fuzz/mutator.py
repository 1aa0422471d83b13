"""A structure-aware mutator of documents.

It inserts JSON values, including huge and unusual numbers; with ``hostile`` also objects that JSON
cannot express. Every choice comes from one seed, so that a case can be reproduced.
"""

from __future__ import annotations

import copy
import random
from collections.abc import Callable
from typing import Any

from tests.helpers.games import seeded_rng
from tests.helpers.strategies import FIELDS, NUMBERS, ODD_KEYS, TEXTS

from .hostile_objects import hostile_copy, random_object

PLAIN_KEYS = [*FIELDS, *(key for key in ODD_KEYS if type(key) is str)]
MORE_NUMBERS: list[Any] = [0.0, -0.0, 1.0, 2.5, 1e308, 5e-324, 10**400, -(10**400), 2**53 + 1]
SMALL: list[Any] = [*range(-3, 25)]
CONSTANTS: list[Any] = [None, True, False]
INVALID: list[Any] = [float("nan"), float("inf"), "\ud800", "I1\udfff", "x" * 70_000]
INVALID += [[0] * 401, ["wild"] * 121, [[0, 0]] * 85, ["I1"] * 22]

Steps = tuple[Any, ...]


class Mutator:
    """Changes a document in place."""

    def __init__(self, seed: int, *, hostile: bool = False) -> None:
        self.rng: random.Random = seeded_rng(seed)
        self.hostile = hostile

    def mutate(self, document: list[Any]) -> None:
        """Make one to three changes inside the items of a list; their number stays the same."""
        for _ in range(self.rng.choice([1, 1, 2, 3])):
            holder, key = self._random_location(document)
            changes = _IN_PLACE if holder is document else _CHANGES
            self.rng.choice(changes)(self, holder, key)

    def _random_location(self, document: list[Any]) -> tuple[Any, Any]:
        """Return a container and one of its keys, at a random depth."""
        holder: Any = document
        key: Any = self.rng.randrange(len(document))
        while True:
            inner = holder[key]
            # Hostile objects are not entered.
            if type(inner) not in (dict, list) or not inner or self.rng.random() < 0.25:
                return holder, key
            holder = inner
            key = self.rng.choice([*inner]) if type(inner) is dict else self._index(inner)

    def _index(self, items: list[Any]) -> int:
        return self.rng.randrange(len(items))

    def value(self, depth: int = 2) -> Any:  # noqa: ANN401 (any value)
        """Return a random value."""
        kind = self.rng.randrange(12 if depth else 8)
        if kind < 8:
            return self._leaf(kind)
        count = self.rng.randrange(4)
        if kind < 10:
            return [self.value(depth - 1) for _ in range(count)]
        return {self.rng.choice(PLAIN_KEYS): self.value(depth - 1) for _ in range(count)}

    def _leaf(self, kind: int) -> Any:  # noqa: ANN401
        if kind == 0 and self.hostile:
            return random_object(self.rng)
        values = [SMALL, NUMBERS, NUMBERS, TEXTS, TEXTS, CONSTANTS, MORE_NUMBERS, INVALID][kind]
        return copy.deepcopy(self.rng.choice(values))

    def replace(self, holder: Any, key: Any) -> None:  # noqa: ANN401
        """Replace a value by a random one."""
        holder[key] = self.value()

    def nudge(self, holder: Any, key: Any) -> None:  # noqa: ANN401
        """Change a value to a similar one of the same type."""
        now = holder[key]
        if type(now) is int:
            holder[key] = now + self.rng.choice([-1, 1, 2, -20, 2**31, -(2**63)])
        elif type(now) is str:
            holder[key] = self.rng.choice([*TEXTS, now.upper(), now + "\0", now[:-1]])
        elif type(now) is bool:
            holder[key] = not now
        elif type(now) is list and now:
            self.rng.shuffle(now)
        else:
            holder[key] = self.value()

    def retype(self, holder: Any, key: Any) -> None:  # noqa: ANN401
        """Keep the content of a value, and change its type."""
        now = holder[key]
        kinds: list[Callable[[], Any]] = [
            lambda: [now],
            lambda: {"value": now},
            lambda: bool(now) if type(now) in (int, str, float) else now,
            lambda: float(now) if type(now) is int and abs(now) < 2**53 else now,
            lambda: str(now) if type(now) in (int, str, bool) else now,
            lambda: dict(enumerate(now)) if type(now) is list and self.hostile else now,
            lambda: list(now.items()) if type(now) is dict else now,
        ]
        if self.hostile:
            kinds += [lambda: hostile_copy(self.rng, now)] * 6
        holder[key] = self.rng.choice(kinds)()

    def remove(self, holder: Any, key: Any) -> None:  # noqa: ANN401
        """Remove a value."""
        del holder[key]

    def repeat(self, holder: Any, key: Any) -> None:  # noqa: ANN401
        """Repeat a value."""
        if type(holder) is list:
            holder[key:key] = [holder[key]] * self.rng.choice([1, 1, 1, 100, 1000])
        else:
            holder[self.rng.choice(PLAIN_KEYS)] = holder[key]

    def swap(self, holder: Any, key: Any) -> None:  # noqa: ANN401
        """Swap two values."""
        other = self._index(holder) if type(holder) is list else self.rng.choice([*holder])
        holder[key], holder[other] = holder[other], holder[key]

    def add(self, holder: Any, _key: Any) -> None:  # noqa: ANN401
        """Add a random value, in an object under a random name."""
        if type(holder) is list:
            holder.append(self.value())
        else:
            keys = [*PLAIN_KEYS, *([1, None, b"rules", 2.5, ("type",)] if self.hostile else [])]
            holder[self.rng.choice(keys)] = self.value()


_IN_PLACE = [Mutator.replace, Mutator.replace, Mutator.nudge, Mutator.nudge, Mutator.nudge]
_IN_PLACE += [Mutator.retype, Mutator.retype]
_CHANGES = [*_IN_PLACE, Mutator.remove, Mutator.repeat, Mutator.swap, Mutator.add]
