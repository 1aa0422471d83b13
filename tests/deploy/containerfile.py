"""Parse the subset of Dockerfile and dockerignore syntax that deploy/ uses."""

from __future__ import annotations

import json
import re
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path

CHECKOUT = Path(__file__).parents[2]
DEPLOY = CHECKOUT / "deploy"


@dataclass(frozen=True)
class Instruction:
    """One instruction: ``COPY --from=a b c`` has the flag ``from`` and the words b and c."""

    name: str
    flags: dict[str, list[str]]
    text: str

    @property
    def words(self) -> list[str]:
        """The words after the flags."""
        return self.text.split()

    @property
    def command(self) -> list[str]:
        """The command of an instruction in exec form; raise an error for shell form."""
        command = json.loads(self.text.removeprefix("CMD "))
        assert isinstance(command, list)
        return command


@dataclass
class Stage:
    """A stage of the build: its base image and its instructions."""

    name: str
    base: str
    instructions: list[Instruction] = field(default_factory=list)

    def all(self, name: str) -> list[Instruction]:
        """Return the instructions of a name, in order."""
        return [one for one in self.instructions if one.name == name]

    def one(self, name: str) -> Instruction:
        """Return the only instruction of a name."""
        (found,) = self.all(name)
        return found

    def copies(self) -> list[Instruction]:
        """Return the instructions that copy from the checkout."""
        return [one for one in self.all("COPY") if "from" not in one.flags]

    def environment(self) -> dict[str, str]:
        """Return the variables that are set."""
        pairs = (pair for one in self.all("ENV") for pair in one.words)
        return dict(pair.split("=", 1) for pair in pairs)


@cache
def stages() -> list[Stage]:
    """Return the stages of deploy/Dockerfile; with arguments in base images substituted."""
    arguments: dict[str, str] = {}
    found: list[Stage] = []
    for instruction in _instructions((DEPLOY / "Dockerfile").read_text("utf-8")):
        if instruction.name == "FROM":
            base = re.sub(r"\$\{(\w+)\}", lambda one: arguments[one[1]], instruction.words[0])
            name = instruction.words[2] if len(instruction.words) == 3 else ""
            found.append(Stage(name, base))
        elif not found:
            assert instruction.name == "ARG"
            name, _, default = instruction.text.partition("=")
            arguments[name] = default
        else:
            found[-1].instructions.append(instruction)
    return found


def stage(name: str) -> Stage:
    """Return the stage of a name; the last stage, the image itself, has no name."""
    (found,) = (one for one in stages() if one.name == name)
    return found


def _instructions(text: str) -> list[Instruction]:
    lines = [line for line in text.splitlines() if line.strip() and not line.startswith("#")]
    found = []
    for line in "\n".join(lines).replace("\\\n", " ").splitlines():
        name, _, rest = line.strip().partition(" ")
        flags: dict[str, list[str]] = {}
        rest = rest.strip()
        while flag := re.match(r"--([a-z-]+)=(\S+)\s+", rest):
            flags.setdefault(flag[1], []).append(flag[2])
            rest = rest[flag.end() :]
        found.append(Instruction(name, flags, rest))
    return found


@cache
def context() -> list[Path]:
    """Return the files of the checkout that Dockerfile.dockerignore admits to a build."""
    lines = (DEPLOY / "Dockerfile.dockerignore").read_text("utf-8").splitlines()
    patterns = [line for line in lines if line and not line.startswith("#")]
    # Only walk through admitted folders, not through target and .venv.
    tops = {pattern[1:].split("/")[0] for pattern in patterns if pattern.startswith("!")}
    files = [
        file.relative_to(CHECKOUT)
        for top in sorted(tops)
        for file in [CHECKOUT / top, *(CHECKOUT / top).rglob("*")]
        if file.is_file()
    ]
    return [file for file in files if not _is_ignored(file, patterns)]


def _is_ignored(file: Path, patterns: list[str]) -> bool:
    """Return whether a file is ignored: the last pattern that matches it or a parent decides."""
    ignored = False
    for pattern in patterns:
        expression = _expression(pattern.removeprefix("!"))
        if any(expression.fullmatch(str(one)) for one in [file, *file.parents][:-1]):
            ignored = not pattern.startswith("!")
    return ignored


@cache
def _expression(pattern: str) -> re.Pattern[str]:
    """Return a pattern with Docker's semantics: from the root, ``*`` within one path component."""
    parts = {"**/": "(?:.*/)?", "*": "[^/]*"}
    pieces = re.split(r"(\*\*/|\*)", pattern)
    return re.compile("".join(parts.get(piece, re.escape(piece)) for piece in pieces))
