"""An application that lies: a real one, with one kind of answer changed on its way out."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING, Any, NamedTuple

import orjson

if TYPE_CHECKING:
    from _typeshed.wsgi import StartResponse, WSGIApplication, WSGIEnvironment

Data = dict[str, Any]


class Reply(NamedTuple):
    """An answer on its way out."""

    status: str
    headers: dict[str, str]
    body: bytes


Change = Callable[[Reply], Reply]


class Lie(NamedTuple):
    """Which story must notice what is changed at a path, and what it must say."""

    story: str
    path: str
    change: Change
    noticed: str


def in_json(alter: Callable[[Data], object], *, status: str = "200") -> Change:
    """Return the change that alters the JSON of answers with a status; others are left alone."""

    def change(reply: Reply) -> Reply:
        if not reply.status.startswith(status) or b"{" not in reply.body[:1]:
            return reply
        data = orjson.loads(reply.body)
        alter(data)
        return reply._replace(body=orjson.dumps(data))

    return change


def setting(**values: object) -> Change:
    """Return the change that sets members of the answer."""
    return in_json(lambda data: data.update(values))


def without_header(name: str) -> Change:
    """Return the change that leaves out a header."""
    return lambda reply: reply._replace(
        headers={key: value for key, value in reply.headers.items() if key != name}
    )


def with_header(name: str, value: str) -> Change:
    """Return the change that sets a header."""
    return lambda reply: reply._replace(headers={**reply.headers, name: value})


def with_status(status: str) -> Change:
    """Return the change that only says that it went otherwise."""
    return lambda reply: reply._replace(status=status)


def once(change: Change) -> Change:
    """Return the change that is made the third time and never again."""
    seen = 0

    def change_once(reply: Reply) -> Reply:
        nonlocal seen
        seen += 1
        return change(reply) if seen == 3 else reply

    return change_once


def _is_at(path: str, pattern: str) -> bool:
    before, star, after = pattern.partition("*")
    return path == before if not star else path.startswith(before) and path.endswith(after)


def lying_app(lie: Lie, application: WSGIApplication) -> WSGIApplication:
    """Return an application that answers as another one does, but for one lie."""

    def answer(environ: WSGIEnvironment, start_response: StartResponse) -> Iterable[bytes]:
        if not _is_at(environ["PATH_INFO"], lie.path):
            return application(environ, start_response)
        begun: list[tuple[str, dict[str, str]]] = []

        def begin(status: str, headers: list[tuple[str, str]], _: object = None) -> Any:  # noqa: ANN401
            begun.append((status, dict(headers)))
            return None

        body = b"".join(application(environ, begin))
        status, headers = begun[-1]
        said = lie.change(Reply(status, headers, body))
        if "Content-Length" in headers:
            said.headers["Content-Length"] = str(len(said.body))
        start_response(said.status, list(said.headers.items()))
        return [said.body]

    return answer
