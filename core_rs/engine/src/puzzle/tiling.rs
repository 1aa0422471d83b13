//! A search for a tiling of a rectangle: depth first, by the square that fewest tiles can cover.
//!
//! Copies of a shape are interchangeable here, whatever their colour; otherwise a refutation would be
//! repeated 24 times for each shape. Where colours must not touch, a [`Palette`] checks after each
//! placement that the placed pieces can still be coloured, and prunes the search if they cannot.

use super::budget::{Budget, End};
use super::palette::Palette;
use super::squares::Squares;
use super::tiles::{Item, Lengths, Tile, Tiles};
use crate::piece::Piece;
use crate::shuffle::{RandomSource, SplitMix64};

/// Shapes in the order in which they are tried, those that are hard to fit in late first.
const HARD_FIRST: [&str; 17] = [
    "O4", "Z4", "I4", "T4", "L4", "X5", "W5", "Z5", "F5", "T5", "U5", "N5", "V5", "I5", "Y5", "L5",
    "P5",
];

/// How far, in that order, randomness may move a shape for a whole run, and a tile each time.
/// Sometimes it is more; otherwise runs are too similar to recover from a bad start.
const MOVE: u64 = 4;
const MOVE_MORE: u64 = 8;

/// Roughly how many nodes of recolouring take the time of one node here.
const COLORS_PER_NODE: u64 = 16;

/// One search.
pub(crate) struct Tiling<'a> {
    shapes: &'a [Piece],
    /// How many pieces of each shape must be placed.
    needed: Vec<usize>,
    tiles: Tiles,
    free: Squares,
    /// The black squares that are free less the white ones, if the board is chequered.
    imbalance: i32,
    /// The most that a piece of each shape can take off that.
    swings: Vec<i32>,
    palette: Option<Palette>,
    placed: Vec<Tile>,
    ranks: Vec<u64>,
    moves: u64,
    /// Decides between squares that are as hard to cover.
    ties: [u8; Squares::COUNT],
}

impl<'a> Tiling<'a> {
    /// The task of laying `needed` pieces of each shape so that they fill `free`, with a palette if
    /// colours must keep apart.
    pub(crate) fn new(
        shapes: &'a [Piece],
        needed: Vec<usize>,
        tiles: Tiles,
        free: Squares,
        palette: Option<Palette>,
    ) -> Self {
        Self {
            shapes,
            needed,
            tiles,
            imbalance: free.iter().map(chequer).sum(),
            free,
            swings: shapes.iter().map(|&shape| swing(shape)).collect(),
            palette,
            placed: Vec::new(),
            ranks: Vec::new(),
            moves: MOVE,
            ties: [0; Squares::COUNT],
        }
    }

    /// The tiles, and those of them that were placed when a search ended with [`End::Found`].
    pub(crate) fn found(&self) -> (&Tiles, &[Tile]) {
        (&self.tiles, &self.placed)
    }

    /// The colouring that belongs to them.
    pub(crate) fn palette(&mut self) -> Option<&mut Palette> {
        self.palette.as_mut()
    }

    /// Searches at most `nodes` nodes; `number` is the number of the run. Unless a solution is found,
    /// the state is unchanged.
    pub(crate) fn run(
        &mut self,
        number: u32,
        mut nodes: u64,
        random: &mut SplitMix64,
        budget: &mut Budget,
    ) -> End {
        self.moves = if number % 4 == 3 { MOVE_MORE } else { MOVE };
        self.ranks =
            self.shapes.iter().map(|&shape| rank(shape) + random.below(self.moves)).collect();
        for tie in &mut self.ties {
            *tie = random.next_u64() as u8;
        }
        self.search(&mut nodes, random, budget)
    }

    fn search(&mut self, nodes: &mut u64, random: &mut SplitMix64, budget: &mut Budget) -> End {
        let Some(item) = self.tightest() else {
            return End::Found;
        };
        let mut rank = |tile| self.ranks[self.tiles.shape(tile)] + random.below(self.moves);
        let mut choices: Vec<(u64, Tile)> =
            self.tiles.list(item).map(|tile| (rank(tile), tile)).collect();
        choices.sort_unstable();
        let before = *self.tiles.lengths();
        for (_, tile) in choices {
            if *nodes == 0 || !budget.take() {
                return End::Cut;
            }
            *nodes -= 1;
            let promising = self.lay(tile);
            self.pay_for_colors(budget);
            if promising {
                let end = self.search(nodes, random, budget);
                if end == End::Found {
                    return end;
                }
                if let Some(palette) = &mut self.palette {
                    palette.remove();
                }
                if end == End::Cut {
                    self.lift(tile, &before);
                    return end;
                }
            }
            self.lift(tile, &before);
        }
        End::Exhausted
    }

    /// Counts the nodes of recolouring.
    fn pay_for_colors(&mut self, budget: &mut Budget) {
        if let Some(palette) = &mut self.palette {
            budget.take_many(palette.take_work() / COLORS_PER_NODE);
        }
    }

    /// The free square that fewest tiles can cover.
    fn tightest(&self) -> Option<Item> {
        let tightness = |&square: &usize| (self.tiles.len(Item::square(square)), self.ties[square]);
        self.free.iter().min_by_key(tightness).map(Item::square)
    }

    /// Places a tile. False if it is a dead end; then it is not in the palette.
    fn lay(&mut self, tile: Tile) -> bool {
        let shape = self.tiles.shape(tile);
        let covered = self.tiles.squares(tile);
        self.placed.push(tile);
        self.needed[shape] -= 1;
        self.free = self.free.without(&covered);
        self.imbalance -= covered.iter().map(chequer).sum::<i32>();
        self.is_balanced()
            && self.regions_fit(&covered)
            && covered.iter().all(|square| self.tiles.clear(Item::square(square), &self.free))
            && (self.needed[shape] > 0 || self.tiles.clear(Item::shape(shape), &self.free))
            && self.has_enough_tiles()
            && self.palette.as_mut().is_none_or(|palette| palette.add(shape, covered))
    }

    /// Removes the tile that was placed last.
    fn lift(&mut self, tile: Tile, before: &Lengths) {
        let covered = self.tiles.squares(tile);
        self.placed.pop();
        self.needed[self.tiles.shape(tile)] += 1;
        self.free = self.free.or(&covered);
        self.imbalance += covered.iter().map(chequer).sum::<i32>();
        self.tiles.restore(before);
    }

    /// Whether the needed pieces can cover as many more black squares than white ones as are free.
    /// Of the fours only T4 covers more of the one kind.
    fn is_balanced(&self) -> bool {
        let most = |(swing, &needed): (&i32, &usize)| swing * needed as i32;
        self.imbalance.abs() <= self.swings.iter().zip(&self.needed).map(most).sum()
    }

    /// Whether each part into which a new piece cuts what is free can be filled, as to its size.
    fn regions_fit(&self, covered: &Squares) -> bool {
        let size = self.shapes[0].size();
        let mut around = covered.side_ring().and(&self.free);
        while !around.is_empty() {
            let region = self.free.region(&around);
            if !region.len().is_multiple_of(size) {
                return false;
            }
            around = around.without(&region);
        }
        true
    }

    fn has_enough_tiles(&self) -> bool {
        (0..).zip(&self.needed).all(|(shape, &needed)| needed <= self.tiles.len(Item::shape(shape)))
    }
}

/// One for a black square of a chequered board, minus one for a white one.
fn chequer(square: usize) -> i32 {
    let (row, col) = (square / Squares::SIDE, square % Squares::SIDE);
    if (row + col).is_multiple_of(2) { 1 } else { -1 }
}

/// How many more squares of one kind than of the other a piece covers on a chequered board.
fn swing(piece: Piece) -> i32 {
    let cells = piece.orientations()[0].cells().iter();
    let number = |&(row, col): &(u8, u8)| Squares::number(row.into(), col.into());
    cells.map(|cell| chequer(number(cell))).sum::<i32>().abs()
}

fn rank(piece: Piece) -> u64 {
    HARD_FIRST.iter().take_while(|&&name| name != piece.name()).count() as u64
}
