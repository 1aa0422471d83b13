"""Commands, links and versions in deploy/README.md are valid."""

from __future__ import annotations

import re
import subprocess

import yaml

from tests.deploy.containerfile import CHECKOUT, DEPLOY, stage
from tests.deploy.manifests import VERSION, read

TEXT = (DEPLOY / "README.md").read_text("utf-8")
COMMANDS = "\n".join(re.findall(r"^```sh\n(.*?)^```$", TEXT, re.DOTALL | re.MULTILINE))


def test_files_in_commands_exist() -> None:
    named = set(re.findall(r"deploy/[\w./-]+", COMMANDS))
    assert {f"deploy/{name}" for name in ("Dockerfile", "compose.yaml", "kubernetes")} <= named
    assert [name for name in sorted(named) if not (CHECKOUT / name).exists()] == []


def test_links_lead_to_files() -> None:
    links = re.findall(r"\]\(([^)#]+)", TEXT)
    assert links
    assert [link for link in links if not (DEPLOY / link).is_file()] == []


def test_table_lists_every_file_of_the_folder() -> None:
    rows = "\n".join(line for line in TEXT.splitlines() if line.startswith("| `"))
    named = {name.rstrip("/") for name in re.findall(r"`([\w.]+/?)`", rows)}
    assert named == {path.name for path in DEPLOY.iterdir()} - {"README.md"}


def test_versions_are_current() -> None:
    assert set(re.findall(r"cornerwise:(\d[\w.]*\d)", TEXT)) == {VERSION}


def test_run_command_and_compose_mount_the_same_tmpfs() -> None:
    (folder,) = re.findall(r"--tmpfs (\S+)", COMMANDS)
    (mount,) = read(DEPLOY / "compose.yaml")["services"]["a"]["tmpfs"]
    assert folder == mount.split(",")[0]


def test_gunicorn_options_extend_the_images_command() -> None:
    own = " ".join(stage("").one("CMD").command)
    assert f"cornerwise:{VERSION} {own} --" in TEXT


def test_alerts_can_be_converted_to_a_prometheus_rule() -> None:
    (script,) = re.findall(r"^(\{ printf.*?\}) \| kubectl", COMMANDS, re.DOTALL | re.MULTILINE)
    made = subprocess.run(  # noqa: S603 (the README's command)
        ["/bin/sh", "-euc", script], cwd=CHECKOUT, capture_output=True, text=True, check=True
    )
    rule = yaml.safe_load(made.stdout)
    assert rule["kind"] == "PrometheusRule"
    assert rule["spec"] == read(DEPLOY / "prometheus" / "alerts.yaml")
