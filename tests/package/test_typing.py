"""mypy finds misspelt options and names in code that uses the package."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parents[2]

# Each line that is wrong ends with the code of the error that mypy must report there.
SNIPPET = """\
import cornerwise
from cornerwise import Place, PlayCard, new_game

state = new_game(seats=2, game="shuffle", deck={"wild": 3}, seed=None)
new_game(seat=2)  # call-arg
new_game(game="ches")  # arg-type
new_game(seats=5)  # arg-type
new_game(first_color="purple")  # arg-type
new_game(deck={"joker": 1})  # dict-item
cornerwise.nwe_game()  # attr-defined
cornerwise.legal_actions(state, ["V6"])  # list-item
cornerwise.resolve_card(state, "wild_card")  # arg-type
cornerwise.legal_actions_json(state, format="compact")  # arg-type
PlayCard("joker")  # arg-type
Place("V5", 0, 0, 0, color="black")  # arg-type
Place("V6", 0, 0, 0)  # arg-type
view = cornerwise.view(state, 1)
names: list[str] = [placed["piece"] for placed in view["placements"]]
view["deck"]  # typeddict-item
picture: str = state.to_svg()
state.to_png()  # attr-defined
"""


def test_mypy_finds_each_mistake_and_nothing_else(tmp_path: Path) -> None:
    snippet = tmp_path / "snippet.py"
    snippet.write_text(SNIPPET, "utf-8")
    cache = f"--cache-dir={ROOT / '.mypy_cache' / 'snippet'}"
    options = ["--strict", "--config-file=", "--hide-error-context", cache]
    done = subprocess.run(  # noqa: S603 (a pinned tool, our own code)
        [sys.executable, "-m", "mypy", *options, str(snippet)],
        env={**os.environ, "MYPYPATH": str(ROOT / "python")},
        cwd=tmp_path,
        capture_output=True,
        text=True,
        check=False,
        timeout=300,
    )
    found = set(re.findall(r"(?m)^snippet\.py:(\d+): error: .*\[([a-z-]+)\]$", done.stdout))
    expected = {
        (str(number), line.rpartition("  # ")[2])
        for number, line in enumerate(SNIPPET.splitlines(), 1)
        if "  # " in line
    }
    assert found == expected, done.stdout + done.stderr
