"""Position text: every state has one, both engines agree on it, and damage is refused."""

from __future__ import annotations

import contextlib
import json
import re
from functools import cache
from itertools import combinations
from pathlib import Path
from typing import Any
from zlib import crc32

import pytest
from cornerwise import action_from_text
from cornerwise.engine import Engine, State
from cornerwise.errors import InvalidStateError
from cornerwise.pure.position_text import (
    position_kind,
    state_data,
    state_text,
    view_data,
    view_text,
)
from cornerwise.selection import load_engine
from cornerwise.types import COLORS, MAX_POSITION_LENGTH
from hypothesis import given
from hypothesis import strategies as st

from tests.helpers.examples import thinned
from tests.helpers.games import random_game, seeded_rng
from tests.helpers.shuffle_states import random_shuffle_game
from tests.helpers.shuffle_strategies import sound_states

PAGE = (Path(__file__).parents[2] / "docs" / "notation.md").read_text("utf-8")
VECTORS = re.findall(r"^\| `(cw1[sv][\w-]+)` \|", PAGE, re.MULTILINE)

ALPHABET = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_"

CLASSIC: list[dict[str, Any]] = [
    {},
    {"seats": 2, "scoring": "advanced"},
    {"seats": 3, "shared_color": "red", "first_color": "green"},
    {"seats": 4, "teams": True, "start_corners": "fixed", "first_color": "yellow"},
]

V5 = "cw1sAAABIwADBqfPl"
"""A new game after ``blue V5/0 a20``."""


def with_checksum(content: str) -> str:
    """Return a content with its checksum, written from docs/notation.md."""
    checksum = crc32(content.encode())
    return content + "".join(ALPHABET[checksum >> shift & 63] for shift in range(30, -1, -6))


def problems_of(engine: Engine[Any], text: object) -> list[tuple[str, str]]:
    """Return the codes and pointers of the problems of a text; none if it is accepted."""
    try:
        engine.state_from_text(text)
    except InvalidStateError as error:
        return [(problem.code, problem.pointer) for problem in error.problems]
    return []


def is_refused(engine: Engine[Any], text: str) -> bool:
    return problems_of(engine, text) == [("invalid_text", "")]


@cache
def some_states() -> list[State]:
    """Return states of every phase of Shuffle, and classic ones."""
    engine = load_engine("rust")
    classic = [
        state
        for seed, rules in enumerate(CLASSIC)
        for state in list(random_game(engine, seed, **rules))[::9]
    ]
    return [*sound_states(), *classic]


def view_form(state: State, seat: int) -> dict[str, Any]:
    """Return a view in which the hands of other decks and the drawn cards are hidden."""
    data = json.loads(state.to_json())
    decks = data.get("decks") or {}
    own = {COLORS[seat - 1], f"seat{seat}"}
    data["decks"] = {
        name: {
            "draw_count": len(deck["draw"]),
            "hand_count": len(deck["hand"]),
            "hand": deck["hand"] if name in own else None,
            "discard": deck["discard"],
        }
        for name, deck in decks.items()
    }
    if state.phase == "choose_card":
        data["turn"]["drawn_count"] = 2
        if state.seat != seat:
            data["turn"]["drawn"] = None
    return {**data, "seat": seat}


def without_nulls(data: dict[str, Any]) -> dict[str, Any]:
    """Return JSON data without fields that are null, which mean the same as absent ones."""
    return {
        name: without_nulls(value) if isinstance(value, dict) else value
        for name, value in data.items()
        if value is not None
    }


# ---- What a text is -----------------------------------------------------------------------------


@pytest.mark.slow(keep=1)
@pytest.mark.parametrize("rules", CLASSIC)
def test_classic_states_survive_text(engine: Engine[Any], rules: dict[str, Any]) -> None:
    texts = set()
    states = list(random_game(engine, 11, **rules))
    for state in states:
        text = engine.state_to_text(state)
        assert engine.state_from_text(text) == state
        assert state.to_text() == text
        assert len(text) == 14 + 3 * len(state.placements)
        assert re.fullmatch(r"cw1s[A-Za-z0-9_-]+", text)
        texts.add(text)
    assert len(texts) == len(set(states)) == len(states)


@pytest.mark.slow(keep=1)
@pytest.mark.parametrize("seed", range(6))
def test_shuffle_states_survive_text(engine: Engine[Any], seed: int) -> None:
    texts: dict[str, State] = {}
    for state, _, _ in random_shuffle_game(engine, seed):
        text = engine.state_to_text(state)
        assert engine.state_from_text(text) == state
        assert texts.setdefault(text, state) == state
    assert len(texts) == len(set(texts.values()))


def test_both_engines_write_the_same_text(rust: Engine[Any], python: Engine[Any]) -> None:
    for state in thinned(some_states()):
        text = rust.state_to_text(state)
        same = python.load_state(state.to_dict())
        assert python.state_to_text(same) == text
        assert python.state_from_text(text) == same


def test_equal_texts_mean_equal_states() -> None:
    states = some_states()
    for one, other in combinations(states, 2):
        assert (one == other) == (one.to_text() == other.to_text())


def test_middle_games_are_short(rust: Engine[Any]) -> None:
    for state in random_game(rust, 1):
        if len(state.placements) == 40:
            assert len(state.to_text()) == 134
    for seed in range(4):
        game = [state for state, _, _ in random_shuffle_game(rust, seed)]
        standard = game[0].rules.deck == rust.new_game({"game": "shuffle"}, 0).rules.deck
        assert all(len(state.to_text()) < 300 for state in game if standard)


def test_longest_text_is_within_the_limit() -> None:
    numbers = re.search(r"at most (\d+) characters, .* has (\d+)\.\)", PAGE)
    assert numbers
    assert tuple(map(int, numbers.groups())) == (MAX_POSITION_LENGTH, 415)


# ---- The page -----------------------------------------------------------------------------------


def test_the_page_has_vectors_of_both_kinds() -> None:
    assert [position_kind(text) for text in VECTORS].count("view") == 2
    assert len(VECTORS) == 11


@pytest.mark.parametrize("text", VECTORS)
def test_vectors_of_the_page_are_read(engine: Engine[Any], text: str) -> None:
    if position_kind(text) == "state":
        assert engine.state_from_text(text).to_text() == text
        assert state_text(state_data(text)) == text
    else:
        assert view_text(view_data(text)) == text


def test_vectors_are_the_described_positions(engine: Engine[Any]) -> None:
    texts = iter(text for text in VECTORS if position_kind(text) == "state")
    state = engine.new_game({}, 0)
    assert state.to_text() == next(texts)
    state, _ = engine.apply(state, action_from_text("blue V5/0 a20"))
    assert state.to_text() == next(texts) == V5
    rules = {
        "seats": 3,
        "shared_color": "red",
        "first_color": "yellow",
        "scoring": "advanced",
        "start_corners": "fixed",
    }
    assert engine.new_game(rules, 0).to_text() == next(texts)
    assert engine.new_game({"teams": True, "first_color": "green"}, 0).to_text() == next(texts)
    assert engine.new_game({"game": "shuffle", "seats": 2}, 7).to_text() == next(texts)
    state = engine.new_game({"game": "shuffle"}, 7)
    corners = [action_from_text(f"I1/0 {square}") for square in ("a20", "t20", "a1", "t1")]
    state, _ = engine.apply(state, corners)
    assert state.to_text() == next(texts)
    state, _ = engine.apply(state, action_from_text("play draw_two"))
    assert state.to_text() == next(texts)
    assert [view_text(view_form(state, seat)) for seat in (1, 2)] == [
        text for text in VECTORS if position_kind(text) == "view"
    ]
    deck = {"wild": 1, "recycle": 2}
    rules = {"game": "shuffle", "seats": 3, "monomino_bonus": "with_all_placed", "deck": deck}
    state = engine.new_game(rules, 1)
    assert state.to_text() == next(texts)
    choices = map(action_from_text, ("play recycle", "choose blue I1"))
    state, _ = engine.apply(state, [*corners, *choices])
    assert state.to_text() == next(texts)


# ---- Views --------------------------------------------------------------------------------------


def test_views_survive_text() -> None:
    for state in some_states():
        for seat in range(1, state.rules.seats + 1):
            view = view_form(state, seat)
            text = view_text(view)
            read = view_data(text)
            assert view_text(read) == text
            assert without_nulls(view) == without_nulls({**view, **read})


def test_views_are_loaded_from_text(engine: Engine[Any]) -> None:
    for state in thinned(some_states()):
        own = engine.load_state(state.to_dict())
        for seat in range(1, state.rules.seats + 1):
            data = engine.view(own, seat)
            view = engine.load_view(data)
            text = view.to_text()
            again = engine.view_from_text(text)
            assert (again.seat, again.to_dict()) == (seat, data)
            assert again.to_text() == text
            assert (text == own.to_text()) is False


def test_text_of_a_view_is_not_that_of_a_state(engine: Engine[Any]) -> None:
    view = view_text(view_form(engine.state_from_text(V5), 2))
    assert is_refused(engine, view)
    with pytest.raises(InvalidStateError, match="view"):
        engine.view_from_text(V5)


# ---- Damage -------------------------------------------------------------------------------------


def damaged_texts(text: str, seed: int) -> list[str]:
    """Return a text with one character changed, removed, added or exchanged with another."""
    rng = seeded_rng(seed)
    places = range(len(text))
    changed = [
        text[:at] + rng.choice(ALPHABET.replace(text[at], "")) + text[at + 1 :] for at in places
    ]
    cut = [text[:at] for at in places] + [text[at + 1 :] for at in places]
    removed = [text[:at] + text[at + 1 :] for at in places]
    added = [text[:at] + rng.choice(ALPHABET) + text[at:] for at in places]
    swapped = [
        text[:one] + text[other] + text[one + 1 : other] + text[one] + text[other + 1 :]
        for one, other in combinations(places, 2)
        if text[one] != text[other]
    ]
    return [*changed, *cut, *removed, *added, *rng.sample(swapped, min(300, len(swapped)))]


@pytest.mark.parametrize("text", [VECTORS[0], VECTORS[1], VECTORS[4], VECTORS[6], VECTORS[10]])
def test_damaged_texts_are_refused(engine: Engine[Any], text: str) -> None:
    for damaged in damaged_texts(text, seed=len(text)):
        assert damaged != text
        assert is_refused(engine, damaged)


def test_every_changed_character_of_a_text_is_refused(engine: Engine[Any]) -> None:
    for at in range(len(V5)):
        for character in ALPHABET.replace(V5[at], ""):
            assert is_refused(engine, V5[:at] + character + V5[at + 1 :])


@pytest.mark.parametrize(
    "text",
    [
        "",
        "cw",
        "cw1",
        "cw1s",
        "cw2s" + V5[4:],
        " " + V5,
        V5 + "\n",
        V5 + "=",
        V5.lower(),
        "cw1s\u00e9" + V5[4:],
        V5 * 40,
        '{"rules": {}}',
    ],
)
def test_other_strings_are_refused(engine: Engine[Any], text: str) -> None:
    assert is_refused(engine, text)


@pytest.mark.parametrize("value", [None, 5, b"cw1sAAAADZlA9u", ["cw1sAAAADZlA9u"], {}])
def test_other_types_are_refused(engine: Engine[Any], value: object) -> None:
    assert problems_of(engine, value) == [("wrong_type", "")]


@pytest.mark.parametrize(
    ("content", "what"),
    [
        ("cw1sBAAA", "a bonus in classic"),
        ("cw1sABAA", "the last bit of the rules"),
        ("cw1sACAABBCCCCCC", "a deck in classic"),
        ("cw1sAEAA", "a shared colour of 4 seats"),
        ("cw1sAABV", "85 placements"),
        ("cw1sAAABLYA", "orientation 91"),
        ("cw1sAAABAGQ", "square 400"),
        ("cw1sAAAAA", "a character too many"),
        ("cw1sAAAB", "a placement too few"),
        ("cw1xAAAA", "an unknown kind"),
        ("cw1sgCBBCCCCCCAAAAAANj2TE9AA9jTuXImAArkO4eSvAAyfvkQxd", "the standard deck"),
        ("cw1sgCAAAAAAAAAAAAAAAAAAAA", "a deck of no cards"),
        ("cw1sgC99999999AAAA", "a deck of too many cards"),
        ("cw1sgAAA-AAANj2TE9AA9jTuXImAArkO4eSvAAyfvkQxd", "a colour to move when the game is over"),
        ("cw1sgAAAABAANj2TE9AA9jTuXImAArkO4eSvAAyfvkQxd", "the last bits of the cleared records"),
        ("cw1sgAAAAgAANj2TE9AA9jTuXImAArkO4eSvAAyfvkQxd", "a cleared record without pieces"),
        ("cw1sgAAAAAgANj2TE9AA9jTuXImAArkO4eSvAAyfvkQxd", "the first bit of a deck"),
        ("cw1sgAAAAAQANj2TE9AA9jTuXImAArkO4eSvAAyfvkQxd", "a shown hand of a state"),
    ],
)
def test_texts_that_are_not_canonical_are_refused(
    engine: Engine[Any], content: str, what: str
) -> None:
    assert is_refused(engine, with_checksum(content)), what


def test_impossible_positions_have_the_problems_of_states(engine: Engine[Any]) -> None:
    twice = with_checksum("cw1sAAACIwAIwA")
    assert problems_of(engine, twice) == [
        ("piece_twice", ""),
        ("overlap", ""),
    ]


@given(
    st.text(alphabet=ALPHABET, max_size=80), st.sampled_from(["cw1s", "cw1v", "cw1sg", "cw1sAA"])
)
def test_any_content_is_read_or_refused(content: str, start: str) -> None:
    """With a right checksum, what is read is canonical."""
    text = with_checksum(start + content)
    read, write = (
        (state_data, state_text) if position_kind(text) == "state" else (view_data, view_text)
    )
    with contextlib.suppress(InvalidStateError):
        assert write(read(text)) == text
