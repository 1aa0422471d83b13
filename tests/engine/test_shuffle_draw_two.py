"""Blokus Shuffle: Draw 2 (S22)."""

from __future__ import annotations

from typing import Any

import pytest
from cornerwise.engine import Engine
from cornerwise.types import (
    CardDiscarded,
    CardName,
    CardPlayed,
    CardsDrawn,
    ChooseCard,
    ChooseColor,
    DirectionReversed,
    PlayCard,
)

from tests.helpers.drawing import place
from tests.helpers.problems import refusal
from tests.helpers.shuffle_states import FOUR_CORNERS, play_card_state


@pytest.mark.rule("S22")
def test_s22_the_top_two_cards_are_drawn_and_one_is_chosen(engine: Engine[Any]) -> None:
    state = play_card_state(engine, FOUR_CORNERS, "draw_two skip", top="wild edge_to_edge recycle")
    state, events = engine.apply(state, PlayCard("draw_two"))
    assert events == [
        CardPlayed("blue", 1, "draw_two"),
        CardsDrawn("blue", 1, 2, ("wild", "edge_to_edge")),
    ]
    assert (state.phase, state.turn.drawn) == ("choose_card", ("wild", "edge_to_edge"))
    assert engine.legal_actions(state) == [ChooseCard("wild"), ChooseCard("edge_to_edge")]
    deck = state.decks["blue"]
    assert (deck.hand, deck.discard, deck.draw[0]) == (("skip",), ("draw_two",), "recycle")
    assert len(deck.draw) == 14 - 2 - 2


@pytest.mark.rule("S22")
def test_s22_what_is_chosen_is_not_what_is_in_the_hand(engine: Engine[Any]) -> None:
    state = play_card_state(engine, FOUR_CORNERS, "draw_two skip", top="wild reverse")
    state, _ = engine.apply(state, PlayCard("draw_two"))
    assert refusal(engine, state, ChooseCard("skip")) == [("S22", "not_drawn", ())]
    assert refusal(engine, state, PlayCard("skip")) == [("S22", "wrong_step", ())]


@pytest.mark.rule("S22")
@pytest.mark.parametrize(
    ("card", "other"), [("reverse", "recycle"), ("recycle", "reverse")], ids=["first", "second"]
)
def test_s22_the_chosen_card_is_played_and_the_other_goes_under_the_pile(
    engine: Engine[Any], card: CardName, other: CardName
) -> None:
    state = play_card_state(engine, FOUR_CORNERS, "draw_two skip", top="reverse recycle warp")
    state, _ = engine.apply(state, PlayCard("draw_two"))
    state, events = engine.apply(state, ChooseCard(card))
    assert events[0] == CardPlayed("blue", 1, card)
    deck = state.decks["blue"]
    assert deck.discard == ("draw_two", card)
    assert (deck.draw[0], deck.draw[-1]) == ("warp", other)
    assert deck.hand == ("skip",)
    assert state.turn.drawn is None


@pytest.mark.rule("S22")
def test_s22_the_chosen_card_is_carried_out_in_full(engine: Engine[Any]) -> None:
    state = play_card_state(engine, FOUR_CORNERS, "draw_two", top="wild reverse")
    state, _ = engine.apply(state, PlayCard("draw_two"))
    wild, _ = engine.apply(state, ChooseCard("wild"))
    assert wild.phase == "choose_color"
    wild, _ = engine.apply(wild, ChooseColor("red"))
    assert (wild.phase, wild.turn.card, wild.turn.as_color) == ("place", "wild", "red")
    reverse, events = engine.apply(state, ChooseCard("reverse"))
    assert events[1:] == [DirectionReversed("blue", 1, "counterclockwise")]
    assert (reverse.phase, reverse.turn.card) == ("place", "reverse")


@pytest.mark.rule("S22", "S5")
def test_s22_a_chosen_card_that_cannot_be_carried_out_is_discarded(engine: Engine[Any]) -> None:
    """No colour has two pieces on the board: there is nothing to warp."""
    state = play_card_state(engine, FOUR_CORNERS, "draw_two", top="warp reverse")
    state, events = engine.apply(state, [PlayCard("draw_two"), ChooseCard("warp")])
    assert events[2:] == [
        CardPlayed("blue", 1, "warp"),
        CardDiscarded("blue", 1, "warp", "no_piece", "S26"),
    ]
    assert (state.phase, state.turn.card) == ("place", None)


@pytest.mark.rule("S22")
def test_s22_a_second_draw_two_chains(engine: Engine[Any]) -> None:
    state = play_card_state(
        engine, FOUR_CORNERS, "draw_two skip", top="recycle draw_two wild warp reverse"
    )
    state, _ = engine.apply(state, PlayCard("draw_two"))
    state, events = engine.apply(state, ChooseCard("draw_two"))
    assert events == [
        CardPlayed("blue", 1, "draw_two"),
        CardsDrawn("blue", 1, 2, ("wild", "warp")),
    ]
    assert state.turn.drawn == ("wild", "warp")
    deck = state.decks["blue"]
    assert deck.discard == ("draw_two", "draw_two")
    assert (deck.draw[0], deck.draw[-1]) == ("reverse", "recycle")


@pytest.mark.rule("S22")
def test_s22_equal_cards_are_one_choice_and_one_of_them_goes_under(engine: Engine[Any]) -> None:
    state = play_card_state(engine, FOUR_CORNERS, "draw_two", top="wild wild")
    state, _ = engine.apply(state, PlayCard("draw_two"))
    assert engine.legal_actions(state) == [ChooseCard("wild")]
    state, _ = engine.apply(state, ChooseCard("wild"))
    deck = state.decks["blue"]
    assert deck.discard == ("draw_two", "wild")
    assert deck.draw[-1] == "wild"


@pytest.mark.rule("S22")
@pytest.mark.ruling("S22")
@pytest.mark.parametrize("pile", ["", "wild"])
def test_s22_with_fewer_than_two_cards_in_the_pile_it_is_discarded(
    engine: Engine[Any], pile: str
) -> None:
    state = play_card_state(engine, FOUR_CORNERS, "draw_two skip", pile=pile)
    state, events = engine.apply(state, PlayCard("draw_two"))
    assert events == [
        CardPlayed("blue", 1, "draw_two"),
        CardDiscarded("blue", 1, "draw_two", "pile_too_small", "S22"),
    ]
    assert (state.phase, state.turn.card) == ("place", None)
    assert state.decks["blue"].draw == tuple(pile.split())
    assert state.decks["blue"].hand == ("skip",)


@pytest.mark.rule("S22")
def test_s22_two_cards_in_the_pile_are_enough(engine: Engine[Any]) -> None:
    state = play_card_state(engine, FOUR_CORNERS, "draw_two", pile="wild reverse")
    state, _ = engine.apply(state, PlayCard("draw_two"))
    assert state.turn.drawn == ("wild", "reverse")
    assert state.decks["blue"].draw == ()
    state, _ = engine.apply(state, ChooseCard("reverse"))
    state, events = engine.apply(state, place("I2", [(1, 1), (1, 2)]))
    assert events[1] == CardsDrawn("blue", 1, 1, ("wild",))


@pytest.mark.rule("S22", "S5")
def test_s22_the_other_card_is_under_the_pile_before_the_chosen_one_is_carried_out(
    engine: Engine[Any],
) -> None:
    """Three cards: two are drawn, one comes back, so that the second Draw 2 finds two again."""
    state = play_card_state(engine, FOUR_CORNERS, "draw_two", pile="draw_two recycle reverse")
    state, _ = engine.apply(state, [PlayCard("draw_two"), ChooseCard("draw_two")])
    assert state.turn.drawn == ("reverse", "recycle")
    assert state.decks["blue"].draw == ()


@pytest.mark.rule("S22", "S28")
def test_s22_a_chain_can_end_in_a_draw_two_that_is_discarded(engine: Engine[Any]) -> None:
    """Two cards: one of them comes back, and a second Draw 2 finds only that one."""
    state = play_card_state(engine, FOUR_CORNERS, "draw_two", pile="draw_two recycle")
    state, events = engine.apply(state, [PlayCard("draw_two"), ChooseCard("draw_two")])
    assert events[2:] == [
        CardPlayed("blue", 1, "draw_two"),
        CardDiscarded("blue", 1, "draw_two", "pile_too_small", "S22"),
    ]
    assert (state.phase, state.turn.card) == ("place", None)
    assert state.decks["blue"].draw == ("recycle",)


@pytest.mark.rule("S22", "S3")
def test_s22_with_two_seats_it_draws_from_the_seats_one_pile(engine: Engine[Any]) -> None:
    state = play_card_state(
        engine, FOUR_CORNERS, "draw_two", color="red", seats=2, top="warp warp", others=""
    )
    state, events = engine.apply(state, PlayCard("draw_two"))
    assert events[1] == CardsDrawn("red", 1, 2, ("warp", "warp"))
    assert len(state.decks["seat1"].draw) == 28 - 3
    assert len(state.decks["seat2"].draw) == 28
