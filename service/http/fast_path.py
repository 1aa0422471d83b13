"""The way past Flask for operations: what it would do with them costs more than they do.

Flask makes contexts, a session, a request and a response object for every request. A POST to an
operation needs none of these: it is a body that goes in and bytes that come out. So they are
answered here, and everything else goes on to Flask: pages, the catalogue, addresses and methods
that do not exist. The two share the function that does an operation and the problems it can have;
a test holds the answers of one against those of the other.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from http import HTTPStatus
from typing import TYPE_CHECKING

from ..operations.table import Answer
from .problems import MEDIA_TYPE, RequestProblem, internal_problem

if TYPE_CHECKING:
    from _typeshed.wsgi import StartResponse, WSGIApplication, WSGIEnvironment

__all__ = ["Express"]


class Express:
    """WSGI middleware: ``views`` are the operations by path, ``application`` has the rest."""

    def __init__(
        self,
        application: WSGIApplication,
        views: Mapping[str, Callable[[WSGIEnvironment], Answer]],
    ) -> None:
        self.application = application
        self.views = views

    def answer(self, environ: WSGIEnvironment, start_response: StartResponse) -> Iterable[bytes]:
        """Answer a request: a WSGI application."""
        view = self.views.get(environ.get("PATH_INFO", ""))
        if view is None or environ["REQUEST_METHOD"] != "POST":
            return self.application(environ, start_response)
        try:
            answer = view(environ)
        except RequestProblem as problem:
            return _send_problem(problem, start_response)
        except Exception as error:  # noqa: BLE001 - as Flask does: a failure is an answer too
            return _send_problem(internal_problem(error, environ), start_response)
        return _send("200 OK", answer.body, answer.media_type, {}, start_response)


def _send_problem(problem: RequestProblem, start_response: StartResponse) -> Iterable[bytes]:
    line = f"{problem.status} {HTTPStatus(problem.status).phrase}"
    return _send(line, problem.to_json(), MEDIA_TYPE, problem.headers, start_response)


def _send(
    line: str,
    body: bytes,
    media_type: str,
    headers: Mapping[str, str],
    start_response: StartResponse,
) -> Iterable[bytes]:
    fixed = [("Content-Type", media_type), ("Content-Length", str(len(body)))]
    start_response(line, [*fixed, *headers.items()])
    return [body]
