"""What is installed: the version of the package, and the dependencies of the HTTP service."""

from __future__ import annotations

import re
from importlib.util import find_spec
from pathlib import Path

__all__ = ["SERVICE_MODULES", "find_version", "missing_for_service"]

SERVICE_MODULES = (
    "apispec",
    "cryptography",
    "flask",
    "flask_swagger_ui",
    "gunicorn",
    "marshmallow",
    "orjson",
    "prometheus_client",
    "resvg_py",
    "yaml",
)
"""The top-level modules of the dependencies that the extra ``service`` installs."""

_INSTALL_SERVICE = "pip install 'cornerwise[service]'"


def find_version() -> str:
    """Return the version of the installed package; in a checkout without one, Cargo.toml's.

    ``unknown`` if the package was copied from elsewhere without its metadata.
    """
    from importlib.metadata import (  # noqa: PLC0415 - takes as long to import as all the rest
        PackageNotFoundError,
        version,
    )

    try:
        return version("cornerwise")
    except PackageNotFoundError:
        return _version_of_checkout(Path(__file__).parents[2]) or "unknown"


def _version_of_checkout(root: Path) -> str | None:
    try:
        manifest = (root / "Cargo.toml").read_text("utf-8")
    except OSError:
        return None
    found = re.search(r'^\[workspace\.package\]\nversion = "([^"]+)"', manifest, re.MULTILINE)
    return found[1] if found else None


def missing_for_service() -> str | None:
    """Return a sentence that says how to install what the HTTP service lacks; None if nothing."""
    missing = [name for name in SERVICE_MODULES if not _is_importable(name)]
    if missing:
        names = ", ".join(missing)
        return f"the HTTP service needs packages that are missing ({names}): {_INSTALL_SERVICE}"
    return None


def _is_importable(module: str) -> bool:
    try:
        return find_spec(module) is not None
    except (ImportError, ValueError):
        return False
