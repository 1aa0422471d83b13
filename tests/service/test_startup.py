"""What is checked and logged when a server starts."""

from __future__ import annotations

from pathlib import Path
from types import SimpleNamespace

import pytest

from service.server import gunicorn_conf
from service.server.startup import missing_settings

OURS = ("service.server.gunicorn_conf", "service.server.log", "service.server.worker")


def test_nothing_is_missing_with_our_settings() -> None:
    assert missing_settings(["gunicorn.arbiter", "gunicorn.workers.gthread", *OURS]) is None


def test_nothing_is_missing_without_gunicorn() -> None:
    assert missing_settings(["service.app"]) is None


@pytest.mark.parametrize(
    ("modules", "worker", "missing"),
    [
        (["gunicorn.workers.sync", "gunicorn.workers.base"], "gunicorn's sync", set(OURS)),
        (["gunicorn.workers.gthread"], "gunicorn's gthread", set(OURS)),
        (["other.worker"], "gunicorn's custom", set(OURS)),
        (["gunicorn.workers.gthread", *OURS[:2]], "gunicorn's gthread", {OURS[2]}),
        (["gunicorn.workers.gthread", OURS[2]], "its own", set(OURS[:2])),
    ],
)
def test_missing_settings_are_named_with_the_command_that_has_them(
    modules: list[str], worker: str, missing: set[str]
) -> None:
    message = missing_settings(["gunicorn.arbiter", *modules])
    assert message is not None
    assert "\n" not in message
    assert f"served by {worker} worker" in message
    assert "python -m service" in message
    assert ("deadlines" in message) == ("service.server.worker" in missing)
    assert ("never blocks" in message) == ("service.server.log" in missing)
    assert ("metrics" in message) == ("service.server.gunicorn_conf" in missing)


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
