"""``python -m service.openapi`` writes openapi.yaml."""

from __future__ import annotations

from pathlib import Path

from .document import document_yaml

(Path(__file__).parents[2] / "openapi.yaml").write_text(document_yaml(), encoding="utf-8")
