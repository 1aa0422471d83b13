"""``python -m tests.fuzz --seconds 60``: run each target for its share of the time."""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any, NamedTuple

from . import ROOT, bindings, boundary, loop, rust, texts

PYTHON: dict[str, Any] = {target.NAME: target for target in (bindings, boundary, texts)}
NAMES = (*rust.TARGETS, *PYTHON)

GUARD = 120
"""Additional seconds after which a process counts as hanging; the slowest case is much shorter."""


class Row(NamedTuple):
    """A row of the table."""

    target: str
    runs: int
    seen: str
    new: int
    finds: list[str]


def say(line: str) -> None:
    """Print a line and flush it."""
    sys.stdout.write(f"{line}\n")
    sys.stdout.flush()


def main() -> int:
    """Run the command line."""
    parser = argparse.ArgumentParser(prog="python -m tests.fuzz", description=__doc__)
    parser.add_argument(
        "--seconds", type=float, default=60, help="for all targets together (default: %(default)s)"
    )
    parser.add_argument("--seed", type=int, help="seed of all choices (default: random)")
    parser.add_argument(
        "--target", action="append", choices=NAMES, help="only this target; repeatable"
    )
    parser.add_argument("--replay", nargs=2, metavar=("TARGET", "CASE"), help="run one case again")
    parser.add_argument("--prune", action="store_true", help="rebuild and minimize the corpus")
    parser.add_argument("--child", metavar="FILE", help=argparse.SUPPRESS)
    given = parser.parse_args()
    if given.replay:
        return replay(*given.replay)
    seed = int.from_bytes(os.urandom(4)) if given.seed is None else given.seed
    targets = given.target or NAMES
    if given.child:
        return child(PYTHON[targets[0]], given.seconds, seed, Path(given.child))
    if given.prune:
        programs = rust.build()
        for target in rust.TARGETS:
            say(f"{target}: {rust.prune(programs, target)} edges")
        return 0
    return fuzz(targets, given.seconds / len(targets), seed)


def fuzz(targets: tuple[str, ...], seconds: float, seed: int) -> int:
    """Fuzz each target for its share of the time; return how many had findings."""
    rows = []
    programs = rust.build() if set(targets) & set(rust.TARGETS) else None
    say(f"seed {seed}, {seconds:.0f} seconds for each target")
    say(f"{'target':10} {'runs':>9}  {'covered':16} {'new':>6} {'finds':>6}")
    for target in targets:
        if target in PYTHON:
            row = _python(target, seconds, seed)
        else:
            done = rust.run(programs, target, seconds, seed)  # type: ignore[arg-type]
            row = Row(target, done.runs, f"{done.edges} edges", done.new, done.finds)
        rows.append(row)
        say(f"{row.target:10} {row.runs:9,}  {row.seen:16} {row.new:6} {len(row.finds):6}")
    for row in rows:
        for find in row.finds:
            say(f"\n{row.target}: {find}")
            case = find.split(":", maxsplit=1)[0]
            say(f"  replay: python -m tests.fuzz --replay {row.target} {case}")
    if not all(row.runs for row in rows):
        say("a target did not run")
    return sum(bool(row.finds) or not row.runs for row in rows)


def _python(target: str, seconds: float, seed: int) -> Row:
    """Fuzz in a separate process; a crash or a hang of it is a finding too."""
    finds = rust.WORK / "finds" / target
    finds.mkdir(parents=True, exist_ok=True)
    current = rust.WORK / f"{target}.current"
    command = [sys.executable, "-m", "tests.fuzz", "--target", target, "--child", str(current)]
    command += ["--seconds", str(seconds), "--seed", str(seed)]
    try:
        done = subprocess.run(  # noqa: S603
            command, check=False, cwd=ROOT, stdout=subprocess.PIPE, timeout=seconds + GUARD
        )
        ended = f"the process ended with {done.returncode}"
    except subprocess.TimeoutExpired:
        done, ended = None, "the process did not end"
    if done is None or done.returncode:
        case = current.read_text("utf-8").strip()
        return Row(target, 1, "", 0, [f"{case}: {ended}"])
    report = json.loads(done.stdout)
    kept = []
    for case, text in report["finds"].items():
        (finds / f"{case}.txt").write_text(text, "utf-8", "backslashreplace")
        kept.append(f"{case}: see {finds.relative_to(ROOT) / case}.txt")
    seen = f"{report['outcomes']} outcomes"
    return Row(target, report["runs"], seen, report["outcomes"], kept)


def child(target: loop.Target, seconds: float, seed: int, current: Path) -> int:
    """Fuzz in this process and write the result to standard output as JSON."""
    result = loop.fuzz(target, seed, loop.until(seconds), current)
    finds = {loop.format_chain(chain): text for chain, text in result.finds.items()}
    report = {"runs": result.runs, "outcomes": len(result.outcomes), "finds": finds}
    say(json.dumps(report))
    return 0


def replay(target: str, case: str) -> int:
    """Run one case again: an input file of a Rust target, or the seeds of a Python target."""
    if target not in PYTHON:
        return rust.replay(rust.build(), target, case)
    chain = loop.parse_chain(case)
    module = PYTHON[target]
    say(loop.describe(module.make(chain)))
    say(str(module.run(module.make(chain))))
    return 0


if __name__ == "__main__":
    sys.exit(main())
