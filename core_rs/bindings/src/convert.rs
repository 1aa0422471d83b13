//! Engine values as the Python values of `cornerwise.types` and `cornerwise.errors`.
//!
//! The Python classes define these values: both engines return instances of them.

use cornerwise::action::Action;
use cornerwise::card::Card;
use cornerwise::cells::Cells;
use cornerwise::color::Color;
use cornerwise::deck::Deck;
use cornerwise::event::{Event, EventKind};
use cornerwise::phase::{ActiveEffect, Decision, Phase};
use cornerwise::piece::{ORIENTATIONS, Piece, Placement};
use cornerwise::problem::Problem;
use cornerwise::ruleset::{Game, Rules, Side};
use cornerwise::score::Score;
use cornerwise::state::State;
use cornerwise::summary::Summary;
use pyo3::call::PyCallArgs;
use pyo3::prelude::*;
use pyo3::sync::PyOnceLock;
use pyo3::types::{PyDict, PyTuple, PyType};

pyo3::import_exception!(cornerwise.errors, InvalidStateError);
pyo3::import_exception!(cornerwise.errors, InvalidActionError);
pyo3::import_exception!(cornerwise.errors, IllegalActionError);
pyo3::import_exception!(cornerwise.errors, HiddenInformationError);

/// A Python class, imported on first use.
pub(crate) struct Class {
    module: &'static str,
    name: &'static str,
    imported: PyOnceLock<Py<PyType>>,
}

impl Class {
    pub(crate) const fn new(module: &'static str, name: &'static str) -> Self {
        Self { module, name, imported: PyOnceLock::new() }
    }

    pub(crate) fn get<'py>(&self, py: Python<'py>) -> PyResult<&Bound<'py, PyType>> {
        self.imported.import(py, self.module, self.name)
    }

    pub(crate) fn make<'py>(
        &self,
        py: Python<'py>,
        arguments: impl PyCallArgs<'py>,
    ) -> PyResult<Bound<'py, PyAny>> {
        self.get(py)?.call1(arguments)
    }
}

const TYPES: &str = "cornerwise.types";
static PROBLEM: Class = Class::new("cornerwise.errors", "Problem");
static PIECE: Class = Class::new(TYPES, "Piece");
static RULES: Class = Class::new(TYPES, "Rules");
static PLACED_PIECE: Class = Class::new(TYPES, "PlacedPiece");
pub(crate) static PIECE_PLACED: Class = Class::new(TYPES, "PiecePlaced");
pub(crate) static PASSED: Class = Class::new(TYPES, "Passed");
pub(crate) static GAME_OVER: Class = Class::new(TYPES, "GameOver");
static COLOR_SCORE: Class = Class::new(TYPES, "ColorScore");
static SEAT_SCORE: Class = Class::new(TYPES, "SeatScore");
static TEAM_SCORE: Class = Class::new(TYPES, "TeamScore");
static PIECE_COUNT: Class = Class::new(TYPES, "PieceCount");
static SUMMARY: Class = Class::new(TYPES, "Summary");
static SCORE: Class = Class::new(TYPES, "Score");
pub(crate) static CARD_PLAYED: Class = Class::new(TYPES, "CardPlayed");
pub(crate) static CARD_DISCARDED: Class = Class::new(TYPES, "CardDiscarded");
pub(crate) static CARDS_DRAWN: Class = Class::new(TYPES, "CardsDrawn");
pub(crate) static PIECE_RECYCLED: Class = Class::new(TYPES, "PieceRecycled");
pub(crate) static PIECE_WARPED: Class = Class::new(TYPES, "PieceWarped");
pub(crate) static TURN_SKIPPED: Class = Class::new(TYPES, "TurnSkipped");
pub(crate) static DIRECTION_REVERSED: Class = Class::new(TYPES, "DirectionReversed");
static DECK: Class = Class::new(TYPES, "Deck");
static TURN: Class = Class::new(TYPES, "Turn");
pub(crate) static PLACE: Class = Class::new(TYPES, "Place");
static PASS: Class = Class::new(TYPES, "Pass");
static PLAY_CARD: Class = Class::new(TYPES, "PlayCard");
static CHOOSE_CARD: Class = Class::new(TYPES, "ChooseCard");
static CHOOSE_COLOR: Class = Class::new(TYPES, "ChooseColor");
pub(crate) static CHOOSE_PIECE: Class = Class::new(TYPES, "ChoosePiece");
pub(crate) static WARP_TO: Class = Class::new(TYPES, "WarpTo");

/// Every class of an action, the most frequent first.
pub(crate) static ACTIONS: [&Class; 7] =
    [&PLACE, &PASS, &PLAY_CARD, &CHOOSE_CARD, &CHOOSE_COLOR, &CHOOSE_PIECE, &WARP_TO];

type Object<'py> = Bound<'py, PyAny>;

pub(crate) fn tuple<'py>(
    py: Python<'py>,
    items: impl IntoIterator<Item = PyResult<Object<'py>>>,
) -> PyResult<Bound<'py, PyTuple>> {
    PyTuple::new(py, items.into_iter().collect::<PyResult<Vec<_>>>()?)
}

pub(crate) fn problem<'py>(py: Python<'py>, problem: &Problem) -> PyResult<Object<'py>> {
    let squares = PyTuple::new(py, &problem.squares)?;
    PROBLEM.make(
        py,
        (
            problem.code.name(),
            problem.message.as_str(),
            problem.pointer.as_str(),
            problem.rule,
            squares,
        ),
    )
}

fn problems(py: Python<'_>, all: &[Problem]) -> PyResult<Py<PyTuple>> {
    Ok(tuple(py, all.iter().map(|one| problem(py, one)))?.unbind())
}

/// The error for data that is not a valid state.
pub(crate) fn invalid_state(py: Python<'_>, all: &[Problem]) -> PyErr {
    problems(py, all).map_or_else(|error| error, |all| InvalidStateError::new_err((all,)))
}

/// The error for data that is not a valid action.
pub(crate) fn invalid_action(py: Python<'_>, all: &[Problem]) -> PyErr {
    problems(py, all).map_or_else(|error| error, |all| InvalidActionError::new_err((all,)))
}

/// The error for a question about a view that only a hidden card could answer.
pub(crate) fn hidden_information(py: Python<'_>, problem: Problem) -> PyErr {
    problems(py, &[problem])
        .map_or_else(|error| error, |all| HiddenInformationError::new_err((all,)))
}

/// The error for an action that the rules forbid.
pub(crate) fn illegal_action(py: Python<'_>, all: &[Problem], index: usize) -> PyErr {
    problems(py, all).map_or_else(|error| error, |all| IllegalActionError::new_err((all, index)))
}

pub(crate) fn piece(py: Python<'_>, piece: Piece) -> PyResult<Object<'_>> {
    let orientations =
        piece.orientations().iter().map(|shape| Ok(PyTuple::new(py, shape.cells())?.into_any()));
    PIECE.make(py, (piece.name(), piece.size(), tuple(py, orientations)?))
}

pub(crate) fn rules<'py>(py: Python<'py>, rules: &Rules) -> PyResult<Object<'py>> {
    let is_shuffle = rules.game() == Game::Shuffle;
    let deck = PyDict::new(py);
    for (card, count) in rules.deck().iter() {
        deck.set_item(card.name(), count)?;
    }
    RULES.make(
        py,
        (
            rules.game().name(),
            rules.seats().number(),
            rules.teams(),
            rules.shared_color().map(Color::name),
            rules.first_color().name(),
            rules.start_corners().name(),
            rules.scoring().name(),
            is_shuffle.then(|| rules.monomino_bonus().name()),
            is_shuffle.then_some(deck),
        ),
    )
}

pub(crate) fn origin(placement: Placement) -> (usize, usize, usize) {
    (placement.orientation(), placement.row(), placement.col())
}

pub(crate) fn location(placement: Placement) -> (&'static str, usize, usize, usize) {
    (placement.piece().name(), placement.orientation(), placement.row(), placement.col())
}

pub(crate) fn placed_piece(
    py: Python<'_>,
    color: Color,
    placement: Placement,
) -> PyResult<Object<'_>> {
    let (piece, orientation, row, col) = location(placement);
    PLACED_PIECE.make(py, (color.name(), piece, orientation, row, col))
}

/// The `Place` of a placement. They are immutable and there are only 30,433 of them for each colour,
/// so each is made once and returned again: a list of moves costs a pointer per move.
pub(crate) fn place(py: Python<'_>, color: Color, placement: Placement) -> PyResult<Object<'_>> {
    type Cache = Box<[PyOnceLock<Py<PyAny>>]>;
    static MADE: [PyOnceLock<Cache>; 4] = [const { PyOnceLock::new() }; 4];
    let made = MADE[color as usize].get_or_init(py, || {
        std::iter::repeat_with(PyOnceLock::new).take(ORIENTATIONS * 512).collect()
    });
    let slot = &made[placement.global_orientation() * 512 + placement.square()];
    let place = slot.get_or_try_init(py, || {
        let (piece, orientation, row, col) = location(placement);
        PLACE.make(py, (piece, orientation, row, col, color.name())).map(Bound::unbind)
    })?;
    Ok(place.bind(py).clone())
}

/// A legal action.
pub(crate) fn action(py: Python<'_>, action: Action) -> PyResult<Object<'_>> {
    match action {
        Action::Place(color, placement) => place(py, color, placement),
        Action::Pass => PASS.make(py, ()),
        Action::PlayCard(card) => PLAY_CARD.make(py, (card.name(),)),
        Action::ChooseCard(card) => CHOOSE_CARD.make(py, (card.name(),)),
        Action::ChooseColor(color) => CHOOSE_COLOR.make(py, (color.name(),)),
        Action::ChoosePiece(color, piece) => CHOOSE_PIECE.make(py, (color.name(), piece.name())),
        Action::WarpTo(placement) => WARP_TO.make(py, origin(placement)),
    }
}

pub(crate) fn event<'py>(py: Python<'py>, event: &Event) -> PyResult<Object<'py>> {
    let Event::Of(color, seat, what) = event else {
        return GAME_OVER.make(py, ());
    };
    let color = color.name();
    match what {
        EventKind::PiecePlaced(placement) => {
            let (piece, orientation, row, col) = location(*placement);
            PIECE_PLACED.make(py, (color, seat, piece, orientation, row, col))
        }
        EventKind::Passed => PASSED.make(py, (color, seat)),
        EventKind::CardPlayed(card) => CARD_PLAYED.make(py, (color, seat, card.name())),
        EventKind::CardDiscarded(card, reason, rule) => {
            CARD_DISCARDED.make(py, (color, seat, card.name(), reason.name(), *rule))
        }
        EventKind::CardsDrawn(cards) => {
            let count = cards.len();
            CARDS_DRAWN.make(py, (color, seat, count, card_names(py, cards.iter().copied())?))
        }
        EventKind::PieceRecycled(placement) => {
            let (piece, orientation, row, col) = location(*placement);
            PIECE_RECYCLED.make(py, (color, seat, piece, orientation, row, col))
        }
        EventKind::PieceWarped(from, to) => {
            let piece = from.piece().name();
            PIECE_WARPED.make(py, (color, seat, piece, origin(*from), origin(*to)))
        }
        EventKind::TurnSkipped => TURN_SKIPPED.make(py, (color, seat)),
        EventKind::DirectionReversed(direction) => {
            DIRECTION_REVERSED.make(py, (color, seat, direction.name()))
        }
    }
}

fn card_names(
    py: Python<'_>,
    cards: impl ExactSizeIterator<Item = Card>,
) -> PyResult<Bound<'_, PyTuple>> {
    PyTuple::new(py, cards.map(Card::name))
}

fn deck<'py>(py: Python<'py>, deck: &Deck) -> PyResult<Object<'py>> {
    let draw = card_names(py, deck.draw())?;
    let hand = card_names(py, deck.hand().iter().copied())?;
    DECK.make(py, (draw, hand, card_names(py, deck.discard().iter().copied())?))
}

/// The decks by name; none in classic.
pub(crate) fn decks<'py>(py: Python<'py>, state: &State) -> PyResult<Bound<'py, PyDict>> {
    let dict = PyDict::new(py);
    for (name, one) in state.decks() {
        dict.set_item(name, deck(py, one)?)?;
    }
    Ok(dict)
}

pub(crate) fn turn<'py>(py: Python<'py>, state: &State) -> PyResult<Object<'py>> {
    let decision = *state.decision();
    let drawn = match decision {
        Decision::ChooseCard(drawn) => Some(card_names(py, drawn.into_iter())?),
        _ => None,
    };
    let as_color = match decision {
        Decision::Place(ActiveEffect::Wild(color)) => Some(color.name()),
        _ => None,
    };
    let target = match decision {
        Decision::WarpTo(color, piece) => Some((color.name(), piece.name())),
        _ => None,
    };
    let recycled = match decision {
        Decision::Place(ActiveEffect::Recycled(color, piece)) => Some((color.name(), piece.name())),
        _ => None,
    };
    let first = match decision {
        Decision::Place(ActiveEffect::Second(piece)) => Some(piece.name()),
        _ => None,
    };
    // In the other phases the card follows from the phase.
    let card = match decision.phase() {
        Phase::ChoosePiece | Phase::Place => decision.card().map(Card::name),
        _ => None,
    };
    let (color, phase) = (state.to_move().map(Color::name), decision.phase().name());
    TURN.make(py, (color, phase, card, drawn, as_color, target, first, recycled))
}

/// The last piece that each colour placed.
pub(crate) fn last_placed<'py>(py: Python<'py>, state: &State) -> PyResult<Bound<'py, PyDict>> {
    let dict = PyDict::new(py);
    for (color, piece) in state.last_placed().iter() {
        dict.set_item(color.name(), piece.map(Piece::name))?;
    }
    Ok(dict)
}

pub(crate) fn summary<'py>(py: Python<'py>, summary: &Summary) -> PyResult<Object<'py>> {
    let pieces = summary
        .pieces
        .iter()
        .map(|&(color, piece, count)| PIECE_COUNT.make(py, (color.name(), piece.name(), count)));
    let squares = |cells: &Cells| PyTuple::new(py, cells.iter().collect::<Vec<_>>());
    let (coverable, open_corners) = (squares(&summary.coverable)?, squares(&summary.open_corners)?);
    SUMMARY.make(py, (tuple(py, pieces)?, coverable, open_corners))
}

pub(crate) fn score<'py>(py: Python<'py>, score: &Score) -> PyResult<Object<'py>> {
    let colors = score.colors.iter().map(|(color, one)| {
        COLOR_SCORE.make(py, (color.name(), one.pieces_left, one.squares_left, one.score))
    });
    let (mut seats, mut teams) = (Vec::new(), Vec::new());
    for one in &score.sides {
        let colors = PyTuple::new(py, one.colors.iter().map(|color| color.name()))?;
        match one.side {
            Side::Seat(seat) => seats.push(SEAT_SCORE.make(py, (seat, colors, one.score))?),
            Side::Team(letter) => {
                let members = PyTuple::new(py, one.seats())?;
                teams.push(TEAM_SCORE.make(py, (letter, members, colors, one.score))?);
            }
        }
    }
    SCORE.make(
        py,
        (
            score.scoring.name(),
            score.is_final,
            tuple(py, colors)?,
            PyTuple::new(py, seats)?,
            PyTuple::new(py, teams)?,
            PyTuple::new(py, score.winning_seats())?,
            PyTuple::new(py, score.winning_teams().collect::<Vec<_>>())?,
        ),
    )
}
