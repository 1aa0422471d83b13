"""promtool accepts the Prometheus configuration, and the alerts fire when they should."""

from __future__ import annotations

import shutil
import subprocess
from pathlib import Path

import pytest

from tests.deploy.containerfile import DEPLOY
from tests.helpers.tools import find_program

pytestmark = pytest.mark.needs("promtool")

PROMETHEUS = DEPLOY / "prometheus"


def promtool(*arguments: str | Path) -> subprocess.CompletedProcess[str]:
    """Run promtool."""
    program = find_program("promtool")
    assert program
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
def test_promtool_accepts_the_file(command: str, file: str) -> None:
    done = promtool(*command.split(), PROMETHEUS / file)
    assert done.returncode == 0, f"{done.stdout}\n{done.stderr}"


def test_promtool_finds_a_wrong_alert(tmp_path: Path) -> None:
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
