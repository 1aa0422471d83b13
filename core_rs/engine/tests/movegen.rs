//! The move generator compared with two slow ones over whole random games, and its list, count and
//! any compared with each other.

mod oracle;

use cornerwise::board::Board;
use cornerwise::color::Color;
use cornerwise::movegen::{self, MoveList};
use cornerwise::piece::{Piece, Placement};
use cornerwise::placement_rule::{PlacementRule, StartCorners};
use oracle::{naive, random_game, split_by_piece, whole_board};
use proptest::prelude::*;

fn generated(board: &Board, color: Color, start: StartCorners) -> Vec<Placement> {
    let rule = PlacementRule::ordinary(board, color, start);
    let supply = board.supply(color);
    let mut list = MoveList::new();
    movegen::list(&rule, supply, &mut list);
    assert_eq!(movegen::count(&rule, supply) as usize, list.len(), "count\n{board}");
    assert_eq!(movegen::any(&rule, supply), !list.is_empty(), "any\n{board}");
    list.sort();
    list.to_vec()
}

fn sorted(mut placements: Vec<Placement>) -> Vec<Placement> {
    placements.sort_unstable();
    placements
}

#[track_caller]
fn assert_same(found: &[Placement], expected: &[Placement], board: &Board, color: Color) {
    let (by_piece, expected_by_piece) = (split_by_piece(found), split_by_piece(expected));
    assert!(
        found == expected,
        "{} on\n{board}\nfound {by_piece:?}\nexpected {expected_by_piece:?}",
        color.name()
    );
}

#[test]
fn equals_the_whole_board_generator_over_random_games() {
    let mut positions = 0;
    for seed in 0..300 {
        let start = if seed % 2 == 0 { StartCorners::Any } else { StartCorners::Fixed };
        random_game(seed, start, |board, color, legal| {
            let expected = sorted(legal.to_vec());
            assert_same(&generated(board, color, start), &expected, board, color);
            positions += 1;
        });
    }
    assert!(positions > 15_000);
}

#[test]
fn equals_the_naive_generator_over_random_games() {
    for seed in 1_000..1_006 {
        let start = if seed % 2 == 0 { StartCorners::Any } else { StartCorners::Fixed };
        random_game(seed, start, |board, _, _| {
            for color in Color::ALL {
                let expected = naive(board, color, start);
                assert_same(&generated(board, color, start), &expected, board, color);
                let mut whole = Vec::new();
                whole_board(board, color, start, &mut whole);
                assert_same(&sorted(whole), &expected, board, color);
            }
        });
    }
}

/// A board with as many anchors as possible: single squares of one colour all over it, on diagonals.
/// No game has as many moves; a list sized for games would overflow.
#[test]
fn a_list_holds_more_moves_than_any_game_has() {
    let mut board = Board::EMPTY;
    let single = |row, col| Placement::new(Piece::I1, 0, row, col).unwrap();
    for row in (0..20).step_by(5) {
        for col in (0..20).step_by(5) {
            board.place(Color::Red, single(row, col));
        }
    }
    for start in [StartCorners::Any, StartCorners::Fixed] {
        let expected = naive(&board, Color::Red, start);
        assert!(expected.len() > 5_000, "{}", expected.len());
        assert_same(&generated(&board, Color::Red, start), &expected, &board, Color::Red);
    }
}

/// The eight symmetries of the board: quarter turns, after a flip or not.
fn moved((row, col): (usize, usize), symmetry: u32) -> (usize, usize) {
    let (mut row, mut col) = if symmetry >= 4 { (row, 19 - col) } else { (row, col) };
    for _ in 0..symmetry % 4 {
        (row, col) = (col, 19 - row);
    }
    (row, col)
}

fn moved_placement(placement: Placement, symmetry: u32) -> Placement {
    let mut cells: Vec<_> = placement.cells().map(|cell| moved(cell, symmetry)).collect();
    cells.sort_unstable();
    let row = cells.iter().map(|cell| cell.0).min().unwrap();
    let col = cells.iter().map(|cell| cell.1).min().unwrap();
    let piece = placement.piece();
    (0..piece.orientations().len())
        .filter_map(|orientation| Placement::new(piece, orientation, row, col))
        .find(|candidate| candidate.cells().eq(cells.iter().copied()))
        .expect("a symmetry of a piece is an orientation of it")
}

/// The positions of a random game as lists of placements; stops after `plies`.
fn random_placements(seed: u64, plies: usize) -> Vec<(Color, Placement)> {
    let mut before: Option<(Board, Color)> = None;
    let mut placed = Vec::new();
    random_game(seed, StartCorners::Any, |board, color, legal| {
        if let Some((earlier, mover)) = before.take() {
            let new = board.cells(mover).without(earlier.cells(mover));
            let piece = board.placed(mover).find(|&piece| earlier.supply(mover).has(piece));
            let all = naive(&earlier, mover, StartCorners::Any).into_iter();
            let made = all.filter(|one| Some(one.piece()) == piece);
            let same = |one: &Placement| one.cells().eq(new.iter());
            placed.push((mover, made.into_iter().find(same).unwrap()));
        }
        if !legal.is_empty() && placed.len() < plies {
            before = Some((*board, color));
        }
    });
    placed
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(24))]

    #[test]
    fn a_symmetry_of_the_board_maps_legal_moves_to_legal_moves(
        seed in any::<u64>(),
        plies in 0_usize..60,
        symmetry in 0_u32..8,
    ) {
        let (mut board, mut image) = (Board::EMPTY, Board::EMPTY);
        for (color, placement) in random_placements(seed, plies) {
            board.place(color, placement);
            image.place(color, moved_placement(placement, symmetry));
        }
        for color in Color::ALL {
            let legal = generated(&board, color, StartCorners::Any);
            let images = legal.iter().map(|&one| moved_placement(one, symmetry)).collect();
            prop_assert_eq!(sorted(images), generated(&image, color, StartCorners::Any));
        }
    }
}
