"""The table at the end of docs/rules.md: which tests show which rule, so that a gap shows.

A test names its rules with ``@pytest.mark.rule("S23")``; ``@pytest.mark.ruling("S22")`` says it
shows what we decided. ``make rules`` writes the table, test_rule_table sees that it is right.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import NamedTuple

TESTS = Path(__file__).parent
PAGE = TESTS.parent / "docs" / "rules.md"
BEGIN, END = "<!-- rule table: written by `make rules` -->\n", "<!-- end of rule table -->\n"


class Mark(NamedTuple):
    """That a test shows a rule, or a ruling."""

    kind: str
    id: str
    file: str
    test: str


@cache
def marks() -> list[Mark]:
    """Return all marks of all tests, in the order of files and lines."""
    return [mark for path in sorted(TESTS.glob("**/test_*.py")) for mark in _marks_in(path)]


def _marks_in(path: Path) -> Iterator[Mark]:
    for node in ast.walk(ast.parse(path.read_text("utf-8"))):
        if isinstance(node, ast.FunctionDef) and node.name.startswith("test_"):
            for call in node.decorator_list:
                kind = re.fullmatch(r"pytest\.mark\.(rule|ruling)\((.*)\)", ast.unparse(call))
                for id_ in re.findall(r"'(.*?)'", kind[2]) if kind else ():
                    yield Mark(kind[1], id_, path.relative_to(TESTS).as_posix(), node.name)


def rules(page: str) -> dict[str, str]:
    """Return the text of each rule of the page by its id."""
    bullets = re.findall(r"^- \*\*(.*?)(?=^- \*\*|^#|^```)", page, re.MULTILINE | re.DOTALL)
    ids = [re.match(r"[GCPSU]\d+", text) for text in bullets]
    return {id_[0]: text for id_, text in zip(ids, bullets, strict=True) if id_}


def rule_ids(page: str) -> list[str]:
    """Return the ids of all rules of the page; those with parts, as C4a, by their parts."""
    return [
        part
        for id_, text in rules(page).items()
        for part in sorted(set(re.findall(rf"\(({id_}[a-z])\)", text))) or [id_]
    ]


def ruling_ids(page: str) -> list[str]:
    """Return the ids of the page's table of rulings, each once."""
    table = page.split("## Rulings\n")[1].split("\n#", maxsplit=1)[0]
    return list(dict.fromkeys(re.findall(r"^\| ([GCPSU]\d+) \|", table, re.MULTILINE)))


def table(page: str) -> str:
    """Return the lines of the table for the rules of the page."""
    found = marks()
    lines = ["| rule | tests |", "|---|---|"]
    for kind, ids, suffix in (
        ("rule", rule_ids(page), ""),
        ("ruling", ruling_ids(page), ", our ruling"),
    ):
        for id_ in ids:
            tests = [mark for mark in found if (mark.kind, mark.id) == (kind, id_)]
            lines.append(f"| {id_}{suffix} | {_told(tests)} |")
    return "\n".join(lines) + "\n"


def _told(tests: list[Mark]) -> str:
    """Name tests as the sentences they are, file by file."""
    by_file: dict[str, list[str]] = {}
    for mark in tests:
        sentence = re.sub(r"^test_([gcps]\d+[a-z]?_)?", "", mark.test).replace("_", " ")
        by_file.setdefault(mark.file, []).append(sentence)
    return "<br>".join(
        f"[{Path(file).stem}](../tests/{file}): {'; '.join(dict.fromkeys(names))}"
        for file, names in by_file.items()
    )


def filled(page: str) -> str:
    """Return the page with the table as it should be."""
    head, rest = page.split(BEGIN)
    return f"{head}{BEGIN}{table(page)}{END}{rest.split(END)[1]}"


if __name__ == "__main__":
    PAGE.write_text(filled(PAGE.read_text("utf-8")), "utf-8")
