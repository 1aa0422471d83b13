"""SGF files as trees of properties: a parser and a writer for the grammar of SGF.

Values are plain text here: escapes are resolved, soft line breaks are removed, and line ends are
line feeds. The meaning of properties is not known here. Nothing is recursive, so that a deep tree
cannot exhaust the stack.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import NoReturn

from ..errors import Problem
from .model import MAX_MOVES, START, InvalidRecordError

__all__ = ["MAX_BYTES", "MAX_DEPTH", "SgfNode", "read_sgf", "write_sgf"]

MAX_BYTES = 2**20
"""The largest size of a file."""

MAX_DEPTH = 2_000
"""The largest number of nodes from the root to a leaf."""

_MAX_NODES = MAX_MOVES + 1

_UTF_8_BOM = b"\xef\xbb\xbf"

_ENCODINGS = {
    **dict.fromkeys(("UTF-8", "UTF8"), "utf-8"),
    **dict.fromkeys(("ISO-8859-1", "ISO8859-1", "LATIN1", "LATIN-1"), "iso-8859-1"),
    **{f"ISO-8859-{part}": f"iso-8859-{part}" for part in range(2, 17) if part != 12},
    **{f"WINDOWS-{page}": f"cp{page}" for page in range(1250, 1259)},
    **dict.fromkeys(("US-ASCII", "ASCII"), "ascii"),
    "KOI8-R": "koi8-r",
}
"""The supported character sets; none of another kind than those in :func:`read_sgf`."""

_TOKEN = re.compile(
    r"""\s*(?:
        (?P<mark>[();])
      | (?P<name>[A-Za-z0-9_]{1,64})
      | \[ (?P<value> [^\]\\]* (?: \\. [^\]\\]* )* ) \]
    )""",
    re.VERBOSE | re.DOTALL,
)

_AFTER = {
    "(": ("", ";", "value", ")"),
    ";": ("(", ";", "value", ")"),
    "name": (";", "value"),
    "value": ("name", "value"),
    ")": (";", "value", ")"),
}
"""The tokens that may precede a token; the empty one is the beginning of the text."""

_OUT_OF_PLACE = {
    "(": "a variation is out of place",
    ";": "a node is out of place",
    "name": "a property is out of place",
    "value": "a value without a property",
    ")": "a closing parenthesis is out of place",
}

_MORE_GAMES = "there is more than one game: split the file"


@dataclass(frozen=True, slots=True)
class SgfNode:
    """A node: the index of its parent (-1 for the root), and its properties by name.

    ``line`` is where it begins in the file.
    """

    parent: int
    properties: dict[str, list[str]]
    line: int = field(default=0, compare=False)


def read_sgf(text: str | bytes) -> list[SgfNode]:
    """Parse a file with one game; return its nodes, each before its children, main line first.

    Bytes have the character set that the property CA of the first node names; if it is missing,
    UTF-8 or else ISO-8859-1. The values of a property that occurs twice in a node are joined.
    Raises InvalidRecordError.
    """
    if len(text) > MAX_BYTES:
        _refuse(f"larger than the limit of {MAX_BYTES} bytes")
    if isinstance(text, str):
        return _parse(text)
    if text.isascii():
        return _parse(text.decode("ascii"))
    # All supported character sets are supersets of ASCII in which no character has a part that
    # looks like an ASCII character, so the tree can be parsed before the set is known.
    nodes = _parse(text.removeprefix(_UTF_8_BOM).decode("iso-8859-1"))
    charset = " ".join(nodes[0].properties.get("CA", [])).strip().upper()
    return _parse(_decode(text, charset, nodes[0].line))


def _decode(text: bytes, charset: str, line: int) -> str:
    encoding = _ENCODINGS.get(charset.replace("_", "-"))
    if charset and encoding is None:
        _refuse(f"CA[{charset[:40]}]: this character set is not supported", line)
    try:
        return text.decode(encoding or "utf-8")
    except UnicodeDecodeError as error:
        if charset:
            _refuse(f"byte {error.start} is not {charset}")
    return text.decode("iso-8859-1")


def _parse(text: str) -> list[SgfNode]:
    text = text.removeprefix("\ufeff")
    parser = _Parser()
    for kind, token, line in _tokens(text.replace("\r\n", "\n").replace("\r", "\n")):
        parser.add(kind, token, line)
    return parser.finish()


def _refuse(message: str, line: int | None = None) -> NoReturn:
    where = "" if line is None else f"line {line}: "
    raise InvalidRecordError([Problem("invalid_text", f"{where}{message}")]) from None


def _tokens(text: str) -> Iterator[tuple[str, str, int]]:
    """Yield the kind, the text and the line of each token."""
    at, line = 0, 1
    while found := _TOKEN.match(text, at):
        kind = found.lastgroup or ""
        token = found[kind]
        line += text.count("\n", at, found.start(kind))
        yield (token if kind == "mark" else kind), token, line
        line += text.count("\n", found.start(kind), found.end())
        at = found.end()
    if rest := text[at:].lstrip():
        line += text.count("\n", at, len(text) - len(rest))
        _refuse("a value without its closing bracket" if rest[0] == "[" else "not SGF", line)


class _Parser:
    """Builds the nodes from tokens."""

    def __init__(self) -> None:
        self._nodes: list[SgfNode] = []
        self._depths: list[int] = []
        self._current = START  # the node that the next one follows
        self._branches: list[int] = []  # for each open parenthesis the node it was opened after
        self._values: list[str] = []  # of the property being read
        self._last = ""

    def add(self, kind: str, token: str, line: int) -> None:
        if self._last == ")" and not self._branches:
            is_game = kind == "("
            _refuse(_MORE_GAMES if is_game else "there is text after the end of the game", line)
        if not self._last and kind != "(":
            _refuse("the text must begin with (;", line)
        if self._last not in _AFTER[kind]:
            _refuse(_OUT_OF_PLACE[kind], line)
        self._last = kind
        match kind:
            case "(":
                self._branches.append(self._current)
            case ")":
                self._current = self._branches.pop()
            case ";":
                self._add_node(line)
            case "name":
                self._values = self._nodes[self._current].properties.setdefault(token, [])
            case "value":
                self._values.append(_unescaped(token))

    def _add_node(self, line: int) -> None:
        if len(self._nodes) == _MAX_NODES:
            _refuse(f"more than {_MAX_NODES} nodes", line)
        depth = 1 if self._current == START else self._depths[self._current] + 1
        if depth > MAX_DEPTH:
            _refuse(f"more than {MAX_DEPTH} nodes in a line of play", line)
        self._nodes.append(SgfNode(self._current, {}, line))
        self._depths.append(depth)
        self._current = len(self._nodes) - 1

    def finish(self) -> list[SgfNode]:
        if not self._nodes:
            _refuse("there is no game")
        if self._branches:
            _refuse("the text ends within a game")
        return self._nodes


def _unescaped(value: str) -> str:
    """Resolve escapes: a line end after a backslash vanishes, any other character stays."""
    return re.sub(r"\\(.)", lambda found: found[1].strip("\n"), value, flags=re.DOTALL)


def write_sgf(nodes: Sequence[SgfNode]) -> str:
    """Write nodes as a file with one node per line; the first node is the root."""
    children: list[list[int]] = [[] for _ in nodes]
    for number, node in enumerate(nodes[1:], start=1):
        children[node.parent].append(number)
    lines = ["("]
    to_write: list[int | None] = [None, 0]  # a stack; None closes a parenthesis
    while to_write:
        index = to_write.pop()
        if index is None:
            lines.append(")")
            continue
        is_variation = index > 0 and len(children[nodes[index].parent]) > 1
        if is_variation:
            lines.append("(")
            to_write.append(None)
        lines.append(_node_text(nodes[index]))
        to_write += reversed(children[index])
    return "\n".join([*lines, ""])


def _node_text(node: SgfNode) -> str:
    return ";" + "".join(
        name + "".join(f"[{_escaped(value)}]" for value in values)
        for name, values in node.properties.items()
    )


def _escaped(value: str) -> str:
    return value.replace("\\", "\\\\").replace("]", "\\]")
