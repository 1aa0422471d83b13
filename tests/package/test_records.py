"""Records: the tree of moves, the JSON form, and replaying with every reason."""

from __future__ import annotations

import json
import random
from dataclasses import replace
from typing import Any

import cornerwise
import pytest
from cornerwise import Action, Pass, Place, PlayCard, action_from_text, records
from cornerwise.engine import Engine, State
from cornerwise.records import (
    ANNOTATIONS,
    START,
    InvalidRecordError,
    PiecePose,
    Record,
    RecordMove,
    RecordProperty,
    RecordSetup,
    RecordStart,
)
from cornerwise.types import PieceName, PlacedPiece, Rules
from hypothesis import given
from hypothesis import strategies as st

from tests.package.test_move_text import actions

FIXED = Rules(start_corners="fixed", scoring="advanced")
CORNERS = ("blue I1/0 a20", "yellow I1/0 t20", "red I1/0 t1", "green I1/0 a1")


def line(*texts: str, start: RecordStart | None = None) -> Record:
    """Return a record with one line of moves, given as texts."""
    moves = [RecordMove(n - 1, action_from_text(text)) for n, text in enumerate(texts)]
    return Record(start or RecordStart(rules=FIXED), tuple(moves))


def play(engine: Engine[Any], rules: dict[str, Any], seed: int) -> tuple[list[Any], State]:
    """Play a random game; return its actions and its last state."""
    rng = random.Random(seed)  # noqa: S311 (nothing here is secret)
    state = engine.new_game(rules, seed)
    played = []
    while state.color is not None:
        played.append(rng.choice(engine.legal_actions(state)))
        state, _ = engine.apply(state, played[-1])
    return played, state


def problems_of(data: object) -> list[tuple[str, str]]:
    with pytest.raises(InvalidRecordError) as caught:
        records.from_dict(data)
    return [(problem.code, problem.pointer) for problem in caught.value.problems]


# ---- The tree -----------------------------------------------------------------------------------


def test_moves_are_ordered_main_line_first() -> None:
    comments = ["a", "b", "c", "d", "e"]
    parents = [START, 0, 0, 1, START]
    moves = [RecordMove(p, comment=c) for p, c in zip(parents, comments, strict=True)]
    record = Record(RecordStart(rules=FIXED), tuple(moves))
    assert [(move.comment, move.parent) for move in record.moves] == [
        ("a", -1),
        ("b", 0),
        ("d", 1),
        ("c", 0),
        ("e", -1),
    ]
    assert record.main_line() == [0, 1, 2]
    assert record.line_to(3) == [0, 3]
    assert record.children()[START] == [0, 4]


@pytest.mark.parametrize("parent", [-2, 0, 1, 5])
def test_a_parent_is_an_earlier_move(parent: int) -> None:
    with pytest.raises(InvalidRecordError):
        Record(RecordStart(rules=FIXED), (RecordMove(parent),))


def test_a_long_line_needs_no_recursion(engine: Engine[Any]) -> None:
    moves = tuple(RecordMove(n - 1, comment=str(n)) for n in range(5000))
    record = Record(RecordStart(rules=FIXED), moves)
    assert records.from_dict(json.loads(records.write_json(record))) == record
    assert records.replay(record, engine=engine).plies == 0


# ---- JSON ---------------------------------------------------------------------------------------

texts = st.text(st.characters(exclude_categories=["Cs"], exclude_characters="\r"), max_size=20)
properties = st.builds(
    RecordProperty,
    st.from_regex(r"[A-Z]{3,5}", fullmatch=True),
    st.lists(texts, min_size=1, max_size=3).map(tuple),
)
unique_properties = st.lists(properties, max_size=2, unique_by=lambda one: one.name).map(tuple)
pieces: list[tuple[PieceName, int, int, int]] = [
    ("I1", 0, 0, 0),
    ("V5", 2, 13, 2),
    ("X5", 0, 11, 3),
    ("L4", 7, 16, 17),
]
poses = st.sampled_from(pieces)
setups = st.builds(
    RecordSetup,
    st.lists(poses.map(lambda one: PlacedPiece("red", *one)), max_size=2).map(tuple),
    st.lists(poses.map(lambda one: PiecePose(*one)), max_size=2).map(tuple),
    st.none() | st.sampled_from(cornerwise.COLORS),
)


@st.composite
def trees(draw: st.DrawFn, move: st.SearchStrategy[Any]) -> tuple[RecordMove, ...]:
    """Return moves with random parents."""
    count = draw(st.integers(0, 8))
    return tuple(replace(draw(move), parent=draw(st.integers(START, n - 1))) for n in range(count))


any_moves = st.builds(
    RecordMove,
    st.just(START),
    st.none() | actions,
    st.none() | setups,
    st.none() | st.integers(1, 4),
    texts,
    st.lists(st.sampled_from(ANNOTATIONS), max_size=2, unique=True).map(tuple),
    unique_properties,
)
any_records = st.builds(
    Record,
    st.sampled_from(
        [
            RecordStart(rules=FIXED),
            RecordStart(rules=Rules(seats=2), setup=RecordSetup(color="red")),
            RecordStart(position="cw1sAAABIwADBqfPl"),
            RecordStart(rules=cornerwise.new_game(game="shuffle").rules, seed=7),
        ]
    ),
    trees(any_moves),
    st.lists(texts, max_size=4).map(tuple),
    texts,
    texts,
    texts,
    unique_properties,
)


@given(any_records)
def test_records_survive_json(record: Record) -> None:
    assert records.from_dict(record.to_dict()) == record
    assert records.read(records.write_json(record)) == record
    assert records.read(records.write_json(record, indent=1).encode()) == record


def test_null_and_absent_fields_mean_the_same() -> None:
    move = {"action": {"type": "place", "piece": "I1", "cells": [[0, 0]], "color": None}}
    bare = {"start": {"rules": {}}, "moves": [move, {**move, "parent": None, "seat": None}]}
    full = {**bare, "players": None, "date": None, "comment": None, "version": None}
    assert records.from_dict(bare) == records.from_dict(full)
    first, second = records.from_dict(bare).moves
    assert (first.parent, second.parent) == (START, 0)
    assert first.action == Place("I1", 0, 0, 0)


@pytest.mark.parametrize(
    ("data", "problems"),
    [
        (None, [("wrong_type", ""), ("missing_field", "/start")]),
        ({}, [("missing_field", "/start")]),
        ({"start": {}}, [("missing_field", "/start/rules")]),
        ({"start": {"rules": {"seats": 9}}}, [("out_of_range", "/start/rules/seats")]),
        (
            {"start": {"rules": {"seats": 3, "teams": True}}},
            [("options_conflict", "/start/rules/teams")],
        ),
        ({"start": {"rules": {}, "seed": 1}}, [("options_conflict", "/start/seed")]),
        ({"start": {"rules": {"game": "shuffle"}}}, [("options_conflict", "/start")]),
        (
            {"start": {"rules": {}, "position": "cw1sAAAADZlA9u"}},
            [("options_conflict", "/start/rules")],
        ),
        (
            {"start": {"rules": {"game": "shuffle"}, "decks": {"seat1": []}}},
            [
                ("unknown_field", "/start/decks/seat1"),
                ("missing_field", "/start/decks/blue"),
                ("missing_field", "/start/decks/yellow"),
                ("missing_field", "/start/decks/red"),
                ("missing_field", "/start/decks/green"),
            ],
        ),
        ({"start": {"rules": {}}, "version": 2}, [("unknown_value", "/version")]),
        ({"start": {"rules": {}}, "version": True}, [("unknown_value", "/version")]),
        ({"start": {"rules": {}}, "names": []}, [("unknown_field", "/names")]),
        ({"start": {"rules": {}}, "players": ["a"] * 5}, [("out_of_range", "/players")]),
        ({"start": {"rules": {}}, "moves": [{"parent": 0}]}, [("out_of_range", "/moves/0/parent")]),
        (
            {"start": {"rules": {}}, "moves": [{"action": {"type": "play_card"}}]},
            [("missing_field", "/moves/0/action/card")],
        ),
        (
            {
                "start": {"rules": {}},
                "moves": [{"action": {"type": "place", "piece": "I2", "cells": [[0, 0]]}}],
            },
            [("wrong_shape", "/moves/0/action")],
        ),
        (
            {"start": {"rules": {}}, "moves": [{"annotations": ["great"]}]},
            [("unknown_value", "/moves/0/annotations/0")],
        ),
        (
            {"start": {"rules": {}}, "properties": [{"name": "A-B", "values": []}]},
            [("unknown_value", "/properties/0/name"), ("out_of_range", "/properties/0/values")],
        ),
        (
            {"start": {"rules": {}, "setup": {"remove": [{"piece": "I1", "cells": [[20, 0]]}]}}},
            [("off_board", "/start/setup/remove/0")],
        ),
    ],
)
def test_invalid_data_has_every_problem(data: object, problems: list[tuple[str, str]]) -> None:
    assert problems_of(data) == problems


@pytest.mark.parametrize(
    "text",
    [
        "",
        "[]",
        "hello",
        "{",
        '{"start": {"rules": {}}, "start": {"rules": {}}}',
        '{"start": {"rules": {"seats": NaN}}}',
        b"\xff",
        "cw1sAAABIwADBqfPx",
        "cw1sAAABIwADBqfPl\nyellow I1/0 t21",
        "(" * 100_000,
        '{"start":' * 100_000,
        " " * (records.MAX_BYTES + 1),
    ],
)
def test_other_texts_are_refused(text: str | bytes) -> None:
    with pytest.raises(InvalidRecordError):
        records.read(text)


# ---- Replaying ----------------------------------------------------------------------------------


@pytest.mark.slow(keep=2)
@pytest.mark.parametrize(
    "rules",
    [
        {},
        {"seats": 2, "scoring": "advanced"},
        {"seats": 3},
        {"game": "shuffle"},
        {"game": "shuffle", "seats": 2},
        {"game": "shuffle", "seats": 3, "deck": {"recycle": 3, "warp": 3, "draw_two": 3}},
    ],
)
def test_whole_games_are_replayed(engine: Engine[Any], rules: dict[str, Any]) -> None:
    seed = 5
    played, last = play(engine, rules, seed)
    first = engine.new_game(rules, seed)
    moves = tuple(RecordMove(n - 1, action) for n, action in enumerate(played))
    decks = {name: deck.draw for name, deck in first.decks.items()}
    starts = [RecordStart(position=first.to_text())]
    if rules.get("game") == "shuffle":
        starts += [RecordStart(first.rules, seed), RecordStart(first.rules, decks=decks)]
    else:
        starts += [RecordStart(first.rules)]
    for start in starts:
        record = records.from_dict(Record(start, moves).to_dict())
        replayed = records.replay(record, engine=engine)
        assert replayed.valid
        assert (replayed.state, replayed.plies) == (last, len(played))
        assert replayed.score == engine.score(last)
        assert replayed.positions is None
        assert replayed.events is None
    full = records.replay(record, positions=True, events=True, engine=engine)
    assert full.positions is not None
    assert full.events is not None
    assert (full.positions[0], full.positions[-1]) == (first, last)
    assert len(full.positions) == len(played) + 1 == len(full.events) + 1
    for before, after, action, events in zip(
        full.positions, full.positions[1:], played, full.events, strict=False
    ):
        assert engine.apply(before, action) == (after, list(events))


def outcome(function: Any, *arguments: object, **options: object) -> object:  # noqa: ANN401
    """Return the result of a function, or the problems of the error it raises."""
    try:
        return function(*arguments, **options)
    except InvalidRecordError as error:
        return error.problems


def replay_parsed(data: object, **options: Any) -> records.Replay:
    return records.replay(records.from_dict(data), **options)


@pytest.mark.slow
def test_json_is_replayed_as_the_record_is(engine: Engine[Any]) -> None:
    played, _ = play(engine, {"game": "shuffle", "seats": 2}, 8)
    moves: list[dict[str, Any]] = [{"action": action.to_dict()} for action in played]
    start = {"rules": {"game": "shuffle", "seats": 2}, "seed": 8}
    cut = [*moves[:9], {"action": {"type": "pass"}}, *moves[9:]]
    lists: list[Any] = [
        moves,
        [{**move, "parent": index - 1} for index, move in enumerate(moves)],
        [{**moves[0], "comment": "x"}, *moves[1:]],
        [*moves, {"parent": 0, **moves[1]}],
        cut,
        [*moves, {"action": {"type": "place", "piece": "I1"}}],
        [*moves, {"action": None}],
        [*moves, {}],
        [*moves, 5],
        [*moves, {**moves[0], "parent": 5000}],
        {"0": moves},
        None,
        [{"text": engine.action_to_text(action)} for action in played],
        [{"text": "I1/0 a20"}, {"text": "a20"}],
        [{"text": "I1/0 a20", "action": moves[0]["action"]}],
    ]
    documents: list[Any] = [{"start": start, "moves": each} for each in lists]
    documents += [
        {"start": {}, "moves": moves},
        {"start": start, "moves": moves, "x": 1},
        {
            "start": start,
            "moves": moves,
            "version": 1,
            "date": "today",
            "result": "",
            "comment": "",
        },
        {"start": start, "moves": moves, "version": 2},
        {"start": start, "moves": moves, "version": True},
        {"start": start, "moves": moves, "date": 1},
        {"start": start, "moves": moves, "players": ["Ann", "Bo"]},
        {"start": start, "moves": moves, "players": ["Ann", 1]},
        {"start": start, "moves": moves, "players": [""] * 5},
        {"start": {"rules": {}, "seed": 1}, "moves": [{"text": "I1/0 a20"}]},
        {"start": {"rules": {}}, "moves": [{"text": "I1/0 a20"}]},
        {"start": {"rules": {"game": "shuffle"}}, "moves": []},
        {"start": {"rules": None}, "moves": []},
        {"start": {"position": "cw1sAAAADZlA9u"}, "moves": [{"text": "I1/0 a20"}]},
        {"start": {"position": "cw1s"}, "moves": [{"text": "I1/0 a20"}]},
        {"start": {"position": "cw1sAAAADZlA9u", "seed": 1}, "moves": []},
        [],
        None,
    ]
    valid = 0
    for data in documents:
        expected = outcome(replay_parsed, data, positions=True, events=True, engine=engine)
        assert (
            outcome(records.replay_data, data, positions=True, events=True, engine=engine)
            == expected
        )
        body = json.dumps({"record": data}).encode()
        handle = engine.parse_json(body, 10**5, 50, ["record"], 10**5)["record"]  # type: ignore[index]
        assert (
            outcome(records.replay_data, handle, positions=True, events=True, engine=engine)
            == expected
        )
        valid += isinstance(expected, records.Replay) and expected.valid
    assert valid == 12
    assert records.replay_data(documents[0], engine=engine).plies == len(moves)


@pytest.mark.parametrize("options", [{}, {"positions": True}])
def test_first_wrong_move_is_named_with_every_reason(
    engine: Engine[Any], options: dict[str, bool]
) -> None:
    record = line(*CORNERS, "blue I2/0 b20", "yellow I2/0 a1")
    replayed = records.replay(record, **options, engine=engine)
    failure = replayed.failure
    assert failure is not None
    assert not replayed.valid
    assert (failure.move, failure.ply, failure.text) == (4, 5, "blue I2/0 b20")
    assert [problem.code for problem in failure.problems] == ["no_corner_contact", "side_contact"]
    assert replayed.plies == len(replayed.state.placements) == 4
    assert failure.to_dict()["reasons"][0]["rule"] == "C2"
    if options:
        assert replayed.positions is not None
        assert len(replayed.positions) == 5


@pytest.mark.parametrize(
    ("action", "code"),
    [
        (Pass(), "must_place"),
        (PlayCard("wild"), "wrong_step"),
        (Place("I1", 0, 0, 0, "red"), "wrong_turn"),
        (Place("I1", 0, 0, 50, "blue"), "off_board"),
        (Place("I1", "x", 0, 0, "blue"), "wrong_type"),  # type: ignore[arg-type]
    ],
)
def test_wrong_moves_of_every_kind_are_reported(
    engine: Engine[Any], action: Action, code: str
) -> None:
    record = Record(RecordStart(rules=FIXED), (RecordMove(START, action),))
    failure = records.replay(record, engine=engine).failure
    assert failure is not None
    assert code in [problem.code for problem in failure.problems]
    assert failure.text


def test_seat_of_a_move_is_checked(engine: Engine[Any]) -> None:
    move = RecordMove(START, action_from_text("I1/0 a20"), seat=2)
    record = Record(RecordStart(rules=FIXED), (move,))
    failure = records.replay(record, engine=engine).failure
    assert failure is not None
    assert [problem.code for problem in failure.problems] == ["wrong_turn"]
    right = Record(RecordStart(rules=FIXED), (replace(move, seat=1),))
    assert records.replay(right, engine=engine).valid


def test_variations_are_walked(engine: Engine[Any]) -> None:
    moves = (
        RecordMove(START, action_from_text("blue I1/0 a20")),
        RecordMove(0, action_from_text("yellow I1/0 t20")),
        RecordMove(1, comment="no move"),
        RecordMove(0, action_from_text("yellow I1/0 t1")),
        RecordMove(3, action_from_text("red I1/0 t20")),
        RecordMove(0, action_from_text("yellow I2/0 s20")),
    )
    record = Record(RecordStart(rules=FIXED), moves)
    steps = list(records.walk(record, engine))
    assert [step.move for step in steps] == [0, 1, 2, 3, 5]
    assert [step.move for step in steps if step.failure] == [3]
    assert records.replay(record, to=5, engine=engine).plies == 2
    assert records.replay(record, to=3, engine=engine).failure is not None


# ---- Setups -------------------------------------------------------------------------------------


def test_board_is_set_up_and_changed(engine: Engine[Any]) -> None:
    blue = PlacedPiece("blue", "I1", 0, 0, 0)
    yellow = PlacedPiece("yellow", "I2", 0, 0, 18)
    other = PlacedPiece("yellow", "I1", 0, 0, 19)
    change = RecordSetup(add=(other,), remove=(PiecePose("I2", 0, 0, 18),))
    record = Record(
        RecordStart(rules=FIXED, setup=RecordSetup((blue, yellow))),
        (RecordMove(START, action_from_text("red I1/0 t1"), setup=change),),
    )
    replayed = records.replay(record, positions=True, engine=engine)
    assert replayed.valid
    assert replayed.positions is not None
    start, end = replayed.positions
    assert (start.color, end.color) == ("red", "green")
    assert [placed.piece for placed in end.placements] == ["I1", "I1", "I1"]


@pytest.mark.parametrize("color", cornerwise.COLORS)
def test_any_colour_can_begin(engine: Engine[Any], color: cornerwise.Color) -> None:
    state = records.start_state(RecordStart(FIXED, setup=RecordSetup(color=color)), engine)
    assert (state.color, state.rules.first_color) == (color, color)


def test_impossible_setups_are_refused(engine: Engine[Any]) -> None:
    blue = PlacedPiece("blue", "I1", 0, 0, 0)
    impossible = [RecordSetup((blue, blue)), RecordSetup((blue,), color="blue")]
    for setup in [*impossible, RecordSetup(remove=(PiecePose("I1", 0, 0, 0),))]:
        with pytest.raises(InvalidRecordError):
            records.start_state(RecordStart(FIXED, setup=setup), engine)
        record = Record(RecordStart(FIXED), (RecordMove(START, setup=setup),))
        failure = records.replay(record, engine=engine).failure
        assert failure is not None
        assert failure.text == "setup"


def test_shuffle_has_no_setup(engine: Engine[Any]) -> None:
    start = RecordStart(position=engine.new_game({"game": "shuffle"}, 1).to_text())
    record = Record(start, (RecordMove(START, setup=RecordSetup(color="red")),))
    failure = records.replay(record, engine=engine).failure
    assert failure is not None
    assert [problem.code for problem in failure.problems] == ["options_conflict"]


def test_impossible_start_is_an_error(engine: Engine[Any]) -> None:
    with pytest.raises(InvalidRecordError) as caught:
        records.replay(Record(RecordStart(position="cw1s")), engine=engine)
    assert [problem.pointer for problem in caught.value.problems] == ["/start/position"]
    with pytest.raises(InvalidRecordError):
        records.start_state(RecordStart(), engine)


# ---- Plain text ---------------------------------------------------------------------------------


def test_plain_text_has_the_start_and_the_main_line(engine: Engine[Any]) -> None:
    played, last = play(engine, {"game": "shuffle", "seats": 2}, 3)
    first = engine.new_game({"game": "shuffle", "seats": 2}, 3)
    moves = tuple(RecordMove(n - 1, action) for n, action in enumerate(played))
    text = records.write_text(Record(RecordStart(first.rules, seed=3), moves))
    assert text.splitlines()[0] == first.to_text()
    record = records.read(text)
    assert record.moves == moves
    assert records.replay(record, engine=engine).state == last


def test_plain_text_has_no_setup() -> None:
    move = RecordMove(START, setup=RecordSetup(color="red"))
    with pytest.raises(InvalidRecordError):
        records.write_text(Record(RecordStart(FIXED), (move,)))
