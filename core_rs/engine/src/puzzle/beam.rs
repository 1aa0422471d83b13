//! A beam search for the boards of 84: piece by piece, keeping the positions with the best values.

use std::collections::HashSet;

use super::budget::Budget;
use super::evaluation::Evaluation;
use super::position::{Position, Task};
use crate::color::Color;
use crate::movegen::{self, MoveList};
use crate::piece::{Placement, Supply};
use crate::shuffle::{RandomSource, SplitMix64};

/// Values that differ by less than this count as equal, and the choice is random.
const NOISE: u64 = 11;

/// When so few pieces are left the beam is wider: there is less to choose from, and it matters more.
const LATE: u32 = 36;
const LATE_FACTOR: usize = 4;

/// How many positions are evaluated fully for each one that is kept. More where given pieces must be
/// connected, because the fast evaluation ignores that.
const CLOSE_LOOKS: usize = 4;
const CLOSE_LOOKS_LOOSE: usize = 16;

/// How many nodes a full evaluation costs. With unconnected given pieces it takes most of the time.
const LOOK_NODES: u64 = 16;

/// The penalty for each step between a given piece and the pieces it must be connected to.
const DETACHED: i32 = 20;

/// The bonus for each square of a piece where pieces of any size may be placed.
const SQUARE: i32 = 20;

/// The parameters of a search.
pub(crate) struct Beam<'a> {
    pub(crate) task: &'a Task,
    pub(crate) start: Position,
    /// How many positions are kept.
    pub(crate) width: usize,
    /// Whether pieces of any size may come next. Not in the descending puzzle; in the plain one it
    /// takes longer, but a small piece may be what connects a given one.
    pub(crate) any_size: bool,
}

/// A position and the placements that led to it.
struct Kept {
    position: Position,
    /// A hash that is the same for all orders of the same placements.
    path: u64,
    placed: Vec<(Color, Placement)>,
}

/// A placement in a position.
struct Child {
    value: i32,
    parent: u32,
    placement: Placement,
}

impl Beam<'_> {
    /// Places the missing pieces. None if the search reached a dead end or the budget ran out.
    pub(crate) fn search(
        &self,
        random: &mut SplitMix64,
        budget: &mut Budget,
    ) -> Option<Vec<(Color, Placement)>> {
        let first = Color::ALL[random.below(4) as usize];
        let salt = random.next_u64();
        let mut beam = vec![Kept { position: self.start, path: 0, placed: Vec::new() }];
        loop {
            if let Some(done) = beam.iter().position(|kept| kept.position.is_complete()) {
                return Some(beam.swap_remove(done).placed);
            }
            // All positions have as many pieces of each colour.
            let sample = &beam.first()?.position;
            let color = next_color(sample, first)?;
            let left: u32 = Color::ALL.iter().map(|&color| sample.board.supply(color).len()).sum();
            let width = if left <= LATE { self.width * LATE_FACTOR } else { self.width };
            let children = self.children(&beam, color, width, random, budget)?;
            beam = self.keep(&beam, color, children, width, salt, budget)?;
        }
    }

    /// The most promising placements, best first.
    fn children(
        &self,
        beam: &[Kept],
        color: Color,
        width: usize,
        random: &mut SplitMix64,
        budget: &mut Budget,
    ) -> Option<Vec<Child>> {
        let mut moves = MoveList::new();
        let mut children = Vec::new();
        for (parent, kept) in (0..).zip(beam) {
            let evaluation = Evaluation::new(&kept.position);
            self.list_moves(&kept.position, color, &mut moves);
            for &placement in moves.iter() {
                if !budget.take() {
                    return None;
                }
                let size = placement.piece().size() as i32;
                let value =
                    evaluation.with(color, placement) + SQUARE * size + random.below(NOISE) as i32;
                children.push(Child { value, parent, placement });
            }
        }
        let looks = if self.start.loose() > 0 { CLOSE_LOOKS_LOOSE } else { CLOSE_LOOKS };
        let order = |child: &Child| (-child.value, child.parent, child.placement);
        if children.len() > looks * width {
            children.select_nth_unstable_by_key(looks * width, order);
            children.truncate(looks * width);
        }
        children.sort_unstable_by_key(order);
        Some(children)
    }

    /// The positions that are kept, best first. None if the budget ran out.
    fn keep(
        &self,
        beam: &[Kept],
        color: Color,
        children: Vec<Child>,
        width: usize,
        salt: u64,
        budget: &mut Budget,
    ) -> Option<Vec<Kept>> {
        let mut seen = HashSet::new();
        let mut next: Vec<(i32, Kept)> = Vec::new();
        for child in children {
            let parent = &beam[child.parent as usize];
            let step = (u64::from(child.placement.0) << 2 | color as u64) ^ salt;
            let path = parent.path.wrapping_add(SplitMix64::new(step).next_u64());
            if !seen.insert(path) {
                continue;
            }
            if !budget.take_many(LOOK_NODES) {
                return None;
            }
            let mut position = parent.position;
            if !position.place(self.task, color, child.placement) || !has_future(&position) {
                continue;
            }
            let mut placed = parent.placed.clone();
            placed.push((color, child.placement));
            let detached = position.detachment(self.task) as i32;
            next.push((child.value - DETACHED * detached, Kept { position, path, placed }));
            if next.len() == width && self.start.loose() == 0 {
                break;
            }
        }
        next.sort_by_key(|(value, _)| -value);
        next.truncate(width);
        Some(next.into_iter().map(|(_, kept)| kept).collect())
    }

    /// The placements to try: of the largest pieces, in the plain puzzle of the largest that
    /// fit, or of all.
    fn list_moves(&self, position: &Position, color: Color, moves: &mut MoveList) {
        let rule = position.rule(color);
        if self.any_size && !self.task.descending {
            movegen::list(&rule, position.board.supply(color), moves);
            return;
        }
        moves.clear();
        for pieces in position.sizes(color) {
            movegen::list(&rule, pieces, moves);
            if self.task.descending || !moves.is_empty() {
                return;
            }
        }
    }
}

/// Colours that have no corner yet come first, then those with the most pieces left.
fn next_color(position: &Position, first: Color) -> Option<Color> {
    let colors = (0..4).map(|steps| first.after(steps));
    colors.filter(|&color| !position.board.supply(color).is_empty()).min_by_key(|&color| {
        let left = position.board.supply(color).len();
        (!position.rooted[color].is_empty(), std::cmp::Reverse(left))
    })
}

/// Whether each piece of the size that a colour places next has a legal placement.
fn has_future(position: &Position) -> bool {
    Color::ALL.into_iter().all(|color| {
        let mut later = *position;
        if position.loose() > 0 {
            // Pieces that are not connected now may be connected later.
            later.rooted[color] = *position.board.cells(color);
        }
        if later.rooted[color].is_empty() {
            return true;
        }
        let rule = later.rule(color);
        later.sizes(color).next().is_none_or(|pieces| {
            pieces.iter().all(|piece| {
                let mut one = Supply::EMPTY;
                one.insert(piece);
                movegen::any(&rule, one)
            })
        })
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::location::Location;
    use crate::piece::Piece;
    use crate::puzzle::{Layout, Puzzle, PuzzleSetup};
    use crate::setup::PlacementSetup;

    /// A given piece far from its corner: every child is evaluated fully, which takes most of
    /// the time. If that cost no nodes, a node limit would not limit the time.
    #[test]
    fn close_looks_are_paid_for() {
        let piece = Piece::from_name("X5").expect("a piece");
        let location = Location { origin: Some((0, 9, 9)), cells: None };
        let placements = vec![PlacementSetup { color: Color::Blue, piece, location }];
        let layout = Layout::new(Puzzle::Board84, &PuzzleSetup { placements }).expect("right");
        let task = Task::new(&layout);
        let start = Position::new(&task, layout.board()).expect("not hopeless");
        let beam = Beam { task: &task, start, width: 3, any_size: false };
        let positions = [Kept { position: start, path: 0, placed: Vec::new() }];
        let keep = |nodes| {
            let mut random = SplitMix64::new(1);
            let mut keep_going = || true;
            let mut budget = Budget::new(nodes, &mut keep_going);
            let children = beam.children(&positions, Color::Blue, 3, &mut random, &mut budget);
            let children = children.expect("enough nodes for the first look");
            let (looks, first) = (children.len() as u64, budget.used());
            let kept = beam.keep(&positions, Color::Blue, children, 3, 0, &mut budget);
            (looks, first, budget.used() - first, kept.map(|kept| kept.len()))
        };
        let (looks, first, paid, kept) = keep(1_000_000);
        assert_eq!((looks, kept), (3 * CLOSE_LOOKS_LOOSE as u64, Some(3)));
        assert_eq!(paid, looks * LOOK_NODES);
        assert_eq!(keep(first + paid).3, Some(3));
        assert_eq!(keep(first + paid - 1).3, None, "the budget ends it");
    }
}
