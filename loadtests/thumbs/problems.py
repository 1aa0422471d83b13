"""Rules of thumb for refusals: the right status, the right code, and a whole problem document."""

from __future__ import annotations

from typing import Any

from ..answers import PROBLEM, Answer, expect, read_json

__all__ = ["STATUSES", "check_problem", "check_problem_body"]

STATUSES = {
    "invalid_json": 400,
    "not_found": 404,
    "method_not_allowed": 405,
    "body_too_large": 413,
    "unsupported_media_type": 415,
    "invalid_request": 422,
    "invalid_state": 422,
    "invalid_action": 422,
    "illegal_action": 422,
    "invalid_layout": 422,
    "busy": 503,
}
"""The codes that the stories can meet, as clients know them from docs/errors.md."""

DETAILED = {"invalid_request", "invalid_state", "invalid_action", "illegal_action"}
"""Codes that always come with a list of what is wrong in particular."""


def check_problem(answer: Answer, code: str, *single: str) -> dict[str, Any]:
    """Return the problem document of an answer that must be a refusal with this code.

    ``single`` are codes of which each must be in its list of errors.
    """
    document: dict[str, Any] = read_json(answer, STATUSES[code], PROBLEM)
    check_problem_body(document, code, *single)
    return document


def check_problem_body(document: dict[str, Any], code: str, *single: str) -> None:
    """Judge a problem document, from an answer of its own or from a part of a batch."""
    told = document["code"]
    expect(that=told == code, otherwise=f"the code is {told} and not {code}")
    status = document["status"]
    expect(that=status == STATUSES[code], otherwise=f"{code} says its status is {status}")
    kind = document["type"]
    expect(that=kind == f"urn:cornerwise:problem:{code}", otherwise=f"the type is {kind!r}")
    for name in ("title", "detail"):
        expect(that=bool(document[name]), otherwise=f"the problem has no {name}")
    errors = document.get("errors", [])
    expect(that=bool(errors) or code not in DETAILED, otherwise=f"{code} without its errors")
    for error in errors:
        whole = {"code", "message", "pointer", "rule", "squares"} == error.keys()
        expect(that=whole and bool(error["message"]), otherwise=f"an error is not whole: {error}")
    codes = {error["code"] for error in errors}
    missing = set(single) - codes
    expect(that=not missing, otherwise=f"{sorted(missing)} is not among {sorted(codes)}")
