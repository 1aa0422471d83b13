"""Solo puzzles: solve them, remove pieces, and complete the rest."""

from __future__ import annotations

from collections.abc import Generator, Iterator

from ..invariants.games import Data, check_rendering
from ..invariants.problems import check_problem
from ..invariants.puzzles import check_layout, check_solution
from ..responses import Response, read_json
from .scenario import Scenario

__all__ = ["Solver"]

SECONDS = 0.5
"""The time limit of a search; short, because a search occupies a core."""

ATTEMPTS = 20
"""How often a search is repeated while the service is busy."""


class Solver(Scenario):
    """Solves all puzzles; repeats a search after the time in Retry-After."""

    name = "solver"
    weight = 1

    def run(self) -> Iterator[float]:
        """Solve every puzzle in random order, and complete a part of each solution."""
        puzzles: list[Data] = self.get(
            "/v1/puzzles", lambda response: read_json(response)["puzzles"]
        )
        self.rng.shuffle(puzzles)
        for puzzle in puzzles:
            yield 0
            solution = yield from self.solve(puzzle, [])
            if solution is None:
                continue
            yield 0
            self.inspect(puzzle, solution)
            yield 0
            part = self.rng.sample(solution, self.rng.randint(1, len(solution) - 1))
            self.check(puzzle, part, valid=True, complete=False)
            completed = yield from self.solve(puzzle, part)
            if completed is not None:
                self.check(puzzle, completed, valid=True, complete=True)
            self.solve_invalid(puzzle, part)

    def solve(self, puzzle: Data, given: list[Data]) -> Generator[float, None, list[Data] | None]:
        """Return a solution with the given pieces, or None if none was found in time."""
        seed, path = self.new_seed(), f"/v1/puzzles/{puzzle['id']}/solutions"
        body = {"layout": {"placements": given}, "seed": seed, "seconds": SECONDS}
        name = "/v1/puzzles/{puzzle}/solutions"

        def check(response: Response) -> list[Data] | float | None:
            return check_solution(response, puzzle, given, seed)

        for _ in range(ATTEMPTS):
            found = self.post(path, body, check, name, {503: f"{name} (busy)"})
            if not isinstance(found, float):
                return found
            yield found
        return None

    def check(self, puzzle: Data, placements: list[Data], *, valid: bool, complete: bool) -> None:
        """Check a layout."""
        self.post(
            f"/v1/puzzles/{puzzle['id']}/checks",
            {"layout": {"placements": placements}},
            lambda response: check_layout(
                read_json(response), puzzle, valid=valid, complete=complete
            ),
            "/v1/puzzles/{puzzle}/checks",
        )

    def inspect(self, puzzle: Data, solution: list[Data]) -> None:
        """Check and render a solution."""
        self.check(puzzle, solution, valid=True, complete=True)
        move_format = self.rng.choice(["svg", "text"])
        self.post(
            f"/v1/puzzles/{puzzle['id']}/renderings/{move_format}",
            {"layout": {"placements": solution}},
            lambda response: check_rendering(
                response, solution, move_format, puzzle["board"]["rows"], puzzle["board"]["cols"]
            ),
            f"/v1/puzzles/{{puzzle}}/renderings/{move_format}",
        )

    def solve_invalid(self, puzzle: Data, part: list[Data]) -> None:
        """Request a solution for a layout with a piece placed twice."""
        self.post(
            f"/v1/puzzles/{puzzle['id']}/solutions",
            {"layout": {"placements": [*part, part[0]]}},
            lambda response: check_problem(response, "invalid_layout", "piece_twice"),
            "/v1/puzzles/{puzzle}/solutions (refused)",
        )
