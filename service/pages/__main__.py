"""``python -m service.pages`` writes the pages into service/pages/html."""

from __future__ import annotations

import shutil
from pathlib import Path

from .render import page_files

_PROJECT = Path(__file__).parents[2]
_FOLDER = Path(__file__).parent / "html"

shutil.rmtree(_FOLDER, ignore_errors=True)
_FOLDER.mkdir()
for name, text in page_files(_PROJECT / "docs").items():
    (_FOLDER / name).write_text(text, encoding="utf-8")
