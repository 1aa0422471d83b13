"""The command line run in this process: every command on both engines, and its errors.

Words of the engine are not tested here, only that the command passes them on.
"""

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
from cornerwise import selection
from cornerwise.cli import commands, main
from cornerwise.engine import Engine
from cornerwise.puzzle import Solution
from cornerwise.types import PlacedPiece

from tests.helpers.drawing import draw
from tests.helpers.puzzle_layouts import PUZZLES, SOLUTIONS, Layout
from tests.helpers.shuffle_states import FOUR_CORNERS, state_data
from tests.helpers.states import placement

STATE = {"placements": draw("BB", top_right="Y").placements}
WRONG = [placement("red", "I5", (0, 0), (0, 1), (0, 2), (0, 3), (0, 4))]


class Completed(NamedTuple):
    """The exit code and the output of a command."""

    code: int
    text: str
    messages: list[str]

    @property
    def document(self) -> Any:  # noqa: ANN401
        """The one JSON document on standard output."""
        assert self.text.endswith("\n")
        return json.loads(self.text)


RunCommand = Callable[..., Completed]


@pytest.fixture
def cli(
    engine: Engine[Any], monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> RunCommand:
    """Return a function that runs a command on an engine, with data on standard input."""

    def run(*arguments: object, data: object = None, text: bytes = b"") -> Completed:
        given = text if data is None else json.dumps(data).encode()
        monkeypatch.setattr(selection, "engine", engine)
        monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(given)))
        code = main([str(argument) for argument in arguments])
        out, err = capsys.readouterr()
        return Completed(code, out, err.splitlines())

    return run


# ---- new --------------------------------------------------------------------------------------


def test_new_game_is_classic_without_a_seed(cli: RunCommand, engine: Engine[Any]) -> None:
    done = cli("new")
    assert (done.code, done.messages) == (0, [])
    assert done.document == {"seed": None, "state": engine.new_game({}, 0).to_dict()}


def test_new_accepts_every_option(cli: RunCommand) -> None:
    options = "--seats 3 --shared-color red --first-color green --start-corners fixed"
    rules = cli("new", *options.split(), "--scoring", "advanced").document["state"]["rules"]
    assert rules == {
        "game": "classic",
        "seats": 3,
        "teams": False,
        "shared_color": "red",
        "first_color": "green",
        "start_corners": "fixed",
        "scoring": "advanced",
        "monomino_bonus": None,
        "deck": None,
    }
    assert cli("new", "--teams").document["state"]["rules"]["teams"] is True
    shuffle = "--game shuffle --monomino-bonus with_all_placed --deck"
    rules = cli("new", *shuffle.split(), '{"wild": 3}').document["state"]["rules"]
    assert (rules["monomino_bonus"], rules["deck"]["wild"]) == ("with_all_placed", 3)
    assert sum(rules["deck"].values()) == 3


def test_seed_reproduces_a_game(cli: RunCommand, engine: Engine[Any]) -> None:
    assert cli("new", "--seed", 5).document["seed"] == 5
    document = cli("new", "--game", "shuffle", "--seed", 7).document
    state = engine.new_game({"game": "shuffle"}, 7).to_dict()
    assert document == {"seed": 7, "state": state}


def test_decks_are_random_without_a_seed(cli: RunCommand) -> None:
    first, second = (cli("new", "--game", "shuffle").document for _ in range(2))
    assert (first["seed"], second["seed"]) == (None, None)
    assert first["state"] != second["state"]


@pytest.mark.parametrize(
    ("options", "option"),
    [
        ("--seats 5", "--seats"),
        ("--seats 3 --teams", "--teams"),
        ("--shared-color red", "--shared-color"),
        ("--seed -1", "--seed"),
        ("--seed 9007199254740992", "--seed"),
        ("--deck {}", "--deck"),
        ("--deck {", "--deck"),
        ('--deck {"skip":NaN}', "--deck"),
        ('--game shuffle --deck {"wild":61}', "--deck"),
    ],
)
def test_message_names_the_invalid_option(cli: RunCommand, options: str, option: str) -> None:
    done = cli("new", *options.split())
    assert (done.code, done.text) == (2, "")
    assert done.messages[0].startswith(f"cornerwise: {option}: ")


# ---- moves, score, perft ----------------------------------------------------------------------


@pytest.mark.parametrize("format_", ["objects", "cells", "groups"])
def test_moves_are_those_of_the_engine_in_every_format(
    cli: RunCommand,
    engine: Engine[Any],
    format_: Any,  # noqa: ANN401
) -> None:
    done = cli("moves", "--format", format_, data=STATE)
    count, moves = engine.legal_actions_json(engine.load_state(STATE), format_)
    listed = moves.decode()
    expected = (
        f'"moves":[],"groups":{listed}'
        if format_ == "groups"
        else f'"moves":{listed},"groups":null'
    )
    assert done.text == (f'{{"color":"red","seat":3,"phase":"place","count":{count},{expected}}}\n')
    assert done.code == 0


def test_moves_filtered_by_piece(cli: RunCommand) -> None:
    both = cli("moves", "--pieces", "I1", "X5", data={}).document
    assert {move["piece"] for move in both["moves"]} == {"I1"}  # X5 reaches no corner
    assert cli("moves", "--pieces", "I1", "--pieces", "X5", data={}).document == both


def test_moves_that_cover_a_square_and_their_summary(cli: RunCommand) -> None:
    done = cli("moves", "--covering", 0, 19, "--count", "--summary", data={}).document
    assert done["count"] == 58
    assert done["summary"]["open_corners"] == [[0, 0], [0, 19], [19, 0], [19, 19]]
    assert cli("moves", "--covering", 0, 20, data={}).code == 2


def test_groups_of_a_phase_without_placements_are_empty(
    cli: RunCommand, engine: Engine[Any]
) -> None:
    data = state_data(FOUR_CORNERS, hand="skip")
    done = cli("moves", "--format", "groups", data=data).document
    assert (done["moves"], done["groups"]) == ([{"type": "play_card", "card": "skip"}], [])
    view = engine.view(engine.load_state(data), 1)
    for document in (view, {"seat": 1, "view": view}):
        assert cli("moves", "--format", "groups", data=document).document == done
        assert cli("score", data=document).document == cli("score", data=data).document


def test_moves_can_be_texts(cli: RunCommand) -> None:
    done = cli("moves", "--format", "text", "--pieces", "O4", data={}).document
    corners = ["blue O4/0 a20", "blue O4/0 s20", "blue O4/0 a2", "blue O4/0 s2"]
    assert (done["count"], done["moves"], done["groups"]) == (4, corners, None)


def test_hidden_information_is_an_input_error(cli: RunCommand, engine: Engine[Any]) -> None:
    state = engine.load_state(state_data(FOUR_CORNERS, hand="skip"))
    done = cli("moves", data=engine.view(state, 2))
    assert done.code == 2
    message = "/decks/blue/hand: hidden from this view: the hand of blue"
    assert done.messages == [f"cornerwise: standard input: {message}"]


def test_count_writes_the_number_of_moves(cli: RunCommand) -> None:
    counted = cli("moves", "--count", data={}).document
    assert counted == {"color": "blue", "seat": 1, "phase": "place", "count": 232}


def test_state_is_read_bare_or_from_a_field(cli: RunCommand, tmp_path: Path) -> None:
    file = tmp_path / "a state.json"
    expected = cli("score", data=STATE).document
    for data in (STATE, {"state": STATE}, {"seed": 1, "state": STATE, "events": []}):
        file.write_text(json.dumps(data), "utf-8")
        assert cli("score", file).document == expected
        assert cli("score", "-", data=data).document == expected
    file.write_bytes(b"\xef\xbb\xbf" + json.dumps(STATE).encode())
    assert cli("score", file).document == expected


def test_score_is_that_of_the_engine(cli: RunCommand, engine: Engine[Any]) -> None:
    assert cli("score", data=STATE).document == engine.score(engine.load_state(STATE)).to_dict()


def test_perft_counts(cli: RunCommand) -> None:
    assert cli("perft", "--depth", 0, data={}).document == {"depth": 0, "count": 1}
    assert cli("perft", "--depth", 1, data={}).document == {"depth": 1, "count": 232}
    split = cli("perft", "--depth", 1, "--split", data={}).document
    assert (split["count"], sum(split["split"].values())) == (232, 232)
    assert split["split"]["V5"] == 12


@pytest.mark.parametrize(("depth", "game"), [(9, "classic"), (-1, "classic"), (1, "shuffle")])
def test_perft_rejects_other_depths_and_games(cli: RunCommand, depth: int, game: str) -> None:
    state = cli("new", "--game", game).document
    done = cli("perft", "--depth", depth, data=state)
    assert (done.code, done.text) == (2, "")
    assert done.messages[0].startswith(f"cornerwise: perft --depth {depth}: ")


# ---- Puzzles ----------------------------------------------------------------------------------


def test_puzzles_are_listed(cli: RunCommand, engine: Engine[Any]) -> None:
    listed = cli("puzzles").document
    assert listed == {"puzzles": [puzzle.to_dict() for puzzle in engine.puzzles()]}


def test_right_layout_gives_exit_code_0(cli: RunCommand) -> None:
    for layout in ([], SOLUTIONS["rect4_apart"][:7], SOLUTIONS["rect4_apart"]):
        done = cli("check", "rect4_apart", data={"placements": layout})
        solved = len(layout) == 20
        assert (done.code, done.messages) == (0, [])
        assert done.document == {
            "puzzle": "rect4_apart",
            "solved": solved,
            "complete": solved,
            "valid": True,
            "problems": [],
        }


def test_wrong_layout_is_reported_as_json_and_as_messages(
    cli: RunCommand, engine: Engine[Any]
) -> None:
    layout = {"placements": WRONG}
    done = cli("check", "rect4", data=layout)
    assert done.code == 1
    assert done.document == engine.check_layout("rect4", layout).to_dict()
    (problem,) = engine.check_layout("rect4", layout).problems
    assert done.messages == [f"cornerwise: standard input: /placements/0: {problem.message} (U3)"]


def test_layout_is_read_bare_from_a_field_or_a_solution(cli: RunCommand, tmp_path: Path) -> None:
    layout = {"placements": SOLUTIONS["rect4"]}
    answer = {"seed": 1, "puzzle": "rect4", "outcome": "solved", **layout, "searched": {}}
    for data in (layout, {"layout": layout}, answer):
        file = tmp_path / "layout.json"
        file.write_text(json.dumps(data), "utf-8")
        assert cli("check", "rect4", file).document["solved"]
    unsolved = {**answer, "outcome": "unknown", "placements": None}
    message = "cornerwise: standard input: this result of solve has no layout"
    assert cli("check", "rect4", data=unsolved) == (2, "", [message])


@pytest.mark.parametrize("command", ["check", "solve"])
@pytest.mark.parametrize("text", ["null", "[]", "5", '{"layout": null}', '{"layout": []}'])
def test_file_without_a_layout_is_an_error(cli: RunCommand, command: str, text: str) -> None:
    message = "cornerwise: standard input: must be an object"
    assert cli(command, "rect4", "-", text=text.encode()) == (2, "", [message])


@pytest.mark.parametrize("command", ["check", "solve"])
def test_unknown_puzzle_is_an_error(cli: RunCommand, command: str) -> None:
    names = ", ".join(PUZZLES)
    message = f"cornerwise: PUZZLE: 'rect6' is not one of: {names}"
    assert cli(command, "rect6") == (2, "", [message])


# ---- solve with a substitute solver -----------------------------------------------------------


def replace_solver(
    monkeypatch: pytest.MonkeyPatch, outcome: str, placements: tuple[PlacedPiece, ...] | None = None
) -> list[tuple[Any, ...]]:
    """Make the solver return this outcome; return the list that records its calls."""
    calls = []

    def solve(puzzle: str, layout: object, *, seed: int, seconds: float) -> Solution:
        calls.append((puzzle, layout, seed, seconds))
        return Solution(puzzle, cast("Any", outcome), placements, 12, 3, None)

    monkeypatch.setattr(commands, "solve_puzzle", solve)
    return calls


@pytest.mark.parametrize(("outcome", "code"), [("impossible", 1), ("unknown", 3)])
def test_unsolved_outcomes_have_their_own_exit_codes(
    cli: RunCommand, monkeypatch: pytest.MonkeyPatch, tmp_path: Path, outcome: str, code: int
) -> None:
    calls = replace_solver(monkeypatch, outcome)
    layout = {"placements": SOLUTIONS["rect4"][:3]}
    picture = tmp_path / "out.svg"
    options = ("--seed", 5, "--seconds", "0.5", "--svg", picture)
    done = cli("solve", "rect4", "-", *options, data=layout)
    assert calls == [("rect4", layout, 5, 0.5)]
    assert done.code == code
    assert done.messages == [
        "cornerwise: rect4: this layout cannot be completed"
        if outcome == "impossible"
        else "cornerwise: rect4: undecided; try more --seconds or another --seed"
    ]
    assert done.document == {
        "seed": 5,
        "puzzle": "rect4",
        "outcome": outcome,
        "placements": None,
        "searched": {"nodes": 12, "restarts": 3, "stopped_by": None},
    }
    assert not picture.exists()


def test_solve_does_not_read_standard_input_by_default(
    cli: RunCommand, monkeypatch: pytest.MonkeyPatch
) -> None:
    calls = replace_solver(monkeypatch, "solved", ())
    done = cli("solve", "rect4", text=b"not JSON")
    assert done.code == 0
    assert calls == [("rect4", None, done.document["seed"], 2.0)]


def test_solution_is_drawn_on_the_board_of_the_puzzle(
    cli: RunCommand, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    replace_solver(monkeypatch, "solved", (PlacedPiece("red", "O4", 0, 6, 8),))
    file = tmp_path / "out.svg"
    done = cli("solve", "rect4", "--svg", file)
    assert (done.code, done.messages) == (0, [])
    drawn = file.read_text("utf-8")
    assert 'viewBox="0 0 292 244"' in drawn
    assert "<title>red O4</title>" in drawn
    assert "circle" not in drawn


def test_result_is_written_even_if_the_drawing_fails(
    cli: RunCommand, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    replace_solver(monkeypatch, "solved", ())
    file = tmp_path / "nowhere" / "out.svg"
    done = cli("solve", "rect4", "--svg", file)
    assert done.code == 2
    assert done.document["outcome"] == "solved"
    assert done.messages == [f"cornerwise: cannot write {file}: No such file or directory"]


@pytest.mark.parametrize(
    ("option", "value"),
    [("--seed", -1), ("--seconds", 0), ("--seconds", "nan"), ("--seconds", "1e999")],
)
def test_solve_rejects_invalid_limits(cli: RunCommand, option: str, value: object) -> None:
    for done in (
        cli("solve", "rect4", option, value),
        cli("solve", "rect4", "-", option, value, data={}),
    ):
        assert (done.code, done.text) == (2, "")
        (message,) = done.messages
        assert message.startswith(f"cornerwise: {option}: ")


def test_only_the_rust_engine_solves(cli: RunCommand, engine: Engine[Any]) -> None:
    layout = {"placements": SOLUTIONS["rect4"]}
    for done in (cli("solve", "rect4"), cli("solve", "rect4", "-", data=layout)):
        if engine.NAME == "python":
            assert (done.code, done.text) == (4, "")
            assert "solver" in done.messages[0]
        else:
            assert (done.code, done.document["outcome"]) == (0, "solved")


def test_solve_rejects_a_wrong_layout(cli: RunCommand, engine: Engine[Any]) -> None:
    done = cli("solve", "rect4", "-", data={"placements": WRONG})
    if engine.NAME == "rust":
        assert (done.code, done.text) == (2, "")
        (message,) = done.messages
        assert message.startswith("cornerwise: standard input: /placements/0: ")
        assert message.endswith(" (U3)")
    else:
        assert done.code == 4


# ---- Output and help --------------------------------------------------------------------------


def test_pretty_indents_the_same_document(cli: RunCommand) -> None:
    for arguments in (["new"], ["moves"], ["score"], ["puzzles"], ["check", "rect4"]):
        plain, pretty = cli(*arguments, data={}), cli(*arguments, "--pretty", data={})
        assert pretty.document == plain.document
        assert plain.text.count("\n") == 1
        assert pretty.text.startswith("{\n  ")


GAME_COMMANDS = ["new", "moves", "score", "suggest", "play", "perft", "replay", "convert", "show"]
COMMANDS = [*GAME_COMMANDS, "puzzles", "check", "solve", "serve"]


def test_help_lists_every_command_and_exit_code(cli: RunCommand) -> None:
    done = cli("--help")
    assert (done.code, done.messages) == (0, [])
    assert re.findall(r"^    (\w+) +\w", done.text, re.MULTILINE) == COMMANDS
    lines = done.text.split("exit codes:")[1].split("\n")
    assert [line.split()[0] for line in lines if line.strip()] == ["0", "1", "2", "3", "4", "130"]


@pytest.mark.parametrize("command", COMMANDS)
def test_help_of_a_command_has_an_example(cli: RunCommand, command: str) -> None:
    done = cli(command, "--help")
    assert done.code == 0
    assert f"cornerwise {command}" in done.text.split("examples:")[1]
    assert done.text.isascii()


def test_version(cli: RunCommand) -> None:
    done = cli("--version")
    assert done.code == 0
    assert done.text == f"cornerwise {cornerwise.__version__} ({cornerwise.ENGINE} engine)\n"


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ("", "the following arguments are required: COMMAND"),
        ("fly", "invalid choice: 'fly'"),
        ("moves --format svg", "invalid choice: 'svg'"),
        ("moves --pieces I1 I6", "invalid choice: 'I6'"),
        ("moves a b", "unrecognized arguments: b"),
        ("perft", "the following arguments are required: --depth"),
        ("perft --depth 1_0", "must be an integer"),
        ("new --seed 1.5", "must be an integer"),
        ("new --seat 2", "unrecognized arguments: --seat 2"),
        ("solve", "the following arguments are required: PUZZLE"),
        ("solve rect4 --seconds two", "must be a number"),
        ("serve --port 65536", "must be from 0 to 65535"),
        (f"new --seed {'9' * 5000}", "must be an integer"),
    ],
    ids=lambda value: value[:25],
)
def test_bad_usage(cli: RunCommand, arguments: str, message: str) -> None:
    done = cli(*arguments.split())
    assert (done.code, done.text) == (2, "")
    assert done.messages[0].startswith("usage: cornerwise")
    assert message in done.messages[-1]


# ---- Invalid input ----------------------------------------------------------------------------

HOSTILE: dict[str, tuple[bytes, str]] = {
    "empty": (b"", "empty, expected JSON"),
    "blank": (b" \n ", "empty, expected JSON"),
    "broken": (b'{"turn": ', "invalid JSON: Expecting value (line 1, column 10)"),
    "two documents": (b"{}\n{}", "invalid JSON: Extra data (line 2, column 1)"),
    "not UTF-8": (b'{"a": "\xff"}', "invalid JSON: byte 7 is not UTF-8"),
    "UTF-16": ("{}".encode("utf-16"), "invalid JSON: byte 0 is not UTF-8"),
    "NaN": (b'{"shared_turns": NaN}', "invalid JSON: NaN is not a JSON number"),
    "-Infinity": (b"-Infinity", "invalid JSON: -Infinity is not a JSON number"),
    "a name twice": (b'{"turn": {}, "turn": {}}', "invalid JSON: duplicate key in an object"),
    "open lists": (b"[" * 100_000, "JSON is nested too deeply"),
    "lists": (b"[" * 100_000 + b"]" * 100_000, "JSON is nested too deeply"),
    "objects": (b'{"state":' * 50_000, "JSON is nested too deeply"),
    "a long number": (b"9" * 5000, "a number in the JSON is too long"),
    "a large number": (
        b'{"shared_turns": 1' + b"0" * 400 + b"}",
        "/shared_turns: ",
    ),
    "endless number": (b'{"shared_turns": 1e999}', "/shared_turns: "),
    "too much": (b" " * 2**20 + b"{}", "larger than the limit of 1048576 bytes"),
    "a list": (b"[]", ""),
    "no state": (b'{"state": null}', ""),
    "signs of a terminal": (
        rb'{"\u001b[31m\n\u202e": 1}',
        r"/\x1b[31m\n\u202e: ",
    ),
    "half a sign": (rb'{"\ud800": 1}', ""),
}


@pytest.mark.parametrize("name", HOSTILE)
@pytest.mark.parametrize("command", ["moves", "check rect4"])
def test_hostile_input_gives_one_clean_message(cli: RunCommand, command: str, name: str) -> None:
    text, message = HOSTILE[name]
    if command != "moves":
        text = text.replace(b'"state"', b'"layout"').replace(b"shared_turns", b"placements")
    done = cli(*command.split(), text=text)
    assert (done.code, done.text) == (2, "")
    (line,) = done.messages
    assert line.isprintable()
    if b"placements" not in text:
        assert line.startswith(f"cornerwise: standard input: {message}")


def test_unreadable_file_is_named(cli: RunCommand, tmp_path: Path) -> None:
    missing = tmp_path / "missing.json"
    message = f"cornerwise: cannot read {missing}: No such file or directory"
    assert cli("moves", missing) == (2, "", [message])
    message = f"cornerwise: cannot read {tmp_path}: Is a directory"
    assert cli("check", "rect4", tmp_path) == (2, "", [message])
    assert cli("solve", "rect4", "a\0b").code == 2


def test_invalid_state_gives_one_message_per_problem(cli: RunCommand, tmp_path: Path) -> None:
    file = tmp_path / "state.json"
    layout: Layout = [placement("blue", "I1", (5, 5)), placement("red", "I2", (0, 0), (0, 2))]
    file.write_text(json.dumps({"placements": layout, "turn": 5}), "utf-8")
    (message,) = cli("score", file).messages
    assert message.startswith(f"cornerwise: {file}: /turn: ")
    file.write_text(json.dumps({"placements": layout + layout}), "utf-8")
    first, second = cli("score", file).messages
    assert re.fullmatch(rf"cornerwise: {file}: /placements/1: .* \(G3\)", first)
    assert re.fullmatch(rf"cornerwise: {file}: /placements/3: .* \(G3\)", second)
