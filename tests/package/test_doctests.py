"""Examples in docstrings, the README and pages of docs are executed on both engines."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import cornerwise
import pytest

HOME = Path(cornerwise.__file__).parents[1]
ROOT = Path(__file__).parents[2]

RUN_DOCSTRINGS = """
import doctest, importlib, json, pkgutil
import cornerwise

names = [info.name for info in pkgutil.walk_packages(cornerwise.__path__, "cornerwise.")]
public = {name: getattr(cornerwise, name) for name in cornerwise.__all__}
results = {}
for name in ["cornerwise", *names]:
    # Examples of public functions use the package's names, as after `from cornerwise import *`.
    extra = public if name.startswith("cornerwise.api.") else None
    done = doctest.testmod(importlib.import_module(name), extraglobs=extra)
    results[name] = [done.attempted, done.failed]
print(json.dumps([cornerwise.ENGINE, results]))
"""

RUN_SESSION = """
import doctest, json, re, sys
import cornerwise

text = open(sys.argv[1], encoding="utf-8").read()
blocks = re.findall("```python\\n(.*?)```", text, re.DOTALL)
sessions = [block for block in blocks if ">>>" in block]
test = doctest.DocTestParser().get_doctest("\\n".join(sessions), {}, "README.md", sys.argv[1], 0)
runner = doctest.DocTestRunner()
runner.run(test)
done = runner.summarize()
print(json.dumps([cornerwise.ENGINE, {"README.md": [done.attempted, done.failed]}]))
"""


def run(code: str, engine: str, *arguments: str) -> tuple[str, dict[str, list[int]], str]:
    """Run code in a new interpreter, because the engine is selected at import."""
    environment = {**os.environ, "CORNERWISE_ENGINE": engine, "PYTHONPATH": str(HOME)}
    done = subprocess.run(  # noqa: S603 (our own code)
        [sys.executable, "-c", code, *arguments],
        env=environment,
        capture_output=True,
        text=True,
        check=False,
        timeout=120,
    )
    assert done.stdout, done.stderr
    *report, last = done.stdout.splitlines()
    name, results = json.loads(last)
    return name, results, "\n".join(report)


@pytest.mark.parametrize("engine", ["rust", "python"])
def test_docstrings(engine: str) -> None:
    name, results, report = run(RUN_DOCSTRINGS, engine)
    assert name == engine
    assert {module: failed for module, (_, failed) in results.items() if failed} == {}, report
    assert {"cornerwise.types", "cornerwise.selection", "cornerwise.pure.turn"} <= set(results)
    examples = sum(count for name, (count, _) in results.items() if ".api." in name)
    assert examples > 40


@pytest.mark.slow(keep=1)
@pytest.mark.parametrize("engine", ["rust", "python"])
@pytest.mark.parametrize(
    "page", ["README.md", "docs/python.md", "docs/notation.md", "docs/records.md"]
)
def test_sessions_of_a_page(engine: str, page: str) -> None:
    name, results, report = run(RUN_SESSION, engine, str(ROOT / page))
    ((attempted, failed),) = results.values()
    assert name == engine
    assert failed == 0, report
    assert attempted > 5
