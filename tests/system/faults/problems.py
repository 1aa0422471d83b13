"""Problem documents of the proxy, which must look like those of the service."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

from service.http.problems import CODES, MEDIA_TYPE

PROXY_CODES = {"too_many_requests": 429, "unavailable": 503}
"""Codes that only the proxy uses, with their statuses."""


def check_problem(
    status: int, headers: Mapping[str, str], body: bytes, code: str, expected: int | None = None
) -> None:
    """Check a response with a problem; ``expected`` is its status if not that of the code."""
    problem: dict[str, Any] = json.loads(body)
    assert headers["content-type"] == MEDIA_TYPE
    assert problem["code"] == code
    assert problem["type"] == f"/docs/errors#{code}"
    assert problem["status"] == status
    assert status == (expected or PROXY_CODES.get(code) or CODES[code][0])
    if code in CODES:
        assert problem["title"] == CODES[code][1]
    assert problem["title"]
    assert problem["detail"]
    assert headers["x-request-id"]
    assert headers["cache-control"] == "no-store"
    assert headers["x-content-type-options"] == "nosniff"
    assert headers["cross-origin-resource-policy"] == "same-origin"
    assert headers["access-control-allow-origin"] == "*", "a page cannot read why it was refused"
    assert ("retry-after" in headers) == (code in PROXY_CODES)
    assert "set-cookie" not in headers
