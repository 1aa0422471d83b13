"""Loading states: untrusted data becomes a state only after all checks."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace

from ..errors import InvalidStateError
from ..types import COLORS, PlacedPiece, Turn
from .deck import new_decks
from .hidden import filled_decks, filled_drawn
from .layout import check_layout
from .options import read_rules
from .placing import can_place
from .position_text import state_data, view_data
from .reader import Reader, raise_if_any
from .ruleset import variant_of
from .setup import Setup, read_setup
from .shuffle import MAX_SEED, random_numbers, system_numbers
from .shuffle_state import check_shuffle_state
from .state import State, last_pieces
from .turn_order import count_problems, turn_problems, turn_status
from .view import View

__all__ = [
    "load_state",
    "load_view",
    "new_game",
    "state_from_text",
    "state_to_text",
    "view_from_text",
]


def new_game(rules: object, seed: object) -> State:
    """Start a game with the options given as a dict, or raise InvalidStateError.

    The seed decides the order of the cards (S32); without one the operating system's randomness
    does (S30). Classic has no cards, but a seed is validated all the same.
    """
    numbers = system_numbers() if seed is None else random_numbers(_read_seed(seed))
    checked = read_rules(rules)
    is_shuffle = checked.game == "shuffle"
    return State(
        rules=checked,
        placements=(),
        turn=Turn(checked.first_color, "opening" if is_shuffle else "place"),
        direction="clockwise",
        deck_items=tuple(new_decks(checked, numbers).items()),
        last_pieces=(None,) * len(COLORS),
        shared_turns=0,
    )


def _read_seed(seed: object) -> int:
    reader = Reader()
    number = reader.integer(seed, "/seed", 0, MAX_SEED)
    raise_if_any(reader.problems)
    return number


def load_state(data: object) -> State:
    """Check untrusted data and return the state it describes, or raise InvalidStateError.

    In classic, due passes are settled: the colour to move is one that can place (C6).
    """
    return _load(read_setup(data))


def load_view(data: object) -> View:
    """Check an untrusted view and return it, or raise InvalidStateError.

    It is checked like a state, with arbitrary cards in place of the hidden ones.
    """
    setup = read_setup(data, is_view=True)
    state = _load(setup)
    hidden = (name for name, deck in (setup.decks or {}).items() if deck.hand is None)
    return View(setup.seat or 1, state, frozenset(hidden), hides_drawn=setup.turn.drawn is None)


def _load(setup: Setup) -> State:
    state = _build_state(setup, check_layout(setup))
    if setup.rules.game == "classic":
        return _settle_classic(setup, state)
    check_shuffle_state(setup, state)
    return state


def state_to_text(state: State) -> str:
    """Return the position text of a state."""
    return state.to_text()


def state_from_text(text: object) -> State:
    """Check an untrusted position text and return its state, or raise InvalidStateError.

    The pointers of its problems are empty: there is no JSON to point into.
    """
    data = state_data(text)
    with _without_pointers():
        return load_state(data)


def view_from_text(text: object) -> View:
    """Check an untrusted position text of a view and return it, or raise InvalidStateError."""
    data = view_data(text)
    with _without_pointers():
        return load_view(data)


@contextmanager
def _without_pointers() -> Iterator[None]:
    """Make the pointers of problems empty."""
    try:
        yield
    except InvalidStateError as error:
        problems = [replace(problem, pointer="") for problem in error.problems]
        raise InvalidStateError(problems) from None


def _build_state(setup: Setup, placements: tuple[PlacedPiece, ...]) -> State:
    """Return the state that the data describes, with defaults filled in; not checked yet."""
    rules, last = setup.rules, setup.last_placed or last_pieces(placements)
    decks = filled_decks(setup)
    return State(
        rules=rules,
        placements=placements,
        turn=_build_turn(setup),
        direction=setup.direction or "clockwise",
        deck_items=tuple((name, decks[name]) for name in variant_of(rules).deck_owners if decks),
        last_pieces=tuple(last[color] for color in COLORS),
        shared_turns=setup.shared_turns or 0,
    )


def _build_turn(setup: Setup) -> Turn:
    """Return the turn without a card that its phase implies."""
    turn = setup.turn
    return Turn(
        color=turn.color,
        phase=turn.phase or "place",
        card=turn.card if turn.phase in ("choose_piece", "place") else None,
        drawn=filled_drawn(setup),
        as_color=turn.as_color,
        target=turn.target,
        first=turn.first,
        recycled=turn.recycled,
    )


def _settle_classic(setup: Setup, state: State) -> State:
    """Return the classic state after due passes; raise if counts or turn do not fit the board."""
    rules = state.rules
    counts = {color: sum(each.color == color for each in state.placements) for color in COLORS}
    # A colour without pieces is still able: first pieces cannot reach a second corner, so nothing
    # can have blocked it before its slot in the first round.
    able = frozenset(color for color in COLORS if not counts[color] or can_place(state, color))
    status = turn_status(rules, counts, able)
    raise_if_any(
        count_problems(status) or turn_problems(setup, status, last_pieces(state.placements))
    )
    return replace(
        state,
        turn=Turn(status.mover, "over" if status.mover is None else "place"),
        shared_turns=status.shared_turns(),
    )
