//! A board of 84 that is being filled: the pieces, and which of them are connected to their corner.

use crate::board::Board;
use crate::cells::{Cells, SIDE};
use crate::color::{ByColor, Color};
use crate::piece::{Piece, Placement, Supply};
use crate::placement_rule::{Anchors, PlacementRule, StartCorners};

use super::Layout;

/// The corner squares of the board.
pub(crate) fn corners() -> Cells {
    StartCorners::Any.cells(Color::Blue)
}

/// What all positions of one search share: the given pieces, and the puzzle.
pub(crate) struct Task {
    pub(crate) descending: bool,
    /// The given pieces with their squares; at most 84.
    given: Vec<(Color, Placement, Cells)>,
}

impl Task {
    pub(crate) fn new(layout: &Layout) -> Self {
        let with_cells =
            |&(color, placement): &(Color, Placement)| (color, placement, placement.cell_set());
        Self {
            descending: layout.puzzle().is_descending(),
            given: layout.placements().iter().map(with_cells).collect(),
        }
    }
}

/// A position. The given pieces are on the board from the beginning, but they count as connected only
/// if a chain of corner contacts leads to them from a corner of the board; for the descending puzzle
/// a chain of pieces that are no smaller.
#[derive(Clone, Copy)]
pub(crate) struct Position {
    pub(crate) board: Board,
    /// The squares that are connected.
    pub(crate) rooted: ByColor<Cells>,
    /// The given pieces that are not connected, as bits.
    loose: u128,
}

impl Position {
    /// The given pieces; none if some colour can never be connected.
    pub(crate) fn new(task: &Task, board: &Board) -> Option<Self> {
        let loose = task.given.iter().enumerate().fold(0, |loose, (index, _)| loose | 1 << index);
        let mut position = Self { board: *board, rooted: ByColor::default(), loose };
        Color::ALL.into_iter().all(|color| position.settle(task, color)).then_some(position)
    }

    /// Whether every piece of the box is on the board, and connected.
    pub(crate) fn is_complete(&self) -> bool {
        self.loose == 0 && Color::ALL.into_iter().all(|color| self.board.supply(color).is_empty())
    }

    /// How many given pieces are not connected.
    pub(crate) fn loose(&self) -> u32 {
        self.loose.count_ones()
    }

    /// How many steps, straight or diagonal, lie between the given pieces that are not connected and
    /// what they must be connected to, all together.
    pub(crate) fn detachment(&self, task: &Task) -> u32 {
        if self.loose == 0 {
            return 0;
        }
        let distances = Color::ALL.map(|color| {
            let is_loose =
                |index: &usize| self.loose >> index & 1 == 1 && task.given[*index].0 == color;
            let mut apart: Vec<usize> = (0..task.given.len()).filter(is_loose).collect();
            let rooted = &self.rooted[color];
            let mut grown = if rooted.is_empty() { corners() } else { *rooted };
            let mut distance = 0;
            while !apart.is_empty() {
                distance += apart.len() as u32;
                let wide = grown.or(&grown.shifted::<0, 1>()).or(&grown.shifted::<0, -1>());
                grown = wide.or(&wide.shifted::<1, 0>()).or(&wide.shifted::<-1, 0>());
                apart.retain(|&index| !task.given[index].2.meets(&grown));
            }
            distance
        });
        distances.into_iter().sum()
    }

    /// Places a piece that [`Self::rule`] allows. False if some given pieces can then no longer be
    /// connected.
    pub(crate) fn place(&mut self, task: &Task, color: Color, placement: Placement) -> bool {
        self.board.place(color, placement);
        self.rooted[color] = self.rooted[color].or(&placement.cell_set());
        self.settle(task, color)
    }

    /// The rule for the next piece of a colour: C1 and C2, but it is the connected pieces that it
    /// must touch.
    pub(crate) fn rule(&self, color: Color) -> PlacementRule {
        let own = self.board.cells(color);
        let rooted = &self.rooted[color];
        if !rooted.is_empty() {
            return PlacementRule::at_corners(rooted, own, self.board.occupied());
        }
        let free = self.board.occupied().or(&own.side_ring()).complement();
        let only = |row, col| free.and(&Cells::from_iter([(row, col)]));
        let last = SIDE - 1;
        let anchors = [only(0, 0), only(0, last), only(last, 0), only(last, last)];
        PlacementRule { free, anchors: Anchors::Corner(anchors) }
    }

    /// The pieces of the largest size that is left, and of each smaller one, a set for each size.
    pub(crate) fn sizes(&self, color: Color) -> impl Iterator<Item = Supply> {
        let supply = self.board.supply(color);
        (1..=5).rev().map(move |size| of_size(supply, size)).filter(|pieces| !pieces.is_empty())
    }

    /// Connects what can be connected. False if something never can be.
    fn settle(&mut self, task: &Task, color: Color) -> bool {
        let largest = self.sizes(color).next().and_then(|pieces| pieces.iter().next());
        let level = largest.map_or(0, Piece::size);
        if !task.descending {
            self.connect(task, color, 1);
            return level > 0 || !self.has_loose(task, color, 1);
        }
        // What is larger than the largest piece that is left must be connected without it.
        (level.max(1)..=5).rev().all(|size| {
            self.connect(task, color, size);
            size == level || (!self.rooted[color].is_empty() && !self.has_loose(task, color, size))
        })
    }

    /// Connects the given pieces of at least `size` squares that touch what is connected.
    fn connect(&mut self, task: &Task, color: Color, size: u32) {
        if self.loose == 0 {
            return;
        }
        let corners = corners();
        loop {
            let rooted = &self.rooted[color];
            let anchors = if rooted.is_empty() { corners } else { rooted.corner_ring() };
            let found = (0..task.given.len()).find(|&index| {
                let (owner, placement, cells) = &task.given[index];
                self.loose >> index & 1 == 1
                    && *owner == color
                    && placement.piece().size() >= size
                    && cells.meets(&anchors)
            });
            let Some(index) = found else {
                return;
            };
            self.loose &= !(1 << index);
            self.rooted[color] = self.rooted[color].or(&task.given[index].2);
        }
    }

    fn has_loose(&self, task: &Task, color: Color, size: u32) -> bool {
        task.given.iter().enumerate().any(|(index, (owner, placement, _))| {
            self.loose >> index & 1 == 1 && *owner == color && placement.piece().size() >= size
        })
    }
}

/// The pieces of one size.
fn of_size(supply: Supply, size: u32) -> Supply {
    let mut pieces = Supply::EMPTY;
    for piece in supply.iter().filter(|piece| piece.size() == size) {
        pieces.insert(piece);
    }
    pieces
}
