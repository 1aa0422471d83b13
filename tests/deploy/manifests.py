"""Read the YAML files of deploy/."""

from __future__ import annotations

import re
import tomllib
from functools import cache
from pathlib import Path
from typing import Any, TypeAlias

import yaml

from service.operations.long_work import LongWork
from service.server import gunicorn_conf, metrics_files
from service.settings import Settings
from tests.deploy.containerfile import CHECKOUT, DEPLOY, stage

YAML: TypeAlias = Any

KUBERNETES = DEPLOY / "kubernetes"
VERSION: str = tomllib.loads((CHECKOUT / "Cargo.toml").read_text("utf-8"))["workspace"]["package"][
    "version"
]

GRACE: int = gunicorn_conf.graceful_timeout
THREADS: int = gunicorn_conf.threads
WORKERS = int(stage("").environment()["WEB_CONCURRENCY"])

COUNTERS: int = sum(metrics_files.SIZES.values())
"""Bytes that a worker uses in /tmp; test_image.py measures what is written."""


@cache
def read(file: Path) -> YAML:
    """Return the one document of a file."""
    return yaml.safe_load(file.read_text("utf-8"))


def manifest(kind: str) -> YAML:
    """Return the only manifest of a kind."""
    (found,) = (one for one in manifests() if one["kind"] == kind)
    return found


def manifests() -> list[YAML]:
    """Return all manifests of deploy/kubernetes, without the file of kustomize."""
    files = sorted(KUBERNETES.glob("*.yaml"))
    return [read(file) for file in files if file.name != "kustomization.yaml"]


def size(text: str) -> int:
    """Return the bytes of a size as Kubernetes (512Mi) or compose (512m) writes it."""
    found = re.fullmatch(r"(\d+)([kmg]|[KMG]i)", text)
    assert found, text
    return int(found[1]) << {"k": 10, "m": 20, "g": 30}[found[2][0].lower()]


def check_room(memory: str, cores: float, temporary: str) -> None:
    """Assert that an instance has the memory and CPU that its workers need, and not far more."""
    # Measured, in MiB: 35 for a worker, 25 for the main process, 45 for one of the largest batches.
    slots = Settings().max_solves
    idle = 35 * WORKERS + 25
    searches = LongWork(slots).memory_mib * WORKERS
    batches = 45 * (THREADS - slots) * WORKERS
    assert idle + searches <= 256
    assert idle + searches + batches <= size(memory) >> 20 <= 2 * (idle + searches + batches)
    # One core for requests, and one for a puzzle.
    assert 2 <= cores <= 2 * WORKERS
    # During a restart with USR2 the counters of the old and the new main process exist.
    assert 2 * WORKERS * COUNTERS <= size(temporary) <= size(memory) // 8


def seconds(text: str) -> int:
    """Return the seconds of a duration such as 40s."""
    found = re.fullmatch(r"(\d+)s", text)
    assert found, text
    return int(found[1])
