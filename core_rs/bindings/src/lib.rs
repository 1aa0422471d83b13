//! `cornerwise._core`: the Rust engine described by the protocol in `cornerwise/engine.py`.
//!
//! This file lists the functions of the module. `value` and `arguments` read Python objects as
//! untrusted data, `json` and `json_value` request bodies; `convert` and `document` make Python
//! values of the engine's results. `interruption` ends searches early.

mod arguments;
mod convert;
mod document;
mod interruption;
mod json;
mod json_parser;
mod json_value;
mod puzzle;
mod random;
mod replay;
mod search;
mod state;
mod text;
mod value;
mod view;

use std::cell::Cell;

use cornerwise::movegen::MoveList;
use pyo3::pymodule;

thread_local! {
    /// A list of moves whose memory is reused from call to call.
    static MOVES: Cell<Option<MoveList>> = const { Cell::new(None) };
}

/// Calls `work` with the thread's list. Creating Python objects can run other Python code that calls
/// this function again; the inner call then finds no list and makes a new one.
fn with_moves<T>(work: impl FnOnce(&mut MoveList) -> T) -> T {
    let mut moves = MOVES.take().unwrap_or_default();
    let done = work(&mut moves);
    MOVES.set(Some(moves));
    done
}

/// The Rust engine. `cornerwise.engine.Engine` documents the functions.
#[pymodule]
#[expect(
    clippy::needless_pass_by_value,
    reason = "PyO3 passes arguments of our own types by value only"
)]
mod _core {
    use cornerwise::double_play::DoublePlayOutcome;
    use cornerwise::piece::{Piece, Supply};
    use cornerwise::problem::{Code, Problem, Problems};
    use cornerwise::puzzle::{Layout, Puzzle};
    use cornerwise::ruleset::{Game, Options};
    use cornerwise::search::SearchOptions;
    use cornerwise::setup::Setup;
    use cornerwise::state::State as Position;
    use cornerwise::view::View as PositionView;
    use cornerwise::wire::{self, MoveFormat};
    use pyo3::prelude::*;
    use pyo3::pybacked::PyBackedBytes;
    use pyo3::types::{PyBytes, PyDict, PyList, PyTuple};

    use crate::arguments::{
        Filter, Format, bad_argument, read_action, read_actions, read_color, read_number, read_seed,
    };
    use crate::convert::{self, illegal_action, invalid_action, invalid_state};
    use crate::document;
    use crate::interruption::check_signals;
    use crate::json::Limits;
    use crate::json_value::{self, Input};
    use crate::puzzle;
    use crate::random::OsRandom;
    use crate::replay::{Wanted, replay_actions};
    use crate::search;
    use crate::text;
    use crate::value::Value;
    use crate::view::StateOrView;
    use crate::with_moves;

    #[pymodule_export]
    use crate::state::State;

    #[pymodule_export]
    use crate::json_value::JsonValue;

    #[pymodule_export]
    use crate::search::Cancellation;

    #[pymodule_export]
    use crate::view::View;

    #[pymodule_export]
    const NAME: &str = "rust";

    /// Every code that a problem can have.
    #[pymodule_export]
    const CODES: &[&str] = Code::NAMES;

    #[pyfunction]
    fn pieces(py: Python<'_>) -> PyResult<Bound<'_, PyTuple>> {
        let all = Piece::ALL.into_iter().map(|piece| convert::piece(py, piece));
        PyTuple::new(py, all.collect::<PyResult<Vec<_>>>()?)
    }

    #[pyfunction]
    fn new_game<'py>(
        py: Python<'py>,
        rules: &Bound<'py, PyAny>,
        seed: Bound<'py, PyAny>,
    ) -> PyResult<State> {
        let state = if seed.is_none() {
            let mut random = OsRandom::new(py);
            let state = Options::read(&Input::new(rules))
                .and_then(|options| Position::new_game_from(&options, &mut random));
            random.finish()?;
            state
        } else {
            let seed = read_seed(&Value(seed), invalid_state)?;
            Options::read(&Input::new(rules)).and_then(|options| Position::new_game(&options, seed))
        };
        state.map(State).map_err(|problems| invalid_state(py, &problems))
    }

    #[pyfunction]
    fn parse_json(
        py: Python<'_>,
        data: PyBackedBytes,
        max_values: usize,
        max_depth: usize,
        opaque_keys: Vec<String>,
        max_plain: usize,
    ) -> PyResult<Bound<'_, PyAny>> {
        let limits = Limits { values: max_values, depth: max_depth.min(MAX_DEPTH) };
        json_value::parse(py, data, limits, opaque_keys, max_plain)
    }

    /// The maximum depth of JSON whatever the caller allows: the parser is recursive.
    const MAX_DEPTH: usize = 256;

    /// Panics, for the tests of what a service does when the engine has a defect.
    #[pyfunction]
    fn _panic() {
        panic!("a panic on purpose");
    }

    #[pyfunction]
    fn load_state(py: Python<'_>, data: &Bound<'_, PyAny>) -> PyResult<State> {
        // Not through `Input`, which would ask at every value where the data comes from.
        let setup = match Input::new(data) {
            Input::Json(node) => Setup::read(&node),
            Input::Python(value) => Setup::read(&value),
        };
        let state = setup.and_then(|setup| Position::new(&setup));
        state.map(State).map_err(|problems| invalid_state(py, &problems))
    }

    #[pyfunction]
    fn load_view(py: Python<'_>, data: &Bound<'_, PyAny>) -> PyResult<View> {
        let view = Setup::read_view(&Input::new(data)).and_then(|setup| PositionView::new(&setup));
        View::new(py, view.map_err(|problems| invalid_state(py, &problems))?)
    }

    #[pyfunction]
    fn state_to_text(state: &State) -> String {
        state.0.to_text()
    }

    #[pyfunction]
    fn state_from_text(py: Python<'_>, text: &Bound<'_, PyAny>) -> PyResult<State> {
        let state = text::read(text, invalid_state)?.parse();
        state.map(State).map_err(|problems: Problems| invalid_state(py, &problems))
    }

    #[pyfunction]
    fn view_from_text(py: Python<'_>, text: &Bound<'_, PyAny>) -> PyResult<View> {
        let view = text::read(text, invalid_state)?.parse();
        View::new(py, view.map_err(|problems: Problems| invalid_state(py, &problems))?)
    }

    #[pyfunction]
    fn action_to_text(py: Python<'_>, action: &Bound<'_, PyAny>) -> PyResult<String> {
        read_action(action)?.to_text().map_err(|problem| invalid_action(py, &[problem]))
    }

    #[pyfunction]
    fn action_from_text<'py>(
        py: Python<'py>,
        text: &Bound<'py, PyAny>,
    ) -> PyResult<Bound<'py, PyAny>> {
        let action = text::read(text, invalid_action)?.parse();
        text::action(py, &action.map_err(|problems: Problems| invalid_action(py, &problems))?)
    }

    #[pyfunction]
    fn event_to_text(event: &Bound<'_, PyAny>) -> PyResult<String> {
        text::event(event)
    }

    #[pyfunction]
    #[pyo3(signature = (state, actions, *, states=false, events=false))]
    fn replay<'py>(
        py: Python<'py>,
        state: &State,
        actions: &Bound<'py, PyAny>,
        states: bool,
        events: bool,
    ) -> PyResult<Bound<'py, PyAny>> {
        replay_actions(py, &state.0, actions, &Wanted { states, events })
    }

    #[pyfunction]
    #[pyo3(signature = (state, pieces=None, covering=None))]
    fn legal_actions<'py>(
        py: Python<'py>,
        state: StateOrView<'py>,
        pieces: Option<&Bound<'py, PyAny>>,
        covering: Option<Bound<'py, PyAny>>,
    ) -> PyResult<Bound<'py, PyList>> {
        let filter = Filter::read(py, pieces, covering)?;
        let state = state.for_actions()?;
        with_moves(|moves| {
            let legal = filter.legal_actions(state, moves);
            let actions = legal.actions(moves).map(|action| convert::action(py, action));
            PyList::new(py, actions.collect::<PyResult<Vec<_>>>()?)
        })
    }

    #[pyfunction]
    fn legal_placements<'py>(
        py: Python<'py>,
        state: &State,
        color: Bound<'py, PyAny>,
    ) -> PyResult<Bound<'py, PyList>> {
        let color = read_color(&Value(color))?;
        with_moves(|moves| {
            state.0.legal_placements(color, Supply::FULL, moves);
            let places = moves.iter().map(|&placement| convert::place(py, color, placement));
            PyList::new(py, places.collect::<PyResult<Vec<_>>>()?)
        })
    }

    #[pyfunction]
    #[pyo3(
        signature = (state, format = Format(MoveFormat::Objects), pieces = None, covering = None),
        text_signature = "(state, format='objects', pieces=None, covering=None)"
    )]
    fn legal_actions_json<'py>(
        py: Python<'py>,
        state: StateOrView<'py>,
        format: Format,
        pieces: Option<&Bound<'py, PyAny>>,
        covering: Option<Bound<'py, PyAny>>,
    ) -> PyResult<(usize, Bound<'py, PyBytes>)> {
        let filter = Filter::read(py, pieces, covering)?;
        let state = state.for_actions()?;
        with_moves(|moves| {
            let legal = filter.legal_actions(state, moves);
            let json = PyBytes::new(py, &wire::legal(&legal, moves, format.0));
            Ok((legal.len(moves), json))
        })
    }

    #[pyfunction]
    fn count_actions(state: StateOrView<'_>) -> PyResult<usize> {
        Ok(state.for_actions()?.count_actions())
    }

    #[pyfunction]
    fn summary<'py>(py: Python<'py>, state: StateOrView<'py>) -> PyResult<Bound<'py, PyAny>> {
        convert::summary(py, &state.state().summary())
    }

    #[pyfunction]
    fn check<'py>(
        py: Python<'py>,
        state: StateOrView<'py>,
        action: &Bound<'py, PyAny>,
    ) -> PyResult<Bound<'py, PyList>> {
        let action = read_action(action)?;
        let problems = state.for_check(action.kind())?.check(&action);
        let problems = problems.iter().map(|problem| convert::problem(py, problem));
        PyList::new(py, problems.collect::<PyResult<Vec<_>>>()?)
    }

    #[pyfunction]
    fn apply<'py>(
        py: Python<'py>,
        state: &State,
        actions: &Bound<'py, PyAny>,
    ) -> PyResult<(State, Bound<'py, PyList>)> {
        let actions = read_actions(py, actions)?;
        let mut events = Vec::new();
        let mut now = state.0.clone();
        for (index, action) in actions.iter().enumerate() {
            now = now
                .apply(action, &mut events)
                .map_err(|problems| illegal_action(py, &problems, index))?;
        }
        let events = events.iter().map(|event| convert::event(py, event));
        Ok((State(now), PyList::new(py, events.collect::<PyResult<Vec<_>>>()?)?))
    }

    #[pyfunction]
    fn double_play_outcome(py: Python<'_>, state: &State) -> PyResult<&'static str> {
        state.0.double_play_outcome().map(DoublePlayOutcome::name).ok_or_else(|| {
            let problem = Problem::new(Code::WrongStep, "", "Double Play is not in force");
            invalid_action(py, &[problem.with_rule("S27")])
        })
    }

    #[pyfunction]
    fn score<'py>(py: Python<'py>, state: StateOrView<'py>) -> PyResult<Bound<'py, PyAny>> {
        convert::score(py, &state.state().score())
    }

    #[pyfunction]
    fn view<'py>(
        py: Python<'py>,
        state: &State,
        seat: Bound<'py, PyAny>,
    ) -> PyResult<Bound<'py, PyDict>> {
        let seats = state.0.rules().seats().number();
        let seat = read_number(&Value(seat), 1, seats.into())?;
        document::state(py, &state.0, Some(&state.0.visible_to(seat as u8)))
    }

    /// The maximum depth of perft: greater depths would take years.
    const MAX_PERFT_DEPTH: i64 = 8;

    #[pyfunction]
    fn puzzles(py: Python<'_>) -> PyResult<Bound<'_, PyTuple>> {
        let all = Puzzle::ALL.into_iter().map(|one| puzzle::puzzle(py, one));
        PyTuple::new(py, all.collect::<PyResult<Vec<_>>>()?)
    }

    #[pyfunction]
    fn check_layout<'py>(
        py: Python<'py>,
        puzzle: Bound<'py, PyAny>,
        layout: &Bound<'py, PyAny>,
    ) -> PyResult<Bound<'py, PyAny>> {
        let puzzle = puzzle::read_puzzle(&Value(puzzle))?;
        puzzle::check(py, puzzle, &puzzle::read_layout(layout)?)
    }

    #[pyfunction]
    #[pyo3(signature = (puzzle, layout, seed, seconds, *, cancel=None))]
    fn solve_puzzle<'py>(
        py: Python<'py>,
        puzzle: Bound<'py, PyAny>,
        layout: &Bound<'py, PyAny>,
        seed: Bound<'py, PyAny>,
        seconds: Bound<'py, PyAny>,
        cancel: Option<&Cancellation>,
    ) -> PyResult<Bound<'py, PyAny>> {
        let puzzle = puzzle::read_puzzle(&Value(puzzle))?;
        let setup = puzzle::read_layout(layout)?;
        let seed = read_seed(&Value(seed), invalid_action)?;
        let time = puzzle::read_seconds(&Value(seconds))?;
        let layout =
            Layout::new(puzzle, &setup).map_err(|problems| invalid_state(py, &problems))?;
        let cancel = cancel.map(Cancellation::flag).unwrap_or_default();
        puzzle::solve(py, &layout, seed, time, &cancel)
    }

    #[pyfunction]
    #[pyo3(signature = (state, *, level=None, budget=None, count=None, seed=None, until=None,
        seconds=None, cancel=None))]
    #[expect(clippy::too_many_arguments, reason = "keyword arguments, most of them optional")]
    fn suggest<'py>(
        py: Python<'py>,
        state: StateOrView<'py>,
        level: Option<Bound<'py, PyAny>>,
        budget: Option<Bound<'py, PyAny>>,
        count: Option<Bound<'py, PyAny>>,
        seed: Option<Bound<'py, PyAny>>,
        until: Option<Bound<'py, PyAny>>,
        seconds: Option<Bound<'py, PyAny>>,
        cancel: Option<&Cancellation>,
    ) -> PyResult<Bound<'py, PyAny>> {
        let options = SearchOptions {
            budget: search::read_budget(py, level, budget)?,
            count: search::read_count(count)?,
            seed: seed.map_or(Ok(0), |seed| read_seed(&Value(seed), invalid_action))?,
            time: seconds.map(|seconds| puzzle::read_seconds(&Value(seconds))).transpose()?,
            whole_turn: search::read_until(until)?,
        };
        let cancel = cancel.map(Cancellation::flag).unwrap_or_default();
        search::suggest(py, state.for_search()?, &options, &cancel)
    }

    #[pyfunction]
    fn perft(py: Python<'_>, state: &State, depth: Bound<'_, PyAny>) -> PyResult<u64> {
        let depth = read_number(&Value(depth), 0, MAX_PERFT_DEPTH)?;
        let counts = split(py, state, depth)?;
        Ok(if depth == 0 { 1 } else { counts.iter().sum() })
    }

    #[pyfunction]
    fn perft_split<'py>(
        py: Python<'py>,
        state: &State,
        depth: Bound<'py, PyAny>,
    ) -> PyResult<Bound<'py, PyDict>> {
        let depth = read_number(&Value(depth), 1, MAX_PERFT_DEPTH)?;
        let counts = PyDict::new(py);
        for (piece, count) in Piece::ALL.into_iter().zip(split(py, state, depth)?) {
            counts.set_item(piece.name(), count)?;
        }
        Ok(counts)
    }

    /// Counts by first piece; classic only. Releases the interpreter lock and handles signals.
    fn split(py: Python<'_>, state: &State, depth: i64) -> PyResult<[u64; Piece::ALL.len()]> {
        if state.0.rules().game() != Game::Classic {
            let message = "perft supports classic games only";
            return Err(bad_argument(py, Code::OptionsConflict, message));
        }
        let mut signal = Ok(());
        let counts = py.detach(|| {
            state.0.perft_split(depth as u32, || {
                signal = check_signals();
                signal.is_ok()
            })
        });
        signal?;
        Ok(counts.unwrap_or_default())
    }
}
