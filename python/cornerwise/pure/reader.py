"""Parsing untrusted data: every value is checked and every problem is reported.

Only plain data is accepted: dict, list or tuple, str, int, float, bool, None. Subclasses are read
through the methods of these base classes, so that no code of the data is run. Messages never repeat
the data.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from itertools import islice
from typing import TypeGuard, TypeVar

from ..errors import InvalidStateError, Problem
from ..types import CARDS, COLORS, CardName, Color, PieceName, PieceRef
from .cells import Cell
from .piece import PIECE_NAMES

__all__ = ["INT_MAX", "INT_MIN", "MAX_PROBLEMS", "Reader", "is_a", "number", "raise_if_any"]

MAX_PROBLEMS = 20
INT_MIN = -(2**31)
INT_MAX = 2**31 - 1

_MAX_NAME = 40

K = TypeVar("K")
T = TypeVar("T", bound=str)


def is_a(value: object, kind: type[K]) -> TypeGuard[K]:
    """Return whether the type of a value is a class or derives from it.

    ``isinstance`` would trust the value's own ``__class__``.
    """
    return issubclass(type(value), kind)


def raise_if_any(problems: Iterable[Problem]) -> None:
    """Raise InvalidStateError with the first 20 problems, if there are any."""
    if reported := list(islice(problems, MAX_PROBLEMS)):
        raise InvalidStateError(reported)


def number(count: int, noun: str) -> str:
    """Return a count with its noun, in the singular or the plural: ``1 piece``, ``2 pieces``."""
    return f"{count} {noun}" if count == 1 else f"{count} {noun}s"


def _plain_items(value: object) -> list[object] | None:
    """Return the items of a list or tuple, or None."""
    if is_a(value, list):
        return list(list.__iter__(value))
    if is_a(value, tuple):
        return list(tuple.__iter__(value))
    return None


def _plain_int(value: object) -> int | None:
    """Return a plain int, or None. A bool is not an int here; 2.0 is the integer 2."""
    if is_a(value, float):
        return int(float.__float__(value)) if float.is_integer(value) else None
    if is_a(value, bool) or not is_a(value, int):
        return None
    return int.__index__(value)


def _plain_text(value: object) -> str | None:
    """Return a plain str, or None. Lone surrogates are not valid text."""
    if not is_a(value, str):
        return None
    text = str.__str__(value)
    try:
        text.encode()
    except UnicodeEncodeError:
        return None
    return text


class Reader:
    """Parses values and collects their problems in order.

    For an invalid value a problem is added and a placeholder of the right type is returned, so that
    parsing can continue and find the other problems. The caller must raise if there are
    :attr:`problems`, so that no placeholder is ever used. ``homes`` says where the fields belong
    that are known elsewhere in the data: it is part of the message if one is in the wrong place.
    """

    def __init__(self, homes: Mapping[str, str] | None = None) -> None:
        self.problems: list[Problem] = []
        self._homes = homes or {}

    def report(self, code: str, message: str, pointer: str, rule: str | None = None) -> None:
        """Add a problem; those after the first 20 are dropped."""
        if len(self.problems) < MAX_PROBLEMS:
            self.problems.append(Problem(code, message, pointer, rule))

    def wrong_type(self, expected: str, pointer: str) -> None:
        """Report that a value has the wrong type."""
        self.report("wrong_type", f"must be {expected}", pointer)

    def missing(self, field: str, pointer: str) -> None:
        """Report that the object at ``pointer`` lacks a required field."""
        self.report("missing_field", "this field is required", f"{pointer}/{field}")

    def fields(self, value: object, pointer: str, known: Iterable[str]) -> dict[str, object]:
        """Return the known fields of an object, and report all other keys.

        A field that is null is the same as one that is omitted, whatever its name.
        """
        found: dict[str, object] = {}
        if not is_a(value, dict):
            self.wrong_type("an object", pointer)
            return found
        names = tuple(known)
        for key, item in dict.items(value):
            name = _plain_text(key)
            if name is None:
                self.wrong_type("an object with string keys", pointer)
            elif item is None:
                continue
            elif name in names:
                found[name] = item
            else:
                shown = name[:_MAX_NAME].replace("~", "~0").replace("/", "~1")
                home = self._homes.get(name)
                belongs = "" if home is None else f" belongs {home};"
                message = f"unknown field;{belongs} known fields: {', '.join(names)}"
                self.report("unknown_field", message, f"{pointer}/{shown}")
        return found

    def items(self, value: object, pointer: str) -> list[object]:
        """Return the items of a list."""
        items = _plain_items(value)
        if items is None:
            self.wrong_type("a list", pointer)
            return []
        return items

    def integer(self, value: object, pointer: str, low: int, high: int) -> int:
        """Return an integer from ``low`` to ``high``."""
        number = _plain_int(value)
        if number is None:
            self.wrong_type("an integer", pointer)
            return low
        if not low <= number <= high:
            self.report("out_of_range", f"must be from {low} to {high}", pointer)
            return low
        return number

    def number(self, value: object, pointer: str) -> float:
        """Return a number, integer or float."""
        if is_a(value, float):
            return float.__float__(value)
        number = _plain_int(value)
        if number is None:
            self.wrong_type("a number", pointer)
            return 0
        return number

    def cell(self, value: object, pointer: str) -> Cell:
        """Return a pair of integers; a wrong type is reported once for the pair."""
        match _plain_items(value):
            case [row, col] if _plain_int(row) is not None and _plain_int(col) is not None:
                return (
                    self.integer(row, f"{pointer}/0", INT_MIN, INT_MAX),
                    self.integer(col, f"{pointer}/1", INT_MIN, INT_MAX),
                )
        self.wrong_type("[row, col], two integers", pointer)
        return 0, 0

    def boolean(self, value: object, pointer: str) -> bool:
        """Return true or false."""
        if not is_a(value, bool):
            self.wrong_type("true or false", pointer)
            return False
        return value

    def text(self, value: object, pointer: str) -> str:
        """Return any string."""
        text = _plain_text(value)
        if text is None:
            self.wrong_type("a string", pointer)
            return ""
        return text

    def choice(self, value: object, pointer: str, allowed: tuple[T, ...]) -> T:
        """Return one of the allowed strings."""
        expected = f"must be one of: {', '.join(allowed)}"
        return self._one_of(value, pointer, allowed, ("unknown_value", expected, None))

    def color(self, value: object, pointer: str) -> Color:
        """Return the name of a colour."""
        expected = f"must be one of: {', '.join(COLORS)}"
        return self._one_of(value, pointer, COLORS, ("unknown_color", expected, None))

    def piece(self, value: object, pointer: str) -> PieceName:
        """Return the name of a piece (G4)."""
        problem = ("unknown_piece", f"must be one of: {', '.join(PIECE_NAMES)}", "G4")
        return self._one_of(value, pointer, PIECE_NAMES, problem)

    def card(self, value: object, pointer: str) -> CardName:
        """Return the name of a card."""
        expected = f"must be one of: {', '.join(CARDS)}"
        return self._one_of(value, pointer, CARDS, ("unknown_card", expected, None))

    def colored_piece(self, fields: Mapping[str, object], pointer: str) -> PieceRef:
        """Return the required colour and piece of the object at ``pointer``."""
        color, piece = COLORS[0], PIECE_NAMES[0]
        if self.required(fields, "color", pointer):
            color = self.color(fields["color"], f"{pointer}/color")
        if self.required(fields, "piece", pointer):
            piece = self.piece(fields["piece"], f"{pointer}/piece")
        return color, piece

    def optional(self, read: Callable[[object, str], K], value: object, pointer: str) -> K | None:
        """Return the parsed value, or None for null."""
        return None if value is None else read(value, pointer)

    def required(self, fields: Mapping[str, object], field: str, pointer: str) -> bool:
        """Return whether a required field is present, and report it if it is not."""
        if fields.get(field) is None:
            self.missing(field, pointer)
            return False
        return True

    def _one_of(
        self,
        value: object,
        pointer: str,
        allowed: tuple[T, ...],
        otherwise: tuple[str, str, str | None],
    ) -> T:
        text = _plain_text(value)
        if text is None:
            self.wrong_type("a string", pointer)
            return allowed[0]
        for known in allowed:
            if known == text:
                return known
        code, message, rule = otherwise
        self.report(code, message, pointer, rule)
        return allowed[0]
