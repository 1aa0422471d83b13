"""The YAML files of deploy/, read."""

from __future__ import annotations

import re
import tomllib
from functools import cache
from pathlib import Path
from typing import Any, TypeAlias

import yaml
from containerfile import CHECKOUT, DEPLOY

from service import gunicorn_conf

YAML: TypeAlias = Any

KUBERNETES = DEPLOY / "kubernetes"
VERSION: str = tomllib.loads((CHECKOUT / "Cargo.toml").read_text("utf-8"))["workspace"]["package"][
    "version"
]

GRACE: int = gunicorn_conf.graceful_timeout
THREADS: int = gunicorn_conf.threads


@cache
def read(file: Path) -> YAML:
    """Return the one document of a file."""
    return yaml.safe_load(file.read_text("utf-8"))


def manifest(kind: str) -> YAML:
    """Return the only manifest of a kind."""
    (found,) = (one for one in manifests() if one["kind"] == kind)
    return found


def manifests() -> list[YAML]:
    """Return everything in deploy/kubernetes that is for the cluster, not for kustomize."""
    files = sorted(KUBERNETES.glob("*.yaml"))
    return [read(file) for file in files if file.name != "kustomization.yaml"]


def variables() -> set[str]:
    """Return the environment variables that the service reads, by docs/configuration.md.

    tests/service/test_service_settings.py holds that table against the code.
    """
    text = (CHECKOUT / "docs" / "configuration.md").read_text("utf-8")
    return set(re.findall(r"^\| `([A-Z_]+)` \|", text, re.MULTILINE))


def size(text: str) -> int:
    """Return the bytes of a size as Kubernetes (512Mi) or compose (512m) writes it."""
    found = re.fullmatch(r"(\d+)([kmg]|[KMG]i)", text)
    assert found, text
    return int(found[1]) << {"k": 10, "m": 20, "g": 30}[found[2][0].lower()]


def seconds(text: str) -> int:
    """Return the seconds of a duration such as 40s."""
    found = re.fullmatch(r"(\d+)s", text)
    assert found, text
    return int(found[1])
