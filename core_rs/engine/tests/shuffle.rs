//! Whole random games of Blokus Shuffle: the placements under each card compared with an independent
//! reading of the rules square by square, and the invariants of every state.

mod json;
mod oracle;

use std::collections::HashSet;

use cornerwise::action::{Action, ActionSetup};
use cornerwise::card::{Card, CardCounts};
use cornerwise::cells::SIDE;
use cornerwise::color::Color;
use cornerwise::document::state_json;
use cornerwise::event::{Event, EventKind};
use cornerwise::legal::Legal;
use cornerwise::movegen::MoveList;
use cornerwise::phase::{ActiveEffect, Decision};
use cornerwise::piece::{Piece, Placement, Supply};
use cornerwise::placement_rule::StartCorners;
use cornerwise::ruleset::{Game, Options, Scoring, Seats};
use cornerwise::setup::Setup;
use cornerwise::state::State;
use json::Json;
use oracle::Lcg;

type Square = (usize, usize);

/// The board square by square, without one of its pieces.
struct Grid([[Option<(Color, Piece)>; SIDE]; SIDE]);

impl Grid {
    fn new(state: &State, without: Option<(Color, Piece)>) -> Self {
        let mut grid = [[None; SIDE]; SIDE];
        for &(color, placement) in state.placements() {
            if without != Some((color, placement.piece())) {
                for (row, col) in placement.cells() {
                    grid[row][col] = Some((color, placement.piece()));
                }
            }
        }
        Self(grid)
    }

    fn at(&self, (row, col): Square, down: isize, right: isize) -> Option<(Color, Piece)> {
        let (row, col) = (row.checked_add_signed(down)?, col.checked_add_signed(right)?);
        *self.0.get(row)?.get(col)?
    }

    fn along_side(&self, square: Square, is_it: impl Fn((Color, Piece)) -> bool) -> bool {
        let sides = [(-1, 0), (1, 0), (0, -1), (0, 1)];
        sides.iter().any(|&(down, right)| self.at(square, down, right).is_some_and(&is_it))
    }

    fn at_corner(&self, square: Square, is_it: impl Fn((Color, Piece)) -> bool) -> bool {
        let corners = [(-1, -1), (-1, 1), (1, -1), (1, 1)];
        corners.iter().any(|&(down, right)| self.at(square, down, right).is_some_and(&is_it))
    }

    fn has(&self, color: Color) -> bool {
        self.0.iter().flatten().flatten().any(|one| one.0 == color)
    }

    /// C1 and C2 as if the piece were of this colour.
    fn ordinary(&self, cells: &[Square], color: Color, start: StartCorners) -> bool {
        let is_own = |one: (Color, Piece)| one.0 == color;
        if self.has(color) {
            return cells.iter().any(|&square| self.at_corner(square, is_own))
                && !cells.iter().any(|&square| self.along_side(square, is_own));
        }
        let last = SIDE - 1;
        let corners = [(0, 0), (0, last), (last, last), (last, 0)];
        match start {
            StartCorners::Any => cells.iter().any(|square| corners.contains(square)),
            StartCorners::Fixed => cells.contains(&corners[color as usize]),
        }
    }
}

/// Whether the placement is legal, by the letter of the rules.
fn is_legal(state: &State, grid: &Grid, color: Color, placement: Placement) -> bool {
    let start = state.rules().start_corners();
    let cells: Vec<Square> = placement.cells().collect();
    if cells.iter().any(|&square| grid.at(square, 0, 0).is_some()) {
        return false;
    }
    match *state.decision() {
        Decision::WarpTo(owner, piece) => {
            grid.has(owner)
                && grid.ordinary(&cells, owner, start)
                && !state.placements().contains(&(owner, placement))
                && placement.piece() == piece
        }
        Decision::Place(ActiveEffect::Wild(as_color)) => grid.ordinary(&cells, as_color, start),
        Decision::Place(ActiveEffect::Card(Card::EdgeToEdge)) => {
            let two = state.rules().seats() == Seats::Two;
            let is_own = |one: (Color, Piece)| {
                one.0 == color || two && (one.0 as usize).abs_diff(color as usize) == 2
            };
            cells.iter().any(|&square| grid.along_side(square, is_own))
        }
        Decision::Place(ActiveEffect::Second(first)) => {
            let is_first = |one: (Color, Piece)| one == (color, first);
            grid.ordinary(&cells, color, start)
                && cells.iter().any(|&square| grid.at_corner(square, is_first))
        }
        _ => grid.ordinary(&cells, color, start),
    }
}

fn every_placement(pieces: Supply) -> impl Iterator<Item = Placement> {
    pieces.iter().flat_map(|piece| {
        (0..piece.orientations().len()).flat_map(move |orientation| {
            (0..SIDE * SIDE).filter_map(move |square| {
                Placement::new(piece, orientation, square / SIDE, square % SIDE)
            })
        })
    })
}

/// The legal placements, or the destinations of a warped piece, square by square.
fn naive(state: &State) -> Vec<Action> {
    let color = state.to_move().unwrap();
    let place = |color| move |placement| Action::Place(color, placement);
    match *state.decision() {
        Decision::WarpTo(owner, piece) => {
            let grid = Grid::new(state, Some((owner, piece)));
            let destinations = every_placement(Supply::only(piece));
            let destinations = destinations.filter(|&one| is_legal(state, &grid, color, one));
            destinations.map(Action::WarpTo).collect()
        }
        decision => {
            let grid = Grid::new(state, None);
            let own = every_placement(state.board().supply(color));
            let own = own.filter(|&one| is_legal(state, &grid, color, one)).map(place(color));
            let mut all: Vec<_> = own.collect();
            if let Decision::Place(ActiveEffect::Recycled(owner, piece)) = decision
                && owner != color
            {
                let again = every_placement(Supply::only(piece));
                let again = again.filter(|&one| is_legal(state, &grid, owner, one));
                all.extend(again.map(place(owner)));
            }
            all
        }
    }
}

fn options(game: u64) -> Options {
    let seats = [Seats::Two, Seats::Three, Seats::Four][game as usize % 3];
    let color = |salt: u64| Color::ALL[(game / 3 + salt) as usize % 4];
    Options {
        game: Game::Shuffle,
        seats,
        shared_color: (seats == Seats::Three).then(|| color(1)),
        first_color: Some(color(2)),
        start_corners: if game.is_multiple_of(2) { StartCorners::Any } else { StartCorners::Fixed },
        scoring: Scoring::Advanced,
        // Many cards lead to boards that few games reach.
        deck: game.is_multiple_of(5).then_some(CardCounts([1, 2, 3, 4, 4, 8, 8, 4])),
        ..Options::default()
    }
}

/// Plays a random game to its end; `look` is called with each state.
fn play(game: u64, mut look: impl FnMut(&State, &Legal, &MoveList)) -> (State, Vec<Event>) {
    let mut random = Lcg(game);
    let mut state = State::new_game(&options(game), game).unwrap();
    let mut events = Vec::new();
    let mut moves = MoveList::new();
    for _ in 0..5_000 {
        let legal = state.legal_actions(Supply::FULL, &mut moves);
        if state.to_move().is_none() {
            return (state, events);
        }
        look(&state, &legal, &moves);
        let action = legal.action(&moves, random.below(legal.len(&moves)));
        let before = state.clone();
        let next = state.apply(&ActionSetup::from(action), &mut events).expect("it is legal");
        assert_eq!(state, before, "apply does not change its input");
        state.play(action, &mut Vec::new());
        assert_eq!(state, next, "play does what apply does");
    }
    panic!("game {game} does not end");
}

#[test]
fn placements_under_every_card_match_the_rules() {
    let mut seen = HashSet::new();
    for game in 0..40 {
        let mut count = 0_usize;
        play(game, |state, legal, moves| {
            let special = match state.decision() {
                Decision::WarpTo(..) => "warp",
                Decision::Place(ActiveEffect::Wild(_)) => "wild",
                Decision::Place(ActiveEffect::Recycled(owner, _))
                    if Some(*owner) != state.to_move() =>
                {
                    "recycled"
                }
                Decision::Place(ActiveEffect::Second(_)) => "second",
                Decision::Place(ActiveEffect::Card(Card::EdgeToEdge)) => "edge to edge",
                _ => "ordinary",
            };
            count += 1;
            let is_list = matches!(legal, Legal::Placements { .. } | Legal::Destinations(_));
            if is_list && (special != "ordinary" || count.is_multiple_of(10)) {
                seen.insert(special);
                let found: Vec<_> = legal.actions(moves).collect();
                assert_eq!(found, naive(state), "{special}\n{}", state.board());
                assert_eq!(state.count_actions(), moves.len());
            }
        });
    }
    assert_eq!(seen.len(), 6, "{seen:?}");
}

#[test]
fn choices_match_the_rules() {
    let mut seen = HashSet::new();
    for game in 100..130 {
        play(game, |state, legal, _| {
            let Legal::Choices(few) = legal else {
                return;
            };
            let expected: Vec<Action> = match state.decision() {
                Decision::ChooseColor => {
                    let with = |&color: &Color| {
                        let mut as_color = state.clone();
                        as_color.play(Action::ChooseColor(color), &mut Vec::new());
                        !naive(&as_color).is_empty()
                    };
                    Color::ALL.into_iter().filter(with).map(Action::ChooseColor).collect()
                }
                Decision::Warp => {
                    let mover = state.to_move().unwrap();
                    let seat = state.seat().unwrap();
                    let rules = state.rules();
                    let is_own = |one: Color| {
                        let shared = rules.shared_color() == Some(one);
                        one == mover || (!shared && rules.seat(one, 0) == seat)
                    };
                    let can_go = |&(color, piece): &(Color, Piece)| {
                        let mut chosen = state.clone();
                        chosen.play(Action::ChoosePiece(color, piece), &mut Vec::new());
                        !is_own(color) && !naive(&chosen).is_empty()
                    };
                    let all = Color::ALL.into_iter().flat_map(|color| {
                        state.board().placed(color).map(move |piece| (color, piece))
                    });
                    all.filter(can_go)
                        .map(|(color, piece)| Action::ChoosePiece(color, piece))
                        .collect()
                }
                _ => return,
            };
            seen.insert(state.decision().phase().name());
            assert_eq!(few, &expected, "{}", state.board());
        });
    }
    assert_eq!(seen.len(), 2);
}

#[test]
fn check_finds_no_problem_exactly_for_legal_actions() {
    for game in 200..215 {
        let mut random = Lcg(game);
        play(game, |state, legal, moves| {
            for _ in 0..5 {
                let piece = Piece::ALL[random.below(21)];
                let orientation = random.below(piece.orientations().len());
                let square = random.below(SIDE * SIDE);
                let Some(placement) =
                    Placement::new(piece, orientation, square / SIDE, square % SIDE)
                else {
                    continue;
                };
                let color = Color::ALL[random.below(4)];
                let card = Card::ALL[random.below(8)];
                let tries = [
                    Action::Place(state.to_move().unwrap(), placement),
                    Action::Place(color, placement),
                    Action::WarpTo(placement),
                    Action::Pass,
                    Action::PlayCard(card),
                    Action::ChooseCard(card),
                    Action::ChooseColor(color),
                    Action::ChoosePiece(color, piece),
                ];
                for action in tries {
                    // The orientation number applies to the target, whatever piece it was made for.
                    let is_listed = match (action, legal, state.decision()) {
                        (Action::Place(..), Legal::Placements { .. }, _) => {
                            legal.actions(moves).any(|one| one == action)
                        }
                        (
                            Action::WarpTo(one),
                            Legal::Destinations(_),
                            Decision::WarpTo(_, target),
                        ) => {
                            let (row, col) = (one.row(), one.col());
                            Placement::new(*target, one.orientation(), row, col)
                                .is_some_and(|meant| moves.contains(&meant))
                        }
                        (action, Legal::Choices(few), _) => few.contains(&action),
                        _ => false,
                    };
                    let problems = state.check(&ActionSetup::from(action));
                    assert_eq!(
                        problems.is_empty(),
                        is_listed,
                        "{action:?} {problems:?}\n{}",
                        state.board()
                    );
                }
            }
        });
    }
}

#[test]
fn counts_are_consistent_and_states_round_trip() {
    for game in 300..360 {
        let (end, events) = play(game, |state, legal, moves| {
            assert!(!moves.is_empty() || matches!(legal, Legal::Choices(few) if !few.is_empty()));
            let value = serde_json::from_str(&state_json(state)).expect("we write JSON");
            let setup = Setup::read(&Json(value)).expect("we write setups");
            assert_eq!(&State::new(&setup).expect("we write states"), state);
            for color in Color::ALL {
                let placed = state.placements().iter().filter(|one| one.0 == color).count() as u32;
                assert_eq!(placed + state.board().supply(color).len(), 21);
            }
            assert!(state.decks().all(|(_, deck)| deck.hand().len() <= 2));
        });
        assert_eq!(events.last(), Some(&Event::GameOver));
        let count = |is_it: fn(&EventKind) -> bool| {
            let of = |event: &&Event| matches!(event, Event::Of(_, _, what) if is_it(what));
            events.iter().filter(of).count()
        };
        let placed = count(|what| matches!(what, EventKind::PiecePlaced(_)));
        let recycled = count(|what| matches!(what, EventKind::PieceRecycled(_)));
        assert_eq!(placed - recycled, end.placements().len());
        let discards: usize = end.decks().map(|(_, deck)| deck.discard().len()).sum();
        assert_eq!(count(|what| matches!(what, EventKind::CardPlayed(_))), discards);
    }
}
