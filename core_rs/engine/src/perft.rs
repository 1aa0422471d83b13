//! Counting sequences of placements: a test of the whole engine in one number.

use crate::board::Board;
use crate::color::Color;
use crate::movegen::{self, MoveList};
use crate::piece::{PIECES, Placement, Supply};
use crate::placement_rule::{PlacementRule, StartCorners};
use crate::state::State;

impl State {
    /// The number of sequences of exactly `depth` placements; blocked colours are skipped, and lines
    /// that end early do not count.
    #[must_use]
    pub fn perft(&self, depth: u32) -> u64 {
        match (self.to_move, depth) {
            (_, 0) => 1,
            (None, _) => 0,
            (Some(color), _) => self.walker(depth).count(&self.board, color, depth),
        }
    }

    /// The number of sequences that begin with each legal placement, in their order.
    pub fn perft_by_placement(&self, depth: u32) -> impl Iterator<Item = (Placement, u64)> {
        let mut legal = MoveList::new();
        self.legal_placements(Supply::FULL, &mut legal);
        let mut walker = self.walker(depth);
        let mut at = 0;
        std::iter::from_fn(move || {
            let (color, placement) = (self.to_move?, *legal.get(at)?);
            at += 1;
            let mut board = self.board;
            board.place(color, placement);
            Some((placement, walker.after(&board, color, depth.saturating_sub(1))))
        })
    }

    /// [`State::perft`] split by the piece placed first, in the order of G4.
    #[must_use]
    pub fn perft_split(&self, depth: u32) -> [u64; PIECES] {
        let mut split = [0; PIECES];
        for (placement, count) in self.perft_by_placement(depth) {
            split[placement.piece().index()] += count;
        }
        split
    }

    fn walker(&self, depth: u32) -> Walker {
        Walker {
            start: self.rules.start_corners(),
            lists: (0..depth).map(|_| MoveList::new()).collect(),
        }
    }
}

struct Walker {
    start: StartCorners,
    /// A list for each depth at which placements are listed; taken while in use.
    lists: Vec<MoveList>,
}

impl Walker {
    /// Sequences of `depth >= 1` placements when `color` is to move and can.
    fn count(&mut self, board: &Board, color: Color, depth: u32) -> u64 {
        let rule = PlacementRule::ordinary(board, color, self.start);
        let supply = board.supply(color);
        if depth == 1 {
            return u64::from(movegen::count(&rule, supply));
        }
        let mut legal = self.lists.pop().expect("one list for each depth");
        movegen::list(&rule, supply, &mut legal);
        let mut sum = 0;
        for &placement in legal.iter() {
            let mut next = *board;
            next.place(color, placement);
            sum += self.after(&next, color, depth - 1);
        }
        self.lists.push(legal);
        sum
    }

    /// Sequences of `depth` placements after one of `last`.
    fn after(&mut self, board: &Board, last: Color, depth: u32) -> u64 {
        if depth == 0 {
            return 1;
        }
        let able = |color: &Color| {
            let rule = PlacementRule::ordinary(board, *color, self.start);
            movegen::any(&rule, board.supply(*color))
        };
        let next = (1..=4).map(|steps| last.after(steps)).find(able);
        next.map_or(0, |color| self.count(board, color, depth))
    }
}
