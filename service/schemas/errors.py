"""Errors: one problem in a request, and the problem document that lists them."""

from __future__ import annotations

from cornerwise.errors import CODES

from .fields import BoundedList, Integer, Nested, Square, StrictSchema, String, describe, one_of

__all__ = ["Error", "ProblemDocument"]


class Error(StrictSchema):
    """One error in a request."""

    code = one_of(*CODES, required=True, metadata=describe("Stable, see docs/errors.md."))
    message = String(required=True, metadata=describe("For people; may change."))
    pointer = String(required=True, metadata=describe("A JSON pointer into the body."))
    rule = String(required=True, allow_none=True, metadata=describe("The rule that is broken."))
    squares = BoundedList(Square(-(2**32), 2**32), required=True)


class ProblemDocument(StrictSchema):
    """Why a request failed (RFC 9457)."""

    type = String(required=True)
    title = String(required=True)
    status = Integer(required=True, metadata=describe("The HTTP status."))
    detail = String(required=True)
    code = String(required=True, metadata=describe("Stable, see docs/errors.md."))
    index = Integer(metadata=describe("The index of the illegal action."))
    request_id = String(metadata=describe("To be quoted in an error report."))
    errors = BoundedList(Nested(Error))
