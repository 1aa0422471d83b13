"""Programs and packages that some tests need and that a checkout may lack."""

from __future__ import annotations

import os
import shutil
from importlib.util import find_spec
from pathlib import Path

CHECKOUT = Path(__file__).parents[2]

INSTALL = {
    "chromium": "make .venv/.chromium",
    "locust": "make .venv/.load",
    "nginx": "make .venv/.nginx",
    "playwright": "make .venv/.load",
    "promtool": "make .venv/.promtool",
}
"""Each tool with the command that installs it into .venv."""


def find_program(name: str) -> str | None:
    """Return the path of a program: from the PATH, or where deploy/fetch.sh puts it."""
    fetched = CHECKOUT / ".venv" / name / "usr"
    folders = [os.environ.get("PATH", ""), "/usr/sbin", "/usr/local/sbin"]
    folders += [str(fetched / "bin"), str(fetched / "sbin")]
    return shutil.which(name, path=os.pathsep.join(folders))


def missing_tools() -> list[str]:
    """Return the names of the tools that are not installed."""
    found = {
        "chromium": find_program("chromium") is not None,
        "locust": find_spec("locust") is not None,
        "nginx": find_program("nginx") is not None,
        "playwright": find_spec("playwright") is not None,
        "promtool": find_program("promtool") is not None,
    }
    return [name for name in INSTALL if not found[name]]
