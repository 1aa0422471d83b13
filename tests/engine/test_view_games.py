"""Whole games of Blokus Shuffle in which every seat knows only its own view.

A view must give the same answers as the state, except where hidden cards decide; the answers must
not depend on the hidden cards, and must not contain any.
"""

from __future__ import annotations

import json
import re
from typing import Any

import pytest
from cornerwise.engine import Engine, State, View
from cornerwise.errors import HiddenInformationError
from cornerwise.resolution import resolve_card
from cornerwise.types import CARDS, COLORS, Action, CardsDrawn, Place

from tests.helpers.games import seeded_rng
from tests.helpers.shuffle_states import deck_of, shuffle_rules

GAMES = pytest.mark.parametrize("seed", [0, 1, 2], ids=["2 seats", "3 seats", "4 seats"])
CHOICES = {"play_card": "card", "choose_card": "card"}


def is_hidden(state: State, seat: int) -> bool:
    """Return whether the cards of the current decision are hidden from a seat."""
    return state.phase in ("play_card", "choose_card") and state.seat != seat


def assert_hidden(call: Any, *arguments: object) -> None:  # noqa: ANN401 (any function)
    with pytest.raises(HiddenInformationError) as caught:
        call(*arguments)
    assert [problem.code for problem in caught.value.problems] == ["hidden_information"]


def visible_cards(state: State, seat: int) -> list[str]:
    """Return the names of all cards that a seat may see: S5, S11 and S22."""
    visible: list[str] = [state.turn.card or ""]
    for name, deck in state.decks.items():
        visible += deck.discard
        if name == state.rules.shared_color:
            is_own = state.color == name and state.seat == seat
        elif state.rules.seats == 2:
            is_own = name == f"seat{seat}"
        else:
            owners = [color for color in COLORS if color != state.rules.shared_color]
            is_own = name == owners[seat - 1]
        visible += deck.hand if is_own else ()
    if state.seat == seat:
        visible += state.turn.drawn or ()
    return visible


def card_names(answer: object) -> list[str]:
    """Return every card that an answer names, except in the options of the game."""
    text = json.dumps(answer)
    return re.findall("|".join(f'(?<="){card}(?=")' for card in CARDS), text)


def assert_shows_only(names: list[str], visible: list[str]) -> None:
    assert not [name for name in names if names.count(name) > visible.count(name)]


def with_other_hidden_cards(engine: Engine[Any], state: State, seat: int, shuffle: Any) -> State:  # noqa: ANN401
    """Return a state that a seat cannot distinguish from this one: hidden cards are shuffled."""
    data, seen = state.to_dict(), engine.view(state, seat)
    for name, deck in data["decks"].items():
        hides_hand = seen["decks"][name]["hand"] is None
        drawn = state.color is not None and name == deck_of(state.color, state.rules.seats)
        hides_drawn = drawn and "drawn" in data["turn"] and "drawn" not in seen["turn"]
        hidden = [*deck["draw"], *(deck["hand"] if hides_hand else ())]
        hidden += data["turn"]["drawn"] if hides_drawn else []
        shuffle(hidden)
        if hides_drawn:
            data["turn"]["drawn"] = [hidden.pop(), hidden.pop()]
        if hides_hand:
            deck["hand"] = [hidden.pop() for _ in deck["hand"]]
        deck["draw"] = hidden
    other: State = engine.load_state(data)
    return other


def check_view(engine: Engine[Any], state: State, actions: list[Action], seat: int) -> None:
    """Compare the answers about the view of a seat with those about the state."""
    data = engine.view(state, seat)
    view = engine.load_view(data)
    assert view.seat == seat
    assert view.to_dict() == data
    assert json.loads(view.to_json()) == data
    answers = [engine.score(view), engine.summary(view)]
    assert answers == [engine.score(state), engine.summary(state)]
    shown: list[Any] = [{**data, "rules": None}]
    if is_hidden(state, seat):
        assert_hidden(engine.legal_actions, view)
        assert_hidden(engine.legal_actions_json, view, "groups")
        assert_hidden(engine.count_actions, view)
        for card in CARDS:
            assert_hidden(engine.check, view, {"type": state.phase, "card": card})
        problems = engine.check(view, {"type": "pass"})
        assert problems == engine.check(state, {"type": "pass"})
    else:
        assert engine.legal_actions(view) == actions
        assert engine.count_actions(view) == len(actions)
        for form in ("objects", "cells", "groups"):
            assert engine.legal_actions_json(view, form) == engine.legal_actions_json(state, form)
        for action in actions[:: max(1, len(actions) // 2)]:
            assert engine.check(view, action) == []
        for wrong in (
            {"type": "pass"},
            Place("V5", 0, 9, 9),
            {"type": "play_card", "card": "wild"},
        ):
            assert engine.check(view, wrong) == engine.check(state, wrong)
        if state.phase not in CHOICES:
            shown.append([action.to_dict() for action in actions])
    assert_shows_only(card_names(shown), visible_cards(state, seat))


def check_resolutions(engine: Engine[Any], state: State, view: View) -> None:
    """Compare what each card does, as asked of the view and of the state."""
    for action in engine.legal_actions(view):
        card = action.to_dict()["card"]
        expected = resolve_card(engine, state, card)
        if any(isinstance(event, CardsDrawn) for event in expected.events):
            assert_hidden(resolve_card, engine, view, card)
            continue
        resolved = resolve_card(engine, view, card)
        assert (resolved.cards, resolved.events) == (expected.cards, expected.events)
        assert resolved.view is not None
        assert resolved.view.to_dict() == engine.view(expected.state, view.seat)


@pytest.mark.slow
@GAMES
def test_games_can_be_played_from_views(engine: Engine[Any], seed: int) -> None:
    """Every action is chosen from the view of the seat to move."""
    rng = seeded_rng(seed)
    state = engine.new_game(shuffle_rules(seed), seed)
    step = 0
    while state.seat is not None:
        view = engine.load_view(engine.view(state, state.seat))
        known = engine.legal_actions(view)
        actions = engine.legal_actions(state)
        assert known == actions
        if state.phase in CHOICES:
            check_resolutions(engine, state, view)
        if step % 9 == 0 or (state.phase in CHOICES and step % 3 == 0):
            for seat in range(1, state.rules.seats + 1):
                check_view(engine, state, actions, seat)
        state, _ = engine.apply(state, rng.choice(known))
        step += 1
    for seat in range(1, state.rules.seats + 1):
        check_view(engine, state, [], seat)
    assert step > 50


@pytest.mark.slow(keep=1)
@GAMES
def test_answers_do_not_depend_on_hidden_cards(engine: Engine[Any], seed: int) -> None:
    rng = seeded_rng(seed)
    state = engine.new_game(shuffle_rules(seed), seed)
    compared = changed = step = 0
    while state.color is not None:
        actions = engine.legal_actions(state)
        if step % 7 == 0:
            for seat in range(1, state.rules.seats + 1):
                other = with_other_hidden_cards(engine, state, seat, rng.shuffle)
                assert engine.view(other, seat) == engine.view(state, seat)
                compared += 1
                changed += other != state
                if not is_hidden(state, seat):
                    assert engine.legal_actions(other) == actions
        state, _ = engine.apply(state, rng.choice(actions))
        step += 1
    assert changed > compared // 2 > 5
