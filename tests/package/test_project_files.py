"""GitHub workflows, dependabot and issue forms match their schemas and the repository."""

from __future__ import annotations

import re
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest
import yaml

ROOT = Path(__file__).parents[2]
GITHUB = ROOT / ".github"
WORKFLOWS = sorted((GITHUB / "workflows").glob("*.yml"))
FORMS = sorted(
    set((GITHUB / "ISSUE_TEMPLATE").glob("*.yml")) - {GITHUB / "ISSUE_TEMPLATE/config.yml"}
)


def check_schema(schema: str, *files: Path) -> subprocess.CompletedProcess[str]:
    """Validate files against a schema that check-jsonschema carries; no network is needed."""
    return subprocess.run(  # noqa: S603 (a pinned tool, our own files)
        [sys.executable, "-m", "check_jsonschema", "--builtin-schema", f"vendor.{schema}", *files],
        capture_output=True,
        text=True,
        check=False,
        timeout=60,
    )


@pytest.mark.slow
@pytest.mark.parametrize(
    ("schema", "files"),
    [
        ("github-workflows", WORKFLOWS),
        ("dependabot", [GITHUB / "dependabot.yml"]),
        ("github-issue-forms", FORMS),
        ("github-issue-config", [GITHUB / "ISSUE_TEMPLATE/config.yml"]),
    ],
)
def test_files_match_their_schema(schema: str, files: list[Path]) -> None:
    assert files
    done = check_schema(schema, *files)
    assert done.returncode == 0, done.stdout + done.stderr


def test_schema_check_finds_a_mistake(tmp_path: Path) -> None:
    broken = tmp_path / "broken.yml"
    text = (GITHUB / "workflows/test.yml").read_text("utf-8")
    broken.write_text(text.replace("runs-on:", "run-on:"), "utf-8")
    assert check_schema("github-workflows", broken).returncode == 1


@pytest.mark.parametrize("path", WORKFLOWS, ids=lambda path: path.stem)
def test_actions_are_pinned_to_a_major_version(path: Path) -> None:
    uses = re.findall(r"uses: (\S+)", path.read_text("utf-8"))
    pinned = re.compile(r"[\w.-]+/[\w.-]+@(v\d+|release/v\d+)|\./\.github/workflows/\w+\.yml")
    assert [name for name in uses if not pinned.fullmatch(name)] == []


def test_matrix_covers_every_supported_python() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    workflow = yaml.safe_load((GITHUB / "workflows/test.yml").read_text("utf-8"))
    versions = workflow["jobs"]["test"]["strategy"]["matrix"]["python"]
    assert project["requires-python"] == f">={versions[0]}"
    assert versions == [f"3.{minor}" for minor in range(11, 15)]


def test_dependabot_watches_folders_that_exist() -> None:
    updates = yaml.safe_load((GITHUB / "dependabot.yml").read_text("utf-8"))["updates"]
    ecosystems = {update["package-ecosystem"]: update["directory"] for update in updates}
    assert {"pip", "cargo", "npm", "github-actions"} <= set(ecosystems)
    assert all((ROOT / folder.lstrip("/")).is_dir() for folder in ecosystems.values())


def test_pre_commit_runs_the_tools_of_make_fmt() -> None:
    config = yaml.safe_load((ROOT / ".pre-commit-config.yaml").read_text("utf-8"))
    entries = [hook["entry"] for repo in config["repos"] for hook in repo["hooks"]]
    for tool in ("ruff check", "ruff format", "cargo fmt"):
        assert any(tool in entry for entry in entries)


def test_makefile_runs_every_folder_of_tests() -> None:
    text = (ROOT / "Makefile").read_text("utf-8")
    lists = dict(re.findall(r"^(QUICK|BEHAVIOUR|SYSTEM|CLIENT_TESTS) := (.*)$", text, re.MULTILINE))
    named = re.findall(r"tests/\S+", " ".join(lists.values()))
    folders = {path.parent.relative_to(ROOT) for path in (ROOT / "tests").rglob("test_*.py")}
    assert sorted(named) == sorted(map(str, folders))
