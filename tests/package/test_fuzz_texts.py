"""A short, deterministic run of the fuzzer of text forms; ``make fuzz`` runs it for longer."""

from __future__ import annotations

import pytest

from tests.fuzz import loop, texts


@pytest.mark.slow
def test_short_run_finds_nothing() -> None:
    result = loop.fuzz(texts, 1, loop.times(3000))
    assert not result.finds, "\n".join(result.finds.values())
    kinds = {outcome[:2] for outcome in result.outcomes}
    expected = {
        ("position", "state"),
        ("position", "view"),
        ("position", "invalid_text"),
        ("move", "place"),
        ("move", "invalid_text"),
        ("record", "record"),
        ("record", "invalid_text"),
    }
    assert expected <= kinds
    assert any("wrong" in outcome for outcome in result.outcomes)


def test_sources_are_valid() -> None:
    for source in texts.sources():
        assert "invalid_text" not in texts.run(source)


def test_cases_are_reproducible() -> None:
    for seed in range(40):
        chain = (seed, seed * 7919)
        assert texts.make(chain) == texts.make(chain)
