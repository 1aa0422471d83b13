//! Mutations of setups, locations and actions.

use cornerwise::action::{Action, ActionSetup};
use cornerwise::card::Card;
use cornerwise::color::{Color, Direction};
use cornerwise::location::Location;
use cornerwise::phase::{Decision, Phase};
use cornerwise::piece::Piece;
use cornerwise::setup::{DeckSetup, PlacementSetup, Setup, TurnSetup};
use cornerwise::state::State;

use crate::game::{self, options};
use crate::input::Input;
use crate::invariants;

/// A state of a game; in one case of three its setup is mutated, if that gives a valid state.
pub(crate) fn any_state(input: &mut Input) -> Option<State> {
    let state = game::any_state(input)?;
    if !input.rarely(3) {
        return Some(state);
    }
    let mut changed = invariants::to_setup(&state);
    for _ in 0..=input.below(3) {
        setup(&mut changed, input);
    }
    Some(invariants::load(&changed).unwrap_or(state))
}

/// Changes one thing in a setup.
pub(crate) fn setup(setup: &mut Setup, input: &mut Input) {
    match input.below(12) {
        0..4 => placements(&mut setup.placements, input),
        4..6 => turn(setup.turn.get_or_insert_default(), input),
        6..8 => decks(setup, input),
        8 => {
            let color = input.one_of(&Color::ALL);
            setup.last_placed.get_or_insert_default()[color] = input.maybe(&Piece::ALL);
        }
        9 => {
            // Mostly the maximum: a game that continues from there must not exceed it.
            let most = cornerwise::setup::MAX_SHARED_TURNS;
            setup.shared_turns = input.maybe(&[most, most, most, most - 1, 0, 1, 2]);
        }
        10 => match input.below(4) {
            0 => setup.direction = input.maybe(&Direction::ALL),
            1 => setup.turn = None,
            2 => setup.decks = None,
            _ => setup.shared_turns = None,
        },
        _ => {
            let other = options(input);
            let now = &mut setup.options;
            match input.below(6) {
                0 => now.start_corners = other.start_corners,
                1 => now.first_color = other.first_color,
                2 => now.shared_color = other.shared_color,
                3 => now.seats = other.seats,
                4 => now.deck = other.deck,
                _ => *now = other,
            }
        }
    }
}

/// Changes one thing in a list of placements.
pub(crate) fn placements(placements: &mut Vec<PlacementSetup>, input: &mut Input) {
    if placements.is_empty() || input.rarely(8) {
        // The engine's reader accepts no more.
        if placements.len() < 84 {
            placements.push(any_placement(input));
        }
        return;
    }
    let at = input.below(placements.len());
    let one = &mut placements[at];
    match input.below(9) {
        0 | 1 => location(&mut one.location, one.piece, input),
        2 => one.piece = input.one_of(&Piece::ALL),
        3 => one.color = input.one_of(&Color::ALL),
        4 => drop(placements.remove(at)),
        5 => {
            let other = input.below(placements.len());
            placements.swap(at, other);
        }
        6 => {
            let last = placements.remove(at);
            placements.push(last);
        }
        7 => placements.truncate(at),
        _ => {
            if placements.len() < 84 {
                placements.push(placements[at].clone());
            }
        }
    }
}

pub(crate) fn any_placement(input: &mut Input) -> PlacementSetup {
    PlacementSetup {
        color: input.one_of(&Color::ALL),
        piece: input.one_of(&Piece::ALL),
        location: any_location(input),
    }
}

fn any_location(input: &mut Input) -> Location {
    let orientation = input.below(9) as i32 - i32::from(input.rarely(8));
    let origin = (orientation, input.coordinate(), input.coordinate());
    let cells = |input: &mut Input| {
        (0..input.below(7)).map(|_| (input.coordinate(), input.coordinate())).collect()
    };
    match input.below(8) {
        0..6 => Location { origin: Some(origin), cells: None },
        6 => Location { origin: None, cells: Some(cells(input)) },
        _ => Location { origin: Some(origin), cells: Some(cells(input)) },
    }
}

/// Moves or rotates a location, writes it as squares, or changes one of them.
fn location(location: &mut Location, piece: Piece, input: &mut Input) {
    let step = input.one_of(&[1, -1, 2, -2, 20, i32::MAX]);
    match (input.below(6), &mut location.origin, &mut location.cells) {
        (0, Some(origin), _) => origin.0 = input.below(9) as i32 - 1,
        (1, Some(origin), _) => origin.1 = origin.1.saturating_add(step),
        (2, Some(origin), _) => origin.2 = origin.2.saturating_add(step),
        (3, Some(_), None) => {
            let narrow = |&(row, col): &(i64, i64)| (row as i32, col as i32);
            let squares = location.squares(Some(piece));
            location.cells = squares.map(|squares| squares.iter().map(narrow).collect());
            if input.below(2) == 0 && location.cells.is_some() {
                location.origin = None;
            }
        }
        (0..4, _, Some(cells)) if !cells.is_empty() => {
            let at = input.below(cells.len());
            match input.below(5) {
                0 => cells[at].0 = cells[at].0.saturating_add(step),
                1 => cells[at].1 = cells[at].1.saturating_add(step),
                2 => cells.push(cells[at]),
                3 => cells.reverse(),
                _ => drop(cells.remove(at)),
            }
        }
        _ => *location = any_location(input),
    }
}

fn turn(turn: &mut TurnSetup, input: &mut Input) {
    let piece = (input.one_of(&Color::ALL), input.one_of(&Piece::ALL));
    let cards = [input.one_of(&Card::ALL), input.one_of(&Card::ALL)];
    match input.below(8) {
        0 => turn.color = input.maybe(&Color::ALL),
        1 => turn.phase = input.maybe(&Phase::ALL),
        2 => turn.card = input.maybe(&Card::ALL),
        3 => turn.drawn = input.maybe(&[cards]),
        4 => turn.as_color = input.maybe(&Color::ALL),
        5 => turn.target = input.maybe(&[piece]),
        6 => turn.recycled = input.maybe(&[piece]),
        _ => turn.first = input.maybe(&Piece::ALL),
    }
}

fn decks(setup: &mut Setup, input: &mut Input) {
    let decks = setup.decks.get_or_insert_with(Default::default);
    let at = input.below(decks.len());
    let Some(deck) = &mut decks[at] else {
        decks[at] = Some(DeckSetup::default()).filter(|_| input.rarely(4));
        return;
    };
    let piles = [&mut deck.draw, deck.hand.get_or_insert_default(), &mut deck.discard];
    let from = input.below(3);
    let card = input.one_of(&Card::ALL);
    match input.below(6) {
        0..3 => {
            let to = (from + 1 + input.below(2)) % 3;
            if !piles[from].is_empty() {
                let index = input.below(piles[from].len());
                let moved = piles[from].remove(index);
                piles[to].push(moved);
            }
        }
        3 => {
            if let Some(last) = piles[from].last_mut() {
                *last = card;
            }
        }
        4 => {
            // The engine's reader accepts no more.
            if piles[from].len() < 120 {
                piles[from].push(card);
            }
        }
        _ => {
            let other = input.below(decks.len());
            decks.swap(at, other);
        }
    }
}

/// A legal action, one that is almost legal, one with a piece that is on the board, or any.
pub(crate) fn action(state: &State, legal: &[Action], input: &mut Input) -> ActionSetup {
    if legal.is_empty() || input.rarely(4) {
        return any_action(input);
    }
    if !state.placements().is_empty() && input.rarely(8) {
        return action_on_board(state, input);
    }
    let mut action = ActionSetup::from(input.one_of(legal));
    if input.below(2) == 0 {
        return action;
    }
    match &mut action {
        ActionSetup::Place { color, piece: Some(piece), location: at } => match input.below(8) {
            0 => *color = input.maybe(&Color::ALL),
            1 => *piece = input.one_of(&Piece::ALL),
            _ => location(at, *piece, input),
        },
        ActionSetup::WarpTo(at) => location(at, input.one_of(&Piece::ALL), input),
        ActionSetup::PlayCard(card) | ActionSetup::ChooseCard(card) => {
            *card = input.one_of(&Card::ALL);
        }
        ActionSetup::ChooseColor(color) => *color = input.one_of(&Color::ALL),
        ActionSetup::ChoosePiece(color, piece) => {
            *color = input.one_of(&Color::ALL);
            *piece = input.maybe(&Piece::ALL);
        }
        _ => return any_action(input),
    }
    action
}

/// An action with a piece at its present location: the one to be warped, if there is one.
fn action_on_board(state: &State, input: &mut Input) -> ActionSetup {
    let (color, placement) = input.one_of(state.placements());
    match *state.decision() {
        Decision::WarpTo(color, piece) => {
            let target = state.placement_of(color, piece).unwrap_or(placement);
            ActionSetup::WarpTo(Location::of(target))
        }
        Decision::Recycle | Decision::Warp => {
            ActionSetup::ChoosePiece(color, Some(placement.piece()))
        }
        _ => Action::Place(color, placement).into(),
    }
}

fn any_action(input: &mut Input) -> ActionSetup {
    match input.below(7) {
        0 => ActionSetup::Place {
            color: input.maybe(&Color::ALL),
            piece: input.maybe(&Piece::ALL),
            location: any_location(input),
        },
        1 => ActionSetup::Pass,
        2 => ActionSetup::PlayCard(input.one_of(&Card::ALL)),
        3 => ActionSetup::ChooseCard(input.one_of(&Card::ALL)),
        4 => ActionSetup::ChooseColor(input.one_of(&Color::ALL)),
        5 => ActionSetup::ChoosePiece(input.one_of(&Color::ALL), input.maybe(&Piece::ALL)),
        _ => ActionSetup::WarpTo(any_location(input)),
    }
}
