"""The commands replay, convert and show, on both engines, from files and standard input."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from cornerwise import records
from cornerwise.engine import Engine

from tests.package.test_cli import RunCommand, cli  # noqa: F401 - the fixture

GAME = "(;GM[Blokus]P1[Ann];1[a20,b20];2[t19,t20]C[hi]\n(;3[s1,t1];4[a1,a2])(;3[a1,b1]))"
TEXT = "cw1sGAAAD8_1Cy\nblue I2/0 a20\nyellow I2/1 t20\nred I2/0 s1\ngreen I2/1 a2\n"


def test_replay_checks_the_main_line(cli: RunCommand) -> None:  # noqa: F811
    done = cli("replay", text=GAME.encode())
    assert (done.code, done.messages) == (0, [])
    assert (done.document["valid"], done.document["plies"]) == (True, 4)
    assert done.document["failures"] == []
    assert done.document["score"]["final"] is False
    replayed = records.replay(records.read(GAME))
    assert done.document["state"] == replayed.state.to_dict()
    assert done.document["position"] == replayed.state.to_text()
    assert "positions" not in done.document


def test_replay_names_wrong_moves(cli: RunCommand, tmp_path: Path) -> None:  # noqa: F811
    file = tmp_path / "game.blksgf"
    file.write_text(GAME, "utf-8")
    done = cli("replay", file, "--variations")
    assert done.code == 1
    (failure,) = done.document["failures"]
    assert (failure["move"], failure["ply"], failure["text"]) == (4, 3, "red I2/0 a1")
    assert done.messages[0].startswith(f"cornerwise: {file}: ply 3, red I2/0 a1: ")
    assert done.messages[0].endswith("(C1)")


def test_replay_writes_positions_and_events(cli: RunCommand) -> None:  # noqa: F811
    document = cli("replay", "--positions", "--events", text=GAME.encode()).document
    assert len(document["positions"]) == 5
    assert document["positions"][0] == "cw1sGAAAD8_1Cy"
    assert [[event["text"] for event in events] for events in document["events"]] == [
        ["blue I2/0 a20"],
        ["yellow I2/1 t20"],
        ["red I2/0 s1"],
        ["green I2/1 a2"],
    ]


def test_convert_writes_every_form(cli: RunCommand) -> None:  # noqa: F811
    assert cli("convert", "--to", "text", text=GAME.encode()).text == TEXT
    document = cli("convert", "--to", "json", text=GAME.encode()).document
    assert records.from_dict(document) == records.read(GAME)
    sgf = cli("convert", "--to", "blksgf", data=document).text
    assert records.read(sgf) == records.read(GAME)
    again = cli("convert", "--to", "blksgf", text=TEXT.encode()).text
    assert records.replay(records.read(again)).plies == 4


def test_convert_refuses_what_has_no_such_form(cli: RunCommand, engine: Engine[Any]) -> None:  # noqa: F811
    state = engine.new_game({"game": "shuffle"}, 3).to_dict()
    done = cli("convert", "--to", "blksgf", data={"state": state})
    assert (done.code, done.text) == (2, "")
    assert "Pentobi's games are classic" in done.messages[0]


def test_states_are_records_without_moves(cli: RunCommand, engine: Engine[Any]) -> None:  # noqa: F811
    state = engine.new_game({"game": "shuffle", "seats": 2}, 3)
    for data in (state.to_dict(), {"state": state.to_dict()}):
        assert cli("convert", "--to", "text", data=data).text == f"{state.to_text()}\n"
    document = cli("show", text=state.to_text().encode()).document
    assert (document["ply"], document["phase"]) == (0, "opening")


def test_commands_read_position_texts(cli: RunCommand, engine: Engine[Any]) -> None:  # noqa: F811
    state = engine.new_game({"seats": 2}, 0)
    text = f"\ufeff {state.to_text()}\r\n".encode()
    assert cli("moves", "--count", text=text).document["count"] == 232
    assert cli("score", text=text).document == engine.score(state).to_dict()
    done = cli("moves", text=text[:-4] + b"x\n")
    assert (done.code, done.text) == (2, "")
    assert done.messages == [
        "cornerwise: standard input: not a position text: damaged or incomplete"
    ]


def test_show_draws_a_ply(cli: RunCommand, tmp_path: Path) -> None:  # noqa: F811
    picture = tmp_path / "out.svg"
    done = cli("show", "--ply", 2, "--svg", picture, text=GAME.encode())
    assert (done.code, done.document["ply"], done.document["plies"]) == (0, 2, 4)
    assert done.document["color"] == "red"
    assert done.document["board"][0] == "BB.................Y"
    assert done.document["move"] == "yellow I2/1 t20"
    drawn = picture.read_text("utf-8")
    assert "the last one yellow I2/1 t20</title>" in drawn
    assert drawn.count(">t</text>") == drawn.count(">20</text>") == 2
    assert cli("show", text=GAME.encode()).document["ply"] == 4
    start = cli("show", "--ply", 0, text=GAME.encode()).document
    assert (start["position"], start["move"]) == ("cw1sGAAAD8_1Cy", None)
    failed = cli("show", "--svg", tmp_path, text=GAME.encode())
    assert failed.code == 2
    assert failed.messages[0].startswith(f"cornerwise: cannot write {tmp_path}")


@pytest.mark.parametrize("ply", [-1, 5])
def test_show_refuses_other_plies(cli: RunCommand, ply: int) -> None:  # noqa: F811
    done = cli("show", f"--ply={ply}", text=GAME.encode())
    assert (done.code, done.messages) == (2, ["cornerwise: --ply: must be from 0 to 4"])


def test_show_stops_at_a_wrong_move(cli: RunCommand) -> None:  # noqa: F811
    wrong = GAME.replace("3[s1,t1]", "3[s2,t2]").encode()
    assert cli("show", "--ply", 2, text=wrong).code == 0
    done = cli("show", text=wrong)
    assert (done.code, done.text) == (2, "")
    assert done.messages[0].startswith("cornerwise: ply 3, red I2/0 s2: ")


@pytest.mark.parametrize("command", ["replay", "convert --to json", "show"])
@pytest.mark.parametrize(
    ("text", "message"),
    [
        (b"hello", "not a record: expected JSON, SGF or a position text"),
        (b'{"start": 5}', "/start: must be an object"),
        (b'{"start": {}, "start": {}}', "invalid JSON: duplicate key in an object"),
        (b"(;GM[Blokus Duo])", "line 1: GM[Blokus Duo] is not supported"),
        (b"", "empty, expected a record"),
        (b"\xff", "byte 0 is not UTF-8"),
    ],
)
def test_invalid_records_give_one_clean_message(
    cli: RunCommand,  # noqa: F811
    command: str,
    text: bytes,
    message: str,
) -> None:
    done = cli(*command.split(), text=text)
    assert (done.code, done.text) == (2, "")
    assert done.messages[0].startswith(f"cornerwise: standard input: {message}")


def test_pretty_json(cli: RunCommand) -> None:  # noqa: F811
    text = cli("convert", "--to", "json", "--pretty", text=GAME.encode()).text
    assert text.count("\n") > 10
    assert json.loads(text)["players"] == ["Ann", "", "", ""]
