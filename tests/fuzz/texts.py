"""The fuzz target of the text forms: position text, move text, SGF, JSON and plain text records.

Invariants: only documented errors; what is read is written as the same text (positions, moves) or
as a text that is read as the same record; both engines read the same positions.
"""

from __future__ import annotations

import json
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Literal
from zlib import crc32

from cornerwise import records
from cornerwise.engine import State, View
from cornerwise.errors import CornerwiseError
from cornerwise.records import InvalidRecordError, Record

from tests.helpers import shuffle_strategies, strategies
from tests.helpers.agreement import RUST, codes, compare
from tests.helpers.games import seeded_rng

from .loop import Chain, Outcome

NAME = "texts"

ALPHABET = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_"
FILES = Path(__file__).parents[1] / "data" / "records"
MOVES = (
    "blue V5/3 a20",
    "I1/0 t1",
    "pass",
    "play warp",
    "choose red",
    "choose red V5",
    "warp /3 c7",
)
PARTS = (
    "(",
    ")",
    ";",
    "[",
    "]",
    "\\",
    "[a1]",
    "AE",
    "PL[2]",
    "TE[1]",
    "\r\n",
    "\0",
    "\u00e9",
    " ",
    '"',
)

Kind = Literal["position", "move", "record"]


@dataclass
class Case:
    """A text and the function that reads it."""

    kind: Kind
    text: str


@cache
def sources() -> list[Case]:
    """Return valid texts of every form."""
    engine = RUST
    states = [engine.load_state(data) for data in strategies.sound_states()[::9]]
    states += shuffle_strategies.sound_states()[::3]
    views = [engine.load_view(engine.view(state, 1)) for state in states[::2]]
    files = [path.read_bytes().decode() for path in sorted(FILES.iterdir())]
    read = [records.read(text) for text in files]
    return [
        *(Case("position", state.to_text()) for state in states),
        *(Case("position", view.to_text()) for view in views),
        *(Case("move", move) for move in MOVES),
        *(Case("record", text) for text in files),
        *(Case("record", records.write_json(record)) for record in read[:3]),
        Case("record", records.write_text(read[0])),
    ]


def make(chain: Chain) -> Case:
    """Return the case of a chain: a valid text with a change for each further seed."""
    first, *others = chain
    source = seeded_rng(first).choice(sources())
    text = source.text
    for seed in others or [first]:
        text = changed(text, seed, source.kind)
    return Case(source.kind, text)


def changed(text: str, seed: int, kind: Kind) -> str:
    """Return a text with a part removed, added, replaced, repeated or moved."""
    rng = seeded_rng(seed)
    at, end = sorted(rng.randrange(len(text) + 1) for _ in range(2))
    end = min(end, at + rng.choice((0, 1, 1, 2, 8)))
    part = rng.choice((*PARTS, rng.choice(ALPHABET), text[at:end] * 2, text[-3:], ""))
    text = text[:at] + part + text[end:]
    if kind == "position" and rng.random() < 0.8:
        return repaired(text)
    return text


def repaired(text: str) -> str:
    """Return a text with the checksum of its content, so that the content is examined."""
    content = text[:-6]
    checksum = crc32(content.encode())
    return content + "".join(ALPHABET[checksum >> shift & 63] for shift in range(30, -1, -6))


def run(case: Case) -> Outcome:
    """Read the text of a case; return what came of it."""
    match case.kind:
        case "position":
            return case.kind, *run_position(case.text)
        case "move":
            return case.kind, *run_move(case.text)
    return case.kind, *run_record(case.text)


def problems(error: CornerwiseError) -> Outcome:
    assert error.problems
    assert all(problem.message for problem in error.problems)
    return tuple(sorted({problem.code for problem in error.problems}))


def run_position(text: str) -> Outcome:
    state, view = compare("state_from_text", text), compare("view_from_text", text)
    for kind, result in (("state", state), ("view", view)):
        if result[0] == "answer":
            read: State | View = getattr(RUST, f"{kind}_from_text")(text)
            assert read.to_text() == text
            return (kind,)
    return tuple(sorted({*codes(state), *codes(view)}))


def run_move(text: str) -> Outcome:
    result = compare("action_from_text", text)
    if result[0] == "answer":
        assert compare("action_to_text", result[1]) == ("answer", text)
        return (result[1].type,)
    return tuple(codes(result))


def run_record(text: str) -> Outcome:
    try:
        record = records.read(text)
    except InvalidRecordError as error:
        return problems(error)
    assert records.from_dict(json.loads(records.write_json(record))) == record
    return "record", *written(record), *replayed(record)


def written(record: Record) -> Outcome:
    """Write the record as SGF, if it has that form, and read it again."""
    try:
        text = records.write_blksgf(record)
    except CornerwiseError as error:
        return problems(error)
    again = records.read(text)
    assert records.read(records.write_blksgf(again)) == again
    assert len(again.moves) == len(record.moves)
    return ("sgf",)


def replayed(record: Record) -> Outcome:
    try:
        result = records.replay(record)
    except InvalidRecordError as error:
        return problems(error)
    if result.failure is None:
        return ("valid",)
    return "wrong", *sorted({problem.code for problem in result.failure.problems})
