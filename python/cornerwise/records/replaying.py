"""Replaying a record: every move is checked by an engine, and the first wrong one is named."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any, cast

from .. import action_to_text, selection
from ..engine import Engine, Replayed, State
from ..errors import CornerwiseError, IllegalActionError, InvalidStateError, Problem
from ..types import COLORS, Action, Event, PlacedPiece, Score
from .data import from_dict
from .model import (
    MAX_SETUPS,
    START,
    VERSION,
    InvalidRecordError,
    Record,
    RecordMove,
    RecordSetup,
    RecordStart,
)

__all__ = ["Failure", "Replay", "Step", "replay", "replay_data", "start_state", "walk"]


@dataclass(frozen=True, slots=True)
class Failure:
    """The first wrong move: its index in the record, its ply from 1, and every reason."""

    move: int
    ply: int
    action: Action | None
    problems: tuple[Problem, ...]

    @property
    def text(self) -> str:
        """The action as text, as far as it has one."""
        if self.action is None:
            return "setup"
        try:
            return action_to_text(self.action)
        except CornerwiseError:
            return str(self.action.to_dict())

    def to_dict(self) -> dict[str, Any]:
        """Return the JSON form."""
        return {
            "move": self.move,
            "ply": self.ply,
            "text": self.text,
            "reasons": [problem.to_dict() for problem in self.problems],
        }


@dataclass(frozen=True, slots=True)
class Step:
    """A move of a record with the state after it; the state before it if the move is wrong."""

    move: int
    state: State
    events: tuple[Event, ...] = ()
    failure: Failure | None = None


@dataclass(frozen=True, slots=True)
class Replay:
    """The result of replaying a line of a record.

    ``plies`` is the number of moves carried out; comments without a move do not count. ``state`` is
    the last state reached. ``positions`` has the start and the state after each ply, ``events`` the
    events of each ply; both are None unless asked for.
    """

    state: State
    score: Score
    plies: int
    failure: Failure | None
    positions: tuple[State, ...] | None = None
    events: tuple[tuple[Event, ...], ...] | None = None

    @property
    def valid(self) -> bool:
        """Whether every move was legal."""
        return self.failure is None


def start_state(start: RecordStart, engine: Engine[Any] | None = None) -> State:
    """Return the state that a record starts with; raise InvalidRecordError if it is impossible."""
    used = engine or selection.engine
    try:
        state = _first_state(start, used)
        return state if start.setup is None else _set_up(used, state, start.setup)
    except InvalidStateError as error:
        field = "/position" if start.position is not None else ""
        problems = [replace(one, pointer=f"/start{field}") for one in error.problems]
        raise InvalidRecordError(problems) from None


def _first_state(start: RecordStart, engine: Engine[Any]) -> State:
    state: State
    if start.position is not None:
        state = engine.state_from_text(start.position)
    elif start.rules is None:
        raise InvalidRecordError(
            [Problem("missing_field", "this field is required", "/start/rules")]
        )
    elif start.decks is None:
        if start.seed is None and start.rules.game == "shuffle":
            message = "a new game of Blokus Shuffle needs either its seed or its decks"
            raise InvalidRecordError([Problem("options_conflict", message, "/start")])
        state = engine.new_game(start.rules.to_dict(), start.seed)
    else:
        piles = {
            name: {"draw": list(cards), "hand": [], "discard": []}
            for name, cards in start.decks.items()
        }
        state = engine.load_state(
            {
                "rules": start.rules.to_dict(),
                "placements": [],
                "turn": {"color": start.rules.first_color, "phase": "opening"},
                "decks": piles,
                "shared_turns": 0,
            }
        )
    return state


def replay(
    record: Record,
    *,
    to: int | None = None,
    positions: bool = False,
    events: bool = False,
    engine: Engine[Any] | None = None,
) -> Replay:
    """Replay the main line of a record, or the line ``to`` a move, and check every move.

    A wrong move ends the replay: ``failure`` is that move and the reasons. ``positions`` and
    ``events`` request more than the last state. Raises InvalidRecordError if the start is
    impossible.
    """
    used = engine or selection.engine
    line = record.main_line() if to is None else record.line_to(to)
    moves = [index for index in line if _is_ply(record.moves[index])]
    if sum(record.moves[index].setup is not None for index in moves) > MAX_SETUPS:
        message = f"at most {MAX_SETUPS} setups in a line can be replayed"
        raise InvalidRecordError([Problem("out_of_range", message, "/moves")])
    state = start_state(record.start, used)
    states: list[State] = [state]
    happened: list[tuple[Event, ...]] = []
    failure: Failure | None = None
    plies = 0
    for group in _groups(record, moves):
        played = _play_group(used, states[-1], record, group, states=positions, events=events)
        plies += played.plies
        states += (played.state,) if played.states is None else played.states[1:]
        happened += played.events or ()
        if played.problems:
            failure = _failure(record, group[played.plies], plies, played.problems)
            break
    return Replay(
        state=states[-1],
        score=used.score(states[-1]),
        plies=plies,
        failure=failure,
        positions=tuple(states) if positions else None,
        events=tuple(happened) if events else None,
    )


def replay_data(
    data: Any,  # noqa: ANN401 - JSON
    *,
    positions: bool = False,
    events: bool = False,
    engine: Engine[Any] | None = None,
) -> Replay:
    """Replay the main line of a record that is given as JSON data, or as a handle of an engine.

    The result is that of ``replay(from_dict(data))``. A valid record of actions and comments
    without variations is replayed many times faster, because the engine reads its moves.
    """
    used = engine or selection.engine
    is_handle = hasattr(data, "to_python")
    fields = data.to_python(["moves"]) if is_handle else data
    if isinstance(fields, dict) and fields.get("moves") is not None:
        start = _plain_start(used, fields)
        try:
            replayed = start and used.replay(
                start, fields["moves"], states=positions, events=events
            )
        except CornerwiseError:
            replayed = None
        if replayed and not replayed.problems:
            score = used.score(replayed.state)
            reached, happened = replayed.states, replayed.events
            return Replay(replayed.state, score, replayed.plies, None, reached, happened)
    record = from_dict(data.to_python() if is_handle else data)
    return replay(record, positions=positions, events=events, engine=used)


def _plain_start(engine: Engine[Any], fields: dict[str, Any]) -> State | None:
    """Return the first state of a record whose moves can be replayed as they are.

    None means that the record has to be read as a whole, which also reports what is wrong.
    """
    start, others = fields.get("start"), fields.keys() - {"start", "moves"}
    if not isinstance(start, dict) or not all(_is_plain(name, fields[name]) for name in others):
        return None
    try:
        if start.keys() == {"position"}:
            return cast("State", engine.state_from_text(start["position"]))
        if start.keys() - {"seed"} == {"rules"} and isinstance(start["rules"], dict):
            is_shuffle = start["rules"].get("game") == "shuffle"
            if is_shuffle == (start.get("seed") is not None):
                return cast("State", engine.new_game(start["rules"], start.get("seed")))
    except CornerwiseError:
        pass
    return None


def _is_plain(name: str, value: object) -> bool:
    """Return whether a field of a record is well formed and has no meaning for a replay."""
    match name:
        case "version":
            return type(value) is int and value == VERSION
        case "date" | "result" | "comment":
            return type(value) is str
        case "players":
            is_short = type(value) is list and len(value) <= len(COLORS)
            return is_short and all(type(one) is str for one in cast("list[object]", value))
    return False


def walk(record: Record, engine: Engine[Any] | None = None) -> Iterator[Step]:
    """Check every move of a record, variations included, in their order.

    Yields a step for each move, also for mere comments. The moves after a wrong one are left out.
    """
    used = engine or selection.engine
    states: dict[int, State] = {START: start_state(record.start, used)}
    plies = {START: 0}
    for index, move in enumerate(record.moves):
        if move.parent not in states:
            continue
        before = states[move.parent]
        step = Step(index, before)
        if _is_ply(move):
            played = _play_group(used, before, record, [index], events=True)
            step = Step(index, played.state, (played.events or ((),))[0])
            if played.problems:
                failure = _failure(record, index, plies[move.parent], played.problems)
                step = Step(index, before, failure=failure)
        if step.failure is None:
            states[index] = step.state
            plies[index] = plies[move.parent] + _is_ply(move)
        yield step


def _is_ply(move: RecordMove) -> bool:
    return move.action is not None or move.setup is not None


def _groups(record: Record, moves: Sequence[int]) -> Iterator[list[int]]:
    """Yield the moves in groups that an engine replays at once."""
    group: list[int] = []
    for index in moves:
        move = record.moves[index]
        is_plain = move.setup is None and move.seat is None
        if group and not is_plain:
            yield group
            group = []
        group.append(index)
        if not is_plain:
            yield group
            group = []
    if group:
        yield group


def _play_group(
    engine: Engine[Any], state: State, record: Record, group: list[int], **wanted: bool
) -> Replayed:
    """Play some moves. Only a group of one move can have a setup or a seat."""
    move = record.moves[group[0]]
    before = state
    try:
        if move.setup is not None:
            state = _set_up(engine, state, move.setup)
        _check_seat(state, move.seat)
    except CornerwiseError as error:
        return Replayed(before, 0, error.problems, (before,), ())
    if move.action is None:
        return Replayed(state, 1, (), (before, state), ((),))
    actions = [action for index in group if (action := record.moves[index].action) is not None]
    return engine.replay(state, actions, **wanted)


def _failure(record: Record, move: int, plies: int, problems: tuple[Problem, ...]) -> Failure:
    reasons = tuple(replace(problem, pointer="") for problem in problems)
    return Failure(move, plies + 1, record.moves[move].action, reasons)


def _check_seat(state: State, seat: int | None) -> None:
    """Raise IllegalActionError if another seat is to move than the one given."""
    if seat not in (None, state.seat):
        message = f"it is the turn of seat {state.seat}"
        raise IllegalActionError([Problem("wrong_turn", message, rule="S4")])


def _set_up(engine: Engine[Any], state: State, setup: RecordSetup) -> State:
    """Return the state with another board; raise InvalidStateError if it is impossible.

    The colour to move follows from the pieces and from the first colour. If it is not the one that
    the setup names, or if no game with this first colour leads to the board, the other first
    colours are tried: a file from elsewhere does not name the first colour.
    """
    if state.rules.game == "shuffle":
        message = "a position of Blokus Shuffle cannot be set up: use a position text"
        raise InvalidStateError([Problem("options_conflict", message)])
    removed = {(one.piece, one.orientation, one.row, one.col) for one in setup.remove}
    kept = [one for one in state.placements if _pose(one) not in removed]
    if len(state.placements) - len(kept) < len(removed):
        raise InvalidStateError([Problem("not_on_board", "a removed piece is not on the board")])
    rules = state.rules
    placements = [placed.to_dict() for placed in (*kept, *setup.add)]
    turn = {} if setup.color is None else {"turn": {"color": setup.color}}
    order = (rules.first_color, *(color for color in COLORS if color != rules.first_color))
    problems: list[Problem] = []
    for first_color in order:
        options = replace(rules, first_color=first_color).to_dict()
        try:
            set_up: State = engine.load_state({"rules": options, "placements": placements, **turn})
        except InvalidStateError as error:
            problems = problems or list(error.problems)
        else:
            return set_up
    raise InvalidStateError(problems)


def _pose(placed: PlacedPiece) -> tuple[str, int, int, int]:
    return placed.piece, placed.orientation, placed.row, placed.col
