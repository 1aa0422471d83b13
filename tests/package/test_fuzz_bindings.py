"""A short, deterministic run of the engine API fuzzer; ``make fuzz`` runs it for longer."""

from __future__ import annotations

from typing import Any

import pytest
from cornerwise.engine import Engine
from cornerwise.errors import IllegalActionError, InvalidActionError, InvalidStateError

from tests.fuzz import bindings, loop
from tests.fuzz.hostile_objects import (
    ClearsOnDelete,
    InconsistentStr,
    IndexableObject,
    clearing_on_delete,
    endless,
)


@pytest.mark.slow
def test_short_run_finds_nothing() -> None:
    result = loop.fuzz(bindings, 1, loop.times(1000))
    assert not result.finds, "\n".join(result.finds.values())
    seen = {outcome[:2] for outcome in result.outcomes}
    assert len(result.outcomes) > 200, "most cases had the same outcome"
    for name in ("load_state", "new_game", "check", "apply", "check_layout", "legal_actions"):
        assert (name, "result") in seen, f"no call of {name} succeeded"
        assert any(first == name and rest != ["result"] for first, *rest in seen), name


def test_cases_are_reproducible() -> None:
    for seed in range(40):
        chain = (seed, seed * 7919)
        assert loop.describe(bindings.make(chain)) == loop.describe(bindings.make(chain))
        assert bindings.run(bindings.make(chain)) == bindings.run(bindings.make(chain))


class Failing:
    """A target that fails for some cases."""

    NAME = "failing"

    def make(self, chain: loop.Chain) -> list[int]:
        return [*chain]

    def run(self, case: list[int]) -> tuple[int]:
        if case[-1] % 10 == 0:
            raise BaseException("like a panic")  # noqa: TRY002 (a panic is no Exception)
        return (case[-1] % 10,)


def test_failure_is_recorded_with_its_case() -> None:
    result = loop.fuzz(Failing(), 3, loop.times(500))
    assert len(result.finds) == loop.MAX_FINDS
    for chain, text in result.finds.items():
        assert chain[-1] % 10 == 0
        assert loop.parse_chain(loop.format_chain(chain)) == chain
        assert text.startswith(f"failing {loop.format_chain(chain)}\n")
        assert "like a panic" in text


# ---- Regressions ------------------------------------------------------------------------------


def test_both_engines_reject_a_format_with_the_same_message(engine: Engine[Any]) -> None:
    state = engine.new_game({}, 0)
    with pytest.raises(ValueError, match="format must be") as caught:
        engine.legal_actions_json(state, "verbose")  # type: ignore[arg-type]
    assert str(caught.value) == "format must be one of: objects, cells, groups"


def test_actions_that_clear_each_other_when_dropped_are_harmless(
    engine: Engine[Any],
) -> None:
    state = engine.new_game({}, 0)
    actions = [{"type": "place", "piece": "I1", "cells": [[0, 0]]} for _ in range(3)]
    with pytest.raises(IllegalActionError) as caught:
        engine.apply(state, clearing_on_delete(actions))
    assert caught.value.index == 1
    assert actions == [{}, {}, {}]
    assert state == engine.new_game({}, 0)
    single = ClearsOnDelete(type="place", piece="I1", cells=[[0, 0]])
    single.targets = (single,)
    after, _ = engine.apply(state, iter([single]))
    assert len(after.placements) == 1


def test_endless_iterables_are_read_up_to_the_limit(engine: Engine[Any]) -> None:
    state = engine.new_game({}, 0)
    with pytest.raises(InvalidActionError, match="1000"):
        engine.apply(state, endless({"type": "pass"}))
    with pytest.raises(InvalidActionError, match="21"):
        engine.legal_actions(state, endless("I1"))


def test_objects_with_index_are_not_integers(engine: Engine[Any]) -> None:
    with pytest.raises(InvalidStateError) as caught:
        engine.new_game({"seats": IndexableObject(), "first_color": InconsistentStr("red")}, 0)
    assert [problem.pointer for problem in caught.value.problems] == ["/seats"]
