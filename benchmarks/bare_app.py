"""What the service is compared with: Flask that does nothing, and the API as one writes it first.

``/naive/legal-moves`` is the obvious view: stock nested marshmallow fields for the state, a schema
made for each request, the moves dumped one by one, jsonify. It answers what /v1/legal-moves does.
"""

from __future__ import annotations

import cornerwise
from flask import Flask, Response, jsonify, request
from marshmallow import Schema, fields, validate

app = Flask(__name__)


@app.get("/hello")
def hello() -> str:
    """Answer with a word: what gunicorn and Flask cost at least."""
    return "hello"


@app.post("/post")
def post() -> str:
    """Read the body and answer with nothing."""
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
    """An answer."""

    color = fields.String()
    seat = fields.Integer()
    phase = fields.String()
    count = fields.Integer()
    moves = fields.List(fields.Nested(Move))


@app.post("/naive/legal-moves")
def naive() -> Response:
    """List the legal moves the obvious way."""
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
