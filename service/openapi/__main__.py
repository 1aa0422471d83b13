"""``python -m service.openapi`` writes openapi.yaml and docs/examples."""

from __future__ import annotations

import shutil
from pathlib import Path

from .files import EXAMPLES, description_files

_PROJECT = Path(__file__).parents[2]

files = description_files()
shutil.rmtree(_PROJECT / EXAMPLES, ignore_errors=True)
for name, text in files.items():
    file = _PROJECT / name
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text(text, encoding="utf-8")
