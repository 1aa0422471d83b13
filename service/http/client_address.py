"""The address of a client, by which long work is shared."""

from __future__ import annotations

import ipaddress
from collections.abc import Mapping
from typing import Any

__all__ = ["client_address"]


def client_address(environ: Mapping[str, Any]) -> str:
    """Return the address of the client, or of its network for IPv6 (/64).

    Behind a proxy it is the last one in X-Forwarded-For. The header counts only if the connection
    comes from a private address or a Unix socket: anybody else could send any address in it.
    """
    address = _parse(environ.get("REMOTE_ADDR", ""))
    if address is None or address.is_private:
        forwarded = environ.get("HTTP_X_FORWARDED_FOR", "").rpartition(",")[2].strip()
        address = _parse(forwarded) or address
    if isinstance(address, ipaddress.IPv6Address):
        return str(ipaddress.ip_network((address, 64), strict=False))
    return str(address or "")


def _parse(text: str) -> ipaddress.IPv4Address | ipaddress.IPv6Address | None:
    try:
        return ipaddress.ip_address(text[:60])
    except ValueError:
        return None
