"""Build and run the targets of ``core_rs/fuzz`` with libFuzzer on the stable toolchain.

cargo-fuzz is not needed: an LLVM pass counts edges, and ``libfuzzer-sys`` provides the rest. It
requires a C++ compiler.
"""

from __future__ import annotations

import os
import re
import shutil
import subprocess
from pathlib import Path
from typing import NamedTuple

from . import ROOT

CRATE = ROOT / "core_rs" / "fuzz"
WORK = ROOT / "target" / "fuzz"
TARGETS = ("setup", "actions", "text", "notation", "puzzle", "search")

# Options of the LLVM pass: count edges, record their addresses, and trace comparisons.
_COVERAGE = ("level=4", "inline-8bit-counters", "pc-table", "trace-compares")
_FLAGS = "--cfg fuzzing -Cpasses=sancov-module " + " ".join(
    f"-Cllvm-args=-sanitizer-coverage-{one}" for one in _COVERAGE
)
_MAX_LENGTH = {"text": 4096, "notation": 512}


class Outcome(NamedTuple):
    """The result of a run of a target."""

    runs: int
    edges: int
    new: int
    finds: list[str]


def host() -> str:
    """Return the host platform; cargo gets it so that build scripts are not instrumented."""
    version = subprocess.run(["rustc", "-vV"], check=True, capture_output=True, text=True)  # noqa: S607
    return re.search(r"^host: (.*)$", version.stdout, re.MULTILINE)[1]  # type: ignore[index]


def build() -> Path:
    """Build the targets and return their folder."""
    for tool, need in (("cargo", "Rust"), ("c++", "a C++ compiler")):
        if shutil.which(tool) is None:
            raise SystemExit(f"{tool} was not found: fuzzing needs {need}.")
    platform = host()
    command = ["cargo", "build", "--locked", "--profile", "checked", "-p", "cornerwise-fuzz"]
    command += ["--features", "libfuzzer", "--bins", "--target", platform, "--quiet"]
    # A separate folder: with other flags cargo would rebuild everything else each time.
    environment = {**os.environ, "RUSTFLAGS": _FLAGS, "CARGO_TARGET_DIR": str(WORK)}
    subprocess.run(command, check=True, cwd=ROOT, env=environment)  # noqa: S603
    return WORK / platform / "checked"


def run(programs: Path, target: str, seconds: float, seed: int) -> Outcome:
    """Fuzz for some seconds; new inputs stay in target/fuzz/corpus for the next run."""
    found, finds = WORK / "corpus" / target, WORK / "finds" / target
    for folder in (found, finds):
        folder.mkdir(parents=True, exist_ok=True)
    command = [str(programs / target), f"-max_total_time={max(1, round(seconds))}"]
    command += [f"-seed={seed % 2**32 or 1}", "-len_control=0", "-timeout=25", "-rss_limit_mb=2048"]
    command += [f"-max_len={_MAX_LENGTH.get(target, 256)}", "-print_final_stats=1"]
    command += [f"-artifact_prefix={finds}/", f"-dict={CRATE / 'text.dict'}"]
    command += [str(found), str(CRATE / "corpus" / target), str(CRATE / "finds" / target)]
    command = [one for one in command if one.startswith("-") or Path(one).exists()]
    done = subprocess.run(command, check=False, capture_output=True, text=True, errors="replace")  # noqa: S603
    log = done.stderr
    (WORK / f"{target}.log").write_text(log, "utf-8")
    kept = re.findall(r"Test unit written to (\S+)", log)
    if done.returncode and not kept:
        kept = [f"exit code {done.returncode}: {WORK / target}.log"]
    return Outcome(
        runs=_last(r"number_of_executed_units: (\d+)", log) or _last(r"^#(\d+)\t", log),
        edges=_last(r"cov: (\d+)", log),
        new=_last(r"new_units_added: +(\d+)", log),
        finds=kept,
    )


def _last(pattern: str, log: str) -> int:
    return int((re.findall(pattern, log, re.MULTILINE) or ["0"])[-1])


def replay(programs: Path, target: str, file: str) -> int:
    """Run one input and print its output."""
    return subprocess.run([str(programs / target), file], check=False).returncode  # noqa: S603


def prune(programs: Path, target: str, most: int = 40) -> int:
    """Rebuild the corpus in the repository from itself and the inputs found since.

    It keeps inputs that reach edges no smaller one does, up to ``most``, those with the most new
    edges first. Inputs with a suffix were written by hand and stay.
    """
    kept, found, scratch = CRATE / "corpus" / target, WORK / "corpus" / target, WORK / "pruned"
    for file in kept.glob("*"):
        if not file.suffix:
            shutil.move(file, found / file.name)
    shutil.rmtree(scratch, ignore_errors=True)
    scratch.mkdir(parents=True)
    control = scratch / "control"
    (scratch / "merged").mkdir()
    command = [str(programs / target), "-merge=1", "-use_counters=0"]
    command += [f"-merge_control_file={control}", str(scratch / "merged"), str(found)]
    subprocess.run(command, check=True, capture_output=True)  # noqa: S603
    edges = _new_edges(control.read_text("utf-8", "replace"))
    best = sorted(edges, key=lambda file: -edges[file])[:most]
    kept.mkdir(parents=True, exist_ok=True)
    for name in best:
        shutil.copy(name, kept)
    return sum(edges[name] for name in best)


def _new_edges(control: str) -> dict[str, int]:
    """Return the number of new edges of each file, from the control file of a merge.

    The file has the number of inputs, from its third line their names, and then the edges. Inputs
    that crashed are left out.
    """
    lines = control.splitlines()
    count = int(lines[0])
    files = lines[2 : 2 + count]
    notes = (line.split() for line in lines[2 + count :])
    return {files[int(note[1])]: len(note) - 2 for note in notes if note[0] == "COV"}
