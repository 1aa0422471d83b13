"""Settings from environment variables."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from dataclasses import fields
from pathlib import Path

import pytest

from service.settings import Settings, SettingsError

CHECKOUT = Path(__file__).parents[2]
TABLE = CHECKOUT / "docs" / "configuration.md"

EXAMPLES: dict[str, tuple[str, object]] = {
    "max_body": ("2048", 2048),
    "max_batch_body": ("1073741824", 2**30),
    "max_values": ("1000", 1000),
    "max_batch": ("1", 1),
    "max_batch_answer": ("2048", 2048),
    "max_batch_seconds": ("3600", 3600),
    "max_solves": ("64", 64),
    "head_seconds": ("2", 2),
    "body_seconds": ("1", 1),
    "answer_seconds": ("3600", 3600),
    "cors_origins": (
        "https://a.example, http://127.0.0.1:5173 ,",
        ("https://a.example", "http://127.0.0.1:5173"),
    ),
    "seal_keys": (f"{'A' * 43}, {'_' * 42}8=,", (bytes(32), b"\xff" * 32)),
    "log_requests": ("0", False),
    "metrics": ("0", False),
    "playground": ("off", "off"),
}
"""For each setting a value of its variable, and the resulting setting."""


def variable(name: str) -> str:
    """Return the environment variable of a setting."""
    return f"CORNERWISE_{name.upper()}"


def test_every_setting_has_an_example() -> None:
    assert set(EXAMPLES) == {field.name for field in fields(Settings)}


def test_empty_environment_gives_the_defaults() -> None:
    assert Settings.from_environment({}) == Settings()
    assert Settings() == Settings(
        max_body=65_536,
        max_batch_body=4_194_304,
        max_values=500_000,
        max_batch=1000,
        max_batch_answer=8_388_608,
        max_batch_seconds=20,
        max_solves=2,
        head_seconds=10,
        body_seconds=10,
        answer_seconds=60,
        cors_origins=(),
        seal_keys=(),
        log_requests=True,
        metrics=True,
        playground="on",
    )


@pytest.mark.parametrize("name", EXAMPLES)
def test_variable_sets_only_its_setting(name: str) -> None:
    text, value = EXAMPLES[name]
    settings = Settings.from_environment({variable(name): text})
    defaults = Settings()
    for field in fields(Settings):
        expected = value if field.name == name else getattr(defaults, field.name)
        assert getattr(settings, field.name) == expected


@pytest.mark.parametrize("name", EXAMPLES)
@pytest.mark.parametrize("text", ["", "  "])
def test_empty_variable_is_ignored(name: str, text: str) -> None:
    assert Settings.from_environment({variable(name): text}) == Settings()


@pytest.mark.parametrize("name", EXAMPLES)
def test_whitespace_around_a_value_is_ignored(name: str) -> None:
    text, value = EXAMPLES[name]
    settings = Settings.from_environment({variable(name): f" {text}\n"})
    assert getattr(settings, name) == value


def test_several_variables_are_read() -> None:
    environment = {variable(name): text for name, (text, _) in EXAMPLES.items()}
    settings = Settings.from_environment(environment)
    assert {name: getattr(settings, name) for name in EXAMPLES} == {
        name: value for name, (_, value) in EXAMPLES.items()
    }


def test_other_variables_are_ignored() -> None:
    environment = {"CORNERWISE_ENGINE": "python", "MAX_BODY": "1", "cornerwise_max_body": "1"}
    assert Settings.from_environment(environment) == Settings()


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("max_body", "64k"),
        ("max_body", "-1"),
        ("max_body", "0"),
        ("max_body", "1023"),
        ("max_body", "1073741825"),
        ("max_body", "9" * 5000),
        ("max_body", "2_000"),
        ("max_body", "2000.0"),
        ("max_body", "٢٠٠٠"),
        ("max_body", "²²²²"),
        ("max_batch_body", "4MiB"),
        ("max_batch_body", "0"),
        ("max_batch", "0"),
        ("max_batch", "100001"),
        ("max_batch", "many"),
        ("max_solves", "0"),
        ("max_solves", "65"),
        ("log_requests", "yes"),
        ("log_requests", "true"),
        ("log_requests", "2"),
        ("metrics", "no"),
        ("metrics", "on"),
        ("playground", "0"),
        ("playground", "OFF"),
        ("cors_origins", "play.example"),
        ("cors_origins", "https://play.example/"),
        ("cors_origins", "https://play.example/path"),
        ("cors_origins", "https://a.example https://b.example"),
        ("seal_keys", "x"),
        ("seal_keys", "A" * 42),
        ("seal_keys", "A" * 86),
        ("seal_keys", f"{'A' * 43},*"),
    ],
    ids=lambda text: ascii(text)[:40],
)
def test_invalid_value_is_refused_by_name(name: str, text: str) -> None:
    with pytest.raises(SettingsError, match=variable(name)) as caught:
        Settings.from_environment({variable(name): text})
    assert len(str(caught.value)) < 500


def test_keys_are_never_shown() -> None:
    key = "c2VjcmV0" * 5 + "AAA"
    assert "secret" not in repr(Settings.from_environment({variable("seal_keys"): key}))
    with pytest.raises(SettingsError) as caught:
        Settings.from_environment({variable("seal_keys"): f"{key},{key[:-4]}"})
    assert "c2VjcmV0" not in str(caught.value)


def test_service_does_not_start_with_an_invalid_value() -> None:
    environment = {**os.environ, "PYTHONPATH": str(CHECKOUT / "python"), "CORNERWISE_MAX_BODY": "x"}
    ended = subprocess.run(
        [sys.executable, "-c", "import service.app"],
        cwd=CHECKOUT,
        env=environment,
        capture_output=True,
        text=True,
        check=False,
    )
    assert ended.returncode != 0
    assert ended.stderr.splitlines()[-1].endswith(
        "CORNERWISE_MAX_BODY must be a number from 1024 to 1073741824, not 'x'"
    )


def rows() -> dict[str, str]:
    """Return the default of each variable in docs/configuration.md."""
    lines = TABLE.read_text("utf-8").splitlines()
    found = [re.match(r"\| `([A-Z_]+)` \| (.+?) \| .+ \|$", line) for line in lines]
    return {one[1]: one[2] for one in found if one}


def test_documentation_lists_every_variable_with_its_default() -> None:
    written = {False: "0", True: "1", (): "(none)"}
    defaults = {
        variable(field.name): written.get(field.default, str(field.default))
        for field in fields(Settings)
    }
    assert rows().items() >= defaults.items()


def test_documentation_lists_no_unknown_variable() -> None:
    ours = {variable(field.name) for field in fields(Settings)}
    others = {"CORNERWISE_ENGINE", "PORT", "WEB_CONCURRENCY", "PROMETHEUS_MULTIPROC_DIR"}
    others.add("MALLOC_ARENA_MAX")
    assert set(rows()) == ours | others
