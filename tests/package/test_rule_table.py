"""Every rule of docs/rules.md has a test, and the page says which."""

from __future__ import annotations

import pytest

from tests.rule_table import PAGE, filled, marks, rule_ids, rules, ruling_ids

TEXT = PAGE.read_text("utf-8")


def test_the_table_is_up_to_date() -> None:
    """If this fails, ``make rules`` writes it anew."""
    assert filled(TEXT) == TEXT


def test_the_page_has_the_rules_we_play_by() -> None:
    expected = [f"G{n}" for n in range(1, 5)]
    expected += ["C1", "C2", "C3", "C4a", "C4b", "C4c", "C5", "C6", "C7", "C8"]
    expected += [f"P{n}" for n in range(1, 8)]
    expected += [f"S{n}" for n in (*range(1, 12), *range(20, 29), *range(30, 33))]
    expected += [f"U{n}" for n in range(1, 8)]
    assert rule_ids(TEXT) == expected


@pytest.mark.parametrize("id_", rule_ids(TEXT))
def test_every_rule_has_a_test(id_: str) -> None:
    assert any((mark.kind, mark.id) == ("rule", id_) for mark in marks())


@pytest.mark.parametrize("id_", ruling_ids(TEXT))
def test_every_ruling_has_a_test(id_: str) -> None:
    assert any((mark.kind, mark.id) == ("ruling", id_) for mark in marks())


def test_tests_name_no_rules_that_do_not_exist() -> None:
    rules, rulings = set(rule_ids(TEXT)), set(ruling_ids(TEXT))
    wrong = [mark for mark in marks() if mark.id not in (rules if mark.kind == "rule" else rulings)]
    assert wrong == []


def test_a_rule_that_is_marked_as_a_ruling_is_listed_as_one() -> None:
    """C2 and G3 are rulings about refusals, which the rules themselves do not speak of."""
    marked = {id_ for id_, text in rules(TEXT).items() if "**ruling**" in text}
    listed = set(ruling_ids(TEXT))
    assert marked <= listed
    assert listed - marked == {"C2", "G3"}
