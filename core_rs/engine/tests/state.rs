//! Invariants of every state of every classic variant: exactly the generated actions pass the check
//! and can be applied, a state is the same after it was written and read, and counts are consistent.

mod json;
mod oracle;

use cornerwise::action::ActionSetup;
use cornerwise::color::Color;
use cornerwise::document::state_json;
use cornerwise::event::{Event, EventKind};
use cornerwise::location::Location;
use cornerwise::movegen::MoveList;
use cornerwise::piece::{Piece, Placement, Supply};
use cornerwise::placement_rule::StartCorners;
use cornerwise::ruleset::{Options, Scoring, Seats};
use cornerwise::setup::Setup;
use cornerwise::state::State;
use json::Json;
use oracle::{Lcg, naive};
use proptest::prelude::*;

fn options() -> impl Strategy<Value = Options> {
    let color = || prop::sample::select(Color::ALL.to_vec());
    let variant = prop_oneof![
        Just((Seats::Four, false)),
        Just((Seats::Four, true)),
        Just((Seats::Three, false)),
        Just((Seats::Two, false)),
    ];
    (variant, color(), color(), any::<bool>(), any::<bool>()).prop_map(
        |((seats, teams), shared, first, fixed, advanced)| Options {
            seats,
            teams,
            shared_color: (seats == Seats::Three).then_some(shared),
            first_color: Some(first),
            start_corners: if fixed { StartCorners::Fixed } else { StartCorners::Any },
            scoring: if advanced { Scoring::Advanced } else { Scoring::Basic },
            ..Options::default()
        },
    )
}

fn reread(state: &State) -> State {
    let value = serde_json::from_str(&state_json(state)).expect("we write JSON");
    State::new(&Setup::read(&Json(value)).expect("we write setups")).expect("we write states")
}

/// Places for the colour whose turn it is.
fn place(placement: Placement) -> ActionSetup {
    let piece = Some(placement.piece());
    ActionSetup::Place { color: None, piece, location: Location::of(placement) }
}

/// Plays `plies` random actions, or to the end; `look` is called with each state.
fn play(
    options: Options,
    seed: u64,
    plies: usize,
    mut look: impl FnMut(&State, &[Event]),
) -> State {
    let mut random = Lcg(seed);
    let mut state = State::new_game(&options, 0).unwrap();
    let mut moves = MoveList::new();
    for _ in 0..plies {
        state.legal_actions(Supply::FULL, &mut moves);
        if moves.is_empty() {
            break;
        }
        let mut events = Vec::new();
        state = state.apply(&place(moves[random.below(moves.len())]), &mut events).unwrap();
        look(&state, &events);
    }
    state
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(32))]

    #[test]
    fn exactly_the_generated_actions_pass_the_check(
        options in options(), seed in any::<u64>(), plies in 0_usize..70,
    ) {
        let state = play(options, seed, plies, |_, _| {});
        let mut moves = MoveList::new();
        state.legal_actions(Supply::FULL, &mut moves);
        prop_assert_eq!(state.count_actions(), moves.len());
        if let Some(color) = state.to_move() {
            prop_assert_eq!(moves.to_vec(), naive(state.board(), color, options.start_corners));
        } else {
            prop_assert!(moves.is_empty());
        }
        for piece in Piece::ALL {
            for orientation in 0..piece.orientations().len() {
                // Every third square, to save time; games differ.
                for square in (seed as usize % 3..400).step_by(3) {
                    let Some(one) = Placement::new(piece, orientation, square / 20, square % 20) else {
                        continue;
                    };
                    let legal = moves.binary_search(&one).is_ok();
                    prop_assert_eq!(state.check(&place(one)).is_empty(), legal, "{:?}", one);
                    let applied = state.apply(&place(one), &mut Vec::new());
                    prop_assert_eq!(applied.is_ok(), legal);
                }
            }
        }
        prop_assert!(!state.check(&ActionSetup::Pass).is_empty());
    }

    #[test]
    fn events_placements_and_counts_are_consistent(options in options(), seed in any::<u64>()) {
        let mut before = State::new_game(&options, 0).unwrap();
        let end = play(options, seed, usize::MAX, |state, events| {
            assert_eq!(&reread(state), state, "written and read again");

            let Event::Of(color, seat, EventKind::PiecePlaced(placement)) = events[0] else {
                panic!("the first event is the placement: {events:?}");
            };
            assert_eq!((Some(color), Some(seat)), (before.to_move(), before.seat()));
            assert_eq!(state.placements().last(), Some(&(color, placement)));
            assert_eq!(state.last_placed()[color], Some(placement.piece()));
            assert_eq!(&state.placements()[..before.placements().len()], before.placements());

            let passes = events[1..]
                .iter()
                .filter(|event| matches!(event, Event::Of(_, _, EventKind::Passed)))
                .count();
            match state.to_move() {
                Some(mover) => {
                    assert_eq!(events.len(), 1 + passes);
                    assert_eq!(mover, color.after(1 + passes), "every slot in between is a pass");
                    assert!(state.can_place(mover), "the mover has an action");
                }
                None => assert_eq!(events[1..], [Event::GameOver]),
            }
            for color in Color::ALL {
                let placed: u32 = state.board().placed(color).map(Piece::size).sum();
                assert_eq!(placed, state.board().cells(color).len());
                assert_eq!(placed + state.board().supply(color).squares(), 89);
            }
            before = state.clone();
        });
        prop_assert!(end.to_move().is_none());
        prop_assert!(end.score().is_final);
        prop_assert!(Color::ALL.iter().all(|&color| !end.can_place(color)), "C7");
    }

    #[test]
    fn cells_are_equivalent_to_orientation_row_and_col(
        options in options(), seed in any::<u64>(), plies in 0_usize..40,
    ) {
        let state = play(options, seed, plies, |_, _| {});
        let mut moves = MoveList::new();
        state.legal_actions(Supply::FULL, &mut moves);
        for &one in moves.iter().step_by(7) {
            let mut cells: Vec<_> = one.cells().map(|(row, col)| (row as i32, col as i32)).collect();
            cells.reverse();
            for origin in [None, Location::of(one).origin] {
                let location = Location { origin, cells: Some(cells.clone()) };
                let by_cells = ActionSetup::Place { color: state.to_move(), piece: Some(one.piece()), location };
                let applied = state.apply(&by_cells, &mut Vec::new());
                prop_assert_eq!(applied, state.apply(&place(one), &mut Vec::new()));
            }
        }
    }
}
