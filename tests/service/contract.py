"""The OpenAPI description as a judge of what goes in and out."""

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


def validator(component: str) -> Draft202012Validator:
    """Return a validator for one of the named schemas."""
    return _validator(f"#/components/schemas/{component}")


def conforms(component: str, value: object) -> None:
    """See that a value has the shape of that name."""
    validator(component).validate(value)


def answers(path: str, value: object) -> None:
    """See that a value is what the description says of the answer at that path."""
    (method,) = document()["paths"][path]
    escaped = quote(path.replace("/", "~1"))
    content = f"{method}/responses/200/content/application~1json"
    _validator(f"#/paths/{escaped}/{content}/schema").validate(value)
