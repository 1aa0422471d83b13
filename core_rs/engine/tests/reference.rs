//! Positions, perft counts and whole games from an independent engine: `tests/data/classic.json` at
//! the top of the repository, which the Python tests read too. Its `conventions` explain the fields.

mod json;

use cornerwise::action::{Action, ActionSetup};
use cornerwise::color::Color;
use cornerwise::movegen::MoveList;
use cornerwise::piece::{Piece, Placement, Supply};
use cornerwise::ruleset::{Options, Scoring};
use cornerwise::setup::Setup;
use cornerwise::state::State;
use json::Json;
use serde_json::{Value, json};

fn reference() -> Value {
    let text = include_str!("../../../tests/data/classic.json");
    serde_json::from_str(text).expect("the file is JSON")
}

fn array(value: &Value) -> &Vec<Value> {
    value.as_array().expect("an array")
}

fn cell_indices(placement: Placement) -> Vec<usize> {
    placement.cells().map(|(row, col)| row * 20 + col).collect()
}

/// Sorted by size, then by the indices of the squares.
fn canonical(moves: &[Placement]) -> Vec<(Placement, Vec<usize>)> {
    let mut moves: Vec<_> = moves.iter().map(|&one| (one, cell_indices(one))).collect();
    moves.sort_by(|(_, a), (_, b)| a.len().cmp(&b.len()).then_with(|| a.cmp(b)));
    moves
}

fn fnv1a64(moves: &[(Placement, Vec<usize>)]) -> String {
    let mut hash = 14_695_981_039_346_656_037_u64;
    for (_, cells) in moves {
        let text = cells.iter().map(usize::to_string).collect::<Vec<_>>().join(",") + "\n";
        for byte in text.bytes() {
            hash = (hash ^ u64::from(byte)).wrapping_mul(1_099_511_628_211);
        }
    }
    format!("{hash:x}")
}

fn load(position: &Value) -> State {
    let placements: Vec<Value> = array(&position["placements"])
        .iter()
        .map(|one| {
            let cells = array(&one["cells"]).iter().map(|cell| {
                let index = cell.as_u64().unwrap();
                json!([index / 20, index % 20])
            });
            json!({"color": one["color"], "piece": one["piece"], "cells": cells.collect::<Vec<_>>()})
        })
        .collect();
    let setup = json!({
        "rules": {"start_corners": "fixed"},
        "placements": placements,
        "turn": {"color": position["to_move"]},
    });
    State::new(&Setup::read(&Json(setup)).unwrap()).unwrap()
}

#[test]
fn legal_placements_of_every_position_and_color() {
    let mut moves = MoveList::new();
    for position in array(&reference()["positions"]) {
        let state = load(position);
        let what = format!("game {} ply {}", position["game"], position["ply"]);
        let drawn = state.board().to_string().replace('\n', "");
        assert_eq!(position["board"].as_str(), Some(drawn.as_str()), "{what}");
        for color in Color::ALL {
            let expected = &position["legal"][color.name()];
            state.legal_placements(color, Supply::FULL, &mut moves);
            let by_piece = Piece::ALL.map(|piece| {
                (piece.name(), moves.iter().filter(|one| one.piece() == piece).count())
            });
            for (piece, count) in by_piece {
                let expected = expected["by_piece"][piece].as_u64().unwrap_or(0);
                assert_eq!(count as u64, expected, "{what} {} {piece}", color.name());
            }
            assert_eq!(expected["total"], moves.len(), "{what}");
            assert_eq!(expected["fnv1a64"], fnv1a64(&canonical(&moves)), "{what}");
        }
        assert_eq!(position["perft2"], state.perft(2), "{what}");
    }
}

#[test]
fn perft_from_the_empty_board() {
    let reference = reference();
    let depths = |name: &str| -> Vec<u64> {
        array(&reference["perft_initial"][name]).iter().map(|n| n.as_u64().unwrap()).collect()
    };
    let any = State::new_game(&Options::default(), 0).unwrap();
    let fixed = load(&json!({"placements": [], "to_move": "blue"}));
    // Depth 5 takes seconds: the Python tests run it once, with this engine.
    for (depth, expected) in (1..=4).zip(depths("fixed corners, order blue yellow red green")) {
        assert_eq!(fixed.perft(depth), expected);
        assert_eq!(fixed.perft_split(depth, || true).unwrap().iter().sum::<u64>(), expected);
    }
    for (depth, expected) in (1..=3).zip(depths("any free corner")) {
        assert_eq!(any.perft(depth), expected);
    }
    assert_eq!((any.perft(0), fixed.perft(0)), (1, 1));
    assert_eq!(fixed.perft_split(5, || false), None, "stops when keep_going returns false");
}

/// Blue alone: no game allows the other colours never to move, so this test walks the board itself.
#[test]
fn perft_of_blue_alone() {
    use cornerwise::board::Board;
    use cornerwise::movegen;
    use cornerwise::placement_rule::{PlacementRule, StartCorners};

    fn walk(board: &Board, depth: usize) -> u64 {
        let rule = PlacementRule::ordinary(board, Color::Blue, StartCorners::Fixed);
        let supply = board.supply(Color::Blue);
        if depth == 1 {
            return u64::from(movegen::count(&rule, supply));
        }
        let mut moves = MoveList::new();
        movegen::list(&rule, supply, &mut moves);
        let next = |&placement: &Placement| {
            let mut next = *board;
            next.place(Color::Blue, placement);
            walk(&next, depth - 1)
        };
        moves.iter().map(next).sum()
    }

    let expected = &reference()["perft_initial"]["blue alone, fixed corner"];
    for (depth, expected) in array(expected).iter().enumerate() {
        assert_eq!(expected.as_u64(), Some(walk(&Board::EMPTY, depth + 1)));
    }
}

/// Plays a reference game: the policy filters the legal placements, the generator picks one.
fn play(game: &Value) -> (State, u64, u64) {
    let mut state = load(&json!({"placements": [], "to_move": "blue"}));
    let policy = game["policy"].as_u64().unwrap();
    let mut random = game["seed"].as_u64().unwrap();
    let (mut plies, mut total_legal) = (0, 0);
    let mut moves = MoveList::new();
    while let Some(color) = state.to_move() {
        state.legal_actions(Supply::FULL, &mut moves);
        let legal = canonical(&moves);
        total_legal += legal.len() as u64;
        plies += 1;
        let largest = policy == 1 || (policy == 2 && color == Color::Blue);
        let size = match (policy, largest) {
            (0, _) => None,
            (_, true) => legal.last().map(|one| one.1.len()),
            (_, false) => legal.first().map(|one| one.1.len()),
        };
        let fits = |one: &&(Placement, Vec<usize>)| size.is_none_or(|size| one.1.len() == size);
        let choice: Vec<_> = legal.iter().filter(fits).collect();
        random =
            random.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        let chosen = choice[(random >> 33) as usize % choice.len()].0;
        let action = ActionSetup::from(Action::Place(color, chosen));
        state = state.apply(&action, &mut Vec::new()).unwrap();
    }
    (state, plies, total_legal)
}

#[test]
fn seeded_games_have_the_reference_results() {
    for game in array(&reference()["games"]) {
        let what = format!("game {}", game["game"]);
        let (state, plies, total_legal) = play(game);
        assert_eq!(game["plies"], plies, "{what}");
        assert_eq!(game["total_legal"], total_legal, "{what}");
        assert_eq!(game["final_board"], state.board().to_string().replace('\n', ""), "{what}");
        let score = state.score();
        assert!(score.is_final);
        for (color, one) in score.colors.iter() {
            assert_eq!(game["remaining_squares"][color.name()], one.squares_left, "{what}");
        }
        // P2, P3: the same position under the other scoring.
        let mut setup: Value =
            serde_json::from_str(&cornerwise::document::state_json(&state)).unwrap();
        setup["rules"]["scoring"] = json!(Scoring::Advanced.name());
        let advanced = State::new(&Setup::read(&Json(setup)).unwrap()).unwrap().score();
        for (color, one) in advanced.colors.iter() {
            assert_eq!(game["advanced"][color.name()], one.score.unwrap(), "{what}");
        }
    }
}
