"""The instructions of deploy/Dockerfile, run in a folder without a container engine.

The commands are those of the Dockerfile; only paths in the image become paths in the folder. Rust
and maturin are not installed again: the tests use their own.
"""

from __future__ import annotations

import json
import os
import re
import shutil
import signal
import stat
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import closing
from http.client import HTTPConnection
from pathlib import Path

import pytest
from packaging.requirements import Requirement

from tests.deploy.containerfile import CHECKOUT, Stage, context, stage
from tests.deploy.manifests import COUNTERS, WORKERS

IMAGE = stage("")
TIMEOUT = 60.0
"""Seconds after which an expected event counts as missing. Not a measure of speed."""

TOOLS = {"PATH": os.pathsep.join([str(Path(sys.prefix, "bin")), os.environ["PATH"]])}


class Image:
    """The file system of the image, in a folder that all users can read."""

    def __init__(self, root: Path) -> None:
        self.root = root
        self.build = root / "build"
        self.temporary = root / "tmp"

    def inside(self, text: str) -> str:
        """Return a text with the paths of the image replaced by paths in the folder."""
        text = text.replace("/opt/build/", f"{sys.prefix}/")
        return re.sub(r"(?<![\w./])/(?=opt/|wheels)", f"{self.root}/", text)

    def copy(self, one: Stage) -> None:
        """Run the COPY instructions of a stage that copy from the checkout."""
        for copy in one.copies():
            *sources, target = copy.words
            for source in map(Path, sources):
                for file in context():
                    if file == source or source in file.parents:
                        folder = source.parent if file == source else source
                        to = self.build / target / file.relative_to(folder)
                        to.parent.mkdir(parents=True, exist_ok=True)
                        shutil.copy2(CHECKOUT / file, to)

    def run(self, command: str, **variables: str) -> None:
        """Run a RUN instruction."""
        ended = subprocess.run(  # noqa: S603 (the Dockerfile's command)
            ["/bin/sh", "-euc", self.inside(command)],
            cwd=self.build,
            env={**os.environ, **TOOLS, **variables},
            stdin=subprocess.DEVNULL,
            capture_output=True,
            text=True,
            check=False,
        )
        assert ended.returncode == 0, f"{command}\n{ended.stdout}\n{ended.stderr}"

    def environment(self) -> dict[str, str]:
        """Return the environment of a container: the variables of the image, and no home folder."""
        own = {name: self.inside(value) for name, value in IMAGE.environment().items()}
        path = own["PATH"].replace("$PATH", "/usr/bin:/bin")
        return {**own, "PATH": path, "HOME": "/nonexistent", "TMPDIR": str(self.temporary)}

    def command(self, command: list[str], port: int) -> list[str]:
        """Return a command of the image with the path of its program and a loopback port."""
        exposed = IMAGE.one("EXPOSE").text
        words = [word.replace(exposed, str(port)) for word in command]
        words = [word.replace("0.0.0.0", "127.0.0.1") for word in words]  # noqa: S104 (replaced here)
        program = shutil.which(words[0], path=self.environment()["PATH"])
        assert program
        assert program.startswith(str(self.root))
        return [*as_user(), program, *words[1:]]

    def files(self) -> dict[str, tuple[int, int]]:
        """Return all files except temporary ones, with their sizes and times."""
        found = (path for path in self.root.rglob("*") if self.temporary not in path.parents)
        return {
            str(path.relative_to(self.root)): (path.lstat().st_size, path.lstat().st_mtime_ns)
            for path in found
            if path != self.temporary
        }


def as_user() -> list[str]:
    """Return the prefix that runs a command as the image's user; empty if this is not root."""
    if os.geteuid() != 0:
        return []
    user, group = IMAGE.one("USER").text.split(":")
    prefix = ["setpriv", f"--reuid={user}", f"--regid={group}", "--clear-groups", "--no-new-privs"]
    # Only root can read an interpreter in its home folder, so allow reading, but not writing.
    folders = [Path(sys.base_prefix), *Path(sys.base_prefix).parents]
    if not all(folder.stat().st_mode & stat.S_IXOTH for folder in folders):
        prefix += ["--inh-caps=+dac_read_search", "--ambient-caps=+dac_read_search"]
    return prefix


def packages(cache: Path) -> dict[str, str]:
    """Download the packages of requirements/run.txt if needed; return pip's offline settings."""
    offline = {"PIP_NO_INDEX": "1", "PIP_FIND_LINKS": str(cache), "PIP_CONFIG_FILE": os.devnull}
    download = [sys.executable, "-m", "pip", "download", "--quiet", "--require-hashes", "--no-deps"]
    download += ["--dest", str(cache), "--requirement", str(CHECKOUT / "requirements" / "run.txt")]
    for environment in ({**os.environ, **offline}, os.environ):
        done = subprocess.run(  # noqa: S603 (our own command)
            download, env=environment, capture_output=True, text=True, check=False
        )
        if done.returncode == 0:
            return offline
    raise AssertionError(done.stderr)


@pytest.fixture(scope="module")
def image(pytestconfig: pytest.Config) -> Iterator[Image]:
    """Build the image as the Dockerfile describes."""
    assert pytestconfig.cache is not None
    offline = packages(pytestconfig.cache.mkdir("image-packages"))
    root = Path(tempfile.mkdtemp(prefix="cornerwise-image-"))  # only root can read pytest's folders
    try:
        root.chmod(0o755)
        image = Image(root)
        for name in ("wheel", "environment"):
            image.copy(stage(name))
            # The tests' own environment replaces the one of the build.
            for run in stage(name).all("RUN"):
                if "requirements/build.txt" not in run.text:
                    image.run(run.text, CARGO_TARGET_DIR=str(CHECKOUT / "target"), **offline)
        # Files copied from another stage keep their paths, so they are there already.
        for copy in (one for name in ("environment", "") for one in stage(name).all("COPY")):
            if "from" in copy.flags:
                source, target = copy.words
                assert source == target
        shutil.rmtree(image.build)
        shutil.rmtree(root / "wheels")
        for path in root.rglob("*"):
            if not path.is_symlink():
                path.chmod(path.stat().st_mode & ~0o222)
        image.temporary.mkdir(mode=0o777)
        image.temporary.chmod(0o1777)
        yield image
    finally:
        for folder in [root, *root.rglob("*")]:
            if folder.is_dir() and not folder.is_symlink():
                folder.chmod(0o755)
        shutil.rmtree(root)


class Container:
    """The running command of the image."""

    def __init__(self, image: Image, log: Path) -> None:
        self.image = image
        self.log = log
        with log.open("wb") as file:
            self.process = subprocess.Popen(  # noqa: S603 (the Dockerfile's command)
                image.command(IMAGE.one("CMD").command, port=0),
                cwd=image.inside(IMAGE.one("WORKDIR").text),
                env=image.environment(),
                stdin=subprocess.DEVNULL,
                stderr=file,
                process_group=0,
            )
        try:
            self.port = self.find_port()
        except BaseException:
            self.kill()
            raise

    def find_port(self) -> int:
        """Wait for the port in the log and return it."""
        end = time.monotonic() + TIMEOUT
        listening = r"Listening at: http://127\.0\.0\.1:(\d+)"
        while not (found := re.search(listening, self.log.read_text("utf-8"))):
            assert self.process.poll() is None, self.log.read_text("utf-8")
            assert time.monotonic() < end, self.log.read_text("utf-8")
            time.sleep(0.01)
        return int(found[1])

    def is_healthy(self) -> bool:
        """Return the result of the image's HEALTHCHECK."""
        check = self.image.command(IMAGE.one("HEALTHCHECK").command, self.port)
        ended = subprocess.run(  # noqa: S603 (the Dockerfile's command)
            check, env=self.image.environment(), capture_output=True, timeout=TIMEOUT, check=False
        )
        return ended.returncode == 0

    def request(self, method: str, path: str, body: object = None) -> bytes:
        """Return the body of a response, which must be a success."""
        with closing(HTTPConnection("127.0.0.1", self.port, timeout=TIMEOUT)) as connection:
            text = None if body is None else json.dumps(body)
            connection.request(method, path, text, {"Content-Type": "application/json"})
            response = connection.getresponse()
            content = response.read()
        assert response.status == 200, content
        return content

    def kill(self) -> None:
        """Kill it if it is still running."""
        if self.process.poll() is None:
            os.killpg(self.process.pid, signal.SIGKILL)
        self.process.wait()


@pytest.fixture
def container(image: Image, tmp_path: Path) -> Iterator[Container]:
    """Start the image's command as its user; it can write only to temporary folders."""
    started = Container(image, tmp_path / "log")
    try:
        yield started
    finally:
        started.kill()


def wait_until(condition: Callable[[], bool], message: str) -> None:
    """Wait until a condition holds; starting takes a while next to other tests."""
    end = time.monotonic() + TIMEOUT
    while not condition():
        assert time.monotonic() < end, message
        time.sleep(0.05)


def owner(process: int) -> int:
    return Path(f"/proc/{process}").stat().st_uid


def test_image_serves_writes_no_files_and_stops(image: Image, container: Container) -> None:
    before = image.files()
    wait_until(container.is_healthy, "the container does not become healthy")
    assert json.loads(container.request("GET", "/readyz"))["engine"] == "rust"
    answer = json.loads(
        container.request("POST", "/v1/legal-moves", {"state": {"rules": {"seats": 2}}})
    )
    assert answer["count"] == len(answer["moves"]) > 0
    assert b"cornerwise_requests_total" in container.request("GET", "/metrics")
    started = f"cornerwise_workers_started_total {WORKERS}.0".encode()
    wait_until(lambda: started in container.request("GET", "/metrics"), "workers do not start")
    assert b"swagger" in container.request("GET", "/docs")
    assert json.loads(container.request("GET", "/openapi.json"))["openapi"]
    if os.geteuid() == 0:
        assert f"{owner(container.process.pid)}" == IMAGE.one("USER").text.split(":")[0]
    # The workers write their metrics, and nothing else.
    (counters,) = image.temporary.iterdir()
    sizes = [path.stat().st_size for path in counters.iterdir()]
    assert sum(sizes) == WORKERS * COUNTERS
    assert image.files() == before

    container.process.send_signal(getattr(signal, IMAGE.one("STOPSIGNAL").text))
    assert container.process.wait(TIMEOUT) == 0
    assert not container.is_healthy()
    assert image.files() == before
    assert list(image.temporary.iterdir()) == []
    assert "Traceback" not in container.log.read_text("utf-8")


def test_image_is_read_only_and_compiled(image: Image) -> None:
    library = image.root / "opt" / "cornerwise" / "lib"
    sources = list(library.rglob("*.py"))
    assert {"app.py", "middleware.py"} <= {source.name for source in sources}
    for source in sources:
        (compiled,) = source.parent.glob(f"__pycache__/{source.stem}.*.pyc")
        # The flags after the magic number: 1 means by hash, and never checked.
        assert compiled.read_bytes()[4:8] == b"\x01\x00\x00\x00"
    for path in (image.root / "opt").rglob("*"):
        assert path.is_symlink() or not path.stat().st_mode & 0o022


def test_image_has_the_runtime_dependencies_only(image: Image) -> None:
    installed = (image.root / "opt" / "cornerwise" / "lib").glob(
        "python*/site-packages/*.dist-info"
    )
    names = {path.name.split("-")[0].lower().replace("_", "-") for path in installed}
    text = (CHECKOUT / "requirements" / "run.txt").read_text("utf-8")
    pinned = map(Requirement, re.findall(r"^([a-z].*==.*?) *\\$", text, re.MULTILINE))
    wanted = {one.name for one in pinned if one.marker is None or one.marker.evaluate()}
    assert names == {*wanted, "cornerwise"}
