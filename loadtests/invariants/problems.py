"""Invariants of errors: status, code, and a complete problem document."""

from __future__ import annotations

from typing import Any

from ..responses import PROBLEM, Response, read_json, require

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
"""The codes that the scenarios can receive, as documented in docs/errors.md."""

DETAILED = {"invalid_request", "invalid_state", "invalid_action", "illegal_action"}
"""Codes whose documents always list the single errors."""


def check_problem(response: Response, code: str, *single: str) -> dict[str, Any]:
    """Return the problem document of a response, which must have this code.

    Each code of ``single`` must be in its list of errors.
    """
    document: dict[str, Any] = read_json(response, STATUSES[code], PROBLEM)
    check_problem_body(document, code, *single)
    return document


def check_problem_body(document: dict[str, Any], code: str, *single: str) -> None:
    """Check a problem document, of a response or of a result in a batch."""
    actual = document["code"]
    require(actual == code, f"the code is {actual}, not {code}")
    status = document["status"]
    require(status == STATUSES[code], f"{code} has the status {status}")
    kind = document["type"]
    require(kind == f"/docs/errors#{code}", f"the type is {kind!r}")
    for name in ("title", "detail"):
        require(bool(document[name]), f"the problem has no {name}")
    errors = document.get("errors", [])
    require(bool(errors) or code not in DETAILED, f"{code} without its errors")
    for error in errors:
        complete = {"code", "message", "pointer", "rule", "squares"} == error.keys()
        require(complete and bool(error["message"]), f"an error is incomplete: {error}")
    codes = {error["code"] for error in errors}
    missing = set(single) - codes
    require(not missing, f"{sorted(missing)} missing from {sorted(codes)}")
