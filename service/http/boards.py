"""GET routes for pictures of boards, which never change."""

from __future__ import annotations

from hashlib import blake2b
from http import HTTPStatus
from urllib.parse import parse_qsl

import cornerwise
import orjson
from flask import Flask, Response, request

from ..operations.boards import FORMS, draw_board, load_board, read_options
from ..operations.operation import Context
from .problems import RequestProblem

__all__ = ["BOARDS", "BOARD_HINT", "BOARD_ROUTE", "add_board_routes"]

BOARDS = "/v1/boards/"
BOARD_ROUTE = f"{BOARDS}{{position}}"
"""The label of these addresses in metrics and logs, without the position: labels must be few."""

BOARD_HINT = f"The address of a board ends with one of {', '.join(f'.{form}' for form in FORMS)}."
"""The detail of the answer to another address."""

_MAX_PARAMETERS = 20
_CACHING = "public, max-age=31536000, immutable"


def add_board_routes(application: Flask, context: Context) -> None:
    """Add the pictures of boards to an application."""

    def board(position: str, form: str) -> Response:
        game = load_board(context, position)
        options = read_options(form, _parameters(request.query_string.decode("latin-1")))
        # A hash of what the picture is drawn from: for a 304 nothing has to be drawn.
        decisive = orjson.dumps([cornerwise.__version__, form, position, options])
        etag = blake2b(decisive, digest_size=16).hexdigest()
        if request.if_none_match.contains_weak(etag):
            response = Response(status=HTTPStatus.NOT_MODIFIED)
            del response.headers["Content-Type"]
        else:
            answer = draw_board(context, game, form, options)
            response = Response(answer.body, content_type=answer.media_type)
        response.set_etag(etag)
        response.headers["Cache-Control"] = _CACHING
        # For pages of every origin: the address already contains the position.
        response.headers["Cross-Origin-Resource-Policy"] = "cross-origin"
        return response

    for form in FORMS:
        path = f"{BOARDS}<position>.{form}"
        application.add_url_rule(path, path, board, defaults={"form": form})


def _parameters(query: str) -> list[tuple[str, str]]:
    try:
        return parse_qsl(query, keep_blank_values=True, max_num_fields=_MAX_PARAMETERS)
    except ValueError:
        detail = f"The query has more than {_MAX_PARAMETERS} parameters."
        raise RequestProblem("invalid_request", detail) from None
