"""Untrusted data becomes a Setup: right in shape, with options that go together.

These are the first two of the checks that a state must pass; whether the position is possible is
for :mod:`.layout` and :mod:`.standing` to say.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal, NamedTuple

from ..errors import InvalidStateError, Problem
from ..types import COLORS, Color, Phase, Rules
from .data import INT_MAX, Reader, is_a
from .ruleset import DEFAULT_SHARED_COLOR, SEATS_THAT_SHARE, SEATS_WITH_TEAMS
from .spot import PLACE_FIELDS, Spot, read_spot

__all__ = ["Setup", "SetupPlacement", "SetupTurn", "read_rules", "read_setup"]

_MAX_PLACEMENTS = 84

_GAMES: tuple[Literal["classic"], ...] = ("classic",)
_START_CORNERS: tuple[Literal["any", "fixed"], ...] = ("any", "fixed")
_SCORINGS: tuple[Literal["basic", "advanced"], ...] = ("basic", "advanced")
_PHASES: tuple[Phase, ...] = ("place", "over")

_ROOT_FIELDS = ("rules", "placements", "turn", "last_placed", "shared_turns")
_RULES_FIELDS = (
    "game",
    "seats",
    "teams",
    "shared_color",
    "first_color",
    "start_corners",
    "scoring",
)


class SetupPlacement(NamedTuple):
    """A piece that is said to be on the board."""

    color: Color
    spot: Spot


@dataclass(frozen=True, slots=True)
class SetupTurn:
    """Whose turn it is said to be.

    A colour of None says that nobody is to move, unless ``color_given`` is false: then nothing was
    said. A phase of None was not given.
    """

    color: Color | None = None
    color_given: bool = False
    phase: Phase | None = None


@dataclass(frozen=True, slots=True)
class Setup:
    """A state as it was described. What may be left out is None, or lacks its key."""

    rules: Rules
    placements: tuple[SetupPlacement, ...]
    turn: SetupTurn
    last_placed: Mapping[Color, str | None]
    shared_turns: int | None


def read_setup(data: object) -> Setup:
    """Read the description of a state, or raise InvalidStateError."""
    reader = Reader()
    fields = reader.fields(data, "", _ROOT_FIELDS)
    # The arguments are evaluated in this order, and problems are reported in it.
    setup = Setup(
        rules=_read_rules(reader, fields.get("rules", {}), "/rules"),
        placements=_read_placements(reader, fields.get("placements", []), "/placements"),
        turn=_read_turn(reader, fields.get("turn"), "/turn"),
        last_placed=_read_last_placed(reader, fields.get("last_placed", {}), "/last_placed"),
        shared_turns=(
            reader.integer(fields["shared_turns"], "/shared_turns", 0, INT_MAX)
            if "shared_turns" in fields
            else None
        ),
    )
    _raise_if_any(reader.problems)
    _raise_if_any(_conflicts(setup.rules, "/rules"))
    return setup


def read_rules(data: object) -> Rules:
    """Read the options of a new game, or raise InvalidStateError."""
    reader = Reader()
    rules = _read_rules(reader, data, "")
    _raise_if_any(reader.problems)
    _raise_if_any(_conflicts(rules, ""))
    return rules


def _raise_if_any(problems: list[Problem]) -> None:
    if problems:
        raise InvalidStateError(problems)


def _read_rules(reader: Reader, value: object, pointer: str) -> Rules:
    fields = reader.fields(value, pointer, _RULES_FIELDS)
    defaults = Rules()
    game = reader.choice(fields.get("game", defaults.game), f"{pointer}/game", _GAMES)
    seats = reader.integer(fields.get("seats", defaults.seats), f"{pointer}/seats", 2, 4)
    teams = reader.flag(fields.get("teams", defaults.teams), f"{pointer}/teams")
    shared_color = _color_or_null(reader, fields.get("shared_color"), f"{pointer}/shared_color")
    return Rules(
        game=game,
        seats=seats,
        teams=teams,
        shared_color=_shared_color(seats, shared_color),
        first_color=reader.color(
            fields.get("first_color", defaults.first_color), f"{pointer}/first_color"
        ),
        start_corners=reader.choice(
            fields.get("start_corners", defaults.start_corners),
            f"{pointer}/start_corners",
            _START_CORNERS,
        ),
        scoring=reader.choice(
            fields.get("scoring", defaults.scoring), f"{pointer}/scoring", _SCORINGS
        ),
    )


def _shared_color(seats: int, given: Color | None) -> Color | None:
    """Return the shared colour: the one that was given, or the default where there must be one."""
    if given is None and seats == SEATS_THAT_SHARE:
        return DEFAULT_SHARED_COLOR
    return given


def _conflicts(rules: Rules, pointer: str) -> list[Problem]:
    problems = []
    if rules.teams and rules.seats != SEATS_WITH_TEAMS:
        problems.append(Problem("options_conflict", "teams need 4 seats", f"{pointer}/teams"))
    if rules.shared_color is not None and rules.seats != SEATS_THAT_SHARE:
        problems.append(
            Problem(
                "options_conflict",
                "a shared colour needs 3 seats",
                f"{pointer}/shared_color",
            )
        )
    return problems


def _read_placements(reader: Reader, value: object, pointer: str) -> tuple[SetupPlacement, ...]:
    items = reader.items(value, pointer)
    if len(items) > _MAX_PLACEMENTS:
        reader.note("too_many_placements", "there are only 84 pieces", pointer)
        return ()
    return tuple(
        _read_placement(reader, item, f"{pointer}/{index}") for index, item in enumerate(items)
    )


def _read_placement(reader: Reader, value: object, pointer: str) -> SetupPlacement:
    color, piece = COLORS[0], ""
    if not is_a(value, dict):
        reader.wrong_type("an object", pointer)
        return SetupPlacement(color, Spot(piece, None, None))
    fields = reader.fields(value, pointer, ("color", "piece", *PLACE_FIELDS))
    if reader.required(fields, "color", pointer):
        color = reader.color(fields["color"], f"{pointer}/color")
    if reader.required(fields, "piece", pointer):
        piece = reader.piece(fields["piece"], f"{pointer}/piece")
    return SetupPlacement(color, read_spot(reader, fields, pointer, piece))


def _read_turn(reader: Reader, value: object, pointer: str) -> SetupTurn:
    if value is None:
        return SetupTurn()
    fields = reader.fields(value, pointer, ("color", "phase"))
    color = _color_or_null(reader, fields.get("color"), f"{pointer}/color")
    phase = None
    if "phase" in fields:
        phase = reader.choice(fields["phase"], f"{pointer}/phase", _PHASES)
    return SetupTurn(color, "color" in fields, phase)


def _read_last_placed(reader: Reader, value: object, pointer: str) -> dict[Color, str | None]:
    fields = reader.fields(value, pointer, COLORS)
    return {
        color: None if fields[color] is None else reader.piece(fields[color], f"{pointer}/{color}")
        for color in COLORS
        if color in fields
    }


def _color_or_null(reader: Reader, value: object, pointer: str) -> Color | None:
    return None if value is None else reader.color(value, pointer)
