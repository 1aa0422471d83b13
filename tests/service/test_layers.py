"""Operations are independent of HTTP: nothing below them imports a web framework or a server."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

import service

ROOT = Path(service.__file__).parent
FORBIDDEN = {"flask", "werkzeug", "gunicorn", "prometheus_client"}


def module_file(name: str) -> Path | None:
    """Return the file of a module of the service."""
    path = ROOT.parent / name.replace(".", "/")
    candidates = (path / "__init__.py", path.with_suffix(".py"))
    return next((file for file in candidates if file.exists()), None)


def imported_by(file: Path) -> Iterator[str]:
    """Yield the absolute names of what a module imports, inside functions too."""
    package = [ROOT.name, *file.relative_to(ROOT).parts[:-1]]
    for node in ast.walk(ast.parse(file.read_text("utf-8"))):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            base = package[: len(package) - node.level + 1] if node.level else []
            source = ".".join([*base, *([node.module] if node.module else [])])
            yield source
            yield from (f"{source}.{alias.name}" for alias in node.names)


def reachable_imports(start: list[Path]) -> dict[str, Path]:
    """Return everything that modules import, also through other modules of the service."""
    found: dict[str, Path] = {}
    waiting = start.copy()
    seen = set(waiting)
    while waiting:
        file = waiting.pop()
        for name in imported_by(file):
            found.setdefault(name, file)
            inner = module_file(name) if name.startswith("service.") else None
            if inner is not None and inner not in seen:
                seen.add(inner)
                waiting.append(inner)
    return found


def test_operations_import_nothing_of_http() -> None:
    imports = reachable_imports(list((ROOT / "operations").rglob("*.py")))
    assert "service.schemas.fields" in imports  # the walk does reach other folders
    for name, file in imports.items():
        assert name.partition(".")[0] not in FORBIDDEN, f"{file} imports {name}"
        assert not name.startswith(("service.http", "service.server")), f"{file} imports {name}"


def test_the_walk_finds_forbidden_imports() -> None:
    imports = reachable_imports([ROOT / "app.py"])
    found = {name.partition(".")[0] for name in imports}
    assert found >= FORBIDDEN


def test_schemas_and_catalogue_import_no_operations() -> None:
    for folder in ("schemas", "catalogue"):
        imports = reachable_imports(list((ROOT / folder).rglob("*.py")))
        assert not [name for name in imports if name.startswith("service.operations")]
