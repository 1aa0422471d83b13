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

from .growth import BOUND_MIB
from .running import INTERRUPTED, Plan, RunError, run
from .serving import CHECKOUT
from .stories import STORIES

__all__ = ["main"]

SECONDS = {"load": 60, "soak": 600}
USERS = 42
FEWEST = sum(story.weight for story in STORIES.values())
"""With fewer users some story would have nobody to tell it."""


def whole(text: str) -> int:
    """Read a number that is at least 1."""
    try:
        number = int(text)
    except ValueError:
        number = 0
    if number < 1:
        raise ArgumentTypeError(f"{text!r} is not a whole number of 1 or more")
    return number


def make_parser() -> ArgumentParser:
    """Return what reads the command line."""
    parser = ArgumentParser("python -m loadtests", description="Load on a real server.")
    commands = parser.add_subparsers(dest="command", required=True)
    for name, about in (
        ("load", "a mixed load for a minute, with a table at the end"),
        ("soak", "the same for ten minutes; memory and open files are watched"),
    ):
        command = commands.add_parser(name, help=about, description=about)
        add = command.add_argument
        add("--seconds", type=whole, default=SECONDS[name], help="how long (%(default)s)")
        add("--users", type=whole, default=USERS, help="how many clients at most (%(default)s)")
        add(
            "--story", choices=list(STORIES), action="append", help="only this one; may be repeated"
        )
        add("--flat-out", action="store_true", help="no pauses between requests")
        add(
            "--processes", type=whole, default=0, help="processes that make load (1, undistributed)"
        )
        add("--workers", type=whole, help="workers of each server (WEB_CONCURRENCY, or 2)")
        add("--cluster", action="store_true", help="two servers behind nginx")
        add("--host", help="a service that runs already, as http://127.0.0.1:8000")
        add("--i-own-this-host", action="store_true", help="allow a host that is not this machine")
        add("--seed", type=int, default=0, help="begins all random numbers (%(default)s)")
        add("--patience", type=float, default=20.0, help="seconds until no answer (%(default)s)")
        add("--reports", type=Path, default=CHECKOUT / "loadtests" / "reports", help="a folder")
    command.add_argument(
        "--bound",
        type=float,
        default=BOUND_MIB,
        help="MiB that a worker may seem to grow by (%(default)s)",
    )
    return parser


def is_loopback(host: str) -> bool:
    """Tell whether an address leads to this machine."""
    try:
        return host == "localhost" or ip_address(host).is_loopback
    except ValueError:
        return False


def check_host(options: Namespace) -> None:
    """See that the load goes where it may go."""
    if options.cluster:
        raise RunError("either --host or --cluster, not both")
    if options.command == "soak":
        raise RunError(
            "soak watches the workers of a server, so it starts its own: leave out --host"
        )
    address = urlsplit(options.host)
    if address.scheme not in {"http", "https"} or not address.hostname or address.path.strip("/"):
        raise RunError(f"{options.host!r} is no address like http://127.0.0.1:8000")
    if not is_loopback(address.hostname) and not options.i_own_this_host:
        raise RunError(
            f"{address.hostname} is not this machine. Load on somebody else's server is an attack; "
            "if it is yours, say so with --i-own-this-host"
        )


def make_plan(options: Namespace) -> Plan:
    """Return what the options ask for; what makes no sense is an error."""
    if find_spec("locust") is None:
        raise RunError(
            "Locust is not installed: "
            "python -m pip install --require-hashes -r requirements/load.txt"
        )
    if options.host:
        check_host(options)
    stories = tuple(dict.fromkeys(options.story or STORIES))
    fewest = sum(STORIES[name].weight for name in stories) if len(stories) > 1 else 1
    if options.users < fewest:
        raise RunError(f"these stories need at least {fewest} users, so that each has one")
    return Plan(
        seconds=options.seconds,
        users=options.users,
        stories=stories,
        reports=options.reports,
        soak=options.command == "soak",
        flat_out=options.flat_out,
        processes=options.processes,
        host=options.host,
        cluster=options.cluster,
        workers=options.workers or int(os.environ.get("WEB_CONCURRENCY") or 2),
        seed=options.seed,
        patience=options.patience,
        bound=getattr(options, "bound", BOUND_MIB),
    )


def stop(*_: object) -> NoReturn:
    """End as by Ctrl-C: with the reports, and with nothing left running."""
    raise KeyboardInterrupt


def main(arguments: Sequence[str] | None = None) -> int:
    """Run what the command line asks for, and return the exit code."""
    options = make_parser().parse_args(arguments)
    signal.signal(signal.SIGTERM, stop)
    # A shell that starts this in the background has Ctrl-C ignored, which Locust would inherit.
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
