"""The apps that the service is compared with: minimal Flask views, and a naive implementation.

``/naive/legal-moves`` is the straightforward view: nested marshmallow fields for the state, a new
schema for each request, moves dumped one by one, jsonify. It returns what /v1/legal-moves does.
"""

from __future__ import annotations

import cornerwise
from flask import Flask, Response, jsonify, request
from marshmallow import Schema, fields, validate

app = Flask(__name__)


@app.get("/hello")
def hello() -> str:
    """Return a word: the minimum cost of gunicorn and Flask."""
    return "hello"


@app.post("/post")
def post() -> str:
    """Read the body and return nothing."""
    request.get_data()
    return ""


class Placement(Schema):
    """A piece on the board."""

    color = fields.String(required=True, validate=validate.OneOf(cornerwise.COLORS))
    piece = fields.String(required=True)
    orientation = fields.Integer(required=True, validate=validate.Range(0, 7))
    row = fields.Integer(required=True, validate=validate.Range(0, 19))
    col = fields.Integer(required=True, validate=validate.Range(0, 19))


class Turn(Schema):
    """Whose turn it is."""

    color = fields.String(allow_none=True)
    phase = fields.String()


class State(Schema):
    """A game state."""

    rules = fields.Dict()
    placements = fields.List(fields.Nested(Placement))
    turn = fields.Nested(Turn)
    direction = fields.String()
    decks = fields.Dict()
    last_placed = fields.Dict()
    shared_turns = fields.Integer()


class Move(Schema):
    """An action."""

    type = fields.String()
    piece = fields.String()
    orientation = fields.Integer()
    row = fields.Integer()
    col = fields.Integer()


class Envelope(Schema):
    """A request."""

    state = fields.Nested(State, required=True)
    format = fields.String()


class Moves(Schema):
    """A response."""

    color = fields.String()
    seat = fields.Integer()
    phase = fields.String()
    count = fields.Integer()
    moves = fields.List(fields.Nested(Move))


@app.post("/naive/legal-moves")
def naive() -> Response:
    """List the legal moves in the straightforward way."""
    state = cornerwise.load_state(Envelope().load(request.get_json())["state"])
    moves = cornerwise.legal_actions(state)
    answer = {
        "color": state.color,
        "seat": state.seat,
        "phase": state.phase,
        "count": len(moves),
        "moves": moves,
    }
    return jsonify(Moves().dump(answer))
