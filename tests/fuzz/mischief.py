"""Objects that do harm when they are asked: they raise, lie, or change what they stand in.

``hostile`` has those that may be read but not asked anything; here are those whose own code may
well be run, because they are iterated over, dropped, or looked up in a dict.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from typing import Any, NoReturn

from cornerwise.types import ChoosePiece, Pass, Place, PlayCard, WarpTo

from tests.helpers.strategies import Name, disguised


class MischiefError(Exception):
    """What the objects here raise: it may come through, as it is theirs."""


def _raise(*_: object) -> NoReturn:
    raise MischiefError


class LyingList(list[Any]):
    """A list that says that it is of another length."""

    def __len__(self) -> int:
        return 1_000_000


class EmptyingList(list[Any]):
    """A list that is empty once somebody has begun to iterate over it."""

    def __iter__(self) -> Iterator[Any]:
        items = list.copy(self)
        list.clear(self)
        return iter(items)


class GrowingList(list[Any]):
    """A list that grows while it is iterated over."""

    def __iter__(self) -> Iterator[Any]:
        for item in list.copy(self):
            list.append(self, item)
            yield item


class UnwillingList(list[Any]):
    """A list that cannot be iterated over."""

    __iter__ = _raise


class LyingDict(dict[Any, Any]):
    """A dict whose methods give something else than it holds."""

    def __len__(self) -> int:
        return 10**9

    def __iter__(self) -> Iterator[Any]:
        return iter(("rules", "type"))

    def get(self, *_: object) -> str:
        return "place"

    __getitem__ = get
    items = keys = values = _raise


class LyingInt(int):
    """An int that says that it is another one."""

    def __index__(self) -> int:
        return 2

    __int__ = __index__
    __add__ = __eq__ = __lt__ = __le__ = _raise  # type: ignore[assignment]
    __hash__ = int.__hash__


class LyingText(str):
    """A str that is another one to those who ask."""

    __slots__ = ()

    def __str__(self) -> str:
        return "blue"

    __repr__ = __str__
    __len__ = __iter__ = __getitem__ = encode = _raise

    def __eq__(self, other: object) -> bool:
        return True

    def __hash__(self) -> int:
        return str.__hash__(self)


class AlmostInt:
    """No int, but happy to be used as one."""

    def __index__(self) -> int:
        return 3

    __int__ = __index__


class UnwillingInt:
    """No int, and it raises when it is used as one."""

    __index__ = __int__ = __len__ = __iter__ = __getitem__ = __hash__ = __bool__ = _raise


class Sequence:
    """No list, but it has items and a length."""

    def __len__(self) -> int:
        return 2

    def __getitem__(self, index: int) -> int:
        if index > 1:
            raise IndexError
        return index


class Vengeful(dict[Any, Any]):
    """A dict that empties others when it is dropped."""

    victims: tuple[Any, ...] = ()

    def __del__(self) -> None:
        for victim in self.victims:
            victim.clear()


class Careless(Place):
    """A placement whose own way of telling itself raises."""

    __slots__ = ()
    to_dict = _raise


def endless(item: object) -> Iterator[object]:
    """Yield the same for ever."""
    while True:
        yield item


def broken_off(items: list[Any]) -> Iterator[Any]:
    """Yield some items, then raise."""
    yield from items
    raise MischiefError


def changing(items: list[Any]) -> Iterator[Any]:
    """Yield items, and empty each when the next one is asked for."""
    for item in items:
        yield item
        if isinstance(item, dict | list):
            item.clear()


def avenged(items: list[Any]) -> Iterator[Any]:
    """Yield copies of items that nobody else holds, and that empty all others when dropped."""
    for item in items:
        if not isinstance(item, dict):
            yield item
            continue
        made = Vengeful(item)
        made.victims = tuple(one for one in items if isinstance(one, dict | list))
        yield made


def ring() -> list[Any]:
    """Return a list that holds itself."""
    made: list[Any] = []
    made.append(made)
    return made


def knot() -> dict[str, Any]:
    """Return a dict that holds itself under names that are looked for."""
    made: dict[str, Any] = {}
    for name in ("rules", "placements", "turn", "decks", "cells"):
        made[name] = made
    return made


def deep(levels: int) -> list[Any]:
    """Return lists in lists. No more levels than Python itself takes apart without recursion."""
    made: list[Any] = []
    for _ in range(levels):
        made = [made]
    return made


def odd_objects(rng: random.Random) -> object:
    """Return something that no JSON can be."""
    makers: list[Callable[[], object]] = [
        AlmostInt,
        UnwillingInt,
        Sequence,
        ring,
        knot,
        lambda: deep(500),
        lambda: LyingInt(rng.choice([0, 3, 19, 2**70])),
        lambda: LyingText(rng.choice(["I1", "place", "\ud800"])),
        lambda: disguised(rng.choice(["red", 3, [[0, 0]], {"color": "red"}])),
        lambda: Careless("I1", 0, 0, 0),
        lambda: Place(rng.choice([None, [], "I1"]), rng.choice([1j, "0", 0]), 0, 0),
        lambda: PlayCard(rng.choice(["wild", None, 7])),
        lambda: ChoosePiece(rng.choice(["blue", b"blue"]), rng.choice(["I1", 1])),
        lambda: WarpTo(rng.choice([0, 1.5]), 0, 0),
        Pass,
        lambda: rng.choice([Place, WarpTo, object, type, len, NotImplemented, ...]),
        lambda: memoryview(b"I1"),
        lambda: {1, 2},
        lambda: iter(()),
        lambda: [0] * 100_000,
    ]
    return rng.choice(makers)()


def harmful(rng: random.Random, value: object) -> object:
    """Return a value in a form that means the same, but does harm when it is asked."""
    kind = type(value)
    if kind is dict and rng.random() < 0.3:
        pairs: Any = value.items()  # type: ignore[attr-defined]
        return {Name(key) if type(key) is str else key: one for key, one in pairs}
    if kind is list:
        return rng.choice([LyingList, EmptyingList, GrowingList, UnwillingList, tuple])(value)
    forms: dict[type, Callable[[Any], object]] = {dict: LyingDict, int: LyingInt, str: LyingText}
    return forms[kind](value) if kind in forms else value


def streams(rng: random.Random, items: list[Any]) -> object:
    """Return an iterable of items that is no list, or none that one would want."""
    makers: list[Callable[[], object]] = [
        lambda: iter(items),
        lambda: endless(items[0] if items else None),
        lambda: broken_off(items),
        lambda: changing(items),
        lambda: avenged(items),
        lambda: dict.fromkeys(map(str, items)),
        lambda: UnwillingList(items),
        lambda: EmptyingList(items),
        lambda: GrowingList(items),
        lambda: LyingList(items),
    ]
    return rng.choice(makers)()
