"""Shuffling (S30-S32): the same seed always gives the same decks, as docs/shuffle.md describes.

The vectors are those of the rules and of the page; its code is run and compared with both engines.
"""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import cornerwise
import pytest
from cornerwise.engine import Engine
from cornerwise.errors import InvalidStateError
from cornerwise.types import CARDS

from tests.helpers.games import seeded_rng
from tests.helpers.problems import problem_fields
from tests.helpers.shuffle_states import STANDARD_COPIES, deck_names

PAGE = Path(__file__).parents[2] / "docs" / "shuffle.md"
LARGEST = 2**53 - 1


def piles(engine: Engine[Any], seed: int, **rules: Any) -> dict[str, list[str]]:
    """Return the piles of a new game."""
    state = engine.new_game({"game": "shuffle", **rules}, seed)
    return {name: list(deck.draw) for name, deck in state.decks.items()}


@pytest.fixture(scope="module")
def page() -> dict[str, Any]:
    """Return what the code of docs/shuffle.md defines."""
    blocks = re.findall(r"```python\n(.*?)```", PAGE.read_text("utf-8"), re.DOTALL)
    (code,) = (block for block in blocks if "def " in block)
    names: dict[str, Any] = {}
    exec(code, names)  # noqa: S102 (our own page)
    return names


# ---- S30: the seed ----------------------------------------------------------------------------


@pytest.mark.rule("S30")
@pytest.mark.parametrize("seed", [0, 1, LARGEST])
def test_s30_seeds_are_integers_up_to_2_to_the_53(engine: Engine[Any], seed: int) -> None:
    assert piles(engine, seed) == piles(engine, seed)


@pytest.mark.rule("S30")
@pytest.mark.parametrize("seed", [-1, LARGEST + 1, 2**64])
def test_s30_no_other_number_is_a_seed(engine: Engine[Any], seed: int) -> None:
    with pytest.raises(InvalidStateError) as caught:
        engine.new_game({"game": "shuffle"}, seed)
    assert problem_fields(caught.value.problems) == [("out_of_range", "/seed", None, ())]


@pytest.mark.rule("S30")
def test_s30_seeds_make_different_decks(engine: Engine[Any]) -> None:
    games = {str(piles(engine, seed)) for seed in (0, 1, 2, 3, 2**32, LARGEST - 1, LARGEST)}
    assert len(games) == 7


@pytest.mark.rule("S30")
def test_s30_without_a_seed_every_game_is_shuffled_differently(engine: Engine[Any]) -> None:
    """The cards are those of any game; only their order is random."""
    games = [engine.new_game({"game": "shuffle"}, None) for _ in range(5)]
    assert len(set(games)) == 5
    seeded = engine.new_game({"game": "shuffle"}, 7)
    for game in games:
        for name, deck in game.decks.items():
            assert sorted(deck.draw) == sorted(seeded.decks[name].draw)


@pytest.mark.rule("S30")
def test_s30_unseeded_decks_are_shuffled_evenly(engine: Engine[Any]) -> None:
    """Each of two cards is on top in about half of 400 decks: 6 standard deviations allowed."""
    deck = {"skip": 1, "wild": 1}
    games = [engine.new_game({"game": "shuffle", "deck": deck}, None) for _ in range(100)]
    tops = [one.draw[0] for game in games for one in game.decks.values()]
    assert 140 < tops.count("skip") < 260


@pytest.mark.rule("S30")
def test_s30_seeds_for_puzzles_come_from_the_operating_system() -> None:
    seeds = {cornerwise.new_seed() for _ in range(20)}
    assert len(seeds) == 20
    assert all(0 <= seed <= LARGEST for seed in seeds)


@pytest.mark.rule("S30")
def test_s30_a_state_does_not_contain_its_seed(engine: Engine[Any]) -> None:
    """The decks are dealt and written out: nothing else of two games differs."""
    seed = 123_456_789_012_345
    state = engine.new_game({"game": "shuffle", "seats": 2}, seed)
    assert str(seed) not in state.to_json().decode()
    assert "seed" not in state.to_json().decode().replace("seat", "")
    other = engine.new_game({"game": "shuffle", "seats": 2}, 1).to_dict()
    assert {**state.to_dict(), "decks": None} == {**other, "decks": None}


@pytest.mark.rule("S30")
def test_s30_classic_accepts_a_seed_and_ignores_it(engine: Engine[Any]) -> None:
    assert engine.new_game({}, 1) == engine.new_game({}, 2)


# ---- S31, S32: vectors ------------------------------------------------------------------------


@pytest.mark.rule("S31")
def test_s31_the_first_numbers_of_seed_0(page: dict[str, Any]) -> None:
    numbers = page["numbers"](0)
    assert [next(numbers) for _ in range(3)] == [
        0xE220A8397B1DCDAF,
        0x6E789E6AA1B965F4,
        0x06C45D188009454F,
    ]


@pytest.mark.rule("S31")
def test_s31_numbers_below_n_are_unbiased(page: dict[str, Any]) -> None:
    """With n = 2^63 + 1 nearly half of all numbers are thrown away; with a power of 2 none is."""
    n = 2**63 + 1
    drawn = page["numbers"](5)
    wanted = next(x for x in drawn if x < n)
    assert page["below"](n, page["numbers"](5)) == wanted
    assert page["below"](2**63, page["numbers"](5)) == next(page["numbers"](5)) % 2**63


VECTORS: list[tuple[int, dict[str, Any], str, str]] = [
    (7, {}, "blue", "draw_two double_play reverse recycle edge_to_edge"),
    (7, {}, "green", "warp draw_two wild double_play recycle"),
    (7, {"seats": 2}, "seat2", "wild recycle skip wild warp"),
]
"""The checks of S32: seed, options, deck, and the cards its pile begins with."""


@pytest.mark.rule("S32")
@pytest.mark.parametrize(("seed", "rules", "name", "top"), VECTORS, ids=str)
def test_s32_the_vectors_of_the_rules(
    engine: Engine[Any], seed: int, rules: dict[str, Any], name: str, top: str
) -> None:
    assert piles(engine, seed, **rules)[name][:5] == top.split()


def vectors_of_the_page() -> list[tuple[int, dict[str, Any], dict[str, list[str]]]]:
    """Return the tables of docs/shuffle.md: seed, options, and whole piles by deck."""
    found = []
    for section in PAGE.read_text("utf-8").split("### ")[1:]:
        (numbers,) = re.findall(r"^Seed (\d+), (\d) seats", section)
        seed, seats = map(int, numbers)
        rules: dict[str, Any] = {"seats": seats}
        if deck := re.search(r"deck `(.*?)`", section):
            pairs = (pair.split() for pair in deck[1].split(", "))
            rules["deck"] = {card: int(count) for card, count in pairs}
        rows = re.findall(r"^\| (\w+) \| (.*) \|$", section, re.MULTILINE)[1:]
        found.append((seed, rules, {name: cards.split() for name, cards in rows}))
    return found


@pytest.mark.rule("S32")
@pytest.mark.parametrize(("seed", "rules", "expected"), vectors_of_the_page(), ids=str)
def test_s32_the_vectors_of_the_page(
    engine: Engine[Any], seed: int, rules: dict[str, Any], expected: dict[str, list[str]]
) -> None:
    assert list(expected) == list(deck_names(rules["seats"]))
    assert piles(engine, seed, **rules) == expected


def test_the_page_has_vectors_for_every_number_of_seats_and_for_a_custom_deck() -> None:
    vectors = vectors_of_the_page()
    assert {rules["seats"] for _, rules, _ in vectors} == {2, 3, 4}
    assert any("deck" in rules for _, rules, _ in vectors)
    assert LARGEST in [seed for seed, _, _ in vectors]


@pytest.mark.rule("S31", "S32")
def test_s32_the_code_in_the_docs_deals_as_the_engines(
    engine: Engine[Any], page: dict[str, Any]
) -> None:
    rng = seeded_rng(32)
    decks = [STANDARD_COPIES, {"wild": 1}, {"skip": 60}, {"warp": 5, "skip": 3, "reverse": 4}]
    for seed in (0, 1, 7, LARGEST, *(rng.randrange(2**53) for _ in range(40))):
        for seats in (2, 3, 4):
            deck = decks[seed % 4]
            counts = {card: deck.get(card, 0) for card in CARDS}
            assert page["piles"](seed, seats, counts) == piles(engine, seed, seats=seats, deck=deck)


@pytest.mark.rule("S32")
def test_s32_the_first_color_does_not_change_the_decks(engine: Engine[Any]) -> None:
    """Decks are shuffled in the order blue, yellow, red, green, whatever the first colour."""
    assert piles(engine, 7, first_color="red") == piles(engine, 7)
    assert piles(engine, 7, seats=3, shared_color="blue") == piles(engine, 7)
