"""The commands suggest and play, run in this process with text on standard input."""

from __future__ import annotations

import io
import json
import re
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any, NamedTuple

import cornerwise
import pytest
from cornerwise import records, selection
from cornerwise.cli import main, play_session, suggest, terminal
from cornerwise.cli.board import board_lines, piece_lines
from cornerwise.engine import Cancellation, Engine, State
from cornerwise.types import CARDS, Suggestions


class Completed(NamedTuple):
    """The exit code and the output of a command."""

    code: int
    text: str
    messages: str


RunCommand = Callable[..., Completed]


@pytest.fixture
def cli(
    engine: Engine[Any], monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> RunCommand:
    """Return a function that runs a command on an engine, with lines on standard input."""

    def run(*arguments: object, lines: tuple[str, ...] = (), text: bytes = b"") -> Completed:
        given = text or "".join(f"{line}\n" for line in lines).encode()
        monkeypatch.setattr(selection, "engine", engine)
        monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(given)))
        code = main([str(argument) for argument in arguments])
        return Completed(code, *capsys.readouterr())

    return run


# ---- suggest -------------------------------------------------------------------------------------


def test_suggest_writes_the_answer_of_the_service(cli: RunCommand, engine: Engine[Any]) -> None:
    done = cli("suggest", "--level", 3, "--count", 2, "--seed", 4, text=b"{}")
    answer = json.loads(done.text)
    assert (done.code, answer["engine"], answer["seed"]) == (0, engine.NAME, 4)
    assert len(answer["moves"]) == 2
    legal = [action.to_dict() for action in engine.legal_actions(engine.new_game({}, 0))]
    assert all(move["action"] in legal for move in answer["moves"])


@pytest.mark.parametrize("work", [{"level": 2}, {"budget": 9000}], ids=str)
def test_suggest_uses_its_options(
    cli: RunCommand, engine: Engine[Any], work: dict[str, int]
) -> None:
    state = cornerwise.new_game(game="shuffle", seats=2, seed=1, deck={"wild": 3})
    while state.phase == "opening":
        state, _ = cornerwise.apply(state, cornerwise.legal_actions(state)[-1])
    ((name, number),) = work.items()
    options = (f"--{name}", number, "--count", 2, "--seed", 6, "--until", "turn")
    answer = json.loads(cli("suggest", *options, text=state.to_text().encode()).text)
    loaded = engine.load_state(state.to_dict())
    found = engine.suggest(loaded, **work, count=2, seed=6, until="turn").to_dict()
    assert len(answer["turn"]) > 1
    del answer["milliseconds"], found["milliseconds"]
    assert answer == json.loads(json.dumps(found))


def test_suggest_is_limited_in_time(cli: RunCommand, engine: Engine[Any]) -> None:
    done = cli("suggest", "--budget", 100_000_000, "--seconds", 0.02, text=b"{}")
    expected = "time" if engine.NAME == "rust" else "no_search"
    assert (done.code, json.loads(done.text)["stopped"]) == (0, expected)


@pytest.mark.parametrize("form", ["state", "view", "text", "view text", "answer", "position"])
def test_suggest_reads_every_form(cli: RunCommand, tmp_path: Path, form: str) -> None:
    state = cornerwise.new_game(game="shuffle", seats=2, seed=1)
    view = cornerwise.view(state, 1)
    texts = {
        "state": json.dumps(state.to_dict()),
        "view": json.dumps(view),
        "text": state.to_text(),
        "view text": cornerwise.load_view(view).to_text(),
        "answer": json.dumps({"state": state.to_dict(), "events": [], "position": None}),
        "position": json.dumps({"ply": 0, "seat": 1, "position": state.to_text()}),
    }
    file = tmp_path / "game"
    file.write_text(texts[form])
    done = cli("suggest", file, "--budget", 100, "--until", "turn")
    assert done.code == 0
    assert json.loads(done.text)["phase"] == "opening"


@pytest.mark.parametrize(
    ("data", "message"),
    [
        ({"view": None}, "/view: must be an object"),
        ({"view": {"seat": 9}}, "/view/seat: must be from 1 to 4"),
        ({"state": 5}, "/state: must be an object"),
        ({"state": {"rules": 5}}, "/state/rules: must be an object"),
        ({"position": 5}, "/position: must be a string"),
        ({"position": "cw1x"}, "/position: not a position text"),
        ({"rules": 5}, "/rules: must be an object"),
        (5, "must be an object"),
    ],
    ids=str,
)
def test_errors_in_a_file_name_the_field(cli: RunCommand, data: object, message: str) -> None:
    for command in ("suggest", "moves", "score"):
        done = cli(command, text=json.dumps(data).encode())
        assert (done.code, done.text) == (2, "")
        assert done.messages.startswith(f"cornerwise: standard input: {message}"), command


@pytest.mark.parametrize("command", ["perft", "show", "replay"])
def test_errors_in_a_state_name_the_field(cli: RunCommand, command: str) -> None:
    options = ("--depth", 1) if command == "perft" else ()
    done = cli(command, *options, text=b'{"state": {"rules": 5}}')
    message = "cornerwise: standard input: /state/rules: must be an object\n"
    assert done == (2, "", message)


def test_suggest_reads_what_show_writes(cli: RunCommand, tmp_path: Path) -> None:
    file = tmp_path / "game.json"
    moves = [{"text": "blue V5/0 a20"}, {"text": "yellow I1/0 t20"}]
    file.write_text(json.dumps({"start": {"rules": {"seats": 2}}, "moves": moves}))
    shown = cli("show", file, "--ply", 1)
    done = cli("suggest", "--budget", 100, text=shown.text.encode())
    assert (done.code, json.loads(done.text)["color"]) == (0, "yellow")


def test_suggest_as_a_table(cli: RunCommand) -> None:
    done = cli("suggest", "--table", "--budget", 300, text=b'{"rules": {"teams": true}}')
    *moves, last = done.text.splitlines()
    assert done.code == 0
    assert len(moves) == 3
    for rank, line in enumerate(moves, start=1):
        assert re.match(rf" +{rank}\. blue \w\d/\d [a-t]\d+ +[0-9.,%]+ (visits|prior) ", line)
        assert "team A: " in line
        assert "team B: " in line
    assert last.startswith("blue, seat 1, place: ")
    assert re.search(r", stopped: \w+ \(scores: squares left\)$", last)


def test_table_has_the_unit_of_the_scores(cli: RunCommand) -> None:
    view = cornerwise.view(cornerwise.new_game(game="shuffle", scoring="advanced", seed=1), 1)
    for data in ({"rules": {"scoring": "advanced"}}, view):
        done = cli("suggest", "--table", "--budget", 1, text=json.dumps(data).encode())
        assert done.text.endswith(" (scores: points)\n")
    done = cli("play", "--scoring", "advanced", "--level", 1, lines=("hint 1", "quit"))
    assert " (scores: points)\n" in done.text


def test_table_is_not_indented(cli: RunCommand) -> None:
    done = cli("suggest", "--table", "--pretty", text=b"{}")
    assert (done.code, done.text) == (2, "")
    assert "argument --pretty: not allowed with argument --table" in done.messages


def test_suggest_writes_what_it_has_when_it_is_interrupted(
    cli: RunCommand, engine: Engine[Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    def interrupted(work: Callable[[], Suggestions], _: str, cancel: Cancellation) -> Suggestions:
        cancel.cancel()
        return work()

    monkeypatch.setattr(suggest, "run_with_progress", interrupted)
    options = ("--budget", 100_000_000, "--seconds", 3600)
    done = cli("suggest", *options, text=b"{}")
    assert (done.code, done.messages) == (130, "cornerwise: interrupted\n")
    expected = "cancelled" if engine.NAME == "rust" else "no_search"
    assert json.loads(done.text)["stopped"] == expected
    done = cli("suggest", *options, "--table", text=b"{}")
    assert (done.code, f"stopped: {expected} (" in done.text) == (130, True)


@pytest.mark.parametrize("command", ["suggest", "moves", "score", "perft --depth 1"])
@pytest.mark.parametrize(
    "record",
    [
        '{"start": {"rules": {}}, "moves": []}',
        "\ufeff\n(;GM[Blokus];1[a20,b20])",
        "cw1sGAAAD8_1Cy\nblue I2/0 a20\n",
    ],
    ids=["JSON", "SGF", "text"],
)
def test_record_is_not_a_position(
    cli: RunCommand, tmp_path: Path, command: str, record: str
) -> None:
    file = tmp_path / "my game"
    file.write_text(record, "utf-8")
    name, *options = command.split()
    use = f"use: cornerwise show '{file}' | cornerwise COMMAND"
    message = f"cornerwise: {file}: a record, not a position; {use}\n"
    assert cli(name, file, *options) == (2, "", message)
    done = cli(name, *options, text=record.encode())
    assert "standard input: a record, not a position; use: cornerwise show FILE |" in done.messages


def test_suggest_for_a_finished_game(cli: RunCommand) -> None:
    state = cornerwise.new_game(seats=2)
    while moves := cornerwise.legal_actions(state):
        state, _ = cornerwise.apply(state, moves[-1])
    done = cli("suggest", "--table", text=state.to_text().encode())
    assert done.code == 0
    assert done.text.startswith("The game is over. seat 1: ")
    assert done.text.endswith(" (scores: squares left)\n")


@pytest.mark.parametrize(
    ("options", "message"),
    [
        (("--level", 12), "--level: must be from 1 to 9"),
        (("--level", 2, "--budget", 5), "--budget: only one of level and budget"),
        (("--count", 0), "--count: must be from 1 to 100"),
        (("--seconds", 0), "--seconds: must be more than 0"),
        (("--seed", -1), "--seed: must be from 0"),
    ],
)
def test_suggest_with_invalid_options(
    cli: RunCommand, options: tuple[object, ...], message: str
) -> None:
    done = cli("suggest", *options, text=b"{}")
    assert (done.code, done.text) == (2, "")
    assert done.messages.startswith(f"cornerwise: {message}")


def test_suggest_for_another_seats_view(cli: RunCommand) -> None:
    state = cornerwise.new_game(game="shuffle", seats=2, seed=1)
    while state.phase == "opening":
        state, _ = cornerwise.apply(state, cornerwise.legal_actions(state)[0])
    view = json.dumps(cornerwise.view(state, 3 - (state.seat or 0))).encode()
    done = cli("suggest", text=view)
    assert done.code == 2
    assert "hidden from this view" in done.messages


# ---- play ----------------------------------------------------------------------------------------


def test_play_until_the_input_ends(cli: RunCommand) -> None:
    done = cli("play", "--seats", 2, "--level", 1, "--seed", 3, lines=("v5/0  A20",))
    assert (done.code, done.messages) == (0, "")
    assert "blue (seat 1), place> v5/0  A20\n  blue V5/0 a20\n  yellow " in done.text
    assert done.text.endswith("red (seat 1), place> \n\n")
    assert "20 b b b . ." in done.text
    assert "\x1b" not in done.text


def test_play_without_any_input(cli: RunCommand) -> None:
    done = cli("play")
    assert (done.code, done.messages) == (0, "")
    assert done.text.startswith("classic for 4, seed ")
    bots = "; seat 2 (yellow): bot, level 4; seat 3 (red): bot, level 4; seat 4 (green): bot, level"
    assert f"\nseat 1 (blue): person{bots} 4\n" in done.text


def test_play_quits(cli: RunCommand) -> None:
    done = cli("play", "--seats", 2, lines=("quit", "V5/0 a20"))
    assert done.code == 0
    assert done.text.endswith("place> quit\n")


def test_bots_and_hints_have_their_levels(cli: RunCommand, monkeypatch: pytest.MonkeyPatch) -> None:
    levels: list[tuple[int | None, int]] = []

    def noted(state: State, level: int, **options: Any) -> Suggestions:
        levels.append((state.seat, level))
        return cornerwise.suggest(state, level, **options)

    monkeypatch.setattr(play_session, "suggest", noted)
    options = ("--bot", "2:2", "--bot", "3", "--level", 3, "--person", 4)
    cli("play", *options, lines=("hint", "hint 1", "I1/0 a20", "hint 4"))
    assert levels == [(1, 5), (1, 1), (2, 2), (3, 3), (4, 4)]


@pytest.mark.parametrize("game", ["classic", "shuffle"])
@pytest.mark.parametrize("seats", [2, 3, 4])
@pytest.mark.slow(keep=1)
def test_bots_play_to_the_end(cli: RunCommand, game: str, seats: int) -> None:
    options = ("--game", game, "--seats", seats, "--bot", 1, "--level", 1, "--seed", 5)
    done = cli("play", *options, *(["--scoring", "advanced"] if seats == 3 else []))
    assert done.code == 0
    assert re.search(r"The game is over\. Seat \d( wins|.* share the victory)\.\n\Z", done.text)


@pytest.mark.slow
def test_same_seed_plays_the_same_game(cli: RunCommand) -> None:
    options = ("--game", "shuffle", "--seats", 2, "--bot", "1:1", "--bot", "2:2", "--seed", 8)
    assert cli("play", *options).text == cli("play", *options).text


def test_whole_game_by_hand(cli: RunCommand, tmp_path: Path) -> None:
    """Type what a record says, and save it: the result is the same record."""
    state = cornerwise.new_game(game="shuffle", seats=2, seed=11)
    texts: list[str] = []
    while actions := cornerwise.legal_actions(state):
        action = actions[len(texts) * 7 % len(actions)]
        texts.append(cornerwise.action_to_text(action))
        state, _ = cornerwise.apply(state, action)
    file = tmp_path / "my game.json"
    lines = (*texts, f"save {file}")
    options = ("--game", "shuffle", "--seats", 2, "--seed", 11, "--person", 1, "--person", 2)
    done = cli("play", *options, lines=lines)
    assert done.code == 0
    assert f"Saved {len(texts)} moves to {file}." in done.text
    assert done.text.endswith("game over> \n\n")
    record = records.read(file.read_text())
    replayed = records.replay(record)
    assert (replayed.valid, replayed.plies) == (True, len(texts))
    assert record.players == ("person 1", "person 2")
    assert not any(word in done.text for word in ("Illegal", "Not a move"))


def test_errors_are_explained(cli: RunCommand) -> None:
    lines = ("nonsense", "V5/0 j10", "V5/7 a20", "play wild", "", "hint x", "save", "piece Q9")
    done = cli("play", "--seats", 2, lines=(*lines, "moves Q9", "moves X5", "undo", "board x"))
    assert done.code == 0
    for message in (
        "Not a move or a command: 'nonsense'. A legal one is 'blue I1/0 a20'",
        "Illegal: the first piece of a colour must cover a free corner square (C1)",
        "Illegal: classic has no cards",
        "hint: a level is from 1 to 9",
        "save: the name of a file is missing",
        "piece: one of I1 I2",
        "'Q9' is not a piece",
        "No legal move with X5.",
        "There is nothing to take back.",
        "board: too many words",
    ):
        assert message in done.text


def test_save_that_fails(cli: RunCommand, tmp_path: Path) -> None:
    done = cli("play", lines=(f"save {tmp_path}/no/file.json",))
    assert (done.code, "Cannot write " in done.text) == (0, True)


def test_commands_that_show_something(cli: RunCommand) -> None:
    lines = ("help", "moves", "moves O4", "piece v3", "score", "board", "hint 1")
    done = cli("play", "--seats", 2, "--scoring", "advanced", lines=lines)
    assert "Type a move:" in done.text
    assert "232 moves, by piece" in done.text
    assert "  blue O4/0 a20\n  blue O4/0 s20\n" in done.text
    assert "/0   /1   /2   /3\n##   ##   #.   .#\n#.   .#   ##   ##\n" in done.text
    assert "seat 1: -178, seat 2: -178 (points)" in done.text
    assert re.search(r"  1\. blue \w\d/\d ", done.text)


def test_undo_takes_back_the_persons_move_and_what_followed(cli: RunCommand) -> None:
    lines = ("I1/0 a20", "I1/0 t1", "undo", "undo", "I1/0 a20")
    done = cli("play", "--seats", 2, "--start-corners", "fixed", "--level", 1, lines=lines)
    taken_back = re.findall(r"Taken back: (.*)", done.text)
    assert taken_back == ["I1/0 t1", "I1/0 a20"]
    assert done.text.count("  blue I1/0 a20\n") == 2  # it can be played again


def test_hands_of_others_are_not_shown(cli: RunCommand) -> None:
    done = cli(
        "play", "--game", "shuffle", "--seats", 2, "--level", 1, "--seed", 1, lines=("I1/0 a20",)
    )
    (own,) = re.findall(r"blue draws 2 cards: (.*)", done.text)
    assert set(own.split(", ")) <= set(CARDS)
    assert "yellow draws 2 cards\n" in done.text


def test_hands_are_not_shown_to_several_people(cli: RunCommand) -> None:
    options = ("--game", "shuffle", "--seats", 2, "--person", 2, "--seed", 1)
    done = cli("play", *options, lines=("I1/0 a20", "I1/0 t20", "I1/0 t1", "I1/0 a1"))
    assert "draws 2 cards\n" in done.text
    assert "draws 2 cards:" not in done.text
    assert done.text.count("cards: ") == 1  # those of the person who plays a card


@pytest.mark.parametrize(
    ("options", "message"),
    [
        (("--bot", "5:1", "--seats", 4), "--bot: must be a seat from 1 to 4, or with a level"),
        (("--bot", "0:1", "--seats", 2), "--bot: must be a seat from 1 to 2, or with a level"),
        (("--bot", "2:0"), "--bot: must be a seat"),
        (("--bot", "2:10"), "--bot: must be a seat"),
        (("--bot", "x"), "--bot: must be a seat"),
        (("--bot", "2:"), "--bot: must be a seat"),
        (("--bot", "1", "--bot", "1:3"), "--bot: seat 1 is given twice"),
        (("--bot", "1:3", "--person", 1), "--person: seat 1 is also given to a bot"),
        (("--person", 3, "--seats", 2), "--person: must be a seat from 1 to 2"),
        (("--level", 10), "--level: must be from 1 to 9"),
        (("--seats", 5), "--seats: "),
        (("--deck", "{"), "--deck: invalid JSON"),
    ],
)
def test_play_with_invalid_options(
    cli: RunCommand, options: tuple[object, ...], message: str
) -> None:
    done = cli("play", *options)
    assert (done.code, done.text) == (2, "")
    assert done.messages.startswith(f"cornerwise: {message}")


def test_input_that_is_not_text(cli: RunCommand) -> None:
    done = cli("play", "--seats", 2, text=b"\xff\xfe\nquit\n")
    assert done.code == 0
    assert "This is not UTF-8." in done.text


# ---- The board -----------------------------------------------------------------------------------


def test_board_is_drawn_with_the_names_of_its_squares() -> None:
    state = cornerwise.load_state(
        {"placements": [{"color": "blue", "piece": "I1", "cells": [[0, 0]]}]}
    )
    lines = board_lines(state, colored=False)
    assert len(lines) == 22
    assert lines[0] == lines[-1] == "   a b c d e f g h i j k l m n o p q r s t"
    assert lines[1] == "20 B " + ". " * 19 + "20"
    assert lines[20] == " 1 " + ". " * 20 + "1"
    colored = board_lines(state, state.placements, colored=True)
    assert colored[1].startswith("20 \x1b[97;44mb \x1b[0m. ")
    narrow = board_lines(state, colored=False, narrow=True)
    assert narrow[:2] == ["   abcdefghijklmnopqrst", f"20 B{'.' * 19}20"]


def test_board_is_narrow_on_a_narrow_terminal(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "44")
    monkeypatch.setattr(sys, "stdout", io.StringIO())
    assert not terminal.is_narrow()
    monkeypatch.setattr(sys.stdout, "isatty", lambda: True)
    assert terminal.is_narrow()
    monkeypatch.setenv("COLUMNS", "45")
    assert not terminal.is_narrow()


def test_orientations_are_drawn_as_in_the_catalogue() -> None:
    assert piece_lines("I3") == ["/0    /1", "###   #", "      #", "      #"]
