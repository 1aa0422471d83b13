"""Imported before any dependency: if one is missing, the ImportError says how to install it."""

from __future__ import annotations

from cornerwise.installation import missing_for_service

__all__: list[str] = []

_MISSING = missing_for_service()
if _MISSING is not None:
    raise ImportError(_MISSING)
