"""The base class that gives the package's values their JSON form."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import fields
from functools import cache
from types import MappingProxyType
from typing import Any, NamedTuple

__all__ = ["JsonValue", "written"]


class JsonValue:
    """Base of frozen dataclasses that are also JSON objects.

    ``to_dict`` writes the fields in their order, preceded by ``type`` if the class has one. Tuples
    become lists and nested values become dicts. :func:`written` makes the metadata of a field that
    is an exception.
    """

    __slots__ = ()

    def to_dict(self) -> dict[str, Any]:
        """Return the value as it is written in JSON."""
        cls: Any = type(self)
        kind = getattr(cls, "type", None)
        data: dict[str, Any] = {} if kind is None else {"type": kind}
        for member in _members(cls):
            value = getattr(self, member.attribute)
            if value is not None or not member.omit_none:
                data[member.key] = member.convert(value)
        return data


def written(
    *,
    key: str | None = None,
    convert: Callable[[Any], Any] | None = None,
    omit: bool = False,
    omit_none: bool = False,
    first: bool = False,
) -> dict[str, Any]:
    """Return the ``metadata`` of a dataclass field that is not written as it is declared.

    ``key`` is its name in JSON, ``convert`` makes JSON data of its value, ``omit`` leaves it out,
    ``omit_none`` leaves it out if it is None, and ``first`` writes it before the other fields.
    """
    settings = {"key": key, "convert": convert, "first": first}
    return {**settings, "omit": omit, "omit_none": omit_none}


class _Member(NamedTuple):
    """How a field is written as a member of a JSON object."""

    attribute: str
    key: str
    convert: Callable[[Any], Any]
    omit_none: bool


@cache
def _members(cls: type[Any]) -> tuple[_Member, ...]:
    members = [one for one in fields(cls) if not one.metadata.get("omit")]
    members.sort(key=lambda one: not one.metadata.get("first"))
    return tuple(
        _Member(
            one.name,
            one.metadata.get("key") or one.name,
            one.metadata.get("convert") or _as_json,
            bool(one.metadata.get("omit_none")),
        )
        for one in members
    )


def _as_json(value: Any) -> Any:  # noqa: ANN401 - any value of a field
    """Return a value as JSON data.

    The fields of an action can hold anything, so this compares types only and calls no method of
    an unknown object.
    """
    kind = type(value)
    if kind is str or kind is int:
        return value
    if kind is tuple:
        return [_as_json(item) for item in value]
    if kind is MappingProxyType:
        return dict(value)
    if issubclass(kind, JsonValue):
        return value.to_dict()
    return value
