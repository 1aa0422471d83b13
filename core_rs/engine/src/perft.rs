//! Counting sequences of placements: a test of the whole engine in one number. Cards are ignored, so
//! the number is meaningful in classic only.

use crate::board::Board;
use crate::color::Color;
use crate::movegen::{self, MoveList};
use crate::piece::{PIECES, Supply};
use crate::placement_rule::{PlacementRule, StartCorners};
use crate::state::State;

impl State {
    /// The number of sequences of exactly `depth` placements; blocked colours are skipped, and lines
    /// that end early do not count.
    #[must_use]
    pub fn perft(&self, depth: u32) -> u64 {
        if depth == 0 {
            return 1;
        }
        self.perft_split(depth, || true).iter().flatten().sum()
    }

    /// [`State::perft`] split by the piece placed first, in the order of G4; all zero for depth 0.
    /// `keep_going` is called every few thousand positions; the result is none once it returns false.
    pub fn perft_split(
        &self,
        depth: u32,
        keep_going: impl FnMut() -> bool,
    ) -> Option<[u64; PIECES]> {
        let mut split = [0; PIECES];
        let (Some(color), Some(rest)) = (self.to_move, depth.checked_sub(1)) else {
            return Some(split);
        };
        let start = self.rules.start_corners();
        let mut walker = Walker { start, lists: Vec::new(), visited: 0, keep_going };
        let mut legal = MoveList::new();
        self.legal_actions(Supply::FULL, &mut legal);
        for &placement in legal.iter() {
            let mut board = self.board;
            board.place(color, placement);
            split[placement.piece().index()] += walker.after(&board, color, rest)?;
        }
        Some(split)
    }
}

struct Walker<F> {
    start: StartCorners,
    /// Unused lists, kept for their memory.
    lists: Vec<MoveList>,
    visited: u32,
    keep_going: F,
}

impl<F: FnMut() -> bool> Walker<F> {
    /// Sequences of `depth >= 1` placements when `color` is to move and can.
    fn count(&mut self, board: &Board, color: Color, depth: u32) -> Option<u64> {
        let rule = PlacementRule::ordinary(board, color, self.start);
        let supply = board.supply(color);
        if depth == 1 {
            self.visited = self.visited.wrapping_add(1);
            let may_go_on = !self.visited.is_multiple_of(8192) || (self.keep_going)();
            return may_go_on.then(|| u64::from(movegen::count(&rule, supply)));
        }
        let mut legal = self.lists.pop().unwrap_or_default();
        movegen::list(&rule, supply, &mut legal);
        let mut sum = 0;
        for &placement in legal.iter() {
            let mut next = *board;
            next.place(color, placement);
            sum += self.after(&next, color, depth - 1)?;
        }
        self.lists.push(legal);
        Some(sum)
    }

    /// Sequences of `depth` placements after one of `last`.
    fn after(&mut self, board: &Board, last: Color, depth: u32) -> Option<u64> {
        if depth == 0 {
            return Some(1);
        }
        let able = |color: &Color| {
            let rule = PlacementRule::ordinary(board, *color, self.start);
            movegen::any(&rule, board.supply(*color))
        };
        match (1..=4).map(|steps| last.after(steps)).find(able) {
            Some(color) => self.count(board, color, depth),
            None => Some(0),
        }
    }
}
