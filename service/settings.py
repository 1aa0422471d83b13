"""Settings: environment variables, all with defaults.

docs/configuration.md documents them; a test compares it with this file.
"""

from __future__ import annotations

import base64
import os
import re
from collections.abc import Mapping
from dataclasses import dataclass, field, fields
from typing import Any

__all__ = ["Settings", "SettingsError"]

_PREFIX = "CORNERWISE_"
_KEY_BYTES = 32
_ORIGIN = re.compile(r"https?://[^\s/,]+\Z")


class SettingsError(ValueError):
    """An environment variable has an invalid value."""


@dataclass(frozen=True, slots=True)
class Settings:
    """The settings of one application. The environment variable is CORNERWISE_ and the name."""

    max_body: int = field(default=64 * 1024, metadata={"range": (1024, 2**30)})
    """Largest body of a single operation, in bytes."""

    max_batch_body: int = field(default=4 * 1024 * 1024, metadata={"range": (1024, 2**30)})
    """Largest body of a batch, in bytes."""

    max_values: int = field(default=500_000, metadata={"range": (1000, 2**28)})
    """JSON values that a body may have."""

    max_batch: int = field(default=1000, metadata={"range": (1, 100_000)})
    """Largest number of operations in a batch."""

    max_batch_answer: int = field(default=8 * 1024 * 1024, metadata={"range": (1024, 2**30)})
    """Bytes of results after which the remaining operations of a batch are not run."""

    max_batch_seconds: int = field(default=20, metadata={"range": (1, 3600)})
    """Seconds after which the remaining operations of a batch are not run."""

    max_solves: int = field(default=2, metadata={"range": (1, 64)})
    """Largest number of searches (puzzles, suggestions) that one process runs at the same time."""

    head_seconds: int = field(default=10, metadata={"range": (1, 3600)})
    """Deadline for a client to send the head of a request, in seconds."""

    body_seconds: int = field(default=10, metadata={"range": (1, 3600)})
    """Deadline for a client to send the body, in seconds."""

    answer_seconds: int = field(default=60, metadata={"range": (1, 3600)})
    """Deadline for a client to read the answer, in seconds."""

    cors_origins: tuple[str, ...] = ()
    """Origins whose pages may call the service from a browser; ``*`` for all. None by default."""

    seal_keys: tuple[bytes, ...] = field(default=(), repr=False, metadata={"keys": True})
    """Keys of sealed states, 32 bytes each in base64url: the first seals, all of them open."""

    log_requests: bool = True
    """Whether each request is logged, one JSON line on standard error."""

    metrics: bool = True
    """Whether requests are counted and GET /metrics is served."""

    playground: str = field(default="on", metadata={"choices": ("on", "off")})
    """Whether browsers get the playground at /, or a page of links."""

    @classmethod
    def from_environment(cls, environment: Mapping[str, str] = os.environ) -> Settings:
        """Read the settings; an invalid value is an error."""
        values: dict[str, Any] = {}
        for one in fields(cls):
            name = _PREFIX + one.name.upper()
            text = environment.get(name, "").strip()
            if text:
                values[one.name] = _read(name, text, one.default, one.metadata)
        return cls(**values)


def _read(name: str, text: str, default: object, metadata: Mapping[str, Any]) -> object:
    if "keys" in metadata:
        return tuple(_read_key(name, key.strip()) for key in text.split(",") if key.strip())
    if isinstance(default, bool):
        if text not in {"0", "1"}:
            raise SettingsError(f"{name} must be 0 or 1, not {text!r}")
        return text == "1"
    if isinstance(default, int):
        minimum, maximum = metadata["range"]
        is_number = text.isascii() and text.isdigit() and len(text) < 16
        if not is_number or not minimum <= int(text) <= maximum:
            raise SettingsError(
                f"{name} must be a number from {minimum} to {maximum}, not {text[:40]!r}"
            )
        return int(text)
    if isinstance(default, str):
        choices = metadata["choices"]
        if text not in choices:
            raise SettingsError(f"{name} must be {' or '.join(choices)}, not {text[:40]!r}")
        return text
    origins = tuple(origin.strip() for origin in text.split(",") if origin.strip())
    for origin in origins:
        if origin != "*" and not _ORIGIN.match(origin):
            raise SettingsError(f"{name} must be origins like https://play.example, not {origin!r}")
    return origins


def _read_key(name: str, text: str) -> bytes:
    """Return a key. A wrong one is not shown: it may be almost right."""
    try:
        key = base64.b64decode(text + "=" * (-len(text) % 4), altchars="-_", validate=True)
    except ValueError:
        key = b""
    if len(key) != _KEY_BYTES:
        raise SettingsError(f"{name} must be keys of {_KEY_BYTES} bytes in base64url")
    return key
