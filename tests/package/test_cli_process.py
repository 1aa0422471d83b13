"""The command line as a process: pipes, terminals, Ctrl-C, the service, and solving."""

from __future__ import annotations

import errno
import io
import json
import os
import re
import select
import signal
import subprocess
import sys
import time
import tomllib
from collections.abc import Callable
from concurrent import futures
from http.client import HTTPConnection
from pathlib import Path
from typing import Any

import cornerwise
import pytest
from cornerwise import records
from cornerwise.cli import main, progress
from cornerwise.cli.result import ExitCode

from tests.helpers.puzzle_layouts import PUZZLES, REFERENCE, SOLUTIONS, is_solved

CHECKOUT = Path(__file__).parents[2]
TIMEOUT = 60.0
"""Timeout in seconds for things that must happen; no measurement depends on it."""
COMMAND = [sys.executable, "-m", "cornerwise"]
ENGINES = pytest.mark.parametrize("engine", ["rust", "python"])


def environment(engine: str = "rust", **more: str) -> dict[str, str]:
    """Return the environment of a command, without the settings of this process."""
    ours = re.compile(r"CORNERWISE_|PORT$|WEB_CONCURRENCY$|GUNICORN_|PROMETHEUS_|TERM$")
    kept = {name: value for name, value in os.environ.items() if not ours.match(name)}
    python = {"PYTHONPATH": str(CHECKOUT / "python"), "CORNERWISE_ENGINE": engine}
    return {**kept, **python, **more}


def run(*arguments: object, engine: str = "rust", data: object = None, **more: Any) -> Any:  # noqa: ANN401
    """Run a command; return its exit code, its output and its messages."""
    settings = {
        "input": None if data is None else json.dumps(data),
        "stdin": subprocess.DEVNULL if data is None else None,
        "capture_output": True,
        "text": True,
        "env": environment(engine),
        "cwd": CHECKOUT,
        **more,
    }
    kept = {name: value for name, value in settings.items() if value is not None}
    done = subprocess.run(  # noqa: S603 (our own command)
        [*COMMAND, *map(str, arguments)], check=False, timeout=TIMEOUT, **kept
    )
    return done.returncode, done.stdout, done.stderr


# ---- A process --------------------------------------------------------------------------------


@pytest.mark.slow(keep=1)
@ENGINES
def test_runs_as_a_module(engine: str) -> None:
    version = f"cornerwise {cornerwise.__version__} ({engine} engine)\n"
    assert run("--version", engine=engine) == (0, version, "")
    code, _, messages = run("moves", "--format", "x", engine=engine)
    assert code == 2
    assert messages.startswith("usage: python -m cornerwise moves ")


@pytest.mark.slow
@ENGINES
def test_output_of_one_command_is_input_of_another(engine: str) -> None:
    code, game, _ = run("new", "--seats", 2, "--game", "shuffle", engine=engine)
    assert code == 0
    code, moves, messages = run("moves", "--count", engine=engine, data=json.loads(game))
    assert (code, messages) == (0, "")
    assert json.loads(moves)["phase"] == "opening"


def test_script_runs_the_same_function() -> None:
    project = tomllib.loads((CHECKOUT / "pyproject.toml").read_text("utf-8"))["project"]
    assert project["scripts"] == {"cornerwise": f"{main.__module__}:{main.__name__}"}


# ---- Closed streams ---------------------------------------------------------------------------


@pytest.mark.slow(keep=1)
@pytest.mark.parametrize(
    ("arguments", "data", "expected"),
    [
        (["moves", "--format", "cells"], {}, 0),
        (["check", "rect4"], {"placements": [SOLUTIONS["rect5"][0]]}, 1),
        (["--help"], None, 0),
    ],
    ids=lambda value: str(value)[:20],
)
def test_closed_pipe_is_not_an_error(arguments: list[str], data: object, expected: int) -> None:
    reading, writing = os.pipe()
    os.close(reading)
    try:
        code, _, messages = run(
            *arguments,
            engine="python",
            data=data,
            capture_output=None,
            stdout=writing,
            stderr=subprocess.PIPE,
        )
    finally:
        os.close(writing)
    assert code == expected
    assert "rror" not in messages
    assert "pipe" not in messages


@pytest.mark.slow(keep=1)
@pytest.mark.parametrize(
    ("closed", "code", "message"),
    [
        (">&-", 2, "cornerwise: cannot write the result: standard output is closed\n"),
        ("<&-", 2, "cornerwise: cannot read standard input: it is closed\n"),
        ("2>&- </dev/null", 2, ""),
    ],
)
def test_closed_streams(closed: str, code: int, message: str) -> None:
    arguments = "puzzles" if closed == ">&-" else "moves"
    done = subprocess.run(  # noqa: S603 (our own command)
        ["/bin/sh", "-c", f'exec "$0" -m cornerwise {arguments} {closed}', sys.executable],
        env=environment("python"),
        capture_output=True,
        text=True,
        check=False,
        timeout=TIMEOUT,
    )
    assert (done.returncode, done.stderr) == (code, message)


def test_result_that_cannot_be_written_is_an_error(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    class Full(io.StringIO):
        def write(self, _: str) -> int:
            raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    monkeypatch.setattr(sys, "stdout", Full())
    assert main(["new"]) == 2
    message = f"cornerwise: cannot write the result: {os.strerror(errno.ENOSPC)}\n"
    assert capsys.readouterr().err == message


# ---- Long work --------------------------------------------------------------------------------


class Terminal(io.StringIO):
    """A stream that claims to be a terminal and records what is written."""

    def isatty(self) -> bool:
        return True


@pytest.fixture
def quick(monkeypatch: pytest.MonkeyPatch) -> None:
    """Show progress immediately and often."""
    monkeypatch.setattr(progress, "_DELAY", 0.001)
    monkeypatch.setattr(progress, "_INTERVAL", 0.001)
    monkeypatch.setenv("TERM", "xterm")


def shown_three_times(terminal: io.StringIO) -> Callable[[], str]:
    """Return work that ends when progress has been shown three times."""

    def work() -> str:
        end = time.monotonic() + TIMEOUT
        while terminal.getvalue().count("working") < 3 and time.monotonic() < end:
            time.sleep(0.001)
        return "done"

    return work


@pytest.mark.usefixtures("quick")
def test_terminal_shows_the_elapsed_time_and_is_cleared(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    terminal = Terminal()
    monkeypatch.setattr(sys, "stderr", terminal)
    assert progress.run_with_progress(shown_three_times(terminal), "working") == "done"
    line = r"\r\x1b\[Kworking: \d\.\d s, Ctrl-C to stop"
    assert re.fullmatch(rf"({line}){{3,}}\r\x1b\[K", terminal.getvalue())


class Pressed:
    """Waits for work as usual, but Ctrl-C is pressed in the first waits."""

    def __init__(self, times: int) -> None:
        self.left = times
        self.wait = futures.wait

    def __call__(self, *arguments: Any) -> object:
        if self.left:
            self.left -= 1
            raise KeyboardInterrupt
        return self.wait(*arguments)


@pytest.mark.usefixtures("quick")
def test_first_ctrl_c_cancels_work_that_can_be_cancelled(monkeypatch: pytest.MonkeyPatch) -> None:
    terminal, cancel = Terminal(), cornerwise.new_cancellation()
    monkeypatch.setattr(sys, "stderr", terminal)
    monkeypatch.setattr("cornerwise.cli.progress.futures.wait", Pressed(1))
    work = shown_three_times(terminal)
    assert progress.run_with_progress(work, "working", cancel) == "done"
    assert cancel.cancelled
    assert " s, stopping, Ctrl-C again: quit" in terminal.getvalue()
    assert "interrupted" not in terminal.getvalue()


def test_second_ctrl_c_ends_the_process(monkeypatch: pytest.MonkeyPatch) -> None:
    cancel = cornerwise.new_cancellation()
    monkeypatch.setattr("cornerwise.cli.progress.futures.wait", Pressed(2))
    monkeypatch.setattr(os, "_exit", sys.exit)
    with pytest.raises(SystemExit) as ended:
        progress.run_with_progress(lambda: None, "working", cancel)
    assert (ended.value.code, cancel.cancelled) == (ExitCode.INTERRUPTED, True)


@pytest.mark.usefixtures("quick")
@pytest.mark.parametrize("kind", ["a file", "a dumb terminal", "closed"])
def test_no_progress_outside_a_terminal(monkeypatch: pytest.MonkeyPatch, kind: str) -> None:
    shown = io.StringIO() if kind == "a file" else Terminal()
    monkeypatch.setenv("TERM", "dumb")
    monkeypatch.setattr(sys, "stderr", None if kind == "closed" else shown)
    assert progress.run_with_progress(lambda: time.sleep(0.02), "working") is None
    assert shown.getvalue() == ""


def test_quick_work_shows_no_progress(monkeypatch: pytest.MonkeyPatch) -> None:
    terminal = Terminal()
    monkeypatch.setattr(sys, "stderr", terminal)
    assert progress.run_with_progress(lambda: 1, "working") == 1
    assert terminal.getvalue() == ""


@pytest.mark.usefixtures("quick")
def test_closed_standard_error_changes_neither_result_nor_exit_code(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Otherwise Ctrl-C with ``2>&1 | tee log`` would exit with 1, a negative result."""

    class Gone(Terminal):
        def write(self, _: str) -> int:
            raise BrokenPipeError(errno.EPIPE, os.strerror(errno.EPIPE))

    def interrupt(*_: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(sys, "stderr", Gone())
    assert progress.run_with_progress(lambda: time.sleep(0.02), "working") is None
    monkeypatch.setattr("cornerwise.cli.progress.futures.wait", interrupt)
    monkeypatch.setattr(os, "_exit", sys.exit)
    with pytest.raises(SystemExit) as ended:
        progress.run_with_progress(lambda: None, "working")
    assert ended.value.code == ExitCode.INTERRUPTED


def test_exception_of_the_work_is_raised() -> None:
    def work() -> None:
        raise LookupError("nothing there")

    with pytest.raises(LookupError, match="nothing there"):
        progress.run_with_progress(work, "working")


class Session:
    """A command in its own pseudo-terminal, so that Ctrl-C can be typed."""

    # The parent process may ignore SIGINT, which child processes inherit.
    START = (
        "import os, pty, signal, sys; signal.signal(signal.SIGINT, signal.default_int_handler); "
        "sys.exit(os.waitstatus_to_exitcode(pty.spawn(sys.argv[1:])))"
    )

    def __init__(self, *arguments: object, engine: str) -> None:
        self.shown = b""
        self.process = subprocess.Popen(  # noqa: S603 (our own command)
            [sys.executable, "-c", self.START, *COMMAND, *map(str, arguments)],
            env=environment(engine, TERM="xterm"),
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            bufsize=0,
        )

    def type(self, text: bytes, *, after: bytes) -> None:
        """Type text once ``after`` is shown."""
        assert self.process.stdin
        while after not in self.shown:
            assert self._read(), self.shown
        self.process.stdin.write(text)

    def interrupt(self, *, after: bytes) -> None:
        """Type Ctrl-C once ``after`` is shown, and again until it is noticed, as people do.

        Python misses a signal that arrives between its last check and its wait for input.
        """
        self.type(b"\x03", after=after)
        assert self.process.stdin
        assert self.process.stdout
        for _ in range(10):
            while select.select([self.process.stdout], [], [], 2)[0]:
                if not self._read() or b"interrupted" in self.shown:
                    return
            self.process.stdin.write(b"\x03")

    def end(self) -> tuple[int, bytes]:
        """Return the exit code and everything that was shown."""
        while self._read():
            pass
        self.process.communicate()
        return self.process.wait(TIMEOUT), self.shown

    def _read(self) -> bytes:
        assert self.process.stdout
        ready, _, _ = select.select([self.process.stdout], [], [], TIMEOUT)
        if not ready:
            self.process.kill()
        more = self.process.stdout.read(1000)
        self.shown += more
        return more


@pytest.mark.slow
@ENGINES
def test_ctrl_c_stops_long_work(tmp_path: Path, engine: str) -> None:
    file = tmp_path / "state.json"
    file.write_text("{}", "utf-8")
    session = Session("perft", file, "--depth", 8, engine=engine)
    session.type(b"\x03", after=b"counting to depth 8: ")
    code, shown = session.end()
    assert code == 130
    assert shown.endswith(b"\r\x1b[Kcornerwise: interrupted\r\n")


@pytest.mark.slow
@ENGINES
def test_play_in_a_terminal(engine: str) -> None:
    session = Session("play", "--seats", 2, "--level", 1, engine=engine)
    session.type(b"V5/0 a20\n", after=b"blue (seat 1), place> ")
    session.type(b"\x04", after=b"red (seat 1), place> ")
    code, shown = session.end()
    assert code == 0
    assert b"20 \x1b[97;44mb \x1b[0m\x1b[97;44mb \x1b[0m" in shown


def test_people_who_share_a_terminal_do_not_see_the_cards_of_others() -> None:
    options = ("--game", "shuffle", "--seats", 2, "--person", 2, "--seed", 1)
    state = cornerwise.new_game(game="shuffle", seats=2, seed=1)
    lines: list[str] = []
    seat = state.seat
    while len(lines) < 30:
        if state.seat != seat:
            lines.append("")
            seat = state.seat
        action = cornerwise.legal_actions(state)[0]
        lines.append(cornerwise.action_to_text(action))
        state, _ = cornerwise.apply(state, action)
    session = Session("play", *options, engine="rust")
    session.type("\n".join([*lines, "quit", ""]).encode(), after=b"opening> ")
    code, shown = session.end()
    assert code == 0
    screens = shown.decode().split("\x1b[H\x1b[2J\x1b[3J")
    seats = [set(re.findall(r"\(seat (\d)\), ", screen)) for screen in screens]
    assert len(seats) == 1 + lines.count("") > 8
    assert all(len(one) == 1 for one in seats), seats
    assert sum("cards: " in screen for screen in screens) > 4
    # What the other one did is told again.
    assert all(re.match(r"\r?\n  (blue|yellow|red|green) ", screen) for screen in screens[1:])


def test_ctrl_c_ends_play() -> None:
    session = Session("play", engine="rust")
    session.interrupt(after=b"place> ")
    code, shown = session.end()
    assert code == 130
    assert shown.endswith(b"cornerwise: interrupted\r\n")


@pytest.mark.slow
def test_thinking_bot_shows_the_time() -> None:
    # Level 9 takes more than a second.
    session = Session("play", "--seats", 2, "--bot", "1:9", "--bot", "2:9", engine="rust")
    session.type(b"\x03", after=b"blue (seat 1, level 9) thinks: ")
    code, shown = session.end()
    assert code == 130
    assert shown.endswith(b"\r\x1b[Kcornerwise: interrupted\r\n")


@pytest.mark.slow
def test_ctrl_c_stops_thinking_and_the_game_goes_on() -> None:
    session = Session("play", "--seats", 2, "--bot", "2:9", "--seed", 1, engine="rust")
    session.type(b"hint 9\n", after=b"blue (seat 1), place> ")
    session.type(b"\x03", after=b" s, Ctrl-C: stop thinking")
    session.type(b"I5/0 a20\n", after=b", stopped: cancelled (")
    session.type(b"\x03", after=b"yellow (seat 2, level 9) thinks: ")
    session.type(b"quit\n", after=b"red (seat 1), place> ")
    code, shown = session.end()
    assert code == 0
    assert b"interrupted" not in shown
    assert re.search(rb"  yellow \w\d/\d \w+\r\n", shown)


@pytest.mark.slow
def test_ctrl_c_ends_suggest_with_the_result_so_far(tmp_path: Path) -> None:
    file = tmp_path / "state.json"
    file.write_text("{}", "utf-8")
    options = ("--budget", 100_000_000, "--seconds", 3600)
    session = Session("suggest", file, *options, engine="rust")
    session.type(b"\x03", after=b"thinking, at most 3600 s: ")
    code, shown = session.end()
    assert code == 130
    before, document = shown.split(b"cornerwise: interrupted\r\n")
    assert b"Ctrl-C: stop thinking" in before
    answer = json.loads(document)
    assert (answer["stopped"], len(answer["moves"])) == ("cancelled", 3)


@pytest.mark.slow
def test_finished_game_can_be_saved_in_a_terminal(tmp_path: Path) -> None:
    state = cornerwise.new_game(seats=2)
    while actions := cornerwise.legal_actions(state):
        before, state = state, cornerwise.apply(state, actions[-1])[0]
    file, saved = tmp_path / "state", tmp_path / "saved game.json"
    file.write_text(before.to_text(), "utf-8")
    session = Session("play", file, "--bot", 1, "--bot", 2, "--level", 1, engine="rust")
    session.type(f"save {saved}\n".encode(), after=b"game over> ")
    session.type(b"\x04", after=b"Saved ")
    code, _ = session.end()
    assert code == 0
    replayed = records.replay(records.read(saved.read_text("utf-8")))
    assert (replayed.valid, replayed.state.phase) == (True, "over")


def test_terminal_input_is_announced() -> None:
    session = Session("perft", "--depth", 0, engine="python")
    session.type(b"{}\n\x04", after=b"reading JSON from the terminal, end with Ctrl-D\r\n")
    code, shown = session.end()
    assert code == 0
    assert shown.endswith(b'{"depth":0,"count":1}\r\n')


def test_ctrl_c_stops_waiting_for_input() -> None:
    session = Session("moves", engine="python")
    session.interrupt(after=b"end with Ctrl-D")
    code, shown = session.end()
    assert code == 130
    assert shown.endswith(b"cornerwise: interrupted\r\n")


# ---- The service ------------------------------------------------------------------------------


@pytest.mark.slow
@pytest.mark.parametrize("options", [["--port", "0"], ["--host", "localhost"]])
def test_serve_serves_until_ctrl_c(tmp_path: Path, options: list[str]) -> None:
    log = tmp_path / "log"
    with log.open("wb") as written:
        process = subprocess.Popen(  # noqa: S603 (our own command)
            [*COMMAND, "serve", *options],
            env=environment("rust", WEB_CONCURRENCY="1", PORT="0", TMPDIR=str(tmp_path)),
            cwd=CHECKOUT,
            stdin=subprocess.DEVNULL,
            stderr=written,
            process_group=0,
        )
    try:
        end = time.monotonic() + TIMEOUT
        while not (port := re.search(r"Listening at: http://127\.0\.0\.1:(\d+)", log.read_text())):
            assert process.poll() is None, log.read_text()
            assert time.monotonic() < end
            time.sleep(0.02)
        connection = HTTPConnection("127.0.0.1", int(port[1]), timeout=TIMEOUT)
        connection.request("GET", "/healthz")
        assert connection.getresponse().status == 200
        connection.close()
        process.send_signal(signal.SIGINT)
        assert process.wait(TIMEOUT) == 0
    finally:
        if process.poll() is None:
            os.killpg(process.pid, signal.SIGKILL)
            process.wait()


def test_serve_outside_a_checkout_without_the_service_is_unsupported(tmp_path: Path) -> None:
    code, out, messages = run("serve", engine="python", cwd=tmp_path)
    assert (code, out) == (4, "")
    assert "module service was not found" in messages


# ---- Solving ----------------------------------------------------------------------------------


@pytest.mark.slow
@pytest.mark.parametrize("puzzle", PUZZLES)
def test_check_accepts_the_result_of_solve(tmp_path: Path, puzzle: str) -> None:
    picture = tmp_path / "out.svg"
    options = ("--seed", 3, "--seconds", 20, "--svg", picture)
    code, text, messages = run("solve", puzzle, *options)
    answer = json.loads(text)
    assert (code, messages) == (0, "")
    assert (answer["seed"], answer["puzzle"], answer["outcome"]) == (3, puzzle, "solved")
    assert is_solved(puzzle, answer["placements"])
    assert picture.read_text("utf-8").count("<title>") == 1 + len(answer["placements"])
    for engine in ("rust", "python"):
        code, text, _ = run("check", puzzle, engine=engine, data=answer)
        assert (code, json.loads(text)["solved"]) == (0, True)


@pytest.mark.slow
def test_seed_reproduces_a_solution() -> None:
    _, first, _ = run("solve", "rect4")
    seed = json.loads(first)["seed"]
    _, again, _ = run("solve", "rect4", "--seed", seed)
    assert json.loads(again)["placements"] == json.loads(first)["placements"]


@pytest.mark.slow
@pytest.mark.parametrize(
    "query", REFERENCE["queries"], ids=lambda query: f"{query['puzzle']}-{len(query['fixed'])}"
)
def test_partial_layout_is_completed_or_impossible(tmp_path: Path, query: dict[str, Any]) -> None:
    file = tmp_path / "partial.json"
    file.write_text(json.dumps({"placements": query["fixed"]}), "utf-8")
    code, text, messages = run("solve", query["puzzle"], file, "--seed", 0, "--seconds", 20)
    assert json.loads(text)["outcome"] == query["verdict"]
    if query["verdict"] == "impossible":
        assert (code, messages) == (
            1,
            f"cornerwise: {query['puzzle']}: this layout cannot be completed\n",
        )
    else:
        assert (code, messages) == (0, "")
