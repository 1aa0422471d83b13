//! States in their JSON form, as plain Python data: whole, or as one seat may see them.

use cornerwise::card::Card;
use cornerwise::color::Color;
use cornerwise::deck::Deck;
use cornerwise::phase::{Decision, InForce};
use cornerwise::ruleset::{Game, Seat};
use cornerwise::state::State;
use pyo3::intern;
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyList};

use crate::convert::{last_placed, rules, spot};

/// A state as a `viewer` may see it; as it is for none.
pub(crate) fn state<'py>(
    py: Python<'py>,
    state: &State,
    viewer: Option<Seat>,
) -> PyResult<Bound<'py, PyDict>> {
    let placements = state.placements().iter().map(|&(color, placement)| {
        let (piece, orientation, row, col) = spot(placement);
        let dict = PyDict::new(py);
        dict.set_item(intern!(py, "color"), color.name())?;
        dict.set_item(intern!(py, "piece"), piece)?;
        dict.set_item(intern!(py, "orientation"), orientation)?;
        dict.set_item(intern!(py, "row"), row)?;
        dict.set_item(intern!(py, "col"), col)?;
        Ok(dict)
    });
    let dict = PyDict::new(py);
    dict.set_item("rules", rules(py, state.rules())?.call_method0("to_dict")?)?;
    dict.set_item("placements", PyList::new(py, placements.collect::<PyResult<Vec<_>>>()?)?)?;
    dict.set_item("turn", turn(py, state, viewer)?)?;
    if let Some(direction) = state.direction() {
        dict.set_item("direction", direction.name())?;
        let decks = PyDict::new(py);
        for (index, (name, one)) in state.decks().enumerate() {
            let seen = viewer.map(|seat| state.shows_hand(index, seat));
            decks.set_item(name, deck(py, one, seen)?)?;
        }
        dict.set_item("decks", decks)?;
    }
    dict.set_item("last_placed", last_placed(py, state)?)?;
    dict.set_item("shared_turns", state.shared_turns())?;
    Ok(dict)
}

fn turn<'py>(py: Python<'py>, state: &State, viewer: Option<Seat>) -> PyResult<Bound<'py, PyDict>> {
    let turn = PyDict::new(py);
    let decision = *state.decision();
    turn.set_item("color", state.to_move().map(Color::name))?;
    turn.set_item("phase", decision.phase().name())?;
    match decision {
        Decision::ChooseCard(drawn) => {
            let hidden = viewer.is_some_and(|seat| !state.shows_drawn(seat));
            turn.set_item("drawn", cards(py, drawn.into_iter(), hidden)?)?;
        }
        Decision::WarpTo(owner, piece) => {
            let target = PyDict::new(py);
            target.set_item("color", owner.name())?;
            target.set_item("piece", piece.name())?;
            turn.set_item("target", target)?;
        }
        Decision::Recycle | Decision::Warp | Decision::Place(_)
            if state.rules().game() == Game::Shuffle =>
        {
            turn.set_item("card", decision.card().map(Card::name))?;
        }
        _ => {}
    }
    match decision {
        Decision::Place(InForce::Wild(color)) => turn.set_item("as_color", color.name())?,
        Decision::Place(InForce::Second(first)) => turn.set_item("first", first.name())?,
        _ => {}
    }
    Ok(turn)
}

/// A deck; `seen` says for a viewer whether the hand is shown, none shows everything.
fn deck<'py>(py: Python<'py>, deck: &Deck, seen: Option<bool>) -> PyResult<Bound<'py, PyDict>> {
    let dict = PyDict::new(py);
    dict.set_item("draw", cards(py, deck.draw(), seen.is_some())?)?;
    dict.set_item("hand", cards(py, deck.hand().iter().copied(), seen == Some(false))?)?;
    dict.set_item("discard", cards(py, deck.discard().iter().copied(), false)?)?;
    Ok(dict)
}

/// The names of cards, or their number.
fn cards(
    py: Python<'_>,
    cards: impl ExactSizeIterator<Item = Card>,
    hidden: bool,
) -> PyResult<Bound<'_, PyAny>> {
    if hidden {
        return Ok(cards.len().into_pyobject(py)?.into_any());
    }
    Ok(PyList::new(py, cards.map(Card::name))?.into_any())
}
