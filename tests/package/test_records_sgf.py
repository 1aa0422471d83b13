"""Pentobi's SGF files: every form of the format is read, and what is written is read back."""

from __future__ import annotations

import contextlib
from pathlib import Path
from typing import Any

import pytest
from cornerwise import Place, records
from cornerwise.engine import Engine
from cornerwise.records import (
    START,
    InvalidRecordError,
    Record,
    RecordMove,
    RecordProperty,
    RecordSetup,
    RecordStart,
)
from cornerwise.records.sgf import MAX_DEPTH, SgfNode, read_sgf, write_sgf
from cornerwise.selection import load_engine
from cornerwise.types import Rules
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from tests.helpers.examples import examples
from tests.package.test_records import FIXED, texts

FILES = sorted((Path(__file__).parents[1] / "data" / "records").glob("*.blksgf"))


def file(name: str) -> Record:
    return records.read(next(path for path in FILES if path.stem == name).read_bytes())


def message_of(text: str | bytes) -> str:
    with pytest.raises(InvalidRecordError) as caught:
        records.read(text)
    (problem,) = caught.value.problems
    assert problem.code == "invalid_text"
    return problem.message


# ---- Files --------------------------------------------------------------------------------------


@pytest.mark.parametrize("path", FILES, ids=[path.stem for path in FILES])
def test_every_position_of_a_file_is_legal(engine: Engine[Any], path: Path) -> None:
    record = records.read(path.read_bytes())
    steps = list(records.walk(record, engine))
    assert [step.failure for step in steps if step.failure] == []
    assert len(steps) == len(record.moves) > 3
    assert all(engine.load_state(step.state.to_dict()) == step.state for step in steps)


@pytest.mark.parametrize("path", FILES, ids=[path.stem for path in FILES])
def test_files_survive_writing(path: Path) -> None:
    record = records.read(path.read_bytes())
    text = records.write_blksgf(record)
    assert records.read(text) == record
    assert records.write_blksgf(records.read(text)) == text
    assert records.from_dict(record.to_dict()) == record
    assert len(read_sgf(text)) == len(read_sgf(path.read_bytes()))


def test_main_line_has_names_comments_and_annotations() -> None:
    record = file("main_line")
    assert record.players == ("Ann ]Lee[", "B\u00f8rge", "\u0427\u044d\u043d", "Dora \\ Co")
    assert (record.date, record.result) == ("2024-02-29", "?")
    assert record.comment == (
        "A friendly game.Soft line break, then a hard one:\n"
        "second line. Brackets: [x], colon : and backslash \\."
    )
    assert record.start == RecordStart(rules=FIXED)
    assert [move.annotations for move in record.moves[7:12]] == [
        ("good",),
        ("very_bad",),
        ("doubtful",),
        ("interesting",),
        ("very_good",),
    ]
    assert record.moves[8].comment == "Too close to the edge"
    assert record.moves[11].properties == (RecordProperty("XX", ("one", "two")),)
    assert record.moves[12].properties == (RecordProperty("1L", ("90",)),)
    names = [one.name for one in record.properties]
    assert names == ["FF", "AP", "EV", "RO", "PC"]


def test_variations_are_a_tree() -> None:
    record = file("variations")
    assert record.start.rules == Rules(seats=2, start_corners="fixed", scoring="advanced")
    children = record.children()
    assert [len(children[index]) for index in (START, 7, 12)] == [1, 3, 2]
    assert record.moves[children[7][2]] == RecordMove(7, comment="An idea without a move.")
    assert len(record.main_line()) == 17


def test_three_players_share_green() -> None:
    record = file("three_player")
    replayed = records.replay(record)
    assert replayed.state.rules.shared_color == "green"
    assert replayed.score.final
    assert record.players == ("A", "B", "C")


def test_setup_properties_change_the_board() -> None:
    record = file("setup")
    setup = record.start.setup
    assert setup is not None
    assert len(setup.add) == 10
    assert setup.color == "red"
    change = record.moves[3].setup
    assert change is not None
    assert (len(change.remove), change.color) == (2, "green")


def test_old_names_and_lists_are_read_and_written_anew() -> None:
    assert "BLUE" not in records.write_blksgf(file("old_names"))
    assert file("old_names").moves[1].action == Place(
        *_pose(file("old_names").moves[1]), color="yellow"
    )
    text = records.write_blksgf(file("old_lists"))
    assert "][" not in text
    assert text == text.lower().replace("gm[b", "GM[B").replace("two-player", "Two-Player").replace(
        "ca[utf", "CA[UTF"
    )


def _pose(move: RecordMove) -> tuple[Any, int, int, int]:
    action = move.action
    assert isinstance(action, Place)
    return action.piece, action.orientation, action.row, action.col


def test_letters_of_players_name_the_seat() -> None:
    record = file("players")
    assert [move.seat for move in record.moves] == [1, 2, 1, 2, 1, 2]
    assert all(
        isinstance(move.action, Place) and move.action.color is None for move in record.moves
    )
    assert ";B[" in records.write_blksgf(record)


def test_colour_to_move_can_begin() -> None:
    assert records.start_state(file("red_begins").start).rules.first_color == "red"


# ---- The dialect --------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "game",
    [
        "Blokus Duo",
        "Blokus Trigon",
        "Blokus Trigon Two-Player",
        "Blokus Junior",
        "Nexos",
        "Callisto Two-Player Four-Color",
        "Callisto",
        "Callisto Two-Player",
        "Callisto Three-Player",
        "Nexos Two-Player",
        "Blokus Trigon Three-Player",
        "GembloQ",
        "GembloQ Two-Player",
        "GembloQ Three-Player",
        "GembloQ Two-Player Four-Color",
        "Blokus  Two-Player",
        "1",
        "",
    ],
)
def test_other_games_are_refused_by_name(game: str) -> None:
    assert message_of(f"(;GM[{game}];B[a1])").startswith(f"line 1: GM[{game}] is not supported")


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("(;C[x])", "line 1: the property GM is missing: which game is it?"),
        ("(;GM[Blokus]\n;1[a1,c1])", "line 2: 1[a1,c1] is not a piece"),
        ("(;GM[Blokus];1[a1,a1])", "line 1: 1[a1,a1] is not a piece"),
        ("(;GM[Blokus];1[u1])", "line 1: 1[u1] is not a list of squares of the board"),
        ("(;GM[Blokus];1[a21])", "line 1: 1[a21] is not a list of squares of the board"),
        ("(;GM[Blokus];1[][])", "line 1: 1[,] is not a list of squares of the board"),
        ("(;GM[Blokus];1[a0])", "line 1: 1[a0] is not a list of squares of the board"),
        ("(;GM[Blokus];A1[])", "line 1: A1[] is not a list of squares of the board"),
        (
            "(;GM[Blokus];1[a1,a2,a3,a4,a5,a6])",
            "line 1: 1[a1,a2,a3,a4,a5,a6] is not a list of squares of the board",
        ),
        ("(;GM[Blokus];A1[a1,b2])", "line 1: A1[a1,b2] is not a piece"),
        ("(;GM[Blokus];1[a1]2[b2])", "line 1: a node with more than one move"),
        (b"(;GM[Blokus]CA[UTF-8]C[\xe9])", "byte 23 is not UTF-8"),
        (
            b"\n(;GM[Blokus]CA[zlib]C[\xe9])",
            "line 2: CA[ZLIB]: this character set is not supported",
        ),
        (b"\xff\xfe(\x00;\x00", "byte 0 is not UTF-8"),
    ],
)
def test_files_that_are_not_of_the_dialect_are_refused(text: str | bytes, message: str) -> None:
    assert message_of(text) == message


@pytest.mark.parametrize(
    ("declared", "encoding"),
    [
        ("", "utf-8"),
        ("", "utf-8-sig"),
        ("", "iso-8859-1"),
        ("CA[UTF-8]", "utf-8"),
        ("CA[utf-8]", "utf-8-sig"),
        ("CA[ISO-8859-1]", "iso-8859-1"),
        ("CA[iso8859-1]", "iso-8859-1"),
        ("CA[ISO-8859-15]", "iso-8859-15"),
        ("CA[Windows-1252]", "cp1252"),
    ],
)
def test_bytes_have_the_character_set_that_the_file_names(declared: str, encoding: str) -> None:
    expected = records.read("(;GM[Blokus]C[Zo\u00eb];1[a20]C[\u00bfQu\u00e9?])")
    text = f"(;GM[Blokus]{declared}C[Zo\u00eb];1[a20]C[\u00bfQu\u00e9?])"
    assert records.read(text.encode(encoding)) == expected
    assert records.read(text) == expected


def test_line_ends_of_every_system_are_read() -> None:
    for path in FILES:
        data = path.read_bytes()
        record = records.read(data)
        assert records.read(data.replace(b"\n", b"\r\n")) == record
        assert records.read(data.replace(b"\n", b"\r")) == record


@pytest.mark.parametrize("game", ["blokus", " Blokus ", "BLOKUS"])
def test_spelling_of_the_game_does_not_matter(game: str) -> None:
    """Pentobi reads these too."""
    assert records.read(f"(;GM[{game}])") == records.read("(;GM[Blokus])")


@pytest.mark.parametrize("value", ["", "pass", "null"])
def test_passes_are_kept_without_a_meaning(value: str) -> None:
    """A colour that cannot place is skipped without a move."""
    record = records.read(f"(;GM[Blokus];1[a20];2[t20];3[t1];4[a1];1[b19,c19];2[{value}])")
    assert record.moves[-1] == RecordMove(4, properties=(RecordProperty("2", (value,)),))
    replayed = records.replay(record)
    assert (replayed.valid, replayed.plies, replayed.state.color) == (True, 5, "yellow")
    assert records.read(records.write_blksgf(record)) == record


def test_moves_out_of_turn_are_read_but_not_legal() -> None:
    """Pentobi lets a node play any colour; the rules do not."""
    record = records.read("(;GM[Blokus];1[a20];3[t1];2[t20])")
    failure = records.replay(record).failure
    assert failure is not None
    assert (failure.ply, failure.text) == (2, "red I1/0 t1")
    assert [problem.code for problem in failure.problems] == ["wrong_turn"]


def test_names_of_version_3_are_read() -> None:
    record = file("version_3")
    assert record.players == ("Ida", "Jo:e")
    assert record.date == "1999-12-31"
    assert record.comment.startswith("Lower-case letters")
    assert [move.annotations for move in record.moves[2:6]] == [("good",), (), (), ("very_bad",)]
    assert record.properties == (RecordProperty("FileFormat", ("3",)),)
    kept = records.read("(;GM[Blokus];1[a20]C[a]Comment[b])")
    assert kept.moves[0].properties == (RecordProperty("Comment", ("b",)),)


def test_nodes_after_a_variation_are_another_one() -> None:
    record = file("nested")
    assert [len(record.children()[index]) for index in (START, 0)] == [2, 3]
    assert record.comment == ""
    assert record.moves[0].comment == "The best start.]"


def test_move_in_the_root_becomes_the_first_move() -> None:
    record = records.read("(;GM[Blokus]C[start]TE[1]1[a20];2[t20])")
    assert record.comment == "start"
    assert [move.annotations for move in record.moves] == [("good",), ()]
    assert records.replay(record).plies == 2
    assert records.read(records.write_blksgf(record)) == record


def test_player_beside_a_move_is_kept_without_a_meaning() -> None:
    record = records.read("(;GM[Blokus];1[a20]PL[2];2[t20])")
    assert record.moves[0].properties == (RecordProperty("PL", ("2",)),)
    assert records.replay(record).valid


@pytest.mark.parametrize(
    "record",
    [
        Record(RecordStart(rules=Rules())),
        Record(RecordStart(rules=Rules(scoring="advanced"))),
        Record(RecordStart(rules=Rules(teams=True, start_corners="fixed", scoring="advanced"))),
        Record(RecordStart(rules=Rules(game="shuffle", start_corners="fixed"), seed=1)),
        Record(RecordStart(position="cw1sAAABIwADBqfPl")),
        Record(RecordStart()),
        Record(RecordStart(rules=FIXED), (RecordMove(START, Place("I1", 0, 0, 0)),)),
        Record(RecordStart(rules=FIXED), (RecordMove(START, Place("I1", 5, 0, 0, "blue")),)),
        Record(RecordStart(rules=FIXED), properties=(RecordProperty("GM", ("Go",)),)),
    ],
)
def test_records_without_an_sgf_form_are_refused(record: Record) -> None:
    with pytest.raises(InvalidRecordError):
        records.write_blksgf(record)


def test_position_becomes_a_setup() -> None:
    text = records.write_text(records.read("(;GM[Blokus Two-Player];1[a20];2[t20])"))
    state = records.replay(records.read(text)).state
    written = records.write_blksgf(records.read(state.to_text()))
    assert written == "(\n;GM[Blokus Two-Player]CA[UTF-8]A1[a20]A2[t20]PL[3]\n)\n"
    assert records.replay(records.read(written)).state == state


# ---- The grammar --------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "message"),
    [
        (";GM[Blokus]", None),
        ("(GM[Blokus])", "line 1: a property is out of place"),
        ("()", "line 1: a closing parenthesis is out of place"),
        ("((;GM[Blokus]))", "line 1: a variation is out of place"),
        ("(;GM[Blokus]", "the text ends within a game"),
        ("(;GM[Blokus]))", "line 1: there is text after the end of the game"),
        ("(;GM[Blokus])\n(;GM[Blokus])", "line 2: there is more than one game: split the file"),
        ("(;GM[Blokus]C)", "line 1: a closing parenthesis is out of place"),
        ("(;GM[Blokus];[a1])", "line 1: a value without a property"),
        ("(;GM[Blokus]C[abc)", "line 1: a value without its closing bracket"),
        ("(;GM[Blokus]C[abc\\])", "line 1: a value without its closing bracket"),
        ("(;GM[Blokus]\n\n C[a\nb] %)", "line 4: not SGF"),
    ],
)
def test_malformed_files_are_refused(text: str, message: str | None) -> None:
    with pytest.raises(InvalidRecordError) as caught:
        records.read(text)
    assert message is None or str(caught.value) == message


@pytest.mark.parametrize(
    ("written", "value"),
    [
        ("a\\]b", "a]b"),
        ("a\\\\b", "a\\b"),
        ("a\\:b", "a:b"),
        ("a\\\nb", "ab"),
        ("a\\\r\nb", "ab"),
        ("a\r\nb\rc", "a\nb\nc"),
        ("\\\\\\]", "\\]"),
        ("a[b", "a[b"),
        ("\u00e9\U0001f600", "\u00e9\U0001f600"),
        ("", ""),
    ],
)
def test_escapes_are_resolved(written: str, value: str) -> None:
    (node,) = read_sgf(f"(;XX[{written}])")
    assert node.properties == {"XX": [value]}


def test_spaces_between_tokens_and_repeated_properties_are_accepted() -> None:
    (node,) = read_sgf("\ufeff\n ( ; XX [a]\n[b] YY[c] XX[d] ) \n")
    assert node.properties == {"XX": ["a", "b", "d"], "YY": ["c"]}


@pytest.mark.parametrize("text", ["", b"", " \n", "\ufeff", b"\xef\xbb\xbf \r\n"])
def test_empty_files_are_refused(text: str | bytes) -> None:
    assert message_of(text) == "the text is empty: expected a record as JSON, SGF or plain text"


def test_limits() -> None:
    deep = "(;GM[Blokus]" + ";C[x]" * (MAX_DEPTH - 1) + ")"
    assert len(records.read(deep).moves) == MAX_DEPTH - 1
    assert "nodes in a line of play" in message_of(deep[:-1] + ";C[x])")
    assert "more than 20001 nodes" in message_of("(;GM[Blokus]" + "(;C[x])" * 20_001 + ")")
    assert "larger than the limit" in message_of("(;GM[Blokus]C[" + "x" * 2**20 + "])")
    nested = "(;GM[Blokus]" + "(;C[x]" * 1500 + ")" * 1500 + ")"
    assert len(records.read(nested).moves) == 1500
    assert "ends within a game" in message_of("(;GM[Blokus]" + "(;C[x]" * 1500)


sgf_names = st.from_regex(r"[A-Z0-9]{1,4}", fullmatch=True)


@st.composite
def sgf_trees(draw: st.DrawFn) -> list[SgfNode]:
    """Return nodes in the order of a file."""
    properties = st.dictionaries(sgf_names, st.lists(texts, min_size=1, max_size=3), max_size=3)
    nodes = [SgfNode(START, draw(properties))]
    line = [0]
    for index in range(1, draw(st.integers(1, 10))):
        del line[draw(st.integers(1, len(line))) :]
        nodes.append(SgfNode(line[-1], draw(properties)))
        line.append(index)
    return nodes


@given(sgf_trees())
def test_trees_survive_writing(nodes: list[SgfNode]) -> None:
    assert read_sgf(write_sgf(nodes)) == nodes
    assert read_sgf(write_sgf(nodes).encode()) == nodes


@given(sgf_trees(), st.data())
def test_damaged_files_are_read_or_refused(nodes: list[SgfNode], data: st.DataObject) -> None:
    text = write_sgf(nodes)
    at = data.draw(st.integers(0, len(text)))
    damaged = text[:at] + data.draw(st.text("()[];\\A1 \n", max_size=3)) + text[at + 1 :]
    try:
        read = read_sgf(damaged)
    except InvalidRecordError:
        return
    assert read_sgf(write_sgf(read)) == read


@given(st.text("();[]\\,\nGMBlokus12AEPLCTE a1b2t20", max_size=60))
def test_any_text_is_read_or_refused(text: str) -> None:
    try:
        record = records.read(f"(;GM[Blokus]{text})")
    except InvalidRecordError:
        return
    assert records.read(records.write_blksgf(record)) == record
    assert records.from_dict(record.to_dict()) == record
    with contextlib.suppress(InvalidRecordError):  # the start may be impossible
        assert len(list(records.walk(record))) <= len(record.moves)


@given(st.binary(max_size=40), st.sampled_from([b"", b"CA[UTF-8]", b"CA[ISO-8859-1]", b"CA[x]"]))
def test_any_bytes_are_read_or_refused(data: bytes, charset: bytes) -> None:
    try:
        record = records.read(b"(;GM[Blokus]" + charset + b"C[" + data + b"])")
    except InvalidRecordError:
        return
    assert records.read(records.write_blksgf(record).encode()) == record


@st.composite
def played_trees(draw: st.DrawFn) -> Record:
    """Return a record of legal moves with variations, comments and annotations."""
    engine = load_engine("rust")
    seats: Any = draw(st.sampled_from([2, 3, 4]))
    shared: Any = "green" if seats == 3 else None
    rules = Rules(seats=seats, shared_color=shared, start_corners="fixed", scoring="advanced")
    states = [engine.new_game(rules.to_dict(), None)]
    moves: list[RecordMove] = []
    line = [START]
    for index in range(draw(st.integers(1, 14))):
        del line[draw(st.sampled_from([len(line), len(line), 1, (len(line) + 1) // 2])) :]
        before = states[line[-1] + 1]
        action = draw(st.sampled_from(engine.legal_actions(before)[-200:]))
        annotations = draw(st.lists(st.sampled_from(records.ANNOTATIONS), max_size=1))
        moves.append(
            RecordMove(line[-1], action, comment=draw(texts), annotations=tuple(annotations))
        )
        states.append(engine.apply(before, action)[0])
        line.append(index)
    return Record(RecordStart(rules), tuple(moves), comment=draw(texts), date=draw(texts))


@settings(max_examples=examples(40), suppress_health_check=list(HealthCheck))
@given(played_trees())
def test_played_trees_survive_writing(record: Record) -> None:
    text = records.write_blksgf(record)
    assert records.read(text) == record
    assert records.read(text.encode()) == record
    assert [step.failure for step in records.walk(record)] == [None] * len(record.moves)
    assert len(read_sgf(text)) == len(record.moves) + 1


def test_setup_with_every_property_survives() -> None:
    text = "(;GM[Blokus]A1[a20]A2[t20]A3[t1]PL[4];AE[t1]PL[3];3[t1])"
    record = records.read(text)
    assert record.moves[0].setup == RecordSetup(remove=record.moves[0].setup.remove, color="red")  # type: ignore[union-attr]
    assert [step.failure for step in records.walk(record)] == [None, None]
    assert records.write_blksgf(record).replace("\n", "") == text.replace("s]A1", "s]CA[UTF-8]A1")
