"""Saving a game of the command play, at its end too, and continuing one."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import cornerwise
import pytest
from cornerwise import records
from cornerwise.cli import play_session
from cornerwise.engine import State

from tests.package.test_cli_play import RunCommand, cli  # noqa: F401 - the fixture


def last_move() -> tuple[State, str]:
    """Return the state before the last move of a classic game, and the move."""
    state = cornerwise.new_game(seats=2)
    while actions := cornerwise.legal_actions(state):
        before = state
        state, _ = cornerwise.apply(state, actions[-1])
    return before, cornerwise.action_to_text(cornerwise.legal_actions(before)[-1])


@pytest.fixture
def near_the_end(tmp_path: Path) -> tuple[Path, str]:
    """Return a file with a state before the last move, and the move."""
    state, text = last_move()
    file = tmp_path / "state.json"
    file.write_text(json.dumps(state.to_dict()), "utf-8")
    return file, text


def test_finished_game_can_be_saved_and_taken_back(
    cli: RunCommand,  # noqa: F811
    tmp_path: Path,
    near_the_end: tuple[Path, str],
) -> None:
    file, text = near_the_end
    saved = tmp_path / "out.json"
    lines = (text, "moves", "V5/0 a20", "nonsense", "hint", f"save {saved}", "undo", text, "quit")
    done = cli("play", file, "--person", 2, lines=(*lines, "board"))
    assert done.code == 0
    assert done.text.count("The game is over. Seat ") == 2
    assert done.text.endswith("game over> quit\n")
    assert "game over> moves\nThe game is over.\n" in done.text
    assert "Illegal: the game is over (C7)" in done.text
    assert "Not a move or a command: 'nonsense'. The game is over;" in done.text
    assert f"Taken back: {text}" in done.text
    replayed = records.replay(records.read(saved.read_text("utf-8")))
    assert (replayed.valid, replayed.plies, replayed.state.phase) == (True, 1, "over")


def test_end_of_input_ends_a_finished_game(
    cli: RunCommand,  # noqa: F811
    near_the_end: tuple[Path, str],
) -> None:
    file, text = near_the_end
    done = cli("play", file, "--person", 2, lines=(text,))
    assert (done.code, done.messages) == (0, "")
    assert done.text.endswith("game over> \n\n")


def test_game_of_bots_asks_only_in_a_terminal(
    cli: RunCommand,  # noqa: F811
    near_the_end: tuple[Path, str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    file, _ = near_the_end
    options = ("play", file, "--bot", 1, "--level", 1)
    assert "game over>" not in cli(*options, lines=("undo",)).text
    monkeypatch.setattr(play_session, "is_interactive", lambda: True)
    done = cli(*options, lines=("undo",))
    assert done.text.endswith("> undo\nThere is nothing to take back.\ngame over> \n\n")


def test_save_does_not_replace_a_file_by_accident(cli: RunCommand, tmp_path: Path) -> None:  # noqa: F811
    file = tmp_path / "a game"
    lines = (f"save {file}", "I1/0 a20", f"save  {file} ", f"SAVE! {file}")
    done = cli("play", "--seats", 2, "--level", 1, lines=lines[:3])
    assert f"Saved 0 moves to {file}." in done.text
    assert f"{file} exists already; 'save! {file}' replaces it." in done.text
    assert records.read(file.read_text("utf-8")).moves == ()
    done = cli("play", "--seats", 2, "--level", 1, lines=lines)
    assert f"Saved 2 moves to {file}." in done.text
    assert len(records.read(file.read_text("utf-8")).moves) == 2


@pytest.mark.parametrize("game", ["classic", "shuffle"])
def test_saved_game_is_continued(cli: RunCommand, tmp_path: Path, game: str) -> None:  # noqa: F811
    file, again = tmp_path / "one.json", tmp_path / "two.json"
    options = ("--game", game, "--seats", 3, "--bot", "1:2", "--person", 2, "--bot", "3:1")
    cli("play", *options, "--seed", 5, lines=("I1/0 t20", "I1/0 a20", f"save {file}"))
    done = cli("play", file, lines=(f"save {again}", "undo", f"save! {file}"))
    assert done.code == 0
    record = records.read(again.read_text("utf-8"))
    players = "seat 1 (blue): bot, level 2; seat 2 (yellow): person; seat 3 (red): bot, level 1"
    assert f", seed {5 if game == 'shuffle' else ''}" in done.text
    assert f"\n{players}; green: all in turn\n" in done.text
    number = len(record.moves)
    assert number > 2
    assert f"\nAfter {number} moves; 'undo' takes moves back.\n" in done.text
    assert record.players == ("level 2", "person 2", "level 1")
    assert record.start.seed == (5 if game == "shuffle" else None)
    assert records.replay(record).valid
    taken_back = records.read(file.read_text("utf-8"))
    assert len(taken_back.moves) < number
    assert taken_back.moves == record.moves[: len(taken_back.moves)]


def test_players_of_a_record_can_be_replaced(cli: RunCommand, tmp_path: Path) -> None:  # noqa: F811
    file = tmp_path / "game.json"
    cli("play", "--bot", "2:2", "--bot", "3:3", "--person", 4, lines=(f"save {file}",))
    seats = r"seat 1 \(blue\): (.*); seat 2 \(yellow\): (.*); seat 3 \(red\): (.*); seat 4 .*: (.*)"
    for options, expected in {
        (): ("person", "bot, level 2", "bot, level 3", "person"),
        ("--level", 1): ("person", "bot, level 1", "bot, level 1", "person"),
        ("--bot", 2, "--bot", "4", "--person", 3): (
            *("person", "bot, level 2", "person", "bot, level 4"),
        ),
    }.items():
        match = re.search(seats, cli("play", file, *options).text)
        assert match
        assert match.groups() == expected


def test_file_of_pentobi_is_continued(cli: RunCommand, tmp_path: Path) -> None:  # noqa: F811
    file, saved = tmp_path / "game.blksgf", tmp_path / "saved.json"
    moves = "1[a20,b20];2[t19,t20]C[hi]\n(;3[s1,t1])(;3[a1,b1])"
    file.write_text(f"(;GM[Blokus]P1[level Ann];{moves})", "utf-8")
    options = ("--bot", 1, "--level", 1, "--person", 4)
    done = cli("play", file, *options, lines=(f"save {saved}", "I2/1 a2"))
    assert "\nAfter 3 moves; " in done.text
    assert "green (seat 4), place> I2/1 a2\n  green I2/1 a2\n  blue " in done.text
    record = records.read(saved.read_text("utf-8"))
    assert (len(record.moves), record.players[2:]) == (3, ("level 1", "person 4"))


def test_setup_is_where_a_game_begins(cli: RunCommand, tmp_path: Path) -> None:  # noqa: F811
    corner = {"orientation": 0, "row": 0, "col": 0}
    setup = {
        "remove": [{"piece": "V5", **corner}],
        "add": [{"color": "blue", "piece": "I1", **corner}],
    }
    texts: list[dict[str, Any]] = [{"text": "blue V5/0 a20"}, {"setup": setup}]
    data = {"start": {"rules": {"seats": 2}}, "moves": [*texts, {"text": "yellow I1/0 t20"}]}
    file, saved = tmp_path / "game.json", tmp_path / "saved.json"
    file.write_text(json.dumps(data), "utf-8")
    done = cli("play", file, "--person", 2, lines=("undo", "undo", f"save {saved}"))
    assert done.code == 0, done.messages
    assert "Taken back: yellow I1/0 t20\n" in done.text
    assert "There is nothing to take back." in done.text
    record = records.read(saved.read_text("utf-8"))
    assert record.moves == ()
    assert [one.piece for one in records.start_state(record.start).placements] == ["I1"]


@pytest.mark.parametrize("form", ["state", "bare", "position", "text"])
def test_position_is_continued(cli: RunCommand, tmp_path: Path, form: str) -> None:  # noqa: F811
    state = cornerwise.new_game(seats=2)
    texts = {
        "state": json.dumps({"seed": None, "state": state.to_dict()}),
        "bare": json.dumps(state.to_dict()),
        "position": json.dumps({"ply": 3, "position": state.to_text()}),
        "text": state.to_text(),
    }
    file = tmp_path / "game"
    file.write_text(texts[form], "utf-8")
    done = cli("play", file, "--level", 1, lines=("I1/0 a20",))
    assert (done.code, done.messages) == (0, "")
    assert "\nseat 1 (blue, red): person; seat 2 (yellow, green): bot, level 1\n" in done.text


@pytest.mark.parametrize(
    ("options", "message"),
    [
        (("-",), "FILE: must be a file, because moves are read from standard input"),
        (("FILE", "--seats", 2), "--seats: not with FILE"),
        (("FILE", "--shared-color", "red"), "--shared-color: not with FILE"),
        (("missing",), "cannot read missing: "),
        (("FILE",), "FILE: ply 1, blue V5/0 j10: the first piece of a colour must cover"),
    ],
    ids=str,
)
def test_file_that_cannot_be_continued(
    cli: RunCommand,  # noqa: F811
    tmp_path: Path,
    options: tuple[object, ...],
    message: str,
) -> None:
    file = tmp_path / "game.json"
    file.write_text('{"start": {"rules": {}}, "moves": [{"text": "blue V5/0 j10"}]}', "utf-8")
    done = cli("play", *[file if one == "FILE" else one for one in options])
    assert (done.code, done.text) == (2, "")
    assert done.messages.startswith(f"cornerwise: {message.replace('FILE: ply', f'{file}: ply')}")
