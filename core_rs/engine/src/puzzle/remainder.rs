//! The missing pieces of a board of 84, each with its possible placements.
//!
//! Placements that cannot be part of a solution are removed; a piece without placements proves that
//! there is no solution.

use super::position::corners;
use crate::cells::{Cells, SIDE};
use crate::color::{ByColor, Color};
use crate::piece::{Piece, Placement};

/// A piece that is not on the board.
#[derive(Clone)]
struct Missing {
    color: Color,
    piece: Piece,
    places: Vec<Placement>,
}

/// The placed pieces, and the missing ones.
#[derive(Clone)]
pub(crate) struct Remainder {
    descending: bool,
    placed: Vec<(Color, Placement)>,
    missing: Vec<Missing>,
}

impl Remainder {
    /// Every missing piece wherever it would not overlap or touch its own colour along a side.
    pub(crate) fn new(given: &[(Color, Placement)], descending: bool) -> Self {
        let mut own = ByColor([Cells::EMPTY; 4]);
        let mut occupied = Cells::EMPTY;
        for (color, placement) in given {
            let cells = placement.cell_set();
            own[*color] = own[*color].or(&cells);
            occupied = occupied.or(&cells);
        }
        let mut missing = Vec::new();
        for color in Color::ALL {
            let blocked = occupied.or(&own[color].side_ring());
            let is_placed = |piece| {
                given.iter().any(|&(owner, place)| (owner, place.piece()) == (color, piece))
            };
            for piece in Piece::ALL.into_iter().filter(|&piece| !is_placed(piece)) {
                let places = every_placement(piece).filter(|place| !meets(*place, &blocked));
                missing.push(Missing { color, piece, places: places.collect() });
            }
        }
        Self { descending, placed: given.to_vec(), missing }
    }

    /// The placed pieces.
    pub(crate) fn placed(&self) -> &[(Color, Placement)] {
        &self.placed
    }

    /// The number of placements of all pieces.
    pub(crate) fn places(&self) -> usize {
        self.missing.iter().map(|missing| missing.places.len()).sum()
    }

    /// The piece with the fewest placements, as a number for [`Self::with`], and its placements.
    pub(crate) fn tightest(&self) -> Option<(usize, &[Placement])> {
        let fewest = (0..self.missing.len()).min_by_key(|&at| self.missing[at].places.len())?;
        Some((fewest, &self.missing[fewest].places))
    }

    /// The same with a missing piece placed.
    pub(crate) fn with(&self, number: usize, place: Placement) -> Self {
        let color = self.missing[number].color;
        let cells = place.cell_set();
        let ring = cells.or(&cells.side_ring());
        let others = self.missing.iter().enumerate().filter(|(at, _)| *at != number);
        let missing = others.map(|(_, missing)| {
            let blocked = if missing.color == color { &ring } else { &cells };
            let places = missing.places.iter().copied().filter(|&place| !meets(place, blocked));
            Missing { places: places.collect(), ..*missing }
        });
        let mut placed = self.placed.clone();
        placed.push((color, place));
        Self { descending: self.descending, placed, missing: missing.collect() }
    }

    /// Removes the placements that cannot be connected to the rest of their colour. False if that
    /// proves that there is no solution.
    pub(crate) fn narrow(&mut self) -> bool {
        let mut areas = ByColor([Cells::EMPTY; 4]);
        for color in Color::ALL {
            if !self.narrow_color(color) {
                return false;
            }
            for missing in self.missing.iter().filter(|missing| missing.color == color) {
                areas[color] = missing.places.iter().fold(areas[color], |area, place| {
                    place.cells().fold(area, |mut area, (row, col)| {
                        area.insert(row, col);
                        area
                    })
                });
            }
        }
        self.missing.iter().all(|missing| !missing.places.is_empty()) && self.has_room(&areas)
    }

    /// Whether each set of colours has as many squares within reach as its missing pieces cover.
    fn has_room(&self, areas: &ByColor<Cells>) -> bool {
        let squares = ByColor::new_with(|color| -> u32 {
            let own = self.missing.iter().filter(|missing| missing.color == color);
            own.map(|missing| missing.piece.size()).sum()
        });
        (1_usize..16).all(|set| {
            let within = |color: &Color| set >> *color as usize & 1 == 1;
            let colors = || Color::ALL.into_iter().filter(within);
            let area = colors().fold(Cells::EMPTY, |area, color| area.or(&areas[color]));
            colors().map(|color| squares[color]).sum::<u32>() <= area.len()
        })
    }

    /// A chain of corner contacts leads to every piece from one on a corner of the board; in the
    /// descending puzzle a chain of pieces that are no smaller. Each colour has a corner to itself,
    /// as there are four of both.
    fn narrow_color(&mut self, color: Color) -> bool {
        let corners = corners();
        let mut unconnected: Vec<(u32, Cells)> = self
            .placed
            .iter()
            .filter(|(owner, _)| *owner == color)
            .map(|(_, placement)| (placement.piece().size(), placement.cell_set()))
            .collect();
        let covered: u32 = unconnected.iter().map(|(_, cells)| cells.and(&corners).len()).sum();
        let first = if self.descending { 5 } else { 1 };
        if covered > 1
            || unconnected.iter().any(|(size, cells)| *size < first && cells.meets(&corners))
        {
            return false;
        }
        for missing in self.missing.iter_mut().filter(|missing| missing.color == color) {
            if covered == 1 || missing.piece.size() < first {
                missing.places.retain(|&place| !meets(place, &corners));
            }
        }
        let levels: &[u32] = if self.descending { &[5, 4, 3, 2, 1] } else { &[1] };
        let mut reached = Cells::EMPTY;
        for &size in levels {
            let mut waiting: Vec<(usize, Placement)> = Vec::new();
            for (at, missing) in self.missing.iter_mut().enumerate() {
                let now =
                    missing.color == color && (missing.piece.size() == size || !self.descending);
                if now {
                    waiting.extend(missing.places.drain(..).map(|place| (at, place)));
                }
            }
            let start =
                unconnected.iter().position(|(of, cells)| *of >= size && cells.meets(&corners));
            if let Some(start) = start {
                reached = reached.or(&unconnected.swap_remove(start).1);
            }
            loop {
                let anchors = if reached.is_empty() { corners } else { reached.corner_ring() };
                let before = (unconnected.len(), waiting.len());
                unconnected.retain(|(of, cells)| {
                    let joins = *of >= size && !reached.is_empty() && cells.meets(&anchors);
                    if joins {
                        reached = reached.or(cells);
                    }
                    !joins
                });
                let mut grown = reached;
                waiting.retain(|&(at, place)| {
                    let joins = meets(place, &anchors);
                    if joins {
                        place.cells().for_each(|(row, col)| grown.insert(row, col));
                        self.missing[at].places.push(place);
                    }
                    !joins
                });
                reached = grown;
                if before == (unconnected.len(), waiting.len()) {
                    break;
                }
            }
            if unconnected.iter().any(|(of, _)| *of >= size) {
                return false;
            }
        }
        true
    }
}

/// Every placement of a piece on an empty board.
fn every_placement(piece: Piece) -> impl Iterator<Item = Placement> {
    (0..piece.orientations().len()).flat_map(move |orientation| {
        (0..SIDE * SIDE).filter_map(move |square| {
            Placement::new(piece, orientation, square / SIDE, square % SIDE)
        })
    })
}

fn meets(place: Placement, cells: &Cells) -> bool {
    place.cells().any(|(row, col)| cells.has(row, col))
}
