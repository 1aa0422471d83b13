"""Strategies for invalid data: odd values, arbitrary trees, damaged states and actions.

The states come from real games, in the middle and at the end, and are damaged only a little: most
of what they say is still true, so that every stage of validation is reached.
"""

from __future__ import annotations

import copy
import math
from collections.abc import Callable
from decimal import Decimal
from functools import cache
from typing import Any, NoReturn, TypeAlias, get_args

from cornerwise.selection import load_engine
from cornerwise.types import CARDS, COLORS, Phase
from hypothesis import strategies as st

from tests.helpers.drawing import BOARD_SIZE, PIECES, cells_of, draw
from tests.helpers.example_boards import BOTH_FINISHED, PRINTED_EXAMPLE
from tests.helpers.games import random_game
from tests.helpers.states import without_pieces

Data: TypeAlias = dict[Any, Any]

ACTION_TYPES = ["play_card", "choose_card", "choose_color", "choose_piece", "warp_to"]


# ---- Odd values -------------------------------------------------------------------------------


def _refuse(*_: object) -> NoReturn:
    raise AssertionError("data was asked to do something")


class Text(str):
    """A str whose own methods must not be called."""

    __slots__ = ()
    __str__ = __len__ = __getitem__ = __iter__ = __contains__ = _refuse
    encode = _refuse  # type: ignore[assignment]
    __hash__ = str.__hash__

    def __eq__(self, other: object) -> bool:
        _refuse(other)


class Name(str):
    """A str that is equal to no other: it can be a key of a dict that has the same key already."""

    __slots__ = ()
    __hash__ = str.__hash__

    def __eq__(self, other: object) -> bool:
        return self is other


class Number(int):
    """An int whose own methods must not be called."""

    __int__ = __index__ = __lt__ = __le__ = __gt__ = __ge__ = __add__ = __radd__ = _refuse
    __hash__ = int.__hash__

    def __eq__(self, other: object) -> bool:
        _refuse(other)


class Object(dict[Any, Any]):
    """A dict whose own methods must not be called."""

    __getitem__ = __iter__ = __len__ = __contains__ = get = keys = values = items = _refuse


class Items(list[Any]):
    """A list whose own methods must not be called."""

    __getitem__ = __iter__ = __len__ = __contains__ = __eq__ = _refuse
    __hash__ = None


class Pair(tuple[Any, ...]):
    """A tuple whose own methods must not be called."""

    __slots__ = ()
    __getitem__ = __iter__ = __len__ = __contains__ = __eq__ = _refuse
    __hash__ = None  # type: ignore[assignment]


def disguised(data: object) -> Any:  # noqa: ANN401 (of the type that was given)
    """Return data with every part replaced by one that derives from its type."""
    match data:
        case dict():
            return Object({Text(key): disguised(value) for key, value in data.items()})
        case list():
            return Items(map(disguised, data))
        case tuple():
            return Pair(map(disguised, data))
        case str():
            return Text(data)
        case bool() | None:
            return data
        case int():
            return Number(data)
    raise TypeError(data)


NUMBERS = [0, 1, -1, 2, 3, 4, 5, 19, 20, 84, 400, 2**31 - 1, 2**31, -(2**31), -(2**31) - 1]
NUMBERS += [2**63 - 1, 2**63, -(2**63) - 1, 2**64, 10**30, -(10**30)]
TEXTS = [*COLORS, *PIECES, "classic", "any", "fixed", "basic", "advanced", "place", "pass", "over"]
TEXTS += ["", "BLUE", "blue ", "blue\0", "i1", "I6", "é" * 50, "\ud800", "I1\udfff"]
TEXTS += ["shuffle", *CARDS, "play_card", "choose_piece", "opening", "clockwise", "independent"]
STRANGE: list[object] = [
    None,
    True,
    False,
    0.0,
    1.0,
    -0.5,
    1e300,
    math.nan,
    math.inf,
    1j,
    Decimal(1),
    b"blue",
    bytearray(b"I1"),
    range(2),
    frozenset({1}),
    object(),
    int,
    len,
    (),
    [],
    {},
    (0, 0),
    [0, 0],
    [[0, 0]],
    {"color": "blue"},
    *map(disguised, ["blue", "I1", "place", 0, 3, -1, [[0, 0]], (0, 0), {"color": "red"}, {}]),
]
odd_values: st.SearchStrategy[object] = (
    st.sampled_from(NUMBERS) | st.sampled_from(TEXTS) | st.sampled_from(STRANGE)
)

FIELDS = ["rules", "placements", "turn", "last_placed", "shared_turns", "game", "seats", "teams"]
FIELDS += ["shared_color", "first_color", "start_corners", "scoring", "color", "piece", "type"]
FIELDS += ["orientation", "row", "col", "cells", "phase", "blue", "green", "direction", "decks"]
FIELDS += [
    "card",
    "drawn",
    "as_color",
    "target",
    "first",
    "draw",
    "hand",
    "discard",
    "deck",
    "wild",
]
ODD_KEYS = ["", "x", "a/b", "~", "~1", "Rules", "é" * 50, "/" * 50, "\ud800", "0"]
ODD_KEYS += [Name("rules"), Name("type"), Name("col")]
odd_keys: st.SearchStrategy[object] = (
    st.sampled_from(FIELDS)
    | st.sampled_from(ODD_KEYS)
    | st.sampled_from([1, -1, None, True, b"rules", ("rules",), 2.5, math.nan])
)

trees: st.SearchStrategy[object] = st.recursive(
    odd_values | st.integers() | st.floats() | st.text(max_size=8),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(odd_keys, inner, max_size=5),
    max_leaves=20,
)


# ---- Right in shape, or nearly ----------------------------------------------------------------


def _mostly(usual: st.SearchStrategy[Any], odd: st.SearchStrategy[Any]) -> st.SearchStrategy[Any]:
    return st.integers(0, 7).flatmap(lambda chance: odd if chance == 0 else usual)


def fields_of(**values: st.SearchStrategy[object]) -> st.SearchStrategy[Data]:
    """Return objects with some of these fields, now and then an odd value, or a field too many."""
    fields = {name: _mostly(value, odd_values) for name, value in values.items()}
    more = _mostly(st.just({}), st.dictionaries(odd_keys, odd_values, max_size=1))
    known = st.fixed_dictionaries({}, optional=fields)
    return st.builds(lambda more, known: {**more, **known}, more, known)


_colors = st.sampled_from(COLORS)
_numbers = st.integers(-2, BOARD_SIZE + 1)
_cells = st.lists(_mostly(st.tuples(_numbers, _numbers), odd_values), max_size=6)

_cards = st.sampled_from(CARDS)
_piles = st.lists(_mostly(_cards, odd_values), max_size=3)
_deck = fields_of(draw=_piles, hand=_piles, discard=_piles)

rules_like = fields_of(
    game=st.sampled_from(["classic", "classic", "shuffle"]),
    seats=st.integers(1, 5),
    teams=st.booleans(),
    shared_color=_colors | st.none(),
    first_color=_colors,
    start_corners=st.sampled_from(["any", "fixed"]),
    scoring=st.sampled_from(["basic", "advanced"]),
    monomino_bonus=_mostly(st.none(), st.sampled_from(["independent", "with_all_placed"])),
    deck=_mostly(st.none(), fields_of(skip=st.integers(-1, 61), wild=st.integers(0, 40))),
)
action_like = fields_of(
    type=st.sampled_from(["place", "place", "place", "pass", *ACTION_TYPES]),
    color=_colors,
    card=_cards,
    piece=st.sampled_from(list(PIECES)),
    orientation=st.integers(-1, 8),
    row=_numbers,
    col=_numbers,
    cells=_cells,
)
placement_like = fields_of(
    color=_colors,
    piece=st.sampled_from(list(PIECES)),
    orientation=st.integers(-1, 8),
    row=_numbers,
    col=_numbers,
    cells=_cells,
)
state_like = fields_of(
    rules=rules_like,
    placements=st.lists(placement_like, max_size=3),
    turn=fields_of(
        color=_colors | st.none(),
        phase=st.sampled_from(["place", "over", *get_args(Phase)]),
        card=st.none() | _cards,
        drawn=_mostly(st.none(), st.lists(_cards, min_size=1, max_size=3)),
        as_color=_mostly(st.none(), _colors),
        target=_mostly(st.none(), fields_of(color=_colors, piece=st.sampled_from(list(PIECES)))),
        first=_mostly(st.none(), st.sampled_from(list(PIECES))),
    ),
    direction=_mostly(st.none(), st.sampled_from(["clockwise", "counterclockwise"])),
    decks=_mostly(st.none(), fields_of(blue=_deck, green=_deck, seat1=_deck, seat2=_deck)),
    last_placed=fields_of(blue=st.sampled_from(list(PIECES)), green=st.none()),
    shared_turns=st.integers(-1, 3),
)


# ---- Damaged states ---------------------------------------------------------------------------

VARIANTS: list[dict[str, object]] = [
    {},
    {"teams": True, "first_color": "red"},
    {"seats": 2, "start_corners": "fixed"},
    {"seats": 3, "shared_color": "blue"},
    {"seats": 3, "shared_color": "green", "first_color": "yellow", "scoring": "advanced"},
    {"seats": 3, "shared_color": "red", "first_color": "green", "start_corners": "fixed"},
]


@cache
def sound_states() -> list[Data]:
    """Return states of real games in their JSON form: early, in the middle, late and finished."""
    engine = load_engine("rust")
    states = []
    for seed, rules in enumerate(VARIANTS):
        game = list(random_game(engine, seed, **rules))
        plies = [0, 1, 3, 4, 6, 9, 14, 21, 30, 41, len(game) - 4, len(game) - 2, len(game) - 1]
        states += [game[ply].to_dict() for ply in plies]
    printed, finished = draw(PRINTED_EXAMPLE).placements, draw(BOTH_FINISHED).placements
    for placements in (
        printed,
        without_pieces(printed, ("blue", "I1")),
        without_pieces(printed, ("blue", "I1"), ("blue", "I2")),
        finished,
        without_pieces(finished, ("yellow", "I1")),
    ):
        for shared in COLORS:
            rules = {"seats": 3, "shared_color": shared}
            state = engine.load_state({"rules": rules, "placements": placements})
            states.append(state.to_dict())
    return states


Draw: TypeAlias = Callable[[st.SearchStrategy[Any]], Any]


def _one_of(draw_from: Draw, data: Data) -> Data:
    """Return one of the placements of a state; a new one if there is none."""
    if not data["placements"]:
        data["placements"].append(
            {"color": "blue", "piece": "I1", "orientation": 0, "row": 0, "col": 0}
        )
    chosen: Data = draw_from(st.sampled_from(data["placements"]))
    return chosen


def _shift(draw_from: Draw, data: Data) -> None:
    placed = _one_of(draw_from, data)
    name = draw_from(st.sampled_from(["row", "col"]))
    if name in placed:
        placed[name] += draw_from(st.sampled_from([-1, 1, -2, 2, 5, -20]))


def _renumber(draw_from: Draw, data: Data) -> None:
    _one_of(draw_from, data)["orientation"] = draw_from(st.integers(-1, 8))


def _rename(draw_from: Draw, data: Data) -> None:
    _one_of(draw_from, data)["piece"] = draw_from(st.sampled_from(list(PIECES)))


def _recolor(draw_from: Draw, data: Data) -> None:
    _one_of(draw_from, data)["color"] = draw_from(st.sampled_from(COLORS))


def _remove(draw_from: Draw, data: Data) -> None:
    data["placements"].remove(_one_of(draw_from, data))


def _undo(draw_from: Draw, data: Data) -> None:
    del data["placements"][len(data["placements"]) - draw_from(st.integers(1, 4)) :]


def _repeat(draw_from: Draw, data: Data) -> None:
    data["placements"].append(dict(_one_of(draw_from, data)))


def _reorder(draw_from: Draw, data: Data) -> None:
    placed = _one_of(draw_from, data)
    data["placements"].remove(placed)
    data["placements"].insert(draw_from(st.integers(0, len(data["placements"]))), placed)


def _by_cells(draw_from: Draw, data: Data) -> None:
    """Give a placement by its squares, perhaps by its number too, and perhaps corrupt a square."""
    placed = _one_of(draw_from, data)
    try:
        cells = [list(cell) for cell in cells_of(placed)]
    except (IndexError, KeyError, TypeError, ValueError):
        return  # it was damaged before
    change = draw_from(st.sampled_from(["keep", "move", "drop", "repeat", "turn round"]))
    if change == "move" and cells:
        cells[-1][draw_from(st.integers(0, 1))] += draw_from(st.sampled_from([-1, 1, 30]))
    elif change == "drop":
        del cells[-1:]
    elif change == "repeat":
        cells += cells[:1]
    elif change == "turn round":
        cells.reverse()
    if draw_from(st.booleans()):
        for name in ("orientation", "row", "col"):
            placed.pop(name, None)
    placed["cells"] = cells


def _set_turn(draw_from: Draw, data: Data) -> None:
    turn = {
        "color": draw_from(st.sampled_from([*COLORS, None])),
        "phase": draw_from(st.sampled_from(["place", "over"])),
    }
    for name in draw_from(st.sampled_from([(), ("color",), ("phase",)])):
        del turn[name]
    data["turn"] = draw_from(st.sampled_from([turn, turn, turn, None]))


def set_last_placed(draw_from: Draw, data: Data) -> None:
    color = draw_from(st.sampled_from(COLORS))
    data["last_placed"][color] = draw_from(st.sampled_from([*PIECES, None]))


def _set_shared_turns(draw_from: Draw, data: Data) -> None:
    data["shared_turns"] = data.get("shared_turns", 0) + draw_from(st.sampled_from([-1, 1, 3]))


def _set_rules(draw_from: Draw, data: Data) -> None:
    name, values = draw_from(
        st.sampled_from(
            [
                ("seats", [2, 3, 4, 5]),
                ("teams", [True, False]),
                ("shared_color", [*COLORS, None]),
                ("first_color", [*COLORS]),
                ("start_corners", ["any", "fixed"]),
                ("scoring", ["basic", "advanced"]),
            ]
        )
    )
    data["rules"][name] = draw_from(st.sampled_from(values))


def _omit_optional(draw_from: Draw, data: Data) -> None:
    """Omit optional fields: then they cannot be wrong, and later checks run."""
    data["turn"], data["last_placed"] = None, {}
    if draw_from(st.booleans()):
        data.pop("shared_turns", None)


def corrupt(draw_from: Draw, data: Data) -> None:
    """Put an odd value anywhere, take a field away, or add one."""
    target: Any = data
    while True:
        inner = [value for value in _parts(target) if isinstance(value, dict | list) and value]
        if not inner or draw_from(st.integers(0, 2)) == 0:
            break
        target = draw_from(st.sampled_from(inner))
    keys = list(target) if isinstance(target, dict) else list(range(len(target)))
    how = draw_from(st.sampled_from(["replace", "replace", "replace", "remove", "add"]))
    if how == "add" and isinstance(target, dict):
        target[draw_from(odd_keys)] = draw_from(odd_values)
    elif how == "add":
        target.append(draw_from(odd_values))
    elif how == "remove":
        del target[draw_from(st.sampled_from(keys))]
    else:
        target[draw_from(st.sampled_from(keys))] = draw_from(odd_values)


def _parts(value: object) -> list[object]:
    if type(value) is dict:
        return list(value.values())
    return list(value) if type(value) is list else []


LAYOUT = [_shift, _renumber, _rename, _recolor, _remove, _undo, _repeat, _reorder, _by_cells]
_TURN = [_undo, _reorder, _set_turn, set_last_placed, _set_shared_turns, _set_rules, _omit_optional]


@st.composite
def damaged_states(draw_from: Draw) -> Data:
    """Draw a valid state and damage it in one to three ways."""
    data: Data = copy.deepcopy(draw_from(st.sampled_from(sound_states())))
    for _ in range(draw_from(st.integers(1, 3))):
        kind = draw_from(st.sampled_from(["layout", "layout", "turn", "turn", "turn"]))
        damage = draw_from(st.sampled_from(LAYOUT if kind == "layout" else _TURN))
        damage(draw_from, data)
    if draw_from(st.integers(0, 5)) == 0:
        corrupt(draw_from, data)
    return data


# ---- Damaged actions --------------------------------------------------------------------------


def _misname(draw_from: Draw, data: Data) -> None:
    _one_of(draw_from, data)["piece"] = draw_from(st.sampled_from(TEXTS))


_ACTION = [_shift, _shift, _renumber, _rename, _misname, _by_cells]


@st.composite
def damaged_actions(draw_from: Draw, sound: list[Data]) -> object:
    """Draw one of some valid actions and change it a little, or draw any other data."""
    kind = draw_from(st.sampled_from(["sound", "damaged", "damaged", "damaged", "pass", "like"]))
    if kind == "like":
        return draw_from(action_like | trees)
    action = {"type": "pass"} if kind == "pass" else dict(draw_from(st.sampled_from(sound)))
    if kind == "damaged":
        for _ in range(draw_from(st.integers(1, 2))):
            draw_from(st.sampled_from(_ACTION))(draw_from, {"placements": [action]})
    if draw_from(st.integers(0, 9)) == 0:
        corrupt(draw_from, action)
    return action
