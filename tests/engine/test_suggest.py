"""Suggestions of both engines: legal, repeatable, bounded, and blind to hidden cards."""

from __future__ import annotations

import pickle
import signal
import threading
import time
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace
from itertools import islice
from typing import Any

import cornerwise
import pytest
from cornerwise import HiddenInformationError, InvalidActionError
from cornerwise.engine import Cancellation, Engine, State
from cornerwise.selection import load_engine
from cornerwise.types import MAX_BUDGET, PHASES, Estimate, Suggestions

from tests.helpers.games import random_game
from tests.helpers.puzzle_layouts import SOLUTIONS
from tests.helpers.shuffle_states import random_shuffle_game, states_of_every_phase

RULES: tuple[dict[str, Any], ...] = (
    {"seats": 2},
    {"seats": 2, "scoring": "advanced", "start_corners": "fixed"},
    {"seats": 3, "shared_color": "yellow", "first_color": "red"},
    {"seats": 4},
    {"seats": 4, "teams": True, "scoring": "advanced"},
)
SMALL: dict[str, Any] = {"budget": 600}


def untimed(answer: Suggestions) -> Suggestions:
    return replace(answer, milliseconds=0)


def classic_states(**rules: object) -> Iterator[State]:
    """Yield states of random games, also the last two."""
    rust = load_engine("rust")
    for seed in range(2):
        states = list(random_game(rust, seed, **rules))
        yield from (*islice(states, seed, None, 5), *states[-2:])


def shuffle_states(games: int = 6, step: int = 5) -> Iterator[State]:
    """Yield states of random games of Blokus Shuffle, also the last two of each."""
    rust = load_engine("rust")
    for seed in range(games):
        states = [state for state, _, _ in random_shuffle_game(rust, seed)]
        yield from (*islice(states, seed % step, None, step), *states[-2:])


def check_result(engine: Engine[Any], over: State, estimates: Iterable[Estimate]) -> None:
    """Check that estimates are the result of a finished game."""
    score = engine.score(over)
    scores = [one.score for one in (score.teams or score.seats)]
    assert [one.score for one in estimates] == scores
    winners = [*score.winning_teams] if score.teams else [*score.winners]
    chances = [float((one.team or one.seat) in winners) / len(winners) for one in estimates]
    assert [one.win for one in estimates] == pytest.approx(chances)


def check(engine: Engine[Any], given: State, **options: Any) -> Suggestions:
    """Return the suggestions for a state after checking everything that must always hold."""
    state = engine.load_state(given.to_dict())
    answer = engine.suggest(state, **{**SMALL, "count": 4, **options})
    assert (answer.color, answer.seat, answer.phase) == (state.color, state.seat, state.phase)
    assert answer.engine == engine.NAME
    legal = engine.legal_actions(state)
    actions = [move.action for move in answer.moves]
    assert len(set(actions)) == len(actions) <= 4
    assert all(action in legal for action in actions)
    assert bool(actions) == bool(legal)
    assert answer.turn[:1] == tuple(actions[:1])
    score = engine.score(state)
    sides: list[tuple[int | None, str | None]] = [
        *((None, one.team) for one in score.teams),
        *((one.seat, None) for one in score.seats),
    ]
    for estimates in (answer.evaluation, *(move.estimates for move in answer.moves)):
        assert [(one.seat, one.team) for one in estimates] == sides
        assert sum(one.win for one in estimates) == pytest.approx(1)
        assert all(0 <= one.win <= 1 for one in estimates)
    if engine.NAME == "python":
        assert (answer.units, answer.playouts) == (0, 0)
        assert answer.stopped == ("no_search" if legal else "over")
    if state.phase == "over":
        check_result(engine, state, answer.evaluation)
        assert (answer.turn, answer.stopped) == ((), "over")
    for move in answer.moves:
        after, _ = engine.apply(state, move.action)
        if after.phase == "over":
            check_result(engine, after, move.estimates)
    return answer


@pytest.mark.slow(keep=1)
@pytest.mark.parametrize("rules", RULES, ids=str)
def test_suggestions_of_classic_are_legal(engine: Engine[Any], rules: dict[str, Any]) -> None:
    for state in classic_states(**rules):
        check(engine, state)


@pytest.mark.slow
def test_suggestions_of_shuffle_are_legal_and_the_turn_applies(engine: Engine[Any]) -> None:
    phases = set()
    for given in shuffle_states():
        answer = check(engine, given, until="turn")
        phases.add(answer.phase)
        if not answer.turn:
            continue
        state = engine.load_state(given.to_dict())
        for action in answer.turn:
            assert state.color == answer.color
            assert action in engine.legal_actions(state)
            state, _ = engine.apply(state, action)
        # The turn is over, or cards were drawn that were hidden.
        is_over = state.color != answer.color or state.phase in ("play_card", "over")
        is_drawn = answer.turn[-1].to_dict().get("card") == "draw_two"
        assert is_over or is_drawn or given.phase == "opening"
    assert phases == {*PHASES}


@pytest.mark.slow
@pytest.mark.parametrize("level", range(1, 6))
def test_whole_games_of_bots_come_to_an_end(engine: Engine[Any], level: int) -> None:
    state = engine.new_game({"game": "shuffle" if level % 2 else "classic", "seats": 2}, level)
    # Level 1 suggests without effort; the others only begin.
    for _ in range(400 if level == 1 else 12):
        if state.phase == "over":
            break
        answer = engine.suggest(state, level=level, count=1, until="turn")
        state, _ = engine.apply(state, answer.turn)
    assert level != 1 or state.phase == "over"


# ---- Repeatable ----------------------------------------------------------------------------------


def test_same_arguments_have_the_same_answer(engine: Engine[Any]) -> None:
    for given in islice(shuffle_states(games=2, step=9), 12):
        state = engine.load_state(given.to_dict())
        first, second = (engine.suggest(state, **SMALL, seed=5) for _ in range(2))
        assert untimed(first) == untimed(second)


@pytest.mark.parametrize("level", [1, 3])
def test_other_seeds_can_have_other_answers(engine: Engine[Any], level: int) -> None:
    state = engine.new_game({}, 0)
    answers = {engine.suggest(state, level=level, seed=seed).moves for seed in range(8)}
    assert len(answers) > 1


@pytest.mark.slow
def test_a_seed_does_not_make_a_low_level_strong_or_weak(engine: Engine[Any]) -> None:
    """Legal actions are sorted by piece: where the chosen ones are tells how large they are."""
    states = [
        engine.load_state(state.to_dict())
        for state in random_game(load_engine("rust"), 3)
        if len(state.placements) < 36
    ]
    means = []
    for seed in range(8):
        places = []
        for state in states:
            (move,) = engine.suggest(state, level=1, count=1, seed=seed).moves
            legal = engine.legal_actions(state)
            places.append(legal.index(move.action) / len(legal))
        means.append(sum(places) / len(places))
    assert max(means) - min(means) < 0.2


def test_more_moves_are_asked_for_than_there_are(engine: Engine[Any]) -> None:
    state = next(one for one in shuffle_states() if one.phase == "play_card")
    answer = engine.suggest(engine.load_state(state.to_dict()), **SMALL, count=100)
    assert 1 <= len(answer.moves) <= 2


# ---- Budgets, time, cancellation -----------------------------------------------------------------


def test_more_units_are_spent_with_a_larger_budget(rust: Engine[Any]) -> None:
    state = rust.new_game({}, 0)
    spent = [rust.suggest(state, budget=budget).units for budget in (1, 2_000, 20_000)]
    assert spent == sorted(spent)
    assert spent[1] >= 2_000
    assert spent[2] >= 20_000
    assert spent[2] < 40_000  # it stops soon


def test_levels_have_growing_budgets(rust: Engine[Any]) -> None:
    state = rust.new_game({"seats": 2}, 0)
    units = [rust.suggest(state, level=level).units for level in range(3, 7)]
    assert units == sorted(set(units))
    assert untimed(rust.suggest(state)) == untimed(rust.suggest(state, level=5))


@pytest.mark.parametrize("game", ["classic", "shuffle"])
def test_levels_are_budgets(rust: Engine[Any], game: str) -> None:
    """From level 3 on, each has four times the work of the one before, as the documents say."""
    state = rust.new_game({"game": game, "seats": 2}, 0)
    for level in range(3, 7):
        by_level = rust.suggest(state, level=level)
        assert untimed(by_level) == untimed(rust.suggest(state, budget=2_000 * 4 ** (level - 3)))


def test_time_limit_ends_the_search_and_is_reported(rust: Engine[Any]) -> None:
    for game in ("classic", "shuffle"):
        answer = rust.suggest(rust.new_game({"game": game}, 1), budget=MAX_BUDGET, seconds=0.02)
        assert answer.stopped == "time"
        assert answer.units < MAX_BUDGET
        assert answer.moves


def test_search_is_cancelled_by_another_thread(rust: Engine[Any]) -> None:
    cancellation = rust.Cancellation()
    threading.Timer(0.05, cancellation.cancel).start()
    answer = rust.suggest(rust.new_game({}, 0), budget=MAX_BUDGET, cancel=cancellation)
    assert answer.stopped == "cancelled"
    assert answer.moves


def test_cancelled_before_it_begins(engine: Engine[Any]) -> None:
    cancellation = engine.Cancellation()
    states = [cancellation.cancelled]
    cancellation.cancel()
    states.append(cancellation.cancelled)
    assert states == [False, True]
    answer = engine.suggest(engine.new_game({}, 0), level=9, cancel=cancellation)
    assert answer.stopped == ("cancelled" if engine.NAME == "rust" else "no_search")
    assert answer.moves


def test_only_a_cancellation_of_the_engine_is_accepted(engine: Engine[Any]) -> None:
    other = load_engine("python" if engine.NAME == "rust" else "rust")
    state: Any = engine.new_game({}, 0)
    for cancel in (1, "x", threading.Event(), engine.Cancellation, other.Cancellation()):
        with pytest.raises(TypeError, match="Cancellation"):
            engine.suggest(state, level=0, cancel=cancel)
        with pytest.raises(TypeError, match="Cancellation"):
            engine.solve_puzzle("none", {}, 0, 1, cancel=cancel)
    assert engine.suggest(state, **SMALL, cancel=None).moves


class SignalError(Exception):
    """What the handler of a signal raises."""


@pytest.fixture
def signal_soon() -> Iterator[None]:
    """Send a signal in 0.3 s, whose handler raises SignalError, as that of Ctrl-C raises."""

    def interrupt(*_: object) -> None:
        raise SignalError

    before = signal.signal(signal.SIGALRM, interrupt)
    signal.setitimer(signal.ITIMER_REAL, 0.3)
    yield
    signal.setitimer(signal.ITIMER_REAL, 0)
    signal.signal(signal.SIGALRM, before)


def long_suggestion(engine: Engine[Any], cancellation: Cancellation) -> None:
    engine.suggest(engine.new_game({}, 0), budget=MAX_BUDGET, seconds=20, cancel=cancellation)


def long_solution(engine: Engine[Any], cancellation: Cancellation) -> None:
    layout = {"placements": SOLUTIONS["board84"][-7:]}
    engine.solve_puzzle("board84", layout, 0, 20, cancel=cancellation)


@pytest.mark.usefixtures("signal_soon")
@pytest.mark.parametrize("search", [long_suggestion, long_solution])
def test_signal_ends_one_search_and_cancels_no_other(
    rust: Engine[Any], search: Callable[[Engine[Any], Cancellation], None]
) -> None:
    cancellation = rust.Cancellation()
    begin = time.monotonic()
    with pytest.raises(SignalError):
        search(rust, cancellation)
    assert time.monotonic() - begin < 3
    assert not cancellation.cancelled
    answer = rust.suggest(rust.new_game({}, 0), **SMALL, cancel=cancellation)
    assert answer.stopped == "budget"


# ---- Hidden cards --------------------------------------------------------------------------------


@pytest.mark.slow
@pytest.mark.parametrize("until", ["decision", "turn"])
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_hidden_cards_do_not_decide(engine: Engine[Any], seats: int, until: Any) -> None:  # noqa: ANN401
    phases = Counter[str]()
    for seed, (given, other) in enumerate(states_of_every_phase(seats)):
        phases[given.phase] += 1
        state = engine.load_state(given.to_dict())
        view = engine.load_view(engine.view(state, given.seat or 1))
        games = (state, engine.load_state(other), view)
        for options in (SMALL, {"level": 1}):
            request = {**options, "count": 5, "seed": seed, "until": until}
            answers = [untimed(engine.suggest(one, **request)) for one in games]
            assert answers[0] == answers[1] == answers[2]
    assert set(phases) == {*PHASES} - {"over"}


@pytest.mark.slow(keep=1)
def test_view_of_another_seat_hides_what_decides(engine: Engine[Any]) -> None:
    refused = 0
    for given in islice(shuffle_states(), 60):
        if given.seat is None:
            continue
        state = engine.load_state(given.to_dict())
        for seat in range(1, state.rules.seats + 1):
            view = engine.load_view(engine.view(state, seat))
            known, seen = (engine.view(state, one)["decks"] for one in (given.seat, seat))
            # In the opening the hand may not be drawn yet.
            hands = [name for name in known if known[name]["hand"]]
            if all(seen[name]["hand"] == known[name]["hand"] for name in hands):
                assert engine.suggest(view, **SMALL).moves
                continue
            with pytest.raises(HiddenInformationError) as caught:
                engine.suggest(view, **SMALL)
            (problem,) = caught.value.problems
            assert problem.code == "hidden_information"
            assert problem.pointer.startswith(("/decks/", "/turn/drawn"))
            refused += 1
    assert refused > 50


def test_view_that_does_not_give_the_own_hand(engine: Engine[Any]) -> None:
    given = next(one for one in shuffle_states() if one.phase == "place" and one.rules.seats == 2)
    data = engine.view(engine.load_state(given.to_dict()), given.seat or 1)
    engine.suggest(engine.load_view(data), **SMALL)
    name = f"seat{given.seat}"
    data["decks"][name]["hand"] = None
    with pytest.raises(HiddenInformationError) as caught:
        engine.suggest(engine.load_view(data), **SMALL)
    assert [one.pointer for one in caught.value.problems] == [f"/decks/{name}/hand"]


def test_classic_hides_nothing(engine: Engine[Any]) -> None:
    state = engine.new_game({"seats": 2}, 0)
    answers = [
        untimed(engine.suggest(where, **SMALL))
        for where in (state, *(engine.load_view(engine.view(state, seat)) for seat in (1, 2)))
    ]
    assert answers[0] == answers[1] == answers[2]


# ---- Arguments and values ------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("arguments", "code", "pointer"),
    [
        ({"level": 5, "budget": 5}, "options_conflict", "/budget"),
        ({"level": 0}, "out_of_range", "/level"),
        ({"level": 10}, "out_of_range", "/level"),
        ({"level": "5"}, "wrong_type", "/level"),
        ({"level": True}, "wrong_type", "/level"),
        ({"budget": 0}, "out_of_range", "/budget"),
        ({"budget": MAX_BUDGET + 1}, "out_of_range", "/budget"),
        ({"budget": 2**80}, "out_of_range", "/budget"),
        ({"count": 0}, "out_of_range", "/count"),
        ({"count": 101}, "out_of_range", "/count"),
        ({"count": []}, "wrong_type", "/count"),
        ({"seed": -1}, "out_of_range", "/seed"),
        ({"seed": 2**53}, "out_of_range", "/seed"),
        ({"until": "game"}, "unknown_value", "/until"),
        ({"until": 3}, "wrong_type", "/until"),
        ({"seconds": 0}, "out_of_range", "/seconds"),
        ({"seconds": 3601}, "out_of_range", "/seconds"),
        ({"seconds": float("nan")}, "out_of_range", "/seconds"),
        ({"seconds": "1"}, "wrong_type", "/seconds"),
        ({"seconds": True}, "wrong_type", "/seconds"),
    ],
)
def test_invalid_arguments(
    engine: Engine[Any], arguments: dict[str, Any], code: str, pointer: str
) -> None:
    with pytest.raises(InvalidActionError) as caught:
        engine.suggest(engine.new_game({}, 0), **arguments)
    assert [(one.code, one.pointer) for one in caught.value.problems] == [(code, pointer)]
    assert str(caught.value).startswith(f"{pointer}: ")


def test_both_engines_report_the_same_problems() -> None:
    messages = []
    for name in ("rust", "python"):
        engine = load_engine(name)
        for arguments in ({"level": 99}, {"level": 1, "budget": 1}, {"until": "x"}, {"seconds": 0}):
            with pytest.raises(InvalidActionError) as caught:
                engine.suggest(engine.new_game({}, 0), **arguments)
            messages.append((str(arguments), caught.value.problems))
    assert messages[:4] == messages[4:]


def test_values_are_frozen_and_can_be_copied(engine: Engine[Any]) -> None:
    answer = engine.suggest(engine.new_game({"seats": 2}, 0), level=3)
    assert pickle.loads(pickle.dumps(answer)) == answer  # noqa: S301 (our own data)
    assert hash(answer) == hash(replace(answer))
    with pytest.raises(AttributeError):
        answer.units = 1  # type: ignore[misc]
    data = answer.to_dict()
    assert data["moves"][0]["text"] == answer.moves[0].text
    assert data["moves"][0]["action"] == answer.moves[0].action.to_dict()


def test_function_of_the_package() -> None:
    state = cornerwise.new_game(seats=2)
    answer = cornerwise.suggest(state, 1, count=2, seed=4)
    assert (answer.seed, len(answer.moves)) == (4, 2)
    assert answer.moves[0].action in cornerwise.legal_actions(state)
    cancellation = cornerwise.new_cancellation()
    cancellation.cancel()
    assert cornerwise.suggest(state, level=9, cancel=cancellation).moves
