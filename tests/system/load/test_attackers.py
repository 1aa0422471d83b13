"""The attacks of the soak test."""

from __future__ import annotations

import socket
import threading
from collections.abc import Iterator

import pytest

from loadtests.attackers import ATTACKS, Attackers
from loadtests.servers import Server


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with Server(tmp_path_factory.mktemp("server"), WEB_CONCURRENCY="1") as running:
        yield running


@pytest.mark.parametrize("name", ATTACKS)
def test_attack_is_refused(server: Server, name: str) -> None:
    attackers = Attackers(server.address)
    attackers.attack(name)
    assert attackers.wrong == []
    assert attackers.counts == {name: 1}


def test_attacks_that_did_not_happen_are_reported() -> None:
    assert len(Attackers("http://127.0.0.1:1").find_failures()) == len(ATTACKS)


@pytest.mark.parametrize(
    "answer", [b"HTTP/1.1 500 Error\r\n\r\n", b"HTTP/1.1 200 OK\r\n\r\n", b"x"]
)
def test_wrong_response_is_reported(answer: bytes) -> None:
    with socket.create_server(("127.0.0.1", 0)) as listener:

        def respond() -> None:
            connection, _ = listener.accept()
            with connection:
                connection.sendall(answer)
                while connection.recv(65_536):
                    pass

        threading.Thread(target=respond, daemon=True).start()
        attackers = Attackers(f"http://127.0.0.1:{listener.getsockname()[1]}")
        attackers.attack("deep nesting")
        assert len(attackers.wrong) == 1
