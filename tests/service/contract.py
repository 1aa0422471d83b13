"""Validation of requests and answers against the OpenAPI description."""

from __future__ import annotations

from functools import cache
from urllib.parse import quote

from jsonschema_rs import Draft202012Validator, Registry

from service.openapi.document import document

_ADDRESS = "urn:cornerwise:openapi"


@cache
def _validator(reference: str) -> Draft202012Validator:
    registry = Registry([(_ADDRESS, document())])
    return Draft202012Validator({"$ref": _ADDRESS + reference}, registry=registry)


def schema_validator(component: str) -> Draft202012Validator:
    """Return a validator for one of the named schemas."""
    return _validator(f"#/components/schemas/{component}")


def assert_matches(component: str, value: object) -> None:
    """Check that a value matches the schema of that name."""
    schema_validator(component).validate(value)


def assert_answer(path: str, value: object) -> None:
    """Check that a value matches the schema of the JSON answer at that path."""
    (method,) = document()["paths"][path]
    escaped = quote(path.replace("/", "~1"))
    content = f"{method}/responses/200/content/application~1json"
    _validator(f"#/paths/{escaped}/{content}/schema").validate(value)
