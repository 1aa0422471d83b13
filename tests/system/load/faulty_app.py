"""A WSGI middleware that changes one kind of response of the real application."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING, Any, NamedTuple

import orjson

if TYPE_CHECKING:
    from _typeshed.wsgi import StartResponse, WSGIApplication, WSGIEnvironment

Data = dict[str, Any]


class Reply(NamedTuple):
    """A response before it is sent."""

    status: str
    headers: dict[str, str]
    body: bytes


Change = Callable[[Reply], Reply]


class Fault(NamedTuple):
    """A change of the responses of a path, the scenario that must detect it, and its message."""

    scenario: str
    path: str
    change: Change
    message: str


def in_json(mutate: Callable[[Data], object], *, status: str = "200") -> Change:
    """Return a change of the JSON body of responses with this status."""

    def change(reply: Reply) -> Reply:
        if not reply.status.startswith(status) or b"{" not in reply.body[:1]:
            return reply
        data = orjson.loads(reply.body)
        mutate(data)
        return reply._replace(body=orjson.dumps(data))

    return change


def setting(**values: object) -> Change:
    """Return a change that sets fields of the body."""
    return in_json(lambda data: data.update(values))


def without_header(name: str) -> Change:
    """Return a change that removes a header."""
    return lambda reply: reply._replace(
        headers={key: value for key, value in reply.headers.items() if key != name}
    )


def with_header(name: str, value: str) -> Change:
    """Return a change that sets a header."""
    return lambda reply: reply._replace(headers={**reply.headers, name: value})


def with_status(status: str) -> Change:
    """Return a change that sets the status."""
    return lambda reply: reply._replace(status=status)


def once(change: Change) -> Change:
    """Return a change that is made for the third response only."""
    seen = 0

    def change_once(reply: Reply) -> Reply:
        nonlocal seen
        seen += 1
        return change(reply) if seen == 3 else reply

    return change_once


def _matches(path: str, pattern: str) -> bool:
    before, star, after = pattern.partition("*")
    return path == before if not star else path.startswith(before) and path.endswith(after)


def faulty_app(fault: Fault, application: WSGIApplication) -> WSGIApplication:
    """Return an application that answers as another one does, but for one fault."""

    def respond(environ: WSGIEnvironment, start_response: StartResponse) -> Iterable[bytes]:
        if not _matches(environ["PATH_INFO"], fault.path):
            return application(environ, start_response)
        started: list[tuple[str, dict[str, str]]] = []

        def start(status: str, headers: list[tuple[str, str]], _: object = None) -> Any:  # noqa: ANN401
            started.append((status, dict(headers)))
            return None

        body = b"".join(application(environ, start))
        status, headers = started[-1]
        reply = fault.change(Reply(status, headers, body))
        if "Content-Length" in headers:
            reply.headers["Content-Length"] = str(len(reply.body))
        start_response(reply.status, list(reply.headers.items()))
        return [reply.body]

    return respond
