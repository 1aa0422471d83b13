"""``python -m loadtests load`` and ``python -m loadtests soak``; see README.md beside this file."""

from __future__ import annotations

import os
import signal
import sys
from argparse import ArgumentParser, ArgumentTypeError, Namespace
from collections.abc import Sequence
from importlib.util import find_spec
from ipaddress import ip_address
from pathlib import Path
from typing import NoReturn
from urllib.parse import urlsplit

from .runner import INTERRUPTED, Plan, RunError, run
from .scenarios import SCENARIOS
from .servers import CHECKOUT
from .trend import MAX_GROWTH_MIB

__all__ = ["main"]

SECONDS = {"load": 60, "soak": 600}
USERS = 42
MIN_USERS = sum(scenario.weight for scenario in SCENARIOS.values())
"""The smallest number of users with which every scenario has one."""


def positive_integer(text: str) -> int:
    """Parse an integer of 1 or more."""
    try:
        number = int(text)
    except ValueError:
        number = 0
    if number < 1:
        raise ArgumentTypeError(f"{text!r} is not an integer of 1 or more")
    return number


def make_parser() -> ArgumentParser:
    """Return the parser of the command line."""
    parser = ArgumentParser("python -m loadtests", description="Load tests of the service.")
    commands = parser.add_subparsers(dest="command", required=True)
    for name, description in (
        ("load", "a mixed load for a minute, with a table at the end"),
        ("soak", "the same for ten minutes, with checks of memory and open files"),
    ):
        command = commands.add_parser(name, help=description, description=description)
        add = command.add_argument
        add(
            "--seconds",
            type=positive_integer,
            default=SECONDS[name],
            help="duration (default: %(default)s)",
        )
        add(
            "--users",
            type=positive_integer,
            default=USERS,
            help="maximum number of clients (default: %(default)s)",
        )
        add(
            "--scenario",
            choices=list(SCENARIOS),
            action="append",
            help="only this scenario; repeatable",
        )
        add("--flat-out", action="store_true", help="no pauses between requests")
        add(
            "--processes",
            type=positive_integer,
            default=0,
            help="processes that generate load (default: 1, not distributed)",
        )
        add(
            "--workers",
            type=positive_integer,
            help="workers of each server (default: WEB_CONCURRENCY or 2)",
        )
        add("--cluster", action="store_true", help="two servers behind nginx")
        add("--host", help="load a running service, such as http://127.0.0.1:8000")
        add("--i-own-this-host", action="store_true", help="allow a host that is not this machine")
        add("--seed", type=int, default=0, help="seed of all random numbers (default: %(default)s)")
        add(
            "--timeout", type=float, default=20.0, help="seconds per request (default: %(default)s)"
        )
        add(
            "--reports",
            type=Path,
            default=CHECKOUT / "loadtests" / "reports",
            help="folder of the reports",
        )
    command.add_argument(
        "--max-growth",
        type=float,
        default=MAX_GROWTH_MIB,
        help="accepted growth of a worker in MiB (default: %(default)s)",
    )
    return parser


def is_loopback(host: str) -> bool:
    """Return whether an address is on this machine."""
    try:
        return host == "localhost" or ip_address(host).is_loopback
    except ValueError:
        return False


def check_host(options: Namespace) -> None:
    """Raise an error if the host may not be loaded."""
    if options.cluster:
        raise RunError("--host and --cluster cannot be combined")
    if options.command == "soak":
        raise RunError("soak measures the workers of its own server: omit --host")
    address = urlsplit(options.host)
    if address.scheme not in {"http", "https"} or not address.hostname or address.path.strip("/"):
        raise RunError(f"{options.host!r} is not an address like http://127.0.0.1:8000")
    if not is_loopback(address.hostname) and not options.i_own_this_host:
        raise RunError(
            f"{address.hostname} is another machine. Load on a server of others is an attack; "
            "if it is yours, add --i-own-this-host"
        )


def make_plan(options: Namespace) -> Plan:
    """Return the plan for the options; options that contradict each other are an error."""
    if find_spec("locust") is None:
        raise RunError(
            "Locust is not installed: "
            "python -m pip install --require-hashes -r requirements/load.txt"
        )
    if options.host:
        check_host(options)
    scenarios = tuple(dict.fromkeys(options.scenario or SCENARIOS))
    min_users = sum(SCENARIOS[name].weight for name in scenarios) if len(scenarios) > 1 else 1
    if options.users < min_users:
        raise RunError(f"these scenarios need at least {min_users} users")
    return Plan(
        seconds=options.seconds,
        users=options.users,
        scenarios=scenarios,
        reports=options.reports,
        soak=options.command == "soak",
        flat_out=options.flat_out,
        processes=options.processes,
        host=options.host,
        cluster=options.cluster,
        workers=options.workers or int(os.environ.get("WEB_CONCURRENCY") or 2),
        seed=options.seed,
        timeout=options.timeout,
        max_growth=getattr(options, "max_growth", MAX_GROWTH_MIB),
    )


def stop(*_: object) -> NoReturn:
    """End as by Ctrl-C: write the reports and stop all processes."""
    raise KeyboardInterrupt


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command line and return the exit code."""
    options = make_parser().parse_args(arguments)
    signal.signal(signal.SIGTERM, stop)
    # A shell ignores Ctrl-C for background commands, and Locust would inherit that.
    signal.signal(signal.SIGINT, signal.default_int_handler)
    try:
        return run(make_plan(options))
    except RunError as error:
        print(f"python -m loadtests: {error}", file=sys.stderr)
        return 2
    except KeyboardInterrupt:
        print("Interrupted.", file=sys.stderr)
        return INTERRUPTED


if __name__ == "__main__":
    sys.exit(main())
