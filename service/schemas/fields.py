"""Fields of the schemas: marshmallow's, with our error codes and without implicit conversions.

marshmallow would accept the text "1" as a number and "yes" as true; these fields do not. Its error
messages are texts; ours are :class:`cornerwise.Problem` objects, which it passes on unchanged.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any, ClassVar

import cornerwise
from cornerwise import CARDS, COLORS, Problem
from marshmallow import RAISE, Schema, ValidationError, fields, validate

__all__ = [
    "INT32",
    "SEEDS",
    "BoundedList",
    "EngineValidated",
    "Integer",
    "Nested",
    "Number",
    "OpenSchema",
    "Square",
    "StrictBoolean",
    "StrictNumber",
    "StrictSchema",
    "String",
    "Text",
    "card_name",
    "color_name",
    "describe",
    "one_of",
    "piece_name",
    "problems_in",
    "puzzle_name",
]

INT32 = (-(2**31), 2**31 - 1)
"""The range of coordinates whose position on the board is checked by the rules, not here."""

SEEDS = (0, 2**53 - 1)
"""The range of seeds: integers that every JSON parser reads exactly (S30)."""


def _problem(code: str, message: str) -> list[Problem]:
    return [Problem(code, message)]


class _WithCodes(fields.Field[Any]):
    """Error codes that all fields share; a base before marshmallow's class, so that it wins."""

    default_error_messages: dict[str, Any] = {
        "required": _problem("missing_field", "this field is required"),
        "null": _problem("wrong_type", "must not be null"),
    }


class String(_WithCodes, fields.String):
    """A string."""

    default_error_messages: dict[str, Any] = {"invalid": _problem("wrong_type", "must be a string")}


class _MaxLength(validate.Length):
    """marshmallow's length, which apispec describes, with our error code."""

    def __init__(self, maximum: int) -> None:
        super().__init__(max=maximum)
        self.problem = _problem("out_of_range", f"must have at most {maximum} characters")

    def _format_error(self, value: Any, message: str) -> Any:
        return self.problem


class Text(String):
    """A string of at most ``maximum`` characters; an empty one means the same as none."""

    def __init__(self, maximum: int, **kwargs: Any) -> None:
        super().__init__(validate=_MaxLength(maximum), **kwargs)


class StrictBoolean(_WithCodes, fields.Boolean):
    """True or false, but not 1, "yes" or "true"."""

    default_error_messages: dict[str, Any] = {
        "invalid": _problem("wrong_type", "must be true or false")
    }

    def _deserialize(self, value: Any, attr: str | None, data: Any, **kwargs: Any) -> bool:
        if not isinstance(value, bool):
            raise self.make_error("invalid")
        return value


class _Range(validate.Range):
    """marshmallow's range, which apispec describes, with our error code."""

    def __init__(self, minimum: int | None, maximum: int | None) -> None:
        super().__init__(minimum, maximum)
        limits = [
            f"{text} {limit}"
            for text, limit in (("at least", minimum), ("at most", maximum))
            if limit is not None
        ]
        self.problem = _problem("out_of_range", f"must be {' and '.join(limits)}")

    def _format_error(self, value: Any, message: str) -> Any:
        return self.problem


class Integer(_WithCodes, fields.Integer):
    """An integer from ``minimum`` to ``maximum``: 1 or 1.0, but neither "1" nor true."""

    default_error_messages: dict[str, Any] = {
        "invalid": _problem("wrong_type", "must be an integer")
    }

    def __init__(
        self,
        minimum: int | None = None,
        maximum: int | None = None,
        *,
        wide: bool = False,
        **kwargs: Any,
    ) -> None:
        limits = [] if minimum is maximum is None else [_Range(minimum, maximum)]
        super().__init__(strict=True, validate=limits, **kwargs)
        # Wide: a number that may outgrow 32 bits in a later version.
        fits = not wide and (minimum or 0) >= INT32[0] and (maximum or 0) <= INT32[1]
        self.format = "int32" if fits else "int64"

    def _deserialize(self, value: Any, attr: str | None, data: Any, **kwargs: Any) -> int:
        if isinstance(value, float) and value.is_integer():
            return int(value)
        if isinstance(value, bool) or not isinstance(value, int):
            raise self.make_error("invalid")
        return value


class Number(_WithCodes, fields.Float):
    """A number of an answer, with its range if it has one."""

    def __init__(
        self, minimum: int | None = None, maximum: int | None = None, **kwargs: Any
    ) -> None:
        limits = [] if minimum is maximum is None else [_Range(minimum, maximum)]
        super().__init__(validate=limits, **kwargs)
        self.format = "double"


class StrictNumber(_WithCodes, fields.Float):
    """A number greater than ``above`` and at most ``maximum``; "1.5" and true are not numbers."""

    default_error_messages: dict[str, Any] = {"invalid": _problem("wrong_type", "must be a number")}

    def __init__(self, above: float, maximum: float, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self.above, self.maximum = above, maximum

    def _deserialize(self, value: Any, attr: str | None, data: Any, **kwargs: Any) -> float:
        if isinstance(value, bool) or not isinstance(value, int | float):
            raise self.make_error("invalid")
        # Written so that NaN is out of range too.
        if not self.above < value <= self.maximum:
            message = f"must be greater than {self.above} and at most {self.maximum}"
            raise ValidationError(_problem("out_of_range", message))
        return value


class BoundedList(_WithCodes, fields.List[Any]):
    """A list of ``minimum`` to ``maximum`` items."""

    default_error_messages: dict[str, Any] = {"invalid": _problem("wrong_type", "must be a list")}

    def __init__(
        self, item: fields.Field[Any], minimum: int = 0, maximum: int | None = None, **kwargs: Any
    ) -> None:
        super().__init__(item, **kwargs)
        self.minimum, self.maximum = minimum, maximum

    def _deserialize(self, value: Any, attr: str | None, data: Any, **kwargs: Any) -> list[Any]:
        if not isinstance(value, list):
            raise self.make_error("invalid")
        # Before the items, unlike marshmallow's Length: a list of a million is refused unread.
        if len(value) < self.minimum or (self.maximum is not None and len(value) > self.maximum):
            most = "or more" if self.maximum is None else f"to {self.maximum}"
            message = f"must have {self.minimum} {most} items"
            raise ValidationError(_problem("out_of_range", message))
        if isinstance(self.inner, EngineValidated):
            return value
        return super()._deserialize(value, attr, data, **kwargs)


class Nested(_WithCodes, fields.Nested):
    """An object with a schema of its own."""


class EngineValidated(_WithCodes):
    """A value that is passed to the engine unchanged; ``component`` names its schema in OpenAPI.

    marshmallow's cost grows with the number of field objects it visits: 84 placements take it 2 ms,
    the engine 20 us.
    """

    def __init__(self, component: str, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self.component = component


class Square(_WithCodes):
    """A pair [row, col], each from ``minimum`` to ``maximum``."""

    def __init__(self, minimum: int = 0, maximum: int = 19, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self.number = Integer(minimum, maximum)
        self.minimum, self.maximum = minimum, maximum

    def _deserialize(
        self, value: Any, attr: str | None, data: Any, **kwargs: Any
    ) -> tuple[int, int]:
        if not isinstance(value, list) or len(value) != 2:
            raise ValidationError(_problem("wrong_type", "must be [row, col], two integers"))
        row, col = map(self.number.deserialize, value)
        return (row, col)  # type: ignore[return-value] # None only if it were allowed


class _OneOf(validate.OneOf):
    """marshmallow's choice, which apispec describes as an enum, with our error codes."""

    def __init__(self, choices: Iterable[str], code: str) -> None:
        super().__init__(tuple(choices))
        self.problem = _problem(code, "must be one of: " + ", ".join(map(str, self.choices)))

    def __call__(self, value: Any) -> Any:
        if value not in self.choices:
            raise ValidationError(self.problem)
        return value


def one_of(*names: str, code: str = "unknown_value", **kwargs: Any) -> String:
    """Return a field for one of the given strings."""
    return String(validate=_OneOf(names, code), **kwargs)


def color_name(**kwargs: Any) -> String:
    """Return a field for a colour."""
    return one_of(*COLORS, code="unknown_color", **kwargs)


def piece_name(**kwargs: Any) -> String:
    """Return a field for the name of a piece."""
    names = [piece.name for piece in cornerwise.pieces()]
    return one_of(*names, code="unknown_piece", **kwargs)


def card_name(**kwargs: Any) -> String:
    """Return a field for the name of a card."""
    return one_of(*CARDS, code="unknown_card", **kwargs)


def puzzle_name(**kwargs: Any) -> String:
    """Return a field for the name of a puzzle."""
    names = [puzzle.name for puzzle in cornerwise.puzzles()]
    return one_of(*names, code="unknown_puzzle", **kwargs)


def describe(text: str) -> dict[str, str]:
    """Return the metadata that adds a description to OpenAPI."""
    return {"description": text}


class OpenSchema(Schema):
    """An object of an answer, or one that the engine validates: it may get more fields later."""


class StrictSchema(Schema):
    """A request: an object with no other fields than those of the schema."""

    class Meta:
        """Unknown fields are errors."""

        unknown = RAISE

    error_messages: ClassVar[dict[str, Any]] = {  # type: ignore[misc]
        "unknown": _problem("unknown_field", "unknown field"),
        "type": _problem("wrong_type", "must be an object"),
    }


_RULES = {"unknown_piece": "G4"}


def problems_in(messages: Any, pointer: str = "") -> Iterator[Problem]:
    """Yield the problems in a ValidationError's messages, each with its JSON pointer."""
    if isinstance(messages, Problem):
        yield Problem(messages.code, messages.message, pointer, _RULES.get(messages.code))
    elif isinstance(messages, dict):
        for key, inner in messages.items():
            name = str(key)[:40].replace("~", "~0").replace("/", "~1")
            yield from problems_in(inner, f"{pointer}/{name}")
    else:
        for inner in messages:
            yield from problems_in(inner, pointer)
