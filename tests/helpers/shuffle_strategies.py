"""Strategies for states and actions of Blokus Shuffle that are a little wrong.

The states come from real games, some of every phase with 2, 3 and 4 seats, and are damaged only a
little, so that every stage of validation is reached.
"""

from __future__ import annotations

import copy
from collections import Counter
from functools import cache
from typing import Any

from cornerwise.engine import State
from cornerwise.selection import load_engine
from cornerwise.types import CARDS, COLORS, PHASES
from hypothesis import strategies as st

from tests.helpers.drawing import PIECES
from tests.helpers.shuffle_states import deck_of, random_shuffle_game
from tests.helpers.strategies import (
    ACTION_TYPES,
    LAYOUT,
    Data,
    Draw,
    action_like,
    corrupt,
    set_last_placed,
    trees,
)

TURN_FIELDS = ("card", "drawn", "as_color", "target", "recycled", "first")


@cache
def sound_states() -> list[State]:
    """Return states of real games: for each phase, card in force and number of seats a few."""
    engine = load_engine("rust")
    seen: Counter[tuple[object, ...]] = Counter()
    states = []
    for seed in range(60):
        for state, _, _ in random_shuffle_game(engine, seed):
            turn = state.turn
            is_other_color = turn.recycled is not None and turn.recycled[0] != state.color
            kind = (
                state.rules.seats,
                state.phase,
                turn.card,
                turn.first is None,
                is_other_color,
            )
            seen[kind] += 1
            # The later ones of a game are more varied: not the first that comes.
            if seen[kind] in (2, 9, 40):
                states.append(state)
    return states


@cache
def narrow_wilds() -> list[State]:
    """Return states in which Wild is in force, and some colour could not have been declared."""
    engine = load_engine("rust")
    return [
        engine.apply(state, action)[0]
        for seed in range(40)
        for state, legal, action in random_shuffle_game(engine, seed)
        if action is not None and state.phase == "choose_color" and len(legal) < 4
    ]


@cache
def by_phase() -> dict[str, list[State]]:
    """Return the same states by their phase, and some more with Wild in force."""
    states = [*sound_states(), *narrow_wilds()[:20]]
    return {phase: [one for one in states if one.phase == phase] for phase in PHASES}


# ---- Damaged states ---------------------------------------------------------------------------


def _deck(draw_from: Draw, data: Data) -> dict[str, list[str]]:
    deck: dict[str, list[str]] = data["decks"][draw_from(st.sampled_from(sorted(data["decks"])))]
    return deck


def _own_deck(data: Data) -> dict[str, list[str]] | None:
    """Return the deck of the colour to move, if there is one."""
    color = data["turn"].get("color")
    if color not in COLORS:
        return None
    deck: dict[str, list[str]] | None = data["decks"].get(deck_of(color, data["rules"]["seats"]))
    return deck


def _move_card(draw_from: Draw, data: Data) -> None:
    deck = _deck(draw_from, data)
    source, target = draw_from(st.permutations(["draw", "hand", "discard"]))[:2]
    if deck[source]:
        index = draw_from(st.integers(0, len(deck[source]) - 1))
        deck[target].append(deck[source].pop(index))


def _change_card(draw_from: Draw, data: Data) -> None:
    deck = _deck(draw_from, data)
    pile = deck[draw_from(st.sampled_from(["draw", "hand", "discard"]))]
    if pile:
        index = draw_from(st.integers(0, len(pile) - 1))
        pile[index] = draw_from(st.sampled_from(CARDS))


def _drop_card(draw_from: Draw, data: Data) -> None:
    pile = _deck(draw_from, data)[draw_from(st.sampled_from(["draw", "hand", "discard"]))]
    del pile[:1]


def _swap_decks(draw_from: Draw, data: Data) -> None:
    one, other = draw_from(st.permutations(sorted(data["decks"])))[:2]
    decks = data["decks"]
    decks[one], decks[other] = decks[other], decks[one]


def _set_color(draw_from: Draw, data: Data) -> None:
    data["turn"]["color"] = draw_from(st.sampled_from([*COLORS, None]))


def _set_phase(draw_from: Draw, data: Data) -> None:
    data["turn"]["phase"] = draw_from(st.sampled_from(PHASES))


def _set_turn_field(draw_from: Draw, data: Data) -> None:
    """Change a field of the turn, a present one if there is any."""
    turn = data["turn"]
    name = draw_from(st.sampled_from([name for name in TURN_FIELDS if name in turn] or TURN_FIELDS))
    values = {
        "card": st.sampled_from([*CARDS, None]),
        "drawn": st.lists(st.sampled_from(CARDS), min_size=2, max_size=2),
        "as_color": st.sampled_from(COLORS),
        "target": st.just(_any_piece(draw_from, data)),
        "recycled": st.just(_any_piece(draw_from, data)),
        "first": st.sampled_from([*PIECES, None]),
    }
    turn[name] = draw_from(values[name])


def _set_declared_or_direction(draw_from: Draw, data: Data) -> None:
    if data["turn"].get("card") == "wild":
        data["turn"]["as_color"] = draw_from(st.sampled_from(COLORS))
    else:
        data["direction"] = draw_from(st.sampled_from(["counterclockwise", "clockwise", None]))


def _any_piece(draw_from: Draw, data: Data) -> dict[str, str]:
    if data["placements"] and draw_from(st.integers(0, 3)):
        placed = draw_from(st.sampled_from(data["placements"]))
        return {"color": placed["color"], "piece": placed["piece"]}
    return {
        "color": draw_from(st.sampled_from(COLORS)),
        "piece": draw_from(st.sampled_from(list(PIECES))),
    }


def _turn_of(draw_from: Draw, data: Data, phase: str) -> dict[str, Any]:
    """Return a turn with what its phase needs, more or less sensibly."""
    turn: dict[str, Any] = {"color": data["turn"].get("color"), "phase": phase}
    deck = _own_deck(data)
    if phase == "choose_card":
        turn["drawn"] = [draw_from(st.sampled_from(CARDS)) for _ in range(2)]
        if deck is not None and len(deck["draw"]) >= 2 and draw_from(st.booleans()):
            turn["drawn"] = [deck["draw"].pop(0), deck["draw"].pop(0)]
    elif phase == "choose_piece":
        turn["card"] = draw_from(st.sampled_from(["recycle", "warp"]))
    elif phase == "warp_to":
        turn["target"] = _any_piece(draw_from, data)
    elif phase == "place":
        turn["card"] = draw_from(st.sampled_from([None, *CARDS]))
        if turn["card"] == "wild":
            turn["as_color"] = draw_from(st.sampled_from(COLORS))
        if turn["card"] == "recycle" and draw_from(st.booleans()):
            turn["recycled"] = _any_piece(draw_from, data)
        if turn["card"] == "double_play" and draw_from(st.booleans()):
            turn["first"] = _any_piece(draw_from, data)["piece"]
    return turn


def _set_turn(draw_from: Draw, data: Data) -> None:
    """Set another pending decision, often with cards that are consistent with it."""
    phase = draw_from(st.sampled_from(PHASES))
    turn = _turn_of(draw_from, data, phase)
    deck = _own_deck(data)
    if deck is not None and draw_from(st.integers(0, 2)):
        implied = {"choose_card": "draw_two", "choose_color": "wild", "warp_to": "warp"}
        card = turn.get("card") or implied.get(phase)
        if card and card not in deck["discard"]:
            for name in ("hand", "draw"):
                if card in deck[name]:
                    deck[name].remove(card)
                    deck["discard"].append(card)
                    break
        if phase not in ("play_card", "opening", "over"):
            deck["draw"] += deck["hand"][1:]
            del deck["hand"][1:]
    data["turn"] = turn


def _set_shared_turns(draw_from: Draw, data: Data) -> None:
    data["shared_turns"] = draw_from(st.integers(0, 5))


def _remove_field(draw_from: Draw, data: Data) -> None:
    target = draw_from(st.sampled_from([data, data["turn"], data["decks"], data["rules"]]))
    if target:
        target.pop(draw_from(st.sampled_from(sorted(target))))


def _set_rules(draw_from: Draw, data: Data) -> None:
    name, values = draw_from(
        st.sampled_from(
            [
                ("game", ["classic"]),
                ("seats", [2, 3, 4]),
                ("teams", [True]),
                ("shared_color", [*COLORS, None]),
                ("first_color", [*COLORS]),
                ("start_corners", ["any", "fixed"]),
                ("monomino_bonus", ["independent", "with_all_placed", None]),
                ("deck", [None, {"skip": 1}, dict.fromkeys(CARDS, 1)]),
            ]
        )
    )
    data["rules"][name] = draw_from(st.sampled_from(values))


_CARDS = [_move_card, _move_card, _change_card, _drop_card, _swap_decks]
_TURN = [_set_color, _set_phase, _set_turn_field, _set_turn, _set_turn]
_TURN += [_set_declared_or_direction, _set_declared_or_direction]
_REST = [set_last_placed, _set_shared_turns, _remove_field, _set_rules]


@st.composite
def damaged_states(draw_from: Draw) -> Data:
    """Draw a valid state and damage it in one or two ways."""
    phase = draw_from(st.sampled_from(PHASES))
    data: Data = copy.deepcopy(draw_from(st.sampled_from(by_phase()[phase])).to_dict())
    for _ in range(draw_from(st.integers(1, 2))):
        damages = draw_from(st.sampled_from([LAYOUT, _CARDS, _TURN, _TURN, _TURN, _REST]))
        try:
            draw_from(st.sampled_from(damages))(draw_from, data)
        except (AttributeError, KeyError, TypeError, ValueError):
            break  # what it would have damaged was removed already
    if draw_from(st.integers(0, 9)) == 0:
        corrupt(draw_from, data)
    return data


# ---- Views ------------------------------------------------------------------------------------


def _set_count(draw_from: Draw, data: Data) -> None:
    deck = data["decks"][draw_from(st.sampled_from(sorted(data["decks"])))]
    name = draw_from(st.sampled_from(["draw_count", "hand_count"]))
    deck[name] += draw_from(st.sampled_from([-2, -1, 1, 2]))


def _set_hand(draw_from: Draw, data: Data) -> None:
    deck = data["decks"][draw_from(st.sampled_from(sorted(data["decks"])))]
    cards = st.lists(st.sampled_from(CARDS), max_size=3)
    deck[draw_from(st.sampled_from(["hand", "discard"]))] = draw_from(st.none() | cards)


def _set_drawn(draw_from: Draw, data: Data) -> None:
    cards = st.lists(st.sampled_from(CARDS), max_size=2)
    data["turn"]["drawn"] = draw_from(st.none() | cards)
    data["turn"]["drawn_count"] = draw_from(st.sampled_from([None, 2, 1]))


def _set_seat(draw_from: Draw, data: Data) -> None:
    data["seat"] = draw_from(st.sampled_from([1, 2, 3, 4, 5, None]))


_VIEW = [_set_count, _set_hand, _set_hand, _set_drawn, _set_seat, _set_color, _set_phase]


@st.composite
def damaged_views(draw_from: Draw) -> Data:
    """Draw the view of a seat and damage it in up to two ways."""
    state = draw_from(st.sampled_from(by_phase()[draw_from(st.sampled_from(PHASES))]))
    seat = draw_from(st.integers(1, state.rules.seats))
    data: Data = copy.deepcopy(load_engine("rust").view(state, seat))
    for _ in range(draw_from(st.integers(0, 2))):
        try:
            draw_from(st.sampled_from([*_VIEW, *_REST]))(draw_from, data)
        except (AttributeError, KeyError, TypeError, ValueError):
            break  # what it would have damaged was removed already
    if draw_from(st.integers(0, 9)) == 0:
        corrupt(draw_from, data)
    return data


# ---- Actions ----------------------------------------------------------------------------------

_numbers = st.integers(-1, 20)
_spots = {"orientation": st.integers(0, 7), "row": _numbers, "col": _numbers}
any_action = st.one_of(
    st.fixed_dictionaries(
        {"type": st.just("place"), "piece": st.sampled_from([*PIECES, "Q9"]), **_spots},
        optional={"color": st.sampled_from([*COLORS, None])},
    ),
    st.fixed_dictionaries({"type": st.just("warp_to"), **_spots}),
    st.fixed_dictionaries(
        {"type": st.sampled_from(["play_card", "choose_card"]), "card": st.sampled_from(CARDS)}
    ),
    st.fixed_dictionaries({"type": st.just("choose_color"), "color": st.sampled_from(COLORS)}),
    st.fixed_dictionaries(
        {
            "type": st.just("choose_piece"),
            "color": st.sampled_from(COLORS),
            "piece": st.sampled_from([*PIECES, "Q9"]),
        }
    ),
    st.just({"type": "pass"}),
)
"""Any action that is well formed."""


@st.composite
def any_action_near(draw_from: Draw, sound: list[Data]) -> object:
    """Draw one of some valid actions, possibly changed a little, or any other action."""
    kind = draw_from(st.sampled_from(["sound", *["near"] * 5, "any", "any", "like"]))
    if kind == "any" or not sound:
        return draw_from(any_action)
    if kind == "like":
        return draw_from(action_like | trees)
    action = dict(draw_from(st.sampled_from(sound)))
    if kind == "near":
        changes: dict[str, list[Any]] = {
            "row": [-1, 1, -2, 5],
            "col": [-1, 1, -2, 5],
            "orientation": [-1, 1, 2],
        }
        name = draw_from(st.sampled_from(sorted(action)))
        if name in changes:
            action[name] += draw_from(st.sampled_from(changes[name]))
        elif name == "piece":
            action[name] = draw_from(st.sampled_from(list(PIECES)) | st.just("Q9"))
        elif name == "card":
            action[name] = draw_from(st.sampled_from(CARDS))
        elif name == "color":
            action[name] = draw_from(st.sampled_from(COLORS))
        else:
            action[name] = draw_from(st.sampled_from([*ACTION_TYPES, "place", "pass"]))
    return action
