"""The commands and sessions of the README and of the guide, run against a real server."""

from __future__ import annotations

import doctest
import json
import re
import shlex
import subprocess

import pytest
from cornerwise.types import PHASES

from loadtests.servers import CHECKOUT, Server
from service.operations.table import OPERATIONS
from service.schemas.events import EVENT_FIELDS
from tests.helpers.drawing import cells_of

ADDRESS = "http://127.0.0.1:8000"
README = (CHECKOUT / "README.md").read_text("utf-8")
GUIDE = (CHECKOUT / "docs" / "http.md").read_text("utf-8")
COMMANDS = [
    line
    for block in re.findall(r"^```sh\n(.*?)^```$", README, re.MULTILINE | re.DOTALL)
    for line in block.replace("\\\n", " ").splitlines()
    if line.startswith("curl ")
]


def run(server: Server, command: str) -> tuple[int, str, str]:
    """Run a command of the README; return status, media type and body of the response."""
    assert ADDRESS in command
    words = shlex.split(command.replace(ADDRESS, f"http://127.0.0.1:{server.port}"))
    marked = [*words, "--noproxy", "*", "--write-out", "\n%{http_code} %{content_type}"]
    ended = subprocess.run(marked, capture_output=True, text=True, check=True)  # noqa: S603 (ours)
    body, _, last = ended.stdout.rpartition("\n")
    status, _, kind = last.partition(" ")
    return int(status), kind, body


def test_readme_has_a_command_for_each_main_operation() -> None:
    paths = [re.search(r"(/v1/[a-z-]+)", command) for command in COMMANDS]
    requested = [path[1] for path in paths if path]
    assert {"/v1/games", "/v1/legal-moves", "/v1/turns", "/v1/renderings"} <= set(requested)
    assert "/v1/card-resolutions" in requested


@pytest.mark.slow(keep=1)
@pytest.mark.parametrize("command", COMMANDS, ids=lambda command: command.split()[2][-25:])
def test_command_of_the_readme_succeeds(server: Server, command: str) -> None:
    status, kind, body = run(server, command)
    assert status == 200, body
    if kind != "application/json":
        assert kind.startswith(("text/plain", "image/svg+xml"))
        assert body
        return
    answer = json.loads(body)
    if "/v1/games" in command:
        assert answer["next"]["color"] == "blue"
    elif "/v1/legal-moves" in command:
        assert answer["count"] == len(answer["moves"]) > 0
    elif "/v1/card-resolutions" in command:
        assert answer["outcome"] == "carried_out"
        assert answer["count"] == len(answer["choices"]) > 0
    elif "/v1/turns" in command:
        assert answer["events"][0]["type"] == "piece_placed"
        assert cells_of(answer["state"]["placements"][-1])


def test_first_command_of_the_readme_returns_what_is_shown(server: Server) -> None:
    shown = re.search(r"^```json\n(.*?)^```$", README, re.MULTILINE | re.DOTALL)
    assert shown
    assert README.index(COMMANDS[0]) < shown.start() < README.index(COMMANDS[1])
    assert json.loads(run(server, COMMANDS[0])[2]) == json.loads(shown[1])


def test_session_of_the_guide(server: Server, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("no_proxy", "*")
    blocks = re.findall(r"^```python\n(.*?)^```$", GUIDE, re.MULTILINE | re.DOTALL)
    session = "\n".join(blocks).replace(ADDRESS, f"http://127.0.0.1:{server.port}")
    test = doctest.DocTestParser().get_doctest(session, {}, "http.md", "http.md", 0)
    report: list[str] = []
    done = doctest.DocTestRunner().run(test, out=report.append)
    assert done.failed == 0, "".join(report)
    assert done.attempted > 10


def test_guide_names_every_operation() -> None:
    for operation in OPERATIONS:
        # The operations on a puzzle share a row, in which only the ends of the paths differ.
        shared, _, own = operation.path.partition("{puzzle}")
        assert shared in GUIDE
        assert own.removeprefix("/renderings") in GUIDE


def test_guide_names_every_event_and_phase() -> None:
    for name in (*EVENT_FIELDS, *PHASES):
        assert f"`{name}`" in GUIDE or f"'{name}'" in GUIDE
