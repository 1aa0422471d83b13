"""The attacks of the soak test, on a server and on the proxy under load."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from loadtests.attackers import ATTACKS, Attackers
from loadtests.servers import Cluster, Server
from tests.system.faults.traffic import Figures, Traffic


def attack_under_load(
    target: Server | Cluster, callers: int, report: Callable[[Figures], None]
) -> None:
    """Carry out all attacks while clients send requests, none of which may fail."""
    attackers = Attackers(target.address)
    with Traffic(target, callers) as traffic:
        for name in ATTACKS:
            attackers.attack(name)
        with attackers:
            traffic.continue_for_a_while()
    report(traffic.figures)
    assert attackers.find_failures() == []
    assert not traffic.figures.wrong
    assert not traffic.figures.failed


def test_attacks_do_not_affect_other_clients(
    own_server: Server, report: Callable[[Figures], None]
) -> None:
    attack_under_load(own_server, 2, report)
    assert len(own_server.worker_ids()) == 2


@pytest.mark.needs("nginx")
def test_attacks_on_the_proxy_do_not_affect_other_clients(
    cluster: Cluster, report: Callable[[Figures], None]
) -> None:
    attack_under_load(cluster, 2, report)
    assert all(len(server.worker_ids()) == 2 for server in cluster.servers)
