"""A solver of the solo puzzles: solves, takes pieces away, and has the rest completed."""

from __future__ import annotations

from collections.abc import Generator, Iterator

from ..answers import Answer, read_json
from ..thumbs.games import Data, check_picture
from ..thumbs.problems import check_problem
from ..thumbs.puzzles import check_layout, check_solution
from .story import Story

__all__ = ["Solver"]

SECONDS = 0.5
"""What a search may take: short, as searches hold a core and are not what is tested here."""

ATTEMPTS = 20
"""How often a search is sent again that found the service busy."""


class Solver(Story):
    """Solves one puzzle after another; comes back later when it is told to."""

    name = "solver"
    weight = 1

    def tell(self) -> Iterator[float]:
        """Solve every puzzle in some order, and complete a part of each solution."""
        puzzles: list[Data] = self.get("/v1/puzzles", lambda answer: read_json(answer)["puzzles"])
        self.rng.shuffle(puzzles)
        for puzzle in puzzles:
            yield 0
            solution = yield from self.solve(puzzle, [])
            if solution is None:
                continue
            yield 0
            self.look_at(puzzle, solution)
            yield 0
            part = self.rng.sample(solution, self.rng.randint(1, len(solution) - 1))
            self.check(puzzle, part, right=True, complete=False)
            completed = yield from self.solve(puzzle, part)
            if completed is not None:
                self.check(puzzle, completed, right=True, complete=True)
            self.spoil(puzzle, part)

    def solve(self, puzzle: Data, given: list[Data]) -> Generator[float, None, list[Data] | None]:
        """Return a solution with the given pieces, or None if none was found in the time."""
        seed, path = self.new_seed(), f"/v1/puzzles/{puzzle['id']}/solutions"
        body = {"layout": {"placements": given}, "seed": seed, "seconds": SECONDS}
        name = "/v1/puzzles/{puzzle}/solutions"

        def check(answer: Answer) -> list[Data] | float | None:
            return check_solution(answer, puzzle, given, seed)

        for _ in range(ATTEMPTS):
            found = self.post(path, body, check, name, {503: f"{name} (busy)"})
            if not isinstance(found, float):
                return found
            yield found
        return None

    def check(self, puzzle: Data, placements: list[Data], *, right: bool, complete: bool) -> None:
        """Have a layout checked."""
        self.post(
            f"/v1/puzzles/{puzzle['id']}/checks",
            {"layout": {"placements": placements}},
            lambda answer: check_layout(read_json(answer), puzzle, right=right, complete=complete),
            "/v1/puzzles/{puzzle}/checks",
        )

    def look_at(self, puzzle: Data, solution: list[Data]) -> None:
        """Have a solution checked and drawn."""
        self.check(puzzle, solution, right=True, complete=True)
        form = self.rng.choice(["svg", "text"])
        self.post(
            f"/v1/puzzles/{puzzle['id']}/renderings",
            {"layout": {"placements": solution}, "format": form},
            lambda answer: check_picture(answer, solution, form, puzzle["rows"], puzzle["cols"]),
            "/v1/puzzles/{puzzle}/renderings",
        )

    def spoil(self, puzzle: Data, part: list[Data]) -> None:
        """Have a piece there twice, and ask for a solution all the same."""
        self.post(
            f"/v1/puzzles/{puzzle['id']}/solutions",
            {"layout": {"placements": [*part, part[0]]}},
            lambda answer: check_problem(answer, "invalid_layout", "piece_twice"),
            "/v1/puzzles/{puzzle}/solutions (refused)",
        )
