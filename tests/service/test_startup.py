"""What is checked and logged when a server starts."""

from __future__ import annotations

from pathlib import Path
from types import SimpleNamespace

import pytest

from service.server import gunicorn_conf
from service.server.startup import missing_settings

CONFIG, WORKER = "service.server.gunicorn_conf", "service.server.worker"


def test_nothing_is_missing_with_our_settings() -> None:
    modules = ["gunicorn.arbiter", "gunicorn.workers.gthread", CONFIG, WORKER]
    assert missing_settings(modules, has_logger=True) is None


def test_nothing_is_missing_without_gunicorn() -> None:
    assert missing_settings(["service.app"], has_logger=False) is None


@pytest.mark.parametrize(
    ("modules", "has_logger", "worker"),
    [
        (["gunicorn.workers.sync", "gunicorn.workers.base"], False, "gunicorn's sync"),
        (["gunicorn.workers.gthread"], False, "gunicorn's gthread"),
        (["other.worker"], False, "gunicorn's custom"),
        (["gunicorn.workers.gthread", CONFIG], True, "gunicorn's gthread"),
        (["gunicorn.workers.gthread", WORKER], True, "its own"),
        (["gunicorn.workers.gthread", CONFIG, WORKER], False, "its own"),
    ],
)
def test_missing_settings_are_named_with_the_command_that_has_them(
    modules: list[str],
    has_logger: bool,  # noqa: FBT001
    worker: str,
) -> None:
    message = missing_settings(["gunicorn.arbiter", *modules], has_logger=has_logger)
    assert message is not None
    assert "\n" not in message
    assert f"served by {worker} worker" in message
    assert "python -m service" in message
    assert ("deadlines" in message) == (WORKER not in modules)
    assert ("never blocks" in message) == (not has_logger)
    assert ("metrics" in message) == (CONFIG not in modules)


def test_read_only_shared_memory_is_not_used(tmp_path: Path) -> None:
    assert gunicorn_conf.heartbeat_directory(tmp_path) == str(tmp_path)
    assert gunicorn_conf.heartbeat_directory(Path("/proc")) is None  # not even root may write
    assert gunicorn_conf.heartbeat_directory(tmp_path / "missing") is None


def test_start_without_shared_memory_is_logged(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(gunicorn_conf, "_terminate_workers_that_start", lambda: None)
    messages: list[str] = []
    log = SimpleNamespace(warning=lambda text, *values: messages.append(text % values))
    settings = {"workers": 1, "worker_connections": 1, "preload_app": False}
    for directory in ("/dev/shm", None):  # noqa: S108
        config = SimpleNamespace(**settings, worker_tmp_dir=directory)
        gunicorn_conf.on_starting(SimpleNamespace(cfg=config, log=log))
    (message,) = messages
    assert "heartbeats" in message
