"""Every rule of docs/rules.md has a test, and docs/rule-tests.md lists them."""

from __future__ import annotations

import pytest

from tests.rule_table import PAGE, RULES, marks, page, rule_ids, rules, ruling_ids

TEXT = RULES.read_text("utf-8")


@pytest.mark.slow
def test_page_of_rules_and_tests_is_up_to_date() -> None:
    """If this fails, run ``make rules``."""
    assert PAGE.read_text("utf-8") == page(TEXT)


def test_page_has_every_rule() -> None:
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


def test_marks_name_only_existing_rules_and_rulings() -> None:
    known = {"rule": set(rule_ids(TEXT)), "ruling": set(ruling_ids(TEXT))}
    assert [mark for mark in marks() if mark.id not in known[mark.kind]] == []


def test_every_rule_marked_as_a_ruling_is_in_the_table_of_rulings() -> None:
    """C2 and G3 are rulings on refusals, which the text of those rules does not mention."""
    marked = {id_ for id_, text in rules(TEXT).items() if "**ruling**" in text}
    listed = set(ruling_ids(TEXT))
    assert marked <= listed
    assert listed - marked == {"C2", "G3"}
