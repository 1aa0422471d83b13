"""The text of deploy/Dockerfile; test_image.py tests the resulting image."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path
from typing import Any

import pytest

from service.server import gunicorn_conf
from tests.deploy.containerfile import CHECKOUT, DEPLOY, Stage, context, stage, stages
from tests.deploy.manifests import COUNTERS

IMAGE = stage("")


def read_toml(name: str) -> dict[str, Any]:
    return tomllib.loads((CHECKOUT / name).read_text("utf-8"))


def numbers(version: str) -> tuple[int, ...]:
    return tuple(int(part) for part in version.split("."))


def test_every_stage_starts_from_an_exact_version() -> None:
    for one in stages():
        assert re.fullmatch(r"(rust|python):\d+\.\d+\.\d+(-slim)?-trixie", one.base), one.base


def test_build_and_runtime_use_the_same_python_and_system() -> None:
    bases = {one.base.replace("-slim", "") for one in stages() if one.base.startswith("python")}
    assert len(bases) == 1
    assert len({one.base.rpartition("-")[2] for one in stages()}) == 1


def test_rust_and_python_are_new_enough() -> None:
    rust = re.findall(r":([\d.]+)", stage("rust").base)[0]
    assert numbers(rust) >= numbers(read_toml("Cargo.toml")["workspace"]["package"]["rust-version"])
    python = re.findall(r":([\d.]+)", IMAGE.base)[0]
    needed = read_toml("pyproject.toml")["project"]["requires-python"].removeprefix(">=")
    assert numbers(python) >= numbers(needed)


@pytest.mark.parametrize("one", stages(), ids=lambda one: one.name or "image")
def test_copied_files_exist_and_are_not_ignored(one: Stage) -> None:
    for copy in one.copies():
        *sources, target = copy.words
        assert sources
        assert not target.startswith("/")
        for source in sources:
            assert any(file == Path(source) or Path(source) in file.parents for file in context())


def test_build_context_contains_only_copied_files() -> None:
    copies = [copy.words[:-1] for one in stages() for copy in one.copies()]
    copied = {Path(source) for sources in copies for source in sources}
    not_copied = [file for file in context() if not copied & {file, *file.parents}]
    assert not_copied == []


def test_local_build_results_are_excluded() -> None:
    names = {part for file in context() for part in file.parts}
    assert not {"target", ".venv", ".git", "__pycache__", "tests"} & names
    assert not [file for file in context() if file.suffix in {".so", ".pyc"}]


def test_stages_copy_only_from_stages_before_them() -> None:
    seen: set[str] = set()
    for one in stages():
        sources = {copy.flags["from"][0] for copy in one.all("COPY") if "from" in copy.flags}
        assert sources <= seen
        seen.add(one.name)


def test_every_package_is_pinned_by_its_hash() -> None:
    installs = [
        step
        for one in stages()
        for run in one.all("RUN")
        for step in run.text.split("&&")
        if " install " in step
    ]
    files = []
    for step in installs:
        assert "pip" in step
        if "--require-hashes" in step:
            files += re.findall(r"-r (\S+)", step)
        else:
            # Our own wheel from an earlier stage, and nothing from an index.
            assert {"--no-deps", "--no-index", "/wheels/*.whl"} <= set(step.split())
    assert sorted(files) == ["requirements/build.txt", "requirements/run.txt"]
    for file in files:
        text = (CHECKOUT / file).read_text("utf-8")
        assert len(re.findall(r"^[a-z][\w.-]*==", text, re.MULTILINE)) > 5
        assert "--hash=sha256:" in text


def test_wheel_is_built_with_the_lock_file() -> None:
    build = stage("wheel").all("RUN")[-1].words
    assert {"--locked", "--release"} <= set(build)


def test_image_installs_nothing_and_has_no_compiler() -> None:
    assert IMAGE.base.endswith("-slim-trixie")
    for run in IMAGE.all("RUN"):
        assert not re.search(r"\b(pip|apt|apt-get|curl|wget)\b", run.text)
    assert [copy.flags["from"] for copy in IMAGE.all("COPY")] == [["environment"]]


def test_image_runs_as_an_unprivileged_user() -> None:
    user, group = IMAGE.one("USER").text.split(":")
    assert int(user) >= 10_000
    assert int(group) >= 10_000
    (made,) = IMAGE.all("RUN")
    assert f"--uid {user} --gid {group}" in made.text
    # No copied file belongs to that user.
    assert not any("chown" in copy.flags for copy in IMAGE.all("COPY"))


def test_command_and_healthcheck_need_no_shell() -> None:
    assert IMAGE.one("CMD").command[:3] == ["python", "-m", "service"]
    assert IMAGE.one("HEALTHCHECK").command[:2] == ["python", "-c"]
    assert IMAGE.all("ENTRYPOINT") == []


def test_image_exposes_one_port() -> None:
    port = IMAGE.one("EXPOSE").text
    assert IMAGE.one("CMD").command[-2:] == ["--bind", f"0.0.0.0:{port}"]
    assert f"C('127.0.0.1', {port}" in IMAGE.one("HEALTHCHECK").command[2]


def test_healthcheck_has_its_own_timeout() -> None:
    check = IMAGE.one("HEALTHCHECK")
    (patience,) = re.findall(r"timeout=(\d+)", check.command[2])
    assert int(patience) < int(check.flags["timeout"][0].removesuffix("s"))


def test_image_is_labelled_with_the_version() -> None:
    version = read_toml("Cargo.toml")["workspace"]["package"]["version"]
    assert f'org.opencontainers.image.version="{version}"' in IMAGE.one("LABEL").text


def test_image_requires_the_rust_engine() -> None:
    environment = IMAGE.environment()
    assert environment["CORNERWISE_ENGINE"] == "rust"
    assert 1 <= int(environment["WEB_CONCURRENCY"]) <= 4


def test_comment_on_stopping_matches_the_settings() -> None:
    text = (DEPLOY / "Dockerfile").read_text("utf-8")
    assert f"at most {gunicorn_conf.graceful_timeout} seconds" in text
    assert IMAGE.one("STOPSIGNAL").text == "SIGTERM"


@pytest.mark.parametrize("name", ["Dockerfile", "README.md"])
def test_size_of_the_counters_is_documented_correctly(name: str) -> None:
    text = re.sub(r"\s+(# )?", " ", (DEPLOY / name).read_text("utf-8"))
    documented = re.findall(r"(\d+) KiB for each worker, twice that during a restart", text)
    assert documented == [f"{COUNTERS // 1024}"]
    assert re.findall(r"\d+ KiB for each worker", text) == [f"{documented[0]} KiB for each worker"]
