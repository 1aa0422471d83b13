"""Events that a client sends back: as strictly checked as they are told, and shown to a seat.

They may be thousands, and marshmallow takes longer for one of them than the engine for a state. So
a plain test, made from the same schema and ten times as fast, tells right from wrong; only of what
is wrong marshmallow is asked how.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any, TypeAlias

import cornerwise
from cornerwise import CardsDrawn, Problem
from marshmallow import EXCLUDE, Schema, fields, validate

from ..http.problems import RequestProblem
from ..schemas.fields import (
    MOST_PROBLEMS,
    Items,
    Nested,
    Shape,
    Text,
    WholeNumber,
    choice,
    load_request,
)
from ..schemas.state import EVENTS
from .answers import below, refused

__all__ = ["read_events", "seen_by"]

Test: TypeAlias = Callable[[Any], bool]
Data: TypeAlias = dict[str, Any]


def read_events(given: list[Any]) -> list[Data]:
    """Return the events of a request, or raise a problem that lists what is wrong with them."""
    errors: list[Problem] = []
    for index, event in enumerate(given):
        if not _is_event(event) and len(errors) < MOST_PROBLEMS:
            errors += below(f"/events/{index}", _problems(event))
    if errors:
        raise refused("invalid_request", errors[:MOST_PROBLEMS])
    return given


def seen_by(seat: int, events: Iterable[Data]) -> list[Data]:
    """Return events as a seat may see them: cards are all that an event could give away."""
    return [_shown(event, seat) if "cards" in event else event for event in events]


def _shown(event: Data, seat: int) -> Data:
    cards = None if event["cards"] is None else tuple(event["cards"])
    drawn = CardsDrawn(event["color"], event["seat"], event["count"], cards)
    (seen,) = cornerwise.view_events([drawn], seat)
    return seen.to_dict()


def _is_event(value: object) -> bool:
    name = value.get("type") if isinstance(value, dict) else None
    return isinstance(name, str) and name in _TESTS and _TESTS[name](value)


def _problems(value: object) -> Iterable[Problem]:
    """Return what is wrong with an event; its schema has the last word."""
    try:
        load_request(_SHAPES[load_request(_ANY, value)["type"]], value)
    except RequestProblem as problem:
        return problem.errors
    return ()


class _AnyEvent(Shape):
    """An event of a known type."""

    class Meta:
        """What else it has is not looked at."""

        unknown = EXCLUDE

    type = choice(*EVENTS, required=True)


# ---- From schemas to plain tests ---------------------------------------------------------------


def _object_test(shape: Schema) -> Test:
    """Return whether a value is an object with exactly these members, each of them right."""
    tests = {field.data_key or name: _test(field) for name, field in shape.fields.items()}

    def test(value: Any) -> bool:  # noqa: ANN401 - it is what is to be found out
        return (
            isinstance(value, dict)
            and value.keys() == tests.keys()
            and all(tests[name](value[name]) for name in tests)
        )

    return test


def _test(field: fields.Field[Any]) -> Test:
    test = _value_test(field)
    return (lambda value: value is None or test(value)) if field.allow_none else test


def _value_test(field: fields.Field[Any]) -> Test:
    match field:
        case Nested():
            return _object_test(field.schema)
        case Items():
            inner, least, most = _test(field.inner), field.least, field.most or 0
            return lambda value: (
                isinstance(value, list) and least <= len(value) <= most and all(map(inner, value))
            )
        case WholeNumber():
            numbers = range(field.least or 0, (field.most or 0) + 1)
            return lambda value: type(value) is int and value in numbers
        case Text(validators=[validate.OneOf(choices=choices)]):
            return lambda value: value in choices
        case Text():
            return lambda value: isinstance(value, str)
    raise TypeError(field)


_ANY = _AnyEvent()
_SHAPES: Mapping[str, Shape] = {name: shape() for name, shape in EVENTS.items()}
_TESTS: Mapping[str, Test] = {name: _object_test(shape) for name, shape in _SHAPES.items()}
