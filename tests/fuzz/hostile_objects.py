"""Objects whose methods raise, return inconsistent values, or change other objects.

The engines may run these methods, when they iterate over an object, delete it or look it up in a
dict. tests/helpers/strategies.py has objects whose methods must not be called.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from typing import Any, NoReturn, TypeVar

from cornerwise.types import ChoosePiece, Pass, Place, PlayCard, WarpTo

from tests.helpers.strategies import Name, disguised

T = TypeVar("T")


class HostileObjectError(Exception):
    """The error that these objects raise; the engines may pass it on."""


def _raise(*_: object) -> NoReturn:
    raise HostileObjectError


class InconsistentList(list[Any]):
    """A list with a wrong length."""

    def __len__(self) -> int:
        return 1_000_000


class SelfClearingList(list[Any]):
    """A list that is empty once an iteration has started."""

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


class RaisingList(list[Any]):
    """A list that cannot be iterated over."""

    __iter__ = _raise


class InconsistentDict(dict[Any, Any]):
    """A dict whose methods return other values than it holds."""

    def __len__(self) -> int:
        return 10**9

    def __iter__(self) -> Iterator[Any]:
        return iter(("rules", "type"))

    def get(self, *_: object) -> str:
        return "place"

    __getitem__ = get
    items = keys = values = _raise


class InconsistentInt(int):
    """An int that converts to another value."""

    def __index__(self) -> int:
        return 2

    __int__ = __index__
    __add__ = __eq__ = __lt__ = __le__ = _raise
    __hash__ = int.__hash__


class InconsistentStr(str):
    """A str whose methods return other values than its text."""

    __slots__ = ()

    def __str__(self) -> str:
        return "blue"

    __repr__ = __str__
    __len__ = __iter__ = __getitem__ = _raise
    encode = _raise  # type: ignore[assignment] # that is the point

    def __eq__(self, other: object) -> bool:
        return True

    def __hash__(self) -> int:
        return str.__hash__(self)


class IndexableObject:
    """An object that is not an int but converts to one."""

    def __index__(self) -> int:
        return 3

    __int__ = __index__


class RaisingObject:
    """An object whose conversions raise."""

    __index__ = __int__ = __len__ = __iter__ = __getitem__ = __hash__ = __bool__ = _raise


class Sequence:
    """An object that is not a list but has items and a length."""

    def __len__(self) -> int:
        return 2

    def __getitem__(self, index: int) -> int:
        if index > 1:
            raise IndexError
        return index


class ClearsOnDelete(dict[Any, Any]):
    """A dict that clears other objects when it is deleted."""

    targets: tuple[Any, ...] = ()

    def __del__(self) -> None:
        for target in self.targets:
            target.clear()


class RaisingPlace(Place):
    """A placement whose to_dict raises."""

    __slots__ = ()
    to_dict = _raise


def endless(item: T) -> Iterator[T]:
    """Yield the same item endlessly."""
    while True:
        yield item


def failing(items: list[Any]) -> Iterator[Any]:
    """Yield some items, then raise."""
    yield from items
    raise HostileObjectError


def clearing(items: list[Any]) -> Iterator[Any]:
    """Yield items, and clear each of them before the next."""
    for item in items:
        yield item
        if isinstance(item, dict | list):
            item.clear()


def clearing_on_delete(items: list[Any]) -> Iterator[Any]:
    """Yield copies of items; each clears all originals when it is deleted."""
    for item in items:
        if not isinstance(item, dict):
            yield item
            continue
        made = ClearsOnDelete(item)
        made.targets = tuple(one for one in items if isinstance(one, dict | list))
        yield made


def self_containing_list() -> list[Any]:
    """Return a list that contains itself."""
    made: list[Any] = []
    made.append(made)
    return made


def self_containing_dict() -> dict[str, Any]:
    """Return a dict that contains itself under known names."""
    made: dict[str, Any] = {}
    for name in ("rules", "placements", "turn", "decks", "cells"):
        made[name] = made
    return made


def nested_lists(levels: int) -> list[Any]:
    """Return nested lists, no deeper than Python can delete without recursion."""
    made: list[Any] = []
    for _ in range(levels):
        made = [made]
    return made


def random_object(rng: random.Random) -> object:
    """Return an object that JSON cannot express."""

    def any_of(*values: Any) -> Any:  # noqa: ANN401 (of wrong types)
        return rng.choice(values)

    makers: list[Callable[[], object]] = [
        IndexableObject,
        RaisingObject,
        Sequence,
        self_containing_list,
        self_containing_dict,
        lambda: nested_lists(500),
        lambda: InconsistentInt(rng.choice([0, 3, 19, 2**70])),
        lambda: InconsistentStr(rng.choice(["I1", "place", "\ud800"])),
        lambda: disguised(rng.choice(["red", 3, [[0, 0]], {"color": "red"}])),
        lambda: RaisingPlace("I1", 0, 0, 0),
        lambda: Place(any_of(None, [], "I1"), any_of(1j, "0", 0), 0, 0),
        lambda: PlayCard(any_of("wild", None, 7)),
        lambda: ChoosePiece(any_of("blue", b"blue"), any_of("I1", 1)),
        lambda: WarpTo(any_of(0, 1.5), 0, 0),
        Pass,
        lambda: rng.choice([Place, WarpTo, object, type, len, NotImplemented, ...]),
        lambda: memoryview(b"I1"),
        lambda: {1, 2},
        lambda: iter(()),
        lambda: [0] * 100_000,
    ]
    return rng.choice(makers)()


def hostile_copy(rng: random.Random, value: object) -> object:
    """Return a value of the same content as a hostile type."""
    kind = type(value)
    if kind is dict and rng.random() < 0.3:
        pairs: Any = value.items()  # type: ignore[attr-defined]
        return {Name(key) if type(key) is str else key: one for key, one in pairs}
    if kind is list:
        return rng.choice([InconsistentList, SelfClearingList, GrowingList, RaisingList, tuple])(
            value
        )
    forms: dict[type, Callable[[Any], object]] = {
        dict: InconsistentDict,
        int: InconsistentInt,
        str: InconsistentStr,
    }
    return forms[kind](value) if kind in forms else value


def random_iterable(rng: random.Random, items: list[Any]) -> object:
    """Return an iterable of items, or of something else, that is not a plain list."""
    makers: list[Callable[[], object]] = [
        lambda: iter(items),
        lambda: endless(items[0] if items else None),
        lambda: failing(items),
        lambda: clearing(items),
        lambda: clearing_on_delete(items),
        lambda: dict.fromkeys(map(str, items)),
        lambda: RaisingList(items),
        lambda: SelfClearingList(items),
        lambda: GrowingList(items),
        lambda: InconsistentList(items),
    ]
    return rng.choice(makers)()
