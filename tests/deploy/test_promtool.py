"""Prometheus's own tool takes the configuration, and the alerts do what they should."""

from __future__ import annotations

import os
import shutil
import subprocess
from pathlib import Path

import pytest

from tests.deploy.containerfile import CHECKOUT, DEPLOY

PROMETHEUS = DEPLOY / "prometheus"
FETCHED = CHECKOUT / ".venv" / "promtool" / "usr" / "bin"
"""Where `make` puts it if it is not installed."""


def promtool(*arguments: str | Path) -> subprocess.CompletedProcess[str]:
    """Run promtool, from the PATH or as fetched."""
    path = os.pathsep.join([os.environ["PATH"], str(FETCHED)])
    program = shutil.which("promtool", path=path)
    assert program, "promtool is not installed; `make test` fetches it if it can"
    return subprocess.run(  # noqa: S603 (our own files)
        [program, *arguments], capture_output=True, text=True, timeout=60, check=False
    )


@pytest.mark.parametrize(
    ("command", "file"),
    [
        ("check config", "prometheus.yml"),
        ("check rules", "alerts.yaml"),
        ("test rules", "alerts_test.yaml"),
    ],
)
def test_promtool_is_content(command: str, file: str) -> None:
    done = promtool(*command.split(), PROMETHEUS / file)
    assert done.returncode == 0, f"{done.stdout}\n{done.stderr}"


def test_a_mistake_would_be_found(tmp_path: Path) -> None:
    rules = (PROMETHEUS / "alerts.yaml").read_text("utf-8")
    broken = rules.replace(
        'count(up{job="cornerwise"} == 1) < 2', 'count(up{job="cornerwise"}) < 2'
    )
    assert broken != rules
    (tmp_path / "alerts.yaml").write_text(broken, "utf-8")
    tests = shutil.copy(PROMETHEUS / "alerts_test.yaml", tmp_path)
    done = promtool("test", "rules", tests)
    assert done.returncode != 0
    assert "CornerwiseNoSpare" in done.stdout + done.stderr
