"""The command line, asked in this process: every command on both engines, and what it refuses."""

from __future__ import annotations

import io
import json
import re
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any, NamedTuple, cast

import cornerwise
import pytest
from cornerwise.cli import commands, main
from cornerwise.engine import Engine
from cornerwise.puzzle import Solution
from cornerwise.types import PlacedPiece

from tests.helpers.puzzle_layouts import PUZZLES, SOLUTIONS, Layout
from tests.helpers.support import draw, laid

STATE = {"placements": draw("BB", top_right="Y").placements}
WRONG = [laid("red", "I5", (0, 0), (0, 1), (0, 2), (0, 3), (0, 4))]


class Ended(NamedTuple):
    """How a command ended."""

    code: int
    text: str
    messages: list[str]

    @property
    def document(self) -> Any:  # noqa: ANN401
        """The one JSON document on standard output."""
        assert self.text.endswith("\n")
        return json.loads(self.text)


Ask = Callable[..., Ended]


@pytest.fixture
def ask(
    engine: Engine[Any], monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> Ask:
    """Return a function that runs a command with an engine; data goes in by standard input."""

    def run(*arguments: object, data: object = None, text: bytes = b"") -> Ended:
        given = text if data is None else json.dumps(data).encode()
        monkeypatch.setattr(cornerwise, "_engine", engine)
        monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(given)))
        code = main([str(argument) for argument in arguments])
        out, err = capsys.readouterr()
        return Ended(code, out, err.splitlines())

    return run


# ---- new --------------------------------------------------------------------------------------


def test_a_new_game_is_classic_and_has_no_seed(ask: Ask, engine: Engine[Any]) -> None:
    ended = ask("new")
    assert (ended.code, ended.messages) == (0, [])
    assert ended.document == {"seed": None, "state": engine.new_game({}, 0).to_dict()}


def test_every_option_of_a_game_can_be_given(ask: Ask) -> None:
    options = "--seats 3 --shared-color red --first-color green --start-corners fixed"
    rules = ask("new", *options.split(), "--scoring", "advanced").document["state"]["rules"]
    assert rules == {
        "game": "classic",
        "seats": 3,
        "teams": False,
        "shared_color": "red",
        "first_color": "green",
        "start_corners": "fixed",
        "scoring": "advanced",
    }
    assert ask("new", "--teams").document["state"]["rules"]["teams"] is True
    shuffle = "--game shuffle --monomino-bonus with_all_placed --deck"
    rules = ask("new", *shuffle.split(), '{"wild": 3}').document["state"]["rules"]
    assert (rules["monomino_bonus"], rules["deck"]["wild"]) == ("with_all_placed", 3)
    assert sum(rules["deck"].values()) == 3


def test_the_seed_of_a_game_makes_it_again(ask: Ask, engine: Engine[Any]) -> None:
    assert ask("new", "--seed", 5).document["seed"] == 5
    chosen = ask("new", "--game", "shuffle").document
    again = ask("new", "--game", "shuffle", "--seed", chosen["seed"]).document
    assert again == chosen
    assert engine.new_game({"game": "shuffle"}, chosen["seed"]).to_dict() == chosen["state"]


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ("--seats 5", "--seats: must be from 2 to 4"),
        ("--seats 3 --teams", "--teams: teams need 4 seats"),
        ("--shared-color red", "--shared-color: a shared colour needs 3 seats"),
        ("--seed -1", "--seed: must be from 0 to 9007199254740991"),
        ("--seed 9007199254740992", "--seed: must be from 0 to 9007199254740991"),
        ("--deck {}", "--deck: a colour brings 1 to 60 cards"),
        ("--deck {", "--deck: not JSON: "),
        ('--deck {"skip":NaN}', "--deck: not JSON: NaN is not a number of JSON"),
        ('--game shuffle --deck {"wild":61}', "--deck: must be from 0 to 60"),
    ],
)
def test_options_that_cannot_be_are_named(ask: Ask, options: str, message: str) -> None:
    ended = ask("new", *options.split())
    assert (ended.code, ended.text) == (2, "")
    assert ended.messages[0].startswith(f"cornerwise: {message}")


# ---- moves, score, perft ----------------------------------------------------------------------


@pytest.mark.parametrize("form", ["objects", "cells", "compact"])
def test_moves_are_those_of_the_engine_in_every_form(
    ask: Ask, engine: Engine[Any], form: str
) -> None:
    ended = ask("moves", "--form", form, data=STATE)
    count, moves = engine.legal_actions_json(engine.load_state(STATE), form)
    assert ended.text == (
        f'{{"color":"red","seat":3,"phase":"place","count":{count},"moves":{moves.decode()}}}\n'
    )
    assert ended.code == 0


def test_moves_with_some_pieces_only(ask: Ask) -> None:
    both = ask("moves", "--piece", "I1", "X5", data={}).document
    assert {move["piece"] for move in both["moves"]} == {"I1"}  # X5 reaches no corner
    assert ask("moves", "--piece", "I1", "--piece", "X5", data={}).document == both


def test_the_number_of_moves(ask: Ask) -> None:
    counted = ask("moves", "--count", data={}).document
    assert counted == {"color": "blue", "seat": 1, "phase": "place", "count": 232}


def test_a_state_may_come_from_a_file_or_in_an_answer(ask: Ask, tmp_path: Path) -> None:
    file = tmp_path / "a state.json"
    expected = ask("score", data=STATE).document
    for data in (STATE, {"state": STATE}, {"seed": 1, "state": STATE, "events": []}):
        file.write_text(json.dumps(data), "utf-8")
        assert ask("score", file).document == expected
        assert ask("score", "-", data=data).document == expected
    file.write_bytes(b"\xef\xbb\xbf" + json.dumps(STATE).encode())
    assert ask("score", file).document == expected


def test_a_score_is_that_of_the_engine(ask: Ask, engine: Engine[Any]) -> None:
    assert ask("score", data=STATE).document == engine.score(engine.load_state(STATE)).to_dict()


def test_perft_counts(ask: Ask) -> None:
    assert ask("perft", "--depth", 0, data={}).document == {"depth": 0, "count": 1}
    assert ask("perft", "--depth", 1, data={}).document == {"depth": 1, "count": 232}
    split = ask("perft", "--depth", 1, "--split", data={}).document
    assert (split["count"], sum(split["split"].values())) == (232, 232)
    assert split["split"]["V5"] == 12


@pytest.mark.parametrize(
    ("depth", "data", "message"),
    [
        (9, {}, "perft --depth 9: must be from 0 to 8"),
        (-1, {}, "perft --depth -1: must be from 0 to 8"),
        (1, None, "perft --depth 1: perft counts classic games only"),
    ],
)
def test_perft_has_its_limits(ask: Ask, depth: int, data: object, message: str) -> None:
    state = data if data is not None else ask("new", "--game", "shuffle").document
    ended = ask("perft", "--depth", depth, data=state)
    assert ended == (2, "", [f"cornerwise: {message}"])


# ---- Puzzles ----------------------------------------------------------------------------------


def test_the_puzzles_are_listed(ask: Ask, engine: Engine[Any]) -> None:
    listed = ask("puzzles").document
    assert listed == {"puzzles": [puzzle.to_dict() for puzzle in engine.puzzles()]}


def test_a_layout_that_is_right_is_fine_complete_or_not(ask: Ask) -> None:
    for layout in ([], SOLUTIONS["rect4_apart"][:7], SOLUTIONS["rect4_apart"]):
        ended = ask("check", "rect4_apart", data={"placements": layout})
        solved = len(layout) == 20
        assert (ended.code, ended.messages) == (0, [])
        assert ended.document == {
            "puzzle": "rect4_apart",
            "solved": solved,
            "complete": solved,
            "right": True,
            "problems": [],
        }


def test_a_layout_that_is_wrong_is_told_to_programs_and_to_people(
    ask: Ask, engine: Engine[Any]
) -> None:
    layout = {"placements": WRONG}
    ended = ask("check", "rect4", data=layout)
    assert ended.code == 1
    assert ended.document == engine.check_layout("rect4", layout).to_dict()
    assert ended.messages == [
        "cornerwise: standard input: /placements/0: I5 is no piece of rect4 (U3)"
    ]


def test_a_layout_may_come_as_a_request_or_as_an_answer(ask: Ask, tmp_path: Path) -> None:
    layout = {"placements": SOLUTIONS["rect4"]}
    answer = {"seed": 1, "puzzle": "rect4", "outcome": "solved", **layout, "searched": {}}
    for data in (layout, {"layout": layout}, answer):
        file = tmp_path / "layout.json"
        file.write_text(json.dumps(data), "utf-8")
        assert ask("check", "rect4", file).document["solved"]
    unsolved = {**answer, "outcome": "unknown", "placements": None}
    message = "cornerwise: standard input: this answer of a solver has no layout"
    assert ask("check", "rect4", data=unsolved) == (2, "", [message])


@pytest.mark.parametrize("command", ["check", "solve"])
@pytest.mark.parametrize("text", ["null", "[]", "5", '{"layout": null}', '{"layout": []}'])
def test_a_file_without_a_layout_is_no_empty_board(ask: Ask, command: str, text: str) -> None:
    message = "cornerwise: standard input: must be an object"
    assert ask(command, "rect4", "-", text=text.encode()) == (2, "", [message])


@pytest.mark.parametrize("command", ["check", "solve"])
def test_a_puzzle_that_there_is_not_is_refused(ask: Ask, command: str) -> None:
    names = ", ".join(PUZZLES)
    assert ask(command, "rect6") == (2, "", [f"cornerwise: PUZZLE: must be one of: {names}"])


# ---- solve, with answers of any kind ----------------------------------------------------------


def answering(
    monkeypatch: pytest.MonkeyPatch, outcome: str, placements: tuple[PlacedPiece, ...] | None = None
) -> list[tuple[Any, ...]]:
    """Let the solver give this answer, and return the list of what it is asked."""
    asked = []

    def solve(puzzle: str, layout: object, *, seed: int, seconds: float) -> Solution:
        asked.append((puzzle, layout, seed, seconds))
        return Solution(puzzle, cast("Any", outcome), placements, 12, 3, None)

    monkeypatch.setattr(commands, "solve_puzzle", solve)
    return asked


@pytest.mark.parametrize(("outcome", "code"), [("impossible", 1), ("unknown", 3)])
def test_what_has_no_solution_has_an_exit_code_of_its_own(
    ask: Ask, monkeypatch: pytest.MonkeyPatch, tmp_path: Path, outcome: str, code: int
) -> None:
    asked = answering(monkeypatch, outcome)
    layout = {"placements": SOLUTIONS["rect4"][:3]}
    picture = tmp_path / "out.svg"
    options = ("--seed", 5, "--seconds", "0.5", "--svg", picture)
    ended = ask("solve", "rect4", "-", *options, data=layout)
    assert asked == [("rect4", layout, 5, 0.5)]
    assert ended.code == code
    assert ended.messages == [
        "cornerwise: rect4: this cannot be completed"
        if outcome == "impossible"
        else "cornerwise: rect4: undecided; more --seconds or another --seed may decide it"
    ]
    assert ended.document == {
        "seed": 5,
        "puzzle": "rect4",
        "outcome": outcome,
        "placements": None,
        "searched": {"nodes": 12, "restarts": 3, "stopped_by": None},
    }
    assert not picture.exists()


def test_solving_does_not_wait_for_standard_input(
    ask: Ask, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked = answering(monkeypatch, "solved", ())
    ended = ask("solve", "rect4", text=b"not JSON")
    assert ended.code == 0
    assert asked == [("rect4", None, ended.document["seed"], 2.0)]


def test_a_solution_is_drawn_on_its_own_board(
    ask: Ask, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    answering(monkeypatch, "solved", (PlacedPiece("red", "O4", 0, 6, 8),))
    file = tmp_path / "out.svg"
    ended = ask("solve", "rect4", "--svg", file)
    assert (ended.code, ended.messages) == (0, [])
    drawn = file.read_text("utf-8")
    assert 'viewBox="0 0 292 244"' in drawn
    assert "<title>red O4</title>" in drawn
    assert "circle" not in drawn


def test_a_picture_that_cannot_be_written_does_not_cost_the_answer(
    ask: Ask, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    answering(monkeypatch, "solved", ())
    file = tmp_path / "nowhere" / "out.svg"
    ended = ask("solve", "rect4", "--svg", file)
    assert ended.code == 2
    assert ended.document["outcome"] == "solved"
    assert ended.messages == [f"cornerwise: cannot write {file}: No such file or directory"]


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ("--seed -1", "--seed: must be from 0 to 9007199254740991"),
        ("--seconds 0", "--seconds: must be more than 0 and at most 3600"),
        ("--seconds nan", "--seconds: must be more than 0 and at most 3600"),
        ("--seconds 1e999", "--seconds: must be more than 0 and at most 3600"),
    ],
)
def test_a_search_without_sense_is_refused(ask: Ask, options: str, message: str) -> None:
    assert ask("solve", "rect4", *options.split()) == (2, "", [f"cornerwise: {message}"])
    ended = ask("solve", "rect4", "-", *options.split(), data={})
    assert ended == (2, "", [f"cornerwise: {message}"])


def test_only_the_rust_engine_can_solve(ask: Ask, engine: Engine[Any]) -> None:
    message = "cornerwise: the Python engine has no solver: use the Rust engine"
    layout = {"placements": SOLUTIONS["rect4"]}
    for ended in (ask("solve", "rect4"), ask("solve", "rect4", "-", data=layout)):
        if engine.NAME == "python":
            assert ended == (4, "", [message])
        else:
            assert (ended.code, ended.document["outcome"]) == (0, "solved")


def test_a_layout_that_is_wrong_cannot_be_completed(ask: Ask, engine: Engine[Any]) -> None:
    ended = ask("solve", "rect4", "-", data={"placements": WRONG})
    if engine.NAME == "rust":
        message = "cornerwise: standard input: /placements/0: I5 is no piece of rect4 (U3)"
        assert ended == (2, "", [message])
    else:
        assert ended.code == 4


# ---- For people -------------------------------------------------------------------------------


def test_pretty_is_the_same_for_people(ask: Ask) -> None:
    for arguments in (["new"], ["moves"], ["score"], ["puzzles"], ["check", "rect4"]):
        plain, pretty = ask(*arguments, data={}), ask(*arguments, "--pretty", data={})
        assert pretty.document == plain.document
        assert plain.text.count("\n") == 1
        assert pretty.text.startswith("{\n  ")


COMMANDS = ["new", "moves", "score", "perft", "puzzles", "check", "solve", "serve"]


def test_help_tells_of_every_command_and_every_exit_code(ask: Ask) -> None:
    ended = ask("--help")
    assert (ended.code, ended.messages) == (0, [])
    assert re.findall(r"^    (\w+) +\w", ended.text, re.MULTILINE) == COMMANDS
    told = ended.text.split("exit codes:")[1].split("\n")
    assert [line.split()[0] for line in told if line.strip()] == ["0", "1", "2", "3", "4", "130"]


@pytest.mark.parametrize("command", COMMANDS)
def test_help_of_a_command_has_an_example(ask: Ask, command: str) -> None:
    ended = ask(command, "--help")
    assert ended.code == 0
    assert f"cornerwise {command}" in ended.text.split("examples:")[1]
    assert ended.text.isascii()


def test_the_version(ask: Ask) -> None:
    ended = ask("--version")
    assert ended.code == 0
    assert ended.text == f"cornerwise {cornerwise.__version__} ({cornerwise.ENGINE} engine)\n"


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ("", "the following arguments are required: COMMAND"),
        ("fly", "invalid choice: 'fly'"),
        ("moves --form svg", "invalid choice: 'svg'"),
        ("moves --piece I1 I6", "invalid choice: 'I6'"),
        ("moves a b", "unrecognized arguments: b"),
        ("perft", "the following arguments are required: --depth"),
        ("perft --depth 1_0", "must be a whole number"),
        ("new --seed 1.5", "must be a whole number"),
        ("new --seat 2", "unrecognized arguments: --seat 2"),
        ("solve", "the following arguments are required: PUZZLE"),
        ("solve rect4 --seconds two", "must be a number"),
        ("serve --port 65536", "must be from 0 to 65535"),
        (f"new --seed {'9' * 5000}", "must be a whole number"),
    ],
    ids=lambda value: value[:25],
)
def test_bad_usage(ask: Ask, arguments: str, message: str) -> None:
    ended = ask(*arguments.split())
    assert (ended.code, ended.text) == (2, "")
    assert ended.messages[0].startswith("usage: cornerwise")
    assert message in ended.messages[-1]


# ---- What comes in from outside ---------------------------------------------------------------

HOSTILE: dict[str, tuple[bytes, str]] = {
    "empty": (b"", "there is nothing in it"),
    "blank": (b" \n ", "there is nothing in it"),
    "broken": (b'{"turn": ', "not JSON: Expecting value (line 1, column 10)"),
    "two documents": (b"{}\n{}", "not JSON: Extra data (line 2, column 1)"),
    "not UTF-8": (b'{"a": "\xff"}', "not JSON: byte 7 is not UTF-8"),
    "UTF-16": ("{}".encode("utf-16"), "not JSON: byte 0 is not UTF-8"),
    "NaN": (b'{"shared_turns": NaN}', "not JSON: NaN is not a number of JSON"),
    "-Infinity": (b"-Infinity", "not JSON: -Infinity is not a number of JSON"),
    "a name twice": (b'{"turn": {}, "turn": {}}', "not JSON: a name stands twice in one object"),
    "open lists": (b"[" * 100_000, "not JSON that can be read: nested too deeply"),
    "lists": (b"[" * 100_000 + b"]" * 100_000, "not JSON that can be read: nested too deeply"),
    "objects": (b'{"state":' * 50_000, "not JSON that can be read: nested too deeply"),
    "a long number": (b"9" * 5000, "not JSON that can be read: a number is too long"),
    "a large number": (
        b'{"shared_turns": 1' + b"0" * 400 + b"}",
        "/shared_turns: must be from 0 to 2147483647",
    ),
    "endless number": (b'{"shared_turns": 1e999}', "/shared_turns: must be a whole number"),
    "too much": (b" " * 2**20 + b"{}", "more than 1048576 bytes are not read"),
    "a list": (b"[]", "must be an object"),
    "no state": (b'{"state": null}', "must be an object"),
    "signs of a terminal": (
        rb'{"\u001b[31m\n\u202e": 1}',
        r"/\x1b[31m\n\u202e: unknown field; known are: ",
    ),
    "half a sign": (rb'{"\ud800": 1}', "must be an object whose field names are text"),
}


@pytest.mark.parametrize("name", HOSTILE)
@pytest.mark.parametrize("command", ["moves", "check rect4"])
def test_hostile_input_is_refused_in_one_line(ask: Ask, command: str, name: str) -> None:
    text, message = HOSTILE[name]
    if command != "moves":
        text = text.replace(b'"state"', b'"layout"').replace(b"shared_turns", b"placements")
    ended = ask(*command.split(), text=text)
    assert (ended.code, ended.text) == (2, "")
    (line,) = ended.messages
    assert line.isprintable()
    if b"placements" not in text:
        assert line.startswith(f"cornerwise: standard input: {message}")


def test_a_file_that_cannot_be_read_is_named(ask: Ask, tmp_path: Path) -> None:
    missing = tmp_path / "missing.json"
    message = f"cornerwise: cannot read {missing}: No such file or directory"
    assert ask("moves", missing) == (2, "", [message])
    message = f"cornerwise: cannot read {tmp_path}: Is a directory"
    assert ask("check", "rect4", tmp_path) == (2, "", [message])
    assert ask("solve", "rect4", "a\0b").code == 2


def test_a_state_that_cannot_be_is_told_problem_by_problem(ask: Ask, tmp_path: Path) -> None:
    file = tmp_path / "state.json"
    layout: Layout = [laid("blue", "I1", (5, 5)), laid("red", "I2", (0, 0), (0, 2))]
    file.write_text(json.dumps({"placements": layout, "turn": 5}), "utf-8")
    assert ask("score", file).messages == [f"cornerwise: {file}: /turn: must be an object"]
    file.write_text(json.dumps({"placements": layout + layout}), "utf-8")
    assert ask("score", file).messages == [
        f"cornerwise: {file}: /placements/1: this is no orientation of I2 (G3)",
        f"cornerwise: {file}: /placements/3: this is no orientation of I2 (G3)",
    ]
