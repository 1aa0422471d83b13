"""Errors: one problem in a request, and the problem document that lists them."""

from __future__ import annotations

from cornerwise.errors import CODES

from .fields import (
    BoundedList,
    EngineValidated,
    Integer,
    Nested,
    OpenSchema,
    Square,
    String,
    describe,
    one_of,
)

__all__ = ["Error", "ProblemDocument"]


class Error(OpenSchema):
    """One error in a request."""

    code = one_of(*CODES, required=True, metadata=describe("Stable, see /docs/errors."))
    message = String(required=True, metadata=describe("For people; may change."))
    pointer = String(required=True, metadata=describe("A JSON pointer into the body."))
    rule = String(required=True, allow_none=True, metadata=describe("The rule that is broken."))
    squares = BoundedList(Square(-(2**32), 2**32), required=True)


class ProblemDocument(OpenSchema):
    """Why a request failed (RFC 9457)."""

    type = String(required=True, metadata=describe("The entry of the code, /docs/errors#code."))
    title = String(required=True)
    status = Integer(required=True, metadata=describe("The HTTP status."))
    detail = String(required=True)
    code = EngineValidated(
        "ProblemCode", required=True, metadata=describe("Stable, see /docs/errors.")
    )
    index = Integer(metadata=describe("The index of the illegal action."))
    request_id = String(metadata=describe("To be quoted in an error report."))
    errors = BoundedList(Nested(Error))
