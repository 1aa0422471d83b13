"""The image without a container engine: what deploy/Dockerfile says is done, in a folder.

The commands are the Dockerfile's own; only the paths inside the image become paths inside the
folder. Two things are not done anew: Rust and maturin are those that the tests run with.
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
PATIENCE = 60.0
"""Seconds after which something that must happen counts as not happening: a guard, no measure."""

TOOLS = {"PATH": os.pathsep.join([str(Path(sys.prefix, "bin")), os.environ["PATH"]])}


class Image:
    """The file system of the image, in a folder that everybody may read."""

    def __init__(self, root: Path) -> None:
        self.root = root
        self.build = root / "build"
        self.temporary = root / "tmp"

    def inside(self, text: str) -> str:
        """Return a text with the image's paths as paths in the folder."""
        text = text.replace("/opt/build/", f"{sys.prefix}/")
        return re.sub(r"(?<![\w./])/(?=opt/|wheels)", f"{self.root}/", text)

    def copy(self, one: Stage) -> None:
        """Do what a stage's instructions COPY from the checkout do."""
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
        """Do what an instruction RUN does."""
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
        """Return the variables that a container has: those of the image, and nobody's home."""
        own = {name: self.inside(value) for name, value in IMAGE.environment().items()}
        path = own["PATH"].replace("$PATH", "/usr/bin:/bin")
        return {**own, "PATH": path, "HOME": "/nonexistent", "TMPDIR": str(self.temporary)}

    def command(self, command: list[str], port: int) -> list[str]:
        """Return a command of the image, on a port of the loopback, with its program's path."""
        exposed = IMAGE.one("EXPOSE").text
        words = [word.replace(exposed, str(port)) for word in command]
        words = [word.replace("0.0.0.0", "127.0.0.1") for word in words]  # noqa: S104 (not ours)
        program = shutil.which(words[0], path=self.environment()["PATH"])
        assert program
        assert program.startswith(str(self.root))
        return [*as_user(), program, *words[1:]]

    def files(self) -> dict[str, tuple[int, int]]:
        """Return everything there is but what is temporary, with its size and time."""
        found = (path for path in self.root.rglob("*") if self.temporary not in path.parents)
        return {
            str(path.relative_to(self.root)): (path.lstat().st_size, path.lstat().st_mtime_ns)
            for path in found
            if path != self.temporary
        }


def as_user() -> list[str]:
    """Return what makes a command run as the image's user; who is not root stays who they are."""
    if os.geteuid() != 0:
        return []
    user, group = IMAGE.one("USER").text.split(":")
    prefix = ["setpriv", f"--reuid={user}", f"--regid={group}", "--clear-groups", "--no-new-privs"]
    # An interpreter in root's home is for root alone. Then reading is allowed, but not writing.
    folders = [Path(sys.base_prefix), *Path(sys.base_prefix).parents]
    if not all(folder.stat().st_mode & stat.S_IXOTH for folder in folders):
        prefix += ["--inh-caps=+dac_read_search", "--ambient-caps=+dac_read_search"]
    return prefix


def packages(cache: Path) -> dict[str, str]:
    """Return how pip finds what requirements/run.txt names without a network, once it had one."""
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
    """Build the image as its Dockerfile says."""
    assert pytestconfig.cache is not None
    offline = packages(pytestconfig.cache.mkdir("image-packages"))
    root = Path(tempfile.mkdtemp(prefix="cornerwise-image-"))  # pytest's own is for root alone
    try:
        root.chmod(0o755)
        image = Image(root)
        for name in ("wheel", "environment"):
            image.copy(stage(name))
            # The build's own environment is the one the tests run in.
            for run in stage(name).all("RUN"):
                if "requirements/build.txt" not in run.text:
                    image.run(run.text, CARGO_TARGET_DIR=str(CHECKOUT / "target"), **offline)
        # What one stage copies from another lies where it lay, and so is there already.
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
    """The command of the image, running."""

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
        """Return the port it listens on, once its log tells."""
        end = time.monotonic() + PATIENCE
        listening = r"Listening at: http://127\.0\.0\.1:(\d+)"
        while not (found := re.search(listening, self.log.read_text("utf-8"))):
            assert self.process.poll() is None, self.log.read_text("utf-8")
            assert time.monotonic() < end, self.log.read_text("utf-8")
            time.sleep(0.01)
        return int(found[1])

    def is_healthy(self) -> bool:
        """Tell what the image's HEALTHCHECK says."""
        check = self.image.command(IMAGE.one("HEALTHCHECK").command, self.port)
        ended = subprocess.run(  # noqa: S603 (the Dockerfile's command)
            check, env=self.image.environment(), capture_output=True, timeout=PATIENCE, check=False
        )
        return ended.returncode == 0

    def ask(self, method: str, path: str, body: object = None) -> bytes:
        """Return the answer to a request, which must be a success."""
        with closing(HTTPConnection("127.0.0.1", self.port, timeout=PATIENCE)) as connection:
            text = None if body is None else json.dumps(body)
            connection.request(method, path, text, {"Content-Type": "application/json"})
            response = connection.getresponse()
            answer = response.read()
        assert response.status == 200, answer
        return answer

    def kill(self) -> None:
        """End it by force, if it still runs."""
        if self.process.poll() is None:
            os.killpg(self.process.pid, signal.SIGKILL)
        self.process.wait()


@pytest.fixture
def container(image: Image, tmp_path: Path) -> Iterator[Container]:
    """Start the image's command as its user, where nothing but temporary folders can be written."""
    started = Container(image, tmp_path / "log")
    try:
        yield started
    finally:
        started.kill()


def wait_until(happened: Callable[[], bool], what: str) -> None:
    """Wait for something that must happen; who starts beside other tests may take its time."""
    end = time.monotonic() + PATIENCE
    while not happened():
        assert time.monotonic() < end, what
        time.sleep(0.05)


def owner(process: int) -> int:
    return Path(f"/proc/{process}").stat().st_uid


def test_the_image_serves_writes_nothing_and_ends_when_told_to(
    image: Image, container: Container
) -> None:
    before = image.files()
    wait_until(container.is_healthy, "it does not become healthy")
    assert json.loads(container.ask("GET", "/readyz"))["engine"] == "rust"
    answer = json.loads(
        container.ask("POST", "/v1/legal-moves", {"state": {"rules": {"seats": 2}}})
    )
    assert answer["count"] == len(answer["moves"]) > 0
    assert b"cornerwise_requests_total" in container.ask("GET", "/metrics")
    started = f"cornerwise_workers_started_total {WORKERS}.0".encode()
    wait_until(lambda: started in container.ask("GET", "/metrics"), "workers do not start")
    assert b"swagger" in container.ask("GET", "/docs")
    assert json.loads(container.ask("GET", "/openapi.json"))["openapi"]
    if os.geteuid() == 0:
        assert f"{owner(container.process.pid)}" == IMAGE.one("USER").text.split(":")[0]
    # The workers write counters, and nothing else is written at all.
    (counters,) = image.temporary.iterdir()
    sizes = [path.stat().st_size for path in counters.iterdir()]
    assert sum(sizes) == WORKERS * COUNTERS
    assert image.files() == before

    container.process.send_signal(getattr(signal, IMAGE.one("STOPSIGNAL").text))
    assert container.process.wait(PATIENCE) == 0
    assert not container.is_healthy()
    assert image.files() == before
    assert list(image.temporary.iterdir()) == []
    assert "Traceback" not in container.log.read_text("utf-8")


def test_nothing_in_the_image_can_be_written_and_everything_is_compiled(image: Image) -> None:
    library = image.root / "opt" / "cornerwise" / "lib"
    sources = list(library.rglob("*.py"))
    assert {"app.py", "middleware.py"} <= {source.name for source in sources}
    for source in sources:
        (compiled,) = source.parent.glob(f"__pycache__/{source.stem}.*.pyc")
        # Flags after the magic number: 1, by hash, and not looked at again.
        assert compiled.read_bytes()[4:8] == b"\x01\x00\x00\x00"
    for path in (image.root / "opt").rglob("*"):
        assert path.is_symlink() or not path.stat().st_mode & 0o022


def test_the_image_has_what_serving_needs_and_nothing_to_build_with(image: Image) -> None:
    installed = (image.root / "opt" / "cornerwise" / "lib").glob(
        "python*/site-packages/*.dist-info"
    )
    names = {path.name.split("-")[0].lower().replace("_", "-") for path in installed}
    text = (CHECKOUT / "requirements" / "run.txt").read_text("utf-8")
    pinned = map(Requirement, re.findall(r"^([a-z].*==.*?) *\\$", text, re.MULTILINE))
    wanted = {one.name for one in pinned if one.marker is None or one.marker.evaluate()}
    assert names == {*wanted, "cornerwise"}
