"""Strict JSON with limits, for the bodies of requests: the parser of the Python engine.

Beyond RFC 8259 it refuses duplicate names, numbers beyond the range of floats, lone surrogates and
deep nesting. The Rust engine's parser (``core_rs/bindings/src/json.rs``) gives the same values and
the same errors; tests compare them.
"""

from __future__ import annotations

import math
import re
from collections.abc import Iterable, Mapping

__all__ = ["InvalidJsonError", "parse_json"]

MAX_DEPTH = 256
"""The maximum depth whatever the caller allows: the parser is recursive."""

_BLANKS = re.compile(r"[ \n\r\t]*")
_DIGITS = re.compile(r"[0-9]+")
_PLAIN = re.compile(r'[^"\\\x00-\x1f]*')
_HEX = re.compile(r"[0-9A-Fa-f]{4}")
_ESCAPES = {'"': '"', "\\": "\\", "/": "/", "b": "\b", "f": "\f", "n": "\n", "r": "\r", "t": "\t"}
_WORDS = {"t": ("true", True), "f": ("false", False), "n": ("null", None)}
_VALUE_EXPECTED = "a value is expected: an object, a list, a string, a number, true, false or null"
_INT64 = range(-(2**63), 2**63)
_INT64_LENGTH = len(str(-(2**63)))
_DIGIT = frozenset("0123456789")


class InvalidJsonError(ValueError):
    """A text is not strict JSON, or larger than allowed (``too_large``).

    ``line`` and ``column`` tell where, both from 1; columns are characters.
    """

    def __init__(self, message: str, line: int, column: int, too_large: bool = False) -> None:  # noqa: FBT001, FBT002
        super().__init__(message, line, column, too_large)
        self.message, self.line, self.column, self.too_large = message, line, column, too_large

    def __str__(self) -> str:
        return f"{self.message} (line {self.line}, column {self.column})"


def parse_json(
    data: bytes, max_values: int, max_depth: int, opaque_keys: Iterable[str], max_plain: int
) -> object:
    """Parse strict JSON; see :meth:`cornerwise.engine.Engine.parse_json`."""
    try:
        text = data.decode()
    except UnicodeDecodeError as error:
        raise _error("the text is not UTF-8", data[: error.start].decode()) from None
    parsed = _Parser(text, max_values, min(max_depth, MAX_DEPTH)).document()
    names = tuple(opaque_keys)
    if _plain_size(parsed, frozenset(names)) > max_plain:
        message = f"more than {max_plain} values outside of {', '.join(names)}"
        raise InvalidJsonError(message, 1, 1, too_large=True)
    return parsed


def _error(message: str, before: str, *, too_large: bool = False) -> InvalidJsonError:
    """Return the error for what follows the text ``before``."""
    column = len(before) - before.rfind("\n")
    return InvalidJsonError(message, before.count("\n") + 1, column, too_large)


class _Parser:
    def __init__(self, text: str, max_values: int, max_depth: int) -> None:
        self.text, self.at = text, 0
        self.max_values, self.max_depth = max_values, max_depth
        self.values = 0

    def error(self, message: str, at: int | None = None) -> InvalidJsonError:
        return _error(message, self.text[: self.at if at is None else at])

    def document(self) -> object:
        self.skip_blanks()
        value = self.value(0)
        self.skip_blanks()
        if self.at < len(self.text):
            raise self.error("only one value is allowed")
        return value

    def skip_blanks(self) -> None:
        match = _BLANKS.match(self.text, self.at)
        self.at = match.end() if match else self.at

    def take(self, character: str) -> bool:
        is_next = self.text.startswith(character, self.at)
        self.at += is_next
        return is_next

    def value(self, depth: int) -> object:
        self.values += 1
        if self.values > self.max_values:
            before = self.text[: self.at]
            raise _error(f"more than {self.max_values} values", before, too_large=True)
        first = self.text[self.at : self.at + 1]
        if first == '"':
            return self.string()
        if first == "{":
            return self.object(depth + 1)
        if first == "[":
            return self.list(depth + 1)
        if first == "-" or first in _DIGIT:
            return self.number()
        word, value = _WORDS.get(first, ("", None))
        if not word or not self.text.startswith(word, self.at):
            raise self.error(_VALUE_EXPECTED)
        self.at += len(word)
        return value

    def open(self, depth: int) -> None:
        """Begin a list or an object."""
        if depth > self.max_depth:
            raise self.error(f"nested more than {self.max_depth} levels deep")
        self.at += 1
        self.skip_blanks()

    def list(self, depth: int) -> list[object]:
        self.open(depth)
        items: list[object] = []
        if self.take("]"):
            return items
        while True:
            items.append(self.value(depth))
            self.skip_blanks()
            if self.take("]"):
                return items
            if not self.take(","):
                raise self.error("',' or ']' is expected")
            self.skip_blanks()

    def object(self, depth: int) -> dict[str, object]:
        start = self.at
        self.open(depth)
        members: dict[str, object] = {}
        repeated: str | None = None
        if self.take("}"):
            return members
        while True:
            if not self.text.startswith('"', self.at):
                raise self.error("a name in double quotes is expected")
            name = self.string()
            self.skip_blanks()
            if not self.take(":"):
                raise self.error("':' is expected")
            self.skip_blanks()
            if name in members and repeated is None:
                repeated = name
            members[name] = self.value(depth)
            self.skip_blanks()
            if self.take("}"):
                break
            if not self.take(","):
                raise self.error("',' or '}' is expected")
            self.skip_blanks()
        if repeated is not None:
            raise self.error(f"an object has the name '{repeated[:40]}' twice", start)
        return members

    def number(self) -> int | float:
        start = self.at
        self.take("-")
        if not self.take("0"):
            self.digits()
        is_integer = True
        if self.take("."):
            is_integer = False
            self.digits()
        if self.take("e") or self.take("E"):
            is_integer = False
            _ = self.take("+") or self.take("-")
            self.digits()
        text = self.text[start : self.at]
        if is_integer and len(text) <= _INT64_LENGTH and (integer := int(text)) in _INT64:
            return integer
        number = float(text)
        if math.isinf(number):
            raise self.error("the number is too large", start)
        return number

    def digits(self) -> None:
        match = _DIGITS.match(self.text, self.at)
        if match is None:
            raise self.error("a digit is expected")
        self.at = match.end()

    def string(self) -> str:
        quote = self.at
        self.at += 1
        parts: list[str] = []
        while True:
            match = _PLAIN.match(self.text, self.at)
            if match is not None:
                parts.append(match[0])
                self.at = match.end()
            character = self.text[self.at : self.at + 1]
            if character == '"':
                self.at += 1
                return "".join(parts)
            if character == "\\":
                parts.append(self.escape())
            elif character:
                raise self.error("a control character in a string must be written as an escape")
            else:
                raise self.error("the string does not end", quote)

    def escape(self) -> str:
        start = self.at
        kind = self.text[start + 1 : start + 2]
        self.at += 2
        if kind == "u":
            return self.unicode_escape(start)
        if kind not in _ESCAPES:
            raise self.error("the escape sequence is unknown", start)
        return _ESCAPES[kind]

    def unicode_escape(self, start: int) -> str:
        first = self.hex(start)
        if not 0xD800 <= first < 0xE000:
            return chr(first)
        second = 0
        if first < 0xDC00 and self.text.startswith("\\u", self.at):
            self.at += 2
            second = self.hex(self.at - 2)
        if not 0xDC00 <= second < 0xE000:
            raise self.error("the escape sequence is one half of a surrogate pair", start)
        return chr(0x10000 + ((first - 0xD800) << 10) + (second - 0xDC00))

    def hex(self, start: int) -> int:
        """Return the number in an escape sequence that begins at ``start``."""
        match = _HEX.match(self.text, self.at)
        if match is None:
            raise self.error("the escape sequence needs four hexadecimal digits", start)
        self.at = match.end()
        return int(match[0], 16)


def _plain_size(root: object, opaque: frozenset[str]) -> int:
    """Return the number of values and names outside of opaque objects and lists."""

    def members_size(members: Mapping[str, object]) -> int:
        return sum(
            2 if name in opaque and isinstance(value, dict | list) else 1 + _size(value)
            for name, value in members.items()
        )

    if not isinstance(root, dict):
        return _size(root)
    size = 1 + len(root)
    for name, value in root.items():
        if name in opaque and isinstance(value, dict | list):
            size += 1
        elif isinstance(value, list):
            size += 1
            for item in value:
                size += 1 + members_size(item) if isinstance(item, dict) else _size(item)
        else:
            size += _size(value)
    return size


def _size(value: object) -> int:
    """Return the number of values and names in a value, itself included."""
    if isinstance(value, dict):
        return 1 + len(value) + sum(map(_size, value.values()))
    if isinstance(value, list):
        return 1 + sum(map(_size, value))
    return 1
