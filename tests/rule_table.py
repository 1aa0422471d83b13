"""Write docs/rule-tests.md: which tests cover which rule of docs/rules.md.

A test names its rules with ``@pytest.mark.rule("S23")``; ``@pytest.mark.ruling("S22")`` says
that it covers one of our decisions. ``make rules`` writes the page, test_rule_table checks it.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import NamedTuple

TESTS = Path(__file__).parent
DOCS = TESTS.parent / "docs"
RULES = DOCS / "rules.md"
PAGE = DOCS / "rule-tests.md"
INTRODUCTION = """\
# Rules and their tests

Which tests cover which of the [rules](rules.md), and which cover our [rulings](rules.md#rulings).
Tests of rules run on both engines. `make rules` writes this page from the marks on the tests.
"""


class Mark(NamedTuple):
    """A test's claim to cover a rule or a ruling."""

    kind: str
    id: str
    file: str
    test: str


@cache
def marks() -> list[Mark]:
    """Return all marks of all tests, ordered by file and line."""
    return [mark for path in sorted(TESTS.glob("**/test_*.py")) for mark in _marks_in(path)]


def _marks_in(path: Path) -> Iterator[Mark]:
    for node in ast.walk(ast.parse(path.read_text("utf-8"))):
        if isinstance(node, ast.FunctionDef) and node.name.startswith("test_"):
            for call in node.decorator_list:
                mark = re.fullmatch(r"pytest\.mark\.(rule|ruling)\((.*)\)", ast.unparse(call))
                if mark:
                    file = path.relative_to(TESTS).as_posix()
                    for id_ in re.findall(r"'(.*?)'", mark[2]):
                        yield Mark(mark[1], id_, file, node.name)


def rules(text: str) -> dict[str, str]:
    """Return the text of each rule in docs/rules.md by its id."""
    bullets = re.findall(r"^- \*\*(.*?)(?=^- \*\*|^#|^```)", text, re.MULTILINE | re.DOTALL)
    ids = [re.match(r"[GCPSU]\d+", bullet) for bullet in bullets]
    return {id_[0]: bullet for id_, bullet in zip(ids, bullets, strict=True) if id_}


def rule_ids(text: str) -> list[str]:
    """Return the ids of all rules in docs/rules.md; C4 as its parts C4a, C4b and C4c."""
    return [
        part
        for id_, rule in rules(text).items()
        for part in sorted(set(re.findall(rf"\(({id_}[a-z])\)", rule))) or [id_]
    ]


def ruling_ids(text: str) -> list[str]:
    """Return the ids in the table of rulings, each once."""
    table = text.split("## Rulings\n")[1].split("\n#", maxsplit=1)[0]
    return list(dict.fromkeys(re.findall(r"^\| ([GCPSU]\d+) \|", table, re.MULTILINE)))


def page(text: str) -> str:
    """Return the page for the rules and rulings of docs/rules.md."""
    lines = [INTRODUCTION]
    for kind, title, ids in (
        ("rule", "## Rules", rule_ids(text)),
        ("ruling", "## Rulings", ruling_ids(text)),
    ):
        lines += [f"{title}\n"]
        for id_ in ids:
            tests = [mark for mark in marks() if (mark.kind, mark.id) == (kind, id_)]
            lines += [f"### {id_}{' (ruling)' if kind == 'ruling' else ''}\n", _listed(tests)]
    return "\n".join(lines)


def _listed(tests: list[Mark]) -> str:
    """Return a list of files, each with its tests, their names written as sentences."""
    by_file: dict[str, list[str]] = {}
    for mark in tests:
        sentence = re.sub(r"^test_([gcpsu]\d+[a-z]?_)?", "", mark.test).replace("_", " ")
        by_file.setdefault(mark.file, []).append(sentence)
    return "".join(
        f"- [{file}](../tests/{file})\n"
        + "".join(f"  - {name}\n" for name in dict.fromkeys(sentences))
        for file, sentences in by_file.items()
    )


if __name__ == "__main__":
    PAGE.write_text(page(RULES.read_text("utf-8")), "utf-8")
