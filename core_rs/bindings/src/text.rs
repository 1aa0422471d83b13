//! Texts of actions and events: from Python values to the engine's, and back.

use std::borrow::Cow;
use std::str::FromStr;

use cornerwise::action::{Action, ActionSetup};
use cornerwise::color::Color;
use cornerwise::event::{Event, EventKind};
use cornerwise::name::UnknownName;
use cornerwise::piece::{Piece, Placement};
use cornerwise::problem::{Code, Problem};
use cornerwise::text::cards_drawn;
use pyo3::prelude::*;
use pyo3::types::PyString;

use crate::arguments::bad_argument;
use crate::convert::{
    self, CARD_DISCARDED, CARD_PLAYED, CARDS_DRAWN, CHOOSE_PIECE, Class, DIRECTION_REVERSED,
    GAME_OVER, PASSED, PIECE_PLACED, PIECE_RECYCLED, PIECE_WARPED, PLACE, TURN_SKIPPED, WARP_TO,
};

/// A text that is to be parsed; `error` makes the exception for anything that is not a string. A
/// lone surrogate becomes a character that no text has.
pub(crate) fn read<'a>(
    given: &'a Bound<'_, PyAny>,
    error: fn(Python<'_>, &[Problem]) -> PyErr,
) -> PyResult<Cow<'a, str>> {
    match given.cast::<PyString>() {
        Ok(text) => Ok(text.to_string_lossy()),
        Err(_) => Err(error(given.py(), &[Problem::new(Code::WrongType, "", "must be a string")])),
    }
}

/// An action that was read from a text, legal or not.
pub(crate) fn action<'py>(py: Python<'py>, action: &ActionSetup) -> PyResult<Bound<'py, PyAny>> {
    match action {
        ActionSetup::Place { color, piece, location } => {
            let origin = location.origin.unwrap_or_default();
            let (orientation, row, col) = origin;
            let piece = piece.map(Piece::name);
            PLACE.make(py, (piece, orientation, row, col, color.map(Color::name)))
        }
        ActionSetup::WarpTo(location) => WARP_TO.make(py, location.origin.unwrap_or_default()),
        ActionSetup::ChoosePiece(color, piece) => {
            CHOOSE_PIECE.make(py, (color.name(), piece.map(Piece::name)))
        }
        ActionSetup::Pass => convert::action(py, Action::Pass),
        ActionSetup::PlayCard(card) => convert::action(py, Action::PlayCard(*card)),
        ActionSetup::ChooseCard(card) => convert::action(py, Action::ChooseCard(*card)),
        ActionSetup::ChooseColor(color) => convert::action(py, Action::ChooseColor(*color)),
    }
}

/// The line of an event, a value of `cornerwise.types`.
pub(crate) fn event(event: &Bound<'_, PyAny>) -> PyResult<String> {
    let value = EventValue(event);
    if value.is(&GAME_OVER)? {
        return Ok(Event::GameOver.to_string());
    }
    if value.is(&CARDS_DRAWN)? {
        let cards: Option<Vec<Bound<'_, PyAny>>> = value.get("cards")?;
        let cards = cards.map(|cards| cards.iter().map(named).collect::<PyResult<Vec<_>>>());
        let count = value.get("count")?;
        return Ok(cards_drawn(value.name("color")?, count, cards.transpose()?.as_deref()));
    }
    let kind = if value.is(&PIECE_PLACED)? {
        EventKind::PiecePlaced(value.placement(value.origin()?)?)
    } else if value.is(&PASSED)? {
        EventKind::Passed
    } else if value.is(&CARD_PLAYED)? {
        EventKind::CardPlayed(value.name("card")?)
    } else if value.is(&CARD_DISCARDED)? {
        EventKind::CardDiscarded(value.name("card")?, value.name("reason")?, "")
    } else if value.is(&PIECE_RECYCLED)? {
        EventKind::PieceRecycled(value.placement(value.origin()?)?)
    } else if value.is(&PIECE_WARPED)? {
        let (before, after) = (value.get("before")?, value.get("after")?);
        EventKind::PieceWarped(value.placement(before)?, value.placement(after)?)
    } else if value.is(&TURN_SKIPPED)? {
        EventKind::TurnSkipped
    } else if value.is(&DIRECTION_REVERSED)? {
        EventKind::DirectionReversed(value.name("direction")?)
    } else {
        return Err(bad_argument(event.py(), Code::WrongType, "must be an event"));
    };
    Ok(Event::Of(value.name("color")?, 0, kind).to_string())
}

struct EventValue<'a, 'py>(&'a Bound<'py, PyAny>);

/// Orientation, row and col.
type Origin = (i64, i64, i64);

impl<'py> EventValue<'_, 'py> {
    /// Whether the event is of this class, by its type, which `__class__` cannot change.
    fn is(&self, class: &Class) -> PyResult<bool> {
        self.0.get_type().is_subclass(class.get(self.0.py())?)
    }

    fn get<T: for<'a> FromPyObject<'a, 'py>>(&self, field: &str) -> PyResult<T> {
        self.0.getattr(field)?.extract().map_err(|_| self.wrong(field))
    }

    fn name<T: FromStr<Err = UnknownName>>(&self, field: &str) -> PyResult<T> {
        named(&self.0.getattr(field)?)
    }

    fn origin(&self) -> PyResult<Origin> {
        Ok((self.get("orientation")?, self.get("row")?, self.get("col")?))
    }

    fn placement(&self, (orientation, row, col): Origin) -> PyResult<Placement> {
        let piece: Piece = self.name("piece")?;
        let [orientation, row, col] =
            [orientation, row, col].map(|number| usize::try_from(number).unwrap_or(usize::MAX));
        Placement::new(piece, orientation, row, col).ok_or_else(|| {
            bad_argument(self.0.py(), Code::OutOfRange, "the piece is not on the board")
        })
    }

    fn wrong(&self, field: &str) -> PyErr {
        bad_argument(self.0.py(), Code::WrongType, format!("{field} has the wrong type"))
    }
}

fn named<T: FromStr<Err = UnknownName>>(given: &Bound<'_, PyAny>) -> PyResult<T> {
    read(given, convert::invalid_action)?.parse().map_err(|unknown: UnknownName| {
        bad_argument(given.py(), Code::UnknownValue, unknown.to_string())
    })
}
