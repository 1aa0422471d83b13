"""Files, links, make targets and tests named in the documentation exist."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
PAGES = sorted(
    [
        *ROOT.glob("*.md"),
        *ROOT.glob("docs/*.md"),
        *ROOT.glob(".github/*.md"),
        ROOT / "deploy/README.md",
        ROOT / "loadtests/README.md",
    ]
)
FOLDERS = "|".join(
    path.name for path in ROOT.iterdir() if path.is_dir() and not path.name.startswith(".")
)
EXAMPLES = re.compile(r".*(mobility|test_shuffle_anchor)\.py")
"""Files that a walk-through in docs/architecture.md would add."""
GENERATED = re.compile(r"target/|loadtests/reports|tools/node_modules|core_rs/fuzz/finds")
"""Paths that appear when a command is run."""

each_page = pytest.mark.parametrize(
    "page", PAGES, ids=[str(page.relative_to(ROOT)) for page in PAGES]
)


def named_paths(text: str) -> set[str]:
    """Return what looks like a path in this repository: in backticks, from a top-level folder."""
    spans = re.findall(r"`([^`\n]+)`", text)
    words = [word for span in spans for word in span.split()]
    found = {match[0] for word in words if (match := re.match(rf"(?:{FOLDERS})/[\w./-]*", word))}
    files = {word for word in words if re.fullmatch(r"[\w-]+\.(md|toml|yaml|conf\.py)", word)}
    named = {path.rstrip(".") for path in found | files}
    return {path for path in named if not (GENERATED.match(path) or EXAMPLES.fullmatch(path))}


def anchors(page: Path) -> set[str]:
    """Return the anchors that GitHub makes of the headings of a page."""
    titles = re.findall(r"^#+ (.+)$", page.read_text("utf-8"), re.MULTILINE)
    return {re.sub(r"[^\w\- ]", "", title.lower()).replace(" ", "-") for title in titles}


@each_page
def test_named_paths_exist(page: Path) -> None:
    paths = named_paths(page.read_text("utf-8"))
    bases = (ROOT, page.parent)
    assert [
        path for path in sorted(paths) if not any((base / path).exists() for base in bases)
    ] == []


@each_page
def test_links_lead_to_files_and_headings(page: Path) -> None:
    for link in re.findall(r"\]\(([^)\s]+)\)", page.read_text("utf-8")):
        if "://" in link:
            continue
        file, _, anchor = link.partition("#")
        target = (page.parent / file) if file else page
        assert target.exists(), link
        if anchor:
            assert anchor in anchors(target), link


def test_named_make_targets_exist() -> None:
    makefile = (ROOT / "Makefile").read_text("utf-8")
    targets = set(re.findall(r"^([a-z-]+):.*##", makefile, re.MULTILINE))
    workflows = (ROOT / ".github/workflows").glob("*.yml")
    text = "\n".join(page.read_text("utf-8") for page in PAGES)
    text += "\n".join(path.read_text("utf-8") for path in workflows)
    spans = re.findall(r"`(?:[A-Z_]+=\S+ )?make\s+([a-z -]+)", text)
    lines = re.findall(r"^(?:- run: |\s+)?make ([a-z-]+)", text, re.MULTILINE)
    named = {name for span in spans for name in span.split()} | set(lines)
    named |= set(re.findall(r"os: [\w.-]+, target: ([a-z-]+) }", text))
    assert {"check", "test", "test-system", "rules"} <= named
    assert named <= targets


def test_tests_named_in_the_documentation_exist() -> None:
    tests = "\n".join(path.read_text("utf-8") for path in ROOT.glob("tests/**/test_*.py"))
    named = {
        name for page in PAGES for name in re.findall(r"`(test_\w+)`", page.read_text("utf-8"))
    }
    assert named
    assert [name for name in named if f"def {name}(" not in tests] == []
