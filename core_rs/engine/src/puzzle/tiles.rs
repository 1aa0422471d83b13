//! The possible placements (tiles) in a rectangle: for each square and each shape, the tiles that
//! cover or use it.
//!
//! Every list is a sparse set: taking a tile out swaps it behind the end of the list, so that putting
//! back all that was taken out since some moment means restoring the lengths of that moment.

use super::squares::Squares;
use crate::piece::{Piece, Placement};

/// A puzzle of one size has no more shapes: there are twelve fives.
const MAX_SHAPES: usize = 12;

/// Squares come first, then shapes.
const ITEMS: usize = Squares::COUNT + MAX_SHAPES;

/// How many tiles are in each list.
pub(crate) type Lengths = [u16; ITEMS];

/// One placement of a shape: its index in the list of all.
pub(crate) type Tile = usize;

/// The tiles that fit what is free.
pub(crate) struct Tiles {
    placements: Vec<Placement>,
    squares: Vec<Squares>,
    /// Squares of a tile, and one more for its shape: how many lists it is in.
    width: usize,
    /// The lists that each tile is in, `width` of them for each: its entries.
    items: Vec<u16>,
    /// All lists one after the other: entries.
    lists: Vec<u32>,
    /// The index of each entry in `lists`.
    at: Vec<u32>,
    starts: [u32; ITEMS],
    lengths: Lengths,
}

/// A list: that of a square or that of a shape.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Item(u16);

impl Item {
    pub(crate) fn square(square: usize) -> Self {
        Self(square as u16)
    }

    pub(crate) fn shape(shape: usize) -> Self {
        Self((Squares::COUNT + shape) as u16)
    }

    fn index(self) -> usize {
        usize::from(self.0)
    }
}

impl Tiles {
    /// All tiles of these shapes that lie within `free` and that `keep` keeps.
    pub(crate) fn new(
        shapes: &[Piece],
        free: &Squares,
        mut keep: impl FnMut(Placement) -> bool,
    ) -> Self {
        let mut tiles = Self {
            placements: Vec::new(),
            squares: Vec::new(),
            width: shapes.first().map_or(0, |shape| shape.size() as usize) + 1,
            items: Vec::new(),
            lists: Vec::new(),
            at: Vec::new(),
            starts: [0; ITEMS],
            lengths: [0; ITEMS],
        };
        for (shape, &piece) in shapes.iter().enumerate() {
            for placement in every_placement(piece) {
                let squares = Squares::of(placement);
                if squares.without(free).is_empty() && keep(placement) {
                    tiles.placements.push(placement);
                    tiles.squares.push(squares);
                    tiles.items.extend(squares.iter().map(|square| Item::square(square).0));
                    tiles.items.push(Item::shape(shape).0);
                }
            }
        }
        tiles.fill_lists();
        tiles
    }

    fn fill_lists(&mut self) {
        for &item in &self.items {
            self.lengths[usize::from(item)] += 1;
        }
        let mut start = 0;
        for (begin, length) in self.starts.iter_mut().zip(self.lengths) {
            *begin = start;
            start += u32::from(length);
        }
        let mut next = self.starts;
        self.lists = vec![0; self.items.len()];
        self.at = vec![0; self.items.len()];
        for (entry, &item) in self.items.iter().enumerate() {
            let at = &mut next[usize::from(item)];
            self.lists[*at as usize] = entry as u32;
            self.at[entry] = *at;
            *at += 1;
        }
    }

    /// The placement of a tile.
    pub(crate) fn placement(&self, tile: Tile) -> Placement {
        self.placements[tile]
    }

    /// The number of its shape.
    pub(crate) fn shape(&self, tile: Tile) -> usize {
        usize::from(self.items[tile * self.width + self.width - 1]) - Squares::COUNT
    }

    /// The squares that it covers.
    pub(crate) fn squares(&self, tile: Tile) -> Squares {
        self.squares[tile]
    }

    /// How many tiles are in a list.
    pub(crate) fn len(&self, item: Item) -> usize {
        usize::from(self.lengths[item.index()])
    }

    /// The tiles in a list.
    pub(crate) fn list(&self, item: Item) -> impl Iterator<Item = Tile> {
        let start = self.starts[item.index()] as usize;
        let entries = &self.lists[start..start + self.len(item)];
        entries.iter().map(|&entry| entry as usize / self.width)
    }

    /// The lengths of all lists, to be given back to [`Self::restore`].
    pub(crate) fn lengths(&self) -> &Lengths {
        &self.lengths
    }

    /// Puts back everything that was taken out since the lists had these lengths.
    pub(crate) fn restore(&mut self, lengths: &Lengths) {
        self.lengths = *lengths;
    }

    /// Takes every tile of a list out of all other lists. False, and not all is done, if that leaves
    /// a square of `needed` that nothing covers.
    pub(crate) fn clear(&mut self, item: Item, needed: &Squares) -> bool {
        let start = self.starts[item.index()] as usize;
        (start..start + self.len(item)).all(|index| {
            let tile = self.lists[index] as usize / self.width;
            self.take_out(tile, item, needed)
        })
    }

    fn take_out(&mut self, tile: Tile, but: Item, needed: &Squares) -> bool {
        for entry in tile * self.width..(tile + 1) * self.width {
            let item = self.items[entry];
            if item == but.0 {
                continue;
            }
            let length = &mut self.lengths[usize::from(item)];
            *length -= 1;
            let last = self.starts[usize::from(item)] + u32::from(*length);
            let emptied = *length == 0;
            let at = self.at[entry];
            let moved = self.lists[last as usize];
            self.lists[at as usize] = moved;
            self.at[moved as usize] = at;
            self.lists[last as usize] = entry as u32;
            self.at[entry] = last;
            if emptied && usize::from(item) < Squares::COUNT && needed.has(usize::from(item)) {
                return false;
            }
        }
        true
    }
}

/// Every placement of a piece on a board of the largest size.
fn every_placement(piece: Piece) -> impl Iterator<Item = Placement> {
    piece.orientations().iter().enumerate().flat_map(move |(orientation, shape)| {
        let rows = Squares::SIDE - usize::from(shape.height());
        let cols = Squares::SIDE - usize::from(shape.width());
        (0..=rows).flat_map(move |row| {
            (0..=cols).filter_map(move |col| Placement::new(piece, orientation, row, col))
        })
    })
}
