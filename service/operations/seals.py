"""Sealed states: a whole game in a token that only the service can read.

A token is ``cws1``, the mark and version, and then in base64url: the id of the key (4 bytes), a
random nonce (12 bytes), and the payload encrypted with AES-256-GCM, which also authenticates the
mark and the id. The payload is the ply, the digest of the token before, and the position text.

The length of a token depends only on what every seat sees: the numbers of pieces and of cards.
"""

from __future__ import annotations

import base64
import os
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from hashlib import sha256

from .errors import OperationError

__all__ = ["OpenedSeal", "Seal", "Sealer", "not_configured"]

_MARK = "cws1"
_TEXT_MARK = "cw1s"
_ID_BYTES = 4
_NONCE_BYTES = 12
_DIGEST_BYTES = 12
_PLY_BYTES = 4
_MAX_PLY = 2**31 - 1
_NO_DIGEST = bytes(_DIGEST_BYTES)


@dataclass(frozen=True, slots=True)
class Seal:
    """A token with what a client needs to notice that it is given an old one.

    ``ply`` is the number of actions since the first token of the game, which has ``previous`` None.
    """

    token: str
    ply: int
    previous: str | None

    @property
    def digest(self) -> str:
        """The name of the token, which reveals nothing about the game: 16 characters."""
        return _encoded(sha256(self.token.encode()).digest()[:_DIGEST_BYTES])


@dataclass(frozen=True, slots=True)
class OpenedSeal:
    """What is in a token."""

    seal: Seal
    position: str


class Sealer:
    """Seals with the first key, and opens what was sealed with any of them."""

    def __init__(
        self, keys: Sequence[bytes], random_bytes: Callable[[int], bytes] = os.urandom
    ) -> None:
        # Imported only where it is used: it takes as long as the rest of the service.
        from cryptography.exceptions import InvalidTag  # noqa: PLC0415
        from cryptography.hazmat.primitives.ciphers.aead import AESGCM  # noqa: PLC0415

        self.invalid_tag = InvalidTag
        self.ciphers = {_key_id(key): AESGCM(key) for key in keys}
        self.first = _key_id(keys[0])
        self.random_bytes = random_bytes

    def seal(self, position: str, previous: Seal | None = None, plies: int = 0) -> Seal:
        """Return the seal of a position text, ``plies`` actions after the state of another seal."""
        ply = 0 if previous is None else min(previous.ply + plies, _MAX_PLY)
        before = None if previous is None else previous.digest
        text = position.removeprefix(_TEXT_MARK)
        padding = -len(text) % 4  # to whole bytes
        payload = (
            bytes([padding])
            + ply.to_bytes(_PLY_BYTES, "big")
            + (_NO_DIGEST if before is None else base64.urlsafe_b64decode(before))
            + base64.urlsafe_b64decode(text + "A" * padding)
        )
        nonce = self.random_bytes(_NONCE_BYTES)
        head = _MARK.encode() + self.first
        encrypted = self.ciphers[self.first].encrypt(nonce, payload, head)
        return Seal(_MARK + _encoded(self.first + nonce + encrypted), ply, before)

    def open(self, token: str) -> OpenedSeal:
        """Return what is in a token, or raise the error ``invalid_seal``, always the same one."""
        payload = self._decrypted(token)
        if payload is None:
            detail = "The token is damaged, or was not sealed with a key of this service."
            raise OperationError("invalid_seal", detail)
        padding, rest = payload[0], payload[1:]
        ply, rest = int.from_bytes(rest[:_PLY_BYTES], "big"), rest[_PLY_BYTES:]
        previous, text = rest[:_DIGEST_BYTES], _encoded(rest[_DIGEST_BYTES:])
        position = _TEXT_MARK + (text[:-padding] if padding else text)
        before = None if previous == _NO_DIGEST else _encoded(previous)
        return OpenedSeal(Seal(token, ply, before), position)

    def _decrypted(self, token: str) -> bytes | None:
        """Return the payload of a token; None if it is not one that this service has made."""
        if not token.startswith(_MARK):
            return None
        text = token.removeprefix(_MARK)
        try:
            data = base64.b64decode(text + "=" * (-len(text) % 4), altchars="-_", validate=True)
        except ValueError:
            return None
        if _encoded(data) != text:
            return None
        key_id, nonce = data[:_ID_BYTES], data[_ID_BYTES : _ID_BYTES + _NONCE_BYTES]
        cipher = self.ciphers.get(key_id)
        if cipher is None:
            return None
        try:
            return cipher.decrypt(nonce, data[_ID_BYTES + _NONCE_BYTES :], _MARK.encode() + key_id)
        except (self.invalid_tag, ValueError):  # or too short
            return None


def not_configured() -> OperationError:
    """Return the error of a request with a seal to a service that has no keys."""
    detail = "The operator of this service has not set CORNERWISE_SEAL_KEYS."
    return OperationError("seal_not_configured", detail)


def _key_id(key: bytes) -> bytes:
    return sha256(b"cornerwise seal key" + key).digest()[:_ID_BYTES]


def _encoded(data: bytes) -> str:
    return base64.urlsafe_b64encode(data).decode().rstrip("=")
