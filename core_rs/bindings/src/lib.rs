//! `cornerwise._core`: the Rust engine described by the protocol in `cornerwise/engine.py`.
//!
//! This file lists the functions of the module. `value` and `arguments` read Python objects as
//! untrusted data; `convert` and `document` make Python values of the engine's results.

mod arguments;
mod convert;
mod document;
mod puzzle;
mod random;
mod state;
mod value;

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
mod _core {
    use cornerwise::double_play::DoublePlayOutcome;
    use cornerwise::piece::{Piece, Supply};
    use cornerwise::problem::{Code, Problem};
    use cornerwise::puzzle::{Layout, Puzzle};
    use cornerwise::ruleset::{Game, Options};
    use cornerwise::setup::Setup;
    use cornerwise::state::State as Position;
    use cornerwise::wire::{self, MoveFormat};
    use pyo3::prelude::*;
    use pyo3::types::{PyBytes, PyDict, PyList, PyTuple};

    use crate::arguments::{
        Format, bad_argument, read_action, read_actions, read_color, read_number, read_pieces,
        read_seed,
    };
    use crate::convert::{self, illegal_action, invalid_action, invalid_state};
    use crate::document;
    use crate::puzzle;
    use crate::random::OsRandom;
    use crate::value::Value;
    use crate::with_moves;

    #[pymodule_export]
    use crate::state::State;

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
        rules: Bound<'py, PyAny>,
        seed: Bound<'py, PyAny>,
    ) -> PyResult<State> {
        let state = if seed.is_none() {
            let mut random = OsRandom::new(py);
            let state = Options::read(&Value(rules))
                .and_then(|options| Position::new_game_from(&options, &mut random));
            random.finish()?;
            state
        } else {
            let seed = read_seed(&Value(seed), invalid_state)?;
            Options::read(&Value(rules)).and_then(|options| Position::new_game(&options, seed))
        };
        state.map(State).map_err(|problems| invalid_state(py, &problems))
    }

    #[pyfunction]
    fn load_state(py: Python<'_>, data: Bound<'_, PyAny>) -> PyResult<State> {
        let state = Setup::read(&Value(data)).and_then(|setup| Position::new(&setup));
        state.map(State).map_err(|problems| invalid_state(py, &problems))
    }

    #[pyfunction]
    #[pyo3(signature = (state, pieces=None))]
    fn legal_actions<'py>(
        py: Python<'py>,
        state: &State,
        pieces: Option<&Bound<'py, PyAny>>,
    ) -> PyResult<Bound<'py, PyList>> {
        let pieces = read_pieces(py, pieces)?;
        with_moves(|moves| {
            let legal = state.0.legal_actions(pieces, moves);
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
        signature = (state, format = Format(MoveFormat::Objects), pieces = None),
        text_signature = "(state, format='objects', pieces=None)"
    )]
    fn legal_actions_json<'py>(
        py: Python<'py>,
        state: &State,
        format: Format,
        pieces: Option<&Bound<'py, PyAny>>,
    ) -> PyResult<(usize, Bound<'py, PyBytes>)> {
        let pieces = read_pieces(py, pieces)?;
        with_moves(|moves| {
            let legal = state.0.legal_actions(pieces, moves);
            let json = PyBytes::new(py, &wire::legal(&legal, moves, format.0));
            Ok((legal.len(moves), json))
        })
    }

    #[pyfunction]
    fn count_actions(state: &State) -> usize {
        state.0.count_actions()
    }

    #[pyfunction]
    fn check<'py>(
        py: Python<'py>,
        state: &State,
        action: Bound<'py, PyAny>,
    ) -> PyResult<Bound<'py, PyList>> {
        let action = read_action(&Value(action))?;
        let problems = state.0.check(&action);
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
    fn score<'py>(py: Python<'py>, state: &State) -> PyResult<Bound<'py, PyAny>> {
        convert::score(py, &state.0.score())
    }

    #[pyfunction]
    fn view<'py>(
        py: Python<'py>,
        state: &State,
        seat: Bound<'py, PyAny>,
    ) -> PyResult<Bound<'py, PyDict>> {
        let seats = state.0.rules().seats().number();
        let seat = read_number(&Value(seat), 1, seats.into())?;
        document::state(py, &state.0, Some(seat as u8))
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
        layout: Bound<'py, PyAny>,
    ) -> PyResult<Bound<'py, PyAny>> {
        let puzzle = puzzle::read_puzzle(&Value(puzzle))?;
        puzzle::check(py, puzzle, &puzzle::read_layout(&Value(layout))?)
    }

    #[pyfunction]
    fn solve_puzzle<'py>(
        py: Python<'py>,
        puzzle: Bound<'py, PyAny>,
        layout: Bound<'py, PyAny>,
        seed: Bound<'py, PyAny>,
        seconds: Bound<'py, PyAny>,
    ) -> PyResult<Bound<'py, PyAny>> {
        let puzzle = puzzle::read_puzzle(&Value(puzzle))?;
        let setup = puzzle::read_layout(&Value(layout))?;
        let seed = read_seed(&Value(seed), invalid_action)?;
        let time = puzzle::read_seconds(&Value(seconds))?;
        let layout =
            Layout::new(puzzle, &setup).map_err(|problems| invalid_state(py, &problems))?;
        puzzle::solve(py, &layout, seed, time)
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
    #[expect(
        clippy::redundant_closure_for_method_calls,
        reason = "the method itself is not general enough in its lifetime"
    )]
    fn split(py: Python<'_>, state: &State, depth: i64) -> PyResult<[u64; Piece::ALL.len()]> {
        if state.0.rules().game() != Game::Classic {
            let message = "perft supports classic games only";
            return Err(bad_argument(py, Code::OptionsConflict, message));
        }
        let mut signal = Ok(());
        let counts = py.detach(|| {
            state.0.perft_split(depth as u32, || {
                signal = Python::attach(|py| py.check_signals());
                signal.is_ok()
            })
        });
        signal?;
        Ok(counts.unwrap_or_default())
    }
}
