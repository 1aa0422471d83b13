"""Fields of our own for the schemas: marshmallow's, with our error codes and without its leniency.

marshmallow takes the text "1" for a number and "yes" for true; we do not. Its errors are texts;
ours are :class:`cornerwise.Problem` objects, which it carries along as they are.
"""

from __future__ import annotations

from collections.abc import Iterable
from itertools import islice
from typing import Any, ClassVar, cast

import cornerwise
from cornerwise import CARDS, COLORS, Problem
from marshmallow import RAISE, Schema, ValidationError, fields, validate

from ..http.problems import RequestProblem

__all__ = [
    "MOST_PROBLEMS",
    "Checked",
    "Flag",
    "Items",
    "Nested",
    "Number",
    "Shape",
    "Square",
    "Text",
    "WholeNumber",
    "card",
    "choice",
    "color",
    "first_of",
    "load_request",
    "piece",
    "puzzle",
    "told",
]


def _problem(code: str, message: str) -> list[Problem]:
    return [Problem(code, message)]


class _Coded(fields.Field[Any]):
    """Mixed in before marshmallow's own classes, so that these messages win."""

    default_error_messages: dict[str, Any] = {
        "required": _problem("missing_field", "this field is required"),
        "null": _problem("wrong_type", "must not be null"),
    }


class Text(_Coded, fields.String):
    """A text."""

    default_error_messages: dict[str, Any] = {"invalid": _problem("wrong_type", "must be a text")}


class Flag(_Coded, fields.Boolean):
    """True or false, and nothing that looks like it."""

    default_error_messages: dict[str, Any] = {
        "invalid": _problem("wrong_type", "must be true or false")
    }

    def _deserialize(self, value: Any, attr: str | None, data: Any, **kwargs: Any) -> bool:
        if not isinstance(value, bool):
            raise self.make_error("invalid")
        return value


class Items(_Coded, fields.List[Any]):
    """A list of ``least`` to ``most`` items."""

    default_error_messages: dict[str, Any] = {"invalid": _problem("wrong_type", "must be a list")}

    def __init__(
        self, item: fields.Field[Any], least: int = 0, most: int | None = None, **kwargs: Any
    ) -> None:
        super().__init__(item, **kwargs)
        self.least, self.most = least, most

    def _deserialize(self, value: Any, attr: str | None, data: Any, **kwargs: Any) -> list[Any]:
        if not isinstance(value, list):
            raise self.make_error("invalid")
        # Before the items: nobody reads a million of them to learn that they are too many.
        if len(value) < self.least or (self.most is not None and len(value) > self.most):
            most = "any number of" if self.most is None else self.most
            message = f"must have {self.least} to {most} items"
            raise ValidationError(_problem("out_of_range", message))
        if isinstance(self.inner, Checked):
            return value
        return super()._deserialize(value, attr, data, **kwargs)


class Nested(_Coded, fields.Nested):
    """An object of a known shape."""


class WholeNumber(_Coded, fields.Integer):
    """An integer from ``least`` to ``most``; neither "1" nor 1.0 nor true is one."""

    default_error_messages: dict[str, Any] = {
        "invalid": _problem("wrong_type", "must be a whole number")
    }

    def __init__(self, least: int | None = None, most: int | None = None, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self.least, self.most = least, most

    def _deserialize(self, value: Any, attr: str | None, data: Any, **kwargs: Any) -> int:
        if isinstance(value, bool) or not isinstance(value, int):
            raise self.make_error("invalid")
        too_low = self.least is not None and value < self.least
        if too_low or (self.most is not None and value > self.most):
            message = f"must be from {self.least} to {self.most}"
            raise ValidationError(_problem("out_of_range", message))
        return value


class Number(_Coded, fields.Float):
    """A number of more than ``above`` and at most ``most``, whole or not."""

    default_error_messages: dict[str, Any] = {"invalid": _problem("wrong_type", "must be a number")}

    def __init__(self, above: float, most: float, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self.above, self.most = above, most

    def _deserialize(self, value: Any, attr: str | None, data: Any, **kwargs: Any) -> float:
        if isinstance(value, bool) or not isinstance(value, int | float):
            raise self.make_error("invalid")
        # What is not a number is not between two others either.
        if not self.above < value <= self.most:
            message = f"must be more than {self.above} and at most {self.most}"
            raise ValidationError(_problem("out_of_range", message))
        return value


class _OneOf(validate.OneOf):
    """One of some texts; apispec knows the class and writes an enum."""

    def __init__(self, choices: Iterable[str], code: str) -> None:
        super().__init__(tuple(choices))
        self.problem = _problem(code, "must be one of: " + ", ".join(map(str, self.choices)))

    def __call__(self, value: Any) -> Any:
        if value not in self.choices:
            raise ValidationError(self.problem)
        return value


def choice(*names: str, code: str = "unknown_value", **kwargs: Any) -> Text:
    """Return a field for one of the given texts."""
    return Text(validate=_OneOf(names, code), **kwargs)


def color(**kwargs: Any) -> Text:
    """Return a field for a colour."""
    return choice(*COLORS, code="unknown_color", **kwargs)


def piece(**kwargs: Any) -> Text:
    """Return a field for the name of a piece."""
    names = [one.name for one in cornerwise.pieces()]
    return choice(*names, code="unknown_piece", **kwargs)


def card(**kwargs: Any) -> Text:
    """Return a field for the name of a card."""
    return choice(*CARDS, code="unknown_card", **kwargs)


def puzzle(**kwargs: Any) -> Text:
    """Return a field for the name of a puzzle."""
    names = [one.name for one in cornerwise.puzzles()]
    return choice(*names, code="unknown_puzzle", **kwargs)


def told(text: str) -> dict[str, str]:
    """Return the metadata that puts a description into OpenAPI."""
    return {"description": text}


class Checked(_Coded):
    """A value that passes as it is because the engine checks it; ``component`` is its shape.

    marshmallow costs by the number of field objects it visits: 84 placements take it 2 ms, the
    engine 20 us.
    """

    def __init__(self, component: str, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self.component = component


class Square(_Coded):
    """A pair [row, col] in an answer."""

    def __init__(self, low: int = 0, high: int = 19, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self.low, self.high = low, high


class Shape(Schema):
    """An object with exactly the fields that are named."""

    class Meta:
        """Unknown fields are refused."""

        unknown = RAISE

    error_messages: ClassVar[dict[str, Any]] = {  # type: ignore[misc]
        "unknown": _problem("unknown_field", "unknown field"),
        "type": _problem("wrong_type", "must be an object"),
    }


MOST_PROBLEMS = 20
"""How many things that are wrong with a request are told."""
_RULES = {"unknown_piece": "G4"}


def load_request(shape: Shape, data: object) -> dict[str, Any]:
    """Check a request's envelope; raise a problem that lists what is wrong with it, up to 20."""
    if isinstance(data, dict) and len(data) > len(shape.fields) + MOST_PROBLEMS:
        # marshmallow would write an error for each unknown name, of which a body can hold many.
        unknown = (name for name in data if name not in shape.fields)
        shown = set(islice(unknown, MOST_PROBLEMS))
        data = {name: data[name] for name in data if name in shape.fields or name in shown}
    try:
        loaded: dict[str, Any] = shape.load(cast("dict[str, Any]", data))
    except ValidationError as error:
        messages = error.messages
        if not isinstance(data, dict) and isinstance(messages, dict):
            messages = messages["_schema"]  # what marshmallow says of the whole
        errors = list(islice(_problems(messages, ""), MOST_PROBLEMS))
        raise RequestProblem("invalid_request", first_of(errors), errors) from None
    return loaded


def first_of(errors: Iterable[Problem]) -> str:
    """Say the first thing that is wrong; the list has the rest."""
    first = next(iter(errors))
    return f"{first.pointer or 'the body'}: {first.message}"


def _problems(messages: Any, pointer: str) -> Iterable[Problem]:
    """Yield the problems in a ValidationError's messages, each with its JSON pointer."""
    if isinstance(messages, Problem):
        yield Problem(messages.code, messages.message, pointer, _RULES.get(messages.code))
    elif isinstance(messages, dict):
        for key, inner in messages.items():
            name = str(key)[:40].replace("~", "~0").replace("/", "~1")
            yield from _problems(inner, f"{pointer}/{name}")
    else:
        for inner in messages:
            yield from _problems(inner, pointer)
