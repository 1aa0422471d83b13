//! Colours for the pieces of a tiling, so that none touches its own colour along a side (U4, U6).

use super::squares::Squares;
use crate::color::Color;

/// A colouring of the placed pieces: no two neighbours and no two copies of a shape have one colour.
///
/// There always is one. A new piece takes a free colour; if there is none, all pieces are recoloured;
/// if that is impossible, the piece cannot be placed there.
pub(crate) struct Palette {
    pieces: Vec<Painted>,
    /// Which piece covers each square.
    owner: [u8; Squares::COUNT],
    /// How many nodes recolouring may take.
    limit: u32,
    gave_up: bool,
    /// How many nodes it has taken.
    work: u64,
}

/// The owner of a square that is free.
const UNOWNED: u8 = u8::MAX;

/// Any of the four colours, as bits.
const ANY: u8 = 0b1111;

struct Painted {
    shape: usize,
    squares: Squares,
    /// The colours that it may have, as bits.
    allowed: u8,
    /// Its colour, as a bit; none before it has one.
    color: u8,
    /// The pieces that must have another colour, as bits.
    rivals: u64,
}

impl Palette {
    pub(crate) fn new() -> Self {
        Self {
            pieces: Vec::new(),
            owner: [UNOWNED; Squares::COUNT],
            limit: 0,
            gave_up: false,
            work: 0,
        }
    }

    /// Adds a piece whose colour is given.
    pub(crate) fn add_fixed(&mut self, shape: usize, squares: Squares, color: Color) {
        let piece = self.push(shape, squares, 1 << color as u8);
        self.pieces[piece].color = self.pieces[piece].allowed;
    }

    /// Adds a piece of any colour. False, and it is not added, if no colouring was found: then there
    /// is none, unless [`Self::gave_up`].
    pub(crate) fn add(&mut self, shape: usize, squares: Squares) -> bool {
        let piece = self.push(shape, squares, ANY);
        let left = ANY & !self.colors(self.pieces[piece].rivals);
        if left != 0 {
            self.pieces[piece].color = left & left.wrapping_neg();
            return true;
        }
        if self.recolor() {
            return true;
        }
        self.remove();
        false
    }

    fn push(&mut self, shape: usize, squares: Squares, allowed: u8) -> usize {
        let index = self.pieces.len();
        let mut rivals = 0;
        for (other, piece) in self.pieces.iter().enumerate() {
            rivals |= u64::from(piece.shape == shape) << other;
        }
        for square in squares.side_ring().iter() {
            let owner = self.owner[square];
            if owner != UNOWNED {
                rivals |= 1 << owner;
            }
        }
        for other in bits(rivals) {
            self.pieces[other].rivals |= 1 << index;
        }
        for square in squares.iter() {
            self.owner[square] = index as u8;
        }
        self.pieces.push(Painted { shape, squares, allowed, color: 0, rivals });
        index
    }

    /// Takes back the piece that was added last.
    pub(crate) fn remove(&mut self) {
        if let Some(piece) = self.pieces.pop() {
            let index = self.pieces.len();
            for other in bits(piece.rivals) {
                self.pieces[other].rivals &= !(1 << index);
            }
            for square in piece.squares.iter() {
                self.owner[square] = UNOWNED;
            }
        }
    }

    /// The colour of the piece that was added as number `index`, the fixed ones included.
    pub(crate) fn color(&self, index: usize) -> Color {
        Color::ALL[self.pieces[index].color.trailing_zeros() as usize % 4]
    }

    /// Sets the number of nodes that recolouring may take from now on.
    pub(crate) fn set_limit(&mut self, limit: u32) {
        self.limit = limit;
        self.gave_up = false;
    }

    /// Whether, since the limit was set, a piece was refused only because recolouring took too long.
    /// Then an exhaustive search proves nothing.
    pub(crate) fn gave_up(&self) -> bool {
        self.gave_up
    }

    /// How many nodes recolouring has taken since the last call.
    pub(crate) fn take_work(&mut self) -> u64 {
        std::mem::take(&mut self.work)
    }

    fn colors(&self, pieces: u64) -> u8 {
        bits(pieces).fold(0, |colors, piece| colors | self.pieces[piece].color)
    }

    /// Finds another colouring of all pieces.
    fn recolor(&mut self) -> bool {
        let mut domains = [ANY; 64];
        for (domain, piece) in domains.iter_mut().zip(&self.pieces) {
            *domain = piece.allowed;
        }
        let mut left = self.limit;
        let all = u64::MAX >> (64 - self.pieces.len());
        let found = self.assign(all, &domains, &mut left);
        self.work += u64::from(self.limit - left);
        self.gave_up |= !found && left == 0;
        found
    }

    /// Gives each piece of `rest` a colour of its domain. The colour that it had is tried first, so
    /// that little changes.
    fn assign(&mut self, rest: u64, domains: &[u8; 64], left: &mut u32) -> bool {
        let Some(piece) = bits(rest).min_by_key(|&piece| domains[piece].count_ones()) else {
            return true;
        };
        let old = self.pieces[piece].color;
        let mut choices = domains[piece];
        while choices != 0 {
            if *left == 0 {
                return false;
            }
            *left -= 1;
            let color =
                if choices & old != 0 { choices & old } else { choices & choices.wrapping_neg() };
            choices &= !color;
            let mut narrowed = *domains;
            for rival in bits(self.pieces[piece].rivals & rest) {
                narrowed[rival] &= !color;
            }
            if self.assign(rest & !(1 << piece), &narrowed, left) {
                self.pieces[piece].color = color;
                return true;
            }
        }
        false
    }
}

/// The positions of the set bits.
fn bits(mut set: u64) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        let bit = set.trailing_zeros() as usize;
        set &= set.wrapping_sub(1);
        (bit < 64).then_some(bit)
    })
}
