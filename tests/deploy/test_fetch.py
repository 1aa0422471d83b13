"""deploy/fetch.sh fetches one program, and only if it is not installed."""

from __future__ import annotations

import os
import subprocess
from pathlib import Path

from tests.deploy.containerfile import DEPLOY

PROGRAM = "#!/bin/sh\nexit 0\n"
APT = (
    '#!/bin/sh\nwhile [ $# -gt 2 ]; do shift; done\n[ "$1" != download ] || : > "$2_1.0_all.deb"\n'
)
UNPACK = """#!/bin/sh
[ "$1" = -x ] && [ "$2" = tools_1.0_all.deb ]
mkdir -p "$3/usr/bin" "$3/usr/share"
cp "$(command -v prototype)" "$3/usr/bin/tool-of-ours"
: > "$3/usr/share/large"
"""


def fetch(tmp_path: Path, path: str, **programs: str) -> subprocess.CompletedProcess[str]:
    """Run the script with a PATH that contains only the given programs."""
    folder = tmp_path / "bin"
    folder.mkdir()
    for name, text in programs.items():
        program = folder / name.replace("_", "-")
        program.write_text(text, "ascii")
        program.chmod(0o755)
    return subprocess.run(  # noqa: S603 (our own script)
        [DEPLOY / "fetch.sh", "tools", "usr/bin/tool-of-ours", "fetched"],
        cwd=tmp_path,
        env={"PATH": os.pathsep.join(filter(None, [str(folder), path]))},
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )


def test_installed_program_is_not_fetched(tmp_path: Path) -> None:
    done = fetch(tmp_path, "", tool_of_ours=PROGRAM)
    assert (done.returncode, done.stdout, done.stderr) == (0, "", "")
    assert not (tmp_path / "fetched").exists()


def test_missing_package_manager_is_reported(tmp_path: Path) -> None:
    done = fetch(tmp_path, "")
    assert done.returncode == 1
    assert "tool-of-ours was not found" in done.stderr
    assert "Install it" in done.stderr


def test_only_the_program_is_kept_of_a_package(tmp_path: Path) -> None:
    done = fetch(tmp_path, os.environ["PATH"], prototype=PROGRAM, apt_get=APT, dpkg_deb=UNPACK)
    assert (done.returncode, done.stderr) == (0, "")
    files = [path for path in (tmp_path / "fetched").rglob("*") if path.is_file()]
    assert files == [tmp_path / "fetched" / "usr" / "bin" / "tool-of-ours"]


def test_program_that_does_not_start_is_reported(tmp_path: Path) -> None:
    broken = PROGRAM.replace("0", "127")
    done = fetch(tmp_path, os.environ["PATH"], prototype=broken, apt_get=APT, dpkg_deb=UNPACK)
    assert done.returncode == 1
    assert "does not start" in done.stderr
