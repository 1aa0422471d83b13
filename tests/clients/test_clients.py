"""The example clients: each is generated from openapi.yaml, compiled, and plays two whole games.

``make test-clients`` runs all of them, ``make test-clients CLIENTS="java go"`` some.
"""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from collections import Counter
from collections.abc import Iterator

import pytest

from loadtests.servers import Server
from tests.helpers.tools import CHECKOUT

CLIENTS = CHECKOUT / "clients"

TOOLS = {
    "go": ("go",),
    "java": ("java", "mvn"),
    "kotlin": ("java", "mvn"),
    "python": (),
    "python-openapi-generator": ("java",),
    "rust": ("java", "mvn", "cargo"),
    "typescript": ("node", "npm"),
    "typescript-hey-api": ("node", "npm"),
}
"""Each client with the programs that it needs; its play.sh installs everything else."""

SELECTED = os.environ.get("CLIENTS", "").split() or list(TOOLS)
SECONDS = 900  # of a client: the first run downloads the generator and the libraries
TAIL = 4_000  # characters of the output that a failure shows

RESULT = re.compile(
    r"(?P<game>classic|shuffle): (?P<steps>\d+) steps, won by seat \[?(?P<winners>\d[\d, ]*)\]?\n"
    r"(?P<scores>(?:  seat \d: -?\d+\n){4})"
    r"[ 1]+\n[ 0-9]+\n(?P<board>(?:[ 1]\d [.BYRG]{20}\n){20})"
)


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with Server(tmp_path_factory.mktemp("server")) as running:
        yield running


def test_every_client_is_known() -> None:
    folders = {path.parent.name for path in CLIENTS.glob("*/play.sh")}
    assert folders == set(TOOLS)
    unknown = set(SELECTED) - folders
    assert not unknown, f"there is no client {', '.join(unknown)}; choose from: {', '.join(TOOLS)}"


@pytest.mark.parametrize("client", [name for name in SELECTED if name in TOOLS])
def test_generated_client_plays_both_games(client: str, server: Server) -> None:
    missing = [tool for tool in TOOLS[client] if shutil.which(tool) is None]
    if missing:
        programs = " and ".join(missing)
        pytest.fail(f"The {client} client needs {programs}: not found on the PATH.", pytrace=False)
    folder = CLIENTS / client
    for drawing in folder.glob("*.svg"):
        drawing.unlink()
    earlier = len(server.requests())

    output = run(client, server.address)

    requests = server.requests()[earlier:]
    assert {request["status"] for request in requests} == {200}
    turns = Counter(request["route"] for request in requests)["/v1/turns"]
    games = [match.groupdict() for match in RESULT.finditer(output)]
    assert [game["game"] for game in games] == ["classic", "shuffle"], output[-TAIL:]
    assert sum(int(game["steps"]) for game in games) == turns
    for game in games:
        check_result(game)
        assert (folder / f"{game['game']}.svg").read_text("utf-8").startswith("<svg ")


def run(client: str, address: str) -> str:
    """Run the play.sh of a client and return what it printed, or fail with its last lines."""
    environment = {**os.environ, "CORNERWISE_URL": address, "PYTHON": sys.executable}
    environment.pop("VIRTUAL_ENV", None)
    try:
        process = subprocess.run(  # noqa: S603 (our own script)
            [CLIENTS / client / "play.sh"],
            env=environment,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            encoding="utf-8",
            timeout=SECONDS,
            check=False,
        )
    except subprocess.TimeoutExpired:
        pytest.fail(f"The {client} client took more than {SECONDS} seconds.", pytrace=False)
    if process.returncode:
        pytest.fail(f"The {client} client failed:\n{process.stdout[-TAIL:]}", pytrace=False)
    return process.stdout


def check_result(game: dict[str, str]) -> None:
    """Compare the winners that a client printed with its scores, and look at its board."""
    scores = [int(score) for score in re.findall(r": (-?\d+)", game["scores"])]
    best = min(scores)  # basic scoring: the squares that are left
    expected = [seat for seat, score in enumerate(scores, start=1) if score == best]
    assert [int(seat) for seat in re.findall(r"\d", game["winners"])] == expected
    assert {"B", "Y", "R", "G"} <= set(game["board"])
