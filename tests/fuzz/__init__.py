"""Fuzzers of the bindings and of the HTTP boundary; ``python -m tests.fuzz`` runs all targets.

docs/fuzzing.md describes the targets, the invariants and how to replay a finding. This package
runs without pytest too, so it sets the import path itself.
"""

from __future__ import annotations

import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]

for _folder in ("python", ""):
    if str(ROOT / _folder) not in sys.path:
        sys.path.insert(0, str(ROOT / _folder))
