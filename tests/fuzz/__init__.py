"""Fuzzing from Python: the bindings and the HTTP boundary; ``python -m tests.fuzz`` runs all of it.

``docs/fuzzing.md`` tells what is fuzzed, what must hold, and how to replay what was found. Only
this package may run without pytest, so it looks after its own path.
"""

from __future__ import annotations

import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]

for _folder in ("tests/service", "tests", "python", ""):
    if str(ROOT / _folder) not in sys.path:
        sys.path.insert(0, str(ROOT / _folder))
