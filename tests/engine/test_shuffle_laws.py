"""Invariants of Blokus Shuffle, over random games of the Rust engine.

Every unfinished state has an action, cards and pieces are conserved, every game ends, states
survive JSON, and the turn order follows the rules. test_shuffle_lockstep compares the Python engine
with this one. ``CORNERWISE_LOCKSTEP_GAMES`` in the environment sets a larger number of games.
"""

from __future__ import annotations

import json
import os
from collections import Counter
from typing import Any

import pytest
from cornerwise.engine import Engine, State
from cornerwise.types import CARDS, COLORS, CardDiscarded, CardsDrawn, Color, Event, Pass, Place

from tests.helpers.drawing import BOARD_SIZE, PIECES, cells_of
from tests.helpers.examples import thinned
from tests.helpers.games import seat_of
from tests.helpers.shuffle_states import deck_of, new_shuffle_game, random_shuffle_game

GAMES = max(150, int(os.environ.get("CORNERWISE_LOCKSTEP_GAMES") or 0))
IN_ONE_TEST = 50
CHUNKS = pytest.mark.parametrize(
    "start", range(0, GAMES, IN_ONE_TEST), ids=lambda start: f"from game {start}"
)
MAX_DECISIONS = 3000
"""More than any game has: there are 84 pieces and at most 240 cards."""


def assert_conserved(state: State) -> None:
    """Assert that every piece and every card is in exactly one place."""
    placed = Counter((one.color, one.piece) for one in state.placements)
    assert set(placed.values()) <= {1}
    for color in COLORS:
        pieces = {piece for one, piece in placed if one == color}
        assert sorted([*pieces, *state.supply(color)]) == sorted(PIECES)
    squares = sum(int(piece[1]) for _, piece in placed)
    assert str(state).count(".") == BOARD_SIZE * BOARD_SIZE - squares

    times = 2 if state.rules.seats == 2 else 1
    for name, deck in state.decks.items():
        cards = Counter(deck.draw + deck.hand + deck.discard)
        if state.turn.drawn and state.color and deck_of(state.color, state.rules.seats) == name:
            cards.update(state.turn.drawn)
        counts = state.rules.deck or {}
        assert cards == +Counter({card: times * counts[card] for card in CARDS})
        assert len(deck.hand) <= 2


@pytest.mark.slow
@CHUNKS
def test_pieces_and_cards_are_conserved_and_every_game_ends(rust: Engine[Any], start: int) -> None:
    for seed in range(start, start + IN_ONE_TEST):
        actions: list[Any] = []
        for state, legal, action in random_shuffle_game(rust, seed):
            assert bool(legal) == (state.color is not None) == (state.phase != "over")
            assert rust.load_state(json.loads(state.to_json())) == state
            if action is None or len(actions) % 7 == 0:
                assert_conserved(state)
            if action is not None:
                actions.append(action)
            assert len(actions) < MAX_DECISIONS
        # The same seed and the same actions lead to the same state.
        again = new_shuffle_game(rust, seed)
        for first in range(0, len(actions), 1000):
            again, _ = rust.apply(again, actions[first : first + 1000])
        assert again == state


def is_alive(rust: Engine[Any], state: State, color: Color) -> bool:
    """Return whether a colour keeps the game going (S10)."""
    if not state.supply(color):
        return False
    hand = state.decks[deck_of(color, state.rules.seats)].hand
    return bool(hand) or bool(rust.legal_placements(state, color))


def next_color(color: Color, direction: str | None) -> Color:
    step = 1 if direction == "clockwise" else -1
    return COLORS[(COLORS.index(color) + step) % 4]


def expected_end(rust: Engine[Any], before: State, after: State) -> tuple[list[Any], Color | None]:
    """Return the events at the end of a turn, after the piece or the pass, and the next colour."""
    events: list[Any] = []
    color = before.color
    assert color is not None
    shared = before.shared_turns
    shared += color == before.rules.shared_color
    if not any(is_alive(rust, after, one) for one in COLORS):
        return [("game_over",)], None
    following = next_color(color, after.direction)
    if before.turn.card == "skip":
        events.append(("turn_skipped", following, seat_of(before.rules, following, shared)))
        shared += following == before.rules.shared_color
        following = next_color(following, after.direction)
    while not after.supply(following):
        events.append(("passed", following, seat_of(before.rules, following, shared)))
        shared += following == before.rules.shared_color
        following = next_color(following, after.direction)
    assert after.shared_turns == shared
    return events, following


def short(events: list[Event]) -> list[tuple[Any, ...]]:
    return [
        (event.type,) if event.type == "game_over" else (event.type, event.color, event.seat)
        for event in events
    ]


@pytest.mark.parametrize("start", range(0, 50, IN_ONE_TEST))
def test_turn_order_follows_the_rules(rust: Engine[Any], start: int) -> None:
    """An independent check of the events: draws, skips, passes, and the next colour."""
    for seed in thinned(range(start, start + IN_ONE_TEST)):
        for before, _, action in random_shuffle_game(rust, seed):
            if action is None:
                break
            after, events = rust.apply(before, action)
            color = before.color
            assert color is not None
            assert before.seat is not None
            deck = deck_of(color, before.rules.seats)
            pile = before.decks[deck].draw
            if before.phase == "opening":
                assert after.color == next_color(color, "clockwise")
                continue
            goes_on = after.turn.first is not None and before.turn.first is None
            if not isinstance(action, Place | Pass) or goes_on:
                assert after.color == color
                continue
            rest = events[1:]
            if before.turn.card == "double_play" and before.turn.first is None:
                discarded = events[0] if isinstance(action, Pass) else events[1]
                assert isinstance(discarded, CardDiscarded)
                assert discarded.rule == "S27"
                rest = events[2:]
            if isinstance(action, Place) and pile:
                assert rest[0] == CardsDrawn(color, before.seat, 1, pile[:1])
                rest = rest[1:]
            end, following = expected_end(rust, before, after)
            assert short(rest) == end
            assert after.color == following


@pytest.mark.parametrize("start", range(0, 50, IN_ONE_TEST))
def test_events_describe_every_change_of_board_and_direction(rust: Engine[Any], start: int) -> None:
    """A board built from the events alone equals that of the state, in the same order."""
    for seed in thinned(range(start, start + IN_ONE_TEST)):
        board: dict[tuple[str, str], tuple[int, int, int]] = {}
        last: dict[str, str | None] = dict.fromkeys(COLORS)
        direction = "clockwise"
        for state, _, action in random_shuffle_game(rust, seed):
            assert board == {
                (one.color, one.piece): (one.orientation, one.row, one.col)
                for one in state.placements
            }
            assert [*board] == [(one.color, one.piece) for one in state.placements]
            assert (dict(state.last_placed), state.direction) == (last, direction)
            if action is None:
                break
            _, events = rust.apply(state, action)
            for event in events:
                match event.type:
                    case "piece_placed":
                        assert cells_of(Place(event.piece, event.orientation, event.row, event.col))
                        board[event.color, event.piece] = event.orientation, event.row, event.col
                        last[event.color] = event.piece
                    case "piece_recycled":
                        del board[event.color, event.piece]
                        if last[event.color] == event.piece:
                            last[event.color] = None
                    case "piece_warped":
                        assert board[event.color, event.piece] == event.before != event.after
                        board[event.color, event.piece] = event.after
                    case "direction_reversed":
                        assert event.direction != direction
                        direction = event.direction
